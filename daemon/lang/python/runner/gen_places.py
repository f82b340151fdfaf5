"""Numbers with other places behind the point than those that tests pass: many, none before the last, so many before it that they are
written with an exponent. How many are shown, and where they are rounded, is seen in these alone.
"""
import ast
import re

import gen_text
from gen_inside import in_turn

MOST = 12           # programs that are tried
EXACT = frozenset("Decimal Fraction".split())
DECIMAL = re.compile(r"\d+\.\d+")
# round(), a format of numbers, what cuts places off; no two parts of it match the same
SPEAKS = re.compile(r"\bround\(|\.quantize\b|%[-+0#]*(?:[1-9]\d*)?(?:\.\d*)?[feg]\b|:[<>=^+-]?\d*,?(?:\.\d+)?[feg%]\}|:\d*,\}|\bformat\(|\bmath\.(?:floor|ceil|trunc)\b|\bint\(")


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program in which a number, or the text that a decimal is made of, is another; one of each in turn."""
    exact = {id(n.args[0]) for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[-1] in EXACT and n.args}
    nodes = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Constant)]
    floats = [[src.edited([(n, repr(v))]) for v in near(n.value)] for n in nodes if type(n.value) is float and abs(n.value) < 1e15]
    texts = [[src.edited([(n, '"%s"' % v)]) for v in near(float(n.value))] for n in nodes if id(n) in exact and isinstance(n.value, str) and DECIMAL.fullmatch(n.value)]
    return in_turn(floats + texts)


def near(value):
    """Numbers near one, the most telling first."""
    return [value * 1000 + 0.123456, 0.00042, value + 0.123456, value + 0.005, 1e-07, 1e16]
