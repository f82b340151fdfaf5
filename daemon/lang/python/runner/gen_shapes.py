"""Programs of shapes that one call does not have: what shows only in a subclass, in a second object, by position, after
an exception, once an attribute was set, in what a callback is given, or in how much of an iterator is read.

A few of each for what a change is entered through: they cost little and say what no other value of an argument would.
"""
import ast
import re
import textwrap

import gen_aim
import gen_heirs
import gen_text
import gen_typed
from gen_index import Class, Func
from gen_sequence import SHOWN, is_doer
from gen_typed import BINARY, Call, arguments

BY_POSITION_MAX = 3      # optional arguments that are given by position
HOOKS_MAX = 2            # methods of a subclass that say how they are called, and constants it has of its own
FIELDS_MAX = 3           # fields in which two objects of a changed class differ
SET_MAX = 2              # attributes that are set between two questions
ONE_PASS_MAX = 2         # parameters that are given as an iterator
DERIVED_MAX = 2          # methods that give another object of their class
ASKED_MAX = 3            # what an object is asked that was made by position
BESIDE_MAX = 2           # functions beside a changed one that are asked afterwards
COPIES = ("list", "tuple", "set", "frozenset", "sorted", "dict", "collections.deque", "deque")
MAKING = ("__init__", "__new__", "__post_init__")
HOLDING = ("__setitem__", "__delitem__", "__getitem__", "__contains__", "__iter__", "__len__", "__bool__")
CALLED = "def called(*args, **kwargs):\n    print(\"called\", *args, *kwargs.items())\n    return args[0] if args else None"

DOES_FAIL = "def called(*args):\n    calls.append(args)\n    print(\"called\", *args)\n    raise %s(\"stop %%d\" %% len(calls))"
HOLDER = "class Holder:\n    %s\n    def called(self, *args):\n        print(\"called\", *args)\n        return args[0] if args else None"
TELLING = 'lambda *args: print("called", *args)'
FAILING = "def failing(*args):\n    print(\"called\", *args)\n    raise %s(\"stop\")"
IN_TURN = """def failing(*args):
    raise %s("stop")


def fine(*args):
    return "done"


for one in (failing, fine, failing, failing, fine):
    try:
        print(%s)
    except Exception as error:
        print(type(error).__name__)"""
FLAKY = "def failing(*args):\n    print(\"called\", *args)\n    if left:\n        raise %s(left.pop())\n    return \"done\""


class Shapes:
    def __init__(self, sequences, engine):
        """engine.own_first: the side is the base, and what a target has of the `other` one is of the head."""
        self.sequences, self.maker, self.index, self.is_old = sequences, sequences.maker, sequences.index, engine.own_first
        self.engine = engine

    def of(self, node, cls, target):
        """Programs for `node`, through which the changed `target` is entered; `cls`: on an object of that class."""
        versions = [getattr(target.node, "node", None), gen_aim.only_function(target.other)]
        self.both = None if None in versions else versions[::1 if self.is_old else -1]
        changed = [n for n in versions if n is not None]
        if isinstance(node, Class):
            yield from self._of_class(node, target)
            return
        cls = cls or node.owner
        if cls is None:
            yield from self._of_function(node, changed)
        elif "." not in cls.qualname and not cls.is_exception():
            yield from self._of_method(node, cls, changed)

    # ---- functions
    def _of_function(self, func, changed):
        if "." in func.qualname or func.has("fixture"):
            return
        for text, call in self._by_position(func, func.name, func.params, changed):
            yield self._program(func, gen_typed.wrap(func, "%s(%s)" % (func.name, text)), call)
        if func.has("contextmanager"):
            for call in self.maker.calls(func, func.name, func.params)[:2] or [Call([], "plausible")]:
                after = [line for one in self._beside(func) for line in gen_typed.wrap(one, one.name + "()")]
                program = self._program(func, _stopped("%s(%s)" % (func.name, arguments(call))) + after, call)
                for one in self._beside(func) if program is not None else ():
                    program.add_import(self.index.public(one.module.name, one.name))
                yield program
        yield from self._of_coroutine(func)
        yield from self._of_failing(func, changed)
        yield from self._of_iterator(func)
        for once in self._one_pass(func, self.maker.calls(func, func.name, func.params), changed):
            yield self._program(func, gen_typed.wrap(func, "%s(%s)" % (func.name, arguments(once))), once)
        yield from self._of_decorator(func)

    def _beside(self, func):
        """Public functions of the same module that can be asked without an argument."""
        return [f for f in func.module.functions.values()
                if f is not func and f.owner is None and "." not in f.qualname and not gen_text.is_private(f.name)
                and not any(p.required for p in f.params) and not gen_typed.gives_nothing(f) and not f.decorators
                and not isinstance(f.node, ast.AsyncFunctionDef) and self.index.public(f.module.name, f.name)][:BESIDE_MAX]

    def _by_position(self, func, name, params, changed):
        """(argument text, call): what is optional is given by position, as the order of parameters allows."""
        places = [(i, p) for i, p in enumerate(params) if p.how in ("plain", "positional")]
        more = [(i, p) for i, p in places if not p.required][:BY_POSITION_MAX]
        named = {n.name for n in changed if hasattr(n, "args")}
        signatures = {ast.dump(n.args) for n in changed if hasattr(n, "args")}
        for call in self.maker.calls(func, name, params)[:1] if more and not any(p.how == "keyword" and p.required for p in params) else ():
            given, pairs = [t for _, t in call.pairs], []
            for i, p in more:
                value = next((t for t, _ in self._others(func, name, i, p)), None)
                if value is None:
                    break
                pairs.append((p, value))
            for n in ([1, len(pairs)] if len(signatures) > 1 and func.name in named else [len(pairs)]) if pairs else ():
                some = Call(call.pairs + pairs[:n], call.legality)
                yield ", ".join(given + [t for _, t in pairs[:n]]), some

    def _others(self, func, name, i, p):
        """Values worth passing that are not the default."""
        if isinstance(p.default, ast.Constant) and isinstance(p.default.value, bool):
            return [(repr(not p.default.value), "plausible")]
        default = gen_text.value_of(p.default) if p.default is not None else None
        return [(t, how) for t, how in self.maker.good(func, name, i, p) if t not in (repr(default), "None", gen_text.dotted(p.default))]

    def _of_iterator(self, func):
        """How much is read, and when: the first of the results, and what is left of the input. Where the old version reads
        as it goes: to read less is what a change is made for."""
        old = self.both[0] if self.both else None
        lazy = old is not None and (_gives_iterator(old) or any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in gen_text.walk(old)))
        if not lazy or not func.params or isinstance(func.node, ast.AsyncFunctionDef):
            return
        first = func.params[0]
        if not any(self.maker.kinds(func, func.name, 0, first).takes(kind) for kind in ("iterable", "list")):
            return
        for call in self.maker.calls(func, func.name, func.params)[:2]:
            value = next((t for p, t in call.pairs if p is first), None)
            tree = gen_text.parse(value) if value else None
            if tree is None or not isinstance(tree.body[0], ast.Expr) or not isinstance(tree.body[0].value, (ast.List, ast.Tuple, ast.Constant)):
                value = "[3, 1, 2, 5, 4]"
            rest = arguments(Call([(p, "given" if p is first else t) for p, t in call.pairs], call.legality))
            yield self._program(func, ["given = iter(%s)" % value, "result = iter(%s(%s))" % (func.name, rest), "print(next(result))",
                                       "print(list(given))"], call)

    def _one_pass(self, func, calls, changed):
        """What can be read once only, in the place of a list or tuple that real calls pass: where one version alone makes a
        list of a parameter, which reads it, or reads it another number of times."""
        asked = [p for p in func.params if p.how != "keyword" and len({_readings(node, p.name) for node in changed}) > 1]
        for p in asked[:ONE_PASS_MAX]:
            meant = any(_readings(node, p.name)[0] for node in changed) or "iterable" in func.doc
            for call in calls:
                value = next((t for q, t in call.pairs if q is p), "")
                if len(value) > 2 and value[0] in "[(" and isinstance(gen_text.value_of(value), (list, tuple)):
                    yield Call([(q, "iter(%s)" % t if q is p else t) for q, t in call.pairs], call.legality if meant else "unknown")
                    break

    def _of_coroutine(self, func):
        """A generator that is sent something: what it has, nothing, what it has again, and the end of it."""
        sent = any(isinstance(n, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and isinstance(n.value, ast.Yield)
                   for n in gen_text.walk(func.node))
        if not sent or isinstance(func.node, ast.AsyncFunctionDef):
            return
        given = [args[0] for args, _, _, _ in self.maker.literals.calls_of("send", True) if len(args) == 1]
        given = (list(dict.fromkeys(given)) + ["4", "8"])[:2]
        made = self.maker.calls(func, func.name, func.params)[:1] or [Call([], "plausible")]
        texts = [(p, TELLING if gen_aim.calls(func.node, p.name) else t) for p, t in made[0].pairs]
        head = ["result = %s(%s)" % (func.name, arguments(Call(texts, "plausible"))), "print(next(result))"]
        for row in ((*given, "None", *given), given[:1], (given[0], given[0], given[1])):
            sends = ["print(result.send(%s))" % one for one in row]
            yield self._program(func, head + sends + ["print(result.close())"], made[0])

    def _of_failing(self, func, changed):
        """Functions that are handed over, and that raise what the code is ready for: always, and but for the last time."""
        for p in func.params:
            kinds = [name for node in changed + [func.node] for name in _caught(node, p.name, func)]
            if not kinds:
                continue
            made = self.maker.calls(func, func.name, func.params)[:1] or [Call([], "plausible")]
            pairs = [(q, "failing" if q is p else TELLING if gen_aim.calls(func.node, q.name) else t) for q, t in made[0].pairs]
            pairs += [(q, TELLING) for q in func.params if q.how in ("plain", "keyword") and q is not p
                      and all(q is not r for r, _ in pairs) and gen_aim.calls(func.node, q.name)]
            call, kind = Call(pairs if any(q is p for q, _ in pairs) else pairs + [(p, "failing")], "plausible"), kinds[0]
            mark = "async " * any(isinstance(n, ast.Await) and gen_text.loads(n) & {p.name} for n in gen_text.walk(func.node))
            for lines in (FAILING, FLAKY):
                defined = "%s%s" % (mark, lines % kind)
                setup = ["left = [1, 2]"] * (lines is FLAKY)
                yield self._program(func, setup + [defined] + gen_typed.wrap(func, "%s(%s)" % (func.name, arguments(call))), made[0])

    def _of_decorator(self, func):
        """What a function that gives a function makes of one that says how it is called."""
        depth = _gives_function(func.node)
        if not depth or func.has("contextmanager"):
            return
        made = self.maker.calls(func, func.name, func.params)[:1] or [Call([], "plausible")]
        required = [p for p in func.params if p.required]
        if depth == 1 and len(required) == 1:
            mark, call = "@%s" % func.name, Call([], "plausible")
        elif depth == 2:
            mark, call = "@%s(%s)" % (func.name, arguments(made[0])), made[0]
        elif depth == 1 and not required:
            mark, call = "@%s()" % func.name, Call([], "plausible")
        else:
            return
        asked = ["print(called(1))", "print(called(1))", "print(called(1, 2))", "print(called(1, sep=2))"]
        yield self._program(func, [mark + "\n" + CALLED] + asked, call)
        yield self._program(func, [mark + "\n" + CALLED, "print(called([1]))", "print(called())"], call)
        yield self._program(func, [mark + "\n" + CALLED, "print(called.__name__)"], call)
        # what a function has of its own, and what it is to be found by, is there behind what is put around it
        kept = ["called.mark = \"own\"", "result = %s(called)" % mark[1:], "print(getattr(result, \"mark\", None))", "print(result.__doc__)"]
        yield self._program(func, [CALLED.replace(":\n", ":\n    \"\"\"Says how it is called.\"\"\"\n", 1)] + kept, call)
        yield self._program(func, [HOLDER % mark, "one, two = Holder(), Holder()", "print(one.called(1))", "print(two.called(1))", "print(one.called(2))"], call)
        for name in _taken_function(func.node, depth):
            for kind in _caught(func.node, name, func)[:1]:
                yield self._program(func, ["calls = []", mark + "\n" + DOES_FAIL % kind, "print(called(1))"], call)

    # ---- methods
    def _of_method(self, func, cls, changed):
        made = self.maker.construct(cls)[:3]
        plain = func.has("classmethod") or func.has("staticmethod")
        if not made and not plain:
            return
        var = gen_typed.variable(cls.name)
        yield from self._of_subclass(func, cls, changed, made)
        if plain:
            return
        yield from self._of_derived(func, cls, var, made)
        if func.name in MAKING:
            for text, call in self._by_position(func, cls.name, func.params, changed):
                yield self._program(func, ["print(%s(%s))" % (cls.name, text)], call, owner=cls)
            yield from self._of_two(func, cls, var, made)
            return
        if func.name in HOLDING:
            yield from self._of_holder(func, cls, var, made)
        if func.name[:2] != "__":
            for text, call in self._by_position(func, func.name, func.params, changed):
                lines = gen_typed.wrap(func, "%s.%s(%s)" % (var, func.name, text))
                yield self._program(func, ["%s = %s" % (var, made[0])] + lines, call, made[:1], cls)
            for once in self._one_pass(func, self.sequences.rows(func), changed):
                lines = _step(func, var, once) + self.sequences.observers(self.sequences._methods(cls), var)[:3]
                yield self._program(func, ["%s = %s" % (var, made[0])] + lines, once, made[:1], cls)
        yield from self._of_turns(func, cls, var, made)
        if func.has("contextmanager") or func.name in ("__enter__", "__exit__"):
            yield from self._of_block(func, cls, var, made)
        if is_doer(func, self.sequences._methods(cls)):
            yield from self._of_two(func, cls, var, made)
        else:
            yield from self._of_set(func, cls, var, made, changed)

    def _calls(self, func):
        return self.sequences.rows(func)[:2] or ([] if any(p.required for p in func.params) else [Call([], "plausible")])

    def _of_block(self, func, cls, var, made):
        """A block that an exception ends, and what is left then."""
        left = self.sequences.observers(self.sequences._methods(cls), var)[:2]
        for k, call in enumerate(self._calls(func) if func.has("contextmanager") else [Call([], "plausible")] * len(made)):
            entered = "%s.%s(%s)" % (var, func.name, arguments(call)) if func.has("contextmanager") else var
            head = ["%s = %s" % (var, made[k % len(made)])]
            yield self._program(func, head + _stopped(entered) + left, call, made, cls)
            yield self._program(func, head + ["with %s as value:\n    print(value)" % entered] + left, call, made, cls)

    def _of_turns(self, func, cls, var, made):
        """A method that is given a function: of one that fails, one that does not, and two that fail. What is counted in a row
        begins anew in between."""
        for p in func.params if func.name[:2] != "__" and not isinstance(func.node, ast.AsyncFunctionDef) else ():
            kinds = _caught(func.node, p.name, func)
            for call in self._calls(func)[:1] or [Call([(p, "one")], "plausible")] if kinds else ():
                text = "%s.%s(%s)" % (var, func.name, arguments(Call([(q, "one" if q is p else t) for q, t in call.pairs], call.legality)))
                asked = ["    " + line for line in self.sequences.observers(self.sequences._methods(cls), var)[:2] if line != "print(%s)" % var]
                yield self._program(func, ["%s = %s" % (var, made[0]), "\n".join([IN_TURN % (kinds[0], text)] + asked)], call, made[:1], cls)

    def _of_two(self, func, cls, var, made):
        """Another object of the class, after one was changed."""
        methods = self.sequences._methods(cls)
        doers = [m for m in methods.values() if is_doer(m, methods)]
        doers = [func] if any(m is func for m in doers) else doers[:2]
        for doer in doers if made else ():
            for call in self._calls(doer)[:1]:
                steps = _step(doer, var, call)
                yield self._program(func, ["%s = %s" % (var, made[0]), "other = %s" % made[0]] + steps
                                    + self.sequences.observers(methods, "other")[:3], call, made[:1], cls)

    def _of_derived(self, func, cls, var, made):
        """What one object makes of itself, `draft.extend(...)`, and that object go on apart: the one is used, and the other is asked."""
        methods = self.sequences._methods(cls)
        doers = [m for m in methods.values() if is_doer(m, methods)][:1] if func.name in MAKING else [func]
        for deriver in [m for m in methods.values() if m is not func and _gives_own_kind(m, cls)][:DERIVED_MAX]:
            for doer, call, given in [(d, c, g) for d in doers for c in self._calls(d)[:1] for g in self._calls(deriver)[:1]]:
                head = ["%s = %s" % (var, made[0]), "other = %s.%s(%s)" % (var, deriver.name, arguments(given))]
                for used, asked in ((var, "other"), ("other", var)):
                    left = self.sequences.observers(methods, asked)[:3]
                    yield self._program(func, head + _step(doer, used, call) + left, call, made[:1] + [t for _, t in given.pairs], cls)

    def _of_holder(self, func, cls, var, made):
        """What is held by keys: put in, taken out, and all that can be asked of it then."""
        methods = {name: f for c in reversed(self.index.lineage(cls)) for name, f in c.methods.items()}
        head, keys, calls = ["%s = %s" % (var, made[0])], ['"a"', '"b"'], Call([], "plausible")
        if "__setitem__" in methods:
            rows = [c for c in self.sequences.rows(methods["__setitem__"]) if len(c.pairs) == 2]
            keys = list(dict.fromkeys([c.pairs[0][1] for c in rows[:2]] + keys))[:2]
            values = ([c.pairs[1][1] for c in rows[:1]] or ["1"]) + ["2"]
            head += ["%s[%s] = %s" % (var, key, value) for key, value in zip(keys, values)]
            calls = Call([pair for c in rows[:2] for pair in c.pairs], "plausible")
        asked = ["print(%s)" % (SHOWN[name] % var) for name in SHOWN if name in methods]
        asked += ["print(%s in %s)" % (key, var) for key in keys[:1] if "__contains__" in methods or "__getitem__" in methods]
        asked += ["print(%s[%s])" % (var, key) for key in keys[::-1] if "__getitem__" in methods]
        if "__delitem__" in methods:
            yield self._program(func, head + ["del %s[%s]" % (var, keys[0])] + asked, calls, made[:1], cls)
            again = ["%s[%s] = %s" % (var, keys[0], "3")] if "__setitem__" in methods else []
            yield self._program(func, head + ["del %s[%s]" % (var, keys[0])] + again + asked, calls, made[:1], cls)
        yield self._program(func, head + asked, calls, made[:1], cls)
        if func.name in ("__len__", "__bool__"):
            for one in dict.fromkeys(made + [cls.name + "()"]):
                yield self._program(func, ["%s = %s" % (var, one), "print(bool(%s))" % var], calls, [one], cls)

    def _of_set(self, func, cls, var, made, changed):
        """The same question before and after an attribute was set that the answer is made of."""
        names = [n.attr for one in changed + [func.node] for n in gen_text.walk(one)
                 if isinstance(n, ast.Attribute) and gen_text.dotted(n.value) == "self" and isinstance(n.ctx, ast.Load)]
        values = self._settable(cls)
        asked = self.sequences._methods(cls).get(func.name) or func
        for name in [n for n in dict.fromkeys(names) if n in values][:SET_MAX]:
            for call in self._calls(asked)[:1]:
                setup, shown = self.maker.use(func, var, call)
                yield self._program(func, ["%s = %s" % (var, made[0])] + setup + shown + ["%s.%s = %s" % (var, name, values[name][-1])]
                                    + shown, call, made[:1] + values[name], cls)

    def _settable(self, cls):
        """{attribute: [values]} of the public attributes that a constructor's parameters of the same name set."""
        init = self.index.method(cls, "__init__")
        stored = {n.attr for n in gen_text.walk(init.node) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
                  and gen_text.dotted(n.value) == "self"} if init is not None else None
        out = {}
        for i, p in enumerate(self.index.constructor(cls) or ()):
            if not gen_text.is_private(p.name) and (stored is None or p.name in stored) and p.how in ("plain", "keyword", "positional"):
                values = [t for t, _ in self._others(init, cls.name, i, p)] if init is not None or p.annotation is not None else []
                out.update({p.name: values[1:2] or values[:1]} if values else {})
        return out

    # ---- classes
    def _of_class(self, cls, target):
        """What any two objects may be asked, where the class itself changed: its decorators, bases, fields."""
        made = self.maker.construct(cls)[:4]
        init = self.index.method(cls, "__init__")
        if not made or "." in cls.qualname or cls.is_exception():
            return
        var, other, nothing = gen_typed.variable(cls.name), made[1 % len(made)], Call([], "plausible")
        head = ["%s = %s" % (var, made[0]), "other = %s" % other]
        one = init or next(iter(cls.methods.values()), None) or _nobody(cls)
        for asked in ("%s == " + made[0].replace("%", "%%"), "sorted([%s, other])", "%s < other", "len({%s, other})", "list(%s)", "bool(%s)"):
            yield self._program(one, head + ["print(%s)" % (asked % var)], nothing, made, cls)
        differing, fields = _differing(cls, target), _differing(cls, target, ("AnnAssign", "FunctionDef(name='__init__'"))
        for text, call in self._by_position(init, cls.name, self.index.constructor(cls) or [], ()) if fields else ():
            asked = ["", *("." + f.name for f in cls.methods.values() if f.has("property") and not gen_text.is_private(f.name))][:ASKED_MAX]
            for shown in asked:
                yield self._program(one, ["%s = %s(%s)" % (var, cls.name, text), "print(%s%s)" % (var, shown)], call, [], cls)
        for first, second in self._apart(cls, differing):
            for asked in ("print(%s == %s)", "print(sorted([%s, %s]))", "print(len({%s, %s}))"):
                yield self._program(one, [asked % (second, first)], nothing, [first, second], cls)
        for name, values in list(self._settable(cls).items())[:SET_MAX]:
            yield self._program(one, head[:1] + ["%s.%s = %s" % (var, name, values[-1]), "print(%s)" % var], nothing, made + values, cls)
        yield from self._of_two(one, cls, var, made)
        for func in cls.methods.values():
            if func.name in ("__enter__", "__len__"):
                yield from self._of_block(func, cls, var, made) if func.name == "__enter__" else self._of_holder(func, cls, var, made)

    def _apart(self, cls, fields):
        """Pairs of objects that differ in one field alone, the changed `fields` first."""
        init, params = self.index.method(cls, "__init__"), self.index.constructor(cls) or []
        out = []
        for call in self.maker.calls(init, cls.name, params)[:1]:
            for i, p in enumerate(params):
                given = next((t for q, t in call.pairs if q is p), None)
                value = next((t for t, _ in self._others(init, cls.name, i, p) if t != given), None) if p.how in ("plain", "keyword") else None
                if value is not None:
                    pairs = [(q, value if q is p else t) for q, t in call.pairs] + [(p, value)] * (given is None)
                    out.append((p.name not in fields, i, tuple("%s(%s)" % (cls.name, arguments(Call(some, "plausible"))) for some in (call.pairs, pairs))))
        return [row[-1] for row in sorted(out)][:FIELDS_MAX]

    def _of_subclass(self, func, cls, changed, made):
        """The same in a class of one's own: who is asked to make, compare or fill in what."""
        own, var, nothing = "Own" + cls.name, gen_typed.variable(cls.name), Call([], "plausible")
        empty = "class %s(%s):\n    pass" % (own, cls.name)
        mine = [own + t[len(cls.name):] for t in made]
        if func.has("classmethod"):
            for call in self._calls(func)[:1]:
                yield self._program(func, [empty, "print(type(%s.%s(%s)).__name__)" % (own, func.name, arguments(call))], call, owner=cls)
        elif func.name in BINARY and made:
            sign, given = BINARY[func.name], nothing if gen_heirs.is_for_heirs(self.engine, cls) else Call([], "unknown")
            for one, two in ((made[0], mine[0]), (mine[0], made[0])):
                yield self._program(func, [empty, "print(%s %s %s)" % (one, sign, two)], given, made, cls)
        elif made and self._asks_for_kind(cls, changed):
            for call in self._calls(func)[:1]:
                lines = [line.replace("print(", "print(type(", 1)[:-1] + ").__name__)" for line in gen_typed.wrap(
                    func, "%s.%s(%s)" % (var, func.name, arguments(call))) if line.startswith("print(")]
                yield self._program(func, [empty, "%s = %s" % (var, mine[0])] + lines, call, made, cls)
        constants = self._constants(cls) if made and self.both else []
        for name, value in constants[:HOOKS_MAX] if func.name not in MAKING and "self" in _first(func) else ():
            for call in self._calls(func)[:1]:
                setup, shown = self.maker.use(func, var, call)
                yield self._program(func, ["%s = %s" % (var, made[0]), "%s.%s = %s" % (var, name, value)] + setup + shown, call, made, cls)
        hooks = gen_heirs.lost(self.both, self.index, cls)[0] if made and self.both and gen_heirs.is_for_heirs(self.engine, cls) else []
        for part in ([gen_heirs.SAYS.format(name) for name in hooks] + ["    %s = %s" % row for row in constants])[:HOOKS_MAX] if made and self.both else ():
            for call in self._calls(func)[:1]:
                setup, shown = self.maker.use(func, var, call) if func.name not in MAKING else ([], ["print(%s)" % var])
                yield self._program(func, ["class %s(%s):\n%s" % (own, cls.name, part), "%s = %s" % (var, mine[0])] + setup + shown,
                                    call, made, cls)

    def _asks_for_kind(self, cls, changed):
        """Do the changed lines ask of which class an object is, or name its class where others may inherit?"""
        names = set().union(set(), *map(gen_text.mentions, changed))
        return bool(names & {"__class__", "type"}) or cls.name in names and gen_heirs.is_for_heirs(self.engine, cls)

    def _constants(self, cls):
        """[(name, another value)] of constants that the old version reads of self and the new one does not: a subclass, or an
        object, has its own."""
        out = []
        old, new = ({n.attr for n in gen_text.walk(one) if isinstance(n, ast.Attribute) and gen_text.dotted(n.value) in ("self", "cls")}
                    for one in self.both)
        for node in (n for c in self.index.lineage(cls) for n in c.node.body if isinstance(n, ast.Assign)):
            value = gen_text.value_of(node.value)
            for name in sorted(gen_text.stores(node) & old - new):
                if not gen_text.is_private(name) and isinstance(value, (str, int, float)):
                    other = not value if isinstance(value, bool) else value + 1 if isinstance(value, (int, float)) else "own"
                    out.append((name, repr(other)))
        return list(dict.fromkeys(out))

    def _program(self, func, lines, call, more=(), owner=None):
        texts = [t for _, t in call.pairs] + list(more)
        return self.maker.program(func, "typed", call.legality, lines, texts, owner=owner) if lines else None


def _gives_own_kind(func, cls):
    """Does a method give an object of its class, as its annotation or what it returns says?"""
    note = func.node.returns
    said = gen_text.value_of(note) if isinstance(note, ast.Constant) else ast.unparse(note) if note is not None else ""
    if re.fullmatch(r"(?:\w+\.)*(?:%s|Self)(?: \| None)?" % re.escape(cls.name), str(said).strip()):
        return True
    made = [n.value.func for n in gen_text.walk(func.node) if isinstance(n, ast.Return) and isinstance(n.value, ast.Call)]
    return any(gen_text.dotted(f) in (cls.name, "self.__class__") or isinstance(f, ast.Call) and gen_text.dotted(f.func) == "type" for f in made)


def _step(func, var, call):
    """A call of a method for what it does."""
    if func.name == "__setitem__" and len(call.pairs) == 2:
        return ["%s[%s] = %s" % (var, call.pairs[0][1], call.pairs[1][1])]
    if func.has("setter"):
        return ["%s.%s = %s" % (var, func.name, call.pairs[0][1])] if call.pairs else []
    if func.name[:2] == "__":
        return []
    return ["%s.%s(%s)" % (var, func.name, arguments(call))]


def _stopped(entered):
    """A block that is left by an exception."""
    return ["try:\n    with %s as value:\n        print(value)\n        raise RuntimeError(\"stop\")\n"
            "except RuntimeError as error:\n    print(\"raised\", error)" % entered]


def _caught(node, name, func):
    """Names of the exceptions that a function catches where it calls what its parameter `name` is."""
    out = []
    for block in (n for n in gen_text.walk(node) if isinstance(n, ast.Try)):
        if not any(gen_aim.calls(n, name) for n in block.body):
            continue
        for handler in block.handlers:
            kind = handler.type
            if isinstance(kind, ast.Name) and kind.id not in gen_text.BUILTINS:     # a parameter says which
                kind = next((p.default for p in func.params if p.name == kind.id), None)
            kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
            out += [gen_text.raised(k.id) for k in kinds if isinstance(k, ast.Name)]
            out += ["ValueError"] * (handler.type is None)
    return [k for k in dict.fromkeys(out) if k]


def _readings(node, name):
    """(is a copy made of it, how often is it read) of a parameter in a function's text."""
    copies = [n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func) in COPIES
              and len(n.args) == 1 and gen_text.dotted(n.args[0]) == name]
    return bool(copies), sum(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in gen_text.walk(node))


def _differing(cls, target, kinds=("",)):
    """Names that the statements of a class, of some kinds as they are dumped, set on one side in another way than on the other."""
    other = gen_text.parse(textwrap.dedent(target.other))
    sides = [{ast.dump(n): gen_text.stores(n) for n in one.body} for one in [cls.node] + (other.body[:1] if other else []) if isinstance(one, ast.ClassDef)]
    return set().union(*[names for side in sides for text, names in side.items() if text.startswith(kinds) and sum(text in one for one in sides) == 1]) if len(sides) > 1 else set()


def _nobody(cls):
    return Func(cls.module, cls.qualname, gen_typed._EMPTY, cls)


def _first(func):
    return [a.arg for a in func.node.args.posonlyargs + func.node.args.args][:1]


def _gives_iterator(node):
    return any(isinstance(n, ast.Return) and (isinstance(n.value, ast.GeneratorExp) or isinstance(n.value, ast.Call)
               and gen_text.dotted(n.value.func).split(".")[-1] in ("map", "filter", "zip", "iter", "islice", "chain", "takewhile"))
               for n in gen_text.walk(node))


def _gives_function(node):
    """How many functions, one in the other, a function gives: 1 for a decorator, 2 for one with arguments, 0 for none."""
    inner = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
    given = [inner[n.value.id] for n in node.body if isinstance(n, ast.Return) and isinstance(n.value, ast.Name) and n.value.id in inner]
    return 1 + min(1, _gives_function(given[0])) if given else 0


def _taken_function(node, depth):
    """Names by which a decorator has the function that it is given."""
    inner = [n for n in gen_text.walk(node) if isinstance(n, ast.FunctionDef) and n is not node] if depth == 2 else [node]
    return [n.args.args[0].arg for n in inner if n.args.args][:1]


def taken(rows):
    """{(callable, type of a list or dict): its items}: what real calls that end well pass."""
    out = {}
    for row in rows:
        src = gen_text.source("", row["source"])
        for call in (n for n in src.nodes if isinstance(n, ast.Call)) if src else ():
            for at in _filled(call):
                out.setdefault((gen_aim.called(call), type(at)), _inside(src, at))
    return out


def _filled(call):
    return [a for a in call.args if isinstance(a, (ast.List, ast.Dict)) and gen_text.is_literal(a) and (getattr(a, "elts", None) or getattr(a, "keys", None))]


def _inside(src, node):
    return src.text(node).strip()[1:-1].strip().rstrip(",")


def failed(text, line, sequences, good):
    """Texts of programs in which a statement of the program, the one at `line` that ends in an exception of the code, is caught,
    and what the program made is looked at afterwards. Where it passes a list or dict, one in which what ends well (as taken()
    says) comes first: what is done before the exception shows."""
    src = gen_text.source("", text)
    body = src.tree.body if src else []
    at = next((i for i, n in enumerate(body) if n.lineno <= line <= n.end_lineno), None)
    if at is None or not isinstance(body[at], ast.Expr):
        return []
    node = body[at]
    objects = [n for n in body[:at] if isinstance(n, ast.Assign) and isinstance(n.value, ast.Call) and not gen_text.is_literal(n.value)]
    used = gen_text.loads(node) & set().union(set(), *[gen_text.stores(n) for n in objects])
    asked = [src.text(n) for n in body[at + 1:] if isinstance(n, ast.Expr) and gen_text.loads(n) & used] \
        or sequences._left(objects, node)
    named, more = _named(src, node, sequences) if not used else ([], [])
    asked = asked or more[1:]
    if not asked or any(n in src._string_lines() for n in range(node.lineno, node.end_lineno + 1)) and "\n" in src.text(node):
        return []
    head = src.data[:src.span(node)[0]].decode("utf-8", "surrogateescape") + "".join(row + "\n" for row in more[:1])
    edits = []
    for call in (n for n in gen_text.walk(node) if isinstance(n, ast.Call)):
        for inner in _filled(call):
            before, own = good.get((gen_aim.called(call), type(inner))), _inside(src, inner)
            if before and before != own and "\n" not in before + own:
                start, end = src.span(inner)
                edits.append([(start, end, ("[%s, %s]" if isinstance(inner, ast.List) else "{%s, %s}") % (before, own))])
    out = []
    for edit in edits[:1] + [[]]:
        block = "\n".join("    " + row for row in src.text(node, edit + named).split("\n"))
        out.append("%stry:\n%s\nexcept Exception as error:\n    print(type(error).__name__)\n%s\n" % (
            head, block, "\n".join(dict.fromkeys(asked))))
    return out


def _named(src, node, sequences):
    """(edits that name the object which a statement makes and calls a method of, [its assignment, questions to it])."""
    for call in (n for n in gen_text.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)):
        made = call.func.value
        cls = sequences.index.find_class(gen_aim.called(made)) if isinstance(made, ast.Call) else None
        if cls is not None and "\n" not in src.text(made):
            var = gen_typed.variable(cls.name)
            return [src.span(made) + (var,)], ["%s = %s" % (var, src.text(made))] + sequences.observers(sequences._methods(cls), var)[:2]
    return [], []
