"""gen_places.py: numbers with other places behind the point."""
import types
import unittest

from test_gen_later import asked

import gen_near
import gen_places
import gen_text

CODE = 'def price(amount):\n    return "%.2f" % amount\n'
OTHER = "def price(amount):\n    return str(round(amount, 4))\n"
TEST = "from s import price\n\n\ndef test_price():\n    assert price(12.5) == '12.50'\n"


def made(text):
    return list(gen_places.programs(gen_text.source("", text), None))


class Made(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(made("f(0.5, 2)\n"), ["f(500.123456, 2)\n", "f(0.00042, 2)\n", "f(0.623456, 2)\n", "f(0.505, 2)\n", "f(1e-07, 2)\n", "f(1e+16, 2)\n"])
        self.assertEqual(made('f(Decimal("1.5"), "1.5")\n')[:2], ['f(Decimal("1500.123456"), "1.5")\n', 'f(Decimal("0.00042"), "1.5")\n'])
        self.assertEqual(made("f(0.5, 1.0)\n")[:3], ["f(500.123456, 1.0)\n", "f(0.5, 1000.123456)\n", "f(0.00042, 1.0)\n"])
        for text in ("f(2, '0.5', Decimal('x'), True)\n", "f(1e300)\n"):
            self.assertEqual(made(text), [], text)

    def test_fields_of_a_text(self):
        for text, wanted in (
                ('f("""\n0 4.5 kelp=40\n5\t7,a1\n""")\n', ['f("""\n0.5 4.5 kelp=40\n5\t7,a1\n""")\n', 'f("""\n0 4.25 kelp=40\n5\t7,a1\n""")\n',
                                                            'f("""\n0 4.5 kelp=40.5\n5\t7,a1\n""")\n', 'f("""\n0 4.5 kelp=40\n5.5\t7,a1\n""")\n']),
                ('f("4;a\\n5;b\\n")\n', ['f("4.5;a\\n5;b\\n")\n', 'f("4;a\\n5.5;b\\n")\n']), ("f('a\\n\\n12')\n", ["f('a\\n\\n12.5')\n"]),
                ('f("2024-05-04\\n10:30\\nx4\\n4x\\n4.5.6\\n1234567\\n")\n', []), ('f("4\\n5")\n', []), ('f("4\\n\\n%s")\n' % (" " * gen_places.TEXT_MAX), [])):
            self.assertEqual(made(text), wanted, text)

    def test_asked(self):
        for text, wanted in (('"%.2f" % x', True), ('"%g" % x', True), ('f"{x:.3f}"', True), ('f"{x:,}"', True), ("f'{x:>10.2f}'", True), ("round(x, 2)", True), ("x.quantize(y)", True), ("int(x)", True),
                             ("x = 'http://a'", False), ("math.floor(x)", True), ('{"a": 1}', False), ("a % f", False), ('"%0"' + "0" * 20000, False), ("x:" + "1" * 20000, False), ('"%s" % x', False), ('f"{x}"', False), ("print(x)", False), ("x / 2", False)):
            self.assertEqual(gen_places.most(types.SimpleNamespace(text=text)) > 0, wanted, text)


class Whole(unittest.TestCase):
    def test_searches(self):
        self.assertIn(gen_places, gen_near.KINDS)
        self.assertTrue([t for t in asked(CODE, TEST, "price", other=OTHER) if "print(price(12500.123456))" in t])


if __name__ == "__main__":
    unittest.main()
