"""What comes, goes and comes again: a patient who checked in, left and checks in once more, a hook that is taken off and put back.

What is left of the first time, an entry in a heap, a name in a second table, meets the second one. Tests let things come and go.
"""
import ast

import gen_sequence
import gen_text

MOST = 16           # programs that are tried
STEPS_MAX = 4       # of one program
SHOWN_MAX = 4       # what an object is asked in the end
CHANGES = frozenset("pop popleft popitem heappop heappush remove discard clear append add insert update".split())


def most(change):
    return MOST if change.returns else 0


def of_classes(engine):
    """{method: ([methods that take back what it was given], [what an object of its class is asked])} of the classes that changed."""
    out, new = {}, {target.qualname for target in engine.targets if not target.other}
    for cls in dict.fromkeys(target.owner_class(engine.index) for target in engine.targets):
        if cls is None:
            continue
        plain = {name: f for name, f in public_of(cls, new).items() if not f.has("staticmethod") and not f.has("property")}
        asked = asked_of(cls, new)
        doers = {name: f for name, f in plain.items() if gen_sequence.is_doer(f, cls.methods)}
        for name, f in doers.items():
            others = [other for other, g in doers.items() if other != name and f.params[:1] and g.params[:1] and f.params[0].name == g.params[0].name
                      and [p.required for p in g.params] == [True] + [False] * (len(g.params) - 1)]
            if others and f.params[0].how in ("plain", "positional"):
                out.setdefault(name, (others, asked[:SHOWN_MAX]))
    return out


def public_of(cls, new):
    """The public methods of a class, by name, but those that are `new`."""
    return {name: f for name, f in cls.methods.items() if name[:1] != "_" and f.qualname not in new}


def asked_of(cls, new):
    """What an object of a class can be asked: methods that take nothing, and properties, those last that change it."""
    public = public_of(cls, new)
    plain = [name for name, f in public.items() if not f.has("staticmethod") and not f.has("property") and not f.params and gives(f.node)]
    asked = [name + "()" for name in plain] + [name for name, f in public.items() if f.has("property")]
    return sorted(asked, key=lambda text: changes_own(cls.methods[text.rstrip("()")].node))


def gives(node):
    """Does a function return something?"""
    return any(isinstance(n, ast.Return) and n.value is not None or isinstance(n, (ast.Yield, ast.YieldFrom)) for n in gen_text.walk(node))


def changes_own(node):
    """Does a method take something out of its object, or put something in? Such a one is asked last."""
    called = {n.func.attr for n in gen_text.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
    return bool(called & CHANGES) or any(isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.ctx, (ast.Store, ast.Del)) for n in gen_text.walk(node))


def programs(src, change):
    """Texts near one program: each step of an object, what takes it back, and the step again, and then what the object says of itself,
    at once and where the program ends."""
    steps = [(node, call, name) for node in src.tree.body for call, name in step(node) if call.func.attr in change.returns]
    for node, call, name in steps[-STEPS_MAX:]:
        others, asked = change.returns[call.func.attr]
        indent, first = src.indent(node), src.text(call.args[0])
        if indent != "" or "\n" in first:
            continue
        end = src.span(node)[1]
        rest = src.data[end:].decode("utf-8", "surrogateescape")
        shown = ["print(%s.%s)\n" % (name, text) for text in asked]
        for other in others:
            again = "%s\n%s.%s(%s)\n%s" % (src.text(node), name, other, first, src.text(call))
            whole = src._apply(0, len(src.data), [(src.span(node)[0], end, again)])
            if shown:
                yield whole[:len(whole) - len(rest)] + "\n" + "".join(shown)
            yield whole.rstrip("\n") + "\n" + "".join(text for text in shown if text not in rest)


def step(node):
    """[(call, object)] where a statement is a call on an object of the program, of something that is written out or named."""
    call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
    is_one = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.args \
        and (gen_text.is_literal(call.args[0]) or isinstance(call.args[0], ast.Name))
    return [(call, call.func.value.id)] if is_one else []
