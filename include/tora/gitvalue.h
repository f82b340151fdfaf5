/*
 * gitvalue.h - booleans and numbers as git config reads them: the daemon, a check and a hook take the same for one. Pure.
 */
#ifndef TORA_GITVALUE_H
#define TORA_GITVALUE_H

#include <stdbool.h>
#include <stdint.h>

/* NULL: a key without "=", which is true. Numbers of 32 bits, 0 is false. False: git would call it a bad boolean; *ret is untouched. */
bool tora_gitvalue_bool(const char *text, bool *ret);

/* Of base 8, 10 or 16, with git's k, m and g behind it. False: no such number; *ret is untouched. */
bool tora_gitvalue_int(const char *text, int64_t *ret);

#endif
