"""Entries of a mapping that are there and empty: `http_proxy=` beside HTTP_PROXY, a field of a form that was left blank.

Who asks `env.get(a) or env.get(b)` takes the next one for them, who asks `a in env` takes them at their word. Tests leave an entry out
where they want none. Where one version asks for the truth of something that the other does not ask for, each is tried.
"""
import ast

import gen_later
import gen_text
from gen_inside import in_turn

MOST = 16           # programs that are tried
EMPTY = {str: '""', bytes: 'b""', int: "0", float: "0.0"}
ASKED = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.NamedExpr)


def most(change):
    return MOST if change.truth_differs else 0


def programs(src, _change):
    """Texts near one program, one of each mapping in turn, those of several entries first."""
    rows = sorted((n for n in gen_text.walk(src.tree) if isinstance(n, ast.Dict)), key=lambda n: -min(len(n.values), 2))
    return in_turn([_of_mapping(src, node) for node in rows])


def _of_mapping(src, node):
    for value in reversed(node.values):
        if is_full(value):
            yield src._apply(0, len(src.data), [src.span(value) + (empty_of(value),)] + whole(src))


def is_full(node):
    """Is it written as something that has an empty one of its kind, and is not that?"""
    if isinstance(node, ast.Constant):
        return type(node.value) in EMPTY and bool(node.value)
    return isinstance(node, (ast.List, ast.Tuple)) and bool(node.elts) or isinstance(node, ast.Dict) and bool(node.keys)


def empty_of(node):
    return EMPTY[type(node.value)] if isinstance(node, ast.Constant) else {ast.List: "[]", ast.Tuple: "()", ast.Dict: "{}"}[type(node)]


def whole(src):
    """Edits by which what the last line shows a part of is shown whole: with an empty entry there may be nothing to have that part."""
    last = src.tree.body[-1] if src.tree.body else None
    shown = last.value.args if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call) and gen_text.dotted(last.value.func) == "print" else []
    return [(src.span(node.value)[1], src.span(node)[1], "") for node in shown if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Call)]


def differs(engine):
    """Does one version of what changed ask for the truth of what the other does not?"""
    return any(len({frozenset(truths(node)) for node, _ in gen_later.sides(target)}) > 1 for target in engine.targets)


def truths(root):
    """Texts of what a part of a program asks for the truth of: by `or`, `and`, `not` or `if`. A comparison is asked for something else."""
    out, todo = set(), []
    for node in gen_text.walk(root) if root is not None else ():
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            todo.append(node.test)
        elif isinstance(node, ast.BoolOp):
            todo += node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            todo.append(node.operand)
        elif isinstance(node, ast.comprehension):
            todo += node.ifs
    for node in todo:
        if isinstance(node, ASKED) and not (isinstance(node, ast.Call) and gen_later.called(node) in ("isinstance", "callable", "hasattr", "issubclass")):
            out.add(ast.dump(node))
    return out
