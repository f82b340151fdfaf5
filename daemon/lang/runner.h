/*
 * runner.h - one live runner process: PROTOCOL.md from the asking side.
 *
 * Requests go out at once and are answered in order, so the runner never waits for
 * us. Each has a budget that counts from the moment it is the oldest one open. A
 * runner that passes it, says something that is no answer, or ends, is dead: what was
 * open is answered with no JSON, in order, and then ended() is called, once.
 * The program it is started with is the caller's: a sandbox with the runner inside.
 */
#ifndef TORA_LANG_RUNNER_H
#define TORA_LANG_RUNNER_H

#include "lang/rename.h"
#include "loop/proc.h"
#include "tora/json.h"

#define TORA_RUNNER_OPEN_MAX 32          /* requests that may be open */
#define TORA_RUNNER_LINE_MAX (9u << 20)  /* bytes of one answer */
#define TORA_RUNNER_WAIT_MAX (32u << 20) /* bytes of requests that may wait to be written */

#define TORA_RUNNER_NAMES_MAX 2

enum tora_runner_how {
	TORA_RUNNER_ANSWERED,
	TORA_RUNNER_SLOW, /* this very request passed its budget */
	TORA_RUNNER_DIED, /* this very request was being worked on when the runner ended */
	TORA_RUNNER_LOST, /* it was waiting behind such a one, and was never looked at */
};

struct tora_runner_spec {
	const char *name; /* for the log; lives as long as the runner */
	const char *const *argv;
	const char *const *env;
	const struct tora_proc_fd *fds;
	size_t n_fds;
	const struct tora_rename *names; /* folders it knows by other names than we; copied */
	size_t n_names; /* at most TORA_RUNNER_NAMES_MAX; their text lives as long as the runner */
	int64_t hello_ms; /* to say hello; the first request's budget begins after it */
	/*
	 * json is NULL unless ANSWERED; *json may be taken by setting it to NULL, else it is freed.
	 * The runner must not be freed in here.
	 */
	void (*answered)(void *ctx, unsigned ticket, enum tora_runner_how how, cJSON **json);
	/* It is over; `why` is one sentence for the log. The runner may be freed in here. */
	void (*ended)(void *ctx, const char *why);
	void *ctx;
};

struct tora_runner;

/* TORA_E_NOTFOUND, TORA_E_SYS: not started, and no callback is made. Copies what it needs of the spec. */
int tora_runner_start(struct tora_loop *loop, const struct tora_runner_spec *spec,
                      struct tora_runner **ret_runner, struct tora_err *err);
void tora_runner_free(struct tora_runner *r); /* NULL is fine; kills it, no callback is made */

/*
 * Send `request` (borrowed; "id" is put into it). *ret_ticket comes back with the answer.
 * TORA_E_LIMIT: too many or too much open. TORA_E_REMOTE: it is dead.
 */
int tora_runner_ask(struct tora_runner *r, cJSON *request, int64_t budget_ms, unsigned *ret_ticket,
                    struct tora_err *err);
size_t tora_runner_open(const struct tora_runner *r); /* requests not answered yet */

#endif
