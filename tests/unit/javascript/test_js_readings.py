"""Values that the language reads in more ways than one, chosen by the words of a change; what is left of an object that was handed
over; nothing after something. What `generate` gives for small packages, each with a program that tells a slip in it."""
import json
import subprocess
import unittest

import js_support

PACKAGE = """\
const UNITS = { m: 1, km: 1000 };
function unit(name) { return name in UNITS ? UNITS[name] : null; }
function initial(word) { return word.charAt(0); }
function fill(text, values) {
  for (const [key, value] of Object.entries(values)) text = text.replaceAll(`{${key}}`, value);
  return text;
}
function total(ids) { return String(ids.reduce((sum, id) => sum + Number(id), 0)); }
function distinct(values) { return values.filter((v, i) => values.indexOf(v) === i); }
function count(values) {
  let n = 0;
  values.forEach(() => { n++; });
  return n;
}
class Base { constructor(options = {}) { Object.assign(this, options); } }
class Widget extends Base {
  title = 'none';
  text() { return this.title; }
}
function* rows(source) {
  while (source.values.length) yield source.values.shift();
  source.isClosed = true;
}
function first(source, test) {
  for (const row of rows(source)) if (test(row)) return row;
  return null;
}
class Source { constructor(values) { this.values = values; this.isClosed = false; } }
class Query {
  constructor() { this.names = []; }
  by(...names) { if (names.length) this.names = names; return this; }
  text() { return this.names.join(); }
}
class Store {
  constructor() { this.rows = []; this.total = 0; }
  put(row, times = 1) { for (let i = 0; i < times; i++) this.rows.push(row); }
  add(n = 1) { this.total += n; return this.total; }
}
class Filter {
  constructor() { this.names = []; }
  keep(...names) { if (names.length) this.names = names; }
  of(rows) { return rows.filter((r) => !this.names.length || this.names.includes(r)); }
}
function price(entry, rate = 80) { return entry.hours * (entry.rate ?? rate); }
module.exports = { unit, initial, fill, total, distinct, count, Base, Widget, rows, first, Source, Query, Store, Filter, price };
"""
TESTS = """\
const assert = require('assert');
const { unit, initial, fill, total, distinct, count, Widget, first, Source, Query, Store, Filter, price } = require('./index.js');
test('unit', () => { assert.strictEqual(unit('km'), 1000); });
test('initial', () => { assert.strictEqual(initial('abc'), 'a'); });
test('fill', () => { assert.strictEqual(fill('Dear {name}', { name: 'Ann' }), 'Dear Ann'); });
test('total', () => { assert.strictEqual(total(['1', '20']), '21'); });
test('distinct', () => { assert.deepStrictEqual(distinct([1, 2, 1]), [1, 2]); });
test('count', () => { assert.strictEqual(count([4, 5]), 2); });
test('widget', () => { assert.strictEqual(new Widget({ width: 4 }).text(), 'none'); });
test('first', () => {
  const source = new Source([1, 2, 3]);
  assert.strictEqual(first(source, (row) => row === 2), 2);
});
test('price', () => { assert.strictEqual(price({ hours: 2, rate: 30 }), 60); });
test('query', () => { assert.strictEqual(new Query().by('a').text(), 'a'); });
test('put', () => {
  const store = new Store();
  store.put('a', 2);
  assert.strictEqual(store.rows.length, 2);
});
test('add', () => {
  const store = new Store();
  store.add(4);
  assert.strictEqual(store.total, 4);
});
test('filter', () => {
  const filter = new Filter();
  filter.keep('a');
  assert.deepStrictEqual(filter.of(['a', 'b']), ['a']);
});
"""
# (what shows it, changed function, a text on its line, parts of a candidate)
ROWS = (
    ("a key that every object has", "unit", "name in UNITS", ["unit('constructor')"]),
    ("a letter of two halves", "initial", "charAt", ["initial('\U0001f600')"]),
    ("a mark in what is put in", "fill", "replaceAll", ["name: '$&'"]),
    ("a number that has no float", "total", "Number(id)", ["'9007199254740993'"]),
    ("what is not equal to itself", "distinct", "indexOf", ["NaN, NaN]"]),
    ("an item that is nothing", "count", "forEach", [", undefined]"]),
    ("a field that its maker is given", "Widget", "title = 'none'", ["title: 'own'"]),
    ("what is left of what was handed over", "rows", "while (source.values.length)", ["const source = new Source([1, 2, 3]);", "console.log(source);"]),
    ("a key left out, and its value given elsewhere", "price", "entry.rate ?? rate", ["price({ hours: 2 }, 30)"]),
    ("nothing after something", "Query.by", "if (names.length)", [".by('a').by()"]),
    ("nothing after something, for its effect", "Filter.keep", "if (names.length)", ["filter.keep('a');\nfilter.keep();"]),
    ("nothing after something, where one of its own fields is given", "Store.add", "this.total += n", ["store.add(4);\nstore.add();"]),
)
# (changed function, a text on its line, what no candidate has)
NOT = (("Store.put", "times; i++", "put();"), ("Store.add", "this.total += n", ".add(4).add()"))
# (file, what is asked of it, answer)
PARTS = (
    ("gen_scenes.js", "emptied('q.$in(1);', { name: '$in', mayBeEmpty: true })", ["q.$in(1);\nq.$in();"]),
    ("gen_scenes.js", "emptied('q.on(1);', { name: 'n', mayBeEmpty: true })", []),
    ("gen_scenes.js", "emptied('class A { by(a) { return this; } }\\nf(new A().by(1));', { name: 'by', givesItself: true, mayBeEmpty: true })",
     ["class A { by(a) { return this; } }\nf(new A().by(1).by());"]),
    ("gen_values.js", "movedKeys(['(a) => { one: f(a), two: g(a) }'], true)", []),
    ("gen_values.js", "movedKeys(['function () { one: f(); two: g(), a }'], true)", []),
    ("gen_values.js", "movedKeys(['{ class: 1, b: 2 }'], true)", [["{ b: 2 }", "1"], ["{ class: 1 }", "2"]]),
    ("gen_values.js", "movedKeys(['{ kind: x.class, b: 2 }'], true)", [["{ b: 2 }", "x.class"], ["{ kind: x.class }", "2"]]),
    ("gen_values.js", "movedKeys(['{ m() { return 2 } }', '{ a: 1, b: 2 }'], false)", []),
    # all functions of an object fail once, and so does one more
    ("gen_values.js", "mutate('{ a: () => 1, b: async () => 2, c: 3 }', { string: [], number: [] })[1].replace(/\\(\\(n\\)[^]*?\\}\\)\\(0\\)/g, 'F')",
     "{ a: F, b: F, c: 3, more: F }"),
    ("gen_values.js", "mutate(\"{ a: 'x => y', b: [(n) => n] }\", { string: [], number: [] }).some((one) => one.includes('first'))", False),
    # a number by what it is when it is not given, whatever its name says
    ("gen_values.js", "valuesFor({ name: '{ tries = 1 }', kind: 'plain', annotation: null, default: '{}' }, 'f(a, { tries = 1 } = {})', { string: [], number: [] })[0]", "{ tries: 3 }"),
    # what is compared with a boolean is one, whatever its name says; and a parameter may have any name
    ("gen_values.js", "valuesFor({ name: 'opt', kind: 'plain', default: '{}' }, 'opt.namedArray !== false', { string: [], number: [] }).slice(0, 3)",
     ["{ namedArray: true }", "{ namedArray: false }", "{ a: 1, b: 'two' }"]),
    ("gen_values.js", "valuesFor({ name: 'a = b || (c', kind: 'plain', default: null }, '{ x } = f(c; isText(c', { string: [], number: [] }).length > 0", True),
    # lists of what their items are asked for, and of numbers where they are numbers
    ("gen_values.js", "valuesFor({ name: 'sprites', kind: 'plain', annotation: null, default: null }, 'sprites.map((s) => [s.name, s.width * s.height])', { string: [], number: [] }).slice(0, 2).map((one) => one.match(/(name|width|height): /g).join(''))",
     ["name: width: height: " * 2] * 2),
    ("gen_values.js", "valuesFor({ name: 'them', kind: 'plain', annotation: null, default: null }, 'class A { constructor(them) { this.#them = them.filter(Boolean); } f() { for (const one of this.#them) g(one.x); } }', { string: [], number: [] })[0]", "[{ x: 0 }, { x: -1 }]"),
    ("gen_values.js", "['nums.map((x) => x * 2)', 'nums.map((w) => w.length)', 'nums.filter((w) => w.trim())'].map((text) => valuesFor({ name: 'nums', kind: 'plain', annotation: null, default: null }, text, { string: [], number: [] })[0])",
     ["[1, 2, 3]"] * 3),
    ("gen_values.js", "[['null'], ['1', 'undefined'], ['[1, null]'], ['[null, 1]'], ['[{ a: 1 }, null]'], ['[1]'], ['{ a: null }'], [\"'null'\"], ['nullable']].map(isNothing)",
     [True] * 5 + [False] * 4),
    # a value is put in quotes where one is looked for
    ("gen_values.js", "mutate(\"'a=b'\", { string: ['\\'\"\\''] }).slice(0, 3).map((one) => eval(one))", ["a=", 'a="b\\n"', "a='b\\n'"]),
    ("gen_values.js", "mutate(\"'a=b'\", { string: [\"'x'\"] }).some((one) => one.includes('n'))", False),
    # where one text is a list, each may be one with something in it twice
    ("gen_values.js", "[\"'Accept, User-Agent'\", \"'Origin'\"].map((text) => mutate(text, { string: [], whole: [\"'Accept, User-Agent'\"] })[0])",
     ["'Accept, User-Agent, Accept'", "'Origin, Origin'"]),
    ("gen_values.js", "mutate(\"'Origin'\", { string: [], whole: [\"'hello world'\"] }).includes(\"'Origin, Origin'\")", False),
    # a text has the marks that it is taken apart at, one in the other as they are looked for; and what a pattern is put to is a text
    ("gen_values.js", "valuesFor({ name: 'text', default: null }, \"const at = text.indexOf('='); text.slice(at).split(',').map((p) => p.split('-'))\", { string: [], number: [] }).slice(0, 5)",
     ["'a=0-2,1-1'", "'a=1-2,3-4'", "'a=a-b,c-d'", "'a=-,-'", "'hello world'"]),
    ("gen_values.js", "valuesFor({ name: 't', default: null }, String.raw`t.split('\\n').length`, { string: [], number: [] }).map((one) => eval(one))[0]", "0\n2"),
    ("gen_values.js", "valuesFor({ name: 't', default: null }, \"s.split(',') + t.trim()\", { string: [], number: [] })[0]", "'hello world'"),
    ("gen_values.js", "valuesFor({ name: 'a', default: null }, 'return WORD.test(a)', { string: [], number: [] })[0]", "'hello world'"),
    # texts that are made numbers, or are no more: the longer is the greater one as a number only
    ("gen_aim.js", "aimed([{ args: [\"'b'\", \"'c'\"] }], ['a', 'b'], 'a = +a; b = Number(b); return a < b', '', 'return a < b').map((one) => one.args.join()).slice(0, 2)",
     ["'10','9'", "'9','10'"]),
    ("gen_aim.js", "['return +a', 'f(+a)', 'parseInt(a, 10)', 'b + a', \"'q' + a\", 'b++ + a', 'Number(a.b)', '+a(1)'].map((row) => "
     "aimed([{ args: [\"'b'\"] }], ['a'], row, row, '').some((one) => one.args[0] === \"'0x1f'\"))", [True, True, True, False, False, False, False, False]),
    ("gen_aim.js", "aimed([{ args: ['3', \"'c'\"] }], ['a', 'b'], 'a = +a; b = +b', '', '').map((one) => one.args.join()).includes(\"'10','9'\")", False),
    ("gen_aim.js", "aimed([{ args: [\"'b'\"] }], ['a'], ' '.repeat(60000) + '+', ' '.repeat(60000) + '+', '').length", 0),
    # what is made of a program is one
    ("gen_values.js", "mutate(String.raw`'\\n1 \\x41'`, { string: [\"'x y'\"] }).map((one) => eval(one)).includes('\\n2 A')", True),
    ("gen_values.js", "mutate(String.raw`'\\\\\\\\'`, { string: [] }).map((one) => eval(one)).includes('\\\\')", True),
    ("gen_values.js", "mutate(String.raw`'1\\0 b'`, { string: [\"'7'\"] }).map((one) => new Function(`'use strict'; return ${one}`)()).includes('1\\0 7')", True),
    ("gen_aim.js", "aimed([{ args: [\"'b'\"] }], ['a'], '', String.raw`a === 'q\\n'`, '').map((one) => eval(one.args[0]))", ["q\n", "q\na", "q"]),
    ("gen_twist.js", "neighbours('console.log(-4);\\n', { string: [], number: [] }).map((one) => (new Function(one), one)).includes('console.log(- -4);\\n')", True),
    # a word of any length is looked through once: from each of its letters on, these would take two minutes
    ("gen_values.js", "Array.from({ length: 60 }, (_, i) => valuesFor({ name: `o${i}`, default: null }, 'a'.repeat(30000), { string: [], number: [] })).length", 60),
    ("gen_readings.js", "withReadings([{ args: [String.raw`'a\\n'`] }], [\"'%'\"]).map((one) => eval(one.args[0]))", ["%\n", "a\n%"]),
    ("gen_readings.js", "withReadings([{ args: [String.raw`'a\\u00e9 \\x41'`] }], [\"'%'\"]).map((one) => eval(one.args[0]))", ["%\u00e9 A", "a\u00e9 A%"]),
    ("gen_readings.js", "withReadings([{ args: [String.raw`'\\n'`] }], [\"'%'\"]).map((one) => eval(one.args[0]))", ["%\n", "\n%"]),
    ("gen_readings.js", "withReadings([{ args: [String.raw`'so\\''`] }], [\"'%'\"]).map((one) => eval(one.args[0]))", ["%", "so%"]),
    ("gen_readings.js", "withReadings([{ args: [String.raw`\"a\\\\'\"`] }], [\"'%'\"]).map((one) => eval(one.args[0]))", ["%\\", "a\\%"]),
)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Readings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "index.test.js": TESTS}, modules=["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def test_table(self):
        for label, qualname, text, parts in ROWS:
            sources = self.candidates(qualname, text)
            with self.subTest(label):
                self.assertTrue([s for s in sources if all(p in s for p in parts)], sources[:6])

    def candidates(self, qualname, text):
        at = PACKAGE.index(text, max(0, PACKAGE.find("class %s" % qualname.split(".")[0])))
        lines = [PACKAGE.count("\n", 0, at) + 1]
        got = self.runner.ask("generate", targets=[{"module": "index", "qualname": qualname, "file": "index.js", "lines": lines, "name": "index." + qualname}],
                              max=200, budget_ms=8000, tests=["index.test.js"])
        return [c["source"] for c in got["candidates"]]

    def test_nothing_where_something_is_needed(self):
        for qualname, text, part in NOT:
            with self.subTest(qualname):
                sources = self.candidates(qualname, text)
                self.assertTrue(sources)
                self.assertFalse([s for s in sources if part in s])

    def test_parts(self):
        rows = "".join("{ const { aimed, emptied, isNothing, movedKeys, mutate, neighbours, valuesFor, withReadings } = require(process.argv[1] + '/%s');"
                       " console.log(JSON.stringify(%s)); }\n" % (file, asked) for file, asked, _ in PARTS)
        done = subprocess.run([js_support.NODE, "-e", rows, js_support.RUNNER], capture_output=True, timeout=60)
        said = done.stdout.decode().splitlines()
        self.assertEqual((done.stderr.decode(), len(said)), ("", len(PARTS)))
        for (_, asked, want), got in zip(PARTS, said):
            with self.subTest(asked):
                self.assertEqual(json.loads(got), want)


if __name__ == "__main__":
    unittest.main()
