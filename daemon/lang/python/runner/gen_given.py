"""What other tests hand to the same function, in the place of what a program hands to it: `parse("number: 4.5")`, of which one test asks
for the order, before the steps that another one goes with `parse(ISSUE)`.

Each test looks at one thing, and the odd inputs are where the plain things are looked at.
"""
import ast

import gen_later
import gen_text
from gen_inside import in_turn

MOST = 16           # programs that are tried
EACH_MAX = 4        # for one argument


def most(change):
    return MOST if change.given else 0


def of_project(engine):
    """{function or class of the project: {place of an argument: [texts of what it is given]}}, where that is more than one thing."""
    out = {}
    for (name, at), texts in engine.literals.position.items():
        known = name.lstrip(".") in engine.index.by_name or name in engine.index.classes
        if known and len(texts) > 1:
            out.setdefault(name.lstrip("."), {}).setdefault(at, []).extend(texts)
    return out


def programs(src, change):
    """Texts near one program, one of each argument in turn; those whose value has a name come first."""
    quoted = src.quoted()
    rows = [(arg, change.given[name][at]) for call in src.nodes if isinstance(call, ast.Call) and call not in quoted
            for name in [gen_later.called(call)] if name in change.given
            for at, arg in enumerate(call.args) if at in change.given[name] and (isinstance(arg, ast.Name) or gen_text.is_literal(arg))]
    rows.sort(key=lambda row: not isinstance(row[0], ast.Name))
    return in_turn([instead(src, arg, texts) for arg, texts in rows])


def instead(src, arg, texts):
    others = [text for text in dict.fromkeys(texts) if text != src.text(arg)]
    return (src.edited([(arg, text)]) for text in others[:EACH_MAX])
