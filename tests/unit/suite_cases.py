"""What holds of suites in every language; a test of one language adds its package and its tables."""
import json


class SuiteCases:
    """
    Beside unittest.TestCase. A class has `runner`; `files` that are observed; `rows` of (label, test, what is written
    for the first of `styles`); `none` of (label, test, why there is no test in it: a class of failures, or what the
    writer says); `head`, what a test begins with; `functions`, full names; `program`, which runs a job under
    observation; `two`: tests of which one is changed by replacing `word`; `again`: tests of which the later sees what
    the earlier left; `fields` of every request.
    """

    fields = {}
    observed = {}

    def report(self, source, **fields):
        out = self.runner.run(source, **fields)["stdout"]
        return json.loads([r for r in out.split("\n") if r.startswith("W ")][-1][2:])

    def observe(self, source, **fields):
        """A test has a process of its own and shows the same each time: it is looked at once."""
        key = (type(self), self.head + source, *sorted(fields.items()))
        if key not in self.observed:
            job = json.dumps({"word": "W", "source": self.head + source, "files": self.files})
            self.observed[key] = self.report(self.program(job), **fields)
        return self.observed[key]

    def write(self, sources, **fields):
        tests = [{"source": self.head + s, "seen": self.observe(s), "target": ""} for s in sources]
        fields = {"framework": self.styles[0], "word": "W", **self.fields, **fields}
        return self.runner.ask("suite", tests=tests, functions=self.functions, **fields)

    def prove(self, answer):
        return self.report(answer["proof"], fresh=True, timeout_ms=20000)

    def test_assertions(self):
        for label, source, want in self.rows:
            with self.subTest(label):
                answer = self.write([source])
                self.assertEqual(answer["dropped"], [])
                self.assertIn(want, answer["files"][0]["text"])

    def test_what_was_written_holds_alone_and_together(self):
        for style in self.styles:
            answer = self.write([row[1] for row in self.rows], framework=style)
            self.assertEqual(answer["framework"], style)
            names = [t["name"] for t in answer["tests"]]
            self.assertEqual(len(set(names)), len(self.rows))
            report = self.prove(answer)
            self.assertEqual(report["problem"], "")
            self.assertEqual(report["alone"], dict.fromkeys(names, ""), style)
            self.assertEqual(report["together"], dict.fromkeys(names, ""), style)
            self.assertTrue(all(len(row) < 140 for row in answer["files"][0]["text"].split("\n")))

    def test_no_test_in_it(self):
        for label, source, want in self.none:
            with self.subTest(label):
                ended = self.observe(source)["ended"]
                if ended and ended["class"]:
                    self.assertEqual(ended["class"], want)
                else:
                    self.assertEqual([d["why"] for d in self.write([source])["dropped"]], [want])

    def test_what_does_not_hold_is_said(self):
        answer = self.write(self.two)
        report = self.prove(dict(answer, proof=answer["proof"].replace(self.word, self.word.upper())))
        self.assertEqual(sorted(bool(v) for v in report["alone"].values()), [False, True])
        self.assertIn("AssertionError", "".join(report["alone"].values()))
        report = self.prove(self.write(self.again))
        self.assertEqual(set(report["alone"].values()), {""})
        self.assertEqual(len([v for v in report["together"].values() if v]), 1, "the second sees what the first left")
