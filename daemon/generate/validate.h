/*
 * validate.h - may a candidate be run, and is it worth it? Pure.
 *
 * Every candidate passes here, whoever wrote it. What is refused keeps its reason and the name
 * that caused it; a forgotten import is added (repair.h), brackets are closed and a model's guesses become
 * questions (mend.h) before a program is refused.
 */
#ifndef TORA_GENERATE_VALIDATE_H
#define TORA_GENERATE_VALIDATE_H

#include "generate/repair.h"
#include "model/candidate.h"

#define TORA_VALIDATE_LINES_MAX 400 /* of one test */

/*
 * Sets c->drop and c->drop_detail, c->source when an import was added, and *ret_hash to the hash of
 * its syntax tree (comments and layout left out; 0 when it was dropped before there was one).
 */
void tora_validate(const struct tora_repair *repair, struct tora_candidate *c, uint64_t *ret_hash);

/* The first name that a program uses, nothing defines, and nothing is known of; NULL: none. In the arena. */
const char *tora_validate_unknown(const struct tora_repair *repair, const char *source);

#endif
