/*
 * halfdone.h - a call that fails leaves something behind since: of an order that cannot be served a part is taken all the same. Pure.
 *
 * What looked at all of its input before it touched anything goes through it once now, and fails half way. Tests look at what is raised, and
 * seldom at what there is afterwards.
 */
#ifndef TORA_JUDGE_HALFDONE_H
#define TORA_JUDGE_HALFDONE_H

#include "judge/evidence.h"

/*
 * The test catches an error that the project raised, the same on both sides, and what it prints behind that differs. No message, changelog or
 * document of the change has a word for what is left when something fails: that it is all or nothing, that it is rolled back, remembered
 * or tried again. Errors that the test raises itself are aspect.h's; of a test with a loop nothing is known,
 * nor of one whose last line prints what a function gives, called by its name alone, that was called before.
 */
bool tora_half_done(const struct tora_case *c);

#endif
