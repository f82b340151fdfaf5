"""Which lines a test ran: only those asked about, only when asked, and also when it dies."""
import os
import shutil
import tempfile
import textwrap
import unittest

import support

CODE = textwrap.dedent('''
    import threading                        # 2
    LIMIT = 3                               # 3
    def plain(x):                           # 4
        if x:                               # 5
            return 1                        # 6
        return 2                            # 7

    def default(x,                          # 9
                y=1):                       # 10
        """Doc."""                          # 11
        return x + y                        # 12

    def one(x): return x                    # 14

    def several(x):                         # 16
        return sum([                        # 17
            x,                              # 18
            1,                              # 19
        ])                                  # 20

    def outer():                            # 22
        def inner():                        # 23
            return 1                        # 24
        return inner                        # 25

    def gen():                              # 27
        yield 1                             # 28
        yield 2                             # 29

    class K:                                # 31
        def m(self):                        # 32
            return [i for i in range(2)     # 33
                    if i]                   # 34

    def thread(f):                          # 36
        t = threading.Thread(target=f)      # 37
        t.start()                           # 38
        t.join()                            # 39
    def dies():                             # 40
        import os                           # 41
        os._exit(3)                         # 42
    def hangs():                            # 43
        while True:                         # 44
            pass                            # 45
''')
ROWS = [    # label, lines asked about, test, lines that ran
    ("taken branch", [5, 6, 7], "m.plain(1)", [5, 6]),
    ("other branch", [5, 6, 7], "m.plain(0)", [5, 7]),
    ("not called", [5, 6, 7], "m.one(0)", []),
    ("the def itself", [4], "m.plain(0)", [4]),
    ("a default in the header", [10], "m.default(1)", [10]),
    ("one line", [14], "m.one(1)", [14]),
    ("inside a long statement", [19], "m.several(1)", [19]),
    ("outer only", [23, 24, 25], "m.outer()", [23, 25]),
    ("inner too", [24], "m.outer()()", [24]),
    ("generator, partly", [28, 29], "next(m.gen())", [28]),
    ("method", [32, 33, 34], "m.K().m()", [32, 33, 34]),
    ("in a thread", [6], "m.thread(lambda: m.plain(1))", [6]),
    ("dies", [41, 42], "m.dies()", [41, 42]),
    ("hangs", [44], "m.hangs()", [44]),
    ("caught exception", [5], "\ntry:\n    m.plain()\nexcept TypeError:\n    pass", []),
    ("in a forked process", [6], "\nimport os\nif os.fork() == 0:\n    m.plain(1)\nelse:\n    os.wait()",
     [6]),
]


class Cover(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.path = os.path.join(self.root, "m.py")
        with open(self.path, "w") as f:
            f.write(CODE)
        self.runner = support.Runner()
        self.runner.ask("load", paths=[self.root], modules=["m"])

    def tearDown(self):
        self.runner.close()
        shutil.rmtree(self.root)

    def test_lines(self):
        for label, lines, source, expected in ROWS:
            with self.subTest(label):
                self.runner.ask("cover", lines={self.path: lines})
                got = self.runner.run("import m; " + source, cover=True, timeout_ms=1000)
                self.assertEqual(got["covered"].get(self.path, []), expected, got)

    def test_only_when_asked(self):
        self.runner.ask("cover", lines={self.path: [5]})
        self.assertNotIn("covered", self.runner.run("import m; m.plain(1)"))
        got = self.runner.run("import sys, m; print(sys.gettrace(), "
                              "getattr(sys, 'monitoring', None) and sys.monitoring.get_tool(1))")
        self.assertEqual(got["stdout"], "None None\n")

    def test_other_files_are_not_reported(self):
        self.runner.ask("cover", lines={"/nowhere/x.py": [1], self.path: [5]})
        got = self.runner.run("import m; m.plain(1)", cover=True)
        self.assertEqual(got["covered"], {self.path: [5]})

    def test_same_code_in_two_files(self):
        twin = os.path.join(self.root, "twin.py")
        shutil.copy(self.path, twin)
        self.runner.ask("load", paths=[self.root], modules=["twin"])
        self.runner.ask("cover", lines={twin: [6], self.path: [7]})
        got = self.runner.run("import m, twin; m.plain(0); twin.plain(1)", cover=True)
        self.assertEqual(got["covered"], {self.path: [7], twin: [6]})


if __name__ == "__main__":
    unittest.main()
