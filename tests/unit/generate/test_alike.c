/* Which of the mined programs have to do with a change. */
#include "generate/alike.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MOST 8

static const struct {
	const char *label, *diff, *programs[MOST], *want; /* the order they come in, by number */
} rows[] = {
	{ "a rare word of the change before one that all use",
	  "+    if style == \"github\":\n",
	  { "table(rows, style='plain')", "table(rows, style='grid')",
	    "table(rows, style='github')" },
	  "2 0 1" },
	{ "lines that did not change do not count",
	  " def table(rows, pipe):\n-    return old(rows)\n",
	  { "pipe(1)", "pipe(2)", "old(3)" },
	  "2 0 1" },
	{ "nor do names of files, keywords and numbers",
	  "--- a/pipe.py\n+++ b/pipe.py\n+    return 1234\n",
	  { "first()", "pipe(1234)", "def f(): return 1234" },
	  "0 1 2" },
	{ "what was shown once counts for less",
	  "-    width = measure(text)\n+    width = count(text)\n",
	  { "measure(text, width)", "measure(text, width, 2)", "count(1)", "other()" },
	  "0 2 1 3" },
	{ "equal ones keep their order",
	  "+    speed()\n",
	  { "a()", "speed(2)", "b()", "speed(1)" },
	  "1 3 0 2" },
	{ "part of a word is another word", "+    count()\n", { "counter()", "count()" }, "1 0" },
	{ "without a change", "", { "b()", "a()" }, "0 1" },
};

static void in_order(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_candidate all[MOST] = { { .source = NULL } };
		struct tora_str got = TORA_STR_INIT(100);
		size_t n = 0;

		for (; n < MOST && rows[i].programs[n]; n++)
			all[n].source = rows[i].programs[n];
		tora_alike_order(tora_sv(rows[i].diff), all, n, arena);
		for (size_t k = 0; k < n; k++)
			for (size_t p = 0; p < n; p++)
				if (all[k].source == rows[i].programs[p])
					tora_str_addf(&got, "%s%zu", k ? " " : "", p);
		if (strcmp(got.buf, rows[i].want) != 0)
			fail_msg("%s: '%s'", rows[i].label, got.buf);
		tora_str_free(&got);
		tora_arena_free(arena);
	}
}

/* More programs than are looked at: those behind stay where they are. */
static void the_rest_stays(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_candidate all[TORA_ALIKE_MOST + 2];

	(void)state;
	for (size_t i = 0; i < TORA_ALIKE_MOST + 2; i++)
		all[i] = (struct tora_candidate){ .source = "other()" };
	all[TORA_ALIKE_MOST - 1].source = "word()";
	all[TORA_ALIKE_MOST + 1].source = "word(1)";
	tora_alike_order(tora_sv("+word\n"), all, TORA_ALIKE_MOST + 2, arena);
	assert_string_equal(all[0].source, "word()");
	assert_string_equal(all[TORA_ALIKE_MOST + 1].source, "word(1)");
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_order),
		cmocka_unit_test(the_rest_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
