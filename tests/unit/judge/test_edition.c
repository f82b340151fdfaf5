/* Tables of data that are brought to another edition. */
#include "trials.h"

#include "judge/edition.h"

static void test_tables(void **state)
{
	static const struct {
		const char *label, *message, *line;
		size_t lines, code;
		bool is;
	} rows[] = {
		{ "an edition", "Update to Unicode 17.0.0\n\nmore", "    0x88f: 68,\n", 20, 2,
		  true },
		{ "strings", "chore: sync with CLDR 44", "    'de': ('Deutsch', 'German'),\n", 30,
		  0, true },
		{ "strings of a kind", "names updated to charts v14",
		  "    u':x:': u'\\U0001F50B',\n", 20, 0, true },
		{ "which, it does not say", "Update the tables", "    0x88f: 68,\n", 40, 0, false },
		{ "the number of a request", "Update rates (#123)", "    0x88f: 68,\n", 40, 0,
		  false },
		{ "few lines", "Update to Unicode 17.0.0", "    0x88f: 68,\n", 19, 0, false },
		{ "code among it", "Update to Unicode 17.0.0", "    0x88f: 68,\n", 20, 3, false },
		{ "no word of it", "Handle 3 more cases", "    0x88f: 68,\n", 40, 0, false },
		{ "code", "Update to API 3", "    total = price * 3 + rest\n", 40, 0, false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_str added = TORA_STR_INIT(1 << 16);

		for (size_t n = 0; n < rows[i].lines; n++)
			tora_str_add_clip(&added, tora_sv(rows[i].line));
		for (size_t n = 0; n < rows[i].code; n++)
			tora_str_add_clip(&added, TORA_SV("    return codes[first] or None\n"));
		row_int(rows[i].label,
		        tora_edition_of_tables(tora_sv(rows[i].message), tora_str_view(&added)),
		        rows[i].is);
		tora_str_free(&added);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_tables) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
