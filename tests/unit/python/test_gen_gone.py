"""gen_gone.py: files that are gone before a program's last step."""
import types
import unittest
import warnings

from test_gen_alike import found

import gen_gone
import gen_text

BOX = '''
import os


class Box:
    def __init__(self, folder):
        self.folder = folder

    def put(self, name):
        for kind in ("wav", "txt"):
            with open(os.path.join(self.folder, name + "." + kind), "w") as file:
                file.write(name)

    def drop(self, name):
        try:
            os.remove(os.path.join(self.folder, name + ".wav"))
            os.remove(os.path.join(self.folder, name + ".txt"))
        except FileNotFoundError:
            pass
'''
BOX_TEST = "from s import Box\n\n\ndef test_a(tmp_path):\n    box = Box(tmp_path)\n    box.put('a')\n    assert box.drop('a') is None\n"
HEAD = "import os\nimport tempfile\nfrom s import Box\n\n"
FOLDER = "folder = tempfile.mkdtemp()\nbox = Box(folder)\n"
LISTING = "print(sorted(os.listdir(folder)))\n"
FILES = "print(sorted(name for name in os.listdir(folder) if os.path.isfile(os.path.join(folder, name))))\n"


def made(text, shown="['a.txt', 'a.wav']\n", words=(), head=HEAD):
    asked = []
    change = types.SimpleNamespace(shown=lambda source: asked.append(source) or shown, words=set(words))
    out = list(gen_gone.programs(gen_text.source("", head + text), change))
    for one in out + asked:
        compile(one, "<made>", "exec")
    return out, asked


class Gone(unittest.TestCase):
    def test_found(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)     # folders that programs leave behind
            out = found(BOX, BOX_TEST, "Box.drop", [15, 16, 17, 18, 19])
        self.assertIn("os.remove(os.path.join(tmp_path, 'a.wav'))\nprint(box.drop('a'))\nprint(sorted(os.listdir(tmp_path)))", out)

    def test_asked_for(self):
        for text, wanted in (("except FileNotFoundError:", True), ("with suppress(OSError):", True), ("path.unlink()", True), ("os.remove(path)", True), ("path.exists()", True), ("shutil.rmtree(x)", True),
                             ("path.unlink(missing_ok=True)", True), ("items.remove(path)", False), ("exists", False), ("open(path)", False)):
            self.assertEqual(gen_gone.most(types.SimpleNamespace(text=text)) > 0, wanted, text)

    def test_made(self):
        out, asked = made(FOLDER + "box.put('a')\nprint(box.drop('a'))\n")
        self.assertEqual(asked, [HEAD + FOLDER + "box.put('a')\n" + FILES])
        self.assertEqual(out, [HEAD + FOLDER + "box.put('a')\nos.remove(os.path.join(folder, '%s'))\nprint(box.drop('a'))\n" % name + LISTING for name in ("a.txt", "a.wav")])

    def test_kinds_that_it_speaks_of_first(self):
        out, _ = made(FOLDER + "box.put('a')\nbox.drop('a')\n", "['a', 'b.wav', 'c.txt']\n", ["txt"])
        self.assertEqual([one.split("folder, '")[1].split("'")[0] for one in out], ["c.txt", "a", "b.wav"])

    def test_folders(self):
        for before, folder in (("temp = tempfile.TemporaryDirectory()\n", "temp.name"), ("temp = tempfile.TemporaryDirectory()\npath = Path(temp.name)\n", "path")):
            out, _ = made(before + "box = Box(1)\nbox.put('a')\nbox.drop('a')\n")
            self.assertIn("os.remove(os.path.join(%s, 'a.txt'))\nbox.drop('a')\nprint(sorted(os.listdir(%s)))\n" % (folder, folder), out[0])

    def test_import(self):
        out, asked = made(FOLDER + "box.put('a')\nbox.drop('a')\n", head="import tempfile\nfrom s import Box\n\n")
        self.assertTrue(all(one.startswith("import os\n") for one in out + asked))

    def test_last_step(self):
        out, _ = made(FOLDER + "box.put('a')\nprint(box.drop('a'))\nprint(os.listdir(folder))\n")
        self.assertIn("os.remove(os.path.join(folder, 'a.txt'))\nprint(box.drop('a'))\nprint(os.listdir(folder))\n", out[0])

    def test_not_made(self):
        for text, shown in ((FOLDER + "box.put('a')\nbox.drop('a')\n", "['index.json']\n"), (FOLDER + "box.put('a')\nbox.drop('a')\n", "1\n"), (FOLDER + "box.put('a')\nbox.drop('a')\n", ""),
                            ("box = Box(1)\nbox.put('a')\nbox.drop('a')\n", "['a', 'b']\n"), (FOLDER + "if box:\n    box.drop('a')\nbox.a = 1\n", "['a'"), ("", "['a', 'b']\n"),
                            ("folder = tempfile.mkdtemp()\n", "['a', 'b']\n")):
            self.assertEqual(made(text, shown)[0], [], text)
        self.assertEqual(len(made(FOLDER + "box.put('a')\nbox.drop('a')\n", "%r\n" % ["f%d" % n for n in range(9)])[0]), gen_gone.GONE_MAX)


if __name__ == "__main__":
    unittest.main()
