"""Programs in which an order shows: several items that are equal, or nearly so, in what they are ranked by and differ elsewhere;
words that alphabets, capitals and marks put in other places; numbers of which the longer is the greater one, and the same as
texts; an item without the key; a text in which two entries have one name, or its numbers or names come the other way round.

The items are those that real programs pass. One key of theirs is varied and the rest stays, so that whatever else is asked of an
item still holds. What no test passes is two names that two alphabets sort differently: it passes three that all of them agree about.
"""
import ast
import collections
import itertools
import re
import unicodedata

import gen_later
import gen_mutate
import gen_rank
import gen_text
from gen_inside import in_turn

PILE = "order"
SEEDS_MAX = 12      # real programs that are varied
FEW, MANY = 16, 48  # programs that are tried: where an order is spoken of beside the change, and where by it
GROUPS_MAX = 3      # lists of one program
COLUMNS_MAX = 4     # keys of one list
ITEMS_MAX = 12
TEXT_MAX = 2000     # characters of a text whose words are looked at
LONG_MAX = 100      # characters of a text that is a key
# What speaks of an order, or of what is the same as another.
SPEAKS = re.compile(r"sort|compar|collat|rank|heap|priorit|uniq|dedup|distinct|bisect|nlargest|nsmallest|most_common|groupby|total_ordering|itemgetter|"
                    r"attrgetter|cmp_to_key|strxfrm|ordering|order_by|fromkeys|\border\b|\b__[lg][te]__\b|\bset\(|\b(?:min|max)\([^()]*\bkey\s*=")
# What speaks of entries that are found by a key, of which the first or the last may win.
KEYED = re.compile(r"\b(?:setdefault|defaultdict|OrderedDict|Counter|dict|update|keys?|continue)\b")
NAMED = re.compile(r"[^\W\d_][\w.-]*\w")
NUMBERED = re.compile(r"(?<![\w.])\d+(?!\w)")
TWINS_MAX = 4       # texts that are made of one program in which a name stands twice
TURNED_MAX = 4      # and in which names or numbers change places
# Neighbours stand the other way round by code, by letter, in one alphabet, without capitals, or without marks.
LETTERS = ("oz", "\u00f6a", "b", "B", "Z", "a", "ac", "\u00c1b")
MARKED = ("a b", "ab", "a-b", "\u00e9", "e\u0301", "ea")
NUMBERS, BESIDE = (10, 9, 10, 1, -1), (1.5, 1.25, 1.5, 1.0)
DATES = frozenset("date datetime time timedelta".split())      # of which most numbers make none:
DATED = 2           # only those that stand there are for them
BRACKETS = {ast.List: "[%s]", ast.Tuple: "(%s)", ast.Set: "{%s}"}


def of_change(engine):
    """(words that the change speaks of, how many programs are worth a try)"""
    sides = [[text for _, text in gen_later.sides(target)] for target in engine.targets]
    words = [[set(gen_text.WORD.findall(text)) for text in pair] for pair in sides]
    changed = engine.changed_words().union(*[one ^ other for one, other in words if one and other])
    whole, said_now = "\n".join(itertools.chain(*sides)), " ".join(changed)
    return changed.union(*itertools.chain(*words)), MANY if SPEAKS.search(said_now) or KEYED.search(said_now) else FEW if SPEAKS.search(whole) else 0


def ask(engine, until):
    """Try some, one of each program in turn, `until` a share of the budget is used."""
    words, most = of_change(engine) if engine.guide.active else ((), 0)
    if most:
        rows = seeds(engine, SEEDS_MAX)
        calls = engine.index.by_name
        made = in_turn([zip(itertools.repeat(row), programs(src, words, calls)) for row, src in rows])
        ranked = ((dict(row, legality=row["legality"] if same else "unknown"), text) for row, (text, same) in made)
        engine.aim(itertools.takewhile(lambda _: not engine.deadline.passed(until), ranked), PILE, most)


def seeds(engine, most):
    """[(row, source)] of programs that reach the change, those of the project itself first, of tests that the change touched and of
    others in turn: near the former what is announced is all that differs."""
    rows = [r for r in engine.found if r.get("reach") and r["way"][1] == "ok" and not r["pile"] and r["origin"] in gen_rank.REAL + ("typed",)]
    rows.sort(key=lambda r: (r["origin"] not in gen_rank.REAL, -r["rank"], r["deep"]))
    rows = engine.guide.varied(rows)
    rows = in_turn([[r for r in rows if bool(r.get("edited")) == edited] for edited in (False, True)])
    read = ((row, gen_text.source("", row["source"])) for row in rows)
    return list(itertools.islice(((row, src) for row, src in read if src is not None and src.tree.body), most))


def programs(src, spoken=(), calls=()):
    """(text, is it of the kind that is passed?) near a program, one of each key in turn. `spoken`: keys that come first;
    `calls`: names of functions that may compare two arguments."""
    rows = [((text, True) for text in itertools.islice(made(src), most)) for made, most in ((twins, TWINS_MAX), (turned, TURNED_MAX))]
    rows += [row for group in itertools.islice(groups(src, calls), GROUPS_MAX) for row in group.columns(spoken)]
    return ((text, same) for text, same in in_turn(rows) if text.rstrip("\n") != src.data.decode("utf-8", "surrogateescape").rstrip("\n"))


def texts(src):
    """(node, text) of the texts that stand in a program; those within an f-string have no place of their own."""
    inner = {id(part) for node in gen_text.walk(src.tree) if isinstance(node, ast.JoinedStr) for part in gen_text.walk(node)}
    values = ((node, gen_text.value_of(node)) for node in gen_text.walk(src.tree) if isinstance(node, ast.Constant) and id(node) not in inner)
    return ((node, value) for node, value in values if isinstance(value, str) and len(value) <= TEXT_MAX)


def by_signs(value, words):
    """Words of a text, or its numbers, by the signs around them, of which one is no letter: lists of matches."""
    alike = {}
    for word in words.finditer(value):
        before, behind = value[:word.start()].rstrip(" ")[-1:], value[word.end():].lstrip(" ")[:1]
        if not (before + behind).isalnum():
            alike.setdefault((before, behind), []).append(word)
    return alike.values()


def twins(src):
    """Programs with a text in which an entry has the name of another: of words that stand there once, between the same signs."""
    for node, value in texts(src):
        for alike in by_signs(value, NAMED):
            times = collections.Counter(word.group() for word in alike)
            first, *rest = [word for word in alike if times[word.group()] == 1] or [None]
            for word in rest:
                yield src.edited([(node, said(value[:word.start()] + first.group() + value[word.end():]))])


def turned(src):
    """Programs with a text in which those between the same signs come the other way round, the first where the last was, wherever they
    stand. Tests go through them as one counts."""
    for node, value in texts(src):
        for alike in itertools.chain(by_signs(value, NUMBERED), by_signs(value, NAMED)):
            each = list(dict.fromkeys(word.group() for word in alike))
            turn = dict(zip(each, reversed(each)))
            if len(each) > 1:
                yield src.edited([(node, said(put(value, alike, turn)))])


def put(value, words, by):
    """The text with what `by` has for these words of it."""
    ends = [0] + [word.end() for word in words]
    return "".join(value[end:word.start()] + by[word.group()] for end, word in zip(ends, words)) + value[ends[-1]:]


def groups(src, calls=()):
    """Things that are alike: the items of a list, keys and values of a table, calls of one thing, two arguments of a call."""
    same, records = {}, set()
    for node in gen_text.walk(src.tree):
        if type(node) in BRACKETS and isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load):
            record = isinstance(node, ast.Tuple) and all(map(is_plain, node.elts))     # has no more of them
            found = list(Group.of(src, node.elts, None if record else node))
            records.update(id(item) for item in node.elts if found)     # walk() comes to them later
            yield from found
        elif isinstance(node, ast.Dict) and None not in node.keys and id(node) not in records:
            table = list(Group.of(src, node.values))
            yield from table
            yield from Group.of(src, node.keys) if table else ()
        elif isinstance(node, ast.Call) and gen_text.dotted(node.func) != "print":
            same.setdefault(src.text(node.func), []).append(node)
            if gen_later.called(node) in calls and len(node.args) > 1:
                yield from Group.of(src, node.args[:2])
    for rows in same.values():      # one inside of another is no neighbour of it
        if all(src.span(one)[1] <= src.span(other)[0] for one, other in zip(rows, rows[1:])):
            yield from Group.of(src, rows)


class Group:
    """Several nodes of one kind; `whole`: the list that they are the items of, which may have more of them."""

    @classmethod
    def of(cls, src, nodes, whole=None):
        """The group, if they are alike."""
        kinds = {kind_of(src, node) for node in nodes}
        group = cls(src, nodes, whole)
        plain = any("" in keys for keys in group.keys)
        if len(kinds) == 1 and len(nodes) <= ITEMS_MAX and all(group.keys) and (len(nodes) > 1 or whole is not None and not plain):
            yield group

    def __init__(self, src, nodes, whole=None):
        self.src, self.nodes, self.whole = src, nodes, whole
        self.keys = [plain_keys(node) for node in nodes]
        self.dated = bool(nodes) and isinstance(nodes[0], ast.Call) and gen_later.called(nodes[0]) in DATES

    def columns(self, spoken):
        """Of each key that all of them have: iterators of (text, is it of the kind that is passed?)."""
        shared = [key for key in self.keys[0] if all(key in keys for keys in self.keys)]
        shared.sort(key=lambda key: key not in spoken)
        return [self._column(key) for key in shared[:COLUMNS_MAX]]

    def _column(self, key):
        n, had = len(self.nodes), [gen_text.value_of(keys[key]) for keys in self.keys]
        for values, same in ladders(had)[:DATED if self.dated else None]:
            size = len(values) if self.whole is not None or n >= len(values) else n
            for at in range(0, len(values) - size + 1, size):       # where none can be added, by as many as there are
                yield self.with_values(key, values[at:at + size]), same
        one = self.without(key) if len(self.nodes) > 1 else None
        if one:
            yield one, False

    def with_values(self, key, values):
        """The program with these for the values of a key, over and over; in a list there are as many items as values."""
        texts = [said(value) for value in values]
        if self.whole is None:
            return self.src.edited([(keys[key], texts[i % len(texts)]) for i, keys in enumerate(self.keys)])
        n = len(self.nodes)
        items = [self._item(i % n, key, texts[i % len(texts)], i // n) for i in range(max(n, len(texts)))]
        comma = "," * (len(items) == 1 and isinstance(self.whole, ast.Tuple))
        return self.src.edited([(self.whole, BRACKETS[type(self.whole)] % (", ".join(items) + comma))])

    def _item(self, i, key, text, copy):
        """An item with another value of a key; `copy`: it is so often a copy that another value of it has to tell it apart."""
        keys, src = self.keys[i], self.src
        edits = [src.span(keys[key]) + (text,)]
        beside = next((node for other, node in keys.items() if other != key), None)
        if copy and beside is not None and not self.dated:
            value = gen_text.value_of(beside)
            edits.append(src.span(beside) + (said("%s%d" % (value, copy) if isinstance(value, str) else value + copy),))
        return src.text(self.nodes[i], sorted(edits))

    def without(self, key):
        """The last item without the key, where it has a name; or None."""
        node, src = self.nodes[-1], self.src
        if isinstance(node, ast.Dict):
            rest = [(k, v) for k, v in zip(node.keys, node.values) if v is not self.keys[-1][key]]
            return src.edited([(node, "{%s}" % ", ".join("%s: %s" % (src.text(k), src.text(v)) for k, v in rest))])
        if isinstance(node, ast.Call) and isinstance(key, str):
            given = [src.text(a) for a in node.args] + [("%s=" % k.arg if k.arg else "**") + src.text(k.value) for k in node.keywords if k.arg != key]
            return src.edited([(node, "%s(%s)" % (src.text(node.func), ", ".join(given)))])
        return None


def kind_of(src, node):
    """What two things have in common that are alike."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    value = getattr(node, "value", None)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return type(node), src.text(node.func) if isinstance(node, ast.Call) else "number" if number else type(value)


def plain_keys(node):
    """{key or place: node} of the plain texts and numbers of an item; of a plain one itself the key is ""."""
    if is_plain(node):
        return {"": node}
    rows = []
    if isinstance(node, ast.Dict):
        rows = [(k.value, v) for k, v in zip(node.keys, node.values) if isinstance(k, ast.Constant) and isinstance(k.value, str) and k.value]
    elif isinstance(node, (ast.List, ast.Tuple)):
        rows = list(enumerate(node.elts))
    elif isinstance(node, ast.Call):
        rows = gen_later.arguments(node)
    return {key: value for key, value in rows if is_plain(value)}


def is_plain(node):
    value = gen_text.value_of(node) if isinstance(node, (ast.Constant, ast.UnaryOp)) else None
    if isinstance(value, str):
        return 0 < len(value) < LONG_MAX and node.lineno == node.end_lineno
    return type(value) in (int, float)


def ladders(had):
    """[(values for a key in turn, are they of its kind?)], the most telling first; of what is dated the first DATED of numbers."""
    first, same = had[0], [had[0]] * len(had)
    other = next((value for value in had if value != first), None)
    if not isinstance(first, str):
        tied = [first, first + 1 if other is None else other, first]
        return [(tied + tied[1:], True), (same, True), (_numbers(first, NUMBERS), True), (list(BESIDE), isinstance(first, float)), ([str(n) for n in NUMBERS[:4]], False)]
    numbered = next((value for value in had if re.search(r"\d", value)), None)
    word = next((value for value in had if re.search(r"[^\W\d_]", value)), "")
    put = (lambda n: first + n) if numbered is None else lambda n: re.sub(r"\d+(?=\D*$)", n, numbered)
    natural = [put(n) for n in ("10", "9", "10", "09", "1")]
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    cased = [word, word.upper(), word, word.lower(), bare]
    tied = [first, other or first + "b", first]
    rows = [natural, tied + tied[1:]] + [cased] * bool(word) + [same, list(LETTERS)]
    if numbered is None:
        rows = [list(LETTERS), cased, tied + tied[1:], same, natural, list(MARKED)]
    return [(row, True) for row in rows]


def _numbers(like, numbers):
    return [float(n) for n in numbers] if isinstance(like, float) else list(numbers)


def said(value):
    return gen_mutate.quoted(value) if isinstance(value, str) else repr(value)
