/*
 * compile.h - what a language can make of its sources ahead of loading them (Python: bytecode).
 *
 * Compiling executes nothing of the project, but it is work on hostile text: it is done in the
 * sandbox, which sees the tree read-only and an empty folder for its results. From there each result
 * is copied to the one place that its source decides. Sources that another tree has as well share
 * its results by hard link. Nothing here is needed: what is missing costs every process the time to
 * compile it, so no failure counts, and little work is not begun at all.
 */
#ifndef TORA_LANG_COMPILE_H
#define TORA_LANG_COMPILE_H

#include "model/sandbox.h"
#include "tora/arena.h"

#include <stdint.h>

/*
 * Starting the sandbox and the compiler costs as much as compiling 250 KiB, and what is gained is a
 * tenth of a millisecond a KiB for each cold process: below this there are never enough of them.
 */
#define TORA_COMPILE_MIN (64u << 10) /* bytes of sources */
#define TORA_COMPILE_MAX (8u << 20)  /* bytes of sources in one go; the rest stays as it is */

struct tora_compile_source {
	const char *path, *result; /* relative to the tree's folder; lang.h: compiled_path() */
	bool is_shared;            /* the donor made its result of the very same source */
};

struct tora_compile_spec {
	const struct tora_sandbox *sandbox; /* whose compile is not NULL */
	const char *dir;                    /* of the tree: real folders, written by nobody else */
	const char *donor_dir;              /* another tree's, frozen; NULL: none */
	const char *scratch; /* empty folder; what is left in it is the caller's to remove */
	bool has_results; /* those that are in `dir` already hold, and its folders may be frozen */
	const struct tora_compile_source *sources;
	size_t n;
	unsigned budget_ms;
};

struct tora_compiled { /* results, read-only */
	unsigned shared, made;
	uint64_t bytes;   /* of all results but those that dir had already */
	uint64_t written; /* of what was made, in whole blocks */
};

/* An error is for the log; *ret is filled in any case. */
int tora_lang_compile(const struct tora_compile_spec *spec, struct tora_arena *arena,
                      struct tora_compiled *ret, struct tora_err *err);

#endif
