/*
 * suite.h - functions -> a test suite: the recipe of `tora generate`, on the stages a check uses.
 *
 *	survey    what there is to reach, and what importing alone reaches
 *	explore   the check's own generate stage, for some functions at a time, and each candidate observed once, warm:
 *	          what it saw, what it reached; then again for the functions that nothing reached
 *	write     all that can be asserted, to learn what is trivial
 *	keep      pick a few; confirm them in fresh processes under other hash seeds; write the file; run it, each
 *	          test alone where the language can, and all together; what does not hold goes, and others take its place
 *
 * Both sides of the check are the same commit, so both lanes of runners are at work.
 */
#ifndef TORA_CHECK_SUITE_H
#define TORA_CHECK_SUITE_H

#include "check/observed.h"
#include "model/check.h"

struct tora_lang;

struct tora_suite_test {
	const char *source, *target;
	enum tora_origin origin;
	struct tora_observed seen;
	const char *failure; /* class of failure, or NULL: it passes */
	const char *name;    /* in the file, once kept */
	unsigned assertions, nontrivial;
	bool is_ready; /* seen again in fresh processes */
	bool is_kept;
};

struct tora_suite {
	struct tora_check *check;
	const struct tora_lang *lang;
	const char *name, *about; /* of the package; the first line of the file */
	const char *stem;         /* of the file's name; NULL: of the package */
	const char *folder;       /* that the file will be in; NULL: the writer's choice */
	enum tora_side side;      /* whose behaviour is asserted */
	bool is_exact; /* values by what tells their types as well: one that is equal may be of another */
	bool is_part; /* there are others beside the functions that were named: what reaches none of these is not kept */
	const char *framework; /* asked for; NULL: the project's */
	const char *word;
	int64_t until_ms; /* of generating; monotonic */
	struct tora_points points;
	uint64_t *imported, *kept,
		*reached; /* points: by importing; by what is kept; by all that pass */
	TORA_VEC(struct tora_suite_test) tests;
	size_t drops[TORA_DROP_COUNT], generated, n_observed;
	cJSON *answer;         /* the last one to `suite`: files, framework; owned */
	const char *proved_by; /* what ran the file as it is; NULL: nothing did */
	bool is_proved_alone;  /* each test by itself as well */
	unsigned proofs;       /* runs of files in this round of keeping */
};

/* Drawn for one suite: who wrote the code cannot know it. */
const char *tora_suite_word(struct tora_arena *arena);

/* The file of these tests; the caller owns *ret_answer. Tests the writer would not have get their failure. */
int tora_suite_write(struct tora_suite *s, const size_t *which, size_t n, cJSON **ret_answer,
                     struct tora_err *err);

/* The warm runners of check are open. An empty suite is a result, its reasons are in the tests. */
int tora_suite_make(struct tora_suite *s, struct tora_err *err);
struct tora_suite_there { /* the file, on the other side */
	bool fails;
	const char *problem; /* why it does not run there at all, and nobody knows; NULL: it does */
};

/*
 * A file with one test that asserts what `source` shows on the suite's side, in s->answer: seen alike in fresh
 * processes, and run as it was written, on both sides.
 * TORA_E_UNSUPPORTED: that cannot be asserted.
 */
int tora_suite_one(struct tora_suite *s, const char *source, const char *target,
                   struct tora_suite_there *ret_there, struct tora_err *err);
void tora_suite_done(struct tora_suite *s);

#endif
