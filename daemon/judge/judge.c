#include "judge/judge.h"

#include "git/object.h"
#include "git/tree.h"
#include "judge/ask.h"
#include "judge/both.h"
#include "judge/compare.h"
#include "judge/confirm.h"
#include "judge/evidence.h"
#include "judge/fingerprint.h"
#include "judge/merge.h"
#include "judge/order.h"
#include "judge/raised.h"
#include "judge/release.h"
#include "judge/shrink.h"
#include "judge/verdict.h"
#include "judge/ways.h"
#include "lang/lang.h"
#include "llm/answer.h"
#include "llm/model.h"
#include "tora/clock.h"

#include <stdint.h>
#include <string.h>

#define CONFIRM_AT_ONCE 8    /* findings whose runs are started together */
#define CONFIRM_MS      4000 /* kept back for them, until it is known how long they take */
#define AHEAD           3    /* questions that leave together */
#define ASK_MAX         24   /* findings a model is asked about */
#define IRRELEVANT_MAX  16   /* findings of no interest that fresh processes are asked about */
#define SOURCES_MAX     32   /* files that errors came from, read for one check */
#define SOURCE_MAX      (1u << 20)

struct asking { /* replies to the questions about found[of[i]] */
	struct tora_reply at[AHEAD];
	size_t of[AHEAD], n;
};

int tora_judge_replay(struct tora_check *check, const char *source, bool *ret_differs,
                      struct tora_difference *ret_difference, struct tora_err *err)
{
	struct tora_both both = { .source = source, .cold = TORA_BOTH_SEEDS };
	struct tora_seen seen;
	int rc = tora_both_run(check, &both, 1, err);

	if (rc)
		return rc;
	*ret_differs = tora_both_decide(&both, NULL, check->arena, &seen) == TORA_STABLE_CONFIRMED;
	memset(ret_difference, 0, sizeof *ret_difference);
	ret_difference->before = ret_difference->after = ret_difference->signature = "";
	if (*ret_differs)
		*ret_difference = seen.difference;
	return TORA_OK;
}

/* ---- where errors came from ------------------------------------------------------------------- */

/* Empty: there is no such file of text, it is too large, or not to be had. */
static struct tora_sv read_source(struct tora_check *check, const char *path)
{
	struct tora_tree_entry entry;
	struct tora_err ignored = TORA_ERR_INIT;
	struct tora_sv text;

	if (tora_tree_find(check->repo, &check->base_tree, path, check->arena, &entry, &ignored) ||
	    (entry.kind != TORA_ENTRY_FILE && entry.kind != TORA_ENTRY_EXEC) ||
	    tora_repo_blob(check->repo, &entry.oid, SOURCE_MAX, check->arena, &text, &ignored) ||
	    memchr(text.at, '\0', text.len))
		return tora_sv("");
	return text;
}

static struct tora_sv source_of(struct tora_judging *j, const char *path)
{
	struct tora_source *s;

	for (size_t i = 0; i < j->sources.n; i++)
		if (strcmp(j->sources.at[i].path, path) == 0)
			return j->sources.at[i].text;
	if (j->sources.n == SOURCES_MAX)
		return tora_sv("");
	s = tora_vec_push(j->check->arena, &j->sources);
	s->path = path;
	s->text = read_source(j->check, path);
	return s->text;
}

/* A file that the change does not touch is the same on both sides: the base's is read. */
static void read_line(struct tora_judging *j, struct tora_exception *x, enum tora_side side)
{
	const char *path = tora_raised_unread(&j->check->change, x, side);

	if (path && !tora_oid_is_none(&j->check->base_tree))
		x->line = tora_raised_line(source_of(j, path), x->frames.at[x->frames.n - 1].line);
}

/* Of what an error has to do with a difference: whether somebody meant it. */
static void read_lines(struct tora_judging *j, const struct tora_trial *before,
                       const struct tora_trial *after, enum tora_difference_kind kind)
{
	if (kind != TORA_DIFF_EXCEPTION_GONE && kind != TORA_DIFF_EXCEPTION_CHANGED)
		return;
	read_line(j, before->exception, TORA_BASE);
	read_line(j, after->exception, TORA_HEAD);
}

/* ---- compare and cluster --------------------------------------------------------------------- */

static struct tora_member *add_member(struct tora_judging *j, size_t pair,
                                      const struct tora_difference *d)
{
	struct tora_check *check = j->check;
	const struct tora_pair *p = &check->pairs.at[pair];
	struct tora_member *m = tora_vec_push(check->arena, &j->members);
	struct tora_evidence e;
	struct tora_case c;

	m->pair = pair;
	m->candidate = &check->candidates.at[p->candidate];
	m->difference = *d;
	tora_locate(&check->change, m->candidate, &p->base, &p->head, &m->place);
	m->wrote = tora_locate_wrote(&check->change, &m->place, &p->head);
	read_lines(j, &p->base, &p->head, d->kind);
	c = tora_judging_case(j, m, &m->difference);
	c.test = m->candidate->source;
	c.before = &p->base;
	c.after = &p->head;
	tora_evidence(&c, check->arena, &e);
	m->announced = tora_evidence_announced(&e);
	m->unsaid = tora_evidence_unsaid(&e);
	m->is_own = e.facts & (TORA_FACT(TEST_BROUGHT) | TORA_FACT(TEST_TAKEN));
	m->importing = tora_cluster_importing(m->candidate->source, &p->head);
	return m;
}

/* In which ways printed lines differ that are judged anyway: the first of each test, and all of one that came with the change. */
static unsigned manners_judged(const struct tora_judging *j)
{
	unsigned ret = 0;

	for (size_t i = 0; i < j->members.n; i++) {
		const struct tora_member *m = &j->members.at[i];
		const struct tora_pair *p = &j->check->pairs.at[m->pair];

		if (m->difference.kind == TORA_DIFF_VALUE)
			ret |= tora_compare_manners(&p->base, &p->head, m->is_own, j->check->arena);
	}
	return ret;
}

/* More lines than statements that print: a loop, or a value of several lines. A statement of its own may print what follows from
 * the announced one, its length or whether it is more than 2. */
static bool prints_several(const struct tora_member *m, const struct tora_pair *p)
{
	static const char *const prints[] = { "print(", "console.log(" };
	size_t lines = 0, statements = 0;

	for (size_t i = 0; i < p->head.out.len; i++)
		lines += p->head.out.at[i] == '\n';
	for (size_t i = 0; i < sizeof prints / sizeof *prints; i++)
		for (const char *at = m->candidate->source; (at = strstr(at, prints[i])); at++)
			statements++;
	return lines > statements;
}

/* What is announced stands in front, and what differs in a way that no test shows first would be seen by nobody. */
static void look_beside(struct tora_judging *j)
{
	unsigned known = manners_judged(j);
	size_t n = j->members.n;

	for (size_t i = 0; known && i < n; i++) {
		const struct tora_member m = j->members.at[i];
		const struct tora_pair *p = &j->check->pairs.at[m.pair];
		struct tora_difference d;

		if (!m.announced || m.is_own || m.difference.kind != TORA_DIFF_VALUE ||
		    !prints_several(&m, p))
			continue;
		tora_compare_beside(&p->base, &p->head, known, j->check->arena, &d);
		if (d.beside && add_member(j, m.pair, &d)->announced)
			j->members.n--;
	}
}

/* What a module gives no more may be undefined, and no error of its own. */
static void note_import(struct tora_difference *d, const struct tora_pair *p, const char *test)
{
	bool base =
		p->base.exception && tora_lang_lacks_import(p->base.exception, tora_sv(test)).len;
	bool head =
		p->head.exception && tora_lang_lacks_import(p->head.exception, tora_sv(test)).len;

	d->api_missing_base |= base && !head;
	d->api_missing_head |= head && !base;
}

static void compare_pairs(struct tora_judging *j)
{
	struct tora_check *check = j->check;
	struct tora_difference d;
	size_t i;

	for (i = 0; i < check->pairs.n; i++) {
		const struct tora_pair *p = &check->pairs.at[i];

		tora_compare(&p->base, &p->head, check->arena, &d);
		if (d.kind == TORA_DIFF_NONE) {
			check->tests.both_failed +=
				tora_compare_failed(&p->base) && tora_compare_failed(&p->head);
			continue;
		}
		check->tests.differing++;
		note_import(&d, p, check->candidates.at[p->candidate].source);
		(void)add_member(j, i, &d);
	}
	look_beside(j);
	tora_cluster(j->members.at, j->members.n, check->arena, &j->clusters);
}

/* ---- verdicts --------------------------------------------------------------------------------- */

static void add_answer(struct tora_check *check, struct tora_finding *f, const char *key,
                       const char *value)
{
	struct tora_answer *a = tora_vec_push(check->arena, &f->answers);

	a->key = key;
	a->value = value;
}

static struct tora_case case_found(struct tora_judging *j, size_t at)
{
	struct tora_finding *f = &j->found.at[at];
	struct tora_case c = tora_judging_case(j, tora_judging_member(j, at), &f->difference);

	c.test = f->test;
	c.before = &f->before;
	c.after = &f->after;
	c.cluster = f->cluster;
	return c;
}

/* All of them together: what is known of one says something about its neighbours. */
static void rule_all(struct tora_judging *j)
{
	struct tora_arena *arena = j->check->arena;
	struct tora_case *cases = tora_arena_calloc(arena, j->found.n + 1, sizeof *cases);
	size_t i;

	for (i = 0; i < j->found.n; i++) {
		cases[i] = case_found(j, i);
		read_lines(j, cases[i].before, cases[i].after, cases[i].difference->kind);
		tora_evidence(&cases[i], arena, &j->evidence.at[i]);
	}
	tora_evidence_siblings(cases, j->found.n, j->evidence.at);
	for (i = 0; i < j->found.n; i++)
		tora_verdict_rule(&cases[i], &j->evidence.at[i], arena, &j->found.at[i]);
}

/* ---- small tests, confirmed ------------------------------------------------------------------------ */

static bool has_model(const struct tora_check *check)
{
	return check->model && check->engine != TORA_ENGINE_OFFLINE;
}

/* So many of them are worth fresh processes: rules call the others irrelevant, and nobody else will be asked. */
static size_t worth_confirming(const struct tora_judging *j, const size_t *order)
{
	size_t n = 0, irrelevant = 0;

	if (j->is_cold || has_model(j->check))
		return j->found.n;
	while (n < j->found.n && (j->found.at[order[n]].verdict != TORA_VERDICT_IRRELEVANT ||
	                          irrelevant++ < IRRELEVANT_MAX))
		n++;
	return n;
}

/*
 * Some at a time, in the order of importance, so that time runs out on the least important ones: out of time is a
 * result, and what is confirmed by then stands.
 */
static int settle(struct tora_judging *j, const size_t *order, struct tora_shrinking *shrinking,
                  struct tora_err *err)
{
	int64_t took_ms = j->is_cold ? 0 : CONFIRM_MS, began_ms;
	size_t i, k, to, n = worth_confirming(j, order);
	int rc = TORA_OK;

	j->irrelevant = j->found.n - n;
	if (!shrinking->until_ms)
		tora_shrink_start(shrinking);
	for (i = 0; i < n && !rc && !tora_judging_late(j->check); i = to) {
		to = i + CONFIRM_AT_ONCE < n ? i + CONFIRM_AT_ONCE : n;
		tora_judging_say(j->check, i, n);
		for (k = i; k < to; k++)
			tora_shrink(j, order[k], TORA_JUDGE_RESERVE_MS + took_ms, shrinking);
		began_ms = tora_clock_mono_ms();
		rc = tora_confirm_found(j, order + i, to - i, err);
		took_ms = tora_clock_mono_ms() - began_ms;
	}
	if (rc && rc != TORA_E_TIMEOUT)
		return rc;
	tora_confirm_drop(j);
	return TORA_OK;
}

/* ---- the model's opinion ------------------------------------------------------------------------- */

/* Nothing here is fatal: false, with a sentence in `err`, leaves the rules' verdict. */
static bool make_ask(struct tora_check *check, const char *prompt_name,
                     const struct tora_ask_values *values, bool fresh, struct tora_ask *ret,
                     struct tora_err *err)
{
	struct tora_prompt_value *v = tora_arena_calloc(check->arena, values->of.n, sizeof *v);
	struct tora_prompt *prompt = tora_arena_alloc(check->arena, sizeof *prompt);
	struct tora_prompt_spec spec = { .name = prompt_name,
		                         .dir = check->config->llm_prompts,
		                         .values = v,
		                         .n = values->of.n,
		                         .seed = check->prompt_seed };
	int64_t left_ms = tora_check_left_ms(check) - TORA_JUDGE_RESERVE_MS;
	int64_t most_ms = (int64_t)check->config->llm_timeout_s * 1000;

	for (size_t i = 0; i < values->of.n; i++)
		v[i] = (struct tora_prompt_value){ values->of.at[i].name, values->of.at[i].text,
			                           values->of.at[i].max };
	if (left_ms <= 0) {
		(void)tora_fail(err, TORA_E_TIMEOUT, "out of time");
		return false;
	}
	*ret = (struct tora_ask){ .prompt = prompt,
		                  .json = true,
		                  .schema = tora_answer_schema(prompt_name),
		                  .steady = !fresh,
		                  .fresh = fresh,
		                  .wait_ms = (unsigned)(most_ms && left_ms > most_ms ? most_ms
		                                                                     : left_ms) };
	return !tora_prompt_render(&spec, check->arena, prompt, err);
}

static bool ask_model(struct tora_check *check, const char *prompt_name,
                      const struct tora_ask_values *values, bool fresh, struct tora_reply *ret,
                      struct tora_err *err)
{
	struct tora_ask ask;

	return make_ask(check, prompt_name, values, fresh, &ask, err) &&
	       !tora_model_ask(check->model, &ask, check->arena, ret, err);
}

static void keep_answer(struct tora_check *check, const struct tora_reply *reply)
{
	struct tora_err err = TORA_ERR_INIT;

	if (tora_model_keep(check->model, reply, &err))
		tora_log(check->log, TORA_LOG_DEBUG, "judge", "an answer was not kept: %s",
		         err.msg);
}

/*
 * A second sample, freely drawn, only where the first was no use or unsure. Its text says so: not every server takes
 * a temperature, and no bytes are sent twice. One that fails changes nothing about a first that was read; one that
 * is read answers the first question from then on.
 */
static bool ask_judgement(struct tora_check *check, struct tora_ask_values *values,
                          const struct tora_reply *asked, struct tora_judgement *ret,
                          struct tora_reply *reply, struct tora_err *err)
{
	struct tora_reply second;
	struct tora_judgement other;
	struct tora_err ignored;
	bool is_read;

	if (asked) { /* ahead */
		*reply = *asked;
		*err = asked->err;
	} else {
		(void)ask_model(check, "judge", values, false, reply, err);
	}
	if (reply->rc || err->rc)
		return false;
	is_read = !tora_answer_judgement(reply->text, check->arena, ret, err);
	if (is_read)
		keep_answer(check, reply);
	if ((is_read && ret->verdict != TORA_VERDICT_UNSURE) || reply->cached)
		return is_read;
	tora_ask_again(is_read, check->arena, values);
	if (!ask_model(check, "judge", values, true, &second, is_read ? &ignored : err) ||
	    tora_answer_judgement(second.text, check->arena, &other, is_read ? &ignored : err))
		return is_read;
	memcpy(second.key, reply->key, sizeof second.key);
	keep_answer(check, &second);
	*ret = other;
	*reply = second;
	return true;
}

/* Unintended, says the model: a regression, or a repair nobody announced? */
static void ask_which_side(struct tora_check *check, const struct tora_case *c, const char *project,
                           struct tora_finding *f)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_ask_values values;
	struct tora_reply reply;
	enum tora_answer_side side = TORA_SIDE_UNKNOWN;
	const char *reason = NULL;
	bool head_first = tora_ask_head_first(
		tora_fingerprint(f, tora_judging_lang(check, f->file), check->arena));

	tora_ask_side(c, project, head_first, check->arena, &values);
	if (!ask_model(check, "expected-side", &values, false, &reply, &err) ||
	    tora_answer_expected(reply.text, check->arena, &side, &reason, &err)) {
		add_answer(check, f, "expected-side", "not answered");
		return;
	}
	keep_answer(check, &reply);
	if (side == (head_first ? TORA_SIDE_A : TORA_SIDE_B)) {
		f->verdict = TORA_VERDICT_COINCIDENTAL_FIX;
		add_answer(check, f, "expected-side", "after");
	} else if (side == (head_first ? TORA_SIDE_B : TORA_SIDE_A)) {
		add_answer(check, f, "expected-side", "before");
	} else {
		add_answer(check, f, "expected-side", "neither or unknown");
	}
}

static bool ask_verdict(struct tora_check *check, const struct tora_case *c,
                        const struct tora_evidence *e, const char *project,
                        const struct tora_reply *asked, struct tora_finding *f,
                        struct tora_err *err)
{
	struct tora_ask_values values;
	struct tora_judgement said;
	struct tora_opinion opinion;
	struct tora_reply reply = { 0 };

	*err = (struct tora_err)TORA_ERR_INIT;
	tora_ask_judge(c, e, project, check->arena, &values);
	if (!ask_judgement(check, &values, asked, &said, &reply, err))
		return false;
	opinion = tora_ask_opinion(&said, e, c->legality, f->verdict);
	tora_ask_apply(&opinion, c->intent, check->arena, f);
	f->prompt_hash = tora_arena_dup(check->arena, reply.prompt_hash);
	add_answer(check, f, "noteworthy", tora_tri_name(said.noteworthy));
	add_answer(check, f, "legal", tora_tri_name(said.legal));
	add_answer(check, f, "intended", tora_tri_name(said.intended));
	if (f->verdict == TORA_VERDICT_UNINTENDED)
		ask_which_side(check, c, project, f);
	return true;
}

/* What its file says is nobody else's business, and this test says what the file does. */
static bool is_withheld(const struct tora_judging *j, size_t at)
{
	const struct tora_function *function = tora_judging_member(j, at)->place.function;
	const struct tora_pair *pair = &j->check->pairs.at[tora_judging_member(j, at)->pair];

	return (function && function->is_withheld) ||
	       tora_withhold_trial(&j->check->change, &pair->base) ||
	       tora_withhold_trial(&j->check->change, &pair->head) ||
	       tora_withhold_place(&j->check->change.withhold, j->found.at[at].where);
}

static const char *project_of(const struct tora_check *check)
{
	return tora_lang_project(&check->change, check->repo_path, check->arena);
}

static bool ask_about(struct tora_judging *j, size_t at, const struct asking *ahead,
                      struct tora_err *err)
{
	struct tora_case c = case_found(j, at);
	const struct tora_reply *asked = NULL;

	for (size_t i = 0; i < ahead->n; i++)
		if (ahead->of[i] == at)
			asked = &ahead->at[i];
	return ask_verdict(j->check, &c, &j->evidence.at[at], project_of(j->check), asked,
	                   &j->found.at[at], err);
}

/* The most important questions leave together; what depends on their answers follows one by one. */
static void ask_ahead(struct tora_judging *j, const size_t *order, struct asking *ret)
{
	struct tora_ask asks[AHEAD];
	struct tora_err err = TORA_ERR_INIT;

	for (size_t i = 0; i < j->found.n && ret->n < AHEAD; i++) {
		struct tora_case c = case_found(j, order[i]);
		struct tora_ask_values values;

		if (tora_ask_is_settled(&j->found.at[order[i]]) || is_withheld(j, order[i]))
			continue;
		tora_ask_judge(&c, &j->evidence.at[order[i]], project_of(j->check), j->check->arena,
		               &values);
		if (!make_ask(j->check, "judge", &values, false, &asks[ret->n], &err))
			break;
		ret->of[ret->n++] = order[i];
	}
	(void)tora_model_ask_all(j->check->model, asks, ret->n, j->check->arena, ret->at, &err);
}

void tora_judge_recorded(struct tora_check *check, const struct tora_record *records, size_t n,
                         struct tora_finding *ret, struct tora_err *ret_errs)
{
	struct tora_arena *arena = check->arena;
	struct tora_evidence *evidence = tora_arena_calloc(arena, n + 1, sizeof *evidence);
	struct tora_case *cases = tora_arena_calloc(arena, n + 1, sizeof *cases);
	struct tora_ask *asks = tora_arena_calloc(arena, n + 1, sizeof *asks);
	struct tora_reply *replies = tora_arena_calloc(arena, n + 1, sizeof *replies);
	size_t *of = tora_arena_calloc(arena, n + 1, sizeof *of), open = 0;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_ask_values values;

	for (size_t i = 0; i < n; i++) {
		ret_errs[i] = (struct tora_err)TORA_ERR_INIT;
		tora_recorded_rule(&records[i], arena, &ret[i], &cases[i], &evidence[i]);
		if (!check->model || ret[i].difference.kind == TORA_DIFF_NONE ||
		    tora_ask_is_settled(&ret[i]))
			continue;
		tora_ask_judge(&cases[i], &evidence[i], records[i].project, arena, &values);
		if (make_ask(check, "judge", &values, false, &asks[open], &ret_errs[i]))
			of[open++] = i;
	}
	if (open)
		(void)tora_model_ask_all(check->model, asks, open, arena, replies, &err);
	for (size_t k = 0; k < open; k++) {
		size_t i = of[k];

		if (ask_verdict(check, &cases[i], &evidence[i], records[i].project, &replies[k],
		                &ret[i], &err))
			continue;
		ret_errs[i] = err;
		if (!err.rc)
			(void)tora_fail(&ret_errs[i], TORA_E_REMOTE, "not answered");
	}
}

void tora_judge_again(struct tora_check *check)
{
	struct tora_judging j = { .check = check };

	for (size_t i = 0; i < check->findings.n; i++) {
		struct tora_finding *f = &check->findings.at[i];

		read_lines(&j, &f->before, &f->after, f->difference.kind);
	}
	tora_verdict_again(&check->intent, &check->change, check->arena, check->findings.at,
	                   check->findings.n);
}

bool tora_judge_same(const struct tora_trial *a, const struct tora_trial *b,
                     struct tora_arena *arena)
{
	struct tora_difference d;

	if (a->status == TORA_TRIAL_LIMIT || b->status == TORA_TRIAL_LIMIT)
		return false;
	tora_compare(a, b, arena, &d);
	return d.kind == TORA_DIFF_NONE;
}

bool tora_judge_no_code(const struct tora_check *check)
{
	struct tora_release release;

	if (check->reason == TORA_REASON_DOCS_ONLY || check->reason == TORA_REASON_COMMENTS_ONLY)
		return true;
	for (size_t i = 0; i < check->change.files.n; i++) {
		enum tora_file_role role = check->change.files.at[i].role;

		if (role != TORA_FILE_DOC && role != TORA_FILE_CONFIG && role != TORA_FILE_TEST &&
		    role != TORA_FILE_SOURCE)
			return false; /* data, which code may read */
	}
	if (check->reason == TORA_REASON_NO_SOURCE_CHANGE)
		return true;
	tora_release(&check->change, check->arena, &release);
	return check->reason == TORA_REASON_NONE && release.only;
}

void tora_judge_sort(struct tora_check *check)
{
	size_t *order = tora_order(check->findings.at, check->findings.n, check->arena);
	struct tora_finding *sorted =
		tora_arena_calloc(check->arena, check->findings.n + 1, sizeof *sorted);

	for (size_t i = 0; i < check->findings.n; i++)
		sorted[i] = check->findings.at[order[i]];
	for (size_t i = 0; i < check->findings.n; i++)
		check->findings.at[i] = sorted[i];
}

/* Facts need no model. The rest is asked about in the order of importance. */
static void ask_about_findings(struct tora_judging *j, const size_t *order)
{
	struct tora_check *check = j->check;
	struct tora_err err = TORA_ERR_INIT,
			why = TORA_ERR_INIT; /* why: of the first that failed */
	struct asking ahead = { .n = 0 };
	size_t i, open = 0, failed = 0, withheld = 0;
	bool answers = true;

	if (!has_model(check))
		return;
	ask_ahead(j, order, &ahead);
	for (i = 0; i < j->found.n; i++) {
		if (tora_ask_is_settled(&j->found.at[order[i]]))
			continue;
		if (is_withheld(j, order[i])) {
			withheld++;
			continue;
		}
		if (open++ >= ASK_MAX)
			(void)tora_fail(&err, TORA_E_LIMIT, "enough questions for one check");
		else if (answers && ask_about(j, order[i], &ahead, &err))
			continue;
		if (!failed++)
			why = err;
		answers = answers && tora_ask_next_may_do(&err);
	}
	if (withheld)
		tora_check_note(check,
		                "%zu differences were judged by rules alone: their files are "
		                "withheld from the model",
		                withheld);
	/* What one check may ask is the same next time; everything else may be over by then. */
	check->passing_trouble |= failed > 0 && why.rc != TORA_E_LIMIT;
	if (failed)
		tora_check_note(
			check,
			"%zu of %zu differences were not judged by the model (%s): the rules' "
			"verdicts stand",
			failed, open, *why.msg ? why.msg : "not answered");
}

/* ---- order and hand over ------------------------------------------------------------------------- */

static size_t *order_findings(const struct tora_judging *j)
{
	return tora_order(j->found.at, j->found.n, j->check->arena);
}

static void hand_over(struct tora_judging *j)
{
	struct tora_check *check = j->check;
	const struct tora_pair **seen =
		tora_arena_calloc(check->arena, j->found.n + 1, sizeof *seen);
	size_t i;

	for (i = 0; i < j->found.n; i++) {
		struct tora_finding *f = &j->found.at[i];

		f->fingerprint =
			tora_fingerprint(f, tora_judging_lang(check, f->file), check->arena);
		f->likeness =
			tora_likeness(f, tora_judging_member(j, i)->place.function, check->arena);
		seen[i] = &check->pairs.at[tora_judging_member(j, i)->pair];
	}
	tora_merge(j->found.at, seen, j->found.n, check);
}

static void report(const struct tora_judging *j, int64_t started_ms)
{
	struct tora_check *check = j->check;

	check->undecided = j->unconfirmed - j->beyond - j->irrelevant;
	if (j->unconfirmed > j->irrelevant)
		tora_check_note(check,
		                "%zu of %zu differences were not confirmed and are not shown: %s",
		                j->unconfirmed - j->irrelevant, j->clusters.of.n,
		                check->undecided ? "out of time" : "more than one check confirms");
	if (j->irrelevant)
		tora_check_note(
			check,
			"%zu of %zu differences are irrelevant like %d that are kept, and were not "
			"confirmed",
			j->irrelevant, j->clusters.of.n, IRRELEVANT_MAX);
	tora_log(check->log, TORA_LOG_DEBUG, "judge",
	         "%zu pairs, %zu differ in %zu ways, %zu flaky, %zu confirmed, %zu findings, %lld "
	         "ms",
	         check->pairs.n, check->tests.differing, j->clusters.of.n, check->tests.flaky,
	         j->found.n, check->findings.n, (long long)(tora_clock_mono_ms() - started_ms));
}

static int find(struct tora_judging *j, struct tora_shrinking *shrinking, struct tora_err *err)
{
	int rc = tora_confirm_repeat(j, err);

	if (rc)
		return rc;
	rule_all(j);
	rc = settle(j, order_findings(j), shrinking, err);
	if (!rc)
		rule_all(j); /* what is confirmed, with small tests */
	return rc;
}

/*
 * On a branch of several commits: each is confirmed and made small like a finding, for whoever asks which commit it is of.
 * The model and that search come after: nothing is begun that may leave them no time, and what the findings did not
 * use up of making tests small is all there is. took_ms: what the findings took.
 */
static void find_other_ways(const struct tora_judging *shown, struct tora_shrinking *shrinking,
                            int64_t took_ms)
{
	struct tora_check *check = shown->check;
	struct tora_judging j = { .check = check,
		                  .said = shown->said,
		                  .sources = shown->sources,
		                  .is_cold = shown->is_cold };
	struct tora_counts counts = check->tests;
	struct tora_err err;
	int rc;

	if (check->intent.messages.n < 2 ||
	    tora_check_left_ms(check) < TORA_JUDGE_RESERVE_MS + CONFIRM_MS + 2 * took_ms)
		return;
	tora_ways(shown, order_findings(shown), &j.clusters);
	rc = find(&j, shrinking, &err);
	if (rc)
		tora_log(check->log, TORA_LOG_INFO, "judge", "other ways were not looked at: '%s'",
		         err.msg);
	check->tests = counts; /* they are of tests that were counted */
	for (size_t i = 0; i < j.found.n && !rc; i++) {
		struct tora_finding *f = &j.found.at[i];

		f->fingerprint =
			tora_fingerprint(f, tora_judging_lang(check, f->file), check->arena);
		f->likeness =
			""; /* else what is said of the finding beside it would be said of this one */
		*tora_vec_push(check->arena, &check->other_ways) = *f;
	}
}

int tora_stage_judge(struct tora_check *check, struct tora_err *err)
{
	struct tora_judging j = { .check = check };
	struct tora_shrinking shrinking = { 0 };
	int64_t started_ms = tora_clock_mono_ms();
	int rc;

	tora_said(&check->intent, &check->change, check->arena, &j.said);
	compare_pairs(&j);
	rc = find(&j, &shrinking, err);
	if (rc)
		return rc;
	find_other_ways(&j, &shrinking, tora_clock_mono_ms() - started_ms);
	ask_about_findings(&j, order_findings(&j));
	hand_over(&j);
	report(&j, started_ms);
	return TORA_OK;
}
