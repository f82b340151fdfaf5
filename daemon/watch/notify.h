/*
 * notify.h - directories watched through inotify, driven by the loop.
 *
 * libinotifytools keeps its state in the library, so there is one of these in a
 * process. Events are hints: a name in a directory, nothing to rely on. Nothing
 * here wakes up unless the kernel has an event.
 */
#ifndef TORA_WATCH_NOTIFY_H
#define TORA_WATCH_NOTIFY_H

#include "loop/loop.h"

#include <stdint.h>

struct tora_notify;

#define TORA_NOTIFY_MASK                                                                           \
	(IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF |   \
	 IN_MOVE_SELF | IN_ONLYDIR)

struct tora_notify_spec {
	/* `name` is "" for the directory itself; `mask` is inotify's. After IN_IGNORED the watch is gone. */
	void (*on_event)(void *ctx, void *tag, const char *name, uint32_t mask);
	void (*on_lost)(void *ctx); /* the kernel's queue ran over: look at everything again */
	/* Of a watch that is not known, perhaps because it was made in a child that is still at it. NULL: not wanted. */
	void (*on_stray)(void *ctx);
	void *ctx;
};

/* TORA_E_LIMIT: the user has no inotify instance left. */
int tora_notify_new(struct tora_loop *loop, const struct tora_notify_spec *spec,
                    struct tora_notify **ret_notify, struct tora_err *err);
void tora_notify_free(struct tora_notify *n); /* NULL is fine */

/*
 * A directory that may be where nobody answers is watched by a child: it calls inotify_add_watch() with TORA_NOTIFY_MASK on
 * this descriptor, and what it got is made known here. False: that watch is known already.
 */
int tora_notify_fd(const struct tora_notify *n);
bool tora_notify_adopt(struct tora_notify *n, int watch, void *tag);

/*
 * Watch one directory (not what is below it), ours, and so one that answers. `tag` comes back with each event.
 * TORA_E_NOTFOUND: no such directory. TORA_E_LIMIT: the user has no watches left.
 * TORA_E_CONFLICT: it is watched already, under any name.
 */
int tora_notify_add(struct tora_notify *n, const char *dir, void *tag, int *ret_watch,
                    struct tora_err *err);
void tora_notify_remove(struct tora_notify *n, int watch); /* -1 is fine */

/* Handle now what the kernel has already. */
void tora_notify_drain(struct tora_notify *n);

#endif
