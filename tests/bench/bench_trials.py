#!/usr/bin/python3
"""Trials: warm and cold ones of ours against a sandbox and an interpreter each, and a whole check.

Three packages: nothing but the standard library's small modules, one with dependencies, and one
whose imports take long (pandas, where it is installed). "ten" is what the smallest check asks for: ten tests on two sides,
three times, each side by a runner of its own, their start included, against as many interpreters one after the other. In the
rows of one trial "ours" is a test forked from a runner that
has the package loaded, asked over its protocol; "base" is bubblewrap with the very same arguments
around `python3 test.py`; both in every round, so that what else the machine does falls on both alike.
The limit is a bare fork with a pipe in a process that has the same modules loaded. A program that is screened shares its
process with others, and is against a warm trial. "fresh" is our cold
trial: an interpreter of its own in a sandbox that is there already; "entry" is the sandbox's share of a warm one. A check is that of the
try package's tidy commit, and of a pull request of marshmallow where a clone of it is ($TORA_MARSHMALLOW), its
base built and checked against before. "Trials" is what it takes to start runners, find, confirm, reduce and judge, "whole" the
whole command, which has a time to write tests in and is no sum of trials. Both against as many trials as the check
says it ran, each with a sandbox and an interpreter, one after the other, at the median of those measured in between; the
package is compiled, as after any first run. Growth: a trial of a process of 10, 50 and 200 MiB, whose page tables every
fork copies; the check of the try package with at most 40, 200 and (`check.try`) 400 tests.
Prints one JSON row a line (see tests/README.md).
"""

import concurrent.futures
import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.environ["TORA_TEST_BUILD"] = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "unit", "python"))
import support  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "25"))
CHECKS = int(os.environ.get("CHECKS", "5"))
TEN = 60    # trials: ten tests on two sides, three times
SCREENED = 1000     # programs

# name, what it is, the package's imports, goal
PACKAGES = [
    ("stdlib", "standard library", "import re, json", 8),
    ("deps", "package with dependencies",
     "import json, decimal, email.mime.text, http.client, dataclasses, logging.config, asyncio, "
     "xml.etree.ElementTree, sqlite3, concurrent.futures, unittest.mock, urllib.request", 15),
    ("heavy", "heavy imports", "import pandas, scipy.stats", 25),
]
# The process has so much memory more: MiB. Above 50 copying the page tables is what a fork costs.
SIZES = [10, 50, 200]
TESTS = [40, 200]       # check.try has 400
TEST = "import pk\nprint(pk.slug('Some Title', 3), sorted({2, 1}))\n"
CODE = "def slug(text, n):\n    return '-'.join(text.lower().split())[:n]\n"

BARE_FORK = """
import os, sys
sys.path.insert(0, sys.argv[1])
import gc, pk
gc.freeze()
source = open(sys.argv[2]).read()
out = os.dup(1)
os.write(out, b'.')
while os.read(0, 1):
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(w, 1)
        exec(compile(source, 'test.py', 'exec'), {'__name__': '__main__'})
        sys.stdout.flush()
        os._exit(0)
    os.close(w)
    while os.read(r, 65536):
        pass
    os.close(r)
    os.waitpid(pid, 0)
    os.write(out, b'.')
"""


class BareFork:
    """The limit: a process that forks, runs the test and reads a pipe, and nothing else."""

    def __init__(self, root):
        self.process = subprocess.Popen(
            [support.PYTHON, "-s", os.path.join(root, "fork.py"), root, os.path.join(root, "test.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.wait()

    def wait(self):
        assert os.read(self.process.stdout.fileno(), 1) == b"."

    def run(self):
        os.write(self.process.stdin.fileno(), b"x")
        self.wait()

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()


def prepare_runner():
    """The runner's files as a check has them: compiled (PROTOCOL.md, TORA_PREPARE). -> their folder"""
    folder = tempfile.mkdtemp(prefix="tora-bench-runner.", dir="/var/tmp")
    shutil.copytree(support.RUNNER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([support.PYTHON, "-s", "-B", folder], env={"TORA_PREPARE": "1"}, check=True)
    subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
    return folder


def milliseconds(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def cold(argv):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False,
                          env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"})
    assert done.stdout == b"som [1, 2]\n", done


def warm(runner):
    got = runner.run(TEST)
    assert got["stdout"] == "som [1, 2]\n", got


def screened(runner):
    """ms a program, of as many as one check may have."""
    sources = [TEST + "print(%d)\n" % i for i in range(SCREENED)]
    began = time.perf_counter()
    said = runner.ask("screen", sources=sources, budget_ms=60000)["said"]
    assert None not in said and len(set(said)) == SCREENED, said
    return (time.perf_counter() - began) * 1000 / SCREENED


def fresh(runner):
    got = runner.run(TEST, fresh=True, timeout_ms=25000)     # heavy imports, on a machine that is busy
    assert got["stdout"] == "som [1, 2]\n", got


def side_of_ten(root):
    runner = support.Runner(boxed=True)
    assert runner.ask("load", paths=[root], modules=["pk"])["loaded"] == ["pk"]
    for _ in range(TEN // 2):
        warm(runner)
    runner.close()


def ten(root):
    """Both sides at the same time, as a check has them."""
    with concurrent.futures.ThreadPoolExecutor(2) as sides:
        for side in [sides.submit(side_of_ten, root) for _ in range(2)]:
            side.result()


def measure(imports):
    """Medians of (warm, fresh, cold, bare fork, ten tests on two sides three times, a program screened) in ms, or None where
    the imports are not installed."""
    if subprocess.run([support.PYTHON, "-c", imports], stderr=subprocess.DEVNULL, check=False).returncode:
        return None
    root = tempfile.mkdtemp(prefix="tora-bench.", dir="/var/tmp")
    os.chmod(root, 0o755)
    try:
        for name, text in (("pk.py", imports + "\n" + CODE), ("test.py", TEST), ("fork.py", BARE_FORK)):
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)
        compiled = [support.PYTHON, "-m", "compileall", "-q", root]
        subprocess.run(compiled, check=True)
        runner = support.Runner(boxed=True)
        assert runner.ask("load", paths=[root], modules=["pk"])["loaded"] == ["pk"]
        empty = support.Runner(boxed=True)      # has loaded nothing
        empty.ask("load", paths=[root], modules=[])
        argv = support.box.around([support.PYTHON, "-s", "-B", os.path.join(root, "test.py")], support.RUNNER)
        bare = BareFork(root)
        ours, renewed, base, limit, tens, many = [], [], [], [], [], []
        for _ in range(3):
            warm(runner)
            fresh(empty)
            bare.run()
        for _ in range(ROUNDS):
            base.append(milliseconds(lambda: cold(argv)))
            renewed.append(milliseconds(lambda: fresh(empty)))
            if len(tens) < CHECKS:
                tens.append(milliseconds(lambda: ten(root)))
                many.append(screened(runner))
            for _ in range(4):      # short ones are repeated: one hiccup is a third of them
                ours.append(milliseconds(lambda: warm(runner)))
                limit.append(milliseconds(bare.run))
        runner.close()
        empty.close()
        bare.close()
        return [statistics.median(row) for row in (ours, renewed, base, limit, tens, many)]
    finally:
        shutil.rmtree(root)


class World:
    """A repository in a home of its own, with a base and a head to check."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="tora-bench.", dir="/var/tmp")
        os.chmod(self.root, 0o755)
        self.repo = os.path.join(self.root, "r")
        self.env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.root, "LC_ALL": "C.UTF-8",
                    "GIT_CONFIG_NOSYSTEM": "1", "XDG_RUNTIME_DIR": self.root + "/run",
                    "XDG_STATE_HOME": self.root + "/state", "XDG_CACHE_HOME": self.root + "/cache"}
        os.mkdir(self.root + "/run", 0o700)
        self.path = self.make()
        self.message, self.checks = self.run("git", "log", "-1", "--format=%B")[0].decode().strip(), 0
        subprocess.run([support.PYTHON, "-m", "compileall", "-q", self.path], stdout=subprocess.DEVNULL, check=False)

    def make(self):
        """-> the import path of the head."""
        fixtures = os.path.join(os.path.dirname(HERE), "fixtures", "try")
        shutil.copytree(os.path.join(fixtures, "base"), self.repo)
        self.git("init", "-q", "-b", "main")
        self.commit("One")
        self.git("checkout", "-q", "-b", "tidy")
        self.git("apply", os.path.join(fixtures, "tidy.patch"))
        self.commit("Refactor the parser into one function a form")
        return self.repo

    def run(self, *argv):
        done = subprocess.run(argv, cwd=self.repo, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, check=False)
        return done.stdout, done.stderr, done.returncode

    def git(self, *argv):
        _, said, status = self.run("git", "-c", "user.name=A Developer", "-c", "user.email=dev@example.org", *argv)
        assert status == 0, said

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def check(self):
        """A check of a base that is built and known, nothing of an earlier result: the commit is amended with a text beside
        the code. -> its record"""
        self.checks += 1
        with open(os.path.join(self.repo, "TAKE.txt"), "w", encoding="utf-8") as file:
            file.write(f"{self.checks}\n")
        self.git("add", "TAKE.txt")
        self.git("commit", "-q", "--amend", "-m", f"{self.message}\n\nTake {self.checks}")
        out, said, status = self.run(os.path.join(BUILD, "torad"), "check", "--repo", self.repo, "--base", "main",
                                     "--head", "HEAD", "--engine", "offline")
        assert status == 0, said
        return json.loads(out.splitlines()[-1])["record"]

    def stages(self):
        """Of the last check: {stage: ms}, and how many trials it ran."""
        ms, trials = {}, 0
        with open(self.root + "/state/tora/torad.log", encoding="utf-8") as file:
            for line in file:
                said = dict(word.split("=", 1) for word in line.split() if "=" in word)
                if "stage" in said:
                    ms[said["stage"]], trials = int(said["ms"]), int(said["trials"])
        return ms, trials

    def cold(self, source):
        test = os.path.join(self.root, "test.py")
        with open(test, "w", encoding="utf-8") as file:
            file.write(source)
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "PYTHONPATH": self.path}
        subprocess.run(support.box.around([support.PYTHON, "-s", "-B", test], support.RUNNER), stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, check=False)

    def close(self):
        subprocess.run(["chmod", "-R", "u+w", self.root], check=False)
        shutil.rmtree(self.root)


def try_of(tests):
    """The try package with so many tests at most."""
    class Some(World):
        def make(self):
            path = super().make()
            self.git("config", "tora.tests.max", str(tests))
            return path
    return Some


class Marshmallow(World):
    """Its pull request 1399, which made get_func_args simpler, and differs in several ways; 40 tests at most."""

    BASE, HEAD = "17219a50e462622a595fc7f821ef8a26bad6d586", "4f1869cc488fc4fae1fe0f9d03780dcddfbb7a4f"

    def make(self):
        subprocess.run(["git", "clone", "-q", "--shared", "--no-checkout", mirror(), self.repo], check=True)
        self.git("checkout", "-q", "-B", "topic", self.HEAD)
        self.git("branch", "-f", "main", self.BASE)
        self.git("config", "tora.tests.max", "40")
        self.git("config", "tora.python.interpreter", support.PYTHON)
        return os.path.join(self.repo, "src")


def mirror():
    top = os.path.dirname(os.path.dirname(HERE))
    return os.environ.get("TORA_MARSHMALLOW") or os.path.join(os.path.dirname(top), "marshmallow")


def has_marshmallow():
    return not subprocess.run(["git", "-C", mirror(), "cat-file", "-e", Marshmallow.HEAD + "^{commit}"],
                              stderr=subprocess.DEVNULL, check=False).returncode


FOUND = ("sandbox", "load", "run", "judge")     # stages: all but reading the change and writing tests


def measure_check(make):
    """(what running took, a whole check, one cold trial, in ms, trials, the last record).

    Checks of one commit differ in how many trials they run, so what running took, the trials and the cold trial that is
    measured behind it are those of one check: the one in the middle by what they come to."""
    world = make()
    try:
        record = world.check()
        sources = [finding["test"] for finding in record["findings"]]
        whole, takes = [], []
        for _ in range(CHECKS):
            began = time.perf_counter()
            record = world.check()
            whole.append((time.perf_counter() - began) * 1000)
            ms, trials = world.stages()
            running = sum(ms[stage] for stage in FOUND)
            cold = statistics.median(milliseconds(lambda s=s: world.cold(s)) for s in (sources * 5)[:5])
            takes.append((trials * cold / running, running, cold, trials))
        _, running, cold, trials = sorted(takes)[(len(takes) - 1) // 2]
        return running, statistics.median(whole), cold, trials, record
    finally:
        world.close()


def row_of_trials(name, what, make, goal):
    """-> how long a whole check takes, and as many cold trials. Finding, confirming and reducing is held against the goal."""
    running, whole, cold, trials, record = measure_check(make)
    base, runs = trials * cold, record["tests"]["run"]
    base_is = f"{trials} trials, each a sandbox and an interpreter, in sequence"
    row(f"check.{name}.trials", f"{what}: {runs} tests on 2 sides, {len(record['findings'])} confirmed, reduced",
        running, base, base_is, f">= {goal}x", base / running >= goal, CHECKS)
    return whole, base, base_is


def rows_of_check(name, what, make, goal):
    """The whole check has what the cold trials have not: two builds, and tests that are written. It shows how much that is."""
    whole, base, base_is = row_of_trials(name, what, make, goal)
    row(f"check.{name}.whole", f"{what}: the whole check", whole, base, base_is, "no goal: the rest", None, CHECKS)


def row(name, what, ours, base, base_is, goal, met, runs=ROUNDS):
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 2),
                      "base": round(base, 2), "base_is": base_is, "ratio": round(base / ours, 2),
                      "goal": goal, "better": "higher", "met": met, "runs": runs}), flush=True)


@contextlib.contextmanager
def prepared_runner():
    support.RUNNER = prepare_runner()
    try:
        yield
    finally:
        shutil.rmtree(support.RUNNER)


def main():
    why = support.why_no_box()
    if why:
        print(f"bench_trials: skipped: {why}", file=sys.stderr)
        return
    with prepared_runner():
        measure_all()


def row_of_entry():
    """A side's thirty trials share one sandbox: their runner enters it, and forks in it."""
    inside, outside = [], []
    for _ in range(ROUNDS):
        inside.append(milliseconds(lambda: subprocess.run(support.box.around(["/bin/true"], support.RUNNER), check=True)))
        outside.append(milliseconds(lambda: subprocess.run(["/bin/true"], check=True)))
    entry = statistics.median(inside) - statistics.median(outside)
    row("trial.entry", f"entering the sandbox, for each of {TEN // 2} trials", entry / (TEN // 2), entry,
        "one entered for each trial", "at most 0.5 ms", entry / (TEN // 2) <= 0.5)


def measure_all():
    row_of_entry()
    for name, what, imports, goal in PACKAGES:
        got = measure(imports)
        if got is None:
            print(f"bench_trials: {name}: '{imports}' is not installed, its rows are left out", file=sys.stderr)
            continue
        ours, renewed, base, limit, tens, many = got
        row(f"ten.{name}", f"10 tests, 2 sides, 3 times, with the runners' start: {what}", tens, TEN * base,
            f"{TEN} interpreters in the same sandbox, in sequence", f">= {goal}x", TEN * base / tens >= goal, CHECKS)
        row(f"trial.{name}", f"one trial, warm: {what}", ours, base, "cold interpreter in the same sandbox",
            "no goal: one lane", None)
        row(f"trial.{name}.fresh", f"one trial, cold: {what}", renewed, base,
            "cold interpreter in a sandbox of its own", ">= 0.9x", base / renewed >= 0.9)
        row(f"trial.{name}.fork", f"one trial, warm, and a bare fork + pipe: {what}", ours, limit,
            "bare fork and pipe with the same modules", "within 2x", ours <= 2 * limit)
        row(f"screen.{name}", f"one program of {SCREENED} that are screened: {what}", many, ours, "one trial, warm", ">= 10x",
            ours / many >= 10, CHECKS)
    for mib in SIZES:
        ours, _, base, limit, *_ = measure(f"ballast = bytearray(b'x') * ({mib} << 20)")
        row(f"trial.{mib}mib", f"one trial, warm: {mib} MiB more", ours, base, "cold interpreter in the same sandbox",
            "no goal: growth", None)
        row(f"trial.{mib}mib.fork", f"one trial, warm, and a bare fork + pipe: {mib} MiB more", ours, limit,
            "bare fork and pipe of a process as large", "within 2x", ours <= 2 * limit)
    if os.access(os.path.join(BUILD, "torad"), os.X_OK):
        for tests in TESTS:     # four imports and the canary weigh more among few tests
            row_of_trials(f"try.{tests}", f"try package, {tests} tests", try_of(tests), 5)
        rows_of_check("try", "try package", World, 5)
        if has_marshmallow():
            rows_of_check("marshmallow", "marshmallow", Marshmallow, 20)
        else:
            print("bench_trials: no clone of marshmallow (TORA_MARSHMALLOW): its rows are left out", file=sys.stderr)


if __name__ == "__main__":
    main()
