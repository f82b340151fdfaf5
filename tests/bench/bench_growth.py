#!/usr/bin/python3
"""What grows with what: the change stage with the repository, status with repositories, the supervisor.

The change stage is measured by torad itself (time_ms.change) on a change of comments only, which ends
there; the two sizes take turns in every round. It should cost what the diff is, not what the
repository is. The supervisor watches 100 repositories: its memory, and how often it woke up while
nothing happened (voluntary context switches of the one thread). One branch that moves should cost the
supervisor the same however many others there are, but for reading their names.
Prints one JSON row a line (see tests/README.md).
"""

import json
import os
import socket
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from bench_hooks import BUILD, TORA, World  # noqa: E402

TORAD = os.path.join(BUILD, "torad")
ROUNDS = int(os.environ.get("ROUNDS", "9"))
FILES = [100, 1000, 10000]
FUNCTIONS = [1, 10, 100]
REPOS = [1, 10, 100]
BRANCHES = [10, 100, 1000]
IDLE_S = float(os.environ.get("IDLE_S", "300"))
MODULE = "def f%d(text, n):\n    # before\n    return text[:n]\n\n\n"


def row(name, what, unit, ours, base, base_is, goal, met, runs=ROUNDS):
    print(json.dumps({"name": name, "what": what, "unit": unit, "ours": round(ours, 2), "base": round(base, 2),
                      "base_is": base_is, "ratio": round(base / ours, 2) if ours else None, "goal": goal,
                      "better": "lower", "met": met, "runs": runs}), flush=True)


def import_stream(files, functions):
    """A history for git fast-import: a package of so many files, then comments changed in so many functions."""
    per_file = 10
    out = []

    def blob(path, text):
        data = text.encode()
        out.append(b"M 100644 inline " + path.encode() + b"\ndata %d\n" % len(data) + data + b"\n")

    def commit(branch, message):
        out.append(b"commit refs/heads/%s\ncommitter A Developer <dev@example.org> 1700000000 +0000\n" % branch
                   + b"data %d\n" % len(message) + message + b"\n")

    def text(path, changed):
        whole = "".join(MODULE % k for k in range(per_file))
        return f'"""{path}"""\n\n\n' + whole.replace("# before", "# after", changed)

    commit(b"main", b"one")
    paths = [f"pkg/d{i // 100}/m{i}.py" for i in range(files)]
    for path in paths:
        blob(path, text(path, 0))
    commit(b"topic", b"two")
    out.append(b"from refs/heads/main\n")
    for i in range(0, functions, per_file):
        blob(paths[i // per_file], text(paths[i // per_file], min(per_file, functions - i)))
    return b"".join(out)


def make_repo(world, name, files, functions):
    path = f"{world.root}/{name}"
    world.run("git", "init", "-q", "-b", "main", path)
    subprocess.run(["git", "fast-import", "--quiet"], cwd=path, env=world.env, check=True, timeout=300,
                   input=import_stream(files, functions))
    return path


def change_ms(world, path):
    out = world.run(TORAD, "check", "--repo", path, "--base", "main", "--head", "topic", "--no-store", check=False)
    record = json.loads(out.splitlines()[-1])["record"]
    assert record["reason"] == "comments-only", record["reason"]
    return record["time_ms"]["change"]


def medians(things, measure):
    seen = {key: [] for key, _ in things}
    for number in range(ROUNDS + 1):
        for key, thing in things:
            took = measure(thing)
            if number:  # the first round warms caches
                seen[key].append(took)
    return {key: statistics.median(times) for key, times in seen.items()}


def grow_files(world):
    got = medians([(n, make_repo(world, f"files{n}", n, 1)) for n in FILES],
                  lambda path: change_ms(world, path))
    for n in FILES[1:]:
        row(f"change.files.{n}", f"change stage, one function in {n} files", "ms", got[n], got[FILES[0]],
            f"the same change in {FILES[0]} files", "within 3x", got[n] <= 3 * max(got[FILES[0]], 1))


def grow_functions(world):
    got = medians([(n, make_repo(world, f"functions{n}", 1000, n)) for n in FUNCTIONS],
                  lambda path: change_ms(world, path))
    for small, n in zip(FUNCTIONS, FUNCTIONS[1:]):
        row(f"change.functions.{n}", f"change stage, {n} functions changed", "ms", got[n], got[small],
            f"{small} changed", f"at most {n // small}x", got[n] <= n // small * max(got[small], 1))


def timed_status(world, path):
    began = time.perf_counter()
    world.run(TORA, "status", cwd=path)
    return (time.perf_counter() - began) * 1000


def daemon_field(pid, field):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(field + ":"):
                return int(line.split()[1])
    raise SystemExit(f"{field} is not told")


def settle(world):
    """Until the daemon has nothing left to do."""
    ask = {"jsonrpc": "2.0", "id": 1, "method": "sync", "params": {"idle": True, "timeout_ms": 60000}}
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(70)
        s.connect(world.env["XDG_RUNTIME_DIR"] + "/tora/sock")
        s.sendall(json.dumps(ask).encode() + b"\n")
        answer = json.loads(s.makefile().readline())
    assert answer["result"]["done"], answer


def worked_ms(pid):
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0]) / 1e6


def grow_branches(world):
    """What the supervisor works, its children not counted, from a branch that moves until nothing is left to do."""
    times = {}
    for n in BRANCHES:
        path = make_repo(world, f"branches{n}", 1, 1)
        world.run("sh", "-c", f"seq -f 'create refs/heads/b%.0f main' {n} | git update-ref --stdin", cwd=path)
        world.run(TORA, "init", cwd=path)
        settle(world)
        pid, seen = world.daemon_pid(), []
        for k in range(ROUNDS):
            before = worked_ms(pid)
            world.run("git", "update-ref", f"refs/heads/b{k + 1}", "topic", cwd=path)
            settle(world)
            seen.append(worked_ms(pid) - before)
        times[n] = statistics.median(seen)
        world.run(TORA, "init", "--uninstall", cwd=path)
    for n in BRANCHES[1:]:
        row(f"supervisor.branches.{n}", f"supervisor, one of {n} branches moves: CPU", "ms", times[n], times[BRANCHES[0]],
            f"one of {BRANCHES[0]}", "within 5x", times[n] <= 5 * max(times[BRANCHES[0]], 1))


def grow_repos(world):
    made, times = 0, {}
    for n in REPOS:
        while made < n:
            path = make_repo(world, f"r{made}", 1, 1)
            world.run(TORA, "init", cwd=path)
            made += 1
        settle(world)
        times[n] = statistics.median(timed_status(world, path) for _ in range(ROUNDS))
    for n in REPOS[1:]:
        row(f"status.repos.{n}", f"tora status, {n} repositories watched", "ms", times[n], times[1],
            "one repository", f"at most {n}x", times[n] <= n * times[1])
    pid = world.daemon_pid()
    time.sleep(2)  # what the last command left to be done
    before = daemon_field(pid, "voluntary_ctxt_switches")
    time.sleep(IDLE_S)
    woken = daemon_field(pid, "voluntary_ctxt_switches") - before
    row("supervisor.rss", f"supervisor, {made} repositories: memory", "MiB", daemon_field(pid, "VmRSS") / 1024, 10,
        "the goal", "under 10 MiB", daemon_field(pid, "VmRSS") < 10 * 1024, 1)
    row("supervisor.wakeups", f"supervisor, {made} repositories: woken in {IDLE_S:.0f} s without an event", "", woken,
        0, "no event", "none", woken == 0, 1)


def main():
    world = World()
    try:
        grow_files(world)
        grow_functions(world)
        grow_branches(world)
        grow_repos(world)
    finally:
        world.close()


if __name__ == "__main__":
    main()
