/*
 * A connection:
 *
 *	OPEN --peer's end of input--> HALF --tora_sock_close--> CLOSING --all sent--> gone
 *	  |                             |                          |
 *	  +--- error, stall, too much, peer gone: DROPPED ---------+----------------> gone
 *
 * "gone" happens only in callbacks of the loop that nobody else's frame is under, so a
 * function of the owner may always go on using its connection until it returns.
 */
#include "loop/sock.h"

#include "loop/inner.h"
#include "loop/outq.h"
#include "tora/paths.h"
#include "tora/wire.h"

#include <errno.h>
#include <ev.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 64
#define FILE_S  60.0 /* between looks at the socket file, where the kernel tells nothing of it */
#define PAUSE_S 1.0  /* without accepting, when descriptors are out */
#define ACCEPTS 16   /* in one turn of the loop */

enum sock_state { OPEN, HALF, CLOSING, DROPPED };

struct tora_sock {
	struct tora_listener *listener;
	struct tora_sock *next, **at; /* *at == this: its place in the listener's list */
	void *owner;                  /* what on_open returned */
	int fd;
	enum sock_state state;
	const char *why;
	bool is_running; /* a function of the owner is, so nothing is freed now */
	ev_io in, out;
	ev_timer stall;
	ev_timer end; /* 0 s: the way from anywhere to the loop, where connections end */
	struct tora_outq queue;
};

struct tora_listener {
	struct tora_loop *loop;
	struct ev_loop *ev;
	struct tora_listen_spec spec;
	char path[TORA_SOCKET_MAX + 1];
	dev_t dev; /* of the socket file, to know it again */
	ino_t ino;
	int fd, hangups; /* hangups: an epoll with those who send no more; it tells when they are gone */
	ev_io accept, hangup;
	ev_timer pause;
	ev_stat file;
	struct tora_sock *socks;
	unsigned clients;
};

/* ---- ending --------------------------------------------------------------------------- */

static void destroy(struct tora_sock *s)
{
	struct tora_listener *l = s->listener;

	ev_io_stop(l->ev, &s->in);
	ev_io_stop(l->ev, &s->out);
	ev_timer_stop(l->ev, &s->stall);
	ev_timer_stop(l->ev, &s->end);
	*s->at = s->next;
	if (s->next)
		s->next->at = s->at;
	l->clients--;
	/* A child that was born a moment ago may have a copy: the end is told, and heard, all the same. */
	(void)epoll_ctl(l->hangups, EPOLL_CTL_DEL, s->fd, NULL);
	(void)shutdown(s->fd, SHUT_RDWR);
	(void)close(s->fd);
	l->spec.on_close(s->owner, s->why);
	tora_outq_done(&s->queue);
	free(s);
}

static void end_soon(struct tora_sock *s)
{
	ev_timer_stop(s->listener->ev, &s->end);
	ev_timer_set(&s->end, 0, 0);
	ev_timer_start(s->listener->ev, &s->end);
}

/* Nothing more is read or sent; the object goes in the next turn of the loop. */
static void drop(struct tora_sock *s, const char *why)
{
	struct tora_listener *l = s->listener;

	if (s->state == DROPPED)
		return;
	s->state = DROPPED;
	s->why = why;
	ev_io_stop(l->ev, &s->in);
	ev_io_stop(l->ev, &s->out);
	ev_timer_stop(l->ev, &s->stall);
	end_soon(s);
}

static void on_end(struct ev_loop *ev, ev_timer *w, int events)
{
	struct tora_sock *s = w->data;

	(void)ev;
	(void)events;
	if (!s->is_running) /* else leave() comes back to it */
		destroy(s);
}

/* Between these two the owner runs. It may wait in a nested loop: no second call meanwhile. */
static void enter(struct tora_sock *s)
{
	s->is_running = true;
	ev_io_stop(s->listener->ev, &s->in);
}

static void leave(struct tora_sock *s)
{
	s->is_running = false;
	if (s->state == OPEN)
		ev_io_start(s->listener->ev, &s->in);
	else if (s->state == DROPPED)
		end_soon(s);
}

/* ---- sending -------------------------------------------------------------------------- */

static double stall_s(const struct tora_sock *s)
{
	unsigned ms = s->listener->spec.stall_ms;

	return (double)(ms ? ms : TORA_SOCK_STALL_MS) / 1000;
}

static void start_stall(struct tora_sock *s)
{
	struct ev_loop *ev = s->listener->ev;

	ev_timer_stop(ev, &s->stall);
	ev_now_update(ev);
	ev_timer_set(&s->stall, stall_s(s), 0);
	ev_timer_start(ev, &s->stall);
}

static void flush(struct tora_sock *s)
{
	struct ev_loop *ev = s->listener->ev;
	long n = tora_outq_flush(&s->queue, s->fd);

	if (n < 0) {
		drop(s, "the peer is gone");
		return;
	}
	if (tora_outq_left(&s->queue)) {
		ev_io_start(ev, &s->out);
		if (n > 0 || !ev_is_active(&s->stall)) /* only progress earns more time */
			start_stall(s);
		return;
	}
	ev_io_stop(ev, &s->out);
	ev_timer_stop(ev, &s->stall);
	if (s->state == CLOSING)
		drop(s, "done");
}

static void on_writable(struct ev_loop *ev, ev_io *w, int events)
{
	(void)ev;
	(void)events;
	flush(w->data);
}

static void on_stall(struct ev_loop *ev, ev_timer *w, int events)
{
	(void)ev;
	(void)events;
	drop(w->data, "it reads too slowly");
}

int tora_sock_send(struct tora_sock *s, struct tora_sv bytes, struct tora_err *err)
{
	int rc;

	if (s->state == DROPPED || s->state == CLOSING)
		return tora_fail(err, TORA_E_REMOTE, "the connection is closed");
	rc = tora_outq_add(&s->queue, bytes, err);
	if (rc) {
		drop(s, "too much waits for it");
		return rc;
	}
	flush(s);
	return s->state == DROPPED ? tora_fail(err, TORA_E_REMOTE, "the peer is gone") : TORA_OK;
}

void tora_sock_close(struct tora_sock *s)
{
	if (s->state == DROPPED)
		return;
	s->state = CLOSING;
	ev_io_stop(s->listener->ev, &s->in);
	flush(s);
}

/* ---- receiving ------------------------------------------------------------------------ */

/* The peer sends no more. Whether it still reads is told by HUP, now or later. */
static void end_of_input(struct tora_sock *s)
{
	struct tora_listener *l = s->listener;
	struct epoll_event only_hup = { .events = 0, .data.ptr = s };

	s->state = HALF;
	(void)epoll_ctl(l->hangups, EPOLL_CTL_ADD, s->fd, &only_hup);
	if (l->spec.on_eof)
		l->spec.on_eof(s->owner, s);
	else
		tora_sock_close(s);
}

static void on_readable(struct ev_loop *ev, ev_io *w, int events)
{
	struct tora_sock *s = w->data;
	struct tora_loop *loop = s->listener->loop;
	int64_t began = tora_loop_begin();
	char chunk[TORA_WIRE_CHUNK];
	ssize_t n;

	(void)ev;
	(void)events;
	n = read(s->fd, chunk, sizeof(chunk));
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	enter(s);
	if (n > 0)
		s->listener->spec.on_data(s->owner, s, (struct tora_sv){ chunk, (size_t)n });
	else if (n == 0)
		end_of_input(s);
	else
		drop(s, "the peer is gone");
	leave(s);
	tora_loop_end(loop, began, "socket");
}

static void on_hangup(struct ev_loop *ev, ev_io *w, int events)
{
	struct tora_listener *l = w->data;
	struct epoll_event gone[16];
	int n = epoll_wait(l->hangups, gone, (int)(sizeof(gone) / sizeof(gone[0])), 0);

	(void)ev;
	(void)events;
	for (int i = 0; i < n; i++) {
		struct tora_sock *s = gone[i].data.ptr;

		(void)epoll_ctl(l->hangups, EPOLL_CTL_DEL, s->fd, NULL);
		drop(s, "the peer closed");
	}
}

/* ---- accepting ------------------------------------------------------------------------ */

static void add_sock(struct tora_listener *l, int fd)
{
	struct tora_sock *s = tora_xcalloc(1, sizeof(*s));

	s->listener = l;
	s->fd = fd;
	s->next = l->socks;
	s->at = &l->socks;
	if (s->next)
		s->next->at = &s->next;
	l->socks = s;
	l->clients++;
	tora_outq_init(&s->queue, TORA_WIRE_OUT_MAX);
	ev_io_init(&s->in, on_readable, fd, EV_READ);
	ev_io_init(&s->out, on_writable, fd, EV_WRITE);
	ev_init(&s->stall, on_stall);
	s->in.data = s->out.data = s->stall.data = s->end.data = s;
	ev_init(&s->end, on_end);
	enter(s);
	s->owner = l->spec.on_open ? l->spec.on_open(l->spec.ctx, s) : l->spec.ctx;
	leave(s);
}

static bool is_allowed(const struct tora_listener *l, int fd)
{
	struct ucred peer = { 0 };
	socklen_t size = sizeof(peer);

	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
	       peer.uid == l->spec.uid;
}

static void admit(struct tora_listener *l, int fd)
{
	if (!is_allowed(l, fd)) {
		(void)close(fd);
		return;
	}
	if (l->clients >= l->spec.max_clients) {
		if (l->spec.refusal)
			(void)!write(fd, l->spec.refusal, strlen(l->spec.refusal));
		(void)close(fd);
		return;
	}
	add_sock(l, fd);
}

static void on_accept(struct ev_loop *ev, ev_io *w, int events)
{
	struct tora_listener *l = w->data;
	int64_t began = tora_loop_begin();

	(void)events;
	for (int i = 0; i < ACCEPTS; i++) {
		int fd = accept4(l->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd >= 0) {
			admit(l, fd);
		} else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS ||
		           errno == ENOMEM) {
			ev_io_stop(ev, &l->accept); /* else the loop would spin on it */
			ev_timer_set(&l->pause, PAUSE_S, 0);
			ev_timer_start(ev, &l->pause);
			break;
		} else if (errno != ECONNABORTED && errno != EINTR) {
			break;
		}
	}
	tora_loop_end(l->loop, began, "accept");
}

static void on_pause_over(struct ev_loop *ev, ev_timer *w, int events)
{
	struct tora_listener *l = w->data;

	(void)events;
	ev_io_start(ev, &l->accept);
}

static bool is_ours(const struct tora_listener *l)
{
	struct stat st;

	return lstat(l->path, &st) < 0 ? errno != ENOENT && errno != ENOTDIR
	                               : st.st_dev == l->dev && st.st_ino == l->ino;
}

static void on_file(struct ev_loop *ev, ev_stat *w, int events)
{
	struct tora_listener *l = w->data;
	int64_t began = tora_loop_begin();

	(void)events;
	if (is_ours(l))
		return;
	ev_stat_stop(ev, w);
	if (l->spec.on_gone)
		l->spec.on_gone(l->spec.ctx);
	tora_loop_end(l->loop, began, "socket file");
}

/* ---- listening ------------------------------------------------------------------------ */

static int bind_private(int fd, const struct sockaddr_un *to)
{
	mode_t before = umask(0177);
	int failed = bind(fd, (const struct sockaddr *)to, sizeof(*to));
	int sys = errno;

	(void)umask(before);
	errno = sys;
	return failed;
}

static int bind_to(struct tora_listener *l, struct tora_err *err)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	struct stat st;

	memcpy(to.sun_path, l->path, strlen(l->path) + 1);
	if (bind_private(l->fd, &to) == 0)
		return TORA_OK;
	if (errno != EADDRINUSE)
		return tora_fail_sys(err, "binding");
	if (lstat(l->path, &st) < 0 || !S_ISSOCK(st.st_mode))
		return tora_fail(err, TORA_E_CONFLICT, "a file is in the way");
	if (!l->spec.holds_lock)
		return tora_fail(err, TORA_E_CONFLICT, "a socket is there already");
	if (unlink(l->path) < 0)
		return tora_fail_sys(err, "removing a stale socket");
	return bind_private(l->fd, &to) < 0 ? tora_fail_sys(err, "binding") : TORA_OK;
}

static int open_socket(struct tora_listener *l, struct tora_err *err)
{
	struct stat st;
	int rc;

	l->hangups = epoll_create1(EPOLL_CLOEXEC);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (l->fd < 0 || l->hangups < 0)
		return tora_fail_sys(err, "making a socket");
	rc = bind_to(l, err);
	if (rc)
		return rc;
	if (lstat(l->path, &st) < 0)
		return tora_fail_sys(err, "looking at it");
	l->dev = st.st_dev;
	l->ino = st.st_ino;
	if (listen(l->fd, BACKLOG) < 0)
		return tora_fail_sys(err, "listening");
	return TORA_OK;
}

int tora_listener_new(struct tora_loop *loop, const struct tora_listen_spec *spec,
                      struct tora_listener **ret_listener, struct tora_err *err)
{
	struct tora_listener *l;
	int rc;

	if (strlen(spec->path) > TORA_SOCKET_MAX)
		return tora_fail(err, TORA_E_LIMIT, "socket path longer than %d bytes: %s",
		                 TORA_SOCKET_MAX, spec->path);
	l = tora_xcalloc(1, sizeof(*l));
	l->loop = loop;
	l->ev = tora_loop_ev(loop);
	l->spec = *spec;
	memcpy(l->path, spec->path, strlen(spec->path));
	ev_init(&l->accept, on_accept);
	ev_init(&l->hangup, on_hangup);
	ev_init(&l->pause, on_pause_over);
	ev_stat_init(&l->file, on_file, l->path, FILE_S);
	l->accept.data = l->hangup.data = l->pause.data = l->file.data = l;
	rc = open_socket(l, err);
	if (rc) {
		tora_listener_free(l);
		return tora_wrap(err, "socket '%s'", spec->path);
	}
	ev_io_set(&l->accept, l->fd, EV_READ);
	ev_io_start(l->ev, &l->accept);
	ev_io_set(&l->hangup, l->hangups, EV_READ);
	ev_io_start(l->ev, &l->hangup);
	ev_stat_start(l->ev, &l->file);
	*ret_listener = l;
	return TORA_OK;
}

static void remove_file(const struct tora_listener *l)
{
	if (l->ino && is_ours(l))
		(void)unlink(l->path);
}

void tora_listener_free(struct tora_listener *l)
{
	if (!l)
		return;
	ev_io_stop(l->ev, &l->accept);
	ev_io_stop(l->ev, &l->hangup);
	ev_timer_stop(l->ev, &l->pause);
	ev_stat_stop(l->ev, &l->file);
	/* First: whoever sees its connection end may count on nobody listening any more. */
	remove_file(l);
	if (l->fd >= 0)
		(void)close(l->fd);
	while (l->socks) {
		if (!l->socks->why)
			l->socks->why = "we are closing";
		destroy(l->socks);
	}
	if (l->hangups >= 0)
		(void)close(l->hangups);
	free(l);
}

unsigned tora_listener_clients(const struct tora_listener *l)
{
	return l->clients;
}
