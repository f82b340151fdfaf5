"""Programs that a twist of a real one gives, where the words of the change say which twist would show what went wrong:
equal keys of two types where something is remembered, one word written in two ways where case is folded, nesting one
level deeper where a function calls itself, coroutines of which the first takes longest where several are awaited.

A program is changed in several places at once, which no neighbour of it (gen_mutate) is.
"""
import ast
import re

import gen_conditions
import gen_mutate
import gen_scenes
import gen_text

EACH_MAX = 3        # programs of one twist of one program
WORD = re.compile(r"[^\W\d_]{2,}")
REMEMBERS = re.compile(r"cache|memo|seen|known|unique|dedup|^(dict|set|frozenset|fromkeys|setdefault|Counter)$")
FOLDS = frozenset("casefold lower upper title capitalize swapcase normalize IGNORECASE istitle isupper islower".split())
AWAITS = frozenset("gather as_completed wait create_task ensure_future TaskGroup Queue Semaphore".split())
SIZED = frozenset("len range islice wrap ljust rjust center zfill rpartition rfind rindex rsplit truncate limit width size columns".split())
SWEEPS_MAX, SWEPT = 3, 8      # programs of which a number is swept, and so many of each
RICH = " \u00c9b"       # another case, a blank, a letter that not all codecs have
CALENDAR = frozenset("isocalendar fromisocalendar month year day weekday isoweekday timedelta monthrange strftime strptime toordinal date "
                     "datetime fromisoformat relativedelta week weeks days months quarter".split())
# Days at which something ends: the last week of a year that begins in the next one, the first of one that ended in the last, a leap day, a month.
EDGES = ((2024, 12, 30), (2021, 1, 1), (2024, 2, 29), (2023, 3, 31))
DAY = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
UNESCAPES = frozenset("unquote unquote_plus parse_qs parse_qsl quote quote_plus urlencode".split())
# One thing, written in two ways.
SPELLINGS = (("Stra\u00dfe", "STRASSE"), ("caf\u00e9", "cafe\u0301"))
EQUALS = (("1", "True", "1.0"), ("0", "False", "0.0"))

# So often a coroutine lets the others go first: no clock has a say in it.
TURNS = """turns = [2, 4, 6]


class Turns:
    def __await__(self):
        yield from [None] * (turns.pop() if turns else 0)


"""


def of_targets(targets, near, changed_words, keywords=(), methods=()):
    """The Twists of a change. `near`: texts on its lines; `keywords`: as gen_keywords.of() says them; `methods`: names of the
    project's functions."""
    words, names, recursive = set(), [], set()
    for target in targets:
        mine = target.node.node if target.node is not None else None
        texts = [target.other] + ([target.info.src.text(mine)] if mine is not None else [])
        words.update(w for text in texts for w in gen_text.WORD.findall(text))
        name = target.qualname.split(".")[-1]
        if name and any(len(re.findall(r"\b%s\(" % re.escape(name), text)) > 1 for text in texts):
            recursive.add(name)
        tables = gen_conditions.constants(target.info.src.tree) if target.info else {}
        keys = [k for name, value in tables.items() if isinstance(value, dict) and any(name in text for text in texts) for k in value]
        names += [k for k in keys if isinstance(k, str)]
        if not target.qualname and target.info:
            words |= gen_text.words_on(target.info.src, target.touched)
    plain = [t for t in near if len(t) > 1]
    names = sorted(dict.fromkeys(names + plain), key=lambda one: one not in changed_words)
    return Twists(words | changed_words, names, [t for t in near if len(t) == 1 and not t.isalnum()], recursive, dict(keywords), methods)


class Twists:
    """`words`: what the changed code of both sides mentions; `names`: texts that stand for each other, as the keys of
    one table do; `marks`: what the change looks for in texts; `recursive`: names of functions that call themselves."""

    def __init__(self, words, names, marks, recursive, keywords=None, methods=()):
        self.names, self.marks, self.recursive, self.keywords, self.methods = names, marks, recursive, keywords or {}, methods
        self.passed = {}
        self.made_by = [self.renamed, gen_scenes.repeated, self.leaving, gen_scenes.unfinished, gen_scenes.nested, self.together, self.optioned]
        self.made_by += [self.dated] if words & CALENDAR else []
        self.made_by += [self.swept] if words & SIZED else []
        self.sweeps = 0
        self.made_by += [self.equals] if any(REMEMBERS.search(w) for w in words) else []
        self.made_by += [self.spelled] if words & FOLDS else []
        self.made_by += [self.escaped] if words & UNESCAPES else []
        self.made_by += [self.slower] if words & AWAITS else []
        self.made_by += [self.deeper] if recursive else []

    def of(self, text):
        """Texts of programs made of one that runs."""
        tree = gen_text.parse(text)
        if tree is None or not tree.body:
            return []
        src = gen_text.Source("", text, tree)
        out = [t for make in self.made_by for t in make(src)[:SWEPT if make == self.swept else EACH_MAX]]
        return [t for t in dict.fromkeys(out) if t != text]

    def renamed(self, src):
        """Where one text stands twice, another one in all its places: the name of an option that is set and asked for."""
        places = {}
        for node in _texts(src):
            places.setdefault(node.value, []).append(node)
        twice = [rows for value, rows in places.items() if len(rows) > 1 and value]
        return [_edited(src, [(node, gen_mutate.quoted(other)) for node in rows])
                for rows in twice[:2] for other in self.names if other not in places][:EACH_MAX]

    def leaving(self, src):
        return gen_scenes.leaving(src, lambda name: name in self.methods)

    def together(self, src):
        return gen_scenes.together(src, self.passed)

    def optioned(self, src):
        """An option given, and the texts that are asked about with more in them: what it is for has to be there."""
        nodes, out = _texts(src), []
        for call in [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)][::-1]:
            rows = [row for row in self.keywords.get(_called(call) or getattr(call.func, "attr", ""), ())
                    if row[0] not in {k.arg for k in call.keywords}]
            inside = {id(n) for n in gen_text.walk(call)}
            texts = [n for n in nodes if id(n) in inside] or nodes
            if not rows or not texts or "\n" in src.text(call):
                continue
            comma, end = ", " if call.args or call.keywords else "", src.span(call)[1] - 1
            richer = [src.span(n) + (gen_mutate.quoted(n.value + RICH),) for n in texts]
            out.append([src._apply(0, len(src.data), sorted(richer + [(end, end, "%s%s=%s" % ((comma,) + tuple(row)))])) for row in rows[:EACH_MAX]])
        return [row[k] for k in range(EACH_MAX) for row in out if k < len(row)]

    def swept(self, src):
        """The numbers around one that is asked about beside a text or a list: what is cut or turned there shows at one of them."""
        if self.sweeps >= SWEEPS_MAX:
            return []
        rows = []
        for call in (n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)):
            given = list(call.args) + [k.value for k in call.keywords]
            numbers = [a for a in given if isinstance(a, ast.Constant) and type(a.value) is int and 1 < a.value < 100]
            sizes = [len(getattr(a, "elts", None) or gen_text.value_of(a) or "") for a in given
                     if isinstance(a, (ast.List, ast.Tuple)) or isinstance(getattr(a, "value", None), (str, bytes))]
            rows += [(max(sizes), numbers[0])] if numbers and sizes else []
        if not rows:
            return []
        self.sweeps += 1
        number = max(rows, key=lambda row: row[0])[1]
        around = [number.value + sign * k for k in range(2, 2 + SWEPT // 2) for sign in (1, -1)]
        return [_edited(src, [(number, str(n))]) for n in around if n > 0]

    def dated(self, src):
        """Days at which a year or a month ends, in the place of those that a program has."""
        places = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and _called(n) in ("date", "datetime") and len(n.args) > 2
                  and all(isinstance(a, ast.Constant) and type(a.value) is int for a in n.args[:3])]
        texts = [n for n in _texts(src) if DAY.search(n.value)]
        out = []
        for k in range(len(EDGES) if places or texts else 0):
            edits = []
            for i, call in enumerate(places):
                edits += [src.span(a) + (str(n),) for a, n in zip(call.args, EDGES[(k + i) % len(EDGES)])]
            for i, node in enumerate(texts):
                day = "%04d-%02d-%02d" % EDGES[(k + i) % len(EDGES)]
                edits.append(src.span(node) + (gen_mutate.quoted(DAY.sub(day, node.value)),))
            out.append(src._apply(0, len(src.data), sorted(edits)))
        return out

    def equals(self, src):
        """The last question asked of values that are equal and not of one type, one after the other."""
        asked = src.tree.body[-1]
        if not isinstance(asked, ast.Expr):
            return []
        nodes = [n for n in gen_text.walk(asked) if isinstance(n, ast.Constant) and isinstance(n.value, (str, int, float))]
        out, own = [], src.span(asked)
        for node in sorted(nodes, key=lambda n: isinstance(n.value, str))[:1]:
            start, end = src.span(node)
            for row in (EQUALS[0], EQUALS[0][::-1], EQUALS[1]):
                lines = "\n".join(src.text(asked, [(start, end, one)]) for one in row)
                out.append(src._apply(0, len(src.data), [own + (lines,)]))
        return out

    def spelled(self, src):
        """A word in the one spelling where it stands first, and in the other one everywhere else."""
        places = {}
        for node in _texts(src):
            for word in WORD.findall(node.value):
                places.setdefault(word.casefold(), []).append(node)
        rows = sorted(places.items(), key=lambda row: -len(row[1]))[:1]
        return [self._written(src, word, pair) for word, _ in rows for pair in SPELLINGS]

    @staticmethod
    def _written(src, word, pair):
        count, edits = 0, []

        def other(m):
            nonlocal count
            if m.group().casefold() != word:
                return m.group()
            count += 1
            return pair[min(count, 2) - 1]
        for node in _texts(src):
            new = WORD.sub(other, node.value)
            edits += [(node, gen_mutate.quoted(new))] if new != node.value else []
        return _edited(src, edits)

    def escaped(self, src):
        """A mark that the change looks for, in its escaped form: it is none before it is read, and one afterwards."""
        nodes = [n for n in _texts(src) if n.lineno >= src.tree.body[-1].lineno] or _texts(src)
        marks = list(dict.fromkeys(list(self.marks) + ["+", "&", "%"]))[:EACH_MAX]
        return [_edited(src, [(node, gen_mutate.quoted(node.value + "%%%02X" % ord(mark) + "b"))])
                for node in nodes[-1:] for mark in marks if ord(mark) < 128]

    def slower(self, src):
        """The program's own coroutines, of which the one that begins first ends last."""
        made = [n for n in src.tree.body if isinstance(n, ast.AsyncFunctionDef) and "\n" in src.text(n)]
        if not made:
            return []
        edits = [(src.span(n.body[0])[0],) * 2 + ("await Turns()\n" + " " * n.body[0].col_offset,)
                 for n in made]
        start = src.span(made[0])[0]
        edits.append((start, start, TURNS))
        names = {n.name for n in made}
        for node in gen_text.walk(src.tree):
            if isinstance(node, ast.List) and len(node.elts) == 1 and gen_text.mentions(node) & names:
                edits.append((src.span(node)[1] - 1,) * 2 + (", " + _next(src, node.elts[0]),))
            if isinstance(node, (ast.List, ast.Tuple)):
                edits += self._told_apart(src, node, made)
        text = src._apply(0, len(src.data), sorted(edits))
        return [text if re.search(r"^import asyncio$", text, re.M) else "import asyncio\n" + text]

    @staticmethod
    def _told_apart(src, node, made):
        """One coroutine handed over twice: the second time one like it that gives something else."""
        names = [getattr(n, "id", None) for n in node.elts]
        for func in made:
            if names.count(func.name) < 2 or re.search(rb"\bother\b", src.data):
                continue
            for n in gen_text.walk(func):
                if isinstance(n, ast.Constant) and type(n.value) in (int, str) and n.value != "":
                    start, body = src.span(func)[0], src.span(func.body[0])[0]
                    again = src.text(func, [src.span(n) + (repr(n.value + (1 if type(n.value) is int else "b")),),
                                            (body, body, "await Turns()\n" + " " * func.body[0].col_offset)])
                    again = again.replace("def %s(" % func.name, "def other(", 1)
                    at = len(names) - 1 - names[::-1].index(func.name)
                    end = src.span(func)[1]
                    return [(end, end, "\n\n\n" + again), src.span(node.elts[at]) + ("other",)] if start < end else []
        return []

    def deeper(self, src):
        """What is nested, nested once more: in a container's first item, and in what the first object of a tree holds."""
        out = []
        for call in (n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)):
            for at, arg in enumerate(call.args):
                out += _nested(src, arg) if _called(call) in self.recursive else []
                inner = _like(call, arg) if isinstance(arg, (ast.List, ast.Tuple)) else None
                if inner is not None and len(inner.args) == at and "\n" not in src.text(arg):
                    end = src.span(inner)[1] - 1
                    out.append(src._apply(0, len(src.data), [(end, end, (", " if inner.args or inner.keywords else "") + src.text(arg))]))
        if not out:     # what is passed may have been given a name before
            for node in src.tree.body[:-1]:
                out += _nested(src, node.value) if isinstance(node, ast.Assign) else []
        return out


def _texts(src):
    """Texts that the program passes, in the order in which they stand."""
    keys = {id(k.value) for n in gen_text.walk(src.tree) if isinstance(n, ast.JoinedStr) for k in n.values if isinstance(k, ast.FormattedValue)}
    inside = {id(m) for n in gen_text.walk(src.tree) if isinstance(n, ast.JoinedStr) for m in gen_text.walk(n)} | keys
    nodes = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
             and id(n) not in inside and "\n" not in src.text(n)]
    return sorted(nodes, key=lambda n: (n.lineno, n.col_offset))


def _edited(src, changes):
    return src._apply(0, len(src.data), [src.span(node) + (text,) for node, text in changes])


def _called(call):
    return gen_text.dotted(call.func).split(".")[-1]


def _like(call, arg):
    """A call of the same thing among the items of an argument, which itself holds none."""
    return next((n for n in arg.elts if isinstance(n, ast.Call) and gen_text.dotted(n.func) == gen_text.dotted(call.func)
                 and not any(isinstance(a, (ast.List, ast.Tuple)) for a in n.args)), None)


def _nested(src, node):
    """The program with a copy of a container in the place of the first plain thing that stands deepest in it."""
    if not isinstance(node, (ast.List, ast.Dict)) or not gen_text.is_literal(node) or "\n" in src.text(node):
        return []
    inner = node
    while True:
        items = inner.values if isinstance(inner, ast.Dict) else inner.elts
        held = next((n for n in items if isinstance(n, (ast.List, ast.Dict))), None)
        if held is None:
            break
        inner = held
    if not items:
        return []
    empty = "{}" if isinstance(inner, ast.Dict) else "[]"
    return [_edited(src, [(items[0], src.text(inner))]), _edited(src, [(items[0], empty)])]


def _next(src, node):
    """A call like this one with another number or text in it."""
    for n in gen_text.walk(node):
        if isinstance(n, ast.Constant) and type(n.value) in (int, str):
            return src.text(node, [src.span(n) + (repr(n.value + (1 if type(n.value) is int else "b")),)])
    return src.text(node)
