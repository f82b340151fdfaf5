/* A value that is written otherwise as a line of a test is. */
#include "trials.h"

#include "judge/likewise.h"

static const struct {
	const char *label, *was, *is, *before, *after;
	bool want;
} rows[] = {
	{ "the same mark at the same letter", "    \"\\\\fBread-only\\\\fR\",\n",
	  "    \"\\\\fBread\\\\-only\\\\fR\",\n", "\\fBwrite-only\\fR", "\\fBwrite\\-only\\fR",
	  true },
	{ "before the same letter", "    assert f(x) == \"a-b\"\n",
	  "    assert f(x) == \"a\\\\-b\"\n", "x-y", "x\\-y", true },
	{ "behind the same letter", "    == '(a)'\n", "    == '(!a)'\n", "(b", "(!b", true },
	{ "between others", "    == 'a b'\n", "    == 'a, b'\n", "c d", "c, d", false },
	{ "another mark", "    == 'a-b'\n", "    == 'a+-b'\n", "x-y", "x\\-y", false },
	{ "taken out where it was put in", "    == 'a-b'\n", "    == 'a+-b'\n", "x+-y", "x-y",
	  false },
	{ "a number", "    == 3\n", "    == 4\n", "f(3)", "f(4)", false },
	{ "a word", "    == 'on'\n", "    == 'off'\n", "'on'", "'off'", false },
	{ "a comma for a point", "    == '1.5'\n", "    == '1,5'\n", "2.5", "2,5", true },
	{ "the same value", "    == 'a-b'\n", "    == 'a+-b'\n", "x", "x", false },
	{ "both at the end of a line", "a\n", "a-\n", "y", "y-", false },
	{ "in place of another mark", "    == 'a-b'\n", "    == 'a+b'\n", "x*b", "x+b", false },
	{ "at an end", "    == ''\n", "    == '-'\n", "", "-", false },
};

static bool is_likewise(const struct tora_change *change, struct tora_sv before,
                        struct tora_sv after, struct tora_arena *arena)
{
	struct tora_likewise made;

	tora_likewise_read(change, arena, &made);
	return tora_likewise(&made, before, after);
}

static void test_likewise(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);

		*f = (struct tora_file_change){ .role = TORA_FILE_TEST,
			                        .base_text = tora_sv(rows[i].was),
			                        .head_text = tora_sv(rows[i].is) };
		*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 1, 1, 1, 1 };
		row_int(rows[i].label,
		        is_likewise(&change, tora_sv(rows[i].before), tora_sv(rows[i].after),
		                    arena),
		        rows[i].want);
		for (size_t k = 0; k < 2; k++) {
			f->role = k ? TORA_FILE_DOC : TORA_FILE_SOURCE;
			assert_false(is_likewise(&change, tora_sv(rows[i].before),
			                         tora_sv(rows[i].after), arena));
		}
	}
	tora_arena_free(arena);
}

/* A README that shows the old key now shows the new one. */
static const struct {
	const char *label, *was, *is, *before, *after;
	bool want;
} shown[] = {
	{ "a key", "    'type': 'JOUR',\n", "    'type_of_reference': 'JOUR',\n",
	  "{'type': 'BOOK', 'id': 1}", "{'type_of_reference': 'BOOK', 'id': 1}", true },
	{ "without a mark", "    \"kind\": 1\n", "    \"type\": 1\n", "{\"kind\": 2}",
	  "{\"type\": 2}", true },
	{ "cut", "'type'\n", "'type_of_reference'\n", "{'type': 1, 'name': 'ab...",
	  "{'type_of_reference': 1, 'n...", true },
	{ "cut, and another before it", "'type'\n", "'type_of_reference'\n",
	  "{'type': 1, 'name': 'ab...", "{'type_of_reference': 2, 'n...", false },
	{ "one is cut", "'type'\n", "'type_of_reference'\n", "{'type': 1, 'id': 2}",
	  "{'type_of_reference': 1...", true },
	{ "cut near its end", "'type'\n", "'type_of_reference'\n", "'type'1}",
	  "'type_of_reference'2...", false },
	{ "cut where the other has ended", "'type'\n", "'type_of_reference'\n", "'type': 1",
	  "'type_of_reference': 12...", false },
	{ "and something else", "'type'\n", "'type_of_reference'\n", "{'type': 1, 'id': 2}",
	  "{'type_of_reference': 1, 'id': 3}", false },
	{ "of another name", "'type'\n", "'type_of_reference'\n", "{'kind': 1}",
	  "{'kind_of_reference': 1}", false },
	{ "something else put in", "'type'\n", "'type_of_reference'\n", "'type'",
	  "'type_by_reference'", false },
	{ "something else taken out", "'reference_type'\n", "'type'\n", "'reverence_type'",
	  "'type'", false },
	{ "taken out", "'reference_type'\n", "'type'\n", "{'reference_type'}", "{'type'}", true },
	{ "before another character", "'type'\n", "'type_of_reference'\n", "'type='",
	  "'type_of_reference='", false },
	{ "short", "'on'\n", "'off'\n", "'on'", "'off'", false },
	{ "the other way round", "'type'\n", "'type_of_reference'\n", "'type_of_reference'",
	  "'type'", false },
	{ "before a blank", "liner(pond); // { length: 5.2, width: 3.7 }\n",
	  "liner(pond); // { length: 5.5, width: 4 }\n", "{ length: 5.2, width: 3.7 }",
	  "{ length: 5.5, width: 4 }", true },
	{ "between blanks", "it says one thing\n", "it says another thing\n", "the one man",
	  "the another man", false },
	{ "at the beginning", "type'\n", "some_type'\n", "type'", "some_type'", false },
	{ "the same", "'type'\n", "'type_of_reference'\n", "'type'", "'type'", false },
	{ "of each", "{ a: 1, z: 1 }\n", "{ a: 1, absent: 0, z: 1 }\n",
	  "[ { a: 4, z: 2 }, { a: 3, z: 3 } ]",
	  "[ { a: 4, absent: 0, z: 2 }, { a: 3, absent: 0, z: 3 } ]", true },
	{ "of one of two", "{ a: 1, z: 1 }\n", "{ a: 1, absent: 0, z: 1 }\n",
	  "[ { a: 4, z: 2 }, { a: 3, z: 3 } ]", "[ { a: 4, absent: 0, z: 2 }, { a: 3, z: 3 } ]",
	  true },
	{ "of each, and something else", "{ a: 1, z: 1 }\n", "{ a: 1, absent: 0, z: 1 }\n",
	  "[ { a: 4, z: 2 }, { a: 3, z: 3 } ]",
	  "[ { a: 4, absent: 0, z: 2 }, { a: 3, absent: 0, z: 4 } ]", false },
	{ "another one there", "{ a: 1, z: 1 }\n", "{ a: 1, absent: 0, z: 1 }\n",
	  "[ { a: 4, z: 2 }, { a: 3, z: 3 } ]",
	  "[ { a: 4, absent: 0, z: 2 }, { a: 3, absent: 1, z: 3 } ]", false },
};

static void test_shown(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t n = 0; n < 3 * (sizeof shown / sizeof *shown); n++) {
		static const enum tora_file_role roles[] = { TORA_FILE_DOC, TORA_FILE_TEST,
			                                     TORA_FILE_SOURCE };
		enum tora_file_role role = roles[n % 3];
		size_t i = n / 3;
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);
		struct tora_likewise made;

		*f = (struct tora_file_change){ .role = role,
			                        .base_text = tora_sv(shown[i].was),
			                        .head_text = tora_sv(shown[i].is) };
		*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 1, 1, 1, 1 };
		tora_likewise_read(&change, arena, &made);
		row_int(shown[i].label,
		        tora_likewise_shown(&made, tora_sv(shown[i].before),
		                            tora_sv(shown[i].after)),
		        shown[i].want && role != TORA_FILE_SOURCE);
	}
	tora_arena_free(arena);
}

/* A document with many edits leaves room for those of tests. */
static void test_many(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change change = { 0 };
	struct tora_str was = TORA_STR_INIT(1u << 16), is = TORA_STR_INIT(1u << 16);
	struct tora_file_change *f;
	struct tora_likewise made;

	(void)state;
	for (int i = 0; i < 500; i++) {
		tora_str_adds(&was, "a\n");
		tora_str_adds(&is, "b\n");
	}
	f = tora_vec_push(arena, &change.files);
	*f = (struct tora_file_change){ .role = TORA_FILE_DOC,
		                        .base_text = tora_str_view(&was),
		                        .head_text = tora_str_view(&is) };
	*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 1, 500, 1, 500 };
	f = tora_vec_push(arena, &change.files);
	*f = (struct tora_file_change){ .role = TORA_FILE_TEST,
		                        .base_text = tora_sv("'a-b'\n"),
		                        .head_text = tora_sv("'a+-b'\n") };
	*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 1, 1, 1, 1 };
	tora_likewise_read(&change, arena, &made);
	assert_true(made.of.n > 1 && made.of.n < 500);
	assert_true(tora_likewise(&made, tora_sv("x-y"), tora_sv("x+-y")));
	tora_str_free(&was);
	tora_str_free(&is);
	tora_arena_free(arena);
}

/* Hunks of another size, and beyond the end of a file. */
static void test_hunks(void **state)
{
	static const struct {
		struct tora_hunk hunk;
		bool want;
	} hunks[] = { { { 2, 1, 2, 1 }, true },  { { 1, 2, 1, 2 }, true },
		      { { 2, 0, 2, 1 }, false }, { { 2, 1, 2, 0 }, false },
		      { { 3, 1, 3, 1 }, false }, { { 2, 1, 9, 1 }, false },
		      { { 9, 1, 2, 1 }, false } };
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof hunks / sizeof *hunks; i++) {
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);

		*f = (struct tora_file_change){ .role = TORA_FILE_TEST,
			                        .base_text = tora_sv("import f\n'a-b'\n"),
			                        .head_text = tora_sv("import g\n'a+-b'\n") };
		*tora_vec_push(arena, &f->hunks) = hunks[i].hunk;
		assert_int_equal(is_likewise(&change, tora_sv("x-y"), tora_sv("x+-y"), arena),
		                 hunks[i].want);
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_likewise),
		                            cmocka_unit_test(test_shown),
		                            cmocka_unit_test(test_many),
		                            cmocka_unit_test(test_hunks) };

	return cmocka_run_group_tests_name("likewise", tests, NULL, NULL);
}
