/*
 * spool.h - what hooks wrote down while nobody listened (PROTOCOL.md section 4).
 *
 * Files are hints, written by anybody of our user: bounded, read once, deleted, and handled like
 * a request whose answer nobody waits for.
 */
#ifndef TORA_SERVE_SPOOL_H
#define TORA_SERVE_SPOOL_H

#include "serve/daemon.h"

#define TORA_SPOOL_FILES    1000
#define TORA_SPOOL_FILE_MAX (1u << 20)

/* Read and delete what is there. */
void tora_spool_drain(struct tora_daemon *d);

/* "<digits>-<digits>.json", else it is not ours to touch. */
bool tora_spool_is_name(const char *name);

#endif
