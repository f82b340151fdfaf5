"""gen_streams.py: streams that are handed over, and what became of them."""
import types
import unittest

from test_gen_later import asked

import gen_index
import gen_streams
import gen_text

CODE = '''import io


class Drawing:
    def __init__(self, rows=()):
        self.rows = list(rows)

    def save(self, target):
        write(self, target)


def write(drawing, target):
    if hasattr(target, "write"):
        tags(drawing, target)
    else:
        with open(target, "wb") as file:
            tags(drawing, file)


def tags(drawing, file):
    stream = io.TextIOWrapper(file, encoding="utf-8")
    for row in drawing.rows:
        stream.write(row)
    stream.flush()
'''
TEST = '''import unittest
from s import Drawing


class Tests(unittest.TestCase):
    def test_rows(self):
        drawing = Drawing(["a"])
        self.assertEqual(drawing.rows, ["a"])
'''


def made(text, **taken):
    return list(gen_streams.programs(gen_text.source("", text), types.SimpleNamespace(streams=taken, saves={"Drawing": [("save", "BytesIO")]})))


class Made(unittest.TestCase):
    def test_what_is_asked(self):
        held, twice = "print(out.closed or out.getvalue())\n", "save(1, out)\nsave(1, out)\n"
        for text, wanted in (
            ("out = io.BytesIO()\nsave(1, out)\n", ["out = io.BytesIO()\nsave(1, out)\n" + held, "out = io.BytesIO()\n" + twice + held]),
            ("out = StringIO()\nsave(1, out)\nprint(2)\n", ["out = StringIO()\nsave(1, out)\nprint(2)\n" + held, "out = StringIO()\n" + twice + "print(2)\n" + held]),
            ("out = StringIO()\nx = Writer(out)\nx.row()\n", ["out = StringIO()\nx = Writer(out)\nx.row()\n" + held]),
            ('with open(p, "w") as f:\n    save(1, f)\nprint(3)\n', ['with open(p, "w") as f:\n    save(1, f)\n    print(f.closed)\nprint(3)\n',
                                                                   'with open(p, "w") as f:\n    save(1, f)\n    save(1, f)\n    print(f.closed)\nprint(3)\n']),
            ("def f(x):\n    out = StringIO()\n    save(x, out)\n    return out.getvalue()\nprint(f(1))\n",
             ["def f(x):\n    out = StringIO()\n    save(x, out)\n    %s    return out.getvalue()\nprint(f(1))\n" % held,
              "def f(x):\n    out = StringIO()\n    save(x, out)\n    save(x, out)\n    %s    return out.getvalue()\nprint(f(1))\n" % held]),
            ("print(save(1, io.BytesIO()))\nprint(2)\n", ["stream = io.BytesIO()\nprint(save(1, stream))\nprint(2)\nprint(stream.closed or stream.getvalue())\n"]),
        ):
            self.assertEqual(made(text), wanted, text)

    def test_in_the_place_of_a_path(self):
        self.assertEqual(made('import io\nx.save("a.txt")\nprint(open("a.txt").read())\n', save={0: "BytesIO"}),
                         ["import io\nstream = io.BytesIO()\nx.save(stream)\nprint(stream.closed or stream.getvalue())\n"])
        self.assertEqual(made('p = Path(d, "b")\nx.save(to=p)\n', save={"to": "StringIO"}),
                         ['import io\np = Path(d, "b")\nstream = io.StringIO()\nx.save(to=stream)\nprint(stream.closed or stream.getvalue())\n'])
        for text in ('x.save(1, "a")\n', "x.save(1)\n", "p = 1\nx.save(p)\n", "x.save(p)\n", 'stream = handed = 1\nx.save("a")\n', 'x.load("a")\n'):
            self.assertEqual(made(text, save={0: "BytesIO"}), [], text)

    def test_what_a_program_made(self):
        self.assertEqual(made("d = Drawing()\nprint(d)\n"), ["import io\nd = Drawing()\nprint(d)\nstream = io.BytesIO()\nd.save(stream)\nprint(stream.closed or stream.getvalue())\n"])
        for text in ("d = Other()\n", "d = Drawing()\nstream = handed = 1\n"):
            self.assertEqual(made(text), [], text)

    def test_a_name_that_is_free(self):
        self.assertEqual(made("def f():\n    stream = 1\nprint(load(io.BytesIO(a)))\n"),
                         ["def f():\n    stream = 1\nhanded = io.BytesIO(a)\nprint(load(handed))\nprint(handed.closed or handed.getvalue())\n"])

    def test_nothing(self):
        for text in ("out = io.BytesIO()\nprint(out)\n", "out = io.BytesIO()\nx = io.TextIOWrapper(out)\n", "x = io.TextIOWrapper(io.BytesIO())\n", "out = Other()\nsave(out)\n", "save(1)\n",
                     'with other(p) as f:\n    save(f)\n', 'with open(p) as f:\n    print(f)\n'):
            self.assertEqual(made(text), [], text)


class Taken(unittest.TestCase):
    def test_what_takes_both(self):
        for code, wanted in (
            (CODE, {"write": {1: "BytesIO", "target": "BytesIO"}, "save": {0: "BytesIO", "target": "BytesIO"}}),
            ('def f(x, out):\n    """Write to a path or a text stream."""\n', {"f": {1: "StringIO", "out": "StringIO"}}),
            ('def f(x, out):\n    """Write to a path."""\n', {}), ('def f(x):\n    return hasattr(x, "read")\n', {}),
        ):
            module = gen_index.ModuleInfo("s", gen_text.source("s.py", code))
            engine = types.SimpleNamespace(index=types.SimpleNamespace(modules={"s": module}))
            self.assertEqual(gen_streams.taken_by(engine), wanted, code)
            self.assertEqual(gen_streams.saves(engine, wanted), {"Drawing": [("save", "BytesIO")]} if code is CODE else {})

    def test_only_where_a_stream_is_spoken_of(self):
        for text, wanted in (("io.TextIOWrapper(f)", True), ("f.close()", True), ("with open(p) as f:", True), ("out.flush()", True), ("csv.writer(out)", True), ("gzip.open(f)", True),
                             ("closed = 1", False), ("f.write(1)", False), ("with lock:", False)):
            self.assertEqual(gen_streams.most(types.SimpleNamespace(text=text)) > 0, wanted, text)


class Whole(unittest.TestCase):
    def test_searches(self):
        found = asked(CODE, TEST, "tags", lines=[21])
        self.assertTrue([t for t in found if t.endswith("drawing.save(stream)\nprint(stream.closed or stream.getvalue())\n")], "\n".join(found))


if __name__ == "__main__":
    unittest.main()
