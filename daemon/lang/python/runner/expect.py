"""What a test observes, as text that a person would assert: `tora generate` (PROTOCOL.md, Suites).

run() is the program that takes a test's place: it executes the test statement by statement in the
test's own names, turns every value it prints into an expression that gives an equal value, notes which
lines and branches of the package ran, and says all of it on stdout behind a word drawn for this run.
"""
import ast
import builtins
import dis
import json
import linecache
import os
import re
import sys
import threading

from . import cover, expect_values, lines
from .child import safe_str, SCRIPT

MESSAGE = 400
# What a package says of a value, even where it leaves that to Python; other exceptions it has to raise itself.
BY_VALUE = (ValueError, LookupError, ArithmeticError, StopIteration)
CLASSES = (("assertion", AssertionError), ("file-system", OSError), ("exit", SystemExit),
           ("correctness", (TypeError, NameError, AttributeError, ImportError, SyntaxError, RecursionError)))
DECIDES = frozenset(op for name, op in dis.opmap.items() if "_IF_" in name or name in ("FOR_ITER", "END_ASYNC_FOR"))


class Tracer:
    """Lines that ran, and jumps that leave a decision, of a few files; indexes of files in `files`."""

    def __init__(self, files):
        self.files = {path: i for i, path in enumerate(files)}
        self.lines, self.arcs, self.deciding = set(), set(), {}

    def start(self):
        threading.settrace(self.entered)
        sys.settrace(self.entered)

    @staticmethod
    def stop():
        sys.settrace(None)
        threading.settrace(None)

    def entered(self, frame, _event, _arg):
        if frame.f_trace is not None:
            return frame.f_trace        # it goes on where it was suspended
        which = self.files.get(frame.f_code.co_filename)
        if which is None:
            return None
        hit, arc, last, deciding = self.lines.add, self.arcs.add, 0, self._deciding(frame.f_code)

        def local(inner, event, value):
            nonlocal last
            if event == "line":
                now = inner.f_lineno
                hit((which, now))
                if last:
                    arc((which, last, now))
                last = now if now in deciding else 0
            elif event == "return" and last and not cover.is_suspended(inner):
                arc((which, last, 0))
            elif event == "exception" and not cover.is_answer(inner.f_code, inner.f_lasti, value[0]):
                last = 0                # leaving a line by an exception decides nothing
            return local
        return local

    def _deciding(self, code):
        """The lines of `code` that may go on in two places: of others no jump is worth a word."""
        known = self.deciding.get(code)
        if known is None:
            line, starts, known = 0, dict(dis.findlinestarts(code)), set()
            for at in range(0, len(code.co_code), 2):
                line = starts.get(at, line)
                if code.co_code[at] in DECIDES and line:
                    known.add(line)
            self.deciding[code] = known
        return known

    def said(self):
        return {"lines": sorted(self.lines), "arcs": sorted(self.arcs)}


class Observer:
    def __init__(self, source, names, folders=()):
        self.source, self.names, self.folders = source, names, folders
        self.tree = ast.parse(source)
        self.flags = _futures(self.tree)
        self.steps, self.ended = [], None

    def _code(self, node, mode):
        return compile(node, SCRIPT, mode, self.flags, dont_inherit=True)

    def go(self):
        for at, node in enumerate(self.tree.body):
            args = observed(node)
            try:
                if args is None:
                    exec(self._code(ast.Module([node], []), "exec"), self.names)
                    continue
                for k, arg in enumerate(args):
                    value = eval(self._code(ast.Expression(arg), "eval"), self.names)
                    self.steps.append(dict(expect_values.describe(value, self.names, self.folders), at=at, arg=k))
                    value = None
            except BaseException as e:      # noqa: B902 - that is what is being observed
                self.ended = dict(self._raised(e), at=at)
                return

    def _raised(self, e):
        tb, frames = e.__traceback__, []
        while tb is not None:
            if not tb.tb_frame.f_code.co_filename.startswith(os.path.dirname(__file__) + os.sep):
                frames.append((tb.tb_frame.f_code.co_filename, tb.tb_lineno))
            tb = tb.tb_next
        own = not frames or frames[-1][0] == SCRIPT
        path, line = frames[-1] if frames else ("", 0)
        meant = isinstance(e, BY_VALUE) or re.match(r"\s*(raise|assert)\b", linecache.getline(path, line)) is not None
        text = safe_str(e)
        if "0x" in text or len(text) > MESSAGE or not text.isprintable() or expect_values.names_folder(text, self.folders):
            text = ""
        said = expect_values.reference(type(e), self.names)
        return {"type": type(e).__qualname__, "message": lines.plain(text),
                "class": "" if meant and not own else failure_class(e),
                "code": said and said[0], "imports": said[1] if said else []}


def failure_class(e):
    """TestPilot's classes of what is wrong with a test that fails."""
    for name, types in CLASSES:
        if isinstance(e, types):
            return name
    return "other"


def _futures(tree):
    import __future__
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for alias in node.names:
                flags |= getattr(getattr(__future__, alias.name, None), "compiler_flag", 0)
    return flags


def printed(node):
    """What a statement prints, one expression each; None: it is no plain print."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return None
    call = node.value
    if not isinstance(call.func, ast.Name) or call.func.id != "print" or call.keywords or not call.args \
            or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    return call.args


def observed(node):
    """The expressions of a statement whose values are seen: what it prints, or what it is all about."""
    args = printed(node)
    if args is None and isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) \
            and not (isinstance(node.value.func, ast.Name) and node.value.func.id == "print"):
        return [node.value]
    return args


def _folders(root):
    """Folders that are there only while tora looks."""
    all_of = [root, os.getcwd(), os.path.dirname(__file__)] + [os.environ.get(k) for k in ("HOME", "TMPDIR", "TORA_SCRATCH")]
    return sorted({f.rstrip("/") for f in all_of if f and os.path.isabs(f)} - {"", "/tmp"})


def run(text):
    """`text`: JSON with the test's `source`, the `word`, and the `files` to measure."""
    job = json.loads(text)
    names = sys.modules["__main__"].__dict__
    write, dumps, tracer = os.write, json.dumps, Tracer(job.get("files") or ())
    out = {"steps": [], "ended": None}
    try:
        observer = Observer(job["source"], names, _folders(job.get("root")))
        tracer.start()
        try:
            observer.go()
        finally:
            tracer.stop()
        out = {"steps": observer.steps, "ended": observer.ended}
    except SyntaxError as e:
        out["ended"] = {"type": "SyntaxError", "message": str(e)[:MESSAGE], "class": "correctness", "at": 0}
    try:
        sys.stdout.flush()
    except Exception:                       # noqa: B902 - closed, or the test's own object
        pass
    said = ("\n%s %s\n" % (job["word"], dumps(dict(out, **tracer.said())))).encode("ascii")
    while said:
        said = said[write(1, said):]
    builtins.print = lambda *_a, **_k: None     # what exit handlers would say comes too late


# ---- what there is to measure ---------------------------------------------------------------

def survey(modules, root):
    """Statements and branches of loaded modules below `root`: the points that tests may reach.

    A statement counts by its first line. A branch is one way out of the line of an if, elif, while,
    for or case: into its block, or past it (cover.decisions_of).
    """
    files = []
    for name in modules:
        module = sys.modules.get(name)
        path = getattr(module, "__file__", None)
        if isinstance(path, str) and path.startswith(root.rstrip("/") + "/") and path.endswith(".py") \
                and path not in [f["file"] for f in files]:
            found = _points(path)
            if found:
                files.append(dict(found, file=path, module=name))
    return {"files": files, "imports": "".join("import %s\n" % f["module"] for f in files)}


def _points(path):
    try:
        with open(path, "rb") as f:
            data = f.read()
        tree = ast.parse(data)
        running = _all_line_starts(compile(data, path, "exec", dont_inherit=True))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    statements, first, decided = set(), {}, cover.decisions_of(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            decorated = getattr(node, "decorator_list", None)
            line = decorated[0].lineno if decorated else node.lineno
            statements.add(line)
            end = getattr(node, "end_lineno", line) or line
            for n in range(line, _block_line(node, end + 1)):
                first.setdefault(n, line)
    for at, block, _ in decided:
        first.update((n, at) for n in range(at, block))
    statements &= running
    begins = statements.union(way[0] for way in decided)
    moved = [[n, to] for n, to in sorted(first.items()) if n != to and to in begins and n not in statements]
    return {"statements": sorted(statements), "branches": [list(way) for way in decided if way[0] in running], "moved": moved}


def _block_line(node, otherwise):
    """Where the first block of a statement begins, which is no part of its own lines."""
    cases = getattr(node, "cases", None)
    if cases:
        return cases[0].pattern.lineno
    body = getattr(node, "body", None)
    return body[0].lineno if isinstance(body, list) and body else otherwise


def _all_line_starts(code):
    out, todo = set(), [code]
    while todo:
        one = todo.pop()
        out |= cover.line_starts(one)
        todo += [c for c in one.co_consts if hasattr(c, "co_code")]
    return out
