"""gen_heirs.py: heirs whose override is lost, in the place of what a program makes."""
import types
import unittest

from test_gen_engine import Project, generate
from test_gen_shapes import Session

import gen_heirs
import gen_index
import gen_near
import gen_program
import gen_text

CODE = '''class Renderer:
    def place(self, row):
        return "%s:%d" % row.at

    def level(self, row):
        return 1


class Text(Renderer):
    def cell(self, row):
        return self.place(row)


class Row:
    def __init__(self, token):
        self.at = token.at


class Token:
    def __init__(self, stamp, line):
        assert stamp * 2 == line
        self.at = "a", line
'''
BEFORE, AFTER = "def cell(self, row):\n        return self.place(row)\n", 'def cell(self, row):\n        return "%s:%d" % row.at\n'
NOW = CODE.replace(BEFORE, AFTER)
TEST = '''from s import Row, Text, Token


def test_cell():
    row = Row(Token(7, 14))
    assert Text().cell(row) == "a:14"
'''
A = "class A:\n    def hook(self):\n        return 1\n\n    def show(self):\n        return self.hook()\n"
SHOW = "def show(self):\n        return 1\n"
HEIR = "class B(A):\n    pass\n"
PAGE = "# s\n\nOverride `show` of `A`, or Abc.\n"
HEAD = "from s import A\n"
NAMES = {"page": "README.md", "test": "tests/test_s.py"}


def change_of(*names, module="s", cls="A", is_known=True):
    made = gen_index.Class(types.SimpleNamespace(name="s"), cls, gen_text.parse("class %s:\n    pass\n" % cls).body[0])
    heirs = {gen_heirs.Override(made, name, form, is_known): 0 for name in names or ("hook",) for form in (gen_heirs.SAYS, gen_heirs.GIVES)}
    return types.SimpleNamespace(heirs=heirs, origin_of=lambda where, name: (module, name) if where == "s" else None)


def made(text, change=None):
    found = list(gen_heirs.programs(gen_text.source("", text), change or change_of()))
    for one in found:
        assert gen_program.fault(one) is None, one
    return found


class Asked(unittest.TestCase):
    def asks(self, code, qualname="A.show", other=SHOW, old=True, **files):
        """{class: {method: is it known?}} of the overrides of a change; `files`: others of the project, by name."""
        project = Project({"s.py": code, **{NAMES[name]: text for name, text in files.items()}})
        self.addCleanup(project.folder.cleanup)
        row = {"module": "s", "qualname": qualname, "file": "s.py", "lines": [1], "other": other}
        engine = generate.Engine({"root": project.root, "targets": [row], "own_first": old})
        engine.prepare()
        out = {}
        for one in gen_heirs.of_change(engine):
            out.setdefault(one.cls.name, {})[one.name] = one.is_known
        return out

    def test_what_is_lost(self):
        for old, new, wanted in (
            ("self.hook()", "1", True), ("1", "self.hook()", False), ("self.hook()", "self.hook()", False), ("[self.hook() for x in y]", "1", True),
            ("self.hook()", "row.hook()", True), ("self.hook()", "hook(1)", True),      # of something else
            ("self.hook()", "map(self.hook, x)", False),                                # handed on
            ("map(self.hook, x)", "1", False), ("row.hook()", "1", False), ("self.hook", "1", False), ("self.other()", "1", False),
            ("self.row.hook()", "1", False), ("cls.hook()", "1", True), ("self.hook()", "cls.hook()", False),
        ):
            code, other = A.replace("return self.hook()", "return " + old), SHOW.replace("return 1", "return " + new)
            self.assertEqual(self.asks(code + HEIR, "A.show", other), {"A": {"hook": False}, "B": {"hook": False}} if wanted else {}, (old, new))
            code, other = A.replace("return self.hook()", "return " + new), SHOW.replace("return 1", "return " + old)
            self.assertEqual(bool(self.asks(code + HEIR, "A.show", other, False)), wanted, (old, new))

    def test_what_is_asked_for_less_often(self):
        for old, new, wanted in (
            ("[self.hook() for x in self.rows]", "[self.hook() for x in self.rows[1:]]", True), ("[self.hook() for x in y]", "[self.hook() for z in y]", False),
            ("[self.hook() for x in y]", "[self.hook() for x in y if x]", True), ("self.hook()", "self.hook() if x else 1", True),
            ("self.hook() if x else 1", "self.hook() if x else 2", False), ("self.hook()", "1 if x else self.hook()", True),
            ("self.hook() if x else 1", "self.hook() if y else 1", True), ("self.hook() if x else 1", "1 if x else self.hook()", True),
            ("self.hook()", "x or self.hook()", True), ("self.hook() or x", "self.hook() or y", False), ("x and self.hook()", "x or self.hook()", True), ("self.hook(1)", "self.hook(2)", False),
            ("self.hook() + [1 for x in y]", "self.hook() + [1 for x in z]", False),
        ):
            code, other = A.replace("return self.hook()", "return " + old), SHOW.replace("return 1", "return " + new)
            own = HEIR.replace("pass", "def hook(self):\n        return 2")
            self.assertEqual(self.asks(code + own, "A.show", other), {"A": {"hook": True}, "B": {"hook": True}} if wanted else {}, (old, new))
            self.assertEqual(self.asks(code + HEIR, "A.show", other), {}, (old, new))       # nobody overrides it
        for old, new, wanted in (("for x in y:", "for x in z:", True), ("while x:", "while y:", True), ("if x:", "if y:", True), ("with x:", "with y:", False), ("if x:", "if x:", False)):
            code, other = (text.replace("return 1", head + "\n            self.hook()") for text, head in ((A[:A.index("def show")] + SHOW, old), (SHOW, new)))
            self.assertEqual(bool(self.asks(code + own, "A.show", other)), wanted, (old, new))

        code = A.replace("def show", "def other(self):\n        return 1\n\n    def show").replace("return self.hook()", "self.hook()\n        self.other()")
        two = "def %s(self):\n        return 2\n"
        found = self.asks(code + HEIR.replace("pass\n", two % "hook" + "\n    " + two % "other"), "A.show", SHOW.replace("return 1", "for x in y:\n            self.other()"))
        self.assertEqual(found["A"], {"hook": True, "other": True})     # what is lost, and what is asked for elsewhere

    def test_which_methods(self):
        for head, wanted in (("def hook(self):", True), ("async def hook(self):", False), ("@staticmethod\n    def hook():", False), ("@property\n    def hook(self):", False), ("def other(self):", False)):
            self.assertEqual(bool(self.asks(A.replace("def hook(self):", head) + HEIR)), wanted, head)
        for name in ("_hook", "__hook__"):
            self.assertEqual(self.asks(A.replace("hook", name) + HEIR), {}, name)
        three = A.replace("return self.hook()", "self.a(); self.b(); self.c()") + "".join("\n    def %s(self):\n        pass\n" % name for name in "abc")
        self.assertEqual(list(self.asks(three + HEIR)["A"]), ["a", "b"])

    def test_whose_methods(self):
        for code, qualname, wanted in (
            (A.replace("class A:\n", "class P:\n").replace("    def show", "\nclass A(P):\n    def show") + HEIR, "A.show", ["A", "B"]),     # the hook is one of what it inherits from
            (A + HEIR + "class C(B):\n    pass\n", "A.show", ["A", "B", "C"]),
            (A + HEIR.replace("pass", "def show(self):\n        return 2"), "A.show", ["A"]),                  # has its own
            (A + HEIR.replace("pass", "def show(self):\n        return super().show()"), "A.show", ["A", "B"]),
            (A.replace("class A:\n    def hook", "def hook").replace("    def show", "def show") + HEIR.replace("(A)", ""), "show", []),    # of no class
            (A.replace("class A:", "def f():") + "\n\n" + A.replace("A:", "C:"), "f.show", []),
            (A.replace("class A:\n", "class P:\n    @property\n    def hook(self):\n        return 1\n\n\nclass A(P):\n") + HEIR, "A.show", ["A", "B"]),
            (A + HEIR, "A", []),     # of the whole class
        ):
            self.assertEqual(list(self.asks(code, qualname)), wanted, code)
        self.assertEqual(self.asks(A + HEIR, "A.show", ""), {})                  # the method is new, or gone
        self.assertEqual(self.asks(A.replace("show", "other") + HEIR), {})
        self.assertEqual(self.asks(A + HEIR, "A.show", "class A:\n    limit = 1\n"), {})

    def test_who_may_inherit(self):
        for code, files, wanted in (
            (A, {}, False), (A + HEIR, {}, True), (A, {"test": "from s import A\n" + HEIR}, True), (A, {"test": "import s\n" + HEIR.replace("(A)", "(s.A)")}, True),
            (A, {"test": "def test():\n    class B(dict, A):\n        pass\n\n    B()\n"}, True), (A, {"test": "class B(AB):\n    pass\n"}, False),
            (A, {"page": "```python\n%s```\n" % HEIR}, True), (A, {"page": "class B(A): A"}, True), (A, {"page": "class B(A): never is\n"}, False),
            (A.replace("class A:\n", 'class A:\n    """For subclasses."""\n'), {}, True), (A.replace("return 1", '"""May be overridden."""'), {}, True),
            (A.replace("return 1", '"""Over it."""'), {}, False),
            (A.replace("A:", "Abc:"), {"page": PAGE}, True), (A.replace("A:", "Abc:"), {"page": PAGE.replace("Override", "Print")}, False),
            (A.replace("A:", "Abc:"), {"page": PAGE.replace("Abc", "Abcd")}, False), (A.replace("A:", "Abc:"), {"page": PAGE.replace(", or", "\n\n")}, False),
        ):
            self.assertEqual(bool(self.asks(code, "Abc.show" if "Abc" in code else "A.show", **files)), wanted, (code, files))

    def test_what_heirs_override(self):
        """Where that is known, the rest is how it works."""
        code = A.replace("self.hook()", "self.hook() + self.a()") + "\n    def a(self):\n        return 2\n\n\n"
        every, known = {"hook": False, "a": False}, {"a": True}
        for more, page, test, wanted in (
            (HEIR, "", "", every), (HEIR.replace("pass", "def a(self):\n        return 2"), "", "", known), (HEIR.replace("pass", "def b(self):\n        return self.a()"), "", "", every),
            (HEIR, "```python\nclass C(A):\n    x = 1\n\n    def a(self):\n        return 3\n```\n\n    def hook(self):\n", "", known),
            (HEIR, "", "class C(A):\n    async def a(self):\n        pass\n\n\ndef hook():\n    pass\n", known),
            (HEIR, "", "class C(B):\n    def a(self):\n        pass\n", known),      # of an heir
            (HEIR, "", "class C(A):\n    def b(self):\n        def a():\n            pass\n", every),
            (HEIR, "", "class C(D):\n    def a(self):\n        pass\n", every),
            ("class P:\n    def hook(self):\n        pass\n", "", "class C(A):\n    def a(self):\n        pass\n", known),     # another class has the other
        ):
            got = self.asks(code + more, page=page, test=test)
            self.assertEqual(got["A"], wanted, (more, page, test))
        # what a class has of itself it does not override
        code = code.replace("class A:", "class P:\n    pass\n\n\nclass A(P):")
        self.assertEqual(self.asks(code + HEIR)["A"], every)
        self.assertEqual(self.asks(code.replace("P:\n    pass", "P:\n    def a(self):\n        pass") + HEIR)["A"], known)

    def test_relatives(self):
        """An heir of one that inherits from the same class is one, too."""
        code = A.replace("class A:", "class P:").replace("    def show", "\nclass A(P):\n    def show") + "\n\nclass Q(P):\n    pass\n"
        for test, wanted in (("class C(Q):\n    def hook(self):\n        pass\n", True), ("class C(R):\n    def hook(self):\n        pass\n", False)):
            self.assertEqual(self.asks(code + HEIR, test=test)["A"], {"hook": wanted})

    def test_what_is_likely(self):
        src = gen_text.source("", HEAD + "A()\n")
        for is_known, wanted in ((True, "seen"), (False, "unknown")):
            change = change_of(is_known=is_known)
            self.assertEqual([row["legality"] for row, _ in gen_near.judged(gen_heirs, {"legality": "seen"}, src, gen_heirs.programs(src, change), change)], [wanted] * 2)
        self.assertFalse(gen_heirs.is_likely(src, "A()\n", change_of()))

    def test_only_then(self):
        self.assertGreater(gen_heirs.most(change_of()), 0)
        self.assertEqual(gen_heirs.most(types.SimpleNamespace(heirs={})), 0)


class Made(unittest.TestCase):
    def heir(self, form, name="hook"):
        return "class OwnA(A):\n%s\n\n\n" % form.format(name)

    def test_programs(self):
        says = 'class OwnA(A):\n    def hook(self, *args, **kwargs):\n        print("hook", *args, *kwargs.items())\n        return super().hook(*args, **kwargs)\n\n\n'
        self.assertEqual(self.heir(gen_heirs.SAYS), says)
        for head, body, wanted in (
            (HEAD, "print(A(1).show())\n", "print(OwnA(1).show())\n"),
            (HEAD + "import os\n", "a = A(1)\nprint(A(2), A, os.A(1), A.c(1), isinstance(a, A))\n", "a = OwnA(1)\nprint(OwnA(2), A, os.A(1), A.c(1), isinstance(a, A))\n"),
            ("import os\nfrom s import (\n    B,\n    A,\n)\n", "def made(x):\n    return A(\n        x)\n\n\nprint(made(1))\n", "def made(x):\n    return OwnA(\n        x)\n\n\nprint(made(1))\n"),
            (HEAD, "@repr\nclass C:\n    a = A()\n", "@repr\nclass C:\n    a = OwnA()\n"),
            ("x = 1\n" + HEAD, "print(A())\n", "print(OwnA())\n"),
        ):
            self.assertEqual(made(head + body), [head + self.heir(form) + wanted for form in (gen_heirs.SAYS, gen_heirs.GIVES)], body)

    def test_left_alone(self):
        for text in (
            "from s import B\nA()\n", "A()\n", "import s\ns.A()\n", "from s import A as B\nA()\nB()\n", "from s import B as A\nA()\n", "from s import A as B, C as A\nA()\n", "from t import A\nA()\n",
            HEAD + "A\n", HEAD + "b.A()\n", HEAD + "AB()\n", HEAD + "A = 1\nA()\n", HEAD + "OwnA = 1\nA()\n", HEAD + "# OwnA\nA()\n", "from s import A, OwnA\nA()\n",
            "from s import A; A()\n", HEAD + "import os; A()\n", HEAD, 'from s import A\nprint(f"{A()}")\n',
            "if x:\n    from s import A\nA()\n", "A = 1\nfrom s import A\nA()\n",
        ):
            self.assertEqual(made(text), [], text)
        self.assertEqual(made(HEAD + "A()\n", change_of(module="t")), [])       # another class of that name
        self.assertEqual(made(HEAD + "A()\n", change_of(cls="B")), [])

    def test_another_one_first(self):
        """Of like programs each has another override, what was tried least often first."""
        change, src = change_of("hook", "other"), gen_text.source("", HEAD + "A()\n")
        found = [next(gen_heirs.programs(src, change)).split("A()")[0] for _ in range(5)]
        ways = [HEAD + self.heir(form, name) + "Own" for name in ("hook", "other") for form in (gen_heirs.SAYS, gen_heirs.GIVES)]
        self.assertEqual(found, ways + ways[:1])

    def test_gives_something_else(self):
        """A number, a text and a truth are others; what else there is is handed on."""
        scope = {"A": type("A", (), {"hook": lambda self, given: given})}
        exec(self.heir(gen_heirs.GIVES), scope)  # noqa: S102 - our own text
        rows = ((1, 2), (1.5, 2.5), ("a", "a+"), (True, False), (False, True), (None, None), ([1], [1]), (b"a", b"a"))
        for given, wanted in rows:
            got = scope["OwnA"]().hook(given)
            self.assertEqual((got, type(got)), (wanted, type(wanted)), given)


class Whole(unittest.TestCase):
    def found(self, code, other, old):
        project = Project({"s.py": code, "tests/test_s.py": TEST})
        self.addCleanup(project.folder.cleanup)
        row = {"module": "s", "qualname": "Text.cell", "file": "s.py", "lines": [1], "other": other}
        answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [row], "own_first": old}, Session(code))
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")], answer["stats"])
        return [c["source"] for c in answer["candidates"] if "class OwnText(Text)" in c["source"] and "Token(7, 14)" in c["source"] and c["legality"] == "plausible"]

    def test_searches(self):
        """Made on either side, where a test makes what the method needs."""
        known = CODE + "\n\nclass Link(Text):\n    def place(self, row):\n        return 1\n"
        for code, other, old in ((known, AFTER, True), (known.replace(BEFORE, AFTER), BEFORE, False)):
            found = self.found(code, other, old)
            self.assertEqual(len(found), 2, found)
            said = [sorted(Session(one).run(text)["stdout"].replace("\n", " | ") for text in found) for one in (CODE, NOW)]
            self.assertTrue(said[0][0] == "a:14+" and said[0][1].startswith("place ") and said[0][1].endswith(" | a:14"), said)
            self.assertEqual(said[1], ["a:14"] * 2)
            self.assertEqual(self.found(code, other, not old), [])
        self.assertEqual(self.found(CODE, AFTER, True), [])     # nobody inherits from it

    def test_is_listed(self):
        self.assertIn(gen_heirs, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
