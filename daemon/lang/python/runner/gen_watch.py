"""Programs that bring a changed comparison to its edge where reading does not say what its sides are: a sum of what was stored, a
count of what is left, what another function gave.

A real program that gets there is run once more, and what it compares is seen: what is compared in a run says more than what is
read, as REDQUEEN (NDSS 2019) has it of binaries. Where one side comes from an argument, that is set to what the other side is. Else
a number of the program is moved, along the slope that one more of it shows, as Angora (S&P 2018) does: where the sides differ by d,
and by d + s after one more, they are equal after -d / s.
"""
import ast
import itertools
import math
import re

import gen_aim
import gen_conditions
import gen_rank
import gen_text
from gen_index import Func

PILE = "edge"
COMPARED_MAX = 8    # comparisons of one change
SEEDS_MAX = 3       # programs of one comparison that are watched
RUNS_MAX = 72       # of all comparisons, each a trial
NUMBERS_MAX = 4     # of one program that are moved
VALUES_MAX = 2      # of an argument that is set to the other side
MOST = 40           # programs that are made
FAR = 10 ** 9       # a number further away than this is no likely one
# A call of one of these tells the truth once: what the program would have got is gone.
TAKES = re.compile(r"^(__next__|next|pop\w*|send|throw|read\w*|recv\w*|get_nowait|append|add|remove|discard|clear|update|insert|extend|write\w*|input|acquire)$")
PRIVATE = re.compile(r"\.__(?=\w)(?!\w*__\b)")
MARK = "\x1dwatched "
# Stands before a program. Only plain values are told: the project's own would run code to be shown. After so many lines nothing is traced.
WATCH = '''import sys as _sys


def _watch(out, left, asked):
    def is_plain(value):
        return type(value) in (int, float, str, bytes) or type(value) in (tuple, list, set, dict) and all(map(is_plain, value)) and (
            type(value) is not dict or all(map(is_plain, value.values())))

    def shown(value):
        text = repr(value) if is_plain(value) and (type(value) in (int, float) or len(value) < 60) else "None"
        return text if len(text) < 130 else "None"

    def tell(one, two):
        apart = None
        if isinstance(one, (str, bytes)) is isinstance(two, (str, bytes)) is False:
            try:
                apart = one - two
                apart = float(apart.total_seconds() if hasattr(apart, "total_seconds") else apart)
            except Exception:
                apart = None
        out.write("\\n" + %(mark)r + "(%%r, %%s, %%s)\\n" %% (apart, shown(one), shown(two)))

    def lines(frame, event, arg):
        if event == "line" and %(first)d <= frame.f_lineno <= %(last)d and left:
            left.pop()
            try:
                tell(*eval(asked, frame.f_globals, frame.f_locals))
            except Exception:
                pass
            if not left:
                _sys.settrace(None)
        return lines if left else None
    return lambda frame, event, arg: lines if frame.f_code.co_filename == %(file)r and left else None


_sys.settrace(_watch(_sys.stdout, [None] * 12, compile(%(asked)r, "<watched>", "eval")))
'''


def ask(engine, aims, until):
    """Watch the comparisons of the change, those that changed themselves first, `until` a share of the budget is used."""
    if not engine.guide.active:
        return
    watch = Watch(engine, aims, lambda: engine.deadline.passed(until))
    engine.aim(watch.programs(), PILE, MOST, until)


class Compared:
    """A comparison in a changed function: its two sides, and the question that gen_conditions answers of one side where the other
    is known."""

    def __init__(self, condition, how, left, right):
        self.condition, self.how, self.left, self.right = condition, how, left, right

    @property
    def sides(self):
        """(expression, question, which of the two values is given) of each side that may be set."""
        if self.how == "in":
            return (self.left, "in", 1), (self.right, "has", 0)
        return (self.left, self.how, 1), (self.right, self.how, 0)

    def is_read(self):
        """Does reading say all of it? Then programs are aimed at it already."""
        scope = self.condition.scope
        known = [scope.constant(side) is not None or self._is_argument(scope, side) for side in (self.left, self.right)]
        return all(known)

    @staticmethod
    def _is_argument(scope, side):
        found = scope.trace(side) if isinstance(side, ast.Name) else None
        return bool(found) and not found[1]

    @property
    def lines(self):
        """The first and the last line on which it is about to be asked."""
        test = self.condition.test
        around = [n.lineno for n in gen_text.walk(self.condition.scope.node)
                  if isinstance(n, ast.stmt) and n.lineno <= test.lineno and test.end_lineno <= n.end_lineno]
        return max(around, default=0), test.end_lineno      # 0: it stands above the function, with a decorator


def compared(condition):
    """The comparisons in a condition."""
    for n in gen_text.walk(condition.test):
        if isinstance(n, ast.Compare):
            sides = [n.left] + n.comparators
            for op, left, right in zip(n.ops, sides, sides[1:]):
                if not isinstance(op, (ast.Is, ast.IsNot)):
                    how = "in" if isinstance(op, (ast.In, ast.NotIn)) else "order" if isinstance(op, gen_conditions.ORDERED) else "equal"
                    yield Compared(condition, how, left, right)
        elif isinstance(n, ast.Call) and gen_text.dotted(n.func) in ("min", "max") and len(n.args) == 2 and not n.keywords:
            yield Compared(condition, "order", *n.args)


class Watch:
    def __init__(self, engine, aims, late):
        self.engine, self.aims, self.late, self.runs = engine, aims, late, 0

    def programs(self):
        """(row, text), made as they are asked for."""
        for target in self.engine.targets:
            mine = self.aims.scope(target.node).node if isinstance(target.node, Func) else None
            conditions = [c for c in self.aims.conditions(target) if c.scope.node is mine] if mine is not None else []
            rows = [one for c in conditions for one in compared(c) if not one.is_read() and one.lines[0]]
            for one in rows[:COMPARED_MAX]:
                yield from self._of(one, target)

    def _of(self, one, target):
        asked = self._asked(one, target)
        for row, path in self._seeds(one, target) if asked else ():
            if self.late() or self.runs >= RUNS_MAX:
                return
            row = dict(row, rank=5 if one.condition.is_new else 4)
            told = self._told(row["source"], one, path, asked)
            yield from itertools.chain(self._set(one, row, told), self._moved(one, row, told, path, asked))

    def _seeds(self, one, target):
        """(row, file) of real programs that get to the comparison."""
        first, last = one.lines
        node, out = one.condition.scope.node, []
        for row in sorted(self.engine.found, key=lambda r: (r["origin"] not in gen_rank.REAL, -r["rank"], r["deep"])):
            near = [(f, n) for f, n in row.get("reach") or () if ("/" + f).endswith("/" + target.file) and node.lineno <= n <= node.end_lineno]
            if near and "__future__" not in row["source"]:
                out.append((all(not first <= n <= last for _, n in near), near[0][0], row))
        return [(row, path) for _, path, row in sorted(out, key=lambda r: r[0])[:SEEDS_MAX]]

    def _asked(self, one, target):
        """Both sides as one expression, as it can be worked out in the function's frame; "" where looking is known to change something."""
        for n in (n for side in (one.left, one.right) for n in gen_text.walk(side)):
            if isinstance(n, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)) or isinstance(n, ast.Call) and TAKES.match(gen_aim.called(n)):
                return ""
        text = "((%s),\n(%s))" % tuple(target.info.src.text(side) for side in (one.left, one.right))
        owner = one.condition.scope.owner.owner
        return PRIVATE.sub("._%s__" % owner.name.lstrip("_"), text) if owner is not None else text

    def _told(self, source, one, path, asked):
        """[(how far apart, left, right)] of the times it is asked; None where it cannot be said. The program may have printed anything."""
        self.runs += 1
        first, last = one.lines
        text = WATCH % {"mark": MARK, "first": first, "last": last, "file": path, "asked": asked}
        out = []
        for line in self.engine.guide.shown(text + source).split("\n"):
            if line.startswith(MARK):
                told = gen_text.value_of(line[len(MARK):])
                is_told = isinstance(told, tuple) and len(told) == 3 and (told[0] is None or type(told[0]) is float and math.isfinite(told[0]))
                out += [told] if is_told else []
        return out

    def _set(self, one, row, told):
        """The argument that one side comes from, as the other side is."""
        rows = gen_aim.by_callable([dict(row)])
        for side, how, which in one.sides:
            given = list(dict.fromkeys(repr(values[1 + which]) for values in told if values[1 + which] is not None))
            for text in given[:VALUES_MAX]:
                value = gen_text.value_of(text)
                try:
                    aims = self.aims.of_one(one.condition, how, side, value, rows)[:VALUES_MAX + 1]
                except TypeError:
                    continue        # a list as a member of a set
                for aim in aims:
                    yield (row if aim.same else dict(row, legality="unknown")), aim.text

    def _moved(self, one, row, told, path, asked):
        """A number of the program, moved to where both sides are equal."""
        before = [apart for apart, _, _ in told]
        src = gen_text.source("", row["source"])
        if src is None or not any(before) or 0 in before:
            return
        for node in numbers(src)[:NUMBERS_MAX]:
            if self.late() or self.runs >= RUNS_MAX:
                return
            after = [apart for apart, _, _ in self._told(src.edited([(node, repr(node.value + 1))]), one, path, asked)]
            for value in dict.fromkeys(v for a, b in zip(before, after) if a is not None and b is not None and a != b
                                       for v in where_equal(node.value, a, b - a)):
                yield row, src.edited([(node, repr(value))])


def where_equal(value, apart, slope):
    """What a number is to be so that what is `apart` is so no more."""
    if abs(value) > FAR:
        return []
    at = value - apart / slope
    if not math.isfinite(at) or abs(at) > FAR or at < 0 <= value:
        return []
    if type(value) is float:
        return [round(at, 9)]
    return list(dict.fromkeys((math.floor(at), math.ceil(at)))) if abs(at - round(at)) > 1e-6 else [round(at)]


def numbers(src):
    """Numbers that a program passes, those of the nearest calls to its end first."""
    quoted = src.quoted()
    nodes = [n for call in gen_text.walk(src.tree) if isinstance(call, ast.Call) for arg in call.args + [k.value for k in call.keywords]
             for n in gen_text.walk(arg) if isinstance(n, ast.Constant) and type(n.value) in (int, float) and n not in quoted]
    return sorted({id(n): n for n in nodes}.values(), key=lambda n: (-n.lineno, n.col_offset))
