/*
 * test_offline.c - what the engine is asked, what its answer becomes, and how a limit cuts it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/offline.h"
#include "generate/select.h"
#include "tora/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_literals(void **state)
{
	static const struct {
		const char *label, *diff, *expected;
	} rows[] = {
		{ "removed lines only",
		  "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-if n < 3:\n+if n < 4:\n", "3" },
		{ "text and numbers", "-x = f('a b', \"c\", 1.5)\n", "'a b' \"c\" 1.5" },
		{ "names with digits", "-x1 = y2z + a.b3\n", "" },
		{ "an escaped quote", "-x = 'it\\'s'\n", "'it\\'s'" },
		{ "a string without its end", "-x = 'abc\n", "" },
		{ "each once", "-f(1, 1)\n-f(1)\n", "1" },
		{ "hexadecimal", "-x = 0xff\n", "" },
		{ "a raw text", "-x = re.compile(r'a\\b')\n", "r'a\\b'" },
		{ "a raw text first", "-r'a\\b',\n", "r'a\\b'" },
		{ "a line that begins with a dash", "--- 7\n", "7" },
		{ "a name before a text", "-x = for'a b'\n", "'a b'" },
		{ "a long pattern",
		  "-X = r\"(\\d{4})-(\\d{2})-(\\d{2})(?:[T "
		  "](\\d{2}):(\\d{2})(?::(\\d{2}))?)?(Z|[+-]\\d{2})?$\"\n",
		  "r\"(\\d{4})-(\\d{2})-(\\d{2})(?:[T "
		  "](\\d{2}):(\\d{2})(?::(\\d{2}))?)?(Z|[+-]\\d{2})?$\"" },
		{ "ends in a quote", "-'", "" },
		{ "empty", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_str text = TORA_STR_INIT(4096);
		struct tora_literals got;

		tora_offline_literals(tora_sv(rows[i].diff), arena, &got);
		for (size_t k = 0; k < got.texts.n; k++)
			tora_str_addf(&text, "%s%s", k ? " " : "", got.texts.at[k]);
		if (strcmp(text.buf, rows[i].expected) != 0)
			fail_msg("%s: '%s'", rows[i].label, text.buf);
		tora_str_free(&text);
		tora_arena_free(arena);
	}
}

/* One function changed, one added, one deleted, one renamed; an edited and a deleted test. */
static void make_check(struct tora_check *check, struct tora_arena *arena)
{
	struct tora_lines *lines;
	struct tora_function *f;
	struct tora_file_change *file;

	*check = (struct tora_check){ .arena = arena };
	f = tora_vec_push(arena, &check->change.functions);
	*f = (struct tora_function){ .file = "src/p/u.py",
		                     .name = "p.u.Slug.make",
		                     .module = "p.u",
		                     .qualname = "Slug.make",
		                     .kind = TORA_CHANGE_MODIFIED,
		                     .first = 10,
		                     .last = 20,
		                     .base_first = 8,
		                     .base_last = 18 };
	f = tora_vec_push(arena, &check->change.functions);
	*f = (struct tora_function){ .file = "src/p/u.py",
		                     .name = "p.u.new",
		                     .module = "p.u",
		                     .qualname = "new",
		                     .kind = TORA_CHANGE_ADDED,
		                     .first = 30,
		                     .last = 32 };
	f = tora_vec_push(arena, &check->change.functions);
	*f = (struct tora_function){ .file = "src/p/gone.py",
		                     .name = "p.gone.f",
		                     .module = "p.gone",
		                     .qualname = "f",
		                     .kind = TORA_CHANGE_DELETED,
		                     .first = 1,
		                     .last = 3,
		                     .public_caller = "p.u.new" };
	f = tora_vec_push(arena, &check->change.functions);
	*f = (struct tora_function){ .file = "src/p/u.py",
		                     .name = "p.u.Slug.better",
		                     .module = "p.u",
		                     .qualname = "Slug.better",
		                     .kind = TORA_CHANGE_RENAMED,
		                     .old_name = "p.old.Text.worse",
		                     .first = 40,
		                     .last = 44,
		                     .base_first = 2,
		                     .base_last = 4,
		                     .base_body = TORA_SV("def worse(self): 1"),
		                     .head_body = TORA_SV("def better(self): 2") };
	f = tora_vec_push(arena, &check->change.functions);
	*f = (struct tora_function){ .file = "src/p/table.py",
		                     .name = "p.table",
		                     .module = "p.table",
		                     .qualname = "",
		                     .kind = TORA_CHANGE_MODIFIED,
		                     .first = 1,
		                     .last = 9,
		                     .base_first = 1,
		                     .base_last = 9 };
	f = tora_vec_push(arena, &check->change.functions);
	*f = (struct tora_function){ .file = "src/p/table.py",
		                     .name = "p.table.Row",
		                     .module = "p.table",
		                     .qualname = "Row",
		                     .kind = TORA_CHANGE_MODIFIED,
		                     .is_class = true,
		                     .first = 5,
		                     .last = 8,
		                     .base_first = 4,
		                     .base_last = 7 };
	lines = tora_vec_push(arena, &check->change.head_lines);
	lines->file = "src/p/u.py";
	for (unsigned n = 9; n <= 31; n += 11)
		*tora_vec_push(arena, &lines->at) = n;
	file = tora_vec_push(arena, &check->change.files);
	*file = (struct tora_file_change){ .path = "tests/test_u.py",
		                           .old_path = "tests/test_old.py",
		                           .kind = TORA_CHANGE_RENAMED,
		                           .role = TORA_FILE_TEST };
	*tora_vec_push(arena, &file->hunks) = (struct tora_hunk){ 4, 0, 5, 3 };
	*tora_vec_push(arena, &file->hunks) = (struct tora_hunk){ 9, 2, 13, 1 };
	file = tora_vec_push(arena, &check->change.files);
	*file = (struct tora_file_change){ .path = "tests/test_gone.py",
		                           .old_path = "tests/test_gone.py",
		                           .kind = TORA_CHANGE_DELETED,
		                           .role = TORA_FILE_TEST };
	file = tora_vec_push(arena, &check->change.files);
	*file = (struct tora_file_change){ .path = "src/p/table.py",
		                           .old_path = "src/p/table.py",
		                           .kind = TORA_CHANGE_MODIFIED,
		                           .role = TORA_FILE_SOURCE };
	*tora_vec_push(arena, &file->hunks) = (struct tora_hunk){ 4, 1, 4, 2 };
	check->change.source_diff = TORA_SV("-if n < 3:\n+if n < 4:\n");
}

static char *printed(cJSON *json)
{
	struct tora_str out = TORA_STR_INIT(1u << 16);

	tora_json_print(json, &out);
	return tora_str_take(&out);
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in %s", part, text);
}

static void test_request(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_offline_spec head = {
		.side = TORA_HEAD, .max = 7, .spare = 9, .budget_ms = 100
	};
	struct tora_offline_spec base = {
		.side = TORA_BASE, .own_first = true, .brief = true, .max = 7
	};
	struct tora_facts known = { "src/p/u.py", "{\"words\":[\"a\"]}" };
	struct tora_check check;
	cJSON *json, *api = cJSON_Parse("[7]");
	char *text;

	(void)state;
	make_check(&check, arena);
	*tora_vec_push(arena, &check.mined[TORA_HEAD].facts) = known;
	json = tora_offline_request(&check, &head);
	text = printed(json);
	assert_has(text, "\"mined\":{\"src/p/u.py\":{\"words\":[\"a\"]}}");
	assert_int_equal(cJSON_GetArraySize(tora_json_list(json, "targets")), 5);
	assert_has(text, "\"name\":\"p.u.Slug.make\",\"module\":\"p.u\",\"qualname\":\"Slug.make\","
	                 "\"file\":\"src/p/u.py\",\"lines\":[20],\"literals\":[\"3\"]");
	assert_has(text, "\"changed_tests\":[\"tests/test_u.py\"],"
	                 "\"changed_test_lines\":{\"tests/test_u.py\":[[5,7],[13,13]]}");
	assert_has(text, "\"own_first\":false,\"brief\":false,\"root\":\"/repo\",\"max\":7,"
	                 "\"spare\":9,\"seed\":1,\"budget_ms\":100");
	/* no line of a module's own code is marked: what changed of it is in the hunks */
	assert_has(text, "\"qualname\":\"\",\"file\":\"src/p/table.py\",\"lines\":[],"
	                 "\"touched\":[[4,5]],");
	/* nor of a class's: the hunks that lie in it */
	assert_has(text, "\"qualname\":\"Row\",\"file\":\"src/p/table.py\",\"lines\":[],"
	                 "\"touched\":[[5,5]],");
	/* each side is told what the other one has; what only one side has goes without */
	assert_has(text, "\"lines\":[],\"other\":\"def worse(self): 1\",\"literals\"");
	assert_null(strstr(text, "better(self)"));
	assert_null(strstr(text, "\"api\""));
	assert_null(strstr(text, "p.gone"));
	cJSON_Delete(json);
	free(text);

	base.api = api;
	json = tora_offline_request(&check, &base);
	text = printed(json);
	assert_has(text, "\"mined\":{}"); /* those of its own tree */
	assert_int_equal(cJSON_GetArraySize(tora_json_list(json, "targets")), 5);
	assert_has(text, "\"module\":\"p.gone\",\"qualname\":\"f\",\"file\":\"src/p/gone.py\","
	                 "\"caller\":\"p.u.new\"");
	assert_has(
		text,
		"\"name\":\"p.old.Text.worse\",\"module\":\"p.old\",\"qualname\":\"Text.worse\"");
	assert_has(text, "\"other\":\"def better(self): 2\"");
	assert_has(text, "\"touched\":[[4,4]],");
	assert_has(text,
	           "\"changed_tests\":[\"tests/test_old.py\",\"tests/test_gone.py\"],"
	           "\"changed_test_lines\":{\"tests/test_old.py\":[[9,10]],"
	           "\"tests/test_gone.py\":[]},\"api\":[7],\"own_first\":true,\"brief\":true");
	cJSON_Delete(json);
	free(text);

	check.change.functions.n = 0;
	assert_null(tora_offline_request(&check, &base));
	assert_null(tora_offline_request(&check, &head));
	cJSON_Delete(api);
	tora_arena_free(arena);
}

static void test_answer(void **state)
{
	static const struct {
		const char *label, *json;
		size_t n;
	} rows[] = {
		{ "one",
		  "{\"candidates\":[{\"source\":\"print(1)\\n\",\"origin\":\"doc\",\"legality\":"
		  "\"seen\"}]}",
		  1 },
		{ "no list", "{}", 0 },
		{ "not a list", "{\"candidates\":{}}", 0 },
		{ "rows that are none", "{\"candidates\":[1,null,\"x\",[]]}", 0 },
		{ "no source",
		  "{\"candidates\":[{\"origin\":\"doc\"},{\"source\":\"\"},{\"source\":3}]}", 0 },
		{ "unknown words",
		  "{\"candidates\":[{\"source\":\"x\",\"origin\":\"?\",\"legality\":7}]}", 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_candidates got = { 0 };
		cJSON *json = cJSON_Parse(rows[i].json);
		size_t n = tora_offline_parse(json, arena, &got);

		if (n != rows[i].n || got.all.n != n)
			fail_msg("%s: %zu candidates", rows[i].label, n);
		if (i == 0) {
			assert_int_equal(got.all.at[0].origin, TORA_ORIGIN_DOC);
			assert_int_equal(got.all.at[0].legality, TORA_LEGAL_SEEN);
			assert_string_equal(got.all.at[0].where, "");
		}
		cJSON_Delete(json);
		tora_arena_free(arena);
	}
}

static void test_select(void **state)
{
	struct tora_candidate all[6] = { { .legality = TORA_LEGAL_UNKNOWN }, { 0 }, { 0 },
		                         { .drop = TORA_DROP_SYNTAX },       { 0 }, { 0 } };
	static const uint64_t hashes[6] = { 1, 2, 1, 0, 3, 4 };
	size_t counts[TORA_DROP_COUNT];
	struct tora_arena *arena = tora_arena_new();

	(void)state;
	tora_select_cut(all, hashes, 6, 2);
	assert_int_equal(all[0].drop, TORA_DROP_NONE);
	assert_int_equal(all[0].legality, TORA_LEGAL_SEEN); /* its copy is a real call */
	assert_int_equal(all[1].drop, TORA_DROP_NONE);
	assert_int_equal(all[2].drop, TORA_DROP_DUPLICATE);
	assert_int_equal(all[3].drop, TORA_DROP_SYNTAX);
	assert_int_equal(all[4].drop, TORA_DROP_LIMIT);
	assert_int_equal(all[5].drop, TORA_DROP_LIMIT);
	tora_select_count(all, 6, counts);
	assert_int_equal(counts[TORA_DROP_LIMIT], 2);
	assert_string_equal(tora_select_words(counts, arena),
	                    "1 does not parse, 1 duplicate, 2 over the limit");
	tora_arena_free(arena);
}

static void test_merge_takes_turns(void **state)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_candidates sources[3] = { 0 }, all = { 0 };
	struct tora_str text = TORA_STR_INIT(100);
	static const char *const names[] = { "a1", "a2", "a3", "c1" };

	(void)state;
	for (size_t i = 0; i < 4; i++)
		((struct tora_candidate *)tora_vec_push(arena, &sources[i < 3 ? 0 : 2].all))
			->source = names[i];
	tora_select_merge(sources, 3, arena, &all);
	for (size_t i = 0; i < all.all.n; i++)
		tora_str_adds(&text, all.all.at[i].source);
	assert_string_equal(text.buf, "a1c1a2a3");
	tora_str_free(&text);
	tora_arena_free(arena);
}

/* As the runner has it, generate_ms() in serve.py: tests/unit/python/test_lend.py. */
static void test_wait(void **state)
{
	(void)state;
	assert_int_equal(tora_offline_wait_ms(1500), 11000);
	assert_int_equal(tora_offline_wait_ms(UINT32_MAX), 4 * INT64_C(4294967295) + 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_literals), cmocka_unit_test(test_request),
		cmocka_unit_test(test_wait),     cmocka_unit_test(test_answer),
		cmocka_unit_test(test_select),   cmocka_unit_test(test_merge_takes_turns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
