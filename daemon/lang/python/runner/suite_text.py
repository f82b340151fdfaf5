"""Layout of generated tests: statements cut out of a source, assertions, imports, indentation."""
import ast
import io
import re
import sys
import tokenize

from .expect_values import text as literal

LINE = 88
LOOSE = (ast.Compare, ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)


def statement(source, node):
    """The text of one statement, decorators included."""
    decorators = getattr(node, "decorator_list", None)
    if decorators:
        rows = source.split("\n")
        return "\n".join(rows[decorators[0].lineno - 1:node.end_lineno])
    return ast.get_source_segment(source, node)


def expression(source, node):
    """The text of one expression, in parentheses where it would mean something else without."""
    text = ast.get_source_segment(source, node)
    loose = isinstance(node, LOOSE) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
    bare = isinstance(node, (ast.GeneratorExp, ast.Tuple)) and not text.startswith("(")
    return "(%s)" % text if loose or bare or _breaks(text) else text


def _breaks(text):
    """Is there a line end in it that no bracket holds together?"""
    if "\n" not in text:
        return False
    try:
        ast.parse(text)
        return False
    except SyntaxError:
        return True


def indent(text, by="    "):
    """Lines inside a string that goes over several lines stay where they are."""
    inside, opened = set(), None
    try:
        for token in tokenize.generate_tokens(io.StringIO(text + "\n").readline):
            kind = tokenize.tok_name[token.type]
            if kind == "STRING":
                inside.update(range(token.start[0] + 1, token.end[0] + 1))
            elif kind in ("FSTRING_START", "TSTRING_START"):
                opened = opened or token.start[0]
            elif kind in ("FSTRING_END", "TSTRING_END") and opened:
                inside.update(range(opened + 1, token.end[0] + 1))
                opened = None
    except (tokenize.TokenError, IndentationError):
        pass
    return "\n".join(row if n in inside or not row.strip() else by + row
                     for n, row in enumerate(text.split("\n"), 1))


def grouped(imports, tops):
    """Lines of imports in the usual groups: the language's own, others, the package."""
    known = getattr(sys, "stdlib_module_names", ())
    groups = ([], [], [])
    for one in imports:
        top = one[0].split(".")[0]
        groups[2 if top in tops else 0 if top in known or top == "unittest" else 1].append(one)
    return "\n\n".join("\n".join(import_lines(g)) for g in groups if g)


def import_lines(imports):
    whole, parts = set(), {}
    for module, name, _bound, asname in imports:
        if name is None:
            whole.add("import %s%s" % (module, " as " + asname if asname else ""))
        else:
            parts.setdefault(module, set()).add(name + (" as " + asname if asname and asname != name else ""))
    rows = sorted(whole)
    for module in sorted(parts):
        row = "from %s import %s" % (module, ", ".join(sorted(parts[module])))
        if len(row) > LINE:
            row = "from %s import (\n    %s,\n)" % (module, ",\n    ".join(sorted(parts[module])))
        rows.append(row)
    return rows


# ---- assertions ---------------------------------------------------------------------------------

def _elements(code):
    """(opening, elements, closing) of a display or call that can be broken up, or None."""
    try:
        node = ast.parse(code, mode="eval").body
    except SyntaxError:
        return None
    cut = lambda n: ast.get_source_segment(code, n)
    if isinstance(node, (ast.List, ast.Set, ast.Tuple)) and node.elts and code[0] in "[{(":
        return code[0], [cut(e) for e in node.elts], code[-1]
    if isinstance(node, ast.Dict) and node.keys and None not in node.keys:
        return "{", ["%s: %s" % (cut(k), cut(v)) for k, v in zip(node.keys, node.values)], "}"
    if isinstance(node, ast.Call) and node.args + node.keywords:
        named = ["%s=%s" % (k.arg, cut(k.value)) for k in node.keywords]
        return cut(node.func) + "(", [cut(a) for a in node.args] + named, ")"
    return None


def _broken(code, room):
    """An expected value over several lines; its first line is the bracket that opens it."""
    found = _elements(code)
    if found is None:
        return None
    opening, elements, closing = found
    rows = []
    for element in elements:
        if len(element) + 5 > room and room > 30:
            name, sep, value = element.partition("=")
            inner = _broken(value, room - 4) if sep and name.isidentifier() else _broken(element, room - 4)
            if inner:
                element = name + sep + inner if sep and name.isidentifier() else inner
                rows += (element + ",").split("\n")
                continue
        if rows and len(rows[-1]) + len(element) + 2 <= room and len(element) < 24:
            rows[-1] += " %s," % element
        else:
            rows.append("%s," % element)
    return "%s\n%s\n%s" % (opening, "\n".join("    " + row for row in rows), closing)


def _compare(left, op, right, depth, result):
    """pytest: `assert left op right`, broken up where it is too long."""
    one = "assert %s %s %s" % (left, op, right)
    room = LINE - 4 * depth
    if len(one) <= room or "\n" in left:
        return one
    broken = _broken(right, room - 4)
    if broken and len("assert %s %s %s" % (left, op, broken.split("\n")[0])) <= room:
        return "assert %s %s %s" % (left, op, broken)
    if len(left) + 12 <= room and len(right) + 4 <= room:
        return "assert %s %s (\n    %s\n)" % (left, op, right)
    return "%s = %s\n%s" % (result, left, _compare(result, op, right, depth, result)) if left != result else one


def _equal(left, right, depth, method="assertEqual"):
    """unittest: `self.assertEqual(left, right)`."""
    one = "self.%s(%s, %s)" % (method, left, right)
    if len(one) <= LINE - 4 * depth or "\n" in left:
        return one
    broken = _broken(right, LINE - 4 * depth - 8)
    if len(right) + 4 * depth + 5 > LINE and broken:
        right = broken.replace("\n", "\n    ")
    return "self.%s(\n    %s,\n    %s,\n)" % (method, left, right)


_WRAP = {"list": "list(%s)", "first": "list(islice(%s, %d))", "repr": "repr(%s)", "str": "str(%s)"}


def assertion(how, left, row, style, depth, result):
    if how == "nan":
        return "assert isnan(%s)" % left if style == "pytest" else "self.assertTrue(isnan(%s))" % left
    if how == "attributes":
        parts = [("%s.%s" % (left, name), "is" if kind == "is" else "==", code) for name, kind, code in row["rows"]]
    elif how == "is" and row["code"] in ("True", "False") and left.startswith("(") and _is_wrapped(left, ast.Compare):
        yes, bare = row["code"] == "True", left[1:-1] if row["code"] == "True" else left
        if style == "pytest":
            return "assert " + bare if yes else "assert not " + bare
        return "self.assert%s(%s)" % (yes, left[1:-1])
    elif how == "is":
        parts = [(left, "is", row["code"])]
    else:
        wrap = _WRAP.get(how)
        bare = left[1:-1] if wrap and left.startswith("(") and _is_wrapped(left) else left
        if how == "first":
            bare = wrap % (bare, row.get("take", 5)) + ("[:%d]" % row["shown"] if "shown" in row else "")
        elif wrap:
            bare = wrap % bare
        parts = [(bare, "==", row["code"])]
    if style == "pytest":
        return "\n".join(_compare(a, op, b, depth, result) for a, op, b in parts)
    rows = []
    for a, op, b in parts:
        if op == "is" and b == "None":
            rows.append("self.assertIsNone(%s)" % a)
        else:
            rows.append(_equal(a, b, depth, "assertIs" if op == "is" else "assertEqual"))
    return "\n".join(rows)


def _is_wrapped(text, types=LOOSE):
    try:
        return isinstance(ast.parse(text, mode="eval").body, types) and text.endswith(")") and \
            ast.parse(text[1:-1], mode="eval") is not None
    except SyntaxError:
        return False


def raises(ended, inner, style):
    """A block that expects the exception that was seen, with its message where that is plain text."""
    message = ended.get("message") or ""
    pattern = ""
    if message:
        pattern = literal(message) if re.escape(message).replace("\\ ", " ") == message \
            else "re.escape(%s)" % literal(message)
    if len(pattern) > 120:
        pattern = ""
    if style == "pytest":
        head = "with pytest.raises(%s%s):" % (ended["code"], ", match=" + pattern if pattern else "")
    elif pattern:
        head = "with self.assertRaisesRegex(%s, %s):" % (ended["code"], pattern)
    else:
        head = "with self.assertRaises(%s):" % ended["code"]
    return head + "\n" + indent(inner)


def function(test, style):
    """One test as a function, for a class when the style wants one."""
    depth = 1 if style == "pytest" else 2
    parts = import_lines(test.inside)
    for part in test.body:
        if part[0] == "stmt":
            parts.append(part[1])
        elif part[0] in ("assert", "again"):
            parts.append(assertion(part[1], part[2], part[3], style, depth, test.result))
        else:
            parts.append(raises(part[1], part[2], style))
    head = "def %s(%s):" % (test.name, "" if style == "pytest" else "self")
    return head + "\n" + "\n".join(indent(p) for p in parts)
