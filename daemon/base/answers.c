#include "tora/answers.h"
#include "tora/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Nothing of ours but `end` stays open in it: nobody else waits for that. The kernel knows no statfs() by heart. */
_Noreturn static void look(const char *folder, int end)
{
	struct statfs fs;

	(void)dup2(end, 0);
	if (syscall(SYS_close_range, 1, ~0u, 0) < 0)
		for (int fd = 1; fd < 1024; fd++) /* a kernel before 5.9 */
			(void)close(fd);
	_exit(statfs(folder, &fs) < 0);
}

int tora_answers(const char *folder, unsigned ms, struct tora_err *err)
{
	struct pollfd p = { .events = POLLIN };
	int64_t left = ms, until = tora_clock_mono_ms() + left;
	int ends[2], n;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return TORA_OK;
	pid = fork();
	if (pid == 0)
		look(folder, ends[1]);
	(void)close(ends[1]);
	p.fd = ends[0];
	while ((n = poll(&p, 1, (int)left)) < 0 && errno == EINTR) {
		left = until - tora_clock_mono_ms();
		left = left > 0 ? left : 0;
	}
	(void)close(ends[0]);
	if (n == 0)
		return tora_fail(err, TORA_E_TIMEOUT, "%s does not answer", folder);
	if (pid > 0 && n > 0)
		(void)waitpid(pid, NULL, 0);
	return TORA_OK;
}
