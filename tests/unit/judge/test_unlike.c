/* Input that no user of a project has. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/said.h"
#include "judge/unlike.h"

static struct tora_case case_of(const struct tora_intent *intent, const struct tora_change *change,
                                const struct tora_difference *d, const struct tora_trial *base,
                                const struct tora_trial *head)
{
	return (struct tora_case){ .intent = intent,
		                   .change = change,
		                   .name = "src/values.surfaces",
		                   .origin = TORA_ORIGIN_MUTATED,
		                   .before = base,
		                   .after = head,
		                   .difference = d };
}

static const struct {
	const char *label, *test, *before, *after; /* after "!": what it fails with */
	const char *text;                          /* of a test, or of a changed file */
	bool is;
} rows[] = {
	{ "fewer than none", "survey({ rows: -1, columns: 3 });\n", "[]",
	  "!Invalid typed array length: -3", "", true },
	{ "by a keyword", "survey(rows=-1)\n", "[]", "!negative dimensions are not allowed", "",
	  true },
	{ "a place before the beginning", "byteswap('4', b'a', offset=-1)\n", "b'a'",
	  "!negative seek value -1", "", true },
	{ "a limit may be below zero", "survey({ limit: -1 });\n", "[]", "!Invalid array length",
	  "", false },
	{ "not below", "survey({ rows: 1 });\n", "[]", "!Invalid array length", "", false },
	{ "another error", "survey({ rows: -1 });\n", "[]", "!no such row", "", false },
	{ "a whole number as a fraction", "print(pips({1.0: 2}))\n", "pips 2.0, 10", "pips 2, 10",
	  "pips({1: 2})", true },
	{ "as an index", "print(checkers(0.0))\n", "12",
	  "!list indices must be integers or slices, not float", "checkers(3)", true },
	{ "as an index where there are fractions", "print(checkers(0.0))\n", "12",
	  "!list indices must be integers or slices, not float", "checkers(0.5)", false },
	{ "another error", "print(checkers(0.0))\n", "12", "!no such point", "checkers(3)", false },
	{ "other digits", "print(pips({1.0: 2}))\n", "2.05", "2", "pips({1: 2})", false },
	{ "no number", "print(pips({1.0: 2}))\n", "v.0", "v", "", false },
	{ "digits that come together", "print(pips({1.0: 2}))\n", "2.05", "25", "", false },
	{ "another number", "print(pips({1.0: 2}))\n", "2.0", "3", "", false },
	{ "one among fractions", "print(mean([1.0, 2.5]))\n", "2.0", "2", "", false },
	{ "longer", "print(pips({1.0: 2}))\n", "2.0", "2 3", "", false },
	{ "it has fractions", "print(pips({1.0: 2}))\n", "2.0", "2", "rate = 0.5", false },
	{ "given whole", "print(pips({1: 2}))\n", "2.0", "2", "", false },
	{ "a truth for a number", "print(free(True))\n", "[(1, True)]", "[(1, 1)]", "free(5)",
	  true },
	{ "of none", "print(free(False))\n", "[(1, 0)]", "[(1, False)]", "", true },
	{ "truths are passed", "print(free(True))\n", "True", "1", "free(True)", false },
	{ "by its name", "print(valid('x', strict=True))\n", "True", "1", "", false },
	{ "none was passed", "print(free(1))\n", "[(1, True)]", "[(1, 1)]", "", false },
	{ "another number, too", "print(free(True))\n", "[(2, True)]", "[(1, 1)]", "", false },
	{ "another truth", "print(free(True))\n", "True", "False", "", false },
	{ "one more", "print(free(True))\n", "True", "1, 2", "", false },
	{ "one less", "print(free(True))\n", "True, 2", "1", "", false },
};

static void test_any_use(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < 3 * sizeof rows / sizeof *rows; i++) {
		size_t n = i / 3;
		bool fails = rows[n].after[0] == '!';
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_trial base = trial_ok(rows[n].before);
		struct tora_trial head = fails ? trial_raise(arena, "", "RangeError",
		                                             rows[n].after + 1, "/repo/p.py:survey")
		                               : trial_ok(rows[n].after);
		struct tora_difference d;
		struct tora_case c;

		if (i % 3 == 0)
			*tora_vec_push(arena, &change.tests.of) = tora_sv(rows[n].text);
		else
			*tora_vec_push(arena, &change.files) =
				i % 3 == 1
					? (struct tora_file_change){ .role = TORA_FILE_TEST,
				                                     .base_text =
				                                             tora_sv(rows[n].text) }
					: (struct tora_file_change){ .role = TORA_FILE_DOC,
				                                     .head_text = tora_sv(
									     rows[n].text) };
		tora_compare(&base, &head, arena, &d);
		c = case_of(&intent, &change, &d, &base, &head);
		c.test = rows[n].test;
		row_int(rows[n].label, tora_unlike_any_use(&c), rows[n].is);
		c.origin = TORA_ORIGIN_TEST;
		row_int("a test of the project", tora_unlike_any_use(&c), false);
	}
	tora_arena_free(arena);
}

/* What the sources have says nothing of what is passed. */
static void test_truths_of_sources(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .title = "" };
	struct tora_change change = { 0 };
	struct tora_trial base = trial_ok("True"), head = trial_ok("1");
	struct tora_difference d;
	struct tora_case c;

	(void)state;
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .role = TORA_FILE_SOURCE,
		                           .base_text = tora_sv("return True"),
		                           .head_text = tora_sv("True") };
	tora_compare(&base, &head, arena, &d);
	c = case_of(&intent, &change, &d, &base, &head);
	c.test = "print(free(True))\n";
	assert_true(tora_unlike_any_use(&c));
	tora_arena_free(arena);
}

/* `surfaces()` of what has a parameter since. */
static void test_left_out_since(void **state)
{
	static const struct {
		const char *label, *signature, *body, *test, *tests;
		bool is;
	} calls[] = {
		{ "left out", "surfaces(part)", "function surfaces() { return 1; }",
		  "log(surfaces());\n", "log(report(wall));\n", true },
		{ "a test calls it", "surfaces(part)", "function surfaces() { return 1; }",
		  "log(surfaces());\n", "log(surfaces());\n", false },
		{ "given", "surfaces(part)", "function surfaces() { return 1; }",
		  "log(surfaces(1));\n", "", false },
		{ "it may be left out", "surfaces(kind=None)",
		  "def surfaces():", "print(surfaces())\n", "", false },
		{ "any number of them", "surfaces(*kinds)",
		  "def surfaces():", "print(surfaces())\n", "", false },
		{ "part of another name", "surfaces(part)", "def surfaces(a): mysurfaces()",
		  "log(surfaces());\n", "", false },
		{ "it had one", "surfaces(part)", "function surfaces(part) { return 1; }",
		  "log(surfaces());\n", "", false },
		{ "it has none", "surfaces()", "function surfaces() { return 1; }",
		  "log(surfaces());\n", "", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("NaN");
	struct tora_intent intent = { .title = "" };
	struct tora_difference d;

	(void)state;
	tora_compare(&base, &head, arena, &d);
	for (size_t i = 0; i < 3 * sizeof calls / sizeof *calls; i++) {
		size_t n = i / 3;
		struct tora_function function = { .signature = calls[n].signature,
			                          .base_body = tora_sv(calls[n].body) };
		struct tora_change change = { 0 };
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		if (i % 3 == 2)
			*tora_vec_push(arena, &change.files) =
				(struct tora_file_change){ .role = TORA_FILE_TEST,
				                           .head_text = tora_sv(calls[n].tests) };
		else
			*tora_vec_push(arena, i % 3 ? &change.tests.of : &change.documents.of) =
				tora_sv(calls[n].tests);
		c.function = &function;
		c.test = calls[n].test;
		row_int(calls[n].label, tora_unlike_any_use(&c), calls[n].is);
	}
	tora_arena_free(arena);
}

/* `mode_of` stands in forms.py since "Split parse_line() by form". */
static void test_helper_that_moved(void **state)
{
	static const struct {
		const char *label, *message, *elsewhere, *tests, *readme;
		bool is;
	} moved[] = {
		{ "moved", "Split listing.py", "ftp.forms.mode_of", "parse('a')", "parse()", true },
		{ "not said", "Tidy up", "ftp.forms.mode_of", "parse('a')", "", false },
		{ "gone", "Split listing.py", "ftp.forms.other", "parse('a')", "", false },
		{ "a test has its module", "Split listing.py", "ftp.forms.mode_of",
		  "from ftp.listing import parse", "", false },
		{ "a test has it", "Split listing.py", "ftp.forms.mode_of", "mode_of('a')", "",
		  false },
		{ "the README has it", "Split listing.py", "ftp.forms.mode_of", "",
		  "`mode_of(text)`", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");

	(void)state;
	for (size_t i = 0; i < 3 * sizeof moved / sizeof *moved; i++) {
		size_t n = i / 3;
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { .readme = tora_sv(moved[n].readme) };
		struct tora_said said = { .messages = tora_sv(moved[n].message) };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .api_missing_head = true };
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		if (i % 3 == 2)
			*tora_vec_push(arena, &change.files) =
				(struct tora_file_change){ .role = TORA_FILE_TEST,
				                           .base_text = tora_sv(moved[n].tests) };
		else
			*tora_vec_push(arena, i % 3 ? &change.tests.of : &change.documents.of) =
				tora_sv(moved[n].tests);
		tora_vec_push(arena, &intent.messages)->text = moved[n].message;
		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = moved[n].elsewhere,
			                        .head_body = tora_sv("x") };
		c.said = &said;
		c.name = "ftp.listing.mode_of";
		c.test = "from ftp.listing import mode_of\n";
		row_int(moved[n].label, tora_unlike_any_use(&c), moved[n].is);
		c.origin = TORA_ORIGIN_TEST;
		assert_false(tora_unlike_any_use(&c));
		c.origin = TORA_ORIGIN_MUTATED;
		d.api_missing_head = false;
		assert_false(tora_unlike_any_use(&c));
	}
	tora_arena_free(arena);
}

/* "It depends on the kind", and an object has none. */
static void test_announced(void **state)
{
	static const struct {
		const char *label, *test, *message, *added, *removed;
		tora_facts facts;
		bool lacks;
	} kinds[] = {
		{ "it lacks it", "console.log(value({ layers: [] }));\n", "It depends on the kind",
		  "x = IN[part.kind];\n", "x = IN;\n", TORA_FACT(GLITCH), true },
		{ "a mistake of it", "console.log(value({ layers: [] }));\n",
		  "It depends on the kind", "x = IN[part.kind];\n", "x = IN;\n",
		  TORA_FACT(PROGRAM_ERROR), true },
		{ "another value", "console.log(value({ layers: [] }));\n",
		  "It depends on the kind", "x = IN[part.kind];\n", "x = IN;\n", TORA_FACT(VALUE),
		  false },
		{ "it has it", "console.log(value({ kind: 1 }));\n", "It depends on the kind",
		  "x = IN[part.kind];\n", "x = IN;\n", TORA_FACT(GLITCH), false },
		{ "its own", "console.log(value({ layers: [] }));\n", "It depends on the kind",
		  "x = IN[this.kind];\n", "x = IN;\n", TORA_FACT(GLITCH), false },
		{ "in the other language", "print(value({'layers': []}))\n",
		  "It depends on the kind", "x = IN[part.kind]\n", "x = IN\n", TORA_FACT(GLITCH),
		  false },
		{ "not announced", "console.log(value({ layers: [] }));\n", "Tidy up",
		  "x = IN[part.kind];\n", "x = IN;\n", TORA_FACT(GLITCH), false },
		{ "it was read before", "console.log(value({ layers: [] }));\n",
		  "It depends on the kind", "x = IN[part.kind];\n", "x = part.kind;\n",
		  TORA_FACT(GLITCH), false },
		{ "a short one", "console.log(value({ layers: [] }));\n", "It depends on the id",
		  "x = IN[part.id];\n", "x = IN;\n", TORA_FACT(GLITCH), false },
		{ "it is called", "console.log(value({ layers: [] }));\n", "It depends on the kind",
		  "x = part.kind();\n", "x = IN;\n", TORA_FACT(GLITCH), false },
		{ "no object", "console.log(value([]));\n", "It depends on the kind",
		  "x = IN[part.kind];\n", "x = IN;\n", TORA_FACT(GLITCH), false },
	};
	struct tora_intent intent = { .title = "" };
	struct tora_difference d = { .kind = TORA_DIFF_VALUE };
	struct tora_exception of_kind = { .message = "undefined (reading 'kind')" },
			      of_other = { .message = "undefined (reading 'size')" };
	struct tora_trial named = { .exception = &of_kind }, other = { .exception = &of_other };

	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct tora_said said = { .messages = tora_sv(kinds[i].message),
			                  .added = tora_sv(kinds[i].added),
			                  .removed = tora_sv(kinds[i].removed) };
		struct tora_case c = case_of(&intent, NULL, &d, NULL, NULL);

		c.said = &said;
		c.test = kinds[i].test;
		row_int(kinds[i].label, tora_unlike_announced(&c, kinds[i].facts), kinds[i].lacks);
		c.after = &named;
		row_int(kinds[i].label, tora_unlike_announced(&c, kinds[i].facts), kinds[i].lacks);
		c.after = &other;
		assert_false(tora_unlike_announced(&c, kinds[i].facts));
		c.origin = TORA_ORIGIN_TEST;
		assert_false(tora_unlike_announced(&c, kinds[i].facts));
	}
}

static const struct {
	const char *label, *test, *error, *known;
	bool is;
} lists[] = {
	{ "a hole", "species({ aliases: ['a', undefined] });\n",
	  "Cannot read properties of undefined (reading 'toLowerCase')", "", true },
	{ "at the beginning", "species([undefined, 'a']);\n",
	  "Cannot read properties of undefined (reading 'toLowerCase')", "", true },
	{ "in no list", "species('a', undefined);\n",
	  "Cannot read properties of undefined (reading 'toLowerCase')", "", false },
	{ "behind one", "species(['a'], undefined);\n",
	  "Cannot read properties of undefined (reading 'toLowerCase')", "", false },
	{ "by a name", "species([{ a: undefined }]);\n",
	  "Cannot read properties of undefined (reading 'toLowerCase')", "", false },
	{ "another error", "species(['a', undefined]);\n", "no such alias", "", false },
	{ "a test has one", "species(['a', undefined]);\n",
	  "Cannot read properties of undefined (reading 'toLowerCase')", "species([undefined]);\n",
	  false },
};

static void test_a_list_with_holes(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED };
		struct tora_trial base = trial_ok(""), head = trial_raise(arena, "", "TypeError",
		                                                          lists[i].error, "<test>");
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		*tora_vec_push(arena, &change.tests.of) = tora_sv(lists[i].known);
		c.test = lists[i].test;
		row_int(lists[i].label, tora_unlike_list(&c), lists[i].is);
		c.origin = TORA_ORIGIN_TEST;
		assert_false(tora_unlike_list(&c));
		c.origin = TORA_ORIGIN_MUTATED;
		d.kind = TORA_DIFF_EXCEPTION_CHANGED;
		assert_false(tora_unlike_list(&c));
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		c.change = NULL;
		assert_false(tora_unlike_list(&c));
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label, *test, *before, *after, *title;
	bool is;
} wholes[] = {
	{ "nothing stands there now", "console.log(minutes({ motions: [] }));\n", "undefined", "",
	  "tidy up", true },
	{ "within a text", "console.log(minutes({ motions: [] }));\n", "by undefined, 3", "by , 3",
	  "tidy up", true },
	{ "something stands there", "console.log(minutes({ motions: [] }));\n", "undefined", "null",
	  "tidy up", false },
	{ "more is gone", "console.log(minutes({ motions: [] }));\n", "by undefined, 3", "by 3",
	  "tidy up", false },
	{ "another beginning", "console.log(minutes({ motions: [] }));\n", "by undefined", "to ",
	  "tidy up", false },
	{ "another end", "console.log(minutes({ motions: [] }));\n", "undefined, 3", ", 4",
	  "tidy up", false },
	{ "it was not", "console.log(minutes({ motions: [] }));\n", "a", "", "tidy up", false },
	{ "no object", "console.log(minutes([]));\n", "undefined", "", "tidy up", false },
	{ "no JavaScript", "print(minutes({'a': 1}))\n", "undefined", "", "tidy up", false },
	{ "it is spoken of", "console.log(minutes({ motions: [] }));\n", "undefined", "",
	  "leave out what is missing", false },
};

static void test_an_object_that_lacks_something(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
		struct tora_intent intent = { .branch = "", .title = wholes[i].title };
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = wholes[i].before,
			                     .after = wholes[i].after };
		struct tora_trial trial = trial_ok("");
		struct tora_case c = case_of(&intent, &change, &d, &trial, &trial);

		tora_said(&intent, &change, arena, &said);
		c.test = wholes[i].test;
		assert_false(tora_unlike_whole(&c));
		c.said = &said;
		row_int(wholes[i].label, tora_unlike_whole(&c), wholes[i].is);
		c.origin = TORA_ORIGIN_TEST;
		assert_false(tora_unlike_whole(&c));
		c.origin = TORA_ORIGIN_MUTATED;
		d.kind = TORA_DIFF_OUTPUT;
		assert_false(tora_unlike_whole(&c));
	}
	tora_arena_free(arena);
}

#define FEW "!not enough values to unpack (expected 3, got 2)"

/* Tuples of numbers, of as many as none that is known has. */
static const struct {
	const char *label, *test, *after, *known;
	bool is;
} tuples[] = {
	{ "one less", "p.nearest((15, 15))", FEW, "p.nearest((1, 2, 3))", true },
	{ "none", "P([('low', ())])", FEW, "P([('low', (1, -2, 3))])", true },
	{ "one more, in a list", "p.all([(1, 2, 3, 4)])", "!too many values to unpack",
	  "p.nearest((1, 2, 3))", true },
	{ "an argument is missing", "p.nearest((15,))",
	  "!P._search() missing 2 required positional arguments: 'a' and 'b'", "x = (1, 2, 3)",
	  true },
	{ "an index", "p.nearest((15, 15))", "!tuple index out of range", "p.nearest((1, 2, 3))",
	  true },
	{ "another error", "p.nearest((15, 15))", "!no such colour", "p.nearest((1, 2, 3))",
	  false },
	{ "as many", "p.nearest((1, 2, 4))", FEW, "p.nearest((1, 2, 3))", false },
	{ "of two lengths", "p.nearest((15, 15))", FEW, "a = (1, 2, 3)\nb = (1, 2)", false },
	{ "behind a keyword", "p.nearest((15, 15))", FEW,
	  "a = (1, 2, 3)\ndef two():\n    return (1, 2)", false },
	{ "of names", "p.nearest((15, 15))", FEW, "a = (1, 2, 3)\nb = (w, h)", false },
	{ "none is known", "p.nearest((15, 15))", FEW, "p.nearest([1, 2, 3])", false },
	{ "arguments of a call", "p.nearest(15, 15)", FEW, "p.nearest((1, 2, 3))", false },
	{ "a call of what a call gives", "f(1)(15, 15)", FEW, "p.nearest((1, 2, 3))", false },
	{ "of an item", "f[1](15, 15)", FEW, "p.nearest((1, 2, 3))", false },
	{ "one in brackets", "p.nearest(2 * (15))", FEW, "p.nearest((1, 2, 3))", false },
	{ "not of numbers", "p.nearest(('a', 15))", FEW, "p.nearest((1, 2, 3))", false },
};

static void test_a_tuple_of_another_length(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < 2 * sizeof tuples / sizeof *tuples; i++) {
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { 0 };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .before = "1",
			                     .after = tuples[i / 2].after + 1 };
		struct tora_trial base = trial_ok("1");
		struct tora_trial head =
			trial_raise(arena, "", "ValueError", tuples[i / 2].after + 1, "<test>");
		struct tora_case c = case_of(&intent, &change, &d, &base, &head);

		/* once in a test, once in a document */
		*tora_vec_push(arena, i % 2 ? &change.tests.of : &change.documents.of) =
			tora_sv(tuples[i / 2].known);
		c.test = tuples[i / 2].test;
		row_int(tuples[i / 2].label, tora_unlike_any_use(&c), tuples[i / 2].is);
		c.origin = TORA_ORIGIN_TEST;
		assert_false(tora_unlike_any_use(&c));
		c.origin = TORA_ORIGIN_MUTATED;
		d.kind = TORA_DIFF_EXCEPTION_CHANGED;
		assert_false(tora_unlike_any_use(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_any_use),
		                            cmocka_unit_test(test_a_tuple_of_another_length),
		                            cmocka_unit_test(test_truths_of_sources),
		                            cmocka_unit_test(test_left_out_since),
		                            cmocka_unit_test(test_helper_that_moved),
		                            cmocka_unit_test(test_an_object_that_lacks_something),
		                            cmocka_unit_test(test_a_list_with_holes),
		                            cmocka_unit_test(test_announced) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
