/*
 * stage.h - what generate.c knows while it works, and keeps for what follows once the tests were run (sharpen.c).
 * Nobody else includes it.
 */
#ifndef TORA_GENERATE_STAGE_H
#define TORA_GENERATE_STAGE_H

#include "generate/context.h"
#include "generate/offline.h"
#include "generate/repair.h"

/* What was mined in a moment, to seed the model's question, comes last: the engine ranks better when it
 * has its time. */
enum source {
	SOURCE_HEAD,
	SOURCE_MODEL,
	SOURCE_BASE,
	SOURCES,
	SOURCE_QUICK = SOURCES,
	ALL_SOURCES
};

struct stage { /* in the check's arena */
	struct tora_check *check;
	const struct tora_lang *lang;
	struct tora_repair repair;
	struct tora_candidates from[ALL_SOURCES];
	TORA_VEC(uint64_t) tried;      /* hashes of what ran already */
	TORA_VEC(const char *) sought; /* names that were looked for in the tree */
	cJSON *gained, *lost;          /* api.h, of head and base */
	/* the answer under way */
	const char *purpose;
	size_t fences, looks, taken;
	unsigned rounds;   /* questions about what went wrong */
	size_t told, gaps; /* programs looked at for them; what was not run before the last one */
	int64_t asked_ms, whole_ms, ran_ms; /* first program: whole, run; 0: not yet */
	bool base_done, is_quick, apis_known;

	/* for a question once the tests were run (sharpen.c) */
	struct tora_context context; /* of the questions before */
	const char *unnoticed; /* small faults that no test notices; "": none, or nobody looked */
	bool was_sharpened, is_sharp; /* the stage was there; and did its work */
};

/*
 * Ask the model once more, if it may be: of what went wrong, what nothing ran, and st->unnoticed. Its programs are tried,
 * and stand at the end of st->from[SOURCE_MODEL]. False: there was nothing to ask, or no answer.
 */
bool tora_stage_ask_more(struct stage *st);

#endif
