"""Suites: what is observed of a test, how it is written down, and that what is written holds."""
import json
import os
import unittest

import js_support
from suite_cases import SuiteCases

PACKAGE = r"""'use strict';
class PackError extends Error {
	constructor(text) {
		super(text);
		this.name = 'PackError';
	}
}
class Box {
	constructor(n) {
		this.n = n;
	}
	twice() {
		return this.n * 2;
	}
}
function same(x) {
	return x;
}
function size(x) {
	if (x > 10)
		return 'large';
	return x < 0 ? 'negative' : 'small';
}
function fail(x) {
	throw new PackError(`not ${x} (yet)`);
}
async function later(x) {
	return { x };
}
async function never(x) {
	throw new PackError(`never ${x}`);
}
function misuse(x) {
	return x.a.b;
}
function* some() {
	yield 1;
	yield 2;
}
let n = 0;
function count() {
	return ++n;
}
async function wrong(x) {
	return x.a.b;
}
async function bare(x) {
	throw x;
}
function list() {
	return [1, 1, 2];
}
function where(x) {
	return require('path').join(__dirname, x);
}
function missing(x) {
	throw new PackError(`no ${where(x)}`);
}
function pattern(said) {
	return Object.defineProperty(/a/, 'toString', { value: () => said });
}
const test = size, assert = size;
module.exports = { same, size, fail, later, never, misuse, some, count, Box, PackError, wrong, bare, list, where, missing,
	pattern, test, assert };
"""
# label, test, what is written for node:test
ROWS = [
    ("text", "console.log(p.same('it'));", "assert.strictEqual(p.same('it'), 'it');"),
    ("alone in a list", "console.log([p.same('it')]);", "assert.strictEqual(p.same('it'), 'it');"),
    ("a list of two", "console.log([p.same('it'), 1]);", "assert.deepStrictEqual([p.same('it'), 1], ['it', 1]);"),
    ("an element of a list", "console.log([p.same('it')][0]);", "assert.strictEqual([p.same('it')][0], 'it');"),
    ("spread in a list", "console.log([...p.some()]);", "assert.deepStrictEqual([...p.some()], [1, 2]);"),
    ("called in a list, and caught", "try { console.log([(() => p.fail(2))()]) } catch (error) { console.log(error) }", "assert.throws(() => p.fail(2), { name"),
    ("quotes", "console.log(p.same(\"it's\"));", "assert.strictEqual(p.same(\"it's\"), \"it's\");"),
    ("minus zero", "console.log(p.same(-0));", "assert.strictEqual(p.same(-0), -0);"),
    ("not a number", "console.log(p.same(NaN));", "assert.strictEqual(p.same(NaN), NaN);"),
    ("undefined", "console.log(p.same());", "assert.strictEqual(p.same(), undefined);"),
    ("big", "console.log(p.same(10n));", "assert.strictEqual(p.same(10n), 10n);"),
    ("array", "console.log(p.same([1, [2]]));", "assert.deepStrictEqual(p.same([1, [2]]), [1, [2]]);"),
    ("object", "console.log(p.same({ a: 1, 'b-c': null }));", ", { a: 1, 'b-c': null });"),
    ("map and set", "console.log(p.same(new Map([[1, new Set([2])]])));", "new Map([[1, new Set([2])]]));"),
    ("date", "console.log(p.same(new Date(0)));", "new Date('1970-01-01T00:00:00.000Z'));"),
    ("bytes", "console.log(p.same(Buffer.from('a')));", "Buffer.from('61', 'hex'));"),
    ("typed array", "console.log(p.same(new Uint8Array(2)));", "new Uint8Array([0, 0]));"),
    ("object of a class", "console.log(new p.Box(3));", "assert.deepStrictEqual({ ...new p.Box(3) }, { n: 3 });"),
    ("error as a value", "console.log(new p.PackError('x'));", "assert.strictEqual(String(new p.PackError('x')), 'PackError: x');"),
    ("generator", "console.log(p.some());", "assert.deepStrictEqual([...p.some()], [1, 2]);"),
    ("what a method gives", "const box = new p.Box(4);\nconsole.log(box.twice());", "const box = new p.Box(4);\n\tassert.strictEqual(box.twice(), 8);"),
    ("two at once", "console.log(p.size(1), p.size(11));", "assert.strictEqual(p.size(11), 'large');"),
    ("thrown", "console.log(p.fail(1));", "assert.throws(() => p.fail(1), { name: 'PackError', message: 'not 1 (yet)' });"),
    ("thrown and caught", "try {\n\tconsole.log(p.fail(2));\n} catch (error) {\n\tconsole.log(error);\n}", "() => p.fail(2)"),
    ("promise", "console.log(p.later(1));", "async () => {\n\tassert.deepStrictEqual(await p.later(1), { x: 1 });"),
    ("rejected", "console.log(p.never(1));", "await assert.rejects("),
    ("equal assertions with a call", "const s = p.list();\nconsole.log(s.shift());\nconsole.log(s.shift());\nconsole.log(s.shift());",
     "assert.strictEqual(s.shift(), 1);\n\tassert.strictEqual(s.shift(), 1);\n\tassert.strictEqual(s.shift(), 2);"),
    ("a call that says nothing of the package", "const a = [3];\nconsole.log(a.push(4));\nconsole.log(p.size(a.length));",
     "const a = [3];\n\ta.push(4);\n\tassert.strictEqual(p.size(a.length), 'small');"),
    ("up to what nobody meant", "console.log(p.size(2));\ntry {\n\tconsole.log(p.misuse());\n} catch (e) {\n\tconsole.log(e);\n}\nconsole.log(p.size(3));",
     "assert.strictEqual(p.size(2), 'small');\n});"),
    ("up to what is rejected by mistake", "console.log(p.size(4));\nconsole.log(p.wrong(1));\nconsole.log(p.size(3));",
     "assert.strictEqual(p.size(4), 'small');\n});"),
    ("what cannot be seen", "console.log(p.same('a\\u202eb\\u009bc'));", 'p.same(\'a\\u202eb\\u009bc\'), "a\\u202eb\\u009bc");'),
    ("a comment behind an argument", "console.log(p.same(5) // five\n);", "assert.strictEqual(p.same(5), 5);"),
    ("a folder of the sandbox in a message", "console.log(p.missing('x'));", "assert.throws(() => p.missing('x'), { name: 'PackError' });"),
    ("a folder that only looks like it", "console.log(p.same('https://x.org/tora'));", "'https://x.org/tora');"),
    ("a body without braces", "if (p.size(30) === 'small')\n\tconsole.log(p.size(31));\nconsole.log(p.size(32));",
     "if (p.size(30) === 'small')\n\t\tconsole.log(p.size(31));\n\tassert.strictEqual(p.size(32), 'large');"),
    ("one on the same line, and another way", "if (p.size(33) === 'small') console.log(1); else p.size(34);\nconsole.log(p.size(35));", "p.size(35), 'large'"),
    ("loops without braces", "let k = 0;\nwhile (k < 36)\n\tk++;\ndo k++; while (k < 38);\nfor (const x of [1])\n\tk += x;\nconsole.log(p.same(k));",
     "assert.strictEqual(p.same(k), 39);"),
    ("what looks like a head", "const f = Symbol.for('f')\nconsole.log(p.same(f === Symbol.for('f')));", "Symbol.for('f')), true);"),
    ("an object and another way", "let o = null;\nif (p.size(40) === 'small') o = { a: 1 };\nelse o = { a: 2 };\nconsole.log(p.same(o.a));", "p.same(o.a), 2);"),
    ("a regular expression", "console.log(p.same(/a\\/b/g));", "assert.deepStrictEqual(p.same(/a\\/b/g), /a\\/b/g);"),
]
NONE = [
    ("nothing of the package", "console.log(1 + 1);", "trivial"),
    ("a function", "console.log(p.same);", "nothing-to-assert"),
    ("no print", "const x = 1;", "nothing-to-assert"),
    ("misuse", "console.log(p.misuse(1));", "correctness"),
    ("rejected by mistake", "console.log(p.wrong(1));", "nothing-to-assert"),
    ("rejected with no error", "console.log(p.bare('oops'));", "nothing-to-assert"),
    ("caught by mistake", "try {\n\tconsole.log(p.misuse(1));\n} catch (error) {\n\tconsole.log(error);\n}", "nothing-to-assert"),
    ("a folder of the sandbox", "console.log(p.where('x'));", "nothing-to-assert"),
    ("a text of its own for code", "console.log(p.pattern('(console.log(1), /a/)'));", "nothing-to-assert"),
    ("no statement of a strict function", "console.log(p.size(010));", "malformed"),
    ("a long array", "console.log(p.same(new Array(3e6).fill(0)));", "nothing-to-assert"),
    ("a long map", "console.log(p.same(new Map(Array.from({ length: 1e5 }, (_, i) => [i, i]))));", "nothing-to-assert"),
    ("many bytes", "console.log(p.same(Buffer.alloc(3e7)), p.same(new Uint8Array(3e7)));", "nothing-to-assert"),
    ("wrong name", "console.log(p.nosuch(1));", "correctness"),
    ("leaves", "console.log(p.size(1));\nprocess.exit(3);", "exit"),
    ("a file", "require('fs').readFileSync('/nosuch/x');", "file-system"),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Suite(SuiteCases, unittest.TestCase):
    rows, none = ROWS, NONE
    styles = ("node:test", "mocha", "jest", "vitest")
    functions = ["p.size", "p.same"]
    head = "const p = require('./p');\n\n"
    fields = {"modules": ["p"]}
    two, word = ["console.log(p.size(1));", "console.log(p.size(11));"], "'small'"
    again = ["console.log(p.count());", "const x = p.size(1);\nconsole.log(p.count());"]

    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"p.js": PACKAGE, "package.json": '{"name": "p", "main": "p.js"}'}, modules=["p"])
        cls.files = [cls.runner.root + "/p.js"]
        lines = [i for i, row in enumerate(PACKAGE.split("\n"), 1) if "return" in row or "throw" in row or "if (" in row]
        cls.survey = cls.runner.ask("survey", modules=["p"], root=cls.runner.root, lines={cls.files[0]: lines})

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    @staticmethod
    def program(job):
        return "//tora:observe %s\n" % json.dumps(job)

    def test_points(self):
        points = self.survey["files"][0]
        decision = PACKAGE.index("if (x > 10)")
        way = [decision, PACKAGE.index("return 'large'")]
        self.assertIn(way, [b[:2] for b in points["branches"]])
        row = PACKAGE[:decision].count("\n") + 1
        large = self.observe("console.log(p.size(11));")
        self.assertIn([0] + way, large["arcs"])
        self.assertNotIn([0, decision, 0], large["arcs"])
        self.assertIn([0, row + 1], large["lines"])
        small = self.observe("console.log(p.size(1));")
        self.assertIn([0, decision, 0], small["arcs"])
        self.assertNotIn([0] + way, small["arcs"])
        self.assertNotIn([0, row + 1], small["lines"])

    def test_one_that_does_not_parse_costs_no_other(self):
        answer = self.write(["console.log(p.size(010));", "console.log(p.size(1));"])
        self.assertEqual([d["why"] for d in answer["dropped"]], ["malformed"])
        self.assertEqual([t["index"] for t in answer["tests"]], [1])
        self.assertEqual(self.prove(answer)["together"], {"p.size(1)": ""})

    def test_names_of_the_tools(self):
        head, type(self).head = self.head, ""
        try:
            for style, name in (("node:test", "assert"), ("node:test", "test"), ("mocha", "assert"), ("jest", "test"), ("vitest", "test")):
                answer = self.write(["const { %s } = require('./p');\nconsole.log(%s(1));" % (name, name),
                                     "const { size } = require('./p');\nconsole.log(size(1));"], framework=style)
                self.assertEqual([d["why"] for d in answer["dropped"]], ["import"], style)
                self.assertEqual(self.prove(answer)["together"], {"size(1)": ""}, style)
        finally:
            type(self).head = head

    def test_imports_that_nothing_uses_go(self):
        head, type(self).head = self.head, ""
        try:
            answer = self.write(["const { same, size, list } = require('./p');\nconst os = require('os');\nconst { fail: f, where } = require('.');\n"
                                 "const { Box } = require('./p');\nconsole.log(same({ size: 1, list: `${new Box(2).where} ${f.length}` }));"])
            self.assertEqual(set(self.prove(answer)["together"].values()), {""})
            imports = [line for line in answer["files"][0]["text"].split("\n") if "require('" in line and "node:" not in line]
            self.assertEqual([line[:line.index(" =")] for line in imports], ["const { Box, same }", "const { fail: f }"])
        finally:
            type(self).head = head

    def test_imports_that_mean_two_things(self):
        head, type(self).head = self.head, ""
        try:
            answer = self.write(["const { size } = require('./p');\nconsole.log(size(1));", "const { size, same } = require('./p');\nconsole.log(size(11), same(2));",
                                 "const size = require('./p').size;\nconsole.log(size(2));", "const { same: size } = require('./p');\nconsole.log(size(7));"])
            self.assertEqual(answer["dropped"], [])
            self.assertEqual(set(self.prove(answer)["together"].values()), {""})
            self.assertIn("\nconst { same, size } = require('..", answer["files"][0]["text"])
        finally:
            type(self).head = head

    def test_what_fails_behind_a_test_is_its_own_fault(self):
        for stray in ("Promise.reject(new Error('stray'));", "setTimeout(() => { throw new Error('stray'); }, 0);"):
            answer = self.write(["console.log(p.later(1));", "console.log(p.size(1));"])
            proof = answer["proof"].replace("assert.deepStrictEqual(await", stray.replace("'", "`") + "await new Promise((f) => setTimeout(f, 50)); assert.deepStrictEqual(await")
            report = self.prove(dict(answer, proof=proof))
            for how in ("alone", "together"):
                self.assertEqual(report[how], {"p.later(1)": "Error: stray", "p.size(1)": ""}, how)

    def test_the_first_line_is_a_comment(self):
        text = self.write(["console.log(p.size(1));"], about="a\nthrow 1;\u2028throw 2;")["files"][0]["text"]
        self.assertIn("// a throw 1; throw 2;\n", text)


MODULE = """export function twice(x) {
	return 2 * x;
}
export async function later(x) {
	if (x < 0)
		throw new RangeError(`not ${x}`);
	return x;
}
"""


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class EsModule(unittest.TestCase):
    def setUp(self):
        self.runner = js_support.Runner({"package.json": '{"name": "q", "type": "module", "exports": "./q.js"}', "q.js": MODULE,
                                         "r.js": "export default function twice(x) {\n\treturn 3 * x;\n}\n"}, modules=["q"])
        self.addCleanup(self.runner.close)

    def write(self, *tests, **fields):
        rows = []
        for whole in tests:
            job = json.dumps({"word": "W", "source": whole, "files": [self.runner.root + "/q.js"]})
            said = self.runner.run("//tora:observe %s\n" % json.dumps(job))["stdout"]
            rows.append({"source": whole, "seen": json.loads(said.strip().split("\n")[-1][2:]), "target": "q.twice"})
        return self.runner.ask("suite", tests=rows, modules=["q"], functions=["q.twice"], word="W", **fields)

    def prove(self, answer):
        said = self.runner.run(answer["proof"], fresh=True, timeout_ms=20000)["stdout"]
        return json.loads(said.strip().split("\n")[-1][2:])

    def test_its_suite(self):
        answer = self.write("import { twice } from './q.js';\n\nconsole.log(twice(4));\n")
        text = answer["files"][0]["text"]
        self.assertIn("import assert from 'node:assert';", text)
        self.assertIn("import { twice } from '../q.js';", text)
        self.assertIn("assert.strictEqual(twice(4), 8);", text)
        report = self.prove(answer)
        self.assertEqual(report["together"], {"twice(4)": ""})
        self.assertNotIn("alone", report, "the package is loaded once, so nothing was run alone")

    def test_the_folder_that_was_asked_for(self):
        for folder, path, said in [("a/b", "a/b/", "../../q.js"), (".", "", "./q.js"), ("a/", "a/", "../q.js"), ("../x", None, "../q.js"),
                                   ("/x", None, "../q.js"), ("a/../..", None, "../q.js"), (3, None, "../q.js"), ("", None, "../q.js")]:
            answer = self.write("import { twice } from './q.js';\n\nconsole.log(twice(4));\n", folder=folder)
            file = answer["files"][0]
            self.assertEqual(file["path"].rpartition("/")[0] + "/" if "/" in file["path"] else "", "test/" if path is None else path)
            self.assertIn("import { twice } from '%s';" % said, file["text"])
            self.assertEqual(self.prove(answer)["together"], {"twice(4)": ""})

    def test_what_throws_where_it_is_waited_for(self):
        head = "import { later } from './q.js';\n"
        tests = ["try {\n\tconsole.log(await later(-1));\n} catch (error) {\n\tconsole.log(error);\n}",
                 "console.log(await later(-2));", "const r = await later(-3);\nconsole.log(r);", "console.log(await later(4));"]
        for style in ("node:test", "vitest"):
            answer = self.write(*[head + t for t in tests], framework=style)
            self.assertEqual(answer["dropped"], [])
            report = self.prove(answer)
            self.assertEqual((report["problem"], len(report["together"]), set(report["together"].values())), ("", 4, {""}), style)

    def test_names_that_mean_two_things(self):
        answer = self.write("import { twice } from './q.js';\nconsole.log(twice(4));", "import { twice } from './q.js';\nconsole.log(twice(5));",
                            "import twice from './r.js';\nconsole.log(twice(5));", "import * as twice from './q.js';\nconsole.log(twice.twice(6));")
        self.assertEqual(answer["dropped"], [])
        text = answer["files"][0]["text"]
        self.assertIn("const { default: twice } = await import('../r.js');", text)
        self.assertIn("const twice = await import('../q.js');", text)
        report = self.prove(answer)
        self.assertEqual((report["problem"], set(report["together"].values())), ("", {""}))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Workspace(unittest.TestCase):
    def test_a_test_lies_in_the_package_of_what_it_is_about(self):
        files = {"package.json": '{"workspaces": ["packages/*"]}',
                 "packages/b/test/one.test.js": "", "packages/b/test/two.test.js": "", "packages/a/check/a.test.js": ""}
        tests = {}
        for name, kind, source in (("a", "commonjs", "exports.f = (n) => n;\n"), ("b", "module", "export const f = (n) => n;\n"),
                                   ("c", "module", "export { f } from 'b';\n")):
            files[f"packages/{name}/package.json"] = json.dumps({"name": name, "type": kind})
            files[f"packages/{name}/index.js"] = source
            said = "import {{ f }} from '{}';" if kind == "module" else "const {{ f }} = require('{}');"
            tests[name] = said.format(f"./packages/{name}/index.js") + "\n\nconsole.log(f(4));\n"
        runner = js_support.Runner(files, [])
        self.addCleanup(runner.close)

        def row(name):
            job = json.dumps({"word": "W", "source": tests[name], "files": [f"{runner.root}/packages/{name}/index.js"]})
            said = runner.run("//tora:observe %s\n" % json.dumps(job))["stdout"]
            return {"source": tests[name], "seen": json.loads(said.strip().split("\n")[-1][2:]), "target": f"packages/{name}/index.f"}

        for names, folder, has in (("a", "packages/a/check", "require('../index.js')"), ("b", "packages/b/test", "from '../index.js'"),
                                   ("c", "packages/c/test", "from '../index.js'"), ("bc", "packages/b/test", "'../../c/index.js'")):
            with self.subTest(names):
                answer = runner.ask("suite", tests=[row(name) for name in names], modules=[], functions=[], word="W")
                self.assertEqual(os.path.dirname(answer["files"][0]["path"]), folder)
                self.assertIn(has, answer["files"][0]["text"])
                said = runner.run(answer["proof"], fresh=True, timeout_ms=20000)["stdout"]
                self.assertEqual(set(json.loads(said.strip().split("\n")[-1][2:])["together"].values()), {""})

    def test_no_test_and_one_that_is_none(self):
        package = '{"name": "a", "devDependencies": {"vitest": "1"}}'
        runner = js_support.Runner({"package.json": '{"workspaces": ["packages/*"]}', "packages/a/package.json": package}, [])
        self.addCleanup(runner.close)
        for tests, dropped in (([], []), ([None], [{"index": 0, "why": "malformed"}])):
            answer = runner.ask("suite", tests=tests, modules=[], functions=[], word="W")
            self.assertEqual((answer.get("framework"), answer.get("dropped")), ("node:test", dropped))


if __name__ == "__main__":
    unittest.main()
