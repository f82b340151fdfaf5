"""The child's side of a trial: set the scene, run the test, say how it ended. Never returns.

What is found out goes to the runner as lines on a pipe of its own, each opened by a word that only
this trial's runner and child know: `<word> C 3` (the line of that index ran), `<word> W {...}` (a
warning), `<word> R {...}` (how it ended). Lines and warnings go out as they happen, so a crash or a
timeout loses none. The number of the pipe and the word are not secret from code that reads this
process's memory: this keeps stray writes apart, it does not stop a forger inside the same process.
"""
import atexit
import builtins
import gc
import os
import random
import signal
import sys
import threading
import types
import warnings

from . import limits, lines, loops, observe

TEST = "<test>"
SCRIPT = "test.py"          # in the test's own folder; frames call it <test>
FRAMES = 50
MESSAGE = 1 << 16
WARNINGS = 200
QUIET = 200000      # objects that may be made while nobody looks for garbage among them
_IN_IMPORTS = dict.fromkeys(map(ord, " ,._*\n"), "a")
HASH_SEED = os.environ.get("PYTHONHASHSEED", "")    # before anything of the code under test could change it
SEED = int(HASH_SEED) if HASH_SEED.isdigit() else 0


class Report:
    def __init__(self, fd, word):
        self._fd, self._word, self._pid = fd, word, os.getpid()
        self._warned = set()

    def handed_over(self):
        """What makes it anew in the interpreter that takes this process's place."""
        os.set_inheritable(self._fd, True)
        return self._fd, self._word

    def send(self, kind, text):
        try:
            lines.write_all(self._fd, ("%s %s %s\n" % (self._word, kind, text)).encode("ascii"))
        except OSError:
            pass                    # the test closed it: how it exits still tells

    def line(self, index):
        self.send("C", str(index))

    def warning(self, category, message, hidden):
        seen = (category, message, hidden)
        if seen not in self._warned and len(self._warned) < WARNINGS:
            self._warned.add(seen)
            said = {"category": category, "message": message}
            self.send("W", lines.encoded(dict(said, hidden=True) if hidden else said))

    def end(self, **how):
        if os.getpid() == self._pid:        # a child the test forked may come out here as well
            self.send("R", lines.encoded(how))


def prepare():
    """A process as a test expects it, once, before anything is loaded."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    signal.signal(signal.SIGINT, signal.SIG_DFL)    # process 1 is only hit by what it handles
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.argv = [SCRIPT]
    sys.dont_write_bytecode = True
    observe.install()
    # Deprecations count wherever they are raised, not only in the test's own lines.
    warnings.filters[:] = [f for f in warnings.filters
                           if not (f[0] == "ignore" and f[2] in (DeprecationWarning,
                                                                 PendingDeprecationWarning))]


_put_by = []        # what was put around a stream closes it when it goes


def own_streams():
    """stdout and stderr as they were at first, flushed, whatever an import put in their place or made of them: but for what
    it put into sys.__stdout__ itself and writes to the same descriptor."""
    for fd, name in ((1, "stdout"), (2, "stderr")):
        _put_by.append(getattr(sys, name, None))
        own = getattr(sys, "__%s__" % name, None)
        try:
            if own.fileno() != fd:
                raise ValueError
            own.flush()
        except BaseException:               # noqa: B902 - closed, detached, another's, or none
            own = open(fd, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)
            setattr(sys, "__%s__" % name, own)
        setattr(sys, name, own)


def place(source, folder):
    """The test as a file, where run() expects it. By the runner, whose memory is written to already: what a fork of it
    writes to is copied first, a page at a time, and that is most of what a short test costs."""
    fd = os.open(os.path.join(folder, SCRIPT), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        lines.write_all(fd, source.encode("utf-8", "surrogatepass"))
    finally:
        os.close(fd)


def run(source, folder, report, limit, rlimits, plans, has_loaded=True, wait=None):
    """All of one test, in a process that is only there for it. `rlimits`: `limit`, as the kernel has it (limits.py);
    `plans`: of the lines to report (cover.py), or None; not has_loaded: it has yet to import what it tests; `wait`:
    (script, __main__) -> the source, when that is not known yet."""
    os.setsid()
    if has_loaded:
        gc.freeze()         # what the runner has made since it loaded is no garbage of the test's
    limits.apply(rlimits)
    script = scene(folder)
    seed()
    _listen(report, script)
    main = fresh_main(script)
    if plans:
        plans.start(report.line)
    if wait:
        source = wait(script, main)
    how = _execute(source, script, main, limit, 0 if has_loaded else imports(source), wait is not None)
    limits.spare_memory()
    _leave(*how, report=report, main=main, script=script)


def scene(folder):
    """What a program finds around it. -> its path"""
    os.chdir(folder)
    os.umask(0o022)
    if os.environ.get("HOME") != folder:
        os.environ["HOME"] = folder
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return os.path.join(folder, SCRIPT)


def _execute(source, script, main, limit, opening, is_program):
    """(status, code, exception, sentence): how the test's own code ended. `is_program`: it is known to be one."""
    try:
        loops.of_program(source)
        if not (is_program and opening):
            code = compile(source, script, "exec", dont_inherit=True)   # all of it is a program, or none
        if opening:
            # behind a 0, or a string that comes next would be its docstring
            code = compile("0" + "\n" * source.count("\n", 0, opening) + source[opening:], script, "exec", dont_inherit=True)
            load(compile(source[:opening], script, "exec", dont_inherit=True), main)
        exec(code, main.__dict__)
    except SystemExit as e:
        return "exit", _exit_code(e), None, None
    except BaseException as e:              # noqa: B902 - that is what is being observed
        said = limits.hit_by(e, limit)
        return ("limit", 0, None, said) if said else ("exception", 0, e, None)
    return "ok", 0, None, None


def imports(source):
    """How many characters of a test are the imports it begins with, each on a line of its own and nothing else there."""
    at = 0
    while at < len(source):
        end = source.find("\n", at) + 1 or len(source)
        line = source[at:end]
        if line != "\n" and not (line.startswith(("import ", "from ")) and "__future__" not in line
                                 and line.translate(_IN_IMPORTS).isalnum()):
            break
        at = end
    return at


def load(code, main):
    """The imports of a test in a new interpreter, which does little else most of the time. What they made is never
    looked at for garbage, as where the runner has imported it (serve.py)."""
    quietly(lambda: exec(code, main.__dict__), gc.freeze)


def quietly(work, settle):
    """work(), which imports, and then settle(). The garbage collector would look at all of that again and again,
    and once more at the end: it leaves it alone until it has been settled."""
    ours = (QUIET,) + gc.get_threshold()[1:]
    before = gc.get_threshold()
    gc.set_threshold(*ours)
    try:
        return work()
    finally:
        settle()
        if gc.get_threshold() == ours:      # else it was set by what was imported
            gc.set_threshold(*before)


def threads():
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def _leave(status, code, exc, said, report, main, script):
    """What the interpreter does at its end: threads, atexit, objects; then the report."""
    try:
        threading._shutdown()
    except BaseException as e:              # noqa: B902
        _say("Exception in shutdown: %s" % one_line(e))
    try:
        atexit._run_exitfuncs()
    except BaseException as e:              # noqa: B902
        _say("Exception in atexit: %s" % one_line(e))
    described = describe(exc, script) if exc is not None else None
    exc = None
    _let_go(main.__dict__)
    if said:
        _say("limit: " + said)
    flushed = _flush()
    report.end(status=status, code=code, exception=described)
    os._exit(code if status == "exit" else 1 if status != "ok" or not flushed else 0)


def _let_go(names):
    """Finalise what the test still holds, as the interpreter would: private names first."""
    for private in (True, False):
        for name in [n for n in names if type(n) is str and n != "__builtins__" and n.startswith("_") == private]:
            names[name] = None
    gc.collect()


def _exit_code(e):
    try:
        code = e.code                       # which a class may have of its own
    except BaseException:                   # noqa: B902
        code = e
    if code is None:
        return 0
    if issubclass(type(code), int):
        return int.__and__(code, 0xff)
    _say(safe_str(code))
    return 1


def _flush():
    done = True
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            if stream is not None:
                stream.flush()
        except BaseException:               # noqa: B902 - closed, or the test's own object
            done = False
    return done


def _say(line):
    try:
        sys.__stderr__.write(line + "\n")
        sys.__stderr__.flush()
    except Exception:                       # noqa: B902
        pass


def fresh_main(script):
    main = types.ModuleType("__main__")
    main.__file__ = script
    main.__builtins__ = builtins
    main.__annotations__ = {}
    sys.modules["__main__"] = main
    sys.argv = [SCRIPT]
    return main


def seed():
    """A forked child draws new randomness; the same test must draw the same on both sides. Another
    hash seed means another draw: what depends on it differs between repetitions, and is no promise."""
    random.seed(SEED)
    lines.is_test = True
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        try:
            numpy.random.seed(SEED)
        except Exception:                   # noqa: B902
            pass


def _hidden(msg, script):
    """Would Python print it when nobody asks for more? Deprecations it blames on a library: no."""
    if issubclass(msg.category, DeprecationWarning):
        return msg.filename != script
    return issubclass(msg.category, (PendingDeprecationWarning, ImportWarning, ResourceWarning))


_hearing = None     # the report, and the script


def _listen(report, script):
    """Warnings become records. What Python would print as a traceback becomes one line."""
    global _hearing
    _hearing = report, script
    warnings._showwarnmsg.__globals__["_showwarnmsg_impl"] = _warned
    threading.excepthook = threading.__excepthook__ = _thread_failed
    sys.unraisablehook = _unraisable


def _warned(msg):
    report, script = _hearing
    report.warning(qualified(msg.category), lines.plain(safe_str(msg.message)), _hidden(msg, script))


def _thread_failed(args):
    if args.exc_type is not SystemExit:
        name = args.thread.name if args.thread is not None else "?"
        _say("Exception in thread %s: %s" % (name, one_line(args.exc_value)))


def _unraisable(args):
    _say("Exception ignored: %s" % one_line(args.exc_value))


# ---- exceptions ------------------------------------------------------------------------
# Whatever a class of the program makes of its attributes and its text, how the test ended is told: what is stored is asked
# for where Python keeps it.

def qualified(tp):
    """A type's name with its module, unless that is builtins or the test itself."""
    name = str.__getitem__(type.__dict__["__qualname__"].__get__(tp), slice(None))
    try:
        module = type.__dict__["__module__"].__get__(tp)
    except AttributeError:                  # made where no module has a name
        module = None
    return name if type(module) is not str or module in ("builtins", "__main__") else "%s.%s" % (module, name)


def safe_str(e):
    try:
        return str.__getitem__(str(e), slice(MESSAGE))
    except BaseException as inner:          # noqa: B902
        return "<str() raised %s>" % qualified(type(inner))


def one_line(e):
    return "%s: %s" % (qualified(type(e)), safe_str(e))


def describe(exc, script):
    """Type, message and frames, outermost first, without the runner's own."""
    frames, tb, ours = [], BaseException.__traceback__.__get__(exc), os.path.dirname(__file__) + os.sep
    while tb is not None:
        code = tb.tb_frame.f_code
        if not code.co_filename.startswith(ours):
            frames.append(_frame(code.co_filename, tb.tb_lineno, code.co_name, script))
        tb = tb.tb_next
    file = SyntaxError.filename.__get__(exc) if issubclass(type(exc), SyntaxError) else None
    if type(file) is str and file == script:
        frames.append(_frame(script, SyntaxError.lineno.__get__(exc), "<module>", script))
    if len(frames) > FRAMES:
        frames = frames[:FRAMES // 2] + frames[-FRAMES // 2:]
    return {"type": lines.plain(qualified(type(exc))),
            "message": lines.plain(safe_str(exc)), "frames": frames}


def _frame(path, line, name, script):
    return {"file": TEST if path == script else lines.plain(path), "line": line if type(line) is int else 0,
            "function": lines.plain(name)}
