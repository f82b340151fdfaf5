/* What is gone through and changed on the way. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/midway.h"
#include "judge/said.h"

#define LOOP   "for (const jar of cellar.ready(1)) opened.push(cellar.open(jar.id));\nlog(opened);\n"
#define PYTHON "for jar in cellar.ready(1):\n    print(jar)\n    cellar.open(jar)\nprint(cellar)\n"
#define YIELDS "    if (wanted(jar)) yield jar;\n"

static const struct {
	const char *label, *test, *added, *removed, *message, *doc;
	bool want;
} rows[] = {
	{ "a loop", LOOP, YIELDS, "", "No arrays", NULL, true },
	{ "of Python", PYTHON, YIELDS, "", "No lists", NULL, true },
	{ "a block", "for (const jar of cellar.ready(1)) {\n  cellar.open(jar.id);\n}\n", YIELDS,
	  "", "No arrays", NULL, true },
	{ "step by step", "midway = iter(cellar.ready(1))\nnext(midway)\ncellar.open(1)\n", YIELDS,
	  "", "No lists", NULL, true },
	{ "a copy is gone", PYTHON, "for jar in self.jars:\n", "for jar in list(self.jars):\n",
	  "ruff", NULL, true },
	{ "of JavaScript", LOOP, "return this.jars;\n", "return [...this.jars];\n", "Tidy", NULL,
	  true },
	{ "it has moved", PYTHON, "jars = list(self.jars)\n", "for jar in list(self.jars):\n",
	  "Tidy", NULL, false },
	{ "nothing is lost", PYTHON, "jars = self.jars\n", "jars = self.all\n", "Tidy", NULL,
	  false },
	{ "what is only shown", "for jar in cellar.ready(1):\n    print(cellar.label(jar))\n",
	  YIELDS, "", "No lists", NULL, false },
	{ "no copy", PYTHON, "for jar in jars:\n", "for jar in update_list(jars):\n", "Tidy", NULL,
	  false },
	{ "a word of a text", "for x in y:\n    z('of', cellar.ready(1), cellar.open(1))\n", YIELDS,
	  "", "No lists", NULL, false },
	{ "another object", "for jar in cellar.ready(1):\n    shelf.open(jar)\n", YIELDS, "",
	  "No lists", NULL, false },
	{ "behind the loop", "for jar in cellar.ready(1):\n    print(jar)\ncellar.open(1)\n",
	  YIELDS, "", "No lists", NULL, false },
	{ "a field of it", "for jar in cellar.ready(1):\n    print(cellar.name)\n", YIELDS, "",
	  "No lists", NULL, false },
	{ "of another function", "for jar in cellar.all(1):\n    cellar.open(jar)\n", YIELDS, "",
	  "No lists", NULL, false },
	{ "a function of its own", "for jar in ready(1):\n    cellar.open(jar)\n", YIELDS, "",
	  "No lists", NULL, false },
	{ "no loop", "print(1 in cellar.ready(1), cellar.open(1))\n", YIELDS, "", "No lists", NULL,
	  false },
	{ "the message speaks of it", LOOP, YIELDS, "", "ready() is no snapshot any more", NULL,
	  false },
	{ "a document does", LOOP, YIELDS, "", "No arrays",
	  "Copy it where jars are opened meanwhile", false },
};

static void test_midway(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };

	(void)state;
	tora_vec_push(arena, &change.functions)->name = "src/cellar.Cellar.ready";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .added = tora_sv(rows[i].added),
			                  .removed = tora_sv(rows[i].removed),
			                  .docs = tora_sv(rows[i].doc) };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .said = &said,
			               .test = rows[i].test,
			               .difference = &d };

		row_int(rows[i].label, tora_midway(&c), rows[i].want);
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		row_int(rows[i].label, tora_midway(&c), rows[i].want);
		d.kind = TORA_DIFF_EXCEPTION_GONE;
		assert_false(tora_midway(&c));
		d.kind = TORA_DIFF_VALUE;
		c.said = NULL;
		assert_false(tora_midway(&c));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_midway) };

	return cmocka_run_group_tests_name("midway", tests, NULL, NULL);
}
