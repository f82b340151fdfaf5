/*
 * test_subgroup.c - which of the programs that differ have a word in common that explains it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/subgroup.h"
#include "tora/str.h"

#include <stdio.h>
#include <string.h>

#define ROWS_MAX 48

/* Of each program: a letter for its kind, upper case where it differs; and the groups that are to come out, a digit each. */
static const struct {
	const char *label, *kinds, *groups;
} tables[] = {
	{ "one word explains them", "WWWWWWaaaaaaaaaaaaaaaaaaaa", "11111100000000000000000000" },
	{ "what differs without it is of no group", "WWWWWWWAaaaaaaaaaaaaaaaaaaaaaaaa",
	  "11111110000000000000000000000000" },
	{ "the better word first", "WWWWWWWYYYYYYaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	  "1111111222222000000000000000000000000000000" },
	{ "too few of them", "WWWWaaaaaaaaaaaaaaaaaaaa", "000000000000000000000000" },
	{ "all differ: no word explains that", "WWWWWWWWYYYYYYYY", "0000000000000000" },
	{ "none does", "wwwwwwwwaaaaaaaa", "0000000000000000" },
	{ "the most that have it do not", "WWWWWWwwwwwwwaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	  "000000000000000000000000000000000000000000000" },
	{ "some that have it do not, and are of none", "WWWWWWWwaaaaaaaaaaaaaaaaaaaaaaaa",
	  "11111110000000000000000000000000" },
	{ "nothing", "", "" },
};

static const char *program_of(char kind)
{
	switch (kind) {
	case 'w':
		return "f('ws://ws', f)";
	case 'y':
		return "f('yes', 1)";
	default:
		return "f('other', 2)";
	}
}

static void test_tables(void **state)
{
	(void)state;
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_subgroup_row rows[ROWS_MAX] = { { 0 } };
		size_t n = strlen(tables[t].kinds);
		char got[ROWS_MAX + 1] = "";

		assert_true(n <= ROWS_MAX);
		for (size_t i = 0; i < n; i++) {
			char kind = tables[t].kinds[i];

			rows[i].differs = kind >= 'A' && kind <= 'Z';
			rows[i].source =
				program_of(rows[i].differs ? (char)(kind - 'A' + 'a') : kind);
			rows[i].group = 7;
		}
		tora_subgroups(rows, n, arena);
		for (size_t i = 0; i < n; i++)
			got[i] = (char)('0' + rows[i].group);
		if (strcmp(got, tables[t].groups) != 0)
			fail_msg("%s: %s", tables[t].label, got);
		tora_arena_free(arena);
	}
}

/* More words than are kept, and more groups than there may be. */
static void test_limits(void **state)
{
	enum { GROUPS = TORA_SUBGROUPS_MAX + 4, EACH = 10, N = GROUPS * EACH * 2 };
	struct tora_arena *arena = tora_arena_new();
	struct tora_subgroup_row *rows = tora_arena_calloc(arena, N, sizeof *rows);
	struct tora_str many = TORA_STR_INIT(1 << 20);
	unsigned most = 0;

	(void)state;
	for (size_t i = 0; i < N; i++) {
		rows[i].differs = i % 2;
		rows[i].source = tora_arena_printf(arena, rows[i].differs ? "only_%zu" : "not_%zu",
		                                   i / 2 / EACH);
	}
	tora_subgroups(rows, N, arena);
	for (size_t i = 0; i < N; i++)
		most = rows[i].group > most ? rows[i].group : most;
	assert_int_equal(most, TORA_SUBGROUPS_MAX);
	for (unsigned i = 0; i < 20000; i++)
		tora_str_addf(&many, "word_%u ", i);
	rows[0].source = tora_arena_text(arena, tora_str_view(&many));
	tora_subgroups(rows, N, arena); /* those of the others are one too many */
	for (size_t i = 0; i < N; i++)
		assert_int_equal(rows[i].group, 0);
	tora_str_free(&many);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_tables),
		                            cmocka_unit_test(test_limits) };

	return cmocka_run_group_tests_name("subgroup", tests, NULL, NULL);
}
