/*
 * eval.c - `torad eval FILE.jsonl`: differences that people labelled, judged again and counted.
 *
 * Nothing is run: a row has the test, both outputs and the messages, and the very rules and prompts
 * of a check judge it (judge/recorded.h). The format is in tests/README.md. With a model every
 * answer that was understood is kept, so a run that was stopped goes on where it was.
 */
#include "check/check.h"
#include "check/infile.h"
#include "check/leftout.h"
#include "check/models.h"
#include "check/score.h"
#include "check/session.h"
#include "judge/judge.h"
#include "llm/model.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX (64u << 20)
#define ROW_MAX  (8u << 20)
#define SPARE_MS 10000 /* over twice a question's time: two questions a row, and the rules */
#define AT_ONCE  8     /* rows: what a run that is stopped may have asked in vain */

struct row { /* of the file, to be judged */
	cJSON *json;
	const char *label; /* in json; NULL: none */
	enum tora_label as;
	bool is_recorded; /* else by facts alone, and done */
	struct tora_intent intent;
	struct tora_finding finding;
};

struct eval {
	struct tora_session *session;
	struct tora_score score;
	cJSON *rows;
	TORA_VEC(struct tora_fit_row) fit; /* those with a label */
	size_t line;                       /* of the file, for messages */
	size_t unlabelled;                 /* judged and shown, not counted */
	size_t by_model, failed;
	struct tora_err failure; /* of the model, the first one */
	/* those that are judged together */
	struct row open[AT_ONCE];
	struct tora_record records[AT_ONCE]; /* of those that have one */
	size_t n_open, n_records;
};

/* ---- one row ------------------------------------------------------------------------------ */

static void read_intent(const cJSON *row, struct tora_arena *arena, struct tora_intent *ret)
{
	const cJSON *o = tora_json_obj(row, "intent"), *one;

	*ret = (struct tora_intent){ .branch = "" };
	ret->title = tora_arena_dup(arena, tora_json_text(o, "title", ""));
	cJSON_ArrayForEach(one, tora_json_list(o, "messages"))
	{
		const char *text = cJSON_GetStringValue(one);
		struct tora_message *m;

		if (!text)
			continue;
		m = tora_vec_push(arena, &ret->messages);
		m->author = "";
		m->text = tora_arena_dup(arena, text);
		m->subject =
			tora_arena_text(arena, (struct tora_sv){ text, strcspn(text, "\r\n") });
	}
	cJSON_ArrayForEach(one, tora_json_list(o, "changelog"))
	{
		if (cJSON_GetStringValue(one))
			*tora_vec_push(arena, &ret->changelog) =
				tora_arena_dup(arena, cJSON_GetStringValue(one));
	}
}

static int read_row(const cJSON *row, struct tora_arena *arena, struct tora_intent *intent,
                    struct tora_record *ret, struct tora_err *err)
{
	static const char *const needed[] = { "id", "test", "old_output", "new_output" };

	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		if (!tora_json_text(row, needed[i], NULL))
			return tora_fail(err, TORA_E_FORMAT, "a row has no '%s'", needed[i]);
	read_intent(row, arena, intent);
	*ret = (struct tora_record){
		.intent = intent,
		.test = tora_arena_dup(arena, tora_json_text(row, "test", "")),
		.before = tora_sv(tora_arena_dup(arena, tora_json_text(row, "old_output", ""))),
		.after = tora_sv(tora_arena_dup(arena, tora_json_text(row, "new_output", ""))),
		.function = tora_arena_dup(arena, tora_json_text(row, "function", "")),
		.project = tora_arena_dup(arena, tora_json_text(row, "project", "project")),
	};
	return TORA_OK;
}

static void put_row(struct eval *e, const cJSON *row, const struct tora_finding *f,
                    const char *label, bool right)
{
	cJSON *o = cJSON_CreateObject(), *answers;

	tora_json_put_text(o, "id", tora_json_text(row, "id", ""));
	tora_json_put_text(o, "label", label);
	tora_json_put_text(o, "verdict", tora_verdict_name(f->verdict));
	tora_json_put_num(o, "confidence", f->confidence);
	if (label)
		tora_json_put_bool(o, "right", right);
	tora_json_put_text(o, "judge", f->judged_by_model ? "llm" : "offline");
	tora_json_put_text(o, "difference", tora_difference_name(f->difference.kind));
	tora_json_put_text(o, "quote", f->quote);
	tora_json_put_text(o, "explanation", f->explanation);
	answers = tora_json_put_obj(o, "answers");
	for (size_t i = 0; i < f->answers.n; i++)
		tora_json_put_text(answers, f->answers.at[i].key, f->answers.at[i].value);
	cJSON_AddItemToArray(e->rows, o);
}

static int read_facts(const cJSON *list, tora_facts *ret, struct tora_err *err)
{
	const cJSON *one;
	enum tora_fact fact;

	*ret = 0;
	cJSON_ArrayForEach(one, list)
	{
		const char *name = cJSON_GetStringValue(one);

		if (!name || !tora_fact_parse(name, &fact))
			return tora_fail(err, TORA_E_FORMAT, "'%.60s' is no fact",
			                 name ? name : "");
		*ret |= (tora_facts)1 << fact;
	}
	return TORA_OK;
}

/* By what the row has: facts that somebody gathered, or a test with both outputs. */
static int open_row(struct eval *e, struct row *r, struct tora_err *err)
{
	struct tora_arena *arena = e->session->check.arena;
	const cJSON *facts = tora_json_list(r->json, "facts");
	tora_facts known;
	int rc;

	r->label = tora_json_text(r->json, "label", NULL);
	if (r->label && tora_label_parse(r->label, &r->as))
		return tora_fail(err, TORA_E_FORMAT,
		                 "'%.40s' is no label; they are: unintended, coincidental fix, "
		                 "intended",
		                 r->label);
	r->is_recorded = !facts;
	if (!facts) {
		rc = read_row(r->json, arena, &r->intent, &e->records[e->n_records], err);
		e->n_records += rc == TORA_OK;
		return rc;
	}
	rc = read_facts(facts, &known, err);
	if (rc)
		return rc;
	if (!tora_json_text(r->json, "id", NULL))
		return tora_fail(err, TORA_E_FORMAT, "a row has no 'id'");
	tora_verdict_of_facts(known, arena, &r->finding);
	return TORA_OK;
}

/* For leaving projects out: rows that do not name one are of one. */
static void keep_for_fit(struct eval *e, const cJSON *row, const struct tora_finding *f,
                         bool positive)
{
	struct tora_arena *arena = e->session->check.arena;
	struct tora_fit_row *fit = tora_vec_push(arena, &e->fit);
	enum tora_fact fact;

	*fit = (struct tora_fit_row){ .positive = positive };
	fit->project = tora_arena_dup(arena, tora_json_text(row, "project", ""));
	fit->change =
		tora_arena_dup(arena, tora_json_text(row, "change", tora_json_text(row, "id", "")));
	for (size_t i = 0; i < f->facts.n; i++)
		if (tora_fact_parse(f->facts.at[i], &fact))
			fit->facts |= (tora_facts)1 << fact;
}

static void count_row(struct eval *e, const struct row *r)
{
	bool right = false;

	e->by_model += r->finding.judged_by_model;
	if (r->label) {
		e->score.table[r->as][r->finding.verdict]++;
		right = tora_label_positive(r->as) == tora_verdict_positive(r->finding.verdict);
		keep_for_fit(e, r->json, &r->finding, tora_label_positive(r->as));
	} else {
		e->unlabelled++;
	}
	put_row(e, r->json, &r->finding, r->label, right);
}

/* Asked together, counted in the order of the file. */
static void judge_open(struct eval *e)
{
	struct tora_check *c = &e->session->check;
	struct tora_finding found[AT_ONCE];
	struct tora_err errs[AT_ONCE];

	c->deadline_ms = tora_clock_mono_ms() + SPARE_MS +
	                 (int64_t)c->config->llm_timeout_s * 2000 * (int64_t)e->n_records;
	tora_judge_recorded(c, e->records, e->n_records, found, errs);
	for (size_t i = 0, k = 0; i < e->n_open; i++) {
		struct row *r = &e->open[i];

		if (r->is_recorded) {
			if (errs[k].rc && !e->failed++)
				e->failure = errs[k];
			r->finding = found[k++];
		}
		count_row(e, r);
		cJSON_Delete(r->json);
	}
	e->n_open = e->n_records = 0;
}

static int judge_file(struct eval *e, struct tora_sv text, struct tora_err *err)
{
	bool terminal = isatty(STDERR_FILENO);
	struct tora_sv line;
	int rc = TORA_OK;

	while (rc == TORA_OK && tora_sv_line(&text, &line)) {
		struct row *r = &e->open[e->n_open];

		e->line++;
		if (!tora_sv_trim(line).len || line.at[0] == '#')
			continue;
		*r = (struct row){ .json = NULL };
		rc = tora_json_parse(line, ROW_MAX, &r->json, err);
		if (rc == TORA_OK)
			rc = open_row(e, r, err);
		if (rc)
			cJSON_Delete(r->json);
		else if (++e->n_open == AT_ONCE)
			judge_open(e);
		if (terminal)
			(void)fprintf(stderr, "\r\033[Ktora: eval %zu", e->line);
	}
	judge_open(e); /* also before a bad row: what was answered is kept */
	if (terminal)
		(void)fputs("\r\033[K", stderr);
	return rc ? tora_wrap(err, "line %zu", e->line) : TORA_OK;
}

/* ---- the result ---------------------------------------------------------------------------- */

static void put_share(cJSON *o, const char *key, double value)
{
	if (value < 0)
		cJSON_AddNullToObject(o, key);
	else
		tora_json_put_num(o, key, value);
}

static void put_matrix(cJSON *o, const struct tora_score *score)
{
	cJSON *matrix = tora_json_put_obj(o, "matrix");

	for (int l = 0; l < TORA_LABELS; l++) {
		cJSON *row = tora_json_put_obj(matrix, tora_label_name((enum tora_label)l));

		for (int v = 0; v < TORA_VERDICTS; v++)
			tora_json_put_int(row, tora_verdict_name((enum tora_verdict)v),
			                  (int64_t)score->table[l][v]);
	}
}

static cJSON *result(struct eval *e)
{
	const struct tora_check *c = &e->session->check;
	cJSON *o = cJSON_CreateObject(), *cost;
	struct tora_scores s;

	tora_score_sum(&e->score, &s);
	tora_json_put_text(o, "engine", e->by_model || c->model ? "llm" : "offline");
	tora_json_put_text(o, "model", c->model ? tora_model_name(c->model) : NULL);
	tora_json_put_int(o, "labelled", (int64_t)s.rows);
	tora_json_put_int(o, "unlabelled", (int64_t)e->unlabelled);
	tora_json_put_int(o, "true_positive", (int64_t)s.tp);
	tora_json_put_int(o, "false_positive", (int64_t)s.fp);
	tora_json_put_int(o, "false_negative", (int64_t)s.fn);
	tora_json_put_int(o, "true_negative", (int64_t)s.tn);
	put_share(o, "precision", s.precision);
	put_share(o, "recall", s.recall);
	put_share(o, "f1", s.f1);
	put_matrix(o, &e->score);
	tora_leftout_put(o, e->fit.at, e->fit.n, c->arena);
	tora_json_put_int(o, "judged_by_model", (int64_t)e->by_model);
	tora_json_put_int(o, "model_failed", (int64_t)e->failed);
	tora_json_put_text(o, "model_failure", e->failed ? e->failure.msg : NULL);
	cost = tora_json_put_obj(o, "cost");
	tora_json_put_int(cost, "requests", c->cost.requests);
	tora_json_put_int(cost, "tokens_in", c->cost.tokens_in);
	tora_json_put_int(cost, "tokens_out", c->cost.tokens_out);
	tora_json_put_num(cost, "usd", c->cost.usd);
	tora_json_put_int(cost, "cached", c->cost.cached);
	cJSON_AddItemToObject(o, "rows", e->rows);
	e->rows = NULL;
	return o;
}

/* Outside a repository there is no configuration to read a provider from: rules alone. */
static int open_session(const struct tora_check_options *o, struct tora_session *s,
                        struct tora_err *err)
{
	struct tora_check *c = &s->check;
	int rc = tora_session_open(o, s, err);
	bool in_repo = rc == TORA_OK;

	if (rc == TORA_E_NOTFOUND && !(o->engine && strcmp(o->engine, "llm") == 0))
		rc = tora_engine_parse(o->engine, TORA_ENGINE_OFFLINE, &c->engine, err);
	if (rc)
		return rc;
	c->intent.branch = "";
	if (in_repo)
		tora_models_open(s, false);
	if (c->engine == TORA_ENGINE_LLM && !c->model)
		return tora_fail(err, TORA_E_USAGE, "%s",
		                 c->notes.n ? c->notes.at[c->notes.n - 1]
		                            : "no model is configured");
	return TORA_OK;
}

static int eval(const struct tora_check_options *options, cJSON **ret, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	struct eval e = { .session = &s, .rows = cJSON_CreateArray() };
	struct tora_str text = TORA_STR_INIT(FILE_MAX);
	int rc = tora_infile_read(options->finding, &text, err);

	if (rc == TORA_OK)
		rc = open_session(options, &s, err);
	if (rc == TORA_OK)
		rc = judge_file(&e, tora_str_view(&text), err);
	if (s.check.model)
		tora_model_cost(s.check.model, &s.check.cost);
	if (rc == TORA_OK)
		*ret = result(&e);
	cJSON_Delete(e.rows);
	tora_models_close(&s);
	if (s.check.arena)
		tora_session_close(&s);
	tora_str_free(&text);
	return rc;
}

int tora_eval_command(int argc, char **argv)
{
	struct tora_check_options options;
	struct tora_err err = TORA_ERR_INIT;
	cJSON *scores = NULL;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	if (rc == TORA_OK && !options.finding)
		rc = tora_fail(&err, TORA_E_USAGE, "usage: torad eval FILE.jsonl");
	if (rc == TORA_OK)
		rc = eval(&options, &scores, &err);
	return tora_session_answer("eval", scores, rc, &err);
}
