"""Classes of a program made of others: a part of what one has in a plain class that is mixed in, before and behind its base, or in two
bases; a further class with nothing of its own, and one of two, in the place of the first.

Who collects what a class has may look at that class alone, or at one of its bases. A test has one class with all that it needs in it.
"""
import ast
import re
import sys

import gen_rank
import gen_text
from gen_inside import in_turn

MOST = 24           # programs that are tried
CLASSES_MAX = 3     # of one program
READ_MAX, SEEDS_MAX = 60, 4     # programs that do not reach the change: a class may be made before that is looked at
# What speaks of what a class has, is made of, or is found in it.
SPEAKS = re.compile(r"__(?:mro|bases|base|subclasses|init_subclass|set_name|prepare|annotations|class_getitem|instancecheck|subclasscheck)__|\bmro\(|metaclass|\bmcs\b"
                    r"|\b(?:bases|namespace|classdict|clsdict)\b|\bsuper\(|\b(?:vars|dir|getattr|hasattr|setattr|issubclass|getmembers|get_type_hints|fields)"
                    r"\((?:cls|klass|class_|base|owner|parent|type\(|\w+\.__class__)|\b(?:cls|klass|class_|base|type\(\w+\)|__class__)\.__dict__"
                    r"|def \w+\((?:cls|klass|class_)\)")
LIBRARY = frozenset(getattr(sys, "stdlib_module_names", "abc dataclasses enum typing unittest collections threading json logging".split()))
MANGLED = re.compile(r"__\w*[^_\W]_?")
HEAD = re.compile(rb"class\s+[^\s(\[:#\\]+\s*(?:(\(\s*)(\))?|(?=:))")       # of a class without bases
# Before the first base, between two, and behind the last.
FIRST, BETWEEN, LAST = (re.compile(form.replace(b"GAP", rb"(?:\s|#[^\n]*\n)*")) for form in (rb"[^()]*\(GAP", rb"GAP,GAP", rb"GAP[,)]"))
STAYS = frozenset("__slots__ __init_subclass__ __class_getitem__ __module__ __qualname__ __metaclass__".split())


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def seeds(change):
    """[(row, source)] of programs of the project with such a class that do not reach the change yet."""
    rows = [r for r in change.found if r["origin"] in gen_rank.REAL and not r["pile"] and not r.get("reach") and "class " in r["source"]]
    read = [(row, gen_text.source("", row["source"])) for row in sorted(rows, key=lambda r: -r["rank"])[:READ_MAX]]
    return [(row, src) for row, src in read if src is not None and derived(src.tree)][:SEEDS_MAX]


def programs(src, _change):
    """Texts near one program, one of each of its classes in turn, the last one first: that is the one that is looked at."""
    found = derived(src.tree)
    return in_turn([filter(None, of_class(src, found, node)) for node in found[::-1][:CLASSES_MAX]])


def of_class(src, found, node):
    """The texts that one class gives; None for one that there is not."""
    whole = Parts(src, node)
    halves = whole.halves()
    if halves:
        yield whole.mixed(halves[1])
    yield from again(src, node)
    if halves:
        yield whole.diamond(*halves)
    yield from both(src, found, node)
    if halves and node.bases:
        yield whole.mixed(halves[1], is_first=False)
    if halves:
        yield whole.mixed(halves[0])
    if whole.items:
        yield whole.mixed(whole.items)
    bases = [src.text(base) for base in node.bases]
    if len(bases) > 1 and whole.has_plain_bases():
        yield src.edited([(old, new) for old, new in zip(node.bases, bases[::-1])])


def derived(tree):
    """Classes of a program that are made of, by or with something of a project."""
    theirs, out = set(), []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in LIBRARY:
            theirs.update(a.asname or a.name for a in node.names)
        elif isinstance(node, ast.Import):
            theirs.update((a.asname or a.name).split(".")[0] for a in node.names if a.name.split(".")[0] not in LIBRARY)
        elif isinstance(node, ast.ClassDef):
            made = [*node.bases, *(k.value for k in node.keywords), *node.decorator_list]
            if any(gen_text.dotted(n.func if isinstance(n, ast.Call) else n).split(".")[0] in theirs for n in made):
                theirs.add(node.name)
                out.append(node)
    return out


def again(src, node):
    """A class with nothing of its own below this one, and in its place wherever it is named from there on."""
    name = free(src, "Again")
    edits = named(src, node, node.name, name)
    if edits:
        end = src.span(node)[1]
        yield src._apply(0, len(src.data), [(end, end, "\n\n\nclass %s(%s):\n    pass" % (name, node.name))] + edits)


def both(src, found, node):
    """A class of this one and of each that is not above or below it, in the place of this one."""
    name = free(src, "Both")
    above = over(found)
    bases = {name: {base for one in found if one.name in names for base in bases_of(one)} for name, names in above.items()}
    for other in found:
        if other.name in above[node.name] or node.name in above[other.name] or not bases[other.name] & bases[node.name]:
            continue
        last = max(node, other, key=lambda n: n.lineno)
        edits, end = named(src, last, node.name, name), src.span(last)[1]
        if edits:
            yield src._apply(0, len(src.data), [(end, end, "\n\n\nclass %s(%s, %s):\n    pass" % (name, node.name, other.name))] + edits)


def bases_of(node):
    return [gen_text.dotted(base) for base in node.bases]


def over(found):
    """{name of a class: it and the names of the program's classes above it}; `found` is in the order of the lines, so these are known."""
    out = {}
    for node in found:
        out[node.name] = {node.name}.union(*[out.get(base, ()) for base in bases_of(node)])
    return out


def free(src, name):
    """A name that the program does not have yet."""
    taken = gen_text.mentions(src.tree) | gen_text.stores(src.tree)
    while name in taken:
        name += "2"
    return name


def named(src, node, old, new):
    """Edits that put another name wherever a class is named behind a statement; none where that is bound once more."""
    at = src.tree.body.index(node) + 1
    if sum(old in gen_text.stores(n) for n in src.tree.body) > 1:
        return []
    return [src.span(n) + (new,) for stmt in src.tree.body[at:] for n in gen_text.walk(stmt) if isinstance(n, ast.Name) and n.id == old]


class Parts:
    """A class with what of it may stand in another one: `items`, in the order in which they stand."""

    def __init__(self, src, node):
        self.src, self.node, self.items = src, node, []
        plain = self.has_plain_bases() and all(src.indent(n) is not None for n in node.body) and not any(map(is_mangled, gen_text.walk(node)))
        own = [n for n in node.body if isinstance(n, (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.AsyncFunctionDef)) and not gen_text.stores(n) & STAYS]
        # what another needs stays beside it
        rest = set().union(set(), *[gen_text.loads(n) for n in node.body if n not in own])
        self.items = [n for n in own if not gen_text.stores(n) & rest and gen_text.stores(n)] if plain and "__slots__" not in gen_text.stores(ast.Module(node.body, [])) else []

    def has_plain_bases(self):
        """Do the bases come first, with nothing but commas between them? One in brackets has its own edges."""
        spans = [self.src.span(base) for base in self.node.bases]
        if not spans:
            return True
        start = self.src.starts[self.node.lineno - 1] + self.node.col_offset
        edges = list(zip([start] + [end for _, end in spans], [at for at, _ in spans] + [self.src.span(self.node)[1]]))
        forms = [FIRST] + [BETWEEN] * (len(spans) - 1)
        return all(form.fullmatch(self.src.data, *edge) for form, edge in zip(forms, edges)) and bool(LAST.match(self.src.data, *edges[-1]))

    def line_of(self, node):
        return min([node.lineno] + [d.lineno for d in getattr(node, "decorator_list", ())])

    def halves(self):
        """Two lists of items that know nothing of each other, as equal as may be; None where there are none."""
        n = len(self.items)
        for cut in sorted(range(1, n), key=lambda at: abs(2 * at - n)):
            first, second = self.items[:cut], self.items[cut:]
            if not needs(first) & binds(second) and not needs(second) & binds(first):
                return first, second
        return None

    def raw(self, node):
        """A statement of the body with its first line's indentation."""
        return self.src._apply(self.src.starts[self.line_of(node) - 1], self.src.span(node)[1], [])

    def body(self, items):
        rows = ["\n" * (at > 0 and hasattr(n, "body")) + self.raw(n) + "\n" for at, n in enumerate(items)]     # a method has a line above it
        return "".join(rows) or "    pass\n"

    def kept(self, moved):
        return [n for n in self.node.body if n not in moved]

    def head(self, change):
        """The lines above the body, with other bases."""
        src, node = self.src, self.node
        start, first = src.span(node)[0], src.starts[self.line_of(node.body[0]) - 1]
        return src._apply(start, first, [change])

    def mixed(self, moved, is_first=True):
        """The program with some of the items in a plain class, before the base or behind it."""
        name = free(self.src, self.node.name + "Part")
        return self.laid(["class %s:\n%s" % (name, self.body(moved))], self.with_base(name, is_first), self.kept(moved))

    def diamond(self, first, second):
        """The program with the items in two classes with the same bases, and the class made of both."""
        names = [free(self.src, self.node.name + end) for end in ("First", "Second")]
        bases = ", ".join(map(self.src.text, self.node.bases))
        over = "(%s)" % bases if bases else ""
        parts = ["class %s%s:\n%s" % (name, over, self.body(items)) for name, items in zip(names, (first, second))]
        made = ", ".join(names)
        base = self.node.bases
        change = (self.src.span(base[0])[0], self.src.span(base[-1])[1], made) if base else self.with_base(made, True)
        return self.laid(parts, change, self.kept(first + second))

    def with_base(self, name, is_first):
        """The edit that gives the class a further base; None where its head is not of that form."""
        src, node = self.src, self.node
        if node.bases and is_first:
            return src.span(node.bases[0])[0], src.span(node.bases[0])[0], name + ", "
        if node.bases:
            return src.span(node.bases[-1])[1], src.span(node.bases[-1])[1], ", " + name
        start = src.starts[node.lineno - 1] + node.col_offset
        head = HEAD.match(src.data, start)
        if head is None:
            return None
        if head.group(1) and not head.group(2):     # with keywords
            return head.end(1), head.end(1), name + ", "
        return head.start(1) if head.group(1) else head.end(), head.end(), "(%s)" % name

    def laid(self, before, change, kept):
        if change is None:
            return None
        start, end = self.src.span(self.node)
        text = "\n\n".join(before) + "\n\n" + self.head(change) + self.body(kept)
        return self.src._apply(0, len(self.src.data), [(start, end, text.rstrip("\n"))])


def is_mangled(node):
    """Is it a name that is another one in each class?"""
    name = getattr(node, "attr", getattr(node, "id", getattr(node, "name", None)))
    return isinstance(name, str) and bool(MANGLED.fullmatch(name))


def needs(items):
    return set().union(*map(gen_text.loads, items))


def binds(items):
    return set().union(*map(gen_text.stores, items))
