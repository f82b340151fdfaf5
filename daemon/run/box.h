/*
 * box.h - the sandbox of this machine: which arguments work here, and how runners use them.
 *
 * Nothing is started from here: the one who can start programs passes a function for it.
 */
#ifndef TORA_RUN_BOX_H
#define TORA_RUN_BOX_H

#include "lang/lang.h"
#include "lang/rename.h"
#include "run/group.h"
#include "run/sandbox.h"

#define TORA_BOX_ROOTS_MAX 8
#define TORA_BOX_FILTER_FD 3 /* what the started program calls the filter */
#define TORA_BOX_INSTEAD_FD                                                                        \
	4 /* what stands in for files of the tree: from there on, TORA_BOX_INSTEAD_MAX */
#define TORA_BOX_LAUNCH_FD 6 /* and tora-launch, a sealed file: no harm in what inherits it */

struct tora_box { /* tora_box_done() when it was found */
	enum tora_tier tier;
	const char *why_not; /* Landlock tier: why bubblewrap does not do; else NULL */
	const char *program; /* bubblewrap or tora-launch */
	const char *setpriv; /* not NULL: we are root, and drop to nobody inside */
	unsigned user;       /* who that nobody is */
	const char *scratch; /* Landlock tier: where scratch folders are made, one for each start */
	unsigned drawn, n_scratch, processes; /* drawn: for their names */
	struct tora_group group;
	int launch; /* memory file with tora-launch */
	struct tora_box_root roots[TORA_BOX_ROOTS_MAX];
	size_t n_roots;
	int filter; /* memory file with the filter of system calls */
};

/*
 * Run a command line with box->filter as descriptor TORA_BOX_FILTER_FD, and box->launch as
 * TORA_BOX_LAUNCH_FD, and wait. *ret_log: the last
 * out_max bytes it printed, in the arena. *ret_status: exit status, 128 + signal, -1 out of time.
 */
struct tora_box_start {
	int (*run)(void *ctx, const struct tora_box *box, const char *const *argv,
	           unsigned budget_ms, size_t out_max, struct tora_sv *ret_log, int *ret_status,
	           struct tora_err *err);
	void *ctx;
};

/* A descriptor, read from the beginning, of a file that is in memory alone and may be sealed; or an error. */
int tora_box_memory_file(const char *name, struct tora_sv bytes, struct tora_err *err);

/*
 * A descriptor of its own for each start: bubblewrap reads the filter from where the last one stopped. The caller
 * closes it.
 */
int tora_box_filter_again(const struct tora_box *box, struct tora_err *err);

/*
 * Find what works: the real arguments on a program that tries to read what it must not see, with a
 * deadline. `asked` is the user's own choice, never the repository's:
 *
 *	NULL, ""               bubblewrap of `path`, else Landlock
 *	"bubblewrap"           that or nothing
 *	"landlock"             that or nothing
 *	a path                 this bubblewrap or nothing
 *	anything else          nothing
 *
 * `scratch` is a folder of ours, made when it is needed; `limits` are of all that is run together, where
 * there are control groups for that. On failure nothing is held.
 * TORA_E_UNSUPPORTED: no sandbox works; the message says why, in the program's words.
 */
int tora_box_find(struct tora_box *box, const char *asked, const char *path, const char *scratch,
                  const struct tora_group_limits *limits, const struct tora_box_start *start,
                  struct tora_arena *arena, struct tora_err *err);
void tora_box_done(struct tora_box *box);

/* One line for people: which tier, how. */
const char *tora_box_describe(const struct tora_box *box, struct tora_arena *arena);

/* A program to start, and how its words for places become ours: lang/rename.h. */
struct tora_box_line {
	const char *const *argv;
	struct tora_rename names[2]; /* {NULL, NULL}: not used */
};

struct tora_sandbox_ccache; /* model/sandbox.h */

/* A command of the project: `dir_rw` writable, both output streams in one, as they are written. `ccache` may be NULL. */
struct tora_box_line tora_box_command(struct tora_box *box, const struct tora_toolchain *toolchain,
                                      const char *const *argv, const char *dir_rw,
                                      const struct tora_sandbox_ccache *ccache,
                                      struct tora_arena *arena);

/* What a line has printed, with the names of places as everywhere else; kept in the arena. */
struct tora_sv tora_box_rename(const struct tora_box_line *line, struct tora_sv log,
                               struct tora_arena *arena);

struct tora_box_runner {
	const struct tora_lang *lang;
	const struct tora_toolchain *toolchain;
	const char *dir;  /* the runner's files, and those of /etc */
	const char *tree; /* NULL: none */
	unsigned seed;    /* of hashes; any but 0: addresses at random as well */
	bool prepare;     /* see PROTOCOL.md: the runner's folder, once */
	const char *out;  /* likewise: compile into this folder; NULL: no */
	/* bubblewrap: files of the tree that are what descriptors from TORA_BOX_INSTEAD_FD on have; NULL ends them */
	const char *instead[TORA_BOX_INSTEAD_MAX];
};
struct tora_box_line tora_box_runner(struct tora_box *box, const struct tora_box_runner *runner,
                                     struct tora_arena *arena);

/* What /etc says inside (users, groups, hosts), and tora-launch as "launch". */
const struct tora_blob *tora_box_files(struct tora_arena *arena, size_t *ret_n);

#endif
