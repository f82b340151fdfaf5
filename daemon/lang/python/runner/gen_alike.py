"""Names that begin or end alike: beside "/app.log" there is "/app.log2", beside "size" there is "size2" and "mysize".

Who looks for a name by how it begins finds its neighbours too; tests have names that differ from their first letter on. And names
that are the same to who does not look at each letter: F1 and F01 where numbers count, f1 where capitals do not.
"""
import ast
import re

import gen_mutate
import gen_text
from gen_inside import in_turn

MOST = 16           # programs that are tried
BEGINS = re.compile(r"\.(?:startswith|removeprefix|lstrip|find|index)\(|\[len\(|\[:-?len\(|\bre\.match\(|\.match\(|\bcommonprefix\b|\bin (?:path|name|key|url)\b")
ENDS = re.compile(r"\.(?:endswith|removesuffix|rstrip|rfind|rindex)\(|\[-len\(|\bfnmatch|\bre\.search\(|\.search\(")
FOLDS = re.compile(r"\b(casefold|lower|upper|strxfrm|strcoll|normalize|int|isdigit|isdecimal|strip)\(")
LAST_NUMBER = re.compile(r"\d+(?=\D*$)")
NAME = re.compile(r"[\w/@.:#-]{2,40}")


def most(change):
    return MOST if any(asked(change)) else 0


def asked(change):
    """Does it compare how texts begin, and how they end? Do changed lines take texts for the same that are not?"""
    return bool(BEGINS.search(change.text)), bool(ENDS.search(change.text)), not change.touched.isdisjoint(FOLDS.findall(change.text))


def near(name, begins, ends, folds):
    """Names near one, the likeliest first."""
    head, slash, last = name.rpartition("/")
    same = [LAST_NUMBER.sub("0\\g<0>", name), name.swapcase()] if folds else []
    return [name + "2"] * (begins or ends) + [head + slash + "my" + last] * ends + [one for one in same if one != name]


def programs(src, change):
    """Texts near one program: each name in turn, one more beside it."""
    how = asked(change)
    return in_turn([beside(src, node, around, how) for node, around in places(src)])


def beside(src, node, around, how):
    return (src._apply(0, len(src.data), [edit(src, name, node, around)]) for name in near(node.value, *how))


def places(src):
    """(name, what one more of its kind stands beside): a key with its value, an item of a list, a pair in one, or a
    statement of its own line that hands it over first."""
    pairs, quoted = set(), src.quoted()
    for node in [n for n in src.nodes if n not in quoted]:
        if isinstance(node, ast.Dict):
            yield from ((key, (key, value)) for key, value in zip(node.keys, node.values) if is_name(key))
        elif isinstance(node, (ast.List, ast.Set)):
            mine = [item for item in node.elts if isinstance(item, (ast.List, ast.Tuple)) and item.elts and is_name(item.elts[0])]
            pairs.update(mine)
            yield from ((item.elts[0], (item,)) for item in mine)
            yield from ((item, (item,)) for item in node.elts if is_name(item) and node not in pairs)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not gen_text.prints(node) and node.value.args and is_name(node.value.args[0]) \
                and not src.data[src.starts[node.lineno - 1]:src.span(node)[0]].strip():
            yield node.value.args[0], (node,)


def is_name(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value) is not None


def edit(src, name, node, around):
    """(start, end, text) that puts the same with another name behind what stands there."""
    first, last = src.span(around[0])[0], src.span(around[-1])[1]
    start, end = src.span(node)
    said = b"".join([src.data[first:start], gen_mutate.quoted(name).encode("utf-8", "surrogateescape"), src.data[end:last]]).decode("utf-8", "surrogateescape")
    indent = src.data[src.starts[around[0].lineno - 1]:first].decode("utf-8", "surrogateescape")
    between = "\n" + indent if isinstance(around[0], ast.Expr) else ", "
    return last, last, between + said
