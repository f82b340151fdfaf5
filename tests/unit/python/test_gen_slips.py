"""Slips that showed in no generated test once: small packages, one change each, and what the test that tells them apart
holds. Run by plain unittest."""
import ast
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_meet  # noqa: E402
import gen_mutate  # noqa: E402
import gen_text  # noqa: E402
import generate  # noqa: E402
import test_gen_shapes  # noqa: E402

EDITOR = '''
class Editor:
    def __init__(self):
        self.text, self._undo, self._redo = "", [], []

    def write(self, more):
        self._undo.append(self.text)
        self._redo.clear()
        self.text += more

    def undo(self):
        if self._undo:
            self._redo.append(self.text)
            self.text = self._undo.pop()
        return self.text

    def redo(self):
        if self._redo:
            self._undo.append(self.text)
            self.text = self._redo.pop()
        return self.text
'''
COLLECT = '''
class Collect:
    def __init__(self, *kinds):
        self.kinds, self.errors = kinds, []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None and issubclass(kind, self.kinds):
            self.errors.append(str(error))
            return True
        return False
'''
OPTIONS = '''
_options = {"width": 80, "color": False}


def set_option(name, value):
    _options[name] = value


def get_option(name):
    return _options[name]


def reset():
    _options.update(width=80, color=False)
'''
NODE = '''
class Node:
    def __init__(self, name, children=()):
        self.name, self.children = name, list(children)


def walk(node):
    yield node.name
    for child in node.children:
        yield from walk(child)
'''
AVERAGER = '''
def averager():
    total = count = 0
    mean = None
    while True:
        value = yield mean
        if value is None:
            total = count = 0
            mean = None
        else:
            total, count = total + value, count + 1
            mean = total / count
'''
RETRY = '''
async def retry(call, times=3, on=(OSError,)):
    for attempt in range(times):
        try:
            return await call()
        except on:
            if attempt == times - 1:
                raise
'''
BACKOFF = '''
def retry(call, times=3, pause=1.0, sleep=lambda s: None):
    for attempt in range(1, times + 1):
        try:
            return call()
        except OSError:
            if attempt == times:
                raise
            sleep(pause)
            pause *= 2
'''
BY_DAY = '''
from itertools import groupby


def by_day(lines):
    out = {}
    for day, what in (line.split(None, 1) for line in lines if line.strip()):
        out.setdefault(day, []).append(what)
    return out
'''
RECORD = '''
import dataclasses


@dataclasses.dataclass
class Basket:
    owner: str
    rows: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        self.rows = [dict(row) for row in self.rows]
'''
ROUTER = '''
class Router:
    def __init__(self):
        self.roads, self.found = {}, {}

    def road(self, a, b):
        self.roads.setdefault(a, set()).add(b)
        self.found = {}

    def close(self, a, b):
        self.roads[a].discard(b)
        self.found = {}

    def reaches(self, a, b):
        if (a, b) not in self.found:
            self.found[a, b] = b in self.roads.get(a, ())
        return self.found[a, b]
'''
PLAN = '''
class Plan:
    def __init__(self):
        self.shifts = []

    def add(self, start, end):
        self.shifts.append((start, end))

    def gaps(self):
        out, covered = [], 0
        for start, end in sorted(self.shifts):
            if start > covered:
                out.append((covered, start))
            covered = max(covered, end)
        return out
'''
TICKS = '''
import math


def ticks(low, high):
    return [10 * n for n in range(math.ceil(low / 10), math.floor(high / 10) + 1)]
'''
CART = '''
from decimal import ROUND_HALF_UP, Decimal


def money(value):
    return Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP)


class Cart:
    def __init__(self, discount=0):
        self.discount, self.lines = discount, []

    def add(self, name, price, count=1):
        self.lines.append((name, money(price), count))

    def total(self):
        return sum(money(price * count * (100 - self.discount) / 100) for _, price, count in self.lines)
'''
CALC = '''
def evaluate(text):
    stack = []
    for word in text.split():
        if word == "/":
            right, left = stack.pop(), stack.pop()
            try:
                stack.append(left / right)
            except ZeroDivisionError:
                raise ValueError("division by zero") from None
        else:
            stack.append(int(word))
    return stack.pop()
'''
VERSION = '''
class Version:
    def __init__(self, text):
        self.numbers = [int(n) for n in text.split(".")]

    def key(self):
        return tuple(self.numbers + [0] * (4 - len(self.numbers)))

    def __eq__(self, other):
        return self.key() == other.key()

    def __hash__(self):
        return hash(self.key())
'''
UNESCAPE = '''
def unescape(text):
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
'''
JOURNAL = '''
class Journal:
    def __init__(self, rows=()):
        self.rows, self.saved = list(rows), []

    def add(self, row):
        self.rows.append(row)

    def __enter__(self):
        self.saved.append(list(self.rows))
        return self

    def __exit__(self, kind, error, trace):
        saved = self.saved.pop()
        if kind is not None:
            self.rows[:] = saved
'''
BUSIEST = '''
def busiest(days):
    return min(days, key=lambda day: (-days[day], day))
'''
LINES = "def lines(data):\n    return [line[:-1] if line.endswith(b'\\r') else line for line in data.split(b'\\n')]\n"
RULES = "def rules(text):\n    return [line[2:] if line.startswith('./') else line for line in text.split('\\n')]\n"
STEM = "def stem(name):\n    return name[:-3] if name.endswith('.py') else name\n"
TABLE = '''
from datetime import datetime


class Table:
    def __init__(self, rows):
        self.times = [datetime.strptime(row, "%Y-%m-%d %H:%M") for row in rows]

    def next(self, moment):
        return next((time for time in self.times if time >= moment), None)
'''
PARKED = '''
def hours(start, end):
    return -(-((end - start).seconds // 60) // 60)
'''
DAYS = '''
from datetime import datetime, timezone


def day(stamp):
    return datetime.fromisoformat(stamp).date().isoformat()
'''
BREAKER = '''
class Breaker:
    def __init__(self, most=3):
        self.most, self.failed = most, 0

    def is_open(self):
        return self.failed >= self.most

    def call(self, function, *args):
        try:
            value = function(*args)
        except Exception:
            self.failed += 1
            raise
        self.failed = 0
        return value
'''
MERGE = '''
def merge(base, over):
    return {key: {**base[key], **over.get(key, {})} for key in base}
'''
FILL = '''
def fill(given, usual):
    return {key: {**usual[key], **value} if isinstance(value, dict) and isinstance(usual.get(key), dict) else value for key, value in given.items()}
'''
RUN_ALL = '''
def run_all(jobs, tell):
    out = {}
    for name, job in jobs.items():
        try:
            out[name] = job()
        except ValueError as error:
            tell(name, error)
    return out
'''
REMEMBER = '''
class Remember:
    def __init__(self, function):
        self.function, self.cache = function, {}

    def __call__(self, key):
        if key not in self.cache:
            self.cache[key] = self.function(key)
        return self.cache[key]
'''
SPIN = '''
class Spin:
    def __init__(self):
        self.held = False

    def __enter__(self):
        tries = 0
        while self.held and tries < 9:
            tries += 1
        self.held = True

    def __exit__(self, *error):
        self.held = False
'''
# (what shows it, changed function, code, old, new, tests, parts of a program that differs)
SLIPS = (
    ("the changed method between two others", "Editor.write", EDITOR, "        self._redo.clear()\n", "",
     "from s import Editor\n\ndef test_undo():\n    editor = Editor()\n    editor.write('a')\n    assert editor.undo() == ''\n    assert editor.redo() == 'a'\n",
     ["print(editor.undo())\neditor.write(", "print(editor.redo())"]),
    ("another exception in the place of what a block does", "Collect.__exit__", COLLECT, "            return True\n        return False", "        return kind is not None",
     "from s import Collect\n\ndef test_a():\n    with Collect(ValueError) as found:\n        int('x')\n    assert len(found.errors) == 1\n",
     ["with Collect(ValueError) as found:\n        raise RuntimeError("]),
    ("state of a module, another key of it", "reset", OPTIONS, "width=80, color=False)", "width=80)",
     "from s import get_option, reset, set_option\n\ndef test_a():\n    set_option('width', 3)\n    reset()\n    assert get_option('width') == 80\n",
     ['set_option("color", 3)\nreset()\nprint(get_option("color"))']),
    ("nested once more", "walk", NODE, "    yield node.name\n    for child in node.children:\n        yield from walk(child)\n",
     "    todo = [node]\n    while todo:\n        node = todo.pop(0)\n        yield node.name\n        todo.extend(node.children)\n",
     "from s import Node, walk\n\ndef test_a():\n    assert list(walk(Node('a', [Node('b'), Node('c')]))) == ['a', 'b', 'c']\n", ["Node('b', [Node('b')"]),
    ("what is sent to a generator", "averager", AVERAGER, "            total = count = 0\n            mean = None\n", "            total = count = 0\n",
     "from s import averager\n\ndef test_a():\n    mean = averager()\n    next(mean)\n    assert mean.send(4) == 4\n    assert mean.send(8) == 6\n",
     ["result.send(4)", "print(result.send(None))"]),
    ("a coroutine that fails always", "retry", RETRY, "            if attempt == times - 1:\n                raise\n", "            pass\n",
     "import asyncio\nfrom s import retry\n\nasync def one():\n    return 1\n\ndef test_a():\n    assert asyncio.run(retry(one)) == 1\n",
     ["async def failing(*args):", "raise OSError(", "asyncio.run(retry(failing"]),
    ("a call that fails but for the last time", "retry", BACKOFF, "            sleep(pause)\n            pause *= 2\n", "            pause *= 2\n            sleep(pause)\n",
     "from s import retry\n\ndef test_a():\n    assert retry(lambda: 1) == 1\n", ["def failing(*args):", 'sleep=lambda *args: print("called", *args)']),
    ("lines that stand apart", "by_day", BY_DAY, BY_DAY[BY_DAY.index("    out = {}"):],
     "    rows = (line.split(None, 1) for line in lines if line.strip())\n"
     "    return {day: [what for _, what in some] for day, some in groupby(rows, lambda row: row[0])}\n",
     'from s import by_day\n\nLOG = """\nmon  wash\nmon  read\ntue  swim\n"""\n\ndef test_a():\n    assert by_day(LOG.splitlines())["mon"] == ["wash", "read"]\n',
     ["tue  swim\nmon"]),
    ("what a record makes of its fields", "Basket.__post_init__", RECORD, "self.rows = [dict(row) for row in self.rows]", "self.rows = list(self.rows)",
     "from s import Basket\n\ndef test_a():\n    rows = [{'name': 'tea'}]\n    basket = Basket('ann', rows)\n    basket.rows[0]['name'] = 'jam'\n    assert rows == [{'name': 'tea'}]\n",
     ["Basket("]),
    ("asked before the last step too", "Router.close", ROUTER, "        self.roads[a].discard(b)\n        self.found = {}\n", "        self.roads[a].discard(b)\n",
     "from s import Router\n\ndef test_a():\n    router = Router()\n    router.road('a', 'b')\n    router.close('a', 'b')\n    assert not router.reaches('a', 'b')\n",
     ["print(router.reaches('a', 'b'))\nrouter.close('a', 'b')\nprint("]),
    ("a range inside of another", "Plan.gaps", PLAN, "max(covered, end)", "end",
     "from s import Plan\n\ndef test_a():\n    plan = Plan()\n    plan.add(2, 6)\n    plan.add(8, 9)\n    plan.add(12, 14)\n    assert plan.gaps() == [(0, 2), (6, 8), (9, 12)]\n",
     ["plan.add(2, 6)\nplan.add(3, 5)\nplan.add(12, 14)\n"]),
    ("a range below zero", "ticks", TICKS, "math.floor(high / 10)", "int(high / 10)",
     "from s import ticks\n\ndef test_a():\n    assert ticks(3, 47) == [10, 20, 30, 40]\n", ["print(ticks(-47, -3))"]),
    ("halves of a cent", "Cart.total", CART, "sum(money(price * count * (100 - self.discount) / 100) for _, price, count in self.lines)",
     "money(sum(price * count for _, price, count in self.lines) * (100 - self.discount) / 100)",
     "from s import Cart\n\ndef test_a():\n    cart = Cart(10)\n    cart.add('tea', '2.50', 2)\n    assert str(cart.total()) == '4.50'\n",
     ["cart.add('tea', \"2.55\", 1)\ncart.add('tea', \"2.55\", 1)\n"]),
    ("a number in a text is 0", "evaluate", CALC, CALC[CALC.index("            try:"):CALC.index("        else")], "            stack.append(left / right)\n",
     "from s import evaluate\n\ndef test_a():\n    assert evaluate('12 4 /') == 3\n", ['evaluate("0 0 /")']),
    ("equal objects in a set", "Version.__hash__", VERSION, "hash(self.key())", "hash(tuple(self.numbers))",
     "from s import Version\n\ndef test_a():\n    assert Version('1.2') == Version('1.2.0')\n", ["len({Version('1.2'), Version('1.2.0')})"]),
    ("what one replacement makes for another", "unescape", UNESCAPE, 'text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")',
     'text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")',
     "from s import unescape\n\ndef test_a():\n    assert unescape('a &lt; b &amp; c') == 'a < b & c'\n", ["&amp;lt;"]),
    ("a block inside of itself, and an exception", "Journal.__exit__", JOURNAL, "saved = self.saved.pop()", "saved = self.saved[-1]",
     "from s import Journal\n\ndef test_a():\n    journal = Journal()\n    with journal:\n        journal.add(1)\n    assert journal.rows == [1]\n",
     ["    with journal:\n        journal.add(1)\n        with journal:\n            journal.add(1)\n", "raise RuntimeError("]),
    ("equal numbers in a dict", "busiest", BUSIEST, "min(days, key=lambda day: (-days[day], day))", "max(days, key=days.get)",
     "from s import busiest\n\ndef test_a():\n    assert busiest({'mon': 1, 'tue': 3}) == 'tue'\n", ["{'tue': 1, 'mon': 1}"]),
    ("what is cut off, twice", "lines", LINES, "line[:-1] if line.endswith(b'\\r') else line", "line.rstrip(b'\\r')",
     "from s import lines\n\ndef test_a():\n    assert lines(b'a\\r\\nb') == [b'a', b'b']\n", ["a\\r\\r"]),
    ("one of the characters that are cut off", "rules", RULES, "line[2:] if line.startswith('./') else line", "line.lstrip('./')",
     "from s import rules\n\ndef test_a():\n    assert rules('build\\nmain.pyc') == ['build', 'main.pyc']\n", [".build\\n.main.pyc"]),
    ("the last of three characters, behind", "stem", STEM, "name[:-3] if name.endswith('.py') else name", "name.rstrip('ys~')",
     "from s import stem\n\ndef test_a():\n    assert [stem('cal.py'), stem('a.py')] == ['cal', 'a']\n", ["stem(\"a.py~\")"]),
    ("a moment that a text has", "Table.next", TABLE, "time >= moment", "time > moment",
     "from datetime import datetime\nfrom s import Table\n\ndef test_a():\n    table = Table(['2024-05-01 06:12'])\n"
     "    assert table.next(datetime(2024, 5, 1, 0, 0)) == table.times[0]\n", ["table.next(datetime(2024, 5, 1, 6, 12))"]),
    ("some seconds later", "hours", PARKED, "-(-((end - start).seconds // 60) // 60)", "-(-(end - start).seconds // 3600)",
     "from datetime import datetime\nfrom s import hours\n\ndef test_a():\n    assert hours(datetime(2024, 5, 1, 9, 0), datetime(2024, 5, 1, 10, 0)) == 1\n",
     ["datetime(2024, 5, 1, 10, 0, 20)"]),
    ("a time that is on another day elsewhere", "day", DAYS, "fromisoformat(stamp)", "fromisoformat(stamp).astimezone(timezone.utc)",
     "from s import day\n\ndef test_a():\n    assert day('2024-05-01T12:00:00+02:00') == '2024-05-01'\n", ["T00:30:00+02:00"]),
    ("failures that do not follow each other", "Breaker.call", BREAKER, "        self.failed = 0\n        return value", "        return value",
     "from s import Breaker\n\ndef test_a():\n    breaker = Breaker()\n    assert breaker.call(len, [1]) == 1\n    assert not breaker.is_open()\n",
     ["for one in (failing, fine, failing, failing, fine):", "print(breaker.is_open())"]),
    ("what a function of the test makes is handed over", "merge", MERGE, "return {key: {**base[key], **over.get(key, {})} for key in base}",
     "for key in base:\n        base[key].update(over.get(key, {}))\n    return base",
     "from s import merge\n\ndef sizes():\n    return {'box': {'w': 1}}\n\ndef test_a():\n    assert merge(sizes(), {'box': {'w': 2}})['box'] == {'w': 2}\n",
     ["given = sizes()\nprint(merge(given, {'box': {'w': 2}})", "print(given)"]),
    ("two lists where dicts are asked for", "fill", FILL, "isinstance(usual.get(key), dict)", "key in usual",
     "from s import fill\n\ndef test_a():\n    assert fill({'a': {'b': 1}}, {'a': {'c': 2}}) == {'a': {'c': 2, 'b': 1}}\n", ["print(fill({'a': {\"a\": 1}}, {'a': None}))"]),
    ("one of the functions in a dict fails", "run_all", RUN_ALL, "            tell(name, error)\n", "            tell(name, error)\n            break\n",
     "from s import run_all\n\ndef test_a():\n    assert run_all({'a': lambda: 1, 'b': lambda: 2}, print) == {'a': 1, 'b': 2}\n", ["{'a': failing, 'b': lambda: 2}"]),
    ("nothing is remembered", "Remember.__call__", REMEMBER, "if key not in self.cache:", "if self.cache.get(key) is None:",
     "from s import Remember\n\ndef test_a():\n    remember = Remember(str)\n    assert remember(3) == '3'\n", ["remember = Remember(silent)", "print(remember(3))\nprint(remember(3))"]),
)


class Slips(unittest.TestCase):
    programs, differ, shows = (getattr(test_gen_shapes.Shapes, name) for name in ("programs", "differ", "shows"))

    def test_table(self):
        for label, qualname, code, old, new, tests, parts in SLIPS:
            with self.subTest(label):
                self.shows(qualname, code, old, new, tests, *parts)

    def test_slow_tests_leave_each_kind_its_share(self):
        """Programs aimed at conditions do not take the time of those that ask again, and of twists."""
        class Slow(test_gen_shapes.Session):
            used = 0.0

            def run(self, source, **more):
                self.used += 0.1
                return super().run(source, **more)
        code = "def price(weight, zone):\n" + "".join("    if weight > %d and zone == %d:\n        return %d\n" % (n * 3, n, n) for n in range(1, 40))
        tests = "from s import price\n\n" + "".join("def test_%d():\n    assert price(%d, %d) == %d\n\n" % (n, n * 3 + 1, n, n) for n in range(1, 40))
        project = test_gen_shapes.Project({"s.py": code, "tests/test_s.py": tests})
        target = {"module": "s", "qualname": "price", "file": "s.py", "lines": list(range(2, 80)), "other": ""}
        session = Slow(code)
        answer = generate.handle({"root": project.root, "max": 200, "seed": 1, "budget_ms": 20000, "targets": [target]}, session)
        project.folder.cleanup()
        self.assertGreater(answer["stats"].get("aims_skipped", 0), 0)
        self.assertGreater(answer["stats"].get("made_sequence", 0), 0)

    def test_what_waits_is_not_entered_twice(self):
        tests = "from s import Spin\n\ndef test_a():\n    spin = Spin()\n    with spin:\n        assert spin.held\n    assert not spin.held\n"
        for code, nested in ((SPIN, False), (SPIN.replace("while", "if"), True)):
            made = self.programs("Spin.__exit__", code, code, tests, 400)
            self.assertEqual(any("        with spin:\n" in s for s in made), nested)

    def test_words_that_a_table_lost_or_won(self):
        code = ("class Span:\n    UNITS = (%s)\n\n    def __init__(self, text):\n        self.text = text\n\n"
                "    def ok(self):\n        return self.text.split()[-1] in self.UNITS\n")
        sides = [code % ", ".join(map(repr, units.split())) for units in ("day month year hour", "day month year week")]
        tests = "from s import Span\n\n" + "".join(
            "def test_%d():\n    span = Span('%d of %s')\n    ok = span.ok()\n    assert ok\n\n" % (n, n, "month" if n == 70 else "them") for n in range(90))
        target = {"module": "s", "qualname": "Span", "file": "s.py", "lines": [], "touched": [[2, 2]], "other": sides[0],
                  "literals": ["'%s'" % w for w in "day month year hour".split()]}
        made = self.programs("Span", sides[1], sides[0], tests, 30, targets=[target])
        for word in ("hour", "week"):
            self.assertTrue([s for s in made if "70 of %s" % word in s], made)
        # numbers are words of a table where they stand in it as texts
        self.assertEqual(gen_mutate.alone(["on", "1", "2"], [("a[2] in ('on', '1')", "a[1] in ('yes', '2')")]), ["on", "1", "2"])
        self.assertEqual(gen_mutate.alone(["on", "1"], [("a[1] in ('on', 'x')", "a in ('on', 'y')")]), [])
        self.assertEqual(gen_mutate.swapped("print(f('Yes, 20'))\n", ["yes", "on"], ["1"]), ["print(f(\"1, 20\"))\n"])


class Meetings(unittest.TestCase):
    def test_what_is_replaced_is_text_and_bounded(self):
        """A data frame replaces lists by lists; a table may have thousands of rows."""
        node = ast.parse("frame.replace(['a'], ['b'])\ntext.replace('a', 'b')\n")
        self.assertEqual(gen_meet.Meeting((), [node], [{"k": ["v"]}]).replaced, [("a", "b")])
        many = {f"&{i};": chr(200 + i) for i in range(2000)}
        self.assertEqual(len(gen_meet.Meeting((), [node], [many]).replaced), gen_meet.PAIRS_MAX)

    def test_a_key_is_a_constant(self):
        def unlike(text):
            return gen_meet.Meeting().unlike(gen_text.Source("", text, ast.parse(text)))
        self.assertEqual(unlike("f({x: 1}, {y: 2})\nf({-x: 1}, {(): 2})\n"), [])
        self.assertIn("f({'a': [1]}, {'b': 2, 'a': [2, 3]})\n", unlike("f({'a': 1}, {'b': 2, 'a': 3})\n"))


if __name__ == "__main__":
    unittest.main()
