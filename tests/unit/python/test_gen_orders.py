"""gen_orders.py: items that are equal or nearly so in what they are ranked by, and words that two orders put in other places."""
import types
import unittest

from test_gen_engine import Project
from test_gen_later import asked

import gen_orders
import gen_text
import generate

SHELF = '''def listed(rows):
    return sorted(rows, key=lambda row: row["name"])


def first(titles):
    return min(titles)


def joined(titles):
    return ",".join(titles)
'''
SHELF_TEST = '''import unittest
from s import first, joined, listed


class Tests(unittest.TestCase):
    def test_listed(self):
        self.assertEqual(listed([{"name": "Ann", "age": 30}, {"name": "Bob", "age": 40}]), 1)

    def test_first(self):
        self.assertEqual(first(["vol 3", "vol 4"]), 1)

    def test_joined(self):
        self.assertEqual(joined(["c", "d"]), 1)
'''


class Asked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = asked(SHELF, SHELF_TEST, "listed", lines=[2], other=SHELF.split("\n\n\n")[0].replace("row[\"name\"]", "row[\"name\"].lower()"))

    def test_names_that_two_orders_put_in_other_places(self):
        rows = '{"name": "oz", "age": 30}, {"name": "\u00f6a", "age": 40}, {"name": "b", "age": 31}, {"name": "B", "age": 41}'
        self.assertTrue([t for t in self.found if rows in t], self.found)

    def test_equal_ones_that_differ_elsewhere(self):
        rows = '{"name": "Ann", "age": 30}, {"name": "Bob", "age": 40}, {"name": "Ann", "age": 31}, {"name": "Bob", "age": 41}'
        self.assertTrue([t for t in self.found if rows in t])
        self.assertTrue([t for t in self.found if '{"name": "ANN", "age": 40}' in t])

    def test_the_other_key_too(self):
        self.assertTrue([t for t in self.found if '{"name": "Ann", "age": 10}, {"name": "Bob", "age": 9}' in t])

    def test_early_enough(self):
        self.assertLess(next(i for i, t in enumerate(self.found) if '"\u00f6a"' in t), 60)

    def test_only_of_what_speaks_of_an_order(self):
        self.assertFalse([t for t in asked(SHELF, SHELF_TEST, "joined") if '"oz"' in t])
        self.assertFalse([t for t in asked(SHELF, SHELF_TEST, "listed", session=False) if '"oz"' in t])


BOOKS = '''def by_name(text):
    found = {}
    for line in text.split(";"):
        name, _, rest = line.strip(" [").partition("]")
        found.setdefault(name, rest)
    return found
'''
BOOKS_TEST = '''import unittest
from s import by_name


class Tests(unittest.TestCase):
    def test_by_name(self):
        self.assertEqual(by_name("[oak] 1; [elm] 2"), 1)
'''


class Keyed(unittest.TestCase):
    def test_names_that_stand_twice(self):
        found = asked(BOOKS, BOOKS_TEST, "by_name", lines=[5], other=BOOKS.replace("found.setdefault(name, rest)", "found[name] = rest"))
        self.assertTrue([t for t in found if '"[oak] 1; [oak] 2"' in t], found)
        self.assertTrue([t for t in found if '"[elm] 1; [oak] 2"' in t], found)


class Near(unittest.TestCase):
    def programs(self, text, spoken=(), calls=()):
        return list(gen_orders.programs(gen_text.source("", text), spoken, calls))

    def has(self, text, *wanted, same=True, **more):
        found = self.programs(text, **more)
        for one in wanted:
            self.assertIn((one, same), found)

    def test_kinds_of_lists(self):
        self.has('f(["vol 3", "vol 4"])', 'f(["vol 10", "vol 9", "vol 10", "vol 09", "vol 1"])', 'f(["vol 3", "vol 4", "vol 3", "vol 4", "vol 3"])')
        self.has("f([3, 1])", "f([3, 1, 3, 1, 3])", "f([10, 9, 10, 1, -1])")
        self.has("f([3, 1])", "f([3, 3])")
        self.has("f([3, 1])", 'f(["10", "9", "10", "1"])', "f([1.5, 1.25, 1.5, 1.0])", same=False)
        self.has("f([-1.5, 2.0])", "f([1.5, 1.25, 1.5, 1.0])", "f([10.0, 9.0, 10.0, 1.0, -1.0])")
        self.has('f([("a", 1)])', 'f([("a", 1), ("ab", 2), ("a", 3), ("ab", 4), ("a", 5)])', 'f([("a", 10), ("a1", 9), ("a2", 10), ("a3", 1), ("a4", -1)])')
        self.has('f((("a", 1),))', 'f((("oz", 1), ("\u00f6a", 2), ("b", 3), ("B", 4), ("Z", 5), ("a", 6), ("ac", 7), ("\u00c1b", 8)))')
        self.has("f({1, 2})", "f({10, 9, 10, 1, -1})")

    def test_a_pair_is_no_list(self):
        self.has("f((3, 1))", "f((10, 9))", "f((3, 3))")
        self.assertFalse([text for text, _ in self.programs("f((3, 1))") if text.count(",") > 1])

    def test_an_item_without_the_key(self):
        self.has('f([{"a": 1, "b": 2}, {"a": 3, "b": 4}])', 'f([{"a": 1, "b": 2}, {"b": 4}])', same=False)
        self.has("f([A(a=1, b=2), A(a=3, b=4)])", "f([A(a=1, b=2), A(b=4)])", same=False)

    def test_calls_one_after_the_other(self):
        self.has('q.put("a", 2)\nq.put("b", 1)', 'q.put("oz", 2)\nq.put("\u00f6a", 1)', 'q.put("b", 2)\nq.put("B", 1)', 'q.put("a", 10)\nq.put("b", 9)', 'q.put("a", 2)\nq.put("b", 2)')
        self.assertFalse(self.programs("f(1, f(2, a))"))

    def test_tables(self):
        self.has('f({"a": 3, "b": 4})', 'f({"a": 10, "b": 9})', 'f({"oz": 3, "\u00f6a": 4})')

    def test_keys_of_records_stay(self):
        self.assertFalse([text for text, _ in self.programs('f([{"a": "x", "b": "y"}, {"a": "v", "b": "w"}])\ng({"c": 1, "d": "z"})') if '"oz":' in text])

    def test_what_is_compared_with_another(self):
        self.has('f("a", "b")', 'f("oz", "\u00f6a")', 'f("a10", "a9")', calls={"f"})
        self.assertFalse(self.programs('f("a", "b")'))

    def test_an_entry_with_the_name_of_another(self):
        text = "@book{oak19, title = {A}}\n@misc{Elm20, title = {B}}\n"
        made = [one for one, same in self.programs("f(%r)" % text) if same]
        self.assertIn('f("%s")' % text.replace("Elm20", "oak19").replace("\n", "\\n"), made)
        self.assertFalse([one for one in made if "title" not in one or "{A}" not in one])
        for plain in ("f('one word')", "f('a: 1')", "f('[ab] [ab]')"):
            self.assertEqual(self.programs(plain), [])
        self.assertEqual(self.programs("f('<ab> <ab> <cd>')"), [('f("<cd> <cd> <ab>")', True)])
        self.assertLessEqual(len(self.programs("f(%r)" % "".join("<ab%d>" % n for n in range(9)))), gen_orders.TWINS_MAX + gen_orders.TURNED_MAX)

    def test_the_other_way_round(self):
        """Between the same signs the first where the last was, wherever they stand."""
        self.has(r"f('@ 14\n9:10 Meg\n@ 15\n@ 16\n')", r'f("@ 16\n9:10 Meg\n@ 15\n@ 14\n")')
        self.has("f('<oak> <elm>')", 'f("<elm> <oak>")')
        self.assertEqual(self.programs("f(f'{x}, 1, 2, 3, 4')"), [])
        self.assertEqual(self.programs("f('%s')" % "".join("<%d>" % n for n in range(10, 1000))), [])      # too long
        for text in ("f('@ 14\\n@ 14\\n')", "f('v1.2 and 3 4')", "f('a1, b2')", "f('x 1 a 2 b')"):
            self.assertEqual(self.programs(text), [], text)

    def test_what_is_spoken_of_comes_first(self):
        first = self.programs('f([{"a": 1, "b": 2}, {"a": 3, "b": 4}])', spoken={"b"})[0][0]
        self.assertEqual(first, 'f([{"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": 2, "b": 2}, {"a": 4, "b": 4}, {"a": 3, "b": 2}])')

    def test_dates_are_left_dates(self):
        found = self.programs("f([date(2024, 1, 2), date(2024, 12, 4)])")
        self.assertIn(("f([date(2024, 1, 2), date(2024, 1, 4)])", True), found)
        self.assertFalse([text for text, _ in found if "10" in text or "13" in text])

    def test_odd_ones(self):
        for text in ("f([])", "f([1])", "f([*a, *b])", "f([a, 1])", "f([True, False])", "f({})", "f({**a})", "[a, b] = c", "f(['a', b'c'])", "f([g(), g()])"):
            with self.subTest(text):
                self.assertEqual(self.programs(text), [])


class Words(unittest.TestCase):
    def test_what_speaks_of_keys(self):
        for text, is_so in (("a.setdefault(b, c)", 1), ("{e.key: e}", 1), ("dict", 1), ("continue", 1), ("keyboard", 0), ("updated", 0)):
            with self.subTest(text):
                self.assertEqual(bool(gen_orders.KEYED.search(text)), bool(is_so))

    def test_what_speaks_of_an_order(self):
        for text, is_so in (("sorted(a)", 1), ("heapq.heappush", 1), ("max(a, key=b)", 1), ("max(a, b)", 0), ("def __lt__(self, o)", 1), ("set(a)", 1),
                            ("offset(a)", 0), ("borders", 0), ("order_by", 1)):
            with self.subTest(text):
                self.assertEqual(bool(gen_orders.SPEAKS.search(text)), bool(is_so))



class Seeds(unittest.TestCase):
    def test_of_tests_that_the_change_touched_in_turn(self):
        row = lambda name, **more: dict({"source": "print(%s)\n" % name, "reach": [1], "way": ["", "ok"], "pile": None, "origin": "test", "rank": 1, "deep": 1}, **more)
        rows = [row("a", rank=9, edited=True), row("b", rank=8, edited=True), row("c"), row("d", rank=0, origin="doc"), row("e", way=["", "exception"]), row("f", reach=None)]
        engine = types.SimpleNamespace(found=rows, guide=types.SimpleNamespace(varied=lambda rows: rows))
        self.assertEqual([one["source"][6] for one, _ in gen_orders.seeds(engine, 9)], ["c", "a", "d", "b"])
        self.assertEqual([one["source"][6] for one, _ in gen_orders.seeds(engine, 2)], ["c", "a"])

    def test_which_those_are(self):
        project = Project({"p.py": "def f(x):\n    return x\n", "tests/test_p.py": "from p import f\n\n\ndef test_a():\n    assert f(1)\n\n\ndef test_b():\n    assert f(2)\n"})
        engine = generate.Engine({"root": project.root, "targets": [{"module": "p", "qualname": "f", "file": "p.py", "lines": [2]}], "changed_tests": ["tests/test_p.py"],
                                  "changed_test_lines": {"tests/test_p.py": [[8, 9]]}})
        try:
            engine.run()
        finally:
            project.folder.cleanup()
        self.assertEqual({row["source"].split("f(")[-1][0]: row["edited"] for row in engine.found if row["origin"] == "test"}, {"1": False, "2": True})


if __name__ == "__main__":
    unittest.main()
