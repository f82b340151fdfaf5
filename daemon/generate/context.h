/*
 * context.h - what the model is told of a change: the values of prompts/generate-usage.md. Pure.
 *
 * Functions of withheld files, and programs mined from such, are not part of it.
 */
#ifndef TORA_GENERATE_CONTEXT_H
#define TORA_GENERATE_CONTEXT_H

#include "generate/offline.h"

#define TORA_CONTEXT_BLOCK_MAX (24u << 10) /* bytes of each block */

struct tora_context { /* text in the arena; empty: there is none */
	const char *project, *language;
	const char *functions; /* one a line: full name, signature, how to import it */
	const char *bodies, *docs;
	const char *usage; /* programs mined from the project's own tests and documents */
};

void tora_context_make(const struct tora_check *check, const struct tora_lang *lang,
                       const struct tora_candidates *mined, struct tora_context *ret);

#endif
