#include "client/conn.h"

#include "hooks/event.h"
#include "hooks/line.h"
#include "tora/answers.h"
#include "tora/clock.h"
#include "tora/spawn.h"
#include "tora/version.h"

#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define START_MS 5000
#define AGAIN_MS 20   /* between looks at a daemon that comes or goes */
#define LATE_MS  1000 /* of the state folder, when the daemon has taken its time already */

struct tora_conn {
	int fd;
	const struct tora_paths *paths; /* borrowed */
	unsigned budget_ms;
	int64_t next_id;
	bool is_kept, is_paused;
	int64_t paused_until; /* 0: until somebody says so */
	struct tora_wire_in in;
	tora_conn_event *event;
	void *event_ctx;
};

int tora_conn_open(const struct tora_paths *paths, unsigned budget_ms, struct tora_conn **ret,
                   struct tora_err *err)
{
	struct tora_conn *c;
	int fd = -1, rc = tora_line_open(paths, &fd, err);

	if (rc)
		return rc;
	c = tora_xcalloc(1, sizeof *c);
	c->fd = fd;
	c->budget_ms = budget_ms;
	c->next_id = 1;
	c->is_kept = true;
	c->paths = paths;
	tora_wire_in_init(&c->in, TORA_WIRE_IN_MAX);
	*ret = c;
	return TORA_OK;
}

void tora_conn_free(struct tora_conn *c)
{
	if (!c)
		return;
	(void)close(c->fd);
	tora_wire_in_done(&c->in);
	free(c);
}

void tora_conn_on_event(struct tora_conn *c, tora_conn_event *fn, void *ctx)
{
	c->event = fn;
	c->event_ctx = ctx;
}

static int send_line(struct tora_conn *c, const struct tora_str *line, struct tora_err *err)
{
	int rc = tora_str_check(line, err);

	return rc ? rc
	          : tora_line_send(c->fd, tora_str_view(line), tora_clock_mono_ms() + c->budget_ms,
	                           err);
}

static int more_bytes(struct tora_conn *c, int64_t until, struct tora_err *err)
{
	char chunk[TORA_WIRE_CHUNK];
	size_t n = 0;
	int rc = tora_line_read(c->fd, c->paths, until, chunk, sizeof chunk, &n, err);

	return rc ? rc : tora_wire_in_feed(&c->in, (struct tora_sv){ chunk, n }, err);
}

static int rc_of_code(int64_t code)
{
	switch (code) {
	case TORA_WIRE_NOTFOUND:
		return TORA_E_NOTFOUND;
	case TORA_WIRE_LIMIT:
	case TORA_WIRE_BUSY:
		return TORA_E_LIMIT;
	case TORA_WIRE_DENIED:
		return TORA_E_DENIED;
	case TORA_WIRE_PARAMS:
		return TORA_E_USAGE;
	default:
		return TORA_E_REMOTE;
	}
}

/* One message: a notification is handed on, another answer dropped. True when it was ours. */
static bool take_message(struct tora_conn *c, cJSON *msg, int64_t id, cJSON **ret_result,
                         int *ret_rc, struct tora_err *err)
{
	const cJSON *failure = tora_json_obj(msg, "error");

	if (tora_json_text(msg, "method", NULL)) {
		if (c->event)
			c->event(c->event_ctx, tora_json_obj(msg, "params"));
		return false;
	}
	if (tora_json_int(msg, "id", -1) != id &&
	    !(failure && cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(msg, "id"))))
		return false;
	if (failure) { /* with an id or, of one who is not served at all, without */
		*ret_rc = tora_fail(err, rc_of_code(tora_json_int(failure, "code", 0)), "%s",
		                    tora_json_text(failure, "message", "the daemon failed"));
		return true;
	}
	*ret_result = cJSON_DetachItemFromObject(msg, "result");
	*ret_rc = *ret_result ? TORA_OK
	                      : tora_fail(err, TORA_E_FORMAT, "the daemon's answer has no result");
	return true;
}

int tora_conn_call(struct tora_conn *c, const char *method, const cJSON *params, int64_t budget_ms,
                   cJSON **ret_result, struct tora_err *err)
{
	int64_t id = c->next_id++, until = tora_clock_mono_ms() + budget_ms;
	struct tora_str line = TORA_STR_INIT(TORA_WIRE_IN_MAX);
	struct tora_sv answer;
	int rc;

	tora_wire_request(&line, id, method, params);
	rc = send_line(c, &line, err);
	tora_str_free(&line);
	if (rc == TORA_E_CANCELED)
		rc = TORA_OK; /* who does not serve us says why before the connection is closed */
	while (rc == TORA_OK) {
		while (tora_wire_in_next(&c->in, &answer)) {
			cJSON *msg = NULL;
			bool ours;

			rc = tora_json_parse(answer, TORA_WIRE_IN_MAX, &msg, err);
			if (rc)
				return tora_wrap(err, "the daemon's answer");
			ours = take_message(c, msg, id, ret_result, &rc, err);
			cJSON_Delete(msg);
			if (ours)
				return rc;
		}
		rc = more_bytes(c, until, err);
	}
	/* It waits itself, for as long as the disk or the server that its store lies on is gone. */
	if (rc == TORA_E_TIMEOUT)
		(void)tora_answers(c->paths->state, LATE_MS, err);
	return rc;
}

int tora_conn_wait_closed(struct tora_conn *c, int64_t budget_ms, struct tora_err *err)
{
	int64_t until = tora_clock_mono_ms() + budget_ms;
	struct tora_sv line;
	int rc = TORA_OK;

	while (rc == TORA_OK) {
		while (tora_wire_in_next(&c->in, &line))
			;
		rc = more_bytes(c, until, err);
	}
	return rc == TORA_E_TIMEOUT ? rc : TORA_OK;
}

int tora_conn_beside(const char *program, const char *name, char *buf, size_t size,
                     struct tora_err *err)
{
	const char *slash = strrchr(program, '/');

	return tora_paths_format(buf, size, err, "%.*s/%s", slash ? (int)(slash - program) : 1,
	                         slash ? program : ".", name);
}

/* The one that stands beside `program`. */
static int start_daemon(const char *program, struct tora_err *err)
{
	char torad[PATH_MAX];
	const char *const argv[] = { torad, "run", NULL };
	int rc = tora_conn_beside(program, "torad", torad, sizeof torad, err);

	if (rc == TORA_OK)
		rc = tora_spawn_daemon(argv, START_MS, err);
	return rc;
}

static int greet(struct tora_conn *c, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject(), *hello = NULL;
	int rc;

	tora_json_put_text(params, "client", "tora " TORA_VERSION);
	rc = tora_conn_call(c, "hello", params, START_MS, &hello, err);
	if (rc == TORA_OK) {
		c->is_kept = tora_json_text(hello, "store", NULL) != NULL;
		c->is_paused = tora_json_bool(hello, "paused", false);
		c->paused_until = tora_json_int(hello, "paused_until", 0);
	}
	cJSON_Delete(params);
	cJSON_Delete(hello);
	return rc;
}

bool tora_conn_is_kept(const struct tora_conn *c)
{
	return c->is_kept;
}

bool tora_conn_is_paused(const struct tora_conn *c, int64_t *ret_until_ms)
{
	*ret_until_ms = c->paused_until;
	return c->is_paused;
}

static int open_and_greet(const struct tora_paths *paths, struct tora_conn **ret,
                          struct tora_err *err)
{
	int rc = tora_conn_open(paths, START_MS, ret, err);

	if (rc)
		return rc;
	rc = greet(*ret, err);
	if (rc) {
		tora_conn_free(*ret);
		*ret = NULL;
	}
	return rc;
}

bool tora_conn_is_running_already(int rc, const struct tora_err *err)
{
	return rc == TORA_E_REMOTE && tora_sv_has(tora_sv(err->msg), "already running");
}

static int open_or_start(const struct tora_paths *paths, const char *program, bool *ret_started,
                         struct tora_conn **ret, struct tora_err *err)
{
	int64_t until = tora_clock_mono_ms() + START_MS;
	int rc;

	*ret_started = false;
	for (;;) {
		rc = open_and_greet(paths, ret, err);
		if ((rc != TORA_E_NOTFOUND && rc != TORA_E_CANCELED) ||
		    tora_clock_mono_ms() >= until)
			return rc;
		rc = start_daemon(program, err);
		*ret_started = rc == TORA_OK;
		if (rc && !tora_conn_is_running_already(rc, err))
			return rc;
		if (rc)
			(void)poll(NULL, 0, AGAIN_MS);
	}
}

int tora_conn_open_or_start(const struct tora_paths *paths, const char *program,
                            struct tora_conn **ret, struct tora_err *err)
{
	bool started = false;
	int rc;

	if (tora_hook_is_off()) {
		rc = open_and_greet(paths, ret, err);
		return rc != TORA_E_NOTFOUND
		               ? rc
		               : tora_fail(err, TORA_E_DENIED,
		                           "no daemon runs, and none is started in CI or with "
		                           "TORA=0; tora check works without one");
	}
	rc = open_or_start(paths, program, &started, ret, err);
	if (rc == TORA_OK && started)
		(void)fputs("tora: started the background daemon (tora daemon stop ends it)\n",
		            stderr);
	return rc;
}

int tora_conn_ensure(const struct tora_paths *paths, const char *program, bool *ret_started,
                     struct tora_err *err)
{
	struct tora_conn *c = NULL;
	int rc = open_or_start(paths, program, ret_started, &c, err);

	tora_conn_free(c);
	return rc;
}
