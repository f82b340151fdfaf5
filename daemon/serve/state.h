/*
 * state.h - the one word that status and hooks say about a commit. Pure.
 */
#ifndef TORA_SERVE_STATE_H
#define TORA_SERVE_STATE_H

#include <stdbool.h>
#include <stddef.h>

struct tora_commit_facts {
	bool is_enabled; /* tora.enabled */
	bool is_paused;
	const char *held; /* why it waits for a better moment (queue/ease.h), or NULL */
	bool is_open;     /* a check of it waits or runs */
	bool is_running;
	const char
		*state; /* of its newest finished check: done skipped failed canceled; NULL: none */
	const char *reason;   /* of that check, or NULL */
	size_t open_findings; /* unintended, neither acknowledged nor dismissed */
};

struct tora_commit_state {
	const char *state;  /* static text: clean checking queued unintended waiting unknown */
	const char *reason; /* or NULL; borrowed from the facts, or static text */
};

struct tora_commit_state tora_commit_state(const struct tora_commit_facts *facts);

#endif
