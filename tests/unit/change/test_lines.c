/*
 * Which lines have to run for a test to have reached a change.
 */
#include "made.h"

#include "change/lines.h"

struct row {
	const char *label, *base, *head;
	const char *want; /* "base lines|head lines" */
};

static const struct row python[] = {
	{ "one statement", "def f():\n    x = 1\n    return x\n",
	  "def f():\n    x = 2\n    return x\n", "2|2" },
	{ "added statement", "def f():\n    return 1\n", "def f():\n    a()\n    return 1\n",
	  "|2" },
	{ "deleted statement marks its neighbours", "def f():\n    a()\n    b()\n    return 1\n",
	  "def f():\n    a()\n    return 1\n", "3|2 3" },
	{ "deleted first statement", "def f():\n    b()\n    return 1\n",
	  "def f():\n    return 1\n", "2|2" },
	{ "deleted last statement stays in its function",
	  "def f():\n    a()\n    b()\n\ndef g():\n    c()\n",
	  "def f():\n    a()\n\ndef g():\n    c()\n", "3|2" },
	{ "deleted function", "def f():\n    a()\n\ndef g():\n    b()\n", "def f():\n    a()\n",
	  "5|" },
	{ "blank line between comments", "def f():\n    a()\n    # x\n    b()\n",
	  "def f():\n    a()\n    # y\n\n    b()\n", "|" },
	{ "signature stands for the body", "def f(a=1):\n    'doc'\n    return a\n",
	  "def f(a=2):\n    'doc'\n    return a\n", "3|3" },
	{ "decorator stands for the body", "@a\ndef f():\n    return 1\n",
	  "@b\ndef f():\n    return 1\n", "3|3" },
	{ "condition", "def f(x):\n    if x:\n        a()\n    b()\n",
	  "def f(x):\n    if not x:\n        a()\n    b()\n", "2|2" },
	{ "elif", "def f(x):\n    if x:\n        a()\n    elif x > 1:\n        b()\n",
	  "def f(x):\n    if x:\n        a()\n    elif x > 2:\n        b()\n", "4|4" },
	{ "middle of a long statement", "def f(x):\n    g(\n        a,\n        b,\n    )\n",
	  "def f(x):\n    g(\n        a,\n        c,\n    )\n", "2 4|2 4" },
	{ "module constant: where it is used",
	  "X = 1\ndef f():\n    return X\ndef g():\n    return 2\n",
	  "X = 2\ndef f():\n    return X\ndef g():\n    return 2\n", "3|3" },
	{ "long module constant", "X = {\n    'a': 1,\n    'b': 2,\n}\ndef f():\n    return X\n",
	  "X = {\n    'a': 1,\n    'b': 3,\n}\ndef f():\n    return X\n", "6|6" },
	{ "class field", "class C:\n    x = 1\n    def m(self):\n        return self.x\n",
	  "class C:\n    x = 2\n    def m(self):\n        return self.x\n", "4|4" },
	{ "bases of a class", "class C(A):\n    def m(self):\n        return 1\n",
	  "class C(B):\n    def m(self):\n        return 1\n", "3|3" },
	{ "block of a class",
	  "class C:\n    if A:\n        b(1)\n    def m(self):\n        return 1\n",
	  "class C:\n    if A:\n        b(2)\n    def m(self):\n        return 1\n", "5|5" },
	{ "import of a new name",
	  "from a import (\n    x,\n)\ndef f():\n    return x\ndef g():\n    return w\n",
	  "from a import (\n    w,\n    x,\n)\ndef f():\n    return x\ndef g():\n    return w\n",
	  "|8" },
	{ "import from elsewhere", "from a import x\ndef f():\n    return x\n",
	  "from b import x\ndef f():\n    return x\n", "3|3" },
	{ "nested function", "def f():\n    def g():\n        return 1\n    return g\n",
	  "def f():\n    def g():\n        return 2\n    return g\n", "3|3" },
	{ "one line function", "def f(): return 1\n", "def f(): return 2\n", "1|1" },
	{ "new file", NULL, "import a\n\ndef f():\n    return a\n", "|4" },
	{ "gone file", "def f():\n    return 1\n", NULL, "2|" },
};

static const struct row javascript[] = {
	{ "arrow function on one line", "export const f = (n) => n > 9;\n",
	  "export const f = (n) => n >= 9;\n", "1|1" },
	{ "arrow function whose expression is on the next", "exports.f = (n) =>\n  n > 9;\ng();\n",
	  "exports.f = (n) =>\n  n >= 9;\ng();\n", "2|2" },
	{ "parameters of an arrow function", "class C {\n  f = (n = 1) =>\n    n;\n}\n",
	  "class C {\n  f = (n = 2) =>\n    n;\n}\n", "3|3" },
};

static const char *listed(struct tora_arena *arena, const struct tora_lines *lines, size_t n)
{
	const char *all = "";

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < lines[i].at.n; k++)
			all = tora_arena_printf(arena, "%s%s%u", all, all[0] ? " " : "",
			                        lines[i].at.at[k]);
	return all;
}

static void check(const char *path, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct made_file file = { path, rows[i].base, rows[i].head, NULL };
		struct made m = made_change(&file, 1);
		tora_lines_find(&m.sources, &m.change);
		made_check(rows[i].label,
		           tora_arena_printf(
				   m.arena, "%s|%s",
				   listed(m.arena, m.change.base_lines.at, m.change.base_lines.n),
				   listed(m.arena, m.change.head_lines.at, m.change.head_lines.n)),
		           rows[i].want);
		made_done(&m);
	}
}

static void test_lines(void **state)
{
	(void)state;
	check("u.py", python, COUNT(python));
	check("u.js", javascript, COUNT(javascript));
}

int main(void)
{
	static const struct CMUnitTest tests[] = { cmocka_unit_test(test_lines) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
