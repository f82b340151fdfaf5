"""gen_mixin.py: classes of a program made of others, and others in their place."""
import re
import types
import unittest
import unittest.mock

from test_gen_later import asked

import gen_mixin
import gen_near
import gen_text

BASE = '''class Field:
    def __init__(self, at):
        self.at = at


class Base:
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.own = sorted(name for name, value in vars(cls).items() if isinstance(value, Field))

    def total(self):
        return len(self.own)
'''
BASE_TEST = '''import unittest
from s import Base, Field


class Two(Base):
    left = Field(1)
    right = Field(2)


class Tests(unittest.TestCase):
    def test_total(self):
        self.assertEqual(Two().total(), 2)
'''
HEAD = "from s import Base, Field, Meta, known\n\n"
TWO = 'class Two(Base):\n    """Doc."""\n    left = Field(1)\n    right = Field(2)\n'
LAST = "\n\nprint(Two().total())\n"


def made(text):
    src = gen_text.source("", text)
    found = list(gen_mixin.programs(src, None))
    for one in found:
        assert gen_text.parse(one) is not None, one
    return found


def parts(text):
    """What stands before the last print, without the imports."""
    return [one[len(HEAD):].replace(LAST, "").rstrip("\n") for one in made(HEAD + text + LAST)]


class Speaks(unittest.TestCase):
    def test_only_where_classes_are_looked_at(self):
        for text, wanted in (
            ("for base in reversed(cls.__mro__):", True), ("def __init_subclass__(cls):", True), ("def __set_name__(self, owner, name):", True),
            ("type.__new__(mcs, name, bases, namespace)", True), ("class A(metaclass=Meta):", True), ("vars(cls).items()", True), ("dir(cls)", True),
            ('getattr(cls, "_fields", {})', True), ("super().save()", True), ("def register(cls):\n    return cls", True), ("cls.__subclasses__()", True),
            ("type(self).__dict__", True), ("self.__class__.mro()", True),
            ('getattr(self, "x")', False), ("vars(args)", False), ("cls(row)", False), ("def make(cls, row):", False), ("return 1", False), ("dir(path)", False),
        ):
            self.assertEqual(gen_mixin.most(types.SimpleNamespace(text=text)) > 0, wanted, text)


class Made(unittest.TestCase):
    def test_one_class(self):
        doc, left, right = '    """Doc."""\n', "    left = Field(1)\n", "    right = Field(2)\n"
        again = [HEAD + TWO + "\n\nclass Again(Two):\n    pass\n\n\nprint(Again().total())\n"]
        self.assertEqual(made(HEAD + TWO + LAST)[1:2], again)
        self.assertEqual([one + "\n" for one in parts(TWO)[:1] + parts(TWO)[2:]], [
            "class TwoPart:\n" + right + "\n\nclass Two(TwoPart, Base):\n" + doc + left,
            "class TwoFirst(Base):\n" + left + "\n\nclass TwoSecond(Base):\n" + right + "\n\nclass Two(TwoFirst, TwoSecond):\n" + doc,
            "class TwoPart:\n" + right + "\n\nclass Two(Base, TwoPart):\n" + doc + left,
            "class TwoPart:\n" + left + "\n\nclass Two(TwoPart, Base):\n" + doc + right,
            "class TwoPart:\n" + left + right + "\n\nclass Two(TwoPart, Base):\n" + doc,
        ])

    def test_of_two(self):
        """Classes beside each other make one; one above the other does not."""
        three = "\n\nclass Three(Base):\n    more = Field(3)\n"
        self.assertIn(HEAD + TWO + three + "\n\nclass Both(Two, Three):\n    pass\n\n\nprint(Both().total())\n", made(HEAD + TWO + three + LAST))
        four = "\n\nclass Four(Three):\n    last = Field(4)\n"
        self.assertTrue([one for one in parts(TWO + three + four) if one.endswith("class Both(Two, Four):\n    pass\n\n\nprint(Both().total())")])
        for other in ("class Three(Two, Base):\n    more = 1\n", "class Three(Two):\n    more = Field(3)\n", "class Three(Field):\n    more = 1\n", "class Three:\n    more = 1\n"):
            self.assertFalse([one for one in parts(TWO + "\n\n" + other) if "Both" in one], other)

    def test_above_is_read_once(self):
        """However many ways lead to the first of them."""
        rows = "".join("class A%d(A%d, B%d):\n    a = 1\n\n\nclass B%d(A%d, B%d):\n    b = 1\n\n\n" % ((at, at - 1, at - 1) * 2) for at in range(1, 12))
        first = "class A0(Base):\n    a = 1\n\n\nclass B0(Base):\n    b = 1\n\n\n"
        src = gen_text.source("", HEAD + first + rows + "print(B11())\n")
        found = gen_mixin.derived(src.tree)
        with unittest.mock.patch.object(gen_mixin, "bases_of", side_effect=gen_mixin.bases_of) as read:
            made_of = [re.findall(r"class Both\((.*)\)", one) for one in gen_mixin.both(src, found, found[-1])]
        self.assertEqual(made_of, [["B11, A11"]])
        self.assertLess(read.call_count, 2 * len(found) ** 2)

    def test_heads(self):
        body = "    left = Field(1)\n    right = Field(2)\n"
        for head, wanted in (
            ("class Two(Base):\n", "class Two(TwoPart, Base):\n"), ("class Two(\n    Base,\n):\n", "class Two(\n    TwoPart, Base,\n):\n"),
            ("class Two(metaclass=Meta):\n", "class Two(TwoPart, metaclass=Meta):\n"), ("@known\nclass Two:\n", "@known\nclass Two(TwoPart):\n"),
            ("@known(1)\nclass Two():\n", "@known(1)\nclass Two(TwoPart):\n"), ("class Two(Field, Base):\n", "class Two(TwoPart, Field, Base):\n"),
        ):
            found = parts(head + body)
            self.assertEqual(found[0], ("class TwoPart:\n    right = Field(2)\n\n\n" + wanted + "    left = Field(1)"), head)
        self.assertEqual(parts("class Two(Field, Base):\n" + body)[-1], ("class Two(Base, Field):\n" + body).rstrip("\n"))
        self.assertEqual(len([one for one in parts("@known\nclass Two:\n" + body) if "right = Field(2)\n\n\n@known" in one and "left" in one.split("@known")[1]]), 1)

    def test_heads_of_another_form(self):
        """Nothing is mixed in, and the rest goes on."""
        body = "    left = Field(1)\n    right = Field(2)\n"
        self.assertEqual(parts("@known\nclass \\\n Two:\n" + body), ["@known\nclass \\\n Two:\n" + body + "\n\nclass Again(Two):\n    pass\n\n\nprint(Again().total())"])
        self.assertEqual(parts("@known\nclass Tw\u00e9:\n" + body)[0], "class Tw\u00e9Part:\n    right = Field(2)\n\n\n@known\nclass Tw\u00e9(Tw\u00e9Part):\n    left = Field(1)")

    def test_heads_with_edges_of_their_own(self):
        """A body that begins on the head's last line, a base in brackets and one behind a keyword: none that does not parse."""
        body = "    left = Field(1)\n    right = Field(2)\n"
        for text, wanted in (
            ("class Two(\n    Base): left = Field(1)\n", False), ("class Two(\n    Base): left = Field(1); right = Field(2)\n", False),
            ("class Two(Base, (Field)):\n" + body, False), ("class Two((Base), Field):\n" + body, False), ("class Two((Base)):\n" + body, False),
            ("class Two(Base, metaclass=Meta, *known):\n" + body, False),
            ('class Two(Base):\n    left = """\n"""; right = Field(2)\n', False), ("class Two(Base):\n    left = 1; \\\n  right = 2\n", False),
            ("class Two(  # first\n    Base,  # why\n    Field,\n):\n" + body, True), ("class Two(Base, known(1), metaclass=Meta):\n" + body, True),
        ):
            found = parts(text)
            self.assertTrue([one for one in found if "class Again(Two)" in one], text)
            self.assertEqual([one for one in found if "Again" not in one] != [], wanted, found)

    def test_what_goes_together(self):
        """What is made of another thing of the class stays beside that."""
        text = "class Two(Base):\n    one = 1\n    two = one + 1\n    three = two + 1\n    other = 4\n"
        self.assertEqual(parts(text)[0], "class TwoPart:\n    other = 4\n\n\nclass Two(TwoPart, Base):\n    one = 1\n    two = one + 1\n    three = two + 1")
        text = "class Two(Base):\n    a = 1\n    b = 2\n    c = 3\n    d = 4\n"
        self.assertEqual(parts(text)[0], "class TwoPart:\n    c = 3\n    d = 4\n\n\nclass Two(TwoPart, Base):\n    a = 1\n    b = 2")
        text = "class Two(Base):\n    one = 1\n    two = one + 1\n"
        self.assertEqual([one.split("\n")[1:3] for one in parts(text) if "Part" in one], [["    one = 1", "    two = one + 1"]])
        text = "class Two(Base):\n    one = 1\n    class Meta:\n        rows = one\n    two = 2\n"
        self.assertEqual([one.split("\n")[:2] for one in parts(text) if "Part" in one], [["class TwoPart:", "    two = 2"]])

    def test_methods(self):
        text = 'class Two(Base):\n    one = 1\n    @property\n    def two(self):\n        return """\nx"""\n'
        self.assertEqual(parts(text)[0], 'class TwoPart:\n    @property\n    def two(self):\n        return """\nx"""\n\n\nclass Two(TwoPart, Base):\n    one = 1')

        text = "class Two(Base):\n    def one(self):\n        pass\n\n    def two(self):\n        pass\n"
        self.assertEqual(parts(text)[-1], text.replace("Two(Base)", "TwoPart") + "\n\nclass Two(TwoPart, Base):\n    pass")
        text = "class Two(Base):\n    def __init_subclass__(cls):\n        pass\n    one = 1\n"
        self.assertEqual([one.split("\n")[:2] for one in parts(text) if "Part" in one], [["class TwoPart:", "    one = 1"]])

    def test_below_another(self):
        """A class of the program's own class is one of these too."""
        found = made(HEAD + TWO + "\n\nclass Three(Two):\n    more = Field(3)\n\n\nprint(Three().total())\n")
        self.assertTrue([one for one in found if "class Again(Three):\n    pass\n\n\nprint(Again().total())" in one])

    def test_nothing(self):
        for text in (
            "class Two:\n    left = 1\n", "import enum\n\n\nclass Two(enum.Enum):\n    left = 1\n", "from typing import NamedTuple\n\n\nclass Two(NamedTuple):\n    left: int\n",
            "import unittest\n\n\nclass Two(unittest.TestCase):\n    left = 1\n    right = 2\n", "Two = Base\n",
        ):
            self.assertEqual(made(HEAD + text + LAST), [], text)
        for body in ("    __slots__ = ('a',)\n    b = 1\n    c = 2\n", "    def a(self):\n        self.__x = 1\n    b = 2\n", "    a = 1; b = 2\n", "    pass\n"):
            self.assertEqual([one for one in parts("class Two(Base):\n" + body) if "Again" not in one], [], body)
        self.assertFalse([one for one in parts("class Two(Base): a = 1\n") if "Again" not in one])

    def test_names(self):
        """A name that is taken is not taken twice, one that is bound again stays, and what stands before the class too."""
        found = parts("Again = TwoPart = 1\n\n\n" + TWO)
        self.assertTrue([one for one in found if "class Again2(Two)" in one] and [one for one in found if "class TwoPart2:" in one], found)
        self.assertFalse([one for one in parts(TWO + "\n\nTwo = known(Two)\n") if "Again" in one])
        self.assertTrue(parts("def two():\n    return Two()\n\n\n" + TWO)[1].startswith("def two():\n    return Two()\n"))


class Seeds(unittest.TestCase):
    def test_those_that_do_not_reach_it_yet(self):
        row = {"origin": "test", "pile": None, "rank": 1, "source": HEAD + TWO, "reach": []}
        others = [dict(row, source="print(1)\n"), dict(row, origin="typed"), dict(row, reach=[1]), dict(row, pile="near"), dict(row, source="class A:\n    pass\n")]
        self.assertEqual([one for one, _ in gen_mixin.seeds(types.SimpleNamespace(found=others + [row]))], [row])
        self.assertEqual(len(gen_mixin.seeds(types.SimpleNamespace(found=[row] * 9))), gen_mixin.SEEDS_MAX)


class Whole(unittest.TestCase):
    def test_searches(self):
        line = next(i for i, row in enumerate(BASE.split("\n"), 1) if "vars(cls)" in row)
        found = asked(BASE, BASE_TEST, "Base.__init_subclass__", lines=[line])
        for wanted in ("class TwoPart:\n    right = Field(2)\n\n\nclass Two(TwoPart, Base):\n    left = Field(1)\n", "class Again(Two):\n", "class Two(TwoFirst, TwoSecond):\n"):
            self.assertTrue([t for t in found if wanted in t and ".total())" in t], wanted)
        self.assertFalse([t for t in asked(BASE, BASE_TEST, "Base.total", lines=[line + 3]) if "TwoPart" in t or "Again" in t])

    def test_is_listed(self):
        self.assertIn(gen_mixin, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
