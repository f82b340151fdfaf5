/*
 * fingerprint.h - the name of a finding that survives rebases and new messages.
 *
 * SHA-256 over the function's full name, the reduced test as a syntax tree (layout and
 * comments do not count) and what is observed: the kind, the exception's type where there is
 * one, and the piece of both sides that differs, so that an ack of one new value is none of
 * the next one. Neither commits, nor messages, nor line numbers enter it.
 *
 * The likeness is coarser: another run may make a test small in another way, and what was said of the
 * difference is to hold all the same. It has no test in it; instead the function as it was and as it is, the
 * signature, and the shape of what differs: what was said of one change says nothing of the next one.
 */
#ifndef TORA_JUDGE_FINGERPRINT_H
#define TORA_JUDGE_FINGERPRINT_H

#include "model/change.h"
#include "model/finding.h"

struct tora_lang;

/* 64 hex digits in the arena, from function, test, difference and the trials. */
const char *tora_fingerprint(const struct tora_finding *f, const struct tora_lang *lang,
                             struct tora_arena *arena);

/* 64 hex digits in the arena, or "" where the function, or how it was before, is not known. */
const char *tora_likeness(const struct tora_finding *f, const struct tora_function *function,
                          struct tora_arena *arena);

#endif
