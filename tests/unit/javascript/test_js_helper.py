"""fork.node, the helper that copies a Node process: one that is of no use costs the copies and nothing else."""
import os
import subprocess
import unittest
import unittest.mock

import js_support


@unittest.skipIf(js_support.why_no_copies(), js_support.why_no_copies())
class Helper(unittest.TestCase):
    def test_why_the_helper_does_not_load(self):
        folder = js_support.runner_folder()
        with open(os.path.join(folder, "fork.node"), "w", encoding="ascii") as f:
            f.write("x")
        with unittest.mock.patch.object(js_support, "RUNNER", folder):
            runner = js_support.Runner({"a.js": ""}, ["a"])
        self.addCleanup(runner.close)
        self.assertRegex(runner.loaded["why_not"], "^there is no helper for this system: .*fork.node")

    def test_a_helper_that_does_not_fit(self):
        """It is loaded ahead of Node, which ends for it: then the code is loaded without, and no module is blamed."""
        folder = js_support.runner_folder()
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-Wl,-z,now", "-o", os.path.join(folder, "fork.node")],
                       input=b"void tora_no_such_function(void);\nvoid f(void) { tora_no_such_function(); }\n", check=True)
        with unittest.mock.patch.object(js_support, "RUNNER", folder):
            runner = js_support.Runner({"a.js": ""}, ["a"])
        self.addCleanup(runner.close)
        self.assertEqual((runner.loaded["loaded"], runner.loaded["failed"]), (["a"], []))
        self.assertEqual((runner.loaded["copies"], runner.loaded["why_not"]), (False, "there is no helper for this system"))
        self.assertEqual(runner.run("require('./a'); console.log(process.env.LD_PRELOAD)")["stdout"], "undefined\n")


if __name__ == "__main__":
    unittest.main()
