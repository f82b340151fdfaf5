/*
 * kind.h - what is to be seen in the difference itself: its kind, its direction, its pattern.
 */
#ifndef TORA_JUDGE_KIND_H
#define TORA_JUDGE_KIND_H

#include "judge/telling.h"

/* The facts of evidence.h under "the difference". */
tora_facts tora_kind_facts(const struct tora_case *c, const struct tora_telling *t);

/* Is a type of errors, with its module, the project's own? "p.errors.NoSuchPage" of p.u.f, and not re.error. */
bool tora_kind_is_own_type(const struct tora_case *c, const char *type);

#endif
