/*
 * launch.h - tora-launch: become a program that can do less.
 *
 * A small program of its own, because its work is done between fork and exec, where a large one
 * has no business. `torad` carries it inside and starts it from memory; runners find a copy
 * beside their own files, at /tora/runner/launch. Its options are the steps, in the order they are
 * taken: limits, files, user, filter, folder, environment. A step that fails ends everything with
 * one sentence on stderr and status 125, before the program has started: never is it run with less
 * than what was asked for. Only --fixed-addresses is a wish: it keeps nobody out, and containers refuse it.
 *
 * Two ways to stay behind as the one who cleans up. --reap: this very process waits, kills whatever
 * the program started and ends as the program ended; asked to stop with SIGTERM it does so at
 * once. --guard: a process in a session of its own does that, also when this one is killed, and
 * removes the scratch folder. Both see every descendant, because orphans become their children. With
 * --domain --reap is in a domain itself, around the program's: there kill(-1) is all it has to do.
 *
 * Files: Landlock, which binds all that the program starts, threads and all, and for ever. Even
 * without a single file rule it keeps the program from looking into, or signalling, processes
 * outside: that is --domain.
 */
#ifndef TORA_LAUNCH_LAUNCH_H
#define TORA_LAUNCH_LAUNCH_H

#include "tora/err.h"

#include <stdbool.h>
#include <stddef.h>

#define TORA_LAUNCH_FAILED    125 /* exit status: it was never started */
#define TORA_LAUNCH_LIST_MAX  256 /* options of one kind */
#define TORA_LAUNCH_ABI_GUARD 6   /* Linux 6.12: signals and abstract sockets stay inside */

struct tora_launch_list {
	const char *at[TORA_LAUNCH_LIST_MAX];
	size_t n;
};

struct tora_launch_limit {
	int what;
	unsigned long long value;
};

struct tora_launch {
	struct tora_launch_limit limits[16];
	size_t n_limits;
	struct tora_launch_list join; /* files of control groups to write our id into */
	struct tora_launch_list read, write, device; /* paths; one to be read may be missing */
	struct tora_launch_list env; /* "NAME=value": all there is when env_clear, else added */
	bool env_clear;
	bool is_domain, is_fixed; /* a domain without files; addresses not random */
	bool is_reap, is_guard;
	long uid;             /* -1: stay who we are */
	bool is_unprivileged; /* no capability but the one to walk through folders, and that only for uid */
	unsigned n_fds;      /* descriptors from 0 that the program keeps */
	int filter;          /* descriptor of the compiled filter; -1: none */
	const char *scratch; /* a folder to be made, writable, and removed by --guard; NULL: none */
	unsigned scratch_mib;
	const char *dir; /* NULL: stay */
	char *const *argv;
};

/* TORA_E_USAGE: what is wrong with the command line. */
int tora_launch_parse(int argc, char **argv, struct tora_launch *ret, struct tora_err *err);

/* Groups, limits, files, user, filter, folder, environment; then the program. Returns only to say why not. */
int tora_launch_become(const struct tora_launch *l, struct tora_err *err);

/* Start it, wait, leave nothing: the exit status, or -1 with err. For --reap and --guard. */
int tora_launch_watch(const struct tora_launch *l, struct tora_err *err);

/*
 * The rules for files (launch/domain.c), in two steps: paths are opened as who we are, the rules
 * bind once we are who we will be. A descriptor or -1 with err; TORA_E_UNSUPPORTED: this kernel
 * has no Landlock, or not enough of it.
 */
int tora_launch_rules(const struct tora_launch *l, struct tora_err *err);
int tora_launch_bind(int rules, struct tora_err *err);

/* Would a domain keep signals inside, so that kill(-1) in it means all of it and nobody else? */
bool tora_launch_scopes_signals(void);

#endif
