"""What only this side of a change allows: programs that need it say little about the rest of the change."""
import ast

import gen_text

PLACED = ("positional_only", "positional_or_keyword")


class Api:
    """The request's `api`: functions that the other side lacks or has in another shape.

    Everything goes by last names, as programs write them. A name that the project also uses for
    something both sides have does not count.
    """

    def __init__(self, rows, index):
        here, there = set(), set()
        self.keywords, self.most = {}, {}       # {callable: keywords only here}, {callable: places there}
        self.called, self.read = set(), set()   # methods here that are properties there; the reverse
        for row in rows if isinstance(rows, list) else ():
            if not isinstance(row, dict) or not isinstance(row.get("qualname"), str):
                continue
            parts = row["qualname"].split(".")
            name = parts[-2] if parts[-1] == "__init__" and len(parts) > 1 else parts[-1]
            mine, other = row.get("here"), row.get("there")
            here |= {name} if isinstance(mine, dict) else set()
            there |= {name} if isinstance(other, dict) else set()
            if isinstance(mine, dict) and isinstance(other, dict):
                self._compare(name, mine, other)
        self.names = {n for n in here - there if not _is_elsewhere(n, index, rows)}

    def _compare(self, name, mine, other):
        kinds = mine.get("kind"), other.get("kind")
        if "property" in kinds and kinds[0] != kinds[1]:
            (self.read if kinds[0] == "property" else self.called).add(name)
            return
        ours, theirs = _params(mine), _params(other)
        if ours is None or theirs is None:
            return
        if not any(p.get("kind") == "var_keyword" for p in theirs):
            names = {p.get("name") for p in theirs if p.get("kind") not in ("positional_only", "var_positional")}
            self.keywords.setdefault(name, set()).update(
                p["name"] for p in ours if p.get("kind") != "var_keyword" and p.get("name") not in names)
        if not any(p.get("kind") == "var_positional" for p in theirs):
            self.most[name] = sum(p.get("kind") in PLACED for p in theirs)

    def is_own(self, text):
        """Does a program need what the other side lacks?"""
        if not (self.names or self.keywords or self.most or self.called or self.read):
            return False
        tree = gen_text.parse(text)
        callees = set()
        for node in gen_text.walk(tree) if tree else ():
            if isinstance(node, ast.Call):
                callees.add(id(node.func))
                if self._calls_own(node):
                    return True
            elif isinstance(node, ast.alias) and node.name.split(".")[-1] in self.names:
                return True
            elif isinstance(node, ast.Attribute):
                called = id(node) in callees
                if node.attr in self.names or node.attr in (self.called if called else self.read):
                    return True
        return False

    def _calls_own(self, node):
        name = gen_text.dotted(node.func).split(".")[-1] or getattr(node.func, "attr", "")
        own = self.keywords.get(name, ())
        if any(k.arg in own for k in node.keywords):
            return True
        return name in self.most and len(node.args) > self.most[name] \
            and not any(isinstance(a, ast.Starred) for a in node.args)


def _params(shape):
    rows = shape.get("params")
    if not isinstance(rows, list) or not all(isinstance(p, dict) and isinstance(p.get("name"), str) for p in rows):
        return None
    return rows[1:] if shape.get("kind") == "method" else rows     # without self


def _is_elsewhere(name, index, rows):
    """Does the project have the name for something that did not change its shape?"""
    changed = {(row.get("module"), row.get("qualname")) for row in rows if isinstance(row, dict)}
    known = [(f.module.name, f.qualname) for f in index.by_name.get(name, ())]
    known += [(c.module.name, c.qualname) for c in index.classes.get(name, ())]
    return any(one not in changed for one in known) or any(hasattr(t, name) for t in (str, list, dict, set))
