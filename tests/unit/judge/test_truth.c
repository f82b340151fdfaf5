/* A class that has a length since, and is false while it is empty. */
#include "trials.h"

#include "judge/truth.h"
#include "judge/rules.h"

#define LOADS "from p import Hooks, Loader\n\nhooks = Hooks()\nprint(Loader(hooks).load(3))\n"

static void test_truth(void **state)
{
	static const struct {
		const char *label, *added, *name, *message, *test, *after;
		bool want;
	} rows[] = {
		{ "a length", "p.Hooks.__len__", "p.Hooks.__len__", "Hooks are a collection", LOADS,
		  "3", true },
		{ "a truth", "p.Hooks.__bool__", "p.Hooks.__iter__", "Hooks are a collection",
		  LOADS, "3", true },
		{ "neither", "p.Hooks.copy", "p.Hooks.find", "Hooks are a collection", LOADS, "3",
		  false },
		{ "of another class", "p.Hooks.__len__", "p.Loader.load", "Hooks are a collection",
		  LOADS, "3", false },
		{ "said", "p.Hooks.__len__", "p.Hooks.__len__", "Empty hooks are false", LOADS, "3",
		  false },
		{ "asked for", "p.Hooks.__len__", "p.Hooks.__len__", "Hooks are a collection",
		  "print(len(Hooks()))\n", "0", false },
		{ "listed", "p.Hooks.__len__", "p.Hooks.__iter__", "Hooks are a collection",
		  "print(list(Hooks()))\n", "[]", false },
		{ "how it prints", "p.Hooks.__len__", "p.Hooks.__len__", "Hooks are a collection",
		  "print(Hooks())\n", "<Hooks 0>", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = "None",
			                     .after = rows[i].after };
		struct tora_change change = { 0 };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .name = rows[i].name,
			               .test = rows[i].test,
			               .difference = &d };

		struct tora_function here = { .name = rows[i].name, .kind = TORA_CHANGE_ADDED };

		c.function = &here;
		*tora_vec_push(arena, &change.functions) = (struct tora_function){
			.name = rows[i].added, .kind = TORA_CHANGE_ADDED, .signature = ""
		};
		row_int(rows[i].label, tora_truth_changed(&c), rows[i].want);
		here.kind =
			TORA_CHANGE_MODIFIED; /* another of its methods, and an empty one handed on */
		row_int(rows[i].label, tora_truth_changed(&c), rows[i].want);
		here.kind = TORA_CHANGE_ADDED;
		change.functions.at[0].kind = TORA_CHANGE_MODIFIED;
		row_int(rows[i].label, tora_truth_changed(&c), false);
	}
	tora_arena_free(arena);
}

/* Of a method that the class had before: an object with nothing in it is handed to something. */
static void test_handed(void **state)
{
	static const struct {
		const char *label, *test;
		bool want;
	} rows[] = {
		{ "by its place", "held = Hooks()\nload(3, held)\nprint(held.names())\n", true },
		{ "by a name", "held = Hooks()\nload(3, into=held)\nprint(held.names())\n", true },
		{ "where it is made", "print(load(3, Hooks()).names())\n", true },
		{ "made with something in it", "print(load(3, Hooks(1)).names())\n", false },
		{ "made and printed", "print(3, Hooks())\n", false },
		{ "made and asked", "print(load(Hooks().names()))\n", false },
		{ "with something in it",
		  "held = Hooks(1)\nload(3, into=held)\nprint(held.names())\n", false },
		{ "asked alone", "held = Hooks()\nprint(held.names())\n", false },
		{ "filled before",
		  "held = Hooks()\nheld.add(1)\nload(3, held)\nprint(held.names())\n", false },
		{ "set anew", "held = Hooks()\nheld = load(3)\nprint(str(held))\n", false },
		{ "printed behind another", "held = Hooks()\nprint(3, held)\n", false },
		{ "printed", "held = Hooks()\nprint(held)\n", false },
		{ "another class", "held = Other()\nload(3, held)\nprint(Hooks(1).names())\n",
		  false },
		{ "another name", "held = Hooks()\nload(3, other)\nprint(held.names())\n", false },
		{ "set to another name", "held = Hooks()\nother = held\nprint(other.names())\n",
		  false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_said said = { .messages = tora_sv("Hooks can be counted") };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = "['a']",
			                     .after = "[]" };
		struct tora_function names = { .name = "p.Hooks.names",
			                       .kind = TORA_CHANGE_MODIFIED };
		struct tora_change change = { 0 };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .function = &names,
			               .name = names.name,
			               .test = rows[i].test,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) = (struct tora_function){
			.name = "p.Hooks.__len__", .kind = TORA_CHANGE_ADDED, .signature = ""
		};
		row_int(rows[i].label, tora_truth_changed(&c), rows[i].want);
	}
	tora_arena_free(arena);
}

/* The line above the one that refuses asks whether it is true. */
static void test_refused(void **state)
{
	static const struct {
		const char *label, *text, *file, *message, *test, *added;
		unsigned line;
		enum tora_difference_kind kind;
		bool want;
	} rows[] = {
		{ "asked for by name", "def f(t):\n    if not t:\n        raise E\n",
		  "/repo/p/a.py", "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "an attribute", "def f(t):\n    if not t.hooks:\n        raise E\n",
		  "/repo/p/a.py", "Hooks can be counted", "f(held)\n", "p.Hooks.__bool__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, true },
		{ "of None", "def f(t):\n    if t is None:\n        raise E\n", "/repo/p/a.py",
		  "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "what a call gives", "def f(t):\n    if not ok(t):\n        raise E\n",
		  "/repo/p/a.py", "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "a loop", "def f(t):\n    while not t:\n        raise E\n", "/repo/p/a.py",
		  "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "another line", "def f(t):\n    if not t:\n        t = 1\n    raise E\n",
		  "/repo/p/a.py", "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 4,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "a file that is as it was", "def f(t):\n    if not t:\n        raise E\n",
		  "/repo/p/b.py", "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "no file of the repository", "def f(t):\n    if not t:\n        raise E\n",
		  "<test>", "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "no class gets a truth", "def f(t):\n    if not t:\n        raise E\n",
		  "/repo/p/a.py", "Hooks can be counted", "f(held)\n", "p.Hooks.count", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "said", "def f(t):\n    if not t:\n        raise E\n", "/repo/p/a.py",
		  "Empty hooks are refused", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_APPEARED, false },
		{ "another error", "def f(t):\n    if not t:\n        raise E\n", "/repo/p/a.py",
		  "Hooks can be counted", "f(held)\n", "p.Hooks.__len__", 3,
		  TORA_DIFF_EXCEPTION_CHANGED, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_difference d = { .kind = rows[i].kind, .before = "", .after = "" };
		struct tora_exception x = { .type = "E", .message = "no" };
		struct tora_trial before = { 0 }, after = { .exception = &x };
		struct tora_change change = { 0 };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .name = "p.take",
			               .test = rows[i].test,
			               .before = &before,
			               .after = &after,
			               .difference = &d };

		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = rows[i].file, .line = rows[i].line };
		*tora_vec_push(arena, &change.functions) = (struct tora_function){
			.name = rows[i].added, .kind = TORA_CHANGE_ADDED, .signature = ""
		};
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "p/a.py",
			                           .base_text = tora_sv(rows[i].text),
			                           .head_text = tora_sv(rows[i].text) };
		row_int(rows[i].label, tora_truth_changed(&c), rows[i].want);
		/* it asks for it since this change */
		change.files.at[0].base_text = tora_sv("def f(t):\n    return t\n");
		row_int(rows[i].label, tora_truth_changed(&c), false);
		tora_arena_free(arena);
	}
}

/* Tests of the change that hand an empty one over mean it. */
static void test_asserted(void **state)
{
	static const struct {
		const char *label, *tests;
		bool want;
	} rows[] = {
		{ "none", "", true },
		{ "of others", "assert Loader(hooks).load(3) == 3\nassert len(Hooks()) == 0\n",
		  true },
		{ "handed over", "assert Loader(Hooks()).load(3) == 3\n", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_said said = { .messages = tora_sv("Hooks are a collection"),
			                  .tests = tora_sv(rows[i].tests) };
		struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = "1", .after = "3" };
		struct tora_change change = { 0 };
		struct tora_function added = { .name = "p.Hooks.__len__",
			                       .kind = TORA_CHANGE_ADDED,
			                       .signature = "" };
		struct tora_case c = { .said = &said,
			               .change = &change,
			               .name = "p.Hooks.__len__",
			               .test = LOADS,
			               .function = &added,
			               .difference = &d };

		*tora_vec_push(arena, &change.functions) = added;
		row_int(rows[i].label, tora_truth_changed(&c), rows[i].want);
		tora_arena_free(arena);
	}
}

/* A feature announces what it adds; that an empty object is taken for a missing one it does not. */
static void test_verdicts(void **state)
{
	static const struct {
		const char *label;
		tora_facts facts;
		enum tora_verdict verdict;
	} rows[] = {
		{ "a feature", TORA_FACT(APPEARED) | TORA_FACT(LOG_MENTIONS), TORA_VERDICT_UNSURE },
		{ "false now", TORA_FACT(APPEARED) | TORA_FACT(LOG_MENTIONS) | TORA_FACT(TRUTH),
		  TORA_VERDICT_UNINTENDED },
		{ "better now", TORA_FACT(GONE) | TORA_FACT(LOG_MENTIONS) | TORA_FACT(TRUTH),
		  TORA_VERDICT_UNSURE },
		{ "a test has the value, for others",
		  TORA_FACT(APPEARED) | TORA_FACT(LOG_MENTIONS) | TORA_FACT(TRUTH) |
		          TORA_FACT(TEST_ASSERTS),
		  TORA_VERDICT_UNINTENDED },
		{ "which the message speaks of",
		  TORA_FACT(VALUE) | TORA_FACT(TRUTH) | TORA_FACT(TEST_ASSERTS) | TORA_FACT(QUOTE),
		  TORA_VERDICT_UNINTENDED },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts | TORA_FACT(PLAUSIBLE) |
			                            TORA_FACT(CLAIM_ADDS) |
			                            TORA_FACT(DOC_MENTIONS) };
		struct tora_ruling ruling;

		tora_rules(&e, arena, &ruling);
		row_text(rows[i].label, tora_verdict_name(ruling.verdict),
		         tora_verdict_name(rows[i].verdict));
	}
	tora_arena_free(arena);
}

/* That the length is written, and mentioned, takes nothing from it. */
static void test_no_word_of_it(void **state)
{
	const tora_facts more[] = { TORA_FACT(LOG_MENTIONS), TORA_FACT(METHOD_WRITTEN) };
	const tora_facts facts =
		TORA_FACT(VALUE) | TORA_FACT(PLAUSIBLE) | TORA_FACT(CLAIM_NONE) | TORA_FACT(TRUTH);
	struct tora_evidence e = { .facts = facts };
	struct tora_arena *arena = tora_arena_new();
	struct tora_ruling without, with;

	(void)state;
	tora_rules(&e, arena, &without);
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		e.facts = facts | more[i];
		tora_rules(&e, arena, &with);
		assert_true(with.confidence == without.confidence);
	}
	tora_arena_free(arena);
}

/* What a README leaves open of a function is less of a sign, and a use that somebody wrote is one all the same. */
static void test_left_open(void **state)
{
	static const struct {
		const char *label;
		tora_facts facts;
		enum tora_verdict verdict;
	} rows[] = {
		{ "it says nothing", TORA_FACT(PLAUSIBLE), TORA_VERDICT_UNINTENDED },
		{ "it leaves it open", TORA_FACT(PLAUSIBLE) | TORA_FACT(LEFT_OPEN),
		  TORA_VERDICT_UNSURE },
		{ "of a use of the project", TORA_FACT(SEEN) | TORA_FACT(LEFT_OPEN),
		  TORA_VERDICT_UNINTENDED },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts | TORA_FACT(VALUE) |
			                            TORA_FACT(CLAIM_NONE) | TORA_FACT(SILENT) };
		struct tora_ruling ruling;

		tora_rules(&e, arena, &ruling);
		row_text(rows[i].label, tora_verdict_name(ruling.verdict),
		         tora_verdict_name(rows[i].verdict));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_truth),    cmocka_unit_test(test_asserted),
		cmocka_unit_test(test_refused),  cmocka_unit_test(test_handed),
		cmocka_unit_test(test_verdicts), cmocka_unit_test(test_no_word_of_it),
		cmocka_unit_test(test_left_open)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
