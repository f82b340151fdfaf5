"""gen_joined.py: bytes of two codecs in one, and escapes of two kinds in one text."""
import unittest

from test_gen_later import asked

import gen_joined
import gen_text

PACKET = '''def read(raw):
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252")


class Reader:
    def feed(self, data):
        return [read(line) for line in data.split(b"\\n")]


def size(data):
    return len(data)
'''
PACKET_TEST = '''import unittest
from s import Reader, size


class Tests(unittest.TestCase):
    def test_new(self):
        self.assertEqual(Reader().feed("na\u00efve\\n".encode()), 1)

    def test_old(self):
        data = "5 \u20ac\\n".encode("cp1252")
        self.assertEqual(Reader().feed(data), 1)

    def test_plain(self):
        self.assertEqual(Reader().feed(b"ping\\r\\n"), 1)

    def test_size(self):
        self.assertEqual(size(b"ping"), 1)
'''


class Asked(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = asked(PACKET, PACKET_TEST, "read")

    def has(self, text):
        self.assertTrue([t for t in self.found if text in t], self.found)

    def test_what_two_programs_pass(self):
        self.has('Reader().feed("na\u00efve\\n".encode() + "5 \u20ac\\n".encode("cp1252"))')
        self.has('data = "na\u00efve\\n".encode() + "5 \u20ac\\n".encode("cp1252")\n')

    def test_one_text_in_both_codecs(self):
        self.has('Reader().feed("ping\u00e9\\r\\n".encode() + "ping\u00e9\\r\\n".encode("cp1252"))')
        self.has('Reader().feed("na\u00efve\\n".encode("cp1252") + "na\u00efve\\n".encode())')

    def test_early_enough(self):
        self.assertLess(next(i for i, t in enumerate(self.found) if ".encode() + " in t), 60)

    def test_only_of_what_speaks_of_codecs(self):
        self.assertFalse([t for t in asked(PACKET, PACKET_TEST, "size") if ".encode() + " in t])
        self.assertFalse([t for t in asked(PACKET, PACKET_TEST, "read", session=False) if ".encode() + " in t])


class Near(unittest.TestCase):
    def programs(self, text, coded=True, pairs=(), **more):
        return list(gen_joined.programs(gen_text.source("", text), coded, pairs, **more))

    def test_a_line_end_between(self):
        self.assertEqual(self.programs('f(b"a")'), [
            'f("a\u00e9".encode() + b"\\n" + "a\u00e9".encode("latin-1"))', 'f("a\u00e9".encode("latin-1") + b"\\n" + "a\u00e9".encode())',
            'f("a\u00e9".encode() + "a\u00e9".encode("latin-1"))', 'f("a\u00e9".encode("latin-1") + "a\u00e9".encode())'])

    def test_brackets_where_something_binds_more(self):
        self.assertIn('x = ("a\u00e9".encode() + "a\u00e9".encode("latin-1"))[1:]', self.programs('x = b"a"[1:]'))

    def test_letters_that_the_other_has_not(self):
        self.assertIn('f("a\u00e9 ".encode() + "a\u00e9 ".encode("cp1252"))', self.programs('f("a \u7dd1".encode())', other="cp1252"))

    def test_several_bytes_of_one_program(self):
        found = self.programs('f(b"a\\n")\ng(b"b\\n")')
        self.assertTrue([t for t in found if t.startswith('f("a')] and [t for t in found if t.endswith('\ng("b\u00e9\\n".encode() + "b\u00e9\\n".encode("latin-1"))')])

    def test_escapes(self):
        pairs = [row for pattern, row in gen_joined.ESCAPED if pattern.search("unquote_plus(text)")]
        self.assertEqual(self.programs('f("a=b!")', False, pairs), ['f("a=b%C3%A9%E9!")', 'f("%E9 a=b! %C3%A9")', 'f("a=b!a=b!")'])
        pairs = [row for pattern, row in gen_joined.ESCAPED if pattern.search("b64decode(text)")]
        self.assertIn('f("YQ==YQ==")', self.programs('f("YQ==")', False, pairs))

    def test_a_codec_that_is_named(self):
        for text, codec in (('"utf-8"', "latin-1"), ('"cp1252"', "cp1252"), ("'koi8-r' 'cp437'", "cp437"), ('"cp9999"', "latin-1"), ('"iso-8859-5"', "latin-1")):
            self.assertEqual(gen_joined.other_codec(text), codec, text)

    def test_odd_ones(self):
        for text in ("f(b'')", "f('')", "f(a.encode())", "f('a'.encode('no-such'))", "f('\u20ac'.encode('ascii'))", "f('a'.encode(1))", "f(b'''a\nb''')"):
            self.assertEqual(self.programs(text), [], text)


if __name__ == "__main__":
    unittest.main()
