"""All days of a program so many days later that each of them is on every day of the week once: what is due on a working day is in
tests, and what is moved to the Monday, or left out at the weekend, shows on two days of seven.

The days keep their distances, so that what is fourteen days after another still is.
"""
import datetime
import re

from gen_clocks import Moved
from gen_twist import DAY, days_of

MOST = 14           # programs that are tried
BY = (3, 4, 1, 2, 5, 6)     # tests like the middle of a week
SPEAKS = re.compile("weekday|weekend|workday|business_?day|busday|isocalendar|holiday|saturday|sunday|monday", re.I)


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program, one for each other day of the week."""
    calls = days_of(src)
    texts = [node for node in src.standing() if DAY.search(node.value)]
    for by in BY if calls or texts else ():
        yield src.edited(Moved(datetime.timedelta(by), False).all(calls, texts))
