/*
 * alike.h - a change meets what nobody asked it for: a name that begins or ends like the one that is given, or what stands in quotes
 * within a text. Pure.
 *
 * "rename folders, too" moves `/readme2` along with `/readme`; "allow trailing commas" takes one out of a string. Who looks for a name by how
 * it begins, or for a mark in the whole of a text, tells of the name and the mark, and not of these.
 */
#ifndef TORA_JUDGE_ALIKE_H
#define TORA_JUDGE_ALIKE_H

#include "judge/evidence.h"

#define TORA_ALIKE_TEXTS_MAX   64 /* texts of a test; what comes after them is not read */
#define TORA_ALIKE_ASKED_MAX   32 /* of them, or of their parts, that are looked for in the output */
#define TORA_ALIKE_PRINTED_MAX (64 << 10) /* bytes; of longer outputs nothing is said */

/*
 * The test gives the changed function a name of something that it made, and another of its texts begins or ends with that, and has
 * letters or digits more; the output had that one, and has it no more. No message or changelog has a word about beginnings, ends or
 * patterns.
 */
bool tora_alike_met(const struct tora_case *c);

/*
 * A text of the test has another in quotes, of which the output had what is between them without the quotes; now it has no more than
 * its longest word. No message or changelog speaks of quotes, texts or escapes.
 */
bool tora_alike_quoted(const struct tora_case *c);

#endif
