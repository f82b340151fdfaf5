/* Which errors were raised on purpose. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"

/* An error of another function of the file, which is raised there on purpose, or met. */
static void test_raised_there(void **state)
{
	static const struct {
		const char *label, *path, *old_path, *line;
		bool meant;
	} rows[] = {
		{ "raised", "p/u.py", NULL, "\t\traise ValueError(text)\n", true },
		{ "thrown", "p/u.py", NULL, "throw new ValueError(text)\n", true },
		{ "of a file with another name now", "p/v.py", "p/u.py", "raise ValueError(text)\n",
		  true },
		{ "met", "p/u.py", NULL, "return int(text)\n", false },
		{ "a name that begins so", "p/u.py", NULL, "raised = int(text)\n", false },
		{ "of another file", "u.py", NULL, "raise ValueError(text)\n", false },
		{ "of a file that ends so", "xp/u.py", NULL, "raise ValueError(text)\n", false },
		{ "of a line that is not there", "p/u.py", NULL, "", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_function function = { .name = "p.u", .qualname = "" };
	struct tora_trial head = trial_ok("1"), base;

	(void)state;
	base = trial_raise(arena, "", "ValueError", "not a number", "/repo/p/u.py:parse");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { 0 };
		struct tora_file_change *file = tora_vec_push(arena, &change.files);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &function,
			               .name = "p.u",
			               .test = "print(f(1))\n",
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*file = (struct tora_file_change){ .path = rows[i].path,
			                           .old_path = rows[i].old_path };
		file->base_text = tora_sv(tora_arena_printf(
			arena, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n%s", rows[i].line));
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, !!(e.facts & TORA_FACT(WAS_MEANT)), rows[i].meant);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_raised_there),
	};

	return cmocka_run_group_tests_name("raised", tests, NULL, NULL);
}
