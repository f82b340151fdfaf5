#include "check/dismissed.h"

#include "git/repo.h"
#include "store/repos.h"
#include "store/stats.h"
#include "tora/clock.h"

#define DAY_MS (24 * 60 * 60 * (int64_t)1000)

static const struct tora_stat_row *quiet_row(const struct tora_stats *stats,
                                             const struct tora_finding *f)
{
	const char *kind = tora_difference_name(f->difference.kind);
	const struct tora_stat_row *rows[] = {
		tora_stats_find(stats, TORA_STAT_RULE, tora_finding_rule(f)),
		tora_stats_find(stats, TORA_STAT_KIND, kind),
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i] && tora_stat_is_quiet(rows[i]))
			return rows[i];
	return NULL;
}

static void quieten(struct tora_check *check, struct tora_finding *f,
                    const struct tora_stat_row *row)
{
	const char *why = tora_arena_printf(
		check->arena, "%u of %u findings like it (%s %s) were dismissed here",
		row->dismissed, row->shown, row->by == TORA_STAT_KIND ? "difference" : "rule",
		row->name);

	f->verdict = TORA_VERDICT_UNSURE;
	f->explanation = tora_arena_printf(check->arena, "%s Not shown by itself: %s (tora stats).",
	                                   f->explanation ? f->explanation : "", why);
	*tora_vec_push(check->arena, &f->answers) = (struct tora_answer){ "quiet", why };
}

static int stats_of(struct tora_check *check, struct tora_stats *ret, struct tora_err *err)
{
	struct tora_repo_row repo;
	int rc = tora_repos_find(check->store, check->arena, tora_repo_common_dir(check->repo),
	                         &repo, err);

	return rc ? rc
	          : tora_stats_get(check->store, check->arena, repo.id,
	                           tora_clock_wall_ms() - TORA_STATS_DAYS * DAY_MS, ret, err);
}

void tora_dismissed_hush(struct tora_check *check)
{
	struct tora_stats stats;
	struct tora_err err;
	unsigned n = 0;

	if (!check->store || !check->findings.n || stats_of(check, &stats, &err))
		return;
	for (size_t i = 0; i < check->findings.n; i++) {
		struct tora_finding *f = &check->findings.at[i];
		const struct tora_stat_row *row = quiet_row(&stats, f);

		if (f->verdict != TORA_VERDICT_UNINTENDED || !row)
			continue;
		quieten(check, f, row);
		n++;
	}
	if (n)
		tora_check_note(check,
		                "%u finding%s not shown: most like %s were dismissed here "
		                "(tora stats; tora status --all)",
		                n, n == 1 ? " is" : "s are", n == 1 ? "it" : "them");
}
