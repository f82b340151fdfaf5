/*
 * parameters.h - the parameters of a function, by how its text or its signature begins. Pure.
 */
#ifndef TORA_JUDGE_PARAMETERS_H
#define TORA_JUDGE_PARAMETERS_H

#include "judge/text.h"

/*
 * Writes the names between the first brackets in their order, at most `max`, views of `text`; empty where one has none, as `{ limit }`. What
 * callers do not pass, `self`, is left out, and `text => ...` has one. Returns how many. A comma within `Map<string, number>` counts as one between two.
 */
size_t tora_parameters(struct tora_sv text, struct tora_sv *ret, size_t max);

/* The next place where `callee` is defined in the source that is scanned: *ret begins with its parameters. A call is `callee(` too; of brackets 128 tokens
 * are read. */
bool tora_parameters_next(struct tora_scan *scan, struct tora_sv callee, struct tora_sv *ret);

/* `add`, `get`, `update`: what lists, mappings and sets of the language have, too, so that a call of it may be one of theirs. */
bool tora_parameters_of_language(struct tora_sv method);

#endif
