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
_Noreturn static void look(const char *const *folders, size_t n, int end)
{
	struct statfs fs;

	(void)dup2(end, 0);
	if (syscall(SYS_close_range, 1, ~0u, 0) < 0)
		for (int fd = 1; fd < 1024; fd++) /* a kernel before 5.9 */
			(void)close(fd);
	for (size_t i = 0; i < n; i++) {
		bool is_gone = statfs(folders[i], &fs) < 0 && (errno == ENOENT || errno == ENOTDIR);

		if (write(0, &is_gone, sizeof(is_gone)) < 0)
			break; /* nobody waits any more */
	}
	_exit(0);
}

/* Until the other end is closed, or for `ms`. Nobody is woken by each byte in between. */
static bool is_closed(int end, unsigned ms)
{
	int64_t left = ms, until = tora_clock_mono_ms() + left;
	struct pollfd p = { .fd = end };
	int n;

	while ((n = poll(&p, 1, (int)left)) < 0 && errno == EINTR) {
		left = until - tora_clock_mono_ms();
		left = left > 0 ? left : 0;
	}
	return n != 0;
}

size_t tora_answers_in_turn(const char *const *folders, size_t n, unsigned ms, bool *ret_gone)
{
	bool is_over;
	ssize_t got;
	int ends[2];
	pid_t pid;

	for (size_t i = 0; i < n; i++)
		ret_gone[i] = false;
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
		return n;
	pid = fork();
	if (pid == 0)
		look(folders, n, ends[1]);
	(void)close(ends[1]);
	is_over = is_closed(ends[0], ms);
	got = read(ends[0], ret_gone, n * sizeof(*ret_gone));
	(void)close(ends[0]);
	if (is_over && pid > 0)
		(void)waitpid(pid, NULL, 0);
	return is_over ? n : got > 0 ? (size_t)got : 0;
}

int tora_answers(const char *folder, unsigned ms, struct tora_err *err)
{
	bool is_gone;

	if (tora_answers_in_turn(&folder, 1, ms, &is_gone) == 0)
		return tora_fail(err, TORA_E_TIMEOUT, "%s does not answer", folder);
	return TORA_OK;
}
