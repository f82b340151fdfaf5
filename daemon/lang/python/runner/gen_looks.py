"""Who is told of something looks at who tells: a listener asks the object that calls it what it is now.

Whether that is set before its listeners are called, or after, shows nowhere else. Tests look at what a listener is given, and at the
object in the end.
"""
import ast
import re

import gen_later
import gen_return
import gen_text

MOST = 8            # programs that are tried
LOOKED_MAX = 3      # questions to one object
OBJECTS_MAX = 3     # of one program
TELLS = re.compile(r"_*(?:(?:emit|notif|dispatch|publish|trigger|fire|announce|broadcast|tell|inform)\w*"
                   r"|\w*(?:listener|subscriber|observer|handler|callback|hook|watcher)s?|cb|fn|func|on_\w+)", re.I)      # a whole word
WORD_MAX = 60       # characters of one
KEEPS = frozenset(("append", "add", "put", "put_nowait", "appendleft", "insert", "update"))   # of what a test collects in
MOCKS = frozenset(("Mock", "MagicMock", "AsyncMock"))


def most(change):
    return MOST if change.looks is not None else 0


def of_change(engine):
    """{class that changed: what its objects can be asked}; None where nothing that changed calls what was given to it and sets something."""
    sides = [side for target in engine.targets for side in gen_later.sides(target)]
    if not any(tells(text) for _, text in sides) or not any(gen_return.changes_own(tree) for tree, _ in sides if tree is not None):
        return None
    out, new = {}, {target.qualname for target in engine.targets if not target.other}
    for cls in filter(None, (target.owner_class(engine.index) for target in engine.targets)):
        out[cls.name] = [text for text in gen_return.asked_of(cls, new) if not gen_return.changes_own(cls.methods[text.rstrip("()")].node)]
    return out


def tells(text):
    """Does a text speak of who is called, or of calling them?"""
    return any(len(word) <= WORD_MAX and TELLS.fullmatch(word) for word in re.findall(r"\w+", text))


def programs(src, change):
    """Texts near one program: each function that an object is given asks it first, of each object; what it said then is printed in the end, and what
    it says there: where that is the same, only the order is another."""
    if {"told", "args"} & {n.id for n in src.nodes if isinstance(n, ast.Name)}:
        return
    made = {node.targets[0].id: node.value for node in src.tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call)}
    first = next((node for node in src.tree.body if not isinstance(node, (ast.Import, ast.ImportFrom))), None)
    for name, call in sorted(made.items(), key=lambda row: gen_text.dotted(row[1].func).split(".")[-1] not in change.looks)[:OBJECTS_MAX]:
        asked = questions(src, name, change.looks.get(gen_text.dotted(call.func).split(".")[-1], ()))
        edits = list(told(src, name, call, asked)) if asked else []
        if edits:
            at, end = src.span(first)[0], len(src.data)
            yield src._apply(0, end, [(at, at, "told = []\n")] + edits).rstrip("\n") + "\nprint({'told': told, 'then': %s})\n" % asked


def questions(src, name, known):
    """What a program asks an object, and then what others of its class can be asked, as one text; "" where there is nothing."""
    own = [src.text(node.value.args[0]) for node in src.tree.body if gen_text.prints(node) and len(node.value.args) == 1]
    asked = [text for text in own if re.fullmatch(r"%s(?:\.\w+)+(?:\(\))?" % name, text)] + ["%s.%s" % (name, text) for text in known]
    asked = list(dict.fromkeys(asked))[:LOOKED_MAX]
    return "repr(%s)" % (asked[0] if len(asked) == 1 else "(%s)" % ", ".join(asked)) if asked else ""


def told(src, name, made, asked):
    """The edits by which each function that an object is given asks it first."""
    functions = functions_of(src)
    quoted = src.quoted()
    named = [n.id for n in src.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    for call in src.nodes:
        if isinstance(call, ast.Call) and call not in quoted and (call is made or gen_text.dotted(call.func).startswith(name + ".")):
            for value in call.args + [k.value for k in call.keywords]:
                is_one = isinstance(value, ast.Lambda) or isinstance(value, ast.Name) and value.id in functions and named.count(value.id) == 1 \
                    or isinstance(value, ast.Attribute) and value.attr in KEEPS and isinstance(value.value, ast.Name)
                if is_one:
                    text = src.text(value)
                    called = "(%s)" % text if isinstance(value, ast.Lambda) else text
                    yield src.span(value) + ("lambda *args, **kwargs: (told.append(%s), %s(*args, **kwargs))[1]" % (asked, called),)
    for node in src.nodes:
        by = [d.func if isinstance(d, ast.Call) else d for d in getattr(node, "decorator_list", ())]
        if isinstance(node, ast.FunctionDef) and any(gen_text.dotted(d).startswith(name + ".") for d in by) and src.indent(node.body[0]) is not None:
            at = src.span(node.body[0])[0]
            yield at, at, "told.append(%s)\n%s" % (asked, src.indent(node.body[0]))


def functions_of(src):
    """Names of functions of a program's own, and of what stands in for one. Of one that is waited for another would be asked whether it is such a one."""
    out = {node.name for node in src.nodes if isinstance(node, ast.FunctionDef)}
    for node in src.nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            is_mock = isinstance(node.value, ast.Call) and gen_text.dotted(node.value.func).split(".")[-1] in MOCKS
            out |= {node.targets[0].id} if is_mock or isinstance(node.value, ast.Lambda) else set()
    return out
