"""What goes through an object step by step, and in the middle of it the object is set otherwise (gen_midway.js)."""
import unittest

import js_support

PACKAGE = """\
class Clock {
  constructor(step) { this.step = step; }
  *ticks(count) {
    let at = 0;
    for (let i = 0; i < count; i++, at += this.step) yield at;
  }
}
module.exports = { Clock };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Clock } = require('./index.js');
test('ticks', () => {
  const clock = new Clock(2);
  assert.deepEqual([...clock.ticks(2)], [0, 2]);
  clock.step = 3;
  assert.deepEqual([...clock.ticks(2)], [0, 3]);
});
"""
HEAD = "const a = new A();\n"
MIDWAY, NEXT, REST = "const midway = a.walk(1);\n", "console.log(midway.next());\n", "console.log([midway.next(), midway.next(), midway.next()]);"


def names(*texts):
    return js_support.made("gen_midway.js", "t.asksFor(...given)", "", *texts)


def made(text, asked=("walk",)):
    return [one[len(HEAD):] for one in js_support.made("gen_midway.js", "t.programs(...given)", HEAD + text, list(asked))]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Midway(unittest.TestCase):
    def test_asked_for(self):
        for text, wanted in (("*walk(n) { yield 1; }", ["walk"]), ("function* walk(n) { yield 1; }", ["walk"]), ("function *walk() {}", ["walk"]), ("class A { *walk() {} }", ["walk"]), ("class A { static *walk(n) {} }", ["walk"]), ("class A {\n  a() {}\n  /** steps */\n  *walk() {} }", ["walk"]), ("{ a, *walk() {} }", ["walk"]),
                             ("/** Foo,\n * bar(baz)\n */", []), ("class A { *#walk() {} }", ["#walk"]),
                             ("async *walk() {}", []), ("*[Symbol.iterator]() {}", []), ("walk(n) { return a * walk(n); }", []), ("x = 2 * walk(1)", []), ("", [])):
            self.assertEqual(names(text), wanted, text)
        self.assertEqual(names("*walk() {}", "*walk() {}\n*run() {}"), ["walk", "run"])

    def test_made(self):
        for text, step in (("console.log([...a.walk(1)]);\na.size = 3;\n", "a.size = 3;\n"), ("a.put(2);\nconsole.log(all(a.walk(1)));\n", "a.put(2);\n")):
            self.assertEqual(made(text), [MIDWAY + NEXT * n + step + REST for n in (1, 2)], text)

    def test_not_made(self):
        for text in ("console.log([...a.walk(1)]);\n", "console.log([...b.walk(1)]);\na.size = 3;\n", "console.log([...a.run(1)]);\na.size = 3;\n", "console.log([...a.walk(1)]);\nb.size = 3;\n",
                     "console.log([1, 2].map((n) => [...a.walk(n)]));\na.size = 3;\n", "console.log([...a.walk(1)]);\nconst k = 5;\na.size = k;\n",
                     "const midway = 1;\nconsole.log([...a.walk(1)]);\na.size = 3;\n", "console.log(a.b.walk(1));\na.size = 3;\n"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(made("console.log([...a.walk(1)]);\na.size = 3;\n", ()), [])

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        made_of = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Clock.ticks", "at += this.step")]
        found = [source for source in made_of if "midway.next()" in source and "clock.step = 3" in source]
        self.assertTrue(found)
        self.assertEqual(runner.run(found[0])["status"], "ok", found[0])


if __name__ == "__main__":
    unittest.main()
