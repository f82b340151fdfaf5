/*
 * job.h - what the files of this folder share while they make one side's build.
 */
#ifndef TORA_BUILD_JOB_H
#define TORA_BUILD_JOB_H

#include "build/recipe.h"
#include "git/tree.h"
#include "lang/compile.h"
#include "model/build.h"
#include "model/check.h"
#include "store/cache.h"

#include <time.h>

struct tora_build_job {
	struct tora_check *check;
	const struct tora_cache *cache;
	enum tora_side side;
	const struct tora_oid *tree;
	const char *key;
	int lock;
	struct tora_build_facts facts;
	struct tora_tree files, donor_files;
	struct tora_recipe recipe;
	struct tora_build_facts donor; /* whose files were shared; repo NULL: nobody's */
	const char *donor_key, *donor_dir;
	int donor_lock;
	bool is_built_before;          /* the same recipe worked for the base */
	bool is_continued;             /* it began with what the donor's command had made */
	struct timespec changed;       /* then: the time of what the donor had not */
	const char *failure;           /* why the command failed, or NULL */
	int64_t retry_s;               /* facts.h */
	bool *wrote;                   /* something that counts against the quota */
	struct tora_compiled compiled; /* ahead */
	struct tora_build_facts old;   /* of the build that becomes this one, when is_recycled */
	struct tora_tree old_files;
	bool is_recycled;
	const char *spare_of; /* key of the build that this is the spare copy of, or NULL */
};

/* For the log. */
static inline const char *tora_build_job_name(const struct tora_build_job *j)
{
	return j->spare_of ? "spare copy" : tora_side_name(j->side);
}

#endif
