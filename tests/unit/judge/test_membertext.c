/* Names of members where their values were printed. */
#include "trials.h"

#include "judge/membertext.h"
#include "judge/said.h"

#define LEVEL                                                                                      \
	"class Level(str, Enum):\n    OUTAGE = \"outage\"\n    FINE = 'fine'\n\n\nORDER = "        \
	"tuple(Level)\n"

static const struct {
	const char *label, *added, *message, *tests, *docs, *before, *after;
	bool want;
} rows[] = {
	{ "alone", LEVEL, "make the levels an enum", "", "", "outage", "Level.OUTAGE", true },
	{ "in a text", LEVEL, "make the levels an enum", "", "", "API: fine (1)",
	  "API: Level.FINE (1)", true },
	{ "of numbers", "class Code(int, enum.Enum):\n    OK = 200\n", "enum", "", "", "200",
	  "Code.OK", true },
	{ "the form that shows both", LEVEL, "enum", "", "", "['outage']",
	  "[<Level.OUTAGE: 'outage'>]", false },
	{ "the form that shows both, in its place", LEVEL, "enum", "", "", "<outage>",
	  "<Level.OUTAGE: 'outage'>", false },
	{ "another of as many letters", LEVEL, "enum", "", "", "broken", "Level.OUTAGE", false },
	{ "another value", LEVEL, "enum", "", "", "fine", "Level.OUTAGE", false },
	{ "the beginning of another", LEVEL, "enum", "", "", "outages", "Level.OUTAGE", false },
	{ "no such member", LEVEL, "enum", "", "", "late", "Level.LATE", false },
	{ "of another class", LEVEL "class Other:\n    LATE = \"late\"\n", "enum", "", "", "late",
	  "Level.LATE", false },
	{ "no enumeration", "class Level(str):\n    OUTAGE = \"outage\"\n", "levels", "", "",
	  "outage", "Level.OUTAGE", false },
	{ "no text", "class Level(Enum):\n    OUTAGE = \"outage\"\n", "enum", "", "", "outage",
	  "Level.OUTAGE", false },
	{ "no class of the change", "OUTAGE = \"outage\"\n", "enum", "", "", "outage",
	  "Level.OUTAGE", false },
	{ "told of", LEVEL, "make the levels an enum\n\nThey are printed by their names.", "", "",
	  "outage", "Level.OUTAGE", false },
	{ "tested", LEVEL, "enum", "assert str(level) == 'Level.OUTAGE'\n", "", "outage",
	  "Level.OUTAGE", false },
	{ "a test that has the member", LEVEL, "enum", "assert level is Level.OUTAGE\n", "",
	  "outage", "Level.OUTAGE", true },
	{ "documented", LEVEL, "enum", "", "prints Level.OUTAGE\n", "outage", "Level.OUTAGE",
	  false },
};

static void test_member(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_said said = { .added = tora_sv(rows[i].added),
			                  .messages = tora_sv(rows[i].message),
			                  .tests = tora_sv(rows[i].tests),
			                  .docs = tora_sv(rows[i].docs) };
		struct tora_case c = { .said = &said, .difference = &d };

		row_int(rows[i].label, tora_member_text(&c), rows[i].want);
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		assert_false(tora_member_text(&c));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_member) };

	return cmocka_run_group_tests_name("membertext", tests, NULL, NULL);
}
