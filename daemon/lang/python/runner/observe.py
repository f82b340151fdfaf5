"""What a test's print shows: the same as Python's for ordinary values, and canonical for the rest.

Two runs of the same code must print the same text, so nothing that depends on memory addresses,
hash order or identity may show. Sets are sorted, objects without a representation of their own are
shown by their public attributes (no property is called), iterators by what they yield, functions by
name. Everything is bounded. An exception of the printed object's own __str__ or __repr__ leaves
print as it would in Python; one further inside is shown in place.
"""
import builtins
import collections
import collections.abc
import io
import re
import sys
import types

DEPTH = 24          # containers in containers
OBJECTS = 5         # objects shown by their attributes, in one another
NODES = 20000       # values in one argument
ELEMENTS = 100      # taken from an iterator
TEXT = 1 << 18      # characters of one argument that Python would not have printed like this

# What repr() shows of an address: "at 0x1f00", or a long number that starts like one of Linux.
_ADDRESS = re.compile(r"(?<= at )0x[0-9a-fA-F]+|\b0x(?:7[ef]|5[56])[0-9a-fA-F]{8,12}\b")

_ATOMS = (int, float, complex, bool, str, bytes, bytearray, range, slice, type(None),
          type(Ellipsis), type(NotImplemented))
_STRS = (str.__str__, object.__str__)
_plain_print = builtins.print


def scrub(text):
    return _ADDRESS.sub("0x...", text) if "0x" in text else text


def show(value):
    """The canonical representation; never raises but for what ends the program."""
    return _clip(_Show().value(value, 0))


def text(value):
    """What print shows for `value`: str() where the type has one of its own."""
    if type(value) is str:
        return value
    own = _slot(type(value), "__str__")
    if own is object.__str__ or own is None:
        slot = _slot(type(value), "__repr__")
        if _is_foreign(slot) and slot is not _VIEW:
            return scrub(repr(value))
        return show(value)
    if isinstance(value, (str, int, float, complex)) and own in _STRS:
        return str(value)
    return scrub(str(value))


def install():
    """Replace builtins.print. Done once, before anything is loaded."""
    def print(*args, sep=" ", end="\n", file=None, flush=False):    # noqa: A001
        _plain_print(*[a if type(a) is str else text(a) for a in args],
                     sep=sep, end=end, file=file, flush=flush)
    print.__module__ = "builtins"
    print.__doc__ = _plain_print.__doc__
    builtins.print = print


def _clip(shown):
    return shown if len(shown) <= TEXT else shown[:TEXT] + "..."


def _slot(tp, name):
    """What `tp` has for `name`, without calling anything of the type."""
    for base in type.__dict__["__mro__"].__get__(tp):
        found = type.__dict__["__dict__"].__get__(base).get(name)
        if found is not None:
            return found
    return None


def _is_foreign(slot):
    """A representation written in Python code of the program: to be called as Python would."""
    return isinstance(slot, types.FunctionType) and not _generated(slot)


def _generated(slot):
    """dataclass and namedtuple write a __repr__ that is rebuilt here, with canonical parts."""
    inner = getattr(slot, "__wrapped__", None)
    if isinstance(inner, types.FunctionType):
        return inner.__code__.co_filename == "<string>"
    return slot.__name__ == "__repr__" and slot.__code__.co_filename == collections.__file__ \
        and "_asdict" not in slot.__code__.co_names and "repr_fmt" in slot.__code__.co_freevars


class _Said:
    """Stands for an element whose text is known, so that a container can print itself."""
    __slots__ = ("said",)

    def __init__(self, said):
        self.said = said

    def __repr__(self):
        return self.said


class _Show:
    def __init__(self):
        self.left = NODES
        self.inside = []            # ids of the values around this one
        self.objects = 0

    def value(self, x, depth):
        tp = type(x)
        if tp in _ATOMS:
            return repr(x)
        self.left -= 1
        if self.left <= 0 or depth > DEPTH:
            return "..."
        try:
            return self._shaped(x, tp, depth)
        except (RecursionError, MemoryError):
            raise
        except Exception as e:      # noqa: B902 - whatever the program's own code does
            return "<%s, __repr__ raised %s>" % (tp.__name__, type(e).__name__)

    def _shaped(self, x, tp, depth):
        slot = _slot(tp, "__repr__")
        how = _BY_SLOT.get(slot) if isinstance(slot, _HASHABLE) else None
        if how is None:
            how = self._how(x, tp, slot)
        if how is None:
            return _clip(scrub(repr(x)))
        if id(x) in self.inside:
            return _CYCLES.get(slot, "%s(...)" % tp.__name__) if isinstance(slot, _HASHABLE) \
                else "%s(...)" % tp.__name__
        self.inside.append(id(x))
        try:
            return how(self, x, depth + 1)
        finally:
            self.inside.pop()

    @staticmethod
    def _how(x, tp, slot):
        if isinstance(slot, types.FunctionType) and _generated(slot):
            if _slot(tp, "__dataclass_fields__") is not None and hasattr(slot, "__wrapped__"):
                return _Show._dataclass
            if isinstance(x, tuple) and _slot(tp, "_fields") is not None:
                return _Show._namedtuple
        if slot is object.__repr__:
            return _Show._iterator if _yields(x, tp) else _Show._object
        if "functools" in sys.modules and tp is sys.modules["functools"].partial:
            return _Show._partial
        return None

    def _row(self, items, depth):
        return ", ".join([self.value(i, depth) for i in items])

    def _pairs(self, pairs, depth):
        return ", ".join(["%s: %s" % (self.value(k, depth), self.value(v, depth))
                          for k, v in pairs])

    def _list(self, x, depth):
        return "[%s]" % self._row(list.__iter__(x), depth)

    def _tuple(self, x, depth):
        row = self._row(tuple.__iter__(x), depth)
        return "(%s,)" % row if tuple.__len__(x) == 1 else "(%s)" % row

    def _dict(self, x, depth):
        return "{%s}" % self._pairs(dict.items(x), depth)

    def _set(self, x, depth):
        tp = type(x)
        items = list(set.__iter__(x) if isinstance(x, set) else frozenset.__iter__(x))
        if not items:
            return "%s()" % tp.__name__
        row = ", ".join(self._sorted(items, depth))
        return "{%s}" % row if tp is set else "%s({%s})" % (tp.__name__, row)

    def _sorted(self, items, depth):
        """Texts of the elements, in their own order where they surely have one."""
        types_here = set(map(type, items))
        if types_here <= {int, float, bool} or types_here in ({str}, {bytes}):
            return [self.value(i, depth) for i in sorted(items)]
        return [said for _, said in sorted((type(i).__name__, self.value(i, depth))
                                           for i in items)]

    def _deque(self, x, depth):
        row = self._row(list(collections.deque.__iter__(x)), depth)
        most = "" if x.maxlen is None else ", maxlen=%d" % x.maxlen
        return "%s([%s]%s)" % (type(x).__name__, row, most)

    def _ordered(self, x, depth):
        pairs = [(_Said(self.value(k, depth)), _Said(self.value(v, depth)))
                 for k, v in collections.OrderedDict.items(x)]
        said = repr(collections.OrderedDict(pairs))
        return type(x).__name__ + said[said.index("("):]

    def _default(self, x, depth):
        return "%s(%s, {%s})" % (type(x).__name__, self.value(x.default_factory, depth),
                                 self._pairs(dict.items(x), depth))

    def _namespace(self, x, depth):
        name = "namespace" if type(x) is types.SimpleNamespace else type(x).__name__
        items = vars(x).items() if sys.version_info >= (3, 9) else sorted(vars(x).items())
        return "%s(%s)" % (name, ", ".join("%s=%s" % (k, self.value(v, depth)) for k, v in items))

    def _proxy(self, x, depth):
        return "mappingproxy(%s)" % self.value(dict(x), depth)

    def _view(self, x, depth):
        return "%s([%s])" % (type(x).__name__, self._row(list(x), depth))

    def _mapping_view(self, x, depth):
        """A view of a mapping of the project's own, whose text would be all of the mapping."""
        row = []
        for item in x:
            row.append(self.value(item, depth) if len(row) < ELEMENTS else "...")
            if len(row) > ELEMENTS:
                break
        return "%s([%s])" % (type(x).__name__, ", ".join(row))

    def _error(self, x, depth):
        return "%s(%s)" % (type(x).__name__, self._row(BaseException.args.__get__(x), depth))

    def _namedtuple(self, x, depth):
        names = type(x)._fields
        return "%s(%s)" % (type(x).__name__,
                           ", ".join("%s=%s" % (n, self.value(v, depth))
                                     for n, v in zip(names, tuple.__iter__(x))))

    def _dataclass(self, x, depth):
        shown = []
        for name, field in type(x).__dataclass_fields__.items():
            if field.repr and getattr(field._field_type, "name", "_FIELD") == "_FIELD":
                shown.append("%s=%s" % (name, self.value(getattr(x, name), depth)))
        return "%s(%s)" % (type(x).__qualname__, ", ".join(shown))

    def _partial(self, x, depth):
        parts = [self.value(a, depth) for a in (x.func,) + x.args]
        parts += ["%s=%s" % (k, self.value(v, depth)) for k, v in x.keywords.items()]
        return "functools.partial(%s)" % ", ".join(parts)

    def _object(self, x, depth):
        name = type(x).__name__
        if self.objects >= OBJECTS:
            return "%s(...)" % name
        self.objects += 1
        try:
            return "%s(%s)" % (name, ", ".join("%s=%s" % (k, self.value(v, depth))
                                               for k, v in sorted(public_state(x).items())))
        finally:
            self.objects -= 1

    def _iterator(self, x, depth):
        row = []
        try:
            for item in x:
                if len(row) == ELEMENTS:
                    row.append("...")
                    break
                row.append(self.value(item, depth))
        except (RecursionError, MemoryError):
            raise
        except Exception as e:      # noqa: B902
            row.append("raised %s" % self._error(e, depth))
        return "<iterator [%s]>" % ", ".join(row)

    def _function(self, x, _depth):
        return "<function %s>" % _named(x)

    def _builtin(self, x, depth):
        owner = x.__self__
        if owner is None or isinstance(owner, types.ModuleType):
            return "<built-in function %s>" % x.__name__
        of = owner.__name__ if isinstance(owner, type) else type(owner).__name__
        return "<built-in method %s of %s object>" % (x.__name__, of)

    def _method(self, x, depth):
        return "<bound method %s of %s>" % (
            getattr(x.__func__, "__qualname__", "?"), self.value(x.__self__, depth))

    def _module(self, x, _depth):
        return "<module %r>" % x.__name__

    def _pending(self, x, _depth):
        return "<%s %s>" % (type(x).__name__, x.__qualname__)


def _named(x):
    """A function's full name, without where it is in memory."""
    module = x.__module__
    if module in (None, "builtins", "__main__"):
        return x.__qualname__
    return "%s.%s" % (module, x.__qualname__)


def _yields(x, tp):
    return _slot(tp, "__next__") is not None and _slot(tp, "__iter__") is not None \
        and not isinstance(x, io.IOBase)


def public_state(x):
    """Public attributes that are stored in `x` itself: no property, no __getattr__ is called."""
    state = {}
    for base in type(x).__mro__:
        members = vars(base)
        slots = members.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else tuple(slots):
            member = members.get(name)
            if isinstance(name, str) and isinstance(member, types.MemberDescriptorType):
                try:
                    state.setdefault(name, member.__get__(x))
                except AttributeError:
                    pass
        stored = members.get("__dict__")
        if isinstance(stored, types.GetSetDescriptorType):
            own = stored.__get__(x)
            state.update((k, v) for k, v in dict.items(own) if isinstance(k, str))
    return {k: v for k, v in state.items() if not k.startswith("_")}


def _slot_of(tp):
    return _slot(tp, "__repr__")


_HASHABLE = (type(object.__repr__), types.FunctionType)
_VIEW = collections.abc.MappingView.__repr__
_BY_SLOT = {
    _VIEW: _Show._mapping_view,
    list.__repr__: _Show._list,
    tuple.__repr__: _Show._tuple,
    dict.__repr__: _Show._dict,
    set.__repr__: _Show._set,
    frozenset.__repr__: _Show._set,
    _slot_of(collections.deque): _Show._deque,
    _slot_of(collections.OrderedDict): _Show._ordered,
    _slot_of(collections.defaultdict): _Show._default,
    _slot_of(types.SimpleNamespace): _Show._namespace,
    _slot_of(types.MappingProxyType): _Show._proxy,
    _slot_of(type({}.keys())): _Show._view,
    _slot_of(type({}.values())): _Show._view,
    _slot_of(type({}.items())): _Show._view,
    BaseException.__repr__: _Show._error,
    _slot_of(types.GeneratorType): _Show._iterator,
    _slot_of(types.FunctionType): _Show._function,
    _slot_of(types.BuiltinFunctionType): _Show._builtin,
    _slot_of(types.MethodType): _Show._method,
    _slot_of(types.ModuleType): _Show._module,
    _slot_of(types.CoroutineType): _Show._pending,
    _slot_of(types.AsyncGeneratorType): _Show._pending,
}
_CYCLES = {list.__repr__: "[...]", tuple.__repr__: "(...)", dict.__repr__: "{...}",
           _slot_of(collections.deque): "[...]", _slot_of(collections.OrderedDict): "..."}
