/*
 * reach.h - the neighbourhood of an intent: kinds of input a text speaks of, and kinds of
 * input a test passes.
 *
 * "Fix slugify for empty strings" reaches tests that pass an empty string. A difference
 * on other inputs of the same function is outside the reach of that message, and the
 * suspicious case (research: what separates a fix from the neighbour it broke).
 */
#ifndef TORA_JUDGE_REACH_H
#define TORA_JUDGE_REACH_H

#include "tora/str.h"

#include <stdint.h>

/* A set of kinds of input, one bit each; the table in reach.c names them. */
uint32_t tora_reach_of_text(struct tora_sv text); /* a message, a line of documentation */
/* The same of a subject, for what it does not speak of: DateTime10 is the name of something, and so is the project's own,
 * the first part of the dotted `name`; "emoji" in each message of emoji is no kind of input. */
uint32_t tora_reach_of_subject(struct tora_sv subject, const char *name);
uint32_t tora_reach_of_test(struct tora_sv source);
/* Of what was printed: a list is what "returns an iterable" speaks of. */
uint32_t tora_reach_of_value(struct tora_sv printed);
/* Of what was printed and what is: where nothing but quotes came or went, that is what "quoting" speaks of. */
uint32_t tora_reach_of_values(struct tora_sv before, struct tora_sv after);
const char *tora_reach_name(uint32_t kinds); /* the first of them, "" for none */

#endif
