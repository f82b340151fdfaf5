/*
 * control.c - the commands about the daemon itself.
 */
#include "serve/call.h"
#include "serve/client.h"
#include "serve/server.h"
#include "serve/spool.h"
#include "serve/table.h"
#include "serve/view.h"
#include "serve/wait.h"
#include "store/events.h"
#include "tora/log.h"
#include "tora/version.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_TAIL_MAX (1u << 20) /* bytes of the log that are looked at */
#define REPLAY_MAX   (2u << 20) /* bytes of old events for one subscriber; its room is twice that */
#define REPLAY_FRAME 64         /* bytes of a notification around its event */
#define SPOOL_ROUNDS 50
#define SYNC_MS      30000

const char *tora_daemon_degraded(const struct tora_daemon *d)
{
	if (*d->store_trouble)
		return d->store_trouble;
	return *d->watch_trouble ? d->watch_trouble : NULL;
}

static void put_until(cJSON *obj, bool paused, int64_t until)
{
	if (paused && until)
		tora_json_put_int(obj, "paused_until", until);
	else
		tora_json_put_text(obj, "paused_until", NULL);
}

int tora_do_hello(struct tora_call *call, struct tora_err *err)
{
	struct tora_daemon *d = call->daemon;
	int64_t oldest, newest = 0, until = 0;
	bool paused;
	cJSON *list;
	int rc = tora_events_range(d->store, &oldest, &newest, err);

	if (rc)
		return rc;
	tora_log(d->log, TORA_LOG_DEBUG, "serve", "hello from '%s'",
	         tora_json_text(call->params, "client", "?"));
	tora_json_put_text(call->result, "name", "torad");
	tora_json_put_int(call->result, "protocol", TORA_PROTOCOL);
	tora_json_put_text(call->result, "version", TORA_VERSION);
	tora_json_put_int(call->result, "pid", getpid());
	list = tora_json_put_list(call->result, "capabilities");
	for (const char *const *name = tora_capabilities; *name; name++)
		tora_json_push_text(list, *name);
	tora_json_put_text(call->result, "log", d->paths->log);
	tora_json_put_text(call->result, "store", d->is_store_kept ? d->paths->store : NULL);
	tora_json_put_int(call->result, "max_message", TORA_WIRE_IN_MAX);
	tora_json_put_int(call->result, "max_output", TORA_WIRE_OUT_MAX);
	tora_json_put_int(call->result, "seq", newest);
	tora_json_put_text(call->result, "degraded", tora_daemon_degraded(d));
	paused = tora_queue_is_paused(d->queue, &until);
	tora_json_put_bool(call->result, "paused", paused);
	put_until(call->result, paused, until);
	return TORA_OK;
}

int tora_do_pause(struct tora_call *call, struct tora_err *err)
{
	struct tora_daemon *d = call->daemon;
	cJSON *fields = cJSON_CreateObject();
	struct tora_err ignored;
	int64_t until = 0;

	(void)err;
	tora_queue_pause(d->queue, tora_json_int(call->params, "seconds", 0) * 1000);
	(void)tora_queue_is_paused(d->queue, &until);
	if (until)
		tora_json_put_int(fields, "until", until);
	else
		tora_json_put_text(fields, "until", NULL);
	/* Pausing works even when the disk is full; then nobody is told. */
	(void)tora_events_put(d->store, "daemon.paused", NULL, fields, &ignored);
	tora_log(d->log, TORA_LOG_INFO, "serve", "paused");
	tora_json_put_bool(call->result, "paused", true);
	put_until(call->result, true, until);
	return TORA_OK;
}

int tora_do_resume(struct tora_call *call, struct tora_err *err)
{
	(void)err;
	tora_queue_resume(call->daemon->queue);
	tora_log(call->daemon->log, TORA_LOG_INFO, "serve", "resumed");
	tora_json_put_bool(call->result, "paused", false);
	return TORA_OK;
}

/* ---- subscribe ------------------------------------------------------------------------- */

/* Is everything after `since` still there, and little enough to be sent at once? */
static int is_lost(struct tora_call *call, int64_t since, int64_t newest, int64_t oldest, bool *ret,
                   struct tora_err *err)
{
	int64_t before = since < oldest ? oldest - 1 : since, bytes = 0;
	int rc;

	*ret = since > newest || since + 1 < oldest;
	if (since == 0 && oldest > 1)
		*ret = false; /* asked for everything kept */
	if (*ret || since == newest)
		return TORA_OK;
	rc = tora_events_bytes(call->daemon->store, since, &bytes, err);
	*ret = bytes + (newest - before) * REPLAY_FRAME > REPLAY_MAX;
	return rc;
}

int tora_do_subscribe(struct tora_call *call, struct tora_err *err)
{
	struct tora_client *client = call->client;
	struct tora_repo_row repo = { 0 };
	int64_t oldest = 0, newest = 0, since;
	bool lost = false;
	int rc;

	if (!client)
		return TORA_OK;
	if (tora_json_text(call->params, "repo", NULL)) {
		rc = tora_view_repo(call, &repo, err);
		if (rc)
			return rc;
	}
	rc = tora_events_range(call->daemon->store, &oldest, &newest, err);
	since = tora_json_int(call->params, "since", newest);
	if (rc == TORA_OK)
		rc = is_lost(call, since, newest, oldest, &lost, err);
	if (rc)
		return rc;
	free(client->repo);
	client->repo = repo.common_dir ? tora_xstrdup(repo.common_dir) : NULL;
	client->is_subscribed = !tora_json_bool(call->params, "off", false);
	client->seq = lost ? newest : since;
	tora_json_put_int(call->result, "seq", newest);
	tora_json_put_bool(call->result, "lost", lost);
	return TORA_OK;
}

/* ---- sync ------------------------------------------------------------------------------ */

static bool is_settled(struct tora_call *call, int64_t number)
{
	struct tora_daemon *d = call->daemon;
	unsigned queued, running;
	int64_t until;

	(void)number;
	if (!tora_watch_is_settled(d->watch) || tora_server_is_asking(d->server))
		return false;
	if (!tora_json_bool(call->params, "idle", false))
		return true;
	tora_queue_counts(d->queue, &queued, &running);
	return queued + running == 0 || tora_queue_is_paused(d->queue, &until) ||
	       (running == 0 && tora_queue_ease(d->queue)->reason != TORA_REASON_NONE);
}

static int answer_sync(struct tora_call *call, int64_t number, bool is_late, struct tora_err *err)
{
	struct tora_daemon *d = call->daemon;
	struct tora_repo_rows repos = { 0 };
	struct tora_watch_view view;
	unsigned queued, running;
	int64_t oldest, newest = 0;
	cJSON *held;
	int rc = tora_events_range(d->store, &oldest, &newest, err);

	(void)number;
	if (rc == TORA_OK)
		rc = tora_repos_list(d->store, call->arena, true, &repos, err);
	if (rc)
		return rc;
	tora_queue_counts(d->queue, &queued, &running);
	tora_json_put_int(call->result, "seq", newest);
	tora_json_put_bool(
		call->result, "done",
		!is_late && !(tora_json_bool(call->params, "idle", false) && queued + running > 0));
	held = tora_json_put_list(call->result, "held");
	for (size_t i = 0; i < repos.n; i++)
		if (tora_watch_view(d->watch, repos.at[i].id, &view) &&
		    view.state == TORA_WATCH_BUSY)
			tora_json_push_text(held, view.common_dir);
	tora_json_put_int(call->result, "queued", queued);
	tora_json_put_int(call->result, "running", running);
	return TORA_OK;
}

int tora_do_sync(struct tora_call *call, struct tora_err *err)
{
	struct tora_wait_spec spec = {
		.is_ready = is_settled,
		.answer = answer_sync,
		.timeout_ms = tora_json_int(call->params, "timeout_ms", SYNC_MS),
	};

	/* Where no file event tells of it; what comes faster than it goes is not waited for. */
	for (int i = 0; i < SPOOL_ROUNDS && tora_spool_drain(call->daemon); i++)
		;
	tora_watch_flush(call->daemon->watch);
	tora_queue_hurry(call->daemon->queue, 0, NULL);
	return tora_wait(tora_server_waits(call->daemon->server), call, &spec, err);
}

/* ---- log ------------------------------------------------------------------------------- */

/* The end of the log, from a line's beginning. */
static int read_tail(const char *path, struct tora_str *out, struct tora_err *err)
{
	char *buf = tora_xmalloc(LOG_TAIL_MAX);
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = TORA_OK;
	struct stat st;
	off_t from = 0;
	ssize_t n;

	if (fd < 0 || fstat(fd, &st) < 0) {
		rc = tora_fail_sys(err, "opening the log '%s'", path);
		goto out;
	}
	if (st.st_size > (off_t)LOG_TAIL_MAX)
		from = st.st_size - (off_t)LOG_TAIL_MAX;
	n = pread(fd, buf, LOG_TAIL_MAX, from);
	if (n < 0) {
		rc = tora_fail_sys(err, "reading the log '%s'", path);
	} else {
		struct tora_sv text = { buf, (size_t)n }, line;

		if (from)
			(void)tora_sv_line(&text, &line);
		tora_str_add(out, text);
	}
out:
	if (fd >= 0)
		(void)close(fd);
	free(buf);
	return rc;
}

static bool is_about(struct tora_sv line, const char *check)
{
	struct tora_str needle = TORA_STR_INIT(40);
	bool found = false;

	tora_str_addf(&needle, "check=%s", check);
	for (size_t i = 0; i + needle.len <= line.len && !found; i++)
		found = memcmp(line.at + i, needle.buf, needle.len) == 0 &&
		        (i + needle.len == line.len || line.at[i + needle.len] < '0' ||
		         line.at[i + needle.len] > '9');
	tora_str_free(&needle);
	return found;
}

int tora_do_log(struct tora_call *call, struct tora_err *err)
{
	const char *check = tora_json_text(call->params, "check", NULL);
	size_t want = (size_t)tora_json_int(call->params, "lines", 100), n = 0;
	struct tora_str text = TORA_STR_INIT(LOG_TAIL_MAX + 1);
	TORA_VEC(struct tora_sv) lines = { 0 };
	struct tora_sv rest, line;
	cJSON *list;
	int rc = read_tail(call->daemon->paths->log, &text, err);

	rest = tora_str_view(&text);
	while (rc == TORA_OK && tora_sv_line(&rest, &line))
		if (!check || is_about(line, check))
			*tora_vec_push(call->arena, &lines) = line;
	tora_json_put_text(call->result, "path", call->daemon->paths->log);
	list = tora_json_put_list(call->result, "lines");
	n = lines.n > want ? lines.n - want : 0;
	for (; n < lines.n; n++)
		tora_json_push_text(list, tora_arena_text(call->arena, lines.at[n]));
	tora_str_free(&text);
	return rc;
}

int tora_do_shutdown(struct tora_call *call, struct tora_err *err)
{
	(void)err;
	if (tora_json_bool(call->params, "drain", false)) {
		call->daemon->is_draining = true;
		tora_queue_drain(call->daemon->queue);
	} else {
		call->daemon->is_stopping = true;
	}
	tora_log(call->daemon->log, TORA_LOG_INFO, "serve", "asked to stop");
	tora_json_put_bool(call->result, "stopping", true);
	return TORA_OK;
}
