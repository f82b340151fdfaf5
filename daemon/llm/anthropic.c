/*
 * anthropic.c - the messages API. It wants max_tokens in every request and knows no wish for JSON.
 */
#include "llm/thinking.h"
#include "llm/wire.h"

#include <stdio.h>
#include <string.h>

#define BODY_MAX     (64u << 20) /* the transfer has its own, smaller limit */
#define ANSWER_USUAL 8192        /* tokens: twenty programs fit */
#define ANSWER_LEAST 4096        /* what every model of the family takes */

static unsigned anthropic_write(const struct tora_wire_request *r, struct tora_str *out)
{
	cJSON *json = cJSON_CreateObject(), *message = cJSON_CreateObject();
	unsigned sent = 0, most = r->answer_tokens ? r->answer_tokens : ANSWER_USUAL;

	tora_json_put_text(json, "model", r->model);
	/* It cannot be left out: a server that takes no more is given less. */
	if (!(r->refused & TORA_PARAM_MAX_TOKENS))
		sent |= TORA_PARAM_MAX_TOKENS;
	else if (most > ANSWER_LEAST)
		most = ANSWER_LEAST;
	tora_json_put_int(json, "max_tokens", most);
	if (r->system.len)
		tora_json_put_sv(json, "system", r->system);
	tora_json_put_text(message, "role", "user");
	tora_json_put_sv(message, "content", r->user);
	(void)cJSON_AddItemToArray(tora_json_put_list(json, "messages"), message);
	if (r->steady && !(r->refused & TORA_PARAM_TEMPERATURE)) {
		tora_json_put_int(json, "temperature", 0);
		sent |= TORA_PARAM_TEMPERATURE;
	}
	tora_json_print(json, out);
	cJSON_Delete(json);
	return sent;
}

static void anthropic_authorize(const struct tora_key *key, char *ret, size_t size)
{
	if (key->text[0])
		(void)snprintf(ret, size, "x-api-key: %s", key->text);
}

static const char *anthropic_message(const cJSON *json)
{
	const cJSON *error = tora_json_obj(json, "error");

	return error ? tora_json_text(error, "message", NULL)
	             : tora_json_text(json, "message", NULL);
}

static int read_content(const cJSON *json, struct tora_arena *arena, struct tora_wire_answer *ret,
                        struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(BODY_MAX);
	const cJSON *parts = tora_json_list(json, "content"), *part;
	const char *stop = tora_json_text(json, "stop_reason", "");
	int rc = TORA_OK;

	if (!parts)
		return tora_fail(err, TORA_E_FORMAT,
		                 "the answer is no message (is the URL right? it usually ends in "
		                 "/v1/messages)");
	cJSON_ArrayForEach(part, parts)
	{
		if (strcmp(tora_json_text(part, "type", ""), "text") == 0)
			tora_str_adds(&text, tora_json_text(part, "text", ""));
	}
	ret->text = tora_arena_sv(arena, tora_without_thinking(tora_str_view(&text)));
	ret->cut = strcmp(stop, "max_tokens") == 0 ||
	           strcmp(stop, "model_context_window_exceeded") == 0;
	if (!ret->text.len && strcmp(stop, "refusal") == 0)
		rc = tora_fail(err, TORA_E_REMOTE, "the model refused to answer");
	else if (!ret->text.len && ret->cut)
		rc = tora_fail(err, TORA_E_FORMAT,
		               "it used up its token limit before it came to an answer");
	else if (!ret->text.len)
		rc = tora_fail(err, TORA_E_FORMAT, "the answer has no text");
	tora_str_free(&text);
	return rc;
}

/* What was written to the provider's own cache and read from it is counted apart; it is all input. */
static int64_t input_tokens(const cJSON *usage)
{
	int64_t plain = tora_json_int(usage, "input_tokens", -1);

	if (plain < 0)
		return -1;
	return plain + tora_json_int(usage, "cache_creation_input_tokens", 0) +
	       tora_json_int(usage, "cache_read_input_tokens", 0);
}

static int anthropic_read(struct tora_sv body, struct tora_arena *arena,
                          struct tora_wire_answer *ret, struct tora_err *err)
{
	struct tora_wire_answer answer = { .tokens_in = -1, .tokens_out = -1, .usd = -1 };
	const cJSON *usage;
	cJSON *json = NULL;
	int rc = tora_json_parse(body, BODY_MAX, &json, err);

	if (rc)
		return tora_wrap(err, "the answer is not what a model's server sends");
	usage = tora_json_obj(json, "usage");
	answer.tokens_in = input_tokens(usage);
	answer.tokens_out = tora_json_int(usage, "output_tokens", -1);
	if (tora_json_obj(json, "error"))
		rc = tora_fail(err, TORA_E_REMOTE, "it reports an error instead of an answer");
	else
		rc = read_content(json, arena, &answer, err);
	cJSON_Delete(json);
	*ret = answer; /* also on failure: what it cost is known then too */
	return rc;
}

static unsigned anthropic_complaint(struct tora_sv body, unsigned sent)
{
	if ((sent & TORA_PARAM_TEMPERATURE) && tora_sv_has(body, "temperature"))
		return TORA_PARAM_TEMPERATURE;
	if ((sent & TORA_PARAM_MAX_TOKENS) && tora_sv_has(body, "max_tokens"))
		return TORA_PARAM_MAX_TOKENS;
	return 0;
}

const struct tora_wire tora_wire_anthropic = {
	.name = "anthropic",
	.header = "anthropic-version: 2023-06-01",
	.write = anthropic_write,
	.authorize = anthropic_authorize,
	.read = anthropic_read,
	.complaint = anthropic_complaint,
	.message = anthropic_message,
};
