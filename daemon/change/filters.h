/*
 * filters.h - is there anything to test in this change, and if not, why.
 */
#ifndef TORA_CHANGE_FILTERS_H
#define TORA_CHANGE_FILTERS_H

#include "change/sources.h"
#include "model/reason.h"

/*
 * NONE: go on. Looks at the files' roles, comments_only, too_large and at functions; call it
 * when those are known. *ret_detail is one sentence about this change, in the arena.
 */
enum tora_reason tora_filter(const struct tora_sources *s, const struct tora_change *change,
                             const char **ret_detail);

#endif
