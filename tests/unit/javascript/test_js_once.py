"""Arrays as iterators, for what goes through them in another way now. What `generate` gives for a small package, and what gen_once.js
makes of one program."""
import unittest

import js_support

PACKAGE = """\
class Catalogue {
  lots = [];
  /** Add the lots of an iterable. */
  addAll(lots) {
    check(lots);
    for (const lot of lots) this.lots.push(lot);
    return this.lots.length;
  }
}
function check(lots) { for (const lot of lots) if (!lot) throw new Error('none'); }
module.exports = { Catalogue };
"""
BEFORE = PACKAGE.replace("    check(lots);\n", "")
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Catalogue } = require('./index.js');
test('addAll', () => { assert.equal(new Catalogue().addAll([1, 2]), 2); });
"""

BASE, HEAD = "addAll(lots) { for (const lot of lots) this.add(lot); }", "addAll(lots) { check(lots); for (const lot of lots) this.add(lot); }"
SAID = {"README.md": "`addAll(lots)` takes any iterable.\n"}
ASKED = {"name": "addAll", "isMade": False, "places": [0]}
MADE = {"name": "Catalogue", "isMade": True, "places": [0]}
KEEPS = "class Catalogue {\n  constructor(%s) { this.lots = %s; }\n}"


def asked(base=BASE, head=HEAD, text="", docs=None, old=False, qualname="Catalogue.addAll"):
    """What is asked for where a method of a.js, which has a text, changed."""
    pages = SAID if docs is None else docs
    place = {"root": js_support.project({"a.js": text, **pages}), "file": "a.js", "qualname": qualname, "isOld": old, "files": {"docs": list(pages), "tests": [], "sources": ["a.js"]}}
    return js_support.made("gen_once.js", "t.asksIn(...given)", ["", *((base, head) if old else (head, base))], place)


def made(body, some=ASKED):
    return js_support.made("gen_once.js", "t.programs(...given)", body, some)


def changed(was, now):
    """Is it asked for where the body of a function of lots changed?"""
    return asked("addAll(lots) { %s }" % was, "addAll(lots) { %s }" % now) == ASKED


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def test_used_up(self):
        """The iterator has nothing left for those that are added; made on either side."""
        for package, other, old, said in ((PACKAGE, BEFORE, False, "0\n"), (BEFORE, PACKAGE, True, "2\n")):
            runner = js_support.Runner({"index.js": package, "test.test.js": TEST}, ["index"])
            try:
                got = runner.ask("generate", root=runner.root, max=100, seed=1, budget_ms=20000, own_first=old, targets=[
                    {"module": "index", "qualname": "Catalogue.addAll", "file": "index.js", "lines": [5], "name": "index.Catalogue.addAll",
                     "other": other[other.index("addAll("):other.index("}\nfunction")].strip()}])
                found = [c for c in got["candidates"] if "addAll([1, 2].values())" in c["source"]]
                self.assertEqual([(c["origin"], c["legality"], runner.run(c["source"])["stdout"]) for c in found], [("mutated", "plausible", said)])
            finally:
                runner.close()


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Asked(unittest.TestCase):
    def test_gone_through_otherwise(self):
        for was, now, wanted in (
                ("for (const a of lots) f(a);", "check(lots); for (const a of lots) f(a);", True), ("check(lots); for (const a of lots) f(a);", "for (const a of lots) f(a);", True),
                ("for (const a of lots) f(a);", "for (const a of lots) g(a);", False), ("check(lots); g(...lots);", "for (const a of lots) f(a); check(lots);", False),
                ("for (const a of lots) f(a);", "for (const a of [...lots]) f(a);", True), ("f(...lots);", "f(...lots); f(...lots);", True),
                ("yield* lots;", "f(lots); yield* lots;", True), ("return g(lots);", "return f(lots) && g(lots);", False), ("return a * lots;", "return lots * a * lots;", False),
                ("f(`${[...lots]}`);", "f(`${[...lots]}${new Set(lots).size}`);", True), ("return f(lots);", "return f(new Set(lots));", True),
                ("return f(lots);", "return f(Array.from(lots));", True), ("return f(lots);", "return f(new Thing(lots));", False),
                ("g(...lots);", "return 1;", False), ("for (const a of lots) f(a);", "", False), ("g(...lots);", "g(...lots); f(a.lots);", False),
                ("g(...lots);", "g(...lots); f({ lots: 1 });", False), ("g(...lots);", "g(...lots); f({ lots });", True), ("g(...lots);", "g(...lots); f(a ? { b } : lots);", True), ("g(...lots);", "g(...lots); f(a ? lots : 1);", True), ("return g(lots);", "return g(...lots.map(f));", False),
                ("g(...lots);", "lots = f(); g(...lots);", False)):
            self.assertEqual(changed(was, now), wanted, (was, now))

    def test_what_an_array_is_asked_for(self):
        """The base asks for nothing that only an array has; where the head does, others' iterables are no good any more."""
        loop = "for (const a of lots) f(a);"
        for ask in ("lots.map(f);", "f(lots.length);", "f(lots[0]);", "lots?.map(f);", "lots.forEach(f);"):
            self.assertTrue(changed(loop, ask), ask)
            self.assertFalse(changed(ask + loop, loop + loop), ask)
        self.assertTrue(changed("const a = lots[Symbol.iterator](); g(...lots);", loop))
        self.assertFalse(changed("return g(lots);", "return lots.length;"))

    def test_which_parameter(self):
        for head, wanted in (("addAll(to, lots) { f(lots); g(...lots); }", [1]), ("addAll(lots = [], to) { f(lots); g(...lots); }", [0]), ("addAll(lots, to) { f(lots); g(...lots, ...to, to); }", [0, 1]),
                             ("addAll(...lots) { f(lots); g(...lots); }", None), ("addAll({ lots }) { f(lots); g(...lots); }", None), ("function addAll(lots) { f(lots); g(...lots); }", [0]),
                             ("lots => { f(lots); g(...lots); }", [0]), ("lots => (f(lots), g(...lots))", [0])):
            base = head.replace("f(lots); ", "").replace(", to);", ");").replace("f(lots), ", "")
            some = {"a.md": "- addAll: an iterable `lots` `to`\n"}
            self.assertEqual(asked(base, head, docs=some), wanted and {**ASKED, "places": wanted}, head)
            self.assertEqual(asked(base, head, docs=some, old=True), wanted and {**ASKED, "places": wanted}, head)
        self.assertIsNone(asked(BASE, "class Catalogue { constructor(lots) { f(lots); g(...lots); } }"), "of a whole class, which says nothing of one method")
        self.assertIsNone(asked("", HEAD))
        self.assertIsNone(asked(BASE, ""))
        self.assertEqual(asked(qualname="addAll"), ASKED)
        self.assertEqual(asked(qualname="Catalogue.prototype.addAll"), ASKED)
        self.assertEqual(asked("f(lots) { for (const a of lots) g(a); }", "f(lots) { g(lots.length); }", qualname="f", docs={"a.md": "f: an iterator"}), {**ASKED, "name": "f"})
        for old in (True, False):
            asks = "addAll(lots) { g(lots.length); }"
            self.assertEqual((asked(BASE, asks, old=old), asked(asks, BASE, old=old)), (ASKED, None), old)

    def test_fields(self):
        """A class that keeps one for its methods."""
        base, head = "count() { return f(...this.lots); }", "count() { check(this.lots); return f(...this.lots); }"
        docs = {"a.md": "A Catalogue of an iterable.\n"}
        for params, kept, wanted in (("lots", "lots", [0]), ("name, lots = []", "lots", [1]), ("lots", "[...lots]", None), ("lots", "lots.map(f)", None), ("rows", "rows", [0]), ("{ lots }", "lots", None)):
            self.assertEqual(asked(base, head, KEEPS % (params, kept), docs, qualname="Catalogue.count"), wanted and {**MADE, "places": wanted}, (params, kept))
        private = [one.replace(".lots", ".#lots") for one in (base, head, KEEPS % ("lots", "lots"))]
        for qualname in ("Catalogue.count", "Catalogue.prototype.count"):
            self.assertEqual(asked(*private, docs, qualname=qualname), MADE)
        keeps = KEEPS % ("lots", "lots")
        for text, wanted in (("class Other { constructor(a, lots) {} }\n" + keeps, MADE), ("class Catalogue {}\n" + keeps.replace("Catalogue", "Other"), None), (KEEPS % ("{ lots }", "\nlots"), None)):
            self.assertEqual(asked(base, head, text, docs, qualname="Catalogue.count"), wanted, text)
        for one in (base.replace("this.", "that."), base.replace("...this.lots", "this.lots.length")):
            self.assertIsNone(asked(one, head.replace("this.", "that.") if "that" in one else head, KEEPS % ("lots", "lots"), docs, qualname="Catalogue.count"))
        self.assertIsNone(asked(base, head, KEEPS.replace("Catalogue", "Other") % ("lots", "lots"), docs, qualname="Catalogue.count"))

    def test_constructors(self):
        was, now = ("constructor(lots) { this.lots = %s; }" % kept for kept in ("[...lots]", "lots"))
        docs = {"a.md": "A Catalogue of an iterable.\n"}
        for own in (now, "class Catalogue {\n  #a = (1);\n  %s\n  b() { lots.map(c); }\n}" % now):
            self.assertEqual(asked(was, own, docs=docs, qualname="Catalogue.constructor"), MADE, own)
        self.assertIsNone(asked(was, "class Catalogue { b(lots) {} }", docs=docs, qualname="Catalogue.constructor"))

    def test_who_says_so(self):
        for page, wanted in (
                ("`addAll(lots)` takes any iterable.", True), ("addAll of iterators", True), ("A Generator may be given to addAll().", True), ("addAll: AsyncIterable", True),
                ("addAll takes a list.", False), ("addAllOf takes any iterable.", False), ("readdAll takes any iterable.", False), ("addAll takes what is reiterable.", False), ("addAll() takes lots.\n\nAny iterable.", False),
                ("- addAll(lots) adds\n- f() takes iterables", False), ("1. addAll(lots)\n2. an iterable", False), ("addAll adds the lots\nof any iterable", True),
                ("a\n\n## addAll\n\n`lots`: any iterable", True), ("## f\n\n- `lots`: any iterable\n- like addAll", False), ("## addAll\n\n`rows`: any iterable", False), ("## f\n\n`lots`: any iterable", False), ("# a\n\naddAll\n\n## b\n\n`lots`: any iterable", False),
                ("addAll() returns an iterator.", False), ("addAll gives a lazy iterator of an iterable", True)):
            self.assertEqual(asked(docs={"a.md": page + "\n"}), ASKED if wanted else None, page)

    def test_what_stands_above(self):
        for text, wanted in (
                ("  /** Add an iterable. */\n  addAll(lots) {", True), ("// any iterable\nfunction addAll(lots) {", True), ("/**\n * @param {Iterable<Lot>} lots\n */\nexports.addAll = function (lots) {", True),
                ("addAll(lots: Iterable<Lot>, a) {", True), ("addAll(\n  lots?: readonly AsyncGenerator<Lot>,\n) {", True), ("addAll(lots, rows: Iterable<Lot>) {", False), ("addAll(lots: Lot[], rows: Iterable<Lot>) {", False),
                ("// any iterable\n\naddAll(lots) {", False), ("// any iterable\nlet a;\naddAll(lots) {", False), ("/** @returns {Iterator} */\naddAll(lots) {", False), ("// Add all.\naddAll(lots) {", False),
                ("// any iterable\nf.addAll(lots);", False), ("// any iterable\nif (this.addAll == lots);", False), ("// any iterable\naddAllOf(lots) {", False), ("// any iterable\n*addAll(lots) {", True),
                ("// any iterable\n  *other() {}\naddAll(lots) {", False), ("// any iterable\n// addAll(lots)", False)):
            self.assertEqual(asked(text=text, docs={}), ASKED if wanted else None, text)
        for text, wanted in (("/** Of an iterable. */\nclass Catalogue {", True), ("/** Of an iterable. */\nconstructor(a, lots) {", True), ("/** Of an iterable. */\nconstructor(a) {", False),
                             ("/** Of an iterable. */\nclass Other {", False), ("/** Of an iterable. */\nreturn new Catalogue(lots);", False)):
            sides = ("constructor(lots) { this.lots = %s; }" % kept for kept in ("[...lots]", "lots"))
            self.assertEqual(asked(*sides, text, {}, qualname="Catalogue.constructor"), MADE if wanted else None, text)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        for body, wanted in (
                ("console.log(a.addAll([1, 2]));\nb();", ["console.log(a.addAll([1, 2].values()));\nb();"]), ("addAll([\n  { a: [1] },\n], 2);", ["addAll([\n  { a: [1] },\n].values(), 2);"]),
                ("const some = [1];\na.addAll(some);\nf(some);", ["const some = [1];\na.addAll(some.values());\nf(some);"]), ("let some = [1]\naddAll(some)", ["let some = [1]\naddAll(some.values())"]),
                ("a.addAll([1]);\nb.addAll([2]);", ["a.addAll([1].values());\nb.addAll([2]);", "a.addAll([1]);\nb.addAll([2].values());"]),
                ("f(() => a.addAll([f(1, 2), (3, 4)]));", ["f(() => a.addAll([f(1, 2), (3, 4)].values()));"])):
            self.assertEqual(made(body), wanted, body)
        self.assertEqual(len(made("a.addAll([1]);\n" * 9)), 4)

    def test_places(self):
        some = {**ASKED, "places": [1]}
        for body, wanted in (("addAll([1], [2]);", ["addAll([1], [2].values());"]), ("addAll({ a, b }, [2], [3]);", ["addAll({ a, b }, [2].values(), [3]);"]), ("addAll([2]);", []), ("addAll(...a, [2]);", []),
                             ("addAll(a, [2], ...b);", ["addAll(a, [2].values(), ...b);"])):
            self.assertEqual(made(body, some), wanted, body)
        self.assertEqual(made("addAll([1], [2]);", {**ASKED, "places": [0, 1]}), ["addAll([1].values(), [2]);", "addAll([1], [2].values());"])

    def test_classes(self):
        self.assertEqual(made("const a = new Catalogue([1]);", MADE), ["const a = new Catalogue([1].values());"])
        self.assertEqual(made("const a = Catalogue([1]);\nclass Catalogue {}", MADE), [])
        self.assertEqual(made("const a = new addAll([1]);"), [])

    def test_left_alone(self):
        for body in ("a.addAll([1].values());", "a.addAll([1][Symbol.iterator]());", "const some = [1];\na.addAll(some.values());", "a.addAll([]);", "a.addAll(some);", "a.addAll([1].map(f));",
                     "a.addAll([1][0]);", "const some = f([1]);\na.addAll(some);", "let some = [1];\nsome = 2;\na.addAll(some);", "const some = [1].map(f);\na.addAll(some);", "const [some] = [1];\na.addAll(some);",
                     "a.addAllOf([1]);", "function addAll([a]) {}", "const a = { addAll([b]) { c; } };", "a.addAll;\nf([1]);", "addAll[[1]];", "const some = {};\na.addAll(some);", "a.addAll('[', 1);", "a.addAll([1]);" + " " * 4000):
            self.assertEqual(made(body), [], body)
        self.assertEqual(made("a.addAll([1]);", None), [])


if __name__ == "__main__":
    unittest.main()
