"""Two neighbours the other way round: two words of a line, the items of a list, two things of one kind that a call is given. Where a
loop ends with the first that fits, or keeps what the last one said, the order decides; tests have what is an exception to a rule in
front of the rule, or always behind it.
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
    return MOST if change.words & FIRST or any(ends_early(tree) or last_counts(tree) for tree in change.trees) else 0


def ends_early(tree):
    """Has it a loop that ends before its last item?"""
    loops = [n for n in gen_text.walk(tree) if isinstance(n, (ast.For, ast.AsyncFor, ast.While))]
    return any(isinstance(n, (ast.Return, ast.Break)) for loop in loops for n in gen_text.walk(loop))


def last_counts(tree):
    """Is a name set in a loop, without what it had, and read behind the loop?"""
    for loop in [n for n in gen_text.walk(tree) if isinstance(n, (ast.For, ast.AsyncFor, ast.While))]:
        kept = {t.id for n in gen_text.walk(loop) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name) and t.id not in gen_text.loads(n.value)}
        if any(isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in kept and n.lineno > loop.end_lineno for n in gen_text.walk(tree)):
            return True
    return False


def programs(src, _change):
    """Texts near one program, those in which words with marks change places first."""
    rows = [(rank, [(node, gen_mutate.quoted(text))]) for node in src.standing() if len(node.value) < TEXT_MAX
            for rank, text in turned(node.value)]
    rows += [(0, [(one, src.text(other)) for one, other in zip(node.elts, node.elts[::-1])]) for node in gen_text.walk(src.tree)
             if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1 and all(isinstance(e, ast.Constant) for e in node.elts)
             and isinstance(node.ctx, ast.Load)]
    rows += [(0, [(one, src.text(other)), (other, src.text(one))]) for one, other in beside(src)]
    return (src.edited(edits) for _, edits in sorted(rows, key=lambda row: -row[0]))


def beside(src):
    """Pairs of neighbours in a call or a list that one function made, under names: run(good, bad) of good = write("a") and bad = write("b")."""
    made = {}
    for node in src.nodes:
        call = node.value if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) else None
        if isinstance(call, ast.Call):
            made[node.targets[0].id] = gen_text.dotted(call.func)
    for node in src.nodes:
        items = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load) else []
        for one, other in zip(items, items[1:]):
            kinds = [made.get(n.id) if isinstance(n, ast.Name) else None for n in (one, other)]
            if kinds[0] and kinds[0] == kinds[1] and one.id != other.id:
                yield one, other


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
