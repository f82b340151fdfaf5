"""gen_later.py: what was handed over and what it gave, an object set after it was asked, an iterator in the place of a list."""
import types
import unittest

from test_gen_engine import Project, generate
from test_gen_sequence import Session

import gen_later
import gen_program
import gen_text

TAGS = '''class Tags:
    """Names of things."""

    def __init__(self, tags=None):
        self._names = list(tags._names) if isinstance(tags, Tags) else list(tags or ())

    def __setitem__(self, at, name):
        self._names[at] = name

    def add(self, name):
        self._names.append(name)

    def __repr__(self):
        return "Tags(%r)" % self._names


class Post:
    def __init__(self, title, tags=None):
        self.title = title
        self.tags = Tags(tags)


class Label(Tags):
    pass


async def sent(tags):
    return tags
'''
TAGS_TEST = '''import unittest
from s import Label, Post, Tags, sent


class Tests(unittest.TestCase):
    def test_same(self):
        tags = Tags(["a", "b"])
        tags[0] = "c"
        self.assertEqual(Tags(tags), 1)

    def test_post(self):
        post = Post("x", tags=Tags(["d"]))
        self.assertEqual(post.tags, 1)

    def test_plain(self):
        self.assertEqual(Post("z", tags=["h"]).title, "z")

    def test_rows(self):
        rows = ["e"]
        self.assertEqual(Tags(rows), 1)

    def test_own(self):
        class Own(Label):
            pass

        own = Own(["f"])
        self.assertEqual(Tags(own), 1)

    def test_sent(self):
        rows = ["g"]
        self.assertEqual(sent(rows), 1)
'''
PAGE = '''class Page:
    limit = 3

    def __init__(self, words=None, title="T"):
        self.words, self.title = words or {}, title
        self.wide, self._made = False, None

    def show(self, name):
        """Text of a word."""
        return self.words.get(name, name)

    def clear(self):
        self.words = {}


class Other:
    def __init__(self):
        self.depth = 1
'''
PAGE_TEST = '''import unittest
from s import Page


class Small(Page):
    pass


class Tests(unittest.TestCase):
    def test_set(self):
        page = Page()
        page.words = {"a": "b"}
        self.assertEqual(page.show("c"), 1)

    def test_given(self):
        page = Small(words={"a": "d"})
        self.assertEqual(page.show("a"), 1)

    def test_at_once(self):
        self.assertEqual(Page(title="U").show("e"), 1)
'''
KEPT = "def show(self, name):\n    if name not in self._made:\n        self._made[name] = 1\n    return self._made[name]\n"
PICK = '''from collections.abc import Iterable


def pick(rows: Iterable[str], key=None):
    return [row for row in rows]


def longest(texts):
    """The longest of texts, any iterable of them."""
    return max(texts, key=len)


def chunks(iterable, size):
    return [iterable, size]


def passed(parts):
    return list(parts)


def joined(lines):
    """All of the lines as one text."""
    return "".join(lines)
'''
PICK_TEST = '''import unittest
from s import chunks, joined, longest, passed, pick


class Tests(unittest.TestCase):
    def test_pick(self):
        rows = ["a", "b"]
        self.assertEqual(list(pick(rows)), ["a", "b"])
        self.assertEqual(pick("c", key=["d"]), 1)
        self.assertEqual(pick([]), [])

    def test_others(self):
        self.assertEqual(longest(texts=["e", "ff"]), "ff")
        self.assertEqual(chunks(("g", "h"), 2), 1)
        self.assertEqual(joined(["i", "j"]), "ij")

    def test_passed(self):
        self.assertEqual(passed(part for part in "k"), 1)
        self.assertEqual(passed(["l", "m"]), 1)
'''


def asked(code, test, qualnames, session=True, **more):
    """Texts of what is generated."""
    project = Project({"s.py": code, "tests/test_s.py": test})
    rows = [dict({"module": "s", "qualname": name, "file": "s.py", "lines": [1]}, **more) for name in qualnames.split()]
    request = {"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": rows}
    answer = generate.handle(request, Session(code) if session else None)
    project.folder.cleanup()
    assert not [key for key in answer["stats"] if key.startswith("failed_")], answer["stats"]
    assert not [c for c in answer["candidates"] if gen_program.fault(c["source"])]
    return [c["source"] for c in answer["candidates"]]


class Handed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = asked(TAGS, TAGS_TEST, "Tags.__init__", other="def " + TAGS.split("\n    def ")[1].replace("list(tags._names)", "tags._names"))

    def has(self, *lines):
        self.assertTrue([t for t in self.found if t.endswith("\n".join(lines) + "\n")], lines)

    def test_one_is_changed_and_the_other_looked_at(self):
        setup = 'tags = Tags(["a", "b"])', 'tags[0] = "c"', "result = Tags(tags)"
        self.has(*setup, "print(tags)")
        self.has(*setup, 'result[0] = "c"', "print(tags)")
        self.has(*setup, 'tags[0] = "c"', "print(result)")
        self.assertTrue([t for t in self.found if "result = Tags(tags)\nresult.add(" in t and t.endswith("\nprint(tags)\n")])

    def test_what_an_object_holds_is_changed(self):
        self.has('given = Tags(["d"])', 'result = Post("x", tags=given)', "print(given)")
        self.has('given = Tags(["d"])', 'result = Post("x", tags=given)', 'result.tags[0] = "c"', "print(given)")

    def test_an_object_in_the_place_of_a_list(self):
        self.has('given = Tags(["h"])', 'result = Post("z", tags=given)', "print(given)")
        self.assertTrue([t for t in self.found if t.startswith("from s import Post\nfrom s import Tags\n")])

    def test_lists_that_have_a_name(self):
        self.has('rows = ["e"]', "result = Tags(rows)", "rows.append(None)", "print(result)")

    def test_a_class_of_the_test(self):
        self.has('own = Own(["f"])', "result = Tags(own)", 'own[0] = "c"', "print(result)")

    def test_what_did_not_begin(self):
        self.assertFalse([t for t in self.found if "result = sent(" in t and "rows.append" in t])

    def test_early_enough(self):
        self.assertLess(next(i for i, t in enumerate(self.found) if 'result[0] = "c"' in t), 80)

    def test_few_where_the_change_says_nothing(self):
        ways = "result = Tags(", "result = Post("
        few = [t for t in asked(TAGS, TAGS_TEST, "Tags.add") if any(way in t for way in ways)]
        self.assertLess(len(few), len([t for t in self.found if any(way in t for way in ways)]))
        self.assertFalse([t for t in asked(TAGS, TAGS_TEST, "Tags.add", session=False) if any(way in t for way in ways)])


class Set(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = asked(PAGE, PAGE_TEST, "Page.show", other=KEPT)

    def has(self, text):
        self.assertTrue([t for t in self.found if text in t], text)

    def test_set_between_two_questions(self):
        for value in ('words = {"a": "b"}', 'words.update({"a": "b"})'):
            self.has('page = Small(words={"a": "d"})\nprint(page.show("a"))\npage.%s\nprint(page.show("a"))\n' % value)

    def test_an_object_without_a_name(self):
        self.has('page = Page(title="U")\nprint(page.show("e"))\npage.words = {"a": "b"}\nprint(page.show("e"))\n')

    def test_what_only_a_constructor_is_given(self):
        self.has('page.title = "U"\nprint(page.show(')

    def test_of_no_other_class_and_nothing_private(self):
        self.assertFalse([t for t in self.found if ".depth" in t or "._made" in t])


class Gone(unittest.TestCase):
    def test_only_what_takes_any_iterable(self):
        found = asked(PICK, PICK_TEST, "pick longest chunks passed joined")
        self.assertTrue([t for t in found if 'rows = ["a", "b"]\nprint(list(pick(iter(rows))))\n' in t])
        for text in ('longest(texts=iter(["e", "ff"]))', 'chunks(iter(("g", "h")), 2)', 'passed(iter(["l", "m"]))'):
            self.assertTrue([t for t in found if text in t], text)
        self.assertFalse([t for t in found if "joined(iter(" in t or 'iter(["d"])' in t or "iter([])" in t or 'iter("' in t])

    def test_names_that_many_have(self):
        code = PICK + "\n\nclass Rows:\n    def chunks(self, iterable):\n        return iterable\n"
        found = asked(code, PICK_TEST, "longest passed")
        self.assertFalse([t for t in found if "chunks(iter(" in t])


class Signs(unittest.TestCase):
    def test_what_keeps(self):
        for text, kept in (("def f(self):\n    self.x = 1", 1), ("def f(a):\n    table[a] = 1", 1), ("def f(a):\n    a[1] = 1", 0),
                           ("def f(self, a):\n    self.rows[a] = 1", 1), ("def f(a):\n    b = {}\n    b[a] = 1\n    return b", 0),
                           ("def __init__(self):\n    self.x = 1", 0), ("async def f(self):\n    self.x = 1", 1), ("class A:\n    x = 1", 0)):
            with self.subTest(text):
                self.assertEqual(len(gen_later.keeping(gen_text.parse(text).body[0])), kept)
        self.assertEqual(gen_later.keeping(None), set())

    def test_what_hands_on(self):
        for text, count in (("def f(self, a):\n    self.x = a.rows", 1), ("def f(self, a):\n    self.x = list(a)", 0), ("def f(a):\n    return a", 1),
                            ("def f(a):\n    b = a", 0), ("def f():\n    return 1", 0)):
            with self.subTest(text):
                self.assertEqual(len(gen_later.handing(gen_text.parse(text).body[0])), count)
        self.assertEqual(gen_later.handing(None), set())

    def test_what_a_parameter_is_taken_as(self):
        index = types.SimpleNamespace(classes={"Tags": 1})
        for text, found in (("def f(a):\n    return isinstance(a, (str, Tags))", {"a": "Tags"}), ("def f(a: 'Tags | None', b: int): pass", {"a": "Tags"}),
                            ("def f(a):\n    return isinstance(a.b, Tags)", {}), ("def f(a: Other, b): pass", {})):
            with self.subTest(text):
                self.assertEqual(gen_later.taken_as(gen_text.parse(text).body[0], index), found)

    def test_types_are_asked_for_a_few_times(self):
        guide = types.SimpleNamespace(shown=lambda text: "a b\nTags\nPost\n")
        later = gen_later.Later(types.SimpleNamespace(guide=guide, index=None, targets=[], found=[]), None, [])
        self.assertEqual([later._types([], "x") for _ in range(gen_later.PROBED_MAX + 1)], [("Tags", "Post")] * gen_later.PROBED_MAX + [("", "")])


if __name__ == "__main__":
    unittest.main()
