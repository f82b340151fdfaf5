/* What is written as JSON without its fields. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/said.h"
#include "judge/saved.h"

#define WRITES "console.log(JSON.stringify(polly()));\n"
#define WAS    "{\"words\":[{\"text\":\"Ahoy\"}]}\n"

static const struct {
	const char *label, *test, *before, *after, *message, *changelog;
	bool want;
} rows[] = {
	{ "in a list", WRITES, WAS, "{\"words\":[{}]}\n", "Make the fields private", NULL, true },
	{ "all of it", WRITES, WAS, "{}\n", "Make the fields private", NULL, true },
	{ "read again", "console.log(JSON.parse(JSON.stringify(polly())));\n",
	  "{ words: [ { text: 'Ahoy' } ] }\n", "{ words: [ {} ] }\n", "Make the fields private",
	  NULL, true },
	{ "nothing was there", WRITES, "null\n", "{}\n", "Parse nothing", NULL, false },
	{ "a list was", WRITES, "[]\n", "{}\n", "Parse nothing", NULL, false },
	{ "beside it a table", WRITES, "Map(1) { 'a' => 1 }\n", "Map(0) {}\n", "Tidy", NULL,
	  false },
	{ "one without a prototype", WRITES, "[Object: null prototype] { a: 1 }\n",
	  "[Object: null prototype] {}\n", "Tidy", NULL, false },
	{ "it had an empty one", WRITES, "{\"a\":{}}\n", "{}\n", "Tidy", NULL, true },
	{ "more text", WRITES, "{\"a\":1}\n", "{\"a\":1,\"b\":{}}\n", "Tidy", NULL, false },
	{ "as many", WRITES, "{\"a\":{},\"b\":1}\n", "{\"a\":{},\"b\":2}\n", "Tidy", NULL, false },
	{ "fewer", WRITES, "{\"a\":{}}\n", "{\"a\":{\"b\":1}}\n", "Tidy", NULL, false },
	{ "an object that is shown", WRITES, WAS, "Word {}\n", "Tidy", NULL, false },
	{ "it is not written", "console.log(polly());\n", WAS, "{\"words\":[{}]}\n", "Tidy", NULL,
	  false },
	{ "the message speaks of it", WRITES, WAS, "{\"words\":[{}]}\n",
	  "Words are not saved any more", NULL, false },
	{ "the changelog does", WRITES, WAS, "{\"words\":[{}]}\n", "Tidy",
	  "- `toJSON` has no words", false },
};

static void test_saved(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_case c = { .intent = &intent,
			               .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		row_int(rows[i].label, tora_saved_empty(&c), rows[i].want);
		d.kind = TORA_DIFF_ORDER;
		assert_false(tora_saved_empty(&c));
		d.kind = TORA_DIFF_VALUE;
		c.said = NULL;
		assert_false(tora_saved_empty(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_saved) };

	return cmocka_run_group_tests_name("saved", tests, NULL, NULL);
}
