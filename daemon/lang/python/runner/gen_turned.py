"""Two neighbours the other way round: two words of a line, the items of a list. Where a loop ends with the first that fits, the
order decides; tests have what is an exception to a rule in front of the rule, or always behind it.
"""
import ast
import re

import gen_mutate
import gen_text

MOST = 14           # programs that are tried
TEXT_MAX = 4000
PAIRS_MAX = 3       # of one text
WORD = re.compile(r"[^\s,;|]+")
BESIDE = re.compile(r"[ \t]*[,;|]?[ \t]*")
MARK = re.compile(r"[^\w\s]")
FIRST = frozenset("next any all reversed takewhile dropwhile".split())


def most(change):
    return MOST if change.words & FIRST or any(map(ends_early, change.trees)) else 0


def ends_early(tree):
    """Has it a loop that ends before its last item?"""
    loops = [n for n in gen_text.walk(tree) if isinstance(n, (ast.For, ast.AsyncFor, ast.While))]
    return any(isinstance(n, (ast.Return, ast.Break)) for loop in loops for n in gen_text.walk(loop))


def programs(src, _change):
    """Texts near one program, those in which words with marks change places first."""
    rows = [(rank, [(node, gen_mutate.quoted(text))]) for node in src.standing() if len(node.value) < TEXT_MAX
            for rank, text in turned(node.value)]
    rows += [(0, [(one, src.text(other)) for one, other in zip(node.elts, node.elts[::-1])]) for node in gen_text.walk(src.tree)
             if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1 and all(isinstance(e, ast.Constant) for e in node.elts)
             and isinstance(node.ctx, ast.Load)]
    return (src.edited(edits) for _, edits in sorted(rows, key=lambda row: -row[0]))


def turned(value):
    """[(how many marks, the text with two words of a line in each other's place)]"""
    words = list(WORD.finditer(value))
    rows = [(len(MARK.findall(one.group() + two.group())), one, two) for one, two in zip(words, words[1:])
            if one.group() != two.group() and has_word(one) and has_word(two) and BESIDE.fullmatch(value, one.end(), two.start())]
    rows.sort(key=lambda row: -row[0])
    return [(rank, value[:one.start()] + two.group() + value[one.end():two.start()] + one.group() + value[two.end():])
            for rank, one, two in rows[:PAIRS_MAX]]


def has_word(found):
    return any(c.isalnum() for c in found.group()) or found.group() == "*"
