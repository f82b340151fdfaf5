"""One word of a program's data renamed throughout. What `generate` gives for a small package, and what gen_renamed.js reads of a change and
makes of one program."""
import unittest

import js_support

PACKAGE = """\
function parse(text, catalogue) {
  return text.split(', ').map((one) => {
    const [count, name] = one.split(' ');
    const item = catalogue.find((c) => c.name === name.replace(/s$/, ''));
    return item ? count * item.price : null;
  });
}
module.exports = { parse };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { parse } = require('./index.js');
test('parse', () => { assert.deepEqual(parse('2 pencils, 1 ruler', [{ name: 'pencil', price: 3 }, { name: 'ruler', price: 2 }]), [6, 2]); });
"""


def made(expression, *given):
    return js_support.made("gen_renamed.js", expression, *given)


def near(body, affix="s", begins=False):
    return made("t.programs(...given)", body, [{"affix": affix, "begins": begins}])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_throughout(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            found = "\n".join(c["source"] for c in js_support.candidates(runner, PACKAGE, "parse", "/s$/"))
        finally:
            runner.close()
        self.assertIn("parse('2 pencils, 1 rulers', [{ name: 'pencil', price: 3 }, { name: 'rulers', price: 2 }])", found)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Asked(unittest.TestCase):
    def test_what_is_looked_for(self):
        for row, wanted in (
                ("a.endsWith('s')", ["s>"]), ("a.startsWith('-')", ["<-"]), ("a.slice(-1) === 's'", ["s>"]), ("a + \"'\"", ["'>", "<'"]), ("f('ies', '.js', 'abcd', ' ', '', '12', 'a b', ',')", ["ies>", ".js>"]),
                ("a.replace(/s$/, '')", ["s>"]), ("/(?:es|s)$/i", ["es>", "s>"]), ("/(ies)$/", ["ies>"]), ("/^un/", ["<un"]), ("/a|b$/", ["a>", "b>"]), ("/(?<!s)s$/", ["s>"]), ("/(?:a|b)c$/", ["ac>"]),
                (r"/\.$/", [".>"]), (r"/a\$/", []), ("/^a$/", []), ("/a/", []), (r"/\d+$/", []), ("/^the /", []), ("a / b", []), ("x", []),
                ("f('x', a.endsWith('s'), /ies$/)", ["ies>", "s>", "x>"]), ("endsWith = 's'", ["s>"]), ("f('-'); a.startsWith('-')", ["<-", "->"]), ("f('a', 'b', 'c', 'd', 'e')", ["a>", "b>", "c>", "d>"]),
                ("f(/(?:a|b|c|d|e)$/, 'x')", ["a>", "b>", "c>", "x>"]), ("f('s')" + " " * 1000, [])):
            got = made("t.asksFor(given[0])", row)
            self.assertEqual([("<%(affix)s" if one["begins"] else "%(affix)s>") % one for one in got], wanted, row)

    def test_of_which_lines(self):
        for sides, wanted in ((("x", "f('s');\na", "f('s');\nb"), []), (("x", "f('s');\na", "b"), ["s"]), (("x", "a", "f('s');\nb"), ["s"]), (("x\n" * 400 + "f('s')", "", ""), []), (("x\n" * 399 + "f('s')", "", ""), ["s"])):
            self.assertEqual([one["affix"] for one in made("t.asksFor(...given)", *sides)], wanted)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        for body, wanted in (
                ("f('2 pencil', ['pencil']);", ["f('2 pencils', ['pencils']);"]),
                ("const a = 'Ruler';\nconsole.log('RULER', f(a, \"ruler-case\"));", ["const a = 'Rulers';\nconsole.log('RULERS', f(a, \"rulers-case\"));", "const a = 'Ruler';\nconsole.log('RULER', f(a, \"ruler-cases\"));"]),
                ("f(`pencil\npen`);", ["f(`pencils\npen`);", "f(`pencil\npens`);"]),
                ("f('\\npencil');", ["f('\\npencils');"]),
                ("f('pencil', { pencil: 1, 'pencil': 2 });", ["f('pencils', { pencils: 1, 'pencils': 2 });"]),
                ("const a = { pencil: 1 };\nf('pencil', a);", ["const a = { pencils: 1 };\nf('pencils', a);"]),
                ("f('2 pencil', { pencil: 1 });", ["f('2 pencils', { pencil: 1 });"]),
                ("f('pencil', a ? pencil : b);", ["f('pencils', a ? pencil : b);"]),
                ("f('one');\ng('two');\nh('two one', 'two');", ["f('one');\ng('twos');\nh('twos one', 'twos');", "f('ones');\ng('two');\nh('two ones', 'two');"]),
                ("f('pencil').pencil;", []), ("f('pencil')?.pencil;", []), ("f('pens');", []), ("f('pencil pencils');", []), ("f('ab a1b pen_a apen1');", []), ("console.log('pencil');", []), ("f('./pencil');", []),
                ("f(`pencil ${a}`);", []), ("f(pencil);", []), ("if ('pencil') g();", []), ("import('pencil');", []), ("require('pencil');", []), ("for (const a of 'pencil') g();", []), ("while ('pencil') g();", []), ("switch ('pencil') {}", []),
                ("console.log(('pencil'));", []), ("console.log(a['pencil']);", []), ("f('/pencil');", ["f('/pencils');"]), ("f('日本語');", ["f('日本語s');"]), ("f('%s');" % ("x" * 31), []), ("f('abc');" + " " * 4000, [])):
            self.assertEqual(near(body), wanted, body)
        self.assertEqual(made("t.programs(...given)", "f('pencil');", []), [])

    def test_affixes(self):
        for body, affix, begins, wanted in (
                ("f('Pencil', 'PENCIL', 'pencil');", "un", True, ["f('Unpencil', 'UNPENCIL', 'unpencil');"]), ("f('Pencil');", "-", True, ["f('-Pencil');"]), ("f('untie');", "un", True, []), ("f('sun');", "un", True, ["f('unsun');"]),
                ("f('pencil', \"pencil\");", "'", False, ["f('pencil\\'', \"pencil'\");"]), ("f('pencil', { pencil: 1 });", ".", False, ["f('pencil.', { \"pencil.\": 1 });"]), ("f('Pencils');", "S", False, [])):
            self.assertEqual(near(body, affix, begins), wanted, (body, affix))

    def test_limits(self):
        two = [{"affix": "s", "begins": False}, {"affix": "-", "begins": True}]
        self.assertEqual(made("t.programs(...given)", "f('one two abc def');", two), [
            "f('ones two abc def');", "f('one twos abc def');", "f('one two abcs def');", "f('-one two abc def');", "f('one -two abc def');", "f('one two -abc def');"])
        self.assertEqual(len(made("t.programs(...given)", "f('one two abc def');", [*two, {"affix": "x", "begins": False}])), 6)


if __name__ == "__main__":
    unittest.main()
