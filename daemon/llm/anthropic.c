/*
 * anthropic.c - the messages API. It wants max_tokens in every request, knows no wish for just any JSON, and keeps
 * of a prompt for the next one only what is marked.
 */
#include "llm/reading.h"

#include <stdio.h>
#include <string.h>

#define ANSWER_USUAL 8192 /* tokens: twenty programs fit */
#define ANSWER_LEAST 4096 /* what every model of the family takes */

static void add_block(cJSON *list, struct tora_sv text, bool is_kept)
{
	cJSON *block = cJSON_CreateObject();

	tora_json_put_text(block, "type", "text");
	tora_json_put_sv(block, "text", text);
	if (is_kept)
		tora_json_put_text(tora_json_put_obj(block, "cache_control"), "type", "ephemeral");
	(void)cJSON_AddItemToArray(list, block);
}

/* In blocks, those marked that the next question begins with; plain text for a server that takes no marks. */
static unsigned add_text(cJSON *json, const struct tora_wire_request *r)
{
	bool marks = (r->system.len || r->shared) && !(r->refused & TORA_PARAM_CACHE);
	cJSON *message = cJSON_CreateObject(), *blocks;

	if (r->system.len && marks)
		add_block(tora_json_put_list(json, "system"), r->system, true);
	else if (r->system.len)
		tora_json_put_sv(json, "system", r->system);
	tora_json_put_text(message, "role", "user");
	if (marks && r->shared) {
		blocks = tora_json_put_list(message, "content");
		add_block(blocks, (struct tora_sv){ r->user.at, r->shared }, true);
		add_block(blocks,
		          (struct tora_sv){ r->user.at + r->shared, r->user.len - r->shared },
		          false);
	} else {
		tora_json_put_sv(message, "content", r->user);
	}
	(void)cJSON_AddItemToArray(tora_json_put_list(json, "messages"), message);
	return marks ? TORA_PARAM_CACHE : 0;
}

/* The ladder has two rungs here: an object of this form, or the prompt's word. */
static unsigned add_format(cJSON *json, const struct tora_wire_request *r)
{
	cJSON *format;

	if (!r->json || !r->schema || (r->refused & TORA_PARAM_SCHEMA))
		return 0;
	format = tora_json_put_obj(tora_json_put_obj(json, "output_config"), "format");
	tora_json_put_text(format, "type", "json_schema");
	(void)cJSON_AddItemToObject(format, "schema", cJSON_Parse(r->schema));
	return TORA_PARAM_SCHEMA;
}

static unsigned anthropic_write(const struct tora_wire_request *r, struct tora_str *out)
{
	cJSON *json = cJSON_CreateObject();
	unsigned sent = 0, most = r->answer_tokens ? r->answer_tokens : ANSWER_USUAL;

	tora_json_put_text(json, "model", r->model);
	/* It cannot be left out: a server that takes no more is given less. */
	if (!(r->refused & TORA_PARAM_MAX_TOKENS))
		sent |= TORA_PARAM_MAX_TOKENS;
	else if (most > ANSWER_LEAST)
		most = ANSWER_LEAST;
	tora_json_put_int(json, "max_tokens", most);
	sent |= add_text(json, r) | add_format(json, r);
	if (r->steady && !(r->refused & TORA_PARAM_TEMPERATURE)) {
		tora_json_put_int(json, "temperature", 0);
		sent |= TORA_PARAM_TEMPERATURE;
	}
	if (r->stream && !(r->refused & TORA_PARAM_STREAM)) {
		tora_json_put_bool(json, "stream", true);
		sent |= TORA_PARAM_STREAM;
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

static bool is_limit(const char *stop)
{
	return strcmp(stop, "max_tokens") == 0 ||
	       strcmp(stop, "model_context_window_exceeded") == 0;
}

static int anthropic_text(const cJSON *json, struct tora_str *out, struct tora_reading_stop *ret,
                          struct tora_err *err)
{
	const cJSON *parts = tora_json_list(json, "content"), *part;
	const char *stop = tora_json_text(json, "stop_reason", "");

	if (!parts)
		return tora_fail(err, TORA_E_FORMAT,
		                 "the answer is no message (is the URL right? it usually ends in "
		                 "/v1/messages)");
	cJSON_ArrayForEach(part, parts)
	{
		if (strcmp(tora_json_text(part, "type", ""), "text") == 0)
			tora_str_adds(out, tora_json_text(part, "text", ""));
	}
	ret->cut = is_limit(stop);
	if (strcmp(stop, "refusal") == 0)
		ret->refusal = "the model refused to answer";
	return TORA_OK;
}

/* What was written to the provider's own cache and read from it is counted apart; it is all input. */
static void anthropic_count(const cJSON *usage, struct tora_wire_answer *ret)
{
	int64_t plain = tora_json_int(usage, "input_tokens", -1);
	int64_t written = tora_json_int(usage, "cache_creation_input_tokens", 0);
	int64_t read = tora_json_int(usage, "cache_read_input_tokens", 0);

	if (plain >= 0 && written >= 0 && read >= 0)
		ret->tokens_in = plain + written + read;
	ret->tokens_out = tora_json_int(usage, "output_tokens", -1);
}

/* message_start counts the input, content_block_delta brings text, message_delta says why it ended. */
static void anthropic_event(const cJSON *json, struct tora_str *text,
                            struct tora_wire_answer *counts, struct tora_wire_part *part)
{
	const char *type = tora_json_text(json, "type", "");
	const cJSON *message = tora_json_obj(json, "message"),
		    *delta = tora_json_obj(json, "delta");
	const cJSON *usage = tora_json_obj(message ? message : json, "usage");
	int64_t in = counts->tokens_in;
	const char *stop = delta ? tora_json_text(delta, "stop_reason", "") : "";

	if (strcmp(type, "error") == 0)
		part->failed = true;
	if (delta && strcmp(tora_json_text(delta, "type", ""), "text_delta") == 0)
		tora_str_adds(text, tora_json_text(delta, "text", ""));
	if (usage)
		anthropic_count(usage, counts);
	if (in >= 0) /* what is counted again at the end is the output */
		counts->tokens_in = in;
	part->ended |= *stop || strcmp(type, "message_stop") == 0;
	part->cut |= is_limit(stop);
	if (strcmp(stop, "refusal") == 0)
		part->refusal = "the model refused to answer";
}

static int anthropic_read(struct tora_sv body, struct tora_arena *arena,
                          struct tora_wire_answer *ret, struct tora_err *err)
{
	static const struct tora_reading how = { .count = anthropic_count, .text = anthropic_text };

	return tora_reading_read(&how, body, arena, ret, err);
}

static unsigned anthropic_complaint(struct tora_sv body, unsigned sent)
{
	static const struct tora_reading_word words[] = {
		{ "cache_control", TORA_PARAM_CACHE },
		{ "output_config", TORA_PARAM_SCHEMA },
		{ "json_schema", TORA_PARAM_SCHEMA },
		{ "additionalProperties", TORA_PARAM_SCHEMA },
		{ "temperature", TORA_PARAM_TEMPERATURE },
		{ "max_tokens", TORA_PARAM_MAX_TOKENS },
		{ "stream", TORA_PARAM_STREAM },
		{ "system", TORA_PARAM_CACHE }, /* "system: Input should be a valid string" */
		{ "messages.0.content", TORA_PARAM_CACHE },
		{ NULL, 0 }
	};

	return tora_reading_complaint(words, anthropic_message, body, sent);
}

const struct tora_wire tora_wire_anthropic = {
	.name = "anthropic",
	.header = "anthropic-version: 2023-06-01",
	.write = anthropic_write,
	.authorize = anthropic_authorize,
	.read = anthropic_read,
	.event = anthropic_event,
	.complaint = anthropic_complaint,
	.message = anthropic_message,
};
