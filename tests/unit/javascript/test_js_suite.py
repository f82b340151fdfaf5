"""Suites: what is observed of a test, how it is written down, and that what is written holds."""
import json
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
module.exports = { same, size, fail, later, never, misuse, some, count, Box, PackError };
"""
# label, test, what is written for node:test
ROWS = [
    ("text", "console.log(p.same('it'));", "assert.strictEqual(p.same('it'), 'it');"),
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
]
NONE = [
    ("nothing of the package", "console.log(1 + 1);", "trivial"),
    ("a function", "console.log(p.same);", "nothing-to-assert"),
    ("no print", "const x = 1;", "nothing-to-assert"),
    ("misuse", "console.log(p.misuse(1));", "correctness"),
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

    def test_an_es_module(self):
        runner = js_support.Runner({"package.json": '{"name": "q", "type": "module", "exports": "./q.js"}',
                                    "q.js": "export function twice(x) {\n\treturn 2 * x;\n}\n"}, modules=["q"])
        self.addCleanup(runner.close)
        whole = "import { twice } from './q.js';\n\nconsole.log(twice(4));\n"
        job = json.dumps({"word": "W", "source": whole, "files": [runner.root + "/q.js"]})
        said = runner.run("//tora:observe %s\n" % json.dumps(job))["stdout"]
        seen = json.loads(said.strip().split("\n")[-1][2:])
        answer = runner.ask("suite", tests=[{"source": whole, "seen": seen, "target": "q.twice"}], modules=["q"],
                            functions=["q.twice"], word="W")
        text = answer["files"][0]["text"]
        self.assertIn("import assert from 'node:assert';", text)
        self.assertIn("import { twice } from '../q.js';", text)
        self.assertIn("assert.strictEqual(twice(4), 8);", text)
        said = runner.run(answer["proof"], fresh=True, timeout_ms=20000)["stdout"]
        self.assertEqual(json.loads(said.strip().split("\n")[-1][2:])["together"], {"twice(4)": ""})


if __name__ == "__main__":
    unittest.main()
