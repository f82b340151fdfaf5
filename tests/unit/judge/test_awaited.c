/* What comes out now is what a test of the project asked for all along. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"

#define RAISES                                                                                     \
	"import pytest\n"                                                                          \
	"from p import f\n"                                                                        \
	"\n"                                                                                       \
	"@pytest.mark.parametrize('text', [\n"                                                     \
	"    'rubbish',\n" /* 5 */                                                                 \
	"    'nonsense',\n"                                                                        \
	"])\n"                                                                                     \
	"def test_invalid(text):\n"                                                                \
	"    with pytest.raises(ParseError):\n"                                                    \
	"        parse(text)\n" /* 10 */                                                           \
	"\n"                                                                                       \
	"def test_valid():\n"                                                                      \
	"    assert parse('12') == 12\n"                                                           \
	"\n"                                                                                       \
	"def test_both():\n" /* 15 */                                                              \
	"    text = '12'\n"                                                                        \
	"    assert parse(text) == 12\n"                                                           \
	"    with pytest.raises(ParseError):\n"                                                    \
	"        parse('x')\n"                                                                     \
	"    self.assertRaises(ParseError, parse, 'sixteen')\n" /* 20 */
#define PROGRAM "from p import parse\n\ntext = 'rubbish'\nprint(parse(text))\n"
#define SHORT   "from p import parse\n\ntext = 'p'\nprint(parse(text))\n"
#define BOTH    "from p import parse\n\nprint(parse('12'))\n"
#define ITSELF  "from p import parse\n\nprint(parse('sixteen'))\n"
#define VALID   "from p import parse\n\nprint(parse('12'))\n"

static const struct {
	const char *label, *where, *program;
	enum tora_origin origin;
	const char *before, *after, *raised; /* raised: by the head; NULL: it prints `after` */
	bool awaited;
} rows[] = {
	{ "the error", "tests/test_p.py:10", PROGRAM, TORA_ORIGIN_TEST, "1", NULL, "ParseError",
	  true },
	{ "another one", "tests/test_p.py:10", PROGRAM, TORA_ORIGIN_TEST, "1", NULL, "KeyError",
	  false },
	{ "of another test", "tests/test_p.py:13", PROGRAM, TORA_ORIGIN_TEST, "1", NULL,
	  "ParseError", false },
	{ "with another value put in", "tests/test_p.py:10", PROGRAM, TORA_ORIGIN_MUTATED, "1",
	  NULL, "ParseError", false },
	{ "a line of another file", "tests/test_q.py:6", PROGRAM, TORA_ORIGIN_TEST, "1", NULL,
	  "ParseError", false },
	{ "a line without its names", "tests/test_p.py:9", PROGRAM, TORA_ORIGIN_TEST, "1", NULL,
	  "ParseError", false },
	{ "it failed before", "tests/test_p.py:10", PROGRAM, TORA_ORIGIN_TEST, NULL, NULL,
	  "ParseError", false },
	{ "of a short text", "tests/test_p.py:10", SHORT, TORA_ORIGIN_TEST, "1", NULL, "ParseError",
	  true },
	{ "no place", NULL, PROGRAM, TORA_ORIGIN_TEST, "1", NULL, "ParseError", false },
	{ "a value", "tests/test_p.py:13", VALID, TORA_ORIGIN_TEST, "'12'", "12", NULL, false },
	{ "beside what expects it", "tests/test_p.py:17", BOTH, TORA_ORIGIN_TEST, "12", NULL,
	  "ParseError", false },
	{ "itself", "tests/test_p.py:20", ITSELF, TORA_ORIGIN_TEST, "12", NULL, "ParseError",
	  true },
};

static bool ask(struct tora_arena *arena, const struct tora_change *change, size_t row)
{
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_trial base =
		rows[row].before ? trial_ok(rows[row].before)
				 : trial_raise(arena, "", "KeyError", "no", "/repo/p.py:parse");
	struct tora_trial head;
	struct tora_difference d;
	struct tora_evidence e;
	struct tora_case c = { .intent = &intent,
		               .change = change,
		               .name = "p.parse",
		               .test = rows[row].program,
		               .where = rows[row].where,
		               .origin = rows[row].origin,
		               .before = &base,
		               .after = &head,
		               .difference = &d };

	head = rows[row].raised ? trial_raise(arena, "", rows[row].raised, "no", "/repo/p.py:parse")
	                        : trial_ok(rows[row].after);
	tora_vec_push(arena, &intent.messages)->text = "tests: fix the rest";
	tora_compare(&base, &head, arena, &d);
	tora_evidence(&c, arena, &e);
	return (e.facts & TORA_FACT(AWAITED)) != 0;
}

static void test_awaited(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { 0 };

		*tora_vec_push(arena, &change.tests.of) = tora_sv(RAISES);
		row_int(rows[i].label, ask(arena, &change, i), rows[i].awaited);
		tora_arena_free(arena);
	}
}

/* The change gives the test the row that fails now. */
static void test_row_more(void **state)
{
	static const struct {
		const char *label;
		unsigned line;
		bool awaited;
	} added[] = {
		{ "the row", 5, true },
		{ "another row", 6, false },
		{ "an import", 2, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);

		*f = (struct tora_file_change){ .path = "tests/test_p.py",
			                        .role = TORA_FILE_TEST,
			                        .kind = TORA_CHANGE_MODIFIED,
			                        .base_text = tora_sv(RAISES),
			                        .head_text = tora_sv(RAISES) };
		*tora_vec_push(arena, &f->hunks) =
			(struct tora_hunk){ added[i].line, 1, added[i].line, 1 };
		*tora_vec_push(arena, &change.tests.of) = tora_sv(RAISES);
		row_int(added[i].label, ask(arena, &change, 0), added[i].awaited);
		for (size_t k = 1; k < sizeof rows / sizeof *rows; k++)
			row_int(rows[k].label, ask(arena, &change, k), false);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_awaited),
		                            cmocka_unit_test(test_row_more) };

	return cmocka_run_group_tests_name("awaited", tests, NULL, NULL);
}
