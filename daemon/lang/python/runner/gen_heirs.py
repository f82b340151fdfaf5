"""Heirs of a class that override a method which the old version of a changed method asks of `self` and the new one does not: the override
is lost. It says how it is called and hands on to its parent, or gives something else. What the new version asks alone is how it works.
What both ask for, within other loops and conditions, may be asked for less often: this is tried of what heirs are known to override.

Only where the project inherits from the class, or says that others may: which of its own methods a class asks is else its own affair.
gen_shapes makes such an heir by itself; here what a test makes of a class is made of the heir, as only a test may know how.
"""
import ast
import collections
import functools
import re
import textwrap

import gen_later
import gen_once
import gen_text

MOST = 6            # programs that are tried
HOOKS_MAX = 2       # methods of one class
OWN = "Own"         # what the name of an heir begins with
SAYS_SO = re.compile(r"\b(?:sub-?class|overrid|inherit|deriv|hook)", re.IGNORECASE)
# A class with bases in a page or a test, with what is indented below it.
HEIR = re.compile(r"^([ \t]*)class \w+\([^()]+\):.*\n(?:(?:\1[ \t]+.*|[ \t]*)\n)*", re.M)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SAYS = """    def {0}(self, *args, **kwargs):
        print("{0}", *args, *kwargs.items())
        return super().{0}(*args, **kwargs)"""
GIVES = """    def {0}(self, *args, **kwargs):
        given = super().{0}(*args, **kwargs)
        if isinstance(given, bool):
            return not given
        return given + 1 if isinstance(given, (int, float)) else given + "+" if isinstance(given, str) else given"""

# An override of a method; `is_known`: does an heir of the project override it, in a test or document too?
Override = collections.namedtuple("Override", "cls name form is_known")


def most(change):
    return MOST if change.heirs else 0


def programs(src, change):
    """Texts near one program, what was tried least often first: one program is much like another here."""
    made = [one for one in change.heirs if calls_of(src, one.cls, change.origin_of)]
    for one in sorted(made, key=change.heirs.get):
        change.heirs[one] += 1
        yield with_heir(src, one, change.origin_of)


def is_likely(_src, text, change):
    """Of what nobody overrides yet, nobody knows whether one may."""
    return any(one.is_known and one.form.format(one.name) in text for one in change.heirs)


# ---- what an override is lost of
def of_change(engine):
    """{Override of a class that programs may make: 0, how often it was tried}."""
    out = {}
    for target in engine.targets:
        cls = target.owner_class(engine.index)
        both = sides_of(target, engine.own_first) if cls is not None else None
        names, moved = lost(both, engine.index, cls) if both else ([], [])
        for name, is_known in known_first(engine, cls, names, moved) if names + moved and is_for_heirs(engine, cls) else ():
            out.update({Override(one, name, form, is_known): 0 for one in having(engine.index, cls, target) for form in (SAYS, GIVES)})
    return out


def sides_of(target, is_old):
    """The old and the new version of a changed method, or None: of a class nobody knows which."""
    nodes = [node for node, _ in gen_later.sides(target)][::1 if is_old else -1]
    return nodes if all(isinstance(node, FUNCTIONS) for node in nodes) else None


def lost(both, index, cls):
    """Methods of a class that an heir may override: those that the old version calls and the new one does not ask for, and those that both
    call, with other loops or conditions around."""
    methods = {name: f for c in reversed(index.lineage(cls)) for name, f in c.methods.items()}
    old, new = map(gen_text.walk, both)
    called, kept = own(n.func for n in old if isinstance(n, ast.Call)), own(new)
    may = [n for n in called if n in methods and not gen_text.is_private(n) and n[:2] != "__"
           and not methods[n].decorators and not isinstance(methods[n].node, ast.AsyncFunctionDef)]
    moved = [n for n in may if n in kept and set(around(both[0], n)) != set(around(both[1], n))]
    return [n for n in may if n not in kept], moved


def around(node, name, held=()):
    """What stands around each call of a method of the object: what loops go through and what conditions ask, and whether it comes where
    they do not hold. What ends the function before is not looked at."""
    if isinstance(node, ast.Call) and name in own([node.func]):
        yield held
    parts = [node] + getattr(node, "generators", [])
    asked = [value for part in parts for value in (getattr(part, key, None) for key in ("iter", "test", "ifs")) if value]
    held += tuple(ast.dump(one) for value in asked for one in (value if isinstance(value, list) else [value]))
    for i, child in enumerate(getattr(node, "values", ()) if isinstance(node, ast.BoolOp) else ()):
        yield from around(child, name, held + ((type(node.op).__name__,) if i else ()))
    others = getattr(node, "orelse", [])
    others = others if isinstance(others, list) else [others]
    for child in ast.iter_child_nodes(node) if not isinstance(node, ast.BoolOp) else ():
        yield from around(child, name, held + (("else",) if child in others else ()))


def own(nodes):
    """Names of what is asked of the object, or of its class."""
    return list(dict.fromkeys(n.attr for n in nodes if isinstance(n, ast.Attribute) and gen_text.dotted(n.value) in ("self", "cls")))


def having(index, cls, target):
    """The class of a changed method, and those that have it from there: they do not override it, or ask their parent."""
    name = target.qualname.split(".")[-1]
    heirs = [(c, index.method(c, name)) for c in index.subclasses(cls)]
    return [cls] + [c for c, f in heirs if f is index.method(cls, name) or "super" in gen_text.mentions(f.node)]


# ---- who inherits
def is_for_heirs(engine, cls):
    """Does the project inherit from it, in a test or document too, or say that others may?"""
    parts = [part for part in gen_once.pages(engine.root, tuple(engine.docs)) if cls.name in gen_text.WORD.findall(part)]
    said = [cls.doc, *(f.doc for f in cls.methods.values()), *parts]
    return bool(engine.index.subclasses(cls)) or any(SAYS_SO.search(text) for text in said) or any(cls.name in bases for bases, _ in written(engine))


def known_first(engine, cls, names, moved=()):
    """[(method, is it known?)]: those that heirs of the project override, of this class and its relatives; without any, the others that are lost."""
    family = {one for c in engine.index.lineage(cls) for one in [c] + engine.index.subclasses(c)}
    known = {name for c in family for above in engine.index.lineage(c)[1:] for name in set(c.methods) & set(above.methods)}
    known.update(*[methods for bases, methods in written(engine) if bases & {c.name for c in family}])
    some = [name for name in [*names, *moved] if name in known]
    return [(name, name in known) for name in (some or names)[:HOOKS_MAX]]


def written(engine):
    return heirs_in(engine.root, tuple(engine.docs) + tuple(engine.tests))


@functools.lru_cache(maxsize=1)     # each class asks
def heirs_in(root, paths):
    """[({names of bases}, {names of methods})] of the classes in files."""
    out = []
    for text in (gen_text.read(root, path) or "" for path in paths):
        for m in HEIR.finditer(text + "\n"):
            tree = gen_text.parse(textwrap.dedent(m.group()))
            if tree is not None:
                cls = tree.body[0]
                out.append(({gen_text.dotted(b).split(".")[-1] for b in cls.bases}, {n.name for n in cls.body if isinstance(n, FUNCTIONS)}))
    return out


# ---- the heir in a program
def calls_of(src, cls, origin_of):
    """What a program calls to make objects of a class that it imports by its name."""
    if OWN + cls.name in src.data.decode("utf-8", "surrogateescape") or above(src, cls, origin_of) is None:
        return []
    quoted = src.quoted()
    return [n.func for n in src.nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == cls.name and n not in quoted]


def above(src, cls, origin_of):
    """The statement above which the heir may stand: the first one behind the import of the class that is none; or None."""
    bound = [n for n in src.tree.body if cls.name in gen_text.stores(n)]
    names = [a.name for n in bound if isinstance(n, ast.ImportFrom) for a in n.names if (a.asname or a.name) == cls.name]
    if len(bound) != 1 or not names or origin_of(bound[0].module, names[0]) != (cls.module.name, cls.qualname):
        return None
    behind = src.tree.body[src.tree.body.index(bound[0]) + 1:]
    first = next((n for n in behind if not isinstance(n, (ast.Import, ast.ImportFrom))), None)
    return first if first is not None and src.indent(first) == "" else None


def with_heir(src, one, origin_of):
    """The program in which an heir with the override is made in the place of its parent."""
    start, name = src.span(above(src, one.cls, origin_of))[0], one.cls.name
    heir = "class %s%s(%s):\n%s\n\n\n" % (OWN, name, name, one.form.format(one.name))
    return src._apply(0, len(src.data), [(start, start, heir)] + [src.span(n) + (OWN + name,) for n in calls_of(src, one.cls, origin_of)])
