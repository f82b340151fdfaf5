"""gen_caught.py: functions of a program that fail by themselves where a change catches errors of that type."""
import ast
import types
import unittest

from test_gen_engine import Project, generate
from test_gen_sequence import Session

import gen_caught
import gen_later
import gen_near
import gen_program
import gen_text

MENU = '''class Menu:
    def __init__(self, back=None):
        self.entries, self.back = {}, back

    def on(self, key, action=None):
        def register(function):
            self.entries[key] = function
            return function
        return register if action is None else register(action)

    def press(self, key):
        try:
            return self.entries[key](self)
        except KeyError:
            raise LookupError(key) from None

    def through(self, key):
        return list(self.entries[key](self))

    def show(self):
        return sorted(self.entries)
'''
OTHER = "def press(self, key):\n    if key not in self.entries:\n        raise LookupError(key)\n    return self.entries[key](self)\n"
MENU_TEST = '''from s import Menu


def built():
    menu = Menu()

    @menu.on("1")
    def hours(menu):
        return "nine"

    @menu.on("2")
    def loans(menu):
        return "four"

    return menu


def test_press():
    assert built().press("2") == "four"


def test_show():
    assert built().show() == ["1", "2"]
'''
HEAD = "from s import Menu\nmenu = Menu()\n"
LOST = 'raise KeyError("own")\n'


def shown(text):
    return Session(MENU).run(text)["stdout"]


def made(text, *caught, trial=shown):
    change = types.SimpleNamespace(caught=list(caught) or ["KeyError"], shown=trial)
    found = list(gen_caught.programs(gen_text.source("", text), change))
    for one in found:
        assert gen_program.fault(one) is None, one
    return found


def function(*rows):
    return gen_text.parse("def f(x):\n%s" % "".join("    %s\n" % row for row in rows)).body[0]


def tried(kinds, body="g(x)"):
    return function("try:", "    " + body, "except %s:" % kinds, "    pass")


class Types(unittest.TestCase):
    """Which errors, of both versions of a function."""

    def types_of(self, *sides):
        """Of targets, each (before, after)."""
        old = gen_later.sides
        gen_later.sides = lambda target: [(node, "") for node in target]
        try:
            return gen_caught.types_of(types.SimpleNamespace(targets=sides))
        finally:
            gen_later.sides = old

    def test_what_differs(self):
        for one, other, wanted in (
            (function("g(x)"), tried("KeyError"), ["KeyError"]),
            (tried("KeyError"), function("g(x)"), ["KeyError"]),
            (None, tried("KeyError"), ["KeyError"]), (tried("KeyError"), None, ["KeyError"]),     # the function is new, or gone
            (tried("KeyError"), tried("ValueError"), ["KeyError", "ValueError"]), (function("pass"), tried("(OSError, KeyError)"), ["OSError", "KeyError"]),
            (function("x[1]"), tried("KeyError", "x[1]"), ["KeyError"]),                          # named, of no call
            (gen_text.parse("async def f(x):\n    await x()\n").body[0], tried("KeyError"), ["KeyError"]),
            (tried("KeyError"), tried("(KeyError, OSError) as e"), ["OSError"]),
            (tried("KeyError", "x[1]"), tried("KeyError", "x[1]()"), ["KeyError"]),               # the same one, of more calls
            (tried("KeyError", "h(x[1])"), tried("KeyError", "h(x[1]())"), ["KeyError"]),
            (function("with g(x):", "    pass"), tried("KeyError"), ["KeyError"]),
            (function("pass"), tried("Exception"), ["ValueError"]), (function("pass"), tried("IOError"), ["OSError"]),
            (function("pass"), tried("(KeyError, OSError, TypeError)"), ["KeyError", "OSError"]),     # two at most
            # those that one version alone names come first
            (tried("KeyError", "x[1]"), function("try:", "    g(x)", "except KeyError:", "    pass", "except OSError:", "    pass"), ["OSError", "KeyError"]),
            (function("pass"), function("for y in x:", "    try:", "        y()", "    except KeyError:", "        pass"), ["KeyError"]),
            # nothing
            (tried("KeyError"), tried("KeyError"), []), (tried("KeyError"), tried("KeyError", "h(x, 1)"), []), (function("g(x)"), function("h(x)"), []),
            (function("pass"), tried("s.KeyError"), []), (function("pass"), tried("Lost"), []), (function("pass"), tried("UnicodeDecodeError"), []),
            (function("pass"), tried("KeyboardInterrupt"), []), (function("pass"), tried("(a.B, C)"), []), (None, None, []),
            (function("pass"), function("try:", "    g(x)", "except:", "    pass"), []), (function("pass"), function("try:", "    g(x)", "finally:", "    h(x)"), []),
            # what is done behind the call, and where it was caught, is not caught
            (tried("KeyError"), function("try:", "    g(x)", "except KeyError:", "    h(x)", "else:", "    x()", "finally:", "    x()"), []),
            # of a class nobody knows which function it is
            (gen_text.parse("class A:\n    def f(self):\n        try:\n            g()\n        except KeyError:\n            pass\n").body[0], None, []),
        ):
            self.assertEqual(self.types_of((one, other)), wanted, [node and ast.unparse(node) for node in (one, other)])

    def test_of_several(self):
        """One that a function alone names comes before one of more calls, whichever function is the first."""
        self.assertEqual(self.types_of((tried("KeyError", "x[1]"), tried("KeyError")), (None, tried("OSError"))), ["OSError", "KeyError"])
        self.assertEqual(self.types_of((None, tried("KeyError")), (None, tried("KeyError"))), ["KeyError"])
        self.assertEqual(self.types_of(), [])

    def test_most(self):
        for caught, wanted in (([], 0), (["KeyError"], gen_caught.MOST), (["KeyError", "OSError"], 2 * gen_caught.MOST)):
            self.assertEqual(gen_caught.most(types.SimpleNamespace(caught=caught)), wanted)


class Made(unittest.TestCase):
    def test_what_fails(self):
        press = 'print(menu.press("2"))\nprint(1)\n'
        for text, wanted in (
            # a function that a decorator registers; the other one is not called
            ('@menu.on("1")\ndef hours(m):\n    return 1\n@menu.on("2")\ndef loans(m):\n    x = 1\n    return x\n' + press,
             '@menu.on("1")\ndef hours(m):\n    return 1\n@menu.on("2")\ndef loans(m):\n    ' + LOST + press),
            # behind what it says of itself
            ('def loans(m):\n    """Of\n    books."""\n    return 1\nmenu.on("2", loans)\n' + press, 'def loans(m):\n    """Of\n    books."""\n    ' + LOST + 'menu.on("2", loans)\n' + press),
            ('def loans(m):\n    """Of books."""\nmenu.on("2", loans)\n' + press, "def loans(m):\n    " + LOST + 'menu.on("2", loans)\n' + press),
            # all in one line, and with a tab
            ('def loans(m): x = 1; return x\nmenu.on("2", loans)\n' + press, "def loans(m): " + LOST + 'menu.on("2", loans)\n' + press),
            ('def loans(m):\n\tif m:\n\t\treturn 1\n\treturn 2\nmenu.on("2", loans)\n' + press, "def loans(m):\n\t" + LOST + 'menu.on("2", loans)\n' + press),
            # a method of an object that is passed, and what its class has besides
            ('class Loans:\n    def __init__(self):\n        self.n = 1\n    def __call__(self, m):\n        return self.n\nmenu.on("2", Loans())\n' + press,
             'class Loans:\n    def __init__(self):\n        self.n = 1\n    def __call__(self, m):\n        ' + LOST + 'menu.on("2", Loans())\n' + press),
            # the function that makes all of it is the program's
            ('def built():\n    @menu.on("2")\n    def loans(m):\n        return 1\n    return menu\nprint(built().press("2"))\n',
             'def built():\n    @menu.on("2")\n    def loans(m):\n        ' + LOST + '    return menu\nprint(built().press("2"))\n'),
            # one that yields is a generator still
            ('def loans(m):\n    yield 1\nmenu.on("2", loans)\nprint(menu.through("2"))\n', "def loans(m):\n    " + LOST + '    yield 1\nmenu.on("2", loans)\nprint(menu.through("2"))\n'),
            ('def loans(m): yield 1\nmenu.on("2", loans)\nprint(menu.through("2"))\n', 'def loans(m): raise KeyError("own"); yield 1\nmenu.on("2", loans)\nprint(menu.through("2"))\n'),
            ('def loans(m):\n    yield from "ab"\nmenu.on("2", loans)\nprint(menu.through("2"))\n', "def loans(m):\n    " + LOST + '    yield from "ab"\nmenu.on("2", loans)\nprint(menu.through("2"))\n'),
            # a coroutine
            ('import asyncio\nasync def loans(m):\n    return 1\nmenu.on("2", loans)\nprint(asyncio.run(menu.press("2")))\n',
             "import asyncio\nasync def loans(m):\n    " + LOST + 'menu.on("2", loans)\nprint(asyncio.run(menu.press("2")))\n'),
            # a lambda: one with a name, above its statement
            ('menu.on("2", lambda m, n={"a": 1}, o=(): m if o else n)\n' + press, 'def failing(m, n={"a": 1}, o=()):\n    ' + LOST + 'menu.on("2", failing)\n' + press),
            ('menu.on("2", lambda *a: (print(a)))\n' + press, "def failing(*a):\n    " + LOST + 'menu.on("2", failing)\n' + press),
            ('menu.on(\n    "2", (lambda m:\n    {"a": 1}["a"]))\n' + press, "def failing(m):\n    " + LOST + 'menu.on(\n    "2", (failing))\n' + press),
            ('for n in "2":\n\tmenu.on(n, lambda m: n)\n' + press, 'for n in "2":\n\tdef failing(m):\n\t    ' + LOST + "\tmenu.on(n, failing)\n" + press),
            ('for n in "2":\n  menu.on(n, lambda m: n)\n' + press, 'for n in "2":\n  def failing(m):\n      ' + LOST + "  menu.on(n, failing)\n" + press),
            ('if not menu:\n    pass\nelif menu.on("2", lambda m: 1):\n    pass\n' + press, None),
            ('if menu:\n    menu.on("2", lambda m: 1)\n' + press, "if menu:\n    def failing(m):\n        " + LOST + '    menu.on("2", failing)\n' + press),
            ('def add(): menu.on("2", lambda m: 1)\nadd()\n' + press, "def failing(m):\n    " + LOST + 'def add(): menu.on("2", failing)\nadd()\n' + press),
            ('print(1); menu.on("2", lambda m: 1)\n' + press, None),
            ('failing = 1\nmenu.on("2", lambda m: 1)\n' + press, None),
            ('print(f"""{menu.on("2", lambda m: 1)}""")\n' + press, None),
            # nobody calls it, or the program itself
            ("def loans(m):\n    return 1\nprint(loans(menu))\n", None), ('menu.on("2", lambda m: 1)\nprint(menu.show())\n', None), ("print(menu.show())\n", None),
        ):
            self.assertEqual([one[len(HEAD):] for one in made(HEAD + text)], [wanted] if wanted else [], text)

    def test_one_at_a_time(self):
        """Each type, and each function in the order in which they are called."""
        text = HEAD + 'menu.on("1", lambda m: 1)\nmenu.on("2", lambda m: m.press("1"))\nmenu.on("3", lambda m: 3)\nprint(menu.press("2"))\n'
        fails = lambda key, kind: 'def failing(m):\n    raise %s("own")\nmenu.on("%s", failing)\n' % (kind, key)
        found = made(text, "KeyError", "OSError")
        self.assertEqual([[k for k in ("KeyError", "OSError") for key in "123" if fails(key, k) in one] for one in found], [["KeyError"], ["KeyError"], ["OSError"], ["OSError"]])
        self.assertEqual([[key for key in "123" if "menu.on(\"%s\", failing)" % key in one] for one in found], [["2"], ["1"], ["2"], ["1"]])

    def test_bounded(self):
        text = HEAD + "".join('menu.on("%d", lambda m: 1)\n' % n for n in range(30)) + "".join('print(menu.press("%d"))\n' % n for n in range(30))
        self.assertEqual(len(made(text)), gen_caught.FAILING_MAX)
        text = HEAD + "".join('menu.on("%d", lambda m: 1)\n' % n for n in range(30)) + 'print(menu.press("%d"))\n'
        for at, wanted in ((gen_caught.READ_MAX - 1, 1), (gen_caught.READ_MAX, 0)):
            self.assertEqual(len(made(text % at)), wanted, at)

    def test_the_trial(self):
        """None where there is nothing to ask, one otherwise; what the program says itself counts for nothing."""
        asked = []
        made(HEAD + "print(menu.show())\n", trial=lambda text: asked.append(text) or "")
        self.assertEqual(asked, [])
        text = HEAD + 'menu.on("2", lambda m: 1)\n'
        for said, wanted in (("called 0\n", 1), ("1\ncalled 0\ncalled 0\n", 1), ("", 0), ("called 1\n", 0), ("not called 0\n", 0), ("called 0 times\n", 0)):
            self.assertEqual(len(made(text, "KeyError", trial=lambda text, said=said: asked.append(text) or said)), wanted, said)
        self.assertEqual(len(asked), 6)


class Whole(unittest.TestCase):
    def asked(self, other):
        project = Project({"s.py": MENU, "tests/test_s.py": MENU_TEST})
        self.addCleanup(project.folder.cleanup)
        line = next(i for i, row in enumerate(MENU.split("\n"), 1) if "raise LookupError" in row)
        target = {"module": "s", "qualname": "Menu.press", "file": "s.py", "lines": [line], "other": other}
        answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [target]}, Session(MENU))
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")], answer["stats"])
        return [(c["source"], c["legality"]) for c in answer["candidates"] if "own" in c["source"]]

    def test_searches(self):
        found = self.asked(OTHER)
        self.assertTrue([text for text, legality in found if "def loans(menu):\n        " + LOST in text and '.press("2")' in text and legality == "plausible"], found)
        self.assertFalse([text for text, _ in found if "def hours(menu):\n        " + LOST in text and text.endswith('.press("2"))\n')])
        mine = "def " + MENU.split("    def ")[4].replace("\n    ", "\n")
        self.assertTrue(mine.startswith("def press(self"))
        self.assertEqual(self.asked(mine.replace("from None", "from Exception()")), [])

    def test_is_listed(self):
        self.assertIn(gen_caught, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
