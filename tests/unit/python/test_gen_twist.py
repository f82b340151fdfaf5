"""Programs that a twist of a real one gives, and neighbours of texts of several lines. Run by plain unittest."""
import itertools
import os
import random
import sys
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_blocks  # noqa: E402
import gen_inside  # noqa: E402
import gen_mutate  # noqa: E402
import gen_program  # noqa: E402
import gen_text  # noqa: E402
import gen_twist  # noqa: E402
import test_gen_shapes  # noqa: E402

# (words of the change, a program, what a twist of it holds)
TWISTS = (
    ("lru_cache", 'print(f(7, "a"))\n', ["print(f(1, \"a\"))\nprint(f(True, \"a\"))\nprint(f(1.0, \"a\"))\n"]),
    ("_known_cache", 'print(f("a"))\n', ["print(f(1))\nprint(f(True))\nprint(f(1.0))\n", "print(f(1.0))\nprint(f(True))\nprint(f(1))\n"]),
    ("lower", 'x.add("Tea")\nprint(x.find("TEA"))\n', ['x.add("Stra\u00dfe")\nprint(x.find("STRASSE"))\n', 'x.add("caf\u00e9")\nprint(x.find("cafe\u0301"))\n']),
    ("unquote", 'print(f("a=b"))\n', ['print(f("a=b%2Bb"))\n']),
    ("gather", 'import asyncio\n\nasync def own(n):\n    return n\n\nprint(asyncio.run(f([own(4)])))\n',
     ["turns = [2, 4, 6]\n", "    await Turns()\n    return n\n", "f([own(4), own(5)])"]),
    ("", 'put("width", 3)\nprint(ask("width"))\n', ['put("color", 3)\nprint(ask("color"))\n']),
    ("f", 'print(f({"a": {"b": 1}, "c": 2}))\n', ['print(f({"a": {"b": {"b": 1}}, "c": 2}))\n', 'print(f({"a": {"b": {}}, "c": 2}))\n']),
    ("yield", "print([f(x) for x in rows(3)])\n", ["print([f(x) for x in list(rows(3))])\n"]),
    ("getattr", 'print(f("a {b}", {"b": "b", "c": 1}))\n', ['print(f("a {items}", {"b": "items", "c": 1}))\n']),
    ("f", 'rows = [1, [2]]\nprint(f(rows))\n', ["rows = [1, [[2]]]\n"]),
    ("f", 'print(f(Node("a", [Node("b"), Node("c")])))\n', ['f(Node("a", [Node("b", [Node("b"), Node("c")]), Node("c")]))']),
)
# (names on the changed lines, names around, a text, texts that are made of it)
INSIDE = (
    ((), (), "a <b class='x'>c</b>", ["a <b class='x'>c<b class='x'>c</b>c</b>c"]),
    (("br",), ("q",), "<b>c</b>", ["<b>c<b>c</b>c</b>c", "<br>c<br>c</br>c</br>c", "<q><q>c<br>c</q>c</q>c", "<q><br>c</br>c</q>c"]),
    ((), (), "{{#a}}{{b}}{{/a}}", ["{{#a}}{{b}}{{#a}}{{b}}{{/a}}{{b}}{{/a}}{{b}}"]),
    ((), (), "[i]a[/i]", ["[i]a[i]a[/i]a[/i]a"]),
    ((), (), "- a\n- b", ["- a\n  - a\n- a\n- b", "- a\n  - a\n\n- a\n- b"]),
    ((), (), "> a", ["> a\n> > a\n> a"]),
    ((), (), "f(a, [b])", ["f(a, [[b]])", "f(a, [b [b]])"]),
    (("br",), ("q",), "a < b", []),
)
TEXT = '"""\n# rules\na = 1\nb = 2\n"""'


class Twists(unittest.TestCase):
    def made(self, words, text):
        return [made for _, made in gen_twist.Twists(set(words.split()), ["color"], [], {"f"} & set(words.split())).of(text)]

    def test_table(self):
        for words, text, wanted in TWISTS:
            made = self.made(words, text)
            for part in wanted:
                with self.subTest(words=words, text=text):
                    self.assertTrue([t for t in made if part in t], made)
            self.assertFalse([t for t in made if (gen_program.fault(t) or [""])[0] not in ("", "undefined")], made)

    def test_only_where_the_change_says_so(self):
        for words, text, parts in TWISTS[:5] + TWISTS[6:]:
            for part in parts:
                self.assertFalse([t for t in self.made("", text) if part in t], words)

    def test_taken_as_a_whole(self):
        self.assertEqual([t for t in self.made("yield", "for x in rows():\n    print(x)\n") if "list(" in t],
                         ["for x in list(rows()):\n    print(x)\n"])
        for text in ("for x in rows():\n    print(x)\n    break\n", "print([x for x in range(3)])\n", "print([x for x in a])\n",
                     "def one():\n    for x in rows():\n        return x\nprint(one())\n", "for x in rows():\n    raise ValueError(x)\n",
                     "async def two():\n    return [x async for x in rows()]\n"):
            self.assertFalse([t for t in self.made("yield", text) if "list(" in t], text)

    def test_odd_programs(self):
        words = "lru_cache lower unquote gather f"
        for text in ("", "f(", "x = 1\n", "print(f())\n", "print(f([]))\n", "print(f({**x}))\n", 'print(f(f"{x}a" "b"))\n', "async def f(): pass\n",
                     "print(', '.join(f('a')))\n"):
            for made in self.made(words, text):
                compile(made, "", "exec")


class Inside(unittest.TestCase):
    def test_table(self):
        for changed, around, text, wanted in INSIDE:
            with self.subTest(text):
                src = gen_text.source("", "print(f(%s))\n" % gen_mutate.quoted(text))
                made = list(gen_inside.programs(src, changed, around))
                self.assertEqual(made, ["print(f(%s))\n" % gen_mutate.quoted(t) for t in wanted])
                self.assertEqual(list(gen_inside.programs(src, changed, around, {text})), [])

    def test_names_that_the_change_speaks_of_come_first(self):
        src = gen_text.source("", "def f(tag, depth):\n    if tag == 'hr':\n        pass\n    if tag == 'br':\n        return depth.quote\n"
                              "    if tag in ('p q', 'p'):\n        return 1\n    if tag == 'quote':\n        return 2\n")
        target = types.SimpleNamespace(node=types.SimpleNamespace(node=src.tree.body[0]), lines=[5], touched=[])
        self.assertEqual(gen_inside.names(target, ["br", "x y"], {"quote"}), (["br"], ["quote", "br", "p", "hr"]))

    def test_lines(self):
        src = gen_text.source("", "print(f('{{>p}}', {'name': 'Ann'}))\n")
        self.assertEqual(list(gen_inside.lined(src)), [t % rows for t in ["print(f(%s, {'name': %s}))\n"] for rows in (
            ('"  {{>p}}\\n"', '"Ann\\nAnn"'), ("'{{>p}}'", '"Ann\\nAnn"'), ('"  {{>p}}\\n"', "'Ann'"))])

    def test_no_more_are_made_than_are_tried(self):
        text = "".join("print(f('<b>t%d</b>'))\n" % n for n in range(30))
        node = lambda k: gen_text.parse("def f(x):\n    return x in (%s)\n" % ", ".join("'n%da%d'" % (k, n) for n in range(9))).body[0]
        engine = types.SimpleNamespace(changed_words=set, near=([], ["a", "b", "c", "d"]), found=[
            {"origin": "test", "rank": 1, "deep": 1, "source": text.replace("t", "t%d" % n)} for n in range(10)])
        engine.targets = [types.SimpleNamespace(node=types.SimpleNamespace(node=node(k)), lines=[2], touched=[]) for k in range(10)]
        engine.aim = lambda rows, pile, most: taken.extend(itertools.islice(rows, most))
        taken, made, plain = [], [], gen_text.Source.edited
        gen_text.Source.edited = lambda src, changes: made.append(plain(src, changes)) or made[-1]
        try:
            gen_inside.ask(engine, [])
        finally:
            gen_text.Source.edited = plain
        self.assertEqual([len(taken), len(made)], [gen_inside.TRIED_MAX] * 2)

    def test_a_whole_search(self):
        """`<br>` in a quotation of a quotation, which nothing but the changed function knows of."""
        code = ("def render(text):\n    depth = 0\n    out = ''\n    for part in text.replace('<', '\\n<').replace('>', '>\\n').split('\\n'):\n"
                "        tag = part.strip('</>')\n        if part[:1] != '<':\n            out += part\n        elif tag == 'quote':\n"
                "            depth += -1 if part[1] == '/' else 1\n        elif tag == 'br':\n            out += '\\n' + '>' * %s\n    return out\n")
        sides = [code % deep for deep in ("min(depth, 1)", "depth")]
        target = {"module": "s", "qualname": "render", "file": "s.py", "lines": [11], "other": sides[0]}
        made = test_gen_shapes.Shapes().programs("render", sides[1], sides[0],
                                                 "from s import render\n\ndef test_a():\n    assert render('a <b>c</b>') == 'a c'\n", 200, targets=[target])
        self.assertTrue([t for t in made if "<quote><quote>c<br>c</quote>" in t], made)


class Blocks(unittest.TestCase):
    def test_lines(self):
        sure, drawn = gen_blocks.variants(TEXT, random.Random(1))
        self.assertIn('"""\n# rules\na = 1\n    b = 2\n"""', sure)      # further right
        self.assertIn('"""\nb = 2\n# rules\na = 1\n"""', sure)      # before all others
        self.assertIn('"""\n# rules\na = 1\nb = 2\na = 1\n"""', sure)      # apart, not beside each other
        self.assertIn('"""\n# rules\na = 1=more\nb = 2\n"""', sure)
        self.assertTrue(drawn)
        sure = gen_blocks.variants('"""\n[a]\nb = 1\nc = 2\n"""', random.Random(1))[0]      # what most lines have comes first
        self.assertEqual([t for t in sure if "more" in t][0], '"""\n[a]\nb = 1=more\nc = 2\n"""')
        for raw in ('"""a"""', '"""\n"""', "'''\n\n\n'''", '"""\na\n"""'):
            for text in gen_blocks.variants(raw, random.Random(1))[0]:
                compile(text, "", "eval")

    def test_what_is_left_alone(self):
        for raw in ('"a"', '"""' + "a\n" * 300 + '"""', '"""\n\\x41\n"""'):
            self.assertFalse(gen_blocks.is_block(raw))


if __name__ == "__main__":
    unittest.main()
