/* The lines of a diff that are taken away and brought. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/diff.h"

static void test_lines(void **state)
{
	static const struct {
		const char *label, *diff, *want; /* each with its mark and a | behind it */
	} rows[] = {
		{ "one of each",
		  "diff --git a/f b/f\nindex 1..2\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n "
		  "d\n",
		  "-b|+c|" },
		{ "of two files", "--- a/f\n+++ b/f\n-1\n--- a/g\n+++ /dev/null\n-2\n", "-1|-2|" },
		{ "a comment of SQL", "--- a/f\n+++ b/f\n--- which\n+-- that\n",
		  "--- which|+-- that|" },
		{ "one more", "--- a/f\n+++ b/f\n+++ i\n---i\n", "+++ i|---i|" },
		{ "an empty line", "+\n-\n \n\n", "+|-|" },
		{ "no end of line", "-a\n\\ No newline at end of file\n+a\r\n+b", "-a|+a|+b|" },
		{ "nothing", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_sv rest = tora_sv(rows[i].diff), line;
		struct tora_str got = TORA_STR_INIT(200);
		char mark;

		while ((mark = tora_diff_line(&rest, &line)))
			tora_str_addf(&got, "%c%.*s|", mark, (int)line.len, line.at);
		if (!tora_sv_is(tora_str_view(&got), rows[i].want))
			fail_msg("%s: '%s'", rows[i].label, got.buf);
		tora_str_free(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests_name("diff", tests, NULL, NULL);
}
