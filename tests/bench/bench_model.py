#!/usr/bin/python3
"""From a commit to the first test of a model that has run, beyond the time the model itself took.

A daemon watches a repository whose base is built; the model is tests/fakes/model.py with an answer that takes
300 ms. Each round commits a change nobody has seen and waits for the line of the log that says the first test has
run; from that time goes what the same line says the answer took. What is left is the hook, the quiet time before a
check (1 s), the new tree, the runners, mined examples for the question, the question's way there, and the test.
Prints one JSON row (see tests/README.md).
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BUILD = os.path.abspath(sys.argv[1])
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROUNDS = int(os.environ.get("ROUNDS", "7"))
GOAL_MS, PATIENCE_S = 2000, 120
SAID = re.compile(r"first test of the model: whole (\d+) ms after it was asked for, run (\d+) ms later")
ANSWER = "```python\nimport spantext\n\nprint(repr(spantext.parse('-1h 30m')))\n```\n"
TORA = os.path.join(BUILD, "tora")


def run(*argv, cwd=None):
    return subprocess.run(argv, cwd=cwd, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def git(repo, *args):
    return run("git", "-C", repo, "-c", "user.name=a", "-c", "user.email=a@b.c", *args)


def serve(home):
    scenario, port = os.path.join(home, "scenario.json"), os.path.join(home, "port")
    with open(scenario, "w", encoding="utf-8") as file:
        json.dump([{"match": "You write small", "answer": ANSWER, "times": 0, "delay_ms": 300},
                   {"answer": "nothing", "times": 0}], file)
    server = subprocess.Popen(["/usr/bin/python3", os.path.join(TOP, "tests", "fakes", "model.py"),
                               "--scenario", scenario, "--port-file", port], stdin=subprocess.PIPE)
    while not os.path.exists(port):
        time.sleep(0.01)
    with open(port, encoding="utf-8") as file:
        return server, file.read()


def make_repository(home, port):
    repo = os.path.join(home, "r")
    shutil.copytree(os.path.join(TOP, "tests", "fixtures", "try", "base"), repo)
    git(repo, "init", "-q", "-b", "main")
    for key, value in (("tora.llm.provider", "openai"), ("tora.llm.url", f"http://127.0.0.1:{port}/v1"),
                       ("tora.llm.model", "scripted"), ("tora.tests.max", "40"),
                       ("tora.python.interpreter", "/usr/bin/python3")):
        git(repo, "config", key, value)
    git(repo, "add", ".")
    git(repo, "commit", "-q", "-m", "Import")
    run(TORA, "init", cwd=repo)
    git(repo, "checkout", "-q", "-b", "work")
    return repo


class Log:
    """What torad.log says from now on."""

    def __init__(self):
        self.path = os.path.join(os.environ["XDG_STATE_HOME"], "tora", "torad.log")
        self.at = os.path.getsize(self.path) if os.path.exists(self.path) else 0

    def until_first_test(self):
        """(when it was said, what the answer took, what running the test took), in seconds."""
        end = time.time() + PATIENCE_S
        while time.time() < end:
            if os.path.exists(self.path):
                with open(self.path, encoding="utf-8", errors="replace") as file:
                    file.seek(self.at)
                    found = SAID.search(file.read())
                if found:
                    return time.time(), int(found[1]) / 1000, int(found[2]) / 1000
            time.sleep(0.005)
        raise SystemExit(f"no test of the model within {PATIENCE_S} s")


def one_round(repo, number):
    path = os.path.join(repo, "spantext", "parse.py")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("def parse(", f"def parse_{number}(text):\n    return parse(text)\n\n\ndef parse(", 1))
    log, began = Log(), time.time()
    git(repo, "commit", "-q", "-a", "-m", f"Change {number}")
    said, model, test = log.until_first_test()
    while re.search(r'"state":"(checking|queued)"', run(TORA, "status", "--json", cwd=repo)):
        time.sleep(0.2)
    return said - began - model, test


def main():
    home = tempfile.mkdtemp(prefix="tora-bench-home-")
    for name in ("run", "state", "cache"):
        os.mkdir(os.path.join(home, name), 0o700)
    os.environ.update(HOME=home, XDG_RUNTIME_DIR=os.path.join(home, "run"), XDG_STATE_HOME=os.path.join(home, "state"),
                      XDG_CACHE_HOME=os.path.join(home, "cache"), GIT_CONFIG_NOSYSTEM="1")
    server, port = serve(home)
    try:
        repo = make_repository(home, port)
        one_round(repo, 0)  # the base is built
        rounds = [one_round(repo, i + 1) for i in range(ROUNDS)]
    finally:
        subprocess.run([TORA, "daemon", "stop"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        server.stdin.close()
        server.wait()
        shutil.rmtree(home, ignore_errors=True)
    ours = statistics.median(whole for whole, _ in rounds) * 1000
    print(json.dumps({"name": "model.first", "what": "commit to the first test of a model, without the model's time",
                      "unit": "ms", "ours": round(ours), "base": GOAL_MS, "base_is": "the goal",
                      "ratio": round(GOAL_MS / ours, 2), "goal": "2 s", "better": "lower", "met": ours <= GOAL_MS,
                      "runs": ROUNDS}), flush=True)


if __name__ == "__main__":
    main()
