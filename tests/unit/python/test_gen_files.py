"""gen_files.py: files that are there before they are written, and what became of them."""
import contextlib
import io
import os
import sys
import types
import unittest
import warnings

from test_gen_engine import Project, generate

import gen_files
import gen_near
import gen_program
import gen_text

SAVE = '''import os
import tempfile


def save(path, text):
    number, beside = tempfile.mkstemp(dir=os.path.dirname(path))
    with open(number, "w") as file:
        file.write(text)
    os.replace(beside, path)


def load(path):
    with open(path) as file:
        return file.read()


def size(path):
    return len(load(path))
'''
PLAIN = SAVE.split("    number")[0] + '    with open(path, "w") as file:\n        file.write(text)\n'
SAVE_TEST = '''from s import load, save, size


def test_save(tmp_path):
    save(tmp_path / "a.txt", "new")
    assert load(tmp_path / "a.txt") == "new"


def test_size(tmp_path):
    (tmp_path / "b.txt").write_text("ab")
    assert size(tmp_path / "b.txt") == 2
'''
FOLDER = "import os\nimport tempfile\nfrom s import %s\n\nfolder = tempfile.TemporaryDirectory()\n"
PATH = FOLDER % "save" + 'path = os.path.join(folder.name, "a.txt")\n'
LISTED = "print(sorted(os.listdir(os.path.dirname(path))))\n"


def row(text, way="exception", **more):
    return dict({"source": text, "origin": "test", "pile": None, "reach": [1], "way": ((), way, None, False, 0)}, **more)


def made(text, *found):
    found = list(gen_files.programs(gen_text.source("", text), types.SimpleNamespace(found=found)))
    for one in found:
        assert gen_program.fault(one) is None, one
    return found


class Speaks(unittest.TestCase):
    def test_only_where_a_file_is_written(self):
        for text, wanted in (
            ('with open(path, "w") as f:', True), ('open(path, mode="ab")', True), ("Path(path).write_text(text)", True), ("os.replace(a, b)", True),
            ("shutil.move(a, b)", True), ("number, name = mkstemp()", True), ("replace(beside, path)", True), ("path.unlink()", True), ("NamedTemporaryFile()", True),
            ("open(path)", False), ('open(path, "rb")', False), ('text.replace("a", "b")', False), ("rows.remove(row)", False), ("written = 1", False),
            ('open(path("%s"), "w")' % ("a" * 150), True), ('open(path("%s"), "w")' % ("a" * 250), False),     # looked for so far and no further
        ):
            self.assertEqual(gen_files.most(types.SimpleNamespace(text=text)) > 0, wanted, text)

    def test_is_written_by_itself(self):
        for at, wanted in ((150, True), (250, False)):
            self.assertEqual(bool(gen_files.OWN.search('open(path("%s"), "w")' % ("b" * at))), wanted, at)


class Made(unittest.TestCase):
    def test_states(self):
        found = made(PATH + 'save(path, "new")\nprint(1)\n')
        old = 'with open(path, "w") as file:\n    file.write("old\\n")\n'
        other = 'other = os.path.join(os.path.dirname(path), "other.txt")\n'
        text = 'with open(other, errors="replace") as file:\n    print(file.read())\n'
        link = 'os.rename(path, other)\nos.symlink("other.txt", path)\nsave(path, "new")\nprint(1)\nprint(os.path.islink(path))\n'
        mode = 'os.chmod(path, 0o640)\nsave(path, "new")\nprint(1)\nprint(oct(os.stat(path).st_mode & 0o777))\n'
        self.assertEqual([one[len(PATH):] for one in found], [
            old + other + link + text + LISTED,
            'save(path, "new")\n' + other + link + text + LISTED,
            old + mode + LISTED,
            'save(path, "new")\n' + mode + LISTED,
            'save(path, "new")\nprint(1)\nprint(oct(os.stat(path).st_mode & 0o777))\n' + LISTED,
            'os.mkdir(path)\ntry:\n    save(path, "new")\nexcept Exception as error:\n    print(type(error).__name__)\nprint(len(os.listdir(os.path.dirname(path))))\n',
            old + other + 'os.link(path, other)\nsave(path, "new")\nprint(1)\n' + text + "print(os.path.samefile(path, other))\n" + LISTED,
            'with open(path, "a") as file:\n    file.write("old line\\n" * 40)\nsave(path, "new")\nprint(1)\n' + text.replace("other", "path") + LISTED,
        ])
        self.assertTrue(all(one.startswith(PATH) for one in found))
        self.assertEqual([gen_files.is_likely(None, one, None) for one in found].count(False), 1)

    def test_where(self):
        """What is done before the call, and to which file."""
        for body, wanted in (
            # what the program wrote itself stays
            ('with open(path, "w") as f:\n    f.write("a")\nsave(path, "b")\n', '    f.write("a")\nos.chmod(path, 0o640)\nsave(path, "b")\n'),
            ('save(path, "a")\nsave(path, "b")\n', 'save(path, "a")\nos.chmod(path, 0o640)\nsave(path, "b")\n'),
            # in a list that is handed over
            ('print(save(["-o", path]))\n', 'file.write("old\\n")\nos.chmod(path, 0o640)\nprint(save(["-o", path]))\n'),
            # an object that was told of it: nobody knows whether it wrote it yet
            ("store = save.Store(path)\nstore.put(1)\nstore.close()\n", 'store.put(1)\nopen(path, "a").close()\nos.chmod(path, 0o640)\nstore.close()\n'),
            ("store = save.Store.load(path)\nstore.put(1)\nstore.save()\n", 'store.put(1)\nopen(path, "a").close()\nos.chmod(path, 0o640)\nstore.save()\n'),
            # a path of its own, below the folder
            ('save(os.path.join(folder.name, "b", "c.txt"), 1)\n', 'place = os.path.join(folder.name, "b", "c.txt")\nos.makedirs(os.path.dirname(place), exist_ok=True)\nwith open(place'),
            # the folder is handed over, and the file is known by what is asked then
            ("save(folder.name)\nprint(open(path).read())\n", 'file.write("old\\n")\nos.chmod(path, 0o640)\nsave(folder.name)\n'),
            # in the end is before the folder goes
            ("save(path)\nfolder.cleanup()\nprint(1)\n", LISTED + "folder.cleanup()\nprint(1)\n"),
            ("from shutil import rmtree\nsave(path)\nrmtree(folder.name)\nprint(1)\n", LISTED + "rmtree(folder.name)\nprint(1)\n"),
            ("save(path)\nos.remove(path)\nprint(1)\n", LISTED + "os.remove(path)\nprint(1)\n"),
            ("save(path)\nos.unlink(str(path))\nprint(1)\n", LISTED + "os.unlink(str(path))\nprint(1)\n"),
            ("save(path)\npath.unlink()\nprint(1)\n", LISTED + "path.unlink()\nprint(1)\n"),
            # one that goes before the call is no end, nor is another one
            ("os.remove(path)\nsave(path)\nprint(1)\n", "save(path)\nprint(1)\nprint(oct"),
            ('save(path)\nos.remove(folder.name + "/b")\nprint(1)\n', 'b")\nprint(1)\nprint(oct'),
        ):
            found = [one for one in made(PATH + body) if "0o640" in one]
            self.assertTrue([one for one in found if wanted in one], "\n".join(found))

    def test_where_the_folder_goes(self):
        for body, wanted in (
            ("folder.cleanup()\n", 1), ("shutil.rmtree(folder.name)\n", 1), ("shutil.rmtree(str(folder.name), True)\n", 1),
            ('shutil.rmtree(folder.name + "/b")\n', 3), ("shutil.rmtree(path)\n", 3), ("def end():\n    shutil.rmtree(folder.name)\n", 3),
        ):
            src = gen_text.source("", "save(path)\n" + body + "print(1)\n")
            self.assertEqual(gen_files.Body(src, src.tree.body, {"folder.name": 0}).end, wanted, body)

    def test_what_is_there_is_not_new(self):
        new = "\nprint(oct(os.stat(path).st_mode & 0o777))\n"
        for body, wanted in (("save(path, 1)\n", True), ('save(path, 1)\nsave(path, 2)\n', False), ('open(path, "w").close()\nsave(path, 1)\n', False)):
            self.assertEqual([one for one in made(PATH + body) if new in one and "0o640" not in one] != [], wanted, body)

    def test_what_is_done_again(self):
        """Only what nothing is kept of."""
        for body, wanted in (("save(path, 1)\n", True), ("print(save(path, 1))\n", True), ("kept = save(path, 1)\nprint(kept)\n", False)):
            self.assertEqual(any(one.count("save(path, 1)") == 2 for one in made(PATH + body)), wanted, body)

    def test_another_file(self):
        """Under a name that the program does not have."""
        found = made(PATH.replace("a.txt", "other.txt") + "save(path, 1)\n")
        for wanted in ('other = os.path.join(os.path.dirname(path), "other2.txt")\nos.rename(path, other)\nos.symlink("other2.txt", path)\n', 'other2.txt")\nos.link(path, other)\n'):
            self.assertTrue([one for one in found if wanted in one], found)

    def test_refused_in_an_open_folder(self):
        """What is used behind the folder is not cut."""
        head = FOLDER.split("folder")[0] % "save" + 'with tempfile.TemporaryDirectory() as d:\n    path = d + "/a"\n    save(path, 1)\n    kept = 2\n'
        self.assertTrue([one for one in made(head + "print(1)\n") if "os.mkdir" in one])
        found = made(head + "print(kept)\n")
        self.assertTrue(found)
        self.assertFalse([one for one in found if "os.mkdir" in one])

    def test_refused(self):
        """Of a call that fails, what is left; nothing that stands behind it is reached."""
        text = PATH + "save(path, 1)\nprint(2)\n"
        wanted = ['with open(path, "w") as file:\n    file.write("old\\n")\ntry:\n    save(path, 1)\nexcept Exception as error:\n    print(type(error).__name__)\n'
                  'with open(path, errors="replace") as file:\n    print(file.read())\nprint(len(os.listdir(os.path.dirname(path))))\n']
        self.assertEqual([one[len(PATH):] for one in made(text, row(text))], wanted)
        for other in (row(text, "ok"), row(text + "\n"), row(text, reach=[]), row(text, pile="near")):
            self.assertGreater(len(made(text, other)), 1)
        rows = [row("print(1)\n"), row(text, "ok"), row(text, origin="typed"), row(text)]
        self.assertEqual([one for one, _ in gen_files.seeds(types.SimpleNamespace(found=rows))], rows[-1:])
        self.assertEqual(len(gen_files.seeds(types.SimpleNamespace(found=rows[-1:] * 9))), gen_files.SEEDS_MAX)

    def test_open_folder(self):
        text = 'import tempfile\nfrom s import save\nwith tempfile.TemporaryDirectory() as d:\n    path = d + "/a"\n    print(save(path, """a\nb"""))\n    print(2)\n'
        self.assertIn('import os\nimport tempfile\nfrom s import save\nwith tempfile.TemporaryDirectory() as d:\n    path = d + "/a"\n    print(save(path, """a\nb"""))\n    print(2)\n'
                      "    print(oct(os.stat(path).st_mode & 0o777))\n    " + LISTED, made(text))
        self.assertFalse([one for one in made(text) if "os.mkdir" in one])      # the lines of a text cannot be moved
        self.assertIn("from __future__ import annotations\nimport os\n", made("from __future__ import annotations\n" + text)[0])

    def test_indentation(self):
        """That of the source; what does not begin its line is left alone."""
        head = "import os\nimport tempfile\nfrom s import save\nwith tempfile.TemporaryDirectory() as d:"
        text = head + '\n\tpath = d + "/a"\n\tfor n in (1,):\n\t\tsave(path, n)\n'
        found = made(text)
        self.assertIn(text.replace("\tfor", "\tos.mkdir(path)\n\ttry:\n\t    for").replace("\t\tsave", "\t    \tsave")
                      + "\texcept Exception as error:\n\t    print(type(error).__name__)\n\tprint(len(os.listdir(os.path.dirname(path))))\n", found)
        self.assertTrue([one for one in found if '\twith open(path, "w") as file:\n\t    file.write("old\\n")\n\tos.chmod(path, 0o640)\n\tfor' in one], found)
        for text in (
            PATH + "print(1); save(path, 1)\n", head + ' save(d + "/a", 1)\n', head + ' print(1); save(d + "/a", 1)\n', PATH + "save(path, 1); folder.cleanup()\n",
            PATH + "print(1); \\\nsave(path, 1)\n",
        ):
            self.assertEqual(made(text), [], text)
        self.assertTrue(made(PATH + "save(path, 1); print(1)\n"))

    def test_nothing(self):
        for text in (
            PATH.replace("save", "load") + "print(load(path))\n",               # is read
            PATH.replace("save", "load") + "text = load(path)\nprint(text)\n",
            PATH + 'with open(path, "w") as f:\n    f.write("a")\nprint(save)\n',    # no call of the project
            PATH + "print(os.path.exists(path), str(path))\n",
            'from s import save\nsave("a.txt", 1)\n',
            'import os\nfrom s import save\npath = os.path.join("a", "b")\nsave(path, 1)\n',
            FOLDER % "save" + "save(folder.name, 1)\n",                          # of no file one knows
            FOLDER % "save" + 'for name in "ab":\n    save(os.path.join(folder.name, name), 1)\n',
            FOLDER % "save" + 'save(os.path.join(folder.name, "..", "a"), 1)\n',
            FOLDER % "save" + 'for n in (1,):\n    path = folder.name + "/a"\n    save(path, 1)\n',
            PATH + 'path = "b"\nsave(path, 1)\n',
            FOLDER % "save" + 'save(folder.name)\npath = folder.name + "/a"\nprint(open(path).read())\n',
            PATH + "other = 1\nsave(path, other)\n",
            'from tempfile import TemporaryDirectory\nfrom s import os, save\nwith TemporaryDirectory() as d:\n    save(d + "/a", 1)\n',
        ):
            self.assertEqual(made(text), [], text)

    def test_paths(self):
        for text, wanted in (
            ('d / "a"', 1), ('d / "a" / "b"', 2), ('Path(d) / "a/b"', 2), ('os.path.join(d, "a")', 1), ('join(d, "a")', 1), ('d.joinpath("a")', 1), ('str(d / "a")', 1),
            ('f"{d}/a.txt"', 1), ('d + "/a"', 1), ("t.name", 0), ("str(d)", 0), ("d", 0), ('Path(d, "a")', 1),
            ('d + "a"', None), ("d / a", None), ('e / "a"', None), ('f"{d}/{e}"', None), ("d.name", None), ("t", None), ('d / ".." / "a"', None), ("f(d)", None), ("Path()", None),
        ):
            self.assertEqual(gen_files.deep(gen_text.parse(text).body[0].value, {"d": 0, "t.name": 0}), wanted, text)


class Run(unittest.TestCase):
    """The programs run, with a `save` that writes to the file and with one that writes beside it."""

    def said(self, code, text):
        module, out = types.ModuleType("s"), io.StringIO()
        exec(code, module.__dict__)
        sys.modules["s"], old = module, sys.modules.get("s")
        try:
            with contextlib.redirect_stdout(out), warnings.catch_warnings():
                warnings.simplefilter("ignore")     # the folder goes by itself
                exec(text, {})
        finally:
            sys.modules.pop("s")
            if old is not None:
                sys.modules["s"] = old
        return out.getvalue()

    def test_what_shows(self):
        self.addCleanup(os.umask, os.umask(0o027))
        programs = made(PATH + 'save(path, "new")\n')
        names = ["link", "link", "mode", "mode", "new", "folder", "twice", "long"]
        said = {name: (self.said(PLAIN, text), self.said(SAVE, text)) for name, text in zip(names, programs)}
        self.assertEqual(said, {
            "link": ("True\nnew\n['a.txt', 'other.txt']\n", "False\nnew\n['a.txt', 'other.txt']\n"),
            "mode": ("0o640\n['a.txt']\n", "0o600\n['a.txt']\n"),
            "new": ("0o640\n['a.txt']\n", "0o600\n['a.txt']\n"),
            "folder": ("IsADirectoryError\n1\n", "IsADirectoryError\n2\n"),
            "twice": ("new\nTrue\n['a.txt', 'other.txt']\n", "old\n\nFalse\n['a.txt', 'other.txt']\n"),
            "long": ("new\n['a.txt']\n",) * 2,
        })
        text = PATH + "save(path, 1)\n"
        kept, = made(text, row(text))
        self.assertEqual((self.said(PLAIN, kept), self.said(SAVE, kept)), ("TypeError\n\n1\n", "TypeError\nold\n\n2\n"))
        in_place = PLAIN.replace('"w"', '"r+"')
        self.assertNotEqual(self.said(in_place, programs[-1]), said["long"][0])
        self.assertEqual(self.said(SAVE, programs[0]).split("\n")[:2], ["False", "old"])


class Nothing:
    """A session that runs nothing: what is made of calls that write is for the sandbox, and tells that all of it reached the change."""
    points = [("s.py", 1)]

    def run(self, source, **_):
        return {"status": "ok", "stdout": "1", "covered": {"s.py": [1]}, "exception": None}


class Whole(unittest.TestCase):
    def asked(self, name, line):
        project = Project({"s.py": SAVE, "tests/test_s.py": SAVE_TEST})
        self.addCleanup(project.folder.cleanup)
        target = {"module": "s", "qualname": name, "file": "s.py", "lines": [line]}
        answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [target]}, Nothing())
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")], answer["stats"])
        return [c["source"] for c in answer["candidates"]]

    def test_searches(self):
        found = self.asked("save", 9)
        for wanted in ('os.symlink("other.txt", place)\n', "os.chmod(place, 0o640)\n", "os.link(place, other)\n"):
            self.assertTrue([t for t in found if wanted in t and 'save(tmp_path / "a.txt", "new")' in t], "\n".join(found))
        self.assertFalse([t for t in self.asked("load", 14) if "0o640" in t])

    def test_is_listed(self):
        self.assertIn(gen_files, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
