"""gen_cancelled.py: one of several who wait gives up."""
import sys
import types
import unittest

import support

sys.path.insert(0, support.RUNNER)

import gen_cancelled  # noqa: E402
import gen_near  # noqa: E402
import gen_program  # noqa: E402
import gen_text  # noqa: E402

FLIGHTS = '''
import asyncio


class Flights:
    def __init__(self):
        self.tasks = {}

    async def do(self, key, call):
        if key not in self.tasks:
            self.tasks[key] = asyncio.ensure_future(call())
        return await asyncio.shield(self.tasks[key])
'''
HEAD = "import asyncio\nfrom s import Flights, awaited, call, f, some, together\n\n"
HASTY, BOTH = gen_cancelled.HASTY, gen_cancelled.BOTH


def made(text):
    out = list(gen_cancelled.programs(gen_text.source("", HEAD + text), None))
    for one in out:
        assert gen_program.fault(one) is None, one
    return out


class Cancelled(unittest.TestCase):
    def test_asked_for(self):
        for words, wanted in (({"shield"}, True), ({"Lock", "f"}, True), ({"sleep", "lock"}, False), (set(), False)):
            self.assertEqual(bool(gen_cancelled.most(types.SimpleNamespace(words=frozenset(words)))), wanted, words)

    def test_what_is_gathered(self):
        text = "print(asyncio.run(awaited(lambda: asyncio.gather(%s))))\n"
        self.assertEqual(made(text % "f(1), f(2), f(3)"), [HEAD + HASTY + text % one for one in (
            "hasty(f(1)), f(2), f(3), return_exceptions=True", "f(1), f(2), hasty(f(3)), return_exceptions=True")])
        self.assertEqual(made(text % "f(1), f(2), return_exceptions=True"), [HEAD + HASTY + text % one for one in (
            "hasty(f(1)), f(2), return_exceptions=True", "f(1), hasty(f(2)), return_exceptions=True")])
        for args, wanted in (("(f(1)), (f(2))", "(hasty(f(1))), (f(2)), return_exceptions=True"), ("f(1), f(2),", "hasty(f(1)), f(2),return_exceptions=True")):
            self.assertEqual(made(text % args)[0], HEAD + HASTY + text % wanted)
        for args in ("f(1)", "*some", "f(1), *some", "return_exceptions=True"):
            self.assertEqual(made(text % args), [], args)
        self.assertEqual(made("print(together.gather(f(1), f(2)))\n"), [])

    def test_what_is_run_alone(self):
        self.assertEqual(made("x = 2\nprint(asyncio.run(f(x)))\n"), [HEAD + HASTY + BOTH + "x = 2\nprint(asyncio.run(both(lambda: f(x))))\n"])
        for text in ("asyncio.run(f(1))\n", "print(asyncio.run(x))\n", "print(asyncio.run())\n", "print(run(f(1)))\n", "print()\n", "print(f(1))\n",
                     "def hasty():\n    pass\n\n\nhasty()\nprint(asyncio.run(f(1)))\n", "both = 1\nprint(asyncio.run(f(both)))\n", ""):
            self.assertEqual(made(text), [], text)

    def test_runs(self):
        """The one that gave up does not take the other along, as long as the task is shielded."""
        for shield, wanted in (("asyncio.shield(%s)", ["CancelledError", "int"]), ("%s", ["CancelledError", "CancelledError"])):
            code = FLIGHTS.replace("asyncio.shield(self.tasks[key])", shield % "self.tasks[key]") + "\n\nasync def call():\n    await asyncio.sleep(0.01)\n    return 1\n"
            text = made("flights = Flights()\nprint(asyncio.run(flights.do('a', call)))\n")[0].replace(HEAD, code + "\n")
            said = []
            exec(text, {"print": said.extend})      # noqa: S102 - our own text, above
            self.assertEqual([type(one).__name__ for one in said], wanted)

    def test_is_listed(self):
        self.assertIn(gen_cancelled, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
