/*
 * recycle.h - a spare copy, or an old build that nobody needs any more, becomes a new one: only what differs
 * between their trees is removed and written, however many files both have.
 *
 * Hard links alone cost a tree of 2,000 files some 15 ms, and removing the old build later as much again. So
 * they are made while nobody waits (`torad prebuild`): a repository has one spare copy of the build that its next
 * ones are most like, which nothing runs on. Making it takes the last spare, or an old build, if there is one.
 */
#ifndef TORA_BUILD_RECYCLE_H
#define TORA_BUILD_RECYCLE_H

#include <stdbool.h>
#include <stddef.h>

struct tora_build_facts;
struct tora_build_job;

/*
 * Builds of one repository that no command ran on and that are kept as they are: making one anew is cheap. The
 * oldest of more lies further back, and more of it has to be replaced: of eight a fifth more time than of four.
 */
#define TORA_RECYCLE_KEPT 4

/*
 * A spare, or, when there are so many, the least recently used one that nobody holds becomes `folder` (.new-<key>, which does
 * not exist): j->old, old_files, is_recycled. The others stay. False: nothing was done. Only where a folder lists its files by
 * their names' hashes (ext4 as it is made by default): elsewhere the order would tell how the tree was made. Not of trees with submodules
 * or LFS pointers, nor where a command runs, nor for a check without the cache.
 */
bool tora_recycle_take(struct tora_build_job *j, const char *folder);

/* Whether anything is ever taken for such a build: a spare copy is of use. */
bool tora_recycle_may(const struct tora_build_job *j);
/* Whether such a build, or a copy of it, could become this one. */
bool tora_recycle_is_like(const struct tora_build_job *j, const struct tora_build_facts *f);

/* Spare copies of the repository but j->key: one is kept. What somebody holds stays. */
void tora_recycle_drop_spares(const struct tora_build_job *j);

/*
 * Paths of what was compiled ahead of the old tree's sources and does not hold for j->files, or that the donor,
 * if there is one, has not; in the arena, *ret_n of them.
 */
const char *const *tora_recycle_stale(const struct tora_build_job *j, size_t *ret_n);

#endif
