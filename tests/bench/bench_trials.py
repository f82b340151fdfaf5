#!/usr/bin/python3
"""Trials: warm and cold ones of ours against a sandbox and an interpreter each, and a whole check.

Three packages: nothing but the standard library's small modules, one with dependencies, and one
whose imports take long (pandas, where it is installed). "ours" is a test forked from a runner that
has the package loaded, asked over its protocol; "base" is bubblewrap with the very same arguments
around `python3 test.py`; both in every round, so that what else the machine does falls on both alike.
The limit is a bare fork with a pipe in a process that has the same modules loaded. "fresh" is our cold
trial: an interpreter of its own in a sandbox that is there already. The whole check is that of the
try package's tidy commit, its base built before; against as many trials as it ran on both sides, each
with a sandbox and an interpreter, one after the other, at the median of those measured in between.
Prints one JSON row a line (see tests/README.md).
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "unit", "python"))
import support  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "25"))
CHECKS = int(os.environ.get("CHECKS", "5"))

# name, what it is, the package's imports, goal
PACKAGES = [
    ("stdlib", "standard library", "import re, json", 8),
    ("deps", "package with dependencies",
     "import json, decimal, email.mime.text, http.client, dataclasses, logging.config, asyncio, "
     "xml.etree.ElementTree, sqlite3, concurrent.futures, unittest.mock, urllib.request", 15),
    ("heavy", "heavy imports", "import pandas, scipy.stats", 25),
]
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


def fresh(runner):
    got = runner.run(TEST, fresh=True, timeout_ms=25000)     # heavy imports, on a machine that is busy
    assert got["stdout"] == "som [1, 2]\n", got


def measure(imports):
    """Medians of (warm, fresh, cold, bare fork) in ms, or None where the imports are not installed."""
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
        argv = support.boxed_argv([support.PYTHON, "-s", "-B", os.path.join(root, "test.py")])
        bare = BareFork(root)
        ours, renewed, base, limit = [], [], [], []
        for _ in range(3):
            warm(runner)
            fresh(empty)
            bare.run()
        for _ in range(ROUNDS):
            base.append(milliseconds(lambda: cold(argv)))
            renewed.append(milliseconds(lambda: fresh(empty)))
            for _ in range(4):      # short ones are repeated: one hiccup is a third of them
                ours.append(milliseconds(lambda: warm(runner)))
                limit.append(milliseconds(bare.run))
        runner.close()
        empty.close()
        bare.close()
        return [statistics.median(row) for row in (ours, renewed, base, limit)]
    finally:
        shutil.rmtree(root)


class World:
    """A repository with the tidy commit of the try package, in a home of its own."""

    def __init__(self):
        self.root = tempfile.mkdtemp(prefix="tora-bench.", dir="/var/tmp")
        os.chmod(self.root, 0o755)
        self.repo = os.path.join(self.root, "r")
        self.env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": self.root, "LC_ALL": "C.UTF-8",
                    "GIT_CONFIG_NOSYSTEM": "1", "XDG_RUNTIME_DIR": self.root + "/run",
                    "XDG_STATE_HOME": self.root + "/state", "XDG_CACHE_HOME": self.root + "/cache"}
        os.mkdir(self.root + "/run", 0o700)
        fixtures = os.path.join(os.path.dirname(HERE), "fixtures", "try")
        shutil.copytree(os.path.join(fixtures, "base"), self.repo)
        self.git("init", "-q", "-b", "main")
        self.commit("One")
        self.git("checkout", "-q", "-b", "tidy")
        self.git("apply", os.path.join(fixtures, "tidy.patch"))
        self.commit("Refactor the parser into one function a form")

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

    def next_tip(self, number):
        """A head no check has seen; the base stays."""
        with open(os.path.join(self.repo, "spantext", "parse.py"), "a", encoding="utf-8") as file:
            file.write(f"# {number}\n")
        self.commit("Say it again")

    def check(self):
        out, said, status = self.run(os.path.join(BUILD, "tora"), "check", "--json", "--no-daemon")
        assert status in (0, 1), said
        return json.loads(out)

    def cold(self, source):
        test = os.path.join(self.root, "test.py")
        with open(test, "w", encoding="utf-8") as file:
            file.write(source)
        env = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "PYTHONPATH": self.repo}
        subprocess.run(support.boxed_argv([support.PYTHON, "-s", "-B", test]), stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, check=False)

    def close(self):
        shutil.rmtree(self.root)


def measure_check():
    """(a whole check, the same trials cold and in sequence, how many trials), medians, ms."""
    world = World()
    try:
        record = world.check()
        sources = [finding["test"] for finding in record["findings"]]
        ours, base = [], []
        for number in range(CHECKS):
            world.next_tip(number)
            ours.append(milliseconds(world.check))
            base += [milliseconds(lambda s=s: world.cold(s)) for s in (sources * 5)[:5]]
        trials = 2 * record["tests"]["run"]
        return statistics.median(ours), trials * statistics.median(base), trials
    finally:
        world.close()


def row(name, what, ours, base, base_is, goal, met, runs=ROUNDS):
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 2),
                      "base": round(base, 2), "base_is": base_is, "ratio": round(base / ours, 2),
                      "goal": goal, "better": "higher", "met": met, "runs": runs}), flush=True)


def main():
    why = support.why_no_box()
    if why:
        print(f"bench_trials: skipped: {why}", file=sys.stderr)
        return
    support.RUNNER = prepare_runner()
    try:
        measure_all()
    finally:
        shutil.rmtree(support.RUNNER)


def measure_all():
    for name, what, imports, goal in PACKAGES:
        got = measure(imports)
        if got is None:
            print(f"bench_trials: {name}: '{imports}' is not installed, its rows are left out", file=sys.stderr)
            continue
        ours, renewed, base, limit = got
        row(f"trial.{name}", f"one trial, warm: {what}", ours, base,
            "cold interpreter in the same sandbox", f">= {goal}x", base / ours >= goal)
        row(f"trial.{name}.fresh", f"one trial, cold: {what}", renewed, base,
            "cold interpreter in a sandbox of its own", ">= 0.9x", base / renewed >= 0.9)
        row(f"trial.{name}.fork", f"one trial, warm, and a bare fork + pipe: {what}", ours, limit,
            "bare fork and pipe with the same modules", "within 2x", ours <= 2 * limit)
    if os.access(os.path.join(BUILD, "tora"), os.X_OK):
        ours, base, trials = measure_check()
        row("check.whole", f"a whole check, base built, {trials} trials and what they found", ours, base,
            f"{trials} trials, each a sandbox and an interpreter, in sequence", ">= 20x", base / ours >= 20, CHECKS)


if __name__ == "__main__":
    main()
