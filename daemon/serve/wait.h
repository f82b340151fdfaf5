/*
 * wait.h - answers that come later: a check to end, everything to settle, a push to be judged.
 *
 * Each has a deadline. A wait belongs to its client and goes with it.
 */
#ifndef TORA_SERVE_WAIT_H
#define TORA_SERVE_WAIT_H

#include "serve/call.h"

struct tora_waits;

struct tora_waits *tora_waits_new(struct tora_daemon *daemon);
void tora_waits_free(struct tora_waits *w);

/*
 * `is_ready` is asked at once and after every event that may change its answer; when it says yes, or
 * when the time is over, `answer` fills the result from scratch. `params` of the call are kept.
 */
struct tora_wait_spec {
	bool (*is_ready)(struct tora_call *call, int64_t number);
	int (*answer)(struct tora_call *call, int64_t number, bool is_late, struct tora_err *err);
	int64_t number;     /* for the three: a check, say */
	int64_t timeout_ms; /* 0: for ever */
	/* Whether check.progress of this check is sent to the client meanwhile; NULL: none is. */
	bool (*is_about)(struct tora_call *call, int64_t number,
	                 const struct tora_queue_view *check);
};
/* Answers at once if it is ready; else sets call->is_deferred. A call without id waits for nothing. */
int tora_wait(struct tora_waits *w, struct tora_call *call, const struct tora_wait_spec *spec,
              struct tora_err *err);

void tora_waits_look(struct tora_waits *w); /* something changed */
void tora_waits_progress(struct tora_waits *w, const char *repo,
                         const struct tora_queue_view *check, const cJSON *fields);
void tora_waits_drop(struct tora_waits *w, const struct tora_client *client);

#endif
