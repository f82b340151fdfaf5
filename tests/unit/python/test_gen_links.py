"""gen_links.py: links beside what the set-up of a test makes."""
import types
import unittest

from test_gen_engine import Project, generate
from test_gen_shapes import Session

import gen_links
import gen_near
import gen_program
import gen_text


NAMES = "from p import Path, a, b, f, mkdir, root, scan\n"


def made(text):
    out = list(gen_links.programs(gen_text.source("", text), None))
    for one in out:
        assert gen_program.fault(one) is None, one
    return out


class Links(unittest.TestCase):
    def test_of_what(self):
        for word in gen_links.WORDS:
            self.assertEqual(gen_links.most(types.SimpleNamespace(words=frozenset((word, "x")))), gen_links.MOST)
        self.assertEqual(gen_links.most(types.SimpleNamespace(words=frozenset(("walker", "glob_of")))), 0)

    def test_programs(self):
        link, gone = 'os.symlink(os.path.basename(%s), str(%s) + "-link")\n', 'os.symlink("nowhere", str(%s) + "-gone")\n'
        both = lambda path: [link % (path, path), gone % path]
        for text, wanted in (
            ("root.mkdir()\n%sprint(scan(root))\n", both("root")), ("(root / 'a').mkdir(parents=True)\n%sprint(scan(root))\n", both("root / 'a'")), ("os.makedirs(root)\n%sf(root)\n", both("root")),
            ("os.mkdir(os.path.join(root, 'a'))\n%sf(root)\n", both("os.path.join(root, 'a')")), ("root.mkdir()\n(root / 'b').write_bytes(b'x')\n%sf(root)\n", [link % (("root",) * 2), *both("root / 'b'")]),
            ("a.touch()\nb.write_text('x')\n%sf(b)\n", both("b")), ("f(root)\nroot.read_text()\n%s", []), ("x = root.mkdir()\n%s", []), ("mkdir(root)\n%s", []), ("os.mkdir()\n%s", []),
            ("Path(\n'a').mkdir()\n%s", []),
        ):
            self.assertEqual(made("import os\n" + NAMES + text % ""), ["import os\n" + NAMES + text % one for one in wanted], text)
        self.assertEqual(made("import os\nfrom p import root\nwith root:\n    root.mkdir()\n    print(1)\n")[1], "import os\nfrom p import root\nwith root:\n    root.mkdir()\n    " + gone % "root" + "    print(1)\n")
        self.assertEqual(made("import os\nfrom p import root\nx = 1; root.mkdir()\n"), [])
        self.assertEqual(made(NAMES + 'root.mkdir()\nx = root / "a-link"\n'), [])
        self.assertTrue(made("from p import root\nroot.mkdir()\n")[0].startswith("import os\nfrom p import root\n"))
        self.assertTrue(made("import os as p\nfrom p import root\nroot.mkdir()\n")[0].startswith("import os\nimport os as p\n"))
        self.assertEqual(made("import os\nfrom p import a, b, f\na.mkdir()\nb.mkdir()\nf()\n")[0], "import os\nfrom p import a, b, f\na.mkdir()\nb.mkdir()\n" + link % ("b", "b") + "f()\n")

    def test_found(self):
        code = "import os\n\n\ndef files(folder):\n    with os.scandir(folder) as found:\n        return sorted(one.name for one in found if one.is_file())\n"
        test = "import tempfile\nfrom pathlib import Path\nfrom s import files\n\n\ndef test_files():\n    with tempfile.TemporaryDirectory() as name:\n        root = Path(name)\n        (root / 'a').write_text('x')\n" \
               "        assert files(root) == ['a']\n"
        project = Project({"s.py": code, "tests/test_s.py": test})
        self.addCleanup(project.folder.cleanup)
        row = {"module": "s", "qualname": "files", "file": "s.py", "lines": [1], "other": "def files(folder):\n    return sorted(os.listdir(folder))\n"}
        answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [row]}, Session(code))
        self.assertTrue([c for c in answer["candidates"] if '-gone")' in c["source"] and "print(files(root))" in c["source"]])

    def test_is_listed(self):
        self.assertIn(gen_links, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
