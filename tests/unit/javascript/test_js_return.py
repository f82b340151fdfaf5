"""What comes, goes and comes again. What `generate` gives for a small package, and what gen_return.js reads of a class and makes of one
program."""
import unittest

import js_support

PACKAGE = """\
class Desk {
  #patients = [];
  checkIn(patient, level) {
    this.#patients.push({ patient, level });
    this.#patients.sort((a, b) => a.level - b.level);
  }
  leave(patient) { this.#patients = this.#patients.filter((one) => one.patient !== patient); }
  next() { return this.#patients.shift()?.patient; }
  list() { return this.#patients.map((one) => one.patient); }
}
module.exports = { Desk };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Desk } = require('./index.js');
test('by level', () => {
  const desk = new Desk();
  desk.checkIn('Ada', 2);
  desk.checkIn('Bo', 1);
  assert.equal(desk.next(), 'Bo');
});
"""
ADDS, DROPS = "add(x) { this.a.push(x); }", "drop(x) {}"
PAIR = [["add", [["drop", 1, False]]]]
ASKED = {"name": "A", "pairs": PAIR, "shows": ["list()"]}


def asked(members, qualname="A.add", text="class A {\n%s\n}\n"):
    place = {"root": js_support.project({"a.js": text % "\n".join(members)}), "file": "a.js", "qualname": qualname}
    return js_support.made("gen_return.js", "t.asksIn([], given[0])", place)


def pairs(*members):
    return (asked(members) or {}).get("pairs")


def made(body, some=None, **more):
    return js_support.made("gen_return.js", "t.programs(...given)", body, dict(ASKED, **more) if some is None else some)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_comes_again(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "Desk.checkIn", "sort")]
            self.assertTrue([s for s in found if "desk.checkIn('Ada', 2);\ndesk.leave('Ada');\ndesk.checkIn('Ada', 2);\ndesk.checkIn('Bo', 1);\n" in s], len(found))
        finally:
            runner.close()


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Asked(unittest.TestCase):
    def test_of_which_classes(self):
        for label, qualname, text, wanted in (
                ("a method", "A.add", "class A {\n%s\n}", True), ("a getter of it", "A.prototype.size", "class A {\n%s\n}", True), ("the class", "A", "class A {\n%s\n}", True),
                ("another class", "B.add", "class A {\n%s\n}", False), ("no class", "add", "const A = {\n%s\n};", False), ("the module", "", "class A {\n%s\n}", False),
                ("a class within", "B.A.add", "class B {}\nclass A {\n%s\n}", True)):
            self.assertEqual(asked([ADDS, DROPS], qualname, text), {"name": "A", "pairs": PAIR, "shows": []} if wanted else None, label)

    def test_what_lets_go_of_what(self):
        for label, members, wanted in (
                ("it says so", (ADDS, "drop(x) { return this.b.push(x); }"), PAIR),
                ("it takes away", (ADDS, "other(x) { return this.a.delete(x); }"), [["add", [["other", 1, False]]]]),
                ("it sets", (ADDS, "other(x) { this.a = this.b; return 1; }"), [["add", [["other", 1, False]]]]),
                ("it sets an entry", (ADDS, "other(x) { this.a[x] = 1; return 1; }"), [["add", [["other", 1, False]]]]),
                ("it counts", (ADDS, "other(x) { this.n--; return 1; }"), [["add", [["other", 1, False]]]]),
                ("it adds to a number", (ADDS, "other(x) { this.n += 1; return 1; }"), [["add", [["other", 1, False]]]]),
                ("it deletes a key", (ADDS, "other(x) { delete this.a[x]; return 1; }"), [["add", [["other", 1, False]]]]),
                ("it gives nothing", (ADDS, "other(x) { move(x); }"), [["add", [["other", 1, False]]]]),
                ("it tells", (ADDS, "other(x) { return this.a === x; }"), None), ("it compares", (ADDS, "other(x) { return this.a >= x; }"), None),
                ("it adds as well", (ADDS, "other(x) { this.b.add(x); }"), None),
                ("the surest first", (ADDS, "one(x) {}", "two(x) { this.a.clear(); }", DROPS), [
                    ["add", [["drop", 1, False], ["two", 1, False]]], ["one", [["drop", 1, False], ["two", 1, False]]], ["two", [["drop", 1, False], ["one", 1, False]]]]),
                ("by another name", (ADDS, "drop(y) {}"), None), ("it needs more", (ADDS, "drop(x, y) {}"), None),
                ("the rest has defaults", (ADDS, "drop(x, y = 1, { z } = {}, ...more) {}"), PAIR), ("it needs the rest", (ADDS, "drop(x, { z }) {}"), None),
                ("both are given", ("add(x, y) { this.a.push(x); }", "drop(x, y) {}"), [["add", [["drop", 2, False]]]]),
                ("none has to be given", (ADDS, "drop(x = 1) {}"), PAIR),
                ("the other way round", ("add(y, x) { this.a.push(x); }", DROPS), None), ("parts", ("add({ x }) { this.a.push(x); }", "drop({ x } = {}) {}"), None), ("nothing is given", ("add() { this.a.push(1); }", "drop() {}"), None),
                ("it is waited for", (ADDS, "async drop(x) {}"), [["add", [["drop", 1, True]]]]),
                ("not public", (ADDS, "_drop(x) {}", "#drop(x) {}", "static drop(x) {}", "set drop(x) {}", "*drop(x) {}"), None), ("a constructor", ("constructor(x) {}", ADDS), None),
                ("nothing comes", (DROPS, "end(x) {}"), None), ("what tells lets nothing come", ("has(x) { return 1; }", DROPS), None), ("no method", (ADDS,), None), ("a call of a field", (ADDS, "a =\ndrop(x);"), None)):
            self.assertEqual(pairs(*members), wanted, label)

    def test_what_takes_and_adds(self):
        for name in "set delete splice pop shift clear remove removeAll dequeue".split():
            self.assertEqual(pairs(ADDS, "other(x) { return this.a.%s(x); }" % name), [["add", [["other", 1, False]]]], name)
        for name in "push unshift add insert append enqueue".split():
            self.assertEqual((pairs("other(x) { return this.a.%s(x); }" % name, DROPS), pairs(ADDS, "other(x) { this.a.%s(x); }" % name)), ([["other", [["drop", 1, False]]]], None), name)
        for sign in ("=", "+=", "**=", "??=", "&&="):
            self.assertEqual(pairs(ADDS, "other(x) { this.#a.b %s x; return 1; }" % sign), [["add", [["other", 1, False]]]], sign)

    def test_names_that_say_so(self):
        for name in ("leave remove delete drop cancel end stop close release free discard forget evict expire revoke return detach eject withdraw retire exit off unsubscribe unregister unwatch unlisten unbind "
                     "unlock unlink unmount unbook unload unpin unassign unhook unhang undo unfollow unpark deregister deactivate disconnect disable dismiss checkOut sign_out logOff takeAway giveback putBack "
                     "bringBack handBack clockOut").split():
            self.assertEqual(pairs(ADDS, "%s(x) { return 1; }" % name), [["add", [[name, 1, False]]]], name)
        for name, wanted in (("leave", True), ("removeAll", True), ("checkOut", True), ("give_back", True), ("unhang", True), ("closest", False), ("offer", False), ("unique", False),
                             ("giveBacking", False)):
            self.assertEqual(pairs(ADDS, "%s(x) { return 1; }" % name), [["add", [[name, 1, False]]]] if wanted else None, name)

    def test_what_an_object_is_asked(self):
        rows = ("get size() { return 1; }", "list() { return 1; }", "next() { return this.a.shift(); }", "of(x) { return 1; }", "async all() { return 1; }", "put() { this.a.push(1); return 1; }", "go() {}")
        self.assertEqual(asked((ADDS, DROPS, *rows))["shows"], ["size", "list()"])
        self.assertEqual(asked((ADDS, DROPS, *("m%d() { return 1; }" % n for n in range(5))))["shows"], ["m0()", "m1()", "m2()"])

    def test_limits(self):
        self.assertEqual(asked((ADDS, *("m%d() { return 1; }" % n for n in range(38)), DROPS))["pairs"], PAIR)
        self.assertIsNone(asked((ADDS, *("m%d() { return 1; }" % n for n in range(39)), DROPS)))
        self.assertEqual(len(pairs(ADDS, DROPS, "end(x) {}", "free(x) {}")[0][1]), 2)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        for body, wanted in (
                ("const a = new A();\na.add('x', 1);\nb();\nconsole.log(a.n);", ["const a = new A();\na.add('x', 1);\na.drop('x');\na.add('x', 1);\nb();\nconsole.log(a.n);"]),
                ("a.add('x');", ["a.add('x');\na.drop('x');\na.add('x');\nconsole.log(a.list());"]),
                ("a.add('x');\nconsole.log(b.a, aa);", ["a.add('x');\na.drop('x');\na.add('x');\nconsole.log(b.a, aa);\nconsole.log(a.list());"]),
                ("console.log(a.n);\nconsole.log(a.add(x.y));", ["console.log(a.n);\nconsole.log(a.add(x.y));\na.drop(x.y);\nconsole.log(a.add(x.y));\nconsole.log(a.list());"]),
                ("const t = a.add(1);\nt();\nconsole.log(a);", ["a.add(1);\na.drop(1);\nconst t = a.add(1);\nt();\nconsole.log(a);"]),
                ("await a.add('x');\nconsole.log(a);", ["await a.add('x');\nawait a.drop('x');\nawait a.add('x');\nconsole.log(a);"]),
                ("a.add({ b: 1 }, f());\nconsole.log(a);", ["const comer = { b: 1 };\na.add(comer, f());\na.drop(comer);\na.add(comer, f());\nconsole.log(a);"]),
                ("a.add([], []);\nconsole.log(a);", ["const comer = [];\na.add(comer, []);\na.drop(comer);\na.add(comer, []);\nconsole.log(a);"]),
                ("a.add('x\\'', ...y);\nconsole.log(a);", ["a.add('x\\'', ...y);\na.drop('x\\'');\na.add('x\\'', ...y);\nconsole.log(a);"]),
                ("a.add('x');\na.add('y');\nconsole.log(a);", ["a.add('x');\na.drop('x');\na.add('x');\na.add('y');\nconsole.log(a);", "a.add('x');\na.add('y');\na.drop('y');\na.add('y');\nconsole.log(a);"]),
                ("const a = new m.A();\na.add(`x`);\nconsole.log(a);", ["const a = new m.A();\na.add(`x`);\na.drop(`x`);\na.add(`x`);\nconsole.log(a);"]),
                ("a.add(`x${y}`);\nf(a);\nconsole.log(a);", ["const comer = `x${y}`;\na.add(comer);\na.drop(comer);\na.add(comer);\nf(a);\nconsole.log(a);"]),
                ("const a = new AB();\na.add('x');", []), ("let a = new B();\na.add('x');", []), ("var a = new B();\na.add('x');", []), ("add('x');", []), ("a.add();", []), ("a.add(...x);", []), ("a.drop('x');", []), ("a.b('x');", []), ("if (b) a.add('x');", []), ("a.add('comer');", []),
                ("a.add('%s');" % ("x" * 4000), [])):
            self.assertEqual(made(body), wanted, body)
        self.assertEqual(made("a.add('x');", shows=[]), ["a.add('x');\na.drop('x');\na.add('x');\nconsole.log(a);"])
        self.assertEqual(js_support.made("gen_return.js", "t.programs(given[0], null)", "a.add('x');"), [])
        self.assertEqual(len(made("a.add('x');\n" * 9)), 6)
        self.assertEqual(len(made("a.add('x');\n" * 4, pairs=[["add", [["drop", 1, False], ["end", 1, False]]]])), 6)

    def test_several_arguments(self):
        two = [["add", [["drop", 2, False]]]]
        self.assertEqual(made("a.add([1], {}, []);\nconsole.log(a);", pairs=two), ["const comer = [1];\nconst comer1 = {};\na.add(comer, comer1, []);\na.drop(comer, comer1);\na.add(comer, comer1, []);\nconsole.log(a);"])
        self.assertEqual([made("a.add('x'%s);" % more, pairs=two) for more in ("", ", ...y")], [[], []])

    def test_what_is_waited_for(self):
        later = [["add", [["drop", 1, True]]]]
        self.assertEqual(made("a.add('x');", pairs=later), [])
        self.assertEqual(made("await a.add('x');\nconsole.log(a);", pairs=later), ["await a.add('x');\nawait a.drop('x');\nawait a.add('x');\nconsole.log(a);"])


if __name__ == "__main__":
    unittest.main()
