/*
 * event.h - the events of git that tora has a hook for.
 */
#ifndef TORA_HOOKS_EVENT_H
#define TORA_HOOKS_EVENT_H

#include <stdbool.h>

#define TORA_HOOK_EVENTS 4
extern const char *const tora_hook_events[TORA_HOOK_EVENTS + 1]; /* "post-commit", ..., NULL */

/*
 * The event `called` is about, or NULL: a path whose last part is its name, as git calls a
 * hook, perhaps with an ending that another hook manager gave it.
 */
const char *tora_hook_event(const char *called);

/* TORA=0, CI and the like: hooks do nothing and no daemon is started. */
bool tora_hook_is_off(void);

#endif
