/*
 * known.h - bases of which a canary said that warm and cold runs of them agree (canary.h): for a check that may ask the store.
 */
#ifndef TORA_RUN_KNOWN_H
#define TORA_RUN_KNOWN_H

#include "model/check.h"

/* `key`: of a base as it is loaded; "": it has none, and nothing is known of it or will be. */
bool tora_known_is(const struct tora_check *check, const char *key);
void tora_known_put(const struct tora_check *check, const char *key);

#endif
