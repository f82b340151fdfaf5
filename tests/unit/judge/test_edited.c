/* Programs that stem from a test which the change edits elsewhere. */
#include "judge/edited.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define PYTHON                                                                                     \
	"import pytest\n" /* 1 */                                                                  \
	"\n"                                                                                       \
	"def test_one():\n"                                                                        \
	"    class Broken:\n"                                                                      \
	"        def __hash__(self):\n" /* 5 */                                                    \
	"            return 1\n"                                                                   \
	"\n"                                                                                       \
	"    assert make(Broken()) == 1\n"                                                         \
	"    assert len(make(2)) == 2\n"                                                           \
	"\n" /* 10 */                                                                              \
	"@pytest.mark.parametrize('a, b', [\n"                                                     \
	"    ([1], 2),\n"                                                                          \
	"    ([2], 3),\n"                                                                          \
	"])\n"                                                                                     \
	"def test_two(a, b):\n" /* 15 */                                                           \
	"    assert shares(a) == b\n"                                                              \
	"\n"                                                                                       \
	"def helper():\n"                                                                          \
	"    shares(1)\n"                                                                          \
	"\n" /* 20 */                                                                              \
	"class TestMore:\n"                                                                        \
	"    def test_three(self):\n"                                                              \
	"        shares(3)\n"                                                                      \
	"        self.assertEqual(shares(4), 5)\n"                                                 \
	"    def test_four(self):\n" /* 25 */                                                      \
	"        self.assertEqual(shares(6), 7)\n"

#define SHARES "from p import shares\n\nprint(shares(9))\n"

static const struct {
	const char *label, *where, *program;
	struct tora_hunk hunk;
	bool edited;
} rows[] = {
	{ "another line of the same test was changed",
	  "tests/test_p.py:8",
	  "x = Broken()\nmake(x)\n",
	  { 9, 1, 9, 1 },
	  true },
	{ "one of another test", "tests/test_p.py:8", "Broken()\n", { 16, 1, 16, 1 }, false },
	{ "a class inside a test is no end of it",
	  "tests/test_p.py:8",
	  "Broken()\n",
	  { 6, 1, 6, 1 },
	  true },
	{ "nothing in common with the line",
	  "tests/test_p.py:8",
	  "print(other(1))\n",
	  { 9, 1, 9, 1 },
	  false },
	{ "a line that was taken away", "tests/test_p.py:8", "Broken()\n", { 9, 1, 8, 0 }, false },
	{ "lines that were put in behind",
	  "tests/test_p.py:8",
	  "Broken()\n",
	  { 8, 0, 9, 1 },
	  false },
	{ "a row more for a parametrised test",
	  "tests/test_p.py:16",
	  "print(shares(3))\n",
	  { 12, 0, 13, 1 },
	  true },
	{ "another row of it", "tests/test_p.py:16", SHARES, { 12, 0, 13, 1 }, false },
	{ "what another row has as well",
	  "tests/test_p.py:16",
	  "print(shares(2))\n",
	  { 12, 0, 13, 1 },
	  false },
	{ "a row without words of its own", "tests/test_p.py:16", SHARES, { 13, 0, 14, 1 }, true },
	{ "a row of it that was changed", "tests/test_p.py:16", SHARES, { 12, 1, 12, 1 }, true },
	{ "a function that is no test", "tests/test_p.py:19", SHARES, { 19, 1, 19, 1 }, false },
	{ "the test above a function that is none",
	  "tests/test_p.py:19",
	  SHARES,
	  { 16, 1, 16, 1 },
	  false },
	{ "a method", "tests/test_p.py:23", SHARES, { 24, 1, 24, 1 }, true },
	{ "the method after it", "tests/test_p.py:23", SHARES, { 26, 1, 26, 1 }, false },
	{ "a test that is all new", "tests/test_p.py:23", SHARES, { 21, 0, 22, 3 }, false },
	{ "another file", "tests/test_q.py:8", "Broken()\n", { 9, 1, 9, 1 }, false },
	{ "no line", "tests/test_p.py", "Broken()\n", { 9, 1, 9, 1 }, false },
	{ "an odd line", "tests/test_p.py:8x", "Broken()\n", { 9, 1, 9, 1 }, false },
	{ "a line that is not there", "tests/test_p.py:800", "Broken()\n", { 9, 1, 9, 1 }, false },
	{ "the beginning of the file",
	  "tests/test_p.py:1",
	  "import pytest\n",
	  { 1, 1, 1, 1 },
	  false },
	{ "no place", "", "Broken()\n", { 9, 1, 9, 1 }, false },
	{ "none at all", NULL, "Broken()\n", { 9, 1, 9, 1 }, false },
};

static bool ask(struct tora_arena *arena, const char *path, const char *base, const char *head,
                struct tora_hunk hunk, const char *where, const char *program)
{
	struct tora_change change = { 0 };
	struct tora_file_change *f = tora_vec_push(arena, &change.files);

	*f = (struct tora_file_change){ .path = path,
		                        .role = TORA_FILE_TEST,
		                        .kind = TORA_CHANGE_MODIFIED,
		                        .base_text = tora_sv(base),
		                        .head_text = tora_sv(head) };
	*tora_vec_push(arena, &f->hunks) = hunk;
	return tora_edited_test(&change, where, tora_sv(program), arena);
}

static void test_edited(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (ask(arena, "tests/test_p.py", "", PYTHON, rows[i].hunk, rows[i].where,
		        rows[i].program) != rows[i].edited)
			fail_msg("%s", rows[i].label);
	tora_arena_free(arena);
}

/* A place of the base, where the head has something else in that line. */
static void test_of_the_base(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	assert_true(ask(arena, "tests/test_p.py", PYTHON, "def test_x():\n    pass\n",
	                (struct tora_hunk){ 9, 1, 9, 1 }, "tests/test_p.py:8", "Broken()\n"));
	/* a row more in the head */
	assert_true(ask(arena, "tests/test_p.py", PYTHON, "    ('word', 2),\n",
	                (struct tora_hunk){ 12, 0, 1, 1 }, "tests/test_p.py:16",
	                "print(shares('word'))\n"));
	assert_false(ask(arena, "tests/test_p.py", PYTHON, "    ('word', 2),\n",
	                 (struct tora_hunk){ 12, 0, 1, 1 }, "tests/test_p.py:16", SHARES));
	/* more of them than are looked at */
	assert_true(ask(arena, "tests/test_p.py", PYTHON, "    ('word', 2),\n",
	                (struct tora_hunk){ 12, 0, 1, 300 }, "tests/test_p.py:16", SHARES));
	assert_false(ask(arena, "tests/test_p.py", PYTHON, "", (struct tora_hunk){ 26, 1, 9, 1 },
	                 "tests/test_p.py:8", "Broken()\n"));
	tora_arena_free(arena);
}

static void test_javascript(void **state)
{
	static const char text[] = "test('one', () => {\n  assert.equal(pick(1), 2);\n"
				   "  assert.equal(pick(2), 3);\n});\n"
				   "test('two', () => {\n  assert.equal(pick(3), 4);\n});\n";
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	assert_true(ask(arena, "p.test.js", "", text, (struct tora_hunk){ 3, 1, 3, 1 },
	                "p.test.js:2", "console.log(pick(9));\n"));
	assert_false(ask(arena, "p.test.js", "", text, (struct tora_hunk){ 6, 1, 6, 1 },
	                 "p.test.js:2", "console.log(pick(9));\n"));
	tora_arena_free(arena);
}

static void test_expectation(void **state)
{
	static const struct {
		const char *label, *base, *head;
		bool is;
	} of[] = {
		{ "another number", "assert f(1) == 2", "assert f(1) == 3", true },
		{ "another input", "assert f(1) == 2", "assert f(2) == 2", false },
		{ "another function", "assert f(1) == 2", "assert g(1) == 3", false },
		{ "of a method", "self.assertEqual(f(1), \"a\")", "self.assertEqual(f(1), \"b\")",
		  true },
		{ "its input", "self.assertEqual(f(1), \"a\")", "self.assertEqual(f(2), \"a\")",
		  false },
		{ "a line of a text", "self.assertIn('a -- n;', g.dot())",
		  "self.assertIn('a -- \"n\";', g.dot())", true },
		{ "in a list", "assert.deepEqual(f(1), [1, 2]);", "assert.deepEqual(f(1), [2, 1]);",
		  true },
		{ "of a matcher", "expect(f(1)).toBe(true);", "expect(f(1)).toBe(false);", true },
		{ "its input", "expect(f(1)).toBe(true);", "expect(f(2)).toBe(true);", false },
		{ "more of it", "assert f(1) == [2]", "assert f(1) == [2, 3]", false },
		{ "no assertion", "x = f(1, 2)", "x = f(1, 3)", false },
		{ "no assertion either", "t.plan(3)", "t.plan(4)", false },
		{ "other quotes", "assert f(1) == 'a'", "assert f(1) == \"a\"", false },
		{ "another kind", "assert f(1) == '1'", "assert f(1) == 1", true },
		{ "a version", "assert __version__ == '0.1.0'", "assert __version__ == '0.2.0'",
		  false },
		{ "what it says", "assert f(1) == 2, \"shuold\"", "assert f(1) == 2, \"should\"",
		  false },
		{ "what a call says", "assert.equal(f(1), 2, 'shuold');",
		  "assert.equal(f(1), 2, 'should');", false },
		{ "what raises", "self.assertRaises(ValueError, f, 1)",
		  "self.assertRaises(ValueError, f, 2)", false },
		{ "a key", "assert d['a'] == 1", "assert d['b'] == 1", false },
		{ "an item", "expect(f(1)[0]).toBe(2)", "expect(f(1)[1]).toBe(2)", false },
		{ "other blanks", "assert f(1) == 2", "assert f(1)  ==  2", false },
	};
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		struct tora_change change = { 0 };
		struct tora_file_change *f = tora_vec_push(arena, &change.files);

		*f = (struct tora_file_change){ .path = "tests/test_p.py",
			                        .role = TORA_FILE_TEST,
			                        .kind = TORA_CHANGE_MODIFIED,
			                        .base_text = tora_sv(of[i].base),
			                        .head_text = tora_sv(of[i].head) };
		*tora_vec_push(arena, &f->hunks) = (struct tora_hunk){ 1, 1, 1, 1 };
		if (tora_edited_expectation(&change, arena) != of[i].is)
			fail_msg("%s", of[i].label);
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "p.py", .role = TORA_FILE_SOURCE };
		assert_int_equal(tora_edited_expectation(&change, arena), of[i].is);
		*tora_vec_push(arena, &change.files) =
			(struct tora_file_change){ .path = "q.py", .role = TORA_FILE_SOURCE };
		assert_false(tora_edited_expectation(&change, arena));
		change.files.n = 1;
		f = &change.files.at[0];
		f->role = TORA_FILE_SOURCE;
		assert_false(tora_edited_expectation(&change, arena));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edited),
		cmocka_unit_test(test_of_the_base),
		cmocka_unit_test(test_javascript),
		cmocka_unit_test(test_expectation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
