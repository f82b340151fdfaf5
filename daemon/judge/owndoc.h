/*
 * owndoc.h - what a function's own documentation says of a difference, and whether the change
 * wrote it anew. Pure.
 */
#ifndef TORA_JUDGE_OWNDOC_H
#define TORA_JUDGE_OWNDOC_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * The facts that stem from it: it shows the old value, or the new one. Documentation that this very
 * change wrote announces; only what stood there before can have been right or wrong about the old
 * behaviour.
 */
void tora_own_doc(const struct tora_case *c, const struct tora_telling *t, struct tora_arena *arena,
                  struct tora_evidence *e);

/*
 * Both sides have some, and two words of one are not in the other. What is not prose does not
 * count: white space, and what stands behind the first tag, parameter or example.
 */
bool tora_own_doc_rewritten(const struct tora_function *f);

#endif
