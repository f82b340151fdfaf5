"""Work on source that executes nothing of it, for the files that <folder>/todo names, into <folder>/0, /1, ...: what
was mined of each where there is a file <folder>/mine (gen_mine.py), else its bytecode.

Bytecode is never checked against the source again: the tree it is made for does not change any more.
"""
import os
import py_compile
import sys
import time

SHOWN = "/repo"     # what tracebacks of it say
BUDGET_S = 5        # each file that is done is a gain; a project of any size may be only begun


def main(folder):
    sys.setrecursionlimit(5000)
    tree = os.environ.get("TORA_TREE") or SHOWN
    until = time.monotonic() + BUDGET_S
    with open(os.path.join(folder, "todo"), "rb") as f:
        names = f.read().decode("utf-8", "surrogateescape").split("\0")[:-1]
    if os.path.exists(os.path.join(folder, "mine")):
        import gen_mine

        return gen_mine.main(folder, tree, names)
    for number, name in enumerate(names):
        if time.monotonic() > until:
            break
        try:
            py_compile.compile(os.path.join(tree, name), cfile=os.path.join(folder, str(number)),
                               dfile=os.path.join(SHOWN, name), doraise=True,
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        except (py_compile.PyCompileError, OSError, ValueError, RecursionError, MemoryError):
            continue
