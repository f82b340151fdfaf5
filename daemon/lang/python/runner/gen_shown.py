"""Objects of a changed class that the project's programs show, whoever made them: `parse(text)["a"]` gives a Number, and no
line says so. Which they are only a run tells; then they are asked for what changed, and for what a class loses without a
method of its own changing: to be equal to itself and to be a key.
"""
import re

import gen_program
import gen_steps
import gen_text
import gen_typed
from gen_index import Class
from gen_sequence import is_print

CALLED = re.compile(r"\.(\w+)\(")
PROBED_MAX = 32     # programs that are asked for the types of what they show, a trial each
EACH_MAX = 2        # expressions that are used for one target
LATE = 0.56         # of the budget
ASKED = ("print(%s == %s)", "print(%s in {%s})")
MADE = frozenset(("__eq__", "__hash__", "__new__"))


def probe(text):
    """(text that prints the names of the classes of what `text` prints instead of it, the expressions, what stands before
    the first of them), or None."""
    tree = gen_text.parse(text)
    if tree is None:
        return None
    src = gen_text.Source("", text, tree)
    shown = [node for node in tree.body if is_print(node)]
    if not shown:
        return None
    asked = [src.expression(node.value.args[0]) for node in shown]
    head = text[:len(src.data[:src.span(shown[0])[0]].decode("utf-8", "surrogateescape"))]
    return head + "".join("print(*[c.__name__ for c in type(%s).__mro__])\n" % one for one in asked), asked, head


class Shown:
    """Of one engine: its programs, its run and its targets."""

    def __init__(self, engine, maker):
        self.engine, self.maker = engine, maker

    def ask(self):
        index, used = self.engine.index, {}
        targets = [(t, t.owner_class(index)) for t in self.engine.targets if t.node is not None]
        targets = [(t, cls) for t, cls in targets if cls is not None]
        if not targets or not self.engine.guide.active:
            return
        for row, head, classes, text in sorted(self._shown(), key=lambda one: len(one[1]) + 2 * len(one[3])):
            for target, cls in targets:
                mine = used.setdefault(target.name, set())
                if cls.name in classes and text not in mine and len(mine) < EACH_MAX:
                    mine.add(text)
                    for lines in self._uses(target.node, text):
                        self._offer(row, head + "\n".join(lines) + "\n", target)

    def _shown(self):
        """(row, set-up, names of the classes of what an expression gives, the expression)"""
        rows = [r for r in self.engine.found if r["origin"] in ("test", "doc")]
        for row in sorted(rows, key=lambda r: (-r["near"], r["deep"]))[:PROBED_MAX]:
            if self.engine.deadline.passed(LATE):
                return
            text, asked, head = probe(row["source"]) or ("", (), "")
            said = self.engine.guide.shown(text) if asked else ""
            for line, one in zip(said.split("\n"), asked):
                if not any(gen_steps.MUTATORS.match(name) for name in CALLED.findall(one)):
                    yield row, head, set(line.split()), one

    def _uses(self, func, text):
        """Lines that ask it for what changed."""
        if isinstance(func, Class) or func.name in MADE:
            yield from ([form % (text, text)] for form in ASKED)
        if isinstance(func, Class) or func.name in gen_typed.MAKING or gen_text.is_private(func.name) and not func.name.startswith("__"):
            return
        for call in self.maker.calls(func, func.name, func.params)[:3]:
            if all(self.maker.imports(t) == [] for _, t in call.pairs):
                more, shown = self.maker.use(func, text, call)
                yield more + shown

    def _offer(self, row, text, target):
        engine = self.engine
        if text not in engine.known and not gen_program.fault(text):
            engine.known.add(text)
            engine.count("made_shown")
            # what has no line of its own that changed is tried all the same
            engine.found.append(dict(row, source=text, origin="mutated", pile="shown", legality="plausible", target=target.name,
                                     near=3, rank=3, reach=None, hopeful=True, own=engine.api.is_own(text)))
