/* What may be asked: of a check, a repository, a branch; what it cost by purpose; what a server taught us. */
#include "tests/unit/llm/served.h"

#include "llm/answer.h"
#include "llm/fault.h"
#include "llm/wire.h"

struct shelf {
	struct tora_spend spent[TORA_SPEND_SCOPES];
	unsigned looked[TORA_SPEND_SCOPES];
	unsigned refused;
	int64_t rest_until;
	char key[TORA_HASH_HEX];
	unsigned notes;
};

static int spent_today(void *ctx, enum tora_spend_scope scope, struct tora_spend *ret,
                       struct tora_err *err)
{
	struct shelf *shelf = ctx;

	(void)err;
	shelf->looked[scope]++;
	*ret = shelf->spent[scope];
	return 0;
}

static void recall(void *ctx, const char key[TORA_HASH_HEX], unsigned *ret_refused,
                   int64_t *ret_rest_until)
{
	struct shelf *shelf = ctx;

	if (strcmp(key, shelf->key) != 0)
		return;
	*ret_refused = shelf->refused;
	*ret_rest_until = shelf->rest_until;
}

static void note(void *ctx, const char key[TORA_HASH_HEX], unsigned refused, int64_t rest_until)
{
	struct shelf *shelf = ctx;

	(void)snprintf(shelf->key, sizeof shelf->key, "%s", key);
	shelf->refused = refused;
	shelf->rest_until = rest_until;
	shelf->notes++;
}

static void set_shares(const char *name)
{
	set_config(TORA_PROVIDER_OPENAI, name);
	t.config.llm_check_requests = 3;
	t.config.llm_check_tokens = -1;
}

static struct tora_model *open_on(struct shelf *shelf, bool is_check)
{
	return open_served((struct tora_model_spec){ .is_check = is_check,
	                                             .ledger = { shelf, spent_today, NULL },
	                                             .memory = { shelf, recall, note } });
}

static void a_check_has_its_share(void **state)
{
	struct shelf shelf = { .notes = 0 };
	struct tora_model *model;
	struct tora_reply reply;

	(void)state;
	set_shares("share");
	model = open_on(&shelf, true);
	for (int i = 0; i < 3; i++)
		assert_int_equal(ask(model, "lim:requests", 0, &reply), 0);
	assert_int_equal(ask(model, "lim:requests", 0, &reply), TORA_E_LIMIT);
	assert_int_equal(reply.reason, TORA_REASON_BUDGET);
	assert_non_null(strstr(reply.err.msg, "tora.llm.checkRequests"));
	tora_model_close(model);
	set_shares("share");
	t.config.llm_check_requests = -1;
	t.config.llm_check_tokens = 4000; /* an answer of 1500 has to fit as well */
	model = open_on(&shelf, true);
	assert_int_equal(ask(model, "lim:tokens", 0, &reply), 0);
	assert_int_equal(ask(model, "lim:tokens", 0, &reply), 0);
	assert_int_equal(ask(model, "lim:tokens", 0, &reply), TORA_E_LIMIT);
	assert_non_null(strstr(reply.err.msg, "tora.llm.checkTokens"));
	tora_model_close(model);
	set_shares("share"); /* what is no check has no share */
	model = open_on(&shelf, false);
	for (int i = 0; i < 5; i++)
		assert_int_equal(ask(model, "lim:eval", 0, &reply), 0);
	tora_model_close(model);
}

static const struct {
	enum tora_spend_scope scope;
	struct tora_llm_limit repo, branch;
	struct tora_spend spent;
	const char *says, *warns;
} scopes[] = {
	{ TORA_SPEND_REPO,
	  { 10, -1, -1 },
	  { -1, -1, -1 },
	  { 10, 0, 0 },
	  "in this repository is used up: raise tora.llm.repoBudgetRequests",
	  NULL },
	{ TORA_SPEND_BRANCH,
	  { -1, -1, -1 },
	  { -1, 5000, -1 },
	  { 1, 5000, 0 },
	  "on this branch is used up: raise tora.llm.branchBudgetTokens",
	  NULL },
	{ TORA_SPEND_BRANCH,
	  { -1, -1, -1 },
	  { -1, -1, 0.5 },
	  { 1, 1, 0.6 },
	  "raise tora.llm.branchBudgetUsd",
	  NULL },
	{ TORA_SPEND_REPO,
	  { 10, -1, -1 },
	  { -1, -1, -1 },
	  { 8, 0, 0 },
	  NULL,
	  "repoBudgetRequests" },
	{ TORA_SPEND_BRANCH, { -1, -1, -1 }, { 10, -1, -1 }, { 7, 0, 0 }, NULL, NULL },
	/* what others spent is no business of this one's limit */
	{ TORA_SPEND_ALL, { 10, -1, -1 }, { 10, -1, -1 }, { 1000, 0, 0 }, NULL, NULL },
};

static void a_repository_and_a_branch_have_limits(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
		struct shelf shelf = { .notes = 0 };
		struct tora_model *model;
		struct tora_reply reply;
		int rc;

		shelf.spent[scopes[i].scope] = scopes[i].spent;
		set_shares("scope");
		t.config.llm_repo = scopes[i].repo;
		t.config.llm_branch = scopes[i].branch;
		model = open_on(&shelf, false);
		rc = ask(model, "lim:scope", 0, &reply);
		if (rc != (scopes[i].says ? TORA_E_DENIED : 0) ||
		    (rc && !strstr(reply.err.msg, scopes[i].says)))
			fail_msg("row %zu: %d %s", i, rc, reply.err.msg);
		if (scopes[i].warns)
			assert_string_equal(tora_model_near_limit(model), scopes[i].warns);
		else if (!rc)
			assert_null(tora_model_near_limit(model));
		assert_int_equal(shelf.looked[TORA_SPEND_BRANCH] > 0,
		                 scopes[i].branch.requests >= 0 || scopes[i].branch.tokens >= 0 ||
		                         scopes[i].branch.usd >= 0);
		tora_model_close(model);
	}
}

static void the_cost_is_known_by_purpose(void **state)
{
	struct shelf shelf = { .notes = 0 };
	struct tora_prompt judge = prompt_for("lim:judge"), side = prompt_for("lim:side");
	struct tora_ask asks[3] = { { .prompt = &judge },
		                    { .prompt = &side },
		                    { .prompt = &judge } };
	struct tora_reply replies[3];
	struct tora_err err = TORA_ERR_INIT;
	struct tora_model *model;
	struct tora_spend spend;

	(void)state;
	judge.purpose = "judge";
	side.purpose = "expected-side";
	set_shares("purpose");
	model = open_on(&shelf, false);
	assert_null(tora_model_cost_of(model, 0, &spend));
	assert_int_equal(tora_model_ask(model, &asks[0], t.arena, &replies[0], &err), 0);
	assert_int_equal(tora_model_ask_all(model, asks + 1, 2, t.arena, replies + 1, &err), 0);
	assert_string_equal(tora_model_cost_of(model, 0, &spend), "judge");
	assert_int_equal(spend.requests, 2);
	assert_int_equal(spend.tokens, 3000);
	assert_string_equal(tora_model_cost_of(model, 1, &spend), "expected-side");
	assert_int_equal(spend.requests, 1);
	assert_null(tora_model_cost_of(model, 2, &spend));
	tora_model_close(model);
}

static int ask_steadily(struct tora_model *model, const char *text, struct tora_reply *reply)
{
	struct tora_prompt p = prompt_for(text);
	struct tora_ask one = { .prompt = &p, .steady = true, .wait_ms = 20000 };
	struct tora_err err = TORA_ERR_INIT;

	return tora_model_ask(model, &one, t.arena, reply, &err);
}

static void the_next_check_knows_the_server(void **state)
{
	struct shelf shelf = { .notes = 0 };
	struct tora_model *model;
	struct tora_reply reply;

	(void)state;
	set_shares("taught");
	model = open_on(&shelf, true);
	assert_int_equal(ask_steadily(model, "mem:first", &reply), 0);
	assert_int_equal(reply.tries, 2);
	assert_int_equal(shelf.refused, TORA_PARAM_TEMPERATURE);
	tora_model_close(model);
	model = open_on(&shelf, true);
	assert_int_equal(ask_steadily(model, "mem:second", &reply), 0);
	assert_int_equal(reply.tries, 1);
	assert_int_equal(seen("mem:second", "temperature"), 0);
	/* it wants rest for two hours, and gets half an hour, in the next check too */
	assert_int_equal(ask_steadily(model, "mem:tired", &reply), TORA_E_REMOTE);
	tora_model_close(model);
	assert_true(shelf.rest_until > tora_clock_wall_ms() + 1700000);
	model = open_on(&shelf, true);
	assert_int_equal(ask_steadily(model, "mem:third", &reply), TORA_E_REMOTE);
	assert_int_equal(reply.tries, 0);
	assert_non_null(strstr(reply.err.msg, "left alone for"));
	tora_model_close(model);
	set_shares("another"); /* of another model nothing is known */
	model = open_on(&shelf, true);
	assert_int_equal(ask_steadily(model, "mem:fourth", &reply), 0);
	tora_model_close(model);
}

/* What did not help was not the reason. */
static void a_lesson_is_one_that_helped(void **state)
{
	struct shelf shelf = { .notes = 0 };
	struct tora_model *model;
	struct tora_reply reply;

	(void)state;
	set_shares("lesson");
	model = open_on(&shelf, true);
	assert_int_equal(ask_steadily(model, "lesson:wrong", &reply), TORA_E_REMOTE);
	assert_int_equal(reply.tries, 2);
	assert_int_equal(seen("lesson:wrong", "temperature"), 1);
	assert_int_equal(shelf.refused, 0);
	assert_int_equal(shelf.notes, 0);
	tora_model_close(model);
}

/* json_schema, json_object, the prompt's word. */
static void forms_are_a_ladder(void **state)
{
	struct shelf shelf = { .notes = 0 };
	struct tora_prompt p = prompt_for("form:ladder");
	struct tora_ask one = { .prompt = &p, .json = true, .schema = tora_answer_schema("judge") };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_model *model;
	struct tora_reply reply;

	(void)state;
	set_shares("ladder");
	model = open_on(&shelf, false);
	assert_int_equal(tora_model_ask(model, &one, t.arena, &reply, &err), 0);
	assert_int_equal(reply.tries, 3);
	assert_int_equal(seen("form:ladder", "\"json_schema\""), 1);
	assert_int_equal(seen("form:ladder", "\"additionalProperties\": false"), 1);
	assert_int_equal(seen("form:ladder", "\"json_object\""), 1);
	assert_int_equal(seen("form:ladder", "response_format"), 2);
	tora_model_close(model);
	assert_null(tora_answer_schema("generate-usage"));
	for (size_t i = 0; i < 2; i++) {
		cJSON *json = cJSON_Parse(tora_answer_schema(i ? "judge" : "expected-side"));

		assert_non_null(json);
		cJSON_Delete(json);
	}
}

/* So that those whom one fault met do not all come back at once. */
static void pauses_grow_and_differ(void **state)
{
	int64_t least[3] = { INT64_MAX, INT64_MAX, INT64_MAX }, most[3] = { 0 };

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		int64_t pause = tora_fault_pause(400, 1 + i % 3);

		least[i % 3] = pause < least[i % 3] ? pause : least[i % 3];
		most[i % 3] = pause > most[i % 3] ? pause : most[i % 3];
	}
	for (unsigned i = 0; i < 3; i++) {
		assert_in_range(least[i], 200 << i, 300 << i);
		assert_in_range(most[i], 500 << i, 600 << i);
	}
	assert_in_range(tora_fault_pause(400, 20), 10000, 30000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_check_has_its_share),
		cmocka_unit_test(a_repository_and_a_branch_have_limits),
		cmocka_unit_test(the_cost_is_known_by_purpose),
		cmocka_unit_test(the_next_check_knows_the_server),
		cmocka_unit_test(a_lesson_is_one_that_helped),
		cmocka_unit_test(forms_are_a_ladder),
		cmocka_unit_test(pauses_grow_and_differ),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
