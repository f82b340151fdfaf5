"""gen_alike.py: names that begin or end like another. gen_quoted.py: what a change looks for, within quotes."""
import sys
import types
import unittest

from test_gen_later import Project, Session

import gen_alike
import gen_quoted
import gen_text
import generate

DISK = '''
class Disk:
    def __init__(self, files):
        self.files = dict(files)

    def rename(self, old, new):
        for path in list(self.files):
            if path.startswith(old):
                self.files[new + path[len(old):]] = self.files.pop(path)
'''
DISK_TEST = "import unittest\nfrom s import Disk\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        disk = Disk({'/a': 1})\n" \
    "        disk.rename('/a', '/b')\n        self.assertEqual(disk.files, {'/b': 1})\n"
LOAD = "import re\n\nTRAILING = re.compile(r',(?=\\s*[}\\]])')\n\n\ndef load(text):\n    return TRAILING.sub(' ', text)\n"
LOAD_TEST = "import unittest\nfrom s import load\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(load('{ \"a\": \"b\" }'), '{ \"a\": \"b\" }')\n"


def found(code, test, qualname, lines, other=""):
    project = Project({"s.py": code, "tests/test_s.py": test})
    request = {"root": project.root, "max": 100, "seed": 1, "budget_ms": 20000, "targets": [{"module": "s", "qualname": qualname, "file": "s.py", "lines": lines, "other": other}]}
    try:
        return "\n".join(c["source"] for c in generate.handle(request, Session(code))["candidates"])
    finally:
        project.folder.cleanup()


class Alike(unittest.TestCase):
    def made(self, text, change="x.startswith(y)", touched=()):
        return list(gen_alike.programs(gen_text.source("", text), types.SimpleNamespace(text=change, touched=set(touched))))

    def test_asked_for(self):
        begins, ends, both, none = (True, False, False), (False, True, False), (True, True, False), (False, False, False)
        for text, wanted in (("x.startswith(y)", begins), ("x[len(y):]", begins), ("x.endswith(y)", ends), ("x[:-len(y)]", begins),
                             ("x[-len(y):]", ends), ("x.match(y) or x.search(z)", both), ("if a in path:", begins), ("x == y", none), ("startswith", none), ("x.lower()", none)):
            change = types.SimpleNamespace(text=text, touched={"x"})
            self.assertEqual(gen_alike.asked(change), wanted, text)
            self.assertEqual(gen_alike.most(change) > 0, wanted != none, text)
        for text, touched, wanted in (("x.lower()", "lower", True), ("x.lower()", "x", False), ("def f(x: int)", "int", False), ("int(x)", "int", True)):
            change = types.SimpleNamespace(text=text, touched={touched})
            self.assertEqual(gen_alike.asked(change), (False, False, wanted), text)
            self.assertEqual(gen_alike.most(change) > 0, wanted)

    def test_one_more_beside_it(self):
        for text, wanted in (
                ('f({"a1": x(2), **b})\n', ['f({"a1": x(2), "a12": x(2), **b})\n']),
                ('f(["ab", "cd"])\n', ['f(["ab", "ab2", "cd"])\n', 'f(["ab", "cd", "cd2"])\n']),
                ('f({"ab"})\n', ['f({"ab", "ab2"})\n']),
                ('def g():\n    d.put("ab", 1)\n', ['def g():\n    d.put("ab", 1)\n    d.put("ab2", 1)\n']),
                ('if x: f("ab")\n', []), ('a(); f("ab")\n', []), ('if x:\n\tf("ab")\n', ['if x:\n\tf("ab")\n\tf("ab2")\n']),
                ('x = f"{g({1: 2})}{h(["ab"])}"\n' if sys.version_info >= (3, 12) else "x = f\"{h(['ab'])}\"\n", []),
                ('dict([["size", 1], ["kind", 2]])\n', ['dict([["size", 1], ["size2", 1], ["kind", 2]])\n', 'dict([["size", 1], ["kind", 2], ["kind2", 2]])\n']),
                ('d.put(1, "ab")\n', []), ('print("ab")\n', []), ('x = d.put("ab")\n', []), ('f(["a b", "a", 1])\n', []), ("d.put()\n", [])):
            self.assertEqual(self.made(text), wanted, text)

    def test_before_it_where_ends_are_compared(self):
        self.assertEqual(self.made('f(["/a/bc"])\n', "x.endswith(y)"), ['f(["/a/bc", "/a/bc2"])\n', 'f(["/a/bc", "/a/mybc"])\n'])
        self.assertEqual(self.made('f(["bc"])\n', "x.endswith(y)")[1], 'f(["bc", "mybc"])\n')

    def test_the_same_by_another_name(self):
        for name, wanted in (("F1", ["F01", "f1"]), ("a2b10c", ["a2b010c", "A2B10C"]), ("ab", ["AB"]), ("12", ["012"]), ("--", [])):
            self.assertEqual(self.made("f(['%s'])\n" % name, "int(x)", ["int"]), ["f(['%s', \"%s\"])\n" % (name, one) for one in wanted], name)
        self.assertEqual(len(self.made("f(['F1'])\n", "int(x.endswith(y))", ["int"])), 4)

    def test_of_a_project(self):
        self.assertIn("'/a': 1, '/a2': 1", found(DISK, DISK_TEST, "Disk.rename", [8]).replace('"', "'"))


class Quoted(unittest.TestCase):
    def made(self, text, *marks):
        return list(gen_quoted.programs(gen_text.source("", text), types.SimpleNamespace(sought=marks)))

    def test_asked_for(self):
        self.assertTrue(gen_quoted.most(types.SimpleNamespace(sought=["#"])))
        self.assertFalse(gen_quoted.most(types.SimpleNamespace(sought=[])))

    def test_in_quotes_of_a_text(self):
        for text, wanted in (
                ("f('{ \"a\": \"b c\" }')\n", ["f('{ \"a\": \"b c#\" }')\n", "f('{ \"a#\": \"b c\" }')\n"]),
                ('f("x = `a`")\n', ['f("x = `a#`")\n']),
                ("f(\"it's 'a'\")\n", ["f(\"it's 'a#'\")\n"]),
                ("f('\"\"', \"it's\", 'a')\n", [])):
            self.assertEqual([one.replace("\\", "") for one in self.made(text, "#")], wanted, text)
        self.assertEqual(len(self.made("f('\"a\" \"b\" \"c\" \"d\"')\n", "#", "%")), 2 * gen_quoted.PLACES_MAX)

    def test_what_is_looked_for(self):
        info = types.SimpleNamespace(src=gen_text.source("s.py", LOAD))
        target = types.SimpleNamespace(info=info, lines=[3], touched=[], literals=["'//'", "'a'", '"#"', "3"])
        for near, wanted in ((["--", "x y"], ["//", "--", "#"]), ([r",(?=\s*[}\]])"], [",}", "//", "#"])):
            self.assertEqual(gen_quoted.sought(types.SimpleNamespace(targets=[target], near=((), near))), wanted)

    def test_limits(self):
        engine = types.SimpleNamespace(targets=[], near=((), ["#", "##", "%", "%%", "--", "++"]))
        self.assertEqual(len(gen_quoted.sought(engine)), gen_quoted.MARKS_MAX)
        self.assertEqual(self.made("f('\"a\"%s')\n" % (" " * gen_quoted.TEXT_MAX), "#"), [])

    def test_of_a_project(self):
        self.assertIn('load(\'{ "a": "b,}" }\')', found(LOAD, LOAD_TEST, "load", [3, 7]))


if __name__ == "__main__":
    unittest.main()
