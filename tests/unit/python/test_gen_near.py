"""gen_near.py and its kinds: words the other way round, pieces, what is refused among others, days on which the clocks change; and a
function that fails at first (gen_twist)."""
import types
import unittest

from test_gen_later import asked

import gen_clocks
import gen_equal
import gen_near
import gen_pieces
import gen_refused
import gen_scenes
import gen_text
import gen_turned
import gen_twist

HOSTS = '''def matches(patterns, host):
    for pattern in patterns.split():
        if pattern.lstrip("!") == host:
            return pattern[0] != "!"
    return False


def size(patterns):
    return len(patterns)


class Feed:
    def __init__(self):
        self._rest = b""
        self.lines = []

    def write(self, data):
        *lines, self._rest = (self._rest + data).split(b"\\n")
        self.lines += [line.decode() for line in lines]
        return len(lines)


class Pairs:
    def __init__(self, **values):
        self.values = dict(values)

    def update(self, values):
        for key, value in values.items():
            if value in self.values.values():
                raise ValueError(value)
            self.values[key] = value


def night(start, end):
    return (end.astimezone() - start.astimezone()).seconds


class Cache:
    def __init__(self, load):
        self._load, self._cache = load, {}

    def get(self, key):
        if key not in self._cache:
            self._cache[key] = self._load(key)
        return self._cache[key]
'''
HOSTS_TEST = '''import unittest
from datetime import datetime, timezone
from s import Cache, Feed, Pairs, matches, night, size


class Tests(unittest.TestCase):
    def test_matches(self):
        self.assertEqual(matches("!gate wiki", "gate"), 1)

    def test_size(self):
        self.assertEqual(size("!gate wiki"), 1)

    def test_feed(self):
        feed = Feed()
        feed.write(b"ab\\nc")
        self.assertEqual(feed.lines, 1)

    def test_update(self):
        pairs = Pairs(a=1)
        pairs.update({"b": 2})
        self.assertEqual(pairs.values, 1)

    def test_refused(self):
        pairs = Pairs(a=1)
        with self.assertRaises(ValueError):
            pairs.update({"c": 1})

    def test_night(self):
        self.assertEqual(night(datetime(2024, 1, 14, 23, tzinfo=timezone.utc), datetime(2024, 1, 15, 7, tzinfo=timezone.utc)), 1)

    def test_get(self):
        cache = Cache(len)
        self.assertEqual(cache.get("ab"), 1)
        other = Cache(lambda key: key)
        self.assertEqual(other.get("b"), 1)
'''


def made(kind, program, **change):
    change = dict({"text": "", "found": []}, **change)
    return list(kind.programs(gen_text.source("", program), types.SimpleNamespace(**change)))


class Asked(unittest.TestCase):
    """What a whole search gives: the kind is there for a change that speaks of it, and only then."""

    def found(self, name, text):
        line = next(i for i, row in enumerate(HOSTS.split("\n"), 1) if text in row)
        return asked(HOSTS, HOSTS_TEST, name, lines=[line])

    def test_turned(self):
        self.assertTrue([t for t in self.found("matches", "return pattern") if 'matches("wiki !gate", "gate")' in t])
        plain = self.found("size", "len(patterns)")
        self.assertTrue([t for t in plain if '"!gate wiki"' in t])
        self.assertFalse([t for t in plain if '"wiki !gate"' in t])

    def test_pieces(self):
        found = self.found("Feed.write", "*lines")
        self.assertTrue([t for t in found if "feed.write(b'a\\xc3')\nfeed.write(b'\\xa9b\\nc')\n" in t])

    def test_refused(self):
        found = self.found("Pairs.update", "raise ValueError")
        wanted = 'try:\n    print(pairs.update({"b": 2, "c": 1}))\nexcept Exception as error:\n    print(type(error).__name__)\nprint(pairs)\n'
        self.assertTrue([t for t in found if t.endswith(wanted)])

    def test_clocks(self):
        found = self.found("night", "astimezone")
        self.assertTrue([t for t in found if "night(datetime(2024, 3, 30, 23, tzinfo=timezone.utc), datetime(2024, 3, 31, 7, tzinfo=timezone.utc))" in t])

    def test_flaky(self):
        found = self.found("Cache.get", "self._load(key)")
        wanted = 'try:\n    print(other.get("b"))\nexcept OSError:\n    print("failed")\nprint(other.get("b"))\n'
        self.assertTrue([t for t in found if "other = Cache(flaky)\n" in t and t.endswith(wanted)])


class Turned(unittest.TestCase):
    def test_words(self):
        for value, wanted in (
            ("a !b", ["!b a"]), ("a, b", ["b, a"]), ("one two !x", ["one !x two", "two one !x"]), ("*.b !a.b", ["!a.b *.b"]), ("a\nb", []),
            ("a", []), ("a a", []), ("# a", []), ("a - b", []), ("", []), ("a=1;b=2", ["b=2;a=1"]),
        ):
            with self.subTest(value):
                self.assertEqual([text for _, text in gen_turned.turned(value)], wanted)

    def test_programs(self):
        self.assertEqual(made(gen_turned, 'f("""\nx !y\n""", ["a", 2])\n'), ['f("\\n!y x\\n", ["a", 2])\n', 'f("""\nx !y\n""", [2, "a"])\n'])
        self.assertEqual(made(gen_turned, "f(f'{a} b', [a, 2], [1])\n"), [])

    def test_loops_that_end_early(self):
        for text, wanted in (("for x in y:\n    if x:\n        break\n", True), ("while x:\n    return y\n", True), ("for x in y:\n    z(x)\n", False),
                             ("if x:\n    return y\n", False)):
            tree = gen_text.parse("def f():\n" + "".join("    %s\n" % row for row in text.split("\n")))
            self.assertEqual(gen_turned.ends_early(tree), wanted, text)


class Pieces(unittest.TestCase):
    def test_cuts(self):
        self.assertEqual(gen_pieces.pieces("a--b"), [["a-", "-b"], ["a", "-", "-", "b"]])
        self.assertEqual(gen_pieces.pieces("a\r\nbc"), [["a\r", "\nbc"], ["a", "\r", "\n", "b", "c"]])
        self.assertEqual(gen_pieces.pieces("\u00e9\u00e8".encode())[:2], [[b"\xc3", b"\xa9\xc3\xa8"], [b"\xc3\xa9", b"\xc3\xa8"]])
        self.assertEqual(gen_pieces.pieces(b"12")[0], [b"\xc3", b"\xa912"])
        self.assertEqual(len(gen_pieces.pieces("ab" * 100)), 1)

    def test_what_is_fed(self):
        for text, wanted in (('x.feed("ab")', True), ('print(x.data_received("ab"))', True), ('x.feed("a")', False), ('x.name("ab")', False),
                             ("x.feed(1)", False), ("x.feed(b)", False), ('x.feed("ab", 1)', False), ('feed("ab")', False), ('y = x.feed("ab")', False)):
            self.assertEqual(bool(made(gen_pieces, text)), wanted, text)

    def test_cut_elsewhere(self):
        for text, wanted in (('f(["a", "--bc"])', ['f(["a-", "-bc"])', 'f(["a", "-", "-", "b", "c"])']), ("f(b'12')", ["f(b'\\xc3', b'\\xa912')"]), ('f("ab", "c")', ['f("a", "bc")', 'f("a", "b", "c")']),
                             ("f(b'12', x=1)", []), ('f(["ab"])', []), ('f(["ab", 1])', []), ('f(["ab", b"c"])', []), ("print(b'12')", []), ('open("ab", "rb")', []), ('"a".join("b", "cd")', [])):
            self.assertEqual([t for t in made(gen_pieces, text) if t in wanted or not wanted], wanted, text)


class Clocks(unittest.TestCase):
    def test_days(self):
        found = made(gen_clocks, 'f("2024-01-15 00:30 - 07:00\\n2024-01-14", "America/New_York")\n')
        self.assertEqual(found[:2], ['f("2024-03-10 00:30 - 07:00\\n2024-03-09", "America/New_York")\n', 'f("2024-11-03 00:30 - 07:00\\n2024-11-02", "America/New_York")\n'])
        self.assertIn('f("2024-03-11 02:30 - 07:00\\n2024-03-10", "America/New_York")\n', found)
        self.assertIn('f("2024-03-11 00:30 - 07:00\\n2024-03-10", "America/New_York")\n', found)
        self.assertIn("f(date(2023, 10, 28))\n", made(gen_clocks, "f(date(2023, 5, 5))\n", text="Europe/Paris"))

    def test_no_days(self):
        for text in ("f(1)\n", 'f("2024-13-01")\n', "f(date(2024, 2, 31))\n", "f(date(1, 1, 1))\n", 'f("9999-12-31")\n'):
            self.assertEqual(made(gen_clocks, text), [], text)
        self.assertTrue(made(gen_clocks, 'f("2024-01-01", "9999-12-31")\n'))       # beyond the calendar it stays
        self.assertEqual(gen_clocks.changes_of("No/Where", 2024), gen_clocks.changes_of("Europe/Berlin", 2024))


class Refused(unittest.TestCase):
    def refused(self, text, *good):
        return made(gen_refused, text, found=[{"way": ((), "ok", None, False, 0), "source": one} for one in good])

    def test_joined(self):
        for call, good, wanted in (
            ("x.put([2])", "x = X()\nx.put([1])", "x.put([1, 2])"), ("x.put({2: 3})", "y = X()\nprint(y.put({1: 1}))", "x.put({1: 1, 2: 3})"),
            ("x.put(b=1)", "x = X()\nx.put(a=1)", "x.put(a=1, b=1)"), ('x.put("b\\nc")', 'x = X()\nx.put("a\\n")', 'x.put("a\\nb\\nc")'),
        ):
            self.assertIn("    print(%s)\n" % wanted, self.refused("x = X()\n%s\n" % call, good)[0])
        for call, good in (("x.put([2])", "x = X()\nx.put((1,))"), ("x.put(b=1)", "x = X()\nx.put(b=2)"), ("x.put(1)", "x = X()\nx.put(2)")):
            alone = self.refused("x = X()\n%s\n" % call)
            self.assertEqual(self.refused("x = X()\n%s\n" % call, good)[:len(alone)], alone)

    def test_with_another(self):
        for call, wanted in (("x.put([2, 'a'])", "x.put([102, \"a2\", 2, 'a'])"), ("x.put(a=1)", "x.put(a2=101, a=1)"), ("x.put({1: 2})", "x.put({101: 102, 1: 2})")):
            self.assertIn("    print(%s)\n" % wanted, self.refused("x = X()\n%s\n" % call)[0])

    def test_what_is_asked(self):
        for text in ("x = 1\n", "x.put(1)\n", "x = X()\nput(1)\n", "x = X()\nx.put(y)\n", "x = X()\nx.put()\n"):
            self.assertIsNone(gen_refused.asked(gen_text.source("", text)), text)


class Equal(unittest.TestCase):
    def change(self, *found):
        return gen_near.Change(types.SimpleNamespace(targets=[], found=[{"source": text, "origin": origin} for text, origin in found], changed_words=lambda: ("_cache",)))

    def has(self, text, *wanted):
        change = self.change()
        found = list(gen_equal.programs(gen_text.source("", text), change))
        for one in wanted:
            self.assertIn(one, found)
        return found

    def test_beside(self):
        self.has("f([2, 'a'])", "f([2, 2.0, 'a'])", "f([2.0, 2, 'a'])")
        self.has("f([0.0])", "f([0.0, 0])")
        self.has("f([True, 'a'])", "f([True, 1.0, 'a'])", "f([1.0, True, 'a'])")
        self.has('f([(Decimal("2.5"), "g")])', 'f([(Decimal("2.5"), "g"), (Decimal("2.50"), "g")])')
        self.assertEqual(self.has("f(['a', 1.5, '2.5'])"), [])

    def test_after(self):
        self.has('print(f(Decimal("2.5")))', 'print(f(Decimal("2.5")))\nprint(f(Decimal("2.50")))', 'print(f(Decimal("2.50")))\nprint(f(Decimal("2.5")))')
        self.has("print(f(0))", "print(f(0))\nprint(f(-0.0))", "print(f(0.0))\nprint(f(0))")
        self.has("print(f(0.0))", "print(f(0.0))\nprint(f(0))", "print(f(0.0))\nprint(f(-0.0))")
        self.has("print(f(False))", "print(f(False))\nprint(f(0.0))", "print(f(0))\nprint(f(False))")
        self.assertEqual(self.has("f(2)"), [])

    def test_after_by_its_name(self):
        self.has("x = True\nprint(f(x))", "x = True\nprint(f(x))\nprint(f(1.0))", "x = True\nprint(f(1))\nprint(f(x))")
        self.assertFalse([one for one in self.has("x = 2\nprint([x for x in f(x)])") if "for 2.0" in one])
        self.assertFalse([one for one in self.has("x = 2\nprint(f(lambda x: x))") if "2.0" in one])
        for text in ("x = [1]\nprint(f(x))", "x = g(1)\nprint(f(x))", "print(f(x))"):
            self.assertFalse([one for one in self.has(text) if "f(x)" in one and "1.0))" in one.split("\n")[-1]], text)

    def test_what_is_likely(self):
        """Where only whole numbers are passed nobody knows whether others may be."""
        for text, like, other in (("f([2, 'a'])\n", "f([3])\n", "f([2, 2.0, 'a'])\n"), ("f([2.5])\n", "f([2.0])\n", "f([2])\n")):
            src = gen_text.source("", text)
            rows = list(gen_near.judged(gen_equal, {"legality": "seen"}, src, [like, other], self.change()))
            self.assertEqual([(row["legality"], made) for row, made in rows], [("seen", like), ("unknown", other)])
        src = gen_text.source("", "f(1, 2.5)\n")
        self.assertTrue(gen_equal.is_likely(src, "f(1.0, 2.5)\n", self.change()))
        one = gen_text.source("", "f(True)\n")
        for found, wanted in (((), False), ((("f(2.5)\n", "test"),), True), ((("f(2.5)\n", "mutated"),), False), ((("f(2)\n", "test"),), False)):
            self.assertEqual(gen_equal.is_likely(one, "f(True)\nf(1.0)\n", self.change(*found)), wanted, found)
        self.assertEqual(list(gen_near.judged(gen_near.gen_pieces, {"legality": "seen"}, src, ["g(1)"], None)), [({"legality": "seen"}, "g(1)")])

    def test_only_where_something_is_remembered(self):
        for words, text, wanted in (({"_cache"}, "", True), ({"total"}, "", False), ((), "if key not in self.rows:", True)):
            self.assertEqual(gen_equal.most(types.SimpleNamespace(words=words, text=text)) > 0, wanted, (words, text))


class Coming(unittest.TestCase):
    def test_handlers(self):
        src = gen_text.source("", 'm = M()\nm.on("a", print)\nprint(m.emit("a"))\n')
        leaving, coming = gen_scenes.leaving(src, {"on", "off"}.__contains__)
        self.assertIn('m.off("a", leaving)\n', leaving)
        self.assertIn('        m.on("a", lambda *args: print("late", *args))\n\n\nm.on("a", coming)\nm.on("a", print)\n', coming)
        self.assertEqual(gen_scenes.leaving(src, {"on"}.__contains__), [coming])
        self.assertEqual(gen_scenes.leaving(src, {"off"}.__contains__), [leaving])
        self.assertEqual(gen_scenes.leaving(gen_text.source("", 'm = M()\nm.fire("a", print)\n'), {"fire"}.__contains__), [])


class Flaky(unittest.TestCase):
    def test_only_where_something_is_kept(self):
        for words, wanted in (({"_cache"}, True), ({"retry"}, True), ({"total"}, False)):
            names = [name for name, _ in gen_twist.Twists(words, [], [], set()).of("c = C(lambda k: k)\nprint(c.get(1))\n")]
            self.assertEqual("flaky" in names, wanted, words)


if __name__ == "__main__":
    unittest.main()
