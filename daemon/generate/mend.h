/*
 * mend.h - what can be put right in a program without asking who wrote it. Pure.
 *
 * Beside the forgotten imports of repair.h: brackets that are open at the end, or closed once too often, and
 * expectations, which are guesses: what both builds print in their place is a fact.
 */
#ifndef TORA_GENERATE_MEND_H
#define TORA_GENERATE_MEND_H

#include "lang/syntax.h"

/*
 * A program that does not parse, with its brackets closed where that makes it parse: at the end, behind the line
 * on which one is open, or, of a program that breaks off, without its last statement (a few lines at most). NULL: it
 * does not help. In the arena.
 */
const char *tora_mend_brackets(const struct tora_lang *lang, const char *source,
                               struct tora_arena *arena);

/*
 * "assert f(x) == 3" looks at f(x), "expect(f(x)).toBe(3)" too: a program that prints that shows the value of either
 * side, be the guess right or wrong. What only asserted (expect, and the import of it) goes with it, whether its
 * library is there or not. NULL: there is no assertion, or the language has no word for it. In the arena.
 */
const char *tora_mend_claims(const struct tora_lang *lang, const char *source,
                             struct tora_arena *arena);

#endif
