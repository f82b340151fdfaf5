"""Texts of several lines, ended as Windows ends them: what is read in one way has its lines taken apart by whoever opened it, and in
another one keeps what stood at their ends. Tests write the line ends of the machine they were written on.

And lines with a mark that splitlines() ends a line at, and who goes through a file does not: U+2028, a form feed.
"""
import ast
import re

import gen_mutate

MOST = 10           # programs that are tried
READS = re.compile(r"newline|\bopen\(|splitlines|readline|read_text|write_text|\bcsv\.|\bStringIO|TextIOWrapper|linesep|\\[rn]|\.(?:r|l)?strip\(\)")
MARKS = ("\u2028", "\f")
COUNTED = re.compile(r"\bsplitlines\(")


def most(change):
    return MOST if READS.search(change.text) else 0


def programs(src, change):
    """Texts near one program: each of its texts of lines, then all of them, and each with a mark within a line."""
    nodes = [n for n in src.standing() + blocks(src) if n.value.count(ends(n.value)[0]) > 1 and not is_statement(src, n)]
    filled = [n for n in src.nodes if is_filled(n)]
    edits = [(n, "%s.replace(%r, %r)" % (src.text(n), *ends(n.value))) for n in nodes]
    edits += [(n, "%s.replace(%r, %r)" % (src.text(n), *ends(""))) for n in filled]
    yield from (src.edited([edit]) for edit in edits)
    if len(edits) > 1:
        yield src.edited(edits)
    if COUNTED.search(change.text):
        yield from (src.edited([(n, marked(n.value, mark))]) for n in nodes for mark in MARKS if isinstance(n.value, str) and " " in n.value.strip())
        yield from (src.edited([(n, "%s.replace(%r, %r, 1)" % (src.text(n), "\n", mark + "0\n"))]) for n in filled for mark in MARKS[::-1])


def is_filled(node):
    """Lines that are put together: an f-string of several, or what `"\\n".join()` makes."""
    if isinstance(node, ast.JoinedStr):
        return sum(part.value.count("\n") for part in node.values if isinstance(part, ast.Constant)) > 1
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join" and "\n" in str(getattr(node.func.value, "value", ""))


def marked(value, mark):
    """A text in which, within the line of most words, the last blank is that mark, as it is written."""
    lines = value.split("\n")
    at = max(range(len(lines)), key=lambda i: len(lines[i].split()))
    head, _, last = lines[at].rstrip().rpartition(" ")
    return gen_mutate.quoted("\n".join(lines[:at] + [head + mark + last] + lines[at + 1:]))


def blocks(src):
    """Bytes of several lines."""
    return [n for n in src.nodes if isinstance(n, ast.Constant) and isinstance(n.value, bytes)]


def ends(value):
    """(a line's end, that of Windows) of a text or of bytes."""
    return ("\n", "\r\n") if isinstance(value, str) else (b"\n", b"\r\n")


def is_statement(src, node):
    """Does it stand for itself, as a docstring or a pattern of `case` does?"""
    return any(getattr(n, "value", None) is node and type(n).__name__ in ("Expr", "MatchValue") for n in src.nodes)
