"""What is nested stands in front of what is not (gen_nested.js)."""
import unittest

import js_support

PACKAGE = """\
function leaves(tree) {
  const queue = [tree], out = [];
  while (queue.length) {
    const one = queue.shift();
    if (Array.isArray(one)) queue.push(...one);
    else out.push(one);
  }
  return out;
}
module.exports = { leaves };
"""
OTHER = "function leaves(tree) {\n  return Array.isArray(tree) ? [].concat(...tree.map((one) => leaves(one))) : [tree];\n}"
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { leaves } = require('./index.js');
test('leaves', () => {
  assert.deepEqual(leaves([1, 4, [2, 3]]), [1, 4, 2, 3]);
});
"""
PANES = "79x48,0,0,1,79x48,80,0[79x24,80,0,2,79x23,80,25,3]"


def asks(mine, other, qualname="Tree.f"):
    return js_support.made("gen_nested.js", "t.asksIn(given.slice(0, 3), { qualname: given[3] })", "", mine, other, qualname)


def turned(text):
    return js_support.made("gen_nested.js", "t.turned(given[0])", text)


def made(text, is_asked=True):
    return js_support.made("gen_nested.js", "t.programs(...given)", text, is_asked)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Nested(unittest.TestCase):
    def test_asked_for(self):
        plain = "f(t) { return t; }"
        words = ("deque", "popleft", "appendleft", "stack", "queue", "unshift", "shift", "pop", "reversed", "reverse", "walk", "flat", "flatMap")
        for text, wanted in (
                ("f(t) { return f(t.left); }", True), ("f(t) { return t.left.f(); }", True), ("function f(t) { return f(t.left); }", True),
                ("async *f(t) { g(f(t)); }", True), ("const f = (t) => f(t.left);", True), ("exports.f = (t) => f(t.left);", True), ("const f = t => f(t.left);", True),
                ("f(t) { const g = (c) => g(c); return g(t); }", True), ("f(t) { function g(c) { return g(c); } return g(t); }", True),
                ("f(t) { function *g(c) { g(c); } return g(t); }", True),
                ("f(t) { function g(c = {}) { return g(c); } return g(t); }", True), ("f(t) { let g; g(t); }", False), ("f(t) { return t.map(function (c) { return ((c)); }); }", False),
                ("f(t) { const g = (c) => h(c); return g(t); }", False), ("f(t) { function g(c) { return c; } return g(t); }", False),
                ("f(t) { return super.f(t); }", False), ("f(t) { return t.super.g(t); }", False), ("f(t) { return f; }", False), ("const f = function f(t) { return t; };", False),
                ("f(t) { return `${f(t)}`; }", True), ("f(t) { return 'f(t)'; }", False),
                ("*f(t) { yield* t; }", True), ("*f(t) { yield t; }", False), ("f(t) { return t * 2; }", False),
                ("f(t) { return nodeStack; }", True), ("f(t) { return node_stack; }", True), ("f(t) { return this.#stack; }", True), ("f(t) { return stacked; } // stack", False),
                *(("f(t) { return t.%s; }" % word, True) for word in words)):
            with self.subTest(text):
                self.assertEqual([asks(plain, text), asks(text, plain), asks(text, text)], [wanted, wanted, False])
        self.assertEqual([asks("", "f(t) { return f(t); }"), asks("f(t) { return f(t); }", ""), asks("f(t) { return f(t); }", plain, "f"), asks("(t) => f(t)", "(t) => t", "")], [False, False, True, False])
        self.assertTrue(asks("(t) => t", "(t) => { const g = (c) => g(c); return g(t); }", ""))
        self.assertEqual([asks("f(t) { t.flat(); }", "f(t) { t.flatMap(); }"), asks("f(t) { t.queue.pop(); }", "f(t) { t.pop(t.queue); }")], [True, False])

    def test_texts(self):
        for text, wanted in (
                ("{a,b[c,d]}", ["{b[c,d],a}"]), ("f(x, g(y))", ["f(g(y), x)"]), ("{ a , b[c] }", ["{ b[c] , a }"]), ("a,b[c]", ["b[c],a"]),
                ("(A,(B,C)x:1);", ["((B,C)x:1,A);"]), ("{a,b[c,d(e)]}", ["{b[c,d(e)],a}", "{a,b[d(e),c]}"]), ("{a b,c[d]}", ["{c[d],a b}"]),
                ('{"x]": "a, b", "y": [1]}', ['{"y": [1], "x]": "a, b"}']), (r"(\u{1F600}, \x5b\n(b))", [r"(\x5b\n(b), \u{1F600})"]), ("(\u00e9\U0001f600, (b))", ["((b), \u00e9\U0001f600)"]),
                ("(a a [b])", ["(a [b] a)", "([b] a a)"]), (r"{a,b\u{41}}", []), ("(a (b c))", ["((b c) a)"]), ("(plus 1 (times 2 3))", ["(plus (times 2 3) 1)", "(1 (times 2 3) plus)", "((times 2 3) plus 1)"]),
                ("{%s}" % PANES, ["{79x48,80,0[79x24,80,0,2,79x23,80,25,3],79x48,0,0,1}", "{1,79x48,80,0[79x24,80,0,2,79x23,80,25,3],79x48,0,0}"]),
                ("{a[],a,a[]}", ["{a,a[],a[]}", "{a[],a[],a}"]), ("{a[],a[]}", []), ("{,[c]}", []),
                ("{b[c,d],a}", []), ("{[b] a}", []), ("{a,b}", []), ("[c]", []), ("", []), ("{a,b[c}]", []), ("{a,b[c]", []), ("a,b[c]}", []), ("a,b[c]{", []), ("}a,b[c]{", [])):
            with self.subTest(text):
                self.assertEqual(turned(text)[:len(wanted)] if PANES in text else turned(text), wanted)
        self.assertEqual(len(turned("{%sb[c]}{%sb[c]}" % ("a," * 9, "a," * 9))), 6)

    def test_literals(self):
        for text, wanted in (
                ("f([1, [2, 3]]);", ["f([[2, 3], 1]);"]), ("f([1, 4, [2, 3],]);", ["f([[2, 3], 1, 4]);"]), ("f({ a: 1, b: { c: 2 } });", ["f({b: { c: 2 }, a: 1});"]), ("f({ a, 'b': [2] });", ["f({'b': [2], a});"]),
                ("f([new N('b'), new N('c', [new N('d')])]);", ["f([new N('c', [new N('d')]), new N('b')]);"]), ("const x = [n('b'), n(n('d'))];", ["const x = [n(n('d')), n('b')];"]),
                ("f({ a: 'r', b: [{ a: 1 }, { a: 2, b: [{ a: 3 }] }] });", [        # those of a kind come first
                    "f({ a: 'r', b: [{ a: 2, b: [{ a: 3 }] }, { a: 1 }] });", "f({b: [{ a: 1 }, { a: 2, b: [{ a: 3 }] }], a: 'r'});", "f({ a: 'r', b: [{ a: 1 }, {b: [{ a: 3 }], a: 2}] });"]),
                ("f({ a: 1, b: [2] }, [3, [4]]);", ["f({ a: 1, b: [2] }, [[4], 3]);", "f({b: [2], a: 1}, [3, [4]]);"]), ("f(() => [1, [2]]);", ["f(() => [[2], 1]);"]), ("f([[1], 2, [3]]);", ["f([[3], [1], 2]);"]),
                ("f([[2, 3], 1]);", []), ("f([[1], [2]]);", []), ("f([[[1]], [2]]);", []), ("f([[2]]);", []), ("f([1, []]);", []), ("f([1, n('b')]);", []), ("f([...a, [1]]);", []), ("f({ ...a, b: [1] });", []),
                ("f([1, () => [1]]);", []), ("f([1, function () { g([1]); }]);", []), ("f({ a: 1, b() { g([1]); } });", []), ("[a, [b, c]] = x;", []), ("const [a, [b, c]] = x;", []),
                ("f(([a, [b, c]]) => 1);", []), ("a[1, [2]];", []), ("f(() => { a, b[1] });", []), ("f([, [1]]);", [])):
            with self.subTest(text):
                self.assertEqual(made(text), wanted)

    def test_programs(self):
        text = "const T = 'a,b[c]';\nf(T, [1, [2]], `c,d[e]`, `g,${h},i[j]`);"
        wanted = [text.replace("a,b[c]", "b[c],a"), text.replace("c,d[e]", "d[e],c"), text.replace("[1, [2]]", "[[2], 1]")]
        self.assertEqual([made(text), made(text, False), made(text + "\n" + " " * 4000)], [wanted, [], []])
        self.assertEqual(len(made("f(%s);" % ", ".join(["[1, [2]]"] * 9))), 6)

    def test_what_nobody_writes(self):
        """Brackets so deep within each other that all of them cannot be looked at in each other's time."""
        for depth, wanted in ((5, True), (20, False)):
            text = "f([1, " + "[1, " * depth + "2" + "]" * depth + "]);"
            self.assertEqual(bool(made(text)), wanted, depth)

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        for other, wanted in ((OTHER, True), ("", False)):
            sources = [c["source"] for c in js_support.candidates(runner, PACKAGE, "leaves", "queue.shift", other=other)]
            self.assertEqual(any("leaves([[2, 3], 1, 4])" in source for source in sources), wanted, sources)


if __name__ == "__main__":
    unittest.main()
