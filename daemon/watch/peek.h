/*
 * peek.h - a look at the files of a repository, by a child that may be left behind.
 *
 * A repository may be on a file server that does not answer, and then every call that names one of its files waits for ever.
 * So the supervisor makes none of them: a copy of it does, in a process, and says what it saw in one piece.
 */
#ifndef TORA_WATCH_PEEK_H
#define TORA_WATCH_PEEK_H

#include "loop/proc.h"
#include "watch/dirs.h"
#include "watch/settings.h"

#define TORA_PEEK_BUDGET_MS 5000 /* a disk that sleeps wakes up sooner */

enum {
	TORA_PEEK_DIRS = 1 << 0,   /* list the folders, and watch them */
	TORA_PEEK_HELD = 1 << 1,   /* the work trees in which an operation is under way */
	TORA_PEEK_STAMPS = 1 << 2, /* of the files of `settings` */
	TORA_PEEK_HEAD = 1 << 3,   /* is it there, and no more */
};

struct tora_peek_spec {
	unsigned wants;
	const char *common_dir;
	const char *work_dir;                 /* or NULL */
	int inotify;                          /* for TORA_PEEK_DIRS; -1: nothing is watched */
	const struct tora_settings *settings; /* for TORA_PEEK_STAMPS */
	int64_t budget_ms;                    /* 0: TORA_PEEK_BUDGET_MS */
};

struct tora_peek {
	struct tora_dirs dirs;
	const char *trouble; /* why the list ends early, or NULL */
	TORA_VEC(const char *) held;
	bool is_busy;
	bool has_work; /* work_dir is there */
	struct tora_stamps stamps;
};

/* done() gets the outcome, which tora_peek_parse() reads. What the spec points to lives until then. */
int tora_peek_start(struct tora_loop *loop, const struct tora_peek_spec *spec,
                    void (*done)(void *ctx, const struct tora_outcome *), void *ctx,
                    struct tora_proc **ret_proc, struct tora_err *err);
/*
 * TORA_E_NOTFOUND: there is no git directory (any more). TORA_E_TIMEOUT: its files do not answer. `ret` lives in `arena`;
 * the outcome may go.
 */
int tora_peek_parse(const struct tora_outcome *o, const char *common_dir, struct tora_arena *arena,
                    struct tora_peek *ret, struct tora_err *err);

#endif
