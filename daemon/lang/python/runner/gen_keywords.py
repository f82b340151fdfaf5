"""Keywords that may be added to the calls of a program, and what to give for them."""
import ast
import builtins

import gen_text
from gen_index import Class

SUBCLASSES_MAX = 6


def of(targets, index, maker, words):
    """{callable: [(keyword, value)]} a mutated call may be given, for the targets and their kin. Those that the changed
    lines speak of, which have these `words`, come first, then one value of each: few of many are tried."""
    out, parts = {}, {part for w in words for part in w.split("_")}
    for target in targets:
        for name, func, params in _callables(target, index):
            rows = out.setdefault(name, [])
            for i, p in enumerate(params):
                if p.required or p.how in ("star", "stars", "positional") or p.name.startswith("_"):
                    continue
                far = 0 if p.name in words else 1 if p.name in parts else 2
                for k, (text, _) in enumerate(_worth(maker, func, name, i, p)):
                    if all(hasattr(builtins, n) for n in gen_text.loads(gen_text.parse(text))):
                        rows.append((far, k if far == 2 else 0, p.name, text))
    return {name: [row[2:] for row in sorted(rows, key=lambda row: row[:2])] for name, rows in out.items()}


def _callables(target, index):
    """(name, function, parameters) of a target and its kin."""
    node, cls, out = target.node, target.owner_class(index), []
    if node is not None and not isinstance(node, Class) and node.owner is None:
        out.append((node.name, node, node.params))
    if cls is not None:
        names = [cls] + index.subclasses(cls)[:SUBCLASSES_MAX]
        made = [(c.name, index.method(c, "__init__"), index.wide_constructor(c)) for c in names]
        out += made + [(f.name, init, params) for c, (_, init, params) in zip(names, made) for f in index.makers(c)]
        if node is not None and not isinstance(node, Class) and not target.special:
            out.append((node.name, node, node.params))
    return out


def _worth(maker, func, name, i, p):
    """A few values for a keyword that is added; both truths for what may be one."""
    out = maker.good(func, name, i, p)[:3]
    truth = isinstance(p.default, ast.Constant) and p.default.value is None or p.annotation is None
    if isinstance(p.default, ast.Constant) and type(p.default.value) is int and p.default.value and all(text != "0" for text, _ in out):
        out.append(("0", "plausible"))
    if any(text in ("True", "False") for text, _ in out) or "object" in maker.kinds(func, name, i, p).kinds and truth:
        out += [(t, "plausible") for t in ("True", "False") if all(t != text for text, _ in out)]
    return out
