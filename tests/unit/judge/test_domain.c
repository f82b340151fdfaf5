/* Input that the project's own words leave out. */
#include "trials.h"

#include "judge/evidence.h"

#define MODES                                                                                      \
	"# modus\n\nA mode is a number from 0 to 0o7777, the permission bits. For the sake of\n"   \
	"speed modes are not checked: what happens with any other number is not "                  \
	"defined.\n\nMore.\n"
#define DIGITS                                                                                     \
	"`digits` takes text of the digits 0 to 9, does not look, and is not defined for "         \
	"anything\n"                                                                               \
	"else.\n"
#define HUNKS                                                                                      \
	"- `diff(a, b)`: the edits\n- `hunks(edits, context = 3)`: with so many lines around "     \
	"them\n"                                                                                   \
	"  (a whole number from 0)\n- `apply(edits, -1)`: of any number\n"

#define SORTED                                                                                     \
	"Lists hold whole numbers from 0 up, ascending, each once. The functions do not check "    \
	"that:\n"                                                                                  \
	"what comes out for other lists is anybody's guess, and another thing in the next "        \
	"version.\n"

#define PAIRS                                                                                      \
	"The first column ascends. `read` refuses a file in which it does not; who makes a\n"      \
	"`Curve` sees to it that the points are in order.\n"

#define FRAMES                                                                                     \
	"Frames are given in the order of their times, of which two may be the same. The order "   \
	"is "                                                                                      \
	"not checked.\n"

#define BOG                                                                                        \
	"Give the layers from top to bottom, they must not overlap. What comes of others is "      \
	"undefined.\n"

static const struct {
	const char *label, *readme, *doc, *name, *test;
	bool want;
} rows[] = {
	{ "below", MODES, NULL, "m.apply", "print(apply(-1))", true },
	{ "beyond", MODES, NULL, "m.apply", "print(apply(1000000))", true },
	{ "within", MODES, NULL, "m.apply", "print(apply(0o7777), apply(0), apply(511))", false },
	{ "by a name", MODES, NULL, "m.apply", "mode = 4096\nprint(apply(mode))", true },
	{ "of an import", MODES, NULL, "m.apply", "from x import a9999999\nprint(apply(1))",
	  false },
	{ "it is checked", "A mode is a number from 0 to 7.\n", NULL, "m.apply", "apply(-1)",
	  false },
	{ "another paragraph",
	  "A mode is a number from 0 to 7.\n\nWhat happens with others is undefined.\n", NULL,
	  "m.apply", "apply(-1)", false },
	{ "the function says it", NULL, "A number from 1. What happens with 0 is undefined.",
	  "m.apply", "apply(0)", true },
	{ "a value of the language",
	  "`get(n)` with a number from 0; anything else gives `undefined`.\n", NULL, "m.set",
	  "set(-1)", false },
	{ "up to no number", "A number from 0 to size - 1; what happens otherwise is undefined.\n",
	  NULL, "m.add", "add(100)", false },
	{ "fractions", "Whole numbers from 0; what happens with any other is undefined.\n", NULL,
	  "m.add", "add(1.5)", true },
	{ "a function", "Numbers from 0; what happens with anything else is undefined.\n", NULL,
	  "m.add", "add((a, b) => a - b)", true },
	{ "nobody looks", "- Whole numbers from 0 to 255. Numbers are not checked.\n", NULL,
	  "m.add", "add([256, 0])", true },
	{ "nobody looks, within", "- Whole numbers from 0 to 255. Numbers are not checked.\n", NULL,
	  "m.add", "add([255, 0])", false },
	{ "names are not", "Numbers from 1 to 5 are checked. The name is not checked.\n", NULL,
	  "m.add", "add(9)", false },
	{ "no end", "- Whole numbers from 0. Numbers are not checked.\n", NULL, "m.add", "add(-1)",
	  false },
	{ "no numbers", "- Names have from 1 to 20 letters. They are not checked.\n", NULL, "m.add",
	  "add(21)", false },
	{ "nobody looks at another item",
	  "- Whole numbers from 0 to 255.\n- Names are not checked.\n", NULL, "m.add",
	  "add([256, 0])", false },
	{ "digits", DIGITS, NULL, "m.digits", "print(digits(\"40063\"))", false },
	{ "other signs", DIGITS, NULL, "m.digits", "print(digits(\"4006_\"))", true },
	{ "for what it does not name", DIGITS, NULL, "m.is_valid", "is_valid(\"4006\", \"gtin\")",
	  false },
	{ "nothing", DIGITS, NULL, "m.digits", "print(digits(\"\"))", true },
	{ "a call below", HUNKS, NULL, "src/h.hunks", "hunks([1, -2], -1)", true },
	{ "an item below", HUNKS, NULL, "src/h.hunks", "hunks([1, -2], 1)", false },
	{ "another call", HUNKS, NULL, "src/h.hunks", "hunks(diff(-1), 2)", false },
	{ "another function", HUNKS, NULL, "src/h.apply", "apply([], -2)", false },
	{ "positive alone", "`wrap(text, n)`: n is a positive number\n", NULL, "t.wrap",
	  "wrap('a', 0)", false },
	{ "not negative", "`wrap(text, n)`: n is a non-negative integer\n", NULL, "t.wrap",
	  "wrap('a', 0)", false },
	{ "by its name", HUNKS, NULL, "src/h.text", "text('a', { context: -1 })", true },
	{ "by its name, to a function", HUNKS, NULL, "h.text", "text('a', context=-1)", true },
	{ "by its name, within", HUNKS, NULL, "h.text", "text('a', context=0)", false },
	{ "a name of the test's own", HUNKS, NULL, "h.text", "context = -1\nprint(text('a'))",
	  false },
	{ "by another name", HUNKS, NULL, "h.text", "text('a', width=-1)", false },
	{ "two ranges",
	  "Hours from 0 to 23 and minutes from 0 to 59; behaviour for anything else is "
	  "undefined.\n",
	  NULL, "t.clock", "clock(10, 30)", false },
	{ "versions",
	  "Python from 3.8 to 3.12; the behaviour on any other version is unspecified.\n", NULL,
	  "t.f", "f(5)", false },
	{ "an index", MODES, NULL, "m.items", "print(items('x')[-1])", false },
	{ "the wrapper of a program",
	  "Numbers from 0; what happens with anything else is undefined.\n", NULL, "m.load",
	  "(async () => {\n\tconsole.log(await load(1));\n})();", false },
	{ "an error is documented", "`wrap(text, n)`: a number from 1, else ValueError is raised\n",
	  NULL, "t.wrap", "wrap('a', 0)", false },
	{ "another argument", "`cut(value, places)`: so many decimals (an integer from 0)\n", NULL,
	  "t.cut", "cut(-2.5, 1)", false },
	{ "either sign", "`add(a, b)`: the sum of two numbers, positive or negative\n", NULL,
	  "t.add", "add(1, -2)", false },
	{ "no number", "Sizes are whole numbers from 1; what happens with others is undefined.\n",
	  NULL, "m.pack", "pack([3, float(\"nan\")])", true },
	{ "an order in marks",
	  "`0 <= n < 2 ** width`. Not checked: otherwise it is nothing to count on.\n", NULL,
	  "m.write", "write(-1, 3)", true },
	{ "an order, within",
	  "`0 <= n < 2 ** width`. Not checked: otherwise it is nothing to count on.\n", NULL,
	  "m.write", "write(100, 3)", false },
	{ "in order", SORTED, NULL, "m.merge", "merge([1, 4, 7], [2])", false },
	{ "out of order", SORTED, NULL, "m.merge", "merge([1, 7, 4], [2])", true },
	{ "texts out of order", SORTED, NULL, "m.has", "has(['b', 'a'], 'a')", true },
	{ "twice", SORTED, NULL, "m.merge", "merge([1, 1], [2])", true },
	{ "no number in a list", SORTED, NULL, "m.merge", "merge([1, undefined], [2])", true },
	{ "what is no list of values", SORTED, NULL, "m.merge", "merge([b, a], 3, 2)", false },
	{ "an item of its own",
	  "- widths from 0 to 64\n- `value` from 0; nothing else is checked, and is not "
	  "defined\n- what is large is cut\n",
	  NULL, "m.write", "write(100)", false },
	{ "a tag behind a number", "`rep(n)`: a number of times, 1<br>\n", NULL, "t.rep", "rep(0)",
	  false },
	{ "bits", "`bits(n)`: the number 1 << n\n", NULL, "t.bits", "bits(0)", false },
	{ "what comes out in order",
	  "`natsorted(seq)` returns a sorted list; the order of anything else is not defined.\n",
	  NULL, "n.natsorted", "natsorted(['b', 'a'])", false },
	{ "what it is compared with", SORTED, NULL, "m.rev", "rev([1, 2, 3]) == [3, 2, 1]", false },
	{ "texts in quotes of two kinds", SORTED, NULL, "m.has", "has(['a', \"b\"], 'a')", false },
	{ "what comes out is no number", SORTED, NULL, "m.has", "log(has([1, 2], 3) === undefined)",
	  false },
	{ "a text of that name", SORTED, NULL, "m.has", "has([1, 2], 'infinity')", false },
	{ "a line that leads to items",
	  "What happens with any other value is undefined:\n- `n`: a number from 0 to 7\n", NULL,
	  "m.f", "f(9)", true },
	{ "a line in bold",
	  "Numbers from 0 to 7 are valid.\n**What happens with any other value is undefined.**\n",
	  NULL, "m.f", "f(9)", true },
	{ "a guess",
	  "`sniff(rows)` needs at least 2 rows for its guess; otherwise it gives `None`\n", NULL,
	  "m.other", "other(1)", false },
	{ "the caller's duty", PAIRS, NULL, "c.Curve", "Curve([(0, 9), (3, 1), (2, 5)])(1)", true },
	{ "pairs in order", PAIRS, NULL, "c.Curve", "Curve([(-20, 9), (0, 1), (2, 0)])(1)", false },
	{ "pairs in brackets", PAIRS, NULL, "c.Curve", "curve([[0, 9], [3, 1], [2, 5]])(1)", true },
	{ "of no literals", PAIRS, NULL, "c.Curve", "Curve([(a, 9), (b, 1)])(1)", false },
	{ "with more in them", PAIRS, NULL, "c.Curve", "Curve([(0, [9, 8]), (3, (1, 2))])(1)",
	  false },
	{ "lists in a list", SORTED, NULL, "m.merge", "merge([[5, 6], [1, 2]])", false },
	{ "mappings out of order", FRAMES, NULL, "k.Track", "Track([{ at: 4 }, { at: 1 }])", true },
	{ "of texts as keys", FRAMES, NULL, "k.Track", "Track([{'at': 4, 'v': [1]}, {'at': 1}])",
	  true },
	{ "mappings in order", FRAMES, NULL, "k.Track",
	  "Track([{ at: 1, value: [9, 2] }, { at: 1, value: 0 }, { at: 4 }])", false },
	{ "mappings of no literals", FRAMES, NULL, "k.Track", "Track([{ at: b }, { at: 1 }])",
	  false },
	{ "mappings that hold more", FRAMES, NULL, "k.Track",
	  "Track([{ at: { x: 9 } }, { at: { x: 1 } }])", false },
	{ "mappings that begin with a name", FRAMES, NULL, "k.Track",
	  "Track([{ name: 'b', at: 1 }, { name: 'a', at: 2 }])", false },
	{ "rows that come out",
	  "`rows` takes lists: they are given in the order of their ids. What happens otherwise is "
	  "undefined.\n",
	  NULL, "k.rows", "rows([3, 1, 2])", false },
	{ "an order that is given back",
	  "Frames are given in the order of their times. They are sorted.\n", NULL, "k.Track",
	  "Track([{ at: 4 }, { at: 1 }])", false },
	{ "in order to", "The caller must call `close()` in order to flush it.\n", NULL, "m.top",
	  "top([3, 1])", false },
	{ "a duty that is no input's",
	  "Requests take from 1 to 5 seconds, and a timeout is the caller's responsibility.\n",
	  NULL, "m.parse", "parse(9)", false },
	{ "what the library does",
	  "The library sees to it that keys are in order, and checks them.\n", NULL, "m.top",
	  "top([3, 1])", false },
	{ "letters before digits",
	  "Keys are of `A-Z0-9`, not checked: what `key` makes of others is undefined\n", NULL,
	  "k.key", "key('V')", false },
	{ "what is refused", "`Curve(points)`: points ascend, else `ValueError`\n", NULL, "c.Curve",
	  "Curve([(0, 9), (3, 1), (2, 5)])(1)", false },
	{ "letters too",
	  "Keys are of `0-9A-Za-z`, not checked: what `key` makes of others is undefined\n", NULL,
	  "k.key", "key('V')", false },
	{ "calls in order", BOG, NULL, "p.Bog",
	  "Bog([Layer(0, 30), Layer(30, 90), Layer(100, 140)])", false },
	{ "calls out of order", BOG, NULL, "p.Bog", "Bog([Layer(30, 90), Layer(0, 30)])", true },
	{ "over lines", BOG, NULL, "p.Bog",
	  "bog = Bog([\n    Layer(30, 90),\n    Layer(0, 30),\n])", true },
	{ "of two lists", BOG, NULL, "p.Bog", "Bog([Layer(30, 90)])\nBog([Layer(0, 30)])", false },
	{ "that overlap", BOG, NULL, "p.Bog", "Bog([Layer(0, 30), Layer(29, 90)])", true },
	{ "the same twice", BOG, NULL, "p.Bog", "Bog([Layer(0, 30), Layer(0, 30)])", true },
	{ "objects of a class", BOG, NULL, "p.Bog",
	  "new Bog([new Layer(30, 90), new Layer(0, 30)])", true },
	{ "names of things", BOG, NULL, "p.Bog", "Bog([top, low])", false },
	{ "calls of functions", BOG, NULL, "p.Bog", "Bog([layer(x, 9), layer(3, 4)])", false },
	{ "in order, and not apart",
	  "Give dates oldest first, which is not checked. What comes of others is undefined.\n",
	  NULL, "p.Bog", "Bog([Span(1, 9), Span(2, 3)])", false },
	{ "that nothing checks",
	  "Readings have to be in the order of their minutes. Nothing here does or checks that.\n",
	  NULL, "p.report", "report([{ minute: 2 }, { minute: 1 }])", true },
	{ "never negative",
	  "All amounts are whole, never negative. What the functions do with anything else is "
	  "nobody's "
	  "promise.\n",
	  NULL, "p.loads", "loads(-1)", true },
	{ "up to the caller",
	  "The numbers of marchers are whole and positive. That is up to the caller, nothing is "
	  "checked.\n",
	  NULL, "p.ranks", "ranks(0, 4)", true },
	{ "that may overlap",
	  "Give the layers from top to bottom; they may overlap. What comes of others is "
	  "undefined.\n",
	  NULL, "p.Bog", "Bog([Layer(0, 30), Layer(29, 90)])", false },
	{ "what is drawn",
	  "A bog is drawn from top to bottom. What comes of others is undefined.\n", NULL, "p.Bog",
	  "Bog([3, 1])", false },
	{ "names first", BOG, NULL, "p.Bog", "Bog([Layer('peat', 30), Layer('clay', 90)])", false },
	{ "oldest first",
	  "Dates have to be given oldest first, which is not checked. What comes of others is "
	  "undefined.\n",
	  NULL, "p.Bog", "Bog([3, 1])", true },
	{ "what may be in any order",
	  "Layers go from top to bottom. They must not overlap, else `ValueError`.\n", NULL,
	  "p.Bog", "Bog([Layer(30, 90), Layer(0, 30)])", false },
	{ "nothing is said", "", NULL, "t.wrap", "wrap('a', -1)", false },
};

static void test_domain(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { .readme = tora_sv(rows[i].readme ? rows[i].readme
			                                                       : "") };
		struct tora_function function = { .base_doc = rows[i].doc };
		struct tora_said said = { .is_edition = false };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .function = &function,
			               .name = rows[i].name,
			               .test = rows[i].test };

		tora_domain_read(change.readme, arena, &said.domain);
		row_int(rows[i].label, tora_domain_left(&c), rows[i].want);
	}
	tora_arena_free(arena);
	assert_false(tora_domain_left(&(struct tora_case){ .name = "", .test = "f(-1)" }));
}

/* What a name says in one of its parts. */
static void test_akin(void)
{
	static const char overlap[] = "As `x` says, edits never overlap. It is for the "
				      "caller to see to that, nothing is checked here.\n";
	static const struct {
		const char *label, *readme, *name, *test;
		bool want;
	} asked[] = {
		{ "a part of its name", overlap, "lib/a.applyEdits", "applyEdits('x', [])", true },
		{ "with a bar", overlap, "m.apply_edits", "apply_edits('x', [])", true },
		{ "another function", overlap, "lib/a.applyEdits", "print('x')", false },
		{ "a name of every day",
		  "Files in another `format` are not checked, and not defined.", "m.format_date",
		  "format_date('x')", false },
		{ "a part that says nothing", overlap, "m.read_data", "read_data('x')", false },
		{ "what anything is called",
		  "`f`: other values are not checked, and not defined.\n", "m.check_values",
		  "check_values('x')", false },
	};
	struct tora_arena *arena = tora_arena_new();

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		struct tora_said said = { .is_edition = false };
		struct tora_change change = { .readme = tora_sv(asked[i].readme) };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .name = asked[i].name,
			               .test = asked[i].test };

		tora_vec_push(arena, &change.functions)->name = asked[i].name;
		tora_domain_read(tora_sv(asked[i].readme), arena, &said.domain);
		row_int(asked[i].label, tora_domain_warns(&c), asked[i].want);
	}
	tora_arena_free(arena);
}

/* Nobody can say whether such input is left out, only that some is. */
static void test_warns(void **state)
{
	static const char width[] =
		"- `seek(at)`: goes there\n- The value of `write(value, width)` "
		"has to fit. This is not checked,\n  and what comes out "
		"otherwise is nothing to count on.\n";
	static const struct {
		const char *label, *readme, *test;
		bool want;
	} asked[] = {
		{ "what it names", width, "w.write(6, 1)\n", true },
		{ "what another item names", width, "w.seek(6)\n", false },
		{ "what did not change", "- `print` of others is not checked, and not defined\n",
		  "print(w.write(6))\n", false },
		{ "not a call", width, "print(write)\n", false },
		{ "all is defined", "- `write(value)`: what does not fit is cut\n", "w.write(6)\n",
		  false },
		{ "nothing in marks", "None of this is checked, others have no meaning.\n",
		  "w.write(6)\n", true },
		{ "nothing of what is left out", "None of this is checked.\n", "w.write(6)\n",
		  false },
		{ "another duty", "Thread safety is the caller's business.\n", "w.write(6)\n",
		  false },
		{ "what is made of it", width, "Writer([6])\n", true },
		{ "another that is made", width, "Reader([6])\n", false },
		{ "those that it does not name",
		  "`check` is to be called first. All other functions rely on that: what they do "
		  "with other text is undefined.\n",
		  "f(6)\n", true },
		{ "what comes next",
		  "Behaviour is tested; the next change comes in the next version.\n",
		  "w.write(6)\n", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		struct tora_said said = { .is_edition = false };
		struct tora_change change = { .readme = tora_sv(asked[i].readme) };
		struct tora_case c = {
			.said = &said, .change = &change, .name = "m.write", .test = asked[i].test
		};

		tora_vec_push(arena, &change.functions)->name = "m.Writer.write";
		tora_domain_read(tora_sv(asked[i].readme), arena, &said.domain);
		row_int(asked[i].label, tora_domain_warns(&c), asked[i].want);
	}
	tora_arena_free(arena);
	test_akin();
	assert_false(tora_domain_warns(&(struct tora_case){ .name = "", .test = "f(1)" }));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_domain),
		                            cmocka_unit_test(test_warns) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
