#!/usr/bin/python3
"""One JavaScript trial: a copy of a process that has loaded the package, against a process for each.

Both runners run in the sandbox. They are asked for trials back to back, as a check asks, so that a
process for each pays for its start although it was started ahead of need: what is compared is the time
a trial takes of ten in a row. Rounds are interleaved, and begin when the spares of the one before are
up. "cold" is Node started on the same test in a sandbox of its own. Prints rows of JSON.
"""

import json
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["TORA_TEST_BUILD"] = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "unit", "javascript"))
import js_support  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "9"))
IN_A_ROW = 10
SETTLE_S = 0.5
MODULE = """'use strict';
const table = new Map();
for (let i = 0; i < 200; i++)
\ttable.set(`key${i}`, { i, name: `name ${i}`, pattern: new RegExp(`^a{${i}}$`) });
class Shape { constructor(n) { this.n = n; } area() { return this.n * table.size; } }
module.exports = { table, Shape, twice(a) { return a ? a * 2 : 0; } };
"""


def package(modules):
    """Files of a package whose main module loads all others; not real code, but as much to load."""
    files = {f"lib/m{i}.js": MODULE for i in range(modules)}
    files["index.js"] = "".join(f"exports.m{i} = require('./lib/m{i}.js');\n" for i in range(modules))
    return files


PACKAGES = [    # name, what, modules, goals against a cold Node and against a process for each
    ("node", "Node, a small package", 3, 10, 2),
    ("node-heavy", "Node, a package of 300 modules", 300, 20, 2),
]
TEST = "const p = require('./index.js');\nconsole.log(p.m0.twice(4), new p.m1.Shape(2).area());\n"


def milliseconds(work, times):
    time.sleep(SETTLE_S)
    began = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) * 1000 / times


def good(answer):
    assert answer["status"] == "ok" and answer["stdout"] == "8 400\n", answer


def measure(files):
    """Medians, ms: a copy, the same with coverage, a process for each, that with coverage, a cold Node."""
    copies = js_support.Runner(files, ["index"], boxed=True)
    each = js_support.Runner(files, ["index"], boxed=True, copies=False)
    folder = js_support.project({**files, "test.js": TEST})
    cold = js_support.box.around([js_support.NODE, "/mnt/repo/test.js"], js_support.RUNNER, folder)
    works = [(lambda: good(copies.run(TEST)), IN_A_ROW), (lambda: good(copies.run(TEST, cover=True)), IN_A_ROW),
             (lambda: good(each.run(TEST)), IN_A_ROW), (lambda: good(each.run(TEST, cover=True)), IN_A_ROW),
             (lambda: subprocess.run(cold, stdout=subprocess.DEVNULL, check=True), 2)]
    try:
        if not copies.loaded["copies"]:
            print(f"bench_javascript: no copies: {copies.loaded['why_not']}", file=sys.stderr)
            return None
        for runner in (copies, each):
            runner.ask("cover", lines={"/mnt/repo/lib/m0.js": list(range(1, 9))})
        took = [[milliseconds(*work) for work in works] for _ in range(1 + ROUNDS)][1:]
        return [statistics.median(column) for column in zip(*took)]
    finally:
        copies.close()
        each.close()
        js_support.shutil.rmtree(folder, ignore_errors=True)


def row(name, what, ours, base, base_is, goal):
    print(json.dumps({"name": name, "what": what, "unit": "ms", "ours": round(ours, 2), "base": round(base, 2),
                      "base_is": base_is, "ratio": round(base / ours, 2), "goal": f">= {goal}x", "better": "higher",
                      "met": base / ours >= goal, "runs": ROUNDS}), flush=True)


def main():
    why = js_support.why_no_box() or js_support.why_no_copies()
    if why:
        print(f"bench_javascript: skipped: {why}", file=sys.stderr)
        return
    for name, what, modules, cold_goal, each_goal in PACKAGES:
        got = measure(package(modules))
        if got is None:
            continue
        ours, covered, each, each_covered, cold = got
        row(f"trial.{name}", f"one trial, warm: {what}", ours, cold, "cold Node in a sandbox of its own", cold_goal)
        row(f"trial.{name}.each", f"one trial, warm: {what}", ours, each, "a process for each, started ahead", each_goal)
        row(f"trial.{name}.cover", f"one trial, warm, with coverage: {what}", covered, each_covered,
            "a process for each, started ahead", each_goal)


if __name__ == "__main__":
    main()
