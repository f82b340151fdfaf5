"""gen_older.py: what the old version wrote, for both to read."""
import types
import unittest

import test_gen_shapes
from test_gen_sequence import Session

import gen_guide
import gen_index
import gen_near
import gen_older
import gen_program
import gen_text

DESK = '''import itertools
import json

count = itertools.count()


class Desk:
    def __init__(self, rows=()):
        self.rows = list(rows)

    def __str__(self):
        return "|".join(self.rows)

    def state(self):
        return {"rows": self.rows}

    def restore(self, state):
        self.rows = state["rows"]
        return self

    def to_json(self):
        return json.dumps(self.state())

    @classmethod
    def from_state(cls, state):
        return cls().restore(state)

    @classmethod
    def parse(cls, text):
        return cls(text.split("|"))

    def line(self):
        return ",".join(self.rows)

    def print(self):
        return self.line()


def dumps(desk):
    return desk.to_json()


def loads(text):
    return Desk.from_state(json.loads(text))


def load(file):
    return loads(file.read())


def pack(desk):
    return str(desk).encode()


def unpack(data):
    return Desk.parse(data.decode())


def written(desk, text):
    return text


async def sent(desk):
    return dumps(desk)


def board(row):
    return Desk(row.split(","))


def chart(state):
    return len(state["rows"])


def numbered(desk):
    return "%d %s" % (next(count), desk)


def placed(desk, place="/home/somebody/desk"):
    return place


def named(desk):
    return "<Desk at 0x7f00aa00bb00>"
'''
HEAD = 'from s import Desk, board, chart, dumps, load, loads, named, numbered, pack, placed, sent, unpack, written\ndesk = Desk("ab")\n'
ROWS, TEXT = '{"rows": ["a", "b"]}', "'{\"rows\": [\"a\", \"b\"]}'"
MINE = gen_index.ModuleInfo("s", gen_text.source("s.py", DESK))
INDEX = types.SimpleNamespace(by_name={f.name: [f] for f in MINE.functions.values()}, classes={"Desk": [MINE.classes["Desk"]]}, tops={"s"})


def shown(text):
    return Session(DESK).run(text)["stdout"][:gen_guide.STDOUT_MAX]


def older(*changed, trial=shown):
    return gen_older.Older(INDEX, set(changed or INDEX.by_name), trial)


def made(text, *changed, trial=shown):
    """[(program, is it likely?)]"""
    change = types.SimpleNamespace(older=older(*changed, trial=trial))
    src = gen_text.source("", text)
    found = [(one, gen_older.is_likely(src, one, change)) for one in gen_older.programs(src, change)]
    for one, _ in found:
        assert gen_program.fault(one) is None, one
    return found


class Made(unittest.TestCase):
    def test_what_is_written(self):
        for text, wanted in (
            ("print(loads(dumps(desk)).rows)\n", "print(loads(%s).rows)\n" % TEXT),
            ("text = dumps(desk)\nprint(text)\nprint(loads(text).rows)\n", "text = %s\nprint(text)\nprint(loads(text).rows)\n" % TEXT),
            ("print(loads(text=dumps(desk)).rows)\n", "print(loads(text=%s).rows)\n" % TEXT),
            ("for n in (1, 2):\n    print(loads(\n        dumps(desk)).rows)\n", "for n in (1, 2):\n    print(loads(\n        %s).rows)\n" % TEXT),     # the same each time
            ("def again(one):\n    return loads(dumps(one))\nprint(again(desk).rows)\n", "def again(one):\n    return loads(%s)\nprint(again(desk).rows)\n" % TEXT),
            # by methods, plain data, bytes
            ("print(Desk.from_state(desk.state()).rows)\n", 'print(Desk.from_state({\'rows\': [\'a\', \'b\']}).rows)\n'),
            ("print(Desk().restore(desk.state()).rows)\n", 'print(Desk().restore({\'rows\': [\'a\', \'b\']}).rows)\n'),
            ("print(Desk(**desk.state()).rows)\n", 'print(Desk(**{\'rows\': [\'a\', \'b\']}).rows)\n'),
            ("print(unpack(pack(desk)).rows)\n", "print(unpack(b'a|b').rows)\n"),
            ("print(Desk.parse(str(desk)).rows)\n", 'print(Desk.parse("a|b").rows)\n'),
            ("print(Desk(str(desk)).rows)\n", 'print(Desk("a|b").rows)\n'),
            # others stand between: the whole where that is plain, else what goes in
            ("import json\nprint(Desk.from_state(json.loads(desk.to_json())).rows)\n", 'import json\nprint(Desk.from_state({\'rows\': [\'a\', \'b\']}).rows)\n'),
            ("import json\ntext = desk.to_json()\ndata = json.loads(text)\nprint(Desk.from_state(data).rows)\n",
             "import json\ntext = desk.to_json()\ndata = {'rows': ['a', 'b']}\nprint(Desk.from_state(data).rows)\n"),
            ("import io\nprint(load(io.StringIO(dumps(desk))).rows)\n", "import io\nprint(load(io.StringIO(%s)).rows)\n" % TEXT),
            ("print(unpack(str(desk).encode()).rows)\n", "print(unpack(b'a|b').rows)\n"),
            ("import asyncio\nprint(loads(asyncio.run(sent(desk))).rows)\n", "import asyncio\nprint(loads(%s).rows)\n" % TEXT),
        ):
            changed = ("loads", "load", "from_state", "restore", "parse", "unpack", "Desk")
            is_said = "sent" not in text
            self.assertEqual([(one[len(HEAD):], likely) for one, likely in made(HEAD + text, *changed) if likely or not is_said], [(wanted, is_said)], text)

    def test_whose(self):
        """A name that is imported from the project, or what is asked of anything but what others make."""
        for text, wanted in (
            ("import s\nprint(s.loads(s.dumps(1)))\n", 1), ("import s as desks\nprint(desks.loads(desks.dumps(1)))\n", 1), ("from s import dumps\nimport s.t\nprint(s.t.loads(dumps(1)))\n", 1),
            ("from s import Desk\nfrom json import loads\nprint(loads(Desk().to_json()))\n", 0), ("from s import Desk\nimport json\nprint(json.JSONDecoder().parse(Desk().to_json()))\n", 0),
            ("from s import dumps\ndef loads(text):\n    return 1\nprint(loads(dumps(1)))\n", 0), ("from s import Desk\nprint(Desk().to_json())\n", 0),
            ("import json as desks, s\nprint(desks.loads(s.dumps(1)))\n", 0), ("import json.tool\nfrom s import dumps\nprint(json.tool.loads(dumps(1)))\n", 0),
            ("from s import dumps\nfrom t import rows\nprint(rows[0].loads(dumps(1)))\n", 0), ("from s import dumps, rows\nprint(rows[0].loads(dumps(1)))\n", 1),
        ):
            self.assertEqual(len(made(text, trial=lambda text: "wrote 0 str 'a'\n")), wanted, text)

    def test_names(self):
        """Where they say nothing only a text may have been kept, and it is less likely."""
        for text, wanted in (
            ("print(board(desk.line()).rows)\n", ('print(board("a,b").rows)\n', False)),
            ("print(written(desk.line().encode(), 1))\n", ("print(written(b'a,b', 1))\n", False)), ("print(chart(desk.state()))\n", None), ("print(chart(state=desk.state()))\n", None),
            ("print(Desk.parse(desk.line()).rows)\n", ('print(Desk.parse("a,b").rows)\n', False)),     # one of the two is not enough
            ("print(board(str(desk)).rows)\n", ('print(board("a|b").rows)\n', False)),
            ("print(Desk.parse(str(desk)).rows)\n", ('print(Desk.parse("a|b").rows)\n', True)),
        ):
            self.assertEqual([(one[len(HEAD):], likely) for one, likely in made(HEAD + text)], [wanted] if wanted else [], text)

    def test_what_changed(self):
        """One of the two, or one that is called in between; of str() the method."""
        for text, changed, wanted in (
            ("print(loads(dumps(desk)).rows)\n", ["loads"], 1), ("print(loads(dumps(desk)).rows)\n", ["dumps"], 1), ("print(loads(dumps(desk)).rows)\n", ["pack"], 0),
            ("print(Desk.parse(str(desk)).rows)\n", ["__str__"], 1), ("print(Desk.parse(str(desk)).rows)\n", ["parse"], 1), ("print(Desk.parse(str(desk)).rows)\n", ["__repr__"], 0),
            ("import json\nprint(Desk.from_state(json.loads(desk.to_json())).rows)\n", ["to_json"], 1), ("print(Desk(str(desk)).rows)\n", ["Desk"], 1),
        ):
            self.assertEqual(len(made(HEAD + text, *changed)), wanted, (text, changed))

    def test_nothing(self):
        asked = []
        for text in (
            "import json\nprint(json.loads(desk.to_json()))\n",                     # is read by none of ours
            "from json import JSONDecoder\nprint(JSONDecoder().parse(desk.to_json()))\n",
            "import json as desks\nprint(desks.loads(desk.to_json()))\n",
            "import json\nprint(loads(json.dumps({'rows': []})).rows)\n",           # comes from none of ours
            "print(loads('{\"rows\": []}').rows)\n", "def dumps(desk):\n    return '[]'\nprint(len(dumps(desk)))\n",
            "print(dumps(desk))\n", "print(dumps(Desk()))\n", "print(desk.line())\n",   # what is made is an object
            "print(loads(f'{dumps(desk)}').rows)\n", "print(f'{loads(dumps(desk)).rows}')\n",
            "text = '[]'\ntext = dumps(desk)\nprint(loads(text).rows)\n", "text = dumps(desk)\ndef f(text):\n    return 1\nprint(loads(text).rows)\n",
            "import asyncio\nasync def main():\n    print(loads(await sent(desk)).rows)\nasyncio.run(main())\n",
            "print(written(desk, dumps(desk)))\n",                                      # is not what is read
            "print(loads(text=dumps(desk), more=1))\n",
            "print(loads((((((desk.to_json()).strip()).strip()).strip()).strip()).strip()).rows)\n",     # too far away
        ):
            self.assertEqual(made(HEAD + text, trial=lambda text: asked.append(text) or ""), [], text)
            self.assertEqual(asked, [], text)

    def test_what_is_not_written_down(self):
        for text in (
            "print(loads(numbered(desk)))\n", "print(board(numbered(desk)).rows)\n",    # another one each time
            "print(board(placed(desk)).rows)\n", "print(board(named(desk)).rows)\n", "print(board(Desk().line()).rows)\n",
            "for n in 'ab':\n    print(board(Desk([n]).line()).rows)\n", "print(load(written(desk, desk)))\n",
            "print(board(Desk(['a' * 2000]).line()))\n", "print(board(desk.restore({'rows': [1]}).line()).rows)\n",
        ):
            count = iter(range(9))
            trial = lambda text, count=count: Session(DESK.replace("itertools.count()", "itertools.count(%d)" % next(count))).run(text)["stdout"][:gen_guide.STDOUT_MAX]
            self.assertEqual(made(HEAD + text, trial=trial), [], text)
        self.assertTrue(made(HEAD + "print(board(placed(desk, 'home/a')).rows)\n"))
        self.assertTrue(made(HEAD + "print(board(Desk(['a' * 1900]).line()))\n"))

    def test_told(self):
        for said, wanted in (
            ("wrote 0 str 'a'\n", {0: "a"}), ("1\nwrote 2 bytes b'a'\n", {2: b"a"}), ("wrote 0 list [1, (None, 1.5)]\nwrote 1 tuple ('a',)\n", {0: [1, (None, 1.5)], 1: ("a",)}),
            ("wrote 0 str 'a'\nwrote 0 str 'a'\n", {0: "a"}), ("wrote 0 str 'a'\nwrote 0 str 'b'\n", {}), ("wrote 0 str 'a'\nwrote 0 Desk Desk()\n", {0: "a"}),
            ("wrote 0 str 'a'\nwrote 0 str ''\n", {}), ("not wrote 0 str 'a'\n", {}), ("wrote 0 str 'a", {}), ("wrote 0 dict {}\n", {}), ("wrote 0 int 1\n", {}),
            ("wrote 0 dict {'a': nan}\n", {}), ("wrote 0 dict {'a': Desk()}\n", {}), ("wrote 0 list (1,)\n", {}), ("wrote 0 list [1,  2]\n", {}), ("", {}),
            ("wrote 0 str '/tmp/a'\n", {}), ("wrote 0 str '/a/tmp'\n", {0: "/a/tmp"}), ("wrote 0 list ['0x7f00aa00bb00']\n", {}), ("wrote 0 list ['0xff']\n", {0: ["0xff"]}),
        ):
            self.assertEqual(gen_older.told(said), wanted, said)

    def test_two_trials(self):
        """Both say the same; none is made again for a program that was read before."""
        text, asked = HEAD + "print(loads(dumps(desk)).rows)\n", []
        for said, wanted in ((["wrote 0 str 'a'"] * 2, 1), (["wrote 0 str 'a'", "wrote 0 str 'b'"], 0), (["wrote 0 str 'a'", ""], 0), (["wrote 1 str 'a'"] * 2, 0)):
            rows = iter(said)
            self.assertEqual(len(made(text, trial=lambda text, rows=rows: asked.append(text) or next(rows))), wanted, said)
        self.assertEqual(len(asked), 8)
        read = older(trial=lambda text: asked.append(text) or "")
        for _ in range(2):
            read.programs(gen_text.source("", text))
        self.assertEqual(len(asked), 10)

    def test_bounded(self):
        text = HEAD + "".join("print(loads(dumps(Desk(['%d']))).rows)\n" % n for n in range(9))
        self.assertEqual(len(made(text)), gen_older.ASKED_MAX)
        rows = [{"source": text.replace("9", str(n)), "origin": "test", "rank": 1, "deep": 1, "way": ((), "ok"), "reach": [1]} for n in range(9)]
        self.assertEqual(len(gen_older.seeds(types.SimpleNamespace(found=rows, older=older()))), gen_older.SEEDS_MAX)

    def test_seeds(self):
        """Real programs that end well, of which the names say it first and count for more."""
        row = lambda body, **more: dict({"source": HEAD + body, "origin": "test", "rank": 2, "deep": 1, "way": ((), "ok", None, False), "reach": [1]}, **more)
        less = row("print(board(desk.line()))\n2\n", rank=1, deep=0)
        line, pair, far = row("print(board(desk.line()))\n"), row("print(loads(dumps(desk)).rows)\n", rank=1), row("print(unpack(pack(desk)).rows)\n", reach=None, rank=3)
        others = [row("print(loads(dumps(desk)))\n", way=((), "exception", "KeyError", False)), row("print(loads(dumps(desk)))\n1\n"), row("print(dumps(desk))\n"),
                  row("print(loads(dumps(desk)))\n2\n", origin="typed"), row("print(loads(dumps(desk)\n")]
        del others[1]["way"]
        found = gen_older.seeds(types.SimpleNamespace(found=[far, less, line] + others + [pair], older=older()))
        self.assertEqual([(one["source"], one["rank"]) for one, _ in found], [(pair["source"], 2), (far["source"], 4), (line["source"], 2), (less["source"], 1)])

    def test_most(self):
        self.assertEqual(gen_older.most(types.SimpleNamespace(older=None)), 0)
        self.assertEqual(gen_older.most(types.SimpleNamespace(older=older())), gen_older.MOST)


class Touched(unittest.TestCase):
    """Names of what changed and of what speaks of it."""

    def touched(self, *names):
        of = lambda name: MINE.functions.get(name) or MINE.classes.get(name)
        targets = [types.SimpleNamespace(names={name.split(".")[-1]}, node=of(name), info=MINE, owner_class=lambda index, name=name: MINE.classes["Desk"] if "Desk" in name else None)
                   for name in names]
        return gen_older.touched(types.SimpleNamespace(targets=targets, index=INDEX))

    def test_touched(self):
        for names, wanted in (
            (["dumps"], {"dumps", "sent", "to_json"}), (["loads"], {"loads", "load"}), (["unpack"], {"unpack"}), (["Desk.line"], {"line", "print"}),
            (["Desk.to_json"], {"to_json", "dumps"}), (["gone"], {"gone"}), ([], set()),
        ):
            self.assertEqual(self.touched(*names), wanted, names)

    def test_objects(self):
        """Where they are made in another way, all that their class does; the class's own name stands for its constructor."""
        whole = {"Desk", "__str__", "state", "restore", "to_json", "from_state", "parse", "line", "print"}
        for name in ("Desk", "Desk.__init__"):
            found = self.touched(name)
            self.assertTrue(whole | {"loads", "board", "dumps"} <= found, found)
            self.assertFalse({"placed", "named", "__init__"} & found, found)
        self.assertFalse({"parse", "board"} & self.touched("Desk.line"))
        code = "class A:\n    def __init__(self, text):\n        self.rows = split(text)\n\ndef split(text):\n    return text.split()\n"
        info = gen_index.ModuleInfo("s", gen_text.source("s.py", code))
        target = types.SimpleNamespace(names={"split"}, node=info.functions["split"], info=info, owner_class=lambda index: None)
        self.assertIn("A", gen_older.touched(types.SimpleNamespace(targets=[target], index=INDEX)))
        target = types.SimpleNamespace(names={"split"}, node=None, info=None, owner_class=lambda index: None)
        self.assertEqual(gen_older.touched(types.SimpleNamespace(targets=[target], index=INDEX)), {"split"})

    def test_side(self):
        target = types.SimpleNamespace(names={"dumps"}, node=None, info=MINE, owner_class=lambda index: None)
        for first, targets, wanted in ((True, [target], True), (False, [target], False), (True, [], False)):
            engine = types.SimpleNamespace(own_first=first, targets=targets, index=INDEX, guide=types.SimpleNamespace(shown=shown))
            self.assertEqual(gen_older.of_base(engine) is not None, wanted, (first, targets))


DUMPS = '''import json

def dumps(desk):
    return json.dumps([{"book": h} for h in desk])

def loads(text):
    return [row["book"] for row in json.loads(text)]
'''
OLD = '''[{"book": h} for h in desk])

def loads(text):
    return [row["book"] for row'''
NEW = '''[{"book": h, "branch": "main"} for h in desk])

def loads(text):
    return [row["book"] + row["branch"][:0] for row'''
TEST = "from s import dumps, loads\n\ndef test_again():\n    assert loads(dumps(['b17', 'b04'])) == ['b17', 'b04']\n"
FOUND = '''loads('[{"book": "b17"}, {"book": "b04"}]')'''


class Whole(unittest.TestCase):
    programs, differ, shows = (getattr(test_gen_shapes.Shapes, name) for name in ("programs", "differ", "shows"))

    def test_searches(self):
        self.shows("loads", DUMPS, OLD, NEW, TEST, FOUND)
        self.shows("dumps", DUMPS, OLD, NEW, TEST, FOUND)

    def test_not_on_the_side_of_the_head(self):
        head = DUMPS.replace(OLD, NEW)
        for mine, other, more, wanted in ((head, DUMPS, {}, False), (DUMPS, head, {}, False), (DUMPS, head, {"own_first": True}, True)):
            found = self.programs("loads", mine, other, TEST, 400, **more)
            self.assertEqual(any("loads('[{" in text and "dumps(" not in text for text in found), wanted, more)

    def test_is_listed(self):
        self.assertIn(gen_older, gen_near.KINDS)


if __name__ == "__main__":
    unittest.main()
