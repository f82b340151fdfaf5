/*
 * intent.h - everything the developer said about the change. The message is the oracle.
 */
#ifndef TORA_MODEL_INTENT_H
#define TORA_MODEL_INTENT_H

#include "model/oid.h"
#include "tora/arena.h"

struct tora_message {
	struct tora_oid commit;
	const char *author;  /* e-mail */
	const char *subject; /* first line */
	const char *text;    /* whole message, valid UTF-8, at most TORA_MESSAGE_MAX bytes */
	double overlap; /* preceding intents: share of the changed lines it last touched; else 0 */
};

#define TORA_MESSAGE_MAX (64u << 10)

struct tora_intent {
	const char *branch;                     /* "" when detached */
	const char *title;                      /* last merge's or first commit's subject */
	TORA_VEC(struct tora_message) messages; /* base..head, oldest first */
	size_t left_out;                        /* messages older than these */
	TORA_VEC(struct tora_message)
	preceding; /* commits that last touched the changed lines, by overlap */
	TORA_VEC(const char *)
	changelog; /* lines added to a changelog or news file by the diff, wrapped ones as one */
	TORA_VEC(const char *) docs; /* lines added to documentation by the diff */
	size_t beside; /* of both: that other commits of the branch added, which change no code */
	TORA_VEC(const char *) test_lines; /* lines added to tests by the diff */
	TORA_VEC(const char *) issues;     /* "#123" and trailers, as written */
};

#endif
