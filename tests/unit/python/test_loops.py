"""loops.py: event loops of asyncio that need not wait long."""
import subprocess
import time
import unittest

import support
from test_gen_later import gen_program

HEAD = "import asyncio, copy, os, signal, socket, subprocess, sys, threading, time, _thread\nimport loops\nloops.of_program('asyncio')\nBEGAN = time.monotonic()\n"
QUICK = 20      # seconds of the programs' clock that nobody waits for


def said(program, head=HEAD):
    """(what it printed, seconds that it took)"""
    began = time.monotonic()
    done = subprocess.run([support.PYTHON, "-c", head + program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, cwd=support.RUNNER)
    return done.stdout.decode(), time.monotonic() - began


class Loops(unittest.TestCase):
    def quick(self, program, wanted):
        out, took = said(program)
        self.assertEqual(out, wanted)
        self.assertLess(took, QUICK)

    def test_nobody_waits(self):
        self.quick("async def f():\n    loop = asyncio.get_running_loop()\n    began = loop.time()\n    await asyncio.sleep(300)\n    print(300 <= loop.time() - began < 301)\nasyncio.run(f())\n", "True\n")

    def test_order(self):
        self.quick("async def f(n):\n    await asyncio.sleep(n)\n    print(n)\nasync def g():\n    await asyncio.gather(f(90), f(30), f(60))\nasyncio.run(g())\n", "30\n60\n90\n")

    def test_times_out(self):
        self.quick("async def f():\n    try:\n        await asyncio.wait_for(asyncio.sleep(1000), 500)\n    except asyncio.TimeoutError:\n        print('late')\nasyncio.run(f())\n", "late\n")

    def test_a_loop_made_by_hand(self):
        self.quick("loop = asyncio.new_event_loop()\nprint(loop.run_until_complete(asyncio.sleep(50, 'slept')))\nloop.close()\n", "slept\n")

    def test_other_clocks(self):
        """A second or less is waited for: what expires by another clock has expired."""
        self.quick("async def f():\n    began = time.monotonic(), time.time()\n    await asyncio.sleep(0.3)\n    print(time.monotonic() - began[0] >= 0.29, time.time() - began[1] >= 0.29)\nasyncio.run(f())\n", "True True\n")

    def test_work_takes_time(self):
        self.quick("async def f():\n    loop, order, done = asyncio.get_running_loop(), [], asyncio.Event()\n    loop.call_later(0.1, order.append, 'a')\n    time.sleep(0.2)\n"
                   "    loop.call_later(0.05, order.append, 'b')\n    loop.call_later(2, done.set)\n    await done.wait()\n    print(order)\nasyncio.run(f())\n", "['a', 'b']\n")

    def test_what_comes_from_elsewhere_is_waited_for(self):
        """It comes long before the time is up, by the clock that all others have."""
        wait = "    try:\n        print(await asyncio.wait_for(%s, 50))\n    except asyncio.TimeoutError:\n        print('late')\nasyncio.run(f())\n"
        for what, program, wanted in (
                ("a thread", "    loop = asyncio.get_running_loop()\n" + wait % "loop.run_in_executor(None, lambda: time.sleep(0.3) or 'done')", "done\n"),
                ("a thread of nobody", "    loop, got = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()\n"
                 "    _thread.start_new_thread(lambda: time.sleep(0.3) or loop.call_soon_threadsafe(got.set_result, 1), ())\n" + wait % "got", "1\n"),
                ("a signal", "    loop, event = asyncio.get_running_loop(), asyncio.Event()\n    loop.add_signal_handler(signal.SIGALRM, event.set)\n    signal.setitimer(signal.ITIMER_REAL, 0.3)\n" +
                 wait % "event.wait()", "True\n"),
                ("a process", "    async def ended(p):\n        while p.poll() is None:\n            await asyncio.sleep(2)\n        return p.poll()\n    p = subprocess.Popen(['sleep', '0.3'])\n" +
                 wait % "ended(p)", "0\n"),
                ("a socket", "    one, other = socket.socketpair()\n    if not os.fork():\n        if not os.fork():\n            time.sleep(0.3)\n            other.send(b'x\\n')\n        os._exit(0)\n    os.wait()\n"
                 "    reader, writer = await asyncio.open_connection(sock=one)\n" + wait % "reader.readline()", "b'x\\n'\n")):
            with self.subTest(what):
                self.quick("async def f():\n" + program, wanted)

    def test_it_does_not_run_for_ever(self):
        """What looks at another clock is not asked a million times, and who is a day ahead waits."""
        self.quick("async def f():\n    n = 0\n    while time.monotonic() < BEGAN + 1 and n < 9:\n        n += 1\n        await asyncio.sleep(2)\n    print(n)\nloops.JUMPS_MAX = 3\nasyncio.run(f())\n", "4\n")
        self.quick("async def f():\n    await asyncio.sleep(10)\n    print(time.monotonic() < BEGAN + 2)\n    await asyncio.sleep(2)\n    print(time.monotonic() > BEGAN + 1.9)\n"
                   "loops.AHEAD_MAX = 5\nasyncio.run(f())\n", "True\nTrue\n")

    def test_a_clock_of_its_own(self):
        self.quick("class Loop(asyncio.SelectorEventLoop):\n    def time(self):\n        return 7.0\nloop = Loop()\nprint(loop.time(), type(loop._selector).__module__)\nloop.close()\n", "7.0 selectors\n")

    def test_a_copy(self):
        self.quick("loop = asyncio.new_event_loop()\nprint(type(copy.copy(loop._selector)).__module__)\nloop.close()\n", "loops\n")

    def test_only_where_it_may_be(self):
        out, _ = said("import sys\nloops.of_program('print(1)')\nprint('asyncio' in sys.modules)\nloops.of_program('import asyncio')\nloops.of_program('import asyncio')\n"
                      "import asyncio\nprint(asyncio.SelectorEventLoop.time.real.__module__)\n", "import loops\n")
        self.assertEqual(out, "False\nasyncio.base_events\n")

    def test_another_package_of_that_name(self):
        out, _ = said("import sys, types\nsys.modules['asyncio'] = types.ModuleType('asyncio')\nloops.of_program('asyncio')\nprint('as it was')\n", "import loops\n")
        self.assertEqual(out, "as it was\n")


class Programs(unittest.TestCase):
    def test_may_sleep(self):
        for name, wanted in (("asyncio.sleep", False), ("time.sleep", True), ("sleep", True), ("asyncio.subprocess.run", True)):
            refused = gen_program.UNSTABLE.search(name) and not gen_program.UNSTABLE_OK.search(name)
            self.assertEqual(bool(refused), wanted, name)

    def test_trial_and_screen(self):
        program = "import asyncio\nasyncio.run(asyncio.sleep(3000))\nprint('slept')\n"
        runner = support.Runner()
        self.addCleanup(runner.close)
        self.assertEqual(runner.run(program)["stdout"], "slept\n")
        self.assertEqual(runner.ask("screen", sources=[program, program], budget_ms=2000)["said"].count(None), 0)


if __name__ == "__main__":
    unittest.main()
