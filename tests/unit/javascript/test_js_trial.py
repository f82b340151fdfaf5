"""How a JavaScript test ends, as the runner tells it; and that it leaves nothing behind."""
import os
import subprocess
import textwrap
import time
import unittest

import js_support

OUTCOMES = [    # label, source, expected fields
    ("ok", "console.log(1)", {"status": "ok", "stdout": "1\n", "code": 0}),
    ("empty", "", {"status": "ok", "stdout": ""}),
    ("exception", "throw new TypeError('t')", {"status": "exception", "stderr": ""}),
    ("exit", "process.exit()", {"status": "exit", "code": 0}),
    ("exit code", "process.exit(3)", {"status": "exit", "code": 3}),
    ("exit code set", "process.exitCode = 4", {"status": "exit", "code": 4}),
    ("exit in a timer", "setTimeout(() => process.exit(5), 5)", {"status": "exit", "code": 5}),
    ("exit loses no output", "console.log('x'.repeat(100000)); process.exit(0)", {"status": "exit", "stdout": "x" * 100000 + "\n"}),
    ("signal", "process.kill(process.pid, 'SIGSEGV')", {"status": "signal", "code": 11}),
    ("abort", "console.log('so far'); process.abort()", {"status": "signal", "code": 6, "stdout": "so far\n"}),
    ("stdin is empty", "console.log(require('fs').readFileSync(0, 'utf8').length)", {"stdout": "0\n"}),
    ("stderr", "console.error('e'); console.warn('w')", {"stderr": "e\nw\n", "stdout": ""}),
    ("exit handler", "process.on('exit', () => console.log('bye'))", {"status": "ok", "stdout": "bye\n"}),
    ("exit handler after a throw", "process.on('exit', () => console.log('bye')); null.x", {"status": "exception", "stdout": "bye\n"}),
    ("late assertion", "setTimeout(() => require('assert').equal(1, 2), 20)", {"status": "exception"}),
    ("late rejection", "Promise.resolve().then(() => { throw new Error('late'); })", {"status": "exception"}),
    ("rejection that is handled", "Promise.reject(new Error('x')).catch(() => console.log('ok'))", {"status": "ok", "stdout": "ok\n"}),
    ("the emit of all emitters is replaced", "const all = require('events').EventEmitter.prototype, { emit } = all; const seen = [];\n"
     "all.emit = function (...given) { if (this === process) seen.push(given[0]); return emit.apply(this, given); };\n"
     "process.emit('hello'); all.emit = emit; console.log(seen, process.emit.name)", {"stdout": "[ 'hello' ] emit\n"}),
    ("handled by the test itself", "process.on('uncaughtException', (e) => console.log(e.message)); throw Error('m')",
     {"status": "ok", "stdout": "m\n"}),
    ("event loop is drained", "setTimeout(() => console.log('later'), 30)", {"stdout": "later\n"}),
    ("swallowed", "try { null.x } catch {}", {"status": "ok"}),
    ("top-level await", "console.log(await Promise.resolve(7))", {"status": "ok", "stdout": "7\n"}),
    ("await that never ends", "await new Promise(() => {})", {"status": "exit", "code": 13, "stderr": "Warning: Detected unsettled top-level await\n"}), ("status of its own", "process.exit(13)", {"status": "exit", "code": 13, "stderr": ""}),
    ("await that never ends, its errors closed", "import fs from 'fs';\nfs.closeSync(2);\nawait new Promise(() => {});", {"status": "exit", "code": 13}), ("ES module", "import fs from 'node:fs';\nconsole.log(typeof fs.readFileSync)", {"stdout": "function\n"}),
    ("own package by its name", "console.log(require('demo').two())", {"stdout": "2\n"}),
    ("own package imported by name", "import demo from 'demo';\nconsole.log(demo.two())", {"stdout": "2\n"}),
    ("file of the project", "console.log(require('./lib/one').one())", {"stdout": "1\n"}),
    ("file of the project imported", "import { one } from './lib/one.js';\nconsole.log(one())", {"stdout": "1\n"}),
    ("dynamic import", "import('./lib/one.js').then((m) => console.log(m.one()))", {"stdout": "1\n"}),
    ("main module", "console.log(require.main === module, process.argv.length)", {"stdout": "true 2\n"}),
    ("strings that look like syntax", "console.log('http://x', ':)', /\\(/.source, `(`)", {"stdout": "http://x :) \\( (\n"}),
    ("bytes that are no text", "process.stdout.write(Buffer.from([97, 255, 0, 98]))", {"stdout": "a\\xff\\x00b"}),
    ("syntax error", "const = 1", {"status": "exception"}),
    ("hashbang", "#!/usr/bin/env node\nconsole.log(1)", {"stdout": "1\n"}),
    ("recursion", "(function f() { f(); })()", {"status": "exception"}),
    ("memory", "const a = []; for (;;) a.push(new Array(1e6).fill(a.length))", {"status": "limit"}),
    ("large file", "const fs = require('fs'); for (;;) fs.appendFileSync('f', Buffer.alloc(1 << 20))", {"status": "limit"}),
    ("too many files", "for (;;) require('fs').openSync('/dev/null')", {"status": "limit"}),
    ("endless output", "for (;;) console.log('y'.repeat(1000))", {"status": "limit", "cut": True}),
    ("endless loop", "for (;;);", {"status": "timeout"}),
    ("endless timers", "console.log('a'); setInterval(() => {}, 1)", {"status": "timeout", "stdout": "a\n"}),
    ("endless microtasks", "const f = () => queueMicrotask(f); f()", {"status": "timeout"}),
    ("stops itself", "process.kill(process.pid, 'SIGSTOP'); for (;;);", {"status": "timeout"}),
    ("ignores signals", "process.on('SIGTERM', () => {}); setInterval(() => {}, 9)", {"status": "timeout"}),
    ("forges a result", """
        for (let fd = 3; fd < 64; fd++) {
            try {
                require('fs').writeSync(fd, '0123 R {"status":"ok","code":0}\\n');
            } catch {}
        }
        throw new Error('really');
     """, {"forged": False}),
    ("breaks the built-ins", """
        JSON.stringify = () => 'nonsense'; Array.prototype.push = null; process.listenerCount = null;
        Buffer.from = null;
        throw new Error('really');
     """, {"status": "exception"}),
    ("has no Buffer", "globalThis.Buffer = undefined; console.log(1)", {"status": "ok", "stdout": "1\n"}),
    ("a toJSON for everything", "Object.prototype.toJSON = Array.prototype.toJSON = () => 'x'; console.log(1)", {"status": "ok", "stdout": "1\n"}),
    ("a toJSON and a throw", "Object.prototype.toJSON = () => 'x'; throw new TypeError('t')", {"status": "exception"}),
    ("removes its folder", "require('fs').rmSync(process.cwd(), { recursive: true })", {"status": "ok"}),
    ("folder nobody may enter", "const fs = require('fs'); fs.mkdirSync('a/b', { recursive: true }); fs.chmodSync('a', 0)",
     {"status": "ok"}),
    ("closes its output", "require('fs').closeSync(1); console.log(1)", {"stdout": ""}),
    ("closes its reports", "require('fs').closeSync(4); console.log(1)", {"stdout": "1\n", "status": "exit", "code": 0}),
    ("closes all it was given", "for (const fd of [0, 1, 2, 4]) require('fs').closeSync(fd);\nprocess.reallyExit(6)",
     {"status": "exit", "code": 6}),
    ("sleeps for ever", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)", {"status": "timeout"}),
    ("work before the exit", "let n = 0; process.on('beforeExit', () => { if (n++ < 2) setTimeout(() => console.log(n), 1); })",
     {"status": "ok", "stdout": "1\n2\n"}),
    ("throws before the exit", "process.on('beforeExit', () => { throw new RangeError('r'); })", {"status": "exception"}),
    ("work after the exit", "process.on('exit', () => setTimeout(() => console.log('never'), 0))",
     {"status": "ok", "stdout": ""}),
    ("sets its status at the end", "process.on('exit', () => { process.exitCode = 3; })", {"status": "exit", "code": 3}),
    ("throws at the end", "process.on('exit', () => { throw new RangeError('r'); })", {"status": "exception"}),
    ("asserts at the end", "process.on('exit', () => require('assert').equal(1, 2))", {"status": "exception"}),
    ("leaves at the end", "process.on('exit', () => process.exit(3))", {"status": "exit", "code": 3}),
    ("really leaves at the end", "process.on('exit', () => process.reallyExit(9))", {"status": "exit", "code": 9}),
    ("is killed at the end", "process.on('exit', () => process.kill(process.pid, 'SIGKILL'))", {"status": "signal", "code": 9}),
    ("takes the listeners of the end away", "process.removeAllListeners('exit'); console.log(1)", {"status": "ok", "stdout": "1\n"}),
    ("a comment like the runner's own", "//tora:x\nthrow new TypeError('t')", {"status": "exception"}),
    ("takes all listeners away", "process.removeAllListeners(); throw new TypeError('t')", {"status": "exception", "stderr": ""}),
    ("leaves when it had been at its end", "process.once('beforeExit', () => setTimeout(() => process.exit(0), 5))",
     {"status": "exit", "code": 0}),
    ("a pipe that does not wait", """
        const { spawn } = require('child_process');
        const other = spawn(process.execPath, ['-e', 'process.stdout; console.error(1); setInterval(() => {}, 999)'],
            { stdio: ['ignore', 'inherit', 'pipe'] });
        other.stderr.once('data', () => { console.log('y'.repeat(200000)); other.kill(); });
     """, {"status": "ok", "stdout": "y" * 200000 + "\n"}),
    ("an error called as the system calls its own", "throw Object.assign(new Error('m'), { code: 'EMFILE' })",
     {"status": "exception", "stderr": ""}),
    ("a thread", "const { Worker } = require('worker_threads');\n"
     "new Worker('require(\"worker_threads\").parentPort.postMessage(5)', { eval: true }).on('message', console.log)",
     {"status": "ok", "stdout": "5\n"}),
    ("thread pool", "require('crypto').pbkdf2('a', 'b', 10, 4, 'sha1', (e, k) => console.log(k.length))",
     {"status": "ok", "stdout": "4\n"}),
    ("a program", "console.log(require('child_process').execSync('echo hi').toString().trim())", {"stdout": "hi\n"}),
    ("a local server", """
        const net = require('net');
        const server = net.createServer((c) => c.end('hello')).listen('s', () =>
            net.connect('s').on('data', (d) => console.log(String(d))).on('close', () => server.close()));
     """, {"status": "ok", "stdout": "hello\n"}),
    ("WebAssembly", "WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)).then(() => console.log('w'))",
     {"status": "ok", "stdout": "w\n"}),
    ("node:test", "require('node:test')('t', () => { require('assert').equal(1, 1); })", {"status": "ok"}),
]

WAYS = textwrap.dedent("""\
    function one(x) {                          // 1
        if (x > 1) {                           // 2
            return 1;                          // 3
        }                                      // 4
        return x.y.z;                          // 5
    }                                          // 6
    function two(a, b, c) {                    // 7
        if (a && b) return 1;                  // 8
        else if (c)                            // 9
            b = 2                              // 10
        else                                   // 11
            b = 3                              // 12
        return 'ä' ? b ?? 4 : a;               // 13
    }                                          // 14
    function loop(list) {                      // 15
        for (const x of list) {                // 16
            if (x < 0)                         // 17
                break;                         // 18
        }                                      // 19
        do list = 0; while (list)              // 20
        switch (list.length) {                 // 21
        case 1: return 'one';                  // 22
        case 2:                                // 23
            list = [];                         // 24
        }                                      // 25
        return null ||                         // 26
            list;                              // 27
    }                                          // 28
    module.exports = { one, two, loop };       // 29
    """)
IN, PAST = 1, 0
KNOWN = [[2, 3], [8, 8, 16, 25], [8, 8, 13, 14], [9, 10], [13, 13, 18, 24], [13, 13, 23, 24], [16, 17], [17, 18],
         [22, 22, 12, 25], [23, 24], [26, 27, 8, 12]]
BRANCHES = [    # label, line asked about, test, ways taken: line, line of the block, which, first byte of what is within a line
    ("into", 2, "w.one(2)", [[2, 3, IN, 0]]),
    ("past, and raises there", 2, "w.one(0)", [[2, 3, PAST, 0]]),
    ("not called", 2, "w.loop([])", []),
    ("a condition that raises", 2, "w.one(1n << 1n); w.one(Symbol())", [[2, 3, IN, 0]]),
    ("both sides of &&", 8, "w.two(1, 1)", [[8, 8, IN, 16], [8, 8, IN, 13]]),
    ("one side of &&", 8, "w.two(0, 1)", [[8, 8, PAST, 16], [8, 8, PAST, 13]]),
    ("else", 9, "w.two(0, 0, 0)", [[9, 10, PAST, 0]]),
    ("else if", 9, "w.two(0, 0, 1)", [[9, 10, IN, 0]]),
    ("? : and ??, behind a letter of two bytes", 13, "w.two(0)", [[13, 13, IN, 18], [13, 13, PAST, 23]]),
    ("never into a loop", 16, "w.loop([])", [[16, 17, PAST, 0]]),
    ("through a loop", 16, "w.loop([1])", [[16, 17, IN, 0], [16, 17, PAST, 0]]),
    ("in a loop", 17, "w.loop([1, -1])", [[17, 18, IN, 0], [17, 18, PAST, 0]]),
    ("a case", 23, "w.loop([])", [[23, 24, PAST, 0]]),
    ("over two lines", 26, "w.loop([])", [[26, 27, IN, 8]]),
    ("dies behind it", 2, "w.one(2); process.exit(1)", [[2, 3, IN, 0]]),
]

DEMO = {
    "package.json": '{"name": "demo", "main": "lib/main.js"}',
    "lib/main.js": "exports.two = () => require('./one').one() + 1;\n",
    "lib/one.js": "exports.one = function () {\n\treturn 1;\n};\n",
    "lib/twist.js": textwrap.dedent("""\
        function pick(kind, list) {
            if (kind === 'first')
                return list[0];
            const last = list
                .slice(-1);
            return last[0];
        }
        const other = (a = 1) => {
            return a;
        };
        module.exports = { pick, other };
        """),
    "lib/ways.js": WAYS,
}


@unittest.skipIf(js_support.why_no_box(), js_support.why_no_box())
class Boxed(unittest.TestCase):
    """In the sandbox, as in earnest: the runner is process 1."""

    copies = False

    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner(DEMO, ["lib/main"], boxed=True, copies=cls.copies, timeout_ms=15000, memory_mib=256)
        cls.seen = {}

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def outcome(self, label, source, want, **fields):
        """Of a row above, which is run once for all tests of the class."""
        key = (label, *fields)
        if key not in self.seen:
            endless = want.get("status") == "timeout"   # what takes all memory needs seconds on a busy machine
            self.seen[key] = self.runner.run(textwrap.dedent(source), timeout_ms=500 if endless else 15000, **fields)
        return self.seen[key]

    def test_outcomes(self):
        for label, source, want in OUTCOMES:
            with self.subTest(label):
                got = self.outcome(label, source, want)
                self.assertTrue(got["ok"], got)
                if "forged" in want:    # writing to Node's own descriptors may well end it
                    self.assertNotEqual(got["status"], "ok")
                    continue
                for key, value in want.items():
                    self.assertEqual(got[key], value, str(got)[:500])
                self.assertEqual(got["exception"] is not None, got["status"] == "exception", got)
                self.assertNotIn("spoiled", got)

    def test_nothing_is_left(self):
        said = ("const { spawn } = require('child_process');\n"
                "for (let i = 0; i < 3; i++)\n"
                "  spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }).unref();\n"
                "require('fs').writeFileSync('/tmp/left', 'x');\nrequire('fs').mkdirSync('/dev/shm/a/b', { recursive: true });\n"
                "console.log('done');")
        self.assertEqual(self.runner.run(said)["stdout"], "done\n")
        look = ("const fs = require('fs');\n"
                "const names = fs.readdirSync('/proc').filter(Number).map((p) => {\n"
                "  try { const s = fs.readFileSync(`/proc/${p}/stat`, 'utf8');"
                " return s.includes(') Z') ? '' : fs.readFileSync(`/proc/${p}/comm`, 'utf8').trim(); }"
                " catch { return ''; } });\n"
                "console.log(names.includes('sleep'), fs.existsSync('/tmp/left'), fs.existsSync('/dev/shm/a'));")
        self.assertEqual(self.runner.run(look)["stdout"], "false false false\n")

    def test_folder_and_home(self):
        got = self.runner.run("console.log(process.cwd(), process.env.HOME, require('fs').readdirSync('.'))")
        self.assertEqual(got["stdout"], "/tmp/test /tmp/test []\n")

    def test_state_does_not_leak(self):
        said = ("console.log(({}).evil, require('./lib/one').one(), Math.max(1, 2), globalThis.mine, process.env.MINE,\n"
                "  process.listenerCount('exit') < 5, typeof require('fs').statSync, process.exitCode, Buffer.mine)")
        self.runner.run("Object.prototype.evil = 1; require('./lib/one').one = () => 666; Math.max = null;\n"
                        "globalThis.mine = 1; process.env.MINE = 1; require('fs').statSync = null; Buffer.mine = 2;\n"
                        "for (let i = 0; i < 9; i++) process.on('exit', () => {}); process.exitCode = 9;")
        self.assertEqual(self.runner.run(said)["stdout"],
                         "undefined 1 2 undefined undefined true function undefined undefined\n")

    def test_random_is_the_same(self):
        one, two = (self.runner.run("console.log(Math.random())")["stdout"] for _ in range(2))
        self.assertEqual(one, two)

    def test_network_is_not_there(self):
        got = self.runner.run("require('net').connect(80, '93.184.216.34')")
        self.assertEqual(got["status"], "exception")


@unittest.skipIf(js_support.why_no_box(), js_support.why_no_box())
class BoxedLoading(unittest.TestCase):
    def test_what_loading_started_is_there_for_each_test(self):
        text = ("const c = require('child_process').spawn('sh', ['-c', 'cat; true']);\nc.unref(); c.stdin.unref(); c.stdout.unref(); c.stderr.unref();\n"
                "exports.ask = (s) => new Promise((done) => {\n\tc.stdout.ref();\n\tc.stdout.once('data', (d) => {\n\t\tc.stdout.unref();\n"
                "\t\tdone(String(d));\n\t});\n\tc.stdin.write(s);\n});\n")
        runner = js_support.Runner({"a.js": text}, ["a"], boxed=True, timeout_ms=4000)
        self.addCleanup(runner.close)
        for _ in range(4):
            got = runner.run("require('./a').ask('x').then(console.log)")
            self.assertEqual((got["status"], got["stdout"]), ("ok", "x\n"))

    def test_it_is_loaded_again(self):
        runner = js_support.Runner(DEMO, ["lib/main"], boxed=True)
        self.addCleanup(runner.close)
        for _ in range(4):
            got = runner.ask("load", paths=[runner.root], modules=["lib/main"])
            self.assertEqual((got["failed"], got["loaded"]), ([], ["lib/main"]))


@unittest.skipIf(js_support.why_no_box() or js_support.why_no_copies(),
                 js_support.why_no_box() or js_support.why_no_copies())
class BoxedCopies(Boxed):
    """All of it again, each test in a copy of one process."""
    copies = True

    def test_they_are_copies(self):
        self.assertEqual((self.runner.loaded["copies"], self.runner.loaded["why_not"]), (True, ""))
        self.runner.ask("cover", lines={"/mnt/repo/lib/one.js": [2]})
        said = "require('./lib/one').one(); console.log(process.ppid); console.log(process.pid, require('fs').readlinkSync('/proc/self'))"
        plain, counted = (self.runner.run(said, cover=cover) for cover in (False, True))
        one, two = plain["stdout"].split(), counted["stdout"].split()
        self.assertTrue("1" != one[0] == two[0] and two[1] != one[1] == one[2] and counted["covered"], (plain, counted)) # of one original

    def test_the_text_of_the_program_is_carried_along(self):
        """As huge pages, where there are any: else every copy would look up each of its pages."""
        if js_support.why_no_huge_pages():
            self.skipTest(js_support.why_no_huge_pages())
        got = self.runner.run("const text = require('fs').readFileSync('/proc/self/smaps', 'latin1').split(/^(?=[\\da-f]+-)/m).filter((s) => / r-xp .* 0 +\\n/.test(s));\n"
                              "console.log(Math.max(0, ...text.map((s) => Number(/AnonHugePages: *(\\d+)/.exec(s)[1]))) >= 8192, process.version);")
        self.assertEqual(got["stdout"].split()[0], "true", got)

    def test_the_original_is_out_of_reach(self):
        got = self.runner.run("for (const name of ['mem', 'fd', 'environ', 'maps'])\n"
                              "  try { require('fs').readdirSync(`/proc/${process.ppid}/${name}`); }"
                              " catch (e) { console.log(e.code); }")
        self.assertEqual(got["stdout"].split()[1], "EACCES")
        got = self.runner.run("require('fs').openSync(`/proc/${process.ppid}/mem`)")
        self.assertIn("EACCES", got["exception"]["message"])

    def test_an_original_is_not_killed_or_it_is_replaced(self):
        got = self.runner.run("process.kill(process.ppid, 'SIGKILL'); for (;;);")
        if got["status"] == "exception":
            self.assertIn("EPERM", got["exception"]["message"])
        else:   # before Linux 6.12
            self.assertEqual((got["status"], got["code"]), ("signal", 9))
        self.assertEqual(self.runner.run("console.log(2)")["stdout"], "2\n")

    def test_an_endless_test_leaves_nothing(self):
        count = ("console.log(require('fs').readdirSync('/proc').filter(Number).filter((p) => {\n"
                 "  try { return /MARK/.test(require('fs').readFileSync(`/proc/${p}/environ`)); } catch { return false; }\n"
                 "}).length)")
        for loop in ("for (;;);", "setInterval(() => {}, 1000)"):
            got = self.runner.run("require('child_process').spawn('sleep', ['1000'], { env: { MARK: 'MARK' }, detached: true });\n"
                                  "setTimeout(() => { console.log('up'); %s }, 50)" % loop, timeout_ms=1500)
            self.assertEqual((got["status"], got["stdout"]), ("timeout", "up\n"))
            self.assertEqual(self.runner.run(count)["stdout"], "0\n")

    def test_the_same_as_in_a_process_of_its_own(self):
        for label, source, want in OUTCOMES:
            if label in ("memory", "forges a result", "endless output", "endless microtasks", "ignores signals", "recursion"):
                continue    # where it ends depends on what was there before, or takes its time
            with self.subTest(label):
                warm, cold = self.outcome(label, source, want), self.outcome(label, source, want, fresh=True)
                for key in ("status", "code", "exception", "stdout", "stderr", "warnings"):
                    if label not in ("abort", "node:test"):     # addresses and durations
                        self.assertEqual(warm[key], cold[key], label)

    def test_writing_to_all_descriptors_harms_nobody_else(self):
        forge = ("for (let fd = 3; fd < 64; fd++)\n  for (let i = 0; i < 3; i++)\n"
                 "    try { require('fs').writeSync(fd, '01234567'.repeat(fd)); } catch {}\nprocess.reallyExit(0)")
        for _ in range(10):
            self.runner.run(forge)
            got = self.runner.run("setTimeout(() => { console.log(1); null.x; }, 1)")
            self.assertEqual((got["status"], got["stdout"]), ("exception", "1\n"))


@unittest.skipIf(js_support.why_no_node() or js_support.why_no_copies(),
                 js_support.why_no_node() or js_support.why_no_copies())
class NoCopies(unittest.TestCase):
    """What cannot be copied has a process for each test, and says why."""

    def test_reasons(self):
        rows = [    # what the module does, a word of the reason
            ("new (require('worker_threads').Worker)('setInterval(() => {}, 99)', { eval: true }).unref()", "threads"),
            ("require('net').createServer().listen(0)", "something open"),
            ("globalThis.fd = require('fs').openSync(__filename)", "something open"),
            ("require('fs').watchFile(__filename, () => {})", "work behind"),
            ("require('fs').promises.readFile = () => process.kill(process.pid, 'SIGKILL')", '"signal":"SIGKILL"'),
            ("globalThis.setTimeout = () => {}", "does not do as it would"),
        ]
        for text, why in rows:
            with self.subTest(text):
                runner = js_support.Runner({"a.js": text}, ["a"])
                self.addCleanup(runner.close)
                self.assertEqual(runner.loaded["loaded"], ["a"])
                self.assertFalse(runner.loaded["copies"], runner.loaded)
                self.assertIn(why, runner.loaded["why_not"])
                self.assertEqual(runner.run("require('./a'); console.log(1)")["stdout"], "1\n")

    def test_asking_loads_nothing_again(self):
        files = {"a.js": "require('fs').appendFileSync(__dirname + '/loads', `${process.pid} `);\nexports.f = (n) => n + 1;\n"}
        runner = js_support.Runner(files, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["why_not"], "")
        self.assertEqual(runner.run("console.log(1)")["stdout"], "1\n")

        def loads():
            with open(os.path.join(runner.root, "loads"), encoding="ascii") as f:
                return len(f.read().split())

        until = time.monotonic() + 30
        while loads() < 2 and time.monotonic() < until:     # those that stand by
            time.sleep(0.05)
        before = loads()
        for _ in range(3):
            self.assertEqual([f["qualname"] for f in runner.ask("explore", modules=["a"])["functions"]], ["f"])
        target = {"name": "a.f", "module": "a", "qualname": "f", "file": "a.js", "lines": [], "literals": []}
        got = runner.ask("generate", targets=[target], root=runner.root, max=20, seed=1, budget_ms=2000)
        self.assertTrue(got["candidates"], got)
        self.assertEqual(loads(), before)

    def test_what_loading_may_do(self):
        text = ("const fs = require('fs'), child = require('child_process');\nfs.readFileSync(__filename);\nfs.closeSync(fs.openSync(__filename));\n"
                "child.execSync('true');\nrequire('crypto').randomBytes(4);\nrequire('zlib').gzipSync('x');\nprocess.on('SIGUSR2', () => {});\n"
                "setTimeout(() => {}, 1e6).unref();\nprocess.stdout.write('x');\nprocess.stdin;\nMath.random();\nrequire('https');\n")
        runner = js_support.Runner({"a.js": text}, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["why_not"], "")

    def test_what_loading_ran_counts_when_a_test_runs_it(self):
        text = ("function plain(a) {\n\treturn a + 1;\n}\nclass Kept {\n\tconstructor() {\n\t\tthis.a = plain(1);\n\t}\n}\n"
                "function only() {\n\treturn 1;\n}\nonly();\nexports.kept = new Kept();\nObject.assign(exports, { plain, Kept });\n")
        runner = js_support.Runner({"a.js": text}, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["why_not"], "")
        file = os.path.join(runner.root, "a.js")
        for branches in (False, True):
            runner.ask("cover", lines={file: list(range(1, 15))}, branches=branches)
            for source, want in (("require('./a')", {}), ("require('./a').plain(2)", {file: [1, 2, 3]}),
                                 ("new (require('./a').Kept)()", {file: [1, 2, 3, 5, 6, 7]})):
                with self.subTest(source=source, branches=branches):
                    self.assertEqual(runner.run(source, cover=True)["covered"], want)

    def test_where_else_begins(self):
        """A condition behind the end of a block runs when that block does not."""
        text = ("exports.f = (n) => {\n\tif (n > 9) {\n\t\treturn 1;\n\t} else if (n > 5) {\n\t\tn++;\n\t} else {\n\t\tn--;\n\t}\n"
                "\ttry {\n\t\tif (n) throw n;\n\t} catch {\n\t\tn = 0;\n\t} finally {\n\t\tn += 2;\n\t}\n\treturn n;\n};\n")
        runner = js_support.Runner({"a.js": text}, ["a"])
        self.addCleanup(runner.close)
        file = os.path.join(runner.root, "a.js")
        runner.ask("cover", lines={file: [4, 6, 11, 13]})
        for n, want in ((10, {}), (6, [4, 11, 13]), (1, [4, 6, 13]), (2, [4, 6, 11, 13])):
            with self.subTest(n):
                self.assertEqual(runner.run("require('./a').f(%d)" % n, cover=True)["covered"], want and {file: want})

    def test_es_modules_are_copied(self):
        files = {"package.json": '{"name": "demo", "type": "module", "main": "a.js"}',
                 "a.js": "let n = 0;\nexport const next = () => {\n\tn++;\n\treturn n;\n};\n"}
        runner = js_support.Runner(files, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["why_not"], "")
        file = os.path.join(runner.root, "a.js")
        runner.ask("cover", lines={file: [3, 4]})
        for source in ("import { next } from 'demo';\nconsole.log(next());", "import { next } from './a.js'; console.log(next())",
                       "import('./a.js').then((a) => console.log(a.next()))"):
            got = runner.run(source, cover=True)
            self.assertEqual((got["stdout"], got["covered"]), ("1\n", {file: [3, 4]}))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Plain(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner(DEMO, ["lib/main", "lib/twist"], timeout_ms=3000)

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_hello(self):
        self.assertEqual(self.runner.hello["hello"], "javascript")
        self.assertEqual(self.runner.hello["protocol"], 1)

    def test_requests_that_are_none(self):
        self.assertFalse(self.runner.raw(b"nonsense\n")["ok"])
        self.assertFalse(self.runner.raw(b"[1]\n")["ok"])
        self.assertFalse(self.runner.ask("dance")["ok"])
        self.assertFalse(self.runner.ask("run", source=5)["ok"])
        self.assertFalse(self.runner.ask("cover", lines=[1])["ok"])

    def test_exceptions(self):
        rows = [    # source, type, message, frames from the outside
            ("throw new RangeError('r')", "RangeError", "r", [("<test>", 1)]),
            ("function f() {\n  null.x;\n}\nf();", "TypeError",
             "Cannot read properties of null (reading 'x')", [("<test>", 4), ("<test>", 2)]),
            ("class MyError extends Error {}\nthrow new MyError('m')", "MyError", "m", [("<test>", 2)]),
            ("require('assert').fail('no')", "AssertionError", "no", [("<test>", 1)]),
            ("throw 'text'", "thrown", "text", []),
            ("throw { a: 1 }", "thrown", "{ a: 1 }", []),
            ("throw null", "thrown", "null", []),
            ("Promise.reject(3)", "thrown", "3", []),
            ("Promise.reject({ a: [1] })", "thrown", "{ a: [ 1 ] }", []),
            ("Promise.reject(); process.emit('x', 2)", "thrown", "undefined", []),
            ("process.on('unhandledRejection', () => {}); Promise.reject(1);\nsetTimeout(() => { throw Object.assign(new Error('x'), "
             "{ name: 'UnhandledPromiseRejection', code: 'ERR_UNHANDLED_REJECTION' }); }, 5)",
             "thrown", "x", None),
            ("const x = ;", "SyntaxError", "Unexpected token ';'", [("<test>", 1)]),
            ("throw { a: 1 };\nexport {};", "thrown", "{ a: 1 }", []),
            ("throw new Error('\\ud83d')", "Error", "\\ud83d", [("<test>", 1)]),
            ("Promise.reject('no good reason \"to fail')", "thrown", "no good reason \"to fail", []),
            ("await (async () => {\n  await null;\n  throw new Error('e');\n})();\nexport {};", "Error", "e", [("<test>", 1), ("<test>", 3)]),
            ("await Promise.reject(new Error('e'))", "Error", "e", [("<test>", 1)]),
            ("const e = new Error('m'); Object.defineProperty(e, 'message', { get() { throw 1; } }); throw e",
             "Error", "<message threw Number>", None),
            ("throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } })", None, None, None),
        ]
        for source, kind, message, frames in rows:
            with self.subTest(source):
                got = self.runner.run(source)
                self.assertEqual(got["status"], "exception", got)
                e = got["exception"]
                self.assertEqual(e["type"], kind or e["type"])
                self.assertEqual(e["message"], message or e["message"])
                if frames is not None:
                    self.assertEqual([(f["file"], f["line"]) for f in e["frames"]], frames)

    def test_frames_of_the_project(self):
        got = self.runner.run("require('./lib/twist').pick('first', null)")
        self.assertEqual([(os.path.basename(f["file"]), f["line"], f["function"].split(".")[-1])
                          for f in got["exception"]["frames"]],
                         [("<test>", 1, "<anonymous>"), ("twist.js", 3, "pick")])

    def test_frames_in_files_with_odd_names(self):
        runner = js_support.Runner({"lib/50%off.js": "exports.f = () => {\n\tthrow new RangeError('r');\n};\n",
                                    "lib/a b.mjs": "export function g() {\n\tthrow new RangeError('g');\n}\n"})
        self.addCleanup(runner.close)
        for source, file in (("require('./lib/50%off.js').f()", "lib/50%off.js"),
                             ("import { g } from './lib/a b.mjs';\ng();", "lib/a b.mjs")):
            got = runner.run(source)["exception"]
            self.assertEqual(got["type"], "RangeError", got)
            self.assertEqual(got["frames"][-1]["file"], os.path.join(runner.root, file))
            self.assertEqual(got["frames"][0]["file"], "<test>")

    def test_warnings(self):
        got = self.runner.run("process.emitWarning('old', 'DeprecationWarning', 'D1'); process.emitWarning('x')")
        self.assertEqual(got["warnings"], [{"category": "DeprecationWarning", "message": "old"},
                                           {"category": "Warning", "message": "x"}])
        self.assertEqual(got["stderr"], "")

    def test_covered_lines(self):
        file = os.path.join(self.runner.root, "lib/twist.js")
        self.assertEqual(self.runner.ask("cover", lines={file: list(range(1, 12)), "/other": [1]})["points"], 12)
        rows = [
            ("require('./lib/twist')", None),
            ("require('./lib/twist').pick('first', [1])", [1, 2, 3, 7]),
            ("require('./lib/twist').pick('last', [1])", [1, 2, 4, 5, 6, 7]),
            ("require('./lib/twist').other()", [8, 9, 10]),
            ("setTimeout(() => require('./lib/twist').other(), 5)", [8, 9, 10]),
            ("require('./lib/twist').other(); throw 1", [8, 9, 10]),
            ("require('./lib/twist').other(); process.exit(1)", [8, 9, 10]),
        ]
        for source, want in rows:
            with self.subTest(source):
                got = self.runner.run(source, cover=True)["covered"].get(file, [])
                if want is None:
                    self.assertEqual(got, [])
                else:
                    self.assertEqual(got, want)
        self.assertNotIn("covered", self.runner.run("1"))

    def test_ways_out_of_decisions(self):
        for label, asked, call, want in BRANCHES:
            with self.subTest(label):
                file = os.path.join(self.runner.root, "lib/ways.js")
                self.runner.ask("cover", lines={file: [asked]}, branches=True)
                got = self.runner.run("const w = require('./lib/ways');\n" + call, cover=True)
                self.assertEqual(sorted(got["branches"].get(file, [])), sorted(want), got)
        said = self.runner.ask("cover", lines={file: list(range(1, 30)), "/other.js": [1]}, branches=True)
        self.assertEqual(said["branches"], {file: KNOWN})
        self.assertNotIn("branches", self.runner.ask("cover", lines={file: [2]}))
        self.assertNotIn("branches", self.runner.run("require('./lib/ways').one(1)", cover=True))

    def test_other_lines_are_asked_about(self):
        file = os.path.join(self.runner.root, "lib/twist.js")
        source = "require('./lib/twist').pick('last', [1])"
        for asked, want in (([2, 4], {file: [2, 4]}), ([5, 6], {file: [5, 6]}), ([2, 9], {file: [2]})):
            with self.subTest(asked):
                self.runner.ask("cover", lines={file: asked})
                self.assertNotIn("covered", self.runner.run(source))
                for _ in range(2):
                    self.assertEqual(self.runner.run(source, cover=True)["covered"], want)
        self.runner.ask("cover", lines={})
        self.assertEqual(self.runner.run(source, cover=True)["covered"], {})

    def test_timers_of_loading_are_as_old_as_the_test(self):
        files = {"a.js": "let n = 0;\nsetInterval(() => n++, 700).unref();\nexports.n = () => n;\n"}
        for copies in (True, False):
            runner = js_support.Runner(files, ["a"], copies=copies)
            self.addCleanup(runner.close)
            time.sleep(1)
            self.assertEqual(runner.run("console.log(require('./a').n())")["stdout"], "0\n")
            got = runner.run("const a = require('./a'); const t = setInterval(() => { if (a.n()) { console.log('later'); clearInterval(t); } }, 5)")
            self.assertEqual(got["stdout"], "later\n")

    def test_a_fresh_process(self):
        said = "console.log(Object.keys(require.cache).filter((f) => /twist/.test(f)).length, Math.random())"
        warm, cold, again, other = (self.runner.run(said, **more)["stdout"].split() for more in (
            {}, {"fresh": True}, {"fresh": True, "seed": 0}, {"fresh": True, "seed": 5}))
        self.assertEqual((warm[0], cold[0], other[0]), ("1", "0", "0"))
        self.assertEqual((warm[1], cold[1]), (cold[1], again[1]))
        self.assertNotEqual(cold[1], other[1])

    def test_a_runner_with_a_seed(self):
        """The pair that repeats: what a test draws is of its runner's seed, and it is as warm as any."""
        said = "console.log(Object.keys(require.cache).filter((f) => /twist/.test(f)).length, Math.random())"
        drawn = set()
        for seed in (1, 1, 0):
            runner = js_support.Runner(DEMO, ["lib/main", "lib/twist"], timeout_ms=3000, seed=seed)
            self.addCleanup(runner.close)
            warm = [runner.run(said)["stdout"].split() for _ in range(2)]
            self.assertEqual((warm[0], warm[0][0]), (warm[1], "1"))
            drawn.add(warm[0][1])
        self.assertEqual(len(drawn), 2)
        self.assertIn(self.runner.run(said)["stdout"].split()[1], drawn)

    def test_a_request_may_set_limits(self):
        began = time.monotonic()
        self.assertEqual(self.runner.run("for (;;);", timeout_ms=300)["status"], "timeout")
        self.assertLess(time.monotonic() - began, 8)
        got = self.runner.run("console.log('z'.repeat(5000))", output_kib=1)
        self.assertEqual((got["status"], len(got["stdout"])), ("limit", 1024))
        self.assertTrue(got["stderr"].endswith("limit: output limit of 1 KiB\n"))


BAD = {
    "lib/good.js": "exports.x = 1;\n",
    "lib/throws.js": "throw new Error('at import');\n",
    "lib/exits.js": "process.exit(3);\n",
    "lib/hangs.js": "for (;;);\n",
    "lib/prints.js": "console.log('noise'); process.stdout.write('more');\n",
    "lib/rejects.js": "Promise.reject(new Error('nobody listens'));\n",
    "lib/dep.js": "require('not-installed');\n",
    "lib/syntax.js": "const = 1;\n",
    "lib/circle1.js": "exports.two = require('./circle2'); exports.one = 1;\n",
    "lib/circle2.js": "exports.one = require('./circle1');\n",
    "lib/esm.mjs": "export const x = await Promise.resolve(3);\n",
    "lib/proto.js": "Object.prototype.polluted = 1;\n",
}


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Loading(unittest.TestCase):
    def test_bad_modules(self):
        names = [n[:-3] if n.endswith(".js") else n for n in BAD]
        runner = js_support.Runner(BAD, [])
        try:
            got = runner.ask("load", paths=[runner.root], modules=names + ["lib/none"], load_ms=1500)
            failed = {f["module"]: (f["type"], f["missing"]) for f in got["failed"]}
            self.assertEqual(failed, {
                "lib/throws": ("Error", False), "lib/exits": ("Exit", False), "lib/hangs": ("Timeout", False),
                "lib/dep": ("Error", False), "lib/syntax": ("SyntaxError", False), "lib/none": ("Error", True)})
            self.assertEqual(sorted(got["loaded"]), ["lib/circle1", "lib/circle2", "lib/esm.mjs", "lib/good",
                                                     "lib/prints", "lib/proto", "lib/rejects"])
            self.assertEqual(got["threads"], 1)
            said = runner.run("console.log(require('./lib/good').x)")
            self.assertEqual((said["status"], said["stdout"]), ("ok", "1\n"))
            self.assertEqual(runner.run("import { x } from './lib/esm.mjs'; console.log(x)")["stdout"], "3\n")
        finally:
            runner.close()

    def test_a_module_that_forges_where_it_is(self):
        forge = """\
            const session = new (require('inspector').Session)();
            session.connect();
            globalThis.slot = process.listeners('uncaughtException')[0]; // a function of the worker
            const look = (id, done) => session.post('Runtime.getProperties', { objectId: id }, (e, p) => done(p));
            let word = 'none';
            session.post('Runtime.evaluate', { expression: 'slot' }, (e, got) => look(got.result.objectId, (f) =>
                look(f.internalProperties.find((p) => p.name === '[[Scopes]]').value.objectId, (scopes) =>
                    scopes.result.forEach((s) => look(s.value.objectId, (inside) => {
                        const found = inside.result.find((v) => v.name === 'word');
                        word = found ? found.value.value : word;
                    })))));
            require('fs').writeSync(4, `${word} L elsewhere\\n`);
            process.exit(word === 'none' ? 0 : 77);
            """
        runner = js_support.Runner({"lib/a.js": "exports.a = 1;\n", "lib/forge.js": textwrap.dedent(forge)},
                                   ["lib/forge", "lib/a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["loaded"], ["lib/a"])
        self.assertEqual([f["module"] for f in runner.loaded["failed"]], ["lib/forge"])
        self.assertIn('"code":77', runner.loaded["failed"][0]["message"])    # it did forge

    def test_packages_of_the_user(self):
        site = js_support.project({"node_modules/pad/index.js": "exports.pad = (s) => ` ${s}`;\n",
                                   "node_modules/pad/package.json": '{"name": "pad"}'})
        runner = js_support.Runner({"lib/a.js": "exports.a = () => require('pad').pad('x');\n",
                                    "src/b.mjs": "import { pad } from 'pad';\nexport const b = () => pad('y');\n"},
                                   ["lib/a", "src/b.mjs"], site=[site + "/node_modules"])
        try:
            self.assertEqual(runner.loaded["failed"], [])
            self.assertEqual(runner.run("console.log(require('./lib/a').a())")["stdout"], " x\n")
            self.assertEqual(runner.run("import { b } from './src/b.mjs'; console.log(b())")["stdout"], " y\n")
        finally:
            runner.close()

    def test_what_a_test_imports(self):
        both = '{"name": "both", "exports": {"import": "./a.mjs", "require": "./a.cjs"}}'
        site = js_support.project({
            "node_modules/both/package.json": both, "node_modules/both/a.mjs": "export class K {}\nexport const kind = 'esm';\n",
            "node_modules/both/a.cjs": "exports.K = class {};\nexports.kind = 'cjs';\n",
            "node_modules/one/package.json": '{"name": "one", "exports": {".": {"import": "./a.js"}}, "type": "module"}',
            "node_modules/one/a.js": "export const one = 1;\n",
            "node_modules/old/package.json": '{"name": "old", "main": "a.js"}', "node_modules/old/a.js": "exports.old = 'old';\n"})
        runner = js_support.Runner({
            "a.mjs": "import { K, kind } from 'both';\nexport const mk = () => new K();\nexport { kind };\n",
            "first.mjs": "import './deep.mjs';\nglobalThis.first = 1;\nconsole.log('first');\n", "deep.mjs": "import './deeper.mjs';\n",
            "deeper.mjs": "import 'node:fs';\n", "second.mjs": "console.log('second', globalThis.first);\n",
            "d.json": '{"a": 1}', "m.mjs": "export const url = import.meta.url;\n"}, ["a.mjs"], site=[site + "/node_modules"])
        self.addCleanup(runner.close)
        rows = [
            ("import { K, kind } from 'both';\nimport { mk, kind as other } from './a.mjs';\nconsole.log(mk() instanceof K, kind, other);", "true esm esm\n"),
            ("import { one } from 'one';\nimport { old } from 'old';\nconsole.log(one, old, (await import('both')).kind);", "1 old esm\n"),
            ("import './first.mjs';\nimport './second.mjs';", "first\nsecond 1\n"),
            ("import { url } from './m.mjs?x=1';\nconsole.log(/m\\.mjs(.*)/.exec(url)[1]);", "?x=1\n"),
            ("import d from './d.json' with { type: 'json' };\nconsole.log(d.a);", "1\n"),
            ("const { default: d } = await import('./d.json', { with: { type: 'json' } });\nconsole.log(d.a);", "1\n"),
        ]
        for source, want in rows:
            with self.subTest(source):
                if "with {" not in source or js_support.node_version() >= 20:
                    self.assertEqual(runner.run(source)["stdout"], want)

    def test_what_is_run_is_the_test(self):
        """For a package too, whether it is loaded before the test or by it, in a copy or not."""
        files = {"m.js": "exports.main = require.main.filename.slice(-6);\nexports.by = module.parent.filename.slice(-6);\n"
                 "exports.is = require.main === module;\nexports.same = (m) => m === require.main;\n"}
        for boxed in (False, True):
            if boxed and (js_support.why_no_box() or js_support.why_no_copies()):
                continue
            runner = js_support.Runner(files, ["m.js"], boxed=boxed)
            self.addCleanup(runner.close)
            for fresh in (False, True):
                with self.subTest(boxed=boxed, fresh=fresh):
                    got = runner.run("const m = require('./m');\nconsole.log(m.main, m.by, m.is, m.same(module), require.main === module, module.id, "
                                     "Object.keys(exports).length, module.parent);", fresh=fresh)
                    self.assertEqual(got["stdout"], "<test> <test> false true true . 0 null\n")

    def test_an_export_that_changes(self):
        """What is imported is what it is when it is looked at, and a failing test is told of as any."""
        files = {"n.mjs": "export let count = 0;\nexport default class {}\nexport const inc = () => ++count;\n"
                 "export const later = () => new Promise((r) => setTimeout(() => r(++count), 1));\n",
                 "again.mjs": "export { count as n } from './n.mjs';\nexport * from './n.mjs';\n",
                 "old.cjs": "exports.k = 1;\n"}
        rows = [
            ("import { count, inc } from './n.mjs';\ninc();\nconsole.log(count);", "1\n", None),
            ("import * as all from './n.mjs';\nimport { k } from './old.cjs'; import path from 'node:path'; import fs from 'fs';\n"
             "await all.later();\nall.inc();\nconsole.log(all.count, k, typeof path.join, typeof fs.statSync);", "2 1 function function\n", None),
            ('import { n as count } from "./again.mjs";\nimport { inc } from "./again.mjs";\ninc(); console.log(count, `from \'x\'`, import.meta.filename === 1);',
             "0 from 'x' false\n", None),   # it asks where it is: as it was linked
            ('import { n as count, inc } from "./again.mjs";\ninc(); console.log(count, `from \'x\'`, "from");', "1 from 'x' from\n", None),
            ("import { count } from './n.mjs';\n\nfunction f() { null.x; }\nconsole.log(count);\nf();", "0\n",
             ("TypeError", "Cannot read properties of null (reading 'x')", [["<test>", 5, "<module>"], ["<test>", 3, "f"]])),
            ("import { count } from './n.mjs';\nimport { gone } from './n.mjs';\nconsole.log(count);", "",
             ("SyntaxError", "The requested module './n.mjs' does not provide an export named 'gone'", None)),
        ]
        for boxed in (False, True):
            if boxed and (js_support.why_no_box() or js_support.why_no_copies()):
                continue
            runner = js_support.Runner(files, ["n.mjs"], boxed=boxed)
            self.addCleanup(runner.close)
            for source, want, error in rows:
                with self.subTest(source, boxed=boxed):
                    answer = runner.run(source)
                    self.assertEqual(answer["stdout"], want)
                    got = answer["exception"]
                    self.assertEqual(got and (got["type"], got["message"]), error and error[:2])
                    self.assertTrue(not (error and error[2]) or [[f["file"], f["line"], f["function"]] for f in got["frames"]] == error[2], got)

    def test_packages_of_one_package_of_a_workspace(self):
        """Each has its own version of what it imports, and requires."""
        places = ["node_modules", "packages/p1/node_modules", "packages/p2/node_modules"]
        site = js_support.project({f"{place}/dep/{name}": text for place in places for name, text in (
            ("package.json", '{"name": "dep", "type": "module", "exports": {"import": "./a.js", "require": "./a.cjs"}}'),
            ("a.js", f"export const from = 'imported of {place}';\n"), ("a.cjs", f"exports.from = 'required of {place}';\n"))})
        files = {"package.json": '{"name": "all", "workspaces": ["packages/*"]}', "top.mjs": "export { from } from 'dep';\n"}
        for n in "12":
            files[f"packages/p{n}/package.json"] = f'{{"name": "p{n}", "main": "p.mjs"}}'
            files[f"packages/p{n}/p.mjs"] = "export { from } from 'dep';\n"
            files[f"packages/p{n}/q.cjs"] = "exports.from = require('dep').from;\n"
        runner = js_support.Runner(files, ["packages/p1/p.mjs", "packages/p2/p.mjs", "packages/p1/q.cjs", "packages/p2/q.cjs", "top.mjs"],
                                   site=[f"{site}/{place}" for place in places])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["failed"], [])
        for source, want in (("import { from } from './top.mjs'; console.log(from);", "imported of node_modules"),
                             ("import { from } from 'p1'; console.log(from);", "imported of packages/p1/node_modules"),
                             ("import { from } from 'p2'; console.log(from);", "imported of packages/p2/node_modules"),
                             ("console.log(require('./packages/p1/q.cjs').from);", "required of packages/p1/node_modules"),
                             ("console.log(require('./packages/p2/q.cjs').from);", "required of packages/p2/node_modules")):
            with self.subTest(source):
                self.assertEqual([runner.run(source, fresh=fresh)["stdout"] for fresh in (False, True)], [want + "\n"] * 2)

    def test_a_fresh_runner_runs_at_once(self):
        runner = js_support.Runner(DEMO, [])
        try:
            self.assertEqual(runner.run("console.log(require('./lib/one').one())")["stdout"], "1\n")
        finally:
            runner.close()

    def test_end_of_input_ends_it(self):
        runner = js_support.Runner(DEMO, ["lib/main"])
        pid = runner.process.pid
        runner.process.stdin.write(b'{"id":9,"command":"run","source":"for (;;);"}\n')
        runner.process.stdin.flush()
        time.sleep(0.3)
        runner.close()
        left = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True).stdout
        self.assertEqual(left.strip(), b"")


if __name__ == "__main__":
    unittest.main()
