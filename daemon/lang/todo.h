/*
 * todo.h - what the language's own program is to work on in the sandbox: a list in the folder that it writes to.
 */
#ifndef TORA_LANG_TODO_H
#define TORA_LANG_TODO_H

#include "tora/arena.h"
#include "tora/err.h"

#include <stddef.h>

/* Writes `paths` into dir/todo, each ended by a NUL, and lets anybody write into `dir`. */
int tora_lang_todo(const char *dir, const char *const *paths, size_t n, struct tora_arena *arena,
                   struct tora_err *err);

#endif
