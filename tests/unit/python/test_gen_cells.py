"""gen_cells.py, gen_reenter.py and the neighbours of gen_turned.py: empty cells, what is entered twice, what stands the other way round."""
import contextlib
import io
import os
import sys
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_cells  # noqa: E402
import gen_near  # noqa: E402
import gen_reenter  # noqa: E402
import gen_text  # noqa: E402
import gen_turned  # noqa: E402

TIMED = '''now = 0
said = []

class Timer:
    def __call__(self, function):
        def timed(*args):
            began = now
            function(*args)
            said.append(now - began)
        return timed

timer = Timer()

@timer
def run(n):
    global now
    now += n

run(2)
print(said)
'''


def made(kind, text):
    return list(kind.programs(gen_text.source("", text), None))


class Cells(unittest.TestCase):
    def test_emptied(self):
        for value, wanted in (
            ("a\tb\tc", ["a\tb\t", "\tb\tc", "a\t\tc"]), ("h,i\n1,2\n", ["h,i\n1,\n", "h,i\n,2\n"]), ("k=v", ["k=", "=v"]), ("k: v", ["k: ", ": v"]), ("a\tb\r\n", ["a\t\r\n", "\tb\r\n"]),
            ("h;i\nx=1", ["h;\nx=1", ";i\nx=1"]), ("a,,b\n\n", ["a,,\n\n", ",,b\n\n"]), ("plain", []), ("", []),
        ):
            self.assertEqual(list(gen_cells.emptied(value)), wanted, value)

    def test_programs(self):
        self.assertEqual(made(gen_cells, 'f("a,b", "c,d")\n'), ['f("a,", "c,d")\n', 'f("a,b", "c,")\n', 'f(",b", "c,d")\n', 'f("a,b", ",d")\n'])
        self.assertEqual(made(gen_cells, 'f("%s")\n' % ("a," * gen_cells.TEXT_MAX)), [])

    def test_asked(self):
        for text, wanted in (("line = line.rstrip()", True), ("csv.reader(x)", True), ("stripes = 1", False)):
            self.assertEqual(gen_cells.most(types.SimpleNamespace(text=text)) > 0, wanted, text)


class Reenter(unittest.TestCase):
    def said(self, text):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(text, {"__name__": "x"})
        return out.getvalue()

    def test_calls_itself(self):
        one, = made(gen_reenter, TIMED)
        self.assertEqual(self.said(one), "[2, 4]\n")
        held = TIMED.replace("            began = now", "            self.began = now").replace("now - began", "now - self.began")
        self.assertEqual((self.said(held), self.said(made(gen_reenter, held)[0])), ("[2]\n", "[2, 2]\n"))
        self.assertTrue(gen_reenter.is_likely(None, one, None))

    def test_before_what_ends_it(self):
        head = "again = [1]\n@d(1)\ndef f(a, *, b=2):\n    g()\n"
        self.assertEqual(made(gen_reenter, "@d(1)\ndef f(a, *, b=2):\n    g()\n    return a\n"), [head + "    if again and again.pop():\n        f(a, b=b)\n    return a\n"])

    def test_blocks(self):
        text = "with t(1) as x:\n    f(x)\n    g()\nprint(2)\n"
        self.assertEqual(made(gen_reenter, text), ["held = t(1)\nwith held as x:\n    with held as x:\n        f(x)\n        g()\n    f(x)\n    g()\nprint(2)\n"])
        self.assertFalse(gen_reenter.is_likely(None, made(gen_reenter, text)[0], None))

    def test_nothing(self):
        for text in ("def f():\n    pass\n", "@d\ndef f(*a):\n    pass\n", "@d\ndef f():\n    yield 1\n", "@d\ndef f(): pass\n", "again = 1\n@d\ndef f():\n    pass\n", "with a, b:\n    pass\n",
                     "with a: b()\n", "with a:\n    b(); c()\n", 'with a:\n    b("""x\n  y""")\n'):
            self.assertEqual(made(gen_reenter, text), [], text)

    def test_what_cannot_be_entered_twice(self):
        src = gen_text.source("", "import threading\nlock = threading.Lock()\nwith lock:\n    print(1)\n")
        self.assertEqual(list(gen_reenter.blocks(src)), [])
        self.assertEqual(len(list(gen_reenter.blocks(gen_text.source("", "lock = RLock()\nwith lock:\n    print(1)\n")))), 1)

    def test_asked(self):
        for text, wanted in (("class T(ContextDecorator):", True), ("@functools.wraps(f)", True), ("def __exit__(self):", True), ("call()", False)):
            self.assertEqual(gen_reenter.most(types.SimpleNamespace(text=text)) > 0, wanted, text)


class Turned(unittest.TestCase):
    def test_last_counts(self):
        for body, wanted in (("for x in y:\n        s = x\n    return s", True), ("for x in y:\n        s = s + x\n    return s", False), ("for x in y:\n        s = x\n    return y", False),
                             ("for x in y:\n        s = x\n        f(s)\n    return 1", False), ("while y:\n        if y:\n            s = 1\n    return s", True)):
            self.assertEqual(gen_turned.last_counts(gen_text.parse("def f(y):\n    s = 0\n    %s\n" % body)), wanted, body)

    def test_beside(self):
        head = 'a = w("1")\nb = w("2")\nc = v("3")\n'
        for line, wanted in (("run(a, b)", ["run(b, a)"]), ("run([0, a, b, c])", ["run([0, b, a, c])"]), ("run(a, c, b)", []), ("run(a, a)", []), ("run(a, d)", []), ("[a, b] = x", [])):
            self.assertEqual([one[len(head):-1] for one in made(gen_turned, head + line + "\n")], wanted, line)

    def test_are_listed(self):
        self.assertTrue({gen_cells, gen_reenter} <= set(gen_near.KINDS))
        change = types.SimpleNamespace(words=frozenset(), trees=[gen_text.parse("def f(y):\n    for x in y:\n        s = x\n    return s\n")])
        self.assertGreater(gen_turned.most(change), 0)


if __name__ == "__main__":
    unittest.main()
