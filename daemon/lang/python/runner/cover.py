"""Which of a few given lines a test runs, at a cost close to nothing for all others.

Lines are reported the moment they first run, through `emit(index)`, so that a test that crashes or
hangs has still said where it was. Only code objects of the given files are looked at.
"""
import sys
import threading


def wanted(lines):
    """The request's {file: [line]} as a list of (file, line): an index into it names a line."""
    out = []
    for path, numbers in sorted(lines.items()):
        if isinstance(path, str) and isinstance(numbers, list):
            out.extend((path, n) for n in sorted(set(n for n in numbers if isinstance(n, int))))
    return out


class Plans:
    """For a code object: {line that has an event: [indexes it proves]}, and those of its header."""

    def __init__(self, points):
        self._files = {}
        for index, (path, line) in enumerate(points):
            self._files.setdefault(path, []).append((line, index))
        self._known = {}            # id(code) -> (code, plan, header); code is kept, or ids recur

    def of(self, code):
        """(plan, header), or None when nothing of `code` is wanted."""
        points = self._files.get(code.co_filename)
        if points is None:
            return None
        known = self._known.get(id(code))
        if known is None:
            known = self._known[id(code)] = (code,) + self._make(code, points)
        return known[1:] if known[1] or known[2] else None

    @staticmethod
    def _make(code, points):
        first = code.co_firstlineno
        starts = sorted(_line_starts(code))
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
                inside = sorted(_line_starts(nested))
                if inside:
                    low, high = nested.co_firstlineno, inside[-1]
                    own = set(i for n, i in points if low < n <= high)
                    for at in plan:
                        plan[at] = [i for i in plan[at] if i not in own]
        return {at: ids for at, ids in plan.items() if ids}, header


def _line_starts(code):
    if hasattr(code, "co_lines"):
        return set(line for _, _, line in code.co_lines() if line)
    lines, line = set(), code.co_firstlineno        # 3.8, 3.9: the old line table
    table = code.co_lnotab
    lines.add(line)
    for delta in table[1::2]:
        line += delta - 256 if delta > 127 else delta
        lines.add(line)
    return lines


def start(points, emit):
    """Report from now on, in this thread and those it starts."""
    seen = set()

    def report(indexes):
        for index in indexes:
            if index not in seen:
                seen.add(index)
                emit(index)

    plans = Plans(points)
    if hasattr(sys, "monitoring") and _monitor(plans, report):
        return
    _trace(plans, report)


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

    def entered(code, _offset):
        found = plans.of(code)
        if found:
            report(found[1])
            if found[0]:
                mon.set_local_events(tool, code, mon.events.LINE)
        return mon.DISABLE

    def line_runs(code, line):
        found = plans.of(code)
        if found:
            report(found[0].get(line, ()))
        return mon.DISABLE

    mon.register_callback(tool, mon.events.PY_START, entered)
    mon.register_callback(tool, mon.events.PY_RESUME, entered)
    mon.register_callback(tool, mon.events.LINE, line_runs)
    mon.set_events(tool, mon.events.PY_START | mon.events.PY_RESUME)
    return True


def _trace(plans, report):
    def entered(frame, event, _arg):
        found = plans.of(frame.f_code)
        if not found:
            return None
        plan, header = found
        report(header)
        if not plan:
            return None

        def line_runs(inner, inner_event, _inner_arg):
            if inner_event == "line":
                report(plan.get(inner.f_lineno, ()))
            return line_runs
        return line_runs

    threading.settrace(entered)
    sys.settrace(entered)

