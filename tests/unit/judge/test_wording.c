/* Subjects of which the words alone say the wrong thing, and what a message with one of them claims. */
#include "judge/wording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define KEEPS   TORA_CLAIM_KEEPS
#define ADDS    TORA_CLAIM_ADDS
#define FIXES   TORA_CLAIM_FIXES
#define CHANGES TORA_CLAIM_CHANGES
#define NONE    TORA_CLAIM_NONE

static const struct {
	const char *label, *subject;
	enum tora_claim claim;
} rows[] = {
	/* marks */
	{ "a mark of a feature", ":sparkles: `Entry`: mimic `in` (#458)", ADDS },
	{ "as a sign", "✨ Latex middleware", ADDS },
	{ "a mark of a fix", ":bug: no empty extra line at end of files", FIXES },
	{ "a sign with its variation", "🗑️ Old writers", CHANGES },
	{ "a mark that claims nothing lets the words speak", ":recycle: Refactor f", KEEPS },
	{ "and nothing where they say nothing", ":recycle: Keep list not dict of fields", NONE },
	{ "the word behind a mark is the first", ":bookmark: bump version to 2.0", KEEPS },
	{ "no mark: it does not end", ":art deco", NONE },
	{ "no mark: letters of a script", "增加中文", NONE },
	{ "a mark alone", ":bug:", FIXES },
	/* data of languages */
	{ "a language", "Update Korean Locale", CHANGES },
	{ "as a class", "Update TurkishLocale", CHANGES },
	{ "the other way round", "Hungarian Locale Update (#1123)", CHANGES },
	{ "a translation", "Improve \"second\" translation to Greek (#1186)", CHANGES },
	{ "its code", "Refactor of Slavic Locales", KEEPS },
	{ "its documentation", "Update docs of the locale module", KEEPS },
	/* what callers see */
	{ "what is returned", "Cleaned up portmidi.get_devinfo() return value.", CHANGES },
	{ "the order of parameters", "homogenize parameter order across add() and set()", CHANGES },
	{ "what is only said of it", "Clean up return type annotations", KEEPS },
	{ "how code reads", "Made tests more readable.", KEEPS },
	/* typos */
	{ "a typo in what runs", "Fix typo in pp.StringEnd", FIXES },
	{ "in data", "Fix a typo in the Basque locales", FIXES },
	{ "that did something", "Fixed typo that prevented named port to be opened", FIXES },
	{ "in what is read", "Fix typo in docstring of f", KEEPS },
	{ "in names", "Fix typo in crossref variable", KEEPS },
	{ "somewhere", "Fix typos", KEEPS },
	/* what is possible besides, where the subject has no verb */
	{ "what is taken too",
	  "Angles with seconds\n\nMy app copies 4\"N, so let parse() take these too. Closes #4.",
	  ADDS },
	{ "what is not", "Angles with seconds\n\nLet parse() not take these too. Closes #4.",
	  FIXES },
	{ "of something else",
	  "Angles with seconds\n\nIt may take a while to read, too. Closes #4.", FIXES },
	{ "too much of it", "Angles with seconds\n\nIt can take too long to read. Closes #4.",
	  FIXES },
	{ "of another sentence", "Angles with seconds\n\nIt can read. Docs, too. Closes #4.",
	  FIXES },
	{ "by itself", "Automatically wrap one-liners in comment tags", CHANGES },
	/* what methods are called */
	{ "names with slashes", "bag: add/remove/subtract via #change", NONE },
	{ "two verbs", "Add/remove entries by hand", CHANGES },
	{ "a path", "Remove /add/remove/ from the list", CHANGES },
	{ "verbs with slashes", "Fix/clean/rename helpers", CHANGES },
	{ "what is done with something", "we add/remove/replace rows", CHANGES },
	{ "names without a scope", "add/remove/subtract use one helper", KEEPS },
	/* what there is already */
	{ "what is ours from now on", "Colours of our own", NONE },
	{ "what is ours now", "Return our own Response type from get()", CHANGES },
	{ "what is ours", "runs() is itertools.groupby, we don't need our own", KEEPS },
	/* what nobody outside has */
	{ "an inner function", "slots: drop the inner function\n\nA generator does it.", KEEPS },
	{ "what callers have", "slots: drop the pause option", CHANGES },
	{ "what is left out", "leave unset options out of saved profiles", CHANGES },
	{ "all at once", "look up all endings at once\n\nNow it is as slow as the slowest.",
	  KEEPS },
	/* how something is held */
	{ "a form of it", "keep lengths as timedelta instead of loose minutes", KEEPS },
	{ "rather than", "Store rows as tuples rather than lists\n\nNow they are smaller.", KEEPS },
	{ "what comes out", "Return lengths as timedelta instead of minutes", CHANGES },
	{ "what stays", "Keep blanks instead of dropping them", CHANGES },
	{ "what is given", "Keep keys as written instead of lowercasing them", CHANGES },
	{ "nothing", "Represent missing values as None instead of 0", CHANGES },
	{ "no other form", "Keep lengths as they are", CHANGES },
	/* how fast */
	{ "at the same time", "Fetch the boards concurrently\n\nNow as long as the slowest.",
	  KEEPS },
	{ "once", "count all marks in one go\n\nNow once, with a Counter.", KEEPS },
	/* words that keep nothing */
	{ "what is maintained is there since", "maintain timezone when calculating ranges",
	  CHANGES },
	{ "what is easy to maintain", "Split f for maintainability", KEEPS },
	{ "an extractor extracts no code",
	  "The Lingua extractor must not generate a parse error in case of blanks", FIXES },
	{ "extracting does", "Extract g from f", KEEPS },
	{ "a range is no version", "Bumped valid range of hours to 255. (Was 24.)", CHANGES },
	{ "a version is", "Bumped minimum version of Python", KEEPS },
	{ "a helper that callers have", "Fix explicit page in object_list() helper.", FIXES },
	{ "which is new", "Implement transaction helper", ADDS },
	{ "one that they do not", "Use a helper for the page", KEEPS },
	{ "like another", "Make cached_property act like builtin property", CHANGES },
	{ "what was lost", "Avoid stomping fk value when writing None to descriptor", FIXES },
	{ "what is written can be linted", "make generated config files more lintable", CHANGES },
	{ "what is linted", "Fix linter issues", KEEPS },
	/* and words that change something */
	{ "a verb in front", "Coerce keys to native strings before quoting", CHANGES },
	{ "of errors", "Catch PickleError", CHANGES },
	{ "of some", "Only encode environment keys", CHANGES },
	{ "of none", "Do not apply max_form_parts to other data", FIXES },
	{ "of code", "Match arguments of the functions", NONE },
	{ "of work", "Only compute the table once", KEEPS },
	{ "something is given", "Gave messages a __len__() method and rewrote examples.", ADDS },
	{ "it was not there", "Messages had no length", FIXES },
	{ "made so", "Made the input non-blocking", CHANGES },
	{ "letters", "Lowercase Norwegian months and weekdays", CHANGES },
	{ "marks", "Percent-encode all characters of a query", CHANGES },
	/* whose work it is, and for whom nothing changes */
	{ "their own", "Let commands check their own words", KEEPS },
	{ "what users may", "Let users set their own limit", CHANGES },
	{ "what is new", "Let callers pass their own parser", CHANGES },
	{ "nothing for the users",
	  "Stop vouching for links\n\nNothing changes for the other users.", KEEPS },
	{ "more than that", "Let commands check words", CHANGES },
	{ "nothing for some", "Stop vouching for links\n\nNothing changes for readers.", NONE },
	{ "nothing for kinds of input",
	  "Stop vouching for links\n\nSee #3. For ints and floats nothing changes.", KEEPS },
	{ "nothing if it is so",
	  "Stop vouching for links\n\nFor ints nothing changes if they are odd.", NONE },
	{ "a word that ends so",
	  "Stop vouching for links\n\nA format is parsed and nothing changes.", NONE },
	{ "but for what is named",
	  "Stop vouching for links\n\nElse nothing changes to the outside: f() is as it was.",
	  KEEPS },
	{ "but for that", "Stop vouching for links\n\nApart from that, nothing changes here.",
	  KEEPS },
	{ "behind another one",
	  "Stop vouching for links\n\nSo nothing changes hands. For ints nothing changes.", KEEPS },
	{ "nothing by itself", "Stop vouching for links\n\nNothing changes.", NONE },
	{ "nothing for callers", "Stop vouching for links\n\nNothing changes for callers.", KEEPS },
	{ "less memory", "manifest: don't hold the whole deposit in memory\n\nCloses #58", KEEPS },
	{ "how much", "Halve the memory usage of the index", KEEPS },
	{ "rows one by one", "Don't hold the log in memory\n\nrows() yields them.", FIXES },
	{ "elsewhere", "Save uploads to disk instead of in memory", CHANGES },
	{ "there", "Save drafts in memory", NONE },
	{ "by leaving out", "Reduce peak memory by sampling every tenth row", NONE },
	{ "a leak", "Fix a leak, less memory is lost", FIXES },
	{ "a limit", "Limit how much is kept, with less memory", CHANGES },
	{ "what is in memory", "Let grids be made in memory", NONE },
	{ "how long it took, for every list",
	  "writer: look the type up\n\nIt asked Mapping for every list. Now one lookup.\n\nstate: "
	  "3.1 ms -> 1.9 ms",
	  KEEPS },
	{ "how often", "writer: look the state up\n\nEvery 5 s now, and not every 9 s.", CHANGES },
	{ "every second", "writer: look the state up\n\nEvery second now, and not in 9 s and 5 s.",
	  CHANGES },
	{ "one of several", "share one round() between titration, recipe and label", KEEPS },
	{ "with others", "Share boards with guests", NONE },
	{ "the same everywhere", "Encode '/' consistently in query strings", CHANGES },
};

static void test_claims(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		enum tora_claim got = tora_message_claims(tora_sv(rows[i].subject)).claim;

		if (got != rows[i].claim)
			fail_msg("%s: '%s' %s, not %s", rows[i].label, rows[i].subject,
			         tora_claim_name(got), tora_claim_name(rows[i].claim));
	}
}

/* What comes of a call, and how it is written; the message claims no more than that. */
static void test_gives(void **state)
{
	static const struct {
		const char *message;
		enum tora_claim claim;
	} results[] = {
		{ "Have p.make_parser() return instances instead of classes.", TORA_CLAIM_CHANGES },
		{ "Make load() return a dict rather than a list", TORA_CLAIM_CHANGES },
		{ "Simplify parse(): return rows instead of collecting them", TORA_CLAIM_KEEPS },
		{ "Simplify parse(): return early instead of a deep tree", TORA_CLAIM_KEEPS },
		{ "Return early instead of nesting", TORA_CLAIM_KEEPS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof results / sizeof *results; i++)
		if (tora_message_claims(tora_sv(results[i].message)).claim != results[i].claim)
			fail_msg("%s", results[i].message);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_claims),
		                            cmocka_unit_test(test_gives) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
