"""gen_crowd.py: more than there are turns for, each of which takes a good part of its time."""
import sys
import types
import unittest

import support

sys.path.insert(0, support.RUNNER)

import gen_crowd  # noqa: E402
import gen_near  # noqa: E402
import gen_program  # noqa: E402
import gen_text  # noqa: E402

HEAD = "import asyncio\nfrom s import Plug, poll\n\n"
SLEEP = "async def read(n):\n    await asyncio.sleep(%s)\n    return n\n\n"
POLL = "async def poll(plugs, timeout=2.0):\n    pass\n"


def made(text, tree=POLL):
    trees = [gen_text.parse(tree)] if tree else []
    out = list(gen_crowd.programs(gen_text.source("", HEAD + text), types.SimpleNamespace(trees=trees)))
    for one in out:
        assert gen_program.fault(one) is None, one
        assert one.startswith(HEAD), one
    return [one[len(HEAD):] for one in out]


class Crowd(unittest.TestCase):
    def test_asked_for(self):
        for words, wanted in (({"Semaphore", "wait_for"}, True), ({"BoundedSemaphore", "timeout"}, True), ({"Semaphore"}, False), ({"timeout"}, False), (set(), False)):
            self.assertEqual(bool(gen_crowd.most(types.SimpleNamespace(words=frozenset(words)))), wanted, words)

    def test_a_list(self):
        text = "print(asyncio.run(poll([%s])))\n"
        self.assertEqual(made(text % "Plug('a', 40.0, 0.5), Plug('b')"), [text % ", ".join(["Plug('a', 40.0, 1.3)"] * 9)])
        self.assertEqual(made(SLEEP % 5 + text % "1, 2"), [SLEEP % 1.3 + text % ", ".join(["1"] * 9)])
        for left in ("0", "n"):
            self.assertEqual(made(SLEEP % left + text % "0.5, 2"), [SLEEP % left + text % ", ".join(["1.3"] * 9)])
        for items in ("Plug('a', 0.5)", "", "Plug('a'), Plug('b', 0.5)"):
            self.assertEqual(made(text % items), [], items)

    def test_a_helper(self):
        helper = "def plugs(*names):\n    return list(map(Plug, names))\n\n\n"
        text = SLEEP % 5 + helper + "print(asyncio.run(poll(plugs(%s), timeout=0.1)))\n"
        self.assertEqual(made(text % "'a', 'b'"), [(text % ", ".join(["'a'"] * 9)).replace("sleep(5)", "sleep(0.065)")])
        for args in ("'a'", "'a', *'b'", ""):
            self.assertEqual(made(text % args), [], args)
        self.assertEqual(made(text.replace("*names", "names, more") % "'a', 'b'"), [])

    def test_the_timeout(self):
        text = "print(asyncio.run(poll([Plug(0.5), Plug(1.5)]%s)))\n"
        for given, tree, slow in (("", POLL, 1.3), (", timeout=1", POLL, 0.65), (", timeout=1", "", 0.65), ("", "async def poll(plugs, n, /, m=1, *, deadline=3):\n    pass\n", 1.95),
                                  ("", "def poll(plugs, seconds=4, /, n=1):\n    pass\n", 2.6)):
            self.assertEqual(made(text % given, tree), [text.replace("Plug(0.5), Plug(1.5)", ", ".join(["Plug(%s)" % slow] * 9)) % given], (given, tree))
        for given, tree in (("", ""), (", timeout=x", ""), (", timeout=0", ""), (", timeout=300", ""), (", n=3", ""), ("", "async def poll(plugs, timeout=None):\n    pass\n")):
            self.assertEqual(made("x = 1\n" + text % given, tree), [], given)

    def test_is_listed(self):
        self.assertIn(gen_crowd, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
