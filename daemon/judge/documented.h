/*
 * documented.h - does a document show what a test does, and show it still? Pure.
 *
 * "So all of these will do:", and a list below it. A maintainer who means to refuse one of them takes it out of the list.
 */
#ifndef TORA_JUDGE_DOCUMENTED_H
#define TORA_JUDGE_DOCUMENTED_H

#include "judge/evidence.h"

/*
 * The test stems from an example of a document, as it stands there; or it passes a text each line of which is a whole line of the
 * README. The change leaves those lines as they are.
 */
bool tora_documented(const struct tora_case *c);

#endif
