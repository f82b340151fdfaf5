"""What the old version wrote, for both to read: a text, bytes or plain data that one function of the project gives and another takes.

A test reads what the same version wrote, `loads(dumps(desk))`. Who writes one more key and asks for it while reading fails with every
file that users have, and no such test sees it. On the side of the base a trial tells what is written, and that takes the place of the
call. What the new version writes the old one need not read, so nothing is done on the side of the head.
"""
import ast
import re

import gen_later
import gen_pieces
import gen_rank
import gen_text

MOST = 8            # programs that are tried
SEEDS_MAX, READ_MAX = 6, 150    # programs in which one reads what another wrote, and those that are looked at for them
MORE = 1            # of rank: what they say no other program does
ASKED_MAX = 6       # calls of one program of which a trial tells what they give: numbers of one digit sort like texts
DEEP_MAX = 4        # names and calls of others between the two
MAKES = frozenset("__init__ __new__ __post_init__".split())
WRITES = frozenset("to as dump dumps serialize serialise encode format isoformat write pack save export state getstate freeze asdict todict "
                   "str repr bytes".split())
READS = frozenset("from of load loads parse deserialize deserialise decode fromisoformat read unpack restore import setstate thaw fromdict".split())
MARK = '(lambda value: print("wrote %d", type(value).__name__, repr(value)) or value)('
WROTE = re.compile(r"^wrote (\d) (str|bytes|dict|list|tuple) (.+)", re.M)
PASSING = re.compile(r"/(?:tmp|home|root|repo|usr|var|opt)/|\b0x[0-9a-fA-F]{8}")     # a path of one machine, an address of one process


def most(change):
    return MOST if change.older is not None else 0


def seeds(change):
    """[(row, source)] of programs that do so, those first in which the names say it."""
    rows = [r for r in change.found if r["origin"] in gen_rank.REAL and r.get("way") and r["way"][1] == "ok"]
    rows.sort(key=lambda r: (not r.get("reach"), -r["rank"], r["deep"]))
    read = ((row, gen_text.source("", row["source"])) for row in rows[:READ_MAX])
    some = [(row, src, change.older.pairs(src)) for row, src in read if src is not None]
    some = sorted(((any(is_said for _, is_said in pairs), row, src) for row, src, pairs in some if pairs), key=lambda one: -one[0])
    return [(dict(row, rank=row["rank"] + MORE * is_said), src) for is_said, row, src in some[:SEEDS_MAX]]


def programs(src, change):
    """Texts near one program, in each of which one call is what it gave."""
    yield from change.older.programs(src)


def is_likely(src, text, change):
    """Do the names say that one of the two writes and the other reads? Other texts may never leave the process."""
    return change.older.programs(src)[text]


def of_base(engine):
    """What the programs of the base are read by; None of the head, and where nothing has a name."""
    changed = touched(engine)
    return Older(engine.index, changed, engine.guide.shown) if changed and engine.own_first else None


def touched(engine):
    """Names of what changed, and of what speaks of it in the same file; where objects are made in another way, all that their class does."""
    out = set()
    for target in engine.targets:
        cls = target.owner_class(engine.index)
        mine = target.names - MAKES
        if cls is not None and (target.node is cls or target.names & MAKES):
            mine |= {cls.name, *cls.methods} - MAKES
        around = target.info.functions.values() if target.info is not None else ()
        callers = [f for f in around if mine & gen_text.mentions(f.node)]
        out |= mine | {f.owner.name if f.owner is not None and f.name in MAKES else f.name for f in callers}
    return out


class Older:
    """Of one engine: `own`, names of what the project does; `classes`, of what it makes; `changed`, of what may write or read in another
    way; `shown`, what a program prints."""

    def __init__(self, index, changed, shown):
        self.own, self.classes, self.tops = {*index.by_name, *index.classes}, frozenset(index.classes), index.tops
        self.changed, self.shown, self._made = changed, shown, {}

    def programs(self, src):
        """{program: do the names say so?}, kept: trials are made once."""
        text = src.edited([])
        if text not in self._made:
            self._made[text] = self._programs(src)
        return self._made[text]

    def _programs(self, src):
        pairs, out = self.pairs(src), {}
        values = self._values(src, list(dict.fromkeys(call for calls, _ in pairs for call in calls))[:ASKED_MAX])
        for calls, is_said in pairs:
            call = next((c for c in calls if c in values and (is_said or isinstance(values[c], (str, bytes)))), None)
            if call is not None:
                text = src.edited([(call, gen_pieces.said(values[call]))])
                out[text] = out.get(text, False) or is_said
        return out

    def _values(self, src, calls):
        """{call: what it gives} of those that give the same each time, by two trials."""
        edits = [edit for at, call in enumerate(calls) for start, end in [src.span(call)] for edit in ((start, start, MARK % at), (end, end, ")"))]
        text = src._apply(0, len(src.data), edits)
        first, second = [told(self.shown(text)) for _ in range(2)] if calls else ({}, {})
        return {call: first[at] for at, call in enumerate(calls) if at in first and second.get(at) == first[at]}

    def pairs(self, src):
        """[(calls that give what a call of the project is given, do the names say that it is written and read?)]"""
        quoted = src.quoted()
        mine, others = imported(src.tree, self.tops)
        is_own = lambda call: call.func.id in mine if isinstance(call.func, ast.Name) else gen_later.called(call) in self.own and root(call) not in others
        out = []
        for reader in src.nodes:
            if not isinstance(reader, ast.Call) or reader in quoted or not is_own(reader):
                continue
            calls, name = behind(src, given(reader), is_own), gen_later.called(reader)
            names = set(map(gen_later.called, calls))
            asked = [c for c in calls if gen_later.called(c) not in self.classes]
            if asked and ({name} | names | {"__%s__" % n for n in names}) & self.changed:
                is_said = name in self.classes or READS & words(name)
                out.append((asked, bool(is_said and WRITES & set().union(*map(words, names)))))
        return out


def told(said):
    """{number of a call: what it gave, each time, where that can be written down}"""
    out = {}
    for at, kind, text in WROTE.findall(said):
        value = gen_text.value_of(text)
        is_plain = type(value).__name__ == kind and repr(value) == text and not PASSING.search(text)
        out.setdefault(int(at), []).append(value if value and is_plain else None)
    return {at: some[0] for at, some in out.items() if some[0] is not None and all(one == some[0] for one in some)}


def behind(src, node, is_own):
    """The calls that a value comes from, the last one first, as far as one of the project; [] where there is none: `json.loads(desk.to_json())`."""
    out = []
    for _ in range(DEEP_MAX):
        node = only_value(src, node) if isinstance(node, ast.Name) else node
        if isinstance(node, ast.Call):
            out.append(node)
            if is_own(node):
                return out
            node = next((n for n in (given(node), getattr(node.func, "value", None)) if isinstance(n, (ast.Name, ast.Call))), None)
    return []


def given(call):
    """The first argument of a call, or its only one by a keyword."""
    return call.args[0] if call.args else call.keywords[0].value if len(call.keywords) == 1 else None


def only_value(src, node):
    """What a name stands for that is bound once; or None."""
    same = [n for n in src.nodes if isinstance(n, ast.Name) and n.id == node.id and isinstance(n.ctx, ast.Store) or isinstance(n, ast.arg) and n.arg == node.id]
    return next((n.value for n in src.nodes if isinstance(n, ast.Assign) and len(same) == 1 and n.targets[0] is same[0]), None)


def imported(tree, tops):
    """(names that a program imports from the project, those that it does from elsewhere)"""
    mine, others = set(), set()
    for node in gen_text.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for a in node.names:
                module = a.name if isinstance(node, ast.Import) else node.module or ""
                (mine if module.split(".")[0] in tops else others).add((a.asname or a.name).split(".")[0])
    return mine, others


def root(call):
    """The name that a call begins with: "json" of `json.JSONDecoder().decode(text)`."""
    while isinstance(call, (ast.Call, ast.Attribute, ast.Subscript)):
        call = call.func if isinstance(call, ast.Call) else call.value
    return getattr(call, "id", "")


def words(name):
    return set(name.split("_"))
