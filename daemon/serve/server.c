/*
 * server.c - lines in, answers and events out.
 */
#include "serve/server.h"
#include "loop/timer.h"
#include "serve/call.h"
#include "serve/client.h"
#include "serve/code.h"
#include "serve/place.h"
#include "serve/table.h"
#include "serve/wait.h"
#include "store/events.h"
#include "tora/clock.h"
#include "tora/log.h"

#include <stdlib.h>
#include <string.h>

#define EVENTS_AT_ONCE 200

struct tora_server {
	struct tora_daemon *daemon;
	struct tora_listener *listener;
	struct tora_client *clients;
	struct tora_waits *waits;
	struct tora_places *places;
	struct tora_timer *events;
	int64_t seq; /* newest event in the store, as far as we looked */
	void (*on_activity)(void *ctx);
	void *activity_ctx;
};

static void activity(struct tora_server *s)
{
	if (s->on_activity)
		s->on_activity(s->activity_ctx);
}

/* ---- clients ------------------------------------------------------------------------- */

static void send_line(struct tora_client *c, const struct tora_str *line)
{
	struct tora_err err;

	(void)tora_sock_send(c->sock, tora_str_view(line), &err); /* on_close() follows if not */
}

void tora_client_result(struct tora_client *c, const cJSON *id, const cJSON *result)
{
	struct tora_str line = TORA_STR_INIT(TORA_WIRE_OUT_MAX);

	tora_wire_result(&line, id, result);
	if (line.over)
		tora_client_error(c, id, TORA_WIRE_LIMIT, "the answer is larger than 4 MiB");
	else
		send_line(c, &line);
	tora_str_free(&line);
}

void tora_client_error(struct tora_client *c, const cJSON *id, enum tora_wire_code code,
                       const char *message)
{
	struct tora_str line = TORA_STR_INIT(64u << 10);

	tora_wire_error(&line, id, code, message);
	send_line(c, &line);
	tora_str_free(&line);
}

void tora_client_settle(struct tora_client *c)
{
	if (c->is_closing && c->waits == 0 && !c->is_subscribed)
		tora_sock_close(c->sock);
}

static void *on_open(void *ctx, struct tora_sock *sock)
{
	struct tora_server *s = ctx;
	struct tora_client *c = tora_xcalloc(1, sizeof *c);

	c->server = s;
	c->sock = sock;
	tora_wire_in_init(&c->in, TORA_WIRE_IN_MAX);
	c->next = s->clients;
	c->at = &s->clients;
	if (c->next)
		c->next->at = &c->next;
	s->clients = c;
	activity(s);
	return c;
}

static void on_close(void *state, const char *why)
{
	struct tora_client *c = state;
	struct tora_server *s = c->server;

	tora_log(s->daemon->log, TORA_LOG_DEBUG, "serve", "client left: %s", why);
	tora_waits_drop(s->waits, c);
	tora_places_drop(s->places, c);
	tora_wire_in_done(&c->in);
	free(c->repo);
	*c->at = c->next;
	if (c->next)
		c->next->at = c->at;
	free(c);
	activity(s);
}

/* ---- requests ------------------------------------------------------------------------ */

static int handle(struct tora_server *s, struct tora_call *call, const cJSON *request,
                  struct tora_err *err)
{
	const struct tora_command *command =
		tora_command_find(tora_json_text(request, "method", ""));
	int64_t began = tora_clock_mono_ms(), took;
	bool is_kept = false;
	int rc;

	if (!command)
		return tora_fail(err, TORA_E_UNSUPPORTED, "no such method");
	rc = tora_params_check(command->name, command->fields, tora_command_fields(command),
	                       call->params, err);
	if (rc == TORA_OK && !call->found)
		rc = tora_places_ask(s->places, call, request, &is_kept, err);
	if (is_kept && call->client) {
		call->client->is_held = true;
		call->client->waits++;
	}
	call->is_deferred = is_kept;
	if (rc == TORA_OK && !is_kept)
		rc = command->handle(call, err);
	took = tora_clock_mono_ms() - began;
	if (took > TORA_LOOP_SLOW_MS)
		tora_log(call->daemon->log, TORA_LOG_WARN, "serve", "%s took %d ms", command->name,
		         (int)took);
	return rc;
}

/* One request that is an object. `client` NULL: from the spool. `found` NULL: nothing was looked at for it yet. */
static void dispatch(struct tora_server *s, struct tora_client *client, const cJSON *request,
                     const struct tora_found *found)
{
	const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "id");
	const char *method = tora_json_text(request, "method", NULL);
	struct tora_call call = {
		.daemon = s->daemon,
		.client = client,
		.id = id,
		.params = cJSON_GetObjectItemCaseSensitive(request, "params"),
		.found = found,
	};
	struct tora_err err = TORA_ERR_INIT;
	enum tora_wire_code code;
	int rc;

	if (!method || (id && !cJSON_IsString(id) && !cJSON_IsNumber(id) && !cJSON_IsNull(id))) {
		if (client)
			tora_client_error(client, NULL, TORA_WIRE_REQUEST, "not a request");
		return;
	}
	call.arena = tora_arena_new();
	call.result = cJSON_CreateObject();
	rc = handle(s, &call, request, &err);
	code = tora_command_find(method) ? tora_wire_code_of(rc) : TORA_WIRE_METHOD;
	if (client && id && rc)
		tora_client_error(client, id, code, err.msg);
	else if (client && id && !call.is_deferred)
		tora_client_result(client, id, call.result);
	cJSON_Delete(call.result);
	tora_arena_free(call.arena);
}

static void take_line(struct tora_server *s, struct tora_client *client, struct tora_sv line)
{
	struct tora_err err;
	cJSON *request = NULL;

	if (tora_sv_trim(line).len == 0)
		return;
	if (tora_json_parse(line, TORA_WIRE_IN_MAX, &request, &err)) {
		if (client)
			tora_client_error(client, NULL, TORA_WIRE_PARSE, err.msg);
		return;
	}
	if (cJSON_IsObject(request))
		dispatch(s, client, request, NULL);
	else if (client)
		tora_client_error(client, NULL, TORA_WIRE_REQUEST, "not a request object");
	cJSON_Delete(request);
	tora_server_events(s);
	activity(s);
}

static void take_lines(struct tora_client *c)
{
	struct tora_sv line;

	while (!c->is_held && tora_wire_in_next(&c->in, &line))
		take_line(c->server, c, line);
	tora_client_settle(c);
}

/* What had to be looked at for it was. */
static void again(void *ctx, struct tora_client *client, const cJSON *request,
                  const struct tora_found *found)
{
	struct tora_server *s = ctx;

	dispatch(s, client, request, found);
	tora_server_events(s);
	activity(s);
	if (client) {
		client->is_held = false;
		client->waits--;
		take_lines(client);
	}
	tora_waits_look(s->waits);
}

static void on_data(void *state, struct tora_sock *sock, struct tora_sv bytes)
{
	struct tora_client *c = state;
	struct tora_err err;

	if (tora_wire_in_feed(&c->in, bytes, &err)) {
		tora_client_error(c, NULL, TORA_WIRE_LIMIT, "a message may have 8 MiB");
		tora_sock_close(sock);
		return;
	}
	take_lines(c);
}

static void on_eof(void *state, struct tora_sock *sock)
{
	struct tora_client *c = state;

	(void)sock;
	c->is_closing = true;
	tora_client_settle(c);
}

void tora_server_request(struct tora_server *s, struct tora_sv line)
{
	take_line(s, NULL, line);
}

/* ---- events -------------------------------------------------------------------------- */

static bool is_wanted(const struct tora_client *c, const char *repo)
{
	return !c->repo || !repo || strcmp(c->repo, repo) == 0;
}

static void send_event(struct tora_client *c, const struct tora_event_row *row)
{
	struct tora_str line = TORA_STR_INIT(1u << 20);

	c->seq = row->seq;
	if (!is_wanted(c, row->repo))
		return;
	tora_str_addf(&line, "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":%s}\n",
	              row->json);
	if (!line.over)
		send_line(c, &line);
	tora_str_free(&line);
}

/* The number of the oldest event that somebody still has to get. */
static int64_t told_to_all(const struct tora_server *s)
{
	int64_t told = INT64_MAX;

	for (const struct tora_client *c = s->clients; c; c = c->next)
		if (c->is_subscribed && c->seq < told)
			told = c->seq;
	return told;
}

static void tell(void *ctx)
{
	struct tora_server *s = ctx;
	struct tora_arena *arena = tora_arena_new();
	struct tora_event_rows rows = { 0 };
	struct tora_err err;
	int64_t oldest, since = told_to_all(s);

	(void)tora_events_range(s->daemon->store, &oldest, &s->seq, &err);
	if (since < s->seq && tora_events_since(s->daemon->store, arena, since, EVENTS_AT_ONCE,
	                                        &rows, &err) == TORA_OK) {
		for (struct tora_client *c = s->clients; c; c = c->next)
			for (size_t i = 0; i < rows.n && c->is_subscribed; i++)
				if (rows.at[i].seq > c->seq)
					send_event(c, &rows.at[i]);
		if (rows.n == EVENTS_AT_ONCE)
			tora_server_events(s);
	}
	tora_arena_free(arena);
}

void tora_server_events(struct tora_server *s)
{
	if (!tora_timer_active(s->events))
		tora_timer_start(s->events, 0);
}

static void passing_line(struct tora_server *s, const char *kind, const char *repo, cJSON *fields,
                         struct tora_str *line)
{
	tora_json_put_int(fields, "seq", s->seq);
	tora_json_put_int(fields, "at", tora_clock_wall_ms());
	tora_json_put_text(fields, "kind", kind);
	if (repo)
		tora_json_put_text(fields, "repo", repo);
	tora_wire_notify(line, "event", fields);
	cJSON_Delete(fields);
}

void tora_server_passing(struct tora_server *s, const char *kind, const char *repo, cJSON *fields)
{
	struct tora_str line = TORA_STR_INIT(64u << 10);

	passing_line(s, kind, repo, fields, &line);
	for (struct tora_client *c = s->clients; c && !line.over; c = c->next)
		if (c->is_subscribed && is_wanted(c, repo))
			send_line(c, &line);
	tora_str_free(&line);
}

void tora_server_passing_to(struct tora_server *s, struct tora_client *client, const char *kind,
                            const char *repo, cJSON *fields)
{
	struct tora_str line = TORA_STR_INIT(64u << 10);

	passing_line(s, kind, repo, fields, &line);
	if (!line.over)
		send_line(client, &line);
	tora_str_free(&line);
}

/* ---- what the other parts say ---------------------------------------------------------- */

void tora_server_check_ended(struct tora_server *s, int64_t check)
{
	(void)check;
	tora_server_events(s);
	tora_waits_look(s->waits);
	activity(s);
}

void tora_server_check_progress(struct tora_server *s, int64_t check)
{
	struct tora_queue_view view;
	struct tora_watch_view repo = { 0 };
	struct tora_str id = TORA_STR_INIT(24);
	cJSON *fields;

	if (!tora_queue_find(s->daemon->queue, check, 0, NULL, NULL, &view))
		return;
	(void)tora_watch_view(s->daemon->watch, view.repo, &repo);
	fields = cJSON_CreateObject();
	tora_str_addf(&id, "c%lld", (long long)check);
	tora_json_put_text(fields, "branch", view.branch);
	tora_json_put_text(fields, "check", id.buf);
	tora_json_put_text(fields, "stage", view.stage);
	tora_json_put_int(fields, "done", view.done);
	tora_json_put_int(fields, "of", view.of);
	tora_waits_progress(s->waits, repo.common_dir, &view, fields);
	tora_server_passing(s, "check.progress", repo.common_dir, fields);
	tora_str_free(&id);
}

void tora_server_settled(struct tora_server *s)
{
	tora_waits_look(s->waits);
}

struct tora_waits *tora_server_waits(struct tora_server *s)
{
	return s->waits;
}

bool tora_server_is_asking(const struct tora_server *s)
{
	return tora_places_is_asking(s->places);
}

unsigned tora_server_clients(const struct tora_server *s)
{
	return tora_listener_clients(s->listener);
}

void tora_server_on_activity(struct tora_server *s, void (*fn)(void *ctx), void *ctx)
{
	s->on_activity = fn;
	s->activity_ctx = ctx;
}

/* As when /run/user is taken away at the end of a session. Nobody finds us any more, and our locks would keep out
 * whoever is started instead. */
static void on_gone(void *ctx)
{
	struct tora_server *s = ctx;

	tora_log(s->daemon->log, TORA_LOG_WARN, "serve",
	         "the socket '%s' was removed: nobody can reach this daemon, it ends",
	         s->daemon->paths->socket);
	s->daemon->is_stopping = true;
	activity(s);
}

int tora_server_new(struct tora_daemon *daemon, uid_t uid, struct tora_server **ret_server,
                    struct tora_err *err)
{
	struct tora_server *s = tora_xcalloc(1, sizeof *s);
	struct tora_listen_spec spec = {
		.path = daemon->paths->socket,
		.holds_lock = true,
		.uid = uid,
		.max_clients = TORA_CLIENTS_MAX,
		.refusal = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32003,"
			   "\"message\":\"too many clients: the daemon serves no more at a "
			   "time; try again in a moment\"}}\n",
		.on_open = on_open,
		.on_data = on_data,
		.on_eof = on_eof,
		.on_close = on_close,
		.on_gone = on_gone,
		.ctx = s,
	};
	int64_t oldest;
	int rc;

	s->daemon = daemon;
	s->waits = tora_waits_new(daemon);
	s->places = tora_places_new(daemon, again, s);
	s->events = tora_timer_new(daemon->loop, "events", tell, s);
	rc = tora_events_range(daemon->store, &oldest, &s->seq, err);
	if (rc == TORA_OK)
		rc = tora_listener_new(daemon->loop, &spec, &s->listener, err);
	if (rc) {
		tora_server_free(s);
		return rc;
	}
	*ret_server = s;
	return TORA_OK;
}

void tora_server_free(struct tora_server *s)
{
	if (!s)
		return;
	s->on_activity = NULL;
	tora_listener_free(s->listener); /* on_close() for each client */
	tora_places_free(s->places);
	tora_waits_free(s->waits);
	tora_timer_free(s->events);
	free(s);
}
