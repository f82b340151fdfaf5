"""Heirs whose override is lost. What `generate` gives for a small package, and what gen_heirs.js makes of one program."""
import json
import unittest

import js_support

PACKAGE = """\
class Grader {
  weightOf(egg) { return egg.weight; }
  sum(eggs) {
    return eggs.reduce((sum, egg) => sum + egg.weight, 0);
  }
}
module.exports = { Grader };
"""
BEFORE = PACKAGE.replace("sum + egg.weight", "sum + this.weightOf(egg)")
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { Grader } = require('./index.js');
test('sum', () => { assert.equal(new Grader().sum([{ weight: 2 }]), 2); });
"""
README = "# eggs\n\nOverride `weightOf` of `Grader` for a scale of your own.\n"

BASE, HEAD = "sum() { return this.weigh(1); }", "sum() { return 1; }"
CLASS = "class A {\n  weigh(a) {}\n}"
HEIR = "class B extends A {}"
ASKED = {"name": "A", "hooks": ["weigh"]}


def method(text):
    return text[text.index("sum("):text.index("}\nmodule")].strip()


def asked(base=BASE, head=HEAD, text=CLASS, others=None, old=False, qualname="A.sum"):
    """What is asked for where a method of a.js changed; `others`: more files, {"docs/a.md": text}."""
    files = {"a.js": text, **({"tests/b.js": HEIR} if others is None else others)}
    place = {"root": js_support.project(files), "file": "a.js", "qualname": qualname, "isOld": old, "files": {
        "docs": [f for f in files if f.endswith(".md")], "tests": [f for f in files if f.startswith("tests/")],
        "sources": [f for f in files if f.endswith("s") and not f.startswith("tests/")]}}
    return js_support.made("gen_heirs.js", "t.asksIn(...given)", ["", *((base, head) if old else (head, base))], place)


def made(body, head="import { A } from './a.js';\n", some=ASKED):
    return js_support.made("gen_heirs.js", "t.programs(...given)", body, some, {"head": head})


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def candidates(self, package, other, old=False, readme=README):
        runner = js_support.Runner({"index.js": package, "test.test.js": TEST, "README.md": readme}, ["index"])
        try:
            got = runner.ask("generate", root=runner.root, max=100, seed=1, budget_ms=20000, own_first=old, targets=[
                {"module": "index", "qualname": "Grader.sum", "file": "index.js", "lines": [4], "name": "index.Grader.sum", "other": method(other)}])
            found = [c["source"] for c in got["candidates"] if "OwnGrader" in c["source"]]
            return found, [runner.run(one)["stdout"] for one in found]
        finally:
            runner.close()

    def test_lost_override(self):
        """Made on either side, and for the direction in which something is lost alone."""
        for package, other, old in ((BEFORE, PACKAGE, True), (PACKAGE, BEFORE, False)):
            found, said = self.candidates(package, other, old)
            self.assertEqual(said, ["weightOf { weight: 2 }\n2\n", "3\n"] if old else ["2\n", "2\n"], found)
            self.assertEqual(self.candidates(package, other, not old)[0], [])

    def test_nobody_may_inherit(self):
        self.assertEqual(self.candidates(PACKAGE, BEFORE, readme="# eggs\n\n`Grader` weighs.\n")[0], [])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Asked(unittest.TestCase):
    def test_what_is_lost(self):
        for base, head, wanted in (
                (BASE, HEAD, True), (HEAD, BASE, False), (BASE, BASE, False), (BASE, "", False), ("", HEAD, False),
                ("sum() { return `${this.weigh(1)}`; }", HEAD, True),           # in a template
                (BASE, "sum() { return `${this.weigh(1)}`; }", False),
                (BASE, "sum() { return 1; } // not this.weigh()", True),        # in a comment
                ("sum() { return 1; // this.weigh()\n}", HEAD, False),
                (BASE, "sum() { return [1].map(this.weigh); }", False),         # handed on
                (BASE, "sum() { const { weigh } = this; }", False),
                ("sum(a) { return a.weigh(1); }", HEAD, False),                 # of something else
                ("sum() { return this.weigh; }", HEAD, False),
                ("class A { sum() { return this.weigh(1); } }", HEAD, False)):  # of a whole class, which says nothing of one method
            self.assertEqual(asked(base, head, old=True), ASKED if wanted else None, (base, head))
        self.assertEqual(asked(), ASKED)
        self.assertIsNone(asked(qualname="sum"))
        self.assertEqual(asked(qualname="A.prototype.sum"), ASKED)

    def test_which_methods(self):
        for member, wanted in (("weigh(a) {}", True), ("async weigh(a) {}", True), ("a = 1; weigh(a) {}", True), ("a = 1\n  weigh(a) {}", True), ("weigh({ a }) { if (a) {} }", True), ("protected weigh(a: number): void {}", True),
                               ("static weigh() {}", False), ("get weigh() {}", False), ("set weigh(a) {}", False), ("*weigh() {}", False), ("async *weigh() {}", False), ("private weigh() {}", False),
                               ("private async weigh() {}", False), ("weigh = (a) => {}", False), ("other() { weigh(a)\n{} }", False), ("a = b ? weigh(1) : 2", False), ("weigh", False), ("", False)):
            self.assertEqual(asked(text="class A {\n  c() {}\n  %s\n}" % member), ASKED if wanted else None, member)
        for name in ("#weigh", "_weigh", "constructor"):
            self.assertIsNone(asked(BASE.replace("weigh", name), HEAD, CLASS.replace("weigh", name)), name)
        two = "class A { a() {}\n b() {}\n c() {} }"
        self.assertEqual(asked("sum() { this.a(); this.b(); this.c(); }", HEAD, two)["hooks"], ["a", "b"])

    def test_of_what_it_extends(self):
        child = "class A extends P {\n}"
        for text, others, wanted in (
                (child, {"p.js": "class P { weigh() {} }"}, True), (child, {"p.js": "class P extends Q {}", "q.js": "class Q { weigh() {} }"}, True),
                ("class P { weigh() {} }\n" + child, {}, True), (child, {}, False), (child, {"tests/p.js": "class P { weigh() {} }"}, False),
                ("class A extends P { static weigh() {} }", {"p.js": "class P { weigh() {} }"}, False),
                ("class A { a() {} }\nclass P { weigh() {} }", {}, False), ("class A { a() {} }\nclass B extends P {}\nclass P { weigh() {} }", {}, False), ("class A extends A { }", {}, False)):
            self.assertEqual(asked(text=text, others={**others, "tests/b.js": HEIR}), ASKED if wanted else None, (text, others))

    def test_what_heirs_override(self):
        """Where that is known, the rest is how it works."""
        text, base = "class A { a() {}\n b() {}\n c() {} }", "sum() { this.a(); this.b(); this.c(); }"
        for heir, wanted in (("class B extends A { c() {} }", ["c"]), ("class B extends A { d() { this.c(); } }", ["a", "b"]), ("B = class extends A { c() {} }", ["a", "b"]),
                             ("class B extends A {\n c() {}\n async b() {}\n}\nclass C extends D { a() {} }", ["b", "c"])):
            self.assertEqual(asked(base, HEAD, text, {"tests/b.js": heir})["hooks"], wanted, heir)
        said = "It's `A`.\n\n```js\nclass B extends A {\n  c() {}\n}\n```\n\nIt's `a`.\n"
        self.assertEqual(asked(base, HEAD, text, {"b.md": said})["hooks"], ["c"])

    def test_who_may_inherit(self):
        for text, others, wanted in (
                (CLASS, {}, False), (CLASS, {"tests/b.js": HEIR}, True), (CLASS, {"b.js": HEIR}, True), (CLASS, {"b.md": "```js\n%s\n```" % HEIR}, True), (CLASS, {"b.js": "class B extends a.A {}"}, True),
                (CLASS, {"b.js": "class B extends AB {}"}, False), (CLASS, {"b.js": "class B extends a$A {}"}, False), (CLASS, {"b.js": "class B extends A.C {}"}, False),
                (CLASS, {"b.md": "Override `weigh` of `A`."}, True), (CLASS, {"b.md": "Subclasses of A weigh."}, True), (CLASS, {"b.md": "To adapt A, extend it."}, True),
                (CLASS, {"b.md": "Here is A.\n\nOverride `weigh`."}, False), (CLASS, {"b.md": "A extends the language."}, False), (CLASS, {"b.md": "Override AB."}, False), (CLASS, {"b.md": "A weighs."}, False),
                ("/** To be subclassed. */\nexport default " + CLASS, {}, True), (CLASS.replace("{}", "{} // override this"), {}, True), (CLASS.replace("{}", "{} // @override"), {}, False),
                ("// override this\nlet a;\n" + CLASS, {}, False), (CLASS + "\n// override this", {}, False), (CLASS.replace("{}", "{ override(); }"), {}, False)):
            self.assertEqual(asked(text=text, others=others), ASKED if wanted else None, (text, others))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Made(unittest.TestCase):
    def test_programs(self):
        heir = "class OwnA extends A {\n\t%s(...args) {\n\t\tconsole.log('%s', ...args);\n\t\treturn super.%s(...args);\n\t}\n}\n"
        body, wanted = "const a = new A(1);\nf(new A(), A, B.A(1));", "const a = new OwnA(1);\nf(new OwnA(), A, B.A(1));"
        self.assertEqual(made(body)[0], heir % (("weigh",) * 3) + wanted)
        two = made(body, some={"name": "A", "hooks": ["weigh", "sum"]})
        self.assertEqual(two[::2], [heir % ((name,) * 3) + wanted for name in ("weigh", "sum")])
        self.assertEqual([one.split("\n}\n", 1)[1] for one in two], [wanted] * 4)
        for head in ("const { A } = require('./a.js');\n\n(async () => {\n", "import A, { b } from './a.js';\n"):
            self.assertEqual(len(made(body, head)), 2, head)

    def test_gives_something_else(self):
        """A number or a text is another one; what else there is, and what is waited for, is handed on."""
        body = "class A { one(a) { return a; } }\n%s\nreturn [1, 'a', true, null].map((a) => it.one(a));" % made("const it = new A();", some={"name": "A", "hooks": ["one"]})[1]
        self.assertEqual(js_support.made("gen_heirs.js", "new Function(given[0])()", body), [2, "a1", True, None])

    def test_left_alone(self):
        for body, head in (("new A();", "import { B } from './a.js';"), ("new A();", "import { A as B } from './a.js';"), ("new A();", "const { A: B } = require('./a.js');"), ("new A();", ""),
                           ("new A();\nclass OwnA {}", None), ("new A();", "import { A, OwnA } from './a.js';"), ("A();", None), ("new A;", None), ("new b.A();", None), ("new AB();", None),
                           ("new A();" + " " * 4000, None)):
            self.assertEqual(made(body, *([] if head is None else [head])), [], json.dumps([body, head]))
        self.assertEqual(made("new A();", some=None), [])


if __name__ == "__main__":
    unittest.main()
