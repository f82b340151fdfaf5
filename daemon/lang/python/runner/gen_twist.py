"""Programs that a twist of a real one gives, where the words of the change say which twist would show what went wrong:
equal keys of two types where something is remembered, one word written in two ways where case is folded, nesting one
level deeper where a function calls itself, coroutines of which the first takes longest where several are awaited.

A program is changed in several places at once, which no neighbour of it (gen_mutate) is.
"""
import ast
import itertools
import re

import gen_aim
import gen_conditions
import gen_meet
import gen_mutate
import gen_readings
import gen_scenes
import gen_text

# Twists that say nothing of a change: those that its words or its shape ask for come before them.
ANYWAY = frozenset("renamed repeated leaving unfinished nested together optioned hollow ticking before within".split())
EACH_MAX = 3        # programs of one twist of one program
WORD = re.compile(r"[^\W\d_]{2,}")
REMEMBERS = re.compile(r"cache|memo|seen|known|unique|dedup|^(dict|set|frozenset|fromkeys|setdefault|Counter)$")
TRIES = re.compile(r"cache|memo|retr(?:y|ies)|attempt|backoff|pending|in_?flight|once|lazy|loader|ready|lock")
FOLDS = frozenset("casefold lower upper title capitalize swapcase normalize IGNORECASE istitle isupper islower".split())
AWAITS = frozenset("gather as_completed wait create_task ensure_future TaskGroup Queue Semaphore".split())
SIZED = frozenset("len range islice wrap ljust rjust center zfill rpartition rfind rindex rsplit truncate limit width size columns".split())
SWEEPS_MAX, SWEPT = 3, 8      # programs of which a number is swept, and so many of each
RICH = " \u00c9b"       # another case, a blank, a letter that not all codecs have
CALENDAR = frozenset("isocalendar fromisocalendar month year day weekday isoweekday timedelta monthrange strftime strptime toordinal date "
                     "datetime fromisoformat relativedelta week weeks days months quarter".split())
# Days at which something ends: the last week of a year that begins in the next one, the first of one that ended in the last, a leap day, a month.
EDGES = ((2024, 12, 30), (2021, 1, 1), (2024, 2, 29), (2023, 3, 31))
LONG_MONTHS = (1, 3, 5, 7, 8, 10, 12)
DAY = re.compile(r"\b(\d{4})-(\d\d)-(\d\d)\b")
ORDERS = frozenset("heapq heappush heappop heapify sort sorted min max bisect insort bisect_left bisect_right nlargest nsmallest most_common "
                   "groupby merge total_ordering attrgetter itemgetter cmp_to_key priority __lt__ __gt__ __le__ __ge__".split())
NUMBERED = ORDERS | frozenset("isdigit isdecimal isnumeric partition natural version".split())
LAST = re.compile(r"\d+(\D*)$")
RAISING = "def failing(*args):\n    print(\"called\", *args)\n    raise %s(\"stop\")\n\n\n"
FLAKY = """failed = []


def flaky(*args, **kwargs):
    print("called", *args)
    if not failed:
        failed.append(True)
        raise OSError("not now")
    return (%s)(*args, **kwargs)


"""
SILENT = "def silent(*args, **kwargs):\n    print(\"called\", *args, *kwargs.items())\n\n\n"
LOOKS_UP = frozenset("getattr hasattr attrgetter __getattr__ __getitem__".split())
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
    words, names, recursive, one_sided, optional, caught, nodes = set(), [], set(), set(changed_words), {}, [], []
    tables, texted = {}, {}     # of each module; those that the change names, by their identity
    for target in targets:
        mine = target.node.node if target.node is not None else None
        texts = [target.other] + ([target.info.src.text(mine)] if mine is not None else [])
        sides = [set(gen_text.WORD.findall(text)) for text in texts]
        words.update(*sides)
        if target.other and mine is not None:
            one_sided |= sides[0] ^ sides[1]
        both = [one for one in (mine, gen_aim.only_function(target.other)) if one is not None]
        nodes += both
        caught += [kind for one in both for kind in _caught(one)]
        if getattr(target.node, "params", None) and not any(p.required for p in target.node.params):
            optional[target.node.name] = any(isinstance(n, ast.Return) and gen_text.dotted(n.value) == "self" for n in gen_text.walk(mine))
        name = target.qualname.split(".")[-1]
        if name and any(len(re.findall(r"\b%s\(" % re.escape(name), text)) > 1 for text in texts):
            recursive.add(name)
        if target.info and id(target.info) not in tables:
            tables[id(target.info)] = gen_conditions.constants(target.info.src.tree)
        texted.update((id(value), value) for name, value in tables.get(id(target.info), {}).items()
                      if isinstance(value, dict) and any(name in text for text in texts))
        if not target.qualname and target.info:
            words |= gen_text.words_on(target.info.src, target.touched)
    names += [k for table in texted.values() for k in table if isinstance(k, str)]
    plain = [t for t in near if len(t) > 1]
    names = sorted(dict.fromkeys(names + plain), key=lambda one: one not in changed_words)
    out = Twists(words | changed_words, names, [t for t in near if len(t) == 1 and not t.isalnum()], recursive, dict(keywords), methods)
    out.spoken = changed_words
    out.made_by += gen_meet.Meeting(words | changed_words, nodes, texted.values()).made_by
    out.optional, out.caught, out.readings = optional, list(dict.fromkeys(caught)), gen_readings.Readings(one_sided)
    return out


class Twists:
    """`words`: what the changed code of both sides mentions; `names`: texts that stand for each other, as the keys of
    one table do; `marks`: what the change looks for in texts; `recursive`: names of functions that call themselves."""

    def __init__(self, words, names, marks, recursive, keywords=None, methods=()):
        self.names, self.marks, self.recursive, self.keywords, self.methods = names, marks, recursive, keywords or {}, methods
        self.spoken, self.waits = set(), lambda name: False
        self.passed, self.optional, self.caught, self.readings = {}, {}, [], gen_readings.Readings(set())
        self.made_by = [self.renamed, gen_scenes.repeated, self.leaving, gen_scenes.unfinished, self.nested, self.together, self.optioned,
                        self.emptied, self.hollow, self.loosened, gen_scenes.ticking, self.read, self.raising, gen_meet.before, gen_meet.within]
        self.made_by += [gen_scenes.gathered] if "yield" in words else []
        self.made_by += [self.dated, self.monthly] if words & CALENDAR else []
        self.made_by += [self.swept] if words & SIZED else []
        self.sweeps = 0
        self.made_by += [self.equals, self.silent] if any(REMEMBERS.search(w) for w in words) else []
        self.made_by += [flaky] if any(TRIES.search(w) for w in words) else []
        self.made_by += [self.spelled, self.cased] if words & FOLDS else []
        self.made_by += [tied] if words & ORDERS else []
        self.made_by += [counted] if words & NUMBERED else []
        self.made_by += [self.escaped] if words & UNESCAPES else []
        self.made_by += [owned] if words & LOOKS_UP else []
        self.made_by += [self.slower] if words & AWAITS else []
        self.made_by += [self.deeper] if recursive else []

    def of(self, text):
        """[(name of the twist, text of a program made of one that runs)]"""
        tree = gen_text.parse(text)
        if tree is None or not tree.body:
            return []
        src = gen_text.Source("", text, tree)
        out = [(t, make.__name__) for make in self.made_by for t in make(src)[:SWEPT if make in (self.swept, self.read) or make.__name__ == "begun" else EACH_MAX]]
        return [(name, t) for t, name in dict(out[::-1]).items() if t != text][::-1]

    def renamed(self, src):
        """Where one text stands twice, another one in all its places: the name of an option that is set and asked for."""
        places = {}
        for node in src.texts:
            places.setdefault(node.value, []).append(node)
        twice = [rows for value, rows in places.items() if len(rows) > 1 and value]
        return [src.edited([(node, gen_mutate.quoted(other)) for node in rows])
                for rows in twice[:2] for other in self.names if other not in places][:EACH_MAX]

    def leaving(self, src):
        return gen_scenes.leaving(src, lambda name: name in self.methods)

    def nested(self, src):
        return gen_scenes.nested(src, self.waits)

    def together(self, src):
        return gen_scenes.together(src, self.passed)

    def emptied(self, src):
        return gen_scenes.emptied(src, self.optional)

    def read(self, src):
        plain = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Constant) and isinstance(n.value, bytes) and n.value]
        return self.readings.programs(src, src.texts or plain)

    def cased(self, src):
        """The last question, and the same in another case."""
        asked = src.tree.body[-1]
        nodes = [n for n in src.texts if n.lineno >= asked.lineno and n.value.swapcase() != n.value]
        if not nodes:
            return []
        rows = [src.text(asked), src.text(asked, [src.span(n) + (gen_mutate.quoted(n.value.swapcase()),) for n in nodes])]
        return [src._apply(0, len(src.data), [src.span(asked) + ("\n".join(some),)]) for some in (rows, rows[::-1])]

    def raising(self, src):
        """A function that is handed over raises what the change catches."""
        start, given = _handed_functions(src)
        return [src._apply(0, len(src.data), [(start, start, RAISING % kind), src.span(node) + ("failing",)])
                for node in given for kind in self.caught[:2]]

    def silent(self, src):
        """A function that is handed over gives nothing, and is asked for twice: what is remembered and is None is not what is missing."""
        (start, given), asked = _handed_functions(src), src.tree.body[-1]
        end = src.span(asked)[1]
        return [src._apply(0, len(src.data), [(start, start, SILENT), src.span(node) + ("silent",), (end, end, "\n" + src.text(asked))])
                for node in given if asked.lineno > node.lineno]

    def optioned(self, src):
        """An option given, and the texts that are asked about with more in them: what it is for has to be there."""
        nodes, out = src.texts, []
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

    def hollow(self, src):
        """None for all that mappings hold, and an option for who finds nothing: what is there and is None is not what is missing."""
        held = [(v, "None") for n in gen_text.walk(src.tree) if isinstance(n, ast.Dict) for v in n.values if isinstance(v, ast.Constant) and v.value is not None]
        out = []
        for call in [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)][::-1] if held else ():
            rows = self.keywords.get(_called(call) or getattr(call.func, "attr", ""), ())
            row = next((row for row in rows if row[0] not in {k.arg for k in call.keywords} and row[1] not in ("None", "False")), None)
            if row is not None and "\n" not in src.text(call):
                end = src.span(call)[1] - 1
                given = [(end, end, ", " * bool(call.args or call.keywords) + "%s=%s" % tuple(row))]
                out.append(src._apply(0, len(src.data), sorted([src.span(n) + (t,) for n, t in held] + given)))
        return out or ([src.edited(held)] if held else [])

    def loosened(self, src):
        """A call without an option that the change speaks of, and with small numbers: the option may keep all that the change does away."""
        out = []
        for call in (n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and "\n" not in src.text(n)):
            gone = [k for k in call.keywords if k.arg in self.spoken]
            rest = [a for a in call.args] + [k.value for k in call.keywords if k not in gone]
            numbers = [n for a in rest for n in gen_text.walk(a) if isinstance(n, ast.Constant) and type(n.value) is int and n.value > 2]
            for text in ("1", "2", None) if gone else ():
                kept = [src.text(a, [src.span(n) + (text,) for n in gen_text.walk(a) if n in numbers and text]) for a in call.args]
                kept += [("%s=" % k.arg if k.arg else "**") + src.text(k.value, [src.span(n) + (text,) for n in gen_text.walk(k.value) if n in numbers and text])
                         for k in call.keywords if k not in gone]
                out.append(src.edited([(call, "%s(%s)" % (src.text(call.func), ", ".join(kept)))]))
        return list(dict.fromkeys(out))     # without numbers the three are one

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
        return [src.edited([(number, str(n))]) for n in around if n > 0]

    def dated(self, src):
        """Days at which a year or a month ends, in the place of those that a program has."""
        places = days_of(src)
        texts = [n for n in src.texts if DAY.search(n.value)]
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

    def monthly(self, src):
        """The 31st in the place of the days that a program has, and of the numbers beside it the last, or all, twice as large: what
        is reckoned from the date before is not what is reckoned from the first one."""
        places = days_of(src)
        edits = [edit for call in places for edit in [(call.args[1], str(call.args[1].value if call.args[1].value in LONG_MONTHS else 1)), (call.args[2], "31")]]
        beside = [[a for a in list(call.args) + [k.value for k in call.keywords] if isinstance(a, ast.Constant) and type(a.value) is int and 0 < a.value < 50]
                  for call in gen_text.walk(src.tree) if isinstance(call, ast.Call) and any(a in places for a in call.args)]
        twice = [[(a, str(2 * a.value)) for a in row] for row in beside if row]
        rows = [[row[-1] for row in twice], sum(twice, [])] if twice else []
        return [src.edited(edits + row) for row in rows + [[]]] if places else []

    def equals(self, src):
        """The last question asked of values that are equal and not of one type, one after the other."""
        asked = src.tree.body[-1]
        if not isinstance(asked, ast.Expr):
            return []
        owners = {id(n.value) for n in gen_text.walk(asked) if isinstance(n, ast.Attribute)}      # of a method: no number can be one
        nodes = [n for n in gen_text.walk(asked) if isinstance(n, ast.Constant) and isinstance(n.value, (str, int, float)) and id(n) not in owners]
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
        for node in src.texts:
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
        for node in src.texts:
            new = WORD.sub(other, node.value)
            edits += [(node, gen_mutate.quoted(new))] if new != node.value else []
        return src.edited(edits)

    def escaped(self, src):
        """A mark that the change looks for, in its escaped form: it is none before it is read, and one afterwards."""
        nodes = [n for n in src.texts if n.lineno >= src.tree.body[-1].lineno] or src.texts
        marks = list(dict.fromkeys(list(self.marks) + ["+", "&", "%"]))[:EACH_MAX]
        return [src.edited([(node, gen_mutate.quoted(node.value + "%%%02X" % ord(mark) + "b"))])
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


def flaky(src):
    """A function that is handed over fails when it is called first, and what is asked is asked again: what is kept of the failure, or is
    not begun anew."""
    (start, given), asked = _handed_functions(src), src.tree.body[-1]
    if not gen_text.prints(asked) or "\n" in src.text(asked):
        return []
    again = "try:\n    %s\nexcept OSError:\n    print(\"failed\")\n%s" % (src.text(asked), src.text(asked))
    return [src._apply(0, len(src.data), [(start, start, FLAKY % src.text(node)), src.span(node) + ("flaky",), src.span(asked) + (again,)])
            for node in given if node.lineno < asked.lineno and "\n" not in src.text(node)]


def tied(src):
    """What stands beside each other with numbers in it: all of one number, and the texts beside it the other way round."""
    out = []
    for group in _alike(src):
        rows = [[n for part in (one if isinstance(one, tuple) else (one,)) for n in gen_text.walk(part) if isinstance(n, ast.Constant)]
                for one in group]
        kinds = [tuple(type(n.value) for n in row) for row in rows]
        if len(set(kinds)) != 1 or len(kinds[0]) < 2 or not set(kinds[0]) & {int, float}:
            continue
        same, turned = [], []
        for column, kind in zip(zip(*rows), kinds[0]):
            if kind in (int, float):
                same += [(n, src.text(column[0])) for n in column]
            elif kind is str:
                turned += [(n, src.text(other)) for n, other in zip(column, column[::-1])]
        out += [src.edited(same + turned), src.edited(same)]
    return out


def _alike(src):
    """Lists of nodes of one kind: the items of a container, calls of one thing; of a dict pairs of them."""
    calls = {}
    for node in gen_text.walk(src.tree):
        if isinstance(node, ast.Dict) and len(node.keys) > 1 and None not in node.keys:
            yield list(zip(node.keys, node.values))
        if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1 and len({type(e) for e in node.elts}) == 1:
            yield node.elts
        elif isinstance(node, ast.Call) and (node.args or node.keywords) and gen_text.dotted(node.func) != "print":
            calls.setdefault(src.text(node.func), []).append(node)
    # of nested ones the outer would be edited twice
    yield from (rows for rows in calls.values() if len(rows) > 1 and all(src.span(a)[1] <= src.span(b)[0] for a, b in zip(rows, rows[1:])))


def counted(src):
    """One text twice, with 9 and with 10 for its last number: as numbers they stand the other way round."""
    nodes, asked = src.texts, src.tree.body[-1]
    nodes = [n for n in nodes if n.lineno >= asked.lineno][:2] if len(nodes) > 2 else nodes
    out = []
    for value in sorted({n.value for n in src.texts if LAST.search(n.value)}, key=lambda v: (-len(v), v))[:2]:
        some = [LAST.sub(lambda m: number + m.group(1), value, count=1) for number in ("10", "9")]
        out.append(src.edited([(n, gen_mutate.quoted(v)) for n, v in zip(nodes, some)]) if len(nodes) > 1 else "")
    return [t for t in out if t]


def _caught(node):
    """Names of built-in exceptions that a function catches."""
    kinds = [k for n in gen_text.walk(node) if isinstance(n, ast.ExceptHandler)
             for k in (n.type.elts if isinstance(n.type, ast.Tuple) else [n.type] if n.type is not None else ())]
    named = [gen_text.dotted(k) for k in kinds]
    return [k for k in map(gen_text.raised, named) if k]


def _handed_functions(src):
    """(where one may be defined, functions that a program hands over)"""
    start = next((src.span(n)[0] for n in src.tree.body if not isinstance(n, (ast.Import, ast.ImportFrom))), 0)
    given = [a for call in gen_text.walk(src.tree) if isinstance(call, ast.Call) for a in call.args + [k.value for k in call.keywords]]
    for a in given:     # and those in what is handed over
        given += getattr(a, "elts", None) or getattr(a, "values", None) or [] if isinstance(a, (ast.List, ast.Tuple, ast.Dict)) else []
    made = gen_scenes.functions_of(src)
    return start, list(itertools.islice((a for a in given if isinstance(a, ast.Lambda) or gen_scenes.is_function(made, a)), 2))


def _called(call):
    return gen_text.dotted(call.func).split(".")[-1]


def owned(src):
    """In texts that ask for a key of a dict, a name that any dict has of itself: what is an item and what is an attribute."""
    keys = [k for n in gen_text.walk(src.tree) if isinstance(n, ast.Dict) for k in n.keys if isinstance(getattr(k, "value", None), str)]
    held, out = {id(k) for k in keys}, []
    for word in dict.fromkeys(k.value for k in keys if k.value.isidentifier()):
        asked = re.compile(r"\b%s\b" % word)
        edits = [(n, gen_mutate.quoted(asked.sub("items", n.value))) for n in src.texts if id(n) not in held and asked.search(n.value)]
        out += [src.edited(edits)] if edits else []
    return out


def days_of(src):
    """Calls that make a day out of numbers, by the name of its class or by another that the program gives it."""
    names = {"date", "datetime"}
    for node in src.tree.body:
        if isinstance(node, ast.Assign) and gen_text.dotted(node.value) in ("date", "datetime", "datetime.date", "datetime.datetime"):
            names |= gen_text.stores(node)
        elif isinstance(node, ast.ImportFrom) and node.module == "datetime":
            names |= {a.asname for a in node.names if a.name in ("date", "datetime") and a.asname}
    return [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and _called(n) in names and len(n.args) > 2
            and all(isinstance(a, ast.Constant) and type(a.value) is int for a in n.args[:3])]


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
    return [src.edited([(items[0], src.text(inner))]), src.edited([(items[0], empty)])]


def _next(src, node):
    """A call like this one with another number or text in it."""
    for n in gen_text.walk(node):
        if isinstance(n, ast.Constant) and type(n.value) in (int, str):
            return src.text(node, [src.span(n) + (repr(n.value + (1 if type(n.value) is int else "b")),)])
    return src.text(node)
