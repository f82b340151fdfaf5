/* Programs that look where nobody outside of a project is meant to look. */
#include "trials.h"

#include "judge/inside.h"

#define LONG "a123456789012345678901234567890123456789012345678901234567890"

static const struct {
	const char *label, *module, *name, *test;
	bool inside;
} rows[] = {
	{ "what anybody calls", "p.u", "p.u.f", "from p.u import f\nprint(f(1))\n", false },
	{ "a private attribute", "p.u", "p.u.f", "from p.u import f\nprint(f(1)._x)\n", true },
	{ "its own", "p.u", "p.u.f", "class A:\n    def g(self):\n        self._x = 1\n", false },
	{ "its own, of an object of another name", "p.u", "p.u.f",
	  "def g(p):\n    def h(self):\n        self._x = 1\n    p._x, p.h = 0, h\n", false },
	{ "of an object of the package, which a class of the test has too", "p.u", "p.u.f",
	  "class A(p.B):\n    def g(self):\n        self._x = 1\nb = p.B()\nprint(b._x, 1)\n",
	  true },
	{ "one that it only asks for", "p.u", "p.u.f",
	  "def g(p):\n    def h(self):\n        return self._x == 1\n    p._x, p.h = 0, h\n",
	  true },
	{ "a private name", "p.u", "p.u._f", "from p.u import _f\nprint(_f(1))\n", true },
	{ "a name that only a language gives", "p.u", "p.u.__made__", "from p.u import __made__\n",
	  true },
	{ "what a module says of itself", "p.u", "p.u.f", "from p.u import __version__\n", false },
	{ "how many names there are", "p.u", "p.u.f", "import p\nprint(len(p.__all__))\n", true },
	{ "what is written about them", "p.u", "p.u.f", "import p\nprint(help(p))\n", true },
	{ "its source", "p", "p.f",
	  "import os\nimport p\nprint(p.f(os.path.basename(p.__file__)))\n", true },
	{ "what lies beside it", "p", "p.f",
	  "import os\nimport p\nprint(p.f(os.path.dirname(p.__file__)))\n", false },
	{ "what lies beside it, for sure", "p", "p.f",
	  "import os\nimport p\nprint(p.f(os.path.dirname(os.path.abspath(p.__file__))))\n",
	  false },
	{ "what lies beside it, by another way", "p", "p.f",
	  "from pathlib import Path\nimport p\nprint(p.f(Path(p.__file__).parent))\n", false },
	{ "a function of that name", "p.u", "p.u.dir", "from p.u import dir_of\nprint(dir_of(1))\n",
	  false },
	{ "a word in a text", "p.u", "p.u.f", "from p.u import f\nprint(f('__all__ help(x)'))\n",
	  false },
	{ "of a private module, by one that uses it", "p._inline.emphasis", "p._inline.emphasis.f",
	  "from p.parser import f\nprint(f(1))\n", true },
	{ "handed on by the package", "p._inline.emphasis", "p._inline.emphasis.f",
	  "from p import f\nprint(f(1))\n", false },
	{ "by the package inside", "p.sub._inline", "p.sub._inline.f",
	  "from p.sub import f\nprint(f(1))\n", false },
	{ "through another function", "p._inline.emphasis", "p._inline.emphasis.f",
	  "from p.parser import parse\nprint(parse(1))\n", false },
	{ "of a module that is not private", "p.inline", "p.inline.f",
	  "from p.parser import f\nprint(f(1))\n", false },
};

static void test_inside(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function f = { .module = rows[i].module, .name = rows[i].name };
		struct tora_case c = { .function = &f, .name = rows[i].name, .test = rows[i].test };

		row_int(rows[i].label, tora_inside(&c), rows[i].inside);
		c.function = NULL;
		(void)tora_inside(&c);
	}
}

static void test_test_of_module(void **state)
{
	static const struct {
		const char *label, *name, *body, *test;
		bool inside;
	} of[] = {
		{ "a test", "p.u.test_f", "def test_f():\n    assert f(1)\n", "print(test_f())\n",
		  true },
		{ "without an assertion", "p.u.test_f", "def test_f():\n    return ping()\n",
		  "print(test_f())\n", false },
		{ "with an argument", "p.u.test_f", "def test_f(x):\n    assert x\n",
		  "print(test_f(1))\n", false },
		{ "in a comment", "p.u.test_f",
		  "def test_f():\n    # assert that it answers\n    ping()\n", "print(test_f())\n",
		  false },
		{ "it gives something", "p.u.test_f",
		  "def test_f():\n    assert ready\n    return ping()\n", "print(test_f())\n",
		  false },
		{ "a method", "p.u.C.test_f", "def test_f(self):\n    assert self.ready\n",
		  "print(c.test_f())\n", false },
		{ "another name", "p.u.testify", "def testify():\n    assert f(1)\n",
		  "print(testify())\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_function f = { .module = "p.u",
			                   .name = of[i].name,
			                   .qualname = of[i].name + strlen("p.u."),
			                   .base_body = tora_sv(of[i].body) };
		struct tora_case c = { .function = &f, .name = of[i].name, .test = of[i].test };

		row_int(of[i].label, tora_inside(&c), of[i].inside);
	}
}

static const struct {
	const char *label, *before, *after, *removed, *added;
	enum tora_difference_kind kind;
	bool inside;
} shown[] = {
	{ "an attribute that became private", "Seg(prefix=P())", "Seg()", "self.prefix = p\n",
	  "self._prefix = p\n", TORA_DIFF_VALUE, true },
	{ "the second of two", "Seg(a=1, prefix=2)", "Seg(a=1)", "self.prefix = p\n",
	  "self._prefix = p\n", TORA_DIFF_VALUE, true },
	{ "it is shown still", "Seg(prefix=1)", "Seg(prefix=2)", "self.prefix = p\n",
	  "self._prefix = p\n", TORA_DIFF_VALUE, false },
	{ "it is gone", "Seg(prefix=1)", "Seg()", "self.prefix = p\n", "self.other = p\n",
	  TORA_DIFF_VALUE, false },
	{ "the name is there as well", "Seg(prefix=1)", "Seg()", "self.prefix = p\n",
	  "self._prefix = prefix\n", TORA_DIFF_VALUE, false },
	{ "it was never there", "Seg(prefix=1)", "Seg()", "", "self._prefix = p\n", TORA_DIFF_VALUE,
	  false },
	{ "no attribute", "Seg(prefix)", "Seg()", "self.prefix = p\n", "self._prefix = p\n",
	  TORA_DIFF_VALUE, false },
	{ "no name", "'prefix'=", "Seg()", "self.prefix = p\n", "self._prefix = p\n",
	  TORA_DIFF_VALUE, false },
	{ "too long a name", LONG "=1", "Seg()", LONG, "_" LONG, TORA_DIFF_VALUE, false },
	{ "an error", "prefix=1", "", "self.prefix = p\n", "self._prefix = p\n",
	  TORA_DIFF_EXCEPTION_GONE, false },
};

static void test_what_became_private(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		struct tora_difference d = { .kind = shown[i].kind,
			                     .before = shown[i].before,
			                     .after = shown[i].after };
		struct tora_said said = { .removed = tora_sv(shown[i].removed),
			                  .added = tora_sv(shown[i].added) };
		struct tora_case c = {
			.name = "m.Seg", .test = "print(Seg())\n", .difference = &d, .said = &said
		};

		row_int(shown[i].label, tora_inside(&c), shown[i].inside);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inside),
		cmocka_unit_test(test_test_of_module),
		cmocka_unit_test(test_what_became_private),
	};

	return cmocka_run_group_tests_name("inside", tests, NULL, NULL);
}
