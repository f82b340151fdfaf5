/*
 * A live runner, played by shell scripts that keep to the protocol or do not. What was asked, and
 * what each request came back with, is written down as one line and compared.
 */
#include "lang/runner.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define HELLO      "echo '{\"hello\":\"sh\",\"protocol\":1}';"
#define ANSWER(id) "read x; echo '{\"id\":" #id ",\"ok\":true}';"

static const struct {
	const char *label, *script;
	int asks, hello_ms, budget_ms;
	const char *said; /* one letter a request, then how it ended */
} rows[] = {
	{ "answers all", HELLO ANSWER(1) ANSWER(2) ANSWER(3), 3, 5000, 5000,
	  "AAA it ended with status 0" },
	{ "ends after one", HELLO ANSWER(1) "exit 3", 3, 5000, 5000, "ADL it ended with status 3" },
	{ "last words", HELLO "read x; echo 'no memory' >&2; exit 1", 1, 5000, 5000,
	  "D it ended with status 1: no memory" },
	{ "dies", HELLO "read x; kill -9 $$", 1, 5000, 5000, "D it died of signal 9" },
	{ "too slow", HELLO ANSWER(1) "sleep 60", 3, 5000, 300, "ASL a request took too long" },
	{ "no hello", "sleep 60", 1, 200, 5000, "S it did not say hello in time" },
	{ "another protocol", "echo '{\"hello\":\"x\",\"protocol\":2}'; sleep 60", 1, 5000, 5000,
	  "D it did not say hello" },
	{ "prose", HELLO "read x; echo hi; sleep 60", 2, 5000, 5000,
	  "DL it said something that is not JSON" },
	{ "wrong id", HELLO "read x; echo '{\"id\":2}'; sleep 60", 2, 5000, 5000,
	  "DL it answered what was not asked" },
	{ "id is text", HELLO "read x; echo '{\"id\":\"1\"}'; sleep 60", 1, 5000, 5000,
	  "D it answered what was not asked" },
	{ "answers unasked", HELLO "echo '{\"id\":1}'; sleep 60", 0, 5000, 5000,
	  " it answered what was not asked" },
	{ "split bytes",
	  "printf '{\"hello\":1,'; printf '\"protocol\":1}\\n{\"id\":1'; read x; printf '}\\n'", 1,
	  5000, 5000, "A it ended with status 0" },
	{ "endless line", HELLO "while :; do printf %065536d 0; done", 1, 5000, 20000, NULL },
};

struct seen {
	char said[256];
	bool over;
	unsigned last;
};

static void put(struct seen *s, const char *text)
{
	size_t n = strlen(s->said);

	(void)snprintf(s->said + n, sizeof(s->said) - n, "%s", text);
}

static void on_answered(void *ctx, unsigned ticket, enum tora_runner_how how, cJSON **json)
{
	static const char *const letters[] = { [TORA_RUNNER_ANSWERED] = "A",
		                               [TORA_RUNNER_SLOW] = "S",
		                               [TORA_RUNNER_DIED] = "D",
		                               [TORA_RUNNER_LOST] = "L" };
	struct seen *s = ctx;

	assert_int_equal(ticket, s->last + 1); /* in order, each once */
	assert_int_equal(*json != NULL, how == TORA_RUNNER_ANSWERED);
	s->last = ticket;
	put(s, letters[how]);
}

static void on_ended(void *ctx, const char *why)
{
	struct seen *s = ctx;

	assert_false(s->over);
	put(s, " ");
	put(s, why);
	s->over = true;
}

static void test_rows(void **state)
{
	struct tora_err err = TORA_ERR_INIT;
	struct tora_loop *loop = tora_loop_new(&err);
	(void)state;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const char *const argv[] = { "/bin/sh", "-c", rows[i].script, NULL };
		struct seen s = { .over = false };
		struct tora_runner_spec spec = { .name = "test",
			                         .argv = argv,
			                         .hello_ms = rows[i].hello_ms,
			                         .answered = on_answered,
			                         .ended = on_ended,
			                         .ctx = &s };
		struct tora_runner *r = NULL;
		unsigned ticket;
		assert_int_equal(tora_runner_start(loop, &spec, &r, &err), 0);
		for (int n = 0; n < rows[i].asks; n++) {
			cJSON *request = cJSON_CreateObject();
			assert_int_equal(
				tora_runner_ask(r, request, rows[i].budget_ms, &ticket, &err), 0);
			cJSON_Delete(request);
		}
		assert_int_equal(tora_loop_wait(loop, &s.over, 30000), 0);
		if (rows[i].said && strcmp(s.said, rows[i].said) != 0)
			fail_msg("%s: '%s'", rows[i].label, s.said);
		if (!rows[i].said)
			assert_memory_equal(s.said, "D ", 2);
		assert_int_equal(tora_runner_ask(r, NULL, 1, &ticket, &err), TORA_E_REMOTE);
		tora_runner_free(r);
	}
	tora_loop_free(loop);
}

/* Freed with requests open: it is killed, and nobody is called. */
static void test_freeing(void **state)
{
	static const char *const argv[] = { "/bin/sh", "-c", HELLO "sleep 60", NULL };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_loop *loop = tora_loop_new(&err);
	struct seen s = { .over = false };
	struct tora_runner_spec spec = { .name = "test",
		                         .argv = argv,
		                         .hello_ms = 1000,
		                         .answered = on_answered,
		                         .ended = on_ended,
		                         .ctx = &s };
	struct tora_runner *r = NULL;
	cJSON *request = cJSON_CreateObject();
	unsigned ticket;
	(void)state;

	assert_int_equal(tora_runner_start(loop, &spec, &r, &err), 0);
	for (size_t i = 0; i < TORA_RUNNER_OPEN_MAX; i++)
		assert_int_equal(tora_runner_ask(r, request, 1000, &ticket, &err), 0);
	assert_int_equal(tora_runner_ask(r, request, 1000, &ticket, &err), TORA_E_LIMIT);
	assert_int_equal(tora_runner_open(r), TORA_RUNNER_OPEN_MAX);
	tora_runner_free(r);
	assert_int_equal(tora_loop_wait(loop, &s.over, 50), TORA_E_TIMEOUT);
	assert_string_equal(s.said, "");
	cJSON_Delete(request);
	spec.argv = (const char *const[]){ "/nonexistent/runner", NULL };
	assert_int_equal(tora_runner_start(loop, &spec, &r, &err), TORA_E_NOTFOUND);
	tora_runner_free(NULL);
	tora_loop_free(loop);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows),
		                            cmocka_unit_test(test_freeing) };

	return cmocka_run_group_tests_name("runner", tests, NULL, NULL);
}
