"""Files that are gone: somebody took one out of the folder that the program works in, before its last step.

A recording that was deleted by hand, a cache that was cleaned: who removes two files in one block leaves the second where the first is
missing. Tests take away the one that does no harm, or none.
"""
import ast
import re

import gen_files
import gen_text

MOST = 12           # programs that are tried
GONE_MAX = 6        # files of one program
SPEAKS = re.compile(r"\b(?:FileNotFoundError|missing_ok|suppress|rmtree|isfile|is_file|OSError)\b|\.(?:unlink|exists)\(|\bos\.(?:remove|unlink|stat)\b")
FILES = "print(sorted(name for name in os.listdir({folder}) if os.path.isfile(os.path.join({folder}, name))))"
NAMES = "print(sorted(os.listdir({folder})))"


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, change):
    """Texts near one program, one of each file that is there before its last step; what is there in the end is printed."""
    steps = [node for node in src.tree.body if not isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    if not steps or not any(gen_files.makes_folder(n) for n in src.nodes):
        return
    whole, at = gen_files.Body(src, src.tree.body, {}), last_step(src, steps)
    folder = next((name for name, deep in reversed(whole.known.items()) if not deep), "")
    if at is None or not folder or src.indent(at) != "":
        return
    listing, place = NAMES.format(folder=folder), src.span(at)[0]
    out = change.shown(gen_files.with_import(src, src._apply(0, place, []) + FILES.format(folder=folder) + "\n")).rstrip("\n").split("\n")
    names = gen_text.value_of(out[-1])
    names = sorted(names, key=lambda name: name.rpartition(".")[2] not in change.words) if isinstance(names, list) and len(names) > 1 else []
    for name in names[:GONE_MAX]:     # of the kinds that the change speaks of first
        text = src._apply(0, len(src.data), [(place, place, "os.remove(os.path.join(%s, %r))\n" % (folder, name))])
        yield gen_files.with_import(src, text.rstrip("\n") + "\n" + listing + "\n")


def last_step(src, steps):
    """The last statement that asks something of the project's, and not what is in the folder."""
    for node in reversed(steps[1:]):
        calls = [n for n in gen_text.walk(node) if isinstance(n, ast.Call) and gen_text.dotted(n.func).split(".")[0] not in gen_files.LIBRARY]
        if calls and not any(gen_files.makes_folder(n) for n in calls):
            return node
    return None
