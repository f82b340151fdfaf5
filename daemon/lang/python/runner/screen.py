"""Many programs in few processes, one after the other.

A test of its own costs a fork, and twenty times what a short program takes. Most of what `generate` makes says the
same on both sides, and what it tries on one side only has to say where it goes. So such programs share a process.
What one leaves to the next is the same on both sides, or costs one test of its own, as what counts is run by
itself afterwards. One that takes its process down, or its time, has no answer; the others go on in another.
"""
import builtins
import gc
import io
import json
import os
import signal
import sys
import time
import warnings

from . import child, confine, limits, lines, loops, observe, trial

CHUNK = 40          # programs of one process
ONE_S = 0.25        # of the processor, each
WAIT_S = 0.4        # of the clock
WORKED_S = 0.1      # of the processor, by which one that waits is told from one that works
CHUNK_MS = 2000     # wall clock
DIGITS = 6          # of a number that was written by who knows whom
TOLD_MAX = 4000     # characters of what a trial printed
OUTPUT_MAX = 1 << 20    # bytes that are written past sys.stdout
PRINT_MAX = 1 << 18     # bytes that a program prints: with more it has no word
LATE = "late"       # of what took its time of the processor: it may have no end
MASK = (1 << 64) - 1     # the runners of a pair have one hash seed
LINES_MAX = 32      # printed lines that are told apart


class _Late(BaseException):
    """A program took too long: how much of that it was on the processor, in seconds."""


def words(session, sources, budget_ms):
    """For each source a word for how it ended and one for all it did, or None where there is no answer (PROTOCOL.md, screen)."""
    until = time.monotonic() + budget_ms / 1000
    return _all(session, sources, _word, lambda: min(int((until - time.monotonic()) * 1000), CHUNK_MS))


def trials(session, sources, cover, spared):
    """For each source as much of a trial as `generate` looks at (lend.SAID), or None."""
    plans = session.plans if cover else None
    until = time.monotonic() + CHUNK_MS / 1000      # who asked waits
    found = _all(session, sources, _Told(plans, session.limits), lambda: int((until - time.monotonic()) * 1000), spared)
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
    some = sources[first:first + CHUNK - first % CHUNK]      # one that took its process down moves no other into another chunk
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
        if key != word or not at.isdigit() or len(at) > DIGITS or int(at) >= len(some):
            continue
        begun = max(begun, int(at) + 1)
        if kind == "S":
            said[first + int(at)] = text
    return first + max(begun, 1)


# ---- in the child, which ends with it ------------------------------------------------------

def _run(sources, folder, report, rlimits, say):
    os.setsid()
    gc.freeze()
    limits.apply(rlimits)
    script, heard, pid = child.scene(folder), [], os.getpid()
    restore = _around(folder)
    warnings._showwarnmsg.__globals__["_showwarnmsg_impl"] = lambda m: heard.append(
        "%s %s" % (child.qualified(m.category), child.safe_str(m.message)))
    for i, source in enumerate(sources):
        restore()
        report.send("B", str(i))
        del heard[:]
        said = say(source, script, heard)
        if os.getpid() != pid:
            os._exit(0)                 # the program has forked: there is one that goes on
        if said is not None:
            report.send("S", "%d %s" % (i, said))
    os._exit(0)


def _around(folder):
    """-> what puts back most of what a program may change around it; where the folder is gone it ends the process."""
    environ, filters, path, printing = dict(os.environ), list(warnings.filters), list(sys.path), builtins.print

    def restore():
        try:
            os.chdir(folder)
        except OSError:
            os._exit(0)
        os.umask(0o022)
        if dict(os.environ) != environ:
            os.environ.clear()
            os.environ.update(environ)
        warnings.filters[:], sys.path[:], builtins.print = filters, path, printing
        for number in (signal.SIGVTALRM, signal.SIGALRM):
            signal.signal(number, _ring)
    return restore


def _ring(_number, _frame):
    raise _Late(ONE_S - signal.getitimer(signal.ITIMER_VIRTUAL)[0])


def _one(source, script):
    """(bytes that it printed, the exception that ended it or None)"""
    raw, error = io.BytesIO(), None
    out = io.TextIOWrapper(raw, "utf-8", "backslashreplace", write_through=True)
    child.seed()
    main = child.fresh_main(script)
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = out
    try:
        loops.of_program(source)
        signal.setitimer(signal.ITIMER_VIRTUAL, ONE_S)
        signal.setitimer(signal.ITIMER_REAL, WAIT_S)
        exec(compile(source, script, "exec", dont_inherit=True), main.__dict__)
        main.__dict__.clear()
    except BaseException as e:              # noqa: B902 - that is what is being observed
        error = e
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.stdout, sys.stderr = before
    return b"" if raw.closed else raw.getvalue(), error


def _word(source, script, heard):
    """None: it says more than is looked at."""
    out, error = _one(source, script)
    if isinstance(error, _Late):
        return LATE if error.args[0] >= WORKED_S else None      # else it waits, or the machine is busy
    if len(out) > PRINT_MAX:
        return None
    out = out.decode("utf-8", "backslashreplace")
    kind = "ok" if error is None else child.qualified(type(error))
    said = "" if error is None else child.safe_str(error)
    text = observe.scrub("\n".join([kind, said, out, *heard]))
    each = observe.scrub(out).split("\n")[:-1][:LINES_MAX]
    told = "".join("%02x" % (str.__hash__(line) & 0xff) for line in each) if len(each) > 1 else ""
    return ("%s %x %s" % (lines.plain(kind).replace(" ", "_").encode("ascii", "replace").decode(), str.__hash__(text) & MASK, told)).rstrip()


class _Told:
    """What a trial has, as JSON: printed, how it ended, which lines ran."""

    def __init__(self, plans, limit):
        self._plans, self._limit, self._again, self._hits = plans, limit, None, []

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
        elif error is not None and limits.hit_by(error, self._limit):
            how["status"] = "limit"
        elif error is not None:
            how = {"status": "exception", "exception": child.describe(error, script)}
        out = out[:4 * TOLD_MAX].decode("utf-8", "backslashreplace")[:TOLD_MAX]
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
