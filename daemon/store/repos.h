/*
 * repos.h - registered repositories, and the branch tips that are known of them.
 *
 * A repository is its common directory. One that was only checked by hand has a row
 * too, with `watched` false. Text of a record lives in the arena it was read into.
 */
#ifndef TORA_STORE_REPOS_H
#define TORA_STORE_REPOS_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

struct tora_repo_row {
	int64_t id;
	const char *common_dir; /* absolute, symbolic links resolved by whoever registered it */
	const char *work_dir;   /* a work tree, the main one if it ever said so; NULL when bare */
	bool watched;
	int64_t added; /* wall clock, ms */
};
struct tora_repo_rows {
	struct tora_repo_row *at;
	size_t n;
};

/* Register, or refresh work_dir (NULL leaves it). *ret_new may be NULL. Emits repo.added when it was not watched. */
int tora_repos_add(struct tora_store *store, const char *common_dir, const char *work_dir,
                   int64_t *ret_id, bool *ret_new, struct tora_err *err);
/* The row of a repository for a check by hand: made unwatched when absent. One that is watched keeps its work_dir. */
int tora_repos_ensure(struct tora_store *store, const char *common_dir, const char *work_dir,
                      int64_t *ret_id, struct tora_err *err);
/* Stop watching. With `forget` its checks, findings and acks are deleted. Emits repo.removed. */
int tora_repos_remove(struct tora_store *store, int64_t id, bool forget, struct tora_err *err);
int tora_repos_list(struct tora_store *store, struct tora_arena *arena, bool watched_only,
                    struct tora_repo_rows *ret, struct tora_err *err);
/* By common directory or main work tree. */
int tora_repos_find(struct tora_store *store, struct tora_arena *arena, const char *path,
                    struct tora_repo_row *ret, struct tora_err *err);

struct tora_tip {
	const char *branch; /* without refs/heads/ */
	const char *head;   /* oid */
};
struct tora_tips {
	struct tora_tip *at;
	size_t n;
};
/* Known tips, sorted by branch (bytes). */
int tora_tips_list(struct tora_store *store, struct tora_arena *arena, int64_t repo,
                   struct tora_tips *ret, struct tora_err *err);
/* head NULL: the branch is gone. */
int tora_tips_set(struct tora_store *store, int64_t repo, const char *branch, const char *head,
                  struct tora_err *err);

#endif
