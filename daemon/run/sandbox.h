/*
 * sandbox.h - what a program in the sandbox may see and do: the arguments of bubblewrap or of
 * tora-launch. Pure: nothing is started or looked up here.
 *
 * The program finds: the system's own folders, the toolchain and the build read-only; an
 * empty, bounded /tmp, /run and /dev/shm; four made-up files in /etc, and of the real one
 * only what the linker needs; no network, no home, no other process; a fixed
 * environment, host name, user and time zone. It runs as nobody. When we are root that
 * is done by setpriv inside (the folders of root's cache are mounted before), because
 * a user namespace with root's own id in it keeps root's files and escapes process limits. The
 * price: sandboxes that root runs at the same time count their processes together.
 *
 * Where bubblewrap cannot make namespaces there is a second tier, Landlock: the same kernel, the same
 * process ids and the same paths as everybody, but files only of a list, one bounded folder to write
 * to, no socket at all, no signal and no look at anybody outside (launch/launch.h). A program in it can
 * still learn that a file exists, how large it is, and which numbers processes have.
 */
#ifndef TORA_RUN_SANDBOX_H
#define TORA_RUN_SANDBOX_H

#include "tora/arena.h"

#define TORA_BOX_RUNNER "/tora/runner" /* where the runner's folder appears */
#define TORA_BOX_OUT    "/tora/out"    /* where the folder for results does */
#define TORA_BOX_TREE   "/repo"        /* TORA_MOUNT */
#define TORA_BOX_HOME   "/tmp/test"
#define TORA_BOX_NOBODY 65534
/*
 * Whoever root's tests run as: the kernel counts processes, and lets them signal each other, by user, so each check has one
 * of these. A range that nobody else gives out.
 */
#define TORA_BOX_FIRST_USER 2000000000
#define TORA_BOX_USERS      256

#define TORA_BOX_INSTEAD_MAX 2

enum tora_tier {
	TORA_TIER_BUBBLEWRAP,
	TORA_TIER_LANDLOCK,
};

struct tora_box_root { /* a folder of the system: "/usr", or a link "/bin" -> "usr/bin" */
	const char *path;
	const char *link; /* NULL: a folder */
};

struct tora_box_spec {
	enum tora_tier tier;
	const char *program; /* bubblewrap, or tora-launch */
	const char *
		setpriv; /* not NULL: we are root, start the program as nobody (bubblewrap: with it) */
	unsigned user; /* with setpriv: who that is */
	bool is_root;  /* run as root, without any capability and without setpriv: for builds */
	const struct tora_box_root *roots;
	size_t n_roots;
	const char *const *mounts; /* further folders, read-only at their own path */
	size_t n_mounts;
	const char *etc;  /* folder with passwd, group, hosts, nsswitch.conf; NULL: no such files */
	const char *tree; /* appears at TORA_MOUNT; NULL: none */
	bool is_tree_writable; /* for a build command; else read-only */
	/* bubblewrap only: files of the tree that are something else, with descriptors that have it; NULL ends them */
	struct {
		const char *path;
		int fd;
	} instead[TORA_BOX_INSTEAD_MAX];
	const char *runner; /* appears at TORA_BOX_RUNNER; NULL: none */
	bool is_runner_writable;
	const char *out;         /* appears writable at TORA_BOX_OUT; NULL: none */
	bool is_init;            /* the program is process 1 and reaps; else bubblewrap is */
	unsigned tmp_mib;        /* of /tmp; /run and /dev/shm get a quarter */
	unsigned seed;           /* hash seed */
	const char *const *join; /* files of control groups, for tora-launch */
	size_t n_join;
	int filter_fd;       /* the filter, as the started program numbers it; -1: none */
	const char *dir;     /* working folder; NULL: "/" */
	const char *scratch; /* Landlock only: the folder to make and remove, its /tmp; absolute */
	unsigned processes;  /* Landlock only: how many our user has already */
	const char *const *env;  /* more "NAME=value", NULL-ended; NULL: none */
	const char *const *argv; /* what runs inside; argv[0] is a path */
};

/* The whole command line, NULL-ended, in the arena. */
const char *const *tora_box_argv(const struct tora_box_spec *spec, struct tora_arena *arena);

/* Where a folder of ours, which bubblewrap shows as `mounted`, is for the program. */
const char *tora_box_inside(enum tora_tier tier, const char *real, const char *mounted);

#endif
