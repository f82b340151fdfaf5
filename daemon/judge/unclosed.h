/*
 * unclosed.h - what a call goes through is not closed any more. Pure.
 *
 * `for await` closes what it goes through when it is left early; who calls next() by hand, so as not to read ahead, has to. A file or a
 * socket behind it stays open, and no result is another.
 */
#ifndef TORA_JUDGE_UNCLOSED_H
#define TORA_JUDGE_UNCLOSED_H

#include "judge/evidence.h"

/*
 * The test hands over sources that say when they are opened and closed, `finally { console.log('closed'); }` (lang/: gen_closed.js), both
 * versions come to an end, and the head alone leaves some open that it began. No message, changelog or document of the change has a word
 * about closing.
 */
bool tora_unclosed(const struct tora_case *c);

#endif
