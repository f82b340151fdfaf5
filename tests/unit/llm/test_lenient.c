/* JSON as models write it: what comes out as strict JSON, and what is refused. */
#include "llm/lenient.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WHOLE TORA_LENIENT_WHOLE
#define CUT   TORA_LENIENT_CUT
#define BAD   TORA_LENIENT_BAD

static const struct {
	const char *label, *text;
	enum tora_lenient_end end;
	const char *json;
} rows[] = {
	{ "strict", "{\"a\": 1, \"b\": [true, null, \"x\"], \"c\": {\"d\": -1.5}} tail", WHOLE,
	  "{\"a\":1,\"b\":[true,null,\"x\"],\"c\":{\"d\":-1.5}}" },
	{ "empty", "{}", WHOLE, "{}" },
	{ "line comment", "{\"a\": 1, // one\n\"b\": 2}", WHOLE, "{\"a\":1,\"b\":2}" },
	{ "comment behind a string", "{\"a\": \"x\" // why\n, \"b\": 2}", WHOLE,
	  "{\"a\":\"x\",\"b\":2}" },
	{ "comment that looks like a URL", "{\"a\": \"http://x\"}", WHOLE, "{\"a\":\"http://x\"}" },
	{ "block comment", "{/* c */\"a\":/**/1}", WHOLE, "{\"a\":1}" },
	{ "hash comment", "{\"a\": 1 # one\n}", WHOLE, "{\"a\":1}" },
	{ "trailing commas", "{\"a\": [1, 2,],}", WHOLE, "{\"a\":[1,2]}" },
	{ "missing comma", "{\"a\": \"x\"\n\"b\": \"y\"}", WHOLE, "{\"a\":\"x\",\"b\":\"y\"}" },
	{ "single quotes", "{'a': 'it isn't \"x\"'}", WHOLE, "{\"a\":\"it isn't \\\"x\\\"\"}" },
	{ "quotes inside", "{\"a\": \"prints \"x\" now\", \"b\": 1}", WHOLE,
	  "{\"a\":\"prints \\\"x\\\" now\",\"b\":1}" },
	{ "typographic quotes",
	  "{\xe2\x80\x9c"
	  "a\xe2\x80\x9d: \xe2\x80\x9cx\xe2\x80\x9d}",
	  WHOLE, "{\"a\":\"x\"}" },
	{ "bare key and word", "{a: unintended, b: True, c: None}", WHOLE,
	  "{\"a\":\"unintended\",\"b\":true,\"c\":null}" },
	{ "bare words with a comment", "{a: not so // why\n}", WHOLE, "{\"a\":\"not so\"}" },
	{ "line break in a string", "{\"a\": \"x\ny\"}", WHOLE, "{\"a\":\"x\\ny\"}" },
	{ "tab in a string", "{\"a\": \"x\ty\"}", WHOLE, "{\"a\":\"x\\ty\"}" },
	{ "escapes", "{\"a\": \"\\u00e9\\n\\\"\\\\\"}", WHOLE, "{\"a\":\"\\u00e9\\n\\\"\\\\\"}" },
	{ "escapes JSON has not", "{\"a\": \"\\d \\' \\u12\"}", WHOLE,
	  "{\"a\":\"\\\\d ' \\\\u12\"}" },
	{ "odd numbers are text", "{\"a\": 01, \"b\": 1e5, \"c\": 1.2.3}", WHOLE,
	  "{\"a\":\"01\",\"b\":\"1e5\",\"c\":\"1.2.3\"}" },
	{ "cut in a string", "{\"a\": 1, \"b\": \"inten", CUT, "{\"a\":1}" },
	{ "cut in a number", "{\"a\": \"x\", \"b\": 12", CUT, "{\"a\":\"x\"}" },
	{ "cut behind a string", "{\"a\": \"x\"", CUT, "{\"a\":\"x\"}" },
	{ "cut behind a key", "{\"a\": 1, \"b\"", CUT, "{\"a\":1}" },
	{ "cut behind a colon", "{\"a\": 1, \"b\":", CUT, "{\"a\":1}" },
	{ "cut in a key", "{\"a\": 1, ver", CUT, "{\"a\":1}" },
	{ "cut in a nested object", "{\"a\": {\"b\": 1, \"c\": \"}", CUT, "{\"a\":{\"b\":1}}" },
	{ "cut behind the bracket", "{", CUT, "{}" },
	{ "cut in a comment", "{\"a\": 1, /* and", CUT, "{\"a\":1}" },
	{ "cut behind a backslash", "{\"a\": 1, \"b\": \"\\", CUT, "{\"a\":1}" },
	{ "a set", "{'a', 'b'}", BAD, "" },
	{ "prose", "{ see above }", BAD, "" },
	{ "an ellipsis", "{\"a\": 1, ...}", BAD, "" },
	{ "format string", "{}{0!r}", WHOLE, "{}" },
	{ "value missing", "{\"a\": }", BAD, "" },
	{ "a quote in prose", "{\"a\nb\": 1}", BAD, "" },
	{ "colon missing", "{\"a\" 1}", BAD, "" },
};

static void rows_hold(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_str out = TORA_STR_INIT(10000);
		size_t used = 0;
		/* a copy of the exact size: a read past the end is seen by the sanitizer */
		size_t n = strlen(rows[i].text);
		char *copy = malloc(n);
		enum tora_lenient_end end;

		assert_non_null(copy);
		memcpy(copy, rows[i].text, n);
		end = tora_lenient_object((struct tora_sv){ copy, n }, &out, &used);
		if (end != rows[i].end || strcmp(out.buf, rows[i].json) != 0 || used > n)
			fail_msg("%s: end %d, used %zu, '%s'", rows[i].label, end, used, out.buf);
		free(copy);
		tora_str_free(&out);
	}
}

/* Every prefix of a rich object is read without complaint, and never as more than it says. */
static void every_prefix(void **state)
{
	static const char text[] =
		"{'a': \"x \\u00e9 \\n\", b: [1, {c: None}, 'y'], // z\n\"d\": tr}";

	(void)state;
	for (size_t n = 1; n < sizeof text; n++) {
		struct tora_str out = TORA_STR_INIT(1000);
		char *copy = malloc(n);
		size_t used;

		assert_non_null(copy);
		memcpy(copy, text, n);
		assert_int_not_equal(tora_lenient_object((struct tora_sv){ copy, n }, &out, &used),
		                     BAD);
		free(copy);
		tora_str_free(&out);
	}
}

static void depth_is_limited(void **state)
{
	struct tora_str out = TORA_STR_INIT(1u << 20), deep = TORA_STR_INIT(1u << 20);
	size_t used;

	(void)state;
	for (int i = 0; i < 100000; i++)
		tora_str_adds(&deep, "{\"a\":");
	assert_int_equal(tora_lenient_object(tora_str_view(&deep), &out, &used), BAD);
	assert_int_equal(out.len, 0);
	assert_true(used < 1000);
	tora_str_free(&deep);
	tora_str_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_hold),
		cmocka_unit_test(every_prefix),
		cmocka_unit_test(depth_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
