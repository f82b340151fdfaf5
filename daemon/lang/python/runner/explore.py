"""The public functions and classes of loaded modules, seen without calling anything of theirs."""
import functools
import inspect
import sys
import types

from . import lines, observe

MAX = 5000
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
    exported = set(exported) if isinstance(exported, (list, tuple)) else None
    for key, value in list(module.__dict__.items()):
        if getattr_static(_inside(value), "__module__") != name:
            continue                    # imported from elsewhere, or a plain value
        public = not key.startswith("_") and (exported is None or key in exported)
        value = _inside(value)
        if isinstance(value, types.FunctionType):
            found.append(_describe(value, value, name, key, "function", public))
        elif isinstance(value, type):
            _class(value, name, key, public, found, 0)


def _class(cls, module, qualname, public, found, depth):
    found.append(_describe(cls, cls, module, qualname, "class", public))
    for key, member in list(vars(cls).items()):
        named = public and (not key.startswith("_") or key in ("__init__", "__call__"))
        inner, kind = _unwrap(member)
        if isinstance(inner, types.FunctionType):
            found.append(_describe(inner, inner, module, "%s.%s" % (qualname, key), kind, named))
        elif isinstance(_getter(member), types.FunctionType):
            found.append(_property(_getter(member), module, "%s.%s" % (qualname, key), named))
        elif isinstance(member, type) and depth < 4 \
                and getattr_static(member, "__qualname__") == "%s.%s" % (qualname, key):
            _class(member, module, "%s.%s" % (qualname, key), named, found, depth + 1)


def _unwrap(member):
    for tp, kind in _KINDS.items():
        if isinstance(member, tp):
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
        if isinstance(value, type):
            got = type.__getattribute__(value, name)
        elif isinstance(value, types.FunctionType):
            got = object.__getattribute__(value, name)
        else:
            return None
    except AttributeError:
        return None
    return got if isinstance(got, str) else None


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
    except (ValueError, TypeError, AttributeError, NameError):
        return "(...)", None
    params = []
    for p in signature.parameters.values():
        params.append({
            "name": p.name, "kind": p.kind.name.lower(),
            "annotation": None if p.annotation is p.empty else _annotation(p.annotation),
            "default": None if p.default is p.empty else _clip(observe.show(p.default))})
    text = ", ".join(_param_text(signature))
    return "(%s)" % text, params


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
    try:
        if isinstance(value, types.FunctionType):
            return lines.plain(value.__code__.co_filename), value.__code__.co_firstlineno
        path = inspect.getsourcefile(value)
        return lines.plain(path or ""), inspect.findsource(value)[1] + 1
    except (OSError, TypeError, SyntaxError, IndexError):
        return None, 0
