/*
 * cmd_keep.c - a finding's test, kept in the project: written in its framework, asserting what the base does.
 */
#include "client/ask.h"
#include "client/id.h"
#include "client/offline.h"
#include "client/place.h"
#include "client/where.h"

#include <limits.h>
#include <string.h>

#define KEEP_S 300

static void print_human(const struct tora_view *v, const cJSON *kept, struct tora_str *out)
{
	const char *problem = tora_json_text(kept, "head_problem", NULL);

	(void)v;
	tora_str_add_escaped(out, tora_sv(tora_json_text(kept, "written", "")), false);
	tora_str_adds(
		out, tora_json_bool(kept, "already", false)
			     ? "\nThe file is there already, word for word. It passes on the base ("
			     : "\nIt passes on the base (");
	tora_str_add_escaped(out, tora_sv(tora_json_text(kept, "proved_by", "")), false);
	if (problem) {
		tora_str_adds(out, "). On the branch the file does not run: ");
		tora_str_add_escaped(out, tora_sv(problem), false);
		tora_str_addc(out, '\n');
		return;
	}
	tora_str_adds(out, tora_json_bool(kept, "fails_on_head", false)
	                           ? ") and fails on the branch.\n"
	                           : ") and on the branch: it does not show the difference.\n");
}

static int refuse_bare(struct tora_err *err)
{
	return tora_fail(err, TORA_E_USAGE,
	                 "a bare repository has no folder for tests: name a file or a folder");
}

static bool has_suffix(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strchr(slash ? slash + 1 : path, '.') != NULL;
}

/* Kept before: a second file with the same test is of no use to anybody. */
static bool is_kept_already(cJSON *kept, const char *top, const cJSON *file)
{
	struct tora_sv text = tora_sv(tora_json_text(file, "text", ""));
	char path[PATH_MAX];
	bool is_there = tora_place_has(top, tora_json_text(file, "path", ""), text, path);

	tora_json_put_bool(kept, "already", is_there);
	if (is_there)
		tora_json_put_text(kept, "written", path);
	return is_there;
}

static int write_file(const char *out, cJSON *kept, struct tora_err *err)
{
	const cJSON *file = cJSON_GetArrayItem(tora_json_list(kept, "files"), 0);
	const char *top = tora_json_text(kept, "repo", NULL);
	struct tora_place place;
	int rc;

	if (!out && top && is_kept_already(kept, top, file))
		return TORA_OK;
	rc = !top && !out ? refuse_bare(err)
	                  : tora_place_find(out, false, top ? top : ".",
	                                    tora_json_text(file, "path", ""), &place, err);

	if (rc == TORA_OK && !place.is_stdout && !has_suffix(place.path))
		rc = tora_fail(err, TORA_E_USAGE,
		               "'%.100s' has no suffix, so no test would be looked for in it; the "
		               "usual name is %.60s",
		               out, tora_json_text(file, "path", ""));
	if (rc == TORA_OK)
		rc = tora_place_write(&place, tora_sv(tora_json_text(file, "text", "")), err);
	if (rc == TORA_OK && !place.is_stdout)
		tora_json_put_text(kept, "written", place.path);
	return rc;
}

int tora_cmd_keep(struct tora_cli *cli, struct tora_err *err)
{
	const char *args[] = { "keep", cli->args[0], "--repo", ".", NULL, NULL, NULL };
	const char *out = cli->nargs > 1 ? cli->args[1] : NULL;
	char folder[PATH_MAX] = "";
	struct tora_here where;
	struct tora_err ignored;
	cJSON *kept = NULL;
	int rc = tora_id_take(cli->args[0], 'K', err);

	if (rc == TORA_OK)
		rc = tora_place_check(out, false, err);
	if (tora_where_find(&where, &ignored) == TORA_OK) {
		args[3] = tora_where_path(&where);
		tora_place_folder(out, where.top, folder);
	}
	if (*folder)
		args[4] = "--folder", args[5] = folder;
	if (rc == TORA_OK)
		rc = tora_offline_run(cli, args, "keep", KEEP_S, &kept, err);
	if (rc)
		return rc;
	rc = write_file(out, kept, err);
	if (rc == TORA_OK && tora_json_text(kept, "written", NULL))
		tora_ask_print(cli,
		               cli->format == &tora_format_human ? print_human
		                                                 : tora_format_json.record,
		               kept);
	cJSON_Delete(kept);
	return rc;
}
