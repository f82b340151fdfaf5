"""gen_watch.py: comparisons that are watched in a run, and programs that bring them to their edge."""
import contextlib
import io
import sys
import types
import unittest

from test_gen_engine import Project, generate

import gen_program
import gen_text
import gen_watch

CART = '''from datetime import timedelta


class Cart:
    def __init__(self, free_from=5000, names=()):
        self.rows = {}
        self.free_from = free_from
        self.__names = {}
        for name in names:
            self.__names[name.upper()] = 1

    def add(self, name, price, count=1):
        self.rows[name] = (price, count)

    def total(self):
        goods = sum(price * count for price, count in self.rows.values())
        return goods if goods >= self.free_from else goods + 490

    def gift(self):
        goods = sum(price * count for price, count in self.rows.values())
        return goods >= 7000

    def knows(self, name):
        if name.strip() in self.__names:
            return 1
        return 0

    def late(self, minutes):
        lasts = timedelta(minutes=3) * len(self.rows)
        if (timedelta(minutes=minutes) >
                lasts):
            return 1
        return 0

    def dear(self, price):
        return price > self.free_from

    def cheap(self, price, limit=3):
        return price < limit

    def heavy(self):
        return [n for n, (p, c) in self.rows.items() if p * c >= self.free_from]

    def odd(self):
        return max(len(self.rows), self.free_from)
'''
TEST = '''import unittest
from s import Cart


class Tests(unittest.TestCase):
    def test_total(self):
        cart = Cart()
        cart.add("tea", 450, 2)
        self.assertEqual(cart.total(), 1390)
        self.assertEqual(cart.heavy(), [])
        self.assertEqual(cart.odd(), [])

    def test_gift(self):
        cart = Cart()
        cart.add("tea", 450, 2)
        self.assertEqual(cart.gift(), False)

    def test_knows(self):
        cart = Cart(names=["pot"])
        self.assertEqual(cart.knows("tea"), 0)

    def test_late(self):
        cart = Cart()
        cart.add("tea", 450)
        cart.add("pot", 450)
        self.assertEqual(cart.late(40), 1)

    def test_dear(self):
        self.assertEqual(Cart().dear(3), 0)
        self.assertEqual(Cart().cheap(3), 0)
'''
FILE = "/repo/s.py"


class Session:
    """Runs candidates in this process, as a runner's session would in a fork, and sees which lines they reach."""
    points = [(FILE, 1)]

    def __init__(self, code, lines):
        self.module, self.lines, self.ran = types.ModuleType("s"), lines, []
        exec(compile(code, FILE, "exec"), self.module.__dict__)  # noqa: S102 - our own text, above

    def run(self, source, cover=False, **_):
        covered, out, problem, before = set(), io.StringIO(), None, sys.gettrace()

        def entered(frame, event, _arg):
            if event == "line":
                covered.add(frame.f_lineno)
            return entered if frame.f_code.co_filename == FILE else None

        sys.modules["s"] = self.module
        self.ran.append(source)
        try:
            with contextlib.redirect_stdout(out):
                sys.settrace(entered if cover else None)
                exec(compile(source, "<test>", "exec"), {})  # noqa: S102
        except Exception as e:
            problem = {"type": type(e).__name__, "message": str(e), "frames": []}
        finally:
            sys.settrace(before)
            del sys.modules["s"]
        return {"status": "exception" if problem else "ok", "stdout": out.getvalue(), "covered": {FILE: sorted(covered & self.lines)} if cover else {},
                "exception": problem}


def line_of(text):
    return next(i for i, row in enumerate(CART.split("\n"), 1) if text in row)


def asked(name, line, was):
    """(texts of what is generated, what was run) for a method of which the line was another one before."""
    at = line_of(line)
    whole = next("def " + part for part in CART.split("    def ") if part.startswith(name + "("))
    project = Project({"s.py": CART, "tests/test_s.py": TEST})
    row = {"module": "s", "qualname": "Cart." + name, "file": "s.py", "lines": [at], "other": whole.rstrip().replace(line, was) + "\n"}
    session = Session(CART, {at})
    answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [row]}, session)
    project.folder.cleanup()
    assert not [key for key in answer["stats"] if key.startswith("failed_")], answer["stats"]
    assert not [c for c in answer["candidates"] if gen_program.fault(c["source"])]
    return answer["candidates"], session.ran


class Asked(unittest.TestCase):
    """What a whole search gives."""

    def has(self, found, *parts):
        got = [c for c in found if all(part in c["source"] for part in parts)]
        self.assertTrue(got, parts)
        self.assertEqual({c["legality"] for c in got} - {"seen", "plausible"}, set())

    def test_an_argument_is_what_was_added_up(self):
        found, _ = asked("total", "goods >= self.free_from", "goods > self.free_from")
        self.has(found, 'Cart(free_from=900)\ncart.add("tea", 450, 2)\n', "cart.total()")

    def test_a_number_is_moved_to_a_constant(self):
        found, _ = asked("gift", "goods >= 7000", "goods > 7000")
        self.has(found, 'cart.add("tea", 3500, 2)\n', "cart.gift()")

    def test_what_is_among_others(self):
        found, _ = asked("knows", "name.strip() in self.__names", "name in self.__names")
        self.has(found, 'Cart(names=["pot"])\n', 'cart.knows("POT")')

    def test_times_in_a_comparison_of_two_lines(self):
        found, _ = asked("late", "if (timedelta(minutes=minutes) >", "if (timedelta(minutes=minutes) >=")
        self.has(found, 'cart.add("pot", 450)\n', "cart.late(6)")

    def test_of_each_item(self):
        found, _ = asked("heavy", "p * c >= self.free_from", "p * c > self.free_from")
        self.has(found, 'Cart(free_from=900)\ncart.add("tea", 450, 2)\n', "cart.heavy()")

    def test_the_greater_one(self):
        found, _ = asked("odd", "max(len(self.rows), self.free_from)", "min(len(self.rows), self.free_from)")
        self.has(found, 'Cart(free_from=1)\ncart.add("tea", 450, 2)\n', "cart.odd()")

    def test_what_reading_says_is_not_watched(self):
        for name, line, was, watched in (("dear", "price > self.free_from", "price >= self.free_from", True),
                                         ("cheap", "price < limit", "price <= limit", False), ("add", "(price, count)", "(count, price)", False)):
            _, ran = asked(name, line, was)
            self.assertEqual(any("_watch" in text for text in ran), watched, line)


class Parts(unittest.TestCase):
    def test_where_they_are_equal(self):
        for value, apart, slope, wanted in (
            (450, -4100.0, 2.0, [2500]), (450, -4101.0, 2.0, [2500, 2501]), (1, 5.0, 1.0, []), (-1, 5.0, 1.0, [-6]), (1.5, -1.0, 2.0, [2.0]),
            (1, -1e12, 1.0, []), (10 ** 400, 3.0, 1.0, []), (1, float("nan"), 1.0, []), (1, float("inf"), 1.0, []),
        ):
            self.assertEqual(gen_watch.where_equal(value, apart, slope), wanted, (value, apart, slope))

    def test_numbers(self):
        src = gen_text.source("", "x = f(1, [2, True], k=3.5)\ny = 4\nprint(f'{g(5)}', x.h(-6))\n")
        self.assertEqual([n.value for n in gen_watch.numbers(src)], [6, 1, 2, 3.5])

    def test_what_is_told(self):
        """Of programs that print anything, before it and as if it were told."""
        told = "talk %s(1.0, 2, None)\n\n%s(1.0, 2, None)\n%s('x', 1, 2)\n%s(1)\n%s[\n%s(None, 'a', 'b')\n" % ((gen_watch.MARK,) * 6)
        engine = types.SimpleNamespace(guide=types.SimpleNamespace(shown=lambda text: told))
        one = types.SimpleNamespace(lines=(1, 2))
        self.assertEqual(gen_watch.Watch(engine, None, None)._told("x = 1\n", one, "/repo/s.py", "(1, 2)"), [(1.0, 2, None), (None, "a", "b")])

    def test_what_looking_would_change(self):
        for text, is_asked in (("self.q.pop() > 3", False), ("next(it) == a", False), ("(n := f()) > 3", False), ("len(self.q) > self.most", True)):
            src = gen_text.source("", text)
            sides = src.tree.body[0].value
            owner = types.SimpleNamespace(owner=None)
            condition = types.SimpleNamespace(scope=types.SimpleNamespace(owner=owner))
            one = gen_watch.Compared(condition, "order", sides.left, sides.comparators[0])
            asked = gen_watch.Watch(None, None, None)._asked(one, types.SimpleNamespace(info=types.SimpleNamespace(src=src)))
            self.assertEqual(asked != "", is_asked, text)

    def test_it_ends(self):
        """The project's own objects are not asked how long they are, and nothing is traced once all is told."""
        text = gen_watch.WATCH % {"mark": gen_watch.MARK, "first": 2, "last": 2, "file": FILE, "asked": "(x, y)"}
        code = "def f(x, y):\n    return x > y\n"
        module = {}
        exec(compile(code, FILE, "exec"), module)  # noqa: S102 - our own text, above
        asked = []
        loud = type("Loud", (), {"__len__": lambda self: asked.append(1) or 1, "__gt__": lambda self, other: True})()
        before, out = sys.gettrace(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(text, "<test>", "exec"), {})  # noqa: S102
                module["f"](loud, 1)
                for _ in range(20):
                    module["f"](3, 1)
                ended = sys.gettrace()
        finally:
            sys.settrace(before)
        self.assertEqual((asked, ended, out.getvalue().count(gen_watch.MARK)), ([], None, 12))

    def test_questions(self):
        for text, wanted in (("a < b <= c", ["order", "order"]), ("a == 1 and b is None", ["equal"]), ("x not in y", ["in"]), ("min(a, b)", ["order"]),
                             ("max(a, key=b)", []), ("not a", [])):
            condition = types.SimpleNamespace(test=gen_text.parse(text).body[0].value)
            self.assertEqual([one.how for one in gen_watch.compared(condition)], wanted, text)


if __name__ == "__main__":
    unittest.main()
