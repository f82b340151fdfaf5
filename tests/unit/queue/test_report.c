/*
 * test_report.c - what a check's process may print, in any split.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "queue/report.h"

#include <string.h>

#define P(stage, done, of)                                                                         \
	"{\"progress\":{\"stage\":\"" stage "\",\"done\":" done ",\"of\":" of "}}\n"

static const struct {
	const char *label, *text;
	const char *stage;
	int64_t done, of;
	const char *record; /* or NULL */
	unsigned ignored;
} rows[] = {
	{ "nothing", "", "", 0, 0, NULL, 0 },
	{ "progress", P("run", "4", "9"), "run", 4, 9, NULL, 0 },
	{ "the last one counts", P("change", "0", "1") P("run", "1", "2"), "run", 1, 2, NULL, 0 },
	{ "a record", P("run", "1", "2") "{\"record\":{}}\n", "run", 1, 2, "{\"record\":{}}", 0 },
	{ "it stays", "{\"record\":{}}\n{\"ready\":true}\n", "", 0, 0, "{\"record\":{}}", 0 },
	{ "it stays without a record", "{\"ready\":true}\n", "", 0, 0, NULL, 1 },
	{ "a record cut short is none", "{\"record\":{}}", "", 0, 0, NULL, 0 },
	{ "garbage", "hello\n\n\x01\x02\n{\"other\":1}\n" P("run", "1", "2"), "run", 1, 2, NULL,
	  3 },
	{ "progress that is no JSON", "{\"progress\":{\n", "", 0, 0, NULL, 1 },
	{ "numbers as text", "{\"progress\":{\"stage\":5,\"done\":\"x\"}}\n", "", 0, 0, NULL, 0 },
	{ "CRLF", "{\"record\":{}}\r\n", "", 0, 0, "{\"record\":{}}", 0 },
	{ "a stage that is too long",
	  P("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "1", "1"),
	  "abcdefghijklmnopqrstuvwxyzabcde", 1, 1, NULL, 0 },
};

static void check(size_t i, size_t step)
{
	struct tora_report r;
	size_t len = strlen(rows[i].text);

	tora_report_init(&r);
	for (size_t at = 0; at < len; at += step)
		(void)tora_report_feed(&r, (struct tora_sv){ rows[i].text + at,
		                                             len - at < step ? len - at : step });
	if (strcmp(r.stage, rows[i].stage) != 0 || r.done != rows[i].done || r.of != rows[i].of ||
	    r.ignored != rows[i].ignored || !r.record != !rows[i].record ||
	    r.is_ready != (strstr(rows[i].label, "it stays") && r.record) ||
	    (r.record && strcmp(r.record, rows[i].record) != 0))
		fail_msg("%s, by %zu: '%s' %d %d %s, %u ignored", rows[i].label, step, r.stage,
		         (int)r.done, (int)r.of, r.record ? r.record : "-", r.ignored);
	tora_report_done(&r);
}

static void any_split(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t step = 1; step < 80; step++)
			check(i, step);
}

static void a_huge_line_is_dropped(void **state)
{
	static char chunk[1 << 20];
	struct tora_report r;

	(void)state;
	memset(chunk, 'x', sizeof chunk);
	tora_report_init(&r);
	for (int i = 0; i < 20; i++)
		(void)tora_report_feed(&r, (struct tora_sv){ chunk, sizeof chunk });
	assert_true(r.line.len <= TORA_REPORT_LINE_MAX);
	assert_true(tora_report_feed(&r, tora_sv("\n" P("run", "1", "2"))));
	assert_int_equal(r.ignored, 1);
	assert_string_equal(r.stage, "run");
	tora_report_done(&r);
}

/* In any split: that there was one is known, so what comes after it is no noise. */
static void a_huge_record_is_remembered(void **state)
{
	static const size_t steps[] = { 1000, 70000, TORA_REPORT_LINE_MAX + 1000 };
	static const char ready[] = "{\"ready\":true}\n", small[] = "{\"record\":{}}\n";
	static char text[TORA_REPORT_LINE_MAX + 1000];

	(void)state;
	memset(text, 'x', sizeof text);
	memcpy(text, "{\"record\":", 10);
	text[sizeof text - 1] = '\n';
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct tora_report r;

		tora_report_init(&r);
		(void)tora_report_feed(&r, tora_sv(small));
		for (size_t at = 0; at < sizeof text; at += steps[i])
			(void)tora_report_feed(
				&r, (struct tora_sv){ text + at, sizeof text - at < steps[i]
			                                                 ? sizeof text - at
			                                                 : steps[i] });
		assert_true(r.is_record_too_large && !r.is_ready);
		assert_null(r.record);
		(void)tora_report_feed(&r, tora_sv(ready));
		assert_true(r.is_ready);
		assert_int_equal(r.ignored, 1);
		(void)tora_report_feed(&r, tora_sv(small));
		assert_non_null(r.record);
		assert_false(r.is_record_too_large);
		tora_report_done(&r);
	}
}

/* What the store takes passes. */
static void the_largest_record_passes(void **state)
{
	static char text[TORA_RECORD_MAX];
	struct tora_report r;

	(void)state;
	memset(text, 'x', sizeof text);
	tora_report_init(&r);
	(void)tora_report_feed(&r, tora_sv("{\"record\":"));
	(void)tora_report_feed(&r, (struct tora_sv){ text, sizeof text });
	(void)tora_report_feed(&r, tora_sv("}\n"));
	assert_non_null(r.record);
	assert_int_equal(strlen(r.record), sizeof text + 11);
	assert_int_equal(r.ignored, 0);
	tora_report_done(&r);
}

static void says_what_changed(void **state)
{
	struct tora_report r;

	(void)state;
	tora_report_init(&r);
	assert_true(tora_report_feed(&r, tora_sv(P("run", "1", "2"))));
	assert_false(tora_report_feed(&r, tora_sv(P("run", "1", "2"))));
	assert_true(tora_report_feed(&r, tora_sv(P("run", "2", "2"))));
	tora_report_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_split),
		cmocka_unit_test(a_huge_line_is_dropped),
		cmocka_unit_test(a_huge_record_is_remembered),
		cmocka_unit_test(the_largest_record_passes),
		cmocka_unit_test(says_what_changed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
