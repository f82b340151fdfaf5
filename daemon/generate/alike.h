/*
 * alike.h - which programs have to do with a change: by the words of the changed lines that they use, a word
 * that few programs use counting for more. Pure.
 */
#ifndef TORA_GENERATE_ALIKE_H
#define TORA_GENERATE_ALIKE_H

#include "model/candidate.h"
#include "tora/str.h"

#define TORA_ALIKE_MOST                                                                            \
	120 /* programs that are put in order; those behind them stay where they are */

/*
 * Puts those first that share most with `diff` (a unified diff; its "-" and "+" lines count). A word that an
 * earlier program has used counts for a quarter, so that the first few show different things. Equal ones keep
 * their order.
 */
void tora_alike_order(struct tora_sv diff, struct tora_candidate *all, size_t n,
                      struct tora_arena *arena);

#endif
