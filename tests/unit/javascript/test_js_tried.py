"""After a failure it is tried again. What `generate` gives for a small package, and what gen_tried.js makes of one program."""
import unittest

import js_support

PACKAGE = """\
class Loader {
  constructor(read) { this._read = read; this._pending = new Map(); }
  load(name) {
    if (!this._pending.has(name)) this._pending.set(name, this._read(name));
    return this._pending.get(name);
  }
}
function lazily(make) {
  let made = null;
  return () => (made ??= make());
}
function each(f) { return f(1) + f(2); }
module.exports = { Loader, lazily, each };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Loader, lazily, each } = require('./index.js');
function reader() {
  const asked = [];
  const read = async (name) => {
    asked.push(name);
    return name + '!';
  };
  return { asked, read };
}
test('load', async () => {
  const { asked, read } = reader();
  const loader = new Loader(read);
  assert.equal(await loader.load('a'), 'a!');
  assert.deepEqual(asked, ['a']);
});
test('lazily', () => {
  const get = lazily(() => 3);
  assert.equal(get(), 3);
});
test('each', () => {
  const add = (n) => n + 1;
  assert.equal(each(add), 5);
});
"""
CAUGHT = "try {\n\t%s\n} catch (e) {\n\tconsole.log(e.name, e.message);\n}\n"
LOADED, GOT = "console.log(await loader.load('a'));", "console.log(get());"
BOTH = "console.log((await Promise.allSettled([%s, %s])).map((one) => one.reason?.message ?? one.value));\n"
# (what shows it, changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("what is under way", "Loader.load", "this._pending.set", ["const loader = new Loader(flaky(read, 1));\n" + CAUGHT % LOADED + LOADED]),
    ("two fail", "Loader.load", "this._pending.set", ["const loader = new Loader(flaky(read, 2));\n" + 2 * (CAUGHT % LOADED) + LOADED]),
    ("at the same time", "Loader.load", "this._pending.set",
     ["const loader = new Loader(flaky(read, 1));\n" + BOTH % (2 * ("loader.load('a')",)) + LOADED]),
    ("one of several", "Loader.load", "this._pending.set", ["const loader = new Loader(partly(read));\n" + CAUGHT % LOADED + LOADED]),
    ("what waits for nothing", "lazily", "made ??=", ["const get = lazily(flaky(() => 3, 1));\n" + CAUGHT % GOT + GOT]),
)
GET, HAS = "console.log(await a.get(1));", "console.log(await a.has(1));"
# (a program, what is made of it, and what is not)
MADE = (
    # a function written in place, with a name, of an object, within another function
    ("const a = new A((k) => k);\n" + GET, ["new A(flaky((k) => k, 1));\n" + CAUGHT % GET + GET, "new A(partly((k) => k));\n" + CAUGHT % GET + GET], []),
    ("async function f(k) { return k; }\nconst a = new A(1, f);\n" + GET, ["new A(1, flaky(f, 1));\n" + CAUGHT % GET + GET], []),
    ("const o = { f: async (k) => k };\nconst a = new A(o.f);\n" + GET, ["new A(flaky(o.f, 1));\n" + CAUGHT % GET, "{ f: flaky(async (k) => k, 1) };"], []),
    ("const a = new A({ load: async function (k) { return k; } }, 1);\n" + GET, ["new A({ load: flaky(async function (k) { return k; }, 1) }, 1);\n" + CAUGHT % GET], []),
    ("const f = (k) => k;\nconst a = new A({ f, n: 1 });\n" + GET, ["new A({ f: flaky(f, 1), n: 1 });\n" + CAUGHT % GET], []),
    ("const a = new A({ n: 1, async load(k) { return k; } });\n" + GET, ["new A({ n: 1, load: flaky(async function (k) { return k; }, 1) });\n" + CAUGHT % GET], []),
    ("const o = { load(k) { return k; } };\nconst a = new A(o);\n" + GET, ["const o = { load: flaky(function (k) { return k; }, 1) };\nconst a = new A(o);\n" + CAUGHT % GET], []),
    ("function b() { return new A((k) => k, 1); }\nconst a = b();\n" + GET + "\nconsole.log(a);",
     ["return new A(flaky((k) => k, 1), 1); };\nconst a = b();\n" + CAUGHT % GET + GET + "\nconsole.log(a);"], []),
    # what is asked: what waits, if anything does, first or last; it may be what hands the function over
    ("const a = new A((k) => k);\nconsole.log(a.get(1));\nconsole.log(a.n);", ["new A(flaky((k) => k, 1));\n" + CAUGHT % "console.log(a.get(1));" + "console.log(a.get(1));"], ["partly", "Promise"]),
    ("const a = new A((k) => k);\nconsole.log(a.b());\nawait a.go();\n" + GET, ["console.log(a.b());\n" + CAUGHT % "await a.go();" + "await a.go();", "await a.go();\n" + CAUGHT % GET + GET],
     [CAUGHT % "console.log(a.b());"]),
    ("const a = new A((k) => k);\nconst b = (await a.get(1)).c;\nconsole.log(b);",
     [CAUGHT % "(await a.get(1)).c;" + "const b = (await a.get(1)).c;\nconsole.log(b);", BOTH % ("a.get(1)", "a.get(1)") + "const b ="], []),
    ("const v = await get('a', async () => 1);\nconsole.log(v);",
     ["const shaky = flaky(async () => 1, 1);\n" + CAUGHT % "await get('a', shaky);" + "const v = await get('a', shaky);", BOTH % ("get('a', shaky)", "get('a', shaky)") + "const v ="], []),
    # what is none: no function, what keeps none, parameters, getters, nothing that is asked
    ("const b = 1;\nconst a = new A(b, 'f', { b });\n" + GET, [], []),
    ("const f = (k) => k;\nconst b = [1].map(f).filter((k) => k);\nconsole.log(await c.get(b));", [], []),
    ("const f = (k) => k;\nconst b = function (f) { return 1; };\nconst c = ({ f }) => 1;\nconst { d: f2 } = g;\n" + GET, [], []),
    ("const a = new A({ get size() { return 1; } });\n" + GET, [], []),
    ("const a = new A((k) => k);\nconsole.log(a);", [], []),
    ("const flaky = 1;\nconst a = new A((k) => k);\n" + GET, [], []),
    ("const a = new A((k) => k);\nconsole.log(await Promise.all([a.get(1)]));\nconsole.log(1);", [], ["allSettled"]),
)
# (changed lines, the function on either side, whether it is asked)
ASKED = (
    (("", "a.set(b);\nc();", "c();"), True), (("", "x.then(a);", "x.then(a).finally(b);"), True), (("", "return a;", "return await a;"), True), (("this.a ??= b();",), True),
    (("x = new WeakMap();",), True), (("", "f();", "retry(f);"), True), (("return this.pending;",), True),
    (("", "a.get(b);\nc(1);", "a.get(b);\nc(2);"), False), (("const a = b + 1;", "", ""), False),
)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_table(self):
        for label, qualname, text, parts in SHOWN:
            with self.subTest(label):
                found = [c["source"] for c in js_support.candidates(self.runner, PACKAGE, qualname, text)]
                self.assertTrue([s for s in found if all(part in s for part in parts)], len(found))

    def test_only_of_what_speaks_of_it(self):
        found = [c["source"] for c in js_support.candidates(self.runner, PACKAGE, "each", "return f(1)")]
        self.assertTrue([s for s in found if "each(add)" in s])
        self.assertFalse([s for s in found if "flaky" in s or "partly" in s])

    def test_what_it_prints(self):
        """The first call fails when it has been made, as a promise where it gives one; the next is what it was."""
        for source, wanted in (("let n = 0;\nconst get = lazily(() => ++n);\nconsole.log(get());", "Error not now\n2\n"),
                               ("const loader = new Loader(async (k) => k);\nconsole.log(await loader.load('a'));", "Error not now\n"),
                               ("const loader = new Loader(async (k) => k);\nconsole.log(await loader.load('a').catch((e) => e.message));", "not now\n")):
            programs = js_support.made("gen_tried.js", "t.programs(given[0], true)", source)
            done = self.runner.run("const { Loader, lazily } = require('./index.js');\n(async () => {\n%s\n})();\n" % programs[0])
            self.assertTrue(done["stdout"].startswith(wanted), done)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        for (text, wanted, never), found in zip(MADE, js_support.made("gen_tried.js", "given.map((one) => t.programs(one, true))", *[row[0] for row in MADE])):
            with self.subTest(text):
                for one in wanted:
                    self.assertTrue([f for f in found if one in f], found)
                self.assertFalse(found if not wanted and not never else [f for f in found if any(one in f for one in never)])

    def test_bounds(self):
        rows = ["const a = new A(%s);\n%s" % (", ".join(["(k) => k"] * 9), GET), "const a = new A((k) => k);\n%s" % (GET * 900)]
        self.assertEqual([len(some) for some in js_support.made("gen_tried.js", "given.map((one) => t.programs(one, true))", *rows)], [8, 0])
        self.assertEqual(js_support.made("gen_tried.js", "t.programs(given[0], false)", rows[0]), [])

    def test_asked(self):
        for sides, wanted in ASKED:
            self.assertEqual(js_support.made("gen_tried.js", "t.asksFor(...given)", *sides), wanted, sides)


if __name__ == "__main__":
    unittest.main()
