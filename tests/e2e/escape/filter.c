/*
 * filter: prints the filter of system calls that bubblewrap is given, but a denied call ends whoever makes it.
 *
 * Unit tests of runners run behind it (tests/unit/box.py): what goes on without a denied call would show nothing. Of
 * those one is left as it is: newer Nodes ask for io_uring at each start, and do without.
 */
#include "run/filter.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DENIED      (SECCOMP_RET_ERRNO | EPERM)
#define PROGRAM_MAX 4096 /* the kernel's limit */

int main(void)
{
	struct sock_filter program[PROGRAM_MAX] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, DENIED),
	};
	const size_t first = 3, size = sizeof program[0];
	int fd = memfd_create("filter", MFD_CLOEXEC);
	struct tora_err err = TORA_ERR_INIT;
	ssize_t got;
	size_t n, ended = 0;

	if (fd < 0 || tora_box_filter(TORA_TIER_BUBBLEWRAP, fd, &err)) {
		(void)fprintf(stderr, "filter: %s\n", err.msg);
		return 1;
	}
	got = pread(fd, program + first, sizeof program - first * size, 0);
	(void)close(fd);
	n = first + (got > 0 ? (size_t)got / size : 0);
	for (size_t i = first; i < n; i++) {
		if (program[i].code == (BPF_RET | BPF_K) && program[i].k == DENIED) {
			program[i].k = SECCOMP_RET_KILL_PROCESS;
			ended++;
		}
	}
	return ended > 0 && fwrite(program, size, n, stdout) == n && fflush(stdout) == 0 ? 0 : 1;
}
