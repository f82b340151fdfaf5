/*
 * prompt.c - `torad prompt [A..B]`: what a model would be asked about this change, sent nowhere.
 *
 * An ordinary check with a model that shows its questions instead of asking them: the same stages
 * render the same bytes, with the same redaction, so what is seen here is what would leave. The
 * differences the offline engine finds give the questions about verdicts. Follow-up questions
 * depend on answers and cannot be shown. Nothing is stored, no key is read.
 */
#include "check/check.h"
#include "check/models.h"
#include "check/session.h"
#include "check/stages.h"
#include "llm/model.h"
#include "tora/json.h"

#include <string.h>

static void on_shown(void *ctx, const struct tora_shown *shown)
{
	cJSON *list = ctx, *one = cJSON_CreateObject();
	char hex[TORA_HASH_HEX];

	tora_hash_hex(shown->body, hex);
	tora_json_put_text(one, "purpose", shown->purpose);
	tora_json_put_text(one, "provider", shown->provider);
	tora_json_put_text(one, "host", shown->host);
	tora_json_put_text(one, "to", *shown->to ? shown->to : NULL);
	tora_json_put_text(one, "model", shown->model);
	tora_json_put_int(one, "bytes", (int64_t)shown->body.len);
	tora_json_put_text(one, "sha256", hex);
	tora_json_put_int(one, "redacted", (int64_t)shown->redacted);
	tora_json_put_sv(one, "system", shown->system);
	tora_json_put_sv(one, "user", shown->user);
	tora_json_put_sv(one, "body", shown->body);
	cJSON_AddItemToArray(list, one);
}

/* Why nothing of it would be sent as things are; NULL: it would. */
static const char *why_not_sent(const struct tora_session *s, struct tora_arena *arena)
{
	struct tora_model_spec spec = { .config = &s->config };
	struct tora_model *model = NULL;
	struct tora_err err = TORA_ERR_INIT;
	const char *why = NULL;

	if (tora_model_open(&spec, &model, &err))
		why = tora_arena_dup(arena, err.msg);
	else if (!model)
		why = "no provider is configured (tora.llm.provider)";
	else if (s->check.engine == TORA_ENGINE_OFFLINE)
		why = "the engine is offline (tora.engine)";
	tora_model_close(model);
	return why;
}

static void put_notes(const struct tora_check *c, cJSON *o)
{
	cJSON *notes = tora_json_put_list(o, "notes");

	for (size_t i = 0; i < c->notes.n; i++)
		if (!strstr(c->notes.at[i], TORA_MODEL_SHOWN))
			tora_json_push_text(notes, c->notes.at[i]);
}

static void render_all(struct tora_session *s, cJSON *requests)
{
	struct tora_model_show show = { requests, on_shown };
	struct tora_check *c = &s->check;

	tora_session_settle(s);
	if (c->reason != TORA_REASON_NONE)
		return;
	tora_models_show(s, &show);
	tora_stages_run(c);
	tora_stages_close(c);
	tora_models_close(s);
}

static int prompt(struct tora_session *s, cJSON **ret, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	const char *why;
	cJSON *o;
	int rc = tora_session_range(s, err);

	if (rc == TORA_OK && c->reason == TORA_REASON_NO_SUCH_COMMIT)
		rc = tora_fail(err, TORA_E_NOTFOUND, "%s", c->reason_detail);
	if (rc == TORA_OK)
		rc = tora_session_config(s, err);
	if (rc)
		return rc;
	why = why_not_sent(s, c->arena);
	if (c->engine == TORA_ENGINE_OFFLINE)
		c->engine = TORA_ENGINE_AUTO;
	o = cJSON_CreateObject();
	tora_json_put_text(o, "base", c->base.hex);
	tora_json_put_text(o, "head", c->head.hex);
	render_all(s, tora_json_put_list(o, "requests"));
	tora_json_put_bool(o, "would_be_sent", !why);
	tora_json_put_text(o, "why_not", why);
	tora_json_put_text(o, "reason", c->reason ? tora_reason_name(c->reason) : NULL);
	tora_json_put_text(o, "detail", c->reason ? c->reason_detail : NULL);
	put_notes(c, o);
	*ret = o;
	return TORA_OK;
}

/* "A" is A..HEAD, as for `tora check`. */
static void take_range(struct tora_check_options *o)
{
	if (o->finding && strstr(o->finding, ".."))
		o->range = o->finding;
	else if (o->finding)
		o->base = o->finding;
}

int tora_prompt_command(int argc, char **argv)
{
	struct tora_check_options options;
	struct tora_session s = { .log_fd = -1 };
	struct tora_err err = TORA_ERR_INIT;
	cJSON *shown = NULL;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	if (rc == TORA_OK) {
		options.no_store = true;
		take_range(&options);
		rc = tora_session_open(&options, &s, &err);
	}
	if (rc == TORA_OK)
		rc = prompt(&s, &shown, &err);
	rc = tora_session_answer("prompt", shown, rc, &err);
	tora_session_close(&s);
	return rc;
}
