"""What is handed over in one call comes in several: cut within the bytes of a letter, within a line's end or a doubled mark, in the
middle, and one by one. A test that cuts has ASCII only, and one that has more comes in one piece.
"""
import ast
import builtins
import re

import gen_mutate
import gen_text
from gen_inside import in_turn

MOST = 12           # programs that are tried
LONG_MAX, SINGLE_MAX = 2000, 60     # of what is cut; of what comes one by one
# What speaks of something that is kept until the rest of it has come.
KEEPS = re.compile(r"feed|chunk|buffer|pending|partial|incomplete|remainder|leftover|\b_?(?:rest|tail|carry)\b|decoder|data_received|\bwrite\b|stream")
TAKES = re.compile(r"(feed|write|push|put|send|update|add|append|process|consume|receive|handle|parse|decode|ingest|on_data)\w*|\w*_received")
LETTER = "\u00e9".encode()


def most(change):
    return MOST if KEEPS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program, those of what it asks last first."""
    return in_turn([in_steps(src), cut_elsewhere(src)])


def in_steps(src):
    """A statement that hands over one piece, as several."""
    for at in range(len(src.tree.body) - 1, -1, -1):
        stmt = src.tree.body[at]
        call = fed(stmt)
        for parts in pieces(call.args[0].value) if call is not None else ():
            rows = [src.text(stmt, [src.span(call.args[0]) + (said(part),)]) for part in parts]
            yield src.edited([(stmt, "\n".join(rows))])


def cut_elsewhere(src):
    """The pieces of a list, and those that one call is given, cut in other places: bytes also where there is but one."""
    for node in gen_text.walk(src.tree):
        # of the library's functions, and of methods, texts are no pieces: open("a", "rb")
        call = isinstance(node, ast.Call) and not node.keywords and isinstance(node.func, ast.Name) and not hasattr(builtins, node.func.id)
        parts = node.args if call else node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
        values = [p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, (str, bytes))]
        if not parts or len(values) < len(parts) or len({type(v) for v in values}) > 1 or len(values) == 1 and not (call and isinstance(values[0], bytes)):
            continue
        whole = values[0][:0].join(values)
        start, end = src.span(parts[0])[0], src.span(parts[-1])[1]
        for made in pieces(whole) if 1 < len(whole) < LONG_MAX else ():
            if made != values:
                yield src._apply(0, len(src.data), [(start, end, ", ".join(map(said, made)))])


def fed(stmt):
    """The call of a statement that gives an object one text or some bytes, and may be done in parts; or None."""
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if call is not None and gen_text.prints(stmt) and len(call.args) == 1:
        call = call.args[0]
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name) or len(call.args) != 1:
        return None
    value = getattr(call.args[0], "value", None) if isinstance(call.args[0], ast.Constant) else None
    return call if isinstance(value, (str, bytes)) and 1 < len(value) < LONG_MAX and TAKES.fullmatch(call.func.attr) else None


def pieces(value):
    """Lists of what is given one after the other."""
    cuts = []
    if isinstance(value, bytes):
        at = next((i for i, c in enumerate(value) if c >= 0xc0), None)
        if at is None:      # behind the first letter that is one
            at = next((i + 1 for i, c in enumerate(value) if chr(c).isalpha()), 0)
            value = value[:at] + LETTER + value[at:]
        cuts.append(at + 1)
    plain = value.decode("latin-1") if isinstance(value, bytes) else value
    double = re.search(r"\r\n|([^\w\s])\1|\n\n", plain)
    cuts += ([double.start() + 1] if double else []) + [len(value) // 2]
    out = [[value[:cut], value[cut:]] for cut in dict.fromkeys(cuts) if 0 < cut < len(value)]
    return out + [[value[i:i + 1] for i in range(len(value))]] * (len(value) <= SINGLE_MAX)


def said(part):
    return gen_mutate.quoted(part) if isinstance(part, str) else repr(part)
