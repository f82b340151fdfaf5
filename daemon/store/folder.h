/*
 * folder.h - a folder of ours with everything in it: measured, removed, or frozen once it is whole.
 *
 * What it holds may come from hostile trees and commands: no link is followed, nothing outside is
 * touched. `name` is one component in the open folder `parent`.
 */
#ifndef TORA_STORE_FOLDER_H
#define TORA_STORE_FOLDER_H

#include "tora/err.h"

#include <stdint.h>

#define TORA_FOLDER_DEPTH_MAX 200 /* folders in folders; each holds a descriptor while it is read */

struct tora_folder_sum {
	unsigned files, folders;
	uint64_t bytes; /* of regular files, as long as they are */
	uint64_t own;   /* on the disk, by what has no second name elsewhere, and by the folders */
};

/* A file or a folder. As much as can be removed; what stays is found again by the next sweep. */
void tora_folder_remove(int parent, const char *name);

/*
 * Nobody writes here any more: files 0444 or 0555, folders 0555 with one and the same time. Files that
 * are read-only already are not touched, so hard links keep what they share. Pipes, sockets and devices
 * are removed: they are no part of a build. TORA_E_SYS: something could not be read or changed.
 * TORA_E_LIMIT: nested deeper than TORA_FOLDER_DEPTH_MAX. *ret (NULL: not wanted) is added to.
 */
int tora_folder_freeze(int parent, const char *name, struct tora_folder_sum *ret,
                       struct tora_err *err);

#endif
