"""Many programs in one process: a word for each, the same where it does the same."""
import unittest

import js_support

FILES = {"index.js": "exports.twice = (n) => n * 2;\nexports.list = [];\n", "m.mjs": "export const one = 1;\nexport default 2;\n"}
SAME = [    # two programs that do the same
    ("console.log(1);", "console.log(2 - 1);"),
    ("const { twice } = require('./index');\nconsole.log(twice(2));", "const index = require('./index');\nconsole.log(index.twice(2));"),
    ("throw new TypeError('a');", "const e = new TypeError('a');\nthrow e;"),
    ("import { one } from './m.mjs';\nconsole.log(one);", "import * as m from './m.mjs';\nconsole.log(m.one);"),
    ("process.exit(1);", "process.exit(1);"),     # that it would end
]
OTHER = [   # and that do not
    ("console.log(1);", "console.log('2');"),
    ("throw new TypeError('a');", "throw new TypeError('b');"),
    ("throw new TypeError('a');", "throw new RangeError('a');"),
    ("process.exit(1);", "process.exit(2);"),
    ("console.log('x'.repeat(3000));", "console.log('y'.repeat(3000));"),
    ("console.log('a');\nthrow new Error('b');", "throw new Error('b');"),
]
SILENT = ["await 1;", "const x = 1;", "Promise.resolve(1).then((x) => console.log(x));", "while (true);", "console.log('x'.repeat(5000));",
          "require('./index').twice(1);", "setTimeout(() => console.log(1), 1);\nconsole.log(2);", "import fs from 'fs';\nconsole.log(1);"]     # without a word


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Screen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner(FILES, ["index", "m.mjs"])
        cls.addClassCleanup(cls.runner.close)

    def words(self, sources, budget_ms=20000):
        got = self.runner.ask("screen", sources=sources, budget_ms=budget_ms)
        self.assertTrue(got["ok"], got)
        self.assertEqual(len(got["said"]), len(sources))
        return got["said"]

    def test_words(self):
        for pairs, is_same in ((SAME, True), (OTHER, False)):
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

    def test_an_endless_one(self):
        """Ends, and the others have their words."""
        said = self.words(["while (true);", "console.log(1);"])
        self.assertRegex(said[1], "^ok ")

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
