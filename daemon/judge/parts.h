/*
 * parts.h - a subject that does two things: which of them is this difference beside?
 *
 * "Clean up Registry, add Registry.aliases()" keeps what find() does and adds what it names; "Add zone "islands", look prices
 * up by bisection" says nothing about the prices of other zones. What is added is known by a name with a mark of code or quotes around it, and a
 * program that does not have that name is one of before. Pure.
 */
#ifndef TORA_JUDGE_PARTS_H
#define TORA_JUDGE_PARTS_H

#include "judge/message.h"

/*
 * A part of the subject adds something that it names, the program has none of these names, and there is another part.
 * *ret_rest is what the others claim: KEEPS where one of them does, else what the last of them claims.
 */
bool tora_parts_beside(struct tora_sv subject, struct tora_sv program, enum tora_claim *ret_rest);

#endif
