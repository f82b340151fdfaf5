/*
 * history.h - what the developer said: the messages of a range of commits.
 */
#ifndef TORA_GIT_HISTORY_H
#define TORA_GIT_HISTORY_H

#include "git/repo.h"
#include "model/intent.h"

#define TORA_HISTORY_MAX 200 /* messages kept of one range: the newest */

struct tora_history {
	TORA_VEC(struct tora_message) messages; /* oldest first */
	size_t left_out;                        /* older ones beyond TORA_HISTORY_MAX */
	const char *title; /* the last merge's subject, else the oldest message's; "" when none */
};

/*
 * Commits that `head` has and `base` has not, each with its message in UTF-8 (recoded from the
 * commit's encoding header; bytes that stay unreadable are written \xNN). In the arena.
 * TORA_E_NOTFOUND: a commit is not in this clone.
 */
int tora_repo_history(struct tora_repo *repo, const struct tora_oid *base,
                      const struct tora_oid *head, struct tora_arena *arena,
                      struct tora_history *ret, struct tora_err *err);

/* The messages of single commits, in the order given. */
int tora_repo_messages(struct tora_repo *repo, const struct tora_oid *commits, size_t n,
                       struct tora_arena *arena, struct tora_message *ret, struct tora_err *err);

#endif
