"""Values that a document names for a parameter: a row `depth` | `3` | how many levels, `None` for all; "`indent=None` for one line".

Whoever wrote them tells users what they may give, and tests give some of them. One takes the place of what a real program gives by that
name, or comes along in a call of something of the project that has such a parameter.
"""
import ast
import re

import gen_later
import gen_listed
import gen_text
from gen_inside import in_turn

MOST = 16           # programs that are tried
NAMES_MAX = 40      # of all documents
VALUES_MAX = 8      # of one name
LINE_MAX = 1000     # characters of a line that is read,
PAGE_MAX = 100000   # and of a page
SPAN = re.compile(r"(?<!`)`{1,2}([^`\n]{1,60})`{1,2}(?!`)")
GIVEN = re.compile(r"([A-Za-z]\w*) ?= ?([^\s=,;()][^\n=,;()]*)$")
FIRST = re.compile(r"[\s|*+-]*`")       # begins a row, an item or a line, and names what the rest is about


def of_documents(pages):
    """{name: [what it may be]}, as source."""
    out = {}
    for page in pages:
        for line in page[:PAGE_MAX].split("\n"):
            if len(line) <= LINE_MAX and "`" in line:
                for name, value in named(line):
                    values = out.setdefault(name, []) if len(out) < NAMES_MAX or name in out else []
                    if value not in values and len(values) < VALUES_MAX:
                        values.append(value)
    return out


def named(line):
    """(name, value) of one line."""
    spans, about = SPAN.findall(line), None
    for i, span in enumerate(spans):
        given = GIVEN.match(span)
        if given and is_value(given.group(2)):
            yield given.group(1), given.group(2)
        elif i == 0 and FIRST.match(line) and span.isidentifier() and not is_value(span):
            about = span
        elif about and is_value(span):
            yield about, span


def is_value(text):
    """Is it written as a number, a text in quotes, None, True or False?"""
    if text.isidentifier():
        return text in ("None", "True", "False")
    tree = gen_text.parse(text.strip())
    node = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    return isinstance(node, ast.Expr) and isinstance(gen_text.value_of(node.value), (int, float, str))


def taken_by(engine):
    """{name: (values, {what has such a parameter: its place})} of what a document names for a parameter of the project's own."""
    told = of_documents(gen_listed.pages(engine))
    out = {}
    for f in [f for module in engine.index.modules.values() for f in module.functions.values()] if told else ():
        called = f.owner.name if f.owner is not None and f.name == "__init__" else f.name
        for at, p in enumerate(f.params):
            if p.name in told and p.how in ("plain", "keyword") and not p.required:
                values, places = out.setdefault(p.name, (told[p.name], {}))
                places.setdefault(called, set()).add(at if p.how == "plain" else None)
    return {name: (values, {called: at.pop() for called, at in places.items() if len(at) == 1}) for name, (values, places) in out.items()}


def most(change):
    return MOST if change.told else 0


def programs(src, change):
    """Texts near one program, one of each call and parameter in turn."""
    quoted = src.quoted()
    calls = [n for n in src.nodes if isinstance(n, ast.Call) and n not in quoted]
    return in_turn([edits(src, call, name, values, places[gen_later.called(call)])
                    for call in calls for name, (values, places) in change.told.items() if gen_later.called(call) in places])


def edits(src, call, name, values, place):
    """The program with each of the values for one parameter of a call."""
    given = next((k.value for k in call.keywords if k.arg == name), None)
    if given is None and place is not None and place < len(call.args):
        given = call.args[place]
    if any(k.arg is None for k in call.keywords) or any(isinstance(a, (ast.Starred, ast.GeneratorExp)) for a in call.args):
        return
    for value in values:
        if given is not None:
            if src.text(given) != value:
                yield src.edited([(given, value)])
        else:
            end = src.span(call)[1] - 1
            comma = "" if src.data[:end].rstrip()[-1:] in (b"(", b",") else ", "
            yield src._apply(0, len(src.data), [(end, end, "%s%s=%s" % (comma, name, value))])
