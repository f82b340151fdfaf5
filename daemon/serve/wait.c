/*
 * wait.c - the list of those who wait.
 */
#include "serve/wait.h"
#include "loop/timer.h"
#include "serve/client.h"
#include "serve/code.h"
#include "serve/server.h"

#include <stdlib.h>

#define WAITS_OF_CLIENT 100

struct wait {
	struct tora_waits *waits;
	struct tora_client *client;
	struct tora_wait_spec spec;
	cJSON *id, *params;
	struct tora_timer *deadline;
	struct wait *next;
};

struct tora_waits {
	struct tora_daemon *daemon;
	struct wait *list;
};

struct tora_waits *tora_waits_new(struct tora_daemon *daemon)
{
	struct tora_waits *w = tora_xcalloc(1, sizeof *w);

	w->daemon = daemon;
	return w;
}

static void unlink_wait(struct wait *wait)
{
	struct wait **at = &wait->waits->list;

	while (*at != wait)
		at = &(*at)->next;
	*at = wait->next;
	wait->client->waits--;
}

static void free_wait(struct wait *wait)
{
	tora_timer_free(wait->deadline);
	cJSON_Delete(wait->id);
	cJSON_Delete(wait->params);
	free(wait);
}

void tora_waits_free(struct tora_waits *w)
{
	if (!w)
		return;
	while (w->list) {
		struct wait *wait = w->list;

		unlink_wait(wait);
		free_wait(wait);
	}
	free(w);
}

static struct tora_call call_of(const struct wait *wait)
{
	return (struct tora_call){
		.daemon = wait->waits->daemon,
		.client = wait->client,
		.id = wait->id,
		.params = wait->params,
		.arena = tora_arena_new(),
	};
}

static bool is_ready(const struct wait *wait)
{
	struct tora_call call = call_of(wait);
	bool ready = wait->spec.is_ready(&call, wait->spec.number);

	tora_arena_free(call.arena);
	return ready;
}

static void give_answer(struct wait *wait, bool is_late)
{
	struct tora_call call = call_of(wait);
	struct tora_client *client = wait->client;
	struct tora_err err = TORA_ERR_INIT;
	int rc;

	call.result = cJSON_CreateObject();
	unlink_wait(wait);
	rc = wait->spec.answer(&call, wait->spec.number, is_late, &err);
	if (rc)
		tora_client_error(client, wait->id, tora_wire_code_of(rc), err.msg);
	else
		tora_client_result(client, wait->id, call.result);
	cJSON_Delete(call.result);
	tora_arena_free(call.arena);
	free_wait(wait);
	tora_client_settle(client);
}

static void too_late(void *ctx)
{
	give_answer(ctx, true);
}

int tora_wait(struct tora_waits *w, struct tora_call *call, const struct tora_wait_spec *spec,
              struct tora_err *err)
{
	struct wait *wait;

	if (!call->client || !call->id || spec->is_ready(call, spec->number))
		return spec->answer(call, spec->number, false, err);
	if (call->client->waits >= WAITS_OF_CLIENT)
		return tora_fail(err, TORA_E_CONFLICT, "too many answers are waited for");
	wait = tora_xcalloc(1, sizeof *wait);
	wait->waits = w;
	wait->client = call->client;
	wait->spec = *spec;
	wait->id = cJSON_Duplicate(call->id, true);
	wait->params = call->params ? cJSON_Duplicate(call->params, true) : NULL;
	wait->deadline = tora_timer_new(w->daemon->loop, "a waiting answer", too_late, wait);
	if (spec->timeout_ms)
		tora_timer_start(wait->deadline, spec->timeout_ms);
	wait->next = w->list;
	w->list = wait;
	wait->client->waits++;
	call->is_deferred = true;
	return TORA_OK;
}

void tora_waits_look(struct tora_waits *w)
{
	struct wait *wait = w->list;

	while (wait) {
		if (is_ready(wait)) {
			give_answer(wait, false);
			wait = w->list; /* the list may be another one now */
		} else {
			wait = wait->next;
		}
	}
}

void tora_waits_progress(struct tora_waits *w, const char *repo,
                         const struct tora_queue_view *check, const cJSON *fields)
{
	for (struct wait *wait = w->list; wait; wait = wait->next) {
		struct tora_call call = call_of(wait);

		if (wait->spec.is_about && !wait->client->is_subscribed &&
		    wait->spec.is_about(&call, wait->spec.number, check))
			tora_server_passing_to(w->daemon->server, wait->client, "check.progress",
			                       repo, cJSON_Duplicate(fields, true));
		tora_arena_free(call.arena);
	}
}

void tora_waits_drop(struct tora_waits *w, const struct tora_client *client)
{
	struct wait *wait = w->list;

	while (wait) {
		struct wait *next = wait->next;

		if (wait->client == client) {
			unlink_wait(wait);
			free_wait(wait);
		}
		wait = next;
	}
}
