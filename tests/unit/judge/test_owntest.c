/* Tests that the change itself brought, edited or deleted. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/explain.h"
#include "judge/owntest.h"

static struct tora_arena *arena;

static int set_up(void **state)
{
	(void)state;
	arena = tora_arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	tora_arena_free(arena);
	return 0;
}

#define FILE_BEFORE                                                                                \
	"def test_a():\n    assert render(\"{a}\", a=1) == '1'\n    x = render('gone', 2)\n"       \
	"[\"a row of the past\"]\nassert deleted(10) == 2\nassert other(3, 'x') == 4\n"            \
	"assert other(5, 'x') == 4\nassert checked(60) == 0\nassert checked(70) == 0\n"
#define FILE_AFTER                                                                                 \
	"def test_a():\n    assert render(\"{a}\", a=1) == '1'\n    y = render('{a|up}', a='x')\n" \
	"    t = \"\"\"\nFOR R\n  END\n\"\"\"\n[\"a row of the test\"]\n"                          \
	"assert other(3, 'y') == 5\nassert checked(60) >= 0\nassert checked(70) == 1\n"

/* Lines 3 and 4; 5 to 7, of which one comes back in another form; 8; 9. */
static void add_own_hunks(struct tora_file_change *f)
{
	static const struct tora_hunk hunks[] = {
		{ 3, 2, 3, 6 }, { 5, 3, 9, 1 }, { 8, 1, 10, 1 }, { 9, 1, 11, 1 }
	};

	for (size_t i = 0; i < sizeof hunks / sizeof *hunks; i++)
		*tora_vec_push(arena, &f->hunks) = hunks[i];
}

static void test_own(void **state)
{
	static const struct {
		const char *label, *test;
		enum tora_file_role role;
		bool brought, taken, deleted;
	} own[] = {
		{ "brought", "y = render('{a|up}', a='x')\nprint(y)\n", TORA_FILE_TEST, true, false,
		  false },
		{ "brought, as it is printed", "print(render('{a|up}', a='x'))\n", TORA_FILE_TEST,
		  true, false, false },
		{ "in a document", "print(render('{a|up}', a='x'))\n", TORA_FILE_DOC, true, false,
		  false },
		{ "edited away", "x = render('gone', 2)\nprint(x)\n", TORA_FILE_TEST, false, true,
		  false },
		{ "as it was", "print(render(\"{a}\", a=1))\n", TORA_FILE_TEST, false, false,
		  false },
		{ "short lines tell nothing", "y = 1\nprint(y)\n", TORA_FILE_TEST, false, false,
		  false },
		{ "short lines as they follow each other", "t = \"\"\"\nFOR R\n  END\n\"\"\"\n",
		  TORA_FILE_TEST, true, false, false },
		{ "short lines in another order", "t = \"\"\"\n  END\nFOR R\n\"\"\"\n",
		  TORA_FILE_TEST, false, false, false },
		{ "a text of a row that is passed by name",
		  "text = 'a row of the test'\nprint(valid(text))\n", TORA_FILE_TEST, true, false,
		  false },
		{ "one that was taken away", "text = 'a row of the past'\nprint(valid(text))\n",
		  TORA_FILE_TEST, false, true, false },
		{ "deleted", "print(deleted(10))\n", TORA_FILE_TEST, false, false, true },
		{ "changed beside one that was deleted", "print(other(3, 'x'))\n", TORA_FILE_TEST,
		  false, true, false },
		{ "deleted beside one that was changed", "print(other(5, 'x'))\n", TORA_FILE_TEST,
		  false, false, true },
		{ "asked for less", "print(checked(60))\n", TORA_FILE_TEST, false, false, true },
		{ "asked for something else", "print(checked(70))\n", TORA_FILE_TEST, false, false,
		  false },
		{ "source is no test", "print(render('{a|up}', a='x'))\n", TORA_FILE_SOURCE, false,
		  false, false },
		{ "nothing", "", TORA_FILE_TEST, false, false, false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof own / sizeof *own; i++) {
		struct tora_change change = { 0 };
		struct tora_own_test got;

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .role = own[i].role,
			                           .base_text = TORA_SV(FILE_BEFORE),
			                           .head_text = TORA_SV(FILE_AFTER) };
		add_own_hunks(&change.files.at[0]);
		got = tora_own_test(&change, tora_sv(own[i].test));
		row_int(own[i].label, got.brought, own[i].brought);
		row_int(own[i].label, got.taken, own[i].taken);
		row_int(own[i].label, got.deleted, own[i].deleted);
	}
}

/* A short text that is no word, and that tests write otherwise now. */
static void test_special(void **state)
{
	static const struct {
		const char *label, *base, *head, *test;
		bool taken;
	} rows[] = {
		{ "another in its place", "a = [\n '~0.1',\n]\n", "a = [\n '~=0.1',\n]\n",
		  "x = '~0.1'\nSpec(x)\n", true },
		{ "it stands elsewhere", "a = [\n '~0.1',\n]\n",
		  "a = [\n '~=0.1',\n]\nb = '~0.1'\n", "x = '~0.1'\nSpec(x)\n", false },
		{ "a word", "a = [\n 'abc',\n]\n", "a = [\n 'abd',\n]\n", "x = 'abc'\nSpec(x)\n",
		  false },
		{ "a number", "a = [\n '1.25',\n]\n", "a = [\n '1.26',\n]\n",
		  "x = '1.25'\nSpec(x)\n", false },
		{ "a path", "a = [\n './a-b',\n]\n", "a = [\n './b-b',\n]\n",
		  "x = './a-b'\nSpec(x)\n", false },
		{ "what comes out", "a = [\nassert f(2) == '~0.1'\n]\n",
		  "a = [\nassert f(2) == '~0.2'\n]\n", "x = '~0.1'\nSpec(x)\n", false },
		{ "too short", "a = [\n '~1',\n]\n", "a = [\n '~2',\n]\n", "x = '~1'\nSpec(x)\n",
		  false },
		{ "another text", "a = [\n '~0.1',\n]\n", "a = [\n '~=0.1',\n]\n",
		  "x = '~0.2'\nSpec(x)\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { 0 };
		struct tora_file_change f = { .role = TORA_FILE_TEST,
			                      .base_text = tora_sv(rows[i].base),
			                      .head_text = tora_sv(rows[i].head) };
		struct tora_own_test got;

		*tora_vec_push(arena, &f.hunks) = (struct tora_hunk){ 2, 1, 2, 1 };
		*tora_vec_push(arena, &change.files) = f;
		got = tora_own_test(&change, tora_sv(rows[i].test));
		row_int(rows[i].label, got.taken, rows[i].taken);
		assert_false(got.brought);
	}
}

#define GONE "x = render('gone', 2)\nprint(x)\n"

/* A test that was edited away, as it was and with another value put in. */
static void test_edited_away(void **state)
{
	static const struct {
		const char *test;
		enum tora_origin origin;
		tora_facts yes, no;
		bool is_said; /* that it was taken out */
	} of[] = {
		{ GONE, TORA_ORIGIN_TEST, TORA_FACT(TEST_TAKEN), TORA_FACT(TEST_EDITED), false },
		{ GONE, TORA_ORIGIN_MUTATED, TORA_FACT(TEST_EDITED), TORA_FACT(TEST_TAKEN), false },
		{ GONE, TORA_ORIGIN_TYPED, 0, TORA_FACT(TEST_EDITED) | TORA_FACT(TEST_TAKEN),
		  false },
		{ "print(deleted(10))\n", TORA_ORIGIN_TEST, 0,
		  TORA_FACT(TEST_EDITED) | TORA_FACT(TEST_TAKEN), true },
	};
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_change change = { 0 };
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_difference d;
	struct tora_evidence e;
	const char *text;
	size_t why;

	(void)state;
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .role = TORA_FILE_TEST,
		                           .base_text = TORA_SV(FILE_BEFORE),
		                           .head_text = TORA_SV(FILE_AFTER) };
	add_own_hunks(&change.files.at[0]);
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.render",
			               .test = of[i].test,
			               .origin = of[i].origin,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_evidence(&c, arena, &e);
		assert_true((e.facts & of[i].yes) == of[i].yes);
		assert_true(!(e.facts & of[i].no));
		text = tora_explain(&c, &e, TORA_VERDICT_UNINTENDED, NULL, &why, arena);
		assert_string_equal(strchr(text, ';') + 2, text + why);
		assert_int_equal(strstr(text + why, "was taken out with it") != NULL,
		                 of[i].is_said);
	}
}

/* The first NaN of a project comes with the tests of the change. */
static void test_odd_number(void **state)
{
	static const struct {
		const char *label, *test, *base, *head, *known;
		enum tora_file_role role;
		bool want;
	} odd[] = {
		{ "brought", "walk(NaN, NaN)", "same(1, 1)", "same(NaN, NaN)", "", TORA_FILE_TEST,
		  true },
		{ "of another language", "f(float('inf'))", "", "f(float('inf'))", "",
		  TORA_FILE_TEST, true },
		{ "of a number", "f(math.nan)", "", "f(math.nan)", "", TORA_FILE_TEST, true },
		{ "no number at all", "f(Infinity)", "", "f(-Infinity)", "", TORA_FILE_TEST, true },
		{ "was there", "walk(NaN, NaN)", "same(NaN, 1)", "same(NaN, NaN)", "",
		  TORA_FILE_TEST, false },
		{ "was in another test", "walk(NaN, NaN)", "", "same(NaN, NaN)", "same(NaN, 1)",
		  TORA_FILE_TEST, false },
		{ "in a document", "walk(NaN, NaN)", "", "NaN is NaN", "", TORA_FILE_DOC, false },
		{ "not in the test", "walk(1, 1)", "", "same(NaN, NaN)", "", TORA_FILE_TEST,
		  false },
		{ "another one", "walk(NaN, NaN)", "", "same(Infinity, 1)", "", TORA_FILE_TEST,
		  false },
		{ "a part of a word", "walk(isNaN)", "", "same(NaN, 1)", "", TORA_FILE_TEST,
		  false },
	};
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_difference d;

	(void)state;
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		struct tora_change change = { 0 };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.walk",
			               .test = odd[i].test,
			               .origin = TORA_ORIGIN_MUTATED,
			               .before = &base,
			               .after = &head,
			               .difference = &d };
		struct tora_evidence e;

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .role = odd[i].role,
			                           .base_text = tora_sv(odd[i].base),
			                           .head_text = tora_sv(odd[i].head) };
		*tora_vec_push(arena, &change.tests.of) = tora_sv(odd[i].known);
		row_int(odd[i].label, tora_own_test(&change, tora_sv(odd[i].test)).odd,
		        odd[i].want);
		tora_evidence(&c, arena, &e);
		row_int(odd[i].label, (e.facts & TORA_FACT(TEST_NEAR)) != 0, odd[i].want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_odd_number),
		cmocka_unit_test(test_special),
		cmocka_unit_test(test_edited_away),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
