"""What is read comes through a pipe: it has no end that could be asked for, and cannot be wound.

Who begins to skip, to look ahead or to ask how much there is tests it with bytes in memory, which can do all that; and `hasattr(source,
"seek")` holds for every file of Python, a pipe as well.
"""
import ast
import re

import gen_files
import gen_later
import gen_once
import gen_text

MOST = 8            # programs that are tried
SPEAKS = re.compile(r"\bseek(?:able)?\b|\btell\(|\bgetbuffer\b|\bpeek\b|\breadinto\b|SEEK_(?:SET|CUR|END)|\bst_size\b|\bgetsize\b")
NOT_GIVEN = gen_files.LIBRARY
WRITTEN = {"BytesIO": ("b", ""), "StringIO": ("", ', encoding="utf-8"')}     # how the two ends of such a stream are opened
PIPED = """def piped(data):
    source, sink = os.pipe()
    with os.fdopen(sink, "w{0}"{1}) as file:
        file.write(data)
    return os.fdopen(source, "r{0}"{1})


"""


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program: one stream in memory that it hands over is a pipe."""
    if "piped" in gen_text.mentions(src.tree) | gen_text.stores(src.tree):
        return
    for arg, kind in handed(src.tree):
        head = next(src.span(n)[0] for n in src.tree.body if not isinstance(n, (ast.Import, ast.ImportFrom)))
        edits = [(head, head, PIPED.format(*WRITTEN[kind])), src.span(arg.func) + ("piped",)]
        yield gen_files.with_import(src, src._apply(0, len(src.data), edits))


def handed(tree):
    """(call, its kind) of the streams with something in them that are given to the project, or have a name."""
    named = [n.value for n in gen_text.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    given = [arg for call in gen_text.walk(tree) if isinstance(call, ast.Call) and gen_text.dotted(call.func).split(".")[0] not in NOT_GIVEN
             for _, arg in gen_once.handed(call)]
    for one in given + named:
        kind = gen_later.called(one)
        if kind in WRITTEN and len(one.args) == 1 and not one.keywords:
            yield one, kind
