"""gen_twofold.py: values of two kinds where a change tells kinds apart in another way."""
import ast
import os
import sys
import textwrap
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_near  # noqa: E402
import gen_text  # noqa: E402
import gen_twofold  # noqa: E402

LADDER = """
def f(value):
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, (int, str)):
        return str(value)
"""
DISPATCHED = """
@functools.singledispatch
def f(value: enum.Enum):
    return value.name
"""
MATCHED = """
def f(value):
    match value:
        case int():
            return str(value)
        case {"a": 1} | enum.Enum():
            return value.name
"""


def function(text):
    return ast.parse(textwrap.dedent(text)).body[0]


def target(mine, other):
    """What gen_later.sides() looks at."""
    info = types.SimpleNamespace(src=types.SimpleNamespace(text=lambda node: mine))
    return types.SimpleNamespace(node=types.SimpleNamespace(node=function(mine)), info=info, other=other)


def of(*pairs):
    return gen_twofold.of_change(types.SimpleNamespace(targets=[target(*pair) for pair in pairs]))


def change(*kinds):
    return types.SimpleNamespace(kinds=set(kinds))


def made(text, *kinds):
    return list(gen_twofold.programs(gen_text.source("", text), change(*kinds)))


class Kinds(unittest.TestCase):
    def test_asked(self):
        for text, wanted in (
            (LADDER, ["Enum", "int", "str"]), (DISPATCHED, []), ("def f(v):\n    return TABLE[type(v)](v)", ["type"]), ("def f(v: int):\n    return len(v)", []),
            ("def f(v):\n    return type(v, (), {}), isinstance(v)", []),
        ) + (((MATCHED, ["int", "Enum"]),) if sys.version_info >= (3, 10) else ()):
            self.assertEqual(sorted(gen_twofold.asked(function(text))), sorted(wanted), text)

    def test_dispatched(self):
        for text, wanted in (
            (DISPATCHED, ["singledispatch", "Enum"]), ("@f.register(list)\n@f.register\ndef _(self, v: a.B, w: int):\n    pass", ["register", "list", "register", "B"]),
            ("@cached\ndef f(v: int):\n    pass", []), (LADDER, []),
        ):
            self.assertEqual(gen_twofold.dispatched(function(text)), wanted, text)
        self.assertEqual(gen_twofold.dispatched(None), [])

    def test_of_change(self):
        """Only of a function whose two sides ask for others, or in another order."""
        turned = LADDER.replace("enum.Enum", "bool")
        self.assertEqual(of((LADDER, LADDER.replace("value.name", "value"))), set())
        self.assertEqual(of((DISPATCHED, LADDER)), {"Enum", "int", "str", "singledispatch"})
        self.assertEqual(of((DISPATCHED, "")), {"Enum", "singledispatch"})
        self.assertEqual(of((DISPATCHED, DISPATCHED.replace(".name", ""))), set())
        self.assertEqual(of((LADDER, turned), (DISPATCHED, DISPATCHED)), {"Enum", "bool", "int", "str"})
        self.assertEqual(of(("def f(v):\n    return isinstance(v, (int, str))", "def f(v):\n    return isinstance(v, (str, int))")), {"int", "str"})
        self.assertEqual(of(), set())

    def test_what_documents_name(self):
        for pages, wanted in ((["`int`; a member of an `IntEnum` is one"], {"IntEnum"}), (["an Enum", "or a Flag"], {"Enum", "Flag"}), (["enumerations, `Enums`"], set()), ([], set())):
            self.assertEqual(gen_twofold.documented(pages), wanted)

    def test_most(self):
        self.assertIn(gen_twofold, gen_near.KINDS)
        self.assertEqual((gen_twofold.most(change()), gen_twofold.most(change("int")) > 0), (0, True))


class Programs(unittest.TestCase):
    def test_of_each_kind(self):
        head, rank = "from p import f\n", "import enum\n\n\nclass Rank(enum.IntEnum):\n    ONE = 5\n\n\nprint(f(Rank.ONE))\n"
        for kinds, given, wanted in (
            (["int"], "5", rank), (["Enum"], "5", rank), (["type"], "5", rank),
            (["str"], "'a'", "import enum\n\n\nclass Tag(str, enum.Enum):\n    ONE = 'a'\n\n\nprint(f(Tag.ONE))\n"),
            (["tuple"], "(1, n)", 'from collections import namedtuple\n\n\nEntry = namedtuple("Entry", "a b")\n\nprint(f(Entry(1, n)))\n'),
            (["dict"], "{1: n}", "from collections import OrderedDict\n\nprint(f(OrderedDict({1: n})))\n"),
            (["str"], "5", None), (["int"], "True", None), (["int"], "5.5", None), (["int"], "'a'", None), (["tuple"], "(1,)", None), (["tuple"], "(1, *n)", None),
            (["tuple"], "(%s)" % ("1, " * 27), None), (["int"], "f'{g(5)}'", None), (["str"], "'%s'" % ("a" * gen_twofold.TEXT_MAX), None),
            (["str"], "'''a\nb'''", None), (["float"], "a[5]", None),
        ):
            with self.subTest(kinds=kinds, given=given):
                self.assertEqual(made(head + "\nprint(f(%s))\n" % given, *kinds), [head + wanted] if wanted else [])

    def test_imports(self):
        """Behind those that are there, what they say of the interpreter and of the file among it."""
        for text, wanted in (
            ("from __future__ import annotations\nf(5)\n", "from __future__ import annotations\nimport enum\n\nclass Rank"), ('"""Doc."""\nimport a\nf(5)\n', '"""Doc."""\nimport a\nimport enum\n\nclass Rank'),
            ("import enum\nimport a\nf(5)\n", "import enum\nimport a\n\nclass Rank"), ("f(5)\n", "import enum\n\n\nclass Rank"), ("import a; f(5)\n", None),
        ):
            for row in made(text, "int"):
                self.assertIsNotNone(gen_text.parse(row), row)
                self.assertTrue(row.startswith(wanted or ""), row)
        self.assertEqual(made("from p import enum, f\nf(5)\n", "int"), [])
        self.assertEqual(made("x = 1\nimport enum\nf(5)\n", "int"), [])
        self.assertEqual(len(made("from collections import OrderedDict, defaultdict\nf(5, {1: n})\n", "int", "dict")), 1)

    def test_in_turn(self):
        """By name, in lists and in mappings too; one of each kind first."""
        rows = made("f(a=1, b=['x', 2], c={'k': 'y'})\n", "int", "str")
        self.assertEqual([next(mark for mark in ("a=Rank", "[Tag", ", Rank", ": Tag") if mark in row) for row in rows], ["a=Rank", "[Tag", ", Rank", ": Tag"])

    def test_what_is_set(self):
        self.assertEqual(made("((a, b), c) = f(x)\n", "tuple"), [])

    def test_names_that_are_there(self):
        self.assertEqual(made("Tag = 1\nf(5)\n", "int"), [])

    def test_they_parse(self):
        for row in made("import a\nfrom b import (\n    c,\n)\n\nx = 1; y = c(2, 'x')\nif x:\n    c((1, 'y'), {2: 'z'})\n", "type"):
            self.assertIsNotNone(gen_text.parse(row), row)

    def test_likely(self):
        """Members of enumerations where the project knows any."""
        rows = made("f(5, 'a', (1, 2), {3: 4})\n", "type")
        for kinds, wanted in (({"type"}, {"namedtuple": True, "OrderedDict": True, "IntEnum": False, "str, enum": False}),
                              ({"type", "int"}, {"namedtuple": True, "OrderedDict": True, "IntEnum": True, "str, enum": True}),
                              ({"int"}, {"namedtuple": True, "OrderedDict": True, "IntEnum": False, "str, enum": False}),
                              ({"Enum"}, {"namedtuple": True, "OrderedDict": True, "IntEnum": True, "str, enum": True})):
            for row in rows:
                mark = next(mark for mark in wanted if mark in row)
                self.assertEqual(gen_twofold.is_likely(None, row, change(*kinds)), wanted[mark], row)


if __name__ == "__main__":
    unittest.main()
