/* The same error, of another class than a document has. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"
#include "judge/rules.h"

#define README "Catch `TokenError`; it has a path.\n"
#define FILES  "Say which file a bad token is in"

static const struct {
	const char *label, *message, *changelog, *readme, *now, *text; /* of a changed file */
	const char *was, *said, *is, *says; /* classes and words of both sides */
	bool rewrapped;
} rows[] = {
	{ "with more words", FILES, "Errors name the file", README, NULL, "", "TokenError",
	  "no such token", "ValueError", "a.json: no such token", true },
	{ "a root", FILES, NULL, README, NULL, "", "TokenError", "no such token", "Exception",
	  "a.json: no such token", true },
	{ "with the same", FILES, NULL, README, README, "", "TokenError", "no such token",
	  "ValueError", "no such token", true },
	{ "other words", FILES, NULL, README, NULL, "", "TokenError", "no such token", "ValueError",
	  "a.json is broken", false },
	{ "hardly any words", FILES, NULL, README, NULL, "", "TokenError", "no", "ValueError",
	  "nothing known", false },
	{ "the same class", FILES, NULL, README, NULL, "", "TokenError", "no such token",
	  "TokenError", "a.json: no such token", false },
	{ "of a root", FILES, NULL, "Catch `Error`.\n", NULL, "", "Error", "no such token",
	  "RangeError", "a.json: no such token", false },
	{ "one of its kind to the language", FILES, NULL, "Catch `LookupError`.\n", NULL, "",
	  "LookupError", "no such token", "KeyError", "a.json: no such token", false },
	{ "one of which nobody knows more", FILES, NULL, README, NULL, "", "TokenError",
	  "no such token", "FileError", "a.json: no such token", false },
	{ "another one that the change makes", FILES, NULL, README, NULL,
	  "class FileError(Exception):\n", "TokenError", "no such token", "FileError",
	  "a.json: no such token", true },
	{ "in no document", FILES, NULL, "Catch what you can.\n", NULL, "", "TokenError",
	  "no such token", "ValueError", "a.json: no such token", false },
	{ "in none any more", FILES, NULL, README, "Catch what you can.\n", "", "TokenError",
	  "no such token", "ValueError", "a.json: no such token", false },
	{ "one of its kind", FILES, NULL, README, NULL, "class FileError(TokenError):\n",
	  "TokenError", "no such token", "FileError", "a.json: no such token", false },
	{ "both in one line", FILES, NULL, README, NULL,
	  "    except TokenError as error:  # ValueError\n", "TokenError", "no such token",
	  "ValueError", "a.json: no such token", true },
	{ "the message names the new one", "Raise ValueError with the file", NULL, README, NULL, "",
	  "TokenError", "no such token", "ValueError", "a.json: no such token", false },
	{ "or the old one", "Say which file, in place of a TokenError", NULL, README, NULL, "",
	  "TokenError", "no such token", "ValueError", "a.json: no such token", false },
	{ "or that it is wrapped", "Wrap errors of a file", NULL, README, NULL, "", "TokenError",
	  "no such token", "ValueError", "a.json: no such token", false },
	{ "the changelog does", FILES, "loading raises ValueError", README, NULL, "", "TokenError",
	  "no such token", "ValueError", "a.json: no such token", false },
};

static void test_rewrapped(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = {
			.readme = tora_sv(rows[i].readme),
			.readme_path = "README.md",
		};
		struct tora_trial base =
			trial_raise(arena, "", rows[i].was, rows[i].said, "/repo/p.py:f");
		struct tora_trial head =
			trial_raise(arena, "", rows[i].is, rows[i].says, "/repo/p.py:f");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.load",
			               .test = "print(load('{'))\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		*tora_vec_push(arena, &change.files) = (struct tora_file_change){
			.path = "p.py", .role = TORA_FILE_SOURCE, .head_text = tora_sv(rows[i].text)
		};
		if (rows[i].now)
			*tora_vec_push(arena, &change.files) =
				(struct tora_file_change){ .path = "README.md",
				                           .old_path = "README.md",
				                           .head_text = tora_sv(rows[i].now) };
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(REWRAPPED)) != 0, rows[i].rewrapped);
		row_int(rows[i].label, tora_evidence_unsaid(&e), rows[i].rewrapped);
		tora_arena_free(arena);
	}
}

/* However much a message says of errors; but not of input that nobody passes. */
static void test_verdict(void **state)
{
	const tora_facts facts = TORA_FACT(CHANGED) | TORA_FACT(WAS_MEANT) |
	                         TORA_FACT(CLAIM_CHANGES) | TORA_FACT(ABOUT_ERRORS) |
	                         TORA_FACT(NAMES_INPUT) | TORA_FACT(SHARES_WORDS) |
	                         TORA_FACT(REWRAPPED);
	struct tora_arena *arena = tora_arena_new();
	struct tora_evidence e = { .facts = facts | TORA_FACT(PLAUSIBLE) };
	struct tora_ruling ruling;

	(void)state;
	tora_rules(&e, arena, &ruling);
	assert_int_equal(ruling.verdict, TORA_VERDICT_UNINTENDED);
	e.facts = facts | TORA_FACT(UNKNOWN);
	tora_rules(&e, arena, &ruling);
	assert_int_not_equal(ruling.verdict, TORA_VERDICT_UNINTENDED);
	e.facts = facts | TORA_FACT(PLAUSIBLE) | TORA_FACT(TEST_EXPECTS);
	tora_rules(&e, arena, &ruling);
	assert_int_not_equal(ruling.verdict, TORA_VERDICT_UNINTENDED);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rewrapped),
		                            cmocka_unit_test(test_verdict) };

	return cmocka_run_group_tests_name("rewrapped", tests, NULL, NULL);
}
