"""Programs of more than one call, and numbers that names stand for: what `generate` gives for small packages, each with the
program that tells a slip in it."""
import functools
import json
import os
import subprocess
import textwrap
import unittest

import js_support

PACKAGE = """\
class Bus {
  constructor(start = {}) { this.slots = []; this.last = start; }
  on(fn) { this.slots.push(fn); return this; }
  off(fn) {
    this.slots = this.slots.filter((one) => one !== fn);
    return this;
  }
  emit(value) {
    const out = [];
    for (const fn of this.slots) out.push(fn(value));
    this.last.value = value;
    return out;
  }
}
class Editor {
  constructor() { this.text = ''; this.past = []; this.future = []; }
  write(more) { this.past.push(this.text); this.text += more; }
  undo() { if (this.past.length) { this.future.push(this.text); this.text = this.past.pop(); } return this.text; }
  redo() { if (this.future.length) { this.past.push(this.text); this.text = this.future.pop(); } return this.text; }
}
class Base {
  constructor(items = []) { this.items = items; }
  separator() { return ', '; }
  render() { return this.items.join(this.separator()); }
}
class Lines extends Base {
  separator() { return '-'; }
}
class Money {
  constructor(amount) { this.amount = amount; }
  valueOf() { return this.amount; }
}
function memoize(fn, { most = 50 } = {}) {
  const known = new Map();
  return (...args) => {
    const key = args.join();
    if (!known.has(key)) known.set(key, fn(...args));
    return known.get(key);
  };
}
function size(bytes, binary = false) {
  const base = binary ? 1024 : 1000;
  return Math.abs(bytes) < base ? 'small' : 'large';
}
const { MOST } = require('./limits.js');
function isFull(rows) {
  return rows > MOST;
}
function hosts(text) {
  const out = [];
  for (const line of text.split('\\n')) {
    if (line.includes('%')) break;
    out.push(line);
  }
  return out;
}
function flags(argv) {
  const out = {};
  for (const arg of argv) {
    const [name, value] = arg.split('=');
    out[name] = value || true;
  }
  return out;
}
async function all(items, fn) {
  const done = [];
  await Promise.all(items.map(async (item, i) => { done[i] = await fn(item); }));
  return done;
}
class Breaker {
  constructor(most = 3) { this.most = most; this.count = 0; }
  get state() { return this.count >= this.most ? 'open' : 'closed'; }
  call(fn, ...args) {
    try {
      const value = fn(...args);
      this.count = 0;
      return value;
    } catch (error) {
      this.count++;
      throw error;
    }
  }
}
function minutes(from, to) {
  return Math.floor((to.getTime() - from.getTime()) / 60000);
}
function day(stamp) {
  return new Date(stamp).toISOString().slice(0, 10);
}
module.exports = { Bus, Editor, Base, Lines, Money, memoize, size, isFull, hosts, flags, all, Breaker, minutes, day };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Bus, Editor, Lines, Base, Money, memoize, size, isFull, hosts, flags, all, Breaker, minutes, day } = require('./index.js');
test('bus', () => {
  const bus = new Bus({ a: 1 });
  bus.on((n) => n + 1);
  assert.deepEqual(bus.emit(4), [5]);
});
test('editor', () => {
  const e = new Editor();
  e.write('a');
  assert.equal(e.undo(), '');
});
test('others', () => {
  assert.equal(new Base([1, 2]).render(), '1, 2');
  assert.equal(new Money(3).valueOf(), 3);
  assert.equal(size(5), 'small');
  assert.equal(isFull(5), false);
  assert.deepEqual(flags(['name=x']), { name: 'x' });
});
test('hosts', () => {
  assert.deepEqual(hosts('a b\\nc'), ['a b', 'c']);
});
test('all', async () => {
  assert.deepEqual(await all([1, 2], async (n) => n * 2), [2, 4]);
});
test('times', () => {
  assert.equal(new Breaker().call((a, b) => a + b, 1, 2), 3);
  assert.equal(minutes(new Date(0), new Date(60000)), 1);
  assert.equal(day('2024-05-01T12:00:00+02:00'), '2024-05-01');
});
test('zones', () => {
  assert.deepEqual(hosts('fe80%1'), []);
});
"""
# (what shows it, changed function, a text on its line, [parts of a candidate])
SHOWN = (
    ("a handler that takes itself away", "Bus.emit", "for (const fn of", ["console.log('leaving', ...args);", "bus.off(leaving);", "bus.on(leaving);\nbus.on((n) => n + 1)"]),
    ("what a callback is given, in the end", "Bus.emit", "for (const fn of", ["kept.push(args);", "console.log(kept);"]),
    ("what is handed over, in the end", "Bus.emit", "this.last.value", ["const given = { a: 1 };\nconst bus = new Bus(given);", "console.log(given);"]),
    ("the changed method between two others", "Editor.write", "write(more)", ["console.log(it.undo());\nconsole.log(it.write(", "console.log(it.redo());"]),
    ("an object of a subclass", "Base.render", "render()", ["new Lines(", "console.log(it.render());"]),
    ("operators", "Money.valueOf", "valueOf()", ["console.log(it > other, it < other, it == other);"]),
    ("operators", "Money.valueOf", "valueOf()", ["console.log(it + 1);"]),
    ("a function that is made", "memoize", "const key", ["const made = memoize(told);", "console.log(made('1,2'));"]),
    ("what it is called on", "memoize", "const key", ["const own = { made, name: 'own' };"]),
    ("a number that an argument decides", "size", "Math.abs(bytes) <", ["console.log(size(999));"]),
    ("the other one", "size", "Math.abs(bytes) <", ["console.log(size(1023));"]),
    ("a number of another module", "isFull", "rows > MOST", ["console.log(isFull(83));"]),
    ("lines of two texts", "hosts", "includes('%')", ["hosts('fe80%1\\na b\\nc')"]),
    ("what is called first ends last", "all", "done[i]", ["let turns = 30;", "async (n) => { for (let i = turns -= 3; i > 0; i--) await null; return n * 2; }"]),
    ("failures that do not follow each other", "Breaker.call", "const value = fn(", ["for (const fn of [failing, fine, failing, failing, fine]) {", "console.log(it.state);"]),
    ("an hour and some seconds", "minutes", "60000", ["minutes(new Date(0), new Date(3620500))"]),
    ("a time that is on another day elsewhere", "day", "toISOString", ["day('2024-05-01T00:30:00+02:00')"]),
    ("a name without its value", "flags", "value ||", ["flags(['name='])"]),
)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Scenes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "limits.js": "exports.MOST = 83;\n", "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    @functools.lru_cache(maxsize=None)     # some rows look at the same
    def candidates(self, qualname, text):
        line = next(i for i, row in enumerate(PACKAGE.split("\n"), 1) if text in row)
        got = self.runner.ask("generate", root=self.runner.root, max=130, seed=1, budget_ms=20000, tests=["test.test.js"], targets=[
            {"module": "index", "qualname": qualname, "file": "index.js", "lines": [line], "name": "index." + qualname}])
        return [c["source"] for c in got["candidates"]]

    def test_table(self):
        for label, qualname, text, parts in SHOWN:
            with self.subTest(label):
                found = self.candidates(qualname, text)
                self.assertTrue([s for s in found if all(part in s for part in parts)], len(found))

    def scenes(self, body, methods=()):
        script = "const t = require(process.argv[1]); console.log(JSON.stringify(t.scenes(process.argv[2], new Set(JSON.parse(process.argv[3])))));"
        done = subprocess.run([js_support.NODE, "-e", script, os.path.join(js_support.RUNNER, "gen_scenes.js"), body, json.dumps(list(methods))],
                              capture_output=True, timeout=30)
        self.assertEqual(done.stderr.decode(), "")
        return json.loads(done.stdout.decode())

    def test_what_gives_a_way_back(self):
        made = self.scenes("const b = new Bus();\nconst stop = b.watch('x', (n) => n);\nb.set('x', 1);\nconsole.log(b);\n")
        self.assertIn("const off = b.watch('x', leaving);", made[0])
        self.assertIn("off();", made[0])
        self.assertIn("b.unwatch('x', leaving);", self.scenes("b.watch('x', (n) => n);\nconsole.log(b);\n", ["unwatch"])[0])
        self.assertFalse([t for t in self.scenes("b.on((n) => n);\nconsole.log(b);\n") if "leaving" in t])      # no way back is known

    def test_callbacks_that_wait(self):
        def waiting(body):
            return [text.replace(" for (let i = turns -= 3; i > 0; i--) await null;", " WAIT") for text in self.scenes(body) if "turns" in text]
        self.assertEqual(waiting("f(async x => ({ a: 1 }), { t: async (y) => y });"), ["let turns = 30;\nf(async x => { WAIT return ({ a: 1 }); }, { t: async (y) => y });"])
        self.assertEqual(waiting("f([1], async function (a) { return a; });"), ["let turns = 30;\nf([1], async function (a) { WAIT return a; });"])
        self.assertEqual(waiting("f(async (a) => { b(async () => 1); });"), ["let turns = 30;\nf(async (a) => { WAIT b(async () => { WAIT return 1; }); });"])
        self.assertEqual(waiting("const f = async (x) => x;\nf((a) => a);"), [])

    def test_dates_and_kinds(self):
        at = "const at = (t, day = '01') => new Date(`2024-03-${day}T${t}:00Z`);\n"
        self.assertIn(at + "console.log(f(at('10:00'), new Date(+at('11:00') + 20500)));", self.scenes(at + "console.log(f(at('10:00'), at('11:00')));\n"))
        self.assertIn("console.log(f(3, new Date(+new Date(0) + 20500)));", self.scenes("console.log(f(3, new Date(0)));\n"))
        made = self.scenes("console.log(f({ a: { b: 1 }, c: 2 }, { c: 1, a: 2 }));\n")
        self.assertIn("console.log(f({ a: [1], c: 2 }, { c: 1, a: [2, 3] }));", made)
        self.assertIn("console.log(f({ a: null, c: 2 }, { c: 1, a: { a: 1 } }));", made)
        self.assertIn("f({ d: [1] }, g({ b: 0 }), { b: { c: 2 }, d: [2, 3] });", self.scenes("f({ d: 0 }, g({ b: 0 }), { b: { c: 2 }, d: 3 });\n"))
        for other in ("f({ a: { b: 1 } }, { b: 2 });\n", "f(g({ b: 1 }), h({ b: 2 }));\n", "f(g({ b: 1 }), { b: 2 });\n"):
            self.assertFalse([text for text in self.scenes(other) if "[2, 3]" in text], other)

    def test_what_is_waited_for_fails(self):
        def failing(body):
            return [text.split("\n")[-1] for text in self.scenes(body) if "failing" in text]
        own = "const ask = (n) => n;\nconst last = new Map();\n"
        self.assertEqual(failing(own + "console.log(await f('A', { ask, last }));\n"), ["console.log(await f('A', { ask: failing, last }));"])
        self.assertEqual(failing(own + "const x = await f(ask, [ask]);\nconsole.log(x);\n"), ["console.log(await f(failing, [failing]));"])
        self.assertEqual(failing("console.log(await f({ g: async (n) => n + 1 }, (a) => a));\n"), ["console.log(await f({ g: failing }, failing));"])
        for other in ("await f(1);\n", own + "console.log(await f(ask(1)));\n", "await retry((n) => n);\n", "await f((n) => n, { delay: 5 });\n", "f((n) => n);\n"):
            self.assertEqual(failing(other), [], other)

    def test_odd_programs(self):
        for odd in ("f(async", "f(async (", "f(async () =>", "f(async x", "", "(", "f(", "on(", "b.on(() => {", "if (a) b.on((x) => x);", "`${a}`", "const off = b.on((x) => x); off();", "f({", "for (const x of [1]) f(x);"):
            self.scenes(odd, ["off"])

    def test_among_many_statements(self):
        code = "".join("function f%d(a) {\n  return a + %d;\n}\n" % (i, i) for i in range(2000)) + textwrap.dedent("""\
            function last(a) {
              return f1(a);
            }
            const made = ((f) => f)((a) => last(a));
            module.exports = { made, f1, f2 };
            """)
        runner = js_support.Runner({"index.js": code}, ["index"])
        self.addCleanup(runner.close)
        got = runner.ask("generate", root=runner.root, max=20, seed=1, budget_ms=8000, targets=[
            {"module": "index", "qualname": "last", "file": "index.js", "lines": [6002], "name": "index.last"}])
        self.assertTrue([c for c in got["candidates"] if "made(" in c["source"]], got["stats"])



@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Arguments(unittest.TestCase):
    def test_of_a_call(self):
        for text, wanted in (("a, f(b, c)", ["a", "f(b, c)"]), ("[a, b]", ["[a, b]"]), ("", []), (", 'b'", ["", "'b'"]), ("a, , b", ["a", "", "b"]), (",", [""])):
            self.assertEqual(js_support.made("gen_scenes.js", "t.argumentsOf(given[0])", text), wanted, text)

    def test_a_kind_that_fails(self):
        """What the others make is kept, and which one it was is told."""
        for part, wanted in (("programs", "f('a\\r\\nb\\r\\n');"), ("lists", "'a\\r\\nb\\r\\n'")):
            broken = "(() => {\n\tconst near = require(given[0] + '/gen_near.js'), own = near[given[1]], asked = { of: Array(40).fill(true), failed: new Set() };\n" \
                     "\tnear[given[1]] = () => { throw new TypeError('odd'); };\n\ttry {\n\t\treturn [JSON.stringify(t[given[1]](given[2], asked, {})), asked.failed.has('near')];\n" \
                     "\t} finally {\n\t\tnear[given[1]] = own;\n\t}\n})()"
            given = "f('a\\nb\\n');" if part == "programs" else [{"args": ["'a\\nb\\n'"], "where": "x:1"}]
            made, is_told = js_support.made("gen_kinds.js", broken, js_support.RUNNER, part, given)
            self.assertIn(json.dumps(wanted)[1:-1], made)
            self.assertTrue(is_told)

    def test_what_a_kind_that_fails_asks(self):
        failed = js_support.made("gen_kinds.js", "[...t.asksFor(['', '', ''], null).failed]")
        self.assertIn("elsewhere", failed)
        self.assertNotIn("near", failed)


if __name__ == "__main__":
    unittest.main()
