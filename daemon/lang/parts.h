/*
 * parts.h - rules over the components of a path, for adapters. Whole components, never substrings:
 * scipy/stats/_hypotests.py is no test. Pure.
 */
#ifndef TORA_LANG_PARTS_H
#define TORA_LANG_PARTS_H

#include "tora/str.h"

bool tora_parts_is_one_of(struct tora_sv part, const char *const *names); /* NULL-ended */
/* Does a folder of the path have one of these names? Its last component is a file. */
bool tora_parts_in_folder(const char *path, const char *const *names);
const char *tora_parts_file(const char *path); /* the last component; borrowed */

#endif
