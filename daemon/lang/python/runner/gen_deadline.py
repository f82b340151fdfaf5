"""How much work the engine may do."""
import resource
import time

BUSY = 4.0      # on a machine that does other things as well, the same work may take so much longer


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
