"""gen_asked.py: what builds on something is asked before that is changed and after."""
import types
import unittest

from test_gen_alike import found

import gen_asked
import gen_early
import gen_program
import gen_text

BOOK = '''
class Book:
    def __init__(self):
        self.rows = {}
        self._made = {}

    def add(self, name, size, base=None):
        self.rows[name] = (size, base)
        self._made.pop(name, None)

    def size(self, name):
        if name not in self._made:
            size, base = self.rows[name]
            self._made[name] = size + (self.size(base) if base else 0)
        return self._made[name]
'''
BOOK_TEST = "import unittest\nfrom s import Book\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        book = Book()\n        book.add('ivy', 4)\n" \
    "        book.add('moss', 3, 'ivy')\n        book.add('ivy', 5)\n        self.assertEqual(book.size('ivy'), 5)\n"
HEAD = "from s import A\n\na = A()\na.put('moss', 'ivy')\n"
STEP = "a.put({'c': 1}, 'ivy', f'{1} cm')\n"


def made(text, head=HEAD):
    return everything(text, head)[0]


def steps(text, head=HEAD):
    """The programs in which the last step is about another text."""
    return everything(text, head)[1]


def everything(text, head):
    src = gen_text.source("", head + text)
    out = list(gen_asked.programs(gen_text.source("", head + text), None))
    for one in out:
        assert gen_program.fault(one) is None, one
    asked = [(step, src.text(question)) for question, rows in gen_early.asked_after(src) for step in rows[-1:]]
    about = [one for one in out if any("print(%s)\n" % said in one and src.text(step) + "\n" not in one for step, said in asked)]
    return [one for one in out if one not in about], about


class Asked(unittest.TestCase):
    def test_found(self):
        asked = "print(book.size(\"moss\"))\n"
        self.assertIn(asked + "book.add('ivy', 5)\n" + asked, found(BOOK, BOOK_TEST, "Book.size", [13, 14, 15, 16]))

    def test_asked_for(self):
        for text, wanted in (("def f(self):\n    self.a[k] = 1\n    return 1", gen_asked.MOST), ("def f(self):\n    return self.a", 0)):
            self.assertEqual(gen_asked.most(types.SimpleNamespace(text="", trees=[gen_text.parse(text)])), wanted)

    def test_of_others(self):
        for asked, others in (
            ("print(a.all('ivy'))\n", ["print(a.all(\"moss\"))\n", "print(a.all(\"c\"))\n"]),
            ("print(a.all('ivy')['b'])\n", ["print(a.all(\"moss\")['b'])\n", "print(a.all(\"c\")['b'])\n", "print(a.all(\"b\")['b'])\n"]),
            ("print(a.all('ivy') + a.all('ivy'))\n", ["print(a.all(\"moss\") + a.all(\"moss\"))\n", "print(a.all(\"c\") + a.all(\"c\"))\n"]),
            ("print(a.all('ivy') + a.all('moss'))\n", ["print(a.all(\"moss\") + a.all('moss'))\n", "print(a.all(\"c\") + a.all('moss'))\n"]),
            ("print(a.all(1) + a.all('ivy'))\n", []), ("print(a.all())\n", []), ("print(a.all(1))\n", []), ("print(a.all(b'ivy'))\n", []), ("print(f\"{a.all('ivy')}\")\n", []),
        ):
            self.assertEqual(made(STEP + asked), [HEAD + one + STEP + one for one in others], asked)

    def test_what_is_given_so_comes_first(self):
        head = "from s import A\n\na = A()\na.n = 'c'\na.put('moss', 'ivy')\n"
        self.assertEqual([one.split('"')[1] for one in made("print(a.all('ivy'))\n", head)], ["moss", "c"])

    def test_nothing_to_ask(self):
        self.assertEqual(made("print(a.all('ivy', 'b'))\n", "from s import A\n\na = A()\n"), [])
        many = "".join("a.put('n%d')\n" % n for n in range(9)) + "print(a.all('ivy'))\n"
        self.assertEqual(len(made(many)), gen_asked.OTHERS_MAX)

    def test_steps_of_others(self):
        text = "book.add('ivy', 4)\nbook.add('moss', 3, 'fern')\nbook.add('fern', 2)\nbook.set('ivy', 5)\nprint(book.size('moss'))\n"
        head = "from s import Book\n\nbook = Book()\n"
        asked = "print(book.size('moss'))\n"
        before = head + text[:text.index("book.set")]
        self.assertEqual(steps(text, head), [before + asked + "book.set(\"%s\", 5)\n" % other + asked for other in ("moss", "fern")])
        # those that stand beside it come first
        text = text.replace("book.add('moss', 3, 'fern')\nbook.add('fern', 2)", "book.add('fern', 2)\nbook.add('sage', 2)\nbook.add('moss', 3, 'sage')")
        self.assertEqual([one.split('set("')[1].split('"')[0] for one in steps(text, head)], ["sage", "moss", "fern"])
        for text in ("a.put(1)\nprint(a.all('ivy'))\n", "a.n = 'ivy'\nprint(a.all('ivy'))\n", "a.put()\nprint(a.all('ivy'))\n"):
            self.assertEqual(steps(text), [], text)

    def test_of_what_has_a_name(self):
        asked = "given = a.all('ivy')\nprint(given)\n"
        self.assertIn(HEAD + "print(a.all(\"moss\"))\n" + STEP + asked.replace("'ivy'", '"moss"'), made(STEP + asked))


if __name__ == "__main__":
    unittest.main()
