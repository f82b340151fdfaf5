/* What is no news to who made the change. */
#include "trials.h"

#include "judge/quiet.h"
#include "judge/rules.h"

static tora_facts facts_of(const char *lost, const char *removed, const char *added,
                           const struct tora_file_change *file, struct tora_arena *arena)
{
	struct tora_change change = { 0 };
	struct tora_intent intent = { .title = "" };
	struct tora_said said = { .removed = tora_sv(removed), .added = tora_sv(added) };
	struct tora_difference d = { .api_missing_head = true };
	struct tora_telling t = { .function = tora_sv("") };
	struct tora_case c = {
		.intent = &intent, .change = &change, .said = &said, .difference = &d
	};
	tora_facts ret;

	*tora_vec_push(arena, &t.values) = tora_sv(lost);
	if (file)
		*tora_vec_push(arena, &change.files) = *file;
	ret = tora_quiet_facts(&c, &t);
	d.api_missing_head = false;
	assert_false((tora_quiet_facts(&c, &t) & TORA_FACT(TAKEN_OUT)) != 0);
	c.change = NULL;
	assert_false(tora_quiet_facts(&c, &t));
	return ret;
}

static void test_taken_out(void **state)
{
	static const struct {
		const char *label, *lost, *removed, *added;
		bool out;
	} rows[] = {
		{ "a function", "find", "def find(x):\n    return x\n", "", true },
		{ "a class", "Finder", "class Finder:\n", "", true },
		{ "of another class", "Finder", "class Finder extends Base {\n", "", true },
		{ "of a default export", "Finder", "export default class Finder {\n", "", true },
		{ "of a generator", "find", "function* find(x) {\n", "", true },
		{ "of a class, and not of its objects", "find", "    static find(x) {\n", "",
		  true },
		{ "of a class, and it waits", "find", "    static async find(x) {\n", "", true },
		{ "of an export", "find", "export async function find(x) {\n", "", true },
		{ "a value", "LIMIT", "LIMIT = 3\n", "", true },
		{ "with its type", "limit", "    limit: int\n", "", true },
		{ "of an object", "limit", "        self.limit = 3\n", "", true },
		{ "renamed", "find", "def find(x):\n", "def look_for(x):\n", true },
		{ "by its path", "p.find", "def find(x):\n", "", true },
		{ "it stands elsewhere", "find", "def find(x):\n", "    def find(self):\n", false },
		{ "a line of imports", "find", "from .find import find\n", "", false },
		{ "a call", "find", "    find(1)\n", "", false },
		{ "of an object's", "find", "    self.find(1)\n", "", false },
		{ "an argument", "limit", "    limit=3,\n", "", false },
		{ "a parameter with its type", "limit", "    limit: int,\n", "", false },
		{ "a parameter of an arrow", "limit", "limit => limit + 1\n", "", false },
		{ "a call of an export", "find", "exports.find(1)\n", "", false },
		{ "a comparison", "limit", "limit == 3\n", "", false },
		{ "a longer name", "find", "def find_all(x):\n", "", false },
		{ "a shorter one", "find_all", "def find(x):\n", "", false },
		{ "nothing", "", "def find(x):\n", "", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].label,
		        !!(facts_of(rows[i].lost, rows[i].removed, rows[i].added, NULL, arena) &
		           TORA_FACT(TAKEN_OUT)),
		        rows[i].out);
	tora_arena_free(arena);
}

static void test_module(void **state)
{
	static const struct {
		const char *label, *lost, *was, *is;
		enum tora_change_kind kind;
		enum tora_file_role role;
		bool out;
	} rows[] = {
		{ "deleted", "p.utils", "p/utils.py", "p/utils.py", TORA_CHANGE_DELETED,
		  TORA_FILE_SOURCE, true },
		{ "a package", "utils", "p/utils/__init__.py", "p/utils/__init__.py",
		  TORA_CHANGE_DELETED, TORA_FILE_SOURCE, true },
		{ "at the top", "utils", "utils.py", "utils.py", TORA_CHANGE_DELETED,
		  TORA_FILE_SOURCE, true },
		{ "renamed", "utils", "p/utils.py", "p/tools.py", TORA_CHANGE_RENAMED,
		  TORA_FILE_SOURCE, true },
		{ "it moves", "utils", "p/utils.py", "q/utils.py", TORA_CHANGE_RENAMED,
		  TORA_FILE_SOURCE, true },
		{ "edited", "utils", "p/utils.py", "p/utils.py", TORA_CHANGE_MODIFIED,
		  TORA_FILE_SOURCE, false },
		{ "another", "utils", "p/my_utils.py", "p/my_utils.py", TORA_CHANGE_DELETED,
		  TORA_FILE_SOURCE, false },
		{ "of tests", "utils", "tests/utils.py", "tests/utils.py", TORA_CHANGE_DELETED,
		  TORA_FILE_TEST, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tora_file_change file = { .path = rows[i].is,
			                               .old_path = rows[i].was,
			                               .kind = rows[i].kind,
			                               .role = rows[i].role };

		row_int(rows[i].label,
		        !!(facts_of(rows[i].lost, "", "", &file, arena) & TORA_FACT(TAKEN_OUT)),
		        rows[i].out);
	}
	tora_arena_free(arena);
}

static void test_unfinished(void **state)
{
	static const struct {
		const char *first, *second;
		bool unfinished;
	} rows[] = {
		{ "Work in progress.", NULL, true },
		{ "wip", NULL, true },
		{ "[WIP] Split the parser", NULL, true },
		{ "A new parser, WORK IN PROGRESS", NULL, true },
		{ "A new parser (wip)", NULL, true },
		{ "Initial work on states (in progress)", NULL, true },
		{ "Remove \"Work in progress\" caveat", NULL, false },
		{ "Wipe the table", NULL, false },
		{ "Unwip", NULL, false },
		{ "Swap wip", "Fix the parser", false },
		{ "Fix the parser\n\nThe rest is work in progress", NULL, false },
		{ "", NULL, false },
		{ NULL, NULL, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_intent intent = { .title = "" };
		struct tora_case c = { .intent = &intent };
		const struct tora_telling t = { .function = tora_sv("") };

		if (rows[i].first)
			tora_vec_push(arena, &intent.messages)->text = rows[i].first;
		if (rows[i].second)
			tora_vec_push(arena, &intent.messages)->text = rows[i].second;
		row_int(rows[i].first ? rows[i].first : "no message",
		        tora_quiet_facts(&c, &t) == TORA_FACT(UNFINISHED), rows[i].unfinished);
	}
	tora_arena_free(arena);
}

static void test_wide(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_intent intent = { .title = "" };
	struct tora_difference d = { .kind = TORA_DIFF_VALUE };
	const struct tora_telling t = { .function = tora_sv("") };
	const struct tora_case c = { .intent = &intent, .change = &change, .difference = &d };

	(void)state;
	for (int i = 0; i < 14; i++)
		tora_vec_push(arena, &change.functions)->name = "p.f";
	assert_false((tora_quiet_facts(&c, &t) & TORA_FACT(WIDE)) != 0);
	change.functions_shed = 1;
	assert_true((tora_quiet_facts(&c, &t) & TORA_FACT(WIDE)) != 0);
	tora_arena_free(arena);
}

/* f(g(x)) fails in f: which is as it was, or is not. */
static void test_handed_on(void **state)
{
	static const struct {
		const char *label, *line, *file, *error;
		enum tora_legality legality;
		bool handed;
	} rows[] = {
		{ "into another file", "print(f(g('a')))", "/repo/p/u.py", "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, true },
		{ "by a method", "print(m.f(x.g('a')))", "/repo/p/u.py", "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, true },
		{ "as the second argument", "print(f(1, g('a')))", "/repo/p/u.py",
		  "AttributeError: 'NoneType' object has no attribute 'x'", TORA_LEGAL_PLAUSIBLE,
		  true },
		{ "and f changed", "print(f(g('a')))", "/repo/p/t.py", "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, false },
		{ "a test does it", "print(f(g('a')))", "/repo/p/u.py", "TypeError: no None",
		  TORA_LEGAL_SEEN, false },
		{ "nothing is handed on", "print(f('a'))", "/repo/p/u.py", "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, false },
		{ "f is handed on itself", "print(g(f('a')))", "/repo/p/u.py", "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, false },
		{ "a longer name", "print(ff(g('a')))", "/repo/p/u.py", "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, false },
		{ "a name that is gone", "print(f(g('a')))", "/repo/p/u.py",
		  "AttributeError: module 'p.t' has no attribute 'h'", TORA_LEGAL_PLAUSIBLE,
		  false },
		{ "arguments that are not taken", "print(f(g('a')))", "/repo/p/u.py",
		  "TypeError: h() got an unexpected keyword argument 'x'", TORA_LEGAL_PLAUSIBLE,
		  false },
		{ "in the test itself", "print(f(g('a')))", NULL, "TypeError: no None",
		  TORA_LEGAL_PLAUSIBLE, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *colon = strchr(rows[i].error, ':');
		struct tora_exception x = { .message = colon + 2 };
		struct tora_trial after = { .status = TORA_TRIAL_EXCEPTION, .exception = &x };
		struct tora_difference d = { .kind = TORA_DIFF_EXCEPTION_APPEARED };
		struct tora_intent intent = { .title = "" };
		struct tora_change change = { 0 };
		struct tora_str test = TORA_STR_INIT(200);
		const struct tora_telling t = { .function = tora_sv("") };
		struct tora_case c = { .intent = &intent,
			               .change = &change,
			               .after = &after,
			               .difference = &d,
			               .legality = rows[i].legality };

		tora_str_addf(&test, "import p\n\n%s\n", rows[i].line);
		c.test = tora_arena_text(arena, tora_str_view(&test));
		tora_str_free(&test);
		x.type = tora_arena_text(
			arena, (struct tora_sv){ rows[i].error, (size_t)(colon - rows[i].error) });
		*tora_vec_push(arena, &x.frames) =
			(struct tora_frame){ .file = "<test>", .line = 3, .function = "<module>" };
		if (rows[i].file)
			*tora_vec_push(arena, &x.frames) = (struct tora_frame){
				.file = rows[i].file, .line = 1, .function = "f"
			};
		tora_vec_push(arena, &change.files)->path = "p/t.py";
		row_int(rows[i].label, tora_quiet_facts(&c, &t) == TORA_FACT(HANDED_ON),
		        rows[i].handed);
	}
	tora_arena_free(arena);
}

/* What is shown all the same, and nobody is told of unasked: 72 % is what a push asks for. */
static void test_told(void **state)
{
	const tora_facts value = TORA_FACT(VALUE) | TORA_FACT(SEEN) | TORA_FACT(SILENT);
	const tora_facts loss = TORA_FACT(LOST_API) | TORA_FACT(APPEARED) | TORA_FACT(SEEN);
	const tora_facts mistake =
		TORA_FACT(APPEARED) | TORA_FACT(PROGRAM_ERROR) | TORA_FACT(PLAUSIBLE);
	const struct {
		const char *label;
		tora_facts facts;
		bool told;
	} rows[] = {
		{ "a lost name", loss | TORA_FACT(CLAIM_NONE), true },
		{ "by who deletes it", loss | TORA_FACT(CLAIM_NONE) | TORA_FACT(TAKEN_OUT), false },
		{ "below a promise",
		  loss | TORA_FACT(CLAIM_NONE) | TORA_FACT(TAKEN_OUT) | TORA_FACT(PROMISE), true },
		{ "below a refactoring", loss | TORA_FACT(CLAIM_KEEPS) | TORA_FACT(TAKEN_OUT),
		  false },
		{ "one that nobody is seen to use",
		  (loss ^ TORA_FACT(SEEN)) | TORA_FACT(PLAUSIBLE) | TORA_FACT(CLAIM_KEEPS), false },
		{ "one that nobody is seen to use, below a promise",
		  (loss ^ TORA_FACT(SEEN)) | TORA_FACT(PLAUSIBLE) | TORA_FACT(CLAIM_KEEPS) |
		          TORA_FACT(PROMISE),
		  true },
		{ "in a rework", loss | TORA_FACT(CLAIM_NONE) | TORA_FACT(WIDE), false },
		{ "in a rework that keeps what there is",
		  loss | TORA_FACT(CLAIM_KEEPS) | TORA_FACT(WIDE), true },
		{ "a mistake", mistake | TORA_FACT(CLAIM_NONE), true },
		{ "in a rework of which nothing is said",
		  mistake | TORA_FACT(CLAIM_NONE) | TORA_FACT(WIDE), false },
		{ "in a large fix", mistake | TORA_FACT(CLAIM_FIXES) | TORA_FACT(WIDE), true },
		{ "of a call as tests make it",
		  (mistake ^ TORA_FACT(PLAUSIBLE)) | TORA_FACT(SEEN) | TORA_FACT(CLAIM_NONE) |
		          TORA_FACT(WIDE),
		  true },
		{ "in what is not done", mistake | TORA_FACT(CLAIM_NONE) | TORA_FACT(UNFINISHED),
		  false },
		{ "another result of a refactoring", value | TORA_FACT(CLAIM_KEEPS), true },
		{ "and nothing said", value | TORA_FACT(CLAIM_NONE), true },
		{ "and much rewritten", value | TORA_FACT(CLAIM_NONE) | TORA_FACT(WIDE), false },
		{ "of a fix", value | TORA_FACT(CLAIM_FIXES) | TORA_FACT(REACH_OUTSIDE), false },
		{ "of a fix, and an index below zero",
		  value | TORA_FACT(CLAIM_FIXES) | TORA_FACT(REACH_OUTSIDE) | TORA_FACT(BELOW_ZERO),
		  true },
		{ "of a feature", value | TORA_FACT(CLAIM_ADDS), false },
		{ "without the option that it adds",
		  value | TORA_FACT(CLAIM_ADDS) | TORA_FACT(OLD_USE), true },
		{ "of a change", value | TORA_FACT(CLAIM_CHANGES), false },
		{ "a mistake of a change",
		  mistake | TORA_FACT(CLAIM_CHANGES) | TORA_FACT(NAMES_OTHER), true },
		{ "where its result is handed on",
		  mistake | TORA_FACT(CLAIM_CHANGES) | TORA_FACT(NAMES_OTHER) |
		          TORA_FACT(HANDED_ON),
		  false },
		{ "and that of a fix",
		  mistake | TORA_FACT(CLAIM_FIXES) | TORA_FACT(NAMES_OTHER) | TORA_FACT(HANDED_ON),
		  false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_evidence e = { .facts = rows[i].facts };
		struct tora_ruling r;

		tora_rules(&e, arena, &r);
		row_int(rows[i].label, r.verdict, TORA_VERDICT_UNINTENDED);
		row_int(rows[i].label, r.confidence >= 0.715, rows[i].told);
		row_int(rows[i].label, r.quiet.n > 0 || rows[i].told, true);
		assert_true(r.confidence > 0.66);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taken_out),  cmocka_unit_test(test_module),
		cmocka_unit_test(test_unfinished), cmocka_unit_test(test_wide),
		cmocka_unit_test(test_handed_on),  cmocka_unit_test(test_told)
	};

	return cmocka_run_group_tests_name("quiet", tests, NULL, NULL);
}
