/* Verdicts against labels. */
#include "check/score.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool near_to(double a, double b)
{
	return a > b - 0.0005 && a < b + 0.0005;
}

static const struct {
	const char *label;
	struct tora_score score;
	struct tora_scores want;
} rows[] = {
	{ "nothing", { { { 0 } } }, { 0, 0, 0, 0, 0, -1, -1, -1 } },
	/* the study's own default: 16 of 24, 13 false alarms, 127 rightly quiet */
	{ "55/67/60",
	  { { { 6, 2, 3, 0, 1 }, { 5, 3, 4, 0, 0 }, { 10, 3, 100, 20, 7 } } },
	  { 164, 16, 13, 8, 127, 0.552, 0.667, 0.604 } },
	{ "no positives in the set",
	  { { { 0 }, { 0 }, { 0, 0, 5, 0, 0 } } },
	  { 5, 0, 0, 0, 5, -1, -1, -1 } },
	{ "only false alarms",
	  { { { 0 }, { 0 }, { 1, 1, 0, 0, 0 } } },
	  { 2, 0, 2, 0, 0, 0, -1, 0 } },
	{ "all missed", { { { 0, 0, 1, 1, 1 } } }, { 3, 0, 0, 3, 0, -1, 0, 0 } },
	{ "all right", { { { 2 }, { 0, 1 } } }, { 3, 3, 0, 0, 0, 1, 1, 1 } },
};

static void sums(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tora_scores *w = &rows[i].want;
		struct tora_scores s;

		tora_score_sum(&rows[i].score, &s);
		if (s.rows != w->rows || s.tp != w->tp || s.fp != w->fp || s.fn != w->fn ||
		    s.tn != w->tn)
			fail_msg("%s: %zu rows, tp %zu fp %zu fn %zu tn %zu", rows[i].label, s.rows,
			         s.tp, s.fp, s.fn, s.tn);
		if (!near_to(s.precision, w->precision) || !near_to(s.recall, w->recall) ||
		    !near_to(s.f1, w->f1))
			fail_msg("%s: %f %f %f", rows[i].label, s.precision, s.recall, s.f1);
	}
}

static void labels(void **state)
{
	enum tora_label l;

	(void)state;
	for (int i = 0; i < TORA_LABELS; i++) {
		assert_int_equal(tora_label_parse(tora_label_name((enum tora_label)i), &l), 0);
		assert_int_equal(l, i);
	}
	assert_int_equal(tora_label_parse("coincidental-fix", &l), 0);
	assert_int_equal(l, TORA_LABEL_COINCIDENTAL_FIX);
	assert_int_equal(tora_label_parse("Intended", &l), -1);
	assert_int_equal(tora_label_parse("", &l), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums),
		cmocka_unit_test(labels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
