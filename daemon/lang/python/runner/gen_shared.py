"""What is named by two others: an alias that two lists have, a module that two modules import. Who remembers where it has been, so as not to go
round in circles, may take the second way to the same place for one.

Texts of lines that have a name and what it leads to, and mappings that are written so, get the name of another line in the place of a
word of theirs; those of the last lines first, which lead on to nothing mostly.
"""
import ast
import re

import gen_mutate
import gen_text
from gen_inside import in_turn

MOST = 16           # programs that are tried
TEXT_MAX = 2000
NAMES_MAX = 4       # that are put in the place of one word
REMEMBERS = re.compile(r"\b(\w+)\.(?:add|append)\(")
LINE = re.compile(r"^[ \t]*([\w.-]+)[ \t]*(?::|=|->|=>)(.*)$", re.M)
WORD = re.compile(r"[\w.-]+")


def most(change):
    names = set(REMEMBERS.findall(change.text))
    return MOST if any(re.search(r"\bin (?:self\.)?%s\b" % re.escape(name), change.text) for name in names) else 0


def programs(src, _change):
    """Texts near one program, one of each text and mapping in turn."""
    texts = [node for node in src.standing() if len(node.value) < TEXT_MAX and len(LINE.findall(node.value)) > 1]
    mappings = [node for node in gen_text.walk(src.tree) if isinstance(node, ast.Dict) and len(node.keys) > 1]
    return in_turn([_of_text(src, node) for node in texts] + [_of_mapping(src, node) for node in mappings])


def _of_text(src, node):
    for text in shared(node.value):
        yield src.edited([(node, gen_mutate.quoted(text))])


def shared(value):
    lines = list(LINE.finditer(value))
    names = [m.group(1) for m in lines]
    for m in lines:
        for word in WORD.finditer(m.group(2)):
            start = m.start(2) + word.start()
            for name in led_to(names, m.group(1), word.group()):
                if name not in WORD.findall(m.group(2)):
                    yield value[:start] + name + value[start + len(word.group()):]


def _of_mapping(src, node):
    names = [gen_text.value_of(key) for key in node.keys]
    for key, value in zip(names, node.values):
        had = [n for n in gen_text.walk(value) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        for one in had:
            for name in led_to(names, key, one.value):
                if name not in {n.value for n in had}:
                    yield src.edited([(one, gen_mutate.quoted(name))])


def led_to(names, own, word):
    """Names that may stand in the place of a word of the line `own`, the last first."""
    return [name for name in reversed(names) if isinstance(name, str) and name not in (own, word)][:NAMES_MAX]
