/* Which errors were raised on purpose. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/raised.h"
#include "judge/rules.h"
#include "model/build.h"

/* What one line does, by its words alone. */
static void test_by_line(void **state)
{
	static const struct {
		const char *line, *function, *type;
		enum tora_raised want;
	} rows[] = {
		{ "raise ValueError(text)", "f", "ValueError", TORA_RAISED_OWN },
		{ "raise ValueError", "f", "ValueError", TORA_RAISED_OWN },
		{ "raise errors.NoPage(text) from None", "f", "NoPage", TORA_RAISED_OWN },
		{ "raise errors.NoPage from error", "f", "NoPage", TORA_RAISED_OWN },
		{ "raise _Stop", "f", "_Stop", TORA_RAISED_OWN },
		{ "raise (ValueError(text))", "f", "ValueError", TORA_RAISED_OWN },
		{ "raise self.failed(text)", "f", "KeyError", TORA_RAISED_OWN },
		{ "if not text: raise KeyError(text)", "f", "KeyError", TORA_RAISED_OWN },
		{ "else: raise KeyError(text)", "f", "KeyError", TORA_RAISED_OWN },
		{ "throw new SyntaxError(`too many: ${rest}`);", "f", "SyntaxError",
		  TORA_RAISED_OWN },
		{ "if (!text) throw new TypeError(", "f", "TypeError", TORA_RAISED_OWN },
		{ "case 1: { throw Error('x'); }", "f", "Error", TORA_RAISED_OWN },
		{ "throw bad ? new A(x) : new B(x);", "f", "B", TORA_RAISED_ON },
		{ "const error = new RangeError('x');", "f", "RangeError", TORA_RAISED_OWN },
		{ "return reject(new errors.NoPage(text));", "f", "NoPage", TORA_RAISED_OWN },
		{ "super(`no page ${text}`);", "new NoPageError", "NoPageError", TORA_RAISED_OWN },
		{ "super(length);", "new Grid", "RangeError", TORA_RAISED_NOT },
		{ "super(text);", "f", "RangeError", TORA_RAISED_NOT },
		{ "raise", "f", "KeyError", TORA_RAISED_NOT },
		{ "raise error", "f", "KeyError", TORA_RAISED_ON },
		{ "raise error from None", "f", "KeyError", TORA_RAISED_ON },
		{ "raise self.error", "f", "KeyError", TORA_RAISED_ON },
		{ "raise error.with_traceback(None)", "f", "KeyError", TORA_RAISED_ON },
		{ "throw error;", "f", "TypeError", TORA_RAISED_ON },
		{ "raise NotImplementedError", "f", "NotImplementedError", TORA_RAISED_ON },
		{ "raise AssertionError('never')", "f", "AssertionError", TORA_RAISED_ON },
		{ "return int(text)", "f", "ValueError", TORA_RAISED_NOT },
		{ "return int(text) # raise ValueError", "f", "ValueError", TORA_RAISED_NOT },
		{ "parse(text); // throw new SyntaxError()", "f", "SyntaxError", TORA_RAISED_NOT },
		{ "generator.throw(ValueError)", "f", "ValueError", TORA_RAISED_NOT },
		{ "const raise = rows.x.y;", "f", "TypeError", TORA_RAISED_NOT },
		{ "print('raise ValueError')", "f", "ValueError", TORA_RAISED_NOT },
		{ "return new Date(text).toISOString();", "f", "RangeError", TORA_RAISED_NOT },
		{ "raised = int(text)", "f", "ValueError", TORA_RAISED_NOT },
		{ "", "f", "ValueError", TORA_RAISED_NOT },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].line,
		        tora_raised_by(tora_sv(rows[i].line), rows[i].function,
		                       tora_sv(rows[i].type)),
		        rows[i].want);
}

static void test_line(void **state)
{
	char wide[500];

	(void)state;
	memset(wide, 'x', sizeof wide);
	assert_true(tora_sv_is(tora_raised_line(tora_sv("a\n  b \nc"), 2), "b"));
	assert_true(tora_sv_is(tora_raised_line(tora_sv("a\nb\nc"), 3), "c"));
	assert_int_equal(tora_raised_line(tora_sv("a\nb\n"), 4).len, 0);
	assert_int_equal(tora_raised_line(tora_sv("a\nb\n"), 0).len, 0);
	assert_int_equal(tora_raised_line((struct tora_sv){ wide, sizeof wide }, 1).len, 0);
}

/* What has to be read: a file of the repository that the change does not have. */
static void test_unread(void **state)
{
	static const struct {
		const char *label, *frame, *line;
		enum tora_side side;
		const char *want;
	} rows[] = {
		{ "another file", "/repo/p/v.py:f", "", TORA_BASE, "p/v.py" },
		{ "of the change", "/repo/p/u.py:f", "", TORA_HEAD, "" },
		{ "its name before", "/repo/p/old.py:f", "", TORA_BASE, "" },
		{ "its name before, afterwards", "/repo/p/old.py:f", "", TORA_HEAD, "p/old.py" },
		{ "one that was read", "/repo/p/v.py:f", "raise A", TORA_BASE, "" },
		{ "of a library", "/usr/lib/v.py:f", "", TORA_BASE, "" },
		{ "the test", "<test>", "", TORA_BASE, "" },
		{ "no file", "/repo/:f", "", TORA_BASE, "" },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_file_change *file = tora_vec_push(arena, &change.files);

	(void)state;
	file->path = "p/u.py";
	file->old_path = "p/old.py";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial t = trial_raise(arena, "", "KeyError", "x", rows[i].frame);
		const char *got;

		t.exception->line = tora_sv(rows[i].line);
		got = tora_raised_unread(&change, t.exception, rows[i].side);
		row_text(rows[i].label, got ? got : "", rows[i].want);
	}
	assert_null(tora_raised_unread(&change, NULL, TORA_BASE));
	assert_int_equal(tora_raised_in(NULL, NULL, TORA_BASE), TORA_RAISED_NOT);
	tora_arena_free(arena);
}

/* Types that are mistakes mostly: what is raised on purpose is none, on neither side. */
static void test_no_mistake(void **state)
{
	static const struct {
		const char *label, *before, *after; /* lines */
		tora_facts has, hasnt;
	} rows[] = {
		{ "refused, now taken", "raise KeyError(name)", NULL, TORA_FACT(WAS_MEANT),
		  TORA_FACT(WAS_PROGRAM_ERROR) },
		{ "a mistake, now none", "return names[name]", NULL, TORA_FACT(WAS_PROGRAM_ERROR),
		  TORA_FACT(WAS_MEANT) },
		{ "passed on", "raise error", NULL, TORA_FACT(WAS_PROGRAM_ERROR),
		  TORA_FACT(WAS_MEANT) },
		{ "raised bare", "raise", NULL, TORA_FACT(WAS_PROGRAM_ERROR),
		  TORA_FACT(WAS_MEANT) },
		{ "not known", "", NULL, TORA_FACT(WAS_PROGRAM_ERROR), TORA_FACT(WAS_MEANT) },
		{ "refused on both sides", "raise KeyError(name)", "raise TypeError(name)",
		  TORA_FACT(WAS_MEANT), TORA_FACT(WAS_PROGRAM_ERROR) | TORA_FACT(PROGRAM_ERROR) },
		{ "refused, now a mistake", "raise KeyError(name)", "return len(name)",
		  TORA_FACT(WAS_MEANT) | TORA_FACT(PROGRAM_ERROR), 0 },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_change change = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial head = trial_ok("1"), base;
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.u",
			               .test = "print(f(1))\n",
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		base = trial_raise(arena, "", "KeyError", "name", "/repo/p/v.py:find");
		base.exception->line = tora_sv(rows[i].before);
		if (rows[i].after) {
			head = trial_raise(arena, "", "TypeError", "name", "/repo/p/v.py:find");
			head.exception->line = tora_sv(rows[i].after);
		}
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & rows[i].has) == rows[i].has, true);
		row_int(rows[i].label, (e.facts & rows[i].hasnt) != 0, false);
	}
	tora_arena_free(arena);
}

/* An error of another function of the file, which is raised there on purpose, or met. */
static void test_raised_there(void **state)
{
	static const struct {
		const char *label, *path, *old_path, *line;
		bool meant;
	} rows[] = {
		{ "raised", "p/u.py", NULL, "\t\traise ValueError(text)\n", true },
		{ "thrown", "p/u.py", NULL, "throw new ValueError(text)\n", true },
		{ "of a file with another name now", "p/v.py", "p/u.py", "raise ValueError(text)\n",
		  true },
		{ "met", "p/u.py", NULL, "return int(text)\n", false },
		{ "a name that begins so", "p/u.py", NULL, "raised = int(text)\n", false },
		{ "of another file", "u.py", NULL, "raise ValueError(text)\n", false },
		{ "of a file that ends so", "xp/u.py", NULL, "raise ValueError(text)\n", false },
		{ "of a line that is not there", "p/u.py", NULL, "", false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .branch = "", .title = "" };
	struct tora_function function = { .name = "p.u", .qualname = "" };
	struct tora_trial head = trial_ok("1"), base;

	(void)state;
	base = trial_raise(arena, "", "ValueError", "not a number", "/repo/p/u.py:parse");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { 0 };
		struct tora_file_change *file = tora_vec_push(arena, &change.files);
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &function,
			               .name = "p.u",
			               .test = "print(f(1))\n",
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*file = (struct tora_file_change){ .path = rows[i].path,
			                           .old_path = rows[i].old_path };
		file->base_text = tora_sv(tora_arena_printf(
			arena, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n%s", rows[i].line));
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, !!(e.facts & TORA_FACT(WAS_MEANT)), rows[i].meant);
	}
	tora_arena_free(arena);
}

/* A KeyError of a factory of the test, which went through the container, is a LookupError of that now. */
static void test_of_the_caller(void **state)
{
	static const struct {
		const char *label, *frames[3];
		bool is, counts;
	} rows[] = {
		{ "through the project",
		  { TORA_TEST_FILE, "/repo/p/u.py", TORA_TEST_FILE },
		  true,
		  true },
		{ "of the project",
		  { TORA_TEST_FILE, TORA_TEST_FILE, "/repo/p/u.py" },
		  false,
		  false },
		{ "of the test alone",
		  { TORA_TEST_FILE, TORA_TEST_FILE, TORA_TEST_FILE },
		  false,
		  false },
		{ "through a library",
		  { TORA_TEST_FILE, "/usr/lib/x.py", TORA_TEST_FILE },
		  false,
		  false },
	};
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent intent = { .branch = "", .title = "Refactor" };
	struct tora_trial head = trial_raise(arena, "", "Unknown", "a", "/repo/p/u.py:get");

	(void)state;
	tora_vec_push(arena, &intent.messages)->text = "Refactor";
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_trial base = trial_raise(arena, "", "KeyError", "stop", "<test>");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_ruling ruling;
		struct tora_case c = { .intent = &intent,
			               .name = "p.u.get",
			               .test = "print(f(1))\n",
			               .legality = TORA_LEGAL_PLAUSIBLE,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		base.exception->frames.n = 0;
		for (size_t k = 0; k < 3; k++)
			*tora_vec_push(arena, &base.exception->frames) = (struct tora_frame){
				.file = rows[i].frames[k], .line = 3, .function = "f"
			};
		row_int(rows[i].label, tora_raised_by_caller(base.exception), rows[i].is);
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, !!(e.facts & TORA_FACT(CALLERS_ERROR)), rows[i].counts);
		tora_rules(&e, arena, &ruling);
		row_int(rows[i].label, ruling.verdict == TORA_VERDICT_UNINTENDED, rows[i].counts);
	}
	row_int("it is still", tora_raised_by_caller(NULL), false);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_line),      cmocka_unit_test(test_line),
		cmocka_unit_test(test_unread),       cmocka_unit_test(test_no_mistake),
		cmocka_unit_test(test_raised_there), cmocka_unit_test(test_of_the_caller),
	};

	return cmocka_run_group_tests_name("raised", tests, NULL, NULL);
}
