"""A function that is handed to map() as it is. What `generate` gives for a small package, and what gen_mapped.js makes of one program."""
import unittest

import js_support

PACKAGE = """\
function parse(text, most = 100) {
  return text.split('/').slice(0, most);
}
module.exports = { parse };
"""
OTHER = "function parse(text) {\n  return text.split('/');\n}"
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { parse } = require('./index.js');
test('parse', () => { const path = 'a/b'; const made = parse(path); assert.deepEqual(made, ['a', 'b']); });
"""


def made(expression, *given):
    return js_support.made("gen_mapped.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_another_parameter(self):
        for other, wanted in ((OTHER, True), (OTHER.replace("text)", "text, least)"), False)):
            runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
            try:
                found = "\n".join(c["source"] for c in js_support.candidates(runner, PACKAGE, "parse", "slice(0", other=other))
            finally:
                runner.close()
            self.assertEqual("[path, path, path].map(parse)" in found, wanted, other)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_asked_for(self):
        for name, mine, other, wanted in (("f", "function f(a, b) {}", "function f(a) {}", "f"), ("f", "(a) => a", "(a, b = 1) => a", "f"), ("f", "function f(a) {}", "function f(b) {}", ""),
                                          ("C.f", "f(a, b) {}", "f(a) {}", ""), ("f", "function f(a, b) {}", "", ""), ("f", "", "function f(a) {}", "")):
            self.assertEqual(made("t.asksIn(['', given[0], given[1]], { qualname: given[2] })", mine, other, name), wanted, mine)

    def test_programs(self):
        for body, wanted in (
                ("console.log(f('a'));", ["console.log(['a', 'a', 'a'].map(f));"]), ("f(g(1, 2));", ["[g(1, 2), g(1, 2), g(1, 2)].map(f);"]),
                ("f(1);\nf(2);", ["[1, 1, 1].map(f);\nf(2);", "f(1);\n[2, 2, 2].map(f);"]), ("f();", []), ("f(1, 2);", []), ("f(...a);", []), ("o.f(1);", []), ("function f(a) {}", []), ("f;", []), ("'f(1)';", []),
                ("f(1", []), ("new f(1);", []), ("o?.f(1);", []), ("const a = g()\nf(1)", ["const a = g()\n;[1, 1, 1].map(f)"]), ("g();\nf(1)", ["g();\n[1, 1, 1].map(f)"]), ("{\nf(1)\n}", ["{\n[1, 1, 1].map(f)\n}"]), ("f(1);" + " " * 4000, [])):
            self.assertEqual(made("t.programs(given[0], 'f')", body), wanted, body)
        self.assertEqual(made("t.programs(given[0], '')", "f(1);"), [])
        self.assertEqual(len(made("t.programs(given[0], 'f')", "f(1);\n" * 9)), 3)


if __name__ == "__main__":
    unittest.main()
