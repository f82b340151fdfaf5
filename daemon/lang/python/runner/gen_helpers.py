"""Assertions and set-up that tests bring themselves, as methods of a test case or as functions: each becomes the statements
it is made of, with what it is given bound to its parameters. A method that only computes something is taken along as a
function.
"""
import ast
import functools
import re

import gen_env
import gen_steps
import gen_text

BASES_MAX = 6       # classes that are looked at for a method
LINES_MAX = 40      # of a method
NESTED_MAX = 3      # helpers of helpers
STEPS_MAX = 300     # statements of helpers that stand in the place of their calls in one test function
FILES_MAX = 200     # that are looked through for own assertions
OWN = re.compile(r"^[ \t]+def (assert|check|verify|expect)\w*\([ \t]*self\b", re.M)
OWN_NAME = re.compile("assert|check|verify|expect")
BEHIND, BEHIND_MAX = re.compile(rb"\s*,\s*|"), 200    # a parameter, before the next one
GONE = (ast.Return, ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global)


def lineage(case):
    """(module, class) of the test case's class and its bases, as far as the mined files define them."""
    out, todo = [], [(case.module, case.owner)] if case.owner else []
    while todo and len(out) < BASES_MAX:
        module, cls = todo.pop(0)
        if any(cls is known for _, known in out):
            continue
        out.append((module, cls))
        for base in cls.bases:
            todo += _classes(module, gen_text.dotted(base), 0)
    return out


def _classes(module, name, depth):
    """Where a class of that name in a module is defined."""
    first, _, last = name.rpartition(".")
    out = []
    for node in module.bindings.get(first or name, ()) if depth < 4 else ():
        if isinstance(node, ast.ClassDef) and not first:
            out.append((module, node))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for a in node.names:
                if (a.asname or a.name) != (first or name):
                    continue
                inside = isinstance(node, ast.ImportFrom) and not first
                full = node.module or "" if inside else a.name if isinstance(node, ast.Import) else "%s.%s" % (node.module or "", a.name)
                path = module.files.find(full.strip("."), getattr(node, "level", 0), module.src.path)
                other = module.files.module(path) if path else None
                out += _classes(other, a.name if inside else last, depth + 1) if other is not None else []
    return out[:2]


def method(case, name):
    """(module, function) of one of the test case's own methods, or None; of a class method as of any other."""
    found = _defined(case, name)
    return found if found and found[1].args.args and _marks(found[1]) in ([], ["classmethod"]) else None


def _defined(case, name):
    for module, cls in lineage(case):
        for node in cls.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return (module, node) if node.end_lineno - node.lineno <= LINES_MAX else None
    return None


def _marks(node):
    return [gen_text.dotted(d) for d in node.decorator_list]


def function(module, name, depth=0):
    """(module, function) of a helper that asserts something, in the test's file or one it imports, or None."""
    nodes = module.bindings.get(name, ()) if depth < 4 else ()
    node = nodes[-1] if len(nodes) == 1 else None
    if isinstance(node, ast.FunctionDef):
        short = node.end_lineno - node.lineno <= LINES_MAX and not node.decorator_list
        return (module, node) if short and any(isinstance(n, ast.Assert) for n in gen_text.walk(node)) else None
    if isinstance(node, ast.ImportFrom):
        path = module.files.find(node.module or "", node.level, module.src.path)
        other = module.files.module(path) if path else None
        real = [a.name for a in node.names if (a.asname or a.name) == name]
        return function(other, real[0], depth + 1) if other is not None and real else None
    return None


def attribute(case, name):
    """(module, value) of a class attribute, or None."""
    for module, cls in lineage(case):
        for node in cls.body:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            if len(targets) == 1 and isinstance(targets[0], ast.Name) and targets[0].id == name and node.value is not None:
                return module, node.value
    return None


def words_behind(files, paths):
    """{name of an own assertion: what it mentions}: a test that makes one speaks of all that."""
    out = {}
    for path in paths[:FILES_MAX]:
        text = files.text(path)
        src = files.source(path) if text and OWN.search(text) else None
        for node in src.nodes if src else ():
            if isinstance(node, ast.FunctionDef) and OWN_NAME.match(node.name) and node.args.args and node.args.args[0].arg == "self":
                out.setdefault(node.name, set()).update(gen_text.mentions(node))
    return out


def names_in(node):
    """Names that a function uses in any way."""
    return set().union(*[gen_text.stores(n) | gen_text.loads(n) for n in node.body])


def apart(case, node, mark):
    """{local name of a test or its set-up: what it is called in a program}, of those that attributes of the test case have with another
    value: `folder = TemporaryDirectory()` and `self.folder = folder.name`."""
    out, local = {}, {n.id for one in node.body for n in gen_text.walk(one) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    clash = local & _kept_otherwise(case) if case.owner and local else ()
    nodes = [n for one in node.body for n in gen_text.walk(one)] if clash else []
    # those that cannot be told from the text stay as they are
    bound = {n.arg for n in nodes if isinstance(n, ast.arg)} | {n.asname or n.name for n in nodes if isinstance(n, ast.alias)} \
        | {n.name for n in nodes if isinstance(n, (ast.ExceptHandler, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    bound = bound.union(*[gen_text.loads(n) for n in nodes if isinstance(n, gen_text.STRING_NODES)])
    known = set().union(*map(gen_text.mentions, nodes)) if clash else set()
    for name in sorted(set(clash) - bound):
        new = name + mark
        while new in known:
            new += mark
        out[name] = new
    return out


def _kept_otherwise(case):
    """Names of attributes that methods of the test case set to something else than a local name of that name has."""
    out = set()
    for _, cls in lineage(case):
        for node in (n for method in cls.body if isinstance(method, ast.FunctionDef) and method.args.args for n in gen_text.walk(method)):
            targets = node.targets if isinstance(node, ast.Assign) else []
            names = {getattr(one, "id", None) for one in targets} | ({getattr(node.value, "id", None)} if targets else set())
            out |= {n.attr for one in targets for n in gen_text.walk(one) if isinstance(n, ast.Attribute) and n.attr not in names}
    return out


def attend(case, flat, taken, depth=0, room=None):
    """Let it take apart what the test case's own methods do. taken: names that mean something already; room: how many steps
    may be made of them, with those of the helpers that they call in turn."""
    room, known = room or [STEPS_MAX], {}

    def ask(node):
        if id(node) not in known:
            known[id(node)] = taken_apart(case, flat, node, taken, depth, room)
            return known[id(node)]
        return known.pop(id(node))      # who looked whether it can be taken apart takes it apart now

    flat.taken_apart = ask
    flat.behind = functools.lru_cache(None)(lambda name: frozenset(_behind(case, flat, name)))


def taken_apart(case, flat, node, taken, depth, room):
    """The steps of a statement that makes one of the tests' own assertions, or that lets a method of the test case set it
    up; None: it does neither, or they cannot be said."""
    call = getattr(node, "value", None)
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    if not isinstance(call, ast.Call) or target is None and not isinstance(node, ast.Expr) or depth > NESTED_MAX or room[0] <= 0:
        return None
    found = _helper(case, flat, call)
    if not found or target is not None and not (isinstance(call.func, ast.Attribute) and _sets(found[1])):
        return None
    return _inlined(case, flat, call, target, found, taken, depth, room)


def _helper(case, flat, call):
    if isinstance(call.func, ast.Name):
        return function(case.module, call.func.id)
    own = isinstance(call.func, ast.Attribute) and flat.self_name and gen_text.dotted(call.func.value) == flat.self_name
    return method(case, call.func.attr) if own else None


def _own(node, ctx):
    """Names of what a method reads or sets of its object."""
    first = node.args.args[0].arg
    return {n.attr for one in node.body for n in gen_text.walk(one) if isinstance(n, ast.Attribute)
            and isinstance(n.ctx, ctx) and gen_text.dotted(n.value) == first}


def _sets(node):
    return bool(_own(node, ast.Store))


def globals_of(node):
    """Names that a method takes from its module."""
    return gen_text.loads(node) - {node.args.args[0].arg, node.name} - gen_text.BUILTINS


def _behind(case, flat, name):
    """What a method that comes along as a function reads of the test case, and what those methods read in turn."""
    found, out, todo = None, set(), [name]
    while todo:
        found = method(case, todo.pop())
        more = _own(found[1], ast.Load) - out if found and not _sets(found[1]) else set()
        out |= more
        todo += more
    flat.attributes |= out
    return out


def _inlined(case, flat, call, target, found, taken, depth, room):
    module, node = found
    own = node.args.args[0].arg if isinstance(call.func, ast.Attribute) else None
    given = _given(call, node, 1 if own else 0)
    last = node.body[-1]    # what a `return` there gives is asked for or not; anywhere else what is below it may not be run
    ends = last if isinstance(last, ast.Return) else None
    if given is None or "super" in gen_text.loads(node) or any(isinstance(n, GONE) and n is not ends for n in gen_text.walk(node)):
        return None
    if target is not None and getattr(ends, "value", None) is None:
        return None
    inner = gen_steps.Flattener(module.src, own)
    attend(case, inner, taken | names_in(node), depth + 1, room)
    local = set(given).union(*[gen_text.stores(n) for n in node.body])
    foreign = set().union(*[gen_text.loads(n) for n in node.body]) - local - {inner.self_name} - gen_text.BUILTINS
    # its names mean something else here, but for one that is set anew by this very statement
    kept = taken - (gen_text.stores(target) - gen_text.loads(call) if target is not None else set())
    if local & kept or foreign & taken and module is not case.module:
        return None
    out = [_bound(flat, inner, call, name, value) for name, value in given.items()]
    mine = inner.flatten(node.body)
    room[0] -= len(node.body)
    if room[0] < 0:
        return None
    if ends is not None and ends.value is not None and (target is not None or isinstance(ends.value, ast.Call)):
        mine.append(_returned(flat, inner, target, ends.value))
    if inner.attributes & (local | taken) or not (_sets(node) or any(step.see for step in mine)):
        return None
    for step in mine:
        step.line = call.lineno
        step.see = step.see if target is None else []
    flat.attributes |= inner.attributes
    flat.foreign.update(inner.foreign)
    flat.foreign.update((name, module) for name in foreign)
    return _without_stars(out, mine, node)


def _bound(flat, inner, call, name, value):
    """The step that gives a parameter what is passed for it."""
    if isinstance(value, ast.AST):
        at = flat if _is_in(value, call) else inner
        text, uses = at.src.expression(value, at.edits(value)), at.uses(value)
    else:
        cells = [c if isinstance(c, tuple) else (None, c) for c in value]
        texts = ["%r: %s" % (k, flat.src.expression(v, flat.edits(v))) if k else flat.src.expression(v, flat.edits(v)) for k, v in cells]
        text = "{%s}" % ", ".join(texts) if isinstance(value, list) else "(%s)" % (", ".join(texts) + "," * (len(texts) == 1))
        uses = set().union(*[flat.uses(v) for _, v in cells])
    step = gen_steps.Step(call, "%s = %s" % (name, text))
    step.uses, step.defines, step.kills = uses, {name}, {name}
    return step


def _returned(flat, inner, target, value):
    """The step of what a helper gives."""
    text = inner.src.expression(value, inner.edits(value))
    step = gen_steps.Step(ast.copy_location(ast.Expr(value), value), text)
    step.uses, step.changes = inner.uses(value), inner.changed(step.node)
    if target is not None:
        step.text = "%s = %s" % (flat.text(target), text)
        step.node = ast.copy_location(ast.Assign([target], value), value)
        step.defines = flat.defines(target)
        step.kills = set(step.defines)
    return step


def _without_stars(out, mine, node):
    """`f(*args, **more)` of a helper that hands on what it is given, with that written out."""
    for star in (node.args.vararg, node.args.kwarg):
        bound = [s for s in out if star and s.kills == {star.arg}]
        texts = list(dict.fromkeys(text for step in bound + mine for text in [step.text] + step.see))
        written = dict(zip(texts, spread(texts, {star.arg: gen_text.parse(texts[0]).body[0].value}) if bound else texts))
        if any(text != new for text, new in written.items()):
            out = [s for s in out if s not in bound]
        for step in mine:
            if written[step.text] != step.text or any(written[text] != text for text in step.see):
                step.text, step.see = written[step.text], [written[text] for text in step.see]
                step.uses = step.uses - {star.arg} | bound[0].uses
    return out + mine


def _is_in(node, call):
    return any(n is node for n in gen_text.walk(call))


def _given(call, node, skip):
    """{parameter: what it is given}: a node, for *rest the nodes that are left (a tuple), for **keywords the (name, node) of them
    (a list). None: cannot be said."""
    a = node.args
    if a.posonlyargs or any(isinstance(x, ast.Starred) for x in call.args) or any(k.arg is None for k in call.keywords):
        return None
    names = [x.arg for x in a.args][skip:]
    out = dict(zip(names[len(names) - len(a.defaults):], a.defaults))
    out.update((x.arg, d) for x, d in zip(a.kwonlyargs, a.kw_defaults) if d is not None)
    if len(call.args) > len(names) and not a.vararg:
        return None
    out.update(zip(names, call.args))
    known = set(names) | {x.arg for x in a.kwonlyargs}
    out.update((k.arg, k.value) for k in call.keywords if k.arg in known)
    rest = [(k.arg, k.value) for k in call.keywords if k.arg not in known]
    if known - set(out) or rest and not a.kwarg:
        return None
    out = {name: out[name] for name in names + [x.arg for x in a.kwonlyargs]}
    out.update({a.vararg.arg: tuple(call.args[len(names):])} if a.vararg else {})
    return dict(out, **{a.kwarg.arg: rest}) if a.kwarg else out


def take(program, case, name):
    """Bring a method that sets nothing of its object into the program, as a function: what it reads of it are names of the
    program. False: it is none."""
    found = _defined(case, name)
    if found and _marks(found[1]) == ["staticmethod"]:
        module, node = found
        program.add_def((True, module.src.path, node.lineno), module.src.text(node, _unmarked(module, node)))
        gen_env.resolve(program, gen_text.loads(node) - {node.name} - gen_text.BUILTINS, module)
        return True
    found = method(case, name)
    if found is None or found[1].args.posonlyargs or _sets(found[1]) or any(read.startswith("assert") for read in _own(found[1], ast.Load)):
        return False
    module, node = found
    first = node.args.args[0]
    inner = gen_steps.Flattener(module.src, first.arg)
    read = _own(node, ast.Load)
    if read & (gen_text.loads(node) | gen_text.stores(node) | {a.arg for a in gen_text.walk(node.args) if isinstance(a, ast.arg)}):
        return False
    edits = [e for n in node.body for e in inner.edits(n)]
    bare = sum(isinstance(n, ast.Name) and n.id == first.arg for one in node.body for n in gen_text.walk(one))
    if bare != sum(gen_text.dotted(n.value) == first.arg for one in node.body for n in inner.own(one)):
        return False
    start, end = module.src.span(first)
    end += BEHIND.match(module.src.data[end:end + BEHIND_MAX]).end()
    program.add_def((True, module.src.path, node.lineno), module.src.text(node, _unmarked(module, node) + [(start, end, "")] + edits))
    gen_env.resolve(program, globals_of(node), module)
    return True


def _unmarked(module, node):
    """Edits that take its decorators off."""
    start, at = module.src.span(node)[0], module.src.starts[node.lineno - 1] + node.col_offset
    return [(start, at, "")] if node.decorator_list else []


def spread(body, row):
    """`args = [3, True]` and `f(*args)` as one writes it, `f(3, True)`; the same for `**options`. Cells of a table that
    are used in any other way stay names, and so do those that two calls share and could change."""
    for name, cell in row.items():
        texts = _as_arguments(body, name) if isinstance(cell, (ast.List, ast.Tuple, ast.Dict)) else None
        lines = texts is not None and [_with_arguments(line, name, texts) for line in body]
        if lines and None not in lines:
            body = lines
    return body


def _as_arguments(body, name):
    """The arguments that a literal stands for, as texts; None: it has to stay what it is."""
    bound = [line for line in body if line.startswith(name + " = ")]
    src = gen_text.source("", bound[0]) if len(bound) == 1 else None
    uses = sum(isinstance(n, ast.Name) and n.id == name for line in body for n in gen_text.walk(gen_text.parse(line) or ast.Module([], [])))
    if src is None:
        return None
    value = src.tree.body[0].value
    keys = [getattr(k, "value", None) for k in getattr(value, "keys", [])]
    cells = value.values if isinstance(value, ast.Dict) else getattr(value, "elts", [None])
    if any(not isinstance(c, (ast.Constant, ast.UnaryOp)) for c in cells) and (uses > 2 or None in cells):
        return None
    if any(isinstance(c, ast.Starred) for c in cells) or not all(isinstance(k, str) and k.isidentifier() for k in keys):
        return None
    names = ["%s=" % k for k in keys] if isinstance(value, ast.Dict) else [""] * len(cells)
    return [n + src.expression(c) for n, c in zip(names, cells)]


def _with_arguments(line, name, texts):
    """The line with them in the place of `*name` or `**name`; None: something else is done to it."""
    src = gen_text.source("", line)
    if src is None or line.startswith(name + " = "):
        return line if src else None
    uses = [n for n in src.nodes if isinstance(n, ast.Name) and n.id == name]
    edits = []
    for call in (n for n in src.nodes if isinstance(n, ast.Call)):
        args = [(src.span(a)[0], src.text(a), a.value if isinstance(a, ast.Starred) else None) for a in call.args]
        for k in call.keywords:
            text = ("%s=" % k.arg if k.arg else "**") + src.text(k.value)
            args.append((src.span(k.value)[0], text, k.value if k.arg is None else None))
        args.sort(key=lambda a: a[0])
        if any(value in uses for _, _, value in args):
            uses = [n for n in uses if not any(value is n for _, _, value in args)]
            out = [t for _, text, value in args for t in (texts if getattr(value, "id", None) == name else [text])]
            edits.append((src.span(call.func)[1], src.span(call)[1], "(%s)" % ", ".join(out)))
    if uses or any(isinstance(n, gen_text.STRING_NODES) for n in src.nodes) and edits:
        return None
    new = src.text(src.tree.body[0], edits) if edits else line
    return new if gen_text.parse(new) is not None else None
