"""The days of a program moved to those on which the clocks of its zone change: a night that is an hour longer or shorter, a time that
is there twice or never. The dates of a test are any others.
"""
import ast
import datetime
import re

import gen_mutate
from gen_twist import DAY, days_of

MOST = 12           # programs that are tried
SPEAKS = frozenset("ZoneInfo zoneinfo pytz tz tzlocal dateutil gettz astimezone utcoffset tzinfo fromutc localize normalize dst timezone fold "
                   "utc UTC localtime mktime timestamp fromtimestamp".split())
ZONE = re.compile(r"\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|US)/\w+(?:/\w+)?")
USUAL = "Europe/Berlin"
CHANGES_MAX = 4     # of one year
TIME = re.compile(r"\b([01]\d|2[0-3]):[0-5]\d\b")
WITHIN = "02:30"    # in most zones there twice, or never


def most(change):
    return MOST if change.words & SPEAKS else 0


def programs(src, change):
    """Texts near one program: the first of its days on the one before the clocks change, and on it; all times within the hour."""
    calls = days_of(src)
    texts = [n for n in src.standing() if DAY.search(n.value)]
    said = [[a.value for a in call.args[:3]] for call in calls] + [map(int, found) for n in texts for found in DAY.findall(n.value)]
    days = [day for day in (day_of(*row) for row in said) if day is not None]
    if not days:
        return
    first = min(days)
    text = src.data.decode("utf-8", "replace")
    zone = next(iter(ZONE.findall(text) + ZONE.findall(change.text)), USUAL)
    changes = changes_of(zone, first.year)
    for day, before, within in [(d, b, w) for b, w in ((1, False), (0, True), (0, False)) for d in changes]:
        moved = Moved(day - datetime.timedelta(before) - first, within)
        yield src.edited(moved.all(calls, texts))


class Moved:
    """Days so much later; `within`: at a time that the change of clocks doubles or leaves out."""

    def __init__(self, by, within):
        self.by, self.within = by, within

    def all(self, calls, texts):
        """[(node, text)] for calls that make days and texts that have some."""
        return [edit for call in calls for edit in self.call(call)] + [(n, gen_mutate.quoted(self.text(n.value))) for n in texts]

    def call(self, call):
        """[(node, text)] for the numbers of a call that makes a day."""
        day = day_of(*(a.value for a in call.args[:3]))
        try:
            day = day + self.by if day else None
        except OverflowError:
            day = None
        edits = [(a, str(n)) for a, n in zip(call.args, (day.year, day.month, day.day))] if day else []
        hour = [a for a in call.args[3:4] if isinstance(a, ast.Constant)]
        return edits + [(a, "2") for a in hour * self.within]

    def text(self, value):
        out = DAY.sub(self._day, value)
        return "\n".join(TIME.sub(WITHIN, line, count=1) for line in out.split("\n")) if self.within else out

    def _day(self, found):
        day = day_of(*map(int, found.groups()))
        try:
            return (day + self.by).isoformat() if day else found.group()
        except OverflowError:
            return found.group()


def day_of(year, month, day):
    try:
        return datetime.date(year, month, day)
    except (ValueError, OverflowError):
        return None


def changes_of(name, year):
    """The days of a year on which the clocks of a zone change; of one without any those of a usual zone."""
    return (_changes(name, year) or _changes(USUAL, year))[:CHANGES_MAX] if 1900 < year < 2037 else []


def _changes(name, year):
    try:
        import zoneinfo     # Python 3.9 has it, and few changes ask for it
        zone = zoneinfo.ZoneInfo(name)
    except (ImportError, KeyError, ValueError, OSError):
        return []
    noon = [datetime.datetime(year, 1, 1, 12, tzinfo=zone) + datetime.timedelta(n) for n in range(-1, 365)]
    return [b.date() for a, b in zip(noon, noon[1:]) if a.utcoffset() != b.utcoffset()]
