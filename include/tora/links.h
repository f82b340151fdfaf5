/*
 * links.h - many hard links into a new folder, by as many processors as help.
 *
 * A hard link costs a file system some microseconds, nearly all of them in the kernel and none of them
 * shared by two folders: a thread for each processor halves the time that a tree of 2,000 files takes.
 */
#ifndef TORA_LINKS_H
#define TORA_LINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define TORA_LINKS_THREADS_MAX 4

struct tora_link {
	const char *path; /* of the file, below both folders */
	bool wanted;      /* is to be linked, if it is a regular file there */
	bool reserved; /* what is not linked is made as an empty file, 0600, whose place it keeps */
	bool makes_folder; /* its folder, if `from` has it, is made, 0755; the same for all in that folder */
	bool linked; /* set by the call, like all below */
	int error;   /* errno of a file that was reserved and could not be made; else 0 */
	off_t size;  /* bytes, of one that was linked */
};

/*
 * Links files of `from` to the same paths of `to`. The files of one folder are made in the order given,
 * whoever makes them: on many file systems a folder lists them so. Their folders exist in `to`, or with
 * makes_folder those above them, and nobody else writes there; the last component of a folder's path is not
 * followed if it is a link. After until_ms (monotonic, tora/clock.h; 0: no limit) no file is begun: their
 * `error` is ETIMEDOUT, reserved or not.
 */
void tora_links_make(int from, int to, struct tora_link *links, size_t n, int64_t until_ms);

#endif
