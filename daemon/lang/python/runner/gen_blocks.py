"""Neighbours of a text of several lines, as it stands in the source: a file that a test writes out. What a program
makes of one depends on which line stands where, and on what stands in one line twice.
"""
import re

LINES_MAX = 200
EACH_MAX = 3        # lines that come once more, and of which each mark is doubled
OPENING = re.compile(r"[bBrR]?(\"\"\"|''')")
ESCAPED = re.compile(r"\\[0-9xuUN]")
MARK = re.compile(r"[^\w\s\\\"'#]")


def is_block(raw):
    """Is it a literal of lines that may be changed one by one?"""
    return bool(OPENING.match(raw)) and raw.count("\n") < LINES_MAX and not ESCAPED.search(raw)


def of_lines(value):
    """The same of a text that is written in one line: those that are tried whatever the lot says."""
    lines = [""] + value.split("\n") + [""]
    inside = [i for i in range(1, len(lines) - 1) if lines[i].strip()]
    rows = [_again(lines, inside), _indented(lines, inside), _first(lines, inside)] if len(inside) > 1 else []
    return ["\n".join(row[k][1:-1]) for k in range(EACH_MAX) for row in rows if k < len(row)]


def variants(raw, rng):
    """([texts that are tried whatever the lot says], [(weight, text)])."""
    lines = raw.split("\n")
    inside = [i for i in range(1, len(lines) - 1) if lines[i].strip()]
    rows = [_again(lines, inside), _doubled(lines, inside), _indented(lines, inside), _first(lines, inside)]
    sure = [row[k] for k in range(EACH_MAX) for row in rows if k < len(row)]
    drawn = []
    if len(lines) > 2:
        i = rng.choice(range(1, len(lines) - 1))
        drawn += [(3, lines[:i] + [lines[i]] + lines[i:]), (3, lines[:i] + lines[i + 1:]), (1, lines[:i] + [""] + lines[i:])]
    if inside:
        i = rng.choice(inside)
        drawn += [(2, _with(lines, i, lines[i] + "  ")), (2, _with(lines, i, "  " + lines[i])), (1, _with(lines, i, lines[i] if "\\" in lines[i] else lines[i].upper()))]
    return ["\n".join(t) for t in sure], [(w, "\n".join(t)) for w, t in drawn]


def _again(lines, inside):
    """The first lines once more behind the last one: what belongs together stands no longer beside each other."""
    plain = [i for i in inside if lines[i].lstrip()[0].isalnum()] or inside
    last = inside[-1] + 1 if inside else 0
    return [lines[:last] + [lines[i]] + lines[last:] for i in plain[:EACH_MAX] if i != last - 1]


def _doubled(lines, inside):
    """A mark that stands in a line, once more at its end, before something: key=value=more. What most lines have comes first."""
    found = {}
    for i in inside:
        for mark in dict.fromkeys(MARK.findall(lines[i])) if not lines[i].endswith("\\") else ():
            found.setdefault(mark, []).append(i)
    often = sorted(found.items(), key=lambda row: -len(row[1]))[:EACH_MAX]
    return [_with(lines, at[0], lines[at[0]] + mark + "more") for mark, at in often]


def _indented(lines, inside):
    """A line that begins further right: of each kind of line the last, as most was read before it."""
    kinds = {}
    for i in inside[1:]:
        kinds[lines[i].strip()[0].isalnum(), lines[i][0].isspace(), lines[i - 1].strip()[:1].isalnum()] = i
    return [_with(lines, i, "    " + lines[i]) for i in sorted(kinds.values(), reverse=True)][:EACH_MAX]


def _first(lines, inside):
    """The last line, and that in the middle, before all others: what ends the reading is followed by something."""
    return [lines[:inside[0]] + [lines[i]] + [row for k, row in enumerate(lines[inside[0]:], inside[0]) if k != i]
            for i in dict.fromkeys((inside[-1], inside[len(inside) // 2])) if i != inside[0]] if inside else []


def _with(lines, i, line):
    return lines[:i] + [line] + lines[i + 1:]
