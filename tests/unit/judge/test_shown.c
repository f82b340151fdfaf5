/* Does a text show this call with this result? And: does a subject speak of means only? */
#include "trials.h"

#include "judge/means.h"
#include "judge/shown.h"

#define PAGES                                                                                      \
	"from paging import Paginator\n\npaginator = "                                             \
	"Paginator(range(20))\nprint(paginator.pages)\n"
#define PACE "from clock import pace\n\nprint(pace(299.7, 1))\n"

static const struct {
	const char *label, *test, *text, *value;
	bool with, call;
} rows[] = {
	{ "in an assertion, the name put in", PAGES,
	  "        self.assertEqual(Paginator(range(20)).pages, 2)\n", "2", true, true },
	{ "the result first", PAGES, "assertEqual(2, Paginator(range(20)).pages)", "2", true,
	  true },
	{ "another result", PAGES, "assert Paginator(range(20)).pages == 3", "2", false, true },
	{ "another argument", PAGES, "assert Paginator(range(25)).pages == 2", "2", false, false },
	{ "text printed without its quotes", PACE, "assert pace(299.7, 1) == \"5:00 /km\"",
	  "5:00 /km", true, true },
	{ "over two lines", PACE, "self.assertEqual(\n    pace(299.7, 1),\n    '5:00 /km')",
	  "5:00 /km", true, true },
	{ "in prose, with the old value between", PACE,
	  "pace(299.7, 1) was \"4:60 /km\"; it is \"5:00 /km\" now.", "5:00 /km", true, true },
	{ "a row of a parametrised test", PACE, "    (299.7, 1, '5:00 /km'),", "5:00 /km", true,
	  false },
	{ "a row with something between", PACE, "    (299.7, 1, 'a', 'b', '5:00 /km'),", "5:00 /km",
	  false, false },
	{ "a row, run for each of the results",
	  "counts = [1, 1]\nprint([str(x) for x in shares(counts, 0)])\n",
	  "    ([1, 1], 0, [\"50\", \"50\"]),", "['50', '50']", true, false },
	{ "a row of other arguments",
	  "counts = [1, 2]\nprint([str(x) for x in shares(counts, 0)])\n",
	  "    ([1, 1], 0, [\"50\", \"50\"]),", "['50', '50']", false, false },
	{ "a doctest", "print(f('a'))\n", ">>> f('a')\n'b'\n", "b", true, true },
	{ "quotes of the other kind", "print(f('a'))\n", "f(\"a\") == [\"b\"]", "['b']", true,
	  true },
	{ "what the test wraps around it", "print(list(pairs('ab')))\n",
	  "assert list(pairs('ab')) == []", "[]", true, true },
	{ "and what the other test does not", "print(sorted(pairs('ab')))\n",
	  "assert pairs('ab') == [1]", "[1]", true, true },
	{ "the value far away", "print(f('a'))\n", "f('a')\n1 2 3 4 5 6 7 8 9\n'b'\n", "b", false,
	  true },
	{ "a name assigned twice stands for nothing", "x = 1\nx = 2\nprint(f(x))\n",
	  "assert f(1) == 3", "3", false, false },
	{ "a keyword is no name", "a = 1\nprint(f(a=a))\n", "assert f(a=1) == 3", "3", true, true },
	{ "another language", "const a = [1];\nconsole.log(f(a));\n", "expect(f([1])).toBe(7)", "7",
	  true, true },
	{ "nothing printed", "f('a')\n", "f('a') == 'b'", "b", false, false },
	{ "no value", "print(f('a'))\n", "f('a')", "", false, true },
	{ "a test cut in the middle", "print(f(", "f(", "1", false, false },
	{ "nothing at all", "", "", "", false, false },
};

static void test_shown(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_shown shown;

		tora_shown(tora_sv(rows[i].test), arena, &shown);
		row_int(rows[i].label,
		        tora_shown_with(&shown, tora_sv(rows[i].text), tora_sv(rows[i].value),
		                        arena),
		        rows[i].with);
		row_int(rows[i].label, tora_shown_call(&shown, tora_sv(rows[i].text), arena),
		        rows[i].call);
		tora_arena_free(arena);
	}
}

static const struct {
	const char *subject;
	bool means;
} subjects[] = {
	{ "Use a heap for the open list", true },
	{ "Use divmod and an f-string in format_size", true },
	{ "Convert to f-strings (pyupgrade)", true },
	{ "Use optional chaining in readUser", true },
	{ "Use the fallback in readUser", false },
	{ "Remove our own CSV parser", true },
	{ "Drop Python 2 leftovers", true },
	{ "Get rid of duplicated code", true },
	{ "Avoid needless copies of the table", true },
	{ "Prefer sorted() to list.sort()", true },
	{ "Fix pylint warnings", true },
	{ "Address review comments", true },
	{ "", false },
	{ "Use UTC for time stamps", false },
	{ "Remove duplicates from the result", false },
	{ "Remove the timeout", false },
	{ "Drop needless white space", false },
	{ "Use a set: TypeError for lists is gone", false }, /* an outcome */
	{ "Use `default=True` as a sentinel in a loop", false },
	{ "Fix crash of the regular expression for dates", false },
	{ "Parse a part with one regular expression", true },
	{ "one expression for the tokens", true },
	{ "Read the log in a single pass", true },
	{ "tokenise lines with a single compiled regex", true },
	{ "Return the rows as one generator", false },
	{ "Return all matches of one regex as one list", false },
	{ "Search names and addresses with one query", false },
	{ "Combine filters into one query", false },
	{ "one query for all pages", false },
	{ "Match names with a regular expression", false },
	{ "Accept one expression in a single argument", false },
	{ "one day for all", false },
	{ "Find keys in one table", false },
	{ "Add a lookup table for names", false }, /* no verb that leaves it open */
	{ "Convert keys to lower case", false },
	{ "Merge sets of tags", false },
	{ "fix Ring slicing after removals: keep bounds in the space of the user", false },
};

static void test_means(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof subjects / sizeof *subjects; i++)
		row_int(subjects[i].subject, tora_means_only(tora_sv(subjects[i].subject)),
		        subjects[i].means);
}

static const struct {
	const char *subject, *body;
	bool lazier;
} handing_over[] = {
	{ "parse_log: yield entries one by one", "", true },
	{ "Make tokens() lazy", "", true },
	{ "windowed() returns an iterator", "They do not fit into memory.", true },
	{ "Use a generator instead of a list", "", true },
	{ "Don't hold the whole log in memory", "parse() yields entries.\n\nCloses #41", true },
	{ "Keep the index in memory", "It is read once.", false },
	{ "walk() yields directories", "", false },
	{ "walk() yields directories too", "Saves memory.", false },
	{ "Fix chunked() for generators", "It kept all in memory.", false },
	{ "Accept iterators in summary()", "instead of lists", false },
	{ "Stream names are lower case", "", false },
	{ "Booking: work out ends and label when they are needed", "", true },
	{ "Compute sizes as needed", "", true },
	{ "read the file on first access", "", true },
	{ "Fix sizes that are read on first access", "", false },
	{ "Escape quotes as needed", "", false },
	{ "Round up when asked", "", false },
	{ "Show cents only if needed", "", false },
	{ "Pad the columns as needed", "", false },
	{ "", "", false },
};

static void test_lazier(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof handing_over / sizeof *handing_over; i++) {
		char whole[200];

		(void)snprintf(whole, sizeof whole, "%s\n\n%s", handing_over[i].subject,
		               handing_over[i].body);
		row_int(handing_over[i].subject,
		        tora_means_lazier(tora_sv(handing_over[i].subject), tora_sv(whole)),
		        handing_over[i].lazier);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shown),
		cmocka_unit_test(test_means),
		cmocka_unit_test(test_lazier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
