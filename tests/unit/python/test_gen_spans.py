"""gen_spans.py: spans of more than a day."""
import types
import unittest

from test_gen_later import asked

import gen_spans
import gen_text

CODE = "def took(start, end):\n    return (end - start).seconds // 3600\n"
OTHER = "def took(start, end):\n    return int((end - start).total_seconds()) // 3600\n"
TEST = "from datetime import datetime\nfrom s import took\n\n\ndef test_took():\n    assert took(datetime(2024, 6, 7, 6), datetime(2024, 6, 7, 9)) == 3\n"


def made(text):
    return list(gen_spans.programs(gen_text.source("", text), None))


class Made(unittest.TestCase):
    def test_days(self):
        for text, wanted in (
                ('f("2024-06-07 06:00")\n', ['f("2024-06-08 06:00")\n', 'f("2024-07-17 06:00")\n']),
                ("f(date(2024, 2, 29))\n", ["f(date(2024, 3, 1))\n", "f(date(2024, 4, 9))\n"]),
                ('f("2024-06-07", "2024-06-09")\n', [
                    'f("2024-06-07", "2024-06-10")\n', 'f("2024-06-08", "2024-06-09")\n', 'f("2024-06-07", "2024-07-19")\n', 'f("2024-07-17", "2024-06-09")\n']),
                ("f('2024-06-07', date(2024, 6, 9))\n", ["f('2024-06-07', date(2024, 6, 10))\n", "f(\"2024-06-08\", date(2024, 6, 9))\n",
                                                        "f('2024-06-07', date(2024, 7, 19))\n", "f(\"2024-07-17\", date(2024, 6, 9))\n"]),
                ('f("06:00", 2024, date(2024, 2, 30))\n', []), ('x = f"{f("2024-06-07")}"\n' if gen_text.parse('x = f"{f("a")}"\n') else "f(1)\n", [])):
            self.assertEqual(made(text), wanted, text)

    def test_deltas(self):
        self.assertEqual(made("f(timedelta(hours=5))\n"), ["f((timedelta(hours=5) + timedelta(days=1)))\n", "f((-timedelta(hours=5)))\n"])
        self.assertEqual(made("f(datetime.timedelta(1))\n")[0], "f((datetime.timedelta(1) + datetime.timedelta(days=1)))\n")
        self.assertEqual(made("x = f'{timedelta(1)}'\n"), [])

    def test_limits(self):
        self.assertEqual(len(made("f(%s)\n" % ", ".join('"2024-06-%02d"' % n for n in range(1, 20)))), 2 * gen_spans.DAYS_MAX)
        self.assertEqual(len(made("f(%s)\n" % ", ".join(["timedelta(1)"] * 20))), 2 * gen_spans.DAYS_MAX)

    def test_asked_for(self):
        for words, wanted in (({"seconds"}, True), ({"timedelta", "x"}, True), ({"second"}, False)):
            self.assertEqual(bool(gen_spans.most(types.SimpleNamespace(words=words))), wanted, words)

    def test_of_a_project(self):
        self.assertTrue([text for text in asked(CODE, TEST, "took", other=OTHER) if "datetime(2024, 6, 8, 9)" in text])


if __name__ == "__main__":
    unittest.main()
