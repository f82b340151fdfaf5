"""Lists, lines and calls the other way round (gen_turned.js), and the names of methods that programs meet (generate.js)."""
import unittest

import js_support

PACKAGE = """\
function byHour(messages) {
  const counts = new Map();
  for (const { hour } of messages) counts.set(hour, (counts.get(hour) || 0) + 1);
  return [...counts.keys()];
}
class Stack {
  constructor() { this.entries = []; }
  defer(run) { this.entries.push(run); return this; }
  dispose() { for (const run of this.entries.splice(0)) run(); return this.entries.length; }
}
module.exports = { byHour, createStack: () => new Stack() };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { byHour, createStack } = require('./index.js');
test('by hour', () => {
  assert.deepEqual(byHour([{ hour: 9 }, { hour: 21 }]), [9, 21]);
});
test('disposes', () => {
  const log = [], stack = createStack();
  stack.defer(() => log.push('a'));
  assert.equal(stack.dispose(), 0);
  assert.deepEqual(log, ['a']);
});
"""


def asks(text):
    return js_support.made("gen_turned.js", "t.asksFor(...given)", text, text, "x = 1;")


def made(body, is_asked=True):
    return js_support.made("gen_turned.js", "t.programs(...given)", body, is_asked)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Turned(unittest.TestCase):
    def test_found(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "byHour", "new Map")]
            self.assertTrue([s for s in found if "byHour([{ hour: 21 }, { hour: 9 }])" in s], len(found))
            # The class is not exported: its methods are known all the same.
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Stack.dispose", "dispose()")]
            self.assertTrue([s for s in found if "stack.defer((...args) => console.log('late', ...args));" in s], len(found))
        finally:
            runner.close()

    def test_of_what(self):
        for text in ("new Map()", "new Set(x)", "Object.keys(x)", "Object.fromEntries(x)", "Array.from(x)", "const a = {};", "break;", "x.find(f)", "x.findLast(f)", "x.some(f)", "x.at(-1)", "x.shift()", "for (const x of y)",
                     "while (x)"):
            self.assertTrue(asks(text), text)
        for text in ("x.map(f)", "x = { a: 1 }", "newMap()", "forEach(x)", "format(x)"):
            self.assertFalse(asks(text), text)

    def test_lists(self):
        for body, wanted in (
                ("f([1, 2]);", ["f([2, 1]);"]), ("f([1, { a: 2 }, 'c']);", ["f(['c', { a: 2 }, 1]);"]), ("f([[1, 2], 3]);", ["f([3, [1, 2]]);", "f([[2, 1], 3]);"]), ("return [1, 2];", ["return [2, 1];"]),
                ("for (const x of [1, 2]) f(x);", ["for (const x of [2, 1]) f(x);"]), ("f([\n  1,\n  2,\n]);", ["f([2, 1]);"]), ("f([1]);", []), ("f([]);", []), ("f(x[1, 2]);", []), ("f(x()[1, 2]);", []), ("f(x[0][1, 2]);", []),
                ("f(x?.[1, 2]);", []), ("const [a, b] = c;", []), ("let [a, b] = c;", []), ("[a, b] = c;", []), ("for (const [a, b] of c) f(a);", []), ("f(([a, b]) => a);", []), ("f(([1, 2]), 3);", ["f(([2, 1]), 3);"]), ("f([, 1]);", []), ("f([...a, 1]);", []),
                ("f([1, 1]);", []), ("f([1, 2", [])):
            self.assertEqual(made(body), wanted, body)

    def test_texts(self):
        for body, wanted in (
                ("f('a\\nb');", ["f('b\\na');"]), ('f("a\\nb\\n");', ['f("b\\na\\n");']), ("f('\\n\\na\\nb\\n\\n');", ["f('\\n\\nb\\na\\n\\n');"]), ("f(`a\nb`);", ["f(`b\na`);"]), ("f(`\n  a\n    b\n  `);", ["f(`\n    b\n  a\n  `);"]),
                ("f(`a\n${x}`);", []), ("f('a');", []), ("f('a\\n');", []), ("f('\\n\\n');", []), ("f('');", []), ("f(`a\\nb`);", []), ("f('it\\'s\\nb');", ["f('b\\nit\\'s');"])):
            self.assertEqual(made(body), wanted, body)

    def test_steps(self):
        for body, wanted in (
                ("a.add(1);\na.add(2);\nf();", ["a.add(2);\na.add(1);\nf();"]), ("a.add(1);\na.add(2);\na.add(3);", ["a.add(1);\na.add(3);\na.add(2);", "a.add(2);\na.add(1);\na.add(3);"]), ("a.add(1);\na.drop(2);", []),
                ("a.add(1);\nb.add(2);", []), ("a.add(1);\na.add(1);", []), ("const x = a.add(1);\nconst y = a.add(2);", []), ("a.add(1);\nconst y = a.add(2);", []), ("const x = a.add(1);\na.add(2);", []), ("a.add(1);\nf();\na.add(2);", [])):
            self.assertEqual(made(body), wanted, body)

    def test_calls(self):
        print_of = "console.log(%s);"
        for call, turned in (
                ("f('a', 'b')", "f('b', 'a')"), ("w.seek(1, 2, 3)", "w.seek(3, 2, 1)"), ("await w.seek(a, b)", "await w.seek(b, a)"), ("f(-1, 2.5)", "f(2.5, -1)"),
                ("f('a')", ""), ("f('a', 1)", ""), ("f(a, 1)", ""), ("f('a', g())", ""), ("f('a', [1])", ""), ("f('a', 'a')", ""), ("f(a.b, c)", "")):
            body = "const w = make();\n" + print_of % call + "\nw.end();"
            wanted = ["const w = make();\n" + print_of % call + "\n" + print_of % turned + "\nw.end();"] if turned else []
            self.assertEqual(made(body), wanted, call)
        self.assertEqual(made("const x = f('a', 'b');\nf('a', 'b');"), [])     # nothing would show it
        self.assertEqual(made("const x = await f('a', 'b');"), [])

    def test_methods(self):
        text = "class A {\n  get(k) {}\n  set(k, v) {\n  }\n  delete(k) {}\n  static make() {}\n  *each() {}\n  async wait() {}\n  get size() {}\n  _own(x = f()) {}\n  constructor() {}\n}\nif (x) {}\n  for (;;) {}\n  while (x) {}\nf(1);\n"
        found = js_support.made("gen_mine.js", "t.methodsIn(given[0])", text)
        self.assertEqual(found, ["get", "set", "delete", "make", "each", "wait", "size", "_own"])

    def test_limits(self):
        self.assertEqual(len(made("f([%s]);" % ", ".join(map(str, range(40))))), 1)
        self.assertEqual(made("f([%s]);" % ", ".join(map(str, range(41)))), [])
        self.assertEqual(len(made("\n".join("f([%d, 0]);" % n for n in range(1, 9)))), 6)
        self.assertEqual(made("f([1, 2]);//" + "x" * 6000), [])
        self.assertEqual(made("f([1, 2]);", False), [])
        self.assertEqual([one.split("(")[1][:4] for one in made("f([1, 2], 'a\\nb');")], ["[2, ", "[1, "])      # in turn


if __name__ == "__main__":
    unittest.main()
