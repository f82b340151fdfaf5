"""Items that are equal or nearly so in what they are ranked by, words that two alphabets put in other places. What `generate` gives for a
small package, and what gen_orders.js makes of one text."""
import functools
import unittest

import js_support

PACKAGE = """\
const collator = new Intl.Collator('is');
function listed(entries, page) {
  return entries.filter((e) => e.pages.includes(page)).map((e) => e.name).sort(collator.compare);
}
class Queue {
  constructor() { this.rows = []; }
  put(name, weight) {
    this.rows.push({ name, weight });
    this.rows.sort((a, b) => a.weight - b.weight);
  }
  names() { return this.rows.map((row) => row.name); }
}
function byVersion(one, two) {
  return compareParts(one.split('.'), two.split('.'));
}
function compareParts(a, b) { return Number(a[0]) - Number(b[0]); }
function joined(entries) { return entries.map((e) => e.name).join(); }
function byName(text) {
  const names = new Map();
  for (const row of text.split('; ')) names.set(...row.slice(1).split('] '));
  return names.size;
}
module.exports = { listed, Queue, byVersion, joined, byName };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { listed, Queue, byVersion, joined, byName } = require('./index.js');
const entries = [{ name: 'Ann', pages: [3, 4] }, { name: 'Bob', pages: [4] }];
test('listed', () => { assert.deepEqual(listed(entries, 4), ['Ann', 'Bob']); });
test('joined', () => { assert.equal(joined(entries), 'Ann,Bob'); });
test('queue', () => {
  const queue = new Queue();
  queue.put('x', 2);
  queue.put('y', 3);
  assert.deepEqual(queue.names(), ['x', 'y']);
});
test('by name', () => { assert.equal(byName('[oak] 1; [elm] 2'), 2); });
test('versions', () => { assert.ok(byVersion('1.2', '1.3') === 0); });
"""
# (what shows it, changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("names that two alphabets sort differently", "listed", "sort(collator", ["listed([{ name: 'oz', pages: [3, 4] }, { name: 'öa', pages: [4] }, { name: 'b', pages: [3, 4] }"]),
    ("names that are equal without their capitals", "listed", "sort(collator", ["{ name: 'Ann', pages: [3, 4] }, { name: 'ANN', pages: [4] }"]),
    ("a tie", "Queue.put", "rows.sort", ["queue.put('x', 2);\nqueue.put('y', 2);"]),
    ("numbers of which the longer is the greater one", "Queue.put", "rows.sort", ["queue.put('x', 10);\nqueue.put('y', 9);"]),
    ("two of one name", "byName", "names.set", ["byName('[oak] 1; [oak] 2')"]),
    ("names the other way round", "byName", "names.set", ["byName('[elm] 1; [oak] 2')"]),
    ("two that are compared", "byVersion", "compareParts(one", ["byVersion('1.10', '1.9')"]),
)


def made(expression, *given):
    return js_support.made("gen_orders.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    @functools.lru_cache(maxsize=None)     # some rows look at the same
    def candidates(self, qualname, text):
        return js_support.candidates(self.runner, PACKAGE, qualname, text)

    def test_table(self):
        for label, qualname, text, parts in SHOWN:
            with self.subTest(label):
                found = self.candidates(qualname, text)
                self.assertTrue([c for c in found if all(part in c["source"] for part in parts)], len(found))

    def test_kinds_that_nobody_passes(self):
        found = {c["source"].split("console.log(")[-1]: c["legality"] for c in self.candidates("listed", "sort(collator")}
        self.assertEqual([legality for text, legality in found.items() if text.startswith("listed([{ name: 'Ann', pages: [3, 4] }, { pages: [4] }]")], ["unknown"])
        self.assertEqual({legality for text, legality in found.items() if "name: 'oz'" in text}, {"plausible"})

    def test_only_of_what_speaks_of_it(self):
        found = self.candidates("joined", "entries.map")
        self.assertFalse([c for c in found if "'oz'" in c["source"]])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Orders(unittest.TestCase):
    def near(self, text, spoken=()):
        return [one["text"] for one in made("t.ordered(given[0], new Set(given[1]))", text, list(spoken))]

    def has(self, text, *wanted):
        found = self.near(text)
        for one in wanted:
            self.assertIn(one, found)

    def test_kinds_of_lists(self):
        self.has("f([3, 1])", "f([3, 1, 3, 1, 3])", "f([3, 3])", "f([10, 9, 10, 1, -1])", "f(['10', '9', '10', '1'])")
        self.has("f([-3, 1])", "f([-3, 1, -3, 1, -3])", "f([-3, -3])")
        self.has("['vol 3', \"vol 4\"]", "['vol 10', 'vol 9', 'vol 10', 'vol 09', 'vol 1']")
        self.has("[['a', 1]]", "[['a', 1], ['ab', 2], ['a', 3], ['ab', 4], ['a', 5]]", "[['a', 10], ['a1', 9], ['a2', 10], ['a3', 1], ['a4', -1]]")
        self.has("f({ a: 3, 'b': 4 })", "f({ a: 10, 'b': 9 })", "f({ a: 3, 'b': 3 })")
        self.has("[new A('x', 1), new A('y', 2)]", "[new A('x', 1), new A('y', 1)]")
        self.has("q.put('a', 2);\nq.put('b', 1);", "q.put('oz', 2);\nq.put('öa', 1);", "q.put('b', 2);\nq.put('B', 1);", "q.put('a', 10);\nq.put('b', 9);")
        self.has("[{ a: 1, ...b }, { a: 2, c }]", "[{ a: 1, ...b }, { a: 1, c }]")

    def test_an_entry_with_the_name_of_another(self):
        self.has("f('[oak] 1; [elm] 2')", "f('[oak] 1; [oak] 2')")
        self.has(r"f('oak=1\nelm=2\nash=3\n')", r"f('oak=1\nelm=2\nelm=3\n')")
        for text in ("f('one word')", "f('a: 1')", r"f('\toak=1\nelm=2')"):
            self.assertEqual(self.near(text), [], text)
        self.assertEqual(self.near("f('<ab> <ab> <cd>')"), ["f('<cd> <cd> <ab>')"])
        self.assertLess(len(self.near("f('%s')" % "".join("<ab%d>" % n for n in range(9)))), 6)

    def test_the_other_way_round(self):
        """Between the same signs the first where the last was, wherever they stand."""
        self.has(r"f('@ 14\n9:10 Meg\n@ 15\n@ 16\n')", r"f('@ 16\n9:10 Meg\n@ 15\n@ 14\n')")
        self.has("f(`\n@ 14\nup\n@ 15\n@ Top\n@ 14\n`)", "f(`\n@ 15\nup\n@ 14\n@ Top\n@ 15\n`)")
        self.has("f('a1, b2')", "f('b2, a1')")
        self.has("f('<oak> <elm>')", "f('<elm> <oak>')")
        for text in ("f('@ 14\\n@ 14\\n')", "f(`@ 14 ${a} @ 15 `)", "f('v1.2 and 3 4')", "f('\\x41; \\x42;')", "f('x 1 a 2 b')"):
            self.assertEqual(self.near(text), [], text)

    def test_keys_beyond(self):
        """Units of UTF-16, and bytes, put these in different orders."""
        self.has("f({ a: 3, 'b': x })", r"f({ '\u{1f600}': 3, '\uff5e': x })")
        self.has("const a = { b: 1, c: 2, d: 3 };", r"const a = { '\u{1f600}': 1, '\uff5e': 2, d: 3 };")
        self.has("f(['x', 'y', 'z'])", r"f(['\u{1f600}', '\uff5e', 'a'])")
        for text in ("[{ a: 1, b: 2 }]", "f({ a: 1 })", "f({ a: b, c: d }) => 1", "({ a: b, c: d } = e)", "function f({ a: b, c: d }) {}", "f({ a, b })", "if (a) { b: c; }"):
            self.assertFalse([one for one in self.near(text) if "1f600}':" in one], text)

    def test_an_item_without_the_key(self):
        self.has("f([{ a: 1, b: 'x' }, { a: 2, b: 'y' }])", "f([{ a: 1, b: 'x' }, { b: 'y' }])", "f([{ a: 1, b: 'x' }, { a: 2 }])")

    def test_what_is_spoken_of_comes_first(self):
        text = "[{ a: 'x', b: 'v' }, { a: 'y', b: 'w' }]"
        self.assertEqual(self.near(text)[0][:26], "[{ a: 'oz', b: 'v' }, { a:")
        self.assertEqual(self.near(text, ["b"])[0][:26], "[{ a: 'x', b: 'oz' }, { a:")

    def test_odd_ones(self):
        for text in ("", "f([", "f([])", "f([1])", "f([a, 1])", "const [a, b] = c;", "f(f(1))", "f([`a`, `b`])", "f({})", "f([true, false])", "([a, b]) => [a]", "f(a => [1])", "f(['\\n', '\\t'])"):
            self.assertEqual(self.near(text), [], text)

    def test_arguments(self):
        def lists(args, most=30):
            return [one["args"] for one in made("t.lists([{ args: given[0], where: 'x' }], { spoken: new Set(), most: given[1] })", args, most)]
        self.assertIn(["'oz'", "'öa'", "3"], lists(["'a'", "'b'", "3"]))
        self.assertEqual(lists(["'a'", "3"]), [])
        self.assertIn(["[10, 9, 10, 1, -1]", "4"], lists(["[2, 1]", "4"]))
        self.assertEqual(lists(["[2, 1]"], 0), [])
        self.assertEqual(len(lists(["[2, 1]"], 2)), 2)

    def test_what_speaks_of_an_order(self):
        for texts, most in ((["x.sort()", "", ""], 30), (["", "x.sort(); y", "x; y"], 30), (["y", "x.sort(); y", "x.sort(); z"], 8), (["border", "offset", "x"], 0),
                            (["(a, b) => a.x - b.x", "", ""], 30), (["f(a, b)", "", ""], 0), (["", "new Set(a)", ""], 8)):
            self.assertEqual(made("t.asksFor(...given[0]).most", texts), most, texts)


if __name__ == "__main__":
    unittest.main()
