/* What a message says of one difference in words that are not the value's own. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"

static const struct row {
	const char *label, *message, *function, *test;
	const char *before, *after; /* "!T" raises T in the third line of the test */
	tora_facts yes, no;
} rows[] = {
	{ "a result that is said to be none", "Do not return the old row", "p.u.f", "print(f(1))\n",
	  "{'a': 1}", "None", TORA_FACT(NAMES_VALUE), 0 },
	{ "no longer", "f: no longer returns its input", "p.u.f", "print(f(1))\n", "{'a': 1}",
	  "None", TORA_FACT(NAMES_VALUE), 0 },
	{ "another result", "Do not return the old row", "p.u.f", "print(f(1))\n", "{'a': 1}",
	  "{'a': 2}", 0, TORA_FACT(NAMES_VALUE) },
	{ "nothing is said of it", "Keep the old row", "p.u.f", "print(f(1))\n", "{'a': 1}", "None",
	  0, TORA_FACT(NAMES_VALUE) },
	{ "the end of a name", "Fix page_num of the last page", "p.u.to_page_num", "print(g(1))\n",
	  "1", "2", 0, TORA_FACT(NAMES_OTHER) },
	{ "a word of it", "Fix `num` of the last page", "p.u.to_page_num", "print(g(1))\n", "1",
	  "2", TORA_FACT(NAMES_OTHER), 0 },
	{ "another name", "Fix row_num of the last page", "p.u.to_page_num", "print(g(1))\n", "1",
	  "2", TORA_FACT(NAMES_OTHER), 0 },
	{ "a base that could not be imported", "Store names", "p.u.f",
	  "import os\n\nfrom p import f\n", "!TypeError", "1",
	  TORA_FACT(GONE) | TORA_FACT(WAS_ELSEWHERE), 0 },
	{ "a call that failed", "Store names", "p.u.f", "from p import f\n\nprint(f(1))\n",
	  "!TypeError", "1", TORA_FACT(GONE), TORA_FACT(WAS_ELSEWHERE) },
};

static void test_named(void **state)
{
	(void)state;
	for (const struct row *r = rows; r < rows + sizeof rows / sizeof *rows; r++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { .source_diff = tora_sv("+x\n") };
		struct tora_intent intent = { .branch = "", .title = r->message };
		struct tora_trial base = trial_ok(r->before), head = trial_ok(r->after);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = r->function,
			               .test = r->test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (r->before[0] == '!')
			base = trial_raise(arena, "", r->before + 1, "no", "/repo/p/u.py:f");
		tora_vec_push(arena, &intent.messages)->text = r->message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		for (unsigned f = 0; f < TORA_FACT_COUNT; f++) {
			tora_facts bit = (tora_facts)1 << f;

			if ((r->yes | r->no) & bit)
				row_text(r->label, e.facts & bit ? tora_fact_name(f) : "-",
				         r->yes & bit ? tora_fact_name(f) : "-");
		}
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_named),
	};

	return cmocka_run_group_tests_name("named", tests, NULL, NULL);
}
