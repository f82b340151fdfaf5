"""Assertions that tests bring themselves, as methods of a test case or as functions: each becomes the statements it is
made of, with what it is given bound to its parameters. A method that only computes something is taken along as a function.
"""
import ast
import re

import gen_env
import gen_steps
import gen_text

BASES_MAX = 6       # classes that are looked at for a method
LINES_MAX = 40      # of a method
FILES_MAX = 200     # that are looked through for own assertions
OWN = re.compile(r"^[ \t]+def (assert|check|verify|expect)\w*\([ \t]*self\b", re.M)
OWN_NAME = re.compile("assert|check|verify|expect")
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
    """(module, function) of one of the test case's own methods, or None."""
    for module, cls in lineage(case):
        for node in cls.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                short = node.end_lineno - node.lineno <= LINES_MAX and node.args.args and not node.decorator_list
                return (module, node) if short else None
    return None


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


def taken_apart(case, flat, node):
    """The steps of a statement that makes one of the tests' own assertions; None: it does not, or they cannot be said."""
    call = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
    found = _helper(case, flat, call) if call is not None else None
    return _inlined(case, flat, call, *found) if found else None


def _helper(case, flat, call):
    if isinstance(call.func, ast.Name):
        return function(case.module, call.func.id)
    own = isinstance(call.func, ast.Attribute) and flat.self_name and gen_text.dotted(call.func.value) == flat.self_name
    return method(case, call.func.attr) if own else None


def _inlined(case, flat, call, module, node):
    own = node.args.args[0].arg if isinstance(call.func, ast.Attribute) else None
    given = _given(call, node, 1 if own else 0)
    last = node.body[-1]    # a bare `return` there says nothing; anywhere else what is below it may not be run
    ends = last if isinstance(last, ast.Return) and last.value is None else None
    if given is None or any(isinstance(n, GONE) and n is not ends for n in gen_text.walk(node)):
        return None
    inner = gen_steps.Flattener(module.src, own)
    local = set(given).union(*[gen_text.stores(n) for n in node.body])
    taken = gen_text.stores(case.node) | set().union(*[gen_text.stores(n) | gen_text.loads(n) for n in case.node.body])
    foreign = set().union(*[gen_text.loads(n) for n in node.body]) - local - {inner.self_name} - gen_text.BUILTINS
    if local & taken or foreign & taken and module is not case.module:
        return None     # its names mean something else here
    out = []
    for name, value in given.items():
        if isinstance(value, ast.AST):
            at, text = (flat, flat.src.expression(value, flat.edits(value))) if _is_in(value, call) else (inner, module.src.expression(value))
            uses = at.uses(value)
        else:
            text = "{%s}" % ", ".join("%r: %s" % (k, flat.src.expression(v, flat.edits(v))) for k, v in value)
            uses = set().union(*[flat.uses(v) for _, v in value])
        step = gen_steps.Step(call, "%s = %s" % (name, text))
        step.uses, step.defines, step.kills = uses, {name}, {name}
        out.append(step)
    mine = inner.flatten(node.body)
    if inner.attributes & (local | taken) or not any(step.see for step in mine):
        return None
    for step in mine:
        step.line = call.lineno
    flat.attributes |= inner.attributes
    flat.foreign.update((name, module) for name in foreign)
    return out + mine


def _is_in(node, call):
    return any(n is node for n in gen_text.walk(call))


def _given(call, node, skip):
    """{parameter: what it is given}: a node, or for **keywords the (name, node) of what is left. None: cannot be said."""
    a = node.args
    if a.vararg or a.posonlyargs or any(isinstance(x, ast.Starred) for x in call.args) or any(k.arg is None for k in call.keywords):
        return None
    names = [x.arg for x in a.args][skip:]
    out = dict(zip(names[len(names) - len(a.defaults):], a.defaults))
    out.update((x.arg, d) for x, d in zip(a.kwonlyargs, a.kw_defaults) if d is not None)
    if len(call.args) > len(names):
        return None
    out.update(zip(names, call.args))
    known = set(names) | {x.arg for x in a.kwonlyargs}
    out.update((k.arg, k.value) for k in call.keywords if k.arg in known)
    rest = [(k.arg, k.value) for k in call.keywords if k.arg not in known]
    if known - set(out) or rest and not a.kwarg:
        return None
    out = {name: out[name] for name in names + [x.arg for x in a.kwonlyargs]}
    return dict(out, **{a.kwarg.arg: rest}) if a.kwarg else out


def take(program, case, name):
    """Bring a method that uses nothing of its object into the program, as a function. False: it is none."""
    found = method(case, name)
    if found is None:
        return False
    module, node = found
    first = node.args.args[0]
    if any(first.arg in gen_text.loads(n) for n in node.body):
        return False
    start, end = module.src.span(first)
    later = node.args.args[1:] + node.args.kwonlyargs
    if later:
        end = module.src.span(later[0])[0] if not node.args.vararg and not node.args.kwonlyargs else end
    if (node.args.vararg or node.args.kwonlyargs) and later or node.args.kwarg and not later:
        return False
    program.add_def((True, module.src.path, node.lineno), module.src.text(node, [(start, end, "")]))
    needed = gen_text.loads(node) - {name}
    gen_env.resolve(program, needed, module)
    return True
