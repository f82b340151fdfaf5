"""What a test is written in: a script, an ES module, TypeScript; each of them runs once."""
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

    def test_in_a_process_of_its_own(self):
        self.run_all(copies=False)

    @unittest.skipIf(js_support.why_no_copies(), "no copies here")
    def test_in_a_copy(self):
        self.run_all()


if __name__ == "__main__":
    unittest.main()
