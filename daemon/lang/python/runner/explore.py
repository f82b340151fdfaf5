"""The public functions and classes of loaded modules.

Nothing of theirs is called on purpose; but values may run code when they are looked at (a default's repr, a lazy
object), so each is looked at by itself, and one that cannot be is as if it were not there.
"""
import ast
import functools
import inspect
import sys
import types

from . import lines, observe

MAX = 5000
SOURCE_MAX = 1 << 22        # bytes of a file in which classes are looked for
DOC = 4000
TEXT = 200
_KINDS = {staticmethod: "staticmethod", classmethod: "classmethod"}
_CACHED = type(functools.lru_cache(str))


def explore(names):
    """Those of `names` that are loaded, in order; each function where it is defined."""
    found = []
    for name in names:
        module = sys.modules.get(name)
        if isinstance(module, types.ModuleType):
            _module(module, name, found)
    return {"functions": found[:MAX], "cut": len(found) > MAX}


def _module(module, name, found):
    exported = module.__dict__.get("__all__")
    exported = set(e for e in exported if type(e) is str) if type(exported) in (list, tuple) else None
    for key, value in list(module.__dict__.items()):
        if len(found) > MAX:
            return
        if type(key) is str:
            _each(_member, value, name, key, exported, found)


def _each(look, *args):
    try:
        look(*args)
    except BaseException:               # noqa: B902 - a value of the project may raise whatever it likes
        pass


def _member(value, name, key, exported, found):
    value = _inside(value)
    if getattr_static(value, "__module__") != name:
        return                          # imported from elsewhere, or a plain value
    public = not key.startswith("_") and (exported is None or key in exported)
    if type(value) is types.FunctionType:
        found.append(_describe(value, value, name, key, "function", public))
    elif _is_class(value):
        _class(value, name, key, public, found, 0)


def _is_class(value):
    """Not isinstance(): that asks the value."""
    return issubclass(type(value), type)


def _class(cls, module, qualname, public, found, depth):
    found.append(_describe(cls, cls, module, qualname, "class", public))
    for key, member in list(type.__getattribute__(cls, "__dict__").items()):
        if len(found) > MAX:
            return
        _each(_class_member, member, module, "%s.%s" % (qualname, key),
              public and (not key.startswith("_") or key in ("__init__", "__call__")), found, depth)


def _class_member(member, module, qualname, public, found, depth):
    inner, kind = _unwrap(member)
    if type(inner) is types.FunctionType:
        found.append(_describe(inner, inner, module, qualname, kind, public))
    elif type(_getter(member)) is types.FunctionType:
        found.append(_property(_getter(member), module, qualname, public))
    elif _is_class(member) and depth < 4 and getattr_static(member, "__qualname__") == qualname:
        _class(member, module, qualname, public, found, depth + 1)


def _unwrap(member):
    for tp, kind in _KINDS.items():
        if issubclass(type(member), tp):
            return _inside(member.__func__), kind
    return _inside(member), "method"


def _inside(value):
    """The function that functools.lru_cache was put around, or the value itself."""
    return value.__wrapped__ if type(value) is _CACHED else value


def _getter(member):
    """What computes a property, or None."""
    if type(member) is property:
        return member.fget
    return member.func if type(member) is functools.cached_property else None


def _property(getter, module, qualname, public):
    row = _describe(getter, getter, module, qualname, "property", public)
    return dict(row, signature=qualname.rsplit(".", 1)[-1], params=[])


def getattr_static(value, name):
    """An attribute as text, of a function or class; without running descriptors of the program."""
    try:
        if _is_class(value):
            got = type.__getattribute__(value, name)
        elif type(value) is types.FunctionType:
            got = object.__getattribute__(value, name)
        else:
            return None
    except AttributeError:
        return None
    return got if type(got) is str else None


def _describe(shown, where, module, qualname, kind, public):
    signature, params = _signature(shown)
    path, line = _place(where)
    doc = getattr_static(shown, "__doc__")
    return {"name": "%s.%s" % (module, qualname), "module": module, "qualname": qualname,
            "signature": qualname.rsplit(".", 1)[-1] + signature, "params": params,
            "doc": lines.plain(inspect.cleandoc(doc)[:DOC]) if doc else None,
            "file": path, "line": line, "kind": kind, "public": public}


def _signature(value):
    try:
        signature = inspect.signature(value)
        params = [{"name": p.name, "kind": p.kind.name.lower(),
                   "annotation": None if p.annotation is p.empty else _annotation(p.annotation),
                   "default": None if p.default is p.empty else _clip(observe.show(p.default))}
                  for p in signature.parameters.values()]
        return "(%s)" % ", ".join(_param_text(signature)), params
    except BaseException:               # noqa: B902 - a default or an annotation may raise whatever it likes
        return "(...)", None


def _param_text(signature):
    out, seen_star, seen_only = [], False, False
    for p in signature.parameters.values():
        if seen_only and p.kind is not p.POSITIONAL_ONLY:
            out.append("/")
            seen_only = False
        seen_only = seen_only or p.kind is p.POSITIONAL_ONLY
        if p.kind is p.KEYWORD_ONLY and not seen_star:
            out.append("*")
            seen_star = True
        seen_star = seen_star or p.kind is p.VAR_POSITIONAL
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        default = "" if p.default is p.empty else "=%s" % _clip(observe.show(p.default))
        out.append(stars + p.name + default)
    return out + ["/"] if seen_only else out


def _annotation(value):
    if isinstance(value, str):
        return _clip(lines.plain(value))
    if isinstance(value, type) and not hasattr(value, "__args__"):
        name = value.__qualname__
        return name if value.__module__ == "builtins" else "%s.%s" % (value.__module__, name)
    return _clip(lines.plain(observe.scrub(str(value))))


def _clip(text):
    return text if len(text) <= TEXT else text[:TEXT] + "..."


def _place(value):
    """(file, line); a class that says nothing of its line (before 3.13) has that of the statement of its name."""
    try:
        if type(value) is types.FunctionType:
            return lines.plain(value.__code__.co_filename), value.__code__.co_firstlineno
        path = inspect.getsourcefile(value) or ""
        line = vars(value).get("__firstlineno__") or _class_lines(path).get(getattr_static(value, "__qualname__"), 0)
        return lines.plain(path), line if type(line) is int else 0
    except (OSError, TypeError):
        return None, 0


@functools.lru_cache(maxsize=None)
def _class_lines(path):
    """{qualified name: line of its first decorator or of itself} of a file's classes."""
    out = {}

    def walk(node, inside):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                first = child.decorator_list[0] if child.decorator_list else child
                out.setdefault(inside + child.name, first.lineno)
                walk(child, inside + child.name + ".")
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                walk(child, inside + child.name + ".<locals>.")
            elif not isinstance(child, ast.expr):
                walk(child, inside)
    try:
        with open(path, "rb") as f:
            data = f.read(SOURCE_MAX + 1)
        walk(ast.parse(data if len(data) <= SOURCE_MAX else b""), "")
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return out
