/* Sentences in the lines of a terminal. */
#include "client/print/fold.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *label, *text;
	unsigned columns;
	const char *folded;
} rows[] = {
	{ "short", "a bc\n", 10, "a bc\n" },
	{ "just fits", "one two th\n", 10, "one two th\n" },
	{ "between words", "one two thr\n", 10, "one two\n  thr\n" },
	{ "twice", "one two three four", 10, "one two\n  three\n  four" },
	{ "its own indent stays", "    one two three\n", 10, "    one\n  two\n  three\n" },
	{ "each line for itself", "one two thr\nfour five\n", 10, "one two\n  thr\nfour five\n" },
	{ "an empty line", "one\n\ntwo\n", 10, "one\n\ntwo\n" },
	{ "a long word", "a 0123456789abc d\n", 10, "a\n  0123456789abc\n  d\n" },
	{ "blanks inside a line", "f(\"a  b\") x\n", 80, "f(\"a  b\") x\n" },
	{ "umlauts are a column each", "\u00e4\u00f6\u00fc \u00e4\u00f6\u00fc \u00e4\u00f6\n", 10,
	  "\u00e4\u00f6\u00fc \u00e4\u00f6\u00fc \u00e4\u00f6\n" },
	{ "colors take no room", "\033[31mone two\033[0m th\n", 10, "\033[31mone two\033[0m th\n" },
	{ "no terminal", "one two three four\n", 0, "one two three four\n" },
};

static void texts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_str out = TORA_STR_INIT(4096);
		size_t from;

		tora_str_adds(&out, "what stands before is left as it is\n");
		from = out.len;
		tora_str_adds(&out, rows[i].text);
		tora_fold(&out, from, rows[i].columns, "  ");
		if (strcmp(out.buf + from, rows[i].folded) != 0)
			fail_msg("%s: '%s', not '%s'", rows[i].label, out.buf + from,
			         rows[i].folded);
		assert_memory_equal(out.buf, "what stands before", 18);
		tora_str_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
