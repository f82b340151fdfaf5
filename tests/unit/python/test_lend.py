"""Tests that `generate` has run while it works: they are tried, and cannot end or outlive it."""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
from unittest import mock

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


NO_PIDFD = "import os; del os.pidfd_open"


class Lending(unittest.TestCase):
    def start(self, body, boxed=True, first="", reached=0):
        """A runner that has loaded lib.py, whose only function has this body -> (runner, request for `generate`).
        reached: its first line that counts as reached, -1: the last."""
        folder = tempfile.mkdtemp(dir="/var/tmp")       # the box has a /tmp of its own
        self.addCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        path = os.path.join(folder, "lib.py")
        text = "import os\nimport time\n\n\ndef f(n):\n" + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        runner = support.Runner(boxed=boxed, first=first)
        self.addCleanup(runner.close)
        self.assertEqual(runner.ask("load", paths=[folder], modules=["lib"])["loaded"], ["lib"])
        last = text.count("\n")
        runner.ask("cover", lines={path: list(range(6, last + 1))[reached:]})
        return runner, dict(root=folder, max=20, budget_ms=1500, targets=[
            {"name": "lib.f", "module": "lib", "qualname": "f", "file": "lib.py", "lines": list(range(5, last + 1))}])

    def ask(self, body, **how):
        """(answer of generate, processes there are afterwards, the runner's and the counter's own included)"""
        runner, request = self.start(body, **how)
        return runner.ask("generate", **request), int(runner.run(PROCESSES)["stdout"])

    def boxed(self):
        why = support.why_no_box()
        if why:
            self.skipTest(why)

    def test_tests_are_tried_by_the_runner(self):
        self.boxed()
        for label, body in FUNCTIONS:
            with self.subTest(label):
                found, processes = self.ask(body)
                self.assertTrue(found["ok"], found)
                # but for the one that only imports nearly each gets into f, and what is told of one test is not told of another;
                # where processes fill the machine, some do not get there in their time, or not to run at all
                calling = found["stats"]["tried"] - found["stats"].get("made_call", 0)
                if label == "multiplies":
                    self.assertGreater(found["stats"]["tried"] + found["stats"].get("not_tried", 0), 0, found["stats"])
                else:
                    self.assertGreater(found["stats"]["tried"], 0, found["stats"])
                    self.assertGreaterEqual(found["stats"]["reached"], 0.9 * calling, found["stats"])
                self.assertGreater(len(found["candidates"]), 2)
                self.assertEqual(processes, 2)

    def test_without_a_box(self):
        found, _ = self.ask("return n * 2", boxed=False)
        self.assertGreater(found["stats"]["reached"], 0, found["stats"])

    def test_without_a_pidfd(self):
        """As in Python 3.8, and where the kernel has none: the end of a child is noticed by looking."""
        runner, request = self.start("return n * 2", boxed=False, first=NO_PIDFD)
        self.assertEqual(runner.run("print(1)")["status"], "ok")
        found = runner.ask("generate", **request)
        self.assertGreater(found["stats"]["reached"], 0, found["stats"])

    def test_a_default_of_sockets(self):
        found, _ = self.ask("return n * 2", boxed=False, first="import socket; socket.setdefaulttimeout(1)")
        self.assertGreater(found["stats"].get("reached", 0), 0, found["stats"])

    def test_what_a_lent_test_has_open(self):
        """No more than any other: not the socket, and nothing of the process that it is tried for."""
        for first in ("", NO_PIDFD):
            with self.subTest(first):
                runner, _ = self.start("return n", boxed=False, first=first)
                usual = runner.run("import os; print(len(os.listdir('/proc/self/fd')))")["stdout"].strip()
                body = "if len(os.listdir('/proc/self/fd')) != %s:\n    return n\nreturn n * 2" % usual
                found, _ = self.ask(body, boxed=False, first=first, reached=-1)
                self.assertGreater(found["stats"]["reached"], 0, found["stats"])

    def test_limits_of_who_asked(self):
        """A test beside `generate` cannot take from it what it needs."""
        self.boxed()
        found, _ = self.ask("""
            import resource
            for p in os.listdir('/proc'):
                if p.isdigit() and int(p) not in (1, os.getpid()):      # 1: run/filter.c
                    try:
                        return resource.prlimit(int(p), resource.RLIMIT_AS)
                    except PermissionError:
                        pass
            return n
         """, reached=-1)
        self.assertTrue(found["ok"], found)
        self.assertGreater(found["stats"]["reached"], 0, found["stats"])

    def test_nobody_asks_any_more(self):
        """While a test runs that is tried: all goes at once."""
        self.boxed()
        runner, request = self.start("while True:\n    time.sleep(1)")
        runner.raw(dict(request, id=9, command="generate", budget_ms=60000))
        until = time.monotonic() + support.DEADLINE
        while len(below(runner.process.pid)) < 3:       # the runner, `generate`, a test
            self.assertLess(time.monotonic(), until, "no test is run")
            time.sleep(0.01)
        runner.process.stdin.close()
        runner.process.stdout.close()
        self.assertIsNotNone(runner.process.wait(timeout=10))
        runner.close = runner.process.stderr.close

    def test_how_long_it_may_take(self):
        """As who asks waits: tora_offline_wait_ms(), tests/unit/generate/test_offline.c."""
        self.assertEqual(support.module("serve").generate_ms(1500), 11000)


def below(pid):
    """Processes below this one."""
    found = []
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/children" % (pid, task)) as file:
            found += [int(p) for p in file.read().split()]
    return found + [deeper for one in found for deeper in below(one)]


class OfSession:
    """Runs nothing."""
    points, asked = [], None

    def run(self, source, cover, spared, timeout_ms):
        self.asked = source
        return {"status": "ok", "stdout": ""}


class TheLine(unittest.TestCase):
    """What a process that asks for tests may send."""

    def serve(self, send):
        """(what serve() said, what was run, whether the other end is told that it is over)"""
        lend = support.module("lend")
        session = OfSession()
        with mock.patch.object(lend, "WAIT_S", 1), lend.Lender(session) as lender:
            its = socket.socket(fileno=os.dup(lender._its.fileno()))
            lender.lent()
            sender = threading.Thread(target=send, args=(its,))
            sender.start()
            went_on = lender.serve(0)
            sender.join()
            its.settimeout(5)
            try:
                over = its.recv(1 << 16) == b"" if not went_on else False
            except OSError:
                over = True
            its.close()
        return went_on, session.asked, over

    def test_one_deadline_for_a_whole_line(self):
        sent = []

        def send(its):
            try:
                for _ in range(12):     # each byte within the time of one read
                    sent.append(its.send(b"x"))
                    time.sleep(0.4)
            except OSError:
                pass
        self.assertEqual(self.serve(send)[:2], (False, None))
        self.assertLess(len(sent), 12)

    def test_lines(self):
        whole = b'{"source": "x", "cover": false, "timeout_ms": 1}\n'

        def large(its):
            try:
                its.sendall(b'{"source": "' + b"x" * (9 << 20))
                its.sendall(b'", "cover": false, "timeout_ms": 1}\n')
            except OSError:
                pass
        for label, send, expected in [
                ("whole", lambda its: its.sendall(whole), (True, "x", False)),
                ("half, and then nothing", lambda its: its.sendall(whole[:20]), (False, None, True)),
                ("half, and then the end", lambda its: (its.sendall(whole[:20]), its.shutdown(socket.SHUT_WR)), (False, None, True)),
                ("9 MiB", large, (False, None, True)),
                ("no JSON", lambda its: its.sendall(b"x\n"), (False, None, True)),
                ("not ASCII", lambda its: its.sendall(b"\xff\n"), (False, None, True)),
                ("no object", lambda its: its.sendall(b"[1]\n"), (False, None, True)),
                ("nested", lambda its: its.sendall(b"[" * 100000 + b"\n"), (False, None, True)),
                ("nobody", lambda its: its.shutdown(socket.SHUT_RDWR), (False, None, True)),
                ("a field is missing", lambda its: its.sendall(b'{"source": "x"}\n'), (True, None, False))]:
            with self.subTest(label):
                self.assertEqual(self.serve(send), expected)

    def test_who_asks_ends(self):
        """In the middle of a line, or by a failure of who serves: nothing is left, and nobody waits."""
        code = textwrap.dedent("""
            import os, sys, time
            sys.path.insert(0, %r)
            import support, test_lend
            trial, lend, channel = (support.module(m) for m in ("trial", "lend", "channel"))

            class Asker:
                def watch(self, poll):
                    return -1
                def close(self):
                    pass

            class Odd:
                def __init__(self):
                    self.fd, self.its = os.pipe()
                def lent(self):
                    os.close(self.its)
                def serve(self, pid):
                    raise ValueError("odd")
            before = len(os.listdir("/proc/self/fd"))

            def half(report):
                lender.borrower()
                os.write(lender._its.fileno(), b'{"source": "')
                os._exit(3)
            began = time.monotonic()
            with lend.Lender(test_lend.OfSession()) as lender:
                watched = trial.in_child_of(half, 60000, 1 << 20, Asker(), lender)[0]
            print(os.WEXITSTATUS(watched.status), time.monotonic() - began < 20)

            odd = Odd()
            try:
                trial.in_child_of(lambda report: (os.write(odd.its, b"x"), time.sleep(60)), 60000, 1 << 20, Asker(), odd)
            except ValueError as e:
                print(e)
            os.close(odd.fd)
            try:
                print(os.waitpid(-1, os.WNOHANG))
            except ChildProcessError:
                print("no child")
            print(len(os.listdir("/proc/self/fd")) - before, trial._held)
        """ % os.path.dirname(os.path.abspath(__file__)))
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)
        self.assertEqual(done.stdout, "3 True\nodd\nno child\n0 []\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
