#include "tests/unit/loop/unit.h"

#include "loop/io.h"
#include "loop/sock.h"
#include "loop/timer.h"
#include "tora/clock.h"
#include "tora/paths.h"
#include "tora/wire.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* One server with at most four connections, all of whose events land here. */
struct server {
	struct tora_loop *loop;
	struct tora_listener *listener;
	char dir[64], path[80];
	struct tora_sock *sock;
	int opened, eofs, closed;
	const char *why;
	struct tora_str got;
	bool has_opened, has_data, has_eof, has_closed;
	bool echo, close_on_data, hold_on_eof, wait_on_data;
	int running;
	int send_rc;
};

static void *on_open(void *ctx, struct tora_sock *s)
{
	struct server *srv = ctx;

	srv->sock = s;
	srv->opened++;
	srv->has_opened = true;
	return srv;
}

static void on_data(void *state, struct tora_sock *s, struct tora_sv bytes)
{
	struct server *srv = state;
	struct tora_err err = TORA_ERR_INIT;

	assert_int_equal(srv->running++, 0); /* one request after the other */
	tora_str_add_clip(&srv->got, bytes);
	srv->has_data = true;
	if (srv->wait_on_data) {
		bool no = false;

		assert_int_equal(tora_loop_wait(srv->loop, &no, 30), TORA_E_TIMEOUT);
		assert_int_equal(srv->closed, 0); /* and nothing is freed under it */
	}
	if (srv->echo)
		srv->send_rc = tora_sock_send(s, bytes, &err);
	if (srv->close_on_data) {
		tora_sock_close(s);
		assert_int_equal(srv->closed, 0); /* never from inside */
	}
	srv->running--;
}

static void on_eof(void *state, struct tora_sock *s)
{
	struct server *srv = state;

	srv->eofs++;
	srv->has_eof = true;
	if (!srv->hold_on_eof)
		tora_sock_close(s);
}

static void on_close(void *state, const char *why)
{
	struct server *srv = state;

	srv->closed++;
	srv->why = why;
	srv->sock = NULL;
	srv->has_closed = true;
}

static struct tora_listen_spec spec_of(struct server *srv)
{
	return (struct tora_listen_spec){ .path = srv->path,
		                          .uid = geteuid(),
		                          .max_clients = 4,
		                          .on_open = on_open,
		                          .on_data = on_data,
		                          .on_eof = on_eof,
		                          .on_close = on_close,
		                          .ctx = srv };
}

static void listen_on(struct server *srv, const struct tora_listen_spec *spec)
{
	struct tora_err err = TORA_ERR_INIT;

	if (tora_listener_new(srv->loop, spec, &srv->listener, &err))
		fail_msg("%s", err.msg);
}

static struct server *new_server(struct tora_loop *loop)
{
	struct server *srv = calloc(1, sizeof(*srv));

	srv->loop = loop;
	(void)snprintf(srv->dir, sizeof(srv->dir), "/tmp/tora-test-XXXXXX");
	assert_non_null(mkdtemp(srv->dir));
	(void)snprintf(srv->path, sizeof(srv->path), "%s/s", srv->dir);
	tora_str_init(&srv->got, 100000);
	return srv;
}

static void free_server(struct server *srv)
{
	tora_listener_free(srv->listener);
	assert_int_equal(access(srv->path, F_OK), -1); /* the file is gone with it */
	assert_int_equal(rmdir(srv->dir), 0);
	tora_str_free(&srv->got);
	free(srv);
}

static int connect_raw(const char *path)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	(void)snprintf(to.sun_path, sizeof(to.sun_path), "%s", path);
	if (connect(fd, (const struct sockaddr *)&to, sizeof(to)) < 0) {
		(void)close(fd);
		return -1;
	}
	return fd;
}

static void until(struct server *srv, bool *flag)
{
	assert_int_equal(tora_loop_wait(srv->loop, flag, SOON), TORA_OK);
	*flag = false;
}

static int connect_to(struct server *srv)
{
	int fd = connect_raw(srv->path);

	assert_true(fd >= 0);
	until(srv, &srv->has_opened);
	return fd;
}

static void on_client_readable(void *ctx, unsigned events)
{
	(void)events;
	*(bool *)ctx = true;
}

/* What the server sent by the time the client can read, or "" for the end. */
static const char *client_reads(struct server *srv, int fd, char *buf, size_t size)
{
	bool readable = false;
	struct tora_io *io =
		tora_io_new(srv->loop, "client", fd, TORA_IO_READ, on_client_readable, &readable);
	ssize_t n;

	until(srv, &readable);
	tora_io_free(io);
	n = read(fd, buf, size - 1);
	buf[n > 0 ? n : 0] = '\0';
	return buf;
}

static void test_echo(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct stat st;
	char buf[64];
	int fd;

	srv->echo = true;
	listen_on(srv, &spec);
	assert_int_equal(stat(srv->path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	fd = connect_to(srv);
	assert_int_equal(tora_listener_clients(srv->listener), 1);
	assert_int_equal(write(fd, "hello\n", 6), 6);
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "hello\n");
	(void)close(fd);
	until(srv, &srv->has_closed);
	assert_int_equal(srv->closed, 1);
	assert_int_equal(tora_listener_clients(srv->listener), 0);
	free_server(srv);
}

/* printf ... | nc -U: the client is done sending and waits for the answer. */
static void test_half_close(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct tora_err err = TORA_ERR_INIT;
	bool no = false;
	char buf[64];
	int fd;

	srv->hold_on_eof = true;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	assert_int_equal(write(fd, "q\n", 2), 2);
	assert_int_equal(shutdown(fd, SHUT_WR), 0);
	until(srv, &srv->has_eof);
	assert_string_equal(srv->got.buf, "q\n");
	assert_int_equal(tora_loop_wait(srv->loop, &no, 20), TORA_E_TIMEOUT);
	assert_int_equal(srv->closed, 0); /* kept, as its owner wants */
	assert_int_equal(srv->eofs, 1);
	assert_int_equal(tora_sock_send(srv->sock, TORA_SV("late answer\n"), &err), TORA_OK);
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "late answer\n");
	(void)close(fd); /* now it is gone, and nothing is sent that would show it */
	until(srv, &srv->has_closed);
	assert_int_equal(srv->closed, 1);
	free_server(srv);
}

static void test_eof_without_function(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	char buf[64];
	int fd;

	srv->echo = true;
	spec.on_eof = NULL;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	assert_int_equal(write(fd, "q\n", 2), 2);
	assert_int_equal(shutdown(fd, SHUT_WR), 0);
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "q\n");
	until(srv, &srv->has_closed);
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "");
	(void)close(fd);
	free_server(srv);
}

/* The server's end of its one connection, as a child has it that has not come to its program yet. */
static int copy_of_connection(const struct server *srv)
{
	int listens;

	for (int fd = 3; fd < 256; fd++) {
		struct sockaddr_un name = { 0 };
		socklen_t size = sizeof(name);

		if (getsockname(fd, (struct sockaddr *)&name, &size) < 0 ||
		    name.sun_family != AF_UNIX || strcmp(name.sun_path, srv->path) != 0)
			continue;
		size = sizeof(listens);
		assert_int_equal(getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size), 0);
		if (!listens)
			return dup(fd);
	}
	return -1;
}

static void test_copy_elsewhere(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	bool no = false;
	char buf[64];
	int fd, copy;

	srv->echo = true;
	spec.on_eof = NULL;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	copy = copy_of_connection(srv);
	assert_true(copy >= 0);
	assert_int_equal(write(fd, "q\n", 2), 2);
	assert_int_equal(shutdown(fd, SHUT_WR), 0);
	until(srv, &srv->has_closed);
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "q\n");
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "");
	(void)close(fd);
	assert_int_equal(tora_loop_wait(srv->loop, &no, 20), TORA_E_TIMEOUT);
	assert_int_equal(srv->closed, 1); /* nobody hears of it once more */
	(void)close(copy);
	free_server(srv);
}

static void test_close_sends_first(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	char buf[64];
	int fd;

	srv->echo = srv->close_on_data = true;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	assert_int_equal(write(fd, "bye\n", 4), 4);
	until(srv, &srv->has_closed);
	assert_int_equal(read(fd, buf, sizeof(buf)), 4);
	assert_int_equal(read(fd, buf, sizeof(buf)), 0);
	(void)close(fd);
	free_server(srv);
}

static void test_slow_reader(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct tora_err err = TORA_ERR_INIT;
	char *big = calloc(1, TORA_WIRE_OUT_MAX);
	int fd;

	spec.stall_ms = 30;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	assert_int_equal(
		tora_sock_send(srv->sock, (struct tora_sv){ big, TORA_WIRE_OUT_MAX }, &err),
		TORA_OK);
	until(srv, &srv->has_closed); /* it reads nothing */
	assert_string_equal(srv->why, "it reads too slowly");
	(void)close(fd);
	free(big);
	free_server(srv);
}

/* One that reads a little now and then is kept; one that does not is dropped whatever we send. */
static void test_only_progress_counts(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct tora_err err = TORA_ERR_INIT;
	char *big = calloc(1, 3u << 20);
	bool no = false;
	int fd, sends = 0;

	spec.stall_ms = 1000;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	assert_int_equal(tora_sock_send(srv->sock, (struct tora_sv){ big, 3u << 20 }, &err),
	                 TORA_OK);
	for (int64_t began = tora_clock_mono_ms(); tora_clock_mono_ms() - began < 1700;) {
		assert_true(read(fd, big, 16384) > 0); /* of 3 MiB, not all */
		(void)tora_loop_wait(srv->loop, &no, 20);
		assert_int_equal(srv->closed, 0);
	}
	/* Sending fails from the moment it is dropped; the owner is told a turn of the loop later. */
	while (!srv->closed && sends++ < 1000 &&
	       tora_sock_send(srv->sock, TORA_SV("x"), &err) == TORA_OK)
		(void)tora_loop_wait(srv->loop, &srv->has_closed, 10);
	until(srv, &srv->has_closed);
	assert_int_equal(srv->closed, 1);
	assert_string_equal(srv->why, "it reads too slowly");
	(void)close(fd);
	free(big);
	free_server(srv);
}

static void test_too_much_waits(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct tora_err err = TORA_ERR_INIT;
	char *big = calloc(1, TORA_WIRE_OUT_MAX);
	int fd, rc = TORA_OK;

	listen_on(srv, &spec);
	fd = connect_to(srv);
	for (int i = 0; i < 3 && !rc; i++)
		rc = tora_sock_send(srv->sock, (struct tora_sv){ big, TORA_WIRE_OUT_MAX }, &err);
	assert_int_equal(rc, TORA_E_LIMIT);
	assert_int_equal(tora_sock_send(srv->sock, TORA_SV("x"), &err), TORA_E_REMOTE);
	assert_int_equal(srv->closed, 0);
	until(srv, &srv->has_closed);
	(void)close(fd);
	free(big);
	free_server(srv);
}

static void test_peer_dies(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct tora_err err = TORA_ERR_INIT;
	int fd;

	listen_on(srv, &spec);
	fd = connect_to(srv);
	(void)close(fd);
	assert_int_equal(tora_sock_send(srv->sock, TORA_SV("x"), &err), TORA_E_REMOTE);
	assert_int_equal(srv->closed, 0);
	until(srv, &srv->has_closed);
	assert_int_equal(srv->closed, 1);
	free_server(srv);
}

static void test_too_many_clients(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	char buf[64];
	int one, two;

	spec.max_clients = 1;
	spec.refusal = "busy\n";
	listen_on(srv, &spec);
	one = connect_to(srv);
	two = connect_raw(srv->path);
	assert_string_equal(client_reads(srv, two, buf, sizeof(buf)), "busy\n");
	assert_string_equal(client_reads(srv, two, buf, sizeof(buf)), "");
	(void)close(two);
	(void)close(one);
	until(srv, &srv->has_closed);
	two = connect_to(srv); /* room again */
	(void)close(two);
	until(srv, &srv->has_closed);
	assert_int_equal(srv->opened, 2);
	free_server(srv);
}

/* The owner waits in a nested loop while the peer sends more, and then while it goes. */
static void test_nested_wait(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	int fd;

	srv->wait_on_data = srv->echo = true;
	listen_on(srv, &spec);
	fd = connect_to(srv);
	assert_int_equal(write(fd, "a\n", 2), 2);
	until(srv, &srv->has_data);
	assert_int_equal(write(fd, "b\n", 2), 2);
	(void)close(fd);
	until(srv, &srv->has_closed);
	assert_string_equal(srv->got.buf, "a\nb\n");
	assert_int_equal(srv->closed, 1);
	free_server(srv);
}

/* The peer vanishes while the owner waits and then sends: the connection lives until it returns. */
static void on_data_peer_gone(void *state, struct tora_sock *s, struct tora_sv bytes)
{
	struct server *srv = state;
	struct tora_err err = TORA_ERR_INIT;
	bool no = false;

	(void)bytes;
	(void)close(srv->running); /* the client's end */
	assert_int_equal(tora_sock_send(s, TORA_SV("x"), &err), TORA_E_REMOTE);
	assert_int_equal(tora_loop_wait(srv->loop, &no, 30), TORA_E_TIMEOUT);
	assert_int_equal(srv->closed, 0);
	assert_int_equal(tora_sock_send(s, TORA_SV("x"), &err), TORA_E_REMOTE);
	tora_sock_close(s);
}

static void test_dropped_while_running(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);

	spec.on_data = on_data_peer_gone;
	listen_on(srv, &spec);
	srv->running = connect_to(srv);
	assert_int_equal(write(srv->running, "a\n", 2), 2);
	until(srv, &srv->has_closed);
	assert_int_equal(srv->closed, 1);
	free_server(srv);
}

static void test_other_uid(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	char buf[64];
	int fd;

	spec.uid = geteuid() + 1;
	listen_on(srv, &spec);
	fd = connect_raw(srv->path);
	assert_string_equal(client_reads(srv, fd, buf, sizeof(buf)), "");
	assert_int_equal(srv->opened, 0);
	(void)close(fd);
	free_server(srv);
}

static void test_free_closes_all(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	char buf[8];
	int one, two;

	listen_on(srv, &spec);
	one = connect_to(srv);
	two = connect_to(srv);
	tora_listener_free(srv->listener);
	srv->listener = NULL;
	assert_int_equal(srv->closed, 2);
	assert_int_equal(read(one, buf, sizeof(buf)), 0);
	(void)close(one);
	(void)close(two);
	free_server(srv);
}

static void test_path_in_use(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct tora_listener *other = NULL;
	struct tora_err err = TORA_ERR_INIT;
	char moved[100], too_long[200];
	int fd;

	listen_on(srv, &spec);
	assert_int_equal(tora_listener_new(srv->loop, &spec, &other, &err), TORA_E_CONFLICT);
	(void)snprintf(moved, sizeof(moved), "%s.old", srv->path);
	/* A daemon that was killed leaves its file; with the lock it may go. */
	spec.holds_lock = true;
	assert_int_equal(link(srv->path, moved), 0);
	assert_int_equal(tora_listener_new(srv->loop, &spec, &other, &err), TORA_OK);
	tora_listener_free(srv->listener); /* the file is not its own any more: it stays */
	assert_int_equal(access(srv->path, F_OK), 0);
	tora_listener_free(other);
	assert_int_equal(access(srv->path, F_OK), -1);
	assert_int_equal(unlink(moved), 0);
	/* What is not a socket is never removed. */
	fd = open(srv->path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	(void)close(fd);
	assert_int_equal(tora_listener_new(srv->loop, &spec, &other, &err), TORA_E_CONFLICT);
	assert_int_equal(unlink(srv->path), 0);
	memset(too_long, 'x', sizeof(too_long));
	too_long[TORA_SOCKET_MAX + 1] = '\0';
	spec.path = too_long;
	assert_int_equal(tora_listener_new(srv->loop, &spec, &other, &err), TORA_E_LIMIT);
	spec.path = "/nonexistent/s";
	assert_int_equal(tora_listener_new(srv->loop, &spec, &other, &err), TORA_E_SYS);
	srv->listener = NULL;
	free_server(srv);
}

/* Out of descriptors: no spinning, no lost client; it is accepted when there is room. */
static void test_out_of_descriptors(void **state)
{
	struct server *srv = new_server(*state);
	struct tora_listen_spec spec = spec_of(srv);
	struct rlimit before, none;
	int64_t began;
	int fd;

	listen_on(srv, &spec);
	(void)tora_loop_wait(srv->loop, &srv->has_opened,
	                     0); /* libev's own descriptors exist now */
	fd = connect_raw(srv->path);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = (struct rlimit){ (rlim_t)fd + 1, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	began = tora_clock_mono_ms();
	assert_int_equal(tora_loop_wait(srv->loop, &srv->has_opened, 100), TORA_E_TIMEOUT);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	until(srv, &srv->has_opened);
	assert_true(tora_clock_mono_ms() - began >= 900);
	(void)close(fd);
	until(srv, &srv->has_closed);
	free_server(srv);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOOP_TEST(test_echo),
		LOOP_TEST(test_half_close),
		LOOP_TEST(test_eof_without_function),
		LOOP_TEST(test_copy_elsewhere),
		LOOP_TEST(test_close_sends_first),
		LOOP_TEST(test_slow_reader),
		LOOP_TEST(test_only_progress_counts),
		LOOP_TEST(test_too_much_waits),
		LOOP_TEST(test_peer_dies),
		LOOP_TEST(test_too_many_clients),
		LOOP_TEST(test_nested_wait),
		LOOP_TEST(test_dropped_while_running),
		LOOP_TEST(test_other_uid),
		LOOP_TEST(test_free_closes_all),
		LOOP_TEST(test_path_in_use),
		LOOP_TEST(test_out_of_descriptors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
