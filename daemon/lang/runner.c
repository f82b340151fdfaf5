/*
 * The life of a runner:
 *
 *	start --> GREETING --hello--> READY --slow, nonsense, exit--> DYING --all facts in--> DEAD
 *
 * Being killed takes a moment; nothing it says in that time counts.
 */
#include "lang/runner.h"

#include "loop/timer.h"
#include "tora/wire.h"

#include <stdlib.h>
#include <string.h>

#define STDERR_MAX 4096

enum phase { GREETING, READY, DYING, DEAD };

struct open_request {
	unsigned ticket;
	int64_t budget_ms;
};

struct tora_runner {
	struct tora_proc *proc;
	struct tora_timer *alarm;
	struct tora_wire_in in;
	enum phase phase;
	enum tora_runner_how how; /* what becomes of the oldest open request, once DYING */
	char why[160];            /* "" until we know why it is dying */
	unsigned tickets;
	struct open_request open[TORA_RUNNER_OPEN_MAX]; /* oldest first */
	size_t n_open;
	struct tora_rename names[TORA_RUNNER_NAMES_MAX];
	size_t n_names;
	void (*answered)(void *ctx, unsigned ticket, enum tora_runner_how how, cJSON **json);
	void (*ended)(void *ctx, const char *why);
	void *ctx;
};

static void give_up(struct tora_runner *r, enum tora_runner_how how, const char *why)
{
	struct tora_str text = TORA_STR_INIT(sizeof(r->why) - 1);

	if (r->phase == DYING || r->phase == DEAD)
		return;
	tora_str_add_clip(&text, tora_sv(why));
	memcpy(r->why, text.buf, text.len + 1);
	tora_str_free(&text);
	r->phase = DYING;
	r->how = how;
	tora_timer_stop(r->alarm);
	tora_proc_kill(r->proc);
}

static void on_alarm(void *ctx)
{
	struct tora_runner *r = ctx;

	give_up(r, TORA_RUNNER_SLOW,
	        r->phase == GREETING ? "it did not say hello in time" : "a request took too long");
}

static void close_oldest(struct tora_runner *r, enum tora_runner_how how, cJSON **json)
{
	unsigned ticket = r->open[0].ticket;

	r->n_open--;
	memmove(r->open, r->open + 1, r->n_open * sizeof(r->open[0]));
	r->answered(r->ctx, ticket, how, json);
}

static void watch_oldest(struct tora_runner *r)
{
	if (r->phase == READY && r->n_open)
		tora_timer_start(r->alarm, r->open[0].budget_ms);
	else if (r->phase == READY)
		tora_timer_stop(r->alarm);
}

static int parse_line(const struct tora_runner *r, struct tora_sv line, cJSON **ret_json,
                      struct tora_err *err)
{
	struct tora_str ours = TORA_STR_INIT(2 * TORA_RUNNER_LINE_MAX);
	int rc;

	if (!r->n_names)
		return tora_json_parse(line, TORA_RUNNER_LINE_MAX, ret_json, err);
	tora_rename_answer(r->names, r->n_names, line, &ours);
	rc = tora_str_check(&ours, err);
	if (!rc)
		rc = tora_json_parse(tora_str_view(&ours), 2 * TORA_RUNNER_LINE_MAX, ret_json, err);
	tora_str_free(&ours);
	return rc;
}

/* One line it said. */
static void take_line(struct tora_runner *r, struct tora_sv line)
{
	struct tora_err err = TORA_ERR_INIT;
	cJSON *json = NULL;

	if (parse_line(r, line, &json, &err)) {
		give_up(r, TORA_RUNNER_DIED, "it said something that is not JSON");
	} else if (r->phase == GREETING) {
		if (tora_json_int(json, "protocol", 0) == 1) {
			r->phase = READY;
			watch_oldest(r);
		} else {
			give_up(r, TORA_RUNNER_DIED, "it did not say hello");
		}
	} else if (!r->n_open || tora_json_int(json, "id", -1) != (int64_t)r->open[0].ticket) {
		give_up(r, TORA_RUNNER_DIED, "it answered what was not asked");
	} else {
		close_oldest(r, TORA_RUNNER_ANSWERED, &json);
		watch_oldest(r);
	}
	cJSON_Delete(json);
}

static void on_out(void *ctx, struct tora_sv chunk)
{
	struct tora_runner *r = ctx;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_sv line;

	if (r->phase == DYING || r->phase == DEAD)
		return;
	if (tora_wire_in_feed(&r->in, chunk, &err)) {
		give_up(r, TORA_RUNNER_DIED, err.msg);
		return;
	}
	while (r->phase != DYING && tora_wire_in_next(&r->in, &line))
		take_line(r, line);
}

static void describe_end(struct tora_runner *r, const struct tora_outcome *o)
{
	struct tora_str text = TORA_STR_INIT(sizeof(r->why) - 1);

	if (o->how == TORA_PROC_SIGNAL)
		tora_str_addf(&text, "it died of signal %d", o->code);
	else
		tora_str_addf(&text, "it ended with status %d", o->code);
	if (tora_sv_trim(o->err).len)
		tora_str_adds(&text, ": ");
	tora_str_add_clip(&text, tora_sv_trim(o->err));
	memcpy(r->why, text.buf, text.len + 1);
	tora_str_free(&text);
}

static void on_done(void *ctx, const struct tora_outcome *outcome)
{
	struct tora_runner *r = ctx;
	cJSON *none = NULL;

	if (r->phase != DYING) {
		r->how = TORA_RUNNER_DIED;
		describe_end(r, outcome);
	}
	r->phase = DEAD;
	tora_timer_stop(r->alarm);
	while (r->n_open) {
		close_oldest(r, r->how, &none);
		r->how = TORA_RUNNER_LOST;
	}
	r->ended(r->ctx, r->why);
}

int tora_runner_start(struct tora_loop *loop, const struct tora_runner_spec *spec,
                      struct tora_runner **ret_runner, struct tora_err *err)
{
	struct tora_runner *r = tora_xcalloc(1, sizeof(*r));
	struct tora_proc_spec proc = {
		.name = spec->name,
		.argv = spec->argv,
		.env = spec->env,
		.in_max = TORA_RUNNER_WAIT_MAX,
		.out_max = STDERR_MAX,
		.fds = spec->fds,
		.n_fds = spec->n_fds,
		.dies_with_us = true,
		.on_out = on_out,
		.done = on_done,
		.ctx = r,
	};

	r->answered = spec->answered;
	r->ended = spec->ended;
	r->ctx = spec->ctx;
	r->n_names = spec->n_names;
	for (size_t i = 0; i < spec->n_names; i++)
		r->names[i] = spec->names[i];
	tora_wire_in_init(&r->in, TORA_RUNNER_LINE_MAX);
	r->alarm = tora_timer_new(loop, spec->name, on_alarm, r);
	if (tora_proc_start(loop, &proc, &r->proc, err)) {
		tora_runner_free(r);
		return tora_wrap(err, "starting a runner");
	}
	tora_timer_start(r->alarm, spec->hello_ms);
	*ret_runner = r;
	return TORA_OK;
}

void tora_runner_free(struct tora_runner *r)
{
	if (!r)
		return;
	tora_timer_free(r->alarm);
	tora_proc_free(r->proc);
	tora_wire_in_done(&r->in);
	free(r);
}

int tora_runner_ask(struct tora_runner *r, cJSON *request, int64_t budget_ms, unsigned *ret_ticket,
                    struct tora_err *err)
{
	struct tora_str line = TORA_STR_INIT(TORA_RUNNER_LINE_MAX),
			theirs = TORA_STR_INIT(2 * TORA_RUNNER_LINE_MAX);
	unsigned ticket = r->tickets + 1;
	int rc;

	if (r->phase == DYING || r->phase == DEAD)
		return tora_fail(err, TORA_E_REMOTE, "the runner is gone");
	if (r->n_open == TORA_RUNNER_OPEN_MAX)
		return tora_fail(err, TORA_E_LIMIT, "too many requests are open");
	cJSON_DeleteItemFromObjectCaseSensitive(request, "id");
	tora_json_put_int(request, "id", ticket);
	tora_json_print(request, &line);
	tora_str_addc(&line, '\n');
	rc = tora_str_check(&line, err);
	if (!rc && r->n_names) {
		tora_rename_request(r->names, r->n_names, tora_str_view(&line), &theirs);
		rc = tora_str_check(&theirs, err);
	}
	if (!rc)
		rc = tora_proc_write(r->proc, tora_str_view(r->n_names ? &theirs : &line), err);
	tora_str_free(&line);
	tora_str_free(&theirs);
	if (rc)
		return tora_wrap(err, "asking a runner");
	r->tickets = ticket;
	r->open[r->n_open++] = (struct open_request){ ticket, budget_ms };
	if (r->n_open == 1)
		watch_oldest(r);
	*ret_ticket = ticket;
	return TORA_OK;
}

size_t tora_runner_open(const struct tora_runner *r)
{
	return r->n_open;
}
