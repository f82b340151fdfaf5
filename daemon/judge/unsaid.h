/*
 * unsaid.h - what a change does besides, of kinds that whoever means them has a word for, and nobody has one. Pure.
 */
#ifndef TORA_JUDGE_UNSAID_H
#define TORA_JUDGE_UNSAID_H

#include "judge/evidence.h"
#include "judge/telling.h"

#define TORA_UNSAID                                                                                \
	(TORA_FACT(INSERTED) | TORA_FACT(ASPECT) | TORA_FACT(AFTER_ERROR) | TORA_FACT(READ_ONCE) | \
	 TORA_FACT(DIGITS_LOST) | TORA_FACT(TAKEN) | TORA_FACT(NEIGHBOUR_MET) |                    \
	 TORA_FACT(QUOTED_MET) | TORA_FACT(OVERRIDE_LOST) | TORA_FACT(REWRAPPED) |                 \
	 TORA_FACT(MEMBER_TEXT) | TORA_FACT(SWALLOWED) | TORA_FACT(KEY_SPLIT) |                    \
	 TORA_FACT(NAME_MANGLED) | TORA_FACT(LINE_END_LEFT) | TORA_FACT(MAPPED) |                  \
	 TORA_FACT(FALSY) | TORA_FACT(ESCAPED) | TORA_FACT(HALF_DONE) | TORA_FACT(LEFT_BEHIND) |   \
	 TORA_FACT(SAVED_EMPTY) | TORA_FACT(MIDWAY) | TORA_FACT(UNCLOSED) | TORA_FACT(TOLD_EARLY))

/* Those of TORA_UNSAID that hold, and ORDER_UNSAID, which weighs less. The case has `change` and `said`. */
tora_facts tora_unsaid_facts(const struct tora_case *c, const struct tora_telling *t);

#endif
