#!/usr/bin/python3
"""The CPU that one validated JavaScript test with coverage takes: a warm trial, against a process of nyc and mocha.

nyc and mocha in a process of their own for each test is how TestPilot validates. They and the packages
come from the npm registry by exact version, into a temporary folder; their scripts are not run. Both
sides run the same test on the same package, interleaved, and are counted by what their processes and
those they waited for have taken of the CPU: ours is the runner with all below it, in the sandbox,
over a hundred trials, for several runners. Where the registry cannot be reached there is no row. Prints rows of JSON.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
os.environ["TORA_TEST_BUILD"] = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "unit", "javascript"))
import js_support  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "3"))
RUNNERS = int(os.environ.get("RUNNERS", "3"))     # where its memory lies makes one up to a tenth cheaper than another
TRIALS = 100
GOAL = 100
TOOLS = ["nyc@15.1.0", "mocha@10.2.0"]
PACKAGES = [    # package, what it needs, main file, file whose lines are asked about, an expression on it, what that gives
    ("countries-and-timezones@3.3.0", [], "dist/index.js", "dist/index.js", "pkg.getCountry('DE').timezones.length", "2"),
    ("quill-delta@4.2.2", ["fast-diff@1.2.0", "lodash.clonedeep@4.5.0", "lodash.isequal@4.5.0"], "dist/Delta.js", "dist/Delta.js",
     "new pkg().insert('abc').retain(2).length()", "5"),
    ("memfs@3.4.1", ["fs-monkey@1.0.3"], "lib/index.js", "lib/volume.js",
     "pkg.Volume.fromJSON({ '/a/b.txt': 'abc' }).readFileSync('/a/b.txt', 'utf8').length", "3"),
]
LINES = 800     # of that file
TICK = os.sysconf("SC_CLK_TCK")


class NotGot(Exception):
    """The npm client brought nothing."""


def install(folder, wanted):
    """Exact versions into `folder`/node_modules."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "package.json"), "w", encoding="utf-8") as f:
        f.write('{"private": true}\n')
    argv = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", *wanted]
    try:
        done = subprocess.run(argv, cwd=folder, check=False, timeout=300, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as e:
        raise NotGot(str(e)) from e
    if done.returncode:
        raise NotGot("npm could not fetch %s; is the npm registry reachable?" % " ".join(wanted))
    return os.path.join(folder, "node_modules")


def files_of(packages, name, needs):
    """{path: text} of one package with what it needs below its own node_modules."""
    found = {}
    for one in [name, *needs]:
        one = one.rsplit("@", 1)[0]
        top = os.path.join(packages, one)
        for folder, _, names in os.walk(top):
            for file in names:
                path = os.path.join(folder, file)
                rest = os.path.relpath(path, top)
                if not file.endswith((".js", ".json")) or rest.startswith("node_modules"):
                    continue
                with open(path, encoding="utf-8", errors="replace") as f:
                    found[rest if one == name.rsplit("@", 1)[0] else f"node_modules/{one}/{rest}"] = f.read()
    return found


def taken(pid):
    """ms of CPU of a process, of those it waited for, and of all below it."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
            children = f.read().split()
    except OSError:
        return 0
    return sum(int(n) for n in fields[11:15]) * 1000 / TICK + sum(taken(child) for child in children)


def ours(runner, source, want):
    """ms of CPU a trial."""
    before = taken(runner.process.pid)
    for _ in range(TRIALS):
        answer = runner.run(source, cover=True)
        assert answer["status"] == "ok" and answer["stdout"] == f"{want}\n" and answer["covered"], answer
    return (taken(runner.process.pid) - before) / TRIALS


def theirs(tools, package, test):
    """ms of CPU of nyc and mocha on one test: the command, the options and the files that TestPilot's validator has."""
    room = tempfile.mkdtemp(prefix="mocha-validator")
    report, coverage = os.path.join(room, "report.json"), os.path.join(room, "coverage")
    argv = [os.path.join(tools, ".bin", "nyc"), f"--cwd={package}", f"--exclude={os.path.basename(os.path.dirname(test))}",
            "--reporter=json", f"--report-dir={coverage}", f"--temp-dir={coverage}", os.path.join(tools, ".bin", "mocha"),
            "--full-trace", "--exit", "--allow-uncaught=false", "--reporter=json", "--reporter-option", f"output={report}",
            "--", test]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                          env={**os.environ, "PATH": os.path.dirname(js_support.NODE) + ":" + os.environ.get("PATH", "")})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(report, encoding="utf-8") as f:
        passes = json.load(f)["stats"]["passes"]
    covered = os.path.exists(os.path.join(coverage, "coverage-final.json"))
    shutil.rmtree(room, ignore_errors=True)
    assert done.returncode == 0 and covered and passes == 1, done
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def rounds(tools, row, files, package, test):
    """[[ours, theirs]] of one runner, ms of CPU; none: no copies of a process here."""
    name, _, main, asked, expression, want = row
    runner = js_support.Runner(files, [main[:-3]], boxed=True)
    try:
        if not runner.loaded["copies"]:
            print(f"bench_testpilot: {name}: no copies: {runner.loaded['why_not']}", file=sys.stderr)
            return []
        runner.ask("cover", lines={f"/mnt/repo/{asked}": list(range(1, LINES))})
        source = f"const pkg = require('./{main[:-3]}');\nconsole.log({expression});\n"
        return [[ours(runner, source, want), theirs(tools, package, test)] for _ in range(1 + ROUNDS)][1:]
    finally:
        runner.close()


def measure(tools, packages, row, folder):
    """Medians, ms of CPU: ours, theirs; of how many rounds. None: nothing was measured."""
    name, needs, _, _, expression, want = row
    files = files_of(packages, name, needs)
    package = os.path.join(folder, "pkg-" + name.split("@")[0])
    for path, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(package, path)), exist_ok=True)
        with open(os.path.join(package, path), "w", encoding="utf-8") as f:
            f.write(text)
    test = os.path.join(package, "test-0", "test.js")
    os.makedirs(os.path.dirname(test))
    with open(test, "w", encoding="utf-8") as f:
        f.write(f"let assert = require('assert');\nlet pkg = require('..');\n"
                f"describe('test suite', () => {{\n\tit('test case', (done) => {{\n"
                f"\t\tassert.equal({expression}, {want});\n\t\tdone();\n\t}});\n}});\n")
    took = [pair for _ in range(RUNNERS) for pair in rounds(tools, row, files, package, test)]
    return [statistics.median(column) for column in zip(*took)] + [len(took)] if took else None


def main():
    why = js_support.why_no_box() or js_support.why_no_copies()
    if why:
        print(f"bench_testpilot: skipped: {why}", file=sys.stderr)
        return
    folder = os.path.realpath(tempfile.mkdtemp(prefix="tora-testpilot."))
    try:
        tools = install(os.path.join(folder, "tools"), TOOLS)
        packages = install(os.path.join(folder, "packages"), [p for row in PACKAGES for p in [row[0], *row[1]]])
        for one in PACKAGES:
            got = measure(tools, packages, one, folder)
            if got is None:
                continue
            mine, base, runs = got
            print(json.dumps({"name": f"trial.testpilot.{one[0].split('@')[0]}", "unit": "ms",
                              "what": f"CPU of a warm trial with coverage: {one[0]}", "ours": round(mine, 2),
                              "base": round(base, 2), "base_is": "nyc and mocha in a process of their own, as TestPilot validates",
                              "ratio": round(base / mine, 2), "goal": f">= {GOAL}x", "better": "higher",
                              "met": base / mine >= GOAL, "runs": runs}), flush=True)
    except NotGot as e:
        print(f"bench_testpilot: skipped: {e}", file=sys.stderr)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
