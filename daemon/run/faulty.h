/*
 * faulty.h - tests on the head with a fault put into one of its files.
 *
 * The build stays what it is: the file alone is another one, in memory, that bubblewrap mounts over the one of the
 * frozen tree for one runner; so is, empty, what an interpreter had compiled of it ahead. That needs bubblewrap, and a build that is the files of the
 * tree: what a command made of them would not be made anew.
 */
#ifndef TORA_RUN_FAULTY_H
#define TORA_RUN_FAULTY_H

#include "model/check.h"
#include "run/box.h"

struct tora_pool_request;

struct tora_faulty_spec { /* all borrowed */
	struct tora_check *check;
	struct tora_box *box;
	const struct tora_lang *lang;
	const struct tora_toolchain *toolchain;
	const char *runner_dir;
	const struct tora_pool_request *load; /* as the head's warm runners are asked */
	size_t failed;                        /* modules that do not load there */
	unsigned at_once;                     /* runners */
};

/* model/exec.h */
int tora_faulty_run(const struct tora_faulty_spec *spec, struct tora_exec_faulty *all, size_t n,
                    int64_t budget_ms, struct tora_err *err);

#endif
