/*
 * change.h - first stage of a check: two commits -> changed functions, lines and intent.
 *
 * Needs check->base, head, base_tree, head_tree, repo and config. Fills check->change and
 * check->intent (a branch name that is set already stays). When there is nothing to test it
 * stops the check with one of the reasons about the change itself, intent included, so
 * that a record always says what was said.
 */
#ifndef TORA_CHANGE_CHANGE_H
#define TORA_CHANGE_CHANGE_H

#include "model/check.h"

/* A document by its path: a change of nothing else changes no behaviour. */
bool tora_change_is_document(const char *path);

/*
 * TORA_E_NOTFOUND: an object is not in this clone, and the check is stopped with
 * MISSING_OBJECTS: that is returned as TORA_OK. Other errors are failures of ours.
 */
int tora_stage_change(struct tora_check *check, struct tora_err *err);

/* Appends the lines of changelogs and documents that `said` has, as far as there is room, and counts them as beside; they
 * are borrowed. */
void tora_change_say_beside(const struct tora_intent *said, struct tora_arena *arena,
                            struct tora_intent *intent);

#endif
