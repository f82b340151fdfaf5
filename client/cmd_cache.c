/*
 * cmd_cache.c - the builds that are kept: which there are, making room, throwing all away.
 */
#include "client/ask.h"
#include "client/offline.h"
#include "client/print/fold.h"
#include "client/where.h"
#include "tora/clock.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_S 600 /* clearing a large cache on a slow disk takes its time */

static void add_size(struct tora_str *out, int64_t bytes)
{
	static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
	double n = (double)bytes / 1024;
	size_t unit = 0;

	for (; n >= 1000 && unit + 1 < sizeof units / sizeof *units; unit++)
		n /= 1024;
	tora_str_addf(out, n < 10 && unit ? "%.1f %s" : "%.0f %s", n, units[unit]);
}

static void add_column(struct tora_str *out, int64_t bytes)
{
	struct tora_str text = TORA_STR_INIT(64);

	add_size(&text, bytes);
	tora_str_addf(out, " %10s", text.buf);
	tora_str_free(&text);
}

static void add_age(struct tora_str *out, int64_t used_ms)
{
	struct tora_str text = TORA_STR_INIT(64);

	tora_age_text(tora_clock_wall_ms() - used_ms, &text);
	tora_str_addf(out, "%7s", text.buf);
	tora_str_free(&text);
}

static void say_build(const cJSON *build, struct tora_str *out)
{
	struct tora_sv repo = tora_sv(tora_json_text(build, "repo", ""));
	struct tora_sv tree = tora_sv(tora_json_text(build, "tree", ""));

	if (tree.len > 12)
		tree.len = 12;
	if (tora_sv_ends(repo, "/.git"))
		repo.len -= 5;
	add_age(out, tora_json_int(build, "used_ms", 0));
	add_column(out, tora_json_int(build, "bytes", 0));
	add_column(out, tora_json_int(build, "own", 0));
	tora_str_addf(out, "  %-8s %-6s ",
	              !tora_json_bool(build, "command", false)      ? "files"
	              : tora_json_bool(build, "incremental", false) ? "rebuilt"
	                                                            : "built",
	              tora_json_bool(build, "in_use", false) ? "in use" : "");
	tora_str_add_escaped(out, tree, false);
	tora_str_addc(out, ' ');
	tora_str_add_escaped(out, repo, false);
	tora_str_addc(out, '\n');
}

static int by_use(const void *a, const void *b)
{
	const cJSON *const *x = a, *const *y = b;
	int64_t first = tora_json_int(*x, "used_ms", 0), second = tora_json_int(*y, "used_ms", 0);

	return first < second ? 1 : first > second ? -1 : 0;
}

/* Most recently used first: what `gc` takes stands at the end. */
static void say_builds(const cJSON *builds, struct tora_str *out)
{
	int n = cJSON_GetArraySize(builds);
	const cJSON **rows = tora_xcalloc((size_t)n + 1, sizeof(*rows)), *row;
	int i = 0;

	if (n)
		tora_str_addf(out, "%7s %10s %10s  %-8s %-6s %-12s %s\n", "used", "size", "alone",
		              "", "", "tree", "repository");
	cJSON_ArrayForEach(row, builds) rows[i++] = row;
	qsort(rows, (size_t)n, sizeof(*rows), by_use);
	for (i = 0; i < n; i++)
		say_build(rows[i], out);
	free(rows);
}

static void say_sums(const struct tora_view *v, const cJSON *cache, struct tora_str *out)
{
	size_t from = out->len;
	int64_t quota = tora_json_int(cache, "quota", -1);
	long long kept = (long long)tora_json_int(cache, "kept", 0);
	long long spares = (long long)tora_json_int(cache, "spares", 0);

	tora_str_addf(out, "%lld build%s, ", kept, kept == 1 ? "" : "s");
	if (spares)
		tora_str_addf(out, "%lld spare cop%s for the next, ", spares,
		              spares == 1 ? "y" : "ies");
	add_size(out, tora_json_int(cache, "bytes", 0));
	if (quota >= 0) {
		tora_str_adds(out, " of at most ");
		add_size(out, quota);
		tora_str_adds(out, " (tora.cache.quota)");
	}
	tora_str_adds(out, ", in ");
	tora_str_add_escaped(out, tora_sv(tora_json_text(cache, "dir", "")), false);
	tora_str_addc(out, '\n');
	tora_fold(out, from, v->columns, "  ");
	tora_str_addf(out, "%lld %% of the disk is free",
	              (long long)tora_json_int(cache, "free_percent", 0));
	tora_str_adds(out, tora_json_bool(cache, "full", false)
	                           ? ": nothing is built until more is (5 % and 200 MiB)\n"
	                           : "\n");
}

static void say_mined(const cJSON *mined, struct tora_str *out)
{
	if (!mined)
		return;
	tora_str_addf(out, "mined of %lld files: ", (long long)tora_json_int(mined, "files", 0));
	add_size(out, tora_json_int(mined, "bytes", 0));
	tora_str_adds(out, " of at most ");
	add_size(out, tora_json_int(mined, "quota", 0));
	tora_str_addc(out, '\n');
}

static void say_swept(const cJSON *cache, struct tora_str *out)
{
	long long removed = (long long)tora_json_int(cache, "removed", -1);
	long long spares = (long long)tora_json_int(cache, "removed_spares", 0);
	long long leftovers = (long long)tora_json_int(cache, "leftovers", 0);
	long long in_use = (long long)tora_json_int(cache, "in_use", 0);

	if (removed < 0)
		return;
	tora_str_addf(out, "removed %lld build%s", removed, removed == 1 ? "" : "s");
	if (spares)
		tora_str_addf(out, "%s %lld spare cop%s", leftovers ? "," : " and", spares,
		              spares == 1 ? "y" : "ies");
	if (leftovers)
		tora_str_addf(out, " and what %lld killed or failed one%s left", leftovers,
		              leftovers == 1 ? "" : "s");
	if (in_use)
		tora_str_addf(out, "; %lld stay%s, checks are using %s", in_use,
		              in_use == 1 ? "s" : "", in_use == 1 ? "it" : "them");
	tora_str_addc(out, '\n');
}

static void print_human(const struct tora_view *v, const cJSON *cache, struct tora_str *out)
{
	say_builds(tora_json_list(cache, "builds"), out);
	say_swept(cache, out);
	say_sums(v, cache, out);
	say_mined(tora_json_obj(cache, "mined"), out);
}

int tora_cmd_cache(struct tora_cli *cli, struct tora_err *err)
{
	static const char *const words[] = { "ls", "gc", "clear", NULL };
	const char *args[] = { "cache", "--repo", ".", "ls", NULL };
	struct tora_here where;
	struct tora_err ignored;
	cJSON *cache = NULL;
	int rc;

	if (tora_where_find(&where, &ignored) == TORA_OK)
		args[2] = tora_where_path(&where);
	if (cli->nargs)
		args[3] = cli->args[0];
	if (strcmp(args[3], "ls") != 0 && strcmp(args[3], "gc") != 0 &&
	    strcmp(args[3], "clear") != 0)
		return tora_cli_no_word("cache", args[3], words, err);
	rc = tora_offline_run(cli, args, "cache", CACHE_S, &cache, err);
	if (rc)
		return rc;
	tora_ask_print(cli,
	               cli->format == &tora_format_human ? print_human : tora_format_json.record,
	               cache);
	cJSON_Delete(cache);
	return TORA_OK;
}
