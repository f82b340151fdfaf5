/* What stands somewhere else now, and is told of where it stands. */
#include "trials.h"

#include "judge/moved.h"

#define HERE "export function growth(ratio) {\n  return 2;\n}\n"

static const struct {
	const char *label, *message, *removed, *added;
	bool told;
} rows[] = {
	{ "told", "Move the ratios to a module of their own", HERE, HERE, true },
	{ "not told", "perf: ratios", HERE, HERE, false },
	{ "it was nowhere", "Move the ratios to a module of their own", "", HERE, false },
	{ "it only changed", "Move the ratios to a module of their own", HERE, "  return 3;\n",
	  false },
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
			               .name = "src/ratio.growth",
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

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_asked_for_at_its_old_place) };

	return cmocka_run_group_tests_name("moved", tests, NULL, NULL);
}
