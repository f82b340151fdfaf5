"""A fresh test's process, started before its test is known (PROTOCOL.md, `ready`): the runner's side.

It is an interpreter as any fresh test has: started for one test, after which, or without which, it ends. All that is done
ahead is what every test would do first that begins with an import from a certain package: to import that package. So it is only for
such a test, with the same hash seed and the same limits.
"""
import os
import select
import sys
import time

from . import confine, fresh, lend, lines, trial

SEND_S = 5          # a whole test, to a process that does nothing but to wait for it


def begins_with(source, module):
    """Is the first thing that this test does to import `module`, or something from inside of it?"""
    words = source.split("\n", 1)[0].split(" ")
    return len(words) > 1 and words[0] in ("import", "from") and words[1].rstrip(",;").split(".")[0] == module


class Ready:
    def __init__(self, here, chan, module, seed, limit):
        """Start it."""
        self._for, self._chan, self._forked = (module, seed, limit), chan, None
        self._ours, its = lend.pair()
        self._folder = confine.make_folder()

        def work(report):
            handed = lines.high(its.fileno())
            os.set_inheritable(handed, True)
            fresh.become(here, report, seed, path=list(sys.path), source=None, folder=self._folder, limit=limit,
                         points=None, ready=[handed, module])
        try:
            with its:
                self._forked = trial.fork(work, chan)
        except OSError:
            self.end()
            raise

    def wait(self, load_ms):
        """Until it has imported. False: it has not, in this time, or it left something at work."""
        poll, until = select.poll(), time.monotonic() + load_ms / 1000
        asker = self._chan.watch(poll)
        poll.register(self._ours, select.POLLIN)
        said = [fd for fd, _ in poll.poll(1000 * max(0, until - time.monotonic()))]
        if asker in said:
            confine.end_rest()
            os._exit(0)                 # nobody is there to hear of it
        return bool(said) and self._ours.recv(1) == b"+"

    def run(self, source, seed, limit):
        """The trial of that test in it. None: it is not for this one, or no more; end() it."""
        module, *same = self._for
        if same != [seed, limit] or not begins_with(source, module):
            return None
        try:
            return trial.finish(source, self._folder, lambda: self._tell(source), limit, None, self._chan) \
                if self._is_there() else None
        except (OSError, RuntimeError):
            return None                 # its folder is gone, or full

    def _is_there(self):
        """It waits, and the place of the test's own file is free."""
        return not select.select([self._ours], [], [], 0)[0] and not os.listdir(self._folder)

    def _tell(self, source):
        """What becomes of one that dies in this moment is the test's outcome, as of any other."""
        self._ours.settimeout(SEND_S)
        try:
            self._ours.sendall(source.encode("utf-8", "surrogatepass"))
        except OSError:
            pass
        self._ours.close()
        forked, self._forked = self._forked, None
        return forked

    def end(self):
        """Nothing is left of it, whether it began or is over."""
        self._ours.close()
        confine.end_rest()
        if self._forked is not None:
            self._forked[1].close()
        dirty = confine.drop_folder(self._folder)
        if dirty:
            raise RuntimeError(dirty)   # then no test can be run here any more, and the runner is replaced
