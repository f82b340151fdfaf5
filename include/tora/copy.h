/*
 * copy.h - one file's bytes into a new one, and opening below a folder without leaving it.
 *
 * Copies share their blocks where the file system can do that (reflink: btrfs, xfs), else the kernel copies.
 */
#ifndef TORA_COPY_H
#define TORA_COPY_H

#include "tora/err.h"

#include <stdint.h>
#include <sys/types.h>

/*
 * Open `path` below `dir` for reading. Neither ".." nor a symbolic link nor another file system is
 * followed, in no component: -1 with errno set (openat2; ENOSYS before Linux 5.6).
 */
int tora_open_beneath(int dir, const char *path);

/* All of `from` into `to`, both regular files, `to` empty. *ret_bytes: how many. TORA_E_SYS. */
int tora_copy_bytes(int from, int to, uint64_t *ret_bytes, struct tora_err *err);

/* What a file of so many bytes takes on most disks: whole blocks of 4 KiB. */
static inline uint64_t tora_copy_blocks(uint64_t bytes)
{
	return (bytes + 4095) & ~UINT64_C(4095);
}

#endif
