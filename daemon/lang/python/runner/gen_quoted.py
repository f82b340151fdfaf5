"""What a change looks for, within the quotes of a text: '"http://a"' in one whose comments begin with `//`, '"{4,}"' in one that loses its
commas before a bracket.

What stands in quotes is data, and a pattern that goes over the whole text does not know. What is looked for are the marks on changed
lines, and short texts that the patterns there match.
"""
import re

import gen_literals
import gen_mutate
import gen_text
from gen_inside import in_turn

MOST = 12           # programs that are tried
MARKS_MAX = 4
TEXT_MAX = 4000
PLACES_MAX = 3      # of one text, from its end
QUOTED = re.compile(r"""(?<!\w)(?:"((?:[^"\\\n]|\\.)+)"|'([^'\\\n]+)'|`([^`\\\n]+)`)""")
MARKS = re.compile(r"""[^\w\s'"`\\]{1,6}""")


def sought(engine):
    """The marks that a change looks for, the longest first."""
    patterns = [p for t in engine.targets if t.info for p in gen_literals.near_patterns(t.info.src, t.lines + t.touched, t.literals)]
    said = [gen_text.value_of(text) for t in engine.targets for text in t.literals if isinstance(text, str)]
    strings = [text for text in said if isinstance(text, str)] + list(engine.near[1])
    texts = [text.strip() for text in [*gen_literals.pattern_texts([*patterns, *strings]), *strings]]
    return sorted(dict.fromkeys(text for text in texts if MARKS.fullmatch(text)), key=len, reverse=True)[:MARKS_MAX]


def most(change):
    return MOST if change.sought else 0


def programs(src, change):
    """Texts near one program, one of each of its texts in turn: each mark at the end of something in quotes."""
    nodes = [node for node in src.standing() if len(node.value) < TEXT_MAX]
    return in_turn([marked(src, node, change.sought) for node in nodes])


def marked(src, node, marks):
    return (src.edited([(node, gen_mutate.quoted(node.value[:at] + mark + node.value[at:]))]) for at in ends(node.value) for mark in marks)


def ends(text):
    """Where what stands in quotes ends, the last of them first."""
    return [m.end() - 1 for m in QUOTED.finditer(text)][::-1][:PLACES_MAX]
