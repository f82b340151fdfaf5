/*
 * paths.h - where tora keeps things, by the XDG rules.
 *
 * Folders are made on demand with mode 0700. The runtime folder must be ours
 * and private, else it is refused: somebody else could be listening.
 */
#ifndef TORA_PATHS_H
#define TORA_PATHS_H

#include "tora/err.h"

#include <stddef.h>

#define TORA_PATH_MAX   1024
#define TORA_SOCKET_MAX 100 /* below sun_path's 108, and the 104 of other systems */

struct tora_paths {
	char runtime
		[TORA_PATH_MAX]; /* $XDG_RUNTIME_DIR/tora, else /run/user/UID/tora, else /tmp/tora-UID */
	char state[TORA_PATH_MAX];  /* $XDG_STATE_HOME/tora, else ~/.local/state/tora */
	char cache[TORA_PATH_MAX];  /* $XDG_CACHE_HOME/tora, else ~/.cache/tora */
	char socket[TORA_PATH_MAX]; /* <runtime>/sock */
	char lock[TORA_PATH_MAX];   /* <runtime>/lock */
	char spool[TORA_PATH_MAX];  /* <state>/spool: what hooks have to say */
	char store[TORA_PATH_MAX];  /* <state>/tora.db */
	char log[TORA_PATH_MAX];    /* <state>/torad.log */
};

#define TORA_SPOOL_UNWATCHED                                                                       \
	".unwatched" /* in the spool: the daemon does not see it, use the socket */

/*
 * Work the paths out from the environment; touches no disk but to look for a runtime folder.
 * An XDG_RUNTIME_DIR that belongs to another user counts as not set (su, sudo); one whose socket path
 * would be too long falls back to /tmp/tora-UID.
 * TORA_E_LIMIT: a path is too long. TORA_E_NOTFOUND: no HOME and no XDG folders.
 */
int tora_paths_init(struct tora_paths *p, struct tora_err *err);

/* Write a path into buf; TORA_E_LIMIT when it does not fit (a cut path names another file). */
int tora_paths_format(char *buf, size_t size, struct tora_err *err, const char *fmt, ...)
	TORA_PRINTF(4, 5);

/* Make `dir` and its parents, 0700 for what is new. */
int tora_paths_mkdirs(const char *dir, struct tora_err *err);

/* The same, then refuse (TORA_E_DENIED) unless it is a real folder, ours, with no access for others. */
int tora_paths_private(const char *dir, struct tora_err *err);

#endif
