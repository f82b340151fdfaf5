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

const char *tora_repo_git_dir(const struct tora_repo *repo);    /* absolute, no slash at the end */
const char *tora_repo_common_dir(const struct tora_repo *repo); /* the same for linked work trees */
const char *tora_repo_work_dir(const struct tora_repo *repo);   /* NULL: bare */
bool tora_repo_is_bare(const struct tora_repo *repo);
bool tora_repo_is_shallow(const struct tora_repo *repo);
const char *tora_repo_backend(const struct tora_repo *repo); /* "libgit2" or "git" */

/* ---- objects ---- */

enum tora_object_type { TORA_OBJECT_COMMIT, TORA_OBJECT_TREE, TORA_OBJECT_BLOB, TORA_OBJECT_TAG };

struct tora_object {
	size_t index; /* which of the wanted ones */
	enum tora_object_type type;
	struct tora_sv bytes; /* borrowed for the call; .at is NULL when larger than max */
	uint64_t size;
};

/* A failure of its own ends the walk and is returned. */
typedef int tora_object_fn(void *ctx, const struct tora_object *object, struct tora_err *err);

/*
 * Read n objects and hand each to `fn`, in order, holding at most one (libgit2) or about 32 MiB
 * (git program) in memory besides a single larger one. Objects over `max` bytes are reported
 * without their bytes. TORA_E_NOTFOUND: one is missing; those before it were handed over.
 */
int tora_repo_each(struct tora_repo *repo, const struct tora_oid *oids, size_t n, size_t max,
                   tora_object_fn *fn, void *ctx, struct tora_err *err);

/* One blob, copied to the arena. TORA_E_LIMIT: larger than max. TORA_E_FORMAT: not a blob. */
int tora_repo_blob(struct tora_repo *repo, const struct tora_oid *oid, size_t max,
                   struct tora_arena *arena, struct tora_sv *ret, struct tora_err *err);

#endif
