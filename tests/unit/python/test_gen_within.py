"""gen_within.py: a call within a block that the project has for it."""
import types
import unittest

from test_gen_alike import found

import gen_text
import gen_within

PASSES = '''
import contextlib
import contextvars
from concurrent.futures import ThreadPoolExecutor

LANGUAGE = contextvars.ContextVar("language", default="en")


@contextlib.contextmanager
def speaking(language):
    token = LANGUAGE.set(language)
    try:
        yield
    finally:
        LANGUAGE.reset(token)


def render(name):
    return LANGUAGE.get() + " " + name


def render_all(names):
    with ThreadPoolExecutor(2) as executor:
        return list(executor.map(render, names))
'''
PASSES_TEST = "import unittest\nfrom s import render, render_all, speaking\n\n\nclass T(unittest.TestCase):\n    def test_one(self):\n        with speaking('fr'):\n" \
    "            self.assertEqual(render('a'), 'fr a')\n\n    def test_all(self):\n        self.assertEqual(render_all(['a', 'b']), ['en a', 'en b'])\n"
BLOCK = 'speaking("fr")'
HEAD = "from s import f\n\n"


def made(text, blocks=(BLOCK,), needed="from s import speaking", head=HEAD, changed=("f",)):
    change = types.SimpleNamespace(blocks=(list(blocks), set(changed)), import_of=lambda name: needed if name == "speaking" else "")
    out = list(gen_within.programs(gen_text.source("", head + text), change))
    for one in out:
        compile(one, "<made>", "exec")
    return out


def given(*sources, other="", text="def f():\n    yield 1\n", modules=("s",)):
    src = gen_text.source("s.py", text)
    target = types.SimpleNamespace(node=types.SimpleNamespace(node=src.tree.body[0]), info=types.SimpleNamespace(src=src), other=other, qualname="A.f")
    return gen_within.of_project(types.SimpleNamespace(targets=[target], found=[{"source": one} for one in sources], index=types.SimpleNamespace(modules=dict.fromkeys(modules))))


class Within(unittest.TestCase):
    def test_found(self):
        self.assertIn("with speaking('fr'):\n    print(render_all(['a', 'b']))", found(PASSES, PASSES_TEST, "render_all", [23, 24, 25]))

    def test_asked_for(self):
        self.assertEqual([gen_within.most(types.SimpleNamespace(blocks=blocks)) for blocks in (None, ([BLOCK], {"f"}))], [0, gen_within.MOST])
        program = "from s import speaking\nwith speaking('fr'):\n    pass\n"
        for text, wanted in (("def f():\n    yield 1\n", True), ("def f():\n    return list(map(a, b))\n", True), ("@lru_cache\ndef f():\n    return 1\n", True), ("def f():\n    return 1\n", False)):
            self.assertEqual(given(program, text=text), (["speaking('fr')"], {"f"}) if wanted else None, text)
        self.assertEqual(given(program, text="def f():\n    return 1\n", other="def f():\n    yield 1\n"), (["speaking('fr')"], {"f"}))

    def test_blocks_of_programs(self):
        for program in ("from t import speaking\nwith speaking('fr'):\n    pass\n", "from s import a\nwith open('b'):\n    pass\n", "from s import speaking\nn = 1\nwith speaking(n):\n    pass\n",
                        "from s import speaking\nwith speaking:\n    pass\n", "from s import speaking\nspeaking('fr')\n", "with"):
            self.assertIsNone(given(program), program)
        row = "from s.a import one\nwith one(), one(2, k='b') as x:\n    pass\n"
        self.assertEqual(given(row, row)[0], ["one()", "one(2, k='b')"])
        self.assertEqual(len(given(*("from s import one\nwith one(%d):\n    pass\n" % n for n in range(9)))[0]), gen_within.BLOCKS_MAX)

    def test_made(self):
        before, behind = "a = 1\n", "print(a)\n"
        self.assertEqual(made(before + "b = f(a)\n" + behind), ["from s import speaking\n" + HEAD + before + text for text in (
            "with speaking(\"fr\"):\n    b = f(a)\nprint(a)\n", "with speaking(\"fr\"):\n    b = f(a)\n    print(a)\n")])
        self.assertEqual(made("print(f(1))\n"), ["from s import speaking\n" + HEAD + "with speaking(\"fr\"):\n    print(f(1))\n"])
        self.assertEqual(made("print(f(1))\n", head="from s import speaking\n"), ["from s import speaking\nwith speaking(\"fr\"):\n    print(f(1))\n"])
        self.assertEqual(len(made("print(f(1))\n", (BLOCK, 'speaking("de")'))), 2)
        self.assertEqual(made("print(x.f(1))\n"), ["from s import speaking\n" + HEAD + "with speaking(\"fr\"):\n    print(x.f(1))\n"])
        self.assertEqual(made("for a in b:\n    f(a)\n"), ["from s import speaking\n" + HEAD + "with speaking(\"fr\"):\n    for a in b:\n        f(a)\n"])

    def test_not_made(self):
        for text in ("print(g(1))\n", "print(f)\n", "with x:\n    f(1)\n", "print(f('''a\nb'''))\n", "a = 1; f(a)\n", "def g():\n    f(1)\n", "from __future__ import annotations\nprint(f(1))\n"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(made("print(f(1))\n", needed=""), [])
        self.assertEqual(made("print(f(1))\n", ()), [])


if __name__ == "__main__":
    unittest.main()
