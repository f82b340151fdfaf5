/*
 * withhold.h - which paths .toraignore names: their contents never enter a prompt. Pure.
 *
 * The file is written as a .gitignore is: one pattern a line, # opens a comment, a leading !
 * takes back what an earlier line named. A pattern with a slash before its end counts from
 * the top of the repository, any other at every depth; one that ends in a slash means folders.
 * * and ? stop at slashes, ** does not, [a-z] is one of these. What is in a named folder is named.
 * The last pattern that matches decides.
 */
#ifndef TORA_MODEL_WITHHOLD_H
#define TORA_MODEL_WITHHOLD_H

#include "tora/arena.h"

#define TORA_WITHHOLD_FILE     ".toraignore"
#define TORA_WITHHOLD_FILE_MAX (64u << 10)
#define TORA_WITHHOLD_MAX      1000 /* patterns; with more of them everything is withheld */

struct tora_change;
struct tora_trial;

struct tora_withhold {
	TORA_VEC(const char *) patterns;
};

/* Adds the patterns of one file. */
void tora_withhold_add(struct tora_withhold *w, struct tora_sv text, struct tora_arena *arena);

/* `path`: of a file, from the top of the repository. */
bool tora_withhold_match(const struct tora_withhold *w, const char *path);
/* The same for a place in one: "tests/test_x.py:12". */
bool tora_withhold_place(const struct tora_withhold *w, const char *place);
/* Did it run changed lines of a withheld file? Then what it printed is what that file does. */
bool tora_withhold_trial(const struct tora_change *change, const struct tora_trial *trial);

#endif
