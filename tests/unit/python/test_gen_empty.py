"""gen_empty.py: objects of a class that got a length, handed on while nothing is in them."""
import ast
import types
import unittest

from test_gen_later import asked

import gen_empty
import gen_index
import gen_near
import gen_text

REG = '''class Reg:
    def __init__(self, rows=()):
        self.rows = list(rows)

    def __len__(self):
        return len(self.rows)

    def names(self):
        return sorted(self.rows)

    @property
    def first(self):
        return self.rows[0] if self.rows else None

    def pop(self):
        return 1

    def has(self, name):
        return name in self.rows

    def clear(self):
        self.rows = []

    def new(self):
        return 1

    @classmethod
    def make(cls):
        return cls()


def use(reg=None):
    return reg or 1


def read(text, into=None, loud=False):
    reg = into or Reg()
    if loud:
        print(text)
    reg.rows.append(text)
    return reg
'''
USED = "import unittest\nfrom s import Reg, read, use\n\n\nclass Tests(unittest.TestCase):\n    def test_it(self):\n        %s\n"


def made(text, *classes, asks=("names()",), programs=(), truths=(), holders=((), ()), ways=()):
    """Texts near one program, where objects of these classes may be false."""
    change = gen_near.Change(types.SimpleNamespace(targets=[], found=[{"source": one} for one in programs], changed_words=lambda: ()))
    change.falsy, change.truths, change.holders, change._made = dict.fromkeys(classes, list(asks)), dict(truths), holders, dict(ways)
    return list(gen_empty.programs(gen_text.source("", text), change))


class Near(unittest.TestCase):
    def test_only_where_there_is_such_a_class(self):
        self.assertEqual(gen_empty.most(types.SimpleNamespace(falsy={})), 0)
        self.assertGreater(gen_empty.most(types.SimpleNamespace(falsy={"Reg": []})), 0)

    def test_what_is_made(self):
        self.assertEqual(made('f(Reg({"a": 1}), Reg(), Other(1))', "Reg"), ['f(Reg(), Reg(), Other(1))'])
        self.assertEqual(made("print(Env().use(1))", "Reg", programs=["import a", "from p.q import Env, Reg\n"]),
                         ["from p.q import Reg\nprint(Env(Reg()).use(1))"])
        self.assertEqual(made("print(Env().use(1))", "Reg"), [])

    def test_what_is_filled_later(self):
        """An object is handed on while it is empty, or stays so."""
        text = 'reg = Reg()\nreg.add(1)\nprint(Env(reg).use(1))\n'
        self.assertEqual(set(made(text, "Reg")), {'reg = Reg()\nheld = Env(reg)\nreg.add(1)\nprint(held.use(1))\n', 'reg = Reg()\npass\nprint(Env(reg).use(1))\n'})
        self.assertIn('reg = Reg()\nheld = Env(reg)\n@reg.add\ndef f(x):\n    return x\nprint(held.use(1))\n',
                      made('reg = Reg()\n@reg.add\ndef f(x):\n    return x\nprint(Env(reg).use(1))\n', "Reg"))
        found = made('reg = Reg()\nreg.add(1)\nenv = Env(reg)\nprint(env)\nprint(env.use(1))\n', "Reg")
        self.assertIn('reg = Reg()\nenv = Env(reg)\nreg.add(1)\nprint(env)\nprint(env.use(1))\n', found)
        self.assertIn('reg = Reg()\npass\nenv = Env(reg)\npass\nprint(env.use(1))\n', found)
        self.assertEqual(made(text, "Other"), [])

    def test_what_a_method_makes(self):
        text = 'box.add(0)\nink = box.new("a")\nink.add(1)\nprint(box.place(2, on=ink))\n'
        self.assertIn('box.add(0)\nink = box.new("a")\npass\nprint(box.place(2, on=ink))\n', made(text, "Reg", holders=(["new"], set())))
        self.assertFalse([one for one in made(text, "Reg", holders=(["new"], set())) if one.startswith("pass")])
        self.assertEqual(made(text, "Reg"), [])

    def test_what_is_handed_on(self):
        """What came filled is given empty, and asked in the end what it has."""
        text = 'from s import read\nreg = read("a")\nsame = read("b", into=reg)\nprint(same)\n'
        programs = ["from s import Reg\nprint(Reg())\n"]
        self.assertEqual(made(text, "Reg", programs=programs),
                         ['from s import Reg\nfrom s import read\nreg = Reg()\nsame = read("b", into=reg)\nprint(same)\nprint(reg.names())\n'])
        for other, asks, known in ((text, (), programs), (text, ("names()",), []), (text.replace("into=reg", "1"), ("names()",), programs)):
            self.assertEqual(made(other, "Reg", asks=asks, programs=known), [], other)

    def test_what_is_left_out(self):
        """Where a function asks for it an empty one is given, and asked in the end."""
        text = 'from s import Reg, read\nprint(read("a"))\n'
        truths = {"read": [(1, "into", "Reg")]}
        self.assertEqual(made(text, "Reg", asks=["names()", "first"], truths=truths),
                         ['from s import Reg, read\nheld = Reg()\nprint(read("a", into=held))\nprint(held.names())\nprint(held.first)\n'])
        for other in ('from s import Reg, read\nprint(read("a", 1))\n', 'from s import Reg, read\nprint(read("a", into=1))\n',
                      'from s import Reg, read\nprint(read(*a))\n', 'from s import Reg, read\nprint(read("a", **a))\n',
                      'from s import Reg, read\nprint(read(x for x in "ab"))\n', 'from s import Reg, read\nheld = 3\nprint(read("a"), held)\n',
                      'from __future__ import annotations\nfrom s import read\nprint(read("a"))\n'):
            self.assertEqual(made(other, "Reg", truths=truths), [], other)
        self.assertIn('read(\n    "a",\ninto=held)', made('from s import Reg, read\nprint(read(\n    "a",\n))\n', "Reg", truths=truths)[0])
        self.assertEqual(made('from s import Reg, read\nprint(read())\n', "Reg", truths=truths)[0].split("\n")[2], "print(read(into=held))")


    def test_what_has_to_be_told_something(self):
        ways = {"Reg": 'Reg("en", [])'}
        self.assertEqual(made('f(Reg("en", [1]), Reg("en", []))', "Reg", ways=ways), ['f(Reg("en", []), Reg("en", []))'])
        self.assertEqual(made("print(Env())", "Reg", programs=["from p import Reg\n"], ways=ways), ['from p import Reg\nprint(Env(Reg("en", [])))'])
        self.assertIn('held = Reg("en", [])\n', made('from s import Reg, read\nprint(read("a"))\n', "Reg", truths={"read": [(1, "into", "Reg")]}, ways=ways)[0])
        self.assertIn('reg = Reg("en", [])\n', made('from s import Reg, read\nreg = read("a")\nprint(use(reg))\n', "Reg", ways=ways)[0])

    def test_those_first_that_are_asked_in_the_end(self):
        change = types.SimpleNamespace(falsy={"Reg": ["names()"]}, truths={"read": [(1, "into", "Reg")]}, holders=(["new"], ()), empty_of=lambda cls: cls + "()",
                                       import_of=lambda name: "from s import Reg")
        ranks = [gen_empty.rank(gen_text.source("", text), change) for text in (
            "print(read(1))\n", "reg = read(1, 2)\nprint(use(reg))\n", "reg = [Reg]\nreg.add(1)\nprint(reg)\n", "print(1)\n")]
        self.assertEqual(ranks, [0, 1, 3, 4])
        rows = [{"source": text, "origin": "test", "pile": ""} for text in ("reg = Reg()\nreg.add(1)\nprint(Env(reg))\n", "print(read(1))\n")]
        change.found = rows
        unasked = types.SimpleNamespace(**{**vars(change), "falsy": {"Reg": []}})
        ranks = [gen_empty.rank(gen_text.source("", "ink = box.new()\nink.add(1)\n" + text), unasked) for text in ("print(place(2, on=ink))\n", "print(ink)\n")]
        self.assertEqual(ranks, [2, 3])
        self.assertEqual([row for row, _ in gen_empty.seeds(change)], rows[::-1])


class Made(unittest.TestCase):
    def test_of_nothing(self):
        for text, wanted in (('Reg("en", [1, 2], ("a",), {"a": 1}, more={1})', 'Reg("en", [], [], {}, more=[])'), ("Reg(a)", ""), ("Reg(1, **a)", ""), ("p.Reg(None)", "Reg(None)"), ("Reg(**{1: 2})", ""),
                             ("Reg(*a)", ""), ("Reg(f())", "")):
            src = gen_text.source("", text)
            self.assertEqual(gen_empty.made_of_nothing(src, src.tree.body[0].value, "Reg"), wanted, text)

    def test_ways(self):
        module = gen_index.ModuleInfo("s", gen_text.source("s.py", "class Reg:\n    def __init__(self, a, b=()):\n        pass\n\n\nclass Other:\n    def __init__(self, a=1):\n        pass\n"))
        rows = [{"source": text, "origin": origin, "pile": ""} for text, origin in (("Reg(x)\n", "test"), ("Reg(2)\n", "typed"), ("s.Reg(1, [2])\nOther(2)\n", "doc"))]
        index = types.SimpleNamespace(constructor=lambda cls: cls.methods["__init__"].params)
        engine = types.SimpleNamespace(found=rows, index=index)
        self.assertEqual(gen_empty.ways_to_make(engine, module.classes), {"Reg": "Reg(1, [])", "Other": "Other()"})
        self.assertEqual(gen_empty.ways_to_make(types.SimpleNamespace(found=[], index=index), module.classes), {"Reg": "Reg()", "Other": "Other()"})


class Read(unittest.TestCase):
    def setUp(self):
        self.module = gen_index.ModuleInfo("s", gen_text.source("s.py", REG))

    def test_what_it_is_asked(self):
        self.assertEqual(gen_empty.queries(self.module.classes["Reg"], {"Reg.new"}), ["names()", "first"])

    def test_who_asks(self):
        index = types.SimpleNamespace(modules={"s": self.module})
        found = {name: rows for name, rows in gen_empty.truths(index, {"Reg"}).items() if rows}
        self.assertEqual(found, {"read": [(1, "into", "Reg")]})
        self.assertEqual(gen_empty.makers(index, {"Reg"}), {})
        made = gen_index.ModuleInfo("t", gen_text.source("t.py", "def usual():\n    return Reg([1])\n\n\ndef names():\n    return list(1)\n\n\nclass Sorter:\n"
                                                        "    def __init__(self, regs=None):\n        self.regs = regs or usual()\n\n\ndef f(a=None):\n    return a or names()\n"))
        found = gen_empty.truths(types.SimpleNamespace(modules={"t": made}), {"Reg"})
        self.assertEqual({name: rows for name, rows in found.items() if rows}, {"Sorter": [(0, "regs", "Reg")]})
        for text, wanted in (("a or b", ["a", "b"]), ("not a", ["a"]), ("a if b else c", ["b"]), ("a + b", [])):
            self.assertEqual([n.id for n in gen_empty.questions(ast.parse(text).body[0].value)], wanted, text)


BOX = '''class Box:
    def __init__(self):
        self.regs = {}

    def make(self, name):
        return self.regs.setdefault(name, Reg(name))

    def loose(self, name):
        return Reg([])

    def pair(self, name, other):
        return Reg(name)

    def move(self, row, name):
        reg = self.regs.get(name)
        if not reg:
            raise KeyError(name)

    def other(self, name):
        if not name:
            raise KeyError(name)
'''


class Held(unittest.TestCase):
    def test_who_makes_and_who_looks(self):
        module = gen_index.ModuleInfo("s", gen_text.source("s.py", BOX))
        self.assertEqual(gen_empty.holders(types.SimpleNamespace(modules={"s": module}), {"Reg"}), (["make"], {"move"}))

    def test_programs(self):
        holders = ["make"], {"move"}
        self.assertEqual(made('box.move("a", to="b")\nprint(box.regs)\n', "Reg", holders=holders),
                         ['box.make("later")\nbox.move("a", to="later")\nprint(box.regs)\n', 'box.make("later")\nbox.move("later", to="b")\nprint(box.regs)\n'])
        for text in ('box.other("a")\n', "box.move(1)\n", 'move("a")\n', 'f().move("a")\n', 'def f():\n    box.move("a")\n', 'with Box() as box:\n    box.move("a")\n'):
            self.assertEqual(made(text, "Reg", holders=holders), [], text)
        self.assertEqual(made('box.make("a")\n', "Reg", holders=(["make"], {"make"})), [])


class Whole(unittest.TestCase):
    def test_searches_for_what_is_held(self):
        test = 'from s import Box\n\n\ndef test_move():\n    box = Box()\n    box.make("a").add(1)\n    box.move("x", "a")\n    assert box.regs\n'
        found = asked(REG + "\n\n" + BOX, test, "Reg.__len__", lines=[6])
        self.assertTrue([t for t in found if 'box.make("later")\nbox.move("x", "later")\n' in t], "\n".join(found))

    def test_searches(self):
        for body, ending in (("self.assertEqual(use(Reg([1])), 1)", "print(use(Reg()))\n"),
                             ("reg = read('a')\n        self.assertIs(read('b', into=reg), reg)", "print(reg.first)\nprint(reg.new())\n"),
                             ("self.assertEqual(len(read('a').names()), 1)", "print(held.first)\nprint(held.new())\n")):
            found = asked(REG, USED % body, "Reg.__len__", lines=[6])
            self.assertTrue([t for t in found if t.endswith(ending)], "\n".join(found))


if __name__ == "__main__":
    unittest.main()
