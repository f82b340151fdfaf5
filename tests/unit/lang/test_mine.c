/* What a miner left is taken when it is what it has to be, whoever wrote it. */
#include "lang/lang.h"
#include "lang/mine.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *path, *said; /* NULL: nothing */
	bool good;
} rows[] = {
	{ "a.py", "{\"words\":[]}", true },
	{ "empty.py", "{}", true },
	{ "nothing.py", NULL, false },
	{ "nobytes.py", "", false },
	{ "list.py", "[1]", false },
	{ "two.py", "{}{}", false },
	{ "lines.py", "{\"a\":\n1}", false },
	{ "cut.py", "{\"a\":", false },
	{ "utf8.py", "{\"a\":\"\303\251\"}", false },
	{ "link.py", "@", false },
	{ "large.py", "*", false },
};
#define N (sizeof rows / sizeof rows[0])

struct fake {
	bool is_marked;
	char todo[400];
	size_t todo_len;
};

static FILE *result(const char *out, size_t i)
{
	char path[300];

	(void)snprintf(path, sizeof path, "%s/%zu", out, i);
	if (strcmp(rows[i].said, "@") == 0) {
		assert_int_equal(symlink("0", path), 0);
		return NULL;
	}
	return fopen(path, "w");
}

static int compile(void *ctx, const char *tree, const char *out, unsigned budget_ms,
                   struct tora_err *err)
{
	struct fake *fake = ctx;
	char path[300];
	FILE *f;

	(void)budget_ms;
	assert_string_equal(tree, "/tree");
	(void)snprintf(path, sizeof path, "%s/mine", out);
	fake->is_marked = access(path, F_OK) == 0;
	(void)snprintf(path, sizeof path, "%s/todo", out);
	f = fopen(path, "r");
	assert_non_null(f);
	fake->todo_len = fread(fake->todo, 1, sizeof fake->todo, f);
	(void)fclose(f);
	for (size_t i = 0; i < N; i++) {
		f = rows[i].said ? result(out, i) : NULL;
		if (!f)
			continue;
		if (strcmp(rows[i].said, "*") != 0)
			(void)fputs(rows[i].said, f);
		else
			(void)fprintf(f, "{\"a\":\"%*s\"}", (int)TORA_MINE_FACTS_MAX, "");
		(void)fclose(f);
	}
	return tora_fail(err, TORA_E_TIMEOUT, "not done in time"); /* what is there counts */
}

static void test_results(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct fake fake = { .is_marked = false };
	struct tora_sandbox sandbox = { .ctx = &fake, .compile = compile };
	char dir[] = "/tmp/tora-mine-XXXXXX", command[100];
	const char *paths[N], *got[N];
	struct tora_mine_spec spec = {
		.sandbox = &sandbox, .dir = "/tree", .paths = paths, .n = N, .budget_ms = 100
	};
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	spec.scratch = mkdtemp(dir);
	assert_non_null(spec.scratch);
	for (size_t i = 0; i < N; i++)
		paths[i] = rows[i].path;
	assert_int_equal(tora_lang_mine(&spec, arena, got, &err), TORA_E_TIMEOUT);
	for (size_t i = 0; i < N; i++)
		if ((got[i] != NULL) != rows[i].good || (got[i] && strcmp(got[i], rows[i].said)))
			fail_msg("%s: %.40s", rows[i].path, got[i] ? got[i] : "not taken");
	assert_true(fake.is_marked);
	assert_memory_equal(fake.todo, "a.py\0empty.py", sizeof "a.py\0empty.py");
	(void)snprintf(command, sizeof command, "%s/todo", dir);
	(void)unlink(command);
	for (size_t i = 0; i <= N; i++) {
		(void)snprintf(command, sizeof command, i < N ? "%s/%zu" : "%s/mine", dir, i);
		(void)unlink(command);
	}
	assert_int_equal(rmdir(dir), 0);
	tora_arena_free(arena);
}

static void test_who_says_it(void **state)
{
	char one[TORA_HASH_HEX], same[TORA_HASH_HEX], other[TORA_HASH_HEX];
	struct tora_lang lang = *tora_lang_named("python");
	struct tora_linked files[] = { { "gen_a.py", "abc", &"abc"[2] },
		                       { "other.py", "xyz", &"xyz"[2] },
		                       { NULL, NULL, NULL } };

	(void)state;
	lang.runner = files;
	tora_lang_miner(&lang, "python 3.11.2", one);
	files[1].end++;
	tora_lang_miner(&lang, "python 3.11.2", same);
	assert_string_equal(one, same);
	tora_lang_miner(&lang, "python 3.12.0", other);
	assert_string_not_equal(one, other);
	files[0].end++;
	tora_lang_miner(&lang, "python 3.11.2", other);
	assert_string_not_equal(one, other);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_results),
		                            cmocka_unit_test(test_who_says_it) };

	return cmocka_run_group_tests_name("mine", tests, NULL, NULL);
}
