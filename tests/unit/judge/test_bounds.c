/* Input outside the numbers that the README says there are. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/madeup.h"
#include "lang/lang.h"

#define WALL                                                                                       \
	"# wall\n\nLengths are whole metres, from 1. Heights are whole centimetres, from 1 to\n"   \
	"150; above that it falls. Ask.\n\n- `Boxes` are between 2 and 9.5\n\nA depth is from 0 "  \
	"to 5.\n"
#define SOURCE                                                                                     \
	"from w import x\n\nclass A:\n    def bags(self):\n        return 1\n\ndef bags(length, "  \
	"height=10):\n    return rows(height)\n\n"                                                 \
	"def rows(height): pass\n"
#define SCRIPT "class Bags {\n  add(boxes, name = f(1)) {\n    return keep(boxes);\n  }\n}\n"

static const struct {
	const char *label, *readme, *test;
	bool want;
} rows[] = {
	{ "within", WALL, "print(bags(1, 150))", false },
	{ "below", WALL, "print(bags(0, 36))", true },
	{ "the second below", WALL, "print(bags(10, -36))", true },
	{ "beyond", WALL, "print(bags(10, 151))", true },
	{ "no bound above", WALL, "print(bags(1000000, 36))", false },
	{ "a fraction", WALL, "print(bags(10, 36.5))", true },
	{ "a whole number with a point", WALL, "print(bags(10, 36.0))", false },
	{ "a text", WALL, "print(bags('10', 36))", true },
	{ "by its name", WALL, "print(bags(10, height=-1))", true },
	{ "of a variable", WALL, "height = 1000\nprint(bags(10, height))", true },
	{ "of one that is shown", WALL, "height = 0\nheight += f()\nprint(height)", false },
	{ "of one that is nothing's", WALL, "height = 0\nprint(f())", false },
	{ "of a key", WALL, "print(make({ 'a': 1, height: 0 }))", true },
	{ "of a slice", WALL, "print(book[height:0])", false },
	{ "compared", WALL, "print(height == 0)", false },
	{ "the result counts on", WALL, "print(bags(10, 1 - 36))", false },
	{ "of another call", WALL, "print(bags(10, f(-36)))", false },
	{ "another name", WALL, "print(bags(10, weight=-1))", false },
	{ "a call of what nobody knows", WALL, "print(other(-1))", false },
	{ "more than there are", WALL, "print(bags(10, 36, 1, -1))", false },
	{ "another plural", WALL, "f(boxes=1)", true },
	{ "a fraction where they need not be whole", WALL, "f(boxes=2.5)", false },
	{ "a text there", WALL, "f(boxes='1')", false },
	{ "its bound above", WALL, "f(boxes=9.6)", true },
	{ "one of them", WALL, "f(box=10)", true },
	{ "no plural of it", WALL, "f(bo=10)", false },
	{ "a method", WALL, "b.add(1)", true },
	{ "its own argument", WALL, "b.add(3)", false },
	{ "a noun that is no plural", WALL, "f(depth=6)", true },
	{ "no plural", "Depthy are from 0 to 5.", "f(depth=6)", false },
	{ "or another", "Heights are from 1 to 150, or -1 for none.", "f(height=-1)", false },
	{ "two of them", "Heights are from 1 to 150 and from 200 to 250.", "f(height=0)", false },
	{ "what is counted", "Names are from 1 to 20 letters.", "f(name='A', names=0)", false },
	{ "what is done with them", "Files are kept from 7 to 30 days.", "f(file=3)", false },
	{ "what they have", "Users can have from 1 to 5 addresses.", "f(user=7)", false },
	{ "as a whole", "Names are read as a whole, from 1 to 20.", "f(name='Bob')", false },
	{ "thousands", "Orders are from 1 to 1,000.", "f(order=0)", false },
	{ "a power", "Sizes are from 0 to 2**31.", "f(size=-1)", false },
	{ "units", "Sizes are from 1 KB to 5 MB.", "f(size=4096)", false },
	{ "no low one", "Heights are up to 150.", "f(height=151)", false },
	{ "another verb", "Heights begin from 1.", "f(height=0)", false },
	{ "something before it", "In `x`, heights are from 1.", "f(height=0)", false },
	{ "marks", "**Heights** are from 1.", "f(height=0)", true },
	{ "of code", "`height` is a number from 1.", "f(height=0)", true },
	{ "the next sentence", "Heights are good. That is from 1 to 2.", "f(height=0)", false },
	{ "the next item", "- Heights are\n- from 1 to 2", "f(height=0)", false },
	{ "or more", "`height` is a whole number, 1 or more.", "f(height=0)", true },
	{ "its end", "`height` is a whole number, 1 or more.", "f(height=1)", false },
	{ "and up", "Heights are whole, 1 and upwards.", "f(height=0)", true },
	{ "or nothing", "Heights are whole, 1 or none.", "f(height=0)", false },
	{ "a number alone", "Heights are 1.", "f(height=0)", false },
	{ "at least", "Heights are at least 1.", "f(height=0)", true },
	{ "at least so long", "Heights are at least 1 metre.", "f(height=0)", false },
	{ "at most", "Heights are at most 1.", "f(height=2)", false },
	{ "greater than", "Heights are greater than 0.", "f(height=0)", true },
	{ "above zero", "Heights are above zero.", "f(height=0)", true },
	{ "just above zero", "Heights are above zero.", "f(height=0.1)", false },
	{ "of one zero", "Heights are zero.", "f(height=-1)", false },
	{ "all", "All measures are whole (`int`) greater than zero.", "bags(0, 2)", true },
	{ "all of a function's", "All measures are above zero.", "bags(-1, 2)", true },
	{ "all of something", "All heights are above zero.", "f(width=0)", false },
	{ "not all", "Measures are above zero.", "f(width=0)", false },
	{ "a clause behind it", "Heights are above zero, and a row is as wide as that.",
	  "f(height=0)", true },
	{ "more of it", "Heights are above zero, and not 7.", "f(height=0)", false },
	{ "less than", "Heights are whole numbers less than 10.", "f(height=3)", false },
	{ "smaller than", "Heights are smaller than 10.", "f(height=3)", false },
	{ "other than", "Heights are integers other than 0.", "f(height=-1)", false },
	{ "not so many", "Heights are whole numbers, not 1 or more.", "f(height=0)", false },
	{ "all by their names", "All measures are above zero.", "f({ port: 0, axis: 0 })", false },
	{ "a clause of the others", "Heights are above zero, and the others are not.",
	  "f(height=0)", true },
	{ "a clause of each", "Heights are above zero, and each row is as wide.", "f(height=0)",
	  true },
	{ "nothing is said", "", "f(height=-1)", false },
};

static void test_bounds(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1"),
			  refused = trial_raise(arena, "", "ValueError", "no", "/repo/w.py:bags");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };

	(void)state;
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .path = "w.py",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("python"),
		                           .base_text = TORA_SV(SOURCE) };
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .path = "w.js",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("javascript"),
		                           .base_text = TORA_SV(SCRIPT) };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .before = "1", .after = "2" };
		struct tora_said said;
		struct tora_case c = { .change = &change,
			               .test = rows[i].test,
			               .before = &base,
			               .said = &said,
			               .difference = &d };

		change.readme = tora_sv(rows[i].readme);
		tora_said(&intent, &change, arena, &said);
		row_int(rows[i].label, tora_bounds_left(&c), rows[i].want);
		c.before = &refused; /* somebody checks it */
		assert_false(tora_bounds_left(&c));
		c.before = &base;
		c.said = NULL;
		assert_false(tora_bounds_left(&c));
	}
	tora_arena_free(arena);
}

/* What a function, or the README of its lists, says of what it takes. */
static const char cells[] =
	"/** Where pegs are.\n * @param {Iterable<number>} pegs the cells, each 0 to 32\n"
	" * @param {number} last cell, from 1\n */";
static const char days[] = "A day.\n\n:param int day: from 1 to 31\n:param month: at "
			   "least 1\n    or -1 for none\n:returns: 7 to 9\n";
static const char google[] = "A day.\n\nArgs:\n    day (int): the day, 1 to 31.\n    "
			     "names (list of int): of 1 and 9\n    rate: 5 to\n";
static const char readme[] = "- `new Field(cells)` takes some, in any order; each is an "
			     "integer from\n  0 to 32.\n\nCall `fit(n)`.\n\nEach is from 5 to 9.\n";
static const struct {
	const char *label, *name, *signature, *doc, *test;
	bool want;
} own[] = {
	{ "an item below", "b.Board.constructor", "(pegs, last)", cells,
	  "const it = new Board([-1, 32]);", true },
	{ "one beyond", "b.Board.constructor", "(pegs, last)", cells, "new Board([4, 33, 1])",
	  true },
	{ "within", "b.Board.constructor", "(pegs, last)", cells, "new Board([0, 32])", false },
	{ "no list", "b.Board.constructor", "(pegs, last)", cells, "new Board(-1, 1)", false },
	{ "a list in the list", "b.Board.constructor", "(pegs, last)", cells, "new Board([[-1]])",
	  false },
	{ "of another parameter", "b.Board.constructor", "(pegs, last)", cells,
	  "new Board(all, [-1])", false },
	{ "it by its place", "b.Board.constructor", "(pegs, last)", cells, "new Board([0], 0)",
	  true },
	{ "of another class", "b.Board.constructor", "(pegs, last)", cells, "new Set([-1], 0)",
	  false },
	{ "a computed one", "b.Board.constructor", "(pegs, last)", cells,
	  "new Board([n - 1], n - 1)", false },
	{ "a field", "d.day", "(day, month=1)", days, "day(32)", true },
	{ "a fraction of an int", "d.day", "(day, month=1)", days, "day(1.5)", true },
	{ "by its name", "d.day", "(day, month=1)", days, "day(month=2, day=0)", true },
	{ "by another name", "d.day", "(day, month=1)", days, "day(days=0)", false },
	{ "or another, on the next line", "d.day", "(day, month=1)", days, "day(1, -1)", false },
	{ "of an initialiser", "d.Day.__init__", "(self, day, month=1)", days, "Day(32)", true },
	{ "Google's way", "d.day", "(day, names, rate)", google, "day(0)", true },
	{ "its end", "d.day", "(day, names, rate)", google, "day(31)", false },
	{ "two numbers that are no bounds", "d.day", "(day, names, rate)", google, "day(1, [0])",
	  false },
	{ "no number behind it", "d.day", "(day, names, rate)", google, "day(1, [], 4)", false },
	{ "between two", "d.day", "(day)", ":param day: between 1 and 31", "day(32)", true },
	{ "something else behind it", "d.day", "(day)", ":param day: 1 to 31 days", "day(32)",
	  false },
	{ "three", "d.day", "(day)", ":param day: 1 to 31 to 40", "day(32)", false },
	{ "a default", "d.day", "(day)", ":param day: 1 to 31, by default 1", "day(32)", false },
	{ "or another before it", "d.day", "(day)", ":param day: negative or 1 to 31", "day(-1)",
	  false },
	{ "as a rule", "d.day", "(day)", ":param day: usually 1 to 31", "day(32)", false },
	{ "one number that begins nothing", "d.day", "(day)", ":param day: one of 3", "day(2)",
	  false },
	{ "a key of the same name", "b.Board.constructor", "(pegs, last)", cells, "f({ last: 0 })",
	  false },
	{ "in a sentence", "d.day", "(day)", "day 1 to 31", "day(32)", false },
	{ "what is not", "d.day", "(day)", ":param day: must not be from 0 to 32", "day(99)",
	  false },
	{ "a field of it", "d.day", "(day)", "@param {number} day.hour 0 to 32", "day(99)", false },
	{ "one of several types", "d.day", "(day)", "day (int or float): at least 0", "day(1.5)",
	  false },
	{ "of a whole something", "d.day", "(day)", ":param day: of the whole day, from 0 to 1",
	  "day(0.5)", false },
	{ "what another call takes", "b.Board.constructor", "(pegs, last)", cells,
	  "new Board(pad(x, 40), 1)", false },
	{ "by a name there", "d.day", "(day, month=1)", days, "day(make(day=99))", false },
	{ "a tuple", "b.Board.constructor", "(pegs, last)", cells, "Board((33, 1))", true },
	{ "as mappings have it, too", "d.Day.set", "(day)", ":param day: from 1 to 31", "m.set(32)",
	  false },
	{ "of another function", "d.day", "(day)", google, "hour(0)", false },
	{ "no parameter of it", "d.day", "(hour)", google, "day(0)", false },
	{ "not negative", "d.nth", "(n)", "1st, 2nd of a whole number that is not negative",
	  "nth(-1)", true },
	{ "what is not", "d.nth", "(n)", "1st, 2nd of a whole number that is not negative",
	  "nth(0)", false },
	{ "non-negative", "d.nth", "(n)", "1st, 2nd of a non-negative integer", "nth(-1)", true },
	{ "the result", "d.nth", "(n)", "The result of a number that is not negative", "nth(-1)",
	  false },
	{ "what it gives", "d.nth", "(n)", "Magnitude, non-negative.", "nth(-1)", false },
	{ "what it refuses", "d.nth", "(n)", "Raises ValueError unless n is not negative",
	  "nth(-1)", false },
	{ "of one of two", "d.nth", "(n, base)", "The nth in a non-negative base", "nth(-1, 2)",
	  false },
	{ "of any number", "d.nth", "(n)", "1st, 2nd of a number", "nth(-1)", false },
	{ "or more", "d.day", "(day)", "@param {number} day a whole number, 0 or more; not checked",
	  "day(-1)", true },
	{ "a fraction of that", "d.day", "(day)",
	  "@param {number} day a whole number, 0 or more; not checked", "day(1.5)", true },
	{ "that itself", "d.day", "(day)", "@param {number} day 0 or more", "day(0)", false },
	{ "or nothing", "d.day", "(day)", "@param {number} day 0 or none", "day(-1)", false },
	{ "or more, or nothing", "d.day", "(day)", "@param {number} day 0 or more, or null",
	  "day(-1)", false },
	{ "or more than another", "d.day", "(day)", "@param {number} day 0 or more than 3",
	  "day(-1)", false },
	{ "not that", "d.day", "(day)", "@param {number} day not 1 or more", "day(0)", false },
	{ "of a list that is gone through", "d.day", "(day)", ":param day: from 1 to 31",
	  "console.log([1, 32].map((n) => day(n)));", true },
	{ "by a name alone", "d.day", "(day)", ":param day: from 1 to 31",
	  "[1, 32].map(n => day(n))", true },
	{ "of a loop", "d.day", "(day)", ":param day: from 1 to 31",
	  "print([day(k) for k in (1, 32)])", true },
	{ "none of it", "d.day", "(day)", ":param day: from 1 to 31", "[1, 31].map((n) => day(n))",
	  false },
	{ "of another name", "d.day", "(day)", ":param day: from 1 to 31",
	  "[1, 32].map((n) => day(m))", false },
	{ "of a list behind it", "d.day", "(day)", ":param day: from 1 to 31",
	  "rows.map((n) => day(n)); [32]", false },
	{ "the README", "b.other", "()", "", "new Field([33])", true },
	{ "its lists alone", "b.other", "()", "", "new Field(33)", false },
	{ "of another item", "b.other", "()", "", "fit([33])", false },
};

static void test_of_functions(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = tora_sv(readme) };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_function *f = tora_vec_push(arena, &change.functions);

	(void)state;
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		struct tora_difference d = { .before = "1" };
		struct tora_said said;
		struct tora_case c = { .change = &change,
			               .test = own[i].test,
			               .before = &base,
			               .difference = &d,
			               .said = &said };

		*f = (struct tora_function){
			.name = own[i].name,
			.signature = "(head)",
			.base_body = tora_sv(tora_arena_printf(
				arena, "%s%s {}", strrchr(own[i].name, '.') + 1, own[i].signature)),
			.base_doc = own[i].doc
		};
		tora_said(&intent, &change, arena, &said);
		row_int(own[i].label, tora_bounds_left(&c), own[i].want);
	}
	tora_arena_free(arena);
}

/* What a type has: its comment is above the functions. */
static void test_of_properties(void **state)
{
	static const struct {
		const char *label, *line, *test;
		bool want;
	} of[] = {
		{ "below", "@property {number} weeks  whole weeks from visit to visit, at least 1",
		  "f({ weeks: 0 })", true },
		{ "a fraction", "@property {number} weeks whole weeks, at least 1",
		  "f({ weeks: 1.5 })", true },
		{ "not whole", "@property {number} weeks weeks as a whole, at least 1",
		  "f({ weeks: 1.5 })", false },
		{ "within", "@property {number} weeks at least 1", "f({ weeks: 1 })", false },
		{ "another", "@property {number} days at least 1", "f({ weeks: 0 })", false },
		{ "one that may be left out", "@property {number} [weeks=6] at least 1",
		  "f({ weeks: 0 })", false },
		{ "items", "@property {number[]} weeks at least 1", "f({ weeks: 0 })", false },
		{ "no tag", "weeks at least 1", "f({ weeks: 0 })", false },
		{ "a parameter elsewhere", "@param {number} weeks at least 1", "f({ weeks: 0 })",
		  false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = tora_sv("") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .before = "1" };
		struct tora_said said;
		struct tora_case c = { .change = &change,
			               .test = of[i].test,
			               .before = &base,
			               .difference = &d,
			               .said = &said };

		*file = (struct tora_file_change){
			.path = "w.js",
			.role = TORA_FILE_SOURCE,
			.lang = tora_lang_named("javascript"),
			.base_text = tora_sv(tora_arena_printf(
				arena, "/**\n * @typedef {object} Horse\n * %s\n */\n", of[i].line))
		};
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_bounds_left(&c), of[i].want);
		file->role = TORA_FILE_TEST;
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_bounds_left(&c), false);
	}
	tora_arena_free(arena);
}

/* Where it stands, and what legality it makes. */
static void test_legality(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("0"), head = trial_ok("60");
	struct tora_change change = { .readme = TORA_SV(WALL) };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "0", .after = "60" };
	struct tora_said said;
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "w.bags",
		               .test = "height = -36\nprint(bags(10, height))\n",
		               .legality = TORA_LEGAL_PLAUSIBLE,
		               .origin = TORA_ORIGIN_MUTATED,
		               .before = &base,
		               .after = &head,
		               .difference = &d,
		               .said = &said };

	(void)state;
	tora_said(&intent, &change, arena, &said);
	assert_int_equal(tora_made_up(&c, 0), TORA_LEGAL_ILLEGAL);
	c.test = "height = 36\nprint(bags(10, height))\n";
	assert_int_equal(tora_made_up(&c, 0), TORA_LEGAL_PLAUSIBLE);
	tora_arena_free(arena);
}

/* A number that somebody refuses, or looks at. */
static void test_checked(void **state)
{
	static const struct {
		const char *label, *body, *before, *test;
		enum tora_difference_kind kind;
		bool left;
		const char *doc;
		bool is_class;
	} of[] = {
		{ "nobody looks", "return height * 2", "1", "f(height=0)", TORA_DIFF_VALUE, true,
		  NULL, false },
		{ "it says no", "return height * 2", "False", "f(height=0)", TORA_DIFF_VALUE, false,
		  NULL, false },
		{ "it says why", "return height * 2", "ValueError: no height", "f(height=0)",
		  TORA_DIFF_VALUE, false, NULL, false },
		{ "it does not end", "return height * 2", "does not end", "f(height=1000)",
		  TORA_DIFF_HANG, true, NULL, false },
		{ "a text is no number, whatever it says", "return height * 2", "False",
		  "f(height='1')", TORA_DIFF_VALUE, true, NULL, false },
		{ "the bound is looked for", "return height > 150", "1", "f(height=151)",
		  TORA_DIFF_VALUE, false, NULL, false },
		{ "so is the lower one", "return height < 20", "1", "f(length=19)", TORA_DIFF_VALUE,
		  false, NULL, false },
		{ "the greater of two", "return max(1, height)", "1", "f(height=0)",
		  TORA_DIFF_VALUE, false, NULL, false },
		{ "it is said", "    \"\"\"Up to 150.\"\"\"\n    return height", "1",
		  "f(height=151)", TORA_DIFF_VALUE, true, "\"\"\"Up to 150.\"\"\"", false },
		{ "said and looked for", "    \"\"\"Up to 150.\"\"\"\n    return height > 150", "1",
		  "f(height=151)", TORA_DIFF_VALUE, false, "\"\"\"Up to 150.\"\"\"", false },
		{ "somewhere in a class", "  /** 1 to 150 */\n  f(height) {}", "1", "f(height=151)",
		  TORA_DIFF_VALUE, true, NULL, true },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = TORA_SV("Heights are whole, from 1 to 150. "
		                                        "Lengths are whole, from 20.\n") };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_function *f = tora_vec_push(arena, &change.functions);
	struct tora_said said;

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_difference d = { .kind = of[i].kind, .before = of[i].before };
		struct tora_case c = { .change = &change,
			               .test = of[i].test,
			               .before = &base,
			               .difference = &d,
			               .said = &said };

		*f = (struct tora_function){ .name = "w.f",
			                     .file = "w.py",
			                     .base_doc = of[i].doc,
			                     .is_class = of[i].is_class,
			                     .base_body = tora_sv(of[i].body) };
		tora_said(&intent, &change, arena, &said);
		row_int(of[i].label, tora_bounds_left(&c), of[i].left);
	}
	tora_arena_free(arena);
}

/* Calls that open and open, and no definition: it is not looked for to the end each time. */
static void test_much(void **state)
{
	enum { CALLS = 100000 }; /* to the end each time it would take longer than a test may */
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");
	struct tora_change change = { .readme = TORA_SV(WALL) };
	struct tora_intent intent = { .messages = { 0 } };
	struct tora_difference d = { .before = "1", .after = "2" };
	char *source = tora_arena_alloc(arena, CALLS * 3 + 1);
	struct tora_said said;
	struct tora_case c = { .change = &change,
		               .test = "f(1)\n",
		               .before = &base,
		               .difference = &d,
		               .said = &said };

	(void)state;
	for (size_t i = 0; i < CALLS; i++)
		memcpy(source + 3 * i, "f(\n", 3);
	*tora_vec_push(arena, &change.files) =
		(struct tora_file_change){ .path = "w.py",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("python"),
		                           .base_text = { source, (size_t)CALLS * 3 } };
	tora_said(&intent, &change, arena, &said);
	assert_false(tora_bounds_left(&c));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bounds),        cmocka_unit_test(test_of_functions),
		cmocka_unit_test(test_of_properties), cmocka_unit_test(test_legality),
		cmocka_unit_test(test_checked),       cmocka_unit_test(test_much)
	};

	return cmocka_run_group_tests_name("bounds", tests, NULL, NULL);
}
