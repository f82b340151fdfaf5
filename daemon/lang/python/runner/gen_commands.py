"""Commands that documents show, as calls of what they start: `toylib --file club.json list` is main(["--file", "club.json", "list"]).

A program's README says in commands what a library's says in calls, and most tests call what lies below. Each command is one program,
and all of a page in their order are another: what one of them writes the next one reads. In the end, which files are there?
"""
import re
import shlex

import gen_docs
import gen_listed
import gen_mutate
import gen_program
import gen_text

COMMANDS_MAX = 16   # of all documents
WORDS_MAX = 30      # of one command
LINE_MAX = 1000     # characters of it
ENTRIES = frozenset("main cli run entry_point console_main".split())
TAKES = frozenset("argv args arguments command_line".split())
SCRIPT = re.compile(r"""^[ \t\["']*([\w.-]+)["']?\s*=\s*["']?([\w.]+):(\w+)""", re.M)
READS = re.compile(r"\bArgumentParser\b|\bsys\.argv\b|\bparse_args\b|\bgetopt\b|\bOptionParser\b")
PROG = re.compile(r"""\bprog\s*=\s*["']([\w.-]+)["']""")
PROMPT = re.compile(r"^\s*(?:[$%>]|\([\w.-]+\) *\$)\s+")
OPEN = re.compile(r"[<>|&;`]|\$\(|\.\.\.|\u2026|^[\[{]")      # is put together by a shell, or has a place that is to be filled in
PROSE = [["="], [":"], ["is"], ["are"], ["was"], ["can"], ["will"], ["has"], ["and"], ["or"]]     # behind a name that is no command
SHELLS = frozenset(("", *"sh bash zsh shell console shell-session text".split()))
HELPER = """def %s(*words):
    try:
        print(%s)
    except SystemExit as end:
        print("exit", end.code)"""

ENTER = ["folder = tempfile.TemporaryDirectory()", "os.chdir(folder.name)"]     # in the end, what is there was written by a command


def ask(engine):
    """Offer what a project's documents show of its commands; nothing where none of its functions takes them."""
    found = entry(engine)
    if found is None:
        return
    func, names = found
    shown = of_documents(((path, gen_text.read(engine.root, path) or "") for path in gen_listed.paths(engine)), names)
    for words, where in shown:
        engine.offer(program(engine, func, names[0], [words], where))
    if len(shown) > 1:
        engine.offer(program(engine, func, names[0], [words for words, _ in shown]))


def entry(engine):
    """(function, [names of the command]) of what a project's command starts, or None: what the project says starts it, else what has such
    a name."""
    scripts = [m.groups() for path in ("pyproject.toml", "setup.cfg", "setup.py") for m in SCRIPT.finditer(gen_text.read(engine.root, path) or "")]
    modules = sorted(engine.index.modules.values(), key=lambda m: (m.name.count("."), m.name))
    known = [(func, [name for name, where, what in scripts if (where, what) == (module.name, func.qualname)])
             for module in modules for func in module.functions.values() if func.owner is None and is_entry(func)]
    for func, own in sorted((row for row in known if row[1] or row[0].name in ENTRIES), key=lambda row: not row[1]):
        text = func.module.src.data.decode("utf-8", "surrogateescape")
        if (own or READS.search(text)) and engine.index.public(func.module.name, func.qualname):
            top = func.module.name.split(".")[0]
            return func, list(dict.fromkeys(own + PROG.findall(text) + [top, top.replace("_", "-"), func.module.name, func.module.src.path]))
    return None


def is_entry(func):
    """Does it take a list of words, or nothing? What has `args` in another function than main() was parsed before."""
    required = [p for p in func.params if p.required]
    if not func.params:
        return True
    first = func.params[0]
    takes = first.name in TAKES and (first.name != "args" or func.name == "main" or first.how == "star")
    return takes and len(required) <= 1 and first.how in ("plain", "positional", "star")


def of_documents(pages, names):
    """[(words of a command, "path:line")] of [(path, text)], in the order in which they stand."""
    out = {}
    for path, page in pages:
        for number, line in [one for first, body in blocks(page + "\n") for one in whole_lines(first, body)]:
            words = words_of(line, names)
            if words is not None and len(out) < COMMANDS_MAX:
                out.setdefault(tuple(words), "%s:%d" % (path, number))
    return [(list(words), where) for words, where in out.items()]


def blocks(page):
    """[(number of its first line, text)] of what is fenced as nothing or as a shell's, and of what is indented, in their order."""
    out, line, seen = [], 1, 0
    for tag, start, body in gen_docs.fences(page):
        line, seen = line + page.count("\n", seen, start), start
        out += [(line, body)] * (tag.lower() in SHELLS)
    return sorted(out + gen_docs.indented(page))


def whole_lines(first, body):
    """(number, line), where one that ends with a backslash goes on in the next."""
    held, start = "", first
    for number, line in enumerate(body.split("\n"), first):
        held, start = held + line, start if held else number
        if held.endswith("\\") and len(held) <= LINE_MAX:
            held = held[:-1] + " "
            continue
        yield start, held
        held = ""


def words_of(line, names):
    """What a command is given, or None where a line is none of those."""
    line = PROMPT.sub("", line).strip()
    if len(line) > LINE_MAX:
        return None
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return None
    begins = [[name] for name in names] + [[python, *how, name] for python in ("python", "python3") for how in (["-m"], []) for name in names]
    start = next((b for b in begins if words[:len(b)] == b), None)
    rest = words[len(start):] if start and words[len(start):][:1] not in PROSE else None
    return rest if rest is not None and len(rest) <= WORDS_MAX and not any(OPEN.search(word) for word in rest) else None


def program(engine, func, name, commands, where=""):
    made = gen_program.Program()
    made.origin, made.legality, made.path, made.where = "doc", "seen", func.module.src.path, where
    made.add_import(engine.index.public(func.module.name, func.qualname))
    for module in ("os", "tempfile"):
        made.add_import(gen_program.Import(module))
    call = "%s(%s)" % (func.name, "*words" if func.params[:1] and func.params[0].how == "star" else "list(words)" if func.params else "")
    own = "command" if func.name != "command" else "started"
    helper = HELPER % (own, call)
    if not func.params:
        made.add_import(gen_program.Import("sys"))
        helper = helper.replace("    try:\n", "    sys.argv = [%r, *words]\n    try:\n" % name)
    made.add_def(0, helper)
    made.body = ENTER + ["%s(%s)" % (own, ", ".join(map(gen_mutate.quoted, words))) for words in commands] + ["print(sorted(os.listdir()))"]
    return made
