"""Texts that documents show outside of code: "so all of these will do:" and a list below it, a table of data, a value in backticks.

Whoever wrote them knew which kinds there are, and tests have one or two. They take the place of texts that a real program hands
over, where the two are alike: of the same marks, or of several lines.
"""
import ast
import re

import gen_docs
import gen_mutate
import gen_text

MOST = 24           # programs that are tried
TEXTS_MAX = 60      # of all documents
PAGES_MAX = 8
LONG_MAX = 2000     # characters of a text
SPAN = re.compile(r"(?<!`)`([^`\n]{2,80})`(?!`)")
CALL = re.compile(r"[\w.]+\(.*\)$|[\w.]+ ?[=<>]")      # code, and no text
MARKS = re.compile(r"[^\w\s]")
PROGRAMS = gen_docs.TAGS - {"", "default"} | frozenset("sh bash zsh shell console shell-session powershell js javascript ts typescript c cpp sql".split())
DOES = (ast.Call, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.With, ast.Assert)
WORDS = ("import ", "from ", "$ ", "pip ", ">>> ", "...")     # begin a line of code or of a shell


def paths(engine):
    """Documents of the project, those at the top first."""
    return sorted((p for p in engine.docs if not p.endswith(".py")), key=lambda p: (p.count("/"), p))[:PAGES_MAX]


def pages(engine):
    """Their texts."""
    return [text for text in (gen_text.read(engine.root, path) for path in paths(engine)) if text is not None]


def of_documents(pages):
    """{text: does it stand in a block?}, the whole of a block before its lines, in the order in which they stand."""
    out = {}
    for page in pages:
        for block in blocks(page):
            lines = block.split("\n")
            out.update(dict.fromkeys([block + "\n"] * (len(lines) > 1) + [line for line in lines if line.strip()], True))
        for span in SPAN.findall(page):
            if MARKS.search(span) and not CALL.match(span):
                out.setdefault(span, False)
    return dict([(t, how) for t, how in out.items() if len(t) < LONG_MAX][:TEXTS_MAX])


def is_shown(src, text, change):
    """Was it what stands in a block that was put in? What stands in marks of code may be a form: `[registry/]name`."""
    had = src.edited([])
    new = {one for one in change.listed if text.count(gen_mutate.quoted(one)) > had.count(gen_mutate.quoted(one))}
    return bool(new) and all(change.listed[one] for one in new)


def blocks(page):
    """What stands indented or fenced and is no code: tabs and blanks at the ends of lines are a part of data."""
    page += "\n"
    fenced = [body for tag, _, body in gen_docs.fences(page) if tag.lower() not in PROGRAMS]
    return [body.strip("\n") for body in fenced + [body for _, body in gen_docs.indented(page)] if body.strip() and not is_code(body)]


def is_code(body):
    """It can be read as a program that does something, or begins like one: `localhost:5000/app` and `key = value` do nothing."""
    tree = gen_text.parse(gen_docs.undent(body))
    return body.lstrip().startswith(WORDS) or tree is not None and any(isinstance(n, DOES) for n in gen_text.walk(tree))


def most(change):
    return MOST if change.listed else 0


def programs(src, change):
    """Texts near one program, those first whose text is most like the one that stands there."""
    rows = []
    for node in handed(src):
        rows += [(likeness(node.value, text), node, text) for text in change.listed if text != node.value]
    rows = sorted((r for r in rows if r[0]), key=lambda r: -r[0])
    return (src.edited([(node, gen_mutate.quoted(text))]) for _, node, text in rows)


def handed(src):
    """Texts of a program that are handed over, or have a name; no keys."""
    keys = {id(k) for n in src.nodes if isinstance(n, ast.Dict) for k in n.keys} | {id(n.slice) for n in src.nodes if isinstance(n, ast.Subscript)}
    return [n for n in src.standing() if len(n.value) > 1 and id(n) not in keys]


def likeness(known, text):
    """0: they are of different kinds. What shares all its marks comes before what shares some."""
    if known.count("\n") > 1 or text.count("\n") > 1:
        return 2.0 if known.count("\n") > 1 and text.count("\n") > 1 and set(MARKS.findall(text)) & set(MARKS.findall(known)) or \
            known.count("\t") > 1 and text.count("\t") > 1 else 0
    mine, theirs = set(MARKS.findall(known)), set(MARKS.findall(text))
    if " " in text.strip() and " " not in known.strip():
        return 0
    return len(mine & theirs) / len(mine | theirs) if mine & theirs else 0
