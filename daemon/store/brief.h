/*
 * brief.h - a finding in a few lines: for lists, hooks and events (PROTOCOL.md, "brief finding").
 */
#ifndef TORA_STORE_BRIEF_H
#define TORA_STORE_BRIEF_H

struct cJSON;

#define TORA_BRIEF_LINE 200  /* bytes of `before` and `after` */
#define TORA_BRIEF_STEP 80   /* of what is said of one of several commits */
#define TORA_BRIEF_TEST 2000 /* bytes of `test` */

/*
 * The fields of a whole finding that a list needs; the caller owns it. `before` and `after` become one line each:
 * the piece that differs where the finding says it, else the exception, else the first line of output that differs.
 */
struct cJSON *tora_brief(const struct cJSON *finding);

#endif
