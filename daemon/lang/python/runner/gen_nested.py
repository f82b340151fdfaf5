"""What is nested in front of what is not: "{b[c,d],a}" for "{a,b[c,d]}", `[[2, 3], 1]` for `[1, [2, 3]]`.

Who goes through a tree by recursion, and then by a queue or a stack, gives its leaves in another order. It shows only where what is
nested stands before something that is not; in tests the nested one is the last.
"""
import ast
import itertools
import re

import gen_later
import gen_mutate
import gen_text
from gen_inside import in_turn

MOST = 12           # programs that are tried
EACH_MAX = 6        # of one text
TEXT_MAX = 4000
WORDS = frozenset("deque popleft appendleft stack queue unshift shift pop reversed reverse walk flat flatMap".split())
PAIRS = {"(": ")", "[": "]", "{": "}"}
QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')      # in a text: brackets and commas there are data
COMMA, BLANK = re.compile(r"\s*,\s*"), re.compile(r"\s+")
WHOLE = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Call)


def of_change(engine):
    """Does a changed function go through something in another way: by calls of itself on one side alone, or by other words?"""
    sides = [[tree for tree, _ in gen_later.sides(target)] for target in engine.targets]
    return any(None not in pair and way_of(pair[0]) != way_of(pair[1]) for pair in sides)


def way_of(tree):
    """(does it, or a function in it, call itself?, words of ways to go through something)"""
    parts = {part for name in gen_text.mentions(tree) for part in name.split("_")}
    gives = {"yield from" for n in gen_text.walk(tree) if isinstance(n, ast.YieldFrom)}
    return any(calls_itself(n) for n in gen_text.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))), parts & WORDS | gives


def calls_itself(func):
    return any(gen_later.called(n) == func.name and not is_super(n.func) for n in gen_text.walk(func) if isinstance(n, ast.Call))


def is_super(func):
    """That of the class above: `super().close`."""
    return isinstance(func, ast.Attribute) and isinstance(func.value, ast.Call) and gen_text.dotted(func.value.func) == "super"


def most(change):
    return MOST if change.nested else 0


def programs(src, _change):
    """Texts near one program: one of each of its texts in turn, and of what is written out as a list or a dict."""
    nodes = [node for node in src.standing() if len(node.value) < TEXT_MAX]
    return in_turn([of_text(src, node) for node in nodes] + [literals(src)])


# ---- texts
def of_text(src, node):
    return (src.edited([(node, gen_mutate.quoted(text))]) for text in turned(node.value))


def turned(text):
    """Texts near one: what ends with brackets goes in front of what is before it, in each group."""
    plain = QUOTED.sub(lambda m: "x" * len(m.group()), text)
    made = in_turn([of_group(text, plain, *group) for group in groups(plain)])
    return itertools.islice(dict.fromkeys(one for one in made if one != text), EACH_MAX)


def groups(plain):
    """[(begin, end, brackets in it)] of what stands between two brackets, from left to right, and of all of the text; none where they
    do not match."""
    open_, found = [(0, [])], []
    for at, c in enumerate(plain):
        if c in PAIRS:
            open_.append((at + 1, []))
        elif c in PAIRS.values():
            begin, inner = open_.pop()
            if not open_ or PAIRS[plain[begin - 1]] != c:
                return []
            found.append((begin, at, inner))
            open_[-1][1].append((begin - 1, at + 1))
    return sorted(found) + [(0, len(plain), open_[0][1])] if len(open_) == 1 else []


def of_group(text, plain, begin, end, inner):
    """As an item may have commas in it, each that is before the brackets may be the border; that in the middle is the likeliest."""
    if not inner:
        return
    first, last = inner[-1]
    for one, other in inner:
        plain = plain[:one] + "x" * (other - one) + plain[other:]
    whole = plain[begin:end]
    begin, end = begin + len(whole) - len(whole.lstrip()), end - len(whole) + len(whole.rstrip())
    is_listed = "," in whole
    borders = list((COMMA if is_listed else BLANK).finditer(plain, begin, end))
    if not borders or borders[-1].start() >= last:
        return      # what is in brackets is not the last one
    starts = [begin] if is_listed else [borders[0].end(), begin]      # (plus 1 (times 2 3)): who is called stays in front
    for start in starts:
        for border in sorted(borders, key=lambda m: abs(2 * m.start() - begin - first)):
            if border.start() > start:
                yield text[:start] + text[border.end():end] + border.group() + text[start:border.start()] + text[end:]


# ---- what is written out
def literals(src):
    """The last of a list or a dict before the others, where it is deeper; those whose items are of a kind come first."""
    quoted, rows = src.quoted(), []
    for node in gen_text.walk(src.tree):
        items = items_of(node) if node not in quoted else []
        values = [item[-1] for item in items]
        if len(items) > 1 and deep(values[-1]) > min(map(deep, values[:-1])):
            pairs = [pair for item, other in zip(items, items[-1:] + items[:-1]) for pair in zip(item, other)]
            rows.append((type(values[-1]) not in (type(node), type(values[0])), pairs))
    for _, pairs in sorted(rows, key=lambda row: row[0]):
        yield src.edited([(one, src.text(other)) for one, other in pairs])


def items_of(node):
    """[(item,)] of a list or a tuple, [(key, value)] of a dict; none of one that another is put into."""
    if isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load):
        return [] if any(isinstance(e, ast.Starred) for e in node.elts) else [(e,) for e in node.elts]
    return list(zip(node.keys, node.values)) if isinstance(node, ast.Dict) and None not in node.keys else []


def deep(node):
    """How deep something is nested: 0 of what has nothing in it, and of a call that is given plain values."""
    inner = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", ())
    if isinstance(node, ast.Call):
        inner = [one for one in node.args + [k.value for k in node.keywords] if isinstance(one, WHOLE)]
    return 1 + max(map(deep, inner)) if inner else 0
