"""The changed functions: what the index knows of them, who reaches them, and what to call for them."""
import gen_text
from gen_index import Class

TOUCHED_MAX = 400
COMMON_MIN = 4      # classes that have a method of the same name
CALLERS_MAX = 8     # public functions a private target is reached through
NEAR_MAX, DEEP_MAX = 3, 7   # steps to them: more where nobody is as near, as in parsers
HEIRS_MAX = 3       # classes that have a method of a private class, which it is called on


class Target:
    """A changed function, as the request names it, and what the index knows of it."""

    def __init__(self, row, index):
        self.module, self.qualname = row.get("module") or "", row.get("qualname") or ""
        self.name = row.get("name") or ".".join(p for p in (self.module, self.qualname) if p)
        self.file, self.lines = row.get("file") or "", [n for n in row.get("lines") or () if isinstance(n, int)]
        # of a module's or a class's own code, which runs at import, no line is marked: these are what the change touched
        self.touched = sorted({n for first, last in row.get("touched") or () for n in range(first, last + 1)})[:TOUCHED_MAX]
        self.literals = row.get("literals") or []
        self.caller = row.get("caller") or ""
        self.other = row.get("other") if isinstance(row.get("other"), str) else ""     # its text on the other side
        info = index.modules.get(self.module)
        self.info = info
        self.node = None
        if info:
            self.node = self._other_part(info) or info.functions.get(self.qualname) or info.classes.get(self.qualname)
        last = self.qualname.split(".")[-1]
        self.names = {last} - {""}
        if info and not self.qualname:      # a module's own code: who uses the names it sets?
            changed = [n for n in info.src.tree.body if any(n.lineno <= i <= n.end_lineno for i in self.lines + self.touched)]
            self.names = set().union(set(), *[gen_text.stores(n) for n in changed])
            last = sorted(self.names)[0] if self.names else ""
        cls = self.owner_class(index)
        self.special = (last.startswith("__") and last.endswith("__")) or isinstance(self.node, Class)
        self.family = {cls.name} if cls else set()
        if cls:
            self.family |= {c.name for c in index.subclasses(cls)} | {bound for _, bound in index.aliases(cls.module.name, cls.name)}
        self.also = {bound for _, bound in index.aliases(self.module, self.qualname)}      # other names that it has
        self.names |= self.also
        others = [c for group in index.classes.values() for c in group if last in c.methods and c.name not in self.family]
        self.common = cls is not None and not self.special and len(others) >= COMMON_MIN    # its name says little: many classes have it
        name = (cls.name if cls else "") if self.special else last
        self.words = (name, cls.name if cls else None)

    def _other_part(self, info):
        """What sets or deletes a property, where that is what changed: all of its parts have one name."""
        owner, _, name = self.qualname.rpartition(".")
        cls = info.classes.get(owner)
        for kind, parts in (("setter", cls.setters), ("deleter", cls.deleters)) if cls else ():
            found = parts.get(name)
            if found and (any(found.node.lineno <= n <= found.node.end_lineno for n in self.lines) or "." + kind in self.other):
                return found
        return None

    def owner_class(self, index):
        if isinstance(self.node, Class):
            return self.node
        if self.node is not None and self.node.owner is not None:
            return self.node.owner
        parts = self.qualname.split(".")
        return index.find_class(parts[-2]) if len(parts) > 1 else None


def relatives(target, index):
    """{name: steps}: who reaches the target, by name, up to three steps away; further for what a module's own code
    sets: a table is deep inside, and who is called from outside stands far from it."""
    out, own = {}, target.names
    front = target.family if target.common else own if not target.special else ({target.words[0]} - {""}) | target.family
    for steps in range(1, 7 if target.touched else 4):
        found = set()
        for word in front:
            for one in index.mentioned_by.get(word, ()):
                names = [one.name]
                owner = getattr(one, "owner", None)
                if owner is not None and not (target.common and one.name[:2] != "__"):
                    names = [owner.name] if one.name.startswith("__") else [one.name, owner.name]
                found.update(n for n in names if n not in out and n not in own)
        for name in found:
            out[name] = steps
        front = found
        if len(out) > 200:
            break
    return out


def _inherited(target, index):
    """A public method of a private class, in the public classes that have it from there."""
    func, cls = target.node, target.owner_class(index)
    if func is None or isinstance(func, Class) or cls is None or gen_text.is_private(func.name):
        return []
    heirs = [c for c in index.subclasses(cls) if not gen_text.is_private(c.name) and index.public(c.module.name, c.qualname) is not None]
    getter = cls.methods.get(func.name)     # a setter comes along with it
    return [(func, c, 0) for c in heirs if index.method(c, func.name) in (func, getter, None)][:HEIRS_MAX]


def entrances(target, index):
    """The public functions and classes to call for a target: itself, or who reaches it."""
    node = target.node
    public = node is not None and not any(gen_text.is_private(p) for p in node.qualname.split(".")) \
        and index.public(node.module.name, node.qualname.split(".")[0]) is not None \
        and (node.qualname.count(".") == 0 or node.qualname.split(".")[0] in node.module.classes
             and node.qualname.count(".") == 1)
    if public:
        cls = target.owner_class(index)
        extra = [c for c in index.subclasses(cls) if not gen_text.is_private(c.name)] if cls else []
        return [(node, None, 0)] + [(node, c, 1) for c in extra[:3]]
    out, seen, front = _inherited(target, index), set(), sorted(target.names)
    known = index.functions.get(target.caller)
    if known is not None:
        out.append((known, None, 0))
        seen.add(id(known))
    family = [c for c in [target.owner_class(index)] if c]
    for depth in range(1, DEEP_MAX + 1):
        if depth > NEAR_MAX and out:
            break
        found = []
        for word in front:
            for one in index.mentioned_by.get(word, ()):
                if id(one) in seen or one is node:
                    continue
                seen.add(id(one))
                found.append(one)
        for one in found:
            parts = one.qualname.split(".")
            if not any(gen_text.is_private(p) for p in parts) and index.public(one.module.name, parts[0]):
                owner = getattr(one, "owner", None)
                # a base class's public method reaches the override of the target's class
                classes = [c for c in family if owner is not None and owner in index.lineage(c)
                           and "." not in c.qualname]
                out.append((one, classes[0] if classes else None, depth if not classes else 0))
        front = [one.name for one in found if one.name != "__init__"]
        front += [one.owner.name for one in found if getattr(one, "owner", None) and one.name.startswith("__")]
        if len(out) >= CALLERS_MAX:
            break
    if family and "." not in family[0].qualname:
        out.append((family[0], None, 1))
    return sorted(out, key=lambda row: row[2])[:CALLERS_MAX]
