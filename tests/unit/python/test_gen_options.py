"""Options: attributes that the conditions around a change ask for. Run by plain unittest."""
import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_options  # noqa: E402
import generate  # noqa: E402

PAGE = '''
from . import defaults

WIDE = False


class Base:
    margin = 2


class Page(Base):
    def __init__(self, title):
        self.title = title
        self.wide = WIDE
        self.links = True
        self.numbers = False
        self.style = "plain"
        self.limit = 10
        self.level = 0
        self.rows = []
        self._secret = False
        self.mark = defaults.MARK

    def enter(self):
        self.level += 1

    def leave(self):
        self.level -= 1

    def write(self, text):
        if not self.links:
            return text
        if self.rows or self._secret:
            text += "!"
        if self.wide and self.level:
            if self.style == "rich":
                return "wide rich"
            else:
                return "wide"
        elif self.limit > 20 and text:
            return "long"
        for part in text.split():
            if self.margin == 3:
                return part
        try:
            return text * self.numbers
        except ValueError:
            if self.numbers:
                return "no times"
        finally:
            if self.mark:
                text = ""
        if self.links:
            return "links"
        if self._secret:
            return "secret"
        if self.rows:
            return "rows"
        if self.title or not self.limit or not self.style:
            return text
        if self.title:
            return "title"
        if not self.limit:
            return "none"
        if not self.style:
            return "no style"
        if self.style == {"b", "c"}:
            return "set"
        elif self.style == ["b"]:
            return "list"
'''
WAYS = (
    ("both conditions, and what returns before is kept from it", 'return "wide rich"', [{"wide": True, "style": "rich"}]),
    ("the other half of one", 'return "wide"', [{"wide": True}]),
    ("beside the first of two, and just over a limit", 'return "long"', [{"limit": 21}]),
    ("what the class itself sets, in a loop", "return part", [{"margin": 3}]),
    ("on the line itself: both values, of which one is the default", "return text * self.numbers", [{"numbers": True}]),
    ("a default of another module is not known", 'text = ""', [{"mark": True}]),
    ("what returns is asked for", "return text\n", [{"links": False}]),
    ("nothing of a number", 'return "none"', [{"links": False, "limit": 0}]),
    ("and of a text", 'return "no style"', [{"links": False, "style": ""}]),
    ("an argument is given as one", 'return "title"', [{"links": False}]),
    ("in a handler", 'return "no times"', [{"numbers": True}]),
    ("private names are no options, and what ends before is kept from it", 'return "secret"', [{"links": False}]),
    ("what is compared with a container", 'return "list"', [{"links": False}]),
    ("containers neither", 'return "rows"', [{"links": False}]),
    ("of two that will do none is chosen", 'text += "!"', []),
)


class Options(unittest.TestCase):
    def folder(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        with open(os.path.join(folder.name, name), "w", encoding="utf-8") as file:
            file.write(text)
        return folder.name

    def project(self, wanted):
        """(its folder, a target of the line that has the text)"""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.mkdir(folder.name + "/p")
        for name, text in (("__init__", ""), ("defaults", "MARK = '*'\n"), ("page", PAGE)):
            with open(folder.name + "/p/%s.py" % name, "w", encoding="utf-8") as file:
                file.write(text)
        line = PAGE[:PAGE.index(wanted)].count("\n") + 1
        return folder.name, {"module": "p.page", "qualname": "Page.write", "file": "p/page.py", "lines": [line]}

    def options(self, wanted):
        root, target = self.project(wanted)
        engine = generate.Engine({"root": root, "targets": [target]})
        engine.prepare()
        return gen_options.Options(engine.index, engine.targets[0], engine.targets)

    def test_table(self):
        for label, wanted, ways in WAYS:
            with self.subTest(label):
                self.assertEqual(self.options(wanted).ways, ways)

    def test_what_only_one_side_has(self):
        both = [{"wide": 0}, {"high": False}]
        for line, other, ways in (("        self.wide = 1", "", both[1:]), ("        self.wide = 1", "+", both), ("    high = True", "", both[:1]),
                                  ("    high = True", "+", both)):
            text = ("class Page:\n    high = True\n\n    def __init__(self):\n        self.wide = 1\n\n    def f(self):\n        if self.wide:\n"
                    "            return 1\n        return self.high\n")
            root = self.folder("page.py", text)
            at = text[:text.index(line)].count("\n") + 1
            rows = [{"module": "page", "qualname": "Page.f", "file": "page.py", "lines": [9, 10]},
                    {"module": "page", "qualname": "Page", "file": other + "page.py", "touched": [[at, at]]}]
            engine = generate.Engine({"root": root, "targets": rows})
            engine.prepare()
            self.assertEqual(gen_options.Options(engine.index, engine.targets[0], engine.targets).ways, ways, (line, other))

    def test_what_is_no_object_of_the_class(self):
        for head, ways in (("def f(this, /, page):", [{"wide": True}]), ("@staticmethod\n    def f(this):", []), ("@classmethod\n    def f(this):", []),
                           ("def f():", []), ("def f(this, *, page=3):", [{"wide": True}])):
            text = "class Page:\n    wide = False\n    %s\n        if this.wide:\n            return 1\n" % head
            line = text.count("\n")
            engine = generate.Engine({"root": self.folder("page.py", text), "targets": [{"module": "page", "qualname": "Page.f", "file": "page.py", "lines": [line]}]})
            engine.prepare()
            self.assertEqual(gen_options.Options(engine.index, engine.targets[0], engine.targets).ways, ways, head)

    def test_programs(self):
        options = self.options('return "wide rich"')
        seed = "from p.page import Page\n\npage = Page(\n    'a')\npage.style = 'other'\npage.title = 'b'\nprint(page.write('x'))\n"
        self.assertEqual(options.programs(seed), [
            "from p.page import Page\n\npage = Page(\n    'a')\npage.wide = True\npage.style = 'rich'\npage.title = 'b'\nprint(page.write('x'))\n"])
        above = "page = Other()\npage.wide = 1\n"
        self.assertEqual(options.programs(above + "page = Page('a')\nprint(\n    page.write('x'))\n"), [
            above + "page = Page('a')\npage.wide = True\npage.style = 'rich'\nprint(\n    page.write('x'))\n"])
        self.assertEqual(options.programs("page = Page('a'); page.wide = 1\n"), ["page = Page('a'); page.wide = 1\npage.wide = True\npage.style = 'rich'\n"])
        self.assertEqual(options.programs("print(Page('a').write('x'))\n"), [])
        self.assertEqual(options.programs("page = Other('a')\nprint(page.write('x'))\n"), [])
        self.assertEqual(options.programs("page = (\n"), [])

    def test_what_reaches_a_change_by_an_option_is_mutated(self):
        class Session:
            points = 1

            def run(self, source, cover=False, timeout_ms=0):
                return {"status": "ok", "covered": {"p/page.py": [1]} if "limit = 21" in source else {}, "stdout": source, "exception": None}

        root, target = self.project('return "long"')
        os.mkdir(root + "/tests")
        with open(root + "/tests/test_page.py", "w", encoding="utf-8") as file:
            file.write("from p.page import Page\n\n\ndef test_write():\n    page = Page('a')\n    assert page.write('some text') == 'b'\n")
        answer = generate.handle({"root": root, "targets": [target], "max": 60, "seed": 1, "budget_ms": 20000}, Session())
        texts = [c["source"] for c in answer["candidates"] if "page.limit = 21" in c["source"]]
        self.assertIn("some text", "".join(texts))
        self.assertGreater(len(texts), 20)


if __name__ == "__main__":
    unittest.main()
