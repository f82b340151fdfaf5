/*
 * logfile.h - a log on disk that does not grow without end: at 5 MiB it becomes PATH.1.
 *
 * Two files are all there is; a full disk or a folder that cannot be written stops nobody, the file
 * then grows on. Whoever follows has to follow the name (tail -F).
 */
#ifndef TORA_LOGFILE_H
#define TORA_LOGFILE_H

#include "tora/err.h"

#define TORA_LOGFILE_MAX (5 << 20) /* bytes */

/* Rotates what an earlier process left, and opens for appending, mode 0600. The caller closes *ret_fd. */
int tora_logfile_open(const char *path, int *ret_fd, struct tora_err *err);

/*
 * To be called now and then by a process that runs for long; costs one fstat(). A file over the limit
 * is rotated, and `fd` is the new one from then on: who holds the number need not be told.
 */
void tora_logfile_tend(const char *path, int fd);

#endif
