/* What is started while tests are written: by what is known of the check so far. */
#include "run/ahead.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const struct row {
	const char *label, *lang, *base, *head; /* first module of a side; NULL: none */
	unsigned processors, load_ms;
	bool is_cold, has_second, is_base_known;
	const char *want; /* runners of the lanes, and packages */
} rows[] = {
	{ "all", "python", "p.u", "p.u", 2, 300, false, true, false, "002211 p p" },
	{ "second pair too dear", "python", "p.u", "p.u", 2, 301, false, true, false,
	  "002200 p p" },
	{ "at most a second", "python", "p.u", "p.u", 2, 1000, false, true, false, "002200 p p" },
	{ "one processor", "python", "p.u", "p.u", 1, 10, false, true, false, "000000 - -" },
	{ "takes long to load", "python", "p.u", "p.u", 2, 1001, false, true, false, "001100 - -" },
	{ "each test by itself", "python", "p.u", "p.u", 8, 10, true, true, false, "001100 - -" },
	{ "no second pair", "python", "p.u", "p.u", 2, 10, false, false, false, "002200 p p" },
	{ "a base that is known", "python", "p.u", "p.u", 2, 10, false, true, true, "001211 - p" },
	{ "new on the head", "python", NULL, "q", 2, 10, false, true, false, "001211 - q" },
	{ "another name", "python", "p.a.b", "q.c", 2, 10, false, true, false, "002211 p q" },
	{ "another language", "javascript", "lib/p", "lib/p", 2, 10, false, true, false,
	  "001111 - -" },
};

static void plan(const struct row *r, char *ret, size_t size)
{
	struct tora_check c = { .arena = tora_arena_new() };
	struct tora_ahead_spec spec = { .check = &c,
		                        .lang = tora_lang_named(r->lang),
		                        .processors = r->processors,
		                        .load_ms = r->load_ms,
		                        .is_cold = r->is_cold,
		                        .has_second = r->has_second,
		                        .is_base_known = r->is_base_known };
	struct tora_ahead got;

	if (r->base)
		*tora_vec_push(c.arena, &c.change.modules_base) = r->base;
	if (r->head)
		*tora_vec_push(c.arena, &c.change.modules_head) = r->head;
	tora_ahead_plan(&spec, &got);
	(void)snprintf(ret, size, "%u%u%u%u%u%u %s %s", got.runners[0], got.runners[1],
	               got.runners[2], got.runners[3], got.runners[4], got.runners[5],
	               got.package[0] ? got.package[0] : "-",
	               got.package[1] ? got.package[1] : "-");
	tora_arena_free(c.arena);
}

static void test_plan(void **state)
{
	char got[200];
	(void)state;

	for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
		plan(&rows[r], got, sizeof got);
		if (strcmp(got, rows[r].want) != 0)
			fail_msg("%s: '%s'", rows[r].label, got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_plan) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
