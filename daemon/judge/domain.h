/*
 * domain.h - input that the project's own words leave out: "modes are numbers from 0 to 0o7777 and are not checked; what
 * happens with others is undefined", "`size`: a whole number from 1", "the caller sees to it that they are in order". Pure.
 *
 * Only words that say so are believed: that a document has examples with small numbers leaves nothing out.
 */
#ifndef TORA_JUDGE_DOMAIN_H
#define TORA_JUDGE_DOMAIN_H

#include "tora/arena.h"

struct tora_case;

#define TORA_LIMITS_MAX 64 /* of one text; what comes after them is not read */

struct tora_limit { /* of what a paragraph or an item speaks */
	bool has_low, has_high, is_whole, is_of_digits, is_of_numbers;
	bool is_ascending, is_unique; /* of lists */
	bool is_apart; /* of lists of what begins and ends: none begins before the one before it ends */
	bool is_below_zero; /* a bound is, and is not read */
	unsigned n_lows;    /* ranges that begin somewhere */
	double low, high;
	struct tora_sv said; /* the paragraph, or the line that the item begins with; a view */
};

struct tora_domain {
	TORA_VEC(struct tora_limit)
	open; /* of paragraphs that say that others are not defined, or that numbers from one to another are not checked */
	TORA_VEC(struct tora_sv)
	unread;                            /* such paragraphs, whatever they say of it */
	TORA_VEC(struct tora_limit) calls; /* of items about a call: "`wrap(text, n)`: ..." */
};

/* What a README says; `ret` borrows it. */
void tora_domain_read(struct tora_sv readme, struct tora_arena *arena, struct tora_domain *ret);

/*
 * Does the test of a case pass what the README of the base, or what the function says of itself there, leaves out? Numbers
 * below or beyond what is said, fractions and no numbers where they are whole, texts with other characters than digits for what
 * the paragraph names, functions where numbers are spoken of, lists that do not ascend, have something twice or overlap.
 */
bool tora_domain_left(const struct tora_case *c);

/*
 * Is such a paragraph about a changed function that the test calls, whatever it says of its input? It names it in marks of code, speaks
 * of a part of its name, or says that none of all is checked. "The value of `write` must fit into its width. This is not checked":
 * who knows whether it does.
 */
bool tora_domain_warns(const struct tora_case *c);

#endif
