/* Messages that say of one function that it stays as it was. */
#include "trials.h"

#include "judge/kept.h"

static const struct {
	const char *message, *name;
	bool told;
} rows[] = {
	{ "Join excerpts\n\naround() stays what it is, it shares code.", "b.excerpt.around", true },
	{ "Add seek\n\n`Reader.read` is unchanged.", "m.Reader.read", true },
	{ "Add seek\n\nread() works as before; seek() is new.", "m.Reader.read", true },
	{ "Add seek\n\nread() works as before; seek() is new.", "m.Reader.seek", false },
	{ "Add seek\n\nThe spread works as before.", "m.Reader.read", false },
	{ "Add seek\n\nread_all() works as before.", "m.Reader.read", false },
	{ "Add seek\n\nread() is unchanged but for empty files.", "m.Reader.read", false },
	{ "Add seek\n\nread() gives bytes now, the rest stays as it is.", "m.Reader.read", false },
	{ "Let go() stay as it is", "m.go", false },
	{ "", "m.read", false },
};

static void test_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();

		row_int(rows[i].message,
		        tora_kept_told(tora_sv(rows[i].message), rows[i].name, arena),
		        rows[i].told);
		tora_arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_told) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
