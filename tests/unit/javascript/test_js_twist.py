"""Neighbours of whole programs, by themselves and as `generate` gives them."""
import json
import os
import subprocess
import textwrap
import unittest

import js_support


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Twists(unittest.TestCase):
    """Neighbours of whole programs: what an object keeps between calls shows in them alone."""
    BOX = textwrap.dedent("""\
        class Recent {
        	constructor(size = 2) { this.size = size; this.rows = new Map(); }
        	get(key) {
        		const value = this.rows.get(key);
        		return value;
        	}
        	set(key, value) {
        		this.rows.set(key, value);
        		if (this.rows.size > this.size) this.rows.delete(this.rows.keys().next().value);
        	}
        	keys() { return [...this.rows.keys()]; }
        }
        module.exports = { Recent };
        """)
    TEST = textwrap.dedent("""\
        const test = require('node:test');
        const assert = require('node:assert');
        const { Recent } = require('./index.js');
        test('recent', () => {
        	const r = new Recent(2);
        	r.set('a', 1);
        	r.set('b', 2);
        	assert.equal(r.get('b'), 2);
        	r.set('c', 3);
        	assert.deepEqual(r.keys(), ['b', 'c']);
        });
        """)

    def neighbours(self, source, more=""):
        script = "const t = require(process.argv[1]); console.log(JSON.stringify(t.neighbours(process.argv[2], { string: [\"'x'\"], number: [], %s })));" % more
        done = subprocess.run([js_support.NODE, "-e", script, os.path.join(js_support.RUNNER, "gen_twist.js"), source], capture_output=True, timeout=30)
        self.assertEqual(done.stderr.decode(), "")
        return json.loads(done.stdout.decode())

    def test_steps_and_literals(self):
        head = "const { Box } = require('./index');\n\n"
        made = self.neighbours(head + "const b = new Box();\nb.put('a', 3);\nb.put('b', 3);\nconsole.log(b.list());\n")
        for body in ("b.put('20', 3);\nb.put('10', 3);\nconsole.log(b.list());",            # keys with an order of their own
                     "b.put('b', 3);\nb.put('a', 3);\nconsole.log(b.list());",              # the other way round
                     "b.put('a', 3);\nb.put('a', 3);\nb.put('b', 3);\nconsole.log(b.list());",
                     "b.put('a', 3);\nb.put('b', 3);\nb.put('a', 3);\nconsole.log(b.list());",
                     "b.put('b', 3);\nconsole.log(b.list());", "b.put('a', 0);\nb.put('b', 0);", "b.put('a', 3);\nb.put('b', 0);"):
            self.assertTrue([t for t in made if t.startswith(head) and body in t], body)

    def test_functions_that_give_promises(self):
        head = "const { Chain, log } = require('./index');\n\n"
        rows = ("const broken = {\n\tname: 'b',\n\tsay() {\n\t\tthrow new Error('x');\n\t},\n\tget it() {\n\t\treturn 1;\n\t},\n};\n",
                "const c = new Chain([broken, (n) => n, async (m) => m], e => log(e), function () {}, async function () {});\n",
                "if (c) {\n\tlog(1);\n}\nconsole.log(c.all(2)(3));\n")
        made = self.neighbours(head + "".join(rows), "isWaiting: true")
        waits = [t for t in made if t.count("async") > 2]
        changed = [("say()", "async say()"), ("(n) =>", "async (n) =>"), ("e =>", "async e =>"), ("log(e), function", "log(e), async function")]
        for one, other in changed:
            self.assertIn(head + "".join(rows).replace(one, other), waits)
        text = "".join(rows)
        for one, other in changed:
            text = text.replace(one, other)
        self.assertIn(head + text, waits)
        self.assertEqual(len(waits), len(changed) + 1)
        self.assertFalse([t for t in self.neighbours(head + "".join(rows)) if t.count("async") > 2])

    def test_what_is_wrapped(self):
        made = self.neighbours("const f = require('./f');\n\n(async () => {\n\tconsole.log(await f(3));\n})();\n")
        self.assertTrue([t for t in made if t.endswith("console.log(await f(0));\n})();\n")], made)
        for odd in ("", "(", "import a from './a';\n", "const { a } = require('./a');\n", "console.log(`${a}`, /b/);\n"):
            self.neighbours(odd)

    def test_they_are_given(self):
        runner = js_support.Runner({"index.js": self.BOX, "test.test.js": self.TEST}, ["index"])
        self.addCleanup(runner.close)
        got = runner.ask("generate", root=runner.root, max=130, seed=1, budget_ms=20000, targets=[
            {"module": "index", "qualname": "Recent.get", "file": "index.js", "lines": [4, 5], "name": "index.Recent.get"}])
        sources = [c["source"] for c in got["candidates"]]
        self.assertTrue([s for s in sources if "console.log(r.get('a'));" in s and "r.set('c', 3);" in s], len(sources))


if __name__ == "__main__":
    unittest.main()
