"""gen_once.py: lists that a program hands to what goes through them again, as iterators."""
import os
import tempfile
import types
import unittest

from test_gen_later import asked

import gen_index
import gen_near
import gen_once
import gen_text

CODE = '''def write(rows, out):
    """%s"""
    check(rows)
    for row in rows:
        out.write(row)


def check(rows):
    for row in rows:
        assert row


def save(rows, out):
    write(rows, out)
'''
OTHER = "def write(rows, out):\n    for row in rows:\n        out.write(row)\n"
TEST = '''import io
import unittest
from s import save, write


def written(rows):
    out = io.StringIO()
    write(rows, out)
    return out.getvalue()


class Tests(unittest.TestCase):
    def test_written(self):
        self.assertEqual(written(["a"]), "a")

    def test_save(self):
        out = io.StringIO()
        save(["b"], out)
        self.assertEqual(out.getvalue(), "b")
'''
TAKEN = {"write": {0: False, "rows": False}}


def made(text, taken=None):
    return gen_once.made(gen_text.source("", text), taken or TAKEN)


class Made(unittest.TestCase):
    def test_what_is_handed_over(self):
        for text, wanted in (
            ('write(["a"], out)\nprint(out)\n', 'write(iter(["a"]), out)\nprint(out)\n'),
            ('write(out=out, rows=("a", "b"))\n', 'write(out=out, rows=iter(("a", "b")))\n'),
            ("write([x for x in y], out)\n", "write(iter([x for x in y]), out)\n"),
            ("write([a] * 3, out)\n", "write(iter([a] * 3), out)\n"),
            ('some = ["a"]\nwrite(some, out)\n', 'some = ["a"]\nwrite(iter(some), out)\n'),
            ("some = [1]\nwrite(some, out)\nprint(some)\n", "some = [1]\nwrite(iter(some), out)\nprint(some)\n"),
            ("def f(x, rows):\n    write(rows, out)\nf(1, [2])\n", "def f(x, rows):\n    write(rows, out)\nf(1, iter([2]))\n"),
        ):
            self.assertEqual(made(text), [wanted], text)

    def test_nothing(self):
        for text in (
            "write(out, [1])\n", "write([], out)\n", 'write("ab", out)\n', "write(some, out)\n", "other([1], out)\n", "write(*a, [1])\n", '"a".write([1])\n',
            "some = [1]\nfor some in [2]:\n    write(some, out)\n",
            "def f(some):\n    write(some, out)\n\n\nsome = [1]\nf(2)\n",
            "some = [1]\nsome = [2]\nwrite(some, out)\n",                        # is set again
            "for some in [[1]]:\n    write(some, out)\n",
            "def f(rows):\n    write(rows, out)\n    print(rows)\nf([2])\n",    # has it twice itself
        ):
            self.assertEqual(made(text), [], text)


class Taken(unittest.TestCase):
    def again(self, *texts):
        return gen_once.again([gen_text.parse("def f(p):\n    %s\n" % text).body[0] for text in texts], "p")

    def test_what_goes_through_it_again(self):
        for texts, wanted in (
            (("for x in p: g(x)", "h(p); [x for x in p]"), True), (("return sum(p)", "return sum(p) / len(p)"), True), (("g(*p); h(p)", "g(*p)"), True),
            (("for x in p: g(x)", "for x in list(p): g(x)"), True), (("yield from p", "g(p)\n    yield from p"), True),
            (("for x in p: g(x)", "for x in p: h(x)"), False), (("g(p); sum(p)", "sum(p); g(p)"), False), (("g(p)", "g(p); h(p)"), False),
            (("g(p); sum(p)",), True), (("sum(p)",), False),
        ):
            self.assertEqual(self.again(*texts), wanted, texts)

    def test_only_then(self):
        self.assertEqual(gen_once.most(types.SimpleNamespace(once={})), 0)
        self.assertGreater(gen_once.most(types.SimpleNamespace(once=TAKEN)), 0)

    def test_what_is_likely(self):
        src, text = gen_text.source("", "write([1], out)\n"), "write(iter([1]), out)\n"
        for said, wanted in ((True, "seen"), (False, "unknown")):
            change = types.SimpleNamespace(once={"write": {0: said}})
            self.assertEqual([row["legality"] for row, _ in gen_near.judged(gen_once, {"legality": "seen"}, src, [text], change)], [wanted])

    def test_what_says_so(self):
        node = gen_text.parse(OTHER).body[0]
        param = types.SimpleNamespace(name="rows", how="plain")
        for texts, program, wanted in (
            ((OTHER,), "", False), ((OTHER.replace("rows,", "rows: Iterable[str],"),), "", True), ((CODE % "Of any iterable of rows.",), "", True),
            ((CODE % "Write any iterable.",), "", False), ((OTHER,), "write((x for x in y), 1)\n", True), ((OTHER,), "write(1, (x for x in y))\n", False),
            ((OTHER,), "write(csv.reader(f), 1)\n", True), ((OTHER,), "write(sorted(f), 1)\n", False),
        ):
            sides = [gen_text.parse(text).body[0] for text in texts] + [node]
            engine = types.SimpleNamespace(root="", docs=[], found=[{"source": program}])
            self.assertEqual(gen_once.is_said(engine, "write", sides, 0, param), wanted, (texts, program))


    def test_what_a_page_says(self):
        param = types.SimpleNamespace(name="rows", how="plain")
        module = gen_index.ModuleInfo("s", gen_text.source("s.py", OTHER + "def _check(rows):\n    return rows\n"))
        other = gen_index.ModuleInfo("t", gen_text.source("t.py", "def load(rows):\n    return rows\n"))
        for page, wanted in (("- `rows` is any iterable of texts.\n", True), ("- `lines` is any iterable of texts.\n", False),
                             ("- `rows` is a list.\n\n`lines` is any iterable.\n", False), ("write() takes any iterable.\n", True)):
            with tempfile.TemporaryDirectory() as root:
                with open(os.path.join(root, "README.md"), "w", encoding="utf-8") as file:
                    file.write(page)
                for modules, said in (([module], wanted), ([module, other], wanted and "write" in page)):
                    engine = types.SimpleNamespace(root=root, docs=["README.md"], found=[], index=types.SimpleNamespace(modules=dict(enumerate(modules))))
                    self.assertEqual(gen_once.is_said(engine, "write", [gen_text.parse(OTHER).body[0]], 0, param), said, page)


class Whole(unittest.TestCase):
    def test_searches(self):
        found = asked(CODE % "Write.", TEST, "write", other=OTHER)
        for ending in ('print(written(iter(["a"])))\n', 'save(iter(["b"]), out)\nprint(out.getvalue())\n'):
            self.assertTrue([t for t in found if t.endswith(ending)], "\n".join(found))
        found = asked(CODE % "Write.", TEST, "write", other=(CODE % "Write all.").split("\n\n\n")[0] + "\n")
        self.assertFalse([t for t in found if "written(iter(" in t])


if __name__ == "__main__":
    unittest.main()
