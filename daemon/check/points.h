/*
 * points.h - what of a package tests can reach: its statements and branches, as bits. Pure.
 *
 * A runner's `survey` says what there is (lang/PROTOCOL.md): by file the first lines of statements, and
 * branches as pairs of lines, a decision and the first line of its block. Each branch is two points, into
 * the block and past it. An observation says which lines ran and which line came after which; here that
 * becomes a set of points, one bit each, statements first.
 */
#ifndef TORA_CHECK_POINTS_H
#define TORA_CHECK_POINTS_H

#include "tora/arena.h"
#include "tora/json.h"

#define TORA_POINTS_MAX 400000 /* of one package */

struct tora_decision {
	unsigned at, first, last; /* its line or offset, and those of its block, both inclusive */
};

struct tora_points_file {
	const char *path; /* as the runner sees it */
	size_t n_statements, n_branches, n_moved;
	unsigned *statements;           /* ascending */
	struct tora_decision *branches; /* ascending by decision, then by block */
	unsigned (*moved)[2];     /* a line inside of a statement, and the statement's first */
	size_t statement, branch; /* bits: of the first statement, and of the first branch */
};

struct tora_points {
	TORA_VEC(struct tora_points_file) files;
	size_t n_statements, n_branches,
		n_words; /* n_branches counts ways, two for each decision */
};

/* Rows that are malformed are left out. TORA_E_LIMIT: more than TORA_POINTS_MAX. */
int tora_points_parse(const cJSON *survey, struct tora_arena *arena, struct tora_points *ret,
                      struct tora_err *err);

/* The points of one observation, n_words words in the arena. */
uint64_t *tora_points_hits(const struct tora_points *p, const cJSON *seen,
                           struct tora_arena *arena);

struct tora_points_count {
	size_t statements, branches;
};
struct tora_points_count tora_points_count(const struct tora_points *p, const uint64_t *bits);

/* Adds the statements of these lines of that file to the bits. */
void tora_points_mark(const struct tora_points *p, const char *path, unsigned first, unsigned last,
                      uint64_t *bits);

/* Is there a hit on a statement of these lines of that file? `path` is relative to the mount. */
bool tora_points_any(const struct tora_points *p, const uint64_t *bits, const char *path,
                     unsigned first, unsigned last);

#endif
