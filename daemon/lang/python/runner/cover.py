"""Which of a few given lines a test runs, and which ways out of decisions on them it takes, at a cost
close to nothing for all others.

Both are reported the moment they first happen, through `emit(index)`, so that a test that crashes or
hangs has still said where it was. Only code objects of the given files are looked at.

A point is (file, line), or (file, line of a decision, first and last line of its block, into): the way into
that block, or past it.
"""
import ast
import dis
import sys
import threading

_RETURNS = frozenset(dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap)
_ASKS = frozenset(dis.opmap[name] for name in ("FOR_ITER", "SEND", "YIELD_FROM") if name in dis.opmap)
_SUSPENDS = 0x20 | 0x80 | 0x200     # code of a generator, a coroutine, an asynchronous generator

SOURCE_MAX = 1 << 20        # bytes of a file whose decisions are looked for


def wanted(lines):
    """The request's {file: [line]} as a list of (file, line): an index into it names a line."""
    out = []
    for path, numbers in sorted(lines.items()):
        if isinstance(path, str) and isinstance(numbers, list):
            out.extend((path, n) for n in sorted(set(n for n in numbers if isinstance(n, int))))
    return out


def ways(points):
    """The ways out of the decisions that a line of `points` belongs to: more points, two a decision."""
    lines, out = {}, []
    for path, line in points:
        lines.setdefault(path, set()).add(line)
    for path, wanted_lines in sorted(lines.items()):
        for at, first, last in decisions(path):
            if not wanted_lines.isdisjoint(range(at, first)):
                out += [(path, at, first, last, True), (path, at, first, last, False)]
    return out


def decisions(path):
    """[(line, first and last line of its block)] of each if, elif, while, for and case of a file."""
    try:
        with open(path, "rb") as f:
            data = f.read(SOURCE_MAX + 1)
        return decisions_of(ast.parse(data if len(data) <= SOURCE_MAX else b""))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def decisions_of(tree):
    out = set()
    for node in ast.walk(tree):
        at = _decision_line(node)
        if at and at < node.body[0].lineno:     # on one line nothing tells the ways apart
            out.add((at, node.body[0].lineno, getattr(node.body[-1], "end_lineno", 0) or 0))
    return sorted(out)


def _decision_line(node):
    if isinstance(node, (ast.If, ast.While)):
        return 0 if isinstance(node.test, ast.Constant) else node.lineno
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return node.lineno
    if type(node).__name__ == "match_case":
        pattern = node.pattern
        anything = type(pattern).__name__ == "MatchAs" and pattern.pattern is None and node.guard is None
        return 0 if anything else pattern.lineno
    return 0


def is_suspended(frame):
    """At a "return" event: does the frame wait for more (yield, await), and has not returned? One that an exception
    ends seems to, and is never heard of again."""
    code = frame.f_code
    return bool(code.co_flags & _SUSPENDS) and code.co_code[frame.f_lasti] not in _RETURNS


def is_answer(code, at, exception):
    """Is this how a `for`, an `await` or a `yield from` hears that there is no more?"""
    if issubclass(exception, StopIteration):
        return code.co_code[at] in _ASKS
    return issubclass(exception, StopAsyncIteration)


class Decisions:
    """The decisions of one file: {line of a header: (first and last line of its block, [index in, index past])}."""

    def __init__(self):
        self._at = {}

    def add(self, at, first, last, into, index):
        known = self._at.get(at) or (at, first, last, [None, None])
        known[3][0 if into else 1] = index
        for line in range(at, first):
            self._at[line] = known

    def on(self, line):
        return self._at.get(line)

    @staticmethod
    def taken(known, line):
        """Index of the way from a decision to `line` (0: out of the function), or None: still deciding."""
        at, first, last, indexes = known
        if at <= line < first:
            return None
        return indexes[0] if first <= line <= last else indexes[1]

    def between(self, low, high):
        return any(low <= line <= high for line in self._at)


class Plans:
    """For a code object: {line that has an event: [indexes it proves]}, those of its header, and its decisions. Made before
    the fork: what a test's process writes to is copied for it first."""

    def __init__(self, points):
        self.files, self._decisions = {}, {}        # by path: all that is looked at
        for index, point in enumerate(points):
            if len(point) == 2:
                self.files.setdefault(point[0], []).append((point[1], index))
            else:
                self._decisions.setdefault(point[0], Decisions()).add(*point[1:], index=index)
        self._known = {}            # id(code) -> (code, plan, header); code is kept, or ids recur

    def has_decisions(self):
        return bool(self._decisions)

    def of(self, code):
        """(plan, header, decisions or None), or None when nothing of `code` is wanted."""
        points = self.files.get(code.co_filename)
        if points is None:
            return None
        known = self._known.get(id(code))
        if known is None:
            known = self._known[id(code)] = (code,) + self._make(code, points) + (self._decided(code),)
        return known[1:] if known[1] or known[2] else None

    def _decided(self, code):
        decisions, starts = self._decisions.get(code.co_filename), line_starts(code)
        return decisions if decisions and decisions.between(min(starts), max(starts)) else None

    def start(self, emit):
        """Report from now on, in this thread and those it starts. -> again(): as if nothing had been reported."""
        seen = set()

        def report(indexes):
            for index in indexes:
                if index not in seen:
                    seen.add(index)
                    emit(index)

        is_watched = hasattr(sys, "monitoring") and _monitor(self, report)
        entered = None if is_watched else _trace(self, report)

        def again():
            seen.clear()
            if is_watched:
                sys.monitoring.restart_events()
            else:
                sys.settrace(entered)
        return again

    @staticmethod
    def _make(code, points):
        first = code.co_firstlineno
        starts = sorted(line_starts(code))
        if first > 0 and code.co_name != "<module>":
            body = [s for s in starts if s > first] or starts
        else:
            body = starts
        plan, header = {}, []
        if not body:
            return plan, header
        for line, index in points:
            if first <= line < body[0]:
                header.append(index)    # decorators and the def itself: proved by the call
            elif body[0] <= line <= body[-1]:
                # inside a statement of several lines: proved by the last start before it
                plan.setdefault(max(s for s in body if s <= line), []).append(index)
            if line == first and first in starts:
                plan.setdefault(first, []).append(index)    # def and body on one line
        # A line of a nested function lies in its parent's range too, but has its own code object.
        for nested in code.co_consts:
            if hasattr(nested, "co_code") and nested.co_filename == code.co_filename:
                inside = sorted(line_starts(nested))
                if inside:
                    low, high = nested.co_firstlineno, inside[-1]
                    own = set(i for n, i in points if low < n <= high)
                    for at in plan:
                        plan[at] = [i for i in plan[at] if i not in own]
        return {at: ids for at, ids in plan.items() if ids}, header


def line_starts(code):
    if hasattr(code, "co_lines"):
        return set(line for _, _, line in code.co_lines() if line)
    lines, line = set(), code.co_firstlineno        # 3.8, 3.9: the old line table
    table = code.co_lnotab
    lines.add(line)
    for delta in table[1::2]:
        line += delta - 256 if delta > 127 else delta
        lines.add(line)
    return lines


def _monitor(plans, report):
    """3.12 and later: every place is looked at once and then switched off by the interpreter."""
    mon = sys.monitoring
    for tool in (mon.COVERAGE_ID, 3, 4):
        try:
            mon.use_tool_id(tool, "tora")
            break
        except ValueError:
            continue
    else:
        return False

    deciding = {}       # id of a frame -> its last line was of this decision

    def watch(code):
        found = plans.of(code)
        if not found:
            return mon.DISABLE
        report(found[1])
        if found[2]:
            mon.set_local_events(tool, code, mon.events.LINE | mon.events.PY_RETURN)
            return None
        if found[0]:
            mon.set_local_events(tool, code, mon.events.LINE)
        return mon.DISABLE

    def entered(code, _offset):
        if deciding:
            deciding.pop(id(sys._getframe(1)), None)    # of another frame that was there
        return watch(code)

    def resumed(code, _offset):
        return watch(code)

    def decide(decisions, line):
        frame = id(sys._getframe(2))
        before = deciding.pop(frame, None)
        index = before and decisions.taken(before, line)
        if index is not None:
            report((index,))
        now = decisions.on(line)
        if now:
            deciding[frame] = now

    def line_runs(code, line):
        found = plans.of(code)
        if not found:
            return mon.DISABLE
        report(found[0].get(line, ()))
        if not found[2]:
            return mon.DISABLE
        decide(found[2], line)
        return None

    def left(code, _offset, _value):
        found = plans.of(code)
        if found and found[2]:
            decide(found[2], 0)

    def raised(code, offset, exception):
        if deciding and not is_answer(code, offset, type(exception)):
            deciding.pop(id(sys._getframe(1)), None)    # leaving a line by an exception decides nothing

    mon.register_callback(tool, mon.events.PY_START, entered)
    mon.register_callback(tool, mon.events.PY_RESUME, resumed)
    mon.register_callback(tool, mon.events.LINE, line_runs)
    mon.register_callback(tool, mon.events.PY_RETURN, left)
    if plans.has_decisions():
        mon.register_callback(tool, mon.events.RAISE, raised)
    mon.set_events(tool, mon.events.PY_START | mon.events.PY_RESUME
                   | (mon.events.RAISE if plans.has_decisions() else 0))
    return True


def _trace(plans, report):
    files = plans.files

    def entered(frame, _event, _arg):       # for each call of anything
        if frame.f_code.co_filename not in files:
            return None
        if frame.f_trace is not None:
            return frame.f_trace        # it goes on where it was suspended
        found = plans.of(frame.f_code)
        if not found:
            return None
        plan, header, decisions = found
        report(header)
        if not plan:
            return None
        before = None

        def line_runs(inner, inner_event, _inner_arg):
            if inner_event == "line":
                report(plan.get(inner.f_lineno, ()))
            return line_runs

        def line_decides(inner, inner_event, arg):
            nonlocal before
            if inner_event == "exception":
                if not is_answer(inner.f_code, inner.f_lasti, arg[0]):
                    before = None       # leaving a line by an exception decides nothing
                return line_decides
            if inner_event == "return" and is_suspended(inner):
                return line_decides
            line = inner.f_lineno if inner_event == "line" else 0
            index = before and decisions.taken(before, line)
            if index is not None:
                report((index,))
            before = decisions.on(line) if line else None
            return line_runs(inner, inner_event, arg) and line_decides
        return line_decides if decisions else line_runs

    threading.settrace(entered)
    sys.settrace(entered)
    return entered

