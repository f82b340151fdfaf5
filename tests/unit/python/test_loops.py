"""loops.py: event loops of asyncio that need not wait."""
import subprocess
import time
import unittest

import support
from test_gen_later import gen_program

HEAD = "import asyncio, socket, sys, threading, time\nimport loops\nloops.of_program('asyncio')\nBEGAN = time.monotonic()\n"
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

    def test_a_thread_is_waited_for(self):
        """It ends long before the time is up, by the clock that all others have."""
        self.quick("async def f():\n    loop = asyncio.get_running_loop()\n    print(await asyncio.wait_for(loop.run_in_executor(None, lambda: time.sleep(0.3) or 'done'), 50))\nasyncio.run(f())\n", "done\n")

    def test_what_is_connected_is_waited_for(self):
        self.quick("async def f():\n    one, other = socket.socketpair()\n    reader, writer = await asyncio.open_connection(sock=one)\n"
                   "    threading.Timer(0.3, other.send, (b'x\\n',)).start()\n    print(await asyncio.wait_for(reader.readline(), 50))\n    writer.close()\nasyncio.run(f())\n", "b'x\\n'\n")

    def test_time_goes_on_while_it_waits(self):
        self.quick("async def f():\n    loop = asyncio.get_running_loop()\n    began = loop.time()\n    await loop.run_in_executor(None, time.sleep, 0.3)\n    print(loop.time() - began >= 0.29)\nasyncio.run(f())\n", "True\n")

    def test_it_does_not_run_for_ever(self):
        """What looks at another clock is not asked a million times."""
        self.quick("async def f():\n    n = 0\n    while time.monotonic() < BEGAN + 1:\n        n += 1\n        await asyncio.sleep(0.01)\n    print(n < 3000)\nasyncio.run(f())\n", "True\n")

    def test_a_clock_of_its_own(self):
        self.quick("class Loop(asyncio.SelectorEventLoop):\n    def time(self):\n        return 7.0\nloop = Loop()\nprint(loop.time(), type(loop._selector).__module__)\nloop.close()\n", "7.0 selectors\n")

    def test_only_where_it_may_be(self):
        out, _ = said("import sys\nloops.of_program('print(1)')\nprint('asyncio' in sys.modules)\nloops.of_program('import asyncio')\nloops.of_program('import asyncio')\n"
                      "import asyncio\nprint(asyncio.SelectorEventLoop.time.real.__module__)\n", "import loops\n")
        self.assertEqual(out, "False\nasyncio.base_events\n")


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
