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


if __name__ == "__main__":
    unittest.main()
