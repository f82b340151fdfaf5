"""Programs aimed at the conditions of a change, old and new: real calls with an argument for which a condition is true,
false, or just at its edge. Arguments for which the two versions of a condition say different things come first.
"""
import ast
import re

import gen_conditions
import gen_literals
import gen_mutate
import gen_text
import gen_trace
import gen_values
from gen_index import Class, Func
from gen_trace import Pattern, Root, Scope, Unknown

CALLED_MAX = 8       # functions that a changed one calls, whose patterns are looked at
MATCHED_EACH, LOOKED_FOR_MAX = 3, 8     # texts that one pattern matches, and in all
CALLERS_MAX = 12    # functions that mention a name, looked at for calls of it
SITES_MAX = 8       # parameters through which one value is reached
UP_MAX = 3          # calls between a public function and the change
PROGRAMS_MAX = 2    # real calls that one value is put into
VALUES_MAX = 18     # of one question
EACH = frozenset(("item", "key", "value"))
UNCHANGED = 3       # weight of what is about conditions that did not change
SHOWN_MAX = 700     # characters of a value
LOOSE_MAX = 6       # texts of conditions that come from no argument directly
REAL_MAX = 2500     # candidates that are looked at for calls
AIMS_MAX = 60       # programs aimed at the conditions of one target
HOLDING_MAX, HOLDING_EACH = 16, 3   # programs that texts which conditions look for are put into, and of each
OPERATORS = {getattr(ast, sign): "__%s__" % name for sign, name in (
    ("Eq", "eq"), ("NotEq", "ne"), ("Lt", "lt"), ("LtE", "le"), ("Gt", "gt"), ("GtE", "ge"), ("Add", "add"), ("Sub", "sub"), ("Mult", "mul"),
    ("Div", "truediv"), ("FloorDiv", "floordiv"), ("Mod", "mod"), ("Pow", "pow"), ("BitAnd", "and"), ("BitOr", "or"), ("BitXor", "xor"),
    ("LShift", "lshift"), ("RShift", "rshift"), ("MatMult", "matmul"))}
DEF = re.compile(r"^[ \t]*(async[ \t]+)?def[ \t]", re.M)


class Aim:
    """A program's text; `same`: what was put in is of the kind that the parameter takes; the less `weight`, the more
    it says: 0 tells old from new, 1 may, 2 does not, 3 is about a condition that did not change."""

    def __init__(self, text, same, weight, seed):
        self.text, self.same, self.weight, self.seed = text, same, weight, seed


def programs(aims, targets, real, late):
    """(the candidate it was made of, text, is what was put in of the kind taken, rank and target if they are known) of
    programs for all targets, in the order in which they are to be tried. `real`: candidates, the best first; `late`: is there no more time?"""
    loose, rows = [], by_callable(real[:REAL_MAX])
    for target in targets:
        if late():
            return
        found, texts = aims.all(target, rows)
        loose += [t for t in texts if t not in loose]
        for aim in found[:AIMS_MAX]:
            yield aim.seed, aim.text, aim.same, {"rank": 5 - aim.weight, "target": target.name}
    turned = lambda k: loose[k % len(loose):] + loose[:k % len(loose)]      # another one first in each program
    seeds = real[:HOLDING_MAX] if loose else []
    rows = [gen_mutate.holding(seed["source"], turned(k)) for k, seed in enumerate(seeds)]
    for k in range(HOLDING_EACH):
        for seed, texts in zip(seeds, rows):
            if k < len(texts):
                yield seed, texts[k], True, {}


class Aims:
    def __init__(self, index, maker=None):
        self.index, self.maker = index, maker
        self._constants, self._scopes, self._own, self._passed_to = {}, {}, {}, {}
        self._held, self._stored = {}, {}

    # ---- what is asked
    def conditions(self, target):
        """Conditions of both versions of a changed function; of a module's own code those that read what changed."""
        info = target.info
        if info is None or isinstance(target.node, Class):
            return []
        if target.node is None:
            return self._of_names(target) if not target.qualname else []
        mine, theirs = self.scope(target.node), None
        node = only_function(target.other)
        if node is not None:
            theirs = self._scope(node, target.node, target.node.params, info, target.node.owner)
        lines = [n for n in target.lines if target.node.node.lineno <= n <= target.node.node.end_lineno]
        return gen_conditions.differing(mine, theirs, lines)

    def _of_names(self, target):
        out = []
        for name in sorted(target.names)[:4]:
            for func in [f for f in self.index.mentioned_by.get(name, ()) if isinstance(f, Func)][:4]:
                scope = self.scope(func)
                out += [gen_conditions.Condition(t, scope, True) for t in gen_conditions.tests_of(func.node)
                        if name in gen_text.mentions(t)][:4]
        return out

    def scope(self, func):
        if id(func) not in self._scopes:
            self._scopes[id(func)] = self._scope(func.node, func, func.params, func.module, func.owner)
        return self._scopes[id(func)]

    def _scope(self, node, owner, params, module, cls):
        if module.name not in self._constants:
            self._constants[module.name] = self._known(module)
        own = (lambda attr: self.own(cls, attr)) if cls is not None else None
        return Scope(node, owner, params, self._constants[module.name], own, lambda attr: self.held(cls, attr),
                     lambda attr: self.set_to(cls, attr))

    def _known(self, module):
        """Constants of a module and those it imports from the others, by their name or with that of the module before it."""
        out = {}
        for name, (base, real) in module.exports.items():
            other, inner = self.index.modules.get(base), self.index.modules.get("%s.%s" % (base, real))
            known = gen_conditions.constants(other.src.tree) if other is not None and other is not module and not inner else {}
            out.update({name: known[real]} if real in known else {})
            out.update(self._beyond(name, inner))
        for node in module.src.tree.body:
            for alias in node.names if isinstance(node, ast.Import) else ():
                out.update(self._beyond(alias.asname or alias.name, self.index.modules.get(alias.name)))
        return dict(out, **gen_conditions.constants(module.src.tree))

    @staticmethod
    def _beyond(name, module):
        known = gen_conditions.constants(module.src.tree) if module is not None else {}
        return {"%s.%s" % (name, key): value for key, value in known.items()}

    def set_to(self, cls, attr):
        """Constants that an attribute may be set to in the constructor of its class: defaults of parameters among them."""
        key = (id(cls), attr, "set")
        if key not in self._own:
            self._own[key] = []     # as above
            others = [c for group in self.index.classes.values() for c in group if c is not cls and attr in self._stores(c)]
            for one in ([cls] if cls is not None else []) + others * (len(others) == 1):
                init = self.index.method(one, "__init__")
                self._own[key] += [v for target, value in (_assigned(init.node) if init is not None else ())
                                   if isinstance(target, ast.Attribute) and target.attr == attr for v in self.scope(init).possible(value)]
        return self._own[key]

    def behind(self, target):
        """Numbers that the names on the changed lines of a function may stand for."""
        func = target.node
        names = [n for n in gen_text.walk(func.node) if isinstance(n, (ast.Name, ast.Attribute)) and isinstance(n.ctx, ast.Load)
                 and n.lineno in target.lines] if isinstance(func, Func) else []
        return [v for n in names for v in self.scope(func).possible(n) if type(v) in (int, float)]

    def looked_for(self, target):
        """Texts that patterns of the module match, for which a changed function or one that it calls looks."""
        if not isinstance(target.node, Func):
            return []
        called = [self.index.by_name.get(name, ()) for name in sorted(gen_text.mentions(target.node.node))]
        out = []
        for func in [target.node] + [group[0] for group in called if len(group) == 1][:CALLED_MAX]:
            known = self.scope(func).known
            found = [known.get(name) for name in sorted(gen_text.mentions(func.node))]
            out += [text for p in found if isinstance(p, Pattern) for text in gen_literals.texts_of_pattern(p.text)[:MATCHED_EACH]]
        return out[:LOOKED_FOR_MAX]

    def own(self, cls, attr):
        """Where self.attr comes from: (Root, steps) in the constructor, or None."""
        key = (id(cls), attr)
        if key not in self._own:
            self._own[key] = None       # a class may ask in a circle
            self._own[key] = self._from_constructor(cls, attr)
        return self._own[key]

    def held(self, cls, attr):
        """Where x.attr comes from, of whatever object: in the constructor of `cls`, where its methods ask, or in that of the
        only class that has such an attribute."""
        if attr not in self._held:
            self._held[attr] = []       # as above
            found = [self.own(c, attr) for group in self.index.classes.values() for c in group if attr in self._stores(c)]
            self._held[attr] = [f for f in found if f]
        mine = self.own(cls, attr) if cls is not None else None
        return mine or (self._held[attr][0] if len(self._held[attr]) == 1 else None)

    def _stores(self, cls):
        """Names of what the class's own constructor may set."""
        if cls not in self._stored:
            init = cls.methods.get("__init__")
            self._stored[cls] = {p.name for p in self.index.constructor(cls) or ()} if cls.is_record() else \
                {n.attr for n in gen_text.walk(init.node) if isinstance(n, ast.Attribute)} if init is not None else set()
        return self._stored[cls]

    def _from_constructor(self, cls, attr):
        init = self.index.method(cls, "__init__")
        if init is None:
            params = [p for p in self.index.constructor(cls) or () if p.name == attr] if cls.is_record() else []
            return (Root(cls, params[0]), ()) if params else None
        for target, value in _assigned(init.node):
            if isinstance(target, ast.Attribute) and target.attr == attr and gen_text.dotted(target.value) == "self":
                found = self.scope(init).trace(value)
                if found:
                    return found
        return None

    # ---- where arguments are given
    def sites(self, root, steps):
        """(Root, steps) of the parameter itself and of those of its callers that are handed on to it."""
        out, todo, seen = [], [(root, steps, 0)], set()
        while todo and len(out) < SITES_MAX:
            root, steps, depth = todo.pop(0)
            if root.key in seen:
                continue
            seen.add(root.key)
            out.append((root, steps))
            if depth < UP_MAX:
                todo += [(above, more + steps, depth + 1) for above, more in self._passed(root)]
        return out

    def _passed(self, root):
        """What callers hand to a parameter, as (Root, steps) of theirs."""
        if root.key not in self._passed_to:
            out = []
            for name in sorted(self.callables(root.owner)):
                callers = [f for f in self.index.mentioned_by.get(name, ()) if isinstance(f, Func) and f is not root.owner]
                for caller in callers[:CALLERS_MAX]:
                    scope = self.scope(caller)
                    for call in gen_text.walk(caller.node):
                        if isinstance(call, ast.Call) and called(call) == name:
                            given = _argument(call, root.owner, root.param, self.index)
                            found = scope.trace(given) if given is not None else None
                            out += [found] if found else []
            self._passed_to[root.key] = out[:SITES_MAX]
        return self._passed_to[root.key]

    def callables(self, owner):
        """Names by which a function, or the class whose constructor it is, is called."""
        if isinstance(owner, Func) and owner.name not in ("__init__", "__new__", "__post_init__"):
            return {owner.name}
        cls = owner if isinstance(owner, Class) else owner.owner
        return {c.name for c in [cls] + self.index.subclasses(cls) if c is cls or not self._has_own(c)} if cls else set()

    @staticmethod
    def _has_own(cls):
        return "__init__" in cls.methods

    # ---- programs
    def all(self, target, rows):
        """(Aims for a target, those that say most first, one of each question in turn; texts that its conditions look
        for in what comes from no argument). `rows`: programs that may be changed, as by_callable() says them."""
        conditions = self.conditions(target)[:gen_conditions.CONDITIONS_MAX]
        out, loose = [], []
        for at, condition in enumerate(conditions):
            for i, aims in enumerate(self.programs(condition, rows)):
                for k, aim in enumerate(aims):
                    aim.weight = aim.weight if condition.is_new else UNCHANGED
                    out.append((aim.weight, k, at, i, aim))
            loose += self.loose(condition) if condition.is_new else []
        return [row[-1] for row in sorted(out, key=lambda row: row[:4])], list(dict.fromkeys(loose))[:LOOSE_MAX]

    def programs(self, condition, rows):
        """Lists of Aims, one for each question of a condition. `rows`: {callable's name: candidates that call it}."""
        out = []
        for how, subject, given in gen_conditions.questions(condition.test, condition.scope):
            of = self._of_pair if how.startswith("pair") else self.of_one
            try:
                out.append(of(condition, how, subject, given, rows))
            except TypeError:
                continue        # a list as a member of a set: the others are asked all the same
        return [sorted(aims, key=lambda a: a.weight)[:VALUES_MAX] for aims in out if aims]

    def _calls(self, root, rows):
        """(row, tree source, call) of a few different real calls."""
        found = sorted((r for name in self.callables(root.owner) for r in rows.get(name, ())), key=lambda r: r["order"])
        places, out = set(), []
        for row in found:
            if row["where"] in places and len(found) > PROGRAMS_MAX:
                continue
            places.add(row["where"])
            src = gen_text.source("", row["source"])
            call = next((n for n in uses(src.nodes) if called(n) in self.callables(root.owner)), None)
            if call is not None:
                out.append((row, src, call))
            if len(out) >= PROGRAMS_MAX:
                break
        return out

    def of_one(self, condition, how, subject, given, rows):
        found, out = condition.scope.trace(subject), []
        for root, steps in self.sites(*found) if found else ():
            for row, src, call in self._calls(root, rows):
                made = []
                place = Place(src, call, root, self.index)
                if not place.can_be_set:
                    continue
                had = _through(steps, place.value)
                for value in gen_conditions.wanted(how, given, had):
                    for new in gen_trace.arguments(steps, value, place.value)[:2]:
                        said = self._tells(condition, found[0], found[1], steps, new, place)
                        made.append(self._aim(row, src, [(place, new)], said))
                out += [(k, aim) for k, aim in enumerate(made) if aim is not None]
            if out:
                break       # the nearest call is the one that says most
        return [aim for _, aim in sorted(out, key=lambda row: row[0])]

    def _of_pair(self, condition, how, left, right, rows):
        """Both arguments of one question, in one program. Where one of them cannot be set, the other one is."""
        one, two = condition.scope.trace(left), condition.scope.trace(right)
        if not one or not two or one[0].key == two[0].key:
            return []
        out = []
        for (a, steps), (b, more) in [(x, y) for x in self.sites(*one) for y in self.sites(*two)]:
            for row, src, call in self._calls(a, rows):
                other = call if self.callables(b.owner) == self.callables(a.owner) else next(
                    (n for n in uses(src.nodes) if called(n) in self.callables(b.owner)), None)
                first, second = Place(src, call, a, self.index), Place(src, other, b, self.index)
                if not first.can_be_set or not second.can_be_set or first.at == second.at is not None:
                    continue
                for x, y in gen_conditions.both(how, _through(steps, first.value), _through(more, second.value)):
                    xs, ys = gen_trace.arguments(steps, x, first.value)[:1], gen_trace.arguments(more, y, second.value)[:1]
                    if xs and ys:
                        said = self._says(condition, {one[0].key: xs[0], two[0].key: ys[0]}) \
                            if (a.key, b.key) == (one[0].key, two[0].key) else None
                        out.append(self._aim(row, src, [(first, xs[0]), (second, ys[0])], said))
            if out:
                break
        return [a for a in out if a is not None]

    def _tells(self, condition, root, own_steps, steps, new, place):
        """Do the two versions say different things of this argument? None: nobody knows."""
        value = _through(steps[:len(steps) - len(own_steps)], new)
        env = {} if root.key != place.root.key else place.others(self.index)
        for p in condition.scope.params.values():
            default = gen_text.value_of(p.default) if p.default is not None else None
            if default is not None:
                env.setdefault((id(condition.scope.owner), p.name), default)
        said = self._says(condition, {**env, root.key: value}) if value is not None or new is None else None
        # of what is asked of each item only the first was looked at
        return said or (None if any(step[0] in EACH for step in own_steps) else said)

    @staticmethod
    def _says(condition, env):
        try:
            mine = bool(condition.scope.value(condition.test, env))
            if condition.other is None:
                return mine or None
            return mine != bool(condition.other_scope.value(condition.other, env))
        except (Unknown, TypeError, ValueError, RecursionError):
            return None

    def _aim(self, row, src, changes, said):
        edits, same = [], True
        for place, value in changes:
            text = shown(value)
            if text is None:
                return None
            edits.append(place.edit(text))
            same = same and self._is_like(place, value, text)
        if len(edits) == 2 and edits[0][:2] == edits[1][:2]:    # both are added at the end of one call
            edits = [edits[0][:2] + (edits[0][2] + ("" if edits[1][2].startswith(", ") else ", ") + edits[1][2],)]
        return Aim(src._apply(0, len(src.data), edits), same, 0 if said else 1 if said is None else 2, row)

    def _is_like(self, place, value, text):
        if place.value is not None and type(value) is type(place.value):
            return True
        root, func = place.root, place.root.owner
        kinds = self.maker.kinds(func if isinstance(func, Func) else None, func.name, place.index, root.param)
        kind = gen_values.kind_of_text(text) or "?"
        return "object" not in kinds.kinds and kinds.takes(kind) or kind in gen_values.used(root.param.name, func.node)

    def loose(self, condition):
        """Texts that a condition looks for in what comes from no argument directly."""
        out = []
        for how, subject, given in gen_conditions.questions(condition.test, condition.scope):
            if how.startswith("pair") or condition.scope.trace(subject):
                continue
            texts = gen_conditions.wanted(how, given, None)[:4] if how == "match" else \
                list(given)[:4] if how == "in" and not isinstance(given, str) else [given]
            out += [t for t in texts if isinstance(t, str) and 0 < len(t) < 40 and not t.isspace() and how != "text"]
        return list(dict.fromkeys(out))


def by_callable(candidates):
    """{name of what is called: candidates that call it}. Each candidate says its `order`."""
    out = {}
    for order, row in enumerate(candidates):
        tree = gen_text.parse(row["source"])
        row["order"] = order
        for name in {called(n) for n in uses(gen_text.walk(tree))} if tree else ():
            out.setdefault(name, []).append(row)
    return out


class Place:
    """Where a program gives the argument of a parameter: `at`: its node, or None: it is left out."""

    def __init__(self, src, call, root, index):
        self.src, self.call, self.root = src, call, root
        self.at, self.value, self.can_be_set, self.index = None, None, False, 0
        if call is None:
            return
        params = _params(root.owner, index)
        names = [p.name for p in params]
        if root.param.name not in names or any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return
        self.index = names.index(root.param.name)
        self.at = _argument(call, root.owner, root.param, index)
        if isinstance(self.at, ast.Name):
            self.at = _set_to(src.tree, self.at.id) or self.at
        if self.at is not None:
            self.value = _value(self.at)
            self.can_be_set = "\n" not in src.text(self.at) or isinstance(self.value, (str, list, dict, tuple))
        else:
            self.value = gen_text.value_of(root.param.default) if root.param.default is not None else None
            self.can_be_set = hasattr(call, "lineno") and root.param.how in ("plain", "keyword") and len(call.args) <= self.index + (root.param.how == "keyword") * 99

    def edit(self, text):
        if self.at is not None:
            return self.src.span(self.at) + (text,)
        end = self.src.span(self.call)[1] - 1
        comma = ", " if self.call.args or self.call.keywords else ""
        return (end, end, "%s%s=%s" % (comma, self.root.param.name, text))

    def others(self, index):
        """What the call gives for the other parameters, as an environment."""
        out = {}
        for p in _params(self.root.owner, index):
            node = _argument(self.call, self.root.owner, p, index)
            if node is not None and gen_text.is_literal(node):
                out[(id(self.root.owner), p.name)] = _value(node)
        return out


def shown(value):
    """A value as source text; None: too long."""
    if isinstance(value, str):
        text = gen_mutate.quoted(value)
    elif isinstance(value, float) and (value != value or value in (float("inf"), -float("inf"))):
        text = 'float("%r")' % value
    elif isinstance(value, (set, frozenset)):
        text = "{%s}" % ", ".join(sorted(map(repr, value))) if value else "set()"
    else:
        text = repr(value)
    return text if len(text) <= SHOWN_MAX else None


def _value(node):
    """What a literal is, and "...".encode()."""
    if isinstance(node, ast.Call) and called(node) == "encode" and isinstance(node.func, ast.Attribute):
        inner = gen_text.value_of(node.func.value)
        try:
            return inner.encode(*map(gen_text.value_of, node.args)) if isinstance(inner, str) else None
        except (LookupError, UnicodeError, TypeError):
            return None
    return gen_text.value_of(node)


def _assigned(node):
    """(target, value) of each assignment in a function; of a, b = c, d both."""
    for n in gen_text.walk(node):
        if not isinstance(n, (ast.Assign, ast.AnnAssign)) or n.value is None:
            continue
        for target in n.targets if isinstance(n, ast.Assign) else [n.target]:
            if isinstance(target, ast.Tuple) and isinstance(n.value, ast.Tuple) and len(target.elts) == len(n.value.elts):
                yield from zip(target.elts, n.value.elts)
            else:
                yield target, n.value


def _through(steps, value):
    try:
        for step in steps:
            value = gen_trace.forward(step, value)
        return value
    except Unknown:
        return None


def _params(owner, index):
    return (index.constructor(owner) or []) if isinstance(owner, Class) else owner.params


def uses(nodes):
    """The calls among nodes, and what is written in another way: x[k], a in b, a < b, a + b, x.name = v. Those have no place of
    their own, only their arguments have."""
    for n in nodes:
        if isinstance(n, ast.Call):
            yield n
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, (ast.Load, ast.Del)):
            yield _as_call(n.value, "__getitem__" if isinstance(n.ctx, ast.Load) else "__delitem__", n.slice)
        elif isinstance(n, ast.Compare) and len(n.ops) == 1:
            if isinstance(n.ops[0], (ast.In, ast.NotIn)):
                yield _as_call(n.comparators[0], "__contains__", n.left)
            elif type(n.ops[0]) in OPERATORS:
                yield _as_call(n.left, OPERATORS[type(n.ops[0])], n.comparators[0])
        elif isinstance(n, ast.BinOp) and type(n.op) in OPERATORS:
            yield _as_call(n.left, OPERATORS[type(n.op)], n.right)
        elif isinstance(n, ast.Assign) and len(n.targets) == 1:
            target = n.targets[0]
            if isinstance(target, ast.Subscript):
                yield _as_call(target.value, "__setitem__", target.slice, n.value)
            elif isinstance(target, ast.Attribute):
                yield _as_call(target.value, target.attr, n.value)


def _as_call(owner, name, *args):
    # Python 3.8 has one around what is no slice, and does not say where slices stand
    args = [a.value if type(a).__name__ == "Index" else a for a in args if type(a).__name__ == "Index" or hasattr(a, "lineno")]
    return ast.Call(func=ast.Attribute(value=owner, attr=name, ctx=ast.Load()), args=args, keywords=[])


def called(call):
    return getattr(call.func, "attr", "") or getattr(call.func, "id", "")


def calls(node, name):
    """Does it call what the name stands for?"""
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == name for n in gen_text.walk(node))


def _argument(call, owner, param, index):
    """The expression that a call gives for a parameter, or None."""
    for k in call.keywords:
        if k.arg == param.name:
            return k.value
    plain = [p.name for p in _params(owner, index) if p.how in ("positional", "plain")]
    at = plain.index(param.name) if param.name in plain else -1
    return call.args[at] if 0 <= at < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args[:at + 1]) else None


def _set_to(tree, name):
    """What a program's own statement sets a name to, if it does so once."""
    rows = [n.value for n in tree.body if isinstance(n, ast.Assign) and name in gen_text.stores(n)
            and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    return rows[0] if len(rows) == 1 else None


def only_function(text):
    """The function that a text of one side is, without its decorators, or None. Its first line has lost its blanks."""
    start = DEF.search(text or "")
    tree = gen_text.parse(text[start.start():].lstrip(" \t")) if start else None
    return tree.body[0] if tree and len(tree.body) == 1 else None
