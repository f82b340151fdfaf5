/*
 * mangled.h - what comes out has something on it that nobody put there: a name that was cut or turned on the way, the rest of a line's
 * end. Pure.
 *
 * Who takes an ending off a name, or reads a file in another way, means names that have such an ending and lines that end as theirs do. The
 * others come out of it mangled, and are not found any more, or not equal to what they were.
 */
#ifndef TORA_JUDGE_MANGLED_H
#define TORA_JUDGE_MANGLED_H

#include "judge/evidence.h"

/*
 * An error that was not there speaks of 'pencily', where the test has "pencilies" and no such word; nor has the
 * changed function's file, and it is no error of the language about a program. What
 * was given was found before, and what was made of it is not. Words of letters, digits and `_`.
 */
bool tora_mangled_name(const struct tora_case *c);

/*
 * The differing piece is as before but for carriage returns that no line's end follows; or an error that was not there is about a text that
 * ends with one, where the lines of the test end as Windows ends them. No message or changelog speaks of carriage returns.
 */
bool tora_mangled_line_end(const struct tora_case *c);

#endif
