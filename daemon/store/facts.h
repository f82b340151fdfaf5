/*
 * facts.h - the key of a build, and the marker file that says it is whole. Pure.
 */
#ifndef TORA_STORE_FACTS_H
#define TORA_STORE_FACTS_H

#include "model/oid.h"
#include "tora/arena.h"
#include "tora/hash.h"

#include <stdint.h>

#define TORA_BUILD_MARKER     ".complete" /* in the key's folder, beside tree/ */
#define TORA_BUILD_MARKER_MAX (64u << 10) /* room for any path of a repository, escaped */
#define TORA_BUILD_NAME_MAX                                                                        \
	1000 /* bytes of submodule and lfs_file that are kept: they are shown only */

struct tora_build_facts {
	struct tora_oid tree;
	const char *donor;   /* key of the build it shares files with, or "" */
	const char *recipe;  /* hash of command and toolchains; "": nothing was run on the files */
	const char *repo;    /* common dir it came from */
	const char *boot;    /* boot id when it was written and not synced; "": it is on disk */
	bool command;        /* a build command ran: its files are not the tree's any more */
	bool is_incremental; /* and it began with what the donor's had made */
	bool is_spare;       /* nothing runs on it: build/recycle.h */
	const char *
		failure; /* why the command that was detected failed, so that it did not run; or NULL */
	int64_t retry_s; /* that was for want of time: wall clock from which it is tried again; else 0 */
	const char *compiler; /* of what was compiled ahead; "": nothing was */
	unsigned files, shared, submodules, lfs;
	int64_t made_s;   /* the time that all which a command made has: build.c, made_time() */
	uint64_t bytes;   /* of all its files */
	uint64_t written; /* that it alone put on the disk */
	const char *submodule, *lfs_file; /* the first of each, or NULL */
};

/*
 * Equal inputs give equal builds. `command` and `fingerprint` (of the toolchains) may be NULL. A
 * fingerprint counts only with a command: files that nothing was run on are the same under any
 * toolchain. `compiler` (NULL: none) is what sources are compiled ahead with. What we are
 * ourselves is left out on purpose: new rules do not make a tree stale.
 */
void tora_build_key(const struct tora_oid *tree, const char *command, const char *fingerprint,
                    const char *compiler, char ret_key[TORA_HASH_HEX]);
/* Of the spare copy of that build (build/recycle.h). */
void tora_build_spare_key(const char *key, char ret_key[TORA_HASH_HEX]);
bool tora_build_is_key(const char *name); /* 64 lower-case hex digits */

/* Builds of equal recipes can begin with each other's results. */
void tora_build_recipe(const char *command, const char *fingerprint, char ret[TORA_HASH_HEX]);

void tora_build_facts_print(const struct tora_build_facts *facts, struct tora_str *out);
/* Strings are copied to the arena. TORA_E_FORMAT: not a marker of this version. */
int tora_build_facts_parse(struct tora_sv text, struct tora_arena *arena,
                           struct tora_build_facts *ret, struct tora_err *err);

/* Whether what was written may be used: synced, or written since this machine started. */
bool tora_build_facts_hold(const struct tora_build_facts *facts, const char *boot);

#endif
