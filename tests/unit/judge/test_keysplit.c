/* A number and its text, which were one key. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/keysplit.h"

#define OBJECT "  #keys = {};\n"
#define MAP    "  #keys = new Map();\n"
#define SAID   "allow hooks labelled `constructor`"
#define TEST   "const c = new Cabinet().hang(7, 'roof');\nconsole.log(c.hang('7', 'cellar'));\n"
#define TYPED  "c.hang(12, 'roof');\nrun(c, 'lend 12 Petra');\n"

static const struct {
	const char *label, *removed, *added, *test, *message, *changelog;
	enum tora_legality legality;
	bool want;
} rows[] = {
	{ "an object", OBJECT, MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE, true },
	{ "at the end of the text", "keys = {}", MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  true },
	{ "at the end of its line", "keys = {}\nx", MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  true },
	{ "one without names", "keys = Object.create(null);\n", MAP, TEST, SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, true },
	{ "a Set", OBJECT, "seen = new Set();\n", TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE, true },
	{ "a parameter", "hang(hook, options = {}) {\n", MAP, TEST, SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "a field of one", "keys = { a: {} };\n", MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  false },
	{ "a block", "if (a) {};\n", MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE, false },
	{ "one with keys", "keys = { a };\n", MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE, false },
	{ "no object", "keys = new Map();\n", MAP, TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE, false },
	{ "no Map", OBJECT, "keys = new Cabinet();\n", TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  false },
	{ "one is spoken of", OBJECT, "// a Map\n", TEST, SAID, NULL, TORA_LEGAL_PLAUSIBLE, false },
	{ "in an array", OBJECT, MAP, "f([7, 'a']);\ng(['7']);\n", SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  true },
	{ "the last that is looked for", OBJECT, MAP,
	  "f(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 7, '7');\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, true },
	{ "one more", OBJECT, MAP,
	  "f(9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 7, '7');\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "below zero", OBJECT, MAP, "hang(-7, 'a');\nhang('-7', 'b');\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "at the beginning of a text", OBJECT, MAP, "hang(7);\nrun('7 is lent');\n", SAID, NULL,
	  TORA_LEGAL_SEEN, true },
	{ "another number", OBJECT, MAP, "hang(8, 'a');\nhang('7', 'b');\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "a text alone", OBJECT, MAP, "hang('7', 'b');\n", SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  false },
	{ "a number alone", OBJECT, MAP, "hang(7, 'b');\n", SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  false },
	{ "a fraction", OBJECT, MAP, "hang(7.5, 'a');\nhang('7.5', 'b');\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "a number by its name", OBJECT, MAP, "hang({ day: 7 });\nhang('7', 'b');\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "a text that is no argument", OBJECT, MAP, "hang(7);\na = '7';\n", SAID, NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "within a text", OBJECT, MAP, TYPED, SAID, NULL, TORA_LEGAL_SEEN, true },
	{ "within one that nobody wrote", OBJECT, MAP, TYPED, SAID, NULL, TORA_LEGAL_PLAUSIBLE,
	  false },
	{ "within another number", OBJECT, MAP, "hang(2, 'roof');\nrun('lend 12 Petra');\n", SAID,
	  NULL, TORA_LEGAL_SEEN, false },
	{ "a part of a name", OBJECT, MAP, "hang(2, 'roof');\nrun('2-12');\nrun('1-2');\n", SAID,
	  NULL, TORA_LEGAL_SEEN, false },
	{ "at the end of a text", OBJECT, MAP, "hang(2, 'roof');\nrun('2-2 free 2');\n", SAID, NULL,
	  TORA_LEGAL_SEEN, true },
	{ "the message speaks of it", OBJECT, MAP, TEST, "Keep numbers apart", NULL,
	  TORA_LEGAL_PLAUSIBLE, false },
	{ "or of types", OBJECT, MAP, TEST, "Keys keep their type", NULL, TORA_LEGAL_PLAUSIBLE,
	  false },
	{ "the changelog does", OBJECT, MAP, TEST, SAID, "a hook is no text any more",
	  TORA_LEGAL_PLAUSIBLE, false },
};

static void test_split(void **state)
{
	static const enum tora_difference_kind shown[] = { TORA_DIFF_VALUE,
		                                           TORA_DIFF_EXCEPTION_APPEARED,
		                                           TORA_DIFF_EXCEPTION_GONE,
		                                           TORA_DIFF_EXCEPTION_CHANGED };
	static const enum tora_difference_kind others[] = {
		TORA_DIFF_NONE,   TORA_DIFF_HANG,         TORA_DIFF_ORDER,
		TORA_DIFF_OUTPUT, TORA_DIFF_MESSAGE_ONLY, TORA_DIFF_WARNING
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .removed = tora_sv(rows[i].removed),
			                  .added = tora_sv(rows[i].added) };
		struct tora_intent intent = { .title = "" };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .test = rows[i].test,
			               .legality = rows[i].legality,
			               .difference = &d };

		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
			d.kind = shown[k];
			row_int(rows[i].label, tora_key_split(&c), rows[i].want);
		}
		for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
			d.kind = others[k];
			assert_false(tora_key_split(&c));
		}
		d.kind = TORA_DIFF_VALUE;
		c.said = NULL;
		assert_false(tora_key_split(&c));
	}
	tora_arena_free(arena);
}

static void test_evidence(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { .source_diff = TORA_SV("-" OBJECT "+" MAP) };
	struct tora_intent intent = { .branch = "", .title = SAID };
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_difference d = {
		.kind = TORA_DIFF_VALUE, .signature = "", .before = "1", .after = "2"
	};
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "src/hooks.Hooks.has",
		               .test = TEST,
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	struct tora_evidence e;

	(void)state;
	tora_evidence(&c, arena, &e);
	assert_true(e.facts & TORA_FACT(KEY_SPLIT));
	assert_true(tora_evidence_unsaid(&e));
	change.source_diff = TORA_SV("+" MAP);
	tora_evidence(&c, arena, &e);
	assert_false(e.facts & TORA_FACT(KEY_SPLIT));
	assert_false(tora_evidence_unsaid(&e));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_split),
		                            cmocka_unit_test(test_evidence) };

	return cmocka_run_group_tests_name("keysplit", tests, NULL, NULL);
}
