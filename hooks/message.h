/*
 * message.h - what a hook tells the daemon (PROTOCOL.md, `hook`), written without a JSON library.
 *
 * A hook is in the way of every commit, and loading a library costs it more than its work does:
 * so this one message is written by hand. wire.h writes all the others.
 */
#ifndef TORA_HOOKS_MESSAGE_H
#define TORA_HOOKS_MESSAGE_H

#include "hooks/here.h"
#include "tora/str.h"

#define TORA_MESSAGE_REFS 1000 /* the daemon's own limit; more are pushed than anybody reads */

struct tora_message { /* borrowed */
	const char *event;
	const struct tora_here *here;
	const char *detail; /* of post-rewrite: "amend" or "rebase"; or NULL */
	struct tora_sv
		input; /* of pre-push: "<local ref> <local oid> <remote ref> <remote oid>" a line */
};

/*
 * Append the whole line: a request with id 1 when an answer is wanted, a notification otherwise.
 * Deletions and lines that are not git's are left out. A pre-push that wants an answer says how the files of git's configuration
 * are, which are looked at for that: git has just read them, and the daemon, which may not wait for a file, would need a process.
 */
void tora_message_line(const struct tora_message *m, bool wants_answer, struct tora_str *out);

/* How many refs of the input would be told: 0 when everything is deleted or nothing is pushed. */
size_t tora_message_refs(struct tora_sv input);

/* The branch, when exactly one is pushed: the local one, or the remote's name for it. Else empty. */
struct tora_sv tora_message_branch(struct tora_sv input);

#define TORA_MESSAGE_QUEUED "not checked yet; tora status will have the result"
/* On stderr: "tora: not checked: <why> (tora doctor)", escaped. */
void tora_message_not_checked(const char *why);

/* `text` as a string of JSON with its quotes. What is not UTF-8, and NUL, becomes \xNN in the text. */
void tora_message_string(struct tora_str *out, struct tora_sv text);

#endif
