/* A function that is handed to map() as it is, and got another parameter. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/mapped.h"

#define BASE "function parse(text) {\n  return f(text, 1);\n}"
#define HEAD "function parse(text, most = g(1, 2)) {\n  return f(text, most);\n}"

static const struct {
	const char *label, *test, *base, *head, *title;
	bool want;
} rows[] = {
	{ "one more", "console.log(['a'].map(parse));\n", BASE, HEAD, "Add a limit", true },
	{ "the first one", "a.map(parse)", "function parse() {}", BASE, "Add a limit", true },
	{ "an arrow", "a.map(parse)", "(text) => text", "(text, most) => text", "Add a limit",
	  true },
	{ "on lines of their own", "a.map(parse)", BASE,
	  "function parse(\n  text,\n) {\n  return f(text, 1);\n}", "Format", false },
	{ "an arrow without brackets", "a.map(parse)", "text => f(text, 1)", "(text, most) => text",
	  "Add a limit", true },
	{ "an arrow that calls with two", "a.map(parse)", "(text) => text", "text => f(text, 1)",
	  "Call f", false },
	{ "as many", "a.map(parse)", BASE, "function parse(other) {}", "Add a limit", false },
	{ "one less", "a.map(parse)", HEAD, BASE, "Drop the limit", false },
	{ "a comma within a text", "a.map(parse)", BASE, "function parse(text = ',') {}",
	  "Add a default", false },
	{ "it is called", "a.map((one) => parse(one))", BASE, HEAD, "Add a limit", false },
	{ "with something else", "a.map(parse, b)", BASE, HEAD, "Add a limit", false },
	{ "another function", "a.map(parseAll)", BASE, HEAD, "Add a limit", false },
	{ "another method", "a.forEach(parse)", BASE, HEAD, "Add a limit", false },
	{ "it is new", "a.map(parse)", "", HEAD, "Add a limit", false },
	{ "no parameters to see", "a.map(parse)", BASE, "parse", "Add a limit", false },
	{ "it is spoken of", "a.map(parse)", BASE, HEAD, "Take the index as well", false },
};

static void test_mapped(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial trial = trial_ok("");

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .branch = "", .title = rows[i].title };
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_difference d = {
			.kind = TORA_DIFF_VALUE, .signature = "", .before = "1", .after = "2"
		};
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "src/outline.parse",
			               .said = &said,
			               .test = rows[i].test,
			               .before = &trial,
			               .after = &trial,
			               .difference = &d };
		struct tora_evidence e;

		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = "src/outline.parse",
			                        .base_body = tora_sv(rows[i].base),
			                        .head_body = tora_sv(rows[i].head) };
		tora_said(&intent, &change, arena, &said);
		row_int(rows[i].label, tora_mapped(&c), rows[i].want);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(MAPPED)) != 0, rows[i].want);
		c.said = NULL;
		assert_false(tora_mapped(&c));
		c.said = &said;
		c.change = NULL;
		assert_false(tora_mapped(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_mapped) };

	return cmocka_run_group_tests_name("mapped", tests, NULL, NULL);
}
