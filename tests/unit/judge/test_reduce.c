#include "trials.h"

#include "judge/reduce.h"
#include "lang/syntax.h"

struct oracle { /* a candidate keeps the difference when it has all the needles */
	const char *const *needles;
	unsigned asked, unparseable, rounds;
	unsigned fail_after; /* rounds; 0: never */
};

static const struct tora_lang *python(void)
{
	const struct tora_lang *lang = tora_lang_named("python");

	assert_non_null(lang);
	return lang;
}

static int keeps(void *ctx, const char *const *sources, size_t n, bool *ret, struct tora_err *err)
{
	struct oracle *o = ctx;
	size_t i, k;

	o->rounds++;
	if (o->fail_after && o->rounds > o->fail_after)
		return tora_fail(err, TORA_E_SYS, "the sandbox is gone");
	for (i = 0; i < n; i++) {
		o->asked++;
		o->unparseable += !tora_syntax_parses(python(), tora_sv(sources[i]));
		ret[i] = true;
		for (k = 0; o->needles[k]; k++)
			ret[i] &= strstr(sources[i], o->needles[k]) != NULL;
	}
	return TORA_OK;
}

static const struct {
	const char *label, *source;
	const char *needles[6];
	const char *want;
} rows[] = {
	{ "already minimal",
	  "from p import f\n\nprint(f(1))\n",
	  { "from p import f", "print(f(1))" },
	  "from p import f\n\nprint(f(1))\n" },
	{ "a name that nobody uses",
	  "from p import f\nend = f(1)\nn = 7\nprint(f(n))\n",
	  { "from p import f", "f(1)", "n = 7", "print(f(n))" },
	  "from p import f\n\nf(1)\nn = 7\nprint(f(n))\n" },
	{ "a name that is used",
	  "from p import f\nend = f(1)\nprint(end)\nprint(f(7))\n",
	  { "from p import f", "f(1)", "print(end)", "print(f(7))" },
	  "from p import f\n\nend = f(1)\nprint(end)\nprint(f(7))\n" },
	{ "no call",
	  "from p import f\na = b == f(1)\nprint(f(7))\n",
	  { "from p import f", "a =", "print(f(7))" },
	  "from p import f\n\na = b == f(1)\nprint(f(7))\n" },
	{ "unused set-up goes",
	  "from p import f\na = 1\nb = 2\nprint(f(a))\nprint(b)\nc = [a, b]\nprint(f(7))\n",
	  { "from p import f", "print(f(7))" },
	  "from p import f\n\nprint(f(7))\n" },
	{ "imports are sorted, unused ones go",
	  "import os\nfrom q import z\nimport json\nfrom p import f\nprint(f(json), z)\n",
	  { "import json", "from p import f", "from q import z", "print(f(json), z)" },
	  "import json\nfrom p import f\nfrom q import z\n\nprint(f(json), z)\n" },
	{ "one of several imported names",
	  "from p import a, f, z\n\nprint(f(1))\n",
	  { "from p import", "print(f(1))" },
	  "from p import f\n\nprint(f(1))\n" },
	{ "a try around it is unwrapped",
	  "from p import f\ntry:\n    print(f(1))\nexcept Exception as e:\n    print(e)\n",
	  { "from p import f", "print(f(1))" },
	  "from p import f\n\nprint(f(1))\n" },
	{ "a block that is needed stays whole",
	  "from p import f\n\nclass A:\n    x = 1\n    def g(self):\n        return f(2)\n\n"
	  "print(A().g())\n",
	  { "from p import f", "class A", "def g", "return f(2)", "print(A().g())" },
	  "from p import f\n\nclass A:\n    def g(self):\n        return "
	  "f(2)\n\nprint(A().g())\n" },
	{ "a call whose result is not what differs",
	  "from p import f\nx = [1]\nprint(f(x))\nprint(x)\n",
	  { "from p import f", "x = [1]", "f(x)", "print(x)" },
	  "from p import f\n\nx = [1]\nf(x)\nprint(x)\n" },
	{ "the only print is the observation",
	  "from p import f\nprint(f(1), sep='')\n",
	  { "from p import f", "f(1)" },
	  "from p import f\n\nprint(f(1), sep='')\n" },
	{ "blank lines inside a block",
	  "class A:\n    x = 1\n\n\n    def g(self):\n        return f(2)\n\n"
	  "print(A().g())\n",
	  { "class A", "x = 1", "def g", "return f(2)", "print(A().g())" },
	  "class A:\n    x = 1\n\n    def g(self):\n        return "
	  "f(2)\n\nprint(A().g())\n" },
	{ "blank lines inside a string",
	  "from p import f\n\nprint(f(\"\"\"a\n\n\nb\"\"\"))\n",
	  { "from p import f", "a\n\n\nb", "print" },
	  "from p import f\n\nprint(f(\"\"\"a\n\n\nb\"\"\"))\n" },
	{ "comments go",
	  "# about\nfrom p import f\n\n# and this\nprint(f(1))  # prints\n",
	  { "from p import f", "print(f(1))" },
	  "from p import f\n\nprint(f(1))\n" },
	{ "arguments in a list",
	  "from p import f\na = (\n    1,\n    [2, '(']\n)\nprint(f(0, *a))\n",
	  { "from p import f", "print(f(0, ", "1,", "[2, '(']" },
	  "from p import f\n\nprint(f(0, 1,\n    [2, '(']))\n" },
	{ "one argument, and none",
	  "from p import f\na = [1,]\nb = []\nprint(f(*b, c=f(*a)))\n",
	  { "from p import f", "b = []", "print(f(", "c=f(", "1" },
	  "from p import f\n\nb = []\nprint(f(*b, c=f(1)))\n" },
	{ "a list that is used otherwise too",
	  "from p import f\na = [1]\nprint(f(*a), a)\n",
	  { "from p import f", "print(f(", "1", "), a)" },
	  "from p import f\n\na = [1]\nprint(f(*a), a)\n" },
	{ "a product and a mapping",
	  "from p import f\na = [1]\nb = (2)\nprint(f(3, 3 *b, **a))\n",
	  { "from p import f", "print(f(3, 3 *", "**", "1", "2" },
	  "from p import f\n\na = [1]\nb = (2)\nprint(f(3, 3 *b, **a))\n" },
	{ "what binds a name that is used",
	  "from q import z\nfrom p import f\nx = z(1)\ny = 2\nprint(f(1), x)\n",
	  { "print(f(1), x)" },
	  "from p import f\nfrom q import z\n\nx = z(1)\nprint(f(1), x)\n" },
	{ "not what nothing bound",
	  "from p import f\nx = 1\nprint(f(1), y, x)\n",
	  { "print(f(1), y" },
	  "from p import f\n\nx = 1\nprint(f(1), y, x)\n" },
	{ "what returns stays in its function",
	  "from p import f\ndef g():\n    x = 1\n    return f(1)\n\nprint(g())\n",
	  { "from p import f", "return f(1)" },
	  "from p import f\n\ndef g():\n    return f(1)\n" },
	{ "in a branch, too",
	  "from p import f\ndef g():\n    if x:\n        return f(1)\n\nprint(g())\n",
	  { "from p import f", "if x", "return f(1)" },
	  "from p import f\n\ndef g():\n    if x:\n        return f(1)\n" },
	{ "a branch that has the word",
	  "from p import f\ndef g():\n    if x == 'class':  # def\n        return "
	  "f(1)\n\nprint(g())\n",
	  { "from p import f", "if x == 'class'", "return f(1)" },
	  "from p import f\n\ndef g():\n    if x == 'class':  # def\n        return f(1)\n" },
	{ "and in a function that stands in a branch",
	  "from p import f\nif x:\n    def g():\n        return f(1)\n\nprint(g())\n",
	  { "from p import f", "return f(1)" },
	  "from p import f\n\ndef g():\n    return f(1)\n" },
	{ "what begins like it may go",
	  "from p import f\ndef g():\n    returned = f(1)\n\nprint(g())\n",
	  { "from p import f", "returned = f(1)" },
	  "from p import f\n\nreturned = f(1)\n" },
	{ "the only statement of a body cannot go",
	  "from p import f\nfor i in [1]:\n    f(i)\nprint(f(3))\n",
	  { "from p import f", "for i in", "f(3)" },
	  "from p import f\n\nfor i in [1]:\n    f(i)\n\nprint(f(3))\n" },
};

static void test_rows(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct oracle o = { .needles = rows[i].needles };
		struct tora_reduce_spec spec = {
			.lang = python(), .trials_max = 200, .keeps = keeps, .ctx = &o
		};
		struct tora_err err = TORA_ERR_INIT;
		struct tora_reduced r;

		row_int(rows[i].label, tora_reduce(rows[i].source, &spec, arena, &r, &err),
		        TORA_OK);
		row_text(rows[i].label, r.source, rows[i].want);
		row_int(rows[i].label, o.unparseable, 0);
		row_int(rows[i].label, r.complete, true);
		tora_arena_free(arena);
	}
}

static void test_javascript(void **state)
{
	static const char *const needles[] = { "console.log(f(", "1, { a: [2] }", NULL };
	struct tora_arena *arena = tora_arena_new();
	struct oracle o = { .needles = needles };
	struct tora_reduce_spec spec = {
		.lang = tora_lang_named("javascript"), .trials_max = 200, .keeps = keeps, .ctx = &o
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_reduced r;

	(void)state;
	assert_int_equal(tora_reduce("const args = [1, { a: [2] }];\nconsole.log(f(...args));\n",
	                             &spec, arena, &r, &err),
	                 TORA_OK);
	assert_string_equal(r.source, "console.log(f(1, { a: [2] }));\n");
	tora_arena_free(arena);
}

/* Names of an import that nobody uses, wherever they stand. */
static void test_imported(void **state)
{
	static const char *const needles[] = { "import", "g", "./u.js", "console.log(g(1))", NULL };
	static const char *const lists[] = { "g, f", "f, g", "f, g, h", "g" };

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct oracle o = { .needles = needles };
		struct tora_reduce_spec spec = { .lang = tora_lang_named("javascript"),
			                         .trials_max = 200,
			                         .keeps = keeps,
			                         .ctx = &o };
		struct tora_err err = TORA_ERR_INIT;
		struct tora_reduced r;

		assert_int_equal(
			tora_reduce(tora_arena_printf(
					    arena,
					    "import { %s } from './u.js';\n\nconsole.log(g(1));\n",
					    lists[i]),
		                    &spec, arena, &r, &err),
			TORA_OK);
		row_text(lists[i], r.source, "import { g } from './u.js';\n\nconsole.log(g(1));\n");
		tora_arena_free(arena);
	}
}

static bool always(void *ctx)
{
	(void)ctx;
	return true;
}

static void test_limits(void **state)
{
	static const char *const needles[] = { "print(40)", NULL };
	struct tora_arena *arena = tora_arena_new();
	struct tora_str source = TORA_STR_INIT(1 << 16);
	struct oracle o = { .needles = needles };
	struct tora_reduce_spec spec = {
		.lang = python(), .trials_max = 400, .keeps = keeps, .ctx = &o
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_reduced r;
	unsigned i;

	(void)state;
	for (i = 0; i < 64; i++)
		tora_str_addf(&source, "print(%u)\n", i);
	assert_int_equal(tora_reduce(source.buf, &spec, arena, &r, &err), TORA_OK);
	assert_string_equal(r.source, "print(40)\n");
	if (r.rounds > 16 || r.trials > 120) /* a logarithm of 64 statements, not 64 rounds */
		fail_msg("%u rounds, %u trials", r.rounds, r.trials);

	spec.trials_max = 8;
	o = (struct oracle){ .needles = needles };
	assert_int_equal(tora_reduce(source.buf, &spec, arena, &r, &err), TORA_OK);
	assert_false(r.complete);
	assert_true(o.asked <= 8);
	assert_non_null(strstr(r.source, "print(40)"));

	spec.expired = always;
	o = (struct oracle){ .needles = needles };
	assert_int_equal(tora_reduce(source.buf, &spec, arena, &r, &err), TORA_OK);
	assert_int_equal(o.asked, 0);
	assert_string_equal(r.source, source.buf);
	tora_str_free(&source);
	tora_arena_free(arena);
}

/* More statements than one round tries: the first of them get their turn, too. */
static void test_many_are_needed(void **state)
{
	enum { ALL = 40, NEEDLESS = 3 };
	static char lines[ALL][16];
	const char *needles[ALL] = { 0 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_str source = TORA_STR_INIT(1 << 16);
	struct oracle o = { .needles = needles };
	struct tora_reduce_spec spec = {
		.lang = python(), .trials_max = 400, .keeps = keeps, .ctx = &o
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_reduced r;
	size_t n = 0;

	(void)state;
	for (unsigned i = 0; i < ALL; i++) {
		(void)snprintf(lines[i], sizeof lines[i], "print(%u)\n", i);
		tora_str_addf(&source, "%s", lines[i]);
		if (i != NEEDLESS)
			needles[n++] = lines[i];
	}
	assert_int_equal(tora_reduce(source.buf, &spec, arena, &r, &err), TORA_OK);
	assert_null(strstr(r.source, lines[NEEDLESS]));
	assert_true(r.complete);
	tora_str_free(&source);
	tora_arena_free(arena);
}

static void test_failures(void **state)
{
	static const char *const needles[] = { "print(1)", NULL };
	struct tora_arena *arena = tora_arena_new();
	struct oracle o = { .needles = needles, .fail_after = 1 };
	struct tora_reduce_spec spec = {
		.lang = python(), .trials_max = 100, .keeps = keeps, .ctx = &o
	};
	struct tora_err err = TORA_ERR_INIT;
	struct tora_reduced r;

	(void)state;
	assert_int_equal(tora_reduce("a = 1\nb = 2\nc = 3\nprint(1)\n", &spec, arena, &r, &err),
	                 TORA_E_SYS);
	assert_non_null(strstr(r.source, "print(1)")); /* the best so far */
	/* What does not parse is left alone and never tried. */
	o = (struct oracle){ .needles = needles };
	assert_int_equal(tora_reduce("print(1\nx = )\n", &spec, arena, &r, &err), TORA_OK);
	assert_int_equal(o.asked, 0);
	assert_string_equal(r.source, "print(1\nx = )\n");
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_javascript),
		cmocka_unit_test(test_imported),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_many_are_needed),
		cmocka_unit_test(test_failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
