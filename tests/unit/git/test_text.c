#include "tests/unit/unit.h"

#include "git/text.h"

#include <string.h>

#define HEX40 "0123456789abcdef0123456789abcdef01234567"
#define HEX64 HEX40 "89abcdef0123456789abcdef"

static const struct {
	const char *label, *raw;
	int rc;
	size_t parents;
	const char *author, *encoding, *message;
} commits[] = {
	{ "plain",
	  "tree " HEX40 "\nparent " HEX40 "\nauthor A <a@b.c> 1 +0\ncommitter A <x> 1 +0\n\nHi\n",
	  TORA_OK, 1, "a@b.c", "", "Hi\n" },
	{ "root, sha-256", "tree " HEX64 "\nauthor A <a@b.c> 1 +0\n\nHi", TORA_OK, 0, "a@b.c", "",
	  "Hi" },
	{ "merge", "tree " HEX40 "\nparent " HEX40 "\nparent " HEX40 "\n\nM", TORA_OK, 2, "", "",
	  "M" },
	{ "encoding", "tree " HEX40 "\nencoding ISO-8859-1\n\nx", TORA_OK, 0, "", "ISO-8859-1",
	  "x" },
	{ "signature lines", "tree " HEX40 "\ngpgsig -----BEGIN\n parent nonsense\n -----END\n\nx",
	  TORA_OK, 0, "", "", "x" },
	{ "no message", "tree " HEX40 "\n", TORA_OK, 0, "", "", "" },
	{ "author without mail", "tree " HEX40 "\nauthor Nobody 1 +0\n\n", TORA_OK, 0, "", "", "" },
	{ "author without end", "tree " HEX40 "\nauthor N <a@b\n\n", TORA_OK, 0, "", "", "" },
	{ "broken parent", "tree " HEX40 "\nparent zzz\n\n", TORA_E_FORMAT, 0, NULL, NULL, NULL },
	{ "no tree", "author A <a@b.c> 1 +0\n\nHi", TORA_E_FORMAT, 0, NULL, NULL, NULL },
	{ "empty", "", TORA_E_FORMAT, 0, NULL, NULL, NULL },
};

static void parses_commits(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < COUNT(commits); i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_commit c;
		int rc = tora_commit_parse(tora_sv(commits[i].raw), arena, &c, &err);

		ROW(commits[i].label, rc == commits[i].rc);
		if (rc)
			continue;
		ROW(commits[i].label, c.parents.n == commits[i].parents);
		ROW(commits[i].label, !strcmp(c.author, commits[i].author));
		ROW(commits[i].label, !strcmp(c.encoding, commits[i].encoding));
		ROW(commits[i].label, tora_sv_is(c.message, commits[i].message));
	}
	tora_arena_free(arena);
}

#define B(text)                                                                                    \
	{                                                                                          \
		text, sizeof(text) - 1                                                             \
	} /* TORA_SV is no constant for a static table */

static const struct {
	const char *label;
	struct tora_sv in;
	const char *encoding;
	size_t max;
	const char *out;
} texts[] = {
	{ "ascii", B("hello\n"), "", 100, "hello\n" },
	{ "utf-8", B("na\xc3\xafve"), "", 100, "na\xc3\xafve" },
	{ "latin-1 by header", B("na\xefve"), "ISO-8859-1", 100, "na\xc3\xafve" },
	{ "latin-1, header says utf-8", B("na\xefve"), "UTF-8", 100, "na\\xefve" },
	{ "latin-1, no header", B("na\xefve"), "", 100, "na\\xefve" },
	{ "shift-jis", B("\x83\x65"), "SHIFT_JIS", 100, "\xe3\x83\x86" },
	{ "unknown encoding", B("na\xefve"), "KLINGON-1", 100, "na\\xefve" },
	{ "encoding with a suffix", B("na\xefve"), "ASCII//TRANSLIT", 100, "na\\xefve" },
	{ "header lies", B("a\xff\xff"), "EUC-JP", 100, "a\\xff\\xff" },
	{ "nul", B("a\0b"), "", 100, "a\\x00b" },
	{ "just fits", B("0123456789"), "", 10, "0123456789" },
	{ "cut", B("0123456789abcdef"), "", 10, "0123 [...]" },
	{ "cut inside a character",
	  B("012\xc3\xaf"
	    "456789abcdef"),
	  "", 10, "012 [...]" },
	{ "overlong form", B("\xc0\xaf"), "", 100, "\\xc0\\xaf" },
	{ "empty", { NULL, 0 }, "", 100, "" },
};

static void makes_utf8(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		const char *out =
			tora_text_utf8(texts[i].in, texts[i].encoding, texts[i].max, arena);

		if (strcmp(out, texts[i].out) != 0)
			fail_msg("%s: got '%s'", texts[i].label, out);
	}
	tora_arena_free(arena);
}

static void paths_are_shown_escaped(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	assert_string_equal(tora_text_path("src/na\xc3\xafve.py", arena), "src/na\xc3\xafve.py");
	assert_string_equal(tora_text_path("a\xff"
	                                   "b",
	                                   arena),
	                    "a\\xffb");
	assert_null(strchr(tora_text_path("a\nb\x1b[31m", arena), '\n'));
	assert_null(strchr(tora_text_path("a\nb\x1b[31m", arena), '\x1b'));
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parses_commits),
		cmocka_unit_test(makes_utf8),
		cmocka_unit_test(paths_are_shown_escaped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
