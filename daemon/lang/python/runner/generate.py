"""Tests without a model: the runner's `generate` command (PROTOCOL.md).

Sources: calls of the project's own tests and documentation cut down to what they need, call
sites, calls made up from signatures, boundary values, and neighbours of what was mined.
Deterministic for a seed unless the time budget ends it early, and nothing of the project is
executed: it reads source, and modules that are loaded already.

Stand-alone, for people: python3 generate.py ROOT MODULE QUALNAME FILE [LINE...]
"""
import ast
import importlib.util
import json
import posixpath
import random
import resource
import sys
import time

import gen_api
import gen_docs
import gen_env
import gen_guide
import gen_index
import gen_literals
import gen_mutate
import gen_program
import gen_rank
import gen_sequence
import gen_tests
import gen_text
from gen_index import Class
from gen_typed import Maker

TARGETS_MAX = 60
TEST_FILES_MAX = 400
PER_TARGET_MAX = 160     # made-up programs of one target
SEEDS_MAX = 120          # mined programs that are mutated
BUSY = 1.6
OWN_SHARE = 20           # one in so many is kept for candidates that the other side has no names for
SEQUENCED_MAX = 3        # entrances of one target that are called in sequences
RECEIVERS_MAX = 40       # mined programs whose objects a changed method is called on
AROUND_MAX = 20          # files whose comparisons and marks are looked at
RESULTS_MAX = 30         # programs whose result is changed or asked for again
CALLERS_MAX = 8          # public functions a private target is reached through


def worked():
    """Processor seconds of this process and of the tests it ran."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


class Deadline:
    """A budget of work. On a busy machine that takes longer: by the clock it ends at BUSY times the budget."""

    def __init__(self, budget_ms, clock=time.monotonic, work=worked):
        self.clock, self.work, self.budget = clock, work, max(0.2, budget_ms / 1000.0)
        self.start, self.worked = clock(), work()

    def passed(self, share=1.0):
        return self.work() - self.worked > self.budget * share or self.clock() - self.start > BUSY * self.budget * share


class Target:
    """A changed function, as the request names it, and what the index knows of it."""

    def __init__(self, row, index):
        self.module, self.qualname = row.get("module") or "", row.get("qualname") or ""
        self.name = row.get("name") or ".".join(p for p in (self.module, self.qualname) if p)
        self.file, self.lines = row.get("file") or "", [n for n in row.get("lines") or () if isinstance(n, int)]
        self.literals = row.get("literals") or []
        self.caller = row.get("caller") or ""
        info = index.modules.get(self.module)
        self.info = info
        self.node = None
        if info:
            self.node = info.functions.get(self.qualname) or info.classes.get(self.qualname)
        last = self.qualname.split(".")[-1]
        self.names = {last} - {""}
        if info and not self.qualname:      # a module's own code: who uses the names it sets?
            changed = [n for n in info.src.tree.body if any(n.lineno <= i <= n.end_lineno for i in self.lines)]
            self.names = set().union(set(), *[gen_text.stores(n) for n in changed])
            last = sorted(self.names)[0] if self.names else ""
        cls = self.owner_class(index)
        self.special = (last.startswith("__") and last.endswith("__")) or isinstance(self.node, Class)
        self.family = {cls.name} if cls else set()
        if cls:
            self.family |= {c.name for c in index.subclasses(cls)}
        name = (cls.name if cls else "") if self.special else last
        self.words = (name, cls.name if cls else None)

    def owner_class(self, index):
        if isinstance(self.node, Class):
            return self.node
        if self.node is not None and self.node.owner is not None:
            return self.node.owner
        parts = self.qualname.split(".")
        return index.find_class(parts[-2]) if len(parts) > 1 else None


def relatives(target, index):
    """{name: steps}: who reaches the target, by name, up to three steps away."""
    out, own = {}, target.names
    front = own if not target.special else ({target.words[0]} - {""}) | target.family
    for steps in (1, 2, 3):
        found = set()
        for word in front:
            for one in index.mentioned_by.get(word, ()):
                names = [one.name]
                owner = getattr(one, "owner", None)
                if owner is not None:
                    names = [owner.name] if one.name.startswith("__") else [one.name, owner.name]
                found.update(n for n in names if n not in out and n not in own)
        for name in found:
            out[name] = steps
        front = found
        if len(out) > 200:
            break
    return out


def entrances(target, index):
    """The public functions and classes to call for a target: itself, or who reaches it."""
    node = target.node
    public = node is not None and not any(gen_text.is_private(p) for p in node.qualname.split(".")) \
        and index.public(node.module.name, node.qualname.split(".")[0]) is not None \
        and (node.qualname.count(".") == 0 or node.qualname.split(".")[0] in node.module.classes
             and node.qualname.count(".") == 1)
    if public:
        cls = target.owner_class(index)
        extra = [c for c in index.subclasses(cls) if not gen_text.is_private(c.name)] if cls else []
        return [(node, None, 0)] + [(node, c, 1) for c in extra[:3]]
    out, seen, front = [], set(), sorted(target.names)
    known = index.functions.get(target.caller)
    if known is not None:
        out.append((known, None, 0))
        seen.add(id(known))
    family = [c for c in [target.owner_class(index)] if c]
    for depth in (1, 2, 3):
        found = []
        for word in front:
            for one in index.mentioned_by.get(word, ()):
                if id(one) in seen or one is node:
                    continue
                seen.add(id(one))
                found.append(one)
        for one in found:
            parts = one.qualname.split(".")
            if not any(gen_text.is_private(p) for p in parts) and index.public(one.module.name, parts[0]):
                owner = getattr(one, "owner", None)
                # a base class's public method reaches the override of the target's class
                classes = [c for c in family if owner is not None and owner in index.lineage(c)
                           and "." not in c.qualname]
                out.append((one, classes[0] if classes else None, depth if not classes else 0))
        front = [one.name for one in found if one.name != "__init__"]
        front += [one.owner.name for one in found if getattr(one, "owner", None) and one.name.startswith("__")]
        if len(out) >= CALLERS_MAX:
            break
    if family and "." not in family[0].qualname:
        out.append((family[0], None, 1))
    return sorted(out, key=lambda row: row[2])[:CALLERS_MAX]


class Engine:
    def __init__(self, request, session=None):
        self.request = request
        self.guide = gen_guide.Guide(session)
        self.deadline = Deadline(request.get("budget_ms") or 5000)
        self.most = max(1, min(int(request.get("max") or 200), 5000))
        self.rng = random.Random(int(request.get("seed") or 0))
        self.root = request.get("root") or "/repo"
        self.rows = [r for r in request.get("targets") or () if isinstance(r, dict)][:TARGETS_MAX]
        self.own_first = request.get("own_first") is True
        self.stats, self.found = {}, []
        self.known, self.modules_there = set(), {}

    def count(self, key, n=1):
        self.stats[key] = self.stats.get(key, 0) + n

    # ---- reading
    def prepare(self):
        paths = gen_index.walk(self.root)
        self.roots, tops = self._roots()
        tests = [p for p in self.request.get("tests") or () if isinstance(p, str)]
        if not tests:
            tests = [p for p in paths if gen_index.is_test(p)]
        docs = [p for p in self.request.get("docs") or () if isinstance(p, str)]
        if not docs:
            docs = [p for p in paths if gen_index.DOC_FILE.search(p) or "example" in p.split("/")[0]]
        self.tests, self.docs = tests[:TEST_FILES_MAX], docs[:TEST_FILES_MAX]
        helpers = [p for p in paths if gen_index.is_test(p)]
        own = [p for p in paths if p.endswith(".py") and any(p == t + ".py" or p.startswith(t + "/") for t in tops)
               and p not in set(helpers)]
        read = lambda path: gen_text.read(self.root, path)
        self.files = gen_env.Files(read, set(self.tests) | set(helpers), self.roots)
        self.index = gen_index.Index(self.files, own, self.roots, self.deadline)
        self.targets = [Target(row, self.index) for row in self.rows]
        self.relatives = [relatives(t, self.index) for t in self.targets]
        self.near = self._near()
        self.api = gen_api.Api(self.request.get("api"), self.index)

    def _roots(self):
        """Import roots and the top folders of the packages, from the targets' files and modules."""
        roots, tops = set(), set()
        for row in self.rows:
            path, module = row.get("file") or "", row.get("module") or ""
            stem = path[:-3] if path.endswith(".py") else path
            stem = stem[:-len("/__init__")] if stem.endswith("/__init__") else stem
            tail = module.replace(".", "/")
            if module and (stem == tail or stem.endswith("/" + tail)):
                root = stem[:-len(tail)].rstrip("/")
                roots.add(root)
                tops.add(posixpath.join(root, tail.split("/")[0]))
        return sorted(roots) or [""], sorted(tops)

    def _near(self):
        numbers, strings = [], []
        for t in self.targets:
            more = gen_literals.near_change(t.info.src if t.info else None, t.lines, t.literals)
            numbers += [n for n in more[0] if n not in numbers]
            strings += [s for s in more[1] if s not in strings]
        return numbers[:16], strings[:16]

    def read_literals(self):
        self.literals = gen_literals.Literals()
        for module in self.index.modules.values():
            self.literals.scan(module.src)
        for path in self._by_interest(self.tests):
            if self.deadline.passed(0.35):
                self.count("files_skipped")
                continue
            src = self.files.source(path)
            if src is None:
                self.count("files_unreadable")
                continue
            self.literals.scan(src)
            for node in src.nodes:
                if isinstance(node, ast.ImportFrom) and not node.level and node.module \
                        and node.module.split(".")[0] in self.index.tops:
                    for a in node.names:
                        self.index.note_import(node.module, a.name)
        self.pool = {}
        for text in sorted(self.literals.strings):
            self.pool.setdefault(gen_mutate.shape(text), []).append(text)

    def _by_interest(self, paths):
        """Files that name a target come first: time may end before the list does."""
        words = {w for t in self.targets for w in [t.words[0], t.words[1]] if w}
        stems = {t.module.split(".")[-1] for t in self.targets}
        edited = set(p for p in self.request.get("changed_tests") or () if isinstance(p, str))

        def rank(path):
            text = gen_text.read(self.root, path) or ""
            near = sum(text.count(w) for w in words)
            return (path not in edited, -(near + (5 if any(s in path for s in stems) else 0)), path)

        return sorted(paths, key=rank)

    # ---- keeping
    def offer(self, program, bonus=None, rank=None, pile=None):
        """Keep a program for the target it is nearest to. bonus: (target, nearness) when it is known;
        pile: of what kind it counts as, if not its origin."""
        if program is None:
            return None
        text = program.render()
        if text in self.known:
            self.count("duplicate")
            return None
        self.known.add(text)
        why = gen_program.fault(text)
        if why:
            self.count("dropped_" + why[0])
            return None
        if not any(i.module.split(".")[0] in self.index.tops for i in program.imports.values()):
            self.count("dropped_foreign")
            return None
        if not all(self._importable(i.module.split(".")[0]) for i in program.imports.values()):
            self.count("dropped_missing")
            return None
        words = gen_rank.words_of(text)
        scores = [gen_rank.nearness(words, t, r) for t, r in zip(self.targets, self.relatives)]
        best = max(scores)
        at = scores.index(best)
        if bonus is not None:
            at, best = bonus
        row = {"source": text, "origin": program.origin, "legality": program.legality, "where": program.where,
               "target": self.targets[at].name, "near": best, "rank": best if rank is None else rank,
               "deep": text.count("\n"), "imports": program.imports, "own": self.api.is_own(text),
               "pile": pile}
        self.found.append(row)
        self.count("made_" + row["origin"])
        return row

    def _importable(self, top):
        """Is there such a module? Only looked for, never loaded."""
        if top not in self.modules_there:
            try:
                self.modules_there[top] = top in self.index.tops or top in sys.modules \
                    or importlib.util.find_spec(top) is not None
            except (ImportError, ValueError, AttributeError):
                self.modules_there[top] = False
        return self.modules_there[top]

    # ---- sources
    def from_tests(self):
        """Test functions that name a target or its kin, or speak of what changed, come first; the
        others only while little is found."""
        cases = []
        for path in self._by_interest(self.tests):
            if self.deadline.passed(0.3):
                self.count("files_skipped")
                break
            module = self.files.module(path)
            cases += gen_tests.cases(module) if module else ()
        weights = gen_rank.Weights([gen_tests.plain_words(c) for c in cases], self._changed_words())
        rows = []
        for i, case in enumerate(cases):
            near = self._nearness(gen_tests.words(case))
            edited = case.module.src.path in (self.request.get("changed_tests") or ())
            rows.append((-near - 2 * weights.of(gen_tests.plain_words(case)) - 0.5 * edited, i, near, case))
        for rank, _, near, case in sorted(rows, key=lambda row: row[:2]):
            enough = self.stats.get("made_test", 0) > (gen_rank.FEW if near == 0 else 4 * self.most)
            if enough or self.deadline.passed(0.5):
                self.count("tests_skipped")
                if self.deadline.passed(0.5):
                    return
                continue
            try:
                for program in gen_tests.programs(case):
                    self.offer(program, rank=-rank)
            except (RecursionError, ValueError, IndexError, AttributeError):
                self.count("tests_not_understood")

    def _changed_words(self):
        """Words of the statements that changed."""
        out = set()
        for target in self.targets:
            if target.info is not None:
                out |= gen_text.words_at(target.info.src, target.lines)
            out.update(w for text in target.literals for w in gen_text.WORD.findall(str(text)))
        return out

    def _nearness(self, words):
        return max([gen_rank.nearness(words, t, r) for t, r in zip(self.targets, self.relatives)] + [0])

    def _public_name(self, name):
        """What a README takes for granted: a public name of the project."""
        for top in sorted(self.index.tops):
            if name == top:
                return gen_program.Import(top)
        for module in sorted(self.index.modules, key=lambda m: (m.count("."), m)):
            info = self.index.modules[module]
            if name in info.functions or name in info.classes:
                return self.index.public(module, name)
        found = gen_literals.imports_for(name)
        return found[0] if found else None

    def from_docs(self):
        for path in self.docs:
            if self.deadline.passed(0.7):
                return self.count("docs_skipped")
            text = gen_text.read(self.root, path)
            if text is None:
                continue
            pieces = [(1, text)] if path.endswith(".py") else gen_docs.snippets(path, text)
            self._page(path, pieces, self._public_name)
        for module in self.index.modules.values():
            if self.deadline.passed(0.72):
                return
            for node in module.src.nodes:
                if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Module)):
                    doc = ast.get_docstring(node)
                    if doc and ">>>" in doc:
                        known = lambda name, m=module: self._module_name(m, name)
                        pieces = gen_docs.prompts(doc)
                        self._page(module.src.path, pieces, known, getattr(node, "lineno", 1))

    def _module_name(self, module, name):
        if name in module.functions or name in module.classes:
            return self.index.public(module.name, name)
        return self._public_name(name)

    def _page(self, path, pieces, public, offset=0):
        page = gen_docs.Page(path, pieces, offset)
        near = [self._nearness(words) for words in page.words()]
        if max(near + [0]) == 0 and self.stats.get("made_doc", 0) > gen_rank.FEW:
            return
        try:
            for program in gen_docs.programs(page, public):
                self.offer(program)
        except (RecursionError, ValueError, IndexError, AttributeError):
            self.count("docs_not_understood")

    def from_calls(self, maker):
        """Call sites of a target with nothing but literals."""
        for at, target in enumerate(self.targets):
            func = target.node
            if func is None or isinstance(func, Class) or func.owner is not None:
                continue
            for args, words, path, line in self.literals.calls.get(func.name, ())[:40]:
                if gen_index.is_test(path):
                    continue    # mined with what is around it already
                text = "%s(%s)" % (func.name, ", ".join(list(args) + ["%s=%s" % w for w in words]))
                program = maker.program(func, "call", "seen", ["print(%s)" % text], [text])
                if program is not None:
                    program.where = "%s:%d" % (path, line)
                    self.offer(program, bonus=(at, 3))

    def from_signatures(self, maker):
        for at, target in enumerate(self.targets):
            if target.info is None:
                self.count("targets_unknown")
                continue
            made = 0
            for node, cls, far in entrances(target, self.index):
                if self.deadline.passed(0.85):
                    return self.count("signatures_skipped")
                programs = maker.of_method(node, cls, target.lines) if cls is not None \
                    and not isinstance(node, Class) else maker.of(node, target.lines)
                for program in programs or ():
                    if made >= PER_TARGET_MAX:
                        break
                    if self.offer(program, bonus=(at, max(1, 3 - far))):
                        made += 1

    def from_sequences(self, sequences):
        for at, target in enumerate(self.targets):
            for node, cls, far in entrances(target, self.index)[:SEQUENCED_MAX]:
                if self.deadline.passed(0.85):
                    return self.count("sequences_skipped")
                if isinstance(node, Class):
                    programs = sequences.of_method(None, node)
                elif cls or node.owner:
                    programs = sequences.of_method(node, cls or node.owner)
                else:
                    programs = sequences.of_function(node)
                for program in programs:
                    self.offer(program, bonus=(at, max(1, 3 - far)), pile="sequence")

    def from_receivers(self, sequences):
        """Changed methods on objects that the project's tests make."""
        mined = [r for r in self.found if r["origin"] in ("test", "doc")]
        mined.sort(key=lambda r: (-r["near"], r["deep"]))
        for at, target in enumerate(self.targets):
            func, cls = target.node, target.owner_class(self.index)
            if cls is None or func is None or isinstance(func, Class) or gen_text.is_private(func.name):
                continue
            made = 0
            for row in mined[:RECEIVERS_MAX]:
                for text in sequences.of_receiver(row["source"], func, cls) if made < RECEIVERS_MAX else ():
                    if text not in self.known and not gen_program.fault(text):
                        self.known.add(text)
                        self.count("made_receiver")
                        made += 1
                        self.found.append(dict(row, source=text, origin="typed", pile="sequence", legality="plausible",
                                               target=target.name, near=3, rank=3, own=self.api.is_own(text)))

    def from_results(self, sequences):
        """What ran and reached the change, with its result asked for again or changed. Costs a trial each."""
        rows = self.guide.varied([r for r in self.found if r.get("reach") and r["way"][1] == "ok"])
        for row in rows[:RESULTS_MAX]:
            for text in sequences.of_result(row["source"], row["stdout"]):
                if self.deadline.passed(0.85):
                    return
                if text not in self.known and not gen_program.fault(text):
                    self.known.add(text)
                    self.count("made_sequence")
                    legality = "plausible" if row["legality"] == "seen" else row["legality"]
                    new = dict(row, source=text, origin="mutated", pile="sequence", legality=legality, reach=None)
                    self.guide.run(new)
                    self.found.append(new)

    def keywords(self, maker):
        """{callable: [(keyword, value)]} a mutated call may be given, for the targets and their kin.
        Those the changed lines speak of come first, then one value of each: few of many are tried."""
        out, words = {}, self._changed_words()
        parts = {part for w in words for part in w.split("_")}
        for target in self.targets:
            node, cls = target.node, target.owner_class(self.index)
            groups = []
            if node is not None and not isinstance(node, Class) and node.owner is None:
                groups.append((node.name, node, node.params))
            if cls is not None:
                names = [cls] + self.index.subclasses(cls)[:6]
                groups += [(c.name, self.index.method(c, "__init__"), self.index.constructor(c) or []) for c in names]
                if node is not None and not isinstance(node, Class) and not target.special:
                    groups.append((node.name, node, node.params))
            for name, func, params in groups:
                rows = out.setdefault(name, [])
                for i, p in enumerate(params):
                    if p.required or p.how in ("star", "stars", "positional") or p.name.startswith("_"):
                        continue
                    far = 0 if p.name in words else 1 if p.name in parts else 2
                    for k, (text, _) in enumerate(maker.good(func, name, i, p)[:3]):
                        if all(hasattr(sys.modules["builtins"], n) for n in gen_text.loads(gen_text.parse(text))):
                            rows.append((far, k if far == 2 else 0, p.name, text))
        return {name: [row[2:] for row in sorted(rows, key=lambda row: row[:2])] for name, rows in out.items()}

    def _around(self):
        """Sources of the package: those of the targets first, then those beside them."""
        own = [t.info.src for t in self.targets if t.info]
        packages = {t.module.rpartition(".")[0] for t in self.targets}
        beside = [m.src for name, m in sorted(self.index.modules.items()) if name.rpartition(".")[0] in packages]
        return list(dict.fromkeys(own + beside))[:AROUND_MAX]

    def mutants(self, seeds, known, generation=1):
        """Neighbours of `seeds`, one of each in turn; made as they are asked for."""
        rows = []
        for seed in seeds:
            if self.deadline.passed(0.95):
                self.count("seeds_skipped")
                break
            rows.append((seed, gen_mutate.variants(seed["source"], known, self.rng)))
        for k in range(max([len(v) for _, v in rows] + [0])):
            for seed, variants in rows:
                if k < len(variants):
                    text, same = variants[k]
                    if text in self.known:
                        continue
                    self.known.add(text)
                    if gen_program.fault(text):
                        self.count("dropped_mutant")
                        continue
                    legality = "plausible" if same and seed["legality"] in ("seen", "plausible") else "unknown"
                    self.count("made_mutated")
                    yield dict(seed, source=text, origin="mutated", legality=legality, pile=None,
                               generation=generation, reach=None, own=self.api.is_own(text))

    def seeds(self):
        """What is worth mutating: real calls that reach the change, else those that name it."""
        real = [r for r in self.found if r["origin"] in ("test", "doc", "call")]
        near = [r for r in real if r["near"] >= 1] or real[:20]
        if self.guide.active:
            reaching = [r for r in self.found if r.get("reach")]
            near = [r for r in reaching if r["origin"] in ("test", "doc", "call")] or reaching or near
        near.sort(key=lambda r: (-len(r.get("reach") or ()), -r["rank"], r["deep"]))
        return sum(map(self.guide.varied, self.split(near)), [])[:SEEDS_MAX]

    def split(self, rows):
        """[the rows that matter first, the others]: what the other side has no names for says least of
        a new side, and most of an old one."""
        own, both = [r for r in rows if r["own"]], [r for r in rows if not r["own"]]
        return [own, both] if self.own_first else [both, own]

    def from_mutation(self, maker):
        limits, marks = gen_literals.compared(self._around())
        known = gen_mutate.Known(self.near, self.pool, self.keywords(maker), limits, marks)
        stream = self.mutants(self.seeds(), known)
        if not self.guide.active:
            for row in stream:
                self.found.append(row)
                if self.stats["made_mutated"] >= 3 * self.most or self.deadline.passed(0.97):
                    return
            return
        fresh = []
        for generation in (1, 2, 3):
            for row in stream:
                if self.deadline.passed(0.95) or self.guide.distinct > self.most + self.most // 2:
                    break
                if self.guide.run(row):
                    fresh.append(row)
                self.found.append(row)
            if not fresh or self.deadline.passed(0.9):
                break
            stream, fresh = self.mutants(fresh[:40], known, generation + 1), []

    def try_out(self):
        """Run what was found so far, the most promising first, to learn what reaches the change."""
        if self.guide.active:
            rows = [row for part in self.split(self.found) for row in gen_rank.order(part, 3 * self.most)]
            for row in rows[:3 * self.most]:
                if self.deadline.passed(0.8):
                    return self.count("not_tried")
                self.guide.run(row)

    def choose(self):
        """What matters first; a share is left to the others, if there are any."""
        first, second = self.split(self.found)
        share = self.most // 2 if self.own_first else self.most - self.most // OWN_SHARE
        chosen = self.pick(self.guide.tiers(first), share if second else self.most)
        chosen += self.pick(self.guide.tiers(second), self.most - len(chosen))
        if len(chosen) < self.most:
            kept = {c["source"] for c in chosen}
            rest = [r for r in first if r["source"] not in kept]
            chosen += self.pick(self.guide.tiers(rest), self.most - len(chosen))
        return chosen

    def pick(self, tiers, most):
        """Best tier first, but a quarter is left to the next one: what ends the same way here may
        have ended in many ways before the change."""
        chosen = gen_rank.order(tiers[0], most - most // 4 if len(tiers) > 1 else most)
        for tier in tiers[1:] + tiers[:1]:
            kept = {c["source"] for c in chosen}
            chosen += gen_rank.order([c for c in tier if c["source"] not in kept], most - len(chosen))
        return chosen

    def run(self):
        self.prepare()
        self.read_literals()
        maker = Maker(self.index, self.literals, self.near, self.rng)
        sequences = gen_sequence.Sequences(maker)
        if self.targets:
            self.from_tests()
            self.from_docs()
            self.from_calls(maker)
            self.from_signatures(maker)
            self.from_sequences(sequences)
            self.from_receivers(sequences)
            self.try_out()
            self.from_results(sequences)
            self.from_mutation(maker)
        chosen = self.choose()
        self.stats.update(self.guide.stats)
        self.count("found", len(self.found))
        self.stats["ms"] = int((time.monotonic() - self.deadline.start) * 1000)
        keep = ("source", "origin", "legality", "where", "target")
        return {"candidates": [{k: c[k] for k in keep} for c in chosen], "stats": self.stats}


def handle(request, session=None):
    """Answer one `generate` request. With the runner's `session` tests are tried on the code that is
    loaded, each in a fork of its own, and those that reach the changed lines come first."""
    return Engine(request, session).run()


def main(argv):
    root, module, qualname, path = argv[1:5]
    row = {"module": module, "qualname": qualname, "file": path, "lines": [int(n) for n in argv[5:]]}
    answer = handle({"root": root, "targets": [row], "max": 60, "budget_ms": 10000})
    for c in answer["candidates"]:
        print("# %(origin)s %(legality)s %(where)s" % c)
        print(c["source"])
    print(json.dumps(answer["stats"], sort_keys=True), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv)
