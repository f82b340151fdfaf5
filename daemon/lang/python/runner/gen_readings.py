"""Texts that functions of the library read in more ways than one: a digit that is no decimal one, a `%` where values are
filled in, a line end behind `$`. Which of them matter is said by the words that only one side of a change has.
"""
import re

import gen_mutate

LONG = 40       # times: more than a count in code mostly is, and than most flags of `re` that are taken for one (I 2, M 8, S 16)
LONG_MAX = 1500     # characters
EACH_MAX, PROGRAMS_MAX = 6, 5       # texts that one program gets besides its own at length, and programs that get them
WAYS = 3            # places of with_text()
BLANK = re.compile(r"\s")
WORD = re.compile(r"\w+")
# (names of the library, texts that it takes in another way than a plain word)
READ = (
    ("isdigit isdecimal isnumeric isalnum digits", ("\u00b2", "\u0663")),
    ("isalpha isidentifier isascii ascii_letters", ("\u00e9", "_")),
    ("interpolation ExtendedInterpolation Template substitute safe_substitute expandvars ConfigParser RawConfigParser", ("%", "%(a)s", "$x")),
    ("format format_map Formatter vformat", ("{0}", "{")),
    ("sub subn expand", ("\\1", "\\g<0>")),
    ("match fullmatch search compile MULTILINE DOTALL", ("\n", "\n\n")),
    ("glob fnmatch fnmatchcase rglob translate", ("[a]", "*")),
    ("split rsplit strip lstrip rstrip isspace splitlines", ("\t", "\u00a0", "\u2028")),
    ("splitlines readline readlines BytesIO StringIO linesep keepends universal_newlines newline", ("\r", "\x0b")),
    ("unescape escape html", ("&amp;lt;", "'")),
    ("int float Decimal Fraction isdigit", ("_0", "e3", "\u0663")),
    ("title capitalize istitle capwords", ("'re", "-ray")),
    ("ljust rjust center width wcwidth east_asian_width", ("\u65e5\u672c", "e\u0301")),
    ("encode decode ascii latin1 surrogateescape", ("\u20ac", "\U0001f600")),
    ("normpath abspath basename dirname splitext suffix suffixes stem commonpath relpath Path PurePath PurePosixPath joinpath with_suffix "
     "relative_to is_relative_to resolve", ("/..", "/.x", ".tar.gz", "//")),
    ("urlparse urlsplit urljoin urlunsplit urlunparse urldefrag", ("?a=b", "#c", ";d", "//e")),
    ("textwrap wrap fill dedent indent expandtabs shorten", ("\t", "-f", "\u2014", "\n\n")),
    ("fromisoformat strptime parsedate_to_datetime isoparse", ("Z", "+05:30", " ", "T24")),
    ("ip_address ip_network ip_interface inet_aton inet_pton", ("/0", "::1", ".010")),
    ("fromhex unhexlify hexlify hex oct bin", ("0x", " ", "F")),
    ("strtobool bool", ("0", "No", "off")),
    ("normalize unicodedata category combining is_normalized", ("e\u0301", "\ufb01")),
    ("expanduser home", ("~",)),
    ("reader writer DictReader DictWriter shlex loads dumps literal_eval", ('"', "\\")),
)
PUT_IN = frozenset("sub subn expand".split())      # take a text and others that are put into it,
MARK, OTHERS_MAX = "\\1", 4      # and read this in those
REPEATED = frozenset("sub subn split rsplit replace count maxsplit findall finditer".split())


def of_words(words):
    """Texts to put into others, where a change has these words."""
    rows = [texts for names, texts in READ if words & set(names.split())]
    return list(dict.fromkeys(text for k in range(4) for texts in rows for text in texts[k:k + 1]))


def with_text(value, text, way):
    """The value with a text behind its first word, in the place of its last one, or at its end."""
    words = list(WORD.finditer(value))
    if way == 2 or not words:
        return value + text
    if way == 1:
        return value[:words[-1].start()] + text + value[words[-1].end():]
    return value[:words[0].end()] + text + value[words[0].end():]


def at_length(value):
    """The value as often as nobody would write it."""
    joint = " " if BLANK.search(value) else ""
    return joint.join([value] * LONG) if 0 < len(value) * LONG < LONG_MAX else value


class Readings:
    """Changes texts of programs; each program gets other texts in other places, so that few programs say much."""

    def __init__(self, words):
        self.texts, self.repeats, self.turn, self.changed = of_words(words), bool(words & REPEATED), 0, 0
        self.puts_in = bool(words & PUT_IN)

    def programs(self, src, nodes):
        """The longest text is what is read: others say how, or are put into it."""
        if not nodes or self.changed == PROGRAMS_MAX:
            return []
        self.changed += 1
        node = max(nodes, key=lambda n: len(n.value))
        value = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
        out = [at_length(value)] if self.repeats else []
        for _ in range(EACH_MAX if self.texts else 0):
            text, way = self.texts[self.turn % len(self.texts)], self.turn // len(self.texts) % WAYS
            self.turn += 1
            out.append(with_text(value, text, way))
        if isinstance(node.value, bytes):
            return [src.edited([(node, repr(new.encode("latin-1")))]) for new in out if max(map(ord, new)) < 256]
        others = [n for n in nodes if self.puts_in and n is not node and isinstance(n.value, str)][-OTHERS_MAX:]
        return [src.edited([(n, gen_mutate.quoted(with_text(n.value, MARK, 2)))]) for n in others] + [src.edited([(node, gen_mutate.quoted(new))]) for new in out]
