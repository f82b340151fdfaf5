"""gen_weekdays.py: days of a program on other days of the week."""
import types
import unittest

from test_gen_alike import found

import gen_text
import gen_weekdays

DUE = "import datetime\n\n\ndef due(day):\n    return day + datetime.timedelta(1 if day.weekday() == 5 else 0)\n"
DUE_TEST = "import datetime\nimport unittest\nfrom s import due\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n" \
    "        self.assertEqual(due(datetime.date(2024, 5, 15)), datetime.date(2024, 5, 15))\n"


def programs(text):
    return list(gen_weekdays.programs(gen_text.source("", text), None))


class Weekdays(unittest.TestCase):
    def test_found(self):
        self.assertIn("due(datetime.date(2024, 5, 18))", found(DUE, DUE_TEST, "due", [5]))

    def test_asked_for(self):
        for text, wanted in (("day.weekday() > 4", True), ("is_Weekend(day)", True), ("next_business_day(day)", True), ("if day in HOLIDAYS:", True), ("day.days", False), ("", False)):
            self.assertEqual(bool(gen_weekdays.most(types.SimpleNamespace(text=text))), wanted, text)

    def test_programs(self):
        made = programs("print(late(date(2024, 2, 28), '2024-03-14', 14))\n")
        self.assertEqual(made[0], "print(late(date(2024, 3, 2), \"2024-03-17\", 14))\n")
        days = ["2, 29", "3, 1", "3, 2", "3, 3", "3, 4", "3, 5"]
        self.assertEqual(sorted(made), sorted("print(late(date(2024, %s), \"2024-03-%d\", 14))\n" % row for row in zip(days, range(15, 21))))

    def test_without_days(self):
        self.assertEqual(programs("print(late(14))\n"), [])


if __name__ == "__main__":
    unittest.main()
