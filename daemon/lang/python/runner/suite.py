"""Observed tests as a file in the project's own test framework: the runner's `suite` command.

Each test becomes a function of its own: the statements it needs, and what it printed as assertions on the
values that were seen. Text only: nothing of the project is executed here.
"""
import ast
import json
import keyword
import os
import posixpath
import re

from . import expect, expect_values
from . import suite_text as text_of

NAME_MAX = 60
SLUG_MAX = 28
ASSERTS_MAX = 6             # of one test
TAKEN = "list(islice(%s, %d))"     # an iterator that was watched, where what it gave is not asserted
SETUP_MAX = 12              # statements before the last assertion
LOOKS = frozenset("len str repr type isinstance hasattr int float bool abs round".split())     # they change nothing


class Unusable(Exception):
    """Why there is no test in it: one of the words of `dropped`."""


class Test:
    """One test in parts: imports, statements, assertions; nothing of a framework yet."""

    def __init__(self, row, tops):
        self.source, self.seen, self.tops = row["source"], row["seen"], tops
        self.target = row.get("target") or ""
        self.tree = ast.parse(self.source)
        self.imports, self.futures, self.local = [], [], []     # (module, name or None, bound)
        self.body = []          # ("stmt", text) | ("assert", how, left, row) | ("raises", row, text)
        self.assertions = self.nontrivial = 0
        self.slug_from, self.said = None, []
        self.result = free_name("result", self.tree)
        self._build()

    def _build(self):
        ended = self.seen.get("ended")
        last = ended["at"] if ended else max([s["at"] for s in self.seen["steps"]] or [-1])
        carrying = Carrying(self.tops)
        by_place = {}
        for step in self.seen["steps"]:
            by_place.setdefault(step["at"], []).append(step)
        for at, node in enumerate(self.tree.body[:last + 1]):
            if isinstance(node, (ast.Import, ast.ImportFrom)) and not (ended and at == last):
                self._take_import(node)
                carrying.see(node)
                continue
            if ended and at == last:
                self._raises(node, by_place.get(at, ()), ended, carrying)
            elif at in by_place:
                self._asserts(node, by_place[at], carrying)
            else:
                self.body.append(("stmt", text_of.statement(self.source, node)))
            carrying.see(node)
        self._trim()
        if any(part[0] == "stmt" and part[1].startswith(TAKEN.split("%")[0]) for part in self.body):
            self._need([("itertools", "islice")])
        if not self.assertions:
            raise Unusable("nothing-to-assert")
        if not self.nontrivial:
            raise Unusable("trivial")
        stored = {n.id for n in ast.walk(self.tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self.local = [i for i in self.imports if i[2] in stored]
        self.imports = [i for i in self.imports if i[2] not in stored]

    def _take_import(self, node):
        for alias in node.names:
            if alias.name == "*" or (isinstance(node, ast.ImportFrom) and node.level):
                raise Unusable("import")
            if isinstance(node, ast.Import):
                one = (alias.name, None, alias.asname or alias.name.split(".")[0])
                one = one + (alias.asname,)
            else:
                one = (node.module, alias.name, alias.asname or alias.name, alias.asname)
            (self.futures if one[0] == "__future__" else self.imports).append(one)

    def _need(self, rows):
        for module, name in rows or ():
            one = (module, name, name, None)
            if one not in self.imports:
                self.imports.append(one)

    def _asserts(self, node, steps, carrying):
        """What is not asserted is called all the same, for what it does."""
        for step in steps:
            arg = expect.observed(node)[step["arg"]]
            if step["how"] == "is" and step["code"] == "None" and expect.printed(node) is None:
                step = dict(step, how="none")       # called for what it does
            left = text_of.expression(self.source, arg)
            depends = carrying.depends(arg)
            if step["how"] == "none" or not depends or self.nontrivial >= ASSERTS_MAX:
                self.assertions += step["how"] != "none" and not depends    # seen, counted, and not worth keeping
                if "took" in step and (depends or not isinstance(arg, ast.Call)):
                    self.body.append(("stmt", TAKEN % (left, step["took"])))
                elif acts(arg):
                    self.body.append(("stmt", left))
                continue
            one = (step["how"], left, step["code"], step.get("rows"))
            again = one in self.said
            self.said.append(one)
            self._need(step.get("imports"))
            if step["how"] == "nan":
                self._need([("math", "isnan")])
            elif step["how"] == "first":
                self._need([("itertools", "islice")])
                if "took" in step and self._is_used_after(arg, step["at"]):
                    step = dict(step, take=step["took"], shown=step["take"])
            elif step["how"] == "attributes" and not isinstance(arg, ast.Name):
                self.body.append(("stmt", "%s = %s" % (self.result, left)))
                left = self.result
            self.body.append(("again" if again else "assert", step["how"], left, step))
            if again:
                continue
            self.assertions += 1
            self.nontrivial += 1
            self.slug_from = self.slug_from or arg

    def _is_used_after(self, arg, at):
        """An iterator that goes on from where the observation left it: as many of it have to be taken."""
        names = {n.id for n in ast.walk(arg) if isinstance(n, ast.Name)} if not isinstance(arg, ast.Call) else set()
        return any(isinstance(n, ast.Name) and n.id in names for later in self.tree.body[at + 1:] for n in ast.walk(later))

    def _raises(self, node, steps, ended, carrying):
        if ended.get("class") or not ended.get("code"):
            raise Unusable("raises")
        if steps:
            self._asserts(node, steps, carrying)
        args = expect.observed(node) or []
        arg = args[len(steps)] if len(steps) < len(args) else None
        depends = carrying.depends(arg if arg is not None else node)
        inner = text_of.expression(self.source, arg) if arg is not None else text_of.statement(self.source, node)
        self._need(ended.get("imports"))
        self.body.append(("raises", ended, inner))
        self.assertions += 1
        self.nontrivial += depends
        self.slug_from = self.slug_from or (arg if arg is not None else node)

    def _trim(self):
        while self.body and self.body[-1][0] in ("stmt", "again"):
            self.body.pop()
        if sum(1 for part in self.body if part[0] == "stmt") > SETUP_MAX:
            raise Unusable("too-long")


def acts(node):
    """Does evaluating it do anything but look?"""
    return any(isinstance(n, (ast.Await, ast.NamedExpr)) or
               (isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id in LOOKS)) for n in ast.walk(node))


def free_name(name, tree):
    """`name`, or `name_2` and so on, whichever the test has no use for."""
    used = set()
    for n in ast.walk(tree):
        used |= {getattr(n, field, None) for field in ("id", "arg", "name", "asname")}
    found, n = name, 1
    while found in used:
        n += 1
        found = "%s_%d" % (name, n)
    return found


class Carrying:
    """Which names of a test hold what came from the package: a slice, statement by statement."""

    def __init__(self, tops):
        self.tops, self.names = tops, set()

    def depends(self, node):
        return any(isinstance(n, ast.Name) and n.id in self.names for n in ast.walk(node))

    def see(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                module = alias.name if isinstance(node, ast.Import) else node.module or ""
                if module.split(".")[0] in self.tops:
                    self.names.add(alias.asname or alias.name.split(".")[0])
            return
        if not self.depends(node):
            return
        for n in ast.walk(node):            # what is stored; what a call may have changed
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
                self.names.add(n.id)
            elif isinstance(n, (ast.FunctionDef, ast.ClassDef)):
                self.names.add(n.name)
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute):
                held = n.func.value
                while isinstance(held, (ast.Attribute, ast.Subscript, ast.Call)):
                    held = held.value if not isinstance(held, ast.Call) else held.func
                if isinstance(held, ast.Name):
                    self.names.add(held.id)


# ---- names -----------------------------------------------------------------------------------

def snake(name):
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").lower()


def _slug(node):
    """A few words of the inputs: "1h_30m" of parse("1h 30m")."""
    words = []
    for n in ast.walk(node):
        if isinstance(n, ast.Constant) and isinstance(n.value, (str, int, float)) and not isinstance(n.value, bool):
            text = "minus_%s" % str(n.value)[1:] if str(n.value).startswith("-") else str(n.value)
            words.append(snake(text))
    out = ""
    for word in words:
        if word and word.isascii() and len(out) + len(word) < SLUG_MAX:
            out += "_" + word
    return out


def subject(test, functions):
    """The public function a test is about: the one its assertion calls, else the one it was made for."""
    called = []
    for node in [test.slug_from] + test.tree.body[::-1]:
        called += [n.func.attr if isinstance(n.func, ast.Attribute) else getattr(n.func, "id", "")
                   for n in ast.walk(node) if isinstance(n, ast.Call)]
    for name in called:
        same = [f for f in functions if f.split(".")[-1] == name] \
            or [f for f in functions if f.split(".")[-2:] == [name, "__init__"]]
        if same:
            return test.target if test.target in same else same[0]
    return test.target or (called or ["package"])[0]


def name_of(test):
    parts = [p for p in test.target.split(".") if p and not p.startswith("_")] or ["package"]
    owner = [parts[-2]] if len(parts) > 1 and parts[-2][:1].isupper() else []
    name = "test_" + snake("_".join(owner + parts[-1:]))
    raised = [part[1]["type"] for part in test.body if part[0] == "raises"]
    if raised:
        name += "_raises_" + snake(raised[0].split(".")[-1])
    name = (name + _slug(test.slug_from))[:NAME_MAX].rstrip("_")
    return name if not keyword.iskeyword(name) else name + "_"


def unique_names(tests):
    used = {}
    for test in tests:
        name = name_of(test)
        used[name] = used.get(name, 0) + 1
        while used[name] > 1 and "%s_%d" % (name, used[name]) in used:
            used[name] += 1
        test.name = name if used[name] == 1 else "%s_%d" % (name, used[name])
        used.setdefault(test.name, 1)


# ---- files -----------------------------------------------------------------------------------

def _meaning(one):
    module, name, _bound, asname = one
    return module.split(".")[0] if name is None and not asname else module, name, asname


def merge_imports(tests, tools):
    """Imports of the whole file; where tests mean different things by a name, the fewer keep theirs."""
    meanings = {}
    for test in tests:
        for one in test.imports:
            told = meanings.setdefault(one[2], {})
            told[_meaning(one)] = told.get(_meaning(one), 0) + 1
    usual = {name: max(sorted(told, key=str), key=told.get) for name, told in meanings.items()}
    usual.update((tool[2], _meaning(tool)) for tool in tools)
    for test in tests:
        test.inside = test.local + [i for i in test.imports if usual[i[2]] != _meaning(i)]
    shared = set(i for t in tests for i in t.imports if usual[i[2]] == _meaning(i))
    return sorted(shared, key=str), sorted(set(i for t in tests for i in t.futures))


def render(tests, style, about, tops):
    """The text of one file."""
    unique_names(tests)
    tools = [(style, None, style, None)]
    imports, futures = merge_imports(tests, tools + [("re", None, "re", None)])
    bodies = [text_of.function(t, style) for t in tests]
    used = "\n".join(bodies)
    if style == "pytest" and "pytest." not in used:
        tools = []
    if re.search(r"\bre\.escape\(", used):
        tools.append(("re", None, "re", None))
    out = ['"""%s"""\n' % re.sub(r'[\\"\r\n]+', " ", about)]
    head = [text_of.grouped(some, tops) for some in (futures, sorted(set(imports + tools), key=str)) if some]
    out.append("\n\n".join(head) + "\n\n\n")
    if style == "pytest":
        out.append("\n\n\n".join(bodies) + "\n")
    else:
        out.append(_classes(tests, bodies))
    return "".join(out)


def _classes(tests, bodies):
    groups = {}
    for test, body in zip(tests, bodies):
        groups.setdefault(test.target, []).append(body)
    out, used = [], set()
    for target, inside in groups.items():
        parts = [p for p in target.split(".") if p and not p.startswith("__")] or ["package"]
        owner = parts[-2:-1] if parts[-2:-1] and parts[-2][:1].isupper() else []
        words = [w for part in owner + parts[-1:] for w in part.split("_") if w]
        name = base = "".join(w[:1].upper() + w[1:] for w in words) + "Test"
        while name in used:
            name = base + str(len(used))
        used.add(name)
        out.append("class %s(unittest.TestCase):\n%s\n" % (name, "\n\n".join(text_of.indent(b) for b in inside)))
    return "\n\n".join(out) + '\n\nif __name__ == "__main__":\n    unittest.main()\n'


def framework(read, paths, is_test):
    """(style, folder): how the project writes its tests, and where."""
    votes, folders, config = {"pytest": 0, "unittest": 0}, {}, False
    for path in paths:
        name = posixpath.basename(path)
        if name in ("pytest.ini", "conftest.py"):
            config = True
        elif name in ("pyproject.toml", "setup.cfg", "tox.ini"):
            config = config or re.search(r"\[(tool\.|tool:)?pytest", read(path) or "") is not None
        elif is_test(path) and re.match(r"test.*\.py$|.*_tests?\.py$", name):
            text = read(path) or ""
            folder = posixpath.dirname(path)
            folders[folder] = folders.get(folder, 0) + 1
            if re.search(r"^[ \t]*(import|from) pytest\b", text, re.M) or re.search(r"^(async )?def test_", text, re.M):
                votes["pytest"] += 1
            if re.search(r"\bTestCase\b", text):
                votes["unittest"] += 1
    folder = max(sorted(folders), key=lambda f: folders[f]) if folders else "tests"
    if votes["unittest"] > votes["pytest"]:
        return "unittest", folder
    if votes["pytest"] or config:
        return "pytest", folder
    return "unittest", folder


def parses(text):
    try:
        compile(text, "suite", "exec", dont_inherit=True)
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def what_parses(tests, whole):
    """(tests, those left out): one that no file can hold costs none of the others."""
    if parses(whole(tests)):
        return tests, []
    good = [test for test in tests if parses(whole([test]))]
    return good, [t for t in tests if t not in good]


def exact(row):
    """The same by what is printed of its values: 0 and 0.0 are equal."""
    return dict(row, seen=dict(row["seen"], steps=[_exact(step) for step in row["seen"]["steps"]]))


def _exact(step):
    if step["how"] != "equal":
        return step
    try:
        node = ast.parse(step["code"], mode="eval")
        value = ast.literal_eval(node)
    except (ValueError, SyntaxError):
        return step
    if isinstance(value, (str, bytes)) or any(isinstance(n, ast.Set) for n in ast.walk(node)):
        return step         # a set is printed in any order
    return dict(step, how="repr", code=expect_values.text(repr(value)))


def write(request, read, paths, is_test):
    """The answer to `suite`."""
    tops = {m.split(".")[0] for m in request.get("modules") or () if isinstance(m, str)}
    style, folder = framework(read, paths, is_test)
    if request.get("framework") in ("pytest", "unittest"):
        style = request["framework"]
    functions = [f for f in request.get("functions") or () if isinstance(f, str)]
    tests, dropped = [], []
    for i, row in enumerate(request["tests"]):
        try:
            test = Test(exact(row) if request.get("exact") is True else row, tops)
            test.index = i
            test.target = subject(test, functions)
            tests.append(test)
        except Unusable as e:
            dropped.append({"index": i, "why": str(e)})
        except (SyntaxError, KeyError, IndexError, TypeError, AttributeError, ValueError, RecursionError):
            dropped.append({"index": i, "why": "malformed"})
    tests.sort(key=lambda t: (t.target, any(p[0] == "raises" for p in t.body), t.index))
    whole = lambda some: render(some, style, request.get("about") or "Behaviour as it was observed.", tops)
    tests, left_out = what_parses(tests, whole)
    dropped += [{"index": t.index, "why": "malformed"} for t in left_out]
    text = whole(tests)
    answer = {"framework": style, "dropped": dropped, "files": [], "tests": [
        {"index": t.index, "name": t.name, "target": t.target, "assertions": t.assertions, "nontrivial": t.nontrivial} for t in tests]}
    if not tests:
        return answer
    top = sorted(tops)[0] if len(tops) == 1 else snake(request.get("name") or sorted(tops)[0])
    stem = request.get("stem")
    path = posixpath.join(folder, "test_%s.py" % (snake(stem) if stem else snake(top) + "_generated"))
    answer["files"] = [{"path": path, "text": text}]
    job = {"word": request.get("word"), "text": text, "style": style, "names": [t.name for t in tests]}
    answer["proof"] = '__import__("_tora_runner.prove").prove.run(%s)\n' % json.dumps(json.dumps(job))
    return answer


CONFIG = ("pyproject.toml", "setup.cfg", "tox.ini", "pytest.ini", "conftest.py")


def handle(request, session):
    from .serve import engine

    gen_index = engine(session.here, "gen_index")
    root = request.get("root") or "/repo"
    config = [name for name in CONFIG if os.path.isfile(os.path.join(root, name))]
    paths = config + [p for p in gen_index.walk(root) if p not in config]
    return write(request, lambda path: gen_index.gen_text.read(root, path), paths, lambda path: gen_index.is_test(path, root))
