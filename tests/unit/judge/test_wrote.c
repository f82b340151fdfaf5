/* Which errors the lines of a change raise on purpose, or catch. */
#include "trials.h"

#include "judge/rules.h"
#include "judge/wrote.h"

static void test_raise(void **state)
{
	static const struct {
		const char *label, *file, *type;
		unsigned line;
		bool raises;
	} rows[] = {
		{ "its line", "/repo/src/u.js", "RangeError", 2, true },
		{ "another type", "/repo/src/u.js", "TypeError", 2, false },
		{ "a comment", "/repo/src/u.js", "RangeError", 3, false },
		{ "another comment", "/repo/src/u.js", "KeyError", 4, false },
		{ "one of a module", "/repo/src/u.js", "KeyError", 5, true },
		{ "a line that raises nothing", "/repo/src/u.js", "RangeError", 1, false },
		{ "behind the end", "/repo/src/u.js", "RangeError", 9, false },
		{ "no line", "/repo/src/u.js", "RangeError", 0, false },
		{ "another file", "/repo/src/v.js", "RangeError", 2, false },
		{ "a library's", "/usr/src/u.js", "RangeError", 2, false },
		{ "no type", "/repo/src/u.js", "", 2, false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };

	(void)state;
	*tora_vec_push(arena, &change.files) = (struct tora_file_change){
		.path = "src/u.js",
		.head_text = tora_sv("x.toFixed(n); // RangeError\n"
		                     "throw new RangeError(`bad ${name}: ${n}`);\n"
		                     "x.toFixed(n); // can throw RangeError\n"
		                     "return TABLE[key]  # may raise KeyError\n"
		                     "raise errors.KeyError(key)\n"),
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_exception x = { .type = rows[i].type, .message = "bad limit: -1" };

		*tora_vec_push(arena, &x.frames) = (struct tora_frame){ "<test>", 3, "<module>" };
		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ rows[i].file, rows[i].line, "f" };
		row_int(rows[i].label, tora_wrote_raise(&change, &x, tora_sv(rows[i].type)),
		        rows[i].raises);
	}
	assert_false(tora_wrote_raise(&change, NULL, tora_sv("RangeError")));
	tora_arena_free(arena);
}

/* Who tidies up and catches an error has hidden it. */
static void test_caught(void **state)
{
	static const struct {
		const char *label;
		tora_facts facts;
		enum tora_verdict verdict;
	} rows[] = {
		{ "a mistake that a tidying catches",
		  TORA_FACT(CLAIM_KEEPS) | TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR) |
		          TORA_FACT(PLAUSIBLE) | TORA_FACT(DIFF_CATCHES),
		  TORA_VERDICT_UNINTENDED },
		{ "that a tidying catches, of a call that somebody wrote",
		  TORA_FACT(CLAIM_KEEPS) | TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR) |
		          TORA_FACT(SEEN) | TORA_FACT(DIFF_CATCHES),
		  TORA_VERDICT_UNINTENDED },
		{ "an error that is caught beside a feature of something else",
		  TORA_FACT(CLAIM_ADDS) | TORA_FACT(GONE) | TORA_FACT(PLAUSIBLE) |
		          TORA_FACT(DIFF_CATCHES) | TORA_FACT(REACH_OUTSIDE) |
		          TORA_FACT(NAMES_OTHER),
		  TORA_VERDICT_UNINTENDED },
		{ "by who does not use it",
		  TORA_FACT(CLAIM_ADDS) | TORA_FACT(GONE) | TORA_FACT(PLAUSIBLE) |
		          TORA_FACT(DIFF_CATCHES) | TORA_FACT(OLD_USE) | TORA_FACT(NAMES_OTHER),
		  TORA_VERDICT_UNINTENDED },
		{ "of a feature that may be this",
		  TORA_FACT(CLAIM_ADDS) | TORA_FACT(GONE) | TORA_FACT(PLAUSIBLE) |
		          TORA_FACT(DIFF_CATCHES),
		  TORA_VERDICT_UNSURE },
		{ "of one that speaks of errors",
		  TORA_FACT(CLAIM_ADDS) | TORA_FACT(GONE) | TORA_FACT(PLAUSIBLE) |
		          TORA_FACT(DIFF_CATCHES) | TORA_FACT(REACH_OUTSIDE) |
		          TORA_FACT(NAMES_OTHER) | TORA_FACT(ABOUT_ERRORS),
		  TORA_VERDICT_UNSURE },
		{ "that a tidying catches, of odd input",
		  TORA_FACT(CLAIM_KEEPS) | TORA_FACT(GONE) | TORA_FACT(WAS_PROGRAM_ERROR) |
		          TORA_FACT(UNKNOWN) | TORA_FACT(DIFF_CATCHES),
		  TORA_VERDICT_UNSURE },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts };
		struct tora_ruling r;

		tora_rules(&e, arena, &r);
		row_int(rows[i].label, r.verdict, rows[i].verdict);
	}
	tora_arena_free(arena);
}

/* It is caught where the function calls what the change adds. */
static void test_caught_for(void **state)
{
	static const struct {
		const char *label, *was, *is, *name, *helper;
		enum tora_change_kind kind;
		bool caught;
	} rows[] = {
		{ "in the function", "return int(x)", "try:\n    return int(x)\nexcept ValueError:",
		  "p.g", "", TORA_CHANGE_ADDED, true },
		{ "in one that is added for it", "return int(x)", "return self._number(int, x)",
		  "p.S._number", "try:\n    return kind(x)\nexcept Exception:", TORA_CHANGE_ADDED,
		  true },
		{ "in one that it does not call", "return int(x)", "return int(x)", "p.S._number",
		  "try:\n    return kind(x)\nexcept Exception:", TORA_CHANGE_ADDED, false },
		{ "in one that was there", "return int(x)", "return self._number(int, x)",
		  "p.S._number",
		  "try:\n    return kind(x)\nexcept Exception:", TORA_CHANGE_MODIFIED, false },
		{ "it went there with the rest", "try:\n    return int(x)\nexcept ValueError:",
		  "return self._number(int, x)", "p.S._number",
		  "try:\n    return kind(x)\nexcept ValueError:", TORA_CHANGE_ADDED, false },
		{ "another one is", "return int(x)", "return self._number(int, x)", "p.S._number",
		  "try:\n    return kind(x)\nexcept KeyError:", TORA_CHANGE_ADDED, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_function f = { .name = "p.S.integer",
			                   .base_body = tora_sv(rows[i].was),
			                   .head_body = tora_sv(rows[i].is) };
		struct tora_change change = { 0 };

		*tora_vec_push(arena, &change.functions) =
			(struct tora_function){ .name = rows[i].name,
			                        .kind = rows[i].kind,
			                        .head_body = tora_sv(rows[i].helper) };
		row_int(rows[i].label, tora_wrote_catch_for(&change, &f, tora_sv("ValueError")),
		        rows[i].caught);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_raise),
		                            cmocka_unit_test(test_caught),
		                            cmocka_unit_test(test_caught_for) };

	return cmocka_run_group_tests_name("wrote", tests, NULL, NULL);
}
