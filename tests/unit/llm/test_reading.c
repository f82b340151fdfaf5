/* An answer's body, by protocol: its text, its counts, and what is no answer. */
#include "llm/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define OPEN(usage, content, finish)                                                               \
	"{\"usage\":{" usage "},\"choices\":[{\"finish_reason\":\"" finish                         \
	"\",\"message\":{\"content\":" content "}}]}"
#define ANTH(usage, content, stop)                                                                 \
	"{\"usage\":{" usage "},\"stop_reason\":\"" stop "\",\"content\":" content "}"

static const struct {
	const char *label;
	const struct tora_wire *wire;
	const char *body;
	int rc;
	const char *says; /* the text, or a part of the failure */
	bool cut;
	int64_t in, out;
	double usd;
} rows[] = {
	{ "plain", &tora_wire_openai,
	  OPEN("\"prompt_tokens\":7,\"completion_tokens\":3,\"cost\":0.5", "\"yes\"", "stop"), 0,
	  "yes", false, 7, 3, 0.5 },
	{ "parts", &tora_wire_openai,
	  OPEN("", "[{\"type\":\"text\",\"text\":\"a\"},{\"text\":\"b\"},7]", "stop"), 0, "ab",
	  false, -1, -1, -1 },
	{ "thinking is no answer", &tora_wire_openai,
	  OPEN("\"prompt_tokens\":7", "\"<think>hm</think> \"", "stop"), TORA_E_FORMAT, "no text",
	  false, 7, -1, -1 },
	{ "cut before it began", &tora_wire_openai, OPEN("", "\"<think>hm\"", "length"),
	  TORA_E_FORMAT, "token limit", true, -1, -1, -1 },
	{ "cut in the middle", &tora_wire_openai, OPEN("", "\"half\"", "length"), 0, "half", true,
	  -1, -1, -1 },
	{ "withheld", &tora_wire_openai, OPEN("", "null", "content_filter"), TORA_E_REMOTE,
	  "content filter", false, -1, -1, -1 },
	{ "an error that costs", &tora_wire_openai,
	  "{\"error\":{\"message\":\"no\"},\"usage\":{\"prompt_tokens\":9}}", TORA_E_REMOTE,
	  "an error instead", false, 9, -1, -1 },
	{ "no completion", &tora_wire_openai, "{\"content\":[]}", TORA_E_FORMAT,
	  "no chat completion", false, -1, -1, -1 },
	{ "no JSON", &tora_wire_openai, "<html>", TORA_E_FORMAT, "not what a model's server sends",
	  false, -1, -1, -1 },
	{ "counts that are none", &tora_wire_openai,
	  OPEN("\"prompt_tokens\":1e300,\"completion_tokens\":\"7\"", "\"yes\"", "stop"), 0, "yes",
	  false, -1, -1, -1 },
	{ "message", &tora_wire_anthropic,
	  ANTH("\"input_tokens\":7,\"cache_read_input_tokens\":100,\"output_tokens\":3",
	       "[{\"type\":\"thinking\",\"text\":\"x\"},{\"type\":\"text\",\"text\":\"yes\"}]",
	       "end_turn"),
	  0, "yes", false, 107, 3, -1 },
	{ "a count below zero", &tora_wire_anthropic,
	  ANTH("\"input_tokens\":7,\"cache_read_input_tokens\":-100",
	       "[{\"type\":\"text\",\"text\":\"yes\"}]", "end_turn"),
	  0, "yes", false, -1, -1, -1 },
	{ "refused", &tora_wire_anthropic, ANTH("", "[]", "refusal"), TORA_E_REMOTE, "refused",
	  false, -1, -1, -1 },
	{ "a completion is no message", &tora_wire_anthropic, OPEN("", "\"yes\"", "stop"),
	  TORA_E_FORMAT, "no message", false, -1, -1, -1 },
};

static void bodies(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct tora_arena *arena = tora_arena_new();
		struct tora_wire_answer a = { .tokens_in = 99, .tokens_out = 99, .usd = 99 };
		struct tora_err err = TORA_ERR_INIT;
		int rc = rows[i].wire->read(tora_sv(rows[i].body), arena, &a, &err);

		if (rc != rows[i].rc)
			fail_msg("%s: %d '%s'", rows[i].label, rc, err.msg);
		if (rc ? !strstr(err.msg, rows[i].says) : !tora_sv_is(a.text, rows[i].says))
			fail_msg("%s: '%.*s' '%s'", rows[i].label, (int)a.text.len, a.text.at,
			         err.msg);
		if (a.cut != rows[i].cut || a.tokens_in != rows[i].in ||
		    a.tokens_out != rows[i].out || a.usd != rows[i].usd)
			fail_msg("%s: cut %d, %lld + %lld tokens, %f", rows[i].label, a.cut,
			         (long long)a.tokens_in, (long long)a.tokens_out, a.usd);
		tora_arena_free(arena);
	}
}

#define P(name) TORA_PARAM_##name
#define SENT    (P(TEMPERATURE) | P(MAX_TOKENS) | P(STREAM))

/* What is not said of a parameter teaches nothing, whatever words are in it. */
static void complaints(void **state)
{
	static const struct {
		const char *body;
		unsigned param;
	} bodies[] = {
		{ "{\"error\":{\"message\":\"Unsupported value: 'temperature'\"}}",
		  P(TEMPERATURE) },
		{ "{\"error\":{\"message\":\"no\",\"param\":\"stream\"}}", P(STREAM) },
		{ "{\"error\":{\"message\":\"stream?\",\"param\":\"temperature\"}}",
		  P(TEMPERATURE) },
		{ "{\"detail\":[{\"loc\":[\"body\",\"temperature\"],\"msg\":\"extra\"}]}",
		  P(TEMPERATURE) },
		{ "{\"error\":{\"message\":\"prompt is too long for the upstream model\"}}", 0 },
		{ "{\"error\":{\"message\":\"bad\"},\"input\":\"def f(temperature, stream)\"}", 0 },
		{ "{\"error\":{\"message\":\"near set_temperature\"}}", 0 },
		{ "{\"error\":{\"message\":\"input length and `max_tokens` exceed context "
		  "limit\"}}",
		  0 },
		{ "temperature", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		struct tora_sv body = tora_sv(bodies[i].body);

		if (tora_wire_openai.complaint(body, SENT) != bodies[i].param ||
		    tora_wire_anthropic.complaint(body, SENT) != bodies[i].param)
			fail_msg("%s", bodies[i].body);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(complaints),
		cmocka_unit_test(bodies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
