/*
 * quiet.h - what makes a difference no news to who made the change: facts that tora_rules_quiet goes by. Pure.
 *
 * A verdict says whether somebody meant a difference. Who took a definition out of the source by hand, rewrote half
 * of a package, or says that the work is not done yet, has seen more of it than a message tells.
 */
#ifndef TORA_JUDGE_QUIET_H
#define TORA_JUDGE_QUIET_H

#include "judge/telling.h"

/* TAKEN_OUT, WIDE, UNFINISHED and HANDED_ON, as far as they hold. c->said is set. */
tora_facts tora_quiet_facts(const struct tora_case *c, const struct tora_telling *t);

#endif
