/*
 * run.c - start a check's process and say what became of it.
 */
#include "queue/run.h"
#include "queue/crew.h"
#include "queue/report.h"
#include "store/repos.h"
#include "tora/json.h"
#include "tora/log.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN_S     30 /* over the check's own timeout: it should end by itself, with a record */
#define ARGS_MAX     32
#define ERR_LINE_MAX 400
#define ERR_LINES    200 /* of stderr that go to the log */

struct tora_run {
	struct tora_run_spec spec;
	struct tora_worker *worker;
	struct tora_report report;
	struct tora_str err_line;  /* of stderr, so far */
	struct tora_str last_line; /* the last whole one that says something */
	unsigned err_lines;
	unsigned budget_s;
	int64_t check;
};

static void take_err_line(struct tora_run *run)
{
	struct tora_sv line = tora_sv_trim(tora_str_view(&run->err_line));

	if (line.len) {
		tora_str_reset(&run->last_line);
		tora_str_add_clip(&run->last_line, line);
		if (run->err_lines++ < ERR_LINES)
			tora_log(run->spec.log, TORA_LOG_INFO, "check", "check=c%lld said: '%s'",
			         (long long)run->check, run->last_line.buf);
	}
	tora_str_reset(&run->err_line);
}

static void on_err(void *ctx, struct tora_sv chunk)
{
	struct tora_run *run = ctx;

	while (chunk.len) {
		const char *end = memchr(chunk.at, '\n', chunk.len);
		size_t n = end ? (size_t)(end - chunk.at) : chunk.len;

		tora_str_add_clip(&run->err_line, (struct tora_sv){ chunk.at, n });
		if (end)
			take_err_line(run);
		n += end != NULL;
		chunk.at += n;
		chunk.len -= n;
	}
}

/* One that the check has told and nobody could take. */
static void say_too_large(const struct tora_run *run, struct tora_run_end *end)
{
	if (!run->report.is_record_too_large)
		return;
	end->reason = TORA_REASON_INTERNAL;
	end->detail = "its record was too large";
}

/* It has its result, and its process goes on without it. */
static void over(struct tora_run *run)
{
	struct tora_run_end end = { .record = run->report.record, .detail = "" };
	struct tora_worker *worker = run->worker;

	take_err_line(run);
	say_too_large(run, &end);
	run->worker = NULL;
	tora_crew_take_back(worker);
	run->spec.on_end(run->spec.ctx, &end);
}

static void on_out(void *ctx, struct tora_sv chunk)
{
	struct tora_run *run = ctx;

	if (tora_report_feed(&run->report, chunk))
		run->spec.on_progress(run->spec.ctx);
	if (run->report.is_ready)
		over(run);
}

#define REFUSAL "tora: "

/* It could not even begin, and said why: that sentence is the whole story. */
static const char *refusal(const struct tora_run *run, const struct tora_outcome *o)
{
	if (o->how != TORA_PROC_EXIT || (o->code != 2 && o->code != 3) ||
	    !tora_sv_starts(tora_str_view(&run->last_line), REFUSAL))
		return NULL;
	return run->last_line.buf + strlen(REFUSAL);
}

static void explain(const struct tora_run *run, const struct tora_outcome *o, struct tora_str *out)
{
	switch (o->how) {
	case TORA_PROC_EXIT:
		tora_str_addf(out, "its process ended without a result, exit status %d", o->code);
		break;
	case TORA_PROC_SIGNAL:
		tora_str_addf(out, "its process died of signal %d (%s)", o->code,
		              strsignal(o->code));
		break;
	case TORA_PROC_TIMEOUT:
		tora_str_addf(out, "its process did not end in %u s and was stopped",
		              run->budget_s);
		break;
	case TORA_PROC_KILLED:
		tora_str_adds(out, "its process was stopped");
		break;
	}
	if (run->last_line.len)
		tora_str_addf(out, "; its last words: '%s'", run->last_line.buf);
}

static void on_done(void *ctx, const struct tora_outcome *o)
{
	struct tora_run *run = ctx;
	struct tora_str detail = TORA_STR_INIT(1024);
	struct tora_run_end end = { 0 };

	take_err_line(run);
	explain(run, o, &detail);
	end.record = run->report.record;
	end.reason = o->how == TORA_PROC_TIMEOUT ? TORA_REASON_TIMEOUT : TORA_REASON_CRASHED;
	end.detail = detail.buf;
	if (o->how == TORA_PROC_SIGNAL && o->code == SIGALRM) { /* its own backstop: session.c */
		end.reason = TORA_REASON_TIMEOUT;
		end.detail = "it did not end at its time limit and was stopped";
	}
	if (refusal(run, o)) {
		end.reason = TORA_REASON_INTERNAL;
		end.detail = refusal(run, o);
	}
	say_too_large(run, &end);
	run->spec.on_end(run->spec.ctx, &end);
	tora_str_free(&detail);
}

struct args {
	const char *at[ARGS_MAX];
	size_t n;
	char check[24], timeout[16];
};

static void add(struct args *a, const char *flag, const char *value)
{
	if (!value || !*value)
		return;
	a->at[a->n++] = flag;
	a->at[a->n++] = value;
}

/* Seconds that the check was asked for with; 0: it reads its own setting. */
static unsigned asked_s(const cJSON *options)
{
	return (unsigned)tora_json_int(options, "timeout_s", 0);
}

static void make_args(const struct tora_run_spec *spec, const cJSON *options, struct args *a)
{
	const struct tora_check_row *row = spec->check;
	const char *folder = spec->folder ? spec->folder : row->work_dir;

	a->n = 0;
	a->at[a->n++] = spec->program;
	a->at[a->n++] = "check";
	add(a, "--repo", tora_json_text(options, "repo", folder ? folder : row->common_dir));
	add(a, "--branch", row->branch);
	add(a, "--base", row->base);
	add(a, "--head", row->head);
	snprintf(a->check, sizeof a->check, "%lld", (long long)row->id);
	add(a, "--check-id", a->check);
	add(a, "--trigger", row->trigger);
	add(a, "--engine", tora_json_text(options, "engine", NULL));
	if (asked_s(options)) {
		snprintf(a->timeout, sizeof a->timeout, "%u", asked_s(options));
		add(a, "--timeout", a->timeout);
	}
	if (tora_json_bool(options, "no_cache", false))
		a->at[a->n++] = "--no-cache";
	a->at[a->n] = NULL;
}

static int start(struct tora_run *run, int64_t repo, const struct args *args, struct tora_err *err)
{
	struct tora_work work = {
		.repo = repo,
		.argv = args->at,
		.budget_ms = (int64_t)run->budget_s * 1000,
		.nice = run->spec.nice,
		.on_out = on_out,
		.on_err = on_err,
		.done = on_done,
		.ctx = run,
	};

	return tora_crew_give(run->spec.crew, &work, &run->worker, err);
}

int tora_run_start(const struct tora_run_spec *spec, struct tora_run **ret_run,
                   struct tora_err *err)
{
	struct tora_run *run = tora_xcalloc(1, sizeof *run);
	struct tora_err ignored;
	cJSON *options = NULL;
	struct args args;
	int rc;

	run->spec = *spec;
	run->check = spec->check->id;
	tora_report_init(&run->report);
	tora_str_init(&run->err_line, ERR_LINE_MAX);
	tora_str_init(&run->last_line, ERR_LINE_MAX);
	if (spec->check->options)
		(void)tora_json_parse(tora_sv(spec->check->options), TORA_CHECK_OPTIONS_MAX,
		                      &options, &ignored);
	run->budget_s = (asked_s(options) ? asked_s(options) : spec->budget_s) + MARGIN_S;
	make_args(spec, options, &args);
	/* the builds they have are in use; those of a clone's are the same */
	if (tora_json_bool(options, "no_cache", false))
		tora_crew_dismiss(spec->crew, 0, "a check without the cache");
	rc = start(run, spec->check->repo, &args, err);
	run->spec.check = NULL;
	cJSON_Delete(options);
	if (rc) {
		tora_run_free(run);
		return rc;
	}
	*ret_run = run;
	return TORA_OK;
}

void tora_run_free(struct tora_run *run)
{
	if (!run)
		return;
	tora_worker_free(run->worker);
	tora_report_done(&run->report);
	tora_str_free(&run->err_line);
	tora_str_free(&run->last_line);
	free(run);
}

void tora_run_kill(struct tora_run *run)
{
	tora_proc_kill(tora_worker_proc(run->worker));
}

void tora_run_progress(const struct tora_run *run, const char **ret_stage, int64_t *ret_done,
                       int64_t *ret_of)
{
	*ret_stage = run->report.stage;
	*ret_done = run->report.done;
	*ret_of = run->report.of;
}
