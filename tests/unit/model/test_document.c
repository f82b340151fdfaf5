/*
 * test_document.c - PROTOCOL.md names each field of a check's record, each name it may have, and no other.
 *
 * A field is a row "| path | type | meaning |" of section 5; several paths stand in one row with commas between.
 */
#include "model/check.h"
#include "tora/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define RECORD "\n## 5. "

static char document[256u << 10];

static int read_document(void **state)
{
	FILE *f = fopen("include/tora/PROTOCOL.md", "r");

	(void)state;
	assert_non_null(f); /* tests run in the top folder */
	document[fread(document, 1, sizeof document - 1, f)] = '\0';
	fclose(f);
	return 0;
}

struct rows { /* of one table */
	struct {
		const char *path, *type;
		size_t seen; /* in this record; of a list's elements: in any of them */
	} at[100];
	size_t n;
};

static struct tora_sv cell(struct tora_sv *line)
{
	struct tora_sv all = *line, text;
	const char *end;

	all.at += 1, all.len -= 1; /* the bar */
	end = memchr(all.at, '|', all.len);
	assert_non_null(end);
	text = (struct tora_sv){ all.at, (size_t)(end - all.at) };
	*line = (struct tora_sv){ end, all.len - text.len };
	return tora_sv_trim(text);
}

static void read_row(struct tora_arena *arena, struct tora_sv line, struct rows *ret)
{
	struct tora_sv paths = cell(&line);
	const char *type = tora_arena_text(arena, cell(&line));

	while (paths.len) {
		const char *comma = memchr(paths.at, ',', paths.len);
		struct tora_sv one = { paths.at, comma ? (size_t)(comma - paths.at) : paths.len };

		assert_true(ret->n < sizeof ret->at / sizeof *ret->at);
		ret->at[ret->n].path = tora_arena_text(arena, tora_sv_trim(one));
		ret->at[ret->n++].type = type;
		paths.at += one.len + (comma != NULL);
		paths.len -= one.len + (comma != NULL);
	}
}

/* The table under a heading, without its own two lines. */
static void read_table(struct tora_arena *arena, const char *heading, struct rows *ret)
{
	const char *at = strstr(document, heading);
	struct tora_sv rest, line;
	size_t bars = 0;

	assert_non_null(at);
	*ret = (struct rows){ .n = 0 };
	rest = tora_sv(at);
	while (tora_sv_line(&rest, &line) && (bars == 0 || (line.len && *line.at == '|')))
		if (line.len && *line.at == '|' && bars++ >= 2)
			read_row(arena, line, ret);
	assert_true(ret->n > 0);
}

static bool is_of(const cJSON *value, const char *type)
{
	static const struct {
		const char *name;
		int type;
	} types[] = { { "text", cJSON_String },
		      { "int", cJSON_Number },
		      { "number", cJSON_Number },
		      { "list", cJSON_Array },
		      { "object", cJSON_Object } };

	if (cJSON_IsNull(value))
		return strstr(type, " or null") != NULL;
	if (cJSON_IsBool(value))
		return strncmp(type, "bool", 4) == 0;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strncmp(type, types[i].name, strlen(types[i].name)) == 0)
			return types[i].type == (value->type & 0xff);
	return false;
}

static void compare(struct tora_arena *arena, const cJSON *object, const char *prefix,
                    struct rows *rows);

/* Below what has a table or names of its own nothing is looked up here. */
static void look_up(struct tora_arena *arena, const cJSON *value, const char *path,
                    struct rows *rows)
{
	static const char *const ends[] = { "findings", "before", "after", "answers" };
	const cJSON *element;
	size_t i = 0;

	while (i < rows->n && strcmp(rows->at[i].path, path) != 0)
		i++;
	if (i == rows->n)
		fail_msg("'%s' is not in PROTOCOL.md", path);
	if (!is_of(value, rows->at[i].type))
		fail_msg("'%s' is no '%s'", path, rows->at[i].type);
	rows->at[i].seen++;
	for (i = 0; i < sizeof ends / sizeof *ends; i++)
		if (strcmp(path, ends[i]) == 0)
			return;
	if (cJSON_IsObject(value))
		compare(arena, value, tora_arena_printf(arena, "%s.", path), rows);
	if (cJSON_IsArray(value))
		cJSON_ArrayForEach(element, value)
			compare(arena, element, tora_arena_printf(arena, "%s[].", path), rows);
}

static void compare(struct tora_arena *arena, const cJSON *object, const char *prefix,
                    struct rows *rows)
{
	const cJSON *value;

	if (cJSON_IsObject(object))
		cJSON_ArrayForEach(value, object)
			look_up(arena, value,
		                tora_arena_printf(arena, "%s%s", prefix, value->string), rows);
}

/*
 * `full` has all there may be, `bare` what is always there. What stands below a list or an object that may be missing is
 * asked of the full one alone.
 */
static void hold(struct tora_arena *arena, const char *heading, const cJSON *full,
                 const cJSON *bare)
{
	static const char *const by_store[] = { "remembered_from" }; /* test_record of the store */
	struct rows rows;

	read_table(arena, heading, &rows);
	compare(arena, full, "", &rows);
	for (size_t i = 0; i < rows.n; i++) {
		bool is_by_store = strcmp(rows.at[i].path, by_store[0]) == 0;

		if (!rows.at[i].seen != is_by_store)
			fail_msg("PROTOCOL.md has '%s', the record has not", rows.at[i].path);
		rows.at[i].seen = 0;
	}
	compare(arena, bare, "", &rows);
	for (size_t i = 0; i < rows.n; i++)
		if (!strpbrk(rows.at[i].path, ".[") &&
		    !rows.at[i].seen != (strstr(rows.at[i].type, "optional") != NULL))
			fail_msg("'%s' is %s", rows.at[i].path,
			         rows.at[i].seen ? "always there" : "optional");
}

static const struct tora_finding bare_finding = {
	.fingerprint = "", .test = "", .file = "", .function = "", .explanation = ""
};

static void fill(struct tora_check *c)
{
	struct tora_finding *f = tora_vec_push(c->arena, &c->findings);

	*f = bare_finding;
	f->difference.beside = 1;
	f->before.exception = tora_arena_alloc(c->arena, sizeof *f->before.exception);
	f->before.exception->type = f->before.exception->message = "";
	*tora_vec_push(c->arena, &f->before.exception->frames) =
		(struct tora_frame){ "u.py", 1, "f" };
	*tora_vec_push(c->arena, &f->before.warnings) =
		(struct tora_warning){ .category = "W", .message = "" };
	*tora_vec_push(c->arena, &f->steps) = (struct tora_finding_step){ { "" }, "", "", "" };
	*tora_vec_push(c->arena, &c->change.functions) =
		(struct tora_function){ .file = "p/u.py", .name = "p.u.f" };
	*tora_vec_push(c->arena, &c->cost_of) = (struct tora_cost_of){ .purpose = "judge" };
	*tora_vec_push(c->arena, &c->strength.best) = (struct tora_noticing){ "print(1)", 1 };
	*tora_vec_push(c->arena, &c->strength.unnoticed) =
		(struct tora_unnoticed){ "p/u.py", "`<` becomes `<=`", 3 };
	c->strength.put = c->tests.model_written = c->mined[TORA_HEAD].files = 1;
	c->reused = "c16";
}

static void test_every_field_is_documented(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_check full = { .arena = arena, .repo_path = "/r" }, bare = full;
	cJSON *json, *empty;
	const cJSON *f, *g;

	(void)state;
	fill(&full);
	*tora_vec_push(arena, &bare.findings) = bare_finding;
	json = tora_check_json(&full);
	empty = tora_check_json(&bare);
	hold(arena, RECORD, json, empty);
	f = cJSON_GetArrayItem(tora_json_list(json, "findings"), 0);
	g = cJSON_GetArrayItem(tora_json_list(empty, "findings"), 0);
	hold(arena, "\n### 5.1 ", f, g);
	hold(arena, "\n### 5.2 ", tora_json_obj(f, "before"), tora_json_obj(g, "after"));
	cJSON_Delete(json);
	cJSON_Delete(empty);
	tora_arena_free(arena);
}

/* A row that begins "| `field` | text |" has each name in backticks. */
static void has_name(struct tora_arena *arena, const char *field, const char *name)
{
	const char *row = strstr(strstr(document, RECORD),
	                         tora_arena_printf(arena, "\n| %s | text |", field));
	const char *quoted = tora_arena_printf(arena, "`%s`", name), *at;

	assert_non_null(row);
	at = strstr(row, quoted);
	if (!at || at > strchr(row + 1, '\n'))
		fail_msg("%s: `%s` is not in PROTOCOL.md", field, name);
}

static void test_every_name_is_documented(void **state)
{
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	for (int i = 0; i <= TORA_CHECK_CANCELED; i++)
		has_name(arena, "state", tora_check_state_name((enum tora_check_state)i));
	for (int i = 0; i <= TORA_CHANGE_RENAMED; i++)
		has_name(arena, "changed[].kind", tora_change_kind_name((enum tora_change_kind)i));
	for (int i = 0; i <= TORA_VERDICT_UNSURE; i++)
		has_name(arena, "verdict", tora_verdict_name((enum tora_verdict)i));
	for (int i = 0; i <= TORA_ORIGIN_MUTATED; i++)
		has_name(arena, "origin", tora_origin_name((enum tora_origin)i));
	for (int i = 0; i <= TORA_LEGAL_ILLEGAL; i++)
		has_name(arena, "legality", tora_legality_name((enum tora_legality)i));
	for (int i = TORA_DIFF_NONE + 1; i <= TORA_DIFF_WARNING; i++)
		has_name(arena, "difference", tora_difference_name((enum tora_difference_kind)i));
	for (int i = 0; i <= TORA_TRIAL_LIMIT; i++)
		has_name(arena, "status", tora_trial_status_name((enum tora_trial_status)i));
	tora_arena_free(arena);
}

static void test_every_reason_is_documented(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct rows rows;

	(void)state;
	read_table(arena, "\n### 5.3 ", &rows);
	assert_int_equal(rows.n, TORA_REASON_COUNT - 1);
	for (size_t i = 0; i < rows.n; i++) {
		struct tora_check c = { .arena = arena };
		enum tora_reason reason = (enum tora_reason)(i + 1);

		tora_check_stop(&c, reason, "so");
		tora_check_settle(&c);
		assert_string_equal(rows.at[i].path, tora_reason_name(reason));
		assert_string_equal(rows.at[i].type, tora_check_state_name(c.state));
	}
	tora_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_field_is_documented),
		cmocka_unit_test(test_every_name_is_documented),
		cmocka_unit_test(test_every_reason_is_documented),
	};

	return cmocka_run_group_tests_name("document", tests, read_document, NULL);
}
