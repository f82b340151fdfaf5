/*
 * normalise.h - printed text without what says nothing about behaviour.
 *
 * Gone or replaced by a fixed word: object addresses, random temporary folders, line
 * numbers, source and caret lines of tracebacks and warnings, labelled process ids,
 * measured durations. Sets are printed in sorted order. Paths under TORA_MOUNT stay:
 * both sides run there. UUIDs and times of day stay too: whether they are noise is
 * measured by repetition (stable.h), not guessed. Applying it twice changes nothing.
 */
#ifndef TORA_JUDGE_NORMALISE_H
#define TORA_JUDGE_NORMALISE_H

#include "tora/arena.h"

#define TORA_NORMALISE_MAX (4u << 20) /* bytes of a text; what is beyond is cut off */

struct tora_sv tora_normalise(struct tora_sv text, struct tora_arena *arena);

#endif
