"""What is read comes through a pipe: it has no end that could be asked for, and cannot be wound.

Who begins to skip, to look ahead or to ask how much there is tests it with bytes in memory, which can do all that; and `hasattr(source,
"seek")` holds for every file of Python, a pipe as well.
"""
import ast
import itertools
import re

import gen_files
import gen_later
import gen_once
import gen_text

MOST = 8            # programs that are tried
HOLDS = 15000       # bytes or letters: what a pipe takes before anybody reads
SPEAKS = re.compile(r"\bseek(?:able)?\b|\btell\(|\bgetbuffer\b|\bpeek\b|\breadinto\b|SEEK_(?:SET|CUR|END)|\bst_size\b|\bgetsize\b")
NOT_GIVEN = gen_files.LIBRARY
WRITTEN = {"BytesIO": ("b", ""), "StringIO": ("", ', encoding="utf-8"')}     # how the two ends of such a stream are opened
PIPED = """def piped(data):
    source, sink = os.pipe()
    with os.fdopen(sink, "w{0}"{1}) as file:
        file.write(data[:{2}])
    return os.fdopen(source, "r{0}"{1})
"""


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program: one stream in memory that it hands over is a pipe."""
    if "piped" in gen_text.mentions(src.tree) | gen_text.stores(src.tree):
        return
    for arg, kind in handed(src.tree):
        heads = list(itertools.takewhile(is_head, src.tree.body))
        end = src.span(heads[-1])[1] if heads else 0
        rows = "\nimport os\n\n\n" + PIPED.format(*WRITTEN[kind], HOLDS)
        yield src._apply(0, len(src.data), [(end, end, rows), src.span(arg.func) + ("piped",)])


def is_head(node):
    """Does a statement stand before all that a program does?"""
    return isinstance(node, (ast.Import, ast.ImportFrom)) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def handed(tree):
    """(call, its kind) of the streams that are made of something and given to the project, or have a name."""
    named = [n.value for n in gen_text.walk(tree) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    given = [arg for call in gen_text.walk(tree) if isinstance(call, ast.Call) and gen_text.dotted(call.func).split(".")[0] not in NOT_GIVEN
             for _, arg in gen_once.handed(call)]
    for one in given + named:
        kind = gen_later.called(one)
        if kind in WRITTEN and len(one.args) == 1 and not one.keywords:
            yield one, kind
