/*
 * oid.h - an object id as text. 40 hex digits (SHA-1) or 64 (SHA-256), or "" for none.
 */
#ifndef TORA_MODEL_OID_H
#define TORA_MODEL_OID_H

#include "tora/str.h"

struct tora_oid {
	char hex[65];
};

bool tora_oid_parse(struct tora_sv text,
                    struct tora_oid *ret); /* 40 or 64 hex digits, nothing else */
bool tora_oid_eq(const struct tora_oid *a, const struct tora_oid *b);
bool tora_oid_is_none(const struct tora_oid *a); /* "" or all zeroes, of any length */

#endif
