#include "trials.h"

#include "judge/compare.h"
#include "judge/signature.h"

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

/* Printed lines only. */
static const struct {
	const char *label, *base, *head, *kind, *pattern;
} lines[] = {
	{ "equal", "a\n", "a\n", "", "" },
	{ "only an address", "<x at 0x7f0000000001>", "<x at 0x7f0000000002>", "", "" },
	{ "only rounding", "0.30000000000000004", "0.3", "", "" },
	{ "only the order of a set", "{2, 1}", "{1, 2}", "", "" },
	{ "int to float", "x: {'duration': 2}", "x: {'duration': 2.0}", "value", "int->float" },
	{ "list to None", "[1, 2]", "None", "value", "list->None" },
	{ "string to None", "'a'", "None", "value", "str->None" },
	{ "sign", "3.5", "-3.5", "value", "sign" },
	{ "one more", "7", "8", "value", "one-more" },
	{ "number", "7", "90", "value", "number-up" },
	{ "sign of zero", "'0.0'", "'-0.0'", "value", "" },
	{ "sign of zero in a text", "0.0 C", "-0.0 C", "value", "sign" },
	{ "one less of many digits", "100000000000000001", "100000000000000000", "value",
	  "one-less" },
	{ "leading zeros", "007", "7", "value", "number-format" },
	{ "sign and magnitude", "-7.1e-07", "2.8e-11", "value", "number-up" },
	{ "letter case", "'Ab'", "'ab'", "value", "case" },
	{ "white space in text", "'a b'", "'a  b'", "value", "space" },
	{ "text longer", "'a-b'", "'a--b'", "value", "text-longer" },
	{ "element added", "[1, 2]", "[1, 2, 3]", "value", "elements-added" },
	{ "element removed", "['a', 'b']", "['a']", "value", "elements-removed" },
	{ "elements", "['args', 'kwargs']", "['attr1', 'attr2']", "value", "elements-changed" },
	{ "bool", "True", "False", "value", "bool-False" },
	{ "format of a number", "1.0", "1.00", "value", "number-format" },
	{ "format of a decimal", "Decimal('1')", "Decimal('1.00')", "value", "number-format" },
	{ "the same happened to each", "[Decimal('1'), Decimal('2')]",
	  "[Decimal('1.00'), Decimal('2.00')]", "value", "number-format" },
	{ "to some of them", "[3, 4, 5]", "[2, 4, 4]", "value", "one-less" },
	{ "this to one, that to another", "[3, 4, 5]", "[2, 4, 9]", "value", "elements-changed" },
	{ "a text with a number in it is no number", "'1'", "'1.00'", "value", "text-longer" },
	{ "another type among them", "[1, 2]", "[2, 'a']", "value", "elements-changed" },
	{ "dict to list", "{'a': 1}", "[('a', 1)]", "value", "" },
	{ "line added", "a\n", "a\nb\n", "value", "line-added" },
	{ "line removed", "a\nb\n", "a\n", "value", "line-removed" },
	{ "a line put in", "7\nb\n", "got 12\n7\nb\n", "value", "lines-put-in: got #" },
	{ "two of them, in the middle", "a\n7\n", "a\ngot 1\nand\n7\n", "value",
	  "lines-put-in: got #" },
	{ "taken out", "got 12\n7\n", "7\n", "value", "lines-taken-out: got #" },
	{ "a key of an object", "{\n  a: 1,\n  c: 3\n}\n", "{\n  a: 1,\n  b: 2,\n  c: 3\n}\n",
	  "value", "elements-changed" },
	{ "put in, and another one", "7\nb\n", "got 12\n7\nc\n", "value", "int->text" },
	{ "order of elements", "[1, 2, 3]", "[3, 2, 1]", "order", "" },
	{ "order of lines", "a\nb\n", "b\na\n", "order", "" },
	{ "order of a mapping", "{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}", "order", "" },
	{ "a space more is no order", "words(OLD, x)", "words (OLD, x)", "value", "space" },
	{ "caught", "3", "raised ValueError: bad 3", "exception-appeared", "ValueError: bad #" },
	{ "caught, printed by name and text", "ok", "ValidationError not a number",
	  "exception-appeared", "ValidationError: not a number" },
	{ "caught with its module", "ok", "p.exceptions.ValidationError: {'a': 1}",
	  "exception-appeared", "p.exceptions.ValidationError: {$: #}" },
	{ "caught no more", "KeyError: 'a'", "1", "exception-gone", "KeyError: $" },
	{ "another one caught", "KeyError: 'a'", "ValueError: a", "exception-changed", "" },
	{ "another text caught", "KeyError: 'a'", "KeyError: 'b'", "message-only", "" },
	{ "prose about errors is a value", "Error for x", "Error for y", "value", "text" },
	{ "rounding hides no value", "0.30000000000000004\n1\n", "0.3\n2\n", "value", "one-more" },
};

static void test_lines(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct tora_trial b = trial_ok(lines[i].base), h = trial_ok(lines[i].head);
		struct tora_difference d;
		const char *kind;

		tora_compare(&b, &h, arena, &d);
		kind = d.kind == TORA_DIFF_NONE ? "" : tora_difference_name(d.kind);
		row_text(lines[i].label, kind, lines[i].kind);
		if (*lines[i].pattern)
			row_text(lines[i].label, d.signature,
			         tora_arena_printf(arena, "%s|%s|", kind, lines[i].pattern));
		tora_compare(&b, &b, arena, &d);
		row_int(lines[i].label, d.kind, TORA_DIFF_NONE);
	}
}

struct side {
	enum {
		OK,
		RAISE,
		LATER,
		TEST_RAISE,
		EXIT,
		SIGNAL,
		TIMEOUT,
		LIMIT,
		NOT_RUN,
		WARN,
		HIDDEN
	} how;
	const char *out, *type, *message;
};

static struct tora_trial make(const struct side *s)
{
	struct tora_trial t;

	switch (s->how) {
	case OK:
		return trial_ok(s->out);
	case RAISE:
		return trial_raise(arena, s->out, s->type, s->message, "/repo/p/u.py:make");
	case LATER:
		t = trial_raise(arena, s->out, s->type, s->message, "/repo/p/u.py:make");
		t.exception->frames.at[0].line++;
		return t;
	case TEST_RAISE:
		return trial_raise(arena, s->out, s->type, s->message, "<test>");
	case EXIT:
		return trial_ended(TORA_TRIAL_EXIT, s->type ? 3 : 0, s->out);
	case SIGNAL:
		return trial_ended(TORA_TRIAL_SIGNAL, 11, s->out);
	case TIMEOUT:
		return trial_ended(TORA_TRIAL_TIMEOUT, 0, s->out);
	case LIMIT:
		return trial_ended(TORA_TRIAL_LIMIT, 0, s->out);
	case NOT_RUN:
		return (struct tora_trial){ .status = TORA_TRIAL_LIMIT };
	case WARN:
	case HIDDEN:
		t = trial_warn(arena, s->out, s->type, s->message);
		t.warnings.at[0].is_hidden = s->how == HIDDEN;
		return t;
	}
	return trial_ok("");
}

static const struct {
	const char *label;
	struct side base, head;
	const char *kind, *missing;
} endings[] = {
	{ "now raises",
	  { OK, "1\n", 0, 0 },
	  { RAISE, "", "ValueError", "no" },
	  "exception-appeared",
	  "" },
	{ "raised before",
	  { RAISE, "", "ValueError", "no" },
	  { OK, "1\n", 0, 0 },
	  "exception-gone",
	  "" },
	{ "both raise the same",
	  { RAISE, "", "ValueError", "no" },
	  { RAISE, "", "ValueError", "no" },
	  "",
	  "" },
	{ "same type, other text",
	  { RAISE, "", "ValueError", "no" },
	  { RAISE, "", "ValueError", "yes" },
	  "message-only",
	  "" },
	{ "an address in the text is no difference",
	  { RAISE, "", "ValueError", "<a at 0x7f00aa>" },
	  { RAISE, "", "ValueError", "<a at 0x7f00bb>" },
	  "",
	  "" },
	{ "other type",
	  { RAISE, "", "ValueError", "no" },
	  { RAISE, "", "KeyError", "no" },
	  "exception-changed",
	  "" },
	{ "a value that differs before both fail",
	  { RAISE, "1\n", "ValueError", "no" },
	  { RAISE, "2\n", "KeyError", "no" },
	  "value",
	  "" },
	{ "one fails where the other still printed, and then fails too",
	  { RAISE, "", "ValueError", "no" },
	  { LATER, "1\n", "KeyError", "x" },
	  "exception-gone",
	  "" },
	{ "likewise on the other side",
	  { LATER, "1\n", "KeyError", "x" },
	  { RAISE, "", "ValueError", "no" },
	  "exception-appeared",
	  "" },
	{ "one prints before the same statement fails otherwise",
	  { RAISE, "1\n", "ValueError", "no" },
	  { RAISE, "", "KeyError", "no" },
	  "exception-changed",
	  "" },
	{ "a missing name comes first",
	  { TEST_RAISE, "", "TypeError", "f() got an unexpected keyword argument 'sep'" },
	  { LATER, "1\n", "KeyError", "x" },
	  "exception-gone",
	  "base" },
	{ "one got further before both fail alike",
	  { RAISE, "1\n2\n", "ValueError", "no" },
	  { RAISE, "1\n", "ValueError", "no" },
	  "value",
	  "" },
	{ "exit status appears", { OK, "", 0, 0 }, { EXIT, "", "3", 0 }, "exception-appeared", "" },
	{ "exit status 0 is an end like any", { OK, "a", 0, 0 }, { EXIT, "a", 0, 0 }, "", "" },
	{ "dies", { OK, "", 0, 0 }, { SIGNAL, "", 0, 0 }, "exception-appeared", "" },
	{ "exception becomes crash",
	  { RAISE, "", "ValueError", "no" },
	  { SIGNAL, "", 0, 0 },
	  "exception-changed",
	  "" },
	{ "hangs", { OK, "1\n", 0, 0 }, { TIMEOUT, "", 0, 0 }, "hang", "" },
	{ "what was not there hangs",
	  { TEST_RAISE, "", "ImportError", "cannot import name 'x' from 'p'" },
	  { TIMEOUT, "", 0, 0 },
	  "hang",
	  "base" },
	{ "or takes all memory",
	  { TEST_RAISE, "", "ImportError", "cannot import name 'x' from 'p'" },
	  { LIMIT, "", 0, 0 },
	  "output",
	  "base" },
	{ "hung", { TIMEOUT, "", 0, 0 }, { RAISE, "", "ValueError", "no" }, "hang", "" },
	{ "both hang, how far is chance",
	  { TIMEOUT, "1\n2\n", 0, 0 },
	  { TIMEOUT, "1\n", 0, 0 },
	  "",
	  "" },
	{ "limit", { OK, "1\n", 0, 0 }, { LIMIT, "", 0, 0 }, "output", "" },
	{ "never run", { OK, "1\n", 0, 0 }, { NOT_RUN, "", 0, 0 }, "", "" },
	{ "warning", { OK, "1", 0, 0 }, { WARN, "1", "DeprecationWarning", "old" }, "warning", "" },
	{ "the same warning from another line",
	  { WARN, "1", "UserWarning", "/repo/p.py:3: x" },
	  { WARN, "1", "UserWarning", "/repo/p.py:4: x" },
	  "",
	  "" },
	{ "a warning that is now blamed on the caller, and so shown",
	  { HIDDEN, "1", "DeprecationWarning", "old" },
	  { WARN, "1", "DeprecationWarning", "old" },
	  "warning",
	  "" },
	{ "value before warning",
	  { OK, "1", 0, 0 },
	  { WARN, "2", "DeprecationWarning", "old" },
	  "value",
	  "" },
	{ "new keyword",
	  { TEST_RAISE, "", "TypeError", "f() got an unexpected keyword argument 'sep'" },
	  { OK, "1", 0, 0 },
	  "exception-gone",
	  "base" },
	{ "new attribute",
	  { TEST_RAISE, "", "AttributeError", "module 'p' has no attribute 'Enum'" },
	  { OK, "1", 0, 0 },
	  "exception-gone",
	  "base" },
	{ "removed name",
	  { OK, "1", 0, 0 },
	  { TEST_RAISE, "", "ImportError", "cannot import name 'x' from 'p'" },
	  "exception-appeared",
	  "head" },
	{ "new function in JavaScript",
	  { TEST_RAISE, "", "TypeError", "lib.times is not a function" },
	  { OK, "1", 0, 0 },
	  "exception-gone",
	  "base" },
	{ "new class in JavaScript",
	  { TEST_RAISE, "", "TypeError", "Box is not a constructor" },
	  { OK, "1", 0, 0 },
	  "exception-gone",
	  "base" },
	{ "removed export of a module",
	  { OK, "1", 0, 0 },
	  { TEST_RAISE, "", "SyntaxError",
	    "The requested module './a.js' does not provide an export named 'times'" },
	  "exception-appeared",
	  "head" },
	{ "what a function gave has no such method",
	  { OK, "1", 0, 0 },
	  { TEST_RAISE, "", "TypeError", "f(...).map is not a function" },
	  "exception-appeared",
	  "" },
	{ "no function inside the project is no missing API",
	  { RAISE, "", "TypeError", "callback is not a function" },
	  { OK, "1", 0, 0 },
	  "exception-gone",
	  "" },
	{ "attribute missing inside the project is no missing API",
	  { RAISE, "", "AttributeError", "'A' object has no attribute 'b'" },
	  { OK, "1", 0, 0 },
	  "exception-gone",
	  "" },
	{ "a None where the test wants an object is no missing API",
	  { OK, "1", 0, 0 },
	  { TEST_RAISE, "", "AttributeError", "'NoneType' object has no attribute 'b'" },
	  "exception-appeared",
	  "" },
	{ "a script that does not parse",
	  { TEST_RAISE, "", "SyntaxError", "invalid syntax" },
	  { TEST_RAISE, "", "SyntaxError", "invalid syntax" },
	  "",
	  "" },
	{ "words like error on both sides hide nothing",
	  { OK, "Standard Error 1\nfailed", 0, 0 },
	  { OK, "Standard Error 2\nfailed", 0, 0 },
	  "value",
	  "" },
};

static void test_endings(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof endings / sizeof *endings; i++) {
		struct tora_trial b = make(&endings[i].base), h = make(&endings[i].head);
		struct tora_difference d;

		tora_compare(&b, &h, arena, &d);
		row_text(endings[i].label,
		         d.kind == TORA_DIFF_NONE ? "" : tora_difference_name(d.kind),
		         endings[i].kind);
		row_text(endings[i].label,
		         d.api_missing_base   ? "base"
		         : d.api_missing_head ? "head"
		                              : "",
		         endings[i].missing);
		if (d.kind != TORA_DIFF_NONE)
			assert_true(strlen(d.before) <= TORA_EXCERPT_MAX + 3 && *d.signature);
	}
}

static void test_excerpts(void **state)
{
	struct tora_trial b = trial_ok("one\nleft 1 end\n"), h = trial_ok("one\nleft 2 end\n");
	struct tora_difference d;
	struct tora_str longer = TORA_STR_INIT(4096);
	size_t i;

	(void)state;
	tora_compare(&b, &h, arena, &d);
	row_text("before", d.before, "left 1 end");
	row_text("after", d.after, "left 2 end");
	row_int("line", d.line, 2);
	for (i = 0; i < 300; i++)
		tora_str_adds(&longer, "abc ");
	tora_str_adds(&longer, "HERE");
	b.out = tora_str_view(&longer);
	h.out = (struct tora_sv){ longer.buf, longer.len - 4 };
	tora_compare(&b, &h, arena, &d);
	assert_non_null(strstr(d.before, "HERE"));
	tora_str_free(&longer);
}

/* Two tests of one cause have one signature; another frame or template is another one. */
static void test_signatures(void **state)
{
	struct tora_trial ok = trial_ok("1\n");
	struct tora_trial a =
		trial_raise(arena, "", "ValueError", "bad 'x' at 3", "/repo/p/u.py:f");
	struct tora_trial b =
		trial_raise(arena, "", "ValueError", "bad 'yy' at 42", "/repo/p/u.py:f");
	struct tora_trial c =
		trial_raise(arena, "", "ValueError", "bad 'x' at 3", "/repo/p/u.py:g");
	struct tora_difference x, y, z;

	(void)state;
	tora_compare(&ok, &a, arena, &x);
	tora_compare(&ok, &b, arena, &y);
	tora_compare(&ok, &c, arena, &z);
	assert_string_equal(x.signature, y.signature);
	assert_string_not_equal(x.signature, z.signature);
	assert_string_equal(x.signature, "exception-appeared|ValueError: bad $ at #|p/u.py:f");
}

/* A name that one side lacks is one difference, however the other side ends. */
static void test_signature_of_a_missing_name(void **state)
{
	struct tora_trial lacks = trial_raise(arena, "", "AttributeError",
	                                      "module 'p' has no attribute 'new'", "<test>");
	struct tora_trial a = trial_raise(arena, "", "ValueError", "not a date", "/repo/p/u.py:f");
	struct tora_trial b = trial_raise(arena, "", "KeyError", "'k'", "/repo/p/u.py:g");
	struct tora_difference x, y;

	(void)state;
	tora_compare(&lacks, &a, arena, &x);
	tora_compare(&lacks, &b, arena, &y);
	assert_true(x.api_missing_base && y.api_missing_base);
	assert_string_equal(x.signature, y.signature);
	tora_compare(&a, &lacks, arena, &x);
	tora_compare(&b, &lacks, arena, &y);
	assert_true(x.api_missing_head && y.api_missing_head);
	assert_string_equal(x.signature, y.signature);
}

/* What a class says itself of a name that it does not know. */
static void test_missing_by_own_words(void **state)
{
	static const struct {
		const char *message, *frame;
		bool missing;
	} rows[] = {
		{ "Rstr instance has no attribute: init", "/repo/r.py:__getattr__", true },
		{ "Rstr instance has no attribute: init", "/repo/r.py:Rstr.__getattr__", true },
		{ "Rstr instance has no attribute: init", "/repo/r.py:digits", false },
		{ "nothing is called init", "/repo/r.py:__getattr__", false },
	};
	struct tora_trial fine = trial_ok("");
	struct tora_difference d;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial lacks =
			trial_raise(arena, "", "AttributeError", rows[i].message, rows[i].frame);

		tora_compare(&fine, &lacks, arena, &d);
		assert_int_equal(d.api_missing_head, rows[i].missing);
	}
}

/* Node's loader raises it in its own frames. */
static void test_missing_module(void **state)
{
	static const struct {
		const char *message;
		bool missing;
	} rows[] = {
		{ "Cannot find module './lib/marks'\nRequire stack:\n- /repo/<test>", true },
		{ "Cannot find module '/repo/lib/marks.mjs' imported from /repo/<test>", true },
		{ "Cannot find module '/repo/src/a.js' imported from /tora/runner/resolve.js",
		  true },
		{ "Cannot find module '/repo/src/a.js' imported from /repo/src/b.js", false },
		{ "Cannot find module 'x'\nRequire stack:\n- /repo/a.js\n- /repo/<test>", false },
		{ "Cannot find the end", false },
	};
	struct tora_trial fine = trial_ok("");
	struct tora_difference d;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial lacks = trial_raise(arena, "", "Error", rows[i].message,
		                                      "node:internal/modules/cjs/loader:load");

		tora_compare(&lacks, &fine, arena, &d);
		assert_int_equal(d.api_missing_base, rows[i].missing);
		tora_compare(&fine, &lacks, arena, &d);
		assert_int_equal(d.api_missing_head, rows[i].missing);
		/* the other side prints something before it fails in the test */
		struct tora_trial fails = trial_raise(arena, "1\n", "Error", "no", "<test>");

		lacks.exception->frames.n = 0;
		fails.exception->frames.at[0].line = 5;
		tora_compare(&lacks, &fails, arena, &d);
		row_text(rows[i].message, tora_difference_name(d.kind),
		         rows[i].missing ? "exception-gone" : "value");
		assert_int_equal(d.api_missing_base, rows[i].missing);
	}
}

/* An announced change adds something to a line; what else differs in the output, and how, is a difference of its own. */
static void test_beside(void **state)
{
	static const struct {
		const char *label, *before, *after, *now;
		bool is;
	} rows[] = {
		{ "a line below it", "z:\nb: 1\n", "z: []\nb: 2\n", "b: 2", true },
		{ "the like below it", "z:\ny:\n", "z: []\ny: {}\n", "z: []", false },
		{ "nothing below it", "z:\nb: 1\n", "z: []\nb: 1\n", "z: []", false },
		{ "a line in front of it", "b: 1\nz:\n", "b: 2\nz: []\n", "b: 2", false },
		{ "that line alone", "z: []\nb: 1\n", "z: []\nb: 2\n", "b: 2", false },
		{ "more lines, which are no pairs", "z:\nb: 1\n", "z: []\n\nb: 1\n", "z: []",
		  false },
		{ "rounding", "z:\n0.1\n", "z: []\n0.10000000000000001\n", "z: []", false },
	};
	struct tora_trial one = trial_ok("z:\n"), other = trial_ok("z: []\n");
	struct tora_trial both = trial_ok("z:\nb: 1\n"), differ = trial_ok("z: []\nb: 2\n");
	unsigned known = tora_compare_manners(&one, &other, false, arena);
	struct tora_difference d;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);

		tora_compare_beside(&base, &head, known, arena, &d);
		row_text(rows[i].label, d.after, rows[i].now);
		row_int(rows[i].label, d.beside, rows[i].is ? known : 0);
	}
	assert_int_equal(tora_compare_manners(&both, &differ, false, arena), known);
	assert_true(tora_compare_manners(&both, &differ, true, arena) & ~known);
	tora_compare_beside(&both, &differ, 0, arena, &d);
	row_text("nothing is announced", d.after, "z: []");
	differ = trial_raise(arena, "z: []\n", "KeyError", "'b'", "/repo/p/u.py:f");
	tora_compare_beside(&both, &differ, known, arena, &d);
	row_int("an error", d.kind, TORA_DIFF_EXCEPTION_APPEARED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_lines, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_endings, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_beside, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_excerpts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_signatures, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_missing_module, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_missing_by_own_words, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_signature_of_a_missing_name, set_up,
		                                tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
