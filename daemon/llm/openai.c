/*
 * openai.c - chat completions, as most servers speak them. What one does not take is left out.
 */
#include "llm/reading.h"

#include <stdio.h>
#include <string.h>

static void add_message(cJSON *list, const char *role, struct tora_sv text)
{
	cJSON *message = cJSON_CreateObject();

	tora_json_put_text(message, "role", role);
	tora_json_put_sv(message, "content", text);
	(void)cJSON_AddItemToArray(list, message);
}

/* The ladder: an object of this form, some object, and, where a server takes neither, the prompt's word. */
static unsigned add_format(cJSON *json, const struct tora_wire_request *r)
{
	cJSON *format, *schema;

	if (r->json && r->schema && !(r->refused & TORA_PARAM_SCHEMA)) {
		schema = cJSON_Parse(r->schema);
		format = tora_json_put_obj(json, "response_format");
		tora_json_put_text(format, "type", "json_schema");
		format = tora_json_put_obj(format, "json_schema");
		tora_json_put_text(format, "name", "answer");
		tora_json_put_bool(format, "strict", true);
		(void)cJSON_AddItemToObject(format, "schema", schema);
		return TORA_PARAM_SCHEMA;
	}
	if (r->json && !(r->refused & TORA_PARAM_RESPONSE_FORMAT)) {
		tora_json_put_text(tora_json_put_obj(json, "response_format"), "type",
		                   "json_object");
		return TORA_PARAM_RESPONSE_FORMAT;
	}
	return 0;
}

static unsigned add_stream(cJSON *json, const struct tora_wire_request *r)
{
	if (!r->stream || (r->refused & TORA_PARAM_STREAM))
		return 0;
	tora_json_put_bool(json, "stream", true);
	if (r->refused & TORA_PARAM_STREAM_USAGE)
		return TORA_PARAM_STREAM;
	tora_json_put_bool(tora_json_put_obj(json, "stream_options"), "include_usage", true);
	return TORA_PARAM_STREAM | TORA_PARAM_STREAM_USAGE;
}

static unsigned openai_write(const struct tora_wire_request *r, struct tora_str *out)
{
	cJSON *json = cJSON_CreateObject(), *messages;
	unsigned sent = 0;

	tora_json_put_text(json, "model", r->model);
	messages = tora_json_put_list(json, "messages");
	if (r->system.len)
		add_message(messages, "system", r->system);
	add_message(messages, "user", r->user);
	if (r->steady && !(r->refused & TORA_PARAM_TEMPERATURE)) {
		tora_json_put_int(json, "temperature", 0);
		sent |= TORA_PARAM_TEMPERATURE;
	}
	if (r->answer_tokens && !(r->refused & TORA_PARAM_MAX_TOKENS)) {
		tora_json_put_int(json, "max_tokens", r->answer_tokens);
		sent |= TORA_PARAM_MAX_TOKENS;
	} else if (r->answer_tokens && !(r->refused & TORA_PARAM_MAX_COMPLETION)) {
		tora_json_put_int(json, "max_completion_tokens", r->answer_tokens);
		sent |= TORA_PARAM_MAX_COMPLETION;
	}
	sent |= add_format(json, r) | add_stream(json, r);
	tora_json_print(json, out);
	cJSON_Delete(json);
	return sent;
}

static void openai_authorize(const struct tora_key *key, char *ret, size_t size)
{
	if (key->text[0])
		(void)snprintf(ret, size, "Authorization: Bearer %s", key->text);
}

static const char *openai_message(const cJSON *json)
{
	const cJSON *error = tora_json_obj(json, "error");
	const char *text = error ? tora_json_text(error, "message", NULL) : NULL;

	if (!text)
		text = tora_json_text(json, "error", NULL);
	if (!text)
		text = tora_json_text(json, "message", NULL);
	return text ? text : tora_json_text(json, "detail", NULL);
}

/* The content is a string, or a list of parts of which the text ones count. */
static void add_content(const cJSON *message, struct tora_str *out)
{
	const cJSON *part, *parts = tora_json_list(message, "content");

	tora_str_adds(out, tora_json_text(message, "content", ""));
	for (part = parts ? parts->child : NULL; part; part = part->next)
		tora_str_adds(out, tora_json_text(part, "text", ""));
}

static int openai_text(const cJSON *json, struct tora_str *out, struct tora_reading_stop *ret,
                       struct tora_err *err)
{
	const cJSON *choices = tora_json_list(json, "choices"), *choice, *message;
	const char *finish;

	choice = choices ? choices->child : NULL;
	message = choice ? tora_json_obj(choice, "message") : NULL;
	if (!message)
		return tora_fail(err, TORA_E_FORMAT,
		                 "the answer is no chat completion (is the URL right? it usually "
		                 "ends in /v1)");
	finish = tora_json_text(choice, "finish_reason", "");
	add_content(message, out);
	ret->cut = strcmp(finish, "length") == 0;
	if (strcmp(finish, "content_filter") == 0)
		ret->refusal = "its content filter withheld the answer";
	return TORA_OK;
}

static void openai_count(const cJSON *usage, struct tora_wire_answer *ret)
{
	ret->tokens_in = tora_json_int(usage, "prompt_tokens", -1);
	ret->tokens_out = tora_json_int(usage, "completion_tokens", -1);
	ret->usd = tora_json_num(usage, "cost", -1); /* some gateways say what it cost */
}

/* A chunk: {"choices":[{"delta":{"content":"..."},"finish_reason":null}]}; the last ones end it and count. */
static void openai_event(const cJSON *json, struct tora_str *text, struct tora_wire_answer *counts,
                         struct tora_wire_part *part)
{
	const cJSON *choices = tora_json_list(json, "choices");
	const cJSON *choice = choices ? choices->child : NULL;
	const cJSON *delta = choice ? tora_json_obj(choice, "delta") : NULL;
	const char *finish = choice ? tora_json_text(choice, "finish_reason", "") : "";

	if (tora_json_obj(json, "error"))
		part->failed = true;
	if (delta)
		add_content(delta, text);
	if (tora_json_obj(json, "usage"))
		openai_count(tora_json_obj(json, "usage"), counts);
	part->ended |= *finish != '\0';
	part->cut |= strcmp(finish, "length") == 0;
	if (strcmp(finish, "content_filter") == 0)
		part->refusal = "its content filter withheld the answer";
}

static int openai_read(struct tora_sv body, struct tora_arena *arena, struct tora_wire_answer *ret,
                       struct tora_err *err)
{
	static const struct tora_reading how = { .count = openai_count, .text = openai_text };

	return tora_reading_read(&how, body, arena, ret, err);
}

static unsigned openai_complaint(struct tora_sv body, unsigned sent)
{
	static const struct tora_reading_word words[] = {
		{ "temperature", TORA_PARAM_TEMPERATURE },
		{ "max_completion_tokens", TORA_PARAM_MAX_COMPLETION },
		{ "max_tokens", TORA_PARAM_MAX_TOKENS },
		{ "json_schema", TORA_PARAM_SCHEMA },
		{ "response_format", TORA_PARAM_SCHEMA },
		{ "additionalProperties", TORA_PARAM_SCHEMA },
		{ "response_format", TORA_PARAM_RESPONSE_FORMAT },
		{ "json_object", TORA_PARAM_RESPONSE_FORMAT },
		{ "stream_options", TORA_PARAM_STREAM_USAGE },
		{ "include_usage", TORA_PARAM_STREAM_USAGE },
		{ "stream", TORA_PARAM_STREAM },
		{ NULL, 0 }
	};

	return tora_reading_complaint(words, openai_message, body, sent);
}

const struct tora_wire tora_wire_openai = {
	.name = "openai",
	.write = openai_write,
	.authorize = openai_authorize,
	.read = openai_read,
	.event = openai_event,
	.complaint = openai_complaint,
	.message = openai_message,
};
