/*
 * test_faults.c - small faults in Python and JavaScript, which of them are put into a change, and who notices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/faults.h"

#include <string.h>

/* ---- what could be wrong in a text ---------------------------------------------------------------- */

static const struct {
	const char *lang, *text, *want; /* want: "line was>with", one after the other */
} rows[] = {
	{ "python", "x = a < 10 and b\n", "1 <><=|1 10>11|1 and>or|" },
	{ "python", "def f(x):\n    return x\n", "2 x>None|" },
	{ "python", "def f(x):\n    return None\n", "" },
	{ "python", "if a in b:\n    c += 1\n",
	  "1 a in b>not (a in b)|1 in>not in|2 +=>-=|2 1>2|" },
	{ "python", "if a not in b:\n    pass\n", "1 a not in b>not (a not in b)|1 not in>in|" },
	{ "python", "x = 'a' if y is None else \"\"\n",
	  "1 a>a~|1 y is None>not (y is None)|1 is>is not|" },
	{ "python", "def f():\n    '''Says 1 < 2.'''\n    return True\n", "3 True>False|" },
	{ "python", "def f(a: 'int' = 0x10) -> 'str':\n    g(a % 3)\n", "2 %>*|2 3>4|" },
	{ "python", "while x:\n    pass\n", "" },
	{ "python",
	  "if TYPE_CHECKING:\n    a = 1\nif CHECKING:\n    T = TypeVar('T')\n    c = f('T')\n",
	  "1 TYPE_CHECKING>not (TYPE_CHECKING)|3 CHECKING>not (CHECKING)|5 T>T~|" },
	{ "javascript", "x = a < 10 && b;\n", "1 <><=|1 10>11|1 &&>|||" },
	{ "javascript", "if (a === b) c++;\n", "1 a === b>!(a === b)|1 ===>!==|1 ++>--|" },
	{ "javascript", "f = (x) => x + 1;\n", "1 x + 1>undefined|1 +>-|1 1>2|" },
	{ "javascript", "f = (x) => { return x ? 'a' : `b${x}`; };\n",
	  "1 x ? 'a' : `b${x}`>undefined|1 x>!(x)|1 a>a~|1 b>b~|" },
	{ "javascript", "'use strict';\nconst a = require('a');\nimport b from 'b';\n", "" },
	{ "javascript", "function f() { return undefined; }\n", "" },
	{ "typescript", "function f(x: number): string { return x > 1 ? 'a' : 'b'; }\n",
	  "1 x > 1 ? 'a' : 'b'>undefined|1 x > 1>!(x > 1)|1 >>>=|1 1>2|1 a>a~|1 b>b~|" },
	{ "c", "int f(int x) { return x < 1; }\n", "" },
};

static void test_faults_of_a_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_err err = TORA_ERR_INIT;
		struct tora_syntax *s = NULL;
		struct tora_faults all;
		const char *got = "";

		assert_int_equal(tora_syntax_new(tora_lang_named(rows[i].lang),
		                                 tora_sv(rows[i].text), &s, &err),
		                 TORA_OK);
		tora_syntax_faults(s, arena, &all);
		for (size_t k = 0; k < all.at.n; k++) {
			const struct tora_fault *f = &all.at.at[k];

			got = tora_arena_printf(arena, "%s%u %.*s>%s|", got, f->first,
			                        (int)(f->end - f->start), rows[i].text + f->start,
			                        f->with);
		}
		if (strcmp(got, rows[i].want) != 0)
			fail_msg("'%s': got '%s', want '%s'", rows[i].text, got, rows[i].want);
		tora_syntax_free(s);
		tora_arena_free(arena);
	}
}

/* ---- which of them are put ------------------------------------------------------------------------------ */

static const char base[] = "def f(a, b):\n"                 /* 1 */
			   "    return a\n"                 /* 2 */
			   "def g(a):\n"                    /* 3 */
			   "    if a:\n"                    /* 4 */
			   "        return 1\n"             /* 5 */
			   "    return 2\n";                /* 6 */
static const char head[] = "def f(a, b):\n"                 /* 1 */
			   "    return a + b * 2 - 3 / 4\n" /* 2, changed */
			   "def g(a):\n"                    /* 3 */
			   "    if a > 7 and a != 9:\n"     /* 4, changed */
			   "        return 1\n"             /* 5 */
			   "    return 2\n"                 /* 6 */
			   "def h(a):\n"                    /* 7 */
			   "    return a > 1\n";            /* 8 */

static void add_function(struct tora_arena *arena, struct tora_change *c, const char *name,
                         unsigned first, unsigned last)
{
	*tora_vec_push(arena, &c->functions) = (struct tora_function){
		.file = "p.py", .name = name, .qualname = name, .first = first, .last = last
	};
}

static void add_hunk(struct tora_arena *arena, struct tora_change *c, unsigned line)
{
	*tora_vec_push(arena, &c->files.at[0].hunks) = (struct tora_hunk){ line, 1, line, 1 };
}

/* f and g are changed; h is not. */
static struct tora_change changed(struct tora_arena *arena)
{
	struct tora_change c = { .files = { 0 } };

	*tora_vec_push(arena, &c.files) =
		(struct tora_file_change){ .path = "p.py",
		                           .role = TORA_FILE_SOURCE,
		                           .lang = tora_lang_named("python"),
		                           .base_text = tora_sv(base),
		                           .head_text = tora_sv(head) };
	add_hunk(arena, &c, 2);
	add_hunk(arena, &c, 4);
	add_function(arena, &c, "f", 1, 2);
	add_function(arena, &c, "g", 3, 6);
	return c;
}

static void test_they_are_shared_out(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = changed(arena);
	struct tora_faults_put put, same, other;
	unsigned lines[9] = { 0 }, kinds[TORA_FAULT_KINDS] = { 0 };
	bool differs = false;

	(void)state;
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, TORA_FAULTS_MAX);
	for (size_t i = 0; i < put.n; i++) {
		struct tora_syntax *s = NULL;
		struct tora_err err = TORA_ERR_INIT;

		lines[put.at[i].fault.first]++;
		kinds[put.at[i].fault.kind]++;
		assert_int_equal(tora_syntax_new(c.files.at[0].lang,
		                                 tora_faults_text(&put.at[i], arena), &s, &err),
		                 TORA_OK);
		assert_false(tora_syntax_has_error(s, NULL));
		tora_syntax_free(s);
	}
	assert_int_equal(kinds[TORA_FAULT_UNDONE], 2);
	assert_true(kinds[TORA_FAULT_OPERATOR] && kinds[TORA_FAULT_CONSTANT]);
	assert_true(kinds[TORA_FAULT_CONDITION] || kinds[TORA_FAULT_RESULT]);
	assert_true(lines[2] >= 3 && lines[4] >= 3);
	assert_int_equal(lines[2] + lines[4], TORA_FAULTS_MAX); /* changed lines alone */
	tora_faults_pick(&c, 1, arena, &same);
	for (size_t i = 0; i < put.n; i++)
		assert_int_equal(put.at[i].fault.start, same.at[i].fault.start);
	for (uint64_t seed = 2; seed < 12 && !differs; seed++) {
		tora_faults_pick(&c, seed, arena, &other);
		for (size_t i = 0; i < other.n; i++)
			differs |= other.at[i].fault.start != put.at[i].fault.start;
	}
	assert_true(differs);
	tora_arena_free(arena);
}

static void test_one_hunk_of_several_is_taken_back(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = changed(arena);
	struct tora_faults_put put;
	struct tora_sv text;

	(void)state;
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.at[0].fault.kind, TORA_FAULT_UNDONE);
	assert_int_equal(tora_faults_doubtful(&put), 3);
	text = tora_faults_text(&put.at[0], arena);
	assert_true(tora_sv_has(text, "    return a\ndef g(a):\n    if a > 7 and"));
	assert_string_equal(tora_faults_words(&put.at[0], arena),
	                    "`return a + b * 2 - 3 / 4` becomes `return a`");
	assert_string_equal(
		tora_faults_rows(&put, 1, 3, arena),
		"p.py:2: return a + b * 2 - 3 / 4  <- `return a + b * 2 - 3 / 4` becomes "
		"`return a`\n");
	c.files.at[0].hunks.n = 1; /* alone it is the base */
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.at[0].fault.kind, TORA_FAULT_OPERATOR);
	/* lines that are gone: whoever runs the function may notice; between two functions it is none of them */
	add_hunk(arena, &c, 2);
	c.files.at[0].hunks.at[0] = (struct tora_hunk){ 2, 1, 5, 0 };
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.at[0].fault.kind, TORA_FAULT_UNDONE);
	assert_true(tora_sv_has(tora_faults_text(&put.at[0], arena),
	                        "        return 1\n    return a\n    return 2\n"));
	assert_int_equal(put.at[0].first, 3);
	assert_int_equal(put.at[0].last, 6);
	assert_string_equal(tora_faults_words(&put.at[0], arena),
	                    "as before the change, with `return a`");
	c.files.at[0].hunks.at[0] = (struct tora_hunk){ 2, 1, 6, 0 };
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.at[0].fault.first, 2);
	tora_arena_free(arena);
}

static void test_where_none_are_put(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = changed(arena);
	struct tora_faults_put put;
	char *text;

	(void)state;
	c.files.at[0].is_withheld = true;
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, 0);
	c.files.at[0].is_withheld = false;
	c.files.at[0].lang = tora_lang_named("c");
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, 0);
	c.files.at[0].lang = tora_lang_named("python");
	c.files.at[0].head_text = tora_sv("def f(:\n    return 1 +\n"); /* does not parse anyway */
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, 0);
	text = tora_arena_calloc(arena, (256u << 10) + 2, 1);
	memset(text, '\n', (256u << 10) + 1);
	memcpy(text, head, sizeof head - 1);
	c.files.at[0].head_text = (struct tora_sv){ text, 256u << 10 };
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, TORA_FAULTS_MAX);
	c.files.at[0].head_text.len++; /* parsing it again and again would take too long */
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, 0);
	tora_arena_free(arena);
}

/* ---- who notices ------------------------------------------------------------------------------------------- */

static void test_reached(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = changed(arena);
	struct tora_faults_put put;
	struct tora_trial t = { .status = TORA_TRIAL_OK };
	uint32_t got;

	(void)state;
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(tora_faults_reached(&put, &t), 0);
	*tora_vec_push(arena, &t.covered) = (struct tora_lines_hit){ "q.py", 4 };
	assert_int_equal(tora_faults_reached(&put, &t), 0);
	*tora_vec_push(arena, &t.covered) = (struct tora_lines_hit){ "p.py", 4 };
	got = tora_faults_reached(&put, &t);
	for (size_t i = 0; i < put.n; i++)
		assert_int_equal((got >> i) & 1, put.at[i].fault.first == 4);
	tora_arena_free(arena);
}

/* Of a statement of several lines the runner may say another line than the fault's. */
static void test_reached_by_any_line_of_the_statement(void **state)
{
	static const char lines[] = "def f(a):\n"
				    "    x = g(a,\n"
				    "          a + 1)\n" /* 3, changed */
				    "    return x\n";
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = changed(arena);
	struct tora_faults_put put;

	(void)state;
	c.files.at[0].head_text = tora_sv(lines);
	c.files.at[0].hunks.n = 0;
	add_hunk(arena, &c, 3);
	c.functions.n = 0;
	add_function(arena, &c, "f", 1, 4);
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(put.at[i].fault.first, 3);
		assert_int_equal(put.at[i].first, 2);
		assert_int_equal(put.at[i].last, 3);
	}
	tora_arena_free(arena);
}

/* A constant and a default run once: whoever runs a line that stands in for them may notice. */
static void test_what_runs_during_the_import(void **state)
{
	static const char lines[] = "LIMIT = 5\n"             /* 1, changed */
				    "def f(a, b=3):\n"        /* 2, changed */
				    "    return a < LIMIT\n"; /* 3 */
	struct tora_arena *arena = tora_arena_new();
	struct tora_change c = changed(arena);
	struct tora_faults_put put;

	(void)state;
	c.files.at[0].head_text = tora_sv(lines);
	c.files.at[0].hunks.n = 0;
	add_hunk(arena, &c, 1);
	add_hunk(arena, &c, 2);
	c.functions.n = 0;
	add_function(arena, &c, "", 1, 3);
	tora_faults_pick(&c, 1, arena, &put);
	assert_int_equal(put.n, 2);
	for (size_t i = 0; i < 2; i++)
		assert_true(put.at[i].first <= 3 && put.at[i].last >= 3);
	tora_arena_free(arena);
}

static void test_told_apart(void **state)
{
	static const struct {
		const char *a, *b;
		bool tells;
	} outs[] = {
		{ "1\n", "1\n", false },
		{ "1\n", "2\n", true },
		{ "1\n", "1\n1\n", true },
		{ "<C at 0x7f0011223344>\n", "<C at 0x7f9900aabb>\n", false },
		{ "<C at 0x7f0011223344>\n", "<D at 0x7f0011223344>\n", true },
		{ "0x10\n", "0x11\n", true }, /* a number */
		{ "0xdeadbeef\n", "0xcafebabe\n", true },
		{ "0xffffffff\n", "0x100000000\n", true },
	};
	struct tora_exception e = { .type = "E", .message = "m" },
			      other = { .type = "E", .message = "n" };
	struct tora_warning warning = { .category = "DeprecationWarning", .message = "old" };
	struct tora_trial a = { .status = TORA_TRIAL_OK }, b = a;

	(void)state;
	for (size_t i = 0; i < sizeof outs / sizeof *outs; i++) {
		a.out = tora_sv(outs[i].a);
		b.out = tora_sv(outs[i].b);
		assert_int_equal(tora_faults_tells(&a, &b), outs[i].tells);
	}
	b = a;
	b.status = TORA_TRIAL_TIMEOUT;
	assert_true(tora_faults_tells(&a, &b));
	b = a;
	b.err = tora_sv("said\n");
	assert_true(tora_faults_tells(&a, &b));
	b = a;
	b.warnings.at = &warning;
	b.warnings.n = 1;
	assert_true(tora_faults_tells(&a, &b));
	a.warnings = b.warnings;
	assert_false(tora_faults_tells(&a, &b));
	b = a;
	a.status = b.status = TORA_TRIAL_EXCEPTION;
	a.exception = b.exception = &e;
	assert_false(tora_faults_tells(&a, &b));
	b.exception = &other;
	assert_true(tora_faults_tells(&a, &b));
}

static void test_rank(void **state)
{
	static const struct {
		uint32_t sees[5];
		size_t want[5];
	} all[] = {
		{ { 0, 0, 0, 0, 0 }, { 0, 1, 2, 3, 4 } },
		{ { 0, 1, 0, 6, 0 }, { 3, 1, 0, 2, 4 } }, /* what sees nothing comes last */
		{ { 7, 3, 8, 0, 7 }, { 0, 2, 4, 1, 3 } }, /* what is new before what sees more */
		{ { 1, 2, 4, 3, 0 }, { 3, 2, 0, 1, 4 } },
	};
	size_t got[5];

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		tora_faults_rank(all[i].sees, 5, got);
		for (size_t k = 0; k < 5; k++)
			if (got[k] != all[i].want[k])
				fail_msg("row %zu, place %zu: %zu", i, k, got[k]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_faults_of_a_text),
		cmocka_unit_test(test_they_are_shared_out),
		cmocka_unit_test(test_one_hunk_of_several_is_taken_back),
		cmocka_unit_test(test_where_none_are_put),
		cmocka_unit_test(test_reached),
		cmocka_unit_test(test_what_runs_during_the_import),
		cmocka_unit_test(test_reached_by_any_line_of_the_statement),
		cmocka_unit_test(test_told_apart),
		cmocka_unit_test(test_rank),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
