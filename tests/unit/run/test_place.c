/* The runner's folder: complete or not there, written once and again where it is not whole any more, one for each interpreter. */
#include "lang/place.h"

#include "tora/spawn.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned prepared;
static char while_preparing[256];

static void prepare(void *ctx, const char *dir)
{
	struct stat st;
	(void)ctx;

	prepared++;
	assert_int_equal(stat(dir, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0777); /* whoever prepares it may be nobody */
	(void)snprintf(while_preparing, sizeof(while_preparing), "%s", dir);
}

static const char *place(const char *cache, const char *salt, struct tora_arena *arena)
{
	static const struct tora_blob extra[] = { { "passwd", { "nobody", 6 } } };
	struct tora_err err = TORA_ERR_INIT;
	const char *dir = NULL;

	if (tora_lang_place(tora_lang_named("python"), cache, salt, extra, 1, prepare, NULL, arena,
	                    &dir, &err))
		fail_msg("%s", err.msg);
	return dir;
}

static void test_place(void **state)
{
	char cache[] = "/tmp/tora-unit-XXXXXX";
	struct tora_arena *arena = tora_arena_new();
	const char *first, *again, *other, *stale;
	const char *const rm[] = { "rm", "-rf", cache, NULL };
	struct tora_spawn_spec spec = { .argv = rm, .budget_ms = 5000, .out_max = 10 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;
	struct stat st;
	(void)state;

	assert_non_null(mkdtemp(cache));
	first = place(cache, "3.11", arena);
	assert_int_equal(prepared, 1);
	assert_string_not_equal(while_preparing, first);
	assert_int_equal(access(while_preparing, F_OK), -1);
	assert_int_equal(stat(first, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0755);
	assert_int_equal(stat(tora_arena_printf(arena, "%s/serve.py", first), &st), 0);
	assert_true(st.st_size > 1000);
	assert_int_equal(stat(tora_arena_printf(arena, "%s/passwd", first), &st), 0);
	assert_int_equal(st.st_size, 6);
	again = place(cache, "3.11", arena);
	assert_string_equal(again, first);
	assert_int_equal(prepared, 1);
	other = place(cache, "3.12", arena);
	assert_string_not_equal(other, first);
	assert_int_equal(prepared, 2);
	/* the power went before its bytes were on the disk; and a process of our number before it was done */
	assert_int_equal(truncate(tora_arena_printf(arena, "%s/serve.py", other), 0), 0);
	stale = tora_arena_printf(arena, "%s.%ld.new", other, (long)getpid());
	assert_int_equal(mkdir(stale, 0755), 0);
	assert_int_equal(mkdir(tora_arena_printf(arena, "%s/half", stale), 0755), 0);
	assert_string_equal(place(cache, "3.12", arena), other);
	assert_int_equal(prepared, 3);
	assert_int_equal(access(stale, F_OK), -1);
	assert_int_equal(stat(tora_arena_printf(arena, "%s/serve.py", other), &st), 0);
	assert_true(st.st_size > 1000);
	assert_int_equal(tora_spawn_run(&spec, &r, &err), 0);
	tora_spawn_done(&r);
	tora_arena_free(arena);
}

static const char *
	between; /* the cache in which another check places the runner, between a look at it and taking it away */

int rename(const char *from, const char *to)
{
	const char *cache = between;
	struct tora_arena *arena;

	between = NULL;
	if (cache) {
		arena = tora_arena_new();
		(void)place(cache, "3.11", arena);
		tora_arena_free(arena);
	}
	return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

/* What another check has just placed, and uses, is put back. */
static void test_two_at_once(void **state)
{
	char cache[] = "/tmp/tora-unit-XXXXXX";
	struct tora_arena *arena = tora_arena_new();
	const char *const rm[] = { "rm", "-rf", cache, NULL };
	struct tora_spawn_spec spec = { .argv = rm, .budget_ms = 5000, .out_max = 10 };
	struct tora_spawn_result r;
	struct tora_err err = TORA_ERR_INIT;
	const char *dir;
	(void)state;

	assert_non_null(mkdtemp(cache));
	prepared = 0;
	between = cache;
	dir = place(cache, "3.11", arena);
	assert_null(between);
	assert_int_equal(prepared, 1);
	assert_int_equal(access(tora_arena_printf(arena, "%s/serve.py", dir), F_OK), 0);
	assert_int_equal(access(while_preparing, F_OK), -1);
	assert_int_equal(tora_spawn_run(&spec, &r, &err), 0);
	tora_spawn_done(&r);
	tora_arena_free(arena);
}

/* A folder that cannot be written: an error, and nothing half-made. */
static void test_no_place(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	char longer[1100];
	const char *dir;
	(void)state;

	assert_int_equal(tora_lang_place(tora_lang_named("python"), "/proc/nowhere", "", NULL, 0,
	                                 NULL, NULL, arena, &dir, &err),
	                 TORA_E_SYS);
	memset(longer, 'x', sizeof(longer) - 1);
	longer[0] = '/';
	longer[sizeof(longer) - 1] = '\0';
	assert_int_equal(tora_lang_place(tora_lang_named("python"), longer, "", NULL, 0, NULL, NULL,
	                                 arena, &dir, &err),
	                 TORA_E_LIMIT);
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_place),
		                            cmocka_unit_test(test_two_at_once),
		                            cmocka_unit_test(test_no_place) };

	return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
