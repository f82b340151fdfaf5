#!/usr/bin/python3
"""The next check of a repository: by the process of the last one, with its warm runners, against a new process.

Measured is the time until the runners of both sides have the code loaded and are asked the first thing: from
giving the check to the process, or from starting one, to its line of progress that says `generate`. It is the
same two trees, as after words in a message or a rebase that changed nothing: for others all runners are
new ones. Both builds are there in both cases. One of each kind in every round.
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

BUILD = os.path.abspath(sys.argv[1])
ROUNDS = int(os.environ.get("ROUNDS", "7"))

# name, what it is, the package's imports, goal
PACKAGES = [
    ("stdlib", "standard library", "import re, json", 1.2),
    ("deps", "package with dependencies",
     "import json, decimal, email.mime.text, http.client, dataclasses, logging.config, asyncio, "
     "xml.etree.ElementTree, sqlite3, concurrent.futures, unittest.mock, urllib.request", 1.3),
    ("heavy", "heavy imports", "import pandas, scipy.stats", 2),
]
CODE = "%s\n\n\ndef slug(text, n):\n    \"\"\"A short name.\n\n    >>> slug('A B', 2)\n    'a-'\n    \"\"\"\n" \
       "    return '-'.join(text.lower().split())[:n]%s\n"


def git(repo, *args):
    return subprocess.run(["git", "-C", repo, "-c", "user.name=a", "-c", "user.email=a@b.c", *args], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


def commit(repo, imports, end):
    with open(os.path.join(repo, "pk.py"), "w", encoding="utf-8") as file:
        file.write(CODE % (imports, end))
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "a commit")
    return git(repo, "rev-parse", "HEAD")


def until_over(process, began):
    """Milliseconds until the first thing is asked of runners. Returns when the check is over."""
    first = None
    for line in process.stdout:
        said = json.loads(line)
        if "progress" in said and said["progress"]["stage"] == "generate" and first is None:
            first = (time.monotonic() - began) * 1000
        if "record" in said:
            assert said["record"]["state"] == "done", said["record"]
        if "ready" in said:
            break
    return first


class Checks:
    def __init__(self, repo, base):
        self.words = ["check", "--repo", repo, "--base", base, "--engine", "offline", "--no-store", "--head"]
        self.process = None

    def start(self, head, *more):
        return subprocess.Popen([os.path.join(BUILD, "torad"), *self.words, head, *more], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def alone(self, head):
        began = time.monotonic()
        with self.start(head) as process:
            return until_over(process, began)

    def again(self, head):
        began = time.monotonic()
        if self.process is None:
            self.process = self.start(head, "--linger")
        else:
            self.process.stdin.write(json.dumps({"check": [*self.words, head]}) + "\n")
            self.process.stdin.flush()
        return until_over(self.process, began)

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def row(name, what, ours, base, goal):
    ratio = base / ours
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 1), "base": round(base, 1),
                      "base_is": "a process of its own for this check", "ratio": round(ratio, 2),
                      "goal": f"{goal}x", "better": "lower", "met": ratio >= goal, "runs": ROUNDS}), flush=True)


def package(name, what, imports, goal):
    repo = tempfile.mkdtemp(prefix="tora-bench-repo-")
    times = {"alone": [], "again": []}
    try:
        git(repo, "init", "-q", "-b", "main")
        git(repo, "config", "tora.tests.max", "4")
        git(repo, "config", "tora.python.interpreter", "/usr/bin/python3")
        base = commit(repo, imports, "")
        head = commit(repo, imports, " + '!'")
        checks = Checks(repo, base)
        checks.again(head)
        for _ in range(ROUNDS):
            times["again"].append(checks.again(head))
            times["alone"].append(checks.alone(head))
        checks.end()
    finally:
        shutil.rmtree(repo)
    alone = statistics.median(times["alone"])
    row(f"linger.{name}.again", f"next check, same trees, {what}", statistics.median(times["again"]), alone, goal)


def has(imports):
    return subprocess.run(["/usr/bin/python3", "-c", imports], stderr=subprocess.DEVNULL, check=False).returncode == 0


def main():
    home = tempfile.mkdtemp(prefix="tora-bench-home-")
    os.mkdir(os.path.join(home, "run"), 0o700)
    os.environ.update(HOME=home, XDG_RUNTIME_DIR=os.path.join(home, "run"), XDG_STATE_HOME=os.path.join(home, "state"),
                      XDG_CACHE_HOME=os.path.join(home, "cache"))
    try:
        for one in PACKAGES:
            if has(one[2]):
                package(*one)
            else:
                print(f"bench: without {one[2]}: {one[1]} is left out", file=sys.stderr)
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
