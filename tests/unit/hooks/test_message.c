/* The one message that is written without a JSON library: what a JSON library reads back from it. */
#include "hooks/message.h"
#include "tora/json.h"
#include "tora/stamp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define OID     "1111111111111111111111111111111111111111"
#define OID2    "2222222222222222222222222222222222222222"
#define ZERO    "0000000000000000000000000000000000000000"
#define OID256  "3333333333333333333333333333333333333333333333333333333333333333"
#define ZERO256 "0000000000000000000000000000000000000000000000000000000000000000"

static const struct tora_here here = { .top = "/w", .common = "/w/.git" };

static cJSON *read_back(const struct tora_message *m, bool wants_answer)
{
	struct tora_str line = TORA_STR_INIT(1u << 20);
	struct tora_err err;
	cJSON *msg = NULL;

	tora_message_line(m, wants_answer, &line);
	assert_int_equal(line.buf[line.len - 1], '\n');
	assert_ptr_equal(strchr(line.buf, '\n'), line.buf + line.len - 1);
	if (tora_json_parse(tora_str_view(&line), 1u << 20, &msg, &err))
		fail_msg("%s: %s", err.msg, line.buf);
	tora_str_free(&line);
	return msg;
}

static cJSON *told(const char *input)
{
	struct tora_message m = { .event = "pre-push", .here = &here, .input = tora_sv(input) };

	return read_back(&m, true);
}

static const cJSON *refs_of(const cJSON *msg)
{
	return tora_json_list(tora_json_obj(msg, "params"), "refs");
}

#define OID     "1111111111111111111111111111111111111111"
#define OID2    "2222222222222222222222222222222222222222"
#define ZERO    "0000000000000000000000000000000000000000"
#define OID256  "3333333333333333333333333333333333333333333333333333333333333333"
#define ZERO256 "0000000000000000000000000000000000000000000000000000000000000000"

static void test_refs(void **state)
{
	static const struct {
		const char *label, *input;
		int refs;
		const char *first_oid;
	} rows[] = {
		{ "nothing", "", 0, NULL },
		{ "one branch", "refs/heads/a " OID " refs/heads/a " OID2 "\n", 1, OID },
		{ "no newline at the end", "refs/heads/a " OID " refs/heads/a " OID2, 1, OID },
		{ "new branch", "refs/heads/a " OID " refs/heads/a " ZERO "\n", 1, OID },
		{ "deletion", "(delete) " ZERO " refs/heads/a " OID "\n", 0, NULL },
		{ "deletion, longer oid", "(delete) " ZERO256 " refs/heads/a " OID256 "\n", 0,
		  NULL },
		{ "new branch, longer oid", "refs/heads/a " OID256 " refs/heads/a " ZERO256 "\n", 1,
		  OID256 },
		{ "two, one deleted",
		  "(delete) " ZERO " refs/heads/b " OID "\nrefs/heads/a " OID2 " refs/heads/a " ZERO
		  "\n",
		  1, OID2 },
		{ "tag and branch",
		  "refs/tags/v1 " OID " refs/tags/v1 " ZERO "\nrefs/heads/a " OID2
		  " refs/heads/a " OID "\n",
		  2, OID },
		{ "an oid for a ref", OID " " OID " refs/heads/a " ZERO "\n", 1, OID },
		{ "three words", "refs/heads/a " OID " refs/heads/a\n", 0, NULL },
		{ "noise", "hello\n\n\x01\x02\n", 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cJSON *msg = told(rows[i].input);
		const cJSON *refs = refs_of(msg);

		assert_int_equal(tora_message_refs(tora_sv(rows[i].input)), rows[i].refs);

		if (cJSON_GetArraySize(refs) != rows[i].refs)
			fail_msg("%s: %d refs", rows[i].label, cJSON_GetArraySize(refs));
		if (rows[i].first_oid)
			assert_string_equal(
				tora_json_text(cJSON_GetArrayItem(refs, 0), "local_oid", ""),
				rows[i].first_oid);
		cJSON_Delete(msg);
	}
}

static void test_ref_limit(void **state)
{
	struct tora_str input = TORA_STR_INIT(1u << 20);
	cJSON *msg;

	(void)state;
	for (int i = 0; i < TORA_MESSAGE_REFS + 50; i++)
		tora_str_addf(&input, "refs/heads/b%d " OID " refs/heads/b%d " ZERO "\n", i, i);
	msg = told(input.buf);
	assert_int_equal(cJSON_GetArraySize(refs_of(msg)), TORA_MESSAGE_REFS);
	assert_int_equal(tora_message_refs(tora_str_view(&input)), TORA_MESSAGE_REFS);
	cJSON_Delete(msg);
	tora_str_free(&input);
}

static void test_members(void **state)
{
	static const struct tora_here bare = { .common = "/r.git" };
	struct tora_message m = { .event = "post-rewrite", .here = &here, .detail = "amend" };
	const cJSON *params;
	cJSON *msg = read_back(&m, false);

	(void)state;
	params = tora_json_obj(msg, "params");
	assert_string_equal(tora_json_text(msg, "method", ""), "hook");
	assert_null(cJSON_GetObjectItemCaseSensitive(msg, "id"));
	assert_string_equal(tora_json_text(params, "event", ""), "post-rewrite");
	assert_string_equal(tora_json_text(params, "repo", ""), "/w/.git");
	assert_string_equal(tora_json_text(params, "work", ""), "/w");
	assert_string_equal(tora_json_text(params, "detail", ""), "amend");
	assert_null(cJSON_GetObjectItemCaseSensitive(params, "refs"));
	cJSON_Delete(msg);

	m = (struct tora_message){ .event = "pre-push", .here = &bare };
	msg = read_back(&m, true);
	params = tora_json_obj(msg, "params");
	assert_int_equal(tora_json_int(msg, "id", 0), 1);
	assert_null(cJSON_GetObjectItemCaseSensitive(params, "work"));
	assert_null(tora_json_text(params, "remote", NULL)); /* its URL may hold a password */
	assert_int_equal(cJSON_GetArraySize(refs_of(msg)), 0);
	cJSON_Delete(msg);
}

/* How the files are that git's configuration is in, of a push that asks. */
static void test_files(void **state)
{
	char dir[] = "/tmp/tora-test-message.XXXXXX", want[160];
	struct tora_here at = { .common = "" };
	struct tora_message m = { .event = "pre-push", .here = &at };
	struct tora_str text = TORA_STR_INIT(100);
	struct tora_stamp stamp;
	const cJSON *files;
	cJSON *msg;
	FILE *f;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(at.common, sizeof at.common, "%s", dir);
	snprintf(want, sizeof want, "%s/config", dir);
	f = fopen(want, "w");
	assert_non_null(f);
	fputs("[core]\n", f);
	fclose(f);
	assert_int_equal(setenv("HOME", dir, 1), 0);
	assert_int_equal(setenv("XDG_CONFIG_HOME", "/nowhere", 1), 0);
	msg = read_back(&m, true);
	files = tora_json_list(tora_json_obj(msg, "params"), "files");
	assert_int_equal(cJSON_GetArraySize(files), 4);
	stamp = tora_stamp_of(want);
	assert_int_equal(stamp.size, 7);
	tora_stamp_put(&stamp, &text);
	assert_string_equal(tora_json_text(cJSON_GetArrayItem(files, 0), "path", ""),
	                    "/etc/gitconfig");
	assert_string_equal(tora_json_text(cJSON_GetArrayItem(files, 1), "path", ""), want);
	assert_string_equal(tora_json_text(cJSON_GetArrayItem(files, 1), "stamp", ""), text.buf);
	snprintf(want, sizeof want, "%s/.gitconfig", dir);
	assert_string_equal(tora_json_text(cJSON_GetArrayItem(files, 2), "path", ""), want);
	assert_string_equal(tora_json_text(cJSON_GetArrayItem(files, 2), "stamp", ""), "0 0 0");
	assert_string_equal(tora_json_text(cJSON_GetArrayItem(files, 3), "path", ""),
	                    "/nowhere/git/config");
	cJSON_Delete(msg);
	msg = read_back(&m, false);
	assert_null(cJSON_GetObjectItemCaseSensitive(tora_json_obj(msg, "params"), "files"));
	cJSON_Delete(msg);
	tora_str_free(&text);
	snprintf(want, sizeof want, "%s/config", dir);
	(void)unlink(want);
	(void)rmdir(dir);
}

/* Names of branches and folders may hold anything; what comes back is what json.h would have sent. */
static void test_strings(void **state)
{
	static const struct {
		const char *label, *text;
		size_t len;
		const char *back;
	} rows[] = {
		{ "plain", "a/b", 3, "a/b" },
		{ "quotes and backslashes", "a\"b\\c", 5, "a\"b\\c" },
		{ "controls", "a\n\t\x1f", 4, "a\n\t\x1f" },
		{ "delete and letters", "\x7f\xc3\xa4", 3, "\x7f\xc3\xa4" },
		{ "four bytes", "\xf0\x9f\x90\x9f", 4, "\xf0\x9f\x90\x9f" },
		{ "not UTF-8",
		  "a\xff"
		  "b",
		  3, "a\\xffb" },
		{ "half a rune", "\xc3", 1, "\\xc3" },
		{ "NUL", "a\0b", 3, "a\\x00b" },
		{ "empty", "", 0, "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_str out = TORA_STR_INIT(256);
		struct tora_err err;
		cJSON *json = NULL;

		tora_message_string(&out, (struct tora_sv){ rows[i].text, rows[i].len });
		if (tora_json_parse(tora_str_view(&out), 256, &json, &err))
			fail_msg("%s: %s", rows[i].label, err.msg);
		if (strcmp(json->valuestring, rows[i].back) != 0)
			fail_msg("%s: '%s'", rows[i].label, json->valuestring);
		cJSON_Delete(json);
		tora_str_free(&out);
	}
}

static void test_branch(void **state)
{
	static const struct {
		const char *label, *input, *branch;
	} rows[] = {
		{ "a branch", "refs/heads/a " OID " refs/heads/b " ZERO "\n", "a" },
		{ "no local one", "HEAD " OID " refs/heads/b/c " ZERO "\n", "b/c" },
		{ "a tag", "refs/tags/v1 " OID " refs/tags/v1 " ZERO "\n", "" },
		{ "two",
		  "refs/heads/a " OID " refs/heads/a " ZERO "\nrefs/heads/b " OID
		  " refs/heads/b " ZERO "\n",
		  "" },
		{ "one and a deletion",
		  "(delete) " ZERO " refs/heads/b " OID "\nrefs/heads/a " OID2 " refs/heads/a " ZERO
		  "\n",
		  "a" },
		{ "nothing", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (!tora_sv_is(tora_message_branch(tora_sv(rows[i].input)), rows[i].branch))
			fail_msg("%s", rows[i].label);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refs),    cmocka_unit_test(test_ref_limit),
		cmocka_unit_test(test_files),   cmocka_unit_test(test_members),
		cmocka_unit_test(test_strings), cmocka_unit_test(test_branch),
	};

	return cmocka_run_group_tests_name("message", tests, NULL, NULL);
}
