"""What the runner sees of a package from outside, and the programs it makes of it."""
import json
import os
import shutil
import subprocess
import tempfile
import textwrap
import unittest

import js_support

API = textwrap.dedent("""\
    exports.arrow1 = x => x*2;
    exports.arrowParen = x => (x+1);
    exports.arrow2 = (a, b) => a+b;
    exports.dflt = function(a = foo(), b) {};
    exports.destr = function({a, b}, [c, d], ...rest) {};
    exports.cb = function(a, cb = () => {}) {};
    exports.commentParam = function(/* first (x) */ a, b) {};
    exports.bound = (function target(a,b,c){}).bind(null);
    exports.gen = function*(a){};
    exports.asyncArrow = async (a) => a;
    exports.asyncTight = async(a) => a;
    class Hidden { inherited(h) {} }
    class A extends Hidden { constructor(x, y = f(1)) { super(); } m1(p) {} static s1(q) {} get g() { throw new Error('called'); }
      #priv() {} async am(z) {} *gm(){} [Symbol.iterator]() {} _u(){} }
    class B extends A { m2() {} }
    exports.A = A; exports.B = B;
    exports.inst = new (class C { cm() {} })();
    exports['weird-name'] = function(a){}; exports["it's"] = function(){}; exports[0] = function(){};
    exports.map = new Map([['k', function inMap(){}]]);
    exports.alias = exports.arrow2;
    exports.factory = function(){ return { made(){} } };
    Object.defineProperty(exports, 'hiddenFn', { value: function hiddenFn(){}, enumerable: false });
    Object.defineProperty(exports, 'enumGet', { get(){ require('fs').writeFileSync('/tmp/tora-js-touched', 'x'); }, enumerable: true });
    Object.defineProperty(exports, 'bad', { get(){ throw new Error('no'); }, enumerable: true });
    exports.sym = { [Symbol('s')]: function(){} };
    exports.nested = { arr: [function(a){}, { deep(b){} }] };
    exports.default = function def(a){};
    exports.self = exports;
    function ES5(a){}; ES5.prototype.pm = function(b){}; ES5.prototype.val = 3; exports.ES5 = ES5;
    exports.fs = require('fs'); exports.EventEmitter = require('events'); exports.join = require('path').join;
    exports.pad = require('./node_modules/pad');
    exports.liar = new Proxy({}, { ownKeys() { throw new Error('lie'); }, getPrototypeOf() { throw 1; } });
    exports.revoked = (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })();
    """)
WANTED = {      # path: (signature, kind, public)
    "arrow1": ("arrow1(x)", "function", True),
    "arrowParen": ("arrowParen(x)", "function", True),
    "arrow2": ("arrow2(a, b)", "function", True),
    "dflt": ("dflt(a = foo(), b)", "function", True),
    "destr": ("destr({a, b}, [c, d], ...rest)", "function", True),
    "cb": ("cb(a, cb = () => {})", "function", True),
    "commentParam": ("commentParam(a, b)", "function", True),
    "bound": ("bound(arg1, arg2, arg3)", "function", True),
    "gen": ("gen(a)", "function", True),
    "asyncArrow": ("asyncArrow(a)", "function", True),
    "asyncTight": ("asyncTight(a)", "function", True),
    "A": ("A(x, y = f(1))", "class", True),
    "A.s1": ("s1(q)", "staticmethod", True),
    "A.prototype.m1": ("m1(p)", "method", True),
    "A.prototype.am": ("am(z)", "method", True),
    "A.prototype.gm": ("gm()", "method", True),
    "A.prototype[Symbol.iterator]": ("iterator()", "method", True),
    "A.prototype._u": ("_u()", "method", False),
    "A.prototype.inherited": ("inherited(h)", "method", True),
    "B": ("B(x, y = f(1))", "class", True),
    "B.prototype.m2": ("m2()", "method", True),
    "inst.cm": ("cm()", "method", True),
    "['weird-name']": ("weird-name(a)", "function", True),
    "['it\\'s']": ("it's()", "function", True),
    "[0]": ("0()", "function", True),
    "map.get('k')": ("k()", "function", True),
    "factory": ("factory()", "function", True),
    "hiddenFn": ("hiddenFn()", "function", True),
    "sym[Symbol('s')]": ("s()", "function", True),
    "nested.arr[0]": ("0(a)", "function", True),
    "nested.arr[1].deep": ("deep(b)", "function", True),
    "default": ("default(a)", "function", True),
    "ES5": ("ES5(a)", "function", True),
    "ES5.prototype.pm": ("pm(b)", "method", True),
}
DOCS = textwrap.dedent("""\
    /** decl
     * @param {string} a the text */
    function decl(a) {}
    /** arrow */
    exports.arrow = (a) => 1;
    /** klass */
    class K {
        /** method */
        m(a) { return a }
        /** stat */
        static s(a) { return a + 1 }
    }
    /** gap */

    exports.gap = function (a) { return 2 };
    exports.o = {
        /** om */
        om(a) { return 3 },
    };
    /** FIRST */
    exports.a = function (x) { return x };
    /** SECOND */
    exports.b = function (x) { return x };
    // a line is none
    exports.line = function (a) { return 5 };
    exports.decl = decl; exports.K = K;
    """)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Explore(unittest.TestCase):
    def explore(self, files, *modules):
        runner = js_support.Runner(files, modules)
        try:
            got = runner.ask("explore", modules=list(modules))
            self.assertTrue(got["ok"], got)
            self.assertFalse(got["cut"])
            return got["functions"]
        finally:
            runner.close()

    def test_what_is_reached(self):
        if os.path.exists("/tmp/tora-js-touched"):
            os.unlink("/tmp/tora-js-touched")
        found = self.explore({"lib/api.js": API, "lib/node_modules/pad/index.js": "module.exports = function pad() {};"},
                             "lib/api")
        got = {f["qualname"]: (f["signature"], f["kind"], f["public"]) for f in found}
        self.assertEqual(got, WANTED)
        self.assertFalse(os.path.exists("/tmp/tora-js-touched"), "a getter was called")
        alias = next(f for f in found if f["qualname"] == "arrow2")["aliases"]
        self.assertEqual(alias, ["alias"])

    def test_where_they_are(self):
        found = self.explore(
            {"index.js": "const { f } = require('./lib/f');\nmodule.exports = { f, g: f.bind(null, 1), own() {} };\n",
             "lib/f.js": "\nexports.f = function (a) {};\n"}, "index")
        where = {f["qualname"]: (os.path.basename(f["file"]), f["line"]) for f in found}
        self.assertEqual(where, {"f": ("f.js", 2), "g": ("f.js", 2), "own": ("index.js", 2)})

    def test_through_a_wrapper_of_another_package(self):
        found = self.explore(
            {"index.js": "const wrap = require('./node_modules/wrap');\n\nfunction _read(file, { flag = 'r' } = {}) {\n\treturn file;\n}\n"
             "exports.read = wrap(_read); exports.other = wrap(Math.max);\n",
             "node_modules/wrap/index.js": "const log = [];\nmodule.exports = (fn) => function (...args) {\n"
             "\tlog.push(fn);\n\treturn fn(...args);\n};\n"}, "index")
        self.assertEqual([(f["qualname"], os.path.basename(f["file"]), f["line"], f["signature"]) for f in found],
                         [("read", "index.js", 3, "read(file, { flag = 'r' } = {})")])

    def test_a_function_a_class_and_an_instance_as_the_module(self):
        found = self.explore({"f.js": "module.exports = function f(a) {};\nmodule.exports.g = (b) => b;\n",
                              "c.js": "class Base { b1() {} } class D extends Base { d1() {} } module.exports = D;\n",
                              "i.js": "class Foo { a() {} b() {} } module.exports = new Foo();\n",
                              "e.mjs": "export default function (x) {}\nexport const h = (y) => y;\n"},
                             "f", "c", "i", "e.mjs")
        self.assertEqual([f["name"] for f in found],
                         ["f.module.exports", "f.module.exports.g", "c.module.exports", "c.module.exports.prototype.d1",
                          "c.module.exports.prototype.b1", "i.a", "i.b", "e.mjs.default", "e.mjs.h"])

    def test_doc_comments(self):
        found = {f["qualname"]: f for f in self.explore({"d.js": DOCS}, "d")}
        docs = {k: (f["doc"] or "").split("\n")[0] for k, f in found.items()}
        self.assertEqual(docs, {"arrow": "arrow", "gap": "gap", "o.om": "om", "a": "FIRST", "b": "SECOND", "line": "",
                                "decl": "decl", "K": "klass", "K.s": "stat", "K.prototype.m": "method"})
        self.assertEqual(found["decl"]["params"], [{"name": "a", "kind": "positional", "annotation": "string",
                                                    "default": None}])


SLUG = {
    "package.json": '{"name": "slugger", "main": "lib/slug.js"}',
    "lib/slug.js": textwrap.dedent("""\
        function clean(text, limit) {
            return text.length > limit ? text.slice(0, limit) : text;
        }
        /**
         * Make a slug.
         * @param {string} text
         * @example
         * slug('From the comment');
         */
        function slug(text, sep = '-', options) {
            const { limit = 40 } = options || {};
            return clean(text, limit).toLowerCase().split(/\\W+/).join(sep);
        }
        class Slugs {
            constructor(sep) { this.sep = sep; }
            make(text) { return slug(text, this.sep); }
        }
        async function later(text) { return slug(text); }
        module.exports = { slug, Slugs, later };
        """),
    "test/slug.test.js": textwrap.dedent("""\
        const assert = require('assert');
        const { slug, Slugs } = require('../lib/slug');
        const INPUT = 'Some (text)';
        describe('slug', () => {
            const sep = '_';
            let slugs;
            beforeEach(() => {
                slugs = new Slugs(sep);
            });
            it('joins', () => {
                assert.equal(slug('A b'), 'a-b');
                assert.strictEqual(slug(INPUT, sep), 'some_text');
                expect(slugs.make('x y')).toBe('x_y');
            });
            it('throws', () => {
                assert.throws(() => slug(5), TypeError);
            });
            it('waits', async () => {
                assert.equal(await later('Q r'), 'q-r');
            });
        });
        """),
    "README.md": "# slugger\n\n- in a list:\n\n  ```js\n  const { slug } = require('slugger');\n  slug('Hello World'); // hello-world\n  ```\n"
                 "\n~~~javascript\nslug('tilde fence', '(');\n~~~\n\n```sh\nnpm i slugger\n```\n",
}


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generate(unittest.TestCase):
    runner = loaded = None

    @classmethod
    def runner_of(cls, files, modules):
        """One runner for requests in a row about the same: each of them is answered by a process of its own."""
        if cls.loaded != (files, modules):
            cls.tearDownClass()
            cls.runner, cls.loaded = js_support.Runner(files, modules), (files, modules)
        return cls.runner

    @classmethod
    def tearDownClass(cls):
        if cls.runner:
            cls.runner.close()
        cls.runner = cls.loaded = None

    def generate(self, files, *targets, **fields):
        runner = self.runner_of(files, sorted(set(t["module"] for t in targets)))
        got = runner.ask("generate", targets=list(targets), root=runner.root, max=fields.pop("max", 300), seed=1, budget_ms=20000, **fields)
        self.assertTrue(got["ok"], got)
        return got["candidates"], [runner.run(c["source"]) for c in got["candidates"][:8]]

    @staticmethod
    def target(module, qualname, file, **more):
        return dict({"name": "%s.%s" % (module, qualname), "module": module, "qualname": qualname, "file": file,
                     "lines": [], "literals": []}, **more)

    def test_the_budget_is_of_work(self):
        """By the clock it may take four times as long, and what loads the compiler does not count."""
        rows = [    # work, clock, loading of the compiler, spent
            (0, 0, 0, 0), (300, 400, 0, 300), (300, 2000, 0, 500), (900, 1000, 800, 100), (800, 4800, 800, 1000)]
        script = "const { Budget } = require(process.argv[1]); const rows = JSON.parse(process.argv[2]); let at = [0, 0, 0];" \
                 "const ts = require(process.argv[1].replace('gen_budget', 'typescript'));" \
                 "process.cpuUsage = () => ({ user: (50 + at[0]) * 1000, system: 0 }); Date.now = () => 70 + at[1];" \
                 "const budget = new Budget();" \
                 "console.log(JSON.stringify(rows.map((r) => { at = r; ts.loading.work = ts.loading.clock = r[2]; return budget.spent(); })));"
        done = subprocess.run([js_support.NODE, "-e", script, js_support.RUNNER + "/gen_budget.js", json.dumps(rows)],
                              capture_output=True, timeout=30)
        self.assertEqual(done.stderr.decode(), "")
        self.assertEqual(json.loads(done.stdout.decode()), [row[3] for row in rows])

    def test_what_a_busy_machine_cut_short_is_not_known(self):
        script = "const { Prober } = require(process.argv[1]); const prober = new Prober('/', new Map(), () => false);" \
                 "const own = process.cpuUsage; let at = 0;" \
                 "const looks = [60000, 1000].map((step) => { process.cpuUsage = () => ({ user: at += step, system: 0 });" \
                 " return ['for (;;);', 'throw new RangeError()', 'throw { get code() { throw 1; } }'].map((text) => { const s = prober.look(text, {}); return s && s.threw; }); });" \
                 "process.removeAllListeners('uncaughtException'); console.log(JSON.stringify(looks));"
        done = subprocess.run([js_support.NODE, "-e", script, js_support.RUNNER + "/gen_probe.js"], capture_output=True, timeout=60)
        self.assertEqual(done.stderr.decode(), "")
        self.assertEqual(json.loads(done.stdout.decode()), [["Error", "RangeError", "Object"], [None, "RangeError", "Object"]])

    def test_lines_are_those_of_one_try(self):
        """Where nobody asks for lines nothing is counted, and who asks next is told of their own."""
        root = js_support.project({"a.js": "exports.f = () => {\n\treturn 1;\n};\n"})
        self.addCleanup(shutil.rmtree, root)
        script = "require(process.argv[1] + '/cover.js').start(); const { Prober } = require(process.argv[1] + '/gen_probe.js'), root = process.argv[2];" \
                 "const p = new Prober(root, new Map(), () => false), lines = { [`${root}/a.js`]: [2] };" \
                 "const looks = [['f()', {}], ['f', lines], ['f()', lines], ['f', lines]].map(([text, asked]) => p.look(`require('./a').${text};`, asked).hits);" \
                 "process.removeAllListeners('uncaughtException'); console.log(JSON.stringify(looks));"
        done = subprocess.run([js_support.NODE, "-e", script, js_support.RUNNER, root], capture_output=True, timeout=60)
        self.assertEqual(done.stderr.decode(), "")
        self.assertEqual(json.loads(done.stdout.decode()), [{}, {}, {root + "/a.js": [2]}, {}])

    def test_a_public_function(self):
        found, outcomes = self.generate(SLUG, self.target("lib/slug", "slug", "lib/slug.js", literals=["'zebra'"]))
        by_origin = {}
        for c in found:
            by_origin.setdefault(c["origin"], []).append(c["source"])
        self.assertEqual(set(by_origin), {"test", "doc", "call", "typed", "mutated", "boundary"})
        self.assertIn("const { slug, Slugs } = require('./lib/slug');\n\nconst INPUT = 'Some (text)';\nconst sep = '_';\nlet slugs;\n",
                      by_origin["test"][0])
        self.assertIn("console.log(slug(INPUT, sep));", by_origin["test"][0])
        self.assertTrue(any("try {\n\tconsole.log((() => slug(5))());" in s for s in by_origin["test"]))
        docs = "\n".join(by_origin["doc"])
        for said in ("console.log(slug('Hello World'));", "console.log(slug('tilde fence', '('));",
                     "console.log(slug('From the comment'));"):
            self.assertIn(said, docs)
        self.assertIn("const { slug } = require('./lib/slug');\n\nconsole.log(slug('A b'));\n", by_origin["call"])
        self.assertTrue(any("zebra" in s for s in by_origin["mutated"]))
        self.assertTrue(any("limit" in s for s in by_origin["typed"] + by_origin["boundary"]))
        self.assertEqual(len(set(c["source"] for c in found)), len(found))
        self.assertTrue(all(o["status"] in ("ok", "exception") for o in outcomes), outcomes)
        self.assertTrue(sum(o["status"] == "ok" for o in outcomes) >= 6, outcomes)

    def test_methods_classes_promises_and_private_helpers(self):
        rows = [("Slugs.make", "new Slugs("), ("Slugs.constructor", "console.log(new Slugs("),
                ("later", "console.log(await later("), ("clean", "slug(")]
        for qualname, said in rows:
            with self.subTest(qualname):
                found, outcomes = self.generate(SLUG, self.target("lib/slug", qualname, "lib/slug.js"))
                made = [c["source"] for c in found if c["origin"] != "test"]
                self.assertTrue(any(said in s for s in made), made[:5])
                self.assertTrue(any(o["status"] == "ok" for o in outcomes), outcomes)

    def test_an_es_module(self):
        found, outcomes = self.generate(
            {"package.json": '{"type": "module"}', "src/m.js": "export const twice = (n) => n * 2;\n"
             "export default function half(n) {\n\treturn n / 2;\n}\n"},
            self.target("src/m", "twice", "src/m.js"), self.target("src/m", "half", "src/m.js"))
        text = "\n".join(c["source"] for c in found)
        self.assertIn("import { twice } from './src/m.js';", text)
        self.assertIn("import m from './src/m.js';", text)
        self.assertTrue(all(o["status"] == "ok" for o in outcomes), outcomes)

    def test_a_changed_constant(self):
        found, _ = self.generate(
            {"lib/units.js": "const UNITS = {\n\tg: 1,\n\toz: 28,\n};\nexports.UNITS = UNITS;\n"
             "exports.unit = (name) => UNITS[name];\n",
             "index.js": "const { unit } = require('./lib/units');\nexports.weigh = (text) => unit(text.split(' ')[1]);\n",
             "test.js": "const { weigh } = require('.');\nweigh('2 g');\n"},
            self.target("lib/units", "", "lib/units.js", lines=[3]))
        text = "\n".join(c["source"] for c in found)
        for said in ("console.log(UNITS);", "unit('oz')", "weigh('2 oz')"):
            self.assertIn(said, text)

    def test_what_a_change_of_a_module_touched(self):
        """Of eight functions the one that uses the changed table is called, with what the change is about."""
        code = "const UNITS = {\n\tg: 1,\n\toz: 28,\n};\nconst MARKED = /[~]|zloty/;\nconst scale = (name) => UNITS[name];\n" \
               + "".join("exports.other%d = (text) => text.length + %d;\n" % (i, i) for i in range(7)) \
               + "exports.weigh = (text) => scale(String(text)) || MARKED.test(text);\n"
        files = {"lib/units.js": code, "index.js": "const units = require('./lib/units');\nexports.plain = (a) => units.other1(a);\n"
                 "exports.far = (a) => units.other2(a);\nexports.near = (a) => [units.weigh(a), 'weigh'];\n"}
        rows = [([[3, 3]], ["weigh(", "weigh('oz')", "near("]), ([[5, 5]], ["weigh(", "zloty", "~"])]
        for touched, wanted in rows:
            found, _ = self.generate(files, self.target("lib/units", "", "lib/units.js", touched=touched))
            text = "\n".join(c["source"] for c in found)
            for said in wanted:
                with self.subTest(said, touched=touched):
                    self.assertIn(said, text)
            self.assertNotIn("other", text)
        none, _ = self.generate(files, self.target("lib/units", "", "lib/units.js", touched=[["x"], 7, [10**9, 2 * 10**9]]))
        self.assertIn("other3(", "\n".join(c["source"] for c in none))

    def test_what_is_like_the_change_comes_first(self):
        docs = "".join("```js\nformat(%d, 'plain%d')\n```\n" % (i, i) for i in range(90))
        same = "```js\nformat( 91, \"currency\" )\n```\n```js\nformat(91, 'currency');\n```\n"
        code = "exports.format = (n, style) => {\n\tif (style === 'currency')\n\t\treturn '$' + n;\n\treturn style + ' ' + n;\n};\n"
        calls = "const { format } = require('./a');\n" + "".join("format(%d, 'ordinary');\n" % i for i in range(55)) \
            + "format(777, 'currency');\n"
        found, _ = self.generate({"a.js": code, "README.md": docs + same, "use.js": calls},
                                 self.target("a", "format", "a.js", lines=[3], literals=["'currency'"]))
        by_doc = [c["source"] for c in found if c["origin"] == "doc"]
        self.assertIn("currency", by_doc[0])
        self.assertEqual(sum("currency" in s for s in by_doc), 1)
        self.assertLessEqual(len(by_doc), 80)
        self.assertIn("currency", [c["source"] for c in found if c["origin"] == "call"][0])

    def test_tried_programs_come_first_when_they_run_changed_lines(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.f = (n) => {\n\tif (n === -1)\n\t\tfor (;;);\n\tif (n === 0)\n\t\tprocess.exit(1);\n"
             "\tif (n > 41)\n\t\treturn 'big' + n;\n\treturn 'small';\n};\n"},
            self.target("lib/a", "f", "lib/a.js", lines=[7]))
        first = found[0]["source"]
        self.assertTrue(any("f(%s)" % n in first for n in ("42", "100", "1000000", "Infinity")), first)
        self.assertNotIn("console.log(f(2));", "".join(c["source"] for c in found[:3]))

    def test_what_loading_called_is_counted_by_blocks(self):
        code = "const f = (n) => {\n\tif (n > 41)\n\t\treturn 'big' + n;\n\treturn 'small';\n};\nexports.f = f;\nexports.first = f(1);\n"
        found, _ = self.generate({"a.js": code}, self.target("a", "f", "a.js", lines=[3]), max=20)
        self.assertNotIn("console.log(f(1));", "".join(c["source"] for c in found[:6]))

    def test_what_is_not_tried_has_its_place(self):
        """In turn with the groups of another function's programs, which all print something new; and of its own that first which leaves a default as it is."""
        code = "exports.badge = (n) => 'n' + n;\nexports.list = async (items, most = 3) => {\n\treturn items.slice(0, most);\n};\n"
        found, _ = self.generate({"a.js": code}, self.target("a", "badge", "a.js", lines=[1]),
                                 self.target("a", "list", "a.js", lines=[2], other="async (items, most = 2) => {\n\treturn items.slice(0, most);\n}"),
                                 max=20)
        turns = "".join("l" if "list" in c["source"] else "b" for c in found[:16])
        self.assertNotRegex(turns, "lll|bbb")     # the other has two groups: its calls, and its calls in a row
        self.assertIn("await list([1, 2, 3]))", next(c["source"] for c in found if "list" in c["source"]))

    def test_what_takes_the_maker_down(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.f = (n) => {\n\tif (n === 1)\n\t\tprocess.abort();\n\treturn n;\n};\n"},
            self.target("lib/a", "f", "lib/a.js", lines=[4]))
        self.assertTrue(any("f(1)" in c["source"] for c in found))

    def test_what_changes_the_language_under_the_maker(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.f = (n) => {\n\tdelete Array.prototype.map;\n\treturn n;\n};\n"},
            self.target("lib/a", "f", "lib/a.js", lines=[3]))
        self.assertTrue(any("f(1)" in c["source"] for c in found))

    def test_what_was_not_tried_leaves_room_for_what_was(self):
        """Forty programs of another package that nobody can try, and none that comes to the changed line."""
        steps = "".join("const x%d = await work(%d);\nconsole.log(x%d);\n" % (n, n, n) for n in range(3))
        docs = "".join("```js\nimport { work } from 'elsewhere';\nimport { f } from 'pack';\n%sconsole.log(f('%d'));\n```\n\n" % (steps, n) for n in range(40))
        found, _ = self.generate(
            {"package.json": '{"name": "pack", "main": "a.js"}', "README.md": docs, "a.js": "exports.f = (text) => {\n\tif (text === process.title + 'x')\n\t\treturn 1;\n\treturn text;\n};\n"},
            self.target("a", "f", "a.js", lines=[3]))
        self.assertTrue([c for c in found if c["origin"] == "doc"], found)
        self.assertTrue([c for c in found if c["origin"] == "typed"], found)

    def test_names_that_a_bundler_made(self):
        """`_$1` is `_`, which is nobody's private name; `_wrap` would be."""
        for name, wanted in (("_$1", "const _ = require('./a');"), ("_wrap", "const a = require('./a');"), ("wrap$2", "const wrap = require('./a');"),
                             ("Map$1", "const a = require('./a');"), ("console$1", "const a = require('./a');")):
            found, outcomes = self.generate(
                {"a.js": "function %s() {}\nmodule.exports = %s;\n%s.max = (list) => Math.max(...list);\n" % (name, name, name)},
                self.target("a", "module.exports.max", "a.js", lines=[3]))
            self.assertIn(wanted, found[0]["source"])
            self.assertEqual(outcomes[0]["status"], "ok", outcomes[0])

    def test_a_class_with_a_name_of_its_own(self):
        found, _ = self.generate(
            {"lib/a.js": "class A {\n\tstatic get name() {\n\t\tthrow new Error('no');\n\t}\n\tstatic f(n) {\n"
             "\t\treturn n + 1;\n\t}\n}\nexports.A = A;\n"},
            self.target("lib/a", "A.f", "lib/a.js", lines=[6]))
        self.assertTrue(any("A.f(" in c["source"] for c in found), found)

    def test_what_tests_call_the_module_and_tests_in_tests(self):
        found, outcomes = self.generate(
            {"index.js": "module.exports = function (args, opts) {\n\treturn [args, opts];\n};\n",
             "test/a.js": "var test = require('tape');\nvar parse = require('../');\n"
                          "test('outer', function (t) {\n\tt.test('inner', function (st) {\n"
                          "\t\tst.deepEqual(parse(['-x']), {}, 'named');\n\t\t[1].forEach(function (n) {\n"
                          "\t\t\tst.equal(parse(n), 3);\n\t\t});\n"
                          "\t\tst['throws'](function () { parse('!'); });\n\t\tst.end();\n\t});\n});\n"},
            self.target("index", "module.exports", "index.js", lines=[2]))
        first = found[0]
        self.assertEqual(first["origin"], "test")
        for said in ("var parse = require('.');", "console.log(parse(['-x']));", "\tconsole.log(parse(n));", "try {"):
            self.assertIn(said, first["source"])
        self.assertEqual(outcomes[0]["status"], "ok", outcomes[0])
        self.assertTrue(any("(['-x'], " in c["source"] for c in found), "a parameter that calls leave out is tried")

    def test_options_by_other_names(self):
        found, _ = self.generate(
            {"lib/a.js": "const FORMATS = { wide(s) { return s; }, tight: (s) => s };\n"
             "const defaults = { upper: false };\n"
             "function read(given) { return given['max-age']; }\n"
             "/**\n * @param {string} text\n * @param {object} [options]\n * @param {number} [options.places]\n */\n"
             "exports.f = function (text, options) {\n\tvar opt = options || {};\n\tvar age = read(opt);\n"
             "\tvar format = FORMATS[opt.format];\n\treturn [text, age, format, opt.upper, opt.places, isFinite(opt.rate - 1)];\n};\n"},
            self.target("lib/a", "f", "lib/a.js", lines=[12]))
        text = "\n".join(c["source"] for c in found)
        for said in ("'max-age': ", "{ format: 'wide' }", "{ format: 'tight' }", "{ upper: true }", "{ places: 3 }",
                     "{ rate: Infinity }"):
            self.assertIn(said, text)

    def test_documentation_gives_arguments_too(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.fresh = function (request, response) {\n\treturn request.tag === response.tag;\n};\n",
             "README.md": "```js\nvar request = { tag: 'a' }\nvar response = { tag: 'b' }\nfresh(request, response)\n```\n"},
            self.target("lib/a", "fresh", "lib/a.js", lines=[2]))
        self.assertTrue(any("fresh({ tag: 'a' }, { tag: 'b' })" in c["source"] for c in found))

    def test_nothing_is_a_value_too(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.pick = (object, key, usual) => {\n\tconst value = object[key];\n\treturn value === undefined ? usual : value;\n};\n",
             "test.js": "const { pick } = require('./lib/a');\nconst all = { b: { c: 1 }, retries: 2 };\npick(all, 'retries', 3);\n"},
            self.target("lib/a", "pick", "lib/a.js", lines=[3]))
        self.assertIn("pick({ b: { c: 1 }, retries: null }, 'retries', 3)", "\n".join(c["source"] for c in found))

    def test_as_many_arguments_as_one_likes(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.most = function () {\n\treturn Math.max.apply(null, arguments);\n};\n"
             "exports.all = (first, ...others) => [first, others];\n"},
            self.target("lib/a", "most", "lib/a.js", lines=[2]), self.target("lib/a", "all", "lib/a.js", lines=[4]))
        text = "\n".join(c["source"] for c in found)
        self.assertIn("most(3, 1, 2)", text)
        self.assertIn(", 3, 1, 2)", text)

    def test_one_object_in_two_places(self):
        found, _ = self.generate(
            {"lib/a.js": "exports.f = (object) => {\n\tif (typeof object.a === 'object' && object.a === object.b)\n"
             "\t\treturn 'twice';\n\treturn object.self === object;\n};\n"},
            self.target("lib/a", "f", "lib/a.js", lines=[3]))
        text = "\n".join(c["source"] for c in found)
        self.assertIn("({ a: x, b: x })", text)
        self.assertIn("Object.assign(x, { self: x })", text)

    def test_calls_in_a_row(self):
        """What is kept from one call to the next shows only in the next; so does what became of an argument."""
        code = "const SEEN = /a+/g;\nfunction has(text) {\n  return SEEN.test(text);\n}\nfunction last(rows) {\n  return rows.pop();\n}\n" \
               "class Box {\n  put(x) {\n    return (this.n = (this.n || 0) + x);\n  }\n}\nclass Value extends Box {\n  add(x) {\n    return this.put(x.length);\n  }\n}\n" \
               "module.exports = { has, last, Box, Value };\n"
        test = "const { has, last, Box, Value } = require('../lib/p');\nassert(has('aab'));\nassert(has('b'));\nassert(last([1, 2]));\nassert(new Box().put(7));\n" \
               "assert(new Value().add([3]));\n"
        ask = lambda name: [c["source"] for c in self.generate({"lib/p.js": code, "test/p.test.js": test}, self.target("lib/p", name, "lib/p.js"))[0]]
        sources = ask("has")
        self.assertTrue([s for s in sources if s.endswith("console.log(has('aab'));\nconsole.log(has('aab'));\n")])
        self.assertTrue([s for s in sources if s.endswith("console.log(has('aab'));\nconsole.log(has('b'));\nconsole.log(has('aab'));\n")])
        self.assertTrue([s for s in ask("last") if s.endswith("const value = [1, 2];\nconsole.log(last(value));\nconsole.log(last(value));\nconsole.log(value);\n")])
        self.assertTrue([s for s in ask("Box.prototype.put") if "box.put(7));\nconsole.log(box.put(7));\nconsole.log(box);\n" in s])
        named = [s for s in ask("Value.prototype.add") if "const value = new Value" in s]
        self.assertTrue(named)
        self.assertFalse([s for s in named if s.count("const value =") > 1], named)

    def test_conditions_of_both_sides_are_aimed_at(self):
        rows = (    # parameters, a real call, condition now, condition before, arguments that are wanted
            ("a", "5", "a < 30", "a <= 40", ["30", "29", "31", "40", "39", "41"]),
            ("a", "'abc'", "a.length > 4", "a.length > 6", ["'abca'", "'abcab'", "'abcabca'"]),
            ("a", "[1, 2]", "a.length > 4", "a.length > 3", ["[1, 2, 1, 2]", "[1, 2, 1, 2, 1]"]),
            ("a", "'abc'", "a.startsWith('#')", "a.endsWith('!')", ["'#abc'", "'abc#'", "'!abc'", "'abc!'"]),
            ("a", "'x'", "['low', 'high'].includes(a)", "a === 'low'", ["'low'", "'high'"]),
            ("a", "'x'", "typeof a === 'string'", "a", ["''", "null", "undefined"]),
            ("a", "7", "a % 4 === 0", "a % 8 === 0", ["4", "8", "0"]),
            ("a, b", "5, 7", "a < b", "a <= b", ["5, 5", "7, 5"]),
            ("a, b", "'abc', 2", "a.length > b", "a.length >= b", ["'ab', 2", "'abc', 2"]))
        text = "function pick%d(%s) {\n  const t = 1;\n  if (%s)\n    return ['yes', ...arguments];\n  return ['no', ...arguments];\n}\n"
        names = ", ".join("pick%d" % i for i in range(len(rows)))
        files = {"lib/p.js": "".join(text % (i, row[0], row[2]) for i, row in enumerate(rows)) + "module.exports = { %s };\n" % names,
                 "test/p.test.js": "const { %s } = require('../lib/p');\n" % names
                 + "".join("assert(pick%d(%s));\n" % (i, row[1]) for i, row in enumerate(rows))}
        for i, (params, _, now, before, wanted) in enumerate(rows):
            got, _ = self.generate(files, self.target("lib/p", "pick%d" % i, "lib/p.js", lines=[6 * i + 3], other=text % (i, params, before)))
            sources = [c["source"] for c in got]
            for args in wanted:
                self.assertTrue([s for s in sources if "pick%d(%s)" % (i, args) in s], (now, before, args))

    def test_what_only_a_class_or_a_stream_shows(self):
        """A changed getter is looked at, a class that would begin empty begins with something, and what an async generator gives is read."""
        files = {"lib/box.js": "function size(n) { return n; }\n"
                 "class Box {\n\t#all;\n\tstatic made = 0;\n\tconstructor(all = []) { this.#all = [...all]; }\n\tget size() { return this.#all.length; }\n"
                 "\tset first(one) { this.#all[0] = one; }\n\tget first() { return this.#all[0]; }\n\t#cut(n) { return this.#all.slice(0, n); }\n"
                 "\ttop(n) { return this.#cut(n); }\n\tstatic get count() { return Box.made; }\n}\n"
                 "async function* lines(parts) { for await (const part of parts) yield* String(part).split(','); }\n"
                 "module.exports = { Box, size, lines };\n"}
        rows = [
            ("Box.size", "const it = new Box([1, 2, 3]);\nconsole.log(it.size);\n", "3\n"),
            ("Box.first", "const it = new Box([1, 2, 3]);\nconsole.log(it.first);\nit.first = 'a';\nconsole.log(it.first);\nconsole.log(it);\n", "1\na\nBox {}\n"),
            ("Box.count", "console.log(Box.count);\n", "0\n"),
            ("Box.#cut", "new Box([1, 2, 3]);\nconsole.log(box.top(1));\n", "[ 1 ]\n"),
            ("Box.top", "new Box([1, 2, 3]);\nconsole.log(box.top(1));\n", "[ 1 ]\n"),
            ("lines", "(async () => {\n\tfor await (const item of lines(['b', 'a', 'c']))\n\t\tconsole.log(item);\n})();", "b\na\nc\n"),
        ]
        for qualname, said, printed in rows:
            with self.subTest(qualname):
                found, outcomes = self.generate(files, self.target("lib/box", qualname, "lib/box.js"))
                at = [i for i, c in enumerate(found) if said in c["source"]]
                self.assertTrue(at, [c["source"] for c in found][:10])
                if at[0] < len(outcomes):
                    self.assertIn(printed, outcomes[at[0]]["stdout"])

    def test_what_others_show_of_what_changed(self):
        """A wrapper in what it made, a block of a class in its methods, a method of one instance in another."""
        files = {"lib/price.js": "function rounded(inner) {\n\treturn function (...args) {\n\t\treturn Math.floor(inner.apply(this, args));\n\t};\n}\n"
                 "class Price {\n\tstatic { Price.rates = new Map([['low', 7]]); }\n\tconstructor(count) { this.net = count; }\n"
                 "\tstatic rate(name) { return Price.rates.get(name); }\n"
                 "\tasync *[Symbol.asyncIterator]() {\n\t\tfor (let i = 0; i < this.net; i += 2)\n\t\t\tyield i;\n\t}\n}\n"
                 "Price.prototype.gross = rounded(function (rate) { return this.net * (1 + rate); });\nmodule.exports = { Price };\n"}
        rows = [
            ("rounded", [3], {"price.gross([1, 2, 3])"}),
            ("Price", [9], {"Price.rate('')"}),
            ("Price.[Symbol.asyncIterator]", [11], {"for await (const item of price[Symbol.asyncIterator]())", "new Price(1)", "new Price(0)"}),
        ]
        for qualname, lines, wanted in rows:
            with self.subTest(qualname):
                found, _ = self.generate(files, self.target("lib/price", qualname, "lib/price.js", lines=lines))
                self.assertEqual({one for one in wanted if not any(one in c["source"] for c in found)}, set())

    def test_limits_and_order(self):
        target = self.target("lib/slug", "slug", "lib/slug.js")
        found, _ = self.generate(SLUG, target, max=5)
        self.assertEqual(len(found), 5)
        self.assertEqual(found[0]["origin"], "test")
        again, _ = self.generate(SLUG, target, max=5)
        self.assertEqual(found, again)
        only, _ = self.generate(SLUG, target, tests=[], docs=[])
        self.assertNotIn("test", set(c["origin"] for c in only))
        self.assertNotIn("README.md", " ".join(c["where"] for c in only))

    def test_nonsense_in_the_project(self):
        files = dict(SLUG, **{"test/odd.test.js": "describe('x', () => { it('y', () => { slug(`${'(' \n", "test/more.js": "}}}))) slug(",
                              "docs/a.md": "```js\nconst a = 1;\nconst b = 2;\nconst a = 3;\nslug();\n```\n```js\nslug(",
                              "lib/big.js": "x" * 700000})
        found, _ = self.generate(files, self.target("lib/slug", "slug", "lib/slug.js"), self.target("lib/gone", "f", "lib/gone.js"))
        self.assertTrue(found)


LEXED = [   # text of a function, its parameters
    ("x => x*2", ["x"]), ("(a = foo(), b) => a", ["a = foo()", "b"]), ("function(a, cb = () => {}){}", ["a", "cb = () => {}"]),
    ("function f(/* first (x) */ a, b){}", ["a", "b"]), ("class { y = f(1); constructor(x, y = f(1)) {} m(){} }", ["x", "y = f(1)"]),
    ("async(a) => a", ["a"]), ("async a=>a", ["a"]), ("m({a, b}, [c], ...rest) {}", ["{a, b}", "[c]", "...rest"]),
    ("[Symbol.iterator](q) {}", ["q"]), ("get g() { return 1 }", []), ("function () { [native code] }", None),
    ("async function* g(a) {}", ["a"]), ("(a = ')', b = /[)]/) => 1", ["a = ')'", "b = /[)]/"]), ("class extends B {}", None),
    ("function (a = `${f(`)`)}`, b) {}", ["a = `${f(`)`)}`", "b"]), ("(a, // )\n b) => 1", ["a", "b"]),
    ("[a(1", None), ("async => 1", ["async"]), ("async", None),
]
SPLIT = [   # text, its statements
    ("a()\nb(); c()", ["a()", "b();", "c()"]), ("const a = 1,\n  b = 2\na", ["const a = 1,\n  b = 2", "a"]),
    ("x\n  .y()\n  .z()", ["x\n  .y()\n  .z()"]), ("if (a) { b() }\nelse { c() }\nd", ["if (a) { b() }\nelse { c() }", "d"]),
    ("function f() { a; b }\nf()", ["function f() { a; b }", "f()"]), ("f('http://x'); g(\":)\")", ["f('http://x');", "g(\":)\")"]),
    ("const f = () => {\n  a;\n}\nf()", ["const f = () => {\n  a;\n}", "f()"]), ("f(/\\(/)\ng(`)`)", ["f(/\\(/)", "g(`)`)"]),
    ("a /* ; ( */ ; b // ;\nc", ["a /* ; ( */ ;", "b", "c"]), ("class A { m() {} }\nnew A()", ["class A { m() {} }", "new A()"]),
    ("a\n++b", ["a", "++b"]), ("f(", []), ("try { a } catch { b } finally { c }\nd", ["try { a } catch { b } finally { c }", "d"]),
]


ORDERED = [     # changed lines, body, pieces, their order
    ("style === 'wide'", "f(text, style)", ["f(1)", "f(text)", "g(style)", "f('wide')"], ["g(style)", "f('wide')", "f(text)", "f(1)"]),
    ("", "", ["b", "a", "b;"], ["b", "a"]),
    ("unit", "", ["f('unit', 1)", "f( \"unit\", 1 );", "f(2)"], ["f('unit', 1)", "f(2)"]),
    ("one two", "", ["f(one)", "g(one)", "f(two)"], ["f(two)", "f(one)", "g(one)"]),    # what fewer have; then what is new
]
MARKS = [       # regular expression, what it looks for
    (r"/^https?:\/\/([^\/]+)/", ["'https'", "':'", "'/'"]), (r"/[^\w.-]+/g", ["'.'", "'-'"]), ("/(?:kg|lb)s?\\s*[#@]/i", ["'kg'", "'lb'", "'#'", "'@'"]),
    (r"/a{2,3}\d+%/", ["'%'"]), ("/['\\\\]/", []),
]
IMPORTS = [     # text, what it imports by which names
    ("const a = require('a');\nlet { b, c: d } = require(\"b\").e // why\nvar f = require('f'); var g = require('g')\r\n",
     [["a", ["a"]], ["b", ["b", "d"]], ["f", ["f"]], ["g", ["g"]]]),
    ("import x, { y as z } from 'm';\nimport {\n\tp,\n\tq,\n} from './n.js'\nimport * as all from 'o';\nimport 'only';\n",
     [["m", ["x", "z"]], ["./n.js", ["p", "q"]], ["o", ["all"]], ["only", []]]),
    ("const made = require('a')('en');\nconst one = require('b').resolve('c');\nconst late = import('d');\n", []),
    ("function f() {\n\tconst inner = require('a');\n}\n// const no = require('b');\n * import x from 'y'\n", []),
    ("const cut = require('", []), ("import {" + "a, " * 5000, []),
]
REJECTED = "try {\n\tconsole.log(await %s);\n} catch (error) {\n\tconsole.log(error);\n}"
OBSERVED = [    # an assertion, what it becomes
    ("assert.ok(f(1) > 2)", "console.log(f(1));"), ("assert(f(1) < g(2));", "console.log(f(1)); console.log(g(2));"),
    ("assert.ok(['a', 'b'].includes(f(1)))", "console.log(f(1));"), ("assert.ok(f(1).startsWith('a'))", "console.log(f(1));"),
    ("assert.ok(!/^a/.test(f('(')))", "console.log(f('('));"), ("assert(typeof f(1) === 'string')", "console.log(f(1));"),
    ("assert.ok(f(1) && f(1).a > 1)", "console.log(f(1) && f(1).a > 1);"), ("assert.ok(rows.some((n) => n > 1))", "console.log(rows);"),
    ("assert.ok(f(1).rows.every((n) => n > 1))", "console.log(f(1).rows);"), ("assert.ok(f(1) instanceof A)", "console.log(f(1) instanceof A);"),
    ("assert.ok(true)", "console.log(true);"), ("assert.ok(a.b)", "console.log(a.b);"), ("assert.ok(f((n) => n > 1))", "console.log(f((n) => n > 1));"),
    ("expect(f(1) > 2).toBe(true)", "console.log(f(1));"), ("expect(f(1)).resolves.toBe(1)", "console.log(await f(1));"),
    ("assert.equal(f(1), 3)", "console.log(f(1));"), ("assert.ok(f(", "assert.ok(f("),
    ("await assert.rejects(f(1, async () => 2), /no/)", REJECTED % "f(1, async () => 2)"), ("await assert.rejects(() => f(1))", REJECTED % "(() => f(1))()"),
    ("await assert.rejects(async (a) => f(a))", REJECTED % "(async (a) => f(a))()"), ("await assert.rejects(async () => {\n\tf();\n})", REJECTED % "(async () => {\n\tf();\n})()"),
    ("await assert.rejects(asyncOne(2))", REJECTED % "asyncOne(2)"), ("await assert.rejects(async function () {})", REJECTED % "(async function () {})()"),
    ("await expect(f((n) => n)).rejects.toThrow()", REJECTED % "f((n) => n)"), ("await expect(() => f(1)).rejects.toThrow()", REJECTED % "(() => f(1))()"),
]
SNIPPETS = [    # label, text, what is found in it
    ("fence", "```js\nf(1)\n```\ntext", ["f(1)"]), ("tilde", "~~~javascript\nf(1)\n~~~", ["f(1)"]),
    ("longer fence", "````js\nf(`\n```\n`)\n````", ["f(`\n```\n`)"]), ("untagged, CRLF", "```\r\nf(1)\r\n```\r\n", ["f(1)"]),
    ("in a list", "- a\n\n  ```node\n  f(1)\n    .g()\n  ```", ["f(1)\n  .g()"]), ("in a quotation", "> ```js\n> f(1)\n> ```\nf(2)", ["f(1)"]),
    ("attributes", "```tsx {1,3} title=x\nf(1)\n```", ["f(1)"]), ("indented", "text\n\n    f(1)\n    g(2)\n\ntext", ["f(1)\ng(2)"]),
    ("rst", ".. code-block:: javascript\n\n   f(1)\n\ntext", ["f(1)"]), ("rst, literal", "So::\n\n    f(1)\n", ["f(1)"]),
    ("another language", "```sh\nf 1\n```\n```json\n{}\n```", []), ("never closed", "```js\nf(1)", ["f(1)"]), ("none", "f(1)\n", []),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Lexer(unittest.TestCase):
    def ask(self, expression, texts, file="lexer.js"):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "in.json"), "w", encoding="utf-8") as f:
                json.dump(texts, f)
            script = "const l = require(process.argv[1]); const t = require(process.argv[2]);" \
                     "console.log(JSON.stringify(t.map((text) => %s)));" % expression
            done = subprocess.run([js_support.NODE, "-e", script, os.path.join(js_support.RUNNER, file),
                                   os.path.join(folder, "in.json")], capture_output=True, timeout=30)
        self.assertEqual(done.stderr.decode(), "")
        return json.loads(done.stdout.decode())

    def test_parameters(self):
        for (text, want), got in zip(LEXED, self.ask("l.parameters(text)", [t for t, _ in LEXED])):
            with self.subTest(text):
                self.assertEqual(got, want)
        self.assertEqual(self.ask("l.placedParameters(text)", ["async => 1", "async (a) => 1", "async a => 1", "async"]), [["async"], ["a"], ["a"], None])

    def test_snippets(self):
        said = self.ask("l.snippets(text).map((s) => s.text)", [t for _, t, _ in SNIPPETS], "gen_text.js")
        for (label, _, want), got in zip(SNIPPETS, said):
            with self.subTest(label):
                self.assertEqual(got, want)

    def test_what_a_snippet_needs_of_those_before_it(self):
        readme = "```js\nimport { Oil } from 'p';\nconst price = 3, other = 2;\nconst rose = new Oil({ price });\nrose.mix(other);\n```\n\n```js\nconst more = new Oil({ ...rose });\n```\n" \
            "```js\nconst rose = 1;\nnew Oil(rose);\n```\n```js\nnew Oil(unknown);\n```\n" \
            "```js\nimport fs from 'fs';\nconst b = 5;\n```\n```js\nimport fs, { readFileSync } from 'fs';\nnew Oil(fs, 1);\nconst a = 1, b = 2;\n```\n"
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as f:
                f.write(readme)
            said = self.ask("l.fromDocs(text, 'README.md', ['Oil'], new Map([['Oil', \"import { Oil } from 'p';\"]])).map((p) => [p.where, p.source])", [folder], "gen_mine.js")[0]
        first = "import { Oil } from 'p';\n\n"
        self.assertEqual(said[1:], [
            ["README.md:9", first + "const price = 3, other = 2;\nconst rose = new Oil({ price });\nconst more = new Oil({ ...rose });\nconsole.log(more);\n"],
            ["README.md:12", first + "const rose = 1;\nconsole.log(new Oil(rose));\n"],
            ["README.md:16", first + "console.log(new Oil(unknown));\n"],
            ["README.md:23", "import fs, { readFileSync } from 'fs';\nimport { Oil } from 'p';\n\nconsole.log(new Oil(fs, 1));\nconst a = 1, b = 2;\n"]])

    def test_observed(self):
        said = self.ask("l.observe(text)", [row[0] for row in OBSERVED], "gen_text.js")
        for (text, want), got in zip(OBSERVED, said):
            with self.subTest(text):
                self.assertEqual(got, want)

    def test_order(self):
        said = self.ask("new l.Change(text[0], text[1]).order(text[2], (one) => one)", [row[:3] for row in ORDERED], "gen_rank.js")
        self.assertEqual(said, [row[3] for row in ORDERED])
        many = ["f(%d, word%d)" % (i, i % 50) for i in range(5000)]
        said = self.ask("new l.Change(text[0], text[1]).order(text[2], (one) => one)", [["word7 word8", "", many]], "gen_rank.js")[0]
        self.assertEqual((len(said), [row.split(", ")[1] for row in said[:2]]), (5000, ["word7)", "word8)"]))

    def test_marks(self):
        self.assertEqual(self.ask("l.marksOf(text)", [row[0] for row in MARKS], "gen_values.js"), [row[1] for row in MARKS])

    def test_imports(self):
        said = self.ask("l.importsOf(text, text).map((one) => [one.said, one.bound])", [row[0] for row in IMPORTS], "gen_mine.js")
        for (text, want), got in zip(IMPORTS, said):
            with self.subTest(text[:60]):
                self.assertEqual(got, want)

    def test_statements(self):
        for (text, want), got in zip(SPLIT, self.ask("l.statements(text).map((s) => s.text)", [t for t, _ in SPLIT])):
            with self.subTest(text):
                self.assertEqual(got, want)


if __name__ == "__main__":
    unittest.main()
