"""Suites: what is observed of a test, how it is written down, and that what is written holds."""
import json
import os
import shutil
import tempfile
import textwrap
import unittest

import support
from suite_cases import SuiteCases

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

    def endless():
        while True:
            yield 7

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
    ("text over several lines", 's = """a\n b"""\nprint(p.same(s))', '    s = """a\n b"""\n    assert p.same(s) == "a\\n b"'),
]
# label, test, why there is no test in it: a class of failures, or what the writer says
NONE = [
    ("nothing of the package", "print(1 + 1)", "trivial"),
    ("a function", "print(p.same)", "nothing-to-assert"),
    ("an address", "print(p.Where())", "nothing-to-assert"),
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

    @staticmethod
    def program(job):
        return '__import__("_tora_runner.expect").expect.run(%s)\n' % json.dumps(job)

    def test_points(self):
        points = self.survey["files"][0]
        self.assertEqual(self.survey["imports"], "import p\n")
        row = PACKAGE.split("\n").index("    if x > 10:") + 1
        self.assertIn([row, row + 1], points["branches"])
        self.assertIn([row - 1], [[n] for n in points["statements"]])       # the def itself
        seen = self.observe("print(p.size(11))")
        self.assertIn([0, row, row + 1], seen["arcs"])
        self.assertIn([0, row + 1], seen["lines"])
        seen = self.observe("print(p.size(1))")
        self.assertIn([0, row, row + 2], seen["arcs"])
        self.assertNotIn([0, row + 1], seen["lines"])

    def test_importing_is_measured_in_a_fresh_process(self):
        warm, cold = self.observe(""), self.observe("", fresh=True)
        self.assertEqual(warm["lines"], [])
        self.assertIn([0, 2], cold["lines"])

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


if __name__ == "__main__":
    unittest.main()
