/*
 * test_api.c - functions of both sides, compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "generate/api.h"
#include "tora/json.h"

#include <stdlib.h>
#include <string.h>

#define F(NAME, KIND, PARAMS)                                                                      \
	"{\"module\":\"p\",\"qualname\":\"" NAME "\",\"kind\":\"" KIND "\",\"params\":" PARAMS "}"
#define P(NAME, DEFAULT)    "{\"name\":\"" NAME "\",\"kind\":\"plain\",\"default\":" DEFAULT "}"
#define S(NAME, OPTIONAL)   "{\"name\":\"" NAME "\",\"kind\":\"plain\",\"optional\":" OPTIONAL "}"
#define SHAPE(KIND, PARAMS) "{\"kind\":\"" KIND "\",\"params\":" PARAMS "}"
#define ROW(NAME, HERE, THERE)                                                                     \
	"{\"module\":\"p\",\"qualname\":\"" NAME "\",\"here\":" HERE ",\"there\":" THERE "}"

static const struct {
	const char *label, *here, *there, *expected; /* lists of functions; NULL: no answer */
} rows[] = {
	{ "the same", F("f", "function", "[" P("a", "null") "]"),
	  F("f", "function", "[" P("a", "null") "]"), "[]" },
	{ "the same in another order", F("f", "function", "[]") "," F("g", "function", "[]"),
	  F("g", "function", "[]") "," F("f", "function", "[]"), "[]" },
	{ "a parameter renamed", F("f", "function", "[" P("a", "null") "]"),
	  F("f", "function", "[" P("b", "null") "]"),
	  "[" ROW("f", SHAPE("function", "[" S("a", "false") "]"),
	          SHAPE("function", "[" S("b", "false") "]")) "]" },
	{ "a parameter more", F("f", "function", "[" P("a", "\"1\"") "]"), F("f", "function", "[]"),
	  "[" ROW("f", SHAPE("function", "[" S("a", "true") "]"), SHAPE("function", "[]")) "]" },
	{ "another default", F("f", "function", "[" P("a", "\"1\"") "]"),
	  F("f", "function", "[" P("a", "\"2\"") "]"), "[]" },
	{ "optional now", F("f", "function", "[" P("a", "\"1\"") "]"),
	  F("f", "function", "[" P("a", "null") "]"),
	  "[" ROW("f", SHAPE("function", "[" S("a", "true") "]"),
	          SHAPE("function", "[" S("a", "false") "]")) "]" },
	{ "a property now", F("C.f", "property", "[]"), F("C.f", "method", "[]"),
	  "[" ROW("C.f", SHAPE("property", "[]"), SHAPE("method", "[]")) "]" },
	{ "one side only", F("f", "function", "[]"), F("g", "function", "null"),
	  "[" ROW("f", SHAPE("function", "[]"), "null") "," ROW("g", "null",
	                                                        "{\"kind\":\"function\"}") "]" },
	{ "nothing there", F("f", "class", "[]"), "",
	  "[" ROW("f", SHAPE("class", "[]"), "null") "]" },
	{ "rows that are none", "1,null,[]", "", NULL },
	{ "no answer", F("f", "function", "[]"), NULL, NULL },
};

static cJSON *answer(const char *functions, bool cut)
{
	struct tora_str text = TORA_STR_INIT(4096);
	cJSON *json;

	if (!functions)
		return NULL;
	tora_str_addf(&text, "{\"functions\":[%s],\"cut\":%s}", functions, cut ? "true" : "false");
	json = cJSON_Parse(text.buf);
	assert_non_null(json);
	tora_str_free(&text);
	return json;
}

static void test_compare(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		cJSON *here = answer(rows[i].here, false), *there = answer(rows[i].there, false);
		cJSON *got = tora_api_compare(here, there);
		char *text = got ? cJSON_PrintUnformatted(got) : NULL;

		if (rows[i].expected && (!text || strcmp(text, rows[i].expected) != 0))
			fail_msg("%s: %s", rows[i].label, text ? text : "none");
		if (!rows[i].there && got)
			fail_msg("%s: %s", rows[i].label, text);
		free(text);
		cJSON_Delete(got);
		cJSON_Delete(here);
		cJSON_Delete(there);
	}
}

static void test_a_cut_answer_says_nothing(void **state)
{
	cJSON *here = answer(F("f", "function", "[]"), false), *there = answer("", true);

	(void)state;
	assert_null(tora_api_compare(here, there));
	assert_null(tora_api_compare(there, here));
	cJSON_Delete(here);
	cJSON_Delete(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compare),
		cmocka_unit_test(test_a_cut_answer_says_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
