"""Suites: what is observed of a test, how it is written down, and that what is written holds."""
import json
import os
import re
import shutil
import tempfile
import textwrap
import time
import unittest
import unittest.mock

import support
from suite_cases import SuiteCases

ODD_POINTS = textwrap.dedent('''
    def declares(x):                        # 2
        if x:                               # 3
            global G                        # 4
            G = 1                           # 5
    def chooses(x):                         # 6
        match x:                            # 7
            case (1 |                       # 8
                  2):                       # 9
                return 1                    # 10
            case _:                         # 11
                return 2                    # 12
    async def waits(them):                  # 13
        async for x in them:                # 14
            print(x)                        # 15
''')
PACKAGE = textwrap.dedent('''
    import collections
    import dataclasses
    import enum
    import os
    import random

    class Color(enum.Enum):
        RED = 1

    class PackError(ValueError):
        pass

    Point = collections.namedtuple("Point", "x y")

    @dataclasses.dataclass
    class Pair:
        a: int
        b: object = None

    class Named:
        def __init__(self, name):
            self.name = name
            self._hidden = 1

    class Said:
        def __repr__(self):
            return "Said()..."

    class Where:
        def __repr__(self):
            return "<Where at 0x7f0000001234>"

    def same(x):
        return x

    def size(x):
        if x > 10:
            return "large"
        return "small"

    def fail(x):
        raise PackError("not %s (yet)" % x)

    def misuse(x):
        return x.nothing

    def number(x):
        return int(x)

    def numbers():
        return iter(range(1, 100))

    def places():
        return iter([Where() for _ in range(31)] + [5])

    def endless():
        while True:
            yield 7

    class Money:
        def __init__(self, amount, currency="EUR"):
            self.amount, self.currency = amount, currency
        def __eq__(self, other):
            return isinstance(other, Money) and self.currency == other.currency
        def __repr__(self):
            return "Money(%s)" % self.amount

    class Rate:
        def __init__(self, of, to=-1):
            self.of, self.to = of, to
        def __eq__(self, other):
            return isinstance(other, Rate) and (self.of, self.to) == (other.of, other.to)
        def __repr__(self):
            return "p.Rate(%r, to=%r)" % (self.of, self.to)

    class Stack:
        def __init__(self):
            self.items, self.rows = [1, 1, 2], 0
        def pop(self):
            return self.items.pop(0)
        def bump(self):
            self.rows += 1

    def where(x):
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), x)

    def missing(x):
        raise PackError("no " + where(x))

    def odd(x):
        named = Named(x)
        setattr(named, "class", 1)
        return named

    def write(x, seen=[]):
        seen.append(x)
        return len(seen)
''')
# label, test, what pytest would be told
ROWS = [
    ("text", 'print(p.same("it"))', 'assert p.same("it") == "it"'),
    ("quotes", "print(p.same('a\"b'))", "assert p.same('a\"b') == 'a\"b'"),
    ("true", "print(p.same(True))", "assert p.same(True) is True"),
    ("none", "print(p.same(None))", "assert p.same(None) is None"),
    ("a comparison", "print(p.same(1) == 1)", "assert p.same(1) == 1"),
    ("a comparison that is false", "print(p.same(1) == 2)", "assert not (p.same(1) == 2)"),
    ("a negation", "print(not p.same(1))", "assert (not p.same(1)) is False"),
    ("not a number", 'print(p.same(float("nan")))', 'assert isnan(p.same(float("nan")))'),
    ("infinite", 'print(p.same([float("inf")]))', 'assert p.same([float("inf")]) == [float("inf")]'),
    ("set", "print(p.same({2, 1}))", "assert p.same({2, 1}) == {1, 2}"),
    ("tuple of one", "print(p.same((1,)))", "assert p.same((1,)) == (1,)"),
    ("enum", "print(p.Color(1))", "assert p.Color(1) == p.Color.RED"),
    ("named tuple", "print(p.Point(1, y=2))", "assert p.Point(1, y=2) == p.Point(x=1, y=2)"),
    ("dataclass", "print(p.Pair(3))", "assert p.Pair(3) == p.Pair(a=3, b=None)"),
    ("its own text", "print(p.Said())", 'assert repr(p.Said()) == "Said()..."'),
    ("public attributes", 'print(p.Named("n"))', 'result = p.Named("n")\n    assert result.name == "n"'),
    ("iterator", "print(map(p.same, [1]))", "assert list(map(p.same, [1])) == [1]"),
    ("endless iterator", "print(p.endless())", "assert list(islice(p.endless(), 5)) == [7, 7, 7, 7, 7]"),
    ("endless iterator that is used again", "it = p.endless()\nprint(it)\nprint(next(it))",
     "assert list(islice(it, 31))[:5] == [7, 7, 7, 7, 7]"),
    ("as many are taken as were watched", "it = p.numbers()\nprint(it)\nprint(next(it))", "assert next(it) == 32"),
    ("also of those that cannot be shown", "it = p.places()\nprint(it)\nprint(next(it))",
     "list(islice(it, 31))\n    assert next(it) == 5"),
    ("what is not asserted does not count", "print(1 + 1)\n" * 6 + "print(p.size(1))", 'assert p.size(1) == "small"'),
    ("view", "print(p.same({1: 2}).keys())", "assert list(p.same({1: 2}).keys()) == [1]"),
    ("a call alone", "p.size(11)", 'assert p.size(11) == "large"'),
    ("two at once", "print(p.size(1), p.size(11))", 'assert p.size(1) == "small"\n    assert p.size(11) == "large"'),
    ("said twice", "print(p.size(1))\nprint(p.size(1))", 'def test_size_1():\n    assert p.size(1) == "small"\n'),
    ("a name of its own", "p = p.same(3)\nprint(p)", "import p\n    p = p.same(3)\n    assert p == 3"),
    ("an exception that was raised", "print(p.fail(1))",
     'with pytest.raises(p.PackError, match=re.escape("not 1 (yet)")):\n        p.fail(1)'),
    ("what Python says of a value", 'print(p.number("x"))', "with pytest.raises(ValueError, match="),
    ("a test from other imports", "from fractions import Fraction\nprint(p.same(Fraction(1, 2)))",
     "assert p.same(Fraction(1, 2)) == Fraction(1, 2)"),
    ("a class nobody imported", "import datetime\nx = p.same(datetime.date(2020, 1, 2))\ndel datetime\nprint(x)",
     "assert x == date(2020, 1, 2)"),
    ("equal assertions with a call", "s = p.Stack()\nprint(s.pop())\nprint(s.pop())\nprint(s.pop())",
     "assert s.pop() == 1\n    assert s.pop() == 1\n    assert s.pop() == 2"),
    ("a call that says nothing of the package", "a = [11, 2]\na.pop(0)\nprint(p.size(a[0]))", 'a = [11, 2]\n    a.pop(0)\n    assert p.size(a[0]) == "small"'),
    ("attributes twice", 'print(p.Named("n1"))\nprint(p.Named("n2"))', 'result = p.Named("n2")\n    assert result.name == "n2"'),
    ("attributes before and after", "q = p.Stack()\nprint(q)\nq.bump()\nprint(q)", "q.bump()\n    assert q.items == [1, 1, 2]\n    assert q.rows == 1"),
    ("a result of its own", 'result = p.Stack()\nprint(p.Named("n3"))\nprint(result.pop())', 'result_2 = p.Named("n3")\n    assert result_2.name == "n3"\n    assert result.pop() == 1'),
    ("an attribute that is a keyword", 'print(p.odd("o"))', 'result = p.odd("o")\n    assert result.name == "o"\n'),
    ("a value by its text", "print(p.Rate(p.Rate([1.5], to=+2), to=-3))", "== p.Rate(p.Rate([1.5], to=2), to=-3)"),
    ("a text that would be code", 'print(p.Money("__import__(\'os\')"))', 'assert repr(p.Money("__import__(\'os\')")) == "Money(__import__(\'os\'))"'),
    ("a text that would be a call of the package", "print(p.Money('p.Named(1)'))", 'assert repr(p.Money(\'p.Named(1)\')) == "Money(p.Named(1))"'),
    ("a folder of the sandbox in a message", 'print(p.missing("x"))', "with pytest.raises(p.PackError):\n        p.missing"),
    ("a folder that only looks like it", 'print(p.same("https://x.org/tora"))', '== "https://x.org/tora"'),
    ("a module called as a tool is", "import json as re\nprint(p.same(re.dumps([1])))", 'import json as re\n    assert p.same(re.dumps([1])) == "[1]"'),
    ("text over several lines", 's = """a\n b"""\nprint(p.same(s))', '    s = """a\n b"""\n    assert p.same(s) == "a\\n b"'),
]
# label, test, why there is no test in it: a class of failures, or what the writer says
NONE = [
    ("nothing of the package", "print(1 + 1)", "trivial"),
    ("a function", "print(p.same)", "nothing-to-assert"),
    ("an address", "print(p.Where())", "nothing-to-assert"),
    ("a folder of the sandbox", 'print(p.where("x"))', "nothing-to-assert"),
    ("no print", "x = 1", "nothing-to-assert"),
    ("misuse", "print(p.misuse(1))", "correctness"),
    ("wrong call", "print(p.size())", "correctness"),
    ("does not parse", "print(", "correctness"),
    ("leaves", "import sys\nprint(p.size(1))\nsys.exit(3)", "exit"),
    ("a file", 'open("/nosuch/x")\nprint(p.size(1))', "file-system"),
    ("an assertion of its own", "assert p.size(1) == 2", "assertion"),
]


class Suite(SuiteCases, unittest.TestCase):
    rows, none = ROWS, NONE
    styles = ("pytest", "unittest")
    functions = ["p.size", "p.same", "p.fail"]
    head = "import p\n"
    two, word = ["print(p.write(1))", "print(p.size(1))"], "small"
    again = ["print(p.write(1))", "x = p.size(1)\nprint(p.write(1))"]

    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp()
        with open(os.path.join(cls.root, "p.py"), "w") as f:
            f.write(PACKAGE)
        cls.runner = support.Runner()
        cls.runner.ask("load", paths=[cls.root], modules=["p"])
        cls.survey = cls.runner.ask("survey", modules=["p"], root=cls.root)
        cls.files = [f["file"] for f in cls.survey["files"]]
        cls.fields = {"modules": ["p"], "root": cls.root}

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()
        shutil.rmtree(cls.root)

    @classmethod
    def program(cls, job):
        job = json.dumps(dict(json.loads(job), root=cls.root))
        return '__import__("_tora_runner.expect").expect.run(%s)\n' % json.dumps(job)

    def test_points(self):
        points = self.survey["files"][0]
        self.assertEqual(self.survey["imports"], "import p\n")
        row = PACKAGE.split("\n").index("    if x > 10:") + 1
        self.assertIn([row, row + 1, row + 1], points["branches"])
        self.assertIn([row - 1], [[n] for n in points["statements"]])       # the def itself
        seen = self.observe("print(p.size(11))")
        self.assertIn([0, row, row + 1], seen["arcs"])
        self.assertIn([0, row + 1], seen["lines"])
        seen = self.observe("print(p.size(1))")
        self.assertIn([0, row, row + 2], seen["arcs"])
        self.assertNotIn([0, row + 1], seen["lines"])

    def test_points_of_odd_statements(self):
        root, path = tempfile.mkdtemp(), ""
        self.addCleanup(shutil.rmtree, root)
        path = os.path.join(root, "odd_points.py")
        with open(path, "w") as f:
            f.write(ODD_POINTS)
        runner = support.Runner()
        self.addCleanup(runner.close)
        runner.ask("load", paths=[root], modules=["odd_points"])
        points = runner.ask("survey", modules=["odd_points"], root=root)["files"][0]
        self.assertEqual(points["branches"], [[3, 4, 5], [8, 10, 10], [14, 15, 15]])
        self.assertIn([9, 8], points["moved"])
        self.assertEqual([row for row in points["moved"] if row[0] == 14], [])

    def test_only_jumps_that_decide_are_told(self):
        seen = self.observe("", fresh=True)
        self.assertGreater(len(seen["lines"]), 10)
        self.assertLess(len(seen["arcs"]), 5)

    def test_a_process_that_a_test_leaves(self):
        answer = self.write(["print(p.size(1))"])
        job = json.loads(json.loads(re.search(r"run\((.*)\)", answer["proof"]).group(1)))
        name = job["names"][0]
        job["text"] = "import os, time\nclass Silent(Exception):\n    def __str__(self): raise SystemExit\n"
        job["text"] += "def %s():\n    if os.fork() == 0:\n        time.sleep(100)\n" % name
        job["text"] += "def test_silent():\n    raise Silent\n"
        job.update(style="pytest", names=[name, "test_silent"])
        began = time.monotonic()
        said = self.prove({"proof": '__import__("_tora_runner.prove").prove.run(%s)\n' % json.dumps(json.dumps(job))})
        self.assertLess(time.monotonic() - began, 15)       # ten times what it takes, a fifth of what it would wait
        self.assertEqual(said["alone"], {name: "", "test_silent": "Silent: <str() raised SystemExit>"})

    def test_importing_is_measured_in_a_fresh_process(self):
        warm, cold = self.observe(""), self.observe("", fresh=True)
        self.assertEqual(warm["lines"], [])
        self.assertIn([0, 2], cold["lines"])

    def test_one_that_does_not_parse_costs_no_other(self):
        bad, good = self.observe("print(p.same(1))"), self.observe("print(p.size(1))")
        bad["steps"][0]["code"] = "1 +"
        answer = self.runner.ask("suite", tests=[{"source": self.head + "print(p.same(1))", "seen": bad, "target": ""},
                                                 {"source": self.head + "print(p.size(1))", "seen": good, "target": ""}],
                                 functions=self.functions, framework="pytest", word="W", **self.fields)
        self.assertEqual(answer["dropped"], [{"index": 0, "why": "malformed"}])
        self.assertEqual(self.prove(answer)["together"], {"test_size_1": ""})

    def test_exact_values_tell_their_types(self):
        sources = ["print(p.same(0))", "print(p.same([1, 2.0]))", "print(p.same('a'))", "print(p.same({'a', 'b'}))"]
        answer = self.write(sources, exact=True)
        for said in ('repr(p.same(0)) == "0"', 'repr(p.same([1, 2.0])) == "[1, 2.0]"', 'p.same(\'a\') == "a"', "p.same({'a', 'b'}) == {"):
            self.assertIn("assert " + said, answer["files"][0]["text"])
        self.assertEqual(set(self.prove(answer)["together"].values()), {""})

    def test_the_first_line_is_text(self):
        text = self.write(["print(p.size(1))"], about='a"""\nraise SystemExit\\')["files"][0]["text"]
        self.assertTrue(text.startswith('"""a raise SystemExit """\n'), text)

    def test_what_a_package_s_own_test_py_raises_is_meant(self):
        path = os.path.join(self.root, "test.py")
        text = "class Bad(Exception): pass\ndef fail():\n    raise Bad('no')\n"
        with open(path, "w") as f:
            f.write(text)
        names = {}
        exec(compile(text, path, "exec"), names)  # noqa: S102 - our own text
        for source, want in (("fail()", ""), ("raise Bad('no')", "other")):
            observer = support.module("expect").Observer(source, names)
            observer.go()
            self.assertEqual(observer.ended["class"], want, source)

    def test_tests_are_parsed_once_each(self):
        whole, asked = lambda tests: "\n".join(tests) + "\n", []
        suite = support.module("suite")
        with unittest.mock.patch.object(suite, "parses", lambda text: asked.append(text) or "+" not in text):
            self.assertEqual(suite.what_parses(["a", "+", "b", "c"], whole), (["a", "b", "c"], ["+"]))
        self.assertLess(sum(map(len, asked)), 20)

    def test_framework_of_the_project(self):
        suite = support.module("suite")
        is_test = lambda path: path.startswith("tests/") or path.startswith("p/tests/")
        rows = [
            ({}, ("unittest", "tests")),
            ({"pytest.ini": ""}, ("pytest", "tests")),
            ({"pyproject.toml": "[tool.pytest.ini_options]"}, ("pytest", "tests")),
            ({"pyproject.toml": "[tool.black]"}, ("unittest", "tests")),
            ({"tests/test_a.py": "import pytest\ndef test_x(): pass"}, ("pytest", "tests")),
            ({"p/tests/test_a.py": "class T(unittest.TestCase): pass"}, ("unittest", "p/tests")),
            ({"tests/test_a.py": "class T(TestCase):\n def test_x(self): 1", "tests/test_b.py": "T(TestCase)",
              "tests/test_c.py": "import pytest"}, ("unittest", "tests")),
        ]
        for files, want in rows:
            self.assertEqual(suite.framework(files.get, list(files), is_test), want, files)

    def test_framework_of_a_file_of_blank_lines(self):
        start = time.process_time()
        support.module("suite").framework({"tests/test_a.py": "\n" * 30000}.get, ["tests/test_a.py"], lambda path: True)
        self.assertLess(time.process_time() - start, 2)     # it was 19 seconds


if __name__ == "__main__":
    unittest.main()
