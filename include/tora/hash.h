/*
 * hash.h - SHA-256, streaming (FIPS 180-4). For names of content: cache keys,
 * prompt hashes, fingerprints. Not for passwords, and not constant-time.
 *
 * Hashing several texts one after the other makes ("ab","c") and ("a","bc") the
 * same key. tora_hash_field() puts the length in front; keys are made with it.
 */
#ifndef TORA_HASH_H
#define TORA_HASH_H

#include "tora/str.h"

#include <stdint.h>

#define TORA_HASH_HEX 65 /* 64 lower-case hex digits and a NUL */

struct tora_hash {
	uint32_t state[8];
	uint64_t bytes; /* taken so far */
	unsigned char block[64];
};

void tora_hash_init(struct tora_hash *h);
void tora_hash_add(struct tora_hash *h, struct tora_sv bytes);
/* The length as 8 bytes, big-endian, then the bytes: fields cannot run into each other. */
void tora_hash_field(struct tora_hash *h, struct tora_sv bytes);
/* After it only tora_hash_init() is legal. */
void tora_hash_final(struct tora_hash *h, char ret_hex[TORA_HASH_HEX]);

/* init, add, final in one. */
void tora_hash_hex(struct tora_sv bytes, char ret_hex[TORA_HASH_HEX]);

#endif
