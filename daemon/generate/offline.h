/*
 * offline.h - the runner's `generate` command (lang/PROTOCOL.md) as records: what is asked, what came. Pure.
 */
#ifndef TORA_GENERATE_OFFLINE_H
#define TORA_GENERATE_OFFLINE_H

#include "model/check.h"

#include <cjson/cJSON.h>

#define TORA_OFFLINE_LITERALS_MAX 30 /* literals of removed lines that are passed on */

struct tora_candidates {
	TORA_VEC(struct tora_candidate) all;
};

struct tora_offline_spec {
	enum tora_side side;
	bool own_first; /* what only this side has, then edited or removed tests; else some of it in between */
	bool brief; /* examples for a question that waits: what is mined and reaches the change, no neighbours of it */
	const cJSON *api; /* api.h, `here` is that side; NULL: not known */
	unsigned max, budget_ms;
	unsigned
		spare; /* more of them, behind those, for who looks quickly which say anything: screen.h */
};

/*
 * The request for one side, in which functions and lines are those of that side. The caller owns
 * it; NULL: that side has nothing to aim at.
 */
cJSON *tora_offline_request(const struct tora_check *check, const struct tora_offline_spec *spec);

/*
 * How long a request with that budget is waited for. On a busy machine the engine ends at four times its budget; ended
 * before, nothing it found is left. The runner ends it at the same time: lang/PROTOCOL.md.
 */
int64_t tora_offline_wait_ms(unsigned budget_ms);

/* Appends what an answer offers; what is malformed or too large is left out. Returns how many came. */
size_t tora_offline_parse(const cJSON *answer, struct tora_arena *arena,
                          struct tora_candidates *ret);

/* String and number literals on the lines a diff removes, as source text, unique. */
struct tora_literals {
	TORA_VEC(const char *) texts;
};
void tora_offline_literals(struct tora_sv diff, struct tora_arena *arena,
                           struct tora_literals *ret);

#endif
