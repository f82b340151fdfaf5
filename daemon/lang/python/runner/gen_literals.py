"""Values the project itself passes: by function and position, by parameter name, near the change."""
import ast
import difflib
import re
import warnings

import gen_deadline
import gen_text
from gen_program import Import

with warnings.catch_warnings():     # its old name is deprecated, its new one young
    warnings.simplefilter("ignore")
    try:
        from re import _parser as _regex
    except ImportError:
        import sre_parse as _regex

KEEP = 24      # values of one parameter
CALLS_KEEP = 60     # calls of one name
SAID_MAX = 60       # characters of a text that is a value
PATTERN_MAX = 400   # and of one that may be a pattern
PATTERNS_MAX = 8
TELLING_MAX = 4     # texts that tell a pattern from another one
TRIED_MAX = 40      # texts of one pattern that are tried for that
TEXTS_KEEP = 6      # texts that one pattern matches
LOOKING = frozenset("split rsplit partition rpartition replace startswith endswith find index rfind count strip "
                    "lstrip rstrip join".split())
# What functions of the standard library are there for: (marks in a text they change or understand).
ABOUT = {"html.escape": "&<>'\"", "html.unescape": "&;", "xml.sax.saxutils.escape": "&<>", "saxutils.escape": "&<>",
         "shlex.split": "'\"\\", "shlex.quote": "'\"", "csv.reader": ",\"", "csv.writer": ",\"", "urllib.parse.quote": "%/?&",
         "urllib.parse.unquote": "%+", "urllib.parse.quote_plus": "%+&", "urllib.parse.urlencode": "&=+",
         "urllib.parse.parse_qs": "&=+", "urllib.parse.parse_qsl": "&=+", "urllib.parse.urlsplit": ":/?#@",
         "urllib.parse.urlparse": ":/?#@", "fnmatch.fnmatch": "*?[]", "fnmatch.filter": "*?[]", "re.escape": ".*+[]",
         "string.Template": "${}", "textwrap.wrap": "-", "textwrap.fill": "-"}
STANDARD = {
    "dt": ("datetime", None, "dt"), "timedelta": ("datetime", "timedelta", None),
    "date": ("datetime", "date", None), "time": ("datetime", "time", None),
    "timezone": ("datetime", "timezone", None), "Decimal": ("decimal", "Decimal", None),
    "decimal": ("decimal", None, None), "Fraction": ("fractions", "Fraction", None),
    "fractions": ("fractions", None, None), "math": ("math", None, None), "uuid": ("uuid", None, None),
    "ipaddress": ("ipaddress", None, None), "collections": ("collections", None, None),
    "OrderedDict": ("collections", "OrderedDict", None), "Path": ("pathlib", "Path", None),
    "PurePath": ("pathlib", "PurePath", None), "re": ("re", None, None), "io": ("io", None, None),
    "itertools": ("itertools", None, None), "islice": ("itertools", "islice", None), "operator": ("operator", None, None),
    "functools": ("functools", None, None), "asyncio": ("asyncio", None, None),
    "deque": ("collections", "deque", None), "enum": ("enum", None, None), "string": ("string", None, None),
    "array": ("array", None, None), "os": ("os", None, None), "sys": ("sys", None, None),
}


def imports_for(text):
    """The Imports a value's text needs; None when a name in it is unknown."""
    tree = gen_text.parse(text)
    if tree is None:
        return None
    out = []
    for name in sorted(gen_text.loads(tree) - gen_text.BUILTINS):
        if name == "datetime":
            whole = re.search(r"\bdatetime\.(datetime|date|time|timedelta|timezone)\b", text)
            out.append(Import("datetime") if whole else Import("datetime", "datetime"))
        elif name in STANDARD:
            out.append(Import(*STANDARD[name]))
        else:
            return None
    return out


def _is_text(value):
    """Half a character (a lone surrogate) cannot be kept."""
    return value.isascii() or not any("\ud800" <= c <= "\udfff" for c in value)


def _text(value):
    if type(value) is not str:
        raise TypeError(value)
    return value


def _texts(values):
    return [_text(v) for v in values]


class Literals:
    def __init__(self):
        self.position, self.keyword, self.name = {}, {}, {}
        self.strings = {}
        self.calls = {}       # callable's last name, with a dot where it is an object's -> [(args, keywords, path, line)] of literals

    def _keep(self, table, key, text):
        kept = table.setdefault(key, [])
        if text not in kept and len(kept) < KEEP and len(text) < 300 and "\n" not in text:
            kept.append(text)

    def scan(self, src):
        imported = set().union(set(), *[gen_text.stores(n) for n in src.nodes if isinstance(n, (ast.Import, ast.ImportFrom))])
        for node in src.nodes:
            if isinstance(node, ast.Call):
                self._call(src, node, imported)
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                self._assign(src, node)
            elif isinstance(node, ast.Constant):
                if isinstance(node.value, str) and 0 < len(node.value) < 80 and _is_text(node.value):
                    self.strings[node.value] = self.strings.get(node.value, 0) + 1

    # ---- what is kept of a file (gen_mine.py)
    def kept(self):
        """As plain values, from which of_kept() makes the same again."""
        pairs = lambda table: [[list(key), texts] for key, texts in table.items()]
        return {"position": pairs(self.position), "keyword": pairs(self.keyword), "name": list(self.name.items()),
                "strings": list(self.strings.items()),
                "calls": [[name, [[args, words, line] for args, words, _, line in rows]] for name, rows in self.calls.items()]}

    @classmethod
    def of_kept(cls, row, path):
        """Raises KeyError, TypeError or ValueError for what kept() did not make."""
        out = cls()
        for table, key in ((out.position, "position"), (out.keyword, "keyword")):
            table.update(((name, at), _texts(texts)) for (name, at), texts in row[key])
        out.name.update((name, _texts(texts)) for name, texts in row["name"])
        out.strings.update((_text(text), int(n)) for text, n in row["strings"])
        for name, rows in row["calls"]:
            out.calls[_text(name)] = [(tuple(_texts(args)), tuple((_text(k), _text(v)) for k, v in words), path, int(line))
                                      for args, words, line in rows]
        return out

    def add(self, other):
        """As if what `other` scanned had been scanned here."""
        for table, more in ((self.position, other.position), (self.keyword, other.keyword), (self.name, other.name)):
            for key, texts in more.items():
                for text in texts:
                    self._keep(table, key, text)
        for text, n in other.strings.items():
            self.strings[text] = self.strings.get(text, 0) + n
        for name, rows in other.calls.items():
            kept = self.calls.setdefault(name, [])
            for entry in rows:
                self._keep_call(kept, entry)

    @staticmethod
    def _keep_call(kept, entry):
        if len(kept) < CALLS_KEEP and not any(e[:2] == entry[:2] for e in kept) and not any("\n" in t for t in entry[0]):
            kept.append(entry)

    def _assign(self, src, node):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if len(targets) == 1 and isinstance(targets[0], ast.Name) and node.value is not None \
                and gen_text.is_literal(node.value):
            self._keep(self.name, targets[0].id, src.text(node.value))

    def _call(self, src, node, imported):
        name = getattr(node.func, "attr", "") or gen_text.dotted(node.func)
        if not name:
            return
        if isinstance(node.func, ast.Attribute) and gen_text.dotted(node.func).split(".")[0] not in imported:
            name = "." + name       # of whatever object: no call of a module's function
        whole = True
        for i, a in enumerate(node.args[:9]):
            if gen_text.is_literal(a):
                self._keep(self.position, (name, i), src.text(a))
            else:
                whole = False
        for k in node.keywords:
            if k.arg and gen_text.is_literal(k.value):
                text = src.text(k.value)
                self._keep(self.keyword, (name, k.arg), text)
                self._keep(self.name, k.arg, text)
            else:
                whole = False
        if whole:
            args = tuple(src.text(a) for a in node.args)
            words = tuple((k.arg, src.text(k.value)) for k in node.keywords)
            self._keep_call(self.calls.setdefault(name, []), (args, words, src.path, node.lineno))

    def of(self, function, index, param, is_method):
        """Values seen for one parameter of one function, most specific first."""
        out = []
        for table, place in ((self.keyword, param), (self.position, index)):
            for name in [function, "." + function][:1 + is_method]:
                out += [v for v in table.get((name, place), ()) if v not in out]
        return out

    def calls_of(self, function, is_method):
        """Whole calls of it."""
        return [row for name in [function, "." + function][:1 + is_method] for row in self.calls.get(name, ())]


def near_change(src, lines, extra):
    """Numbers and strings on the changed lines and in the conditions around them."""
    numbers, strings = [], []
    wanted = set(lines)
    for node in src.nodes if src else ():
        if isinstance(node, ast.Constant) and node.lineno in wanted:
            _note(node.value, numbers, strings)
        elif isinstance(node, ast.Compare) and any(abs(node.lineno - n) <= 3 for n in wanted):
            for part in gen_text.walk(node):
                if isinstance(part, ast.Constant):
                    _note(part.value, numbers, strings)
    for text in extra:
        try:
            _note(ast.literal_eval(text) if isinstance(text, str) else text, numbers, strings)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            _note(text, numbers, strings)
    # what only the old side has is last: of a long table it must not be what is cut
    return numbers[:20], strings[:12] + strings[12:][-8:]


def near_patterns(src, lines, extra):
    """Texts on the changed lines, old and new, that are too long for a value and may be patterns."""
    out, wanted = [], set(lines)
    texts = [n.value for n in src.nodes if isinstance(n, ast.Constant) and n.lineno in wanted] if src else []
    for text in texts + [gen_text.value_of(t) for t in extra if isinstance(t, str)]:
        if isinstance(text, str) and SAID_MAX <= len(text) < PATTERN_MAX and text not in out:
            out.append(text)
    return out[:PATTERNS_MAX]


def compared(sources):
    """Numbers and marks that the package's code looks for: in comparisons, as arguments of text methods, and
    by the functions of the standard library that it calls."""
    numbers, marks = [], []
    for src in sources:
        names = _standard_names(src)
        for node in src.nodes:
            if isinstance(node, ast.Compare):
                for part in [node.left] + node.comparators:
                    elts = part.elts if isinstance(part, (ast.Tuple, ast.List, ast.Set)) else [part]
                    for one in elts:
                        _count(one, numbers, marks)
            elif isinstance(node, ast.Call):
                if isinstance(node.func, ast.Attribute) and node.func.attr in LOOKING:
                    for one in node.args[:1]:
                        _count(one, numbers, marks)
                marks += [c for c in _about(node, names) if c not in marks]
    return numbers[:12], marks[:16]


def _patterns(strings):
    """(text, parsed) of the regular expressions among these texts."""
    for text in strings:
        if not re.search(r"\\[wWsSdDb.]|\(\?|\[.*\][*+]|\.[*+]|\)[*+?]", text):
            continue
        try:
            yield text, _regex.parse(text)
        except (re.error, OverflowError, RecursionError, ValueError):
            continue


def pattern_marks(strings):
    """The marks that regular expressions among these texts look for, what stands outside of classes first."""
    alone, among = [], []
    for _, parsed in _patterns(strings):
        _marks_in(parsed, alone, among)
    return list(dict.fromkeys(alone + among))[:4]


def pattern_texts(strings):
    """Short texts that the regular expressions among these match, the first ones of each pattern first: what a
    pattern that came, went or changed is there for."""
    patterns = list(_patterns(strings))
    rows = [_matched_by(text, parsed) for text, parsed in patterns]
    plain = [row[k] for k in range(TEXTS_KEEP) for row in rows if k < len(row)]
    return list(dict.fromkeys(_telling(patterns[:PATTERNS_MAX]) + plain))[:2 * TEXTS_KEEP]


def _telling(patterns):
    """Texts in which two patterns that are much alike, the old and the new one, find something else."""
    out = []
    for i, (one, parsed) in enumerate(patterns):
        for two, other in patterns[i + 1:]:
            if difflib.SequenceMatcher(None, one, two, autojunk=False).ratio() < 0.6:
                continue
            texts = _texts_of(parsed, 0, TRIED_MAX)[:TRIED_MAX] + _texts_of(other, 0, TRIED_MAX)[:TRIED_MAX]
            texts = [t for t in dict.fromkeys(texts) if 0 < len(t) < 40 and t.isprintable()]
            out += [t for t in texts if gen_deadline.found(one, t) != gen_deadline.found(two, t)][:TELLING_MAX]
    return out[:2 * TELLING_MAX]


def texts_of_pattern(text):
    """The same for a text that is known to be a pattern."""
    try:
        return _matched_by(text, _regex.parse(text))
    except (re.error, OverflowError, RecursionError, ValueError):
        return []


def _matched_by(text, parsed):
    found = [s for s in _texts_of(parsed, 0) if 0 < len(s) < 40 and s.isprintable() and gen_deadline.matches("search", text, s)]
    return list(dict.fromkeys(found))[:TEXTS_KEEP]


def _texts_of(parsed, depth, tries=TEXTS_KEEP):
    """Texts for a parsed pattern: of each part its first, then of one part at a time another, `tries` times."""
    parts = [_texts_for(str(op), value, depth, tries) for op, value in parsed] if depth < 12 else []
    out = ["".join(p[0] for p in parts)]
    for k in range(1, tries):
        for i, part in enumerate(parts):
            if k < len(part):
                out.append("".join(p[0] for p in parts[:i]) + part[k] + "".join(p[0] for p in parts[i + 1:]))
    return out[:2 * tries]


def _texts_for(op, value, depth, tries):
    """The same for one of its parts; never without any."""
    if op == "LITERAL":
        return [chr(value)]
    if op in ("ANY", "NOT_LITERAL"):
        return ["b" if value == ord("a") else "a"]
    if op == "IN":
        return _texts_of_class(value)
    if op == "BRANCH":
        each = 2 if tries == TEXTS_KEEP else 4
        return [t for texts in zip(*[(_texts_of(one, depth + 1, tries) * each)[:each] for one in value[1]]) for t in texts]
    if op in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most = int(value[0]), int(value[1])
        texts = _texts_of(value[2], depth + 1, tries)
        usual = min(max(least, 1), 20)
        more = [texts[0] * (usual + 1)] if usual < most else []
        return [t * usual for t in texts[:1]] + [""] * (least == 0) + more + [t * usual for t in texts[1:3 if tries == TEXTS_KEEP else 9]]
    if op in ("SUBPATTERN", "ASSERT"):      # what has to follow, or to come before, comes along
        return _texts_of(value[-1], depth + 1, tries)
    return [""]


def _texts_of_class(members):
    """One character for each member of [...]."""
    named = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a", "CATEGORY_NOT_DIGIT": "a",
             "CATEGORY_NOT_SPACE": "a", "CATEGORY_NOT_WORD": "-"}
    if str(members[0][0]) == "NEGATE":
        taken = {value for op, value in members if str(op) == "LITERAL"}
        return [next((c for c in "ab1-" if ord(c) not in taken), "c")]
    out = []
    for op, value in members:
        out.append(chr(value) if str(op) == "LITERAL" else chr(value[0]) if str(op) == "RANGE" else
                   named.get(str(value), "a"))
    return out[:3] + out[3:][-1:]


def _marks_in(parsed, alone, among):
    for op, value in parsed:
        name = str(op)
        if name == "LITERAL" and value < 127 and chr(value).isprintable() and not chr(value).isalnum() and value != 32:
            alone.append(chr(value))
        elif name == "IN":
            _marks_in([one for one in value if str(one[0]) == "LITERAL"], among, among)
        else:
            for part in value if isinstance(value, (list, tuple)) else [value]:
                for one in part if isinstance(part, list) else [part]:
                    if isinstance(one, _regex.SubPattern):
                        _marks_in(one, alone, among)


def _standard_names(src):
    """{name in this file: full name} of what it imports."""
    out = {}
    for node in src.nodes:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            out.update((a.asname or a.name, node.module + "." + a.name) for a in node.names)
        elif isinstance(node, ast.Import):
            out.update((a.asname, a.name) for a in node.names if a.asname)
    return out


def _about(call, names):
    """The marks that a call of the standard library is about."""
    first, _, rest = gen_text.dotted(call.func).partition(".")
    full = names.get(first, first) + ("." + rest if rest else "")
    return ABOUT.get(full, "")


def _count(node, numbers, marks):
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if type(value) in (int, float) and abs(value) > 1 and value not in numbers:
        numbers.append(value)
    elif isinstance(value, str) and 0 < len(value) < 4 and not value.isalnum():
        marks += [c for c in dict.fromkeys(value) if c.isprintable() and not c.isalnum() and c != " " and c not in marks]


def _note(value, numbers, strings):
    if type(value) in (int, float) and value not in numbers:
        numbers.append(value)
    elif isinstance(value, str) and 0 < len(value) < SAID_MAX and value not in strings:
        strings.append(value)
