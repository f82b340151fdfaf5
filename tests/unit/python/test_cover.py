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
DECIDED = textwrap.dedent('''
    def plain(x):                           # 2
        if x:                               # 3
            return 1                        # 4

    def chain(x):                           # 6
        if x == 1:                          # 7
            "not run"                       # 8
            y = (                           # 9
                x + 1)                      # 10
        elif (x == 2                        # 11
              or x == 3):                   # 12
            y = 2                           # 13
        else:                               # 14
            y = 3                           # 15
        return y                            # 16

    def loop(n):                            # 18
        out = 0                             # 19
        for i in range(n):                  # 20
            if i == 2:                      # 21
                continue                    # 22
            out += i                        # 23
        while out > 9:                      # 24
            out -= 1                        # 25

    def fails(x):                           # 27
        try:                                # 28
            if 1 / x:                       # 29
                return 1                    # 30
        except ZeroDivisionError:           # 31
            return 2                        # 32
        return 3                            # 33

    def gen(n):                             # 35
        while n:                            # 36
            yield n                         # 37
            n -= 1                          # 38

    def deep(n):                            # 40
        if n and deep(n - 1):               # 41
            return 1                        # 42
        return 0                            # 43

    def short(x):                           # 45
        if x: return 1                      # 46
        return 2                            # 47

    async def nap(x):                       # 49
        await Turn()                        # 50
        return x                            # 51
    class Turn:                             # 52
        def __await__(self):                # 53
            yield                           # 54
    async def waits(x):                     # 55
        if await nap(x):                    # 56
            return 1                        # 57
        return 2                            # 58
    def asks():                             # 59
        if (yield 1):                       # 60
            return 1                        # 61
        return 2                            # 62
    class Two:                              # 63
        left = 2                            # 64
        def __iter__(self): return self     # 65
        def __next__(self):                 # 66
            self.left -= 1                  # 67
            if self.left < 0:               # 68
                raise StopIteration         # 69
            return self.left                # 70
    def through(them):                      # 71
        for x in them:                      # 72
            pass                            # 73
        return 1                            # 74
    def first(them):                        # 75
        if next(them):                      # 76
            return 1                        # 77
        return 2                            # 78
    def drive(it, answer):                  # 79
        try:                                # 80
            it.send(None)                   # 81
            it.send(answer)                 # 82
        except StopIteration:               # 83
            pass                            # 84
''')
IN, PAST = 1, 0
BRANCHES = [    # label, line asked about, test, ways taken
    ("into", 3, "b.plain(1)", [[3, 4, IN]]),
    ("past, out of the function", 3, "b.plain(0)", [[3, 4, PAST]]),
    ("both", 3, "b.plain(0); b.plain(1)", [[3, 4, IN], [3, 4, PAST]]),
    ("not called", 3, "b.chain(0)", []),
    ("a block that begins with a text", 7, "b.chain(1)", [[7, 8, IN]]),
    ("past to the next condition", 7, "b.chain(2)", [[7, 8, PAST]]),
    ("a condition of two lines", 12, "b.chain(3)", [[11, 13, IN]]),
    ("a condition of two lines, past", 11, "b.chain(4)", [[11, 13, PAST]]),
    ("never into a loop", 20, "b.loop(0)", [[20, 21, PAST]]),
    ("through a loop", 20, "b.loop(1)", [[20, 21, IN], [20, 21, PAST]]),
    ("in a loop", 21, "b.loop(3)", [[21, 22, IN], [21, 22, PAST]]),
    ("the last thing of a function", 24, "b.loop(1)", [[24, 25, PAST]]),
    ("an exception decides nothing", 29, "b.fails(0)", []),
    ("no exception", 29, "b.fails(1)", [[29, 30, IN]]),
    ("waits for a true answer", 56, "b.drive(b.waits(1), None)", [[56, 57, IN]]),
    ("waits for a false answer", 56, "b.drive(b.waits(0), None)", [[56, 57, PAST]]),
    ("waits for ever", 56, "b.waits(0).send(None)", []),
    ("asks its caller", 60, "b.drive(b.asks(), 1)", [[60, 61, IN]]),
    ("asks its caller, false", 60, "b.drive(b.asks(), 0)", [[60, 61, PAST]]),
    ("a class that iterates", 72, "b.through(b.Two())", [[72, 73, IN], [72, 73, PAST]]),
    ("a generator", 72, "b.through(x for x in (1,))", [[72, 73, IN], [72, 73, PAST]]),
    ("an end that is an error", 76, "b.first(iter(()))", []),
    ("between yields", 36, "list(b.gen(2))", [[36, 37, IN], [36, 37, PAST]]),
    ("a generator left open", 36, "next(b.gen(2))", [[36, 37, IN]]),
    ("each call decides for itself", 41, "b.deep(2)", [[41, 42, PAST]]),
    ("no way to tell on one line", 46, "b.short(1)", []),
    ("in a thread", 3, "\nimport threading\nt = threading.Thread(target=b.plain, args=(1,))\nt.start()\nt.join()",
     [[3, 4, IN]]),
    ("dies behind it", 3, "\nimport os\nb.plain(1)\nos._exit(3)", [[3, 4, IN]]),
]
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

    def test_ways_out_of_decisions(self):
        path = os.path.join(self.root, "b.py")
        with open(path, "w") as f:
            f.write(DECIDED)
        self.runner.ask("load", paths=[self.root], modules=["b"])
        for label, line, source, expected in BRANCHES:
            with self.subTest(label):
                self.runner.ask("cover", lines={path: [line]}, branches=True)
                got = self.runner.run("import b; " + source, cover=True, timeout_ms=1000)
                self.assertEqual(sorted(got.get("branches", {}).get(path, [])), sorted(expected), got)
        said = self.runner.ask("cover", lines={path: [4, 7, 20, 30, 46], "/nowhere.py": [1]}, branches=True)
        self.assertEqual(said["branches"], {path: [[7, 8], [20, 21]]})
        said = self.runner.ask("cover", lines={path: [7]})
        self.assertNotIn("branches", said)
        self.assertNotIn("branches", self.runner.run("import b; b.chain(1)", cover=True))

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
