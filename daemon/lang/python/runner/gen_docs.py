"""Programs out of documentation: doctests, fenced and indented snippets, example files."""
import ast
import re
import textwrap

import gen_env
import gen_steps
import gen_text
from gen_program import Import, Program

BLOCKS_MAX = 200     # snippets of one file
OTHERWISE_MAX = 4    # ways to make something that an example shows beside the last
FENCE = re.compile(r"^(?P<pad>[ \t]*)(?P<mark>```+|~~~+)[ \t]*(?P<tag>[\w{}.+-]*)[^\n]*\n"
                   r"(?P<body>.*?)(?:^(?P=pad)(?P=mark)[ \t]*$|\Z)", re.M | re.S)
DIRECTIVE = re.compile(r"^([ \t]*)\.\. (?:code-block|code|sourcecode|testcode|ipython|doctest)::([^\n]*)\n", re.M)
WORD = re.compile(r"[\w-]*")
TAGS = frozenset(["", "py", "python", "python3", "pycon", "{python}", "ipython", "py3", "doctest", "default"])
PROMPT = re.compile(r"^[ \t]*(>>>|\.\.\.)( |$)")


def undent(text):
    lines = text.expandtabs().split("\n")
    pads = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    cut = min(pads) if pads else 0
    return "\n".join(line[cut:] for line in lines)


def prompts(text):
    """[(line, code)]: the sessions of a text, one for each run of >>> lines."""
    out, code, first = [], [], 0
    blank = 0
    for number, line in enumerate(text.split("\n"), 1):
        if PROMPT.match(line):
            if not code:
                first = number
            body = line.strip()
            if body.startswith("...") and not code:
                continue
            code.append(body[4:] if len(body) > 3 else "")
            blank = 0
        elif code:
            # answers of the session, then prose: a gap of two lines ends it
            blank = blank + 1 if not line.strip() else blank
            if blank > 1 or (blank and line.strip() and not line.startswith((" ", "\t"))):
                out.append((first, "\n".join(code)))
                code, blank = [], 0
    if code:
        out.append((first, "\n".join(code)))
    return out


def fences(text):
    """(tag, where the body begins, body) of each fenced block."""
    for m in FENCE.finditer(text):
        yield m.group("tag"), m.start("body"), m.group("body")


def _directives(text):
    """The same of what stands indented below a directive. Line by line: a pattern for it tries each blank of a long
    line over and over."""
    at = 0
    for m in DIRECTIVE.finditer(text):
        if m.start() < at:
            continue        # in the body of the one before
        at, pad = m.end(), m.group(1)
        while at < len(text):
            end = text.index("\n", at) + 1
            line = text[at:end]
            if line.strip(" \t\n") and not line.startswith((pad + " ", pad + "\t")):
                break
            at = end
        if at > m.end():
            yield WORD.match(m.group(2).strip()).group(), m.end(), text[m.end():at]


def indented(text):
    """[(line, block)] of what stands indented below a blank line, and is in no other block: code, or data, whose tabs stay as they are."""
    rows, line, seen = text.split("\n"), 0, 0
    for start, body in sorted((start, body) for blocks in (fences(text), _directives(text)) for _, start, body in blocks):
        line, seen = line + text.count("\n", seen, start), start
        taken = slice(line, line + body.count("\n"))
        rows[taken] = ["."] * len(rows[taken])
    out, block, first, least = [], [], 0, 4
    for number, row in enumerate(rows + ["."], 1):
        full = row.expandtabs(4)
        deep = len(full) - len(full.lstrip())
        if block and row.strip() and deep < least:
            out.append((first, textwrap.dedent("\n".join(block)).strip("\n") + "\n"))
            block = []
        if block:
            block.append(row)
        elif row.strip() and deep >= least and not "".join(rows[max(0, number - 2):number - 1]).strip():
            block, first, least = [row], number, deep
        elif row.strip():
            least = 1 if row.rstrip().endswith("::") else 4     # what stands below "::" is code, however far it is indented
    return out


def snippets(path, text):
    """[(line, code)] of a documentation file."""
    found = []
    text += "\n"        # a last line without its end makes the patterns look at it over and over
    for blocks in (fences(text), _directives(text)):
        line, seen = 1, 0
        for tag, start, body in blocks:
            if tag.lower() not in TAGS:
                continue
            line, seen = line + text.count("\n", seen, start), start
            body = undent(body)
            if ">>>" in body:
                found += [(line + at - 1, code) for at, code in prompts(body)]
            else:
                body = re.sub(r"\A(\s*:[\w-]+:[^\n]*\n)+", "", body).strip("\n") + "\n"
                found.append((line, body))
    fenced = {code for _, code in found}
    plain = [(at, undent(block)) for at, block in indented(text) if ">>>" not in block]    # prose does not parse, or has names that nobody knows
    found += [(at, code) for at, code in prompts(text) + plain if code not in fenced]
    return sorted(set(found))[:BLOCKS_MAX]


class Page:
    """The snippets of one file or docstring: earlier ones are what later ones build on."""

    def __init__(self, path, pieces, offset=0):
        self.path = path
        self.bindings, self.blocks = {}, []
        for line, code in pieces:
            src = gen_text.source(path, code)
            if src is None:
                continue
            self.blocks.append((line + offset, src, dict(self.bindings)))
            for node in src.tree.body:
                for name in gen_text.stores(node):
                    self.bindings[name] = (src, node)

    def words(self):
        """For each snippet, what it mentions."""
        return [gen_text.mentions(src.tree) for _, src, _ in self.blocks]


def made_by(node):
    """The one name that a statement gives what a call makes, or ""."""
    is_made = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    return node.targets[0].id if is_made and isinstance(node.value, ast.Call) else ""


def otherwise(body):
    """[statements]: an example as it stands; and where it makes the same in several ways, one below the other, `c = Client()` and
    `c = Client.of(path)`, with each of the others as the only one."""
    out, ways = [body], {}      # name -> statements that make it, the last of which nobody has used yet
    for node in body + [None]:
        name = made_by(node)
        named = gen_text.mentions(node) if node is not None else set(ways)
        for old in [n for n in ways if n in named and n != name or n == name and n in gen_text.mentions(node.value)]:
            made = ways.pop(old)
            out += [[n for n in body if n is one or n not in made] for one in made[:-1]]
        if name:
            ways.setdefault(name, []).append(node)
    return out[:1 + OTHERWISE_MAX]


def programs(page, public):
    """Programs of a page. `public(name)`: the Import of a project name the page takes for granted."""
    return [program for line, src, before in page.blocks for body in otherwise(src.tree.body)
            for program in _of_block(page.path, line, src, body, before, public)]


def _of_block(path, line, src, body, before, public):
    out = []
    flat = gen_steps.Flattener(src)
    steps = flat.flatten(body)
    for step in steps:
        step.fixed = False
        if isinstance(step.node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
            step.see = []
    for i, step in enumerate(steps):
        # what an example ends with, `text = dumps(rows)`
        name = made_by(step.node)
        if name and not step.see and not any(name in later.uses for later in steps[i + 1:]):
            end = gen_steps.Step(step.node, "")
            end.see, end.uses = ["print(%s)" % name], {name}
            steps.insert(i + 1, end)
    for setup, seen, needed in gen_steps.slices(steps):
        program = Program()
        program.path, program.origin, program.legality = path, "doc", "seen"
        program.where = "%s:%d" % (path, line + seen[0].line - 1)
        try:
            _bring(program, needed, before, public, set())
            for step in setup:
                _place(program, step.node, step.text)
        except gen_env.Unresolved:
            continue
        for step in seen:
            program.body += [text for text in step.see if step.changes or text not in program.body[-1:]]
        out.append(program.prune())
    return out


def _bring(program, names, before, public, done):
    for name in sorted(names):
        if name in done:
            continue
        done.add(name)
        if name in before:
            src, node = before[name]
            if isinstance(node, (ast.With, ast.For, ast.While)):
                raise gen_env.Unresolved(name)
            _bring(program, gen_text.loads(node) - {name}, before, public, done)
            _place(program, node, src.text(node))
        elif name not in gen_text.BUILTINS:
            one = public(name)
            if one is None:
                raise gen_env.Unresolved(name)
            program.add_import(one)


def _place(program, node, text):
    if isinstance(node, ast.Import):
        for a in node.names:
            program.add_import(Import(a.name, None, a.asname))
    elif isinstance(node, ast.ImportFrom):
        if node.level:
            raise gen_env.Unresolved(node.module or ".")
        if any(a.name == "*" for a in node.names):
            raise gen_env.Unresolved("*")
        for a in node.names:
            program.add_import(Import(node.module, a.name, a.asname))
    elif text not in program.body:
        program.body.append(text)
