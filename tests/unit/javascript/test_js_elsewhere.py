"""What other tests hand to the same function. What `generate` gives for a small package, and what gen_elsewhere.js reads of tests and makes
of one program."""
import unittest

import js_support

PACKAGE = """\
class Sheet {
  rows = [];
  read(text) {
    this.rows.push(...text.split(';'));
    return this;
  }
  total() { return this.rows.length; }
}
module.exports = { Sheet };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Sheet } = require('./index.js');
const MAY = 'a;b';
test('total', () => {
  const sheet = new Sheet();
  sheet.read(MAY);
  assert.equal(sheet.total(), 2);
});
test('empty', () => { assert.equal(new Sheet().read('a;;b;').rows.length, 4); });
"""


def made(expression, *given):
    return js_support.made("gen_elsewhere.js", expression, *given)


def handed(*texts):
    return made("[...t.ofTests(given)].map(([key, rows]) => [key, ...rows.map((one) => `${one.kind} ${one.said}`)])", *texts)


def near(body, tests="f('one');\nf('two');", name="", methods=()):
    return made("t.programs(given[0], { name: given[2], given: t.ofTests([given[1]]) }, { methods: new Set(given[3]) })", body, tests, name, methods)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_in_the_place_of_a_name(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Sheet.read", "split")]
        finally:
            runner.close()
        self.assertTrue([s for s in found if "const MAY = 'a;b';\nconst sheet = new Sheet();\nsheet.read('a;;b;');\nconsole.log(sheet.total());\n" in s], len(found))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Asked(unittest.TestCase):
    def test_what_tests_hand_over(self):
        for text, wanted in (
                ("f('a', [1], { b: 1 });", [["f 0", "text 'a'"], ["f 1", "list [1]"], ["f 2", "object { b: 1 }"]]),
                ("x.f('a');\nf('b');\nf('a');", [["f 0", "text 'a'", "text 'b'"]]), ("new A(`b`);", [["A 0", "text `b`"]]),
                ("const a = 'b';\nf(a);", [["f 0", "text 'b'"]]), ("let a = ['b',\n 'c'].join('\\n')\nf(a)", [["join 0", "text '\\n'"], ["f 0", "text ['b',\n 'c'].join('\\n')"]]),
                ("const a = 'b', c = 1;\nf(a);", [["f 0", "text 'b'"]]), ("const a = ['b']\n  .join();\nf(a);", [["f 0", "text ['b']\n  .join()"]]),
                ("const a = 'b'\nf(a)", [["f 0", "text 'b'"]]), ("const a = 'b';\n{ const a = 'c'; f(a); }", [["f 0", "text 'c'"]]), ("const a = 'b'; let a; f(a);", []), ("for (const a of 'b') f(a);", []),
                ("const a = { b: 'c', d: [1, 2] };\nf(a, 'x');", [["f 0", "object { b: 'c', d: [1, 2] }"], ["f 1", "text 'x'"]]), ("f(new Map(), 'a');", [["f 1", "text 'a'"]]),
                ("f('a' + b);", []), ("f(`a${1}`);", []), ("f(a);", []), ("f([a]);", []), ("f({ a: () => 1 });", []), ("f([this]);", []), ("f([await null]);", []), ("f(1, true, /a/, -1);", []), ("f(...['a']);", []),
                ("f(html`a`);", []), ("f([1].map(g));", []), ("f({ a: 1 }.b);", []), ("function f(a = 'b') {}", []), ("class A { f(a = 'b') {} }", []), ("const f = ('a');", []), ("a['b'];", []), ("f('a'", []), ("const a =", []), ("", []),
                ("const a = 'b';\nx[a];\nf(a);", [["f 0", "text 'b'"]]), ("var a = 'b';\nf(a);", [["f 0", "text 'b'"]]), ("it('a', () => { f('b'); });", [["f 0", "text 'b'"]])):
            self.assertEqual(handed(text), wanted, text)

    def test_what_is_no_call_of_the_project(self):
        names = "log require import describe test it suite expect toBe toEqual assert ok equal equals deepEqual throws rejects match super"
        self.assertEqual(handed("f('a');" + "".join("x.%s('a');" % name for name in names.split())), [["f 0", "text 'a'"]])

    def test_limits(self):
        self.assertEqual(len(handed("".join("f('%d');" % n for n in range(9)))[0]), 9)
        self.assertEqual(len(handed("".join("f%d('a');" % n for n in range(201)))), 200)
        self.assertEqual(handed("".join("f%d('a');" % n for n in range(200)) + "f199('b');")[-1], ["f199 0", "text 'a'", "text 'b'"])
        self.assertEqual(handed("const a = 'b'" + " + 'b'" * 9 + ";\nf(a);"), [])
        self.assertEqual(len(handed("f('1', '2', '3', '4', '5');")), 4)
        self.assertEqual([len(handed("f('%s');" % ("a" * n))) for n in (1998, 1999)], [1, 0])

    def test_of_which_files(self):
        files = {"t%d.js" % n: "f('%d');" % n for n in range(61)}
        files.update({"t59.js": "h('a');", "t60.js": "g('a');"})
        place = {"root": js_support.project(files), "files": {"tests": ["t%d.js" % n for n in range(61)]}}
        script = "given.slice(1).map((qualname) => { const a = t.asksIn([], { ...given[0], qualname }); return [a.name, [...a.given.keys()], a.given.get('f 0')[0].said]; })"
        self.assertEqual(made(script, place, "A.prototype.f", "A.constructor", "f"), [[name, ["f 0", "h 0"], "'0'"] for name in ("f", "A", "f")])
        room = {"root": js_support.project({"a.js": "x" * 499980 + "\nf('a');", "b.js": "f('b');\nf('c');"}), "files": {"tests": ["a.js", "b.js"]}}
        self.assertEqual(made(script, room, "f"), [["f", ["f 0"], "'a'"]])
        self.assertEqual(made("[...t.asksIn([], { ...given[0], qualname: '' }).given.values()].flat().map((one) => one.said)", room), ["'a'", "'b'"])

    def test_read_once(self):
        place = {"root": js_support.project({"t.js": "f('a');"}), "files": {"tests": ["t.js"]}, "qualname": "f"}
        self.assertTrue(made("t.asksIn([], given[0]).given === t.asksIn([], given[0]).given", place))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        for body, wanted in (
                ("const a = 'b';\nf(a);\nconsole.log(a);", ["const a = 'b';\nf('one');\nconsole.log(a);", "const a = 'b';\nf('two');\nconsole.log(a);"]),
                ("console.log(f('one', 1));", ["console.log(f('two', 1));"]), ("f('one');\nf('two');", []), ("f('x');\nf('two');", ["f('x');\nf('one');", "f('one');\nf('two');"]),
                ("f(['x']);", []), ("f({ x: 1 });", []), ("f(x);", []), ("g('x');", []), ("f(1, 'x');", []), ("function f(a) {}\nf('x');", []), ("f('x');" + " " * 4000, [])):
            self.assertEqual(near(body), wanted, body)

    def test_of_its_kind(self):
        tests = "f([1]);\nf('a');\nf({ b: 1 });"
        for body, wanted in (("f([2]);", ["f([1]);"]), ("f('c');", ["f('a');"]), ("f({ c: 1 });", ["f({ b: 1 });"]), ("f(['a', 'b'].join('\\n'));", [])):
            self.assertEqual(near(body, tests), wanted, body)
        self.assertEqual(near("f(['x', 'y'].join('\\n'));", tests), ["f('a');"])

    def test_of_the_project(self):
        self.assertEqual(near("x.push('a');", "x.push('b');"), [])
        self.assertEqual(near("x.push('a');", "x.push('b');", methods=["push"]), ["x.push('b');"])

    def test_what_changed_comes_first(self):
        tests = "f('one');\nf('two');\ng('abc');\ng('def');"
        self.assertEqual(near("f('x');\ng('y');\ng('z');", tests), ["f('x');\ng('y');\ng('abc');", "f('x');\ng('abc');\ng('z');", "f('one');\ng('y');\ng('z');"])
        self.assertEqual(near("f('x');\ng('y');\ng('z');", tests, "f"), ["f('one');\ng('y');\ng('z');", "f('x');\ng('y');\ng('abc');", "f('x');\ng('abc');\ng('z');"])

    def test_limits(self):
        self.assertEqual(len(near("f('x', 'y');\nf('z');", "f('1', '2');\nf('3', '4');")), 3)
        self.assertEqual(near("f('x');\n" + "g('y');\n" * 8), [])
        self.assertEqual(len(near("f('x');\n" + "g('y');\n" * 7)), 2)


if __name__ == "__main__":
    unittest.main()
