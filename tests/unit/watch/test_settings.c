/*
 * test_settings.c - git config's answer, and when it is no longer true.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tora/clock.h"
#include "watch/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define F "file:/c\0"

#define TEXT(literal)                                                                              \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct {
	const char *label;
	struct tora_sv text;
	bool enabled, block;
	unsigned wait, jobs, timeout, sure, wrong;
} rows[] = {
	{ "nothing set", { "", 0 }, true, false, 0, 0, 300, 72, 0 },
	{ "others' keys", TEXT(F "core.bare\nfalse\0"), true, false, 0, 0, 300, 72, 0 },
	{ "all",
	  TEXT(F "tora.enabled\nno\0" F "tora.push.block\nTrue\0" F "tora.push.wait\n5\0" F
	         "tora.jobs\n3\0" F "tora.check.timeout\n60\0"),
	  false, true, 5, 3, 60, 72, 0 },
	{ "how sure", TEXT(F "tora.push.sure\n100\0"), true, false, 0, 0, 300, 100, 0 },
	{ "all of it", TEXT(F "tora.push.sure\n1\0"), true, false, 0, 0, 300, 1, 0 },
	{ "the last one wins", TEXT(F "tora.push.wait\n5\0" F "tora.push.wait\n7\0"), true, false,
	  7, 0, 300, 72, 0 },
	{ "a key alone is true", TEXT(F "tora.push.block\0"), true, true, 0, 0, 300, 72, 0 },
	{ "nonsense keeps the default", TEXT(F "tora.push.wait\nsoon\0" F "tora.jobs\n-1\0"), true,
	  false, 0, 0, 300, 72, TORA_WRONG_WAIT },
	{ "an hour", TEXT(F "tora.push.wait\n3600\0"), true, false, 3600, 0, 300, 72, 0 },
	{ "too much", TEXT(F "tora.push.wait\n3601\0"), true, false, 0, 0, 300, 72,
	  TORA_WRONG_WAIT },
	{ "more than sure is not silence", TEXT(F "tora.push.sure\n101\0"), true, false, 0, 0, 300,
	  72, TORA_WRONG_SURE },
	{ "no percentage", TEXT(F "tora.push.sure\n80%\0"), true, false, 0, 0, 300, 72,
	  TORA_WRONG_SURE },
	{ "mended further on", TEXT(F "tora.push.sure\nx\0" F "tora.push.sure\n80\0"), true, false,
	  0, 0, 300, 80, 0 },
	{ "no boolean refuses nothing", TEXT(F "tora.push.block\nmaybe\0"), true, false, 0, 0, 300,
	  72, TORA_WRONG_BLOCK },
	{ "nor does what only begins as one", TEXT(F "tora.push.block\n1maybe\0"), true, false, 0,
	  0, 300, 72, TORA_WRONG_BLOCK },
	{ "of base 16", TEXT(F "tora.push.block\n0x10\0"), true, true, 0, 0, 300, 72, 0 },
	{ "git's other booleans", TEXT(F "tora.push.block\nOff\0" F "tora.push.block\n2\0"), true,
	  true, 0, 0, 300, 72, 0 },
	{ "no boolean switches nothing off", TEXT(F "tora.enabled\nmaybe\0"), true, false, 0, 0,
	  300, 72, TORA_WRONG_ENABLED },
	{ "git's unit", TEXT(F "tora.push.wait\n1k\0" F "tora.jobs\n0x3\0"), true, false, 1024, 3,
	  300, 72, 0 },
	{ "jobs are capped", TEXT(F "tora.jobs\n99999\0"), true, false, 0, 256, 300, 72, 0 },
};

static void values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_settings s;
		struct tora_err err;

		tora_settings_init(&s);
		if (tora_settings_parse(&s, rows[i].text, "/d", NULL, 0, &err) ||
		    s.is_enabled != rows[i].enabled || s.push_block != rows[i].block ||
		    s.push_wait_s != rows[i].wait || s.jobs != rows[i].jobs ||
		    s.check_timeout_s != rows[i].timeout || s.push_sure != rows[i].sure ||
		    s.wrong != rows[i].wrong)
			fail_msg("%s", rows[i].label);
		tora_settings_done(&s);
	}
}

static void cut_short(void **state)
{
	struct tora_settings s;
	struct tora_err err;

	(void)state;
	tora_settings_init(&s);
	assert_int_equal(
		tora_settings_parse(&s, TORA_SV("file:/c\0tora.jobs\n4"), "/d", NULL, 0, &err),
		TORA_E_FORMAT);
	assert_int_equal(s.jobs, 0);
	tora_settings_done(&s);
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static bool is_fresh(const struct tora_settings *s)
{
	struct tora_stamps now;

	tora_settings_stamp(s, &now);
	return tora_settings_is_fresh(s, &now);
}

/* As git is asked: its files are looked at afterwards. */
static int ask(struct tora_settings *s, const char *dir, const char *const *extra, int64_t asked_ms)
{
	struct tora_stamps now;
	struct tora_err err;
	int rc = tora_settings_parse(s, TORA_SV("file:a\0core.x\ny\0"), dir, extra, asked_ms, &err);

	assert_false(is_fresh(s)); /* nobody has looked */
	tora_settings_stamp(s, &now);
	tora_settings_keep(s, &now);
	return rc;
}

#define LATER (tora_clock_wall_ms() + 1000)

static void freshness(void **state)
{
	char dir[] = "/tmp/tora-test-settings.XXXXXX", a[64], b[64];
	const char *extra[] = { b, NULL };
	struct tora_settings s;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(a, sizeof a, "%s/a", dir);
	snprintf(b, sizeof b, "%s/b", dir);
	write_file(a, "1");
	tora_settings_init(&s);
	assert_false(is_fresh(&s)); /* never asked */
	assert_int_equal(ask(&s, dir, extra, LATER), 0);
	assert_true(is_fresh(&s));
	write_file(a, "22");
	assert_false(is_fresh(&s));
	assert_int_equal(ask(&s, dir, extra, LATER), 0);
	assert_true(is_fresh(&s));
	write_file(b, ""); /* one that was not there */
	assert_false(is_fresh(&s));
	/* written just before git was asked: git may have read what was there earlier */
	assert_int_equal(ask(&s, dir, extra, tora_clock_wall_ms()), 0);
	assert_false(is_fresh(&s));
	tora_settings_done(&s);
	unlink(a);
	unlink(b);
	rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(freshness),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
