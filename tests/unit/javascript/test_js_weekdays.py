"""Days of a program on other days of the week (gen_weekdays.js)."""
import unittest

import js_support

PACKAGE = """\
function due(day) {
  const later = new Date(day);
  if (later.getUTCDay() === 6) later.setUTCDate(later.getUTCDate() + 2);
  return later.toISOString().slice(0, 10);
}
module.exports = { due };
"""
TEST = """\
const test = require('node:test');
const assert = require('node:assert');
const { due } = require('./index.js');
test('due', () => {
  assert.equal(due('2024-05-15'), '2024-05-15');
});
"""


def asked(*texts):
    return js_support.made("gen_weekdays.js", "t.asksFor(...given)", *texts)


def made(text, is_asked=True):
    return js_support.made("gen_weekdays.js", "t.programs(...given)", text, is_asked)


@unittest.skipIf(js_support.why_no_node(), js_support.why_no_node())
class Weekdays(unittest.TestCase):
    def test_asked_for(self):
        for text in ("d.getDay()", "d.getUTCDay()", "isWeekend(d)", "nextBusinessDay", "const SATURDAY = 6", "holidays"):
            self.assertEqual((asked(text, "", ""), asked("", "", text)), (True, True), text)
        for text in ("d.getDate()", "getDays()", "days + 1", ""):
            self.assertFalse(asked(text, text), text)

    def test_texts(self):
        self.assertEqual(made("console.log(due('2024-02-28', \"at 2024-12-30T10:00\"));"), [
            "console.log(due('2024-%s', \"at %sT10:00\"));" % row for row in (
                ("03-02", "2025-01-02"), ("03-03", "2025-01-03"), ("02-29", "2024-12-31"), ("03-01", "2025-01-01"), ("03-04", "2025-01-04"), ("03-05", "2025-01-05"))])

    def test_numbers(self):
        for text, wanted in (("new Date(2024, 4, 15)", "new Date(2024, 4, 18)"), ("new Date(2024, 4, 9), new Date(2024, 4, 9)", "new Date(2024, 4, 12), new Date(2024, 4, 12)"),
                             ("new Date(Date.UTC(2024, 4, 15, 10))", "new Date(Date.UTC(2024, 4, 18, 10))"),
                             ("new Date(2024, 4, 15), '2024-05-15'", "new Date(2024, 4, 18), '2024-05-18'"), ("'2024-05-15', new Date(2024, 4, 31)", "'2024-05-18', new Date(2024, 4, 34)")):
            self.assertEqual(made("f(%s);" % text)[0], "f(%s);" % wanted)

    def test_nothing_to_move(self):
        for text in ("f(14);", "f('2024-02-31');", "f('9999-12-31');", "f('0001-01-05');", "f('12024-05-15');", "f('2024-05-155');", "f(2024-05-15);", "f(new Date(2024, 4));", "f(new Date(year, 4, 15));", "f(g(2024, 4, 15));"):
            self.assertEqual(made(text), [], text)
        self.assertEqual(made("f('2024-05-15');", False), [])
        self.assertEqual(made("f('2024-05-15', '%s');" % ("x" * 4000)), [])

    def test_of_a_project(self):
        runner = js_support.Runner({"index.js": PACKAGE, "test.test.js": TEST}, ["index"])
        try:
            found = [c["source"] for c in js_support.candidates(runner, PACKAGE, "due", "getUTCDay")]
            self.assertTrue([s for s in found if "due('2024-05-18')" in s], len(found))
        finally:
            runner.close()


if __name__ == "__main__":
    unittest.main()
