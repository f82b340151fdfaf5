/*
 * impl.h - what the sources of git/ know about struct tora_repo. Nobody else includes it.
 */
#ifndef TORA_GIT_IMPL_H
#define TORA_GIT_IMPL_H

#include "git/program.h"
#include "git/repo.h"

#include <git2.h>

struct tora_repo {
	git_repository *git; /* NULL: the git program serves */
	git_odb *odb;        /* with git */
	char *git_dir, *common_dir, *work_dir;
	bool bare, shallow;
};

/* history is libgit2's only where it sees all of it */
static inline bool tora_repo_walks(const struct tora_repo *repo)
{
	return repo->git && !repo->shallow;
}

/* `args` NULL-ended. As tora_git_run(), in this repository, with default limits. */
int tora_repo_git(const struct tora_repo *repo, const char *const *args, struct tora_sv input,
                  struct tora_str *ret_out, int *ret_status, struct tora_err *err);

/* TORA_E_FORMAT unless `oid` is one libgit2 knows (40 digits). */
int tora_repo_oid(const struct tora_oid *oid, git_oid *ret, struct tora_err *err);
void tora_repo_oid_text(const git_oid *oid, struct tora_oid *ret);

#endif
