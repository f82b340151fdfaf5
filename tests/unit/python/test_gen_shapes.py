"""Small packages with a change whose difference shows only in a program of a certain shape. Run by plain unittest."""
import ast
import os
import signal
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_index  # noqa: E402
import gen_program  # noqa: E402
import gen_shapes  # noqa: E402
import gen_text  # noqa: E402
import generate  # noqa: E402
import support  # noqa: E402
from test_gen_engine import Project  # noqa: E402

show = support.module("observe").text
RUN, OF_BASE = 120, 60      # a check runs 270 of the programs made from the head, and 130 of those from the base


class Late(Exception):
    pass


def ring(*_):
    raise Late


class Session:
    """Runs programs in this process, with printed values as the runner shows them."""
    points = [("s.py", 1)]

    def __init__(self, code):
        self.code = compile(code, "/s.py", "exec")

    def run(self, source, **_):
        out, scope = [], {"__name__": "s"}
        said = lambda *a, **_: out.append(" ".join(map(show, a)))
        before = signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        problem = None
        try:
            try:
                exec(self.code, scope)  # noqa: S102 - our own text, below
                scope["print"] = said
                body = "\n".join("" if line.startswith(("from s import", "import s")) else line for line in source.split("\n"))
                exec(compile(body, "<test>", "exec"), scope)  # noqa: S102
            finally:    # looking at what it failed with, however deep, is not the test's time
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
        except Exception as e:
            at, frames = e.__traceback__.tb_next, []
            while at is not None:
                frames.append({"file": at.tb_frame.f_code.co_filename, "line": at.tb_lineno})
                at = at.tb_next
            problem = {"type": type(e).__name__, "message": str(e), "frames": frames}
        return {"status": "exception" if problem else "ok", "stdout": "\n".join(out), "covered": {"s.py": [1]}, "exception": problem}

    def outcome(self, source):
        got = self.run(source)
        problem = got["exception"] or {}
        return got["stdout"], problem.get("type"), problem.get("message")


class Shapes(unittest.TestCase):
    def programs(self, qualname, mine, other, tests, most, **more):
        project = Project({"s.py": mine, "tests/test_s.py": tests})
        found = [gen_text.source("", code) for code in (mine, other)]
        texts = [next((src.text(n) for n in src.nodes if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
                       and n.name == qualname.split(".")[-1]), None) for src in found]
        target = {"module": "s", "qualname": qualname, "file": "s.py", "lines": [1], "other": texts[1] or ""}
        request = {"root": project.root, "max": most, "seed": 1, "budget_ms": 20000, "targets": [target] if texts[0] else []}
        answer = self.answer = generate.handle(dict(request, **more), Session(mine))
        project.folder.cleanup()
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")])
        sources = [c["source"] for c in answer["candidates"]]
        for source in sources:
            self.assertIsNone(gen_program.fault(source), source)
        return sources

    def differ(self, qualname, base, old, new, tests):
        """Programs of both sides that say something else of the two versions."""
        self.assertEqual(base.count(old), 1)
        head = base.replace(old, new)
        sources = self.programs(qualname, head, base, tests, RUN) + self.programs(qualname, base, head, tests, OF_BASE, own_first=True)
        before, after = Session(base), Session(head)
        return [s for s in dict.fromkeys(sources) if before.outcome(s) != after.outcome(s)]

    def shows(self, qualname, base, old, new, tests, *parts):
        """Does one of those programs have all these parts?"""
        found = self.differ(qualname, base, old, new, tests)
        self.assertTrue(any(all(p in s for p in parts) for s in found), "%d differ\n%s" % (len(found), "\n".join(found[:3])))

    # ---- by position
    def test_optional_arguments_by_position(self):
        pad = 'def pad(text, width=10, fill=" "):\n    return text + fill * (width - len(text))\n'
        tests = 'from s import pad\n\ndef test_pad():\n    assert pad("a", width=3, fill=".") == "a.."\n'
        self.shows("pad", pad, 'width=10, fill=" "', 'fill=" ", width=10', tests, "pad(")
        self.shows("pad", pad, "text, width", "text, *, width", tests, "pad(")
        box = "class Box:\n    def __init__(self, name, size=1, tag=None):\n        self.name, self.size, self.tag = name, size, tag\n"
        tests = 'from s import Box\n\ndef test_box():\n    assert Box("a", size=2, tag="b").size == 2\n'
        self.shows("Box.__init__", box, "size=1, tag=None", "tag=None, size=1", tests, 'print(Box("a", 2')

    # ---- subclasses
    POINT = '''
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)

    @classmethod
    def parse(cls, text):
        x, y = text.split(",")
        return cls(int(x), int(y))

    def moved(self, by):
        return type(self)(self.x + by, self.y + by)
'''
    POINTS = '''
from s import Point

def test_point():
    assert Point(1, 2) == Point(1, 2)
    assert Point.parse("3,4").x == 3
    assert Point(1, 2).moved(1).x == 2
'''

    def test_objects_of_a_subclass(self):
        self.shows("Point.__eq__", self.POINT, "isinstance(other, Point)", "type(other) is type(self)", self.POINTS, "OwnPoint(1, 2) == Point(1, 2)")
        # nobody is told to inherit: whether objects of a heir compare is not known to matter
        for code, wanted in ((self.POINT, {"unknown"}), (self.POINT.replace("class Point:\n", 'class Point:\n    """May be subclassed."""\n'), {"plausible"})):
            self.programs("Point.__eq__", code, code.replace("isinstance(other, Point)", "type(other) is type(self)"), self.POINTS, RUN)
            self.assertEqual({c["legality"] for c in self.answer["candidates"] if "OwnPoint(1, 2) == Point(1, 2)" in c["source"]}, wanted)
        self.shows("Point.parse", self.POINT, "return cls(", "return Point(", self.POINTS, "type(OwnPoint.parse(")
        self.shows("Point.moved", self.POINT, "return type(self)(", "return Point(", self.POINTS, "OwnPoint(1, 2)", "type(point.moved(")
        # what names its class says something of heirs only where there may be some
        named = "from copy import copy\n" + self.POINT.replace("return type(self)(", "return Point(")
        heirs = named.replace("class Point:\n", 'class Point:\n    """May be subclassed."""\n')
        change = "return Point(self.x + by, self.y + by)", "self = copy(self)\n        self.x, self.y = self.x + by, self.y + by\n        return self"
        self.shows("Point.moved", heirs, *change, self.POINTS, "OwnPoint(1, 2)", "type(point.moved(")
        self.assertFalse([s for s in self.differ("Point.moved", named, *change, self.POINTS) if "OwnPoint" in s])

    ENCODER = '''
class Encoder:
    """Subclasses may have a scalar() of their own."""
    sep = ","

    def encode(self, value):
        if isinstance(value, dict):
            return "{%s}" % self.sep.join("%s:%s" % (k, self.encode(v)) for k, v in value.items())
        return self.scalar(value)

    def scalar(self, value):
        return str(value)
'''
    ENCODERS = "from s import Encoder\n\ndef test_encode():\n    assert Encoder().encode({\"a\": 1, \"b\": 2}) == \"{a:1,b:2}\"\n"

    def test_hooks_of_a_subclass(self):
        self.shows("Encoder.encode", self.ENCODER, "return self.scalar(value)", "return str(value)", self.ENCODERS,
                   "def scalar(self, *args, **kwargs):", "super().scalar(*args, **kwargs)\n\nencoder = ")    # those of gen_heirs.py have more room there
        self.shows("Encoder.encode", self.ENCODER, "self.sep.join", "Encoder.sep.join", self.ENCODERS, "    sep = 'own'")
        without = self.ENCODER.replace("return self.scalar(value)", "return str(value)")
        asked = self.differ("Encoder.encode", without, "return str(value)\n\n    def", "return self.scalar(value)\n\n    def", self.ENCODERS)
        self.assertFalse(asked)     # what the new version alone asks is how it works
        silent = self.ENCODER.replace('    """Subclasses may have a scalar() of their own."""\n', "")
        change = silent, "return self.scalar(value)", "return str(value)", self.ENCODERS
        self.assertFalse(self.differ("Encoder.encode", *change))    # nobody says that it may be inherited from
        for said in ('"""Overridden by others."""', "pass"):
            told = silent.replace("        return str(value)", "        %s\n        return str(value)" % said)
            self.assertEqual(bool([s for s in self.differ("Encoder.encode", told, *change[1:2], "return value.__str__()", self.ENCODERS) if "OwnEncoder" in s]), said != "pass", said)
        self.assertTrue(self.differ("Encoder.encode", change[0] + "\n\nclass Upper(Encoder):\n    pass\n", *change[1:]))

    # ---- objects
    DRAFT = '''
class Draft:
    def __init__(self, rows=(), size=3):
        self._rows = list(rows)
        self.size = size

    def add(self, row):
        self._rows.append(row)

    def resized(self, size):
        return Draft(self._rows, size)

    def rows(self):
        return list(self._rows)
'''
    DRAFTS = 'from s import Draft\n\ndef test_draft():\n    draft = Draft(["x"])\n    draft.add("a")\n    assert draft.rows() == ["x", "a"]\n' \
             "    assert Draft().resized(4).size == 4\n"

    def test_what_is_derived_goes_on_apart(self):
        parts = "other = draft.resized(4)", 'draft.add("a")', "print(other.rows())"
        change = self.DRAFT, "self._rows = list(rows)", "self._rows = rows or []", self.DRAFTS
        self.shows("Draft.__init__", *change, *parts)
        self.shows("Draft.__init__", *change, parts[0], 'other.add("a")', "print(draft.rows())")
        for own in ("self.__class__", "type(self)"):
            self.shows("Draft.__init__", change[0].replace("return Draft", "return " + own), *change[1:], *parts)
        silent = change[0].replace("return Draft(self._rows, size)", "return [self._rows, size]")
        self.assertFalse([s for s in self.differ("Draft.__init__", silent, *change[1:]) if "other = draft." in s])

    def test_what_gives_its_own_kind(self):
        for text, wanted in (("def f(self) -> 'Draft': ...", True), ("def f(self) -> Self: ...", True), ("def f(self) -> t.Self | None: ...", True), ("def f(self) -> list[Draft]: ...", False), ("def f(self) -> 'list[Draft]': ...", False), ("def f(self) -> list: return Drafts()", False), ("def f(self): return Draft()", True),
                             ("def f(self): return type(self)(1)", True), ("def f(self): return self", False)):
            cls = ast.parse("class Draft:\n    %s\n" % text).body[0]
            func = gen_index.Func(None, "Draft.f", cls.body[0], None)
            self.assertEqual(gen_shapes._gives_own_kind(func, gen_index.Class(None, "Draft", cls)), wanted, text)

    BASKET = '''
class Basket:
    def __init__(self, size=3):
        self._rows = []
        self.size = size

    def add(self, row):
        self._rows.append(row)

    def rows(self):
        return list(self._rows)

    @property
    def half(self):
        return self.size / 2
'''
    BASKETS = 'from s import Basket\n\ndef test_basket():\n    basket = Basket()\n    basket.add("a")\n    assert basket.rows() == ["a"]\n' \
              "\ndef test_half():\n    assert Basket(4).half == 2\n"

    def test_another_object_of_the_class(self):
        head = self.BASKET.replace("        self._rows = []\n", "").replace("    def __init__", "    _rows = []\n\n    def __init__")
        for qualname in ("Basket.__init__", "Basket"):
            self.shows(qualname, self.BASKET, self.BASKET, head, self.BASKETS, "other = Basket(", 'basket.add("a")', "print(other.rows())")

    def test_an_attribute_that_is_set(self):
        new = 'import functools\n' + self.BASKET.replace("@property", "@functools.cached_property")
        self.shows("Basket.half", self.BASKET, self.BASKET, new, self.BASKETS, "print(basket.half)\nbasket.size = ")

    def test_what_becomes_true_or_false(self):
        new = "    def __len__(self):\n        return len(self._rows)\n\n    def rows"
        self.shows("Basket.__len__", self.BASKET, "    def rows", new, self.BASKETS, "print(bool(basket))")

    MONEY = '''
import dataclasses

@dataclasses.dataclass(frozen=True, order=True)
class Money:
    amount: int
    currency: str = "EUR"
'''
    MONEYS = "from s import Money\n\ndef test_money():\n    assert Money(1) == Money(1)\n    assert Money(3).amount == 3\n"

    def test_what_two_objects_of_a_class_are_asked(self):
        self.shows("Money", self.MONEY, "frozen=True, order=True", "frozen=True", self.MONEYS, "print(money < other)")
        self.shows("Money", self.MONEY, "frozen=True, order=True", "order=True", self.MONEYS, "money.amount = ")

    def test_what_comes_behind_a_new_field(self):
        code = self.MONEY + "    cents: int = 0\n" + "".join("\n    @property\n    def %s(self):\n        return self.cents / 2\n" % name for name in ("_own", "half", "mean", "rest"))
        by_position = lambda other: [text.split("money = ")[1] for text in self.programs("Money", code, other, self.MONEYS + "    assert Money(3, cents=7).cents == 7\n", 400, own_first=True)
                                     if "money = Money(1, \"EUR\", 7)\n" in text]
        found = by_position(code.replace("    cents", "    fixed: bool = False\n    cents"))
        self.assertEqual([text for text in found if text.count("\n") == 2], ["Money(1, \"EUR\", 7)\nprint(money%s)\n" % shown for shown in ("", ".half", ".mean")])
        self.assertEqual(by_position(code.replace("self.cents / 2", "self.cents * 0.5", 1)), [])     # its fields are as they were

    STORE = '''
class Store:
    def __init__(self):
        self._rows, self._order = {}, []

    def __setitem__(self, key, value):
        if key not in self._rows:
            self._order.append(key)
        self._rows[key] = value

    def __delitem__(self, key):
        del self._rows[key]
        self._order.remove(key)

    def __iter__(self):
        return iter(self._order)
'''

    def test_objects_made_of_texts_with_marks(self):
        box = "class Box:\n    def __init__(self, text):\n        self.text = text\n\n    def __eq__(self, other):\n" \
              "        return self.text == other.text\n"
        tests = 'from s import Box\n\ndef test_box():\n    assert Box("{a} {} %d").text\n'
        self.shows("Box", box, "self.text == other.text", "self is other", tests, 'print(box == Box("{a} {} %d"))')

    def test_what_is_taken_out(self):
        tests = 'from s import Store\n\ndef test_store():\n    store = Store()\n    store["a"] = 1\n    assert list(store) == ["a"]\n'
        self.shows("Store.__delitem__", self.STORE, "        self._order.remove(key)\n", "", tests, 'del store["hello world"]\n', "print(list(store))")

    # ---- exceptions
    STUDY = '''
def parse(lines):
    return [int(line) for line in lines]


class Study:
    def __init__(self):
        self.values, self.options = [0], {"size": 1, "name": "app"}

    def load(self, lines):
        rows = parse(lines)
        self.values = []
        for row in rows:
            self.values.append(row)

    def update(self, options):
        for key in options:
            if key not in self.options:
                raise KeyError(key)
        self.options.update(options)
'''
    STUDIES = '''
import pytest
from s import Study, parse

def test_load():
    study = Study()
    study.load(["1", "2"])
    assert study.values == [1, 2]

def test_update():
    study = Study()
    study.update({"size": 2})
    assert study.options["size"] == 2

def test_unknown():
    with pytest.raises(KeyError):
        Study().update({"color": 2})
'''

    def test_what_an_exception_leaves(self):
        self.shows("parse", self.STUDY, "return [int(line) for line in lines]", "return (int(line) for line in lines)", self.STUDIES,
                   'try:\n    study.load(["1", "2", ', "except Exception as error:", "print(study.values)")
        new = "        for key, value in options.items():\n            if key not in self.options:\n                raise KeyError(key)\n" \
              "            self.options[key] = value\n"
        old = self.STUDY[self.STUDY.index("        for key in options"):]
        self.shows("Study.update", self.STUDY, old, new, self.STUDIES,
                   "study = Study()\ntry:\n", 'study.update({"size": 2, "color": 2})', "print(study)")

    LEVEL = '''
from contextlib import contextmanager

STACK = []


class Level:
    def __init__(self):
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, kind, error, trace):
        self.depth -= 1
        return False


@contextmanager
def pushed(name):
    STACK.append(name)
    try:
        yield list(STACK)
    finally:
        STACK.pop()


def current():
    return STACK[-1] if STACK else None
'''
    LEVELS = "from s import Level, pushed\n\ndef test_level():\n    assert Level().depth == 0\n\ndef test_import():\n    assert pushed\n"

    def test_blocks_that_an_exception_ends(self):
        self.shows("Level.__exit__", self.LEVEL, "        self.depth -= 1\n", "        self.depth -= kind is None\n", self.LEVELS,
                   "with level as value:", 'raise RuntimeError("stop")', "print(level)")
        self.shows("Level.__exit__", self.LEVEL, "return False", "return True", self.LEVELS, "with level as value:")
        new = "    yield list(STACK)\n    STACK.pop()\n"
        self.shows("pushed", self.LEVEL, "    try:\n        yield list(STACK)\n    finally:\n        STACK.pop()\n", new, self.LEVELS,
                   "with pushed(", 'raise RuntimeError("stop")', "print(current())")

    # ---- functions that are handed on
    MEMO = '''
import functools

def memo(func):
    known = {}

    @functools.wraps(func)
    def inner(*args, **kwargs):
        key = args, tuple(kwargs.items())
        if key not in known:
            known[key] = func(*args, **kwargs)
        return known[key]
    return inner


def every(n=2):
    def wrap(func):
        def inner(*args, **kwargs):
            return [func(*args, **kwargs) for _ in range(n)]
        return inner
    return wrap
'''
    MEMOS = "from s import every, memo\n\ndef test_memo():\n    assert memo(len)([]) == 0\n"

    def test_decorators(self):
        self.shows("memo", self.MEMO, "key = args, tuple(kwargs.items())", "key = args", self.MEMOS, "@memo\ndef called(", "print(called(1, sep=2))")
        self.shows("memo", self.MEMO, "    @functools.wraps(func)\n", "", self.MEMOS, "@memo\ndef called(", "print(called.__name__)")
        self.shows("every", self.MEMO, "for _ in range(n)", "for _ in range(n - 1)", self.MEMOS, "@every(", "print(called(1))")

    def test_callbacks_that_say_what_they_are_given(self):
        walk = "def walk(tree, visit, depth=0):\n    for key, value in tree.items():\n        visit(key, depth)\n" \
               "        if isinstance(value, dict):\n            walk(value, visit, depth + 1)\n"
        tests = "from s import walk\n\ndef test_walk():\n    seen = []\n    walk({\"a\": {\"b\": 2}}, lambda key, depth: seen.append(key))\n" \
                "    assert seen == [\"a\", \"b\"]\n"
        change = ("walk(value, visit, depth + 1)", "walk(value, visit, depth)")
        self.shows("walk", walk, *change, tests, 'lambda key, depth: print("called", key, depth) or seen.append(key)')
        self.shows("walk", walk, *change, "import s\n", 'lambda *args: print("called", *args)')

    # ---- attributes of arguments
    def test_conditions_on_attributes_of_arguments(self):
        code = "class Item:\n    def __init__(self, name, kind=\"book\", pages=1):\n        self.name, self.kind, self.pages = name, kind, pages\n\n\n" \
               "def price(item, rate=2):\n    if item.kind == \"magazine\":\n        return 5\n    return item.pages * rate\n\n\n" \
               "def total(items):\n    return sum(5 if item.pages > 300 else 1 for item in items)\n"
        tests = 'from s import Item, price, total\n\ndef test_price():\n    assert price(Item("a", pages=10)) == 20\n' \
                '\ndef test_total():\n    assert total([Item("a")]) == 1\n'
        self.shows("price", code, 'if item.kind == "magazine":', 'if item.kind == "magazine" and item.pages > 40:', tests, 'kind="magazine"')
        self.shows("total", code, "item.pages > 300", "item.pages >= 300", tests, "pages=300")

    def test_texts_that_tell_two_long_patterns_apart(self):
        code = 'import re\n\nSTAMP = re.compile(%s)\n\n\ndef parse(text):\n    m = STAMP.match(text)\n    if m is None:\n' \
               '        raise ValueError("no date: %%r" %% text)\n    return m.groups()\n'
        old = r'r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?(Z|[+-]\d{2}:?\d{2})?$"'
        new = old.replace("2}:?", "2}:")
        tests = 'from s import parse\n\ndef test_parse():\n    assert parse("2020-01-02T03:04Z")[6] == "Z"\n'
        target = {"module": "s", "qualname": "", "file": "s.py", "lines": [], "touched": [[3, 3]], "literals": [old]}
        sources = self.programs("", code % new, code % old, tests, RUN, targets=[target])
        before, after = Session(code % old), Session(code % new)
        self.assertTrue([s for s in sources if before.outcome(s) != after.outcome(s) and "+1111" in s])

    # ---- iterators
    def test_async_generators(self):
        code = "async def pages(items, size=2):\n    for at in range(0, len(items), size):\n        yield items[at:at + size]\n"
        tests = "from s import pages\n\ndef test_import():\n    assert pages\n"
        self.shows("pages", code, "len(items), size)", "len(items) - size + 1, size)", tests, "[one async for one in pages(", "asyncio.run(")

    def test_how_much_of_an_iterator_is_read(self):
        code = "def pairs(items):\n    last = None\n    for item in items:\n        if last is not None:\n            yield last, item\n        last = item\n"
        new = "def pairs(items):\n    items = list(items)\n    yield from zip(items, items[1:])\n"
        tests = "from s import pairs\n\ndef test_pairs():\n    assert list(pairs([1, 2, 3])) == [(1, 2), (2, 3)]\n"
        self.shows("pairs", code, code, new, tests, "given = iter([1, 2, 3])", "print(next(result))", "print(list(given))")
        whole = new.replace("yield from", "return list(").replace("1:])", "1:]))")
        self.assertFalse([s for s in self.differ("pairs", whole, whole, code, tests) if "print(next(result))" in s])

    def test_what_is_read_once_where_a_copy_was_made(self):
        code = "def shares(parts):\n    parts = list(parts)\n    total = sum(parts)\n    return [part / total for part in parts]\n"
        tests = "from s import shares\n\ndef test_shares():\n    assert shares([1, 3]) == [0.25, 0.75]\n"
        self.shows("shares", code, "    parts = list(parts)\n", "", tests, "print(shares(iter([1, 3])))")
        self.assertFalse([s for s in self.differ("shares", code, "list(parts)", "tuple(parts)", tests) if "iter(" in s])
        box = ("class Box:\n    def __init__(self):\n        self.rows, self.most = [], 0\n\n    def put(self, rows):\n        rows = list(rows)\n"
               "        self.most = max(rows)\n        self.rows += rows\n")
        tests = "from s import Box\n\ndef test_put():\n    box = Box()\n    box.put([1, 3])\n    assert box.rows == [1, 3]\n"
        self.shows("Box.put", box, "        rows = list(rows)\n", "", tests, "box.put(iter([1, 3]))")


if __name__ == "__main__":
    unittest.main()
