/*
 * test_protocol.c - the table of commands and PROTOCOL.md say the same.
 *
 * In the document a command is "### `name`", its fields are the rows of the table under it, and the
 * capabilities and error numbers stand in one line and one table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "serve/code.h"
#include "serve/table.h"
#include "tora/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *document;
static struct tora_arena *arena;

static int read_document(void **state)
{
	FILE *f = fopen("include/tora/PROTOCOL.md", "r");
	size_t n;

	(void)state;
	assert_non_null(f); /* tests run in the top folder */
	arena = tora_arena_new();
	document = tora_arena_alloc(arena, 256u << 10);
	n = fread(document, 1, (256u << 10) - 1, f);
	document[n] = '\0';
	fclose(f);
	return 0;
}

static int drop_document(void **state)
{
	(void)state;
	tora_arena_free(arena);
	return 0;
}

/* The text between "### `name`" and the next heading, or NULL. */
static char *section(const char *name)
{
	const char *title = tora_arena_printf(arena, "\n### `%s`\n", name);
	const char *at = strstr(document, title), *end;

	if (!at)
		return NULL;
	at += strlen(title);
	end = strstr(at, "\n##");
	return tora_arena_text(arena,
	                       (struct tora_sv){ at, end ? (size_t)(end - at) : strlen(at) });
}

/* "| name | type | needed | limit |" as the document must have it. */
static const char *row_of(const struct tora_field *f)
{
	const char *limit = "";

	switch (f->type) {
	case TORA_FIELD_INT:
		limit = tora_arena_printf(arena, "%lld..%lld", (long long)f->min,
		                          (long long)f->max);
		break;
	case TORA_FIELD_TEXT:
	case TORA_FIELD_PATH:
	case TORA_FIELD_REV:
	case TORA_FIELD_LIST:
		limit = tora_arena_printf(arena, "%lld", (long long)f->max);
		break;
	case TORA_FIELD_BOOL:
		break;
	}
	return tora_arena_printf(arena, "| %s | %s | %s |%s%s |", f->name,
	                         tora_field_type_name(f->type), f->is_needed ? "yes" : "no",
	                         *limit ? " " : "", limit);
}

static size_t count(const char *text, const char *needle)
{
	size_t n = 0;

	for (text = strstr(text, needle); text; text = strstr(text + 1, needle))
		n++;
	return n;
}

static void every_command_is_documented(void **state)
{
	(void)state;
	for (size_t i = 0; i < tora_commands_count; i++) {
		const struct tora_command *c = &tora_commands[i];
		const char *text = section(c->name);
		size_t n = tora_command_fields(c), rows;

		if (!text)
			fail_msg("%s is not in PROTOCOL.md", c->name);
		for (size_t f = 0; f < n; f++)
			if (!strstr(text, row_of(&c->fields[f])))
				fail_msg("%s: PROTOCOL.md lacks the row '%s'", c->name,
				         row_of(&c->fields[f]));
		rows = count(text, " | yes |") + count(text, " | no |");
		if (rows != n)
			fail_msg("%s: %zu rows in PROTOCOL.md, %zu fields", c->name, rows, n);
	}
}

static void nothing_else_is_documented(void **state)
{
	(void)state;
	assert_int_equal(count(document, "\n### `"), tora_commands_count);
}

static void capabilities_and_codes(void **state)
{
	struct tora_str line = TORA_STR_INIT(1000);

	(void)state;
	tora_str_adds(&line, "Capabilities of this version: `");
	for (size_t i = 0; tora_capabilities[i]; i++)
		tora_str_addf(&line, "%s%s", i ? " " : "", tora_capabilities[i]);
	tora_str_adds(&line, "`.");
	assert_non_null(strstr(document, line.buf));
	tora_str_free(&line);
	for (int rc = TORA_E_SYS; rc >= TORA_E_USAGE; rc--) {
		const char *row = tora_arena_printf(arena, "\n| %d |", tora_wire_code_of(rc));

		if (!strstr(document, row))
			fail_msg("error %d is not in PROTOCOL.md", tora_wire_code_of(rc));
	}
}

static const struct {
	const char *label, *method, *params;
	const char *error; /* NULL: fine */
} rows[] = {
	{ "none needed", "status", NULL, NULL },
	{ "needed and absent", "finding", NULL, "finding: 'id' is missing" },
	{ "null is absent", "finding", "{\"id\":null}", "finding: 'id' is missing" },
	{ "fine", "finding", "{\"id\":\"K7\"}", NULL },
	{ "unknown fields are fine", "finding", "{\"id\":\"K7\",\"x\":1}", NULL },
	{ "an array", "finding", "[\"K7\"]", "params is not an object" },
	{ "text as a number", "finding", "{\"id\":7}", "'id' is not of type text" },
	{ "too long", "finding", "{\"id\":\"KKKKKKKKKKKKKKKKKKKKK\"}", "'id' breaks its limit" },
	{ "relative path", "status", "{\"repo\":\"p\"}", "'repo' is not of type path" },
	{ "an option as a revision", "check", "{\"repo\":\"/r\",\"head\":\"--exec=x\"}",
	  "'head' is not of type rev" },
	{ "a blank in a revision", "check", "{\"repo\":\"/r\",\"head\":\"a b\"}",
	  "'head' is not of type rev" },
	{ "revision", "check", "{\"repo\":\"/r\",\"head\":\"HEAD~1^{commit}\"}", NULL },
	{ "number in range", "pause", "{\"seconds\":60}", NULL },
	{ "number out of range", "pause", "{\"seconds\":0}", "'seconds' breaks its limit" },
	{ "not whole", "pause", "{\"seconds\":1.5}", "'seconds' is not of type int" },
	{ "not a number", "subscribe", "{\"since\":\"1\"}", "'since' is not of type int" },
	{ "bool", "ack", "{\"id\":\"K7\",\"undo\":1}", "'undo' is not of type bool" },
	{ "list", "hook", "{\"event\":\"pre-push\",\"repo\":\"/r\",\"refs\":{}}",
	  "'refs' is not of type list" },
};

static void params(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct tora_command *c = tora_command_find(rows[i].method);
		cJSON *json = rows[i].params ? cJSON_Parse(rows[i].params) : NULL;
		struct tora_err err = TORA_ERR_INIT;
		int rc = tora_params_check(c->name, c->fields, tora_command_fields(c), json, &err);

		if ((rc != 0) != (rows[i].error != NULL) ||
		    (rows[i].error && !strstr(err.msg, rows[i].error)))
			fail_msg("%s: %d '%s'", rows[i].label, rc, err.msg);
		cJSON_Delete(json);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_is_documented),
		cmocka_unit_test(nothing_else_is_documented),
		cmocka_unit_test(capabilities_and_codes),
		cmocka_unit_test(params),
	};

	return cmocka_run_group_tests(tests, read_document, drop_document);
}
