/*
 * domain.h - input that the project's own words leave out: "modes are numbers from 0 to 0o7777 and are not checked; what
 * happens with others is undefined", "`size`: a whole number from 1". Pure.
 *
 * Only words that say so are believed: that a document has examples with small numbers leaves nothing out.
 */
#ifndef TORA_JUDGE_DOMAIN_H
#define TORA_JUDGE_DOMAIN_H

#include "judge/evidence.h"

/*
 * Does the test of a case pass what the README of the base, or what the function says of itself, leaves out? Either
 * in a paragraph that says what others give is not defined, or in what a line says of a call of this very function. Numbers below or beyond what is said,
 * fractions where they are whole, texts with other characters than digits, functions where numbers are spoken of.
 */
bool tora_domain_left(const struct tora_case *c);

#endif
