/*
 * build.h - the build stage: both trees on disk, built where the project asks for it, frozen.
 * They are kept in the folder of store/cache.h.
 */
#ifndef TORA_BUILD_BUILD_H
#define TORA_BUILD_BUILD_H

#include <stdbool.h>
#include <stddef.h>

struct tora_check;
struct tora_err;
struct tora_oid;

/*
 * Reads base_tree, head_tree, repo, paths, config, sandbox; fills builds[]. What it uses stays
 * locked, until tora_build_release(), so that no other check's clean-up takes it away.
 * Reasons it stops the check for (and returns TORA_OK): BASE_ and HEAD_NOT_BUILDABLE,
 * DISK_FULL, NO_SANDBOX, MISSING_OBJECTS.
 * TORA_E_TIMEOUT: the check's time is over before both sides are built, or another check has been making the
 * same build for as long as this one may wait. What that cut is not kept, and no word on the tree.
 */
int tora_stage_build(struct tora_check *check, struct tora_err *err);
void tora_build_release(struct tora_check *check);

/*
 * The same for trees that a check will need as its base. builds[TORA_BASE] is the last of them.
 */
int tora_build_ahead(struct tora_check *check, const struct tora_oid *trees, size_t n,
                     struct tora_err *err);

/*
 * A spare copy (recycle.h) of the build of the first of these trees that has one; nothing where no build could
 * become of it, nor on a full disk. Other spare copies of the repository go, and
 * whatever else tora_cache_sweep() takes. *ret_is_there: there is one now.
 * TORA_E_TIMEOUT: too little time is left, and nothing was touched; or it was over half of the way. TORA_E_SYS: the
 * disk. What the copy was begun with is gone then: the last one, or a build that TORA_RECYCLE_KEPT others are
 * younger than.
 */
int tora_build_spare(struct tora_check *check, const struct tora_oid *trees, size_t n,
                     bool *ret_is_there, struct tora_err *err);

#endif
