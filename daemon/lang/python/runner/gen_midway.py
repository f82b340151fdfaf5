"""What goes through an object step by step, and in the middle of it the object is changed: orders that are cancelled, or come in, while a
loop goes over those that are pending.

A generator reads what it needs when it comes to it, or goes over a copy of what there was at its begin; tests change things, and then
go through them. The step is one that the program takes before or after.
"""
import ast

import gen_later
import gen_text

MOST = 12           # programs that are tried
STEPS_MAX = 3       # of one program
ITEMS = 3           # that are asked for in the end: it may have none


def most(change):
    return MOST if change.generators else 0


def of_change(engine):
    """Names of the changed functions that are generators on one side."""
    return {target.qualname.rpartition(".")[2] for target in engine.targets for tree, _ in gen_later.sides(target)
            if isinstance(tree, ast.FunctionDef) and any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in gen_text.walk(tree))}


def programs(src, change):
    """Texts near one program: each of its own steps of an object in the middle of what goes through it."""
    body = src.tree.body
    at, call = next(((at, call) for at, node in enumerate(body) for call in [gone_through(node, change.generators)] if call is not None), (0, None))
    if call is None or any("midway" in gen_text.stores(node) for node in body):
        return
    on, head = call.func.value.id, [node for node in body[:at] if not is_print(node)]
    made = set().union(*map(gen_text.stores, head)) if head else set()
    later = set().union(*map(gen_text.stores, body[at:]))
    if on not in made or (gen_text.loads(call) & later) - made:
        return
    steps = {src.text(step): node for node in body for step in [step_of(node, on)] if step is not None and not (gen_text.loads(step) & later) - made}
    for text, node in list(steps.items())[-STEPS_MAX:]:
        others = [n for n in head if n is not node]
        needed = gen_text.stores(node) & set().union(gen_text.loads(call), *map(gen_text.loads, others))
        for rest in [others] * (not needed) + [head] * (node in head):
            rows = [src.text(n) for n in rest] + ["midway = iter(%s)" % src.text(call), "print(next(midway, None))", text,
                                                  "print([next(midway, None) for _ in range(%d)])" % ITEMS]
            yield "\n".join(rows) + "\n"


def gone_through(node, names):
    """The first call of one of these methods of an object with a name, in a statement outside of functions; or None."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return None
    return next((n for n in gen_text.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in names
                 and isinstance(n.func.value, ast.Name)), None)


def step_of(node, on):
    """The call of a method of that object that a statement is, or that it gives a name to; or None."""
    call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
    is_its = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == on
    return call if is_its else None


def is_print(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and gen_text.dotted(node.value.func) == "print"
