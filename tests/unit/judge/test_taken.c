/* What a callback raises is taken for something else. */
#include "trials.h"

#include "judge/compare.h"
#include "judge/evidence.h"

#define OPEN                                                                                       \
	"def press(key):\n    if key not in keys:\n        raise UnknownKey(key)\n    return "     \
	"keys[key]()\n"
#define BODY OPEN "    except KeyError:\n"
#define TEST "def loans():\n    raise KeyError('own')\non('1', loans)\npress('1')\n"
#define DATA "def loans():\n    return data['own']\non('1', loans)\npress('1')\n"

static const struct {
	const char *label, *message, *changelog, *body, *test;
	const char *raised; /* by the head; NULL: it prints 1 */
	bool is_own, stays; /* the base raises in the test, and so does the head */
	bool taken;
} rows[] = {
	{ "for another", "A menu may have a fallback", NULL, BODY, TEST, "UnknownKey", true, false,
	  true },
	{ "of a value", "A menu may have a fallback", NULL, BODY, DATA, "UnknownKey", true, false,
	  true },
	{ "by none", "A menu may have a fallback", NULL, BODY, TEST, NULL, true, false, true },
	{ "by none, where nothing is caught", "A menu may have a fallback", NULL, OPEN, TEST, NULL,
	  true, false, false },
	{ "by none, of a value", "A menu may have a fallback", NULL, BODY, DATA, NULL, true, false,
	  false },
	{ "for a new one", "A menu may have a fallback", NULL, "", TEST, "UnknownKey", true, false,
	  false },
	{ "the project's own error", "A menu may have a fallback", NULL, BODY, TEST, "UnknownKey",
	  false, false, false },
	{ "the caller raises another", "A menu may have a fallback", NULL, BODY, TEST, "UnknownKey",
	  true, true, false },
	{ "the message has its name", "Treat KeyError as an unknown key", NULL, BODY, TEST,
	  "UnknownKey", true, false, false },
	{ "a word of its name is any word", "A menu may have a default key", NULL, BODY, TEST,
	  "UnknownKey", true, false, true },
	{ "or speaks of callbacks", "Errors of a callback are unknown keys", NULL, BODY, TEST,
	  "UnknownKey", true, false, false },
	{ "or of what failed", "Don't remember failed lookups", NULL, BODY, TEST, "UnknownKey",
	  true, false, false },
	{ "or of trying again", "Retry lookups", NULL, BODY, TEST, "UnknownKey", true, false,
	  false },
	{ "what is retrieved is no word of that", "Retrieve keys lazily", NULL, BODY, TEST,
	  "UnknownKey", true, false, true },
	{ "or of listeners", "Listeners that fail no longer stop the others", NULL, BODY, TEST,
	  NULL, true, false, false },
	{ "the changelog does", "A menu may have a fallback", "press() swallows what actions raise",
	  BODY, TEST, "UnknownKey", true, false, false },
};

/* Through the project, and raised in line 2 of the test or in the project. */
static struct tora_trial raised(struct tora_arena *arena, const char *type, bool is_own)
{
	struct tora_trial t = trial_raise(arena, "", type, "own", "/repo/p.py:press");

	if (is_own)
		*tora_vec_push(arena, &t.exception->frames) = (struct tora_frame){
			.file = TORA_TEST_FILE, .line = 2, .function = "loans"
		};
	return t;
}

static void test_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { 0 };
		struct tora_function press = { .name = "p.press",
			                       .kind = TORA_CHANGE_MODIFIED,
			                       .base_body = tora_sv(rows[i].body) };
		struct tora_trial base = raised(arena, "KeyError", rows[i].is_own);
		struct tora_trial head = rows[i].raised
		                                 ? raised(arena, rows[i].raised, rows[i].stays)
		                                 : trial_ok("1");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .function = &press,
			               .name = "p.press",
			               .test = rows[i].test,
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &change.files) = (struct tora_file_change){
			.path = "p.py", .role = TORA_FILE_SOURCE, .head_text = tora_sv(rows[i].body)
		};
		tora_vec_push(arena, &intent.messages)->text = rows[i].message;
		if (rows[i].changelog)
			*tora_vec_push(arena, &intent.changelog) = rows[i].changelog;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(rows[i].label, (e.facts & TORA_FACT(TAKEN)) != 0, rows[i].taken);
		tora_arena_free(arena);
	}
}

/* "Fix timeout deadlines" is about errors of that kind, wherever they come from. */
static void test_kind_is_spoken_of(void **state)
{
	static const struct {
		const char *message;
		bool taken;
	} messages[] = { { "Fix timeout deadlines", false },
		         { "Fix deadlines", true },
		         { "Fix timeouts", true } };

	(void)state;
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { .branch = "", .title = "" };
		struct tora_change change = { 0 };
		struct tora_trial base = raised(arena, "TimeoutError", true), head = trial_ok("1");
		struct tora_difference d;
		struct tora_evidence e;
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .name = "p.press",
			               .test = "def loans():\n    raise TimeoutError('own')\n",
			               .before = &base,
			               .after = &head,
			               .difference = &d };

		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "p.py",
			                           .role = TORA_FILE_SOURCE,
			                           .head_text = tora_sv("except TimeoutError:") };
		tora_vec_push(arena, &intent.messages)->text = messages[i].message;
		tora_compare(&base, &head, arena, &d);
		tora_evidence(&c, arena, &e);
		row_int(messages[i].message, (e.facts & TORA_FACT(TAKEN)) != 0, messages[i].taken);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_taken),
		                            cmocka_unit_test(test_kind_is_spoken_of) };

	return cmocka_run_group_tests_name("taken", tests, NULL, NULL);
}
