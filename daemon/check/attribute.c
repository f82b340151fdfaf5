#include "check/attribute.h"

#include "build/build.h"
#include "change/change.h"
#include "git/rev.h"
#include "judge/judge.h"
#include "run/run.h"
#include "tora/clock.h"

#include <string.h>

#define COMMITS_MAX 243 /* five rounds of three */
#define TIME_SHARE  3   /* of the time that is left: one part in so many; too_slow() says it */

struct step {
	struct tora_oid commit, tree;
};

struct search {
	struct tora_check *check;
	TORA_VEC(struct step) steps; /* first parents, oldest first; the last is the head */
	struct tora_span spans[TORA_ATTRIBUTE_MAX];
	size_t n;      /* findings looked at */
	bool is_whole; /* the steps begin at the base; else older commits were left out */
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

static enum tora_likeness likeness(const struct tora_check *check, const struct tora_finding *f,
                                   const struct tora_trial *seen)
{
	if (tora_judge_same(&f->after, seen, check->arena))
		return TORA_LIKE_AFTER;
	return tora_judge_same(&f->before, seen, check->arena) ? TORA_LIKE_BEFORE
	                                                       : TORA_LIKE_NEITHER;
}

/* All tests on both builds of `sub`, or on the one that is both; what each shows moves its span. */
static int run_tests(struct search *s, struct tora_check *sub, const long at[2],
                     struct tora_err *err)
{
	struct tora_exec_job jobs[2 * TORA_ATTRIBUTE_MAX] = { 0 };
	struct tora_trial trials[2 * TORA_ATTRIBUTE_MAX] = { 0 };
	size_t sides = at[0] == at[1] ? 1 : 2;
	int rc;

	for (size_t i = 0; i < sides * s->n; i++) {
		jobs[i].source = s->check->findings.at[i / sides].test;
		jobs[i].side = i % sides ? TORA_HEAD : TORA_BASE;
		jobs[i].cold = true;
	}
	rc = sub->exec->run(sub->exec->ctx, jobs, sides * s->n, trials, err);
	for (size_t i = 0; i < sides * s->n && !rc; i++)
		tora_span_seen(&s->spans[i / sides], at[i % sides],
		               likeness(s->check, &s->check->findings.at[i / sides], &trials[i]));
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
	       (n = tora_span_next(s->spans, s->n, at)) > 0) {
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
	return i < s->n && !s->is_whole && !s->spans[i].lost && s->spans[i].after == 0;
}

static bool is_settled(const struct search *s, size_t i)
{
	return !s->spans[i].lost && !tora_span_is_open(&s->spans[i]) && !is_older(s, i);
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

/* A test or a changelog that came with any commit of the branch has this very outcome; or, where the commit does not claim to
 * change nothing, one like it. Facts, as there are fewer answers. */
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

bool tora_attribute_own_counts(const struct tora_finding *branch, const struct tora_finding *own)
{
	if (is_announced(own) ||
	    (branch->verdict == TORA_VERDICT_UNSURE && !is_asserted(branch, own)) ||
	    (branch->verdict == own->verdict && own->verdict == TORA_VERDICT_UNINTENDED))
		return true;
	return branch->verdict == TORA_VERDICT_INTENDED && !speaks_of_outcome(branch) &&
	       own->verdict == TORA_VERDICT_UNINTENDED &&
	       strcmp(answer(own, "claim"), "keeps") == 0;
}

/* One commit as if it were the whole branch, for all findings it introduced. */
static void judge_narrowly(struct search *s, size_t step)
{
	struct tora_check *check = s->check;
	struct step base = { check->base, check->base_tree };
	struct tora_check sub;
	struct tora_finding *findings[TORA_ATTRIBUTE_MAX];
	struct tora_err err;
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (is_settled(s, i) && s->spans[i].after == (long)step &&
		    !check->findings.at[i].judged_by_model)
			findings[n++] = &check->findings.at[i];
	if (!n)
		return;
	sub = look_at(check, step ? &s->steps.at[step - 1] : &base, &s->steps.at[step]);
	memset(&sub.intent, 0, sizeof sub.intent);
	memset(&sub.change, 0, sizeof sub.change);
	sub.intent.branch = check->intent.branch;
	if (tora_stage_change(&sub, &err) || sub.reason != TORA_REASON_NONE)
		return;
	for (size_t i = 0; i < n; i++)
		*tora_vec_push(check->arena, &sub.findings) = *findings[i];
	tora_judge_again(&sub);
	for (size_t i = 0; i < n; i++)
		if (tora_attribute_own_counts(findings[i], &sub.findings.at[i]))
			*findings[i] = sub.findings.at[i];
}

static void apply(struct search *s)
{
	size_t unknown = 0;

	for (size_t i = 0; i < s->n; i++)
		if (is_settled(s, i))
			s->check->findings.at[i].commit = s->steps.at[s->spans[i].after].commit;
	for (size_t step = 0; step < s->steps.n; step++)
		judge_narrowly(s, step);
	for (size_t i = 0; i < s->check->findings.n; i++)
		unknown += i >= s->n || !is_settled(s, i);
	if (unknown)
		tora_check_note(s->check,
		                "of %zu finding%s it is not known which commit introduced %s",
		                unknown, unknown == 1 ? "" : "s", unknown == 1 ? "it" : "them");
	tora_judge_sort(s->check);
}

static void name_commits(const struct search *s)
{
	struct tora_check *check = s->check;

	for (size_t i = 0; i < check->findings.n; i++) {
		struct tora_finding *f = &check->findings.at[i];
		const struct tora_message *m =
			is_older(s, i) ? NULL : message_of(check, &f->commit);

		f->commit_subject = m ? m->subject : NULL;
	}
}

void tora_attribute(struct tora_check *check)
{
	struct search s = { .check = check };
	struct tora_err err = TORA_ERR_INIT;
	int64_t began = tora_clock_mono_ms();
	int rc = TORA_OK;

	if (check->reason == TORA_REASON_NONE && check->findings.n &&
	    check->intent.messages.n > 1) {
		rc = read_steps(&s, &err);
		s.n = check->findings.n < TORA_ATTRIBUTE_MAX ? check->findings.n
		                                             : TORA_ATTRIBUTE_MAX;
		s.until_ms = began + tora_check_left_ms(check) / TIME_SHARE;
		for (size_t i = 0; i < s.n; i++)
			s.spans[i] =
				(struct tora_span){ .before = -1, .after = (long)s.steps.n - 1 };
		if (!rc && s.steps.n > 1)
			rc = search(&s, &err);
		if (rc)
			tora_check_note(check, "which commit introduced it was not measured: %s",
			                err.msg);
		if (s.steps.n > 1)
			apply(&s);
		check->stage_ms[TORA_STAGE_JUDGE] += tora_clock_mono_ms() - began;
	}
	name_commits(&s);
}
