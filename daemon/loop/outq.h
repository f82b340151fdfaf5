/*
 * outq.h - bytes on their way into a pipe or socket that takes them when it likes.
 *
 * Bounded at its birth. Used by proc and sock; it watches nothing itself.
 */
#ifndef TORA_LOOP_OUTQ_H
#define TORA_LOOP_OUTQ_H

#include "tora/str.h"

struct tora_outq {
	struct tora_str buf;
	size_t sent; /* bytes at the front of buf that are through */
};

void tora_outq_init(struct tora_outq *q, size_t max);
void tora_outq_done(struct tora_outq *q);

/* TORA_E_LIMIT: more than max bytes would wait; nothing of `bytes` was taken. */
int tora_outq_add(struct tora_outq *q, struct tora_sv bytes, struct tora_err *err);
size_t tora_outq_left(const struct tora_outq *q);

/* What fits into `fd` (not blocking) now: bytes written, 0 when it is full, -1 when the reader is gone. */
long tora_outq_flush(struct tora_outq *q, int fd);

#endif
