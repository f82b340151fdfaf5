"""Programs that use a real one's objects in another way: a step done twice or in another order, a block inside of itself,
a handler that takes itself away, or puts another in, while it is called, a text that breaks off before the real one, two texts as one.

What an object is like between two calls shows in these; no argument of a single call says it.
"""
import ast
import re

import gen_mutate
import gen_text
import gen_typed
from gen_sequence import OTHERS, entered

STEPS_MAX = 8       # statements of one program that are done again
TICKS = 4           # steps of a clock
CUTS_MAX = 2        # beginnings of one text
MARK = re.compile(r"[^\w\s.]")
# Who takes out what the first one put in.
OPPOSITE = {"connect": "disconnect", "add": "remove", "on": "off", "subscribe": "unsubscribe", "register": "unregister", "attach": "detach",
            "append": "remove", "bind": "unbind", "watch": "unwatch", "listen": "unlisten", "observe": "unobserve", "install": "uninstall"}
COMING = """late = []


def coming(*args):
    print("coming", *args)
    if not late:
        late.append(True)
        %s


%s
"""
LEAVING = "def leaving(*args):\n    print(\"leaving\", *args)\n    %s\n\n\n%s\n"


def repeated(src):
    """Each step twice, the last one twice, two steps the other way round; and what the last one was done to, as it is then."""
    body = src.tree.body
    steps = [i for i, n in enumerate(body) if _is_step(n)][-STEPS_MAX:]
    rows = [src.text(n) for n in body]
    done = [src.text(n.value) if isinstance(n, ast.Assign) else src.text(n) for n in body]
    if not steps or not gen_text.prints(body[-1]):
        return []
    last = "print(%s)" % body[steps[-1]].value.func.value.id
    shown = [last] * (isinstance(body[steps[-1]], ast.Expr) and last not in rows)
    out = [_joined([line for i, row in enumerate(rows) for line in ([done[i]] * (i in steps) + [row])] + shown)]
    if len(steps) > 1:
        out.append(_joined(rows[:steps[-1]] + [done[steps[-1]]] + rows[steps[-1]:] + shown))
        one, two = steps[-2:]
        if not any(isinstance(body[i], ast.Assign) for i in (one, two)):
            out.append(_joined(rows[:one] + [rows[two]] + rows[one + 1:two] + [rows[one]] + rows[two + 1:]))
    return out


def gathered(src):
    """What a loop takes one by one, taken as a whole before the first of it is looked at: one that is filled anew each time is
    the last one all the time."""
    loops = [n for n in gen_text.walk(src.tree) if isinstance(n, (ast.comprehension, ast.For)) and isinstance(n.iter, ast.Call)
             and gen_text.dotted(n.iter.func) not in gen_text.BUILTINS and not getattr(n, "is_async", 0)]
    ends = {id(n): any(isinstance(one, (ast.Break, ast.Return, ast.Raise)) for one in gen_text.walk(n)) for n in loops}      # it may go on for ever
    return [src.edited([(n.iter, "list(%s)" % src.text(n.iter))]) for n in loops if not ends[id(n)]]


def _is_step(node):
    """A call on an object of the program for what it does, or for something that is kept besides."""
    call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
        return False
    return not isinstance(node, ast.Assign) or isinstance(node.targets[0], ast.Name) and call.func.value.id[:1].islower()


def _joined(rows):
    rows = list(rows)
    at = next((i for i, row in enumerate(rows) if not row.startswith(("import ", "from "))), 0)
    return "\n".join(rows[:at] + [""] * bool(at) + rows[at:]) + "\n"


def leaving(src, known):
    """Before the first handler of a program another one, that takes itself out when it is called, and one that puts another in.
    `known`: is there a method of that name?"""
    made, out = functions_of(src), []
    for node in src.tree.body:
        call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
        if not _is_step(node) or not call.args:
            continue
        name, _, rest = call.func.attr.partition("_")
        other = OPPOSITE.get(name, "") + ("_" + rest if rest else "")
        at = next((a for a in call.args + [k.value for k in call.keywords] if isinstance(a, ast.Lambda) or isinstance(a, (ast.Name, ast.Attribute))
                   and is_function(made, a)), None)
        if at is None or name not in OPPOSITE:
            continue
        start = src.span(node)[0]
        if known(call.func.attr):
            more = src.text(call, [src.span(at) + ("lambda *args: print(\"late\", *args)",)])
            out.append(src._apply(0, len(src.data), [(start, start, COMING % (more, src.text(call, [src.span(at) + ("coming",)])))]))
        if not known(other):
            if out:
                return out
            continue
        keys = [src.text(a) for a in call.args[:call.args.index(at)]] if at in call.args else []
        gone = "%s.%s(%s)" % (call.func.value.id, other, ", ".join(keys + ["leaving"]))
        put = src.text(call, [src.span(at) + ("leaving",)])
        return [src._apply(0, len(src.data), [(start, start, LEAVING % (gone, put))])] + out
    return out


def functions_of(src):
    """The names of those that a program defines."""
    return {n.name for n in src.tree.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))}


def is_function(made, node):
    """`made`: functions_of() the program."""
    name = gen_text.dotted(node)
    return name in made or name in ("print", "str", "repr", "len", "list") or isinstance(node, ast.Attribute) and node.attr in ("append", "add")


def nested(src, waits):
    """A block of the project inside of the same block, and of one with another literal; what is looked at in there is looked
    at again behind the inner one, and behind both; and once an exception has ended the outer one. `waits`: may entering what
    has that name wait for who is in there?"""
    out = []
    for at, node in enumerate(src.tree.body):
        calls = [entered(item.context_expr, src.tree.body[:at]) for item in getattr(node, "items", ())]
        if not isinstance(node, ast.With) or len(calls) != 1 or not isinstance(calls[0], ast.Call) \
                or gen_text.dotted(calls[0].func).split(".")[-1] in OTHERS or not gen_text.dotted(calls[0].func) \
                or waits(gen_text.dotted(calls[0].func).split(".")[-1]) \
                or any(n in src._string_lines() for n in range(node.lineno, node.end_lineno + 1)):
            continue
        name = getattr(node.items[0].optional_vars, "id", None)
        before = set().union(set(), *[gen_text.stores(n) for n in src.tree.body[:at]]) | gen_text.BUILTINS | {name}
        body = [src.text(n) for n in node.body]
        asked = [src.text(n) for n in src.tree.body[at + 1:] + node.body if gen_text.prints(n) and gen_text.loads(n) <= before]
        asked = asked or ["print(%s)" % n for n in sorted(gen_text.loads(node.items[0].context_expr) & (before - gen_text.BUILTINS - {None}))[:1]]
        asked = list(dict.fromkeys(asked + (["print(%s)" % name] if name else [])))
        mine, rest = src.text(node.items[0].context_expr), [src.text(n) for n in src.tree.body[at + 1:]]
        others = [_other(src, calls[0])] if node.items[0].context_expr is calls[0] else []
        for again, ends in [(one, False) for one in others + [mine]] + [(mine, True)]:
            if again is None or not asked:
                continue
            inner = ["with %s%s:" % (again, " as inner" if name else "")]
            inner += ["    " + line for row in body for line in _named(row, name).split("\n")]
            rows = ["with %s%s:" % (mine, " as %s" % name if name else "")]
            rows += ["    " + line for row in body + inner + asked for line in row.split("\n")]
            if ends:
                rows = ["try:"] + ["    " + row for row in rows] + ["        raise RuntimeError(\"stop\")", "except RuntimeError:", "    print(\"raised\")"]
            out.append(_joined([src.text(n) for n in src.tree.body[:at]] + rows + list(dict.fromkeys(asked + rest))))
    return out


def _named(text, name):
    return re.sub(r"(?<![\w.])%s\b" % re.escape(name), "inner", text) if name else text


def _other(src, call):
    """The same call with its first literal changed, or None."""
    for n in gen_text.walk(call):
        if isinstance(n, ast.Constant) and isinstance(n.value, (bool, int, str)):
            new = not n.value if isinstance(n.value, bool) else n.value + (1 if isinstance(n.value, int) else "b")
            return src.text(call, [src.span(n) + (repr(new),)])
    return None


def emptied(src, optional):
    """A call of something that may be called with nothing, and after it the same with nothing. `optional`: {name: does it
    give its own object?} of what changed."""
    body, out = src.tree.body, []
    for at, node in enumerate(body):
        for call in (n for n in gen_text.walk(node) if isinstance(n, ast.Call) and (n.args or n.keywords)):
            name = getattr(call.func, "attr", None) or gen_text.dotted(call.func)
            if name not in optional or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            end = src.span(call)[1]
            rows = [src.text(n) for n in body]
            if optional[name]:
                rows[at] = src.text(node, [(end, end, ".%s()" % name)])
            else:
                rows.insert(at + 1, src.text(node, [(src.span(call.func)[1], end, "()")]))
            out.append(_joined(rows))
    return out


def ticking(src):
    """The last statement that moves a number on, and all that comes after it, a few times, in smaller steps."""
    body = src.tree.body
    at = max((i for i, n in enumerate(body) if isinstance(n, ast.AugAssign) and isinstance(n.value, ast.Constant)
              and type(n.value.value) in (int, float)), default=None)
    if at is None or not any(gen_text.prints(n) for n in body[at:]):
        return []
    step = body[at].value
    rows, tail = [src.text(n) for n in body[:at]], [src.text(n) for n in body[at + 1:]]
    moved = [src.text(body[at], [src.span(step) + (said,)]) for said in (repr(step.value / 2), repr(step.value))]
    return [_joined(rows + ([one] + tail) * TICKS) for one in moved]


def unfinished(src):
    """The last question of an object asked before with a text that breaks off: where it is half read, and what a first
    mark opens is open."""
    asked, out = src.tree.body[-1], []
    for call in (n for n in gen_text.walk(asked) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.args):
        made, value = call.func.value, gen_text.value_of(call.args[0])
        if not isinstance(value, str) or len(value) < 3 or "\n" in src.text(call):
            continue
        edits, first = [], []
        if isinstance(made, ast.Call) and gen_text.dotted(made.func)[:1].isupper():
            var = gen_typed.variable(gen_text.dotted(made.func))
            edits, first = [src.span(made) + (var,)], ["%s = %s" % (var, src.text(made))]
        elif not isinstance(made, ast.Name) or made.id[:1].isupper():
            continue
        mark = MARK.search(value)
        cuts = [value[:mark.end()]] if mark else []
        cuts += [value[:len(value) // 2], value[:-1]]
        for cut in [c for c in dict.fromkeys(cuts) if c != value][:CUTS_MAX]:
            before = src.text(call, edits + [src.span(call.args[0]) + (gen_mutate.quoted(cut),)])
            rows = first + ["try:", "    print(%s)" % before, "except Exception as error:", "    print(type(error).__name__)", src.text(asked, edits)]
            out.append(_joined([src.text(n) for n in src.tree.body[:-1]] + rows))
        break
    return out


def passed(texts):
    """{(callable, place): texts} that programs pass, as values, those of several lines and those of one."""
    out = {}
    for text in texts:
        src = gen_text.source("", text)
        for key, _, value in _passed(src) if src else ():
            rows = out.setdefault(key, [])
            rows += [value] if value not in rows else []
    return out


def _passed(src):
    names = {}
    for node in src.tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] = node.value
    for call in (n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)):
        for i, arg in enumerate(call.args[:2]):
            arg = names.get(arg.id, arg) if isinstance(arg, ast.Name) else arg
            value = gen_text.value_of(arg)
            if isinstance(value, str) and value.strip():
                yield (gen_text.dotted(call.func).split(".")[-1] or getattr(call.func, "attr", ""), i), arg, value


def together(src, known):
    """A text of several lines with those before it that another program passes in its place, and behind it."""
    out = []
    for key, node, value in _passed(src):
        others = [v for v in known.get(key, ()) if v != value and ("\n" in v or "\n" in value)]
        for other in others[:2]:
            for one, two in ((other, value), (value, other)):
                out.append(src._apply(0, len(src.data), [src.span(node) + (gen_mutate.quoted(one.rstrip("\n") + "\n" + two.lstrip("\n")),)]))
    return list(dict.fromkeys(out))
