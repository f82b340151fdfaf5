/*
 * context.h - what the model is told of a change: the values of prompts/generate-usage.md and
 * refine-tests.md, and of suite-usage.md and suite-refine.md where nothing changed, ranked under a limit. Pure.
 *
 * Functions of withheld files, and programs mined from such, are not part of it.
 */
#ifndef TORA_GENERATE_CONTEXT_H
#define TORA_GENERATE_CONTEXT_H

#include "generate/offline.h"

#define TORA_CONTEXT_BYTES (10u << 10) /* of all blocks: about 2,500 tokens */

struct tora_context { /* text in the arena; empty: there is none */
	const char *project, *language, *nothing, *shown; /* the last two: lang.h */
	const char *functions; /* one a line: full name, signature, how to import it */
	const char *bodies;    /* old and new text in one, marked "-" and "+" */
	const char *rest;      /* what changed outside of them */
	const char *docs, *messages;
	const char *usage;    /* programs mined from the project's own tests and documents */
	const char *observed; /* programs that ran, and what both sides printed */
};

/* Most important first, each block with what the ones before it left of TORA_CONTEXT_BYTES and at
 * most its own share. `mined` may be NULL; those of it that were tried make `observed`. */
void tora_context_make(const struct tora_check *check, const struct tora_lang *lang,
                       const struct tora_candidates *mined, struct tora_context *ret);

#endif
