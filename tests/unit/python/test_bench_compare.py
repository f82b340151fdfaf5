"""tests/bench/compare: what it calls worse, better and the same, and its exit status."""

import json
import os
import subprocess
import tempfile
import unittest

COMPARE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench", "compare")


def row(ratio, met=True, name="a"):
    return {"name": name, "what": f"what of {name}", "ratio": ratio, "met": met}


class Compare(unittest.TestCase):
    def compare(self, old, new):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, rows in (("old", old), ("new", new)):
                paths.append(os.path.join(folder, name))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    json.dump(rows, file)
            done = subprocess.run(["/usr/bin/python3", COMPARE, *paths], stdout=subprocess.PIPE, check=False,
                                  universal_newlines=True, timeout=60)
        return done.returncode, done.stdout.splitlines()

    def verdict(self, old, new):
        status, lines = self.compare([old], [new])
        return status, [part for part in lines[1].split("  ") if part][-2].strip()      # what it is of comes last

    def test_verdicts(self):
        for label, old, new, want in (
                ("noise", row(10.0), row(9.0), (0, "same")),
                ("slower", row(10.0), row(5.0), (1, "WORSE: 2.0 times")),
                ("faster", row(10.0), row(30.0), (0, "better: 3.0 times")),
                ("a goal that is lost counts at any size", row(10.0), row(9.9, met=False),
                 (1, "WORSE: misses its goal now")),
                ("one that was missed before is judged by its ratio", row(4.0, met=False), row(3.9, met=False),
                 (0, "same")),
                ("a goal that is none any more is not missed", row(4.0), row(3.9, met=None), (0, "same")),
                ("no ratio", row(None), row(None), (0, "same"))):
            with self.subTest(label):
                self.assertEqual(self.verdict(old, new), want)

    def test_rows_of_one_side(self):
        status, lines = self.compare([row(2.0), row(3.0, name="gone")], [row(2.0), row(1.0, False, "fresh"), row(1.0, None, "shown")])
        self.assertEqual(status, 0)
        self.assertIn("new, MISSES its goal", lines[2])
        self.assertNotIn("MISSES", lines[3])
        self.assertIn("not measured", lines[4])
        self.assertEqual(lines[-1], "0 worse of 3")


if __name__ == "__main__":
    unittest.main()
