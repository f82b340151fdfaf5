/*
 * says.h - what the change itself says about its intent, besides its messages: lines added to
 * changelogs, documentation and tests, and the issues the messages refer to.
 */
#ifndef TORA_CHANGE_SAYS_H
#define TORA_CHANGE_SAYS_H

#include "model/change.h"
#include "model/intent.h"

#define TORA_SAYS_LINES_MAX  400 /* of each kind */
#define TORA_SAYS_LINE_MAX   400 /* bytes of one */
#define TORA_SAYS_ISSUES_MAX 100

/* Appends to intent->changelog, docs and test_lines. What is wrapped in a changelog is one line: an entry, not more than fits. */
void tora_says_lines(const struct tora_change *change, struct tora_arena *arena,
                     struct tora_intent *intent);

/* Appends to intent->issues, in order and each once: trailers and "Fixes ..." lines as written, then "#12". */
void tora_says_issues(struct tora_arena *arena, struct tora_intent *intent);

#endif
