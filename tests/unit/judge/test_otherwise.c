/* Documents and changelogs that say how something was before, and what that weighs. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/otherwise.h"
#include "judge/rules.h"

static void test_said(void **state)
{
	static const struct {
		const char *label, *line;
		bool changelog, document;
	} rows[] = {
		{ "used to", "It used to be handed out as if nothing were missing.", true, true },
		{ "no longer", "- what an object lacks is no longer made up", true, true },
		{ "a version", "Up to 1.3 a token was let through for one more second.", true,
		  true },
		{ "a version that it needs", "Works with everything up to 3.12.", false, false },
		{ "a number", "Up to 1.5 seconds are waited.", false, false },
		{ "now", "- `find` now gives None", true, false },
		{ "in place of", "- blanks are kept instead of cut", true, false },
		{ "speed", "- `add()` is faster, and no longer depends on what there is", false,
		  false },
		{ "warnings", "- No deprecation warnings under Python 3.12 any more.", false,
		  false },
		{ "what is supported", "Python 3.7 is no longer supported.", false, false },
		{ "what is used", "`key` is the function used to sort rows.", false, false },
		{ "what it is used for", "The library is used to parse durations.", false, false },
		{ "what is raised", "A token that is no longer valid raises `Expired`.", true,
		  false },
		{ "what happens", "When the file is no longer there, None is the answer.", true,
		  false },
		{ "how it is to be had", "`new Trail({ limit: 20 })` is as before.", true, true },
		{ "an option that gives it back", "`least` is the share; 0 is as it was.", true,
		  true },
		{ "of one sentence", "1.5 unless told otherwise. `rate=1` is as before.", true,
		  true },
		{ "the old one", "Pass strict=False for the old behaviour.", true, true },
		{ "what stays", "`read` and `write` work as before.", false, false },
		{ "the rest", "All else in `read` is as it was.", false, false },
		{ "nothing that is given", "The result is as before.", false, false },
		{ "what a copy is for", "`merge()` copies its input: the list is as it was.", false,
		  false },
		{ "what is undone", "`undo()` puts the text back as it was.", false, false },
		{ "a call", "The API of `parse(text)` is as before.", false, false },
		{ "a value", "`None` is as before; False is as it was.", true, true },
		{ "an argument", "`parse(strict=False)` is as before.", true, true },
		{ "the end of a sentence", "Indexes were counted from 0 to 9.", false, false },
		{ "from one to another", "Weights were scaled from 0.5 to 1.0", false, false },
		{ "how it is made", "- GitHub Actions instead of Travis", false, false },
		{ "what is written of it", "- `parse()` now has a docstring", false, false },
		{ "what is released", "- releases come with a list of what is in them now", false,
		  false },
		{ "what there is", "- new: `Mask`, to parse a mask only once", false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent news = { .title = "" }, docs = { .title = "" };

		*tora_vec_push(arena, &news.changelog) = "# Changelog";
		*tora_vec_push(arena, &news.changelog) = rows[i].line;
		*tora_vec_push(arena, &docs.docs) = rows[i].line;
		row_int(rows[i].label, tora_otherwise_said(&news), rows[i].changelog);
		row_int(rows[i].label, tora_otherwise_said(&docs), rows[i].document);
		tora_arena_free(arena);
	}
	assert_false(tora_otherwise_said(&(struct tora_intent){ .title = "" }));
}

/* A commit that calls itself a refactoring is no silence any more; a promise, and a mistake, are what they were. */
static void test_verdicts(void **state)
{
	static const struct {
		const char *label;
		tora_facts facts;
		enum tora_verdict verdict;
	} rows[] = {
		{ "what a feature adds is mentioned",
		  TORA_FACT(VALUE) | TORA_FACT(CLAIM_ADDS) | TORA_FACT(OLD_USE) |
		          TORA_FACT(LOG_MENTIONS),
		  TORA_VERDICT_UNINTENDED },
		{ "and how it was before",
		  TORA_FACT(VALUE) | TORA_FACT(CLAIM_ADDS) | TORA_FACT(OLD_USE) |
		          TORA_FACT(LOG_MENTIONS) | TORA_FACT(SAID_OTHERWISE),
		  TORA_VERDICT_UNSURE },
		{ "nothing is said", TORA_FACT(VALUE), TORA_VERDICT_UNINTENDED },
		{ "said", TORA_FACT(VALUE) | TORA_FACT(SAID_OTHERWISE), TORA_VERDICT_UNSURE },
		{ "against a promise",
		  TORA_FACT(VALUE) | TORA_FACT(SAID_OTHERWISE) | TORA_FACT(PROMISE),
		  TORA_VERDICT_UNINTENDED },
		{ "a mistake",
		  TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR) | TORA_FACT(SAID_OTHERWISE),
		  TORA_VERDICT_UNINTENDED },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts | TORA_FACT(PLAUSIBLE) };
		struct tora_ruling ruling;

		if (!(e.facts & TORA_FACT(CLAIM_ADDS)))
			e.facts |= TORA_FACT(CLAIM_KEEPS);
		tora_rules(&e, arena, &ruling);
		row_text(rows[i].label, tora_verdict_name(ruling.verdict),
		         tora_verdict_name(rows[i].verdict));
	}
	tora_arena_free(arena);
}

/* A mistake weighs less for them, and not nothing. */
static void test_weights(void **state)
{
	const tora_facts mistake = TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR) |
	                           TORA_FACT(PLAUSIBLE) | TORA_FACT(CLAIM_KEEPS);
	struct tora_evidence without = { .facts = mistake },
			     with = { .facts = mistake | TORA_FACT(SAID_OTHERWISE) };
	struct tora_arena *arena = tora_arena_new();
	struct tora_ruling was, is;

	(void)state;
	tora_rules(&without, arena, &was);
	tora_rules(&with, arena, &is);
	assert_true(is.confidence < was.confidence);
	tora_arena_free(arena);
}

/* A KeyError of the line that looks into a result is no mistake of the project's. */
static void test_taken_apart(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial before = trial_ok("None"),
			  after = trial_raise(arena, "", "KeyError", "'author'", "<test>");
	struct tora_intent intent = { .branch = "", .title = "Add Mask" };
	struct tora_difference d;
	struct tora_case c = { .intent = &intent,
		               .name = "m.select",
		               .test = "print(select('*')['author'])",
		               .before = &before,
		               .after = &after,
		               .difference = &d };
	struct tora_evidence e;

	(void)state;
	*tora_vec_push(arena, &after.exception->frames) =
		(struct tora_frame){ .file = TORA_TEST_FILE, .line = 1 };
	tora_compare(&before, &after, arena, &d);
	tora_evidence(&c, arena, &e);
	assert_true(!!(e.facts & TORA_FACT(PROGRAM_ERROR)));
	*tora_vec_push(arena, &intent.changelog) = "- what an object lacks is no longer made up";
	tora_evidence(&c, arena, &e);
	assert_true(!!(e.facts & TORA_FACT(SAID_OTHERWISE)));
	assert_false(!!(e.facts & TORA_FACT(PROGRAM_ERROR)));
	tora_vec_push(arena, &intent.messages)->text = "Add Mask\n\nNo behaviour changes.";
	tora_evidence(&c, arena, &e);
	assert_true(!!(e.facts & TORA_FACT(PROMISE)));
	assert_true(!!(e.facts & TORA_FACT(PROGRAM_ERROR)));
	intent.messages.n = 0;
	after.exception->frames.at[after.exception->frames.n - 1].file = "/repo/m.py";
	tora_evidence(&c, arena, &e);
	assert_true(!!(e.facts & TORA_FACT(PROGRAM_ERROR)));
	tora_arena_free(arena);
}

/* A line that shares nothing with the difference is no word about a commit that claims to change nothing. */
static void test_akin(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_trial before = trial_ok("3"), after = trial_ok("4");
	struct tora_intent intent = { .branch = "", .title = "Refactor" };
	struct tora_difference d;
	struct tora_case c = { .intent = &intent,
		               .name = "m.select",
		               .test = "print(select(exp=3))",
		               .before = &before,
		               .after = &after,
		               .difference = &d };
	static const struct {
		const char *label, *message, *line;
		bool said;
	} rows[] = {
		{ "another matter", "Refactor it", "- blanks are no longer cut", false },
		{ "a name of the test", "Refactor it", "- `exp` is no longer counted", true },
		{ "where nothing is claimed", "Blanks", "- blanks are no longer cut", true },
		{ "code that is gone, and is not here", "Blanks", "- it has no `depth` any more",
		  false },
		{ "with brackets, as others have", "Blanks", "- it has no `depth()` any more",
		  false },
		{ "between two marks", "Blanks", "- ``exp`` is told, and has no ``exp`` any more",
		  true },
		{ "between two marks, and not here", "Blanks",
		  "- ``exp`` is told of no ``depth`` any more", false },
		{ "which is here", "Blanks", "- it has no `exp` any more", true },
		{ "which is what differs", "Blanks", "- it has no `4` any more", true },
		{ "code that something is said of", "Blanks", "- `depth` blanks are no longer cut",
		  true },
		{ "before what is gone", "Blanks", "- of `exp`, `depth` anymore, nothing is left",
		  false },
		{ "half a piece of code", "Blanks", "- `depth no longer", true },
	};

	(void)state;
	tora_compare(&before, &after, arena, &d);
	tora_vec_push(arena, &intent.messages);
	tora_vec_push(arena, &intent.changelog);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e;

		intent.messages.at[0].text = rows[i].message;
		intent.changelog.at[0] = rows[i].line;
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, !!(e.facts & TORA_FACT(SAID_OTHERWISE)), rows[i].said);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_said),
		                            cmocka_unit_test(test_verdicts),
		                            cmocka_unit_test(test_akin),
		                            cmocka_unit_test(test_weights),
		                            cmocka_unit_test(test_taken_apart) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
