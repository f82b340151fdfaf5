/* What tells of a difference: the names of what differs, and of what is passed. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/message.h"
#include "judge/said.h"
#include "judge/telling.h"

#include <string.h>

static const struct {
	const char *label, *before, *after;
	const char *message;
	size_t fields;
} rows[] = {
	{ "another value of it", "{ slots: 1, strokes: 0 }", "{ slots: 1, strokes: 1 }",
	  "muted strums are strokes too", 1 },
	{ "of another", "{ slots: 1, strokes: 0 }", "{ slots: 2, strokes: 0 }",
	  "muted strums are strokes too", 0 },
	{ "in quotes", "{'strokes': 0}", "{'strokes': 7}", "muted strums are strokes too", 1 },
	{ "one more", "[ { stroke: 'D' } ]", "[ { stroke: 'D' }, { stroke: 'xx' } ]",
	  "muted strums are strokes too", 1 },
	{ "another that is elsewhere", "{ a: 1, strokes: 0, b: 0 }", "{ a: 1, strokes: 1, b: 0 }",
	  "muted strums are strokes too", 1 },
	{ "no name", "[ 1, 2 ]", "[ 1, 3 ]", "muted strums are strokes too", 0 },
	{ "of no word of it", "{ slots: 1, strokes: 0 }", "{ slots: 1, strokes: 1 }",
	  "muted strums count", 0 },
};

static void test_fields(void **state)
{
	static const char *const claims[] = { "fix: ", "change: ", "refactor: " };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_intent intent = { .title = "" };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .signature = "value|text",
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_case c = { .intent = &intent,
			               .name = "p.stats",
			               .test = "console.log(stats('x'));\n",
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_telling t;
		struct tora_evidence e;
		bool is_shared;

		memset(&t, 0, sizeof t);
		tora_telling(&c, arena, &t);
		row_int(rows[i].label,
		        (int)tora_telling_in(&t, tora_sv(rows[i].message), arena).fields,
		        (int)rows[i].fields);
		/* Who says what is mended, or other now, and names it, needs no second word. */
		for (size_t k = 0; k < sizeof claims / sizeof *claims; k++) {
			tora_vec_push(arena, &intent.messages)->text =
				tora_arena_printf(arena, "%s%s", claims[k], rows[i].message);
			tora_evidence(&c, arena, &e);
			is_shared = e.facts & TORA_FACT(SHARES_WORDS);
			row_int(claims[k], is_shared, k < 2 && rows[i].fields > 0);
			intent.messages.n = 0;
		}
		tora_arena_free(arena);
	}
}

/* A parameter of two letters is English as well, but with a digit. */
static void test_names_of_parameters(void **state)
{
	static const struct {
		const char *test, *message;
		bool input;
	} of[] = {
		{ "print(cents(1, a4=442))\n", "tremolo: honour a4", true },
		{ "console.log(cents({ x2: 4 }));\n", "honour x2", true },
		{ "print(cents(1, at=442))\n", "look at cents", false },
		{ "print(cents(1, pitch=442))\n", "honour pitch", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_trial base = trial_ok("1"), head = trial_ok("2");
		struct tora_intent intent = { .title = "" };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "1", .after = "2" };
		struct tora_case c = { .intent = &intent,
			               .name = "p.cents",
			               .test = of[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_telling t;

		memset(&t, 0, sizeof t);
		tora_telling(&c, arena, &t);
		row_int(of[i].message, tora_telling_in(&t, tora_sv(of[i].message), arena).input,
		        of[i].input);
		tora_arena_free(arena);
	}
}

/* What two messages claim together, and one that says what the function is like. */
static void test_claims(void **state)
{
	static const struct {
		const char *one, *two, *name;
		tora_facts claim;
	} of[] = {
		{ "Work out ends when they are needed", "Move the clock out of Booking",
		  "p.Day.ends", TORA_FACT(CLAIM_KEEPS) },
		{ "Work out ends when they are needed", "Round ends up to quarters", "p.Day.ends",
		  TORA_FACT(CLAIM_CHANGES) },
		{ "mean without the fouls", NULL, "p.throws.mean", TORA_FACT(CLAIM_CHANGES) },
		{ "mean without the fouls", NULL, "p.throws.best", TORA_FACT(CLAIM_NONE) },
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_trial base = trial_ok("1"), head = trial_ok("2");
		struct tora_intent intent = { .title = "" };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .signature = "value|number",
			                     .before = "1",
			                     .after = "2" };
		struct tora_case c = { .intent = &intent,
			               .name = of[i].name,
			               .test = "print(f(1))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;

		tora_vec_push(arena, &intent.messages)->text = of[i].one;
		if (of[i].two)
			tora_vec_push(arena, &intent.messages)->text = of[i].two;
		tora_evidence(&c, arena, &e);
		row_int(of[i].one, (e.facts & of[i].claim) != 0, true);
		tora_arena_free(arena);
	}
}

/* A subject that begins with the function's own name. */
static void test_describes(void **state)
{
	static const struct {
		const char *subject, *function;
		bool want;
	} of[] = {
		{ "mean without the fouls, #9", "p.throws.mean", true },
		{ "Mean in metres", "p.throws.mean", true },
		{ "totals in cents", "p.Bill.totals", true },
		{ "mean without the fouls", "p.throws.best", false },
		{ "mean is faster", "p.throws.mean", false },
		{ "mean", "p.throws.mean", false },
		{ "walk without recursion", "p.tree.walk", false },
		{ "render without intermediate lists", "p.page.render", false },
		{ "load from cache if possible", "p.page.load", false },
		{ "Clean the mean in metres", "p.throws.mean", false },
		{ "at in metres", "p.throws.at", false },
		{ "", "p.throws.mean", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_intent intent = { .title = "" };

		tora_vec_push(arena, &intent.messages)->text = of[i].subject;
		row_int(of[i].subject, tora_message_describes(&intent, of[i].function), of[i].want);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_fields),
		                            cmocka_unit_test(test_names_of_parameters),
		                            cmocka_unit_test(test_claims),
		                            cmocka_unit_test(test_describes) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
