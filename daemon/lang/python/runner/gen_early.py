"""What a program asks in the end, asked before its last steps as well: an answer that is kept has to be forgotten by each step that
makes it another one. Tests take the steps first, and ask then.
"""
import ast
import re

import gen_sequence
import gen_text
from gen_return import gives

MOST = 12           # programs that are tried
ASKED_MAX = 2       # questions of one program
STEPS_MAX = 4       # of one program
KEEPS = re.compile(r"cache|memo(?:\b|i[sz])|lazy|lazily|dirty|\bstale\b|invalidat|remember")


def most(change):
    return MOST if KEEPS.search(change.text) or any(map(keeps, change.trees)) else 0


def keeps(tree):
    """Does a function among these give something, and store something where it is found again?"""
    functions = [n for n in gen_text.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return any(gives(f) and any(is_kept(n, own_names(f)) for n in gen_text.walk(f)) for f in functions)


def own_names(func):
    """Names of a function's parameters and of what it makes itself."""
    given = func.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return set().union(*map(gen_text.stores, func.body)) | {a.arg for a in every} - {"self", "cls"}


def is_kept(node, own):
    """`self.total = …`, `self.known[name] = …`, `known.setdefault(…)` of what is no name of the function's own."""
    if isinstance(node, ast.Call):
        known = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault" else None
    else:
        known = node.value if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store) else None
    while isinstance(known, (ast.Attribute, ast.Subscript)):
        known = known.value
    return isinstance(known, ast.Name) and known.id not in own


def programs(src, _change):
    """Texts near one program: a question asked before all of the last steps, and before one at a time from the last one on, as it may fail before others."""
    for asked, steps in asked_after(src):
        for some in [steps] * (len(steps) > 1) + [[step] for step in reversed(steps)]:
            yield src._apply(0, len(src.data), [(src.span(step)[0],) * 2 + ("print(%s)\n" % src.text(asked),) for step in some])


def asked_after(src):
    """[(what a statement asks, the last steps before it)] of the last questions."""
    body = src.tree.body
    shown = [node for node in body if gen_sequence.is_print(node)]
    for (node, asked), made in questions(src, shown[-ASKED_MAX:]):
        yield asked, [step for step in body[made:body.index(node)] if is_step(step)][-STEPS_MAX:]


def questions(src, shown):
    """[((statement, what it asks), from which statement on it can be asked)], the last one first."""
    body, out = src.tree.body, []
    for node in reversed(shown):
        one = node.value.args[0]
        if isinstance(one, ast.Name):       # of something that was asked before
            one, node = next(((n.value, n) for n in body if isinstance(n, ast.Assign) and one.id in gen_text.stores(n)), (one, node))
        made = [i for i, n in enumerate(body) if gen_text.loads(one) & gen_text.stores(n)]
        if any(isinstance(n, ast.Call) for n in gen_text.walk(one)) and made and "\n" not in src.text(one):
            firsts = {name: i for i in reversed(made) for name in gen_text.loads(one) & gen_text.stores(body[i])}
            out.append(((node, one), max(firsts.values()) + 1))
    return out


def is_step(node):
    """A call for what it does, or something that is set or taken away in an object."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute)
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return isinstance(node, (ast.Assign, ast.AugAssign, ast.Delete)) and all(isinstance(n, (ast.Attribute, ast.Subscript)) for n in targets)
