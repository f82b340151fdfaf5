/* Weights fitted to labelled rows, one project left out at a time: planted rows whose answer is known. */
#include "judge/fit.h"

#include "judge/rules.h"
#include "tora/arena.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define F TORA_FACT

static double weight_of(const double *weights, const char *rule)
{
	for (size_t i = 0; tora_rules_scored[i].name; i++)
		if (strcmp(tora_rules_scored[i].name, rule) == 0)
			return weights ? weights[i] : tora_rules_scored[i].weight;
	fail_msg("no rule %s", rule);
	return 0;
}

static const struct tora_fit_move *move_of(const struct tora_fit_report *r, const char *rule)
{
	for (size_t i = 0; i < r->moves.n; i++)
		if (strcmp(r->moves.at[i].rule, rule) == 0)
			return &r->moves.at[i];
	fail_msg("no rule %s", rule);
	return NULL;
}

/* A value that differs in a call that the project itself makes: the table says +1.1, and shows it. */
#define LEGAL (F(VALUE) | F(SEEN))
/* The same for what nobody passes: -0.3, and quiet. */
#define UNLIKE (F(VALUE) | F(UNKNOWN))

static void test_nothing(void **state)
{
	struct tora_arena *a = tora_arena_new();
	struct tora_fit_report r;
	double *weights;

	(void)state;
	tora_fit(NULL, 0, NULL, a, &weights);
	assert_true(weight_of(weights, "legal-value-differs") ==
	            weight_of(NULL, "legal-value-differs"));
	tora_fit_report(NULL, 0, a, &r);
	assert_int_equal(r.projects.n, 0);
	tora_fit_report(&(struct tora_fit_row){ "p", "c", LEGAL, true }, 1, a, &r);
	assert_int_equal(r.projects.n, 1);
	assert_int_equal(r.moves.n + r.table.findings.tp, 0);
	tora_arena_free(a);
}

/* With one row and one rule the lowest point solves w - w0 = s / (1 + exp(s (w - SHOW))). */
static void test_known_point(void **state)
{
	struct tora_arena *a = tora_arena_new();
	double *w, w0 = weight_of(NULL, "legal-value-differs"), fitted;

	(void)state;
	for (int positive = 0; positive < 2; positive++) {
		double s = positive ? 1 : -1;

		tora_fit(&(struct tora_fit_row){ "p", "c", LEGAL, positive }, 1, NULL, a, &w);
		fitted = weight_of(w, "legal-value-differs");
		assert_true(positive ? fitted > w0 : fitted < w0);
		assert_true(fabs(TORA_FIT_PULL * (fitted - w0) -
		                 s / (1 + exp(s * (fitted - TORA_RULES_SHOW)))) < 1e-6);
		assert_true(weight_of(w, "lost-api") == weight_of(NULL, "lost-api"));
	}
	tora_arena_free(a);
}

/* Many findings of one commit weigh what one does. */
static void test_a_commit_counts_once(void **state)
{
	struct tora_arena *a = tora_arena_new();
	struct tora_fit_row rows[50];
	double *many, *one;

	(void)state;
	for (size_t i = 0; i < 50; i++)
		rows[i] = (struct tora_fit_row){ "p", "c", LEGAL, false };
	tora_fit(rows, 50, NULL, a, &many);
	tora_fit(rows, 1, NULL, a, &one);
	assert_true(fabs(weight_of(many, "legal-value-differs") -
	                 weight_of(one, "legal-value-differs")) < 1e-6);
	tora_arena_free(a);
}

/* What a fact settles has no say, and is counted. */
static void test_settled(void **state)
{
	static const struct tora_fit_row rows[] = {
		{ "p", "1", F(NEW_API) | LEGAL, true },
		{ "q", "1", F(NEW_API) | LEGAL, false },
	};
	struct tora_arena *a = tora_arena_new();
	struct tora_fit_report r;

	(void)state;
	tora_fit_report(rows, 2, a, &r);
	assert_int_equal(r.left_out.findings.fn, 1);
	assert_int_equal(r.left_out.findings.tn, 1);
	for (size_t i = 0; i < r.moves.n; i++) {
		assert_true(r.moves.at[i].fitted == r.moves.at[i].weight);
		assert_int_equal(r.moves.at[i].changes, 0);
	}
	tora_arena_free(a);
}

/*
 * Three projects where what nobody passes is always worth telling, 12 commits each, and one where it never is. Whoever
 * has seen two of the three tells of the third rightly, and of the fourth wrongly; the table is silent about all four.
 */
static void test_planted(void **state)
{
	static const char *const names[] = { "a", "b", "c", "odd" };
	struct tora_fit_row rows[48];
	struct tora_arena *a = tora_arena_new();
	struct tora_fit_report r, again;
	const struct tora_fit_move *m;
	char changes[12][4];

	(void)state;
	for (size_t i = 0; i < 48; i++) {
		changes[i % 12][0] = (char)('a' + i % 12), changes[i % 12][1] = '\0';
		rows[i] = (struct tora_fit_row){ names[i / 12], changes[i % 12], UNLIKE, i < 36 };
	}
	tora_fit_report(rows, 48, a, &r);
	assert_int_equal(r.projects.n, 4);
	assert_string_equal(r.projects.at[3].name, "odd");
	assert_int_equal(r.table.findings.fn, 36);
	assert_int_equal(r.table.findings.tn, 12);
	assert_int_equal(r.projects.at[3].left_out.findings.fp, 12);
	assert_int_equal(r.projects.at[3].left_out.changes.fp, 12);
	assert_int_equal(r.projects.at[0].left_out.findings.tp, 12);
	assert_int_equal(r.left_out.findings.tp, 36);
	assert_int_equal(r.left_out.changes.fn, 0);
	m = move_of(&r, "value-differs");
	assert_true(m->fitted > m->weight + 0.3);
	assert_int_equal(m->agree, 4);
	assert_int_equal(m->changes, 48);
	assert_true(strcmp(r.moves.at[0].rule, "value-differs") == 0 ||
	            strcmp(r.moves.at[1].rule, "value-differs") == 0);
	tora_fit_report(rows, 48, a, &again);
	assert_memory_equal(&again.left_out, &r.left_out, sizeof r.left_out);
	assert_true(move_of(&again, "value-differs")->fitted == m->fitted);
	tora_arena_free(a);
}

/* Two projects that say the opposite: each is judged by the other alone, so all of it is wrong. */
static void test_left_out_is_not_seen(void **state)
{
	struct tora_fit_row rows[24];
	struct tora_arena *a = tora_arena_new();
	struct tora_fit_report r;
	char changes[12][4];
	double *all, *without;

	(void)state;
	for (size_t i = 0; i < 24; i++) {
		changes[i % 12][0] = (char)('a' + i % 12), changes[i % 12][1] = '\0';
		rows[i] = (struct tora_fit_row){ i < 12 ? "p" : "q", changes[i % 12], UNLIKE,
			                         i < 12 };
	}
	tora_fit_report(rows, 24, a, &r);
	assert_int_equal(r.left_out.findings.fn, 12);
	assert_int_equal(r.left_out.findings.fp, 12);
	assert_int_equal(r.table.findings.fp, 0);
	tora_fit(rows + 12, 12, NULL, a, &all);
	tora_fit(rows, 24, "p", a, &without);
	assert_true(weight_of(all, "value-differs") == weight_of(without, "value-differs"));
	tora_arena_free(a);
}

/* A commit with a true finding that is told of and a false one that is told of too is one, and found. */
static void test_by_change(void **state)
{
	static const struct tora_fit_row rows[] = {
		{ "p", "1", LEGAL, true },   { "p", "1", LEGAL, false }, { "p", "2", UNLIKE, true },
		{ "q", "1", UNLIKE, false }, { "q", "2", LEGAL, false },
	};
	struct tora_arena *a = tora_arena_new();
	struct tora_fit_report r;

	(void)state;
	tora_fit_report(rows, 5, a, &r);
	assert_int_equal(r.table.findings.tp, 1);
	assert_int_equal(r.table.findings.fp, 2);
	assert_int_equal(r.table.findings.fn, 1);
	assert_int_equal(r.table.findings.tn, 1);
	assert_int_equal(r.table.changes.tp, 1);
	assert_int_equal(r.table.changes.fp, 1);
	assert_int_equal(r.table.changes.fn, 1);
	assert_int_equal(r.table.changes.tn, 1);
	tora_arena_free(a);
}

static void test_fact_names(void **state)
{
	enum tora_fact f;

	(void)state;
	for (int i = 0; i < TORA_FACT_COUNT; i++) {
		assert_true(tora_fact_parse(tora_fact_name((enum tora_fact)i), &f));
		assert_int_equal(f, i);
	}
	assert_false(tora_fact_parse("", &f));
	assert_false(tora_fact_parse("claim", &f));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_known_point),
		cmocka_unit_test(test_a_commit_counts_once),
		cmocka_unit_test(test_settled),
		cmocka_unit_test(test_planted),
		cmocka_unit_test(test_left_out_is_not_seen),
		cmocka_unit_test(test_by_change),
		cmocka_unit_test(test_fact_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
