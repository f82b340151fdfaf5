"""gen_pipes.py: streams that cannot be wound."""
import contextlib
import io
import unittest

from test_gen_later import asked

import gen_pipes
import gen_text

CODE = '''class Reader:
    def __init__(self, source):
        self.source = source

    def skip(self, n):
        if hasattr(self.source, "seek"):
            self.source.seek(n, 1)
        else:
            self.source.read(n)
        return self.source.read()
'''
TEST = '''import io
import unittest
from s import Reader


class Tests(unittest.TestCase):
    def test_skip(self):
        self.assertEqual(Reader(io.BytesIO(b"abc")).skip(1), b"bc")
'''
HEAD = "import io\nfrom s import Reader\n\n"


def made(text):
    return list(gen_pipes.programs(gen_text.source("", text), None))


def printed(text):
    """What a program prints that needs nothing of a project."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "p", "exec"), {})     # pylint: disable=exec-used
    return out.getvalue()


class Pipes(unittest.TestCase):
    def test_handed_over(self):
        for body, wanted in (
            ('print(Reader(io.BytesIO(b"abc")).skip(1))\n', 'print(Reader(piped(b"abc")).skip(1))\n'), ('print(Reader(source=io.BytesIO(data())).skip(1))\n', "print(Reader(source=piped(data())).skip(1))\n"),
            ('f = io.BytesIO(b"abc")\nprint(Reader(f).skip(1))\n', 'f = piped(b"abc")\nprint(Reader(f).skip(1))\n'),
        ):
            found = made(HEAD + body)
            self.assertEqual(len(found), 1, body)
            self.assertTrue(found[0].startswith("import io\nfrom s import Reader\nimport os\n\n\ndef piped(data):\n"), found[0])
            self.assertTrue(found[0].endswith("\n\n\n" + wanted), found[0])

    def test_what_stands_above(self):
        body = 'print(Reader(io.BytesIO(b"abc")).skip(1))\n'
        for head in ('"""What it is."""\nimport io\nfrom s import Reader\n', '"""What it is."""\nfrom __future__ import annotations\nimport io\nfrom s import Reader\n', "import io\nfrom s import Reader\nx = 1\nimport json\n"):
            found = made(head + body)[0]
            compile(found, "p", "exec")
            self.assertTrue(found.startswith(head.partition("x = 1")[0].rstrip("\n") + "\nimport os\n"), found)

    def test_what_comes_out(self):
        for kind, mode in (("BytesIO(b'a\\xc3')", "rb"), ("StringIO('a\\u00e9\\n')", "r")):
            text = made("import io\nf = io.%s\nprint(f.read())\nprint(f.seekable(), f.mode)\n" % kind)[0]
            value = repr(b"a\xc3") if mode == "rb" else "a\u00e9\n"
            self.assertEqual(printed(text), "%s\nFalse %s\n" % (value, mode))

    def test_one_at_a_time(self):
        found = made(HEAD + 'print(Reader(io.BytesIO(b"a")).skip(1))\nprint(Reader(io.BytesIO(b"b")).skip(1))\n')
        self.assertEqual([one.count("piped(b") for one in found], [1, 1])

    def test_none(self):
        for body in (
            "print(Reader(io.BytesIO()).skip(1))\n",                            # written to, perhaps
            'print(Reader(open("a", "rb")).skip(1))\n', 'print(Reader(io.StringIO("a", newline="")).skip(1))\n', 'print(json.load(io.StringIO("1")))\n', 'print(io.BytesIO(b"a").read())\n',
            'piped = 1\nprint(Reader(io.BytesIO(b"abc")).skip(piped))\n', 'print(Reader(io.BytesIO(b"a", b"b")))\n',
        ):
            self.assertEqual(made(HEAD + body), [], body)

    def test_asked_for(self):
        for text, wanted in (("source.seek(n)", True), ("source.seekable()", True), ("source.tell()", True), ("peek = source.peek(4)", True), ("source.read(4)", False), ("seeker = 1", False), ("tell = 1", False)):
            self.assertEqual(gen_pipes.most(type("Change", (), {"text": text})) > 0, wanted, text)

    def test_of_a_change(self):
        """Who asks whether there is such a method, and not whether it works."""
        before = CODE.split("    def skip", 1)[1].replace('hasattr(self.source, "seek")', "self.source.seekable()")
        self.assertTrue([one for one in asked(CODE, TEST, "Reader.skip", lines=[6, 7, 9, 10], other="def skip" + before) if "piped(b" in one])


if __name__ == "__main__":
    unittest.main()
