"""Files that the set-up of a test writes: who asks for a folder, or for a file in it, needs what was written there before.

A statement that writes names a path, `(tmp_path / "a").write_text("x")` or `with open(path, "w")`; what reads it may name the
folder, a path that was made before, or one that is made of the folder later.
"""
import ast
import re

import gen_text

MODULES = frozenset("os pathlib shutil tempfile".split())
MAKES = frozenset("write_text write_bytes mkdir touch symlink_to hardlink_to unlink rmdir chmod".split())     # methods of a path
CALLS = re.compile(r"(os\.(mkdir|makedirs|symlink|link|rename|replace|remove|unlink|rmdir|chmod|utime)|shutil\.(copy\w*|move))$")
OPENS = re.compile(r"(open|File|Writer)$")
MODE = re.compile(r"[wax][bt]{0,2}\+?b?(:\w*)?|r[bt]?\+b?")
SAME = frozenset("Path PosixPath PurePath str fspath abspath realpath join joinpath resolve absolute mkdtemp TemporaryDirectory".split())


def written(node):
    """Expressions of the paths where a statement writes, or changes what there is."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return      # when it is called
    for call in gen_text.walk(node):
        name = gen_text.dotted(call.func) if isinstance(call, ast.Call) else ""
        owner = call.func.value if isinstance(getattr(call, "func", None), ast.Attribute) and name.split(".")[0] not in MODULES else None
        if CALLS.match(name):
            yield from call.args
        elif owner is not None and call.func.attr in MAKES:
            yield owner
        elif isinstance(call, ast.Call) and OPENS.search(getattr(call.func, "attr", name)):
            mode = next((at for at, arg in enumerate([*call.args[:2], *[k.value for k in call.keywords if k.arg == "mode"]]) if is_mode(arg)), None)
            if mode == 0 and owner is not None and call.func.attr == "open":
                yield owner
            elif mode:
                yield call.args[0]


def is_mode(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(MODE.fullmatch(node.value))


def is_path(node):
    """Is it a path that is made of another?"""
    if isinstance(node, ast.Call):
        last = node.func.attr if isinstance(node.func, ast.Attribute) else gen_text.dotted(node.func)
        return last in SAME and not isinstance(getattr(node.func, "value", None), ast.Constant)     # a text joins others
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div) or isinstance(node.op, ast.Add) and str(getattr(node.right, "value", ""))[:1] == "/"
    if isinstance(node, ast.JoinedStr):
        return bool(node.values) and isinstance(node.values[0], ast.FormattedValue)
    return isinstance(node, ast.Attribute) and node.attr == "name"


def note_files(steps):
    """A statement that writes changes what the path is made of, and all that is made of that; no other path beside it."""
    above = {}      # name of a path -> all names that it is made of
    for step in steps:
        for name in step.kills:
            above.pop(name, None)
        if step.path_of:
            more = step.path_of.union(*[above[n] for n in step.path_of if n in above])
            above.update((name, more - {name}) for name in step.defines)
        if step.files:
            below = {name for name in above if step.files & above[name]}
            step.changes |= step.files.union(below, *[above[n] for n in step.files if n in above])
