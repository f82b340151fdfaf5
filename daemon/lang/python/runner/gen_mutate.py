"""Near neighbours of a mined program: one literal, keyword or statement changed at a time."""
import ast
import datetime
import re

import gen_blocks
import gen_literals
import gen_text

PLACES_MAX = 24     # literals of one program that are varied
EACH_MAX = 20       # variants of one literal
LIKE_MAX = 4        # other calls of one constructor
UNSAID = 10 ** 4000  # an integer of some more digits has no text
PARTS_OF_DATES = [0, 1, 2, 12, 23, 28, 29, 30, 31, 59, 1970, 2000, 2024, 999999]
ASKED = 4.0         # how much more often literals of the last statement are varied
MARKS = list("-+./%:,;=@#&?!_ 0Z\"'\\[]{}()<>|*$^~`")
BRACKETS = {"[": "(", "(": "[", "]": ")", ")": "]", "{": "[", "}": "]", "<": "(", ">": ")"}     # in the place of each other
SIGN = re.compile(r"(?<![\w.)])[-+](?=\d)|(?<=\d)[+](?=\d)")
MOMENT = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?")
ZONED = re.compile(r"(?<![\d:])\d\d:\d\d(?=(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d:?\d\d)\b)")     # a time with its offset
TABLED = re.compile(r"[^\W\d]\w*|\d+")     # a word of a table of them, "on" and "1"
PART = re.compile(r"[^\w\s]\w+$")     # the last part of "1.2", "a/b"
PAIRED = 16         # keywords that are added two at a time: those of the change come first
PAIRS_MAX = 6       # such pairs for one call
SWAPS = 3           # other words of a changed table that are tried in one text
HOLDING_MAX = 2000  # characters of a text that something is put into
EFFECTS = frozenset("append appendleft add update extend insert setdefault write put".split())    # what a callback does
SURE = 8            # ideas for a literal of the last statement that are not left to the lot
# What hides the order or the number of what it is given.
HIDING = frozenset("sorted set frozenset sum len any all max min dict tuple Counter".split())
# What says one thing of a text.
TELLING = frozenset("startswith endswith count find index isdigit isalpha isspace isupper islower".split())


class Known:
    """What values are made from: `numbers`, `strings` of the change; `pool`: strings the project uses, by
    shape; `keywords`: {callable name: [(keyword, value text)]} that may be added; `limits`: numbers that
    the package compares with; `members`: of its enumerations; `marks`: what it splits and looks for; `patterns`: long ones on changed lines; `joints`: the marks in changed patterns, `samples`: what those match."""

    def __init__(self, near=((), ()), pool=None, keywords=None, limits=(), marks=(), patterns=(), members=()):
        (self.numbers, self.strings), self.pool, self.keywords = near, pool or {}, keywords or {}
        self.limits, self.marks, self.members = list(limits), list(marks), dict(members)
        self.joints = gen_literals.pattern_marks([*self.strings, *patterns])
        self.samples = gen_literals.pattern_texts([*patterns, *self.strings])


def variants(text, known, rng):
    """[(new text, same kind)] of a program's text, in a fixed order for one rng state."""
    tree = gen_text.parse(text)
    if tree is None:
        return []
    src = gen_text.Source("", text, tree)
    out, sure = [], []
    places = _outside_first(tree, _places(tree))[:PLACES_MAX]
    beside = _beside(src, places)
    dated = _dated(tree)
    for node, how in places:
        row, changed = [], _changed(src, node, how, known, beside, rng)
        if id(node) in dated:
            span = src.span(node)
            changed += [(span + (repr(n),), True) for n in rng.sample(PARTS_OF_DATES, 4)]
            changed = [c for c in changed if _makes_date(dated[id(node)], node, c[0][2])]
        for new, same in changed:
            start, end = new[0], new[1]
            other = src._apply(0, len(src.data), [(start, end, new[2])])
            if other != text:
                row.append((other, same))
        # what is asked matters more than what it is asked of, and each literal's first ideas most
        own = _is_asked(tree, node)
        weight = ASKED if own else 1.0
        first = SURE if own else 0
        sure += [(k, one) for k, one in enumerate(row[:first])]
        out += [(weight / (k + 1), one) for k, one in enumerate(row[:EACH_MAX]) if k >= first]
    return _in_turn([one for _, one in sorted(sure, key=lambda r: r[0])], _drawn(out, rng))


def joined(text, marks):
    """Texts of programs that have, in one of the texts they pass, a mark of a changed pattern before a word: what a
    pattern looks ahead or back for shows only where it stands beside something else."""
    tree = gen_text.parse(text)
    src = gen_text.Source("", text, tree) if tree is not None else None
    out = []
    for node, how in _places(tree)[:PLACES_MAX] if src else ():
        value = getattr(node, "value", None)
        if how != "value" or not isinstance(value, str) or "\n" in src.text(node):
            continue
        words = [m.start() for m in re.finditer(r"(?<=\s)\w", value)]
        for at, mark in [(at, m) for at in dict.fromkeys(words[:1] + words[-1:]) for m in marks]:
            start, end = src.span(node)
            out.append(src._apply(0, len(src.data), [(start, end, quoted(value[:at] + mark + value[at:]))]))
    return [t for t in out if t != text]


def alone(words, sides):
    """Words of tables that only one of two versions of a function has. A number of one digit is no text wherever it stands."""
    said = lambda word, text: any(q + word + q in text for q in "'\"") if word.isdigit() else word in text
    return [w for w in words if TABLED.fullmatch(w) and any(said(w, one) != said(w, other) for one, other in sides)]


def swapped(text, table, words):
    """Texts of programs in which a word of a table has another one in its place, one of the `words` that its two versions do not
    share: what is lost or won shows where it is asked for."""
    tree = gen_text.parse(text)
    src = gen_text.Source("", text, tree) if tree is not None else None
    out = []
    for node, how in _places(tree)[:PLACES_MAX] if src else ():
        value = getattr(node, "value", None)
        if how == "value" and isinstance(value, str) and "\n" not in src.text(node):
            out += [src._apply(0, len(src.data), [src.span(node) + (quoted(other),)]) for other in _swapped(value, [*table, *words])
                    if any(w.lower() in other.lower() for w in words)]
    return out


def holding(text, wanted):
    """Texts of programs that have one of the wanted texts in the longest of those they pass: at its beginning, before
    its last word, at its end, on a line of its own."""
    tree = gen_text.parse(text)
    src = gen_text.Source("", text, tree) if tree is not None else None
    nodes = [n for n, how in _places(tree)[:PLACES_MAX] if how == "value" and isinstance(getattr(n, "value", None), str)] if src else []
    out = []
    for node in sorted(nodes, key=lambda n: -len(n.value))[:1]:
        (start, end), value = src.span(node), node.value
        words = [m.start() for m in re.finditer(r"(?<=\s)\w", value)]
        for one in wanted:
            made = [value[:at] + one + " " + value[at:] for at in words[-1:]] + [one + value, value + one, value + "\n" + one + "\n"]
            out.append([src._apply(0, len(src.data), [(start, end, quoted(v))]) for v in made if len(v) < HOLDING_MAX])
    return [row[k] for k in range(4) for row in out if k < len(row)]


def _is_asked(tree, node):
    """Does it stand in the last statement, or was a name set to it that what is asked about is made of?"""
    asked = tree.body[-1]
    if asked.lineno <= node.lineno:
        return True
    names = set(gen_text.loads(asked))
    for one in reversed(tree.body[:-1]):
        if isinstance(one, ast.Assign) and gen_text.stores(one) & names:
            if one.value is node:
                return True
            names |= gen_text.loads(one.value)
    return False


def _in_turn(sure, drawn):
    """One of each: time may end anywhere, and what must not depend on that comes first."""
    both = [one for pair in zip(sure, drawn) for one in pair]
    return both + sure[len(drawn):] + drawn[len(sure):]


def _places(tree):
    """What may be varied: literals outside imports, docstrings and f-strings; containers; calls."""
    out = []
    todo = [(n, False) for n in reversed(tree.body)]
    while todo:
        node, is_key = todo.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)) or isinstance(node, gen_text.STRING_NODES):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Constant) and node.value is not Ellipsis:
            out.append((node, "key" if is_key else "value"))
            continue
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            out.append((node, "value"))
            continue
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)) and isinstance(
                getattr(node, "ctx", None) or ast.Load(), ast.Load):
            out.append((node, "value"))
        elif isinstance(node, ast.Call) and gen_text.dotted(node.func) != "print":
            out.append((node, "call"))
            out += [(a, "callback") for a in list(node.args) + [k.value for k in node.keywords] if _is_callback(a)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr.isupper():
            out.append((node, "member"))
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call) and isinstance(node.ctx, ast.Load):
            out.append((node, "part"))
        children = []
        for child in gen_text.children(node):
            key = isinstance(node, ast.Dict) and child in node.keys
            if not isinstance(child, ast.arguments) and not (
                    isinstance(node, ast.AnnAssign) and child is node.annotation):
                children.append((child, key))
        todo.extend(reversed(children))
    return out


def _outside_first(tree, places):
    """What stands in the program's own classes and functions comes behind the rest, where there is not room for all."""
    if len(places) <= PLACES_MAX:
        return places
    inside = {id(n) for one in tree.body if isinstance(one, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) for n in gen_text.walk(one)}
    return sorted(places, key=lambda row: id(row[0]) in inside)


def _dated(tree):
    """{id of a number: the call} for dates and times that are written out."""
    out = {}
    for call in gen_text.walk(tree):
        if isinstance(call, ast.Call) and gen_text.dotted(call.func).split(".")[-1] in ("date", "datetime", "time") \
                and call.args and all(isinstance(a, ast.Constant) and type(a.value) is int for a in call.args):
            out.update((id(a), call) for a in call.args)
    return out


def _makes_date(call, node, text):
    """Is there such a date? The standard library refuses the others before the project sees them."""
    try:
        args = [int(text) if a is node else a.value for a in call.args]
        getattr(datetime, gen_text.dotted(call.func).split(".")[-1])(*args)
        return True
    except (ValueError, TypeError, OverflowError):
        return False


class _Beside:
    """What else stands in the program: `words` of its texts, `moments` in them, `items` of its lists and dicts, `numbers`, the
    `sizes` of texts and containers, and what plain constructors `made`: {callable: [texts of calls]}."""

    def __init__(self):
        self.words, self.moments, self.items, self.numbers, self.sizes, self.made = [], [], [], [], [], {}


def _beside(src, places):
    out = _Beside()
    for node, how in places:
        if how == "call" and gen_text.is_literal(node):
            out.made.setdefault(gen_text.dotted(node.func), []).append(src.text(node))
        elif isinstance(getattr(node, "value", None), str):
            out.sizes.append(len(node.value))
        elif hasattr(node, "elts") or hasattr(node, "keys"):
            out.sizes.append(len(getattr(node, "elts", None) or getattr(node, "keys", ())))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            out.moments += [[str(int(n)) for n in m.groups() if n] for m in MOMENT.finditer(node.value[:HOLDING_MAX])]
            out.words += [w for w in [node.value] + re.split(r"[\s,;:=|]+", node.value) if 0 < len(w) < 60]
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value not in out.numbers:
            out.numbers.append(node.value)
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            out.items += [src.text(e) for e in node.elts if gen_text.is_literal(e)]
        elif isinstance(node, ast.Dict):
            out.items += [src.text(k) + ": " + src.text(v) for k, v in zip(node.keys, node.values)
                          if k is not None and gen_text.is_literal(k) and gen_text.is_literal(v)]
    out.words = list(dict.fromkeys(out.words))[:40]
    out.sizes = [n for n in dict.fromkeys(out.sizes) if n > 1][:6]
    out.items = list(dict.fromkeys(i for i in out.items if len(i) < 100 and "\n" not in i))[:40]
    return out


def _changed(src, node, how, known, beside, rng):
    """[((start, end, replacement), same kind)]"""
    start, end = src.span(node)
    if how == "callback":
        return [((start, end, t), True) for t in _telling(src, node)]
    if how == "member":
        return [((start, end, t), True) for t in _members(node, known)]
    if how == "part":       # of a status and a text a test often asks for one
        return [((start, end, src.text(node.value)), True)] if gen_text.is_literal(node.slice) else []
    if how == "call":
        text = src.text(node)
        like = [t for t in dict.fromkeys(beside.made.get(gen_text.dotted(node.func), []) + _moments(src, node, beside)) if t != text]
        return [((start, end, t), True) for t in like[:LIKE_MAX]] * gen_text.is_literal(node) + _calls(src, node, known, rng)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
        # None among what is all something else is another kind of input
        return [((start, end, t), not (t[1:].startswith("None, ") and "None" not in src.text(node)))
                for t in _containers(src, node, beside, rng)]
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return []
    if isinstance(node, ast.Constant) and isinstance(value, (str, bytes)) and "\n" in src.text(node):
        return [((start, end, t), True) for t in _of_block(src.text(node), known, rng)] if how != "key" else []
    rows = _of_value(value, known, beside, rng)
    if how == "key":
        rows = rows[:3]
    return [((start, end, t), same) for t, same in rows]


def _moments(src, node, beside):
    """A date or time that is written out -> itself some seconds later, and those that stand in texts of the program: where the two
    meet, something begins or ends."""
    size = {"date": 3, "datetime": 7}.get(gen_text.dotted(node.func).split(".")[-1])
    if not size or not node.args:
        return []
    given, rest = [src.text(a) for a in node.args], ["%s=%s" % (k.arg, src.text(k.value)) for k in node.keywords if k.arg]
    moments = [given + ["20"]] * (len(given) == 5) + beside.moments
    return ["%s(%s)" % (src.text(node.func), ", ".join(moment[:size] + rest)) for moment in moments]


def _members(node, known):
    """Others of an enumeration; where they may be put together, with the one that stands there first."""
    names, may = known.members.get(node.value.id, ((), False))
    mine, others = "%s.%s" % (node.value.id, node.attr), ["%s.%s" % (node.value.id, n) for n in names if n != node.attr][:SWAPS]
    return (["(%s | %s)" % (mine, other) for other in others] if may else []) + others


def _drawn(rows, rng):
    """Rows of (weight, value) in an order drawn by lot: what weighs twice as much comes first twice as often."""
    return [v for _, v in sorted(((rng.random() ** (1.0 / w), i), v) for i, (w, v) in enumerate(rows))[::-1]]


def _of_value(value, known, beside, rng):
    if value is None:
        return [(t, False) for t in ("0", '""', "[]", "False", "1")]
    if isinstance(value, bool):
        return [(repr(not value), True), ("None", False)]
    if isinstance(value, (int, float)):
        return _of_number(value, known, beside, rng)
    if isinstance(value, bytes):
        coded = (b"\xef\xbb\xbf" + value, value + b"\xe9")     # a mark of the byte order, a letter of another codec
        rows = [b"", *coded, value + b"\x00", value[:-1], value.upper()]
        # one byte for one letter: what is made of texts is made of bytes
        texts = [gen_text.value_of(t) for t, same in _of_text(value.decode("latin-1"), known, beside, rng) if same]
        rows += [t.encode("latin-1") for t in texts if isinstance(t, str) and all(ord(c) < 256 for c in t)]
        return [(repr(v), True) for v in dict.fromkeys(rows) if v != value]
    if isinstance(value, str):
        return _of_text(value, known, beside, rng)
    return []


def _of_number(value, known, beside, rng):
    if isinstance(value, int) and abs(value) >= UNSAID:
        return []
    others = [n for n in beside.numbers if n != value]
    # where two numbers meet: a range that ends where the next begins
    out = [(w, n + d) for n in rng.sample(others, min(3, len(others))) for w, d in ((6, 0), (2, -1), (2, 1))]
    # and where a number says how long something is
    out += [(w, n + d) for n in beside.sizes[:3] for w, d in ((3, 0), (2, -1), (2, 1))]
    out += [(4, value + 1), (4, value - 1), (3, 0), (3, -value), (2, value * 2)]
    for n in known.numbers[:4]:
        out += [(8, n), (6, n - 1), (6, n + 1)]
    out += [(2, n + d) for n in known.limits[:6] for d in (0, -1)]
    real = value if abs(value) < 1e300 else 0       # an integer may be more than a float holds
    out += [(2, real + 0.5), (1, value * 1000), (1, 10 ** 18), (1, float(real))]
    if isinstance(value, float) and abs(value) < 1e15:
        out += [(2, n) for n in _ties(repr(value), float)] + [(1, -value / 1000)]
    # whatever the lot says: what the change compares with, what stands beside it, how long that is, the other sign
    sure = [*known.numbers[:1], *others[:1], *beside.sizes[:1], -value if value else 1]
    rows = [(repr(v), type(v) is type(value)) for v in sure + _drawn(out, rng) if abs(v) < UNSAID]
    rows[4:4] = [("None", False)]
    rows[8:8] = [('float("nan")', isinstance(value, float)), (repr(str(value)), False)]
    return [(t, same) for t, same in _unique(rows) if t != repr(value)]


def _ties(text, make=str):
    """A decimal number as text -> those near it that lie in the middle when the last place is rounded."""
    if not re.fullmatch(r"-?\d+\.\d+", text):
        return []
    return [make(text[:-1] + "5"), make(text[:-1] + "25"), make(text + "5")]


def _of_text(value, known, beside, rng):
    out = [(4, value.upper() if value != value.upper() else value.lower()), (4, ""), (2, value + " "), (2, value[:-1]),
           (3, value + "\u00e9"), (1, value + "\n"), (1, " " + value), (1, value[::-1]), (1, value.title()), (2, value * 2),
           (2, value + " " + value)]
    like = shape(value)
    similar = [s for s in known.pool.get(like, ()) if s != value]
    out += [(4, s) for s in similar[:1]] + [(2, s) for s in rng.sample(similar[1:], min(2, len(similar[1:])))] + [(5, s) for s in known.strings[:2]]
    out += [(1, s + value) for s in known.strings[:2]] + [(4, s) for s in known.samples]
    words = [w for w in beside.words if w != value and shape(w)[:1] == like[:1]]
    same = [w for w in words if shape(w) == like]
    out += [(20, w) for w in rng.sample(same, min(3, len(same)))] + [(1, w) for w in words[:12]]
    if re.search(r"\s", value.strip()):
        out += [(9, re.sub(r"(?<=\S) (?=\S)", "  ", value)), (2, re.sub(r"(?<=\S) (?=\S)", "\t", value)),
                (2, re.sub(r"\s+", "\n", value))]
    sizes = [n for n in dict.fromkeys([*beside.numbers, *known.numbers, *known.limits]) if type(n) is int and 1 < n < 200]
    for n in rng.sample(sizes, min(3, len(sizes))):
        out += [(2, _as_long(value, n)), (2, _as_long(value, n + 1))]
    out += _of_digits(value, known, rng)
    out += _marked(value, known, rng)
    drawn = _sure_texts(value, known, same[:3])[:SURE] + _drawn(out, rng)
    rows = [(quoted(v), True) for v in drawn if v != value and len(v) < 400]
    # other types in between: at the end EACH_MAX would cut all of them
    other = [("None", False), (quoted(value) + ".encode()", False), ("0", False)]
    return _unique(rows[:4] + other[:1] + rows[4:6] + other[1:2] + rows[6:8] + other[2:] + rows[8:])


def _sure_texts(value, known, same):
    """What is tried of every text, whatever the lot says: other words of a changed table, what stands beside it in the
    `same` shape, what changed patterns match, blanks twice,
    other numbers of decimals, all that the package looks for at once, a text with marks twice over, the other case,
    nothing."""
    swapped = _swapped(value, known.strings)
    out = swapped[:1] + list(same) + known.samples[:3] + swapped[1:]
    out += [value[:m.start()] + BRACKETS[m.group()] + value[m.end():] for m in re.finditer(r"[\[\](){}<>]", value)][:2]
    if "\n" in value.strip():
        out = gen_blocks.of_lines(value)[:SURE // 2] + out
    if re.search(r"\S \S", value):
        out.append(re.sub(r"(?<=\S) (?=\S)", "  ", value))
    out += _decimals(value)[:1]
    out += [ZONED.sub(time, value) for time in ("00:30", "23:30") if ZONED.search(value)]      # elsewhere it is another day
    out += [value[:m.start()] + ("-" if m.group() == "+" else "+") + value[m.end():] for m in SIGN.finditer(value)][:1]
    out += [value + m.group() for m in [PART.search(value)] if m]
    if known.marks:
        at = len(value) // 2
        out.append(value[:at] + "".join(known.marks) + value[at:])
    if not value.replace(" ", "").isalnum() and len(value) < 80:
        out.append(value + " " + value)
    out += [value.upper() if value != value.upper() else value.lower(), ""]
    return [v for v in dict.fromkeys(out) if v != value]


def _swapped(value, strings):
    """A word of the text that stands on the changed lines too -> the text with other words of those lines in its
    place: a table of words that lost or won one. What only the old side has is last in `strings` and first here."""
    table = {s.lower(): s for s in reversed(strings) if TABLED.fullmatch(s)}
    out = []
    for m in TABLED.finditer(value):
        if m.group().lower() in table and len(table) > 2:
            others = [s for low, s in table.items() if low != m.group().lower()][:SWAPS]
            out += [value[:m.start()] + _cased(s, m.group()) + value[m.end():] for s in others]
    return out[:SWAPS]


def _cased(word, like):
    return word.lower() if like.islower() else word.upper() if like.isupper() else word


def _as_long(value, n):
    """The text, repeated or cut until it is so long: what is cut or padded to a size shows at that size."""
    return (value * (n // len(value) + 1))[:n] if value else "x" * n


def _decimals(value):
    """A number as text -> the same with three, two, one and four digits behind its last mark: what stands between
    groups of thousands and what before decimals is told by that alone."""
    m = re.fullmatch(r"(\D*\d[\d.,']*?[.,'])(\d+)(\D*)", value)
    if not m:
        return []
    digits = m.group(2) + "0000"
    return [m.group(1) + digits[:n] + m.group(3) for n in (3, 2, 1, 4) if n != len(m.group(2))]


def _of_block(raw, known, rng):
    """Variants of a literal of several lines, as it stands in the source: other lines, other numbers."""
    if not gen_blocks.is_block(raw):
        return []
    sure, out = gen_blocks.variants(raw, rng)
    for _ in range(3):
        out += _of_digits(raw, known, rng)
    drawn = _drawn(out, rng)
    return list(dict.fromkeys(drawn[:1] + sure + drawn[1:]))


def _of_digits(value, known, rng):
    out = []
    runs = list(re.finditer(r"[0-9]+", value))
    if runs:
        run = runs[rng.randrange(len(runs))]
        head, tail, n = value[:run.start()], value[run.end():], int(run.group()[:15])
        for weight, other in [(3, n + 1), (2, max(0, n - 1)), (1, 0)] + [(4, k) for k in known.numbers[:4]] \
                + [(2, k) for k in known.limits[:6]]:
            out.append((weight, head + str(abs(other) if isinstance(other, int) else other) + tail))
        i = rng.randrange(run.start(), run.end())
        out.append((2, value[:i] + value[i + 1:]))
    out += [(2, t) for t in _decimals(value)]
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        out += [(2, "-" + value), (2, value + ".5"), (2, value + "5"), (1, "0" + value), (1, "1e400")]
        out += [(4, t) for t in _ties(value)]
    return out


def _marked(value, known, rng):
    """With a mark put in, doubled, or left out; those the package looks for more often than others."""
    out = []
    if value:
        i = rng.randrange(len(value))
        out += [(2, value[:i] + value[i + 1:]), (2, value[:i] + value[i] + value[i:])]
        marks = [(3, m) for m in known.marks[:8]] + [(1, m) for m in rng.sample(MARKS, 3)]
        for weight, mark in _drawn([(w, (w, m)) for w, m in marks], rng)[:5]:
            i = rng.randrange(len(value) + 1)
            out.append((weight, value[:i] + mark + value[i:]))
        for _, mark in marks[:2]:
            out.append((2, value + " " + mark + mark))
        # a mark that is there already, twice
        own = [i for i, c in enumerate(value) if not c.isalnum() and not c.isspace()]
        if own:
            i = own[rng.randrange(len(own))]
            out += [(3, value[:i] + value[i] + value[i:]), (2, value[:i] + value[i + 1:]),
                    (3, value + " " + value[i] * 2), (2, value[i] * 2 + " " + value)]
    return out


def quoted(text):
    shown = repr(text)
    return '"%s"' % shown[1:-1] if shown[0] == "'" and '"' not in shown and "\\'" not in shown else shown


def _unique(rows):
    seen = set()
    return [r for r in rows if not (r[0] in seen or seen.add(r[0]))]


def shape(text):
    """Strings of one shape may stand for each other: "2020-01-02" -> "0-0-0"."""
    return re.sub(r"0+", "0", re.sub(r"\d", "0", re.sub(r"[a-zA-Z]+", "a", text)))[:40]


def _containers(src, node, beside, rng):
    opening = {ast.List: "[%s]", ast.Set: "{%s}", ast.Dict: "{%s}", ast.Tuple: "(%s)"}[type(node)]
    if isinstance(node, ast.Dict):
        if any(k is None for k in node.keys):
            return []
        items = [src.text(k) + ": " + src.text(v) for k, v in zip(node.keys, node.values)]
    else:
        items = [src.text(e) for e in node.elts]
    if any("\n" in item for item in items) or len(items) > 12:
        return []

    def shown(some):
        if not some and isinstance(node, ast.Set):
            return "set()"
        return opening % (", ".join(some) + ("," if len(some) == 1 and isinstance(node, ast.Tuple) else ""))

    out = []
    if items:
        out += [(3, []), (2, items[:-1]), (2, items[1:])]
    if len(items) > 1:
        out += [(4, items[::-1])]
    if items and not isinstance(node, (ast.Dict, ast.Set)):
        out += [(3, items + items[:1]), (2, ["None"] + items), (1, items * 2)]
    # what the program's other lists have: rules that meet, keys that are there twice
    pairs = isinstance(node, ast.Dict)
    others = [i for i in beside.items if i not in items and _is_pair(i) == pairs and (not items or _alike(i, items[0]))]
    for other in rng.sample(others, min(3, len(others))):
        out += [(3, items + [other]), (2, [other] + items)]
    shown_all = [shown(some) for some in _drawn(out, rng)]
    return [t for t in dict.fromkeys(shown_all) if t != src.text(node)]


def again(text, other):
    """A program that asks `text`'s last question, then that of `other`, which differs in nothing else, and the first
    again: what is remembered under too little shows. None where they differ elsewhere."""
    one, two = gen_text.parse(text), gen_text.parse(other)
    if not one or not two or len(one.body) != len(two.body) or len(one.body) < 2:
        return None
    parts = []
    for tree, whole in ((one, text), (two, other)):
        src = gen_text.Source("", whole, tree)
        start = src.span(tree.body[-1])[0]
        parts.append((src.data[:start].decode("utf-8", "surrogateescape"), src.text(tree.body[-1])))
    (head, asked), (head2, near) = parts
    if head != head2 or asked == near:
        return None
    return "%s%s\n%s\n%s\n" % (head, asked, near, asked)


def _is_pair(item):
    tree = gen_text.parse("{%s}" % item)
    return bool(tree) and isinstance(tree.body[0].value, ast.Dict)


def _alike(one, other):
    """Do two items begin alike: texts, numbers, brackets?"""
    return shape(one)[:1] == shape(other)[:1]


def _calls(src, node, known, rng):
    """Drop a keyword; add one the callable has and the call does not use, or two; show what is hidden."""
    out = []
    text = src.text(node)
    if "\n" in text:
        return out
    start, end = src.span(node)
    given = [src.text(a) for a in node.args] + [
        "%s=%s" % (k.arg, src.text(k.value)) if k.arg else "**" + src.text(k.value) for k in node.keywords]
    func = src.text(node.func)
    if func in HIDING and len(node.args) == 1 and not _is_sized(node.args[0]):
        out.append(((start, end, "list(%s)" % src.text(node.args[0])), True))
    if isinstance(node.func, ast.Attribute) and node.func.attr in TELLING and isinstance(node.func.value, ast.Call):
        out.append(((start, end, src.text(node.func.value)), True))
    names = {k.arg for k in node.keywords}
    more = [row for row in known.keywords.get(
        gen_text.dotted(node.func).split(".")[-1] or getattr(node.func, "attr", ""), ()) if row[0] not in names]
    for row in more:
        out.append(((start, end, "%s(%s)" % (func, ", ".join(given + ["%s=%s" % row]))), True))
    both = [(a, b) for i, a in enumerate(more[:PAIRED]) for b in more[i + 1:PAIRED] if a[0] != b[0]]
    for k, pair in enumerate(rng.sample(both, min(PAIRS_MAX, len(both)))):
        words = ["%s=%s" % row for row in pair]
        out.insert(min(len(out), 2 * k + 2), ((start, end, "%s(%s)" % (func, ", ".join(given + words))), True))
    first = len(node.args)
    for i in range(len(node.keywords)):
        kept = given[:first + i] + given[first + i + 1:]
        out.append(((start, end, "%s(%s)" % (func, ", ".join(kept))), True))
    return out


def _is_callback(node):
    """Is it there for its effect: a list's append, or a lambda that does such a thing or nothing?"""
    if isinstance(node, ast.Lambda):
        a, body = node.args, node.body
        return not (a.vararg or a.kwarg or a.kwonlyargs or a.defaults) \
            and (isinstance(body, ast.Constant) or isinstance(body, ast.Call) and _is_effect(body.func))
    return _is_effect(node)


def _is_effect(func):
    return isinstance(func, ast.Attribute) and func.attr in EFFECTS and isinstance(func.value, ast.Name)


def _telling(src, node):
    """The same callback, that says what it is given: how often, in which order, with what."""
    if not isinstance(node, ast.Lambda):
        return ["lambda *args: print(\"called\", *args) or %s(*args)" % src.text(node)]
    given, body = ", ".join(a.arg for a in node.args.posonlyargs + node.args.args), src.text(node.body)
    shown = ", ".join(["\"called\""] + [given] * bool(given))
    return ["lambda%s: print(%s) or %s" % (" " * bool(given) + given, shown, body)] if "\n" not in body else []


def _is_sized(node):
    return isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Constant))
