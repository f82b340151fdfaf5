"""Where a value in a function comes from: a parameter and the steps that lead from it to the value, which can be
gone forwards (what does this argument become?) and, in simple cases, backwards (which argument becomes this?).

Only values of constants and containers are computed, with what is listed here; nothing of the project runs.
"""
import ast
import operator

import gen_deadline
import gen_text

DEEP_MAX = 8        # names and calls that are followed
STEPS_MAX = 50000   # of all that is traced in one function
POSSIBLE_MAX = 4    # constants that one name may stand for
LONG_MAX = 400      # characters or items of a value that is made
NUMBER_MAX = 10 ** 18
MATCHED_MAX = 60    # characters of a pattern and of a text that it is tried on
BLANKED = frozenset("strip lstrip rstrip".split())
CASED = {"lower": str.upper, "casefold": str.upper, "upper": str.lower, "title": str.lower, "capitalize": str.upper,
         "swapcase": str.swapcase}
PARTS = frozenset("split rsplit partition rpartition splitlines".split())
SAME = frozenset("list tuple iter sorted reversed str float Decimal copy deepcopy dict set frozenset".split())
ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%", ast.FloorDiv: "//", ast.Div: "/"}
WORK = {"+": operator.add, "-": operator.sub, "*": operator.mul, "%": operator.mod, "//": operator.floordiv,
        "/": operator.truediv}
COMPARING = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
             ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
             ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b}
TYPES = {t.__name__: t for t in (int, float, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, complex, type)}
TYPES.update(Mapping=dict, MutableMapping=dict, Sequence=(list, tuple, str), Iterable=(list, tuple, str, dict, set),
             Set=(set, frozenset), Number=(int, float), Real=(int, float), Integral=int, NoneType=type(None))


class Unknown(Exception):
    """It cannot be said what comes out."""


class Root:
    """A parameter of a function or class: where an argument is put."""

    def __init__(self, owner, param):
        self.owner, self.param = owner, param    # Func or Class; its Param
        self.key = (id(owner), param.name)


class Scope:
    """What the names of one function stand for. `known`: {name: value} of the module's constants;
    `own`: a function that says the same of self.name, as Root and steps; `held`: of an attribute of any other object;
    `set_to`: one that says which constants an attribute may be set to."""

    def __init__(self, node, owner, params, known, own=None, held=None, set_to=None):
        self.node, self.owner, self.known, self.own, self.held, self.set_to = node, owner, known, own, held, set_to
        self.params = {p.name: p for p in params if p.how not in ("star", "stars")}
        args = node.args.posonlyargs + node.args.args
        self.self = args[0].arg if args and args[0].arg in ("self", "cls") else None
        self.bound = {}      # name -> [(line, expression, steps that follow)]
        self.traced, self.steps = {}, 0      # (id of a node, depth) -> (node, where it comes from)
        for n in gen_text.walk(node):
            if isinstance(n, ast.Assign):
                for target in n.targets:
                    self._bind(target, n.value, (), n.lineno)
            elif isinstance(n, (ast.AnnAssign, ast.NamedExpr)) and n.value is not None:
                self._bind(n.target, n.value, (), n.lineno)
            elif isinstance(n, (ast.For, ast.comprehension)):
                self._bind_items(n.target, n.iter)

    def _bind(self, target, value, steps, line):
        if isinstance(target, ast.Name):
            self.bound.setdefault(target.id, []).append((line, value, steps))
        elif isinstance(target, (ast.Tuple, ast.List)):
            both = value.elts if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) else None
            for i, one in enumerate(target.elts):
                self._bind(one, both[i] if both else value, steps if both else steps + (("[]", i),), line)

    def _bind_items(self, target, value):
        line, steps = value.lineno, (("item",),)
        if isinstance(value, ast.Call):
            name = gen_text.dotted(value.func)
            if name in ("enumerate", "reversed", "sorted", "iter", "list", "set") and value.args:
                pair = name == "enumerate" and isinstance(target, ast.Tuple) and len(target.elts) == 2
                return self._bind_items(target.elts[1] if pair else target, value.args[0])
            last = value.func.attr if isinstance(value.func, ast.Attribute) else ""
            if last == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2:
                self._bind(target.elts[0], value.func.value, (("key",),), line)
                return self._bind(target.elts[1], value.func.value, (("value",),), line)
            if last in ("keys", "values"):
                value, steps = value.func.value, (("key" if last == "keys" else "value",),)
        return self._bind(target, value, steps, line)

    # ---- where it comes from
    def expression(self, node):
        """What a name was set to, if it is no parameter and was set to one thing."""
        rows = self.bound.get(node.id, ()) if isinstance(node, ast.Name) else ()
        return rows[0][1] if len(rows) == 1 and not rows[0][2] and node.id not in self.params else None

    def trace(self, node, depth=0):
        """(Root, steps) or None. A name that is set again and again has more ways than can be gone: each once."""
        key = (id(node), depth)
        self.steps += depth > 0
        if key not in self.traced:
            if depth > DEEP_MAX or self.steps > STEPS_MAX:
                return None
            self.traced[key] = (node, self._trace(node, depth))
        return self.traced[key][1]

    def _trace(self, node, depth):
        follow = lambda inner, *steps: self._then(self.trace(inner, depth + 1), steps)
        if isinstance(node, ast.Name):
            return self._name(node, depth)
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id == self.self and self.self:
                return self.own(node.attr) if self.own else None
            return self.held(node.attr) if self.held and isinstance(node.value, ast.Name) else None
        if isinstance(node, ast.Subscript):
            return follow(node.value, self._subscript(node.slice))
        if isinstance(node, ast.Call):
            return self._call(node, depth)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return follow(node.operand, ("neg",))
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            right = self.constant(node.right)
            if right is not None:
                return follow(node.left, (ARITHMETIC[type(node.op)], right))
            return None
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            return follow(node.values[0])
        if isinstance(node, ast.IfExp):
            return follow(node.body) or follow(node.orelse)
        if isinstance(node, (ast.NamedExpr, ast.Starred, ast.Await)):
            return follow(node.value)
        return None

    @staticmethod
    def _then(found, steps):
        return found and (None if None in steps else (found[0], found[1] + tuple(steps)))

    def _name(self, node, depth):
        for line, value, steps in reversed(self.bound.get(node.id, ())):
            # a name may be set from itself: then what is above counts
            if line < node.lineno or (line == node.lineno and node.id not in self.params):
                found = self._then(self.trace(value, depth + 1), steps)
                if found:
                    return found
        return (Root(self.owner, self.params[node.id]), ()) if node.id in self.params else None

    def _subscript(self, node):
        node = getattr(node, "value", node) if type(node).__name__ == "Index" else node
        if isinstance(node, ast.Slice):
            parts = [None if p is None else self.constant(p) for p in (node.lower, node.upper)]
            odd = any(p is not None and type(v) is not int for p, v in zip((node.lower, node.upper), parts))
            return None if odd or node.step is not None else ("[:]", *parts)
        key = self.constant(node)
        return ("[]", key) if isinstance(key, (int, str)) else None

    def _call(self, node, depth):
        follow = lambda inner, *steps: self._then(self.trace(inner, depth + 1), steps)
        given = [self.constant(a) for a in node.args]
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in BLANKED or name in CASED:
                return follow(node.func.value, ("text", name) + tuple(given))
            if name in PARTS:
                return follow(node.func.value, ("parts", name) + tuple(given))
            if name in ("get", "pop") and given and isinstance(given[0], (str, int)):
                return follow(node.func.value, ("[]", given[0]))
            if name in ("keys", "copy", "replace", "encode", "decode", "format", "values"):
                return follow(node.func.value, ("recode", name)) if name in ("encode", "decode") else follow(node.func.value)
        name = gen_text.dotted(node.func).split(".")[-1]
        if name in ("len", "abs", "bool", "int", "sum", "max", "min", "ord") and len(node.args) == 1:
            return follow(node.args[0], (name,))
        if name in SAME and node.args:
            return follow(node.args[0])
        # of another function with one argument that is known to come from somewhere, the guess is that it keeps it
        found = [f for f in (self.trace(a, depth + 1) for a in node.args) if f] if len(node.args) <= 3 and depth < 3 else ()
        return found[0] if len(found) == 1 else None

    # ---- what it is
    def constant(self, node):
        """The value of constants and of names of constants; None: not known (or None)."""
        try:
            return self.value(node, {})
        except Unknown:
            return None

    def possible(self, node, depth=0):
        """Numbers and texts that an expression may be, as arguments or defaults decide: of `1024 if binary else 1000` both, of
        a parameter its default, of a table its values."""
        known = self.constant(node)
        if known is not None:
            return [known] if type(known) in (int, float, str, bytes) else []
        found, down = [], lambda one: self.possible(one, depth + 1)
        if depth > DEEP_MAX or isinstance(node, ast.Constant):
            return []
        if isinstance(node, ast.IfExp):
            found = down(node.body) + down(node.orelse)
        elif isinstance(node, ast.BoolOp):
            found = [v for one in node.values for v in down(one)]
        elif isinstance(node, ast.Name):
            rows = [value for _, value, steps in self.bound.get(node.id, ()) if not steps][:POSSIBLE_MAX]
            found = [v for value in rows for v in down(value)] + self._default(self.params.get(node.id))
        elif isinstance(node, ast.Attribute):
            found = list(self.set_to(node.attr)) if self.set_to else []
        elif isinstance(node, ast.Subscript):
            table = self.constant(node.value)
            found = list(table.values()) if isinstance(table, dict) else []
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            found = [v for left in down(node.left) for v in self._worked(ARITHMETIC[type(node.op)], left, down(node.right))]
        elif isinstance(node, ast.Call) and gen_text.dotted(node.func) in ("min", "max", "int", "float", "len"):
            found = [v for one in node.args for v in down(one)]
        return list(dict.fromkeys(v for v in found if type(v) in (int, float, str, bytes)))[:POSSIBLE_MAX]

    @staticmethod
    def _default(param):
        value = gen_text.value_of(param.default) if param is not None and param.default is not None else None
        return [] if value is None or isinstance(value, bool) else [value]

    @staticmethod
    def _worked(sign, left, rights):
        out = []
        for right in rights:
            try:
                out.append(forward((sign, right), left))
            except Unknown:
                continue
        return out

    def value(self, node, env, depth=0):
        """What an expression is where arguments have the values `env` says, by Root.key. Raises Unknown."""
        if depth > DEEP_MAX:
            raise Unknown
        down = lambda one: self.value(one, env, depth + 1)
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            items = [down(e) for e in node.elts]
            return _made({ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)], items)
        if isinstance(node, ast.Compare):
            return self._compared(node, down)
        if isinstance(node, ast.BoolOp):
            wanted = isinstance(node.op, ast.Or)
            for one in node.values:
                said = down(one)
                if bool(said) == wanted:
                    break
            return said
        if isinstance(node, ast.UnaryOp):
            inner = down(node.operand)
            if isinstance(node.op, ast.Not):
                return not inner
            return forward(("neg",), inner) if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.IfExp):
            return down(node.body if down(node.test) else node.orelse)
        if isinstance(node, ast.Call):
            asked = self._asked(node, down)
            if asked is not None:
                return asked
        return self._followed(node, env, depth)

    def _followed(self, node, env, depth):
        found = self.trace(node) if env else None
        if found and found[0].key in env:
            value = env[found[0].key]
            for step in found[1]:
                value = forward(step, value)
            return value
        if isinstance(node, ast.Name):
            inner = self.expression(node)
            if inner is not None:
                return self.value(inner, env, depth + 1)
            if node.id in self.known and node.id not in self.params and node.id not in self.bound:
                return self.known[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            for name in (gen_text.dotted(node), node.attr):
                if name in self.known:
                    return self.known[name]
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            return forward((ARITHMETIC[type(node.op)], self.value(node.right, env, depth + 1)),
                           self.value(node.left, env, depth + 1))
        raise Unknown

    @staticmethod
    def _compared(node, down):
        left = down(node.left)
        for op, right in zip(node.ops, node.comparators):
            right = down(right)
            try:
                if not COMPARING[type(op)](left, right):
                    return False
            except TypeError:
                raise Unknown from None
            left = right
        return True

    def _asked(self, node, down):
        """isinstance(x, T), x.startswith(y), a match and the like; None: something else."""
        name, args = gen_text.dotted(node.func), node.args
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("match", "search", "fullmatch"):
            pattern = self.constant(node.func.value)
            given = [pattern] + list(map(down, args)) if pattern is not None else list(map(down, args))
            return _matched(node.func.attr, given)
        if name == "isinstance" and len(args) == 2:
            which = args[1].elts if isinstance(args[1], ast.Tuple) else [args[1]]
            types = [TYPES.get(gen_text.dotted(w).split(".")[-1]) for w in which]
            if None in types:
                raise Unknown
            return any(isinstance(down(args[0]), t) for t in types)
        if isinstance(node.func, ast.Attribute) and (node.func.attr in ("startswith", "endswith") and len(args) == 1
                                                     or node.func.attr.startswith("is") and not args):
            inner = down(node.func.value)
            try:
                return getattr(inner, node.func.attr)(*map(down, args)) if isinstance(inner, (str, bytes)) else None
            except (AttributeError, TypeError):
                raise Unknown from None
        return None


class Pattern:
    """What re.compile() of a text gives, among constants."""

    def __init__(self, text):
        self.text = text


def _matched(how, given):
    """Does a pattern match a short text? Raises Unknown."""
    pattern = getattr(given[0], "text", given[0]) if given else None
    if len(given) != 2 or not all(isinstance(t, str) and len(t) <= MATCHED_MAX for t in (pattern, given[1])):
        raise Unknown
    said = gen_deadline.matches(how, pattern, given[1])
    if said is None:
        raise Unknown
    return said


def _made(make, items):
    try:
        return make(items)
    except TypeError:
        raise Unknown from None


# ---- one step ------------------------------------------------------------------------

def forward(step, value):
    """What the step makes of a value; raises Unknown."""
    name, given = step[0], step[1:]
    try:
        out = _forward(name, given, value)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError, OverflowError, StopIteration):
        raise Unknown from None
    if isinstance(out, (str, bytes, list, tuple)) and len(out) > LONG_MAX or type(out) is int and abs(out) > NUMBER_MAX:
        raise Unknown
    return out


def _forward(name, given, value):
    if name in WORK:
        if name == "*" and not (isinstance(value, (int, float)) and isinstance(given[0], (int, float))) \
                or name == "%" and isinstance(value, (str, bytes)):
            raise Unknown
        return WORK[name](value, given[0])
    if name == "neg":
        return -value
    if name == "[]":
        return value[given[0]] if not isinstance(value, dict) else value.get(given[0])
    if name == "[:]":
        return value[given[0]:given[1]]
    if name in ("text", "parts"):
        if not isinstance(value, (str, bytes)):
            raise Unknown
        return getattr(value, given[0])(*given[1:])
    if name == "recode":
        return value.encode() if isinstance(value, str) else value.decode("utf-8", "replace")
    if name in ("item", "key"):
        return next(iter(value))
    if name == "value":
        return next(iter(value.values()))
    return {"len": len, "abs": abs, "bool": bool, "int": int, "sum": sum, "max": max, "min": min, "ord": ord}[name](value)


def backward(step, wanted, had):
    """Values that the step makes `wanted` of, the likest to `had` first; `had`: None where nobody knows."""
    name, given = step[0], step[1:]
    try:
        out = BACK[name](wanted, had, *given) if name in BACK else _back_work(name, wanted, given[0])
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError, OverflowError):
        return []
    return [v for v in out if not (isinstance(v, (str, bytes, list, tuple)) and len(v) > LONG_MAX)]


def _back_work(name, wanted, by):
    if isinstance(wanted, bool) or not isinstance(wanted, (int, float)):
        if name == "+" and isinstance(wanted, str) and wanted.endswith(by):
            return [wanted[:len(wanted) - len(by)]]
        return []
    if name == "+":
        return [wanted - by]
    if name == "-":
        return [wanted + by]
    if name == "%":
        return [by + wanted, wanted, 2 * by + wanted]
    if name == "//":
        return [wanted * by, wanted * by + by - 1]
    whole = wanted / by if name == "*" else wanted * by
    return [int(whole)] if whole == int(whole) else [whole]


def sized(n, had):
    """Something like `had` that is n long."""
    if type(n) is not int or not 0 <= n <= LONG_MAX:
        return []
    if isinstance(had, dict):
        rows = list(had.items())[:n]
        return [dict(rows + [("k%d" % i, i) for i in range(n - len(rows))])]
    if isinstance(had, (set, frozenset)):
        return [set(range(n))]
    if isinstance(had, (list, tuple, str, bytes)) and len(had):
        return [(had * (n // len(had) + 1))[:n]]
    plain = {list: list(range(n)), tuple: tuple(range(n)), bytes: b"x" * n}
    return [plain.get(type(had), "x" * n)]


def _at(wanted, had, key):
    if isinstance(had, dict) or isinstance(key, str):
        return [{**(had if isinstance(had, dict) else {}), key: wanted}]
    if isinstance(had, str):
        if not isinstance(wanted, str):
            return []
        return [wanted + had[1:]] if key == 0 else [had[:key] + wanted + (had[key + 1:] if key != -1 else "")]
    rows = list(had) if isinstance(had, (list, tuple)) else []
    while len(rows) <= (key if key >= 0 else -key - 1):
        rows.append(rows[-1] if rows else wanted)
    rows[key] = wanted
    return [tuple(rows) if isinstance(had, tuple) else rows]


def _between(wanted, had, first, last):
    rest = had if isinstance(had, type(wanted)) else wanted[:0]
    if not first and last is not None and last >= 0:
        return [wanted + rest[last:]]
    if last is None and first is not None and first < 0:
        return [rest[:first] + wanted]
    return [rest[:first] + wanted + (rest[last:] if last is not None else rest[:0])]


def _joined(wanted, had, name, sep=None, *_):
    if not isinstance(wanted, (list, tuple)):
        return []
    sep = "\n" if name == "splitlines" else " " if sep is None else sep
    if name.endswith("partition"):
        return ["".join(map(str, wanted))]
    return [sep.join(map(str, wanted))]


def _with_item(wanted, had):
    if isinstance(had, str) or had is None and isinstance(wanted, str) and len(wanted) == 1:
        return [(had or "") + wanted, wanted]
    make = type(had) if isinstance(had, (tuple, set, frozenset)) else list
    return [make([wanted] + list(had or ())[1:]), make(list(had or ()) + [wanted])]


BACK = {
    "len": sized, "abs": lambda v, had: [v, -v], "neg": lambda v, had: [-v], "bool": lambda v, had: [v],
    "int": lambda v, had: [str(v)] if isinstance(had, str) else [v], "ord": lambda v, had: [chr(v)],
    "sum": lambda v, had: [type(had or [])([v])], "max": _with_item, "min": _with_item,
    "[]": _at, "[:]": _between,
    "text": lambda v, had, name, *_: [] if not isinstance(v, str) else [v, " %s " % v] if name in BLANKED else [v, CASED[name](v)],
    "parts": _joined, "recode": lambda v, had, name: [v.encode() if name == "decode" else v.decode()],
    "item": _with_item, "key": lambda v, had: [{**(had or {}), v: next(iter((had or {"": 1}).values()))}],
    "value": lambda v, had: [{**(had or {}), next(iter(had or {"a": 0})): v}],
}


def arguments(steps, wanted, had):
    """Arguments that the steps make `wanted` of, with what `had` is like otherwise."""
    on_the_way = [had]
    for step in steps[:-1]:
        try:
            on_the_way.append(forward(step, on_the_way[-1]))
        except Unknown:
            on_the_way.append(None)
    values = [wanted]
    for step, before in zip(reversed(steps), reversed(on_the_way[:len(steps)])):
        values = [back for v in values for back in backward(step, v, before)][:4]
    return values
