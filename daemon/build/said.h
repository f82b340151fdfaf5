/*
 * said.h - what of a command's output a person is shown. Pure.
 */
#ifndef TORA_BUILD_SAID_H
#define TORA_BUILD_SAID_H

#include "tora/arena.h"

/* The last line with something in it usually says what went wrong: cut, escaped, in the arena. "" when there is none. */
const char *tora_build_last_line(struct tora_sv log, struct tora_arena *arena);

#endif
