"""Mining of tests and documentation: what is cut out, what is left behind. Run by plain unittest."""
import json
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_docs  # noqa: E402
import gen_env  # noqa: E402
import gen_helpers  # noqa: E402
import gen_literals  # noqa: E402
import gen_mine  # noqa: E402
import gen_program  # noqa: E402
import gen_steps  # noqa: E402
import gen_tests  # noqa: E402
import gen_text  # noqa: E402


def mined(text, others=None):
    """The programs of one test file, rendered. Of the others those in tests/ are mined."""
    texts = dict(others or {}, **{"tests/test_a.py": text})
    files = gen_env.Files(texts.get, [path for path in texts if path.startswith("tests/")], ["src", ""])
    module = files.module("tests/test_a.py")
    return [p.render() for case in gen_tests.cases(module) for p in gen_tests.programs(case)]


OWN = "from p import Row, f\nclass T:\n    size = 3\n    @staticmethod\n    def row(n):\n        return Row(n)\n    @classmethod\n    def wide(cls, n):\n" \
      "        return Row(n, cls.size)\n    @property\n    def odd(self):\n        return 1\n    def test_a(self):\n        assert %s\n"
TESTS = [
    ("assert of a call keeps only what it needs",
     "import os\nfrom p import f, g\n\ndef test_f():\n    x = 3\n    unused = g(1)\n    assert f(x) == 4\n",
     ["from p import f\n\nx = 3\nprint(f(x))\n"]),
    ("asserts on one result share a test",
     "import p\ndef test_f():\n    r = p.f(1)\n    assert r.a == 1\n    assert r.b == 2\n",
     ["import p\n\nr = p.f(1)\nprint(r.a)\nprint(r.b)\n"]),
    ("raises leaves the call alone",
     "import pytest\nfrom p import f\ndef test_f():\n    with pytest.raises(ValueError, match='x'):\n        f(-1)\n",
     ["from p import f\n\nprint(f(-1))\n"]),
    ("what is asked of the caught exception is dropped",
     "import pytest\nfrom p import f\ndef test_f():\n    with pytest.raises(ValueError) as e:\n        f(-1)\n"
     "    assert e.value.args == (1,)\n",
     ["from p import f\n\nprint(f(-1))\n"]),
    ("unittest asserts and setUp",
     "import unittest\nfrom p import Box\nclass T(unittest.TestCase):\n    def setUp(self):\n        self.box = Box(2)\n"
     "    def test_a(self):\n        self.assertEqual(self.box.size(), 2)\n",
     ["from p import Box\n\nbox = Box(2)\nprint(box.size())\n"]),
    ("setUp keeps what it made under the name that it had",
     "import unittest\nfrom p import Box\nclass T(unittest.TestCase):\n    def setUp(self):\n        box = Box(2)\n        self.box = box\n"
     "    def test_a(self):\n        self.assertEqual(self.box.size(), 2)\n",
     ["from p import Box\n\nbox = Box(2)\nprint(box.size())\n"]),
    ("assertRaises with a callable, and with a lambda",
     "import unittest\nfrom p import f\nclass T(unittest.TestCase):\n    def test_a(self):\n"
     "        self.assertRaises(ValueError, f, 1, b=2)\n        self.assertRaises(ValueError, lambda: f(3))\n",
     ["from p import f\n\nprint(f(1, b=2))\n", "from p import f\n\nprint(f(3))\n"]),
    ("parametrised rows",
     "import pytest\nfrom p import f\n@pytest.mark.parametrize('a,b', [(1, 2), pytest.param(3, 4, id='x')])\n"
     "def test_f(a, b):\n    assert f(a) == b\n",
     ["from p import f\n\na = 1\nprint(f(a))\n", "from p import f\n\na = 3\nprint(f(a))\n"]),
    ("arguments in a list are written out",
     "import pytest\nfrom p import f\n@pytest.mark.parametrize('args, want', [([3, -1], 2), ((), 4), ([[g]], 5)])\n"
     "def test_f(args, want):\n    assert f(*args, size='x') == want\n",
     ["from p import f\n\nprint(f(3, -1, size='x'))\n", "from p import f\n\nprint(f(size='x'))\n"]),
    ("so are those in a dict",
     "from p import f\ndef test_f():\n    for o, want in [({'a': 1, 'b': [2]}, 1), ({}, 2), ({'a-b': 3}, 3)]:\n"
     "        assert f(0, **o).x == want\n",
     ["from p import f\n\nprint(f(0, a=1, b=[2]).x)\n", "from p import f\n\nprint(f(0).x)\n",
      "from p import f\n\no = {'a-b': 3}\nprint(f(0, **o).x)\n"]),
    ("not where the list is used itself, in a text, or by two calls that could change what is in it",
     "import pytest\nfrom p import f\n@pytest.mark.parametrize('a, b, c, d', [([1], [[2]], [3], [4])])\n"
     "def test_f(a, b, c, d):\n    assert f(*a, a) == 1\n    assert f(*b) == f.g(*b)\n    r = f(*c)\n    assert r.x(*c) == f'{f(*d)}'\n",
     ["from p import f\n\na = [1]\nb = [[2]]\nprint(f(*a, a))\nprint(f(*b))\nprint(f.g(*b))\n",
      "from p import f\n\nd = [4]\nr = f(3)\nprint(r.x(3))\nprint(f'{f(*d)}')\n"]),
    ("a loop over a table is as many tests",
     "from p import f\ndef test_f():\n    for a, b in [(1, 2), (3, 4)]:\n        assert f(a) == b\n",
     ["from p import f\n\na = 1\nprint(f(a))\n", "from p import f\n\na = 3\nprint(f(a))\n"]),
    ("a loop over something else stays a loop",
     "from p import f\ndef test_f():\n    for a in range(3):\n        assert f(a) == a\n",
     ["from p import f\n\nfor a in range(3):\n    print(f(a))\n"]),
    ("a fixture that is a plain value",
     "import pytest\nfrom p import Box\n@pytest.fixture\ndef box():\n    b = Box()\n    b.add(1)\n    return b\n"
     "def test_f(box):\n    assert box.size() == 1\n",
     ["from p import Box\n\nb = Box()\nb.add(1)\nbox = b\nprint(box.size())\n"]),
    ("a fixture nobody can make is a test nobody can take",
     "from p import f\ndef test_f(tmp_path_factory):\n    assert f(tmp_path_factory) == 1\n", []),
    ("a folder for the test",
     "from p import f\ndef test_f(tmp_path):\n    assert f(tmp_path / 'a') == 1\n",
     ["import tempfile\nfrom p import f\nfrom pathlib import Path\n\nfolder = tempfile.TemporaryDirectory()\ntmp_path = Path(folder.name)\n"
      "print(f(tmp_path / 'a'))\n"]),
    ("a fixture in a folder",
     "import pytest\nfrom p import f\n@pytest.fixture\ndef made(tmp_path):\n    return f(tmp_path)\ndef test_f(made):\n    assert made.a == 1\n",
     ["import tempfile\nfrom p import f\nfrom pathlib import Path\n\nfolder = tempfile.TemporaryDirectory()\ntmp_path = Path(folder.name)\n"
      "made = f(tmp_path)\nprint(made.a)\n"]),
    ("asserts of the case inside a block",
     "import unittest\nfrom p import f\nclass T(unittest.TestCase):\n    def test_a(self):\n        with f(1) as x:\n"
     "            self.assertEqual(x.a, self.b)\n            self.assertIs(x, 2)\n    b = 3\n",
     ["from p import f\n\nb = 3\nwith f(1) as x:\n    print(x.a); print(b)\n    print(x)\n"]),
    ("what a block is entered as is known after it",
     "from p import f\ndef test_f():\n    with f(1) as x:\n        x.go()\n    assert x.a == 1\n",
     ["from p import f\n\nwith f(1) as x:\n    x.go()\nprint(x.a)\n"]),
    ("a list whose append() is handed over is changed by who has it",
     "from p import Bus\ndef test_f():\n    seen = []\n    bus = Bus()\n    bus.on('x', seen.append)\n    bus.emit('x')\n    assert seen == [1]\n",
     ["from p import Bus\n\nseen = []\nbus = Bus()\nbus.on('x', seen.append)\nbus.emit('x')\nprint(seen)\n"]),
    ("by a function of the test's own too",
     "from p import watch\ndef test_f():\n    seen = []\n    def keep(x):\n        seen.append(x)\n    w = watch(keep)\n    assert w.go() == 3\n    assert seen == [1]\n",
     ["from p import watch\n\nseen = []\n\ndef keep(x):\n    seen.append(x)\n\nw = watch(keep)\nprint(w.go())\n",
      "from p import watch\n\nseen = []\n\ndef keep(x):\n    seen.append(x)\n\nw = watch(keep)\nprint(w.go())\nprint(seen)\n"]),
    ("what a loop sets is known after it",
     "from p import f\ndef test_f():\n    for n in f(2):\n        last = f(n)\n    assert last.a == 1\n",
     ["from p import f\n\nfor n in f(2):\n    last = f(n)\nprint(last.a)\n"]),
    ("a function that is called for what it does",
     "from p import ask, tell\ndef test_f():\n    tell('a', 1)\n    len('b')\n    assert ask('a') == 1\n",
     ["from p import ask, tell\n\ntell('a', 1)\nprint(ask('a'))\n"]),
    ("what is awaited is run",
     "from p import f, g\nasync def test_f():\n    async def own():\n        return await f(1)\n    await g()\n    x = await f(own)\n"
     "    assert x.a == 3\n",
     ["import asyncio\nfrom p import f, g\n\nasync def own():\n    return await f(1)\n\nasyncio.run(g())\nx = asyncio.run(f(own))\n"
      "print(x.a)\n"]),
    ("what is awaited may stand in brackets",
     "from p import f\nasync def test_f():\n    x = await (f(1))\n    assert x.a == 3\n",
     ["import asyncio\nfrom p import f\n\nx = asyncio.run((f(1)))\nprint(x.a)\n"]),
    ("what a case awaits is run too",
     "import unittest\nfrom p import Box\nclass T(unittest.IsolatedAsyncioTestCase):\n    async def asyncSetUp(self):\n        self.box = await Box.make(2)\n"
     "    async def test_a(self):\n        self.assertEqual(await self.box.size(), 2)\n",
     ["import asyncio\nfrom p import Box\n\nbox = asyncio.run(Box.make(2))\nprint(asyncio.run(box.size()))\n"]),
    ("what is gathered is made while a loop runs, and the whole test may be of one",
     "import asyncio\nfrom p import f\nasync def test_f():\n    a, b = await asyncio.gather(f(1), f(2))\n    assert a.x == b.x\n",
     ["import asyncio\nfrom p import f\n\nasync def main():\n    a, b = await asyncio.gather(f(1), f(2))\n    print(a.x); print(b.x)\n\nasyncio.run(main())\n",
      "import asyncio\nfrom p import f\n\nasync def awaited(make):\n    return await make()\n\na, b = asyncio.run(awaited(lambda: asyncio.gather(f(1), f(2))))\n"
      "print(a.x)\nprint(b.x)\n"]),
    ("a comment stands before what it does, and its names are taken",
     "import asyncio\nfrom p import awaited, main\nasync def test_f(a=':'):   # note: x\n    # first: that\n    a, b = await asyncio.gather(awaited(1), main(2))\n    assert a.x == 1\n",
     ["import asyncio\nfrom p import awaited, main\n\nasync def main_of_test():   # note: x\n    # first: that\n    a, b = await asyncio.gather(awaited(1), main(2))\n    print(a.x)\n\nasyncio.run(main_of_test())\n",
      "import asyncio\nfrom p import awaited, main\n\na, b = asyncio.run(asyncio.gather(awaited(1), main(2)))\nprint(a.x)\n"]),
    ("tasks go on while a case waits",
     "import asyncio, unittest\nfrom p import Box\nclass T(unittest.IsolatedAsyncioTestCase):\n    def setUp(self):\n        self.box = Box(2)\n        self.other = Box(3)\n"
     "    async def test_a(self):\n        main = asyncio.create_task(self.box.fill())\n        with self.assertRaises(ValueError):\n            await self.box.size(0)\n"
     "        self.assertEqual(await self.box.size(), 2)\n        main.cancel()\n",
     ["import asyncio\nfrom p import Box\n\nbox = Box(2)\n\nasync def main_of_test():\n    main = asyncio.create_task(box.fill())\n    try:\n        await box.size(0)\n"
      "    except Exception as error:\n        print(type(error).__name__, error)\n    print(await box.size())\n    main.cancel()\n\nasyncio.run(main_of_test())\n",
      "import asyncio\nfrom p import Box\n\nbox = Box(2)\nprint(asyncio.run(box.size(0)))\n", "import asyncio\nfrom p import Box\n\nbox = Box(2)\nprint(asyncio.run(box.size()))\n",
      "import asyncio\nfrom p import Box\n\nbox = Box(2)\nmain = asyncio.create_task(box.fill())\nprint(main.cancel())\n"]),
    ("operators on objects are asked as they stand",
     "from p import f\ndef test_f():\n    x = f(1)\n    assert 3 in x\n    assert 'a' in x\n    assert f(1) < f(2)\n",
     ["from p import f\n\nx = f(1)\nprint(x)\nprint(3 in x)\nprint(x)\n",
      "from p import f\n\nprint(f(1))\nprint(f(2))\nprint(f(1) < f(2))\n"]),
    ("one of several that are allowed", "from p import f\ndef test_f():\n    x = f(1)\n    assert x[3] in ('a', 'b')\n    assert 'a' in ['a']\n",
     ["from p import f\n\nx = f(1)\nprint(x[3])\n", "print(['a'])\n"]),
    ("a folder of another name", "from p import f\ndef test_f(tmp_path):\n    folder = f(tmp_path)\n    assert folder == 1\n", []),
    ("what changes an object is kept, what follows too",
     "from p import Box\ndef test_f():\n    b = Box()\n    b.add(1)\n    assert b.size() == 1\n    b.add(2)\n"
     "    assert b.size() == 2\n",
     ["from p import Box\n\nb = Box()\nb.add(1)\nprint(b.size())\n",
      "from p import Box\n\nb = Box()\nb.add(1)\nb.add(2)\nprint(b.size())\n"]),
    ("what is looked up and thrown away is there for its effect",
     "from p import f\ndef test_f():\n    d = f()\n    e = f()\n    d['a']\n    e.b\n    assert d.text() == 1\n",
     ["from p import f\n\nd = f()\nd['a']\nprint(d.text())\n"]),
    ("an assert that moves an iterator is part of the next one",
     "from p import f\ndef test_f():\n    it = f()\n    assert next(it) == 1\n    assert next(it) == 2\n",
     ["from p import f\n\nit = f()\nprint(next(it))\n", "from p import f\n\nit = f()\nprint(next(it))\nprint(next(it))\n"]),
    ("constants and helpers of the file come along",
     "from p import f\nN = 3\nclass A:\n    x = N\ndef test_f():\n    assert f(A()) == 1\n",
     ["from p import f\n\nN = 3\n\nclass A:\n    x = N\n\nprint(f(A()))\n"]),
    ("self of a nested class is its own",
     "import unittest\nfrom p import f\nclass T(unittest.TestCase):\n    def test_a(self):\n        class A:\n"
     "            def x(self):\n                return self.y\n        self.assertEqual(f(A), 1)\n",
     ["from p import f\n\nclass A:\n    def x(self):\n        return self.y\n\nprint(f(A))\n"]),
    ("attributes of a class that are made of each other",
     "from p import Row, f\nclass T:\n    name = Row('n')\n    both = (name.a, name.b)\n    def test_a(self):\n        assert f(*self.both) == 1\n",
     ["from p import Row, f\n\nname = Row('n')\nboth = (name.a, name.b)\nprint(f(*both))\n"]),
    ("attributes that two others are made of, once",
     "from p import f\nclass T:\n    a = 1\n    b = [a, a]\n    c = [a, b]\n    def test_a(self):\n        assert f(self.c, self.b) == 1\n",
     ["from p import f\n\na = 1\nb = [a, a]\nc = [a, b]\nprint(f(c, b))\n"]),
    ("too many attributes that are made of each other",
     "from p import f\nclass T:\n" + "".join("    a%d_%d = %s\n" % (n, k, ["a%d_%d" % (n - 1, j) for j in range(12)] if n else k) for n in range(4) for k in range(12)).replace("'", "")
     + "    def test_a(self):\n        assert f(self.a3_0) == 1\n", []),
    ("attributes that are made of each other in a circle", "from p import f\nclass T:\n    a = [b]\n    b = [a]\n    def test_a(self):\n        assert f(self.a) == 1\n", []),
    ("static methods and class methods come along",
     OWN % "f(self.row(1)) == 1" + "    def test_b(self):\n        assert f(self.wide(2)) == 1\n    def test_c(self):\n        assert f(self.odd) == 1\n",
     ["from p import Row, f\n\ndef row(n):\n    return Row(n)\n\nprint(f(row(1)))\n",
      "from p import Row, f\n\ndef wide(n):\n    return Row(n, size)\n\nsize = 3\nprint(f(wide(2)))\n"]),
    ("what an object writes to, and in a block",
     "import io, unittest\nfrom p import Out\nclass T(unittest.TestCase):\n    def setUp(self):\n        self.file = io.StringIO()\n        self.out = Out(self.file)\n"
     "    def test_a(self):\n        with self.out.bold() as b:\n            b.line(1)\n        self.assertEqual(self.out.line(2), 3)\n"
     "        self.assertEqual(self.file.getvalue(), '')\n",
     ["import io\nfrom p import Out\n\nfile = io.StringIO()\nout = Out(file)\nwith out.bold() as b:\n    b.line(1)\nprint(out.line(2))\n" + end
      for end in ("", "print(file.getvalue())\n")]),
    ("text of several lines keeps its strings",
     "from p import f\ndef test_f():\n    t = '''\n    a\n    '''\n    assert f(\n        t,\n        1,\n    ) == 1\n",
     ["from p import f\n\nt = '''\n    a\n    '''\nprint(f(\n    t,\n    1,\n))\n"]),
    ("an object that is made of nothing, and what another that keeps it writes there",
     "from p import Log, Sink\ndef test_f():\n    sink = Sink()\n    log = Log(sink)\n    @log.timed\n    def g(n):\n        return n\n    assert g(1) == 1\n    assert sink.lines == []\n",
     ["from p import Log, Sink\n\nsink = Sink()\nlog = Log(sink)\n\n@log.timed\ndef g(n):\n    return n\n\nprint(g(1))\n" + end for end in ("", "print(sink.lines)\n")]),
    ("the clock of a set-up stands still",
     "import datetime as dt\nfrom p import f\ndef test_f():\n    assert f(dt.datetime.now()) == 1\n",
     ["import datetime as dt\nfrom p import f\n\nprint(f(dt.datetime(2020, 1, 2, 3, 4, 5)))\n"]),
]


class Tests(unittest.TestCase):
    def test_table(self):
        for label, text, expected in TESTS:
            with self.subTest(label):
                self.assertEqual(mined(text), expected)

    def test_helper_module(self):
        base = {"tests/base.py": "from p import Box\nFULL = Box(9)\n", "tests/__init__.py": ""}
        self.assertEqual(mined("from tests.base import FULL\ndef test_f():\n    assert FULL.size() == 9\n", base),
                         ["from p import Box\n\nFULL = Box(9)\n\nprint(FULL.size())\n"])

    def test_assertions_of_the_case_itself(self):
        """They are taken apart; what only computes something comes along; what cannot be said stays out."""
        base = "import textwrap\nimport unittest\nfrom p import Page\n\n\nclass Base(unittest.TestCase):\n    options = {'a': 1}\n\n" \
               "    def check(self, source, expected, depth=1, **more):\n        page = Page(self.options, depth, **more)\n" \
               "        self.assertEqual(page.render(source), expected)\n\n    def text(self, rows):\n        return textwrap.dedent(rows)\n\n" \
               "    def both(self, one):\n        return self.options\n\n    def odd(self, *rows):\n        self.assertEqual(Page(rows), 1)\n"
        other = "from tests.base import Base\nfrom p import Page, f\n\nclass T(Base):\n    def test_a(self):\n        %s\n"
        ask = lambda body, more="": mined(other % body + more, {"tests/base.py": base})
        self.assertEqual(ask("self.check('a b', 'c', size=2)"), [
            "from p import Page\n\noptions = {'a': 1}\nsource = 'a b'\ndepth = 1\n"
            "page = Page(options, depth, size=2)\nprint(page.render(source))\n"])
        self.assertEqual(ask("self.check(self.text('  a'), 'c', 3)"), [
            "import textwrap\nfrom p import Page\n\ndef text(rows):\n    return textwrap.dedent(rows)\n\noptions = {'a': 1}\n"
            "source = text('  a')\ndepth = 3\npage = Page(options, depth)\nprint(page.render(source))\n"])
        self.assertEqual(ask("self.odd(1, 'a')"), ["from p import Page\n\nrows = (1, 'a')\nprint(Page(rows))\n"])
        self.assertEqual(ask("self.assertEqual(f(self.both(1)), 2)"), [
            "from p import f\n\ndef both(one):\n    return options\n\noptions = {'a': 1}\nprint(f(both(1)))\n"])
        for body in ("self.check(*f())", "self.check()", "self.check(1, 2, 3, 4)", "page = f(1)\n        self.check(page, 2)"):
            self.assertEqual(ask(body), [], body)
        twice = ask("self.check('a', 'b')\n        self.check('c', 'd')")
        self.assertEqual([t.count("print(") for t in twice], [1, 1])
        self.assertIn("source = 'c'\n", twice[1])
        # bases that name each other, and those of a file of the same name
        self.assertEqual(mined("class A(B):\n    pass\nclass B(A):\n    def test_a(self):\n        self.check(1)\n"), [])

    def test_set_up_by_methods_of_the_case(self):
        """As the test would be written without them; what is called of a method it has kept is called of the object."""
        base = "import unittest\nfrom p import Box, wrap\n\nclass Base(unittest.TestCase):\n    def make(self, *args, **more):\n" \
               "        b = Box(*args, **more)\n        self.box = wrap(b)\n        self.add, self.n = self.box.add, 1\n" \
               "        self.put = self.box.put\n        self.get = self.box.get\n        return self.box\n\n" \
               "    def setUp(self):\n        self.other = Box(1)\n\n    def fill(self, *names):\n        for name in names:\n            self.put(name)\n\n" \
               "    def names(self, start):\n        return [n for n in self.get(start)]\n\n"
        head = "from p import Box, wrap\n\n"
        made = "box = wrap(b)\nput = box.put\nget = box.get\n"
        ask = lambda body, more="": mined("from tests.base import Base\n\nclass T(Base):\n%s    def test_a(self):\n        %s\n" % (more, body),
                                          {"tests/base.py": base})
        set_up = "    def setUp(self):\n        super().setUp()\n        self.make(7, size=2)\n\n"
        self.assertEqual(ask("self.put('x')\n        self.assertEqual(self.get('x'), 1)", set_up),
                         [head + "b = Box(7, size=2)\n" + made + "put('x')\nprint(get('x'))\n"])
        # a name of the helper that the test sets to what the helper gives
        self.assertEqual(ask("b = self.make(self.other)\n        b.put('x')\n        self.assertEqual(self.get('x'), b.n)"),
                         [head + "other = Box(1)\nb = Box(other)\n" + made.replace("put = box.put\n", "") + "b = box\nb.put('x')\nprint(get('x'))\nprint(b.n)\n"])
        self.assertEqual(ask("b = 3\n        self.make(b)\n        self.assertEqual(self.get(b), 1)"), [])
        # a method that reads what another one has set
        self.assertEqual(ask("self.make()\n        self.put('x')\n        self.assertEqual(self.names(2), 1)"),
                         [head + "def names(start):\n    return [n for n in get(start)]\n\nb = Box()\n" + made + "put('x')\nprint(names(2))\n"])
        # setUp of the base is replaced
        self.assertEqual(ask("self.assertEqual(self.box.n, self.other.n)", set_up.replace("super().setUp()", "pass")), [])

    def test_helpers_of_helpers_have_an_end(self):
        """Each of four that calls the next one seven times: not 2,401 statements; and each once where it is in a loop."""
        row = "def check_%d(x%d):\n%s    assert x%d\n"
        rows = [row % (n, n, ("    check_%d(x%d)\n" % (n + 1, n)) * 7, n) for n in range(3)] + [row % (3, 3, "    assert x3.a\n" * 6, 3)]
        loops = ["def check_%d(x%d):\n    for y%d in [1, 2]:\n        check_%d(y%d)\n    assert x%d\n" % (n, n, n, n + 1, n, n) for n in range(3)] + rows[3:]
        plain, made = gen_steps.Step, []
        gen_steps.Step = lambda *args: made.append(plain(*args)) or made[-1]
        try:
            for text, most in ((rows, 3 * gen_helpers.STEPS_MAX), (loops, 20)):
                mined("from p import f\n" + "".join(text) + "def test_a():\n    check_0(f(1))\n")
                self.assertTrue(made and len(made) < most, len(made))
                made.clear()
        finally:
            gen_steps.Step = plain

    def test_functions_that_assert(self):
        base = "from p import f\n\ndef check(text, expected, *, size=3):\n    got = f(text, size)\n    assert got == expected\n"
        wanted = "from p import f\n\ntext = 'a b'\nsize = 3\ngot = f(text, size)\nprint(got)\n"
        test = "def test_a():\n    check('a b', 'c')\n"
        self.assertEqual(mined(base + test), [wanted])
        self.assertEqual(mined("from tests.base import check\n" + test, {"tests/base.py": base}), [wanted])
        self.assertEqual(mined("from .base import check as c\n" + test.replace("check", "c"), {"tests/base.py": base}), [wanted])
        table = "def test_a():\n    for a, b in [('a b', 1), ('c', 2)]:\n        check(a, b)\n"
        self.assertEqual(mined(base + table)[1], "from p import f\n\na = 'c'\ntext = a\nsize = 3\ngot = f(text, size)\nprint(got)\n")
        self.assertNotIn(wanted, mined(base.replace("    assert", "    return") + test))
        for body in ("f = 3\n    check('a b', f)", "got = 1\n    check(got, 2)"):    # its names mean something else here
            self.assertFalse([t for t in mined("from tests.base import check\ndef test_a():\n    %s\n" % body, {"tests/base.py": base})
                              if "text =" in t])

    def test_functions_that_may_return_before_they_assert(self):
        ask = lambda body: mined("from p import f\ndef check(x, want):\n%s\ndef test_a():\n    check('a', None)\n" % body)
        for body in ("    if want is None:\n        return\n    got = f(x)\n    assert got == want\n",
                     "    with f(x) as got:\n        if got.empty:\n            return\n        assert got.v == want\n",
                     "    got = f(x)\n    assert got == want\n    yield\n"):
            self.assertFalse([t for t in ask(body) if "x = 'a'" in t or not gen_text.parse(t)], body)
        self.assertEqual(ask("    got = f(x)\n    assert got == want\n    return\n"),
                         ["from p import f\n\nx = 'a'\ngot = f(x)\nprint(got)\n"])

    def test_raises_inside_a_loop_is_caught(self):
        got = mined("import pytest\nfrom p import f\ndef test_f():\n    for a in f.bad:\n"
                    "        with pytest.raises(ValueError):\n            f(a)\n")
        self.assertEqual(len(got), 1)
        self.assertIn("    try:\n        f(a)\n    except Exception as error:\n", got[0])
        self.assertIsNone(gen_program.fault(got[0]))

    def test_files_beside_a_test(self):
        text = "import os\nfrom p import f\nHERE = os.path.dirname(__file__)\ndef test_a():\n    assert f(HERE + '/a.txt') == f(__file__)\n"
        line = 'test_file = str(Path(p.__file__)%s / "tests/test_a.py")\n'
        head, tail = "import os\nimport p\nfrom p import f\nfrom pathlib import Path\n\n", "HERE = os.path.dirname(test_file)\n\nprint(f(HERE + '/a.txt'))\nprint(f(test_file))\n"
        for place, up in (("p/__init__.py", ".parent" * 2), ("src/p/__init__.py", ".parent" * 3), ("p.py", ".parent")):
            self.assertEqual(mined(text, {place: ""}), [head + line % up + tail])
        self.assertEqual(mined(text), [])       # nobody knows where it lies
        self.assertEqual(mined("import p\ndef test_a():\n    assert p.f('__file__', p.__file__, __file__='a')\n", {"p.py": ""}),
                         ["import p\n\nprint(p.f('__file__', p.__file__, __file__='a'))\n"])
        self.assertEqual(mined("import p\ndef test_a():\n    assert p.f(f'{__file__}')\n", {"p.py": ""}), [])
        odd = gen_env.Files({'tests/te"st.py': "import p\ndef test_a():\n    assert p.f(__file__)\n", "p.py": ""}.get, ['tests/te"st.py'])
        made = [p.render() for case in gen_tests.cases(odd.module('tests/te"st.py')) for p in gen_tests.programs(case)]
        self.assertEqual(["'tests/te\"st.py'" in t and gen_program.fault(t) for t in made], [None])
        self.assertEqual(mined(text.replace("os.path", "Path = os.path"), {"p.py": ""}), [])
        base = {"p.py": "", "tests/base.py": "import os\nHERE = os.path.dirname(__file__)\n"}
        self.assertEqual(mined("from p import f\nfrom tests.base import HERE\ndef test_a():\n    assert f(HERE) == 1\n", base),
                         [head + (line % ".parent").replace("test_a", "base") + "HERE = os.path.dirname(test_file)\n\nprint(f(HERE))\n"])

    def test_absolute_paths_end_as_well(self):
        texts = {"/a/b/test_a.py": "def test_f(box):\n    assert box.size() == 1\n", "/a/c.py": ""}
        files = gen_env.Files(texts.get, texts, [""])
        self.assertEqual(files.find("c", 0, "/a/b/test_a.py"), "/a/c.py")
        self.assertEqual(list(files.module("/a/b/test_a.py").conftests()), [])

    def test_files_that_do_not_parse(self):
        for text in ("def f(:\n", "\0", "x = " + "(" * 5000, "\ufeffx = 1\n"):
            gen_text.source("a.py", text)
        self.assertIsNone(gen_text.source("a.py", "def f(:\n"))
        self.assertIsNotNone(gen_text.source("a.py", "\ufeffx = 1\n"))


class Registered(unittest.TestCase):
    """What nothing names, and the project has to know."""
    CASE = "\ndef test_a():\n    assert f(1) == 2\n"

    def programs(self, text, registering=("Base",)):
        texts = {"p.py": "", "tests/test_a.py": text}
        files = gen_env.Files(texts.get, ["tests/test_a.py"], [""])
        files.registering = frozenset(registering)
        return [p.render() for case in gen_tests.cases(files.module("tests/test_a.py")) for p in gen_tests.programs(case)]

    def test_what_is_taken_along(self):
        for head, wanted in (
            ("from p import Base, f\nclass A(Base):\n    x = 1\n", "class A(Base):\n    x = 1"),
            ("import p\nfrom p import f\nclass A(p.Base):\n    x = 1\n", "class A(p.Base):\n    x = 1"),
            ("from p import Base, f\nX = 3\nclass A(Base):\n    x = X\n", "class A(Base):\n    x = X"),
            ("from p import f, on\n@on('x')\ndef g(a):\n    return a\n", "@on('x')\ndef g(a):\n    return a"),
            ("import p\nfrom p import f\n@p.on\nasync def g(a):\n    return a\n", "@p.on\nasync def g(a):\n    return a"),
            ("from p import f, on\n@on\nclass A:\n    x = 1\n", "@on\nclass A:\n    x = 1"),
            ("from p import f, on\non('x', 1)\n", "on('x', 1)"),
            ("import p.q as r\nfrom p import f\nr.on('x')\n", "r.on('x')"),
        ):
            found, = self.programs(head + self.CASE)
            self.assertIn(wanted + "\n", found)
            self.assertTrue(found.endswith("print(f(1))\n"), found)
            self.assertIsNone(gen_program.fault(found))
        found, = self.programs("from p import App\napp = App()\n@app.on('x')\ndef g(a):\n    return a\napp.add(2)\ndef test_a():\n    assert app.f(1) == 2\n")
        self.assertEqual(found, "from p import App\n\napp = App()\n\n@app.on('x')\ndef g(a):\n    return a\n\napp.add(2)\n\nprint(app.f(1))\n")

    def test_what_stays_away(self):
        for head in (
            "from p import Other, f\nclass A(Other):\n    x = 1\n", "from p import f\nfrom q import on\n@on\ndef g(a):\n    return a\n", "from p import f\nimport q\nq.on('x')\n",
            "from p import f, on\n@on\ndef test_g():\n    pass\n", "from p import Base, f\nclass TestA(Base):\n    x = 1\n", "from p import Base, f\nclass FooTest(Base):\n    x = 1\n",
            "from p import Base, f\nHELP = f(9)\nclass A(Base):\n    x = HELP\n    y = missing\n", "from p import f\ndef g(a):\n    return a\ng(1)\n", "from p import f, x\nx\n",
            "from p import Base, f\nclass A(Base):\n    x = missing\n", "from p import Base, f\nclass A(Base):\n" + "    x = 1\n" * 90, "from .p import f, on\non('x')\n", "from p import f\nx = f(2)\n",
        ):
            self.assertIn("from p import f\n\nprint(f(1))\n", self.programs(head.replace("from .p import f, on", "from p import f\nfrom .p import on") + self.CASE), head)

    def test_limits(self):
        found, = self.programs("from p import Base, f\n" + "".join("class A%d(Base):\n    x = 1\n" % n for n in range(12)) + self.CASE)
        self.assertEqual(found.count("(Base)"), gen_env.REGISTERED_MAX)
        found, = self.programs("from p import Base, f\n" + "".join("class A%d(Base):\n    x = missing\n" % n for n in range(12)) + "class Good(Base):\n    x = 1\n" + self.CASE)
        self.assertIn("class Good(Base):", found)       # what cannot be taken along takes no room
        found, = self.programs("from p import Base, f\nclass A(Base):\n    x = 1\ndef test_a():\n    assert f(A()) == 2\n")
        self.assertEqual(found.count("class A(Base)"), 1)


class Docs(unittest.TestCase):
    def programs(self, text):
        page = gen_docs.Page("README.md", gen_docs.snippets("README.md", text))
        public = {"f": gen_program.Import("p", "f")}.get
        return [p.render() for p in gen_docs.programs(page, public)]

    def test_table(self):
        rows = [
            ("fence", "x\n```python\nfrom p import f\nf(1)\n```\n", ["from p import f\n\nprint(f(1))\n"]),
            ("fence with prompts", "```pycon\n>>> from p import f\n>>> f(2)\n3\n```\n", ["from p import f\n\nprint(f(2))\n"]),
            ("no fence, prompts", "text\n\n>>> f(1)\n2\n>>> f(2)\n3\n", ["from p import f\n\nprint(f(1))\nprint(f(2))\n"]),
            ("directive", ".. code-block:: python\n\n    from p import f\n    f(3)\n\nend\n",
             ["from p import f\n\nprint(f(3))\n"]),
            ("another language", "```bash\npip install p\n```\n", []),
            ("does not parse", "```python\nf(...\n```\n", []),
            ("builds on an earlier one", "```python\nfrom p import f\nx = 1\n```\nthen\n```python\nf(x)\n```\n",
             ["from p import f\n\nx = 1\nprint(f(x))\n"]),
            ("last fence missing", "```python\nfrom p import f\nf(1)\n", ["from p import f\n\nprint(f(1))\n"]),
            ("an unknown name", "```python\nnobody(1)\n```\n", []),
        ]
        for label, text, expected in rows:
            with self.subTest(label):
                self.assertEqual(self.programs(text), expected)

    def test_lines_of_snippets(self):
        text = "".join("a\n```py\nf(%d)\n```\n" % i for i in range(4)) + ".. code::\n\n    f(4)\n"
        self.assertEqual(gen_docs.snippets("a.md", text), [(4 * i + 3, "f(%d)\n" % i) for i in range(4)]
                         + [(18, "f(4)\n")])

    def test_directives(self):
        rows = [
            (" .. code:: python\n\n  f(1)\n \n    f(2)\n f(3)\n", [(2, "f(1)\n\n  f(2)\n")]),
            (".. code-block::\tpy\n\tf(1)\n", [(2, "f(1)\n")]),
            (".. code::\nf(1)\n", []), (".. code:: sh\n\n  f(1)\n", []), (".. code::", []),
            (".. code::\n\n  .. code::\n\n    f(1)\n.. code::\n\n  f(2)\n", [(2, ".. code::\n\n  f(1)\n"), (7, "f(2)\n")]),
        ]
        for text, expected in rows:
            with self.subTest(text):
                self.assertEqual(gen_docs.snippets("a.rst", text), expected)

    def test_indented(self):
        rows = [
            ("a\n\n    f(1)\n\n    f(2)\n\nb\n", [(3, "f(1)\n\nf(2)\n")]),
            ("a\n\n\tf(1)\n", [(3, "f(1)\n")]),
            ("a\n\n    for x in y:\n        f(x)\n  b\n", [(3, "for x in y:\n    f(x)\n")]),
            ("a::\n\n  f(1)\n\nb\n\n  f(2)\n", [(3, "f(1)\n")]),
            ("a\n    f(1)\n", []), ("a\n\n  f(1)\n", []),     # prose that goes on, and what is not far enough
            ("a\n\n    >>> f(1)\n", [(3, "f(1)")]),
            ("```yaml\na:\n\n    f(1)\n\n```\n\n    f(2)\n", [(8, "f(2)\n")]),
            (".. code:: sh\n\n    f(1)\n\nb\n", []),
            ("```\nf(1)\n```\n\n    f(2)\n", [(2, "f(1)\n"), (5, "f(2)\n")]),
        ]
        for text, expected in rows:
            with self.subTest(text):
                self.assertEqual(gen_docs.snippets("a.md", text), expected)
        self.assertEqual(self.programs("a\n\n    from p import f\n    f(1)   # 2\n"), ["from p import f\n\nprint(f(1))\n"])
        self.assertEqual(self.programs("a\n\n    some prose\n\nb\n\n    Word\n"), [])

    def test_several_ways(self):
        """One below the other: each is that which the rest of the example uses."""
        shown = lambda made: "from p import f\n\n%s\nprint(c.go())\n" % made
        for text, expected in (
            ("c = f(1)\nc = f(2)\nc.go()\n", ["c = f(2)", "c = f(1)"]),
            ("c = f(1)\nc = f(2)\nx = 3\nc = f(4)\nc.go()\n", ["c = f(4)", "c = f(1)", "c = f(2)"]),
            ("c = f(1)\nc = f(c)\nc.go()\n", ["c = f(1)\nc = f(c)"]),      # made of it
            ("c = 1\nc = f(2)\nc.go()\n", ["c = f(2)"]),
            ("".join("c = f(%d)\n" % i for i in range(9)) + "c.go()\n", ["c = f(8)"] + ["c = f(%d)" % i for i in range(4)]),
        ):
            with self.subTest(text):
                self.assertEqual(self.programs("```python\n%s```\n" % text), [shown(made) for made in expected])
        text = "c = f(1)\nc.go()\nc = f(2)\nc.go()\n"        # used in between
        self.assertEqual(self.programs("```python\n%s```\n" % text), [shown("c = f(1)"), shown("c = f(2)")])

    def test_what_an_example_ends_with(self):
        for text, expected in (
            ("c = f(1)\n", ["c = f(1)\nprint(c)"]), ("c = f(1)\nf(c)\n", ["c = f(1)\nprint(f(c))"]),
            ("c = 1\n", []), ("c = d = f(1)\n", []), ("c = f(1)\nd = f(c)\n", ["c = f(1)\nd = f(c)\nprint(d)"]),
        ):
            with self.subTest(text):
                self.assertEqual(self.programs("```python\n%s```\n" % text), ["from p import f\n\n%s\n" % one for one in expected])

    def test_one_endless_line(self):
        """Takes a moment; it took a quarter of an hour when the patterns could look again and again."""
        for start, fill in ((".. code::\n", " "), (".. code::", " "), ("```", "a"), ("", "`"), ("", " " * 9 + "```"),
                            ("", "\n    f(1)\n"), ("", " ::"), ("", "\n ")):
            with self.subTest(start + fill):
                gen_docs.snippets("a.md", start + fill * (gen_text.FILE_MAX // len(fill)))


class Names(unittest.TestCase):
    def test_what_blocks_bind_and_need(self):
        rows = [
            ("while n < 3:\n    got = f(n)\n    n += 1\n    print(got == n)", "f n", "got n"),
            ("if f(1):\n    got = f(2)\n    print(got)\nelse:\n    print(got, b)", "b f", "got"),
            ("if (got := f(2)):\n    print(got)", "f", "got"),
            ("print((y := f(1)), y)", "f", "y"), ("print(y, (y := f(1)))", "f y", "y"),
            ("print([b for a in f(1) if (b := a)])", "f", ""),
            ("for x in x:\n    total += x", "total x", "total x"),
            ("for x in y:\n    def g():\n        return later\n    later = x\n    print(g())", "y", "g later x"),
            ("with f(1) as a, a.b as c:\n    print(a, c)", "f", "a c"),
            ("try:\n    a = f()\nexcept E as e:\n    print(e, a)\nelse:\n    print(a, e)", "E f", "a e"),
        ]
        if sys.version_info >= (3, 10):
            rows += [("match v:\n    case [x, *rest] if x:\n        print(x, rest)\n    case {'k': k, **more}:\n"
                      "        print(k, more, z)\n    case P(a=q) as w:\n        print(q, w)", "P v z", "k more q rest w x")]
        if sys.version_info >= (3, 11):
            rows += [("try:\n    f()\nexcept* E as e:\n    print(e)", "E f", "e")]
        if sys.version_info >= (3, 12):
            rows += [("def g[T](x: T) -> T:\n    return x", "", "g"), ("class A[T](B[T]):\n    x: T", "B", "A")]
        for text, needed, bound in rows:
            with self.subTest(text):
                node = gen_text.parse(text).body[0]
                self.assertEqual(sorted(gen_text.loads(node) - {"print"}), needed.split())
                self.assertEqual(sorted(gen_text.stores(node)), bound.split())

    def test_programs_of_tests_with_blocks(self):
        for body, expected in [
                ("n = 0\n    while n < 3:\n        got = f(n)\n        n += 1\n        assert got == n",
                 "n = 0\nwhile n < 3:\n    got = f(n)\n    n += 1\n    print(got)\n"),
                ("if f(1):\n        got = f(2)\n        assert got == 3", "if f(1):\n    got = f(2)\n    print(got)\n"),
                ("if (got := f(2)):\n        assert got == 3", "if (got := f(2)):\n    print(got)\n")]:
            with self.subTest(body):
                found = mined("from p import f\n\ndef test_a():\n    %s\n" % body)
                self.assertEqual(found, ["from p import f\n\n" + expected])
                self.assertIsNone(gen_program.fault(found[0]))


class Faults(unittest.TestCase):
    def test_table(self):
        rows = [
            ("print(1)\n", None), ("print(x)\n", "undefined"), ("print(\n", "syntax"),
            ("import p\nprint(p._x)\n", "private"), ("import p\nprint(p.__name__)\n", None),
            ("from p import f\nprint(f({'a': 1, 'b': 2, 'a': 3}))\n", "twice"), ("from p import f\nb = {}\nprint(f([{'a': 1, 'A': 2, **b}, {'a': 3}, {b: 1, b: 2}]))\n", None),
            ("from p._x import y\nprint(y)\n", "private"), ("import time\nprint(time.time())\n", "unstable"),
            ("import random\nprint(random.random())\n", "unstable"), ("import pytest\nprint(pytest)\n", "tool"),
            ("def f():\n    return g()\n\ndef g():\n    return 1\n\nprint(f())\n", None),
            ("print([x for x in range(3) if x])\n", None), ("print(lambda a: a + b)\n", "undefined"),
            ("try:\n    import json\nexcept ImportError as e:\n    print(e)\nprint(json)\n", None),
            ("class A:\n    def f(self):\n        return self._x\nprint(A)\n", None),
            ("def f(p):\n    def g(self):\n        self._x = 1\n    p._x, p.g = 0, g\n", None),
            ("def f(p):\n    def g(self):\n        self._x = 1\n    p.g = g\n    print(p._x)\n", "private"),
            ("def f(p):\n    class A:\n        def g(self):\n            self._x = 1\n    p._x = 0\n    return A\n", "private"),
            ("print('" + "x" * 7000 + "')\n", "size"),
            # a clock of the program's own
            ("class C:\n    def sleep(self, n):\n        pass\n\nc = C()\nc.sleep(1)\n", None), ("c = len\nc.sleep(1)\n", "unstable"),
            ("import time\nclass C:\n    def sleep(self, n):\n        pass\n\ntime.sleep(1)\n", "unstable"),
            ("class C:\n    def now(self):\n        pass\n\nc = C()\nc.sleep(1)\n", "unstable"),
            # statements of one text that stand elsewhere
            ("x = 1\nprint(x)\n", None), ("print(x)\nx = 1\n", "undefined"), ("print(y); y = 1\n", "undefined"), ("y = 1; print(y)\n", None),
            ("@len\ndef f():\n    pass\n", None), ("@d\ndef f():\n    pass\n", "undefined"), ("import p; p._x\n", "private"),
        ]
        for text, expected in rows:
            with self.subTest(text[:60]):
                found = gen_program.fault(text)
                self.assertEqual(found and found[0], expected)


class Receivers(unittest.TestCase):
    def test_an_object_has_functions_of_its_own(self):
        found = gen_literals.Literals()
        found.scan(gen_text.source("a.py", "import p.q\nfrom p import decode, codecs as c\ndecode('a')\np.q.decode('b', size=1)\n"
                                   "c.decode('c')\nx.decode('d', size=2)\nself.p.decode('e')\n'f'.decode('f')\n"))
        for is_method, count in ((False, 3), (True, 6)):
            texts = [repr(c) for c in "abcdef"[:count]]
            self.assertEqual(texts, [args[0] for args, _, _, _ in found.calls_of("decode", is_method)])
            self.assertEqual(texts, found.of("decode", 0, "text", is_method))
            self.assertEqual(["1", "2"][:1 + is_method], found.of("decode", 1, "size", is_method))


class Kept(unittest.TestCase):
    """What is kept of a file says the same as the file."""
    TEXT = (
        "import unittest\nfrom p import f, Box\nfrom p.q import *\nfrom . import near\nSIZE = 3\nhalf = '\\ud800'\n"
        "def helper():\n    return near(Box(size=4, name='a'))\n\n"
        "class T(unittest.TestCase):\n    @unittest.skip('x')\n    def test_a(self):\n        f(1, 'two', k=[3], *[])\n        f(1, 2)\n"
        "        helper()\n    def test_b(self):\n        f(1, 2)\n        f('\\u00e9')\n        self.assertEqual(f(10 ** 5000, 1e999), 'b\\n')\n")

    def both(self, text):
        """(literals, imports, tests) of a file as it is, and as it was kept."""
        src = gen_text.source("t/test_a.py", text)
        direct = gen_literals.Literals()
        direct.scan(src)
        made = gen_mine.tests(gen_env.Module(gen_env.Files(lambda path: None, ()), src))
        mined = gen_mine.Mined({"t/test_a.py": json.loads(json.dumps(gen_mine.facts(text)))})
        later = gen_literals.Literals()
        self.assertTrue(mined.literals("t/test_a.py", later))
        return (direct, gen_mine.imports(src), made), (later, mined.imports("t/test_a.py"), mined.tests("t/test_a.py"))

    def test_same(self):
        one, other = self.both(self.TEXT)
        self.assertEqual(vars(one[0]), vars(other[0]))
        self.assertEqual([tuple(row) for row in one[1]], other[1])
        self.assertEqual(other[1], [("p", "f"), ("p", "Box"), ("p.q", "*")])
        told = lambda t: (t.path, t.at, t.lines, t.words, t.plain)
        self.assertEqual([told(t) for t in one[2]], [told(t) for t in other[2]])
        self.assertEqual([t.lines for t in other[2]], [(11, 15), (16, 19)])
        self.assertIn("near", other[2][0].words)    # of the helper it calls
        self.assertNotIn("\ud800", other[0].strings)
        self.assertTrue(other[2][1].touches([[18, 30]]) and not other[2][1].touches([[1, 15]]))

    def test_many_are_cut_alike(self):
        rows = "".join("f(%d, k=%d)\nx = %d\n" % (n % 90, n, n) for n in range(200))
        one, other = self.both(rows + rows)
        self.assertEqual(vars(one[0]), vars(other[0]))
        first, second = gen_literals.Literals(), gen_literals.Literals()
        for text in (rows, "f('a')\n" + rows):
            first.scan(gen_text.source("a.py", text))
            kept = json.loads(json.dumps(gen_mine.facts(text)))["literals"]
            second.add(gen_literals.Literals.of_kept(kept, "a.py"))
        self.assertEqual(vars(first), vars(second))

    def test_no_file_and_no_facts(self):
        self.assertEqual(gen_mine.facts("def f(:\n"), {})
        self.assertEqual(gen_mine.facts("x = '%s'" % ("y" * gen_text.FILE_MAX)), {})

    def test_what_is_not_ours_is_not_there(self):
        good = gen_mine.facts(self.TEXT)
        rows = [None, {}, [], 3, {"literals": good["literals"]}, dict(good, literals={}, imports=None, tests=None), dict(good, imports=3, tests=3),
                dict(good, literals=dict(good["literals"], calls=[["f", [[[1], [], 2]]]]), imports=[["p"]], words=[]),
                dict(good, literals=dict(good["literals"], strings=[[3, 4]]), imports=None, tests=[[1]])]
        for row in rows:
            with self.subTest(str(row)[:60]):
                mined, into = gen_mine.Mined({"a.py": row}), gen_literals.Literals()
                known = mined.literals("a.py", into)
                self.assertEqual(known, isinstance(row, dict) and row.get("literals") == good["literals"])
                self.assertIsNone(mined.tests("a.py"))
                self.assertIsNone(mined.imports("a.py"))
                self.assertTrue(known or not into.calls)
        self.assertFalse(gen_mine.Mined("no object").literals("a.py", gen_literals.Literals()))


if __name__ == "__main__":
    unittest.main()
