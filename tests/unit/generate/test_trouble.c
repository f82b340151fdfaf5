/*
 * test_trouble.c - what is said of a program that did not do its work, and of what nothing ran.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/trouble.h"

#include <string.h>

static const char text[] = "def f(x):\n"          /* 1 */
			   "    if x:\n"          /* 2, changed */
			   "        return 1\n"   /* 3 */
			   "    for i in x:\n"    /* 4, changed */
			   "        g(i)\n"       /* 5, changed */
			   "    while x and \\\n" /* 6 */
			   "            x:\n"     /* 7, changed */
			   "        x = g(x)\n"   /* 8 */
			   "    if not x:\n"      /* 9 */
			   "        g(0)\n";      /* 10 */

static void hunk(struct tora_check *c, struct tora_file_change *file, unsigned first,
                 unsigned count)
{
	*tora_vec_push(c->arena, &file->hunks) = (struct tora_hunk){ first, count, first, count };
}

static void way(struct tora_arena *arena, struct tora_trial *t, unsigned line, unsigned block,
                bool into)
{
	*tora_vec_push(arena, &t->covered) = (struct tora_lines_hit){ "p.py", line };
	*tora_vec_push(arena, &t->branches) =
		(struct tora_branch){ .file = "p.py", .line = line, .block = block, .into = into };
}

/* p.py with the lines above, and every decision of it known. */
static struct tora_check changed(void)
{
	static const unsigned decisions[][2] = { { 2, 3 }, { 4, 5 }, { 6, 8 }, { 9, 10 } };
	struct tora_check c = { .arena = tora_arena_new() };
	struct tora_file_change *file = tora_vec_push(c.arena, &c.change.files);

	*file = (struct tora_file_change){ .path = "p.py", .head_text = tora_sv(text) };
	hunk(&c, file, 2, 1);
	hunk(&c, file, 4, 2);
	hunk(&c, file, 7, 1);
	for (size_t i = 0; i < 4; i++)
		for (int into = 1; into >= 0; into--)
			*tora_vec_push(c.arena, &c.branches) =
				(struct tora_branch){ .file = "p.py",
				                      .line = decisions[i][0],
				                      .block = decisions[i][1],
				                      .into = into };
	return c;
}

static void test_ways_not_taken(void **state)
{
	struct tora_check c = changed();
	struct tora_pair one = { .reached = true }, other = { .reached = true };
	struct tora_candidate all[3] = { { .tried = &one }, { .tried = &other }, { .source = "" } };
	size_t n;

	(void)state;
	/* what no test comes to is a line not run, and no branch */
	assert_string_equal(tora_trouble_untaken(&c, all, 3, 9, c.arena, &n), "");
	assert_int_equal(n, 0);
	way(c.arena, &one.head, 2, 3, true);
	assert_string_equal(tora_trouble_untaken(&c, all, 3, 9, c.arena, &n),
	                    "p.py:2:     if x:  <- always led to line 3, never past it\n");
	way(c.arena, &other.head, 2, 3, false);
	way(c.arena, &other.head, 4, 5, false); /* its block is a changed line: said as such */
	way(c.arena, &other.head, 6, 8, false);
	way(c.arena, &other.head, 9, 10, true); /* not changed */
	assert_string_equal(tora_trouble_untaken(&c, all, 3, 9, c.arena, &n),
	                    "p.py:6:     while x and \\  <- never led to line 8\n");
	assert_int_equal(n, 1);
	assert_string_equal(tora_trouble_untaken(&c, all, 1, 0, c.arena, &n), "");
	assert_int_equal(n, 1);
	all[1].varies = true; /* what prints something else each time is no test of a way */
	assert_string_equal(tora_trouble_untaken(&c, all, 3, 9, c.arena, &n),
	                    "p.py:2:     if x:  <- always led to line 3, never past it\n");
	all[1].varies = false;
	way(c.arena, &one.base, 6, 8, true); /* lines of the base are others */
	assert_int_equal((tora_trouble_untaken(&c, all, 3, 9, c.arena, &n), n), 1);
	c.change.files.at[0].is_withheld = true;
	assert_string_equal(tora_trouble_untaken(&c, all, 3, 9, c.arena, &n), "");
	tora_arena_free(c.arena);
}

/* What stands in a line with others is shown as it is written; two of one line are two. */
static void test_ways_within_a_line(void **state)
{
	struct tora_check c = changed();
	struct tora_pair one = { .reached = true };
	struct tora_candidate all[1] = { { .tried = &one } };
	struct tora_branch within = { "p.py", 2, 2, true, 7, 8 };
	size_t n;

	(void)state;
	c.branches.n = 0;
	*tora_vec_push(c.arena, &c.branches) = within;
	within.from = 4;
	within.into = false;
	*tora_vec_push(c.arena, &c.branches) = within;
	*tora_vec_push(c.arena, &one.head.covered) = (struct tora_lines_hit){ "p.py", 2 };
	assert_string_equal(tora_trouble_untaken(&c, all, 1, 9, c.arena, &n),
	                    "p.py:2:     if x:  <- never led to `x`\n"
	                    "p.py:2:     if x:  <- always led to `if x`, never past it\n");
	within = (struct tora_branch){ "p.py", 2, 2, true, 7, 0 };
	*tora_vec_push(c.arena, &one.head.branches) = within;
	within.from = 4;
	*tora_vec_push(c.arena, &one.head.branches) = within;
	assert_string_equal(tora_trouble_untaken(&c, all, 1, 9, c.arena, &n),
	                    "p.py:2:     if x:  <- always led to `if x`, never past it\n");
	c.branches.at[1].to = 99; /* of another text */
	assert_string_equal(tora_trouble_untaken(&c, all, 1, 9, c.arena, &n),
	                    "p.py:2:     if x:  <- always led to line 2, never past it\n");
	tora_arena_free(c.arena);
}

static void test_programs_that_show_nothing(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_pair pair = { .reached = true, .base.measured = true, .head.measured = true };
	struct tora_candidate c = { .source = "import p\np.f(1)\n", .tried = &pair };

	(void)state;
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_SILENT);
	assert_string_equal(tora_trouble_words(&c, true, arena),
	                    "runs changed lines and prints nothing");
	assert_string_equal(tora_trouble_words(&c, false, arena), "prints nothing");
	pair.head.out = tora_sv("1\n");
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_NONE);
	pair.head = (struct tora_trial){ .status = TORA_TRIAL_TIMEOUT };
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_NONE);
	pair = (struct tora_pair){ .head.measured = true };
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_NO_REACH);
	assert_string_equal(tora_trouble_words(&c, true, arena), "runs none of the changed lines");
	assert_string_equal(tora_trouble_words(&c, false, arena), "runs no line of the functions");
	tora_arena_free(arena);
}

/* Enough are those that say the same again: on the other side, or when they are repeated. */
static void test_programs_that_vary(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_pair pair = { .reached = true,
		                  .base = { .measured = true, .out = { "1\n", 2 } },
		                  .head = { .measured = true, .out = { "1\n", 2 } } };
	struct tora_candidate c = { .source = "import p\np.f(1)\n", .tried = &pair };

	(void)state;
	assert_true(tora_trouble_is_stable(&c));
	pair.reached = false;
	assert_false(tora_trouble_is_stable(&c));
	pair.reached = true;
	pair.head.out = tora_sv("2\n");
	assert_false(tora_trouble_is_stable(&c)); /* the change, or chance: nobody knows yet */
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_NONE);
	c.repeated = true;
	assert_true(tora_trouble_is_stable(&c));
	c.faced = 6; /* faults in lines it runs, and it notices none */
	assert_false(tora_trouble_is_stable(&c));
	c.sees = 2;
	assert_true(tora_trouble_is_stable(&c));
	c.varies = true;
	assert_false(tora_trouble_is_stable(&c));
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_VARIES);
	assert_string_equal(tora_trouble_words(&c, true, arena), "prints something else each time");
	tora_arena_free(arena);
}

/* Why it does not come to the change is what its writer needs to know. */
static void test_programs_that_end_before_the_change(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_exception x = { .type = "OverflowError", .message = "date out of range" };
	struct tora_pair pair = {
		.head = { .measured = true, .status = TORA_TRIAL_EXCEPTION, .exception = &x }
	};
	struct tora_candidate c = { .source = "import p\np.f(1)\n", .tried = &pair };

	(void)state;
	*tora_vec_push(arena, &x.frames) = (struct tora_frame){ .file = "p.py", .line = 9 };
	assert_int_equal(tora_trouble_of(&c), TORA_TROUBLE_NO_REACH);
	assert_string_equal(
		tora_trouble_words(&c, true, arena),
		"raises OverflowError: date out of range, before it comes to a changed line");
	tora_arena_free(arena);
}

static void test_lines_not_run(void **state)
{
	struct tora_check c = changed();
	struct tora_pair one = { .reached = true };
	struct tora_candidate all[1] = { { .tried = &one } };
	struct tora_lines *lines = tora_vec_push(c.arena, &c.change.head_lines);
	size_t n;

	(void)state;
	*lines = (struct tora_lines){ .file = "p.py" };
	for (unsigned line = 2; line <= 7; line++)
		*tora_vec_push(c.arena, &lines->at) = line;
	way(c.arena, &one.head, 2, 3, true);
	assert_string_equal(tora_trouble_missed(&c.change, all, 1, 9, c.arena, &n),
	                    "p.py:4:     for i in x:  <- below: return 1\n"
	                    "p.py:5:         g(i)\n"
	                    "p.py:7:             x:  <- below: while x and \\\n");
	assert_int_equal(n, 3);
	assert_string_equal(tora_trouble_missed(&c.change, all, 1, 1, c.arena, &n),
	                    "p.py:4:     for i in x:  <- below: return 1\n");
	assert_int_equal(n, 3);
	all[0].varies = true;
	assert_non_null(strstr(tora_trouble_missed(&c.change, all, 1, 9, c.arena, &n),
	                       "p.py:2:     if x:"));
	tora_arena_free(c.arena);
}

static void test_a_long_line_ends_with_a_whole_character(void **state)
{
	struct tora_check c = changed();
	char row[200] = { 0 };
	size_t n;

	(void)state;
	(void)memset(row, 'x', 159);
	(void)memcpy(row + 159, "\xc3\xa9\n", 3);
	c.change.files.at[0].head_text = tora_sv(row);
	c.change.files.at[0].hunks.n = 0;
	hunk(&c, &c.change.files.at[0], 1, 1);
	*tora_vec_push(c.arena, &c.change.head_lines) = (struct tora_lines){ .file = "p.py" };
	*tora_vec_push(c.arena, &c.change.head_lines.at[0].at) = 1;
	assert_true(tora_sv_ends(tora_sv(tora_trouble_missed(&c.change, NULL, 0, 9, c.arena, &n)),
	                         "x\n"));
	tora_arena_free(c.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways_not_taken),
		cmocka_unit_test(test_ways_within_a_line),
		cmocka_unit_test(test_programs_that_vary),
		cmocka_unit_test(test_programs_that_show_nothing),
		cmocka_unit_test(test_programs_that_end_before_the_change),
		cmocka_unit_test(test_lines_not_run),
		cmocka_unit_test(test_a_long_line_ends_with_a_whole_character),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
