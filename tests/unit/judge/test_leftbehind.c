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
} rows[] = {
	{ "a name", ASKS, TABLE, "[]", "['Far Bay']", "use defaultdict in Register", true },
	{ "setdefault()", ASKS, "self._by_bay.setdefault(bay, [])\n", "[]", "['Far Bay']", "Tidy",
	  true },
	{ "of JavaScript", "register.leasesIn('Far Bay');\nconsole.log(register.bays());\n",
	  "return (this.byBay[bay] ?\?= []);\n", "[]", "[ 'Far Bay' ]", "Tidy", true },
	{ "its other sign", "register.leasesIn('Far Bay');\nconsole.log(register.bays());\n",
	  "return (this.byBay[bay] ||= []);\n", "[]", "[ 'Far Bay' ]", "Tidy", true },
	{ "a number", "register.leases_in(7)\nprint(register.bays())\n", TABLE, "[8]", "[8, 7]",
	  "Tidy", true },
	{ "it is found since", "register.leases_in(\"Far Bay\")\nprint(\"Far Bay\" in register)\n",
	  TABLE, "False", "True", "Tidy", true },
	{ "something else is found",
	  "register.leases_in(\"Far Bay\")\nprint(\"Mill Bay\" in register)\n", TABLE, "False",
	  "True", "Tidy", false },
	{ "nothing was said before",
	  "register.leases_in(\"Far Bay\")\nprint(\"Far Bay\" in register)\n", TABLE, "None",
	  "True", "Tidy", false },
	{ "found no more", "register.leases_in(\"Far Bay\")\nprint(\"Far Bay\" in register)\n",
	  TABLE, "True", "False", "Tidy", false },
	{ "it was there", ASKS, TABLE, "['Far Bay']", "['Far Bay', 'Far Bay']", "Tidy", false },
	{ "it is not there", ASKS, TABLE, "[]", "['Bay']", "Tidy", false },
	{ "nothing makes what is missing", ASKS, "self._by_bay = {}\n", "[]", "['Far Bay']", "Tidy",
	  false },
	{ "its value is used", "x = register.leases_in(\"Far Bay\")\nprint(register.bays())\n",
	  TABLE, "[]", "['Far Bay']", "Tidy", false },
	{ "it is shown", "print(register.leases_in(\"Far Bay\"))\n", TABLE, "[]", "['Far Bay']",
	  "Tidy", false },
	{ "it is in brackets", "(register.leases_in(\"Far Bay\"))\nprint(register.bays())\n", TABLE,
	  "[]", "['Far Bay']", "Tidy", false },
	{ "without anything", "register.leases_in(\"\")\nprint(register.bays())\n", TABLE, "[]",
	  "['']", "Tidy", false },
	{ "the message speaks of it", ASKS, TABLE, "[]", "['Far Bay']", "Make bays on first use",
	  false },
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
			                  .added = tora_sv(rows[i].added) };
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
