"""Programs in which bytes of two codecs meet: a letter in UTF-8 beside the same letter in Latin-1, lines of two clients in one
packet, an escape of the one kind behind one of the other.

What guesses an encoding, or reads an escape, is given one kind by each test. Whether it guesses for the whole or for each part
shows in both at once.
"""
import ast
import itertools
import re

import gen_later
import gen_mutate
import gen_orders
import gen_text
from gen_inside import in_turn

PILE = "joined"
SEEDS_MAX = 12      # real programs that are changed
MOST = 24           # programs that are tried
EACH_MAX = 12       # of one program
SAMPLES_MAX = 12    # bytes of other programs
LONG_MAX = 400
LETTER = "\u00e9"
CODED = re.compile(r"decod|encod|codec|charset|latin_?-?1|utf_?-?(?:8|16)|cp125\d|ascii|surrogateescape|bytes|BytesIO|TextIOWrapper|chardet", re.I)
NAMED = re.compile(r"[\"']((?:cp|windows-)\d+|latin[-_]?\d+|iso-?8859-\d+|mac_?roman)[\"']", re.I)
# (what of the library reads them, two forms of one letter and, where there is one, what is neither)
ESCAPED = ((re.compile(r"unquote|quote_plus|parse_qsl?\b|urlencode|\bquote\b"), ("%C3%A9", "%E9")),
           (re.compile(r"base64|b64|a2b_|b2a_"), ("-_-_", "+/+/", "==")),
           (re.compile(r"unescape|entit|name2codepoint"), ("&eacute;", "&#233;", "&amp;")),
           (re.compile(r"quopri|decode_header|make_header|quoted_printable"), ("=?utf-8?q?=C3=A9?=", "=?iso-8859-1?q?=E9?=")),
           (re.compile(r"unicode_escape|raw_unicode_escape"), ("\\u00e9", "\u00e9")))
LAST = re.compile(r"\W*$")      # what stands behind the last word


def ask(engine, until):
    """Try some, one of each program in turn, `until` a share of the budget is used."""
    texts = [text for target in engine.targets for _, text in gen_later.sides(target)] + [" ".join(engine.changed_words())]
    whole = "\n".join(texts)
    coded, pairs = CODED.search(whole), [row for pattern, row in ESCAPED if pattern.search(whole)]
    if not engine.guide.active or not coded and not pairs:
        return
    rows = gen_orders.seeds(engine, SEEDS_MAX)
    samples = samples_of([src for _, src in rows]) if coded else []
    other = other_codec(whole + "\n".join(src.data.decode("utf-8", "replace") for _, src in rows))
    made = in_turn([zip(itertools.repeat(row), itertools.islice(programs(src, bool(coded), pairs, samples, other), EACH_MAX)) for row, src in rows])
    engine.aim(itertools.takewhile(lambda _: not engine.deadline.passed(until), made), PILE, MOST)


def other_codec(text):
    """One that a text names and that has the letter, beside UTF-8."""
    for name in NAMED.findall(text):
        try:
            if LETTER.encode(name) != LETTER.encode():
                return name
        except (LookupError, UnicodeEncodeError):
            pass
    return "latin-1"


def programs(src, coded, pairs, samples=(), other="latin-1"):
    """Those near one program. `samples`: bytes that other programs pass, as texts; `other`: a codec beside UTF-8."""
    free, nodes = free_places(src.tree), bytes_in(src)[::-1] if coded else []
    put = lambda node, texts: (src.edited([(node, text if id(node) in free else "(%s)" % text)]) for text in texts)
    coded_texts = {id(n.func.value) for n in nodes if isinstance(n, ast.Call)}
    texts = [n for n in src.texts if n.value and len(n.value) < LONG_MAX and id(n) not in coded_texts][::-1][:2 * bool(pairs)]
    return in_turn([put(n, joined(src, n, samples, other)) for n in nodes] + [put(n, map(gen_mutate.quoted, escaped(n.value, pairs))) for n in texts])


def bytes_in(src):
    """Nodes that make bytes of what is written there: b"a", "a".encode("utf-8")."""
    return [n for n in src.nodes if value_in(n) and "\n" not in src.text(n)]


def value_in(node):
    """The bytes that such a node makes; b"" is none of them."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, bytes) and len(node.value) < LONG_MAX else b""
    func = node.func if isinstance(node, ast.Call) else None
    text = gen_text.value_of(func.value) if isinstance(func, ast.Attribute) and func.attr == "encode" and isinstance(func.value, ast.Constant) else None
    codec = [gen_text.value_of(a) for a in node.args] if isinstance(text, str) and len(text) < LONG_MAX and not node.keywords else None
    try:
        return text.encode(*codec) if codec is not None else b""
    except (LookupError, TypeError, ValueError):
        return b""


def free_places(tree):
    """Nodes in the place of which a sum needs no brackets."""
    out = set()
    for n in gen_text.walk(tree):
        if isinstance(n, ast.Call):
            out.update(id(a) for a in n.args + [k.value for k in n.keywords])
        elif isinstance(n, (ast.List, ast.Tuple)):
            out.update(map(id, n.elts))
        elif isinstance(n, ast.Assign):
            out.add(id(n.value))
    return out


def samples_of(sources):
    """[(text, bytes)] that programs pass, those that differ."""
    found = {value_in(n): src.text(n) for src in sources for n in bytes_in(src)}
    return [(text, value) for value, text in found.items()][:SAMPLES_MAX]


def codec_of(value):
    """What kind of bytes these are."""
    if all(byte < 128 for byte in value):
        return "ascii"
    try:
        value.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        return "other"


def joined(src, node, samples, other):
    """What may stand in the place of bytes: with those of another kind that other programs pass, and themselves in both codecs."""
    mine, value = src.text(node), value_in(node)
    own, joint = codec_of(value), "" if value.endswith(b"\n") else ' + b"\\n"'
    apart = [text for text, one in samples if {own, codec_of(one)} == {"utf-8", "other"}]
    for text in apart[:2]:
        yield "%s%s + %s" % (mine, joint, text)
        yield "%s%s + %s" % (text, joint, mine)
    one, two = ["%s.encode(%s)" % (gen_mutate.quoted(both(value, other)), codec) for codec in ("", gen_mutate.quoted(other))]
    for joint in dict.fromkeys((joint, "")):
        yield "%s%s + %s" % (one, joint, two)
        yield "%s%s + %s" % (two, joint, one)


def both(value, other):
    """The text of bytes, with a letter that both codecs have and write in two ways."""
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        text = value.decode(other, "replace")
    try:
        told = text.encode(other) != text.encode()
    except UnicodeEncodeError:
        text, told = "".join(c for c in text if ord(c) < 128), False
    at = LAST.search(text).start()
    return text if told else text[:at] + LETTER + text[at:]


def escaped(value, pairs):
    """A text with both forms of an escape behind its last word, the other way round before it, and with itself."""
    at = LAST.search(value).start()
    for one, two, *odd in pairs:
        yield value[:at] + one + two + value[at:]
        yield "%s %s %s" % (two, value, one)
        yield from (value + mark + one for mark in odd)
    yield value + value
