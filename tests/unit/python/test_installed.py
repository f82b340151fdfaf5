"""The name and version of a project nobody installed."""
import importlib.util
import os
import tempfile
import unittest

import support

installed = support.module("installed")

# files of the tree, what is read from them
TREES = [
    ("pyproject", {"pyproject.toml": '[build-system]\nrequires = ["x"]\n[project]\nname = "my-pkg"\nversion = "1.2"\n'},
     ("my-pkg", "1.2")),
    ("a comment behind", {"pyproject.toml": "[project]\nname = 'p'  # ours\nversion = '3'\n"}, ("p", "3")),
    ("poetry", {"pyproject.toml": '[tool.poetry]\nname = "p"\nversion = "4.0rc1"\n'}, ("p", "4.0rc1")),
    ("flit", {"pyproject.toml": '[tool.flit.metadata]\nmodule = "p"\n'}, ("p", "0")),
    ("dynamic version", {"pyproject.toml": '[project]\nname = "p"\ndynamic = ["version"]\n'}, ("p", "0")),
    ("a name of something else", {"pyproject.toml": '[tool.other]\nname = "x"\n'}, ("", "")),
    ("setup.cfg", {"setup.cfg": "[metadata]\nname = p\nversion = attr: p.__version__\n"}, ("p", "0")),
    ("setup.py", {"setup.py": 'setup(\n    name="p",\n    version="0.9",\n    package_data={},\n)\n'}, ("p", "0.9")),
    ("one says the name, another the version", {"pyproject.toml": "[tool.black]\n", "setup.cfg": "[metadata]\nname = p\n",
                                               "setup.py": "setup(version='2')\n"}, ("p", "2")),
    ("not text", {"pyproject.toml": b"\xff\xfe\0[project]\nname"}, ("", "")),
    ("nothing", {}, ("", "")),
]
ASK = "import importlib.metadata as m\nprint(m.version(%r))\n"


def write(root, files):
    for name, text in files.items():
        with open(os.path.join(root, name), "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())


class Look(unittest.TestCase):
    def test_trees(self):
        for label, files, expected in TREES:
            with self.subTest(label), tempfile.TemporaryDirectory() as root:
                write(root, files)
                os.mkdir(os.path.join(root, "src"))
                self.assertEqual(installed.look([root]), expected)
                self.assertEqual(installed.look([os.path.join(root, "src")]), expected)


# what the configuration says, does a build write p._version?
WRITES = [
    ("setuptools_scm", {"pyproject.toml": '[tool.setuptools_scm]\nversion_file = "src/p/_version.py"\n'}, True),
    ("as it was", {"setup.py": "setup(use_scm_version={'write_to': 'p/_version.py'})\n"}, True),
    ("hatch-vcs", {"pyproject.toml": '[tool.hatch.build.hooks.vcs]\nversion-file = "p/_version.py"\n'}, True),
    ("in one line", {"pyproject.toml": 'build.hooks.vcs.version-file = "src/p/_version.py"\n'}, True),
    ("of another package", {"pyproject.toml": 'version-file = "src/pp/_version.py"\n'}, False),
    ("no word of it", {"pyproject.toml": '[project]\nname = "p"\n'}, False),
]


class Written(unittest.TestCase):
    def test_configurations(self):
        for label, files, expected in WRITES:
            with self.subTest(label), tempfile.TemporaryDirectory() as root:
                write(root, files)
                os.mkdir(os.path.join(root, "src"))
                self.assertEqual(installed.is_written("p._version", [os.path.join(root, "src")]), expected)
                self.assertEqual(installed.is_written("p._version", [root]), expected)

    def test_imported(self):
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "p"))
            write(root, {"pyproject.toml": '[project]\nname = "p"\n[tool.setuptools_scm]\nwrite_to = "p/_version.py"\n',
                         "p/__init__.py": "from p._version import __version__, version_tuple\n"})
            runner = support.Runner()
            self.addCleanup(runner.close)
            self.assertEqual(runner.ask("load", paths=[root], modules=["p"])["loaded"], ["p"])
            for more in ({}, {"fresh": True}):
                with self.subTest(more):
                    got = runner.run("import p\nprint(p.__version__, p.version_tuple)", **more)
                    self.assertEqual(got["stdout"], "0.0.0 (0, 0, 0)\n")
                    got = runner.run("import p._versions", **more)["exception"]
                    self.assertEqual(got["type"], "ModuleNotFoundError")


class Asked(unittest.TestCase):
    def test_by_tests_and_imports(self):
        with tempfile.TemporaryDirectory() as root:
            write(root, {"pyproject.toml": '[project]\nname = "My.Pkg"\nversion = "1.2"\n',
                         "my_pkg.py": "import importlib.metadata\n__version__ = importlib.metadata.version('my-pkg')\n"})
            runner = support.Runner()
            self.addCleanup(runner.close)
            answer = runner.ask("load", paths=[root], modules=["my_pkg"])
            self.assertEqual(answer["loaded"], ["my_pkg"])
            for more in ({}, {"fresh": True}):
                with self.subTest(more):
                    self.assertEqual(runner.run(ASK % "my_pkg", **more)["stdout"], "1.2\n")
                    self.assertEqual(runner.run("import my_pkg\nprint(my_pkg.__version__)", **more)["stdout"], "1.2\n")
                    got = runner.run(ASK % "somebody-else", **more)["exception"]
                    self.assertEqual(got["type"], "importlib.metadata.PackageNotFoundError")

    @unittest.skipUnless(importlib.util.find_spec("pkg_resources"), "no pkg_resources")
    def test_of_the_older_library(self):
        asked = ("import sys\nbefore = sys.path[:]\nimport pkg_resources as r\n__version__ = r.get_distribution('my-pkg').version\n"
                 "sure = r.get_distribution('setuptools').key, r.require('my-pkg')[0].key, "
                 "r.resource_exists('pkg_resources', '__init__.py')\n"
                 "added = [folder for folder in sys.path if folder not in before]\n")
        with tempfile.TemporaryDirectory() as root:
            write(root, {"setup.py": "setup(name='my-pkg', version='1.2')\n", "my_pkg.py": asked})
            runner = support.Runner()
            self.addCleanup(runner.close)
            self.assertEqual(runner.ask("load", paths=[root], modules=["my_pkg"])["loaded"], ["my_pkg"])
            for more in ({}, {"fresh": True}):
                with self.subTest(more):
                    got = runner.run("import my_pkg\nprint(my_pkg.__version__, *my_pkg.sure, my_pkg.added)", **more)
                    self.assertEqual(got["stdout"], "1.2 setuptools my-pkg True []\n")

    def test_a_module_of_its_name(self):
        with tempfile.TemporaryDirectory() as root:
            write(root, {"setup.py": "setup(name='p', version='1.2')\n", "pkg_resources.py": "n = 1\n"})
            runner = support.Runner()
            self.addCleanup(runner.close)
            self.assertEqual(runner.ask("load", paths=[root], modules=["pkg_resources"])["loaded"], ["pkg_resources"])


if __name__ == "__main__":
    unittest.main()
