#include "client/ask.h"
#include "client/conn.h"
#include "client/offline.h"
#include "client/where.h"
#include "hooks/file.h"
#include "hooks/install.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#define MAIN_S 5

static int tell_daemon(struct tora_cli *cli, const struct tora_here *where, bool remove,
                       cJSON **ret, struct tora_err *err)
{
	cJSON *params = cJSON_CreateObject();
	int rc;

	tora_json_put_text(params, "repo", where->common);
	if (where->top[0] && !remove)
		tora_json_put_text(params, "work", where->top);
	rc = tora_ask_to_keep(cli, remove ? "repo.remove" : "repo.add", params, TORA_ASK_MS, ret,
	                      err);
	cJSON_Delete(params);
	return rc;
}

/* The hooks could not be installed, and that is what is reported. */
static void forget_again(struct tora_cli *cli, const struct tora_here *where)
{
	cJSON *ignored = NULL;
	struct tora_err err;

	(void)tell_daemon(cli, where, true, &ignored, &err);
	cJSON_Delete(ignored);
}

static int uninstall(struct tora_cli *cli, const struct tora_here *where,
                     const struct tora_hooks_where *hooks, struct tora_err *err)
{
	struct tora_str report = TORA_STR_INIT(65536);
	cJSON *answer = NULL;
	int rc = tora_hooks_remove(hooks, &report, err);

	if (rc == TORA_OK) {
		rc = tell_daemon(cli, where, true, &answer, err);
		if (rc == TORA_E_NOTFOUND) /* it was not registered */
			rc = TORA_OK;
	}
	if (rc == TORA_OK)
		tora_str_adds(&report, tora_json_bool(answer, "removed", false)
		                               ? "this repository is not watched any more; what "
		                                 "was found is kept\n"
		                               : "this repository was not watched\n");
	(void)fwrite(report.buf, 1, report.len, stdout);
	tora_str_free(&report);
	cJSON_Delete(answer);
	return rc;
}

/* A push will print nothing as long as there is nothing to compare with, or settings are wrong, which torad has said itself.
 * False: it will, or nobody knows. */
static bool say_what_is_missing(const struct tora_cli *cli, const char *path,
                                struct tora_str *report)
{
	const char *args[] = { "main", "--repo", path, NULL };
	const char *text = NULL, *advice = NULL;
	cJSON *rows = NULL;
	struct tora_err err = TORA_ERR_INIT;

	if (tora_offline_run(cli, args, "main", MAIN_S, &rows, &err) == TORA_OK) {
		text = tora_json_text(cJSON_GetArrayItem(rows, 0), "text", NULL);
		advice = tora_json_text(cJSON_GetArrayItem(rows, 0), "advice", NULL);
	} else if (!*err.msg) {
		text = "torad has said why";
	}
	if (text) {
		tora_str_adds(report, "nothing is checked yet: ");
		tora_str_add_escaped(report, tora_sv(text), false);
		tora_str_adds(report, advice ? "\n  -> " : "");
		tora_str_add_escaped(report, tora_sv(advice), false);
		tora_str_addc(report, '\n');
	}
	cJSON_Delete(rows);
	return text;
}

static void say_how_to_go_on(const struct tora_cli *cli, const char *path, struct tora_str *report)
{
	tora_str_adds(report, "watching ");
	tora_str_add_escaped(report, tora_sv(path), false);
	tora_str_adds(report, "\n\n");
	if (!say_what_is_missing(cli, path, report))
		tora_str_adds(report, "commit as ever; git push prints what changed that no "
		                      "message mentions.\n");
	tora_str_adds(report, "  tora status             what is checked, found, waiting\n"
	                      "  tora doctor             is everything there that checking needs?\n"
	                      "  tora init --uninstall   take all of this back\n");
}

int tora_cmd_init(struct tora_cli *cli, struct tora_err *err)
{
	struct tora_str report = TORA_STR_INIT(65536);
	char program[PATH_MAX];
	struct tora_hooks_where hooks = { .program = program };
	enum tora_hooks_way way = TORA_HOOKS_NONE;
	struct tora_here where;
	cJSON *answer = NULL;
	int rc = tora_where_find(&where, err);

	if (rc == TORA_OK)
		rc = tora_conn_beside(cli->program, TORA_HOOK_PROGRAM, program, sizeof program,
		                      err);
	if (rc == TORA_OK && !(cli->given & TORA_OPT_UNINSTALL) && access(program, X_OK) < 0)
		rc = tora_fail_sys(err, "%s, which hooks call, is not there; install tora again",
		                   program);
	if (rc)
		return rc;
	hooks.work_dir = where.top[0] ? where.top : NULL;
	hooks.common_dir = where.common;
	if (cli->given & TORA_OPT_UNINSTALL)
		return uninstall(cli, &where, &hooks, err);
	/* Hooks of a repository that nobody watches would be half an installation: they come second. */
	rc = tell_daemon(cli, &where, false, &answer, err);
	if (rc == TORA_OK) {
		rc = tora_hooks_install(&hooks, &way, &report, err);
		if (rc && tora_json_bool(answer, "new", false))
			forget_again(cli, &where);
	}
	if (rc == TORA_OK)
		say_how_to_go_on(cli, tora_json_text(answer, "path", tora_where_path(&where)),
		                 &report);
	(void)fwrite(report.buf, 1, report.len, stdout);
	tora_str_free(&report);
	cJSON_Delete(answer);
	return rc;
}
