"""gen_looks.py: who is told of something looks at who tells."""
import ast
import types
import unittest

from test_gen_alike import found

import gen_looks
import gen_text

WIZARD = '''
class Wizard:
    def __init__(self, steps):
        self._steps, self._at, self._listeners = list(steps), 0, []

    def on_change(self, listener):
        self._listeners.append(listener)

    @property
    def current(self):
        return self._steps[self._at]

    def _move(self, at):
        for listener in self._listeners:
            listener(self._steps[at])
        self._at = at

    def next(self):
        self._move(self._at + 1)
'''
WIZARD_TEST = "import unittest\nfrom s import Wizard\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        wizard = Wizard('ab')\n        seen = []\n" \
    "        wizard.on_change(seen.append)\n        wizard.next()\n        self.assertEqual(seen, ['b'])\n"
HEAD = "from s import W\n\n"
CALL = "(lambda *args, **kwargs: (told.append(%s), %s(*args, **kwargs))[1])"


def made(text, looks=None, head=HEAD):
    change = types.SimpleNamespace(looks={"W": ["size()"]} if looks is None else looks)
    out = list(gen_looks.programs(gen_text.source("", head + text), change))
    for one in out:
        compile(one, "<made>", "exec")
    return out


def asking(text, given, called=None, asked="repr(w.size())"):
    """The program in which what is given asks first."""
    now = "lambda *args, **kwargs: (told.append(%s), %s(*args, **kwargs))[1]" % (asked, called or given)
    return HEAD + "told = []\n" + text.replace(given, now) + "print({'told': told, 'then': %s})\n" % asked


class Looks(unittest.TestCase):
    def test_found(self):
        out = found(WIZARD, WIZARD_TEST, "Wizard._move", [15, 16, 17])
        self.assertIn("wizard.on_change(lambda *args, **kwargs: (told.append(repr(wizard.current)), seen.append(*args, **kwargs))[1])", out)
        self.assertIn("print({'told': told, 'then': repr(wizard.current)})", out)

    def test_not_asked_for(self):
        quiet = WIZARD.replace("        self._at = at\n", "        return at\n")
        for code in (quiet, WIZARD.replace("listener", "one")):
            self.assertNotIn("told", found(code, WIZARD_TEST, "Wizard._move", [15, 16, 17]))
        self.assertEqual([gen_looks.most(types.SimpleNamespace(looks=looks)) for looks in (None, {}, {"W": []})], [0, gen_looks.MOST, gen_looks.MOST])

    def test_what_speaks_of_it(self):
        for text, wanted in (("self._notify()", True), ("self.emit('a')", True), ("for f in self._listeners: f()", True), ("self.on_change()", True), ("callback(1)", True),
                             ("cb(1)", True), ("self.Callbacks", True), ("self.dispatched", True), ("a.conotify()", False), ("on(1)", False), ("self.a = b", False), ("cbs", False)):
            self.assertEqual(gen_looks.tells(text), wanted, text)

    def test_given(self):
        for given, called in (("seen.append", None), ("lambda e: log(e)", "(lambda e: log(e))")):
            text = "w = W()\nseen = []\nw.on('a', %s)\nw.go()\n" % given
            self.assertEqual(made(text), [asking(text, given, called)], given)
        for text, given in (("seen = []\nw = W(seen.add)\n", "seen.add"), ("w = W(on=lambda: 1)\n", "lambda: 1"), ("w = W()\nw.a.b(one.put)\n", "one.put")):
            called = "(%s)" % given if "lambda" in given else None
            self.assertEqual(made(text), [asking(text, given, called)], text)

    def test_functions_of_its_own(self):
        for before in ("def f(e):\n    pass\n\n", "f = lambda e: 1\n", "f = Mock()\n", "f = unittest.mock.MagicMock()\n"):
            text = before + "w = W()\nw.on(f)\n"
            self.assertEqual(made(text), [HEAD + "told = []\n" + before + "w = W()\nw.on(%s)\n" % (CALL % ("repr(w.size())", "f"))[1:-1]
                                          + "print({'told': told, 'then': repr(w.size())})\n"], before)

    def test_not_of_what_is_waited_for_or_named_twice(self):
        self.assertEqual(made("async def f(e):\n    pass\n\nw = W()\nw.on(f)\n"), [])
        self.assertEqual(made("def f(e):\n    pass\n\nw = W()\nw.on(f)\nw.off(f)\n"), [])

    def test_long_words(self):
        self.assertFalse(gen_looks.tells("1" * 200000 + "_" * 200000 + "listener"))

    def test_decorated(self):
        text = "w = W()\n@w.on('a')\ndef f(e):\n    pass\n"
        self.assertEqual(made(text), [HEAD + "told = []\nw = W()\n@w.on('a')\ndef f(e):\n    told.append(repr(w.size()))\n    pass\nprint({'told': told, 'then': repr(w.size())})\n"])
        for other in ("w = W()\n@on\ndef f(e):\n    pass\n", "w = W()\n@w.on\ndef f(e): pass\n"):
            self.assertEqual(made(other), [], other)

    def test_questions(self):
        text = "w = W()\nseen = []\nw.on(seen.append)\nprint(w.a)\nprint(w.b())\nprint(w.c(1))\nprint(w2.d)\nprint(w.e, 1)\n"
        asked = "repr((w.a, w.b(), w.size()))"
        self.assertEqual(made(text), [asking(text, "seen.append", asked=asked)])
        self.assertEqual(made(text, {}), [asking(text, "seen.append", asked="repr((w.a, w.b()))")])
        self.assertEqual(made("w = W()\nseen = []\nw.on(seen.append)\n", {}), [])
        self.assertEqual(made("w = W()\nw.on(seen.append)\n", {"W": ["a", "b", "c", "d"]}), [asking("w = W()\nw.on(seen.append)\n", "seen.append", asked="repr((w.a, w.b, w.c))")])

    def test_not_made(self):
        for text in ("w = W()\nw.on(1)\n", "w = W()\nw.on(seen)\n", "w = W()\nw.on(a.b)\n", "w = W()\nother.on(seen.append)\n", "w = 1\nw.on(seen.append)\n", "told = 1\nw = W()\nw.on(seen.append)\n",
                     "args = 1\nw = W()\nw.on(seen.append)\n", "w = W()\nprint(f'{w.on(seen.append)}')\n", "w = W()\nw.on(self.a.append)\n"):
            self.assertEqual(made(text), [], text)

    def test_objects(self):
        text = "".join("%s = %s()\n%s.on(a.append)\nprint(%s.n)\n" % (n, c, n, n) for n, c in (("x", "X"), ("y", "Y"), ("w", "W"), ("z", "Z")))
        out = made(text)
        self.assertEqual(len(out), 3)
        self.assertIn("repr((w.n, w.size()))", out[0])     # what changed first
        self.assertEqual([ast.unparse(ast.parse(one).body[-1]).split("repr(")[1][0] for one in out], ["(", "x", "y"])


if __name__ == "__main__":
    unittest.main()
