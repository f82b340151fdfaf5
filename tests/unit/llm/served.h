/*
 * served.h - a model behind a scripted server (tests/fakes/model.py, tests/fixtures/llm/model.json):
 * each question carries "case:NAME", which picks its responses. One server serves all tests of a
 * program; it exits when our end of its standard input closes.
 */
#ifndef TORA_TEST_LLM_SERVED_H
#define TORA_TEST_LLM_SERVED_H

#include "llm/model.h"
#include "tora/clock.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define KEY "s3cret-key-of-the-test"

static struct {
	char dir[64], record[128], log_path[128], url[64];
	struct tora_arena *arena;
	struct tora_log log;
	struct tora_config config;
	pid_t pid;
	int server_stdin;
} t;

/* ---- the server -------------------------------------------------------------------------- */

static void run_server(const char *port_file, int in)
{
	(void)dup2(in, 0);
	(void)execl("/usr/bin/python3", "python3", "-B", "tests/fakes/model.py", "--scenario",
	            "tests/fixtures/llm/model.json", "--port-file", port_file, "--record", t.record,
	            (char *)NULL);
	_exit(127);
}

static int read_port(const char *port_file)
{
	for (int i = 0; i < 2000; i++) { /* 10 s at most, as a rule 0.1 */
		FILE *f = fopen(port_file, "r");
		int port = 0;

		if (f) {
			if (fscanf(f, "%d", &port) != 1)
				port = 0;
			(void)fclose(f);
			return port;
		}
		(void)poll(NULL, 0, 5);
	}
	return 0;
}

static int setup(void **state)
{
	char port_file[128];
	int ends[2], port;

	(void)state;
	(void)snprintf(t.dir, sizeof t.dir, "/tmp/tora-model-XXXXXX");
	if (!mkdtemp(t.dir) || pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	(void)snprintf(t.record, sizeof t.record, "%s/record", t.dir);
	(void)snprintf(t.log_path, sizeof t.log_path, "%s/log", t.dir);
	(void)snprintf(port_file, sizeof port_file, "%s/port", t.dir);
	t.pid = fork();
	if (t.pid == 0)
		run_server(port_file, ends[0]);
	(void)close(ends[0]);
	t.server_stdin = ends[1];
	port = read_port(port_file);
	(void)unlink(port_file);
	(void)snprintf(t.url, sizeof t.url, "http://127.0.0.1:%d/v1", port);
	t.arena = tora_arena_new();
	t.log = (struct tora_log){ .fd = open(t.log_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600),
		                   .level = TORA_LOG_DEBUG };
	return port > 0 ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	(void)close(t.server_stdin);
	(void)waitpid(t.pid, NULL, 0);
	(void)close(t.log.fd);
	(void)unlink(t.record);
	(void)unlink(t.log_path);
	(void)rmdir(t.dir);
	tora_arena_free(t.arena);
	return 0;
}

static int count(const char *path, const char *what, const char *also)
{
	char *line = NULL;
	size_t size = 0;
	FILE *f = fopen(path, "r");
	int n = 0;

	while (f && getline(&line, &size, f) > 0)
		n += strstr(line, what) && strstr(line, also);
	free(line);
	if (f)
		(void)fclose(f);
	return n;
}

/* Requests of a case that the server saw and that hold `also`. */
static int seen(const char *name, const char *also)
{
	return count(t.record, name, also);
}

/* ---- asking ------------------------------------------------------------------------------ */

static const char *const env[] = { "TORA_LLM_KEY=" KEY, NULL };

/* The server's address, no limit of any kind. */
static void set_config(enum tora_provider provider, const char *name)
{
	t.config = (struct tora_config){ .provider = provider,
		                         .llm_url = t.url,
		                         .llm_model = name,
		                         .llm_budget_usd = -1,
		                         .llm_budget_tokens = -1,
		                         .llm_budget_requests = -1,
		                         .llm_repo = { -1, -1, -1 },
		                         .llm_branch = { -1, -1, -1 } };
}

/* `t.config` as it is set; what `spec` leaves out is the test's. */
static struct tora_model *open_served(struct tora_model_spec spec)
{
	struct tora_model *model = NULL;
	struct tora_err err = TORA_ERR_INIT;

	spec.config = &t.config;
	spec.log = &t.log;
	if (!spec.env)
		spec.env = env;
	if (!spec.pause_ms)
		spec.pause_ms = 1;
	if (tora_model_open(&spec, &model, &err))
		fail_msg("%s", err.msg);
	return model;
}

static struct tora_prompt prompt_for(const char *text)
{
	struct tora_prompt p = { .purpose = "test",
		                 .system = TORA_SV("You are a test."),
		                 .user = tora_sv(text) };

	return p;
}

static int ask(struct tora_model *model, const char *text, unsigned wait_ms,
               struct tora_reply *reply)
{
	struct tora_prompt p = prompt_for(text);
	struct tora_ask one = { .prompt = &p, .wait_ms = wait_ms ? wait_ms : 20000 };
	struct tora_err err = TORA_ERR_INIT;
	int rc = tora_model_ask(model, &one, t.arena, reply, &err);

	assert_int_equal(rc, reply->rc);
	assert_string_equal(err.msg, reply->err.msg);
	return rc;
}

#endif
