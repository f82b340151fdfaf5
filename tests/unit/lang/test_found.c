/* A toolchain is looked for once a check, by whoever wants it first. */
#include "lang/found.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static unsigned looks, fails;

static int look(const char *repo_path, const struct tora_config *config, struct tora_arena *arena,
                struct tora_toolchain *ret, struct tora_err *err)
{
	(void)config, (void)arena, (void)err;
	*ret = (struct tora_toolchain){ .program = repo_path };
	looks++;
	return TORA_OK;
}

static int missing(const char *repo_path, const struct tora_config *config,
                   struct tora_arena *arena, struct tora_toolchain *ret, struct tora_err *err)
{
	(void)repo_path, (void)config, (void)arena, (void)ret;
	fails++;
	return tora_fail(err, TORA_E_NOTFOUND, "none here");
}

static void once_a_check(void **state)
{
	static const struct tora_lang one = { .toolchain = look }, same = { .toolchain = look },
				      none = { .toolchain = missing };
	struct tora_check check = { .arena = tora_arena_new(), .repo_path = "/r" };
	struct tora_check next = { .arena = check.arena, .repo_path = "/s" };
	struct tora_toolchain t = { .program = NULL };
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(tora_found_toolchain(&check, &one, &t, &err), TORA_OK);
		assert_string_equal(t.program, "/r");
		assert_int_equal(tora_found_toolchain(&check, &same, &t, &err), TORA_OK);
		err = (struct tora_err)TORA_ERR_INIT;
		assert_int_equal(tora_found_toolchain(&check, &none, &t, &err), TORA_E_NOTFOUND);
		assert_string_equal(err.msg, "none here");
	}
	assert_int_equal(looks, 1);
	assert_int_equal(fails, 1);
	assert_int_equal(tora_found_toolchain(&next, &one, &t, &err), TORA_OK);
	assert_string_equal(t.program, "/s");
	assert_int_equal(looks, 2);
	tora_arena_free(check.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(once_a_check) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
