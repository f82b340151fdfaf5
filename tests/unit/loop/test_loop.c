#include "tests/unit/loop/unit.h"

#include "loop/io.h"
#include "loop/signal.h"
#include "loop/timer.h"
#include "tora/clock.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

static int blocked_ms; /* how long the loop wanted to sleep, the last time */

/* Stands before the C library's, for libev too. */
int epoll_wait(int fd, struct epoll_event *events, int max, int timeout)
{
	blocked_ms = timeout;
	return (int)syscall(SYS_epoll_pwait, fd, events, max, timeout, NULL, 0);
}

struct seen {
	struct tora_loop *loop;
	struct tora_timer *timer, *other;
	struct tora_io *io;
	bool flag, second;
	int calls, rc;
	unsigned events;
	int fd;
};

static void set_flag(void *ctx)
{
	struct seen *s = ctx;

	s->flag = true;
	s->calls++;
}

static void set_second(void *ctx)
{
	struct seen *s = ctx;

	s->second = true;
}

static void stop_loop(void *ctx)
{
	struct seen *s = ctx;

	s->calls++;
	tora_loop_stop(s->loop);
}

static void test_wait(void **state)
{
	struct tora_loop *loop = *state;
	struct seen s = { .loop = loop };
	bool yes = true, no = false;
	int64_t began = tora_clock_mono_ms();

	s.timer = tora_timer_new(loop, "flag", set_flag, &s);
	assert_int_equal(tora_loop_wait(loop, &yes, 0), TORA_OK);
	assert_int_equal(tora_loop_wait(loop, &no, 30), TORA_E_TIMEOUT);
	assert_true(tora_clock_mono_ms() - began >= 29);
	assert_false(tora_timer_active(s.timer));
	tora_timer_start(s.timer, 5);
	assert_true(tora_timer_active(s.timer));
	assert_int_equal(tora_loop_wait(loop, &s.flag, SOON), TORA_OK);
	assert_false(tora_timer_active(s.timer));
	tora_timer_free(s.timer);
}

static void wait_inside(void *ctx)
{
	struct seen *s = ctx;

	s->rc = tora_loop_wait(s->loop, &s->second, SOON);
	s->flag = true;
}

static void test_wait_nested(void **state)
{
	struct seen s = { .loop = *state, .rc = 99 };
	int64_t began;

	s.timer = tora_timer_new(s.loop, "outer", wait_inside, &s);
	s.other = tora_timer_new(s.loop, "inner", set_second, &s);
	tora_timer_start(s.timer, 0);
	tora_timer_start(s.other, 1);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_int_equal(s.rc, TORA_OK);
	/* Both due in the same turn: the second one is pending while the first waits for it. */
	s.flag = s.second = false;
	s.rc = 99;
	began = tora_clock_mono_ms();
	tora_timer_start(s.timer, 0);
	tora_timer_start(s.other, 0);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_int_equal(s.rc, TORA_OK);
	assert_true(tora_clock_mono_ms() - began < SOON / 2);
	tora_timer_free(s.timer);
	tora_timer_free(s.other);
}

/* A callback that took long already: what it starts and waits for still gets its whole time. */
static void be_slow_then_wait(void *ctx)
{
	struct seen *s = ctx;
	int64_t began = tora_clock_mono_ms();
	bool no = false;

	while (tora_clock_mono_ms() - began < 60)
		;
	began = tora_clock_mono_ms();
	assert_int_equal(tora_loop_wait(s->loop, &no, 40), TORA_E_TIMEOUT);
	assert_true(tora_clock_mono_ms() - began >= 39);
	while (tora_clock_mono_ms() - began < 100)
		;
	began = tora_clock_mono_ms();
	tora_timer_start(s->other, 40);
	assert_int_equal(tora_loop_wait(s->loop, &s->second, SOON), TORA_OK);
	assert_true(tora_clock_mono_ms() - began >= 39);
	s->flag = true;
}

static void test_time_counts_from_now(void **state)
{
	struct seen s = { .loop = *state };

	s.timer = tora_timer_new(s.loop, "slow", be_slow_then_wait, &s);
	s.other = tora_timer_new(s.loop, "other", set_second, &s);
	tora_timer_start(s.timer, 0);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	tora_timer_free(s.timer);
	tora_timer_free(s.other);
}

static void test_stop(void **state)
{
	struct seen s = { .loop = *state };
	bool no = false;

	s.timer = tora_timer_new(s.loop, "outer", wait_inside, &s);
	s.other = tora_timer_new(s.loop, "stop", stop_loop, &s);
	tora_timer_start(s.timer, 0);
	tora_timer_start(s.other, 1);
	tora_loop_run(s.loop); /* stopped from a nested wait */
	assert_int_equal(s.rc, TORA_E_CANCELED);
	assert_int_equal(s.calls, 1);
	tora_timer_start(s.other, 0);
	tora_loop_run(s.loop);
	assert_int_equal(s.calls, 1); /* stopped is for good */
	assert_int_equal(tora_loop_wait(s.loop, &no, SOON), TORA_E_CANCELED);
	tora_timer_free(s.timer);
	tora_timer_free(s.other);
}

static void test_run_ends_with_nothing_to_do(void **state)
{
	struct seen s = { .loop = *state };

	s.timer = tora_timer_new(s.loop, "flag", set_flag, &s);
	tora_timer_start(s.timer, 1);
	tora_loop_run(s.loop);
	assert_int_equal(s.calls, 1);
	tora_timer_free(s.timer);
}

static void free_itself(void *ctx)
{
	struct seen *s = ctx;

	tora_timer_free(s->timer);
	s->timer = NULL;
	s->flag = true;
}

static void start_again(void *ctx)
{
	struct seen *s = ctx;

	if (++s->calls < 3)
		tora_timer_start(s->timer, 0);
	else
		s->flag = true;
}

static void test_timer(void **state)
{
	struct seen s = { .loop = *state };
	int64_t began;

	s.timer = tora_timer_new(s.loop, "self", free_itself, &s);
	tora_timer_start(s.timer, 0);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_null(s.timer);
	s.flag = false;
	s.timer = tora_timer_new(s.loop, "again", start_again, &s);
	tora_timer_start(s.timer, 0);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_int_equal(s.calls, 3);
	/* A second start replaces the first. */
	s.flag = false;
	began = tora_clock_mono_ms();
	tora_timer_start(s.timer, 1);
	tora_timer_start(s.timer, 40);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_true(tora_clock_mono_ms() - began >= 39);
	tora_timer_start(s.timer, 1);
	tora_timer_stop(s.timer);
	assert_false(tora_timer_active(s.timer));
	tora_timer_free(s.timer);
	tora_timer_free(NULL);
}

static void on_fd(void *ctx, unsigned events)
{
	struct seen *s = ctx;
	char c;

	s->events |= events;
	if (events & TORA_IO_READ)
		assert_int_equal(read(s->fd, &c, 1), 1);
	tora_io_free(s->io);
	s->io = NULL;
	s->flag = true;
}

static void test_io(void **state)
{
	struct seen s = { .loop = *state };
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	s.fd = ends[0];
	s.io = tora_io_new(s.loop, "read", ends[0], TORA_IO_READ, on_fd, &s);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, 5), TORA_E_TIMEOUT);
	assert_int_equal(write(ends[1], "x", 1), 1);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_int_equal(s.events, TORA_IO_READ);
	s.flag = false;
	s.events = 0;
	s.io = tora_io_new(s.loop, "write", ends[1], TORA_IO_WRITE, on_fd, &s);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_int_equal(s.events, TORA_IO_WRITE);
	assert_null(s.io);
	tora_io_free(NULL);
	(void)close(ends[0]);
	(void)close(ends[1]);
}

/* Nothing but events ends its sleep: not a look at the clock each minute, say. A daemon has one loop. */
static void test_idle_is_idle(void **state)
{
	struct seen s = { .loop = *state };
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	s.fd = ends[0];
	s.io = tora_io_new(s.loop, "read", ends[0], TORA_IO_READ, on_fd, &s);
	assert_int_equal(write(ends[1], "x", 1), 1);
	tora_loop_run(s.loop); /* ends when nothing is watched any more */
	assert_true(s.flag);
	assert_true(blocked_ms < 0 || blocked_ms > 24 * 60 * 60 * 1000);
	(void)close(ends[0]);
	(void)close(ends[1]);
}

static void on_signal(void *ctx, int signum)
{
	struct seen *s = ctx;

	s->calls = signum;
	s->flag = true;
}

static void test_signal(void **state)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP };
	struct seen s = { .loop = *state };

	for (size_t i = 0; i < COUNT(signals); i++) {
		struct tora_signal *sig = tora_signal_new(s.loop, signals[i], on_signal, &s);

		s.flag = false;
		assert_int_equal(raise(signals[i]), 0);
		assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
		assert_int_equal(s.calls, signals[i]);
		tora_loop_run(s.loop); /* a signal alone keeps nobody here */
		tora_signal_free(sig);
	}
	tora_signal_free(NULL);
}

static void be_slow(void *ctx)
{
	struct seen *s = ctx;
	int64_t began = tora_clock_mono_ms();

	while (tora_clock_mono_ms() - began < TORA_LOOP_SLOW_MS + 5)
		;
	s->flag = true;
}

static void test_slow_is_logged(void **state)
{
	struct seen s = { .loop = *state };
	struct tora_log log = { .level = TORA_LOG_WARN };
	char line[300] = "";
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	log.fd = ends[1];
	tora_loop_log_slow(s.loop, &log);
	s.timer = tora_timer_new(s.loop, "snail", be_slow, &s);
	tora_timer_start(s.timer, 0);
	assert_int_equal(tora_loop_wait(s.loop, &s.flag, SOON), TORA_OK);
	assert_true(read(ends[0], line, sizeof(line) - 1) > 0);
	assert_non_null(strstr(line, "warning loop snail held everybody up for "));
	tora_timer_free(s.timer);
	(void)close(ends[0]);
	(void)close(ends[1]);
}

static void test_sigpipe_is_ignored(void **state)
{
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	(void)close(ends[0]);
	assert_int_equal(write(ends[1], "x", 1), -1);
	(void)close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOOP_TEST(
			test_idle_is_idle), /* first: libev does it for a process's first loop only */
		LOOP_TEST(test_wait),
		LOOP_TEST(test_wait_nested),
		LOOP_TEST(test_time_counts_from_now),
		LOOP_TEST(test_stop),
		LOOP_TEST(test_run_ends_with_nothing_to_do),
		LOOP_TEST(test_timer),
		LOOP_TEST(test_io),
		LOOP_TEST(test_signal),
		LOOP_TEST(test_slow_is_logged),
		LOOP_TEST(test_sigpipe_is_ignored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
