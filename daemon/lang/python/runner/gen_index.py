"""What the project offers: its modules, functions and classes, who mentions whom, and how it is imported.

Read from the source, so that nothing of the project has to run; modules the runner has
loaded already are looked at where the source does not say (re-exports by star).
"""
import ast
import os
import re
import sys

import gen_text
from gen_env import absolute, dotted_path
from gen_program import Import

FILES_MAX = 4000      # files looked at in one project
WALK_MAX = 50000      # whose names are
LOCKS = re.compile(r"(?<![bc])lock|acquire|mutex|semaphore|^wait", re.I)
LINEAGE_MAX = 40      # classes that are looked at as the bases of one
LOOKED_UP_MAX = 100   # functions whose names a text that getattr() is given begins or ends
SKIP = frozenset("node_modules venv env build dist site-packages __pycache__ vendor _vendor third_party".split())
RUNS = frozenset("subprocess.Popen subprocess.run subprocess.call subprocess.check_call subprocess.check_output os.system "
                 "os.popen os.execvp Popen".split())
DOC_FILE = re.compile(r"\.(md|rst|markdown|mdx)$|(^|/)(README|USAGE|TUTORIAL)[^/]*$", re.I)


def walk(root):
    """Repository paths below root in a fixed order, without what is not the project's own. Of more than FILES_MAX those
    of the folders with fewest go first: thousands of files in one do not hide the tests in another."""
    kept, n = [], 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f[0] != "." and f not in SKIP and not f.endswith(".egg-info"))
        base = os.path.relpath(folder, root)
        kept.append([name if base == "." else base.replace(os.sep, "/") + "/" + name
                     for name in sorted(names) if name.endswith(".py") or DOC_FILE.search(name)])
        n += len(kept[-1])
        if n > WALK_MAX:
            break
    room = FILES_MAX
    for paths in sorted(kept, key=len):
        del paths[room:]
        room -= len(paths)
    return [path for paths in kept for path in paths]


def is_test(path, root):
    """Does the project test itself with it? p/test.py may be what p has for who tests with it: then no tests stand in it."""
    parts = path.split("/")
    if parts[-1] == "test.py":
        return len(parts) == 1 or holds_tests(gen_text.read(root, path) or "")
    return path.endswith(".py") and (
        bool({"tests", "test", "testing", "testsuite"} & set(parts[:-1])) and parts[-1] != "__main__.py"
        or bool(re.match(r"(test_.*|.*_test|tests|conftest)\.py$", parts[-1])))


def holds_tests(text):
    return re.search(r"^[ \t]*def test_", text, re.M) is not None and re.search(r"\b(?:unittest|pytest)\b", text) is not None


class Documented:
    """What has a docstring."""

    @property
    def doc(self):
        return ast.get_docstring(self.node) or ""


class Func(Documented):
    """A function or method as its source shows it."""

    def __init__(self, module, qualname, node, owner):
        self.module, self.qualname, self.node, self.owner = module, qualname, node, owner
        self.name = qualname.split(".")[-1]
        self.decorators = [gen_text.dotted(getattr(d, "func", d)) for d in node.decorator_list]
        self.params = params_of(node, owner is not None and not self.has("staticmethod"))

    def has(self, decorator):
        return any(d.split(".")[-1] == decorator for d in self.decorators)

    @property
    def full(self):
        return self.module.name + "." + self.qualname


class Param:
    def __init__(self, name, how, annotation=None, default=None):
        self.name, self.how, self.annotation, self.default = name, how, annotation, default

    @property
    def required(self):
        return self.default is None and self.how in ("positional", "plain", "keyword")


def params_of(node, bound):
    a, out = node.args, []
    plain = a.posonlyargs + a.args
    defaults = [None] * (len(plain) - len(a.defaults)) + a.defaults
    for i, (arg, default) in enumerate(zip(plain, defaults)):
        how = "positional" if i < len(a.posonlyargs) else "plain"
        out.append(Param(arg.arg, how, arg.annotation, default))
    if bound:
        out = out[1:]
    if a.vararg:
        out.append(Param(a.vararg.arg, "star", a.vararg.annotation))
    for arg, default in zip(a.kwonlyargs, a.kw_defaults):
        out.append(Param(arg.arg, "keyword", arg.annotation, default))
    if a.kwarg:
        out.append(Param(a.kwarg.arg, "stars", a.kwarg.annotation))
    return out


class Class(Documented):
    def __init__(self, module, qualname, node):
        self.module, self.qualname, self.node = module, qualname, node
        self.name = qualname.split(".")[-1]
        self.bases = [gen_text.dotted(b).split(".")[-1] for b in node.bases]
        self.methods, self.setters, self.deleters = {}, {}, {}

    def is_record(self):
        """A class whose annotated fields are its constructor's parameters."""
        marks = [gen_text.dotted(getattr(d, "func", d)).split(".")[-1] for d in self.node.decorator_list]
        return bool({"dataclass", "define", "frozen", "attrs", "mutable"} & set(marks)) or "NamedTuple" in self.bases

    def is_exception(self):
        return any(b.endswith(("Error", "Exception", "Warning")) for b in self.bases + [self.name])


class ModuleInfo:
    def __init__(self, name, src):
        self.name, self.src = name, src
        self.functions, self.classes, self.exports, self.stars = {}, {}, {}, []
        self.all = None
        self._scan(src.tree.body, "", None)
        self._names()

    def _scan(self, body, prefix, owner):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                one = Func(self, prefix + node.name, node, owner)
                if owner and one.has("setter"):
                    owner.setters[node.name] = one
                if owner and one.has("deleter"):
                    owner.deleters[node.name] = one
                if one.has("overload") or one.has("setter") or one.has("deleter"):
                    continue
                self.functions[one.qualname] = one
                if owner:
                    owner.methods[node.name] = one
            elif isinstance(node, ast.ClassDef):
                cls = Class(self, prefix + node.name, node)
                self.classes[cls.qualname] = cls
                self._scan(node.body, cls.qualname + ".", cls)
            elif isinstance(node, (ast.If, ast.Try, ast.With)):
                for field in ("body", "orelse", "finalbody"):
                    self._scan(getattr(node, field, None) or [], prefix, owner)
                for handler in getattr(node, "handlers", ()):
                    self._scan(handler.body, prefix, owner)

    def imported(self):
        """Full names of what its code imports, wherever that stands: modules, and what is in them."""
        out = set()
        for node in self.src.nodes:
            if isinstance(node, ast.ImportFrom):
                base = absolute(node, self.name, self.src.path)
                out.update([base] + [base + "." + a.name for a in node.names])
            elif isinstance(node, ast.Import):
                out.update(a.name for a in node.names)
        return out

    def _names(self):
        for node in self.src.tree.body:
            if isinstance(node, ast.ImportFrom):
                base = absolute(node, self.name, self.src.path)
                for a in node.names:
                    if a.name == "*":
                        self.stars.append(base)
                    else:
                        self.exports[a.asname or a.name] = (base, a.name)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and all(isinstance(t, ast.Name) for t in node.targets):
                self.exports.update((t.id, (self.name, node.value.id)) for t in node.targets)
            elif isinstance(node, ast.Assign) and "__all__" in gen_text.stores(node):
                self.all = {e.value for e in getattr(node.value, "elts", ())
                            if isinstance(e, ast.Constant) and isinstance(e.value, str)}


class Index:
    """The packages the targets live in."""

    def __init__(self, files, paths, roots, out_of_time):
        self.modules, self.functions, self.classes = {}, {}, {}
        self.by_name, self.mentioned_by = {}, {}
        self.tested = set()     # words of the tests
        self.imports_seen, self._running, self._lineages, self._named, self._aliases = {}, {}, {}, {}, None
        for path in paths:
            if out_of_time():
                break
            src = files.source(path)
            if src is None:
                continue
            module = ModuleInfo(dotted_path(path, roots), src)
            self.modules[module.name] = module
            for one in module.functions.values():
                self.functions[one.full] = one
                self.by_name.setdefault(one.name, []).append(one)
            for cls in module.classes.values():
                self.classes.setdefault(cls.name, []).append(cls)
        self.tops = {name.split(".")[0] for name in self.modules}
        self._mentions(out_of_time)

    def members(self):
        """{name of an enumeration: (names of its members, may they be put together?)}"""
        out = {}
        for name, group in self.classes.items():
            for cls in group:
                kinds = [b for b in cls.bases if b.endswith(("Enum", "Flag"))]
                names = [n for node in cls.node.body if isinstance(node, ast.Assign) for n in sorted(gen_text.stores(node)) if n[0] != "_"]
                if kinds and len(names) > 1:
                    out[name] = names, kinds[0].endswith("Flag")
        return out

    def _mentions(self, out_of_time):
        for one in self.functions.values():
            words = gen_text.mentions(one.node)
            if "getattr" in words and not out_of_time():
                words |= self._looked_up(one)
            for word in words:
                self.mentioned_by.setdefault(word, []).append(one)
        for group in self.classes.values():
            for cls in group:
                own = [n for n in cls.node.body if not isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
                for word in set().union(set(cls.bases), *[gen_text.mentions(n) for n in own]):
                    self.mentioned_by.setdefault(word, []).append(cls)

    def _looked_up(self, one):
        """Names of functions that this one asks for by a text, as visitors do."""
        whole, starts, ends = gen_text.looked_up(one.node)
        out = {name for name in whole if name in self.by_name}
        for text, fits in [(t, str.startswith) for t in sorted(starts)] + [(t, str.endswith) for t in sorted(ends)]:
            if (text, fits) not in self._named:
                self._named[text, fits] = [n for n in self.by_name if fits(n, text)][:LOOKED_UP_MAX]
            out.update(self._named[text, fits])
        return out

    # ---- classes
    def find_class(self, name):
        group = self.classes.get(name)
        return group[0] if group else None

    def waits(self, name):
        """May a `with` block of a function or class of this name wait until another one ends: is something locked, or asked
        for in a loop, when it is entered? Such a block inside of itself may never end."""
        entering = [self.method(cls, "__enter__") for cls in self.classes.get(name, ())]
        nodes = [one.node for one in self.by_name.get(name, []) + entering if one is not None]
        return any(isinstance(n, ast.While) or LOCKS.search(getattr(n, "attr", getattr(n, "id", ""))) for node in nodes for n in gen_text.walk(node))

    def lineage(self, cls):
        """The class and its bases, as far as the project defines them: each with its own before the next, and once,
        as names may lead in a circle. Nobody changes the answer."""
        if cls not in self._lineages:
            out, todo = [], [cls]
            while todo and len(out) < LINEAGE_MAX:
                one = todo.pop()
                if one not in out:
                    out.append(one)
                    todo += [c for c in map(self.find_class, one.bases[::-1]) if c is not None]
            self._lineages[cls] = out
        return self._lineages[cls]

    def registering(self):
        """Names of the classes that come to know their heirs: by __init_subclass__, by a metaclass of the project, or as they ask for
        __subclasses__()."""
        every = [cls for group in self.classes.values() for cls in group]
        asks = lambda node: {ast.unparse(n.value).split(".")[-1] for n in gen_text.walk(node) if isinstance(n, ast.Attribute) and n.attr == "__subclasses__"}
        asked = set().union(*[asks(module.src.tree) for module in self.modules.values() if b"__subclasses__" in module.src.data])
        own = {"cls", "__class__", "type(self)"}
        knows = lambda cls: "__init_subclass__" in cls.methods or cls.name in asked or asked & own and asks(cls.node) & own or any(
            k.arg == "metaclass" and self.find_class(gen_text.dotted(k.value)) for k in cls.node.keywords)
        return frozenset(cls.name for cls in every if any(map(knows, self.lineage(cls))))

    def subclasses(self, cls):
        return [c for group in self.classes.values() for c in group
                if c is not cls and cls in self.lineage(c)]

    def method(self, cls, name):
        for c in self.lineage(cls):
            if name in c.methods:
                return c.methods[name]
        return None

    def constructor(self, cls):
        """Parameters of the class, or None when nobody says."""
        if cls.is_record():
            out = []
            for c in reversed(self.lineage(cls)):
                for node in c.node.body:
                    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) \
                            and "ClassVar" not in ast.dump(node.annotation):
                        out = [p for p in out if p.name != node.target.id]
                        out.append(Param(node.target.id, "plain", node.annotation, node.value))
            return out
        for name in ("__init__", "__new__"):
            init = self.method(cls, name)
            if init:
                return init.params
        return [] if all(b in ("object", "ABC", "Generic", "") for b in cls.bases) else None

    def wide_constructor(self, cls):
        """Parameters of the class and, where it hands **keywords on, of what it inherits from."""
        out = []
        for c in self.lineage(cls):
            params = self.constructor(c) if c is cls else c.methods["__init__"].params if "__init__" in c.methods else ()
            out += [p for p in params or () if all(p.name != o.name for o in out)]
            if params and not any(p.how == "stars" for p in params):
                break
        return out

    def makers(self, cls):
        """Public functions that hand **keywords on to the class: decorators and factories."""
        return [f for f in self.mentioned_by.get(cls.name, ()) if isinstance(f, Func) and f.owner is None
                and not gen_text.is_private(f.name) and any(p.how == "stars" for p in f.params)][:3]

    def runs_programs(self, module):
        """Does something in the package of this module start programs?"""
        top = module.split(".")[0]
        if top not in self._running:
            self._running[top] = any(
                gen_text.dotted(n.func) in RUNS for name, info in self.modules.items() if name.split(".")[0] == top
                for n in info.src.nodes if isinstance(n, ast.Call))
        return self._running[top]

    # ---- how a test imports it
    def note_import(self, module, name):
        """A test or document imports it this way."""
        key = (module, name)
        self.imports_seen[key] = self.imports_seen.get(key, 0) + 1

    def origin(self, module, name, depth=0):
        """Where `from module import name` really comes from: (module, name)."""
        info = self.modules.get(module)
        if info is None or depth > 6:
            return None
        if name in info.functions or name in info.classes:
            return module, name
        if name in info.exports:
            base, real = info.exports[name]
            return self.origin(base, real, depth + 1) or (base, real)
        for base in info.stars:
            other = self.modules.get(base)
            if other and (name in other.all if other.all is not None else name[0] != "_"):
                found = self.origin(base, name, depth + 1)
                if found:
                    return found
        return None

    def aliases(self, module, name):
        """[(module, name)]: what else a top-level name of `module` is called: `from ._parse import url_parse as parse`."""
        if self._aliases is None:
            self._aliases = {}
            for other, info in sorted(self.modules.items()):
                for bound in sorted(info.exports):
                    found = self.origin(other, bound)
                    if found and found[1] != bound:
                        self._aliases.setdefault(found, []).append((other, bound))
        return self._aliases.get((module, name), [])

    def public(self, module, name):
        """The Import a test uses for a top-level name of `module`, or None: it is private."""
        if gen_text.is_private(name):
            return None
        best = None
        for candidate in sorted(self.modules, key=lambda m: (m.count("."), len(m), m)):
            if any(gen_text.is_private(part) for part in candidate.split(".")):
                continue
            if candidate == module or self.origin(candidate, name) == (module, name):
                seen = self.imports_seen.get((candidate, name), 0)
                if self._is_left_out(candidate, name):
                    continue
                if best is None or seen > best[0]:
                    best = (seen, candidate)
        if best:
            return Import(best[1], name)
        for other, bound in self.aliases(module, name):
            if not any(gen_text.is_private(part) for part in (other + "." + bound).split(".")):
                return Import(other, bound, name)
        return self._live(module, name)

    def _is_left_out(self, module, name):
        """Does the module list what it has for others, and not this, of which no test has the name either?"""
        info = self.modules.get(module)
        return info is not None and bool(info.all) and name not in info.all and (module, name) not in self.imports_seen and name not in self.tested

    def _live(self, module, name):
        loaded = sys.modules.get(module)
        value = getattr(loaded, "__dict__", {}).get(name)
        if value is None:
            return None
        for candidate in sorted(self.modules):
            other = sys.modules.get(candidate)
            private = any(gen_text.is_private(p) for p in candidate.split("."))
            if not private and getattr(other, "__dict__", {}).get(name) is value and not self._is_left_out(candidate, name):
                return Import(candidate, name)
        return None
