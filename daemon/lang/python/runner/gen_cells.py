"""Cells with nothing in them: the last one of a line, the first, one in the middle, each in a text that a real program passes.

Who strips a line, or splits it at blanks, loses the cell together with the mark before it; tests fill all of their cells.
"""
import re

import gen_mutate
from gen_inside import in_turn

MOST = 12           # programs that are tried
TEXT_MAX = 4000
SPEAKS = re.compile(r"\b(?:[lr]?strip|r?split|splitlines|r?partition|removesuffix|removeprefix)\b|\bcsv\.|\bre\.split\b")
MARKS = "\t;|,=:"   # between the cells of a line, the plainest first


def most(change):
    return MOST if SPEAKS.search(change.text) else 0


def programs(src, _change):
    """Texts near one program, one of each text in turn."""
    nodes = [node for node in src.standing() if len(node.value) < TEXT_MAX]
    return in_turn([_of_text(src, node) for node in nodes])


def _of_text(src, node):
    for text in emptied(node.value):
        yield src.edited([(node, gen_mutate.quoted(text))])


def emptied(value):
    """The text with a cell of a line that has most of them emptied: of the last such line, as the first may be a heading."""
    lines = value.split("\n")
    for mark in MARKS:
        most_cells = max(line.count(mark) for line in lines)
        at = max([i for i, line in enumerate(lines) if most_cells and line.count(mark) == most_cells] or [-1])
        if at < 0:
            continue
        cells = lines[at].rstrip("\r").split(mark)
        end = lines[at][len(mark.join(cells)):]
        for k in dict.fromkeys((len(cells) - 1, 0, len(cells) // 2)):
            if cells[k].strip():
                row = cells[:k] + [cells[k][:len(cells[k]) - len(cells[k].lstrip())] if k else ""] + cells[k + 1:]
                yield "\n".join(lines[:at] + [mark.join(row) + end] + lines[at + 1:])
        return
