/* The usage of a program names an option more. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/synopsis.h"

#define OLD   "usage: toads [-h] FILE [FILE ...]"
#define ORDER "parser.add_argument(\"--order\", choices=[\"name\"])\n"

static const struct {
	const char *label, *before, *after, *added;
	bool grew;
} rows[] = {
	{ "one more", OLD, "usage: toads [-h] [--order {name, number}] FILE [FILE ...]", ORDER,
	  true },
	{ "two of them", OLD, "usage: toads [-h] [--order O] [-q] FILE [FILE ...]",
	  ORDER "parser.add_argument('-q')\n", true },
	{ "beside another of its letters", "usage: toads [-h] [--old] FILE",
	  "usage: toads [-h] [--order O] [--old] FILE", ORDER, true },
	{ "the last one", "usage: toads [-h]", "usage: toads [-h] [--order O]", ORDER, true },
	{ "the first one", "usage: toads FILE", "usage: toads [--order O] FILE", ORDER, true },
	{ "nobody added it", OLD, "usage: toads [-h] [--order O] FILE [FILE ...]", "order = 1\n",
	  false },
	{ "a part of another name", OLD, "usage: toads [-h] [--ord O] FILE [FILE ...]", ORDER,
	  false },
	{ "an argument is gone as well", OLD, "usage: toads [-h] [--order O] FILE", ORDER, false },
	{ "a required one", OLD, "usage: toads [-h] --order O FILE [FILE ...]", ORDER, false },
	{ "an option less", "usage: toads [-h] [--order O] FILE", "usage: toads [-h] FILE", ORDER,
	  false },
	{ "an argument in brackets", "usage: toads [-h]", "usage: toads [-h] [FILE]", ORDER,
	  false },
	{ "in the place of an argument", "usage: toads [-h] FILE", "usage: toads [-h] [--order O]",
	  ORDER, false },
	{ "no usage", "toads [-h] FILE", "toads [-h] [--order O] FILE", ORDER, false },
	{ "the same", OLD, OLD, ORDER, false },
	{ "a bracket without its end", OLD, "usage: toads [-h] [--order O", ORDER, false },
};

static void test_grew(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .added = tora_sv(rows[i].added) };
		struct tora_difference d = { .kind = TORA_DIFF_OUTPUT,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_trial base = trial_ended(TORA_TRIAL_EXIT, 2, OLD "\ngone\n"),
				  head = trial_ended(TORA_TRIAL_EXIT, 2, "more\ngone\n");
		struct tora_case c = {
			.said = &said, .difference = &d, .before = &base, .after = &head
		};

		row_int(rows[i].label, tora_synopsis_grew(&c), rows[i].grew);
		head.out = TORA_SV("more\n");
		assert_false(tora_synopsis_grew(&c));
		head.out = base.out;
		base.err = TORA_SV("toads: error: no FILE\n");
		assert_false(tora_synopsis_grew(&c));
		head.err = base.err;
		row_int(rows[i].label, tora_synopsis_grew(&c), rows[i].grew);
		c.said = NULL;
		assert_false(tora_synopsis_grew(&c));
	}
}

/* More lines than are compared. */
static void test_much(void **state)
{
	char text[202];
	struct tora_said said = { .added = TORA_SV(ORDER) };
	struct tora_difference d = { .kind = TORA_DIFF_OUTPUT,
		                     .before = OLD,
		                     .after = rows[0].after };
	struct tora_trial side = trial_ended(TORA_TRIAL_EXIT, 2, OLD "\n");
	struct tora_case c = { .said = &said, .difference = &d, .before = &side, .after = &side };

	(void)state;
	assert_true(tora_synopsis_grew(&c));
	memset(text, '\n', 201);
	text[201] = '\0';
	side.out = tora_sv(text);
	assert_false(tora_synopsis_grew(&c));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_grew),
		                            cmocka_unit_test(test_much) };

	return cmocka_run_group_tests_name("synopsis", tests, NULL, NULL);
}
