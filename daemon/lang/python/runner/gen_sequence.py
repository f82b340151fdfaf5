"""Programs that do more than one thing: calls in a row, arguments shared, results changed or handed on.

What a cache, a shared list or a forgotten update does wrong shows only afterwards: each of these
programs ends in looking at what is left.
"""
import ast
import re

import gen_aim
import gen_program
import gen_steps
import gen_text
import gen_typed
from gen_typed import Call, arguments

PLANNED_MAX = 24     # programs of one method that follow a plan
DRAWN_MAX = 24       # programs of one class that are drawn by lot
OBSERVERS_MAX = 4
PAIRS_MAX = 6        # pairs of other methods that the changed one stands between
CALLS_MAX = 4        # ways to call one method
GIVEN_MAX = 3        # changes of what a program's set-up handed over
HANDED_MAX = 2       # literals that a program hands over and looks at again: the last are what is asked about
ROWS_MAX = 4         # programs with different calls of one function in a row
SHOWN = {"__len__": "len(%s)", "__iter__": "list(%s)"}
# What decides how an object is stored or copied, and what stores and copies it.
STORING = {name: ("pickle.loads(pickle.dumps(%s))", "copy.copy(%s)") for name in
           ("__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__getnewargs__", "__getnewargs_ex__")}
STORING.update({name: ("copy.copy(%s)", "pickle.loads(pickle.dumps(%s))") for name in ("__getattr__", "__getattribute__", "__setattr__", "__new__")})
STORING.update({"__copy__": ("copy.copy(%s)",), "__deepcopy__": ("copy.deepcopy(%s)",)})
WITH_FIELDS = ("pickle.loads(pickle.dumps(%s))", "copy.deepcopy(%s)")    # of a class whose objects hold something new: not all can be stored
SET_MAX = 6          # attributes that are set before an object is stored
OTHERS = frozenset("open suppress redirect_stdout redirect_stderr TemporaryDirectory nullcontext closing patch warns raises "
                   "catch_warnings assertRaises assertLogs subTest Lock RLock Semaphore BoundedSemaphore Condition".split())    # whose end is not the project's
NAMED = re.compile(r"<?(?:\w+\.)*([A-Za-z_]\w*)[( >:]")      # how an object is shown: Board(cells=[]), <Board of 8>
STATE_MAX = 8       # attributes of an object that are shown


def fields_of(init):
    """Names that a constructor keeps things under."""
    return {n.attr for n in gen_text.walk(init) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and gen_text.dotted(n.value) == "self"}


class Sequences:
    def __init__(self, maker):
        self.maker, self.index, self.rng = maker, maker.index, maker.rng
        self._rows = {}

    # ---- classes
    def of_method(self, func, cls):
        """Programs for one changed method, or for a class whose own code changed (func is None)."""
        if cls is None or "." in cls.qualname or cls.is_exception():
            return
        methods = self._methods(cls)
        doers = [m for m in methods.values() if is_doer(m, methods)]
        receivers = self.maker.construct(cls)[:3]
        if not doers or not receivers:
            return
        target = methods.get(func.name) if func is not None else None
        seen = 0
        for steps in self._plans(target, doers) if target is not None else ():
            if seen >= PLANNED_MAX:
                break
            seen += 1
            yield self._program(cls, methods, receivers[seen % len(receivers)], steps)
        rest = [m for m in methods.values() if m.params]
        for k in range(DRAWN_MAX):
            steps = self._drawn(target, doers, rest)
            yield self._program(cls, methods, receivers[k % len(receivers)], steps)

    def _methods(self, cls):
        out = {}
        for c in reversed(self.index.lineage(cls)):
            for name, func in c.methods.items():
                if not gen_text.is_private(name) and (name[:2] != "__" or name in SHOWN) \
                        and not isinstance(func.node, ast.AsyncFunctionDef) \
                        and not any(func.has(d) for d in ("classmethod", "staticmethod", "contextmanager")):
                    out[name] = func
        return out

    def rows(self, func):
        """Ways to call a method: those the project writes, then made-up ones."""
        if func.full not in self._rows:
            out = []
            for args, words, _, _ in self.maker.literals.calls_of(func.name, True):
                call = _matched(func, args, words)
                if call is not None and len(out) < CALLS_MAX and all(self.maker.imports(t) is not None for t in args):
                    out.append(call)
            made = self.maker.calls(func, func.name, func.params)
            out += made[:max(2, CALLS_MAX - len(out))]
            for call in made[:1]:
                out += self.maker.optional(func, func.name, func.params, call)[:2]
            self._rows[func.full] = out
        return self._rows[func.full]

    def _plans(self, target, doers):
        """Lists of (method, call): the changed method between and after what it depends on."""
        mine = self.rows(target)[:CALLS_MAX] or [Call([], "plausible")]
        others = [d for d in doers if d is not target]
        rest = [d for d in doers if d is not target and self.rows(d)]
        pairs = [(a, b) for a in rest for b in rest if a is not b][:PAIRS_MAX] if target in doers else ()
        for a, b in pairs:      # what the changed one has to put back or throw away between the two
            yield [(target, mine[0]), (a, self.rows(a)[0]), (target, mine[-1]), (b, self.rows(b)[0])]
        for k, call in enumerate(mine):
            other = mine[(k + 1) % len(mine)]
            if target in doers:
                for plan in ([call, other], [call, call], [call, other, call]):
                    yield [(target, c) for c in plan]
            for doer in others:
                rows = self.rows(doer)
                if not rows:
                    continue
                a, b = rows[k % len(rows)], rows[(k + 1) % len(rows)]
                same = _agreed(call, [a])
                yield [(doer, a), (doer, b), (target, same)]
                yield [(doer, a), (target, same), (doer, b), (target, _agreed(other, [b]))]
                yield [(target, same), (doer, a), (target, same)]

    def _drawn(self, target, doers, rest):
        steps, calls = [], []
        for _ in range(self.rng.randrange(3, 7)):
            func = self.rng.choice(doers if self.rng.random() < 0.6 or not rest else rest)
            if target is not None and self.rng.random() < 0.3:
                func = target
            rows = self.rows(func)
            if rows:
                call = self.rng.choice(rows)
                call = _agreed(call, calls[::-1]) if self.rng.random() < 0.5 else call
                calls.append(call)
                steps.append((func, call))
        if target is not None and all(func is not target for func, _ in steps):
            steps.append((target, (self.rows(target) or [Call([], "plausible")])[0]))
        return steps

    def _program(self, cls, methods, made, steps):
        var = gen_typed.variable(cls.name)
        body, texts, legality = ["%s = %s" % (var, made)], [made], "plausible"
        for func, call in steps:
            texts += [t for _, t in call.pairs]
            legality = call.legality if call.legality != "plausible" else legality
            body += _step(func, var, call)
        body += [line for line in self.observers(methods, var) if line not in body[-1:]]
        return self.maker.program(steps[0][0] if steps else next(iter(methods.values())), "typed", legality, body,
                                  texts, owner=cls)

    def observers(self, methods, var):
        """Prints of what an object is now."""
        out = []
        for name, func in methods.items():
            if name in SHOWN:
                out.append("print(%s)" % (SHOWN[name] % var))
            elif not any(p.required for p in func.params) and not is_doer(func, methods) \
                    and (func.has("property") or not gen_typed.gives_nothing(func)):
                out += _step(func, var, Call([], "plausible"))
        # an object's own attributes only where nothing is made to be asked: a new one differs everywhere
        return out[:OBSERVERS_MAX] or ["print(%s)" % var]

    def of_receiver(self, text, func, cls):
        """Texts of programs that use the changed method on the objects which the program `text` makes:
        what it takes to make one is often more than its constructor."""
        tree = gen_text.parse(text)
        methods = self._methods(cls)
        if tree is None or not (func.name in methods or func.name in gen_typed.UNARY):
            return []
        src = gen_text.Source("", text, tree)
        setup = [node for node in tree.body if not _is_shown(node)]
        made = {name for node in setup if isinstance(node, ast.Assign) for name in gen_text.stores(node)}
        names = [gen_text.dotted(n.value) for n in gen_text.walk(tree) if isinstance(n, ast.Attribute) and n.attr in methods]
        out = []
        is_import = lambda n: isinstance(n, (ast.Import, ast.ImportFrom))
        imports, rest = [[src.text(n) for n in setup if is_import(n) == yes] for yes in (True, False)]
        bound = set().union(*[gen_text.stores(n) for n in setup])
        calls = self.rows(func)[:3] or ([] if any(p.required for p in func.params) else [Call([], "plausible")])
        for name in [n for n in dict.fromkeys(names) if n in made][:2]:
            for call in calls:
                more, shown = self.maker.use(func, name, call)
                lines = more + shown
                needed = [i for _, t in call.pairs for i in self.maker.imports(t) or ()]
                if any(tool in line for line in lines for tool in ("islice(", "asyncio.")) \
                        or any(self.maker.imports(t) is None for _, t in call.pairs):
                    continue
                added = gen_program.import_lines([i for i in needed if i.bound not in bound])
                out.append("\n".join(gen_program.import_order(imports + added)) + "\n\n"
                           + "\n".join(rest + lines) + "\n")
        return out

    # ---- functions
    def of_function(self, func):
        """A function called again with the very same objects, with its own result, with one object twice."""
        if func.owner is not None or "." in func.qualname or func.has("fixture") or func.has("contextmanager") \
                or isinstance(func.node, ast.AsyncFunctionDef):
            return
        made = self.maker.calls(func, func.name, func.params)
        yield from self._in_a_row(func, made)
        for call in made[:3]:
            setup, args = gen_typed.spread(call)
            shown = gen_typed.wrap(func, "%s(%s)" % (func.name, args))
            after = ["print(%s)" % s.split(" = ")[0] for s in setup]
            texts = [t for _, t in call.pairs]
            yield self.maker.program(func, "typed", call.legality, setup + shown + shown + after, texts)
            needed = [(p, t) for p, t in call.pairs if p.required]
            if len(needed) == 1 == len(call.pairs):
                text = "%s(%s)" % (func.name, needed[0][1])
                yield self.maker.program(func, "typed", "unknown", gen_typed.wrap(func, "%s(%s)" % (func.name, text)), texts)
            elif len(needed) == 2 and needed[0][0].how != "keyword" != needed[1][0].how:
                same = "%s(same, same)" % func.name
                yield self.maker.program(func, "typed", "unknown", ["same = %s" % needed[0][1]]
                                         + gen_typed.wrap(func, same) + ["print(same)"], texts)

    def _in_a_row(self, func, made):
        """Different calls one after the other, and the first again: what is kept under too few keys shows."""
        rows = [call for call in (_matched(func, args, words) for args, words, _, _ in
                                  self.maker.literals.calls_of(func.name, False)) if call is not None][:CALLS_MAX]
        rows += made[:2]
        rows += [c for base in rows[:1] for c in self.maker.optional(func, func.name, func.params, base)[:4]]
        rows = [c for c in rows if all(self.maker.imports(t) is not None for _, t in c.pairs)]
        for _ in range(ROWS_MAX if len(rows) > 1 else 0):
            some = self.rng.sample(rows, min(3, len(rows)))
            lines = [line for call in some + some[:1]
                     for line in gen_typed.wrap(func, "%s(%s)" % (func.name, arguments(call)))]
            yield self.maker.program(func, "typed", "plausible", lines, [t for c in some for _, t in c.pairs])

    # ---- results
    def of_result(self, text, stdout):
        """Texts of programs that change what the last print of `text` showed, or ask for it again, and
        then look at everything it was made from. `stdout`: what the program printed; with None it is only
        asked for again."""
        tree = gen_text.parse(text)
        if tree is None or not tree.body or not is_print(tree.body[-1]):
            return []
        src = gen_text.Source("", text, tree)
        shown = tree.body[-1].value.args[0]
        if not any(isinstance(n, (ast.Call, ast.Attribute)) for n in gen_text.walk(shown)):
            return []
        start = src.span(tree.body[-1])[0]
        head, asked = text[:len(src.data[:start].decode("utf-8", "surrogateescape"))], src.expression(shown)
        line = "print(%s)\n" % asked
        left = "".join(row + "\n" for row in self._left(tree.body[:-1], shown) if row + "\n" != line)
        out = [head + line + line + left]
        if stdout is not None:
            out += [t + line for t in self._given(src, tree.body[:-1])] + self._handed(src, tree.body)
        for change in self._changes(stdout.rstrip("\n").split("\n")[-1]) if stdout is not None else ():
            out.append("%sresult = %s\n%s\n%s%s" % (head, asked, change, line, left))
        return [t for t in out if t != text and not {"result", "given"} & gen_text.mentions(tree)]

    def class_shown(self, said):
        """The class of the project that the last line of `said` shows an object of, or None."""
        m = NAMED.match(said.rstrip("\n").split("\n")[-1])
        return self.index.find_class(m.group(1)) if m else None

    def of_object(self, text, stdout):
        """(class name, texts of programs) that ask the object which the last print of `text` showed what anything may
        be asked: to be a key, to be copied, to be stored. A class loses that without a method of its own changing. What
        its own text does not show of it is looked at first. None: it is no object of the project."""
        cls = self.class_shown(stdout)
        tree = gen_text.parse(text) if cls is not None else None
        if tree is None or not tree.body or not is_print(tree.body[-1]) or {"copy", "pickle"} & gen_text.mentions(tree):
            return None
        src = gen_text.Source("", text, tree)
        start = src.span(tree.body[-1])[0]
        head, asked = text[:len(src.data[:start].decode("utf-8", "surrogateescape"))], src.expression(tree.body[-1].value.args[0])
        state = [] if "result" in gen_text.mentions(tree) else self._state(cls)
        shown = ["%sresult = %s\n%s" % (head, asked, "".join("print(result.%s)\n" % name for name in state))] if state else []
        return cls.name, shown + ["%sprint(%s in {%s})\n" % (head, asked, asked),
                            "import copy\n%sprint(copy.deepcopy(%s))\n" % (head, asked),
                            "import pickle\n%sprint(pickle.loads(pickle.dumps(%s)))\n" % (head, asked)]

    def _state(self, cls):
        """Public attributes that an object is made with, where it has a text of its own: without one all of them are shown."""
        lineage = self.index.lineage(cls)
        if cls.is_record() or not any({"__repr__", "__str__"} & set(c.methods) for c in lineage):
            return []
        inits = [c.methods["__init__"].node for c in reversed(lineage) if "__init__" in c.methods]
        stored = [n for init in inits for n in gen_text.walk(init) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
        return list(dict.fromkeys(n.attr for n in stored if _root(n) == "self" and isinstance(n.value, ast.Name)
                                  and not gen_text.is_private(n.attr)))[:STATE_MAX]

    # ---- objects that are stored
    def of_fields(self, target):
        """Programs that store and copy an object whose constructor keeps something under another name than before."""
        cls, func = target.owner_class(self.index), target.node
        held = [fields_of(node) for node in (getattr(func, "node", None), gen_aim.only_function(target.other)) if node is not None]
        if cls is None or "." in cls.qualname or len(held) < 2 or held[0] == held[1]:
            return
        var = gen_typed.variable(cls.name)
        for made in self.maker.construct(cls)[:1]:
            for way in WITH_FIELDS:
                yield self.maker.program(func, "typed", "plausible", ["%s = %s" % (var, made), "print(%s)" % (way % var)], [made], owner=cls)

    def of_stored(self, func, cls):
        """Programs that store or copy an object where the way this is done changed: as it was made, and with one of
        its attributes, or one of what it holds, set before. What was set has to be there afterwards."""
        if cls is None or "." in cls.qualname:
            return
        var, receivers = gen_typed.variable(cls.name), self.maker.construct(cls)[:3]
        for k, made in enumerate(receivers):
            first = "%s = %s" % (var, made)
            for way in STORING[func.name]:
                yield self.maker.program(func, "typed", "plausible", [first, "print(%s)" % (way % var)], [made], owner=cls)
                for path, value in self.settable(cls) if not k else ():
                    lines = [first, "%s.%s = %s" % (var, path, value), "print(%s.%s)" % (way % var, path)]
                    yield self.maker.program(func, "typed", "plausible", lines, [made, value], owner=cls)

    def settable(self, cls, depth=0):
        """[(attribute, value)]: what the class has setters for, then what its attributes have."""
        out = []
        for c in self.index.lineage(cls):
            for name, func in c.setters.items():
                if gen_text.is_private(name) or not func.params or any(path == name for path, _ in out):
                    continue
                values = [t for t, _ in self.maker.good(func, name, 0, func.params[0]) if t != "None"]
                out += [(name, values[0])] if values else []
        init = self.index.method(cls, "__init__") if depth == 0 else None
        for node in gen_text.walk(init.node) if init is not None else ():
            target = getattr(node, "target", None) or (getattr(node, "targets", None) or [None])[0]
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and gen_text.dotted(target).count(".") == 1 \
                    and gen_text.dotted(target).startswith("self.") and not gen_text.is_private(target.attr):
                held = self._class_of(node)
                out += [("%s.%s" % (target.attr, path), value) for path, value in
                        (self.settable(held, 1) if held is not None else ())]
        return list(dict.fromkeys(out))[:SET_MAX]

    def _class_of(self, node):
        """The class of the project that an assignment makes an object of, or is annotated with."""
        names = [gen_text.dotted(node.value.func)] if isinstance(node.value, ast.Call) else []
        names += [gen_text.dotted(n) for n in gen_text.walk(node.annotation)] if isinstance(node, ast.AnnAssign) else []
        return next((c for c in map(self.index.find_class, (n.split(".")[-1] for n in names if n)) if c is not None), None)

    def asks_type(self, text):
        """(callee, text) of a program that prints the type of what the last print of `text` shows, or None."""
        tree = gen_text.parse(text)
        if tree is None or not tree.body or not is_print(tree.body[-1]):
            return None
        src = gen_text.Source("", text, tree)
        shown = tree.body[-1].value.args[0]
        start, end = src.span(shown)
        callee = gen_text.dotted(getattr(shown, "func", None)).split(".")[-1]
        return (callee, src._apply(0, len(src.data), [(start, end, "type(%s).__name__" % src.expression(shown))])) \
            if callee else None

    def _given(self, src, body):
        """The set-up with one list, dict or set that it hands over changed afterwards."""
        out = []
        for at, node, value in _handed_over(body):
            if len(out) >= GIVEN_MAX:
                break
            start, end = src.span(value)
            changes = _changed_inside("given", gen_text.value_of(value))
            before = "".join(src.text(n) + "\n" for n in body[:at] if not _is_shown(n))
            after = "".join(src.text(n) + "\n" for n in body[at + 1:] if not _is_shown(n))
            for change in changes[:2]:
                out.append("%sgiven = %s\n%s\n%s\n%s" % (
                    before, src.text(value), src.text(node, [(start, end, "given")]), change, after))
        return out

    def _handed(self, src, body):
        """The program with one list, dict or set that it hands over shown once more at the end: was it left as it was?"""
        out = []
        for at, node, value in _handed_over(body):
            row = src.text(node, [src.span(value) + ("given",)])
            rows = [src.text(n) for n in body[:at]] + ["given = " + src.text(value), row] + [src.text(n) for n in body[at + 1:]]
            out.append("\n".join(rows) + "\nprint(given)\n")
        return out[-HANDED_MAX:]

    def _left(self, body, shown):
        """Prints of the objects that a program made itself and that the shown expression uses."""
        used, made = gen_text.loads(shown), {}
        for node in body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) \
                    and not isinstance(node.value, (ast.Constant, ast.Lambda)):
                made[node.targets[0].id] = node.value
        out = []
        for name in [n for n in made if n in used][:3]:
            called = getattr(made[name], "func", None)
            cls = self.index.find_class(gen_text.dotted(called).split(".")[-1]) if called is not None else None
            out += self.observers(self._methods(cls), name)[:2] if cls is not None else ["print(%s)" % name]
        return out

    def _changes(self, said):
        """Statements that change a value which was shown as `said`."""
        value = gen_text.value_of(said)
        cls = self.class_shown(said) if value is None else None
        return _changed_inside("result", value)[:3] if cls is None else self.changes_of(cls)

    def changes_of(self, cls):
        methods = self._methods(cls)
        out = []
        for func in methods.values():
            if is_doer(func, methods):
                for call in self.rows(func)[:2]:
                    if all(not gen_text.loads(gen_text.parse(t)) - gen_text.BUILTINS for _, t in call.pairs):
                        out.append("result.%s(%s)" % (func.name, arguments(call)))
        return out[:4]


def _matched(func, args, words):
    """A mined call as a Call of this method, or None: it is another method of that name."""
    places = [p for p in func.params if p.how in ("plain", "positional")]
    named = {p.name: p for p in func.params if p.how in ("plain", "keyword")}
    if len(args) > len(places) or any(name not in named for name, _ in words):
        return None
    pairs = list(zip(places, args)) + [(named[name], text) for name, text in words]
    given = {p.name for p, _ in pairs}
    if any(p.required and p.name not in given for p in func.params):
        return None
    return Call(pairs, "plausible")


def _handed_over(body):
    """(place, statement, value) of the lists, dicts and sets that a program hands to what is no built-in function, written out
    or made by a function of its own."""
    makers = {n.name for n in body if isinstance(n, ast.FunctionDef)}
    for at, node in enumerate(body):
        calls = [n for n in gen_text.walk(node) if isinstance(n, ast.Call)] if isinstance(node, (ast.Assign, ast.Expr)) else ()
        for call in calls:
            for value in [] if gen_text.dotted(call.func) in gen_text.BUILTINS else list(call.args) + [k.value for k in call.keywords]:
                made = isinstance(value, ast.Call) and gen_text.dotted(value.func) in makers and not (value.args or value.keywords)
                if made or isinstance(value, (ast.List, ast.Dict, ast.Set)) and gen_text.is_literal(value):
                    yield at, node, value


def _agreed(call, before):
    """The call with what calls before it passed for parameters of the same name."""
    known = {}
    for other in before:
        for p, text in other.pairs:
            known.setdefault(p.name, text)
    return Call([(p, known.get(p.name, text)) for p, text in call.pairs], call.legality)


def _step(func, var, call):
    if func.has("property") or func.has("cached_property"):
        return ["print(%s.%s)" % (var, func.name)]
    if func.name in SHOWN:
        return ["print(%s)" % (SHOWN[func.name] % var)]
    if func.has("setter"):
        return ["%s.%s = %s" % (var, func.name, call.pairs[0][1])] if call.pairs else []
    text = "%s.%s(%s)" % (var, func.name, arguments(call))
    return [text] if gen_typed.gives_nothing(func) else gen_typed.wrap(func, text)


def is_doer(func, methods, depth=0):
    """May a call of it change its object?"""
    selfs = [a.arg for a in func.node.args.posonlyargs + func.node.args.args][:1]
    for n in gen_text.walk(func.node):
        if isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.ctx, (ast.Store, ast.Del)) \
                and _root(n) in selfs:
            return True
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and _root(n.func) in selfs:
            own = isinstance(n.func.value, ast.Name)
            if not own and gen_steps.MUTATORS.match(n.func.attr):
                return True
            if own and depth < 2 and n.func.attr in methods and methods[n.func.attr] is not func \
                    and is_doer(methods[n.func.attr], methods, depth + 1):
                return True
    return False


def _is_shown(node):
    """A print, or a statement with one inside: an observation of the program it stands in."""
    return any(isinstance(n, ast.Call) and gen_text.dotted(n.func) == "print" for n in gen_text.walk(node)) \
        and not isinstance(node, (ast.FunctionDef, ast.ClassDef))


def _root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_print(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and len(node.value.args) == 1 \
        and not node.value.keywords and gen_text.dotted(node.value.func) == "print"


def _changed_inside(name, value):
    """Statements that change a value, or the first thing in it."""
    out = _changed_by(name, value)
    if isinstance(value, (list, tuple)) and value:
        out += _changed_by(name + "[0]", value[0])
    elif isinstance(value, dict) and value:
        key = next(iter(value))
        out += _changed_by("%s[%r]" % (name, key), value[key])
    return out


def _changed_by(name, value):
    if isinstance(value, list):
        return ["%s.append(None)" % name] + (["%s.clear()" % name] if value else [])
    if isinstance(value, dict):
        return ["%s[None] = None" % name] + (["%s.clear()" % name] if value else [])
    return ["%s.add(None)" % name] if isinstance(value, set) else []


def entered(node, before):
    """What a `with` block enters: the call, also where its object was given a name before."""
    made = [one.value for one in before if isinstance(node, ast.Name) and isinstance(one, ast.Assign) and node.id in gen_text.stores(one)]
    return made[-1] if made else node


def interrupted(text):
    """Texts of programs in which an exception ends the body of a `with` block, and what was looked at in there is looked
    at afterwards: what is put back only when all goes well shows."""
    tree = gen_text.parse(text)
    src = gen_text.source("", text) if tree is not None and "with " in text else None
    out = []
    for at, node in enumerate(src.tree.body if src else ()):
        calls = [entered(item.context_expr, src.tree.body[:at]) for item in getattr(node, "items", ())]
        if not isinstance(node, ast.With) or not all(isinstance(c, ast.Call) and gen_text.dotted(c.func).split(".")[-1] not in OTHERS for c in calls):
            continue
        start, end = src.span(node)
        block = src.text(node)
        if any(n in src._string_lines() for n in range(node.lineno, node.end_lineno + 1)) or not block.count("\n"):
            continue
        before = set().union(*[gen_text.stores(n) for n in src.tree.body[:at]]) | gen_text.BUILTINS
        asked = [src.text(n) for n in node.body if _is_shown(n) and gen_text.loads(n) <= before]
        held = [name for item in node.items for name in sorted(gen_text.loads(item.context_expr) - gen_text.BUILTINS)
                if name in before and any(isinstance(n, ast.Assign) and name in gen_text.stores(n) for n in src.tree.body[:at])]
        asked = asked or ["print(%s)" % name for name in held[:1]]
        # at the end of what the block does, and, as that may end in an exception of its own, in the place of it
        head = src.data[start:src.span(node.body[0])[0]].decode("utf-8", "surrogateescape").rstrip()
        for inner in (block, head):
            body = "\n".join(["try:"] + ["    " + row for row in inner.split("\n")] + ["        raise RuntimeError(\"stop\")",
                             "except RuntimeError:", "    print(\"raised\")"] + asked)
            out.append(src._apply(0, len(src.data), [(start, end, body)]))
    return out
