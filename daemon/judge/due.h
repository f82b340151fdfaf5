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

struct tora_due {                 /* views into the case */
	struct tora_sv warning;   /* what the base said */
	struct tora_sv statement; /* the lines that went which said it */
};

/*
 * What gave a result is refused, empty or gone (`kind`: the facts of the difference), the base warned of its end and the
 * head does not, and what issued the warning was removed: it has the warning's words, or no words and its category. A line
 * that comes back elsewhere was not removed, and what a logger is told is no warning.
 */
bool tora_due(const struct tora_case *c, tora_facts kind, struct tora_due *ret);

/*
 * The first sentence of the messages that says that this goes: "Remove deprecated short codes". Not one that denies it,
 * puts it off or takes it back, nor one that removes the warning alone.
 */
bool tora_due_said(const struct tora_case *c, const struct tora_due *due, struct tora_arena *arena,
                   struct tora_sv *ret);

#endif
