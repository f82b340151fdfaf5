/* Where a model is asked and with which key: configuration, environment, and what is refused. */
#include "llm/endpoint.h"
#include "llm/key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define OPENAI TORA_PROVIDER_OPENAI
#define CLAUDE TORA_PROVIDER_ANTHROPIC
#define NONE   TORA_PROVIDER_NONE

static const struct row {
	const char *label;
	struct tora_config config;
	const char *env[6];
	enum tora_provider provider;
	const char *url, *host;
	bool is_local;
	enum tora_key_from from;
	const char *key;
} rows[] = {
	{ "nothing configured", { 0 }, { NULL }, NONE, "", "", false, TORA_KEY_NONE, "" },
	{ "a key in the environment switches nothing on",
	  { 0 },
	  { "OPENAI_API_KEY=k", "OPENAI_BASE_URL=https://x.org", "OPENAI_MODEL=m",
	    "TORA_LLM_KEY=k" },
	  NONE,
	  "",
	  "",
	  false,
	  TORA_KEY_NONE,
	  "" },
	{ "provider in the environment",
	  { 0 },
	  { "TORA_LLM_PROVIDER=openai", "OPENAI_MODEL=m", "OPENAI_API_KEY=k" },
	  OPENAI,
	  "https://api.openai.com/v1/chat/completions",
	  "api.openai.com",
	  false,
	  TORA_KEY_ENV,
	  "OPENAI_API_KEY" },
	{ "provider taken back",
	  { .provider = OPENAI, .llm_model = "m" },
	  { "TORA_LLM_PROVIDER=none" },
	  NONE,
	  "",
	  "",
	  false,
	  TORA_KEY_NONE,
	  "" },
	{ "base URL of others",
	  { .provider = OPENAI, .llm_model = "m" },
	  { "OPENAI_BASE_URL=https://x.org/v1/", "OPENAI_API_KEY=k" },
	  OPENAI,
	  "https://x.org/v1/chat/completions",
	  "x.org",
	  false,
	  TORA_KEY_ENV,
	  "OPENAI_API_KEY" },
	{ "a key does not travel to a configured host",
	  { .provider = OPENAI, .llm_model = "m", .llm_url = "https://y.org/v1" },
	  { "OPENAI_BASE_URL=https://x.org/v1", "OPENAI_API_KEY=k" },
	  OPENAI,
	  "https://y.org/v1/chat/completions",
	  "y.org",
	  false,
	  TORA_KEY_NONE,
	  "" },
	{ "ours comes first",
	  { .provider = OPENAI, .llm_model = "m", .llm_url = "https://y.org" },
	  { "TORA_LLM_URL=https://z.org", "TORA_LLM_KEY=k" },
	  OPENAI,
	  "https://z.org/v1/chat/completions",
	  "z.org",
	  false,
	  TORA_KEY_ENV,
	  "TORA_LLM_KEY" },
	{ "key by command",
	  { .provider = OPENAI, .llm_model = "m", .llm_key_command = "pass x" },
	  { "OPENAI_API_KEY=k" },
	  OPENAI,
	  "https://api.openai.com/v1/chat/completions",
	  "api.openai.com",
	  false,
	  TORA_KEY_COMMAND,
	  "pass x" },
	{ "key by file",
	  { .provider = OPENAI, .llm_model = "m", .llm_key_file = "~/key" },
	  { "HOME=/home/u" },
	  OPENAI,
	  "https://api.openai.com/v1/chat/completions",
	  "api.openai.com",
	  false,
	  TORA_KEY_FILE,
	  "/home/u/key" },
	{ "the whole path",
	  { .provider = OPENAI,
	    .llm_model = "m",
	    .llm_url = "https://y.org/api/v1/chat/completions" },
	  { NULL },
	  OPENAI,
	  "https://y.org/api/v1/chat/completions",
	  "y.org",
	  false,
	  TORA_KEY_NONE,
	  "" },
	{ "http to this machine",
	  { .provider = OPENAI, .llm_model = "m", .llm_url = "http://localhost:1234/v1" },
	  { NULL },
	  OPENAI,
	  "http://localhost:1234/v1/chat/completions",
	  "localhost:1234",
	  true,
	  TORA_KEY_NONE,
	  "" },
	{ "http to ::1",
	  { .provider = OPENAI, .llm_model = "m", .llm_url = "http://[::1]:80" },
	  { NULL },
	  OPENAI,
	  "http://[::1]:80/v1/chat/completions",
	  "[::1]:80",
	  true,
	  TORA_KEY_NONE,
	  "" },
	{ "http elsewhere, allowed",
	  { .provider = OPENAI,
	    .llm_model = "m",
	    .llm_url = "http://gpu.lan:8000",
	    .llm_allow_http = true },
	  { NULL },
	  OPENAI,
	  "http://gpu.lan:8000/v1/chat/completions",
	  "gpu.lan:8000",
	  false,
	  TORA_KEY_NONE,
	  "" },
	{ "a socket",
	  { .provider = OPENAI, .llm_model = "m", .llm_url = "unix:/run/m.sock" },
	  { NULL },
	  OPENAI,
	  "http://localhost/v1/chat/completions",
	  "/run/m.sock",
	  true,
	  TORA_KEY_NONE,
	  "" },
	{ "OLLAMA_HOST, bare",
	  { .provider = OPENAI, .llm_model = "m" },
	  { "OLLAMA_HOST=0.0.0.0" },
	  OPENAI,
	  "http://127.0.0.1:11434/v1/chat/completions",
	  "127.0.0.1:11434",
	  true,
	  TORA_KEY_NONE,
	  "" },
	{ "OLLAMA_HOST with a port",
	  { .provider = OPENAI, .llm_model = "m" },
	  { "OLLAMA_HOST=:9999" },
	  OPENAI,
	  "http://127.0.0.1:9999/v1/chat/completions",
	  "127.0.0.1:9999",
	  true,
	  TORA_KEY_NONE,
	  "" },
	{ "messages, as everybody sets it up",
	  { .provider = CLAUDE },
	  { "ANTHROPIC_API_KEY=k", "ANTHROPIC_MODEL=m", "OPENAI_BASE_URL=https://x.org" },
	  CLAUDE,
	  "https://api.anthropic.com/v1/messages",
	  "api.anthropic.com",
	  false,
	  TORA_KEY_ENV,
	  "ANTHROPIC_API_KEY" },
	{ "messages, base URL without /v1",
	  { .provider = CLAUDE, .llm_model = "m" },
	  { "ANTHROPIC_API_KEY=k", "ANTHROPIC_BASE_URL=https://gateway.org/anthropic/" },
	  CLAUDE,
	  "https://gateway.org/anthropic/v1/messages",
	  "gateway.org",
	  false,
	  TORA_KEY_ENV,
	  "ANTHROPIC_API_KEY" },
	{ "messages, base URL with /v1",
	  { .provider = CLAUDE, .llm_model = "m", .llm_url = "https://y.org/v1" },
	  { "ANTHROPIC_API_KEY=k" },
	  CLAUDE,
	  "https://y.org/v1/messages",
	  "y.org",
	  false,
	  TORA_KEY_NONE,
	  "" },
	{ "messages, the whole path",
	  { .provider = CLAUDE, .llm_model = "m", .llm_url = "https://y.org/v1/messages" },
	  { "TORA_LLM_KEY=k" },
	  CLAUDE,
	  "https://y.org/v1/messages",
	  "y.org",
	  false,
	  TORA_KEY_ENV,
	  "TORA_LLM_KEY" },
	{ "a program wants no key",
	  { .provider = TORA_PROVIDER_COMMAND, .llm_command = "~/bin/ask -m 'x y'" },
	  { "TORA_LLM_KEY=k", "OPENAI_API_KEY=k" },
	  TORA_PROVIDER_COMMAND,
	  "",
	  "ask",
	  false,
	  TORA_KEY_NONE,
	  "" },
};

static void resolved(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		struct tora_err err = TORA_ERR_INIT;
		struct tora_endpoint e = { 0 };

		if (tora_endpoint_resolve(&r->config, r->env, &e, &err))
			fail_msg("%s: %s", r->label, err.msg);
		if (e.provider != r->provider || strcmp(e.url, r->url) != 0 ||
		    strcmp(e.host, r->host) != 0 || e.is_local != r->is_local ||
		    e.key_from != r->from || strcmp(e.key, r->key) != 0)
			fail_msg("%s: %d %s host %s local %d key %d %s", r->label, e.provider,
			         e.url, e.host, e.is_local, e.key_from, e.key);
	}
}

static const struct {
	const char *label, *url, *says;
	int rc;
} refused[] = {
	{ "http to another machine", "http://api.example.org/v1", "https://", TORA_E_DENIED },
	{ "an address that is not loopback", "http://8.8.8.8/v1", "another machine",
	  TORA_E_DENIED },
	{ "looks like loopback", "http://127.0.0.1.evil.org", "another machine", TORA_E_DENIED },
	{ "looks like localhost", "http://localhost.evil.org", "another machine", TORA_E_DENIED },
	{ "user part in front of loopback", "http://127.0.0.1:80@evil.org/", "user name",
	  TORA_E_USAGE },
	{ "key in the URL", "https://sk-1234@api.example.org", "user name", TORA_E_USAGE },
	{ "backslash", "http://127.0.0.1\\@evil.org/", "query", TORA_E_USAGE },
	{ "query", "https://x.org/v1?key=1", "query", TORA_E_USAGE },
	{ "query at once", "https://x.org?key=1", "query", TORA_E_USAGE },
	{ "percent in the host", "http://127.0.0.1%2eevil.org/", "character", TORA_E_USAGE },
	{ "another scheme", "file:///etc/passwd", "must begin", TORA_E_USAGE },
	{ "no scheme", "api.example.org", "must begin", TORA_E_USAGE },
	{ "no host", "https:///v1", "no host", TORA_E_USAGE },
	{ "port in words", "https://x.org:eighty/", "port", TORA_E_USAGE },
	{ "socket without a path", "unix:m.sock", "absolute path", TORA_E_USAGE },
};

static void refusals(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		struct tora_config config = { .provider = OPENAI,
			                      .llm_model = "m",
			                      .llm_url = refused[i].url };
		const char *env[] = { NULL };
		struct tora_err err = TORA_ERR_INIT;
		struct tora_endpoint e;
		int rc = tora_endpoint_resolve(&config, env, &e, &err);

		if (rc != refused[i].rc || !strstr(err.msg, refused[i].says))
			fail_msg("%s: %d '%s'", refused[i].label, rc, err.msg);
		assert_null(strstr(err.msg, "1234"));
	}
}

static void other_settings(void **state)
{
	const char *none[] = { NULL }, *bad[] = { "TORA_LLM_PROVIDER=openia", NULL };
	const char *env[] = { "TORA_LLM_TIMEOUT=7", "TORA_LLM_MODEL=theirs", NULL };
	struct tora_config config = { .provider = OPENAI };
	struct tora_err err = TORA_ERR_INIT;
	struct tora_endpoint e;

	(void)state;
	assert_int_equal(tora_endpoint_resolve(&config, none, &e, &err), TORA_E_USAGE);
	assert_non_null(strstr(err.msg, "tora.llm.model"));
	assert_int_equal(tora_endpoint_resolve(&config, bad, &e, &err), TORA_E_USAGE);
	config.llm_model = "ours";
	config.llm_timeout_s = 90;
	assert_int_equal(tora_endpoint_resolve(&config, none, &e, &err), 0);
	assert_int_equal(e.timeout_ms, 90000);
	assert_int_equal(tora_endpoint_resolve(&config, env, &e, &err), 0);
	assert_int_equal(e.timeout_ms, 7000);
	assert_string_equal(e.model, "theirs");
	config.provider = TORA_PROVIDER_COMMAND;
	assert_int_equal(tora_endpoint_resolve(&config, env, &e, &err), TORA_E_USAGE);
	assert_non_null(strstr(err.msg, "tora.llm.command"));
	config.provider = CLAUDE;
	config.llm_model = NULL;
	assert_int_equal(tora_endpoint_resolve(&config, none, &e, &err), TORA_E_USAGE);
	assert_non_null(strstr(err.msg, "tora.llm.model"));
}

/* ---- keys ------------------------------------------------------------------------------- */

static int fetch(enum tora_key_from from, const char *source, struct tora_key *key,
                 struct tora_err *err)
{
	const char *env[] = { "GOOD=k3y", "TWO=a b", "CRLF=a\r\nX-Evil: 1", NULL };
	struct tora_endpoint e = { .key_from = from };

	(void)snprintf(e.key, sizeof e.key, "%s", source);
	return tora_key_fetch(&e, env, key, err);
}

static const struct {
	const char *label;
	enum tora_key_from from;
	const char *source;
	int rc;
	const char *key;
} keys[] = {
	{ "none", TORA_KEY_NONE, "", 0, "" },
	{ "variable", TORA_KEY_ENV, "GOOD", 0, "k3y" },
	{ "no variable", TORA_KEY_ENV, "MISSING", TORA_E_FORMAT, NULL },
	{ "two words", TORA_KEY_ENV, "TWO", TORA_E_FORMAT, NULL },
	{ "a header in it", TORA_KEY_ENV, "CRLF", TORA_E_FORMAT, NULL },
	{ "command", TORA_KEY_COMMAND, "echo s3cret", 0, "s3cret" },
	{ "command that fails", TORA_KEY_COMMAND, "echo s3cret; echo s3cret >&2; exit 3",
	  TORA_E_REMOTE, NULL },
	{ "command that says nothing", TORA_KEY_COMMAND, "true", TORA_E_FORMAT, NULL },
	{ "command that says too much", TORA_KEY_COMMAND, "yes s3cret | head -c 100000",
	  TORA_E_FORMAT, NULL },
	{ "no file", TORA_KEY_FILE, "/nowhere/s3cret-file", TORA_E_SYS, NULL },
	{ "a folder", TORA_KEY_FILE, "/tmp", TORA_E_DENIED, NULL },
};

static void key_sources(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		struct tora_err err = TORA_ERR_INIT;
		struct tora_key key = { "" };
		int rc = fetch(keys[i].from, keys[i].source, &key, &err);

		if (rc != keys[i].rc || (!rc && strcmp(key.text, keys[i].key) != 0))
			fail_msg("%s: %d '%s'", keys[i].label, rc, err.msg);
		assert_null(strstr(err.msg, "s3cret "));
		assert_null(strstr(err.msg, "s3cret;"));
		tora_key_wipe(&key);
		assert_string_equal(key.text, "");
	}
}

static void a_key_file_is_private(void **state)
{
	char path[] = "/tmp/tora-key-XXXXXX";
	int fd = mkstemp(path);
	struct tora_err err = TORA_ERR_INIT;
	struct tora_key key = { "" };

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "s3cret\n", 7), 7);
	(void)close(fd);
	assert_int_equal(fetch(TORA_KEY_FILE, path, &key, &err), 0);
	assert_string_equal(key.text, "s3cret");
	assert_int_equal(chmod(path, 0640), 0);
	assert_int_equal(fetch(TORA_KEY_FILE, path, &key, &err), TORA_E_DENIED);
	assert_non_null(strstr(err.msg, "chmod 600"));
	(void)unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resolved),
		cmocka_unit_test(refusals),
		cmocka_unit_test(other_settings),
		cmocka_unit_test(key_sources),
		cmocka_unit_test(a_key_file_is_private),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
