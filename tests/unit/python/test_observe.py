"""What print shows: equal to Python's for ordinary values, canonical for the others."""
import collections
import collections.abc
import contextlib
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import itertools
import re
import types
import unittest

import support

observe = support.module("observe")


class Color(enum.Enum):
    RED = 1


@dataclasses.dataclass
class Point:
    x: int
    tags: object = None


Pair = collections.namedtuple("Pair", "left right")


class Plain:
    def __init__(self, **state):
        self.__dict__.update(state)


class Slotted:
    __slots__ = ("b", "a", "_c")


class Own:
    def __repr__(self):
        return "<Own %s>" % object.__repr__(self)


class Words:
    def __str__(self):
        return "words"


class Raises:
    def __repr__(self):
        raise ValueError("no")


class Property:
    @property
    def costly(self):
        raise AssertionError("a getter was called")

    def __getattr__(self, name):
        raise AssertionError("__getattr__ was called for " + name)


class Base(list):
    pass


class Text(str):
    def __str__(self):
        return "T:" + str.__str__(self)


class MyError(Exception):
    pass


def generator():
    yield 1
    yield 2


def failing():
    yield 1
    raise KeyError("k")


def forever():
    n = 0
    while True:
        yield n
        n += 1


async def coroutine():
    pass

cycle = [1]
cycle.append(cycle)
knot = {}
knot["self"] = knot
loop = Plain(name="n")
loop.me = loop



class Keyed(collections.abc.Mapping):
    def __init__(self, keys):
        self.keys_ = keys

    def __getitem__(self, key):
        return "value of %s" % key

    def __iter__(self):
        return iter(self.keys_)

    def __len__(self):
        return 2


ORDINARY = [
    1, -2.5, 1e100, float("nan"), 3 + 4j, True, None, "text", "it's", b"by\x00", bytearray(b"x"),
    [], [1, 2.0, "a"], (), (1,), (1, "b"), {}, {"b": 1, "a": [2]}, set(), {1}, frozenset({"q"}),
    range(3), slice(1, 2), Ellipsis, NotImplemented, int, ValueError, Point,
    Point(1, ["a"]), Pair(1, "b"), Color.RED, Color, [Color.RED],
    datetime.date(2020, 1, 2), [datetime.datetime(2020, 1, 2, 3)], datetime.timedelta(1),
    decimal.Decimal("1.10"), [decimal.Decimal("1.10")], fractions.Fraction(1, 3),
    ValueError("bad"), [ValueError("bad")], [KeyError("k", 1)], MyError(),
    collections.deque([1, "a"]), collections.deque([1], maxlen=2),
    collections.OrderedDict([("b", 1), ("a", [2])]), collections.OrderedDict(),
    collections.defaultdict(list, {"a": [1]}), collections.Counter("aab"), collections.Counter(),
    types.SimpleNamespace(b=1, a="x"), types.MappingProxyType({"a": 1}),
    {"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items(), Base([1, 2]), Words(), [Words],
    Text("x"), len, cycle, knot, [[1, [2, [3]]], {"k": (1, {2})}], re.compile("a+"),
    re.error("x"), io.StringIO, "at 0x7f0000000000", 0x7f0000000000,
]

CANONICAL = [
    ("set", {3, 1, 2}, "{1, 2, 3}"),
    ("set of text", {"b", "a"}, "{'a', 'b'}"),
    ("mixed set", {"b", 1, None}, "{None, 1, 'b'}"),
    ("frozenset", frozenset({2, 1}), "frozenset({1, 2})"),
    ("sets in sets", {frozenset({2, 1}), frozenset({0})}, "{frozenset({0}), frozenset({1, 2})}"),
    ("object", Plain(b=2, a="x", _c=3), "Plain(a='x', b=2)"),
    ("empty object", object(), "object()"),
    ("object in a list", [Plain(a=[Plain()])], "[Plain(a=[Plain()])]"),
    ("object with sets", Plain(a={2, 1}), "Plain(a={1, 2})"),
    ("cycle of objects", loop, "Plain(me=Plain(...), name='n')"),
    ("no getter", Property(), "Property()"),
    ("dataclass with a set", Point(1, {2, 1, 3}), "Point(x=1, tags={1, 2, 3})"),
    ("dataclass with an object", Point(1, Plain(z=1)), "Point(x=1, tags=Plain(z=1))"),
    ("namedtuple with an object", Pair(Plain(), 1), "Pair(left=Plain(), right=1)"),
    ("own repr, address gone", Own(), "<Own <test_observe.Own object at 0x...>>"),
    ("keys of a mapping of its own", collections.abc.KeysView(Keyed("ab")), "KeysView(['a', 'b'])"),
    ("items of it, in a list", [collections.abc.ItemsView(Keyed("a"))], "[ItemsView([('a', 'value of a')])]"),
    ("keys without end", collections.abc.KeysView(Keyed(map(str, itertools.count()))), "KeysView([%s, ...])" % ", ".join("'%d'" % n for n in range(100))),
    ("keys that fail", [collections.abc.KeysView(Keyed(failing()))], "[<KeysView, __repr__ raised KeyError>]"),
    ("generator", generator(), "<iterator [1, 2]>"),
    ("failing generator", failing(), "<iterator [1, raised KeyError('k')]>"),
    ("map", map(str, [1]), "<iterator ['1']>"),
    ("list iterator", iter([1, {2, 1}]), "<iterator [1, {1, 2}]>"),
    ("function", generator, "<function test_observe.generator>"),
    ("function in a dict", {"f": generator}, "{'f': <function test_observe.generator>}"),
    ("lambda", types.FunctionType((lambda: 0).__code__, {}, "f"), None),
    ("bound method", Plain(a=1).__init__, "<bound method Plain.__init__ of Plain(a=1)>"),
    ("built-in method", [].append, "<built-in method append of list object>"),
    ("module", types, "<module 'types'>"),
    ("partial", functools.partial(generator), "functools.partial(<function test_observe.generator>)"),
    ("default factory", collections.defaultdict(generator),
     "defaultdict(<function test_observe.generator>, {})"),
    ("raises inside", [Raises()], "[<Raises, __repr__ raised ValueError>]"),
    ("error with an object", [ValueError(Plain())], "[ValueError(Plain())]"),
]


def printed(*args, **more):
    out = io.StringIO()
    real = observe.builtins.print
    observe.install()
    try:
        with contextlib.redirect_stdout(out):
            print(*args, **more)
    finally:
        observe.builtins.print = real
    return out.getvalue()


class Print(unittest.TestCase):
    def test_ordinary_values_print_as_always(self):
        for value in ORDINARY:
            with self.subTest(value=repr(value)):
                self.assertEqual(printed(value), "%s\n" % (value,) if not isinstance(value, tuple)
                                 else str(value) + "\n")

    def test_other_values_print_canonically(self):
        for label, value, expected in CANONICAL:
            with self.subTest(label):
                got = printed(value)
                self.assertNotRegex(got, "0x[0-9a-f]{6}")
                if expected is not None:
                    self.assertEqual(got, expected + "\n")

    def test_slots(self):
        value = Slotted()
        value.a, value._c = 1, 2
        self.assertEqual(printed(value), "Slotted(a=1)\n")

    def test_bounded(self):
        self.assertLess(len(printed(forever())), 1000)
        deep = []
        for _ in range(100):
            deep = [deep]
        self.assertIn("...", printed(deep))
        wide = Plain(a=[Plain(n=i) for i in range(100000)])
        self.assertLess(len(printed(wide)), observe.TEXT + 100)

    def test_signature_of_print(self):
        self.assertEqual(printed(1, "a", sep="-", end="!"), "1-a!")
        self.assertEqual(printed(), "\n")
        self.assertEqual(printed(1, [2], sep=None), "1 [2]\n")
        with self.assertRaises(TypeError):
            printed(1, sep=2)

    def test_own_exception_leaves_print(self):
        with self.assertRaises(ValueError):
            printed(Raises())

    def test_coroutine(self):
        waiting = coroutine()
        self.assertEqual(printed(waiting), "<coroutine coroutine>\n")
        waiting.close()


if __name__ == "__main__":
    unittest.main()
