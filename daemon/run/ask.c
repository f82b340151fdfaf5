#include "run/ask.h"

#include "lang/pool.h"
#include "run/batch.h"
#include "run/opening.h"
#include "run/request.h"
#include "run/room.h"

#include <assert.h>

#define GRACE_MS 3000 /* a runner's own deadline comes first */
#define SIDES    2

/* As the pool is asked; the caller frees its request.json. */
static struct tora_pool_question make_question(const struct tora_check *check,
                                               const struct tora_exec_question *q)
{
	int64_t left = tora_check_left_ms(check),
		budget = q->budget_ms < left ? q->budget_ms : left;
	cJSON *request = tora_request_ask(q->command, q->params, budget);

	return (struct tora_pool_question){ .lane = q->side == TORA_BASE ? TORA_BATCH_WARM_BASE
		                                                         : TORA_BATCH_WARM_HEAD,
		                            .request = { request, budget + GRACE_MS } };
}

static void take_reply(struct tora_exec_question *q, struct tora_pool_question *asked)
{
	q->answer = NULL;
	q->err = asked->err;
	if (q->err.rc) {
		(void)tora_wrap(&q->err, "asking the runner to %s", q->command);
	} else if (!tora_json_bool(asked->answer, "ok", false)) {
		(void)tora_fail(&q->err, TORA_E_REMOTE, "%s: %.160s", q->command,
		                tora_json_text(asked->answer, "error", "refused"));
		cJSON_Delete(asked->answer);
	} else {
		q->answer = asked->answer;
	}
}

void tora_ask_runners(struct tora_pool *pool, const struct tora_check *check,
                      struct tora_exec_question *all, size_t n)
{
	struct tora_pool_question asked[SIDES];
	size_t step = tora_room_engines(check->config), k;

	assert(n <= SIDES);
	for (size_t from = 0; from < n; from += k) {
		int64_t wait = 0;
		k = n - from < step ? n - from : step;
		for (size_t i = 0; i < k; i++) {
			asked[i] = make_question(check, &all[from + i]);
			if (asked[i].request.budget_ms > wait)
				wait = asked[i].request.budget_ms;
		}
		tora_pool_ask(pool, asked, k, wait - GRACE_MS + TORA_OPENING_MS);
		for (size_t i = 0; i < k; i++) {
			cJSON_Delete(asked[i].request.json);
			take_reply(&all[from + i], &asked[i]);
		}
	}
}
