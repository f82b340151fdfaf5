/*
 * edited.h - does a program stem from a test of the project that this very change edits?
 *
 * Who had to touch a test has seen what it shows: the lines of it that were left alone, and what becomes of its calls
 * with another value put in, are near what the change is for. Compared are the place that a candidate was mined
 * from and the hunks of that file: they have to meet in one test, its decorators included. Of a parametrised test that only got
 * rows, the programs with a word of those rows count. A place is of the base or of the head, and does not say of which:
 * the line has to have a word of the program. Pure.
 */
#ifndef TORA_JUDGE_EDITED_H
#define TORA_JUDGE_EDITED_H

#include "model/change.h"

/* `where`: "tests/test_slug.py:12", or what is no place, or NULL: false. */
bool tora_edited_test(const struct tora_change *change, const char *where, struct tora_sv program,
                      struct tora_arena *arena);

/*
 * Is a line of a test another one now that asserts the same of the same call, with another literal for what comes of it?
 * `assert f(1) == 2` became `assert f(1) == 3`: whoever wrote that knows that something behaves differently. In a change of more
 * than one source file that may be of the others: false.
 */
bool tora_edited_expectation(const struct tora_change *change, struct tora_arena *arena);

/*
 * "tests/test_slug.py:12" is line 12, and *ret_file that file, where the change has it on the head; NULL: it leaves it alone. 0: no place.
 */
unsigned tora_edited_place(const struct tora_change *change, const char *where,
                           const struct tora_file_change **ret_file);

/* Has the line a name of the program, which not every test has? */
bool tora_edited_shares_name(struct tora_sv line, struct tora_sv program);

/* A line, without what stands before it, that a test begins with. */
bool tora_edited_opens_test(struct tora_sv trimmed);

#endif
