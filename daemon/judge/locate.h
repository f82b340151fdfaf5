/*
 * locate.h - which changed function a difference belongs to, and which commit.
 */
#ifndef TORA_JUDGE_LOCATE_H
#define TORA_JUDGE_LOCATE_H

#include "model/candidate.h"
#include "model/change.h"
#include "model/intent.h"
#include "model/trial.h"

struct tora_place {
	const struct tora_function *function; /* NULL: nothing that changed was seen to run */
	const char *file;                     /* head path; "" when unknown */
	unsigned line;    /* head: a changed line that ran, else the function's first; 0: unknown */
	const char *name; /* full name of the function, or of the candidate's target, or "" */
};

/*
 * Best first: the changed function that raised (walking from the innermost frame out), the
 * candidate's target when its changed lines ran, the function with most changed lines that
 * ran, the target alone.
 */
void tora_locate(const struct tora_change *change, const struct tora_candidate *candidate,
                 const struct tora_trial *base, const struct tora_trial *head,
                 struct tora_place *ret);

struct tora_wrote { /* lines of the head */
	TORA_VEC(unsigned) at;
};

/* Lines of the place's function that the change wrote and that ran; none where there is no function. In the arena. */
struct tora_wrote tora_locate_wrote(const struct tora_change *change,
                                    const struct tora_place *place, const struct tora_trial *head,
                                    struct tora_arena *arena);

/*
 * The commit to name. One commit: that one. Several: the newest whose message alone names
 * the function or its class, else `head`: which commit it was has not been measured.
 */
struct tora_oid tora_locate_commit(const struct tora_intent *intent, const char *function,
                                   const struct tora_oid *head);

#endif
