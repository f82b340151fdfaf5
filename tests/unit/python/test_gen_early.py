"""gen_early.py: what a program asks in the end, asked before its last steps as well."""
import types
import unittest

from test_gen_engine import Project, generate
from test_gen_shapes import Session

import gen_early
import gen_near
import gen_program
import gen_text

CODE = '''class Access:
    def __init__(self):
        self._groups, self._rights, self._known = {}, {}, {}

    def join(self, user, group):
        self._groups.setdefault(user, []).append(group)
        self._known.pop(user, None)

    def attach(self, holder, right):
        self._rights.setdefault(holder, []).append(right)
        self._known.pop(holder, None)

    def rights(self, user):
        if user not in self._known:
            self._known[user] = self._collect(user)
        return self._known[user]

    def _collect(self, user):
        return [right for holder in [user, *self._groups.get(user, ())] for right in self._rights.get(holder, ())]
'''
KEPT = CODE[CODE.index("        if user not"):CODE.index("    def _collect")]
BASE = CODE.replace(KEPT, "        return self._collect(user)\n\n")
TEST = '''from s import Access


def test_rights():
    access = Access()
    access.join("ada", "staff")
    access.attach("staff", "read")
    assert access.rights("ada") == ["read"]
'''
HEAD = "from s import A\n\na = A()\n"


def made(text):
    out = list(gen_early.programs(gen_text.source("", HEAD + text), None))
    for one in out:
        assert gen_program.fault(one) is None, one
        assert one.startswith(HEAD), one
    return [one[len(HEAD):] for one in out]


class Asked(unittest.TestCase):
    def most(self, text, said=""):
        return gen_early.most(types.SimpleNamespace(text=said, trees=[gen_text.parse(text)]))

    def test_of_what(self):
        for body, wanted in (
            ("self.n = 1\n    return 1", True), ("self.n[x] = 1\n    return 1", True), ("self.a[1].b.n = 1\n    return 1", True), ("yield 1\n    self.n = 1", True),
            ("cls.n = 1\n    return 1", True), ("known[x] = 1\n    return 1", True), ("return known.setdefault(x, 1)", True),
            ("known = {}\n    known[x] = 1\n    return known", False), ("return {}.setdefault(x, 1)", False), ("known = {}\n    return known.setdefault(x, 1)", False),
            ("self.n = 1", False), ("self.n = 1\n    return", False), ("return self.n", False), ("x.n = 1\n    return 1", False), ("y[1] = 1\n    return y", False), ("args[0] = 1\n    return args", False), ("kwargs.setdefault(x, 1)\n    return kwargs", False),
            ("z.n = 1\n    return 1", False), ("self.n.get(x)\n    return 1", False), ("del self.n\n    return 1", False),
        ):
            self.assertEqual(self.most("def f(self, x, /, y, *args, z, **kwargs):\n    " + body), gen_early.MOST if wanted else 0, body)
        self.assertEqual(self.most("async def f(self):\n    self.n = 1\n    return 1"), gen_early.MOST)
        self.assertEqual(self.most("class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        self.n = 1"), 0)

    def test_words(self):
        for word in "cache lru_cache memoize memo lazy lazily dirty stale invalidate remember".split():
            self.assertEqual(self.most("x = 1", "@functools.%s\ndef f(): pass" % word), gen_early.MOST, word)
        self.assertEqual(self.most("x = 1", "memory of names, stalemate"), 0)


class Programs(unittest.TestCase):
    def test_steps(self):
        asked = "print(a.all(1))\n"
        for text, wanted in (
            ("a.put(1)\nprint(a.all(1))\n", ["%sa.put(1)\n" + asked]),
            ("a.put(1)\nprint(a.all(1))\na.put(2)\n", ["%sa.put(1)\n" + asked + "a.put(2)\n"]),      # what comes behind is no matter
            ("a.put(1)\na.put(2)\nprint(a.all(1))\n", ["%sa.put(1)\n%sa.put(2)\n" + asked, "a.put(1)\n%sa.put(2)\n" + asked, "%sa.put(1)\na.put(2)\n" + asked]),
            ("a.n = 1\na.m[1] += 2\ndel a.k\nprint(a.all(1))\n", ["%sa.n = 1\n%sa.m[1] += 2\n%sdel a.k\n" + asked, "a.n = 1\na.m[1] += 2\n%sdel a.k\n" + asked,
                                                                  "a.n = 1\n%sa.m[1] += 2\ndel a.k\n" + asked, "%sa.n = 1\na.m[1] += 2\ndel a.k\n" + asked]),
            ("b = a.n = 1\nprint(a.all(1))\n", []), ("b = 2\na.put(1)\nb = 3\nprint(a.all(b))\n", ["b = 2\nprint(a.all(b))\na.put(1)\nb = 3\nprint(a.all(b))\n"]),
            ("b = 1\nput(a)\na\nprint(b)\nx, a.n = 1, 2\nprint(a.all(1))\n", []),
            ("b = a.put(1)\nprint(a.all(b))\n", []), ("b = 2\na.put(1)\nprint(a.all(b))\n", ["b = 2\nprint(a.all(b))\na.put(1)\nprint(a.all(b))\n"]),
            ("a.put(1)\nb = 2\na = B()\nprint(a.all(b))\n", []),      # not before it can be asked
            ("a.put(1)\ngiven = a.all(1)\nprint(given)\n", ["%sa.put(1)\ngiven = a.all(1)\nprint(given)\n"]),
            ("a.put(1)\nprint(given)\n", []), ("a.put(1)\nprint(a.n)\n", []), ("a.put(1)\nprint(a.all(1), 2)\n", []), ("a.put(1)\nprint(all(1))\n", []),
            ("a.put(1)\nprint(a.all(\n    1))\n", []), ("a.put(1)\na.all(1)\n", []),
        ):
            self.assertEqual(made(text), [one.replace("%s", asked) for one in wanted], text)

    def test_limits(self):
        steps = ["a.put(%d)\n" % n for n in range(6)]
        asked = "print(a.all(1))\n"
        found = made("".join(steps) + asked)
        self.assertEqual((found[0], len(found)), ("".join(steps[:2]) + "".join(asked + step for step in steps[2:]) + asked, 1 + gen_early.STEPS_MAX))
        shown = "a.put(1)\n" + "".join("print(a.all(%d))\n" % n for n in range(3))
        self.assertEqual([one.split("\n")[0] for one in made(shown)], ["print(a.all(2))", "print(a.all(1))"])

    def test_found(self):
        """The rights of a group are given later than the user's were asked for."""
        project = Project({"s.py": CODE, "tests/test_s.py": TEST})
        self.addCleanup(project.folder.cleanup)
        row = {"module": "s", "qualname": "Access.rights", "file": "s.py", "lines": [1], "other": "def rights(self, user):\n        return self._collect(user)\n"}
        answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [row]}, Session(CODE))
        wanted = 'access.join("ada", "staff")\nprint(access.rights("ada"))\naccess.attach("staff", "read")\nprint(access.rights("ada"))\n'
        found = [c["source"] for c in answer["candidates"] if wanted in c["source"]]
        self.assertTrue(found)
        self.assertEqual([Session(code).run(found[0])["stdout"].split("\n")[-1] for code in (BASE, CODE)], ["['read']", "[]"])

    def test_is_listed(self):
        self.assertIn(gen_early, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
