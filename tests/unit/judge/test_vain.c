/* A program that waits for what can no longer come: Node ends it, and says so. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "lang/lang.h"

#define WORDS "Warning: Detected unsettled top-level await\n"

static const struct {
	const char *label;
	enum tora_trial_status status;
	int code;
	const char *err;
	bool in_vain;
} rows[] = {
	{ "it waits", TORA_TRIAL_EXIT, 13, WORDS, true },
	{ "it says so itself", TORA_TRIAL_OK, 13, WORDS, false },
	{ "it left", TORA_TRIAL_EXIT, 13, "13\n", false },
	{ "without a word", TORA_TRIAL_EXIT, 13, "", false },
	{ "it left in these words", TORA_TRIAL_EXIT, 1, WORDS, false },
};

static void test_in_vain(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial was = trial_ok("1\n"),
				  is = trial_ended(rows[i].status, rows[i].code, "");
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { .readme_path = "README.md" };
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "src/write.write",
			               .test = "console.log(await write(1));\n",
			               .before = &was,
			               .after = &is,
			               .difference = &d };

		is.err = tora_sv(rows[i].err);
		row_int(rows[i].label, tora_lang_waits_in_vain(&is), rows[i].in_vain);
		tora_compare(&was, &is, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(HANGS)) != 0, rows[i].in_vain);
		row_int(rows[i].label,
		        strcmp(tora_compare_ending(&is, arena), "a promise that is never kept") ==
		                0,
		        rows[i].in_vain);
		c.before = &is;
		c.after = &was;
		tora_compare(&is, &was, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(HUNG)) != 0, rows[i].in_vain);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_in_vain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
