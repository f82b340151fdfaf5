/* What a change adds for others, and whether its tests show anything else. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/newnames.h"

#define OLD_TEST                                                                                   \
	"from p import f\n"                                                                        \
	"\n"                                                                                       \
	"def test_f():\n"                                                                          \
	"    assert f(1) == 2\n"                                                                   \
	"    assert f(2) == 3\n"

static const struct {
	const char *label, *diff, *base, *base_test, *head_test;
	struct tora_hunk hunk;
	bool only, has_name;
} rows[] = {
	{ "a test of the new function",
	  "+def stats(x):\n+    return x\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "\ndef test_stats():\n    assert stats(1) == 1\n",
	  { 5, 0, 6, 3 },
	  true,
	  true },
	{ "a line about it in an old test",
	  "+    def stats(self):\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert x.stats() == 1\n",
	  { 5, 0, 6, 1 },
	  true,
	  true },
	{ "a second new test of what was there",
	  "+def stats(x):\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "def test_stats():\n    assert stats(1) == 1\ndef test_g():\n    assert f(3)\n",
	  { 5, 0, 6, 4 },
	  false,
	  true },
	{ "the test that was there expects something else",
	  "+def stats(x):\n",
	  "",
	  OLD_TEST,
	  "from p import f, stats\n\ndef test_f():\n    assert f(1) == 2\n    assert stats(f(2)) "
	  "== 4\n",
	  { 5, 1, 5, 1 },
	  false,
	  true },
	{ "only an import of it was changed",
	  "+def stats(x):\n",
	  "",
	  OLD_TEST,
	  "from p import f, stats\n\ndef test_f():\n    assert f(1) == 2\n",
	  { 1, 1, 1, 1 },
	  false,
	  true },
	{ "the name was there",
	  "+def stats(x, y):\n",
	  "stats = 1\n",
	  OLD_TEST,
	  OLD_TEST "\ndef test_stats():\n    assert stats(1) == 1\n",
	  { 5, 0, 6, 3 },
	  false,
	  false },
	{ "a field",
	  "+    stats: str = ''\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert f.stats == ''\n",
	  { 5, 0, 6, 1 },
	  true,
	  true },
	{ "an attribute",
	  "+        self.stats = {}\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert f.stats == ''\n",
	  { 5, 0, 6, 1 },
	  true,
	  true },
	{ "a getter of a class of JavaScript",
	  "+  get stats() {\n",
	  "",
	  "test('f', () => {\n});\n",
	  "test('f', () => {\n  assert.equal(f.stats, 1);\n});\n",
	  { 1, 0, 2, 1 },
	  true,
	  true },
	{ "a method of it",
	  "+  stats(x) {\n",
	  "",
	  "test('f', () => {\n});\n",
	  "test('f', () => {\n  assert.equal(f.stats(), 1);\n});\n",
	  { 1, 0, 2, 1 },
	  true,
	  true },
	{ "a name of a function's own",
	  "+    stats = f(1)\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert stats(2)\n",
	  { 5, 0, 6, 1 },
	  false,
	  false },
	{ "a private one",
	  "+def _stats(x):\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert _stats(2)\n",
	  { 5, 0, 6, 1 },
	  false,
	  false },
	{ "an error: how an old call comes to behave differently",
	  "+class StatsError(Exception):\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    with raises(StatsError):\n        f(-1)\n",
	  { 5, 0, 6, 2 },
	  false,
	  false },
	{ "an option of an object, taken apart where it comes in",
	  "+function f(x, { stats = false } = {}) {\n",
	  "",
	  "test('f', () => {\n});\n",
	  "test('f', () => {\n  assert.ok(f(1, { stats: true }));\n});\n",
	  { 1, 0, 2, 1 },
	  true,
	  false },
	{ "an option that is asked of a mapping",
	  "+    if options.get('stats'):\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert f(1, {'stats': True})\n",
	  { 5, 0, 6, 1 },
	  true,
	  false },
	{ "a key that is data: the source does not know of it",
	  "+    x += 1\n",
	  "",
	  OLD_TEST,
	  OLD_TEST "    assert f({'stats': True})\n",
	  { 5, 0, 6, 1 },
	  false,
	  false },
	{ "no test", "+def stats(x):\n", "", "", "", { 0 }, false, true },
};

static void make(size_t i, struct tora_arena *arena, struct tora_change *ret)
{
	struct tora_file_change *f;

	*ret = (struct tora_change){ .source_diff = tora_sv(rows[i].diff) };
	f = tora_vec_push(arena, &ret->files);
	*f = (struct tora_file_change){ .path = "p.py",
		                        .role = TORA_FILE_SOURCE,
		                        .base_text = tora_sv(rows[i].base) };
	f = tora_vec_push(arena, &ret->files);
	*f = (struct tora_file_change){ .path = "test_p.py",
		                        .role = TORA_FILE_TEST,
		                        .base_text = tora_sv(rows[i].base_test),
		                        .head_text = tora_sv(rows[i].head_test) };
	*tora_vec_push(arena, &f->hunks) = rows[i].hunk;
}

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_new_names names;
		struct tora_change change;

		make(i, arena, &change);
		tora_new_names(&change, tora_sv(""), arena, &names);
		if (names.tests_use_only != rows[i].only)
			fail_msg("%s: tests", rows[i].label);
		if (tora_new_names_used(&names, tora_sv("print(stats(1))")) != rows[i].has_name)
			fail_msg("%s: name", rows[i].label);
		assert_false(tora_new_names_used(&names, tora_sv("print(statistics(1))")));
		if (tora_new_names_used(&names, tora_sv("print(f(1, {stats: 2}))")) !=
		    (rows[i].has_name || strstr(rows[i].label, "an option")))
			fail_msg("%s: key", rows[i].label);
		tora_arena_free(arena);
	}
}

/* A word of a text that a message has too, and that stood nowhere. */
static void test_values(void **state)
{
	static const struct {
		const char *label, *diff, *base, *message;
		bool want;
	} values[] = {
		{ "a scheme", "+PORTS = {\"ws\": 80}\n", "", "Proxies for ws: URLs", true },
		{ "with a mark", "+    \"ws-x\",\n", "", "Proxies for ws: and ws-x: URLs", false },
		{ "of which no message speaks", "+PORTS = {\"ws\": 80}\n", "", "Proxies", false },
		{ "that stood there", "+PORTS = {\"ws\": 80}\n", "ws = 1\n", "For ws: URLs",
		  false },
		{ "no text", "+PORTS = {ws: 80}\n", "", "For ws: URLs", false },
		{ "in a text of several words", "+    \"no ws here\"\n", "", "For ws: URLs",
		  false },
		{ "a number", "+    \"10\"\n", "", "Add ws 10", false },
		{ "a word that any message has", "+    \"to\"\n", "", "Add ws to it", false },
		{ "within a name", "+    awsb(1)\n", "", "For ws: URLs", false },
		{ "a letter", "+    \"w\"\n", "", "For w URLs", false },
		{ "of a line that went", "-    \"ws\"\n", "", "For ws: URLs", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { .source_diff = tora_sv(values[i].diff) };
		struct tora_new_names names;

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .role = TORA_FILE_SOURCE,
			                           .base_text = tora_sv(values[i].base) };
		tora_new_names(&change, tora_sv(values[i].message), arena, &names);
		row_int(values[i].label,
		        tora_new_names_used(&names,
		                            tora_sv("f(\"ws://a\")\nf(\"w\", \"10\", \"to\")\n")),
		        values[i].want);
		tora_arena_free(arena);
	}
}

/* A change that defines thousands of names: some are looked up, and a test of another is one of what was there. */
static void test_many(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_str diff = TORA_STR_INIT(1 << 20);
	struct tora_new_names names;
	struct tora_change change;

	(void)state;
	make(0, arena, &change);
	for (unsigned i = 0; i < 5000; i++)
		tora_str_addf(&diff, "+def other_%u(x):\n", i);
	tora_str_add(&diff, change.source_diff);
	change.source_diff = tora_str_view(&diff);
	tora_new_names(&change, tora_sv(""), arena, &names);
	assert_true(names.of.n > 100 && names.of.n < 1000 && names.tried < 1000);
	assert_false(names.tests_use_only);
	tora_str_free(&diff);
	tora_arena_free(arena);
}

/* A program with thousands of keys: so many are looked up in what was there, and keys that the diff does not take are none. */
static void test_many_keys(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_str diff = TORA_STR_INIT(1 << 20), old = TORA_STR_INIT(1 << 20),
			few = TORA_STR_INIT(1 << 20), many = TORA_STR_INIT(1 << 20);
	struct tora_change change = { 0 };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);
	struct tora_new_names names;

	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		tora_str_addf(&diff, "+    use(o.key_%u)\n", i);
		tora_str_addf(&old, "key_%u\n", i);
		tora_str_addf(i < 30 ? &few : &many, "f({key_%u: 1, other_%u: 2})\n", i, i);
	}
	tora_str_adds(&diff, "+    use(o.fresh)\n");
	tora_str_adds(&few, "f({fresh: 1})\n");
	tora_str_adds(&many, "f({fresh: 1})\n");
	change.source_diff = tora_str_view(&diff);
	*file = (struct tora_file_change){ .role = TORA_FILE_SOURCE,
		                           .base_text = tora_str_view(&old) };
	tora_new_names(&change, tora_sv(""), arena, &names);
	assert_int_equal(names.taken.n, 1001);
	assert_true(tora_new_names_used(&names, tora_str_view(&few)));
	assert_false(tora_new_names_used(&names, tora_str_view(&many)));
	tora_str_free(&diff);
	tora_str_free(&old);
	tora_str_free(&few);
	tora_str_free(&many);
	tora_arena_free(arena);
}

/* What is claimed in vague words is claimed of what is new. */
static void test_claim(void **state)
{
	static const struct {
		const char *label, *message, *test, *after;
		enum tora_claim claim;
		bool old;
	} cases[] = {
		{ "vague", "Count how often f is used, rename what is inside", "print(f(3))\n", "5",
		  TORA_CLAIM_ADDS, true },
		{ "about this", "f(3) returns 5 now", "print(f(3))\n", "5", TORA_CLAIM_CHANGES,
		  true },
		{ "the new name is passed", "Rename what is inside", "print(f(stats(3)))\n", "5",
		  TORA_CLAIM_CHANGES, false },
		{ "the new name is shown", "Rename what is inside", "print(f(3))\n", "f stats",
		  TORA_CLAIM_CHANGES, false },
		{ "more of it below", "Rename what is inside\n\nFix the sum, too.", "print(f(3))\n",
		  "5", TORA_CLAIM_CHANGES, false },
		{ "a fix", "Fix the sum", "print(f(3))\n", "5", TORA_CLAIM_FIXES, false },
		{ "a refactoring", "Refactor f", "print(f(3))\n", "5", TORA_CLAIM_KEEPS, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("4"), head = trial_ok(cases[i].after);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_change change;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.f",
			               .test = cases[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		make(0, arena, &change);
		tora_vec_push(arena, &intent.messages)->text = cases[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(cases[i].label, e.claims.claim, cases[i].claim);
		row_int(cases[i].label, (e.facts & TORA_FACT(OLD_USE)) != 0, cases[i].old);
		tora_arena_free(arena);
	}
}

/* What a feature says of its input is not said of one that has none of what it adds, nor of a result that has words of that. */
static void test_said_of_input(void **state)
{
	static const struct {
		const char *label, *message, *test, *after;
		bool input, value;
	} cases[] = {
		{ "without it", "feat: stats of lists over overtones, and their hosts",
		  "print(f([\"overtones\"], 'hosts'))\n", "['overtones']", false, false },
		{ "a result that the test has not got",
		  "feat: stats of lists over overtones, and their hosts",
		  "print(f([3], 'hosts'))\n", "['overtones']", false, true },
		{ "with it", "feat: stats of lists over overtones, and their hosts",
		  "print(f(stats([\"overtones\"], 'hosts')))\n", "['overtones']", true, true },
		{ "of a change", "f gives lists over overtones, and their hosts",
		  "print(f([\"overtones\"], 'hosts'))\n", "['overtones']", true, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("None"), head = trial_ok(cases[i].after);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_change change;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.f",
			               .test = cases[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		make(0, arena, &change);
		tora_vec_push(arena, &intent.messages)->text = cases[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(cases[i].label, (e.facts & TORA_FACT(NAMES_INPUT)) != 0, cases[i].input);
		row_int(cases[i].label, (e.facts & TORA_FACT(NAMES_VALUE)) != 0, cases[i].value);
		tora_arena_free(arena);
	}
}

/* What is accepted from now on was refused before: of what was taken that says nothing. */
static void test_accepts(void **state)
{
	static const struct {
		const char *label, *message;
		bool was_refused, input;
	} cases[] = {
		{ "what was taken", "Accept negative numbers", false, false },
		{ "what was refused", "Accept negative numbers", true, true },
		{ "what another verb says", "Add negative numbers", false, true },
		{ "a name with a mark", "Accept-Encoding: add negative numbers", false, true },
		{ "with more of it", "Accept negative numbers\n\nFix the sum of them.", false,
		  true },
		{ "a change that breaks", "Accept negative numbers\n\nBREAKING CHANGE: another sum",
		  false, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base =
			cases[i].was_refused ? trial_raise(arena, "", "ValueError", "no", "p.py")
					     : trial_ok("4");
		struct tora_trial head = trial_ok("5");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .name = "p.f",
			               .test = "print(f(-3))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = cases[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(cases[i].label, (e.facts & TORA_FACT(REACH_INSIDE)) != 0, cases[i].input);
		tora_arena_free(arena);
	}
}

/* That the rest stays as it was is no promise about what is new. */
static void test_promise(void **state)
{
	static const struct {
		const char *label, *message, *test;
		bool promise, aims;
	} cases[] = {
		{ "without it", "Add stats\n\nNo functional change without.", "print(f(3))\n", true,
		  false },
		{ "with it", "feat: stats\n\nNothing changes for who does without.",
		  "print(f(stats(3)))\n", false, true },
		{ "of a refactoring", "Move it to stats\n\nNo functional change.",
		  "print(f(stats(3)))\n", true, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("4"), head = trial_ok("5");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_change change;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.f",
			               .test = cases[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		make(0, arena, &change);
		tora_vec_push(arena, &intent.messages)->text = cases[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(cases[i].label, (e.facts & TORA_FACT(PROMISE)) != 0, cases[i].promise);
		row_int(cases[i].label, (e.facts & TORA_FACT(DIFF_AIMS)) != 0, cases[i].aims);
		tora_arena_free(arena);
	}
}

/* A test that shows nothing but what is new is not about a call without it, though it calls the same function. */
static void test_near(void **state)
{
	static const struct {
		size_t row;
		const char *test;
		bool near;
	} cases[] = { { 0, "print(funct('abc'))\n", false },
		      { 0, "print(funct('abc', stats(2)))\n", true },
		      { 2, "print(funct('abc'))\n", true } };

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_trial base = trial_ok("4"), head = trial_ok("5");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_change change;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.funct",
			               .test = cases[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		make(cases[i].row, arena, &change);
		tora_vec_push(arena, &intent.messages)->text = "Listeners";
		*tora_vec_push(arena, &intent.test_lines) = "assert funct('abc', stats(1)) == 1";
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(cases[i].test, (e.facts & TORA_FACT(TEST_NEAR)) != 0, cases[i].near);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),         cmocka_unit_test(test_claim),
		cmocka_unit_test(test_said_of_input), cmocka_unit_test(test_accepts),
		cmocka_unit_test(test_promise),       cmocka_unit_test(test_near),
		cmocka_unit_test(test_values),        cmocka_unit_test(test_many),
		cmocka_unit_test(test_many_keys),
	};

	return cmocka_run_group_tests_name("newnames", tests, NULL, NULL);
}
