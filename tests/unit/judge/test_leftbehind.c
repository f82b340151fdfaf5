/* Who asks leaves something behind. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/leftbehind.h"
#include "judge/said.h"

#define ASKS  "register = Register()\nregister.leases_in(\"Far Bay\")\nprint(register.bays())\n"
#define TABLE "self._by_bay = defaultdict(list)\n"

static const struct {
	const char *label, *test, *added, *before, *after, *message;
	bool want;
	const char *removed;
} rows[] = {
	{ "a name", ASKS, TABLE, "[]", "['Far Bay']", "use defaultdict in Register", true, NULL },
	{ "setdefault()", ASKS, "self._by_bay.setdefault(bay, [])\n", "[]", "['Far Bay']", "Tidy",
	  true, NULL },
	{ "of JavaScript", "register.leasesIn('Far Bay');\nconsole.log(register.bays());\n",
	  "return (this.byBay[bay] ?\?= []);\n", "[]", "[ 'Far Bay' ]", "Tidy", true, NULL },
	{ "its other sign", "register.leasesIn('Far Bay');\nconsole.log(register.bays());\n",
	  "return (this.byBay[bay] ||= []);\n", "[]", "[ 'Far Bay' ]", "Tidy", true, NULL },
	{ "a number", "register.leases_in(7)\nprint(register.bays())\n", TABLE, "[8]", "[8, 7]",
	  "Tidy", true, NULL },
	{ "it is found since", "register.leases_in(\"Far Bay\")\nprint(\"Far Bay\" in register)\n",
	  TABLE, "False", "True", "Tidy", true, NULL },
	{ "something else is found",
	  "register.leases_in(\"Far Bay\")\nprint(\"Mill Bay\" in register)\n", TABLE, "False",
	  "True", "Tidy", false, NULL },
	{ "nothing was said before",
	  "register.leases_in(\"Far Bay\")\nprint(\"Far Bay\" in register)\n", TABLE, "None",
	  "True", "Tidy", false, NULL },
	{ "found no more", "register.leases_in(\"Far Bay\")\nprint(\"Far Bay\" in register)\n",
	  TABLE, "True", "False", "Tidy", false, NULL },
	{ "a number by chance", "s.add('a', 3)\nprint(s.count('a'))\n", TABLE, "2", "3", "Tidy",
	  false, NULL },
	{ "such a table was there", ASKS, TABLE, "[]", "['Far Bay']", "Tidy", false,
	  "self._by_bay = defaultdict(set)\n" },
	{ "it was there", ASKS, TABLE, "['Far Bay']", "['Far Bay', 'Far Bay']", "Tidy", false,
	  NULL },
	{ "it is not there", ASKS, TABLE, "[]", "['Bay']", "Tidy", false, NULL },
	{ "nothing makes what is missing", ASKS, "self._by_bay = {}\n", "[]", "['Far Bay']", "Tidy",
	  false, NULL },
	{ "its value is used", "x = register.leases_in(\"Far Bay\")\nprint(register.bays())\n",
	  TABLE, "[]", "['Far Bay']", "Tidy", false, NULL },
	{ "it is shown", "print(register.leases_in(\"Far Bay\"))\n", TABLE, "[]", "['Far Bay']",
	  "Tidy", false, NULL },
	{ "it is in brackets", "(register.leases_in(\"Far Bay\"))\nprint(register.bays())\n", TABLE,
	  "[]", "['Far Bay']", "Tidy", false, NULL },
	{ "without anything", "register.leases_in(\"\")\nprint(register.bays())\n", TABLE, "[]",
	  "['']", "Tidy", false, NULL },
	{ "the message speaks of it", ASKS, TABLE, "[]", "['Far Bay']", "Make bays on first use",
	  false, NULL },
};

static void test_left_behind(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = rows[i].before,
			                     .after = rows[i].after };
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .added = tora_sv(rows[i].added),
			                  .removed = tora_sv(rows[i].removed) };
		struct tora_case c = { .intent = &intent,
			               .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		row_int(rows[i].label, tora_left_behind(&c), rows[i].want);
		d.kind = TORA_DIFF_ORDER;
		assert_false(tora_left_behind(&c));
		d.kind = TORA_DIFF_VALUE;
		c.said = NULL;
		assert_false(tora_left_behind(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_left_behind) };

	return cmocka_run_group_tests_name("leftbehind", tests, NULL, NULL);
}
