"""Programs of several steps, and what literals turn into. Run by plain unittest."""
import ast
import datetime
import random
import re
import types
import unittest
import unittest.mock

from test_gen_engine import Project, gen_mutate, gen_program, generate

import gen_index
import gen_literals
import gen_sequence
import gen_text

SHELF = '''
class Shelf:
    def __init__(self, size=3):
        self._size, self._rows = size, {}

    def put(self, key, row=1):
        self._rows[key] = row

    def get(self, key, default=None):
        return self._rows.get(key, default)

    def drop(self, key):
        self._forget(key)

    def _forget(self, key):
        del self._rows[key]

    def rows(self):
        return self._rows

    @property
    def size(self):
        return self._size

    def __str__(self):
        return "a shelf"

    def like(self):
        return self

    def __len__(self):
        return len(self._rows)


def merge(one: list, other: list):
    one.extend(other)
    return one


def once(text: str):
    return text.upper()


def rate(base, to="EUR"):
    return base, to


def shelf_of(keys):
    shelf = Shelf()
    for key in keys:
        shelf.put(key)
    return shelf
'''
TEST = '''
from s import Shelf, shelf_of


def test_put():
    shelf = Shelf(2)
    shelf.put("a", 7)
    shelf.put("b")
    assert shelf.get("a") == 7
    assert shelf.get("z", 0) == 0


def test_made():
    shelf = shelf_of(["k"])
    assert len(shelf.rows()) == 1
'''


class Session:
    """Runs candidates in this process, as a runner's session would in a fork."""
    points = [("s.py", 1)]

    def __init__(self, code=SHELF):
        self.scope = {}
        exec(code, self.scope)  # noqa: S102 - our own text, above

    def run(self, source, **_):
        out = []
        scope = dict(self.scope, print=lambda *a: out.append(" ".join(str(x) for x in a)))
        body = "\n".join(line for line in source.split("\n") if not line.startswith(("from s ", "import s")))
        try:
            exec(body, scope)  # noqa: S102
        except Exception as e:
            return {"status": "exception", "stdout": "\n".join(out), "covered": {"s.py": [1]},
                    "exception": {"type": type(e).__name__, "message": str(e), "frames": []}}
        return {"status": "ok", "stdout": "\n".join(out), "covered": {"s.py": [1]}, "exception": None}


class OnShelf(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.project = Project({"s.py": SHELF, "tests/test_s.py": TEST})

    @classmethod
    def tearDownClass(cls):
        cls.project.folder.cleanup()

    def ask(self, qualname, session=None, **more):
        request = {"root": self.project.root, "max": 400, "seed": 1, "budget_ms": 20000,
                   "targets": [{"module": "s", "qualname": qualname, "file": "s.py", "lines": [1]}]}
        answer = generate.handle(dict(request, **more), session)
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")])
        for c in answer["candidates"]:
            self.assertIsNone(gen_program.fault(c["source"]), c["source"])
        return [c["source"] for c in answer["candidates"]]

    def test_results_are_handed_on(self):
        self.has(self.ask("once", Session()), "print(rate(once(")
        self.assertFalse([c for c in self.ask("once", Session()) if "shelf_of(shelf_of(" in c or "merge(once(" in c])
        both = [{"module": "s", "qualname": q, "file": "s.py", "lines": [1]} for q in ("once", "rate")]
        self.assertFalse([c for c in self.ask("once", Session(), targets=both) if "rate(once(" in c])

    def has(self, sources, *parts):
        """Is there a program in which the parts stand one after the other?"""
        def inside(text):
            at = 0
            for part in parts:
                at = text.find(part, at)
                if at < 0:
                    return False
                at += len(part)
            return True
        self.assertTrue(any(inside(s) for s in sources), parts)

    def test_calls_around_the_changed_method(self):
        sources = self.ask("Shelf.get")
        self.has(sources, 'shelf = Shelf(2)', 'shelf.put("a", row=7)\n', 'print(shelf.get("a"', 'print(len(shelf))\n')
        self.has(sources, "print(shelf.get(", "shelf.put(", "print(shelf.get(", "print(shelf.rows())", "print(shelf.size)")

    def test_a_changing_method_is_called_again(self):
        sources = self.ask("Shelf.put")
        self.has(sources, 'shelf.put("a", row=7)\nshelf.put("b")\n', "print(shelf.rows())")
        self.has(sources, 'shelf.put("a", row=7)\nshelf.put("a", row=7)\n')

    def test_functions_get_the_same_object_again(self):
        sources = self.ask("merge")
        self.has(sources, "one = [3, 1, 2]\n", "print(merge(one, other))\nprint(merge(one, other))\nprint(one)\nprint(other)\n")
        self.has(sources, "same = [3, 1, 2]\nprint(merge(same, same))\nprint(same)\n")
        self.has(self.ask("once"), 'print(once(once("')

    def test_objects_that_tests_make(self):
        self.has(self.ask("Shelf.rows"), 'shelf = shelf_of(["k"])\nprint(shelf.rows())\n')

    def test_what_is_set_is_stored(self):
        code = "class Wish:\n    def __init__(self, text):\n        self._loose = None\n\n    @property\n    def loose(self):\n" \
               "        return self._loose\n\n    @loose.setter\n    def loose(self, value: bool):\n        self._loose = value\n\n\n" \
               "class Note:\n    def __init__(self, text: str):\n        self.text, self._own = text, 1\n        self.wish = Wish(text)\n\n" \
               "    def __getstate__(self):\n        return self.text\n\n    def __copy__(self):\n        return self\n"
        project = Project({"s.py": code})
        ask = lambda name: [c["source"] for c in project.ask(("s", name, "s.py"))["candidates"]]
        stored, copied = ask("Note.__getstate__"), ask("Note.__copy__")
        self.has(stored, "import pickle\n", "note = Note(", "note.wish.loose = True\nprint(pickle.loads(pickle.dumps(note)).wish.loose)\n")
        self.has(stored, "note = Note(", "print(copy.copy(note))\n")
        self.has(copied, "note.wish.loose = True\nprint(copy.copy(note).wish.loose)\n")
        self.assertFalse([s for s in copied if "pickle" in s] + [s for s in stored + copied if "_own" in s])
        project.folder.cleanup()

    def test_what_an_object_holds_is_stored(self):
        """Where its constructor keeps another thing than before: not all that is kept can be stored."""
        code = "class Note:\n    def __init__(self, text: str):\n        self.text = text\n        self._lock = lock()\n"
        target = {"module": "s", "qualname": "Note.__init__", "file": "s.py", "lines": [4]}
        for other, wanted in (("        self._lock = lock()\n", ""), ("lock()", "Lock()"), ("_lock", "_held"), ("lock()", "self.text._new"), ("self._lock =", "text._new =")):
            project = Project({"s.py": code})
            before = code.replace(other, wanted).split(":\n", 1)[1]
            request = {"root": project.root, "max": 50, "seed": 1, "budget_ms": 20000, "targets": [dict(target, other=before)]}
            found = [c["source"] for c in generate.handle(request)["candidates"]]
            project.folder.cleanup()
            for way in ("print(pickle.loads(pickle.dumps(note)))", "print(copy.deepcopy(note))"):
                self.assertEqual(any(way in s for s in found), "_lock" in other, (other, way))
        answer = generate.handle({"root": self.project.root, "max": 50, "seed": 1, "budget_ms": 20000, "targets": [{"module": "s", "qualname": "Shelf.__init__", "file": "s.py", "lines": [4]}]})
        self.assertFalse([key for key in answer["stats"] if key.startswith("failed_")])     # the other side is not known

    def test_results_are_changed_and_looked_at_again(self):
        sources = self.ask("Shelf.rows", Session())
        self.has(sources, "result = shelf.rows()\nresult[None] = None\nprint(shelf.rows())\n")
        self.has(sources, "print(shelf.rows())\nprint(shelf.rows())\n")

    def test_old_results_are_not_changed(self):
        sources = self.ask("Shelf.rows", Session(), own_first=True)
        self.has(sources, "print(shelf.rows())\nprint(shelf.rows())\n")
        self.assertFalse([s for s in sources if "result" in s])

    def test_objects_with_a_text_of_their_own_are_changed_too(self):
        sources = self.ask("Shelf.like", Session())
        self.has(sources, 'result = shelf.like()\nresult.put("a", row=7)\nprint(shelf.like())\nprint(shelf.rows())\n')

    def test_what_was_handed_over_is_changed(self):
        sources = self.ask("shelf_of", Session())
        self.has(sources, 'given = ["k"]\nshelf = shelf_of(given)\ngiven.append(None)\nprint(')

    def test_what_was_handed_over_is_looked_at_again(self):
        self.has(self.ask("shelf_of", Session()), 'given = ["k"]\nshelf = shelf_of(given)\nprint(', ")\nprint(given)\n")

    def test_values_that_only_look_like_literals(self):
        project, own = Project({"s.py": SHELF, "tests/test_s.py": """
from datetime import date
from s import once, shelf_of

def test_dates():
    shelf = shelf_of([date(2020, 1, 1), date(2020, 1, 2)])
    assert shelf.rows() == {}

def test_template():
    assert once("{{}}") == "{{}}"

def test_list():
    assert once("{[1]}") == "{[1]}"
"""}), self.project
        self.addCleanup(setattr, self, "project", own)
        self.addCleanup(project.folder.cleanup)
        self.project = project
        self.has(self.ask("shelf_of", Session()), "date(2020, 1, 1)", "print(shelf.rows())\nprint(shelf.rows())\n")
        self.has(self.ask("once", Session()), 'print(once("{{}}"))\nprint(once("{{}}"))\n')
        self.has(self.ask("once", Session()), 'print(once("{[1]}"))\nprint(once("{[1]}"))\n')

    def test_a_source_that_fails_takes_nothing_of_the_others_with_it(self):
        request = {"root": self.project.root, "max": 400, "seed": 1, "budget_ms": 20000,
                   "targets": [{"module": "s", "qualname": "Shelf.get", "file": "s.py", "lines": [1]}]}
        with unittest.mock.patch.object(gen_sequence.Sequences, "of_result", side_effect=KeyError("odd")):
            answer = generate.handle(request, Session())
        self.assertEqual(answer["stats"].get("failed_from_results"), 1)
        self.assertLess({"test", "mutated"}, {c["origin"] for c in answer["candidates"]})
        with unittest.mock.patch.object(generate.Engine, "_literals_of", side_effect=KeyError("odd")):
            answer = generate.handle(request, Session())
        self.assertEqual(answer["stats"].get("failed_read_literals"), 1)
        self.assertLess({"test", "mutated"}, {c["origin"] for c in answer["candidates"]})

    def test_different_calls_in_a_row(self):
        sources = self.ask("rate")
        calls = [re.findall(r"print\(rate\((.*)\)\)\n", s) for s in sources]
        self.assertTrue([c for c in calls if len(c) > 2 and c[0] == c[-1] and len(set(c)) == len(c) - 1])

    def test_same_seed_same_sequences(self):
        self.assertEqual(self.ask("Shelf.get"), self.ask("Shelf.get"))

    def test_doers(self):
        engine = generate.Engine({"root": self.project.root, "targets": [
            {"module": "s", "qualname": "Shelf.get", "file": "s.py"}]})
        engine.prepare()
        methods = engine.index.find_class("Shelf").methods
        self.assertEqual([name for name in sorted(methods) if gen_sequence.is_doer(methods[name], methods)],
                         ["__init__", "_forget", "drop", "put"])


class Results(unittest.TestCase):
    def changes(self, said):
        class Nothing:
            index = type("Index", (), {"find_class": staticmethod(lambda name: None)})
            rng = None
        return gen_sequence.Sequences(Nothing).of_result("from p import f\n\nx = [1]\nprint(f(x))\n", said)

    def test_by_what_was_shown(self):
        again = "from p import f\n\nx = [1]\nprint(f(x))\nprint(f(x))\nprint(x)\n"
        for said, statements in ((None, []), ("[]", ["result.append(None)"]), ("[1]", ["result.append(None)", "result.clear()"]),
                                 ("({1: []}, 2)", ["result[0][None] = None", "result[0].clear()"]), ("{3}", ["result.add(None)"]),
                                 ("{'a': [1]}", ["result[None] = None", "result.clear()", "result['a'].append(None)"]),
                                 ("3", []), ("<odd", []), ("", []), ("(" * 500, [])):
            with self.subTest(said):
                self.assertEqual(self.changes(said), [again] + [
                    "from p import f\n\nx = [1]\nresult = f(x)\n%s\nprint(f(x))\nprint(x)\n" % s for s in statements])

    def test_what_is_handed_over(self):
        index = type("Index", (), {"find_class": staticmethod(lambda name: None)})
        sequences = gen_sequence.Sequences(type("M", (), {"index": index, "rng": None}))
        handed = lambda text: [t for t in sequences.of_result(text, "3") if t.endswith("print(given)\n")]
        for text, wanted in (
                ("from p import f\n\nprint(f([[1], 2], 3))\n", ["from p import f\ngiven = [[1], 2]\nprint(f(given, 3))\nprint(given)\n"]),
                ("x = f({1: []})\nprint(x.rows(at=[4]))\n", ["given = {1: []}\nx = f(given)\nprint(x.rows(at=[4]))\nprint(given)\n",
                                                         "x = f({1: []})\ngiven = [4]\nprint(x.rows(at=given))\nprint(given)\n"]),
                ("print(len([f(1)]))\n", []), ("print(f((1, 2)))\n", []), ("print(f([g(1)]))\n", [])):
            with self.subTest(text):
                self.assertEqual(handed(text), wanted)

    def test_what_any_object_is_asked(self):
        tag = gen_index.ModuleInfo("m", gen_text.source("m.py", "class Tag:\n    pass\n")).classes["Tag"]

        class Some:
            index = type("Index", (), {"find_class": staticmethod(lambda name: tag if name == "Tag" else None), "lineage": staticmethod(lambda cls: [tag])})
            rng = None
        sequences = gen_sequence.Sequences(Some)
        text = "from p import f\n\nx = [1]\nprint(f(x))\n"
        self.assertEqual(sequences.of_object(text, "1\nTag(a=[])\n"), ("Tag", [
            "from p import f\n\nx = [1]\nprint(f(x) in {f(x)})\n",
            "import copy\nfrom p import f\n\nx = [1]\nprint(copy.deepcopy(f(x)))\n",
            "import pickle\nfrom p import f\n\nx = [1]\nprint(pickle.loads(pickle.dumps(f(x))))\n"]))
        for said, source in (("Other()", text), ("3", text), ("", text), ("Tag()", "x = 1\n"), ("Tag()", "f("),
                             ("Tag()", "import copy\nprint(copy.copy(f()))\n")):
            with self.subTest(said=said, source=source):
                self.assertIsNone(sequences.of_object(source, said))

    def test_what_a_text_of_its_own_does_not_show(self):
        text = ("class Node:\n    def __init__(self, line, at):\n        self.line = line\n        self._at = at\n        self.at.x = at\n\n\n"
                "class Token(Node):\n    def __init__(self, kind):\n        super().__init__(1, 2)\n        self.kind = kind\n        self.line = 3\n%s\n")
        own = "    def __repr__(self):\n        return 'Token'\n"
        for more, wanted in ((own, "result = f(1)\nprint(result.line)\nprint(result.kind)\n"), ("", None)):
            module = gen_index.ModuleInfo("m", gen_text.source("m.py", text % more))
            index = type("Index", (), {"find_class": staticmethod(module.classes.get), "lineage": staticmethod(lambda cls: [cls, module.classes["Node"]])})
            sequences = gen_sequence.Sequences(type("M", (), {"index": index, "rng": None}))
            for said in ("<Token x>", "<p.m.Token object>", "Token(1)", "Token: 1"):
                _, programs = sequences.of_object("from p import f\n\nprint(f(1))\n", said)
                self.assertEqual([t for t in programs if "result" in t], ["from p import f\n\n" + wanted] if wanted else [], said)
            self.assertIsNone(sequences.of_object("from p import f\n\nprint(f(1))\n", "a Token"))
        engine = types.SimpleNamespace(types={"f": "Node"}, index=types.SimpleNamespace(classes=module.classes))
        for said, wanted in (("<Token x>", "<Token x>"), ("x", "Node()")):      # what it says itself, else what another call gave
            self.assertEqual(generate.Engine._said(engine, {"stdout": said, "source": "print(f(1))\n"}, sequences), wanted)

    def test_what_is_no_result(self):
        sequences = gen_sequence.Sequences(type("M", (), {"index": None, "rng": None}))
        for text in ("f(", "", "x = 1\n", "print(1)\n", "print(f(1), 2)\n", "result = 1\nprint(f(result))\n"):
            with self.subTest(text):
                self.assertFalse([t for t in sequences.of_result(text, "") if "result = f" in t])


class Blocks(unittest.TestCase):
    def test_what_is_left_after_an_exception(self):
        """The block is ended after what it does, and in place of it; that it was not ended shows too."""
        ends = "        raise RuntimeError(\"stop\")\nexcept RuntimeError:\n    print(\"raised\")\n"
        both = lambda head, body, asked: [head + body + ends + asked, head + ends + asked]
        for text, wanted in (
                ("from p import S\n\ns = S()\nwith s.over(1) as same:\n    print(s.name)\n    print(same)\nprint(s.x)\n",
                 both("from p import S\n\ns = S()\ntry:\n    with s.over(1) as same:\n", "        print(s.name)\n        print(same)\n",
                      "print(s.name)\nprint(s.x)\n")),
                ("from p import S\n\ns = S()\nwith s.over(1):\n    s.f()\n",
                 both("from p import S\n\ns = S()\ntry:\n    with s.over(1):\n", "        s.f()\n", "print(s)\n")),
                ("with open('a') as f:\n    print(f)\n", []), ("with x:\n    print(1)\n", []), ("with f(): print(1)\n", []),
                ("with f():\n    print(\"\"\"\na\"\"\")\n", []), ("for x in y:\n    print(x)\n", []), ("with (\n", [])):
            self.assertEqual(gen_sequence.interrupted(text), wanted)

    def test_they_are_tried(self):
        code = "from contextlib import contextmanager\n\n\nclass S:\n    name = 1\n\n    @contextmanager\n    def over(self, name):\n" \
               "        self.name, old = name, self.name\n        yield self\n        self.name = old\n"
        tests = "from s import S\n\n\ndef test_a():\n    s = S()\n    with s.over(2):\n        assert s.name == 2\n    assert s.name == 1\n"
        project = Project({"s.py": code, "tests/test_s.py": tests})
        answer = generate.handle({"root": project.root, "max": 400, "seed": 1, "budget_ms": 20000, "targets": [
            {"module": "s", "qualname": "S.over", "file": "s.py", "lines": [1]}]}, Session(code))
        project.folder.cleanup()
        self.assertTrue([c for c in answer["candidates"] if "raise RuntimeError" in c["source"] and c["source"].count("print(s.name)") > 1])


class Variants(unittest.TestCase):
    def variants(self, text, **known):
        return [new for new, _ in gen_mutate.variants(text, gen_mutate.Known(**known), random.Random(1))]

    def many(self, text, **known):
        """What a few draws give."""
        return "".join(new for seed in range(20) for new, _ in gen_mutate.variants(
            text, gen_mutate.Known(**known), random.Random(seed)))

    def test_words_of_other_texts(self):
        found = self.many('f({"a": ["allow p.x", "deny p.y"]}, "p.x")\n')
        self.assertIn('"p.y")', found)

    def test_numbers_meet(self):
        found = self.many("f((1, 5), (40, 60))\n")
        for text in ("f((1, 40), (40, 60))", "f((1, 5), (5, 60))"):
            self.assertIn(text, found)

    def test_only_dates_that_there_are(self):
        found = self.many("f(datetime.datetime(2020, 1, 31, 23, 59), date(2020, 2, 29), 7)\n", near=([500], []))
        self.assertIn("f(datetime.datetime(2020, 1, 31, 23, 59), date(2020, 2, 29), 500)", found)
        dates = set(re.findall(r"(datetime|date)\(([\d, -]+)\)", found))
        self.assertGreater(len(dates), 20)
        for name, args in dates:
            getattr(datetime, name)(*map(int, args.split(",")))
        self.assertNotIn("date(None", found)

    def test_ties_of_rounding(self):
        found = self.many('f("2.344")\n')
        for text in ('f("2.345")', 'f("2.3425")'):
            self.assertIn(text, found)
        self.assertIn("f(0.125)", self.many("f(0.12)\n"))

    def test_blanks_and_marks_doubled(self):
        found = self.many('f("cp x y")\n', marks=['"', "|"])
        for text in ('f("cp  x  y")', "f('cp x y \"\"')", "|"):
            self.assertIn(text, found)

    def test_limits_of_the_package_in_texts(self):
        self.assertIn('f("GET / 500")', self.many('f("GET / 200")\n', limits=[500]))
        block = 'LOG = """\\\na 1\nb 200\nc\n"""\nprint(f(LOG))\n'
        found = [new for new in self.variants(block, limits=[500]) if new.count("\n") != block.count("\n") or "500" in new]
        self.assertTrue([new for new in found if "b 500\n" in new])
        self.assertTrue([new for new in found if new.count("\n") == block.count("\n") + 1])
        for new in self.variants(block, limits=[500]):
            ast.parse(new)

    def test_what_hides_the_order_is_taken_off(self):
        found = self.variants("print(sorted(n.name for n in walk(x)))\nprint(len([1]))\n")
        self.assertIn("print(list((n.name for n in walk(x))))\nprint(len([1]))\n", found)
        self.assertFalse([new for new in found if "print(list([1]))" in new])

    def test_what_a_part_is_of(self):
        found = self.variants("print(run('a', 7)[1])\nprint(x[1])\nprint(run(2)[1:])\n")
        self.assertIn("print(run('a', 7))\nprint(x[1])\nprint(run(2)[1:])\n", found)
        self.assertFalse([new for new in found if "print(x)" in new or "print(run(2))" in new])

    def test_elements_of_another_list(self):
        found = self.many('f(["a b"], ["a c", "a d"], [1])\n')
        self.assertIn('["a b", "a c"]', found)
        self.assertNotIn('["a b", 1]', found)
        self.assertIn('"y": 2}', self.many('f({"x": 1}, {"y": 2})\n'))

    def test_lengths_that_meet(self):
        found = self.many('f("abcdefg", 3)\n')
        for part in ('"abcdefg", 7', '"abcdefg", 8', '"abc", 3', '"abcd", 3'):
            self.assertIn(part, found)
        self.assertEqual(gen_mutate._as_long("ab", 5), "ababa")
        self.assertEqual(gen_mutate._as_long("", 2), "xx")

    def test_the_same_made_value_twice(self):
        self.assertIn("f(date(2024, 3, 4), date(2024, 3, 4))", self.many("f(date(2024, 1, 2), date(2024, 3, 4))\n"))

    def test_asked_again(self):
        one, other = "x = C()\nprint(x.f(1))\n", "x = C()\nprint(x.f(2))\n"
        self.assertEqual(gen_mutate.again(one, other), "x = C()\nprint(x.f(1))\nprint(x.f(2))\nprint(x.f(1))\n")
        self.assertIsNone(gen_mutate.again(one, "x = D()\nprint(x.f(2))\n"))
        self.assertIsNone(gen_mutate.again(one, one))
        self.assertIsNone(gen_mutate.again("print(1)\n", "print(2)\n"))

    def test_two_keywords_at_once(self):
        found = self.many("f(1)\n", keywords={"f": [("a", "True"), ("a", "0"), ("b", "False"), ("c", "None")]})
        self.assertIn("f(1, a=True, b=False)", found)
        self.assertNotIn("a=True, a=0", found)

    def test_what_the_package_looks_for(self):
        src = generate.gen_text.source("m.py", 'x = n >= 500 or c in (",", "ab", -3) or 7 < 1\ny = t.split("::") + t.lower("%")\n')
        self.assertEqual(gen_literals.compared([src]), ([500, 7], [",", ":"]))

    def test_marks_of_the_standard_library(self):
        for text, marks in (("import html\nhtml.escape(x)\n", "&<>'\""), ("from html import escape as e\ne(x)\n", "&<>'\""),
                            ("from shlex import split\nsplit(x)\n", "'\"\\"), ("from p import escape\nescape(x)\n", "")):
            src = generate.gen_text.source("p.py", text)
            self.assertEqual(gen_literals.compared([src])[1], list(marks))


if __name__ == "__main__":
    unittest.main()
