/* Answers that come in pieces: both formats in any split, every way to end, and what the asker hears. */
#include "tests/unit/llm/served.h"

#include "llm/stream.h"

/* ---- bytes ------------------------------------------------------------------------------------ */

#define CHUNK(text)                                                                                \
	"data: {\"choices\":[{\"delta\":{\"content\":\"" text "\"},\"finish_reason\":null}]}\n\n"
#define LAST(why) "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" why "\"}]}\n\n"
#define USAGE     "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3}}\n\n"
#define DONE      "data: [DONE]\n\n"
#define START                                                                                      \
	"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[],"     \
	"\"usage\":{\"input_tokens\":5,\"cache_read_input_tokens\":2,\"output_tokens\":1}}}\n\n"
#define DELTA(text)                                                                                \
	"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":"           \
	"{\"type\":\"text_delta\",\"text\":\"" text "\"}}\n\n"
#define STOP(why)                                                                                  \
	"event: message_delta\ndata: "                                                             \
	"{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" why                            \
	"\"},\"usage\":{\"output_tokens\":3}}\n\nevent: message_stop\ndata: "                      \
	"{\"type\":\"message_stop\"}\n\n"

static const struct {
	const char *label;
	const struct tora_wire *wire;
	const char *body;
	int rc;
	const char *says; /* the text, or a part of the failure */
	bool cut;
	int64_t in, out;
} rows[] = {
	{ "chunks", &tora_wire_openai, CHUNK("a ") CHUNK("b") LAST("stop") USAGE DONE, 0, "a b",
	  false, 7, 3 },
	{ "carriage returns, comments and other fields", &tora_wire_openai,
	  ": hello\r\n\r\nid: 1\r\nevent: x\r\ndata: {\"choices\":[{\"delta\":{\"content\":"
	  "\"a\"}}]}\r\n\r\ndata: [DONE]\r\n\r\n",
	  0, "a", false, -1, -1 },
	{ "no empty lines between", &tora_wire_openai,
	  "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\ndata: "
	  "{\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}",
	  0, "ab", false, -1, -1 },
	{ "at the limit", &tora_wire_openai, CHUNK("half") LAST("length"), 0, "half", true, -1,
	  -1 },
	{ "it just ends", &tora_wire_openai, CHUNK("half"), 0, "half", true, -1, -1 },
	{ "half an event", &tora_wire_openai, CHUNK("half") "data: {\"choices\":[{\"del", 0, "half",
	  true, -1, -1 },
	{ "thinking", &tora_wire_openai, CHUNK("<think>x") CHUNK("</think>y") LAST("stop"), 0, "y",
	  false, -1, -1 },
	{ "nothing but thinking", &tora_wire_openai, CHUNK("<think>x") LAST("length"),
	  TORA_E_FORMAT, "token limit", true, -1, -1 },
	{ "withheld", &tora_wire_openai, LAST("content_filter"), TORA_E_REMOTE, "content filter",
	  false, -1, -1 },
	{ "an error in the middle", &tora_wire_openai,
	  CHUNK("a") "data: {\"error\":{\"message\":\"overloaded\"}}\n\n", TORA_E_REMOTE,
	  "an error instead", false, -1, -1 },
	{ "junk between", &tora_wire_openai, CHUNK("a") "data: junk\n\n" LAST("stop"), 0, "a",
	  false, -1, -1 },
	{ "nothing at all", &tora_wire_openai, "data: [DONE]\n\n", TORA_E_FORMAT, "no text", false,
	  -1, -1 },
	{ "a server that does not stream", &tora_wire_openai,
	  "\n{\"choices\":[{\"message\":{\"content\":\"whole\"}}]}", 0, "whole", false, -1, -1 },
	{ "a page", &tora_wire_openai, "<html>\ndata: x\n</html>", TORA_E_FORMAT,
	  "not what a model's server sends", false, -1, -1 },
	{ "empty", &tora_wire_openai, "", TORA_E_FORMAT, "not what a model's server sends", false,
	  -1, -1 },
	{ "events", &tora_wire_anthropic, START DELTA("a ") DELTA("b") STOP("end_turn"), 0, "a b",
	  false, 7, 3 },
	{ "events at the limit", &tora_wire_anthropic, START DELTA("a") STOP("max_tokens"), 0, "a",
	  true, 7, 3 },
	{ "refused", &tora_wire_anthropic, START STOP("refusal"), TORA_E_REMOTE,
	  "refused to answer", false, 7, 3 },
	{ "thoughts are no text", &tora_wire_anthropic,
	  START "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"thinking_delta\","
	        "\"thinking\":\"hm\"}}\n\n" DELTA("a") STOP("end_turn"),
	  0, "a", false, 7, 3 },
	{ "overloaded", &tora_wire_anthropic,
	  START
	  "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n",
	  TORA_E_REMOTE, "an error instead", false, 7, 1 },
};

static void read_in_steps(size_t row, size_t step)
{
	struct tora_sv body = tora_sv(rows[row].body), left = body;
	struct tora_wire_answer answer;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_stream s;
	int rc;

	tora_stream_init(&s, rows[row].wire);
	while (left.len) {
		size_t n = step < left.len ? step : left.len;
		struct tora_sv before = tora_arena_sv(t.arena, tora_stream_text(&s));

		tora_stream_feed(&s, (struct tora_sv){ left.at, n });
		left.at += n;
		left.len -= n;
		/* what was heard stays the beginning of what is heard */
		assert_true(tora_stream_text(&s).len >= before.len);
		assert_memory_equal(tora_stream_text(&s).at, before.at, before.len);
	}
	rc = tora_stream_read(&s, body, t.arena, &answer, &err);
	if (rc != rows[row].rc || (rc && !strstr(err.msg, rows[row].says)) ||
	    (!rc && !tora_sv_is(answer.text, rows[row].says)))
		fail_msg("%s, by %zu: %d, '%.*s' %s", rows[row].label, step, rc,
		         (int)answer.text.len, answer.text.len ? answer.text.at : "", err.msg);
	if (answer.tokens_in != rows[row].in || answer.tokens_out != rows[row].out ||
	    (!rc && answer.cut != rows[row].cut))
		fail_msg("%s, by %zu: %lld+%lld, cut %d", rows[row].label, step,
		         (long long)answer.tokens_in, (long long)answer.tokens_out, answer.cut);
	tora_stream_done(&s);
}

static void any_split_is_read_alike(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t step = 1; step < 40 || step < 2 * strlen(rows[i].body);
		     step += step < 40 ? 1 : strlen(rows[i].body))
			read_in_steps(i, step);
}

/* ---- a server ------------------------------------------------------------------------------------ */

struct ear {
	unsigned sent, times;
	char first[64], all[512];
	int64_t slow_ms; /* how long it takes to hear the first piece */
};

static void hear_sent(void *ctx)
{
	((struct ear *)ctx)->sent++;
}

static void hear(void *ctx, struct tora_sv text)
{
	struct ear *ear = ctx;

	if (!ear->times++) {
		(void)snprintf(ear->first, sizeof ear->first, "%.*s", (int)text.len, text.at);
		(void)poll(NULL, 0, (int)ear->slow_ms);
	}
	(void)snprintf(ear->all, sizeof ear->all, "%.*s", (int)text.len, text.at);
}

static struct tora_model *open_at(enum tora_provider provider, unsigned stall_ms)
{
	set_config(provider, "fake-3");
	return open_served((struct tora_model_spec){ .stall_ms = stall_ms });
}

static int ask_aloud(struct tora_model *model, const char *text, struct ear *ear,
                     struct tora_reply *reply)
{
	struct tora_prompt p = prompt_for(text);
	struct tora_ask_watch watch = { ear, hear_sent, hear };
	struct tora_ask one = { .prompt = &p, .watch = &watch, .wait_ms = 20000 };
	struct tora_err err = TORA_ERR_INIT;

	return tora_model_ask(model, &one, t.arena, reply, &err);
}

static const struct {
	const char *name;
	int rc;
	const char *says;
	unsigned tries;
	bool is_heard, is_broken;
} served[] = {
	{ "sse:plain.", 0, "one sentence in several pieces", 1, true, false },
	{ "sse:whole.", 0, "in one piece", 1, false, false },
	{ "sse:refused.", 0, "not streamed then", 2, false, false },
	{ "sse:uncounted.", 0, "streamed and not counted", 2, true, false },
	/* what broke off counts as far as it came; it is not asked again, nor kept */
	{ "sse:stall.", 0, "the beginning ", 1, true, true },
	{ "sse:drop.", 0, "the beginning ", 1, true, true },
	{ "sse:unended.", 0, "all of it, no end", 1, true, true },
	/* nothing was heard: as without a stream */
	{ "sse:mute.", TORA_E_TIMEOUT, "in the middle", 3, false, false },
	{ "sse:busy.", 0, "after a pause, in pieces", 2, true, false },
	{ "sse:key.", TORA_E_DENIED, "refuses the key", 1, false, false },
};

static void check_served(size_t i, enum tora_provider provider)
{
	struct tora_model *model = open_at(provider, 150);
	struct tora_reply reply;
	struct ear ear = { .slow_ms = 300 }; /* longer than the server may be silent */
	int rc = ask_aloud(model, served[i].name, &ear, &reply);

	if (rc != served[i].rc || reply.tries != served[i].tries ||
	    reply.is_broken != served[i].is_broken)
		fail_msg("%s %d: rc %d, %u tries, broken %d: %s", served[i].name, provider, rc,
		         reply.tries, reply.is_broken, reply.err.msg);
	if (rc ? !strstr(reply.err.msg, served[i].says)
	       : strncmp(reply.text.at, served[i].says, strlen(served[i].says)) != 0)
		fail_msg("%s %d: '%.*s' %s", served[i].name, provider, (int)reply.text.len,
		         reply.text.at, reply.err.msg);
	if ((ear.times > 0) != served[i].is_heard)
		fail_msg("%s %d: heard %u times", served[i].name, provider, ear.times);
	assert_int_equal(ear.sent, 1);
	if (ear.times) {
		if (i == 0) /* it was heard before it was whole */
			assert_true(strlen(ear.first) < strlen(ear.all));
		assert_memory_equal(ear.all, reply.text.at, reply.text.len);
	}
	tora_model_close(model);
}

static void what_is_heard(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof served / sizeof *served; i++)
		check_served(i, TORA_PROVIDER_OPENAI);
	assert_int_equal(seen("sse:refused", "\"stream\": true"), 1);
	assert_int_equal(seen("sse:uncounted", "include_usage"), 1);
	assert_int_equal(seen("sse:uncounted", "\"stream\": true"), 2);
}

static void messages_are_heard(void **state)
{
	struct tora_model *model = open_at(TORA_PROVIDER_ANTHROPIC, 150);
	struct ear ear = { 0 };
	struct tora_reply reply;

	(void)state;
	assert_int_equal(ask_aloud(model, "sse:message", &ear, &reply), 0);
	assert_true(tora_sv_is(reply.text, "a message in several pieces"));
	assert_true(ear.times > 1);
	assert_int_equal(reply.tokens_in, 70);
	assert_int_equal(reply.tokens_out, 30);
	tora_model_close(model);
}

/* Nobody looks: it is not asked to stream. */
static void unheard_it_comes_whole(void **state)
{
	struct tora_model *model = open_at(TORA_PROVIDER_OPENAI, 150);
	struct tora_reply reply;

	(void)state;
	assert_int_equal(ask(model, "sse:silent", 0, &reply), 0);
	assert_int_equal(seen("sse:silent", "\"stream\""), 0);
	tora_model_close(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_split_is_read_alike),
		cmocka_unit_test(what_is_heard),
		cmocka_unit_test(messages_are_heard),
		cmocka_unit_test(unheard_it_comes_whole),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
