"""Programs in which the values of a real one meet in another way: numbers on the other side of zero, a range inside of another
one, two halves of a cent, the last question before the last step as well, equal objects in a set, what one replacement makes
before what completes another, each of several characters that are cut off an end by itself.

Which of them are made is said by the words of the change, but for the two that any state may be wrong in.
"""
import ast
import re

import gen_mutate
import gen_text

ROUNDS = frozenset("int floor ceil trunc round divmod floordiv mod fmod".split())
MONEY = re.compile(r"round|quantize|percent|^(Decimal|Fraction|cents?|money)$", re.I)
DIVIDES = frozenset("ZeroDivisionError truediv floordiv divmod".split())
EQUAL = frozenset(("__eq__", "__hash__"))
ENDS = frozenset("strip rstrip lstrip removesuffix removeprefix endswith startswith".split())
KINDS = frozenset("isinstance issubclass hasattr type Mapping".split())
UNLIKE = (("[1]", "[2, 3]"), ("None", "{\"a\": 1}"), ("{\"a\": 1}", "None"))
DIGITS = re.compile(r"\d+(?:\.\d+)?")
TEXTS_MAX = 3
CUT_MAX = 4         # characters, each at one end
PAIRS_MAX = 64      # each meets each


class Meeting:
    """What the changed functions of both sides have: `words`, pairs of texts that replace each other, marks at the ends of texts."""

    def __init__(self, words=(), nodes=(), tables=()):
        self.words, nodes = set(words), [n for node in nodes for n in gen_text.walk(node)]
        self.nearly = bool(self.words & ROUNDS) or any(isinstance(n, ast.FloorDiv) for n in nodes)
        self.replaced, self.ends, self.cut = _replaced(nodes, tables), _ends(nodes), _cut(nodes)

    @property
    def made_by(self):
        """The twists that this change asks for."""
        asked = [(self.mirrored, self.nearly), (self.rounded, any(MONEY.search(w) for w in self.words)), (self.zeroed, self.words & DIVIDES),
                 (self.hashed, self.words & EQUAL), (self.unlike, self.words & KINDS), (self.completed, self.replaced), (self.doubled, self.ends),
                 (self.begun, self.cut)]
        return [make for make, is_asked in asked if is_asked]

    def mirrored(self, src):
        """Two numbers that stand beside each other in order, both below zero."""
        pairs = [next(_ranges(call.args), None) for call in _calls(src)]
        edits = [edit for pair in pairs if pair for edit in _set(pair, (-pair[1][1], -pair[0][1]))]
        return [src.edited(edits)] if edits else []

    def rounded(self, src):
        """All decimal numbers with a 5 for their last digit, once each, and steps that have one twice: what is rounded before
        it is added up is not what is rounded afterwards."""
        decimals = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Constant) and re.fullmatch(r"\d+\.\d+", str(n.value))]
        if not decimals or any(isinstance(n, ast.JoinedStr) for n in gen_text.walk(src.tree)):
            return []
        edits = [(n, gen_mutate.quoted(n.value[:-1] + "5") if isinstance(n.value, str) else repr(n.value)[:-1] + "5") for n in decimals]
        mine = {id(n) for n in decimals}
        rows, alone = [], []
        for node in src.tree.body:
            own = [n for call in gen_text.walk(node) if isinstance(call, ast.Call) for n in call.args
                   if mine & {id(a) for a in call.args} and isinstance(n, ast.Constant) and type(n.value) is int]
            for out, more in ((rows, []), (alone, [(n, "1") for n in own])):
                changed = [src.span(n) + (t,) for n, t in edits + more if node.lineno <= n.lineno <= node.end_lineno]
                is_step = isinstance(node, ast.Expr) and not gen_text.prints(node) and changed
                out += [src.text(node, sorted(changed))] * (2 if is_step else 1)
        return list(dict.fromkeys("\n".join(lines) + "\n" for lines in (alone, rows)))

    def zeroed(self, src):
        """The last number in a text, and all of them, are 0."""
        texts = [n for n in src.texts if DIGITS.search(n.value)]
        out = []
        for node in texts[-1:]:
            last = list(DIGITS.finditer(node.value))[-1]
            out = [src.edited([(node, gen_mutate.quoted(node.value[:last.start()] + "0" + node.value[last.end():]))])]
        return out + [src.edited([(n, gen_mutate.quoted(DIGITS.sub("0", n.value))) for n in texts])] if texts else []

    def hashed(self, src):
        """Two objects that a test compares, in one set: who are equal are one."""
        body, edits = src.tree.body, []
        shown = [n.value.args[0] if gen_text.prints(n) and n.value.args else None for n in body]
        for one, two in zip(shown, shown[1:]):      # what is asserted to be equal is shown one after the other
            if isinstance(one, ast.Call) and isinstance(two, ast.Call) and gen_text.dotted(one.func) == gen_text.dotted(two.func) != "":
                edits.append((two, one, two))
        edits += [(n, n.left, n.comparators[0]) for n in shown if isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.Eq, ast.NotEq))]
        return [src.edited([(node, "len({%s, %s})" % (src.text(a), src.text(b))) for node, a, b in edits])] if edits else []

    def unlike(self, src):
        """A key that two dicts of one call have, with something of another kind in each."""
        for call in _calls(src):
            dicts = [{k.value: v for k, v in zip(a.keys, a.values) if isinstance(k, ast.Constant)}
                     for a in call.args if isinstance(a, ast.Dict)]
            shared = [key for key in dicts[0] if key in dicts[1]] if len(dicts) > 1 else []
            if shared:
                return [src.edited(zip((dicts[0][shared[0]], dicts[1][shared[0]]), pair)) for pair in UNLIKE]
        return []

    def completed(self, src):
        """In the longest text what one replacement turns into the beginning or the end of what another one looks for."""
        made = [a + c[len(b):] for a, b in self.replaced for c, _ in self.replaced if b and c.startswith(b) and len(c) > len(b) and a != c]
        made += [c[:-len(b)] + a for a, b in self.replaced for c, _ in self.replaced if b and c.endswith(b) and len(c) > len(b) and a != c]
        nodes = sorted(src.texts, key=lambda n: -len(n.value))[:1]
        return [src.edited([(n, gen_mutate.quoted(n.value + one))]) for n in nodes for one in dict.fromkeys(made)]

    def doubled(self, src):
        """What is looked for at the end of a text, twice where it stands, else twice at its end."""
        out = []
        for mark in self.ends[:TEXTS_MAX]:
            nodes = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Constant) and type(n.value) is type(mark) and n.value
                     and "\n" not in src.text(n)]
            there = [n for n in nodes if mark in n.value]
            edits = [(n, n.value.replace(mark, mark * 2)) for n in there] or [(n, n.value + mark * 2) for n in nodes[-1:]]
            if edits and not any(isinstance(n, ast.JoinedStr) for n in gen_text.walk(src.tree)):
                out.append(src.edited([(n, gen_mutate.quoted(v) if isinstance(v, str) else repr(v)) for n, v in edits]))
        return out

    def begun(self, src):
        """Each line of the last text, and of all texts, with one of the characters that strip() is given: `lstrip("./")` takes a dot
        off ".cache" as well."""
        texts = sorted((n for n in gen_text.walk(src.tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value),
                       key=lambda n: (n.lineno, n.col_offset))
        out = []
        for nodes in (texts[-1:], texts) if not any(isinstance(n, ast.JoinedStr) for n in gen_text.walk(src.tree)) else ():
            for mark, where in self.cut[:CUT_MAX]:
                rows = [[row and (mark + row if where == "l" else row + mark) for row in n.value.split("\n")] for n in nodes]
                edits = [(n, gen_mutate.quoted("\n".join(r))) for n, r in zip(nodes, rows)]
                out += [src.edited(edits)] if edits else []
        return list(dict.fromkeys(out))


def before(src):
    """The last question asked before the last step as well: what is remembered of the answer shows."""
    body = src.tree.body
    at = next((i for i in range(len(body) - 2, 0, -1) if _is_step(body[i])), None)
    if at is None or not gen_text.prints(body[-1]) or not gen_text.loads(body[-1]) <= _bound(body[:at]) | gen_text.BUILTINS:
        return []
    start = src.span(body[at])[0]
    return [src._apply(0, len(src.data), [(start, start, src.text(body[-1]) + "\n")])]


def within(src):
    """Of two ranges of numbers in calls of one thing, or in items of one list, the second one inside of the first."""
    groups = {}
    for call in _calls(src):
        groups.setdefault(src.text(call.func), []).append(call.args)
    rows = list(groups.values()) + [[e.elts for e in n.elts if isinstance(e, (ast.Tuple, ast.List))] for n in gen_text.walk(src.tree)
                                    if isinstance(n, (ast.List, ast.Tuple))]
    for group in rows:
        found = [next(_ranges(args), None) for args in group]
        if len(found) > 1 and None not in found[:2] and found[0][1][1] - found[0][0][1] > 2:
            return [src.edited(_set(found[1], (found[0][0][1] + 1, found[0][1][1] - 1)))]
    return []


def _ranges(args):
    """((node, number), (node, number)) of two numbers beside each other, the smaller one first."""
    numbers = [(n, _number(n)) for n in args]
    for one, two in zip(numbers, numbers[1:]):
        if one[1] is not None and two[1] is not None and one[1] < two[1]:
            yield one, two


def _number(node):
    value = gen_text.value_of(node)
    return value if type(value) in (int, float) and abs(value) < 1e15 else None


def _set(pair, values):
    return [(node, repr(value)) for (node, _), value in zip(pair, values)]


def _calls(src):
    return [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and gen_text.dotted(n.func) != "print"]


def _is_step(node):
    """Is it done for what it does: a call on an object, an item or an attribute set?"""
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in targets)
    return isinstance(node, ast.Delete) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) \
        and isinstance(node.value.func, ast.Attribute)


def _bound(body):
    return set().union(set(), *[gen_text.stores(n) for n in body])


def _replaced(nodes, tables):
    """[(text, what is put in its place)] of calls of replace(), and of tables of texts where something is replaced."""
    calls = [n for n in nodes if isinstance(n, ast.Call) and getattr(n.func, "attr", "") == "replace" and len(n.args) > 1]
    pairs = [tuple(gen_text.value_of(a) for a in n.args[:2]) for n in calls]
    for table in tables if calls else ():
        pairs += [pair for row in table.items() for pair in (row, row[::-1])]
    return list(dict.fromkeys(p for p in pairs if all(isinstance(t, str) for t in p)))[:PAIRS_MAX]


def _ends(nodes):
    """Texts and bytes that are looked for at an end, blanks where none is said."""
    out = []
    for n in nodes:
        if isinstance(n, ast.Call) and getattr(n.func, "attr", "") in ENDS:
            values = [gen_text.value_of(a) for a in n.args[:1]] or [" "]
            out += [v for v in values if isinstance(v, (str, bytes)) and 0 < len(v) < 9]
    return list(dict.fromkeys(out))


def _cut(nodes):
    """[(character, "l" or "r")] of calls of strip() and its kin that are given more than one character."""
    out = []
    for n in nodes:
        name = getattr(n.func, "attr", "") if isinstance(n, ast.Call) else ""
        marks = gen_text.value_of(n.args[0]) if name in ("strip", "lstrip", "rstrip") and n.args else None
        if isinstance(marks, str) and 1 < len(set(marks)) < 9:
            out += [(mark, where) for mark in dict.fromkeys(marks) if not mark.isspace()
                    for where in "lr" if name != ("rstrip" if where == "l" else "lstrip")]
    return list(dict.fromkeys(out))
