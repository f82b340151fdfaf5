/* What stands somewhere else now, and is told of where it stands. */
#include "trials.h"

#include "judge/moved.h"

#define HERE "export function growth(ratio) {\n  return 2;\n}\n"

static const struct {
	const char *label, *message, *removed, *added;
	bool told;
	const char *name; /* NULL: of the function */
} rows[] = {
	{ "what makes objects", "Split off the parsing of a line", "class Bad {", "class Bad {",
	  true, "src/line.Bad.constructor" },
	{ "in Python", "Split off the parsing of a line", "class Bad:", "class Bad:", true,
	  "p.line.Bad.__init__" },
	{ "of a class that is gone", "Split off the parsing of a line", "class Bad {", "", false,
	  "src/line.Bad.constructor" },
	{ "told", "Move the ratios to a module of their own", HERE, HERE, true, NULL },
	{ "not told", "perf: ratios", HERE, HERE, false, NULL },
	{ "it was nowhere", "Move the ratios to a module of their own", "", HERE, false, NULL },
	{ "it only changed", "Move the ratios to a module of their own", HERE, "  return 3;\n",
	  false, NULL },
};

static void test_asked_for_at_its_old_place(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .api_missing_head = true };
		struct tora_said said = { .removed = tora_sv(rows[i].removed),
			                  .added = tora_sv(rows[i].added) };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = rows[i].name ? rows[i].name : "src/ratio.growth",
			               .said = &said,
			               .test = "import { growth } from './src/feed.js';\n",
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = c.name, .head_body = tora_sv("x") };
		row_int(rows[i].label, tora_moved_told(&c), rows[i].told);
		c.said = NULL;
		assert_false(tora_moved_told(&c));
	}
	tora_arena_free(arena);
}

#define CLASS "class LootError {"

/* What the error names is what the subject names. */
static void test_named(void **state)
{
	static const struct {
		const char *label, *message, *error, *removed, *added;
		bool told;
	} named[] = {
		{ "a constructor", "Move the checks and LootError out of table.js",
		  "LootError is not a constructor", CLASS, CLASS, true },
		{ "in quotes", "Move LootError out of table",
		  "cannot import name 'LootError' from 'table'", CLASS, CLASS, true },
		{ "the subject names another one", "Move the checks out of table.js",
		  "LootError is not a constructor", CLASS, CLASS, false },
		{ "the error names another one", "Move LootError out of table.js",
		  "checks is not a function", CLASS, CLASS, false },
		{ "nothing moves", "Check LootError in table.js", "LootError is not a constructor",
		  CLASS, CLASS, false },
		{ "it is nowhere", "Move LootError out of table.js",
		  "LootError is not a constructor", CLASS, "", false },
		{ "it was nowhere", "Move LootError out of table.js",
		  "LootError is not a constructor", "", CLASS, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		struct tora_trial after =
			trial_raise(arena, "", "TypeError", named[i].error, "<test>");
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .api_missing_head = true };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "src/table",
			               .after = &after,
			               .test = "new LootError('a')",
			               .difference = &d };

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "src/table.js",
			                           .base_text = tora_sv(named[i].removed) };
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "src/errors.js",
			                           .head_text = tora_sv(named[i].added) };
		tora_vec_push(arena, &intent.messages)->text = named[i].message;
		row_int(named[i].label, tora_moved_told(&c), named[i].told);
		change.files.n = 1; /* where it is edited in place */
		change.files.at[0].head_text = tora_sv(named[i].added);
		assert_false(tora_moved_told(&c));
		d.api_missing_head = false;
		assert_false(tora_moved_told(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_asked_for_at_its_old_place),
		                            cmocka_unit_test(test_named) };

	return cmocka_run_group_tests_name("moved", tests, NULL, NULL);
}
