/*
 * blame.h - preceding intents: what the commits that last touched some lines said.
 *
 * By `git blame -w -M -C` in a child, one a file, many ranges at once: 8 to 240 ms where libgit2
 * takes seconds. Blaming the base side leaves the branch's own commits out by construction.
 */
#ifndef TORA_GIT_BLAME_H
#define TORA_GIT_BLAME_H

#include "git/repo.h"
#include "model/intent.h"

#define TORA_BLAME_RANGES_MAX 100 /* of one file; the rest is not asked for */

struct tora_blame_range {
	const char *raw_path; /* base side, bytes as in the tree */
	unsigned first, count;
};

struct tora_blame {
	TORA_VEC(struct tora_message) messages; /* by overlap, largest first */
	size_t lines;                           /* that were attributed */
	bool cut; /* out of time, over a limit, or a file could not be blamed */
};

/*
 * `ranges` grouped by path. `max` messages at most; budget_ms for all files together. A file that
 * git cannot blame (missing objects, no such lines) sets `cut` and the others go on: what is
 * known of preceding intents helps, and what is not is no reason to fail. In a shallow clone
 * lines that come from its oldest commits are attributed to nobody.
 */
int tora_repo_blame(struct tora_repo *repo, const struct tora_oid *commit,
                    const struct tora_blame_range *ranges, size_t n, size_t max, unsigned budget_ms,
                    struct tora_arena *arena, struct tora_blame *ret, struct tora_err *err);

/* One line range's share of `git blame --porcelain` output. For the unit test of the parser. */
struct tora_blame_count {
	struct tora_oid commit;
	unsigned lines;
	bool boundary; /* the history ends here: a root commit, or a shallow clone's edge */
};
struct tora_blame_counts {
	TORA_VEC(struct tora_blame_count) at;
};
/* Adds to what is there. TORA_E_FORMAT: not such output. */
int tora_blame_parse(struct tora_sv text, struct tora_arena *arena, struct tora_blame_counts *into,
                     struct tora_err *err);

#endif
