"""Programs made up from signatures: ordinary calls, then one argument at a time at its limits."""
import ast
import keyword
import re

import gen_literals
import gen_text
import gen_values
from gen_index import Class, Func
from gen_program import Import, Program

CALLS_MAX = 6        # ordinary calls of one function
SWITCHES_MAX = 3    # parameters that are on or off, turned beside texts of the change
MUTABLE = ("[", "{", "iter(", "(x ", "set(", "bytearray(", "list(")
COLLECT = "async def collect():\n    return [one async for one in {}]\n\nprint(asyncio.run(collect()))"
# What lines of ours call, and the import it needs.
TOOLS = (("islice(", Import("itertools", "islice")), ("asyncio.run(", Import("asyncio")),
         ("pickle.loads(", Import("pickle")), ("copy.copy(", Import("copy")), ("copy.deepcopy(", Import("copy")))
UNARY = {"__len__": "len({0})", "__str__": "str({0})", "__repr__": "repr({0})", "__iter__": "list({0})",
         "__bool__": "bool({0})", "__int__": "int({0})", "__float__": "float({0})", "__abs__": "abs({0})",
         "__neg__": "-{0}", "__invert__": "~{0}", "__hash__": "hash({0}) == hash({0})", "__next__": "next({0})",
         "__reversed__": "list(reversed({0}))", "__bytes__": "bytes({0})", "__index__": "[1, 2, 3][{0}]"}
BINARY = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">=",
          "__add__": "+", "__sub__": "-", "__mul__": "*", "__truediv__": "/", "__floordiv__": "//", "__mod__": "%",
          "__and__": "&", "__or__": "|", "__xor__": "^", "__pow__": "**", "__lshift__": "<<", "__rshift__": ">>"}


MAKING = ("__init__", "__new__", "__post_init__", "__init_subclass__")     # what runs where an object or class is made


class Call:
    """Arguments in order: [(parameter, text)], and how legal they are together."""

    def __init__(self, pairs, legality):
        self.pairs, self.legality = pairs, legality

    def with_value(self, param, text, legality):
        pairs, done = [], False
        for p, t in self.pairs:
            pairs.append((p, text if p is param else t))
            done |= p is param
        if not done:
            pairs.append((param, text))
        return Call(pairs, legality)


class Maker:
    """Makes programs for the functions of one index."""

    def __init__(self, index, literals, near, rng):
        self.index, self.literals, self.near, self.rng = index, literals, near, rng

    # ---- arguments
    def kinds(self, func, name, i, param):
        if name == "__getitem__":
            return gen_values.Kinds(["slice", "int"] if gen_text.mentions(func.node) & {"slice", "islice", "indices"}
                                    else ["int", "str"], False)
        if name in ("__setitem__", "__delitem__", "__contains__") and i == 0 and param.annotation is None:
            return gen_values.Kinds(["str", "int"], False)
        found = gen_values.kinds_of(param, func, self._seen(func, name, i, param), self.index.classes)
        if not found.sure and found.kinds == ["object"] and gen_values.COMMANDS.fullmatch(param.name) \
                and func is not None and self.index.runs_programs(func.module.name):
            return gen_values.Kinds(["command"], True)
        return found

    def _seen(self, func, name, i, param):
        return self.literals.of(name, i, param.name, func is None or func.owner is not None)

    def good(self, func, name, i, param):
        """[(text, legality)] worth passing, what the project passes first."""
        kinds = self.kinds(func, name, i, param)
        out = [(v, "plausible") for v in self._seen(func, name, i, param)]
        same = [v for v in self.literals.name.get(param.name, ())
                if kinds.takes(gen_values.kind_of_text(v) or "?")]
        out += [(v, "plausible") for v in same[:4]]
        out += [(v, "plausible" if kinds.sure and (not kinds.values or v in kinds.values) else "unknown") for v in gen_values.ordinary(kinds)]
        for kind in kinds.kinds:
            if kind.startswith("class:"):
                built = self.construct(self.index.find_class(kind[6:]), 1)
                out += [(text, "plausible") for text in built[:2]]
        done = set()
        return [(t, how) for t, how in out if not (t in done or done.add(t)) and self.imports(t) is not None]

    def imports(self, text):
        """Imports of a value, the project's classes included; None: not known."""
        found = gen_literals.imports_for(text)
        if found is not None:
            return found
        tree = gen_text.parse(text)
        out = []
        for name in sorted(gen_text.loads(tree) - gen_text.BUILTINS) if tree else ():
            cls = self.index.find_class(name)
            one = self.index.public(cls.module.name, name) if cls and cls.qualname == name else None
            more = [one] if one else gen_literals.imports_for(name + ".x" if name == "datetime" else name)
            if not more:
                return None
            out += more
        return out if tree else None

    def calls(self, func, name, params):
        """Ordinary calls: required arguments, then optional ones one at a time."""
        needed = [(i, p) for i, p in enumerate(params) if p.required]
        stars = [(i, p) for i, p in enumerate(params) if p.how == "star"]
        if stars and not needed:
            needed = stars
        options = [self.good(func, name, i, p) for i, p in needed]
        if not all(options):
            return []
        out = []
        for k in range(max([len(o) for o in options] + [1])):
            if len(out) >= CALLS_MAX:
                break
            picked = [o[min(k, len(o) - 1) if k < len(o) else self.rng.randrange(len(o))] for o in options]
            legality = "plausible" if all(how == "plausible" for _, how in picked) else "unknown"
            out.append(Call([(p, t) for (_, p), (t, _) in zip(needed, picked)], legality))
        return out

    def optional(self, func, name, params, base):
        out = []
        for i, p in enumerate(params):
            if p.required or p.how in ("star", "stars") or p.name.startswith("_"):
                continue
            default = gen_text.dotted(p.default) if p.default is not None else ""
            values = self.good(func, name, i, p)
            if isinstance(p.default, ast.Constant) and isinstance(p.default.value, bool):
                values = [(repr(not p.default.value), "plausible")]
            for text, how in values[:3]:
                if text != default and not (isinstance(p.default, ast.Constant) and text == repr(p.default.value)):
                    out.append(base.with_value(p, text, how if base.legality == "plausible" else base.legality))
        return out

    def limits(self, func, name, params, base):
        """One argument at a time through the boundary values of its kinds."""
        numbers, strings = self.near
        rows = []
        for i, p in enumerate(params):
            if p.how == "stars" or p.name.startswith("_"):
                continue
            kinds = self.kinds(func, name, i, p)
            row = []
            for text, legal in gen_values.boundary(kinds, numbers, strings):
                if self.imports(text) is None:
                    continue
                how = ("plausible" if kinds.sure else "unknown") if legal else "illegal" if kinds.sure else "unknown"
                row.append(base.with_value(p, text, how))
            rows.append(row)
        return [row[k] for k in range(max([len(r) for r in rows] + [0])) for row in rows if k < len(row)]

    def pairs(self, func, name, params, base, lines):
        """Two arguments at once, for parameters that one condition of the change mentions together."""
        numbers, strings = self.near
        out = []
        for node in gen_text.walk(func.node):
            if not isinstance(node, (ast.If, ast.While, ast.IfExp, ast.BoolOp, ast.Compare)):
                continue
            test = getattr(node, "test", node)
            if lines and not any(abs(node.lineno - n) <= 2 for n in lines):
                continue
            named = gen_text.loads(test)
            both = [(i, p) for i, p in enumerate(params) if p.name in named and p.how != "stars"]
            if len(both) < 2 or len(out) > 60:
                continue
            (i, a), (j, b) = both[:2]
            for x, _ in gen_values.boundary(self.kinds(func, name, i, a), numbers, strings)[:5]:
                for y, _ in gen_values.boundary(self.kinds(func, name, j, b), numbers, strings)[:5]:
                    if self.imports(x) is not None and self.imports(y) is not None:
                        out.append(base.with_value(a, x, "unknown").with_value(b, y, "unknown"))
        return out

    def switched(self, func, name, params, base):
        """Texts of the change beside each switch that is turned: few calls show what holds with it alone."""
        switches = [p for p in params if isinstance(p.default, ast.Constant) and isinstance(p.default.value, bool)]
        out = []
        for switch in switches[:SWITCHES_MAX]:
            turned = base.with_value(switch, repr(not switch.default.value), base.legality)
            for i, p in enumerate(params):
                kinds = self.kinds(func, name, i, p)
                if p is not switch and p.how not in ("star", "stars") and "str" in kinds.kinds:
                    out += [turned.with_value(p, repr(text), "plausible" if kinds.sure else "unknown") for text in self.near[1]]
        return out

    # ---- receivers
    def construct(self, cls, depth=0):
        """Expressions that make an instance, what the project itself writes first."""
        if cls is None or depth > 2 or "." in cls.qualname:
            return []
        out = []
        for args, words, _, _ in self.literals.calls_of(cls.name, True)[:6]:
            out.append("%s(%s)" % (cls.name, _join(args, words)))
        params = self.index.constructor(cls)
        if params is not None and depth < 2:
            init = self.index.method(cls, "__init__")
            for call in self.calls(init, cls.name, params)[:2] if any(p.required for p in params) else []:
                out.append("%s(%s)" % (cls.name, arguments(call)))
            if not any(p.required for p in params):
                out.append(cls.name + "()")
        done = set()
        return [t for t in out if "\n" not in t and not (t in done or done.add(t))]

    # ---- programs
    def program(self, func, origin, legality, lines, texts, owner=None):
        """A program of `lines`; `texts`: everything in it that may need an import."""
        program = Program()
        program.origin, program.legality = origin, legality
        if origin == "switched":
            program.origin, program.pile = "boundary", "twist"
        program.where = "%s:%d" % (func.module.src.path, func.node.lineno)
        top = (owner or func).qualname.split(".")[0]
        module = (owner or func).module.name
        one = self.index.public(module, top)
        if one is None:
            return None
        program.add_import(one)
        for text in texts:
            for other in self.imports(text) or ():
                if other.bound != top:
                    program.add_import(other)
        for tool, needed in TOOLS:
            if any(tool in line for line in lines):
                program.add_import(needed)
        program.body = lines
        return program.prune()

    def of(self, node, lines):
        """Every program for one target or caller: typed ones, then boundary ones."""
        if isinstance(node, Class):
            return self.of_class(node, lines)
        if isinstance(node, Func) and node.owner is None:
            return self.of_function(node, lines)
        return self.of_method(node, node.owner, lines)

    def of_function(self, func, lines):
        if "." in func.qualname or func.has("fixture") or func.has("property"):
            return
        for origin, call in self.every(func, func.name, func.params, lines):
            setup, args = spread(call)
            shown = wrap(func, "%s(%s)" % (func.name, args))
            body = setup + shown + ["print(%s)" % s.split(" = ")[0] for s in setup if is_mutable(s)]
            yield self.program(func, origin, call.legality, body, [t for _, t in call.pairs])

    def every(self, func, name, params, lines):
        base = self.calls(func, name, params)
        for call in base:
            yield "typed", call
        for call in base[:1]:
            for other in self.optional(func, name, params, call):
                yield "typed", other
            for other in self.limits(func, name, params, call):
                yield "boundary", other
            for other in self.pairs(func, name, params, call, lines):
                yield "boundary", other
            for other in self.switched(func, name, params, call):
                yield "switched", other

    def of_class(self, cls, lines):
        """The constructor, then each public method once."""
        params = self.index.constructor(cls)
        if "." in cls.qualname or params is None or cls.is_exception():
            return
        init = self.index.method(cls, "__init__") or Func(cls.module, cls.qualname, _EMPTY, cls)
        for origin, call in self.every(init, cls.name, params, lines):
            text = "%s(%s)" % (cls.name, arguments(call))
            yield self.program(init, origin, call.legality, ["print(%s)" % text],
                               [t for _, t in call.pairs], owner=cls)
        for c in self.index.lineage(cls):
            for name, method in sorted(c.methods.items()):
                if not gen_text.is_private(name) and name not in MAKING:
                    for i, one in enumerate(self.of_method(method, cls, lines)):
                        if i < 4:
                            yield one

    def of_method(self, func, cls, lines):
        if cls is None or "." in cls.qualname:
            return
        if func.name in MAKING:
            for one in self.of_class(cls, lines):
                yield one
            return
        if func.has("classmethod") or func.has("staticmethod"):
            for origin, call in self.every(func, func.name, func.params, lines):
                text = "%s.%s(%s)" % (cls.name, func.name, arguments(call))
                yield self.program(func, origin, call.legality, wrap(func, text),
                                   [t for _, t in call.pairs], owner=cls)
            return
        receivers = self.construct(cls)
        if not receivers:
            return
        var = variable(cls.name)
        if func.name in BINARY or func.name == "__hash__":
            for one in self.of_operator(func, cls, var, receivers):
                yield one
        for k, (origin, call) in enumerate(self.every(func, func.name, func.params, lines)):
            made = receivers[k % len(receivers)] if origin == "typed" else receivers[0]
            setup, shown = self.use(func, var, call)
            yield self.program(func, origin, call.legality, ["%s = %s" % (var, made)] + setup + shown,
                               [made] + [t for _, t in call.pairs], owner=cls)
        for made in receivers[1:5]:
            for call in self.calls(func, func.name, func.params)[:2]:
                setup, shown = self.use(func, var, call)
                yield self.program(func, "typed", call.legality, ["%s = %s" % (var, made)] + setup + shown + shown,
                                   [made] + [t for _, t in call.pairs], owner=cls)

    def of_operator(self, func, cls, var, receivers):
        """Two instances at once: each with itself made anew, and with the next one."""
        sign = BINARY.get(func.name)
        for k, made in enumerate(receivers[:6]):
            for other in (made, receivers[(k + 1) % len(receivers)]):
                if sign:
                    body = ["print(%s %s %s)" % (var, sign, other)]
                else:
                    body = ["print(hash(%s) == hash(%s))" % (var, other)]
                yield self.program(func, "typed", "plausible", ["%s = %s" % (var, made)] + body,
                                   [made, other], owner=cls)

    def use(self, func, var, call):
        """(set-up, prints) of calling one method on `var`, the way a person writes it."""
        values = [t for _, t in call.pairs]
        first = values[0] if values else ""
        if func.has("property") or func.has("cached_property"):
            return [], ["print(%s.%s)" % (var, func.name)]
        if func.has("setter") and values:
            return ["%s.%s = %s" % (var, func.name, first)], ["print(%s.%s)" % (var, func.name)]
        if func.has("deleter"):
            return ["del %s.%s" % (var, func.name)], ["print(%s.%s)" % (var, func.name)]
        if func.name in UNARY:
            return [], ["print(%s)" % UNARY[func.name].format(var)]
        if func.name == "__eq__" and values:
            return [], ["print(%s == %s)" % (var, first), "print(%s != %s)" % (var, first)]
        if func.name in BINARY and values:
            return [], ["print(%s %s %s)" % (var, BINARY[func.name], first)]
        if func.name == "__getitem__" and values:
            return [], ["print(%s[%s])" % (var, subscript(first))]
        if func.name == "__contains__" and values:
            return [], ["print(%s in %s)" % (first, var)]
        if func.name == "__setitem__" and len(values) > 1:
            return [], ["%s[%s] = %s" % (var, values[0], values[1]), "print(%s)" % var]
        if func.name == "__enter__":
            return [], ["with %s as value:\n    print(value)" % var]
        setup, args = spread(call)
        if func.name == "__call__":
            return setup, wrap(func, "%s(%s)" % (var, args))
        if func.name.startswith("__"):
            return [], ["print(%s)" % var]
        after = ["print(%s)" % var] if gives_nothing(func) else []
        return setup, wrap(func, "%s.%s(%s)" % (var, func.name, args)) + after + [
            "print(%s)" % s.split(" = ")[0] for s in setup if is_mutable(s)]


_EMPTY = ast.parse("def f(self): pass").body[0]


def gives_nothing(func):
    return not any(isinstance(n, (ast.Return, ast.Yield, ast.YieldFrom)) and n.value is not None
                   for n in gen_text.walk(func.node))


def is_mutable(statement):
    return statement.split(" = ", 1)[1].startswith(MUTABLE)


def subscript(text):
    """slice(1, None, 2) as a person writes it between brackets: 1::2."""
    m = re.fullmatch(r"slice\(([^()]*)\)", text)
    if not m:
        return text
    parts = [p.strip() for p in m.group(1).split(",")]
    parts = [None] + parts if len(parts) == 1 else parts
    return ":".join("" if p in (None, "None") else p for p in parts)


def _join(args, words):
    return ", ".join(list(args) + ["%s=%s" % w for w in words])


def arguments(call):
    """Positional where it has to be or reads well, by keyword where the parameter is optional."""
    out, skipped = [], False
    for p, text in call.pairs:
        if p.how in ("positional", "star") or (p.how == "plain" and p.required and not skipped):
            out.append(text)
        else:
            skipped = True
            out.append("%s=%s" % (p.name, text))
    return ", ".join(out)


def spread(call):
    """(assignments, argument text): mutable arguments get a name so that they can be looked at afterwards."""
    setup, pairs = [], []
    for p, text in call.pairs:
        if text.startswith(MUTABLE) and p.how != "star" and len(text) > 2:
            setup.append("%s = %s" % (p.name, text))
            pairs.append((p, p.name))
        else:
            pairs.append((p, text))
    return setup, arguments(Call(pairs, call.legality))


def wrap(func, text):
    """The print of a call, awaited or entered where the function asks for it."""
    if func.has("contextmanager"):
        return ["with %s as value:\n    print(value)" % text]
    if isinstance(func.node, ast.AsyncFunctionDef):
        return [COLLECT.format(text)] if _is_generator(func.node) else ["print(asyncio.run(%s))" % text]
    if _is_generator(func.node) or _returns(func.node) in ("Iterator", "Generator"):
        endless = gen_text.mentions(func.node) & {"count", "cycle", "repeat"} or any(
            isinstance(n, ast.While) and isinstance(n.test, ast.Constant) for n in gen_text.walk(func.node))
        return ["print(list(islice(%s, 20)))" % text if endless else "print(list(%s))" % text]
    return ["print(%s)" % text]


def _is_generator(node):
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in gen_text.walk(node))


def _returns(node):
    note = node.returns
    if isinstance(note, ast.Constant) and isinstance(note.value, str):
        return note.value.split("[")[0].split(".")[-1]
    if isinstance(note, ast.Subscript):
        note = note.value
    return gen_text.dotted(note).split(".")[-1] if note is not None else ""


def variable(name):
    """CamelCase -> camel_case, the last word of a long one."""
    out = ""
    for i, c in enumerate(name):
        if c.isupper() and i and (not name[i - 1].isupper() or (i + 1 < len(name) and name[i + 1].islower())):
            out += "_"
        out += c.lower()
    out = out.strip("_")
    out = out.split("_")[-1] if len(out) > 18 else out
    return "obj" if out == name or out in gen_text.BUILTINS or keyword.iskeyword(out) else out
