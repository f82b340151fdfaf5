/*
 * schema.h - the tables, as the ordered list of steps that leads to them.
 *
 * The file's user_version says how many steps it has had. A step that was released
 * is never edited; a change is a new step at the end.
 */
#ifndef TORA_STORE_SCHEMA_H
#define TORA_STORE_SCHEMA_H

#include <stddef.h>

extern const char *const tora_schema_steps[];
extern const size_t tora_schema_count;

#endif
