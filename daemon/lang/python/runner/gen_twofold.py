"""Values of two kinds where a change tells kinds apart in another way: a member of an IntEnum is a number, too, and a named tuple a tuple.

`isinstance` asked in another order, singledispatch and `match` in its place, a table by `type(value)`: each takes a value that is of
one kind alone as before. Tests have such values.
"""
import ast
import itertools

import gen_later
import gen_text
from gen_inside import in_turn

MOST = 16           # programs that are tried
TEXT_MAX = 200
ENUM, NAMED, ORDERED = "import enum", "from collections import namedtuple", "from collections import OrderedDict"
TAGS = ("Tag", "Rank", "Entry")     # names of what the programs make
ASKING = frozenset("isinstance issubclass".split())
DISPATCHING = frozenset("singledispatch singledispatchmethod register".split())
WHOLE = {"int", "float", "Integral", "Number", "Real"}
WORDS = {"str"}
ROWS = {"tuple", "list", "Sequence", "Iterable", "Collection"}
MAPS = {"dict", "Mapping", "MutableMapping"}
MEMBERS = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}


def of_change(engine):
    """Names of the kinds that changed functions tell apart, where the two sides do so in other words or in another order."""
    found = set()
    for target in engine.targets:
        one, other = [tree for tree, _ in gen_later.sides(target)]
        if one is None or other is None or asked(one) != asked(other):
            found.update(asked(one) + dispatched(one) + asked(other))
    return found


def documented(pages):
    """Kinds of members that documents name: "a member of an `IntEnum` is a number, too"."""
    return MEMBERS & {word for page in pages for word in gen_text.WORD.findall(page)}


def asked(tree):
    """Names of kinds, in the order in which a function asks for them."""
    out = []
    for node in gen_text.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Call):
            name, given = gen_text.dotted(node.func).split(".")[-1], node.args
            if name in ASKING and len(given) == 2:
                out += names(given[1])
            elif name == "type" and len(given) == 1:
                out.append("type")
        elif type(node).__name__ == "MatchClass":       # Python 3.10
            out += names(node.cls)
    return out


def dispatched(node):
    """And those by which singledispatch chooses it. The other side's text has no decorators."""
    marks = [d for d in getattr(node, "decorator_list", ()) if gen_text.mentions(d) & DISPATCHING]
    notes = [a.annotation for a in node.args.args[:2] if a.annotation is not None] if marks else []
    return [name for one in marks + notes for name in names(one)]


def names(node):
    """Names in an expression, the last part of those with points."""
    inner = {id(n.value) for n in gen_text.walk(node) if isinstance(n, ast.Attribute)}
    return [gen_text.dotted(n).split(".")[-1] for n in gen_text.walk(node) if isinstance(n, (ast.Name, ast.Attribute)) and id(n) not in inner]


def most(change):
    return MOST if change.kinds else 0


def programs(src, change):
    """Texts near one program: a value that it hands over, in the place of which stands what is equal to it and of two kinds."""
    if gen_text.stores(src.tree) & set(TAGS):
        return iter(())
    given, taken = [node for node in handed(src) if node.lineno == node.end_lineno], others(src)
    ways = [of for of, line in ((numbers, ENUM), (texts, ENUM), (rows, NAMED), (maps, ORDERED)) if line not in taken]
    return in_turn([[made for node in given for made in of(src, node, change.kinds)] for of in ways])


def others(src):
    """Imports of ours of which the program has the name for something else, or later."""
    bound = gen_text.stores(src.tree)
    return {line for line in (ENUM, NAMED, ORDERED) if line.split()[-1] in bound and line not in imports(src)}


def imports(src):
    """Those with which the program begins."""
    return [src.text(one) for one in itertools.takewhile(lambda one: isinstance(one, (ast.Import, ast.ImportFrom)) or is_doc(one), src.tree.body)]


def is_likely(_src, text, change):
    """Who tells members of enumerations apart gets some, and who asks one version by `isinstance` what the other looks up by `type(value)`."""
    return "(enum.IntEnum)" not in text and "(str, enum.Enum)" not in text or bool(change.kinds & MEMBERS) or "type" in change.kinds and len(change.kinds) > 1


def handed(src):
    """Values that are written out, given to a call or kept in what is."""
    quoted = src.quoted()
    for node in src.nodes:
        held = node.args + [k.value for k in node.keywords] if isinstance(node, ast.Call) else \
            node.elts if isinstance(node, (ast.List, ast.Tuple)) and isinstance(node.ctx, ast.Load) else \
            [v for v in node.values if v is not None] if isinstance(node, ast.Dict) else []
        yield from (one for one in held if one not in quoted)


def told(kinds, some):
    return bool(kinds & some or "type" in kinds)


def numbers(src, node, kinds):
    if isinstance(node, ast.Constant) and type(node.value) is int and told(kinds, WHOLE | MEMBERS):
        yield put(src, node, "Rank.ONE", ENUM, "class Rank(enum.IntEnum):\n    ONE = %s\n\n\n" % node.value)


def texts(src, node, kinds):
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < TEXT_MAX and told(kinds, WORDS | MEMBERS):
        yield put(src, node, "Tag.ONE", ENUM, "class Tag(str, enum.Enum):\n    ONE = %s\n\n\n" % src.text(node))


def rows(src, node, kinds):
    if isinstance(node, ast.Tuple) and len(node.elts) > 1 and not any(isinstance(e, ast.Starred) for e in node.elts) and told(kinds, ROWS):
        fields = " ".join("abcdefghijklmnopqrstuvwxyz"[:len(node.elts)])
        if len(node.elts) <= 26:
            yield put(src, node, "Entry(%s)" % ", ".join(src.text(e) for e in node.elts), NAMED,
                      'Entry = namedtuple("Entry", "%s")\n\n' % fields)


def maps(src, node, kinds):
    if isinstance(node, ast.Dict) and told(kinds, MAPS):
        yield put(src, node, "OrderedDict(%s)" % src.text(node), ORDERED, "")


def put(src, node, text, line, above):
    """`text` for a value; `line`, an import, and `above` behind those of the program."""
    first = next(one for one in src.tree.body if not isinstance(one, (ast.Import, ast.ImportFrom)) and not is_doc(one))
    there = line in imports(src)
    at, last = src.span(first)[0], max([src.span(one)[1] for one in src.tree.body if one.end_lineno < first.lineno and not is_doc(one)], default=None)
    above = "\n" + above if above else ""
    if there:
        edits = [(at, at, above)]
    elif last is None:
        edits = [(at, at, line + "\n\n" + above)]
    else:
        edits = [(last, last, "\n" + line), (at, at, above)]
    return src._apply(0, len(src.data), edits + [src.span(node) + (text,)])


def is_doc(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
