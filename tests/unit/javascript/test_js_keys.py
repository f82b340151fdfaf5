"""Keys of another type, and in an order of their own. What `generate` gives for a small package, and what gen_keys.js makes of one text."""
import unittest

import js_support

PACKAGE = """\
class Lockers {
  constructor() { this.rows = {}; }
  put({ id, size }) {
    this.rows[id] = size;
  }
  find(id) {
    return this.rows[id] || null;
  }
  list() { return Object.keys(this.rows); }
}
function unique(items) {
  return [...new Set(items)];
}
function level(n) {
  return n == 3 ? 'high' : 'low';
}
function double(a, b) { return a + b; }
module.exports = { Lockers, unique, level, double };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Lockers, unique, level, double } = require('./index.js');
test('lockers', () => {
  const lockers = new Lockers();
  lockers.put({ id: 11, size: 'S' });
  lockers.put({ id: 12, size: 'M' });
  assert.equal(lockers.find(12), 'M');
  assert.equal(lockers.list().length, 2);
});
test('unique', () => { assert.deepEqual(unique([1, 2, 1]), [1, 2]); });
test('level', () => { assert.equal(level(3), 'high'); });
test('double', () => { assert.equal(double(4, 4), 8); });
"""
# (what shows it, changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("a key that is asked for by its text", "Lockers.find", "return this.rows", ["put({ id: 12, size: 'M' });", "lockers.find('12')"]),
    ("a number before a text", "Lockers.put", "this.rows[id] = size", ["put({ id: 12, size: 'S' });\nlockers.put({ id: 11, size: 'M' });", "lockers.find(11)"]),
    ("a text before a number", "Lockers.put", "this.rows[id] = size", ["put({ id: 'k', size: 'S' });\nlockers.put({ id: 11, size: 'M' });", "lockers.find(11)"]),
    ("one that is compared", "level", "n == 3", ["level('3')"]),
    ("items", "unique", "new Set(items)", ["unique([1, 2, '1'])"]),
)
# (a text, what is made of it, and whether it is all)
MADE = (
    ("s.put({ id: 40071, b: c });\ns.find(40071);\ns.has(40071);", [
        "s.put({ id: 40071, b: c });\ns.find('40071');\ns.has(40071);", "s.put({ id: 40071, b: c });\ns.find(40071);\ns.has('40071');",
        "s.put({ id: 40071, b: c });\ns.find('40071');\ns.has('40071');"]),
    ("s.put('7');\ns.find(\"7\");", ["s.put('7');\ns.find(7);"]),
    ("s.put({ 'id': '7' });\ns.enter('where 7');", ["s.put({ 'id': 7 });\ns.enter('where 7');"]),
    ("s.put({ id: '7' });\ns.enter(`where 7 ${a}`);", ["s.put({ id: 7 });\ns.enter(`where 7 ${a}`);"]),
    ("const a = { b: { id: 7 } };\ns.put(a);\ns.get(7);", ["const a = { b: { id: 7 } };\ns.put(a);\ns.get('7');"]),
    ("const a = [{ id: 7 }, { id: 7 }];", ["const a = [{ id: 7 }, { id: '7' }];"]),
    ("const a = 7;\ns.put(a);\ns.get(a);", ["const a = 7;\ns.put(a);\ns.get(String(a));"]),
    ("const a = '7';\ns.put(a);\ns.get(a);", ["const a = '7';\ns.put(a);\ns.get(Number(a));"]),
    ("const rowId = s.put(b);\ns.take(rowId);\ns.get(rowId);", ["const rowId = s.put(b);\ns.take(rowId);\ns.get(String(rowId));"]),
    ("f(7, 7);", ["f(7, '7');"]),
    # what is called a key comes first
    ("f(3, { id: 8 });\ng(3, 8);", ["f(3, { id: 8 });\ng(3, '8');", "f(3, { id: 8 });\ng('3', 8);"]),
    ("f(3, { 'id': 8 });\ng(3, 8);", ["f(3, { 'id': 8 });\ng(3, '8');", "f(3, { 'id': 8 });\ng('3', 8);"]),
    ("f(3, 3);\nf(8);\ng(8);", ["f(3, 3);\nf(8);\ng('8');", "f(3, '3');\nf(8);\ng(8);"]),
    # the other order too, and no program as it was
    ("s.put(5);\ns.put(3);\ns.keys();", ["s.put('k');\ns.put(3);\ns.keys();"]),
    # one place, a part of something else, an index, a head, a block, another number, a text within a longer one
    ("f({ a: 7, b: 7 });", []),
    ("f({ a: { b: 7 }, c: 7 });", []),
    ("f(b)(7);\n(7);\nf(() => { a: 7 });\nf(7);", []),
    ("const a = 7 + b;\nf(a);\ng(a);", []),
    ("f(7 + 1, -7, 7.5, 007, '07');\nf(7);\nf(a[7], b?.[7], '7.5', '17');", []),
    ("if (7) f(7);\nfor (;;7) g();\nf(() => { a: 7; });\nlog(7);\nsetTimeout(f, 1);\nsetTimeout(g, 1);", []),
    # a parameter, what is set; not what is compared, or asked in a head
    ("const id = 7;\nfunction put(id, x) { return x; }\ns.get(id);", []),
    ("const id = 7;\nclass K { put(id, n) { return n; } }\ns.get(id);", []),
    ("const id = 7;\nconst put = async (id) => b;\ns.get(id);", []),
    ("let id = 7;\n[id] = s.put(id);", []),
    ("let id = 7;\n[[id]] = s.put(id);", []),
    ("let id = 7;\nf({ c: id } = d);\ns.get(id);", []),
    ("[7] == s.put(7);", ["[7] == s.put('7');"]),
    ("s.put(7);\nif (s.has(7)) {\n\tg();\n}", ["s.put(7);\nif (s.has('7')) {\n\tg();\n}"]),
    ("const a = b(c);\nf(a);\ng(a);\nf('a');\ng('a');", []),
)
ORDERS = (
    ("s.put(3, 'a');\ns.put(5, 'b');\ns.get(5);\ns.keys();", ["s.put(5, 'a');\ns.put(3, 'b');\ns.get(3);\ns.keys();", "s.put('k', 'a');\ns.put(3, 'b');\ns.get(3);\ns.keys();"]),
    ("s.put(5);\ns.put(3);\ns.keys();", ["s.put('k');\ns.put(3);\ns.keys();"]),
    ("s.put(3);\ns.put(5);\ns.size;", []),
    ("s.put(3, 5);\ns.keys();", []),
    ("s.put(3);\ns.get(5);\ns.keys();", []),
    # lines of a text, those with numbers
    ("s.read(`\n# a\nb 1\nc\nd 2\n`).map(f);", ["s.read(`\n# a\nd 2\nc\nb 1\n`).map(f);"]),
    ("s.read('b 1\\nd 2').map(f);", ["s.read('d 2\\nb 1').map(f);"]),
    (r"s.read('C:\\new1\\nine2').map(f);", []),
    ("s.read(`b 1\nd ${2}`).map(f);\ns.read('b 1').map(f);\ns.read('b\\nd').map(f);", []),
)
# (changed lines, the function on either side, what is asked for)
ASKED = (
    (("", "return a.get(b);", "return a[b];"), ["isKeyed"]), (("", "a.get(b);\nc(1);", "a.get(b);\nc(2);"), []), (("delete a[b.c];",), ["isKeyed"]), (("a = Object.create(null);",), ["isKeyed"]),
    (("", "a.get(b);", ""), ["isKeyed"]), (("a = new Map();", "c(1);", "c(2);"), ["isKeyed"]), (("a(b)[c.d];",), ["isKeyed"]), (("a$[b];",), ["isKeyed"]), (("", "const [a] = [b];", ""), []), (("a[i] = b[0];",), []), (("", "if (a == b) c();", "if (a === b) c();"), ["isLoose"]), (("", "if (a != b) c();", "if (a) c();"), ["isLoose"]),
    (("", "a == b;\nc(1);", "a == b;\nc(2);"), []), (("", "a === b;\nc(1);", "a !== b;"), []), (("a == b",), ["isLoose"]), (("a == null || b <= c || (d) => e; f === g",), []),
)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def candidates(self, qualname, text):
        return js_support.candidates(self.runner, PACKAGE, qualname, text)

    def test_table(self):
        for label, qualname, text, parts in SHOWN:
            with self.subTest(label):
                found = [c["source"] for c in self.candidates(qualname, text)]
                self.assertTrue([s for s in found if all(part in s for part in parts)], len(found))

    def test_only_of_what_speaks_of_it(self):
        found = [c["source"] for c in self.candidates("double", "return a + b")]
        self.assertTrue([s for s in found if "double(4, 4)" in s])
        self.assertFalse([s for s in found if "double(4, '4')" in s])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_other_types(self):
        for (text, wanted), found in zip(MADE, js_support.made("gen_keys.js", "given.map((one) => t.programs(one, { isKeyed: true }))", *[row[0] for row in MADE])):
            self.assertEqual(found, wanted, text)

    def test_other_orders(self):
        for (text, wanted), found in zip(ORDERS, js_support.made("gen_keys.js", "given.map((one) => t.otherOrder(one))", *[row[0] for row in ORDERS])):
            self.assertEqual([one for one in found if one != text], wanted, text)

    def test_one_is_enough_where_it_is_compared(self):
        found = js_support.made("gen_keys.js", "[{ isLoose: true }, { isKeyed: true }, {}, undefined].map((keys) => t.programs(given[0], keys))", "f(7);\ng(8);\nh(8);")
        self.assertEqual([len(some) for some in found], [3, 1, 0, 0])
        self.assertIn("f('7');\ng(8);\nh(8);", found[0])

    def test_lists(self):
        asked = "t.lists([{ args: given, where: 'w' }], { isKeyed: true })"
        self.assertEqual([(row["args"], row["isOfItsKind"]) for row in js_support.made("gen_keys.js", asked, "[1, 2, 1]", "a, b")], [(["[1, 2, '1']", "a", "b"], False)])
        self.assertEqual(js_support.made("gen_keys.js", asked.replace("isKeyed", "isOther"), "[1, 2, 1]"), [])

    def test_bounds(self):
        rows = ["f(7);\n" * 20, "f(7);\n" * 900]
        self.assertEqual([len(some) for some in js_support.made("gen_keys.js", "given.map((one) => t.programs(one, { isKeyed: true }))", *rows)], [6, 0])
        self.assertEqual(len(js_support.made("gen_keys.js", "t.lists(given.map((one) => ({ args: [one], where: 'w' })), { isKeyed: true })", *["[%s]" % ", ".join(["7"] * 9)] * 4)), 12)

        few = "t.lists(given.map((one) => ({ args: [one], where: 'w' })), { isKeyed: true })"
        self.assertEqual(len(js_support.made("gen_keys.js", few, *["[7, 7]"] * 4)), 3)

    def test_a_long_word(self):
        for text, wanted in (("", False), ("[b", False), ("[b]", True)):
            found = js_support.made("gen_keys.js", "t.asksFor('a'.repeat(1000000) + given[0])", text)
            self.assertEqual(found["isKeyed"], wanted, text)

    def test_asked(self):
        for sides, wanted in ASKED:
            self.assertEqual([key for key, said in js_support.made("gen_keys.js", "t.asksFor(...given)", *sides).items() if said], wanted, sides)


if __name__ == "__main__":
    unittest.main()
