"""tests/bench/history: which commits are walked, what is read back, and what the table adds up to."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "history")


def load():
    """The script has no .py in its name, and its folder is no place for byte code."""
    loader = importlib.machinery.SourceFileLoader("bench_history", PATH)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_history", loader))
    with open(PATH, encoding="utf-8") as file:
        exec(compile(file.read(), PATH, "exec"), module.__dict__)
    return module


history = load()


def finding(verdict, fingerprint="f1"):
    return {"verdict": verdict, "fingerprint": fingerprint, "confidence": 0.5}


def row(commit, findings=(), state="done", reason=None, seconds=2.0):
    return {"commit": commit, "subject": "s", "message": "s", "seconds": seconds,
            "record": {"state": state, "reason": reason, "changed": [{}], "findings": list(findings),
                       "tests": {"run": 5, "reached_change": 4, "differing": len(findings)}}}


class Commits(unittest.TestCase):
    def test_log(self):
        text = "\x01aa\x02bb\x02One: a\x00\npkg/a.py\x00docs/b.md\x00\x01bb\x02cc dd\x02Merge\x00\x01ee\x02\x02Import\x00\np.py\x00"
        self.assertEqual([(c["commit"], c["parents"], c["subject"], c["paths"]) for c in history.parse_log(text)],
                         [("aa", ["bb"], "One: a", ["pkg/a.py", "docs/b.md"]), ("bb", ["cc", "dd"], "Merge", []),
                          ("ee", [], "Import", ["p.py"])])
        text = "\x01aa\x02bb\x02Not \x01this\x01cc\x00\na.py\x00\x01bb\x02\x02Two\x00"       # a subject of a real project has such bytes
        self.assertEqual([(c["commit"], c["paths"]) for c in history.parse_log(text)], [("aa", ["a.py"]), ("bb", [])])

    def test_wanted(self):
        for label, parents, paths, want in (
                ("source", ["a"], ["pkg/a.py"], True),
                ("source among others", ["a"], ["tests/test_a.py", "src/p/b.py"], True),
                ("a merge", ["a", "b"], ["pkg/a.py"], False),
                ("the first commit", [], ["pkg/a.py"], False),
                ("tests only", ["a"], ["tests/a.py", "pkg/test/b.py", "test_c.py", "conftest.py"], False),
                ("documents and set-up", ["a"], ["docs/conf.py", "setup.py", "README.md"], False),
                ("a package whose name begins so", ["a"], ["testament/a.py"], True)):
            with self.subTest(label):
                self.assertEqual(history.is_wanted({"parents": parents, "paths": paths}), want)

    def test_draw(self):
        commits = [{"commit": f"{i:03}"} for i in range(50)]
        self.assertEqual(history.draw(commits, None, 1), commits)
        ten = history.draw(commits, 10, 1)
        self.assertEqual(ten, history.draw(list(reversed(commits)), 10, 1))
        self.assertEqual(ten[:4], history.draw(commits, 4, 1))
        self.assertNotEqual(ten, history.draw(commits, 10, 2))
        self.assertEqual(len({c["commit"] for c in ten}), 10)


class Files(unittest.TestCase):
    def write(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "file"
        path.write_text(text, encoding="utf-8")
        return path

    def test_rows_without_the_cut_off_one(self):
        path = self.write(json.dumps(row("aa")) + "\n" + json.dumps(row("bb"))[:20])
        self.assertEqual(list(history.read_lines(path)), ["aa"])
        self.assertEqual(history.read_lines(path.parent / "none"), {})

    def test_readings(self):
        path = self.write("# by hand\n\naa 12 true a note of words\nbb 34 unclear\n")
        readings = history.read_readings(path)
        self.assertEqual(readings, {("aa", "12"): "true", ("bb", "34"): "unclear"})
        self.assertEqual(history.reading_of(readings, "aa77", finding("unintended", "1299")), "true")
        self.assertIsNone(history.reading_of(readings, "aa77", finding("unintended", "99")))
        with self.assertRaises(SystemExit):
            history.read_readings(self.write("aa 12 perhaps\n"))


class Totals(unittest.TestCase):
    def test_lines(self):
        rows = [row("aa", [finding("unintended") | {"cluster": 3, "confidence": 0.72}, finding("unsure", "f2")]), row("bb", [finding("unintended") | {"confidence": 0.71}]),
                row("cc"), row("dd", state="skipped", reason="comments-only"), row("ee", state="failed", reason="x")]
        lines = list(history.totals(rows, {("aa", "f1"): "true"}))
        self.assertEqual(lines[0], "5 commits, 3 checked, 1 failed, 1 skipped; 1 comments-only")
        self.assertEqual(lines[1], "of those checked: reached 3, with a difference 2 (67 %), shown 2; 2 s (median)")
        self.assertEqual(lines[2], "a push tells of 1 findings of 1 commits")
        self.assertEqual(lines[3], "3 findings: 2 unintended, 1 unsure")
        self.assertEqual(lines[4], "3 tests that differ, 4 of them behind what is shown")
        self.assertEqual(lines[5], "shown, by reading: 1 true, 1 not read")
        self.assertEqual(lines[6], "precision 100 % of what could be told, 50 % of all shown")

    def test_nothing_done(self):
        self.assertEqual(list(history.totals([], {})), ["0 commits, 0 checked, 0 failed, 0 skipped"])


class Walk(unittest.TestCase):
    """A repository of two commits, and a program in torad's place that says what it was asked."""

    def git(self, *words):
        env = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": self.folder, "GIT_AUTHOR_NAME": "A Developer",
               "GIT_AUTHOR_EMAIL": "d@example.org", "GIT_COMMITTER_NAME": "A Developer",
               "GIT_COMMITTER_EMAIL": "d@example.org"}
        subprocess.run(["git", "-C", os.path.join(self.folder, "r"), *words], env=env, check=True, timeout=60)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "r"))
        self.git("init", "-q", "-b", "main")
        for text in ("x = 1\n", "x = 2\n"):
            with open(os.path.join(self.folder, "r", "a.py"), "w", encoding="utf-8") as file:
                file.write(text)
            self.git("add", "a.py")
            self.git("commit", "-q", "-m", f"Say {text.strip()}\n\nWith a body.")
        self.torad = os.path.join(self.folder, "torad")
        with open(self.torad, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\ngit config tora.python.interpreter >> {self.folder}/runs\n'
                       'echo \'{"record": {"state": "done", "changed": [], "tests": {}, "findings": []}}\'\n')
        os.chmod(self.torad, 0o755)

    def test_without_a_program(self):
        done = subprocess.run(["/usr/bin/python3", PATH, "r", "--torad", "none"], cwd=self.folder, check=False,
                              stderr=subprocess.PIPE, universal_newlines=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn("none: no program", done.stderr)

    def test_a_second_walk_runs_nothing(self):
        save = os.path.join(self.folder, "save")
        for _ in range(2):
            done = subprocess.run(["/usr/bin/python3", PATH, "r", "--torad", "torad", "--python", "/opt/python",
                                   "--save", save], cwd=self.folder,
                                  stdout=subprocess.PIPE, universal_newlines=True, check=False,
                                  timeout=120)
            self.assertEqual(done.returncode, 0)
            self.assertIn("1 commits, 1 checked, 0 failed", done.stdout)
        with open(os.path.join(self.folder, "runs"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "/opt/python\n")
        with open(save, encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        self.assertEqual([r["message"] for r in rows], ["Say x = 2\n\nWith a body."])


if __name__ == "__main__":
    unittest.main()
