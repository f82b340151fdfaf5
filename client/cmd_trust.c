/*
 * cmd_trust.c - approve the commands a project's .toraconfig wants to run: these, and no others.
 *
 * What is approved is a hash of exactly those values, kept in this repository's git config
 * (tora.trusted), so that it holds in every work tree and for nothing else.
 */
#include "client/client.h"
#include "client/offline.h"
#include "client/print/fold.h"
#include "client/where.h"
#include "tora/spawn.h"

#include <stdio.h>
#include <unistd.h>

#define TRUST_S 60

static void show_wants(const struct tora_cli *cli, const cJSON *trust)
{
	struct tora_str out = TORA_STR_INIT(65536);
	const cJSON *want;

	(void)printf(".toraconfig (as committed on %s) wants to run, in the sandbox:\n",
	             cli->nargs ? cli->args[0] : "the base");
	cJSON_ArrayForEach(want, tora_json_list(trust, "wants"))
	{
		tora_str_adds(&out, "  ");
		tora_str_add_escaped(&out, tora_sv(tora_json_text(want, "key", "")), false);
		tora_str_adds(&out, " = ");
		tora_str_add_escaped(&out, tora_sv(tora_json_text(want, "value", "")), false);
		tora_str_addc(&out, '\n');
	}
	(void)fwrite(out.buf, 1, out.len, stdout);
	(void)fflush(stdout);
	tora_str_free(&out);
}

static void say(const struct tora_cli *cli, const char *text)
{
	struct tora_str out = TORA_STR_INIT(4096);

	tora_str_adds(&out, text);
	tora_str_addc(&out, '\n');
	tora_fold(&out, 0, cli->columns, "  ");
	tora_client_put(tora_str_view(&out));
	tora_str_free(&out);
}

static bool says_yes(void)
{
	char line[16];

	(void)fputs("trust exactly this? [y/N] ", stdout);
	(void)fflush(stdout);
	return fgets(line, sizeof line, stdin) && (line[0] == 'y' || line[0] == 'Y');
}

static int write_trust(const struct tora_here *where, const char *hash, struct tora_err *err)
{
	const char *const argv[] = { "git",          "-C",      tora_where_path(where),
		                     "config",       "--local", "--add",
		                     "tora.trusted", hash,      NULL };
	struct tora_spawn_spec spec = { .argv = argv, .budget_ms = 10000, .out_max = 4096 };
	struct tora_spawn_result r = { 0 };
	int rc = tora_spawn_run(&spec, &r, err);

	if (rc == TORA_OK && (r.how != TORA_SPAWN_EXIT || r.code != 0))
		rc = tora_fail(err, TORA_E_REMOTE, "git config could not write tora.trusted");
	tora_spawn_done(&r);
	return rc;
}

static int approve(struct tora_cli *cli, const struct tora_here *where, const cJSON *trust,
                   struct tora_err *err)
{
	int rc;

	show_wants(cli, trust);
	if (!(cli->given & TORA_OPT_YES) && !isatty(STDIN_FILENO))
		return tora_fail(err, TORA_E_USAGE, "nobody is there to ask; --yes approves it");
	if (!(cli->given & TORA_OPT_YES) && !says_yes()) {
		say(cli, "not trusted; nothing of it is run");
		cli->status = TORA_EXIT_FAILED;
		return TORA_OK;
	}
	rc = write_trust(where, tora_json_text(trust, "hash", ""), err);
	if (rc == TORA_OK)
		say(cli, "trusted (git config tora.trusted); asked again when a command changes");
	return rc;
}

int tora_cmd_trust(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[] = { "trust", "--repo", NULL, NULL, NULL };
	struct tora_here where;
	cJSON *trust = NULL;
	int rc = tora_where_find(&where, err);

	if (rc)
		return rc;
	args[2] = tora_where_path(&where);
	args[3] = cli->nargs ? cli->args[0] : NULL;
	rc = tora_offline_run(cli, args, "trust", TRUST_S, &trust, err);
	if (rc)
		return rc;
	if (cJSON_GetArraySize(tora_json_list(trust, "wants")) == 0)
		say(cli, cli->nargs ? "its .toraconfig wants to run nothing"
		                    : "the .toraconfig of the base (what a branch is compared "
		                      "with) wants to run nothing");
	else if (!tora_json_bool(trust, "needs_trust", true))
		say(cli, "what this project's .toraconfig wants to run is trusted already");
	else
		rc = approve(cli, &where, trust, err);
	cJSON_Delete(trust);
	return rc;
}
