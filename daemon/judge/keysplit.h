/*
 * keysplit.h - 7 and "7" were one key, and are two. Pure.
 *
 * The keys of a plain object of JavaScript are texts, whatever they are given as; a Map keeps the number and its text apart. Who takes a Map so
 * that `constructor` is a key like any other does not think of a number that somebody typed.
 */
#ifndef TORA_JUDGE_KEYSPLIT_H
#define TORA_JUDGE_KEYSPLIT_H

#include "judge/evidence.h"

/*
 * The change takes an empty object away and makes a Map or a Set. The test hands over a number, and the same as a text, or, where tests or
 * documents of the project have it so, a text with that number in it. No message or changelog has a word about numbers, texts or types.
 */
bool tora_key_split(const struct tora_case *c);

#endif
