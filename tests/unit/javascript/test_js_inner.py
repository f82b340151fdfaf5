"""Helpers that no user of a package comes to, as its `exports` tell: what is made up for them is no likely input."""
import json
import os
import shutil
import tempfile
import unittest

import js_support

INDEX = """\
import { internal } from './lib/used.js';
export { size } from './varint.js';
export {
	Reader as default,
} from './reader.js';
export * from './all/index.js';
export const twice = (n) => internal(n) * 2;
"""
FILES = {
    "index.js": INDEX,
    "varint.js": "export const size = (n) => n + 1;\nexport const write = (n, at) => at + n + 1;\n",
    "reader.js": "export class Reader {}\nexport class Other {}\n",
    "all/index.js": "export * from './deep.js';\nimport { hidden } from './hidden.js';\nexport const x = hidden;\n",
    "all/deep.js": "export const deep = 1;\n",
    "all/hidden.js": "export const hidden = 1;\n",
    "lib/used.js": "export const internal = (n) => n;\nexport const other = 1;\n",
    "alone.js": "export const alone = 1;\n",
}
ROWS = [    # file, name, is it one that users do not come to
    ("index.js", "twice", False),
    ("index.js", "anything", False),
    ("varint.js", "size", False),
    ("varint.js", "write", True),
    ("reader.js", "Reader.prototype.read", False),
    ("reader.js", "Other", True),
    ("reader.js", "default", False),
    ("all/index.js", "x", False),
    ("all/deep.js", "deep", False),
    ("all/hidden.js", "hidden", True),
    ("lib/used.js", "internal", False),      # who imports it may hand it on
    ("lib/used.js", "other", True),
    ("alone.js", "alone", True),
]


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Inner(unittest.TestCase):
    def package(self, said, files):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        for name, text in {"package.json": json.dumps(dict(said, name="p")), **files}.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        return folder

    def inner(self, said, files, rows):
        ask = "given[1].map(([file, name]) => t.isInner(t.publicNames(given[0]), file, name))"
        return js_support.made("gen_targets.js", ask, self.package(said, files), [row[:2] for row in rows])

    def test_table(self):
        for said in ("./index.js", {".": {"import": "./index.js"}}, {".": ["./index.js"], "./package.json": "./package.json"}):
            self.assertEqual(self.inner({"exports": said}, FILES, ROWS), [row[2] for row in ROWS], said)

    def test_commonjs(self):
        files = {"index.js": "const { a: b, c } = require('./x');\nexports.y = require('./y.js');\n", "x.js": "require('./z');\n", "y.js": "", "z.js": "1"}
        files["y.js"] = "exports.any = 1;\n"
        rows = [("x.js", "a"), ("x.js", "b"), ("x.js", "c"), ("y.js", "any"), ("z.js", "any")]
        self.assertEqual(self.inner({"exports": "./index.js"}, files, rows), [False, True, False, False, True])

    def test_packages_that_do_not_tell(self):
        for said in ({}, {"main": "./index.js"}, {"exports": None}, {"exports": {"./*": "./*.js"}}, {"exports": "./dist/index.js"}, {"exports": []}):
            self.assertEqual(self.inner(said, FILES, ROWS), [False] * len(ROWS), said)

    def test_what_is_made_up_for_them(self):
        body = "export function write(number, at) {\n\treturn at + number + 1;\n}\nexport function size(number) {\n\treturn write(number, 0);\n}\n"
        for said, name, tests, likely in (({"exports": "./index.js"}, "write", "", False),
                                          ({"exports": "./index.js"}, "size", "", True),
                                          ({}, "write", "", True),
                                          ({"exports": "./index.js"}, "write", "import { write } from './lib.js';\nwrite(3, 4);\n", True)):
            with self.subTest(said=said, name=name, tests=tests):
                runner = js_support.Runner({"package.json": json.dumps(dict(said, name="p", type="module")), "index.js": "export { size } from './lib.js';\n",
                                            "lib.js": body, "test.test.js": tests}, ["lib"])
                self.addCleanup(runner.close)
                found = js_support.candidates(runner, body, name, "return at" if name == "write" else "return write", module="lib")
                legal = {c["legality"] for c in found if c["origin"] in ("typed", "boundary", "mutated")}
                self.assertTrue(found)
                self.assertEqual("plausible" in legal, likely, legal)


if __name__ == "__main__":
    unittest.main()
