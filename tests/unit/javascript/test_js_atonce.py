"""What a call does at once (gen_atonce.js)."""
import unittest

import js_support

PACKAGE = """\
async function find(rows, name) {
  if (!name) throw new TypeError('which?');
  return rows.find((row) => row === name) ?? null;
}
module.exports = { find };
"""
OTHER = """\
function find(rows, name) {
  if (!name) throw new TypeError('which?');
  return Promise.resolve(rows.find((row) => row === name) ?? null);
}
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { find } = require('./index.js');
test('find', async () => {
  assert.equal(await find(['a'], 'a'), 'a');
  await assert.rejects(async () => find(['a'], ''), TypeError);
});
"""


def asked(mine, other, qualname="A.f"):
    return js_support.made("gen_atonce.js", "t.asksIn(['', given[0], given[1]], { qualname: given[2] })", mine, other, qualname)


def made(text, name="f"):
    return js_support.made("gen_atonce.js", "t.programs(...given)", text, name)


def attempt(call):
    return "try {\n\tconst answer = %s;\n\tconsole.log(typeof answer?.then);\n\tanswer?.then?.(() => {}, () => {});\n} catch (error) {\n\tconsole.log(error);\n}" % call


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class AtOnce(unittest.TestCase):
    def test_asked_for(self):
        plain = "f(x) { return g(x).then(h); }"
        for one in ("async f(x) { return 1; }", "  async f(x) { return 1; }", "export async function f() {}", "export default async function f() {}", "static async f() {}", "const f = async () => 1;", "async function f() {}"):
            self.assertEqual([asked(one, plain), asked(plain, one), asked(one, one), asked(one, "")], ["f", "f", "", ""], one)
        self.assertEqual(asked("f(x) { return async () => 1; }", plain), "")
        self.assertEqual(asked("async f() {}", plain, "f"), "f")
        self.assertEqual(asked("/** What. */\nexports.f = async function () {", "exports.f = function () { return new Promise(g); }"), "f")
        self.assertEqual(asked("f: async (x) => 1", "f: (x) => Promise.resolve(1)"), "f")
        self.assertEqual(asked("async f() { return 1; }", "f() { return 2; }"), "")      # no promise by itself

    def test_made(self):
        for row, call in (("await f(1);", "f(1)"), ("console.log(await a.b.f(1, [2]));", "a.b.f(1, [2])"), ("await g(async () => f(g(1)));", "f(g(1))"), ("const x = await f();", "f()"), ("a?.f(1);", "a?.f(1)"), ("if (x) f(1);", "f(1)")):
            self.assertEqual(made("const a = 1;\n%s\nconsole.log(2);" % row), ["const a = 1;\n" + attempt(call)], row)
        self.assertEqual(made("f(1);\nf(2);\nf(1);"), ["f(1);\nf(2);\n" + attempt("f(1)"), "f(1);\n" + attempt("f(2)"), attempt("f(1)")])

    def test_not_made(self):
        for text in ("f;", "g(1);", "function f(a) { return 1; }", "const o = { f(a) { return 1; } };", "f(await g());", "new f(1);", "for (const a of b) f(a);", "g().f(1);", "const answer = f(1);", "af(1);"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(made("f(1);", ""), [])
        self.assertEqual(len(made("\n".join("f(%d);" % n for n in range(9)))), 4)
        self.assertEqual([len(made("f(1);".ljust(n))) for n in (4000, 4001)], [1, 0])

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        before = js_support.Runner({"index.js": OTHER + "module.exports = { find };\n"}, ["index"])
        self.addCleanup(before.close)
        found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "find", "async function", other=OTHER) if attempt("find(['a'], '')") in c["source"]]
        self.assertTrue(found)
        self.assertEqual([one.run(found[0])["stdout"].split("\n")[-2] for one in (runner, before)], ["function", "[TypeError: which?]"])


if __name__ == "__main__":
    unittest.main()
