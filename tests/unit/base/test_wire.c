#include "tora/wire.h"

#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

/* Everything that is whole, each line in brackets. */
static void take_all(struct tora_wire_in *in, struct tora_str *got)
{
	struct tora_sv line;

	while (tora_wire_in_next(in, &line)) {
		tora_str_addc(got, '[');
		tora_str_add(got, line);
		tora_str_addc(got, ']');
	}
}

static int feed(struct tora_wire_in *in, const char *at, size_t len)
{
	struct tora_err err = TORA_ERR_INIT;

	return tora_wire_in_feed(in, (struct tora_sv){ at, len }, &err);
}

/* Three pieces, cut at every pair of places: the lines are always the same. */
static void test_every_split(void **state)
{
	static const char text[] = "{\"a\":1}\n\n{\"b\":\"\303\274\"}\r\nx\nrest";
	const size_t len = sizeof(text) - 1;

	(void)state;
	for (size_t i = 0; i <= len; i++)
		for (size_t k = i; k <= len; k++) {
			struct tora_wire_in in;
			struct tora_str got = TORA_STR_INIT(1000);

			tora_wire_in_init(&in, 100);
			assert_int_equal(feed(&in, text, i), TORA_OK);
			take_all(&in, &got);
			assert_int_equal(feed(&in, text + i, k - i), TORA_OK);
			take_all(&in, &got);
			assert_int_equal(feed(&in, text + k, len - k), TORA_OK);
			take_all(&in, &got);
			assert_string_equal(got.buf, "[{\"a\":1}][][{\"b\":\"\303\274\"}][x]");
			assert_int_equal(feed(&in, "\n", 1), TORA_OK);
			tora_str_reset(&got);
			take_all(&in, &got);
			assert_string_equal(got.buf, "[rest]");
			tora_str_free(&got);
			tora_wire_in_done(&in);
		}
}

static const struct {
	const char *label, *first, *second;
	int rc_first, rc_second;
} limits[] = {
	{ "full line", "12345\n", "12345\n", TORA_OK, TORA_OK },
	{ "too long in one piece", "123456\n", "", TORA_E_LIMIT, TORA_OK },
	{ "too long without end", "12345", "6", TORA_OK, TORA_E_LIMIT },
	{ "too long behind a good one", "1\n23", "4567\n", TORA_OK, TORA_E_LIMIT },
	{ "good behind a good one", "1\n23", "45\n6", TORA_OK, TORA_OK },
	{ "many short ones", "1\n2\n3\n4\n5\n6\n", "7\n8\n9\n", TORA_OK, TORA_OK },
};

static void test_limit(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(limits); i++) {
		struct tora_wire_in in;
		struct tora_str got = TORA_STR_INIT(1000);

		tora_wire_in_init(&in, 5);
		ROW(limits[i].label,
		    feed(&in, limits[i].first, strlen(limits[i].first)) == limits[i].rc_first);
		if (limits[i].rc_first == TORA_OK) {
			take_all(&in, &got);
			ROW(limits[i].label, feed(&in, limits[i].second,
			                          strlen(limits[i].second)) == limits[i].rc_second);
		}
		tora_str_free(&got);
		tora_wire_in_done(&in);
	}
}

/* Somebody who sends without end while nothing is taken out meets a limit, too. */
static void test_flood(void **state)
{
	struct tora_wire_in in;
	char *lines = malloc(TORA_WIRE_CHUNK);
	int rc = TORA_OK, rounds = 0;

	(void)state;
	memset(lines, '\n', TORA_WIRE_CHUNK);
	tora_wire_in_init(&in, 100000);
	while (!rc && rounds++ < 100)
		rc = feed(&in, lines, TORA_WIRE_CHUNK);
	assert_int_equal(rc, TORA_E_LIMIT);
	assert_true(rounds < 10);
	tora_wire_in_done(&in);
	free(lines);
}

static void test_builders(void **state)
{
	struct tora_str out = TORA_STR_INIT(1000);
	cJSON *params = cJSON_CreateObject(), *id = cJSON_CreateString("x\n");

	(void)state;
	tora_json_put_int(params, "n", 1);
	tora_wire_request(&out, 7, "status", params);
	tora_wire_request(&out, 8, "hello", NULL);
	tora_wire_result(&out, id, params);
	tora_wire_result(&out, NULL, NULL);
	tora_wire_error(&out, id, TORA_WIRE_METHOD, "no \"x\"\nhere");
	tora_wire_notify(&out, "event", params);
	assert_string_equal(
		out.buf,
		"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"status\",\"params\":{\"n\":1}}\n"
		"{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"hello\"}\n"
		"{\"jsonrpc\":\"2.0\",\"id\":\"x\\n\",\"result\":{\"n\":1}}\n"
		"{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":null}\n"
		"{\"jsonrpc\":\"2.0\",\"id\":\"x\\n\",\"error\":{\"code\":-32601,\"message\":\"no "
		"\\\"x\\\"\\nhere\"}}\n"
		"{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"n\":1}}\n");
	cJSON_Delete(params);
	cJSON_Delete(id);
	tora_str_free(&out);
}

static void test_no_half_lines(void **state)
{
	struct tora_str out = TORA_STR_INIT(60);

	(void)state;
	tora_wire_request(&out, 1, "hello", NULL);
	tora_wire_request(&out, 2, "hello", NULL);
	assert_true(out.over);
	assert_string_equal(out.buf, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}\n");
	tora_str_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_split),   cmocka_unit_test(test_limit),
		cmocka_unit_test(test_flood),         cmocka_unit_test(test_builders),
		cmocka_unit_test(test_no_half_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
