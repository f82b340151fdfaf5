/*
 * foreign.h - does a subject only put one function of somebody else's in another's place?
 *
 * "Replace datetime.utcnow(), deprecated since Python 3.12" names what the files import: with what they do it, which
 * means nothing to who calls them. Of names of the project's own this says nothing. Pure.
 */
#ifndef TORA_JUDGE_FOREIGN_H
#define TORA_JUDGE_FOREIGN_H

#include "model/change.h"
#include "model/trial.h"

/*
 * The subject begins with a verb of putting in place or taking away, names as code what a changed file imports from
 * outside of the project and nothing else, and speaks of no outcome.
 */
bool tora_foreign_only(struct tora_sv subject, const struct tora_change *change);

/* The error is that the interpreter, or a library, has no such module or name: the code was written for another. */
bool tora_foreign_lacks(const struct tora_exception *e, const struct tora_change *change);

#endif
