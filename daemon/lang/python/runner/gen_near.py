"""Kinds of neighbours of real programs, each of which is asked for where the change's own text speaks of what it shows.

A kind is a module with `most(change)`, how many of its programs are worth a try, and `programs(src, change)`, the texts near one
program, the most telling first. It may have `seeds(change)`: (row, source) of programs that come first.
"""
import functools
import itertools
import re

import gen_alike
import gen_asked
import gen_blank
import gen_breaks
import gen_cancelled
import gen_caught
import gen_cells
import gen_clocks
import gen_crowd
import gen_early
import gen_empty
import gen_equal
import gen_files
import gen_given
import gen_gone
import gen_handed
import gen_heirs
import gen_later
import gen_links
import gen_listed
import gen_looks
import gen_midway
import gen_mixin
import gen_nested
import gen_older
import gen_once
import gen_orders
import gen_pieces
import gen_pipes
import gen_places
import gen_quoted
import gen_rank
import gen_reenter
import gen_refused
import gen_renamed
import gen_return
import gen_shared
import gen_spans
import gen_streams
import gen_text
import gen_told
import gen_turned
import gen_twofold
import gen_weekdays
import gen_within
from gen_inside import in_turn

PILE = "near"
SEEDS_MAX = 12      # real programs that are changed
EACH_MAX = 8        # programs of one kind of one program
MOST = 48           # of all kinds
REAL_MAX = 200      # real programs that are looked at for what they pass
HOPES = 24          # of them that are not tried for want of time
KINDS = (gen_turned, gen_refused, gen_pieces, gen_clocks, gen_equal, gen_empty, gen_files, gen_handed, gen_listed, gen_mixin, gen_once, gen_streams,
         gen_cells, gen_reenter, gen_blank, gen_places, gen_shared, gen_pipes, gen_caught, gen_heirs, gen_older, gen_told, gen_alike, gen_quoted,
         gen_return, gen_renamed, gen_breaks, gen_spans, gen_given, gen_early, gen_links, gen_twofold, gen_midway, gen_nested, gen_weekdays, gen_asked,
         gen_cancelled, gen_crowd, gen_looks, gen_gone, gen_within)


class Change:
    """What the kinds are told of it: `text`, both sides of its functions; `trees`, those of them that parse; `words`, all of theirs, and
    `touched`, those of changed lines; `found`, the programs that were tried; `falsy`, {class of which objects may be false now: what these are asked};
    `truths`, where they are asked, `holders`, what makes them by a name and what looks for one (gen_empty); `once`, what is gone through in another way now (gen_once);
    `listed`, texts that documents show (gen_listed); `streams`, what takes a path or a stream, and `saves`, what of it a class has (gen_streams);
    `truth_differs`, does one side ask for the truth of what the other does not (gen_blank)? `caught`, types of errors that one side catches
    from more calls (gen_caught); `shown`, what a program prints; `blocks`, those that programs enter and what changed (gen_within); `heirs`, what overrides a method in vain, and
    `origin_of`, where a name comes from, where there are any (gen_heirs); `older`, by what programs of the base are read (gen_older);
    `told`, what documents name for a parameter (gen_told); `sought`, the marks it looks for (gen_quoted);
    `affixes`, what it looks for in names (gen_renamed), `kinds`, names of types that it tells apart in another way now
    (gen_twofold), `generators`, names of those that changed (gen_midway), `nested`, is a tree gone through in another way (gen_nested)? `looks`, what objects of
    its classes can be asked where one calls what it was given (gen_looks), `returns`, what takes back what a method was given (gen_return), and `given`, what the project hands to its functions (gen_given)."""

    def __init__(self, engine):
        sides = [side for target in engine.targets for side in gen_later.sides(target)]
        self.trees = [tree for tree, _ in sides if tree is not None]
        self.touched = engine.changed_words()
        self.text = "\n".join([text for _, text in sides] + [" ".join(self.touched)])
        self.found, self._imports = engine.found, {}
        new = {target.qualname for target in engine.targets if not target.other}
        owners = [(target.qualname.split("."), target.owner_class(engine.index)) for target in engine.targets if target.qualname]
        self.falsy = {names[-2]: gen_empty.queries(cls, new) for names, cls in owners if cls and len(names) > 1 and names[-1] in gen_empty.FALSE}
        self.truths = gen_empty.truths(engine.index, self.falsy) if self.falsy else {}
        self._made = gen_empty.ways_to_make(engine, {names[-2]: cls for names, cls in owners if cls and names[-2:-1] and names[-2] in self.falsy})
        self.holders = gen_empty.holders(engine.index, self.falsy) if self.falsy else ((), ())
        pages = gen_listed.pages(engine) if engine.targets else []
        self.listed = gen_listed.of_documents(pages)
        self.truth_differs = gen_blank.differs(engine)
        self.caught = gen_caught.types_of(engine)
        self.shown = engine.guide.shown if engine.targets else None
        self.blocks = gen_within.of_project(engine)
        self.older = gen_older.of_base(engine)
        self.sought = gen_quoted.sought(engine) if engine.targets else []
        self.told = gen_told.taken_by(engine) if engine.targets else {}
        self.kinds = gen_twofold.of_change(engine)
        self.kinds |= gen_twofold.documented(pages) if self.kinds else set()
        self.affixes = gen_renamed.of_change(engine)
        self.generators = gen_midway.of_change(engine)
        self.nested = gen_nested.of_change(engine)
        self.returns = gen_return.of_classes(engine)
        self.looks = gen_looks.of_change(engine)
        self.given = gen_given.of_project(engine) if engine.targets else {}
        self.once = gen_once.taken_by(engine) if engine.targets else {}
        self.heirs = gen_heirs.of_change(engine) if engine.targets else {}
        self.origin_of = engine.index.origin if self.heirs else None
        self.streams = gen_streams.taken_by(engine) if gen_streams.most(self) else {}
        self.saves = gen_streams.saves(engine, self.streams) if self.streams else {}

    def import_of(self, name):
        """The line by which the project's programs import a class, or ""."""
        if name not in self._imports:
            asked = re.compile(r"^from ([\w.]+) import (?:[\w, ]*, )?%s\b" % re.escape(name), re.M)
            known = next((m for m in (asked.search(row["source"]) for row in self.found) if m), None)
            self._imports[name] = "from %s import %s" % (known.group(1), name) if known else ""
        return self._imports[name]

    def empty_of(self, cls):
        """How an object of a class without anything in it is made."""
        return self._made.get(cls, cls + "()")

    @functools.cached_property
    def numbers(self):
        """Types of numbers that real programs pass."""
        real = [row["source"] for row in self.found if row["origin"] in gen_rank.REAL][:REAL_MAX]
        return set().union(*(gen_equal.numbers(gen_text.parse(text)) for text in real))

    @functools.cached_property
    def words(self):
        return frozenset(gen_text.WORD.findall(self.text))


def ask(engine, until):
    """Try some of each kind, one of each kind and each program in turn, `until` a share of the budget is used."""
    change = Change(engine) if engine.guide.active else None
    real = seeds(engine) if change else []
    wanted = [(kind, kind.most(change)) for kind in KINDS] if change else []
    made = in_turn([itertools.islice(of_kind(kind, change, real), most) for kind, most in wanted if most])
    engine.aim(made, PILE, MOST, until, HOPES)


def seeds(engine):
    """[(row, source)] of programs that reach the change; where few were tried yet, of those that may."""
    rows = gen_orders.seeds(engine, SEEDS_MAX)
    known = {row["source"] for row, _ in rows}
    others = [row for row in engine.seeds() if row["source"] not in known and row.get("reach") is None and not row["pile"]]
    read = ((row, gen_text.source("", row["source"])) for row in others[:SEEDS_MAX - len(rows)])
    return rows + [(row, src) for row, src in read if src is not None and src.tree.body]


def of_kind(kind, change, real):
    """(row, text) of one kind. `real`: (row, source) of programs that reach the change; a kind may know others that are of use."""
    rows = kind.seeds(change) + real if hasattr(kind, "seeds") else real
    return in_turn([judged(kind, row, src, itertools.islice(kind.programs(src, change), EACH_MAX), change) for row, src in rows])


def judged(kind, row, src, texts, change):
    """(row, text); the row of a text that a kind takes for less than likely is one of which nobody knows, and of one that hands over
    what a document shows it is known."""
    is_likely = getattr(kind, "is_likely", lambda src, text, change: True)
    is_shown = getattr(kind, "is_shown", lambda src, text, change: False)
    return ((dict(row, is_shown=True) if is_shown(src, text, change) else row if is_likely(src, text, change) else dict(row, legality="unknown"), text)
            for text in texts)
