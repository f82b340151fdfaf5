"""Slips that showed in no generated test once: small packages, one change each, and what the test that tells them apart
holds. Run by plain unittest."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

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
)


class Slips(unittest.TestCase):
    programs, differ, shows = (getattr(test_gen_shapes.Shapes, name) for name in ("programs", "differ", "shows"))

    def test_table(self):
        for label, qualname, code, old, new, tests, parts in SLIPS:
            with self.subTest(label):
                self.shows(qualname, code, old, new, tests, *parts)


if __name__ == "__main__":
    unittest.main()
