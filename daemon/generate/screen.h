/*
 * screen.h - of more programs than there is room for: which of them say something else on the two sides?
 *
 * A test of its own costs a fork on each side, and most of what the engine makes says the same on both. So a runner is
 * given many at once and says of each a word for what it did (lang/PROTOCOL.md, screen). That is no trial: a program whose
 * words differ is only put among those that are run. Nor is one whose words are the same known to say the same by itself,
 * but of 6,672 such programs of 24 labelled changes (16 of Python, 8 of JavaScript), each run by itself on both sides, not
 * one said something else. So where the word is of all that a program does, not all of those are run.
 */
#ifndef TORA_GENERATE_SCREEN_H
#define TORA_GENERATE_SCREEN_H

#include "lang/lang.h"
#include "model/check.h"

struct tora_screen_room {
	unsigned more;  /* so many that differ take the places of others, at most */
	unsigned alike; /* what says the same is run until there are so many tests */
};

/* A quarter, and a half but 40 at least, of `max` tests. */
struct tora_screen_room tora_screen_room(unsigned max);

/*
 * After tora_select_cut(). Candidates with TORA_DROP_LIMIT whose words differ change places with the last of those that are
 * run and say the same on both sides, best first and of each way to differ (how it ends on both sides, how many of its
 * lines are others, which function it aims at, which word explains it: subgroup.h) as many, none that says on both sides what another one does. Where none says the same, what
 * there is enough of makes room for another way to differ. Then what worked too long on both sides gets TORA_DROP_LATE, where little
 * does and nobody wrote it. And where the runner's words are of all that a program
 * does (lang->screens_all), the last of those that say the same get TORA_DROP_ALIKE. What a model wrote, or was tried, keeps
 * its place. Nothing is done where the runner of that language has no such command, and what fails is in the log alone: then
 * the tests are those that were chosen. How many had a word on both sides is added to check->tests.screened.
 */
void tora_screen(struct tora_check *check, const struct tora_lang *lang, struct tora_candidate *all,
                 size_t n, struct tora_screen_room room);

#endif
