/*
 * documents.h - what changelogs and documents that the change edits say of a difference, as facts. Pure.
 */
#ifndef TORA_JUDGE_DOCUMENTS_H
#define TORA_JUDGE_DOCUMENTS_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * LOG_MENTIONS, LOG_SPEAKS, SAID_OTHERWISE, DOC_MENTIONS; NAMES_VALUE and NAMES_EXCEPTION where a changelog does. `keeps`: the message
 * claims to change nothing: then what was otherwise before has to be something that the difference is about.
 */
tora_facts tora_documents_facts(const struct tora_case *c, const struct tora_telling *telling,
                                bool keeps, struct tora_arena *arena);

#endif
