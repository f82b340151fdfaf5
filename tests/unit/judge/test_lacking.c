/* A value that lacks what both versions ask of such a one. */
#include "trials.h"

#include "judge/lacking.h"
#include "judge/madeup.h"

#define CLOSE  "def _close(a, b):\n    return a.along < b.along\n\n\n"
#define OTHERS "def other(a):\n    return a.along\n\n\n"
#define BASE   "def neighbours(finds):\n    return [_close(a, b) for a in finds]\n"
#define HEAD   "def neighbours(finds):\n    return [find.along for find in finds]\n"
#define TEST   "finds = [1]\nprint(neighbours(totals(finds), 4))\n"
#define NONE   "'str' object has no attribute 'along'"
#define GIVEN  TEST, CLOSE, BASE, HEAD

static const struct {
	const char *label, *test;
	const char *helper, *base, *head; /* beside the function, in both texts; its body */
	const char *before, *error, *known;
	bool want;
} rows[] = {
	{ "of one that it is given", GIVEN, "[[]]", NONE, "", true },
	{ "by its module", "print(neighbours(p.report.totals(1)))\n", CLOSE, BASE, HEAD, "{}", NONE,
	  "", true },
	{ "by a method", "print(p.neighbours(totals(1)))\n", CLOSE, HEAD, HEAD, "[], [{}, ()]",
	  NONE, "", true },
	{ "the helper asks on both sides", TEST, CLOSE, BASE, BASE, "[]", NONE, "", true },
	{ "the base gave something", GIVEN, "[[1]]", NONE, "", false },
	{ "a number", GIVEN, "3", NONE, "", false },
	{ "the last that is looked for", TEST, CLOSE,
	  "def neighbours(finds):\n    "
	  "g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();"
	  "g();g();g();g();g();g();g();g();_close(a, b)\n",
	  HEAD, "[]", NONE, "", true },
	{ "one more", TEST, CLOSE,
	  "def neighbours(finds):\n    g(); "
	  "g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();g();"
	  "g();g();g();g();g();g();g();g();_close(a, b)\n",
	  HEAD, "[]", NONE, "", false },
	{ "it gave nothing", GIVEN, "", NONE, "", false },
	{ "the base asks for something else", TEST, CLOSE,
	  "def neighbours(finds):\n    return []\n", HEAD, "[]", NONE, "", false },
	{ "the head does", TEST, CLOSE, BASE, "def neighbours(finds):\n    return []\n", "[]", NONE,
	  "", false },
	{ "a function that it does not call", TEST, OTHERS, BASE, HEAD, "[]", NONE, "", false },
	{ "no attribute of that name", TEST, "def _close(a, b):\n    return along\n\n\n", BASE,
	  HEAD, "[]", NONE, "", false },
	{ "of a class of the project", GIVEN, "[]", "'Find' object has no attribute 'along'", "",
	  false },
	{ "of another", GIVEN, "[]", "'str' object has no attribute 'up'", "", false },
	{ "of no name", GIVEN, "[]", "'str' object has no attribute '", "", false },
	{ "given as it is", "print(neighbours(finds))\n", CLOSE, BASE, HEAD, "[]", NONE, "",
	  false },
	{ "a list of results", "print(neighbours([totals(1)]))\n", CLOSE, BASE, HEAD, "[]", NONE,
	  "", false },
	{ "the second argument", "print(neighbours(finds, totals(1)))\n", CLOSE, BASE, HEAD, "[]",
	  NONE, "", false },
	{ "another function's", "print(other(totals(finds)))\n", CLOSE, BASE, HEAD, "[]", NONE, "",
	  false },
	{ "it is known", GIVEN, "[]", NONE, "neighbours(a)\nneighbours(totals(x))", false },
	{ "another is", GIVEN, "[]", NONE, "neighbours(finds(x)); totals(x)", true },
};

struct place {
	struct tora_change change;
	struct tora_intent intent;
	struct tora_function function;
	struct tora_trial base, head;
	struct tora_difference d;
	struct tora_case c;
};

static void make(struct tora_arena *arena, size_t i, struct place *p)
{
	*p = (struct place){ .intent.title = "" };
	*tora_vec_push(arena, &p->change.files) = (struct tora_file_change){
		.path = "p.py",
		.old_path = "p.py",
		.role = TORA_FILE_SOURCE,
		.base_text =
			tora_sv(tora_arena_printf(arena, "%s%s", rows[i].helper, rows[i].base)),
		.head_text =
			tora_sv(tora_arena_printf(arena, "%s%s", rows[i].helper, rows[i].head)),
	};
	p->function = (struct tora_function){ .file = "p.py",
		                              .name = "p.neighbours",
		                              .base_body = tora_sv(rows[i].base),
		                              .head_body = tora_sv(rows[i].head) };
	p->base = trial_ok(rows[i].before);
	p->head = trial_raise(arena, "", "AttributeError", rows[i].error, "/repo/p.py:neighbours");
	p->d = (struct tora_difference){ .kind = TORA_DIFF_EXCEPTION_APPEARED,
		                         .before = rows[i].before,
		                         .after = rows[i].error };
	p->c = (struct tora_case){ .intent = &p->intent,
		                   .change = &p->change,
		                   .function = &p->function,
		                   .name = "p.neighbours",
		                   .test = rows[i].test,
		                   .legality = TORA_LEGAL_PLAUSIBLE,
		                   .origin = TORA_ORIGIN_MUTATED,
		                   .before = &p->base,
		                   .after = &p->head,
		                   .difference = &p->d };
}

/* Where the row says what is known: in a test, a document, or one side of a file. */
static void test_lacking(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < 4 * sizeof rows / sizeof *rows; i++) {
		struct place p;
		struct tora_sv known = tora_sv(rows[i / 4].known);

		make(arena, i / 4, &p);
		if (i % 4 == 0)
			*tora_vec_push(arena, &p.change.tests.of) = known;
		else if (i % 4 == 1)
			*tora_vec_push(arena, &p.change.documents.of) = known;
		else
			*tora_vec_push(arena, &p.change.files) = (struct tora_file_change){
				.path = "t.py",
				.base_text = i % 4 == 2 ? known : tora_sv(""),
				.head_text = i % 4 == 3 ? known : tora_sv(""),
			};
		row_int(rows[i / 4].label, tora_lacks_as_before(&p.c), rows[i / 4].want);
	}
	tora_arena_free(arena);
}

static void test_what_is_known(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	tora_facts facts = TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR);
	struct place p;

	(void)state;
	make(arena, 0, &p);
	assert_true(tora_lacks_as_before(&p.c));
	assert_int_equal(tora_made_up(&p.c, facts), TORA_LEGAL_UNKNOWN);
	assert_int_equal(tora_made_up(&p.c, TORA_FACT(APPEARED)), TORA_LEGAL_PLAUSIBLE);
	p.c.origin = TORA_ORIGIN_MODEL;
	assert_true(tora_lacks_as_before(&p.c));
	p.change.files.at[0].head_text = TORA_SV(CLOSE HEAD "neighbours(totals(x))\n");
	assert_false(tora_lacks_as_before(&p.c));
	make(arena, 0, &p);
	p.d.kind = TORA_DIFF_EXCEPTION_CHANGED;
	assert_false(tora_lacks_as_before(&p.c));
	make(arena, 0, &p);
	p.c.origin = TORA_ORIGIN_CALL;
	assert_false(tora_lacks_as_before(&p.c));
	make(arena, 0, &p);
	p.function.file = "q.py";
	assert_false(tora_lacks_as_before(&p.c));
	make(arena, 0, &p);
	p.c.function = NULL;
	assert_false(tora_lacks_as_before(&p.c));
	make(arena, 0, &p);
	p.c.change = NULL;
	assert_false(tora_lacks_as_before(&p.c));
	make(arena, 0, &p);
	p.head.exception->message = NULL;
	assert_false(tora_lacks_as_before(&p.c));
	p.head.exception = NULL;
	assert_false(tora_lacks_as_before(&p.c));
	p.c.after = NULL;
	assert_false(tora_lacks_as_before(&p.c));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_lacking),
		                            cmocka_unit_test(test_what_is_known) };

	return cmocka_run_group_tests_name("lacking", tests, NULL, NULL);
}
