/* A line that printed what a developer wanted to see, and is gone. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/leftover.h"

static const struct {
	const char *label, *title, *removed, *added, *before, *after;
	bool want;
} rows[] = {
	{ "first", "Fix uncaught print statement", "    print(keys)", "", "{'a': 1}\n2\n", "2\n",
	  true },
	{ "between and last", "Remove debug output", "print(keys)", "", "1\nx\n2\nx\n", "1\n2\n",
	  true },
	{ "all there was", "drop a stray console.log", "console.log(key);", "", "k\n", "", true },
	{ "nothing is said", "Look keys up once", "print(keys)", "", "k\n2\n", "2\n", false },
	{ "no line went", "Remove debug output", "keys = 1", "", "k\n2\n", "2\n", false },
	{ "it moved", "Remove debug output", "    print(keys)", "  print(keys)", "k\n2\n", "2\n",
	  false },
	{ "of something else", "Skip rows left in the queue", "print(keys)", "", "k\n2\n", "2\n",
	  false },
	{ "nothing went", "Remove debug output", "print(keys)", "", "2\n", "2\n", false },
	{ "another value", "Remove debug output", "print(keys)", "", "k\n2\n", "3\n", false },
	{ "one more", "Remove debug output", "print(keys)", "", "k\n2\n", "2\n2\n", false },
	{ "the other way round", "Remove debug output", "print(keys)", "", "1\nk\n2\n", "2\n1\n",
	  false },
};

static void test_leftovers(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_intent intent = { .branch = "", .title = rows[i].title };
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .signature = "",
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "box.get",
			               .said = &said,
			               .test = "print(get('a'))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;

		tora_said(&intent, &change, arena, &said);
		said.removed = tora_sv(rows[i].removed);
		said.added = tora_sv(rows[i].added);
		row_int(rows[i].label, tora_leftover_gone(&c), rows[i].want);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(NAMES_VALUE)) != 0, rows[i].want);
		head.status = TORA_TRIAL_TIMEOUT; /* it printed less as it did not come so far */
		assert_false(tora_leftover_gone(&c));
		head = trial_raise(arena, rows[i].after, "NameError", "keys", "<test>");
		assert_false(tora_leftover_gone(&c));
		head = trial_ok(rows[i].after);
		c.said = NULL;
		assert_false(tora_leftover_gone(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_leftovers) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
