"""Programs that use a real one's objects in another way: each slip shows in none of the calls of its test. Run by plain
unittest."""
import os
import random
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_blocks  # noqa: E402
import gen_scenes  # noqa: E402
import gen_text  # noqa: E402
import gen_twist  # noqa: E402
import generate  # noqa: E402
import test_gen_shapes  # noqa: E402

SIGNAL = '''
class Signal:
    def __init__(self):
        self._slots = []

    def connect(self, slot, once=False):
        self._slots.append((slot, once))
        return slot

    def send(self, *args):
        out = []
        for row in list(self._slots):
            slot, once = row
            if once:
                self._slots.remove(row)
            out.append(slot(*args))
        return out
'''
EVENTS = '''
class Events:
    def __init__(self):
        self._handlers = {}

    def on(self, name, handler):
        self._handlers.setdefault(name, []).append(handler)

    def off(self, name, handler):
        self._handlers.get(name, []).remove(handler)

    def emit(self, name, *args):
        for handler in list(self._handlers.get(name, [])):
            handler(*args)
'''
SPLITTER = '''
class Splitter:
    def __init__(self, sep=";"):
        self.sep, self._quote = sep, None

    def split(self, text):
        self._quote = None
        out, field = [], ""
        for c in text:
            if c == "'":
                self._quote = None if self._quote else c
            if c == self.sep and not self._quote:
                out.append(field)
                field = ""
            else:
                field += c
        return out + [field]
'''
SETTINGS = '''
import contextlib

DEFAULTS = {"debug": False, "limit": 10}
_settings = dict(DEFAULTS)


def get(name):
    return _settings[name]


@contextlib.contextmanager
def override(**values):
    saved = dict(_settings)
    _settings.update(values)
    try:
        yield
    finally:
        _settings.clear()
        _settings.update(saved)
'''
HOSTS = '''
def hosts(text):
    out = []
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if "%" in words[0]:
            continue
        out.append(words)
    return out
'''
WEEK = '''
import datetime


def week(date):
    year, number, _ = date.isocalendar()
    return "%04d-W%02d" % (year, number)
'''
LINES = '''
import json


def line(value, ascii_only=True):
    return json.dumps(value, ensure_ascii=ascii_only)


def lines(values, ascii_only=True):
    return [line(v, ascii_only=ascii_only) for v in values]
'''
ALIAS = '''
import functools


def alias(name):
    def mark(func):
        @functools.wraps(func)
        def run(*args, **kwargs):
            return func(*args, **kwargs)
        run.alias = name
        return run
    return mark
'''
INTERVAL = '''
class Interval:
    def __init__(self, low, high, closed):
        self.low, self.high, self.closed = low, high, closed

    @classmethod
    def parse(cls, text):
        left, right = text[0] == "[", text[-1] == "]"
        closed = "both" if left and right else "left" if left else "right" if right else "none"
        return cls(text[1], text[-2], closed)
'''
SHORT = '''
def short(text, limit):
    if len(text) <= limit:
        return text
    cut = text[:limit]
    if text[limit] != " ":
        cut = cut.rpartition(" ")[0] or cut
    return cut
'''
GATHER = '''
import asyncio


async def gather_all(jobs):
    return list(await asyncio.gather(*[job() for job in jobs]))
'''
# (what shows it, changed function, code, old, new, tests, parts of a program that differs)
SLIPS = (
    ("a step twice", "Signal.send", SIGNAL, "in list(self._slots):", "in self._slots:",
     "from s import Signal\n\ndef test_a():\n    signal = Signal()\n    signal.connect(str, once=True)\n    assert signal.send(4) == ['4']\n",
     ["signal.connect(str, once=True)\nsignal.connect(str, once=True)\n"]),
    ("a handler that takes itself away", "Events.emit", EVENTS, "in list(self._handlers.get(name, [])):", "in self._handlers.get(name, []):",
     "from s import Events\n\ndef test_a():\n    seen = []\n    events = Events()\n    events.on('x', seen.append)\n    events.emit('x', 1)\n    assert seen == [1]\n",
     ["def leaving(*args):", "events.off('x', leaving)", "events.on('x', leaving)\nevents.on('x', seen.append)"]),
    ("a text that breaks off before", "Splitter.split", SPLITTER, "        self._quote = None\n        out, field", "        out, field",
     "from s import Splitter\n\ndef test_a():\n    assert Splitter().split(\"a;'b;c';d\") == ['a', \"'b;c'\", 'd']\n", ["splitter = Splitter()", "except Exception as error:"]),
    ("a block in itself", "override", SETTINGS, "    saved = dict(_settings)\n", "    saved = DEFAULTS\n",
     "from s import get, override\n\ndef test_a():\n    with override(debug=True):\n        assert get('debug') is True\n    assert get('debug') is False\n",
     ["with override(debug=True):\n", "    with override(debug="]),
    ("lines of two tests", "hosts", HOSTS, "        if \"%\" in words[0]:\n            continue\n", "        if \"%\" in words[0]:\n            break\n",
     "from s import hosts\n\ndef test_a():\n    assert len(hosts('10.1 a\\n10.2 b\\n')) == 2\n\ndef test_b():\n    assert hosts('fe80%1 c') == []\n", ["fe80%1 c\\n10.1 a"]),
    ("the days at which a year ends", "week", WEEK, "    year, number, _ = date.isocalendar()\n", "    _, number, _ = date.isocalendar()\n    year = date.year\n",
     "import datetime\nfrom s import week\n\ndef test_a():\n    assert week(datetime.date(2024, 5, 15)) == '2024-W20'\n", ["date(2024, 12, 30)"]),
    ("an option, and what it is for", "lines", LINES, "line(v, ascii_only=ascii_only) for", "line(v) for",
     "from s import line, lines\n\ndef test_a():\n    assert lines(['a']) == ['\"a\"']\n    assert line(1) == '1'\n", ["lines([", "\u00c9", "ascii_only=False"]),
    ("what a function has of its own", "alias", ALIAS, "        @functools.wraps(func)\n", "",
     "from s import alias\n\n@alias('x')\ndef one():\n    return 1\n\ndef test_a():\n    assert one() == 1\n    assert one.alias == 'x'\n",
     ["called.mark = \"own\"", "getattr(result, \"mark\", None)"]),
    ("another bracket", "Interval.parse", INTERVAL, ' else "right" if right else "none"', ' else "right"',
     "from s import Interval\n\ndef test_a():\n    assert Interval.parse('[1, 2]').closed == 'both'\n    assert Interval.parse('(0, 5]').closed == 'right'\n", ["(0, 5)"]),
    ("the numbers around one", "short", SHORT, "    if text[limit] != \" \":\n        cut = cut.rpartition(\" \")[0] or cut\n", "    cut = cut.rpartition(\" \")[0] or cut\n",
     "from s import short\n\ndef test_a():\n    assert short('hello bigger world', 9) == 'hello'\n", ["short('hello bigger world', 12)"]),
    ("coroutines that give the same", "gather_all", GATHER, "    return list(await asyncio.gather(*[job() for job in jobs]))\n",
     "    return [await done for done in asyncio.as_completed([asyncio.ensure_future(job()) for job in jobs])]\n",
     "import asyncio\nfrom s import gather_all\n\nasync def one():\n    return 1\n\ndef test_a():\n    assert asyncio.run(gather_all([one, one])) == [1, 1]\n",
     ["async def other():", "[one, other]"]),
)
WITH = '''from s import Log

log = Log()
with log.capture() as lines:
    log.write("b")
    print(log.lines)
print(lines)
'''


def src(text):
    return gen_text.source("", text)


class Slips(unittest.TestCase):
    programs, differ, shows = (getattr(test_gen_shapes.Shapes, name) for name in ("programs", "differ", "shows"))

    def test_table(self):
        for label, qualname, code, old, new, tests, parts in SLIPS:
            with self.subTest(label):
                self.shows(qualname, code, old, new, tests, *parts)


class Scenes(unittest.TestCase):
    def test_names_of_blocks(self):
        made = gen_scenes.nested(src(WITH), lambda name: False)[0]
        self.assertIn("with log.capture() as inner:\n        log.write(\"b\")\n        print(log.lines)\n", made)

    def test_of_other_libraries(self):
        self.assertEqual(gen_scenes.nested(src("with open('x') as f:\n    print(f)\nprint(f)\n"), lambda name: False), [])
        self.assertEqual(gen_scenes.leaving(src("a = A()\na.on(1, print)\nprint(a)\n"), lambda name: False), [])

    def test_nothing_to_repeat(self):
        self.assertEqual(gen_scenes.repeated(src("from s import f\n\nprint(f(1))\n")), [])

    def test_other_order(self):
        made = gen_scenes.repeated(src("from s import A\n\na = A()\na.one()\na.two()\nprint(a)\n"))
        self.assertIn("from s import A\n\na = A()\na.two()\na.one()\nprint(a)\n", made)
        made = gen_scenes.repeated(src("from s import A\n\na = A()\na.one()\na.two()\nprint(a.n)\n"))
        self.assertIn("from s import A\n\na = A()\na.one()\na.two()\na.two()\nprint(a.n)\nprint(a)\n", made)

    def test_lines_of_a_text(self):
        made = gen_blocks.of_lines("a\nb\nc")
        self.assertIn("c\na\nb", made)
        self.assertEqual(gen_blocks.of_lines("a"), [])

    def test_what_runs_at_import(self):
        """Where only made-up programs reach a change, and few do, real ones that name it are changed as well."""
        engine = generate.Engine({"root": "/nowhere", "targets": []})
        engine.guide.active, engine.rng = True, random.Random(1)
        row = lambda origin, reach: {"origin": origin, "near": 2, "rank": 2, "deep": 1, "own": False, "reach": reach, "source": origin}
        engine.found = [row("test", frozenset())] + [row("typed", frozenset([("s.py", 1)]))] * 2
        self.assertEqual([r["origin"] for r in engine.seeds()], ["typed", "typed", "test"])
        engine.found += [row("typed", frozenset([("s.py", 1)]))] * generate.NAMED_FEW
        self.assertNotIn("test", [r["origin"] for r in engine.seeds()])

    def test_days_differ(self):
        twists = gen_twist.Twists({"weekday"}, [], [], set())
        made = twists.dated(src("print(f(date(2024, 5, 1), date(2024, 5, 2), '2024-05-03'))\n"))
        self.assertIn("print(f(date(2024, 12, 30), date(2021, 1, 1), \"2024-12-30\"))\n", made)

    def test_the_end_of_a_month_and_more_of_them(self):
        monthly = gen_twist.Twists({"months"}, [], [], set()).monthly
        for first in ("D = datetime.date\n", "from datetime import date as D\n"):
            self.assertEqual(monthly(src(first + "print(f(D(2024, 4, 5), 3, 4))\n")),
                             [first + "print(f(D(2024, 1, 31), %s))\n" % rest for rest in ("3, 8", "6, 8", "3, 4")])
        self.assertEqual(monthly(src("day = date(2024, 10, 5)\nprint(f(day, 'a'))\n")), ["day = date(2024, 10, 31)\nprint(f(day, 'a'))\n"])
        self.assertEqual(monthly(src("print(D(2024, 4, 5), f(3))\n")), [])


if __name__ == "__main__":
    unittest.main()
