/*
 * newnames.h - what a change adds for others to use, and whether its tests show anything else.
 *
 * Who means to change what a call does writes a test of that call, or edits one. Where each test that came with a
 * change uses a name that the change brings - a function, a field, a parameter -, the tests say what the change is
 * for, and a program that uses none of these names is not it: whatever a message claims in vague words, it claims of
 * the new. Names are read off the added lines by their shape and looked up in what was there; private ones and errors
 * are none, for an error is how an old call comes to behave differently. The keys that a program passes, `x=1` and
 * `{x: 1}`, are such names too where the added source has them and the base has not: options of an object. So is a text of one
 * word in an added line that a message has too, and that stood nowhere: "ws" of "proxies for ws: and wss:". Pure.
 */
#ifndef TORA_JUDGE_NEWNAMES_H
#define TORA_JUDGE_NEWNAMES_H

#include "model/change.h"

struct tora_new_names {
	const struct tora_change *change; /* NULL: not known */
	TORA_VEC(struct tora_sv) of;
	TORA_VEC(struct tora_sv)
	taken; /* what added lines read off something, the first 4000: ascending, each once */
	size_t tried; /* names that were looked up; beyond a limit none is, and no test is said to use it */
	bool tests_use_only; /* there are added tests, each uses one of them, and no old line of a test went */
};

/* *ret borrows the change. `messages`: of its commits. */
void tora_new_names(const struct tora_change *change, struct tora_sv messages,
                    struct tora_arena *arena, struct tora_new_names *ret);

/* Does a program use one of them? */
bool tora_new_names_used(const struct tora_new_names *names, struct tora_sv program);

#endif
