/*
 * check.c - `torad check`: the range, an earlier result or the stages, the record.
 *
 *	options -> session -> range -> same inputs checked before? -> that record
 *	                                      \-> in other words? -> its findings, judged anew -> store -> record
 *	                                      \-> stages -> store -> record
 */
#include "check/attribute.h"
#include "check/check.h"

#include "check/dismissed.h"
#include "check/key.h"
#include "check/linger.h"
#include "check/models.h"
#include "check/progress.h"
#include "check/reword.h"
#include "check/session.h"
#include "check/stages.h"
#include "git/repo.h"
#include "llm/model.h"
#include "loop/loop.h"
#include "run/run.h"
#include "store/record.h"
#include "tora/clock.h"
#include "tora/json.h"

#include <stdio.h>
#include <unistd.h>

#define CHECKS_MAX 50 /* of one process */

/* Only what depends on the inputs alone may be used again: a crash or a full disk may be over. Settled already. */
static bool reusable(const struct tora_check *c)
{
	if (c->passing_trouble || (c->state == TORA_CHECK_DONE && c->reason != TORA_REASON_NONE))
		return false;
	return c->state == TORA_CHECK_DONE || c->state == TORA_CHECK_SKIPPED;
}

static void remember(struct tora_session *s, const char *key, cJSON **ret_record)
{
	struct tora_check *c = &s->check;
	struct tora_record_spec spec = { .common_dir = tora_repo_common_dir(c->repo),
		                         .work_dir = tora_repo_work_dir(c->repo),
		                         .branch = c->intent.branch,
		                         .trigger = s->options->trigger,
		                         .key = reusable(c) && *key ? key : NULL };
	struct tora_err err;

	if (c->store && tora_record_put(c->store, c, &spec, ret_record, &err)) {
		tora_log(c->log, TORA_LOG_ERROR, "check", "the result could not be kept: %s",
		         err.msg);
		tora_check_note(c, "the result could not be kept: %s", err.msg);
		*ret_record = NULL;
	}
	if (!*ret_record)
		*ret_record = tora_check_json(c);
}

static bool from_earlier(struct tora_session *s, const char *key, const struct tora_history *said,
                         cJSON **ret_record)
{
	struct tora_check *c = &s->check;
	struct tora_record_spec spec = { .common_dir = tora_repo_common_dir(c->repo),
		                         .work_dir = tora_repo_work_dir(c->repo),
		                         .branch = c->intent.branch,
		                         .trigger = s->options->trigger,
		                         .key = key,
		                         .messages = said->messages.at,
		                         .n_messages = said->messages.n };
	struct tora_err err;

	return *key && c->store && !c->no_cache &&
	       tora_record_reuse(c->store, c, &spec, ret_record, &err) == TORA_OK;
}

/* Nothing was found, and nothing was looked at either. */
static void tell_unreached(struct tora_check *c)
{
	const struct tora_counts *t = &c->tests;

	if (c->reason == TORA_REASON_NONE && t->run && !t->reached && !t->differing)
		tora_check_note(c, "no test came to the change; %zu of %zu fail on both sides",
		                t->both_failed, t->run);
}

static int run_check(struct tora_session *s, cJSON **ret_record, struct tora_err *err)
{
	struct tora_check *c = &s->check;
	struct tora_progress progress = { .terminal =
		                                  !s->options->check_id && isatty(STDERR_FILENO) };
	struct tora_history said = { .title = NULL };
	int64_t began = tora_clock_mono_ms();
	char key[65] = "";
	int rc = tora_session_range(s, err);

	if (rc)
		return rc;
	rc = tora_session_config(s, err);
	if (rc)
		return rc;
	tora_session_settle(s);
	if (c->reason == TORA_REASON_NONE)
		tora_models_open(s, true);
	if (c->reason == TORA_REASON_NONE) {
		rc = tora_key_of(c, &c->base, &c->head, &said, key, err);
		if (rc || from_earlier(s, key, &said, ret_record)) {
			tora_models_close(s);
			return rc;
		}
		c->progress = tora_progress_say;
		c->progress_ctx = &progress;
		if (!tora_reword(c))
			tora_stages_run(c);
		tora_stages_close(c);
		tora_models_close(s);
	}
	tora_attribute(c);
	tora_dismissed_hush(c);
	tell_unreached(c);
	if (c->reason == TORA_REASON_NONE && c->tests.cold)
		c->reason_detail =
			"each test ran in a process of its own: in one that has the code "
			"loaded it is not the same";
	tora_check_settle(c);
	c->total_ms = tora_clock_mono_ms() - began;
	if (progress.terminal && c->progress)
		(void)fputs("\r\033[K", stderr);
	remember(s, key, ret_record);
	return TORA_OK;
}

static int exit_status(int rc)
{
	return rc == TORA_OK ? 0 : rc == TORA_E_USAGE ? 3 : 2;
}

static int check_once(const struct tora_check_options *options, struct tora_loop *loop,
                      struct tora_kept **kept, struct tora_err *err)
{
	struct tora_session s = { .log_fd = -1 };
	cJSON *record = NULL;
	int rc = tora_session_open_on(options, loop, &s, err);

	s.check.kept = kept;
	if (rc == TORA_OK)
		rc = run_check(&s, &record, err);
	if (rc == TORA_OK)
		tora_session_say("record", record);
	else
		tora_session_complain(err);
	tora_session_close(&s);
	return rc;
}

/*
 * One check after another, as long as they leave something for the next; what a process gathers in
 * many (heaps of its runners, the arena of what they said) goes with it.
 */
static int check_and_linger(const struct tora_check_options *options, struct tora_err *err)
{
	struct tora_check_options next = *options;
	struct tora_linger_line line = { .json = NULL };
	struct tora_kept *kept = NULL;
	struct tora_loop *loop = tora_loop_new(err);
	int rc = loop ? check_once(options, loop, &kept, err) : err->rc;

	for (int n = 1; rc == TORA_OK && kept && n < CHECKS_MAX; n++) {
		(void)alarm(0); /* that of the check */
		tora_session_say("ready", cJSON_CreateTrue());
		tora_linger_done(&line);
		if (!tora_linger_next(STDIN_FILENO, TORA_LINGER_MS, &line))
			break;
		rc = tora_check_options_parse(line.argc, line.argv, &next, err);
		if (rc == TORA_OK)
			rc = check_once(&next, loop, &kept, err);
		else
			tora_session_complain(err);
	}
	tora_linger_done(&line);
	tora_run_drop(kept);
	tora_loop_free(loop);
	return rc;
}

int tora_check_command(int argc, char **argv)
{
	struct tora_check_options options;
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_check_options_parse(argc, argv, &options, &err);

	if (rc)
		tora_session_complain(&err);
	else if (options.linger)
		rc = check_and_linger(&options, &err);
	else
		rc = check_once(&options, NULL, NULL, &err);
	return exit_status(rc);
}
