/* The other providers: messages, a program; and what is shown instead of being sent. */
#include "tests/unit/llm/served.h"

#include "llm/answer.h"

/* ---- messages ----------------------------------------------------------------------------- */

static struct tora_model *open_messages(void)
{
	set_config(TORA_PROVIDER_ANTHROPIC, "fake-2");
	return open_served((struct tora_model_spec){ 0 });
}

static const struct {
	const char *name;
	int rc;
	const char *says;
	unsigned tries;
	enum tora_reason reason;
	bool closes;
	int64_t tokens_in;
} messages[] = {
	{ "msg:plain.", 0, "a message", 1, 0, false, 7 },
	{ "msg:cached.", 0, "one two", 1, 0, false, 1107 },
	{ "msg:cut.", 0, "half", 1, 0, false, 10 },
	{ "msg:refusal.", TORA_E_REMOTE, "refused to answer", 1, 0, false, 10 },
	{ "msg:empty.", TORA_E_FORMAT, "no text", 1, 0, false, 10 },
	{ "msg:chat.", TORA_E_FORMAT, "no message", 1, 0, false, -1 },
	{ "msg:overloaded.", 0, "after a rest", 2, 0, false, 10 },
	{ "msg:limit.", TORA_E_REMOTE, "(429): 'requests per minute'", 1, TORA_REASON_RATE_LIMIT,
	  true, 0 },
	{ "msg:poor.", TORA_E_REMOTE, "used up its quota", 1, 0, true, 0 },
	{ "msg:no-key.", TORA_E_DENIED, "refuses the key (401)", 1, 0, true, 0 },
	{ "msg:small.", 0, "in less", 2, 0, false, 10 },
};

static void the_messages_format(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
		struct tora_model *model = open_messages();
		struct tora_reply reply, next;
		int rc = ask(model, messages[i].name, 0, &reply);

		if (rc != messages[i].rc || reply.tries != messages[i].tries ||
		    reply.reason != messages[i].reason)
			fail_msg("%s: rc %d, %u tries, reason %d: %s", messages[i].name, rc,
			         reply.tries, reply.reason, reply.err.msg);
		if (!rc && !tora_sv_is(reply.text, messages[i].says))
			fail_msg("%s: '%.*s'", messages[i].name, (int)reply.text.len,
			         reply.text.at);
		if (rc && !strstr(reply.err.msg, messages[i].says))
			fail_msg("%s: '%s'", messages[i].name, reply.err.msg);
		if (messages[i].tokens_in >= 0 && reply.tokens_in != messages[i].tokens_in)
			fail_msg("%s: %lld tokens", messages[i].name, (long long)reply.tokens_in);
		(void)ask(model, "msg:after.", 0, &next);
		if ((next.tries == 0) != messages[i].closes)
			fail_msg("%s: the next question was %s", messages[i].name,
			         next.tries ? "sent" : "not sent");
		tora_model_close(model);
	}
	assert_int_equal(seen("msg:cut.", "\"max_tokens\": 8192"), 1);
	assert_int_equal(seen("msg:small.", "\"max_tokens\": 4096"), 1);
	assert_int_equal(seen("msg:plain.", "\"text\": \"You are a test.\", \"cache_control\": "
	                                    "{\"type\": \"ephemeral\"}"),
	                 1);
	assert_int_equal(seen("msg:plain.", "\"path\": \"/v1/messages\""), 1);
	assert_int_equal(seen("msg:plain.", "\"x-api-key\": \"" KEY "\""), 1);
	assert_int_equal(seen("msg:plain.", "Bearer"), 0);
}

static void a_message_without_temperature(void **state)
{
	struct tora_model *model = open_messages();
	struct tora_prompt p = prompt_for("msg:warm.");
	struct tora_ask one = { .prompt = &p, .steady = true, .json = true, .answer_tokens = 50 };
	struct tora_reply reply;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	assert_int_equal(tora_model_ask(model, &one, t.arena, &reply, &err), 0);
	assert_int_equal(reply.tries, 2);
	assert_int_equal(seen("msg:warm.", "\"temperature\": 0"), 1);
	assert_int_equal(seen("msg:warm.", "\"max_tokens\": 50"), 2);
	tora_model_close(model);
}

/* What the next question begins with is marked; a server that takes neither marks nor forms gets plain text. */
static void marks_and_forms_of_messages(void **state)
{
	struct tora_model *model = open_messages();
	struct tora_prompt p = prompt_for("msg:marks. all the same; only here");
	struct tora_ask one = { .prompt = &p, .json = true, .schema = tora_answer_schema("judge") };
	struct tora_reply reply;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	p.shared = (size_t)(strstr(p.user.at, " only") - p.user.at);
	assert_int_equal(tora_model_ask(model, &one, t.arena, &reply, &err), 0);
	assert_int_equal(reply.tries, 3);
	assert_int_equal(seen("msg:marks.", "all the same;\", \"cache_control\": {\"type\": "
	                                    "\"ephemeral\"}}, {\"type\": \"text\", "
	                                    "\"text\": \" only here\"}"),
	                 2);
	assert_int_equal(seen("msg:marks.", "\"output_config\": {\"format\": {\"type\": "
	                                    "\"json_schema\", \"schema\": {"),
	                 1);
	assert_int_equal(seen("msg:marks.", "\"system\": \"You are a test.\""), 1);
	assert_int_equal(seen("msg:marks.", "\"content\": \"msg:marks. all"), 1);
	/* the lesson is kept */
	assert_int_equal(tora_model_ask(model, &one, t.arena, &reply, &err), 0);
	assert_int_equal(reply.tries, 1);
	assert_int_equal(seen("msg:marks.", "cache_control"), 2);
	tora_model_close(model);
}

/* ---- a program ------------------------------------------------------------------------------ */

static const char *const program_env[] = { "PATH=/usr/bin:/bin",
	                                   "HOME=/tmp",
	                                   "OTHER_API_KEY=s3cret",
	                                   "WANTED_TOKEN=t0ken",
	                                   "COLOUR=blue",
	                                   "GIT_DIR=/elsewhere",
	                                   NULL };

static struct tora_model *open_program(const char *command)
{
	set_config(TORA_PROVIDER_COMMAND, NULL);
	t.config.llm_url = NULL;
	t.config.llm_command = command;
	t.config.llm_command_env = "WANTED_TOKEN, OTHER";
	return open_served((struct tora_model_spec){ .env = program_env, .answer_max = 100000 });
}

static const struct {
	const char *label, *command;
	int rc;
	const char *says;
	unsigned wait_ms;
	bool closes;
} programs[] = {
	{ "what it reads", "cat", 0, "You are a test.\n\na question", 0, false },
	{ "a path, with an argument in quotes", "/bin/sed -n '1s/are a/were no/p'", 0,
	  "You were no test.", 0, false },
	{ "thoughts", "printf '<think>hm</think>%s' x", 0, "x", 0, false },
	{ "no shell", "echo $HOME; `id` > /tmp/tora-no-shell | y", 0,
	  "$HOME; `id` > /tmp/tora-no-shell | y", 0, false },
	{ "secrets are not its business", "env", 0,
	  "PATH=/usr/bin:/bin\nHOME=/tmp\nWANTED_TOKEN=t0ken\nCOLOUR=blue", 0, false },
	{ "started where there is no project", "pwd", 0, "/", 0, false },
	{ "does not read", "printf ok", 0, "ok", 0, false },
	{ "says nothing", "true", TORA_E_FORMAT, "true printed no answer", 0, false },
	{ "is not there", "no-such-program -x", TORA_E_REMOTE, "no-such-program cannot be started",
	  0, true },
	{ "fails", "sh -c 'echo oh no >&2; exit 3'", TORA_E_REMOTE, "status 3: 'oh no'", 0, true },
	{ "says a key in its complaint",
	  "sh -c 'echo k=ghp_0123456789abcdefghijABCDEFGHIJ012345 "
	  ">&2; exit 1'",
	  TORA_E_REMOTE, "[REDACTED:", 0, true },
	{ "dies", "sh -c 'kill -9 $$'", TORA_E_REMOTE, "died of signal 9", 0, true },
	{ "is slow", "sleep 60", TORA_E_TIMEOUT, "raise tora.llm.timeout", 150, false },
	{ "never stops", "yes", TORA_E_LIMIT, "more than an answer may be", 500, false },
};

struct ear {
	char go[160]; /* the program goes on when this file is there */
	unsigned sent, heard;
	bool was_half;
};

static void on_sent(void *ctx)
{
	((struct ear *)ctx)->sent++;
}

static void on_heard(void *ctx, struct tora_sv text)
{
	struct ear *ear = ctx;
	int fd = open(ear->go, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (fd >= 0)
		(void)close(fd);
	ear->was_half |= tora_sv_is(text, "first\n") || tora_sv_is(text, "first");
	ear->heard++;
}

/* It waits for us to have heard the first half before it prints the second. */
static void a_program_is_heard_while_it_prints(void **state)
{
	struct ear ear = { .sent = 0 };
	struct tora_ask_watch watch = { &ear, on_sent, on_heard };
	struct tora_prompt p = prompt_for("a question");
	struct tora_ask one = { .prompt = &p, .watch = &watch, .wait_ms = 20000 };
	struct tora_model *model;
	struct tora_reply reply;
	struct tora_err err = TORA_ERR_INIT;
	char command[600];

	(void)state;
	(void)snprintf(ear.go, sizeof ear.go, "%s/go", t.dir);
	(void)snprintf(
		command, sizeof command,
		"sh -c 'cat >/dev/null; echo first; for i in 1 2 3 4 5 6 7 8 9; do test -e %s && "
		"break; sleep 1; done; test -e %s && echo second'",
		ear.go, ear.go);
	model = open_program(command);
	assert_int_equal(tora_model_ask(model, &one, t.arena, &reply, &err), 0);
	assert_true(tora_sv_is(reply.text, "first\nsecond"));
	assert_true(ear.was_half);
	assert_int_equal(ear.sent, 1);
	tora_model_close(model);
	(void)unlink(ear.go);
}

/* What it said before it was stopped or killed was acted upon; what it said before it failed may be why. */
static void half_an_answer_of_a_program(void **state)
{
	static const struct {
		const char *end;
		int rc;
		unsigned wait_ms;
	} ends[] = { { "sleep 60", 0, 3000 },
		     { "kill -9 $$", 0, 20000 },
		     { "exit 3", TORA_E_REMOTE, 20000 } };

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct ear ear = { .sent = 0 };
		struct tora_ask_watch watch = { &ear, on_sent, on_heard };
		struct tora_prompt p = prompt_for("a question");
		struct tora_ask one = { .prompt = &p, .watch = &watch, .wait_ms = ends[i].wait_ms };
		struct tora_err err = TORA_ERR_INIT;
		struct tora_model *model;
		struct tora_reply reply;
		char command[600];

		(void)snprintf(ear.go, sizeof ear.go, "%s/go-on", t.dir);
		(void)snprintf(command, sizeof command,
		               "sh -c 'cat >/dev/null; echo first; until test -e %s; do sleep "
		               "0.1; done; %s'",
		               ear.go, ends[i].end);
		model = open_program(command);
		if (tora_model_ask(model, &one, t.arena, &reply, &err) != ends[i].rc)
			fail_msg("%s: %d %s", ends[i].end, reply.rc, reply.err.msg);
		if (!ends[i].rc)
			assert_true(reply.is_broken && reply.cut &&
			            tora_sv_is(tora_sv_trim(reply.text), "first"));
		assert_true(ear.was_half);
		tora_model_close(model);
		(void)unlink(ear.go);
	}
}

static void a_program_as_the_model(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		struct tora_model *model = open_program(programs[i].command);
		struct tora_reply reply, next;
		int rc = ask(model, "a question", programs[i].wait_ms, &reply);

		if (rc != programs[i].rc)
			fail_msg("%s: %d '%s'", programs[i].label, rc, reply.err.msg);
		if (!rc && !tora_sv_is(reply.text, programs[i].says))
			fail_msg("%s: '%.*s'", programs[i].label, (int)reply.text.len,
			         reply.text.at);
		if (rc && !strstr(reply.err.msg, programs[i].says))
			fail_msg("%s: '%s'", programs[i].label, reply.err.msg);
		(void)ask(model, "another", 150, &next);
		if ((next.tries == 0) != programs[i].closes)
			fail_msg("%s: the next question was %s", programs[i].label,
			         next.tries ? "asked" : "not asked");
		tora_model_close(model);
	}
	assert_int_equal(access("/tmp/tora-no-shell", F_OK), -1);
}

/* ---- shown, not sent -------------------------------------------------------------------------- */

static void on_shown(void *ctx, const struct tora_shown *shown)
{
	struct tora_str *out = ctx;

	tora_str_addf(out, "%s %s %s %s\n", shown->purpose, shown->provider, shown->to,
	              shown->model);
	tora_str_add(out, shown->body);
}

static void what_would_be_sent_is_shown(void **state)
{
	struct tora_str out = TORA_STR_INIT(10000);
	struct tora_config none = { .llm_budget_requests = 0 };
	struct tora_model_spec spec = { .config = &none, .env = env, .show = { &out, on_shown } };
	struct tora_model *model = NULL;
	struct tora_err err = TORA_ERR_INIT;
	struct tora_reply reply;

	(void)state;
	assert_int_equal(tora_model_open(&spec, &model, &err), 0);
	assert_int_equal(
		ask(model, "case:shown k=ghp_0123456789abcdefghijABCDEFGHIJ012345", 0, &reply),
		TORA_E_DENIED);
	assert_int_equal(reply.tries, 0);
	tora_model_close(model);
	assert_non_null(strstr(out.buf, "test openai  MODEL\n{\"model\":\"MODEL\""));
	assert_non_null(strstr(out.buf, "[REDACTED:"));
	assert_null(strstr(out.buf, "ghp_"));
	tora_str_reset(&out);
	spec.config = &t.config;
	t.config = (struct tora_config){ .provider = TORA_PROVIDER_OPENAI,
		                         .llm_url = t.url,
		                         .llm_model = "fake-1" };
	assert_int_equal(tora_model_open(&spec, &model, &err), 0);
	(void)ask(model, "case:shown to a server", 0, &reply);
	tora_model_close(model);
	assert_non_null(strstr(out.buf, "/v1/chat/completions fake-1\n"));
	assert_int_equal(seen("case:shown", ""), 0);
	tora_str_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_messages_format),
		cmocka_unit_test(a_message_without_temperature),
		cmocka_unit_test(marks_and_forms_of_messages),
		cmocka_unit_test(half_an_answer_of_a_program),
		cmocka_unit_test(a_program_as_the_model),
		cmocka_unit_test(a_program_is_heard_while_it_prints),
		cmocka_unit_test(what_would_be_sent_is_shown),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
