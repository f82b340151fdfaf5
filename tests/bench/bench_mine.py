#!/usr/bin/python3
"""What is known of files already against mining them anew, on a package of 10 kLoC, most of it tests.

The stage that looks single files up and mines those that are new, of the check of a commit that touched one file, against
that of a first check; and the engine's own work of knowing all files' literals and tests, with what was kept and without.
Prints one JSON row a line (see tests/README.md).
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
ROUNDS = int(os.environ.get("ROUNDS", "3"))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "daemon/lang/python/runner"))

import gen_env  # noqa: E402
import gen_literals  # noqa: E402
import gen_mine  # noqa: E402
import gen_text  # noqa: E402

CODE = "def f%d(text, n=%d, sep='-'):\n    \"\"\"Cut it.\"\"\"\n    if n > %d:\n        return sep.join(text.split())[:n]\n    return text\n\n\n"
TEST = "def test_%d():\n    made = f%d('some words %d', n=%d, sep='_')\n    assert made == 'some_%d'\n    assert f%d(made) is not None\n\n\n"


def files():
    """{path: text}: 20 modules of 100 lines, 60 files of tests of 130."""
    out = {"pk/__init__.py": "".join("from .m%d import f%d\n" % (i, i * 14) for i in range(20))}
    for i in range(20):
        out["pk/m%d.py" % i] = "".join(CODE % (i * 14 + k, k + 5, k + 3) for k in range(14))
    for i in range(60):
        name = (i % 20) * 14
        out["tests/test_m%d.py" % i] = "from pk import f%d\n\n\n" % name + "".join(
            TEST % (k, name, i * 100 + k, k, k, name) for k in range(21))
    return out


def git(repo, *args):
    subprocess.run(["git", "-C", repo, "-c", "user.name=a", "-c", "user.email=a@b.c", *args], check=True, stdout=subprocess.DEVNULL)


def change(repo, path, old, new):
    with open(os.path.join(repo, path), encoding="utf-8") as file:
        text = file.read()
    with open(os.path.join(repo, path), "w", encoding="utf-8") as file:
        file.write(text.replace(old, new, 1))
    git(repo, "commit", "-q", "-a", "-m", "change " + path)


def check(folder, repo):
    """(milliseconds of the stage, files of the head that were not known)"""
    env = dict({k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "TORA_"))},
               HOME=folder, XDG_STATE_HOME=folder + "/state", XDG_CACHE_HOME=folder + "/cache", XDG_RUNTIME_DIR=folder + "/run",
               PATH="/usr/local/bin:/usr/bin:/bin")
    done = subprocess.run([BUILD + "/torad", "check", "--repo", repo, "--engine", "offline"], env=env, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    record = json.loads(done.stdout.decode().splitlines()[-1])["record"]
    with open(folder + "/state/tora/torad.log", encoding="utf-8") as file:
        ms = re.findall(r"stage=mine ms=(\d+)", file.read())[-1]
    head = record["mined"]["head"]
    return int(ms), head["files"] - head["known"]


def stages(all_files):
    folder = tempfile.mkdtemp(prefix="tora-bench-")
    try:
        repo = folder + "/r"
        os.mkdir(folder + "/run", 0o700)
        for path, text in all_files.items():
            os.makedirs(os.path.dirname(os.path.join(repo, path)), exist_ok=True)
            with open(os.path.join(repo, path), "w", encoding="utf-8") as file:
                file.write(text)
        git(folder, "init", "-q", "-b", "main", repo)
        git(repo, "config", "tora.tests.max", "20")
        git(repo, "add", ".")
        git(repo, "commit", "-q", "-m", "all")
        git(repo, "checkout", "-q", "-b", "topic")
        change(repo, "pk/m0.py", "return text\n", "return text.strip()\n")
        first, _ = check(folder, repo)
        change(repo, "pk/m0.py", "return text.strip()\n", "return text.lower()\n")
        later, fresh = check(folder, repo)
        assert fresh == 1, fresh
        return first, later
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def engine(all_files):
    """Milliseconds of work with nothing known, and with all."""
    began = time.process_time()
    plain = gen_literals.Literals()
    for path, text in all_files.items():
        src = gen_text.source(path, text)
        plain.scan(src)
        gen_mine.tests(gen_env.Module(gen_env.Files(lambda path: None, ()), src))
    middle = time.process_time()
    kept = json.dumps({path: gen_mine.facts(text) for path, text in all_files.items()})
    again = time.process_time()
    mined, known = gen_mine.Mined(json.loads(kept)), gen_literals.Literals()
    for path in all_files:
        assert mined.literals(path, known)
        mined.tests(path)
    end = time.process_time()
    assert vars(plain) == vars(known)
    return (middle - began) * 1000, (end - again) * 1000


def row(name, what, pairs, base_is, goal):
    base, ours = (statistics.median(p[i] for p in pairs) for i in (0, 1))
    ratio = base / max(ours, 0.5)
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 1), "base": round(base, 1), "base_is": base_is,
                      "ratio": round(ratio, 2), "goal": "at least %sx less" % goal, "better": "higher", "met": ratio >= goal,
                      "runs": len(pairs)}), flush=True)


def main():
    all_files = files()
    row("mine.engine", "the engine knows 80 files, kept", [engine(all_files) for _ in range(3 * ROUNDS)],
        "all of them read and mined", 4)
    row("mine.commit", "mining, one file of 80 touched", [stages(all_files) for _ in range(ROUNDS)], "a first check", 3)


if __name__ == "__main__":
    main()
