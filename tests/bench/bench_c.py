#!/usr/bin/python3
"""Ten tests of a C library, on two versions, three times: warm, against a compiler and a process for each.

"ours" is what a check does: a runner for each version, started in the sandbox, which compiles the tests together and
runs each of them as a fork of itself; its start is part of it. "base" is the same tests one after the other, each in a
sandbox of its own with the very same arguments, where gcc compiles and links it and it is run. Both libraries are
built before. Once with gcc alone, once with tcc where it is installed. Prints rows of JSON.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["TORA_TEST_BUILD"] = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "unit", "c"))
import c_support  # noqa: E402

ROUNDS = int(os.environ.get("C_ROUNDS", "3"))
RUNS = 3
TESTS = [c_support.calls(f"tk_grade({points})") for points in range(0, 100, 10)]
WANTED = ["5\n"] * 5 + ["4\n"] + ["3\n"] * 2 + ["2\n", "1\n"]
GOALS = [(False, "c.gcc", "gcc", 10), (True, "c.tcc", "tcc", 40)]


def warm(folders, tcc):
    began = time.perf_counter()
    runners = [c_support.Runner(folder, boxed=True, tcc=tcc) for folder in folders]
    for runner in runners:
        got = runner.run_all(TESTS * RUNS)
        assert [g["stdout"] for g in got] == WANTED * RUNS, got
    took = time.perf_counter() - began
    for runner in runners:
        runner.close()
    return took * 1000


def cold(folders):
    """One of each: sandbox, compiler and program."""
    script = "gcc -w -I/mnt/repo/include -o /tmp/t $1 /mnt/repo/.tora-c/library.so -Wl,-rpath,/mnt/repo/.tora-c && /tmp/t"
    began = time.perf_counter()
    for folder in folders:
        for i in list(range(len(TESTS))) * RUNS:
            argv = c_support.box.around(["/bin/sh", "-c", script, "sh", f"/mnt/repo/test{i}.c"], "/usr", folder)
            got = subprocess.run(argv, capture_output=True, check=True).stdout.decode()
            assert got == WANTED[i], got
    return (time.perf_counter() - began) * 1000


def main():
    why = c_support.why_no_box()
    if why:
        print(f"bench_c: skipped: {why}", file=sys.stderr)
        return
    folders = [c_support.project(), c_support.project({"src/bag.c": ("WORDS_MAX 32", "WORDS_MAX 64")})]
    try:
        for folder in folders:
            c_support.build(folder)
            for i, text in enumerate(TESTS):
                with open(os.path.join(folder, f"test{i}.c"), "w", encoding="utf-8") as f:
                    f.write(text)
        measure(folders)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def measure(folders):
    kinds = [g for g in GOALS if not g[0] or os.path.exists("/usr/bin/tcc")]
    rounds = []
    for _ in range(ROUNDS):
        rounds.append([cold(folders)] + [statistics.median(warm(folders, tcc) for _ in range(3)) for tcc, _, _, _ in kinds])
    base, *ours = [statistics.median(column) for column in zip(*rounds)]
    for (_, name, compiler, goal), mine in zip(kinds, ours):
        print(json.dumps({"name": name, "what": f"10 tests x 2 versions x 3 runs of a C library, by {compiler}",
                          "unit": "ms", "ours": round(mine, 1), "base": round(base, 1),
                          "base_is": "gcc and a process for each, in a sandbox of its own, one after the other",
                          "ratio": round(base / mine, 1), "goal": f">= {goal}x", "better": "higher",
                          "met": base / mine >= goal, "runs": ROUNDS}), flush=True)


if __name__ == "__main__":
    main()
