#include "llm/endpoint.h"

#include "tora/str.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *tora_env_get(const char *const *env, const char *name)
{
	size_t n = strlen(name);

	for (; env && *env; env++)
		if (strncmp(*env, name, n) == 0 && (*env)[n] == '=')
			return (*env)[n + 1] ? *env + n + 1 : NULL;
	return NULL;
}

static const char *either(const char *first, const char *second)
{
	return first && *first ? first : second && *second ? second : NULL;
}

static int copy(char *to, size_t size, const char *text, const char *what, struct tora_err *err)
{
	int n = snprintf(to, size, "%s", text);

	if (n < 0 || (size_t)n >= size)
		return tora_fail(err, TORA_E_USAGE, "%s is longer than %zu bytes", what, size - 1);
	return TORA_OK;
}

static int find_provider(const struct tora_config *config, const char *const *env,
                         enum tora_provider *ret, struct tora_err *err)
{
	static const struct {
		const char *name;
		enum tora_provider provider;
	} names[] = { { "none", TORA_PROVIDER_NONE },
		      { "openai", TORA_PROVIDER_OPENAI },
		      { "anthropic", TORA_PROVIDER_ANTHROPIC },
		      { "command", TORA_PROVIDER_COMMAND } };
	const char *wanted = tora_env_get(env, "TORA_LLM_PROVIDER");

	*ret = config->provider;
	if (!wanted)
		return TORA_OK;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(names[i].name, wanted) == 0) {
			*ret = names[i].provider;
			return TORA_OK;
		}
	}
	return tora_fail(err, TORA_E_USAGE,
	                 "TORA_LLM_PROVIDER is '%.40s'; write openai, anthropic or command, or "
	                 "none for no model",
	                 wanted);
}

/* ---- where ---------------------------------------------------------------------------- */

static bool is_loopback(const char *host)
{
	struct in_addr four;
	struct in6_addr six;
	char bare[256];
	size_t n = strlen(host);

	if (strcasecmp(host, "localhost") == 0)
		return true;
	if (inet_pton(AF_INET, host, &four) == 1)
		return ntohl(four.s_addr) >> 24 == 127;
	if (n < 3 || n >= sizeof bare || host[0] != '[' || host[n - 1] != ']')
		return false;
	memcpy(bare, host + 1, n - 2);
	bare[n - 2] = '\0';
	return inet_pton(AF_INET6, bare, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

/* host[:port] of an authority, checked by hand: what we call local must be what curl connects to. */
static int split_host(const char *authority, size_t len, char host[256], struct tora_err *err)
{
	size_t n = 0;

	if (len == 0 || len >= 250)
		return tora_fail(err, TORA_E_USAGE, "the URL of the model names no host");
	if (memchr(authority, '@', len))
		return tora_fail(err, TORA_E_USAGE,
		                 "the URL of the model holds a user name or key; put the key in "
		                 "tora.llm.keyCommand or tora.llm.keyFile");
	if (authority[0] == '[')
		while (n < len && authority[n] != ']')
			n++;
	while (n < len && authority[n] != ':')
		n++;
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)authority[i]) && !strchr("-._[]:", authority[i]))
			return tora_fail(err, TORA_E_USAGE,
			                 "the host in the URL of the model has a "
			                 "character no host name has");
	for (size_t i = n + 1; i < len; i++)
		if (!isdigit((unsigned char)authority[i]))
			return tora_fail(err, TORA_E_USAGE,
			                 "the port in the URL of the model is no number");
	memcpy(host, authority, n);
	host[n] = '\0';
	return TORA_OK;
}

static bool ends_with(const char *path, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len >= n && strncmp(path + len - n, end, n) == 0;
}

/*
 * The base as users write it: with or without /v1, a last slash, or the whole path. Where
 * messages are spoken, bases are given without /v1 (ANTHROPIC_BASE_URL), also behind a path.
 */
static int build_url(struct tora_endpoint *e, const char *prefix, const char *path,
                     struct tora_err *err)
{
	bool messages = e->provider == TORA_PROVIDER_ANTHROPIC;
	const char *whole = messages ? "/messages" : "/chat/completions";
	size_t len = strlen(path);
	const char *version;
	int n;

	while (len && path[len - 1] == '/')
		len--;
	if (ends_with(path, len, whole))
		len -= strlen(whole);
	version = messages ? (ends_with(path, len, "/v1") ? "" : "/v1") : (len ? "" : "/v1");
	n = snprintf(e->url, sizeof e->url, "%s%.*s%s%s", prefix, (int)len, path, version, whole);
	if (n < 0 || (size_t)n >= sizeof e->url)
		return tora_fail(err, TORA_E_USAGE, "the URL of the model is too long");
	return TORA_OK;
}

static int use_socket(struct tora_endpoint *e, const char *path, struct tora_err *err)
{
	if (path[0] == '/' && path[1] == '/')
		path += 2;
	if (path[0] != '/')
		return tora_fail(err, TORA_E_USAGE,
		                 "the URL of the model: after unix: comes an absolute path");
	if (copy(e->socket, sizeof e->socket, path, "the socket's path", err) ||
	    copy(e->host, sizeof e->host, path, "the socket's path", err))
		return err->rc;
	e->is_local = true;
	return build_url(e, "http://localhost", "", err);
}

static int use_url(struct tora_endpoint *e, const char *url, bool allow_http, struct tora_err *err)
{
	bool is_tls = strncasecmp(url, "https://", 8) == 0;
	const char *authority = url + (is_tls ? 8 : 7);
	char host[256], prefix[300];
	size_t len;

	if (strncasecmp(url, "unix:", 5) == 0)
		return use_socket(e, url + 5, err);
	if (!is_tls && strncasecmp(url, "http://", 7) != 0)
		return tora_fail(err, TORA_E_USAGE,
		                 "the URL of the model must begin with https://, http:// or unix:");
	len = strcspn(authority, "/?#\\");
	if (authority[len] && authority[len] != '/')
		return tora_fail(err, TORA_E_USAGE, "the URL of the model has a query in it");
	if (strpbrk(authority, "?# \\\t\r\n"))
		return tora_fail(err, TORA_E_USAGE,
		                 "the URL of the model has a query or a blank in it");
	if (split_host(authority, len, host, err))
		return err->rc;
	(void)snprintf(e->host, sizeof e->host, "%.*s", (int)len, authority);
	e->is_local = is_loopback(host);
	if (!is_tls && !e->is_local && !allow_http)
		return tora_fail(
			err, TORA_E_DENIED,
			"%s is another machine and its URL begins with http://: use https://, "
			"or set tora.llm.allowHttp",
			e->host);
	(void)snprintf(prefix, sizeof prefix, "%s%.*s", is_tls ? "https://" : "http://", (int)len,
	               authority);
	return build_url(e, prefix, authority + len, err);
}

/* OLLAMA_HOST comes as 0.0.0.0, host, :port, host:port or a URL; 11434 is its port. */
static int use_ollama(struct tora_endpoint *e, const char *value, bool allow_http,
                      struct tora_err *err)
{
	char url[300];
	const char *host = value;
	bool has_port;

	if (strstr(value, "://"))
		return use_url(e, value, allow_http, err);
	if (strlen(value) > 250)
		return tora_fail(err, TORA_E_USAGE, "OLLAMA_HOST is too long");
	if (strncmp(host, "0.0.0.0", 7) == 0) /* "listen everywhere", said to the server */
		host += 7;
	has_port = strrchr(host, ':') && !strchr(strrchr(host, ':'), ']');
	(void)snprintf(url, sizeof url, "http://%s%s%s", *host && *host != ':' ? "" : "127.0.0.1",
	               host, has_port ? "" : ":11434");
	return use_url(e, url, allow_http, err);
}

/* ---- key and place together, because one decides the other ------------------------------ */

static void set_key(struct tora_endpoint *e, enum tora_key_from from, const char *text)
{
	e->key_from = from;
	(void)snprintf(e->key, sizeof e->key, "%s", text);
}

/* A key for wherever the request goes: said to us by name. */
static int find_own_key(const struct tora_config *config, const char *const *env,
                        struct tora_endpoint *e, struct tora_err *err)
{
	const char *command =
		either(tora_env_get(env, "TORA_LLM_KEY_COMMAND"), config->llm_key_command);
	const char *file = either(tora_env_get(env, "TORA_LLM_KEY_FILE"), config->llm_key_file);
	const char *home = tora_env_get(env, "HOME");
	char path[1024];

	if (tora_env_get(env, "TORA_LLM_KEY")) {
		set_key(e, TORA_KEY_ENV, "TORA_LLM_KEY");
	} else if (command) {
		if (strlen(command) >= sizeof e->key)
			return tora_fail(err, TORA_E_USAGE, "tora.llm.keyCommand is too long");
		set_key(e, TORA_KEY_COMMAND, command);
	} else if (file) {
		if ((size_t)snprintf(path, sizeof path, "%s%s",
		                     strncmp(file, "~/", 2) == 0 && home ? home : "",
		                     strncmp(file, "~/", 2) == 0 && home ? file + 1 : file) >=
		    sizeof path)
			return tora_fail(err, TORA_E_USAGE, "tora.llm.keyFile is too long");
		set_key(e, TORA_KEY_FILE, path);
	}
	return TORA_OK;
}

static bool allows_http(const struct tora_config *config, const char *const *env)
{
	const char *said = tora_env_get(env, "TORA_LLM_ALLOW_HTTP");

	return config->llm_allow_http || (said && strcmp(said, "1") == 0);
}

static int find_anthropic(const struct tora_config *config, const char *const *env,
                          struct tora_endpoint *e, struct tora_err *err)
{
	const char *own = either(tora_env_get(env, "TORA_LLM_URL"), config->llm_url);
	const char *theirs = tora_env_get(env, "ANTHROPIC_BASE_URL");

	if (own)
		return use_url(e, own, allows_http(config, env), err);
	if (e->key_from == TORA_KEY_NONE && tora_env_get(env, "ANTHROPIC_API_KEY"))
		set_key(e, TORA_KEY_ENV, "ANTHROPIC_API_KEY");
	return use_url(e, theirs ? theirs : "https://api.anthropic.com", allows_http(config, env),
	               err);
}

static int find_place(const struct tora_config *config, const char *const *env,
                      struct tora_endpoint *e, struct tora_err *err)
{
	const char *own = either(tora_env_get(env, "TORA_LLM_URL"), config->llm_url);
	const char *theirs =
		either(tora_env_get(env, "OPENAI_BASE_URL"), tora_env_get(env, "OPENAI_API_BASE"));
	const char *ollama = tora_env_get(env, "OLLAMA_HOST");
	bool allow = allows_http(config, env);
	bool has_key = e->key_from != TORA_KEY_NONE;

	if (own)
		return use_url(e, own, allow, err);
	if (!has_key && tora_env_get(env, "OPENAI_API_KEY"))
		set_key(e, TORA_KEY_ENV, "OPENAI_API_KEY");
	if (theirs)
		return use_url(e, theirs, allow, err);
	if (ollama && e->key_from == TORA_KEY_NONE)
		return use_ollama(e, ollama, allow, err);
	return use_url(e, "https://api.openai.com/v1", allow, err);
}

static unsigned find_timeout(const struct tora_config *config, const char *const *env)
{
	const char *text = tora_env_get(env, "TORA_LLM_TIMEOUT");
	unsigned long s = text ? strtoul(text, NULL, 10) : 0;

	if (s == 0 || s > 3600)
		s = config->llm_timeout_s;
	return s ? (unsigned)s * 1000 : 60000;
}

/* The program's name stands for the host, and for the model where none is named. */
static int use_command(const struct tora_config *config, const char *const *env,
                       struct tora_endpoint *e, struct tora_err *err)
{
	const char *command = either(tora_env_get(env, "TORA_LLM_COMMAND"), config->llm_command);
	const char *keep =
		either(tora_env_get(env, "TORA_LLM_COMMAND_ENV"), config->llm_command_env);
	const char *name, *slash;
	size_t n;

	if (!command)
		return tora_fail(err, TORA_E_USAGE,
		                 "no program is named: git config --global tora.llm.command "
		                 "'PROGRAM ARGUMENTS'");
	name = command + strspn(command, " \t'\"");
	n = strcspn(name, " \t'\"");
	slash = memrchr(name, '/', n);
	if (slash) {
		n -= (size_t)(slash + 1 - name);
		name = slash + 1;
	}
	(void)snprintf(e->host, sizeof e->host, "%.*s", n < 100 ? (int)n : 100, name);
	if (!e->host[0])
		return tora_fail(err, TORA_E_USAGE, "tora.llm.command names no program");
	if (copy(e->command, sizeof e->command, command, "tora.llm.command", err) ||
	    copy(e->command_env, sizeof e->command_env, keep ? keep : "", "tora.llm.commandEnv",
	         err))
		return err->rc;
	return TORA_OK;
}

/* The model's name: ours, else what other tools call it. */
static int find_model(const struct tora_config *config, const char *const *env,
                      struct tora_endpoint *e, struct tora_err *err)
{
	const char *model = either(tora_env_get(env, "TORA_LLM_MODEL"), config->llm_model);

	if (!model && e->provider == TORA_PROVIDER_OPENAI)
		model = tora_env_get(env, "OPENAI_MODEL");
	if (!model && e->provider == TORA_PROVIDER_ANTHROPIC)
		model = tora_env_get(env, "ANTHROPIC_MODEL");
	if (!model && e->provider == TORA_PROVIDER_COMMAND)
		model = e->host;
	if (!model)
		return tora_fail(err, TORA_E_USAGE,
		                 "no model is named: git config --global tora.llm.model NAME");
	return copy(e->model, sizeof e->model, model, "the model's name", err);
}

int tora_endpoint_resolve(const struct tora_config *config, const char *const *env,
                          struct tora_endpoint *ret, struct tora_err *err)
{
	struct tora_endpoint e = { 0 };
	int rc;

	if (find_provider(config, env, &e.provider, err))
		return err->rc;
	if (e.provider == TORA_PROVIDER_NONE) {
		*ret = e;
		return TORA_OK;
	}
	if (e.provider == TORA_PROVIDER_COMMAND)
		rc = use_command(config, env, &e, err);
	else
		rc = find_own_key(config, env, &e, err);
	if (rc == TORA_OK)
		rc = find_model(config, env, &e, err);
	if (rc == TORA_OK && e.provider == TORA_PROVIDER_ANTHROPIC)
		rc = find_anthropic(config, env, &e, err);
	if (rc == TORA_OK && e.provider == TORA_PROVIDER_OPENAI)
		rc = find_place(config, env, &e, err);
	if (rc)
		return rc;
	e.timeout_ms = find_timeout(config, env);
	*ret = e;
	return TORA_OK;
}
