"""Event loops of asyncio that need not wait: where nothing is left to do but to wait for a time, that time has come.

A test that sleeps a minute costs none, and what ends first is what is due first, however busy the machine is. Where something may come
from elsewhere, a socket, another thread, a process that was started, it is waited for as always, and time goes on as long.
"""
import sys
import threading
import time

AHEAD_MAX = 86400.0     # seconds that one loop is ahead of the clock; then it waits
JUMPS_MAX = 2000        # so often; what asks another clock whether it is time asks again and again


class _Selector:
    """Another selector, and what time it is for the loop that asks it."""

    def __init__(self, selector):
        self._selector, self._jumps, self._ahead = selector, 0, 0.0
        self._began, self._worked = time.monotonic(), time.process_time()

    def __getattr__(self, name):
        return getattr(self._selector, name)

    def time(self):
        """As it would be if the process were never kept from working."""
        return self._began + self._ahead + time.process_time() - self._worked

    def select(self, timeout=None):
        if timeout is not None and timeout > 0 and self._is_alone():
            found = self._selector.select(0)
            if not found:
                self._ahead += timeout
                self._jumps += 1
            return found
        began = time.monotonic()
        try:
            return self._selector.select(timeout)
        finally:
            self._ahead += time.monotonic() - began

    def _is_alone(self):
        """Can nothing come but what the loop itself will do? It has registered the end of a pipe, by which it is woken."""
        return len(self._selector.get_map()) <= 1 and threading.active_count() == 1 and self._jumps < JUMPS_MAX and self._ahead < AHEAD_MAX


def of_program(source):
    """Loops that a program makes are such ones, if it may make any: a library that it uses was imported before."""
    if "asyncio" in source or "asyncio" in sys.modules:
        _install()


def _install():
    from asyncio.selector_events import BaseSelectorEventLoop as Loop
    if hasattr(Loop.time, "real"):
        return
    begin, real = Loop.__init__, Loop.time

    def init(self, *args, **kwargs):
        begin(self, *args, **kwargs)
        if type(self).time is now:      # who has a clock of his own knows what for
            self._selector = _Selector(self._selector)

    def now(self):
        selector = getattr(self, "_selector", None)
        return selector.time() if isinstance(selector, _Selector) else real(self)
    now.real = real
    Loop.__init__, Loop.time = init, now
