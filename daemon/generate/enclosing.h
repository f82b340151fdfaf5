/*
 * enclosing.h - the class that a method belongs to, in a few lines: what it derives from and is for, its fields, and
 * what makes an object of it. Without them nobody can write a program that calls the method. Pure.
 */
#ifndef TORA_GENERATE_ENCLOSING_H
#define TORA_GENERATE_ENCLOSING_H

#include "model/change.h"
#include "tora/arena.h"

#define TORA_ENCLOSING_MAX 400 /* bytes of them */

/* Lines that begin with "#", in the arena; "" for what is no method. `file` is the function's, or NULL. */
const char *tora_enclosing_class(const struct tora_file_change *file, const struct tora_function *f,
                                 struct tora_arena *arena);

/* Are both methods of one class? Then one text stands for both. */
bool tora_enclosing_is_same(const struct tora_function *a, const struct tora_function *b);

#endif
