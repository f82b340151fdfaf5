/* The line that gives a process its next check: what is one, and what ends the waiting. */
#include "check/linger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <unistd.h>

static const struct {
	const char *label, *text;
	int argc; /* 0: it is none */
	const char *last;
} rows[] = {
	{ "a check", "{\"check\":[\"check\",\"--repo\",\"/a b\"]}\n", 3, "/a b" },
	{ "other fields", "{\"x\":1,\"check\":[\"check\"]}\n", 1, "check" },
	{ "the end of the input", "", 0, NULL },
	{ "no newline", "{\"check\":[\"check\"]}", 0, NULL },
	{ "no words", "{\"check\":[]}\n", 0, NULL },
	{ "not words", "{\"check\":[1]}\n", 0, NULL },
	{ "no list", "{\"check\":\"check\"}\n", 0, NULL },
	{ "no JSON", "check\n", 0, NULL },
};

static void test_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_linger_line line;
		int fds[2];
		bool found;

		assert_int_equal(pipe(fds), 0);
		assert_int_equal(write(fds[1], rows[i].text, strlen(rows[i].text)),
		                 strlen(rows[i].text));
		assert_int_equal(close(fds[1]), 0);
		found = tora_linger_next(fds[0], 5000, &line);
		assert_int_equal(close(fds[0]), 0);
		if (found != (rows[i].argc > 0) || (found && line.argc != rows[i].argc))
			fail_msg("%s: %d, %d words", rows[i].label, found, line.argc);
		if (found) {
			assert_string_equal(line.argv[line.argc - 1], rows[i].last);
			assert_null(line.argv[line.argc]);
			tora_linger_done(&line);
		}
	}
}

static void test_too_long_and_too_many(void **state)
{
	struct tora_linger_line line;
	struct tora_str text = TORA_STR_INIT(1u << 20);
	int fds[2];

	(void)state;
	tora_str_adds(&text, "{\"check\":[\"check\"");
	for (int i = 0; i < TORA_LINGER_ARGS; i++)
		tora_str_adds(&text, ",\"x\"");
	tora_str_adds(&text, "]}\n");
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], text.buf, text.len), text.len);
	assert_false(tora_linger_next(fds[0], 5000, &line));
	tora_str_free(&text);
	assert_int_equal(close(fds[0]) + close(fds[1]), 0);
}

/* Nobody says anything. */
static void test_waiting_ends(void **state)
{
	struct tora_linger_line line;
	int fds[2];

	(void)state;
	assert_int_equal(pipe(fds), 0);
	assert_false(tora_linger_next(fds[0], 20, &line));
	assert_int_equal(close(fds[0]) + close(fds[1]), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines),
		                            cmocka_unit_test(test_too_long_and_too_many),
		                            cmocka_unit_test(test_waiting_ends) };

	return cmocka_run_group_tests_name("linger", tests, NULL, NULL);
}
