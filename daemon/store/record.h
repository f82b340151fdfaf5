/*
 * record.h - how a check's result gets into the store: all of it, or nothing.
 *
 * One transaction writes the record, its findings with their ids, the end of the
 * check, and the events check.done and finding.new, and forgets what is too old (prune.h).
 */
#ifndef TORA_STORE_RECORD_H
#define TORA_STORE_RECORD_H

#include "store/store.h"
#include "tora/arena.h"

#include <stdint.h>

struct cJSON;
struct tora_check;
struct tora_message;

/*
 * Bytes of the line in which a check tells its record, and of the record in it: what fits into the store passes
 * the supervisor too. A larger one is TORA_E_LIMIT here, and the reason "internal" there.
 */
#define TORA_RECORD_LINE_MAX (16u << 20)
#define TORA_RECORD_MAX      (TORA_RECORD_LINE_MAX - 64)

struct tora_record_spec {
	const char *common_dir; /* of the repository; it need not be registered */
	const char *work_dir;   /* or NULL */
	const char *branch;     /* "" or NULL: none */
	const char *trigger;    /* NULL: "ask"; only for a check that has no row yet */
	const char *key; /* what the result depends on (tora_record_key), or NULL: not reusable */
	/* Of the commits as they are now, for tora_record_reuse(): those that the old findings name may be gone. */
	const struct tora_message *messages;
	size_t n_messages;
};

/*
 * Everything the result depends on, as one name. `intent` and `config` are hashes of the intent and of the
 * settings that matter; what this program is built from is put in here.
 */
void tora_record_key(const char *base_tree, const char *head_tree, const char *intent,
                     const char *config, char ret_key[65]);

/*
 * Write the result of `check`. check->id "" gets a new row and its id; every finding gets its id and `acked`
 * (in check->arena). A finding with a known fingerprint keeps the id it has. On success the caller owns
 * *ret_record, the record with all ids. TORA_E_CONFLICT: that check has a result already.
 */
int tora_record_put(struct tora_store *store, struct tora_check *check,
                    const struct tora_record_spec *spec, struct cJSON **ret_record,
                    struct tora_err *err);

/* The same from a record in JSON, which gets its ids in place: for a check whose process had no store. */
int tora_record_adopt(struct tora_store *store, int64_t check, const struct tora_record_spec *spec,
                      struct cJSON *record, struct tora_err *err);

/*
 * Finish check->id ("" : a new row) with the newest result that has this key, in the same repository.
 * The caller owns *ret_record; its `check` is the new id, and `reused` names the old one. It cost
 * nothing. TORA_E_NOTFOUND: nothing fits.
 */
int tora_record_reuse(struct tora_store *store, struct tora_check *check,
                      const struct tora_record_spec *spec, struct cJSON **ret_record,
                      struct tora_err *err);

/* The newest result with this key; the caller owns *ret. TORA_E_NOTFOUND: there is none. */
int tora_record_read(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                     const char *key, struct cJSON **ret, struct tora_err *err);

struct tora_record_row {
	const char *base, *head, *key; /* commits, and what the result depends on */
};

/* The newest results of a repository that may be used again, at most `max`, the newest first; in the arena. */
int tora_record_recent(struct tora_store *store, struct tora_arena *arena, const char *common_dir,
                       size_t max, struct tora_record_row **ret, size_t *ret_n,
                       struct tora_err *err);

#endif
