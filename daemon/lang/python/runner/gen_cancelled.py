"""Who waits gives up: one of several calls that are made at the same time is cancelled, and what the others come to is printed.

A call that several wait for, a lock, a turn: who is cancelled may take the others along, or keep what they wait for. In tests all wait
to the end.
"""
import ast

import gen_text

MOST = 12           # programs that are tried
SPEAKS = frozenset("shield cancel cancelled CancelledError wait_for ensure_future create_task gather Task Future TaskGroup timeout Lock Semaphore "
                   "BoundedSemaphore Condition Event Queue acquire release as_completed".split())
HASTY = "async def hasty(one):\n    task = asyncio.ensure_future(one)\n    await asyncio.sleep(0)\n    task.cancel()\n    return await task\n\n"
BOTH = "async def both(make):\n    return await asyncio.gather(hasty(make()), make(), return_exceptions=True)\n\n"
GIVEN = "return_exceptions"


def most(change):
    return MOST if change.words & SPEAKS else 0


def programs(src, _change):
    """Texts near one program: of what it gathers the first gives up, and the last; of a call that it runs alone, the first of two."""
    body = [node for node in src.tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    if not body or {"hasty", "both"} & {n.id for n in gen_text.walk(src.tree) if isinstance(n, ast.Name)}:
        return
    at, end = src.span(body[0])[0], len(src.data)
    for call in gen_text.walk(src.tree):
        args = call.args if isinstance(call, ast.Call) and gen_text.dotted(call.func) == "asyncio.gather" else []
        for one in (args[0], args[-1]) if len(args) > 1 and not any(isinstance(a, ast.Starred) for a in args) else ():
            yield src._apply(0, end, [(at, at, HASTY), src.span(one) + ("hasty(%s)" % src.text(one),)] + given(src, call))
    for one in filter(None, map(run_alone, body)):
        yield src._apply(0, end, [(at, at, HASTY + BOTH), src.span(one) + ("both(lambda: %s)" % src.text(one),)])


def given(src, call):
    """The edit by which a call gives errors back, before its bracket closes; [] where it does."""
    if GIVEN in {k.arg for k in call.keywords}:
        return []
    close = src.span(call)[1] - 1
    is_behind_comma = src.data[:close].rstrip().endswith(b",")
    return [(close, close, "%s%s=True" % ("" if is_behind_comma else ", ", GIVEN))]


def run_alone(node):
    """The call that a statement runs and prints: `print(asyncio.run(desk.ask(1)))`; or None."""
    call = node.value.args[0] if gen_text.prints(node) and node.value.args else None
    one = call.args[0] if isinstance(call, ast.Call) and gen_text.dotted(call.func) == "asyncio.run" and call.args else None
    return one if isinstance(one, ast.Call) and gen_text.dotted(one.func) != "awaited" else None
