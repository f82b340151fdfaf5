/* A name that a module gives no more, and that require() finds undefined. */
#include "trials.h"

#include "judge/telling.h"
#include "lang/lang.h"

#define ASKED "Cannot read properties of undefined (reading '0')"

/* The third line is where it fails. */
static const struct {
	const char *label, *program, *type, *message, *frame, *name;
} rows[] = {
	{ "an item of it", "const { RULES } = require('./r');\n\nlog(RULES[0]);\n", "TypeError",
	  ASKED, "<test>", "RULES" },
	{ "a field of it", "const { a, RULES, b } = require('./r');\n\nlog(RULES.x);\n",
	  "TypeError", "Cannot read properties of undefined (reading 'x')", "<test>", "RULES" },
	{ "by another name", "const { RULES: rules } = require('./r');\n\nlog(rules[0]);\n",
	  "TypeError", ASKED, "<test>", "rules" },
	{ "what another one gave", "const { f } = require('./r');\n\nlog(f().x);\n", "TypeError",
	  ASKED, "<test>", "" },
	{ "a field of that name", "const { RULES } = require('./r');\n\nlog(own.RULES[0]);\n",
	  "TypeError", ASKED, "<test>", "" },
	{ "a longer name", "const { RULE } = require('./r');\n\nlog(RULES[0]);\n", "TypeError",
	  ASKED, "<test>", "" },
	{ "another line", "const { RULES } = require('./r');\nlog(RULES[0]);\nlog(x[0]);\n",
	  "TypeError", ASKED, "<test>", "" },
	{ "taken from no module", "const { RULES } = own;\n\nlog(RULES[0]);\n", "TypeError", ASKED,
	  "<test>", "" },
	{ "within the project", "const { RULES } = require('./r');\n\nlog(RULES[0]);\n",
	  "TypeError", ASKED, "/repo/r.js:f", "" },
	{ "another error", "const { RULES } = require('./r');\n\nlog(RULES[0]);\n", "RangeError",
	  ASKED, "<test>", "" },
	{ "of null", "const { RULES } = require('./r');\n\nlog(RULES[0]);\n", "TypeError",
	  "Cannot read properties of null (reading '0')", "<test>", "" },
	{ "what a field of it lacks",
	  "const { config } = require('./c');\n\nlog(config.server.0);\n", "TypeError", ASKED,
	  "<test>", "" },
	{ "what an item of it lacks", "const { RULES } = require('./r');\n\nlog(RULES[1][0]);\n",
	  "TypeError", ASKED, "<test>", "" },
	{ "an item of another one", "const { util } = require('./r');\n\nlog(f()[0], util.x);\n",
	  "TypeError", ASKED, "<test>", "" },
	{ "a text", "const { a } = require('./r');\n\nlog(a['0']);\n", "TypeError", ASKED, "<test>",
	  "a" },
	{ "a longer number", "const { a } = require('./r');\n\nlog(a[01]);\n", "TypeError", ASKED,
	  "<test>", "" },
	{ "fewer lines", "const { RULES } = require('./r');\n", "TypeError", ASKED, "<test>", "" },
};

static void test_lost(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok("1"),
				  head = trial_raise(arena, "", rows[i].type, rows[i].message,
		                                     rows[i].frame);
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .before = "1",
			                     .after = "",
			                     .api_missing_head = true };
		struct tora_case c = { .name = "r.f",
			               .test = rows[i].program,
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_sv name =
			tora_lang_lacks_import(head.exception, tora_sv(rows[i].program));
		struct tora_telling told;
		bool tells = false;

		row_text(rows[i].label, tora_arena_printf(arena, "%.*s", (int)name.len, name.at),
		         rows[i].name);
		tora_telling(&c, arena, &told);
		for (size_t k = 0; k < told.values.n; k++)
			tells |= tora_sv_is(told.values.at[k], rows[i].name);
		row_int(rows[i].label, tells, name.len > 0);
	}
	tora_arena_free(arena);
}

/* Who says that it never came back announces that it does. */
static void test_hung(void **state)
{
	static const struct {
		const char *message;
		bool quoted;
	} of[] = {
		{ "remember the ways\n\nA long corridor never came back.\n", true },
		{ "remember the ways\n\nA long corridor took ages.\n", true },
		{ "remember the ways\n\nIt did not finish for long ones.\n", true },
		{ "remember the ways\n\nThe search took exponential time.\n", true },
		{ "remember the ways\n\nparse() never returns None.\n", false },
		{ "remember the ways\n\nTried again with exponential backoff.\n", false },
		{ "remember the ways\n\nSessions are kept forever.\n", false },
		{ "remember the ways\n\nThe search is a class.\n", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ended(TORA_TRIAL_TIMEOUT, 0, ""), head = trial_ok("1");
	struct tora_difference d = { .kind = TORA_DIFF_HANG,
		                     .before = "does not end",
		                     .after = "1" };
	struct tora_case c = { .name = "rolls.choose",
		               .test = "print(choose(100))\n",
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_telling told;

		*tora_vec_push(arena, &intent.messages) =
			(struct tora_message){ .text = of[i].message };
		tora_telling(&c, arena, &told);
		row_int(of[i].message, tora_telling_quote(&told, &intent, arena) != NULL,
		        of[i].quoted);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lost),
		                            cmocka_unit_test(test_hung) };

	return cmocka_run_group_tests_name("lost", tests, NULL, NULL);
}
