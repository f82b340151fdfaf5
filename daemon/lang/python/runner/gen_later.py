"""Programs that look at a thing again after another one was changed: at what was handed over once what it gave is changed, and the
other way round; at what an object answers once one of its attributes was set; at what is left of an iterator that stands in the
place of the list a test passes.

Two objects that share a list, an answer that is kept too long, items that are gone through twice: no argument of one call shows
them. A few programs of each kind are tried for any change, more where its text speaks of it.
"""
import ast
import collections
import itertools
import re

import gen_aim
import gen_program
import gen_rank
import gen_text
import gen_typed
from gen_inside import in_turn

PILE = "later"
SEEDS_MAX = 60      # real programs that are looked at
FEW, MANY = 4, 14   # programs of one kind that are tried: for any change, and where the change speaks of it
PROBED_MAX = 16     # programs that are asked for the types of two objects, a trial each
WAYS_MAX = 4        # statements that change one object
VALUES_MAX = 3      # values of one attribute
HANDED_MAX = 2      # calls of one program
RANK = 4            # of the first one tried
COPIES = re.compile(r"^(__)?(deep|shallow)?_?copy|copied|clone|^(list|dict|set|tuple|fromkeys|asdict|replace|share\w*|alias\w*)$")
KEEPS = re.compile(r"cache|memo|lazy|lazily|once|setdefault")
BUILT_IN = {"list": ("%s.append(None)", "%s.clear()"), "dict": ("%s[None] = None", "%s.clear()"), "set": ("%s.add(None)", "%s.clear()")}
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)
PENDING = frozenset("coroutine generator async_generator".split())     # nothing was done yet
ITERABLES = frozenset("Iterable Iterator Generator".split())
ITERABLE = re.compile(r"iterable|iterator|^(it|iter|gen|generator)$")
SAID = re.compile(r"\biterables?\b|\biterators?\b|\bgenerators?\b", re.I)
LAZY = frozenset("iter map filter zip reversed chain islice".split())
FILLED = {dict: "%s.update(%s)", list: "%s.extend(%s)", set: "%s.update(%s)"}


def ask(engine, sequences, until):
    """Try some of each kind, those of the likeliest first, `until` a share of the budget is used."""
    if not engine.guide.active:
        return
    rows = [r for r in engine.found if r.get("reach") and r["way"][1] == "ok" and not r["pile"] and (is_real(r) or r["origin"] == "typed")]
    rows.sort(key=lambda r: (not is_real(r), -r["rank"], r["deep"]))
    later = Later(engine, sequences, engine.guide.varied(rows)[:SEEDS_MAX])
    for likely, make in later.kinds():
        made = itertools.takewhile(lambda _: not engine.deadline.passed(until), make())
        ranked = ((dict(row, rank=RANK + likely - gen_rank.ANOTHER * k, idea=None), text) for k, (row, text) in enumerate(made))
        engine.aim(ranked, PILE, MANY if likely else FEW)


class Later:
    """Of one engine: its programs that reach the change, read."""

    def __init__(self, engine, sequences, rows):
        self.engine, self.index, self.sequences = engine, engine.index, sequences
        self.seeds = [(row, src) for row, src in ((row, gen_text.source("", row["source"])) for row in rows) if src is not None and src.tree.body]
        self.sides = list(map(sides, engine.targets))
        said = [[collections.Counter(gen_text.WORD.findall(text)) for _, text in pair] for pair in self.sides]
        self.words = set().union(*[(one - other) | (other - one) for one, other in said])     # that one side says more often
        self.types, self.probed, self.taken_as = {}, 0, {}
        for node, _ in [side for pair in self.sides for side in pair]:
            self.taken_as.update(taken_as(node, self.index))
        self._read()

    def _read(self):
        """What the project's programs set and pass: attributes, items, iterators."""
        self.set_to, self.items, self.lazy = {}, {}, set()
        for row in self.engine.found:
            tree = gen_text.parse(row["source"]) if row["origin"] in ("test", "doc") else None
            src = gen_text.Source("", row["source"], tree) if tree else None
            for node in gen_text.walk(tree) if tree else ():
                if isinstance(node, ast.Assign) and len(node.targets) == 1:
                    self._assigned(src, node.targets[0], node.value)
                elif isinstance(node, ast.Call):
                    for place, arg in arguments(node):
                        if isinstance(arg, ast.GeneratorExp) or isinstance(arg, ast.Call) and called(arg) in LAZY:
                            self.lazy.add((called(node), place))

    def _assigned(self, src, target, value):
        if isinstance(target, ast.Attribute) and not gen_text.is_private(target.attr) and movable(value):
            keep(self.set_to, target.attr, src.text(value))
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and movable(target.slice) and movable(value):
            keep(self.items, kind_of(src, target.value.id), (src.text(target.slice), src.text(value)))

    def kinds(self):
        """[(does the change speak of it?, what makes (row, text) of it)], the likely ones first."""
        own = {t.node for t in self.engine.targets}
        differ = lambda of: any(of(one) != of(other) for (one, _), (other, _) in self.sides)
        out = [(differ(handing) or any(map(COPIES.search, self.words)), self.handed),
               (differ(keeping) or any(map(KEEPS.search, self.words)), self.set),
               (any(func in own for _, func, _ in self.iterables()), self.gone)]
        return sorted(out, key=lambda one: not one[0])

    # ---- one object made of another
    def handed(self):
        return in_their_turn((row, self._handed(row, src)) for row, src in self.seeds)

    def _handed(self, row, src):
        body, count = src.tree.body, 0
        for at, node in enumerate(body):
            if not isinstance(node, (ast.Assign, ast.Expr)) or isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name):
                continue
            before = set(gen_text.BUILTINS).union(*[gen_text.stores(n) for n in body[:at]])
            for call in (n for n in gen_text.walk(node) if isinstance(n, ast.Call)):
                if not gen_text.loads(call) <= before or called(call) not in self.index.by_name and self._class(src, called(call)) is None:
                    continue
                for place, arg, cls in list(self._objects(call, body[:at])) + list(self._wrapped(call)):
                    if count < HANDED_MAX:
                        count += 1
                        yield from ((row, text) for text in self._pair(src, at, call, place, arg, cls))

    def _objects(self, call, before):
        """[(place, argument, None)] that are objects of the project, or lists, dicts and sets with a name."""
        for place, arg in arguments(call):
            made = arg
            if isinstance(arg, ast.Name):
                made = next((n.value for n in before[::-1] if isinstance(n, ast.Assign) and arg.id in gen_text.stores(n)), None)
            named = made is not arg
            if isinstance(made, ast.Call) and (named or called(made) in self.index.classes) or named and isinstance(made, CONTAINERS):
                yield place, arg, None

    def _wrapped(self, call):
        """[(place, argument, class)] that are written out where an object of a class may stand, as the change says."""
        for place, arg in arguments(call):
            cls = self.index.find_class(self.taken_as.get(place) or self.taken_as.get(self._named(call, place)))
            if cls is not None and isinstance(arg, (ast.List, ast.Dict, ast.Set)) and cls.name != called(call):
                yield place, arg, cls

    def _pair(self, src, at, call, place, arg, cls):
        """Programs in which one of the two is changed and the other one looked at."""
        one = self.index.public(cls.module.name, cls.qualname) if cls is not None else None
        if {"given", "result"} & gen_text.mentions(src.tree) or cls is not None and one is None:
            return
        head = [src.text(n) for n in src.tree.body[:at] if not gen_text.prints(n)]
        given = arg.id if isinstance(arg, ast.Name) else "given"
        if cls is not None and one.bound not in set().union(*map(gen_text.stores, src.tree.body[:at])):
            imports = [text for text in head if text.startswith(("import ", "from "))]
            head = gen_program.import_order(imports + gen_program.import_lines([one])) + [text for text in head if text not in imports]
        if given == "given":
            head.append("given = " + (src.text(arg) if cls is None else "%s(%s)" % (one.bound, src.text(arg))))
        head.append("result = " + src.text(call, [src.span(arg) + (given,)]))
        key = called(call), place, cls.name if cls is not None else called(arg) or kind_of(src, given)
        if key not in self.types:
            self.types[key] = self._types(head, given)
        from_, to = [self._kind(src, name) for name in self.types[key]]
        if not from_ or to in PENDING:
            return
        join = lambda *rows: "\n".join(head + list(rows)) + "\n"
        name = self._named(call, place)
        yield join("print(%s)" % given)
        ways = self.changes(to)
        if from_ in BUILT_IN and to not in BUILT_IN and to and name in self._attributes(self.index.find_class(to)):
            ways = ["%s." + name + way[2:] for way in BUILT_IN[from_][:1]] + ways
        back = self.changes(from_)
        for k in range(max(len(ways), len(back))):
            if k < len(ways):
                yield join(ways[k] % "result", "print(%s)" % given)
            if k < len(back) and to:
                yield join(back[k] % given, "print(result)")

    def _named(self, call, place):
        """The name of the parameter at a place of a call of a class, if anybody says; of a keyword its own."""
        cls = self.index.find_class(called(call)) if isinstance(place, int) else None
        params = self.index.constructor(cls) if cls is not None else None
        return place if isinstance(place, str) else next((p.name for p in (params or [])[place:place + 1] if p.how == "plain"), None)

    def _kind(self, src, name):
        """A type whose objects can be changed: a built-in one, a class of the project, or what one of the program's comes from; or ""."""
        cls = self._class(src, name)
        return cls.name if cls is not None else name if name in BUILT_IN or name in PENDING else ""

    def _types(self, head, given):
        if self.probed >= PROBED_MAX:
            return "", ""
        self.probed += 1
        rows = head + ["print(type(%s).__name__)" % given, "print(type(result).__name__)"]
        said = self.engine.guide.shown("\n".join(rows) + "\n").split()
        return tuple(said[-2:]) if len(said) > 1 else ("", "")

    def changes(self, kind, deep=True):
        """Statements that change an object of a type, with %s in its place."""
        cls = self.index.find_class(kind)
        if kind in BUILT_IN or cls is None:
            return list(BUILT_IN.get(kind, ()))
        out = []
        setitem = self.index.method(cls, "__setitem__")
        if setitem is not None:
            pairs = sum([self.items.get(c.name, []) for c in self.index.lineage(cls)], []) or self.items.get("") or []
            made = [[t for _, t in call.pairs] for call in self.sequences.maker.calls(setitem, "__setitem__", setitem.params)[:1]]
            out += ["%%s[%s] = %s" % tuple(one) for one in (pairs[-1:] or made) if len(one) == 2]
        out += ["%s" + text[len("result"):].replace("%", "%%") for text in self.sequences.changes_of(cls)]
        out += ["%%s.%s = %s" % (path, value.replace("%", "%%")) for path, value in self.sequences.settable(cls)]
        for name, held in self._held(cls) if deep else ():
            out += ["%s." + name + way[2:] for way in self.changes(held, False)[:2]]
        return [text for text in out if "\n" not in text][:WAYS_MAX]

    def _held(self, cls):
        """[(attribute, type)] of public attributes that the constructor makes an object for."""
        init = self.index.method(cls, "__init__")
        for node in gen_text.walk(init.node) if init is not None else ():
            if isinstance(node, ast.Assign) and own_attribute(node.targets[0]) and not gen_text.is_private(node.targets[0].attr):
                value = node.value
                kind = called(value) if isinstance(value, ast.Call) else {ast.List: "list", ast.Dict: "dict", ast.Set: "set"}.get(type(value), "")
                if kind in BUILT_IN or kind in self.index.classes and kind != cls.name:
                    yield node.targets[0].attr, kind

    # ---- an object that is set after it was asked
    def set(self):
        """Programs that speak of an attribute come before those that do not."""
        rows = [(row, list(self._set(row, src))) for row, src in self.seeds]
        return itertools.chain(*[in_turn([iter([made for near, made in some if near == wanted]) for row, some in rows if is_real(row) == real])
                                 for real in (True, False) for wanted in (True, False)])

    def _set(self, row, src):
        """(does the program speak of the attribute?, (row, text))"""
        asked = src.tree.body[-1]
        if not gen_text.prints(asked):
            return
        head = [src.text(n) for n in src.tree.body[:-1]]
        for node in gen_text.walk(asked):
            if not isinstance(node, ast.Attribute):
                continue
            made, edits, first = node.value, [], []
            if isinstance(made, ast.Call):
                cls, name = self._class(src, called(made)), gen_typed.variable(called(made) or "obj")
                edits, first = [src.span(made) + (name,)], ["%s = %s" % (name, src.expression(made))]
                if name in gen_text.mentions(src.tree):
                    continue
            elif isinstance(made, ast.Name):
                cls, name = self._class(src, kind_of(src, made.id)), made.id
            else:
                continue
            if cls is None:
                continue
            line = src.text(asked, edits)
            for attribute, value in self._values(cls, src):
                if attribute == node.attr:
                    continue
                near = attribute in row["source"]
                for way in dict.fromkeys(("%s.%s = %s" % (name, attribute, value), filled("%s.%s" % (name, attribute), value))):
                    if way:
                        yield near, (row, "\n".join(head + first + [line, way, line]) + "\n")
            return

    def _class(self, src, name):
        """The class of the project that a class of a program is or comes from."""
        for _ in range(4):
            cls = self.index.find_class(name)
            if cls is not None:
                return cls
            own = next((n for n in src.tree.body if isinstance(n, ast.ClassDef) and n.name == name), None)
            name = next((gen_text.dotted(b).split(".")[-1] for b in own.bases), "") if own is not None else ""
        return None

    def _values(self, cls, src):
        """(public attribute, text of a value): those that programs set, then those that constructors are given."""
        text = src.data.decode("utf-8", "surrogateescape")
        attributes = self._attributes(cls)
        for name in attributes:
            for value in [v for v in self.set_to.get(name, ()) if "= " + v not in text][:VALUES_MAX]:
                yield name, value
        for name in attributes:
            if name not in self.set_to:
                given = self.sequences.maker.literals.keyword
                values = [v for (_, word), some in sorted(given.items(), key=str) if word == name for v in some]
                for value in [v for v in values if "=" + v not in text][:VALUES_MAX - 1]:
                    yield name, value

    def _attributes(self, cls):
        out = []
        for c in self.index.lineage(cls):
            out += list(c.setters)
            out += [n.attr for n in gen_text.walk(c.node) if own_attribute(n) and isinstance(n.ctx, ast.Store)]
            out += [n for node in c.node.body if isinstance(node, (ast.Assign, ast.AnnAssign)) for n in sorted(gen_text.stores(node))]
        spoken = gen_text.WORD.findall(" ".join(text for side in self.sides for _, text in side))
        return sorted((name for name in dict.fromkeys(out) if not gen_text.is_private(name)), key=lambda name: name not in spoken)

    # ---- an iterator in the place of a list
    def iterables(self):
        """(name, function, parameter) of what the programs call and what takes any iterable: that is what the parameter is called,
        annotated or documented as, or a test passes a lazy one."""
        names = {called(n) for _, src in self.seeds for n in gen_text.walk(src.tree) if isinstance(n, ast.Call)}
        for name in sorted(names):
            cls = self.index.find_class(name)
            init = self.index.method(cls, "__init__") if cls is not None else None
            for func in self.index.by_name.get(name, []) + ([init] if init is not None else []):
                said = [row for row in func.doc.split("\n") if SAID.search(row)]
                for at, p in enumerate(func.params):
                    note = words_of(p.annotation) if p.annotation else set()
                    if p.how in ("positional", "plain", "keyword") and (
                            ITERABLE.search(p.name.lower()) or note & ITERABLES or {(name, at), (name, p.name)} & self.lazy
                            or any(p.name in gen_text.WORD.findall(row) for row in said)):
                        yield name, func, p

    def gone(self):
        own, taken = {t.node for t in self.engine.targets}, {}
        for name, func, p in self.iterables():
            if func in own or len(self.index.by_name.get(name, ())) < 2:    # of a name that many have nobody knows whose it is
                taken.setdefault(name, set()).update([p.name] + [func.params.index(p)] * (p.how != "keyword"))
        lists = lambda src: [src.edited([(node, "iter(%s)" % src.text(node))]) for node in self._lists(src, taken)]
        return in_their_turn((row, [(row, text) for text in lists(src)]) for row, src in self.seeds)

    @staticmethod
    def _lists(src, taken):
        """Lists, tuples and sets that a program hands to what takes any iterable, as they are passed."""
        out = []
        for call in (n for n in gen_text.walk(src.tree) if isinstance(n, ast.Call) and called(n) in taken):
            for place, arg in arguments(call):
                made = arg
                if isinstance(arg, ast.Name):
                    made = next((n.value for n in src.tree.body if isinstance(n, ast.Assign) and arg.id in gen_text.stores(n)), None)
                if place in taken[called(call)] and isinstance(made, (ast.List, ast.Tuple, ast.ListComp)) and getattr(made, "elts", True):
                    out.append(arg)
        return out


def is_real(row):
    return row["origin"] in gen_rank.REAL


def in_their_turn(rows):
    """One of each row's in turn, those of what the project itself does first. `rows`: (row, what is made of it)"""
    rows = list(rows)
    return itertools.chain(*[in_turn([iter(made) for row, made in rows if is_real(row) == real]) for real in (True, False)])


def called(call):
    return (gen_text.dotted(call.func).split(".")[-1] or getattr(call.func, "attr", "")) if isinstance(call, ast.Call) else ""


def arguments(call):
    """[(place or keyword, argument)]"""
    return list(enumerate(call.args)) + [(k.arg, k.value) for k in call.keywords if k.arg]


def movable(node):
    """Does it mean the same in another program?"""
    return gen_text.is_literal(node) and not isinstance(node, ast.Call)


def keep(table, key, value):
    rows = table.setdefault(key, [])
    if value not in rows and len(rows) < 16:
        rows.append(value)


def kind_of(src, name):
    """What makes the object of a name of a program: the last name of what is called, else nothing."""
    return next((called(n.value) for n in src.tree.body[::-1] if isinstance(n, ast.Assign) and name in gen_text.stores(n)), "")


def filled(path, text):
    """The statement that puts the items of a value into what is there, or None."""
    value = gen_text.value_of(text)
    return FILLED[type(value)] % (path, text) if value and type(value) in FILLED else None


def own_attribute(node):
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def sides(target):
    """[(tree or None, text)] of a changed function before and after, whichever of the two this side is."""
    mine = target.node.node if target.node is not None else None
    return (mine, target.info.src.text(mine) if mine is not None else ""), (gen_aim.only_function(target.other), target.other)


def taken_as(node, index):
    """{parameter: class of the project} that a function is annotated with or asks for by isinstance()."""
    given = {a.arg: a.annotation for a in gen_text.walk(node) if isinstance(a, ast.arg)} if node is not None else {}
    out = {name: sorted(words_of(note)) for name, note in given.items() if note is not None}
    for n in gen_text.walk(node) if given else ():
        if called(n) == "isinstance" and len(n.args) == 2 and getattr(n.args[0], "id", None) in given:
            out[n.args[0].id] = sorted(gen_text.mentions(n.args[1]))
    found = {name: next((w for w in words if w in index.classes), None) for name, words in out.items()}
    return {name: word for name, word in found.items() if word}


def words_of(note):
    """Names in an annotation, in one that is a text too."""
    return gen_text.mentions(note) | set(gen_text.WORD.findall(str(gen_text.value_of(note))))


def handing(node):
    """Statements by which a function keeps or gives what it was given as it is: `self.rows = other.rows or []`, `return self`."""
    given = {a.arg for a in gen_text.walk(node) if isinstance(a, ast.arg)} if node is not None else set()
    out = set()
    for n in gen_text.walk(node) if given else ():
        if isinstance(n, ast.Return) or isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Attribute):
            value = n.value
            parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else getattr(value, "values", None) or [value]
            out |= {ast.dump(part) for part in parts if gen_text.dotted(part).split(".")[0] in given}
    return out


def keeping(node):
    """Statements by which a function keeps what it worked out: on its object, or in what it neither was given nor made."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.name in ("__new__", "__setattr__"):
        return set()
    made = gen_text.stores(ast.Module(node.body, [])) | {a.arg for a in gen_text.walk(node.args) if isinstance(a, ast.arg)}
    out = set()
    for n in gen_text.walk(node):
        if isinstance(n, (ast.Attribute, ast.Subscript)) and isinstance(n.ctx, ast.Store):
            kept = own_attribute(n) and node.name != "__init__"
            table = isinstance(n, ast.Subscript) and (own_attribute(n.value) or isinstance(n.value, ast.Name) and n.value.id not in made)
            out |= {ast.dump(n)} if kept or table else set()
    return out
