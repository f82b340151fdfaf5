/* An outcome that is announced in place of another than the base had. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/rules.h"

static const struct {
	const char *label, *message, *gone,
		*raised; /* errors of the two sides; NULL: it printed 3 */
	bool other;
} rows[] = {
	{ "an error that was not raised", "Raise ValueError instead of KeyError", NULL,
	  "ValueError", true },
	{ "that was", "Raise ValueError instead of KeyError", "KeyError", "ValueError", false },
	{ "in marks of code", "`book[name]` raises `ValueError` instead of a bare `KeyError`", NULL,
	  "ValueError", true },
	{ "that was, in marks of code", "Raise `ValueError` instead of `KeyError`", "KeyError",
	  "ValueError", false },
	{ "of its kind", "Raise ValueError instead of LookupError", "KeyError", "ValueError",
	  false },
	{ "in the other order", "Instead of KeyError, raise ValueError", NULL, "ValueError", true },
	{ "a value that it gave", "Raise ValueError rather than give 3", NULL, "ValueError",
	  false },
	{ "nothing that can be compared", "Raise ValueError instead of failing silently", NULL,
	  "ValueError", false },
	{ "no end, where it gave something", "Raise ValueError instead of recursing for ever", NULL,
	  "ValueError", true },
	{ "no end, and it had none", "Raise ValueError instead of recursing for ever",
	  "RecursionError", "ValueError", false },
	{ "a hang", "f: ValueError in place of hanging", NULL, "ValueError", true },
	{ "of another error", "Raise TypeError instead of hanging", NULL, "ValueError", false },
	{ "no such words", "Raise ValueError", NULL, "ValueError", false },
};

static void test_other(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base =
			rows[i].gone ? trial_raise(arena, "", rows[i].gone, "no", "p.py")
				     : trial_ok("3");
		struct tora_trial head = trial_raise(arena, "", rows[i].raised, "no", "p.py");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.f",
			               .test = "print(f(1))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(OTHER_THAN_SAID)) != 0, rows[i].other);
		tora_arena_free(arena);
	}
}

/* What a test, a document and the changelog say of the new error is said of what it replaces. */
static void test_verdict(void **state)
{
	const tora_facts facts = TORA_FACT(APPEARED) | TORA_FACT(PLAUSIBLE) |
	                         TORA_FACT(CLAIM_FIXES) | TORA_FACT(NAMES_EXCEPTION) |
	                         TORA_FACT(TEST_EXPECTS) | TORA_FACT(LOG_MENTIONS) |
	                         TORA_FACT(DOC_MENTIONS) | TORA_FACT(DIFF_RAISES) |
	                         TORA_FACT(SHARES_WORDS) | TORA_FACT(NAMES_FUNCTION);
	struct tora_arena *arena = tora_arena_new();
	struct tora_evidence e = { .facts = facts };
	struct tora_ruling ruling;

	(void)state;
	tora_rules(&e, arena, &ruling);
	assert_int_not_equal(ruling.verdict, TORA_VERDICT_UNINTENDED);
	e.facts |= TORA_FACT(OTHER_THAN_SAID);
	tora_rules(&e, arena, &ruling);
	assert_int_equal(ruling.verdict, TORA_VERDICT_UNINTENDED);
	tora_arena_free(arena);
}

/* A line of the changelog says it as well as a message. */
static void test_changelog(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .branch = "", .title = "Suggest names" };
	struct tora_change change = { 0 };
	struct tora_trial base = trial_ok("None\n");
	struct tora_trial head =
		trial_raise(arena, "", "m.UnknownKnot", "no knot", "/repo/m.py:get");
	struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
		                     .signature = "",
		                     .before = "None",
		                     .after = "m.UnknownKnot: no knot" };
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "m.Book.get",
		               .test = "print(book.get('x'))\n",
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	struct tora_evidence e;

	(void)state;
	*tora_vec_push(arena, &intent.changelog) = "`book[name]` raises `UnknownKnot`.";
	tora_evidence(&c, arena, &e);
	assert_false(e.facts & TORA_FACT(OTHER_THAN_SAID));
	intent.changelog.at[0] = "`book[name]` raises `UnknownKnot` instead of `KeyError`.";
	tora_evidence(&c, arena, &e);
	assert_true(e.facts & TORA_FACT(OTHER_THAN_SAID));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_other),
		                            cmocka_unit_test(test_changelog),
		                            cmocka_unit_test(test_verdict) };

	return cmocka_run_group_tests_name("instead", tests, NULL, NULL);
}
