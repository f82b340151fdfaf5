/*
 * What syntax.h answers about Python source, row by row.
 */
#include "tests/unit/lang/rows.h"

#include "lang/python/adapter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct parsed parse(const char *text)
{
	return parse_as(&tora_lang_python, text);
}

/* ---- undefined names ---------------------------------------------------------------------- */

static const struct {
	const char *label, *text, *undefined;
} undefined_rows[] = {
	{ "builtin", "print(len([]))\n", "" },
	{ "plain", "print(x)\n", "x" },
	{ "once, in order", "b; a; b\n", "b a" },
	{ "module names", "print(__name__, __file__)\n", "" },
	{ "assigned", "x = 1\nprint(x)\n", "" },
	{ "assigned later", "print(x)\nx = 1\n", "" },
	{ "annotated only", "x: int\nprint(x)\n", "x" },
	{ "annotated, with value", "x: int = 1\nprint(x)\n", "" },
	{ "annotation is a use", "x: T = 1\n", "T" },
	{ "augmented is no definition", "x += 1\n", "x" },
	{ "tuple target", "a, (b, *c) = f()\nprint(a, b, c)\n", "f" },
	{ "list target", "[a, b] = 1, 2\nprint(a, b)\n", "" },
	{ "chained target", "a = b = 1\nprint(a, b)\n", "" },
	{ "attribute target", "a.b = 1\n", "a" },
	{ "subscript target", "a[i] = 1\n", "a i" },
	{ "parenthesised target", "(x) = 1\nprint(x)\n", "" },
	{ "del is a use", "del x\n", "x" },
	{ "del then gone is not seen", "x = 1\ndel x\n", "" },
	{ "for target", "for i, (j, k) in []:\n    print(i, j, k)\n", "" },
	{ "for target outlives the loop", "for i in []: pass\nprint(i)\n", "" },
	{ "for over itself", "for i in i: pass\n", "" },
	{ "with as", "with open('f') as f: print(f)\n", "" },
	{ "with as tuple", "with m() as (a, [b, c]): print(a, b, c)\n", "m" },
	{ "with in parentheses", "with (m as a, n as b): print(a, b)\n", "m n" },
	{ "except as", "try: pass\nexcept ValueError as e: print(e)\n", "" },
	{ "except tuple", "try: pass\nexcept (ValueError, Foo) as e: print(e)\n", "Foo" },
	{ "except group", "try: pass\nexcept* ValueError as g: print(g)\n", "" },
	{ "walrus", "if (n := 3): print(n)\n", "" },
	{ "walrus in a comprehension", "r = [y := x for x in []]\nprint(y)\n", "" },
	{ "comprehension variable ends with it", "[x for x in []]\nprint(x)\n", "x" },
	{ "first iterable is outside", "[x for x in x]\n", "x" },
	{ "second iterable is inside", "[y for x in [] for y in x]\n", "" },
	{ "comprehension condition", "[x for x in [] if x > y]\n", "y" },
	{ "dict comprehension", "{k: v for k, v in {}.items()}\n", "" },
	{ "set comprehension", "{k for k in q}\n", "q" },
	{ "generator in a call", "sum(x for x in range(3))\n", "" },
	{ "lambda", "f = lambda a, *b, c=d, **e: (a, b, c, e)\n", "d" },
	{ "lambda parameter is inside", "(lambda q: q)(q)\n", "q" },
	{ "function", "def f(a, b=1, *args, c: int = 2, **kw):\n    return a, b, args, c, kw\n",
	  "" },
	{ "positional only", "def f(a, /, b, *, c): return a, b, c\n", "" },
	{ "default is outside", "def f(a, b=a): pass\n", "a" },
	{ "annotation of a default is outside", "def f(a: a = 1): pass\n", "a" },
	{ "default sees the module", "z = 1\ndef f(a=z): pass\n", "" },
	{ "annotation is outside", "def f(a: a) -> b: pass\n", "a b" },
	{ "local is not seen outside", "def f():\n    x = 1\nprint(x)\n", "x" },
	{ "global seen inside", "def f(): return x\nx = 1\n", "" },
	{ "recursion", "def f(n): return f(n - 1)\n", "" },
	{ "nested sees the outer", "def f():\n    x = 1\n    def g(): return x\n", "" },
	{ "global statement", "def f():\n    global x\n    x = 1\nprint(x)\n", "" },
	{ "global never bound", "def f():\n    global x\n    return x\n", "x" },
	{ "nonlocal", "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n",
	  "" },
	{ "decorator is a use", "@deco\ndef f(): pass\n", "deco" },
	{ "decorator with call", "@deco.one(arg)\nclass C: pass\n", "deco arg" },
	{ "class", "class C(B, metaclass=M): pass\nC()\n", "B M" },
	{ "class scope is not seen in methods", "class C:\n    x = 1\n    def m(self): return x\n",
	  "x" },
	{ "class scope is seen in its body", "class C:\n    x = 1\n    y = x\n", "" },
	{ "class scope and a comprehension", "class C:\n    x = [1]\n    y = [i for i in x]\n",
	  "" },
	{ "class scope inside a comprehension", "class C:\n    x = 1\n    y = [x for i in []]\n",
	  "x" },
	{ "__class__ in a method", "class C:\n    def m(self): return __class__\n", "" },
	{ "keyword argument is no use", "print(sep='')\n", "" },
	{ "keyword value is a use", "print(sep=s)\n", "s" },
	{ "attribute is no use", "'a'.b.c\n", "" },
	{ "import", "import os\nos.getcwd()\n", "" },
	{ "import dotted binds the first", "import a.b\na; b\n", "b" },
	{ "import dotted as", "import a.b as c\nc; a\n", "a" },
	{ "from import", "from x import y, z as w\ny; w; z; x\n", "z x" },
	{ "from import in parentheses", "from x import (\n    y,\n    z as w,\n)\ny; w\n", "" },
	{ "relative import", "from . import y\nfrom .a.b import c\ny; c; a\n", "a" },
	{ "future import", "from __future__ import annotations\n", "" },
	{ "star import hides everything", "from x import *\nfoo(bar)\n", "" },
	{ "import in a function", "def f():\n    import os\n    os\nos\n", "os" },
	{ "f-string", "f'{x!r:>{w}}'\n", "x w" },
	{ "nested f-string", "f'{f\"{y}\"}'\n", "y" },
	{ "format string is text", "'{x}'\n", "" },
	{ "match capture", "match 1:\n    case x: print(x)\n", "" },
	{ "match value", "match 1:\n    case a.B: pass\n", "a" },
	{ "match class", "match 1:\n    case P(x, y=z): print(x, z)\n", "P" },
	{ "match sequence", "match 1:\n    case [a, *r] | (a, r): print(a, r)\n", "" },
	{ "match mapping", "match 1:\n    case {'k': v, **r}: print(v, r)\n", "" },
	{ "match mapping with a constant", "match 1:\n    case {m.K: v}: print(v)\n", "m" },
	{ "match as", "match 1:\n    case [1] as l: print(l)\n", "" },
	{ "match alternatives", "match 1:\n    case (a | b): print(a, b)\n", "" },
	{ "match guard", "match 1:\n    case x if y: print(x)\n", "y" },
	{ "match subject", "match s:\n    case _: pass\n", "s" },
	{ "match nested class", "match 1:\n    case m.P(n.Q(x)): print(x)\n", "m n" },
	{ "type parameters", "def f[T](x: T) -> T: return x\n", "" },
	{ "type alias", "type X[T] = list[T]\nprint(X)\n", "" },
	{ "async", "async def f():\n    async for i in g(): await i\n", "g" },
	{ "yield from", "def f():\n    yield from q\n", "q" },
	{ "star arguments", "print(*a, **b)\n", "a b" },
	{ "slice", "a = []\na[i:j:k]\n", "i j k" },
	{ "chained comparison", "1 < x < y\n", "x y" },
	{ "string annotations are text", "x: 'T' = 1\n", "" },
	{ "not ASCII", "größe = 1\nprint(größe, länge)\n", "länge" },
	{ "assert and raise", "assert a, b\nraise C from d\n", "a b C d" },
	{ "soft keywords as names", "match = 1\ncase = 2\ntype = 3\nprint(match, case, type)\n",
	  "" },
	{ "print as a name", "p = print\n", "" },
	{ "empty", "", "" },
	{ "only a comment", "# x\n", "" },
};

static void test_undefined(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(undefined_rows); i++)
		check_undefined(&tora_lang_python, undefined_rows[i].label, undefined_rows[i].text,
		                undefined_rows[i].undefined);
}

/* ---- the other lists of names --------------------------------------------------------------- */

static const struct {
	const char *label, *text, *privates, *unused, *unstable;
} name_rows[] = {
	{ "private attribute", "import m\nm._x()\n", "_x", "", "" },
	{ "dunder is public", "import m\nm.__name__\n", "", "", "" },
	{ "private import", "from m import _x\n_x\n", "_x", "", "" },
	{ "private import under an alias", "from m import _x as x\nx\n", "_x", "", "" },
	{ "private module", "import m._n\nm\n", "_n", "", "" },
	{ "from a private module", "from m._n import f\nf\n", "_n", "", "" },
	{ "mangled", "import m\nm.__x\n", "__x", "", "" },
	{ "its own attribute",
	  "class A:\n    def __init__(self): self._x = 1\n    def f(self): return self._x\n", "",
	  "", "" },
	{ "its own method", "class A:\n    def _f(self): pass\nA()._f()\n", "", "", "" },
	{ "its own variable", "_x = 1\nfor _ in []: print(_x)\n", "", "", "" },
	{ "somebody else's, assigned", "import m\nm._x = 1\n", "_x", "", "" },
	{ "namedtuple", "import m\nm.P(1)._replace(a=2)._asdict()\n", "", "", "" },
	{ "keyword with an underscore", "f = print\nf(_x=1)\n", "", "", "" },
	{ "unused import", "import os, sys\nsys\n", "", "os", "" },
	{ "unused from import", "from a import b, c as d\nb\n", "", "d", "" },
	{ "attribute does not use an import", "import os\nx = 1\nx.os\n", "", "os", "" },
	{ "clock", "import time\ntime.time()\n", "", "", "time.time" },
	{ "clock under an alias", "import time as t\nt.time()\n", "", "", "time.time" },
	{ "clock from import", "from time import time as now\nnow()\n", "", "", "time.time" },
	{ "clock class", "from datetime import datetime\ndatetime.now()\n", "", "",
	  "datetime.datetime.now" },
	{ "clock module", "import datetime as dt\ndt.datetime.now().year\n", "", "",
	  "datetime.datetime.now" },
	{ "fixed date", "import datetime\ndatetime.datetime(2020, 1, 1)\n", "", "", "" },
	{ "own function of that name",
	  "class T:\n    def time(self): pass\ntime = T()\ntime.time()\n", "", "", "" },
	{ "random", "import random\nrandom.random()\n", "", "", "random.random" },
	{ "random with a seed", "import random\nrandom.seed(1)\nrandom.random()\n", "", "", "" },
	{ "seed without a value", "import random\nrandom.seed()\nrandom.random()\n", "", "",
	  "random.random" },
	{ "own generator", "import random\nrandom.Random(3).random()\n", "", "", "" },
	{ "own generator, no seed", "import random\nrandom.Random()\n", "", "", "random.Random" },
	{ "numpy", "import numpy as np\nnp.random.rand(3)\n", "", "", "numpy.random.rand" },
	{ "below a module", "import urllib.request\nurllib.request.urlopen('x')\n", "", "",
	  "urllib.request.urlopen" },
	{ "not below it", "import urllib.parse\nurllib.parse.quote('x')\n", "", "", "" },
	{ "builtin id", "id(3)\n", "", "", "id" },
	{ "keyword id", "dict(id=3)\n", "", "", "" },
	{ "own id", "def id(x): return 1\nid(3)\n", "", "", "" },
	{ "method id", "import m\nm.id(3)\n", "", "", "" },
	{ "fixed time", "import time\ntime.gmtime(0)\n", "", "", "" },
	{ "time of now", "import time\ntime.gmtime()\n", "", "", "time.gmtime" },
};

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(name_rows); i++)
		check_names(&tora_lang_python, name_rows[i].label, name_rows[i].text,
		            name_rows[i].privates, name_rows[i].unused, name_rows[i].unstable);
}

static void test_identifiers(void **state)
{
	struct parsed p = parse("import a.b\ndef f(x, y=1): return x.z(k=y) + x\n");
	struct tora_names n;
	struct tora_idents idents;

	(void)state;
	tora_syntax_names(p.s, p.arena, &n);
	check_text("identifiers", joined(p.arena, n.identifiers.at, n.identifiers.n),
	           "a b f x y z k");
	tora_syntax_idents(p.s, p.arena, &idents);
	assert_int_equal(idents.at.n, 10);
	assert_ptr_equal(idents.at.at[3].name, idents.at.at[5].name);
	assert_true(idents.at.at[3].defines);
	assert_false(idents.at.at[5].defines);
	assert_int_equal(idents.at.at[5].line, 2);
	done(&p);
}

/* ---- hash ------------------------------------------------------------------------------------- */

static const struct {
	const char *label, *a, *b;
	bool equal;
} hash_rows[] = {
	{ "same", "x = 1\n", "x = 1\n", true },
	{ "value", "x = 1\n", "x = 2\n", false },
	{ "name", "x = 1\n", "y = 1\n", false },
	{ "operator", "x = a + b\n", "x = a - b\n", false },
	{ "comment", "x = 1\n", "# why\nx = 1  # one\n", true },
	{ "blank lines", "x = 1\ny = 2\n", "\n\nx = 1\n\n\ny = 2\n\n", true },
	{ "indentation width", "if a:\n    b\n", "if a:\n\tb\n", true },
	{ "spaces round operators", "x=a+b\n", "x = a + b\n", true },
	{ "one line suite", "if a: b\n", "if a:\n    b\n", true },
	{ "semicolon", "a; b\n", "a\nb\n", true },
	{ "line continuation", "x = a + b\n", "x = a + \\\n    b\n", true },
	{ "joined in parentheses", "x = a + b\n", "x = (a +\n     b)\n", true },
	{ "parentheses that matter", "x = a * b + c\n", "x = a * (b + c)\n", false },
	{ "trailing comma in a call", "f(a, b)\n", "f(\n    a,\n    b,\n)\n", true },
	{ "trailing comma in a definition", "def f(a, b): pass\n",
	  "def f(\n    a,\n    b,\n): pass\n", true },
	{ "comma makes a tuple", "x = (a)\n", "x = (a,)\n", false },
	{ "comma makes an index tuple", "x[a]\n", "x[a,]\n", false },
	{ "import in parentheses", "from m import a, b\n", "from m import (\n    a,\n    b,\n)\n",
	  true },
	{ "docstring of a module", "x = 1\n", "\"\"\"Doc.\"\"\"\nx = 1\n", true },
	{ "docstring of a function", "def f():\n    return 1\n",
	  "def f():\n    '''Doc.'''\n    return 1\n", true },
	{ "docstring of a class", "class C:\n    x = 1\n", "class C:\n    'Doc'\n\n    x = 1\n",
	  true },
	{ "docstring of two strings", "def f():\n    return 1\n",
	  "def f():\n    'a' \\\n    'b'\n    return 1\n", true },
	{ "note below an attribute", "x = 1\n", "x = 1\n'''About x.'''\n", true },
	{ "f-string statement runs", "def f():\n    return 1\n",
	  "def f():\n    f'{g()}'\n    return 1\n", false },
	{ "string content", "x = 'a'\n", "x = 'b'\n", false },
	{ "white space in a string", "x = 'a b'\n", "x = 'a  b'\n", false },
	{ "white space beside an escape", "x = '\\n a b'\n", "x = '\\n a  b'\n", false },
	{ "trailing comma in a tuple", "x = (a, b)\n", "x = (a, b,)\n", true },
	{ "white space at a string's end", "x = 'a'\n", "x = 'a '\n", false },
	{ "line break in a string", "x = '''a\nb'''\n", "x = '''a\n  b'''\n", false },
	{ "kind of quote", "x = 'a'\n", "x = \"a\"\n", true },
	{ "triple quote", "x = 'a'\n", "x = '''a'''\n", true },
	{ "prefix of a string", "x = 'a'\n", "x = b'a'\n", false },
	{ "raw string", "x = '\\n'\n", "x = r'\\n'\n", false },
	{ "hash sign in a string", "x = 'a # b'\n", "x = 'a # c'\n", false },
	{ "format specification", "x = f'{a:>3}'\n", "x = f'{a: >3}'\n", false },
	{ "interpolation", "x = f'{a}'\n", "x = f'{b}'\n", false },
	{ "where a dedent is", "if a:\n    b\n    c\n", "if a:\n    b\nc\n", false },
	{ "else of which if", "if a:\n    if b: c\n    else: d\n", "if a:\n    if b: c\nelse: d\n",
	  false },
	{ "order of statements", "a\nb\n", "b\na\n", false },
	{ "added decorator", "def f(): pass\n", "@d\ndef f(): pass\n", false },
	{ "async", "def f(): pass\n", "async def f(): pass\n", false },
	{ "default value", "def f(a=1): pass\n", "def f(a=2): pass\n", false },
	{ "annotation", "def f(a): pass\n", "def f(a: int): pass\n", false },
	{ "carriage returns", "x = 1\ny = 2\n", "x = 1\r\ny = 2\r\n", true },
	{ "no newline at the end", "x = 1\n", "x = 1", true },
	{ "tokens run together", "ab = 1\n", "a; b = 1\n", false },
	{ "nested structure", "f(a, (b, c))\n", "f((a, b), c)\n", false },
	{ "comparison chain", "x = a < b < c\n", "x = (a < b) < c\n", false },
	{ "empty and comment", "", "# nothing\n", true },
};

static void test_hash(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(hash_rows); i++)
		check_hashes(&tora_lang_python, hash_rows[i].label, hash_rows[i].a, hash_rows[i].b,
		             false, hash_rows[i].equal);
}

/* ---- definitions -------------------------------------------------------------------------------- */

static const struct {
	const char *label, *text;
	const char *want; /* "qualname:first-last signature|", classes with a "!" in front */
} def_rows[] = {
	{ "function", "def f(a, b=1):\n    pass\n", "f:1-2 f(a, b=1)|" },
	{ "class and methods", "class C(B):\n    def a(self): pass\n    def b(self): pass\n",
	  "!C:1-3 C(B)|C.a:2-2 a(self)|C.b:3-3 b(self)|" },
	{ "decorated", "@d\n@e(1)\ndef f(): pass\n", "f:1-3 f()|" },
	{ "decorated method", "class C:\n    @property\n    def a(self):\n        return 1\n",
	  "!C:1-4 C|C.a:2-4 a(self)|" },
	{ "nested", "def f():\n    def g():\n        class H:\n            def i(self): pass\n",
	  "f:1-4 f()|f.g:2-4 g()|!f.g.H:3-4 H|f.g.H.i:4-4 i(self)|" },
	{ "after a nested one", "def f():\n    def g(): pass\n    return g\ndef h(): pass\n",
	  "f:1-3 f()|f.g:2-2 g()|h:4-4 h()|" },
	{ "under if and try", "if a:\n    def f(): pass\nelse:\n    def f(): pass\n",
	  "f:2-2 f()|f:4-4 f()|" },
	{ "long signature",
	  "def f(\n    a,  # first\n    b: 'x  y' = None,\n    *,\n    c,\n): pass\n",
	  "f:1-6 f(a, b: 'x  y' = None, *, c)|" },
	{ "async", "async def f(): pass\n", "f:1-1 f()|" },
	{ "same name twice", "def f(): pass\ndef f(x): pass\n", "f:1-1 f()|f:2-2 f(x)|" },
	{ "lambda is none", "f = lambda x: x\n", "" },
	{ "broken later", "def f(a): return a\n\ndef g(:\n", "f:1-1 f(a)|g:3-3 g(|" },
	{ "empty", "", "" },
};

static void test_defs(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(def_rows); i++) {
		struct parsed p = parse(def_rows[i].text);
		struct tora_defs defs;
		const char *all = "";
		tora_syntax_defs(p.s, p.arena, &defs);
		for (size_t k = 0; k < defs.defs.n; k++) {
			const struct tora_def *d = &defs.defs.at[k];
			all = tora_arena_printf(p.arena, "%s%s%s:%u-%u %s|", all,
			                        d->is_class ? "!" : "", d->qualname, d->first,
			                        d->last, d->signature);
		}
		check_text(def_rows[i].label, all, def_rows[i].want);
		done(&p);
	}
}

static void test_doc_and_ranges(void **state)
{
	static const char text[] =
		"class C:\n    \"\"\"About C.\n\n    More.\n    \"\"\"\n"
		"    x = 1\n    @d\n    def m(self):\n        'Say \\n it'\n        return 1\n"
		"    def n(self):\n        return 'no doc'\n";
	struct parsed p = parse(text);
	struct tora_defs d;

	(void)state;
	tora_syntax_defs(p.s, p.arena, &d);
	assert_int_equal(d.defs.n, 3);
	check_text("class doc", d.defs.at[0].doc, "About C.\n\n    More.");
	check_text("method doc", d.defs.at[1].doc, "Say \\n it");
	assert_null(d.defs.at[2].doc);
	assert_int_equal(d.defs.at[1].parent, 0);
	assert_int_equal(d.defs.at[0].parent, SIZE_MAX);
	assert_memory_equal(text + d.defs.at[1].start, "@d", 2);
	assert_memory_equal(text + d.defs.at[1].name_at, "m(self)", 7);
	assert_memory_equal(text + d.defs.at[2].body_start, "return 'no doc'", 15);
	assert_int_equal(text[d.defs.at[2].end], '\n');
	done(&p);
}

/* With skip_defs a class body is its own statements; the methods do not count. */
static void test_hash_of_parts(void **state)
{
	static const struct {
		const char *label, *a, *b;
		bool class_equal, module_equal;
	} rows[] = {
		{ "method changed", "class C:\n    x = 1\n    def m(self): return 1\n",
		  "class C:\n    x = 1\n    def m(self): return 2\n", true, true },
		{ "method added", "class C:\n    x = 1\n",
		  "class C:\n    x = 1\n    @d\n    def m(self): return 2\n", true, true },
		{ "field changed", "class C:\n    x = 1\n    def m(self): return 1\n",
		  "class C:\n    x = 2\n    def m(self): return 1\n", false, true },
		{ "base changed", "class C(A): x = 1\n", "class C(B): x = 1\n", false, true },
		{ "decorator changed", "@a\nclass C: x = 1\n", "@b\nclass C: x = 1\n", false,
		  true },
		{ "last method decorated",
		  "@a\nclass C:\n    x = 1\n    @p\n    def m(self): return 1\n",
		  "@a\nclass C:\n    x = 1\n    @p\n    def m(self): return 2\n", true, true },
		{ "module code changed", "class C: x = 1\ny = 1\n", "class C: x = 1\ny = 2\n", true,
		  false },
		{ "alone in the file or not", "class C: x = 1", "class C: x = 1\n\n\n# end\n", true,
		  true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct parsed a = parse(rows[i].a), b = parse(rows[i].b);
		struct tora_defs da, db;
		tora_syntax_defs(a.s, a.arena, &da);
		tora_syntax_defs(b.s, b.arena, &db);
		if ((tora_syntax_hash(a.s, da.defs.at[0].start, da.defs.at[0].end, true) ==
		     tora_syntax_hash(b.s, db.defs.at[0].start, db.defs.at[0].end, true)) !=
		    rows[i].class_equal)
			fail_msg("row '%s': class", rows[i].label);
		if ((tora_syntax_hash(a.s, 0, SIZE_MAX, true) ==
		     tora_syntax_hash(b.s, 0, SIZE_MAX, true)) != rows[i].module_equal)
			fail_msg("row '%s': module", rows[i].label);
		done(&a);
		done(&b);
	}
}

/* ---- statements ----------------------------------------------------------------------------------- */

static const struct {
	const char *label, *text;
	const char *want; /* "depth.first-last" each; i: import, d: docstring */
} stmt_rows[] = {
	{ "flat", "import a\nx = 1\nprint(x)\n", "0.1-1i 0.2-2 0.3-3" },
	{ "nested", "if a:\n    b\n    c\nelse:\n    d\n", "0.1-5 1.2-2 1.3-3 1.5-5" },
	{ "try", "try:\n    a\nexcept E:\n    b\nfinally:\n    c\n", "0.1-6 1.2-2 1.4-4 1.6-6" },
	{ "one line", "a; b; c\n", "0.1-1 0.1-1 0.1-1" },
	{ "comments are none", "# a\nx\n# b\n", "0.2-2" },
	{ "function", "@d\ndef f():\n    'doc'\n    return 1\n", "0.1-4 1.3-3d 1.4-4" },
	{ "several lines", "f(a,\n  b)\n", "0.1-2" },
	{ "string of several lines", "x = '''a\nb\n'''\ny\n", "0.1-3 0.4-4" },
	{ "match", "match a:\n    case 1:\n        b\n    case 2: c\n",
	  "0.1-4 1.2-3 2.3-3 1.4-4 2.4-4" },
	{ "from import", "from a import (b,\n  c)\nfrom __future__ import d\n", "0.1-2i 0.3-3i" },
	{ "empty", "\n", "" },
};

static void test_stmts(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(stmt_rows); i++) {
		struct parsed p = parse(stmt_rows[i].text);
		struct tora_stmts stmts;
		const char *all = "";
		tora_syntax_stmts(p.s, p.arena, &stmts);
		for (size_t k = 0; k < stmts.stmts.n; k++) {
			const struct tora_stmt *s = &stmts.stmts.at[k];
			all = tora_arena_printf(p.arena, "%s%s%u.%u-%u%s%s", all, k ? " " : "",
			                        s->depth, s->first, s->last,
			                        s->is_import ? "i" : "", s->is_doc ? "d" : "");
			assert_true(s->parent == SIZE_MAX || s->parent < k);
			assert_true(p.s && stmt_rows[i].text[s->end - 1] != '\n');
		}
		check_text(stmt_rows[i].label, all, stmt_rows[i].want);
		done(&p);
	}
}

/* In how many functions a statement stands; a class is none, and what a function's own head says is outside of it. */
static void test_functions_of_stmts(void **state)
{
	static const struct {
		const char *text, *want;
	} of[] = {
		{ "a\nif b:\n    c\n", "000" },
		{ "def f():\n    def g():\n        return 1\n    return 2\nh\n", "01210" },
		{ "class A:\n    x = 1\n    async def f(self):\n        if x:\n            y\n",
		  "00011" },
		{ "a = lambda: 1\nb\n", "00" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(of); i++) {
		struct parsed p = parse(of[i].text);
		struct tora_stmts stmts;
		const char *all = "";

		tora_syntax_stmts(p.s, p.arena, &stmts);
		for (size_t k = 0; k < stmts.stmts.n; k++)
			all = tora_arena_printf(p.arena, "%s%u", all, stmts.stmts.at[k].functions);
		check_text(of[i].text, all, of[i].want);
		done(&p);
	}
}

/* ---- errors and limits ------------------------------------------------------------------------------ */

static const struct {
	const char *label, *text;
	unsigned line; /* 0: parses */
} error_rows[] = {
	{ "fine", "x = 1\n", 0 },
	{ "bad line", "x = 1\ny = = 2\n", 2 },
	{ "unclosed", "x = 1\nprint((1)\n", 2 },
	{ "prose", "This is no program.\n", 1 },
	{ "Python 2 print", "x = 1\nprint 'a'\n", 2 },
	{ "print as a call", "print('a') if x else None\nprint(x), y\nprint -1\n", 0 },
	{ "empty", "", 0 },
	{ "fence left over", "```python\nx = 1\n```\n", 1 },
	{ "match", "match x:\n    case [1, *_]: pass\n", 0 },
	{ "except star", "try: pass\nexcept* E: pass\n", 0 },
};

static void test_errors(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(error_rows); i++) {
		struct parsed p = parse(error_rows[i].text);
		unsigned line = 0;
		bool broken = tora_syntax_has_error(p.s, &line);
		if (broken != (error_rows[i].line != 0) || line != error_rows[i].line)
			fail_msg("row '%s': line %u, want %u", error_rows[i].label, line,
			         error_rows[i].line);
		done(&p);
	}
}

static void repeat(char *buf, size_t n, const char *unit)
{
	size_t len = strlen(unit);

	for (size_t i = 0; i < n; i++)
		buf[i] = unit[i % len];
}

/* Deep, wide, binary: it ends, soon, and never by recursion. */
static void test_hostile(void **state)
{
	static const char *const units[] = { "(",   "[x for x in ", "lambda: ", "a=", "x,",
		                             "f'{", "\xff\xfe",     "if x:\n ", "f(", "@",
		                             "'''", "import a\n",   "x=1;" };
	size_t n = 60000;
	char *buf = malloc(n);

	(void)state;
	assert_non_null(buf);
	for (size_t i = 0; i < COUNT(units); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_err err = TORA_ERR_INIT;
		struct tora_syntax *s = NULL;
		struct tora_names names;
		struct tora_defs defs;
		struct tora_stmts stmts;
		repeat(buf, n, units[i]);
		if (tora_syntax_new(&tora_lang_python, (struct tora_sv){ buf, n }, &s, &err) == 0) {
			(void)tora_syntax_hash(s, 0, SIZE_MAX, true);
			tora_syntax_names(s, arena, &names);
			tora_syntax_defs(s, arena, &defs);
			tora_syntax_stmts(s, arena, &stmts);
		} else {
			assert_true(err.rc == TORA_E_TIMEOUT || err.rc == TORA_E_LIMIT);
		}
		tora_syntax_free(s);
		tora_arena_free(arena);
	}
	free(buf);
}

static void test_too_large(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_syntax *s = NULL;
	size_t n = TORA_CHANGE_FILE_MAX + 1;
	char *buf = calloc(1, n);

	(void)state;
	assert_non_null(buf);
	assert_int_equal(tora_syntax_new(&tora_lang_python, (struct tora_sv){ buf, n }, &s, &err),
	                 TORA_E_LIMIT);
	assert_null(s);
	free(buf);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_undefined),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_identifiers),
		cmocka_unit_test(test_hash),
		cmocka_unit_test(test_defs),
		cmocka_unit_test(test_doc_and_ranges),
		cmocka_unit_test(test_hash_of_parts),
		cmocka_unit_test(test_stmts),
		cmocka_unit_test(test_functions_of_stmts),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_too_large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
