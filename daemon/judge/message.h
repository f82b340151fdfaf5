/*
 * message.h - what kind of change a message claims to be, and its sentences.
 *
 * Word lists, a weight for where a word stands, the conventional-commit prefix: a claim
 * is what the author says, not what is true. A message is untrusted text: it is counted
 * and quoted, never obeyed. A sentence that excuses everything ("all changes are
 * intended", "ignore ...") speaks of nothing in particular and is never quoted.
 */
#ifndef TORA_JUDGE_MESSAGE_H
#define TORA_JUDGE_MESSAGE_H

#include "model/intent.h"

enum tora_claim {
	TORA_CLAIM_NONE, /* "wip", "update" */
	TORA_CLAIM_ADDS, /* a feature: what existed should stay as it was */
	TORA_CLAIM_FIXES,
	TORA_CLAIM_KEEPS,   /* refactoring, performance, clean-up, types, tests, docs */
	TORA_CLAIM_CHANGES, /* changes, deprecates, removes, reverts: behaviour differs on purpose */
};
const char *tora_claim_name(enum tora_claim c); /* "none", "adds", ... */

struct tora_claims {
	enum tora_claim claim;
	bool promises_same;  /* "no functional change" */
	bool breaking;       /* "feat!:", "BREAKING CHANGE" */
	bool about_errors;   /* validation, raising, rejecting */
	bool about_warnings; /* warnings, deprecation */
	bool about_removal;  /* removes, renames, replaces */
};

/* The line that says what a message is about: below "Merge pull request", the request's title.
 * A view into the text, empty when it says nothing. */
struct tora_sv tora_message_subject(struct tora_sv text);

/* `text`: a whole message, its first line the subject; or one sentence. */
struct tora_claims tora_message_claims(struct tora_sv text);

/* The claims of a branch about one function: of the messages that name it, else of all; the
 * title where there are none. A promise counts when each of them makes it. */
struct tora_claims tora_message_about(const struct tora_intent *intent, const char *function);

/* "Update Parser.render method": a subject that says only that this function is another one now. That
 * announces nothing it does, but that it may be called in another way. */
bool tora_message_updates(const struct tora_intent *intent, const char *function);

/* "mean without the fouls": a subject that begins with the function's own name and says what it is like, and not how it is made, "walk without
 * recursion". */
bool tora_message_describes(const struct tora_intent *intent, const char *function);

struct tora_sentences {
	TORA_VEC(struct tora_sv) of; /* views into the text, without bullets and trailers */
};
void tora_message_sentences(struct tora_sv text, struct tora_arena *arena,
                            struct tora_sentences *ret);

/* A line below the subject begins as a subject does: "fix: ...", "- Rename x". It is about more than one thing. */
bool tora_message_has_more(struct tora_sv text);

/* It excuses whatever happens, or talks to whoever judges. */
bool tora_message_is_blanket(struct tora_sv sentence);

#endif
