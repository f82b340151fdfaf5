#include "check/attribute.h"

#include "build/build.h"
#include "change/change.h"
#include "git/rev.h"
#include "judge/judge.h"
#include "run/run.h"
#include "tora/clock.h"

#include <string.h>

#define COMMITS_MAX 243 /* five rounds of three */
#define WAYS_MAX    4   /* other ways to a finding (judge/ways.h) */
#define TESTS_MAX   (TORA_ATTRIBUTE_MAX + WAYS_MAX)
#define OTHERS_MAX  3 /* outcomes between that of the base and that of the head */
#define STEPS_MAX   (OTHERS_MAX + 1)
#define CLOSING_MAX 8 /* commits, the last ones, that may close the work of others */
#define TIME_SHARE  3 /* of the time that is left: one part in so many; too_slow() says it */

struct step {
	struct tora_oid commit, tree;
};

/* Of one test: what it was seen to do that is neither what the base nor what the head does, and who made it do so. */
struct traced {
	struct tora_finding *finding;
	struct tora_trial others[OTHERS_MAX];
	size_t n_others;
	struct tora_step steps[TORA_SPAN_POINTS];
	size_t n_steps;                        /* 0: it is not known */
	struct tora_attributed own[STEPS_MAX]; /* each step by its own commit */
	size_t n_judged;
};

struct closing { /* a commit that changes no code, and says something of what others did */
	size_t at;
	struct tora_intent said; /* its changelog and documents */
};

struct search {
	struct tora_check *check;
	TORA_VEC(struct step) steps; /* first parents, oldest first; the last is the head */
	struct tora_span spans[TESTS_MAX];
	struct traced traced[TESTS_MAX];
	size_t n;      /* tests: of findings, then other ways */
	size_t shown;  /* of those: of findings */
	bool is_whole; /* the steps begin at the base; else older commits were left out */
	TORA_VEC(struct closing) closing;
	int64_t until_ms;
};

static const struct tora_message *message_of(const struct tora_check *check,
                                             const struct tora_oid *commit)
{
	for (size_t i = 0; i < check->intent.messages.n; i++)
		if (tora_oid_eq(&check->intent.messages.at[i].commit, commit))
			return &check->intent.messages.at[i];
	return NULL;
}

/* The branch as its own author sees it: first parents from the head, as long as main does not have them. */
static int read_steps(struct search *s, struct tora_err *err)
{
	struct tora_check *check = s->check;
	struct tora_oid at = check->head;
	TORA_VEC(struct step) back = { 0 };

	while (message_of(check, &at) && back.n < COMMITS_MAX) {
		struct tora_commit commit;
		int rc = tora_repo_commit(check->repo, &at, check->arena, &commit, err);

		if (rc)
			return rc;
		*tora_vec_push(check->arena, &back) = (struct step){ at, commit.tree };
		if (!commit.parents.n)
			break;
		at = commit.parents.at[0];
	}
	s->is_whole = !check->intent.left_out && back.n < COMMITS_MAX;
	while (back.n)
		*tora_vec_push(check->arena, &s->steps) = back.at[--back.n];
	return TORA_OK;
}

/* What a stage needs to work on two other commits; nothing of it reaches the record. */
static struct tora_check look_at(const struct tora_check *check, const struct step *base,
                                 const struct step *head)
{
	struct tora_check sub = *check;

	sub.base = base->commit;
	sub.base_tree = base->tree;
	sub.head = head->commit;
	sub.head_tree = head->tree;
	sub.sandbox = NULL;
	sub.exec = NULL;
	sub.kept = NULL;
	sub.no_cache = false;
	sub.progress = NULL;
	memset(&sub.notes, 0, sizeof sub.notes);
	memset(&sub.findings, 0, sizeof sub.findings);
	memset(&sub.builds, 0, sizeof sub.builds);
	return sub;
}

/* What fails in a way of its own is work half done: no later commit is asked why it does not fail any more. */
static unsigned outcome_of(struct traced *t, const struct tora_trial *seen,
                           struct tora_arena *arena)
{
	if (tora_judge_same(&t->finding->after, seen, arena))
		return TORA_OUTCOME_AFTER;
	if (tora_judge_same(&t->finding->before, seen, arena))
		return TORA_OUTCOME_BEFORE;
	if (seen->status != TORA_TRIAL_OK)
		return TORA_OUTCOME_UNKNOWN;
	for (size_t i = 0; i < t->n_others; i++)
		if (tora_judge_same(&t->others[i], seen, arena))
			return TORA_OUTCOME_OTHER + (unsigned)i;
	if (t->n_others == OTHERS_MAX)
		return TORA_OUTCOME_UNKNOWN;
	t->others[t->n_others++] = *seen;
	return TORA_OUTCOME_OTHER + (unsigned)t->n_others - 1;
}

/* All tests on both builds of `sub`, or on the one that is both; what each shows moves its span. */
static int run_tests(struct search *s, struct tora_check *sub, const long at[2],
                     struct tora_err *err)
{
	struct tora_exec_job jobs[2 * TESTS_MAX] = { 0 };
	struct tora_trial trials[2 * TESTS_MAX] = { 0 };
	size_t sides = at[0] == at[1] ? 1 : 2;
	int rc;

	for (size_t i = 0; i < sides * s->n; i++) {
		jobs[i].source = s->traced[i / sides].finding->test;
		jobs[i].side = i % sides ? TORA_HEAD : TORA_BASE;
		jobs[i].cold = true;
	}
	rc = sub->exec->run(sub->exec->ctx, jobs, sides * s->n, trials, err);
	for (size_t i = 0; i < sides * s->n && !rc; i++)
		tora_span_seen(&s->spans[i / sides], at[i % sides],
		               outcome_of(&s->traced[i / sides], &trials[i], s->check->arena));
	tora_log(s->check->log, TORA_LOG_INFO, "attribute", "%zu tests on %zu commits, %zu trials",
	         s->n, sides, sides * s->n);
	return rc;
}

/* What a stage says of the whole check's time is not so here. */
static int too_slow(struct tora_err *err)
{
	return tora_fail(err, TORA_E_TIMEOUT,
	                 "a third of the time that was left was not enough; --timeout or "
	                 "tora.check.timeout gives more");
}

static int look(struct search *s, const long at[2], struct tora_err *err)
{
	struct tora_check sub = look_at(s->check, &s->steps.at[at[0]], &s->steps.at[at[1]]);
	int rc;

	sub.deadline_ms = s->until_ms;
	rc = tora_run_sandbox(&sub, err);
	if (!rc && sub.reason == TORA_REASON_NONE)
		rc = tora_stage_build(&sub, err);
	if (!rc && sub.reason == TORA_REASON_NONE)
		rc = tora_run_open(&sub, err);
	if (!rc && sub.reason == TORA_REASON_TIMEOUT)
		rc = too_slow(err);
	else if (!rc && sub.reason != TORA_REASON_NONE)
		rc = tora_fail(
			err, TORA_E_REMOTE, "%.12s cannot be run: %s",
			sub.reason == TORA_REASON_BASE_NOT_BUILDABLE ? sub.base.hex : sub.head.hex,
			sub.reason_detail ? sub.reason_detail : tora_reason_text(sub.reason));
	if (rc == TORA_E_TIMEOUT && tora_clock_mono_ms() >= s->until_ms)
		rc = too_slow(err);
	if (!rc)
		rc = run_tests(s, &sub, at, err);
	tora_run_close(&sub);
	tora_build_release(&sub);
	return rc;
}

static int search(struct search *s, struct tora_err *err)
{
	unsigned round = 0;
	long at[2];
	size_t n;
	int rc = TORA_OK;

	while (!rc && round++ < TORA_ATTRIBUTE_ROUNDS &&
	       (n = tora_span_next(s->spans, s->shown, s->n, at)) > 0) {
		if (tora_clock_mono_ms() >= s->until_ms)
			return too_slow(err);
		if (n == 1)
			at[1] = at[0];
		rc = look(s, at, err);
	}
	return rc;
}

/* It is there at the first step already, which is not the branch's first commit. */
static bool is_older(const struct search *s, size_t i)
{
	const struct tora_span *span = &s->spans[i];

	return !s->is_whole && !span->lost && span->n > 2 && !span->points[1].at &&
	       span->points[1].outcome != TORA_OUTCOME_BEFORE;
}

static void trace(struct search *s, size_t i)
{
	struct traced *t = &s->traced[i];

	if (s->spans[i].lost || tora_span_is_open(&s->spans[i]))
		return;
	t->n_steps = tora_span_steps(&s->spans[i], t->steps);
	if (t->n_steps > STEPS_MAX || is_older(s, i))
		t->n_steps = 0;
}

static bool is_announced(const struct tora_finding *f)
{
	return f->verdict == TORA_VERDICT_INTENDED || f->verdict == TORA_VERDICT_IRRELEVANT;
}

static const char *answer(const struct tora_finding *f, const char *key)
{
	for (size_t i = 0; i < f->answers.n; i++)
		if (strcmp(f->answers.at[i].key, key) == 0)
			return f->answers.at[i].value;
	return "";
}

/* Words about just this outcome, whoever wrote them: not only about such input or this function. */
static bool speaks_of_outcome(const struct tora_finding *f)
{
	static const char *const keys[] = { "settled", "names-the-value", "names-the-exception",
		                            "changed-test-asserts-it", "changelog-mentions-it" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (*answer(f, keys[i]))
			return true;
	return false;
}

static bool has_one_of(const struct tora_finding *f, const char *const *facts, size_t n)
{
	for (size_t i = 0; i < f->facts.n; i++)
		for (size_t k = 0; k < n; k++)
			if (strcmp(f->facts.at[i], facts[k]) == 0)
				return true;
	return false;
}

/* A test or a changelog that came with any commit of the branch has this very outcome; or, where the commit does not
 * claim to change nothing, one like it. Facts, as there are fewer answers. */
static bool is_asserted(const struct tora_finding *branch, const struct tora_finding *own)
{
	static const char *const this[] = { "changed-test-asserts-it", "changed-test-itself",
		                            "changed-test-expects-exception",
		                            "changelog-mentions-it" };
	static const char *const like[] = { "changed-test-nearby",
		                            "tests-or-documents-show-the-like" };

	return has_one_of(branch, this, sizeof this / sizeof *this) ||
	       (strcmp(answer(own, "claim"), "keeps") != 0 &&
	        has_one_of(branch, like, sizeof like / sizeof *like));
}

/* "No change intended", says another commit of what it moves, and this one claims to do something, or nothing at all; or
 * another adds what leaves alone what there was, and this one claims to change or to mend that. */
static bool promised_by_others(const struct tora_finding *branch, const struct tora_finding *own)
{
	const char *claim = answer(own, "claim"), *all = answer(branch, "claim");
	bool edits = strcmp(claim, "changes") == 0 || strcmp(claim, "fixes") == 0;

	if (branch->verdict != TORA_VERDICT_UNINTENDED)
		return false;
	return (edits && strcmp(all, "adds") == 0) ||
	       (*claim && strcmp(claim, "keeps") != 0 && strcmp(all, "keeps") == 0);
}

bool tora_attribute_own_counts(const struct tora_finding *branch, const struct tora_finding *own)
{
	if (is_announced(own) ||
	    (branch->verdict == TORA_VERDICT_UNSURE && !is_asserted(branch, own)) ||
	    (branch->verdict == own->verdict && own->verdict == TORA_VERDICT_UNINTENDED) ||
	    promised_by_others(branch, own))
		return true;
	return branch->verdict == TORA_VERDICT_INTENDED && !speaks_of_outcome(branch) &&
	       own->verdict == TORA_VERDICT_UNINTENDED &&
	       strcmp(answer(own, "claim"), "keeps") == 0;
}

size_t tora_attribute_step(enum tora_verdict branch, const struct tora_attributed *own, size_t n)
{
	size_t worst = n;

	for (size_t i = 0; i < n; i++) {
		enum tora_verdict v = own[i].finding.verdict;

		if (!own[i].stands || (v != TORA_VERDICT_UNINTENDED && v != TORA_VERDICT_UNSURE))
			continue;
		if (worst == n || (own[worst].finding.verdict == TORA_VERDICT_UNSURE &&
		                   v == TORA_VERDICT_UNINTENDED))
			worst = i;
	}
	if (worst < n)
		return worst;
	return n && branch == TORA_VERDICT_UNINTENDED ? n - 1 : n;
}

static const struct tora_trial *trial_of(const struct traced *t, unsigned outcome)
{
	return outcome == TORA_OUTCOME_BEFORE  ? &t->finding->before
	       : outcome == TORA_OUTCOME_AFTER ? &t->finding->after
	                                       : &t->others[outcome - TORA_OUTCOME_OTHER];
}

/* ---- one commit by itself --------------------------------------------------------------------------- */

/* What came with the commit at a position, as if it were the whole branch. False: it cannot be read. */
static bool read_commit(const struct search *s, size_t at, struct tora_check *ret)
{
	struct step base = { s->check->base, s->check->base_tree };
	struct tora_err ignored;

	*ret = look_at(s->check, at ? &s->steps.at[at - 1] : &base, &s->steps.at[at]);
	memset(&ret->intent, 0, sizeof ret->intent);
	memset(&ret->change, 0, sizeof ret->change);
	ret->intent.branch = s->check->intent.branch;
	return tora_stage_change(ret, &ignored) == TORA_OK;
}

/* "Release 2.0.0", with a changelog, is no work of its own: what it says is of the commits before it. */
static void read_closing(struct search *s)
{
	struct tora_check sub;
	size_t first = s->steps.n; /* of the commits that will be judged by themselves */

	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->traced[i].n_steps; k++)
			if ((size_t)s->traced[i].steps[k].at < first)
				first = (size_t)s->traced[i].steps[k].at;
	if (s->steps.n > CLOSING_MAX && first < s->steps.n - CLOSING_MAX)
		first = s->steps.n - CLOSING_MAX - 1;
	for (size_t i = first + 1; i < s->steps.n; i++)
		if (tora_check_left_ms(s->check) && read_commit(s, i, &sub) &&
		    sub.intent.changelog.n + sub.intent.docs.n && tora_judge_no_code(&sub))
			*tora_vec_push(s->check->arena, &s->closing) =
				(struct closing){ .at = i, .said = sub.intent };
}

/* Of later ones, up to the first with a changelog: the one behind that is of other work. */
static void add_closing(const struct search *s, size_t at, struct tora_check *sub)
{
	for (size_t i = 0; i < s->closing.n; i++) {
		const struct closing *c = &s->closing.at[i];

		if (c->at <= at)
			continue;
		tora_change_say_beside(&c->said, sub->arena, &sub->intent);
		if (c->said.changelog.n)
			return;
	}
}

struct judged_step {
	struct traced *traced;
	size_t step; /* of it */
};

/* One commit as if it were the whole branch, for all that it did to what the tests show. */
static void judge_narrowly(struct search *s, size_t at)
{
	struct tora_check *check = s->check;
	struct judged_step of[TESTS_MAX];
	struct tora_check sub;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < s->traced[i].n_steps; k++)
			if (s->traced[i].steps[k].at == (long)at &&
			    (s->traced[i].n_steps > 1 || !s->traced[i].finding->judged_by_model))
				of[n++] = (struct judged_step){ &s->traced[i], k };
	if (!n || !tora_check_left_ms(check)) /* the verdict by all messages stays */
		return;
	if (!read_commit(s, at, &sub) || sub.reason != TORA_REASON_NONE)
		return;
	add_closing(s, at, &sub);
	for (size_t i = 0; i < n; i++) {
		struct tora_finding *f = tora_vec_push(check->arena, &sub.findings);

		*f = *of[i].traced->finding;
		f->before = *trial_of(of[i].traced, of[i].traced->steps[of[i].step].from);
		f->after = *trial_of(of[i].traced, of[i].traced->steps[of[i].step].to);
		tora_locate_step(&sub.change, &check->change, !at, at + 1 == s->steps.n, f);
	}
	tora_judge_again(&sub);
	for (size_t i = 0; i < n && tora_check_left_ms(check); i++) {
		struct traced *t = of[i].traced;

		t->n_judged++;
		t->own[of[i].step].finding = sub.findings.at[i];
		t->own[of[i].step].stands =
			of[i].step + 1 == t->n_steps ||
			tora_steps_stands(&sub.change, &check->change, sub.findings.at[i].function);
	}
}

/* The words and the verdict are of the step, what the test shows is of the branch. */
static void take(struct tora_finding *f, const struct tora_finding *own, struct tora_arena *arena)
{
	struct tora_finding whole = *f;

	*f = *own;
	if (whole.why && own->why && whole.why <= strlen(whole.explanation) &&
	    own->why <= strlen(own->explanation)) /* neither was cut */
		f->explanation = tora_arena_printf(arena, "%.*s%s", (int)whole.why,
		                                   whole.explanation, own->explanation + own->why);
	f->before = whole.before;
	f->after = whole.after;
	f->difference = whole.difference;
	f->commit = whole.commit;
	f->steps = whole.steps;
	f->judged_by_model = false; /* that was asked about the branch */
	f->prompt_hash = NULL;
}

/* More than one commit: each is judged by its own message. */
static void apply_steps(struct search *s, struct traced *t)
{
	struct tora_arena *arena = s->check->arena;
	struct tora_finding *f = t->finding;
	size_t counts = tora_steps_asserted(f, &s->check->intent)
	                        ? t->n_steps
	                        : tora_attribute_step(f->verdict, t->own, t->n_steps);

	for (size_t k = 0; k < t->n_steps; k++) {
		const struct tora_oid *commit = &s->steps.at[t->steps[k].at].commit;
		const struct tora_message *m = message_of(s->check, commit);

		tora_log(s->check->log, TORA_LOG_INFO, "attribute",
		         "%s, step %zu of %zu: %.12s %s (%.2f), %s", f->function, k + 1, t->n_steps,
		         commit->hex, tora_verdict_name(t->own[k].finding.verdict),
		         t->own[k].finding.confidence,
		         t->own[k].stands ? "in the head" : "replaced");
		*tora_vec_push(arena, &f->steps) =
			(struct tora_finding_step){ *commit, m ? m->subject : "",
			                            t->own[k].finding.difference.before,
			                            t->own[k].finding.difference.after };
	}
	if (counts < t->n_steps) {
		f->commit = s->steps.at[t->steps[counts].at].commit;
		take(f, &t->own[counts].finding, arena);
		f->likeness = ""; /* what is said of this commit's work is said of no other's */
	}
	f->explanation =
		tora_arena_printf(arena, "%s %s", f->explanation, tora_steps_told(f, arena));
}

static void apply_to(struct search *s, struct traced *t)
{
	struct tora_finding *f = t->finding;

	if (!t->n_steps)
		return;
	f->commit = s->steps.at[t->steps[t->n_steps - 1].at].commit;
	if (t->n_judged < t->n_steps)
		return;
	if (t->n_steps > 1) {
		apply_steps(s, t);
		return;
	}
	f->function = t->own[0].finding.function;
	f->file = t->own[0].finding.file;
	f->line = t->own[0].finding.line;
	if (tora_attribute_own_counts(f, &t->own[0].finding))
		take(f, &t->own[0].finding, s->check->arena);
}

static void name_commit(const struct tora_check *check, struct tora_finding *f)
{
	const struct tora_message *m = message_of(check, &f->commit);

	f->commit_subject = m ? m->subject : NULL;
}

/* Of what is told without being asked for, of how many it is not known which commit introduced it. */
static size_t unknown_of(const struct search *s)
{
	size_t ret = 0;

	for (size_t i = 0; i < s->check->findings.n; i++)
		ret += (i >= s->shown || !s->traced[i].n_steps) &&
		       tora_verdict_positive(s->check->findings.at[i].verdict);
	return ret;
}

static void apply(struct search *s)
{
	struct tora_check *check = s->check;
	size_t unknown;

	for (size_t i = 0; i < s->n; i++)
		trace(s, i);
	read_closing(s);
	for (size_t step = 0; step < s->steps.n; step++)
		judge_narrowly(s, step);
	for (size_t i = 0; i < s->n; i++)
		apply_to(s, &s->traced[i]);
	unknown = unknown_of(s);
	if (unknown)
		tora_check_note(check,
		                "of %zu finding%s it is not known which commit introduced %s",
		                unknown, unknown == 1 ? "" : "s", unknown == 1 ? "it" : "them");
	for (size_t i = 0; i < check->findings.n; i++) {
		name_commit(check, &check->findings.at[i]);
		if (i < s->shown && is_older(s, i))
			check->findings.at[i].commit_subject = NULL;
	}
	for (size_t i = s->shown; i < s->n; i++) {
		struct tora_finding *f = s->traced[i].finding;

		name_commit(check, f);
		if (s->traced[i].n_steps &&
		    tora_steps_is_news(f, check->findings.at, check->findings.n))
			*tora_vec_push(check->arena, &check->findings) = *f;
	}
	tora_judge_sort(check);
}

static void start(struct search *s)
{
	struct tora_check *check = s->check;
	size_t ways = check->other_ways.n < WAYS_MAX ? check->other_ways.n : WAYS_MAX;

	s->shown = check->findings.n < TORA_ATTRIBUTE_MAX ? check->findings.n : TORA_ATTRIBUTE_MAX;
	s->n = s->shown + ways;
	for (size_t i = 0; i < s->n; i++) {
		s->traced[i].finding =
			i < s->shown ? &check->findings.at[i] : &check->other_ways.at[i - s->shown];
		tora_span_start(&s->spans[i], (long)s->steps.n - 1);
	}
}

void tora_attribute(struct tora_check *check)
{
	struct search *s = tora_arena_calloc(check->arena, 1, sizeof *s);
	struct tora_err err = TORA_ERR_INIT;
	int64_t began = tora_clock_mono_ms();
	long at[2];
	int rc;

	s->check = check;
	for (size_t i = 0; i < check->findings.n; i++)
		name_commit(check, &check->findings.at[i]);
	if (check->reason != TORA_REASON_NONE || !check->findings.n || check->intent.messages.n < 2)
		return;
	rc = read_steps(s, &err);
	start(s);
	s->until_ms = began + tora_check_left_ms(check) / TIME_SHARE;
	if (!rc && s->steps.n > 1)
		rc = search(s, &err);
	if (rc && (!s->steps.n || tora_span_next(s->spans, s->shown, s->shown, at)))
		tora_check_note(check, "which commit introduced it was not measured: %s", err.msg);
	if (s->steps.n > 1)
		apply(s);
	check->stage_ms[TORA_STAGE_JUDGE] += tora_clock_mono_ms() - began;
}
