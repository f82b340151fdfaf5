"""Tests that `generate` wants to see run: asked for by its process, run by the runner.

What generates has read a whole project into trees, and to fork a process of that size takes several
times as long as a short test. The runner has stayed small. So the process that generates sends a test
over a socket, and the runner runs it as any other, but for one thing: who sent it lives on beside it.
"""
import json
import os
import resource
import socket
import struct
import time

from . import confine, lines, screen

LINE_MAX = 8 << 20      # a test or a trial, as a line
CHUNK = 1 << 16
WAIT_S = 5              # the runner waits no longer for its end of a line: who borrows writes whole ones, and reads
SAID = ("status", "exception", "covered", "stdout")     # what of a trial is told
STDOUT_MAX = 4000       # characters


def used():
    """Processor seconds of this process and of those it has waited for."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def pair():
    """Both ends of a socket. What reads there waits, whatever a package has made the default of all sockets."""
    ends = socket.socketpair()
    for end in ends:
        end.settimeout(None)
    return ends


class Lines:
    """JSON lines over one end of a socket pair."""

    def __init__(self, end, wait_s=None):
        self._fd, self._rest, self._wait_s = end, bytearray(), wait_s

    def read(self):
        """None at the end, and of what is no line of ours."""
        until = time.monotonic() + self._wait_s if self._wait_s else None
        while b"\n" not in self._rest:
            chunk = os.read(self._fd, CHUNK) if len(self._rest) <= LINE_MAX else b""
            if not chunk or until and time.monotonic() > until:
                return None
            self._rest += chunk
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            return json.loads(line.decode("ascii"))
        except ValueError:
            return None

    def write(self, value):
        lines.write_all(self._fd, json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n")


class Lender:
    """The runner's end. A context manager: both ends are closed with it."""

    def __init__(self, session):
        self._session = session
        self._mine, self._its = pair()
        self.fd = self._mine.fileno()
        for way in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            self._mine.setsockopt(socket.SOL_SOCKET, way, struct.pack("ll", WAIT_S, 0))
        self._lines = Lines(self.fd, WAIT_S)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._mine.close()
        self._its.close()

    def lent(self):
        """The child has its end now."""
        self._its.close()

    def serve(self, pid):
        """Run what the process `pid` has sent, and tell it. False: it sends no more, or nothing that is whole; it
        is told that there is nobody any more."""
        try:
            asked = self._lines.read()
            if isinstance(asked, dict):
                self._lines.write(self._run(asked, pid))
                return True
        except (OSError, RecursionError):
            pass
        try:
            self._mine.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        return False

    def _run(self, asked, pid):
        before = used()
        try:
            if "sources" in asked:
                return {"trials": screen.trials(self._session, list(map(str, asked["sources"])), asked["cover"], pid), "used": used() - before}
            trial = self._session.run(asked["source"], cover=asked["cover"], spared=pid, timeout_ms=asked["timeout_ms"])
            told = {key: trial.get(key) for key in SAID}
            told["stdout"] = told["stdout"][:STDOUT_MAX]
        except (OSError, RuntimeError, TypeError, ValueError, KeyError) as e:
            told = {"failed": str(e)}
        return dict(told, used=used() - before)

    def borrower(self):
        """In the forked child: what stands there for the session. The runner's end is not for it."""
        self._mine.close()
        confine.hide()
        return Borrower(self._its, self._session)


class Borrower:
    """As much of a session as `generate` needs. `used`: processor seconds that its tests took."""

    def __init__(self, end, session):
        self._end = end             # kept: it would be closed
        self._lines = Lines(end.fileno())
        self.points, self.used = session.points, 0.0

    def run_many(self, sources, cover=False):
        """The trials of some, which share a process: None where there is none, and run() is to be asked."""
        return self._ask(sources=sources, cover=cover)["trials"]

    def run(self, source, cover=False, timeout_ms=1000):
        """The trial of one test; RuntimeError: it could not be run."""
        return self._ask(source=source, cover=cover, timeout_ms=timeout_ms)

    def _ask(self, **asked):
        self._lines.write(asked)
        told = self._lines.read()
        if not isinstance(told, dict) or "failed" in told:
            raise RuntimeError((told or {}).get("failed", "the runner is gone"))
        self.used += told.pop("used")
        return told
