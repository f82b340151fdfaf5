/* The command lines of `torad check`, `repro` and `probe`. */
#include "check/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int parse(const char *line, struct tora_check_options *ret, char *copy, size_t size,
                 struct tora_err *err)
{
	char *argv[32], *save = NULL;
	int argc = 0;

	(void)strncpy(copy, line, size - 1);
	copy[size - 1] = '\0';
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	return tora_check_options_parse(argc, argv, ret, err);
}

static void test_refused(void **state)
{
	static const struct {
		const char *label, *line;
	} rows[] = {
		{ "unknown option", "check --nonsense" },
		{ "value missing", "check --repo" },
		{ "no number", "check --timeout soon" },
		{ "zero", "check --timeout 0" },
		{ "more than a day", "check --timeout 86401" },
		{ "trailing text", "check --timeout 5s" },
		{ "two findings", "repro K1 K2" },
		{ "negative", "check --timeout -5" },
	};
	char copy[256];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_check_options o;
		struct tora_err err = TORA_ERR_INIT;

		if (parse(rows[i].line, &o, copy, sizeof copy, &err) != TORA_E_USAGE)
			fail_msg("%s", rows[i].label);
		assert_true(strlen(err.msg) > 0);
	}
}

static void test_taken(void **state)
{
	struct tora_check_options o;
	struct tora_err err = TORA_ERR_INIT;
	char copy[256];

	(void)state;
	assert_int_equal(parse("check", &o, copy, sizeof copy, &err), TORA_OK);
	assert_string_equal(o.repo, ".");
	assert_null(o.base);
	assert_int_equal(
		parse("check --repo /r --branch b --base x --head y --check-id c17 --trigger hook "
	              "--engine offline --timeout 90 --no-cache --parent 4711 --no-store",
	              &o, copy, sizeof copy, &err),
		TORA_OK);
	assert_string_equal(o.repo, "/r");
	assert_string_equal(o.branch, "b");
	assert_string_equal(o.base, "x");
	assert_string_equal(o.head, "y");
	assert_string_equal(o.check_id, "c17");
	assert_string_equal(o.trigger, "hook");
	assert_int_equal(o.timeout_s, 90);
	assert_string_equal(o.parent, "4711");
	assert_true(o.no_cache && o.no_store);
	assert_int_equal(parse("repro K7", &o, copy, sizeof copy, &err), TORA_OK);
	assert_string_equal(o.finding, "K7");
}

static void test_engines(void **state)
{
	enum tora_engine e = TORA_ENGINE_LLM;
	struct tora_err err;

	(void)state;
	assert_int_equal(tora_engine_parse(NULL, TORA_ENGINE_OFFLINE, &e, &err), TORA_OK);
	assert_int_equal(e, TORA_ENGINE_OFFLINE);
	assert_int_equal(tora_engine_parse("llm", TORA_ENGINE_AUTO, &e, &err), TORA_OK);
	assert_int_equal(e, TORA_ENGINE_LLM);
	assert_int_equal(tora_engine_parse("gpt", TORA_ENGINE_AUTO, &e, &err), TORA_E_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_taken),
		cmocka_unit_test(test_engines),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
