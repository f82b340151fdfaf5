/*
 * Roles of paths, and what messages refer to.
 */
#include "made.h"

#include "change/roles.h"
#include "change/change.h"
#include "change/says.h"

static void test_roles(void **state)
{
	static const struct {
		const char *path;
		enum tora_file_role role;
		bool code, changelog;
	} rows[] = {
		{ "README.md", TORA_FILE_DOC, false, false },
		{ "README", TORA_FILE_DOC, false, false },
		{ "CHANGELOG.rst", TORA_FILE_DOC, false, true },
		{ "CHANGES", TORA_FILE_DOC, false, true },
		{ "docs/changes/a.txt", TORA_FILE_DOC, false, true },
		{ "newsfragments/12.bugfix", TORA_FILE_DOC, false, true },
		{ "changesets.go", TORA_FILE_OTHER, true, false },
		{ "docs/logo.svg", TORA_FILE_DOC, false, false },
		{ "docs/_static/a.js", TORA_FILE_DOC, true, false },
		{ "setup.cfg", TORA_FILE_CONFIG, false, false },
		{ "pyproject.toml", TORA_FILE_CONFIG, false, false },
		{ "requirements-dev.txt", TORA_FILE_CONFIG, false, false },
		{ ".gitignore", TORA_FILE_CONFIG, false, false },
		{ ".github/workflows/a.yml", TORA_FILE_CONFIG, false, false },
		{ "Makefile", TORA_FILE_CONFIG, false, false },
		{ "tests/data/a.json", TORA_FILE_TEST, false, false },
		{ "src/latest/a.json", TORA_FILE_OTHER, false, false },
		{ "third_party/a.c", TORA_FILE_GENERATED, true, false },
		{ "a/node_modules/b/c.json", TORA_FILE_GENERATED, false, false },
		{ "lib/site-packages/b.txt", TORA_FILE_GENERATED, false, false },
		{ "a/node_modulesx/b.txt", TORA_FILE_OTHER, false, false },
		{ "package.json", TORA_FILE_CONFIG, false, false },
		{ "package-lock.json", TORA_FILE_CONFIG, false, false },
		{ "tsconfig.build.json", TORA_FILE_CONFIG, false, false },
		{ "packages.json", TORA_FILE_OTHER, false, false },
		{ "src/a.mts", TORA_FILE_OTHER, true, false },
		{ "src/a.h", TORA_FILE_OTHER, true, false },
		{ "src/a.rs", TORA_FILE_OTHER, true, false },
		{ "src/a.pyi", TORA_FILE_OTHER, false, false },
		{ "data.csv", TORA_FILE_OTHER, false, false },
		{ "notes.txt", TORA_FILE_OTHER, false, false },
		{ "LICENSE", TORA_FILE_DOC, false, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		if (tora_role_of_path(rows[i].path) != rows[i].role)
			fail_msg("row '%s': %s, want %s", rows[i].path,
			         tora_file_role_name(tora_role_of_path(rows[i].path)),
			         tora_file_role_name(rows[i].role));
		if (tora_role_is_code(rows[i].path) != rows[i].code)
			fail_msg("row '%s': code", rows[i].path);
		if (tora_role_is_changelog(rows[i].path) != rows[i].changelog)
			fail_msg("row '%s': changelog", rows[i].path);
	}
}

static void test_issues(void **state)
{
	static const struct {
		const char *label, *text, *want;
	} rows[] = {
		{ "number", "Fix it (#12)\n", "#12" },
		{ "two, once each", "#1, #2 and #1\n", "#1 #2" },
		{ "trailer", "A\n\nFixes: #3\n", "Fixes:_#3 #3" },
		{ "trailer with a key", "A\n\nCloses: PROJ-12\n", "Closes:_PROJ-12" },
		{ "see an address", "See https://example.org/i/4\n",
		  "See_https://example.org/i/4" },
		{ "other repository", "as in a/b-c#5.\n", "a/b-c#5" },
		{ "GH", "GH-77 is done\n", "GH-77" },
		{ "a colour is none", "use #fff and a#1\n", "" },
		{ "a word after it", "#12th\n", "" },
		{ "fix without a number", "Fix: the slug\n", "" },
		{ "prose that starts with see", "See how it goes in 3 days\n", "" },
		{ "a huge number", "#123456789012345678901234567890\n", "" },
		{ "at the end", "a #", "" },
		{ "empty", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_intent intent = { 0 };
		struct tora_message *m = tora_vec_push(arena, &intent.messages);
		char *all = tora_arena_dup(arena, "");
		m->text = rows[i].text;
		tora_says_issues(arena, &intent);
		for (size_t k = 0; k < intent.issues.n; k++)
			all = tora_arena_printf(arena, "%s%s%s", all, k ? " " : "",
			                        intent.issues.at[k]);
		for (char *c = all; *c; c++)
			if (*c == ' ' && c > all && c[-1] == ':')
				*c = '_';
		if (strstr(all, "See https"))
			*strchr(all, ' ') = '_';
		made_check(rows[i].label, all, rows[i].want);
		tora_arena_free(arena);
	}
}

/* Hostile text: control characters are escaped, long lines and long lists end. */
static void test_limits(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_intent intent = { 0 };
	struct tora_file_change *f = tora_vec_push(arena, &change.files);
	struct tora_str text = TORA_STR_INIT(1 << 20);

	(void)state;
	tora_str_adds(&text, "a\x1b[31mb\n");
	for (int i = 0; i < 1000; i++)
		tora_str_addc(&text, 'x');
	for (int i = 0; i < 1000; i++)
		tora_str_adds(&text, "\nline");
	f->path = "docs/a.md";
	f->role = TORA_FILE_DOC;
	f->head_text = tora_str_view(&text);
	*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 0, 0, 1, 1002 };
	tora_says_lines(&change, arena, &intent);
	assert_int_equal(intent.docs.n, TORA_SAYS_LINES_MAX);
	assert_null(strchr(intent.docs.at[0], 0x1b));
	assert_int_equal(strlen(intent.docs.at[1]), TORA_SAYS_LINE_MAX);
	tora_str_free(&text);
	tora_arena_free(arena);
}

/* A changelog's wrapped entries are one line each; lists, headings and what the diff does not add end them. */
static void test_entries(void **state)
{
	static const struct {
		const char *label, *text, *want; /* '|' between entries */
		unsigned added;                  /* the first lines of the text, 0: all */
	} rows[] = {
		{ "below a bullet", "- what is lost is no\n  longer made up\n- b\n",
		  "- what is lost is no longer made up|- b", 0 },
		{ "a number", "1. a\n   b\n2. c\n", "1. a b|2. c", 0 },
		{ "a list in an entry", "* a\n  * b\n    c\n* d\n", "* a|  * b c|* d", 0 },
		{ "as far in as the bullet", "- a\nb\n", "- a|b", 0 },
		{ "a paragraph between", "- a\n\n  b\n", "- a|  b", 0 },
		{ "prose",
		  "Codes that are not known to this version of it are no\nlonger passed on to "
		  "callers.\nThe end.\n",
		  "Codes that are not known to this version of it are no longer passed on to "
		  "callers.|The end.",
		  0 },
		{ "long entries without bullets",
		  "Drop support for Python 3.6 and of older versions of it\nFix a crash when the "
		  "cache folder is not there\n",
		  "Drop support for Python 3.6 and of older versions of it|Fix a crash when the "
		  "cache folder is not there",
		  0 },
		{ "that end with a number",
		  "Paths are printed with forward slashes on all systems (#12)\nand more\n",
		  "Paths are printed with forward slashes on all systems (#12)|and more", 0 },
		{ "a list without bullets", "Speed\nLess noise\n", "Speed|Less noise", 0 },
		{ "headings", "# a\nb\n1.2\n---\n  c\n~~~~\n  d\n", "# a|b|1.2|---|  c|~~~~|  d",
		  0 },
		{ "ends of lines", "- a\r\n  b\r\n", "- a b", 0 },
		{ "not added", "- a\n  b\n  c\n", "- a b", 2 },
		{ "dashes of a word", "-x\n  y\n", "-x|  y", 0 },
		{ "nothing", "\n  \n", "", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_change change = { 0 };
		struct tora_intent intent = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);
		char *all = tora_arena_dup(arena, "");

		f->path = "CHANGES.md";
		f->role = TORA_FILE_DOC;
		f->head_text = tora_sv(rows[i].text);
		*tora_vec_push(arena, &f->hunks) =
			(struct tora_hunk){ 0, 0, 1, rows[i].added ? rows[i].added : 100 };
		tora_says_lines(&change, arena, &intent);
		for (size_t k = 0; k < intent.changelog.n; k++)
			all = tora_arena_printf(arena, "%s%s%s", all, k ? "|" : "",
			                        intent.changelog.at[k]);
		made_check(rows[i].label, all, rows[i].want);
		tora_arena_free(arena);
	}
}

/* An entry is not longer than a line may be: the rest is another. */
static void test_long_entry(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_intent intent = { 0 };
	struct tora_file_change *f = tora_vec_push(arena, &change.files);
	struct tora_str text = TORA_STR_INIT(1 << 16);
	size_t all = 0;

	(void)state;
	tora_str_adds(&text, "- begins");
	for (int i = 0; i < 100; i++)
		tora_str_adds(&text, "\n  and goes on");
	f->path = "CHANGES";
	f->role = TORA_FILE_DOC;
	f->head_text = tora_str_view(&text);
	*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 0, 0, 1, 101 };
	tora_says_lines(&change, arena, &intent);
	assert_int_equal(
		intent.changelog.n,
		4); /* 33 lines of 12 bytes with blanks between them are the most for one */
	for (size_t i = 0; i < intent.changelog.n; i++) {
		assert_true(strlen(intent.changelog.at[i]) <= TORA_SAYS_LINE_MAX);
		for (const char *at = intent.changelog.at[i]; (at = strstr(at, "and goes on"));
		     at++)
			all++;
	}
	assert_int_equal(all, 100);
	tora_str_free(&text);
	tora_arena_free(arena);
}

/* What other commits say is counted, and has no more room. */
static void test_beside(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_intent said = { .beside = 0 }, intent = { .beside = 0 };

	(void)state;
	*tora_vec_push(arena, &intent.docs) = "own";
	*tora_vec_push(arena, &said.changelog) = "a release";
	*tora_vec_push(arena, &said.docs) = "a page";
	tora_change_say_beside(&said, arena, &intent);
	assert_int_equal(intent.beside, 2);
	assert_string_equal(intent.changelog.at[0], "a release");
	assert_string_equal(intent.docs.at[1], "a page");
	for (int i = 0; i < TORA_SAYS_LINES_MAX; i++)
		tora_change_say_beside(&said, arena, &intent);
	assert_int_equal(intent.docs.n, TORA_SAYS_LINES_MAX);
	assert_int_equal(intent.beside, intent.docs.n + intent.changelog.n - 1);
	tora_arena_free(arena);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roles),      cmocka_unit_test(test_issues),
		cmocka_unit_test(test_limits),     cmocka_unit_test(test_entries),
		cmocka_unit_test(test_long_entry), cmocka_unit_test(test_beside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
