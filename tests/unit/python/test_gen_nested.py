"""gen_nested.py: what is nested stands in front of what is not."""
import types
import unittest

from test_gen_alike import found

import gen_nested
import gen_text

TREE = '''
from collections import deque


def leaves(tree):
    queue = deque([tree])
    while queue:
        one = queue.popleft()
        if isinstance(one, list):
            queue.extend(one)
        else:
            yield one


def size(tree):
    return len(list(leaves(tree)))
'''
OTHER = "def leaves(tree):\n    for one in tree if isinstance(tree, list) else ():\n        yield from leaves(one)\n    if not isinstance(tree, list):\n        yield tree\n"
TREE_TEST = "import unittest\nfrom s import leaves, size\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(list(leaves([1, [2, 3]])), [1, 2, 3])\n" \
    "        self.assertEqual(size([1, [2, 3]]), 3)\n"
PANES = "79x48,0,0,1,79x48,80,0[79x24,80,0,2,79x23,80,25,3]"
TEXTS = (
    ("{a,b[c,d]}", ["{b[c,d],a}"]),
    ("f(x, g(y))", ["f(g(y), x)"]),
    ("{ a , b[c] }", ["{ b[c] , a }"]),
    ("{\n a: 1,\n b: {c: 2}\n}", ["{\n b: {c: 2},\n a: 1\n}"]),
    ("a,b[c]", ["b[c],a"]),                                     # all of it
    ("(A,(B,C)x:1);", ["((B,C)x:1,A);"]),                       # something of the item behind its brackets
    ("{a[b],c[d]}", ["{c[d],a[b]}"]),
    ("{a,b[c,d(e)]}", ["{b[c,d(e)],a}", "{a,b[d(e),c]}"]),      # a group in a group
    ('{"x]": "a, b", "y": [1]}', ['{"y": [1], "x]": "a, b"}']),
    (r'{"x\"]": 1, "y": [1]}', [r'{"y": [1], "x\"]": 1}']),
    ("(a a [b])", ["(a [b] a)", "([b] a a)"]),
    ("(a (b c))", ["((b c) a)"]),
    ("(plus 1 (times 2 3))", ["(plus (times 2 3) 1)", "(1 (times 2 3) plus)", "((times 2 3) plus 1)"]),
    ("{a b,c[d]}", ["{c[d],a b}"]),                             # commas and blanks
    ("{%s}" % PANES, ["{79x48,80,0[79x24,80,0,2,79x23,80,25,3],79x48,0,0,1}", "{1,79x48,80,0[79x24,80,0,2,79x23,80,25,3],79x48,0,0}"]),
    ("{a[],a,a[]}", ["{a,a[],a[]}", "{a[],a[],a}"]),
    ("{a[],a[]}", []),                                          # that is the same
    ("{b[c,d],a}", []), ("{[b] a}", []), ("{a,b}", []), ("[c]", []), ("{,[c]}", []), ("", []),
    ("{a,b[c}]", []), ("{a,b[c]", []), ("a,b[c]}", []), ("a,b[c]{", []), ("}a,b[c]{", []),
)


def way(text):
    return gen_nested.way_of(gen_text.parse(text))


def literals(text):
    return list(gen_nested.literals(gen_text.source("", text)))


class Asked(unittest.TestCase):
    def test_found(self):
        for lines, name, other, wanted in (([7], "leaves", OTHER, True), ([7], "leaves", "", False), ([16], "size", "def size(tree):\n    return sum(1 for _ in leaves(tree))\n", False)):
            with self.subTest(name):
                made = found(TREE, TREE_TEST, name, lines, other)
                self.assertEqual("leaves([[2, 3], 1])" in made, wanted, made)

    def test_way(self):
        for text, is_recursive, words in (
                ("def f(t):\n    for c in t:\n        f(c)\n", True, set()),
                ("def f(t):\n    for c in t:\n        c.f()\n", True, set()),
                ("async def f(t):\n    await f(t)\n", True, set()),
                ("def f(t):\n    def g(c):\n        g(c)\n    g(t)\n", True, set()),
                ("def f(t):\n    def g(c):\n        h(c)\n    g(t)\n", False, set()),
                ("def f(t):\n    super().f(t)\n", False, set()),
                ("def f(t):\n    other(t).f(t)\n", True, set()),
                ("def f(t):\n    return f\n", False, set()),
                ("def f(t):\n    yield from t\n", False, {"yield from"}),
                ("def f(t):\n    yield t\n", False, set()),
                ("def f(t):\n    node_stack = [t]\n    node_stack.pop()\n", False, {"stack", "pop"}),
                ("def f(t):\n    stacked = 'a stack'  # pop\n    return stacked\n", False, set()),
                *(("def f(t):\n    %s(t)\n" % word, False, {word}) for word in sorted(gen_nested.WORDS))):
            with self.subTest(text):
                self.assertEqual(way(text), (is_recursive, words))
        self.assertEqual(len(gen_nested.WORDS), 13)

    def test_of_change(self):
        plain, recursive, popping = ("def f(t):\n    %s\n" % row for row in ("return t", "return f(t)", "return t.pop()"))
        for one, other, wanted in ((plain, plain, False), (plain, recursive, True), (recursive, plain, True), (plain, popping, True), (recursive, recursive, False), (recursive, "", False), ("", popping, False)):
            with self.subTest(one + other):
                node = types.SimpleNamespace(node=gen_text.parse(one).body[0]) if one else None
                target = types.SimpleNamespace(node=node, other=other, info=types.SimpleNamespace(src=gen_text.source("", one)))
                self.assertEqual(gen_nested.of_change(types.SimpleNamespace(targets=[target])), wanted)

    def test_how_many(self):
        self.assertEqual([gen_nested.most(types.SimpleNamespace(nested=asked)) for asked in (True, False)], [gen_nested.MOST, 0])


class Texts(unittest.TestCase):
    def test_turned(self):
        for text, wanted in TEXTS:
            with self.subTest(text):
                made = list(gen_nested.turned(text))
                self.assertEqual(made[:len(wanted)] if text == "{%s}" % PANES else made, wanted)

    def test_few_of_one(self):
        self.assertEqual(len(list(gen_nested.turned("{%sb[c]}" % ("a," * 9)))), gen_nested.EACH_MAX)


class Literals(unittest.TestCase):
    def test_made(self):
        for text, wanted in (
                ("f([1, [2, 3]])\n", ["f([[2, 3], 1])\n"]),
                ("f((1, 4, (2, 3)))\n", ["f(((2, 3), 1, 4))\n"]),
                ("f({'a': 1, 'b': {'c': 2}})\n", ["f({'b': {'c': 2}, 'a': 1})\n"]),
                ("f([{'a': 1}, {'a': 2, 'b': [{'a': 3}]}])\n", ["f([{'a': 2, 'b': [{'a': 3}]}, {'a': 1}])\n", "f([{'a': 1}, {'b': [{'a': 3}], 'a': 2}])\n"]),
                ("f([N('b'), N('c', [N('d')])])\n", ["f([N('c', [N('d')]), N('b')])\n"]),
                ("f([N('b'), N('c', of=N('d'))])\n", ["f([N('c', of=N('d')), N('b')])\n"]),
                ("f(('r', [('l', []), ('b', [('x', [])])]))\n", [        # those of a kind come first
                    "f(('r', [('b', [('x', [])]), ('l', [])]))\n", "f(([('l', []), ('b', [('x', [])])], 'r'))\n", "f(('r', [('l', []), ([('x', [])], 'b')]))\n"]),
                ("f((1, [2]), [3, [4]])\n", ["f((1, [2]), [[4], 3])\n", "f(([2], 1), [3, [4]])\n"]),
                ("f([[1], 2, [3]])\n", ["f([[3], [1], 2])\n"]),
                ("f([[2, 3], 1])\n", []), ("f([[1], [2]])\n", []), ("f([[[1]], [2]])\n", []), ("f([[2]])\n", []), ("f([1, []])\n", []),
                ("f([1, N('b')])\n", []), ("f([*a, [1]])\n", []), ("f({**a, 'b': [1]})\n", []),
                ("[a, [b.c, d]] = x\n", []), ("f(f'{g([1, [2, 3]])}')\n", [])):
            with self.subTest(text):
                self.assertEqual(literals(text), wanted)

    def test_of_a_program(self):
        text = "TREE = 'a,b[c]'\nprint(f(TREE), g([1, [2]]), h('c,d[e]'), '%s')\n" % (",[a]" * 1000)
        wanted = [text.replace("'a,b[c]'", '"b[c],a"'), text.replace("'c,d[e]'", '"d[e],c"'), text.replace("[1, [2]]", "[[2], 1]")]
        self.assertEqual(list(gen_nested.programs(gen_text.source("", text), None)), wanted)


if __name__ == "__main__":
    unittest.main()
