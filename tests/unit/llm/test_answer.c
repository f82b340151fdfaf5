/*
 * Answers as models give them. The rows named "probe" are the inputs on which the
 * parsers of the published tools lost an answer or read it as its opposite
 * (a study of their failure modes); here each must come out right or unknown.
 */
#include "llm/answer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define INTENDED   TORA_VERDICT_INTENDED
#define UNINTENDED TORA_VERDICT_UNINTENDED
#define IRRELEVANT TORA_VERDICT_IRRELEVANT
#define UNSURE     TORA_VERDICT_UNSURE

/* noteworthy, deterministic, public, legal, intended: y, n or ? */
#define FIVE(n, d, p, l, i)                                                                        \
	"\"noteworthy\": \"" n "\", \"deterministic\": \"" d "\", \"public\": \"" p                \
	"\", \"legal\": \"" l "\", \"intended\": \"" i "\""
#define THREE(n, l, i) "\"noteworthy\": \"" n "\", \"legal\": \"" l "\", \"intended\": \"" i "\""
#define YYYYN          FIVE("yes", "yes", "yes", "yes", "no")
#define YYYYY          FIVE("yes", "yes", "yes", "yes", "yes")
#define UNINT          "\"verdict\": \"unintended\""
#define INTD           "\"verdict\": \"intended\", \"quote\": \"faster now\""
#define OK_UN          "{\"thoughts\": \"t\", " YYYYN ", " UNINT "}"

static const struct {
	const char *label, *text, *five;
	enum tora_verdict verdict;
} rows[] = {
	{ "as asked", "{" THREE("yes", "yes", "no") "," UNINT "}", "y??yn", UNINTENDED },
	{ "irrelevant by what was measured and not asked",
	  "{" THREE("yes", "yes", "no") ",\"verdict\":\"irrelevant\"}", "y??yn", IRRELEVANT },
	{ "no verdict, all that is asked", "{" THREE("yes", "yes", "no") "}", "y??yn", UNINTENDED },
	{ "what was measured repeated, as once asked", OK_UN, "yyyyn", UNINTENDED },
	{ "intended, with a quote", "{" YYYYY "," INTD "}", "yyyyy", INTENDED },
	{ "irrelevant", "{" FIVE("no", "yes", "yes", "yes", "no") ",\"verdict\":\"irrelevant\"}",
	  "nyyyn", IRRELEVANT },
	{ "unsure", "{" FIVE("yes", "yes", "yes", "yes", "unknown") ",\"verdict\":\"unsure\"}",
	  "yyyy?", UNSURE },
	{ "in a fence", "```json\n" OK_UN "\n```\n", "yyyyn", UNINTENDED },
	{ "in a fence of another name", "```JSON5\n" OK_UN "\n```", "yyyyn", UNINTENDED },
	{ "in a fence that never closes", "```json\n" OK_UN, "yyyyn", UNINTENDED },
	{ "prose before and after", "Sure!\n" OK_UN "\nHope that helps.", "yyyyn", UNINTENDED },
	{ "probe: dict in prose before", "- the test passes {'a': 1} to f\n" OK_UN, "yyyyn",
	  UNINTENDED },
	{ "probe: text with braces after", OK_UN "\nNote: {x} stays.", "yyyyn", UNINTENDED },
	{ "probe: comments kept", "{\"thoughts\": \"t\", // why\n" YYYYN ", // five\n" UNINT "}",
	  "yyyyn", UNINTENDED },
	{ "probe: a key is missing", "{\"noteworthy\": \"yes\", \"intended\": \"no\", " UNINT "}",
	  "y???n", UNINTENDED },
	{ "probe: capitals",
	  "{" FIVE("Yes", "YES", "Yes", "yes", "No") ",\"Verdict\":\"Unintended\"}", "yyyyn",
	  UNINTENDED },
	{ "probe: capitals, older words",
	  "{" FIVE("Noteworthy", "Deterministic", "Public", "Legal", "Unintended") "," UNINT "}",
	  "yyyyn", UNINTENDED },
	{ "probe: answer with explanation",
	  "{" FIVE("yes", "yes", "yes", "yes",
	           "unintended (accidental)") ",\"verdict\":\"unintended (accidental)\"}",
	  "yyyyn", UNINTENDED },
	{ "probe: internal",
	  "{" FIVE("yes", "yes", "project-internal", "yes", "no") ",\"verdict\":\"irrelevant\"}",
	  "yynyn", IRRELEVANT },
	{ "probe: fence inside thoughts",
	  "```json\n{\"thoughts\": \"a\\n```json x\\n```\", " YYYYN "," UNINT "}\n```", "yyyyn",
	  UNINTENDED },
	{ "trailing commas", "{" YYYYN "," UNINT ",}", "yyyyn", UNINTENDED },
	{ "single quotes",
	  "{'noteworthy': 'yes', 'deterministic': 'yes', 'public': 'yes', "
	  "'legal': 'yes', 'intended': 'no', 'verdict': 'unintended'}",
	  "yyyyn", UNINTENDED },
	{ "booleans",
	  "{\"noteworthy\": true, \"deterministic\": True, \"public\": true, "
	  "\"legal\": true, \"intended\": false, " UNINT "}",
	  "yyyyn", UNINTENDED },
	{ "other spelling of keys",
	  "{\"Noteworthy\": \"yes\", \"is_deterministic\": \"yes\", "
	  "\"PUBLIC\": \"yes\", " UNINT "}",
	  "y?y??", UNINTENDED },
	{ "wrapped", "{\"result\": " OK_UN "}", "yyyyn", UNINTENDED },
	{ "no verdict, clear answers", "{" YYYYN "}", "yyyyn", UNINTENDED },
	{ "no verdict, clear and irrelevant", "{" FIVE("yes", "yes", "no", "yes", "no") "}",
	  "yynyn", IRRELEVANT },
	{ "no verdict, one answer missing", "{\"noteworthy\": \"yes\", \"intended\": \"no\"}",
	  "y???n", UNSURE },
	{ "no verdict never means intended", "{" YYYYY ", \"quote\": \"faster now\"}", "yyyyy",
	  UNSURE },
	{ "half an object", "{\"thoughts\": \"t\", " YYYYN ", \"verdict\": \"uninten", "yyyyn",
	  UNINTENDED },
	{ "half an object, intended",
	  "{" YYYYY ", \"quote\": \"faster now\", \"verdict\": \"intended", "yyyyy", UNSURE },
	/* where the first string ends is anybody's guess: ask again */
	{ "half, then the whole", "{\"thoughts\": \"hm\nAgain:\n" OK_UN, NULL, UNSURE },
	{ "two objects: the last counts",
	  "{" YYYYY "," INTD "}\nOn reflection:\n"
	  "{" YYYYN ",\"quote\":\"\"," UNINT "}",
	  "yyyyn", UNINTENDED },
	{ "intended without a quote", "{" YYYYY ",\"verdict\":\"intended\"}", "yyyyy", UNSURE },
	{ "intended with an empty quote", "{" YYYYY ",\"verdict\":\"intended\",\"quote\":\" \"}",
	  "yyyyy", UNSURE },
	{ "intended, answers say no", "{" YYYYN "," INTD "}", "yyyyn", UNSURE },
	{ "intended, answer missing", "{" INTD "}", "?????", UNSURE },
	{ "unintended, answers say yes", "{" YYYYY "," UNINT "}", "yyyyy", UNSURE },
	{ "unintended, answers say irrelevant",
	  "{" FIVE("no", "yes", "yes", "yes", "no") "," UNINT "}", "nyyyn", UNSURE },
	{ "irrelevant, nothing says so", "{" YYYYN ",\"verdict\":\"irrelevant\"}", "yyyyn",
	  UNSURE },
	{ "the schema copied",
	  "{" FIVE("yes|no|unknown", "yes|no|unknown", "yes|no|unknown", "yes|no|unknown",
	           "yes|no|unknown") ",\"verdict\":"
	                             "\"intended|unintended|irrelevant|unsure\"}",
	  "?????", UNSURE },
	{ "both",
	  "{\"intended\": \"intended/unintended\", \"verdict\": \"intended or unintended\","
	  " \"quote\": \"faster now\"}",
	  "?????", UNSURE },
	{ "not turns it round",
	  "{" FIVE("not minor", "not random", "yes", "yes", "not intended") "," UNINT "}", "yyyyn",
	  UNINTENDED },
	{ "not turns it round, in the verdict",
	  "{\"intended\": \"yes\", \"quote\": \"faster now\", "
	  "\"verdict\": \"not intended\"}",
	  "????y", UNSURE },
	{ "isn't", "{\"intended\": \"it isn't intended\", " UNINT "}", "????n", UNINTENDED },
	{ "doubt", "{\"intended\": \"possibly yes\", " INTD "}", "?????", UNSURE },
	{ "an essay",
	  "{\"intended\": \"yes one two three four five six seven eight nine ten eleven "
	  "twelve\", " INTD "}",
	  "?????", UNSURE },
	{ "numbers and lists are no words", "{\"intended\": 1, \"legal\": [\"yes\"], " INTD "}",
	  "?????", UNSURE },
	{ "a key twice, contradicting", "{\"intended\": \"yes\", \"intended\": \"no\", " INTD "}",
	  "?????", UNSURE },
	{ "an unknown verdict", "{" YYYYY ",\"quote\":\"faster now\",\"verdict\":\"fine\"}",
	  "yyyyy", UNSURE },
	{ "an object quoted in a string",
	  "{\"thoughts\": \"it prints {'intended': 'yes', 'verdict': 'intended', 'quote': 'a b', "
	  "'legal': 'yes', 'public': 'yes', 'noteworthy': 'yes'}\", \"intended\": \"no\", " UNINT
	  "}",
	  "????n", UNINTENDED },
	{ "an object quoted in a broken one",
	  "{\"thoughts\": \"it prints {'intended': 'yes', 'verdict': 'intended', 'quote': 'a "
	  "b'}\", "
	  "\"intended\" \"no\"}\n",
	  NULL, UNSURE },
	{ "empty", "", NULL, UNSURE },
	{ "probe: prose only", "I could not find a difference.", NULL, UNSURE },
	{ "a refusal with braces", "I can't {do} that.", NULL, UNSURE },
	{ "another object", "{\"error\": \"overloaded\"}", NULL, UNSURE },
	{ "a list", "[\"intended\"]", NULL, UNSURE },
	{ "tags of an older format", "<ANSWER5>\nintended\n</ANSWER5>", NULL, UNSURE },
	{ "NUL and invalid UTF-8",
	  "{\"verdict\": \"uninten\xff"
	  "ded\"}",
	  "?????", UNSURE },
};

static char letter(enum tora_tri t)
{
	return "?yn"[t];
}

static void judgements(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_judgement j = { 0 };
		struct tora_err err = TORA_ERR_INIT;
		int rc = tora_answer_judgement(tora_sv(rows[i].text), arena, &j, &err);
		char five[6] = { letter(j.noteworthy), letter(j.deterministic), letter(j.is_public),
			         letter(j.legal), letter(j.intended) };

		if (!rows[i].five) {
			if (rc != TORA_E_FORMAT)
				fail_msg("%s: rc %d, verdict %d", rows[i].label, rc, j.verdict);
			continue;
		}
		if (rc || strcmp(five, rows[i].five) != 0 || j.verdict != rows[i].verdict)
			fail_msg("%s: rc %d (%s), answers %s, verdict %d", rows[i].label, rc,
			         err.msg, five, j.verdict);
	}
	tora_arena_free(arena);
}

static void texts_and_confidence(void **state)
{
	static const struct {
		const char *text;
		double share;
	} shares[] = {
		{ "0.8", 0.8 }, { "\"0.8\"", 0.8 }, { "\"80%\"", 0.8 }, { "1", 1 },
		{ "8", -1 },    { "-1", -1 },       { "\"high\"", -1 }, { "null", -1 },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_judgement j;
		char text[200];

		(void)snprintf(text, sizeof text,
		               "{\"confidence\": %s, \"explanation\": \" it differs \"}",
		               shares[i].text);
		assert_int_equal(tora_answer_judgement(tora_sv(text), arena, &j, &err), 0);
		if (j.confidence < shares[i].share - 1e-9 || j.confidence > shares[i].share + 1e-9)
			fail_msg("%s: got %f", shares[i].text, j.confidence);
		assert_string_equal(j.explanation, "it differs");
		assert_null(j.quote);
		assert_null(j.thoughts);
	}
	tora_arena_free(arena);
}

static const struct {
	const char *label, *text;
	int rc;
	enum tora_answer_side side;
} sides[] = {
	{ "as asked", "{\"thoughts\": \"t\", \"answer\": \"A\", \"reason\": \"r\"}", 0,
	  TORA_SIDE_A },
	{ "probe: lower case", "{\"answer\": \"output b\"}", 0, TORA_SIDE_B },
	{ "probe: quoted", "{\"answer\": \"\\\"Output B\\\"\"}", 0, TORA_SIDE_B },
	{ "probe: none", "Both look fine to me.", TORA_E_FORMAT, TORA_SIDE_UNKNOWN },
	{ "bare", "{answer: A}", 0, TORA_SIDE_A },
	{ "neither", "{\"answer\": \"neither\"}", 0, TORA_SIDE_NEITHER },
	{ "neither of the two", "{\"answer\": \"neither A nor B\"}", 0, TORA_SIDE_UNKNOWN },
	{ "both", "{\"answer\": \"both\"}", 0, TORA_SIDE_UNKNOWN },
	{ "not A", "{\"answer\": \"not A\"}", 0, TORA_SIDE_UNKNOWN },
	{ "A or B", "{\"answer\": \"A or B\"}", 0, TORA_SIDE_UNKNOWN },
	{ "the schema copied", "{\"answer\": \"A|B|neither|unknown\"}", 0, TORA_SIDE_UNKNOWN },
	{ "only thoughts", "{\"thoughts\": \"A\"}", 0, TORA_SIDE_UNKNOWN },
	{ "empty", "", TORA_E_FORMAT, TORA_SIDE_UNKNOWN },
};

static void which_side(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
		enum tora_answer_side side = TORA_SIDE_UNKNOWN;
		struct tora_err err = TORA_ERR_INIT;
		const char *reason = NULL;
		int rc = tora_answer_expected(tora_sv(sides[i].text), arena, &side, &reason, &err);

		if (rc != sides[i].rc || side != sides[i].side)
			fail_msg("%s: rc %d, side %d", sides[i].label, rc, side);
	}
	tora_arena_free(arena);
}

/* A megabyte made of brackets or half objects is given up on, soon. */
static void hostile_answers_end(void **state)
{
	static const char *const seeds[] = { "{",    "{\"a\":", "{\"verdict\": \"", "{'x",
		                             "{a:[", "}{",      "{\"a\": \"",       "{/*" };
	struct tora_arena *arena = tora_arena_new();
	size_t size = TORA_ANSWER_MAX + 100;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_judgement j = { .verdict = UNSURE };

		for (size_t at = 0; at < size; at++)
			text[at] = seeds[i][at % strlen(seeds[i])];
		(void)tora_answer_judgement((struct tora_sv){ text, size }, arena, &j, &err);
		assert_int_equal(j.verdict, UNSURE);
	}
	free(text);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(judgements),
		cmocka_unit_test(texts_and_confidence),
		cmocka_unit_test(which_side),
		cmocka_unit_test(hostile_answers_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
