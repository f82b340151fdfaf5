/* Who is told of something sees the object as it is at another time. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/said.h"
#include "judge/toldearly.h"

#define TEST           "const told = [];\nconsole.log({ told, then: [book.size] });\n"
#define JS(told, then) "[ 1 ]\n{ told: " told ", then: " then " }\n"
#define PY(told, then) "{'told': " told ", 'then': " then "}\n"

static const struct {
	const char *label, *test, *before, *after, *message, *doc;
	bool want;
} rows[] = {
	{ "before it is so", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), JS("[ [ 0 ] ]", "[ 1 ]"),
	  "Share #move()", NULL, true },
	{ "over lines", TEST, JS("[\n  [ 'a', 1 ],\n  [ 'b', 2 ]\n]", "[ 'b', 2 ]"),
	  JS("[\n  [ '', 0 ],\n  [ 'b', 2 ]\n]", "[ 'b', 2 ]"), "Share #move()", NULL, true },
	{ "in Python", "told = []\n", PY("['(1, 2)']", "'(1, 2)'"), PY("['(0, 0)']", "'(1, 2)'"),
	  "Share _move()", NULL, true },
	{ "another end", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), JS("[ [ 0 ] ]", "[ 0 ]"), "Share #move()",
	  NULL, false },
	{ "the same", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), "[ 2 ]\n{ told: [ [ 1 ] ], then: [ 1 ] }\n",
	  "Share #move()", NULL, false },
	{ "told once more", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), JS("[ [ 1 ], [ 1 ] ]", "[ 1 ]"),
	  "Share #move()", NULL, false },
	{ "not told any more", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), JS("[]", "[ 1 ]"), "Share #move()",
	  NULL, false },
	{ "a comma behind the last", TEST, JS("[ [ 1 ], ]", "[ 1 ]"), JS("[ [ 0 ] ]", "[ 1 ]"),
	  "Share #move()", NULL, true },
	{ "the last one printed", TEST, JS("[ [ 1 ] ]", "[ 1 ]") JS("[ [ 2 ] ]", "[ 2 ]"),
	  JS("[ [ 0 ] ]", "[ 1 ]") JS("[ [ 2 ] ]", "[ 2 ]"), "Share #move()", NULL, false },
	{ "nothing told", "console.log(book.size);\n", JS("[ [ 1 ] ]", "[ 1 ]"),
	  JS("[ [ 0 ] ]", "[ 1 ]"), "Share #move()", NULL, false },
	{ "no account", TEST, "told 1\n", "told 2\n", "Share #move()", NULL, false },
	{ "no end of it", TEST, "{ told: [ [ 1 ] ] }\n", "{ told: [ [ 0 ] ] }\n", "Share #move()",
	  NULL, false },
	{ "not closed", TEST, "{ told: [ [ 1 ], then: [ 1 ]\n", "{ told: [ [ 0 ], then: [ 1 ]\n",
	  "Share #move()", NULL, false },
	{ "the message speaks of it", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), JS("[ [ 0 ] ]", "[ 1 ]"),
	  "Call listeners before the step is set", NULL, false },
	{ "a document does", TEST, JS("[ [ 1 ] ]", "[ 1 ]"), JS("[ [ 0 ] ]", "[ 1 ]"),
	  "Share #move()", "Listeners are called before it is set.", false },
	{ "a document about something else", TEST, JS("[ [ 1 ] ]", "[ 1 ]"),
	  JS("[ [ 0 ] ]", "[ 1 ]"), "Share #move()", "`done` comes on the last one.", true },
};

static void test_told_early(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .docs = tora_sv(rows[i].doc ? rows[i].doc : "") };
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_trial fails =
			trial_raise(arena, rows[i].after, "TypeError", "no", "<test>");
		struct tora_trial failed =
			trial_raise(arena, rows[i].before, "TypeError", "no", "<test>");
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_case c = { .intent = &intent,
			               .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		said.messages = tora_sv(rows[i].message);
		row_int(rows[i].label, tora_told_early(&c), rows[i].want);
		c.after = &fails;
		row_int(rows[i].label, tora_told_early(&c), false);
		c.before = &failed;
		c.after = &head;
		row_int(rows[i].label, tora_told_early(&c), false);
		tora_arena_free(arena);
	}
}

/* Who prints such a beginning over and over. */
static void test_much(void **state)
{
	enum { TIMES = 30000 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_str out = TORA_STR_INIT(1u << 20);
	struct tora_intent intent = { .title = "" };
	struct tora_said said = { .docs = tora_sv("") };
	struct tora_difference d = { .kind = TORA_DIFF_VALUE };
	struct tora_trial base;
	struct tora_case c = { .intent = &intent, .said = &said, .test = TEST, .difference = &d };

	(void)state;
	for (size_t i = 0; i < TIMES; i++)
		tora_str_adds(&out, "told:[");
	base = trial_ok(out.buf);
	c.before = c.after = &base;
	assert_false(tora_told_early(&c));
	tora_str_free(&out);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_told_early),
		                            cmocka_unit_test(test_much) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
