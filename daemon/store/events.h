/*
 * events.h - what happened, numbered; the store is the only source of events.
 *
 * Whoever changes a row writes the event in the same transaction, so what a subscriber is told
 * has happened, and what happened is told, over restarts of the supervisor too. Numbers
 * grow and are never reused. The newest TORA_EVENTS_KEPT are kept.
 */
#ifndef TORA_STORE_EVENTS_H
#define TORA_STORE_EVENTS_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

#define TORA_EVENTS_KEPT 10000

struct cJSON;

struct tora_event_row {
	int64_t seq;
	const char *repo; /* common directory, or NULL: of the daemon */
	const char *json; /* the params of the notification, with seq, at and kind */
};
struct tora_event_rows {
	struct tora_event_row *at;
	size_t n;
};

/* `fields` gets kind, at and repo and is deleted, in any case. */
int tora_events_put(struct tora_store *store, const char *kind, const char *repo,
                    struct cJSON *fields, struct tora_err *err);
/* At most `limit` events after `since`, oldest first. */
int tora_events_since(struct tora_store *store, struct tora_arena *arena, int64_t since,
                      unsigned limit, struct tora_event_rows *ret, struct tora_err *err);
/* How long the texts of all events after `since` are together. */
int tora_events_bytes(struct tora_store *store, int64_t since, int64_t *ret_bytes,
                      struct tora_err *err);
/* Newest number (0: none ever), and oldest kept (newest + 1 when none). */
int tora_events_range(struct tora_store *store, int64_t *ret_oldest, int64_t *ret_newest,
                      struct tora_err *err);

#endif
