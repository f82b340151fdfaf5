"""gen_asked.py: what builds on something is asked before that is changed and after."""
import types
import unittest

from test_gen_alike import found

import gen_asked
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
    out = list(gen_asked.programs(gen_text.source("", head + text), None))
    for one in out:
        assert gen_program.fault(one) is None, one
    return out


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

    def test_of_what_has_a_name(self):
        asked = "given = a.all('ivy')\nprint(given)\n"
        self.assertIn(HEAD + "print(a.all(\"moss\"))\n" + STEP + asked.replace("'ivy'", '"moss"'), made(STEP + asked))


if __name__ == "__main__":
    unittest.main()
