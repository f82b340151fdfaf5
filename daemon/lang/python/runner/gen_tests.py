"""Programs out of the project's own tests: pytest functions and unittest cases."""
import ast

import gen_env
import gen_helpers
import gen_steps
import gen_text
from gen_program import Import, Program

ROWS_MAX = 10       # rows of one parametrised test
SLICES_MAX = 24     # programs of one test function before rows
ATTRIBUTES_DEEP, ATTRIBUTES_MAX = 4, 24     # attributes of a class that are made of each other
# What pytest's tmp_path is: a folder that is gone with the test.
FOLDER = ("folder = tempfile.TemporaryDirectory()", "tmp_path = Path(folder.name)")
FOLDER_NAMES = {"folder", "tempfile", "Path"}
SETUP = ("setUp", "asyncSetUp", "setup_method", "setup", "setUpClass", "setup_class")


class Case:
    """One test function and what surrounds it."""

    def __init__(self, module, node, owner=None):
        self.module, self.node, self.owner = module, node, owner

    def where(self, line):
        return "%s:%d" % (self.module.src.path, line)

    @property
    def name(self):
        return (self.owner.name + "." if self.owner else "") + self.node.name


def cases(module):
    """The test functions of a file, in source order."""
    for node in module.src.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_test(node.name):
            yield Case(module, node)
        elif isinstance(node, ast.ClassDef):
            for child in node.body:
                if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_test(child.name):
                    yield Case(module, child, node)


def words(case):
    """What a test function and the helpers beside it mention, those of its class too."""
    out, own = gen_text.mentions(case.node), [n for c in _with_bases(case.module, case.owner) for n in c.body] if case.owner else []
    for _ in range(2 if own else 0):
        for node in own:
            if isinstance(node, ast.FunctionDef) and (node.name in SETUP or node.name in out):
                out |= gen_text.mentions(node)
    bindings = case.module.bindings
    for name in sorted(out & set(bindings)):
        for node in bindings[name]:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node is not case.owner:
                out |= gen_text.mentions(node)
    return out


def lines(case):
    """(first, last) of the test function, its decorators included."""
    node = case.node
    return min([node.lineno] + [d.lineno for d in node.decorator_list]), node.end_lineno


def plain_words(case):
    """Every word in a test function's text, those of its strings too."""
    start, end = case.module.src.span(case.node)
    return set(gen_text.WORD.findall(case.module.src.data[start:end].decode("utf-8", "replace")))


def _is_test(name):
    return name.startswith("test") or name.endswith("_test")


def programs(case):
    """Every program one test function gives."""
    params = [a.arg for a in case.node.args.posonlyargs + case.node.args.args]
    self_name = params.pop(0) if case.owner and params and not _is_static(case.node) else None
    flat = gen_steps.Flattener(case.module.src, self_name)
    flat.renamed = gen_helpers.apart(case, case.node, "2")
    gen_helpers.attend(case, flat, flat.called_here(gen_helpers.names_in(case.node)))
    flat.imported = {name for name, nodes in case.module.bindings.items() if isinstance(nodes[-1], (ast.Import, ast.ImportFrom))}
    flat.poisoned = {"monkeypatch", "capsys", "capfd", "caplog", "request", "recwarn"} & set(params)
    steps = _setup_steps(case, flat) + flat.flatten(case.node.body)
    local = flat.called_here(set().union(set(), *[gen_text.stores(n) for n in case.node.body]))
    if flat.attributes & local or "tmp_path" in params and local & FOLDER_NAMES:
        return []
    rows = _rows(case, flat.tables)
    out = []
    whole = gen_steps.slices(_setup_steps(case, flat) + flat.whole(case.node)) if gen_steps.needs_loop(case.node) else []
    for setup, seen, needed in whole + gen_steps.slices(steps)[:SLICES_MAX]:
        for row in _matching(rows, needed):
            one = _assemble(case, setup, seen, needed, row, params, flat)
            if one is not None:
                out.append(one)
    return out


def _is_static(node):
    return any(gen_text.dotted(d) == "staticmethod" for d in node.decorator_list)


def _setup_steps(case, flat):
    """setUp's statements, as set-up only: those of the bases first, unless a method of that name does without."""
    out, taken = [], set()
    for module, cls in gen_helpers.lineage(case):
        mine = []
        for node in cls.body:
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.name not in SETUP or not node.args.args or node.name in taken:
                continue
            if node.name not in gen_text.mentions(node):
                taken.add(node.name)
            inner = gen_steps.Flattener(module.src, node.args.args[0].arg)
            inner.renamed = gen_helpers.apart(case, node, "_")
            gen_helpers.attend(case, inner, gen_text.loads(case.node) | gen_helpers.names_in(node))
            mine += inner.flatten(node.body)
            flat.attributes |= inner.attributes
            flat.foreign.update(inner.foreign)
            if module is not case.module:
                flat.foreign.update((name, module) for name in gen_helpers.globals_of(node) if name not in case.module.bindings)
        out = mine + out
    for step in out:
        step.see = []
    return out


def _with_bases(module, cls):
    bases = []
    for base in cls.bases:
        for node in module.bindings.get(gen_text.dotted(base), ()):
            if isinstance(node, ast.ClassDef) and node is not cls:
                bases.append(node)
    return bases + [cls]


# ---- parametrize ---------------------------------------------------------------------

def _rows(case, loops):
    """[{name: cell}]: rows of @pytest.mark.parametrize and of loops over tables, one table varied at a time."""
    tables = list(loops)
    decorators = list(case.node.decorator_list) + (list(case.owner.decorator_list) if case.owner else [])
    for d in decorators:
        if isinstance(d, ast.Call) and gen_text.dotted(d.func).endswith("parametrize") and len(d.args) >= 2:
            table = _table(case, d)
            if table:
                tables.append(table)
    rows = [{}]
    if tables:
        first = {}
        for table in tables:
            first.update(table[0])
        rows = [first]
        for table in tables:
            rows += [dict(first, **row) for row in table[1:]]
    return rows


def _table(case, call):
    names, values = call.args[0], call.args[1]
    if isinstance(names, ast.Constant) and isinstance(names.value, str):
        names = [n.strip() for n in names.value.split(",") if n.strip()]
    elif isinstance(names, (ast.List, ast.Tuple)):
        names = [n.value for n in names.elts if isinstance(n, ast.Constant)]
    else:
        return None
    if isinstance(values, ast.Name):
        found = case.module.bindings.get(values.id, [None])[-1]
        values = getattr(found, "value", None)
    if not isinstance(values, (ast.List, ast.Tuple, ast.Set)):
        return None
    out = []
    for row in values.elts:
        if isinstance(row, ast.Call) and gen_text.dotted(row.func).endswith("param"):
            cells = row.args
        elif len(names) == 1:
            cells = [row]
        else:
            cells = getattr(row, "elts", [])
        if len(cells) == len(names) and not any(isinstance(c, ast.Starred) for c in cells):
            out.append(dict(zip(names, cells)))
    return out or None


def _matching(rows, needed):
    """Rows that differ in what is needed, spread over the table."""
    seen, out = set(), []
    for row in rows:
        key = tuple(sorted((n, id(c)) for n, c in row.items() if n in needed))
        if key not in seen:
            seen.add(key)
            out.append(row)
    step = max(1, -(-len(out) // ROWS_MAX))
    return out[::step]


# ---- putting one together ------------------------------------------------------------

def _assemble(case, setup, seen, needed, row, params, flat):
    program = Program()
    program.path, program.origin, program.legality = case.module.src.path, "test", "seen"
    program.where = case.where(seen[0].line)
    try:
        lines, rest = _bind(program, case, set(needed), row, params, flat)
        for name in rest & set(flat.foreign):
            gen_env.resolve(program, {name}, flat.foreign[name])
        gen_env.resolve(program, rest - set(flat.foreign), case.module)
        gen_env.register(program, case.module)
    except gen_env.Unresolved:
        return None
    program.body = lines + [s.text for s in setup]
    for step in seen:
        program.body += [text for text in step.see if step.changes or text not in program.body[-1:]]
    if any("awaited(lambda: " in text for text in program.body):
        program.body.insert(0, gen_steps.AWAITED)
    if any("asyncio.run(" in text for text in program.body):
        program.add_import(Import("asyncio"))
    program.body = gen_helpers.spread(program.body, row)
    try:
        gen_env.beside(program, case.module.files, case.module.src.path)
    except gen_env.Unresolved:
        return None
    return program.prune()


def _bind(program, case, needed, row, params, flat):
    """Lines that bind parameters, fixtures and class attributes; and the names that are left."""
    lines, rest, done = [], set(), {}
    for name in sorted(needed):
        if name in row:
            lines.append("%s = %s" % (name, case.module.src.expression(row[name])))
            rest |= gen_text.loads(row[name])
        elif name in params:
            more, names = _fixture(case, name, needed, 0)
            lines += [line for line in more if line not in lines]
            rest |= names
        elif name in flat.attributes and gen_helpers.attribute(case, name) is not None:
            more, names = _attribute(program, case, name, done) if name not in done else ([], set())
            lines += more
            rest |= names
        elif name in flat.attributes and gen_helpers.take(program, case, name):
            pass
        else:
            rest.add(name)
    if FOLDER[0] in lines:
        if "folder" in needed:
            raise gen_env.Unresolved("tmp_path")
        program.add_import(Import("tempfile"))
        program.add_import(Import("pathlib", "Path"))
    return lines, rest - set(row)


def _attribute(program, case, name, done, depth=0):
    """The lines that set an attribute of the test case's class, after those of the attributes it is made of; and the names
    that are left. Those in `done` are set already, or (False) are about to be."""
    module, value = gen_helpers.attribute(case, name)
    if depth > ATTRIBUTES_DEEP or len(done) > ATTRIBUTES_MAX or name in done:   # in a circle
        raise gen_env.Unresolved(name)
    done[name] = False
    lines, names = [], gen_text.loads(value)
    for inner in sorted(names - {name}):
        found = gen_helpers.attribute(case, inner)
        if found is not None and found[0] is module:
            more, deeper = ([], set()) if done.get(inner) else _attribute(program, case, inner, done, depth + 1)
            lines += more
            names = (names | deeper) - {inner}
    if module is not case.module:
        gen_env.resolve(program, names, module)
        names = set()
    done[name] = True
    return lines + ["%s = %s" % (name, module.src.expression(value))], names


def _fixture(case, name, taken, depth):
    """The statements of a fixture that is a plain value, ending in `name = value`."""
    found = _own_fixture(case, name) or case.module.fixture(name)
    if name == "tmp_path" and not found:
        return list(FOLDER), set()
    if not found or depth > 4:
        raise gen_env.Unresolved(name)
    module, node = found
    body = [n for n in node.body if not _is_doc(n)]
    ends = [i for i, n in enumerate(body) if _given(n) is not None]
    if not ends or gen_env.fixture_params(node):
        raise gen_env.Unresolved(name)
    value = _given(body[ends[0]])
    body = body[:ends[0]]
    args = [a.arg for a in node.args.args if a.arg != "self"]
    lines, names = [], gen_text.loads(value)
    local = set()
    for statement in body:
        names |= gen_text.loads(statement) - local
        local |= gen_text.stores(statement)
    names -= local
    if (local - {name}) & taken:
        raise gen_env.Unresolved(name)      # its local names mean something else in the test
    for arg in sorted(names & set(args)):
        more, deeper = _fixture(case, arg, taken, depth + 1)
        lines, names = lines + more, (names | deeper) - {arg}
    if module is not case.module and any(module.bindings.get(n) for n in names):
        names = _foreign(case, module, names)
    lines += [module.src.text(s) for s in body]
    text = module.src.expression(value)
    if text != name:
        lines.append("%s = %s" % (name, text))
    return lines, names


def _foreign(case, module, names):
    """Names a conftest fixture needs from its own file: kept when the test's file agrees on them."""
    for name in names:
        if module.bindings.get(name) and not case.module.bindings.get(name):
            case.module.bindings[name] = module.bindings[name]
            if not isinstance(module.bindings[name][-1], (ast.Import, ast.ImportFrom)):
                raise gen_env.Unresolved(name)
    return names


def _own_fixture(case, name):
    for node in case.owner.body if case.owner else ():
        if isinstance(node, ast.FunctionDef) and gen_env.fixture_name(node) == name:
            return case.module, node
    return None


def _given(node):
    if isinstance(node, ast.Return) and node.value is not None:
        return node.value
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and node.value.value is not None:
        return node.value.value
    return None


def _is_doc(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
