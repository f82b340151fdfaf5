"""The conditions of a function before and after a change: which differ, what each asks, and values on both sides of it.

A condition is more than what stands behind `if`: whatever has another outcome for another argument counts, a bound of
a slice, a key that may be missing, what is split at or taken off, a codec.
"""
import ast
import collections
import functools
import math
import operator

import gen_literals
import gen_text
from gen_trace import Pattern, sized

CONDITIONS_MAX = 40  # of one side that differ
AROUND_MAX = 8       # conditions around changed lines that did not change themselves
MEMBERS_MAX = 6
ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
WORKED_OUT = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
              ast.Pow: operator.pow, ast.LShift: operator.lshift}
EXPONENT_MAX, BITS_MAX = 256, 2100  # of a constant that is worked out: each line may use the one before
MATCHING = frozenset("match search fullmatch findall finditer sub subn split".split())
# What texts are asked, and texts of which it is true and false.
ASKED_OF_TEXTS = {
    "isdigit": ("12", "1.5", "\u00b2"), "isdecimal": ("12", "\u00b2"), "isnumeric": ("12", "\u00bd"),
    "isalpha": ("abc", "ab1", "\u00e9"), "isalnum": ("ab1", "a b", "_"), "isspace": (" ", "\t\n", "a"),
    "isupper": ("ABC", "Abc", "A1"), "islower": ("abc", "Abc", "a1"), "istitle": ("Abc Def", "abc"),
    "isidentifier": ("a_1", "1a", "class"), "isascii": ("abc", "\u00e9"), "isprintable": ("abc", "a\x00")}
# Values of a type, and beside it: what differs between isinstance(x, T), type(x) is T and a wider or narrower T.
OF_TYPE = {"int": (3, True, 3.0, "3"), "float": (1.5, 2, "1.5"), "bool": (True, 1), "str": ("abc", b"abc"),
           "bytes": (b"abc", "abc"), "bytearray": (b"abc",), "list": ([1, 2], (1, 2)), "tuple": ((1, 2), [1, 2]),
           "dict": ({"a": 1}, [("a", 1)]), "set": ({1, 2}, [1, 2]), "frozenset": ({1, 2},), "Mapping": ({"a": 1},),
           "NoneType": (None, 0), "Iterable": ([1, 2], "ab", 1), "Sequence": ([1, 2], "ab", {1}), "Number": (3, 1.5, "3")}
# Marks that stand for each other: what begins and ends a thing, what counts up and down.
INSTEAD = {"[": "(", "(": "[", "]": ")", ")": "]", "{": "[", "}": "]", "<": "(", ">": ")", "+": "-", "-": "+", ",": ";", ";": ",", "/": "\\", "'": '"', '"': "'",
           ".": ",", ":": "=", "=": ":", "*": "?", "#": ";"}
# Bytes that the codecs differ in: with a mark of the byte order, of another codec, cut off, none of these.
OF_CODECS = ("\ufeff%s".encode(), "%s\u00e9\u00df".encode(), "%s\u00e9".encode("latin-1"), "%s\u20ac".encode("cp1252"),
             "%s".encode("utf-16"), "%s\u4e2d".encode()[:-1])
TEXTS_OF_CODECS = ("\ufeff%s", "%s\u00e9\u00df", "%s\u20ac\u4e2d", "%s\U0001f600")


class Condition:
    """`test`: the expression; `scope`: what its names mean; `other`: the expression that stands in its place on the
    other side, or None; `is_new`: it stands on one side only."""

    def __init__(self, test, scope, is_new, other=None, other_scope=None):
        self.test, self.scope, self.is_new, self.other, self.other_scope = test, scope, is_new, other, other_scope


def tests_of(node):
    """Expressions in a function that decide something, outermost first, in source order."""
    out, inside = [], set()
    for n in gen_text.walk(node):
        found = []
        if isinstance(n, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            found = [n.test]
        elif isinstance(n, ast.comprehension):
            found = n.ifs
        elif isinstance(n, (ast.Compare, ast.BoolOp)) or isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            found = [n]
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) or isinstance(n, ast.Call) and _decides(n) \
                or type(n).__name__ == "Match" or isinstance(n, ast.BinOp) and _divides(n):
            found = [n]
        for test in found:
            if id(test) not in inside:
                out.append(test)
                inside.update(id(m) for m in gen_text.walk(test))
    return sorted(out, key=lambda t: (t.lineno, t.col_offset))


def _decides(call):
    name = getattr(call.func, "attr", "") or gen_text.dotted(call.func)
    return name in MATCHING or name in ASKED_OF_TEXTS or name in gen_literals.LOOKING or name in (
        "isinstance", "min", "max", "divmod", "get", "pop", "setdefault", "encode", "decode", "issubclass", "round")


def _divides(node):
    """A number that has something else on each side of what it is divided by, and no text with places in it."""
    return isinstance(node.op, (ast.Mod, ast.FloorDiv)) and not isinstance(node.left, gen_text.STRING_NODES) \
        and not isinstance(getattr(node.left, "value", None), (str, bytes))


def said(node):
    """What tells two expressions apart, wherever they stand."""
    return ast.dump(node)


def differing(mine, theirs, lines):
    """Conditions of two Scopes (theirs: None, there is none) that stand in one of them, as Conditions; then those of
    the first that stand on or around changed `lines` and did not change."""
    here = tests_of(mine.node)
    there = tests_of(theirs.node) if theirs else []
    new, same = _apart(here, there)
    gone, _ = _apart(there, here)
    if theirs is None:      # all of it is of this side: what stands on changed lines
        new, same = [t for t in here if not lines or _touches(t, lines)], [t for t in here if lines and not _touches(t, lines)]
    here, there = _Partners(new, mine), _Partners(gone, theirs)
    out = [Condition(t, mine, True, there.of(t, mine), theirs) for t in new[:CONDITIONS_MAX]]
    out += [Condition(t, theirs, True, here.of(t, theirs), mine) for t in gone[:CONDITIONS_MAX]]
    near = [t for t in same if _touches(t, lines, 1)] + [t for t in _guards(mine.node, lines) if t in same]
    return out + [Condition(t, mine, False) for t in dict.fromkeys(near)][:AROUND_MAX]


def _touches(node, lines, near=0):
    return any(node.lineno - near <= n <= node.end_lineno + near for n in lines)


def _apart(tests, others):
    """(those that do not stand among the others as well, those that do)."""
    left, out = collections.Counter(map(said, others)), ([], [])
    for test in tests:
        text = said(test)
        out[left[text] > 0].append(test)
        left[text] -= 1
    return out


class _Partners:
    """Conditions of one side, for those of the other one."""

    def __init__(self, tests, scope):
        self.rows = [(gen_text.mentions(t), t.lineno - scope.node.lineno, t) for t in tests]

    def of(self, test, scope):
        """The one that shares the most with it, the nearest of them: their lines are of texts that begin elsewhere."""
        words, line = gen_text.mentions(test), test.lineno - scope.node.lineno
        rows = [(len(words & w), -abs(n - line), i) for i, (w, n, _) in enumerate(self.rows)]
        best = max(rows, default=(0, 0, 0))
        return self.rows[best[2]][2] if best[0] else None


def _guards(node, lines):
    """Tests of the blocks that changed lines stand in."""
    return [n.test for n in gen_text.walk(node) if isinstance(n, (ast.If, ast.While))
            and any(n.lineno < i <= n.end_lineno for i in lines)]


# ---- what a condition asks -----------------------------------------------------------

def questions(test, scope, depth=0):
    """[(how, subject, given)]: a subject is an expression, what is given a value, or for "pair" an expression too."""
    if depth > 6:
        return []
    down = lambda one: questions(one, scope, depth + 1)
    if isinstance(test, ast.BoolOp):
        return [q for one in test.values for q in down(one)]
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return down(test.operand)
    if isinstance(test, ast.NamedExpr):
        return down(test.value)
    if isinstance(test, ast.IfExp):
        return down(test.test)
    if isinstance(test, ast.Compare):
        sides = [test.left] + test.comparators
        return [q for op, a, b in zip(test.ops, sides, sides[1:]) for q in _compared(op, a, b, scope)]
    if isinstance(test, ast.Subscript):
        return _subscript(test, scope)
    if isinstance(test, ast.BinOp):
        return [("order", test.left, one) for one in scope.possible(test.right) if type(one) in (int, float)]
    if isinstance(test, ast.Call):
        return _called(test, scope, down)
    if type(test).__name__ == "Match":
        return [q for case in test.cases for q in _case(test.subject, case.pattern, scope)]
    inner = scope.expression(test)
    if isinstance(inner, (ast.Compare, ast.BoolOp, ast.NamedExpr)) or isinstance(inner, ast.Call) and _decides(inner):
        return down(inner) or [("truth", test, None)]
    return [("truth", test, None)]


def _compared(op, left, right, scope):
    if isinstance(op, (ast.In, ast.NotIn)):
        known = _given(right, scope)
        if known is not None:
            return [("in", left, known)]
        known = _given(left, scope)
        return [("has", right, known)] if known is not None else [("pair in", left, right)]
    for subject, other in ((left, right), (right, left)):
        known = _given(other, scope)
        if known is not None:
            if isinstance(subject, ast.Call) and gen_text.dotted(subject.func) == "type" and len(subject.args) == 1:
                continue
            return [("order" if isinstance(op, ORDERED) else "equal", subject, known)]
        if isinstance(other, ast.Constant) and other.value is None:
            return [("none", subject, None)]
    for subject, other in ((left, right), (right, left)):
        if isinstance(subject, ast.Call) and gen_text.dotted(subject.func) == "type" and len(subject.args) == 1:
            return [("type", subject.args[0], [gen_text.dotted(other).split(".")[-1]])]
    how = "order" if isinstance(op, ORDERED) else "equal"
    return [(how, subject, one) for subject, other in ((left, right), (right, left)) for one in scope.possible(other)] + [
        ("pair", left, right)]


def _given(node, scope):
    """What it is, where no argument has a say in it."""
    if isinstance(node, ast.Call) and gen_text.dotted(node.func) in ("set", "frozenset", "tuple", "list") and len(node.args) == 1:
        node = node.args[0]
    known = scope.constant(node)
    return frozenset(known) if isinstance(known, set) else known     # which may be a member or a key


def _subscript(node, scope):
    index = getattr(node.slice, "value", node.slice) if type(node.slice).__name__ == "Index" else node.slice
    if isinstance(index, ast.Slice):
        out = []
        for part in (index.lower, index.upper):
            some = [n for n in scope.possible(part) if type(n) is int] if part is not None else []
            out += [("size", node.value, abs(n)) for n in some]
            if part is not None and scope.constant(part) is None and scope.trace(part):
                out.append(("pair size", node.value, part))
        return out
    known = scope.constant(index)
    if isinstance(known, str):
        return [("has", node.value, known)]
    if type(known) is int:
        return [("size", node.value, known + 1 if known >= 0 else -known)]
    return [("pair in", index, node.value)] if scope.trace(index) else []


def _called(call, scope, down):
    name = gen_text.dotted(call.func) or getattr(call.func, "attr", "")
    last, args = name.split(".")[-1], call.args
    on = call.func.value if isinstance(call.func, ast.Attribute) else None
    first = _given(args[0], scope) if args else None
    if last == "isinstance" and len(args) == 2:
        which = args[1].elts if isinstance(args[1], ast.Tuple) else [args[1]]
        return [("type", args[0], [gen_text.dotted(w).split(".")[-1] for w in which])]
    if last in ("any", "all", "bool") and len(args) == 1:
        one = args[0]
        if isinstance(one, (ast.GeneratorExp, ast.ListComp)):
            return down(one.elt) + [("truth", one.generators[0].iter, None)]
        return down(one)
    if last in ("min", "max") and len(args) == 2:
        return _compared(ast.Lt(), args[0], args[1], scope)
    if last == "divmod" and len(args) == 2:
        return [("order", args[0], one) for one in scope.possible(args[1]) if type(one) in (int, float)]
    if last == "round" and args:
        return [("round", args[0], first if len(args) > 1 else None)]
    if last in MATCHING and on is not None:
        pattern = _pattern(on, scope)
        if pattern is None and last not in ("split",) and gen_text.dotted(on) in ("re", "regex") and isinstance(first, str):
            return [("match", one, first) for one in (args[2:3] if last in ("sub", "subn") else args[1:2])]
        if pattern is not None:
            return [("match", one, pattern) for one in (args[1:2] if last in ("sub", "subn") else args[:1])]
    if on is None:
        return [("truth", call, None)] if last == "len" else []
    if last in ("startswith", "endswith") and first is not None:
        return [(last, on, one) for one in (first if isinstance(first, tuple) else (first,)) if isinstance(one, (str, bytes))]
    if last in ASKED_OF_TEXTS and not args:
        return [("text", on, last)]
    if last in ("get", "pop", "setdefault") and isinstance(first, (str, int)):
        return [("has", on, first)]
    if last in ("encode", "decode"):
        return [("codec", on, last)]
    if last in gen_literals.LOOKING and isinstance(first, (str, bytes)):
        subject = args[0] if last == "join" else on
        return [("marks", subject, first)] if last != "join" else []
    return [("marks", on, " ")] if last in ("strip", "lstrip", "rstrip", "split", "rsplit") and not args else []


def _pattern(node, scope):
    """The text of the pattern that a name stands for."""
    known = scope.constant(node)
    return known.text if isinstance(known, Pattern) else None


@functools.lru_cache(maxsize=64)     # each name that is imported asks for those of a whole module
def constants(tree):
    """{name: value} of what the top of a module and its classes set once to a constant, patterns included; not to be changed."""
    out, twice = {}, set()
    todo = list(tree.body)
    for node in todo:
        if isinstance(node, ast.ClassDef):
            todo += node.body
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            value = _constant(node.value)
            value = _number(node.value, out) if value is None else value
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    twice.update([target.id] if target.id in out else [])
                    out[target.id] = value
    return {name: value for name, value in out.items() if value is not None and name not in twice}


def _number(node, known, depth=0):
    """What a number comes to that is worked out of others, as -2 ** 63, 60 * MINUTE or abs(LEAST + 1); None: it is none."""
    down = lambda one: _number(one, known, depth + 1)
    if depth > 6:
        return None
    try:
        if isinstance(node, ast.Name):
            value = known.get(node.id)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = -down(node.operand)
        elif isinstance(node, ast.Call) and gen_text.dotted(node.func) in ("abs", "int") and len(node.args) == 1:
            value = {"abs": abs, "int": int}[node.func.id](down(node.args[0]))
        elif isinstance(node, ast.BinOp) and type(node.op) in WORKED_OUT:
            left, right = down(node.left), down(node.right)
            if isinstance(node.op, (ast.Pow, ast.LShift)) and not (0 <= right <= EXPONENT_MAX and abs(left) <= EXPONENT_MAX):
                return None
            value = WORKED_OUT[type(node.op)](left, right)
        else:
            value = node.value if isinstance(node, ast.Constant) else None
    except (ArithmeticError, TypeError, ValueError):    # one of them is no number
        return None
    if type(value) is float:
        return value if math.isfinite(value) else None
    return value if type(value) is int and value.bit_length() <= BITS_MAX else None


def _constant(node):
    if isinstance(node, ast.Call):
        name = gen_text.dotted(node.func).split(".")[-1]
        if name == "compile" and node.args and isinstance(gen_text.value_of(node.args[0]), str):
            return Pattern(gen_text.value_of(node.args[0]))
        if name in ("frozenset", "set", "tuple") and len(node.args) == 1:
            return _constant(node.args[0])
    if isinstance(node, ast.Dict):
        keys = [gen_text.value_of(k) if k is not None else None for k in node.keys]
        return None if None in keys else {k: gen_text.value_of(v) for k, v in zip(keys, node.values) if isinstance(k, (str, int))}
    value = gen_text.value_of(node)
    return list(value) if isinstance(value, (set, frozenset)) else value


def _case(subject, pattern, scope):
    kind = type(pattern).__name__
    if kind == "MatchValue":
        known = scope.constant(pattern.value)
        return [("equal", subject, known)] if known is not None else []
    if kind == "MatchSingleton":
        return [("none", subject, None)] if pattern.value is None else [("equal", subject, pattern.value)]
    if kind == "MatchOr":
        return [q for one in pattern.patterns for q in _case(subject, one, scope)]
    if kind == "MatchClass":
        return [("type", subject, [gen_text.dotted(pattern.cls).split(".")[-1]])]
    if kind == "MatchSequence":
        return [("size", subject, len(pattern.patterns))]
    if kind == "MatchMapping":
        return [("has", subject, gen_text.value_of(k)) for k in pattern.keys if isinstance(gen_text.value_of(k), (str, int))]
    return []


# ---- values on both sides of it ------------------------------------------------------

def wanted(how, given, had):
    """Values for the subject of a question with which it is answered in each way, and those at its edge first.
    `had`: what the subject is in a real call, None where nobody knows."""
    made = ANSWERS[how](given, had) if how in ANSWERS else []
    out = []
    for value in made:
        if not any(type(v) is type(value) and v == value for v in out) and not (type(value) is type(had) and value == had):
            out.append(value)
    return out


def _near(given, had):
    if isinstance(given, bool):
        return [given, not given, None]
    if isinstance(given, (int, float)):
        step = [given + 0.5, given - 0.5] if isinstance(given, float) or isinstance(had, float) else []
        return [given, given + 1, given - 1] + step
    if isinstance(given, str):
        return [given, INSTEAD.get(given, given), given + "a", given[:-1], given.swapcase()]
    if isinstance(given, bytes):
        return [given, given + b"a", given[:-1]]
    if isinstance(given, (list, tuple)):
        return [given, given[:-1], given + given[-1:]]
    return [given]


def _members(given, had):
    given = sorted(given, key=repr) if isinstance(given, frozenset) else given
    some = list(given)[:MEMBERS_MAX] if isinstance(given, (list, tuple, dict, str)) else []
    if isinstance(given, str):
        return some + [given, given[:2], ""]
    texts = [s for s in some if isinstance(s, str)]
    return some + [s.swapcase() for s in texts[:2]] + [s + "x" for s in texts[:1]] + [
        n + 1 for n in some if type(n) is int and n + 1 not in some][:1]


def _holding(given, had):
    """Containers that have the given thing in them, and that have it not."""
    if isinstance(had, dict):
        rest = {k: v for k, v in had.items() if k != given}
        usual = next(iter(had.values()), 1)
        return [rest, {**had, given: None}, {**had, given: had.get(given, usual)}, {**had, given: ""}, {**had, given: 0}, {}]
    if isinstance(had, (list, tuple, set)):
        rest = [v for v in had if v != given]
        return [type(had)(some) for some in (rest + [given], rest, [given])]
    if isinstance(given, str) and not isinstance(had, bytes) and (isinstance(had, str) or not given.isidentifier()):
        return _marked(given, had)
    return [{given: 1}, {}, {given: None}] if isinstance(given, (str, int)) else [[given], []]


def _marked(given, had):
    """Texts with the mark at the beginning, in the middle, at the end, twice, and without."""
    if isinstance(given, bytes) or isinstance(had, bytes):
        had, given = had if isinstance(had, bytes) else b"a", given if isinstance(given, bytes) else given.encode()
    else:
        had = had if isinstance(had, str) else "a"
    cut = had.replace(given, had[:0]) if given else had
    half = len(had) // 2
    words = had.split(None, 1)
    return [had[:half] + given + had[half:], given + had, had + given, had[:half] + given * 2 + had[half:],
            given + had + given, cut, given] + ([(" " + given).join(words)] if len(words) > 1 and isinstance(had, str) else [])


def _edged(given, had, front):
    had = had if type(had) is type(given) else given[:0] + (b"a" if isinstance(given, bytes) else "a")
    bare = had[len(given):] if front and had.startswith(given) else had[:-len(given)] if not front and had.endswith(given) else had
    with_it = [given + bare, given + given + bare] if front else [bare + given, bare + given + given]
    return with_it + [bare, given, bare + given if front else given + bare, (given.swapcase() + bare) if front else bare + given.swapcase()]


def _empty(given, had):
    """What is not true: of the same kind first, then what is taken for missing."""
    if had is None:
        return [None, "", 0, [], False, {}]
    if isinstance(had, bool):
        return [not had, None]
    same = type(had)() if isinstance(had, (str, bytes, int, float, list, tuple, dict, set)) else None
    return [same, None] + ([" "] if isinstance(had, str) else [-1] if isinstance(had, int) else []) + \
        ([[0], [""]] if isinstance(had, list) else [])


def _typed(names, had):
    out = []
    for name in names:
        out += OF_TYPE.get(name, ())
    beside = [t for t in ("str", "bytes", "int", "list", "dict") if t not in names]
    return out + ([] if out else [OF_TYPE[t][0] for t in beside[:2]]) + [None]


def _matching(pattern, had):
    found = gen_literals.texts_of_pattern(pattern)
    out = list(found[:4]) + ([had + " " + had, had + had] if isinstance(had, str) and had else [])
    for text in found[:2]:
        out += [text + "x", "x" + text, text[:-1], text + "\n", text.upper()]
        if isinstance(had, str) and had:
            out += [had + " " + text, text + had]
    return out


def _sizes(given, had):
    return [s for n in (given, given + 1, given - 1, 0) for s in sized(n, had)]


def _coded(how, had):
    as_bytes = how == "decode"
    if as_bytes:
        text = had if isinstance(had, bytes) else had.encode("utf-8", "replace") if isinstance(had, str) else b"abc"
        out = []
        for form in OF_CODECS[:4] + OF_CODECS[5:]:
            out.append(form.replace(b"%s", text))
        return out + [text.decode("utf-8", "replace").encode("utf-16")]
    text = had if isinstance(had, str) else "abc"
    return [form.replace("%s", text) for form in TEXTS_OF_CODECS]


def _halves(given, had):
    """Where rounding goes either way."""
    places = given if type(given) is int and -6 < given < 12 else 0
    unit = 10.0 ** -places
    return [unit * 0.5, unit * 1.5, unit * 2.5, -unit * 0.5, unit * 0.49]


ANSWERS = {
    "order": _near, "equal": _near, "in": _members, "has": _holding, "marks": _marked, "truth": _empty,
    "none": lambda given, had: _empty(given, had) if had is not None else [None, "", 0],
    "startswith": lambda given, had: _edged(given, had, True), "endswith": lambda given, had: _edged(given, had, False),
    "text": lambda given, had: list(ASKED_OF_TEXTS[given]) + [""], "type": _typed, "match": _matching, "size": _sizes,
    "codec": _coded, "round": _halves,
}


def both(how, left, right):
    """Pairs of values for a question of two arguments: equal, less, greater. `left`, `right`: what they are in a real
    call, None where nobody knows."""
    if how == "pair in":
        return [(left, made) for made in _holding(left, right)[:3]] if isinstance(left, (str, int)) else []
    if how == "pair size":
        if type(right) is not int:
            right = 2
        out = [(made, n) for n in (right, len(left) if hasattr(left, "__len__") else 2) for made in sized(n, left)]
        return out + [(made, right) for n in (right - 1, right + 1) for made in sized(n, left)]
    for had, other in ((left, right), (right, left)):
        if type(had) in (int, float):
            other = other if type(other) in (int, float) and other != had else had + 1
            low, high = sorted((had, other))
            return [(low, low), (low, high), (high, low), (high, high)]
        if isinstance(had, (str, bytes)):
            other = other if type(other) is type(had) and other != had else had + had[:1]
            low, high = sorted((had, other))
            return [(low, low), (low, high), (high, low)]
        if isinstance(had, (list, tuple)):
            return [(had, had), (had, had[:-1]), (had[:-1], had), (had[::-1], had)]
    return [(1, 1), (1, 2), (2, 1)] if left is None and right is None else [(left, left)]
