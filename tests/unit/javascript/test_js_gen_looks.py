"""Who is told of something looks at who tells (gen_looks.js)."""
import unittest

import js_support

PACKAGE = """\
class Wizard {
  #steps;
  #at = 0;
  #listeners = [];
  constructor(steps) { this.#steps = steps; }
  on(listener) { this.#listeners.push(listener); }
  get current() { return this.#steps[this.#at]; }
  next() {
    for (const listener of this.#listeners) listener(this.#steps[this.#at + 1]);
    this.#at++;
  }
}
module.exports = { Wizard };
"""
OTHER = """\
  next() {
    this.#at++;
    for (const listener of this.#listeners) listener(this.current);
  }
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Wizard } = require('./index.js');
test('next', () => {
  const wizard = new Wizard(['a', 'b']), seen = [];
  wizard.on((step) => seen.push(step));
  wizard.next();
  assert.deepEqual(seen, ['b']);
});
"""
FIELDS = "class A { get n() { return 1; } size() { return 2; } step(by) { this.a = by; } set m(x) {} static of() { return 1; } }\n"


def asked(mine, other, text=FIELDS):
    return js_support.made("gen_looks.js", "(require('fs').writeFileSync(given[0], given[3]), t.asksIn(['', given[1], given[2]], { root: '/tmp', file: given[0].slice(5), qualname: 'A.step' }))",
                           "/tmp/tora-looks-%d.js" % js_support.os.getpid(), mine, other, text)


def made(text, name="A", shows=("size",)):
    return js_support.made("gen_looks.js", "t.programs(...given)", text, {"name": name, "shows": list(shows)})


def looking(given, said="a.size", called=None, wait=False):
    if given.startswith("function"):
        return "function (...args) {\n\ttold.push(structuredClone([%s]));\n\treturn (%s).apply(this, args);\n}" % (said, given)
    told = "\ttold.push(structuredClone([%s]));\n" % said
    return "%s(...args) => {\n%s\treturn %s(...args);\n}" % ("async " if wait else "", told + ("\tawait new Promise(setImmediate);\n" + told if wait else ""), called or "(%s)" % given)


def program(text, said="a.size"):
    return "const told = [];\n%s\nconsole.log({ told, then: [%s] });" % (text.rstrip("\n"), said)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Looks(unittest.TestCase):
    def test_asked_for(self):
        wanted = {"name": "A", "methods": None, "shows": ["n", "size()"]}
        for mine, other, is_asked in (("this.emit('a'); this.n = 1;", "", True), ("", "this.emit('a'); this.n = 1;", True), ("this.emit('a');", "", False), ("this.n = 1;", "", False), ("for (const f of listeners) f(); n++;", "", True),
                                      ("notify(); const n = 1;", "", False), ("notify(); let n = 1; n = 2;", "", True), ("#notifyAll(); this.rows.push(1);", "", True), ("conotify(); this.n = 1;", "", False), ("onClose(); this.n = 1;", "", True),
                                      ("on(); this.n = 1;", "", False), ("cb(1); this.n = 1;", "", True), ("abcb(1); this.n = 1;", "", False),
                                      # one waits more often
                                      ("return await f();", "return f();", True), ("return await f();", "return await g();", False), ("await f();", "", False)):
            found = asked(mine, other)
            self.assertEqual(found and dict(found, methods=None), wanted if is_asked else None, (mine, other))
        self.assertEqual(asked("emit(); n = 1;", "", "function step() {}\n"), {"name": "", "shows": []})

    def test_given(self):
        for given in ("(e) => seen.push(e)", "function (e) { seen.push(e); }", "e => 1"):
            for text in ("const a = new A();\na.on('x', %s);\n", "const a = new A(%s);\n", "let a = A(%s);\n", "let a;\na = new A({ f: %s });\n", "const a = await make();\na.b.on(%s);\n"):
                name = "A" if "make" not in text else ""
                self.assertEqual(made(text % given, name), [program(text % looking(given))], text % given)

    def test_by_its_name(self):
        for text in ("const f = (e) => 1;\nconst a = new A();\na.on(%s);\n", "const f = (e) => 1;\nconst a = new A({ f: %s });\n"):
            self.assertEqual(made(text % "f"), [program(text % looking("f", called="f"))], text)
        text = "function f(e) {}\nconst a = new A({ %s });\n"
        self.assertEqual(made(text % "f"), [program(text % ("f: " + looking("f", called="f")))])

    def test_twice(self):
        """What is put in and taken out by its name has to be the same."""
        self.assertEqual(made("const f = (e) => 1;\nconst a = new A();\na.on(f);\na.off(f);\n"), [])

    def test_words(self):
        wanted = {"listener": True, "_listeners": True, "notifyAll": True, "on": False, "one": False, "only": False, "once": False, "onClose": True, "cb": True, "abcb": False, "callback": True, "x" * 70 + "listener": False}
        for word, is_told in wanted.items():
            self.assertEqual(bool(asked("%s(); this.n = 1;" % word, "")), is_told, word)

    def test_waits(self):
        text = "const a = new A();\nawait a.run(%s);\n"
        for given in ("async () => 7", "async function () {}"):
            self.assertEqual(made(text % given), [program(text % looking(given, wait=True))], given)

    def test_in_a_function(self):
        text = "function setUp() {\n  const a = new A();\n  a.on(%s);\n  return { a };\n}\nconst { a } = setUp();\na.step(1);\n"
        self.assertEqual(made(text % "(e) => 1"), [program(text % looking("(e) => 1"))])
        self.assertEqual(made(text.replace("const { a }", "const { b }") % "(e) => 1"), [])

    def test_questions(self):
        text = "const a = new A();\na.on(() => 1);\nconsole.log(a.x);\nconsole.log(a.y());\nconsole.log(a.z(1));\nconsole.log(b.w);\n"
        for name, said in (("A", "a.x, a.y(), a.size"), ("B", "a.x, a.y()")):
            self.assertEqual(made(text, name), [program(text.replace("() => 1", looking("() => 1", said)), said)], name)
        self.assertEqual(made("const a = new A();\na.on(() => 1);\n", "B"), [])
        self.assertEqual(made("const a = new A();\na.on(() => 1);\n", shows="pqrs")[0].count("a.s"), 0)

    def test_not_made(self):
        for text in ("const a = new A();\na.on(1);\n", "const a = new A();\na.on(f);\n", "const a = new A();\nb.on(() => 1);\n", "const a = 1;\na.on(() => 1);\n", "const a = new A();\nx.a.on(() => 1);\n",
                     "const told = 1;\nconst a = new A();\na.on(() => 1);\n", "const a = new A();\na.on((...args) => 1);\n"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(js_support.made("gen_looks.js", "t.programs(given[0], null)", "const a = new A();\na.on(() => 1);\n"), [])
        self.assertEqual([len(made("const a = new A(); a.on(() => 1);".ljust(n))) for n in (4000, 4001)], [1, 0])

    def test_objects(self):
        text = "".join("const %s = new %s();\n%s.on(() => 1);\nconsole.log(%s.n);\n" % (one, name, one, one) for one, name in (("x", "X"), ("y", "Y"), ("a", "A"), ("z", "Z")))
        out = made(text)
        self.assertEqual([one.split("then: [")[1].split("]")[0] for one in out], ["a.n, a.size", "x.n", "y.n"])    # what changed first

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Wizard.next", "this.#at++;", other=OTHER) if "told" in c["source"]]
        self.assertTrue(found)
        self.assertIn("{ told: [ [ 'a' ] ], then: [ 'b' ] }", runner.run(found[0])["stdout"])


if __name__ == "__main__":
    unittest.main()
