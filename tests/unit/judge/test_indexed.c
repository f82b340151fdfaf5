/* Numbers where a length or rows are asked for. */
#include "trials.h"

#include "judge/indexed.h"
#include "judge/madeup.h"

#define SIGNATURE "segmentEnd(rows, reading)"
#define ROWS      "function segmentEnd(rows, reading) { return rows[1][0] <= rows.length; }"
#define LENGTH    "function segmentEnd(rows, reading) { return rows.length - 1; }"
#define ELEMENT   "function segmentEnd(rows, reading) { return rows[f[2](1)] + [reading]; }"
#define NEITHER   "function segmentEnd(rows, reading) { return all.rows[0][1] + rows.size; }"

static const struct {
	const char *label, *signature, *base, *head, *test, *known;
	bool want;
} rows[] = {
	{ "no length", SIGNATURE, LENGTH, ROWS, "segmentEnd(0, 0);", "", true },
	{ "no element", SIGNATURE, ELEMENT, LENGTH, "segmentEnd(0, 0);", "", true },
	{ "below zero", SIGNATURE, ELEMENT, LENGTH, "f(segmentEnd( -1.5 ))", "", true },
	{ "and a list", SIGNATURE, LENGTH, LENGTH, "segmentEnd(0, 0); segmentEnd([1], 0);", "",
	  true },
	{ "set at the end", SIGNATURE, "f(rows) { rows[0]; rows =", LENGTH, "segmentEnd(0, 0);", "",
	  false },
	{ "the base asks nothing", SIGNATURE, NEITHER, ROWS, "segmentEnd(0, 0);", "", false },
	{ "the head asks nothing", SIGNATURE, ROWS, NEITHER, "segmentEnd(0, 0);", "", false },
	{ "no rows", SIGNATURE, ROWS, ROWS, "segmentEnd([1], 3);", "", true },
	{ "one that is none", SIGNATURE, ROWS, ROWS, "segmentEnd([[1, 2], 3], 3);", "", true },
	{ "and one that is one", SIGNATURE, ROWS, ROWS, "segmentEnd([3, [1, 2]], 3);", "", true },
	{ "the base reads no rows", SIGNATURE, ELEMENT, ROWS, "segmentEnd([1], 3);", "", false },
	{ "the head reads no rows", SIGNATURE, ROWS, LENGTH, "segmentEnd([1], 3);", "", false },
	{ "rows", SIGNATURE, ROWS, ROWS, "segmentEnd([[1, 2], [3]], 3);", "", false },
	{ "numbers of other things", SIGNATURE, ROWS, ROWS, "segmentEnd([{ a: 1 }, f(1, 2)], 3);",
	  "", false },
	{ "in brackets of a call", SIGNATURE, ROWS, ROWS, "segmentEnd(f(1, 2), 3);", "", false },
	{ "behind one", SIGNATURE, ROWS, ROWS, "segmentEnd(f([1]), 3);", "", false },
	{ "a sum", SIGNATURE, ROWS, ROWS, "segmentEnd(1 + a, 3);", "", false },
	{ "a part of one", SIGNATURE, ROWS, ROWS, "segmentEnd(a + 1, [a + 1]);", "", false },
	{ "an array of sums", SIGNATURE, ROWS, ROWS, "segmentEnd([a + 1, 1 + a], 3);", "", false },
	{ "an index", SIGNATURE, ROWS, ROWS, "segmentEnd(a[1], 3);", "", false },
	{ "a text", SIGNATURE, ROWS, ROWS, "segmentEnd('(1,', 3);", "", false },
	{ "the other parameter", SIGNATURE, ROWS, ROWS, "segmentEnd(a, 3);", "", false },
	{ "another call", SIGNATURE, ROWS, ROWS, "segmentStart(0, 0);", "", false },
	{ "it is named", SIGNATURE, ROWS, ROWS, "segmentEnd; (0, 0);", "", false },
	{ "the second one", "f(reading, rows)", ROWS, ROWS, "segmentEnd(3, 4);", "", true },
	{ "behind a default", "f(a = [1, 2], rows)", ROWS, ROWS, "segmentEnd(3, 4);", "", true },
	{ "the third argument", SIGNATURE, ROWS, ROWS, "segmentEnd(a, 2, 3);", "", false },
	{ "without a name", "f({ limit }, rows)", ROWS, ROWS, "segmentEnd(3, a);", "", false },
	{ "the text of a default", "f(a = ')', rows)", ROWS, ROWS, "segmentEnd(3, 4);", "", true },
	{ "typed", "f(rows: number[][], reading: number)", ROWS, ROWS, "segmentEnd(0, 4);", "",
	  true },
	{ "no parameters", "f()", ROWS, ROWS, "segmentEnd(0, 4);", "", false },
	{ "a method of Python", "f(self, rows)", ROWS, ROWS, "x.segmentEnd(0)", "", true },
	{ "of a class", "f(cls, reading, rows)", ROWS, ROWS, "x.segmentEnd(0)", "", false },
	{ "more than are looked at", "f(a, b, c, d, e, f, g, h, rows)", ROWS, ROWS,
	  "segmentEnd(1, 2, 3, 4, 5, 6, 7, 8, 9);", "", false },
	{ "it asks for types", SIGNATURE, ROWS,
	  "function f(rows) { if (Array.isArray(rows)) rows[0]; }", "segmentEnd(0, 0);", "",
	  false },
	{ "it sets it", SIGNATURE, "function f(rows) { rows = g(rows); return rows[0]; }", ROWS,
	  "segmentEnd(0, 0);", "", false },
	{ "it sets another", SIGNATURE, "function f(rows) { const rows = 1; return rows[0]; }",
	  ROWS, "segmentEnd(0, 0);", "", false },
	{ "in a loop", SIGNATURE, "function f(rows) { for (const rows of a) rows[0]; }", ROWS,
	  "segmentEnd(0, 0);", "", false },
	{ "it compares it", SIGNATURE, "f(rows) { if (rows == null) return; return rows[0]; }",
	  ROWS, "segmentEnd(0, 0);", "", true },
	{ "an arrow", SIGNATURE, "const f = rows => rows[0];", ROWS, "segmentEnd(0, 0);", "",
	  true },
	{ "a length that may not be there", SIGNATURE, "f(rows) { return rows?.length; }", ROWS,
	  "segmentEnd(0, 0);", "", false },
	{ "at the end", SIGNATURE, "f(rows) { return rows", ROWS, "segmentEnd(0, 0);", "", false },
	{ "an index with brackets in a text", SIGNATURE, "f(rows) { return rows[a(')[')][0]; }",
	  ROWS, "segmentEnd([1], 0);", "", true },
	{ "numbers are passed", SIGNATURE, ROWS, ROWS, "segmentEnd(0, 0);",
	  "equal(segmentEnd(5, 1), 2)", false },
	{ "rows are passed", SIGNATURE, ROWS, ROWS, "segmentEnd(0, 0);", "segmentEnd([1], 1)",
	  true },
	{ "lists are passed", SIGNATURE, ROWS, ROWS, "segmentEnd([1], 0);", "segmentEnd([1, 2], 1)",
	  false },
};

struct place {
	struct tora_change change;
	struct tora_intent intent;
	struct tora_function function;
	struct tora_trial base, head;
	struct tora_difference d;
	struct tora_case c;
};

static void make(size_t i, struct place *p)
{
	*p = (struct place){ .intent.title = "" };
	p->function = (struct tora_function){ .file = "src/lookup.js",
		                              .name = "src/lookup.segmentEnd",
		                              .signature = rows[i].signature,
		                              .base_body = tora_sv(rows[i].base),
		                              .head_body = tora_sv(rows[i].head) };
	p->base = trial_ok("NaN");
	p->head = trial_ok("1");
	p->d = (struct tora_difference){ .kind = TORA_DIFF_VALUE, .before = "NaN", .after = "1" };
	p->c = (struct tora_case){ .intent = &p->intent,
		                   .change = &p->change,
		                   .function = &p->function,
		                   .name = "src/lookup.segmentEnd",
		                   .test = rows[i].test,
		                   .legality = TORA_LEGAL_PLAUSIBLE,
		                   .origin = TORA_ORIGIN_MODEL,
		                   .before = &p->base,
		                   .after = &p->head,
		                   .difference = &p->d };
}

/* Where the row says what is known: in a test, a document, or one side of a file. */
static void test_indexed(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < 4 * sizeof rows / sizeof *rows; i++) {
		struct tora_sv known = tora_sv(rows[i / 4].known);
		struct place p;

		make(i / 4, &p);
		if (i % 4 == 0)
			*tora_vec_push(arena, &p.change.tests.of) = known;
		else if (i % 4 == 1)
			*tora_vec_push(arena, &p.change.documents.of) = known;
		else
			*tora_vec_push(arena, &p.change.files) = (struct tora_file_change){
				.path = "t.js",
				.base_text = i % 4 == 2 ? known : tora_sv(""),
				.head_text = i % 4 == 3 ? known : tora_sv(""),
			};
		row_int(rows[i / 4].label, tora_indexed_unfit(&p.c), rows[i / 4].want);
	}
	tora_arena_free(arena);
}

static void test_what_is_known(void **state)
{
	struct place p;

	(void)state;
	make(0, &p);
	assert_true(tora_indexed_unfit(&p.c));
	assert_int_equal(tora_made_up(&p.c, TORA_FACT(VALUE)), TORA_LEGAL_ILLEGAL);
	p.c.origin = TORA_ORIGIN_CALL;
	assert_false(tora_indexed_unfit(&p.c));
	assert_int_equal(tora_made_up(&p.c, TORA_FACT(VALUE)), TORA_LEGAL_PLAUSIBLE);
	make(0, &p);
	p.c.change = NULL;
	assert_false(tora_indexed_unfit(&p.c));
	make(0, &p);
	p.c.function = NULL;
	assert_false(tora_indexed_unfit(&p.c));
	make(0, &p);
	p.function.signature = NULL;
	assert_false(tora_indexed_unfit(&p.c));
	make(0, &p);
	p.c.name = "";
	p.c.test = "(0, 0)";
	assert_false(tora_indexed_unfit(&p.c));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_indexed),
		                            cmocka_unit_test(test_what_is_known) };

	return cmocka_run_group_tests_name("indexed", tests, NULL, NULL);
}
