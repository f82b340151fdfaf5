#include "tora/json.h"

#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define T(literal)                                                                                 \
	{                                                                                          \
		literal, sizeof(literal) - 1                                                       \
	}

static const struct {
	const char *label;
	struct tora_sv in;
	int rc;
	const char *out; /* printed again; NULL: not looked at */
} texts[] = {
	{ "object", T("{\"a\": [1, 2.5, true, null]}"), TORA_OK, "{\"a\":[1,2.5,true,null]}" },
	{ "white space around", T(" \n{}\r\n\t"), TORA_OK, "{}" },
	{ "bare string", T("\"x\""), TORA_OK, "\"x\"" },
	{ "empty", T(""), TORA_E_FORMAT, NULL },
	{ "white space only", T(" \n"), TORA_E_FORMAT, NULL },
	{ "cut object", T("{\"a\": 1"), TORA_E_FORMAT, NULL },
	{ "cut string", T("\"a"), TORA_E_FORMAT, NULL },
	{ "cut escape", T("\"a\\"), TORA_E_FORMAT, NULL },
	{ "cut unicode escape", T("\"\\u00"), TORA_E_FORMAT, NULL },
	{ "two values", T("{} {}"), TORA_E_FORMAT, NULL },
	{ "prose behind", T("{} thanks"), TORA_E_FORMAT, NULL },
	{ "prose", T("I could not"), TORA_E_FORMAT, NULL },
	{ "raw NUL", { "{}\0{}", 5 }, TORA_E_FORMAT, NULL },
	{ "raw NUL in a string", { "\"a\0b\"", 5 }, TORA_E_FORMAT, NULL },
	{ "NUL escape", T("\"a\\u0000b\""), TORA_OK, "\"a\\\\x00b\"" },
	{ "NUL escape in a key", T("{\"a\\u0000\":1}"), TORA_OK, "{\"a\\\\x00\":1}" },
	{ "escaped backslash before u0000", T("\"a\\\\u0000b\""), TORA_OK, "\"a\\\\u0000b\"" },
	{ "three backslashes", T("\"\\\\\\u0000\""), TORA_OK, "\"\\\\\\\\x00\"" },
	{ "surrogate pair", T("\"\\ud83d\\uDE00\""), TORA_OK, "\"\360\237\230\200\"" },
	{ "high half alone", T("\"\\ud83dx\""), TORA_OK, "\"\\\\ud83dx\"" },
	{ "low half alone", T("\"\\ude00\""), TORA_OK, "\"\\\\ude00\"" },
	{ "two high halves", T("\"\\ud83d\\ud83d\\ude00\""), TORA_OK,
	  "\"\\\\ud83d\360\237\230\200\"" },
	{ "only halves", T("\"\\ud83d\\ud83d\\ud83d\\ud83d\\ud83d\\ud83d\\ud83d\""), TORA_OK,
	  NULL },
	{ "not UTF-8 is kept", T("\"\377\""), TORA_OK, "\"\377\"" },
	{ "not hexadecimal", T("\"\\u00g0\""), TORA_E_FORMAT, NULL },
	{ "unknown escape", T("\"\\x00\""), TORA_E_FORMAT, NULL },
};

static void test_parse(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		/* A heap copy of exactly the bytes: reading behind them is seen by the sanitizer. */
		char *copy = malloc(texts[i].in.len + 1);
		struct tora_str out = TORA_STR_INIT(1000);
		struct tora_err err = TORA_ERR_INIT;
		cJSON *json = NULL;
		int rc;

		memcpy(copy, texts[i].in.at, texts[i].in.len);
		rc = tora_json_parse((struct tora_sv){ copy, texts[i].in.len }, 1000, &json, &err);
		ROW(texts[i].label, rc == texts[i].rc && (rc == TORA_OK) == (json != NULL));
		if (json && texts[i].out) {
			tora_json_print(json, &out);
			ROW(texts[i].label, strcmp(out.buf, texts[i].out) == 0);
		}
		cJSON_Delete(json);
		tora_str_free(&out);
		free(copy);
	}
}

static void test_limits(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	char deep[8001];
	cJSON *json = NULL;

	(void)state;
	assert_int_equal(tora_json_parse(TORA_SV("[1,2]"), 5, &json, &err), TORA_OK);
	cJSON_Delete(json);
	json = NULL;
	assert_int_equal(tora_json_parse(TORA_SV("[1,2]"), 4, &json, &err), TORA_E_LIMIT);
	memset(deep, '[', 4000);
	memset(deep + 4000, ']', 4000);
	assert_int_equal(tora_json_parse((struct tora_sv){ deep, 8000 }, 9000, &json, &err),
	                 TORA_E_FORMAT);
	assert_null(json);
	assert_int_equal(tora_json_parse((struct tora_sv){ deep + 3500, 1000 }, 9000, &json, &err),
	                 TORA_OK);
	cJSON_Delete(json);
}

static const struct {
	const char *label, *json;
	int64_t number;
} numbers[] = {
	{ "whole", "{\"k\":42}", 42 },
	{ "negative", "{\"k\":-1}", -1 },
	{ "largest exact", "{\"k\":9007199254740992}", 9007199254740992 },
	{ "beyond exact", "{\"k\":1e16}", -7 },
	{ "beyond double", "{\"k\":1e999}", -7 },
	{ "fraction", "{\"k\":1.5}", -7 },
	{ "text", "{\"k\":\"42\"}", -7 },
	{ "null", "{\"k\":null}", -7 },
	{ "other case", "{\"K\":42}", -7 },
	{ "not an object", "[42]", -7 },
};

static void test_int(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(numbers); i++) {
		struct tora_err err = TORA_ERR_INIT;
		cJSON *json = NULL;

		ROW(numbers[i].label,
		    tora_json_parse(tora_sv(numbers[i].json), 100, &json, &err) == TORA_OK);
		ROW(numbers[i].label, tora_json_int(json, "k", -7) == numbers[i].number);
		cJSON_Delete(json);
	}
	assert_int_equal(tora_json_int(NULL, "k", -7), -7);
}

static void test_getters(void **state)
{
	static const char *const text =
		"{\"t\":\"x\",\"n\":2.5,\"b\":true,\"f\":false,\"o\":{},\"l\":[],\"z\":null}";
	struct tora_err err = TORA_ERR_INIT;
	cJSON *json = NULL;

	(void)state;
	assert_int_equal(tora_json_parse(tora_sv(text), 1000, &json, &err), TORA_OK);
	assert_string_equal(tora_json_text(json, "t", "d"), "x");
	assert_string_equal(tora_json_text(json, "n", "d"), "d");
	assert_null(tora_json_text(json, "z", NULL));
	assert_true(tora_json_num(json, "n", 0) == 2.5 && tora_json_num(json, "t", 7) == 7);
	assert_true(tora_json_bool(json, "b", false) && !tora_json_bool(json, "f", true));
	assert_true(tora_json_bool(json, "n", true)); /* a number is not a bool */
	assert_non_null(tora_json_obj(json, "o"));
	assert_null(tora_json_obj(json, "l"));
	assert_non_null(tora_json_list(json, "l"));
	assert_null(tora_json_list(json, "o"));
	assert_null(tora_json_obj(NULL, "o"));
	cJSON_Delete(json);
}

static void test_build(void **state)
{
	struct tora_str out = TORA_STR_INIT(1000);
	cJSON *json = cJSON_CreateObject(), *inner, *list;

	(void)state;
	tora_json_put_text(json, "null", NULL);
	tora_json_put_text(json, "line", "a\nb\"");
	tora_json_put_sv(json, "bytes", (struct tora_sv){ "a\0\377\303\274", 5 });
	tora_json_put_int(json, "big", 9007199254740992);
	tora_json_put_int(json, "ms", 1763626748123);
	tora_json_put_num(json, "n", 0.5);
	tora_json_put_bool(json, "b", true);
	inner = tora_json_put_obj(json, "o");
	tora_json_put_bool(inner, "c", false);
	list = tora_json_put_list(json, "l");
	tora_json_push_text(list, "x");
	tora_json_push_text(list, NULL);
	tora_json_print(json, &out);
	assert_string_equal(
		out.buf,
		"{\"null\":null,\"line\":\"a\\nb\\\"\",\"bytes\":\"a\\\\x00\\\\xff\303\274\","
		"\"big\":9007199254740992,\"ms\":1763626748123,\"n\":0.5,\"b\":true,"
		"\"o\":{\"c\":false},\"l\":[\"x\",null]}");
	assert_null(strchr(out.buf, '\n'));
	cJSON_Delete(json);
	tora_str_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse), cmocka_unit_test(test_limits),
		cmocka_unit_test(test_int),   cmocka_unit_test(test_getters),
		cmocka_unit_test(test_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
