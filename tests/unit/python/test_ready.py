"""A process that got ready for a fresh test before that was known: for tests it is exactly the beginning of, the same process."""
import os
import shutil
import tempfile
import time
import unittest

import support

# All that a test may see of the process it is in. pk notes what it saw while it was imported.
NOTES = """import gc, os, random, sys, time
SAW = {"pid": os.getpid(), "cwd": os.getcwd(), "home": os.environ["HOME"], "argv": sys.argv, "modules": sorted(sys.modules),
       "main": sorted(vars(sys.modules["__main__"])), "fds": sorted(map(int, os.listdir("/proc/self/fd")))[:4], "draw": random.random(),
       "frames": [], "session": os.getsid(0) == os.getpid()}
frame = sys._getframe(1)
while frame and "importlib" not in frame.f_code.co_filename.replace("<frozen ", ""):
    frame = frame.f_back
while frame:
    if frame.f_code.co_filename.endswith("test.py"):
        SAW["frames"].append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
    frame = frame.f_back
del frame
WHEN = time.monotonic()
JSON_FIRST = "json" in sys.modules
print("pk is loaded")
print("loud", file=sys.stderr)
sys.path.append("/added/by/import")
"""
LOOK = """import pk
import gc, os, random, resource, signal, sys
assert pk.SAW["pid"] == os.getpid() and pk.SAW["cwd"] == os.getcwd()
del pk.SAW["pid"]
print(sorted(pk.SAW.items()))
print(sorted(map(int, os.listdir("/proc/self/fd")))[:4], len(os.listdir("/proc/self/fd")), os.getcwd(), sorted(os.environ.items()), sys.path)
print(random.random(), hash("a"), gc.get_count()[1:], gc.get_threshold(), sorted(sys.modules), sorted(globals()))
print([resource.getrlimit(i) for i in range(10)], [signal.getsignal(i) for i in (2, 13, 14, 15)], os.umask(0))
print(open(__file__).read()[:9], os.listdir("."), __name__)
"""

# package, what its import leaves: none of these can be waited for
RESTLESS = [
    ("raises", "raise ValueError('v')"), ("leaves", "raise SystemExit(3)"), ("dies", "import os; os._exit(3)"),
    ("threads", "import threading, time; threading.Thread(target=time.sleep, args=(20,), daemon=True).start()"),
    ("forks", "import os, time\nif os.fork() == 0:\n    time.sleep(20)"), ("alarms", "import signal; signal.alarm(2)"),
    ("sleeps", "import time; time.sleep(60)"), ("prints", "while True: print('x' * 1000)"),
    ("closes", "import os; os.closerange(3, 2000)"), ("writes", "open('test.py', 'w').write('print(1)')"),
    ("removes", "import os, shutil; shutil.rmtree(os.getcwd())"),
]
NO_FORK_ONCE = """import os
def once(fork=os.fork):
    os.fork = fork
    raise OSError(11, "no")
os.fork = once"""


class Ready(unittest.TestCase):
    boxed = False

    @classmethod
    def setUpClass(cls):
        why = support.why_no_box() if cls.boxed else None
        if why:
            raise unittest.SkipTest(why)
        cls.root = tempfile.mkdtemp(prefix="tora-unit-", dir="/var/tmp")
        os.chmod(cls.root, 0o755)
        for name, text in [("pk", NOTES)] + RESTLESS:
            os.mkdir(os.path.join(cls.root, name))
            with open(os.path.join(cls.root, name, "__init__.py"), "w", encoding="utf-8") as f:
                f.write(text)
        with open(os.path.join(cls.root, "pk", "inner.py"), "w", encoding="utf-8") as f:
            f.write("VALUE = 7\n")

    @classmethod
    def tearDownClass(cls):
        if hasattr(cls, "root"):
            shutil.rmtree(cls.root)

    def setUp(self):
        self.runner = support.Runner(boxed=self.boxed)
        self.runner.ask("load", paths=[self.root], modules=[], limits={"timeout_ms": 3000, "memory_mib": 256, "output_kib": 64})

    def tearDown(self):
        self.runner.close()

    def ready(self, module="pk", seed=0, load_ms=10000, **fields):
        got = self.runner.ask("ready", module=module, seed=seed, load_ms=load_ms, **fields)
        self.assertTrue(got["ok"], got)
        return got["ready"]

    def run_fresh(self, source, seed=0, **fields):
        got = self.runner.run(source, fresh=True, seed=seed, **fields)
        self.assertTrue(got["ok"], got)
        self.assertNotIn("spoiled", got)
        return {key: value for key, value in got.items() if key not in ("id", "ms")}

    def waited(self, source, **fields):
        """Did this test begin long before it was asked for?"""
        said = self.run_fresh(source + "\nimport pk, sys, time\nprint('waited', time.monotonic() - pk.WHEN > 0.15, file=sys.stderr)",
                              **fields)
        return "waited True" in said["stderr"]

    def test_it_is_the_same_process(self):
        cold = self.run_fresh(LOOK)
        self.assertEqual("ok", cold["status"], cold)
        for _ in range(2):
            self.assertTrue(self.ready())
            self.assertEqual(cold, self.run_fresh(LOOK))

    def test_which_tests_it_is_for(self):
        for source, fields, fits in [
                ("import pk", {}, True), ("import pk.inner as p, sys\nassert p.VALUE == 7", {}, True),
                ("from pk import inner\nassert inner.VALUE == 7", {}, True), ("from pk.inner import VALUE", {}, True),
                ("from pk import (\n    inner)", {}, True), ("import json\nimport pk", {}, False), ("\nimport pk", {}, False),
                ("'text'\nimport pk", {}, False), ("x = 1\nimport pk", {}, False),
                ("from __future__ import annotations\nimport pk", {}, False), ("import sys, pk", {}, False),
                ("import pk", {"seed": 3}, False), ("import pk", {"timeout_ms": 2000}, False),
                ("import pk", {"cover": True}, False)]:
            with self.subTest(source=source, **fields):
                self.assertTrue(self.ready())
                time.sleep(0.2)
                self.assertEqual(fits, self.waited(source, **fields))

    def test_it_is_for_one_test(self):
        self.assertTrue(self.ready())
        time.sleep(0.2)
        self.assertEqual([True, False], [self.waited("import pk"), self.waited("import pk")])

    def test_a_warm_test_ends_it(self):
        self.assertTrue(self.ready())
        self.assertEqual("ok", self.runner.run("print(1)")["status"])
        time.sleep(0.2)
        self.assertFalse(self.waited("import pk"))

    def test_what_was_imported_first_counts(self):
        """A package that behaves by what was there before it: the answer is that of a process in which nobody was ahead."""
        for source, want in [("import json\nimport pk\nprint(pk.JSON_FIRST)", "True"),
                             ("import pk\nimport json\nprint(pk.JSON_FIRST)", "False")]:
            cold = self.run_fresh(source)
            self.assertTrue(self.ready())
            self.assertEqual(cold, self.run_fresh(source))
            self.assertEqual("pk is loaded\n%s\n" % want, cold["stdout"])

    def test_other_seeds_and_limits_of_its_own(self):
        source = "import pk\nimport resource\nprint(hash('a'), resource.getrlimit(resource.RLIMIT_CPU))"
        cold = self.run_fresh(source, seed=5, timeout_ms=9000)
        self.assertTrue(self.ready(seed=5, timeout_ms=9000))
        self.assertEqual(cold, self.run_fresh(source, seed=5, timeout_ms=9000))

    def test_what_cannot_wait(self):
        for name, _ in RESTLESS:
            with self.subTest(name):
                source = "import %s\nprint('on')" % name
                got = self.ready(name, load_ms=1000, timeout_ms=1000)
                self.assertEqual(name in ("writes", "removes"), got)
                with_it = self.run_fresh(source, timeout_ms=1000)
                without = self.run_fresh(source, timeout_ms=1000)
                for trial in (with_it, without):        # how much of an endless text was there in time
                    trial["stdout"] = trial["stdout"][:100]
                self.assertEqual(without, with_it)

    def test_how_tests_end_in_it(self):
        for rest, parts in [("raise ValueError('v')", {"status": "exception"}), ("raise SystemExit(4)", {"status": "exit", "code": 4}),
                            ("import os; os._exit(5)", {"status": "exit", "code": 5}), ("while True: pass", {"status": "timeout"}),
                            ("x = bytearray(4 << 30)", {"status": "limit"}), ("import os; os.kill(os.getpid(), 11)", {"status": "signal"}),
                            ("return", {"status": "exception", "stdout": ""}),
                            ("print('\\u00e9\\ud800', ascii('\ud800'))", {"status": "exception"})]:
            with self.subTest(rest):
                source = "import pk\n" + rest
                cold = self.run_fresh(source, timeout_ms=1000)
                self.assertTrue(self.ready(timeout_ms=1000))
                self.assertEqual(cold, self.run_fresh(source, timeout_ms=1000))
                self.assertEqual(parts, {key: cold[key] for key in parts})

    def test_nothing_is_left_of_it(self):
        count = lambda: len(support.module("confine")._descendants(self.runner.process.pid))
        before = count()
        for _ in range(3):
            self.assertTrue(self.ready())
            self.assertEqual(before + 1, count())
        self.assertEqual("['test.py']\n", self.run_fresh("import os\nprint(os.listdir('.'))")["stdout"])
        self.assertEqual(before, count())

    def test_it_cannot_be_started(self):
        if self.boxed:
            self.skipTest("what runs first is not in the box")
        self.runner.close()
        self.runner = support.Runner(first=NO_FORK_ONCE)
        self.assertFalse(self.runner.ask("ready", module="json", load_ms=10000)["ok"])
        self.assertTrue(self.ready("json"))

    def test_what_is_no_request(self):
        for fields in ({"module": "p.u"}, {"module": 3}, {"module": "a b"}, {"module": "pk", "seed": -1}):
            self.assertFalse(self.runner.ask("ready", **fields)["ok"], fields)
        self.assertFalse(self.ready("nowhere"))
        self.assertEqual("ok", self.run_fresh("import pk")["status"])


class Boxed(Ready):
    boxed = True


if __name__ == "__main__":
    unittest.main()
