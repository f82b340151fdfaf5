/*
 * prune.h - what is forgotten, so that the store does not grow for ever.
 *
 * Of each repository the newest TORA_CHECKS_KEPT checks are kept whole. Of older ones there stay:
 *	- the newest check and the newest finished one of each branch that is there: status, and the
 *	  check of an unchanged tip, which costs nothing as long as its result is known;
 *	- the newest check of a finding that was told of (unintended, coincidental fix) or that somebody
 *	  acknowledged or dismissed, without its record, which nobody asks for any more.
 * A check that goes takes along findings of which it was the newest and nobody was told. Acks and
 * dismissals belong to fingerprints and are never forgotten, and no id is ever given again.
 */
#ifndef TORA_STORE_PRUNE_H
#define TORA_STORE_PRUNE_H

#include "store/store.h"

#include <stdint.h>

#define TORA_CHECKS_KEPT 1000 /* of one repository */
#define TORA_PRUNE_STEP                                                                            \
	200 /* rows that one call drops at most, so that no result waits long for it */
#define TORA_ANSWER_DAYS 90 /* an answer of a model that was not used for so long */

/* Inside a transaction or not. */
int tora_prune_checks(struct tora_store *store, int64_t repo, unsigned kept, struct tora_err *err);

#endif
