/* Errors in a `with` block that come through no more. */
#include "trials.h"

#include "judge/evidence.h"
#include "judge/swallowed.h"

#define CLASS(gives)                                                                               \
	"class Other:\n    def __exit__(self, *of):\n        return self.close()\n\n\n"            \
	"class Journal:\n    def close(self):\n        return 1\n\n"                               \
	"    def __exit__(self, *of):\n        " gives "\n"
#define CLOSES CLASS("return self.close()")
#define TEST                                                                                       \
	"with Journal(file) as journal:\n    journal.night(1)\n    journal.record(-4)\n"           \
	"print(file)\n"
#define NAMED "j = Journal(file)\nk = 1\nwith j:\n    j.record(-4)\nprint(1)\n"
#define SAID  "journal: return the number of moths from close()"

static const struct {
	const char *label, *test, *head, *function, *message, *changelog;
	unsigned line;     /* of the test, that met the error */
	unsigned raised;   /* line of p/journal.py that raises it */
	const char *after; /* "!3": an error of line 3; "": none */
	bool want;
} rows[] = {
	{ "as what close() gives", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 30, "", true },
	{ "by itself", TEST, CLASS("return True"), "p.Journal.__exit__", SAID, NULL, 3, 30, "",
	  true },
	{ "of a name", NAMED, CLOSES, "p.Journal.close", SAID, NULL, 4, 30, "", true },
	{ "of the last name that is looked for",
	  "j = Journal(1)\nwith a, b, c, d, e, f, g, (j):\n    j.record(-4)\n", CLOSES,
	  "p.Journal.close", SAID, NULL, 3, 30, "", false },
	{ "of the one before", "j = Journal(1)\nwith a, b, c, d, e, f, g, j:\n    j.record(-4)\n",
	  CLOSES, "p.Journal.close", SAID, NULL, 3, 30, "", true },
	{ "of another name", "k = Journal(1)\nwith j:\n    j.record(-4)\n", CLOSES,
	  "p.Journal.close", SAID, NULL, 3, 30, "", false },
	{ "of a name for something else", "j = Sheet(1)\nwith j:\n    j.record(-4)\n", CLOSES,
	  "p.Journal.close", SAID, NULL, 3, 30, "", false },
	{ "an error behind the block", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 30, "!4",
	  true },
	{ "another one in it", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 30, "!2", false },
	{ "not in the block", TEST, CLOSES, "p.Journal.close", SAID, NULL, 4, 30, "", false },
	{ "where the block begins", TEST, CLOSES, "p.Journal.close", SAID, NULL, 1, 30, "", false },
	{ "of another class", "with Sheet(f) as s:\n    s.record(1)\n", CLOSES, "p.Journal.close",
	  SAID, NULL, 2, 30, "", false },
	{ "another method is changed", TEST, CLOSES, "p.Journal.night", SAID, NULL, 3, 30, "",
	  false },
	{ "of another class of that file", TEST, CLOSES, "p.Other.close", SAID, NULL, 3, 30, "",
	  false },
	{ "a function of that name", TEST, CLOSES, "close", SAID, NULL, 3, 30, "", false },
	{ "it gives nothing", TEST, CLASS("self.close()"), "p.Journal.close", SAID, NULL, 3, 30, "",
	  false },
	{ "it returns", TEST, CLASS("return"), "p.Journal.__exit__", SAID, NULL, 3, 30, "", false },
	{ "with a comment", TEST, CLASS("return  # self"), "p.Journal.__exit__", SAID, NULL, 3, 30,
	  "", false },
	{ "it gives False", TEST, CLASS("return False"), "p.Journal.__exit__", SAID, NULL, 3, 30,
	  "", false },
	{ "it gives None", TEST, CLASS("return None"), "p.Journal.__exit__", SAID, NULL, 3, 30, "",
	  false },
	{ "no such class", TEST, "class Sheet:\n    pass\n", "p.Journal.close", SAID, NULL, 3, 30,
	  "", false },
	{ "what raised it is changed", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 12, "",
	  false },
	{ "at its first line", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 11, "", false },
	{ "at its last", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 13, "", false },
	{ "above that", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 10, "", true },
	{ "below that", TEST, CLOSES, "p.Journal.close", SAID, NULL, 3, 14, "", true },
	{ "the message speaks of errors", TEST, CLOSES, "p.Journal.close",
	  "A journal ignores what goes wrong in it\n\nErrors end the block.", NULL, 3, 30, "",
	  false },
	{ "or of the block", TEST, CLOSES, "p.Journal.close", "Leave the with block early", NULL, 3,
	  30, "", false },
	{ "the changelog does", TEST, CLOSES, "p.Journal.close", SAID, "swallows typing mistakes",
	  3, 30, "", false },
};

/* Of line 3, through record() of the project. */
static struct tora_trial raised(struct tora_arena *arena, unsigned line, unsigned at)
{
	struct tora_trial t = trial_raise(arena, "", "p.BadName", "x", "/repo/p/journal.py:record");

	t.exception->frames.at[0].line = line;
	t.exception->frames.at[1].line = at;
	return t;
}

struct place {
	struct tora_change change;
	struct tora_function *function;
};

static struct place change_of(struct tora_arena *arena, const char *head, const char *name)
{
	struct place p = { 0 };

	*tora_vec_push(arena, &p.change.files) =
		(struct tora_file_change){ .path = "p/journal.py",
		                           .old_path = "p/journal.py",
		                           .role = TORA_FILE_SOURCE,
		                           .head_text = tora_sv(head) };
	p.function = tora_vec_push(arena, &p.change.functions);
	*p.function = (struct tora_function){ .file = "p/journal.py",
		                              .name = name,
		                              .kind = TORA_CHANGE_MODIFIED,
		                              .base_first = 11,
		                              .base_last = 13 };
	return p;
}

static void test_swallowed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct place p = change_of(arena, rows[i].head, rows[i].function);
		struct tora_said said = { .messages = tora_sv(rows[i].message) };
		struct tora_intent intent = { .title = "" };
		struct tora_trial base = raised(arena, rows[i].line, rows[i].raised);
		bool fails = *rows[i].after == '!';
		struct tora_trial head =
			fails ? raised(arena, (unsigned)(rows[i].after[1] - '0'), 40)
			      : trial_ok("1");
		struct tora_difference d = { .kind = fails ? TORA_DIFF_EXCEPTION_CHANGED
			                                   : TORA_DIFF_EXCEPTION_GONE };
		struct tora_case c = { .said = &said,
			               .intent = &intent,
			               .change = &p.change,
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		row_int(rows[i].label, tora_swallowed(&c), rows[i].want);
		d.kind = TORA_DIFF_MESSAGE_ONLY;
		assert_false(tora_swallowed(&c));
		tora_arena_free(arena);
	}
}

/* What is needed to say so; a class itself that is changed; an error of another file, or of a library. */
static void test_what_is_known(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct place p = change_of(arena, CLOSES, "p.Journal.close");
	struct tora_said said = { .messages = tora_sv(SAID) };
	struct tora_intent intent = { .title = "" };
	struct tora_trial base = raised(arena, 3, 12), none = trial_ok("1");
	struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_GONE };
	struct tora_case c = { .said = &said,
		               .intent = &intent,
		               .change = &p.change,
		               .test = TEST,
		               .before = &base,
		               .after = &none,
		               .difference = &d };

	(void)state;
	base.exception->frames.at[1].file = "/repo/p/night.py";
	assert_true(tora_swallowed(&c));
	base.exception->frames.at[1].file = "/usr/lib/re.py";
	assert_true(tora_swallowed(&c));
	p.function->file = "p/gone.py";
	assert_false(tora_swallowed(&c));
	p.function->file = "p/journal.py";
	p.function->is_class = true;
	assert_false(tora_swallowed(&c));
	*tora_vec_push(arena, &p.change.functions) = (struct tora_function){
		.file = "p/journal.py", .name = "p.Journal.close", .base_first = 40, .base_last = 41
	};
	base.exception->frames.at[1].file = "/repo/p/journal.py";
	assert_true(tora_swallowed(&c));
	c.before = &none;
	assert_false(tora_swallowed(&c));
	c.before = &base;
	c.said = NULL;
	assert_false(tora_swallowed(&c));
	c.said = &said;
	c.change = NULL;
	assert_false(tora_swallowed(&c));
	tora_arena_free(arena);
}

static void test_evidence(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct place p = change_of(arena, CLOSES, "p.Journal.close");
	struct tora_intent intent = { .branch = "", .title = SAID };
	struct tora_trial base = raised(arena, 3, 30), head = trial_ok("1");
	struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_GONE,
		                     .signature = "",
		                     .before = "p.BadName: x",
		                     .after = "1" };
	struct tora_case c = { .intent = &intent,
		               .change = &p.change,
		               .name = "p.Journal.close",
		               .test = TEST,
		               .before = &base,
		               .after = &head,
		               .difference = &d };
	struct tora_evidence e;

	(void)state;
	tora_vec_push(arena, &intent.messages)->text = SAID;
	tora_evidence(&c, arena, &e);
	assert_true(e.facts & TORA_FACT(SWALLOWED));
	assert_true(tora_evidence_unsaid(&e));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_swallowed),
		                            cmocka_unit_test(test_what_is_known),
		                            cmocka_unit_test(test_evidence) };

	return cmocka_run_group_tests_name("swallowed", tests, NULL, NULL);
}
