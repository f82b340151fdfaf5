"""What is left of the rest where one of several is refused: a call that a test sees fail, with others before the one that it is
refused for, and then the object as it is.

A test of a refusal hands over that one alone, and what is done half-way shows in nothing.
"""
import ast
import itertools

import gen_mutate
import gen_rank
import gen_text

MOST = 12           # programs that are tried
SEEDS_MAX = 10
GOOD_MAX = 3        # calls of which what they hand over goes before
READ_MAX = 30       # programs that are read for them


def most(change):
    return MOST if any(refused(row) for row in change.found) else 0


def refused(row):
    """Did it reach the change and fail in code that is not its own?"""
    way = row.get("way")
    return bool(row.get("reach")) and way[1] == "exception" and not way[3] and not row["pile"]


def seeds(change):
    """[(row, source)] of programs that the project refuses."""
    rows = sorted((r for r in change.found if refused(r)), key=lambda r: (r["origin"] not in gen_rank.REAL, -r["rank"], r["deep"]))
    read = [(row, gen_text.source("", row["source"])) for row in rows[:SEEDS_MAX]]
    return [(row, src) for row, src in read if src is not None and asked(src) is not None]


def programs(src, change):
    """Texts near one program: its last call with what others hand over before it, alone, and with a good one behind it."""
    call = asked(src)
    if call is None:
        return
    name = call.func.value.id
    head = src.data[:src.span(src.tree.body[-1])[0]].decode("utf-8", "surrogateescape")
    good = good_calls(change, call, src.text(call))
    made = [whole for row in good.values() for whole in [joined(src, call, *row)] if whole] + with_another(src, call)
    alone = src.text(call)
    behind = ["print(%s)\n" % said for said in list(good)[:1]]
    for text, then in [(one, "") for one in made] + [(alone, "")] + [(alone, then) for then in behind]:
        yield "%stry:\n    print(%s)\nexcept Exception as error:\n    print(type(error).__name__)\n%sprint(%s)\n" % (head, text, then, name)


def asked(src):
    """The call of an object's method that is the last statement, with plain arguments in one line; or None."""
    last = src.tree.body[-1] if src.tree.body else None
    call = last.value if isinstance(last, (ast.Expr, ast.Assign)) else None
    if isinstance(last, ast.Expr) and gen_text.prints(last) and len(call.args) == 1:
        call = call.args[0]
    made = set().union(*map(gen_text.stores, src.tree.body[:-1]))
    return call if is_asked(call) and call.func.value.id in made and "\n" not in src.text(call) else None


def is_asked(call):
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) \
        and all(map(gen_text.is_literal, [*call.args, *(k.value for k in call.keywords)])) and bool(call.args or call.keywords)


def good_calls(change, call, text):
    """{call as it would stand here: (source, call)} of the same method in programs that end well."""
    out = {}
    rows = (r for r in change.found if r.get("way") and r["way"][1] == "ok" and ".%s(" % call.func.attr in r["source"])
    for row in itertools.islice(rows, READ_MAX):
        if len(out) >= GOOD_MAX:
            break
        src = gen_text.source("", row["source"])
        for other in gen_text.walk(src.tree) if src is not None else ():
            if is_asked(other) and other.func.attr == call.func.attr and src.text(other) != text and "\n" not in src.text(other):
                said = "%s.%s" % (call.func.value.id, src.text(other).split(".", 1)[1])
                out.setdefault(said, (src, other))
    return out


def joined(src, call, other_src, other):
    """The text of the call with what another one hands over in front; None where the two are not alike."""
    given, more = shape(call), shape(other)
    if given != more or given is None:
        return None
    func = src.text(call.func)
    if call.keywords:
        taken = {k.arg for k in call.keywords}
        rest = [k for k in other.keywords if k.arg not in taken]
        words = ["%s=%s" % (k.arg, where.text(k.value)) for where, some in ((other_src, rest), (src, call.keywords)) for k in some]
        return "%s(%s)" % (func, ", ".join(words)) if rest else None
    one, two = call.args[0], other.args[0]
    if isinstance(one, ast.Constant):
        return "%s(%s)" % (func, gen_mutate.quoted(two.value.rstrip("\n") + "\n" + one.value))
    first, second = other_src.text(two)[1:-1].rstrip(", "), src.text(one)[1:-1].rstrip(", ")
    opening, closing = src.text(one)[0], src.text(one)[-1]
    return "%s(%s%s, %s%s)" % (func, opening, first, second, closing) if first and second else None


def with_another(src, call):
    """The call with something like what it hands over, of other names and numbers, before that."""
    func, kind = src.text(call.func), shape(call)
    names = {k.arg for k in call.keywords}
    if kind == "keywords" and names & {"%s2" % name for name in names}:
        return []
    if kind == "keywords":
        return ["%s(%s)" % (func, ", ".join("%s%s=%s" % (k.arg, mark, text) for mark, text, k in
                                            [("2", varied(src, k.value), k) for k in call.keywords] + [("", src.text(k.value), k) for k in call.keywords]))]
    if kind == "text" or kind is None:
        return []
    inner = src.text(call.args[0])[1:-1].strip().rstrip(",")
    other = varied(src, call.args[0])[1:-1].strip().rstrip(",")
    opening, closing = src.text(call.args[0])[0], src.text(call.args[0])[-1]
    return ["%s(%s%s, %s%s)" % (func, opening, other, inner, closing)] if inner and other != inner else []


def varied(src, node):
    """The text of a node with other texts and numbers in it."""
    plain = [n for n in gen_text.walk(node) if isinstance(n, ast.Constant) and type(n.value) in (int, float, str)]
    return src.text(node, sorted(src.span(n) + (gen_mutate.quoted(n.value + "2") if isinstance(n.value, str) else repr(n.value + 100),) for n in plain))


def shape(call):
    """Calls of one shape may be one call: only keywords, one container of a kind, one text of lines."""
    if call.keywords:
        return "keywords" if not call.args and all(k.arg for k in call.keywords) else None
    arg = call.args[0] if len(call.args) == 1 else None
    if isinstance(arg, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
        return type(arg).__name__
    return "text" if isinstance(getattr(arg, "value", None), str) and "\n" in arg.value else None
