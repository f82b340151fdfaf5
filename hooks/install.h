/*
 * install.h - put tora's hooks into a repository, and take them out again.
 *
 * The ladder (hooks/README.md): configuration hooks where git has them, else links to
 * tora-hook or marked shims, nothing but a printed snippet where core.hooksPath leads elsewhere.
 * Only what is recognised as ours is ever written over or removed; a hook of somebody else is
 * renamed and chained, and comes back byte for byte. Installing twice changes nothing.
 */
#ifndef TORA_HOOKS_INSTALL_H
#define TORA_HOOKS_INSTALL_H

#include "tora/str.h"

struct tora_hooks_where {       /* borrowed */
	const char *work_dir;   /* top of the work tree; NULL when bare */
	const char *common_dir; /* absolute git common dir */
	const char *program;    /* absolute path of tora-hook; NULL: nothing is to be installed */
};

enum tora_hooks_way {
	TORA_HOOKS_NONE,    /* not installed */
	TORA_HOOKS_CONFIG,  /* hook.tora-*.command */
	TORA_HOOKS_FILES,   /* links and shims in the hooks folder (file.h) */
	TORA_HOOKS_FOREIGN, /* core.hooksPath leads out of the git dir: a snippet was printed */
};

/*
 * Lines for a person about what was done are appended to `report`.
 * TORA_E_CONFLICT: both a foreign hook and an older renamed one are there; nothing was changed.
 */
int tora_hooks_install(const struct tora_hooks_where *where, enum tora_hooks_way *ret_way,
                       struct tora_str *report, struct tora_err *err);
int tora_hooks_remove(const struct tora_hooks_where *where, struct tora_str *report,
                      struct tora_err *err);

/*
 * What is installed now. `ret_problem` gets a sentence when it would not work (a shim that calls
 * a program that is not there, one event missing), else stays empty.
 */
int tora_hooks_inspect(const struct tora_hooks_where *where, enum tora_hooks_way *ret_way,
                       struct tora_str *ret_problem, struct tora_err *err);

#endif
