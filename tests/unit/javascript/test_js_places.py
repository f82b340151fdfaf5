"""Numbers with other places behind the point than tests pass. What `generate` gives for a small package, and what gen_places.js makes
of one text."""
import unittest

import js_support

PACKAGE = "function price(amount) {\n  return amount.toLocaleString('en-US', { minimumFractionDigits: 2 });\n}\nmodule.exports = { price };\n"
OTHER = "function price(amount) {\n  return amount.toFixed(8).replace(/0+$/, '');\n}"
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { price } = require('./index.js');
test('price', () => { assert.equal(price(0.125), '0.125'); });
"""


def made(expression, *given):
    return js_support.made("gen_places.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_small_amounts(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            got = runner.ask("generate", root=runner.root, max=100, seed=1, budget_ms=20000, tests=["test.test.js"], targets=[
                {"module": "index", "qualname": "price", "file": "index.js", "lines": [2], "name": "index.price", "other": OTHER}])
            self.assertTrue([c for c in got["candidates"] if "price(0.00042)" in c["source"] and c["legality"] == "plausible"])
        finally:
            runner.close()


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_asked_for(self):
        for sides, wanted in ((("", "x.toFixed(2)", "x.toLocaleString()"), True), (("Math.round(x)", "", ""), True), (("", "new Intl.NumberFormat('de')", ""), True), (("", "parseFloat(x)", "x"), True),
                              (("", "x.toFixed(2);\nreturn 1;", "x.toFixed(2);\nreturn 2;"), False), (("", "String(x)", "`${x}`"), False)):
            self.assertEqual(made("t.asksFor(...given)", *sides), wanted, sides)

    def test_programs(self):
        asked = "given.map((one) => t.programs(one, true))"
        for body, wanted in (
                ("f(0.5, 2);", ["f(500.123456, 2);", "f(0.00042, 2);", "f(0.623456, 2);", "f(0.505, 2);", "f(1e-7, 2);", "f(1e+21, 2);"]),
                ("f(-0.5);", ["f(-500.123456);", "f(-0.00042);", "f(-0.623456);", "f(-0.505);", "f(-1e-7);", "f(-1e+21);"]),
                ("f({ a: 1.5 });", ["f({ a: 1500.123456 });", "f({ a: 0.00042 });", "f({ a: 1.623456 });", "f({ a: 1.505 });", "f({ a: 1e-7 });", "f({ a: 1e+21 });"]),
                ("f(2, x + 0.5, '0.5');", [])):
            self.assertEqual(made(asked, body), [wanted], body)
        self.assertEqual(made("t.programs(given[0], true).length", "f(0.5, 1.5);"), 8)
        self.assertEqual(made("t.programs(given[0], false)", "f(0.5);"), [])

    def test_lists(self):
        rows = made("t.lists(given, true)", {"args": ["0.5", "2", "'a'"], "where": "a.js:1"})
        self.assertEqual([row["args"] for row in rows][:2], [["500.123456", "2", "'a'"], ["0.00042", "2", "'a'"]])
        self.assertEqual({(row["where"], row["isOfItsKind"]) for row in rows}, {("a.js:1", True)})
        self.assertEqual(made("t.lists(given, false)", {"args": ["0.5"], "where": ""}), [])


if __name__ == "__main__":
    unittest.main()
