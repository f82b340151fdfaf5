/*
 * unpack.h - write a tree's files into a folder of ours, by object id.
 *
 * No filter, no hook and no attribute of the repository runs: line ends and LFS pointers stay as
 * they are stored. Nothing that the tree contains is followed or executed: folders are opened
 * one by one without following links, every file is created anew (or was ours, `was`), and names that lead out of
 * the folder (or into a .git) are refused before anything is written.
 */
#ifndef TORA_GIT_UNPACK_H
#define TORA_GIT_UNPACK_H

#include "git/tree.h"

#include <stdint.h>
#include <time.h>

#define TORA_UNPACK_FILE_MAX (1u << 30) /* bytes of one file */

struct stat;

struct tora_unpack_spec {
	const struct tora_tree *tree;
	const char *dir; /* exists and is empty, but for `was`; nobody else writes there */
	/*
	 * Another tree, unpacked before and never written since: files with the same path, mode
	 * and blob become hard links to it. NULL: none. Without is_continued ignored when `writable`.
	 */
	const struct tora_tree *donor;
	const char *donor_dir;
	bool writable; /* 0644 and 0755 instead of 0444 and 0555 */
	/*
	 * For a build command that begins with what it made of `donor`: writable, and files of the
	 * same path, mode and blob are copied from donor_dir if they are still what was unpacked
	 * there. Whatever else is unpacked gets the time `changed`, which is after that of anything that was made:
	 * so make and its like see what changed.
	 */
	bool is_continued;
	struct timespec changed;
	/*
	 * `dir` holds this other tree, of no submodules, which this call made there, read-only: what both have
	 * stays, what else there is goes, and so do the files at `gone` and the folders that are empty then. Files
	 * there have was_bytes in all. Files that nothing else links to are written over; until then they lie beside
	 * `dir`, as .aside-N. NULL: `dir` is empty.
	 */
	const struct tora_tree *was;
	const char *const *gone; /* which may be missing */
	size_t n_gone;
	uint64_t was_bytes;
	int64_t until_ms; /* monotonic (tora/clock.h): no file is begun after it; 0: no limit */
};

struct tora_unpacked {
	unsigned files,
		shared; /* regular files and links; of those, the donor's (linked or copied) and `was`'s */
	uint64_t bytes;           /* of all regular files */
	uint64_t written;         /* on the disk, of what the donor has not, in whole blocks */
	unsigned submodules, lfs; /* folders left empty; files that are only LFS pointers */
	const char *submodule, *lfs_file; /* the first of each, escaped, or NULL; in the arena */
};

/*
 * Modification times are made of the blob's id, so that the same content has the same time in
 * every tree. Folders are left 0755. Folders are made first, then files, then links, those of one folder
 * in the order of the tree, whatever comes from a donor: so the same files are listed in the same order.
 * Links to a donor's files are made by several threads (tora/links.h), none of which outlives the call.
 * TORA_E_FORMAT: the tree has a name nobody should write. TORA_E_LIMIT: a file is too large.
 * TORA_E_NOTFOUND: an object is not in this clone. TORA_E_SYS: the disk (err->sys says what).
 * TORA_E_TIMEOUT: until_ms passed. TORA_E_CONFLICT: `dir` is not as `was` says, or a folder that something
 * goes from is longer than a block, which it stays.
 * On failure the folder's contents are undefined; the caller removes them.
 */
int tora_tree_unpack(struct tora_repo *repo, const struct tora_unpack_spec *spec,
                     struct tora_arena *arena, struct tora_unpacked *ret, struct tora_err *err);

/* The time of a file with that content: before TORA_UNPACK_TIME_END, whole seconds. */
struct timespec tora_unpack_time(const struct tora_oid *oid);
#define TORA_UNPACK_TIME_END 1268435456 /* in 2010 */

/*
 * A folder of more than one block keeps them when its files go, and a program may ask how long it is. So nothing is removed
 * from such a one.
 */
bool tora_unpack_is_long(const struct stat *folder);

/* NULL when a path may be written; else what is wrong with it. Pure. */
const char *tora_unpack_refuses(const char *path);

#endif
