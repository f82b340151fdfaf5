"""Tests without a model: the runner's `generate` command (PROTOCOL.md).

Sources: calls of the project's own tests and documentation cut down to what they need, call
sites, calls made up from signatures, boundary values, and neighbours of what was mined.
Deterministic for a seed unless the time budget ends it early. It executes nothing of the project: it
reads source, and modules that are loaded already; what it wants to see run a session runs (gen_guide).

For people: python3 generate.py ROOT MODULE QUALNAME FILE [LINE...]
"""
import ast
import gc
import importlib.util
import itertools
import json
import posixpath
import random
import sys
import time

import gen_aim
import gen_api
import gen_chains
import gen_commands
import gen_docs
import gen_env
import gen_guide
import gen_helpers
import gen_index
import gen_inside
import gen_joined
import gen_keywords
import gen_later
import gen_literals
import gen_mine
import gen_mutate
import gen_near
import gen_options
import gen_orders
import gen_program
import gen_rank
import gen_scenes
import gen_sequence
import gen_shapes
import gen_shown
import gen_strays
import gen_tests
import gen_text
import gen_twist
import gen_watch
from gen_deadline import Deadline, worked
from gen_index import Class
from gen_target import Target, entrances, relatives
from gen_typed import Maker

TARGETS_MAX = 60
TEST_FILES_MAX = 400
PER_TARGET_MAX = 160     # made-up programs of one target
SEEDS_MAX = 120          # mined programs that are mutated
VAIN_MAX = 60            # tests of a part that are tried before one reaches the change
OF_ONE_TEST = 8          # programs of one test function that are looked at before those of the next
# Shares of the budget after which each part gives way to the next: what runs says most, and neighbours of
# what reaches the change find most.
INDEX, READ, MINE, DOCS, MAKE, TRY, MUTATE, ENDS = 0.2, 0.28, 0.4, 0.44, 0.52, 0.64, 0.93, 0.96
# Of what changes real programs each kind has its own: where tests are slow the first would leave nothing to the others.
AIM, WATCH, LATER, RESULTS, FAILURES, ORDERS, JOINED, NEAR, TWISTS, CHAINS, TABLES = 0.67, 0.68, 0.69, 0.72, 0.73, 0.745, 0.755, 0.78, 0.79, 0.8, 0.825
OWN_SHARE = 20           # one in so many is kept for candidates that the other side has no names for
SEQUENCED_MAX = 3        # entrances of one target that are called in sequences
RECEIVERS_MAX = 40       # mined programs whose objects a changed method is called on
AROUND_MAX = 20          # files whose comparisons and marks are looked at
EDITED_NEAR = 3          # a test that the change touched counts as one that calls a target
NAMED_FEW = 8            # real calls that name or reach the change: with fewer, others are tried, and up to NAMED_FILL mutated in all
NAMED_FILL = 20
INTERRUPTED_MAX = 8      # programs with blocks that an exception ends
FAILED_MAX, FAILED_SEEN = 16, 60     # programs that an exception of the change ends, of which what is left is looked at
OBJECTS_EACH = 2         # programs whose objects of one class are used as a key, copied and stored
IMPORTS_MAX = 6          # modules that use a changed one, of each target
AIMED_MAX = 60           # texts with a mark of a changed pattern
AIMS_ALL = 150           # programs aimed at conditions
RESULTS_MAX = 30         # programs whose result is changed or asked for again
TWISTED_MAX = 12         # programs that are changed in several places
AGAIN_MAX = 40           # programs that ask for something, something near it, and the first again
AGAIN_EACH = 2
ODD = (RecursionError, ValueError, IndexError, AttributeError)     # what odd source makes of our reading


class Engine:
    def __init__(self, request, session=None):
        self.request = request
        self.guide = gen_guide.Guide(session)
        # what its tests take is work of this engine, whoever runs them
        work = lambda: worked() + getattr(session, "used", 0.0)
        self.deadline = Deadline(request.get("budget_ms") or 5000, work=work)
        self.most = max(1, min(int(request.get("max") or 200), 5000))
        self.spare = max(0, min(int(request.get("spare") or 0), 5000))
        self.rng = random.Random(int(request.get("seed") or 0))
        self.root = request.get("root") or "/repo"
        self.rows = [r for r in request.get("targets") or () if isinstance(r, dict)][:TARGETS_MAX]
        self.own_first = request.get("own_first") is True
        self.brief = request.get("brief") is True
        self.stats, self.found = {}, []
        self.known, self.modules_there, self.types, self.keywords = set(), {}, {}, {}
        self.mined, self.cases, self.skipped = gen_mine.Mined(request.get("mined")), {}, []

    def count(self, key, n=1):
        self.stats[key] = self.stats.get(key, 0) + n

    # ---- reading
    def prepare(self):
        paths = gen_index.walk(self.root)
        self.roots, tops = self._roots()
        tests = [p for p in self.request.get("tests") or () if isinstance(p, str)]
        if not tests:
            tests = [p for p in paths if gen_index.is_test(p, self.root)]
        docs = [p for p in self.request.get("docs") or () if isinstance(p, str)]
        if not docs:
            docs = [p for p in paths if gen_index.DOC_FILE.search(p) or "example" in p.split("/")[0]]
        self.tests, self.docs = tests[:TEST_FILES_MAX], docs[:TEST_FILES_MAX]
        helpers = [p for p in paths if gen_index.is_test(p, self.root)]
        own = [p for p in paths if p.endswith(".py") and any(p == t + ".py" or p.startswith(t + "/") for t in tops)
               and p not in set(helpers)]
        read = lambda path: gen_text.read(self.root, path)
        self.files = gen_env.Files(read, set(self.tests) | set(helpers), self.roots)
        self.index = gen_index.Index(self.files, own, self.roots, lambda: self.deadline.passed(INDEX))
        self.targets = [Target(row, self.index) for row in self.rows]
        self.relatives = [relatives(t, self.index) for t in self.targets]
        self.near, self.files.registering = self._near(), self.index.registering()
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
        numbers, strings, aims = [], [], gen_aim.Aims(self.index)
        for t in self.targets:
            more = gen_literals.near_change(t.info.src if t.info else None, t.lines + t.touched, t.literals)
            numbers += [n for n in dict.fromkeys(more[0] + aims.behind(t)) if n not in numbers]
            strings += [s for s in dict.fromkeys(more[1] + aims.looked_for(t)) if s not in strings]
        return numbers[:16], strings[:12] + strings[12:][-8:]

    def read_literals(self):
        self.literals, self.pool = gen_literals.Literals(), {}
        for module in self.index.modules.values():
            self._literals_of(module.src.path)
        for path in self._by_interest(self.tests):
            if self.deadline.passed(READ):
                self.count("files_skipped")
                continue
            if not self._literals_of(path):
                self.count("files_unreadable")
                continue
            for module, name in self._imports_of(path):
                if module.split(".")[0] in self.index.tops:
                    self.index.note_import(module, name)
            if any(info.all for info in self.index.modules.values()):
                self.index.tested.update(*[test.words for test in self._tests_of(path)])
        for text in sorted(self.literals.strings):
            self.pool.setdefault(gen_mutate.shape(text), []).append(text)

    def _literals_of(self, path):
        """False: it cannot be read."""
        if self.mined.literals(path, self.literals):
            self.count("files_known")
            return True
        src = self.files.source(path)
        if src is not None:
            self.count("files_mined")
            self.literals.scan(src)
        return src is not None

    def _imports_of(self, path):
        known = self.mined.imports(path)
        return gen_mine.imports(self.files.source(path)) if known is None else known

    def _tests_of(self, path):
        known = self.mined.tests(path)
        if known is not None:
            return known
        module = self.files.module(path)
        return gen_mine.tests(module) if module else []

    def programs_of(self, test):
        """Every program a test function gives; of those that are only known by their words the file is read now."""
        if test.case is None and test.path not in self.cases:
            module = self.files.module(test.path)
            self.cases[test.path] = list(gen_tests.cases(module)) if module else []
        cases = [test.case] if test.case else self.cases[test.path][test.at:test.at + 1]
        try:
            return gen_tests.programs(cases[0]) if cases else []
        except ODD:
            self.count("tests_not_understood")
            return []

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
               "pile": pile or program.pile}
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
        """Test functions that the change itself touched come first: they say what it is for, whatever they call.
        Then those that name a target or its kin, or speak of what changed; the others only while little is found."""
        cases, beside = [], self.request.get("changed_tests") or ()
        changed = self.request.get("changed_test_lines") or {}
        for path in self._by_interest(self.tests):
            if self.deadline.passed(READ):
                self.count("files_skipped")
                break
            cases += self._tests_of(path)
        weights = gen_rank.Weights([case.plain for case in cases], self.changed_words())
        rows, behind = [], gen_helpers.words_behind(self.files, sorted(self.files.paths))
        for i, case in enumerate(cases):
            near = self._nearness(case.words.union(*[behind[w] for w in case.words & set(behind)]))
            edited = case.touches(changed.get(case.path) or ())
            near = max(near, EDITED_NEAR if edited else 0)
            weight = 2 * weights.of(case.plain)
            rows.append((-near - weight - 0.5 * (case.path in beside) - edited, i, near, edited, case))
        later = []
        for rank, _, near, edited, case in sorted(rows, key=lambda row: row[:2]):
            if not self._room_for_tests(near):
                self.count("tests_skipped")
                self.skipped.append((case, -rank))
                continue
            programs = self.programs_of(case)
            # one test with a table gives as many as ten tests without: each has its say before one says all
            step = max(1, -(-len(programs) // OF_ONE_TEST))
            self.offer_mined(programs[::step], -rank, edited)
            later += [(near, edited, -rank, p) for i, p in enumerate(programs) if i % step]
        for near, edited, rank, program in later:
            if not self._room_for_tests(near):
                self.count("test_programs_skipped")
                continue
            self.offer_mined([program], rank, edited)

    def offer_mined(self, programs, rank, edited=False):
        """The programs of one test that are kept. edited: the change touched it."""
        rows = []
        for program in programs:
            try:
                rows.append(self.offer(program, rank=rank))
            except ODD:
                self.count("test_programs_not_understood")
        rows = [row for row in rows if row]
        for row in rows:
            row["edited"] = edited
        return rows

    def _room_for_tests(self, near):
        return not self.deadline.passed(MINE) and self.stats.get("made_test", 0) <= (gen_rank.FEW if near == 0 else self._mined_max())

    def _mined_max(self):
        """Tests that are taken along: those there is time to try, or all that may be of use without trying."""
        return self.most if self.guide.active else 4 * self.most

    def changed_words(self):
        """Words of the statements that changed."""
        out = set()
        for target in self.targets:
            if target.info is not None:
                out |= gen_text.words_at(target.info.src, target.lines) | gen_text.words_on(target.info.src, target.touched)
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
            if self.deadline.passed(DOCS):
                return self.count("docs_skipped")
            text = gen_text.read(self.root, path)
            if text is None:
                continue
            pieces = [(1, text)] if path.endswith(".py") else gen_docs.snippets(path, text)
            self._page(path, pieces, self._public_name)
        for module in self.index.modules.values():
            if self.deadline.passed(DOCS):
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
        except ODD:
            self.count("docs_not_understood")

    def from_calls(self, maker):
        """Call sites of a target with nothing but literals."""
        for at, target in enumerate(self.targets):
            func = target.node
            if func is None or isinstance(func, Class) or func.owner is not None:
                continue
            for args, words, path, line in self.literals.calls_of(func.name, False)[:40]:
                if gen_index.is_test(path, self.root):
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
                if self.deadline.passed(MAKE):
                    return self.count("signatures_skipped")
                programs = maker.of_method(node, cls, target.lines) if cls is not None \
                    and not isinstance(node, Class) else maker.of(node, target.lines)
                for program in programs or ():
                    if made >= PER_TARGET_MAX:
                        break
                    if self.offer(program, bonus=(at, max(1, 3 - far))):
                        made += 1

    def from_imports(self):
        """Modules that use a changed one: an import that fails is the worst that can happen to who needs them. Of one
        tree, for a suite, there is no other side to tell by and nothing to assert."""
        if self.request.get("api") is None:
            return
        for at, target in enumerate(self.targets):
            made = 0
            for name, module in sorted(self.index.modules.items()):
                if made >= IMPORTS_MAX or any(gen_text.is_private(part) for part in name.split(".")):
                    continue
                if name != target.module and target.module not in module.imported():
                    continue
                program = gen_program.importing(name, module.src.path)
                made += self.offer(program, bonus=(at, 3), pile="import") is not None

    def from_sequences(self, sequences):
        shapes = gen_shapes.Shapes(sequences, self)
        for at, target in enumerate(self.targets):
            for node, cls, far in entrances(target, self.index)[:SEQUENCED_MAX]:
                if self.deadline.passed(MAKE):
                    return self.count("sequences_skipped")
                if isinstance(node, Class):
                    programs = sequences.of_method(None, node)
                elif cls or node.owner:
                    programs = sequences.of_method(node, cls or node.owner)
                else:
                    programs = sequences.of_function(node)
                for program in programs:
                    self.offer(program, bonus=(at, max(1, 3 - far)), pile="sequence")
                for program in shapes.of(node, cls, target):
                    self.offer(program, bonus=(at, 3), pile="shape")
            if getattr(target.node, "name", "") in gen_sequence.STORING and not isinstance(target.node, Class):
                for program in sequences.of_stored(target.node, target.owner_class(self.index)):
                    self.offer(program, bonus=(at, 3), pile="sequence")
            if getattr(target.node, "name", "") == "__init__":
                for program in sequences.of_fields(target):
                    self.offer(program, bonus=(at, 3), pile="sequence")

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
        rows = self.guide.varied([r for r in self.found if r.get("reach") and r["way"][1] == "ok"])[:RESULTS_MAX]
        # a list that the new side does not return cannot be appended to: no news beside the list itself
        said = {} if self.own_first else {id(row): self._said(row, sequences) for row in rows}
        # what any object may be asked is asked of all kinds of them before the results are changed: time is short
        objects = {}
        for row in rows:
            name, asked = sequences.of_object(row["source"], said.get(id(row)) or "") or ("", [])
            objects.setdefault(name, []).append((row, asked))
        blocks = sorted((r for r in rows if "with " in r["source"]), key=lambda r: r["origin"] not in ("test", "doc"))
        for row in blocks[:INTERRUPTED_MAX]:
            self._try_results(row, gen_sequence.interrupted(row["source"]))
        for k in range(OBJECTS_EACH):
            for some in objects.values():
                self._try_results(*some[k] if k < len(some) else ({}, []))
        for row in rows:
            self._try_results(row, sequences.of_result(row["source"], said.get(id(row))))

    def from_failures(self, sequences, until=FAILURES):
        """What an exception of the change leaves behind."""
        reached = [r for r in self.found if r.get("reach")]
        failing = [r for r in reached if r["way"][1] == "exception" and r["line"] and not r["way"][3]]
        good = gen_shapes.taken(r for r in reached[:FAILED_SEEN] if r["way"][1] == "ok")
        for row in self.guide.varied(failing):
            if self.stats.get("made_failed", 0) < (FAILED_MAX if until == FAILURES else 2 * FAILED_MAX) and not self.deadline.passed(until):
                texts = gen_shapes.failed(row["source"], row["line"], sequences, good)
                self.count("made_failed", len(texts))
                self._try_results(row, texts, "shape", until)

    def from_twists(self):
        """Real programs changed in several places at once, as the words of the change suggest."""
        twists = gen_twist.of_targets(self.targets, self.near[1], self.changed_words(), self.keywords, self.index.by_name)
        rows = self.guide.varied([r for r in self.found if r.get("reach") and r["way"][1] == "ok" and r["origin"] in ("test", "doc")])
        twists.waits = self.index.waits
        twists.passed = gen_scenes.passed([row["source"] for row in rows[:SEEDS_MAX]])
        for row in rows[:TWISTED_MAX]:
            for idea, text in twists.of(row["source"]):
                asked_for = idea not in gen_twist.ANYWAY
                self._try_results(dict(row, rank=row["rank"] + gen_rank.ANOTHER * asked_for), [text], "twist", TWISTS, idea)

    def _try_results(self, row, texts, pile="sequence", until=RESULTS, idea=None):
        texts = [text for text in dict.fromkeys(texts) if text not in self.known and not gen_program.fault(text)]
        legality = "plausible" if row.get("legality") == "seen" else row.get("legality")
        rows = [dict(row, source=text, origin="mutated", pile=pile, legality=legality, reach=None, idea=idea) for text in texts]
        for some in gen_guide.batches(rows, lambda: self.deadline.passed(until)):
            self.known.update(new["source"] for new in some)
            self.count("made_sequence", len(some))
            self.guide.run_all(some)
            self.found += some

    def _said(self, row, sequences):
        """What a program printed; of an object with a text of its own the class, which takes a trial."""
        said = row["stdout"]
        if said.rstrip()[-1:] in ("]", "}", ")") or sequences.class_shown(said):
            return said
        callee, text = sequences.asks_type(row["source"]) or ("", "")
        if callee and callee not in self.types:
            probe = {"source": text}
            self.guide.run(probe)
            self.types[callee] = probe.get("stdout", "").strip().split("\n")[-1]
        return said if self.types.get(callee) not in self.index.classes else self.types[callee] + "()"

    def _around(self):
        """Sources of the package: those of the targets first, then those beside them."""
        own = [t.info.src for t in self.targets if t.info]
        packages = {t.module.rpartition(".")[0] for t in self.targets}
        beside = [m.src for name, m in sorted(self.index.modules.items()) if name.rpartition(".")[0] in packages]
        return list(dict.fromkeys(own + beside))[:AROUND_MAX]

    def mutants(self, seeds, known, generation=1):
        """Neighbours of `seeds`, one of each in turn; made as they are asked for."""
        rows, k, left = [None] * len(seeds), 0, len(seeds)
        while left:
            left = 0
            for i, seed in enumerate(seeds):
                if rows[i] is None:
                    rows[i] = gen_mutate.variants(seed["source"], known, self.rng)
                left += len(rows[i]) > k
                row = self._mutant(seed, rows[i][k], generation) if len(rows[i]) > k else None
                if row is not None:
                    yield row
                    if generation == 1 and self._asks_again(seed, row):
                        yield from self._again(seed, row)
            k += 1

    def _asks_again(self, seed, row):
        """Some of each: of a call that gives something on an object or function that may remember."""
        return seed.get("again", 0) < AGAIN_EACH and self.stats.get("made_again", 0) < AGAIN_MAX \
            and row["legality"] == "plausible" and (not seed.get("way") or seed["way"][1] == "ok")

    def _again(self, seed, row):
        text = gen_mutate.again(seed["source"], row["source"])
        if text is None or text in self.known or gen_program.fault(text):
            return
        self.known.add(text)
        seed["again"] = seed.get("again", 0) + 1
        self.count("made_again")
        yield dict(row, source=text, pile="sequence", own=self.api.is_own(text))

    def _mutant(self, seed, variant, generation):
        text, same = variant
        if text in self.known:
            return None
        self.known.add(text)
        if gen_program.fault(text):
            self.count("dropped_mutant")
            return None
        legality = "seen" if seed.get("is_shown") else "plausible" if same and seed["legality"] in ("seen", "plausible") else "unknown"
        self.count("made_mutated")
        return dict(seed, source=text, origin="mutated", legality=legality, is_shown=False, pile=None, generation=generation,
                    hopeful=bool(seed.get("reach")), reach=None, own=self.api.is_own(text))

    def seeds(self):
        """What is worth mutating: real calls that reach the change, else those that name it; where these are few, those
        that speak most of it too. What a class sets for all its objects runs at import, and nothing reaches it."""
        real = [r for r in self.found if r["origin"] in gen_rank.REAL]
        near = [r for r in real if r["near"] >= 1]
        if len(near) < NAMED_FEW:
            others = sorted((r for r in real if r["near"] < 1), key=lambda r: -r["rank"])
            near += others[:NAMED_FILL - len(near)]
        if self.guide.active:
            reaching = [r for r in self.found if r.get("reach")]
            # with little that reaches it: code that runs when a class or a function is made shows in what uses those
            few = near if len(reaching) < NAMED_FEW else []
            near = [r for r in reaching if r["origin"] in gen_rank.REAL] or reaching + few or near
        near = [r for r in near if not gen_guide.breaks_off(r)] or near
        near.sort(key=lambda r: (-len(r.get("reach") or ()), -r["rank"], r["deep"]))
        return sum(map(self.guide.varied, self.split(near)), [])[:SEEDS_MAX]

    def split(self, rows):
        """[the rows that matter first, the others]: what the other side has no names for says least of
        a new side, and most of an old one."""
        own, both = [r for r in rows if r["own"]], [r for r in rows if not r["own"]]
        return [own, both] if self.own_first else [both, own]

    def from_mutation(self, sequences):
        """Neighbours of what reaches the change, and of those that reach it in a new way in turn."""
        limits, marks = gen_literals.compared(self._around())
        patterns = [p for t in self.targets if t.info for p in gen_literals.near_patterns(t.info.src, t.lines + t.touched, t.literals)]
        known = gen_mutate.Known(self.near, self.pool, self.keywords, limits, marks, patterns, self.index.members())
        seeds = self.seeds()
        self.from_patterns(seeds, known.joints)
        self.from_tables(seeds)
        self.part(gen_inside.ask, self, seeds)
        stream = self.mutants(seeds, known)
        if not self.guide.active:
            for row in stream:
                self.found.append(row)
                if self.stats["made_mutated"] >= 3 * self.most or self.deadline.passed(0.97):
                    return
            return
        fresh, enough = [], self.most + self.most // 2 + self.spare + self.stats.get("made_aimed", 0)
        for generation in (1, 2, 3):
            for some in gen_guide.batches(stream, lambda: self.deadline.passed(MUTATE) or self.guide.distinct > enough):
                fresh += self.guide.run_all(some, lambda: self.deadline.passed(MUTATE))
                self.found += some
            if not fresh or self.deadline.passed(MUTATE):
                break
            stream, fresh = self.mutants(fresh[:40], known, generation + 1), []
        self.from_failures(sequences, ENDS)
        # those there is no time to try are better than mined calls that pass on both sides by nature
        for _, row in zip(range(self.most + self.spare), stream):
            if self.deadline.passed():
                break
            self.found.append(row)

    def from_conditions(self, aims):
        """Real calls with arguments on both sides of the conditions of the change, old and new."""
        self.made = {r["source"]: r for r in self.found if r["origin"] in ("typed", "boundary", "mutated")}
        real = [r for r in self.found if not r.get("broken")]
        real.sort(key=lambda r: (not r.get("reach"), gen_rank.LEGALITY[r["legality"]], -r["rank"], r["deep"]))
        late = lambda: self.deadline.passed(AIM)
        rows = (row for row in itertools.starmap(self._aimed, gen_aim.programs(aims, self.targets, real, late)) if row is not None)
        for some in gen_guide.batches(itertools.islice(rows, AIMS_ALL), late):
            new = [row for row in some if row["source"] not in self.made]
            self.guide.run_all(new)
            self.found += new
        self.count("aims_skipped", late() or next(rows, None) is not None)

    def _aimed(self, seed, text, same, more):
        """What other sources made too says as much."""
        row = self.made.get(text) or self._mutant(seed, (text, same), 1)
        if row is not None:
            row.update(more, pile="aimed")
            self.count("made_aimed")
        return row

    def from_patterns(self, seeds, marks):
        """Texts of real calls with a mark of a changed pattern beside their words."""
        self.aim(((seed, text) for seed in seeds if marks for text in gen_mutate.joined(seed["source"], marks)), "aimed")

    def from_tables(self, seeds):
        """Texts of real calls with a word that a changed table lost or won, in the place of another word of it."""
        sides = [[t.info.src.text(t.node.node) if t.node else "", t.other] for t in self.targets if t.info and t.other]
        alone = gen_mutate.alone(self.near[1], sides)
        self.aim(((seed, text) for seed in seeds if alone for text in gen_mutate.swapped(seed["source"], self.near[1], alone)), "twist")

    def aim(self, made, pile, most=AIMED_MAX, until=TABLES, hopes=0):
        """Run `most` of them; those that there is no time for, up to `hopes`, are left to the check itself."""
        made = (self._mutant(seed, (text, True), 1) for seed, text in made)
        rows = itertools.islice((dict(row, pile=pile) for row in made if row is not None), most)
        for some in gen_guide.batches(rows, lambda: self.deadline.passed(until)):
            self.guide.run_all(some)
            self.found += some
        self.found += (dict(row, hopeful=True) for row in itertools.islice(rows, hopes))

    def try_out(self):
        """Run what was found so far, the most promising first, to learn what reaches the change. A part of
        which nothing does waits for the others."""
        if not self.guide.active:
            return
        later = []
        for part in self.split(self.found):
            rows = gen_rank.order(part, (1 if self.brief else 3) * self.most)
            if self._try(rows[:VAIN_MAX]):
                self._try(rows[VAIN_MAX:])
            else:
                later += rows[VAIN_MAX:]
        self._try(later)

    def _try(self, rows):
        """How many of them reach the change."""
        before = self.guide.stats.get("reached", 0)
        rows = iter(rows)
        for some in gen_guide.batches(rows, lambda: self.deadline.passed(TRY)):
            self.guide.run_all(some, lambda: self.deadline.passed(TRY))
        self.count("not_tried", sum(1 for _ in rows))
        return self.guide.stats.get("reached", 0) - before

    def choose(self):
        """What matters first, and a share of the others, if there are any. Where little of what matters
        was seen to reach the change, half of the room goes to others that were."""
        first, second = self.split(self.found)
        share = self.most // 2 if self.own_first else self.most - self.most // OWN_SHARE
        if self.guide.lines and 2 * self.reaching(first) < self.most:
            share = self.most - min(self.most // 2, max(self.most - share, self.reaching(second)))
        chosen = self.pick(self.guide.tiers(first), share if second else self.most)
        others = self.pick(self.guide.tiers(second), self.most - len(chosen))
        chosen = chosen + others if self.own_first else gen_rank.woven(chosen, others)
        if len(chosen) < self.most:
            kept = {c["source"] for c in chosen}
            rest = [r for r in first if r["source"] not in kept]
            chosen += self.pick(self.guide.tiers(rest), self.most - len(chosen))
        return chosen

    @staticmethod
    def reaching(rows):
        return sum(1 for r in rows if r.get("reach"))

    def pick(self, tiers, most):
        """Best tier first, but a quarter is left to the next one: what ends the same way here may
        have ended in many ways before the change."""
        chosen = gen_rank.order(tiers[0], most - most // 4 if len(tiers) > 1 else most)
        for tier in tiers[1:] + tiers[:1]:
            kept = {c["source"] for c in chosen}
            chosen += gen_rank.order([c for c in tier if c["source"] not in kept], most - len(chosen))
        return chosen

    def at_length(self, maker, sequences):
        self.keywords = gen_keywords.of(self.targets, self.index, maker, self.changed_words())
        self.part(self.from_sequences, sequences)
        self.part(self.from_receivers, sequences)
        self.part(gen_shown.Shown(self, maker).ask)
        self.part(self.try_out)
        self.part(gen_strays.try_out, self, TRY)
        self.part(gen_options.ask, self)
        aims = gen_aim.Aims(self.index, maker)
        self.part(self.from_conditions, aims)
        self.part(gen_watch.ask, self, aims, WATCH)
        self.part(gen_later.ask, self, sequences, LATER)
        self.part(self.from_results, sequences)
        self.part(self.from_failures, sequences)
        self.part(gen_orders.ask, self, ORDERS)
        self.part(gen_joined.ask, self, JOINED)
        self.part(gen_near.ask, self, NEAR)
        self.part(self.from_twists)
        self.part(gen_chains.Chains(self, CHAINS).ask)
        self.part(self.from_mutation, sequences)

    def part(self, source, *args):
        """Ask one source. Programs are odd in more ways than we know: what the others found is answered whatever one
        makes of them."""
        try:
            source(*args)
        except Exception:
            self.count("failed_" + source.__name__)

    def run(self):
        self.prepare()
        self.part(self.read_literals)
        maker = Maker(self.index, self.literals, self.near, self.rng)
        sequences = gen_sequence.Sequences(maker)
        if self.targets:
            self.part(self.from_tests)
            self.part(self.from_docs)
            self.part(gen_commands.ask, self)
            self.part(self.from_calls, maker)
            self.part(self.from_signatures, maker)
            self.part(self.from_imports)
            if self.brief:
                self.part(self.try_out)
            else:
                self.at_length(maker, sequences)
        chosen = self.choose()
        chosen += gen_rank.others(self.split(self.found)[0], chosen, self.spare)
        self.stats.update(self.guide.stats)
        self.count("found", len(self.found))
        self.stats["ms"] = int((time.monotonic() - self.deadline.start) * 1000)
        keep = ("source", "origin", "legality", "where", "target")
        return {"candidates": [{k: c[k] for k in keep} for c in chosen], "stats": self.stats}


def handle(request, session=None):
    """Answer one `generate` request. With the runner's `session` tests are tried on the code that is
    loaded, each in a fork of its own, and those that reach the changed lines come first."""
    gc.disable()    # trees are no garbage, and looking through them for some takes 40 % of the time
    try:
        return Engine(request, session).run()
    finally:
        gc.enable()


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
