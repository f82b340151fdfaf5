/*
 * otherwise.h - does what users read say how something was before? Pure.
 *
 * "What an object lacks is no longer made up", "up to 1.3 a token was let through for one more second": whoever writes that has changed
 * something on purpose, though no word of it is one of the code's. Of 671 labelled changes 22 that announce what differs have such a
 * line, and no mistake has. "`limit: 20` is as before" is one as well, which was not counted there. Lines about how fast something is, about
 * warnings and about what is done around a package are left out.
 */
#ifndef TORA_JUDGE_OTHERWISE_H
#define TORA_JUDGE_OTHERWISE_H

#include "model/intent.h"
#include "tora/str.h"

/* Of one line, of a changelog or a document. */
bool tora_otherwise_in(struct tora_sv line, bool is_changelog);

/* Of the lines that changelogs and documents got, any. */
bool tora_otherwise_said(const struct tora_intent *intent);

#endif
