/*
 * spool.h - what hooks wrote down: all but a push that found somebody listening (PROTOCOL.md section 4).
 *
 * Files are hints, written by anybody of our user: bounded, read once, deleted, and handled like
 * a request whose answer nobody waits for.
 */
#ifndef TORA_SERVE_SPOOL_H
#define TORA_SERVE_SPOOL_H

#include "serve/daemon.h"

#define TORA_SPOOL_FILES    100 /* at a time */
#define TORA_SPOOL_FILE_MAX (1u << 20)

#define TORA_SPOOL_TORN_MS 60000 /* a hook that is still writing is much younger */

/*
 * Read and delete what is there, and what a hook that was killed left half written. True: there were more than
 * TORA_SPOOL_FILES, call again.
 */
bool tora_spool_drain(struct tora_daemon *d);

/*
 * Tell hooks, by a file, whether ours go unseen there (no file events): then they use the socket. Where it cannot be
 * made the disk is full, and they use the socket for that reason.
 */
void tora_spool_unwatched(struct tora_daemon *d, bool is_unwatched);

/* "<digits>-<digits>.json", else it is not ours to touch. */
bool tora_spool_is_name(const char *name);

/* Is it the temporary of such a name ("." before it), and not touched for TORA_SPOOL_TORN_MS? */
bool tora_spool_is_torn(int dir, const char *name, int64_t now_ms);

#endif
