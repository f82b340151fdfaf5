"""Options of an object: attributes that the conditions around a change ask for, set as they ask.

Many libraries are configured by plain attributes (`page = Page(); page.wide = False`), and their tests try few of them. An
option is public, set by the constructor or the class to a plain value that is no argument, hardly by other methods, and
not by a line of the change: what only one side has is nothing to both. Truth and comparisons with a constant are understood.
"""
import ast
import itertools

import gen_rank
import gen_text
from gen_index import Func

SEEDS_MAX = 12      # programs that get options
WAYS_MAX = 4        # places of a change that are led to
PLAIN = (bool, int, str)
STATE = 2           # what methods set in so many places is no option
NEXT = {ast.Gt: 1, ast.GtE: 0, ast.Lt: -1, ast.LtE: 0}


def ask(engine):
    """Real programs, or those that were made up, with the options of their objects that lead to the change."""
    for options in [Options(engine.index, target, engine.targets) for target in engine.targets]:
        rows = [r for r in engine.found if not r.get("broken") and options.ways and any(name in r["source"] for name in options.family)]
        rows.sort(key=lambda r: (r["origin"] not in gen_rank.REAL, -r["rank"]))
        made = ((row, texts) for row in rows for texts in [options.programs(row["source"])] if texts)
        engine.aim(((row, text) for row, texts in itertools.islice(made, SEEDS_MAX) for text in texts), "aimed")


class Options:
    def __init__(self, index, target, targets):
        """targets: all of the change."""
        func = target.node
        self.lines, self.family, self.ways = target.lines, target.family, []
        if isinstance(func, Func) and func.owner is not None and _own(func):
            changed = {line for t in targets if t.file == target.file for line in t.lines + t.touched}
            self.func, self.self, self.defaults = func, _own(func), _defaults(index, func.owner, changed)
            self.ways = self._ways()

    def _ways(self):
        """[{attribute: value}]: what leads to the changed lines, then the other value of each option that stands on them."""
        out = []
        for line in self.lines:
            way = {}
            self._lead(self.func.node.body, line, way)
            if len(out) < WAYS_MAX:
                out.append(way)
        for node in gen_text.walk(self.func.node):
            if self._is_option(node) and node.lineno in self.lines:
                for wanted in (True, False):
                    out.append({})
                    self._ask(node, wanted, out[-1])
        out = [{a: v for a, v in way.items() if repr(self.defaults[a]) != repr(v)} for way in out]
        return [way for i, way in enumerate(out) if way and way not in out[:i]]

    def _is_option(self, node):
        return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self.self \
            and node.attr in self.defaults

    def _lead(self, block, line, way):
        """What has to hold on the way to a line of the block, as far as options decide it."""
        for one in block:
            if one.lineno <= line <= one.end_lineno:
                parts = [getattr(one, name, None) or [] for name in ("body", "orelse", "finalbody")]
                parts += [h.body for h in getattr(one, "handlers", ())]
                for i, part in enumerate(parts):
                    if isinstance(part, list) and part and part[0].lineno <= line <= part[-1].end_lineno:
                        if isinstance(one, (ast.If, ast.While)):
                            self._ask(one.test, i == 0, way)
                        self._lead(part, line, way)
                return
            if isinstance(one, ast.If) and isinstance(one.body[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break)):
                self._ask(one.test, False, way)

    def _ask(self, test, wanted, way):
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._ask(test.operand, not wanted, way)
        if isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.And) == wanted:      # all of them, else any of them
                for one in test.values:
                    self._ask(one, wanted, way)
        elif self._is_option(test):
            default = self.defaults[test.attr]
            if not isinstance(default, PLAIN) or bool(default) != wanted:
                way[test.attr] = {int: int(wanted), str: "x" * wanted}.get(type(default), wanted)
        elif isinstance(test, ast.Compare) and len(test.ops) == 1 and self._is_option(test.left) and isinstance(gen_text.value_of(test.comparators[0]), PLAIN):
            value, op = gen_text.value_of(test.comparators[0]), type(test.ops[0])
            if wanted == (op in (ast.Eq, ast.Is)) and op in (ast.Eq, ast.Is, ast.NotEq, ast.IsNot):
                way[test.left.attr] = value
            elif wanted and op in NEXT and type(value) is int:
                way[test.left.attr] = value + NEXT[op]
        return None

    def programs(self, seed):
        """The texts of a program whose object of the class is given options."""
        tree = gen_text.parse(seed)
        for node in tree.body if tree else ():
            made = isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Name)
            if made and gen_text.dotted(node.value.func).split(".")[-1] in self.family:
                name = node.targets[0].id
                return [_with(seed, tree, node, name, way) for way in self.ways]
        return []


def _with(seed, tree, made, name, way):
    """The program with options set below the line that makes the object; those it sets itself give way."""
    lines, way = seed.split("\n"), dict(way)
    for node in reversed(tree.body):
        set_to = isinstance(node, ast.Assign) and gen_text.dotted(node.targets[0]) or ""
        if node.lineno > made.end_lineno and set_to.startswith(name + ".") and set_to[len(name) + 1:] in way:
            lines[node.lineno - 1:node.end_lineno] = []
    lines[made.end_lineno:made.end_lineno] = ["%s.%s = %r" % (name, a, v) for a, v in way.items()]
    return "\n".join(lines)


def _own(method):
    """What a method calls its object, or None."""
    args = method.node.args.posonlyargs + method.node.args.args
    return args[0].arg if args and not method.has("staticmethod") and not method.has("classmethod") else None


def _defaults(index, cls, changed):
    """{option: its default, or the node that says it}"""
    out, state = {}, {}
    for one in reversed(index.lineage(cls)):
        for node in one.node.body:
            out.update(_sets(node, None) if one is not cls or node.lineno not in changed else ())
        for method in one.methods.values():
            owner, given = _own(method), {p.name for p in method.params}
            for node in gen_text.walk(method.node) if owner else ():
                for name, value in _sets(node, owner):
                    if method.name != "__init__" or isinstance(value, ast.Name) and value.id in given or one is cls and node.lineno in changed:
                        state[name] = state.get(name, 0) + (1 if method.name != "__init__" else STATE)
                    else:
                        out[name] = value
    return {name: value for name, value in out.items() if state.get(name, 0) < STATE and not gen_text.is_private(name)
            and isinstance(value, (*PLAIN, ast.Name, ast.Attribute))}


def _sets(node, owner):
    """(name, value) of what a statement sets: names where `owner` is None, else attributes of it."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return []
    out = []
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        for one in getattr(target, "elts", [target]):
            own = isinstance(one, ast.Name) if owner is None else isinstance(one, ast.Attribute) and gen_text.dotted(one.value) == owner
            if own:
                value = node.value.value if isinstance(node.value, ast.Constant) else node.value
                out.append((one.id if owner is None else one.attr, value))
    return out
