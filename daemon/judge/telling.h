/*
 * telling.h - what about a difference a text could name: its values, its inputs, its
 * names, its exceptions. And how much a given sentence or line names of it.
 */
#ifndef TORA_JUDGE_TELLING_H
#define TORA_JUDGE_TELLING_H

#include "judge/evidence.h"
#include "judge/words.h"

struct tora_telling {
	TORA_VEC(struct tora_sv) values;  /* only on one of the two sides; three bytes and more */
	TORA_VEC(struct tora_sv) numbers; /* only on the new side; two bytes and more */
	TORA_VEC(struct tora_sv) inputs;  /* keywords and literals of the test */
	TORA_VEC(struct tora_sv) names;   /* the function, its class, code-like names of the test */
	TORA_VEC(struct tora_sv) calls;   /* plain words the test calls: `style`, no built-ins */
	struct tora_sv function;          /* short name, or empty */
	struct tora_sv raised, gone;      /* exception types without their module, or empty */
	struct tora_sv was, is;           /* both values, where they are words; else empty */
	struct tora_sv put;               /* what the new value has in place of the old one's */
	bool hung;                        /* the old side did not end, the new one does */
	struct tora_words shown;          /* words on one of the two sides only */
	struct tora_words fields;         /* names of what differs: `strokes: 1` */
	struct tora_words test;
	struct tora_sv source; /* the test */
};

void tora_telling(const struct tora_case *c, struct tora_arena *arena, struct tora_telling *ret);

/* What stands in the new value where the old one had something else, `<style="x">` of `||<style="x"> a ||`. */
struct tora_sv tora_telling_put(const struct tora_difference *d);

struct tora_mentions {
	bool function, name, value, input, exception;
	bool spelled;               /* what stands in marks of code is a part of the test */
	size_t shown, fields, test; /* shared words */
};
struct tora_mentions tora_telling_in(const struct tora_telling *t, struct tora_sv text,
                                     struct tora_arena *arena);
/* The same without the shared words, which cost most: for every line of a large diff. */
struct tora_mentions tora_telling_names_in(const struct tora_telling *t, struct tora_sv text);

/* The sentence of the intent that says most about the difference, verbatim; NULL when none
 * both names something of it and claims that something changes. */
const char *tora_telling_quote(const struct tora_telling *t, const struct tora_intent *intent,
                               struct tora_arena *arena);

/* A name as code: whole word, and for short plain words only with a mark of code around it
 * (`get`, get(), x.get), because "get" is also English. */
bool tora_telling_named(struct tora_sv text, struct tora_sv name);

/* "the duration parser": a line of `text` has all words, two at least, that a compound name like parse_duration is made
 * of, whatever they end in. */
bool tora_telling_in_words(struct tora_sv text, struct tora_sv name);

#endif
