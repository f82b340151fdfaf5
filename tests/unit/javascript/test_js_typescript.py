"""TypeScript in the JavaScript runner: a build's files, the project's compiler, neither.

The compiler here is a stand-in that takes away the few types of these files, a line lower than they
were; with the real one tests/e2e/test_typescript.sh does the same.
"""
import json
import os
import shutil
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from js_support import NODE, RUNNER, Runner, project, why_no_copies, why_no_node  # noqa: E402

COMPILER = r"""
exports.transpileModule = (source, { fileName, compilerOptions }) => {
	const cjs = compilerOptions.module === 1;
	const rows = source.split('\n').map((row) => (row.startsWith('import') && cjs
		? row.replace(/^import (\{.*\}) from ('.*');/, 'const $1 = require($2);')
		: cjs ? row.replace(/^export function (\w+)/, 'exports.$1 = $1; function $1') : row)
		.replace(/\bthis: \w+, /, '').replace(/\??: (number|string)(\[\])?/g, ''));
	const bad = rows.findIndex((row) => row.includes('<<<'));
	return { outputText: `"made";\n${rows.join('\n')}\n//# sourceMappingURL=a.js.map\n`,
		sourceMapText: JSON.stringify({ version: 3, sources: [fileName.split('/').pop()],
			mappings: `;${rows.map((_, i) => (i ? 'AACA' : 'AAAA')).join(';')}` }),
		diagnostics: bad < 0 ? [] : [{ category: 1, code: 1185, start: source.indexOf('<<<'), messageText: 'Merge conflict' }] };
};
exports.convertCompilerOptionsFromJson = (options) => ({ options });
exports.flattenDiagnosticMessageText = (text) => text;
Object.assign(exports, { JsxEmit: { React: 2 }, ScriptTarget: { ES2022: 9 }, ModuleKind: { CommonJS: 1, ESNext: 99 },
	DiagnosticCategory: { Error: 1 } });
"""
SOURCE = """import { half } from './b.js';

/** Adds. */
export function add(a: number, b?: number) {
	if (b === 7)
		throw new Error('seven');
	return a + half(b) * 2;
}

export function sum(this: unknown, ...all: number[]) { return all.reduce((x, y) => x + y); }
"""
FILES = {
    "package.json": json.dumps({"name": "sums", "type": "module"}),
    "tsconfig.json": '{\n// loose\n"compilerOptions": { "outDir": "out", "rootDir": "src", "paths": { "@/*": ["./src/*"], } },\n}',
    "node_modules/typescript/index.js": COMPILER,
    "node_modules/typescript/package.json": '{"name": "typescript", "version": "0.0.0"}',
    "src/a.ts": SOURCE,
    "src/b.ts": "import { zero } from '@/c';\nexport function half(n?: number) { return (n || zero()) / 2; }\n",
    "src/c.ts": "export function zero() { return 0; }\n",
    "src/bad.ts": "export function f() {}\n<<<<<<< mine\n",
}
BUILT = """"use strict";
// many lines
// more
Object.defineProperty(exports, "__esModule", { value: true });
exports.add = function (a, b) { return a + b + 1000; };
//# sourceMappingURL=a.js.map
"""
# its last line is line 4 of src/a.ts
BUILT_MAP = json.dumps({"version": 3, "sources": ["../src/a.ts"], "mappings": ";;;;AAGA"})


def runs_types():
    said = subprocess.run([NODE, "-p", "Boolean(process.features.typescript)"], capture_output=True, timeout=60)
    return said.stdout.strip() == b"true"


def strips_types():
    said = subprocess.run([NODE, "-p", "Boolean(require('module').stripTypeScriptTypes)"], capture_output=True, timeout=60)
    return said.stdout.strip() == b"true"


@unittest.skipIf(why_no_node(), why_no_node())
class Compiled(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = Runner(FILES, ["src/a.ts"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_it_loads(self):
        self.assertEqual((self.runner.loaded["loaded"], self.runner.loaded["failed"]), (["src/a.ts"], []))

    def test_runs_and_says_the_lines_of_the_source(self):
        file = os.path.join(self.runner.root, "src/a.ts")
        self.runner.ask("cover", lines={file: [4, 5, 6, 7]})
        for source, out, lines in [
                ("console.log(require('./src/a.ts').add(1, 2));", "3\n", [4, 5, 7]),
                ("console.log(require('./src/a').add(1));", "1\n", [4, 5, 7]),
                ("import { add } from './src/a';\nconsole.log(add(1, 2));", "3\n", [4, 5, 7]),
                ("import { add } from './src/a.js';\nconst n: number = await 5;\nconsole.log(add(n));", "5\n", [4, 5, 7]),
                ("const n: number = 4;\nconsole.log(require('./src/a').add(n));", "4\n", [4, 5, 7])]:
            trial = self.runner.run(source, cover=True)
            self.assertEqual((trial["status"], trial["stdout"], trial["covered"]), ("ok", out, {file: lines}), trial)

    def test_frames_are_those_of_the_source(self):
        trial = self.runner.run("require('./src/a.ts').add(1, 7);")
        frame = trial["exception"]["frames"][-1]
        self.assertEqual((frame["file"], frame["line"]), (os.path.join(self.runner.root, "src/a.ts"), 6))

    def test_what_is_said_of_a_function(self):
        found = self.runner.ask("explore", modules=["src/a.ts"])["functions"]
        one = next(f for f in found if f["qualname"] == "add")
        self.assertEqual((os.path.basename(one["file"]), one["line"], one["doc"]), ("a.ts", 4, "Adds."))
        self.assertEqual([(p["name"], p["annotation"]) for p in one["params"]], [("a", "number"), ("b", "number")])

    def test_programs_for_a_function(self):
        answer = self.runner.ask("generate", targets=[{"name": "src/a.ts.add", "module": "src/a.ts", "qualname": "add",
                                                       "file": "src/a.ts", "lines": [7]}], max=20, budget_ms=10000)
        sources = [c["source"] for c in answer["candidates"]]
        self.assertTrue(any("const { add } = require('./src/a.ts');" in s and "add(3, " in s for s in sources), sources)

    def test_what_is_given_to_several_of_a_kind(self):
        """`this` has a type and is no argument; each of `...all: number[]` is a number."""
        answer = self.runner.ask("generate", targets=[{"name": "src/a.ts.sum", "module": "src/a.ts", "qualname": "sum",
                                                       "file": "src/a.ts", "lines": [10]}], max=20, budget_ms=10000)
        sources = [c["source"] for c in answer["candidates"]]
        self.assertTrue(any("sum(3)" in s for s in sources) and any("sum(2, 10)" in s for s in sources), sources)
        self.assertFalse(any("sum([" in s for s in sources[:8]), sources)

    def test_the_compiler_is_loaded_by_no_process_that_runs_tests(self):
        """Once for the package, once for a search, once for a test in TypeScript, whatever is run in between."""
        counted = "require('fs').appendFileSync(__dirname + '/loaded', 'x');\n"
        typed = "const n: number = 4;\nconsole.log(require('./src/a').add(n));"
        runner = Runner({**FILES, "node_modules/typescript/index.js": counted + COMPILER, "test/a.test.ts":
                         "import { add } from '../src/a';\nconst n: number = 77;\nadd(n, 2);\n"}, ["src/a.ts"])
        file = os.path.join(runner.root, "node_modules/typescript/loaded")

        def loads():
            with open(file, encoding="ascii") as f:
                return len(f.read())
        try:
            for seed in (None, 5, 6):
                trial = runner.run("console.log(require('./src/a').add(1, 2));", **({} if seed is None else {"seed": seed}))
                self.assertEqual(trial["stdout"], "3\n", trial)
            self.assertEqual(loads(), 1)
            answer = runner.ask("generate", targets=[{"name": "src/a.ts.add", "module": "src/a.ts", "qualname": "add",
                                                      "file": "src/a.ts", "lines": [7]}], max=20, budget_ms=10000)
            self.assertTrue(any("77" in c["source"] for c in answer["candidates"]), answer)
            self.assertEqual(loads(), 2)
            for _ in range(2):
                self.assertEqual(runner.run(typed)["stdout"], "4\n")
            self.assertEqual(loads(), 2 if strips_types() else 3)
        finally:
            runner.close()

    def test_a_compiler_that_does_not_answer(self):
        """It has no time of its own: that of loading, of a search, of a test."""
        waits = COMPILER + "const made = exports.transpileModule;\nexports.transpileModule = (text, ...rest) => {\n" \
                           "\tif (text.includes('slow'))\n\t\tfor (;;);\n\treturn made(text, ...rest);\n};\n"
        runner = Runner({**FILES, "node_modules/typescript/index.js": waits, "src/slow.ts": "export const slow = 1;\n",
                         "README.md": "```ts\nimport { add } from './src/a';\nconst slow: number = add(1, 2);\n```\n"}, ["src/a.ts"])
        typed = "const slow: number = 4;\nconsole.log(require('./src/a').add(slow));"
        target = {"name": "src/a.ts.add", "module": "src/a.ts", "qualname": "add", "file": "src/a.ts", "lines": [7]}
        try:
            self.assertIsNone(runner.loaded.get("compiler"))
            for most, command, fields, key in [
                    (10, "run", {"source": typed, "timeout_ms": 1000}, None),
                    (12, "generate", {"targets": [target], "max": 20, "budget_ms": 200}, None),
                    (10, "load", {"paths": [runner.root], "modules": ["src/slow.ts"], "load_ms": 1500}, "compiler")]:
                if command == "run" and strips_types():
                    continue
                began = time.monotonic()
                answer = runner.ask(command, **fields)
                self.assertLess(time.monotonic() - began, most, (command, answer))
                if key:
                    self.assertIn("took too long", answer[key])
        finally:
            runner.close()

    @unittest.skipIf(strips_types() or why_no_copies(), "a test in TypeScript has one process here, or no copies")
    def test_what_the_first_process_of_a_test_left_is_said(self):
        start = "const clean = require(process.argv[1] + '/clean.js'); const own = clean.dropFolder; let n = 0;" \
                "clean.dropFolder = () => { own(); return n++ === 2 ? 'it is left' : null; };" \
                "require(process.argv[1] + '/serve.js').serve();"    # 0: what compiles, 1: the copy that is tried
        root = project(FILES)
        self.addCleanup(shutil.rmtree, root, ignore_errors=True)
        typed = "const n: number = 4;\nconsole.log(require('./src/a').add(n));"
        with subprocess.Popen([NODE, "-e", start, RUNNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            said = []
            for one in ({"command": "load", "paths": [root], "modules": ["src/a.ts"]}, {"command": "run", "source": typed}):
                process.stdin.write(json.dumps(one).encode() + b"\n")
                process.stdin.flush()
                said.append(json.loads(process.stdout.readline()))
            process.stdin.close()
        self.assertEqual([said[0].get("spoiled"), said[1]["stdout"], said[1].get("spoiled")], [None, "4\n", "it is left"], said)

    def test_room_for_what_is_made_is_counted_in_bytes(self):
        runner = Runner({**FILES, "src/big.ts": "export const big = '%s'.length;\n" % ("\u20ac" * (1100 << 10))}, ["src/big.ts"])
        try:
            self.assertIn("makes more of it than", runner.loaded.get("compiler") or "")
            self.assertEqual(runner.run("console.log(require('./src/big').big);")["stdout"], "%d\n" % (1100 << 10))
        finally:
            runner.close()

    def test_a_syntax_error_is_one_of_its_file(self):
        failed = self.runner.ask("load", paths=[self.runner.root], modules=["src/bad.ts"])["failed"][0]
        self.runner.ask("load", paths=[self.runner.root], modules=["src/a.ts"])
        self.assertEqual((failed["type"], failed["message"], failed["missing"]), ("SyntaxError", "Merge conflict", False))


@unittest.skipIf(why_no_node(), why_no_node())
class Built(unittest.TestCase):
    def run_built(self, age):
        files = {k: v for k, v in FILES.items() if "node_modules" not in k}
        runner = Runner({**files, "package.json": '{"name": "sums"}', "out/a.js": BUILT, "out/a.js.map": BUILT_MAP}, ())
        try:
            os.utime(os.path.join(runner.root, "out/a.js"), (age, age))
            os.utime(os.path.join(runner.root, "src/a.ts"), (1000000000, 1000000000))
            self.assertTrue(runner.ask("load", paths=[runner.root], modules=["src/a.ts"])["ok"])
            file = os.path.join(runner.root, "src/a.ts")
            runner.ask("cover", lines={file: [4, 7]})
            return runner.run("console.log(require('./src/a.ts').add(1, 2));", cover=True), file
        finally:
            runner.close()

    def test_what_a_build_made_is_run(self):
        trial, file = self.run_built(1700000000)
        self.assertEqual((trial["stdout"], trial["covered"]), ("1003\n", {file: [4]}), trial)

    @unittest.skipIf(runs_types(), "this Node needs no compiler")
    def test_what_was_committed_is_not_and_a_sentence_says_what_is_missing(self):
        trial, _ = self.run_built(1000000000)
        self.assertEqual(trial["status"], "exception")
        for word in ("tora.build.command", "node_modules", "Node 22.18"):
            self.assertIn(word, trial["exception"]["message"])


@unittest.skipIf(why_no_node() or not runs_types(), "this Node does not run TypeScript by itself (22.18 does; TORA_TEST_NODE)")
class Native(unittest.TestCase):
    def test_node_takes_the_types_away(self):
        source = SOURCE.replace("./b.js", "./b.ts")
        for said in ({"type": "module"}, {}):
            runner = Runner({"package.json": json.dumps({"name": "sums", **said}), "src/b.ts": FILES["src/c.ts"].replace(
                "zero()", "half(n?: number)").replace("0", "(n || 0) / 2"), "src/a.ts": source}, ["src/a.ts"])
            try:
                self.assertEqual((runner.loaded["loaded"], runner.loaded["failed"]), (["src/a.ts"], []))
                file = os.path.join(runner.root, "src/a.ts")
                runner.ask("cover", lines={file: [4, 5, 6, 7]})
                trial = runner.run("const n: number = 2;\nconsole.log(require('./src/a.ts').add(1, n));", cover=True)
                self.assertEqual((trial["stdout"], trial["covered"]), ("3\n", {file: [4, 5, 7]}), trial)
                found = runner.ask("explore", modules=["src/a.ts"])["functions"]
                self.assertEqual([p["annotation"] for p in found[0]["params"]], ["number", "number"])
            finally:
                runner.close()


if __name__ == "__main__":
    unittest.main()
