"""One word of a program's data, another one wherever it stands: "pencil" is "pencils" in the catalogue and in the list that is read with it.

Who takes an ending off a name, or looks for what it begins with, meets names that have just that by nature: scissors, "re: re-union".
Where a name stands twice, as what is kept and as what is asked for, a test that changes one of the two sees only that it is not found.
"""
import ast
import re

import gen_later
import gen_literals
import gen_text

MOST = 12           # programs that are tried
WORDS_MAX = 5       # words of one program
AFFIXES_MAX = 4     # what is put to each
WHOLE_MAX = 20000   # characters of a program
BEGINS = frozenset("startswith removeprefix lstrip".split())
ENDS = frozenset("endswith removesuffix rstrip".split())
INSIDE = frozenset("replace split rsplit partition rpartition find rfind index count strip".split())
AFFIX = re.compile(r"[^\W_]{1,4}|[^\w\s]{1,2}")
WORD = r"(?:(?<=\\[nrt])|(?<![\w\\{]))%s(?![\w(])"      # `\n` is a line's end and no letter
ANY = re.compile(WORD % r"[^\W\d_]{3,20}")
ENDING = re.compile(r"(?<![\\\w])([A-Za-z]{1,4})\)?\$$")
BEGINNING = re.compile(r"^\^\(?(?:\?:)?([A-Za-z]{1,4})(?![\w?*+{|])")


def most(change):
    return MOST if change.affixes else 0


def of_change(engine):
    """[(how, text)] of what one version alone looks for in texts, how being "begins", "ends" or "inside"."""
    out = []
    for target in engine.targets:
        sides = [looked_for(tree) for tree, _ in gen_later.sides(target) if tree is not None]
        out += [one for side in sides for one in side if len(sides) == 1 or any(one not in other for other in sides)]
        if target.info is not None:     # a pattern of the module
            near = target.info.src, target.lines + target.touched, target.literals
            out += [one for text in gen_literals.near_patterns(*near) + gen_literals.near_change(*near)[1] for one in of_pattern(text)]
    return list(dict.fromkeys(out))


def of_pattern(text):
    return [(how, m.group(1)) for how, pattern in (("ends", ENDING), ("begins", BEGINNING)) for m in [pattern.search(text)] if m]


def looked_for(tree):
    out = []
    for node in gen_text.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            how = next((word for word, names in (("begins", BEGINS), ("ends", ENDS), ("inside", INSIDE)) if node.func.attr in names), None)
            out += [(how, text) for text in texts_of(node.args[0]) if how and AFFIX.fullmatch(text)]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            out += [("inside", text) for text in texts_of(node.left) if AFFIX.fullmatch(text) and not text.isalnum()]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            out += of_pattern(node.value)
    return out


def texts_of(node):
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def programs(src, change):
    """Texts near one program: the words that stand most often first, with each ending in turn."""
    nodes = src.standing() if len(src.data) <= WHOLE_MAX else []
    for how, affix in change.affixes[:AFFIXES_MAX]:
        for word in words_of(src, nodes)[:WORDS_MAX]:
            pattern = re.compile(WORD % re.escape(word), re.I)
            edits = [(node, pattern.sub(lambda m: with_affix(m.group(), how, affix), src.text(node))) for node in nodes]
            yield src.edited(edits)


def words_of(src, nodes):
    """Words of texts, small letters and capitals alike: those that most texts have first."""
    seen = {}
    for at, node in enumerate(nodes):
        for word in ANY.findall(src.text(node)):
            seen.setdefault(word.lower(), []).append(at)
    return sorted(seen, key=lambda word: (-len(set(seen[word])), -len(seen[word])))


def with_affix(word, how, affix):
    text = "-" if set(affix) & set("'\"\\{}") else affix     # as it would stand in quotes
    if how == "begins":
        return text + word
    return word + text if how == "ends" else word[:2] + text + word[2:]
