#include "git/blame.h"

#include "git/history.h"
#include "git/impl.h"
#include "tora/clock.h"

#include <stdlib.h>
#include <string.h>

#define COMMITS_MAX 5000 /* different commits that are told apart */
#define OUT_MAX     (16u << 20)

/* ---- the porcelain format ------------------------------------------------------------ */

static struct tora_blame_count *count_of(struct tora_arena *arena, struct tora_blame_counts *into,
                                         const struct tora_oid *oid)
{
	struct tora_blame_count *c;

	for (size_t i = into->at.n; i-- > 0;) /* the last one is the likeliest */
		if (tora_oid_eq(&into->at.at[i].commit, oid))
			return &into->at.at[i];
	if (into->at.n == COMMITS_MAX)
		return NULL;
	c = tora_vec_push(arena, &into->at);
	c->commit = *oid;
	return c;
}

/* "<oid> <line then> <line now> [<how many>]" */
static bool heads_a_line(struct tora_sv line, struct tora_oid *ret)
{
	const char *space = memchr(line.at, ' ', line.len);

	return space && tora_oid_parse((struct tora_sv){ line.at, (size_t)(space - line.at) }, ret);
}

int tora_blame_parse(struct tora_sv text, struct tora_arena *arena, struct tora_blame_counts *into,
                     struct tora_err *err)
{
	struct tora_blame_count *now = NULL;
	struct tora_sv line;
	struct tora_oid oid;

	while (tora_sv_line(&text, &line)) {
		if (!now) {
			if (!line.len || !heads_a_line(line, &oid))
				return tora_fail(err, TORA_E_FORMAT,
				                 "git blame printed an odd line");
			now = count_of(arena, into, &oid);
			if (!now)
				return tora_fail(err, TORA_E_LIMIT, "lines of over %d commits",
				                 COMMITS_MAX);
		} else if (line.len && line.at[0] == '\t') { /* the line itself ends its entry */
			now->lines++;
			now = NULL;
		} else if (tora_sv_is(line, "boundary")) {
			now->boundary = true;
		}
	}
	return TORA_OK;
}

/* ---- asking -------------------------------------------------------------------------- */

/* All ranges of one file: ranges[0..n), same path. */
static int blame_file(struct tora_repo *repo, const struct tora_oid *commit,
                      const struct tora_blame_range *ranges, size_t n, unsigned budget_ms,
                      struct tora_arena *arena, struct tora_blame_counts *into,
                      struct tora_err *err)
{
	static const char *const fixed[] = { "blame", "-w",          "-M",
		                             "-C",    "--porcelain", "--no-textconv" };
	const char *args[2 * TORA_BLAME_RANGES_MAX + 16];
	struct tora_str out = TORA_STR_INIT(0);
	struct tora_git_spec spec = {
		.git_dir = repo->git_dir,
		.dir = repo->work_dir, /* blame.ignoreRevsFile is relative to it; git dies without */
		.args = args,
		.budget_ms = budget_ms,
		.out_max = OUT_MAX,
	};
	size_t k = 0;
	int rc, status = 0;

	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++)
		args[k++] = fixed[i];
	for (size_t i = 0; i < n && i < TORA_BLAME_RANGES_MAX; i++) {
		args[k++] = "-L";
		args[k++] = tora_arena_printf(arena, "%u,+%u", ranges[i].first, ranges[i].count);
	}
	args[k++] = commit->hex;
	args[k++] = "--";
	args[k++] = ranges[0].raw_path;
	args[k] = NULL;
	rc = tora_git_run(&spec, &out, &status, err);
	if (!rc)
		rc = tora_blame_parse(tora_str_view(&out), arena, into, err);
	tora_str_free(&out);
	return rc;
}

static size_t same_path(const struct tora_blame_range *ranges, size_t n)
{
	size_t same = 1;

	while (same < n && strcmp(ranges[same].raw_path, ranges[0].raw_path) == 0)
		same++;
	return same;
}

static void blame_files(struct tora_repo *repo, const struct tora_oid *commit,
                        const struct tora_blame_range *ranges, size_t n, unsigned budget_ms,
                        struct tora_arena *arena, struct tora_blame_counts *into, bool *ret_cut)
{
	int64_t deadline = tora_clock_mono_ms() + budget_ms;
	struct tora_err ignored;

	for (size_t i = 0, same; i < n; i += same) {
		int64_t left = deadline - tora_clock_mono_ms();

		same = same_path(&ranges[i], n - i);
		if (left <= 0 || same > TORA_BLAME_RANGES_MAX)
			*ret_cut = true;
		if (left <= 0)
			return;
		if (blame_file(repo, commit, &ranges[i], same, (unsigned)left, arena, into,
		               &ignored))
			*ret_cut = true;
	}
}

/* ---- ranking ------------------------------------------------------------------------- */

static int by_lines(const void *a, const void *b)
{
	const struct tora_blame_count *x = a, *y = b;

	if (x->lines != y->lines)
		return x->lines < y->lines ? 1 : -1;
	return strcmp(x->commit.hex, y->commit.hex);
}

/* At a shallow clone's edge git blames the edge for everything older. */
static size_t drop_edge(struct tora_blame_counts *counts, bool shallow)
{
	size_t n = 0;

	for (size_t i = 0; i < counts->at.n; i++)
		if (!(shallow && counts->at.at[i].boundary))
			counts->at.at[n++] = counts->at.at[i];
	counts->at.n = n;
	return n;
}

int tora_repo_blame(struct tora_repo *repo, const struct tora_oid *commit,
                    const struct tora_blame_range *ranges, size_t n, size_t max, unsigned budget_ms,
                    struct tora_arena *arena, struct tora_blame *ret, struct tora_err *err)
{
	struct tora_blame_counts counts = { .at = { 0 } };
	struct tora_blame b = { .cut = false };
	struct tora_oid *oids;
	size_t kept;
	int rc;

	blame_files(repo, commit, ranges, n, budget_ms, arena, &counts, &b.cut);
	kept = drop_edge(&counts, repo->shallow);
	if (kept)
		qsort(counts.at.at, kept, sizeof(*counts.at.at), by_lines);
	for (size_t i = 0; i < kept; i++)
		b.lines += counts.at.at[i].lines;
	kept = kept < max ? kept : max;
	oids = tora_arena_calloc(arena, kept + 1, sizeof(*oids));
	for (size_t i = 0; i < kept; i++) {
		oids[i] = counts.at.at[i].commit;
		(void)tora_vec_push(arena, &b.messages);
	}
	rc = tora_repo_messages(repo, oids, kept, arena, b.messages.at, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < kept; i++)
		b.messages.at[i].overlap = (double)counts.at.at[i].lines / (double)b.lines;
	*ret = b;
	return TORA_OK;
}
