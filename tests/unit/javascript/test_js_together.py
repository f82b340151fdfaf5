"""Two calls at the same time (gen_together.js), and times in other parts of the day (gen_hours.js)."""
import unittest

import js_support

PACKAGE = """\
class Desk {
  #motor;
  #last = Promise.resolve();
  constructor(motor) { this.#motor = motor; }
  async move(to) {
    const release = await this.#lock();
    try { return await this.#motor.drive(to); } finally { release(); }
  }
  async #lock() {
    const before = this.#last;
    let release;
    this.#last = new Promise((resolve) => { release = resolve; });
    await before;
    return release;
  }
}
module.exports = { Desk };
"""
OTHER = """\
  async move(to) {
    const release = await this.#lock();
    try { return this.#motor.drive(to); } finally { release(); }
  }
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Desk } = require('./index.js');
test('move', async () => {
  const desk = new Desk({ async drive(to) { return to; } });
  assert.equal(await desk.move(1), 1);
  assert.equal(await desk.move(2), 2);
});
"""
MAKE = "const a = new A({ async f() {} });\n"


def asked(mine, other):
    return js_support.made("gen_together.js", "t.asksFor('', ...given)", mine, other)


def made(text):
    """The programs, without what lets an object tell."""
    found = js_support.made("gen_together.js", "t.programs(given[0], true)", text)
    return [one.split("\n});\n", 1)[1] if one.startswith("const told") else one for one in found]


def both(*calls):
    return "console.log(await Promise.allSettled([%s]));" % ", ".join(calls)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Together(unittest.TestCase):
    def test_asked_for(self):
        for mine, other, wanted in (("await f(); this.n = 1;", "return Promise.all(x);", True), ("await f();", "await g();", False), ("await f(); this.n = 1;", "return 1;", False),
                                    ("await this.lock();", "await f();", True), ("try { await f(); } finally {}", "await f();", True), ("f().then(g); this.n++;", "await f();", True), ("await f(); this.n == 1;", "await f();", False)):
            self.assertEqual(asked(mine, other), wanted, (mine, other))

    def test_made(self):
        told = "const a = new A(told({ async f() {} }));\n"
        for first in ("await a.f(1);", "console.log(await a.f(1));", "console.log(await a.f(g(1), [2]));"):
            call = first.replace("console.log(", "").replace("await ", "")[:-1]
            call = call[:-1] if first.startswith("console") else call
            text = MAKE + first + "\nconsole.log(1);\nawait a.g();\n"
            self.assertEqual(made(text), [told + both(call, "a.g()") + "\nconsole.log(1);", told + first + "\nconsole.log(1);\n" + both("a.g()", "a.g()")], first)
        self.assertEqual(made(MAKE + "await a.f();\nawait b.f();\n"), [told + "await a.f();\n" + both("b.f()", "b.f()")])

    def test_told_keeps_what_is_private(self):
        told = js_support.made("gen_together.js", "t.programs(given[0], true)", MAKE + "await a.f();\n")[0].split("\n});\n", 1)[0] + "\n});\n"
        worth = "new Function(given[0] + 'class M { #rows = []; add(r) { return this.#rows.push(r); } n = 3; async save() {} } const m = told(new M()); return [m.add(1), m.add(2), m.n];')()"
        self.assertEqual(js_support.made("gen_together.js", worth, told), [1, 2, 3])

    def test_what_tells(self):
        for text, wanted in (("class M { async f() {} }\nconst m = new M();\nconst a = new A(m, 1);\n", "const a = new A(told(m), 1);"), ("class M { async f() {} }\nconst a = new A(new M());\n", "const a = new A(told(new M()));"),
                             ("const m = { async f() {} };\nconst a = new A(1, m);\n", "const a = new A(1, told(m));"), ("const m = { f() {} };\nconst a = new A(m);\n", "const a = new A(m);"),
                             ("class M { f() {} }\nconst a = new A(new M());\n", "const a = new A(new M());"), ("const a = new A({ f: async () => 1 });\n", "const a = new A({ f: async () => 1 });"),
                             ("class M { async f() {} }\nconst m = new M(1);\nconst a = new A(m);\n", "const m = new M(1);")):
            self.assertIn(wanted + "\n", made(text + "await a.f();\n")[0] + "\n", text)

    def test_not_made(self):
        for text in ("await f();\n", "await a.b.f();\n", "const x = await a.f();\n", "await a.f().g;\n", "await a.f(await b);\n", "a.f();\n", "await a.f() + 1;\n", "const told = 1;\nawait a.f();\n", "await (a.f());\n"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(js_support.made("gen_together.js", "t.programs(given[0], false)", "await a.f();\n"), [])
        self.assertEqual([len(made("await a.f();".ljust(n))) for n in (4000, 4001)], [1, 0])
        self.assertEqual(len(made("await a.f();\n" * 9)), 4)

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        before = js_support.Runner({"index.js": PACKAGE.replace("return await this.#motor", "return this.#motor")}, ["index"])
        self.addCleanup(before.close)
        found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Desk.move", "return await", other=OTHER) if both("desk.move(1)", "desk.move(2)") in c["source"]]
        self.assertTrue(found)
        said = [one.run(found[0])["stdout"].split("\n")[:4] for one in (runner, before)]
        self.assertEqual(said, [["drive begins 1", "drive ends", "drive begins 2", "drive ends"], ["drive begins 1", "drive begins 2", "drive ends", "drive ends"]])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Hours(unittest.TestCase):
    def made(self, text):
        return js_support.made("gen_hours.js", "t.programs(given[0], true)", text)

    def test_asked_for(self):
        for text, wanted in (("new Intl.DateTimeFormat('en')", True), ("d.getHours()", True), ("d.getUTCHours()", True), ("hour12: false", True), ("d.toLocaleTimeString()", True), ("const hours = 1;", True), ("houred", False), ("d.getDay()", False), ("", False)):
            self.assertEqual(js_support.made("gen_hours.js", "t.asksFor(...given)", "", text, None), wanted, text)

    def test_made(self):
        text = "f('2024-06-10T18:05:00Z', `2024-06-10 20:30`, '2024-06-10');\n"
        out = self.made(text)
        self.assertEqual(len(out), 8)
        self.assertEqual(out[0], "f('2024-06-11T00:05:00Z', `2024-06-11 02:30`, '2024-06-10');\n")
        self.assertEqual(out[1], "f('2024-06-10T23:05:00Z', `2024-06-11 01:30`, '2024-06-10');\n")
        self.assertEqual([one[14:16] for one in out], ["00", "23", "22", "12", "05", "08", "16", "04"])
        self.assertEqual(len(self.made("f('2024-06-10T00:05:00Z');\n")), 7)

    def test_not_made(self):
        for text in ("f('2024-06-10');\n", "f('2024-02-30T10:00');\n", "f('2020-13-05T10:00');\n", "f('2020-00-01T10:00');\n", "f('9999-12-31T10:00', 1)\n".replace("9999", "99999"), "f(2024);\n", "// 2024-06-10T18:05\n", "f('2024-06-10T24:05');\n"):
            self.assertEqual(self.made(text), [], text)
        self.assertNotIn("10000", "".join(self.made("f('9999-12-31T10:00Z');\n")))
        self.assertEqual(js_support.made("gen_hours.js", "t.programs(given[0], false)", "f('2024-06-10T18:05');\n"), [])
        self.assertEqual([len(self.made("f('2024-06-10T18:05');".ljust(n))) for n in (4000, 4001)], [8, 0])


if __name__ == "__main__":
    unittest.main()
