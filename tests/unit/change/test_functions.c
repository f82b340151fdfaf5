/*
 * Which functions a change touches, how they are named, and in which order.
 */
#include "made.h"

#include "change/callers.h"
#include "change/functions.h"

#define C(body) "class C:\n" body

static const struct {
	const char *label;
	struct made_file files[3];
	/* "name kind" each, sorted by importance; "-" in front: private, "*": class, ">x": caller, "<x": was */
	const char *want;
} rows[] = {
	{ "one function",
	  { { "p/u.py", "def f(): return 1\ndef g(): return 2\n",
	      "def f(): return 1\ndef g(): return 3\n", NULL } },
	  "p.u.g modified" },
	{ "src layout",
	  { { "src/p/u.py", "def f(): return 1\n", "def f(): return 2\n", NULL } },
	  "p.u.f modified" },
	{ "method",
	  { { "u.py", C("    def m(self):\n        return 1\n"),
	      C("    def m(self):\n        return 2\n"), NULL } },
	  "u.C.m modified" },
	{ "package itself",
	  { { "p/__init__.py", "def f(): return 1\n", "def f(): return 2\n", NULL } },
	  "p.f modified" },
	{ "comments and docstrings do not count",
	  { { "u.py", "def f():\n    return 1\ndef g(): return 1\n",
	      "def f():\n    'Doc.'\n    return 1  # one\ndef g(): return 2\n", NULL } },
	  "u.g modified" },
	{ "moved lines do not count",
	  { { "u.py", "def f(): return 1\ndef g(): return 2\n",
	      "def g(): return 2\ndef f(): return 1\n", NULL } },
	  "" },
	{ "added and deleted",
	  { { "u.py", "def f(): return 'a value'\n", "def g(x): return 'something else', x\n",
	      NULL } },
	  "u.f deleted|u.g added" },
	{ "added file", { { "u.py", NULL, "def f(): return 1\n", NULL } }, "u.f added" },
	{ "deleted file", { { "u.py", "def f(): return 1\n", NULL, NULL } }, "u.f deleted" },
	{ "renamed function",
	  { { "u.py", "def f(x):\n    return x.strip().lower().split()\n",
	      "def g(x):\n    return x.strip().lower().split()\n", NULL } },
	  "u.g renamed <u.f" },
	{ "a short body is not recognised",
	  { { "u.py", "def f(): return 1\n", "def g(): return 1\n", NULL } },
	  "u.f deleted|u.g added" },
	{ "moved to another file",
	  { { "a.py", "def f(): return 1\nx = 1\n", "x = 1\n", NULL },
	    { "b.py", "y = 1\n", "y = 1\ndef f(): return 1\n", NULL } },
	  "b.f renamed <a.f" },
	{ "renamed file, one changed",
	  { { "b.py", "def f(): return 1\ndef g(): return 1\ndef _h(): return 1\n",
	      "def f(): return 2\ndef g(): return 1\ndef _h(): return 1\n", "a.py" } },
	  "b.f renamed <a.f|b.g renamed <a.g|b renamed <a" },
	{ "decorator",
	  { { "u.py", "@a\ndef f(): return 1\n", "@b\ndef f(): return 1\n", NULL } },
	  "u.f modified" },
	{ "default value",
	  { { "u.py", "def f(a=1): return a\n", "def f(a=2): return a\n", NULL } },
	  "u.f modified" },
	{ "class body",
	  { { "u.py", C("    x = 1\n    def m(self): return 1\n"),
	      C("    x = 2\n    def m(self): return 1\n"), NULL } },
	  "*u.C modified" },
	{ "base class",
	  { { "u.py", "class C(A): x = 1\n", "class C(B): x = 1\n", NULL } },
	  "*u.C modified" },
	{ "new class",
	  { { "u.py", "x = 1\n", "x = 1\nclass C:\n    y = 1\n    def m(self): return 1\n",
	      NULL } },
	  "u.C.m added|*u.C added" },
	{ "module code",
	  { { "u.py", "X = 1\ndef f(): return X\n", "X = 2\ndef f(): return X\n", NULL } },
	  "u modified" },
	{ "an import alone",
	  { { "u.py", "from a import x\n", "from b import x\n", NULL } },
	  "u modified" },
	{ "an import beside a function",
	  { { "u.py", "import a\ndef f(): return a\n", "import b\ndef f(): return b\n", NULL } },
	  "u.f modified" },
	{ "nested function",
	  { { "u.py", "def f():\n    def g(): return 1\n    return g\n",
	      "def f():\n    def g(): return 2\n    return g\n", NULL } },
	  "u.f modified|-u.f.g modified >u.f" },
	{ "nested class",
	  { { "u.py", "class A:\n    class B:\n        def m(self): return 1\n",
	      "class A:\n    class B:\n        def m(self): return 2\n", NULL } },
	  "u.A.B.m modified" },
	{ "property and setter are one",
	  { { "u.py",
	      C("    @property\n    def m(self): return 1\n    @m.setter\n    def m(self, v): "
	        "pass\n"),
	      C("    @property\n    def m(self): return 2\n    @m.setter\n    def m(self, v): "
	        "self.v = v\n"),
	      NULL } },
	  "u.C.m modified" },
	{ "only the setter",
	  { { "u.py",
	      C("    @property\n    def m(self): return 1\n    @m.setter\n    def m(self, v): "
	        "pass\n"),
	      C("    @property\n    def m(self): return 1\n    @m.setter\n    def m(self, v): "
	        "self.v = v\n"),
	      NULL } },
	  "u.C.m modified" },
	{ "property and setter are new together",
	  { { "u.py", C("    x = 1\n"),
	      C("    x = 1\n    @property\n    def m(self): return 1\n    @m.setter\n    def "
	        "m(self, "
	        "v): pass\n"),
	      NULL } },
	  "u.C.m added" },
	{ "property and setter go together",
	  { { "u.py",
	      C("    x = 1\n    @property\n    def m(self): return 1\n    @m.setter\n    def "
	        "m(self, "
	        "v): pass\n"),
	      C("    x = 1\n"), NULL } },
	  "u.C.m deleted" },
	{ "renamed, and written again beside it",
	  { { "u.py", "def f(x):\n    return x.strip().lower().split()\n",
	      "def g(x):\n    return x.strip().lower().split()\ndef g(x): return 2\n", NULL } },
	  "u.g renamed <u.f" },
	{ "public before private, modified before added",
	  { { "u.py", "def _p():\n    return 1\ndef f(): return _p()\n",
	      "def _p():\n    return 2\ndef f(): return _p(), 2\ndef g(): return 'new'\n", NULL } },
	  "u.f modified|u.g added|-u._p modified >u.f" },
	{ "caller through private ones",
	  { { "u.py", "def _a(): return 1\ndef _b(): return _a()\ndef f(): return _b()\n",
	      "def _a(): return 2\ndef _b(): return _a()\ndef f(): return _b()\n", NULL } },
	  "-u._a modified >u.f" },
	{ "caller of a private method",
	  { { "u.py", C("    def _m(self): return 1\n    def m(self): return self._m()\n"),
	      C("    def _m(self): return 2\n    def m(self): return self._m()\n"), NULL } },
	  "-u.C._m modified >u.C.m" },
	{ "constructor of a private class",
	  { { "u.py", "class _K:\n    def __init__(self): self.x = 1\ndef f(): return _K()\n",
	      "class _K:\n    def __init__(self): self.x = 2\ndef f(): return _K()\n", NULL } },
	  "-u._K.__init__ modified >u.f" },
	{ "caller in another changed file",
	  { { "p/a.py", "def _h(): return 1\n", "def _h(): return 2\n", NULL },
	    { "p/b.py", "from p.a import _h\ndef f(): return _h()\n",
	      "from p.a import _h\ndef f(): return _h(), 1\n", NULL } },
	  "p.b.f modified|-p.a._h modified >p.b.f" },
	{ "nobody calls it",
	  { { "u.py", "def _a(): return 1\n", "def _a(): return 2\n", NULL } },
	  "-u._a modified" },
	{ "callers in a circle",
	  { { "u.py", "def _a(): return _b()\ndef _b(): return _a()\n",
	      "def _a(): return _b(), 1\ndef _b(): return _a()\n", NULL } },
	  "-u._a modified" },
	{ "private module",
	  { { "p/_u.py", "def f(): return 1\n", "def f(): return 2\n", NULL } },
	  "-p._u.f modified" },
	{ "no module",
	  { { "my-tool/u.py", "def f(): return 1\n", "def f(): return 2\n", NULL } },
	  "" },
	{ "head does not parse: the base's functions",
	  { { "u.py", "def f():\n    return 1\ndef g(): return 1\n",
	      "def f(:\n    return 2\ndef g(): return 1\n", NULL } },
	  "u.f modified" },
	{ "base does not parse: the head's functions",
	  { { "u.py", "def f(:\n    return 2\ndef g(): return 1\n",
	      "def f():\n    return 1\ndef g(): return 1\n", NULL } },
	  "u.f modified" },
	{ "tests are no source",
	  { { "tests/test_u.py", "def f(): return 1\n", "def f(): return 2\n", NULL } },
	  "" },
	{ "conditional definitions",
	  { { "u.py", "if a:\n    def f(): return 1\nelse:\n    def f(): return 2\n",
	      "if a:\n    def f(): return 1\nelse:\n    def f(): return 3\n", NULL } },
	  "u.f modified" },
};

static const char *described(struct made *m)
{
	const char *all = "";

	for (size_t i = 0; i < m->change.functions.n; i++) {
		const struct tora_function *f = &m->change.functions.at[i];
		all = tora_arena_printf(m->arena, "%s%s%s%s%s %s%s%s%s%s", all, i ? "|" : "",
		                        f->is_public ? "" : "-", f->is_class ? "*" : "", f->name,
		                        tora_change_kind_name(f->kind), f->old_name ? " <" : "",
		                        f->old_name ? f->old_name : "",
		                        f->public_caller ? " >" : "",
		                        f->public_caller ? f->public_caller : "");
	}
	return all;
}

static void test_functions(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct made m = made_change(rows[i].files, 3);
		tora_functions_find(&m.sources, &m.change);
		tora_functions_rank(&m.change, 60);
		tora_callers_find(&m.sources, &m.change);
		made_check(rows[i].label, described(&m), rows[i].want);
		made_done(&m);
	}
}

static void test_record(void **state)
{
	static const struct made_file file = {
		"u.py", "def f(a):\n    return a\n\n@d\ndef g(): pass\n",
		"def f(a, b=2):\n    'Doc.'\n    c = b\n    return a + c\n\n@d\ndef g(): pass\n",
		NULL
	};
	struct made m = made_change(&file, 1);
	const struct tora_function *f;

	(void)state;
	tora_functions_find(&m.sources, &m.change);
	assert_int_equal(m.change.functions.n, 1);
	f = &m.change.functions.at[0];
	assert_string_equal(f->signature, "f(a, b=2)");
	assert_string_equal(f->doc, "Doc.");
	assert_int_equal(f->first, 1);
	assert_int_equal(f->last, 4);
	assert_int_equal(f->base_last, 2);
	assert_int_equal(f->changed_lines, 6);
	assert_true(tora_sv_starts(f->base_body, "def f(a):"));
	assert_true(tora_sv_ends(f->head_body, "return a + c"));
	made_done(&m);
}

/* Two methods on the line that changed take it away from their class once each, and no more than there is. */
static void test_shared_lines(void **state)
{
	static const struct made_file files[] = {
		{ "c.js", "class A { x = 1; f() { return 1 } g() { return 2 } }\n",
		  "class A { x = 2; f() { return 1 } g() { return 2 } }\n", NULL },
		{ "m.js", "const x = 1, f = () => 1, g = () => 2;\n",
		  "const x = 2, f = () => 1, g = () => 2;\n", NULL },
	};
	struct made m = made_change(files, COUNT(files));

	(void)state;
	tora_functions_find(&m.sources, &m.change);
	made_check("shared lines", described(&m), "*c.A modified|m modified");
	for (size_t i = 0; i < m.change.functions.n; i++)
		assert_int_equal(m.change.functions.at[i].changed_lines, 0);
	made_done(&m);
}

/* The least important go, and how many is said. */
static void test_shedding(void **state)
{
	static const struct made_file file = {
		"u.py", "def _p(): return 1\ndef f(): return 1\n",
		"def _p(): return 2\ndef f(): return 2\ndef g(): return 1\ndef h(): return 1\n",
		NULL
	};
	struct made m = made_change(&file, 1);

	(void)state;
	tora_functions_find(&m.sources, &m.change);
	tora_functions_rank(&m.change, 2);
	made_check("shed", described(&m), "u.f modified|u.g added");
	assert_int_equal(m.change.functions_shed, 2);
	made_done(&m);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_record),
		cmocka_unit_test(test_shared_lines),
		cmocka_unit_test(test_shedding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
