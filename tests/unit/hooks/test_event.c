/* Which event a program is called for, by the name it is called by. */
#include "hooks/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_event(void **state)
{
	static const struct {
		const char *called, *event;
	} rows[] = {
		{ ".git/hooks/post-commit", "post-commit" },
		{ "/r/.git/hooks/pre-push", "pre-push" },
		{ "pre-push", "pre-push" },
		{ ".git/hooks/pre-push.legacy", "pre-push" },
		{ "/usr/bin/tora-hook", NULL },
		{ "hooks/pre-pushed", NULL },
		{ "hooks/pre", NULL },
		{ "post-commit/other", NULL },
		{ "hooks/", NULL },
		{ "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *event = tora_hook_event(rows[i].called);

		if (!event != !rows[i].event || (event && strcmp(event, rows[i].event) != 0))
			fail_msg("'%s': %s", rows[i].called, event ? event : "none");
	}
}

static void test_off(void **state)
{
	static const struct {
		const char *name, *value;
		int off;
	} rows[] = {
		{ "TORA", "0", 1 },
		{ "TORA", "1", 0 },
		{ "TORA", "", 0 },
		{ "CI", "true", 1 },
		{ "GITHUB_ACTIONS", "true", 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		(void)unsetenv("TORA");
		(void)unsetenv("CI");
		(void)unsetenv("GITHUB_ACTIONS");
		assert_false(tora_hook_is_off());
		(void)setenv(rows[i].name, rows[i].value, 1);
		if (tora_hook_is_off() != (bool)rows[i].off)
			fail_msg("%s=%s", rows[i].name, rows[i].value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_event),
		cmocka_unit_test(test_off),
	};

	return cmocka_run_group_tests_name("event", tests, NULL, NULL);
}
