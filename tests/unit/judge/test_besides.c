/* What functions besides the one that differs say of it, and a changelog that the message points at. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"

#define TEST "from p.u import f\n\nprint(f('abc', index=True))\n"

static struct tora_arena *arena;

/* Of a change of p.u.f and of one other function. */
static tora_facts facts_of(const char *message, const char *log, const struct tora_function of[2],
                           const char *diff, struct tora_trial base, struct tora_trial head)
{
	struct tora_change change = { .source_diff = tora_sv(diff) };
	struct tora_intent intent = { .branch = "", .title = message };
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "p.u.f",
		               .test = TEST,
		               .legality = TORA_LEGAL_PLAUSIBLE,
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	for (size_t i = 0; of && i < 2; i++)
		*tora_vec_push(arena, &change.functions) = of[i];
	c.function = of ? &change.functions.at[0] : NULL;
	tora_vec_push(arena, &intent.messages)->text = message;
	if (log)
		*tora_vec_push(arena, &intent.changelog) = log;
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	return e.facts;
}

static void test_caught_by_a_helper(void **state)
{
	struct tora_function of[2] = {
		{ .name = "p.u.f",
		  .kind = TORA_CHANGE_MODIFIED,
		  .base_body = TORA_SV("def f(x):\n    return int(x)"),
		  .head_body = TORA_SV("def f(x):\n    return _to(int, x)") },
		{ .name = "p.u._to",
		  .kind = TORA_CHANGE_ADDED,
		  .head_body = TORA_SV("def _to(kind, x):\n    try:\n        return kind(x)\n"
		                       "    except Exception:\n        return None") }
	};
	const char *diff = "+    except Exception:\n";
	struct tora_trial base = trial_raise(arena, "", "ValueError", "x", "/repo/p/u.py:f");

	(void)state;
	row_int("it calls it",
	        (facts_of("Add decimal()", NULL, of, diff, base, trial_ok("None")) &
	         TORA_FACT(DIFF_CATCHES)) != 0,
	        true);
	of[0].head_body = of[0].base_body;
	row_int("it does not",
	        (facts_of("Add decimal()", NULL, of, diff, base, trial_ok("None")) &
	         TORA_FACT(DIFF_CATCHES)) != 0,
	        false);
}

/* "Add a flag to bucket()", which nobody can leave out: what calls it is changed. */
static void test_required(void **state)
{
	struct tora_function of[2] = { { .name = "p.u.f",
		                         .kind = TORA_CHANGE_MODIFIED,
		                         .base_body = TORA_SV("def f(x):\n    return bucket(x)"),
		                         .head_body =
		                                 TORA_SV("def f(x):\n    return bucket(1, x)") },
		                       { .name = "p.u.bucket",
		                         .file = "p/u.py",
		                         .kind = TORA_CHANGE_MODIFIED,
		                         .is_public = true,
		                         .signature = "bucket(flag, x)",
		                         .base_body = TORA_SV("def bucket(x):\n    return x") } };
	tora_facts claims = TORA_FACT(CLAIM_ADDS) | TORA_FACT(CLAIM_CHANGES) | TORA_FACT(OLD_USE);
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");

	(void)state;
	row_int("required",
	        facts_of("Add a flag to `bucket`", NULL, of, "+x\n", base, head) & claims,
	        TORA_FACT(CLAIM_CHANGES));
	of[1].signature = "bucket(x, flag=0)";
	row_int("optional",
	        facts_of("Add a flag to `bucket`", NULL, of, "+x\n", base, head) & claims,
	        TORA_FACT(CLAIM_ADDS) | TORA_FACT(OLD_USE));
}

static void test_changelog(void **state)
{
	static const struct {
		const char *label, *message, *log, *before, *after;
		tora_facts yes, no;
	} rows[] = {
		{ "a mark in quotes", "Change defaults", "- None is shown as `-`.", "a    b",
		  "a -  b", TORA_FACT(LOG_MENTIONS) | TORA_FACT(NAMES_VALUE), 0 },
		{ "in the message", "Show \"-\" for None", NULL, "a    b", "a -  b",
		  TORA_FACT(NAMES_VALUE), 0 },
		{ "another one", "Show `+` for None", NULL, "a    b", "a -  b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "between words", "Show a-b for None", NULL, "a    b", "a -  b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "between texts", "Show ['a','b'] for None", NULL, "a b", "a,b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "which is not all that is new", "Show `-` for None", NULL, "a    b", "a -1 b", 0,
		  TORA_FACT(NAMES_VALUE) },
		{ "where the message points", "Change defaults\n\nSee the changelog.",
		  "- The `index` counts from 1.", "0  1", "1  1", TORA_FACT(NAMES_INPUT), 0 },
		{ "where it does not", "Change defaults", "- The `index` counts from 1.", "0  1",
		  "1  1", 0, TORA_FACT(NAMES_INPUT) },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		tora_facts is = facts_of(rows[i].message, rows[i].log, NULL, "+x\n",
		                         trial_ok(rows[i].before), trial_ok(rows[i].after));

		for (unsigned f = 0; f < TORA_FACT_COUNT; f++) {
			tora_facts bit = (tora_facts)1 << f;

			if ((rows[i].yes | rows[i].no) & bit)
				row_text(rows[i].label, is & bit ? tora_fact_name(f) : "-",
				         rows[i].yes & bit ? tora_fact_name(f) : "-");
		}
	}
}

/* A test of a new option has what a call without it gives now: that is said of other calls. */
static void test_asserted_of_the_option(void **state)
{
	static const struct {
		const char *label, *signature, *line;
		bool asserted;
	} rows[] = {
		{ "without it", "f(x, index=None, season=1)",
		  "assert f('abc', index=True) == 'a gamma delta'", true },
		{ "with it", "f(x, index=None, season=1)",
		  "assert f('abc', index=True, season=2) == 'a gamma delta'", false },
		{ "by position", "f(x, index=None, season=1)",
		  "assert f('abc', True, 2) == 'b gamma delta'", false },
		{ "there is none", "f(x, index=None)",
		  "assert f('abc', True, 2) == 'b gamma delta'", true },
		{ "a longer text, with it", "f(x, index=None, season=1)",
		  "assert f('ABC', season=2) == 'b gamma delta'", false },
		{ "a longer text, without", "f(x, index=None, season=1)",
		  "assert f('ABC') == 'b gamma delta'", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function f = { .name = "p.u.f",
			                   .file = "p/u.py",
			                   .kind = TORA_CHANGE_MODIFIED,
			                   .is_public = true,
			                   .signature = rows[i].signature,
			                   .base_body =
			                           TORA_SV("def f(x, index=None):\n    return x") };
		struct tora_change change = { .source_diff = TORA_SV("+x\n") };
		struct tora_intent intent = { .branch = "", .title = "Add seasons" };
		struct tora_trial base = trial_ok("a"), head = trial_ok("a gamma delta");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &f,
			               .name = "p.u.f",
			               .test = TEST,
			               .legality = TORA_LEGAL_SEEN,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) = f;
		*tora_vec_push(arena, &intent.test_lines) = rows[i].line;
		tora_vec_push(arena, &intent.messages)->text = "Add seasons";
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(TEST_ASSERTS)) != 0, rows[i].asserted);
	}
}

/* What is passed says nothing of what comes out. */
static void test_passed_is_not_asserted(void **state)
{
	struct tora_intent intent = { .branch = "", .title = "Add seasons" };
	struct tora_change change = { .source_diff = TORA_SV("+x\n") };
	struct tora_trial base = trial_ok("{'a': 1}"), head = trial_ok("{'a': 1, 'grain': 2}");
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "p.u.f",
		               .legality = TORA_LEGAL_SEEN,
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	static const char *const tests[] = { "print(f({'grain': 0}))", "print(f({'b': 0}))" };

	(void)state;
	*tora_vec_push(arena, &intent.test_lines) = "assert f({}) == {'grain': 6}";
	tora_vec_push(arena, &intent.messages)->text = "Add seasons";
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < 2; i++) {
		c.test = tests[i];
		tora_evidence(&c, arena, &e);
		row_int(tests[i], (e.facts & TORA_FACT(TEST_ASSERTS)) != 0, i == 1);
	}
}

/* A pattern that was written twice is written once: its words are no new ones, and no value that somebody put there. */
static void test_moved_value(void **state)
{
	const char *moved =
		"-FIRST = re.compile('(TODO|HACK) .*')\n+TAG = re.compile('TODO|HACK')\n";
	struct tora_trial base = trial_ok("['HACK', 'a']"), head = trial_ok("['TODO', 'a']");

	(void)state;
	row_int("it is new",
	        (facts_of("Keep the tags in one pattern", NULL, NULL, strchr(moved, '+'), base,
	                  head) &
	         TORA_FACT(DIFF_VALUE)) != 0,
	        true);
	row_int("it was there",
	        (facts_of("Keep the tags in one pattern", NULL, NULL, moved, base, head) &
	         TORA_FACT(DIFF_VALUE)) != 0,
	        false);
}

static void test_end_that_was_warned_of(void **state)
{
	static const char took_out[] = "-    warnings.warn('code', DeprecationWarning)\n";
	static const struct {
		const char *label, *message, *category, *still, *diff;
		bool due, quoted;
	} rows[] = {
		{ "announced", "Remove deprecated short codes", "DeprecationWarning", NULL,
		  took_out, true, true },
		{ "another message", "Tidy up", "PendingDeprecationWarning", NULL, took_out, true,
		  false },
		{ "by version", "Drop what is due", "RemovedInP20Warning", NULL, took_out, true,
		  true },
		{ "a warning of something else", "Remove deprecated short codes", "UserWarning",
		  NULL, took_out, false, false },
		{ "it warns still", "Remove deprecated short codes", "DeprecationWarning",
		  "FutureWarning", took_out, false, false },
		{ "another library warned", "Remove deprecated short codes", "DeprecationWarning",
		  NULL, "-    return utcnow()\n", false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .branch = "", .title = rows[i].message };
		struct tora_change change = { .source_diff = tora_sv(rows[i].diff) };
		struct tora_trial base = trial_warn(arena, "144", rows[i].category, "short code");
		struct tora_trial head =
			trial_raise(arena, "", "UnknownBreed", "bx", "/repo/p/u.py:f");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.u.f",
			               .test = "print(f('bx'))",
			               .legality = TORA_LEGAL_SEEN,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (rows[i].still)
			head.warnings = trial_warn(arena, "", rows[i].still, "x").warnings;
		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(WAS_DUE)) != 0, rows[i].due);
		row_int(rows[i].label, e.quote != NULL, rows[i].quoted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_caught_by_a_helper),
		cmocka_unit_test(test_required),
		cmocka_unit_test(test_changelog),
		cmocka_unit_test(test_asserted_of_the_option),
		cmocka_unit_test(test_passed_is_not_asserted),
		cmocka_unit_test(test_moved_value),
		cmocka_unit_test(test_end_that_was_warned_of),
	};
	int rc;

	arena = tora_arena_new();
	rc = cmocka_run_group_tests_name("besides", tests, NULL, NULL);
	tora_arena_free(arena);
	return rc;
}
