"""The runner itself: requests in, answers out, in order (lang/PROTOCOL.md)."""
import gc
import importlib
import json
import os
import signal
import sys
import time

from . import channel, child, confine, cover, fresh, installed, lend, limits, lines, ready, screen, trial

LOAD_MS = 60000
ASK_MS = 30000
HUGE = 1 << 30
LOOK_S = 0.5        # between looks at the clock and at the asking side during an import
STUBBORN_S = 2      # a module that catches every exception has so long after its time


class TooSlow(BaseException):
    """A module took longer to import than it may."""
    __module__, __qualname__ = "builtins", "Timeout"    # what a person reads


class Session:
    """What `load` and `cover` have set up. `explore` sees it in a forked child."""

    def __init__(self, chan, here):
        self.here = here                    # the runner's own folder
        self.limits = dict(limits.DEFAULTS)
        self.points, self.plans = [], None     # (file, line) that `cover` asked about
        self.channel, self._in_use = chan, limits.memory_in_use()
        self._base_path = list(sys.path)
        self._ready = None                  # a process that waits for its test
        self.is_loose = False               # what was loaded has yet to settle
        self._threads, self.spoiled = child.threads(), None

    def run(self, source, cover=False, seed=None, spared=None, **limit):     # noqa: A002
        """One test, forked from here: a trial as in PROTOCOL.md. `seed`: in a fresh interpreter; `spared`: a
        child of ours that lives on beside it."""
        limit = limits.merged(self.limits, limit)
        points = self.points if cover else None
        if self._ready is not None and seed is not None and points is None:
            done = self._ready.run(source, seed, limit)
            if done is not None:
                self._ready = None
                return done
        self.end_ready()
        rlimits, plans = self.rlimits(limit), points and self.plans

        def work(folder, report):
            if seed is None:
                child.run(source, folder, report, limit, rlimits, plans)
            fresh.become(self.here, report, seed, path=list(sys.path), source=source, folder=folder,
                         limit=limit, points=points)
        return trial.run(source, work, limit, points, self.channel, spared)

    def rlimits(self, limit):
        """`limit`, as the kernel has it."""
        return limits.of_kernel(limit, self._in_use)

    def get_ready(self, module, seed, load_ms, **limit):
        """A process for a fresh test to come. -> is there one?"""
        self.end_ready()
        self._ready = ready.Ready(self.here, self.channel, module, seed, limits.merged(self.limits, limit))
        if not self._ready.wait(load_ms):
            self.end_ready()
        return self._ready is not None

    def end_ready(self):
        one, self._ready = self._ready, None
        if one is not None:
            one.end()

    def load(self, paths, modules, load_ms=LOAD_MS):
        sys.path[:] = paths + [p for p in self._base_path if p not in paths]
        importlib.invalidate_caches()
        installed.install(paths)
        began = time.monotonic()
        self.is_loose = True                # also when this fails: the collector rests
        problems = child.quietly(lambda: [_import(name, load_ms, self.channel) for name in modules], _undo)
        self._threads = child.threads()
        failed = [one for one in problems if one]
        loaded = [name for name, problem in zip(modules, problems) if not problem]
        return {"loaded": loaded, "failed": failed, "threads": self._threads,
                "processes": confine.end_rest(), "ms": int((time.monotonic() - began) * 1000)}

    def settle(self):
        """Behind `cover`, or before anything else that follows loading: by what was asked and not by when, which would move
        objects. A tenth of what loading takes; nobody waits for it if no request was sent ahead.
        What is collected may have its last word: processes it starts are ended, threads are told of with the next test."""
        if self.is_loose:
            self.is_loose = False
            _undo()
            _collect()
            confine.end_rest()
            if child.threads() > self._threads:
                self.spoiled = "what loading left started threads when it was collected"
            self._in_use = limits.memory_in_use()

    def watch(self, points):
        self.points, self.plans = points, cover.Plans(points)

    def load_more(self, modules, load_ms):
        """What many tests import, once for all of them. In a copy of this process first: what does not import in time,
        starts threads or leaves processes there is left to the tests."""
        wanted = [name for name in modules if name not in sys.modules]

        def work():
            good = []
            for name in wanted:
                try:
                    importlib.import_module(name)
                except BaseException:       # noqa: B902 - the tests will see it
                    continue
                if child.threads() > 1 or confine.has_children():
                    break
                good.append(name)
            return {"good": good}
        try:
            good = self.ask(work, load_ms)["good"] if wanted else []
        except RuntimeError:
            good = []
        loaded = [name for name in good if not _import(name, load_ms, self.channel)]
        if good:
            self.is_loose = True
            self.settle()
        return {"loaded": loaded}

    def ask(self, work, budget_ms, lender=None):
        """work() in a forked child -> its dict. What it imports or breaks goes away with it. lender: what
        runs tests for it meanwhile (lend.py)."""
        def in_child(report):
            os.setsid()
            report.end(answer=work())
            os._exit(0)
        watched, word, spoiled = trial.in_child_of(in_child, budget_ms, HUGE, self.channel, lender)
        how = trial.read_report(watched, word)[0]
        if how is None or "answer" not in how:
            raise RuntimeError(_why(watched, how))
        return dict(how["answer"], **({"spoiled": spoiled} if spoiled else {}))


def _why(watched, how):
    if how is not None:
        return how.get("failed", "no answer")
    if watched.over == "timeout":
        return "it took too long"
    if watched.over == "output":
        return "it printed too much"
    return "it ended without an answer: %s" % json.dumps(trial.by_status(watched.status))


def _import(name, load_ms, chan):
    """None, or why `name` could not be imported."""
    until, runner = time.monotonic() + load_ms / 1000, os.getpid()

    def look(_number, _frame):
        if chan.is_gone():
            os._exit(0)
        if time.monotonic() >= until + STUBBORN_S:
            os._exit(1)
        if time.monotonic() >= until:
            raise TooSlow("it took longer than %d ms" % load_ms)
    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, min(LOOK_S, load_ms / 1000), LOOK_S)
    try:
        importlib.import_module(name)
        return None
    except BaseException as e:              # noqa: B902 - SystemExit at import is one of many ways
        signal.setitimer(signal.ITIMER_REAL, 0)
        said = child.describe(e, None)
        said["frames"] = [f for f in said["frames"] if "importlib" not in f["file"]]
        missing = isinstance(e, ModuleNotFoundError) and e.name is not None \
            and (name + ".").startswith(e.name + ".")
        return dict(said, module=name, missing=missing)
    finally:
        if os.getpid() != runner:
            os._exit(0)                     # the module forked: there is one runner only
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _undo():
    """What an import may do to the process. The garbage collector rests until all is collected."""
    os.chdir("/")
    os.umask(0o022)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    child.own_streams()
    sys.settrace(None)
    gc.disable()


def _collect():
    """Leave as little as possible to copy."""
    _first_uses()
    gc.enable()
    gc.collect()
    gc.freeze()


def _first_uses():
    """What the standard library makes when something loaded is first used, and then keeps: inspect reads the signature of
    what is written in C with a pattern that takes 6,000 calls to compile, more than most tests do besides."""
    tokenize = sys.modules.get("tokenize")
    try:
        tokenize._compile(tokenize.PseudoToken)
    except Exception:                       # noqa: B902 - not loaded, of another version, or somebody's own
        pass


# ---- requests ------------------------------------------------------------------------------

def _names(request, key):
    value = request.get(key, [])
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise ValueError("'%s' is a list of strings" % key)
    return value


def _do_load(session, request):
    own = request.get("limits", {})
    if isinstance(own, dict):
        session.limits = limits.merged(limits.DEFAULTS, own)
    load_ms = request.get("load_ms")
    return session.load(_names(request, "paths"), _names(request, "modules"),
                        load_ms if isinstance(load_ms, int) and load_ms > 0 else LOAD_MS)


def _do_import(session, request):
    load_ms = request.get("load_ms")
    return session.load_more(_names(request, "modules"), load_ms if isinstance(load_ms, int) and load_ms > 0 else LOAD_MS)


def _do_cover(session, request):
    lines = request.get("lines")
    if not isinstance(lines, dict):
        raise ValueError("'lines' is an object of lists")
    points = cover.wanted(lines)
    said = {"points": len(points)}
    if request.get("branches") is True:
        more, said["branches"] = cover.ways(points), {}
        points += more
        for path, at, first, _last, into in more:
            if into:
                said["branches"].setdefault(path, []).append([at, first])
    session.watch(points)
    return said


def _do_run(session, request):
    source = request.get("source")
    if not isinstance(source, str):
        raise ValueError("'source' is text")
    limit = {k: request[k] for k in limits.DEFAULTS if k in request}
    if request.get("fresh") is True:
        limit["seed"] = _seed_of(request.get("seed", 0))
    said = session.run(source, cover=request.get("cover") is True, **limit)
    return dict({"spoiled": session.spoiled}, **said) if session.spoiled else said


def _do_ready(session, request):
    module, seed, load_ms = request.get("module"), request.get("seed", 0), request.get("load_ms")
    if not isinstance(module, str) or not module.isidentifier():
        raise ValueError("'module' is the name of a package")
    if not isinstance(load_ms, int) or load_ms <= 0:
        load_ms = LOAD_MS
    limit = {k: request[k] for k in limits.DEFAULTS if k in request}
    return {"ready": session.get_ready(module, _seed_of(seed), load_ms, **limit)}


def _seed_of(value):
    if not isinstance(value, int) or not 0 <= value < 1 << 32:
        raise ValueError("'seed' is a number below 2 to the 32nd")
    return value


def _do_explore(session, request):
    def work():
        from . import explore
        return explore.explore(_names(request, "modules"))
    return session.ask(work, _budget(request))


def engine(here, name):
    """A module of the engine, in a forked child: ours, whatever the project has loaded or has in its folders by the same
    names. All of it at once: what were imported later might be theirs."""
    names = sorted(f[:-3] for f in os.listdir(here) if f.startswith("gen") and f.endswith(".py"))
    for one in names:
        sys.modules.pop(one, None)
    sys.path.insert(0, here)
    for one in names:
        importlib.import_module(one)
    sys.path.remove(here)
    return sys.modules[name]


def generate_ms(budget_ms):
    """How long `generate` may take: four times its budget on a busy machine (gen_deadline.BUSY); killed before, it has found
    nothing. Who asks waits as long (PROTOCOL.md)."""
    return 4 * budget_ms + 5000


def _do_generate(session, request):
    if not os.path.exists(os.path.join(session.here, "generate.py")):
        raise ValueError("this runner cannot generate")

    def work():
        return engine(session.here, "generate").handle(request, lender.borrower())

    with lend.Lender(session) as lender:
        return session.ask(work, generate_ms(_budget(request)), lender)


def _do_screen(session, request):
    return {"said": screen.words(session, _names(request, "sources"), _budget(request))}


def _do_survey(session, request):
    def work():
        from . import expect
        return expect.survey(_names(request, "modules"), request.get("root") or "/repo")
    return session.ask(work, _budget(request))


def _do_suite(session, request):
    if not isinstance(request.get("tests"), list):
        raise ValueError("'tests' is a list")

    def work():
        from . import suite
        return suite.handle(request, session)
    return session.ask(work, _budget(request))


def _budget(request):
    value = request.get("budget_ms")
    return value if isinstance(value, int) and 0 < value <= HUGE else ASK_MS


_COMMANDS = {"load": _do_load, "import": _do_import, "cover": _do_cover, "ready": _do_ready, "run": _do_run, "explore": _do_explore,
             "generate": _do_generate, "screen": _do_screen, "survey": _do_survey, "suite": _do_suite}


def _answer(session, request):
    command = _COMMANDS.get(request.get("command"))
    if command is None:
        raise ValueError("no command '%s'" % (request.get("command"),))
    if command not in (_do_load, _do_cover):
        session.settle()
    if command is not _do_run:
        session.end_ready()
    return dict(command(session, request), ok=True)


def main(here):
    chan = channel.Channel()
    confine.setup()
    child.prepare()
    chan.write({"hello": "python", "protocol": 1, "version": "%d.%d.%d" % sys.version_info[:3],
                "pid": os.getpid()})
    session = Session(chan, here)
    while True:
        try:
            request = chan.read()
        except ValueError as e:
            chan.write({"id": None, "ok": False, "error": "not a request: %s" % e})
            continue
        if request is None or request.get("command") == "quit":
            break
        try:
            answer = _answer(session, request)
        except Exception as e:              # noqa: B902 - the runner outlives every request
            answer = {"ok": False, "error": lines.plain(child.one_line(e))[:500]}
        chan.write(dict(answer, id=request.get("id")))
        if request.get("command") == "cover":
            session.settle()
    if request is not None:
        chan.write({"id": request.get("id"), "ok": True})
    os._exit(0)                             # never the exit handlers of what was loaded
