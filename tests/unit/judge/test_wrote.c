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

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_raise),
		                            cmocka_unit_test(test_caught) };

	return cmocka_run_group_tests_name("wrote", tests, NULL, NULL);
}
