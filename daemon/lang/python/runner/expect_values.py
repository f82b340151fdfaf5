"""Values as expressions a person would write: `timedelta(days=7)`, `[1, 2]`, `Color.RED`.

An expression is given only if evaluating it, with the names it says it needs, gives an equal value of
the same type. Where there is none, a value is described by what it yields, by its own text, or by its
public attributes; and where that would depend on addresses or run too long, not at all.
"""
import ast
import builtins
import collections
import dataclasses
import enum
import itertools
import keyword
import math
import re
import sys
import types

from . import lines, observe

NODES = 120
CODE_MAX = 320              # characters of an expected value
ITEMS = 30                  # of an iterator
FIRST = 5                   # of an iterator that does not end
ATTRIBUTES = 4
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}")
_BY_TEXT = frozenset("datetime decimal fractions uuid pathlib ipaddress".split())


class CannotShow(Exception):
    pass


def names_folder(text, folders):
    """Does it name one of these? `https://x.org/repo` does not name /repo."""
    return any(re.search(r"(?<![\w.-])%s(?![\w.-])" % re.escape(f), text) for f in folders)


def describe(value, names, folders=()):
    """{"how", "code", "imports", "kind"} of a value that a test printed; "how" is what to assert."""
    kind, row = type(value).__name__, {}
    try:
        row = _describe(value, names)
        if any(names_folder(code, folders) for code in [row["code"]] + [r[2] for r in row.get("rows", ())]):
            raise CannotShow
        return dict(row, kind=kind)
    except Exception:                       # noqa: B902 - CannotShow, and its own code: __eq__, __repr__, ...
        return dict({"took": row["took"]} if "took" in row else {}, how="none", kind=kind)


def _describe(value, names):
    if value is None or value is True or value is False:
        return _row("is", repr(value))
    if type(value) is float and math.isnan(value):
        return _row("nan", "")
    try:
        code, imports = expression(value, names)
        return _row("equal", code, imports)
    except CannotShow:
        pass
    if observe._yields(value, type(value)):
        return _yielded(value, names)
    if _is_view(value):
        code, imports = expression(list(value), names)
        return _row("list", code, imports)
    return _text(value) or _attributes(value, names)


def _row(how, code, imports=(), **more):
    return dict(more, how=how, code=code, imports=[list(i) for i in imports])


def _is_view(value):
    return type(value) in (type({}.keys()), type({}.values()), type({}.items()))


def _yielded(value, names):
    items = list(itertools.islice(value, ITEMS + 1))
    ended = len(items) <= ITEMS
    try:
        code, imports = expression(items if ended else items[:FIRST], names)
    except CannotShow:
        return _row("none", "", took=ITEMS + 1)
    return _row("list" if ended else "first", code, imports, take=FIRST, took=ITEMS + 1)


def _text(value):
    """Its own str or repr, when the program wrote one."""
    for how, slot, plain in (("repr", "__repr__", repr), ("str", "__str__", str)):
        own = observe._slot(type(value), slot)
        if isinstance(own, types.FunctionType) and not isinstance(value, type):
            said = plain(value)
            if type(said) is str and len(said) < CODE_MAX and not _ADDRESS.search(said) and " object at " not in said:
                return _row(how, text(said))
    return None


def _attributes(value, names):
    """Public attributes that can be written down, or at least of which class it is."""
    rows, imports = [], []
    if isinstance(value, (type, types.FunctionType, types.ModuleType, types.BuiltinFunctionType, types.MethodType)):
        raise CannotShow
    for name, held in sorted(observe.public_state(value).items()):
        try:
            code, more = expression(held, names)
        except CannotShow:
            continue
        if _is_name(name) and len(code) < 80 and len(rows) < ATTRIBUTES:
            rows.append([name, "is" if held is None or type(held) is bool else "equal", code])
            imports += more
    if not rows:
        raise CannotShow
    return _row("attributes", "", imports, rows=rows)


# ---- expressions ------------------------------------------------------------------------------

def expression(value, names):
    """(code, imports) of an equal value, checked by evaluating it; else CannotShow."""
    shown = Shown(names)
    code = shown.of(value)
    if len(code) > CODE_MAX:
        raise CannotShow
    here = dict(shown.added)
    try:
        again = eval(code, dict(names, **here))
    except Exception:                       # noqa: B902 - a text that only looks like an expression
        raise CannotShow from None
    if type(again) is not type(value) or not _is_same(again, value):
        raise CannotShow
    return lines.plain(code), sorted(shown.imports)


def _is_same(a, b):
    return bool(a == b) and type(a) is type(b)


def text(value):
    """A string literal, in double quotes where that needs no escapes."""
    said = repr(value)
    plain = said[1:-1]
    if type(value) is str and said[0] == "'" and '"' not in plain and "\\'" not in plain:
        return '"%s"' % plain
    return said


def reference(cls, names):
    """(code, imports) that gives the class `cls`, by a name the test has or one it can import."""
    shown = Shown(names)
    try:
        return shown.named(cls), sorted(shown.imports)
    except CannotShow:
        return None


def _is_name(name):
    return type(name) is str and name.isidentifier() and not keyword.iskeyword(name)


def _dotted(node):
    """`a.b.c`, or None."""
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return before and "%s.%s" % (before, node.attr)
    return node.id if isinstance(node, ast.Name) else None


class Parts:
    """The classes that a value is made of: a repr that calls anything else is text, not a value."""

    def __init__(self, cls, value):
        self.all = [set, frozenset, bytearray, range, cls]
        if cls.__module__ in _BY_TEXT:
            self.all += [c for c in vars(sys.modules[cls.__module__]).values() if isinstance(c, type)]
        todo, seen = [value], 0
        while todo and seen < NODES:
            held, seen = todo.pop(), seen + 1
            self.all.append(type(held))
            if isinstance(held, (list, tuple, set, frozenset)):
                todo += list(held)[:NODES]
            elif isinstance(held, dict):
                todo += list(held)[:NODES] + list(held.values())[:NODES]
            todo += list(getattr(held, "__dict__", {}).values()) if not isinstance(held, type) else []
            for base in type(held).__mro__:
                slots = base.__dict__.get("__slots__", ())
                todo += [getattr(held, n) for n in ([slots] if isinstance(slots, str) else slots) if hasattr(held, n)]

    def of(self, dotted):
        last = (dotted or "").split(".")[-1]
        for cls in self.all:
            if cls.__name__ == last:
                return cls
        raise CannotShow


class Shown:
    """One expression in the making, and the names it needs besides those of the test."""

    def __init__(self, names):
        self.names, self.added, self.imports, self.nodes = names, {}, set(), 0

    def of(self, value):
        self.nodes += 1
        if self.nodes > NODES:
            raise CannotShow
        made = _MAKERS.get(type(value))
        if made is not None:
            return made(self, value)
        if isinstance(value, type):
            return self.named(value)
        if isinstance(value, enum.Enum):
            if not _is_name(value._name_):
                raise CannotShow
            return "%s.%s" % (self.named(type(value)), value._name_)
        if isinstance(value, tuple) and hasattr(type(value), "_fields"):
            return self.call(value, zip(type(value)._fields, value))
        if dataclasses.is_dataclass(value):
            return self.call(value, [(f.name, getattr(value, f.name)) for f in dataclasses.fields(value) if f.init])
        return self.by_text(value)

    def call(self, value, fields):
        fields = list(fields)
        if not all(_is_name(k) for k, _ in fields):
            raise CannotShow
        return "%s(%s)" % (self.named(type(value)), ", ".join("%s=%s" % (k, self.of(v)) for k, v in fields))

    def by_text(self, value):
        """Its repr, where that is a call of its class that gives an equal value."""
        cls = type(value)
        if isinstance(value, BaseException) or observe._yields(value, cls):
            raise CannotShow
        said = repr(value)
        if len(said) > CODE_MAX or _ADDRESS.search(said):
            raise CannotShow
        try:
            node = ast.parse(said, mode="eval").body
        except (SyntaxError, ValueError):
            raise CannotShow from None
        dotted = _dotted(node.func) if isinstance(node, ast.Call) else None
        if not dotted or dotted.split(".")[-1] != cls.__name__:
            raise CannotShow
        return self._called(node, cls, Parts(cls, value))

    def _called(self, node, cls, parts):
        if any(k.arg is None for k in node.keywords):
            raise CannotShow
        args = [self._said(a, parts) for a in node.args] + ["%s=%s" % (k.arg, self._said(k.value, parts)) for k in node.keywords]
        return "%s(%s)" % (self.named(cls), ", ".join(args))

    def _said(self, node, parts):
        """Part of a repr. What a text in the value says is read as data: constants, displays, classes the value is made of."""
        again = lambda nodes: ", ".join(self._said(n, parts) for n in nodes)
        if isinstance(node, ast.Constant):
            return text(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)) and isinstance(node.operand, ast.Constant):
            return "-+"[isinstance(node.op, ast.UAdd)] + text(node.operand.value)
        if isinstance(node, ast.Tuple):
            return "(%s%s)" % (again(node.elts), "," if len(node.elts) == 1 else "")
        if isinstance(node, (ast.List, ast.Set)):
            return ("[%s]" if isinstance(node, ast.List) else "{%s}") % again(node.elts)
        if isinstance(node, ast.Dict) and None not in node.keys:
            return "{%s}" % ", ".join("%s: %s" % (self._said(k, parts), self._said(v, parts)) for k, v in zip(node.keys, node.values))
        if isinstance(node, ast.Call):
            return self._called(node, parts.of(_dotted(node.func)), parts)
        held = isinstance(node, ast.Attribute) and node.attr == "utc" and parts.of(_dotted(node.value))
        if held:
            return self.named(held) + ".utc"
        raise CannotShow

    def named(self, cls):
        """A name for a class: one the test has, a member of a module it has, or an import."""
        name, module = cls.__qualname__, cls.__module__
        if not all(_is_name(p) for p in name.split(".")):
            raise CannotShow
        if getattr(builtins, name, None) is cls and name not in self.names:
            return name
        for known in (name, name.split(".")[0]):
            if _reach(self.names.get(known), name.split(".")[1:] if known != name else []) is cls:
                return name
        for bound, held in sorted(self.names.items(), key=lambda kv: kv[0]):
            if held is cls and _is_name(bound) and not bound.startswith("_"):
                return bound
        parts = name.split(".")
        if "<locals>" in name or any(p.startswith("_") for p in parts):
            raise CannotShow
        for bound, held in sorted(self.names.items(), key=lambda kv: kv[0]):
            if isinstance(held, types.ModuleType) and _is_name(bound) and not bound.startswith("_") and _reach(held, parts) is cls:
                return "%s.%s" % (bound, name)
        return self._import(cls, module, parts)

    def _import(self, cls, module, parts):
        for n in range(1, module.count(".") + 2):       # the shortest public place
            one = ".".join(module.split(".")[:n])
            if any(p.startswith("_") or not _is_name(p) for p in one.split(".")) or one not in sys.modules:
                continue
            if _reach(sys.modules[one], parts) is cls:
                held = self.names.get(parts[0], self.added.get(parts[0]))
                if held is not None and held is not getattr(sys.modules[one], parts[0]):
                    raise CannotShow        # the test calls something else by that name
                self.imports.add((one, parts[0]))
                self.added[parts[0]] = getattr(sys.modules[one], parts[0])
                return ".".join(parts)
        raise CannotShow


def _reach(held, parts):
    for part in parts:
        held = vars(held).get(part) if isinstance(held, (type, types.ModuleType)) else None
    return held


def _number(_shown, value):
    if type(value) is float and not math.isfinite(value):
        if math.isnan(value):
            raise CannotShow
        return 'float("%s")' % value
    if type(value) is complex and not (math.isfinite(value.real) and math.isfinite(value.imag)):
        raise CannotShow
    return repr(value)


def _series(opening, closing):
    def made(shown, value):
        return opening + ", ".join(shown.of(v) for v in value) + closing
    return made


def _tuple(shown, value):
    return "(%s%s)" % (", ".join(shown.of(v) for v in value), "," if len(value) == 1 else "")


def _dict(shown, value):
    return "{%s}" % ", ".join("%s: %s" % (shown.of(k), shown.of(v)) for k, v in value.items())


def _set(shown, value):
    return "{%s}" % ", ".join(sorted(shown.of(v) for v in value)) if value else "set()"


def _frozen(shown, value):
    return "frozenset(%s)" % (_set(shown, value) if value else "")


def _wrapped(inside):
    def made(shown, value):
        return "%s(%s)" % (shown.named(type(value)), shown.of(inside(value)))
    return made


def _default(shown, value):
    return "%s(%s, %s)" % (shown.named(type(value)),
                           shown.of(value.default_factory), shown.of(dict(value)))


_MAKERS = {
    bool: _number, int: _number, float: _number, complex: _number, type(None): _number,
    type(Ellipsis): lambda _s, _v: "...", type(NotImplemented): _number,
    str: lambda _s, v: text(v), bytes: lambda _s, v: text(v), bytearray: lambda _s, v: repr(v),
    range: lambda _s, v: repr(v), slice: lambda _s, v: repr(v),
    list: _series("[", "]"), tuple: _tuple, dict: _dict, set: _set, frozenset: _frozen,
    collections.deque: _wrapped(list), collections.Counter: _wrapped(dict),
    collections.OrderedDict: _wrapped(lambda v: list(v.items())), collections.defaultdict: _default,
}
