"""Where a program of CommonJS waits in no function of its own it needs one: gen_text.js."""
import unittest

import js_support

AWAITS = (
    "await f();", "const f = async () => {};\ntry {\n\tawait f();\n} catch (e) {\n}", "const f = async x => g(x);\nawait f(1);", "for await (const x of y) f(x);",
    "f(async () => 1, await g());", "const f = () => g(1)\nassert.equal(await f(), 2)", "f(`a${await g()}`);", "a;" * 2001 + "(async () => { await 1; })();", "class A { async m() { await 1; } }\nawait new A().m();", "const async = 1;\nawait f(async);", "const f = async (a) => g(a)[0];\nif (x) { await f(); }",
)
WAITS_ELSEWHERE = (
    "const f = async () => await g();", "const f = async () => { await g(); };", "async function f() { await g(); }\nf();", "async function* f(a = (1)) { await g(); }",
    "const o = { async m() { await 1; }, async *[Symbol.asyncIterator]() { await 2; }, async *n() { await 3; } };", "f(async () => await g(), 1);", "it('await', 'x');",
    "(async () => { await 1; })();", "const f = async function () { await 1; };", "const f = async (a) => ({ b: await a });", "a.await;", "", "const f = async () => `a${await g()}`;", "f(`await`);",
    "const f = async () => g()\n\t|| await h();", "const f = async () => [\n\tawait g(),\n]\nf()",
)
ASKS = ("this.timeout(5);", "const a = this.server;", "f(() => this.b);", "if (a) { this.b(); }", "class A { m() { this.b; } }\nthis.c();", "for (const a of b) { this.c; }", "f(`${this.test.title}`);", "el({ class: 'a' }, () => { this.skip(); });", "run(x.class, () => { this.skip(); });")
ASKS_NOT = ("class A extends B { m() { return () => this.b; } }", "const a = { m(b) { this.c = b; } };", "f(function () { this.b(); });", "function f(a = g(1)) { this.b; }", "a.this;'this';", "f(a);")
PACKAGE = "class Queue {\n  constructor({ work }) { this.work = work; }\n  async run(name) {\n    const done = await this.work(name);\n    return [name, done];\n  }\n}\nmodule.exports = { Queue };\n"
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Queue } = require('./index.js');
const fast = async () => {};
test('run', async () => {
  const queue = new Queue({ work: fast });
  assert.deepEqual(await queue.run('a'), ['a', undefined]);
  await assert.rejects(new Queue({}).run('b'), TypeError);
});
test('called back', (t, done) => {
  const queue = new Queue({ work: fast });
  queue.run('c').then((found) => { assert.equal(found[0], 'c'); done(); });
});
test('by its runner', async function () {
  const queue = new Queue({ work: () => this.name });
  assert.deepEqual(await queue.run('d'), ['d', 1]);
});
test('its own', async () => {
  const queue = new Queue({ async work(name, done = 'own') { return this === queue && done; } });
  assert.deepEqual(await queue.run('e'), ['e', 'own']);
});
"""


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Text(unittest.TestCase):
    def test_awaits(self):
        for texts, wanted in ((AWAITS, True), (WAITS_ELSEWHERE, False)):
            for text, found in zip(texts, js_support.made("gen_text.js", "given.map((one) => t.awaits(one))", *texts)):
                self.assertEqual(found, wanted, text)

    def test_where_an_expression_ends(self):
        for text, inside, wanted in (("a + b, c", False, "a + b"), ("f(1, 2)[3]) x", False, "f(1, 2)[3]"), ("a\n  .b; c", False, "a\n  .b"), ("a\nb", False, "a"), ("a\n  >> 2, 1", False, "a\n  >> 2"),
                                     ("a\n  ??= 2\nb", False, "a\n  ??= 2"), ("() => {\n}\n, b", False, "() => {\n}"), ("yield\na, b", True, "yield\na"), (", a", False, ""), (") a", True, ""), ("f(a", False, ""), ("", False, "")):
            found = js_support.made("lexer.js", "((list, i) => (i < 0 ? '' : given[0].slice(0, list[i].end)))(t.tokens(given[0]), t.expressionEnd(t.tokens(given[0]), 0, given[1]))", text, inside)
            self.assertEqual(found, wanted, text)

    def test_who_runs_it(self):
        for texts, wanted in ((ASKS, True), (ASKS_NOT, False)):
            for text, found in zip(texts, js_support.made("gen_text.js", "given.map((one) => t.asksItsRunner(one))", *texts)):
                self.assertEqual(found, wanted, text)

    def test_observed(self):
        """An assertion within a block gives way to what it looks at, and to one semicolon."""
        rows = (("for (const a of b) { assert.equal(f(a), 1); }", "for (const a of b) { console.log(f(a)); }"), ("x.map((a) => assert.ok(f(a)));", "x.map((a) => { console.log(f(a)); });"),
                ("const g = (a) => assert.ok(f(a));", "const g = (a) => { console.log(f(a)); };"),
                ("for (const a of b) {\n  assert.equal(f(a), 1)\n  g();\n}", "for (const a of b) {\n  console.log(f(a));\n  g();\n}"))
        self.assertEqual(js_support.made("gen_text.js", "given.map((one) => t.observe(one))", *[row[0] for row in rows]), [row[1] for row in rows])

    def test_of_a_project(self):
        """Its own test runs, with what rejects in it; and not what asks for whoever runs it."""
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        made = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Queue.run", "this.work")]
        self.assertTrue([source for source in made if "done = 'own'" in source])
        self.assertFalse([source for source in made if "done()" in source or "this.name" in source])
        found = [source for source in made if "fast" in source and "catch" in source]
        self.assertTrue(found)
        for source in found:
            self.assertEqual(runner.run(source)["status"], "ok", source)


if __name__ == "__main__":
    unittest.main()
