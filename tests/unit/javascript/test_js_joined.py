"""Bytes of two codecs in one, and escapes of two kinds in one text. What `generate` gives for a small package, and what gen_joined.js makes of one
text."""
import unittest

import js_support

PACKAGE = """\
function read(data) {
  return data.toString('utf8').includes('\\ufffd') ? data.toString('latin1') : data.toString('utf8');
}
function query(text) { return text.split('&').map((part) => decodeURIComponent(part)); }
function size(data) { return data.length; }
module.exports = { read, query, size };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { read, query, size } = require('./index.js');
test('read', () => {
  assert.equal(read(Buffer.from('grün\\n')), 'grün\\n');
  assert.equal(read(Buffer.from('für', 'latin1')), 'für');
});
test('query', () => { assert.deepEqual(query('a=b&c'), ['a=b', 'c']); });
test('size', () => { assert.equal(size(Buffer.from('ab')), 2); });
"""
# (what shows it, changed function, a text on its line, parts of a candidate)
SHOWN = (
    ("bytes of two codecs", "read", "ufffd", ["read(Buffer.concat([Buffer.from('grün\\n'), Buffer.from('grün\\n', 'latin1')]))"]),
    ("bytes that two calls pass", "read", "ufffd", ["read(Buffer.concat([Buffer.from('grün\\n'), Buffer.from('für', 'latin1')]))"]),
    ("escapes of two codecs", "query", "decodeURIComponent", ["query('a=b&c%C3%A9%E9')"]),
)


def made(expression, *given):
    return js_support.made("gen_joined.js", expression, *given)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Generated(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])

    @classmethod
    def tearDownClass(cls):
        cls.runner.close()

    def candidates(self, qualname, text):
        return [c["source"] for c in js_support.candidates(self.runner, PACKAGE, qualname, text)]

    def test_table(self):
        for label, qualname, text, parts in SHOWN:
            with self.subTest(label):
                found = self.candidates(qualname, text)
                self.assertTrue([s for s in found if all(part in s for part in parts)], len(found))

    def test_only_of_what_speaks_of_it(self):
        self.assertFalse([s for s in self.candidates("size", "data.length") if "concat" in s or "%C3" in s])


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Joined(unittest.TestCase):
    def near(self, text, *said, samples=()):
        return made("t.programs(given[0], t.asksFor(...given[1]), { samples: given[2] })", text, said, list(samples))

    def test_bytes(self):
        e, latin = "Buffer.from('aé')", "Buffer.from('aé', 'latin1')"
        self.assertEqual(self.near("f(Buffer.from('a'));", "x.toString('utf8')"), [
            "f(Buffer.concat([%s, %s]));" % (e, latin), "f(Buffer.concat([%s, Buffer.from('\\n'), %s]));" % (e, latin),
            "f(Buffer.concat([%s, %s]));" % (latin, e), "f(Buffer.concat([%s, Buffer.from('\\n'), %s]));" % (latin, e)])
        self.assertIn("f(Buffer.concat([Buffer.from('aé\\n'), Buffer.from('aé\\n', 'latin1')]));", self.near("f(new TextEncoder().encode('a\\n'));", "new TextDecoder('latin1')"))
        self.assertIn("f(Buffer.concat([new Uint8Array([65]), Buffer.from([0xc3, 0xa9, 0xe9])]));", self.near("f(new Uint8Array([65]));", "decode"))
        self.assertIn("f(Buffer.concat([Buffer.from('a'), Buffer.from('b')]));", self.near("f(Buffer.from('a'));", "decode", samples=["Buffer.from('b')"]))
        self.assertIn("f(Buffer.concat([Buffer.from('4a', 'hex'), Buffer.from([0xc3, 0xa9, 0xe9])]));", self.near("f(Buffer.from('4a', 'hex'));", "decode"))

    def test_escapes(self):
        self.assertEqual(self.near("f('a b!');", "decodeURI(x)"), ["f('a b%C3%A9%E9!');", "f('%E9 a b! %C3%A9');", "f('a b!a b!');"])
        self.assertIn("f('YQ==YQ==');", self.near("f('YQ==');", "atob(x)"))

    def test_odd_ones(self):
        for text in ("", "f(", "f(Buffer.from(", "f(Buffer.from(a));", "f(Buffer.from(g('a')));", "f(own.Buffer.from('a'));", "f('a');", "f(Buffer.alloc(3));"):
            self.assertEqual(self.near(text, "decode(x)"), [], text)
        self.assertEqual(self.near("f(Buffer.from('a'));", "x + 1"), [])


if __name__ == "__main__":
    unittest.main()
