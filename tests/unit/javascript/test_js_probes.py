"""Twenty small packages, each with one slip in a corner of the language or of how packages are laid out.

Programs are made for the changed function on the new side and run on both: one of the first that differ has to run
the changed line. Which line a finding names is for tests/unit/judge/test_place and tests/unit/change/test_lines.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from js_support import TOP, Runner, why_no_node  # noqa: E402

COMPILER = ["typescript", "5.4.5",
            "sha512-vcI4UpRgg81oIRUFwR0WSIHKt11nJ7SAVlYNIu+QpqeyXP+gpQJy/Z4+F0aGxSE4MqwjyXvW/TzgkLAx2AGHwQ=="]
LOOKED_AT = 100 # programs, at most
ESM, CJS = {"type": "module"}, {"main": "index.js"}


def package(**fields):
    return json.dumps({"name": "demo", "version": "1.0.0", **fields})


def tsconfig(**options):
    return json.dumps({"compilerOptions": {"target": "es2022", "module": "commonjs", "moduleResolution": "node",
                                           "outDir": "dist", "rootDir": "src", "strict": True, **options}})


# Packages: {path: text}. Those with a tsconfig.json are compiled by the project's own compiler.
ROUNDED = {
    "package.json": package(main="dist/index.js"), "tsconfig.json": tsconfig(experimentalDecorators=True),
    "src/index.ts": """/** Rounds what a method gives. */
function rounded(target: object, name: string, d: PropertyDescriptor): void {
	const inner = d.value as (...args: number[]) => number;
	d.value = function (this: unknown, ...args: number[]) {
		return Math.round(inner.apply(this, args));
	};
}

export class Price {
	constructor(private net: number) {}

	/** With tax. */
	@rounded
	gross(rate: number): number {
		return this.net * (1 + rate);
	}
}
"""}
CHECKED = {
    "package.json": package(main="dist/index.js", **ESM), "tsconfig.json": tsconfig(module="nodenext", moduleResolution="nodenext"),
    "src/index.ts": """type Method = (this: Counter, n: number) => number;

function checked(inner: Method, context: ClassMethodDecoratorContext): Method {
	return function (n) {
		if (n < 0) throw new RangeError(`${String(context.name)}: ${n}`);
		return inner.call(this, n);
	};
}

export class Counter {
	total = 0;

	@checked
	add(n: number): number {
		this.total += n;
		return this.total;
	}
}
"""}
ENUMS = {
    "package.json": package(main="dist/index.js", **ESM), "tsconfig.json": tsconfig(module="nodenext", moduleResolution="nodenext"),
    "src/index.ts": """export const enum Level { Low = 1, High = 10 }
export enum Color { Red = 'r', Green = 'g' }
export namespace Color {
	export function parse(text: string): Color {
		return text.startsWith('r') ? Color.Red : Color.Green;
	}
}

/** The level of a number. */
export function levelOf(n: number): Level {
	return n > 5 ? Level.High : Level.Low;
}
"""}
PATHS = {
    "package.json": package(main="dist/index.js"),
    "tsconfig.json": tsconfig(baseUrl=".", paths={"@lib/*": ["src/lib/*"], "~config": ["src/config.ts"]}),
    "src/lib/text.ts": """/** Words of a text. */
export function words(text: string): string[] {
	return text.split(/\\s+/).filter((w) => w.length > 0);
}
""",
    "src/config.ts": "export const most: number = 3;\n",
    "src/index.ts": """import { words } from '@lib/text';
import { most } from '~config';

/** The first words. */
export function brief(text: string): string {
	const all = words(text);
	return all.slice(0, most).join(' ') + (all.length > most ? ' ...' : '');
}
"""}
MTS = {
    "package.json": package(exports={".": "./dist/index.mjs"}), "tsconfig.json": tsconfig(module="nodenext", moduleResolution="nodenext"),
    "src/index.mts": """import old from './old.cjs';

/** Twice, and one more. */
export function next(n: number): number {
	return old.twice(n) + 1;
}
""",
    "src/old.cts": "function twice(n: number): number {\n\treturn n * 2;\n}\nexport = { twice };\n"}
WORKSPACES = {
    "package.json": json.dumps({"name": "root", "private": True, "workspaces": ["packages/*"]}),
    "packages/core/package.json": json.dumps({"name": "@ws/core", "version": "1.0.0", "exports": {".": "./index.js"}}),
    "packages/core/index.js": """const { clamp } = require('./lib/clamp.js');
exports.percent = (part, whole) => clamp(Math.round(100 * part / whole), 0, 100);
""",
    "packages/core/lib/clamp.js": """/* Within bounds. */
function clamp(n, low, high) {
	return Math.min(Math.max(n, low), high);
}
module.exports = { clamp };
""",
    "packages/app/package.json": json.dumps({"name": "@ws/app", "main": "index.js", "dependencies": {"@ws/core": "*"}}),
    "packages/app/index.js": """const { percent } = require('@ws/core');

exports.bar = function bar(done, all, width = 10) {
	const n = Math.round(percent(done, all) * width / 100);
	return '#'.repeat(n) + '.'.repeat(width - n);
};
"""}
PNPM = {**WORKSPACES, "package.json": '{ "name": "root", "private": true }',
        "pnpm-workspace.yaml": "packages:\n  - 'packages/*'\n", "node_modules/.pnpm/lock.yaml": ""}
EXPORTS = {
    "package.json": package(exports={".": {"node": {"import": "./src/main.js"}, "default": "./src/browser.js"},
                                     "./features/*": "./src/features/*.js", "./features/private/*": None}, **ESM),
    "src/main.js": "export { upper } from './features/upper.js';\n", "src/browser.js": "export const upper = null;\n",
    "src/features/upper.js": "export function upper(text) {\n\treturn text.replace(/\\b[a-z]/g, (c) => c.toUpperCase());\n}\n",
    "src/features/lower.js": """/** Last letter in small. */
export function lower(text) {
	if (!text) return '';
	return text.slice(0, -1) + text.slice(-1).toLowerCase();
}
"""}
DUAL = {
    "package.json": package(main="./lib/index.cjs", exports={".": {"import": "./lib/index.mjs", "require": "./lib/index.cjs"}}),
    "lib/index.cjs": "'use strict';\nexports.sum = function sum(list) {\n\treturn list.reduce((a, b) => a + b, 0);\n};\n",
    "lib/index.mjs": "export function sum(list) {\n\treturn list.reduce((a, b) => a + b, 0);\n}\n"}
MIXED = {
    "package.json": package(**ESM, **CJS),
    "index.js": "import legacy from './legacy.cjs';\nexport const pad = (s, n) => legacy.pad(String(s), n);\n",
    "legacy.cjs": "exports.pad = function (s, n) {\n\twhile (s.length < n)\n\t\ts = '0' + s;\n\treturn s;\n};\n"}
STATIC = {"package.json": package(**CJS), "index.js": """class Roman {
	static #table;
	static {
		const signs = ['M', 1000, 'D', 500, 'C', 100, 'L', 50, 'X', 10, 'V', 5, 'I', 1];
		Roman.#table = new Map();
		for (let i = 0; i < signs.length; i += 2)
			Roman.#table.set(signs[i], signs[i + 1]);
	}

	/** The number that it stands for. */
	static parse(text) {
		return [...text].reduce((sum, c) => sum + Roman.#value(c), 0);
	}

	static #value(c) {
		return Roman.#table.get(c) ?? 0;
	}
}
module.exports = { Roman };
"""}
RANGE = {"package.json": package(**CJS), "index.js": """class Range {
	constructor(from, to, step = 1) {
		this.from = from;
		this.to = to;
		this.step = step;
	}

	*[Symbol.iterator]() {
		for (let i = this.from; i < this.to; i += this.step)
			yield i;
	}

	async *[Symbol.asyncIterator]() {
		for (const i of this)
			yield i * 2;
	}
}
module.exports = { Range };
"""}

# label, files, the file of the slip, what stood there, what stands there now, the function (of a class: "C.f"), and,
# where the line itself runs while the package is loaded, False: then the difference alone counts.
PROBES = [
    ("a decorated method", ROUNDED, "src/index.ts", "(1 + rate)", "(1 - rate)", "Price.gross"),
    ("inside of a decorator", ROUNDED, "src/index.ts", "Math.round(inner", "Math.floor(inner", "rounded.d.value"),
    ("a decorator of the standard", CHECKED, "src/index.ts", "n < 0", "n <= 0", "checked"),
    ("a namespace merged with an enum", ENUMS, "src/index.ts", "startsWith('r')", "endsWith('r')", "Color.parse"),
    ("a const enum", ENUMS, "src/index.ts", "High = 10", "High = 9", "", False),
    ("behind paths", PATHS, "src/index.ts", "all.length > most", "all.length >= most", "brief"),
    ("what paths mean", PATHS, "src/lib/text.ts", "w.length > 0", "w.length > 1", "words"),
    (".mts", MTS, "src/index.mts", "+ 1", "+ 2", "next"),
    (".cts", MTS, "src/old.cts", "n * 2", "n * 3", "twice"),
    ("a package of a workspace", WORKSPACES, "packages/core/lib/clamp.js", "Math.min(Math.max(n, low), high)", "Math.max(n, low)", "clamp"),
    ("one that depends on it", WORKSPACES, "packages/app/index.js", "width - n", "width", "bar"),
    ("the same by pnpm", PNPM, "packages/app/index.js", "width - n", "width", "bar"),
    ("a pattern of exports", EXPORTS, "src/features/lower.js", "slice(-1).toLower", "slice(-2).toLower", "lower"),
    ("the ES half of two", DUAL, "lib/index.mjs", "a + b, 0", "a + b, 1", "sum"),
    ("the CommonJS half", DUAL, "lib/index.cjs", "a + b, 0", "a + b, 1", "sum"),
    (".cjs in a package of modules", MIXED, "legacy.cjs", "s.length < n", "s.length <= n", "pad"),
    ("a static block", STATIC, "index.js", "'V', 5", "'V', 6", "Roman", False),
    ("a private static method", STATIC, "index.js", "?? 0", "?? NaN", "Roman.#value"),
    ("an iterator", RANGE, "index.js", "i < this.to", "i <= this.to", "Range.[Symbol.iterator]"),
    ("an asynchronous one", RANGE, "index.js", "yield i * 2", "yield i * 3", "Range.[Symbol.asyncIterator]"),
]


def module_of(path):
    return path[:-3] if path.endswith(".js") else path


def link(root, path, to):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.symlink(to, path)


class Side:
    """One of the two: the package, laid out as its manager would, and its runner."""

    def __init__(self, files, path, compiler):
        self.runner = Runner(files)
        self.root = self.runner.root
        if files is not None and "tsconfig.json" in files:
            link(self.root, "node_modules/typescript", compiler)
        if "pnpm-workspace.yaml" in files:
            link(self.root, "packages/app/node_modules/@ws/core", "../../../core")
        elif "packages/app/index.js" in files:
            link(self.root, "node_modules/@ws/core", "../../packages/core")
        self.loaded = self.runner.ask("load", paths=[self.root], modules=[module_of(path)])
        self.file = os.path.join(self.root, path)

    def run(self, source):
        trial = self.runner.run(source, cover=True)
        said = trial["exception"] and (trial["exception"]["type"], trial["exception"]["message"])
        return (trial["status"], trial["stdout"], said), trial["covered"].get(self.file, [])


@unittest.skipIf(why_no_node(), why_no_node())
class Probes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory(prefix="tora-js-ts-")
        cls.compiler = os.path.join(cls.made.name, "typescript")
        got = subprocess.run([os.path.join(TOP, "tests/bench/npm"), "--get", *COMPILER, cls.compiler],
                             stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        cls.why = got.stderr.decode().strip() if got.returncode else None

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    def look(self, files, path, old, new, qualname, runs_line=True):
        """How the slip is shown: a program and what it says on both sides; None: by no program."""
        self.assertEqual(files[path].count(old), 1)
        line = files[path][:files[path].index(old)].count("\n") + 1
        sides = [Side(text, path, self.compiler) for text in (files, {**files, path: files[path].replace(old, new)})]
        try:
            for side in sides:
                self.assertEqual(side.loaded["failed"], [])
                side.runner.ask("cover", lines={side.file: [line]})
            answer = sides[1].runner.ask("generate", targets=[{
                "name": "%s.%s" % (module_of(path), qualname), "module": module_of(path), "qualname": qualname, "file": path,
                "lines": [line], "touched": [] if qualname else [[line, line]]}], max=100, seed=1, budget_ms=8000)
            self.assertTrue(answer["ok"], answer)
            for candidate in answer["candidates"][:LOOKED_AT]:
                (before, _), (after, lines) = [side.run(candidate["source"]) for side in sides]
                if before != after and (line in lines or not runs_line):
                    return candidate["source"], before, after
            return None
        finally:
            for side in sides:
                side.runner.close()

    def test_slips(self):
        for label, files, *slip in PROBES:
            with self.subTest(label):
                if "tsconfig.json" in files and self.why:
                    self.skipTest(self.why)
                self.assertIsNotNone(self.look(files, *slip))


if __name__ == "__main__":
    unittest.main()
