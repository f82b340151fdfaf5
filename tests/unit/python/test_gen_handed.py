"""gen_handed.py: what became of what a program made and handed over."""
import types
import unittest

import gen_handed
import gen_text


def made(text):
    return list(gen_handed.programs(gen_text.source("", text), None))


class Made(unittest.TestCase):
    def test_one_more_line_for_each(self):
        text = "a, b = A(), [1]\nc = C(a)\nprint(c.run([b]))\n"
        self.assertEqual(made(text), [text + "print(%s)\n" % name for name in "abc"])

    def test_not_what_is_shown_already_or_no_object(self):
        self.assertEqual(made("a = A()\nrun(a)\nprint(a)\n"), [])
        self.assertEqual(made('a = "x"\nb = 1\nprint(run(a, n=b))\n'), [])
        self.assertEqual(made("a = A()\nb = B()\nprint(run(b))\n"), ["a = A()\nb = B()\nprint(run(b))\nprint(b)\n"])
        self.assertEqual(made("a = A()\nrun(a)\ndel a\n"), [])
        self.assertEqual(made("def f():\n    a = A()\n    run(a)\n\n\nf()\n"), [])

    def test_by_its_keyword(self):
        self.assertEqual(made("a = {}\nrun(to=a)\n"), ["a = {}\nrun(to=a)\nprint(a)\n"])

    def test_bounded(self):
        text = "".join("a%d = A()\n" % n for n in range(9)) + "run(%s)\n" % ", ".join("a%d" % n for n in range(9))
        self.assertEqual(len(made(text)), gen_handed.NAMES_MAX)


class Asked(unittest.TestCase):
    def test_where_the_change_leaves_something(self):
        for text in ("rows.pop()", "del rows[0]", "self.n += 1", "rows[0] = 1", "any(c.send() for c in x)", "    break\n"):
            self.assertTrue(gen_handed.most(types.SimpleNamespace(text=text)), text)
        for text in ("return rows[0] == 1", "x = 1", "self.n == 1", "company(1)"):
            self.assertFalse(gen_handed.most(types.SimpleNamespace(text=text)), text)
