"""Event loops of asyncio that need not wait long: where nothing is left to do but to wait for a time, that time has come.

A test that sleeps a minute costs none, and times out after one at once. What takes a second or less takes it: programs look at other
clocks as well, which go on as they always do. And where something may come from elsewhere, a socket, a signal, another thread or process,
it is waited for, too.
"""
import os
import sys
import time

SHORT_S = 1.0           # so long is waited for
AHEAD_MAX = 86400.0     # seconds that were not waited for by one loop; then it waits
JUMPS_MAX = 2000        # so often; what asks another clock whether it is time asks again and again


class _Selector:
    """Another selector, and what time it is for the loop that asks it."""

    def __init__(self, selector, loop):
        self._selector, self._loop, self._jumps, self._ahead = selector, loop, 0, 0.0

    def __getattr__(self, name):
        if name.startswith("__"):       # of a copy that has nothing yet
            raise AttributeError(name)
        return getattr(self._selector, name)

    def time(self):
        return time.monotonic() + self._ahead

    def select(self, timeout=None):
        if timeout is None or timeout <= SHORT_S or self._jumps >= JUMPS_MAX or self._ahead >= AHEAD_MAX or not self._is_alone():
            return self._selector.select(timeout)
        found = self._selector.select(0)
        if not found:
            self._ahead += timeout
            self._jumps += 1
        return found

    def _is_alone(self):
        """Can nothing come but what the loop itself will do? It has registered the end of a pipe, by which it is woken."""
        hears = len(self._selector.get_map()) > 1 or getattr(self._loop, "_signal_handlers", None)
        return not hears and len(os.listdir("/proc/self/task")) == 1 and not has_children()


def has_children():
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def of_program(source):
    """Loops that a program makes are such ones, if it may make any: a library that it uses was imported before."""
    if "asyncio" in source or "asyncio" in sys.modules:
        try:
            _install()
        except Exception:       # noqa: B902 - a package of that name may be anybody's
            pass


def _install():
    from asyncio.selector_events import BaseSelectorEventLoop as Loop
    if hasattr(Loop.time, "real"):
        return
    begin, real = Loop.__init__, Loop.time

    def init(self, *args, **kwargs):
        begin(self, *args, **kwargs)
        if type(self).time is now:      # who has a clock of his own knows what for
            self._selector = _Selector(self._selector, self)

    def now(self):
        selector = getattr(self, "_selector", None)
        return selector.time() if isinstance(selector, _Selector) else real(self)
    now.real = real
    Loop.__init__, Loop.time = init, now
