/*
 * key.h - everything that a check's result depends on, as one name.
 */
#ifndef TORA_CHECK_KEY_H
#define TORA_CHECK_KEY_H

#include "git/history.h"
#include "model/check.h"

/*
 * Of the check's trees, settings, interpreters, model, and what the messages of base..head say: its own, or those of other
 * commits with the same trees; *ret_said. TORA_E_NOTFOUND: a commit is not in this clone.
 */
int tora_key_of(struct tora_check *c, const struct tora_oid *base, const struct tora_oid *head,
                struct tora_history *ret_said, char ret[65], struct tora_err *err);

#endif
