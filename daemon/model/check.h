/*
 * check.h - one check: what was asked, what the stages made, and the record of it.
 *
 * Every stage is `int tora_stage_x(struct tora_check *, struct tora_err *)`: it reads
 * what earlier stages left here and adds its own part. All of it lives in `arena`.
 * A stage that finds out that the check cannot go on sets `reason` (with a sentence
 * in `reason_detail`) and returns TORA_OK: that is a result. An error return is a
 * failure of ours.
 */
#ifndef TORA_MODEL_CHECK_H
#define TORA_MODEL_CHECK_H

#include "model/build.h"
#include "model/candidate.h"
#include "model/change.h"
#include "model/config.h"
#include "model/exec.h"
#include "model/finding.h"
#include "model/intent.h"
#include "model/reason.h"
#include "model/sandbox.h"
#include "tora/log.h"
#include "tora/paths.h"

struct tora_loop;
struct tora_repo;
struct tora_store;
struct tora_model;
struct tora_found;
struct tora_kept;
struct cJSON;

enum tora_check_state {
	TORA_CHECK_DONE,
	TORA_CHECK_SKIPPED,
	TORA_CHECK_FAILED,
	TORA_CHECK_CANCELED
};
const char *tora_check_state_name(enum tora_check_state s);

enum {
	TORA_STAGE_CHANGE,
	TORA_STAGE_BUILD,
	TORA_STAGE_GENERATE,
	TORA_STAGE_RUN,
	TORA_STAGE_JUDGE,
	TORA_STAGE_COUNT
};

struct tora_cost {
	unsigned requests, cached;
	int64_t tokens_in, tokens_out;
	double usd;
};

struct tora_cost_of { /* by what was asked: "generate-usage", "judge", ... */
	const char *purpose;
	unsigned requests;
	int64_t tokens; /* in and out */
	double usd;
};

struct tora_counts {
	size_t generated, valid, run, reached, differing, flaky, both_failed;
	size_t screened; /* beside others in one process, on both sides (generate/screen.h) */
	size_t model_written, model_valid, model_reached; /* of the tests a model wrote */
	size_t unconfirmed; /* of the flaky: seen warm, stable, but not in fresh processes */
	size_t cold; /* of those run: in processes of their own, since warm ones are no word on them */
};

struct tora_unnoticed { /* a small fault put into a changed line, and no test said anything else */
	const char *file, *words; /* "`<` becomes `<=`" */
	unsigned line;
};

struct tora_noticing { /* a test that notices what none before it does */
	const char *source;
	size_t notices;
};

struct tora_strength { /* what the tests of a check would notice; put 0: that was not measured */
	size_t put, noticed; /* small faults in changed lines */
	size_t tests;        /* that run one of those lines, and say the same each time */
	TORA_VEC(struct tora_unnoticed) unnoticed;
	TORA_VEC(struct tora_noticing) best; /* a few that together notice all that is */
};

struct tora_facts { /* what a language's miner said of a file, JSON in one line (lang/mine.h) */
	const char *path, *text;
};

struct tora_mined { /* of one tree; files 0: nothing is kept of it */
	TORA_VEC(struct tora_facts) facts;
	size_t files, known,
		fresh; /* known: from an earlier check; fresh: mined now; others are left to the engine */
};

struct tora_check {
	/* services and surroundings; borrowed */
	struct tora_arena *arena;
	struct tora_loop *loop;
	struct tora_repo *repo;   /* git/ */
	struct tora_store *store; /* NULL: nothing is remembered */
	struct tora_model
		*model; /* llm/; NULL: no model configured, the offline engine judges alone */
	const struct tora_paths *paths;
	const struct tora_log *log;
	const struct tora_config *config;
	const struct tora_sandbox *sandbox;  /* run/'s; NULL: this machine has none */
	const struct tora_found *toolchains; /* lang/found.h: those that were looked for */
	struct tora_kept **
		kept; /* run/'s runners between the checks of one process; NULL: they end with this one */
	int64_t deadline_ms; /* monotonic; the whole check is over by then */
	void (*progress)(void *ctx, const char *stage, size_t done, size_t of);
	void *progress_ctx;

	/* what was asked */
	const char *id;        /* "c17" or "" */
	const char *reused;    /* the check whose tests these are, "c16"; NULL: its own */
	const char *repo_path; /* absolute */
	enum tora_engine engine;
	bool no_cache;
	const char *prompt_seed;    /* random: the prompts of one check mark what is quoted alike */
	struct tora_oid base, head; /* commits; base is already the merge base */
	struct tora_oid base_tree, head_tree;

	/* what the stages made */
	struct tora_intent intent;
	struct tora_change change;
	struct tora_build builds[2];  /* by enum tora_side */
	const struct tora_exec *exec; /* run/ */
	void *generating;             /* generate/'s own, from one of its stages to the next */
	struct tora_mined mined[2];   /* by enum tora_side */
	/* Both ways out of each decision on a changed line of the head; empty: nobody asked, or the runner cannot say */
	TORA_VEC(struct tora_branch) branches;
	TORA_VEC(struct tora_candidate) candidates;
	TORA_VEC(struct tora_pair) pairs; /* of candidates that were run */
	TORA_VEC(struct tora_finding) findings;
	/* Of several commits: the same differences on inputs that came to them in another way (judge/ways.h). */
	TORA_VEC(struct tora_finding) other_ways;
	struct tora_strength strength;
	size_t undecided; /* differences the tests saw that no time was left to look at: no word on the code */
	size_t unrun;  /* tests that no time was left to run */
	size_t trials; /* run so far, on both sides: to find, to confirm, to make small */

	/* the record */
	enum tora_check_state state;
	enum tora_reason reason;
	const char *reason_detail; /* or NULL */
	bool passing_trouble; /* a model did not answer, say: the result is not one to use again */
	TORA_VEC(const char *)
	notes; /* what was done instead: "head.py is over 4 MiB: not analysed" */
	struct tora_counts tests;
	struct tora_cost cost;
	TORA_VEC(struct tora_cost_of) cost_of;
	int64_t total_ms, stage_ms[TORA_STAGE_COUNT];
};

/* A sentence for the record, once; a long one is cut. */
void tora_check_note(struct tora_check *c, const char *fmt, ...) TORA_PRINTF(2, 3);
/* Set the reason and its sentence, unless one is set already. */
void tora_check_stop(struct tora_check *c, enum tora_reason reason, const char *fmt, ...)
	TORA_PRINTF(3, 4);
/*
 * The state, at the end: what the reason says; and out of time with differences nobody decided about, or with more
 * tests left than were run, is no "clean": failed with reason timeout, or, where something unintended was found for
 * certain, done with that reason.
 */
void tora_check_settle(struct tora_check *c);
int64_t tora_check_left_ms(const struct tora_check *c); /* until the deadline; 0 when it passed */

/* Both sides are one and the same: nothing changed, tests are wanted of what is there (tora generate). */
bool tora_check_is_one_tree(const struct tora_check *c);

/* The record, as PROTOCOL.md promises it (section 5); the caller owns it (cJSON_Delete). */
struct cJSON *tora_check_json(const struct tora_check *c);
struct cJSON *tora_finding_json(const struct tora_finding *f);
/* Back from JSON into an arena: what the store keeps. TORA_E_FORMAT when it is not a finding. */
int tora_finding_parse(const struct cJSON *json, struct tora_arena *arena, struct tora_finding *ret,
                       struct tora_err *err);

#endif
