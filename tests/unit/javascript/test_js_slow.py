"""Asynchronous functions that take their time and tell when they begin and end. What `generate` gives for a small package, and
what gen_slow.js makes of one program."""
import unittest

import js_support

PACKAGE = """\
async function during(door, work) {
  await door.open();
  try {
    return work();
  } finally {
    await door.close();
  }
}
async function size(text) { return text.length; }
module.exports = { during, size };
"""
BEFORE = PACKAGE.replace("return work()", "return await work()")
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { during, size } = require('./index.js');
let calls;
const door = {
  open: async () => { calls.push('open'); },
  async close () { calls.push('close'); }
};
test('during', async () => {
  calls = [];
  assert.equal(await during(door, async () => 3), 3);
  assert.deepEqual(calls, ['open', 'close']);
});
test('size', async () => { assert.equal(await size('a', async () => 3), 1); });
"""
WAIT = "await new Promise((resolve) => setTimeout(resolve, 30));"


def made(expression, *given):
    return js_support.made("gen_slow.js", expression, *given)


def told(*bodies, head="const slow = "):
    """The program that is made of each behind such a head, without that; None: there is none."""
    found = [[row for row in rows if row.startswith(head)] for rows in made("given.map((one) => t.programs(one, true))", *bodies)]
    return [rows[0].split("\n};\n", 1)[1] if rows else None for rows in found]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def said(self, package):
        """What the program that tells most says of a package."""
        runner = js_support.Runner({"index.js": package, "test.test.js": TEST}, ["index"])
        try:
            return runner.run(self.program)["stdout"]
        finally:
            runner.close()

    def candidates(self, qualname, other):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            line = 4 if qualname == "during" else 9
            got = runner.ask("generate", root=runner.root, max=100, seed=1, budget_ms=20000, tests=["test.test.js"], targets=[
                {"module": "index", "qualname": qualname, "file": "index.js", "lines": [line], "name": "index." + qualname, "other": other}])
        finally:
            runner.close()
        return [c["source"] for c in got["candidates"] if "slow('" in c["source"]]

    def test_lost_await(self):
        """The door is closed while the work goes on: the calls are the same ones, the order of their ends is not."""
        found = self.candidates("during", BEFORE[:BEFORE.index("async function size")])
        self.assertTrue(found)
        self.assertIn(WAIT, found[0][:found[0].index("slow('")])
        self.program = found[0]
        rows = [said.split("\n") for said in (self.said(BEFORE), self.said(PACKAGE))]
        begin, end = "close begins", "given to during ends"
        self.assertLess(rows[0].index(end), rows[0].index(begin), rows)
        self.assertGreater(rows[1].index(end), rows[1].index(begin), rows)
        self.assertEqual([sorted(some) for some in rows][0], sorted(rows[1]))

    def test_not_where_nothing_waits_more(self):
        self.assertEqual(self.candidates("size", "async function size(text) { return text.length + 1; }"), [])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_asked_for(self):
        """Asked for where one side alone waits for what it gives back, or waits more often."""
        for sides, wanted in ((("", "return await f();", "return f();"), True), (("", "return f();", "return await f();"), True),
                              (("", "await f(); return 1;", "f(); return 1;"), True), (("", "await f();", ""), False),
                              (("", "return await f();", "return await f();"), False), (("return await f();", "a", "b"), False)):
            self.assertEqual(made("t.asksFor(...given)", *sides), wanted, sides)
        self.assertEqual(made("t.programs(given[0], false)", "await f(async () => 1);"), [])

    def test_callbacks_that_take_their_time(self):
        asked = "given.map((one) => t.programs(one, true)[0] || '')"
        self.assertEqual(made(asked, "console.log(await f(async (a) => g(a), 1));", "await f(async () => {\n\tg();\n});", "f((a) => g(a));"), [
            "console.log(await f(async (a) => { %s return g(a); }, 1));" % WAIT, "await f(async () => { %s\n\tg();\n});" % WAIT, ""])

    def test_told(self):
        for body, wanted in (
                ("const x = { on: async a => { g(a); }, n: () => 1 };\nf(x);", "const x = { on: slow('on', async a => { g(a); }), n: () => 1 };\nf(x);"),
                ("f({ async off (a) { g(a); }, b });", "f({ off: slow('off', async function (a) { g(a); }), b });"),
                ("const g = async (a) => h(a, 1);\nf(g);", "const g = slow('g', async (a) => h(a, 1));\nf(g);"),
                ("x.y(async function () { await z; }, 2);", "x.y(slow('given to y', async function () { await z; }), 2);"),
                ("f({ 'a-b': () => Promise.resolve(1), c: (ms) => new Promise((r) => r(ms)) });",
                 "f({ 'a-b': slow('a-b', () => Promise.resolve(1)), c: slow('c', (ms) => new Promise((r) => r(ms))) });"),
                ("await f((a) => g(a), 1);\nh(() => 1);", "await f(slow('given to f', (a) => g(a)), 1);\nh(() => 1);"),
                ("f({ m: () => sleep(2), n: () => sleepy(2), o: () => waitFor(1), p: () => wait });",
                 "f({ m: slow('m', () => sleep(2)), n: () => sleepy(2), o: slow('o', () => waitFor(1)), p: () => wait });"),
                ("await f((a) => g(a), async () => 1);", "await f((a) => g(a), slow('given to f', async () => 1));"),
                ("await f(async () => { await g(async () => 1); });", "await f(slow('given to f', async () => { await g(async () => 1); }));")):
            self.assertEqual(told(body), [wanted], body)

    def test_overtaking(self):
        """The later they are called, the sooner they are done; also those that stand in a function."""
        for body, wanted in (
                ("const g = async (a) => h(a, 1);\nf(g);", "const g = uneven(async (a) => h(a, 1));\nf(g);"),
                ("function reader() {\n  const read = async (name) => 1;\n  return { read };\n}\nf(reader());", "function reader() {\n  const read = uneven(async (name) => 1);\n  return { read };\n};\nf(reader());"),
                ("f((a) => g(a));", None), ("const uneven = 1;\nf(async () => 1);", None),
                ("const late = 3;\nf(async () => late);", "const late = 3;\nf(uneven(async () => late));")):
            self.assertEqual(told(body, head="const uneven"), [wanted], body)
        self.runner = js_support.Runner({"index.js": "exports.each = async (names, read) => { const out = []; await Promise.all(names.map(async (n) => out.push(await read(n)))); return out; };"}, ["index"])
        try:
            body = "const { each } = require('.');\n(async () => {\nconst read = async (name) => name;\nconsole.log(await each(['a', 'b', 'c'], read));\n})();"
            program = made("t.programs(given[0], true).find((one) => one.startsWith('const uneven'))", body)
            self.assertEqual([self.runner.run(text)["stdout"] for text in (body, program)], ["[ 'a', 'b', 'c' ]\n", "[ 'c', 'b', 'a' ]\n"])
        finally:
            self.runner.close()

    def test_what_answers_later(self):
        """What one call makes and another is given; what is given to who looks at it at once is none."""
        for body, wanted in (
                ("const s = first(memory({ a: 1 }), new Files('x', 2));\nawait s.get('a');", "const s = first(later(memory({ a: 1 })), later(new Files('x', 2)));\nawait s.get('a');"),
                ("console.log(await first(a(b())).get(1));", "console.log(await first(later(a(b()))).get(1));"),
                ("await f(a().b, c() + 1, d);", None), ("const s = first(memory(1));", None), ("await Promise.all(a());", None), ("await f({ b: c() });", None),
                ("await f([a(), b], { b: c() });", "await f(later([a(), b]), { b: c() });"), ("await f([new A(1)]).get();", "await f(later([new A(1)])).get();"),
                ("await f([{ a: b }], [1, 'a'], [], [true], [[b()]][0]);", None)):
            found = [one.split("\n};\n", 1)[1] for one in made("t.programs(given[0], true)", body) if one.startswith("const later = ")]
            self.assertEqual(found, [wanted] if wanted else [], body)

    def test_answers(self):
        """Own and inherited methods answer later, with errors too; what is no object of the project's stays what it is."""
        body = """class Store { #n = 1; get() { return this.#n; } no() { throw new Error('no'); } toJSON() { return 1; } }
            const store = later(new Store()), frozen = later(Object.freeze({ get() { return 2; }, size: 3 }));
            const [inList] = later([new Store()]);
            const same = [new Map([[1, 2]]), new Date(0), { a: 1, b: {} }, 3, null, new URL('http://a/'), Promise.resolve(1),
                new (class { emit() {} })(), new (class { async *[Symbol.asyncIterator]() {} })()];
            const said = [store.get(), inList.get(), store.no().catch((e) => e.message), frozen.get()].map((one) => one instanceof Promise);
            return [said, store instanceof Store, 'get' in store, frozen.size, `${store}`, JSON.stringify(store), same.every((one) => later(one) === one)];"""
        self.assertEqual(made("new Function(t.ANSWERS + given[0])()", body), [[True, True, True, True], True, True, 3, "[object Object]", "1", True])

    def test_left_alone(self):
        """What is no function of the program's own that somebody else may call."""
        for body in ("f(a, 1);", "class A { async b() {} }\nf(A);", "f({ async a() { super.a(); } });", "f(async function* () {});", "await Promise.all(a.map(async (b) => b));",
                     "f((a) => g(a));", "await f(a, (b));", "const { async, b } = f();", "const slow = 1;\nf(async () => 1);"):
            self.assertEqual(told(body), [None], body)


if __name__ == "__main__":
    unittest.main()
