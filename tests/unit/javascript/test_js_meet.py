"""Two numbers that are given together are made the same size; and the tests of a helper in a file of its own are those of what uses it.
What `generate` gives for a small package, and what gen_meet.js makes of one text."""
import unittest

import js_support

CUT = """\
function cut(text, { start, length }) {
  return text.slice(start, start + length);
}
module.exports = { cut };
"""
READ = "const { cut } = require('./cut.js');\nfunction read(text, fields) {\n  return fields.map((one) => cut(text, one));\n}\nmodule.exports = { read };\n"
INDEX = "const { read } = require('./read.js');\nfunction table(text, fields) {\n  return read(text, fields).join('|');\n}\nmodule.exports = { table };\n"
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { table } = require('./index.js');
test('table', () => {
  const fields = [{ start: 0, length: 2 }, { start: -6, length: 4 }];
  assert.equal(table('ST<<OSLO11', fields), 'ST|OSLO');
});
"""
OTHER = "function cut(text, { start, length }) {\n  return text.substr(start, length);\n}"


def made(expression, *given):
    return js_support.made("gen_meet.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_from_the_end(self):
        """Nothing but a test of a function two files away comes to the helper with a place from the end."""
        runner = js_support.Runner({"cut.js": CUT, "read.js": READ, "index.js": INDEX, "test.test.js": TEST}, ["cut"])
        try:
            got = runner.ask("generate", root=runner.root, max=100, seed=1, budget_ms=20000, tests=["test.test.js"], targets=[
                {"module": "cut", "qualname": "cut", "file": "cut.js", "lines": [2], "name": "cut.cut", "other": OTHER}])
            said = [(c["source"], c["where"]) for c in got["candidates"] if "table('ST<<OSLO11', fields)" in c["source"]]
            self.assertTrue([s for s, where in said if "{ start: -4, length: 4 }" in s and where.startswith("test.test.js:")], len(said))
            self.assertTrue([s for s, _ in said if "{ start: -6, length: 6 }" in s], len(said))
        finally:
            runner.close()


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_asked_for(self):
        for sides, wanted in ((("", "return a + b;", "return a;"), ["return", "a", "b"]), (("x.slice(n)", "", ""), ["x", "slice", "n"]), (("", "f(a - (b));", "f(a);"), ["f", "a", "b"]),
                              (("", "return a - 1;", "return a;"), None), (("", "f('a-b');", "f('c');"), None), (("// a + b", "", ""), None),
                              (("", "a + b;\nreturn 1;", "a + b;\nreturn 2;"), None)):
            self.assertEqual(made("t.asksFor(...given)", *sides), wanted, sides)

    def test_programs(self):
        asked = "given.map((one) => t.programs(one, ['start', 'length']))"
        for body, wanted in (
                ("f({ start: -10, length: 4 });", ["f({ start: -10, length: 10 });", "f({ start: -4, length: 4 });"]),
                ("f('a', 3, 5);", ["f('a', 3, 3);", "f('a', 5, 5);"]),
                ("f({ a: 7, start: 1, length: 2 });", ["f({ a: 7, start: 1, length: 1 });", "f({ a: 7, start: 2, length: 2 });", "f({ a: 7, start: 7, length: 2 });",
                                                      "f({ a: 1, start: 1, length: 2 });", "f({ a: 7, start: 1, length: 7 });", "f({ a: 2, start: 1, length: 2 });"]),
                ("f({ a: 0, b: 2 });", []), ("f(2, { a: 3 });", []), ("f(2, 2);", []), ("f([2, 3]);", []), ("f(2 * 3, 4);", []), ("x[2] = 3;", [])):
            self.assertEqual(made(asked, body), [wanted], body)
        self.assertEqual(made("t.programs(given[0], null)", "f(3, 5);"), [])

    def test_lists(self):
        rows = made("t.lists([{ args: given, where: 'w' }], ['start'])", "-3", "5", "{ start: 1, b: 2 }")
        self.assertEqual([row["args"] for row in rows], [["-3", "3", "{ start: 1, b: 2 }"], ["-5", "5", "{ start: 1, b: 2 }"],
                                                        ["-3", "5", "{ start: 1, b: 1 }"], ["-3", "5", "{ start: 2, b: 2 }"]])
        self.assertEqual(made("t.lists([{ args: given, where: 'w' }], null)", "3", "5"), [])


if __name__ == "__main__":
    unittest.main()
