/*
 * folder.h - a folder of ours with everything in it: removed, copied, or frozen once it is whole.
 *
 * What it holds may come from hostile trees and commands: no link is followed, nothing outside is
 * touched. `name` is one component in the open folder `parent`.
 */
#ifndef TORA_STORE_FOLDER_H
#define TORA_STORE_FOLDER_H

#include "tora/err.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct stat;

#define TORA_FOLDER_DEPTH_MAX 200 /* folders in folders; each holds a descriptor while it is read */

struct tora_folder_sum {
	unsigned files, folders;
	uint64_t bytes;  /* of regular files, as long as they are */
	unsigned shared; /* files that became hard links to the donor's */
	uint64_t own;    /* on the disk, by what has no second name elsewhere, and by the folders */
};

/* A file or a folder. As much as can be removed; what stays is found again by the next sweep. */
void tora_folder_remove(int parent, const char *name);

struct tora_folder_freezing {
	/*
	 * The time of a file or link, by its path in the folder and what it is now; asked before it is frozen.
	 * NULL: times stay.
	 */
	struct timespec (*time_of)(void *ctx, const char *path, const struct stat *st);
	void *ctx;
	/*
	 * Another frozen folder, open: a file with the path, mode, time and bytes of one there becomes a
	 * hard link to it. -1: none.
	 */
	int donor;
	/*
	 * All files are our own and read-only already, none of them needs a look: folders alone are frozen and
	 * counted, but for those that are frozen, with all in them. Neither time_of nor donor is asked then.
	 */
	bool has_files_frozen;
	/* TORA_E_CONFLICT for a folder of more than a block: of one that was refilled this says so for good. */
	bool are_blocks_asked;
	int64_t until_ms; /* monotonic (tora/clock.h): TORA_E_TIMEOUT after it; 0: no limit */
};

/*
 * Nobody writes here any more: files 0444 or 0555, folders 0555 with one and the same time. Files that
 * are read-only already keep their mode. Pipes, sockets and devices are removed: they are no part of a
 * build. `how` NULL: neither times nor a donor. *ret (NULL: not wanted) is added to.
 * TORA_E_SYS: something could not be read or changed. TORA_E_LIMIT: nested deeper than
 * TORA_FOLDER_DEPTH_MAX, or a path is too long.
 */
int tora_folder_freeze(int parent, const char *name, const struct tora_folder_freezing *how,
                       struct tora_folder_sum *ret, struct tora_err *err);

/*
 * Copy what is in `from` into the folder `to`, both open, but what is at a path that `leave_out` says
 * true for; what `to` has already stays. Files become 0644 or 0755 and keep their times; folders are
 * made 0755; links are copied as they are. TORA_E_CONFLICT: a folder is in the way of a file, or a file
 * in that of a folder. TORA_E_SYS, TORA_E_LIMIT as above.
 */
int tora_folder_copy(int from, int to, bool (*leave_out)(void *ctx, const char *path), void *ctx,
                     struct tora_err *err);

#endif
