/*
 * saved.h - what is written as JSON has objects without anything in them since: fields that became private, or getters of a class, are
 * not written. Pure.
 */
#ifndef TORA_JUDGE_SAVED_H
#define TORA_JUDGE_SAVED_H

#include "judge/evidence.h"

/*
 * The test writes something as JSON, and where its output begins to differ stands an empty object for one with fields, none of a class that a
 * language shows. No message or changelog has a
 * word about that, or about what is saved.
 */
bool tora_saved_empty(const struct tora_case *c);

#endif
