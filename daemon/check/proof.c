#include "check/proof.h"

#include "check/observed.h"
#include "tora/json.h"

#define PROVE_MS   120000
#define PROOFS_MAX 40 /* of one call: the file, and its halves where it does not run */

const char *tora_proof_why(const cJSON *report, const char *name)
{
	const cJSON *apart = tora_json_obj(report, "alone");
	const char *alone = apart ? tora_json_text(apart, name, "not run") : "";
	const char *together = tora_json_text(tora_json_obj(report, "together"), name, "not run");

	return *alone ? alone : *together ? together : NULL;
}

int tora_proof_run(struct tora_suite *s, enum tora_side side, cJSON **ret_report,
                   const char **ret_problem, struct tora_err *err)
{
	struct tora_exec_job job = { .source = tora_json_text(s->answer, "proof", NULL),
		                     .side = side,
		                     .cold = true,
		                     .limit_ms = PROVE_MS };
	struct tora_trial trial = { .status = TORA_TRIAL_LIMIT };
	struct tora_check *c = s->check;
	int rc;

	if (!job.source)
		return tora_fail(err, TORA_E_FORMAT, "the runner wrote no suite");
	rc = c->exec->run(c->exec->ctx, &job, 1, &trial, err);
	if (rc)
		return rc;
	s->proofs++;
	*ret_report = tora_observed_report(trial.out, s->word);
	*ret_problem = tora_arena_printf(c->arena, "%.200s",
	                                 *ret_report ? tora_json_text(*ret_report, "problem", "")
	                                             : tora_trial_status_name(trial.status));
	s->proved_by = tora_arena_printf(c->arena, "%.80s", tora_json_text(*ret_report, "by", ""));
	s->is_proved_alone = tora_json_obj(*ret_report, "alone") != NULL;
	return TORA_OK;
}

/* *ret_left_out grows by the tests that the writer would not have in this file. */
static int write_anew(struct tora_suite *s, const size_t *which, size_t n, size_t *ret_left_out,
                      struct tora_err *err)
{
	int rc;

	cJSON_Delete(s->answer);
	s->answer = NULL;
	rc = tora_suite_write(s, which, n, &s->answer, err);
	for (size_t i = 0; i < n; i++) {
		struct tora_suite_test *t = &s->tests.at[which[i]];

		*ret_left_out += t->is_kept && t->failure;
		t->is_kept = t->is_kept && !t->failure;
	}
	return rc;
}

static size_t blame(struct tora_suite *s, const size_t *which, size_t n, const char *why)
{
	size_t failed = 0;

	for (size_t i = 0; i < n; i++) {
		struct tora_suite_test *t = &s->tests.at[which[i]];

		if (t->failure)
			continue;
		tora_log(s->check->log, TORA_LOG_INFO, "generate",
		         "'%s' fails in the written suite: '%s'", t->name, why);
		t->failure = "fails-in-suite";
		failed++;
	}
	return failed;
}

static size_t take_proof(struct tora_suite *s, const size_t *which, size_t n, const cJSON *report)
{
	size_t failed = 0;

	for (size_t i = 0; i < n; i++) {
		const char *name = s->tests.at[which[i]].name;
		const char *why = tora_proof_why(report, name ? name : "");

		failed += why ? blame(s, &which[i], 1, why) : 0;
	}
	return failed;
}

static size_t leave_out(struct tora_suite *s, const size_t *which, size_t n, const char *problem)
{
	tora_check_note(s->check, "%zu tests are left out, with which the suite does not run: %s",
	                n, problem);
	return blame(s, which, n, problem);
}

/* These tests, written and run. *ret_problem: why the file does not run, or "" when each that does not hold is known. */
static int prove_file(struct tora_suite *s, const size_t *which, size_t n, size_t *ret_failed,
                      const char **ret_problem, struct tora_err *err)
{
	cJSON *report = NULL;
	size_t left_out = 0;
	int rc = write_anew(s, which, n, &left_out, err);

	*ret_problem = "";
	if (rc == TORA_OK && left_out < n)
		rc = tora_proof_run(s, TORA_HEAD, &report, ret_problem, err);
	if (rc == TORA_OK && !**ret_problem && report)
		*ret_failed += take_proof(s, which, n, report);
	*ret_failed += left_out;
	cJSON_Delete(report);
	return rc;
}

/* Both halves of `which` are proved: do they run together, without what failed in them? If not, the first stays. */
static int join(struct tora_suite *s, const size_t *which, size_t n, const char *problem,
                size_t *ret_failed, struct tora_err *err)
{
	size_t *left = tora_arena_calloc(s->check->arena, n, sizeof *left), n_left = 0, first = 0;
	int rc = TORA_OK;

	for (size_t i = 0; i < n; i++) {
		if (s->tests.at[which[i]].failure)
			continue;
		first += i < n / 2;
		left[n_left++] = which[i];
	}
	if (!first || first == n_left)
		return TORA_OK;
	if (n_left < n && s->proofs < PROOFS_MAX)
		rc = prove_file(s, left, n_left, ret_failed, &problem, err);
	if (rc == TORA_OK && *problem)
		*ret_failed += leave_out(s, left + first, n_left - first, problem);
	return rc;
}

int tora_proof_part(struct tora_suite *s, const size_t *which, size_t n, size_t *ret_failed,
                    struct tora_err *err)
{
	const char *problem = "";
	int rc = prove_file(s, which, n, ret_failed, &problem, err);

	if (rc || !*problem)
		return rc;
	tora_log(s->check->log, TORA_LOG_INFO, "generate",
	         "a suite of %zu tests does not run: '%s'", n, problem);
	if (n == 1 || s->proofs >= PROOFS_MAX) {
		*ret_failed += leave_out(s, which, n, problem);
		return TORA_OK;
	}
	rc = tora_proof_part(s, which, n / 2, ret_failed, err);
	if (rc == TORA_OK)
		rc = tora_proof_part(s, which + n / 2, n - n / 2, ret_failed, err);
	return rc ? rc : join(s, which, n, problem, ret_failed, err);
}
