"""What is handed over is handed over twice. What `generate` gives for a small package, and what gen_again.js makes of one program."""
import unittest

import js_support

PACKAGE = """\
class Bus {
  constructor() { this.rows = []; }
  on(name, handler) {
    this.rows.push({ name, handler });
  }
  off(name, handler) {
    this.rows = this.rows.filter((row) => row.name !== name || row.handler !== handler);
  }
  emit(name) {
    for (const row of this.rows) if (row.name === name) row.handler();
  }
}
function watching() {
  const all = new Set();
  return {
    watch(f) { all.add(f); return () => all.delete(f); },
    tell() { all.forEach((f) => f()); },
  };
}
function each(f) { return f(1) + f(2); }
module.exports = { Bus, watching, each };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Bus, watching, each } = require('./index.js');
test('bus', () => {
  const bus = new Bus();
  const heard = [];
  bus.on('x', () => heard.push(1));
  bus.emit('x');
  assert.deepEqual(heard, [1]);
});
test('watching', () => {
  const all = watching();
  let n = 0;
  const stop = all.watch(() => { n++; });
  all.tell();
  assert.equal(n, 1);
});
test('each', () => {
  const add = (n) => n + 1;
  assert.equal(each(add), 5);
});
"""
# (what shows it, changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("what is taken out by its name", "Bus.on", "this.rows.push", ["const handed = () => heard.push(1);\nbus.on('x', handed);\nbus.on('x', handed);\nbus.off('x', handed);\nbus.emit('x');"]),
    ("what is ended by what it gives", "watching", "all.add(f)", [
        "const handed = () => { n++; };\nconst stop = all.watch(handed);\nall.watch(handed);\nif (typeof stop === 'function')\n\tstop();\nall.tell();"]),
)
# (a program, what is made of it, and what is not)
MADE = (
    # a function with a name, and one that is written where it is handed over
    ("const f = () => console.log(1);\nx.on('a', f);\nx.go();", ["x.on('a', f);\nx.on('a', f);\nx.off('a', f);\nx.go();"], ["handed", "called"]),
    ("x.on('a', () => console.log(1), 2);\nx.go();", ["const handed = () => console.log(1);\nx.on('a', handed, 2);\nx.on('a', handed, 2);\nx.off('a', handed);\nx.go();"], ["called"]),
    # what ends it: the program itself, where it goes on
    ("const f = () => console.log(1);\nx.on('a', f);\nx.off('a', f);\nx.go();", ["x.on('a', f);\nx.on('a', f);\nx.off('a', f);\nx.go();"], ["x.off('a', f);\nx.off"]),
    ("const f = () => console.log(1);\nx.on('a', f);\nx.go();\nx.off('a', f);", ["x.on('a', f);\nx.on('a', f);\nx.off('a', f);\nx.go();"], []),
    ("const s = x.hear(() => console.log(1));\nx.go();\ns();\nx.go();", ["const s = x.hear(handed);\nx.hear(handed);\nx.go();\ns();\nx.go();"], ["typeof"]),
    ("const s = x.hear(() => console.log(1));\nx.go();\ns.end();\nx.go();", ["const s = x.hear(handed);\nx.hear(handed);\nx.go();\ns.end();"], ["typeof"]),
    ("s = await x.hear(() => console.log(1));\nx.go();", ["s = await x.hear(handed);\nawait x.hear(handed);\nif (typeof s === 'function')\n\ts();\nelse\n\ts?.dispose?.();\nx.go();"], []),
    ("const { end } = hear(() => console.log(1));\nx.go();", ["const { end } = hear(handed);\nhear(handed);\nx.go();"], ["typeof"]),
    ("x.push(() => console.log(1));\nx.go();", ["x.push(handed);\nx.push(handed);\nx.go();"], ["off", "remove"]),
    # how often it was called
    ("x.hear(() => 1);\nx.go();", ["let called = 0;\nconst handed = (...args) => {\n\tcalled++;\n\treturn (() => 1)(...args);\n};\nx.hear(handed);\nx.hear(handed);\nx.go();\nconsole.log(called);"], []),
    ("const f = (a) => a;\nx.hear(f);", ["let called = 0;\nconst f = (...args) => {\n\tcalled++;\n\treturn ((a) => a)(...args);\n};\nx.hear(f);\nx.hear(f);\nconsole.log(called);"], []),
    ("x.hear(f);\nfunction f(a) { return a; }", ["let called = 0;\nx.hear(f);\nx.hear(f);\nfunction f(a) { called++; return a; };\nconsole.log(called);"], []),
    ("const n = [];\nx.hear((a) => n.push(a));\nx.go();", ["x.hear(handed);\nx.hear(handed);"], []),
    ("const n = [];\nx.hear((a) => n.push(a));\nconsole.log(n);", ["x.hear(handed);\nx.hear(handed);\nconsole.log(n);"], ["called"]),
    ("const n = [];\nx.hear((a) => n.push(a));\nconsole.log(x);", ["console.log(x);\nconsole.log(called);"], []),
    ("let n = 0;\nx.hear(() => { n += 1; });\nconsole.log(n);", ["x.hear(handed);\nx.hear(handed);\nconsole.log(n);"], ["called"]),
    ("x.hear(function () { this.n(); });", ["x.hear(handed);\nx.hear(handed);"], ["called"]),
    # both functions of one call
    ("x.hear((a) => a, () => console.log(1));", ["const handed = (a) => a;\nconst handed1 = () => console.log(1);\nx.hear(handed, handed1);\nx.hear(handed, handed1);"], []),
    # objects, what was imported, what is printed
    ("const a = { b: 1 };\nconsole.log(x.add(a));\nconsole.log(x.size);", ["console.log(x.add(a));\nconsole.log(x.add(a));\nx.delete(a);\nconsole.log(x.size);"], []),
    ("x.use(plugin);", ["x.use(plugin);\nx.use(plugin);"], []),
    ("let a;\na = new A();\nx.use(a);", ["x.use(a);\nx.use(a);"], []),
    ("class P {}\nx.use(P);", ["x.use(P);\nx.use(P);"], []),
    ("x.use({ b: 1 });", ["const handed = { b: 1 };\nx.use(handed);\nx.use(handed);"], []),
    ("set.add(() => console.log(1));", ["set.add(handed);\nset.add(handed);"], []),
    # what is none: values, options, what keeps nothing, what is no call
    ("const a = 'b';\nconst [c] = d();\nx.add(a, c, 'd', 1, undefined, true, Map);", [], []),
    ("const a = make({ b: 1 });\nconst { c } = a;\nx.use(c);", [], []),
    ("const a = b.map((c) => c);\np.then((c) => c);\nsetTimeout(() => 1, 1);\nObject.assign(a, b);\nif (a) x.on(b);\nnew A(b);\nx.on(b).c;\nx.on(b)(c);", [], []),
    ("const handed = 1;\nx.on(() => 1);", [], []),
    ("const handed1 = 1;\nx.hear((a) => a, () => console.log(handed1));", [], []),
)
METHODS = ["off", "delete", "dispose"]
# (changed lines, the function on either side, whether it is asked)
ASKED = (
    (["await pipeline(a, b);"], True), (["", "a.end();", "b;"], True), (["", "a.end();\nb;", "a.end();\nc;"], False), (["a.write(b);"], False),
    (("", "this.a.push(f);\nb();", "this.a.add(f);\nb();"), True), (("", "a.has(b);\nc(1);", "a.has(b);\nc(2);"), False), (("x = new WeakMap();",), True),
    (("", "a.has(b);", ""), True), (("a = new Set();", "c(1);", "c(2);"), True), (("this.rows[id] = row;",), True), (("delete this.#rows[id];",), True), (("if (a[id] === b) return c[id];",), False), (("const a = [b];",), False),
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
        self.assertFalse([s for s in found if "called" in s])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        asked = "given.map((one) => t.programs(one, true, { methods: new Set(%s) }))" % METHODS
        for (text, wanted, never), found in zip(MADE, js_support.made("gen_again.js", asked, *[row[0] for row in MADE])):
            with self.subTest(text):
                for one in wanted:
                    self.assertTrue([f for f in found if one in f], found)
                self.assertFalse(found if not wanted and not never else [f for f in found if any(one in f for one in never)])

    def test_bounds(self):
        rows = ["const f = () => console.log(1);\n" + "x.use(f);\n" * 9, "x.use(f);\n" + "x.go();\n" * 900]
        self.assertEqual([len(some) for some in js_support.made("gen_again.js", "given.map((one) => t.programs(one, true))", *rows)], [6, 0])
        self.assertEqual(js_support.made("gen_again.js", "t.programs(given[0], false)", rows[0]), [])

    def test_functions_come_first(self):
        found = js_support.made("gen_again.js", "t.programs(given[0], true)", "x.put({ a: 1 });\nx.use(b);\nx.on(() => console.log(1));")
        self.assertEqual([next(part for part in ("x.on(handed)", "x.use(b);\nx.use", "x.put(handed)") if part in text) for text in found],
                         ["x.on(handed)", "x.use(b);\nx.use", "x.put(handed)"])

    def test_asked(self):
        for sides, wanted in ASKED:
            self.assertEqual(js_support.made("gen_again.js", "t.asksFor(...given)", *sides), wanted, sides)


if __name__ == "__main__":
    unittest.main()
