"""What to pass for a parameter: the kinds it takes, as far as the source says, and values of a kind."""
import ast
import re

import gen_text

# kind -> (ordinary values, boundary values): source text
VALUES = {
    "int": (["3", "1", "10", "2"], ["0", "-1", "1", "7", "100", "10**18", "-10**9", "True"]),
    "float": (["1.5", "0.25", "3.0"], ["0.0", "-0.0", "-1.5", "2.5", "0.5", "1e-320", "1e308", 'float("nan")',
                                       'float("inf")', '-float("inf")', "1"]),
    "complex": (["1 + 2j"], ["0j"]),
    "str": (['"hello world"', '"abc"', '"A-b_c"'],
            ['""', '" "', '"a"', '"0"', '"\\u00e9\\u4e2d"', '"  padded  "', '"a\\nb"', '"A,B;c"', '"-1.5"',
             '"Stra\\u00dfe"', '"x" * 300', '"%s {}"', '"None"']),
    "bytes": (['b"hello"', 'b"abc"'], ['b""', 'b"\\x00\\xff"', 'b"a" * 300', 'bytearray(b"abc")', 'b"\\xef\\xbb\\xbfabc"',
                                       'b"caf\\xe9"', 'b"\\xff\\xfea\\x00b\\x00"', 'b"a\\r\\nb"']),
    "codec": (['"utf-8"', '"latin-1"'], ['"utf-8-sig"', '"ascii"', '"utf-16"', '"UTF8"', '"cp1252"', '"no-such-codec"', "None"]),
    "codec errors": (['"strict"', '"replace"'], ['"ignore"', '"xmlcharrefreplace"', '"surrogateescape"']),
    "bool": (["True", "False"], ["None", "0"]),
    "None": (["None"], []),
    "list": (["[3, 1, 2]", '["b", "a", "c"]', "[1, 2, 2, 3]"],
             ["[]", "[1]", "[None]", "[[1], [2, [3]]]", "[1, 1.0, True]", "[0]", '["a", "", None]', "[3, 1, 2, 1]",
              "list(range(20))", "(1, 2, 3)"]),
    "tuple": (["(1, 2, 3)", '("a", "b")', "(2, 1)"], ["()", "(1,)", "(None, 1)", "[1, 2]"]),
    "set": (["{1, 2, 3}", '{"a"}'], ["set()", "frozenset({1})", "{0, None}"]),
    "dict": (['{"a": 1, "b": 2}', '{"name": "x"}'],
             ["{}", '{"a": None}', '{"a": {"b": [1]}}', '{1: "x", "": 0}', '{"b": 2, "a": 1}']),
    "iterable": (["[1, 2, 3, 4, 5]", '"abcde"', "range(6)", "[3, 1, 2, 3]"],
                 ["[]", "[1]", "iter([1, 2, 3])", "(x * x for x in range(4))", '""', "[None, 0]", "{}",
                  '["a", "b", "a"]', "[[1, 2], [3]]", "range(100)", "(1, 2)"]),
    "sequence": (["[1, 2, 3, 4, 5]", '"abcde"', "(3, 1, 2)"],
                 ["[]", "[1]", '""', "range(5)", "[1, 2, 1, 2]", "[None]", "(1,)"]),
    "callable": (["str", "lambda x: x", "len"], ["bool", "lambda *args: args", "repr", "None"]),
    "callback": (['lambda *args: print("called", *args)'], ["str", "None"]),
    "predicate": (["lambda x: x > 2", "bool"], ["lambda x: True", "lambda x: False", "None"]),
    "date": (["date(2024, 2, 29)", "date(2020, 1, 2)"],
             ["date.min", "date.max", "date(1970, 1, 1)", "date(2023, 12, 31)", "datetime(2024, 1, 2, 3, 4, 5)"]),
    "datetime": (["datetime(2024, 2, 29, 12, 30, 45)", "datetime(2020, 1, 2, 3, 4, 5, tzinfo=timezone.utc)"],
                 ["datetime.min", "datetime.max", "datetime(1970, 1, 1)", "datetime(2020, 1, 2, 3, 4, 5, 999999)",
                  "datetime(2020, 1, 2, tzinfo=timezone(timedelta(hours=5, minutes=45)))", "date(2020, 1, 2)"]),
    "time": (["time(12, 30, 45)"], ["time(0, 0)", "time(23, 59, 59, 999999)", "time(1, 2, tzinfo=timezone.utc)"]),
    "timedelta": (["timedelta(days=1, hours=2)", "timedelta(seconds=90)"],
                  ["timedelta(0)", "timedelta(days=-1)", "timedelta(microseconds=1)", "timedelta(milliseconds=1500)",
                   "timedelta(days=10000)"]),
    "timezone": (["timezone.utc"], ["timezone(timedelta(hours=5, minutes=45))", "None"]),
    "Decimal": (['Decimal("1.50")'], ['Decimal("0")', 'Decimal("-1.005")', 'Decimal("NaN")', 'Decimal("1E+10")']),
    "Fraction": (["Fraction(1, 3)"], ["Fraction(0)", "Fraction(-7, 2)"]),
    "Path": (['Path("a/b.txt")'], ['Path(".")', 'Path("")', 'Path("/x/../y")', '"a/b.txt"']),
    "regex": (['re.compile("[a-c]+")'], ['re.compile("")', '"a.c"']),
    "slice": (["slice(1, 3)", "slice(None, None, 2)"],
              ["slice(None)", "slice(None, None, -1)", "slice(-3, None)", "slice(None, -1)", "slice(5, 1, -1)",
               "slice(100, None)", "slice(-100, 100, 3)", "slice(2, 2)"]),
    "type": (["int", "str"], ["object", "dict"]),
    "command": (['"echo a"', '"cat"'], ['"echo -n a b"', '"true"']),
    "object": (["1", '"a"', "None", "[1, 2]"], ['""', "0", "[]", "{}", "object", "1.5", "(1, 2)"]),
}
ANNOTATED = {
    "Text": "str", "AnyStr": "str", "List": "list", "MutableSequence": "list", "Sequence": "sequence",
    "Collection": "sequence", "Sized": "sequence", "Iterable": "iterable", "Iterator": "iterable",
    "Generator": "iterable", "Reversible": "sequence", "Dict": "dict", "Mapping": "dict", "MutableMapping": "dict",
    "defaultdict": "dict", "OrderedDict": "dict", "Set": "set", "FrozenSet": "set", "frozenset": "set",
    "AbstractSet": "set", "MutableSet": "set", "Tuple": "tuple", "Callable": "callable", "Pattern": "regex",
    "PathLike": "Path", "PurePath": "Path", "Type": "type", "type": "type", "Any": "object", "object": "object",
    "Number": "float", "Real": "float", "Integral": "int", "SupportsInt": "int", "SupportsFloat": "float",
    "Hashable": "object", "ByteString": "bytes", "bytearray": "bytes", "function": "callable", "string": "str",
    "integer": "int", "boolean": "bool", "dictionary": "dict", "mapping": "dict", "iterator": "iterable",
    "generator": "iterable", "func": "callable", "NoneType": "None", "none": "None", "number": "float",
    "tzinfo": "timezone", "array": "list", "obj": "object", "SupportsIndex": "int", "Container": "sequence",
}
NAMES = [
    (r"(is|has|use|allow|with|keep|ignore|include|should|no)_\w+|strict|reverse|verbose|recursive|flag|force|inclusive",
     "bool"),
    (r"(n|i|j|k|m|r|count|size|length|limit|width|height|index|idx|step|start|stop|end|depth|num|times|indent|level"
     r"|maximum|minimum|precision|digits|offset|position|pos|base|year|month|day|hour|minute|max\w*|min\w*|n_\w+"
     r"|\w+_(size|count|len|length|index|width|limit|max|min))", "int"),
    (r"encoding|codec|charset|\w+_(encoding|codec|charset)", "codec"), (r"errors|on_errors|encoding_errors", "codec errors"),
    (r"(seconds|rate|ratio|weight|scale|factor|tolerance|epsilon|price|amount|percent|\w+_ratio)", "float"),
    (r"(text|s|st|string|name|key_name|label|title|prefix|suffix|sep|separator|delimiter|delim|url|uri|email|path|filename"
     r"|encoding|format|fmt|pattern|word|line|msg|message|char|token|code|lang|locale|attr|\w+_(name|str|string|text"
     r"|format|key))", "str"),
    (r"(iterable|iterables|it|items|values|xs|elements|objs|objects|numbers|nums|args|seq|sequence|lst|list|data|rows"
     r"|lines|words|names|keys|\w+_(list|items|values))", "iterable"),
    (r"(mapping|d|dct|dict|dictionary|options|params|config|conf|env|headers|kwargs|\w+_(dict|map|mapping))", "dict"),
    (r"(pred|predicate|condition|test|where|validator)", "predicate"),
    (r"(callback|handler|visit|visitor|listener|observer|hook|on_\w+|\w+_(callback|handler|hook))", "callback"),
    (r"(func|function|fn|f|key|keyfunc|valuefunc|reducefunc|transform|factory|\w+_(func|fn))",
     "callable"),
    (r"(date|day_date|birthday)", "date"), (r"(datetime|when|timestamp|moment|dt)", "datetime"),
    (r"(delta|timedelta|duration|interval)", "timedelta"), (r"(tz|tzinfo|timezone)", "timezone"),
    (r"(regex|pattern)", "regex"), (r"(cls|klass|type|type_)", "type"),
]
# What is run as a program: only where the package runs programs at all.
COMMANDS = re.compile(r"editor|command|cmd|shell|pager|program|executable|browser|\w+_(command|cmd|program)")
TEXT_METHODS = frozenset("lower upper strip lstrip rstrip split rsplit splitlines startswith endswith encode format "
                         "title capitalize casefold isdigit isalpha isspace partition rpartition zfill".split())
DICT_METHODS = frozenset("items keys setdefault".split())


class Kinds:
    """What one parameter takes. `sure`: the project says so; else it is a guess from use or name."""

    def __init__(self, kinds, sure, values=()):
        self.kinds, self.sure, self.values = kinds or ["object"], sure, list(values)

    def takes(self, kind):
        wider = {"sequence": ("list", "tuple", "str"), "iterable": ("list", "tuple", "set", "dict", "str", "sequence"),
                 "float": ("int", "bool"), "int": ("bool",), "callable": ("predicate", "type", "callback"), "callback": ("callable",),
                 "predicate": ("callable",), "date": ("datetime",), "command": ("str",), "codec": ("str",), "codec errors": ("str",)}
        return "object" in self.kinds or any(k == kind or kind in wider.get(k, ()) for k in self.kinds)


def kinds_of(param, func, seen, classes):
    """Kinds from the annotation, docstring, default, use and name; `seen`: texts the project passes."""
    literals = []
    kinds = _annotated(param.annotation, classes, literals, 0) if param.annotation is not None else []
    if kinds == ["object"] and not literals:
        kinds = []
    if not kinds and func is not None:
        kinds = _documented(param.name, func.doc, classes)
    sure = bool(kinds)
    if param.default is not None and isinstance(param.default, ast.Constant) and param.default.value is None \
            and kinds and "None" not in kinds:
        kinds.append("None")
    if not kinds:
        for text in seen[:6]:
            kind = kind_of_text(text)
            if kind and kind not in kinds:
                kinds.append(kind)
    if not kinds and param.default is not None:
        kind = _kind_of(param.default)
        kinds = [kind] if kind and kind != "None" else []
        sure = bool(kinds)
    if not kinds and isinstance(param.default, ast.Name) and func is not None:
        literals = choices(param.default.id, func.module.src.tree)
        kinds = [type(value).__name__ for value in literals[:1]]
        literals, sure = [repr(value) for value in literals], bool(kinds)
    if not kinds and func is not None:
        kinds = used(param.name, func.node)
    if not kinds:
        kinds = [kind for pattern, kind in NAMES if re.fullmatch(pattern, param.name)][:1]
    return Kinds(kinds, sure, literals)


def choices(name, tree):
    """Values of a constant and of those that are set beside it, `LITTLE, BIG = "little", "big"` or on lines of their own: who is given one
    by default may be given another. [] where it is none, or something else."""
    run, last = {}, 0
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else None
        pairs = [(target, node.value)] if isinstance(target, ast.Name) else []
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts))
        known = {t.id: v.value for t, v in pairs if isinstance(t, ast.Name) and isinstance(v, ast.Constant) and type(v.value) in (str, int)}
        if name in run and not (known and node.lineno == last + 1):
            break
        run = dict(run if node.lineno == last + 1 else {}, **known)
        last = node.end_lineno if known else 0
    kind = type(run.get(name))
    return [value for value in run.values() if type(value) is kind] if name in run else []


def _annotated(node, classes, literals, depth):
    if depth > 5 or node is None:
        return []
    if isinstance(node, ast.Constant):
        if node.value is None:
            return ["None"]
        tree = gen_text.parse(node.value) if isinstance(node.value, str) else None
        if tree and tree.body and isinstance(tree.body[0], ast.Expr):
            return _annotated(tree.body[0].value, classes, literals, depth + 1)
        return []
    if isinstance(node, (ast.BinOp, ast.BoolOp)):       # A | B, and what people write for it: A or B
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else node.values
        return list(dict.fromkeys(k for side in sides for k in _annotated(side, classes, literals, depth + 1)))
    if isinstance(node, ast.Subscript):
        return _subscript(node, classes, literals, depth)
    return _named(gen_text.dotted(node).split(".")[-1], classes)


def _subscript(node, classes, literals, depth):
    name = gen_text.dotted(node.value).split(".")[-1]
    inner = node.slice.value if type(node.slice).__name__ == "Index" else node.slice
    parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if name == "Literal":
        literals += [repr(p.value) for p in parts if isinstance(p, ast.Constant)]
        return ["str" if isinstance(p.value, str) else "int" for p in parts[:1] if isinstance(p, ast.Constant)]
    if name in ("Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired"):
        parts = parts[:1] if name == "Annotated" else parts
        out = []
        for part in parts:
            out += [k for k in _annotated(part, classes, literals, depth + 1) if k not in out]
        return out + (["None"] if name == "Optional" and "None" not in out else [])
    return _named(name, classes)


def _named(name, classes):
    if name in VALUES:
        return [name]
    if name in ANNOTATED:
        return [ANNOTATED[name]]
    if name.startswith("Supports"):
        return ["object"]
    return ["class:" + name] if name in classes else []


def _documented(name, doc, classes):
    """:type x: int / :param int x: / x (int): / x : int"""
    if not doc:
        return []
    escaped = re.escape(name)
    # no two parts of a pattern that match the same blanks: on many of them that takes for ever, and nothing can end it
    for pattern in (r":type\s+%s:\s*([^\n]+)", r":param\b((?:[., |\t]+\w+)+)[., |\t]+%s\s*:",
                    r"^[ \t]*\*{0,2}%s\s*\(([^)\n]+)\)\s*:", r"^[ \t]*%s\s*:\s*([A-Za-z][^\n]*)$"):
        m = re.search(pattern % escaped, doc, re.M)
        if m:
            out = []
            for word in re.findall(r"[A-Za-z_]\w*", m.group(1))[:8]:
                out += [k for k in _named(word, classes) if k not in out]
            if out:
                return out
    return []


def _kind_of(node):
    if isinstance(node, ast.Constant):
        return "None" if node.value is None else type(node.value).__name__
    if isinstance(node, ast.UnaryOp):
        return _kind_of(node.operand)
    if isinstance(node, ast.BinOp):
        return _kind_of(node.left)
    if isinstance(node, ast.Lambda):
        return "callable"
    if isinstance(node, ast.Call):
        name = gen_text.dotted(node.func).split(".")[-1]
        name = {"range": "sequence", "iter": "iterable", "frozenset": "set", "compile": "regex",
                "bytearray": "bytes"}.get(name, name)
        return name if name in VALUES else None
    return {"List": "list", "Tuple": "tuple", "Set": "set", "Dict": "dict",
            "GeneratorExp": "iterable"}.get(type(node).__name__)


def kind_of_text(text):
    tree = gen_text.parse(text)
    if tree is None or len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr):
        return None
    return _kind_of(tree.body[0].value)


def used(name, node):
    """Kinds from how the function's body uses the parameter."""
    def is_it(n):
        return isinstance(n, ast.Name) and n.id == name

    out = []
    for n in gen_text.walk(node):
        kind = None
        if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call) and is_it(n.value.func):
            kind = "callback"
        elif isinstance(n, ast.Call):
            called = gen_text.dotted(n.func)
            if called == "isinstance" and len(n.args) == 2 and is_it(n.args[0]):
                which = n.args[1].elts if isinstance(n.args[1], ast.Tuple) else [n.args[1]]
                out += [k for w in which for k in _named(gen_text.dotted(w).split(".")[-1], ()) if k not in out]
            elif called in ("iter", "list", "tuple", "sorted", "set", "sum", "enumerate", "map", "zip", "reversed") \
                    and any(is_it(a) for a in n.args):
                kind = "iterable"
            elif called in ("range", "islice", "abs", "round") and any(is_it(a) for a in n.args):
                kind = "iterable" if called == "islice" and is_it(n.args[0]) else "int"
            elif called == "len" and n.args and is_it(n.args[0]):
                kind = "sequence"
            elif is_it(n.func):
                kind = "callable"
            elif isinstance(n.func, ast.Attribute) and is_it(n.func.value):
                kind = "str" if n.func.attr in TEXT_METHODS else "dict" if n.func.attr in DICT_METHODS else None
        elif isinstance(n, (ast.For, ast.comprehension)) and is_it(n.iter):
            kind = "iterable"
        elif isinstance(n, ast.BinOp) and (is_it(n.left) or is_it(n.right)) \
                and isinstance(n.op, (ast.Sub, ast.Mod, ast.FloorDiv, ast.Div, ast.Mult, ast.Pow)):
            kind = "int" if is_it(n.right) or not isinstance(n.op, ast.Mod) else None
        elif isinstance(n, ast.Compare) and is_it(n.left) and isinstance(n.comparators[0], ast.Constant) \
                and isinstance(n.ops[0], (ast.Lt, ast.Gt, ast.LtE, ast.GtE)):
            kind = _kind_of(n.comparators[0])
        if kind in VALUES and kind not in out:
            out.append(kind)
    return out[:3]


def ordinary(kinds):
    """Values a caller would pass, first kind first."""
    out = list(kinds.values)
    for kind in kinds.kinds:
        out += [v for v in VALUES.get(kind, ([], []))[0] if v not in out]
    return out


def boundary(kinds, numbers, strings):
    """[(text, is of a kind the parameter takes)] near the limits, those of the change first."""
    out = []
    for number in numbers if any(k in ("int", "float", "object") for k in kinds.kinds) else ():
        for value in (number, number - 1, number + 1):
            out.append((repr(value), True))
    for text in strings if any(k in ("str", "object", "sequence", "iterable") for k in kinds.kinds) else ():
        out += [(repr(text), True), (repr(text.upper()), True), (repr("x" + text + "y"), True)]
    for kind in kinds.kinds:
        for value in VALUES.get(kind, ([], []))[1]:
            found = kind_of_text(value)
            out.append((value, found is None or kinds.takes(found)))
    if "None" not in kinds.kinds:
        out.append(("None", not kinds.sure and "object" in kinds.kinds))
    done = set()
    return [(t, legal) for t, legal in out if len(t) < 200 and not (t in done or done.add(t))]
