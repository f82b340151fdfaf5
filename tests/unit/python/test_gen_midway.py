"""gen_midway.py: an object is changed in the middle of what goes through it."""
import types
import unittest

from test_gen_alike import found

import gen_midway
import gen_text

BOOK = '''
class Book:
    def __init__(self):
        self.rows = {}

    def add(self, name, size):
        self.rows[name] = size
        return len(self.rows)

    def pending(self):
        for size in self.rows.values():
            yield size

    def sizes(self):
        return list(self.pending())
'''
BOOK_TEST = "import unittest\nfrom s import Book\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        book = Book()\n        book.add('ivy', 4)\n" \
    "        book.add('moss', 3)\n        self.assertEqual([n + 1 for n in book.pending()], [5, 4])\n"
HEAD = "book = Book()\n"
GONE = "midway = iter(book.pending())\nprint(next(midway, None))\n%s\nprint([next(midway, None) for _ in range(3)])\n"


def programs(text, names=("pending",)):
    return list(gen_midway.programs(gen_text.source("", text), types.SimpleNamespace(generators=set(names))))


class Generated(unittest.TestCase):
    def test_found(self):
        sources = found(BOOK, BOOK_TEST, "Book.pending", [13])
        self.assertIn("midway = iter(book.pending())\nprint(next(midway, None))\nbook.add('moss', 3)\nprint([next(midway, None)", sources)

    def test_only_of_generators(self):
        self.assertNotIn("midway", found(BOOK, BOOK_TEST, "Book.sizes", [17]))


class Programs(unittest.TestCase):
    def test_steps(self):
        step, other = "book.add('ivy', 4)", "book.add('moss', 3)"
        asked = "print(list(book.pending()))\n"
        for text, wanted in (
                (HEAD + step + "\n" + asked, [HEAD + GONE % step, HEAD + step + "\n" + GONE % step]),
                (HEAD + "n = " + step + "\n" + asked, [HEAD + GONE % step, HEAD + "n = " + step + "\n" + GONE % step]),
                (HEAD + asked + step + "\n", [HEAD + GONE % step]),
                (HEAD + step + "\nprint(book.rows)\n" + asked, [HEAD + GONE % step, HEAD + step + "\n" + GONE % step]),
                (HEAD + "for n in book.pending():\n    print(n)\n" + step + "\n", [HEAD + GONE % step]),
                (HEAD + "n = " + step + "\nbook.sizes(n)\n" + asked, [HEAD + "n = " + step + "\nbook.sizes(n)\n" + GONE % step,
                                                                    HEAD + "n = " + step + "\n" + GONE % "book.sizes(n)", HEAD + "n = " + step + "\nbook.sizes(n)\n" + GONE % "book.sizes(n)"]),
                (HEAD + asked, []),                                     # nothing to do
                (HEAD + step + "\nprint(book.sizes())\n", []),           # something else goes through it
                (step + "\n" + asked, []),                              # nobody knows what it is
                (HEAD + step + "\nprint(Book().pending())\n", []),       # it has no name
                (HEAD + step + "\ndef f():\n    return book.pending()\n", []),
                (HEAD + step + "\nmidway = 1\n" + asked, []),
                (HEAD + "shelf.put(1)\nprint(book)\n" + asked, []),      # a step of another
                (HEAD + asked + "k = 2\nbook.add('ivy', k)\n", []),      # of what comes later
                (HEAD + step + "\nk = 2\nprint(book.pending(k), k)\n", [HEAD + "k = 2\n" + (GONE % step).replace("pending()", "pending(k)"),
                                                                       HEAD + step + "\nk = 2\n" + (GONE % step).replace("pending()", "pending(k)")])):
            with self.subTest(text):
                self.assertEqual(programs(text), wanted)
        self.assertEqual(len(programs(HEAD + "\n".join(["book.add(%d, 1)" % n for n in range(5)]) + "\n" + other + "\n" + asked)), 2 * gen_midway.STEPS_MAX)

    def test_how_many(self):
        self.assertEqual([gen_midway.most(types.SimpleNamespace(generators=names)) for names in ({"f"}, set())], [gen_midway.MOST, 0])


if __name__ == "__main__":
    unittest.main()
