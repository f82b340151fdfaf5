"""What is gone through says when it is closed (gen_closed.js)."""
import unittest

import js_support

PACKAGE = """\
function first(items, count) {
  const found = [], walk = items[Symbol.iterator]();
  while (found.length < count) found.push(walk.next().value);
  return found;
}
module.exports = { first };
"""
OTHER = """\
function first(items, count) {
  const found = [];
  for (const one of items) {
    found.push(one);
    if (found.length === count) break;
  }
  return found;
}
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { first } = require('./index.js');
test('first', () => { assert.deepEqual(first([1, 2, 3], 2), [1, 2]); });
"""
PLAIN, ASYNC = "function*", "async function*"
LOOP, HAND = "for (const a of b) c(a);", "while (!(d = b.next()).done) c(d.value);"
COUNT, LATE = "function* count(n) { yield n; }\n", "async function* count(n) { yield n; }\n"


def asked(mine, other):
    return js_support.made("gen_closed.js", "t.asksFor('', ...given)", mine, other)


def made(text, *kinds):
    return js_support.made("gen_closed.js", "t.programs(...given)", text, list(kinds or (PLAIN,)))


def source(items, kind=PLAIN):
    return "(%s () { try { console.log('opened'); yield* %s; } finally { console.log('closed'); } })()" % (kind, items)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Closed(unittest.TestCase):
    def test_asked_for(self):
        for mine, other, wanted in ((HAND, LOOP, [PLAIN]), (LOOP, HAND, [PLAIN]), (HAND, HAND, []), (HAND + HAND, HAND, [PLAIN]), (LOOP, "", []), (LOOP, "[...b].map(c);", []),
                                    (HAND, None, [PLAIN]), (HAND + " x = 1;", HAND, []), (LOOP + HAND, HAND + LOOP, []), ("`${b.next()}`", "", [PLAIN]),
                                    # by hand is what calls it
                                    ("b = b.next;", LOOP, []), ("next();", LOOP, []), ("b.next?.value;", LOOP, []), ("b.next?.(1);", LOOP, [PLAIN]), ("b?.next();", LOOP, [PLAIN]),
                                    ("b.return();", LOOP, [PLAIN]), ("b.return?.();", LOOP, [PLAIN]), ("return (b);", LOOP, []), ("b.throw();", LOOP, []),
                                    ("b[Symbol.iterator];", LOOP, [PLAIN]), ("b.iterator;", LOOP, []), ("b[Symbol.match];", LOOP, []), ("b[Symbol.asyncIterator];", LOOP, [ASYNC])):
            self.assertEqual(asked(mine, other), wanted, (mine, other))
        for more, wanted in ((LOOP, [PLAIN]), ("for await (const a of b) c(a);", [ASYNC]), ("yield* b;", [PLAIN]), ("c(...b);", [PLAIN]), ("const [a] = b;", [PLAIN]), ("([a]) => a;", [PLAIN]), ("[a, d] = b;", [PLAIN]),
                             ("for (let i = 0; i < 2; i++) c(i);", []), ("for (const a in b) c(of);", []), ("b.for(a of b);", []), ("yield b;", []), ("b[Symbol.match];", []), ("c([b]);", []), ("a[0] = b;", []), ("const a = [b];", []), ("await c(b);", [])):
            self.assertEqual(asked(more + HAND, HAND), wanted, more)
        for mine in ("await b.next();", LOOP + "await c;" + HAND):
            self.assertEqual([asked(mine, LOOP), asked(LOOP, mine)], [[ASYNC, PLAIN]] * 2, mine)
        self.assertEqual(asked("await b.next();", "for await (const a of b) c(a);"), [ASYNC])

    def test_made(self):
        for text, items in (("take([1, 2], 3);\n", "[1, 2]"), ("console.log(take(2, [1, [2]]));\n", "[1, [2]]"), ("a.b.take([...c, 2]);\n", "[...c, 2]"), ("take(2)([1, 2]);\n", "[1, 2]"),
                            ("new Flow([1, 2]);\n", "[1, 2]"), ("a.set([1, 2]);\n", "[1, 2]"), ("toArray([1, 2]);\n", "[1, 2]"), (COUNT + "take(count(5), 2);\n", "count(5)"),
                            ("const count = function* (n) { yield n; };\ntake(count(5), 2);\n", "count(5)")):
            self.assertEqual(made(text), [text.replace(items, source(items))], text)
        for value in ("[1, 2]", "a.list(3)", "count(2)"):
            for text in ("const items = %s;\ntake(items);\n", "let items = %s\ntake(items);\n"):
                self.assertEqual(made(text % value), [text.replace("take(items)", "take(%s)" % source("items")) % value], value)

    def test_kinds(self):
        text = "take([1, 2]);\nskip([3, 4]);\n"
        one, two = [[text.replace(items, source(items, kind)) for items in ("[1, 2]", "[3, 4]")] for kind in (ASYNC, PLAIN)]
        for kinds, wanted in (((ASYNC,), one), ((PLAIN,), two), ((ASYNC, PLAIN), [one[0], two[0], one[1], two[1]])):
            self.assertEqual(made(text, *kinds), wanted, kinds)
        for late in ("take(count(5));\n", "const items = count(5);\ntake(items);\n"):
            name = "items" if "items" in late else "count(5)"
            call = "take(%s)" % name
            for head in (LATE, "const count = async function* (n) { yield n; };\n"):
                self.assertEqual(made(head + late, ASYNC, PLAIN), [head + late.replace(call, "take(%s)" % source(name, ASYNC))], head + late)

    def test_not_made(self):
        for text in ("take([1]);\n", "take([]);\n", "const a = [1, 2];\n", "take({ a: [1, 2] });\n", "take([1, 2].length);\n", "take(0 || [1, 2]);\n", "take([[1, 2]]);\n", "a(), [1, 2], b();\n", "a()[0, [1, 2]];\n",
                     "if ([1, 2]) a();\n", "(([a, b]) => a)(c);\n", "function f(a, [b, c]) { a(b); }\n", "take([await a, 2]);\n", "take([this.a, 2]);\n", "take([yield, 2]);\n", "take([super.a, 2]);\n", "take([arguments, 2]);\n", "take([`${await a}`, 2]);\n",
                     # of no call of the project's
                     "console.error([1, 2]);\n", "new Set([1, 2]);\n", "Object.keys([1, 2]);\n", "expect([1, 2]);\n", "expect.soft([1, 2]);\n", "assert(a, [1, 2]);\n", "t.ok([1, 2]);\n", "t.assert(a, [1, 2]);\n", "t.deepEqual(a, [1, 2]);\n", "t.equals(a, [1, 2]);\n", "equal(a, [1, 2]);\n",
                     "t(a).toBeOneOf([1, 2]);\n", "t(a).toHaveBeenCalledWith([1, 2]);\n", "t(a).toContainKeys([1, 2]);\n", "t(a).toMatchObject([1, 2]);\n",
                     "a.push([1, 2]);\n", "a.unshift([1, 2]);\n", "a.concat([1, 2]);\n", "a.includes([1, 2]);\n", "a.apply(b, [1, 2]);\n",
                     # of no name of a list, nor of a call
                     "const items = [1];\ntake(items);\n", "const items = [1, 2].length;\ntake(items);\n", "const items = list(3) + 1;\ntake(items);\n", "const items = new List(3);\ntake(items);\n", "const items = (3);\ntake(items);\n", "const items = !(a);\ntake(items);\n",
                     "const items = require('a');\ntake(items);\n", "const items = import('a');\ntake(items);\n", "a.items = [1, 2];\ntake(items);\n", "for (const items of [[1], [2]]) take(items);\n",
                     "const items = [1, 2];\ntake(items.length);\ntake({ items });\nconst f = (items) => 1;\nfunction g(items) {}\n",
                     # of no generator
                     "take(count(5), 2);\n", COUNT + "take(count, 2);\n", "function count(n) { return n; }\ntake(count(5));\n", "a = 2 * count;\ntake(count(5));\n", "each(function* () {});\ntake(each(1));\n",
                     "console.log('closed');\ntake([1, 2]);\n"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(js_support.made("gen_closed.js", "[[], null, undefined].flatMap((kinds) => t.programs(given[0], kinds))", "take([1, 2]);\n"), [])

    def test_limits(self):
        rows = ["take([%d, 0]);" % n for n in range(9)]
        self.assertEqual(len(made("\n".join(rows))), 6)
        self.assertEqual([len(made("take([1, 2]);".ljust(n))) for n in (4000, 4001)], [1, 0])
        text = "const one = a.list(3);\ntake(one);\nconst two = [1, 2];\ntake(two);\n" + COUNT + "take(count(1));\n"
        self.assertEqual(made(text), [text.replace("take(%s)" % name, "take(%s)" % source(name)) for name in ("two", "count(1)", "one")])  # those that can be gone through first

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        self.addCleanup(runner.close)
        before = js_support.Runner({"index.js": OTHER + "module.exports = { first };\n"}, ["index"])
        self.addCleanup(before.close)
        found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "first", "walk.next()", other=OTHER) if "first(%s, 2)" % source("[1, 2, 3]") in c["source"]]
        self.assertTrue(found)
        self.assertEqual([one.run(found[0])["stdout"] for one in (before, runner)], ["opened\nclosed\n[ 1, 2 ]\n", "opened\n[ 1, 2 ]\n"])


if __name__ == "__main__":
    unittest.main()
