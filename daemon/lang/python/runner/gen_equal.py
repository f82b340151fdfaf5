"""Values that are equal and are not the same, one beside or after the other: 2 and 2.0, 0 and -0.0, Decimal("2.5") and Decimal("2.50"); and
an object that is false where it got a length.

What is remembered by its value takes one of the two for the other; a test that compares with == does not show it.
"""
import ast
import re

import gen_rank
import gen_text
from gen_inside import in_turn
from gen_twist import REMEMBERS

MOST = 14           # programs that are tried
SEEDS_MAX = 60      # programs that are read
EXACT = frozenset("Decimal Fraction".split())
DECIMAL = re.compile(r"-?\d+\.\d+")
KEPT = re.compile(r"\bif [\w.]+ (?:not )?in [\w.]+:|pool|\bintern")     # a table asked by what it was given
FALSE = frozenset("__len__ __bool__".split())


def most(change):
    return MOST if change.falsy or remembers(change) else 0


def remembers(change):
    return bool(KEPT.search(change.text)) or any(REMEMBERS.search(word) for word in change.words)


def seeds(change):
    """Where an object may be false now: programs of the project that make one, or make something of nothing, also those that do not reach
    the change yet."""
    rows = [r for r in change.found if r["origin"] in gen_rank.REAL and not r["pile"]] if change.falsy else []
    read = [(row, gen_text.source("", row["source"])) for row in rows[:SEEDS_MAX]]
    some = [(row, src) for row, src in read if src is not None and next(empty(src, change), None)]
    return sorted(some, key=lambda one: next(unfilled(one[1], change), None) is None)


def programs(src, change):
    """Texts near one program."""
    yield from empty(src, change)
    if remembers(change):
        yield from beside(src)
        yield from after(src)


def is_likely(src, text):
    """Who passes nothing but whole numbers may not take others."""
    return numbers(gen_text.parse(text)) <= numbers(src.tree)


def numbers(tree):
    return {type(n.value) for n in gen_text.walk(tree) if isinstance(n, ast.Constant) and type(n.value) in (int, float)} if tree else set()


def empty(src, change):
    """Programs with an empty object in them."""
    return in_turn([unfilled(src, change), emptied(src, change)])


def unfilled(src, change):
    """An object that is handed on before something is put into it, or that nothing is put into. What is printed last is asked for by itself
    too: what the others are about may be what is missing."""
    if not change.falsy & names_in(src.tree):
        return
    bodies = [src.tree.body] + [n.body for n in src.tree.body if isinstance(n, ast.FunctionDef)]
    for body in bodies:
        yield from handed_early(src, body, [filled(n) for n in body])
    prints = [n for n in src.tree.body if gen_text.prints(n)]
    for body in bodies:
        names = [filled(n) for n in body]
        for name in dict.fromkeys(filter(None, names)):
            gone = [(n, "pass") for n, of in zip(body, names) if of == name]
            yield src.edited(gone)
            if len(prints) > 1:
                yield src.edited(gone + [(n, "pass") for n in prints[:-1]])
        for node, name, after, other in zip(body, names, body[1:], names[1:]):
            if name and not other and isinstance(after, (ast.Assign, ast.Expr)) and not gen_text.prints(after) and names_in(after) >= {name}:
                yield src.edited([(node, src.text(after)), (after, src.text(node))])


def handed_early(src, body, names):
    """What is made of an object, `Loader(hooks)`, made before anything is put into that."""
    for name in dict.fromkeys(filter(None, names)):
        first = names.index(name)
        for node in body[first + 1:]:
            call = next((n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[-1][:1].isupper()
                         and any(isinstance(a, ast.Name) and a.id == name for a in n.args)), None)
            if call is not None and not isinstance(node, ast.FunctionDef):
                start = src.span(body[first])[0]
                indent = " " * body[first].col_offset
                yield src._apply(0, len(src.data), [(start, start, "held = %s\n%s" % (src.text(call), indent)), src.span(call) + ("held",)])
                break


def names_in(tree):
    return {n.id for n in gen_text.walk(tree) if isinstance(n, ast.Name)}


def filled(node):
    """The name of what a statement puts something into, `x.add(1)` or `@x.register` above a function; or ""."""
    calls = [node.value] if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else getattr(node, "decorator_list", [])
    methods = [call.func if isinstance(call, ast.Call) else call for call in calls]
    return next((m.value.id for m in methods if isinstance(m, ast.Attribute) and isinstance(m.value, ast.Name)), "")


def emptied(src, change):
    """An object of a class that has a length now, made of nothing in the place of one made of something, and given where nothing is."""
    calls = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)] if change.falsy else []
    for call in calls:
        name = gen_text.dotted(call.func).split(".")[-1]
        if name in change.falsy and (call.args or call.keywords):
            yield src.edited([(call, src.text(call.func) + "()")])
        elif name[:1].isupper() and not call.args and not call.keywords:
            for cls in sorted(change.falsy - {name}):
                if change.import_of(cls):
                    yield "%s\n%s" % (change.import_of(cls), src.edited([(call, "%s(%s())" % (src.text(call.func), cls))]))


def twins(src, tree):
    """[(node, text of what is equal to it)] of numbers, and of decimals that are made of texts."""
    exact = {id(n.args[0]) for n in gen_text.walk(tree) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[-1] in EXACT and n.args}
    out = []
    for node in gen_text.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if type(value) is int and abs(value) < 1e15:
            out += [(node, repr(float(value)))] + [(node, "-0.0")] * (value == 0)
        elif type(value) is float and value == int(value if abs(value) < 1e15 else 0):
            out.append((node, repr(int(value))))
        elif isinstance(value, str) and id(node) in exact and DECIMAL.fullmatch(value):
            out.append((node, '"%s0"' % value))
    return out


def beside(src):
    """In a list the same once more, as what is equal to it, behind it and before it."""
    for node in gen_text.walk(src.tree):
        if isinstance(node, (ast.List, ast.Tuple)) and node.elts and isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and "\n" not in src.text(node):
            for item in node.elts:
                made = [src.text(item, [src.span(n) + (text,)]) for n, text in twins(src, item)]
                for other in made[:1]:
                    yield src.edited([(item, "%s, %s" % (src.text(item), other))])
                    yield src.edited([(item, "%s, %s" % (other, src.text(item)))])


def after(src):
    """What is asked last, asked of what is equal before that, and after it."""
    asked = src.tree.body[-1] if src.tree.body else None
    if asked is None or not gen_text.prints(asked):
        return
    for node, text in twins(src, asked):
        other = src.text(asked, [src.span(node) + (text,)])
        for rows in ((src.text(asked), other), (other, src.text(asked))):
            yield src.edited([(asked, "\n".join(rows))])
