#include "llm/reading.h"

#include "llm/thinking.h"

#define BODY_MAX (64u << 20) /* the transfer has its own, smaller limit */

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
