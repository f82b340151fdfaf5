"""Numbers with other places behind the point than tests pass. What `generate` gives for a small package, and what gen_places.js makes
of one text."""
import re
import unittest

import js_support

PACKAGE = "function price(amount) {\n  return amount.toLocaleString('en-US', { minimumFractionDigits: 2 });\n}\nmodule.exports = { price };\n"
OTHER = "function price(amount) {\n  return amount.toFixed(8).replace(/0+$/, '');\n}"
SEVERAL = """\
const test = require('node:test');
const assert = require('node:assert');
const { price } = require('./index.js');
test('price', () => { assert.equal(price(0.125), '0.125'); });
test('more', () => {
  assert.equal(price(0.25), '0.25');
});
test('most', () => { assert.equal(price(0.5), '0.50'); });
"""
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

    def order(self, test, touched):
        """Of which tests, by their lines, the neighbours are whose number is the first of those near one, where the change touched these lines."""
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": test}, ["index"])
        try:
            got = runner.ask("generate", root=runner.root, max=2000, seed=1, budget_ms=20000, tests=["test.test.js"], changed_test_lines=touched, targets=[
                {"module": "index", "qualname": "price", "file": "index.js", "lines": [2], "name": "index.price", "other": OTHER}])
            return [int(c["where"].split(":")[1]) for c in got["candidates"] if c["where"].startswith("test.test.js:") and re.search(r"\bprice\([1-9]\d+\.123456\)", c["source"]) and c["origin"] == "mutated"]
        finally:
            runner.close()

    def test_of_which_tests_first(self):
        for touched, wanted in ((None, [4, 5, 8]), ({}, [4, 5, 8]), ({"test.test.js": [[1, 4]]}, [5, 4, 8]), ({"test.test.js": [[8, 9]]}, [4, 8, 5]), ({"test.test.js": [[1, 4], [7, 7]]}, [8, 4, 5]), ({"test.test.js": [[3, 3], [9, 9]]}, [4, 5, 8]),
                                ({"test.test.js": [[1, 9]]}, [4, 5, 8]), ({"other.js": [[1, 4]]}, [4, 5, 8]), ({"test.test.js": [1, None]}, [4, 5, 8])):
            self.assertEqual(self.order(SEVERAL, touched), wanted, touched)

    def test_no_more_of_them(self):
        many = "\n".join(SEVERAL.split("\n")[:3] + ["test('%d', () => { assert.equal(price(0.%d5), ''); });" % (n, n) for n in range(10, 70)])
        self.assertEqual(sorted(self.order(many, {"test.test.js": [[4, 33]]})), [*range(4, 16), *range(34, 46)])


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

    def test_fields_of_a_text(self):
        asked = "given.map((one) => t.programs(one, true))"
        for body, wanted in (
                ("f('0 4 kelp=40');", ["f('0.5 4 kelp=40');", "f('0 4.5 kelp=40');"]),
                ("const a = `A\n1,2.5;3\n`;\nf(a);", ["const a = `A\n1.5,2.5;3\n`;\nf(a);", "const a = `A\n1,2.25;3\n`;\nf(a);", "const a = `A\n1,2.5;3.5\n`;\nf(a);"]),
                (r'f("a\n4\t5\r\n6", "a 7");', [r'f("a\n4.5\t5\r\n6", "a 7");', r'f("a\n4\t5\r\n6", "a 7.5");', r'f("a\n4\t5.5\r\n6", "a 7");', r'f("a\n4\t5\r\n6.5", "a 7");']),
                ("f('a 1 2 3 4 5');", ["f('a %s');" % said for said in ("1.5 2 3 4 5", "1 2.5 3 4 5", "1 2 3.5 4 5", "1 2 3 4.5 5")]),
                ("f('-4 a 123456 0.125');", ["f('-4.5 a 123456 0.125');", "f('-4 a 123456.5 0.125');", "f('-4 a 123456 0.1225');"]),
                (r"f('\u0041 4');", [r"f('\u0041 4.5');"]), ("console.log('a 4');", []), ("f('4');", []), ("f(' 4 ');", []), ("f('x4 4x k=4 2024-05-04 10:30 4.5.6 1234567 4. .5 0.1234 #4 (4)');", []), ("f(`a 4 ${b}`);", []), (r"f('a\u00414 4\x20 \\4');", []), ("// a 4\nf();", []),
                ("f('a 4', '%s');" % ("x" * 3987), ["f('a 4.5', '%s');" % ("x" * 3987)]), ("f('a 4', '%s');" % ("x" * 3988), [])):
            self.assertEqual(made(asked, body), [wanted], body[:80])
        self.assertEqual(made("t.programs(given[0], true)", "f(0.5, 'a 4');")[:3], ["f(500.123456, 'a 4');", "f(0.5, 'a 4.5');", "f(0.00042, 'a 4');"])
        self.assertEqual(made("t.programs(given[0], true).length", "f('a 1 2 3 4', 'a 1 2 3 4', 'a 1 2 3 4');"), 8)
        self.assertEqual(made("t.programs(given[0], false)", "f('a 4');"), [])

    def test_nothing_where_it_is_not_asked_for(self):
        self.assertEqual(made("t.programs(given[0], false)", "f(0.5);"), [])

    def test_lists(self):
        rows = made("t.lists(given, true)", {"args": ["0.5", "2", "'a'"], "where": "a.js:1"})
        self.assertEqual([row["args"] for row in rows][:2], [["500.123456", "2", "'a'"], ["0.00042", "2", "'a'"]])
        self.assertEqual({(row["where"], row["isOfItsKind"]) for row in rows}, {("a.js:1", True)})
        self.assertEqual([row["args"] for row in made("t.lists(given, true)", {"args": ["'a 4'", "`1 b`", "[1, 2]"], "where": ""})], [["'a 4.5'", "`1 b`", "[1, 2]"], ["'a 4'", "`1.5 b`", "[1, 2]"]])
        self.assertEqual(made("t.lists(given, true)", {"args": ["'a 4 %s'" % ("x" * 3995)], "where": ""}), [])
        self.assertEqual(made("t.lists(given, false)", {"args": ["'a 4'"], "where": ""}), [])
        self.assertEqual(made("t.lists(given, false)", {"args": ["0.5"], "where": ""}), [])


if __name__ == "__main__":
    unittest.main()
