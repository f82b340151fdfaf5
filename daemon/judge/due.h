/*
 * due.h - the base warned that what a test does is to go, and the head refuses it: was that its end? Pure.
 *
 * Warnings, lines that went and sentences about what goes are in many changes that have nothing to do with each other: a
 * library warns of its own functions, a log line is taken out, a message removes a cache. Only what is one thing counts: a
 * statement that issued this very warning went, and a sentence says so of what it warned of.
 */
#ifndef TORA_JUDGE_DUE_H
#define TORA_JUDGE_DUE_H

#include "judge/evidence.h"

/*
 * WAS_DUE: what gave a result is refused, empty or gone, as the facts of `e` say, the base warned of its end and the head does
 * not, and what issued the warning was removed: it has the warning's words, or no words and its category. A line that
 * comes back elsewhere was not removed, and what a logger is told is no warning.
 *
 * END_SAID, and the quote of `e`: the first sentence of the messages that says that this goes, "Remove deprecated short codes".
 * Not one that denies it, puts it off or takes it back, nor one that removes the warning alone.
 */
void tora_due(const struct tora_case *c, struct tora_arena *arena, struct tora_evidence *e);

#endif
