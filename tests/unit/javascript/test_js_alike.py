"""Names that begin or end like another, and what a change looks for within quotes. What `generate` gives for a small package, and what
gen_alike.js and gen_quoted.js make of one text."""
import unittest

import js_support

DISK = """\
class Disk {
  constructor(files) { this.files = new Map(Object.entries(files)); }
  rename(from, to) {
    for (const path of [...this.files.keys()])
      if (path.startsWith(from))
        this.files.set(to + path.slice(from.length), 1);
  }
}
module.exports = { Disk };
"""
DISK_TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Disk } = require('./index.js');
test('rename', () => {
  const disk = new Disk({ '/a': 1 });
  disk.rename('/a', '/b');
  assert.equal(disk.files.size, 2);
});
"""
LOAD = """\
const TRAILING = /,(?=\\s*[}\\]])/g;
function load(text) {
  return JSON.parse(text.replace(TRAILING, ' '));
}
module.exports = { load };
"""
LOAD_TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { load } = require('./index.js');
test('load', () => { assert.equal(load('{ "a": "b" }').a, 'b'); });
"""


def alike(expression, *given):
    return js_support.made("gen_alike.js", expression, *given)


def quoted(expression, *given):
    return js_support.made("gen_quoted.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def found(self, package, test, qualname, text):
        runner = js_support.Runner({"index.js": package, "test.test.js": test}, ["index"])
        try:
            return "\n".join(c["source"] for c in js_support.candidates(runner, package, qualname, text))
        finally:
            runner.close()

    def test_a_name_more(self):
        self.assertIn("{ '/a': 1, '/a2': 1 }", self.found(DISK, DISK_TEST, "Disk.rename", "startsWith"))

    def test_in_quotes(self):
        self.assertIn("'{ \"a\": \"b,}\" }'", self.found(LOAD, LOAD_TEST, "load", "TRAILING, "))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Alike(unittest.TestCase):
    def test_asked_for(self):
        for sides, wanted in ((("a.startsWith(b)",), "begins"), (("", "a.endsWith(b)", ""), "ends"), (("", "a.slice(b.length)", "a"), "begins"), (("{ numeric: true }",), "folds"),
                              (("", "a.toLowerCase()", "a"), "folds"), (("", "a.toLowerCase();\nb", "a.toLowerCase();\nc"), None), (("", "a.includes(b);\nc", "a.includes(b);\nd"), None), (("a === b",), None)):
            got = alike("t.asksFor(...given)", *sides)
            self.assertEqual(got and [name for name in got if got[name]], wanted and [wanted], sides)

    def test_one_more_beside_it(self):
        for body, wanted in (
                ("f({ 'a1': g(2, 3), b: 1 });", ["f({ 'a1': g(2, 3), 'a12': g(2, 3), b: 1 });"]),
                ("const d = { a: 1, 'b1': [2] };", ["const d = { a: 1, 'b1': [2], 'b12': [2] };"]),
                ("f(['ab', 'cd']);", ["f(['ab', 'ab2', 'cd']);", "f(['ab', 'cd', 'cd2']);"]),
                ("a;\nd.put('ab', 1);\nb;", ["a;\nd.put('ab', 1);\nd.put('ab2', 1);\nb;"]),
                ("d.put('ab');", ["d.put('ab');\nd.put('ab2');"]),
                ("new Map([['size', 1], ['kind', 2]]);", ["new Map([['size', 1], ['size2', 1], ['kind', 2]]);", "new Map([['size', 1], ['kind', 2], ['kind2', 2]]);"]),
                ("d.put('ab')\nf();", ["d.put('ab');\nd.put('ab2')\nf();"]),
                ("new Disk()\n  .add('ab')\n  .add('cd');", ["new Disk()\n  .add('ab').add('ab2')\n  .add('cd');", "new Disk()\n  .add('ab')\n  .add('cd').add('cd2');"]),
                ("a.b().c('ab').d('cd');", []), ("a.c('ab').c('cd');", ["a.c('ab').c('cd').c('cd2');"]), ("f().c('ab').d(g.c('cd'));", []), ("if (x)\n  put('cd');\nelse f();", []), ("const x =\n  read('ab');", []), ("await put('ab');", []), ("f(() => { put('ab'); });", []),
                ("x = d.put('ab');", []), ("d.put(1, 'ab');", []), ("console.log('ab');", []), ("f('a b', a['ab']);", []), ("if (d.has('ab')) f();", []), ("return put('ab');", []), ("f([`a${b}`]);", [])):
            self.assertEqual(alike("t.programs(given[0], { begins: true, ends: false })", body), wanted, body)
        self.assertEqual(alike("t.programs(given[0], { begins: false, ends: true })", "f(['/a/bc']);"), ["f(['/a/bc', '/a/bc2']);", "f(['/a/bc', '/a/mybc']);"])
        for name, wanted in (("F1", ["F01", "f1"]), ("a2b10c", ["a2b010c", "A2B10C"]), ("ab", ["AB"]), ("12", ["012"]), ("--", [])):
            self.assertEqual(alike("t.programs(given[0], { folds: true })", "f(['%s']);" % name), ["f(['%s', '%s']);" % (name, one) for one in wanted], name)
        self.assertEqual(alike("t.programs(given[0], null)", "f(['ab']);"), [])
        self.assertEqual(len(alike("t.programs(given[0], { begins: true, ends: true })", "f(['ab', 'cd', 'ef', 'gh']);")), 6)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Quoted(unittest.TestCase):
    def test_what_fits_a_pattern(self):
        for source, wanted in ((r",(?=\s*[}\]])", ",}"), (r"\/\/.*", "//"), (r"(?:a|b)+c{3}", "accc"), ("[^a]x?", "x"), (r"(?<n>\d{2})-", "11-"), ("a|b", "a"), (r"[\w-]+@", "a@"), ("(?!x)#", "#"),
                               ("(?<=a)b", "b"), ("^a$", "a"), (r"a{9}\1\.", "aaaax."), (r"\u", "x"), ("[", ""), ("(", ""), (")", ""), ("(" * 9000 + ")" * 9000, ""), ("(,,{4}" * 15 + "){4}" * 15, "," * 16),
                               (",{999}", ",,,,"), ("a{1", "a{1"), ("(" * 13 + "#" + ")" * 13, ""), ("(#)" * 20, "#" * 16)):
            self.assertEqual(quoted("t.fitting(given[0])", source), wanted, source)

    def test_what_is_looked_for(self):
        runner = js_support.Runner({"index.js": LOAD, "test.test.js": ""}, ["index"])
        try:
            for sides, wanted in ((["x.replace(TRAILING, ' ')", "", ""], [",}"]), (["x.split('//'); y('#', 'a', '-----------')", "", ""], ["//", "#"]), (["x.replace(OTHER, a)", "", ""], []),
                                  (["", "a('#');\nb;", "a('#');\nc;"], [])):
                self.assertEqual(quoted("t.asksIn(given[0], given[1])", sides, {"root": runner.root, "file": "index.js"}), wanted, sides)
        finally:
            runner.close()

    def test_in_quotes_of_a_text(self):
        for body, wanted in (
                ("f('{ \"a\": \"b c\" }');", ["f('{ \"a\": \"b c#\" }');", "f('{ \"a#\": \"b c\" }');"]),
                ('f("x = \'a\'");', ['f("x = \'a#\'");']),
                ('f("x = \\"a\\"");', ['f("x = \\"a#\\"");']),
                ("f(`x = \"a\"`);", ["f(`x = \"a#\"`);"]),
                ("f('a', '\"\"', `${a} \"b\"`);", [])):
            self.assertEqual(quoted("t.programs(given[0], ['${'])", "f(`\"a\"`);"), [])
            self.assertEqual(quoted("t.programs(given[0], ['#'])", body), wanted, body)
        self.assertEqual(len(quoted("t.programs(given[0], ['#', '//', '%'])", "f('\"a\" \"b\" \"c\" \"d\"');")), 6)
        self.assertEqual(quoted("t.programs(given[0], [])", "f('\"a\"');"), [])


if __name__ == "__main__":
    unittest.main()
