"""Spans of more than a day: one of a program's days one later, and forty, its timedeltas a day longer, or the other way round.

What takes `delta.seconds` for all of it, or counts hours by the clock, is right within a day, which is how long things last in tests.
"""
import ast
import datetime

import gen_mutate
import gen_text
from gen_clocks import Moved, day_of
from gen_inside import in_turn
from gen_twist import DAY, days_of

MOST = 16           # programs that are tried
DAYS_MAX = 8        # of one program
SPEAKS = frozenset("seconds total_seconds timedelta days strftime hour hours minutes elapsed duration age divmod relativedelta".split())
LATER = (1, 40)


def most(change):
    return MOST if change.words & SPEAKS else 0


def programs(src, change):
    """Texts near one program, one of each day and each timedelta in turn, the last first."""
    calls = [node for node in days_of(src) if day_of(*(a.value for a in node.args[:3])) is not None]
    texts = [node for node in src.standing() if DAY.search(node.value)]
    nodes = sorted(calls + texts, key=lambda n: (n.lineno, n.col_offset))[-DAYS_MAX:]
    return in_turn([moved(src, node) for node in reversed(nodes)] + [longer(src, node) for node in deltas(src)[-DAYS_MAX:]])


def moved(src, node):
    for days in LATER:
        by = Moved(datetime.timedelta(days), False)
        edits = by.call(node) if isinstance(node, ast.Call) else [(node, gen_mutate.quoted(by.text(node.value)))]
        yield src.edited(edits)


def deltas(src):
    quoted = src.quoted()
    return [n for n in src.nodes if isinstance(n, ast.Call) and n not in quoted and gen_text.dotted(n.func).split(".")[-1] == "timedelta"]


def longer(src, call):
    text = src.text(call)
    yield src.edited([(call, "(%s + %s(days=1))" % (text, src.text(call.func)))])
    yield src.edited([(call, "(-%s)" % text)])
