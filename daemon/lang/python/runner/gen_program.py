"""One generated test: its parts, how they are laid out, and what a test may not do."""
import ast
import re

import gen_text

TEST_MAX = 6000    # bytes of one test
LINE_MAX = 100     # columns before a print is broken up; only what we write ourselves
UNSTABLE = re.compile(
    r"(^|\.)(now|utcnow|today|uuid1|uuid4|urandom|getpid|time|monotonic|perf_counter|mkdtemp|getcwd"
    r"|mkstemp|gethostname|id|input|breakpoint|fork|sleep)$|^(random|secrets|socket|subprocess"
    r"|threading|multiprocessing|requests|urllib\.request|shutil|_thread|asyncio\.subprocess)\.")
UNSTABLE_OK = re.compile(r"^(datetime\.time|dt\.time|time|fields\.\w+|asyncio\.sleep)$|random\.Random$")     # of asyncio: loops.py
OUR_OWN = frozenset("_asdict _replace _fields _make _name_ _value_ _missing_".split())
TOOLS = frozenset("pytest unittest mock hypothesis nose testtools".split())


class Import:
    """`import module [as bound]`, or `from module import name [as bound]`."""

    def __init__(self, module, name=None, bound=None):
        self.module, self.name = module, name
        self.bound = bound or name or module.split(".")[0]
        self.key = (module, name or "", self.bound)

    def alias(self):
        plain = self.name or self.module
        if self.bound == plain or (not self.name and self.bound == self.module.split(".")[0]):
            return plain
        return "%s as %s" % (plain, self.bound)


class Program:
    """Imports, definitions, set-up and the observations, in the order they are written."""

    def __init__(self):
        self.imports = {}   # key -> Import
        self.defs = []      # (position, text): helper functions, classes, constants
        self.body = []      # text of statements
        self.origin = self.legality = self.where = ""
        self.pile = None    # of what kind it counts as, if not its origin
        self.path = ""      # the file it was mined from
        self.owners = {}    # (name, file) that is already here -> it is an import

    def add_import(self, one):
        self.imports[one.key] = one

    def add_def(self, position, text):
        if (position, text) not in self.defs:
            self.defs.append((position, text))

    def render(self):
        parts = [(False, "\n".join(import_lines(self.imports.values()))), (True, "")]
        parts += [(_is_block(text), text.rstrip()) for _, text in sorted(self.defs)]
        if self.defs:
            parts.append((True, ""))
        parts += [(_is_block(text), text.rstrip()) for text in self.body]
        out = ""
        apart = False
        for block, text in parts:
            if not text:
                apart = apart or block
                continue
            if out:
                out += "\n\n" if block or apart else "\n"
            out, apart = out + text, block
        return steady(out + "\n")

    def prune(self):
        """Drop imports and plain assignments nothing reads, and `x = x`: what unwrapping left behind."""
        while True:
            used = set()
            for text in [t for _, t in self.defs] + self.body:
                tree = gen_text.parse(text)
                used |= gen_text.loads(tree) if tree else set(re.findall(r"\w+", text))
            before = len(self.imports), len(self.body), len(self.defs)
            self.imports = {k: i for k, i in self.imports.items() if i.bound in used}
            self.body = [t for t in self.body if not _is_unused(t, used)]
            self.defs = [(p, t) for p, t in self.defs if not _is_unused(t, used)]
            if before == (len(self.imports), len(self.body), len(self.defs)):
                return self


def importing(name, path):
    """A program that imports a module."""
    program = Program()
    above, _, last = name.rpartition(".")
    program.add_import(Import(above, last) if above else Import(name))
    program.body = ["print(%s.__name__)" % last]
    program.origin, program.legality, program.where = "call", "seen", path + ":1"
    return program


def steady(text):
    """The same program with the clock and the dice of its set-up replaced by fixed values."""
    if not re.search(r"uuid[14]|now|utcnow|today|time\.time", text):
        return text
    tree = gen_text.parse(text)
    if tree is None:
        return text
    src, edits = gen_text.Source("", text, tree), []
    for node in gen_text.walk(tree):
        if isinstance(node, ast.Call):
            name = gen_text.dotted(node.func)
            owner, _, last = name.rpartition(".")
            new = None
            if last in ("uuid1", "uuid4"):
                new = "%s.UUID(int=1)" % owner if owner else None
            elif last in ("now", "utcnow") and owner.endswith("datetime"):
                zone = [src.text(a) for a in node.args[:1]] + [src.text(k.value) for k in node.keywords]
                new = "%s(2020, 1, 2, 3, 4, 5%s)" % (owner, ", tzinfo=" + zone[0] if zone else "")
            elif last == "today" and owner:
                new = "%s(2020, 1, 2)" % owner
            elif name == "time.time":
                new = "1577934245.0"
            if new:
                edits.append(src.span(node) + (new,))
    return src._apply(0, len(src.data), edits) if edits else text


def _is_block(text):
    return text.startswith(("def ", "class ", "@", "async def "))


def _is_unused(text, used):
    tree = gen_text.parse(text)
    if tree is None or len(tree.body) != 1:
        return False
    node = tree.body[0]
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return False
    name = node.targets[0].id
    return name not in used and gen_text.is_literal(node.value) or getattr(node.value, "id", None) == name


def import_order(rows):
    """Lines of imports, each once: what has to be the first, modules, names of them."""
    return sorted(dict.fromkeys(rows), key=lambda row: (not row.startswith("from __future__"), row.startswith("from")))


def import_lines(imports):
    whole, parts = [], {}
    for one in imports:
        if one.name:
            parts.setdefault(one.module, set()).add(one.alias())
        else:
            whole.append("import " + one.alias())
    lines = sorted(set(whole))
    for module in sorted(parts):
        if module == "__future__":
            lines.insert(0, "from __future__ import " + ", ".join(sorted(parts[module])))
        else:
            lines.append("from %s import %s" % (module, ", ".join(sorted(parts[module]))))
    return lines


def fault(text):
    """Why a test cannot be used, as (drop reason, detail), or None.

    The stage that asked checks again and with more; this keeps its slots free.
    """
    if len(text) > TEST_MAX:
        return "size", str(len(text))
    tree = gen_text.parse(text)
    if tree is None:
        return "syntax", ""
    rows, bound = text.split("\n"), set()
    own = _own_clocks(tree)
    told = [_told(node, rows, own) for node in tree.body]
    for node, (needed, binds, _) in zip(tree.body, told):
        missing = needed - bound
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            missing -= set().union(*[names for _, names, _ in told])
        if missing:
            return "undefined", sorted(missing)[0]
        bound |= binds
    return next((why for _, _, why in told if why), None)


_kept = {}      # programs share most of their statements: what is told of one, by its text and where in that it stands


def _own_clocks(tree):
    """(names of what classes of the program do, as `sleep` of a clock that stands still, modules that it imports), or None."""
    methods = {f.name for node in tree.body if isinstance(node, ast.ClassDef) for f in node.body if isinstance(f, ast.FunctionDef)}
    methods = frozenset(name for name in methods if UNSTABLE.search(name))
    return (methods, frozenset(a.asname or a.name for n in tree.body if isinstance(n, ast.Import) for a in n.names)) if methods else None


def _told(node, rows, own_clocks=None):
    """(names that a statement needs, those that it binds, why it cannot be used or None)."""
    first = min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", ())])
    key = (node.col_offset, node.end_col_offset, own_clocks, *rows[first - 1:node.end_lineno])
    if key not in _kept:
        if len(_kept) >= gen_text.KEPT_MAX:
            _kept.clear()
        own = {node.name} if isinstance(node, ast.ClassDef) else set()
        _kept[key] = gen_text.loads(node) - gen_text.BUILTINS - own, gen_text.stores(node), _forbidden(node, own_clocks)
    return _kept[key]


def _forbidden(statement, own_clocks):
    nodes, inside = gen_text.walk(statement), set()
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            inside.update(id(n) for n in gen_text.walk(node))
    # what a function gives an object and a function in it sets on self is the test's own; what a class sets may be its base's
    stored = [(n.attr, gen_text.dotted(n.value)) for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and id(n) not in inside]
    own_names = {a for a, on in stored if on == "self"} & {a for a, on in stored if on.isidentifier() and on not in ("self", "cls")}
    for node in nodes:
        if isinstance(node, ast.Attribute) and gen_text.is_private(node.attr):
            own = node.attr in own_names or id(node) in inside and gen_text.dotted(node.value) in ("self", "cls")
            if not own and node.attr not in OUR_OWN and not _is_super(node.value, inside):
                return "private", node.attr
        elif isinstance(node, ast.Import):
            for a in node.names:
                if any(gen_text.is_private(p) for p in a.name.split(".")):
                    return "private", a.name
                if a.name.split(".")[0] in TOOLS:
                    return "tool", a.name
        elif isinstance(node, ast.ImportFrom):
            names = (node.module or "").split(".") + [a.name for a in node.names]
            if node.module != "__future__" and any(gen_text.is_private(p) for p in names):
                return "private", ".".join(names)
            if names[0] in TOOLS and node.module != "unittest.mock":
                return "tool", names[0]
        elif isinstance(node, ast.Dict) and _has_twice(node):
            return "twice", "a key"
        elif isinstance(node, ast.Call):
            name = gen_text.dotted(node.func)
            owner, _, last = name.rpartition(".")
            is_own = own_clocks and owner and last in own_clocks[0] and owner.split(".")[0] not in own_clocks[1]
            if UNSTABLE.search(name) and not UNSTABLE_OK.search(name) and not is_own:
                return "unstable", name
    return None


def _has_twice(node):
    """Is a mapping written with one key twice, as nobody does?"""
    keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
    return len(set(keys)) < len(keys)


def _is_super(node, inside):
    return id(node) in inside and isinstance(node, ast.Call) and gen_text.dotted(node.func) == "super"
