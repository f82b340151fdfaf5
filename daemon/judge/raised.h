/*
 * raised.h - was an error raised on purpose? The line that it came from says so.
 *
 * `raise ValueError(text)` refuses something; `return int(text)` meets what nobody thought of. Of the files of the
 * change the line is known; of others somebody reads it (judge.c), and what nobody could read is not known. Pure.
 */
#ifndef TORA_JUDGE_RAISED_H
#define TORA_JUDGE_RAISED_H

#include "model/build.h"
#include "model/change.h"
#include "model/trial.h"

enum tora_raised {
	TORA_RAISED_NOT, /* it came up there, or nobody knows */
	TORA_RAISED_ON,  /* the line passes on an error that it was given: `raise error` */
	TORA_RAISED_OWN, /* it makes one, or names its class: `throw new Error(text)` */
};

/* By the line and what frames call the function around it. An error that says that something is not to happen, or not
 * written yet, refuses nothing and is never OWN. `type` without its module. */
enum tora_raised tora_raised_by(struct tora_sv line, const char *function, struct tora_sv type);

/* The same of an error: x->line, or its last frame's in a file of the change, which `side` has so. NULLs are fine. */
enum tora_raised tora_raised_in(const struct tora_change *change, const struct tora_exception *x,
                                enum tora_side side);

/* The test's own function raised it, and it went through the project: who hands a function over sees what that raises. */
bool tora_raised_by_caller(const struct tora_exception *x);

/* It came up in the test itself, which took apart what it was given. NULL is fine. */
bool tora_raised_in_test(const struct tora_exception *x);

/* Calls within calls went deeper than the interpreter takes. NULL is fine. */
bool tora_raised_too_deep(const struct tora_exception *x);

/* The repository path of the file that has to be read for that; NULL: it is known, or not of the repository. */
const char *tora_raised_unread(const struct tora_change *change, const struct tora_exception *x,
                               enum tora_side side);

/* The text of a file of the change on this side; NULL: the change does not touch it. */
const struct tora_sv *tora_raised_text(const struct tora_change *change, const char *path,
                                       enum tora_side side);

/* Line `number` of a text, from 1, without blanks around it. Empty where there is none, and where it is too long for
 * anybody to have written it. */
struct tora_sv tora_raised_line(struct tora_sv text, unsigned number);

#endif
