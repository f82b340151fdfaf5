"""Files that are there before they are written: with a mode of their own, behind a symbolic link, under a second name, longer than
what comes, or a folder in their place; in the end, what became of them.

A test that saves does so in an empty folder and reads what it saved. Who writes beside and renames may lose the mode, turn the link
into a file, leave the other name with the old text, and leave what was written beside behind after an error.
"""
import ast
import re

import gen_rank
import gen_refused
import gen_text
from gen_inside import in_turn

MOST = 24           # programs that are tried
PLACES_MAX = 3      # files of one program
SEEDS_MAX = 4       # programs that are refused while they write
READ_MAX = 60       # programs that are read for them
SPEAKS = re.compile(r"write_(?:text|bytes)\b|\bos\.(?:replace|rename|renames|link|symlink|open|fdopen|chmod|unlink|remove|f?truncate|fsync)\b|\bshutil\b"
                    r"|\btempfile\b|mkstemp|TemporaryFile|\bcopy(?:file|2|stat|mode)\b|\.(?:unlink|rename|symlink_to|touch)\(|open\([^\n]{0,200}[\"'](?:[wax][bt]?\+?|rb?\+b?)[\"']"
                    r"|(?<![.\w])(?:replace|rename|move|unlink|remove|fsync)\(")
FOLDERS = frozenset("TemporaryDirectory mkdtemp".split())
SAME = frozenset("Path PosixPath PurePath str fspath abspath realpath join joinpath".split())     # with nothing behind it, the same file
# Who is asked about a file, or is not of the project.
READS = re.compile(r"(?:load|read|parse|from_|exists|is_|open_|get|list|find|has_|len|stat|size)")
LIBRARY = frozenset("os shutil Path PurePath PosixPath pathlib tempfile json io open csv zipfile tarfile sqlite3 pickle contextlib".split()) | gen_text.BUILTINS
OWN = re.compile(r"write_(?:text|bytes)|writelines|\.touch|copy|\bopen\(.{0,200}[\"'][wax]")       # how a program writes by itself
OLD = ('with open({path}, "w") as file:', '    file.write("old\\n")')
LONG = ('with open({path}, "a") as file:', '    file.write("old line\\n" * 40)')
AGAIN = "again"     # the statement itself, and
AGAIN_STATES = frozenset("link mode".split())      # in which the file is one that the project wrote
MADE = {"old": OLD, "empty": ('open({path}, "a").close()',), "again": (AGAIN,), "": ()}     # how a file comes to be there
# {state: (what is done before the call, what is asked in the end)}; "{path}" and "{other}": expressions, "{folder}": where both are; "{beside}": a name.
MODE, NAMES = "print(oct(os.stat({path}).st_mode & 0o777))", "print(sorted(os.listdir({folder})))"
BESIDE = 'other = os.path.join({folder}, "{beside}")'
STATES = {
    "link": ((BESIDE, "os.rename({path}, other)", 'os.symlink("{beside}", {path})'), ("print(os.path.islink({path}))", "text other", NAMES)),
    "mode": (("os.chmod({path}, 0o640)",), (MODE, NAMES)),
    "new": ((), (MODE, NAMES)),
    "folder": (("os.mkdir({path})",), ("print(len(os.listdir({folder})))",)),     # of a name that is drawn the number shows
    "twice": ((BESIDE, "os.link({path}, other)"), ("text other", "print(os.path.samefile({path}, other))", NAMES)),
    "long": (LONG, ("text {path}", NAMES)),
}
REFUSED = {"kept": ((), ("text {path}", "print(len(os.listdir({folder})))"))}      # of a call that fails: is the old text there, and nothing else?
NONE_YET = frozenset("new long folder".split())     # where none is written before
NAMES_USED = frozenset("file other place".split())


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def seeds(change):
    """[(row, source)] of programs that fail with such a file at hand."""
    rows = [r for r in change.found if gen_refused.refused(r) and r["origin"] in gen_rank.REAL]
    read = [(row, gen_text.source("", row["source"])) for row in rows[:READ_MAX]]
    return [(row, src) for row, src in read if src is not None and next(programs(src, change), None)][:SEEDS_MAX]


def programs(src, change):
    """Texts near one program, one of each file and state in turn."""
    bound = {name for node in gen_text.walk(src.tree) if isinstance(node, (ast.stmt, ast.withitem)) for name in gen_text.stores(node)}
    imported = {a.asname or a.name for node in src.tree.body if isinstance(node, ast.Import) for a in node.names}
    if bound & NAMES_USED or "os" in bound and not imported & {"os", "os.path"}:
        return iter(())
    text = src.data.decode("utf-8", "surrogateescape")
    fails = any(r["source"] == text and gen_refused.refused(r) for r in change.found)
    found = [row for body, known in bodies(src.tree) for row in Body(src, body, known).programs(REFUSED if fails else STATES)]
    return (with_import(src, text) for text in in_turn(found[:PLACES_MAX]))


def is_likely(_src, text, _change):
    """Who writes a file seldom finds a folder in its place."""
    return "os.mkdir(" not in text


def bodies(tree):
    """[(statements, {what is a folder that is gone with the program: 0})] of a program, and of what it does with such a folder open."""
    out = [(tree.body, {})]
    for node in tree.body:
        names = [i.optional_vars.id for i in node.items if makes_folder(i.context_expr) and isinstance(i.optional_vars, ast.Name)] if isinstance(node, ast.With) else []
        if names:
            out.append((node.body, dict.fromkeys(names, 0)))
    return out


def makes_folder(node):
    return isinstance(node, ast.Call) and gen_text.dotted(node.func).split(".")[-1] in FOLDERS


def deep(node, known):
    """How many names below a temporary folder that is `known` a path is; None of what is no such path, or is not said in so many words."""
    name = gen_text.dotted(node)
    if name:
        return known.get(name)
    if isinstance(node, ast.BinOp) and (isinstance(node.op, ast.Div) or isinstance(node.op, ast.Add) and str(getattr(node.right, "value", ""))[:1] == "/"):
        return below(deep(node.left, known), [node.right])
    if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.FormattedValue):
        return below(deep(node.values[0].value, known), node.values[1:])
    if isinstance(node, ast.Call) and not node.keywords:
        last = node.func.attr if isinstance(node.func, ast.Attribute) else gen_text.dotted(node.func)
        first = ([node.func.value] if last == "joinpath" else []) + node.args
        return below(deep(first[0], known), first[1:]) if last in SAME and first else None
    return None


def below(at, rest):
    for node in rest if at is not None else ():
        name = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ".."
        parts = name.strip("/").split("/")
        if ".." in parts or "" in parts:
            return None
        at += len(parts)
    return at


class Body:
    """Statements with the paths that they hand to the project. `acts`: {path: {place: how}}, "made" where an object is told of
    the file, "asked" where that is asked for something, or "handed"; `own`: {path: places} where the program writes by itself."""

    def __init__(self, src, body, known):
        self.src, self.body, self.known = src, body, dict(known)
        self.acts, self.own, self.folders, self.told = {}, {}, {}, {}
        self.end, self.gone = len(body), {}     # where the folder goes, and {path: places} where the file does
        for at, node in enumerate(body):
            is_run = not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom))
            if ".cleanup()" in src.text(node) or is_run and self.is_end(node):
                self.end = at
                break
            if is_run:
                self.read(at, node)

    def is_end(self, node):
        """Does the folder go here?"""
        calls = [n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func) in ("shutil.rmtree", "rmtree")]
        return any(deep(arg, self.known) == 0 for n in calls for arg in n.args[:1])

    def removed(self, node):
        """The texts of what is removed."""
        for call in gen_text.walk(node):
            name = gen_text.dotted(call.func) if isinstance(call, ast.Call) else ""
            what = call.args[:1] if name in ("os.remove", "os.unlink") else []
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "unlink":
                what = what or [call.func.value]
            yield from (self.src.text(n) for one in what for n in gen_text.walk(one) if isinstance(n, ast.expr))

    def read(self, at, node):
        for text in self.removed(node):
            self.gone.setdefault(text, []).append(at)
        handed = self.handed(node)
        for text in handed:
            self.acts.setdefault(text, {})[at] = handed[text]
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        for n in gen_text.walk(node):
            if target is not None and n is node.value and isinstance(target, ast.Name):
                continue        # it has a name from here on
            parts = deep(n, self.known) if isinstance(n, ast.expr) and isinstance(getattr(n, "ctx", None) or ast.Load(), ast.Load) else None
            if parts:
                text = self.src.text(n)
                self.folders[text] = parts
                if text not in handed and OWN.search(self.src.text(node)):
                    self.own.setdefault(text, []).append(at)
        if isinstance(target, ast.Name):
            self.bind(target.id, node.value, handed or self.handed(node, reads=True))

    def bind(self, name, value, handed):
        for old in [one for one in self.known if one.split(".")[0] == name]:
            del self.known[old]
        self.told.pop(name, None)
        if makes_folder(value):
            self.known[name if gen_text.dotted(value.func).endswith("mkdtemp") else name + ".name"] = 0
        elif deep(value, self.known) is not None:
            self.known[name] = deep(value, self.known)
        elif isinstance(value, ast.Call) and handed:
            self.told[name] = list(handed)

    def handed(self, node, reads=False):
        """{path that calls of the project are handed, or objects were told of that are asked to do something: how}; `reads`: what
        gives an object that was told of it, `hosts = Hosts.load(path)`, is such a call too."""
        out = {}
        for call in gen_text.walk(node):
            name = gen_text.dotted(call.func) if isinstance(call, ast.Call) else ""
            first, last = name.split(".")[0], call.func.attr if isinstance(getattr(call, "func", None), ast.Attribute) else name
            if not isinstance(call, ast.Call) or READS.match(last) and not reads or first in LIBRARY or deep(call, self.known) is not None:
                continue
            args = call.args + [k.value for k in call.keywords]
            for arg in args + [one for a in args if isinstance(a, (ast.List, ast.Tuple)) for one in a.elts]:
                if deep(arg, self.known) is not None:
                    out[self.src.text(arg)] = "made" if last[:1].isupper() else "handed"
            for text in self.told.get(first, ()) if "." in name else ():
                out[text] = "asked"
        return out

    def programs(self, states):
        """[iterator of texts] of each file that something is done with."""
        folders = [text for text in self.acts if self.known.get(text) == 0]
        for path, parts in self.folders.items():
            acts = {at: how for text in folders + [path] for at, how in self.acts.get(text, {}).items()}
            doing = sorted([at for at in acts if acts[at] != "made"] or acts)
            end = min([at for at in self.gone.get(path, ()) if doing and at >= doing[-1]] + [self.end])
            if doing and doing[-1] < end and self.is_there(path, doing[-1]):
                earlier = [at for at in doing[:-1] if acts[at] == "handed"] + [at for at in self.own.get(path, ()) if at < doing[-1]]
                made = "" if earlier else "old" if acts[doing[-1]] != "asked" else "empty"
                ways = [made] + ["again"] * (made == "old" and isinstance(self.body[doing[-1]], ast.Expr))
                yield in_turn([self.texts(states, path, parts, (doing[-1], end), way) for way in ways])

    def is_there(self, path, at):
        """Is all that the path is made of bound before the statement?"""
        names = gen_text.loads(gen_text.parse(path)) - gen_text.BUILTINS
        inner = set().union(set(), *[gen_text.stores(n) for n in self.body[at:]])
        return not names & inner

    def texts(self, states, path, parts, places, made):
        beside = free(self.src)
        for state, (before, asked) in states.items():
            if state == "new" and not made or state == "folder" and made != "old" or made == "again" and state not in AGAIN_STATES:
                continue
            name = path if path.isidentifier() else "place"
            rows = [] if name == path else ["place = %s" % path]
            rows += ["os.makedirs(os.path.dirname(%s), exist_ok=True)" % name] * (parts > 1 and made in ("old", "empty") and state != "new")
            words = {"path": name, "folder": "os.path.dirname(%s)" % name, "beside": beside}
            rows += [row.format(**words) for row in (MADE[made] if state not in NONE_YET else ()) + before]
            ending = [line.format(**words) for row in asked for line in shown(row)]
            text = self.laid(*places, rows, ending, state in ("folder", "kept"))
            if text:
                yield text

    def laid(self, at, end, rows, ending, refused):
        """The program with rows before a statement and before the end; one that may be refused is the last that it does."""
        src, node = self.src, self.body[at]
        indent = src.indent(node)
        if indent is None or any(src.indent(n) is None for n in self.body[end:][:1]):
            return ""
        start, close = src.span(node)
        told = src._apply(start, close, [])
        lay = lambda some: "".join(line + "\n" + indent for line in some)
        if refused:
            if set(range(node.lineno + 1, node.end_lineno + 1)) & src._string_lines() or self.is_used_behind(at):
                return ""
            inner = told.replace("\n" + indent, "\n" + indent + "    ")
            whole = "%stry:\n%s    %s\n%sexcept Exception as error:\n%s    print(type(error).__name__)\n%s" % (
                lay(rows), indent, inner, indent, indent, "".join(indent + line + "\n" for line in ending))
            return src._apply(0, len(src.data), [(start, src.span(self.body[-1])[1], whole.rstrip("\n"))])
        last = src.span(self.body[end - 1])[1]
        rows = [told if row == AGAIN else row for row in rows]
        return src._apply(0, len(src.data), [(start, start, lay(rows)), (last, last, "".join("\n" + indent + line for line in ending))])

    def is_used_behind(self, at):
        """Is a name that is bound from here on used behind the body?"""
        body = self.src.tree.body
        behind = [] if self.body is body else [n for n in body if n.lineno > self.body[-1].end_lineno]
        bound = set().union(*map(gen_text.stores, self.body[at:]))
        return any(bound & gen_text.loads(n) for n in behind)


def free(src):
    """A name for a file that the program does not speak of."""
    name = "other.txt"
    while name.encode() in src.data:
        name = name.replace(".", "2.")
    return name


def shown(row):
    """Lines that print the text of a file: "text other"."""
    first, _, name = row.partition(" ")
    return ['with open(%s, errors="replace") as file:' % name, "    print(file.read())"] if first == "text" else [row]


def with_import(src, text, module="os"):
    """The program with an import, behind what has to be the first."""
    if any(isinstance(n, ast.Import) and any(a.name.split(".")[0] == module and not a.asname for a in n.names) for n in src.tree.body):
        return text
    rows = text.split("\n")
    at = max([n.end_lineno for n in src.tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"] + [0])
    return "\n".join(rows[:at] + ["import " + module] + rows[at:])
