"""gen_told.py: values that documents name for a parameter, given to what has it."""
import types
import unittest

from test_gen_later import Project, Session

import gen_env
import gen_index
import gen_text
import gen_told
import generate

PAGE = """# charts

`Chart(posts)` takes:

| `depth` | `3` | how many levels; `None` for all |
| `sort` | `False` | by title |

Pass `mark="*"` for stars, ``join=''`` for nothing between, `x == 1` or `depth > 2`.

- `limit`: `0` for none, or `-1`
Between: `wide` and `7`.
"""


def told(text, taken):
    return list(gen_told.programs(gen_text.source("", text), types.SimpleNamespace(told=taken)))


class Told(unittest.TestCase):
    def test_what_a_document_names(self):
        self.assertEqual(gen_told.of_documents([PAGE]), {
            "depth": ["3", "None"], "sort": ["False"], "mark": ['"*"'], "join": ["''"], "limit": ["0", "-1"]})
        self.assertEqual(gen_told.of_documents(["`Other`, and `5`, `5`\n", "Between: `wide` and `7`, `a b` `7`\n", "`x y` `1`\n`n`: `m` `f`\n"]), {"Other": ["5"]})
        self.assertEqual(gen_told.of_documents(["Pass `mark=this` or `mark=f`.\n"]), {})
        self.assertEqual(gen_told.of_documents(["`a` `%s`\n" % ("1" * 61), "`a` `f(1)` `b`\n", "`None` is `1`\n"]), {})

    def test_so_many(self):
        self.assertEqual(len(gen_told.of_documents(["".join("`n%d` `1`\n" % n for n in range(99))])), gen_told.NAMES_MAX)
        self.assertEqual(len(gen_told.of_documents(["".join("`n` `%d`\n" % n for n in range(99))])["n"]), gen_told.VALUES_MAX)
        self.assertEqual(gen_told.of_documents(["`n` `1`" + " " * gen_told.LINE_MAX]), {})
        self.assertEqual(gen_told.of_documents(["\n" * gen_told.PAGE_MAX + "`n` `1`"]), {})

    def test_one_takes_its_place_or_comes_along(self):
        taken = {"depth": (["3", "None"], {"Chart": 1, "draw": None})}
        for text, wanted in (
                ("print(Chart(posts, depth=1))\n", ["print(Chart(posts, depth=3))\n", "print(Chart(posts, depth=None))\n"]),
                ("print(Chart(posts, 3))\n", ["print(Chart(posts, None))\n"]),
                ("print(Chart(posts))\n", ["print(Chart(posts, depth=3))\n", "print(Chart(posts, depth=None))\n"]),
                ("draw(1, 2)\n", ["draw(1, 2, depth=3)\n", "draw(1, 2, depth=None)\n"]),
                ("draw()\n", ["draw(depth=3)\n", "draw(depth=None)\n"]),
                ("draw(1,)\n", ["draw(1,depth=3)\n", "draw(1,depth=None)\n"]), ("draw(x for x in y)\n", []), ('print(f"{draw(1)}")\n', []),
                ("draw(*a)\n", []), ("draw(**a)\n", []), ("other(1)\n", [])):
            self.assertEqual(told(text, taken), wanted, text)

    def test_one_of_each_call_in_turn(self):
        taken = {"depth": (["1", "2"], {"f": None}), "wide": (["True"], {"f": None})}
        self.assertEqual(told("f()\n", taken), ["f(depth=1)\n", "f(wide=True)\n", "f(depth=2)\n"])

    def test_asked_where_there_are_some(self):
        self.assertTrue(gen_told.most(types.SimpleNamespace(told={"depth": (["1"], {})})))
        self.assertFalse(gen_told.most(types.SimpleNamespace(told={})))

    def test_of_a_project(self):
        code = "class Chart:\n    def __init__(self, posts, depth=3, *, sort=False):\n        self.posts = posts[:depth]\n\n\n" \
            "def limit(depth, *, extra=0):\n    return depth\n\n\nclass A:\n    def cut(self, limit=1):\n        return limit\n\n\n" \
            "class B:\n    def cut(self, x, limit=1):\n        return limit\n\n\ndef total(chart, mark='-'):\n    return mark.join(chart.posts)\n"
        test = "import unittest\nfrom s import Chart, total\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n" \
            "        self.assertEqual(total(Chart(['a', 'b'])), 'a-b')\n"
        project = Project({"s.py": code, "tests/test_s.py": test, "README.md": PAGE})
        index = gen_index.Index(gen_env.Files(lambda path: code, set()), ["s.py"], [""], lambda: False)
        engine = types.SimpleNamespace(root=project.root, docs=["README.md"], index=index)
        self.assertEqual(gen_told.taken_by(engine), {
            "depth": (["3", "None"], {"Chart": 1}), "limit": (["0", "-1"], {}), "sort": (["False"], {"Chart": None}), "mark": (['"*"'], {"total": 1})})
        request = {"root": project.root, "max": 100, "seed": 1, "budget_ms": 20000,
                   "targets": [{"module": "s", "qualname": "total", "file": "s.py", "lines": [11]}]}
        found = [c["source"] for c in generate.handle(request, Session(code))["candidates"]]
        project.folder.cleanup()
        for wanted in ("Chart(['a', 'b'], depth=None)", 'total(Chart([\'a\', \'b\']), mark="*")'):
            self.assertTrue([text for text in found if wanted in text], wanted)


if __name__ == "__main__":
    unittest.main()
