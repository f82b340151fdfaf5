"""Many programs in few processes, one after the other.

A test of its own costs a fork, and twenty times what a short program takes. Most of what `generate` makes says the
same on both sides, and what it tries on one side only has to say where it goes. So such programs share a process.
What one leaves to the next is the same on both sides, or costs one test of its own, as what counts is run by
itself afterwards. One that takes its process down, or its time, has no answer; the others go on in another.
"""
import io
import json
import os
import signal
import sys
import time
import warnings

from . import child, confine, limits, lines, observe, trial

CHUNK = 40          # programs of one process
ONE_S = 0.25        # of the processor, each
CHUNK_MS = 2000     # wall clock
TEXT_MAX = 1 << 16  # characters of what it printed that count
OUTPUT_MAX = 1 << 20
MASK = (1 << 64) - 1     # the runners of a pair have one hash seed


class _Late(BaseException):
    """A program took too long."""


class _Text(io.StringIO):
    """What is printed, up to a limit."""

    def write(self, text):
        return super().write(text) if self.tell() < TEXT_MAX else len(text)


def words(session, sources, budget_ms):
    """For each source a word for how it ended and one for all it did, or None where there is no answer (PROTOCOL.md, screen)."""
    until = time.monotonic() + budget_ms / 1000
    return _all(session, sources, _word, lambda: min(int((until - time.monotonic()) * 1000), CHUNK_MS))


def trials(session, sources, cover, spared):
    """For each source as much of a trial as `generate` looks at (lend.SAID), or None."""
    plans = session.plans if cover else None
    until = time.monotonic() + CHUNK_MS / 1000      # who asked waits
    found = _all(session, sources, _Told(plans), lambda: int((until - time.monotonic()) * 1000), spared)
    return [one and _trial(one, session.points if cover else None) for one in map(_read, found)]


def _all(session, sources, say, wait_ms, spared=None):
    said, at = [None] * len(sources), 0
    while at < len(sources):
        left_ms = wait_ms()
        if left_ms <= 0:
            break
        at = _chunk(session, sources, at, said, say, left_ms, spared)
    return said


def _chunk(session, sources, first, said, say, wait_ms, spared):
    """Fill in `said` from `first` on. -> the first that was not begun."""
    some = sources[first:first + CHUNK]
    limit = dict(session.limits, timeout_ms=wait_ms)
    rlimits, folder = session.rlimits(limit), confine.make_folder()
    try:
        watched, word, spoiled = trial.in_child_of(lambda report: _run(some, folder, report, rlimits, say), wait_ms, OUTPUT_MAX,
                                                   session.channel, spared=spared)
    finally:
        dirty = confine.drop_folder(folder)
    session.spoiled = session.spoiled or spoiled or dirty
    begun = 0
    for row in bytes(watched.pipes.got[2]).decode("ascii", "replace").split("\n"):
        key, kind, rest = (row.split(" ", 2) + ["", ""])[:3]
        at, _, text = rest.partition(" ")
        if key != word or not at.isdigit() or int(at) >= len(some):
            continue
        begun = max(begun, int(at) + 1)
        if kind == "S":
            said[first + int(at)] = text
    return first + max(begun, 1)


# ---- in the child, which ends with it ------------------------------------------------------

def _run(sources, folder, report, rlimits, say):
    os.setsid()
    limits.apply(rlimits)
    script, heard = child.scene(folder), []
    warnings._showwarnmsg.__globals__["_showwarnmsg_impl"] = lambda m: heard.append(
        "%s %s" % (child.qualified(m.category), child.safe_str(m.message)))
    signal.signal(signal.SIGVTALRM, _ring)
    for i, source in enumerate(sources):
        report.send("B", str(i))
        del heard[:]
        report.send("S", "%d %s" % (i, say(source, script, heard)))
    os._exit(0)


def _ring(*_):
    raise _Late


def _one(source, script):
    """(what it printed, the exception that ended it or None)"""
    out, error = _Text(), None
    child.seed()
    main = child.fresh_main(script)
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = out
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, ONE_S)
        exec(compile(source, script, "exec", dont_inherit=True), main.__dict__)
        main.__dict__.clear()
    except BaseException as e:              # noqa: B902 - that is what is being observed
        error = e
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        sys.stdout, sys.stderr = before
    return out.getvalue()[:TEXT_MAX], error


def _word(source, script, heard):
    out, error = _one(source, script)
    kind = "ok" if error is None else child.qualified(type(error))
    said = "" if error is None else observe.scrub(child.safe_str(error))
    text = "\n".join([kind, said, out, *heard])
    return "%s %x" % (lines.plain(kind).replace(" ", "_").encode("ascii", "replace").decode(), str.__hash__(text) & MASK)


class _Told:
    """What a trial has, as JSON: printed, how it ended, which lines ran."""

    def __init__(self, plans):
        self._plans, self._again, self._hits = plans, None, []

    def __call__(self, source, script, _heard):
        if self._plans and self._again is None:
            self._again = self._plans.start(self._hits.append)
        elif self._again is not None:
            self._again()
        del self._hits[:]
        out, error = _one(source, script)
        hits = list(self._hits)
        how = {"status": "ok", "exception": None}
        if isinstance(error, _Late):
            how["status"] = "timeout"
        elif isinstance(error, SystemExit):
            how["status"] = "exit"
        elif error is not None:
            how = {"status": "exception", "exception": child.describe(error, script)}
        return lines.encoded(dict(how, stdout=lines.plain(out), hits=hits))


# ---- in the runner -------------------------------------------------------------------------

def _read(text):
    try:
        said = json.loads(text) if text else None
        return said if isinstance(said, dict) and isinstance(said["hits"], list) and isinstance(said["stdout"], str) else None
    except (ValueError, KeyError):
        return None                     # a program may have written there


def _trial(said, points):
    hits = said.pop("hits")
    known = [points[i] for i in sorted(hits) if type(i) is int and 0 <= i < len(points)] if points is not None else []
    return dict(said, **trial.reached(known))
