"""Types that are said beside the code: what is read of them, and which arguments come of it."""
import json
import os
import shutil
import subprocess
import unittest

import js_support

PARSED = [      # label, text, functions
    ("function", "export declare function f(a: string, b?: number): void;", {"f": [["a: string", "b?: number"]]}),
    ("overloads", "declare function f(a: string): void\ndeclare function f(a: number): void\n",
     {"f": [["a: string"], ["a: number"]]}),
    ("type parameters", "export function f<T extends (x: any) => y, U>(a: Map<T, U>, b: T): Map<T, U>;\nexport function g(): void;",
     {"f": [["a: Map<T, U>", "b: T"]], "g": [[]]}),
    ("default", "export default function (a: A): B;", {"default": [["a: A"]]}),
    ("class", "export class C<T> extends D<T> { constructor(a: A, private b: B); static s(c: C): C; m<X>(d: X): this; readonly p: number; q: (e: E) => void }",
     {"C.constructor": [["a: A", "private b: B"]], "C.s": [["c: C"]], "C.m": [["d: X"]], "C.q": [["e: E"]]}),
    ("namespace", "declare namespace n { function f(a: A): void; const g: (b: B) => void; }\nexport = n;",
     {"n.f": [["a: A"]], "n.g": [["b: B"]]}),
    ("constants", "export const f: (a: A, ...b: B[]) => C, x: number;\nexport const y: string", {"f": [["a: A", "...b: B[]"]]}),
    ("an interface that is called", "interface I { (a: A): void; m(b: B): C }", {"I": [["a: A"]], "I.m": [["b: B"]]}),
    ("source", "export function f(a: A) { if (a) { return (b) => c } }\nexport const g = (a) => a;", {"f": [["a: A"]]}),
    ("a module of another name", "declare module 'x' { export function f(a: A): void; }", {"f": [["a: A"]]}),
    ("type parameters of a class", "class C<T extends Map<A, B>> extends ns.D<T> implements E { m<K extends keyof T>(a: K): void }",
     {"C.m": [["a: K"]]}),
    ("half a file", "export function f(a: A, ", {}),
    ("none", "} ) ]] function class interface <<< {", {}),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Types(unittest.TestCase):
    def test_declarations(self):
        script = "const t = require(process.argv[1]); const texts = JSON.parse(process.argv[2]);" \
                 "console.log(JSON.stringify(texts.map((x) => Object.fromEntries(t.parse(x).functions))));"
        done = subprocess.run([js_support.NODE, "-e", script, js_support.RUNNER + "/types.js",
                               json.dumps([row[1] for row in PARSED])], capture_output=True, timeout=30)
        self.assertEqual(done.stderr.decode(), "")
        for (label, _, want), got in zip(PARSED, json.loads(done.stdout.decode())):
            with self.subTest(label):
                self.assertEqual(got, want)

    def described(self, files, module):
        runner = js_support.Runner(files, [module])
        self.addCleanup(runner.close)
        return {f["qualname"]: [(p["name"], p["annotation"]) for p in f["params"]]
                for f in runner.ask("explore", modules=[module])["functions"]}

    def test_where_they_are_said(self):
        code = "exports.f = (a, b) => a;\nexports.g = function () { return arguments[0]; };\n" \
               "exports.C = class { constructor(o) {} m(x) {} };\n"
        said = "export function f(a: string, b: 'x' | 'y'): void; export function f(a: number[]): void;\n" \
               "export function g(one: Date, two: number): void;\nexport class C { constructor(o: Options); m(x: Buffer): void }\n"
        want = {"f": [("a", "string | number[]"), ("b", "'x' | 'y'")], "g": [("one", "Date"), ("two", "number")],
                "C": [("o", "Options")], "C.prototype.m": [("x", "Buffer")]}
        for label, files in (
                ("beside it", {"lib/a.d.ts": said}),
                ("types of the package", {"package.json": '{"name": "p", "types": "./types/all.d.ts"}', "types/all.d.ts": said}),
                ("of its exports", {"package.json": '{"name": "p", "exports": {".": {"types": "./t.d.ts", "default": "./lib/a.js"}}}', "t.d.ts": said}),
                ("taken from elsewhere", {"package.json": '{"name": "p", "typings": "i.d.ts"}', "i.d.ts": "export * from './more';", "more.d.ts": said})):
            with self.subTest(label):
                self.assertEqual(self.described({"lib/a.js": code, **files}, "lib/a"), want)

    def test_the_code_and_its_comment(self):
        found = self.described({
            "a.js": "/** @param {{ a: string, b: number }} o\n * @param {string} [s='x'] */\nexports.f = (o, s) => o;\n",
            "a.d.ts": "export function nothing(): void;"}, "a")
        self.assertEqual(found, {"f": [("o", "{ a: string, b: number }"), ("s", "string")]})

    def test_arguments(self):
        runner = js_support.Runner({
            "a.js": "/**\n * @typedef {Object} Look\n * @property {'wide'|'tight'} spacing\n */\n"
                    "/** @param {Look} how */\nexports.look = (how) => JSON.stringify(how);\n"
                    "exports.mode = (m, o) => [m, JSON.stringify(o)];\n",
            "a.d.ts": "type Mode = 'fast' | 'slow';\ninterface Options { depth?: number; eol?: '\\n' | '\\r\\n'; names: string[] }\n"
                      "export function mode(m: Mode, o?: Partial<Options>): string;\n"}, ["a"])
        self.addCleanup(runner.close)
        targets = [{"name": "a." + f, "module": "a", "qualname": f, "file": "a.js", "lines": [], "literals": []}
                   for f in ("look", "mode")]
        got = runner.ask("generate", targets=targets, root=runner.root, max=300, seed=1, budget_ms=20000)
        text = "\n".join(c["source"] for c in got["candidates"])
        for said in ("spacing: 'wide'", "spacing: 'tight'", "mode('fast'", "mode('slow'", "depth: ", "eol: '\\r\\n'", "names: ['hello world'"):
            with self.subTest(said):
                self.assertIn(said, text)
        self.assertNotIn("names: [1", text)

    def test_types_made_of_types(self):
        """By all that is said of one function's parameter: itself and its keys."""
        said = """/// <reference path="more.d.ts" />
            /// <reference types="far" />
            interface Options { depth: 1 | 2; eol?: 'lf' | 'crlf'; mode: Mode }
            type Mode = 'fast' | 'slow';
            type Some<T, K extends keyof T = any> = { readonly [P in K]?: T[P] };
            type Flags<T> = { [K in keyof T]: boolean };
            type Either<T> = T extends string ? 'text' : T extends number
               ? 'count' : never;
            type Deep<T> = { -readonly [K in keyof T]?: Deep<T[K]> };
            type Loop<T> = T extends Loop<T> ? Loop<Loop<T>> : Loop<[T, T]> | Loop<T[]>;
            type Bound<T extends 'up' | 'down'> = T;
            interface Box<T> { inner: T }
            declare const MODES: readonly ['x', 'y'];
        """
        rows = [    # type, what is said of the parameter and its keys
            ("Pick<Options, 'eol' | 'mode'>", {"o.eol": "'lf' | 'crlf'", "o.mode": "'fast' | 'slow'"}),
            ("Omit<Options, 'eol' | 'mode'>", {"o.depth": "1 | 2"}), ("Partial<{ a: Mode }>", {"o.a": "'fast' | 'slow'"}),
            ("Record<'a' | 'b', Mode>", {"o.a": "'fast' | 'slow'", "o.b": "'fast' | 'slow'"}),
            ("Record<string, 3>", {"o.a": "3", "o.b": "3"}), ("Some<Options, 'depth'>", {"o.depth": "1 | 2"}),
            ("Flags<Options>", {"o.depth": "boolean", "o.eol": "boolean", "o.mode": "boolean"}),
            ("Readonly<Pick<Deep<Options>, 'eol'>> & { extra: 'ex' }", {"o.eol": "'lf' | 'crlf'", "o.extra": "'ex'"}),
            ("Box<Mode>", {"o.inner": "'fast' | 'slow'"}), ("Far", {"o.far": "'away'"}), ("Typed", {"o.typed": "'there'"}),
            ("Either<string>", {"o": "'text' | 'count'"}), ("Options['eol']", {"o": "'lf' | 'crlf'"}),
            ("Options[keyof Options]", {"o": "1 | 2 | 'lf' | 'crlf' | 'fast' | 'slow'"}), ("(typeof MODES)[number]", {"o": "'x' | 'y'"}),
            ("Exclude<Mode, 'fast'>", {"o": "'slow'"}), ("Extract<Mode, 'fast' | 'x'>", {"o": "'fast'"}), ("Bound", {"o": "'up' | 'down'"}),
            ("(a: A) => X extends Y ? P : Q", {"o": "(a: A) => X extends Y ? P : Q"}), ("string[]", {"o": "string[]"}),
        ]
        files = {"a.js": "".join("exports.f%d = (o) => o;\n" % i for i in range(len(rows) + 1)), "more.d.ts": "interface Far { far: 'away' }\n",
                 "node_modules/@types/far/package.json": "{}", "node_modules/@types/far/index.d.ts": "interface Typed { typed: 'there' }\n",
                 "a.d.ts": said + "".join("export function f%d(o: %s): void;\n" % (i, row[0]) for i, row in enumerate(rows))
                 + "export function f%d(o: Loop<Mode>): void;\n" % len(rows)}
        folder = js_support.project(files)
        self.addCleanup(shutil.rmtree, folder)
        script = "const [, file, root, n] = process.argv; const t = require(file); console.log(JSON.stringify([...Array(+n).keys()].map(" \
                 "(i) => t.typesFor(root, root + '/a.js', 'f' + i, [{ name: 'o' }], {}))))"
        done = subprocess.run([js_support.NODE, "-e", script, js_support.RUNNER + "/types.js", folder, str(len(rows) + 1)],
                              capture_output=True, timeout=30)
        self.assertEqual(done.stderr.decode(), "")
        for (said, want), got in zip(rows, json.loads(done.stdout.decode())):
            with self.subTest(said):
                self.assertEqual({k: v for k, v in got.items() if k in want or "." in k}, want)

    def arguments(self, files, names):
        """What the programs say that are made for functions of a.js."""
        runner = js_support.Runner(files, ["a"])
        self.addCleanup(runner.close)
        targets = [{"name": "a." + f, "module": "a", "qualname": f, "file": "a.js", "lines": [], "literals": []} for f in names]
        got = runner.ask("generate", targets=targets, root=runner.root, max=300, seed=1, budget_ms=20000)
        return "\n".join(c["source"] for c in got["candidates"])

    def test_what_types_extend(self):
        code = "exports.f = (o) => JSON.stringify(o);\nexports.g = (o) => JSON.stringify(o);\nexports.k = (o) => String(o);\n" \
               "exports.h = (o) => JSON.stringify(o);\nclass A { m(x) { return x; } }\nexports.B = class B extends A {};\n"
        text = self.arguments({"a.js": code, "a.d.ts":
                               "import { Base } from './base';\nimport type { Far } from 'far';\nimport { Sub } from '@s/far/sub';\n"
                               "interface Own<T extends 'left' | 'right'> extends Base<T> { side?: T }\ninterface Near extends Far {}\n"
                               "export function f(o: Partial<Own<'left'>>): string;\n"
                               "export function h(o: Near): string;\n"
                               "export function g<T extends Sub & { extra: 'ex' } = any>(o: T): string;\n"
                               "export function k<K extends keyof Base<string>>(o: K): string;\n"
                               "declare class A { m(x: 'inherited' | 'too'): string }\nexport class B extends A {}\n",
                               "base.d.ts": "export interface Root { root: 'deep' }\nexport interface Base<T> extends Root { base: 'low' | 'high' }\n",
                               "node_modules/far/package.json": '{"name": "far", "types": "t.d.ts"}',
                               "node_modules/far/t.d.ts": "export interface Far { far: 'away' }\n",
                               "node_modules/@types/s__far/sub.d.ts": "export interface Sub { sub: 'marine' }\n"},
                              ("f", "g", "h", "k", "B.prototype.m"))
        for said in ("side: 'right'", "base: 'low'", "base: 'high'", "root: 'deep'", "far: 'away'", "sub: 'marine'", "extra: 'ex'",
                     "k('base'", "k('root'", "m('inherited'", "m('too'"):
            with self.subTest(said):
                self.assertTrue(said in text)

    def test_types_of_its_name(self):
        """What others say of a package that says nothing itself, in its own node_modules and beside it."""
        for place in ("node_modules/@types/s__p", "elsewhere/node_modules/@types/s__p"):
            with self.subTest(place):
                files = {"package.json": '{"name": "@s/p", "main": "a.js"}', "a.js": "exports.f = function (x) { return x; };\n",
                         "b.js": "exports.g = (y) => y;\n", place + "/package.json": '{"types": "index.d.ts"}',
                         place + "/index.d.ts": "export function f(x: 'given'): void;", place + "/b.d.ts": "export function g(y: Date): void;"}
                folder = js_support.project(files)
                runner = js_support.Runner(files, ["a", "b"], site=[os.path.join(folder, "elsewhere/node_modules")])
                self.addCleanup(runner.close)
                got = {f["qualname"]: [p["annotation"] for p in f["params"]] for f in runner.ask("explore", modules=["a", "b"])["functions"]}
                self.assertEqual(got, {"f": ["'given'"], "g": ["Date"]})


if __name__ == "__main__":
    unittest.main()
