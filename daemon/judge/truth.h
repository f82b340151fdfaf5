/*
 * truth.h - a class got a length, and its empty objects are false since. Pure.
 *
 * "Make Hooks a proper collection" adds `__len__`; a function that the change does not touch has `hooks or standard_hooks`, and takes the
 * standard ones for those that are empty yet. Who announces a length does not announce that.
 */
#ifndef TORA_JUDGE_TRUTH_H
#define TORA_JUDGE_TRUTH_H

#include "judge/evidence.h"

/*
 * The difference comes from a method that the change gave a class, which has such a one among them, or from another of its
 * methods where a new object of the class is handed to something; the test asks for nothing that is new (a length, a loop,
 * what is in it), and what differs is not how such an object prints. Or the change touches the file where `if not it:` stands as it stood before, and
 * the line below it refuses what was taken. A message that speaks of empty ones means it, and so
 * do tests of the change that hand one over: that they have the same value for others says nothing.
 */
bool tora_truth_changed(const struct tora_case *c);

#endif
