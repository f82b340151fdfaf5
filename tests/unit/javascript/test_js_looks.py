"""What `generate` gives for functions that no test and no document uses: what tells a slip in each is in one of its programs."""
import unittest

import js_support

PACKAGE = """\
class Queue {
  #items = [];
  add(item, rank = 0) { this.#items.push({ item, rank }); this.#items.sort((a, b) => a.rank - b.rank); return this; }
  next() { return this.#items.shift(); }
  *[Symbol.iterator]() { yield* this.#items; }
  get size() { return this.#items.length; }
}
class Cells {
  constructor(n = 3) { this.data = new Float64Array(n); }
  copy() { const made = new Cells(0); made.data = this.data.slice(); return made; }
}
function once(fn) {
  let called = false, value;
  return () => { if (!called) { value = fn(); called = true; } return value; };
}
/** Seconds of a text such as '1h 30m'. */
function seconds(text) { return /h/.test(text) ? 3600 : NaN; }
function same(a, b) { return Object.is(a, b); }
class Sealed {
  #rows;
  get [Symbol.iterator]() { return this.#rows.values; }
  put(row) { (this.#rows ??= []).push(row); return this.#rows.length; }
}
async function attempt(work) { try { return await work(); } catch (e) { return 'failed'; } }
const quoted = (text) => text.replace(/"/g, '""');
module.exports = { Queue, Cells, once, seconds, same, Sealed, attempt, quoted };
"""
PARTS = [   # function, text on its changed line, what one of the programs has
    ("Queue.add", "add(item", "for (const item of it) {\n\t\tconsole.log(item);\n\t\tif (++n === 10)\n\t\t\tbreak;\n\t}\n}\nconsole.log(it.size);\nconsole.log(it.next());"),
    ("Cells.copy", "copy()", "!Object.isFrozen(got))\n\ttouch(got);"),
    ("Sealed.put", "put(row)", "put("),     # whose getter nobody can ask without an object
    ("once", "if (!called)", "once(failing)"),
    ("seconds", "function seconds", "seconds('1h 30m')"),
    ("same", "Object.is", "same(0, -0)"),
    ("attempt", "await work", "throw new Error('failed')"),
    ("quoted", "const quoted", "'a\"b\"'"),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Looks(unittest.TestCase):
    def test_what_tells_a_slip(self):
        runner = js_support.Runner({"index.js": PACKAGE}, ["index"])
        self.addCleanup(runner.close)
        for qualname, text, part in PARTS:
            with self.subTest(qualname):
                target = {"module": "index", "qualname": qualname, "file": "index.js", "name": "index." + qualname,
                          "lines": [PACKAGE.count("\n", 0, PACKAGE.index(text)) + 1]}
                got = runner.ask("generate", targets=[target], max=200, budget_ms=8000)
                self.assertTrue([c for c in got["candidates"] if part in c["source"]], [c["source"] for c in got["candidates"]][:3])


if __name__ == "__main__":
    unittest.main()
