"""gen_renamed.py: one word wherever it stands. gen_breaks.py: lines that end as Windows ends them. gen_return.py: what comes, goes and
comes again. gen_given.py: what other tests hand to the same function."""
import types
import unittest
import unittest.mock

from test_gen_alike import found

import gen_breaks
import gen_given
import gen_index
import gen_renamed
import gen_return
import gen_text

SHELF = '''
def singular(name):
    return name.removesuffix("s")


class Shelf:
    def __init__(self, lines):
        self.rows = dict(line.split("=") for line in lines)

    def find(self, name):
        return self.rows[singular(name)]
'''
SHELF_TEST = "import unittest\nfrom s import Shelf\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        shelf = Shelf(['pencil=3', 'pen=4'])\n" \
    "        self.assertEqual(shelf.find('pencil'), '3')\n"
DESK = '''
class Desk:
    def __init__(self):
        self.heap, self.here = [], set()

    def enter(self, guest, level=1):
        self.here.add(guest)
        self.heap.append((level, guest))

    def leave(self, guest):
        self.here.remove(guest)

    def move(self, guest, to):
        self.heap.append((to, guest))

    def knows(self, guest):
        return guest in self.here

    def _drop(self, guest):
        self.here.clear()

    def take(self):
        return self.heap.pop()

    def waiting(self):
        return sorted(g for _, g in self.heap if g in self.here)

    @property
    def first(self):
        return min(self.here)

    def clear(self):
        self.here.clear()

    def close(self, table):
        self.here.discard(table)
'''
DESK_TEST = "import unittest\nfrom s import Desk\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        desk = Desk()\n        desk.enter('a')\n" \
    "        self.assertEqual(desk.waiting(), ['a'])\n"
ISSUE = "def parse(text):\n    return text.split('=')\n\n\ndef target(issue):\n    return issue[1].partition('.')[0] + '.html'\n"
ISSUE_TEST = "import unittest\nfrom s import parse, target\n\nTEXT = 'a=4'\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(target(parse(TEXT)), '4.html')\n\n" \
    "    def test_b(self):\n        self.assertEqual(parse('a=4.5'), ['a', '4.5'])\n        self.assertEqual(parse('b'), ['b'])\n"


def source(text):
    return gen_text.source("", text)


class Renamed(unittest.TestCase):
    def made(self, text, *affixes):
        return list(gen_renamed.programs(source(text), types.SimpleNamespace(affixes=affixes)))

    def test_what_is_looked_for(self):
        for text, wanted in (
                ("x.endswith('s')", [("ends", "s")]), ("x.endswith(('ies', 'es'))", [("ends", "ies"), ("ends", "es")]), ("x.removesuffix('s')", [("ends", "s")]),
                ("x.startswith('re:')", []), ("x.startswith('un')", [("begins", "un")]), ("x.lstrip('-')", [("begins", "-")]), ("x.replace('-', '')", [("inside", "-")]),
                ("'-' in x", [("inside", "-")]), ("'a' in x", []), ("'---' in x", []), ("re.sub('s$', '', x)", [("ends", "s")]), ("re.match('^(un)', x)", [("begins", "un")]),
                ("re.match('^un*', x)", []), (r"re.sub('\\d$', '', x)", []), ("x.endswith(y)", []), ("x.endswith('abcde')", []), ("x == 's'", []), ("x.split()", [])):
            self.assertEqual(gen_renamed.looked_for(source(text + "\n").tree), wanted, text)

    def test_what_one_side_alone_looks_for(self):
        engine = types.SimpleNamespace(targets=[])
        for old, new, wanted in (("x.endswith('s')", "x.endswith(('s', 'es'))", [("ends", "es")]), ("x.endswith('s')", "x.strip()", [("ends", "s")]),
                                 ("x.endswith('s')", "x.endswith('s') or y", []), ("", "x.endswith('s')", [("ends", "s")])):
            src = source("def f(x, y):\n    return %s\n" % new)
            engine.targets = [types.SimpleNamespace(node=types.SimpleNamespace(node=src.tree.body[0]), info=types.SimpleNamespace(src=src), lines=[], touched=[],
                                                    literals=[], other=old and "def f(x, y):\n    return %s\n" % old)]
            self.assertEqual(gen_renamed.of_change(engine), wanted, (old, new))

    def test_a_pattern_of_the_module(self):
        src = source("PATTERN = 'every word that ends (in )ies$'\n")
        target = types.SimpleNamespace(node=None, info=types.SimpleNamespace(src=src), lines=[1], touched=[], literals=[], other="")
        engine = types.SimpleNamespace(targets=[target])
        self.assertEqual(gen_renamed.of_change(engine), [("ends", "ies")])
        target.info = types.SimpleNamespace(src=source("PATTERN = '%s (in )ies$'\n" % ("every word that ends " * 4)))
        self.assertEqual(gen_renamed.of_change(engine), [("ends", "ies")])

    def test_everywhere(self):
        for text, how, wanted in (
                ('f("a pen; 3", "2 Pen", "pencil")\n', ("ends", "s"), 'f("a pens; 3", "2 Pens", "pencil")\n'),
                ('f("ruler")\ng("""\nruler=1\nruler_2\n""")\n', ("ends", "s"), 'f("rulers")\ng("""\nrulers=1\nruler_2\n""")\n'),
                ('f("a\\nruler")\n', ("ends", "s"), 'f("a\\nrulers")\n'),
                ('f("ruler")\n', ("begins", "un"), 'f("unruler")\n'), ('f("ruler")\n', ("inside", "-"), 'f("ru-ler")\n'), ('f("ruler")\n', ("inside", "'"), 'f("ru-ler")\n'), ('f("ruler")\n', ("ends", '",'), 'f("ruler-")\n'), ('f("\\N{BULLET} ruler")\n', ("ends", "s"), 'f("\\N{BULLET} rulers")\n'),
                ('ruler = f(ruler="ruler(1)", b="ruler")\n', ("ends", "s"), 'ruler = f(ruler="ruler(1)", b="rulers")\n')):
            self.assertEqual(self.made(text, how)[:1], [wanted], text)

    def test_the_words_of_most_texts_first(self):
        for text, wanted in (('f("pen ink ink ink", "ink pen", "pen", "oil")\n', ["pen", "ink", "oil"]), ('f("ink oil oil", "oil ink")\n', ["oil", "ink"])):
            src = source(text)
            self.assertEqual(gen_renamed.words_of(src, src.standing()), wanted)

    def test_limits(self):
        self.assertEqual(gen_renamed.most(types.SimpleNamespace(affixes=[])), 0)
        words = " ".join("word" + c for c in "abcdefg")
        self.assertEqual(len(self.made('f("%s")\n' % words, ("ends", "s"))), gen_renamed.WORDS_MAX)
        self.assertEqual(len(self.made('f("word")\n', *[("ends", c) for c in "abcdef"])), gen_renamed.AFFIXES_MAX)
        self.assertEqual(self.made('f("word%s")\n' % (" " * gen_renamed.WHOLE_MAX), ("ends", "s")), [])

    def test_of_a_project(self):
        text = found(SHELF, SHELF_TEST, "singular", [3]).replace('"', "'")
        self.assertRegex(text, r"'pencils=3', 'pen=4'\]\)\nprint\(shelf\.find\('pencils'\)\)")
        self.assertNotIn("pencils=3", found(SHELF.replace('removesuffix("s")', "lower()"), SHELF_TEST, "singular", [3]))


class Breaks(unittest.TestCase):
    def made(self, text, change="open(path)"):
        return list(gen_breaks.programs(source(text), types.SimpleNamespace(text=change)))

    def test_marks_within_a_line(self):
        self.assertEqual(self.made('f("a b\\nc d e \\ng h\\n", "x y")\n', "text.splitlines()")[1:],
                         ['f("a b\\nc d\\u2028e\\ng h\\n", "x y")\n', 'f("a b\\nc d\\x0ce\\ng h\\n", "x y")\n'])
        self.assertEqual(len(self.made('f("a\\nb\\n")\n', "text.splitlines()")), 1)
        self.assertEqual(len(self.made('f("a b\\nc\\n")\n', "for line in file: line.rstrip()")), 1)
        self.assertEqual(len(self.made('f(b"a b\\nb\\n")\n', "text.splitlines()")), 1)

    def test_lines_put_together(self):
        for text in ('f"{a} b\\n{c}\\n"', 'f"{a}\\n" "b\\n"', '"\\n".join([a, b])'):
            self.assertEqual(self.made("f(%s)\n" % text), ["f(%s.replace('\\n', '\\r\\n'))\n" % text])
            self.assertEqual(self.made("f(%s)\n" % text, "text.splitlines()")[1:],
                             ["f(%s.replace('\\n', '%s0\\n', 1))\n" % (text, mark) for mark in ("\\x0c", "\\u2028")])
        for text in ('f"{a} b\\n"', '", ".join([a, b])', "join(a)", 'f"{a}"'):
            self.assertEqual(self.made("f(%s)\n" % text, "text.splitlines()"), [], text)

    def test_asked_for(self):
        for text, wanted in (("open(path, newline='')", True), ("text.splitlines()", True), ("for line in text.split('\\n'):", True), ("x.rstrip()", True), ("x.rstrip('a')", False),
                             ("csv.reader(f)", True), ("reopen(x)", False), ("a + b", False)):
            self.assertEqual(bool(gen_breaks.most(types.SimpleNamespace(text=text))), wanted, text)

    def test_texts_of_lines(self):
        for text, wanted in (
                ('f("a\\nb\\n")\n', ['f("a\\nb\\n".replace(\'\\n\', \'\\r\\n\'))\n']),
                ('A = """a\nb\n"""\nf(A)\n', ['A = """a\nb\n""".replace(\'\\n\', \'\\r\\n\')\nf(A)\n']),
                ('f(b"a\\nb\\n")\n', ['f(b"a\\nb\\n".replace(b\'\\n\', b\'\\r\\n\'))\n']),
                ('f("a\\n"\n  "b\\n")\n', ['f("a\\n"\n  "b\\n".replace(\'\\n\', \'\\r\\n\'))\n']),
                ('f("a\\nb")\n', []), ('"""a\nb\n"""\n', [])):
            self.assertEqual(self.made(text), wanted, text)

    def test_all_of_them_last(self):
        one, two, both = self.made('f("a\\nb\\n", "c\\nd\\n")\n')
        self.assertEqual([text.count("replace") for text in (one, two, both)], [1, 1, 2])

    def test_of_a_project(self):
        code = "def rows(text):\n    return [row.rstrip('\\n') for row in text.split('\\n')]\n"
        test = "import unittest\nfrom s import rows\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(rows('a\\nb\\n'), ['a', 'b', ''])\n"
        self.assertIn(".replace('\\n', '\\r\\n')", found(code, test, "rows", [2]))


class Return(unittest.TestCase):
    def made(self, text, returns):
        return list(gen_return.programs(source(text), types.SimpleNamespace(returns=returns)))

    def test_a_step_taken_back_and_done_again(self):
        for text, wanted in (
                ("d = D()\nd.put('a', 1)\nprint(d.all())\nprint(d.n)\n",
                 ["d = D()\nd.put('a', 1)\nd.drop('a')\nd.put('a', 1)\nprint(d.all())\nprint(d.n)\n"] * 2),
                ("d = D()\nn = d.put('a')\nprint(n)\n",
                 ["d = D()\nn = d.put('a')\nd.drop('a')\nd.put('a')\nprint(d.all())\nprint(d.n)\n",
                  "d = D()\nn = d.put('a')\nd.drop('a')\nd.put('a')\nprint(n)\nprint(d.all())\nprint(d.n)\n"]),
                ("d.put(key)\n", ["d.put(key)\nd.drop(key)\nd.put(key)\nprint(d.all())\nprint(d.n)\n"] * 2),
                ("d.put()\n", []), ("d.put(f(1))\n", []), ("d().put('a')\n", []), ("d.get('a')\n", []), ("print(d.put('a'))\n", []), ("a = 1; d.put('a')\n", []),
                ("d.put('''a\nb''')\n", []), ("if d:\n    d.put('a')\n", [])):
            self.assertEqual(self.made(text, {"put": (["drop"], ["all()", "n"])}), wanted, text)

    def test_limits(self):
        self.assertEqual(len(self.made("d.put(1)\n" * 9, {"put": (["drop"], [])})), gen_return.STEPS_MAX)

    def test_of_a_project(self):
        text = found(DESK, DESK_TEST, "Desk.leave", [11], "def leave(self, guest):\n    self.here.discard(guest)\n").replace('"', "'")
        self.assertIn("desk.enter('a')\ndesk.leave('a')\ndesk.enter('a')\n", text)
        for other in ("knows", "_drop", "move", "clear"):
            self.assertNotIn("desk.enter('a')\ndesk.%s('a')\ndesk.enter('a')" % other, text)
        self.assertIn("desk.enter('a')\nprint(desk.waiting())\nprint(desk.first)\nprint(desk.take())\n", text)
        self.assertEqual(gen_return.most(types.SimpleNamespace(returns={})), 0)

    def test_what_one_side_alone_has_is_not_asked(self):
        engine = types.SimpleNamespace(targets=[])
        info = gen_index.ModuleInfo("s", source(DESK))
        target = lambda name, other: types.SimpleNamespace(qualname="Desk." + name, other=other, owner_class=lambda index: info.classes["Desk"])
        engine.targets, engine.index = [target("leave", "x"), target("waiting", "")], None
        self.assertEqual(gen_return.of_classes(engine), {
            "enter": (["leave"], ["first", "take()"]), "leave": (["enter"], ["first", "take()"]), "move": (["enter", "leave"], ["first", "take()"])})
        with unittest.mock.patch.object(gen_return, "SHOWN_MAX", 1):
            self.assertEqual(gen_return.of_classes(engine)["enter"][1], ["first"])
        engine.targets = [target("enter", "")]
        self.assertEqual(gen_return.of_classes(engine), {"move": (["leave"], ["waiting()", "first", "take()"])})


class Given(unittest.TestCase):
    def made(self, text, given):
        return list(gen_given.programs(source(text), types.SimpleNamespace(given=given)))

    def test_instead(self):
        for text, wanted in (
                ("f(A, 1)\n", ["f('x', 1)\n", "f('y', 1)\n"]), ("f('x')\n", ["f('y')\n"]), ("g('z')\nf(A)\n", ["g('z')\nf('x')\n", "g('z')\nf('y')\n"]),
                ("o.f(A)\n", ["o.f('x')\n", "o.f('y')\n"]), ("f(g(1))\n", []), ("f()\n", []), ("x = f\"{f(A)}\"\n", []),
                ("f('x')\nf(A)\n", ["f('x')\nf('x')\n", "f('y')\nf(A)\n", "f('x')\nf('y')\n"]), ("f(A)\nf('x')\n", ["f('x')\nf('x')\n", "f(A)\nf('y')\n", "f('y')\nf('x')\n"])):
            self.assertEqual(self.made(text, {"f": {0: ["'x'", "'y'"]}}), wanted, text)
        self.assertEqual(len(self.made("f(A)\n", {"f": {0: list("123456789")}})), gen_given.EACH_MAX)

    def test_asked_for(self):
        self.assertFalse(gen_given.most(types.SimpleNamespace(given={})))
        index = types.SimpleNamespace(by_name={"f": [], "m": []}, classes={"C": 0})
        literals = types.SimpleNamespace(position={("f", 0): ["1", "2"], (".m", 1): ["3", "4"], ("C", 0): ["5", "6"], ("print", 0): ["7", "8"], ("f", 1): ["9"]})
        self.assertEqual(gen_given.of_project(types.SimpleNamespace(index=index, literals=literals)), {"f": {0: ["1", "2"]}, "m": {1: ["3", "4"]}, "C": {0: ["5", "6"]}})

    def test_of_a_project(self):
        self.assertRegex(found(ISSUE, ISSUE_TEST, "target", [6]).replace('"', "'"), r"target\(parse\('a=4\.5'\)\)")


if __name__ == "__main__":
    unittest.main()
