/*
 * refs.h - what git says its branches are, and what moved since we knew them. Pure.
 */
#ifndef TORA_WATCH_REFS_H
#define TORA_WATCH_REFS_H

#include "store/repos.h"
#include "tora/arena.h"

/* Argument of `git for-each-ref --format=`; one line a branch, which ends in NUL first: a path may have line breaks. */
#define TORA_REFS_FORMAT "%(objectname) %(refname) %(worktreepath)%00"

struct tora_ref {
	const char *branch;   /* without refs/heads/ */
	const char *head;     /* oid */
	const char *worktree; /* where it is checked out, or NULL */
	bool is_held; /* an operation is under way where it is checked out: do not trust its tip yet */
};
struct tora_refs {
	struct tora_ref *at;
	size_t n;
};

/* What the command printed, sorted by branch (bytes). TORA_E_FORMAT: not its output. */
int tora_refs_parse(struct tora_sv text, struct tora_arena *arena, struct tora_refs *ret,
                    struct tora_err *err);

struct tora_move {
	const char *branch;
	const char *head; /* NULL: deleted */
	const char *old;  /* NULL: new */
	bool is_checked;  /* to be checked; else only to be known */
};
struct tora_moves {
	struct tora_move *at;
	size_t n;
};

/*
 * From the tips we know to those there are. Nothing is known yet (first sight): only what is checked out is
 * checked. Later, what moved is, unless the commit was the tip of some branch already: a new
 * name for a known commit is no new commit. Held branches are left out: they stay as known.
 */
void tora_refs_diff(const struct tora_tips *known, const struct tora_refs *seen,
                    struct tora_arena *arena, struct tora_moves *ret);

#endif
