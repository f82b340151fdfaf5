"""A call within a block that the project has for it: `with speaking("fr"): render_all(passes)`.

What a block sets for its own thread, for its own context or until it ends does not reach what another thread, a cache or a generator does later.
Tests enter the block around the plain call, and not around that which goes on elsewhere.
"""
import ast
import re

import gen_later
import gen_text

MOST = 12           # programs that are tried
BLOCKS_MAX = 3      # of a project
READ_MAX = 200      # programs that are looked through for them
SPEAKS = re.compile(r"\b(?:\w*Thread\w*|\w*Executor|executor|submit|to_thread|Process|Pool|lru_cache|\w*cache\w*|yield|map|starmap|create_task|gather|ContextVar|local|nonlocal|global|contextmanager)\b")


# What the language has for its own thread: {block: (its import, a name that a file that heeds it has)}.
STANDARD = {"localcontext(Context(prec=6))": ("from decimal import Context, localcontext", b"Decimal")}


def most(change):
    return MOST if change.blocks else 0


def of_project(engine):
    """([text of a block that programs enter], names of what changed) where the change speaks of what may go on elsewhere; nothing else."""
    sides = [text for target in engine.targets for _, text in gen_later.sides(target)]
    if not any(SPEAKS.search(text) for text in sides):
        return None
    out = [block for block, (_, word) in STANDARD.items() if any(word in target.info.src.data for target in engine.targets)]
    for row in engine.found[:READ_MAX]:
        src = gen_text.source("", row["source"]) if "with " in row["source"] else None
        for node in src.tree.body if src is not None else ():
            for item in node.items if isinstance(node, ast.With) else ():
                text, call = src.text(item.context_expr), item.context_expr
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in imported(src, engine) and text not in out \
                        and all(gen_text.is_literal(a) for a in call.args + [k.value for k in call.keywords]):
                    out.append(text)
    return (out[:BLOCKS_MAX], {target.qualname.split(".")[-1] for target in engine.targets}) if out else None


def imported(src, engine):
    """Names that a program imports from the project."""
    mine = {name.split(".")[0] for name in engine.index.modules}
    return {a.asname or a.name for node in src.tree.body if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in mine for a in node.names}


def programs(src, change):
    """Texts near one program: the statement that asks what changed within each block, and all from there on."""
    blocks, changed = change.blocks
    steps = [node for node in src.tree.body if not isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    at = next((i for i, node in enumerate(steps) if any(isinstance(n, ast.Call) and gen_later.called(n) in changed for n in gen_text.walk(node))), None)
    if at is None or any(isinstance(node, ast.With) for node in steps) or src.indent(steps[at]) != "" or b"__future__" in src.data:
        return
    for text in blocks:
        needed = STANDARD[text][0] if text in STANDARD else change.import_of(text.split("(")[0])
        for last in dict.fromkeys((at, len(steps) - 1)) if needed else ():
            if not set(range(steps[at].lineno, steps[last].end_lineno + 1)) & src._string_lines():
                yield within(src, needed, text, src.span(steps[at])[0], src.span(steps[last])[1])


def within(src, needed, block, start, end):
    """The program with what is between two places in a block."""
    inner = src._apply(start, end, []).replace("\n", "\n    ")
    text = src._apply(0, len(src.data), [(start, end, "with %s:\n    %s" % (block, inner))])
    return text if re.search(r"^%s$" % re.escape(needed), text, re.M) else needed + "\n" + text
