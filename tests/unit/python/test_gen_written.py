"""Tests that work with files and with what their own methods do: gen_written.py, names that two things have, captured output."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_text  # noqa: E402
import gen_written  # noqa: E402
from test_gen_mining import mined  # noqa: E402

HEAD = "import os\nimport shutil\nfrom pathlib import Path\nfrom p import f\n\n\ndef test_a(tmp_path, d):\n"
CASE = "import contextlib, io, os, tempfile, unittest\nfrom p import f\nclass T(unittest.TestCase):\n    def setUp(self):\n%s%s"


def body(text):
    """What a test of these lines gives, without what stands before the first of them."""
    found = mined(HEAD + "".join("    %s\n" % line for line in text.split("\n")))
    return [one.partition("tmp_path = Path(folder.name)\n")[2] for one in found]


def case(setup, rest):
    """The same of a test case, without its imports."""
    return [one.partition("\n\n")[2] for one in mined(CASE % ("".join("        %s\n" % line for line in setup), "".join("    %s\n" % line for line in rest)))]


class Written(unittest.TestCase):
    def test_where_a_statement_writes(self):
        for text, wanted in (
            ('(d / "a").write_text("x")', 'd / "a"'), ('(d / "a").mkdir()', 'd / "a"'), ('Path(d, "a").write_bytes(b"")', 'Path(d, "a")'), ('open(p, "w").close()', "p"),
            ('with open(p, "wb") as file:\n    file.write(b"x")', "p"), ('with open(p, mode="a") as file:\n    pass', "p"), ('with (d / "a").open("w") as file:\n    pass', 'd / "a"'),
            ('with zipfile.ZipFile(p, "w") as z:\n    pass', "p"), ('tar = tarfile.open(p, "w:gz")', "p"), ('open(p, "r+").close()', "p"), ("os.makedirs(p)", "p"),
            ('os.symlink("a", p)', '"a" p'), ("shutil.copytree(p, q)", "p q"), ("for n in (1, 2):\n    open(p, 'w').close()", "p"),
            ("open(p).read()", ""), ('open(p, "rb").read()', ""), ("os.listdir(p)", ""), ('f(p, "words")', ""), ('"w".join(p)', ""), ("def g():\n    os.mkdir(p)", ""), ("load(p)", ""), ('f(p, "w")', ""),
        ):
            src = gen_text.source("", text)
            self.assertEqual(" ".join(src.text(n) for n in gen_written.written(src.tree.body[0])), wanted, text)

    def test_paths(self):
        for text, wanted in (
            ('d / "a"', True), ('os.path.join(d, "a")', True), ("Path(d)", True), ('d.joinpath("a")', True), ('Path(d).joinpath("a")', True), ('f"{d}/a"', True), ('d + "/a"', True), ("d.name", True),
            ('",".join(d)', False), ("f(d)", False), ("d + 1", False), ('f"a{d}"', False), ("d.size", False), ("d", False),
        ):
            self.assertEqual(gen_written.is_path(gen_text.parse(text).body[0].value), wanted, text)

    def test_comes_along(self):
        for text in (
            '(tmp_path / "a").write_text("x")\nprint(f(tmp_path))', '(tmp_path / "a").write_text("x")\nprint(f(tmp_path / "a"))',
            'path = tmp_path / "a"\npath.write_text("x")\nprint(f(tmp_path))',                # of the folder above
            'path = tmp_path / "a"\n(tmp_path / "a").write_text("x")\nprint(f(path))',        # under another name
            'path = tmp_path / "a"\nos.mkdir(path)\ninner = path / "b"\nprint(f(inner))',
            'one = tmp_path / "a"\nos.mkdir(one)\ntwo = one / "b"\ntwo.touch()\nprint(f(tmp_path))',
            'path = os.path.join(tmp_path, "a")\nwith open(path, "w") as file:\n    file.write("x")\nprint(f(path))',
        ):
            self.assertEqual(body(text.replace("print(", "assert (")), [text + "\n"], text)

    def test_who_was_told_of_a_path_may_write_there(self):
        for text in (
            'path = tmp_path / "a"\nhosts = f.Hosts(path)\nhosts.save()\nprint(path.read_text())',
            'path = tmp_path / "a"\nhosts = f.Hosts.load(path)\nhosts.remove("b")\nhosts.save()\nprint(path.read_text())',
            'path = tmp_path / "a"\nhosts = f(path)\nhosts.save()\nprint(path.read_text())',
            'path = tmp_path / "a"\nhosts = f(path)\nhosts.save()\nprint(os.listdir(tmp_path))',       # of the folder above
            'inner = tmp_path / "a"\nhosts = f(inner)\nhosts.save()\npath = inner / "b"\nprint(path.read_text())',
            'inner = tmp_path / "a"\npath = inner / "b"\nhosts = f(inner)\nhosts.save()\nprint(path.read_text())',
            'path = tmp_path / "a"\nhosts = f(path)\nf.save(hosts)\nprint(path.read_text())',
            'path = tmp_path / "a"\nf.save("b", path)\nprint(os.listdir(tmp_path))',
        ):
            self.assertEqual(body(text.replace("print(", "assert (")), [text + "\n"], text)

    def test_who_was_not_told_writes_nowhere(self):
        self.assertEqual(body('path = tmp_path / "a"\nhosts = f("a")\nhosts.save()\nassert f(path)'), ['path = tmp_path / "a"\nprint(f(path))\n'])

    def test_stays_behind(self):
        for text, wanted in (
            ('one = tmp_path / "a"\ntwo = tmp_path / "b"\none.touch()\nassert f(two)', 'two = tmp_path / "b"\nprint(f(two))\n'),
            ('open("w", "w").close()\npath = tmp_path / "a"\nassert f(path)', 'path = tmp_path / "a"\nprint(f(path))\n'),
            ('with open(os.path.join(tmp_path, "a"), "w"):\n    pass\npath = os.sep\nassert f(path)', "path = os.sep\nprint(f(path))\n"),     # of a module it says nothing
            ('path = tmp_path / "a"\npath = 1\nos.mkdir(tmp_path)\nassert f(path)', "path = 1\nprint(f(path))\n"),
        ):
            self.assertEqual([one.partition("tmp_path = Path(folder.name)\n")[2] or one.partition("\n\n")[2] for one in mined(
                HEAD + "".join("    %s\n" % line for line in text.split("\n")))], [wanted], text)


class Names(unittest.TestCase):
    """A local name of the set-up and an attribute of the same name are two things."""

    def test_set_up(self):
        setup = ["folder = tempfile.TemporaryDirectory()", "self.folder = folder.name", "with open(folder.name + '/a', 'w') as file:", "    file.write('x')"]
        wanted = "folder_ = tempfile.TemporaryDirectory()\nfolder = folder_.name\nwith open(folder_.name + '/a', 'w') as file:\n    file.write('x')\nprint(f(folder))\n"
        self.assertEqual(case(setup, ["def test_a(self):", "    assert f(self.folder)"]), [wanted])

    def test_in_a_test(self):
        setup = ["self.path = f(1)"]
        self.assertEqual(case(setup, ["def test_a(self):", "    path = f(self.path)", "    path2 = 2", "    assert path"]), ["path = f(1)\npath22 = f(path)\nprint(path22)\n"])

    def test_the_same_thing_has_one_name(self):
        for setup in (["box = f(1)", "self.box = box"], ["self.box = box = f(1)"]):
            self.assertFalse([one for one in case(setup, ["def test_a(self):", "    assert self.box.size()"]) if "box_" in one], setup)

    def test_what_cannot_be_renamed(self):
        """A text that names it, a parameter of a function inside."""
        for line in ('other = f"{path}"', "other = lambda path: path"):
            found = case(["self.path = f(1)"], ["def test_a(self):", "    path = f(2)", "    " + line, "    assert f(path, other, self.path)"])
            self.assertEqual(found, [], line)

    def test_methods_that_take_any(self):
        for params, wanted in (("self, *args", "*args"), ("self, *args, **more", "*args, **more"), ("self, a, *args", "a, *args"), ("self, *, a=1", "*, a=1"), ("self, **more", "**more"),
                               ("self", ""), ("self, a", "a"), ("self,\n             a", "a")):
            found = case(["self.n = f(1)"], ["def run(%s):" % params, "    return f(self.n)", "def test_a(self):", "    assert self.run(*[]) == 1"])
            self.assertEqual(found, ["def run(%s):\n    return f(n)\n\nn = f(1)\nprint(run(*[]))\n" % wanted], params)
        self.assertEqual(case(["self.n = f(1)"], ["def run(self, a, /, b):", "    return f(self.n)", "def test_a(self):", "    assert self.run(1, 2) == 1"]), [])


class Captured(unittest.TestCase):
    """What is printed where output goes elsewhere is shown behind it."""

    def test_shown_behind(self):
        for block, wanted in (
            ("with contextlib.redirect_stdout(out):\n    assert f(1) == f(2)", "with contextlib.redirect_stdout(out):\n    shown1 = f(1); shown2 = f(2)\nprint(shown1)\nprint(shown2)\n"),
            ("with contextlib.redirect_stderr(out):\n    assert f(1) == 0", "with contextlib.redirect_stderr(out):\n    print(f(1))\n"),
        ):
            found = case(["self.n = 1"], ["def test_a(self):", "    out = io.StringIO()"] + ["    " + line for line in block.split("\n")])
            self.assertEqual(found, ["out = io.StringIO()\n" + wanted], block)


if __name__ == "__main__":
    unittest.main()
