/* Tuples that have names since. */
#include "trials.h"

#include "judge/namedtuple.h"
#include "judge/said.h"

#define MAKES "class Token(NamedTuple):\n"

static const struct {
	const char *label, *added, *before, *after;
	bool is;
} rows[] = {
	{ "with names", MAKES, "('word', 1)\n", "Token(kind='word', line=1)\n", true },
	{ "by the function", "Token = namedtuple('Token', 'kind line')\n", "('word', 1)\n",
	  "Token(kind='word', line=1)\n", true },
	{ "in a list", MAKES, "[('word', 1), ('end', 2)]\n",
	  "[Token(kind='word', line=1), Token(kind='end', line=2)]\n", true },
	{ "of one", MAKES, "('word',)\n", "Token(kind='word')\n", true },
	{ "one inside the other", MAKES "class At(NamedTuple):\n", "(('a', 1), 2)\n",
	  "At(token=Token(kind='a', line=1), n=2)\n", true },
	{ "beside other lines", MAKES, "f(1)\n('a', 1)\n", "f(1)\nToken(kind='a', line=1)\n",
	  true },
	{ "beside what has names", MAKES, "P(x=1) ('a', 1)\n", "P(x=1) Token(kind='a', line=1)\n",
	  true },
	{ "beside a tuple of one", MAKES, "('a',) ('b', 1)\n", "('a',) Token(kind='b', line=1)\n",
	  true },
	{ "and a line more", MAKES, "('a', 1)\n", "Token(kind='a', line=1)\n2\n", false },
	{ "names are lost", MAKES, "Token(kind='word', line=1)\n", "('word', 1)\n", false },
	{ "another class", MAKES, "('word', 1)\n", "Other(kind='word', line=1)\n", false },
	{ "what is no tuple", MAKES, "Decimal('1.50')\n", "Fraction('1.50')\n", false },
	{ "a set", MAKES, "set()\n", "()\n", false },
	{ "the same", MAKES, "('word', 1)\n", "('word', 1)\n", false },
	{ "another value", MAKES, "('word', 1)\n", "Token(kind='word', line=2)\n", false },
	{ "an item more", MAKES, "('word', 1)\n", "Token(kind='word', line=1, at=0)\n", false },
	{ "one less", MAKES, "('word', 1)\n", "Token(kind='word')\n", false },
	{ "a class that is no tuple", "@dataclass\nclass Token:\n", "('word', 1)\n",
	  "Token(kind='word', line=1)\n", false },
};

static void test_named(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .added = tora_sv(rows[i].added) };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_case c = {
			.said = &said, .before = &base, .after = &head, .difference = &d
		};

		row_int(rows[i].label, tora_named_tuple(&c), rows[i].is);
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		assert_false(tora_named_tuple(&c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_named) };

	return cmocka_run_group_tests_name("namedtuple", tests, NULL, NULL);
}
