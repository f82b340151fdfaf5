/*
 * shim.h - the text of the hook files, and recognising our own.
 */
#ifndef TORA_HOOKS_SHIM_H
#define TORA_HOOKS_SHIM_H

#include "tora/str.h"

#define TORA_SHIM_MARK    "# tora-hook v1"
#define TORA_SHIM_CHAINED ".pre-tora" /* what a hook that was there is renamed to */

/* The file for one event. With `chained`, the renamed hook runs first and its status stands. */
void tora_shim_text(const char *event, const char *program, bool chained, struct tora_str *out);

bool tora_shim_is_ours(struct tora_sv text); /* any version of our mark in its first lines */

/* The program a shim of ours calls, appended to `ret`; false: none is named. */
bool tora_shim_program(struct tora_sv text, struct tora_str *ret);

/* The value of hook.tora-<event>.command, and the program such a value calls. */
void tora_shim_command(const char *event, const char *program, struct tora_str *out);
bool tora_shim_command_program(struct tora_sv command, struct tora_str *ret);

/* `text` as one word of sh, in single quotes. */
void tora_shell_quote(const char *text, struct tora_str *out);

#endif
