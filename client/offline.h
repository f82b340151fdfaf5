/*
 * offline.h - work done by torad without the supervisor: `torad check`, `repro`, `probe`.
 *
 * Each prints JSON lines on stdout; the last one is the result. Progress and problems
 * go to stderr, which is passed on.
 */
#ifndef TORA_CLIENT_OFFLINE_H
#define TORA_CLIENT_OFFLINE_H

#include "client/client.h"
#include "tora/json.h"

/*
 * Run `torad <args...>` (NULL-ended), which ends when we do, and give the object under `key` of its last line; *ret is the
 * caller's. TORA_E_REMOTE: it failed; when it said why on stderr itself, err->msg is empty.
 */
int tora_offline_run(const struct tora_cli *cli, const char *const *args, const char *key,
                     unsigned budget_s, cJSON **ret, struct tora_err *err);

#endif
