/*
 * membertext.h - where a text or a number stood, the name of a member of an enumeration is printed. Pure.
 *
 * `class Level(str, Enum)` compares and dumps like the constants that it replaces, and says so in the message; `print(level)` and
 * `f"{level}"` give "Level.OUTAGE" where they gave "outage". Python changed twice what such members print, and many a project has met it.
 */
#ifndef TORA_JUDGE_MEMBERTEXT_H
#define TORA_JUDGE_MEMBERTEXT_H

#include "judge/evidence.h"

/*
 * The change adds a class that is an enumeration and another type, and members of it with their values; the base printed such a value, and
 * the head prints, in its place, class and name of that member. Not in the form that shows both, <Level.OUTAGE: 'outage'>, nor
 * where the message speaks of what is printed, or a test that was added has that text.
 */
bool tora_member_text(const struct tora_case *c);

#endif
