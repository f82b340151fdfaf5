"""Objects that are false because they have nothing in them, of a class that got a length.

Who asks `hooks or standard_hooks` takes the standard ones for those that are empty yet; tests seldom have an empty one.
"""
import ast
import re

import gen_rank
import gen_text
from gen_inside import in_turn

MOST = 20           # programs that are tried
SEEDS_MAX = 60      # programs that are read
ASKED_MAX = 3       # of one object
TAKES = re.compile(r"^(pop|clear|close|take|next|reset|flush|drain)")
ALONE = (ast.Starred, ast.GeneratorExp)     # what stands behind it is not known, or has to be alone
FALSE = frozenset("__len__ __bool__".split())


def most(change):
    return MOST if change.falsy else 0


def seeds(change):
    """Programs of the project that make such an object, or something of nothing, also those that do not reach the change yet."""
    rows = [r for r in change.found if r["origin"] in gen_rank.REAL and not r["pile"]]
    read = [(row, gen_text.source("", row["source"])) for row in rows[:SEEDS_MAX]]
    some = [(row, src) for row, src in read if src is not None and next(programs(src, change), None)]
    return sorted(some, key=lambda one: rank(one[1], change))


def rank(src, change):
    """Which of the ways that ask what an object has in the end, or that do not fill it, comes first; where it is handed on before where it
    is not. Beyond all of them: none."""
    ways = (given_empty, handed_empty, unfilled)
    first = next((i for i, way in enumerate(ways) if next(way(src, change), None) is not None), len(ways) + 1)
    names = made_names(src, change)
    return first + (first == 2 and not any(handed_on(node) & names for node in src.tree.body))


def programs(src, change):
    """Texts near one program."""
    return in_turn([given_empty(src, change), handed_empty(src, change), unfilled(src, change), emptied(src, change), held_empty(src, change)])


def unfilled(src, change):
    """An object that is handed on before something is put into it, or that nothing is put into. What is printed last is asked for by itself
    too: what the others are about may be what is missing."""
    known = made_names(src, change)
    if not set(change.falsy) & names_in(src.tree) and not known:
        return
    name_of = lambda node: filled(node) if not known or filled(node) in known else ""
    bodies = [src.tree.body] + [n.body for n in src.tree.body if isinstance(n, ast.FunctionDef)]
    for body in bodies:
        yield from handed_early(src, body, [name_of(n) for n in body])
    prints = [n for n in src.tree.body if gen_text.prints(n)]
    for body in bodies:
        names = [name_of(n) for n in body]
        for name in dict.fromkeys(filter(None, names)):
            gone = [(n, "pass") for n, of in zip(body, names) if of == name]
            yield src.edited(gone)
            if len(prints) > 1:
                yield src.edited(gone + [(n, "pass") for n in prints[:-1]])
        for node, name, after, other in zip(body, names, body[1:], names[1:]):
            if name and not other and isinstance(after, (ast.Assign, ast.Expr)) and not gen_text.prints(after) and names_in(after) >= {name}:
                yield src.edited([(node, src.text(after)), (after, src.text(node))])


def made_names(src, change):
    """Names that a program gives such an object, made by its class or by a method that makes one: `ink = scene.new_layer("ink")`."""
    makers = set(change.falsy) | set(change.holders[0])
    return {n.targets[0].id for n in gen_text.walk(src.tree) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)
            and isinstance(n.value, ast.Call) and gen_text.dotted(n.value.func).split(".")[-1] in makers}


def handed_early(src, body, names):
    """What is made of an object, `Loader(hooks)`, made before anything is put into that."""
    for name in dict.fromkeys(filter(None, names)):
        first = names.index(name)
        for node in body[first + 1:]:
            call = next((n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[-1][:1].isupper()
                         and any(isinstance(a, ast.Name) and a.id == name for a in n.args)), None)
            if call is not None and not isinstance(node, ast.FunctionDef):
                start = src.span(body[first])[0]
                indent = " " * body[first].col_offset
                yield src._apply(0, len(src.data), [(start, start, "held = %s\n%s" % (src.text(call), indent)), src.span(call) + ("held",)])
                break


def handed_empty(src, change):
    """What the project gives, `catalog = read(text)`, and is handed on, as an object without anything in it; what it has is asked in the
    end, as nothing else may show which of two was filled."""
    body = src.tree.body if change.falsy else []
    given = [handed_on(node) for node in body]
    for i, node in enumerate(body):
        name = node.targets[0].id if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Call) else ""
        if name and any(name in names for names in given[i + 1:]):
            for cls in sorted(change.falsy):
                yield from with_asked(src, change, cls, name, src.edited([(node.value, change.empty_of(cls))]))


def handed_on(node):
    """Names that a statement hands to something."""
    calls = [n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func) not in ("print", "len")]
    return {a.id for n in calls for a in n.args + [k.value for k in n.keywords] if isinstance(a, ast.Name)}


def given_empty(src, change):
    """An object without anything in it where nothing is given, if the function asks whether that is true; then what it has."""
    for node in src.tree.body if change.falsy and "held" not in names_in(src.tree) else ():
        for call in [n for n in gen_text.walk(node) if isinstance(n, ast.Call) and not isinstance(node, ast.FunctionDef)]:
            for at, name, cls in change.truths.get(gen_text.dotted(call.func).split(".")[-1], ()):
                if len(call.args) > at or any(k.arg in (name, None) for k in call.keywords) or any(isinstance(a, ALONE) for a in call.args):
                    continue
                start, close = src.span(node)[0], src.span(call)[1] - 1
                had = src.data[:close].rstrip()[-1:] not in (b"(", b",")    # as code that is written over several lines ends
                made = src._apply(0, len(src.data), [(start, start, "held = %s\n" % change.empty_of(cls)), (close, close, "%s%s=held" % (", " * had, name))])
                yield from with_asked(src, change, cls, "held", made)


def held_empty(src, change):
    """`box.move(letter, "Later")` where the box was told to make "Later", and nothing is in it: who is to find it may take it for missing."""
    makers, askers = change.holders
    for node in src.tree.body if makers and askers else ():
        for call in [n for n in gen_text.walk(node) if isinstance(n, ast.Call)] if isinstance(node, (ast.Expr, ast.Assign)) else ():
            of, texts = call.func, [a for a in call.args + [k.value for k in call.keywords] if isinstance(gen_text.value_of(a), str)]
            if isinstance(of, ast.Attribute) and isinstance(of.value, ast.Name) and of.attr in askers:
                start = src.span(node)[0]
                for maker in makers if of.attr not in makers else ():
                    for text in texts[::-1]:
                        made = '%s.%s("later")\n' % (of.value.id, maker)
                        yield src._apply(0, len(src.data), [(start, start, made), src.span(text) + ('"later"',)])


def holders(index, classes):
    """(methods that make an object of one of these classes by a name alone, methods that ask whether something is true that is no parameter)"""
    makers, askers = [], set()
    for f in [f for module in index.modules.values() for f in module.functions.values() if f.owner is not None and f.name[0] != "_"]:
        nodes = list(gen_text.walk(f.node))
        needed = [p.name for p in f.params if p.required]
        asked = {n.id for one in nodes for n in questions(one) if isinstance(n, ast.Name)} - {p.name for p in f.params}
        if len(needed) == 1 and any(isinstance(n, ast.Call) and gen_text.dotted(n.func) in classes and needed[0] in names_in(n) for n in nodes):
            makers.append(f.name)
        if asked:
            askers.add(f.name)
    return sorted(set(makers)), askers


def with_asked(src, change, cls, name, text):
    """A program with what an object is asked in the end, and the import of its class."""
    asked = change.falsy[cls]
    known = cls in {a.asname or a.name for n in src.tree.body if isinstance(n, ast.ImportFrom) for a in n.names}
    line = [] if known else [change.import_of(cls)]
    if asked and all(line) and not (line and "__future__" in text):     # nothing stands before that
        yield "\n".join(line + [text.rstrip("\n")] + ["print(%s.%s)" % (name, one) for one in asked]) + "\n"


def queries(cls, new):
    """What an object is asked that takes nothing and gives something, but for what is `new`: {"names()", "size"}."""
    gives = lambda f: any(isinstance(n, ast.Return) and n.value is not None for n in gen_text.walk(f.node))
    asked = [f for name, f in cls.methods.items() if not name.startswith("_") and not TAKES.match(name) and not any(p.required for p in f.params)
             and f.qualname not in new and gives(f) and not isinstance(f.node, ast.AsyncFunctionDef) and not f.has("classmethod") and not f.has("staticmethod")]
    return [f.name + ("" if f.has("property") or f.has("cached_property") else "()") for f in asked][:ASKED_MAX]


def truths(index, classes):
    """{function, or class that is made: [(place, parameter, class)]} of what may be left out, is asked whether it is true and is of one of
    these classes by what the function says, `into or Catalog()`, or by what a function gives that it calls, `rules or usual_rules()`."""
    out, gives = {}, makers(index, classes)
    for module in index.modules.values():
        for f in module.functions.values():
            nodes = list(gen_text.walk(f.node))
            asked = {n.id for one in nodes for n in questions(one) if isinstance(n, ast.Name)}
            named = sorted(set(classes) & {n.id for n in nodes if isinstance(n, ast.Name)}
                           | {cls for n in nodes if isinstance(n, ast.Call) for cls in gives.get(gen_text.dotted(n.func).split(".")[-1], ())})
            out.setdefault(f.owner.name if f.name == "__init__" and f.owner else f.name, []).extend(
                (at, p.name, cls) for at, p in enumerate(f.params) if p.name in asked and is_none(p.default) and p.how in ("plain", "keyword") for cls in named)
    return out


def makers(index, classes):
    """{function: classes of which it makes what it gives}"""
    out = {}
    for f in [f for module in index.modules.values() for f in module.functions.values() if f.owner is None]:
        given = {gen_text.dotted(n.value.func).split(".")[-1] for n in gen_text.walk(f.node) if isinstance(n, ast.Return) and isinstance(n.value, ast.Call)}
        if given & set(classes):
            out.setdefault(f.name, set()).update(given & set(classes))
    return out


def is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def questions(node):
    """What a node asks the truth of."""
    if isinstance(node, ast.BoolOp):
        return node.values
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return [node.operand]
    return [node.test] if isinstance(node, (ast.If, ast.IfExp, ast.While)) else []


def names_in(tree):
    return {n.id for n in gen_text.walk(tree) if isinstance(n, ast.Name)}


def filled(node):
    """The name of what a statement puts something into, `x.add(1)` or `@x.register` above a function; or ""."""
    calls = [node.value] if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else getattr(node, "decorator_list", [])
    methods = [call.func if isinstance(call, ast.Call) else call for call in calls]
    return next((m.value.id for m in methods if isinstance(m, ast.Attribute) and isinstance(m.value, ast.Name)), "")


def emptied(src, change):
    """An object of a class that has a length now, made of nothing in the place of one made of something, and given where nothing is."""
    calls = [n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)] if change.falsy else []
    for call in calls:
        name = gen_text.dotted(call.func).split(".")[-1]
        if name in change.falsy and (call.args or call.keywords):
            made = src.text(call.func) + change.empty_of(name)[len(name):]
            if made != src.text(call):
                yield src.edited([(call, made)])
        elif name[:1].isupper() and not call.args and not call.keywords:
            for cls in sorted(set(change.falsy) - {name}):
                if change.import_of(cls) and not any(isinstance(n, ast.ImportFrom) and n.module == "__future__" for n in src.tree.body):
                    yield "%s\n%s" % (change.import_of(cls), src.edited([(call, "%s(%s)" % (src.text(call.func), change.empty_of(cls)))]))


def ways_to_make(engine, classes):
    """{class: how an object without anything in it is made}, "Memory('en', 'de')" of one that has to be told something."""
    real = [r for r in engine.found if r["origin"] in gen_rank.REAL and not r["pile"]] if classes else []
    out, known = {}, [gen_text.source("", r["source"]) for r in real[:SEEDS_MAX]]
    for name, cls in classes.items():
        needed = any(p.required for p in engine.index.constructor(cls) or ())
        calls = [(src, n) for src in known if needed and src is not None for n in gen_text.walk(src.tree)
                 if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[-1] == name]
        out[name] = next((text for text in (made_of_nothing(src, call, name) for src, call in calls) if text), name + "()")
    return out


def made_of_nothing(src, call, name):
    """A call with what it is given, where that is plain, and without what is in a list or a mapping; "": it is given something else."""
    values = call.args + [k.value for k in call.keywords]
    if not all(isinstance(n, (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set)) for n in values) or any(k.arg is None for k in call.keywords):
        return ""
    empty = lambda n: "[]" if isinstance(n, (ast.List, ast.Tuple, ast.Set)) else "{}" if isinstance(n, ast.Dict) else src.text(n)
    return "%s(%s)" % (name, ", ".join([empty(n) for n in call.args] + ["%s=%s" % (k.arg, empty(k.value)) for k in call.keywords]))
