/*
 * alike.c - see alike.h. The weight of a word grows with the logarithm of how rare it is, as in text search
 * (inverse document frequency), over the programs alone: a name that each of them uses says nothing.
 */
#include "generate/alike.h"

#include "model/diff.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define WORDS_MAX 256 /* of the changed lines */
#define SHORTEST  3   /* letters */

/* Words that stand in most lines of any program. */
static const char *const common[] = {
	"and",     "async",   "await",  "break",     "case",     "catch",   "class",      "const",
	"def",     "del",     "elif",   "else",      "except",   "extends", "false",      "False",
	"finally", "for",     "from",   "function",  "global",   "import",  "isinstance", "lambda",
	"let",     "new",     "None",   "not",       "null",     "pass",    "print",      "raise",
	"return",  "self",    "static", "super",     "switch",   "this",    "throw",      "true",
	"True",    "try",     "typeof", "undefined", "var",      "void",    "while",      "with",
	"yield",   "console", "log",    "require",   "continue",
};

struct words {
	struct tora_sv at[WORDS_MAX];
	size_t n;
	unsigned df[WORDS_MAX]; /* programs that use it */
};

struct used { /* words of the change in one program, a bit each */
	uint64_t bits[WORDS_MAX / 64];
};

/* The next word of the text that may tell something; false: there is none. */
static bool next_word(struct tora_sv *text, struct tora_sv *ret)
{
	while ((*ret = tora_sv_word(text, tora_of_name)).len)
		if (ret->len >= SHORTEST && !isdigit((unsigned char)*ret->at))
			return true;
	return false;
}

static bool is_common(struct tora_sv word)
{
	for (size_t i = 0; i < sizeof common / sizeof *common; i++)
		if (tora_sv_is(word, common[i]))
			return true;
	return false;
}

/* Its place, or words->n. */
static size_t find(const struct words *words, struct tora_sv word)
{
	size_t i = 0;

	while (i < words->n && !tora_sv_eq(words->at[i], word))
		i++;
	return i;
}

static void read_change(struct tora_sv diff, struct words *ret)
{
	struct tora_sv row, word;

	while (tora_diff_line(&diff, &row))
		while (next_word(&row, &word))
			if (ret->n < WORDS_MAX && !is_common(word) && find(ret, word) == ret->n)
				ret->at[ret->n++] = word;
}

static void read_program(const char *source, struct words *words, struct used *ret)
{
	struct tora_sv text = tora_sv(source), word;

	while (next_word(&text, &word)) {
		size_t i = find(words, word);
		uint64_t bit = (uint64_t)1 << i % 64;

		if (i == words->n || ret->bits[i / 64] & bit)
			continue;
		ret->bits[i / 64] |= bit;
		words->df[i]++;
	}
}

/* 1 for a word that all of n programs use, 2 more for each halving. */
static unsigned weight(size_t n, unsigned df)
{
	unsigned w = 1;

	for (; df && df * 2 <= n; df *= 2)
		w += 2;
	return w;
}

static unsigned gain(const struct words *words, const struct used *own, const struct used *seen,
                     size_t n)
{
	unsigned sum = 0;

	for (size_t i = 0; i < words->n; i++) {
		uint64_t bit = (uint64_t)1 << i % 64;

		if (own->bits[i / 64] & bit)
			sum += weight(n, words->df[i]) * (seen->bits[i / 64] & bit ? 1 : 4);
	}
	return sum;
}

/* The one at `from` comes to stand at `to`, those between make room. */
static void move_up(struct tora_candidate *all, struct used *used, size_t from, size_t to)
{
	struct tora_candidate c = all[from];
	struct used u = used[from];

	memmove(&all[to + 1], &all[to], (from - to) * sizeof *all);
	memmove(&used[to + 1], &used[to], (from - to) * sizeof *used);
	all[to] = c;
	used[to] = u;
}

void tora_alike_order(struct tora_sv diff, struct tora_candidate *all, size_t n,
                      struct tora_arena *arena)
{
	struct words *words = tora_arena_calloc(arena, 1, sizeof *words);
	struct used *used, seen = { { 0 } };

	if (n > TORA_ALIKE_MOST)
		n = TORA_ALIKE_MOST;
	used = tora_arena_calloc(arena, n + 1, sizeof *used);
	read_change(diff, words);
	for (size_t i = 0; i < n; i++)
		read_program(all[i].source, words, &used[i]);
	for (size_t i = 0; i < n; i++) {
		unsigned most = 0;
		size_t best = i;

		for (size_t k = i; k < n; k++) {
			unsigned g = gain(words, &used[k], &seen, n);

			if (g > most) {
				most = g;
				best = k;
			}
		}
		move_up(all, used, best, i);
		for (size_t k = 0; k < WORDS_MAX / 64; k++)
			seen.bits[k] |= used[i].bits[k];
	}
}
