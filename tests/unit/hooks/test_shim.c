/* The hook files: recognised, quoted, and correct when run by a real sh. */
#include "hooks/shim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void test_ours(void **state)
{
	static const struct {
		const char *label, *text;
		bool ours;
	} rows[] = {
		{ "this version", "#!/bin/sh\n# tora-hook v1 (x)\n", true },
		{ "a later version", "#!/bin/sh\n# tora-hook v12\n", true },
		{ "empty", "", false },
		{ "somebody else's", "#!/bin/sh\nexec lefthook run pre-push\n", false },
		{ "mentions tora", "#!/bin/sh\ntora hook pre-push\n", false },
		{ "mark far down", "#!/bin/sh\n\n\n\n# tora-hook v1\n", false },
		{ "a program",
		  "\x7f"
		  "ELF\x02\x01",
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (tora_shim_is_ours(tora_sv(rows[i].text)) != rows[i].ours)
			fail_msg("%s", rows[i].label);
}

static void test_text_names_program(void **state)
{
	static const char *const programs[] = { "/usr/bin/tora", "/home/a b/tora", "/x/it's/tora",
		                                "/$HOME/`id`" };

	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		for (int chained = 0; chained < 2; chained++) {
			struct tora_str out = TORA_STR_INIT(4096), quoted = TORA_STR_INIT(4096);
			struct tora_str program = TORA_STR_INIT(4096);

			tora_shim_text("pre-push", programs[i], chained, &out);
			assert_true(tora_shim_is_ours(tora_str_view(&out)));
			tora_shell_quote(programs[i], &quoted);
			assert_non_null(strstr(out.buf, quoted.buf));
			assert_int_equal(strstr(out.buf, TORA_SHIM_CHAINED) != NULL, chained);
			assert_true(tora_shim_program(tora_str_view(&out), &program));
			assert_string_equal(program.buf, programs[i]);
			tora_str_reset(&out);
			tora_str_reset(&program);
			tora_shim_command("pre-push", programs[i], &out);
			assert_true(tora_shim_command_program(tora_str_view(&out), &program));
			assert_string_equal(program.buf, programs[i]);
			tora_str_free(&program);
			tora_str_free(&out);
			tora_str_free(&quoted);
		}
}

static void test_no_program(void **state)
{
	static const char *const texts[] = {
		"", "tora=", "tora='", "tora='/usr/bin", "tora=/usr/bin/tora", "tora='/it'\\''s"
	};

	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct tora_str program = TORA_STR_INIT(4096);

		if (tora_shim_program(tora_sv(texts[i]), &program) ||
		    tora_shim_command_program(tora_sv(texts[i]), &program))
			fail_msg("'%s'", texts[i]);
		tora_str_free(&program);
	}
}

static void test_quote(void **state)
{
	static const struct {
		const char *in, *out;
	} rows[] = {
		{ "", "''" }, { "a", "'a'" }, { "a b$c`d", "'a b$c`d'" }, { "it's", "'it'\\''s'" }
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_str out = TORA_STR_INIT(256);

		tora_shell_quote(rows[i].in, &out);
		assert_string_equal(out.buf, rows[i].out);
		tora_str_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ours),
		cmocka_unit_test(test_text_names_program),
		cmocka_unit_test(test_no_program),
		cmocka_unit_test(test_quote),
	};

	return cmocka_run_group_tests_name("shim", tests, NULL, NULL);
}
