/*
 * marks.h - the characters that a subject gives as they are: "Rules may begin with ./", "allow + and ' in names". Pure.
 *
 * They are as good as a word for a kind of input (reach.h): what has none of them the subject does not speak of.
 */
#ifndef TORA_JUDGE_MARKS_H
#define TORA_JUDGE_MARKS_H

#include "tora/str.h"

#define TORA_MARKS_NAME "the characters it names" /* for the explanation, as tora_reach_name() */

/* Does it name any? Bullets, arrows, operators of code and what stands between two words, "tests + docs", are none. */
bool tora_marks_named(struct tora_sv subject);
/* Has a program one of them in a text that it passes, or a printed value anywhere? */
bool tora_marks_passed(struct tora_sv subject, struct tora_sv program);
bool tora_marks_printed(struct tora_sv subject, struct tora_sv value);

/* "Expand tabs in tables": the messages have a word for a character, and one of the two values, as they are printed, has fewer of
 * that than the other; without it and blanks they are the same. */
bool tora_marks_told(struct tora_sv messages, struct tora_sv before, struct tora_sv after);

/* "None is shown as `-`": `mark`, of such characters alone, in quotes of its own. */
bool tora_marks_quoted(struct tora_sv text, struct tora_sv mark);

#endif
