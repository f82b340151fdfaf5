"""What a program asks in the end, asked before its last steps as well (gen_early.js), and what it takes apart, as a whole (gen_whole.js)."""
import unittest

import js_support

PACKAGE = """\
class Access {
  #groups = new Map();
  #rights = new Map();
  #known = new Map();
  join(user, group) { this.#groups.set(user, [...(this.#groups.get(user) ?? []), group]); this.#known.delete(user); }
  attach(holder, right) { this.#rights.set(holder, [...(this.#rights.get(holder) ?? []), right]); this.#known.delete(holder); }
  rights(user) {
    if (!this.#known.has(user)) this.#known.set(user, [user, ...(this.#groups.get(user) ?? [])].flatMap((one) => this.#rights.get(one) ?? []));
    return this.#known.get(user);
  }
}
class Row { constructor(n) { this.n = n; } get rate() { return this.n / 2; } }
function rowsOf(n) { return [...Array(n).keys()].map((i) => new Row(i)); }
module.exports = { Access, rowsOf };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Access, rowsOf } = require('./index.js');
test('rights of a group', () => {
  const access = new Access();
  access.join('ada', 'staff');
  access.attach('staff', 'read');
  assert.deepEqual(access.rights('ada'), ['read']);
});
test('rows', () => {
  const [first] = rowsOf(2);
  assert.equal(first.rate, 0);
});
"""
HEAD = "const a = new A();\n"


def early(*texts):
    return js_support.made("gen_early.js", "t.asksFor(...given)", *texts)


def made(text):
    found = js_support.made("gen_early.js", "t.programs(...given)", HEAD + text, True)
    return [one[len(HEAD):] for one in found]


def whole(changed, qualname="rowsOf"):
    return js_support.made("gen_whole.js", "t.asksIn([given[0], given[0], ''], { qualname: given[1] })", changed, qualname)


def wholes(body, *names):
    return js_support.made("gen_whole.js", "t.programs(...given)", body, names or ["rowsOf"])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_found(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            asked, step = "console.log(access.rights('ada'));\n", "access.attach('staff', 'read');\n"
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Access.rights", "if (!this.#known")]
            self.assertTrue([s for s in found if asked + step + asked in s + "\n"], len(found))
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "rowsOf", "new Row(i)")]
            for shown in ("rowsOf(2)", "JSON.stringify(rowsOf(2))"):
                self.assertTrue([s for s in found if "console.log(%s);" % shown in s and "first" in s], shown)
        finally:
            runner.close()


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Early(unittest.TestCase):
    def test_of_others(self):
        head, step = "a.put('moss', './ivy');\n", "a.put('ivy');\n"
        for asked, others in (("console.log(a.all('ivy'));", ["console.log(a.all('moss'));"]), ("console.log(a.all('ivy').get('b'));", ["console.log(a.all('moss').get('b'));", "console.log(a.all('b').get('b'));"]),
                              ("console.log(a.all('ivy') + a.all('ivy'));", ["console.log(a.all('moss') + a.all('moss'));"]),
                              ("console.log(a.all('ivy') + a.all('moss'));", ["console.log(a.all('moss') + a.all('moss'));"]), ("console.log(a.all(1) + a.all('ivy'));", []),
                              ("console.log(a.all());", []), ("console.log(a.all(['ivy']));", []), ("console.log(a.all(`${b}`));", [])):
            self.assertEqual([one for one in made(head + step + asked) if one.count(asked) < 2 and step in one], [head + one + "\n" + step + one for one in others], asked)
        self.assertEqual(made("console.log(a.all('ivy', 'b'));"), [])
        many = "".join("a.put('n%d');\n" % n for n in range(9)) + "console.log(a.all('ivy'));"
        self.assertEqual(len(made(many)), 8)

    def test_steps_of_others(self):
        head, asked = "a.add('1', 'top');\na.add('2', 'low', '1');\na.add('3', 'aside');\n", "console.log(a.name('2'));"
        step = "a.rename('2', 'new');\n"
        found = [one for one in made(head + step + asked) if step not in one]
        self.assertEqual(found, [head + asked + "\na.rename('%s', 'new');\n" % other + asked for other in "13"])    # what stands beside it first
        for step in ("a.rename();\n", "a.rename(2);\n", "a.n = '2';\n"):
            self.assertEqual([one for one in made(head + step + asked) if step not in one], [], step)
        many = "".join("a.add('n%d');\n" % n for n in range(9)) + "a.rename('2');\n" + asked
        self.assertEqual(len([one for one in made(many) if "a.rename('2');" not in one]), 3)

    def test_of_what(self):
        for mine, wanted in (
                ("f() { this.n = 1; return 1; }", True), ("f() { this.#a.b[x] = 1; return 1; }", True), ("f() { this.#n = 1; return 1; }", True), ("f() { this.n ??= 1; return 1; }", True), ("f() { known.set(x, 1); return 1; }", True),
                ("f() { known[x] = 1; return 1; }", True), ("f() { known[x] ??= 1; return 1; }", True), ("f() { this.n = 1; }", False), ("f() { return this.n === 1; }", False),
                ("f() { return known[x] == 1; }", False), ("f() { return (this.n) => 1; }", False), ("f() { return this.n; }", False)):
            self.assertEqual((early("", mine, ""), early("", "", mine), early(mine, "", "")), (wanted, wanted, False), mine)
        for word in "cache cached Cache memoize memo lazy lazily dirty stale invalidate remember".split():
            self.assertTrue(early(word, "", ""), word)
        self.assertFalse(early("memory", "", ""))

    def test_steps(self):
        asked = "console.log(a.all(1));"
        for text, wanted in (
                ("a.put(1);\n" + asked, ["%s\na.put(1);\n" + asked]), ("a.put(1);\n" + asked + "\na.put(2);", ["%s\na.put(1);\n" + asked + "\na.put(2);"]),
                ("a.put(1);\na.put(2);\n" + asked, ["%s\na.put(1);\n%s\na.put(2);\n" + asked, "a.put(1);\n%s\na.put(2);\n" + asked, "%s\na.put(1);\na.put(2);\n" + asked]),
                ("a.n = 1;\n" + asked, ["%s\na.n = 1;\n" + asked]), ("a.m['b'] += 2;\n" + asked, ["%s\na.m['b'] += 2;\n" + asked]), ("delete a.k;\n" + asked, ["%s\ndelete a.k;\n" + asked]),
                ("a.n++;\n" + asked, ["%s\na.n++;\n" + asked]), ("await a.put(1);\n" + asked, ["%s\nawait a.put(1);\n" + asked]), ("a.n;\n" + asked, []), ("put(a);\n" + asked, []),
                ("b = 1;\n" + asked, []), ("const b = a.put(1);\n" + asked, []), ("console.log(a.put(1));\n" + asked, []), ("a.n = (x) => x;\n" + asked, ["%s\na.n = (x) => x;\n" + asked]),
                ("const b = a.put(1);\nconsole.log(a.all(b));", []), ("const b = 2;\na.put(1);\nconsole.log(a.all(b));", ["const b = 2;\nconsole.log(a.all(b));\na.put(1);\nconsole.log(a.all(b));"]),
                ("a.put(1);\nconst b = 2;\nconsole.log(a.all(b));", []), ("a.put(1);\nconst given = a.all(1);\nconsole.log(given);", ["%s\na.put(1);\nconst given = a.all(1);\nconsole.log(given);"]),
                ("a.put(1);\nconst given = a.all(1);\na.put(2);\nconsole.log(given);", ["%s\na.put(1);\nconst given = a.all(1);\na.put(2);\nconsole.log(given);"]),
                ("a.put(1);\nconsole.log(given);", []), ("a.put(1);\nconsole.log(a.n);", []), ("a.put(1);\nconsole.log(all(1));", []), ("a.put(1);\nconsole.log();", []),
                ("a.put(1);\nconsole.log(a.all((x) => x));", []), ("a.put(1);\nconsole.log(a.all(function () {}));", []), ("a.put(1);\nconsole.log(a.all(\n1));", []), ("a.put(1);\na.all(1);", [])):
            self.assertEqual(made(text), [one.replace("%s", asked) for one in wanted], text)

    def test_limits(self):
        asked, steps = "console.log(a.all(1));", ["a.put(%d);" % n for n in range(6)]
        found = made("\n".join([*steps, asked]))
        self.assertEqual((found[0], len(found)), ("\n".join(steps[:2] + [asked + "\n" + step for step in steps[2:]] + [asked]), 5))
        shown = "a.put(1);\n" + "\n".join("console.log(a.all(%d));" % n for n in range(3))
        self.assertEqual([one.split("\n")[0] for one in made(shown)], ["console.log(a.all(2));", "console.log(a.all(1));"])
        self.assertEqual(len(made("\n".join([*steps[:4], asked, asked.replace("1", "2")]))), 8)
        self.assertEqual(made("a.put(1);\n" + asked + "//" + "x" * 4000), [])
        self.assertEqual(js_support.made("gen_early.js", "t.programs(...given)", HEAD + "a.put(1);\n" + asked, False), [])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Whole(unittest.TestCase):
    def test_of_what(self):
        for text in ("class Row {", "get rate() {", "set rate(n) {", "static of(x) {", "return new Row(n);", "return { n };", "return ({ n });", "rows.map((n) => ({ n }))", "Object.freeze(x)", "[...rows]", "toJSON() {",
                     "delete row.n;"):
            self.assertEqual((whole(text), whole("x = 1;")), (["rowsOf", "stringify"], []), text)
        self.assertEqual(whole("get() + settle(x)"), [])
        for qualname, wanted in (("Row.rate", ["rate", "stringify"]), ("Row.constructor", ["stringify"]), ("", ["stringify"])):
            self.assertEqual(whole("class Row {", qualname), wanted, qualname)

    def test_programs(self):
        shown = lambda call: ["console.log(%s);" % call, "console.log(JSON.stringify(%s));" % call]
        for body, call in (
                ("const [a] = rowsOf(2);", "rowsOf(2)"), ("const [a] = t.x.rowsOf(f(2), [1]);", "t.x.rowsOf(f(2), [1])"), ("const a = await rowsOf(2);", "await rowsOf(2)"), ("f(rowsOf(2)[0]);", "rowsOf(2)"),
                ("const a = new rowsOf(2);", None), ("const a = new t.rowsOf(2);", None), ("f(o?.rowsOf(2).a);", "o?.rowsOf(2)"), ("const o = { rowsOf(n) { return n; } };", None), ("for (const x of [1]) { rowsOf(x); }", None),
                ("if (x) { rowsOf(2); }", None), ("f(function () { rowsOf(2); });", None), ("const a = otherRowsOf(2);", None), ("const a = rowsOf;", None), ("function rowsOf(n) {}", None), ("const f = () => rowsOf(2);", None), ("f().rowsOf(2);", None),
                ("rowsOf(\n2);", None), ("function f() { rowsOf(2); }", None), ("async function f() { rowsOf(2); }", None), ("class A { rowsOf(n) {} }", None)):
            rest = "console.log(a);"
            self.assertEqual(wholes(body + "\n" + rest), ["\n".join([body, one, rest]) for one in shown(call)] if call else [], body)
        self.assertEqual(wholes("console.log(rowsOf(2));"), ["console.log(rowsOf(2));\nconsole.log(JSON.stringify(rowsOf(2)));"])

    def test_limits(self):
        self.assertEqual(len(wholes("\n".join("f(rowsOf(%d));" % n for n in range(4)))), 4)
        self.assertEqual(len(wholes("f(rowsOf(1));\ng(rowsOf(1));")), 2)       # the same is asked once
        self.assertEqual(wholes("f(rowsOf(1));//" + "x" * 4000), [])
        self.assertEqual(js_support.made("gen_whole.js", "t.programs(...given)", "f(rowsOf(1));", []), [])

    def test_what_somebody_writes(self):
        """As JSON: the text, once."""
        body = "const saved = JSON.parse(JSON.stringify(polly()));"
        self.assertEqual(wholes(body, "stringify"), [body + "\nconsole.log(JSON.stringify(polly()));"])
        self.assertEqual(len(wholes(body + "\nf(rowsOf(1));", "rowsOf", "stringify")), 3)
        self.assertEqual(wholes("console.log(JSON.stringify(a));", "stringify"), [])
        self.assertEqual(len(wholes("const t = JSON.stringify(rowsOf(1));", "rowsOf", "stringify")), 2)     # not twice


if __name__ == "__main__":
    unittest.main()
