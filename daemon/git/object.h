/*
 * object.h - reading objects by id, many at once.
 */
#ifndef TORA_GIT_OBJECT_H
#define TORA_GIT_OBJECT_H

#include "git/repo.h"

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
