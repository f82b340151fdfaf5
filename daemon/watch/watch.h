/*
 * watch.h - notice that branches of registered repositories moved.
 *
 *	event or touch -> dirty -- debounce --> git for-each-ref -> compare with the known tips -> on_moves()
 *	     ^                                        |
 *	     +------- more events, overflow ----------+
 *
 * An event is only a hint; what git says is the truth. Nothing polls: without an event there
 * is no wake-up, but for a repository in the middle of a rebase, which is looked at again after a
 * growing while in case its end was missed, and for one whose git failed.
 *
 * No file of a repository is touched by this process (peek.h): one that lies where nobody answers is UNWATCHED, with
 * "does not answer: '...'", looked at again after a growing while, and holds nobody else up.
 */
#ifndef TORA_WATCH_WATCH_H
#define TORA_WATCH_WATCH_H

#include "loop/loop.h"
#include "store/store.h"
#include "watch/refs.h"
#include "watch/settings.h"

#include <stdint.h>

struct tora_watch;

enum tora_watch_state {
	TORA_WATCH_OK,
	TORA_WATCH_BUSY, /* a rebase or a series of picks is under way in one of its work trees */
	TORA_WATCH_UNWATCHED, /* `reason` says why */
	TORA_WATCH_GONE,
};

struct tora_watch_spec {
	struct tora_loop *loop;
	const struct tora_log *log;
	struct tora_store *store; /* known tips are read from it */
	unsigned debounce_ms;     /* quiet for so long, then look; 0: 1000 */
	unsigned debounce_cap_ms; /* but look after so long even if it is not; 0: 5000 */
	/*
	 * Make the moves known and queue what is to be checked, all or nothing. When it fails
	 * the repository is looked at again later, with a growing pause. `by_hook`: a hook told first.
	 */
	int (*on_moves)(void *ctx, int64_t repo, const struct tora_moves *moves, bool by_hook,
	                struct tora_err *err);
	void (*on_state)(void *ctx, int64_t repo); /* its state, reason or settings may be others */
	/* It was looked at for the first time, having been added as new, or again, because something moved: a branch, HEAD, a remote.
	 * NULL: not wanted. */
	void (*on_look)(void *ctx, int64_t repo);
	void (*on_settled)(void *ctx); /* nothing is dirty and no git runs any more */
	void *ctx;
};

/* TORA_E_LIMIT and others of notify.h: without inotify only hooks and touch() make it look. *ret_watch is set even then, and err filled. */
int tora_watch_new(const struct tora_watch_spec *spec, struct tora_watch **ret_watch,
                   struct tora_err *err);
void tora_watch_free(struct tora_watch *w); /* NULL is fine */

/* Watch, and look at once; `is_new`: on_look is told of that look too. Adding one that is there refreshes it. Its directory may be
 * missing: GONE. */
void tora_watch_add(struct tora_watch *w, int64_t repo, const char *common_dir,
                    const char *work_dir, bool is_new);
void tora_watch_remove(struct tora_watch *w, int64_t repo); /* unknown is fine */
/* A hook says that something moved: look again soon. One that was gone is tried again. */
void tora_watch_touch(struct tora_watch *w, int64_t repo);
/* Handle waiting events and look at what is dirty now, without the debounce. */
void tora_watch_flush(struct tora_watch *w);
bool tora_watch_is_settled(const struct tora_watch *w);

struct tora_watch_view { /* borrowed; dies with the next turn of the loop */
	enum tora_watch_state state;
	const char *reason; /* or NULL */
	const char *common_dir, *work_dir;
	const char *
		folder; /* where git is to be asked: the work tree; when that is gone the main one, or of a bare repository itself */
	const struct tora_refs *refs; /* as last seen; empty before the first look */
	const struct tora_settings *settings;
};
bool tora_watch_view(const struct tora_watch *w, int64_t repo, struct tora_watch_view *ret);
/* The repository that `path` names: its common directory, main work tree, or a work tree a branch is checked out in. 0: none. */
int64_t tora_watch_find(const struct tora_watch *w, const char *path);

/*
 * One more plain folder: fn() is called when a file appeared in it, and with `is_gone` when it is no longer there and
 * no longer watched. Only one.
 */
int tora_watch_folder(struct tora_watch *w, const char *path, void (*fn)(void *ctx, bool is_gone),
                      void *ctx, struct tora_err *err);

const char *tora_watch_state_name(enum tora_watch_state s);

#endif
