"""Guidance: candidates are run once on the loaded code, and what they reach decides what is kept."""

import itertools
import re

VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|\d+(\.\d+)?")    # what a message says of its input
TEST_MS = 400       # wall clock of one trial here; the run stage allows more
HASTE_MS = 100      # the same after SLOW_MAX trials ran out of it
SLOW_MAX = 5
BATCH = 16          # programs that share a process
SPOILT_MAX = 4      # batches in which one took the process down: from then on each has its own
FAILING_MAX = 5     # tests that end with one exception at one place and still count as different
TELLING_THERE = ("shape", "twist", "later", "order", "joined", "near", "edge")   # made for what one side does not do: that it says nothing new here is no reason against it
STDOUT_MAX = 2000   # characters of a trial's output that are kept


def breaks_off(row):
    """Does a program that was tried end in an exception of its own, as a test does whose surroundings are not there? What is made
    of it does the same."""
    way = row.get("way")
    return bool(way) and way[1] == "exception" and way[3] and row["origin"] == "test"


def batches(rows, late):
    """Lists of some of them, until it is late."""
    rows = iter(rows)
    while not late():
        some = list(itertools.islice(rows, BATCH))
        if not some:
            return
        yield some


class Guide:
    """Runs candidates through the runner's session; inert without one or without changed lines."""

    def __init__(self, session):
        self.session = session
        self.active = session is not None and bool(getattr(session, "points", None))
        self.lines, self.ways, self._outcomes = set(), set(), set()
        self.stats = {}
        self.unshared = 0       # batches that one of them spoilt

    def shares(self, rows):
        return self.active and len(rows) > 1 and self.unshared < SPOILT_MAX and hasattr(self.session, "run_many")

    def run(self, row):
        """Run one; True when it reached a changed line no other did, or ended in a new way there."""
        if not self.active:
            return False
        self.stats["tried"] = self.stats.get("tried", 0) + 1
        try:
            return self._take(row, self.session.run(row["source"], cover=True, timeout_ms=self._patience()))
        except (OSError, RuntimeError, ValueError):
            self.stats["not_tried"] = self.stats.get("not_tried", 0) + 1
            return False

    def run_all(self, rows, late=lambda: False):
        """Run some, which share a process where there are several; those of which run() would say True. When it is late, none by itself."""
        told = [None] * len(rows)
        if self.shares(rows):
            try:
                told = self.session.run_many([row["source"] for row in rows], cover=True)
            except (OSError, RuntimeError, ValueError):
                pass                    # as where one of them spoilt it
            self.unshared += None in told
        self.stats["tried"] = self.stats.get("tried", 0) + sum(one is not None for one in told)
        return [row for row, one in zip(rows, told) if (not late() and self.run(row) if one is None else self._take(row, one))]

    def _take(self, row, trial):
        reach = frozenset((f, n) for f, lines in (trial.get("covered") or {}).items() for n in lines)
        row["reach"], row["stdout"] = reach, (trial.get("stdout") or "")[:STDOUT_MAX]
        problem = trial.get("exception") or {}
        frames = problem.get("frames") or [{}]
        row["way"] = (reach, trial.get("status"), problem.get("type"), frames[-1].get("file") == "<test>",
                      frames[-1].get("line") if frames[-1].get("file") != "<test>" else 0)
        row["said"] = (row["way"], (trial.get("stdout") or "")[:400], VALUES.sub("#", str(problem.get("message"))[:400]))
        row["line"] = frames[0].get("line") if frames[0].get("file") == "<test>" else 0
        row["broken"] = trial.get("status") in ("timeout", "limit") or problem.get("type") in (
            "ImportError", "ModuleNotFoundError", "SyntaxError", "NameError")
        if trial.get("status") == "timeout":
            self.stats["timeouts"] = self.stats.get("timeouts", 0) + 1
        if reach:
            self.stats["reached"] = self.stats.get("reached", 0) + 1
            self._outcomes.add(row["said"])
        fresh = bool(reach) and row["way"] not in self.ways
        self.ways.add(row["way"])
        self.lines |= reach
        return fresh

    def _patience(self):
        return TEST_MS if self.stats.get("timeouts", 0) < SLOW_MAX else HASTE_MS

    def shown(self, text):
        """What a program prints that is no candidate: nothing of it counts."""
        if not self.active:
            return ""
        try:
            return (self.session.run(text, timeout_ms=self._patience()).get("stdout") or "")[:STDOUT_MAX]
        except (OSError, RuntimeError, ValueError):
            return ""

    @property
    def distinct(self):
        """How many outcomes were seen behind changed lines."""
        return len(self._outcomes)

    def varied(self, rows):
        """The same rows, those that go another way than the ones before them first."""
        seen, first, rest = set(), [], []
        for row in rows:
            way = row.get("way")
            (rest if way is not None and way in seen else first).append(row)
            seen.add(way)
        return first + rest

    def tiers(self, rows):
        """Lists of rows, best first: reached the change in a way of its own; untried neighbours of what
        reached it; reached it with an outcome that is known already; untried; tried and missed, which the
        other side may still reach."""
        rows = [r for r in rows if not r.get("broken")]
        if not self.active or not self.lines:
            return [rows]
        said, failed, tiers = set(), {}, ([], [], [], [], [])
        own, hopeful, known, untried, missed = tiers
        for row in rows:
            if row.get("reach"):
                again = row.get("pile") not in TELLING_THERE and (row["said"] in said or self._fails_again(row, failed))
                (known if again else own).append(row)
                said.add(row["said"])
            elif row.get("pile") == "near" and row.get("reach") is None:
                own.append(row)     # there was no time to try what the change's own words ask for
            elif row["near"] >= 2:
                (missed if row.get("reach") is not None else hopeful if row.get("hopeful") else untried).append(row)
        return tiers

    @staticmethod
    def _fails_again(row, failed):
        """Did enough others end with this exception at this place? They would fail alike on the other side."""
        if row["way"][1] != "exception":
            return False
        place = row["way"][2:]
        failed[place] = failed.get(place, 0) + 1
        return failed[place] > FAILING_MAX
