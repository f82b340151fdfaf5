/* A number where calls pass something else. */
#include "trials.h"

#include "judge/madeup.h"
#include "judge/oddnumber.h"

static const struct {
	const char *label, *line, *error, *tests;
	bool odd;
} rows[] = {
	{ "calls pass texts", "print(join(0, ''))", "'int' object has no attribute 'startswith'",
	  "assert join('a', 'b') == 'ab'\n", true },
	{ "or names", "join(a, 1.5)", "'float' object has no attribute 'strip'",
	  "def join(a, b=0):\n    pass\n\njoin(base, url)\n", true },
	{ "a number inside another call", "join(0, '')", "'int' object has no attribute 'strip'",
	  "join(get(1), [2, 3])\n", true },
	{ "one of them has a number", "join(0, '')", "'int' object has no attribute 'strip'",
	  "join('a', 'b')\njoin('a', 1)\n", false },
	{ "nobody calls it", "join(0, '')", "'int' object has no attribute 'strip'",
	  "def join(a, b):\n    pass\n", false },
	{ "no number is passed", "join('', '')", "'NoneType' object has no attribute 'strip'",
	  "join('a', 'b')\n", false },
	{ "a sum of numbers", "join(1 + x)", "'int' object has no attribute 'strip'", "join('a')\n",
	  false },
	{ "by its name", "join('a', n=0)", "'int' object has no attribute 'strip'", "join('a')\n",
	  false },
	{ "another error", "join(0, '')", "division by zero", "join('a', 'b')\n", false },
};

static void test_odd(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_exception x = { .type = "AttributeError", .message = rows[i].error };
		struct tora_trial after = { .status = TORA_TRIAL_EXCEPTION, .exception = &x };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .before = "1",
			                     .after = rows[i].error };
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_str test = TORA_STR_INIT(200);
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.u.has",
			               .after = &after,
			               .before = &after,
			               .difference = &d,
			               .origin = TORA_ORIGIN_MUTATED,
			               .legality = TORA_LEGAL_PLAUSIBLE };

		tora_str_addf(&test, "from p import join\n\n%s\n", rows[i].line);
		c.test = tora_arena_text(arena, tora_str_view(&test));
		tora_str_free(&test);
		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = "<test>", .line = 3, .function = "<module>" };
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "tests/test_u.py",
			                           .old_path = "tests/test_u.py",
			                           .head_text = tora_sv(rows[i].tests) };
		row_int(rows[i].label, tora_odd_number(&c), rows[i].odd);
		row_int(rows[i].label,
		        tora_made_up(&c, TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR)),
		        rows[i].odd ? TORA_LEGAL_UNKNOWN : TORA_LEGAL_PLAUSIBLE);
		x.frames.n = 0;
		assert_false(tora_odd_number(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_odd) };

	return cmocka_run_group_tests_name("oddnumber", tests, NULL, NULL);
}
