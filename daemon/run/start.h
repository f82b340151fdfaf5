/*
 * start.h - how the program that makes the sandbox is started, and one program in it, waited for.
 */
#ifndef TORA_RUN_START_H
#define TORA_RUN_START_H

#include "run/box.h"

struct tora_loop;
struct tora_once_watch;
struct tora_proc_fd;

#define TORA_START_FDS 2

/*
 * Of the program that makes the sandbox. It clears the environment of what runs inside, but stays there
 * itself as process 1 and could be looked into, by a build of root say: it has nothing to hide.
 */
extern const char *const tora_start_env[];

struct tora_start_place { /* where one program is run from */
	struct tora_loop *loop;
	struct tora_arena *arena;
	const struct tora_once_watch *watch; /* or NULL */
};

/* What the sandbox is started with: TORA_START_FDS of them. The caller closes fds[0].fd. */
int tora_start_fds(const struct tora_box *box, struct tora_proc_fd *fds, size_t *ret_n,
                   struct tora_err *err);

/* struct tora_box_start; ctx is a struct tora_start_place. The log is in its arena. */
int tora_start_once(void *ctx, const struct tora_box *box, const char *const *argv,
                    unsigned budget_ms, size_t out_max, struct tora_sv *ret_log, int *ret_status,
                    struct tora_err *err);

/* TORA_SANDBOX is the user's word about it: run/box.h. */
int tora_start_find(struct tora_loop *loop, struct tora_arena *arena, const char *cache,
                    const struct tora_group_limits *limits, struct tora_box *box,
                    struct tora_err *err);

#endif
