/*
 * agreed.h - builds of which tests said the same in a copy of a process that has the code loaded and in one of their
 * own (run/canary.h), so that a check need not find out again. Known for a day: what such a build imports from
 * elsewhere is no part of its key.
 */
#ifndef TORA_STORE_AGREED_H
#define TORA_STORE_AGREED_H

#include "store/store.h"

#include <stdint.h>

#define TORA_AGREED_MS  (24 * 60 * 60 * (int64_t)1000)
#define TORA_AGREED_MAX 1000 /* builds; the oldest go first */

/* False also when the store does not say. */
bool tora_agreed_is(struct tora_store *store, const char *key, int64_t now_ms);
int tora_agreed_put(struct tora_store *store, const char *key, int64_t now_ms,
                    struct tora_err *err);

#endif
