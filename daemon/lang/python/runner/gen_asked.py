"""What builds on something else is asked before that is changed and after: a test sets a profile again and looks at that one, and not at what
builds on it, which a new cache may still have as it was.

A program's last question, about another text of the program, before the last step as well (gen_early.py has its own question there); and its own before
and after a last step that is about another text.
"""
import ast

import gen_early
import gen_mutate
import gen_text

MOST = 12           # programs that are tried
OTHERS_MAX = 4      # that one question is asked about


def most(change):
    return MOST if gen_early.most(change) else 0


def programs(src, _change):
    """Texts near one program, one of each other text."""
    for asked, steps in gen_early.asked_after(src):
        step = src.span(steps[-1])[0] if steps else None
        for text in of_others(src, asked) if steps else ():
            yield src._apply(0, len(src.data), [(step, step, "print(%s)\n" % text), src.span(asked) + (text,)])
        for text in of_others(src, steps[-1], asked) if steps else ():
            yield src._apply(0, len(src.data), [src.span(steps[-1]) + ("print(%s)\n%s" % (src.text(asked), text),)])


def of_others(src, asked, about=None):
    """The text of a question about other texts of the program in the place of what its calls are given first; others that are given so come first, and
    of them those that stand beside what is asked `about`."""
    quoted = src.quoted()
    given = [n.args[0] for n in gen_text.walk(asked) if isinstance(n, ast.Call) and n.args and n.args[0] not in quoted]
    same = [n for n in given if isinstance(n, ast.Constant) and isinstance(n.value, str) and n.value == getattr(given[0], "value", None)]
    firsts = {n.args[0] for n in src.nodes if isinstance(n, ast.Call) and n.args}
    near = beside(src, about or asked) if same else ()
    standing = sorted(src.standing(), key=lambda n: (n not in firsts, n.value not in near)) if same else []
    for other in list(dict.fromkeys(n.value for n in standing if n.value != same[0].value))[:OTHERS_MAX]:
        yield src.text(asked, [src.span(n) + (gen_mutate.quoted(other),) for n in same])


def beside(src, asked):
    """The texts that calls are given together with one of those that are asked about."""
    said = {n.value for n in gen_text.walk(asked) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    out = set()
    for call in src.nodes:
        given = {a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)} if isinstance(call, ast.Call) else set()
        out |= given if given & said else set()
    return out
