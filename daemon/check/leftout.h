/*
 * leftout.h - what the weights of the rules are worth on a project they were not fitted to, as JSON. Pure.
 */
#ifndef TORA_CHECK_LEFTOUT_H
#define TORA_CHECK_LEFTOUT_H

#include "judge/judge.h"

#include <cjson/cJSON.h>

/* Beyond these nothing is fitted: one fit a project, each over all rows. */
#define TORA_LEFTOUT_ROWS_MAX     20000
#define TORA_LEFTOUT_PROJECTS_MAX 500
#define TORA_LEFTOUT_FITS_MAX     1000000 /* rows times projects: seconds */

/* `left_out` of the answer of `tora eval` (tests/README.md); null for rows of one project, or too many. */
void tora_leftout_put(cJSON *o, const struct tora_fit_row *rows, size_t n,
                      struct tora_arena *arena);

#endif
