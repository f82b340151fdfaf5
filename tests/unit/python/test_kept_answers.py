"""What a person answered as the model answers a question that is much like it, and no other (fakes/model.py --kept)."""

import json
import os
import sys
import tempfile
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "fakes"))
import model  # noqa: E402


def question(system, nonce="0123456789abcdef", **blocks):
    text = "\n".join(f"<<<{name} {nonce}>>>\n{value}\n<<<end {nonce}>>>" for name, value in blocks.items())
    return {"messages": [{"role": "system", "content": system}, {"role": "user", "content": text}]}


JUDGE, SIDE, WRITE = "You judge differences in behaviour", "You know how libraries behave", "You write small programs"
A, B = '{"thoughts": "", "answer": "A"}', '{"thoughts": "", "answer": "B"}'
KEPT = [
    (question(WRITE, functions="f"), "programs"),
    (question(JUDGE, test="print(f(1, 'x'))", before="ended: ends normally", after="ended: ends normally\n1"), "first"),
    (question(JUDGE, test="print(sorted(g()))", before="ended: KeyError: 7", after="ended: ends normally\n[2, 3]"), "second"),
    (question(SIDE, test="print(f(1, 'x'))", output_a="printed: 1", output_b="printed: 2"), A),
]
ROWS = [
    ("there is one only", question(WRITE, nonce="f" * 16, functions="f, g", diff="- a"), "programs"),
    ("a character differs", question(JUDGE, test="print(f(1, 'y'))", before="ended: ends normally",
                                     after="ended: ends normally\n1"), "first"),
    ("the more alike", question(JUDGE, test="print(sorted(g()))", before="ended: KeyError: 7",
                                after="ended: ends normally\n[2, 4]"), "second"),
    ("about something else", question(JUDGE, test="import os", before="ended: hangs", after="ended: SIGSEGV"), None),
    ("another prompt", question("You repair programs", troubles="x"), None),
    ("the same sides", question(SIDE, test="print(f(1, 'x'))", output_a="printed: 1", output_b="printed: 2"), A),
    ("sides that changed places", question(SIDE, test="print(f(1, 'x'))", output_a="printed: 2", output_b="printed: 1"), B),
]


class Kept(unittest.TestCase):
    def test_the_question_most_like_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for i, (asked, said) in enumerate(KEPT, 1):
                with open(os.path.join(folder, f"{i}.request.json"), "w", encoding="utf-8") as file:
                    json.dump(asked, file)
                with open(os.path.join(folder, f"{i}.answer.txt"), "w", encoding="utf-8") as file:
                    file.write(said)
            kept = list(model.pairs_of(folder))
        for label, asked, want in ROWS:
            with self.subTest(label):
                self.assertEqual(model.kept_answer(asked, kept), want)


if __name__ == "__main__":
    unittest.main()
