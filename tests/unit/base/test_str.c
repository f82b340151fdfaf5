#include "tora/str.h"

#include "tests/unit/unit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *label;
	struct tora_sv in;
	const char *one_line, *multiline;
} escapes[] = {
	{ "plain", { "abc", 3 }, "abc", "abc" },
	{ "empty", { NULL, 0 }, "", "" },
	{ "newline and tab", { "a\n\tb", 4 }, "a\\n\\tb", "a\n\tb" },
	{ "return", { "a\rb", 3 }, "a\\x0db", "a\\x0db" },
	{ "colour", { "\033[31mred", 8 }, "\\x1b[31mred", "\\x1b[31mred" },
	{ "NUL and DEL", { "a\0b\177", 4 }, "a\\x00b\\x7f", "a\\x00b\\x7f" },
	{ "C1 control",
	  { "\302\233"
	    "31m",
	    5 },
	  "\\u{009b}31m",
	  "\\u{009b}31m" },
	{ "umlaut and emoji",
	  { "\303\274\360\237\230\200", 6 },
	  "\303\274\360\237\230\200",
	  "\303\274\360\237\230\200" },
	{ "bidi override", { "a\342\200\256b", 5 }, "a\\u{202e}b", "a\\u{202e}b" },
	{ "bidi isolate", { "\342\201\246", 3 }, "\\u{2066}", "\\u{2066}" },
	{ "line separator", { "\342\200\250", 3 }, "\\u{2028}", "\\u{2028}" },
	{ "invisible tag", { "\363\240\201\201", 4 }, "\\u{e0041}", "\\u{e0041}" },
	{ "byte order mark", { "\357\273\277x", 4 }, "\\u{feff}x", "\\u{feff}x" },
	{ "Latin-1", { "\374x", 2 }, "\\xfcx", "\\xfcx" },
	{ "overlong slash", { "\300\257", 2 }, "\\xc0\\xaf", "\\xc0\\xaf" },
	{ "overlong three", { "\340\200\257", 3 }, "\\xe0\\x80\\xaf", "\\xe0\\x80\\xaf" },
	{ "surrogate", { "\355\240\200", 3 }, "\\xed\\xa0\\x80", "\\xed\\xa0\\x80" },
	{ "above Unicode",
	  { "\364\220\200\200", 4 },
	  "\\xf4\\x90\\x80\\x80",
	  "\\xf4\\x90\\x80\\x80" },
	{ "cut character", { "\342\202", 2 }, "\\xe2\\x82", "\\xe2\\x82" },
};

static void test_escapes(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(escapes); i++) {
		struct tora_str s = TORA_STR_INIT(200);

		tora_str_add_escaped(&s, escapes[i].in, false);
		ROW(escapes[i].label, strcmp(s.buf, escapes[i].one_line) == 0);
		tora_str_reset(&s);
		tora_str_add_escaped(&s, escapes[i].in, true);
		ROW(escapes[i].label, strcmp(s.buf, escapes[i].multiline) == 0);
		tora_str_free(&s);
	}
}

/* Every sequence of two bytes: what comes out is printable ASCII or one valid character. */
static void test_escape_all_pairs(void **state)
{
	(void)state;
	for (unsigned pair = 0; pair < 65536; pair++) {
		char in[2] = { (char)(pair >> 8), (char)pair };
		struct tora_str s = TORA_STR_INIT(64);

		tora_str_add_escaped(&s, (struct tora_sv){ in, 2 }, false);
		for (size_t at = 0; at < s.len;) {
			unsigned rune = 0;
			size_t n = tora_sv_rune((struct tora_sv){ s.buf + at, s.len - at }, &rune);

			assert_true(n > 0);
			assert_false(rune < 0x20 || (rune >= 0x7f && rune < 0xa0));
			at += n;
		}
		tora_str_free(&s);
	}
}

static const struct {
	const char *label, *in;
	const char *lines[4];
} texts[] = {
	{ "two", "a\nb\n", { "a", "b" } },
	{ "last without newline", "a\nb", { "a", "b" } },
	{ "empty lines", "\n\nx\n", { "", "", "x" } },
	{ "CRLF", "a\r\nb\r\n", { "a", "b" } },
	{ "only a return", "a\rb\n", { "a\rb" } },
	{ "nothing", "", { NULL } },
};

static void test_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct tora_sv rest = tora_sv(texts[i].in), line;
		size_t n = 0;

		for (; tora_sv_line(&rest, &line); n++)
			ROW(texts[i].label,
			    texts[i].lines[n] && tora_sv_is(line, texts[i].lines[n]));
		ROW(texts[i].label, !texts[i].lines[n]);
	}
}

static void test_words(void **state)
{
	struct tora_sv rest = TORA_SV("  say: a-b\t\303\251!"), empty = { NULL, 0 };

	(void)state;
	assert_true(tora_sv_is(tora_sv_word(&rest, tora_not_space), "say:"));
	assert_true(tora_sv_is(tora_sv_word(&rest, isalnum), "a"));
	assert_true(tora_sv_is(tora_sv_word(&rest, tora_not_space), "-b"));
	assert_true(tora_sv_is(tora_sv_word(&rest, tora_not_space), "\303\251!"));
	assert_int_equal(rest.len, 0);
	assert_int_equal(tora_sv_word(&rest, tora_not_space).len, 0);
	rest = TORA_SV("\303\251!");
	assert_int_equal(tora_sv_word(&rest, isalnum).len,
	                 0); /* bytes above 127 are no int below 0 */
	assert_int_equal(rest.len, 0);
	assert_int_equal(tora_sv_word(&empty, isalnum).len, 0);
}

static void test_views(void **state)
{
	struct tora_sv none = tora_sv(NULL), abc = TORA_SV("abc"), nul = { "a\0b", 3 };

	(void)state;
	assert_int_equal(none.len, 0);
	assert_true(tora_sv_eq(none, tora_sv("")));
	assert_true(tora_sv_is(none, ""));
	assert_false(tora_sv_eq(abc, tora_sv("abd")));
	assert_false(tora_sv_is(nul, "a"));
	assert_true(tora_sv_starts(abc, "ab") && tora_sv_starts(none, ""));
	assert_false(tora_sv_starts(abc, "abcd"));
	assert_true(tora_sv_ends(abc, "bc") && !tora_sv_ends(abc, "ab"));
	assert_true(tora_sv_has(abc, "b") && tora_sv_has(none, "") && tora_sv_has(nul, "b"));
	assert_false(tora_sv_has(abc, "x") || tora_sv_has(none, "x"));
	assert_true(tora_sv_is(tora_sv_trim(TORA_SV(" \t\r\n a b\v\f ")), "a b"));
	assert_true(tora_sv_is(tora_sv_trim(TORA_SV(" \n ")), ""));
}

/* A refused append leaves what was there, and nothing later slips in behind the gap. */
static void test_limit(void **state)
{
	struct tora_str s = TORA_STR_INIT(5);
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_string_equal(s.buf, "");
	tora_str_adds(&s, "abc");
	tora_str_addf(&s, "%d", 12);
	assert_int_equal(tora_str_check(&s, &err), TORA_OK);
	tora_str_reset(&s);
	tora_str_adds(&s, "abc");
	tora_str_addf(&s, "%d", 123);
	assert_int_equal(tora_str_check(&s, &err), TORA_E_LIMIT);
	assert_string_equal(s.buf, "abc");
	tora_str_addc(&s, 'x');
	tora_str_add_clip(&s, TORA_SV("xx"));
	assert_string_equal(s.buf, "abc");
	tora_str_reset(&s);
	assert_false(s.over);
	tora_str_add_clip(&s, TORA_SV("abcdefgh"));
	assert_string_equal(s.buf, "abcde");
	assert_true(s.over);
	tora_str_reset(&s);
	tora_str_add_clip(&s, TORA_SV("abcde"));
	assert_false(s.over);
	tora_str_free(&s);
}

static void test_zero_limit(void **state)
{
	struct tora_str s = TORA_STR_INIT(0);

	(void)state;
	tora_str_adds(&s, "");
	assert_false(s.over);
	tora_str_addc(&s, 'a');
	assert_true(s.over);
	assert_string_equal(s.buf, "");
	tora_str_free(&s);
}

static void test_grow_drop_take(void **state)
{
	struct tora_str s = TORA_STR_INIT(100000);
	char *text;

	(void)state;
	for (int i = 0; i < 10000; i++)
		tora_str_addf(&s, "%04d", i);
	assert_int_equal(s.len, 40000);
	tora_str_drop(&s, 39996);
	assert_string_equal(s.buf, "9999");
	tora_str_drop(&s, 0);
	text = tora_str_take(&s);
	assert_string_equal(text, "9999");
	free(text);
	assert_string_equal(s.buf, "");
	assert_int_equal(s.max, 100000);
	text = tora_str_take(&s); /* of an empty one: still the caller's */
	assert_string_equal(text, "");
	free(text);
	tora_str_add(&s, (struct tora_sv){ "a\0b", 3 });
	assert_int_equal(tora_str_view(&s).len, 3);
	tora_str_free(&s);
	tora_str_free(&s); /* empty again, so twice is fine */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_escapes),    cmocka_unit_test(test_escape_all_pairs),
		cmocka_unit_test(test_lines),      cmocka_unit_test(test_views),
		cmocka_unit_test(test_words),      cmocka_unit_test(test_limit),
		cmocka_unit_test(test_zero_limit), cmocka_unit_test(test_grow_drop_take),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
