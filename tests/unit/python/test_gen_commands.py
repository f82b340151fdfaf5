"""gen_commands.py: commands that documents show, as calls of what they start."""
import types
import unittest

from test_gen_later import Project

import gen_commands
import gen_index
import gen_text
import generate

CLI = '''"""The command."""
import argparse


def main(argv=None):
    parser = argparse.ArgumentParser(prog="toys")
    parser.add_argument("words", nargs="*")
    print(parser.parse_args(argv).words)
    return 0
'''
README = """# toys

    toys add "Marble run" --age 4
    $ toys list \\
        --all   # everything

```sh
python -m toylib list
toys list > file
toys show <name>
cat file
```

toys are nice, toys list too.

```python
toys = 1
```
"""
TOYS = ["toys", "toylib"]


def func(text, name="main"):
    info = gen_index.ModuleInfo("toylib.cli", gen_text.source("toylib/cli.py", text))
    return info.functions[name]


class Lines(unittest.TestCase):
    def test_words_of_a_command(self):
        for line, wanted in (
                ("toys list", ["list"]), ("$ toys list", ["list"]), ("> toys", []), ("(env) $ toys list", ["list"]), ("python3 -m toylib a", ["a"]), ("python -m toys 'a b'", ["a b"]),
                ("  toys a # b", ["a"]), ("toys 'a", None), ("toys a | b", None), ("toys a > b", None), ("toys <a>", None), ("toys [a]", None), ("toys a...", None), ("toys $(a)", None),
                ("toysy a", None), ("toys is a box", None), ("toys = 3", None), ("toys", []), ("mytoys a", None), ("pip install toys", None), ("", None), ("toys " + "a " * (gen_commands.WORDS_MAX + 1), None), ("toys " + "a" * gen_commands.LINE_MAX, None)):
            self.assertEqual(gen_commands.words_of(line, TOYS), wanted, line)

    def test_by_its_module(self):
        for line, wanted in (("python -m toylib.cli list", ["list"]), ("$ python3 toylib/cli.py list", ["list"]), ("python -m toylib.other list", None), ("python toylib/other.py", None),
                             ("toylib.cli.main()", None)):
            self.assertEqual(gen_commands.words_of(line, ["toys", "toylib", "toylib.cli", "toylib/cli.py"]), wanted, line)

    def test_of_documents(self):
        self.assertEqual(gen_commands.of_documents([("R", README), ("S", README)], TOYS),
                         [(["add", "Marble run", "--age", "4"], "R:3"), (["list", "--all"], "R:4"), (["list"], "R:8")])
        self.assertEqual(gen_commands.of_documents([("R", "```\ntoys b\n```\n\n    toys a\n    toys c")], TOYS), [(["b"], "R:2"), (["a"], "R:5"), (["c"], "R:6")])
        self.assertEqual(len(gen_commands.of_documents([("R", "\n    toys %d\n" % n) for n in range(30)], TOYS)), gen_commands.COMMANDS_MAX)


class Entry(unittest.TestCase):
    def test_what_takes_words(self):
        for text, wanted in (("def main(): pass", True), ("def main(argv): pass", True), ("def main(argv=None, out=None): pass", True), ("def main(*argv): pass", True), ("def main(args): pass", True), ("def main(*args): pass", True),
                             ("def main(path): pass", False), ("def main(argv, out): pass", False), ("def main(*, argv): pass", False)):
            self.assertEqual(gen_commands.is_entry(func(text + "\n")), wanted, text)

    def entry(self, files, top="toylib"):
        project = Project(files)
        engine = generate.Engine({"root": project.root, "targets": [{"module": top + ".cli", "qualname": "main", "file": top + "/cli.py", "lines": []}]})
        try:
            engine.prepare()
            found = gen_commands.entry(engine)
            if found:   # by its module, and by its file: they come last
                self.assertEqual(found[1][-2:], [top + ".cli", top + "/cli.py"])
            return found and (found[0].full, found[1][:-2])
        finally:
            project.folder.cleanup()

    def test_where_it_is(self):
        for files, wanted in (
                ({"toylib/__init__.py": "", "toylib/cli.py": CLI}, ("toylib.cli.main", ["toys", "toylib"])),
                ({"toylib/__init__.py": "", "toylib/cli.py": CLI.replace("def main", "def begin"), "pyproject.toml": '[project.scripts]\ntoy-box = "toylib.cli:begin"\n'},
                 ("toylib.cli.begin", ["toy-box", "toys", "toylib"])),
                ({"toylib/__init__.py": "", "toylib/cli.py": CLI.replace("def main", "def begin")}, None),
                ({"toylib/__init__.py": "", "toylib/cli.py": CLI.replace("argv=None", "path")}, None),
                ({"toylib/__init__.py": "", "toylib/cli.py": "import sys\n\n\nclass Tool:\n    def main(self, argv=sys.argv):\n        return 0\n"}, None),
                ({"toylib/__init__.py": "", "toylib/cli.py": "def main(argv):\n    return 0\n"}, None),
                ({"toylib/__init__.py": "", "toylib/cli.py": "def f(argv):\n    return 0\n", "toylib/_cli.py": CLI}, None)):
            self.assertEqual(self.entry(files), wanted, files)
        parsed = CLI.replace("def main", "def run(args):\n    return args.words\n\n\ndef main")
        self.assertEqual(self.entry({"toylib/__init__.py": "", "toylib/cli.py": parsed}), ("toylib.cli.main", ["toys", "toylib"]))
        told = {"toylib/__init__.py": "", "toylib/a.py": CLI, "toylib/cli.py": CLI.replace("def main", "def begin"), "setup.cfg": "[options.entry_points]\nconsole_scripts =\n    toy = toylib.cli:begin\n"}
        self.assertEqual(self.entry(told), ("toylib.cli.begin", ["toy", "toys", "toylib"]))
        self.assertEqual(self.entry({"toy_lib/__init__.py": "", "toy_lib/cli.py": CLI}, "toy_lib"), ("toy_lib.cli.main", ["toys", "toy_lib", "toy-lib"]))


class Programs(unittest.TestCase):
    def test_calls(self):
        engine = types.SimpleNamespace(index=types.SimpleNamespace(public=lambda module, name: gen_commands.gen_program.Import(module, name)))
        for head, call in (("def main(argv):", "main(list(words))"), ("def main(*argv):", "main(*words)"), ("def main():", "main()")):
            text = gen_commands.program(engine, func(head + " pass\n"), "toys", [["add", "a b"], []]).render()
            self.assertIn("print(%s)" % call, text)
            self.assertEqual('sys.argv = [\'toys\', *words]\n' in text, call == "main()")
            self.assertTrue(text.endswith('command("add", "a b")\ncommand()\nprint(sorted(os.listdir()))\n'), text)
            self.assertIsNotNone(gen_text.parse(text))
            self.assertIn("\nfolder = tempfile.TemporaryDirectory()\nos.chdir(folder.name)\ncommand(", text)

    def test_a_function_called_like_the_helper(self):
        engine = types.SimpleNamespace(index=types.SimpleNamespace(public=lambda module, name: gen_commands.gen_program.Import(module, name)))
        text = gen_commands.program(engine, func("def command(argv): pass\n", "command"), "toys", [["a"]]).render()
        self.assertIn("def started(*words):\n    try:\n        print(command(list(words)))\n", text)
        self.assertIn('\nstarted("a")\nprint(', text)

    def test_of_a_project(self):
        project = Project({"toylib/__init__.py": "", "toylib/cli.py": CLI, "README.md": README})
        request = {"root": project.root, "max": 100, "seed": 1, "budget_ms": 20000, "targets": [{"module": "toylib.cli", "qualname": "main", "file": "toylib/cli.py", "lines": [8]}]}
        try:
            rows = [c for c in generate.handle(request)["candidates"] if c["origin"] == "doc"]
        finally:
            project.folder.cleanup()
        ends = [row["source"].split("os.chdir(folder.name)\ncommand(")[-1] for row in rows]
        self.assertIn('"list")\nprint(sorted(os.listdir()))\n', ends)
        self.assertIn('"add", "Marble run", "--age", "4")\ncommand("list", "--all")\ncommand("list")\nprint(sorted(os.listdir()))\n', ends)
        self.assertEqual({row["legality"] for row in rows}, {"seen"})
        self.assertEqual({row["where"] for row in rows}, {"README.md:3", "README.md:4", "README.md:8", ""})

    def test_without_a_command(self):
        engine = types.SimpleNamespace(root="/nowhere", index=types.SimpleNamespace(modules={}))
        self.assertIsNone(gen_commands.ask(engine))


if __name__ == "__main__":
    unittest.main()
