/* A class that has a length since, and is false while it is empty. */
#include "trials.h"

#include "judge/truth.h"
#include "judge/rules.h"

#define LOADS "from p import Hooks, Loader\n\nhooks = Hooks()\nprint(Loader(hooks).load(3))\n"

static void test_truth(void **state)
{
	static const struct {
		const char *label, *added, *name, *message, *test, *after;
		bool want;
	} rows[] = {
		{ "a length", "p.Hooks.__len__", "p.Hooks.__len__", "Hooks are a collection", LOADS,
		  "3", true },
		{ "a truth", "p.Hooks.__bool__", "p.Hooks.find", "Hooks are a collection", LOADS,
		  "3", true },
		{ "neither", "p.Hooks.copy", "p.Hooks.find", "Hooks are a collection", LOADS, "3",
		  false },
		{ "of another class", "p.Hooks.__len__", "p.Loader.load", "Hooks are a collection",
		  LOADS, "3", false },
		{ "said", "p.Hooks.__len__", "p.Hooks.__len__", "Empty hooks are false", LOADS, "3",
		  false },
		{ "asked for", "p.Hooks.__len__", "p.Hooks.__len__", "Hooks are a collection",
		  "print(len(Hooks()))\n", "0", false },
		{ "listed", "p.Hooks.__len__", "p.Hooks.__iter__", "Hooks are a collection",
		  "print(list(Hooks()))\n", "[]", false },
		{ "how it prints", "p.Hooks.__len__", "p.Hooks.__len__", "Hooks are a collection",
		  "print(Hooks())\n", "<Hooks 0>", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = "None",
			                     .after = rows[i].after };
		struct tora_change change = { 0 };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .name = rows[i].name,
			               .test = rows[i].test,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) = (struct tora_function){
			.name = rows[i].added, .kind = TORA_CHANGE_ADDED, .signature = ""
		};
		row_int(rows[i].label, tora_truth_changed(&c), rows[i].want);
		change.functions.at[0].kind = TORA_CHANGE_MODIFIED;
		row_int(rows[i].label, tora_truth_changed(&c), false);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_truth) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
