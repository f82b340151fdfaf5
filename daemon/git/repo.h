/*
 * repo.h - one repository, opened for reading only.
 *
 * libgit2 serves where it can; where it refuses the format (SHA-256, reftable, extensions it
 * does not know) the git program does, through program.h. Callers do not notice. Nothing in
 * git/ ever writes: not the index, the work tree, refs or configuration; and nothing is fetched.
 * In a shallow clone the history is walked by the git program, because libgit2 1.5 does not
 * know where such a history was cut.
 */
#ifndef TORA_GIT_REPO_H
#define TORA_GIT_REPO_H

#include "model/oid.h"
#include "tora/arena.h"

struct tora_repo; /* owns everything it hands out until tora_repo_free() */

/*
 * `path`: anything inside a work tree (a linked one too), its .git, or a bare repository.
 * TORA_E_NOTFOUND: no repository there. TORA_E_DENIED: it belongs to another user and is not
 * listed in safe.directory. TORA_E_UNSUPPORTED: neither libgit2 nor the git program reads it.
 */
int tora_repo_open(const char *path, struct tora_repo **ret_repo, struct tora_err *err);
void tora_repo_free(struct tora_repo *repo); /* NULL is fine */

/* Absolute, no slash at the end; the same for linked work trees. */
const char *tora_repo_common_dir(const struct tora_repo *repo);
const char *tora_repo_work_dir(const struct tora_repo *repo); /* NULL: bare */
const char *tora_repo_backend(const struct tora_repo *repo);  /* for tests: "libgit2" or "git" */

#endif
