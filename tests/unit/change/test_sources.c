/*
 * What is found by bisection is what looking at everything finds.
 */
#include "made.h"

static const char text[] = "import os\n"
			   "X = 1\n"
			   "@d\n"
			   "class A:\n"
			   "    y = X\n"
			   "    def f(self):\n"
			   "        def f():\n"
			   "            return X\n"
			   "        return f\n"
			   "\n"
			   "    class B:\n"
			   "        def g(self): return 1\n"
			   "        z = X\n"
			   "\n"
			   "    w = 2\n"
			   "def f(): return os\n"
			   "# the end of one f\n"
			   "def f():\n"
			   "    'again'\n"
			   "    return A.B.z\n"
			   "X += 1\n";

static void begin(struct made *m, const struct tora_source **ret)
{
	static const struct made_file file = { .path = "u.py", .base = NULL, .head = text };

	*m = made_change(&file, 1);
	assert_int_equal(m->sources.files.n, 1);
	*ret = &m->sources.files.at[0].side[TORA_HEAD];
	assert_int_equal((*ret)->error_line, 0);
}

static void test_definitions(void **state)
{
	const struct tora_source *s;
	struct made m;

	(void)state;
	begin(&m, &s);
	assert_int_equal(s->defs.defs.n, 7);
	for (size_t byte = 0; byte < sizeof text; byte++) {
		size_t want = SIZE_MAX;

		for (size_t i = 0; i < s->defs.defs.n; i++)
			if (s->defs.defs.at[i].start <= byte && byte < s->defs.defs.at[i].end)
				want = i;
		if (tora_source_def_at(s, byte) != want)
			fail_msg("byte %zu: %zu, not %zu", byte, tora_source_def_at(s, byte), want);
	}
	for (unsigned line = 0; line < 24; line++) {
		size_t want = SIZE_MAX;

		for (size_t i = 0; i < s->defs.defs.n; i++)
			if (s->defs.defs.at[i].first <= line && line <= s->defs.defs.at[i].last)
				want = i;
		if (tora_source_def_on(s, line) != want)
			fail_msg("line %u: %zu, not %zu", line, tora_source_def_on(s, line), want);
	}
	made_done(&m);
}

static void test_names(void **state)
{
	static const struct {
		const char *name;
		size_t n, defines;
	} rows[] = { { "X", 5, 1 }, { "os", 2, 1 }, { "f", 5, 4 },     { "z", 2, 1 },
		     { "A", 2, 1 }, { "a", 0, 0 },  { "again", 0, 0 }, { "", 0, 0 } };
	const struct tora_source *s;
	struct made m;

	(void)state;
	begin(&m, &s);
	for (size_t i = 0; i < COUNT(rows); i++) {
		size_t n, defines = 0;
		const struct tora_ident *const *at = tora_source_named(s, rows[i].name, &n);

		for (size_t k = 0; k < n; k++) {
			defines += at[k]->defines;
			assert_string_equal(at[k]->name, rows[i].name);
			assert_true(k == 0 || at[k - 1]->start < at[k]->start);
		}
		if (n != rows[i].n || defines != rows[i].defines)
			fail_msg("'%s': %zu times, %zu bind it", rows[i].name, n, defines);
	}
	made_done(&m);
}

static void test_first_of(void **state)
{
	const struct tora_source *s;
	struct made m;

	(void)state;
	begin(&m, &s);
	for (size_t byte = 0; byte <= sizeof text; byte++) {
		size_t stmt = 0, ident = 0;

		while (stmt < s->stmts.stmts.n && s->stmts.stmts.at[stmt].start < byte)
			stmt++;
		while (ident < s->idents.at.n && s->idents.at.at[ident].start < byte)
			ident++;
		if (tora_source_stmt_from(s, byte) != stmt ||
		    tora_source_ident_from(s, byte) != ident)
			fail_msg("byte %zu", byte);
	}
	assert_int_equal(tora_source_def_named(s, "f")->first, 16); /* the first of two */
	assert_int_equal(tora_source_def_named(s, "A.f.f")->first, 7);
	assert_int_equal(tora_source_def_named(s, "A.B.g")->first, 12);
	assert_null(tora_source_def_named(s, "A.g"));
	assert_null(tora_source_def_named(s, ""));
	made_done(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_definitions),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_first_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
