/* Which files of the spool are whose. */
#include "serve/spool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define MADE_S 1000000 /* when the files were last written to */

static const struct {
	const char *name;
	int64_t age_ms;
	bool is_folder, is_torn;
} rows[] = {
	{ ".1-2.json", TORA_SPOOL_TORN_MS + 1, false, true },
	{ ".3-4.json", TORA_SPOOL_TORN_MS, false, false }, /* it may still be written */
	{ ".5-6.json", -1000, false, false },              /* the clock was set back */
	{ "7-8.json", 86400000, false, false },            /* whole */
	{ ".new", 86400000, false, false },                /* somebody else's */
	{ ".9-9.json.new", 86400000, false, false },
	{ ".10-10.json", 86400000, true, false },
};

static void torn(void **state)
{
	const struct timespec made[2] = { { .tv_sec = MADE_S }, { .tv_sec = MADE_S } };
	char path[] = "/tmp/tora-spool-XXXXXX";
	int dir;

	(void)state;
	assert_non_null(mkdtemp(path));
	dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(dir >= 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t now = (int64_t)MADE_S * 1000 + rows[i].age_ms;

		assert_int_equal(rows[i].is_folder ? mkdirat(dir, rows[i].name, 0700)
		                                   : close(openat(dir, rows[i].name,
		                                                  O_WRONLY | O_CREAT, 0600)),
		                 0);
		assert_int_equal(utimensat(dir, rows[i].name, made, 0), 0);
		if (tora_spool_is_torn(dir, rows[i].name, now) != rows[i].is_torn)
			fail_msg("%s after %lld ms", rows[i].name, (long long)rows[i].age_ms);
		assert_int_equal(unlinkat(dir, rows[i].name, rows[i].is_folder ? AT_REMOVEDIR : 0),
		                 0);
	}
	assert_false(tora_spool_is_torn(dir, ".1-2.json", INT64_MAX)); /* it is gone */
	(void)close(dir);
	assert_int_equal(rmdir(path), 0);
}

static void names(void **state)
{
	static const struct {
		const char *name;
		bool is_ours;
	} all[] = { { "1-2.json", true },    { ".1-2.json", false }, { "1-.json", false },
		    { "-2.json", false },    { "1-2.jsonx", false }, { "a-2.json", false },
		    { "../1-2.json", false } };

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (tora_spool_is_name(all[i].name) != all[i].is_ours)
			fail_msg("%s", all[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(torn),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
