"""What the changed code gave, handed to the functions beside it, and what those give, handed to it: who else relies on what it is
like, and what one of them writes and the other one reads.
"""
import ast

import gen_program
import gen_text
from gen_sequence import is_print

CHAINED_MAX = 8          # programs whose results are handed on
BESIDE_MAX = 16          # functions that they are handed to
EACH_MAX = 3             # programs of one function


class Chains:
    def __init__(self, engine, until):
        """`until`: this share of the budget is theirs."""
        self.engine, self.index, self.until = engine, engine.index, until
        found = [r for r in engine.found if r.get("reach") and r["way"][1] == "ok"]
        self.rows = engine.guide.varied(found)[:CHAINED_MAX]
        # a function that changed itself is asked for itself: between two of them nobody could tell which did it
        changed = {id(t.node) for t in engine.targets}
        self.beside = [f for f in self.takers(self._modules()) if id(f) not in changed][:BESIDE_MAX]

    def ask(self):
        self.handed_on()
        self.handed_back()

    def _modules(self):
        modules = [t.module for t in self.engine.targets if t.module in self.index.modules]
        packages = {name.rpartition(".")[0] for name in modules}
        return dict.fromkeys(modules + [m for m in sorted(self.index.modules) if m.rpartition(".")[0] in packages])

    def handed_on(self):
        makers = self._makers({func.name for func in self.beside})
        for func in self.beside:
            self._try((_meant(row, makers.get(func.name), _asked(row)), self.of_chain(row["source"], func)) for row in self.rows)

    def _makers(self, names):
        """{function: names of those whose results real programs hand to it}, without functions that are given anything else too."""
        out = {}
        for row in [r for r in self.engine.found if r["origin"] in ("test", "doc", "call") and any(n in r["source"] for n in names)]:
            for call in gen_text.walk(gen_text.parse(row["source"])):
                if isinstance(call, ast.Call) and call.args and _called(call) in names:
                    out.setdefault(_called(call), set()).add(_called(call.args[0]))
        known = self.index.by_name.keys()
        return {name: makers for name, makers in out.items() if makers <= known}

    def handed_back(self):
        """Of functions that take one thing."""
        names = [t.node.name for t in self.engine.targets if t.node is not None and getattr(t.node, "owner", self) is None]
        makers = self._makers(set(names))
        for func in self.beside if names else ():
            self._try((_meant(row, makers.get(name), func.name), self.of_return(row["source"], name, func)) for row in self.rows for name in names)

    def _try(self, made):
        """Those that cannot take it fail at once, and are not asked again."""
        engine, kept = self.engine, 0
        for row, text in made:
            if kept >= EACH_MAX or engine.deadline.passed(self.until):
                return
            if text is None or text in engine.known or gen_program.fault(text):
                continue
            engine.known.add(text)
            legality = "plausible" if row["legality"] == "seen" else row["legality"]
            new = dict(row, source=text, origin="mutated", pile="sequence", legality=legality, reach=None, own=engine.api.is_own(text))
            del new["way"]
            engine.guide.run(new)
            if (new.get("way") or (None, None))[1] != "ok":     # not run: nobody knows
                return
            engine.count("made_chain")
            engine.found.append(new)
            kept += 1

    def takers(self, modules):
        """Public functions of these modules that may be given one result: the rest of their parameters is optional."""
        out = []
        for name in modules:
            for func in self.index.modules[name].functions.values():
                plain = func.owner is None and "." not in func.qualname and not gen_text.is_private(func.name)
                if plain and len([p for p in func.params if p.required]) == 1 and func.params[0].required \
                        and func.params[0].how in ("plain", "positional") and not isinstance(func.node, ast.AsyncFunctionDef) \
                        and not func.has("fixture") and not func.has("contextmanager") \
                        and self.index.public(name, func.name) is not None:
                    out.append(func)
        return out

    def of_chain(self, text, func):
        """The text of a program that hands what the last print of `text` showed to another function, or None."""
        tree = gen_text.parse(text)
        one = self.index.public(func.module.name, func.name)
        if tree is None or not tree.body or not is_print(tree.body[-1]) or func.name in gen_text.mentions(tree.body[-1]):
            return None
        src = gen_text.Source("", text, tree)
        shown = tree.body[-1].value.args[0]
        if not isinstance(shown, ast.Call) or gen_text.dotted(shown.func) in gen_text.BUILTINS:
            return None
        bound = set().union(set(), *[gen_text.stores(n) for n in tree.body])
        is_import = lambda n: isinstance(n, (ast.Import, ast.ImportFrom))
        imports = [src.text(n) for n in tree.body if is_import(n)]
        new = gen_program.import_lines([one])
        if one.bound in bound and new[0] not in imports and not any(
                isinstance(n, ast.ImportFrom) and n.module == one.module and one.bound in gen_text.stores(n) for n in tree.body):
            return None
        rest = [src.text(n) for n in tree.body[:-1] if not is_import(n)]
        imports = gen_program.import_order(imports + (new if one.bound not in bound else []))
        asked = "print(%s(%s))" % (one.bound if one.name else "%s.%s" % (one.bound, func.name), src.expression(shown))
        return "\n".join(imports) + "\n\n" + "\n".join(rest + [asked]) + "\n"

    def of_return(self, text, name, func):
        """The text of a program whose last question hands a call of `name` its first argument; here it is what `func` makes
        of that, or None: what one function writes the other one reads."""
        tree = gen_text.parse(text)
        one = self.index.public(func.module.name, func.name)
        if tree is None or not tree.body or not is_print(tree.body[-1]) or func.name in gen_text.mentions(tree) or one is None or not one.name:
            return None
        src = gen_text.Source("", text, tree)
        call = next((n for n in gen_text.walk(tree.body[-1]) if isinstance(n, ast.Call) and n.args and _called(n) == name and not isinstance(n.args[0], ast.Starred)), None)
        if call is None:
            return None
        asked = src.text(tree.body[-1], [src.span(call.args[0]) + ("%s(%s)" % (one.bound, src.text(call.args[0])),)])
        rows = [src.text(n) for n in tree.body[:-1]]
        imports = [row for row in rows if row.startswith(("import ", "from "))]
        added = gen_program.import_order(imports + gen_program.import_lines([one]))
        return "\n".join(added) + "\n\n" + "\n".join([row for row in rows if row not in imports] + [asked]) + "\n"


def _called(node):
    """The name of what is called, "" for anything else."""
    return gen_text.dotted(getattr(node, "func", None)).split(".")[-1]


def _asked(row):
    """The name of what a program calls last."""
    shown = gen_text.parse(row["source"]).body[-1]
    return _called(shown.value.args[0]) if is_print(shown) else ""


def _meant(row, makers, maker):
    """The program, as one of which nobody knows whether it is allowed where real ones hand the results of `makers` alone."""
    return dict(row, legality="unknown") if makers and maker not in makers else row
