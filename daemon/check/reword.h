/*
 * reword.h - the same content in other words (`git commit --amend`, a reworded rebase, a commit of documents on top): nothing is
 * run again.
 *
 * What an earlier check of the same trees (the head's may differ in documents) found is judged by what the messages say now. Only the rules do that, so
 * never where a model is configured: it is asked about both, tests and verdicts.
 */
#ifndef TORA_CHECK_REWORD_H
#define TORA_CHECK_REWORD_H

#include "model/check.h"

/* True: the check has its findings and counts, or a reason, as after its stages. False: nothing was changed in it. */
bool tora_reword(struct tora_check *c);

#endif
