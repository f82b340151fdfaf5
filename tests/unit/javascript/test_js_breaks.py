"""Texts of several lines ended as Windows ends them. What `generate` gives for a small package, and what gen_breaks.js makes of one program."""
import unittest

import js_support

PACKAGE = """\
function read(text) {
  return text.split('\\n').map((line) => line.split(';'));
}
module.exports = { read };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { read } = require('./index.js');
test('read', () => { assert.equal(read('a;b\\nc;d\\n').length, 3); });
"""


def made(expression, *given):
    return js_support.made("gen_breaks.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_other_ends(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            found = "\n".join(c["source"] for c in js_support.candidates(runner, PACKAGE, "read", "split('\\n')"))
        finally:
            runner.close()
        self.assertIn("read('a;b\\r\\nc;d\\r\\n')", found)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_asked_for(self):
        for text, wanted in (("a.split(b)", True), ("a.join(b)", True), ("x + '\\n'", True), ("/\\r?x/", True), ("require('readline')", True), ("fs.readFileSync(a)", True), ("read_lines(a)", True), ("a.newline", True),
                             ("a.line", True), ("// of lines", True), ("splitLines(a)", True), ("a.trimEnd()", True), ("a.splits", False), ("a.outline", False), ("disjoin(a)", False), ("retrim", False), ("a + b", False), ("", False),
                             (" " * 20000 + "a.split(b)", False)):
            self.assertEqual(made("t.asksFor(...given)", text), wanted, text)
        self.assertFalse(made("t.asksFor(...given)", "x", "a.split(b)\nc", "a.split(b)\nd"))

    def test_programs(self):
        for body, wanted in (
                ("f('a\\nb\\n');", ["f('a\\r\\nb\\r\\n');"]), ("f(\"\\n\\n\");", ["f(\"\\r\\n\\r\\n\");"]), ("f('\\\\n\\n\\n');", ["f('\\\\n\\r\\n\\r\\n');"]),
                ("f(`a\nb\n`.trim());", ["f(`a\nb\n`.replaceAll('\\n', '\\r\\n').trim());"]), ("f(`a\\nb\n`);", ["f(`a\\nb\n`.replaceAll('\\n', '\\r\\n'));"]),
                ("const a = 'b\\nc\\n';\nf(a);", ["const a = 'b\\r\\nc\\r\\n';\nf(a);"]),
                ("f(['a', 'b'].join('\\n'));", ["f(['a', 'b'].join('\\r\\n'));"]), ("f([a].join(\"\\n\"));", ["f([a].join(\"\\r\\n\"));"]),
                ("f('a\\nb\\n');\ng(`\n\n`);", ["f('a\\r\\nb\\r\\n');\ng(`\n\n`.replaceAll('\\n', '\\r\\n'));", "f('a\\r\\nb\\r\\n');\ng(`\n\n`);", "f('a\\nb\\n');\ng(`\n\n`.replaceAll('\\n', '\\r\\n'));"]),
                ("f('a\\nb');", []), ("f(`a\nb`);", []), ("f('a\\r\\nb\\r\\n');", []), ("f(`a\n${b}\n`);", []), ("console.log('a\\nb\\n');", []), ("f(html`a\nb\n`);", []), ("f(a[0]`a\nb\n`);", []), ("f(g()`a\nb\n`);", []),
                ("f(`a``b\nc\n`);", []), ("f(a.join('\\n'));", []), ("f([a].concat('\\n'));", []), ("f([a]?.join('\\n'));", []), ("f([a].join('\\n\\t'));", []), ("f('\\n', ['join'], '\\n');", []), ("f('a\\nb\\n');" + " " * 4000, [])):
            self.assertEqual(made("t.programs(given[0], true)", body), wanted, body)
        self.assertEqual(made("t.programs(given[0], false)", "f('a\\nb\\n');"), [])
        self.assertEqual(len(made("t.programs(given[0], true)", "f('\\n\\n');\n" * 6)), 4)

    def test_lists(self):
        calls = [{"args": ["a", "'b\\nc\\n'"], "where": "x:1"}] * 4
        self.assertEqual(made("t.lists(given[0], true)", calls), [{"args": ["a", "'b\\r\\nc\\r\\n'"], "where": "x:1", "isOfItsKind": True}] * 3)
        self.assertEqual(made("t.lists(given[0], false)", calls), [])
        self.assertEqual(len(made("t.lists(given[0], true)", [{"args": ["'\\n\\n'"] * 6, "where": ""}] * 3)), 4)


if __name__ == "__main__":
    unittest.main()
