/*
 * chore.h - what a commit says that changes no behaviour: a merge, a new version, a run of a formatter. Pure.
 */
#ifndef TORA_CHANGE_CHORE_H
#define TORA_CHANGE_CHORE_H

#include <stdbool.h>

/*
 * Says this first line of a message no more than that? "Formatting with black", "Bump version to 1.2.3"; not "Format dates
 * with two digits": one word that is not of such work is enough. What such a commit last touched has an older
 * reason, which it hides; to a reader its words are worth nothing.
 */
bool tora_chore_is(const char *subject);

#endif
