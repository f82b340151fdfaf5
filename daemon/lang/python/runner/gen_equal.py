"""Values that are equal and are not the same, one beside or after the other: 2 and 2.0, 0 and -0.0, True and 1.0, Decimal("2.5") and Decimal("2.50").

What is remembered by its value takes one of the two for the other; a test that compares with == does not show it.
"""
import ast
import math
import re

import gen_text
from gen_twist import REMEMBERS

MOST = 14           # programs that are tried
EXACT = frozenset("Decimal Fraction".split())
DECIMAL = re.compile(r"-?\d+\.\d+")
KEPT = re.compile(r"\bif [\w.]+ (?:not )?in [\w.]+:|pool|\bintern")     # a table asked by what it was given


def most(change):
    remembers = bool(KEPT.search(change.text)) or any(REMEMBERS.search(word) for word in change.words)
    return MOST if remembers else 0


def programs(src, change):
    """Texts near one program."""
    yield from beside(src)
    yield from after(src)


def is_likely(src, text, change):
    """Who passes nothing but whole numbers may not take others."""
    return numbers(gen_text.parse(text)) <= numbers(src.tree) | change.numbers


def numbers(tree):
    return {type(n.value) for n in gen_text.walk(tree) if isinstance(n, ast.Constant) and type(n.value) in (int, float)} if tree else set()


def twins(src, tree):
    """[(node, text of what is equal to it)] of numbers, and of decimals that are made of texts."""
    exact = {id(n.args[0]) for n in gen_text.walk(tree) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[-1] in EXACT and n.args}
    out = []
    for node in gen_text.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if type(value) is bool:
            out += [(node, repr(float(value))), (node, repr(int(value)))]
        elif type(value) is int and abs(value) < 1e15:
            out += [(node, repr(float(value)))] + [(node, "-0.0")] * (value == 0)
        elif type(value) is float and value == int(value if abs(value) < 1e15 else 0):
            out += [(node, repr(int(value)))] + [(node, "-0.0")] * (value == 0 and math.copysign(1, value) > 0)
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
    bound = {node.targets[0].id: node.value for node in src.tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    binds = any(isinstance(n, (ast.Lambda, ast.comprehension, ast.NamedExpr)) for n in gen_text.walk(asked))
    named = [(n, text) for n in gen_text.walk(asked) if isinstance(n, ast.Name) and isinstance(bound.get(n.id), ast.Constant) and not binds
             for _, text in twins(src, bound[n.id])]
    for node, text in twins(src, asked) + named:
        other = src.text(asked, [src.span(node) + (text,)])
        for rows in ((src.text(asked), other), (other, src.text(asked))):
            yield src.edited([(asked, "\n".join(rows))])
