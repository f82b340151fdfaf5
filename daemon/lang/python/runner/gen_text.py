"""Source text as a tree that can still be quoted exactly.

A generated test shows the words of the project's own author wherever it can, so
nodes are cut out of the file as text, dedented, with small edits, and never
printed back from the tree.
"""
import ast
import bisect
import builtins
import re
import warnings

FILE_MAX = 512 * 1024  # bytes of one file that is mined
KEPT_TEXT, KEPT_MAX = 2000, 4000    # trees of texts up to this long are kept, so many of them
BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
WORD = re.compile(r"[A-Za-z_]\w{2,}")
HOLE = re.compile(r"%s|\{\w*\}")     # where a name goes on in a text that is one
COMMON = frozenset("self cls return raise None True False not and for while with from import class def the this "
                   "that else elif try except finally lambda yield assert pass break continue".split())
STRING_NODES = (ast.JoinedStr,) + ((ast.TemplateStr,) if hasattr(ast, "TemplateStr") else ())


_nodes = lambda names: tuple(getattr(ast, name) for name in names.split() if hasattr(ast, name))    # of newer Pythons too
BLOCKS = _nodes("For AsyncFor While If With AsyncWith Try TryStar ExceptHandler Match match_case")
NAMING, MAPPING = _nodes("ExceptHandler MatchAs MatchStar"), _nodes("MatchMapping")
PLAIN_FIELDS = frozenset("ctx op ops id attr arg kind type_comment type_ignores conversion level module simple is_async".split())
_parsed, _below = {}, {}     # trees by text; fields with nodes by type


def parse(text):
    """The tree of `text`, or None: files that do not parse are met every day. Nobody changes a tree: the
    same small text is asked for again and again."""
    if text in _parsed:
        return _parsed[text]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = compile(text, "<text>", "exec", ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree = None
    if len(text) < KEPT_TEXT:
        if len(_parsed) >= KEPT_MAX:
            _parsed.clear()
        _parsed[text] = tree
    return tree


def children(node):
    """The nodes right below, in source order, without contexts (Load) and operators: ast.iter_child_nodes
    takes a third of all the engine's time."""
    tp = type(node)
    if tp not in _below:
        _below[tp] = tuple(f for f in tp._fields if f not in PLAIN_FIELDS and tp is not ast.Constant)
    out = []
    for name in _below[tp]:
        value = getattr(node, name, None)
        if type(value) is list:
            out += [v for v in value if isinstance(v, ast.AST)]
        elif isinstance(value, ast.AST) and value._fields:
            out.append(value)
    return out


def walk(node):
    """ast.walk() of what children() shows, kept for whole programs."""
    known = node.__dict__.get("_walked")
    if known is not None:
        return known
    out = [node]
    for n in out:       # grows as it goes
        out += children(n)
    if isinstance(node, ast.Module):
        node._walked = out
    return out


class Source:
    """A file that parsed: its tree, and the text of every node in it."""

    def __init__(self, path, text, tree):
        self.path, self.tree = path, tree
        self.data = text.encode("utf-8", "surrogateescape")
        self.starts = [0]
        for line in self.data.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self._inside = self._nodes = self._texts = self._mentioned = None

    @property
    def nodes(self):
        """The nodes in source order, without contexts (Load) and the like. Kept: files are gone through often."""
        if self._nodes is None:
            out, todo = [], [self.tree]
            while todo:
                node = todo.pop()
                out.append(node)
                todo += children(node)[::-1]
            self._nodes = out
        return self._nodes

    def quoted(self):
        """Nodes within texts, `f"{call()}"`: of what is edited there the quotes would have to be looked at."""
        return {n for one in self.nodes if isinstance(one, STRING_NODES) for n in walk(one)}

    def span(self, node):
        first = node
        for decorator in getattr(node, "decorator_list", ()):
            if (decorator.lineno, decorator.col_offset) < (first.lineno, first.col_offset):
                first = decorator
        start = self.starts[first.lineno - 1] + first.col_offset
        if first is not node:  # the decorator's own "@"
            start = self.data.rindex(b"@", 0, start)
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def indent(self, node):
        """What stands before a statement that begins its line; None of one behind another, or on a line that goes on."""
        start = self.span(node)[0]
        line = self.starts[bisect.bisect_right(self.starts, start) - 1]
        head = self.data[line:start]
        return None if head.strip() or self.data[:line].endswith(b"\\\n") else head.decode()

    def _string_lines(self):
        """Lines that begin inside a string: their indentation is content."""
        if self._inside is None:
            self._inside = set()
            for node in self.nodes:
                constant = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
                if (constant or isinstance(node, STRING_NODES)) and node.end_lineno > node.lineno:
                    self._inside.update(range(node.lineno + 1, node.end_lineno + 1))
        return self._inside

    def text(self, node, edits=()):
        """The node's text with its first line at column 0; edits: [(start, end, new text)]."""
        start, end = self.span(node)
        line = bisect.bisect_right(self.starts, start)
        head = self.data[self.starts[line - 1]:start]
        indent = len(head) - len(head.lstrip()) if head.strip() else len(head)
        edits = [(a, b, new) for a, b, new in edits if start <= a <= b <= end]
        inside = self._string_lines()
        for number in range(line + 1, node.end_lineno + 1):
            at = self.starts[number - 1]
            row = self.data[at:self.starts[number] - 1]
            cut = min(indent, len(row) - len(row.lstrip()))
            if cut and number not in inside:
                edits.append((at, at + cut, ""))
        return self._apply(start, end, edits)

    def expression(self, node, edits=()):
        """The same for an expression that will stand on its own: in brackets when it has to be."""
        text = self.text(node, edits)
        if "\n" in text and parse("_ = " + text) is None:
            return "(" + text + ")"
        return text

    @property
    def mentioned(self):
        """Every identifier and attribute in it. Kept: each of a file's tests asks."""
        if self._mentioned is None:
            self._mentioned = mentions(self.tree)
        return self._mentioned

    @property
    def texts(self):
        """Texts of one line that stand by themselves, not in an f-string, in the order in which they stand. Kept: each twist asks."""
        if self._texts is None:
            self._texts = [n for n in self.standing() if n.lineno == n.end_lineno]
        return self._texts

    def standing(self):
        """The same, and those of several lines."""
        quoted = self.quoted()
        nodes = [n for n in self.nodes if isinstance(n, ast.Constant) and isinstance(n.value, str) and n not in quoted]
        return sorted(nodes, key=lambda n: (n.lineno, n.col_offset))

    def edited(self, changes):
        """All of it with other texts in the place of nodes: [(node, text)]."""
        return self._apply(0, len(self.data), [self.span(node) + (text,) for node, text in changes])

    def _apply(self, start, end, edits):
        parts, at = [], start
        for first, last, new in sorted(edits):
            if first < at:
                continue
            parts += [self.data[at:first], new.encode("utf-8", "surrogateescape")]
            at = last
        parts.append(self.data[at:end])
        return b"".join(parts).decode("utf-8", "surrogateescape")


def source(path, text):
    """A Source, or None when the text is too large or does not parse."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").lstrip("\ufeff")
    if len(text) > FILE_MAX or "\0" in text:
        return None
    tree = parse(text)
    return Source(path, text, tree) if tree is not None else None


def read(root, path):
    """A file below root as text, or None."""
    try:
        with open(root + "/" + path if path[:1] != "/" else path, "rb") as f:
            data = f.read(FILE_MAX + 1)
    except OSError:
        return None
    if len(data) > FILE_MAX or b"\0" in data:
        return None
    return data.decode("utf-8", "replace")


# ---- names ---------------------------------------------------------------------------

def _bound_by(args):
    every = args.posonlyargs + args.args + args.kwonlyargs
    return {a.arg for a in every + [x for x in (args.vararg, args.kwarg) if x]}


def stores(node):
    """Names that running `node` binds in its own scope."""
    known = node.__dict__.get("_stores")    # kept at the node, as trees do not change
    if known is None:
        known = node._stores = frozenset(_stores(node))
    return set(known)


def _stores(node):
    out = set()
    todo = [node]
    while todo:
        n = todo.pop()
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            out.add(n.name)
            continue
        if isinstance(n, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
            out.add(n.id)
        elif isinstance(n, (ast.Import, ast.ImportFrom)):
            out.update((a.asname or a.name).split(".")[0] for a in n.names if a.name != "*")
        elif isinstance(n, NAMING) and n.name:
            out.add(n.name)
        elif isinstance(n, MAPPING) and n.rest:
            out.add(n.rest)
        todo.extend(children(n))
    return out


class Needed(set):
    """Names that were read, and those that `:=` bound on the way: whatever comes later in the text sees them."""

    def __init__(self):
        super().__init__()
        self.bound = set()


def loads(node):
    """Names that `node` needs from outside: read before its own scopes bind them."""
    known = node.__dict__.get("_loads")
    if known is None:
        known = Needed()
        _loads(node, frozenset(), known)
        known = node._loads = frozenset(known)
    return set(known)


def _loads(node, bound, out):
    if getattr(node, "type_params", None):
        bound = bound | {p.name for p in node.type_params}
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        own = _bound_by(node.args)
        for extra in getattr(node, "decorator_list", []) + node.args.defaults + [
                d for d in node.args.kw_defaults if d] + _annotations(node):
            _loads(extra, bound, out)
        body = node.body if isinstance(node.body, list) else [node.body]
        for child in body:
            own |= stores(child)
        for child in body:
            _loads(child, bound | own, out)
    elif isinstance(node, ast.ClassDef):
        for extra in node.decorator_list + node.bases + [k.value for k in node.keywords]:
            _loads(extra, bound, out)
        own = set()
        for child in node.body:
            # a method does not see the class's names, but one that is also global is rare
            _loads(child, bound | own | {node.name}, out)
            own |= stores(child)
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        own = set()
        for part in node.generators:
            _loads(part.iter, bound | own, out)
            own |= stores(part.target)
            for test in part.ifs:
                _loads(test, bound | own, out)
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for part in parts:
            _loads(part, bound | own, out)
    elif isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Store) and node.id not in bound and node.id not in out.bound:
            out.add(node.id)
    elif isinstance(node, ast.NamedExpr):
        _loads(node.value, bound, out)
        out.bound.add(node.target.id)
    elif isinstance(node, BLOCKS):
        first = [node.iter] if isinstance(node, (ast.For, ast.AsyncFor)) else []
        own = {node.name} if isinstance(node, ast.ExceptHandler) else set()
        for child in first + [c for c in children(node) if c not in first]:
            # a function may read what is bound after it
            later = stores(node) if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else own
            _loads(child, bound | later, out)
            own |= stores(child)
    else:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if node.target.id not in bound:
                out.add(node.target.id)
        for child in children(node):
            _loads(child, bound, out)


def _annotations(node):
    if isinstance(node, ast.Lambda):
        return []
    args = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
    args += [x for x in (node.args.vararg, node.args.kwarg) if x]
    return [a.annotation for a in args if a.annotation] + ([node.returns] if node.returns else [])


def mentions(node):
    """Every identifier and attribute in a tree."""
    out = set()
    for n in walk(node):
        if isinstance(n, ast.Name):
            out.add(n.id)
        elif isinstance(n, ast.Attribute):
            out.add(n.attr)
        elif isinstance(n, ast.alias):
            out.update(n.name.split("."))
    return out


def looked_up(node):
    """({texts}, {beginnings}, {ends}) of names that a function may put together for getattr(): "visit_" + kind, f"{kind}_handler",
    "on_%s_done" % kind."""
    whole, starts, ends = set(), set(), set()
    for n in walk(node):
        first = last = None
        if isinstance(n, ast.Constant):
            whole.add(n.value)
        elif isinstance(n, ast.JoinedStr) and n.values:
            first, last = _said(n.values[0]), _said(n.values[-1])
        elif isinstance(n, ast.BinOp) and isinstance(n.op, ast.Add):
            first, last = _said(n.left), _said(n.right)
        elif isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mod) or isinstance(n, ast.Attribute) and n.attr == "format":
            parts = HOLE.split(_said(getattr(n, "left", None) or getattr(n, "value", None)) or "")
            first, last = parts[0], parts[-1] if len(parts) > 1 else None
        starts.add(first)
        ends.add(last)
    return whole, {t for t in starts if t and len(t) > 2 and t[-1] == "_"}, {t for t in ends if t and len(t) > 2 and t[0] == "_"}


def _said(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def words_at(src, lines):
    """Words of the innermost statements on these lines, without those every function has."""
    spans = []
    for node in src.nodes:
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
            spans.append((node.lineno, max(node.lineno, last)))
    wanted = set()
    for line in lines:
        around = [s for s in spans if s[0] <= line <= s[1]]
        if around:
            first, last = min(around, key=lambda s: s[1] - s[0])
            wanted.update(range(first, last + 1))
    text = b"\n".join(src.data[src.starts[n - 1]:src.starts[n]] for n in sorted(wanted) if n < len(src.starts))
    return set(WORD.findall(text.decode("utf-8", "replace"))) - COMMON


def words_on(src, lines):
    """Words of these very lines."""
    text = b"\n".join(src.data[src.starts[n - 1]:src.starts[n]] for n in lines if 0 < n < len(src.starts))
    return set(WORD.findall(text.decode("utf-8", "replace"))) - COMMON


def raised(name):
    """The built-in exception that a text makes and that is caught under this name, or None: one of a codec, and a group, take more."""
    try:
        kind = getattr(builtins, "ValueError" if name in ("Exception", "BaseException") else name, None)
        return kind.__name__ if issubclass(kind, Exception) and kind("stop") else None
    except TypeError:
        return None


def dotted(node):
    """"a.b.c" of a chain of names, else ""."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id] + parts[::-1])


def prints(node):
    """Is it a statement that prints something?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and dotted(node.value.func) == "print"


def is_private(name):
    return name.startswith("_") and not re.match(r"__\w+__$", name) and name.strip("_") != ""


# ---- literals ------------------------------------------------------------------------

PLAIN_CALLS = re.compile(
    r"(dt|datetime|decimal|uuid|ipaddress|math|fractions|collections)\.[\w.]+$"
    r"|(Decimal|timedelta|datetime|date|time|Fraction|float|int|str|bytes|frozenset|set|range"
    r"|dict|list|tuple|iter|object|bytearray|OrderedDict|complex|Path|PurePath)$")
PLAIN_NAMES = re.compile(r"(dt|datetime|decimal|math|timezone)(\.\w+)+$")


def value_of(said):
    """What a node or text of constants and containers stands for; None also where that cannot be said: a call like
    date(2020, 1, 1) is a literal to is_literal(), and "{[1]}" only looks like one."""
    try:
        return ast.literal_eval(said)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def is_literal(node, depth=0):
    """A value that means the same anywhere: constants, containers and plain constructors of them."""
    if depth > 6:
        return False
    down = depth + 1
    if isinstance(node, ast.Constant):
        return node.value is not Ellipsis and (
            not isinstance(node.value, (str, bytes)) or len(node.value) <= 400)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return len(node.elts) < 16 and all(is_literal(e, down) for e in node.elts)
    if isinstance(node, ast.Dict):
        return len(node.keys) < 16 and all(k is not None and is_literal(k, down) for k in node.keys) \
            and all(is_literal(v, down) for v in node.values)
    if isinstance(node, ast.UnaryOp):
        return is_literal(node.operand, down)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Pow):
        return is_literal(node.left, down) and is_literal(node.right, down)
    if isinstance(node, ast.Call):
        return bool(PLAIN_CALLS.match(dotted(node.func))) and len(node.args) < 9 \
            and all(is_literal(a, down) for a in node.args) \
            and all(k.arg and is_literal(k.value, down) for k in node.keywords)
    if isinstance(node, ast.Attribute):
        return bool(PLAIN_NAMES.match(dotted(node)))
    return False
