"""More than there are turns for, each of which takes a good part of the time that it has: who waits for a turn within that time is late,
though none of them needs longer than it has. Tests have as many as there are turns, and some that never answer.

The first of a list that is written out, or of what a helper is given one by one, comes nine times; what is waited for takes 0.65 of the timeout.
"""
import ast

import gen_text

MOST = 8            # programs that are tried
CROWD = 9           # more than most have turns
PART = 0.65         # two one after the other are too late
TIME_MAX = 30       # seconds that a program may seem to wait for: most of them pass at once (loops.py)
TURNS = frozenset("Semaphore BoundedSemaphore Queue".split())
TIMES = frozenset("wait_for timeout timeout_at".split())
NAMES = frozenset("timeout seconds deadline".split())


def most(change):
    return MOST if change.words & TURNS and change.words & TIMES else 0


def programs(src, change):
    """Texts near one program: one of each list, and of each call of a helper that takes any number."""
    time = timeout_of(src, change.trees)
    for one, (start, end), text in crowds(src) if time and time <= TIME_MAX else ():
        slow = repr(round(PART * time, 6))
        own = [n for n in gen_text.walk(one) if isinstance(n, ast.Constant) and isinstance(n.value, float)][-1:]    # of several numbers the time is the last
        sleeps = [n.args[0] for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and gen_text.dotted(n.func) == "asyncio.sleep" and n.args and is_number(n.args[0])]
        if own or sleeps:
            item = src.text(one, [src.span(n) + (slow,) for n in own])
            yield src._apply(0, len(src.data), [(start, end, text % ", ".join([item] * CROWD))] + [src.span(n) + (slow,) for n in sleeps])


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value > 0


def timeout_of(src, trees):
    """What a program passes for a timeout, or what it is by default; or None."""
    given = [k.value for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) for k in n.keywords if k.arg in NAMES]
    for tree in trees:
        for args in (n.args for n in gen_text.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))):
            plain = args.posonlyargs + args.args
            rows = list(zip(plain[len(plain) - len(args.defaults):], args.defaults)) + list(zip(args.kwonlyargs, args.kw_defaults))
            given += [value for a, value in rows if a.arg in NAMES]
    return next((n.value for n in given if is_number(n)), None)


def crowds(src):
    """[(first item, span, how what is in its place is written)]"""
    helpers = {n.name for n in gen_text.walk(src.tree) if isinstance(n, ast.FunctionDef) and n.args.vararg}
    for node in gen_text.walk(src.tree):
        if isinstance(node, ast.List) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
            yield node.elts[0], src.span(node), "[%s]"
        elif isinstance(node, ast.Call) and gen_text.dotted(node.func) in helpers and len(node.args) > 1 and not any(isinstance(a, ast.Starred) for a in node.args):
            yield node.args[0], (src.span(node.args[0])[0], src.span(node.args[-1])[1]), "%s"
