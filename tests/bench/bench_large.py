#!/usr/bin/python3
"""One function changed in a package of 10,000 lines, its base built, known and checked against before: the whole check.

The package is made here, the same each time: MODULES modules of UNITS units, each a class, three functions and tests of
its own in tests/. The change is a refactoring of one function that others call, and does a little more than it says.
With at most 200 and 400 tests, of which half is run where the others did the same in one process: the whole command, with as many
as tora takes by itself against 10 s on two cores and 200 tests, which is what a developer waits for, and what
running took against as many trials as the check says it ran, each with a sandbox and an interpreter, one after the other.
Prints one JSON row a line (see tests/README.md).
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_trials  # noqa: E402

MODULES, UNITS, LINES = 40, 4, 10000
TESTS = [200, 400]  # the second is tora.tests.max where nothing is set
GOAL_MS, GOAL_TESTS = 10000, 200
CHANGED = 17        # the module; in it the first unit's read()

HEAD = '''"""Accounts of branch {m}: entries are read from lines, kept, and summed up."""
import datetime
import re
from decimal import Decimal, InvalidOperation

from . import text

'''

UNIT = '''

class Ledger{u}:
    """Entries of one account, none above its limit."""

    def __init__(self, limit={limit}, name=""):
        self.limit = limit
        self.name = name or "ledger {u}"
        self.entries = []

    def add(self, amount, word=""):
        """Keep an entry; how many there are now."""
        if not isinstance(amount, (int, Decimal)):
            raise TypeError("an amount is a number")
        if abs(amount) > self.limit:
            raise ValueError("%s is more than %s" % (amount, self.limit))
        self.entries.append((amount, word.strip()))
        return len(self.entries)

    def total(self, word=None):
        """The sum of all entries, or of those with that word."""
        return sum(amount for amount, about in self.entries if word in (None, about))

    def words(self):
        """Each word once, in order."""
        return sorted(set(word for _, word in self.entries if word))

    def merge(self, other):
        """A new ledger with the entries of both, and the larger limit."""
        both = Ledger{u}(max(self.limit, other.limit), "%s and %s" % (self.name, other.name))
        for amount, word in self.entries + other.entries:
            both.add(amount, word)
        return both


def read{u}(line, sep={sep!r}):
    """The amount and the word of a line: "3, rent" is (Decimal("3"), "rent")."""
    number, _, word = line.partition(sep)
    try:
        amount = Decimal(number.strip())
    except InvalidOperation:
        raise ValueError("no amount in %r" % line) from None
    return amount, text.tidy(word)


def load{u}(lines, limit={limit}):
    """A ledger of all lines that are neither empty nor a comment."""
    ledger = Ledger{u}(limit)
    for line in lines:
        if line.strip() and not line.startswith("#"):
            ledger.add(*read{u}(line))
    return ledger


def month{u}(day, width={width}):
    """The first day of the month of "2024-03-17", or of a date, padded to a width."""
    if isinstance(day, str):
        if not re.fullmatch(r"\\d{{4}}-\\d\\d-\\d\\d", day):
            raise ValueError("%r is no day" % day)
        day = datetime.date(*map(int, day.split("-")))
    return str(day.replace(day=1)).rjust(width)
'''

BEFORE = '''    number, _, word = line.partition(sep)
    try:
        amount = Decimal(number.strip())
    except InvalidOperation:
        raise ValueError("no amount in %r" % line) from None
    return amount, text.tidy(word)
'''
AFTER = '''    number, _, word = line.partition(sep)
    number = number.strip()
    if not re.fullmatch(r"-?\\d+(\\.\\d+)?", number):
        raise ValueError("no amount in %r" % line)
    return Decimal(number), text.tidy(word)
'''

TEXT = '''"""What all branches do to words."""


def tidy(word, most=40):
    """Blanks become one each; what is too long ends with dots."""
    word = " ".join(word.split())
    return word if len(word) <= most else word[:most - 3] + "..."
'''

TEST = '''

def test_ledger{u}():
    ledger = Ledger{u}(limit=50)
    assert ledger.add(3, " rent ") == 1
    assert ledger.add(Decimal("4.5"), "food") == 2
    assert ledger.total() == Decimal("7.5")
    assert ledger.total("rent") == 3
    assert ledger.words() == ["food", "rent"]
    assert ledger.merge(ledger).total() == 15


def test_lines{u}():
    assert read{u}("3{sep} rent  of May") == (Decimal("3"), "rent of May")
    assert read{u}("-4.25{sep}") == (Decimal("-4.25"), "")
    ledger = load{u}(["# all of May", "", "3{sep} rent", "4{sep} food"], 10)
    assert ledger.total() == 7
    assert month{u}("2024-03-17").strip() == "2024-03-01"
'''


def package():
    """{path: text}; LINES lines of them are the package's own."""
    files = {"accounts/__init__.py": "", "accounts/text.py": TEXT}
    for m in range(MODULES):
        units = [dict(u=m * UNITS + k, sep=",;|:"[(m + k) % 4], limit=100 * (k + 1) + m, width=10 + k) for k in range(UNITS)]
        files[f"accounts/branch{m:02}.py"] = HEAD.format(m=m) + "".join(UNIT.format(**unit) for unit in units)
        files[f"tests/test_branch{m:02}.py"] = \
            f"from decimal import Decimal\n\nfrom accounts.branch{m:02} import *\n" + "".join(TEST.format(**u) for u in units)
    return files


def large(tests):
    """The package with so many tests at most."""
    class Large(bench_trials.World):
        def make(self):
            os.mkdir(self.repo)
            files = package()
            own = sum(text.count("\n") for path, text in files.items() if path.startswith("accounts/"))
            assert LINES <= own < LINES + LINES // 10, own
            for path, text in files.items():
                self.write(path, text)
            self.git("init", "-q", "-b", "main")
            self.git("config", "tora.python.interpreter", bench_trials.support.PYTHON)
            self.git("config", "tora.tests.max", str(tests))
            self.commit("One")
            self.git("checkout", "-q", "-b", "simpler")
            path = f"accounts/branch{CHANGED}.py"
            before, first, rest = files[path].partition(BEFORE)
            assert first
            self.write(path, before + AFTER + rest)
            self.commit("Read amounts by a pattern")
            return self.repo

        def write(self, path, text):
            os.makedirs(os.path.dirname(os.path.join(self.repo, path)), exist_ok=True)
            with open(os.path.join(self.repo, path), "w", encoding="utf-8") as file:
                file.write(text)
    return Large


def measure(tests):
    running, whole, cold, trials, record = bench_trials.measure_check(large(tests))
    runs, found = record["tests"]["run"], len(record["findings"])
    what = f"{LINES} lines, one function changed: {runs} tests, {found} confirmed"
    bench_trials.row(f"check.10kloc.{tests}.whole", f"{what}: the whole check", whole, GOAL_MS, "the goal",
                     f"10 s and {GOAL_TESTS} tests" if tests == TESTS[-1] else "no goal: growth",
                     whole <= GOAL_MS and runs >= GOAL_TESTS if tests == TESTS[-1] else None, bench_trials.CHECKS)
    bench_trials.row(f"check.10kloc.{tests}.trials", f"{what}, reduced", running, trials * cold,
                     f"{trials} trials, each a sandbox and an interpreter, in sequence", "no goal: growth", None,
                     bench_trials.CHECKS)


def main():
    why = bench_trials.support.why_no_box()
    if why or not os.access(os.path.join(bench_trials.BUILD, "torad"), os.X_OK):
        print(f"bench_large: skipped: {why or 'there is no torad'}", file=sys.stderr)
        return
    with bench_trials.prepared_runner():
        for tests in TESTS:
            measure(tests)


if __name__ == "__main__":
    main()
