/*
 * faults.h - small faults put into the changed lines, one at a time, to see which tests would notice. Pure.
 *
 * A test that runs changed lines need not be able to see them change. The lines of the head are written a little wrong
 * (an operator, a condition, a constant, what is returned; one hunk of several taken back), and the tests that
 * run the line are run on each of these heads. What nobody notices is a gap like a line that nobody ran, and the model is
 * asked for a test of it; a test that notices nothing is none that is enough.
 *
 * Measured on ten public commits with 14 to 18 tests of a model each, and the engine's up to 48: they notice 40 of 43 faults,
 * the other three are in three commits. The tests of the model alone, on six of them: 32 of 36. A check with it takes
 * 0.95 to 1.22 times the CPU of one without, 1.08 in the mean.
 *
 * A set of faults is a mask of bits, by their place in the list.
 */
#ifndef TORA_GENERATE_FAULTS_H
#define TORA_GENERATE_FAULTS_H

#include "lang/syntax.h"
#include "model/check.h"

#define TORA_FAULTS_MAX 7 /* in one check */

struct tora_fault_put {
	const struct tora_file_change *file; /* not withheld, of a language that has faults */
	struct tora_fault fault;             /* in its head_text */
	/*
	 * Who runs none of these lines cannot notice: those of the statement, of the hunk that is taken back, or of the
	 * function where that has none that a test runs; of what runs during the import, of the file.
	 */
	unsigned first, last;
};
struct tora_faults_put {
	struct tora_fault_put at[TORA_FAULTS_MAX];
	size_t n;
};

/*
 * Shared out among the changed functions, the most important first, and among the kinds of faults; which of many is
 * drawn by the seed. Each parses, and is not the head itself. None in files of over 256 KiB.
 */
void tora_faults_pick(const struct tora_change *change, uint64_t seed, struct tora_arena *arena,
                      struct tora_faults_put *ret);

/*
 * Those that say nothing where nobody notices them: hunks taken back. Of a change that keeps behaviour each may be as good
 * as what it replaced; but one that is noticed shows that the tests look.
 */
uint32_t tora_faults_doubtful(const struct tora_faults_put *all);

/* The whole file with the fault in it. */
struct tora_sv tora_faults_text(const struct tora_fault_put *put, struct tora_arena *arena);

/* "`<` becomes `<=`"; in the arena, of bounded length. */
const char *tora_faults_words(const struct tora_fault_put *put, struct tora_arena *arena);

/* "file:line: the line  <- `<` becomes `<=`" rows of those in `which`, at most `max`. In the arena. */
const char *tora_faults_rows(const struct tora_faults_put *all, uint32_t which, size_t max,
                             struct tora_arena *arena);

/* Of a trial on the head with coverage: those it could have noticed. */
uint32_t tora_faults_reached(const struct tora_faults_put *all, const struct tora_trial *head);

/* Does the same test on the head say something else? Addresses do not count. */
bool tora_faults_tells(const struct tora_trial *head, const struct tora_trial *with);

/*
 * Tests by what they notice: first those that notice most of what none before them does, then by how many they
 * notice, else as they were. ret: n indices.
 */
void tora_faults_rank(const uint32_t *sees, size_t n, size_t *ret);

#endif
