/*
 * text.h - a commit object as fields, and any bytes as valid UTF-8. Pure.
 */
#ifndef TORA_GIT_TEXT_H
#define TORA_GIT_TEXT_H

#include "model/oid.h"
#include "tora/arena.h"

#include <stdint.h>

struct tora_commit {
	struct tora_oid tree;
	TORA_VEC(struct tora_oid) parents;
	const char *author;     /* e-mail, valid UTF-8, "" when it has none */
	const char *encoding;   /* of the message as the header names it, or "" */
	struct tora_sv message; /* raw bytes, borrowed from what was parsed */
};

/* A raw commit object, as `git cat-file commit` prints it. TORA_E_FORMAT: it is none. */
int tora_commit_parse(struct tora_sv raw, struct tora_arena *arena, struct tora_commit *ret,
                      struct tora_err *err);

/*
 * `bytes` as NUL-terminated, valid UTF-8 in the arena: recoded from `encoding` where that is
 * known and everything converts; else bytes that are not UTF-8, and NUL, become \xNN. Longer
 * than `max` bytes (at least 8): cut between characters and ended with " [...]".
 */
const char *tora_text_utf8(struct tora_sv bytes, const char *encoding, size_t max,
                           struct tora_arena *arena);

/*
 * A path for people and records: valid UTF-8 without control characters comes back as it is
 * (a copy in the arena), anything else escaped.
 */
const char *tora_text_path(const char *raw, struct tora_arena *arena);

#endif
