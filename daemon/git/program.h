/*
 * program.h - the git program, run so that a repository's configuration cannot start anything.
 *
 * For what libgit2 cannot do (repository formats it refuses, shallow histories, configuration
 * with all its levels) or does slowly (blame). Hooks, the file system monitor, pagers, external
 * diffs and text conversions are off, no lock is taken for convenience, nothing is fetched (no
 * transport is allowed at all, which also stops a git that does not know GIT_NO_LAZY_FETCH),
 * nobody is prompted, and messages are in English. It never writes.
 */
#ifndef TORA_GIT_PROGRAM_H
#define TORA_GIT_PROGRAM_H

#include "tora/str.h"

struct tora_git_spec {
	const char *git_dir;     /* --git-dir; NULL: found from `dir`, with git's own owner check */
	const char *dir;         /* working directory; NULL: git_dir */
	const char *const *args; /* after the options above: "cat-file", "--batch", NULL */
	struct tora_sv input;
	unsigned budget_ms; /* 0: TORA_GIT_BUDGET_MS */
	size_t out_max;     /* 0: TORA_GIT_OUT_MAX */
};

#define TORA_GIT_BUDGET_MS 60000u
#define TORA_GIT_OUT_MAX   (64u << 20)

/*
 * TORA_OK: it ended with 0, or with 1 and nothing on stderr, which is how git says "no";
 * *ret_status tells the two apart and *ret_out, which the caller frees, has its output.
 * TORA_E_NOTFOUND: no repository there, or an object is missing.
 * TORA_E_DENIED: the repository belongs to somebody else (safe.directory).
 * TORA_E_UNSUPPORTED: no git program, or one that does not know the repository's format.
 * TORA_E_TIMEOUT, TORA_E_LIMIT (more output than out_max), TORA_E_REMOTE: anything else,
 * with the first line that git printed.
 */
int tora_git_run(const struct tora_git_spec *spec, struct tora_str *ret_out, int *ret_status,
                 struct tora_err *err);

/* Cut the next NUL-ended field off what `git ... -z` printed; false when none is left. */
bool tora_git_field(struct tora_sv *rest, struct tora_sv *ret);

#endif
