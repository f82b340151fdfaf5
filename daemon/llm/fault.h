/*
 * fault.h - what became of a request that brought no answer: a sentence, and what to do next.
 *
 * Pure, but for the dice of a pause. The sentence names the host and the remedy; the server's own words are in it
 * shortened, escaped and without secrets.
 */
#ifndef TORA_LLM_FAULT_H
#define TORA_LLM_FAULT_H

#include "llm/http.h"
#include "llm/wire.h"

struct tora_fault {
	struct tora_err err;
	bool may_retry;     /* another try can succeed */
	bool is_lasting;    /* no question of this check will fare better */
	bool is_overload;   /* the server wants to be left alone for a while */
	bool is_redirect;   /* same place, other path: ask there instead */
	bool is_billed;     /* it was taken, and may have been worked on: it costs all the same */
	unsigned complaint; /* enum tora_param to leave out, or 0 */
	enum tora_reason reason;
};

/* `sent`: the parameters that were in the request. False: there is no fault, read the answer. */
bool tora_fault_find(const struct tora_http_result *result, const struct tora_endpoint *endpoint,
                     const struct tora_wire *wire, const struct tora_key *key, unsigned sent,
                     struct tora_fault *ret);

/* Before the next try after this many faults: longer each time, and never quite the same. */
int64_t tora_fault_pause(unsigned first_ms, unsigned faults);

#endif
