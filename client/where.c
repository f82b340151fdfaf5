#include "client/where.h"

#include "tora/spawn.h"

#include <string.h>

#define FATAL "fatal: " /* as git begins what it says last */

static int copy_line(char buf[TORA_PATH_MAX], struct tora_sv line, struct tora_err *err)
{
	return tora_paths_format(buf, TORA_PATH_MAX, err, "%.*s", (int)line.len, line.at);
}

/* What git said of a place it does not take for a repository, in its own words. */
static int refused(struct tora_sv said, struct tora_err *err)
{
	struct tora_sv line;

	if (!tora_sv_line(&said, &line))
		line = TORA_SV("git rev-parse failed");
	if (tora_sv_starts(line, FATAL))
		line = (struct tora_sv){ line.at + strlen(FATAL), line.len - strlen(FATAL) };
	return tora_fail(
		err, tora_sv_has(line, "not a git repository") ? TORA_E_NOTFOUND : TORA_E_REMOTE,
		"%.*s", (int)line.len, line.at);
}

int tora_where_find(struct tora_here *ret, struct tora_err *err)
{
	/* A bare repository answers the first question and fails the second. */
	const char *const argv[] = {
		"git", "rev-parse", "--path-format=absolute", "--git-common-dir", "--show-toplevel",
		NULL
	};
	static const char *const plain[] = { "LC_ALL=C", NULL }; /* refused() reads it */
	char **env = tora_spawn_env(plain);
	struct tora_spawn_spec spec = {
		.argv = argv, .env = (const char *const *)env, .budget_ms = 10000, .out_max = 8192
	};
	struct tora_spawn_result r = { 0 };
	struct tora_sv rest, common = { 0 }, top = { 0 };
	int rc = tora_spawn_run(&spec, &r, err);

	tora_spawn_env_free(env);
	if (rc) {
		(void)tora_wrap(err, "running git");
		/* That git is not there says nothing of repositories. */
		err->rc = err->rc == TORA_E_NOTFOUND ? TORA_E_SYS : err->rc;
		return err->rc;
	}
	rest = tora_str_view(&r.out);
	(void)(tora_sv_line(&rest, &common) && tora_sv_line(&rest, &top));
	if (rest.len || (top.len && top.at[0] != '/')) {
		rc = tora_fail(err, TORA_E_UNSUPPORTED,
		               "the path of this repository has a line break in it: it cannot be "
		               "checked there");
		goto out;
	}
	if (!common.len || common.at[0] != '/') {
		rc = refused(tora_str_view(&r.err), err);
		goto out;
	}
	*ret = (struct tora_here){ 0 };
	rc = copy_line(ret->common, common, err);
	if (rc == TORA_OK && top.len && top.at[0] == '/' && r.how == TORA_SPAWN_EXIT && r.code == 0)
		rc = copy_line(ret->top, top, err);
out:
	tora_spawn_done(&r);
	return rc;
}

const char *tora_where_path(const struct tora_here *w)
{
	return w->top[0] ? w->top : w->common;
}
