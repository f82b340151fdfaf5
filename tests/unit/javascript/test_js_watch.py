"""Comparisons that are watched in a run, and programs that bring them to their edge. What `generate` gives for a small package, and
what gen_watch.js reads and works out."""
import unittest

import js_support

PACKAGE = """\
class Cart {
  constructor({ freeFrom = 5000 } = {}) { this.rows = new Map(); this.freeFrom = freeFrom; }
  add(name, price, count = 1) {
    this.rows.set(name, { price, count });
    return this;
  }
  goods() { return [...this.rows.values()].reduce((sum, { price, count }) => sum + price * count, 0); }
  total() {
    const goods = this.goods();
    return goods > this.freeFrom ? goods : goods + 490;
  }
}
module.exports = { Cart };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Cart } = require('./index.js');
test('total', () => {
  const cart = new Cart({ freeFrom: 3000 });
  cart.add('tea', 450, 2);
  cart.add('pot', 700);
  assert.equal(cart.total(), 2090);
});
"""
# (changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("Cart.total", "goods > this.freeFrom", ["freeFrom: 1600", "cart.add('tea', 450, 2);", "cart.total()"]),
    ("Cart.total", "goods > this.freeFrom", ["freeFrom: 3000", "cart.add('pot', 2100);", "cart.total()"]),
    ("Cart.total", "const goods", ["freeFrom: 1600", "cart.total()"]),
)
# (a text, the sides of its comparisons that are not plain)
READ = (
    ("if (a.b(c, d)[0] + 1 >= -x?.y) z();", [["a.b(c, d)[0] + 1", "-x?.y"]]),
    ("return sum - 2 * (a + b) < this.limit.of(3) && c;", [["sum - 2 * (a + b)", "this.limit.of(3)"]]),
    ("for (let i = 0; i < rows.length; i++) f();", [["i", "rows.length"]]),
    ("x = Math.max(a, b - 1) || Math.min(a, b, c);", [["a", "b - 1"]]),
    ("a === 'x' || n > 3 || (a.b) != null || 'x' == a;", []),
    ("it.next() < a.b; (c += 1) > d.e; i++ < j.k; !a.b == c.d; typeof a.b === c.d; await f() > g();", []),
    ("(a) => a.b; b < c.d\n\n  > 1;", []),
    ("a /* b */ .c\n  <= d.e", [["a /* b */ .c", "d.e"]]),
    ("if (cache.get(k) === other.b) return this.list.of >= a.static(1);", [["cache.get(k)", "other.b"], ["this.list.of", "a.static(1)"]]),
    ("1 << n > size.max; size.max > 1 << n; x.y < a?.[0]; a < b.c === c.d; a.x instanceof B == c.d; b.c === tag`x`; tag`x` === b.c;", []),
    ("if (x) (a.b) < c.d; if (ready) [a, b].length > c.d;", [["(a.b)", "c.d"], ["[a, b].length", "c.d"]]),
    ("a.b < c.d++; i++ + a.b < c.d; Math.max(...a, b.c);", []),
    ("c.getNext() > a.b; roll() > a.b; a.b < lexer.accept(';');", []),
    ("-a.b < c.d", [["-a.b", "c.d"]]),
    ("if (a) b.c() === `${d}`; x = [] == y.z; w = {} > v", [["b.c()", "`${d}`"], ["[]", "y.z"]]),
)
# (a number, how far apart the sides are, by how much one more of it changes that, what it is to be)
EQUAL = ((3000, -1400, -1, [1600]), (700, -1400, 1, [2100]), (2, -1400, 450, [5, 6]), (1, 5, 1, []), (1.5, 1, 2, [1]), (1, 5, 1e-12, []), (2e9, 1, 1, []))
# (a program, what both sides were, what is made of it)
SET = (
    ("f('Jug', 3);", ["tea", "jug"], ["f('tea', 3);"]),
    ("f('Jug', 3);", [3, -7.5], ["f('Jug', -7.5);"]),
    ("const { f } = require('./a');\nf({ a: 'b', b: 1 }, 'b', -1);", ["b", "it's"], ['const { f } = require(\'./a\');\nf({ a: "it\'s", b: 1 }, \'b\', -1);',
                                                                                'const { f } = require(\'./a\');\nf({ a: \'b\', b: 1 }, "it\'s", -1);']),
    ("f('3', 4);", [3, 5], []),
    ("f(3);", [3, 3], []),
)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_programs(self):
        for qualname, text, parts in SHOWN:
            with self.subTest(qualname, text=text):
                found = [one["source"] for one in js_support.candidates(self.runner, PACKAGE, qualname, text)]
                self.assertTrue(any(all(part in one for part in parts) for one in found), "\n".join(found))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_what_is_read(self):
        for text, sides in READ:
            with self.subTest(text):
                self.assertEqual(js_support.made("gen_watch.js", "t.comparisons(given[0], () => true).map((one) => [one.left, one.right])", text), sides)

    def test_where(self):
        got = js_support.made("gen_watch.js", "t.comparisons('f();\\n\\n  if (a < b.c)\\n    g(a.b > b.c);', (n) => n === 3)")
        self.assertEqual(got, [{"left": "a", "right": "b.c", "at": 12, "end": 19}])

    def test_what_is_set(self):
        for text, (left, right), wanted in SET:
            with self.subTest(text):
                self.assertEqual(js_support.made("gen_watch.js", "t.set(given[0], [{ left: given[1], right: given[2] }])", text, left, right), wanted)

    def test_where_equal(self):
        for value, apart, slope, wanted in EQUAL:
            self.assertEqual(js_support.made("gen_watch.js", "t.whereEqual(...given)", value, apart, slope), wanted)


if __name__ == "__main__":
    unittest.main()
