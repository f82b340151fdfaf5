"""Lists that a program hands to what goes through them more than once now, as iterators: these are empty the second time.

Of a call alone gen_shapes makes such a program, and gen_later of what says that it takes any iterable. Here the program of a test stays
as it is, with what it prints of what came out, and a list may go through a helper of its own.
"""
import ast
import functools

import gen_index
import gen_later
import gen_text

MOST = 16           # programs that are tried
COPIES = frozenset("list tuple set frozenset sorted dict deque".split())
GOES = COPIES | frozenset("sum max min any all enumerate zip map filter iter join extend update writelines Counter chain from_iterable islice fromkeys".split())
LISTED = (ast.List, ast.Tuple)
MAKES = frozenset("list tuple sorted".split())
ONCE = frozenset("iter map filter zip enumerate reversed chain islice reader DictReader open".split())
HELPERS_MAX = 2     # one in the other


def most(change):
    return MOST if change.once else 0


def programs(src, change):
    """Texts near one program, those of what is said to take any iterable first."""
    rows = dict.fromkeys(made(src, likely(change)) + made(src, change.once))
    return iter(rows)


def is_likely(src, text, change):
    """Does anybody say that what is called takes any iterable?"""
    return text in made(src, likely(change))


def likely(change):
    return {name: {place: True for place, said in places.items() if said} for name, places in change.once.items()}


def made(src, taken):
    """Programs in which one list that is handed to what is `taken` is an iterator."""
    for _ in range(HELPERS_MAX):
        taken = with_helpers(taken, [n for n in gen_text.walk(src.tree) if isinstance(n, ast.FunctionDef)])
    args = [arg for call in gen_text.walk(src.tree) for place, arg in handed(call) if place in taken.get(gen_later.called(call), ())]
    return [src.edited([(arg, "iter(%s)" % src.text(arg))]) for arg in dict.fromkeys(args) if is_list(arg) or is_list(only_value(src, arg))]


def handed(node):
    """[(place or keyword, argument)] of a call in which it is known which is where; what a text or number is asked is none."""
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args) or isinstance(getattr(node.func, "value", None), ast.Constant):
        return []
    return gen_later.arguments(node)


def is_list(node):
    """Is it written as a list or tuple that has something in it?"""
    if isinstance(node, ast.BinOp):     # [a] * 3, [a] + more
        return is_list(node.left)
    return isinstance(node, LISTED) and bool(node.elts) or isinstance(node, ast.ListComp) or isinstance(node, ast.Call) and bool(node.args) and gen_text.dotted(node.func) in MAKES


def only_value(src, node):
    """What a name stands for that is set once; or None."""
    name = node.id if isinstance(node, ast.Name) else ""
    bound = [n for n in gen_text.walk(src.tree) if name and (isinstance(n, ast.arg) and n.arg == name or isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load))]
    value = next((n.value for n in gen_text.walk(src.tree) if isinstance(n, ast.Assign) and n.targets[0] in bound), None)
    return value if len(bound) == 1 else None


def with_helpers(taken, nodes):
    """What is taken, and the functions that hand on what they are given, once and nowhere else."""
    out = {name: dict(places) for name, places in taken.items()}
    for node in nodes:
        for place, name, said in handed_on(node, gen_index.params_of(node, False), taken):
            out.setdefault(node.name, {}).update({place: said, name: said})
    return out


def handed_on(node, params, taken):
    """(place, parameter, is it said to be any iterable?) of a function, of what it only hands to what is taken."""
    for at, p in enumerate(params):
        uses = [n for n in gen_text.walk(node) if isinstance(n, ast.Name) and n.id == p.name]
        for call in gen_text.walk(node) if len(uses) == 1 and p.how in ("plain", "positional", "keyword") else ():
            for place, arg in handed(call):
                if arg is uses[0] and place in taken.get(gen_later.called(call), ()):
                    yield at if p.how != "keyword" else p.name, p.name, taken[gen_later.called(call)][place]


def taken_by(engine):
    """{function, or class that is made: {place and name of a parameter: is it said to be any iterable?}} of what the change goes through
    in another way than before: more than once, or one side alone makes a list of it. With what hands its own on to these."""
    out = {}
    for target in engine.targets:
        sides = [node for node, _ in gen_later.sides(target) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        names = (target.qualname or "").split(".")
        if sides and any(again(sides, a.arg) for a in gen_text.walk(sides[0].args) if isinstance(a, ast.arg)):
            bound = target.owner_class(engine.index) is not None and not any(gen_text.dotted(d) == "staticmethod" for d in sides[0].decorator_list)
            name = names[-2] if names[-1] == "__init__" and len(names) > 1 else names[-1]
            add(out, engine, name, sides, [(at, p) for at, p in enumerate(gen_index.params_of(sides[0], bound)) if again(sides, p.name)])
    for func in [f for module in engine.index.modules.values() for f in module.functions.values()] if out else ():
        on = {name for _, name, _ in handed_on(func.node, func.params, out)}
        if on and func.name not in out and len(engine.index.by_name.get(func.name, ())) < 2:
            add(out, engine, func.name, [func.node], [(at, p) for at, p in enumerate(func.params) if p.name in on])
    return out


def add(out, engine, name, sides, params):
    for at, p in params:
        if p.how in ("plain", "positional", "keyword"):
            said = is_said(engine, name, sides, at if p.how != "keyword" else None, p)
            out.setdefault(name, {}).update({p.name: said, **({at: said} if p.how != "keyword" else {})})


def again(sides, name):
    """Is a parameter gone through, and not as before?"""
    read = [readings(node, name) for node in sides]
    return any(goes for goes, _, _ in read) and (len({copies for _, copies, _ in read}) > 1 or max(count for _, _, count in read) > 1) and (
        len(read) == 1 or read[0] != read[1])


def readings(node, name):
    """(how often is it gone through, and made a list of, and read?) of a parameter in a function's text."""
    goes = copies = 0
    is_it = lambda n: isinstance(n, ast.Name) and n.id == name
    for n in gen_text.walk(node):
        if isinstance(n, (ast.For, ast.AsyncFor, ast.comprehension)):
            goes += is_it(n.iter)
        elif isinstance(n, (ast.Starred, ast.YieldFrom)):
            goes += is_it(n.value)
        elif isinstance(n, ast.Call) and gen_later.called(n) in GOES and any(map(is_it, n.args)):
            goes, copies = goes + 1, copies + (gen_later.called(n) in COPIES)
    return goes, copies, sum(is_it(n) and isinstance(n.ctx, ast.Load) for n in gen_text.walk(node))


def is_said(engine, name, sides, at, p):
    """Do the words of a function, the project's pages or a program say that a parameter may be any iterable?"""
    notes = [a.annotation for node in sides for a in gen_text.walk(node.args) if isinstance(a, ast.arg) and a.arg == p.name and a.annotation is not None]
    rows = [row for node in sides for row in (ast.get_docstring(node) or "").split("\n") if gen_later.SAID.search(row)]
    if any(gen_later.words_of(note) & gen_later.ITERABLES for note in notes) or any(p.name in gen_text.WORD.findall(row) for row in rows):
        return True
    for part in pages(engine.root, tuple(engine.docs)):
        if gen_later.SAID.search(part) and (name in gen_text.WORD.findall(part) or "`%s`" % p.name in part and not others_take(engine.index, name, p.name)):
            return True
    trees = [gen_text.parse(row["source"]) for row in engine.found if name in row["source"]]
    calls = [n for tree in trees if tree for n in gen_text.walk(tree) if gen_later.called(n) == name]
    return any(is_iterator(arg) and place in (at, p.name) for call in calls for place, arg in handed(call))


def others_take(index, name, parameter):
    """Has another public function a parameter of that name? A page may speak of that one."""
    return any(f.name not in (name, "__init__") and not gen_text.is_private(f.name) and any(p.name == parameter for p in f.params)
               for module in index.modules.values() for f in module.functions.values())


def is_iterator(node):
    """Can it be gone through once only?"""
    return isinstance(node, ast.GeneratorExp) or isinstance(node, ast.Call) and gen_later.called(node) in ONCE


@functools.lru_cache(maxsize=1)     # each parameter asks
def pages(root, docs):
    """The paragraphs of the project's pages."""
    texts = [gen_text.read(root, path) for path in docs if not path.endswith(".py")]
    return [part for text in texts if text for part in text.split("\n\n")]
