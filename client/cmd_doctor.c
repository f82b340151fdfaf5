/*
 * cmd_doctor.c - is everything there that checking needs? Each row says what to do about it.
 *
 * Rows come from here (git, hooks, daemon) and from `torad probe` (sandbox, interpreter,
 * model, store, disk), which looks with the very code that checks use.
 */
#include "client/ask.h"
#include "client/conn.h"
#include "client/offline.h"
#include "client/print/fold.h"
#include "client/where.h"
#include "hooks/install.h"
#include "tora/answers.h"
#include "tora/spawn.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define PROBE_S 60
#define LATE_MS 1000 /* of the state folder, when the daemon has taken its time already */
#define INDENT  "                      " /* as wide as what stands before a text */

static void add_row(cJSON *rows, const char *name, const char *state, const char *text,
                    const char *advice)
{
	cJSON *row = cJSON_CreateObject();

	tora_json_put_text(row, "name", name);
	tora_json_put_text(row, "state", state); /* ok, warning, problem */
	tora_json_put_text(row, "text", text);
	tora_json_put_text(row, "advice", advice);
	cJSON_AddItemToArray(rows, row);
}

static void git_row(cJSON *rows)
{
	const char *const argv[] = { "git", "--version", NULL };
	struct tora_spawn_spec spec = { .argv = argv, .budget_ms = 5000, .out_max = 4096 };
	struct tora_spawn_result r = { 0 };
	struct tora_str text = TORA_STR_INIT(4096);
	struct tora_err err;

	if (tora_spawn_run(&spec, &r, &err)) {
		add_row(rows, "git", "problem", err.msg, "install git");
		return;
	}
	tora_str_add(&text, tora_sv_trim(tora_str_view(&r.out)));
	add_row(rows, "git", "ok", text.buf, NULL);
	tora_str_free(&text);
	tora_spawn_done(&r);
}

static void hooks_row(cJSON *rows, const struct tora_here *where)
{
	static const char *const ways[] = {
		[TORA_HOOKS_NONE] = "not installed",
		[TORA_HOOKS_CONFIG] = "configured (hook.tora-*)",
		[TORA_HOOKS_FILES] = "in the hooks folder",
		[TORA_HOOKS_FOREIGN] = "core.hooksPath leads elsewhere",
	};
	struct tora_hooks_where hooks = { where->top[0] ? where->top : NULL, where->common, NULL };
	struct tora_str problem = TORA_STR_INIT(8192);
	enum tora_hooks_way way = TORA_HOOKS_NONE;
	struct tora_err err;

	if (tora_hooks_inspect(&hooks, &way, &problem, &err))
		add_row(rows, "hooks", "problem", err.msg, NULL);
	else if (problem.len)
		add_row(rows, "hooks", "problem", ways[way], problem.buf);
	else if (way == TORA_HOOKS_NONE)
		add_row(rows, "hooks", "warning", ways[way], "run tora init in this repository");
	else if (way == TORA_HOOKS_FOREIGN)
		add_row(rows, "hooks", "warning", ways[way],
		        "commits are seen all the same; tora init prints what to add for pushes");
	else
		add_row(rows, "hooks", "ok", ways[way], NULL);
	tora_str_free(&problem);
}

/* Is the process another program than the torad beside us, since tora was installed anew? */
static bool is_another_build(const struct tora_cli *cli, long long pid)
{
	struct stat running, beside;
	char path[PATH_MAX], exe[64];
	struct tora_err ignored;

	(void)snprintf(exe, sizeof exe, "/proc/%lld/exe", pid);
	return tora_conn_beside(cli->program, "torad", path, sizeof path, &ignored) == TORA_OK &&
	       stat(exe, &running) == 0 && stat(path, &beside) == 0 &&
	       (running.st_dev != beside.st_dev || running.st_ino != beside.st_ino);
}

/* Of those that are registered, here and elsewhere: what the daemon cannot look at. */
static void repo_rows(struct tora_conn *conn, cJSON *rows)
{
	cJSON *status = NULL;
	const cJSON *repo;
	struct tora_err ignored;

	if (tora_conn_call(conn, "status", NULL, 2000, &status, &ignored))
		return;
	cJSON_ArrayForEach(repo, tora_json_list(status, "repos"))
	{
		struct tora_str text = TORA_STR_INIT(2048);
		const char *state = tora_json_text(repo, "state", "");

		tora_str_addf(&text, "'%s': %s", tora_json_text(repo, "path", ""),
		              tora_json_text(repo, "reason", state));
		if (strcmp(state, "unwatched") == 0)
			add_row(rows, "repository", "warning", text.buf,
			        "it is looked at again by and by, and at its next hook");
		tora_str_free(&text);
	}
	cJSON_Delete(status);
}

/* Would a daemon refuse the folders that it finds? Nothing is made. */
static int look_for_obstacles(const struct tora_paths *paths, struct tora_err *err)
{
	struct stat st;

	if (lstat(paths->runtime, &st) == 0 && tora_paths_private(paths->runtime, err))
		return err->rc;
	/* That of a state folder which does not answer is the store's row to tell. */
	if (tora_answers(paths->state, LATE_MS, err) == TORA_OK && lstat(paths->spool, &st) == 0 &&
	    tora_paths_private(paths->spool, err))
		return err->rc;
	if (lstat(paths->socket, &st) == 0 && !S_ISSOCK(st.st_mode))
		return tora_fail(err, TORA_E_CONFLICT, "'%s' is in the way and no socket",
		                 paths->socket);
	return TORA_OK;
}

static void daemon_row(struct tora_cli *cli, cJSON *rows)
{
	struct tora_str text = TORA_STR_INIT(1024);
	struct tora_conn *conn = NULL;
	cJSON *hello = NULL;
	struct tora_err err;

	if (tora_conn_open(&cli->paths, 2000, &conn, &err) == TORA_E_NOTFOUND) {
		if (look_for_obstacles(&cli->paths, &err))
			add_row(rows, "daemon", "problem", err.msg,
			        "until that is mended no daemon starts, and nothing is checked");
		else
			add_row(rows, "daemon", "ok", "not running; it starts when it is needed",
			        NULL);
	} else if (!conn || tora_conn_call(conn, "hello", NULL, 2000, &hello, &err)) {
		/* It waits for the disk or the server then, and so would the next one. */
		bool is_folder = tora_answers(cli->paths.state, LATE_MS, &err) != TORA_OK;

		add_row(rows, "daemon", "problem", err.msg,
		        is_folder
		                ? "it goes on when that folder answers; killing it changes nothing"
		                : "killing it loses nothing: what is recorded or waits is on disk");
	} else {
		long long pid = (long long)tora_json_int(hello, "pid", 0);
		const char *degraded = tora_json_text(hello, "degraded", NULL);
		bool is_other = is_another_build(cli, pid);

		tora_str_addf(&text, "version %s, pid %lld, %s",
		              tora_json_text(hello, "version", "?"), pid, cli->paths.socket);
		add_row(rows, "daemon", is_other || degraded ? "warning" : "ok", text.buf,
		        is_other ? "not the torad that is installed: tora daemon restart"
		                 : degraded);
		repo_rows(conn, rows);
	}
	tora_str_free(&text);
	cJSON_Delete(hello);
	tora_conn_free(conn);
}

static void probe_rows(struct tora_cli *cli, const struct tora_here *where, cJSON *rows)
{
	const char *args[] = { "probe", NULL, NULL, NULL };
	cJSON *probe = NULL, *row;
	struct tora_err err;

	if (where) {
		args[1] = "--repo";
		args[2] = tora_where_path(where);
	}
	if (tora_offline_run(cli, args, "probe", PROBE_S, &probe, &err)) {
		add_row(rows, "torad", "problem",
		        *err.msg ? err.msg : "torad probe failed; its reason is on stderr",
		        "is torad installed beside tora?");
		return;
	}
	while ((row = cJSON_DetachItemFromArray(probe, 0)))
		cJSON_AddItemToArray(rows, row);
	cJSON_Delete(probe);
}

/* It is one, and git does not open it: damaged, somebody else's, ... torad has not said it where it could not look. */
static void unopened_row(cJSON *rows, const char *said)
{
	const cJSON *row;

	cJSON_ArrayForEach(row, rows)
	{
		if (strcmp(tora_json_text(row, "name", ""), "repository") == 0 &&
		    strcmp(tora_json_text(row, "state", ""), "problem") == 0)
			return;
	}
	add_row(rows, "repository", "problem", said, NULL);
}

static void print_rows(const struct tora_cli *cli, const cJSON *rows)
{
	struct tora_str out = TORA_STR_INIT(1u << 20);
	const cJSON *row;

	cJSON_ArrayForEach(row, rows)
	{
		const char *state = tora_json_text(row, "state", "");
		const char *color = strcmp(state, "ok") == 0 ? "\033[32m" : "\033[31m";
		size_t from = out.len;

		tora_str_addf(&out, "%s%-8s%s %-12s ", cli->color ? color : "", state,
		              cli->color ? "\033[0m" : "", tora_json_text(row, "name", ""));
		tora_str_add_escaped(&out, tora_sv(tora_json_text(row, "text", "")), false);
		tora_str_addc(&out, '\n');
		tora_fold(&out, from, cli->columns, INDENT);
		if (!tora_json_text(row, "advice", NULL))
			continue;
		from = out.len;
		tora_str_addf(&out, "%22s-> ", "");
		tora_str_add_escaped(&out, tora_sv(tora_json_text(row, "advice", "")), false);
		tora_str_addc(&out, '\n');
		tora_fold(&out, from, cli->columns, INDENT "   ");
	}
	tora_client_put(tora_str_view(&out));
	tora_str_free(&out);
}

int tora_cmd_doctor(struct tora_cli *cli, struct tora_err *err)
{
	cJSON *rows = cJSON_CreateArray(), *row;
	struct tora_here where;
	int found = tora_where_find(&where, err);
	bool inside = found == TORA_OK;

	git_row(rows);
	if (inside)
		hooks_row(rows, &where);
	else if (found == TORA_E_NOTFOUND)
		add_row(rows, "repository", "warning", "not inside a git repository",
		        "run tora doctor in the repository in question");
	daemon_row(cli, rows);
	probe_rows(cli, inside ? &where : NULL, rows);
	if (!inside && found != TORA_E_NOTFOUND)
		unopened_row(rows, err->msg);
	if (cli->format != &tora_format_human)
		tora_ask_print(cli, tora_format_json.finding, rows);
	else
		print_rows(cli, rows);
	cJSON_ArrayForEach(row, rows) if (strcmp(tora_json_text(row, "state", ""), "problem") == 0)
		cli->status = TORA_EXIT_FAILED;
	cJSON_Delete(rows);
	return TORA_OK;
}
