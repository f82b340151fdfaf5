/* What a line of a changed test asserts, and of which programs it says something. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"

static void test_own_value(void **state)
{
	static const struct {
		const char *label, *test, *line;
		bool asserts;
	} rows[] = {
		{ "the value comes of the call",
		  "book.add('light', 90)\nprint(book.heat('ethiopia', 'light'))\n",
		  "assert book.heat('light') == 95", true },
		{ "the program has it itself",
		  "book.add('light', 95)\nprint(book.heat('ethiopia', 'light'))\n",
		  "assert book.heat('light') == 95", false },
		{ "the very call", "book.add('light', 95)\nprint(book.heat('light'))\n",
		  "assert book.heat('light') == 95", true },
		{ "another value", "book.add('light', 90)\nprint(book.heat('ethiopia', 'light'))\n",
		  "assert book.heat('light') == 96", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("97\n"), head = trial_ok("95\n");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.Book.heat",
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &intent.test_lines) = rows[i].line;
		tora_vec_push(arena, &intent.messages)->text = "Cache profiles";
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(TEST_ASSERTS)) != 0, rows[i].asserts);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_own_value) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
