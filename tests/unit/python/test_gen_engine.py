"""The engine on tiny packages: made-up calls, mutation, ranking, limits. Run by plain unittest."""
import ast
import json
import os
import random
import re
import sys
import tempfile
import time
import unittest
import unittest.mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../daemon/lang/python/runner"))

import gen_api  # noqa: E402
import gen_env  # noqa: E402
import gen_guide  # noqa: E402
import gen_index  # noqa: E402
import gen_keywords  # noqa: E402
import gen_literals  # noqa: E402
import gen_mine  # noqa: E402
import gen_mutate  # noqa: E402
import gen_program  # noqa: E402
import gen_rank  # noqa: E402
import gen_text  # noqa: E402
import gen_typed  # noqa: E402
import gen_values  # noqa: E402
import generate  # noqa: E402

SLUG = '''
"""Slugs."""
from ._util import _clean

LIMIT = 40


def slugify(text: str, sep: str = "-", limit: int = LIMIT) -> str:
    """Make a slug.

    >>> slugify("A b")
    'a-b'
    """
    if limit < 3:
        raise ValueError("limit")
    return sep.join(_clean(text).split())[:limit]


class Slug:
    def __init__(self, text, sep="-"):
        self.text, self.sep = text, sep

    def make(self, upper=False):
        return slugify(self.text, self.sep).upper() if upper else slugify(self.text, self.sep)

    def __eq__(self, other):
        return self.text == other.text

    def _secret(self):
        return self._deep()

    def peek(self):
        return self._secret()
'''
UTIL = "def _clean(text):\n    return text.strip().lower()\n"
TEST = '''
from p import Slug, slugify


def test_slugify():
    assert slugify("Hello World") == "hello-world"


def test_slug():
    assert Slug("A B", sep="_").make() == "a_b"
'''


class Project:
    """A package on disk for as long as a test runs."""

    def __init__(self, files):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name
        for path, text in files.items():
            full = os.path.join(self.root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as f:
                f.write(text if isinstance(text, bytes) else text.encode())

    def ask(self, *names, **more):
        targets = [{"module": m, "qualname": q, "file": f, "lines": more.get("lines", [])} for m, q, f in names]
        request = {"root": self.root, "targets": targets, "max": 200, "seed": 1, "budget_ms": 20000}
        request.update({k: v for k, v in more.items() if k != "lines"})
        return generate.handle(request)


FILES = {"src/p/__init__.py": "from .slug import Slug, slugify\n", "src/p/slug.py": SLUG, "src/p/_util.py": UTIL,
         "src/p/page.py": "from .slug import slugify\n\nHOME = slugify(\"Home Page\", limit=9)\n",
         "tests/test_slug.py": TEST, "README.md": "```python\nfrom p import slugify\nslugify('Read Me')\n```\n"}
SLUGIFY = ("p.slug", "slugify", "src/p/slug.py")


class LeftOut(unittest.TestCase):
    """What a module lists for others is what they may use, and what tests import besides."""
    CODE = '__all__ = ["spell"]\n\n\ndef spell(n):\n    return parts(n) + "!"\n\n\ndef parts(n):\n    return str(n)\n'

    def test_names_that_are_not_listed(self):
        for code, test, wanted in ((self.CODE, "from s import spell\n", False), (self.CODE, "from s import parts\n", True), (self.CODE, "import s\n\n\ndef test_parts():\n    assert s.parts(1)\n", True), (self.CODE.split("\n", 1)[1], "", True),
                                   (self.CODE.replace('"spell"', '"spell", "parts"'), "", True), (self.CODE.replace('"spell"', ""), "", True)):
            project = Project({"s.py": code, "tests/test_s.py": test + "\n\ndef test_it():\n    assert 1\n"})
            sources = [c["source"] for c in project.ask(("s", "parts", "s.py"))["candidates"]]
            project.folder.cleanup()
            self.assertEqual(any("parts(" in s for s in sources), wanted, (code, test))
            self.assertTrue(wanted or any("spell(" in s for s in sources))      # it is come to all the same


class Engine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Project(FILES)

    @classmethod
    def tearDownClass(cls):
        cls.project.folder.cleanup()

    def test_every_source_and_nothing_broken(self):
        answer = self.project.ask(SLUGIFY, lines=[15])
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")])
        self.assertEqual({c["origin"] for c in answer["candidates"]},
                         {"test", "doc", "call", "typed", "boundary", "mutated"})
        for c in answer["candidates"]:
            ast.parse(c["source"])
            self.assertIsNone(gen_program.fault(c["source"]), c["source"])
            self.assertIn("print(", c["source"])
        sources = [c["source"] for c in answer["candidates"]]
        self.assertEqual(len(sources), len(set(sources)))
        self.assertIn('from p import slugify\n\nprint(slugify("Hello World"))\n', sources)
        self.assertIn("from p import slugify\n\nprint(slugify('Read Me'))\n", sources)

    def test_brief_is_what_is_there_and_nothing_made_of_it(self):
        whole = self.project.ask(SLUGIFY, lines=[15], max=8)["stats"]
        answer = self.project.ask(SLUGIFY, lines=[15], max=8, brief=True)
        self.assertIn("made_mutated", whole)
        self.assertFalse({"made_mutated", "made_sequence", "made_receiver"} & set(answer["stats"]))
        self.assertEqual(len(answer["candidates"]), 8)
        self.assertIn("test", {c["origin"] for c in answer["candidates"]})

    def test_what_is_known_of_files_is_not_read_again(self):
        files = dict(FILES, **{"tests/test_far.py": "import far\n\n\ndef test_far():\n    assert far.off() == 1\n",
                               "tests/test_broken.py": "def test_(:\n"})
        for i in range(gen_rank.FEW):   # of what has nothing to do with a target a few are taken in any case
            files["tests/test_slug.py"] = files.get("tests/test_slug.py", "") + "\n\ndef test_%d():\n    assert slugify('%d')\n" % (i, i)
        project, read, real = Project(files), [], gen_text.source
        mined = {path: json.loads(json.dumps(gen_mine.facts(text))) for path, text in files.items() if path.endswith(".py")}
        self.assertEqual(mined["tests/test_broken.py"], {})
        mined["tests/test_broken.py"] = {"literals": 1}
        with project.folder, unittest.mock.patch.object(gen_text, "source", lambda path, text: read.append(path) or real(path, text)):
            plain = project.ask(SLUGIFY, lines=[15])
            self.assertIn("tests/test_far.py", read)
            del read[:]
            known = project.ask(SLUGIFY, lines=[15], mined=mined)
        self.assertEqual(plain["candidates"], known["candidates"])
        self.assertEqual([plain["stats"].get(k) for k in ("files_known", "files_mined")], [None, 6])
        self.assertEqual([known["stats"].get(k) for k in ("files_known", "files_mined")], [6, None])
        self.assertIn("tests/test_slug.py", read)
        self.assertNotIn("tests/test_far.py", read)

    def test_tests_that_the_change_touched_come_first(self):
        tests = "from p import Slug, slugify\n" + "".join("def test_%d():\n    slugify('of %d')\n    assert Slug('%d') == 1\n" % (i, i, i)
                                              for i in range(60)) + "def test_own():\n    assert Slug('own') == 1\n"
        project = Project(dict(FILES, **{"tests/test_slug.py": tests}))
        more = {"max": 20, "changed_tests": ["tests/test_slug.py"]}
        try:
            for touched, found in (([[182, 182]], 1), ([[183, 183]], 1), ([[184, 190]], 0), ([], 0)):
                more["changed_test_lines"] = {"tests/test_slug.py": touched}
                sources = [c["source"] for c in project.ask(SLUGIFY, **more)["candidates"] if c["origin"] == "test"]
                self.assertEqual(sum("'own'" in s for s in sources[:1]), found, touched)
        finally:
            project.folder.cleanup()

    def test_numbers_of_the_change_and_their_neighbours(self):
        sources = [c["source"] for c in self.project.ask(SLUGIFY, lines=[15])["candidates"]]
        for n in (2, 3, 4):
            self.assertTrue(any("limit=%d)" % n in s for s in sources), n)

    def test_same_seed_same_answer(self):
        first, second = self.project.ask(SLUGIFY), self.project.ask(SLUGIFY)
        self.assertEqual(first["candidates"], second["candidates"])

    def test_legality(self):
        rows = {c["source"]: c for c in self.project.ask(SLUGIFY)["candidates"]}
        self.assertEqual(rows['from p import slugify\n\nprint(slugify("Hello World"))\n']["legality"], "seen")
        none = [c for s, c in rows.items() if s.endswith("print(slugify(None))\n") and c["origin"] == "boundary"]
        self.assertEqual([c["legality"] for c in none], ["illegal"])

    def test_methods_get_a_receiver_the_project_makes(self):
        answer = self.project.ask(("p.slug", "Slug.make", "src/p/slug.py"))
        sources = [c["source"] for c in answer["candidates"] if c["origin"] == "typed"]
        self.assertIn('from p import Slug\n\nslug = Slug("A B", sep="_")\nprint(slug.make())\n', sources)

    def test_private_functions_are_reached_through_public_ones(self):
        for target in (("p._util", "_clean", "src/p/_util.py"), ("p.slug", "Slug._secret", "src/p/slug.py")):
            sources = [c["source"] for c in self.project.ask(target)["candidates"]]
            self.assertTrue(sources)
            self.assertFalse([s for s in sources if "_clean" in s or "_secret" in s or "_util" in s])
            word = "slugify(" if target[1] == "_clean" else ".peek()"
            self.assertTrue([s for s in sources if word in s], target)

    def test_operators_meet_an_equal_and_another(self):
        sources = [c["source"] for c in self.project.ask(("p.slug", "Slug.__eq__", "src/p/slug.py"))["candidates"]]
        self.assertIn('from p import Slug\n\nslug = Slug("A B", sep="_")\nprint(slug == Slug("A B", sep="_"))\n', sources)

    def test_max(self):
        answer = self.project.ask(SLUGIFY, max=7)
        self.assertEqual(len(answer["candidates"]), 7)
        self.assertGreater(len({c["origin"] for c in answer["candidates"]}), 1)

    def test_bad_requests(self):
        for request in ({}, {"targets": []}, {"targets": [{"module": "nobody", "qualname": "f", "file": "x.py"}]},
                        {"targets": ["x", None, {}], "root": "/nonexistent"},
                        {"targets": [{"module": "p", "qualname": "", "file": "p/__init__.py"}]}):
            answer = generate.handle(dict({"root": self.project.root, "budget_ms": 2000}, **request))
            self.assertIsInstance(answer["candidates"], list)

    def test_hostile_files(self):
        more = dict(FILES, **{"src/p/bad.py": "def f(:\n", "src/p/latin.py": b"x = '\xe9\xff'\n",
                              "tests/test_bad.py": "\0\0", "tests/test_deep.py": "x = " + "-" * 3000 + "1\n",
                              "docs/a.md": "```python\n" * 500, "src/p/big.py": "x = 1\n" * 200000})
        project = Project(more)
        self.assertTrue(project.ask(SLUGIFY)["candidates"])
        project.folder.cleanup()


    def test_iterators_are_shown_as_lists(self):
        lazy = ("import asyncio\n\n\ndef some(n: int):\n    yield n\n\n\ndef endless(n: int):\n    while True:\n        yield n\n"
                "\n\nasync def later(n: int):\n    return n\n")
        project = Project({"q.py": lazy})
        for name, text in (("some", "from q import some\n\nprint(list(some(3)))\n"),
                           ("endless", "from itertools import islice\nfrom q import endless\n\nprint(list(islice(endless(3), 20)))\n"),
                           ("later", "import asyncio\nfrom q import later\n\nprint(asyncio.run(later(3)))\n")):
            sources = [c["source"] for c in project.ask(("q", name, "q.py"))["candidates"]]
            self.assertIn(text, sources)
        project.folder.cleanup()

    def test_constants_are_reached_through_who_uses_them(self):
        sources = [c["source"] for c in self.project.ask(("p.slug", "", "src/p/slug.py"), lines=[5])["candidates"]]
        self.assertTrue([s for s in sources if "slugify(" in s])

    def test_a_pattern_in_a_table(self):
        """Of a module's own code no line is marked; a changed pattern's marks come beside the words of real texts."""
        code = "import re\n\nRULES = [\n    (r'[a-z]+(?=\\.)', 1),\n    ('x', 2),\n]\n\n\ndef scan(text):\n" \
               "    return [n for rule, n in RULES if re.match(rule, text)]\n\n\ndef other(text):\n    return text\n"
        tests = "from q import other, scan\n" + "".join(
            "def test_%d():\n    assert other('no %d') == 1\n" % (i, i) for i in range(30)) \
            + "def test_scan():\n    words = scan('select a from b')\n    assert words[0] == 1\n"
        project = Project({"q.py": code, "tests/test_q.py": tests})
        target = {"module": "q", "qualname": "", "file": "q.py", "lines": []}
        ask = lambda **more: [c["source"] for c in generate.handle(
            {"root": project.root, "targets": [dict(target, **more)], "max": 60, "seed": 1, "budget_ms": 20000})["candidates"]]
        self.assertIn('from q import scan\n\nwords = scan("select .a from b")\nprint(words[0])\n', ask(touched=[[4, 4]]))
        self.assertFalse([s for s in ask(touched=[[5, 5]]) if '"select .a' in s])
        self.assertGreater(len([s for s in ask(touched=[[4, 4]]) if "scan(" in s]), len([s for s in ask() if "scan(" in s]))
        project.folder.cleanup()

    def test_who_uses_a_changed_module_is_imported(self):
        project = Project({"p/__init__.py": "", "p/a.py": "def f(x):\n    return x\n", "p/_own.py": "from . import a\n",
                           "p/b.py": "try:\n    from .a import f\nexcept ImportError:\n    f = None\n", "p/c.py": "import os\n",
                           "p/d.py": "import p.a\n", "tests/test_a.py": "from p import a\n"})
        sources = [c["source"] for c in project.ask(("p.a", "f", "p/a.py"), api=[])["candidates"]]
        self.assertFalse([c for c in project.ask(("p.a", "f", "p/a.py"))["candidates"] if "__name__" in c["source"]])
        for name, wanted in (("a", True), ("b", True), ("d", True), ("c", False), ("_own", False), ("test_a", False)):
            self.assertEqual("from p import %s\n\nprint(%s.__name__)\n" % (name, name) in sources, wanted, name)
        project.folder.cleanup()

    def test_marks_of_patterns(self):
        marks = generate.gen_literals.pattern_marks
        self.assertEqual(marks([r"[A-Z]\w*(?=\s*\.)"]), ["."])
        self.assertEqual(marks([r"(--|//).*?$", r"\d[;,]"]), ["-", "/", ";", ","])
        self.assertEqual(marks(["a.b", "(", r"\w[", "a, b (c)", ""]), [])

    def test_texts_that_patterns_match(self):
        texts = generate.gen_literals.pattern_texts
        self.assertEqual(texts([r"-\d+(\.\d+)?|-\.\d+"])[:2], ["-1.1", "-.1"])
        self.assertEqual([texts([one])[:1] for one in (r",(?=\s*[}\]])", r"(?<=a)\d\.")], [[", }"], ["a1."]])
        self.assertIn("1 aaa 1111", texts([r"(?:\w{3}, )?(\d{1,2}) (\w{3}) (\d{4})"]))
        for pattern in (r"^[^@]+@[a-z0-9.]+$", r"(?P<a>x+)\s*=\s*(?:\"([^\"]*)\"|(\S+))", r"(a|b|c)\.d*?", r"[^\d]\.+"):
            found = texts([pattern])
            self.assertTrue(found)
            self.assertFalse([t for t in found if not re.search(pattern, t)], pattern)
        self.assertEqual(texts(["plain text", "(", r"\w[", "a, b (c)", "", r"(?:a{9999}\d)*b\d{999}"]), [])

    def test_programs_are_given_where_programs_run(self):
        code = "import subprocess\n\n\ndef edit(text=None, editor=None):\n    %s\n    return text, editor\n"
        for body, runs in (("subprocess.call([editor])", True), ("editor.open()", False)):
            project = Project({"q.py": code % body})
            sources = [c["source"] for c in project.ask(("q", "edit", "q.py"))["candidates"]]
            self.assertEqual('from q import edit\n\nprint(edit(editor="echo a"))\n' in sources, runs)
            project.folder.cleanup()


def shape(kind, *params):
    """A function's shape in the request's `api`; "a" is plain, "*a" and "**a" as Python means them."""
    kinds = {0: "positional_or_keyword", 1: "var_positional", 2: "var_keyword"}
    return {"kind": kind, "params": [{"name": p.lstrip("*"), "kind": kinds[p.count("*")], "optional": False} for p in params]}


class OtherSide(unittest.TestCase):
    API = [("slugify", shape("function", "text", "width"), shape("function", "text", "limit")),
           ("brand_new", shape("function"), None), ("gone", None, shape("function")),
           ("moved", shape("function"), None), ("old.moved", None, shape("function")),
           ("Slug", shape("class", "text", "sep"), shape("class", "text")),
           ("Slug.make", shape("method", "self", "upper"), shape("method", "self", "**more")),
           ("Slug.text", shape("property"), shape("method", "self")),
           ("Slug.size", shape("method", "self"), shape("property")), ("Slug.get", shape("method", "self"), None)]

    def setUp(self):
        self.rows = [{"module": "p.slug", "qualname": name, "here": here, "there": there} for name, here, there in self.API]

    def test_is_own(self):
        project = Project(FILES)
        self.addCleanup(project.folder.cleanup)
        engine = generate.Engine({"root": project.root, "targets": [dict(zip(("module", "qualname", "file"), SLUGIFY))]})
        engine.prepare()
        api = gen_api.Api(self.rows, engine.index)
        for text, own in (
                ("slugify('a', width=3)", True), ("slugify('a', limit=3)", False), ("slugify('a', 3)", False),
                ("slugify('a', 3, 4)", True), ("slugify(*a, 3, 4)", False), ("brand_new()", False),
                ("from p import brand_new", True), ("p.brand_new()", True), ("p.gone()", False), ("p.moved()", False),
                ("Slug('a', sep='-')", True), ("Slug('a', '-')", True), ("Slug('a')", False), ("s.make(upper=True)", False),
                ("s.text", True), ("s.text()", False), ("s.size()", True), ("s.size", False), ("d.get(1)", False), ("f(", False)):
            with self.subTest(text):
                self.assertEqual(api.is_own(text), own)
        for rows in (None, 3, [None, {}, {"qualname": 7}, {"qualname": "f", "here": {"params": [1]}, "there": {"params": 2}}]):
            self.assertFalse(gen_api.Api(rows, engine.index).is_own("f(a=1)"))

    def test_a_few_on_the_head_and_first_on_the_base(self):
        project = Project(FILES)
        self.addCleanup(project.folder.cleanup)
        own = lambda c: "width=" in c["source"] or "limit=" in c["source"]
        for first in (False, True):
            rows = [dict(r, here=shape("function", "text", "sep", "limit"), there=shape("function", "text", "sep", "width"))
                    for r in self.rows[:1]]
            found = project.ask(SLUGIFY, lines=[15], api=rows, own_first=first, max=40)["candidates"]
            self.assertEqual(len(found), 40)
            at = [i for i, c in enumerate(found) if own(c)]
            self.assertTrue(at)
            if first:
                self.assertEqual(at[:20], list(range(20)))
            else:
                self.assertLessEqual(len(at), 2)
                self.assertLess(at[0], 20)      # half of them may be all that is run

    def test_without_news_nothing_is_left_out(self):
        project = Project(FILES)
        self.addCleanup(project.folder.cleanup)
        # all of them: of one tree alone, which no `api` says, nothing is only imported
        plain, two = ([c for c in project.ask(SLUGIFY, max=2000, **more)["candidates"] if "__name__" not in c["source"]]
                      for more in ({}, {"api": []}))
        key = lambda c: c["source"]
        self.assertEqual(sorted(plain, key=key), sorted(two, key=key))


class Guidance(unittest.TestCase):
    class Session:
        points = [("/repo/p.py", 3)]

        def run(self, source, cover=False, **limit):
            reach = {"/repo/p.py": [3]} if "hit" in source else {}
            return {"status": "ok", "covered": reach, "stdout": source[:9], "exception": None}

    class Shared(Session):
        """What hangs has no answer in company."""

        def __init__(self):
            self.many, self.alone = [], []

        def run(self, source, cover=False, **limit):
            self.alone.append(source)
            return super().run(source, cover)

        def run_many(self, sources, cover=False):
            self.many.append(len(sources))
            if "gone" in sources:
                raise RuntimeError("the runner is gone")
            return [None if "hang" in s else Guidance.Session.run(self, s, cover) for s in sources]

    def test_some_share_a_process(self):
        """Each is told of as if it had been alone, and is alone where the others' process did not survive it, or did not too often."""
        guide = gen_guide.Guide(self.Shared())
        rows = [{"source": s, "near": 3} for s in ("miss", "hit 1", "hit and hang", "hit 2", "hit 1 too")]
        self.assertEqual([row["source"] for row in guide.run_all(rows)], ["hit 1"])
        self.assertEqual((guide.session.many, guide.session.alone, guide.stats["tried"]), ([5], ["hit and hang"], 5))
        self.assertEqual([len(row["reach"]) for row in rows], [0, 1, 1, 1, 1])
        for _ in range(gen_guide.SPOILT_MAX + 3):
            guide.run_all(rows[1:3])
        self.assertEqual(len(guide.session.many), gen_guide.SPOILT_MAX)
        guide.run_all(rows[:1])
        self.assertEqual(guide.session.alone[-1], "miss")

    def test_no_process_to_share(self):
        """Each is run by itself, and it is not asked for again and again."""
        guide = gen_guide.Guide(self.Shared())
        for _ in range(gen_guide.SPOILT_MAX + 3):
            guide.run_all([{"source": s, "near": 3} for s in ("gone", "hit")])
        self.assertEqual((len(guide.session.many), guide.session.alone[-2:]), (gen_guide.SPOILT_MAX, ["gone", "hit"]))

    def test_batches(self):
        rows, given = iter(range(100)), []
        for some in gen_guide.batches(rows, lambda: len(given) == 2):
            given.append(some)
        self.assertEqual([len(some) for some in given], [gen_guide.BATCH] * 2)
        self.assertEqual(next(rows), 2 * gen_guide.BATCH)       # nothing is taken that is not given
        self.assertEqual(list(gen_guide.batches([], lambda: False)), [])

    def test_what_reaches_comes_first(self):
        guide = gen_guide.Guide(self.Session())
        rows = [{"source": s, "near": 3} for s in ("miss", "hit 1", "hit 1 again", "untried", "near a hit")]
        rows[4]["hopeful"] = True
        for row in rows[:3]:
            guide.run(row)
        rows[2]["said"] = rows[1]["said"]
        self.assertEqual([[r["source"] for r in t] for t in guide.tiers(rows)],
                         [["hit 1"], ["near a hit"], ["hit 1 again"], ["untried"], ["miss"]])

    def test_what_the_change_asks_for_needs_no_try(self):
        guide = gen_guide.Guide(self.Session())
        guide.lines = {("/repo/p.py", 3)}
        rows = [{"source": str(i), "near": 1, "pile": "near", "reach": reach} for i, reach in enumerate((None, frozenset()))]
        self.assertEqual([[r["source"] for r in t] for t in guide.tiers(rows)], [["0"], [], [], [], []])

    def test_the_same_failure_gives_way(self):
        guide = gen_guide.Guide(self.Session())
        guide.lines = {("/repo/p.py", 3)}
        rows = [{"source": str(i), "near": 3, "reach": guide.lines, "said": i,
                 "way": (i, "exception", "ValueError", False, 9 if i < 20 else i)} for i in range(22)]
        own, _, known = guide.tiers(rows)[:3]
        self.assertEqual([r["source"] for r in own], [str(i) for i in range(gen_guide.FAILING_MAX)] + ["20", "21"])
        self.assertEqual(len(known), 20 - gen_guide.FAILING_MAX)

    def test_without_a_session_nothing_runs(self):
        guide = gen_guide.Guide(None)
        self.assertFalse(guide.active or guide.run({"source": "x"}))


REGISTRY = '''
OPS = {}


def op(key):
    return lambda f: OPS.setdefault(key, f)


@op("d")
def _double(value):
    return value * 2


@op("h")
def _half(value):
    return value / 2


def work(key, value):
    return OPS[key](value)
'''


QUOTES = '''
import re

ONE = re.compile(r"^'[^']*'$")
THREE = re.compile(r"^~~~[a-z]+~~~$")
UNUSED = re.compile(r"^no[0-9]+$")
DASHES = re.compile(r"^--+$")


def is_quoted(text, triple=True):
    return bool(ONE.match(text) or triple and THREE.match(text))


def is_line(text):
    return bool(DASHES.match(text))


class Other:
    def is_line(self, text):
        return bool(UNUSED.match(text))


def unquote(text, triple=True, *, strict=False, size=3):
    if not is_quoted(text) or Other().is_line(text):
        return text
    return text[1:-1]
'''


class LookedFor(unittest.TestCase):
    """Patterns that stand one call away, and switches beside what they match."""

    def setUp(self):
        project = Project({"p/__init__.py": "", "p/quotes.py": QUOTES})
        self.addCleanup(project.folder.cleanup)
        line = QUOTES[:QUOTES.index("    if not is_quoted")].count("\n") + 1
        self.answer = project.ask(("p.quotes", "unquote", "p/quotes.py"), lines=[line])
        self.made = [c["source"].split("\n")[-2 if c["source"].endswith("\n") else -1] for c in self.answer["candidates"]]

    def test_texts_that_a_called_function_looks_for(self):
        self.assertTrue([m for m in self.made if re.search(r"~~~[a-z]+~~~", m)], self.made)
        self.assertFalse([m for m in self.made if "no0" in m or "--" in m], "of a function whose name two have, or that is not called")

    def test_a_switch_is_turned_beside_them(self):
        self.assertTrue([m for m in self.made if re.search(r"~~~[a-z]+~~~.*triple=False", m)], self.made)
        self.assertTrue([m for m in self.made if re.search(r"~~~[a-z]+~~~.*strict=True", m)], self.made)
        self.assertFalse([m for m in self.made if "triple=False" in m and "triple=True" in m])


class Unlinked(unittest.TestCase):
    """What reaches a change although nothing in the source says so."""

    class Session:
        points = 1

        def run(self, source, cover=False, timeout_ms=0):
            return {"status": "ok", "covered": {"p/ops.py": [11]} if "work('d'," in source.replace('"', "'") else {}, "stdout": "",
                    "exception": None}

    def test_tests_that_do_not_speak_of_the_change_are_tried(self):
        tests = "from p.ops import work\n" + "".join(
            "\ndef test_%d():\n    assert work(%r, %d) is not None\n" % (i, "d" if i % 30 == 29 else "h", i) for i in range(90))
        project = Project({"p/__init__.py": "", "p/ops.py": REGISTRY, "tests/test_ops.py": tests})
        self.addCleanup(project.folder.cleanup)
        target = {"module": "p.ops", "qualname": "_double", "file": "p/ops.py", "lines": [11]}
        answer = generate.handle({"root": project.root, "targets": [target], "max": 200, "seed": 1, "budget_ms": 20000}, self.Session())
        found = [c["source"] for c in answer["candidates"] if c["origin"] == "test" and "'d'" in c["source"].replace('"', "'")]
        self.assertEqual(len(found), 3, answer["stats"])
        self.assertGreater(answer["stats"]["strays"], 40)

    def test_names_that_are_put_together(self):
        for how, called in (("getattr(self, f'on_{kind}')", True), ("getattr(self, 'on_' + kind)", True),
                            ("getattr(self, 'on_%s' % kind)", True), ("getattr(self, 'on_{}'.format(kind))", True),
                            ("getattr(self, 'on_open')", True), ("getattr(self, f'{kind}_open')", True), ("getattr(self, kind + '_open')", True),
                            ("getattr(self, '%s_open' % kind)", True), ("getattr(self, kind + 'open')", False), ("getattr(self, 'on_o' + kind)", False), ("getattr(self, '_open')", False), ("getattr(self, 'on_')", False), ("self.table['on_' + kind]", False), ("getattr(self, 'off_' + kind)", False)):
            text = "class Door:\n    def on_open(self):\n        return 1\n\n    def tell(self, kind):\n        return %s()\n" % how
            project = Project({"p/__init__.py": "", "p/door.py": text})
            self.addCleanup(project.folder.cleanup)
            engine = generate.Engine({"root": project.root, "targets": [
                {"module": "p.door", "qualname": "Door.on_open", "file": "p/door.py", "lines": [3]}]})
            engine.prepare()
            self.assertEqual(engine.relatives[0].get("tell"), 1 if called else None, how)

    def test_a_name_that_ends_in_a_text(self):
        text = "def mark_handler():\n    return 1\n\n\ndef call(module, kind):\n    return getattr(module, kind + '_handler')()\n"
        project = Project({"p/__init__.py": "", "p/door.py": text})
        self.addCleanup(project.folder.cleanup)
        engine = generate.Engine({"root": project.root, "targets": [
            {"module": "p.door", "qualname": "mark_handler", "file": "p/door.py", "lines": [2]}]})
        engine.prepare()
        self.assertEqual(engine.relatives[0].get("call"), 1)


class Parts(unittest.TestCase):
    def test_kinds(self):
        rows = [
            ("def f(x: int): pass", ["int"], True), ("def f(x: 'Optional[str]'): pass", ["str", "None"], True),
            ("def f(x: int | None = None): pass", ["int", "None"], True), ("def f(x=1.5): pass", ["float"], True),
            ("def f(x):\n '''\n :param int x: n\n '''", ["int"], True),
            ("def f(x):\n '''\n Args:\n     x (str): n\n '''", ["str"], True),
            ("def f(x):\n '''\n Parameters\n ----------\n x : bool\n '''", ["bool"], True),
            ("def f(x):\n return x.lower()", ["str"], False), ("def f(x):\n for i in x: pass", ["iterable"], False),
            ("def f(iterable): pass", ["iterable"], False), ("def f(x): pass", ["object"], False),
            ("def f(x: int or str): pass", ["int", "str"], True), ("def f(x: 'int or None or str'): pass", ["int", "None", "str"], True),
            ("def f(x: Literal['a', 'b']): pass", ["str"], True), ("def f(x: t.Iterable[int]): pass", ["iterable"], True),
        ]
        for text, kinds, sure in rows:
            with self.subTest(text):
                src = gen_env.gen_text.source("m.py", text)
                func = gen_index.ModuleInfo("m", src).functions["f"]
                found = gen_values.kinds_of(func.params[0], func, [], {})
                self.assertEqual((found.kinds, found.sure), (kinds, sure))

    def test_constants_by_default(self):
        """What stands beside a constant is what else may be given; other texts are nothing that anybody is seen to pass."""
        for head, wanted in (('LOW, HIGH = "low", "high"\n', ["'low'", "'high'"]), ('LOW = "low"\nHIGH = "high"\n\nOTHER = "x"\n', ["'low'", "'high'"]), ('LOW = "low"\nSIZE = 3\n', ["'low'"]),
                             ("LOW = 1\nHIGH = 2\n", ["1", "2"]), ("LOW = make()\nHIGH = 'x'\n", []), ('A = "x"\n\nLOW = "low"\n', ["'low'"]), ("import x\n", [])):
            info = gen_index.ModuleInfo("m", gen_env.gen_text.source("m.py", head + "\n\ndef f(x=LOW):\n    return x.y\n"))
            func = info.functions["f"]
            found = gen_values.kinds_of(func.params[0], func, [], {})
            self.assertEqual((found.values, found.sure), (wanted, bool(wanted)), head)
        project = Project({"s.py": 'LOW, HIGH = "low", "high"\n\n\ndef f(x=LOW):\n    return x.y\n'})
        rows = {c["source"].split("\n")[-2]: c["legality"] for c in project.ask(("s", "f", "s.py"))["candidates"]}
        project.folder.cleanup()
        self.assertEqual(rows.get("print(f(x='high'))", rows.get("print(f('high'))")), "plausible", rows)
        self.assertEqual({how for line, how in rows.items() if "hello world" in line}, {"unknown"}, rows)

    def test_every_value_is_an_expression(self):
        for kind, groups in gen_values.VALUES.items():
            for text in groups[0] + groups[1]:
                with self.subTest(kind=kind, text=text):
                    ast.parse(text, mode="eval")

    def test_types_that_docstrings_say(self):
        for doc, expected in ((":type aa: int", ["int"]), (":param aa: x\n:param  int | None  aa : x", ["int", "None"]),
                              (":param str bb: x :param aa: int", []), ("Args:\n  \t*aa (str): x", ["str"]),
                              ("x\n   aa : float\n", ["float"]), ("", [])):
            with self.subTest(doc):
                self.assertEqual(gen_values._documented("aa", doc, ()), expected)
        for blank in ("\n", " ", "\t", " \n", ":param ", ":param x ", "aa\n", ":type "):
            with self.subTest(blank):
                start = time.process_time()
                self.assertEqual(gen_values._documented("aa", ":param" + blank * 30000 + "y", ()), [])
                self.assertLess(time.process_time() - start, 1)

    def test_many_files_in_one_folder_do_not_hide_the_others(self):
        with tempfile.TemporaryDirectory() as root:
            for path in [f"data/f{i:02}.py" for i in range(20)] + ["README.md", "pk/__init__.py", "tests/test_pk.py"]:
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8"):
                    pass
            every = gen_index.walk(root)
            self.assertEqual(len(every), 23)
            with unittest.mock.patch.object(gen_index, "FILES_MAX", 7):
                self.assertEqual(gen_index.walk(root), ["README.md", "data/f00.py", "data/f01.py", "data/f02.py", "data/f03.py",
                                                        "pk/__init__.py", "tests/test_pk.py"])

    def test_bases_that_name_each_other(self):
        names = ["C%d" % i for i in range(12)]
        text = "".join("class %s(%s):\n    pass\n" % (n, ", ".join(m for m in names if m != n)) for n in names)
        text += "class B(C1): pass\nclass A(B, D): pass\nclass D: pass\n"
        index = gen_index.Index(gen_env.Files(lambda path: text, set()), ["p.py"], [""], lambda: False)
        self.assertEqual([c.name for c in index.lineage(index.find_class("A"))],
                         ["A", "B", "C1", "C0"] + names[2:] + ["D"])
        self.assertEqual({c.name for c in index.subclasses(index.find_class("C1"))}, set(names + ["A", "B"]) - {"C1"})
        many = "class K0: pass\n" + "".join("class K%d(K%d): pass\n" % (i + 1, i) for i in range(2000))
        index = gen_index.Index(gen_env.Files(lambda path: many, set()), ["p.py"], [""], lambda: False)
        self.assertEqual(len(index.subclasses(index.find_class("K0"))), gen_index.LINEAGE_MAX - 1)

    def test_changed_literals_that_are_none(self):
        self.assertEqual(gen_literals.near_change(None, (), ["3", "{[1]}", "{{}}"]), ([3], ["{[1]}", "{{}}"]))

    def test_numbers_beyond_floats(self):
        for number in ("7" * 400, "0x" + "f" * 4000):
            known = gen_mutate.Known(([int(number, 0)], []))
            for call in ("f(%s)" % number, "f(2)", "f(1e999)"):
                for new, _ in gen_mutate.variants("from p import f\n\nprint(%s)\n" % call, known, random.Random(1)):
                    ast.parse(new)
        texts = [new for new, _ in gen_mutate.variants("print(f(%s))\n" % ("7" * 400), gen_mutate.Known(), random.Random(1))]
        self.assertIn("print(f(%s8))\n" % ("7" * 399), texts)

    def test_where_there_is_not_room_for_all(self):
        """The literals of a program's own classes come last then."""
        for n, wanted in ((2, True), (gen_mutate.PLACES_MAX, False)):
            text = "class A:\n%s\n\nprint(f([b], 77))\n" % "".join("    x%d = 5\n" % k for k in range(n))
            found = [new for new, _ in gen_mutate.variants(text, gen_mutate.Known(), random.Random(1))]
            self.assertTrue([new for new in found if "f([], 77)" in new], n)
            self.assertEqual(any("x%d = 5\n" % (n - 1) not in new for new in found), wanted, n)

    def test_classes_that_know_their_heirs(self):
        text = "class A:\n    def __init_subclass__(cls):\n        pass\n\n\nclass B(A):\n    pass\n\n\nclass C:\n    pass\n\n\ndef every():\n    return C.__subclasses__()\n\n\n" \
               "class D(C):\n    pass\n\n\nclass Meta(type):\n    pass\n\n\nclass E(metaclass=Meta):\n    pass\n\n\nclass F(metaclass=ABCMeta):\n    pass\n\n\nclass G:\n    pass\n" \
               "\n\nclass H:\n    @classmethod\n    def every(cls):\n        return cls.__subclasses__()\n\n\nclass I:\n    def every(self):\n        return type(self).__subclasses__()\n\n\nclass J(I):\n    pass\n"
        index = gen_index.Index(gen_env.Files(lambda path: text, set()), ["p.py"], [""], lambda: False)
        self.assertEqual(sorted(index.registering()), list("ABCDEHIJ"))

    def test_mutants_parse_and_leave_imports_alone(self):
        text = 'from p import f\n\n\ndef g():\n    """doc"""\n    return 1\n\n\nprint(f("2020-01-02", [1, 2], k=True, d={"a": None}))\n'
        known = gen_mutate.Known(([7], ["x"]), {"0-0-0": ["1999-12-31"]}, {"f": [("z", "0")]})
        found = gen_mutate.variants(text, known, random.Random(1))
        self.assertGreater(len(found), 20)
        for new, _ in found:
            ast.parse(new)
            self.assertTrue(new.startswith("from p import f\n"))
            self.assertIn('"""doc"""', new)
        texts = "".join(new for seed in range(9) for new, _ in gen_mutate.variants(text, known, random.Random(seed)))
        for part in ("1999-12-31", "z=0", "k=False", "[2, 1]", '""', "[]"):
            self.assertIn(part, texts)

    def test_a_text_is_tried_as_another_type(self):
        texts = [new for new, _ in gen_mutate.variants('f("2020-01-02")\n', gen_mutate.Known(([7], ["x", "y"])), random.Random(1))]
        self.assertEqual(len(texts), gen_mutate.EACH_MAX)
        for part in ("f(None)", 'f("2020-01-02".encode())', "f(0)"):
            self.assertIn(part + "\n", texts)

    def test_none_among_others_is_another_kind(self):
        for text, same in (("f([1, 2])\n", False), ("f([1, None])\n", True)):
            rows = [row for seed in range(20) for row in gen_mutate.variants(text, gen_mutate.Known(), random.Random(seed))]
            found = {kind for new, kind in rows if new.startswith("f([None, 1, ")}
            self.assertEqual(found, {same}, text)
            self.assertEqual({kind for new, kind in rows if new.startswith("f([])")}, {True})

    def test_what_is_sure_does_not_depend_on_the_lot(self):
        for text, known, wanted in (
                ('f("a b")', gen_mutate.Known(), ["a  b", "A B", ""]),
                ('f("{{ a }}")', gen_mutate.Known(), ["{{ a }} {{ a }}"]),
                ('f("1,25")', gen_mutate.Known(), ["1,250"]),
                ('f("1 day")', gen_mutate.Known(((), ["DAY", "MONTH", "YEAR", "HOUR"])), ["1 hour", "1 year"]),
                ('f("abcd")', gen_mutate.Known(marks="&<"), ["ab&<cd"])):
            for seed in range(5):
                with self.subTest(text=text, seed=seed):
                    found = [new for new, _ in gen_mutate.variants(text + "\n", known, random.Random(seed))][:10]
                    for one in wanted:
                        self.assertIn('f("%s")\n' % one, found)
                    for asked in ("print(f(x))\n", "y = f(x)\nz = y.z[0]\nprint(z.a)\n"):
                        behind = 'x = ' + text[2:-1] + '\n' + asked
                        found = [new for new, _ in gen_mutate.variants(behind, known, random.Random(seed))][:12]
                        self.assertIn('x = "%s"\n%s' % (wanted[0], asked), found)
        for seed in range(5):
            found = [new for new, _ in gen_mutate.variants('print(f("a").startswith("b c"))\n', gen_mutate.Known(), random.Random(seed))][:10]
            self.assertIn('print(f("a"))\n', found)
        for seed in range(5):
            text = 'p = P(["do a.b", "no c.d"])\nprint(p.f("x.y"))\n'
            found = [new for new, _ in gen_mutate.variants(text, gen_mutate.Known(), random.Random(seed))][:12]
            self.assertTrue(any('f("a.b")' in new for new in found) and any('f("c.d")' in new for new in found))

    def test_decimals(self):
        for text, wanted in (("1,25", ["1,250", "1,2", "1,2500"]), ("1.234,5 EUR", ["1.234,500 EUR", "1.234,50 EUR", "1.234,5000 EUR"]),
                             ("125", []), ("a.b", [])):
            self.assertEqual(gen_mutate._decimals(text), wanted)

    def test_deadline(self):
        now = {"clock": 10.0, "work": 3.0}
        deadline = generate.Deadline(1000, lambda: now["clock"], lambda: now["work"])
        for clock, work, share, passed in ((10, 3, 1, False), (11.2, 3.5, 1, False), (10.9, 4.1, 1, True),
                                           (14.1, 3.1, 1, True), (13.9, 3.1, 1, False), (10.5, 3.6, 0.5, True), (10.7, 3.4, 0.5, False)):
            with self.subTest(clock=clock, work=work, share=share):
                now.update(clock=clock, work=work)
                self.assertEqual(deadline.passed(share), passed)

    def test_keywords_of_the_change_come_first(self):
        many = ", ".join("size%d=%d" % (i, i) for i in range(9))
        code = "class Option:\n    def __init__(self, *names, %s, deprecated=None, note=''):\n" % many + \
               "        deprecated_text = str(deprecated)\n        if deprecated:\n            note = note + deprecated_text\n"
        project = Project({"o.py": code})
        self.addCleanup(project.folder.cleanup)
        engine = generate.Engine({"root": project.root, "targets": [
            {"module": "o", "qualname": "Option.__init__", "file": "o.py", "lines": [5]}]})
        engine.prepare()
        engine.read_literals()
        maker = generate.Maker(engine.index, engine.literals, engine.near, engine.rng)
        names = [name for name, _ in gen_keywords.of(engine.targets, engine.index, maker, engine.changed_words())["Option"]]
        self.assertEqual(list(dict.fromkeys(names))[:3], ["note", "deprecated", "size0"])
        # of the others each has its turn before one has its second
        self.assertEqual(names[names.index("size0"):][:9], ["size%d" % i for i in range(9)])

    def test_names(self):
        rows = [("Slug", "slug"), ("NumericRange", "numeric_range"), ("URL", "url"), ("List", "obj"), ("numeric_range", "obj")]
        for name, expected in rows:
            self.assertEqual(gen_typed.variable(name), expected)

    def test_subscripts(self):
        for text, expected in (("slice(1, 3)", "1:3"), ("slice(None, None, -1)", "::-1"), ("slice(2)", ":2"), ("5", "5")):
            self.assertEqual(gen_typed.subscript(text), expected)

    def test_fair_cut(self):
        rows = [{"source": "%s%s%d" % (o, t, i), "origin": o, "target": t, "near": 3, "rank": 3, "deep": i,
                 "legality": "seen", "where": "f.py:%d" % i} for o in ("test", "boundary") for t in "ab" for i in range(50)]
        kept = gen_rank.order(rows, 20)
        self.assertEqual(len(kept), 20)
        self.assertEqual({(c["origin"], c["target"]) for c in kept},
                         {("test", "a"), ("test", "b"), ("boundary", "a"), ("boundary", "b")})

    def test_new_names_get_room_where_little_else_reaches_the_change(self):
        def rows(kind, n, reach):
            return [{"source": "%s%d" % (kind, i), "origin": "typed", "target": "t", "near": 3, "rank": 3, "deep": i, "own": kind == "own",
                     "legality": "seen", "where": "%s:%d" % (kind, i), "reach": frozenset(reach), "way": (kind, "ok", None, i), "said": (kind, i)}
                    for i in range(n)]

        for reaching, wanted in ((0, 20), (10, 20), (20, 2), (60, 2)):
            engine = generate.Engine({"root": "/nowhere", "max": 40})
            engine.guide.active, engine.guide.lines = True, {("f.py", 1)}
            engine.found = rows("both", reaching, engine.guide.lines) + rows("missed", 60, ()) + rows("own", 60, engine.guide.lines)
            chosen = [c["source"] for c in engine.choose()]
            self.assertEqual(len(chosen), 40)
            self.assertEqual(sum(c.startswith("own") for c in chosen), wanted, reaching)
            # half of them may be all that is run
            self.assertEqual(sum(c.startswith("own") for c in chosen[:20]), wanted // 2, reaching)

    def test_one_place_does_not_take_all(self):
        rows = [{"source": "%s%d" % (where, i), "origin": "mutated", "target": "t", "near": 3, "rank": rank, "deep": 1,
                 "legality": "seen", "where": where} for where, rank in (("best", 3.4), ("good", 3.2), ("far", 1.0))
                for i in range(100)]
        kept = [c["where"] for c in gen_rank.order(rows, 60)]
        self.assertEqual(kept[:2], ["best", "best"])
        self.assertGreaterEqual(kept.count("best"), kept.count("good"))
        self.assertGreaterEqual(kept.count("good"), 20)     # and not only what the best left
        self.assertLess(kept.count("far"), 10)              # but what is far from the change waits


if __name__ == "__main__":
    unittest.main()
