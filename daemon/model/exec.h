/*
 * exec.h - running test sources on the two builds: what run/ offers to generate/ and judge/.
 *
 * Stages never include each other, so the service travels as a record of functions
 * in the check. Everything a job runs, runs in the sandbox; results live in the
 * check's arena. A warm job is forked from a runner that has the code loaded, with a seed from the
 * runner of a second pair, whose surroundings are perturbed; a
 * cold one gets a fresh process of its own with its own hash seed.
 */
#ifndef TORA_MODEL_EXEC_H
#define TORA_MODEL_EXEC_H

#include "model/trial.h"
#include "tora/err.h"

struct cJSON;

struct tora_exec_job {
	const char *source;
	enum tora_side side;
	bool cold;         /* fresh process */
	bool cover;        /* record which changed lines run */
	unsigned limit_ms; /* of this job; 0: the configured one */
	/*
	 * Of hashes, and which way other perturbations go; 0 is the default run. Warm: any other is that of
	 * the second pair, which has one.
	 */
	unsigned seed;
};

struct tora_exec_question {
	enum tora_side side;
	const char *command;        /* lang/PROTOCOL.md: explore, generate */
	const struct cJSON *params; /* NULL: none */
	unsigned budget_ms;
	struct cJSON
		*answer; /* set by ask(); the caller owns it (cJSON_Delete); NULL: err says why */
	struct tora_err err;
};

/* The head's build with one file of it replaced: for these tests alone, and nowhere on a disk. */
struct tora_exec_faulty {
	const char *path; /* of a file of the tree */
	struct tora_sv text;
	const struct tora_exec_job *jobs; /* source and limit_ms; the rest is not looked at */
	size_t n;
	struct tora_trial *
		ret; /* ret[i] belongs to jobs[i]; none is run after one that hung or killed its process */
	bool loads; /* set: all modules load that do on the head */
};

struct tora_exec {
	void *ctx;
	/*
	 * Run n jobs, as many at once as the machine allows; ret[i] belongs to jobs[i].
	 * A trial that dies, hangs or breaks its runner is a result. An error means that
	 * no result could be had at all (sandbox gone, out of time): TORA_E_TIMEOUT when the
	 * check's own deadline passed; what was not run has status LIMIT and `out` empty.
	 */
	int (*run)(void *ctx, const struct tora_exec_job *jobs, size_t n, struct tora_trial *ret,
	           struct tora_err *err);
	/*
	 * Runner commands with a JSON answer, at most one a side: side by side where there are two processors
	 * for it, else one after the other. Each is answered or has its error.
	 */
	void (*ask)(void *ctx, struct tora_exec_question *all, size_t n);
	/*
	 * What was not run, for want of time as well, has status LIMIT and `out` empty.
	 * TORA_E_UNSUPPORTED: not on this machine, or not of this build; the message says why.
	 */
	int (*faulty)(void *ctx, struct tora_exec_faulty *all, size_t n, int64_t budget_ms,
	              struct tora_err *err);
};

#endif
