"""Tests that `generate` has run while it works: they are tried, and cannot end or outlive it."""
import os
import shutil
import tempfile
import textwrap
import unittest

import support

FUNCTIONS = [   # what a function does to those around it
    ("nothing", "return n * 2"),
    ("kills everybody", "os.kill(-1, 9); return n"),
    ("kills its parent", "os.kill(os.getppid(), 9); return n"),
    ("kills whoever it finds", """
        for p in os.listdir('/proc'):
            try:
                p.isdigit() and int(p) != os.getpid() and os.kill(int(p), 9)
            except OSError:
                pass
        return n
     """),
    ("leaves a process", """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(60)
            os._exit(0)
        return n
     """),
    ("multiplies", """
        while True:
            try:
                os.fork()
            except OSError:
                pass
     """),
    ("answers for the runner", """
        for fd in range(3, 1024):
            try:
                os.write(fd, b'{"status":"ok","covered":{},"used":0,"stdout":"forged"}\\n')
            except OSError:
                pass
        return n
     """),
]
PROCESSES = "import os; print(len([p for p in os.listdir('/proc') if p.isdigit()]))"


class Lending(unittest.TestCase):
    def ask(self, body, boxed=True):
        """(answer of generate, processes there are afterwards, the runner's and the counter's own included)"""
        folder = tempfile.mkdtemp(dir="/var/tmp")       # the box has a /tmp of its own
        try:
            os.chmod(folder, 0o755)
            path = os.path.join(folder, "lib.py")
            text = "import os\nimport time\n\n\ndef f(n):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            runner = support.Runner(boxed=boxed)
            try:
                self.assertEqual(runner.ask("load", paths=[folder], modules=["lib"])["loaded"], ["lib"])
                last = text.count("\n")
                runner.ask("cover", lines={path: list(range(6, last + 1))})
                found = runner.ask("generate", root=folder, max=20, budget_ms=1500, targets=[
                    {"name": "lib.f", "module": "lib", "qualname": "f", "file": "lib.py", "lines": list(range(5, last + 1))}])
                return found, int(runner.run(PROCESSES)["stdout"])
            finally:
                runner.close()
        finally:
            shutil.rmtree(folder)

    def test_tests_are_tried_by_the_runner(self):
        why = support.why_no_box()
        if why:
            self.skipTest(why)
        for label, body in FUNCTIONS:
            with self.subTest(label):
                found, processes = self.ask(body)
                self.assertTrue(found["ok"], found)
                self.assertGreater(found["stats"]["tried"], 0, found["stats"])
                # nearly each gets into f, and what is told of one test is not told of another
                self.assertGreater(10 * found["stats"]["reached"], 9 * found["stats"]["tried"], found["stats"])
                self.assertGreater(len(found["candidates"]), 2)
                self.assertEqual(processes, 2)

    def test_without_a_box(self):
        found, _ = self.ask("return n * 2", boxed=False)
        self.assertGreater(found["stats"]["reached"], 0, found["stats"])


if __name__ == "__main__":
    unittest.main()
