"""What shows a change neither in a call of a test nor beside one: a text that the library reads in another way, nothing after
something, equal numbers, another object's state, an object's own constant. Run by plain unittest."""
import ast
import os
import sys
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_guide  # noqa: E402
import gen_readings  # noqa: E402
import gen_scenes  # noqa: E402
import gen_text  # noqa: E402
import gen_twist  # noqa: E402
import test_gen_shapes  # noqa: E402

COUNT = 'def places(text):\n    return sum(c in "0123456789" for c in text)\n'
INI = '''
import configparser


def value(text, section, key):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return parser[section][key]
'''
FOUND = 'def hide(text, word):\n    return "*".join(text.split(word))\n'
QUERY = '''
class Query:
    def __init__(self):
        self.names = ()

    def order_by(self, *names):
        self.names = names
        return self

    def text(self):
        return "all by " + ", ".join(self.names) if self.names else "all"
'''
FILTER = '''
class Filter:
    def __init__(self):
        self.names = ()

    def keep(self, *names):
        self.names = names

    def rows(self, rows):
        return [row for row in rows if not self.names or row in self.names]
'''
ORDER = 'def ranked(players):\n    return [name for name, _ in sorted(players, key=lambda p: -p[1])]\n'
PARTS = 'def parts(name):\n    return [(0, int(p), "") if p.isdigit() else (1, 0, p) for p in name.split("-")]\n\n\n' \
    'def newer(one, two):\n    return parts(one) > parts(two)\n'
TASKS = '''
class Tasks:
    def __init__(self):
        self.known = {}

    def add(self, name, function):
        self.known[name] = function

    def run(self, name, value):
        try:
            function = self.known[name]
        except KeyError:
            return None
        return function(value)
'''
HEADER = '''
_seen = {}


def header(line):
    key = line
    if key not in _seen:
        name, _, value = line.partition("=")
        _seen[key] = name.lower(), value
    return _seen[key]
'''
LIMIT = '''
class Limit:
    def __init__(self, each, clock):
        self.each, self.clock = each, clock
        self.left, self.last = 0, clock.now

    def take(self):
        self.left, self.last = self.left + (self.clock.now - self.last) / self.each, self.clock.now
        if self.left < 1:
            return False
        self.left -= 1
        return True
'''
FAKE = "from s import Limit\n\nclass Clock:\n    now = 0\n\ndef test_a():\n    clock = Clock()\n    limit = Limit(%s, clock)\n    clock.now += %s\n    assert limit.take()\n"
WRITER = '''
class Writer:
    sep = ","

    def row(self, values):
        return self.sep.join(map(str, values))
'''
ENTRY = '''
from dataclasses import dataclass, field


@dataclass(order=True)
class Entry:
    day: int
    title: str
    note: str = field(default="", compare=False)

    def text(self):
        return "%d: %s" % (self.day, self.title)
'''
LAZY = '''
class Lazy:
    def __init__(self, values):
        self._values = values

    def __getattr__(self, name):
        if name[:1] == "_" or name not in self._values:
            raise AttributeError(name)
        return self._values[name]
'''
MARKS = '''
def plain(text):
    return text.replace("\\\\n", "\\n").replace("\\\\\\\\", "\\\\")


def written(text):
    return text.replace("\\\\", "\\\\\\\\").replace("\\n", "\\\\n")
'''
RIGHTS = '''
import enum


class Right(enum.Flag):
    READ = 1
    WRITE = 2


def may(given, asked):
    return asked in given
'''
SHORT = 'def short(value, places=2):\n    text = "%.*f" % (places, value)\n    return text.rstrip("0").rstrip(".") if places else text\n'
WEST = '''
import re


def minutes(text):
    sign, hours, rest = re.match(r"([+-]?)(\\d\\d)(\\d\\d)$", text).groups()
    total = int(hours) * 60 + int(rest)
    return -total if sign == "-" else total
'''
VERSION = 'def version(text):\n    return tuple(int(p) for p in text.split("."))[:2]\n'
DIG = '''
_MISSING = object()


def dig(data, *path, default=None):
    for step in path:
        data = data.get(step, _MISSING) if isinstance(data, dict) else _MISSING
    return default if data is _MISSING else data
'''
# (what shows it, changed function, code, old, new, test, parts of a program that differs)
SLIPS = (
    ("a digit that is no decimal one", "places", COUNT, 'c in "0123456789"', "c.isdigit()", "from s import places\n\ndef test_a():\n    assert places('no 12') == 2\n", ["\u00b2"]),
    ("a mark that is filled in", "value", INI, "interpolation=None", "", "from s import value\n\ndef test_a():\n    assert value('[a]\\nb = cd', 'a', 'b') == 'cd'\n", ["%"]),
    ("more than a few", "hide", FOUND, '"*".join(text.split(word))', 'text.replace(word, "*", 32)', "from s import hide\n\ndef test_a():\n    assert hide('a bc', 'b') == 'a *c'\n", ["a bc a bc a bc"]),
    ("none after some, in a row", "Query.order_by", QUERY, "        self.names = names\n", "        self.names = names or self.names\n",
     "from s import Query\n\ndef test_a():\n    assert Query().order_by('a').text() == 'all by a'\n", [".order_by('a').order_by()"]),
    ("none after some, for its effect", "Filter.keep", FILTER, "        self.names = names\n", "        if names:\n            self.names = names\n",
     "from s import Filter\n\ndef test_a():\n    f = Filter()\n    f.keep('a')\n    assert f.rows(['a', 'b']) == ['a']\n", ["f.keep('a')\nf.keep()\n"]),
    ("equal numbers", "ranked", ORDER, "key=lambda p: -p[1]", "key=lambda p: (-p[1], p[0])", "from s import ranked\n\ndef test_a():\n    assert ranked([('a', 3), ('b', 7)]) == ['b', 'a']\n", ["('b', 3), ('a', 3)"]),
    ("9 and 10", "parts", PARTS, '(0, int(p), "") if p.isdigit() else (1, 0, p)', "p",
     "from s import newer\n\ndef test_a():\n    assert newer('rc-2', 'rc-1')\n", ["rc-10", "rc-9"]),
    ("a function that raises what is caught", "Tasks.run", TASKS, "            function = self.known[name]\n        except KeyError:\n            return None\n        return function(value)\n",
     "            return self.known[name](value)\n        except KeyError:\n            return None\n",
     "from s import Tasks\n\ndef test_a():\n    tasks = Tasks()\n    tasks.add('a', lambda v: v + 1)\n    assert tasks.run('a', 1) == 2\n    assert tasks.run('b', 1) is None\n",
     ["raise KeyError(", "tasks.add('a', failing)"]),
    ("the same in another case", "header", HEADER, "    key = line\n", "    key = line.lower()\n",
     "from s import header\n\ndef test_a():\n    assert header('Host=Ab') == ('host', 'Ab')\n", ["Host=Ab", "hOST=aB"]),
    ("a clock that goes on", "Limit.take", LIMIT, "        self.left, self.last = self.left + (self.clock.now - self.last) / self.each, self.clock.now\n        if self.left < 1:\n            return False\n",
     "        self.left += (self.clock.now - self.last) / self.each\n        if self.left < 1:\n            return False\n        self.last = self.clock.now\n",
     FAKE % (3, 4), ["clock.now += 2.0\nprint(limit.take())\nclock.now += 2.0\n"]),
    ("an object's own constant", "Writer.row", WRITER, "return self.sep.join", "return type(self).sep.join", "from s import Writer\n\ndef test_a():\n    assert Writer().row([1, 2]) == '1,2'\n", ["writer.sep = "]),
    ("one field apart", "Entry", ENTRY, 'note: str = field(default="", compare=False)', 'note: str = ""',
     "from s import Entry\n\ndef test_a():\n    assert Entry(1, 'a').text() == '1: a'\n", [") == Entry(1, 'a'))", "note="]),
    ("a copy", "Lazy.__getattr__", LAZY, '        if name[:1] == "_" or name not in', "        if name not in", "from s import Lazy\n\ndef test_a():\n    assert Lazy({'a': 1}).a == 1\n", ["copy.copy(lazy)"]),
    ("what another function wrote", "plain", MARKS, 'text.replace("\\\\n", "\\n").replace("\\\\\\\\", "\\\\")', 'text.replace("\\\\\\\\", "\\\\").replace("\\\\n", "\\n")',
     "from s import plain, written\n\ndef test_a():\n    assert plain('a\\\\nb') == 'a\\nb'\n    assert written('a') == 'a'\n", ["plain(written("]),
    ("members together", "may", RIGHTS, "asked in given", "bool(asked & given)", "from s import Right, may\n\ndef test_a():\n    assert may(Right.READ, Right.READ)\n", ["(Right.READ | Right.WRITE))"]),
    ("an option that is nothing", "short", SHORT, " if places else text", "", "from s import short\n\ndef test_a():\n    assert short(20) == '20'\n", ["short(20, places=0)"]),
    ("the other sign", "minutes", WEST, '    total = int(hours) * 60 + int(rest)\n    return -total if sign == "-" else total', "    return int(sign + hours) * 60 + int(rest)",
     "from s import minutes\n\ndef test_a():\n    assert minutes('+0230') == 150\n", ["-0230"]),
    ("None for what is there", "dig", DIG, "if data is _MISSING", "if data is _MISSING or data is None", "from s import dig\n\ndef test_a():\n    assert dig({'a': 1, 'b': 2}, 'a') == 1\n",
     ["{'a': None, 'b': None}", "default="]),
    ("a part more", "version", VERSION, "for p in text.split(\".\"))[:2]", "for p in text.split(\".\", 1))", "from s import version\n\ndef test_a():\n    assert version('1.2') == (1, 2)\n", ["1.2.2"]),
)


def src(text):
    return gen_text.source("", text)


class Slips(unittest.TestCase):
    programs, differ, shows = (getattr(test_gen_shapes.Shapes, name) for name in ("programs", "differ", "shows"))

    def test_table(self):
        for label, qualname, code, old, new, tests, parts in SLIPS:
            with self.subTest(label):
                self.shows(qualname, code, old, new, tests, *parts)


class Readings(unittest.TestCase):
    def test_only_words_of_the_library(self):
        self.assertEqual(gen_readings.of_words({"colour", "total"}), [])
        self.assertEqual(gen_readings.of_words({"isdigit"})[0], "\u00b2")

    def test_places(self):
        self.assertEqual([gen_readings.with_text("a b", "%", way) for way in range(3)], ["a% b", "a %", "a b%"])
        self.assertEqual([gen_readings.with_text("", "%", way) for way in range(3)], ["%"] * 3)

    def test_few_programs_and_few_texts_of_each(self):
        for words, each in (({"sub"}, 7), ({"count"}, 1), ({"isdigit"}, 6), ({"colour"}, 0)):
            readings, one = gen_readings.Readings(words), src("print(f('ab 12'))\n")
            counts = [len(readings.programs(one, [n for n in gen_text.walk(one.tree) if isinstance(n, ast.Constant)])) for _ in range(7)]
            self.assertEqual(counts, [each] * 5 + [0] * 2, words)

    def test_what_is_put_into_it(self):
        one = src("print(f('%a% and %b%', {'a': 'x', 'b': 1}, to='y', of=b'z'))\n")
        for words, wanted in (({"sub"}, ["'x\\\\1'", "'y\\\\1'"]), ({"count"}, [])):
            made = gen_readings.Readings(words).programs(one, [n for n in gen_text.walk(one.tree) if isinstance(n, ast.Constant) and n.value in ("%a% and %b%", "x", "y", b"z")])
            self.assertEqual([part for text in made for part in ("'x\\\\1'", "'y\\\\1'") if part.replace("'", '"') in text or part in text], wanted, made)

    def test_bytes(self):
        for words, wanted in (({"splitlines"}, "b'ab\\r 12'"), ({"BytesIO"}, "b'ab\\r 12'"), ({"isdigit"}, "b'ab\\xb2 12'")):
            twists = gen_twist.of_targets([], [], words)
            twists.readings = gen_readings.Readings(words)
            made = twists.read(src("print(f(b'ab 12'))\n"))
            self.assertIn("print(f(%s))\n" % wanted, made)
            self.assertFalse([t for t in made if "\\u" in t])

    def test_not_without_end(self):
        self.assertEqual(gen_readings.at_length("x" * 100), "x" * 100)
        self.assertEqual(gen_readings.at_length(""), "")


class Scenes(unittest.TestCase):
    def test_nothing_to_empty(self):
        self.assertEqual(gen_scenes.emptied(src("q.only('a')\nprint(q.only())\n"), {}), [])
        self.assertEqual(gen_scenes.emptied(src("print(q.only())\n"), {"only": True}), [])

    def test_no_clock(self):
        self.assertEqual(gen_scenes.ticking(src("a = 1\nprint(a)\n")), [])
        self.assertEqual(gen_scenes.ticking(src("print(a)\na += 1\n")), [])

    def test_an_option_that_hides_the_change(self):
        twists = gen_twist.Twists(set(), [], [], set())
        twists.spoken = {"keep_words"}
        made = twists.loosened(src("print(f([None, 9], keep_words=True, sep=5))\n"))
        self.assertEqual(made, ["print(f([None, 1], sep=1))\n", "print(f([None, 2], sep=2))\n", "print(f([None, 9], sep=5))\n"])
        self.assertEqual(twists.loosened(src("print(f([None, 9], sep=5))\n")), [])
        self.assertEqual(twists.loosened(src("print(f(*a, keep_words=True, **opts))\n")), ["print(f(*a, **opts))\n"])
        # one that is left out in one way only takes no other's place
        self.assertEqual([text for name, text in twists.of("g(keep_words=1)\nprint(f(9, keep_words=2))\n") if name == "loosened"],
                         ["g()\nprint(f(9, keep_words=2))\n", "g(keep_words=1)\nprint(f(1))\n", "g(keep_words=1)\nprint(f(2))\n"])

    def test_exceptions_that_a_text_makes(self):
        caught = lambda kinds: gen_twist._caught(gen_text.parse("def f():\n    try: g()\n    except (%s): pass\n" % kinds).body[0])
        self.assertEqual(caught("UnicodeDecodeError, KeyError, ExceptionGroup, UnicodeError, Exception, print, Own"), ["KeyError", "UnicodeError", "ValueError"])

    def test_words_that_only_one_side_has(self):
        text = "def f(a):\n    return a.replace('x', 'y').strip()\n"
        node = gen_text.parse(text).body[0]
        for other, texts in (("", set()), (text.replace(".strip()", ""), set(gen_readings.of_words({"strip"})))):
            info = types.SimpleNamespace(src=gen_text.source("", text))
            target = types.SimpleNamespace(node=types.SimpleNamespace(node=node), other=other, info=info, qualname="f", touched=set())
            self.assertEqual(set(gen_twist.of_targets([target], [], set()).readings.texts), texts)

    def test_tests_that_break_off_are_no_seeds(self):
        way = lambda status, own: (frozenset(), status, "AttributeError", own, 0)
        row = lambda origin, status, own: gen_guide.breaks_off({"origin": origin, "way": way(status, own)})
        self.assertTrue(row("test", "exception", True))
        self.assertFalse(row("test", "exception", False))       # the project raises it
        self.assertFalse(row("test", "ok", True))
        self.assertFalse(row("doc", "exception", True))
        self.assertFalse(gen_guide.breaks_off({"origin": "test"}))

    def test_names_of_twists(self):
        """A twist that any program gets is called by that name."""
        names = {make.__name__ for make in gen_twist.Twists(set(), [], [], set()).made_by}
        self.assertEqual(names - gen_twist.ANYWAY, {"emptied", "loosened", "read", "raising"})
        self.assertEqual(gen_twist.ANYWAY - names, set())

    def test_tied_only_what_is_alike(self):
        self.assertEqual(gen_twist.tied(src("print(f([1, 2], ['a', 'b'], [('a', 1), ('b', 'c')]))\n")), [])
        self.assertIn("print(f([('b', 1), ('a', 1)]))\n", gen_twist.tied(src("print(f([('a', 1), ('b', 2)]))\n")))


if __name__ == "__main__":
    unittest.main()
