/*
 * hint.h - what a file event in a git directory says. Pure.
 *
 * git writes a reference as X.lock and renames it; so what counts is a name that appears or
 * vanishes, never a *.lock. An event only says "look again": nothing is read from it.
 */
#ifndef TORA_WATCH_HINT_H
#define TORA_WATCH_HINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* what a watched directory is to its repository */
enum tora_dir_role {
	TORA_DIR_COMMON,    /* the common directory */
	TORA_DIR_HEADS,     /* refs/heads and all below */
	TORA_DIR_REMOTES,   /* refs/remotes */
	TORA_DIR_REMOTE,    /* refs/remotes/R: where main's remote version moves with a fetch */
	TORA_DIR_WORKTREES, /* worktrees/ */
	TORA_DIR_WORKTREE,  /* worktrees/W */
	TORA_DIR_REFTABLE,
};

enum tora_hint {
	TORA_HINT_LOOK = 1 << 0,   /* references may have moved, or an operation began or ended */
	TORA_HINT_DIRS = 1 << 1,   /* directories to watch came or went */
	TORA_HINT_CONFIG = 1 << 2, /* settings may have changed */
	TORA_HINT_GONE = 1 << 3,   /* the directory itself is no longer there */
};

/* Bits of enum tora_hint; 0: nothing of interest. `mask` is inotify's. */
unsigned tora_hint(enum tora_dir_role role, const char *name, uint32_t mask);

/* Folders of a git directory that are there while commits are being made in a row, one after the other; then NULL. */
const char *tora_hint_operation(size_t i);

#endif
