#include "serve/later.h"

#include "loop/timer.h"
#include "serve/view.h"
#include "tora/log.h"

#include <stdlib.h>
#include <string.h>

#define LATER_MAX 256

struct commit {
	int64_t repo;
	char *branch, *head;
};

struct tora_later {
	struct tora_daemon *daemon;
	unsigned delay_ms;
	struct tora_timer *timer;
	struct commit at[LATER_MAX];
	size_t n;
};

int tora_later_now(struct tora_daemon *daemon, int64_t repo, const char *branch, const char *head,
                   struct tora_err *err)
{
	struct tora_check_ask ask = {
		.repo = repo, .branch = branch, .head = head, .trigger = "push"
	};
	struct tora_call call = { .daemon = daemon, .arena = tora_arena_new() };
	struct tora_view_commit commit;
	int64_t check;
	int rc = tora_view_commit(&call, repo, branch, head, 1, &commit, err);

	if (rc == TORA_OK && strcmp(commit.state.state, "unknown") == 0)
		rc = tora_queue_ask(daemon->queue, &ask, &check, err);
	else if (rc == TORA_OK)
		tora_queue_promote(daemon->queue, repo, head);
	tora_arena_free(call.arena);
	return rc;
}

void tora_later_flush(struct tora_later *l)
{
	tora_timer_stop(l->timer);
	for (size_t i = 0; i < l->n; i++) {
		struct commit *c = &l->at[i];
		struct tora_err err;

		if (tora_later_now(l->daemon, c->repo, c->branch, c->head, &err))
			tora_log(l->daemon->log, TORA_LOG_WARN, "serve",
			         "'%s' was pushed and is not checked: %s", c->branch, err.msg);
		free(c->branch);
		free(c->head);
	}
	l->n = 0;
}

static void when_over(void *ctx)
{
	tora_later_flush(ctx);
}

struct tora_later *tora_later_new(struct tora_daemon *daemon, unsigned delay_ms)
{
	struct tora_later *l = tora_xcalloc(1, sizeof *l);

	l->daemon = daemon;
	l->delay_ms = delay_ms;
	l->timer = tora_timer_new(daemon->loop, "a push is over", when_over, l);
	return l;
}

void tora_later_free(struct tora_later *l)
{
	if (!l)
		return;
	for (size_t i = 0; i < l->n; i++) {
		free(l->at[i].branch);
		free(l->at[i].head);
	}
	tora_timer_free(l->timer);
	free(l);
}

int tora_later_ask(struct tora_later *l, int64_t repo, const char *branch, const char *head,
                   struct tora_err *err)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].repo == repo && strcmp(l->at[i].head, head) == 0)
			return TORA_OK;
	if (l->n == LATER_MAX)
		return tora_fail(err, TORA_E_LIMIT, "%d commits were pushed in one second",
		                 LATER_MAX);
	l->at[l->n++] = (struct commit){ repo, tora_xstrdup(branch), tora_xstrdup(head) };
	if (!tora_timer_active(l->timer))
		tora_timer_start(l->timer, l->delay_ms);
	return TORA_OK;
}
