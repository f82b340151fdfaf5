/*
 * supervise.c - put the parts together, and carry what one says to the others.
 */
#include "serve/supervise.h"
#include "loop/signal.h"
#include "loop/timer.h"
#include "serve/ahead.h"
#include "serve/daemon.h"
#include "serve/server.h"
#include "serve/spool.h"
#include "serve/trim.h"
#include "store/events.h"
#include "store/memory.h"
#include "store/prune.h"
#include "store/repos.h"
#include "tora/clock.h"
#include "tora/json.h"
#include "tora/logfile.h"
#include "tora/version.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AHEAD_MS  2000 /* of quiet, before a base is built that nobody asked for */
#define SETTLE_MS 1000 /* of a check that a push asks for, see tora_queue_spec */

#define STORE_BUSY_MS 200 /* one wait of the loop for the store */
#define STORE_TRIES   15  /* at the start */
#define SPOOL_MORE_MS 1   /* between two handfuls of notes: others are heard in between */

struct supervisor {
	const struct tora_supervise_spec *spec;
	struct tora_daemon d;
	struct tora_timer *idle, *stop, *more_spool;
	struct tora_ahead *ahead;
	struct tora_signal *signals[2];
	int64_t last_activity; /* monotonic */
	unsigned default_jobs;
};

/* ---- going ----------------------------------------------------------------------------- */

static bool is_busy(const struct supervisor *s)
{
	unsigned queued, running;

	tora_queue_counts(s->d.queue, &queued, &running);
	return queued + running > 0 || tora_server_clients(s->d.server) > 0;
}

static void stop_now(void *ctx)
{
	struct supervisor *s = ctx;

	tora_server_passing(s->d.server, "daemon.stopping", NULL, cJSON_CreateObject());
	tora_loop_stop(s->d.loop);
}

static void idle_over(void *ctx)
{
	struct supervisor *s = ctx;
	int64_t left = s->last_activity + s->spec->idle_exit_ms - tora_clock_mono_ms();

	if (is_busy(s))
		return; /* their end is activity, which starts the timer again */
	if (left > 0) {
		tora_timer_start(s->idle, left);
		return;
	}
	tora_log(s->d.log, TORA_LOG_INFO, "main", "nothing to do: stopping until somebody asks");
	stop_now(s);
}

static void on_activity(void *ctx)
{
	struct supervisor *s = ctx;
	unsigned queued, running;

	s->last_activity = tora_clock_mono_ms();
	if (s->spec->log_path)
		tora_logfile_tend(s->spec->log_path, s->d.log->fd);
	if (s->spec->idle_exit_ms && !tora_timer_active(s->idle))
		tora_timer_start(s->idle, s->spec->idle_exit_ms);
	tora_queue_counts(s->d.queue, &queued, &running);
	/* In the next turn of the loop: the answer to `shutdown` is not sent yet. */
	if (s->d.is_stopping || (s->d.is_draining && running == 0))
		tora_timer_start(s->stop, 0);
}

static void on_signal(void *ctx, int signum)
{
	struct supervisor *s = ctx;

	tora_log(s->d.log, TORA_LOG_INFO, "main", "stopping on signal %d", signum);
	stop_now(s);
}

/* ---- what one part says to the others ------------------------------------------------------- */

static void put_trouble(struct supervisor *s, char *slot, size_t size, const char *text)
{
	const char *now;
	cJSON *fields;

	if (strcmp(slot, text) == 0)
		return;
	snprintf(slot, size, "%s", text);
	now = tora_daemon_degraded(&s->d);
	tora_log(s->d.log, now ? TORA_LOG_WARN : TORA_LOG_INFO, "main", "%s",
	         now ? now : "everything works again");
	if (!s->d.server)
		return;
	fields = cJSON_CreateObject();
	tora_json_put_text(fields, "reason", now);
	tora_server_passing(s->d.server, "daemon.degraded", NULL, fields);
}

static void on_trouble(void *ctx, const struct tora_err *err)
{
	struct supervisor *s = ctx;
	char text[sizeof s->d.store_trouble] = "";

	if (!s->d.is_store_kept)
		return; /* that was said at the start, and stays true */
	if (err)
		snprintf(text, sizeof text, "%s; kept in memory and tried again", err->msg);
	put_trouble(s, s->d.store_trouble, sizeof s->d.store_trouble, text);
}

static int on_moves(void *ctx, int64_t repo, const struct tora_moves *moves, bool by_hook,
                    struct tora_err *err)
{
	struct supervisor *s = ctx;
	struct tora_watch_view view;
	bool is_enabled = !tora_watch_view(s->d.watch, repo, &view) || view.settings->is_enabled;

	return tora_queue_moves(s->d.queue, repo, moves, by_hook ? "hook" : "watch", is_enabled,
	                        err);
}

static void on_watch_state(void *ctx, int64_t repo)
{
	struct supervisor *s = ctx;
	struct tora_watch_view view;
	struct tora_err err;
	cJSON *fields;

	if (!tora_watch_view(s->d.watch, repo, &view))
		return;
	if (view.state == TORA_WATCH_GONE)
		tora_queue_drop_repo(s->d.queue, repo, TORA_REASON_REPOSITORY_GONE, view.reason);
	fields = cJSON_CreateObject();
	tora_json_put_text(fields, "state", tora_watch_state_name(view.state));
	tora_json_put_text(fields, "reason", view.reason);
	(void)tora_json_put_list(fields, "branches");
	if (tora_events_put(s->d.store, "repo.changed", view.common_dir, fields, &err))
		on_trouble(s, &err);
	tora_server_events(s->d.server);
}

/* The number of jobs is the machine's: the first repository that says one decides. */
static void take_jobs(struct supervisor *s)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_repo_rows rows = { 0 };
	struct tora_watch_view view;
	struct tora_err err;
	unsigned jobs = 0;

	if (tora_repos_list(s->d.store, arena, true, &rows, &err) == TORA_OK)
		for (size_t i = 0; i < rows.n && !jobs; i++)
			if (tora_watch_view(s->d.watch, rows.at[i].id, &view))
				jobs = view.settings->jobs;
	tora_queue_set_jobs(s->d.queue, jobs ? jobs : s->default_jobs);
	tora_arena_free(arena);
}

static void on_look(void *ctx, int64_t repo)
{
	struct supervisor *s = ctx;

	if (s->ahead)
		tora_ahead_want(s->ahead, repo);
}

static void on_settled(void *ctx)
{
	struct supervisor *s = ctx;

	if (!s->d.server)
		return;
	take_jobs(s);
	tora_server_settled(s->d.server);
}

static unsigned timeout_of(void *ctx, int64_t repo)
{
	struct supervisor *s = ctx;
	struct tora_watch_view view;

	return tora_watch_view(s->d.watch, repo, &view) ? view.settings->check_timeout_s : 300;
}

static const char *folder_of(void *ctx, int64_t repo)
{
	struct supervisor *s = ctx;
	struct tora_watch_view view;

	return tora_watch_view(s->d.watch, repo, &view) ? view.folder : NULL;
}

static void on_progress(void *ctx, int64_t check)
{
	struct supervisor *s = ctx;

	tora_server_check_progress(s->d.server, check);
}

static void on_end(void *ctx, int64_t check)
{
	struct supervisor *s = ctx;

	if (s->d.server)
		tora_server_check_ended(s->d.server, check);
}

static void on_change(void *ctx)
{
	struct supervisor *s = ctx;

	if (!s->d.server)
		return;
	tora_server_events(s->d.server);
	tora_server_settled(s->d.server);
	if (s->ahead)
		tora_ahead_look(s->ahead);
	on_activity(s);
}

static void watch_spool(struct supervisor *s);

static void drain_spool(void *ctx)
{
	struct supervisor *s = ctx;

	if (tora_spool_drain(&s->d))
		tora_timer_start(s->more_spool, SPOOL_MORE_MS);
}

/* Something in its folder, or the folder was taken away: hooks make it again. */
static void on_spool(void *ctx, bool is_gone)
{
	struct supervisor *s = ctx;

	if (is_gone)
		watch_spool(s);
	drain_spool(s);
}

static void watch_spool(struct supervisor *s)
{
	struct tora_err err;
	int rc = tora_paths_private(s->spec->paths->spool, &err);

	if (rc == TORA_OK)
		rc = tora_watch_folder(s->d.watch, s->spec->paths->spool, on_spool, s, &err);
	if (rc)
		tora_log(s->d.log, TORA_LOG_WARN, "main", "%s; hooks use the socket", err.msg);
	tora_spool_unwatched(&s->d, rc != TORA_OK);
}

/* ---- coming ---------------------------------------------------------------------------- */

/* Without its file the daemon still checks and shows, but what it knows ends with it. */
static int do_without_file(struct supervisor *s, const struct tora_err *why, struct tora_err *err)
{
	struct tora_store_spec spec = { .path = NULL };

	snprintf(s->d.store_trouble, sizeof s->d.store_trouble,
	         "%s; results are kept in memory only until torad is started again", why->msg);
	tora_log(s->d.log, TORA_LOG_ERROR, "main", "'%s': %s", s->spec->paths->store,
	         s->d.store_trouble);
	return tora_store_new(&spec, &s->d.store, err);
}

/* A file that somebody writes to just now, as a check of an earlier version may, is waited for. */
static int open_store(struct supervisor *s, struct tora_err *err)
{
	struct tora_store_spec spec = { .path = s->spec->paths->store, .busy_ms = STORE_BUSY_MS };
	struct tora_err why;
	int rc = TORA_E_TIMEOUT;

	for (int i = 0; i < STORE_TRIES && rc == TORA_E_TIMEOUT; i++)
		rc = tora_store_new(&spec, &s->d.store, &why);
	s->d.is_store_kept = rc == TORA_OK;
	return rc == TORA_OK ? TORA_OK : do_without_file(s, &why, err);
}

static void forget_old_answers(struct supervisor *s)
{
	struct tora_err err;

	if (tora_answers_prune(s->d.store, TORA_ANSWER_DAYS, &err))
		tora_log(s->d.log, TORA_LOG_WARN, "main", "old answers of models are kept: %s",
		         err.msg);
}

static unsigned half_the_cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 2;

	return n >= 4 ? (unsigned)n / 2 : 1;
}

static int start_queue(struct supervisor *s, struct tora_err *err)
{
	struct tora_queue_spec spec = {
		.loop = s->d.loop,
		.log = s->d.log,
		.store = s->d.store,
		.program = s->spec->program,
		.jobs = s->spec->jobs ? s->spec->jobs : half_the_cores(),
		.timeout_of = timeout_of,
		.folder_of = folder_of,
		.on_progress = on_progress,
		.on_end = on_end,
		.on_change = on_change,
		.on_trouble = on_trouble,
		.ctx = s,
	};

	spec.root = s->spec->root ? s->spec->root : "";
	s->default_jobs = spec.jobs;
	spec.settle_ms = s->spec->debounce_ms ? s->spec->debounce_ms : SETTLE_MS;
	return tora_queue_new(&spec, &s->d.queue, err);
}

static void start_ahead(struct supervisor *s)
{
	struct tora_ahead_spec spec = {
		.loop = s->d.loop,
		.log = s->d.log,
		.queue = s->d.queue,
		.watch = s->d.watch,
		.program = s->spec->program,
		.root = s->spec->root ? s->spec->root : "",
		.delay_ms = s->spec->debounce_ms ? s->spec->debounce_ms : AHEAD_MS,
	};

	s->ahead = tora_ahead_new(&spec);
}

static void start_watch(struct supervisor *s)
{
	struct tora_watch_spec spec = {
		.loop = s->d.loop,
		.log = s->d.log,
		.store = s->d.store,
		.debounce_ms = s->spec->debounce_ms,
		.debounce_cap_ms = s->spec->debounce_ms * 5,
		.on_moves = on_moves,
		.on_state = on_watch_state,
		.on_look = on_look,
		.on_settled = on_settled,
		.ctx = s,
	};
	struct tora_err err;

	if (tora_watch_new(&spec, &s->d.watch, &err)) {
		char text[sizeof s->d.watch_trouble];

		snprintf(text, sizeof text, "%.160s; only hooks are heard", err.msg);
		put_trouble(s, s->d.watch_trouble, sizeof s->d.watch_trouble, text);
	}
	watch_spool(s);
}

static int watch_repos(struct supervisor *s, struct tora_err *err)
{
	struct tora_arena *arena = tora_arena_new();
	struct tora_repo_rows rows = { 0 };
	int rc = tora_repos_list(s->d.store, arena, true, &rows, err);

	for (size_t i = 0; rc == TORA_OK && i < rows.n; i++)
		tora_watch_add(s->d.watch, rows.at[i].id, rows.at[i].common_dir,
		               rows.at[i].work_dir, false);
	tora_arena_free(arena);
	return rc;
}

static void say_started(struct supervisor *s)
{
	cJSON *fields = cJSON_CreateObject();
	struct tora_err err;

	tora_json_put_text(fields, "version", TORA_VERSION);
	tora_json_put_int(fields, "pid", getpid());
	if (tora_events_put(s->d.store, "daemon.started", NULL, fields, &err))
		on_trouble(s, &err);
	tora_log(s->d.log, TORA_LOG_INFO, "main", "torad %s listens on '%s', store: %s, %u job%s",
	         TORA_VERSION, s->spec->paths->socket, tora_store_journal(s->d.store),
	         s->default_jobs, s->default_jobs == 1 ? "" : "s");
	if (strcmp(tora_store_journal(s->d.store), "truncate") == 0)
		tora_log(s->d.log, TORA_LOG_INFO, "main",
		         "'%s' is on a network file system: its journal is not shared memory",
		         s->spec->paths->store);
}

/* With `unreadable`, what an earlier start found in the store, it is not opened again. */
static int start(struct supervisor *s, const struct tora_err *unreadable, struct tora_err *err)
{
	int rc;

	s->d.loop = tora_loop_new(err);
	if (!s->d.loop)
		return err->rc;
	tora_loop_log_slow(s->d.loop, s->d.log);
	s->idle = tora_timer_new(s->d.loop, "idle", idle_over, s);
	s->stop = tora_timer_new(s->d.loop, "stop", stop_now, s);
	s->more_spool = tora_timer_new(s->d.loop, "spool", drain_spool, s);
	s->signals[0] = tora_signal_new(s->d.loop, SIGTERM, on_signal, s);
	s->signals[1] = tora_signal_new(s->d.loop, SIGINT, on_signal, s);
	rc = unreadable ? do_without_file(s, unreadable, err) : open_store(s, err);
	if (rc)
		return rc;
	forget_old_answers(s);
	start_watch(s);
	rc = start_queue(s, err);
	if (rc == TORA_OK)
		start_ahead(s);
	if (rc == TORA_OK)
		rc = tora_server_new(&s->d, s->spec->uid, &s->d.server, err);
	if (rc)
		return rc;
	tora_server_on_activity(s->d.server, on_activity, s);
	return watch_repos(s, err);
}

/* The queue goes first: its checks must be back in the store before the store is closed. */
static void finish(struct supervisor *s)
{
	if (s->d.server)
		tora_server_on_activity(s->d.server, NULL, NULL);
	tora_ahead_free(s->ahead);
	s->ahead = NULL;
	tora_queue_free(s->d.queue);
	tora_watch_free(s->d.watch);
	tora_server_free(s->d.server);
	tora_store_free(s->d.store);
	for (size_t i = 0; i < 2; i++)
		tora_signal_free(s->signals[i]);
	tora_timer_free(s->idle);
	tora_timer_free(s->stop);
	tora_timer_free(s->more_spool);
	tora_loop_free(s->d.loop);
}

static struct supervisor supervisor_of(const struct tora_supervise_spec *spec)
{
	struct supervisor s = { .spec = spec };

	s.d.paths = spec->paths;
	s.d.log = spec->log;
	s.d.started_ms = tora_clock_mono_ms();
	return s;
}

int tora_supervise(const struct tora_supervise_spec *spec, struct tora_err *err)
{
	struct supervisor s = supervisor_of(spec);
	int rc = start(&s, NULL, err);

	/* Opening reads little of the file: a damage behind that is met by what asks for rows. */
	if (rc == TORA_E_FORMAT && s.d.is_store_kept) {
		struct tora_err why = *err;

		finish(&s);
		s = supervisor_of(spec);
		rc = start(&s, &why, err);
	}
	if (rc == TORA_OK) {
		say_started(&s);
		drain_spool(&s);
		on_activity(&s);
		spec->ready(spec->ctx);
		tora_trim();
		tora_loop_run(s.d.loop);
		tora_log(s.d.log, TORA_LOG_INFO, "main", "torad stops");
	}
	finish(&s);
	return rc;
}
