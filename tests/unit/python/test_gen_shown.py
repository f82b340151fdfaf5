"""gen_shown.py: objects of a changed class that a program shows and nobody's words say are of it."""
import types
import unittest

from test_gen_engine import Project, generate
from test_gen_sequence import Session

import gen_chains
import gen_guide
import gen_program
import gen_shown

NUMBERS = '''class Number(int):
    def __new__(cls, raw):
        return int.__new__(cls, raw.replace("_", ""))

    def __eq__(self, other):
        return int(self) == other

    def half(self, up=False):
        return (self + up) // 2


def parse(text):
    return {key.strip(): Number(raw.strip()) for key, _, raw in (line.partition("=") for line in text.splitlines())}
'''
TEST = '''import unittest
from s import parse


class Tests(unittest.TestCase):
    def test_parse(self):
        doc = parse("a = 1_000")
        doc["b"] = doc["a"]
        self.assertEqual(doc["b"], 1000)
        self.assertEqual(doc.pop("a"), 1000)
'''


class Shown(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Project({"s.py": NUMBERS, "tests/test_s.py": TEST})

    @classmethod
    def tearDownClass(cls):
        cls.project.folder.cleanup()

    def ask(self, qualname):
        request = {"root": self.project.root, "max": 200, "seed": 1, "budget_ms": 20000,
                   "targets": [{"name": "s." + qualname, "module": "s", "qualname": qualname, "file": "s.py", "lines": [6]}]}
        answer = generate.handle(request, Session(NUMBERS))
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")])
        return [c["source"] for c in answer["candidates"]]

    def test_a_key_that_nobody_uses_as_one(self):
        setup = 'from s import parse\n\ndoc = parse("a = 1_000")\ndoc["b"] = doc["a"]\n'
        for qualname in ("Number", "Number.__eq__"):
            self.assertIn(setup + 'print(doc["b"] in {doc["b"]})\n', self.ask(qualname))

    def test_a_method_is_called_on_it(self):
        found = self.ask("Number.half")
        self.assertTrue([t for t in found if 'doc["b"].half()' in t], found)
        self.assertFalse([t for t in found if ".half" in t and ".pop(" in t])

    def test_functions_have_no_objects(self):
        self.assertFalse([t for t in self.ask("parse") if 'doc["b"] in {' in t])

    def test_what_is_only_asked_counts_for_nothing(self):
        asked = "import s\n\nprint(s.parse('a=1')['a'])\n"
        for passed, classes in ((False, [{"Number", "int", "object"}]), (True, [])):
            guide = gen_guide.Guide(Session("import types\n" + NUMBERS + "s = types.SimpleNamespace(parse=parse)\n"))
            engine = types.SimpleNamespace(guide=guide, deadline=types.SimpleNamespace(passed=lambda _: passed),
                                           found=[{"origin": "test", "near": 1, "deep": 0, "source": asked}])
            self.assertEqual([one[2] for one in gen_shown.Shown(engine, None)._shown()], classes)
            self.assertEqual((guide.stats, guide.distinct), ({}, 0))

    def test_a_chain_that_was_not_run(self):
        def run(*_, **__):
            raise OSError
        guide = gen_guide.Guide(types.SimpleNamespace(points=[("s.py", 1)], run=run))
        engine = types.SimpleNamespace(guide=guide, deadline=types.SimpleNamespace(passed=lambda _: False), known=set(), found=[],
                                       api=types.SimpleNamespace(is_own=bool), count=lambda *_: None)
        chains = gen_chains.Chains.__new__(gen_chains.Chains)
        chains.engine, chains.until = engine, 1
        chains._try([({"legality": "seen", "way": (frozenset(), "ok")}, "print(1)\n")])
        self.assertEqual((guide.stats, engine.found), ({"tried": 1, "not_tried": 1}, []))

    def test_who_is_handed_what(self):
        """What real programs hand the results of one function alone is not meant for those of another one."""
        row = lambda text: {"origin": "test", "legality": "seen", "source": text, "reach": {1}, "way": ("", "ok")}
        func = lambda name: types.SimpleNamespace(name=name, owner=None)
        for more, wanted in (("", "unknown"), ("print(solve([1]))\n", "seen"), ("print(solve(show(1)))\n", "seen")):
            chains, kept = gen_chains.Chains.__new__(gen_chains.Chains), []
            chains.engine = types.SimpleNamespace(found=[row("print(solve(parse('1')))\n" + more)], targets=[types.SimpleNamespace(node=func("solve"))])
            chains.index, chains.beside = types.SimpleNamespace(by_name={"parse": [], "show": []}), [func("solve")]
            chains._try, chains.of_chain, chains.of_return = kept.extend, lambda *_: "", lambda *_: ""
            chains.rows = [row("print(show(1))\n")]
            chains.handed_on()
            chains.beside = [func("show"), func("parse")]
            chains.handed_back()
            self.assertEqual([one["legality"] for one, _ in kept], [wanted, wanted, "seen"], more)

    def test_imports_stand_in_the_order_they_need(self):
        rows = ["from s import f", "import s", "from __future__ import annotations", "import s"]
        self.assertEqual(gen_program.import_order(rows), ["from __future__ import annotations", "import s", "from s import f"])

    def test_probe(self):
        text = "import s\n\nx = s.f()\nprint(x)\ny = 1\nprint(x.y, 2)\nprint(x[0])\n"
        asked, shown, head = gen_shown.probe(text)
        self.assertEqual(shown, ["x", "x[0]"])
        self.assertEqual(head, "import s\n\nx = s.f()\n")
        self.assertEqual(asked, head + "".join("print(*[c.__name__ for c in type(%s).__mro__])\n" % one for one in shown))
        self.assertIsNone(gen_shown.probe("x = 1\n"))
        self.assertIsNone(gen_shown.probe("print(\n"))


if __name__ == "__main__":
    unittest.main()
