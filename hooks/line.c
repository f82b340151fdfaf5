#include "hooks/line.h"

#include "tora/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define LOOK_MS 1000 /* between looks whether one that is silent was stopped */

static int wait_for(int fd, short events, int64_t until, struct tora_err *err)
{
	for (;;) {
		struct pollfd p = { .fd = fd, .events = events };
		int64_t left = until - tora_clock_mono_ms();
		int n = poll(&p, 1, left > 0 ? (left > INT_MAX ? INT_MAX : (int)left) : 0);

		if (n > 0)
			return TORA_OK;
		if (n == 0)
			return tora_fail(err, TORA_E_TIMEOUT, "the daemon does not answer");
		if (errno != EINTR)
			return tora_fail_sys(err, "waiting for the daemon");
	}
}

/*
 * Is the process stopped? The name in its stat line may hold anything, so from the last ')'. Not 't': who is
 * looked at by a debugger, or by itself at its end for what it lost, goes on without SIGCONT.
 */
static bool is_stopped(pid_t pid)
{
	char path[64], text[512];
	const char *after_name;
	ssize_t n;
	int fd;

	(void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof text - 1);
	(void)close(fd);
	if (n <= 0)
		return false;
	text[n] = '\0';
	after_name = strrchr(text, ')');
	return after_name && after_name[1] == ' ' && after_name[2] == 'T';
}

/*
 * The credentials are those of listen(): the daemon's own process. Where the socket lies below
 * /tmp, anybody may have made it before us.
 */
static int check_peer(int fd, const struct tora_paths *paths, struct tora_err *err)
{
	struct ucred peer = { 0 };
	socklen_t len = sizeof peer;

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) < 0)
		return tora_fail_sys(err, "asking who listens at %s", paths->socket);
	if (peer.uid != geteuid())
		return tora_fail(err, TORA_E_DENIED,
		                 "%s belongs to another user (%u); it is not spoken to",
		                 paths->socket, (unsigned)peer.uid);
	if (is_stopped(peer.pid))
		return tora_fail(err, TORA_E_TIMEOUT,
		                 "the daemon is stopped (SIGSTOP); kill -CONT %d lets it go on",
		                 (int)peer.pid);
	return TORA_OK;
}

static int connect_to(int fd, const struct tora_paths *paths, struct tora_err *err)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };

	if (tora_paths_format(addr.sun_path, sizeof addr.sun_path, err, "%s", paths->socket))
		return tora_wrap(err, "the socket %s", paths->socket);
	if (connect(fd, (const struct sockaddr *)&addr, sizeof addr) == 0)
		return check_peer(fd, paths, err);
	if (errno == ENOENT || errno == ECONNREFUSED)
		return tora_fail(err, TORA_E_NOTFOUND, "no daemon listens at %s", paths->socket);
	if (errno ==
	    EAGAIN) /* on a Unix socket: the queue of a daemon that does not accept is full */
		return tora_fail(err, TORA_E_TIMEOUT, "the daemon does not accept connections");
	return tora_fail_sys(err, "connecting to %s", paths->socket);
}

int tora_line_open(const struct tora_paths *paths, int *ret_fd, struct tora_err *err)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), rc;

	if (fd < 0)
		return tora_fail_sys(err, "making a socket");
	rc = connect_to(fd, paths, err);
	if (rc)
		(void)close(fd);
	else
		*ret_fd = fd;
	return rc;
}

static int gone(struct tora_err *err)
{
	return tora_fail(err, TORA_E_CANCELED, "the daemon stopped before it answered");
}

int tora_line_send(int fd, struct tora_sv bytes, int64_t until, struct tora_err *err)
{
	while (bytes.len) {
		ssize_t n = send(fd, bytes.at, bytes.len, MSG_NOSIGNAL);

		if (n > 0) {
			bytes.at += n;
			bytes.len -= (size_t)n;
			continue;
		}
		if (n < 0 && (errno == EPIPE || errno == ECONNRESET))
			return gone(err);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return tora_fail_sys(err, "sending to the daemon");
		if (wait_for(fd, POLLOUT, until, err))
			return err->rc;
	}
	return TORA_OK;
}

/* Wait until `until`, but not for one that was stopped meanwhile. */
static int wait_answer(int fd, const struct tora_paths *paths, int64_t until, struct tora_err *err)
{
	for (;;) {
		int64_t look = tora_clock_mono_ms() + LOOK_MS;
		int rc = wait_for(fd, POLLIN, look < until ? look : until, err);
		struct tora_err why;

		if (rc != TORA_E_TIMEOUT)
			return rc;
		if (check_peer(fd, paths, &why)) {
			*err = why;
			return why.rc;
		}
		if (look >= until)
			return rc;
	}
}

int tora_line_read(int fd, const struct tora_paths *paths, int64_t until, char *buf, size_t size,
                   size_t *ret_n, struct tora_err *err)
{
	ssize_t n;

	*ret_n = 0;
	if (wait_answer(fd, paths, until, err))
		return err->rc;
	n = recv(fd, buf, size, 0);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return TORA_OK;
	if (n == 0 || (n < 0 && errno == ECONNRESET))
		return gone(err);
	if (n < 0)
		return tora_fail_sys(err, "reading from the daemon");
	*ret_n = (size_t)n;
	return TORA_OK;
}
