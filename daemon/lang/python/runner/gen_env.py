"""Where the names of a test come from: the imports, constants, helpers and fixtures around it."""
import ast
import posixpath
import re

import gen_mutate
import gen_text
from gen_program import Import

DEF_LINES = 80      # lines of one helper that is taken along
DEPTH = 8           # helpers of helpers
IS_TEST = re.compile(r"^_?test|(?:Tests?|TestCase)$", re.IGNORECASE)
REGISTERED_MAX = 8  # statements of one test file that nothing names and that tell the project of something
FILE_NAMES = ("test_file", "helper_file")       # of the test, and of another file that it takes a helper from


class Unresolved(Exception):
    """A name that cannot be brought into a program of its own."""


class Files:
    """The mined files, by path; parsed on demand, once."""

    def __init__(self, read, paths, roots=("",)):
        self._read, self.paths, self._sources, self._modules = read, set(paths), {}, {}
        self.registering = frozenset()      # names of the project's classes that know their heirs
        self.roots = sorted(roots, key=len, reverse=True)

    def text(self, path):
        return self._read(path)

    def source(self, path):
        if path not in self._sources:
            text = self._read(path)
            self._sources[path] = gen_text.source(path, text) if text is not None else None
        return self._sources[path]

    def module(self, path):
        if path not in self._modules:
            src = self.source(path)
            self._modules[path] = Module(self, src) if src else None
        return self._modules[path]

    def depth(self, top):
        """How many folders the file of a package or module is below the root of the tree; None: it is not there."""
        for root in self.roots:
            for path in (posixpath.join(root, top, "__init__.py"), posixpath.join(root, top + ".py")):
                if self.text(path) is not None:
                    return path.count("/") + 1
        return None

    def find(self, module, level, path):
        """The mined file that `module` is when imported from `path`, or None."""
        tail = module.replace(".", "/") if module else ""
        if level:
            base = posixpath.dirname(path)
            for _ in range(level - 1):
                base = posixpath.dirname(base)
            bases = [base]
        else:
            bases, at = [""], posixpath.dirname(path)
            while at.strip("/"):
                bases.append(at)
                at = posixpath.dirname(at)
        for base in bases:
            stem = posixpath.join(base, tail)
            for name in (stem + ".py", posixpath.join(stem, "__init__.py")):
                if name in self.paths:
                    return name
        return None


class Module:
    """The top level of one mined file."""

    def __init__(self, files, src):
        self.files, self.src, self.bindings = files, src, {}
        for node in src.tree.body:
            for name in gen_text.stores(node):
                self.bindings.setdefault(name, []).append(node)

    def conftests(self):
        at = posixpath.dirname(self.src.path)
        while True:
            name = posixpath.join(at, "conftest.py")
            if name in self.files.paths and self.files.module(name):
                yield self.files.module(name)
            if not at.strip("/"):
                return
            at = posixpath.dirname(at)

    def fixture(self, name):
        """(module, function) of a fixture, or None."""
        for module in [self] + list(self.conftests()):
            for node in module.bindings.get(name, ()):
                if isinstance(node, ast.FunctionDef) and is_fixture(node):
                    return module, node
            for node in module.src.tree.body:
                if isinstance(node, ast.FunctionDef) and fixture_name(node) == name:
                    return module, node
        return None


def dotted_path(path, roots):
    """ "src/p/u.py" -> "p.u", by the import roots of the project."""
    for root in roots:
        if not root or path.startswith(root + "/"):
            path = path[len(root) + 1:] if root else path
            break
    name = path[:-3].replace("/", ".")
    return name[:-len(".__init__")] if name.endswith(".__init__") else name


def absolute(node, name, path):
    """The full name of what `from x import y` takes from, in the module `name` that is the file `path`."""
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    if not path.endswith("__init__.py"):
        parts = parts[:-1]
    parts = parts[:len(parts) - (node.level - 1)]
    return ".".join(parts + ([node.module] if node.module else []))


def _fixture_call(node):
    for d in node.decorator_list:
        call = d.func if isinstance(d, ast.Call) else d
        if gen_text.dotted(call).split(".")[-1] in ("fixture", "yield_fixture"):
            return d
    return None


def is_fixture(node):
    return _fixture_call(node) is not None


def fixture_name(node):
    """The name a fixture goes by: its own, or name="..."."""
    call = _fixture_call(node)
    for k in getattr(call, "keywords", ()):
        if k.arg == "name" and isinstance(k.value, ast.Constant):
            return k.value.value
    return node.name if call is not None else None


def fixture_params(node):
    """The rows of @fixture(params=[...]), or None."""
    for k in getattr(_fixture_call(node), "keywords", ()):
        if k.arg == "params" and isinstance(k.value, (ast.List, ast.Tuple)):
            return k.value.elts
    return None


def resolve(program, names, module, owners=None, depth=0):
    """Bring what binds `names` in `module` into the program. Raises Unresolved."""
    owners = program.owners if owners is None else owners
    if depth > DEPTH:
        raise Unresolved("depth")
    for name in sorted(names):
        if (name, module.src.path) in owners:
            continue
        nodes = module.bindings.get(name)
        if not nodes:
            if name in gen_text.BUILTINS:
                continue
            raise Unresolved(name)
        _one(program, name, nodes, module, owners, depth)


def _one(program, name, nodes, module, owners, depth):
    imports = [n for n in nodes if isinstance(n, (ast.Import, ast.ImportFrom))]
    if imports and len(imports) == len(nodes):
        for node in imports:
            _import(program, name, node, module, owners, depth)
        owners[(name, module.src.path)] = True
        return
    for other, path in owners:
        if other == name and path != module.src.path and owners[(other, path)] is False:
            raise Unresolved(name)      # two helpers of one name
    owners[(name, module.src.path)] = False
    node = nodes[-1]
    if is_fixture(node) if isinstance(node, ast.FunctionDef) else False:
        raise Unresolved(name)
    if node.end_lineno - node.lineno > DEF_LINES or isinstance(node, (ast.With, ast.For, ast.While)):
        raise Unresolved(name)
    program.add_def((module.src.path != program.path, module.src.path, node.lineno), module.src.text(node))
    needed = gen_text.loads(node)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        needed.discard(name)
    elif isinstance(node, ast.ClassDef):
        needed.discard(name)
    elif isinstance(node, (ast.If, ast.Try)):
        needed -= gen_text.stores(node)
    elif isinstance(node, ast.Assign) and name in needed:
        raise Unresolved(name)
    resolve(program, needed, module, owners, depth + 1)


def _import(program, name, node, module, owners, depth):
    for a in node.names:
        if a.name == "*" or (a.asname or a.name).split(".")[0] != name:
            continue
        if isinstance(node, ast.Import):
            if module.files.find(a.name, 0, module.src.path):
                raise Unresolved(name)
            program.add_import(Import(a.name, None, a.asname))
            continue
        path = module.files.find(node.module or "", node.level, module.src.path)
        if path:
            other = module.files.module(path)
            if other is None or (a.asname and a.asname != a.name):
                raise Unresolved(name)
            resolve(program, {a.name}, other, owners, depth + 1)
        elif node.level:
            full = absolute(node, dotted_path(module.src.path, module.files.roots), module.src.path)
            if not full:
                raise Unresolved(name)
            program.add_import(Import(full, a.name, a.asname))
        else:
            program.add_import(Import(node.module, a.name, a.asname))


def register(program, module):
    """What nothing names, and without which the project does not know what a test asks for: heirs of a class that knows its heirs, functions
    that a decorator hands to an object of the program or to the project, calls of such a kind. What cannot be taken along stays away."""
    ours = {name for name, path in program.owners if path == module.src.path and program.owners[name, path] is False}
    theirs = {a.asname or a.name.split(".")[0] for node in module.src.tree.body if isinstance(node, (ast.Import, ast.ImportFrom)) and not getattr(node, "level", 0)
              for a in node.names if module.files.depth((getattr(node, "module", "") or a.name).split(".")[0])}
    taken = 0
    for node in module.src.tree.body:
        if taken == REGISTERED_MAX or getattr(node, "name", None) in ours or not _registers(node, ours, theirs, module.files.registering):
            continue
        owners, defs, imports = dict(program.owners), list(program.defs), dict(program.imports)
        try:
            if node.end_lineno - node.lineno > DEF_LINES:
                raise Unresolved(node.lineno)
            resolve(program, gen_text.loads(node) - {getattr(node, "name", "")}, module)
            program.add_def((False, module.src.path, node.lineno), module.src.text(node))
            taken += 1
        except Unresolved:
            program.owners, program.defs, program.imports = owners, defs, imports


def _registers(node, ours, theirs, registering):
    root = lambda n: gen_text.dotted(n.func if isinstance(n, ast.Call) else n).split(".")[0]
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call) and root(node.value) in ours | theirs
    if not isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or IS_TEST.search(node.name):
        return False
    bases = {gen_text.dotted(base).split(".")[-1] for base in getattr(node, "bases", ())}
    return bool(bases & registering) or any(root(d) in ours | theirs for d in node.decorator_list)


def beside(program, files, path):
    """What lies beside a test lies there by the place of the package it imports, as a program has no file of its own."""
    rows = [(path, text) for text in program.body] + [(at[1], text) for at, text in program.defs]
    asked = {text: _own_file(text) for _, text in rows if "__file__" in text}
    paths = sorted({own for own, text in rows if asked.get(text)}, key=lambda own: (own != path, own))
    if not paths:
        return
    found = [(top, up) for top, up in ((one.module.split(".")[0], files.depth(one.module.split(".")[0])) for one in program.imports.values()) if up]
    taken = {name for _, text in rows for name in gen_text.stores(gen_text.parse(text) or ast.Module([], []))}
    if not found or len(paths) > len(FILE_NAMES) or taken & {found[0][0], "Path", *FILE_NAMES}:
        raise Unresolved("__file__")
    names = dict(zip(paths, FILE_NAMES))
    put = lambda text, own: gen_text.source("", text).edited([(n, names[own]) for n in asked[text]]) if asked.get(text) else text
    program.body = [put(text, path) for text in program.body]
    program.defs = [(at, put(text, at[1])) for at, text in program.defs]
    program.add_import(Import(found[0][0]))
    program.add_import(Import("pathlib", "Path"))
    for own, name in names.items():
        program.add_def((False, "", 0), "%s = str(Path(%s.__file__)%s / %s)" % (name, found[0][0], ".parent" * found[0][1], gen_mutate.quoted(own)))


def _own_file(text):
    """Where a statement reads the name `__file__`. Raises Unresolved where that is in an f-string."""
    src = gen_text.source("", text)
    if src and any("__file__" in gen_text.loads(n) for n in src.nodes if isinstance(n, gen_text.STRING_NODES)):
        raise Unresolved("__file__")
    return [n for n in src.nodes if isinstance(n, ast.Name) and n.id == "__file__"] if src else []
