"""What is entered again while it is entered: a decorated function that calls itself, a block within a block of the same thing.

Who keeps in the object what one call or one block needs (when it began, what to put back) loses that of the outer one. Tests
call a decorated function from outside, and leave a block before they enter the next.
"""
import ast
import re

import gen_text
from gen_inside import in_turn

MOST = 12           # programs that are tried
ONCE = re.compile(r"\b(?:Lock|Semaphore|BoundedSemaphore|Condition)\(")     # makes what waits for itself when it is entered twice
SPEAKS = re.compile(r"\b(?:contextmanager|ContextDecorator|AsyncContextDecorator|ExitStack|wraps|__enter__|__exit__|__aenter__|__call__|nonlocal|ContextVar)\b|threading\.local")


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program."""
    names = {n.id for n in src.nodes if isinstance(n, ast.Name)}
    if names & {"again", "held"}:
        return iter(())
    return in_turn([calls_itself(src), blocks(src)])


def is_likely(_src, text, _change):
    """Not all that is used in a block may be entered twice at once."""
    return "again.pop()" in text


def calls_itself(src):
    """A decorated function that calls itself once, with what it was given, before it ends."""
    for node in src.nodes:
        a = node.args if isinstance(node, ast.FunctionDef) and node.decorator_list else None
        if a is None or a.vararg or a.kwarg or node not in src.tree.body or any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in gen_text.walk(node)):
            continue
        last = node.body[-1]
        indent = src.indent(last)
        if indent is None or src.indent(node) is None:
            continue        # all in one line
        given = ", ".join([x.arg for x in a.posonlyargs + a.args] + ["%s=%s" % (x.arg, x.arg) for x in a.kwonlyargs])
        rows = "if again and again.pop():\n%s    %s(%s)" % (indent, node.name, given)
        at, (first, end) = src.span(node)[0], src.span(last)
        ends = isinstance(last, (ast.Return, ast.Raise))
        edit = (first, first, rows + "\n" + indent) if ends else (end, end, "\n" + indent + rows)
        yield src._apply(0, len(src.data), [(at, at, "again = [1]\n"), edit])


def blocks(src):
    """A block of one thing within a block of it, and what is done there once more behind the inner one."""
    if ONCE.search(src.edited([])):
        return
    for node in src.tree.body:
        if not isinstance(node, ast.With) or len(node.items) != 1 or set(range(node.lineno + 1, node.end_lineno + 1)) & src._string_lines():
            continue
        item = node.items[0]
        indents = [src.indent(n) for n in node.body]
        if indents[0] is None or None in indents:
            continue
        start, end = src.span(node.body[0])[0], src.span(node)[1]
        inner = src._apply(start, end, [])
        asked = " as " + src.text(item.optional_vars) if item.optional_vars is not None else ""
        deeper = inner.replace("\n", "\n    ")
        made = "held = %s\n" % src.text(item.context_expr)
        yield src._apply(0, len(src.data), [(*src.span(node), "%swith held%s:\n%swith held%s:\n%s    %s\n%s%s" % (
            made, asked, indents[0], asked, indents[0], deeper, indents[0], inner))])
