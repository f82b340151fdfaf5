"""Many programs in one process: a word for each, the same where it does the same."""
import unittest

import js_support

FILES = {"index.js": "exports.twice = (n) => n * 2;\nexports.list = [];\n", "m.mjs": "export const one = 1;\nexport default 2;\n",
         "late.mjs": "import { setTimeout as later } from 'timers/promises';\nexport const pause = () => later(3600000, 8);\n",
         "real.js": "const sleep = require('util').promisify(setTimeout);\nexports.after = async (n) => { await sleep(20); return n; };\n"}
SAME = [    # two programs that do the same
    ("console.log(1);", "console.log(2 - 1);"),
    ("const { twice } = require('./index');\nconsole.log(twice(2));", "const index = require('./index');\nconsole.log(index.twice(2));"),
    ("throw new TypeError('a');", "const e = new TypeError('a');\nthrow e;"),
    ("import { one } from './m.mjs';\nconsole.log(one);", "import * as m from './m.mjs';\nconsole.log(m.one);"),
    ("process.exit(1);", "process.exit(1);"),     # that it would end
    ("import path from 'path';\nconsole.log(path.sep);", "console.log('/');"),
    ("const till = Date.now() + 50;\nwhile (Date.now() < till);\nconsole.log(1);", "console.log(1);"),
    ("console.log(new Date(0).constructor === Date, Object.prototype.toString.call(new Date()));", "console.log(true, '[object Date]');"),
    ("console.log(new Date(0) instanceof Date, new Date(5).getTime(), typeof Date(), new Date() - Date.now());", "console.log(true, 5, 'string', 0);"),
]
WAIT = "const wait = (ms) => new Promise((done) => setTimeout(done, ms));\n"
LATER = [   # two that do the same, of which one waits: on a clock that does not
    ("await 1;\nconsole.log(1);", "console.log(1);"),
    ("Promise.resolve(1).then((x) => console.log(x));", "console.log(1);"),
    ("const { one } = await import('./m.mjs');\nconsole.log(one);", "console.log(1);"),
    (WAIT + "const begin = Date.now();\nawait wait(3600000);\nconsole.log(Date.now() - begin);", "console.log(3600000);"),
    ("setTimeout(() => console.log(2), 20);\nsetTimeout(console.log, 10, 1);\nconsole.log(0);", "console.log(0);\nconsole.log(1);\nconsole.log(2);"),
    ("let n = 0;\nconst timer = setInterval(() => ++n === 3 && (console.log(n), clearInterval(timer)), 1000);", "console.log(3);"),
    ("setTimeout(() => console.log(1), 10).unref();\nclearTimeout(setTimeout(() => console.log(2), 10));\nconsole.log(3);", "console.log(3);"),
    ("import { setTimeout } from 'node:timers/promises';\nconsole.log(await setTimeout(1000, 7));", "console.log(7);"),
    ("import { pause } from './late.mjs';\nconsole.log(await pause());", "console.log(8);"),
    ("import { promisify } from 'util';\nconsole.log(await promisify(setTimeout)(1000, 7));", "console.log(7);"),
    ("import fs from 'fs/promises';\nsetTimeout(() => console.log(2), 1);\nawait fs.writeFile('a', '1');\nconsole.log(+await fs.readFile('a'));",
     "console.log(1);\nconsole.log(2);"),     # what is written takes its time, and timers wait for it
    ("const { after } = require('./real');\nafter(1).then(console.log);", "console.log(1);"),     # it took Node's own before
    ("import zlib from 'zlib';\nimport { promisify } from 'util';\nconsole.log((await promisify(zlib.gunzip)(await promisify(zlib.gzip)('a'))).toString());",
     "console.log('a');"),     # Node does not tell of that work
    ("let n = 0;\nconst go = () => ++n < 9 ? setImmediate(go) : console.log(n);\nsetImmediate(go);", "console.log(9);"),
    ("setTimeout(() => console.log(1), 10).unref();\nsetTimeout(() => console.log(2), 100);", "console.log(1);\nconsole.log(2);"),
    ("const i = setInterval(() => { console.log('i'); setTimeout(() => console.log('t'), 10); }, 10);\nsetTimeout(() => clearInterval(i), 25);", "console.log('i\\nt\\ni\\nt');"),
    ("clearTimeout(+setTimeout(() => console.log(1), 10));\nconsole.log(2);", "console.log(2);"),
    ("let n = 0;\nconst id = +setInterval(() => { if (++n === 3) { clearInterval(id); console.log(n); } }, 10);", "console.log(3);"),
    ("import { setTimeout as later } from 'timers/promises';\ntry {\n  await later(300, 1, { signal: AbortSignal.timeout(20) });\n} catch (e) {\n  console.log(e.name);\n}", "console.log('AbortError');"),
    ("await Promise.reject(new TypeError('a'));", "throw new TypeError('a');"),
    ("setTimeout(() => { throw new TypeError('a'); }, 5);", "throw new TypeError('a');"),
    ("Promise.resolve().then(() => { throw new TypeError('a'); });", "throw new TypeError('a');"),
]
OTHER = [   # and that do not
    ("console.log(1);", "console.log('2');"),
    ("throw new TypeError('a');", "throw new TypeError('b');"),
    ("throw new TypeError('a');", "throw new RangeError('a');"),
    ("process.exit(1);", "process.exit(2);"),
    ("console.log('x'.repeat(3000));", "console.log('y'.repeat(3000));"),
    ("console.log('a');\nthrow new Error('b');", "throw new Error('b');"),
]
ENDLESS = ["setInterval(() => console.log(1), 1);", "await 1;\nwhile (true);", "setTimeout(() => { while (true); }, 1);",
           "const f = async () => { for (;;) await 1; };\nawait f();"]
SILENT = ["await 1;", "const x = 1;", "console.log('x'.repeat(5000));", "require('./index').twice(1);",
          "import a from 'a';\nconsole.log(1);", "import 'a';\nimport a from 'a';\nconsole.log(1);", "await 1;\nprocess.kill(1);", "import { exec } from 'child_process';\nexec('sleep 1', () => console.log(1));",
          "const a = await import('a');\nconsole.log(1);", "console.log(await import('./m.mjs', { with: {} }));", "console.log(import.meta.url);"]     # without a word


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Screen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner(FILES, ["index", "m.mjs", "late.mjs", "real"])
        cls.addClassCleanup(cls.runner.close)

    def words(self, sources, budget_ms=20000):
        got = self.runner.ask("screen", sources=sources, budget_ms=budget_ms)
        self.assertTrue(got["ok"], got)
        self.assertEqual(len(got["said"]), len(sources))
        return got["said"]

    def test_words(self):
        for pairs, is_same in ((SAME + LATER, True), (OTHER, False)):
            said = self.words([source for pair in pairs for source in pair])
            for i, (one, other) in enumerate(pairs):
                with self.subTest(one=one, other=other):
                    self.assertRegex(said[2 * i] or "", r"^[\w$.]+ [0-9a-f]{16}(?: [0-9a-f]{4,64})?$")
                    self.assertEqual(said[2 * i] == said[2 * i + 1], is_same)

    def test_lines(self):
        """Where several are printed, two letters for each of the first: which differ can be told."""
        one, two, three, many = self.words(["console.log('a');", "console.log('a\\nb');", "console.log('a');\nconsole.log('c');",
                                            "for (let i = 0; i < 40; i++) console.log(i);"])
        self.assertEqual([len(word.split(" ")) for word in (one, two, three, many)], [2, 3, 3, 3])
        self.assertEqual([len(word.split(" ")[2]) for word in (two, three, many)], [4, 4, 64])
        self.assertEqual(two.split(" ")[2][:2], three.split(" ")[2][:2])
        self.assertNotEqual(two.split(" ")[2], three.split(" ")[2])

    def test_how_it_ended(self):
        said = self.words(["console.log(1);", "throw new TypeError('a');", "throw null;"])
        self.assertEqual([word.split(" ")[0] for word in said[:2]], ["ok", "TypeError"])
        self.assertNotEqual(said[2].split(" ")[0], "ok")

    def test_without_a_word(self):
        for source in SILENT:
            with self.subTest(source):
                said = self.words(["console.log(1);", source, "console.log(1);"])
                self.assertEqual((said[1], said[0]), (None, said[2]))
                self.assertTrue(said[0])

    def test_no_time(self):
        said = self.words(["while (true);"] * 20 + ["console.log(1);"], 300)
        self.assertIsNone(said[-1])

    def test_endless_ones(self):
        """Are said to be late, and the others have their words."""
        said = self.words([one for endless in ENDLESS for one in (endless, "await 1;\nconsole.log(1);")] + ["console.log(1);"])
        self.assertEqual(said[:-1:2], ["late"] * len(ENDLESS))
        self.assertEqual(set(said[1:-1:2]), {said[-1]})
        self.assertRegex(said[-1], "^ok ")

    def test_one_that_waits_for_nothing(self):
        """Where a busy machine gave it no time nobody knows."""
        for _ in range(20):
            said = self.words(["while (true);", "console.log(1);"] * 3)
            self.assertLessEqual(set(said[::2]), {None, "late"})
            if "late" in said:
                break
        self.assertIn("late", said)
        self.assertEqual(len(set(said[1::2])), 1)
        self.assertRegex(said[1], "^ok ")

    def test_one_that_ends_its_process(self):
        """Those behind it are asked again."""
        for odd in ("await 1;\nprocess['really' + 'Exit'](0);", "process.nextTick(() => { while (true); });"):
            with self.subTest(odd):
                said = self.words(["await 1;\nconsole.log(1);", odd, "await 1;\nconsole.log(1);", "console.log(1);"])
                self.assertEqual(said[:3], [said[3], None, said[3]])
                self.assertTrue(said[3])

    def test_what_holds_the_process(self):
        """Takes nothing from those behind it."""
        server = "require('net').createServer().listen(0);\nawait 1;\nconsole.log(1);"
        said = self.words([server] * 4 + ["await 1;\nconsole.log(%d);" % n for n in range(10)])
        self.assertEqual(said[:4], [None] * 4)
        self.assertEqual(len(set(said[4:])), 10)
        self.assertFalse({None, "late"} & set(said[4:]))
        runner = js_support.Runner({"index.js": "setInterval(() => {}, 1e6);\n"}, ["index"])     # what the package holds itself is there before
        self.addCleanup(runner.close)
        self.assertRegex(runner.ask("screen", sources=["await 1;\nconsole.log(1);"], budget_ms=20000)["said"][0], "^ok ")

    def test_what_is_replaced(self):
        """By a program, or by the package that made it read-only."""
        for odd in ("Promise.prototype.finally = Promise.prototype.then = () => {};", "process.getActiveResourcesInfo = () => ['x'];", "globalThis.setTimeout = () => 0;"):
            said = self.words(["setTimeout(() => console.log(1), 1);", odd + "\nconsole.log(2);\n// await", "setTimeout(() => console.log(1), 1);"])
            self.assertTrue(said[0])
            self.assertEqual(said[0], said[2], odd)
        runner = js_support.Runner({"index.js": "Object.defineProperty(globalThis, 'Date', { value: Date, writable: false, configurable: false });\n"}, ["index"])
        self.addCleanup(runner.close)
        self.assertRegex(runner.ask("screen", sources=["console.log(1);"], budget_ms=20000)["said"][0], "^ok ")

    def test_one_that_never_ends(self):
        self.assertRegex(self.words(["await new Promise(() => {});"])[0], "^unsettled ")

    def test_time_for_both(self):
        """Those that wait for nothing leave time to those that do."""
        said = self.words(["while (true);"] * 40 + ["await 1;\nconsole.log(1);"], 1500)
        self.assertTrue(said[-1])

    def test_what_is_left_for_later(self):
        """Does not run, and takes nothing from the others; nor does a clock that is set."""
        said = self.words(["(function* () { Promise.resolve().th\\u0065n(() => { for (;;); }); })().next();\nconsole.log(2);",
                           "Date.now = () => 0;\nconsole.log(3);", "console.log(1);"])
        self.assertTrue(said[2], said)

    def test_what_takes_the_process_down(self):
        said = self.words(["process['ab' + 'ort']();", "console.log(1);"])
        self.assertEqual(said, [None, None])
        self.assertTrue(self.words(["console.log(1);"])[0])

    def test_nothing_stays(self):
        self.words(["require('./index').list.push(1);\nArray.prototype.push = null;\nprocess.env.A_B = 'c';"])
        got = self.runner.run("console.log(require('./index').list.length, typeof [].push, process.env.A_B);")
        self.assertEqual(got["stdout"], "0 function undefined\n")

    def test_bad_requests(self):
        for sources in ("console.log(1);", [1], {}):
            with self.subTest(sources=sources):
                self.assertFalse(self.runner.ask("screen", sources=sources)["ok"])
        self.assertEqual(self.words([]), [])


if __name__ == "__main__":
    unittest.main()
