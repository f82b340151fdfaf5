"""gen_shared.py: what two others lead to."""
import types
import unittest

from test_gen_later import asked

import gen_near
import gen_shared
import gen_text

CODE = '''def expand(table, name, seen=None):
    seen = set() if seen is None else seen
    if name in seen:
        raise ValueError(name)
    seen.add(name)
    return [name] + [one for other in table.get(name, ()) for one in expand(table, other, seen)]
'''
OTHER = "def expand(table, name):\n    return [name] + [one for other in table.get(name, ()) for one in expand(table, other)]\n"
TEST = 'from s import expand\n\n\ndef test_expand():\n    assert expand({"all": ["a", "b"], "a": ["x"], "b": ["y"]}, "all") == ["all", "a", "x", "b", "y"]\n'


def made(text):
    return list(gen_shared.programs(gen_text.source("", text), None))


class Made(unittest.TestCase):
    def test_texts(self):
        for value, wanted in (
            ("all: a, b\na: x\nb: y\n", ["all: a, b\na: b\nb: y\n", "all: a, b\na: all\nb: y\n", "all: a, b\na: x\nb: a\n", "all: a, b\na: x\nb: all\n"]),
            ("a -> x\nb = y", ["a -> b\nb = y", "a -> x\nb = a"]), ("a: x\n", []), ("a\nb\n", []), ("", []),
        ):
            found = list(gen_shared.shared(value))
            self.assertEqual(found if value[:3] != "all" else found[:4], wanted, value)
        self.assertEqual(made('f("a: x\\nb: y")\n'), ['f("a: b\\nb: y")\n', 'f("a: x\\nb: a")\n'])
        self.assertEqual(made('f("%s")\n' % ("a: x\\nb: y\\n" * 400)), [])

    def test_mappings(self):
        self.assertEqual(made('f({"a": ["x", "y"], "b": "z", "c": 1})\n'), [
            'f({"a": ["c", "y"], "b": "z", "c": 1})\n', 'f({"a": ["b", "y"], "b": "z", "c": 1})\n', 'f({"a": ["x", "c"], "b": "z", "c": 1})\n',
            'f({"a": ["x", "b"], "b": "z", "c": 1})\n', 'f({"a": ["x", "y"], "b": "c", "c": 1})\n', 'f({"a": ["x", "y"], "b": "a", "c": 1})\n'])
        for text in ('f({"a": ["x"]})\n', 'f({"a": ["b"], "b": 1})\n', "f({1: 2, 3: 4})\n"):
            self.assertEqual([t for t in made(text) if '"a": ["b"]' not in text], [], text)

    def test_asked(self):
        for text, wanted in (("if x in seen:\n    return\nseen.add(x)", True), ("self.path.append(x)\nif x not in self.path:", True), ("seen.add(x)", False), ("if x in seen:", False), ("seen.add(x)\nif x in other:", False)):
            self.assertEqual(gen_shared.most(types.SimpleNamespace(text=text)) > 0, wanted, text)


class Whole(unittest.TestCase):
    def test_searches(self):
        self.assertIn(gen_shared, gen_near.KINDS)
        self.assertTrue([t for t in asked(CODE, TEST, "expand", other=OTHER) if '{"all": ["a", "b"], "a": ["b"], "b": ["y"]}' in t])


if __name__ == "__main__":
    unittest.main()
