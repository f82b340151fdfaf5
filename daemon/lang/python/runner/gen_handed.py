"""What became of what a program made and handed over: it prints the result, and nobody looks at the list that lost its last item on
the way there, or at the second of two receivers who heard nothing.
"""
import ast
import re

import gen_text

MOST = 16           # programs that are tried
NAMES_MAX = 4       # of one program
# What a change has that leaves a trace in something else, or stops before it does.
LEAVES = re.compile(r"\.(?:append|appendleft|pop|popleft|popitem|insert|extend|remove|clear|update|add|discard|sort|reverse|setdefault|send|"
                    r"write|put|register|notify)\(|\bdel\b|\]\s*[-+*/|&]?=[^=]|\.\w+\s*[-+*/|&]?=[^=]|\b(?:any|all|next)\(|\bbreak\b")
MADE = (ast.Call, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def most(change):
    return MOST if LEAVES.search(change.text) else 0


def programs(src, _change):
    """Texts near one program: with one more line, that shows one of the things that it handed over."""
    gone = {t.id for n in gen_text.walk(src.tree) if isinstance(n, ast.Delete) for t in n.targets if isinstance(t, ast.Name)}
    names = [name for name in handed(src.tree) if name not in shown(src.tree) | gone]
    return (src.edited([]).rstrip("\n") + "\nprint(%s)\n" % name for name in names[:NAMES_MAX])


def handed(tree):
    """Names of what is made in the body of a program and given to a call, or asked to do something, below; arguments first."""
    made, given, asked = [], set(), set()
    for stmt in tree.body:
        for node in gen_text.walk(stmt):
            if isinstance(node, ast.Call):
                inside = [n for a in node.args + [k.value for k in node.keywords] for n in gen_text.walk(a)]
                given.update(n.id for n in inside if isinstance(n, ast.Name))
                asked.update([node.func.value.id] if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) else [])
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            made += [name for name, value in pairs(stmt.targets[0], stmt.value) if isinstance(value, MADE)]
    made = list(dict.fromkeys(made))
    return [n for n in made if n in given] + [n for n in made if n in asked - given]


def pairs(target, value):
    """(name, value) of an assignment, of several too: `a, b = A(), B()`."""
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [pair for one, other in zip(target.elts, value.elts) for pair in pairs(one, other)]
    return []


def shown(tree):
    """Names that are printed as they are."""
    calls = [stmt.value for stmt in tree.body if gen_text.prints(stmt)]
    return {a.id for call in calls for a in call.args if isinstance(a, ast.Name)}
