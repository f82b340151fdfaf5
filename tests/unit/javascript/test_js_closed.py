"""A package that leaves less of the process than the runner needs."""
import unittest

import js_support


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Closed(unittest.TestCase):
    def test_process(self):
        runner = js_support.Runner({"a.js": "Object.seal(process); exports.one = 1;"}, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["loaded"], ["a"])
        self.assertEqual(runner.run("console.log(require('./a').one)")["stdout"], "1\n")
        self.assertEqual(runner.run("null.x")["exception"]["type"], "TypeError")

    @unittest.skipIf(js_support.why_no_copies(), js_support.why_no_copies())
    def test_nobody_may_wait_for_the_reports(self):
        text = ("const args = ['-c', 'import os; os.set_blocking(4, False)'], stdio = ['ignore', 'ignore', 'ignore', 'ignore', 4];\n"
                "require('child_process').execFileSync('/usr/bin/python3', args, { stdio });\n")
        runner = js_support.Runner({"a.js": text}, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual(runner.loaded["why_not"], "")
        for _ in range(10):
            got = runner.run("require('fs').writeSync(1, 'x'.repeat(2e5));")
            self.assertEqual((got["status"], len(got["stdout"])), ("ok", 200000))


if __name__ == "__main__":
    unittest.main()
