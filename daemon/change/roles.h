/*
 * roles.h - what a file of no known language is for, by its path.
 */
#ifndef TORA_CHANGE_ROLES_H
#define TORA_CHANGE_ROLES_H

#include "model/change.h"

/* DOC, CONFIG, TEST, GENERATED or OTHER. Adapters judge their own extensions; this is for the rest. */
enum tora_file_role tora_role_of_path(const char *path);

/* Source code of a language that no adapter knows: "unsupported", not "no source". */
bool tora_role_is_code(const char *path);

/* A changelog or news file: what the developer announces. */
bool tora_role_is_changelog(const char *path);

#endif
