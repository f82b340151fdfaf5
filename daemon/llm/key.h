/*
 * key.h - the secret an endpoint wants, fetched when it is first needed.
 *
 * From a variable, a command's output or a file nobody else can read. It is never
 * logged, never an argument of a program, never part of an error, and overwritten
 * as soon as it is done with.
 */
#ifndef TORA_LLM_KEY_H
#define TORA_LLM_KEY_H

#include "llm/endpoint.h"

#include <stddef.h>

#define TORA_KEY_MAX 4096

struct tora_key {
	char text[TORA_KEY_MAX + 1]; /* "" when the endpoint wants none */
};

/*
 * TORA_E_DENIED: the file may be read by others, or is not ours. TORA_E_FORMAT: it is empty, too
 * long, or has characters no header may hold. TORA_E_REMOTE: the command failed.
 */
int tora_key_fetch(const struct tora_endpoint *e, const char *const *env, struct tora_key *ret,
                   struct tora_err *err);
void tora_key_wipe(struct tora_key *key);

#endif
