"""Functions of a program that fail by themselves where a change catches errors of that type: a callback, what a decorator registers, a method
of an object that is passed.

Who writes `except KeyError` around the lookup of an action and its call as well takes a KeyError of the action's own for an unknown key.
Callbacks of tests raise nothing, or an error that nobody catches.
"""
import ast
import collections
import re

import gen_later
import gen_text

MOST = 6            # programs that are tried of one type
TYPES_MAX = 2
READ_MAX, FAILING_MAX = 24, 4   # functions of one program that are looked at, and that fail
NAME = "failing"    # of what stands for a lambda
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
YIELDS = (ast.Yield, ast.YieldFrom)
# What a function says first in a trial, if it is called from code that is not the program's.
MARK = '__import__("sys")._getframe(1).f_globals is not globals() and print("called %d")'
CALLED = re.compile(r"^called (\d+)$", re.M)


def most(change):
    return MOST * len(change.caught)


def programs(src, change):
    """Texts near one program, in each of which one function fails."""
    found = called(src, change)[:FAILING_MAX]
    return (failing(src, node, above, 'raise %s("own")' % kind) for kind in change.caught for node, above in found)


# ---- what the change catches
def types_of(engine):
    """Errors of the language that the two versions of a function catch from another number of calls; those that one alone names first."""
    rows = []
    for target in engine.targets:
        sides = [node for node, _ in gen_later.sides(target)]
        if all(node is None or isinstance(node, FUNCTIONS) for node in sides):
            one, other = map(caught, sides)
            rows += [(kind in one and kind in other, kind) for kind in {**one, **other} if one.get(kind) != other.get(kind)]
    return list(dict.fromkeys(kind for _, kind in sorted(rows, key=lambda row: row[0])))[:TYPES_MAX]


def caught(node):
    """{type: calls in what it is caught from}; that of `except Exception` is one that a text makes."""
    out = collections.Counter()
    for block in gen_text.walk(node) if node is not None else ():
        calls = sum(isinstance(n, ast.Call) for part in block.body for n in gen_text.walk(part)) if isinstance(block, ast.Try) else 0
        for handler in block.handlers if isinstance(block, ast.Try) else ():
            for said in getattr(handler.type, "elts", [handler.type]):
                kind = gen_text.raised(said.id) if isinstance(said, ast.Name) else None
                out.update({kind: calls} if kind else {})
    return out


# ---- what the project calls
def called(src, change):
    """[(function, statement above which one in the place of a lambda may stand)] of what the project calls, which one trial tells."""
    rows = functions(src)[:READ_MAX]
    edits = [edit for at, (node, _) in enumerate(rows) for edit in marked(src, node, MARK % at)]
    said = change.shown(src._apply(0, len(src.data), edits)) if rows else ""
    return [rows[at] for at in dict.fromkeys(map(int, CALLED.findall(said))) if at < len(rows)]


def functions(src):
    """All functions of a program with a name, and the lambdas above whose statement there is room."""
    above = {}
    for node in src.nodes:      # the innermost come last
        if isinstance(node, ast.stmt) and not isinstance(node, ast.If) and src.indent(node) is not None:     # it may be an `elif`
            above.update({n: node for n in gen_text.walk(node) if isinstance(n, ast.Lambda)})
    quoted = src.quoted()
    is_free = re.search(rb"\b%s\b" % NAME.encode(), src.data) is None
    return [(n, above.get(n)) for n in src.nodes if isinstance(n, FUNCTIONS) or isinstance(n, ast.Lambda) and n in above and n not in quoted and is_free]


def marked(src, node, row):
    """Edits by which a function does something first."""
    start, end = src.span(doing(node)[0])
    if isinstance(node, ast.Lambda):
        return [(start, start, row + " or ("), (end, end, ")")]
    indent = src.indent(node.body[0])
    return [(start, start, row + ("; " if indent is None else "\n" + indent))]


def doing(node):
    """What a function does, behind its docstring."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    return node.body[1:] if len(node.body) > 1 and ast.get_docstring(node) is not None else node.body


def failing(src, node, above, row):
    """The program in which a function does nothing but that; one that yields still does."""
    if isinstance(node, ast.Lambda):
        given = src.data[src.span(node)[0] + len("lambda"):src.span(node.body)[0]].decode("utf-8", "surrogateescape")
        start, indent = src.span(above)[0], src.indent(above)
        made = "def %s(%s):\n%s    %s\n%s" % (NAME, given[:given.rindex(":")].strip(), indent, row, indent)
        return src._apply(0, len(src.data), [(start, start, made), src.span(node) + (NAME,)])
    some = doing(node)
    is_generator = any(isinstance(n, YIELDS) for n in gen_text.walk(node))
    edits = marked(src, node, row) if is_generator else [(src.span(some[0])[0], src.span(some[-1])[1], row)]
    return src._apply(0, len(src.data), edits)
