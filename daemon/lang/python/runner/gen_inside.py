"""Texts of real programs with a part of them inside itself or inside another: an element in an element, brackets in
brackets, a list below a list, a quotation of a quotation; and values of several lines where a change is about lines.

What a function keeps while it is inside of something shows when it is inside twice, and when it has left one of the two.
"""
import ast
import itertools
import re

import gen_mutate
import gen_rank
import gen_text

# `<b>x</b>`, `[i]x[/i]`, `{{#rows}}x{{/rows}}`, `{% if x %}y{% /if %}`
PAIR = re.compile(r"([<\[{]{1,3}[#^%]? ?)(\w+)\b([^<>\[\]{}]*[>\]}]{1,3})(.*?)([<\[{]{1,3}[%]? ?/ ?)\2\b([^<>\[\]{}]*[>\]}]{1,3})", re.S)
BRACKETS = re.compile(r"\([^()\[\]{}]+\)|\[[^()\[\]{}]+\]|\{[^()\[\]{}]+\}")
ITEM = re.compile(r"^([ \t]*)([-*+]|\d+[.)])([ \t]+)(\S.*)$", re.M)
QUOTED = re.compile(r"^([ \t]*)(> ?)(\S.*)$", re.M)
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}")
LINES = frozenset("indent indentation dedent splitlines padding lstrip rstrip isspace expandtabs wrap fill lines newline textwrap linesep".split())
TEXT_MAX = 400      # of a text that is put into itself
NAMES_MAX = 4       # names of elements on the changed lines
SEEDS_MAX = 40      # real programs
TRIED_MAX = 40      # programs that are made of them
AROUND_MAX = 4      # names that the changed function compares with, as elements around those


def names(target, near, words):
    """(names on the changed lines, names that the changed function compares with), as an element may have them; of those that
    the changed lines speak of in another way (`words`) first."""
    changed = [n for n in near if NAME.fullmatch(n)][:NAMES_MAX]
    node = target.node.node if target.node is not None else None
    compared = [c for n in gen_text.walk(node) if isinstance(n, ast.Compare) for part in [n.left] + n.comparators
                for c in gen_text.walk(part) if isinstance(c, ast.Constant) and isinstance(c.value, str)] if node else []
    line = min(target.lines or target.touched or [0])
    compared.sort(key=lambda c: (c.value not in words, abs(c.lineno - line)))
    around = dict.fromkeys(c.value for c in compared if NAME.fullmatch(c.value))
    return changed, list(around)[:AROUND_MAX]


def programs(src, changed, around, done=()):
    """Those that one program gives, the plainest first, made as they are asked for; without those of texts that are `done`."""
    return in_turn([_of_text(src, node, changed, around) for node in src.texts if len(node.value) <= TEXT_MAX and node.value not in done])


def _of_text(src, node, changed, around):
    known = {node.value}
    for text in _texts(node.value, changed, around):
        if text not in known:
            known.add(text)
            yield src.edited([(node, gen_mutate.quoted(text))])


def in_turn(rows):
    """The first of each row, then the second of each, ..., until none has any left."""
    rows = [iter(row) for row in rows]
    while rows:
        left = []
        for row in rows:
            for one in itertools.islice(row, 1):
                yield one
                left.append(row)
        rows = left


def _texts(value, changed, around):
    pair = m = PAIR.search(value)
    if m:
        whole = lambda name, inside: m.group(1) + name + m.group(3) + inside + m.group(5) + name + m.group(6)
        put = lambda text: value[:m.start()] + text + value[m.end():]
        own, inner = m.group(2), m.group(4)
        yield put(whole(own, inner + whole(own, inner) + inner) + inner)
        for name in changed:
            alone = whole(name, inner)
            yield put(whole(name, inner + alone + inner) + inner)
            for other in (one for one in around if one != name):
                first = m.group(1) + name + m.group(3)      # one that nothing ends, as `<br>`
                yield put(whole(other, whole(other, inner + first + inner) + inner) + inner)
                yield put(whole(other, alone + inner) + inner)
    for pattern in (ITEM, QUOTED):
        m = pattern.search(value)
        if m and pattern is ITEM:
            below = "\n" + " " * len(m.group(1) + m.group(2) + m.group(3)) + m.group().lstrip()
            yield value[:m.end()] + below + "\n" + m.group() + value[m.end():]
            yield value[:m.end()] + below + "\n\n" + m.group() + value[m.end():]
        elif m:
            deeper = m.group(1) + m.group(2) + m.group(2) + m.group(3)
            yield value[:m.end()] + "\n" + deeper + "\n" + m.group() + value[m.end():]
    m = BRACKETS.search(value)
    if m and not pair:
        one = m.group()
        yield value[:m.start()] + one[0] + one + one[-1] + value[m.end():]
        yield value[:m.start()] + one[:-1] + " " + one + one[-1] + value[m.end():]


def lined(src):
    """All texts that a program passes as two lines each, and those that have a mark indented."""
    keys = {id(k) for n in gen_text.walk(src.tree) if isinstance(n, ast.Dict) for k in n.keys}
    nodes = [n for n in src.texts if id(n) not in keys and n.value.strip() and len(n.value) <= TEXT_MAX]
    plain = [n for n in nodes if re.fullmatch(r"[\w .,'-]+", n.value)]
    two = [(n, gen_mutate.quoted(n.value + "\n" + n.value)) for n in plain]
    deep = [(n, gen_mutate.quoted("  " + n.value + "\n")) for n in nodes if n not in plain]
    return (src.edited(edits) for edits in (two + deep, two, deep) if edits)


def ask(engine, seeds):
    """Try what real programs give, those that reach the change or that are nearest to it first, and the `seeds`, one of each
    in turn; each text once."""
    words = engine.changed_words()
    changed, around = zip(*[names(t, engine.near[1], words) for t in engine.targets])
    changed, around = [list(dict.fromkeys(sum(rows, [])))[:most] for rows, most in ((changed, NAMES_MAX), (around, AROUND_MAX))]
    lines = any(set(re.split("[^a-z]+", w.lower())) & LINES for w in words) or any("\n" in t for t in engine.near[1])
    rows, done = [], set()
    real = [row for row in engine.found if row["origin"] in gen_rank.REAL and not row.get("broken")]
    for seed in sorted(real, key=lambda row: (not row.get("reach"), -row["rank"], row["deep"]))[:SEEDS_MAX] + seeds:
        src = gen_text.source("", seed["source"])
        if src is not None:
            made = itertools.chain(programs(src, changed, around, frozenset(done)), lined(src) if lines else ())
            rows.append(zip(itertools.repeat(seed), made))
            done.update(node.value for node in src.texts)
    engine.aim(in_turn(rows), "twist", TRIED_MAX)
