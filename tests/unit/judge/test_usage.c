/* Values of another kind than those that the project passes. */
#include "trials.h"

#include "judge/madeup.h"
#include "judge/said.h"
#include "lang/lang.h"

static const struct {
	const char *label, *uses, *test;
	enum tora_unusual want;
} rows[] = {
	{ "a number as it is known", "node('a', 2)\n", "print(node('b', 3))", TORA_USUAL },
	{ "a fraction", "node('a', 2)\n", "print(node('b', 1.0))", TORA_UNUSUAL },
	{ "fractions are known", "node('a', 2)\nnode('a', .5)\n", "print(node('b', 1.0))",
	  TORA_USUAL },
	{ "a large number", "node('a', 2e3)\n", "print(node('b', 0xFFe))", TORA_USUAL },
	{ "a text for a number", "node('a', 2)\n", "node('b', '2')", TORA_OF_OTHER_KIND },
	{ "a number for a text", "node('a', 2)\n", "node(-1, 2)", TORA_OF_OTHER_KIND },
	{ "bytes for a text", "node('a')\n", "node(b'a')", TORA_OF_OTHER_KIND },
	{ "a text that is formatted", "node('a')\n", "node(f'a', )\nnode('a' 'b')", TORA_USUAL },
	{ "a template", "node('a')\n", "node(`a${1}`)", TORA_USUAL },
	{ "nothing", "node('a')\n", "node(None)\nnode(null)", TORA_USUAL },
	{ "a number for yes and no", "node(True)\n", "node(1)", TORA_USUAL },
	{ "nobody knows", "node(a)\n", "node('a')", TORA_USUAL },
	{ "more are unknown", "node(a)\nnode(b)\nnode(1)\n", "node('a')", TORA_USUAL },
	{ "as many are unknown", "node(a)\nnode(1)\n", "node('a')", TORA_OF_OTHER_KIND },
	{ "another place", "node('a', 2)\n", "node('a', 2, 'b')", TORA_USUAL },
	{ "another call", "node('a', 2)\n", "nodes(2, 'a')", TORA_USUAL },
	{ "a sum", "node(2)\n", "node('a' + x)\nnode('a'.upper())\nnode(x['a'])", TORA_USUAL },
	{ "by its name", "node(key='a', n=1)\n", "node(n='1')", TORA_OF_OTHER_KIND },
	{ "by its name, in another order", "node(key='a', n=1)\n", "node(n=1, key='a')",
	  TORA_USUAL },
	{ "compared, not named", "node(1)\n", "node(n == 'a')\nnode((n) => 'a')", TORA_USUAL },
	{ "in a list", "node([1, 2])\n", "node([1, 'k'])", TORA_OF_OTHER_KIND },
	{ "in a pair", "node([(1, 'a')])\n", "node([(1, 'b')])", TORA_USUAL },
	{ "one for a list", "node([1, 2])\n", "node(1)", TORA_OF_OTHER_KIND },
	{ "a list for one", "node('a')\n", "node(['a'])", TORA_OF_OTHER_KIND },
	{ "a list for a mapping", "node({ a: 1 })\n", "node([1])", TORA_OF_OTHER_KIND },
	{ "a mapping for a list", "node([1])\n", "node({ a: 1 })", TORA_OF_OTHER_KIND },
	{ "a list for a set", "node({'a'})\n", "node(['a'])", TORA_USUAL },
	{ "one of both", "node([1])\nnode({ a: 1 })\n", "node({ a: 1 })", TORA_USUAL },
	{ "brackets around one", "node('a')\n", "node(('a'))", TORA_USUAL },
	{ "a key", "Track([{ at: 1 }, { at: 2 }])\n", "Track([{ at: 'k' }])", TORA_OF_OTHER_KIND },
	{ "a key in quotes", "VOTES = {\"a\": 1}\nx = {'a': 2}\n", "VOTES = {\"a\": \"b\"}",
	  TORA_OF_OTHER_KIND },
	{ "a key that is known once", "Track([{ at: 1 }])\n", "Track([{ at: 'k' }])", TORA_USUAL },
	{ "no mapping", "Track([{ at: 1 }, { at: 2 }])\n",
	  "if (x) {\n at: 'k' }\nconst f = () => { at: 'k' };", TORA_USUAL },
	{ "the second key", "f({ a: 1, b: 2 }, { a: 1, b: 2 })\n", "f({ a: 1, b: '2' })",
	  TORA_OF_OTHER_KIND },
	{ "what is made", "def node(a='x'):\n\nnode(1)\n", "node(2)", TORA_USUAL },
	{ "of the language", "int('1')\nprint('a')\n", "print(int(1))", TORA_USUAL },
	{ "of another's", "items.append('x')\nmax('a')\n", "items.append(2)\nmax(1)", TORA_USUAL },
	{ "of a class that has it", "Track('a')\n", "Track(2)", TORA_OF_OTHER_KIND },
	{ "behind a rest", "node('a', 2)\n", "node(*pair, 'x', 1)\nnode(...pair, 'x')",
	  TORA_USUAL },
	{ "behind a lambda", "node(x, 2)\n", "node(lambda a, b: a, 'x')", TORA_USUAL },
	{ "signs and capitals", "node(2)\n", "node(-0x1e)\nnode(0Xe)", TORA_USUAL },
	{ "an exponent", "node(2)\n", "node(1E5)", TORA_UNUSUAL },
	{ "a bracket at the beginning", "(1)\nnode(2)\n", "(1)", TORA_USUAL },
	{ "a name for two things", "value = 'ab'\nnode(value)\nvalue = 3\nother(value)\n",
	  "node('')", TORA_USUAL },
	{ "a name that is another later", "n = 3\nnode(n)\nn = make()\n", "node('')", TORA_USUAL },
	{ "brackets that do not match", "node(1]\n)\nnode(2)\n(((", "node('a')",
	  TORA_OF_OTHER_KIND },
	{ "an apostrophe", "# don't (see\nnode(1)  # it's\n", "node('a')", TORA_OF_OTHER_KIND },
};

/* `null` where each has a value, in a test that is made up. */
static void test_odd_null(void **state)
{
	static const struct {
		const char *label, *uses, *body, *test;
		enum tora_legality is;
	} of[] = {
		{ "each has a number", "f({ low: 1 })\ng({ low: 2 })\n", "if (x.low === undefined)",
		  "f({ low: null })", TORA_LEGAL_UNKNOWN },
		{ "one has none", "f({ low: 1 })\ng({ low: 2 })\nf({ low: null })\n",
		  "if (x.low === undefined)", "f({ low: null })", TORA_LEGAL_PLAUSIBLE },
		{ "one alone", "f({ low: 1 })\n", "if (x.low === undefined)", "f({ low: null })",
		  TORA_LEGAL_PLAUSIBLE },
		{ "another key", "f({ low: 1 })\ng({ low: 2 })\n", "if (x.low === undefined)",
		  "f({ high: null })", TORA_LEGAL_PLAUSIBLE },
		{ "no key", "f(1)\nf(2)\n", "if (x === undefined)", "f(null)",
		  TORA_LEGAL_PLAUSIBLE },
		{ "the base looks for it", "f({ low: 1 })\ng({ low: 2 })\n", "if (x.low == null)",
		  "f({ low: null })", TORA_LEGAL_PLAUSIBLE },
		{ "it does, in another way", "f({ low: 1 })\ng({ low: 2 })\n", "if (x.low != null)",
		  "f({ low: null })", TORA_LEGAL_PLAUSIBLE },
		{ "it has something instead", "f({ low: 1 })\ng({ low: 2 })\n",
		  "return x.low ?\? 0", "f({ low: null })", TORA_LEGAL_PLAUSIBLE },
		{ "of Python", "f({ 'low': 1 })\ng({ 'low': 2 })\n", "return x",
		  "f({ 'low': None })", TORA_LEGAL_PLAUSIBLE },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"), head = trial_ok("2");
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "1", .after = "2" };
	struct tora_intent intent = { .title = "" };

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .said = &said,
			               .name = "p.f",
			               .origin = TORA_ORIGIN_MUTATED,
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .test = of[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = "p.f", .base_body = tora_sv(of[i].body) };
		*tora_vec_push(arena, &change.tests.of) = tora_sv(of[i].uses);
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_made_up(&c, TORA_FACT(VALUE)), of[i].is);
	}
	tora_arena_free(arena);
}

/* What the base had nothing to do with. */
static const struct {
	const char *label, *uses, *test, *before, *message;
	enum tora_legality want;
} trivial[] = {
	{ "a mapping that has a name", "pairs(lexicon, 'a')\n",
	  "words = {'a': {}}\npairs(words, 'b')", "[]\n", "'dict' object has no attribute 'by'",
	  TORA_LEGAL_UNKNOWN },
	{ "a mapping that is sliced", "f(raw)\n", "f({})", "[]", "unhashable type: 'slice'",
	  TORA_LEGAL_UNKNOWN },
	{ "one that is no key", "f(raw)\n", "f({})", "[]", "unhashable type: 'list'",
	  TORA_LEGAL_PLAUSIBLE },
	{ "a list", "f(raw)\n", "f([])", "ends normally", "expected string, got 'list'",
	  TORA_LEGAL_UNKNOWN },
	{ "the base did something", "f(raw)\n", "f([1])", "[2]", "expected string, got 'list'",
	  TORA_LEGAL_PLAUSIBLE },
	{ "somebody passes one", "f(raw)\nf([2])\n", "f([])", "[]", "expected string, got 'list'",
	  TORA_LEGAL_PLAUSIBLE },
	{ "a name that stands for one", "x = [1, 2]\nf(raw)\nf(x)\n", "f([])", "[]",
	  "expected string, got 'list'", TORA_LEGAL_PLAUSIBLE },
	{ "a name for a part of one", "x = [1, 2][0]\nf(raw)\nf(x)\n", "f([])", "[]",
	  "expected string, got 'list'", TORA_LEGAL_UNKNOWN },
	{ "what comes of nothing", "f(raw)\n", "f([])", "[]", "unsupported: 'NoneType' and 'int'",
	  TORA_LEGAL_PLAUSIBLE },
	{ "a fraction as an index", "f(raw)\nf(x)\nf(2)\n", "f(1.0)", "0",
	  "list indices must be integers or slices, not float", TORA_LEGAL_UNKNOWN },
	{ "a text as an index", "f(raw)\nf(x)\nf(2)\n", "f('2')", "0",
	  "list indices must be integers or slices, not str", TORA_LEGAL_UNKNOWN },
	{ "given to the language", "f(raw)\n", "f(list([]))", "[]", "expected string, got 'list'",
	  TORA_LEGAL_PLAUSIBLE },
};

static struct tora_usage usage_of(struct tora_arena *arena, const char *uses)
{
	struct tora_change change = { 0 };
	struct tora_usage ret;

	static const char *const changed[] = { "p.u.node",  "p.u.Track.add", "p.u.f",
		                               "p.u.pairs", "p.u.join",      "src/g.g" };

	for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
		tora_vec_push(arena, &change.functions)->name = changed[i];
	*tora_vec_push(arena, &change.tests.of) = tora_sv(uses);
	tora_usage_read(&change, arena, &ret);
	return ret;
}

/* A mapping where each call has what something made. */
static void test_odd_mapping(void **state)
{
	static const struct {
		const char *label, *uses, *test;
		bool want;
	} of[] = {
		{ "each is made", "f(shape(1))\nf(level)\nf(bar(2, []))\n", "f({ arms: 'own' })",
		  true },
		{ "a name for one", "f(shape(1))\nf(level)\nf(bar(2, []))\n",
		  "const it = { arms: 1 };\nf(it)", true },
		{ "made, too", "f(shape(1))\nf(level)\nf(bar(2, []))\n", "f(shape({ arms: 1 }))",
		  false },
		{ "in a list", "f(shape(1))\nf(level)\nf(bar(2, []))\n", "f([{ arms: 1 }])",
		  false },
		{ "a text", "f(shape(1))\nf(level)\nf(bar(2, []))\n", "f('arms')", false },
		{ "one is written out", "f(shape(1))\nf(level)\nf(bar(2))\nf({ arms: 1 })\n",
		  "f({ arms: 'own' })", false },
		{ "two calls are few", "f(shape(1))\nf(level)\n", "f({ arms: 'own' })", false },
		{ "of another function", "h(shape(1))\nh(level)\nh(bar(2, []))\n",
		  "h({ arms: 'own' })", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_usage usage = usage_of(arena, of[i].uses);

		row_int(of[i].label, tora_usage_odd_mapping(&usage, tora_sv(of[i].test)),
		        of[i].want);
	}
	tora_arena_free(arena);
}

static void test_values(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_usage usage = usage_of(arena, rows[i].uses);

		row_int(rows[i].label, tora_usage_of(&usage, tora_sv(rows[i].test)), rows[i].want);
	}
	tora_arena_free(arena);
}

/* Both sides of what is changed are read, and of files that are no program nothing. */
static void test_changed_files(void **state)
{
	const struct tora_lang *lang = tora_lang_for_path("p.py");
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_file_change *f = tora_vec_push(arena, &change.files);
	struct tora_usage usage;

	(void)state;
	tora_vec_push(arena, &change.functions)->name = "p.f";
	tora_vec_push(arena, &change.functions)->name = "p.g";
	*f = (struct tora_file_change){ .base_text = tora_sv("f(1)"),
		                        .head_text = tora_sv("g(1)") };
	tora_usage_read(&change, arena, &usage);
	assert_int_equal(tora_usage_of(&usage, tora_sv("f('a')")), TORA_USUAL);
	f->lang = lang;
	tora_usage_read(&change, arena, &usage);
	assert_int_equal(tora_usage_of(&usage, tora_sv("f('a')")), TORA_OF_OTHER_KIND);
	assert_int_equal(tora_usage_of(&usage, tora_sv("g('a')")), TORA_OF_OTHER_KIND);
	tora_arena_free(arena);
}

/* Backticks are those of a text in a program, and mark code in a document. */
static void test_backticks(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_usage usage = usage_of(arena, "node(`a`)\n");
	struct tora_change change = { 0 };

	(void)state;
	assert_int_equal(tora_usage_of(&usage, tora_sv("node(1)")), TORA_OF_OTHER_KIND);
	tora_vec_push(arena, &change.functions)->name = "p.node";
	*tora_vec_push(arena, &change.documents.of) = tora_sv("As `node(2)` says.");
	tora_usage_read(&change, arena, &usage);
	assert_int_equal(tora_usage_of(&usage, tora_sv("node('a')")), TORA_OF_OTHER_KIND);
	tora_arena_free(arena);
}

/* More brackets than are read. */
static void test_deep(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_usage usage = usage_of(arena, "f(1)\n");
	struct tora_str deep = TORA_STR_INIT(4096);

	(void)state;
	for (size_t i = 0; i < 200; i++)
		tora_str_add(&deep, tora_sv("["));
	for (size_t i = 0; i < 200; i++)
		tora_str_add(&deep, tora_sv("]"));
	tora_str_add(&deep, tora_sv("\nf('a')\n"));
	assert_int_equal(tora_usage_of(&usage, tora_str_view(&deep)), TORA_OF_OTHER_KIND);
	tora_str_free(&deep);
	tora_arena_free(arena);
}

static const struct {
	const char *label, *line, *error, *uses;
	bool odd;
} numbers[] = {
	{ "calls pass texts", "print(join(0, ''))", "'int' object has no attribute 'startswith'",
	  "assert join('a', 'b') == 'ab'\n", true },
	{ "or names", "join(a, 1.5)", "'float' object has no attribute 'strip'",
	  "def join(a, b=0):\n    pass\n\njoin(base, url)\n", true },
	{ "a number inside another call", "join(0, '')", "'int' object has no attribute 'strip'",
	  "join(get(1), [2, 3])\n", true },
	{ "one of them has a number", "join(0, '')", "'int' object has no attribute 'strip'",
	  "join(x, 'b')\njoin(y, 'c')\njoin(1, 'b')\n", false },
	{ "nobody calls it", "join(0, '')", "'int' object has no attribute 'strip'",
	  "def join(a, b):\n    pass\n", false },
	{ "no number is passed", "join('', '')", "'NoneType' object has no attribute 'strip'",
	  "join('a', 'b')\n", false },
	{ "a sum of numbers", "join(1 + x)", "'int' object has no attribute 'strip'", "join('a')\n",
	  false },
	{ "by its name", "join('a', n=0)", "'int' object has no attribute 'strip'", "join('a')\n",
	  false },
	{ "another error", "join(0, a)", "division by zero", "join(a, b)\n", false },
};

/* What asks a number for what it has not, where no call has a number. */
static void test_odd_number(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct tora_exception x = { .type = "AttributeError", .message = numbers[i].error };
		struct tora_trial after = { .status = TORA_TRIAL_EXCEPTION, .exception = &x };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .before = "1",
			                     .after = numbers[i].error };
		struct tora_said said = { .usage = usage_of(arena, numbers[i].uses) };
		struct tora_str test = TORA_STR_INIT(200);
		struct tora_case c = { .said = &said,
			               .name = "p.u.has",
			               .after = &after,
			               .before = &after,
			               .difference = &d,
			               .origin = TORA_ORIGIN_MUTATED,
			               .legality = TORA_LEGAL_PLAUSIBLE };

		tora_str_addf(&test, "from p import join\n\n%s\n", numbers[i].line);
		c.test = tora_arena_text(arena, tora_str_view(&test));
		tora_str_free(&test);
		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = "<test>", .line = 3, .function = "<module>" };
		row_int(numbers[i].label,
		        tora_made_up(&c, TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR)),
		        numbers[i].odd ? TORA_LEGAL_UNKNOWN : TORA_LEGAL_PLAUSIBLE);
	}
	tora_arena_free(arena);
}

static void test_trivial(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof trivial / sizeof *trivial; i++) {
		struct tora_exception x = { .type = "TypeError", .message = trivial[i].message };
		struct tora_trial after = { .status = TORA_TRIAL_EXCEPTION, .exception = &x };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
			                     .before = trivial[i].before,
			                     .after = trivial[i].message };
		struct tora_said said = { .usage = usage_of(arena, trivial[i].uses) };
		struct tora_case c = { .said = &said,
			               .name = "p.u.f",
			               .test = trivial[i].test,
			               .after = &after,
			               .before = &after,
			               .difference = &d,
			               .origin = TORA_ORIGIN_MUTATED,
			               .legality = TORA_LEGAL_PLAUSIBLE };

		row_int(trivial[i].label,
		        tora_made_up(&c, TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR)),
		        trivial[i].want);
		row_int("an error that was meant", tora_made_up(&c, TORA_FACT(APPEARED)),
		        TORA_LEGAL_PLAUSIBLE);
	}
	tora_arena_free(arena);
}

/* What a test of the project passes is legal, whatever others pass. */
static void test_legality(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_said said = { .usage = usage_of(arena, "join('a')\n") };
	struct tora_trial one = trial_ok("1"), two = trial_ok("2");
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "1", .after = "2" };
	const struct tora_function typed = { .file = "p.py", .signature = "join(a: str | int)" };
	struct tora_case c = { .said = &said,
		               .name = "p.u.join",
		               .test = "print(join(5))\n",
		               .before = &one,
		               .after = &two,
		               .difference = &d,
		               .legality = TORA_LEGAL_PLAUSIBLE };

	(void)state;
	assert_int_equal(tora_made_up(&c, TORA_FACT(VALUE)), TORA_LEGAL_UNKNOWN);
	c.function = &typed;
	assert_int_equal(tora_made_up(&c, TORA_FACT(VALUE)), TORA_LEGAL_PLAUSIBLE);
	c.function = NULL;
	c.legality = TORA_LEGAL_SEEN;
	assert_int_equal(tora_made_up(&c, TORA_FACT(VALUE)), TORA_LEGAL_SEEN);
	c.legality = TORA_LEGAL_PLAUSIBLE;
	c.test = "print(join('b'))\n";
	assert_int_equal(tora_made_up(&c, TORA_FACT(VALUE)), TORA_LEGAL_PLAUSIBLE);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),     cmocka_unit_test(test_odd_mapping),
		cmocka_unit_test(test_odd_null),   cmocka_unit_test(test_changed_files),
		cmocka_unit_test(test_deep),       cmocka_unit_test(test_backticks),
		cmocka_unit_test(test_odd_number), cmocka_unit_test(test_legality),
		cmocka_unit_test(test_trivial),
	};

	return cmocka_run_group_tests_name("usage", tests, NULL, NULL);
}
