/* What a release writes into sources. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/release.h"

static const struct {
	const char *label, *diff, *before, *after;
	bool only, explains;
} rows[] = {
	{ "a version", "-__version__ = '2.3.0'\n+__version__ = '2.4.0'\n", "2.3.0", "2.4.0", true,
	  true },
	{ "what is made of it", "-__version__ = '0.8.6'\n+__version__ = '0.8.7'\n",
	  "Version(major=0, minor=8, micro=6)", "Version(major=0, minor=8, micro=7)", true, true },
	{ "when it was made",
	  "-__version_time__ = '16 Feb 23:53'\n+__version_time__ = '8 Mar 09:14'\n",
	  "p 3.1 / 16 Feb 23:53", "p 3.1 / 8 Mar 09:14", true, true },
	{ "below a comment",
	  "-# of 2023\n+# of 2024\n-__copyright__ = '2014-2023'\n+__copyright__ = '2014-2024'\n",
	  "a", "b", true, true },
	{ "of JavaScript", "-exports.version = '1.0.0'\n+exports.version = '1.1.0'\n", "1.0.0",
	  "1.1.0", true, true },
	{ "beside other changes, the version itself",
	  "-__version__ = '2.3.0'\n+__version__ = '2.4.0'\n-    x = 1\n+    x = 2\n", "'2.3.0'",
	  "'2.4.0'", false, true },
	{ "beside other changes, something else",
	  "-__version__ = '2.3.0'\n+__version__ = '2.4.0'\n-    x = 1\n+    x = 2\n", "1", "2",
	  false, false },
	{ "an error", "-__version__ = '2.3.0'\n+__version__ = None\n", "ends",
	  "!AttributeError: 'NoneType' object has no attribute 'split'", true, false },
	{ "a constant of the program", "-LIMIT = 10\n+LIMIT = 20\n", "10", "20", false, false },
	{ "a version of something it works on", "-    version = 1\n+    version = 2\n", "1", "2",
	  false, false },
	{ "a version that a function has", "-    version = '1.0'\n+    version = '1.1'\n", "1.0",
	  "1.1", false, false },
	{ "of a format", "-VERSION = 2\n+VERSION = 3\n", "'v2.a'", "'v3.a'", false, false },
	{ "of a package, in numbers", "-VERSION = (2, 1)\n+VERSION = (2, 2)\n", "2.1", "2.2", true,
	  true },
	{ "of a format, with a year in a comment",
	  "-VERSION = 2  # since 2019\n+VERSION = 3  # since 2024\n", "'v2.a'", "'v3.a'", false,
	  false },
	{ "in JavaScript", "-exports.version = 2; // 1.0\n+exports.version = 3; /* 1.1 */\n", "2.a",
	  "3.a", false, false },
	{ "a number that begins like a year", "-VERSION = 20190\n+VERSION = 20191\n", "'20190'",
	  "'20191'", false, false },
	{ "a year", "-RELEASE = '2023'  # of\n+RELEASE = '2024'\n", "2023", "2024", true, true },
	{ "a mark of comments in a version", "-VERSION = '#2.1'\n+VERSION = '#2.2'\n", "2.1", "2.2",
	  true, true },
	{ "its time too",
	  "-__version__ = '2.3'\n-__version_time__ = 'Jan 1 10:00'\n"
	  "+__version__ = '2.4'\n+__version_time__ = 'May 7 12:30'\n",
	  "Jan", "May", true, true },
	{ "a line that counts", "-VERSION = '2.1'\n+VERSION = '2.2'\n+++n\n", "3", "4", false,
	  false },
	{ "one for those who have no built package",
	  "-__version__ = '1.1.0'\n+try:\n+    from ._version import __version__\n+except "
	  "ImportError:\n"
	  "+    __version__ = '0.0.0+unknown'\n",
	  "honcho 1.1.0", "honcho 0.0.0+unknown", false, true },
	{ "a new one", "+__version__ = '2.4.0'\n", "1", "2", false, false },
};

static void test_release(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { .source_diff = tora_sv(rows[i].diff) };
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_release release;
		struct tora_difference d;

		if (rows[i].after[0] == '!')
			head = trial_raise(arena, "", "AttributeError", rows[i].after + 1,
			                   "/repo/p.py:f");
		tora_compare(&base, &head, arena, &d);
		tora_release(&change, arena, &release);
		row_int(rows[i].label, release.only, rows[i].only);
		row_int(rows[i].label, tora_release_explains(&release, &d, arena),
		        rows[i].explains);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_release),
	};

	return cmocka_run_group_tests_name("release", tests, NULL, NULL);
}
