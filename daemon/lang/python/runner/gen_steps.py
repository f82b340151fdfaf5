"""A test's body as steps: set-up, observations, and what each needs.

Asserts become prints of the asserted expression, `with raises` gives its call
alone, and a backward slice from one observation keeps the set-up it needs.
"""
import ast
import re

import gen_text
from gen_written import MODULES, is_path, note_files, written

AWAIT = re.compile(rb"await\s*")
RAISES = frozenset("raises assertRaises assertRaisesRegex assertRaisesRegexp assert_raises "
                   "assertRaisesMessage".split())
UNWRAPPED = RAISES | frozenset("warns deprecated_call assertWarns assertWarnsRegex subTest "
                               "assertLogs suppress".split())
MUTATORS = re.compile(
    r"(append|extend|insert|add|pop|popitem|update|remove|discard|clear|sort|reverse|setdefault|next|send"
    r"|write\w*|read\w*|close|seek|register\w*|connect|feed|push\w*|put|set_?\w*|del\w*|advance|consume"
    r"|prepend|peek|increment|start|stop|open|reset\w*|bind\w*|load_\w+|include|exclude|drop\w*)$")
BUFFERS = frozenset("StringIO BytesIO list dict set deque bytearray Queue SimpleQueue".split())
LOOK_THROUGH = frozenset("isinstance issubclass callable".split())
OBSERVED_MAX = 3   # prints of one test
# What is made, or called, only while a loop runs; what is made there is of that loop.
OF_LOOP = frozenset("gather shield ensure_future create_task as_completed wait".split())
WITH_LOOP = OF_LOOP | frozenset("TaskGroup Event Lock Semaphore BoundedSemaphore Condition Queue Barrier Future create_future get_running_loop".split())
AWAITED = "async def awaited(make):\n    return await make()\n"


class Step:
    """One statement of the flattened body."""

    def __init__(self, node, text):
        self.node, self.line = node, getattr(node, "lineno", 0)
        self.text = text                  # as set-up
        self.see = []                     # prints, when it is an observation
        self.uses, self.defines, self.changes = set(), set(), set()
        self.kills = set()                # names whose older values no longer matter
        self.raises = False               # expected to raise: last of its test
        self.effect = False               # a call of a function for what it does, to nothing that can be seen here
        self.fixed = False                # only one observation may be made of it
        self.files = set()                # names of where it writes a file
        self.path_of = None               # names of the paths that the path it gives a name is made of


class Flattener:
    """Turns statements into steps. "self.x" becomes "x" where `self_name` is the test case's self."""

    def __init__(self, src, self_name=None):
        self.src, self.self_name = src, self_name
        self.attributes = set()           # self.<name> that were met
        self.poisoned = set()             # names bound by `with raises(...) as name`
        self.renamed = {}                 # local names that are those of attributes too -> what they are called here
        self.foreign = {}                 # names of other files' assertions -> their module
        self.taken_apart = lambda node: None    # steps of a helper of the tests' own, or None
        self.behind = lambda name: frozenset()  # what a method of the test case reads of its object
        self.imported = frozenset()       # names of functions that the file imports
        self.tables = []                  # [[{name: cell}]]: unrolled `for a, b in [(1, 2), ...]`
        self.in_loop = False              # what is written stands in a coroutine

    # ---- text
    def edits(self, node):
        """`self.x` -> `x`, asserts inside compound statements -> prints."""
        out = []
        for n in self.own(node):
            if gen_text.dotted(n.value) == self.self_name:
                self.attributes.add(n.attr)
                start, end = self.src.span(n)
                out.append((start, end, n.attr))
        for n in gen_text.walk(node) if self.renamed else ():
            if isinstance(n, ast.Name) and n.id in self.renamed:
                out.append(self.src.span(n) + (self.renamed[n.id],))
        return out + self._awaited(node)

    def _awaited(self, node):
        """`await x` -> `asyncio.run(x)`, where it stands in the test itself; what a loop has to run for is made in it."""
        out, todo = [], [] if self.in_loop else [node]
        while todo:
            n = todo.pop()
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
                continue
            if isinstance(n, ast.Await):
                start, end = self.src.span(n)
                word = AWAIT.match(self.src.data, start)    # what is awaited may stand in brackets, which no expression has
                called = n.value.func if isinstance(n.value, ast.Call) else None
                is_made = called is not None and gen_text.dotted(called).split(".")[-1] in OF_LOOP and "awaited" not in self.src.mentioned
                out += [(start, word.end(), "asyncio.run(awaited(lambda: " if is_made else "asyncio.run("), (end, end, "))" if is_made else ")")]
            todo.extend(gen_text.children(n))
        return out

    def whole(self, node):
        """The steps of a test that is a coroutine as one: what it makes is of one loop, and goes on while it waits."""
        name = "main" if "main" not in self.src.mentioned else "main_of_test"
        block = ast.copy_location(ast.If(test=None, body=node.body, orelse=[]), node)
        start, body = self.src.span(node)[0], self.src.span(node.body[0])[0]
        head = (start, start + signature_end(self.src.data[start:body]), "async def %s():" % name)
        self.in_loop = True
        try:
            made, run = Step(node, self.text(node, [head] + self.inner(block))), Step(node, "")
        finally:
            self.in_loop = False
        made.uses, made.defines = set().union(set(), *map(self.uses, node.body)) - set().union(set(), *map(self.defines, node.body)), {name}
        run.see, run.uses = ["asyncio.run(%s())" % name], {name}
        return [made, run]

    def own(self, node):
        """Attributes in `node` where `self` is the test case's, not a nested method's."""
        todo = [node] if self.self_name else []
        while todo:
            n = todo.pop()
            if isinstance(n, (ast.FunctionDef, ast.Lambda)) \
                    and any(a.arg == self.self_name for a in n.args.args):
                continue
            if isinstance(n, ast.Attribute):
                yield n
            todo.extend(gen_text.children(n))

    def text(self, node, extra=()):
        if isinstance(node, _Rest):
            return node.quoted(self)
        extra = list(extra)     # an assertion that becomes a print is no place for edits of its own
        own = [e for e in self.edits(node) if not any(start <= e[0] and e[1] <= end for start, end, _ in extra)]
        return self.src.text(node, extra + own)

    def called_here(self, names):
        return {self.renamed.get(name, name) for name in names}

    def uses(self, node):
        names = self.called_here(gen_text.loads(node))
        if self.self_name in names:
            read = {n.attr for n in self.own(node) if gen_text.dotted(n.value) == self.self_name
                    and isinstance(n.ctx, ast.Load) and not n.attr.startswith("assert") and n.attr not in UNWRAPPED}
            names = names.union(read, *map(self.behind, read))
            names.discard(self.self_name)
        return names

    def defines(self, node):
        names = self.called_here(gen_text.stores(node))
        names.update(n.attr for n in self.own(node) if isinstance(n.ctx, ast.Store)
                     and gen_text.dotted(n.value) == self.self_name)
        return names

    # ---- statements
    def flatten(self, body, out=None):
        out = [] if out is None else out
        for node in body:
            self.one(node, out)
        return out

    def one(self, node, out):
        if isinstance(node, (ast.Pass, ast.Global, ast.Nonlocal, ast.Return)):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.Yield, ast.YieldFrom)):
            return
        if isinstance(node, ast.With) and self._unwrapped(node):
            return self.unwrap(node, out)
        if isinstance(node, ast.For) and self.unroll(node):
            self.flatten(node.body, out)
            return
        own = self.taken_apart(node)
        if own is not None:
            out += own
            return
        seen = self.observed(node)
        if seen is not None:
            step = Step(node, "")
            step.see = ["print(%s)" % self.text(e) for e in seen]
            for e in seen:
                step.uses |= self.uses(e)
                step.changes |= self.changed(e)
            if isinstance(node, ast.Expr) and self.called(node) in RAISES:
                step.raises = True
            elif step.changes:  # `assert next(it) == 1`: what follows depends on it
                step.text = "\n".join(step.see)
        else:
            step = Step(node, self.text(node, self.inner(node)))
            step.uses, step.defines = self.uses(node), self.defines(node)
            step.changes = self.changed(node)
            step.files = set().union(set(), *map(self.places, written(node)))
            step.path_of = self.places(node.value) if isinstance(node, ast.Assign) and is_path(node.value) else None
            if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom,
                                 ast.FunctionDef, ast.ClassDef)):
                step.kills = set(step.defines)
            if isinstance(node, ast.Expr):
                step.see = [self.printed(node.value)]
                step.fixed = True
                call = node.value.value if isinstance(node.value, ast.Await) else node.value
                step.effect = isinstance(call, ast.Call) and gen_text.dotted(call.func) in self.imported
            elif "print(" in step.text and isinstance(node, (ast.For, ast.If, ast.With, ast.Try, ast.While)):
                step.see = [step.text]
        if step.uses & self.poisoned:
            return
        out.append(step)

    def printed(self, value):
        text = self.text(value)
        return text if gen_text.dotted(getattr(value, "func", value)) == "print" else "print(%s)" % text

    def called(self, node):
        value = getattr(node, "value", None)
        if isinstance(value, ast.Call):
            return gen_text.dotted(value.func).split(".")[-1]
        return ""

    def _unwrapped(self, node):
        for item in node.items:
            call = item.context_expr
            name = gen_text.dotted(call.func).split(".")[-1] if isinstance(call, ast.Call) else ""
            if name not in UNWRAPPED:
                return False
        return True

    def unroll(self, node):
        """A loop over a table that is written out is as many tests as it has rows."""
        cells = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        names = [c.id for c in cells if isinstance(c, ast.Name)]
        if len(names) != len(cells) or node.orelse or not isinstance(node.iter, (ast.List, ast.Tuple)):
            return False
        taken = {n for table in self.tables for n in table[0]}
        if taken & set(names) or not any(self.observed(n) or isinstance(n, ast.With) or self.taken_apart(n) for n in node.body):
            return False
        if any(isinstance(n, (ast.Break, ast.Continue, ast.Return)) for n in gen_text.walk(node)):
            return False
        rows = []
        for row in node.iter.elts:
            values = row.elts if isinstance(node.target, ast.Tuple) and isinstance(row, (ast.Tuple, ast.List)) \
                else [row]
            if len(values) != len(names) or any(isinstance(v, ast.Starred) for v in values):
                return False
            rows.append(dict(zip(names, values)))
        if rows:
            self.tables.append(rows)
        return bool(rows)

    def unwrap(self, node, out):
        raising = False
        for item in node.items:
            raising |= gen_text.dotted(item.context_expr.func).split(".")[-1] in RAISES
            if item.optional_vars is not None:
                self.poisoned |= self.called_here(gen_text.stores(item.optional_vars))
        at = len(out)
        self.flatten(node.body, out)
        if raising and len(out) > at:
            last = out[-1]
            if not last.see:
                last.see = [last.text]
            last.raises = True

    def changed(self, node):
        """Names whose objects the node may change in place."""
        out = set()
        for n in gen_text.walk(node):
            if isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.ctx, (ast.Store, ast.Del)):
                out |= self.base(n)
            elif isinstance(n, ast.Call):
                if isinstance(n.func, ast.Attribute) and MUTATORS.match(n.func.attr):
                    out |= self.base(n.func.value)
                elif gen_text.dotted(n.func) in ("next", "setattr", "delattr") and n.args:
                    out |= self.base(n.args[0])
        # what throws its value away is there for its effect, `doc["a"]` too
        if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Attribute, ast.Subscript)):
            out |= self.base(node.value)
        inside = gen_text.walk(node) if isinstance(node, gen_text.BLOCKS) else [node]
        for call in [n.value for n in inside if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call)]:
            if isinstance(call.func, ast.Attribute):
                out |= self.base(call.func.value)
            for a in call.args:
                out |= self.base(a) if isinstance(a, ast.Name) else set()
        for item in getattr(node, "items", ()):     # what a block is entered for
            out |= self.base(item.context_expr)
        return out

    def base(self, node):
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
            if isinstance(node, ast.Attribute) and gen_text.dotted(node.value) == self.self_name \
                    and self.self_name:
                return {node.attr}
            node = node.func if isinstance(node, ast.Call) else node.value
        return self.called_here({node.id}) if isinstance(node, ast.Name) else set()

    def places(self, node):
        """Names that a path is made of."""
        called = {n.func.id for n in gen_text.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        return self.uses(node) - called - gen_text.BUILTINS - MODULES

    # ---- observations
    def observed(self, node):
        """Expressions to print in place of an assert, or None."""
        if isinstance(node, ast.Assert):
            return self.tested(node.test)
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
            return None
        call, name = node.value, self.called(node)
        if name in RAISES or name in ("assertWarns", "warns"):
            skip = 2 if name.endswith(("Regex", "Regexp")) else 1
            if len(call.args) <= skip:
                return None
            if isinstance(call.args[skip], ast.Lambda) and not call.args[skip].args.args:
                return [call.args[skip].body]
            return [_Rest(call, skip)]
        if not name.lower().startswith("assert") and name not in ("eq_", "ok_"):
            return None
        args = [a for a in call.args[:2] if not isinstance(a, ast.Starred)]
        if not args:
            return None
        if name in ("assertIn", "assertNotIn") and len(args) == 2:
            return self.held(*args)
        if name in ("assertTrue", "assertFalse", "assertIsNone", "assertIsNotNone", "assertIsInstance", "ok_"):
            return self.tested(args[0])
        return self.pick(args)

    def pick(self, sides):
        """Of what is compared, the side that is computed; both when both are. In `repr(x) == r.output`
        both count: which of them is expected cannot be told."""
        made = [s for s in sides if not gen_text.is_literal(s) and any(
            isinstance(n, (ast.Call, ast.Attribute, ast.Subscript)) for n in gen_text.walk(s))]
        if made:
            return made
        named = [s for s in sides if not gen_text.is_literal(s)]
        return named[:1] or sides[:1]

    def held(self, part, whole):
        """Of `part in whole` what holds it; of `x in (1, 2)`, which allows several, what x is."""
        return [part] if gen_text.is_literal(whole) and not gen_text.is_literal(part) else [whole]

    def tested(self, test):
        if isinstance(test, ast.Compare):
            whole = test.comparators[0]
            if isinstance(test.ops[0], (ast.In, ast.NotIn)):
                # of an object of one's own only the question itself says what it holds
                own = isinstance(whole, ast.Name) and not isinstance(getattr(test.left, "value", None), str)
                return self.held(test.left, whole) + [test] * own
            sides = self.pick([test.left] + test.comparators)
            return sides + [test] * (len(sides) > 1 and isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)))
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self.tested(test.operand)
        if isinstance(test, ast.BoolOp):
            out = []
            for value in test.values[:OBSERVED_MAX]:
                out += self.tested(value)
            return out
        if isinstance(test, ast.Call) and gen_text.dotted(test.func) in LOOK_THROUGH and test.args:
            return [test.args[0]]
        return [test]

    def inner(self, node):
        """Edits that turn the asserts inside a compound statement into prints."""
        out = []
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return out
        gone = set()
        for n in gen_text.walk(node):
            if isinstance(n, ast.With) and self._unwrapped(n):
                for item in n.items:
                    gone |= gen_text.stores(item.optional_vars) if item.optional_vars else set()
        hidden, shown = node.body if takes_output(node) else [], []     # what is printed there nobody sees
        for n in gen_text.walk(node):
            if n is node or not isinstance(n, ast.stmt):
                continue
            seen = self.observed(n)
            start, end = self.src.span(n)
            if seen and gone & gen_text.loads(n):
                out.append((start, end, "pass"))
            elif seen and n in hidden:
                names = ["shown%d" % (len(shown) + i) for i in range(1, len(seen) + 1)]
                out.append((start, end, "; ".join("%s = %s" % (name, self.text(e)) for name, e in zip(names, seen))))
                shown += names
            elif seen:
                out.append((start, end, "; ".join("print(%s)" % self.text(e) for e in seen)))
            elif isinstance(n, ast.With) and self._unwrapped(n):
                out += self.caught(n, n.col_offset - node.col_offset)
        end = self.src.span(node)[1]
        return out + [(end, end, "".join("\nprint(%s)" % name for name in shown))] * bool(shown)

    def caught(self, node, indent):
        """`with raises(...)` inside a loop becomes try/except that prints what came."""
        start, end = self.src.span(node)
        body = self.src.span(node.body[0])[0]
        head_end = self.src.data.rindex(b":", start, body) + 1
        raising = any(gen_text.dotted(i.context_expr.func).split(".")[-1] in RAISES for i in node.items)
        if not raising:
            return [(start, head_end, "if True:")]
        pad = " " * indent
        tail = "\n%sexcept Exception as error:\n%s    print(type(error).__name__, error)" % (pad, pad)
        return [(start, head_end, "try:"), (end, end, tail)]


def signature_end(head):
    """How long a definition's text is with its colon, of all that stands before what it does: a comment may be there as well."""
    rest = re.sub(rb"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'", lambda m: b" " * len(m.group()), head)
    return rest.rindex(b":") + 1


def needs_loop(node):
    """Is it a test that makes tasks, or what they wait for?"""
    return isinstance(node, ast.AsyncFunctionDef) and any(gen_text.dotted(n.func).split(".")[-1] in WITH_LOOP for n in gen_text.walk(node) if isinstance(n, ast.Call))


def takes_output(node):
    """Is it a block in which what is printed goes elsewhere?"""
    calls = [i.context_expr for i in node.items if isinstance(i.context_expr, ast.Call)] if isinstance(node, ast.With) else []
    return any(gen_text.dotted(call.func).split(".")[-1] == "redirect_stdout" for call in calls)


class _Rest(ast.Call):
    """The call of assertRaises(X, f, a): quoted as f(a)."""

    _fields = ("func", "args", "keywords")

    def __init__(self, call, skip):
        super().__init__(func=call.args[skip], args=call.args[skip + 1:], keywords=call.keywords)
        ast.copy_location(self, call)

    def quoted(self, flattener):
        parts = [flattener.text(a) for a in self.args]
        for k in self.keywords:
            value = flattener.text(k.value)
            parts.append("%s=%s" % (k.arg, value) if k.arg else "**" + value)
        return "%s(%s)" % (flattener.text(self.func), ", ".join(parts))


def slices(steps):
    """[(set-up steps, observing steps, names still needed)], one entry for each group of observations.

    Observations that need the same set-up share a test, up to OBSERVED_MAX prints.
    """
    out = []
    note_files(steps)
    _follow_handed_over(steps)
    note_files(steps)       # of what is handed over, too
    for i, step in enumerate(steps):
        if not step.see:
            continue
        if step.fixed and not step.raises and not _last_of_kind(steps, i):
            continue
        setup, needed = _backward(steps, i)
        group = out[-1] if out else None
        together = group and not step.raises and not group[1][-1].raises and group[0] == setup \
            and sum(len(s.see) for s in group[1]) + len(step.see) <= OBSERVED_MAX
        if together:
            group[1].append(step)
            group[2].update(needed)
        else:
            out.append((setup, [step], set(needed)))
    return out


def _follow_handed_over(steps):
    """Who is given `seen.append`, or a function that uses `seen`, changes `seen` by whatever is called of it later; and who
    changes an object changes those that were given it."""
    held = {}       # name -> names of what a call of it, or on it, may change
    methods = {}    # name that is called -> name of the object whose method it is
    same = {}       # name -> other names of its object
    functions = set().union(set(), *map(_called, steps))
    keeping = {}    # name -> names of what was given it, and of the buffers that it was given
    buffers, paths = set(), set()       # what is there to be written to; of that, the paths
    for step in steps:
        value = getattr(step.node, "value", None)
        if isinstance(value, ast.Attribute) and isinstance(step.node, ast.Assign) and _name(value.value, step):
            methods.update((name, _name(value.value, step)) for name in step.defines & functions)
        else:
            step.uses |= {methods[name] for name in step.uses if name in methods}
            if isinstance(step.node, ast.Expr) and isinstance(value, ast.Call):
                step.changes |= {methods[name] for name in [_name(value.func, step)] if name in methods}
        step.changes |= set().union(set(), *[same[name] for name in step.changes if name in same])
        for name in step.kills:
            for other in same.pop(name, set()):
                same[other].discard(name)
        if isinstance(step.node, ast.Assign) and _name(value, step):
            group = {_name(value, step)} | same.get(_name(value, step), set()) | step.kills
            same.update((name, group - {name}) for name in group)
        step.changes |= set().union(set(), *[keeping[name] for name in step.changes if name in keeping])
        paths |= step.defines if step.path_of is not None else set()
        buffers |= step.defines if step.path_of is not None or _is_buffer(getattr(step.node, "value", None)) else set()
        for name, keeper in _given(step, paths):
            keeping.setdefault(name, set()).add(keeper)
            if name in buffers:
                keeping.setdefault(keeper, set()).add(name)
        if isinstance(step.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            held[step.node.name] = step.uses - gen_text.BUILTINS
            continue
        calls = [n for n in gen_text.walk(step.node) if isinstance(n, ast.Call)]
        called = {n.id for c in calls for n in gen_text.walk(c.func) if isinstance(n, ast.Name)}
        more = set().union(set(), *[held[name] for name in called if name in held])
        handed = [_name(a, step) for c in calls for a in [getattr(c.func, "value", None), *c.args, *[k.value for k in c.keywords]]]
        more |= set().union(set(), *[keeping[name] & buffers for name in [*handed, *more] if name in keeping])
        if more - step.changes:
            step.changes |= more
            if step.see and not step.text and not step.raises:
                step.text = "\n".join(step.see)
        step.files |= step.changes & paths
        for call in calls:
            given = set().union(set(), *[_reached_by(a, held) for a in list(call.args) + [k.value for k in call.keywords]])
            owner = getattr(call.func, "value", None)
            while isinstance(owner, (ast.Attribute, ast.Subscript, ast.Call)):
                owner = getattr(owner, "value", None) or owner.func
            for name in ({owner.id} if isinstance(owner, ast.Name) else set()) | step.defines if given else ():
                held[name] = held.get(name, set()) | given - {name}


def _called(step):
    """Names that are called as functions, those that a test hands to what calls them, and those that its helpers use."""
    calls = [n for n in gen_text.walk(step.node) if isinstance(n, ast.Call)]
    return {_name(n, step) for c in calls for n in [c.func] + (c.args if step.raises else [])} | step.uses - gen_text.mentions(step.node)


def _given(step, paths):
    """(name, name of what is given it to keep): an object that is made with it, or one that a method is called of for what it does;
    of a path, whatever a call of it gives, `hosts = load(path)`."""
    call = getattr(step.node, "value", None)
    if not isinstance(step.node, (ast.Assign, ast.Expr)) or not isinstance(call, ast.Call):
        return
    made = isinstance(step.node, ast.Assign) and gen_text.dotted(call.func).split(".")[-1][:1].isupper()
    owner = getattr(call.func, "value", None) if isinstance(step.node, ast.Expr) else None
    for name in [_name(a, step) for a in list(call.args) + [k.value for k in call.keywords]]:
        for keeper in step.defines if made or name in paths and step.defines else {_name(owner, step)}:
            if name and keeper and name != keeper:
                yield name, keeper


def _name(node, step):
    """The name that is read, `x` of `self.x` where that is the test case's."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in step.uses:
        return node.attr
    return getattr(node, "id", "")


def _is_buffer(node):
    """Is it made to be written to: a stream, a container with nothing in it, an object that is made of nothing, `sink = MemorySink()`?"""
    if isinstance(node, ast.Call):
        name = gen_text.dotted(node.func).split(".")[-1]
        return (name in BUFFERS or name[:1].isupper()) and not (node.args or node.keywords)
    return isinstance(node, (ast.List, ast.Dict)) and not (getattr(node, "elts", None) or getattr(node, "keys", None))


def _reached_by(node, held):
    """Names of what an argument may change when it is called."""
    if isinstance(node, ast.Lambda):
        return gen_text.loads(node) - gen_text.BUILTINS
    if isinstance(node, ast.Attribute) and MUTATORS.match(node.attr) and isinstance(node.value, ast.Name):
        return {node.value.id}
    return held.get(node.id, set()) | {node.id} if isinstance(node, ast.Name) and node.id in held else set()


def _last_of_kind(steps, i):
    """A bare call is worth an observation of its own when nothing after it looks at its effect."""
    return not any(s.see and not s.fixed for s in steps[i + 1:])


def _backward(steps, i):
    needed, chosen, inside = set(steps[i].uses), [], set()
    for step in reversed(steps[:i]):
        if step.raises or not step.text:
            continue
        if step.defines & needed or step.changes & needed or step.effect:
            chosen.append(step)
            needed -= step.kills
            needed |= step.uses
            inside |= step.defines - step.uses      # of a block, `with f() as x`: nothing before it has to set x
    return chosen[::-1], needed - inside
