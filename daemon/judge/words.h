/*
 * words.h - what two pieces of text have in common, in the words that carry meaning.
 */
#ifndef TORA_JUDGE_WORDS_H
#define TORA_JUDGE_WORDS_H

#include "lang/lang.h"
#include "tora/arena.h"

struct tora_words {
	TORA_VEC(const char *) of; /* lower case, without endings, unique, no common words */
};

/* Words of three letters and more; names in snake_case and CamelCase give their parts too. */
void tora_words_add(struct tora_words *words, struct tora_sv text, struct tora_arena *arena);
bool tora_words_have(const struct tora_words *words, const char *stem);
size_t tora_words_shared(const struct tora_words *a, const struct tora_words *b);

/* What stands before the first blank. */
struct tora_sv tora_words_first(struct tora_sv text);

/* One of the '|'-separated phrases is in `text` as whole words; '*' at the end of a word
 * stands for any ending: "refactor*|clean up". ASCII case is ignored. */
bool tora_words_match(struct tora_sv text, const char *phrases);
/* How many of them, each counted once. */
unsigned tora_words_count(struct tora_sv text, const char *phrases);
/* The same of what any language says of these; TORA_TALKS: none. */
unsigned tora_words_count_talk(struct tora_sv text, enum tora_talk of);

#endif
