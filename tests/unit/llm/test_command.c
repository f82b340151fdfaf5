/* A configured command as words, and the environment it is given. */
#include "llm/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *label, *text;
	const char *words[6]; /* NULL first: refused */
} rows[] = {
	{ "one word", "claude", { "claude" } },
	{ "blanks of all kinds", " \tllm\n -m  x ", { "llm", "-m", "x" } },
	{ "single quotes keep everything", "a 'b $c \\ \"d'", { "a", "b $c \\ \"d" } },
	{ "double quotes", "a \"b \\\" c \\n\"", { "a", "b \" c \\n" } },
	{ "a quote inside a word", "a --x='b c'd", { "a", "--x=b cd" } },
	{ "an empty word", "a '' b", { "a", "", "b" } },
	{ "backslash", "a b\\ c \\'", { "a", "b c", "'" } },
	{ "nothing is expanded", "a $X *|;>& `b`", { "a", "$X", "*|;>&", "`b`" } },
	{ "home", "~/bin/x ~/y", { "/h/bin/x", "~/y" } },
	{ "nothing", "", { NULL } },
	{ "only blanks", " \t", { NULL } },
	{ "an empty program", "'' a", { NULL } },
	{ "a quote without end", "a 'b", { NULL } },
};

static void words(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_err err = TORA_ERR_INIT;
		const char *const *argv = NULL;
		int rc = tora_command_split(rows[i].text, "/h", arena, &argv, &err);

		if ((rc == TORA_OK) != (rows[i].words[0] != NULL))
			fail_msg("%s: %d '%s'", rows[i].label, rc, err.msg);
		for (size_t k = 0; rc == TORA_OK && k < 6; k++) {
			if (!rows[i].words[k] != !argv[k] ||
			    (argv[k] && strcmp(argv[k], rows[i].words[k]) != 0))
				fail_msg("%s: word %zu is '%s'", rows[i].label, k,
				         argv[k] ? argv[k] : "(none)");
			if (!argv[k])
				break;
		}
	}
	tora_arena_free(arena);
}

static void too_many_words(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = TORA_ERR_INIT;
	const char *const *argv = NULL;
	char text[2 * TORA_COMMAND_WORDS + 3];

	(void)state;
	for (size_t i = 0; i < sizeof text - 1; i++)
		text[i] = i % 2 ? ' ' : 'a';
	text[sizeof text - 1] = '\0';
	assert_int_equal(tora_command_split(text, NULL, arena, &argv, &err), TORA_E_USAGE);
	text[2 * TORA_COMMAND_WORDS] = '\0';
	err = (struct tora_err)TORA_ERR_INIT;
	assert_int_equal(tora_command_split(text, NULL, arena, &argv, &err), TORA_OK);
	tora_arena_free(arena);
}

/* What an earlier step left in err decides nothing, and a word that is too long is called so. */
static void a_long_word(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_err err = { .rc = TORA_E_REMOTE, .msg = "earlier" };
	const char *const *argv = NULL;
	char text[5000];

	(void)state;
	assert_int_equal(tora_command_split("a b", NULL, arena, &argv, &err), TORA_OK);
	memset(text, 'a', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	assert_int_equal(tora_command_split(text, NULL, arena, &argv, &err), TORA_E_USAGE);
	assert_non_null(strstr(err.msg, "a word of more than 4096 bytes"));
	tora_arena_free(arena);
}

#define TEN         "N123456789"
#define A_LONG_NAME TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static void what_it_is_given(void **state)
{
	static const char *const all[] = { "PATH=/bin",          "OPENAI_API_KEY=a",   "MY_TOKEN=b",
		                           "aws_secret_x=c",     "PGPASSWORD=d",       "KEEP_KEY=e",
		                           A_LONG_NAME "_key=g", "SSH_AUTH_SOCK=/run", "LANG=C",
		                           "GIT_DIR=/x",         "KEEP_KEY_2=f",       NULL };
	struct tora_arena *arena = tora_arena_new();
	const char *const *env = tora_command_env(all, "KEEP_KEY,OTHER", arena);

	(void)state;
	assert_string_equal(env[0], "PATH=/bin");
	assert_string_equal(env[1], "KEEP_KEY=e");
	assert_string_equal(env[2], "LANG=C");
	assert_null(env[3]);
	assert_null(tora_command_env(NULL, NULL, arena)[0]);
	tora_arena_free(arena);
}

static void where_it_is(void **state)
{
	static const struct {
		const char *command;
		int rc;
	} programs[] = { { "sh -c x", TORA_OK },
		         { "/bin/sh", TORA_OK },
		         { "no-such-program", TORA_E_NOTFOUND },
		         { "/bin/no-such-program", TORA_E_NOTFOUND },
		         { "'", TORA_E_USAGE } };
	static const char *const env[] = { "PATH=/nowhere:/usr/bin:/bin", NULL };

	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		struct tora_endpoint e = { .provider = TORA_PROVIDER_COMMAND };
		struct tora_err err = TORA_ERR_INIT;

		(void)strncpy(e.command, programs[i].command, sizeof e.command - 1);
		if (tora_command_exists(&e, env, &err) != programs[i].rc)
			fail_msg("%s: '%s'", programs[i].command, err.msg);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words),       cmocka_unit_test(too_many_words),
		cmocka_unit_test(a_long_word), cmocka_unit_test(what_it_is_given),
		cmocka_unit_test(where_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
