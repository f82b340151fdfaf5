"""What a test is written in, and what is seen of it: a script or an ES module, which runs once; lines of one that hangs."""
import re
import unittest

import js_support

SCRIPTS = [     # source, status, what it prints, what it throws
    ("console.log('once', exports === module.exports, require.main === module);", "ok", "once true true\n", None),
    ("#!/usr/bin/env node\nconsole.log('once');", "ok", "once\n", None),
    ("console.log('once');\nnew Function('(');", "exception", "once\n", "SyntaxError"),
    ("console.log('once');\nJSON.parse('{');", "exception", "once\n", "SyntaxError"),
    ("module.exports = 1;\nconsole.log(require.main.exports);", "ok", "1\n", None),
    ("console.log('never');\nlet a = ;", "exception", "", "SyntaxError"),
    ("console.log('never');\nlet b; let b;", "exception", "", "SyntaxError"),
    ("import fs from 'fs';\nconsole.log('once', typeof require, typeof fs.statSync);", "ok", "once undefined function\n", None),
    ("console.log(await 1, typeof require);", "ok", "1 undefined\n", None),
    ("// what import and export are to a script: words\nconsole.log('import', typeof require);", "ok", "import function\n", None),
    ("(async () => { await 1; console.log('once', typeof require); })();", "ok", "once function\n", None),
    ("import { gone } from 'fs';\nconsole.log('never');", "exception", "", "SyntaxError"),
]
LOOP = "exports.f = (n) => {\n\tlet i = 0;\n\twhile (i !== n)\n\t\ti += 2;\n\treturn i;\n};\n"
ENDLESS = [     # source, status, lines of LOOP that ran
    ("console.log('a'); require('./index').f(3);", "timeout", [1, 2, 3, 4]),
    ("import x from './index.js';\nconsole.log('a');\nx.f(5);", "timeout", [1, 2, 3, 4]),
    ("(async () => { console.log('a'); await require('./index').f(5); })();", "timeout", [1, 2, 3, 4]),
    ("console.log('a');\nsetTimeout(() => require('./index').f(5), 1);", "timeout", None),   # nobody looks at what runs later
    ("console.log('a');\nsetInterval(() => {}, 10);", "timeout", None),
    ("console.log('a');\nrequire('vm').runInThisContext('for (;;);', { timeout: 20 });", "exception", None),
    ("console.log('a');\nrequire('./index').f(4);", "ok", [1, 2, 3, 4, 5]),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Sources(unittest.TestCase):
    def run_all(self, **how):
        runner = js_support.Runner({"index.js": "exports.a = 1;\n"}, ["index"], **how)
        try:
            for source, status, printed, thrown in SCRIPTS:
                with self.subTest(source):
                    answer = runner.run(source)
                    self.assertEqual((answer["status"], answer["stdout"]), (status, printed), answer)
                    self.assertEqual(answer["exception"] and answer["exception"]["type"], thrown)
        finally:
            runner.close()

    def hang_all(self, **how):
        runner = js_support.Runner({"index.js": LOOP}, ["index"], **how)
        try:
            file = "%s/index.js" % runner.root
            runner.ask("cover", lines={file: [1, 2, 3, 4, 5]})
            for source, status, lines in ENDLESS:
                with self.subTest(source):
                    answer = runner.run(source, cover=True, timeout_ms=500 if status == "timeout" else 1000)
                    self.assertEqual((answer["status"], answer["stdout"]), (status, "a\n"), answer)
                    self.assertEqual(answer["covered"], {file: lines} if lines else {})
        finally:
            runner.close()

    def test_a_module_that_imports_what_changes(self):
        """It is compiled once, as Node does it; what is wrong with it is said as of any test, once."""
        files = {"n.mjs": "export let count = 0;\nexport const inc = () => ++count;\n", "bad.mjs": "export let let = 1;\n",
                 "count.mjs": "import vm from 'node:vm';\nconst Real = vm.SourceTextModule;\nglobalThis.linked = 0;\n"
                 "vm.SourceTextModule = class extends Real { constructor(...all) { linked++; super(...all); } };\n"}
        runner = js_support.Runner(files, ["n.mjs", "count.mjs"])
        self.addCleanup(runner.close)
        head = "import { count, inc } from './n.mjs';\n"
        for source, printed, thrown in [
                (head + "inc();\nconsole.log(count, linked);", "1 0\n", None),
                ("#!/usr/bin/env node\n" + head + "inc();\nconsole.log(count, linked, '__tora_test' in globalThis);", "1 0 false\n", None),
                (head + "console.log(count);\nJSON.parse('{');", "0\n", ("SyntaxError", "position 1")),
                (head + "console.log(count);\nthrow new SyntaxError(\"The requested module 'a' is odd\");", "0\n", ("SyntaxError", "is odd")),
                (head + "console.log(count);\nlet a = ;", "", ("SyntaxError", "Unexpected token ';'")),
                (head + "import './bad.mjs';\nconsole.log(count);", "", ("SyntaxError", "strict mode reserved word")),
                (head + "import './none.mjs';\nconsole.log(count);", "", ("Error", "/none.mjs' imported from")),
                (head + "import 'nobody';\nconsole.log(count);", "", ("Error", "Cannot find module 'nobody'"))]:
            with self.subTest(source):
                answer = runner.run(source)
                self.assertEqual(answer["stdout"], printed, answer)
                error = answer["exception"]
                self.assertEqual(error and error["type"], thrown and thrown[0], answer)
                self.assertIn(thrown[1] if thrown else "", error["message"] if error else "")
                self.assertNotIn("data:", error["message"] if error else "")

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_counters_are_those_of_the_test(self):
        """What the original called of Node before it is copied would be written, read and passed over by each copy."""
        source = "require('v8').setFlagsFromString('--allow-natives-syntax');\nrequire('./n').f();\n" \
                 "const texts = new Function('return %DebugCollectCoverage();')().map((script) => script.script);\n" \
                 "console.log(texts.includes(require('fs').readFileSync(require.resolve('./n'), 'utf8')), " \
                 "texts.map((text) => /^(?:class URL|function setTimeout|class AsyncResource)\\b/m.exec(text)).filter(Boolean).join());\n"
        runner = js_support.Runner({"n.js": "exports.f = () => 1;\n"}, ["n"])
        self.addCleanup(runner.close)
        runner.ask("cover", lines={runner.root + "/n.js": [1]})
        self.assertEqual(runner.run(source, cover=True)["stdout"], "true \n")

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_the_heap_lies_in_one_piece(self):
        """And not all over the 64 TiB that V8 draws addresses from; a test is told nothing of how that is done."""
        runner = js_support.Runner({"n.js": "exports.f = () => 1;\n"}, ["n"])
        self.addCleanup(runner.close)
        got = runner.run("const text = require('fs').readFileSync('/proc/self/maps', 'latin1');\n"
                         "const maps = text.matchAll(/^([\\da-f]+)-[\\da-f]+ rw-p 0+ 00:00 0 *$/gm);\n"
                         "console.log([...maps].filter(([, at]) => parseInt(at, 16) >= 2 ** 36 && parseInt(at, 16) < 2 ** 46).length, process.env.LD_PRELOAD,\n"
                         "\t/^1000000000-.* ---p/m.test(text) ? 'held' : '');")
        if "held" not in got["stdout"]:
            self.skipTest("other memory lies there already, or there is a limit on addresses")
        self.assertEqual(got["stdout"], "0 undefined held\n", got)

    @unittest.skipIf(js_support.why_no_copies() or js_support.why_no_huge_pages(), js_support.why_no_copies() or js_support.why_no_huge_pages())
    def test_the_heap_is_carried_along_as_huge_pages(self):
        """In spite of the gaps behind large objects; and what is in it is what it was."""
        runner = js_support.Runner({"m.js": "exports.kept = Array.from({ length: 40 }, (_, i) => new Array(36000 + i).fill(i));\n"}, ["m"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["why_not"], "")
        got = runner.run("const parts = require('fs').readFileSync('/proc/self/smaps', 'latin1').split(/^(?=[\\da-f]+-)/m).filter((s) => / rw-p .* 0 *\\n/.test(s));\n"
                         "const huge = parts.reduce((n, s) => n + Number(/AnonHugePages: *(\\d+)/.exec(s)[1]), 0);\n"
                         "console.log(huge >= 4096, require('./m').kept.every((list, i) => list.length === 36000 + i && list.every((n) => n === i)), huge);")
        self.assertEqual(got["stdout"].split()[:2], ["true", "true"], got)

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_counters_are_read_by_what_was_compiled_well(self):
        """In the original, and for what V8 reports: a copy that drops it would take the longer."""
        runner = js_support.Runner({"n.js": "exports.f = (a) => {\n\tif (a)\n\t\treturn 1;\n\treturn 2;\n};\n"}, ["n"])
        self.addCleanup(runner.close)
        runner.ask("cover", lines={runner.root + "/n.js": [1, 2, 3, 4]})
        got = runner.run("require('inspector').Session.prototype.post = () => console.log('not past the inspector');\n"
                         "require('v8').setFlagsFromString('--trace-deopt');\nrequire('./n').f(1);", cover=True)
        self.assertEqual((got["covered"], re.findall("hits|inspector", got["stdout"])), ({runner.root + "/n.js": [1, 2, 3]}, []), got)

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_lines_of_files_that_only_their_names_tell_apart(self):
        """And of one that is not executed as it lies there."""
        text, module = ("%s = (a) => {\n\treturn a;\n};\n" % word for word in ("exports.f", "export const f"))
        hook = "const own = require.extensions['.js'];\nrequire.extensions['.js'] = (module, file) => {\n" \
               "\tconst { _compile } = module;\n\tmodule._compile = (text, name) => _compile.call(module, text + '// more\\n', name);\n" \
               "\treturn own(module, file);\n};\nrequire('./c');\n"
        runner = js_support.Runner({"a.js": text, "b.js": text, "c.js": text + "// c\n", "d.js": text + "// d\n", "hook.js": hook,
                                    "e.mjs": module, "m.mjs": module, "n.mjs": module + "// n\n"}, ["a", "b", "d", "hook", "e.mjs", "m.mjs", "n.mjs"])
        self.addCleanup(runner.close)
        self.assertTrue(runner.loaded["copies"], runner.loaded)
        for asked, called, want in (("a", "a", [2]), ("a", "b", []), ("b", "b", [2]), ("ab", "a", [2]), ("ab", "b", [2]), ("d", "d", [2]),
                                    ("d", "a", []), ("c", "c", [2]), ("cd", "c", [2]), ("cd", "d", [2]), ("e", "e", [2]), ("e", "m", []),
                                    ("n", "n", [2]), ("n", "e", []), ("an", "n", [2])):
            with self.subTest(asked=asked, called=called):
                files = {name: "%s/%s.%s" % (runner.root, name, "mjs" if name in "emn" else "js") for name in asked + called}
                runner.ask("cover", lines={files[name]: [2] for name in asked})
                source = "import { f } from './%s.mjs';\nf(1);" if called in "emn" else "require('./%s').f(1);"
                got = runner.run(source % called, cover=True)
                self.assertEqual(got["covered"], {files[called]: want} if want else {}, got)

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_what_node_has_for_promises_of_files(self):
        """Loaded once there is a test with the word, or a file that may call them, and in no copy."""
        is_loaded = "console.log(process.moduleLoadList.includes('NativeModule internal/fs/pro' + 'mises'));\n"
        stat = "require('fs/promises').stat('/').then(() => console.log('done'));"
        rows = [("exports.f = () => 1;", ["false\n", "true\ndone\n", "true\n"]),
                ("const own = require('./own');\nexports.f = () => own.promises;", ["false\n", "true\ndone\n", "true\n"]),
                ("const fs = require('fs');\nexports.f = () => fs.promises.stat('/');", ["true\n", "true\ndone\n", "true\n"])]
        for text, want in rows:
            with self.subTest(text):
                runner = js_support.Runner({"n.js": text + "\n", "own.js": "exports.promises = 1;\n"}, ["n"])
                self.addCleanup(runner.close)
                self.assertEqual([runner.run(is_loaded + more)["stdout"] for more in ("", stat, "")], want)

    def test_in_a_process_of_its_own(self):
        self.run_all(copies=False)

    def test_lines_of_what_hangs(self):
        self.hang_all(copies=False)

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_lines_of_what_hangs_in_a_copy(self):
        self.hang_all()

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_in_a_copy(self):
        self.run_all()

    def test_what_is_compiled_at_once(self):
        """Small files whole, for all copies; not large ones, nor what a file has compiled in another way, nor what a test loads."""
        unused = "exports.f = (a) => {\n%s};\n" % ("\ta.b(a.c, a.d);\n" * 2000)
        package = "const { getHeapCodeStatistics } = require('v8'), vm = require('vm');\nconst size = () => getHeapCodeStatistics().bytecode_and_metadata_size;\n" \
                  "exports.isWhole = (load) => {\n\tconst before = size();\n\tload();\n\treturn size() - before > 10000;\n};\n" \
                  "exports.seen = [exports.isWhole(() => new vm.Script(require('fs').readFileSync(require.resolve('./late'), 'utf8')))];\n" \
                  "exports.seen.push(...['./small', './large'].map((file) => exports.isWhole(() => require(file))));\n"
        runner = js_support.Runner({"index.js": package, "small.js": unused, "large.js": unused + "//" + " " * (1 << 17), "late.js": unused, "bad.js": "("},
                                   ["bad", "index"])
        self.addCleanup(runner.close)
        got = runner.run("const { seen, isWhole } = require('./index');\nconsole.log(...seen, isWhole(() => require('./late')));")
        is_copied = runner.loaded["copies"]
        self.assertEqual(got["stdout"], "false %s false false\n" % str(is_copied).lower(), got)

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_what_packages_call_of_node_is_compiled(self):
        runner = js_support.Runner({"n.js": "const { getHeapCodeStatistics } = require('v8');\nexports.size = () => getHeapCodeStatistics().bytecode_and_metadata_size;\n"
                                    "exports.size();\n"}, ["n"])
        self.addCleanup(runner.close)
        for call in ("Buffer.from('a').copy(Buffer.alloc(1))", "util.inherits(N, EventEmitter)",
                     "queueMicrotask(N)", "process.nextTick(N)", "clearTimeout(setTimeout(N, 1))", "new URL('http://a/?c=d').searchParams.get('c')"):
            with self.subTest(call):
                got = runner.run("const { size } = require('./n'), util = require('util'), EventEmitter = require('events');\n"
                                 "function N() {}\nconst before = size();\n%s;\nconsole.log(size() - before <= 200);" % call)
                self.assertEqual(got["stdout"], "true\n", got)

    def test_how_files_are_compiled_is_left_to_the_package(self):
        """While it is loaded all of a file is compiled at once; afterwards how Node does it, or what the package put there."""
        own = "const Module = require('module');\nconst { _compile } = Module.prototype;\n" \
              "exports.own = Module.prototype._compile = function (...args) { return _compile.apply(this, args); };\n"
        for package, wanted in (("exports.own = 1;\n", "false"), (own, "true")):
            with self.subTest(package):
                runner = js_support.Runner({"index.js": package, "late.js": "exports.a = 1;\n"}, ["index"])
                self.addCleanup(runner.close)
                got = runner.run("const now = require('module').prototype._compile, {own} = require('./index');\n"
                                 "console.log(now.name, now === own, require('./late').a);")
                self.assertEqual(got["stdout"], f" {wanted} 1\n", got)

    def test_a_package_that_closes_the_globals(self):
        runner = js_support.Runner({"a.mjs": "Object.preventExtensions(globalThis);\nexport let a = 1;\n"}, ["a.mjs"])
        self.addCleanup(runner.close)
        for source, status in (("import { a } from './a.mjs';\nconsole.log(a);", "ok"), ("import { a } from './a.mjs';\nthrow a;", "exception"),
                               ("const { a } = await import('./a.mjs');\nconsole.log(a);", "ok")):
            with self.subTest(source):
                got = runner.run(source)
                self.assertEqual((got["status"], got["stdout"]), (status, "1\n" if status == "ok" else ""), got)



@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Counters(unittest.TestCase):
    """The inspector writes what it counts as text: it is asked once, to learn which files there are, and V8 is asked from then on."""

    def test_what_was_loaded_since(self):
        root = js_support.project({"a.js": "module.exports = (n) => {\n  if (n)\n    return 1;\n  return 2;\n};\n"})
        script = """(() => {
            const inspector = require('inspector'), own = inspector.Session.prototype.post, file = given[0] + '/a.js', wanted = { [file]: [3, 4] };
            let asked = 0;
            inspector.Session.prototype.post = function (method, ...more) {
                asked += method === 'Profiler.takePreciseCoverage';
                return own.call(this, method, ...more);
            };
            t.start();
            const f = require(file);
            return [0, 1, 0].map((n) => {
                f(n);
                const { hits } = t.take(wanted), times = asked;
                asked = 0;
                return [hits[file], times];
            });
        })()"""
        self.assertEqual(js_support.made("cover.js", script, root), [[[4], 1], [[3], 0], [[4], 0]])


if __name__ == "__main__":
    unittest.main()
