"""gen_blank.py: entries of a mapping that are there and empty."""
import types
import unittest
from unittest import mock

from test_gen_later import asked

import gen_blank
import gen_near
import gen_text

CODE = '''def pick(env, name):
    for key in (name, name.upper()):
        if key in env:
            return env[key]
    return None
'''
OTHER = "def pick(env, name):\n    return env.get(name) or env.get(name.upper())\n"
TEST = 'from s import pick\n\n\ndef test_pick():\n    assert pick({"a": "1", "A": "2"}, "a") == "1"\n    assert pick({"A": "2"}, "a") == "2"\n'


def made(text):
    return list(gen_blank.programs(gen_text.source("", text), None))


class Made(unittest.TestCase):
    def test_entries(self):
        for text, wanted in (
            ('f({"a": "1", "b": 2})\n', ['f({"a": "1", "b": 0})\n', 'f({"a": "", "b": 2})\n']),
            ('f({"a": [1], "b": {1: 2}, "c": (3,), "d": 1.5, "e": b"x"})\n', [
                'f({"a": [1], "b": {1: 2}, "c": (3,), "d": 1.5, "e": b""})\n', 'f({"a": [1], "b": {1: 0}, "c": (3,), "d": 1.5, "e": b"x"})\n',
                'f({"a": [1], "b": {1: 2}, "c": (3,), "d": 0.0, "e": b"x"})\n', 'f({"a": [1], "b": {1: 2}, "c": (), "d": 1.5, "e": b"x"})\n',
                'f({"a": [1], "b": {}, "c": (3,), "d": 1.5, "e": b"x"})\n', 'f({"a": [], "b": {1: 2}, "c": (3,), "d": 1.5, "e": b"x"})\n']),
            ('f({"a": ""}, {"b": None, "c": x, "d": True, "e": []})\n', []),
            ('f(a="1")\n', []),
            ('x = {"a": "1"}\nprint(f(x).host)\n', ['x = {"a": ""}\nprint(f(x))\n']),
            ('f({"a": "1"}, {"b": "2", "c": "3"})\n', ['f({"a": "1"}, {"b": "2", "c": ""})\n', 'f({"a": ""}, {"b": "2", "c": "3"})\n', 'f({"a": "1"}, {"b": "", "c": "3"})\n']),
            ('f({"a": {}})\n', []),
            ('print(f({"a": "1"}).host)\n', ['print(f({"a": ""}))\n']),
            ('x = {"a": "1"}\nshow(f(x).host)\n', ['x = {"a": ""}\nshow(f(x).host)\n']),
            ('x = {"a": "1"}\nprint(x.host)\n', ['x = {"a": ""}\nprint(x.host)\n']),
        ):
            self.assertEqual(made(text), wanted, text)

    def test_truths(self):
        for one, other, wanted in (
            ("return a.get(1) or b", "return a[1] if 1 in a else b", True), ("if x: return 1", "if x is not None: return 1", True), ("if not x: return 1", "if x: return 1", False),
            ("return [i for i in x if i]", "return list(x)", True), ("if isinstance(x, int): return 1", "if type(x) is int: return 1", False), ("while x > 1: f(x)", "f(x)", False),
            ("assert x and y", "assert y and x", False), ("return 1 if x else 2", "return 2", True),
        ):
            sides = [gen_blank.truths(gen_text.parse("def f(x):\n    %s\n" % body)) for body in (one, other)]
            self.assertEqual(sides[0] != sides[1], wanted, (one, other))

    def test_only_then(self):
        self.assertIn(gen_blank, gen_near.KINDS)
        for truth in (False, True):
            self.assertEqual(gen_blank.most(types.SimpleNamespace(truth_differs=truth)) > 0, truth)


class Whole(unittest.TestCase):
    def test_searches(self):
        line = 'print(pick({"a": "", "A": "2"}, "a"))'
        self.assertTrue([t for t in asked(CODE, TEST, "pick", other=OTHER) if line in t])
        for other, wanted in ((OTHER, True), (CODE.replace("None", "0"), False)):
            with mock.patch.object(gen_blank, "programs", return_value=iter(())) as programs:
                asked(CODE, TEST, "pick", other=other)
            self.assertEqual(programs.called, wanted)


if __name__ == "__main__":
    unittest.main()
