/*
 * rev.h - names of commits, and how commits relate.
 */
#ifndef TORA_GIT_REV_H
#define TORA_GIT_REV_H

#include "git/repo.h"
#include "git/text.h"

#define TORA_REV_MAX 1024 /* bytes of a revision as a person writes it */

/*
 * Any single revision git knows ("HEAD", "topic", "v1^{}", "main@{upstream}", an id) to its commit.
 * TORA_E_NOTFOUND: no such revision, or the commit is not in this clone.
 * TORA_E_USAGE: empty, too long, a range, or something git would take for an option.
 */
int tora_repo_resolve(struct tora_repo *repo, const char *rev, struct tora_oid *ret,
                      struct tora_err *err);

/* The commit's fields; ret->message is copied to the arena. */
int tora_repo_commit(struct tora_repo *repo, const struct tora_oid *commit,
                     struct tora_arena *arena, struct tora_commit *ret, struct tora_err *err);

/* What a symbolic ref points at ("refs/heads/main"), raw; "" when it is none or does not exist. */
int tora_repo_symbolic(struct tora_repo *repo, const char *ref, struct tora_arena *arena,
                       const char **ret, struct tora_err *err);

/* "" when detached. A branch without commits yet has a name too. Escaped, in the arena. */
int tora_repo_branch(struct tora_repo *repo, struct tora_arena *arena, const char **ret,
                     struct tora_err *err);

/* TORA_E_NOTFOUND: unrelated histories, or a shallow clone that ends before they meet. */
int tora_repo_merge_base(struct tora_repo *repo, const struct tora_oid *a, const struct tora_oid *b,
                         struct tora_oid *ret, struct tora_err *err);

#endif
