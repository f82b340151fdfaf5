/*
 * call.h - one request on its way, and the handlers of all of them.
 *
 * A handler fills `result`, which becomes the answer, or sets `is_deferred` after it gave the
 * call to wait.h, which answers later.
 */
#ifndef TORA_SERVE_CALL_H
#define TORA_SERVE_CALL_H

#include "serve/daemon.h"
#include "tora/json.h"

struct tora_client;
struct tora_found;

struct tora_call {
	struct tora_daemon *daemon;
	struct tora_client *client;     /* NULL: from the spool; nobody waits for the answer */
	const cJSON *id;                /* borrowed; NULL: a notification */
	const cJSON *params;            /* borrowed; may be NULL */
	const struct tora_found *found; /* place.h; NULL: nothing had to be looked at */
	struct tora_arena *arena;       /* dies with the call */
	cJSON *result;                  /* object, empty at first; owned by whoever made the call */
	bool is_deferred;
};

/* control.c */
int tora_do_hello(struct tora_call *call, struct tora_err *err);
int tora_do_log(struct tora_call *call, struct tora_err *err);
int tora_do_pause(struct tora_call *call, struct tora_err *err);
int tora_do_resume(struct tora_call *call, struct tora_err *err);
int tora_do_subscribe(struct tora_call *call, struct tora_err *err);
int tora_do_sync(struct tora_call *call, struct tora_err *err);
int tora_do_shutdown(struct tora_call *call, struct tora_err *err);
/* status.c */
int tora_do_status(struct tora_call *call, struct tora_err *err);
/* results.c */
int tora_do_check(struct tora_call *call, struct tora_err *err);
int tora_do_checks(struct tora_call *call, struct tora_err *err);
int tora_do_findings(struct tora_call *call, struct tora_err *err);
int tora_do_finding(struct tora_call *call, struct tora_err *err);
int tora_do_ack(struct tora_call *call, struct tora_err *err);
int tora_do_dismiss(struct tora_call *call, struct tora_err *err);
/* repos.c */
int tora_do_repo_add(struct tora_call *call, struct tora_err *err);
int tora_do_repo_remove(struct tora_call *call, struct tora_err *err);
/* hook.c */
int tora_do_hook(struct tora_call *call, struct tora_err *err);

#endif
