"""Many programs in few processes: a word for each, the same where it does the same; and which lines each runs."""
import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

import support
from support import Runner

BUDGET = 20000
SAME = [    # two programs that do the same
    ("print(1)", "print(2 - 1)"),
    ("raise ValueError('a')", "print(end='')\nraise ValueError('a')"),
    ("import sys\nsys.exit(3)", "raise SystemExit(3)"),
    ("print({1, 2}, object())", "print({2, 1}, object())"),
    ("import random\nprint(random.random())", "import random\nx = random.random()\nprint(x)"),
    ("import warnings\nwarnings.warn('a')", "import warnings\nwarnings.warn('a', UserWarning)"),
    ("", "x = 1"),
]
OTHER = [   # and that do not
    ("print(1)", "print(2)"),
    ("print(1)", "print('1', end='')"),
    ("raise ValueError('a')", "raise ValueError('b')"),
    ("raise ValueError('a')", "raise TypeError('a')"),
    ("x = 1", "x ="),
    ("x = 1", "raise SystemExit(0)"),
    ("import warnings\nwarnings.warn('a')", "import warnings\nwarnings.warn('b')"),
    ("print('a')\nraise ValueError('b')", "raise ValueError('b')"),
]
TAKES_DOWN = [      # a program without a word
    "import os\nos._exit(0)",
    "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "import signal\nsignal.setitimer(signal.ITIMER_VIRTUAL, 0)\nwhile True: pass",
    "import time\ntime.sleep(60)",
]


class Screen(unittest.TestCase):
    def setUp(self):
        self.runner = Runner()
        self.addCleanup(self.runner.close)
        self.runner.ask("load", paths=[], modules=["json"])

    def words(self, sources, budget_ms=BUDGET):
        got = self.runner.ask("screen", sources=sources, budget_ms=budget_ms)
        self.assertTrue(got["ok"], got)
        self.assertEqual(len(got["said"]), len(sources))
        return got["said"]

    def test_words(self):
        for pairs, is_same in ((SAME, True), (OTHER, False)):
            said = self.words([source for pair in pairs for source in pair])
            for i, (one, other) in enumerate(pairs):
                with self.subTest(one=one, other=other):
                    self.assertIsNotNone(said[2 * i])
                    self.assertEqual(said[2 * i] == said[2 * i + 1], is_same)

    def test_lines(self):
        """Where several are printed, two letters for each of the first: which differ can be told."""
        one, two, three, many = self.words(["print('a')", "print('a')\nprint('b')", "print('a')\nprint('c')\nraise KeyError", "for i in range(40):\n    print(i)"])
        self.assertEqual([len(word.split(" ")) for word in (one, two, three, many)], [2, 3, 3, 3])
        self.assertEqual([len(word.split(" ")[2]) for word in (two, three, many)], [4, 4, 64])
        self.assertEqual(two.split(" ")[2][:2], three.split(" ")[2][:2])
        self.assertNotEqual(two.split(" ")[2], three.split(" ")[2])

    def test_more_than_one_process_takes(self):
        """In the order in which they were given, and as in a run of two."""
        said = self.words(["print(%d)" % (i // 2) for i in range(202)])
        self.assertEqual((said[0::2], len(set(said))), (said[1::2], 101))
        self.assertEqual(self.words(["print(100)", "print(0)"]), [said[200], said[0]])

    def test_what_takes_its_process_down(self):
        """It has no word, and the others have theirs."""
        for source in TAKES_DOWN:
            with self.subTest(source=source):
                said = self.words(["print(1)", source, "print(1)", "print(2)"])
                self.assertEqual(said[0], said[2])
                self.assertIn(said[1], (None, "late"))      # of the processor, or all of its process
                self.assertTrue(said[0] and said[3] and said[3] != said[0])

    def test_what_takes_its_time(self):
        """On the processor it is said to be late, by the clock nobody knows, as on a busy machine; and the others have their words, in the
        same process where it catches nothing."""
        for _ in range(20):
            said = self.words(["while True: pass", "import time\ntime.sleep(60)", "print(1)", "print(1)"])
            self.assertEqual((said[1], said[2]), (None, said[3]))
            self.assertTrue(said[2])
            if said[0] is not None:
                break
        self.assertEqual(said[0], "late")

    def test_what_one_leaves(self):
        """Most of it is put back; what forks goes on once."""
        asks = "import os, sys, warnings\nprint(os.getcwd(), os.environ.get('A_B'), 'x' in sys.path, os.umask(0o022), len(warnings.filters))"
        changes = ["import os\nos.chdir('/')", "import os\nos.environ['A_B'] = '1'", "import sys\nsys.path.append('x')",
                   "import os\nos.umask(0)", "import warnings\nwarnings.simplefilter('ignore')", "import builtins\nbuiltins.print = None",
                   "import sys\nsys.stdout.close()", "import os\nif os.fork() == 0:\n    raise ValueError\nos.wait()"]
        said = self.words([asks] + [source for change in changes for source in (change, asks)])
        for change, one in zip(changes, said[2::2]):
            with self.subTest(change):
                self.assertEqual(one, said[0])

    def test_streams(self):
        """What a program may ask of them, and addresses in what is written past print."""
        said = self.words(["import sys\nsys.stdout.buffer.write(b'a')\nsys.stdout.reconfigure(errors='strict')", "import sys\nsys.stdout.write('a')",
                           "import sys\nsys.stdout.buffer.write(b'b')", "import sys\nsys.stdout.write(repr(object()))",
                           "import sys\nx = [object() for _ in range(99)]\nsys.stdout.write(repr(x[50]))"])
        self.assertEqual((said[0], said[3]), (said[1], said[4]))
        self.assertNotEqual(said[0], said[2])
        self.assertEqual([bool(word) for word in self.words(["print('a' * %d)" % n for n in (200000, 300000)])], [True, False])

    def test_no_time(self):
        began = time.monotonic()
        said = self.words(["import time\ntime.sleep(60)", "print(1)"] * 30, 3000)
        self.assertEqual(set(said[0::2]), {None})
        self.assertIsNone(said[-1])
        self.assertLess(time.monotonic() - began, 30)

    def test_nothing_stays(self):
        """Neither in the runner, nor for a test of its own, nor of what was written."""
        self.words(["import json\njson.dumps = None\nopen('a', 'w').write('b')\nimport os\nos.environ['A_B'] = 'c'"])
        got = self.runner.ask("run", source="import json, os\nprint(json.dumps([]), os.listdir(), os.environ.get('A_B'))")
        self.assertEqual(got["stdout"], "[] ['test.py'] None\n", got)

    def test_bad_requests(self):
        for sources in (None, "print(1)", [1], {}):
            got = self.runner.ask("screen", sources=sources)
            self.assertFalse(got["ok"], sources)
        self.assertEqual(self.words([]), [])


TOLD = [    # a program; of its trial the status, the type of the exception, the lines of lib.py, what it printed
    ("import lib\nprint(lib.f(1))", "ok", None, [2, 3], "positive\n"),
    ("import lib\nprint(lib.f(0))", "ok", None, [2, 4], "other\n"),
    ("import lib\nprint(lib.f(1))", "ok", None, [2, 3], "positive\n"),
    ("print(1)", "ok", None, [], "1\n"),
    ("import lib\nlib.f('a')", "exception", "TypeError", [2], ""),
    ("import sys\nsys.settrace(None)\nsys.exit(2)", "exit", None, [], ""),
    ("import lib\nprint(lib.f(-1), end='')", "ok", None, [2, 4], "other"),
    ("x =", "exception", "SyntaxError", [], ""),
    ("while True: pass", "timeout", None, [], ""),
    ("import lib\nlib.f(1)\nx = 'a' * (1 << 40)", "limit", None, [2, 3], ""),
    ("import lib\nlib.f(2)", "ok", None, [2, 3], ""),
]


SESSION = """
import json, sys
sys.path.insert(0, %r)
from support import module
serve, screen = module("serve"), module("screen")
class Channel:
    def watch(self, poll): return -1
    def is_gone(self): return False
    def close(self): pass
sys.own, asked = sys.modules["__main__"], json.loads(sys.argv[1])    # other ones take their places
module("confine").setup()
module("child").prepare()
session = serve.Session(Channel(), "")
session.load([%r], ["lib"])
session.watch([(%r, n) for n in range(2, 5)])
sys.stderr.write(json.dumps(screen.trials(session, asked, True, None)))
"""


class Trials(unittest.TestCase):
    """What `generate` is told, by way of a session in this process."""

    def test_told(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "lib.py")
        with open(path, "w", encoding="utf-8") as f:
            f.write("def f(n):\n    if n > 0:\n        return 'positive'\n    return 'other'\n")
        script = SESSION % (os.path.dirname(os.path.abspath(__file__)), folder, path)
        done = subprocess.run([support.PYTHON, "-c", script, json.dumps([row[0] for row in TOLD])], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done)
        told = json.loads(done.stderr.decode())
        for row, one in zip(TOLD, told):
            with self.subTest(row[0]):
                error = one["exception"]
                self.assertEqual((one["status"], error and error["type"], one["covered"].get(path, []), one["stdout"]), row[1:])


if __name__ == "__main__":
    unittest.main()
