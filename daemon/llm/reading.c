#include "llm/reading.h"

#include "llm/thinking.h"

#include <ctype.h>
#include <string.h>

#define BODY_MAX  (64u << 20) /* the transfer has its own, smaller limit */
#define ERROR_MAX (64u << 10)

int tora_reading_end(struct tora_sv text, const struct tora_reading_stop *stop,
                     struct tora_arena *arena, struct tora_wire_answer *ret, struct tora_err *err)
{
	ret->text = tora_arena_sv(arena, tora_without_thinking(text));
	ret->cut = stop->cut;
	if (!ret->text.len && stop->refusal)
		return tora_fail(err, TORA_E_REMOTE, "%s", stop->refusal);
	if (!ret->text.len && stop->cut)
		return tora_fail(err, TORA_E_FORMAT,
		                 "it used up its token limit before it came to an answer");
	if (!ret->text.len)
		return tora_fail(err, TORA_E_FORMAT, "the answer has no text");
	return TORA_OK;
}

static int read_text(const struct tora_reading *how, const cJSON *json, struct tora_arena *arena,
                     struct tora_wire_answer *ret, struct tora_err *err)
{
	struct tora_str text = TORA_STR_INIT(BODY_MAX);
	struct tora_reading_stop stop = { 0 };
	int rc = how->text(json, &text, &stop, err);

	if (!rc)
		rc = tora_reading_end(tora_str_view(&text), &stop, arena, ret, err);
	tora_str_free(&text);
	return rc;
}

int tora_reading_read(const struct tora_reading *how, struct tora_sv body, struct tora_arena *arena,
                      struct tora_wire_answer *ret, struct tora_err *err)
{
	struct tora_wire_answer answer = { .tokens_in = -1, .tokens_out = -1, .usd = -1 };
	cJSON *json = NULL;
	int rc = tora_json_parse(body, BODY_MAX, &json, err);

	*ret = answer;
	if (rc)
		return tora_wrap(err, "the answer is not what a model's server sends");
	how->count(tora_json_obj(json, "usage"), &answer);
	if (tora_json_obj(json, "error"))
		rc = tora_fail(err, TORA_E_REMOTE, "it reports an error instead of an answer");
	else
		rc = read_text(how, json, arena, &answer, err);
	cJSON_Delete(json);
	*ret = answer;
	return rc;
}

/* ---- complaints ---------------------------------------------------------------------------- */

static bool is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at += n)
		if ((at == text || !is_part(at[-1])) && !is_part(at[n]))
			return true;
	return false;
}

static unsigned named_in(const struct tora_reading_word *words, const char *text, unsigned sent)
{
	for (; text && words->word; words++)
		if ((sent & words->param) && has_word(text, words->word))
			return words->param;
	return 0;
}

/* {"detail":[{"loc":["body","temperature"],"msg":"..."}]}: where validators of requests name it. */
static unsigned named_in_detail(const struct tora_reading_word *words, const cJSON *json,
                                unsigned sent)
{
	const cJSON *list = tora_json_list(json, "detail"), *one, *part;
	unsigned param = 0;

	for (one = list ? list->child : NULL; one && !param; one = one->next) {
		const cJSON *loc = tora_json_list(one, "loc");

		for (part = loc ? loc->child : NULL; part && !param; part = part->next)
			param = named_in(words, cJSON_GetStringValue(part), sent);
	}
	return param;
}

unsigned tora_reading_complaint(const struct tora_reading_word *words,
                                const char *(*message)(const cJSON *json), struct tora_sv body,
                                unsigned sent)
{
	struct tora_err ignored = TORA_ERR_INIT;
	const cJSON *error;
	const char *text;
	cJSON *json = NULL;
	unsigned param;

	if (tora_json_parse(body, ERROR_MAX, &json, &ignored))
		return 0;
	error = tora_json_obj(json, "error");
	text = message(json);
	param = error ? named_in(words, tora_json_text(error, "param", NULL), sent) : 0;
	if (!param)
		param = named_in_detail(words, json, sent);
	if (!param && text && !has_word(text, "context"))
		param = named_in(words, text, sent);
	cJSON_Delete(json);
	return param;
}
