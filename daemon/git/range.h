/*
 * range.h - which two commits a check compares: what a person wrote, or main and HEAD.
 *
 *	""          merge base of main and HEAD .. HEAD
 *	"B"         merge base of main and B .. B
 *	"A..B"      merge base of A and B .. B; an omitted side is HEAD. "A...B" is the same.
 *
 * Main is `tora.main` when set, else what origin/HEAD names, else main, else master. On the
 * main branch itself its remote-tracking version is the base; where there is none, the
 * branch's own first parent.
 */
#ifndef TORA_GIT_RANGE_H
#define TORA_GIT_RANGE_H

#include "git/repo.h"
#include "model/reason.h"

struct tora_range {
	struct tora_oid base, head; /* commits; base is the merge base */
	struct tora_oid base_tree, head_tree;
	const char *branch;  /* HEAD's, or the one B names; "" when neither is a branch */
	const char *against; /* "origin/main", "main", "main~1" or A: for people */
};

/*
 * `main_name`: tora.main, or NULL. Strings live in the arena.
 * On failure *ret_reason is why the check is skipped, when there is such a reason, and
 * TORA_REASON_NONE when the failure is another:
 *   NO_COMMITS, NO_MAIN, NO_MERGE_BASE, MISSING_OBJECTS: TORA_E_NOTFOUND.
 * TORA_E_NOTFOUND with NONE: a revision that a person wrote does not exist.
 * TORA_E_USAGE: the text is no range.
 */
int tora_repo_range(struct tora_repo *repo, const char *text, const char *main_name,
                    struct tora_arena *arena, struct tora_range *ret, enum tora_reason *ret_reason,
                    struct tora_err *err);

struct tora_main {
	const char *name; /* "origin/main", "main", "main~1"; in the arena */
	struct tora_oid tip;
};

/*
 * What a branch is compared with. `head`: its tip; `branch`: its short name, or "".
 * The first commit of main itself has nothing before it, and is compared with itself. TORA_E_NOTFOUND: there is no main.
 */
int tora_repo_main(struct tora_repo *repo, const char *main_name, const struct tora_oid *head,
                   const char *branch, struct tora_arena *arena, struct tora_main *ret,
                   struct tora_err *err);

#endif
