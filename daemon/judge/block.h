/*
 * block.h - definitions and blocks in a text where what is inside is indented. Pure.
 */
#ifndef TORA_JUDGE_BLOCK_H
#define TORA_JUDGE_BLOCK_H

#include "tora/str.h"

/* How many blanks and tabs a line begins with. */
size_t tora_block_indent(struct tora_sv line);

/* The first definition of that name with all that is indented below it: of `keyword` "def" or "class". Empty: there is none. A view. */
struct tora_sv tora_block_defined(struct tora_sv text, const char *keyword, struct tora_sv name);

/*
 * The number of the line, from 1, that opens the innermost block around line `number` and begins with `opener`, "with ". 0: none. What stands
 * in brackets over several lines is read by its indentation, too.
 */
unsigned tora_block_around(struct tora_sv text, unsigned number, const char *opener);

#endif
