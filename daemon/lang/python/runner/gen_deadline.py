"""How much work the engine may do."""
import re
import resource
import signal
import time

BUSY = 4.0      # on a machine that does other things as well, the same work may take so much longer
MATCH_S = 0.02   # of one pattern on one text: there are some that take years on thirty characters
SLOW_MAX = 25    # patterns that take longer, then no more are tried

_slow = set()


def worked():
    """Processor seconds of this process."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    return mine.ru_utime + mine.ru_stime


class Deadline:
    """A budget of work. On a busy machine that takes longer: by the clock it ends at BUSY times the budget."""

    def __init__(self, budget_ms, clock=time.monotonic, work=worked):
        self.clock, self.work, self.budget = clock, work, max(0.2, budget_ms / 1000.0)
        self.start, self.worked = clock(), work()

    def passed(self, share=1.0):
        return self.work() - self.worked > self.budget * share or self.clock() - self.start > BUSY * self.budget * share


class _Late(Exception):
    pass


def _ring(*_):
    raise _Late


def matches(how, pattern, text):
    """Does re.<how> find the project's pattern in the text? None: it is no pattern, or takes too long. Only in the main
    thread: re looks for signals as it goes."""
    return _asked(pattern, lambda: bool(getattr(re, how)(pattern, text)))


def found(pattern, text):
    """Where and what a pattern finds, or None as above."""
    def look():
        m = re.search(pattern, text)
        return m and (m.span(), m.groups())
    return _asked(pattern, look)


def _asked(pattern, ask):
    if pattern in _slow or len(_slow) >= SLOW_MAX:
        return None
    before = signal.signal(signal.SIGVTALRM, _ring)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, MATCH_S)
        try:
            return ask()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except _Late:
        _slow.add(pattern)
        return None
    except (re.error, RecursionError, OverflowError):
        return None
    finally:
        signal.signal(signal.SIGVTALRM, before)
