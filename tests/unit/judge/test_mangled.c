/* What comes out has something on it that nobody put there. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/mangled.h"

#define TEST "shelf = Shelf(['Pencilies', 'pen'])\nprint(shelf.find('Pencilies'))\n"

static const struct {
	const char *label, *test, *message, *source;
	bool want;
} names[] = {
	{ "a name that was cut", TEST, "'pencily'", "", true },
	{ "among others", TEST, "no 'x y' and no \"pencily\" here", "", true },
	{ "the name that was given", TEST, "'Pencilies'", "", false },
	{ "in small letters", TEST, "'pencilies'", "", false },
	{ "a part of it", TEST, "'pencil'", "", false },
	{ "no name", TEST, "'pencily ;'", "", false },
	{ "another name", TEST, "'ruler'", "", false },
	{ "half of it is the same", "f('abcdef')", "'abcxyz'", "", true },
	{ "less than half of what was given", "f('abcdefg')", "'abcxyz'", "", false },
	{ "less than half of the name", "f('abcdef')", "'abcxyzw'", "", false },
	{ "two letters", "f('abde')", "'abcd'", "", false },
	{ "too short", "f('abcd')", "'abc'", "", false },
	{ "a short word", "f('abc')", "'abcd'", "", false },
	{ "in no quotes", TEST, "pencily", "", false },
	{ "the source has it", TEST, "'pencily'", "NAMES = ['Pencily']", false },
	{ "the last that is looked at", TEST, "'a' 'b' 'c' 'd' 'e' 'f' 'g' 'pencily'", "", true },
	{ "one more", TEST, "'a' 'b' 'c' 'd' 'e' 'f' 'g' 'h' 'pencily'", "", false },
	{ "nothing", TEST, "", "", false },
};

static void test_names(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("1");

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct tora_change change = { 0 };
		struct tora_function function = { .file = "shelf.py" };
		struct tora_trial head =
			trial_raise(arena, "", "KeyError", names[i].message, "/repo/shelf.py:find");
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED };
		struct tora_case c = { .change = &change,
			               .function = &function,
			               .test = names[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "shelf.py",
			                           .head_text = tora_sv(names[i].source) };
		row_int(names[i].label, tora_mangled_name(&c), names[i].want);
		d.kind = TORA_DIFF_EXCEPTION_CHANGED;
		assert_false(tora_mangled_name(&c));
		d.kind = TORA_DIFF_EXCEPTION_APPEARED;
		head.exception->type = "TypeError";
		assert_false(tora_mangled_name(&c));
		head.exception->type = "s.Unknown";
		c.change = NULL; /* then nobody knows the source */
		row_int(names[i].label, tora_mangled_name(&c), names[i].want || *names[i].source);
		c.after = &base;
		assert_false(tora_mangled_name(&c));
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label, *before, *after, *title;
	bool want;
} ends[] = {
	{ "as it is written", "['Mill Lane', 3]", "['Mill Lane\\r', 3]", "", true },
	{ "as it is shown", "dB(A)  L90", "dB(A\\x0d)  L90", "", true },
	{ "as itself", "a b", "a\r b", "", true },
	{ "two of them", "a b c", "a\\r b\\r c", "", true },
	{ "nothing else", "a b", "a\\r c", "", false },
	{ "at the end", "a", "a\\r", "", false },
	{ "before a line's end", "a\\nb", "a\\r\\nb", "", false },
	{ "before one that is shown", "a\\x0ab", "a\\x0d\\x0ab", "", false },
	{ "before one as itself", "a\nb", "a\r\nb", "", false },
	{ "it was there", "a\\r b", "a\\r b", "", false },
	{ "the same", "a b", "a b", "", false },
	{ "gone", "a\\r b", "a b", "", false },
	{ "it is spoken of", "a b", "a\\r b", "keep a carriage return", false },
	{ "line breaks are", "a b", "a\\r b", "open with newline=''", true },
};

static void test_line_ends(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial trial = trial_ok("");

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct tora_intent intent = { .branch = "", .title = ends[i].title };
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_difference d = { .kind = TORA_DIFF_VALUE,
			                     .before = ends[i].before,
			                     .after = ends[i].after };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .said = &said,
			               .test = "",
			               .before = &trial,
			               .after = &trial,
			               .difference = &d };

		tora_said(&intent, &change, arena, &said);
		row_int(ends[i].label, tora_mangled_line_end(&c), ends[i].want);
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label, *test, *message, *title;
	enum tora_difference_kind kind;
	bool want;
} errors[] = {
	{ "as it is written", "read('a\\r\\nb\\r\\n')", "no such height: 'half\\r'", "",
	  TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "as it is shown", "read('a\\r\\nb\\r\\n')", "no such height: 'half\\x0d'", "",
	  TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "as itself", "read('a\\r\\nb\\r\\n')", "no such height: 'half\r'", "",
	  TORA_DIFF_EXCEPTION_APPEARED, true },
	{ "within a text", "read('a\\r\\nb\\r\\n')", "no such height: 'ha\\rlf'", "",
	  TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "in no text", "read('a\\r\\nb\\r\\n')", "no such height: half\\r", "",
	  TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "the test has none", "read('a\\nb\\n')", "no such height: 'half\\r'", "",
	  TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "it is spoken of", "read('a\\r\\nb\\r\\n')", "no such height: 'half\\r'", "refuse CRLF",
	  TORA_DIFF_EXCEPTION_APPEARED, false },
	{ "there was another error", "read('a\\r\\nb\\r\\n')", "no such height: 'half\\r'", "",
	  TORA_DIFF_EXCEPTION_CHANGED, false },
};

static void test_errors(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial base = trial_ok("");

	(void)state;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
		struct tora_intent intent = { .branch = "", .title = errors[i].title };
		struct tora_change change = { 0 };
		struct tora_said said;
		struct tora_trial head =
			trial_raise(arena, "", "E", errors[i].message, "/repo/r.py:read");
		struct tora_difference d = { .kind = errors[i].kind, .before = "", .after = "E" };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .said = &said,
			               .test = errors[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_said(&intent, &change, arena, &said);
		row_int(errors[i].label, tora_mangled_line_end(&c), errors[i].want);
		c.after = &base;
		assert_false(tora_mangled_line_end(&c));
	}
	tora_arena_free(arena);
}

static void test_a_long_piece(void **state)
{
	char before[300], after[310];
	struct tora_trial trial = trial_ok("");
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_difference d = { .kind = TORA_DIFF_VALUE, .before = before, .after = after };
	struct tora_case c = {
		.intent = &intent, .test = "", .before = &trial, .after = &trial, .difference = &d
	};

	(void)state;
	memset(before, 'a', sizeof before - 1);
	before[sizeof before - 1] = '\0';
	(void)snprintf(after, sizeof after, "\\r%s", before);
	assert_false(tora_mangled_line_end(&c));
}

static void test_evidence(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_intent intent = { .branch = "", .title = "Understand plurals" };
	struct tora_trial base = trial_ok("1");
	struct tora_trial head = trial_raise(arena, "", "KeyError", "'pencily'", "/repo/s.py:find");
	struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED,
		                     .signature = "",
		                     .before = "a b",
		                     .after = "a\\r b" };
	struct tora_case c = { .intent = &intent,
		               .change = &change,
		               .name = "s.find",
		               .test = TEST,
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	struct tora_evidence e;

	(void)state;
	tora_evidence(&c, arena, &e);
	assert_true(e.facts & TORA_FACT(NAME_MANGLED));
	assert_true(e.facts & TORA_FACT(LINE_END_LEFT));
	assert_true(tora_evidence_unsaid(&e));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_names),
		                            cmocka_unit_test(test_line_ends),
		                            cmocka_unit_test(test_errors),
		                            cmocka_unit_test(test_a_long_piece),
		                            cmocka_unit_test(test_evidence) };

	return cmocka_run_group_tests_name("mangled", tests, NULL, NULL);
}
