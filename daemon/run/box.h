/*
 * box.h - the sandbox of this machine: which arguments work here, and how runners use them.
 *
 * Nothing is started from here: the one who can start programs passes a function for it.
 */
#ifndef TORA_RUN_BOX_H
#define TORA_RUN_BOX_H

#include "lang/lang.h"
#include "run/sandbox.h"

#define TORA_BOX_ROOTS_MAX 8
#define TORA_BOX_FILTER_FD 3 /* what the started program calls the filter */

struct tora_box { /* tora_box_done() when it was found */
	const char *bwrap;
	const char *setpriv; /* not NULL: we are root, and drop to nobody inside */
	struct tora_box_root roots[TORA_BOX_ROOTS_MAX];
	size_t n_roots;
	int filter; /* memory file with the filter of system calls */
};

/*
 * Run a command line with box->filter as descriptor TORA_BOX_FILTER_FD, and wait. *ret_log: the last
 * out_max bytes it printed, in the arena. *ret_status: exit status, 128 + signal, -1 out of time.
 */
struct tora_box_start {
	int (*run)(void *ctx, const struct tora_box *box, const char *const *argv,
	           unsigned budget_ms, size_t out_max, struct tora_sv *ret_log, int *ret_status,
	           struct tora_err *err);
	void *ctx;
};

/*
 * Find what works: the real arguments on a program that does nothing, with a deadline. `asked`
 * (NULL or "": look in `path`) is the bubblewrap to use. On failure nothing is held.
 * TORA_E_UNSUPPORTED: no sandbox works; the message says why, in the program's words.
 */
int tora_box_find(struct tora_box *box, const char *asked, const char *path,
                  const struct tora_box_start *start, struct tora_arena *arena,
                  struct tora_err *err);
void tora_box_done(struct tora_box *box);

/* A spec for this box with everything that does not depend on what is run. */
void tora_box_spec_init(struct tora_box_spec *spec, const struct tora_box *box,
                        const struct tora_toolchain *toolchain);

/* A command of the project: `dir_rw` writable, both output streams in one, as they are written. */
const char *const *tora_box_command(const struct tora_box *box,
                                    const struct tora_toolchain *toolchain, const char *const *argv,
                                    const char *dir_rw, struct tora_arena *arena);

struct tora_box_runner {
	const struct tora_lang *lang;
	const struct tora_toolchain *toolchain;
	const char *dir;  /* the runner's files, and those of /etc */
	const char *tree; /* NULL: none */
	unsigned seed;
	bool prepare;    /* see PROTOCOL.md: the runner's folder, once */
	const char *out; /* likewise: compile into this folder; NULL: no */
};
const char *const *tora_box_runner(const struct tora_box *box, const struct tora_box_runner *runner,
                                   struct tora_arena *arena);

/* What /etc says inside: users, groups, hosts. Static. */
const struct tora_blob *tora_box_etc(size_t *ret_n);

#endif
