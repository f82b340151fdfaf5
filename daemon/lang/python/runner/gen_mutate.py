"""Near neighbours of a mined program: one literal, keyword or statement changed at a time."""
import ast
import re

import gen_text

PLACES_MAX = 24     # literals of one program that are varied
EACH_MAX = 12       # variants of one literal


def variants(text, near, pool, keywords, rng):
    """[(new text, same kind)] of a program's text, in a fixed order for one rng state.

    near: (numbers, strings) of the change; pool: strings the project uses, by shape;
    keywords: {callable name: [(keyword, value text)]} that may be added.
    """
    tree = gen_text.parse(text)
    if tree is None:
        return []
    src = gen_text.Source("", text, tree)
    rows = []
    for node, how in _places(tree)[:PLACES_MAX]:
        row = []
        for new, same in _changed(src, node, how, near, pool, keywords, rng):
            start, end = new[0], new[1]
            other = src._apply(0, len(src.data), [(start, end, new[2])])
            if other != text:
                row.append((other, same))
        rows.append(row[:EACH_MAX])
    out = []
    for k in range(max([len(r) for r in rows] + [0])):
        out += [row[k] for row in rows if k < len(row)]
    return out


def _places(tree):
    """What may be varied: literals outside imports, docstrings and f-strings; containers; calls."""
    out = []
    todo = [(n, False) for n in reversed(tree.body)]
    while todo:
        node, is_key = todo.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)) or isinstance(node, gen_text.STRING_NODES):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.Constant) and node.value is not Ellipsis:
            out.append((node, "key" if is_key else "value"))
            continue
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            out.append((node, "value"))
            continue
        if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)) and isinstance(
                getattr(node, "ctx", None) or ast.Load(), ast.Load):
            out.append((node, "value"))
        elif isinstance(node, ast.Call) and gen_text.dotted(node.func) != "print":
            out.append((node, "call"))
        children = []
        for child in ast.iter_child_nodes(node):
            key = isinstance(node, ast.Dict) and child in node.keys
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and child in node.decorator_list:
                continue
            if not isinstance(child, ast.arguments) and not (
                    isinstance(node, ast.AnnAssign) and child is node.annotation):
                children.append((child, key))
        todo.extend(reversed(children))
    return out


def _changed(src, node, how, near, pool, keywords, rng):
    """[((start, end, replacement), same kind)]"""
    start, end = src.span(node)
    if how == "call":
        return _calls(src, node, keywords)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)):
        return [((start, end, t), True) for t in _containers(src, node)]
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return []
    if isinstance(node, ast.Constant) and isinstance(value, str) and "\n" in src.text(node):
        return []
    rows = _of_value(value, near, pool, rng)
    if how == "key":
        rows = rows[:3]
    return [((start, end, t), same) for t, same in rows]


def _of_value(value, near, pool, rng):
    numbers, strings = near
    if value is None:
        return [(t, False) for t in ("0", '""', "[]", "False", "1")]
    if isinstance(value, bool):
        return [(repr(not value), True), ("None", False)]
    if isinstance(value, (int, float)):
        return _of_number(value, numbers)
    if isinstance(value, bytes):
        return [(repr(v), True) for v in (b"", value + b"\x00", value[:-1], value.upper()) if v != value]
    if isinstance(value, str):
        return _of_text(value, strings, pool, rng)
    return []


def _of_number(value, numbers):
    out = [value + 1, value - 1, 0, -value, value * 2]
    for n in numbers[:4]:
        out += [n, n - 1, n + 1]
    out += [value + 0.5, value * 1000, 10 ** 18, float(value) if abs(value) < 1e300 else 0.0]
    rows = [(repr(v), type(v) is type(value)) for v in out if v == v and abs(v) != float("inf")]
    rows += [("None", False), ('float("nan")', isinstance(value, float)), (repr(str(value)), False)]
    return [(t, same) for t, same in _unique(rows) if t != repr(value)]


def _of_text(value, strings, pool, rng):
    out = [value.upper() if value != value.upper() else value.lower(), "", value + " ", value[:-1], value + "\u00e9"]
    similar = [s for s in pool.get(shape(value), ()) if s != value]
    out += similar[:1] + strings[:2]
    digits = [i for i, c in enumerate(value) if c.isdigit()]
    if digits:
        i = digits[rng.randrange(len(digits))]
        out += [value[:i] + str((int(value[i]) + 1) % 10 if value[i].isdecimal() else 0) + value[i + 1:],
                value[:i] + value[i + 1:]]
    if re.fullmatch(r"-?\d+(\.\d+)?", value):
        out += ["-" + value, value + ".5", value + "5", "0" + value, "1e400"]
    if value:
        i = rng.randrange(len(value))
        mark = rng.choice("-+./%:,;=@#&?!_ 0Z\"'\\[]{}()<>")
        out += [value[:i] + mark + value[i:], value[:i] + value[i + 1:], value[:i] + value[i] + value[i:],
                value * 2, " " + value, value[::-1], value.title()]
    out += similar[1:3] + [s + value for s in strings[:2]] + [value + "\n"]
    rows = [(_quoted(v), True) for v in out if v != value and len(v) < 400]
    # other types in between: at the end EACH_MAX would cut all of them
    other = [("None", False), (_quoted(value) + ".encode()", False), ("0", False)]
    return _unique(rows[:5] + other[:1] + rows[5:7] + other[1:2] + rows[7:9] + other[2:] + rows[9:])


def _quoted(text):
    shown = repr(text)
    return '"%s"' % shown[1:-1] if shown[0] == "'" and '"' not in shown and "\\'" not in shown else shown


def _unique(rows):
    seen = set()
    return [r for r in rows if not (r[0] in seen or seen.add(r[0]))]


def shape(text):
    """Strings of one shape may stand for each other: "2020-01-02" -> "0-0-0"."""
    return re.sub(r"0+", "0", re.sub(r"\d", "0", re.sub(r"[a-zA-Z]+", "a", text)))[:40]


def _containers(src, node):
    opening = {ast.List: "[%s]", ast.Set: "{%s}", ast.Dict: "{%s}", ast.Tuple: "(%s)"}[type(node)]
    if isinstance(node, ast.Dict):
        if any(k is None for k in node.keys):
            return []
        items = [src.text(k) + ": " + src.text(v) for k, v in zip(node.keys, node.values)]
    else:
        items = [src.text(e) for e in node.elts]
    if any("\n" in item for item in items) or len(items) > 12:
        return []

    def shown(some):
        if not some and isinstance(node, ast.Set):
            return "set()"
        return opening % (", ".join(some) + ("," if len(some) == 1 and isinstance(node, ast.Tuple) else ""))

    out = []
    if items:
        out += [shown([]), shown(items[:-1]), shown(items[1:])]
    if len(items) > 1:
        out += [shown(items[::-1])]
    if items and not isinstance(node, (ast.Dict, ast.Set)):
        out += [shown(items + items[:1]), shown(["None"] + items)]
    return [t for t in dict.fromkeys(out) if t != src.text(node)]


def _calls(src, node, keywords):
    """Drop a keyword; add one the callable has and the call does not use."""
    out = []
    text = src.text(node)
    if "\n" in text:
        return out
    start, end = src.span(node)
    given = [src.text(a) for a in node.args] + [
        "%s=%s" % (k.arg, src.text(k.value)) if k.arg else "**" + src.text(k.value) for k in node.keywords]
    func = src.text(node.func)
    names = {k.arg for k in node.keywords}
    for name, value in keywords.get(gen_text.dotted(node.func).split(".")[-1] or getattr(node.func, "attr", ""), ()):
        if name not in names:
            out.append(((start, end, "%s(%s)" % (func, ", ".join(given + ["%s=%s" % (name, value)]))), True))
    first = len(node.args)
    for i in range(len(node.keywords)):
        kept = given[:first + i] + given[first + i + 1:]
        out.append(((start, end, "%s(%s)" % (func, ", ".join(kept))), True))
    return out
