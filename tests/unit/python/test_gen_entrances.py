"""What is called for a change, and what counts as speaking of it. Run by plain unittest."""
import unittest

from test_gen_engine import Project, generate

import gen_index

HEIRS = """
class _Shape:
    def __init__(self, side):
        self.side = side
        self._parts = [side]

    def area(self):
        return self.side ** 2

    def _hidden(self):
        return self.side

    @property
    def parts(self):
        return self._parts

    @parts.setter
    def parts(self, value: int):
        self._parts = [value]

    @parts.deleter
    def parts(self):
        self._parts = []


class Square(_Shape):
    pass


class Cube(_Shape):
    def area(self):
        return 6 * self.side ** 2


class _Secret(_Shape):
    pass
"""
DEEP = "def top(text: str):\n    return _one(text)\n\n\n" + "".join(
    "def _%s(text):\n    return _%s(text)\n\n\n" % names
    for names in (("one", "two"), ("two", "three"), ("three", "four"), ("four", "five"))) + "def _five(text):\n    return text.strip()\n"


class Entrances(unittest.TestCase):
    """What is called for a change that nobody can call by its own name."""

    def made(self, files, module, qualname, line):
        project = Project(files)
        self.addCleanup(project.folder.cleanup)
        path = module.replace(".", "/") + ".py"
        got = project.ask((module, qualname, path), lines=[line])
        return [c["source"] for c in got["candidates"]]

    def test_methods_of_private_classes_are_called_on_who_has_them(self):
        files = {"p/__init__.py": "", "p/shape.py": HEIRS}
        made = self.made(files, "p.shape", "_Shape.area", 8)
        self.assertTrue([t for t in made if "square.area()" in t], made)
        self.assertFalse([t for t in made if "cube" in t or "_Shape" in t or "secret" in t.lower()], made)     # it has another, or none may name it
        self.assertFalse([t for t in self.made(files, "p.shape", "_Shape._hidden", 11) if "_hidden" in t])

    def test_each_part_of_a_property(self):
        files = {"p/__init__.py": "", "p/shape.py": HEIRS.replace("_Shape", "Shape")}
        for line, text, others in ((15, "print(shape.parts)", ("del ",)), (19, "shape.parts = ", ("del ",)), (23, "del shape.parts\nprint(shape.parts)", ("shape.parts = ",))):
            made = self.made(files, "p.shape", "Shape.parts", line)
            self.assertTrue([t for t in made if text in t], (line, made))
            self.assertFalse([t for t in made for other in others + (".parts(",) if other in t], (line, made))

    def test_setters_of_private_classes(self):
        files = {"p/__init__.py": "", "p/shape.py": HEIRS}
        for line, text in ((19, "square.parts = "), (23, "del square.parts\n")):
            made = self.made(files, "p.shape", "_Shape.parts", line)
            self.assertTrue([t for t in made if text in t], (line, made))

    def test_a_private_method_is_no_entrance(self):
        """It is on the way to one, however many public classes have it."""
        text = DEEP.replace("_five(text):\n    return text.strip()", "_five(text):\n    return Base()._six(text)") + \
            "\n\nclass Base:\n    def _six(self, text):\n        return text.strip()\n\n\nclass Sub(Base):\n    pass\n"
        made = self.made({"p/__init__.py": "", "p/deep.py": text}, "p.deep", "Base._six", text[:text.index("return text.strip()")].count("\n") + 1)
        self.assertTrue([t for t in made if "top(" in t], made)

    def test_what_has_another_name_outside(self):
        """Calls by that name speak of it, and are made by it where its own cannot be had."""
        text = "def split_all(text: str):\n    return text.split()\n\n\nclass _Word:\n    def shout(self):\n        return 1\n\n\nWord = _Word\n"
        tests = "import p\nfrom p import Term, other\n\n\ndef test_parse():\n    assert p.parse('a b') == ['a', 'b']\n\n\n" \
                "def test_term():\n    assert Term().shout() == 1\n\n\ndef test_other():\n    assert other(3) == 3\n"
        files = {"p/__init__.py": "from ._split import split_all as parse, Word as Term\nfrom ._other import other\n", "p/_split.py": text,
                 "p/_other.py": "def other(n):\n    return n\n", "tests/test_p.py": tests}
        project = Project(files)
        self.addCleanup(project.folder.cleanup)
        rows = [("split_all", 2, "print(p.parse('a b'))"), ("_Word.shout", 7, "print(Term().shout())")]
        for name, line, text in rows:
            engine = generate.Engine({"root": project.root, "targets": [{"module": "p._split", "qualname": name, "file": "p/_split.py", "lines": [line]}]})
            engine.run()
            near = {row["source"].rstrip().split("\n")[-1]: row["near"] for row in engine.found if row["origin"] == "test"}
            self.assertEqual((near[text], near["print(other(3))"]), (3, 0), near)
        made = self.made(files, "p._split", "split_all", 2)
        self.assertTrue([t for t in made if t.startswith("from p import parse as split_all\n") and "print(split_all(" in t], made)

    def test_a_name_that_many_classes_have_says_little(self):
        many = "".join("class Tag%d:\n    def text(self):\n        return %d\n\n\n" % (i, i) for i in range(6))
        tests = "from p.tags import Tag0, Tag5, build\n\n\ndef test_a():\n    assert Tag0().text() == 0\n\n\ndef test_b():\n    assert build(5).size() == 1\n\n\n" \
                "def test_c():\n    assert Tag5().text() == 5\n"
        build = "class Page:\n    def build(self):\n        return Tag5()\n\n    def size(self):\n        return 1\n\n\ndef build(n):\n    return Tag5() and Page()\n"
        project = Project({"p/__init__.py": "", "p/tags.py": many + build, "tests/test_tags.py": tests})
        self.addCleanup(project.folder.cleanup)
        engine = generate.Engine({"root": project.root, "targets": [{"module": "p.tags", "qualname": "Tag5.text", "file": "p/tags.py", "lines": [28]}]})
        engine.run()
        near = {row["source"].rstrip().split("\n")[-1]: row["near"] for row in engine.found if row["origin"] == "test"}
        self.assertEqual([near["print(%s)" % t] for t in ("Tag5().text()", "build(5).size()", "Tag0().text()")], [3, 2, 1])
        self.assertNotIn("Page", engine.relatives[0])       # who asks Page for its size is no nearer for its build()

    def test_who_is_far_is_called_where_nobody_is_near(self):
        made = self.made({"p/__init__.py": "", "p/deep.py": DEEP}, "p.deep", "_five", 22)
        self.assertTrue([t for t in made if "print(top(" in t], made)
        near = DEEP + "\n\ndef near(text: str):\n    return _five(text)\n"
        made = self.made({"p/__init__.py": "", "p/deep.py": near}, "p.deep", "_five", 22)
        self.assertTrue([t for t in made if "print(near(" in t], made)
        self.assertFalse([t for t in made if "top(" in t], made)


class TestFiles(unittest.TestCase):
    def test_by_name_and_text(self):
        tests, tools = "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        pass\n", "import unittest\n\n\nclass Client:\n    pass\n"
        project = Project({"p/__init__.py": "", "p/test.py": tests, "q/test.py": tools, "r/test.py": "def test_a():\n    pass\n", "test.py": ""})
        self.addCleanup(project.folder.cleanup)
        for path, wanted in (("p/test.py", True), ("q/test.py", False), ("r/test.py", False), ("s/test.py", False), ("test.py", True), ("tests.py", True), ("p/test_a.py", True),
                             ("tests/a.py", True), ("p/contest.py", False), ("test.txt", False)):
            self.assertEqual(gen_index.is_test(path, project.root), wanted, path)


if __name__ == "__main__":
    unittest.main()
