/* Input of which one part is less than it can be, beside another. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/madeup.h"
#include "judge/relation.h"
#include "judge/said.h"
#include "lang/lang.h"

#define RUN "Each run begins here, and a run is at least as long as a picket is wide."
#define END "`end` is never before `start`."
#define SOURCE                                                                                     \
	"def fit(run, picket, gap=1):\n    return shop([run])\n\n"                                 \
	"def shop(runs, picket=90): pass\n\ndef span(start, end): pass\n"

static const struct {
	const char *label, *readme, *test;
	bool want;
} rows[] = {
	{ "less", RUN, "print(fit(3, 90, 40))", true },
	{ "as much", RUN, "print(fit(90, 90, 40))", false },
	{ "more", RUN, "print(fit(2000, 90, 40))", false },
	{ "by its name", RUN, "print(fit(3, picket=90))", true },
	{ "both", RUN, "fit(picket=90, run=3)", true },
	{ "one is not said", RUN, "fit(3)", false },
	{ "one of a list", RUN, "shop([1350, 1], picket=90)", true },
	{ "none of a list", RUN, "shop([1350, 90], picket=90)", false },
	{ "of another call", RUN, "fit(f(3), 90)", false },
	{ "in another call", RUN, "fit(f(1, run=3), 90)", false },
	{ "counted on", RUN, "fit(3 + n, 90)", false },
	{ "a third", RUN, "fit(100, 90, 200)", false },
	{ "nobody's", RUN, "other(3, 90)", false },
	{ "dates", END, "span('2022-03-01', '2022-02-01')", true },
	{ "dates as they are", END, "span('2022-03-01', '2022-04-01')", false },
	{ "words", END, "span('b', 'a')", false },
	{ "texts of other lengths", END, "span('2022-03-01', '2022')", false },
	{ "a number and a text", END, "span(3, '2')", false },
	{ "keys", END, "book({ start: 5, end: 3 })", true },
	{ "keys in quotes", END, "book({'start': 5, 'end': 3})", true },
	{ "of two objects", END, "book({ start: 5 }, { end: 3 })", false },
	{ "not before", "An end is not before the start.", "span(5, 3)", true },
	{ "must not be", "The end must not be before its start.", "span(5, 3)", true },
	{ "not less than", "An end is never less than a start.", "span(5, 3)", true },
	{ "not more than", "A start is never greater than an end.", "span(5, 3)", true },
	{ "not after", "The start is never after the end.", "span(5, 3)", true },
	{ "at most", "`start` is at most `end`.", "span(5, 3)", true },
	{ "at least", "`end` is at least `start`.", "span(5, 3)", true },
	{ "the other way round", "`end` is at most `start`.", "span(5, 3)", false },
	{ "a number", "`end` is never before 4.", "span(5, 3)", false },
	{ "a comparison that may be", "`end` is before `start`.", "span(5, 3)", false },
	{ "not at least", "`end` is not at least `start`.", "span(5, 3)", false },
	{ "something else", "`end` is never lost before `start`.", "span(5, 3)", false },
	{ "more of what", "`end` is never more `start`.", "span(5, 3)", false },
	{ "itself", "`end` is at least `end`.", "span(5, 3)", false },
	{ "as", "`end` is at least as long.", "span(5, 3)", false },
	{ "when it is refused", "Raises ValueError if `end` is not after `start`.", "span(1, 5)",
	  false },
	{ "unless", "It fails unless an end is not before the start.", "span(5, 3)", false },
	{ "and when", "An end is not before the start when both are said.", "span(5, 3)", false },
	{ "of a part", "The length of an end is at least the start.", "span(5, 3)", false },
	{ "what comes out", "An end is never less than the start: it is what comes out.",
	  "span(5, 3)", false },
	{ "a result", "The result, an end, is never less than the start.", "span(5, 3)", false },
	{ "it", "It is never less than the start.", "span(5, 3)", false },
	{ "than that", "An end is never less than that.", "span(5, 3)", false },
	{ "the next sentence", "It fails if so. An end is not before the start.", "span(5, 3)",
	  true },
	{ "not above", "A start is never above an end.", "span(5, 3)", true },
	{ "not below", "An end is never below a start.", "span(5, 3)", true },
	{ "may not be", "A start may not be beyond the end.", "span(5, 3)", true },
	{ "not shorter", "An end is no shorter than a start.", "span(5, 3)", true },
	{ "of one letter", "`s` is at least `e`.", "f({ s: 1, e: 2 })", false },
	{ "nothing is said", "", "span(5, 3)", false },
};

static void test_relation(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("0"),
			  refused = trial_raise(arena, "", "ValueError", "no", "/repo/w.py:fit");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .before = "1", .after = "0" },
				       no = { .before = "False", .after = "0" };
		struct tora_said said;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "w.fit",
			               .test = rows[i].test,
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .origin = TORA_ORIGIN_MUTATED,
			               .before = &base,
			               .after = &head,
			               .said = &said,
			               .difference = &d };

		*file = (struct tora_file_change){ .path = "w.py",
			                           .role = TORA_FILE_SOURCE,
			                           .lang = tora_lang_named("python"),
			                           .base_text = TORA_SV(SOURCE) };
		change.readme = tora_sv(rows[i].readme);
		tora_said(&intent, &change, arena, &said);
		row_int(rows[i].label, tora_relation_left(&c), rows[i].want);
		row_int(rows[i].label, tora_made_up(&c, 0) == TORA_LEGAL_ILLEGAL, rows[i].want);
		c.difference = &no; /* somebody looks */
		assert_false(tora_relation_left(&c));
		c.difference = &d;
		c.before = &refused;
		assert_false(tora_relation_left(&c));
	}
	tora_arena_free(arena);
}

/* Calls in calls, and definitions over and over: none is read to the end each time. */
static void test_much(void **state)
{
	enum { CALLS = 12000 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = TORA_SV(END) };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_difference d = { .before = "1" };
	struct tora_str test = TORA_STR_INIT(1u << 20), source = TORA_STR_INIT(1u << 20);
	struct tora_said said;
	struct tora_case c = {
		.change = &change, .before = &base, .difference = &d, .said = &said
	};

	(void)state;
	for (size_t i = 0; i < CALLS; i++)
		tora_str_adds(&test, "span(");
	for (size_t i = 0; i < 400; i++)
		tora_str_adds(&source, "def span(start, end): pass\n");
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .path = "w.py",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("python"),
		                           .base_text = { source.buf, source.len } };
	tora_said(&intent, &change, arena, &said);
	c.test = test.buf;
	assert_false(tora_relation_left(&c));
	tora_str_free(&test);
	tora_str_free(&source);
	tora_arena_free(arena);
}

/* What a changed function says of itself; a test file defines nothing that counts. */
static void test_of_functions(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_difference d = { .before = "1" };
	struct tora_said said;
	struct tora_case c = { .change = &change,
		               .test = "span(5, 3)",
		               .before = &base,
		               .difference = &d,
		               .said = &said };

	(void)state;
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .path = "w.py",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("python"),
		                           .base_text = TORA_SV(SOURCE) };
	*tora_vec_push(arena, &change.functions) =
		(struct tora_function){ .name = "w.span",
		                        .base_doc = "The end is never before the start." };
	tora_said(&intent, &change, arena, &said);
	assert_true(tora_relation_left(&c));
	change.files.at[0].role = TORA_FILE_TEST;
	assert_false(tora_relation_left(&c));
	tora_arena_free(arena);
}

/* "from 0 to marchers - 1" */
static void test_of_parameters(void **state)
{
	static const struct {
		const char *label, *doc, *test;
		bool want;
	} of[] = {
		{ "as much", "@param {number} marcher whole, from 0 to marchers - 1", "place(3, 3)",
		  true },
		{ "more", "@param {number} marcher whole, from 0 to marchers - 1", "place(4, 3)",
		  true },
		{ "less", "@param {number} marcher whole, from 0 to marchers - 1", "place(2, 3)",
		  false },
		{ "up to it", ":param marcher: 1 to marchers", "place(3, 3)", false },
		{ "beyond it", ":param marcher: 1 to marchers", "place(4, 3)", true },
		{ "less two", "@param {number} marcher from 0 to marchers - 2", "place(4, 3)",
		  false },
		{ "and more", "@param {number} marcher from 0 to marchers each", "place(4, 3)",
		  false },
		{ "no parameter", "@param {number} marcher from 0 to all", "place(4, 3)", false },
		{ "of another", "@param {number} rank from 0 to marchers", "place(4, 3)", false },
		{ "no tag", "marcher from 0 to marchers", "place(4, 3)", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	(void)state;
	*tora_vec_push(arena, &change.files) = (struct tora_file_change){
		.path = "w.py",
		.role = TORA_FILE_SOURCE,
		.lang = tora_lang_named("python"),
		.base_text = TORA_SV("def place(marcher, marchers): pass\n")
	};
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .before = "1" };
		struct tora_said said;
		struct tora_case c = { .change = &change,
			               .test = of[i].test,
			               .before = &base,
			               .difference = &d,
			               .said = &said };

		*f = (struct tora_function){ .name = "w.place",
			                     .base_doc = of[i].doc,
			                     .base_body = TORA_SV(
						     "def place(marcher, marchers): pass\n") };
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_relation_left(&c), of[i].want);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_relation),
		                            cmocka_unit_test(test_of_functions),
		                            cmocka_unit_test(test_much),
		                            cmocka_unit_test(test_of_parameters) };

	return cmocka_run_group_tests_name("relation", tests, NULL, NULL);
}
