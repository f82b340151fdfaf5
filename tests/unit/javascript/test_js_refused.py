"""What is refused in the middle, before what is fine. What `generate` gives for a small package, and what gen_refused.js makes of one
program."""
import unittest

import js_support

PACKAGE = """\
const PAIR = /;(\\w+)=(\\w+)/g;
function read(text) {
  const found = {};
  let end = 0, m;
  while ((m = PAIR.exec(text)) !== null) {
    if (m.index !== end) throw new TypeError('no pair at ' + end);
    end += m[0].length;
    found[m[1]] = m[2];
  }
  if (end !== text.length) throw new TypeError('no pair at ' + end);
  return found;
}
module.exports = { read };
"""
BEFORE = PACKAGE.replace("const PAIR", "const made").replace("PAIR.exec", "pair.exec").replace("  const found", "  const pair = new RegExp(made);\n  const found")
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { read } = require('./index.js');
test('read', () => {
  assert.deepEqual(read(';a=1;b=2'), { a: '1', b: '2' });
  assert.throws(() => read(';a'), TypeError);
});
"""


def made(expression, *given):
    return js_support.made("gen_refused.js", expression, *given)


def caught(call):
    return "try {\n\t%s;\n} catch (e) {\n\tconsole.log(e.name, e.message);\n}\n" % call


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_left_in_the_middle(self):
        """Made on the side where the second call says something of its own: on the other it fails as many do."""
        runner, other = [js_support.Runner({"index.js": text, "test.test.js": TEST}, ["index"]) for text in (PACKAGE, BEFORE)]
        try:
            found = [c["source"] for c in js_support.candidates(other, BEFORE, "read", "pair.exec") if "read(';a=1;b;b=2')" in c["source"]]
            self.assertTrue(found)
            said = [one.run(found[0])["stdout"].split("\n") for one in (other, runner)]
            self.assertEqual([rows[0] for rows in said], ["TypeError no pair at 4"] * 2)
            self.assertNotEqual(said[0][1:], said[1][1:])
        finally:
            runner.close()
            other.close()


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Left(unittest.TestCase):
    def test_time_for_what_comes_last(self):
        """Whole programs come last: of what is left a quarter is theirs, of what is over nothing."""
        script = "given.map(([spent, until]) => { let n = 0; const b = new t.Budget(() => 0, () => n); n = spent; return b.most(until); })"
        self.assertEqual(js_support.made("gen_budget.js", script, [0, 400], [200, 400], [400, 400], [500, 400]), [300, 350, 400, 400])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_asked_for(self):
        for text, wanted in (("const A = /a/g;", True), ("new RegExp(a, 'gi')", True), ("A.exec(b)", True), ("} finally {", True), ("a.lastIndex = 0;", True),
                             ("/a/i.source", False), ("const a = b / c;", False), ("f('a', 'b')", False), ("", False)):
            self.assertEqual(made("t.asksFor(...given)", text, "", ""), wanted, text)

    def test_programs(self):
        asked = "given.map((one) => t.programs(one, true))"
        for body, wanted in (
                ("console.log(f('a; b=c'));", [caught("console.log(f('a; b; b=c'))") + "console.log(f('a; b=c'));"]),
                ("const a = f('b,c');", [caught("console.log(f('b,<>,c'))") + "const a = f('b,c');"]),
                ("x.f(1, 'a=1\\nb=2');\ng();", [caught("console.log(x.f(1, 'a=1\\nb\\nb=2'))") + "x.f(1, 'a=1\\nb=2');\ng();"]),
                ("f('a');", []), ("f(';a');", []), ("f('a;');", []), ("if (a) f('a;b=1');", []), ("f(() => g('a;b=1'));", []), ("console.log('a;b=1');", []), ("const a = 'b;c=1';", [])):
            self.assertEqual(made(asked, body), [wanted], body)
        self.assertEqual(made("t.programs(given[0], false)", "f('a;b=1');"), [])


if __name__ == "__main__":
    unittest.main()
