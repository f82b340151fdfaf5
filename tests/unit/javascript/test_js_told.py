"""Values that a document names for an option. What `generate` gives for a small package, and what gen_told.js makes of one text."""
import unittest

import js_support

PACKAGE = "class Chart {\n  constructor(posts, options = {}) {\n    this.options = JSON.parse(JSON.stringify(options));\n  }\n}\nmodule.exports = { Chart };\n"
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Chart } = require('./index.js');
test('depth', () => { assert.equal(new Chart([], { depth: 1 }).options.depth, 1); });
"""
README = """\
| option | |
|---|---|
| `depth` | `3`; `Infinity` for all |
| `sort` | `false` or `"title"` |

Give `{ marks: null, wide: true }`, or `{ marks: f(1), a: [] }`, and `x: 1` of `y`.
"""


def made(expression, *given):
    return js_support.made("gen_told.js", expression, *given)


def programs(body, told):
    return made("t.programs(given[0], new Map(given[1]))", body, told)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_what_the_readme_names(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST, "README.md": README}, ["index"])
        try:
            got = js_support.candidates(runner, PACKAGE, "Chart.constructor", "JSON.parse")
        finally:
            runner.close()
        self.assertTrue([c for c in got if "depth: Infinity" in c["source"]])
        self.assertTrue([c for c in got if "depth: 1, sort:" in c["source"]])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_documents(self):
        said = "[...t.ofDocuments(given)]"
        self.assertEqual(made(said, README), [["depth", ["3", "Infinity"]], ["sort", ["false", '"title"']], ["marks", ["null"]], ["wide", ["true"]], ["x", ["1"]]])
        for text, wanted in (
                ("`a` `1` `1` `b`\n- `a`: `2`", [["a", ["1", "2"]]]),
                ("of `a`, `1`", []), ("`null` is `1`", []), ("`a.b` `1`", []), ("`a` `f(1)` `[1]` `x y`", []),
                ("`a` `1`" + " " * 1000, []), ("``a`` ``'`'``", [])):
            self.assertEqual(made(said, text), wanted, text)
        self.assertEqual(len(made(said, "\n".join("`a%d` `1`" % n for n in range(60)))), 40)
        self.assertEqual(len(made(said, "\n".join("`a` `%d`" % n for n in range(60)))[0][1]), 8)

    def test_programs(self):
        told = [["depth", ["3", "Infinity"]], ["sort", ["true"]]]
        for body, wanted in (
                ("f(a, { depth: 3 });", ["f(a, { depth: Infinity });", "f(a, { depth: 3, sort: true });"]),
                ("f({ sort: true, });", ["f({ sort: true, depth: 3 });", "f({ sort: true, depth: Infinity });"]),
                ("f({ depth: g(1), sort: x });", ["f({ depth: g(1), sort: true });"]),
                ("f({ sort: true // one\n});", ["f({ sort: true, depth: 3 // one\n});", "f({ sort: true, depth: Infinity // one\n});"]),
                ("f({ depth, sort: true });", []), ("f({ 'depth': 3, sort: true });", ["f({ 'depth': Infinity, sort: true });"]), ("f({ sort: true, ...rest });", []), ("f(({ depth: a }) => a);", []),
                ("f({ a: { depth: 1 } });", []), ("f({ a: 1 });", []), ("const a = { depth: 1 };", []), ("f({ depth: 1 }.depth);", []), ("f(() => { depth: 1 });", [])):
            self.assertEqual(programs(body, told), wanted, body)
        self.assertEqual(programs("f({ depth: 3 });", []), [])
        self.assertEqual(len(programs("f({ depth: 0 });\ng({ depth: 0 });\nh({ depth: 0 });", told)), 6)

    def test_lists(self):
        rows = made("t.lists(given[0], new Map(given[1]))", [{"args": ["a", "{ depth: 3 }"], "where": "a.js:1"}] * 4, [["depth", ["3", "Infinity"]]])
        self.assertEqual(rows, [{"args": ["a", "{ depth: Infinity }"], "where": "a.js:1", "isOfItsKind": True}] * 3)
        self.assertEqual(made("t.lists(given, new Map())", {"args": ["{ depth: 3 }"], "where": ""}), [])


if __name__ == "__main__":
    unittest.main()
