/*
 * said.h - what of a command's output a person is shown. Pure.
 */
#ifndef TORA_BUILD_SAID_H
#define TORA_BUILD_SAID_H

#include "tora/arena.h"

/*
 * "it ended with 1 on the base: LINE; LACKS". The last line with something in it usually says what went wrong, unless it says
 * where a log is: cut, escaped, "" when there is none. `lacks` of the sandbox may be NULL. In the arena.
 */
const char *tora_build_failure(int status, const char *side, struct tora_sv log, const char *lacks,
                               struct tora_arena *arena);

#endif
