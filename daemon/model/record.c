/*
 * record.c - the record of a check (PROTOCOL.md, 5) as JSON, and findings back from it.
 */
#include "model/check.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <string.h>

#define OUTPUT_MAX   (16u << 10) /* bytes of one output stream in a record */
#define SENTENCE_MAX (32u << 10)
#define NOTE_MAX     1024
#define DETAIL_MAX   2048

static const char *const stage_names[] = { "change", "build", "generate", "run", "judge" };
_Static_assert(sizeof stage_names / sizeof *stage_names == TORA_STAGE_COUNT,
               "every stage has a name");

static const char *sentence(struct tora_check *c, size_t max, const char *fmt, va_list ap)
	TORA_PRINTF(3, 0);

/* A sentence with a path or two of up to 4 KiB in it; what is longer is cut. */
static const char *sentence(struct tora_check *c, size_t max, const char *fmt, va_list ap)
{
	struct tora_str whole = TORA_STR_INIT(SENTENCE_MAX), text = TORA_STR_INIT(max);
	const char *ret;

	tora_str_addv(&whole, fmt, ap);
	tora_str_add_clip(&text, whole.over ? tora_sv(fmt) : tora_str_view(&whole));
	ret = tora_arena_text(c->arena, tora_str_view(&text));
	tora_str_free(&text);
	tora_str_free(&whole);
	return ret;
}

void tora_check_note(struct tora_check *c, const char *fmt, ...)
{
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	text = sentence(c, NOTE_MAX, fmt, ap);
	va_end(ap);
	for (size_t i = 0; i < c->notes.n; i++)
		if (strcmp(c->notes.at[i], text) == 0)
			return;
	*tora_vec_push(c->arena, &c->notes) = text;
}

void tora_check_stop(struct tora_check *c, enum tora_reason reason, const char *fmt, ...)
{
	va_list ap;

	if (c->reason != TORA_REASON_NONE)
		return;
	va_start(ap, fmt);
	c->reason = reason;
	c->reason_detail = sentence(c, DETAIL_MAX, fmt, ap);
	va_end(ap);
}

static enum tora_check_state state_of(enum tora_reason reason)
{
	static const enum tora_check_state states[] = {
		[TORA_REASON_HARMLESS] = TORA_CHECK_SKIPPED,
		[TORA_REASON_SKIPPED] = TORA_CHECK_SKIPPED,
		[TORA_REASON_STOPPED] = TORA_CHECK_CANCELED,
		[TORA_REASON_FAILED] = TORA_CHECK_FAILED,
	};

	return reason == TORA_REASON_NONE ? TORA_CHECK_DONE : states[tora_reason_class(reason)];
}

void tora_check_settle(struct tora_check *c)
{
	bool is_found = false;

	if (c->reason != TORA_REASON_NONE || (!c->undecided && c->unrun <= c->tests.run)) {
		c->state = state_of(c->reason);
		return;
	}
	if (c->undecided)
		tora_check_stop(c, TORA_REASON_TIMEOUT,
		                "no time was left for %zu difference%s that tests have shown",
		                c->undecided, c->undecided == 1 ? "" : "s");
	tora_check_stop(c, TORA_REASON_TIMEOUT, "no time was left for %zu of %zu tests", c->unrun,
	                c->unrun + c->tests.run);
	for (size_t i = 0; i < c->findings.n; i++)
		is_found |= c->findings.at[i].verdict == TORA_VERDICT_UNINTENDED;
	c->state = is_found ? TORA_CHECK_DONE : TORA_CHECK_FAILED;
}

int64_t tora_check_left_ms(const struct tora_check *c)
{
	int64_t left = c->deadline_ms - tora_clock_mono_ms();

	return left > 0 ? left : 0;
}

bool tora_check_is_one_tree(const struct tora_check *c)
{
	return !tora_oid_is_none(&c->head_tree) && tora_oid_eq(&c->base_tree, &c->head_tree);
}

static struct tora_sv clipped(struct tora_sv text)
{
	if (text.len > OUTPUT_MAX)
		text.len = OUTPUT_MAX;
	return text;
}

static void put_exception(cJSON *obj, const struct tora_exception *x)
{
	cJSON *e, *frames;

	if (!x) {
		tora_json_put_text(obj, "exception", NULL);
		return;
	}
	e = tora_json_put_obj(obj, "exception");
	tora_json_put_text(e, "type", x->type);
	tora_json_put_text(e, "message", x->message);
	frames = tora_json_put_list(e, "frames");
	for (size_t i = 0; i < x->frames.n; i++) {
		cJSON *f = cJSON_CreateObject();

		tora_json_put_text(f, "file", x->frames.at[i].file);
		tora_json_put_int(f, "line", x->frames.at[i].line);
		tora_json_put_text(f, "function", x->frames.at[i].function);
		cJSON_AddItemToArray(frames, f);
	}
}

static void put_trial(cJSON *obj, const char *key, const struct tora_trial *t)
{
	cJSON *o = tora_json_put_obj(obj, key), *list;

	tora_json_put_text(o, "status", tora_trial_status_name(t->status));
	tora_json_put_int(o, "code", t->code);
	put_exception(o, t->exception);
	tora_json_put_sv(o, "stdout", clipped(t->out));
	tora_json_put_sv(o, "stderr", clipped(t->err));
	tora_json_put_bool(o, "cut", t->cut || t->out.len > OUTPUT_MAX || t->err.len > OUTPUT_MAX);
	list = tora_json_put_list(o, "warnings");
	for (size_t i = 0; i < t->warnings.n; i++) {
		cJSON *w = cJSON_CreateObject();

		tora_json_put_text(w, "category", t->warnings.at[i].category);
		tora_json_put_text(w, "message", t->warnings.at[i].message);
		cJSON_AddItemToArray(list, w);
	}
	tora_json_put_int(o, "ms", t->ms);
}

static const char *engine_name(bool model)
{
	return model ? "llm" : "offline";
}

static void put_steps(cJSON *o, const struct tora_finding *f)
{
	cJSON *list = f->steps.n ? tora_json_put_list(o, "steps") : NULL;

	for (size_t i = 0; i < f->steps.n; i++) {
		const struct tora_finding_step *s = &f->steps.at[i];
		cJSON *one = cJSON_CreateObject();

		tora_json_put_text(one, "commit", s->commit.hex);
		tora_json_put_text(one, "commit_subject", s->subject);
		tora_json_put_text(one, "before", s->before);
		tora_json_put_text(one, "after", s->after);
		cJSON_AddItemToArray(list, one);
	}
}

cJSON *tora_finding_json(const struct tora_finding *f)
{
	cJSON *o = cJSON_CreateObject(), *answers;

	tora_json_put_text(o, "id", f->id);
	tora_json_put_text(o, "fingerprint", f->fingerprint);
	tora_json_put_text(o, "likeness", f->likeness ? f->likeness : "");
	tora_json_put_text(o, "verdict", tora_verdict_name(f->verdict));
	tora_json_put_num(o, "confidence", f->confidence);
	tora_json_put_text(o, "file", f->file);
	tora_json_put_int(o, "line", f->line);
	tora_json_put_text(o, "function", f->function);
	tora_json_put_text(o, "commit", f->commit.hex);
	tora_json_put_text(o, "commit_subject", f->commit_subject);
	put_steps(o, f);
	tora_json_put_text(o, "engine", engine_name(f->from_model));
	tora_json_put_text(o, "judge", engine_name(f->judged_by_model));
	tora_json_put_text(o, "origin", tora_origin_name(f->origin));
	tora_json_put_text(o, "legality", tora_legality_name(f->legality));
	tora_json_put_text(o, "where", f->where);
	tora_json_put_text(o, "test", f->test);
	put_trial(o, "before", &f->before);
	put_trial(o, "after", &f->after);
	tora_json_put_text(o, "difference", tora_difference_name(f->difference.kind));
	if (f->difference.beside)
		tora_json_put_int(o, "beside", f->difference.beside);
	tora_json_put_text(o, "value_before", f->difference.before);
	tora_json_put_text(o, "value_after", f->difference.after);
	tora_json_put_text(o, "explanation", f->explanation);
	tora_json_put_text(o, "quote", f->quote);
	answers = tora_json_put_obj(o, "answers");
	for (size_t i = 0; i < f->answers.n; i++)
		tora_json_put_text(answers, f->answers.at[i].key, f->answers.at[i].value);
	tora_json_put_int(o, "cluster", (int64_t)f->cluster);
	tora_json_put_text(o, "prompt", f->prompt_hash);
	tora_json_put_text(o, "acked", f->acked);
	return o;
}

static const char *dup_text(const cJSON *o, const char *key, struct tora_arena *arena)
{
	return tora_arena_dup(arena, tora_json_text(o, key, NULL));
}

static struct tora_sv dup_sv(const cJSON *o, const char *key, struct tora_arena *arena)
{
	return tora_arena_sv(arena, tora_sv(tora_json_text(o, key, "")));
}

static void parse_exception(const cJSON *o, struct tora_arena *arena, struct tora_trial *ret)
{
	const cJSON *f;

	if (!o)
		return;
	ret->exception = tora_arena_alloc(arena, sizeof *ret->exception);
	ret->exception->type = tora_arena_dup(arena, tora_json_text(o, "type", ""));
	ret->exception->message = tora_arena_dup(arena, tora_json_text(o, "message", ""));
	cJSON_ArrayForEach(f, tora_json_list(o, "frames"))
	{
		struct tora_frame *frame = tora_vec_push(arena, &ret->exception->frames);

		frame->file = tora_arena_dup(arena, tora_json_text(f, "file", ""));
		frame->line = (unsigned)tora_json_int(f, "line", 0);
		frame->function = tora_arena_dup(arena, tora_json_text(f, "function", ""));
	}
}

static int parse_trial(const cJSON *o, struct tora_arena *arena, struct tora_trial *ret)
{
	const cJSON *w;

	if (!o || tora_trial_status_parse(tora_json_text(o, "status", NULL), &ret->status))
		return -1;
	ret->code = (int)tora_json_int(o, "code", 0);
	parse_exception(tora_json_obj(o, "exception"), arena, ret);
	ret->out = dup_sv(o, "stdout", arena);
	ret->err = dup_sv(o, "stderr", arena);
	ret->cut = tora_json_bool(o, "cut", false);
	ret->ms = (unsigned)tora_json_int(o, "ms", 0);
	cJSON_ArrayForEach(w, tora_json_list(o, "warnings"))
	{
		struct tora_warning *one = tora_vec_push(arena, &ret->warnings);

		one->category = tora_arena_dup(arena, tora_json_text(w, "category", ""));
		one->message = tora_arena_dup(arena, tora_json_text(w, "message", ""));
	}
	return 0;
}

static void parse_steps(const cJSON *o, struct tora_arena *arena, struct tora_finding *ret)
{
	const cJSON *one;

	cJSON_ArrayForEach(one, tora_json_list(o, "steps"))
	{
		struct tora_finding_step *s = tora_vec_push(arena, &ret->steps);

		(void)tora_oid_parse(tora_sv(tora_json_text(one, "commit", "")), &s->commit);
		s->subject = tora_arena_dup(arena, tora_json_text(one, "commit_subject", ""));
		s->before = tora_arena_dup(arena, tora_json_text(one, "before", ""));
		s->after = tora_arena_dup(arena, tora_json_text(one, "after", ""));
	}
}

int tora_finding_parse(const cJSON *o, struct tora_arena *arena, struct tora_finding *ret,
                       struct tora_err *err)
{
	struct tora_finding f = { 0 };
	const cJSON *a;

	f.id = dup_text(o, "id", arena);
	f.fingerprint = dup_text(o, "fingerprint", arena);
	f.likeness = tora_arena_dup(arena, tora_json_text(o, "likeness", ""));
	f.test = dup_text(o, "test", arena);
	if (!f.fingerprint || !f.test ||
	    tora_verdict_parse(tora_json_text(o, "verdict", NULL), &f.verdict) ||
	    tora_difference_parse(tora_json_text(o, "difference", NULL), &f.difference.kind) ||
	    parse_trial(tora_json_obj(o, "before"), arena, &f.before) ||
	    parse_trial(tora_json_obj(o, "after"), arena, &f.after))
		return tora_fail(err, TORA_E_FORMAT, "not a finding's record");
	(void)tora_origin_parse(tora_json_text(o, "origin", "typed"), &f.origin);
	(void)tora_legality_parse(tora_json_text(o, "legality", "unknown"), &f.legality);
	(void)tora_oid_parse(tora_sv(tora_json_text(o, "commit", "")), &f.commit);
	f.confidence = tora_json_num(o, "confidence", 0);
	f.commit_subject = dup_text(o, "commit_subject", arena);
	parse_steps(o, arena, &f);
	f.file = dup_text(o, "file", arena);
	f.line = (unsigned)tora_json_int(o, "line", 0);
	f.function = dup_text(o, "function", arena);
	f.from_model = strcmp(tora_json_text(o, "engine", ""), "llm") == 0;
	f.judged_by_model = strcmp(tora_json_text(o, "judge", ""), "llm") == 0;
	f.where = dup_text(o, "where", arena);
	f.difference.beside = (unsigned)tora_json_int(o, "beside", 0);
	f.difference.before = tora_arena_dup(arena, tora_json_text(o, "value_before", ""));
	f.difference.after = tora_arena_dup(arena, tora_json_text(o, "value_after", ""));
	f.explanation = dup_text(o, "explanation", arena);
	f.quote = dup_text(o, "quote", arena);
	f.cluster = (size_t)tora_json_int(o, "cluster", 1);
	f.prompt_hash = dup_text(o, "prompt", arena);
	f.acked = dup_text(o, "acked", arena);
	cJSON_ArrayForEach(a, tora_json_obj(o, "answers")) if (cJSON_IsString(a)) *
		tora_vec_push(arena, &f.answers) =
		(struct tora_answer){ tora_arena_dup(arena, a->string),
		                      tora_arena_dup(arena, a->valuestring) };
	*ret = f;
	return TORA_OK;
}

static void put_changed(cJSON *o, const struct tora_change *change)
{
	cJSON *list = tora_json_put_list(o, "changed");

	for (size_t i = 0; i < change->functions.n; i++) {
		const struct tora_function *f = &change->functions.at[i];
		cJSON *one = cJSON_CreateObject(), *lines;

		tora_json_put_text(one, "file", f->file);
		tora_json_put_text(one, "function", f->name);
		tora_json_put_text(one, "kind", tora_change_kind_name(f->kind));
		lines = tora_json_put_list(one, "lines");
		cJSON_AddItemToArray(lines, cJSON_CreateNumber(f->first));
		cJSON_AddItemToArray(lines, cJSON_CreateNumber(f->last));
		tora_json_put_bool(one, "public", f->is_public);
		cJSON_AddItemToArray(list, one);
	}
}

static void put_intent(cJSON *o, const struct tora_intent *intent)
{
	cJSON *i = tora_json_put_obj(o, "intent"), *list;

	tora_json_put_text(i, "branch", intent->branch ? intent->branch : "");
	tora_json_put_text(i, "title", intent->title ? intent->title : "");
	list = tora_json_put_list(i, "messages");
	for (size_t k = 0; k < intent->messages.n; k++)
		tora_json_push_text(list, intent->messages.at[k].text);
}

static cJSON *put_tests(cJSON *o, const struct tora_counts *t)
{
	cJSON *tests = tora_json_put_obj(o, "tests");

	tora_json_put_int(tests, "generated", (int64_t)t->generated);
	tora_json_put_int(tests, "valid", (int64_t)t->valid);
	tora_json_put_int(tests, "screened", (int64_t)t->screened);
	tora_json_put_int(tests, "run", (int64_t)t->run);
	tora_json_put_int(tests, "reached_change", (int64_t)t->reached);
	if (t->model_written) {
		cJSON *model = tora_json_put_obj(tests, "model");

		tora_json_put_int(model, "written", (int64_t)t->model_written);
		tora_json_put_int(model, "valid", (int64_t)t->model_valid);
		tora_json_put_int(model, "reached_change", (int64_t)t->model_reached);
	}
	tora_json_put_int(tests, "differing", (int64_t)t->differing);
	tora_json_put_int(tests, "flaky", (int64_t)t->flaky);
	tora_json_put_int(tests, "unconfirmed", (int64_t)t->unconfirmed);
	tora_json_put_int(tests, "both_failed", (int64_t)t->both_failed);
	tora_json_put_int(tests, "cold", (int64_t)t->cold);
	return tests;
}

/* Only where it was measured. */
static void put_strength(cJSON *tests, const struct tora_strength *s)
{
	cJSON *faults, *list;

	if (!s->put)
		return;
	faults = tora_json_put_obj(tests, "faults");
	tora_json_put_int(faults, "put", (int64_t)s->put);
	tora_json_put_int(faults, "noticed", (int64_t)s->noticed);
	tora_json_put_int(faults, "tests", (int64_t)s->tests);
	list = tora_json_put_list(faults, "best");
	for (size_t i = 0; i < s->best.n; i++) {
		cJSON *row = cJSON_CreateObject();

		tora_json_put_int(row, "notices", (int64_t)s->best.at[i].notices);
		tora_json_put_text(row, "test", s->best.at[i].source);
		(void)cJSON_AddItemToArray(list, row);
	}
	list = tora_json_put_list(faults, "unnoticed");
	for (size_t i = 0; i < s->unnoticed.n; i++) {
		cJSON *row = cJSON_CreateObject();

		tora_json_put_text(row, "file", s->unnoticed.at[i].file);
		tora_json_put_int(row, "line", s->unnoticed.at[i].line);
		tora_json_put_text(row, "fault", s->unnoticed.at[i].words);
		(void)cJSON_AddItemToArray(list, row);
	}
}

/* Files of both trees, of which what they say is kept; nothing where nothing is. */
static void put_mined(cJSON *o, const struct tora_mined mined[2])
{
	cJSON *all;

	if (!mined[TORA_BASE].files && !mined[TORA_HEAD].files)
		return;
	all = tora_json_put_obj(o, "mined");
	for (int i = TORA_BASE; i <= TORA_HEAD; i++) {
		cJSON *side = tora_json_put_obj(all, tora_side_name((enum tora_side)i));

		tora_json_put_int(side, "files", (int64_t)mined[i].files);
		tora_json_put_int(side, "known", (int64_t)mined[i].known);
		tora_json_put_int(side, "fresh", (int64_t)mined[i].fresh);
	}
}

/* Stages as people know them from bills: what was asked for. */
static void put_cost_of(cJSON *cost, const struct tora_check *c)
{
	cJSON *list = tora_json_put_list(cost, "stages");

	for (size_t i = 0; i < c->cost_of.n; i++) {
		const struct tora_cost_of *of = &c->cost_of.at[i];
		cJSON *row = cJSON_CreateObject();

		tora_json_put_text(row, "stage", of->purpose);
		tora_json_put_int(row, "requests", of->requests);
		tora_json_put_int(row, "tokens", of->tokens);
		tora_json_put_num(row, "usd", of->usd);
		(void)cJSON_AddItemToArray(list, row);
	}
}

static void put_cost_and_time(cJSON *o, const struct tora_check *c)
{
	cJSON *cost = tora_json_put_obj(o, "cost"), *time_ms;

	tora_json_put_int(cost, "requests", c->cost.requests);
	tora_json_put_int(cost, "tokens_in", c->cost.tokens_in);
	tora_json_put_int(cost, "tokens_out", c->cost.tokens_out);
	tora_json_put_num(cost, "usd", c->cost.usd);
	tora_json_put_int(cost, "cached", c->cost.cached);
	if (c->cost_of.n)
		put_cost_of(cost, c);
	time_ms = tora_json_put_obj(o, "time_ms");
	tora_json_put_int(time_ms, "total", c->total_ms);
	for (size_t i = 0; i < TORA_STAGE_COUNT; i++)
		tora_json_put_int(time_ms, stage_names[i], c->stage_ms[i]);
}

cJSON *tora_check_json(const struct tora_check *c)
{
	cJSON *o = cJSON_CreateObject(), *list;

	tora_json_put_int(o, "version", 1);
	tora_json_put_text(o, "check", c->id ? c->id : "");
	tora_json_put_text(o, "repo", c->repo_path);
	tora_json_put_text(o, "base", c->base.hex);
	tora_json_put_text(o, "head", c->head.hex);
	tora_json_put_text(o, "state", tora_check_state_name(c->state));
	tora_json_put_text(o, "reason",
	                   c->reason == TORA_REASON_NONE ? NULL : tora_reason_name(c->reason));
	tora_json_put_text(o, "detail", c->reason_detail);
	put_intent(o, &c->intent);
	put_changed(o, &c->change);
	put_strength(put_tests(o, &c->tests), &c->strength);
	put_mined(o, c->mined);
	list = tora_json_put_list(o, "findings");
	for (size_t i = 0; i < c->findings.n; i++)
		cJSON_AddItemToArray(list, tora_finding_json(&c->findings.at[i]));
	put_cost_and_time(o, c);
	if (c->reused)
		tora_json_put_text(o, "reused", c->reused);
	list = tora_json_put_list(o, "notes");
	for (size_t i = 0; i < c->notes.n; i++)
		tora_json_push_text(list, c->notes.at[i]);
	return o;
}
