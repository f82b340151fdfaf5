"""Numbers with other places behind the point than those that tests pass: many, none before the last, so many before it that they are
written with an exponent; in texts of data, too. How many are shown, and where they are rounded, is seen in these alone.
"""
import ast
import itertools
import re

import gen_text
from gen_inside import in_turn

MOST = 20           # programs that are tried
EXACT = frozenset("Decimal Fraction".split())
DECIMAL = re.compile(r"\d+\.\d+")
FIELD = re.compile(r"""(?:(?<=\\[nt])|(?<![^\s,;="']))\d{1,6}(?:\.\d{1,3})?(?![^\s,;"'\\])""")     # of a text: a number by itself
FIELDS_MAX = 4      # of one text
TEXT_MAX = 4000     # characters of it
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
    fields = [[src.edited([(n, text)]) for text in in_fields(src.text(n))] for n in src.standing() if n.value.count("\n") > 1 and len(n.value) < TEXT_MAX]
    return itertools.chain(in_turn(floats + texts), in_turn(fields))


def in_fields(text):
    """The text with one of its numbers another: 4 is 4.5, 4.5 is 4.25, as whoever writes data by hand would have it."""
    for m in list(FIELD.finditer(text))[:FIELDS_MAX]:
        yield text[:m.start()] + (m.group()[:-1] + "25" if "." in m.group() else m.group() + ".5") + text[m.end():]


def near(value):
    """Numbers near one, the most telling first."""
    return [value * 1000 + 0.123456, 0.00042, value + 0.123456, value + 0.005, 1e-07, 1e16]
