"""gen_listed.py: texts that documents show, in the place of those that tests have."""
import types
import unittest

from test_gen_later import Project

import gen_listed
import gen_text

PAGE = """# refs

    from refs import parse
    parse("a/b")

All of these will do, `team/app:2@x` and `postgres` as well, and so does `parse(x)`:

    redis
    localhost:5000/app

A table:

```
gene\tnote
abcA\t
```

```sh
refs a/b:c
```

```yaml
of:
    refs:x
```

    $ refs x:y

Tabs too:

	tab:bed
"""


def listed(page=PAGE):
    return gen_listed.of_documents([page])


def made(text, texts=None):
    change = types.SimpleNamespace(listed=listed() if texts is None else dict.fromkeys(texts, True))
    return list(gen_listed.programs(gen_text.source("", text), change))


class Read(unittest.TestCase):
    def test_blocks_that_are_no_code_and_marks(self):
        self.assertEqual(list(listed().items()), [
            ("gene\tnote\nabcA\t\n", True), ("gene\tnote", True), ("abcA\t", True),
            ("of:\n    refs:x\n", True), ("of:", True), ("    refs:x", True),
            ("redis\nlocalhost:5000/app\n", True), ("redis", True), ("localhost:5000/app", True), ("tab:bed", True), ("team/app:2@x", False)])

    def test_each_once_and_bounded(self):
        self.assertEqual(len(listed("    a:b\n\ntext\n\n    a:b\n")), 1)
        self.assertEqual(len(listed("".join("    a:%d\n\ntext\n\n" % n for n in range(200)))), gen_listed.TEXTS_MAX)
        self.assertEqual(listed("    " + "a:" * gen_listed.LONG_MAX + "\n"), {})

    def test_documents_at_the_top_first(self):
        project = Project({"a/a.md": "a", "README.md": "r", "examples/e.py": "e", "b.rst": "b"})
        engine = types.SimpleNamespace(root=project.root, docs=["a/a.md", "README.md", "examples/e.py", "gone.md", "b.rst"])
        self.assertEqual(gen_listed.pages(engine), ["r", "b", "a"])
        project.folder.cleanup()


class Made(unittest.TestCase):
    def test_the_likest_first(self):
        self.assertEqual(made('print(parse("ghcr.io/a:1"))\n', ["tab:bed", "redis", "localhost:5000/app", "x.y/z:2"]), [
            'print(parse("x.y/z:2"))\n', 'print(parse("localhost:5000/app"))\n', 'print(parse("tab:bed"))\n'])

    def test_only_what_is_handed_over(self):
        self.assertEqual(made('d = {"a:b": x["c:d"]}\nprint(f"e:f{d}")\n', ["g:h"]), [])
        self.assertEqual(made('t = "a:b"\nparse(t)\n', ["a:b", "g:h"]), ['t = "g:h"\nparse(t)\n'])

    def test_what_has_lines_for_what_has_lines(self):
        table = "g\\tn\\na\\t1\\nb\\t2\\n"
        self.assertEqual(len(made('parse("%s")\n' % table, ["c\td\nx\t1\ny\t2\n", "c:d"])), 1)
        self.assertEqual(made('parse("a:b")\n', ["c:d\nx:1\ny:2\n"]), [])
        self.assertEqual(made('parse("a:b")\n', ["of c: d"]), [])

    def test_what_a_block_shows_is_known(self):
        change = types.SimpleNamespace(listed=listed())
        src = gen_text.source("", 'print(parse("redis"), parse("a/b:c"))\n')
        self.assertTrue(gen_listed.is_shown(src, 'print(parse("redis"), parse("localhost:5000/app"))\n', change))
        self.assertFalse(gen_listed.is_shown(src, 'print(parse("redis"), parse("team/app:2@x"))\n', change))
        self.assertFalse(gen_listed.is_shown(src, 'print(parse("redis"), parse("a/b:d"))\n', change))

    def test_asked_where_there_are_some(self):
        self.assertTrue(gen_listed.most(types.SimpleNamespace(listed={"a:b": True})))
        self.assertFalse(gen_listed.most(types.SimpleNamespace(listed={})))


class Generated(unittest.TestCase):
    def test_a_documented_text_is_tried_and_known(self):
        import generate
        import test_gen_later
        code = 'def parse(text):\n    host, _, name = text.rpartition("/")\n    return host, name\n'
        test = 'import unittest\nfrom s import parse\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(parse("a/b:c"), ("a", "b:c"))\n'
        project = Project({"s.py": code, "tests/test_s.py": test, "README.md": PAGE})
        request = {"root": project.root, "max": 200, "seed": 1, "budget_ms": 20000,
                   "targets": [{"module": "s", "qualname": "parse", "file": "s.py", "lines": [2]}]}
        found = {c["source"]: c for c in generate.handle(request, test_gen_later.Session(code))["candidates"]}
        project.folder.cleanup()
        self.assertEqual([c["legality"] for t, c in found.items() if t.endswith('print(parse("localhost:5000/app"))\n')], ["seen"])
        self.assertEqual([c["legality"] for t, c in found.items() if t.endswith('print(parse("team/app:2@x"))\n')], ["plausible"])
