#include "git/program.h"

#include "tora/spawn.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARGS_MAX 512 /* blame of many ranges is the longest */

/* GIT_ALLOW_PROTOCOL wins over any protocol.* configuration; "none" is no transport's name. */
static const char *const quiet_env[] = { "GIT_OPTIONAL_LOCKS=0",
	                                 "GIT_NO_LAZY_FETCH=1",
	                                 "GIT_TERMINAL_PROMPT=0",
	                                 "GIT_ASKPASS=true",
	                                 "SSH_ASKPASS=true",
	                                 "GIT_ALLOW_PROTOCOL=none",
	                                 "GIT_LFS_SKIP_SMUDGE=1",
	                                 "GIT_PAGER=cat",
	                                 "LC_ALL=C",
	                                 "GIT_NO_REPLACE_OBJECTS=1", /* libgit2 has none */
	                                 NULL };

static const char *const quiet_args[] = { "git",
	                                  "-c",
	                                  "core.fsmonitor=false",
	                                  "-c",
	                                  "core.hooksPath=/dev/null",
	                                  "-c",
	                                  "core.pager=cat",
	                                  "-c",
	                                  "diff.external=",
	                                  "-c",
	                                  "core.untrackedCache=false",
	                                  NULL };

/* What git says, by the code that callers branch on. First match wins. */
static const struct {
	const char *said;
	int rc;
} sayings[] = {
	{ "dubious ownership", TORA_E_DENIED },
	{ "not a git repository", TORA_E_NOTFOUND },
	{ "cannot change to", TORA_E_NOTFOUND },
	{ "unknown repository extension", TORA_E_UNSUPPORTED },
	{ "Expected git repo version", TORA_E_UNSUPPORTED },
	{ "unknown ref storage", TORA_E_UNSUPPORTED },
	{ "not allowed", TORA_E_NOTFOUND }, /* a lazy fetch that we forbade */
	{ "promisor", TORA_E_NOTFOUND },
	{ "lazy fetching disabled", TORA_E_NOTFOUND },
	{ "bad object", TORA_E_NOTFOUND },
	{ "bad tree object", TORA_E_NOTFOUND },
	{ "unable to read", TORA_E_NOTFOUND },
	{ "missing blob", TORA_E_NOTFOUND },
	{ "Could not read", TORA_E_NOTFOUND },
	{ "Not a valid object name", TORA_E_NOTFOUND },
	{ "no such path", TORA_E_NOTFOUND },
};

static int complain(struct tora_sv said, const char *verb, int code, struct tora_err *err)
{
	struct tora_str shown = TORA_STR_INIT(200);
	struct tora_sv rest = said, line = { 0 };
	int rc = TORA_E_REMOTE;

	for (size_t i = 0; i < sizeof(sayings) / sizeof(sayings[0]) && rc == TORA_E_REMOTE; i++)
		if (tora_sv_has(said, sayings[i].said))
			rc = sayings[i].rc;
	/* warnings come first; the reason is the line that says fatal or error */
	while (tora_sv_line(&rest, &line))
		if (tora_sv_starts(line, "fatal:") || tora_sv_starts(line, "error:"))
			break;
	if (line.len > 180)
		line.len = 180;
	tora_str_add_escaped(&shown, line, false);
	rc = tora_fail(err, rc, "git %s ended with %d: %s", verb, code,
	               shown.len ? shown.buf : "no reason given");
	tora_str_free(&shown);
	return rc;
}

static int judge(const struct tora_git_spec *spec, const struct tora_spawn_result *r,
                 struct tora_err *err)
{
	const char *verb = spec->args[0];

	if (r->how == TORA_SPAWN_TIMEOUT)
		return tora_fail(err, TORA_E_TIMEOUT, "git %s took too long", verb);
	if (r->how == TORA_SPAWN_SIGNAL)
		return tora_fail(err, TORA_E_REMOTE, "git %s died of signal %d", verb, r->code);
	if (r->out.over)
		return tora_fail(err, TORA_E_LIMIT, "git %s printed more than %zu bytes", verb,
		                 r->out.max);
	if (r->code == 0 || (r->code == 1 && r->err.len == 0))
		return TORA_OK;
	return complain(tora_str_view(&r->err), verb, r->code, err);
}

/* Where the user keeps their configuration binds to no repository; the rest of GIT_* goes. */
static const char *const user_files[] = { "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM",
	                                  "GIT_CONFIG_NOSYSTEM" };
#define USER_FILES (sizeof(user_files) / sizeof(user_files[0]))
#define QUIET_ENV  (sizeof(quiet_env) / sizeof(quiet_env[0]))

static char **make_env(void)
{
	char texts[USER_FILES][PATH_MAX + 32];
	const char *extra[QUIET_ENV + USER_FILES];
	size_t n = 0;

	for (size_t i = 0; quiet_env[i]; i++)
		extra[n++] = quiet_env[i];
	for (size_t i = 0; i < USER_FILES; i++) {
		const char *value = getenv(user_files[i]);

		if (!value || strlen(value) >= PATH_MAX)
			continue;
		(void)snprintf(texts[i], sizeof(texts[i]), "%s=%s", user_files[i], value);
		extra[n++] = texts[i];
	}
	extra[n] = NULL;
	return tora_spawn_env(extra);
}

static size_t fill_args(const struct tora_git_spec *spec, const char **argv)
{
	size_t n = 0;

	for (size_t i = 0; quiet_args[i]; i++)
		argv[n++] = quiet_args[i];
	if (spec->git_dir) {
		argv[n++] = "--git-dir";
		argv[n++] = spec->git_dir;
	}
	for (size_t i = 0; spec->args[i]; i++) {
		assert(n < ARGS_MAX - 1);
		argv[n++] = spec->args[i];
	}
	argv[n] = NULL;
	return n;
}

int tora_git_run(const struct tora_git_spec *spec, struct tora_str *ret_out, int *ret_status,
                 struct tora_err *err)
{
	const char *argv[ARGS_MAX];
	char **env = make_env();
	struct tora_spawn_result result;
	struct tora_spawn_spec run = {
		.argv = argv,
		.dir = spec->dir ? spec->dir : spec->git_dir,
		.input = spec->input,
		.budget_ms = spec->budget_ms ? spec->budget_ms : TORA_GIT_BUDGET_MS,
		.out_max = spec->out_max ? spec->out_max : TORA_GIT_OUT_MAX,
	};
	int rc;

	fill_args(spec, argv);
	run.env = (const char *const *)env;
	rc = tora_spawn_run(&run, &result, err);
	tora_spawn_env_free(env);
	if (rc == TORA_E_NOTFOUND) /* git, and not what it was to look for */
		rc = err->rc = TORA_E_UNSUPPORTED;
	if (rc)
		return rc;
	rc = judge(spec, &result, err);
	if (!rc) {
		*ret_status = result.code;
		*ret_out = result.out;
		result.out = (struct tora_str)TORA_STR_INIT(0);
	}
	tora_spawn_done(&result);
	return rc;
}

bool tora_git_field(struct tora_sv *rest, struct tora_sv *ret)
{
	const char *end = rest->len ? memchr(rest->at, '\0', rest->len) : NULL;

	if (!end)
		return false;
	*ret = (struct tora_sv){ rest->at, (size_t)(end - rest->at) };
	rest->len -= ret->len + 1;
	rest->at = end + 1;
	return true;
}
