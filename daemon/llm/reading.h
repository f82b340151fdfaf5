/*
 * reading.h - the part of reading an answer over HTTP that all protocols have in common.
 *
 * A protocol says where the text, the reason for stopping and the counts stand; that an error
 * may come instead, that thinking is no answer, and that no text is a failure holds for all. Pure.
 */
#ifndef TORA_LLM_READING_H
#define TORA_LLM_READING_H

#include "llm/wire.h"

struct tora_reading_stop {
	bool cut;            /* at a token limit */
	const char *refusal; /* the sentence when it ended without text on purpose, or NULL */
};

struct tora_reading {
	/* `usage` is NULL where the answer has none. What is not said stays as it is. */
	void (*count)(const cJSON *usage, struct tora_wire_answer *ret);
	/* Appends what the model said. TORA_E_FORMAT: this is no answer of the protocol. */
	int (*text)(const cJSON *json, struct tora_str *out, struct tora_reading_stop *ret,
	            struct tora_err *err);
};

/* What was said, all of it, as an answer: thinking taken off; no text is a failure. */
int tora_reading_end(struct tora_sv text, const struct tora_reading_stop *stop,
                     struct tora_arena *arena, struct tora_wire_answer *ret, struct tora_err *err);

/* struct tora_wire's read(). *ret is set also on failure: what it cost may be known all the same. */
int tora_reading_read(const struct tora_reading *how, struct tora_sv body, struct tora_arena *arena,
                      struct tora_wire_answer *ret, struct tora_err *err);

struct tora_reading_word { /* one way to name what a server may refuse */
	const char *word;
	unsigned param; /* enum tora_param */
};

/*
 * struct tora_wire's complaint(), by the first word that names something sent: in the field that names
 * a parameter, else in the server's own sentence, as a whole word. Nothing else of a body is looked at: it may
 * echo the question. One that speaks of the context complains of a length. The last word is NULL.
 */
unsigned tora_reading_complaint(const struct tora_reading_word *words,
                                const char *(*message)(const cJSON *json), struct tora_sv body,
                                unsigned sent);

#endif
