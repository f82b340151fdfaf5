/* What a call that fails leaves behind. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/halfdone.h"
#include "judge/said.h"

#define TAKES                                                                                      \
	"yard = Yard()\ntry:\n    yard.take(order)\nexcept Exception as error:\n    "              \
	"print(type(error).__name__)\n\nprint(yard.stock())\n"
#define SAYS "ShortStock says how many are missing"

static const struct {
	const char *label, *test, *before, *after, *message, *doc;
	bool want;
} rows[] = {
	{ "a part is taken", TAKES, "ShortStock\n400\n", "ShortStock\n280\n", SAYS, NULL, true },
	{ "what was caught is shown with its text", TAKES, "ValueError: no\n400\n",
	  "ValueError: no\n280\n", SAYS, NULL, true },
	{ "of JavaScript",
	  "try {\n\tconsole.log(yard.take(order));\n} catch (error) {\n\tconsole.log(error);\n}\n"
	  "console.log(yard.stock());\n",
	  "[RangeError: no]\n400\n", "[RangeError: no]\n280\n", SAYS, NULL, true },
	{ "in a loop",
	  "print(1)\nfor order in orders:\n    try:\n        print(f(order))\n    except Exception "
	  "as "
	  "error:\n        print(type(error).__name__)\n",
	  "1\nShortStock\n400\n", "1\nShortStock\n280\n", SAYS, NULL, false },
	{ "what a second block gives",
	  TAKES "try:\n    print(f())\nexcept Exception as error:\n    print(0)\n",
	  "ShortStock\n400\n1\n", "ShortStock\n400\n2\n", SAYS, NULL, false },
	{ "behind the second",
	  TAKES "try:\n    f()\nexcept Exception as error:\n    print(0)\n" TAKES,
	  "ShortStock\n400\n0\nShortStock\n400\n", "ShortStock\n400\n0\nShortStock\n280\n", SAYS,
	  NULL, true },
	{ "a list of one", TAKES, "['a']\n400\n", "['a']\n280\n", SAYS, NULL, false },
	{ "nothing failed", TAKES, "400\n1\n", "400\n2\n", SAYS, NULL, false },
	{ "nothing came back", TAKES, "None\n400\n", "None\n280\n", SAYS, NULL, false },
	{ "some words", TAKES, "All is well\n400\n", "All is well\n280\n", SAYS, NULL, false },
	{ "a word that is no error's",
	  "try:\n    print(name(1))\nexcept Exception as error:\n    "
	  "print(type(error).__name__)\n\n"
	  "print(balance(1))\n",
	  "Ada\n5\n", "Ada\n6\n", SAYS, NULL, false },
	{ "an error's there",
	  "try:\n    print(name(1))\nexcept Exception as error:\n    "
	  "print(type(error).__name__)\n\n"
	  "print(balance(1))\n",
	  "KeyError\n5\n", "KeyError\n6\n", SAYS, NULL, true },
	{ "the same function, asked again",
	  "try {\n\t(function () { inspect(null, 1); })();\n} catch (error) "
	  "{\n\tconsole.log(error);\n}\n\n"
	  "console.log(inspect('a'));\n",
	  "[RangeError: no]\n'a'\n", "[RangeError: no]\n\"a\"\n", SAYS, NULL, false },
	{ "the same method",
	  "try {\n\tyard.take(null, 1);\n} catch (error) {\n\tconsole.log(error);\n}\n\n"
	  "console.log(yard.take('a'));\n",
	  "[RangeError: no]\n4\n", "[RangeError: no]\n3\n", SAYS, NULL, true },
	{ "a block that prints twice",
	  "try:\n    print(name(1))\n    print(balance(1))\nexcept Exception as error:\n    "
	  "print(type(error).__name__)\n",
	  "KeyError\n5\n", "KeyError\n6\n", SAYS, NULL, false },
	{ "several lines before it", "print(report())\n" TAKES, "Total\n1\n2\n3\nShortStock\n",
	  "Total\n1\n2\n4\nShortStock\n", SAYS, NULL, false },
	{ "another error", TAKES, "ShortStock\n400\n", "KeyError\n280\n", SAYS, NULL, false },
	{ "before it", TAKES, "400\nShortStock\n", "280\nShortStock\n", SAYS, NULL, false },
	{ "nothing is caught", "yard.take(order)\nprint(yard.stock())\n", "ShortStock\n400\n",
	  "ShortStock\n280\n", SAYS, NULL, false },
	{ "the test's own error", "def f():\n    raise KeyError\n\n" TAKES, "KeyError\n400\n",
	  "KeyError\n280\n", SAYS, NULL, false },
	{ "memory is no memo", TAKES, "ShortStock\n400\n", "ShortStock\n280\n",
	  "Orders need no memory", NULL, true },
	{ "a memo", TAKES, "ShortStock\n400\n", "ShortStock\n280\n", "Memoise orders", NULL,
	  false },
	{ "the message speaks of it", TAKES, "ShortStock\n400\n", "ShortStock\n280\n",
	  "Take as far as it goes", NULL, false },
	{ "a document does", TAKES, "ShortStock\n400\n", "ShortStock\n280\n", SAYS,
	  "What was taken before stays taken", false },
};

static void test_half_done(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_ok(rows[i].before), head = trial_ok(rows[i].after);
		struct tora_difference d = { .kind = TORA_DIFF_VALUE };
		struct tora_intent intent = { .title = "" };
		struct tora_said said = { .messages = tora_sv(rows[i].message),
			                  .docs = tora_sv(rows[i].doc) };
		struct tora_case c = { .intent = &intent,
			               .said = &said,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		row_int(rows[i].label, tora_half_done(&c), rows[i].want);
		d.kind = TORA_DIFF_ORDER;
		assert_false(tora_half_done(&c));
		d.kind = TORA_DIFF_VALUE;
		c.said = NULL;
		assert_false(tora_half_done(&c));
	}
	tora_arena_free(arena);
}

/* What another test shows without an error does not come of one. */
static void test_beside_others(void **state)
{
	static const struct {
		const char *label, *name, *test;
		tora_facts facts;
		bool is_left;
		const char *signature;
	} others[] = {
		{ "the same class", "p.Yard.count", "print(yard.count())", TORA_FACT(VALUE), false,
		  "value|number|p" },
		{ "a function beside it", "p.yard.count", "print(count())", TORA_FACT(VALUE), true,
		  "value|number|p" },
		{ "in another way", "p.Yard.count", "print(yard.list())", TORA_FACT(VALUE), true,
		  "value|order|p" },
		{ "another class", "p.Barn.count", "print(barn.count())", TORA_FACT(VALUE), true,
		  "value|number|p" },
		{ "it catches something, too", "p.Yard.count", TAKES, TORA_FACT(VALUE), true,
		  "value|number|p" },
		{ "an error that appeared", "p.Yard.count", "print(yard.count())",
		  TORA_FACT(APPEARED), true, "value|number|p" },
		{ "of what nobody may pass", "p.Yard.count", "print(yard.count(-1))",
		  TORA_FACT(VALUE) | TORA_FACT(ILLEGAL), true, "value|number|p" },
	};
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .signature = "value|number|p" };

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct tora_difference other = { .kind = TORA_DIFF_VALUE,
			                         .signature = others[i].signature };
		struct tora_case cases[] = {
			{ .name = "p.Yard.take", .test = TAKES, .difference = &d },
			{ .name = others[i].name, .test = others[i].test, .difference = &other },
		};
		struct tora_evidence e[] = {
			{ .facts = TORA_FACT(VALUE) | TORA_FACT(HALF_DONE) },
			{ .facts = others[i].facts },
		};

		tora_evidence_siblings(cases, 2, e);
		row_int(others[i].label, (e[0].facts & TORA_FACT(HALF_DONE)) != 0,
		        others[i].is_left);
	}
}

/* An iterator is no cause of what lists show, too. */
static void test_iterator_beside_list(void **state)
{
	static const struct {
		const char *label, *name, *test;
		bool is_left;
	} others[] = {
		{ "a list", "p.by_name", "print(by_name([1, 2]))", false },
		{ "another iterator", "p.by_name", "print(by_name(iter([1, 2])))", true },
		{ "another function", "p.by_year", "print(by_year([1, 2]))", true },
	};
	struct tora_difference d = { .kind = TORA_DIFF_ORDER, .signature = "" };

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct tora_case cases[] = {
			{ .name = "p.by_name",
			  .test = "print(by_name(iter([2, 1])))",
			  .difference = &d },
			{ .name = others[i].name, .test = others[i].test, .difference = &d },
		};
		struct tora_evidence e[] = {
			{ .facts = TORA_FACT(ORDER) | TORA_FACT(READ_ONCE) },
			{ .facts = TORA_FACT(ORDER) },
		};

		tora_evidence_siblings(cases, 2, e);
		row_int(others[i].label, (e[0].facts & TORA_FACT(READ_ONCE)) != 0,
		        others[i].is_left);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_half_done),
		                            cmocka_unit_test(test_beside_others),
		                            cmocka_unit_test(test_iterator_beside_list) };

	return cmocka_run_group_tests_name("halfdone", tests, NULL, NULL);
}
