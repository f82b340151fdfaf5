/*
 * test_answers.c - a folder that does not answer: here its statfs() sleeps.
 */
#include "tora/answers.h"
#include "tora/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <unistd.h>

#define LATE_S 3

/* Instead of the library's: nobody else here asks. */
int statfs(const char *folder, struct statfs *ret)
{
	(void)ret;
	if (strcmp(folder, "/late") == 0)
		(void)sleep(LATE_S);
	errno = ENOENT;
	return strcmp(folder, "/here") == 0 ? 0 : -1;
}

static void one_that_is_not_there_answers(void **state)
{
	struct tora_err err;

	(void)state;
	assert_int_equal(tora_answers("/nonexistent", 60000, &err), TORA_OK);
}

static void tick(int signal)
{
	(void)signal;
}

/* Signals that come all the time do not make the wait longer. */
static void late_is_late(void **state)
{
	static const struct itimerval often = { { 0, 20000 }, { 0, 20000 } }, never;
	struct sigaction on_tick = { .sa_handler = tick };
	int64_t began = tora_clock_mono_ms();
	struct tora_err err;

	(void)state;
	assert_int_equal(sigaction(SIGALRM, &on_tick, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	assert_int_equal(tora_answers("/late", 100, &err), TORA_E_TIMEOUT);
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	assert_string_equal(err.msg, "/late does not answer");
	assert_true(tora_clock_mono_ms() - began >= 100);
}

/* One process asks for all of them. Behind one that is late nobody knows; `is_gone` is of no use there. */
static void they_are_asked_in_turn(void **state)
{
	static const char *const there[] = { "/here", "/gone", "/here" };
	static const char *const late[] = { "/gone", "/late", "/gone" };
	bool is_gone[3];

	(void)state;
	assert_int_equal(tora_answers_in_turn(there, 3, 60000, is_gone), 3);
	assert_false(is_gone[0]);
	assert_true(is_gone[1]);
	assert_false(is_gone[2]);
	assert_int_equal(tora_answers_in_turn(late, 3, 100, is_gone), 1);
	assert_true(is_gone[0]);
	assert_int_equal(tora_answers_in_turn(late, 0, 100, is_gone), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_that_is_not_there_answers),
		cmocka_unit_test(late_is_late),
		cmocka_unit_test(they_are_asked_in_turn),
	};

	return cmocka_run_group_tests_name("answers", tests, NULL, NULL);
}
