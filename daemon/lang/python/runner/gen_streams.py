"""Streams that a program made and hands over: in the end, are they still open, and what do they hold? And the same call again.

A wrapper that is thrown away closes what it was put around, and what is not flushed is not there yet. Tests read the file again, by
its path; where a function takes a path or a stream, one in memory is handed over in its place.
"""
import ast
import re

import gen_files
import gen_later
import gen_once
import gen_rank
import gen_text
from gen_inside import in_turn

MOST = 20           # programs that are tried
READ_MAX = 60       # programs that are read
SEEDS_MAX = 6       # of them that hand over a path
SPEAKS = re.compile(r"TextIOWrapper|BytesIO|StringIO|Buffered(?:Writer|Reader|Random)|\.(?:close|detach|flush)\(|\bclosing\(|\bwith\b[^\n]{0,200}\bas\b|"
                    r"\b(?:gzip|bz2|lzma|zipfile|tarfile)\b|\bcsv\.writer\b|\bgetwriter\b|\bgetreader\b|\bTextIOBase\b")
IN_MEMORY = frozenset("BytesIO StringIO".split())
BOTH = re.compile(r"\b(?:path|file ?name)s?\b.*\b(?:file(?:[- ]like)? objects?|file-like|streams?|BytesIO|StringIO)\b|"
                  r"\b(?:file(?:[- ]like)? objects?|file-like|streams?)\b.*\b(?:path|file ?name)s?\b", re.I | re.S)
BINARY = re.compile(r"BytesIO|\bbinary\b|\bbytes\b|[\"'][wa]b[\"']|\.encode\(")
TARGETS = frozenset("target dest destination out output file fp path filename stream sink to fileobj".split())
NOT_GIVEN = gen_files.LIBRARY | frozenset("gzip bz2 lzma tarfile codecs TextIOWrapper BufferedWriter closing".split())
NAMES = ("stream", "handed")
HELD, CLOSED = "print({0}.closed or {0}.getvalue())", "print({0}.closed)"


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def seeds(change):
    """[(row, source)] of programs that hand over a path where a stream may be, also those that are refused: nobody may write there."""
    rows = [r for r in change.found if change.streams and r["origin"] in gen_rank.REAL and not r["pile"] and any(name in r["source"] for name in [*change.streams, *change.saves])]
    read = [(row, gen_text.source("", row["source"])) for row in rows[:READ_MAX]]
    some = [(row, src) for row, src in read if src is not None]
    return [one for one in some if next(in_place(one[1], change.streams), None) or next(saved(one[1], change.saves), None)][:SEEDS_MAX]


def programs(src, change):
    """Texts near one program, one of each stream in turn."""
    rows = [asked(src, body, name, node, line) for body, name, node, line in given(src)]
    return in_turn(rows + [named(src), in_place(src, change.streams), saved(src, change.saves)])


def given(src):
    """(statements, name of a stream, the last of them that hands it over, what it is asked) of what the program makes or opens."""
    bodies = [src.tree.body] + [n.body for n in src.tree.body if isinstance(n, (ast.With, ast.FunctionDef))]
    opened = [(n.body, i.optional_vars, i.context_expr) for n in gen_text.walk(src.tree) if isinstance(n, ast.With) for i in n.items]
    made = [(body, n.targets[0], n.value) for body in bodies for n in body if isinstance(n, ast.Assign)]
    for body, target, value in opened + made:
        kind = gen_later.called(value)
        if isinstance(target, ast.Name) and (kind in IN_MEMORY or kind == "open"):
            last = next((n for n in body[::-1] if isinstance(n, (ast.Expr, ast.Assign)) and hands(n, target.id)), None)
            if last is not None:
                yield body, target.id, last, (HELD if kind in IN_MEMORY else CLOSED).format(target.id)


def hands(node, name):
    """Does a statement hand a stream to something of the project?"""
    calls = [n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[0] not in NOT_GIVEN]
    return any(isinstance(arg, ast.Name) and arg.id == name for call in calls for _, arg in gen_later.arguments(call))


def asked(src, body, name, node, line):
    """The program that asks it in the end, or before a function gives something; and that does the same twice."""
    at = node if any(isinstance(n, ast.Return) for n in body) else body[-1]
    indent, end, last = "\n" + " " * node.col_offset, src.span(node)[1], src.span(at)[1]
    yield src._apply(0, len(src.data), [(last, last, indent + line)])
    if isinstance(node, ast.Expr):
        again = indent + src._apply(*src.span(node), [])
        edits = [(end, end, again + indent + line)] if at is node else [(end, end, again), (last, last, indent + line)]
        yield src._apply(0, len(src.data), edits)


def named(src):
    """Streams without a name get one, `save(io.BytesIO())`."""
    for node in src.tree.body if free_name(src) else ():
        for call in gen_text.walk(node) if isinstance(node, (ast.Expr, ast.Assign)) else ():
            for _, arg in gen_once.handed(call):
                if gen_later.called(arg) in IN_MEMORY and gen_text.dotted(call.func).split(".")[0] not in NOT_GIVEN:
                    yield with_stream(src, node, arg, src.text(arg), src.span(src.tree.body[-1])[1])


def free_name(src):
    """What a stream may be called that nothing of the program is called; "": nothing."""
    taken = gen_text.mentions(src.tree) | gen_text.stores(src.tree)
    return next((name for name in NAMES if name not in taken), "")


def with_stream(src, node, arg, made, end):
    start, name = src.span(node)[0], free_name(src)
    return src._apply(0, end, [(start, start, "%s = %s\n" % (name, made)), src.span(arg) + (name,)]).rstrip("\n") + "\n" + HELD.format(name) + "\n"


def in_place(src, taken):
    """A stream in the place of a path; what comes behind it may read the file, which is not there."""
    for node in src.tree.body if free_name(src) else ():
        for call in gen_text.walk(node) if isinstance(node, (ast.Expr, ast.Assign)) else ():
            for place, arg in gen_once.handed(call):
                kind = taken.get(gen_later.called(call), {}).get(place)
                if kind and is_path(src, arg):
                    yield gen_files.with_import(src, with_stream(src, node, arg, "io.%s()" % kind, src.span(node)[1]), "io")


def saved(src, saves):
    """What a program made, written to a stream in the end."""
    made = [(n.targets[0].id, gen_later.called(n.value)) for n in src.tree.body if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    stream = free_name(src)
    for name, cls in made if stream else ():
        for method, kind in saves.get(cls, ()):
            text = src.data.decode("utf-8", "surrogateescape").rstrip("\n")
            yield gen_files.with_import(src, "\n".join([text, "%s = io.%s()" % (stream, kind), "%s.%s(%s)" % (name, method, stream), HELD.format(stream), ""]), "io")


def saves(engine, taken):
    """{class: [(method, kind of stream)]} of what is given nothing but where to write to."""
    out = {}
    for f in [f for module in engine.index.modules.values() for f in module.functions.values() if f.owner is not None and f.name in taken]:
        required = [p.name for p in f.params if p.required]
        if f.params and required in ([], [f.params[0].name]) and 0 in taken[f.name] and f.params[0].name in taken[f.name] and not gen_text.is_private(f.name):
            out.setdefault(f.owner.name, []).append((f.name, taken[f.name][0]))
    return out


def is_path(src, node):
    """Is it a text, something of a path, or a name that the program gave one of these?"""
    if isinstance(node, ast.Name):
        node = next((n.value for n in gen_text.walk(src.tree) if isinstance(n, ast.Assign) and node.id in gen_text.stores(n)), None)
    return isinstance(node, (ast.JoinedStr, ast.BinOp)) or isinstance(node, ast.Constant) and isinstance(node.value, str) or gen_later.called(node) in gen_files.SAME


def taken_by(engine):
    """{function: {place and name of a parameter: kind of stream}} of what takes a path or a stream to write to."""
    out = {}
    functions = [f for module in engine.index.modules.values() for f in module.functions.values()]
    for f in functions:
        both = [p.name for p in f.params if asks(f.node, p.name) or says(f, p)]
        kind = both and ("BytesIO" if BINARY.search(f.module.src.text(f.node)) else "StringIO")
        note(out, f, dict.fromkeys(both, kind))
    for f in functions if out else ():
        if f.name not in out:
            note(out, f, {name: kind for _, name, kind in gen_once.handed_on(f.node, f.params, out)})
    return out


def note(out, f, kinds):
    for at, p in enumerate(f.params):
        kind = kinds.get(p.name)
        if kind and p.how in ("plain", "positional", "keyword"):
            out.setdefault(f.name, {}).update({p.name: kind, **({at: kind} if p.how != "keyword" else {})})


def asks(node, name):
    """Does a function ask whether it was given something to write to?"""
    return any(gen_later.called(n) in ("hasattr", "getattr") and len(n.args) > 1 and gen_text.dotted(n.args[0]) == name and gen_text.value_of(n.args[1]) == "write"
               for n in gen_text.walk(node))


def says(f, p):
    return p.name in TARGETS and bool(BOTH.search(f.doc))
