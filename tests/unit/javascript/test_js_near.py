"""Words the other way round, and what comes in pieces. What `generate` gives for a small package, and what
gen_near.js makes of one program."""
import unittest

import js_support

PACKAGE = """\
function matches(patterns, host) {
  for (const pattern of patterns.split(' '))
    if (pattern.replace('!', '') === host) return pattern[0] !== '!';
  return false;
}
class Feed {
  constructor() { this._rest = Buffer.alloc(0); this.count = 0; }
  write(chunk) { this._rest = Buffer.concat([this._rest, chunk]); this.count += String(chunk).split('\\n').length - 1; }
}
function size(text) { return text.length; }
module.exports = { matches, Feed, size };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { matches, Feed, size } = require('./index.js');
test('matches', () => { assert.equal(matches('!gate wiki', 'gate'), false); });
test('feed', () => {
  const feed = new Feed();
  feed.write(Buffer.from('ab\\nc'));
  assert.equal(feed.count, 1);
});
test('size', () => { assert.equal(size('!gate wiki'), 10); });
"""
# (what shows it, changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("words", "matches", "return pattern", ["matches('wiki !gate', 'gate')"]),
    ("pieces", "Feed.write", "this.count +=", ["feed.write(Buffer.from([97, 195]));", "feed.write(Buffer.from([169, 98, 10, 99]));"]),
)
# (a program, what is made of it, and what is not)
MADE = (
    ("f('a !b');", ["f('!b a');"], []),
    ("f('*.b !a.b\\n  c');", ["f('!a.b *.b\\n  c');"], ["c  n"]),
    ("f(['a', 'b']);", ["f(['b', 'a']);"], []),
    ("f('\\u00e9 b');", [], ["00e9'"]),
    ("f(`a ${b} c`, a[1], './a b');", [], ["c`"]),
    ("f(['a', b], 'a', 'a a', '# a');", [], []),
    ("x.push('a--b');", ['x.push("a-");\nx.push("-b");', 'x.push("a");\nx.push("-");\nx.push("-");\nx.push("b");'], []),
    ("console.log(x.write(Buffer.from('é')));", ["console.log(x.write(Buffer.from([195])));\nconsole.log(x.write(Buffer.from([169])));"], []),
    ("x.write('a\\r\\nb');", ['x.write("a\\r");\nx.write("\\nb");'], []),
    ("const seen = all(Buffer.from('ab'));", ["const seen = all(Buffer.from([97, 195]), Buffer.from([169, 98]));"], []),
    ("f(['a-', '-b']);", ['f(["a-", "-b"]);', 'f(["a", "-", "-", "b"]);'], []),
    ("f(['a', b]); f(['ab']); f('ab'); on('a', 'b');", [], []),
    # a text that has a name, cut within a letter
    ("const file = g('a');\nf([file]);", ["const file = g('a');\nconst bytes = Buffer.from(file.replace(/\\p{L}/u, '$&é'));\nconst within = bytes.indexOf(0xc3) + 1;\n"
                                         "f([bytes.subarray(0, within), bytes.subarray(within)]);"], []),
    ("const file = g('a');\nf([Buffer.from(file)]);", ["\nf([bytes.subarray(0, within), bytes.subarray(within)]);"], []),
    ("const file = 1;\nf({ a: 1, [file]: 2 });\nf(([file]) => file);\nconst [file2] = g;", [], []),
    ("f([file]);\nconst a = 1;\nf([a, a]);\nf(a[a]);", [], []),
    ("const file = 1, bytes = 2;\nf([file]);", [], []),
    # one of which the bytes are cut in a loop
    ("const text = 'One \\nold barn';\nconst all = Buffer.from(text);\nfor (const n of m) f(all.subarray(n, n + 1));",
     ["const text = 'One \\nold bärn';\nconst all"], ["Öne", "\\ö"]),
    ("const text = 'One old barn';\nconst all = Buffer.from(text);\nf(all);", [], ["bärn"]), ("const text = g();\nf(Buffer.from(text).slice(1));", [], []),
    ("const text = 'one\\x0aday \\u00eab od\\na';\nf(Buffer.from(text).slice(1));", ["'öne\\x0aday \\u00eab öd\\na'"], []),
    ("const text = '# 12 ab';\nf(Buffer.from(text).slice(1));", ["'# 12 äb'"], []), ("f(Buffer.from(text, 'hex').slice(1));\nconst text = `a${b}cd`;", [], []),
    ("x.name('ab'); x.write(a); x.write('a'); x.write('ab', 1);", [], []),
)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def candidates(self, qualname, text):
        return [c["source"] for c in js_support.candidates(self.runner, PACKAGE, qualname, text)]

    def test_table(self):
        for label, qualname, text, parts in SHOWN:
            with self.subTest(label):
                found = self.candidates(qualname, text)
                self.assertTrue([s for s in found if all(part in s for part in parts)], len(found))

    def test_only_of_what_speaks_of_it(self):
        found = self.candidates("size", "text.length")
        self.assertTrue([s for s in found if "!gate wiki" in s])
        self.assertFalse([s for s in found if "wiki !gate" in s])


def made(expression, *given):
    return js_support.made("gen_near.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_values_of_other_kinds(self):
        rows = made("t.lists([{ args: given, where: 'w' }], { isCopied: true })", "{ a: 1, b: { c: 'x', d: [1] } }", "c ? d : e")
        self.assertEqual([row["args"][0] for row in rows[:4]], ["{ a: new Date(0), b: { c: 'x', d: [1] } }", "{ a: 1, b: { c: new Date(0), d: [1] } }",
                                                               "{ a: () => 1, b: { c: 'x', d: [1] } }", "{ a: 1, b: { c: () => 1, d: [1] } }"])
        self.assertEqual({(row["args"][1], row["isOfItsKind"]) for row in rows}, {("c ? d : e", False)})
        one = {row["args"][0] for row in made("t.lists([{ args: given, where: 'w' }], { isCopied: true })", "{ a: 1, b: 2 }")}
        self.assertEqual({text.endswith(", b: 2 }") for text in one}, {True})       # the first one alone
        for pattern in ("({ a: b }) => b", "function ({ a: b }) { return b; }"):
            self.assertEqual(made("t.lists([{ args: given, where: 'w' }], { isCopied: true })", pattern), [])

    def test_what_is_filled_in(self):
        """Nothing in the place of a value that one version fills in, the last argument first."""
        for mine, other, wanted in (("a === undefined ? 8 : a", "{ ...d, ...o }", True), ("{ ...o }", "o.a ?? 8", True), ("a ?? 1", "b ?? 2", False), ("a ?? 1", "", False), ("", "a ?? 1", False), ("a !== undefined", "a", True), ("a == void 0", "a", True)):
            self.assertEqual(bool(made("t.asksFor('', ...given).isFilled", mine, other)), wanted, (mine, other))
        rows = made("t.lists([{ args: given, where: 'w' }], { isCopied: true, isFilled: true })", "{ a: 1, b: 'x' }", "{ c: 3 }")
        self.assertEqual([(row["args"], row["isOfItsKind"]) for row in rows if row["isOfItsKind"]], [(["{ a: 1, b: 'x' }", "{ c: undefined }"], True), (["{ a: undefined, b: 'x' }", "{ c: 3 }"], True), (["{ a: 1, b: undefined }", "{ c: 3 }"], True)])

    def test_lists(self):
        self.assertEqual([(row["args"], row["isOfItsKind"]) for row in made("t.lists([{ args: given, where: 'w' }], { isFirst: true })", "['a', 'b']", "1")],
                         [(["['b', 'a']", "1"], True)])
        self.assertEqual(made("t.lists([{ args: given, where: 'w' }], t.asksFor('return a;'))", "['a', 'b']", "{ a: 1 }"), [])

    def test_kinds(self):
        self.assertEqual([key for key, said in made("t.asksFor(...given)", "", "for (const a of b) return a;", "return JSON.parse(x);").items() if said], ["isFirst", "isCopied"])
        self.assertEqual([key for key, said in made("t.asksFor(...given)", "", "a ?? 1", "{ a }").items() if said], ["isCopied", "isFilled"])

    def test_escapes(self):
        """Letters that make an escape with a backslash, behind a backslash that is one."""
        for text, wanted in ((r"x.replaceAll('\\r', a).replaceAll('\\n', b)", ["n", "r"]), (r"/\\n/ /\\r/", ["n", "r"]), (r"'\\n' '\n' '\r'", []), ("", [])):
            self.assertEqual(made("t.asksFor(...given).escapes", text), wanted, text)
        asked = "given.map((one) => t.programs(one, { escapes: ['n', 'r'] }))"
        self.assertEqual(made(asked, r"f('c\\d');", r"f('back');", r"f('c\\n');", "f(1, 'a', `b`);"), [
            [r"f('c\\n');", r"f('c\\r');"],
            [r"f('ba\\\\nck');", r"f('ba\\nck');", r"f('ba\\\\rck');", r"f('ba\\rck');"],
            [r"f('c\\r');"], []])
        rows = made("t.lists([{ args: given, where: 'w' }], { escapes: ['n', 'r'] })", r"'c\\d'", "1")
        self.assertEqual([row["args"] for row in rows], [[r"'c\\n'", "1"], [r"'c\\r'", "1"]])

    def test_arguments(self):
        """The first and the last of several that are texts."""
        for text, wanted in (("run('a', '--b', 'c');", "run('c', '--b', 'a');"), ("console.log(run('a', 'b', 'c', 'd'));", "console.log(run('d', 'b', 'c', 'a'));"),
                             ("run('a', 'b');", None), ("run('a', 'b', 1);", None), ("run('a', 'b', 'a');", None), ("console.log('a', 'b', 'c');", None), ("run('a', 'b', ...c);", None),
                             ("if ('a', 'b', 'c') d();", None), ("new Run('a', 'b', 'c');", None), ("assert.equal('a', 'b', 'c');", None), ("a.replace('a', 'b', 'c');", None)):
            found = made("t.programs(given[0], { isFirst: true })", text)
            self.assertEqual(found[:1] if wanted else found, [wanted] if wanted else [], text)

    def test_programs(self):
        for (text, wanted, never), found in zip(MADE, made("given.map((one) => t.programs(one, { isFirst: true, isFed: true }))", *[row[0] for row in MADE])):
            with self.subTest(text):
                for one in wanted:
                    self.assertTrue([f for f in found if one in f], found)
                self.assertFalse(found if not wanted and not never else [f for f in found if any(one in f for one in never)])


if __name__ == "__main__":
    unittest.main()
