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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_caught_by_a_helper),
		cmocka_unit_test(test_required),
		cmocka_unit_test(test_changelog),
	};
	int rc;

	arena = tora_arena_new();
	rc = cmocka_run_group_tests_name("besides", tests, NULL, NULL);
	tora_arena_free(arena);
	return rc;
}
