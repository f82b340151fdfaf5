"""How a test ends, as the runner tells it."""
import ctypes
import json
import os
import shutil
import signal
import tempfile
import textwrap
import time
import unittest

import support

OUTCOMES = [    # label, source, expected fields
    ("ok", "print(1)", {"status": "ok", "stdout": "1\n"}),
    ("empty", "", {"status": "ok", "stdout": ""}),
    ("exception", "raise KeyError('k')", {"status": "exception", "stderr": ""}),
    ("exit none", "import sys; sys.exit()", {"status": "exit", "code": 0}),
    ("exit code", "raise SystemExit(3)", {"status": "exit", "code": 3}),
    ("exit text", "import sys; sys.exit('sorry')",
     {"status": "exit", "code": 1, "stderr": "sorry\n"}),
    ("exit wraps", "raise SystemExit(256)", {"status": "exit", "code": 0}),
    ("_exit", "import os; print('x'); os._exit(4)",
     {"status": "exit", "code": 4, "stdout": "x\n"}),
    ("_exit 0", "import os; os._exit(0)", {"status": "exit", "code": 0}),
    ("signal", "import os; os.kill(os.getpid(), 11)", {"status": "signal", "code": 11}),
    ("abort", "import os; print('so far'); os.abort()",
     {"status": "signal", "code": 6, "stdout": "so far\n"}),
    ("stdin is empty", "print(repr(__import__('sys').stdin.read()))", {"stdout": "''\n"}),
    ("stderr", "import sys; print('e', file=sys.stderr)", {"stderr": "e\n", "stdout": ""}),
    ("atexit", "import atexit; atexit.register(print, 'bye')", {"stdout": "bye\n"}),
    ("atexit after exception", "import atexit; atexit.register(print, 'bye'); 1/0",
     {"status": "exception", "stdout": "bye\n"}),
    ("atexit raises", "import atexit; atexit.register(lambda: 1/0)", {"status": "ok"}),
    ("finaliser", "class C:\n def __del__(self): print('gone')\nc = C()",
     {"status": "ok", "stdout": "gone\n"}),
    ("thread is waited for", """
        import threading, time
        def f():
            time.sleep(0.05); print('from thread')
        threading.Thread(target=f).start()
     """, {"status": "ok", "stdout": "from thread\n"}),
    ("daemon thread is not", """
        import threading, time
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
     """, {"status": "ok"}),
    ("thread fails", "import threading\nt = threading.Thread(target=lambda: 1/0, name='T')\nt.start()",
     {"status": "ok", "stderr": "Exception in thread T: ZeroDivisionError: division by zero\n"}),
    ("fork falls through", """
        import os
        pid = os.fork()
        if pid:
            os.waitpid(pid, 0)
        print('parent' if pid else 'child')
     """, {"status": "ok", "stdout": "child\nparent\n"}),
    ("bytes that are no text", r"import os; os.write(1, b'a\xff\x00b')",
     {"stdout": "a\\xff\\x00b"}),
    ("lone surrogate", r"print('\ud800')", {"status": "ok", "stdout": "\\ud800\n"}),
    ("main", "print(__name__, __import__('sys').argv)", {"stdout": "__main__ ['test.py']\n"}),
    ("pickle of main", """
        import pickle
        class C: pass
        print(type(pickle.loads(pickle.dumps(C()))) is C)
     """, {"stdout": "True\n"}),
    ("source of main", "import inspect\ndef f(): return 1\nprint(inspect.getsource(f))",
     {"stdout": "def f(): return 1\n\n"}),
    ("future import", "from __future__ import annotations\ndef f(x: nope): pass\nprint(f.__annotations__)",
     {"stdout": "{'x': 'nope'}\n"}),
    ("signal handlers", """
        import signal
        print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        print(signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)
     """, {"stdout": "True\nTrue\n"}),
    ("recursion", "def f(): f()\nf()", {"status": "exception"}),
    ("memory", "x = bytearray(4 << 30)", {"status": "limit"}),
    ("memory in steps", "x = []\nwhile True: x.append('y' * 1000000)", {"status": "limit"}),
    ("large file", "f = open('f', 'wb')\nfor i in range(100): f.write(b'x' * (1 << 20))",
     {"status": "limit"}),
    ("too many files", "x = [open('/dev/null') for i in range(10000)]", {"status": "limit"}),
    ("sleeps", "import time; print('a'); time.sleep(60)",
     {"status": "timeout", "stdout": "a\n", "code": 0}),
    ("busy", "while True: pass", {"status": "timeout"}),
    ("stops itself", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
     {"status": "timeout"}),
    ("closes everything", "import os; os.closerange(0, 4096)", {"status": "exit", "code": 0}),
    ("changes folder", "import os; os.chdir('/'); os.rmdir(os.environ['HOME']) if 0 else None",
     {"status": "ok"}),
    ("removes its folder", "import os, shutil; shutil.rmtree(os.getcwd())", {"status": "ok"}),
    ("repr raises", "class C:\n def __repr__(self): raise ValueError('r')\nprint(C())",
     {"status": "exception"}),
    ("repr never returns", "class C:\n def __repr__(self):\n  while True: pass\nprint(C())",
     {"status": "timeout"}),
    ("text raises", "class E(RuntimeError):\n def __str__(self): raise KeyError('r')\nraise E()",
     {"status": "exception", "exception": {"type": "E", "message": "<str() raised KeyError>",
                                           "frames": [{"file": "<test>", "line": 3, "function": "<module>"}]}}),
    ("text ends the program", "class E(Exception):\n def __str__(self): raise SystemExit(3)\nraise E()", {"status": "exception"}),
    ("text is no text", "class T(str):\n def __getitem__(self, k): return 3\nclass E(Exception):\n"
     " def __str__(self): return T('t')\nraise E()", {"status": "exception"}),
    ("exception of a name that raises", "class M(type):\n __module__ = property(lambda c: 1 / 0)\n"
     "class E(Exception, metaclass=M): pass\nraise E()", {"status": "exception"}),
    ("exception without frames", "class E(SyntaxError):\n __traceback__ = filename = property(lambda e: 1 / 0)\nraise E()",
     {"status": "exception"}),
    ("line that is none", "raise SyntaxError('m', (__file__, object(), 1, ''))", {"status": "exception"}),
    ("number that raises", "class E(OSError):\n errno = property(lambda e: 1 / 0)\nraise E()", {"status": "exception"}),
    ("number that is none", "class N:\n def __eq__(self, o): return 1 / 0\nraise OSError(N(), 'm')", {"status": "exception"}),
    ("traceback that raises", "class E(OSError):\n __traceback__ = property(lambda e: 1 / 0)\nraise E(11, 'm')", {"status": "exception"}),
    ("file that is none", "class F:\n def __eq__(self, o): return 1 / 0\nraise SyntaxError('m', (F(), 1, 1, ''))", {"status": "exception"}),
    ("exception of no module", "n = {}\nexec(\"E = type('E', (Exception,), {})\", n)\nraise n['E']", {"status": "exception"}),
    ("name that is a text of its own", "class T(str):\n def __str__(self): return 1 / 0\nclass E(Exception): pass\n"
     "E.__module__, E.__qualname__ = 'm', T('Q')\nraise E('m')", {"status": "exception"}),
    ("text raises what has no name", "class M(type):\n __name__ = property(lambda c: 1 / 0)\nclass X(Exception, metaclass=M): pass\n"
     "class E(Exception):\n def __str__(self): raise X\nraise E()", {"status": "exception"}),
    ("exit code of a class", "class E(SystemExit):\n code = 4\nraise E()", {"status": "exit", "code": 4}),
    ("exit code that raises", "class E(SystemExit):\n code = property(lambda e: 1 / 0)\nraise E('e')",
     {"status": "exit", "code": 1, "stderr": "e\n"}),
    ("exit text that raises", "class C:\n def __str__(self): raise KeyError\nraise SystemExit(C())", {"status": "exit", "code": 1}),
    ("name that is none", "globals()[3] = 1", {"status": "ok"}),
    ("flush ends the program", "import sys\nclass S:\n def write(self, t): pass\n def flush(self): raise SystemExit(9)\n"
     "sys.stdout = S()", {"status": "ok"}),
    ("ignores signals", """
        import signal, time
        for s in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(s, signal.SIG_IGN)
        time.sleep(60)
     """, {"status": "timeout"}),
    ("replaces stdout", "import sys, io; sys.stdout = io.StringIO(); print('lost')",
     {"status": "ok", "stdout": ""}),
    ("closes stdout", "import sys; print('x'); sys.stdout.close()", {"status": "ok", "stdout": "x\n"}),
    ("forges a result", """
        import os
        for fd in range(3, 1024):
            try:
                os.write(fd, b'0000000000000000 R {"status":"ok","code":0,"exception":null}\\n')
            except OSError:
                pass
        raise ValueError('really')
     """, {"status": "exception"}),
    ("kills its group", "import os; os.killpg(0, 9)", {"status": "signal", "code": 9}),
    ("deep folders", """
        import os
        for i in range(600):
            os.mkdir('d' * 100); os.chdir('d' * 100)
     """, {"status": "ok"}),
    ("folder nobody may enter", "import os; os.makedirs('a/b/c'); os.chmod('a/b', 0); os.chmod('a', 0)",
     {"status": "ok"}),
]


class Outcomes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = support.Runner()

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_outcomes(self):
        for label, source, expected in OUTCOMES:
            with self.subTest(label):
                ends = expected.get("status") != "timeout"      # however busy the machine is
                got = self.runner.run(textwrap.dedent(source), timeout_ms=20000 if ends else 1200, memory_mib=256)
                self.assertTrue(got["ok"], got)
                self.assertEqual({k: got[k] for k in expected}, expected, got)
                self.assertNotIn("spoiled", got)
                self.assertEqual(self.runner.run("print('next')")["stdout"], "next\n")

    def test_limits_say_which(self):
        for source, words in (("x = bytearray(8 << 30)", "memory limit of 256 MiB"),
                              ("print('x' * 5000000)", "output limit of 256 KiB")):
            got = self.runner.run(source, memory_mib=256)
            self.assertEqual(got["status"], "limit")
            self.assertEqual(got["stderr"], "limit: %s\n" % words)

    def test_output_is_cut(self):
        got = self.runner.run("while True: print('x' * 1000)", output_kib=8)
        self.assertEqual((got["status"], got["cut"], len(got["stdout"])), ("limit", True, 8192))

    def test_a_gigabyte_of_output_costs_nothing(self):
        got = self.runner.run("import os\nfor i in range(1024): os.write(1, b'x' * (1 << 20))")
        self.assertEqual((got["status"], len(got["stdout"])), ("limit", 256 << 10))

    def test_exception(self):
        got = self.runner.run("def f():\n    raise ValueError('bad \\0 \\ud800')\n\nf()")
        self.assertEqual(got["exception"], {
            "type": "ValueError", "message": "bad \\x00 \\ud800",
            "frames": [{"file": "<test>", "line": 4, "function": "<module>"},
                       {"file": "<test>", "line": 2, "function": "f"}]})

    def test_exception_types(self):
        for source, name in (("class E(Exception): pass\nraise E()", "E"),
                             ("import json; json.loads('')", "json.decoder.JSONDecodeError"),
                             ("def f(:", "SyntaxError"), ("raise KeyboardInterrupt", "KeyboardInterrupt"),
                             ("class E(Exception):\n def __str__(self): return self.x\nraise E", "E")):
            with self.subTest(source):
                self.assertEqual(self.runner.run(source)["exception"]["type"], name)

    def test_frames_are_bounded(self):
        got = self.runner.run("def f(): f()\nf()")
        self.assertEqual(got["exception"]["type"], "RecursionError")
        self.assertEqual(len(got["exception"]["frames"]), 50)

    def test_warnings_are_records(self):
        got = self.runner.run(textwrap.dedent("""
            import warnings
            for i in range(3): warnings.warn('old', DeprecationWarning)
            warnings.warn('here')
            with warnings.catch_warnings(record=True) as w:
                warnings.simplefilter('always')
                warnings.warn('caught')
            print(len(w))
            import os; os._exit(0)
        """))
        self.assertEqual(got["warnings"], [{"category": "DeprecationWarning", "message": "old"},
                                           {"category": "UserWarning", "message": "here"}])
        self.assertEqual((got["stdout"], got["stderr"]), ("1\n", ""))

    def test_warnings_that_blame_a_library_are_hidden(self):
        # exec'd under another file name: to the interpreter a library's line
        source = textwrap.dedent("""
            import warnings
            code = "def f(level): warnings.warn('old', %%s, stacklevel=level)"
            exec(compile(code %% '%s', 'lib.py', 'exec'), {'warnings': warnings,
                 '__name__': 'lib'}, globals())
            f(%d)
        """)
        for category, level, hidden in (("DeprecationWarning", 1, True),
                                        ("DeprecationWarning", 2, None),
                                        ("PendingDeprecationWarning", 2, True),
                                        ("UserWarning", 1, None)):
            with self.subTest(category, level=level):
                got = self.runner.run(source % (category, level))["warnings"]
                self.assertEqual([(w["category"], w.get("hidden")) for w in got],
                                 [(category, hidden)])

    def test_random_numbers_repeat(self):
        source = "import random; print(random.random(), random.randint(1, 10**9))"
        first = self.runner.run(source)["stdout"]
        self.assertEqual(first, self.runner.run(source)["stdout"])

    def test_tests_do_not_see_each_other(self):
        self.runner.run("import json, os; json.x = 1; open('f', 'w'); os.environ['A'] = '1'")
        got = self.runner.run("import json, os; print(hasattr(json, 'x'), os.listdir('.'), "
                              "os.getenv('A'), os.getcwd() == os.environ['HOME'])")
        self.assertEqual(got["stdout"], "False ['test.py'] None True\n")

    def test_what_a_test_starts_is_gone(self):
        got = self.runner.run(textwrap.dedent("""
            import os, time
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    import signal
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    os.execv('/bin/sleep', ['sleep', '98765'])
                os._exit(0)
            time.sleep(0.1)
        """))
        self.assertEqual(got["status"], "ok")
        self.assertFalse(commands_with("98765"))

    def test_a_pipe_that_stays_open(self):
        """What could not be ended holds it: what was written is taken, and nobody waits for more."""
        trial = support.module("trial")
        pipes = trial.Pipes()
        self.addCleanup(pipes.in_parent)
        os.write(pipes.write[0], b"so far")
        before = signal.signal(signal.SIGALRM, lambda *_: self.fail("it waits"))
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        self.addCleanup(signal.alarm, 0)
        signal.alarm(10)
        trial.Watched(0, pipes, 1000, 1000, None).finish()
        self.assertEqual(b"so far", pipes.got[0])

    def test_a_folder_that_was_left(self):
        """Of a runner that was killed, whose number another one has now."""
        where = "import os; print(os.getcwd())"
        other = support.Runner()
        self.addCleanup(other.close)
        its = self.runner.run(where)["stdout"].strip()
        left = its.replace("tora-test-%d-" % self.runner.process.pid, "tora-test-%d-" % other.process.pid)
        self.assertNotEqual(left, its)
        os.mkdir(left)
        self.addCleanup(os.rmdir, left)
        self.assertEqual(other.run(where)["status"], "ok")

    def test_no_descriptor_is_left(self):
        def count():
            try:
                return len(os.listdir("/proc/%d/fd" % self.runner.process.pid))
            except PermissionError:     # the runner lets nobody look but root
                return self.skipTest("only root may count them")
        before = count()
        for _ in range(20):
            self.runner.run("import os; os.fork()")
        self.assertEqual(count(), before)


def commands_with(word):
    found = []
    for pid in os.listdir("/proc"):
        if pid.isdigit():
            try:
                with open("/proc/%s/cmdline" % pid, "rb") as f:
                    if word.encode() in f.read():
                        found.append(pid)
            except OSError:
                pass
    return found


class Boxed(unittest.TestCase):
    """What only holds where the runner is process 1 of its own pid namespace."""

    def setUp(self):
        why = support.why_no_box()
        if why:
            self.skipTest(why)
        self.runner = support.Runner(boxed=True)

    def tearDown(self):
        if hasattr(self, "runner"):
            self.runner.close()

    def test_it_is_process_1(self):
        self.assertEqual(self.runner.hello["pid"], 1)

    def test_the_runner_cannot_be_signalled(self):
        for number in (9, 15, 2, 17, 14, 19):
            self.runner.run("import os; os.kill(os.getppid(), %d)" % number)
            self.assertEqual(self.runner.run("print(1)")["stdout"], "1\n", number)

    def test_killing_everything_hits_the_test_itself_only(self):
        got = self.runner.run("import os; os.fork(); os.kill(-1, 9); print('alive')")
        self.assertIn(got["status"], ("ok", "signal"))
        self.assertEqual(self.runner.run("print(1)")["stdout"], "1\n")

    def test_the_channel_is_out_of_reach(self):
        got = self.runner.run(textwrap.dedent("""
            import os
            for what in ('fd', 'mem', 'environ'):
                try:
                    os.listdir('/proc/1/fd') if what == 'fd' else open('/proc/1/' + what, 'rb').read(1)
                    print('open', what)
                except OSError as e:
                    print(type(e).__name__)
        """))
        self.assertEqual(got["stdout"], "PermissionError\n" * 3)

    def test_a_test_may_look_at_itself(self):
        got = self.runner.run("open('/dev/stdout', 'w').write('x')")
        self.assertEqual((got["status"], got["stdout"]), ("ok", "x"))

    def test_fork_bomb(self):
        got = self.runner.run("import os\nwhile True: os.fork()", timeout_ms=1000)
        self.assertIn(got["status"], ("limit", "timeout"))
        got = self.runner.run("import os\nfor i in range(1000):\n if os.fork() == 0:\n"
                              "  import time; time.sleep(60)", timeout_ms=20000)
        self.assertEqual(got["status"], "limit")
        self.assertRegex(got["stderr"], "^limit: limit of (64|192) processes\n$")  # 192: as root
        got = self.runner.run("import os; print([p for p in os.listdir('/proc') if p.isdigit()])")
        self.assertEqual(len(eval(got["stdout"])), 2)

    def test_daemons_are_gone_and_so_are_files(self):
        self.runner.run(textwrap.dedent("""
            import os, time
            for place in ('/tmp', '/dev/shm', '/run'):
                os.makedirs(place + '/left/x'); open(place + '/left/f', 'w').write('x')
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    while True:
                        try: open('/tmp/again', 'w')
                        except OSError: pass
        """))
        got = self.runner.run("import os; print(len([p for p in os.listdir('/proc') if p.isdigit()]),"
                              "os.listdir('/tmp'), os.listdir('/dev/shm'), os.listdir('/run'))")
        self.assertEqual(got["stdout"], "2 ['test'] [] []\n")

    def test_many_tests_leave_nothing(self):
        sources = ["1/0", "import os; os.fork()", "import os; os.kill(os.getpid(), 9)",
                   "open('/tmp/x', 'w').write('x' * 100000)",
                   "import threading, time\nthreading.Thread(target=time.sleep, args=(9,), daemon=True).start()"]
        seen = []
        for _ in range(3):
            for source in sources * 10:
                self.assertTrue(self.runner.run(source)["ok"])
            seen.append(self.look_inside())
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[1], seen[2])

    def look_inside(self):
        """(descriptors, children) of the runner, seen from outside."""
        outer = self.runner.process.pid
        with open("/proc/%d/task/%d/children" % (outer, outer)) as f:
            pid = f.read().split()[0]
        try:
            fds = len(os.listdir("/proc/%s/fd" % pid))
        except PermissionError:         # it lets nobody look but root
            fds = None
        with open("/proc/%s/task/%s/children" % (pid, pid)) as f:
            return fds, f.read()

    def test_limits_hold_for_nobody(self):
        got = self.runner.run("import os; print(os.getuid() != 0)")
        self.assertEqual(got["stdout"], "True\n")


class Protocol(unittest.TestCase):
    def setUp(self):
        self.runner = support.Runner()
        self.root = tempfile.mkdtemp()

    def tearDown(self):
        self.runner.close()
        shutil.rmtree(self.root)

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(textwrap.dedent(text))
        return path

    def test_hello(self):
        self.assertEqual((self.runner.hello["hello"], self.runner.hello["protocol"]), ("python", 1))

    def test_bad_requests(self):
        for command, fields in (("nothing", {}), ("run", {}), ("run", {"source": 3}),
                                ("load", {"modules": "x"}), ("load", {"paths": [1]}),
                                ("cover", {"lines": [1]})):
            with self.subTest(command=command, fields=fields):
                got = self.runner.ask(command, **fields)
                self.assertFalse(got["ok"])
                self.assertTrue(got["error"])
        for line in (b"{", b"[]", b"\xff", b""):
            self.runner.process.stdin.write(line + b"\n")
            self.runner.process.stdin.flush()
            self.assertFalse(self.runner._answer()["ok"])
        self.assertTrue(self.runner.run("pass")["ok"])

    def test_load(self):
        self.write("good.py", "x = 1")
        self.write("bad.py", "import good\n1/0")
        self.write("needs.py", "import not_installed")
        self.write("leaves.py", "import sys; sys.exit(3)")
        self.write("noisy.py", "import sys, os; print('noise'); os.write(1, b'x'); input and sys.stdin.read()")
        self.write("slow.py", "while True: pass")
        self.write("changes.py", "import os, signal, sys; os.chdir('/tmp'); sys.stdout = None\n"
                                 "signal.signal(signal.SIGINT, lambda *a: None)")
        self.write("starts.py", "import threading\nthreading.Thread(target=__import__('time').sleep,"
                                " args=(9,), daemon=True).start()")
        got = self.runner.ask("load", paths=[self.root], load_ms=500, modules=[
            "good", "bad", "needs", "leaves", "noisy", "slow", "changes", "absent", "good.inner"])
        self.assertEqual(got["loaded"], ["good", "noisy", "changes"])
        self.assertEqual([(f["module"], f["type"], f["missing"]) for f in got["failed"]], [
            ("bad", "ZeroDivisionError", False), ("needs", "ModuleNotFoundError", False),
            ("leaves", "SystemExit", False), ("slow", "Timeout", False),
            ("absent", "ModuleNotFoundError", True),
            ("good.inner", "ModuleNotFoundError", True)])
        self.assertEqual(got["failed"][0]["frames"],
                         [{"file": os.path.join(self.root, "bad.py"), "line": 2, "function": "<module>"}])
        self.assertEqual(got["threads"], 1)
        self.assertEqual(self.runner.run("import good; print(good.x)")["stdout"], "1\n")
        self.assertEqual(self.runner.ask("load", paths=[self.root], modules=["starts"])["threads"], 2)
        self.assertEqual(self.runner.run("import threading; print(threading.active_count())")["stdout"], "1\n")

    def test_garbage_of_loading_is_collected(self):
        """Before a test is run, also one that was asked for at once; and behind cover when nothing more is asked for. Where objects
        are does not tell how requests came, if this system leaves them where they are."""
        gone = os.path.join(self.root, "gone")
        self.write("litters.py", "import weakref\nclass Loop:\n    def __init__(self): self.self = self\n"
                                 "    def __del__(self): open(%r, 'w').close()\nleft = weakref.ref(Loop())" % gone)
        source = ("import gc, litters\nprint(litters.left(), gc.isenabled())\nclass C: pass\n"
                  "all = [C() for i in range(100)]\nprint(id(C), [all.index(x) for x in set(all)])")
        asked = [{"id": 1, "command": "load", "paths": [self.root], "modules": ["litters"]},
                 {"id": 2, "command": "cover", "lines": {os.path.join(self.root, "litters.py"): [3]}},
                 {"id": 3, "command": "run", "source": source}]
        libc, printed = ctypes.CDLL(None), []
        was = libc.personality(0xffffffff)
        self.addCleanup(libc.personality, was)
        is_steady = libc.personality(was | 0x0040000) >= 0
        for at_once in (True, False):
            runner = support.Runner()
            if at_once:
                runner.process.stdin.write(b"".join(json.dumps(one).encode() + b"\n" for one in asked))
                runner.process.stdin.flush()
                runner._answer(), runner._answer()
            else:
                for one in asked[:2]:
                    runner.raw(one)
                    runner._answer()
                until = time.monotonic() + 30
                while not os.path.exists(gone) and time.monotonic() < until:
                    time.sleep(0.01)
                self.assertTrue(os.path.exists(gone))
                runner.raw(asked[2])
            printed.append(runner._answer()["stdout"])
            runner.close()
            os.unlink(gone)
        self.assertEqual([one.split("\n")[0] for one in printed], ["None True"] * 2)
        if is_steady:
            self.assertEqual(printed[0], printed[1])

    def test_garbage_of_loading_that_starts_something(self):
        self.write("forks.py", "import os, time\nclass Loop:\n    def __init__(self): self.self = self\n"
                               "    def __del__(self): os.fork() or time.sleep(99)\nLoop()")
        self.write("threads.py", "import threading, time\nclass Loop:\n    def __init__(self): self.self = self\n"
                                 "    def __del__(self): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()\nLoop()")
        alone = "import os\nprint(open('/proc/{0}/task/{0}/children'.format(os.getppid())).read().split() == [str(os.getpid())])"
        for module, is_spoiled in (("forks", False), ("threads", True)):
            with self.subTest(module):
                got = self.runner.ask("load", paths=[self.root], modules=[module])
                self.assertEqual((got["threads"], got["processes"]), (1, 0))
                got = self.runner.run(alone)
                self.assertEqual((got["stdout"], "spoiled" in got), ("True\n", is_spoiled))

    def test_what_inspect_compiles_is_there(self):
        self.write("asks.py", "import inspect")
        self.runner.ask("load", paths=[self.root], modules=["asks"])
        source = "import sys\nt = sys.modules['tokenize']\nprint(not hasattr(t, '_compile') or t._compile.cache_info().currsize)"
        self.assertIn(self.runner.run(source)["stdout"], ("1\n", "True\n"))

    def test_loading_that_changes_the_process(self):
        """Tests find the process as it was: a check does not end with a package that writes in a way of its own."""
        for name, text in (("wraps", "import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')"),
                           ("detaches", "import codecs, sys\nsys.stdout = codecs.getwriter('utf-8')(sys.stdout.detach())"),
                           ("closes", "import sys\nsys.stdout.close()"), ("lacks", "import sys\nsys.stderr = sys.__stderr__ = None"),
                           ("deletes", "import sys\ndel sys.stdout, sys.__stderr__"),
                           ("keeps", "import io, sys\nsys.stdout = sys.__stdout__ = io.StringIO()"),
                           ("ends", "import sys\nclass S:\n fileno = lambda s: 1\n flush = lambda s: sys.exit(3)\nsys.__stdout__ = S()"),
                           ("moves", "import sys\nsys.executable = '/nowhere'")):
            with self.subTest(name):
                self.write(name + ".py", text + "\nprint('loaded', file=open('/dev/null', 'w'))")
                runner = support.Runner()
                self.assertEqual([name], runner.ask("load", paths=[self.root], modules=[name]).get("loaded"))
                source = "import sys\nprint('\\ud800', flush=True)\nprint('e', file=sys.stderr)"
                for fresh in (False, True):
                    got = runner.run(source, fresh=fresh)
                    self.assertEqual(("\\ud800\n", "e\n"), (got.get("stdout"), got.get("stderr")), got)
                runner.close()

    def test_what_many_tests_import(self):
        """Imported once for all of them, unless that does anything else."""
        for name, text in (("helps", "import time; time.sleep(0.2)"), ("asks", "import threading, time\n"
                           "threading.Thread(target=time.sleep, args=(9,), daemon=True).start()"),
                           ("parts", "import os, time\nif os.fork() == 0:\n    time.sleep(60)"),
                           ("stays", "import time; time.sleep(60)"), ("goes", "import os; os._exit(3)")):
            self.write(name + ".py", text)
        self.runner.ask("load", paths=[self.root], modules=[])
        for modules, loaded in ((["nowhere", "helps", "colorsys"], ["helps", "colorsys"]), (["helps"], []), ([], []),
                                (["quopri", "asks", "netrc"], ["quopri"]), (["parts"], []), (["stays"], []), (["goes"], [])):
            with self.subTest(modules):
                got = self.runner.ask("import", modules=modules, load_ms=1000)
                self.assertEqual((True, loaded), (got["ok"], got.get("loaded")), got)
                source = "import sys\nprint([m for m in %r if m in sys.modules])" % modules
                shown = [m for m in modules if m in loaded or m == "helps"]
                self.assertEqual("%r\n" % shown, self.runner.run(source)["stdout"])

    def test_what_loading_starts(self):
        # label, code, threads, processes: of those that are left, none lives on, and there is one runner
        for label, code, threads, processes in (
                ("nothing", "", 1, 0),
                ("waited for", "import subprocess; subprocess.run(['true'])", 1, 0),
                ("left running", "import subprocess; p = subprocess.Popen(['sleep', '97531'])", 1, 1),
                ("forks", "import os; os.fork()", 1, 1),
                ("forks and sleeps", "import os, time; time.sleep(3600 if os.fork() == 0 else 0)", 1, 1),
                ("forks and fails", "import os\nif os.fork() == 0: 1/0", 1, 1),
                ("outlives", "import os\nif os.fork() == 0:\n os.setsid()\n"
                             " os.execvp('sleep', ['sleep', '97531'])", 1, 1)):
            with self.subTest(label):
                runner, name = support.Runner(), "starts_%s" % label.replace(" ", "_")
                self.write(name + ".py", code)
                got = runner.ask("load", paths=[self.root], modules=[name])
                self.assertEqual((got["loaded"], got["threads"], got["processes"]),
                                 ([name], threads, processes))
                self.assertFalse(commands_with("97531"))
                self.assertEqual(runner.run("print('next')")["stdout"], "next\n")
                runner.close()

    def test_loading_that_will_not_end(self):
        self.write("stubborn.py", "import time\nwhile True:\n try: time.sleep(60)\n except BaseException: pass")
        runner = support.Runner()
        runner.raw({"id": 1, "command": "load", "paths": [self.root], "modules": ["stubborn"], "load_ms": 100})
        self.assertEqual(runner.process.wait(timeout=support.DEADLINE), 1)
        runner.close()

    def test_loading_that_hides_new_files(self):
        self.write("hides.py", "import os; os.umask(0o777)")
        self.runner.ask("load", paths=[self.root], modules=["hides"])
        self.assertEqual(self.runner.run("open('f', 'w'); print(open('f').read() == '')")["stdout"], "True\n")

    def test_own_modules_of_the_same_name(self):
        for name in ("child", "trial", "channel", "cover", "limits"):
            self.write(name + ".py", "x = %r" % name)
        names = ["child", "trial", "channel", "cover", "limits"]
        got = self.runner.ask("load", paths=[self.root], modules=names)
        self.assertEqual(got["loaded"], names)
        got = self.runner.run("import child, cover; print(child.x, cover.x)")
        self.assertEqual(got["stdout"], "child cover\n")

    def test_explore(self):
        path = self.write("pk.py", '''
            """Module."""
            __all__ = ["f", "C"]
            from functools import cached_property, lru_cache
            from json import loads
            def f(a, /, b: int = 2, *args, c="x", **more) -> str:
                """Doc of f."""
            @lru_cache()
            def hidden(): pass
            class C:
                """Doc of C."""
                def __init__(self, x): pass
                @property
                def costly(self): raise SystemExit
                @cached_property
                def once(self): raise SystemExit
                @classmethod
                def make(cls): pass
                @staticmethod
                def help(y=None): pass
                def _private(self): pass
                class Inner:
                    def g(self): pass
            class Odd:
                __signature__ = 3
                def __getattr__(self, name): raise SystemExit
            odd = Odd()
        ''')
        self.runner.ask("load", paths=[self.root], modules=["pk"])
        got = self.runner.ask("explore", modules=["pk", "absent"])
        self.assertTrue(got["ok"], got)
        by = {f["qualname"]: f for f in got["functions"]}
        self.assertEqual(sorted(by), ["C", "C.Inner", "C.Inner.g", "C.__init__", "C._private",
                                      "C.costly", "C.help", "C.make", "C.once", "Odd", "Odd.__getattr__", "f",
                                      "hidden"])
        f = by["f"]
        self.assertEqual((f["name"], f["signature"], f["doc"], f["file"], f["line"], f["kind"]),
                         ("pk.f", "f(a, /, b=2, *args, c='x', **more)", "Doc of f.", path, 6, "function"))
        self.assertEqual(f["params"][1], {"name": "b", "kind": "positional_or_keyword",
                                          "annotation": "int", "default": "2"})
        self.assertEqual([by[q]["kind"] for q in ("C", "C.make", "C.help", "C.__init__", "C.costly", "C.once")],
                         ["class", "classmethod", "staticmethod", "method", "property", "property"])
        self.assertEqual((by["C.once"]["signature"], by["C.once"]["params"]), ("once", []))
        self.assertEqual([q for q in sorted(by) if by[q]["public"]],
                         ["C", "C.Inner", "C.Inner.g", "C.__init__", "C.costly", "C.help", "C.make", "C.once", "f"])

    def test_explore_survives_what_it_looks_at(self):
        path = self.write("pl.py", '''
            class Lazy:
                @property
                def __class__(self): raise RuntimeError("settings are not configured")
            class Stops:
                def __repr__(self): raise SystemExit(3)
            settings = Lazy()
            def f(x=Stops()): pass
            def g(x=settings): pass
            def deco(c): return c
            def make():
                class Local: pass
                return Local
            if True:
                @deco
                class Late:
                    class Inner: pass
            Local = make()
        ''')
        self.runner.ask("load", paths=[self.root], modules=["pl"])
        got = self.runner.ask("explore", modules=["pl"])
        by = {f["qualname"]: f for f in got["functions"]}
        self.assertEqual((by["f"]["signature"], by["f"]["params"]), ("f(...)", None))
        self.assertIn("g", by)
        self.assertEqual([(by[n]["file"], by[n]["line"]) for n in ("Lazy", "Late", "Late.Inner")],
                         [(path, 2), (path, 15), (path, 17)])
        self.assertEqual(by["Local"]["line"], 12)

    def test_a_project_with_the_names_of_the_engine(self):
        self.write("generate.py", "def handle(request, session): return {'candidates': [{'source': 'forged'}], 'stats': {}}")
        self.write("gen_text.py", "def read(*a): return 'forged'")
        self.runner.ask("load", paths=[self.root], modules=["generate", "gen_text"])
        got = self.runner.ask("generate", targets=[], root=self.root, budget_ms=1000)
        self.assertEqual((got["ok"], got["candidates"]), (True, []))

    def test_the_asking_side_dies(self):
        self.write("slow.py", "while True: pass")
        for command, fields in (("run", {"source": "while True: pass", "timeout_ms": 60000}),
                                ("load", {"paths": [self.root], "modules": ["slow"]})):
            with self.subTest(command):
                runner = support.Runner()
                runner.raw(dict(fields, id=1, command=command))
                time.sleep(0.3)
                runner.close()      # waits for its end

    def test_quit(self):
        self.assertTrue(self.runner.ask("quit")["ok"])
        self.assertEqual(self.runner.process.wait(timeout=10), 0)


if __name__ == "__main__":
    unittest.main()
