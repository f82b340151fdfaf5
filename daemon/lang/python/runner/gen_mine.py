"""What a file says whatever is asked of it: literals by parameter, whole calls, imports, and of each test function
its place and its words. It depends on the file's text alone, so it is kept by the file's blob (store/mined.h) and
given to later `generate` requests, which then need no tree of files that have nothing to say about their targets.

Made by a process that never loads anything of the project: main() below, started by precompile.py.
"""
import ast
import json
import os
import time

import gen_env
import gen_literals
import gen_tests
import gen_text

FACTS_MAX = 256 << 10   # bytes of one file's; more is not worth keeping
BUDGET_S = 5            # what is not done by then is mined another time
ODD = (RecursionError, ValueError, IndexError, AttributeError)


class Test:
    """A test function: found in a tree that is there (case), or read from what was kept."""

    def __init__(self, path, at, lines, words, plain, case=None):
        self.path, self.at, self.lines, self.words, self.plain, self.case = path, at, lines, words, plain, case

    def touches(self, ranges):
        """Is a line of it in one of [[first, last], ...]?"""
        return any(a <= self.lines[1] and self.lines[0] <= b for a, b in ranges)


def imports(src):
    """[[module, name], ...] of what a file takes from modules by their full names."""
    return [[node.module, a.name] for node in src.nodes if isinstance(node, ast.ImportFrom) and not node.level and node.module
            for a in node.names]


def tests(module):
    """The test functions of a file."""
    return [Test(module.src.path, at, gen_tests.lines(case), gen_tests.words(case), gen_tests.plain_words(case), case)
            for at, case in enumerate(gen_tests.cases(module))]


def facts(text):
    """What is kept of a file, as plain values; {}: it does not parse, or is too large to be read."""
    src = gen_text.source("", text)
    if src is None:
        return {}
    found = gen_literals.Literals()
    found.scan(src)
    numbers, rows = {}, []
    number = lambda words: sorted(numbers.setdefault(w, len(numbers)) for w in sorted(words))
    for t in tests(gen_env.Module(gen_env.Files(lambda path: None, ()), src)):
        rows.append([list(t.lines), number(t.words), number(t.plain)])
    return {"literals": found.kept(), "imports": imports(src), "tests": rows, "words": list(numbers)}


class Mined:
    """What was kept of the files of a tree, as a request brings it: {path: facts}. It is ours, and read with care
    all the same: what is not as facts() makes it is as if it were not there."""

    def __init__(self, given):
        self.given = given if isinstance(given, dict) else {}

    def literals(self, path, into):
        """Adds them; False: nothing is known of that file."""
        try:
            more = gen_literals.Literals.of_kept(self.given[path]["literals"], path)
        except (KeyError, TypeError, ValueError):
            return False
        into.add(more)
        return True

    def imports(self, path):
        """None: not known."""
        try:
            return [(str(module), str(name)) for module, name in self.given[path]["imports"]]
        except (KeyError, TypeError, ValueError):
            return None

    def tests(self, path):
        """None: not known."""
        try:
            row, words = self.given[path], self.given[path]["words"]
            return [Test(path, at, tuple(lines), {words[i] for i in said}, {words[i] for i in plain})
                    for at, (lines, said, plain) in enumerate(row["tests"])]
        except (KeyError, TypeError, ValueError, IndexError):
            return None


def main(folder, tree, names):
    """Of each file its facts into <folder>/0, /1, ..."""
    until = time.monotonic() + BUDGET_S
    for number, name in enumerate(names):
        if time.monotonic() > until:
            break
        text = gen_text.read(tree, name)
        try:
            made = json.dumps(facts(text) if text is not None else {}, separators=(",", ":"))
        except ODD:
            made = "{}"
        if len(made) > FACTS_MAX:
            made = "{}"
        with open(os.path.join(folder, str(number)), "w", encoding="ascii") as f:
            f.write(made)
