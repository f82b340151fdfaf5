/*
 * states.h - a subject that is a sentence about what holds from now on, or did not until now. Pure.
 *
 * "Columns of numbers are aligned to the right", "`..` stops at the root", "-v implies --summary": what a change does is
 * not said by a verb in front, but by that of the sentence. Sentences about how code does it, "parse() uses a table", are none.
 */
#ifndef TORA_JUDGE_STATES_H
#define TORA_JUDGE_STATES_H

#include "tora/str.h"

/* `subject`: as it was written; `said`: the same without the code in it, whose words are names. */
bool tora_states_result(struct tora_sv subject, struct tora_sv said);
/* The same of "joins lists", whose subject was taken for the mark of an item: "+ joins lists". */
bool tora_states_what_a_mark_does(struct tora_sv subject);

#endif
