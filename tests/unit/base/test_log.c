#include "tora/log.h"

#include "tests/unit/unit.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define TIME "2026-11-20T08:05:48Z" /* only its length counts */

static int ends[2];
static char text[20000];

static int open_pipe(void **state)
{
	(void)state;
	return pipe(ends);
}

static int close_pipe(void **state)
{
	(void)state;
	(void)close(ends[0]);
	return 0;
}

static const char *read_lines(void)
{
	ssize_t n;
	size_t len = 0;

	(void)close(ends[1]);
	while ((n = read(ends[0], text + len, sizeof(text) - 1 - len)) > 0)
		len += (size_t)n;
	text[len] = '\0';
	return text;
}

static void test_line(void **state)
{
	static const char first[] = " info queue check=c17 branch 'a\\nb\\x1b[1m'\n";
	struct tora_log log = { .fd = ends[1], .level = TORA_LOG_INFO, .context = "check=c17" };

	(void)state;
	tora_log(&log, TORA_LOG_DEBUG, "queue", "not seen");
	tora_log(&log, TORA_LOG_INFO, "queue", "branch '%s'", "a\nb\033[1m");
	log.context = NULL;
	tora_log(&log, TORA_LOG_ERROR, "store", "x");
	tora_log(NULL, TORA_LOG_ERROR, "store", "nobody");
	log.fd = -1;
	tora_log(&log, TORA_LOG_ERROR, "store", "nowhere");
	(void)read_lines();
	assert_memory_equal(text + sizeof(TIME) - 1, first, sizeof(first) - 1);
	assert_string_equal(strchr(text, '\n') + sizeof(TIME), " error store x\n");
}

static void test_long(void **state)
{
	struct tora_log log = { .fd = ends[1], .level = TORA_LOG_DEBUG };
	char big[6000];

	(void)state;
	memset(big, 1, sizeof(big) - 1); /* each becomes four bytes */
	big[sizeof(big) - 1] = '\0';
	tora_log(&log, TORA_LOG_WARN, "x", "%s", big);
	(void)read_lines();
	assert_true(strlen(text) > 4 * 4000);
	assert_string_equal(text + strlen(text) - 8, "\\x01...\n");
}

/* A log line between a failure and its report is harmless, also one that cannot be written. */
static void test_errno(void **state)
{
	struct tora_log log = { .fd = 9999, .level = TORA_LOG_DEBUG };

	(void)state;
	errno = EIO;
	tora_log(&log, TORA_LOG_WARN, "x", "y");
	assert_int_equal(errno, EIO);
	(void)read_lines();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_line, open_pipe, close_pipe),
		cmocka_unit_test_setup_teardown(test_long, open_pipe, close_pipe),
		cmocka_unit_test_setup_teardown(test_errno, open_pipe, close_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
