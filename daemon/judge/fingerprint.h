/*
 * fingerprint.h - the name of a finding that survives rebases and new messages.
 *
 * SHA-256 over the function's full name, the reduced test as a syntax tree (layout and
 * comments do not count) and the class of what is observed: the kind and, where there is
 * one, the exception's type. Neither commits, nor messages, nor line numbers enter it.
 */
#ifndef TORA_JUDGE_FINGERPRINT_H
#define TORA_JUDGE_FINGERPRINT_H

#include "model/finding.h"

struct tora_lang;

/* 64 hex digits in the arena, from function, test, difference.kind and the trials. */
const char *tora_fingerprint(const struct tora_finding *f, const struct tora_lang *lang,
                             struct tora_arena *arena);

#endif
