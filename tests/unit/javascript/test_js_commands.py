"""Commands that documents show, as calls of what they start. What `generate` gives for a small package, and what gen_commands.js reads of
package.json, a bin file, a page, and makes of that."""
import json
import os
import subprocess
import unittest

import js_support

PACKAGE = '{"name": "@box/toylib", "bin": {"toys": "./bin/toys.js"}}'
BIN = "#!/usr/bin/env node\nconst { main } = require('../src/cli.js');\n\nmain(process.argv.slice(2)).then((code) => { process.exitCode = code; });\n"
CLI = """\
const { list } = require('./list');

async function main(argv, { out = console } = {}) {
  out.log(list(argv));
  return 0;
}

module.exports = { main };
"""
LIST = "function list(words) {\n  return words.join(' ');\n}\n\nmodule.exports = { list };\n"
README = """\
# toys

    toys add "Marble run" --age 4
    $ npx toys list \\
        --all   # everything

```sh
npm install toys
node ./bin/toys.js list
toylib list > file
toys show <name>
```

toys are nice.

```js
toys list
```
"""
FILES = {"package.json": PACKAGE, "bin/toys.js": BIN, "src/cli.js": CLI, "src/list.js": LIST, "README.md": README}
TOYS = {"names": ["toys", "toylib", "@box/toylib"], "file": "bin/toys.js"}
STARTS = {"names": ["toys"], "file": "bin/x.js", "module": "cli", "qualname": "main", "before": []}
ACCESS = {"line": "import { main } from './cli.js';", "callee": "main"}
ADD = "try {\n\tconsole.log(await main(['add', 'Marble run', '--age', '4']));\n} catch (error) {\n\tconsole.log(error);\n}\n"
SCRIPT = """
const t = require(process.argv[1] + '/gen_commands.js');
(async () => {
	const found = [];
	for (const one of JSON.parse(process.argv[2]))
		found.push(await t.entryOf(...one));
	console.log(JSON.stringify(found));
})();
"""
IMPORT = ACCESS["line"] + "\n\n"
STATEMENT = "try {\n\tconsole.log(await main(['%s']));\n} catch (error) {\n\tconsole.log(error);\n}\n"
LISTED = "try {\n\tconsole.log(await main(['list']));\n} catch (error) {\n\tconsole.log(error);\n}\n"


def made(expression, *given):
    return js_support.made("gen_commands.js", expression, *given)


def wrapped(text):
    return "const { main } = require('./src/cli');\n\n(async () => {\n" + "".join("\t%s\n" % row for row in text.splitlines()) + "})();\n"


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    def rows(self, files, **more):
        runner = js_support.Runner(files, ["src/list"])
        try:
            got = runner.ask("generate", root=runner.root, max=400, seed=1, budget_ms=20000, targets=[
                {"module": "src/list", "qualname": "list", "file": "src/list.js", "lines": [2], "name": "src/list.list"}], **more)
            self.near = [c["source"] for c in got["candidates"] if c["origin"] == "mutated"]
            return [c for c in got["candidates"] if c["origin"] == "doc"], [runner.run(c["source"])["stdout"] for c in got["candidates"] if "main(['add" in c["source"]][:1]
        finally:
            runner.close()

    def test_of_a_project(self):
        rows, said = self.rows(FILES)
        listed = LISTED.replace("'list'", "'list', '--all'")
        self.assertEqual([(c["where"], c["legality"], c["source"]) for c in rows], [
            ("README.md:3", "seen", wrapped(ADD)), ("README.md:4", "seen", wrapped(listed)), ("README.md:9", "seen", wrapped(LISTED)), ("README.md:3", "seen", wrapped(ADD + listed + LISTED))])
        self.assertEqual(said, ["add Marble run --age 4\n0\n"])

    def test_what_is_near(self):
        """Where commands alone are there, programs of calls have neighbours as they have without."""
        self.rows(FILES)
        self.assertTrue([s for s in self.near if s.startswith("const { list } = require('./src/list');\n\nconst value = [1, 2, 3];\n" + "console.log(list(value));\n" * 4)])
        self.assertTrue([s for s in self.near if "await main(" in s])

    def test_none(self):
        for label, more in (("no such function", {"src/cli.js": CLI.replace("argv", "path")}), ("no bin", {"package.json": '{"name": "toys"}'}), ("no package", {"package.json": "{"})):
            self.assertEqual(self.rows(dict(FILES, **more))[0], [], label)
        self.assertEqual(self.rows(FILES, docs=[])[0], [])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Starts(unittest.TestCase):
    def test_names_and_files(self):
        for said, wanted in (
                (PACKAGE, [TOYS]), ('{"name": "@box/toys", "bin": "./x.js"}', [{"names": ["toys", "toys", "@box/toys"], "file": "x.js"}]), ('{"name": "toys"}', []), ('{"bin": 1}', []),
                ('{"name": "b", "bin": {"a": "a.js", "b": "b.js"}}', [{"names": ["a"], "file": "a.js"}, {"names": ["b", "b", "b"], "file": "b.js"}]),
                ('{"name": 1, "bin": {"a": "a.js", "b": 1}}', [{"names": ["a"], "file": "a.js"}]), ('{"bin": {"a": "../a.js", "b": "/b.js", "c": "c/../../d.js"}}', []),
                ('{"bin": {%s}}' % ", ".join('"%d": "a.js"' % n for n in range(9)), [{"names": [str(n)], "file": "a.js"} for n in range(8)])):
            self.assertEqual(made("t.binsOf(given[0])", js_support.project({"package.json": said})), wanted, said)
        self.assertEqual(made("t.binsOf(given[0])", "/nowhere"), [])

    def started(self, *rows):
        """What [(text of the bin file, {file: text} of others)] start; each has a name of its own, as files are read once."""
        asked = []
        for i, (text, files) in enumerate(rows):
            name = "bin/%d.js" % i
            asked.append([js_support.project(dict(files, **{name: text})), {"names": ["toys"], "file": name}])
        done = subprocess.run([js_support.NODE, "-e", SCRIPT, js_support.RUNNER, json.dumps(asked)], capture_output=True, timeout=60)
        self.assertEqual(done.stderr.decode(), "")
        return [one and [one["module"].replace("bin/%d" % i, "bin"), one["qualname"], *one["before"]] for i, one in enumerate(json.loads(done.stdout.decode()))]

    def test_what_takes_words(self):
        rows = (("function main(argv) {}", True), ("async function main(args = [], out = 1) {}", True), ("const main = (words, { out } = {}, [a] = [], ...more) => 1;", True), ("const main = async argv => 1;", True),
                ("function main(rawArgs) {}", True), ("function main(cliArgv) {}", True), ("function main(commandLine) {}", True), ("function main(argv, out) {}", False), ("function main(argv, { out }) {}", False),
                ("function main(path) {}", False), ("function main(...args) {}", False), ("function main() {}", False), ("function main(argument) {}", False), ("function main(rawArgsFile) {}", False), ("const main = 1;", False), ("class main { constructor(argv) {} }", False), ("function classes(argv) {}\nconst main = classes;", True))
        found = self.started(*((BIN, {"src/cli.js": head + "\nmodule.exports = { main };\n"}) for head, _ in rows))
        self.assertEqual(list(zip((head for head, _ in rows), found)), [(head, ["src/cli", "main"] if wanted else None) for head, wanted in rows])

    def test_where_it_is(self):
        cli, one, esm = {"src/cli.js": "exports.main = (argv) => 1;\n"}, lambda text: {"src/cli.js": "module.exports = %s;\n" % text}, lambda text: {"src/cli.js": text + "\n", "package.json": '{"type": "module"}'}
        main, named = "async function main(argv) {}\n", "export function main(argv) {}"
        rows = (
            ("required", BIN, cli, ["src/cli", "main"]), ("by another name", "const { main: start } = require('../src/cli');\nstart();", cli, ["src/cli", "main"]), ("of it", "require('../src/cli').main();", cli, ["src/cli", "main"]),
            ("a part of it", "const start = require('../src/cli').main;\nstart();", cli, ["src/cli", "main"]), ("in the module", "const tool = require('../src/cli');\ntool.main();", cli, ["src/cli", "main"]),
            ("a folder", "require('../src').main();", {"src/index.js": "exports.main = (argv) => 1;\n"}, ["src/index", "main"]), ("run", "require('../src/cli').run();", one("{ run(words) {} }"), ["src/cli", "run"]),
            ("the module is it", "const cli = require('../src/cli');\ncli();", one("(words) => 1"), ["src/cli", "module.exports"]), ("its own name tells", "const a = require('../src/cli');\na();", one("function run(words) {}"), ["src/cli", "module.exports"]),
            ("longer names", "require('../src/cli').rerun();\nrequire('../src/cli').runs();", one("{ rerun(argv) {}, runs(argv) {} }"), None), ("neither name tells", "const a = require('../src/cli');\na();", one("function b(words) {}"), None), ("another's name", "const a = require('../src/cli').b;\na();", one("{ b: function main(argv) {} }"), None),
            ("loaded by another", "load('../src/cli').main();", cli, None), ("of another's", "const tool = require('../src/cli');\na.tool.main();", cli, None), ("not called", "const { main } = require('../src/cli');\nmain;", cli, None), ("one of another", "a.main();\nrequire('../src/cli');", cli, None), ("deep", "const a = require('../src/cli');\na.main.main();", one("{ main: { main(argv) {} } }"), None),
            ("of a part", "const { main } = require('../src/cli');\nmain.run();", one("{ main: Object.assign((argv) => 1, { run(argv) {} }) }"), None), ("a package", "const { main } = require('toylib');\nmain();", {"bin/toylib.js": cli["src/cli.js"]}, None), ("outside", "const { main } = require('../../%s/cli');\nmain();" % os.path.basename(js_support.project({"cli.js": cli["src/cli.js"]})), {}, None),
            ("not there", "const { main } = require('../src/other');\nmain();", cli, None), ("it breaks", BIN, {"src/cli.js": "throw 1;"}, None), ("not exported", BIN, one("1"), None), ("a getter", BIN, one("{ get main() { throw 1; } }"), None),
            ("imported", "import { main } from '../src/cli.js';\nawait main(process.argv.slice(2));", esm(named), ["src/cli", "main"]), ("as", "import { main as go } from '../src/cli.js';\ngo();", esm(named), ["src/cli", "main"]),
            ("all of it", "import * as tool from '../src/cli.js';\ntool.main();", esm(named), ["src/cli", "main"]), ("the default", "import cli from '../src/cli.js';\ncli();", esm("export default (argv) => 1;"), ["src/cli", "default"]),
            ("named default", "import { default as cli } from '../src/cli.js';\ncli();", esm("export default (argv) => 1;"), ["src/cli", "default"]), ("passed on", "import { main } from '../src/index.js';\nmain();", dict(esm(named), **{"src/index.js": "export * from './cli.js';"}), ["src/index", "main"]),
            ("the second", "import { a } from '../src/list.js';\nimport { main } from '../src/cli.js';\na();\nmain();", dict(esm(named), **{"src/list.js": "export function a(argv) {}"}), ["src/cli", "main"]),
            ("its own", "#!/usr/bin/env node\n'use strict';\nfunction a() {}\n%smodule.exports = { main };\nif (require.main === module)\n  main();\n" % main, {}, ["bin", "main"]), ("its own module", "import fs from 'fs';\nconst a = 1;\nlet b;\nvar c;\nclass D {}\nexport %sif (process.argv[1] === new URL(import.meta.url).pathname)\n  await main();\n" % main, esm(""), ["bin", "main"]),
            ("its own, of exports", "%sexports.main = main;\nif (require.main === module)\n  main();\n" % main, {}, ["bin", "main"]), ("its own, of another", "%sexports.main = main;\nif (require.main === module)\n  a.main();\n" % main, {}, None), ("its own, started", "%sexports.main = main;\nmain();\n" % main, {}, None), ("its own, where something starts", "%sexports.main = main;\nprocess.exit(1);\nif (require.main === module) main();\n" % main, {}, None),
            ("its own, where it loads", "%sexports.main = main;\nimport('fs');\nif (require.main === module) main();\n" % main, {}, None), ("its own, where it says", "%sexports.main = main;\nif (process.argv[2])\n  main();\n" % main, {}, None), ("its own, not exported", "%sif (require.main === module)\n  main();\n" % main, {}, None), ("its own, not called", "%sexports.main = main;\n" % main, {}, None),
            ("its own, of another name", "function go(argv) {}\nexports.go = go;\nif (require.main === module)\n  go();\n", {}, None),
            ("all words", "require('../src/cli').main(process.argv);", cli, ["src/cli", "main", "node", "toys"]), ("all words by itself", "require('../src/cli').main();", one("{ main(argv = process.argv) {} }"), ["src/cli", "main", "node", "toys"]),
            ("it is given its own", "require('../src/cli').main(process.argv.slice(2));", one("{ main(argv = process.argv) {} }"), ["src/cli", "main"]))
        found = self.started(*((text, files) for _, text, files, _ in rows))
        self.assertEqual(list(zip((row[0] for row in rows), found)), [(row[0], row[3]) for row in rows])

    def test_what_takes_nothing(self):
        self.assertEqual(self.started(("", {}), ("`", {})), [None, None])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Shown(unittest.TestCase):
    def test_words_of_a_line(self):
        rows = (
            ("toys list", ["list"]), ("$ toys list", ["list"]), ("> toys", []), ("% toys a", ["a"]), ("(env) $ toys a", ["a"]), ("  toys a # b", ["a"]), ("toys a#b", ["a#b"]), ("toylib a", ["a"]), ("npx toys a", ["a"]), ("npx @box/toylib a", ["a"]),
            ("npx -y toys a", ["a"]), ("npx --yes toys a", ["a"]), ("node bin/toys.js a", ["a"]), ("node ./bin/toys.js a", ["a"]), ("node bin/toys a", ["a"]), ("./bin/toys.js a", ["a"]), ("toys 'a b'", ["a b"]), ('toys "a \'b\' \\"c\\" \\d" e', ["a 'b' \"c\" \\d", "e"]),
            ("toys a\\ b", ["a b"]), ("toys --a='b c'd", ["--a=b cd"]), ("toys '' \"\"", ["", ""]), ("toys '$a'", ["$a"]), ('toys "\\$a"', ["$a"]), ("toys a?", ["a?"]), ("toys   a\tb", ["a", "b"]),
            ("toys 'a", None), ('toys "a', None), ("toys a | b", None), ("toys a > b", None), ("toys a; b", None), ("toys a && b", None), ("toys <a>", None), ("toys [a]", None), ("toys {a,b}", None), ("toys a...", None), ("toys a\u2026", None),
            ("toys $(a)", None), ("toys $a", None), ('toys "$a"', None), ('toys "`a`"', None), ("toys `a`", None), ("toys *.json", None), ("toys a\\", None), ("toys (a)", None),
            ("toysy a", None), ("mytoys a", None), ("npm install toys", None), ("node toys a", None), ("node other.js a", None), ("npx bin/toys.js a", None), ("npx -q toys a", None), ("npx", None), ("", None), ("toys: no such file", None), ("a toys", None),
            ("toys " + "a " * 30, ["a"] * 30), ("toys " + "a " * 31, None), ("toys " + "a" * 995, ["a" * 995]), ("toys " + "a" * 996, None))
        self.assertEqual(list(zip((line for line, _ in rows), made("given.map((line) => t.givenOn(line, %s))" % json.dumps(TOYS), *(line for line, _ in rows)))), list(rows))
        self.assertEqual(made("t.givenOn(given[0], { names: ['toys'], file: 'toys.js' })", "toys.js a"), None)

    def programs(self, *pages, **one):
        return [(p["where"], p["source"]) for p in made("t.programs(given[0], given[1], given[2])", [["%s.md" % chr(65 + i), page] for i, page in enumerate(pages)], dict(STARTS, **one), ACCESS)]

    def test_programs(self):
        a, b = (STATEMENT % word for word in "ab")
        for label, pages, wanted in (
                ("each, then all", ["```\ntoys b\n```\n\n    toys a\n"], [("A.md:2", b), ("A.md:5", a), ("A.md:2", b + a)]),
                ("again", ["```sh\ntoys b\ntoys a\ntoys b\n```\n"], [("A.md:2", b), ("A.md:3", a), ("A.md:2", b + a + b)]),
                ("of another page", ["    toys a\n", "\n    toys a\n    toys b\n"], [("A.md:1", a), ("B.md:3", b), ("B.md:2", a + b)]),
                ("one alone", ["    toys a\n"], [("A.md:1", a)]), ("in a line", ["toys a\n"], []),
                ("goes on", ["```\n$ toys \\\n   a\ntoys b\n```"], [("A.md:2", a), ("A.md:4", b), ("A.md:2", a + b)]), ("goes on and on", ["```\ntoys \\\n\\\na\n```"], [("A.md:2", a)]), ("begins empty", ["```\n\n  \n  toys b\n```\n"], [("A.md:4", b)]), ("goes on to the end", ["```\ntoys a\ntoys b \\\n```"], [("A.md:2", a)])):
            self.assertEqual(self.programs(*pages), [(where, IMPORT + text) for where, text in wanted], label)

    def test_fences(self):
        for tag in "sh bash zsh shell console terminal shell-session text txt SH".split() + [""]:
            self.assertEqual(self.programs("```%s\ntoys a\n```\n" % tag), [("A.md:2", IMPORT + STATEMENT % "a")], tag)
        for tag in "js json python shelly".split():
            self.assertEqual(self.programs("```%s\ntoys a\n```\n" % tag), [], tag)

    def test_words(self):
        page = "    toys it\\'s '\"' 'a\\b' \u00e9 ''\n"
        self.assertEqual(self.programs(page), [("A.md:1", IMPORT + (STATEMENT % "%").replace("'%'", "\"it's\", \"\\\"\", \"a\\\\b\", '\u00e9', ''"))])
        self.assertEqual(self.programs("    toys a\n    toys\n", before=["node", "toys"])[:2], [("A.md:1", IMPORT + (STATEMENT % "a").replace("'a'", "'node', 'toys', 'a'")), ("A.md:2", IMPORT + (STATEMENT % "a").replace("'a'", "'node', 'toys'"))])

    def test_limits(self):
        pages = ["".join("    toys %d\n" % (10 * k + n) for n in range(10)) for k in range(3)]
        self.assertEqual([where for where, _ in self.programs(*pages)], ["A.md:%d" % n for n in range(1, 11)] + ["B.md:%d" % n for n in range(1, 7)] + ["A.md:1", "B.md:1", "C.md:1"])
        (_, last) = self.programs("".join("    toys %d\n" % n for n in range(20)))[-1]
        self.assertEqual((last.count("await"), "'15'" in last), (16, True))


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Pages(unittest.TestCase):
    def test_nearest_first(self):
        files = dict(FILES, **{"README.md": "", "z.md": "    toys z\n", "deep/a.md": "    toys a\n"}, **{"d/%d.md" % n: "    toys %d\n" % n for n in range(7)})
        root = js_support.project(files)
        docs = ["deep/a.md"] + ["d/%d.md" % n for n in range(7)] + ["z.md"]
        script = SCRIPT.replace("t.entryOf(...one)", "t.ofProject(...one, () => (%s))" % json.dumps(ACCESS))
        done = subprocess.run([js_support.NODE, "-e", script, js_support.RUNNER, json.dumps([[root, docs]])], capture_output=True, timeout=60)
        self.assertEqual(done.stderr.decode(), "")
        self.assertEqual([p["where"] for p in json.loads(done.stdout.decode())[0]], ["z.md:1", "deep/a.md:1"] + ["d/%d.md:1" % n for n in range(6)])


if __name__ == "__main__":
    unittest.main()
