/*
 * subgroup.h - of programs of which some say something else on the two sides: which have a word in common that explains it? Pure.
 *
 * A change that is announced differs in hundreds of programs that all have its new word, and the few that differ for
 * another reason are lost among them. Groups are found as in subgroup discovery (N. Lavrac, B. Kavsek, P. Flach, L. Todorovski,
 * "Subgroup Discovery with CN2-SD", JMLR 5, 2004): the word of the best weighted relative accuracy, how many more of those that have it
 * differ than of all, then the same again without these, which that paper would only count less.
 */
#ifndef TORA_GENERATE_SUBGROUP_H
#define TORA_GENERATE_SUBGROUP_H

#include "tora/arena.h"

#include <stdbool.h>
#include <stddef.h>

#define TORA_SUBGROUPS_MAX 16

struct tora_subgroup_row {
	const char *source;
	bool differs;
	unsigned
		group; /* out: 1 to TORA_SUBGROUPS_MAX, the first found first; 0: of none, or it does not differ */
};

void tora_subgroups(struct tora_subgroup_row *rows, size_t n, struct tora_arena *arena);

#endif
