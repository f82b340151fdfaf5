/*
 * moves.h - which branches that moved are to be checked, and the store told of it.
 *
 * The store is asked, not the queue: what is open there is open here too, but for what is just
 * being given up. A fetch or a script may move thousands of branches at a time, so that nothing in
 * here walks all open checks for each of them.
 */
#ifndef TORA_QUEUE_MOVES_H
#define TORA_QUEUE_MOVES_H

#include "store/checks.h"
#include "watch/refs.h"

#include <stdint.h>

struct tora_moves_spec {
	struct tora_store *store;
	int64_t repo;
	const char *trigger;     /* hook, watch or spool */
	bool is_enabled;         /* false: only made known */
	size_t room;             /* checks that may be queued */
	const char *const *held; /* branches with an open check nobody asked for: a new one takes */
	size_t n_held;           /* its place, and needs no room. Sorted by tora_moves_compare() */
	/* Is this check, which is open in the store, to be counted on? */
	bool (*is_open)(void *ctx, int64_t check);
	void *ctx;
};

int tora_moves_compare(const void *a, const void *b); /* of two const char * */

/*
 * In one transaction, with one event repo.changed. ids[i] is the new check of moves[i], or 0.
 * *ret_refused: for how many there was no room; they are skipped with reason too-many.
 */
int tora_moves_write(const struct tora_moves_spec *spec, const struct tora_moves *moves,
                     int64_t *ids, size_t *ret_refused, struct tora_err *err);

#endif
