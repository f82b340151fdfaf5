"""Trials in an interpreter of their own: as fresh as they claim, and the same trial in all else."""
import json
import os
import shutil
import tempfile
import unittest

import support

LOADED = """import os, sys
os.environ["SET_BY_IMPORT"] = "1"
os.open(__file__, os.O_RDONLY)
sys.path.append("/added/by/import")
os.register_at_fork(after_in_child=lambda: __import__("random").seed(42))
marker = object()
"""

# name, source, expected parts of the trial
OUTCOMES = [
    ("prints", "print('x')", {"status": "ok", "stdout": "x\n"}),
    ("raises", "def f(): raise ValueError('v')\nf()",
     {"status": "exception", "exception": {"type": "ValueError", "message": "v", "frames": [
         {"file": "<test>", "line": 2, "function": "<module>"},
         {"file": "<test>", "line": 1, "function": "f"}]}}),
    ("does not parse", "f(", {"status": "exception"}),
    ("exits", "raise SystemExit(3)", {"status": "exit", "code": 3}),
    ("leaves", "import os; os._exit(4)", {"status": "exit", "code": 4}),
    ("crashes", "import os; os.kill(os.getpid(), 11)", {"status": "signal", "code": 11}),
    ("hangs", "while True: pass", {"status": "timeout"}),
    ("memory", "x = bytearray(4 << 30)", {"status": "limit"}),
    ("output", "while True: print('x' * 1000)", {"status": "limit"}),
    ("warns", "import warnings; warnings.warn('w')",
     {"warnings": [{"category": "UserWarning", "message": "w"}]}),
    ("text of every kind", "print('\\u00e9\\ud800\\0\\x1b', end='')", {"stdout": "\u00e9\\ud800\\x00\x1b"}),
    ("surrogates in the source", "print(ascii('\ud800'))", {"status": "exception"}),
    ("is canonical", "print({'b', 'a'}, object())", {"stdout": "{'a', 'b'} object()\n"}),
    ("atexit", "import atexit; atexit.register(print, 'bye')", {"stdout": "bye\n"}),
    ("raises below its imports", "import json\n\nfrom os import (\n    path)\njson.nothing",
     {"exception": {"type": "AttributeError", "message": "module 'json' has no attribute 'nothing'", "frames": [
         {"file": "<test>", "line": 5, "function": "<module>"}]}}),
    ("says something below its imports", "import json\n'text'\nprint(__doc__)", {"status": "ok", "stdout": "None\n"}),
    ("says what it is about", "'text'\nimport json\nprint(__doc__)", {"status": "ok", "stdout": "text\n"}),
    ("only imports", "import json", {"status": "ok", "stdout": ""}),
    ("imports what is not there", "import json\nimport json.nowhere\nprint('on')",
     {"stdout": "", "exception": {"type": "ModuleNotFoundError", "message": "No module named 'json.nowhere'", "frames": [
         {"file": "<test>", "line": 2, "function": "<module>"}]}}),
    ("does not parse below its imports", "import this\nprint('on')\nreturn", {"status": "exception", "stdout": ""}),
    ("asks for the future first", "from __future__ import annotations\nimport json\n\ndef f(x: y): pass\n"
     "print(f.__annotations__)", {"status": "ok", "stdout": "{'x': 'y'}\n"}),
    ("collects garbage as always", "import gc\nprint(gc.isenabled(), gc.get_threshold()[0] < 10000)",
     {"stdout": "True True\n"}),
    ("its garbage is collected", "import json\nclass Loop:\n    def __init__(self): self.self = self\n"
     "    def __del__(self): print('gone')\nLoop()", {"stdout": "gone\n"}),
    ("sets when garbage is collected", "import quick\nimport gc\nprint(gc.get_threshold())", {"stdout": "(300, 3, 3)\n"}),
    ("its forks draw something else", "import os, random\npid = os.fork()\nn = random.random()\n"
     "if pid == 0:\n    os._exit(n == 0.8444218515250481)\nprint(os.waitpid(pid, 0)[1])", {"stdout": "0\n"}),
    ("forks what a package seeds", "import loaded, os, random\npid = os.fork()\nif pid == 0:\n"
     "    os._exit(random.random() == 0.6394267984578837)\nprint(os.waitpid(pid, 0)[1])", {"stdout": "256\n"}),
    ("a fork's thread is its main one", "import _thread, os, threading\nover = _thread.allocate_lock()\ndef fork():\n"
     "    pid = os.fork()\n    if pid == 0:\n        os._exit(threading.current_thread() is threading.main_thread())\n"
     "    print(os.waitpid(pid, 0)[1])\n    over.release()\n"
     "over.acquire()\n_thread.start_new_thread(fork, ())\nover.acquire()", {"stdout": "256\n"}),
    ("has a file of its own", "print(open(__file__).read(), oct(__import__('os').stat(__file__).st_mode))",
     {"stdout": "print(open(__file__).read(), oct(__import__('os').stat(__file__).st_mode)) 0o100600\n"}),
    ("calls at any depth take no memory anew", "import resource\ndef leaf(): pass\ndef at(depth):\n"
     "    for _ in range(50): leaf()\n    if depth: at(depth - 1)\nat(300)\n"
     "before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt\nat(300)\n"
     "print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 40)", {"stdout": "True\n"}),
    ("draws the same", "import random; print(random.random())", {"stdout": "0.8444218515250481\n"}),
]


# source, how much of it is imports
IMPORTS = [
    ("", ""), ("import a", "import a"), ("import a\nprint(1)", "import a\n"), ("print(1)\nimport a\n", ""),
    ("\nimport a\nfrom b.c import d as e, f\n\nprint(1)\nimport g\n", "\nimport a\nfrom b.c import d as e, f\n\n"),
    ("import a\n# of c\nimport c\n", "import a\n"), ("import a; b()\nx", ""), ("import a\\\nb\n", ""),
    ("from x import (a,\n    b)\n", ""), ("import a\r\nb()\n", ""), ("\f\nimport a\n", ""),
    ("from __future__ import annotations\nimport a\n", ""), ("from .a import *\nx()\n", "from .a import *\n"),
]


class Imports(unittest.TestCase):
    def test_what_a_test_begins_with(self):
        for source, begins in IMPORTS:
            with self.subTest(source):
                self.assertEqual(begins, source[:support.module("child").imports(source)])


class Fresh(unittest.TestCase):
    boxed = False

    @classmethod
    def setUpClass(cls):
        why = support.why_no_box() if cls.boxed else None
        if why:
            raise unittest.SkipTest(why)
        cls.root = tempfile.mkdtemp(prefix="tora-unit-", dir="/var/tmp")
        os.chmod(cls.root, 0o755)
        with open(os.path.join(cls.root, "loaded.py"), "w", encoding="utf-8") as f:
            f.write(LOADED)
        with open(os.path.join(cls.root, "quick.py"), "w", encoding="utf-8") as f:
            f.write("import gc\ngc.set_threshold(300, 3, 3)\n")
        cls.runner = support.Runner(boxed=cls.boxed)
        cls.runner.ask("load", paths=[cls.root], modules=["loaded"],
                       limits={"timeout_ms": 1500, "memory_mib": 256, "output_kib": 64})

    @classmethod
    def tearDownClass(cls):
        if hasattr(cls, "runner"):
            cls.runner.close()
            shutil.rmtree(cls.root)

    def run_fresh(self, source, seed=0, **fields):
        got = self.runner.run(source, fresh=True, seed=seed, **fields)
        self.assertTrue(got["ok"], got)
        self.assertNotIn("spoiled", got)
        return got

    def values(self, source, seed=0):
        got = self.run_fresh("import json\nprint(json.dumps(%s))" % source, seed)
        self.assertEqual("ok", got["status"], got)
        return json.loads(got["stdout"])

    def test_outcomes(self):
        for name, source, expected in OUTCOMES:
            for fresh in (True, False):
                with self.subTest(name, fresh=fresh):
                    got = self.runner.run(source, fresh=fresh)
                    for key, value in expected.items():
                        self.assertEqual(value, got[key], got)

    def test_nothing_of_what_was_loaded_is_there(self):
        self.assertEqual([False, None, False], self.values(
            "['loaded' in __import__('sys').modules, __import__('os').environ.get('SET_BY_IMPORT'), "
            "any('loaded.py' in __import__('os').readlink('/proc/self/fd/' + n) "
            "    for n in __import__('os').listdir('/proc/self/fd') "
            "    if __import__('os').path.exists('/proc/self/fd/' + n))]"))

    def test_the_import_path_is_that_of_warm_tests(self):
        warm = self.runner.run("import sys; print(sys.path)")["stdout"]
        self.assertEqual(warm, self.run_fresh("import sys; print(sys.path)")["stdout"])

    def test_the_environment_is_that_of_warm_tests(self):
        source = ("import os, sys\nprint({k: v for k, v in os.environ.items() "
                  "if k not in ('SET_BY_IMPORT', 'PYTHONHASHSEED')}, sys.argv, os.getcwd(), sys.flags, "
                  "os.umask(0), sys.stdout.encoding, sys.warnoptions)")
        self.assertEqual(self.runner.run(source)["stdout"], self.run_fresh(source)["stdout"])

    def test_hash_seed(self):
        a, b, c = (self.values("hash('a')", seed) for seed in (1, 2, 1))
        self.assertEqual(a, c)
        self.assertNotEqual(a, b)

    def test_another_seed_is_another_draw(self):
        a, b, c = (self.values("__import__('random').random()", seed) for seed in (1, 2, 1))
        self.assertEqual(a, c)
        self.assertNotEqual(a, b)

    def test_what_it_imports_first_is_not_looked_at_for_garbage(self):
        said = "\nprint(any(o is json for o in gc.get_objects()))"
        self.assertEqual("False\n", self.run_fresh("import gc\nimport json" + said)["stdout"])
        self.assertEqual("True\n", self.run_fresh("import gc\nif gc:\n    import json" + said)["stdout"])

    def test_addresses_are_its_own(self):
        self.assertGreater(len({self.values("id(__import__('json'))") for _ in range(4)}), 1)

    def test_covers_lines(self):
        path = os.path.join(self.root, "loaded.py")
        self.assertEqual(2, self.runner.ask("cover", lines={path: [2, 5]})["points"])
        self.assertEqual({path: [2, 5]}, self.run_fresh("import loaded", cover=True)["covered"])

    def test_leaves_nothing(self):
        self.run_fresh("import os, time\nopen('left', 'w').close()\nif os.fork() == 0:\n"
                       "    os.setsid(); time.sleep(60)")
        self.assertEqual(["test.py"], self.values("__import__('os').listdir('.')"))

    def test_seeds_that_are_none(self):
        for seed in (-1, 1 << 32, "x", 1.5, None):
            with self.subTest(seed=seed):
                self.assertFalse(self.runner.run("print(1)", fresh=True, seed=seed)["ok"])


class FreshInBox(Fresh):
    boxed = True


if __name__ == "__main__":
    unittest.main()
