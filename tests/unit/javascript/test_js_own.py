"""Programs that ask for what one side alone has: gen_own.js, and what `generate` gives where a module is new."""
import unittest

import js_support

FILES = {
    "index.js": "const { fresh } = require('./fresh');\nexports.twice = (n) => fresh(n);\nexports.thrice = (n) => 3 * n;\n",
    "fresh.js": "exports.fresh = (n) => 2 * n;\n",
    "a.test.js": "const test = require('node:test');\nconst assert = require('node:assert');\nconst { twice } = require('./index');\n"
                 "test('twice', () => { assert.equal(twice(2), 4); assert.equal(twice(-7), -14); });\n",
}
ENTRIES = [{"module": "a", "qualname": "f"}, {"module": "a", "qualname": "C.m"}, {"module": "lib/b+", "qualname": "g"}, {"module": "lib/b+", "qualname": "D"},
           {"module": "a", "qualname": "default"}, {"module": "lib/index", "qualname": "h"}]


def lacked(*names):
    return [{"module": module, "qualname": qualname, "here": {}, "there": None} for module, qualname in names]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Own(unittest.TestCase):
    def test_which(self):
        some, whole = lacked(("lib/b+", "g")), lacked(("lib/b+", "g"), ("lib/b+", "D"))
        default, index = lacked(("a", "default")), lacked(("lib/index", "h"))
        for api, source, wanted in (
            (whole, "require('./lib/b+')", True), (whole, 'import { g } from "./lib/b+.mjs";', True), (whole, "require('./lib/bb')", False), (whole, "require('./lib/b+c')", False),
            (whole, "import { g } from './a';", False), (index, "require('./lib')", True), (index, "require('./lib/index.js')", True), (index, "require('./libs')", False),
            # of a module of which the other side has more
            (some, "require('./lib/b+')", False), (some, "const { g } = require('./lib/b+');", True), (some, "const { D, g: x } = await import('./lib/b+');", True),
            (some, "import x, { D, g } from './lib/b+.js';", True), (some, "import * as b from './lib/b+';\nb.g(1);", True), (some, "const b = require('./lib/b+');\nb.g(1);", True),
            (some, "const g = require('./lib/b+').g;", True), (some, "console.log(require('./lib/b+').g(1))", True), (some, "const x = require('./a'), { g } = require('./lib/b+');", True),
            (some, "import {\n  D, // g later\n} from './lib/b+.js';", False), (some, "const D = require('./lib/b+').D;", False),
            (some, "const b = require('./lib/b+');\nb.gg(a.b.g, b.D);", False), (some, "const { D } = require('./lib/b+');\nconst g = 5;\nD({ g }, 'g');", False),
            (some, "const { g } = require('./a');\nconst { D } = require('./lib/b+');", False), (some, "import { D } from './lib/b+';\nfunction g() {}", False),
            (default, "import x from './a';", True), (default, "import { default as x } from './a';", True), (default, "import * as x from './a';", False),
            (default, "const x = require('./a');", False), (default, "import { f } from './a';\nswitch (f()) { default: }", False), (default, "import x from './lib/b+';", False),
            (lacked(("a", "C.m")), "const { C } = require('./a');\nc.m(1)", False), ([dict(lacked(("a", "f"))[0], there={})], "const { f } = require('./a');", False),
            ([], "f(1)", False), (None, "f(1)", False), ([None, 1], "f(1)", False), (lacked(("z", "f")), "require('./z')", False),
        ):
            with self.subTest(api=api, source=source):
                self.assertEqual(js_support.made("gen_own.js", "t.asker(given[0], given[1])(given[2])", api, ENTRIES, source), wanted)

    def test_many(self):
        """A module of many functions is new: each is looked at some times."""
        entries = [{"module": "icons", "qualname": "icon%d" % n} for n in range(500)]
        reads = """(() => {
            let reads = 0;
            const counted = given[1].map((one) => new Proxy(one, { get: (it, key) => { reads++; return it[key]; } }));
            t.asker(given[0], counted)('x');
            return reads;
        })()"""
        self.assertLess(js_support.made("gen_own.js", reads, lacked(*((one["module"], one["qualname"]) for one in entries)), entries), 20 * len(entries))

    def few(self, text, most):
        """Programs by one letter each: capitals ask for what one side has."""
        rows = js_support.made("gen_own.js", "t.few([...given[0]].map((source) => ({ source })), (source) => source !== source.toLowerCase(), given[1])", text, most)
        return "".join(row["source"] for row in rows)

    def test_few(self):
        many = "ABCDEFGH" + "abcdefghijklmnopqrstuvwxyz" * 2
        self.assertEqual(self.few(many, 40), "AB" + many[8:46] + many[46:])
        self.assertEqual(self.few("aABbC", 5), "aABbC")
        self.assertEqual(self.few("aABbCD", 4), "aABb")
        self.assertEqual(self.few("aAbc", 3), "abc")
        self.assertEqual(self.few("ABC", 2), "AB")
        self.assertEqual(self.few("", 2), "")

    def test_of_a_project(self):
        """Where the module is new most programs are of what both sides have; of the old side all that it has."""
        for own_first, is_few in ((False, True), (True, False)):
            with self.subTest(own_first=own_first):
                runner = js_support.Runner(FILES, ["index", "fresh"])
                self.addCleanup(runner.close)
                targets = [{"name": "fresh.fresh", "module": "fresh", "qualname": "fresh", "file": "fresh.js", "lines": [1], "touched": [], "literals": []},
                           {"name": "index.twice", "module": "index", "qualname": "twice", "file": "index.js", "lines": [2], "touched": [], "literals": []}]
                got = runner.ask("generate", targets=targets, root=runner.root, max=40, spare=100, seed=1, budget_ms=20000, own_first=own_first, api=lacked(("fresh", "fresh")))
                self.assertTrue(got["ok"], got)
                asking = [row for row in got["candidates"] if "./fresh" in row["source"]]
                self.assertEqual(0 < len(asking) <= 2, is_few, [row["source"] for row in asking])


if __name__ == "__main__":
    unittest.main()
