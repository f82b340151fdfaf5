"""What console.log shows of a value: the same text in every process."""
import unittest

import js_support

VALUES = [    # expression, text
    ("-0", "-0"),
    ("[0, -0, NaN, 1n]", "[ 0, -0, NaN, 1n ]"),
    ("[1, , 3]", "[ 1, <1 empty item>, 3 ]"),
    ("{ b: 1, a: 2 }", "{ b: 1, a: 2 }"),
    ("{ a: { b: { c: { d: { e: 1 } } } } }", "{ a: { b: { c: { d: { e: 1 } } } } }"),
    ("new Map([['b', 1], ['a', { x: 2 }]])", "Map(2) { 'b' => 1, 'a' => { x: 2 } }"),
    ("new Set([3, 1])", "Set(2) { 3, 1 }"),
    ("new Uint8Array([1, 2])", "Uint8Array(2) [ 1, 2 ]"),
    ("Buffer.from('ab')", "<Buffer 61 62>"),
    ("(() => { const a = { n: 1 }; a.self = a; return a; })()", "<ref *1> { n: 1, self: [Circular *1] }"),
    ("class A {}", "[class A]"),
    ("new (class A { constructor() { this.x = 1; this._y = 2; } })()", "A { x: 1 }"),
    # What an object of a class keeps for itself is not shown, wherever the object stands; plain data and errors show all they have.
    ("new (class A { constructor() { this._y = 2; this.me = [this]; this._me = this; } })()", "<ref *1> A { me: [ [Circular *1] ] }"),
    ("{ a: new (class A { constructor() { this._y = 2; } })(), _b: { _c: 1 } }", "{ a: A {}, _b: { _c: 1 } }"),
    ("Object.assign(Object.create(null), { _x: 1 })", "[Object: null prototype] { _x: 1 }"),
    ("Object.freeze(new (class A { constructor() { this._y = 2; this.x = 1; } })())", "A { x: 1 }"),
    ("new (class A extends Array { constructor() { super(); this._y = 2; this.push(1); } })()", "A(1) [ 1, _y: 2 ]"),
    ("new (class E extends Error { constructor() { super('m'); this._y = 2; } })()", "[E: m { _y: 2 }]"),
    ("new (class A { constructor() { this._y = 2; } [require('util').inspect.custom]() { return `mine ${this._y}`; } })()", "mine 2"),
    ("(() => { const a = { _y: 1 }; a[require('util').inspect.custom] = () => 'set'; return a; })()", "set"),
    ("require('util').inspect(new (class A { constructor() { this._y = 2; } })())", "A { _y: 2 }"),
    ("(() => { const a = new (class A { constructor() { this._y = this.n = 1; } })(); console.log(a); a.n = 2; return a; })()",
     "A { n: 1 }\nA { n: 2 }"),
    # Nor does it count for how deep a value is shown.
    ("new (class A { constructor() { this._y = Array.from({ length: 300 }, () => Array.from({ length: 100 }, () => [1])); "
     "this.a = { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } }; } })()",
     "A { a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } }"),
    ("function f() {}", "[Function: f]"),
    ("Symbol('s')", "Symbol(s)"),
    ("new Error('m')", "[Error: m]"),
    ("[new TypeError('t')]", "[ [TypeError: t] ]"),
    ("Object.assign(new Error('m'), { code: 'E1' })", "[Error: m { code: 'E1' }]"),
    ("new Error('m', { cause: new RangeError('c') })", "[Error: m { cause: [RangeError: c] }]"),
    ("(() => { const e = new Error('m'); e.self = e; return e; })()", "[Error: m { self: [Circular Error] }]"),
    ("(() => { const a = new Error('a'), b = new TypeError('b', { cause: { a } }); a.b = [b]; return a; })()",
     "[Error: a { b: [ [TypeError: b { cause: { a: [Circular Error] } }] ] }]"),
    ("(() => { const e = new Error('twice'); return [e, e]; })()", "[ [Error: twice], [Error: twice] ]"),
    ("Promise.resolve(3)", "Promise { 3 }"),
    ("Promise.reject(new Error('e')).catch(() => 0) && new Promise(() => {})", "Promise { <pending> }"),
    ("new Date(0)", "1970-01-01T00:00:00.000Z"),
    ("/a/gi", "/a/gi"),
    ("{ get x() { throw new Error('called'); } }", "{ x: [Getter] }"),
    ("(function* () { yield 1; yield 2; })()", "Generator [1, 2]"),
    ("(function* () { for (;;) yield 1; })()", "Generator [%s...]" % ("1, " * 100)),
    ("(function* () { yield 1; throw new Error('g'); })()", "Generator [1, threw [Error: g]]"),
    ("[(function* () { yield 1; })()]", "[ Generator [1] ]"),
    ("'a1b22'.matchAll(/\\d+/g)", "RegExp String Iterator [[ '1', index: 1, input: 'a1b22', groups: undefined ], "
     "[ '22', index: 3, input: 'a1b22', groups: undefined ]]"),
    ("[[1, { a: 2 }][Symbol.iterator](), 'xy'[Symbol.iterator]()]", "[ Array Iterator [1, { a: 2 }], String Iterator ['x', 'y'] ]"),
    ("new Map([[1, new Error('e')]]).entries()", "[Map Entries] { [ 1, [Error: e] ] }"),
    ("(async function* () { yield 1; })()", "Object [AsyncGenerator] {}"),
    ("(function* () {}).prototype", "Object [Generator] {}"),
    ("(() => { const g = (function* () { yield 1; })(); return require('util').inspect(g) + [...g]; })()", "Object [Generator] {}1"),
    ("'\\ud83d|\\ufffd|\\ud83d\\ude00'", "\\ud83d|\ufffd|\U0001f600"),
    ("(() => { let o = {}, said = ''; for (let i = 0; i < 11; i++) o = { a: o, b: o, c: o }; const { write } = process.stdout;"
     " process.stdout.write = (s) => { said += s; }; console.log(o); process.stdout.write = write; return [said.includes('[Object]'), said.length < 40000]; })()",
     "[ true, true ]"),
    ("(() => { let o = { v: 1 }; for (let i = 0; i < 10; i++) o = { o }; return o; })()", "{ o: " * 10 + "{ v: 1 }" + " }" * 10),
    ("new Proxy({ a: 1 }, { get() { throw 1; }, ownKeys() { throw 2; } })", "{ a: 1 }"),
    ("Object.create(null)", "[Object: null prototype] {}"),
    ("{ [require('util').inspect.custom]() { throw new Error('i'); } }",
     "{ [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]] } <inspect threw Error>"),
    ("'text', 'and', ['text']", "text and [ 'text' ]"),
    ("'%s is %d', 'x', 3", "x is 3"),
    ("undefined, null, true", "undefined null true"),
    ("[undefined, null]", "[ undefined, null ]"),
    ("new WeakMap()", "WeakMap { <items unknown> }"),
    ("(() => { try { require('assert').equal(1, 2); } catch (e) { return e; } })()",
     "[AssertionError: 1 == 2 { code: 'ERR_ASSERTION' }]"),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Show(unittest.TestCase):
    def test_values(self):
        runner = js_support.Runner({}, [])
        try:
            source = "".join("console.log(%s);\nconsole.log('----');\n" %
                             ("(%s)" % e if e[0] == "{" else e) for e, _ in VALUES)
            said = runner.run(source)
            self.assertEqual(said["status"], "ok", said)
            got = said["stdout"].split("\n----\n")
            for (expression, want), text in zip(VALUES, got):
                with self.subTest(expression):
                    self.assertEqual(text.replace("{ Symbol(nodejs.util.inspect.custom):",     # as Node 24 says it
                                                  "{ [Symbol(nodejs.util.inspect.custom)]:"), want)
        finally:
            runner.close()


if __name__ == "__main__":
    unittest.main()
