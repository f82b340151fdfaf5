/*
 * trouble.h - what a written test failed to do, and which changed lines and branches no test ran. Pure.
 *
 * TestPilot's refiners as reactions: each of these is said to the model once, with what was seen, and each has the
 * line that says what to do about it. All that an answer of the model caused stands in one question: a question of its
 * own would send the same functions and bodies again, more than the programs and what went wrong with them, and a check has
 * six requests, of which two are for verdicts. So there are three such questions at most, each about what the answer
 * before it caused, and none once every changed line and branch is run by enough stable tests.
 */
#ifndef TORA_GENERATE_TROUBLE_H
#define TORA_GENERATE_TROUBLE_H

#include "model/check.h"

struct tora_candidates;

enum tora_trouble {
	TORA_TROUBLE_NONE,
	TORA_TROUBLE_SYNTAX,    /* does not parse */
	TORA_TROUBLE_UNDEFINED, /* uses a name that nobody defines or can import */
	TORA_TROUBLE_PRIVATE,   /* reaches past the public API */
	TORA_TROUBLE_OWN_FRAME, /* raises in its own lines, on both sides */
	TORA_TROUBLE_NO_REACH, /* runs no changed line, or raises in other code before it comes to one */
	TORA_TROUBLE_VARIES, /* says something else when it is run again */
	TORA_TROUBLE_SILENT, /* runs changed lines, ends well, and prints nothing on either side */
};

/* Of a candidate that was validated, and tried unless it was dropped. */
enum tora_trouble tora_trouble_of(const struct tora_candidate *c);

/* Did two runs end and print alike? */
bool tora_trouble_is_alike(const struct tora_trial *a, const struct tora_trial *b);

/*
 * Reaches the change, and says the same in two processes: on both sides, or where those differ when it is repeated
 * (c->repeated). One that noticed none of the small faults put into the lines it runs could not see them change (faults.h). Of
 * the others a few are enough.
 */
bool tora_trouble_is_stable(const struct tora_candidate *c);

/* What went wrong, in a line for the model: "raises TypeError: ... in its own line 4, before and after
 * the change", where there is one. "" for NONE; in the arena. */
const char *tora_trouble_words(const struct tora_candidate *c, bool is_change,
                               struct tora_arena *arena);

/*
 * Changed lines that none of the tried candidates ran, as "file:line: text  <- below: the line above" rows, at most `max` of
 * them; of withheld files none. *ret_n: how many there are in all. In the arena.
 */
const char *tora_trouble_missed(const struct tora_change *change, const struct tora_candidate *all,
                                size_t n, size_t max, struct tora_arena *arena, size_t *ret_n);

/*
 * The same for ways out of decisions on changed lines (check->branches) that were run and never left that way; a way
 * into a block that is a changed line itself is left to the above.
 */
const char *tora_trouble_untaken(const struct tora_check *check, const struct tora_candidate *all,
                                 size_t n, size_t max, struct tora_arena *arena, size_t *ret_n);

/* Of a model's tests, once every changed line and branch was run: then what did not work is not worth a question. */
bool tora_trouble_is_enough(const struct tora_candidates *all);

/* How good the model's own tests are, added: what it wrote, what of that can be used, what reaches the change. */
void tora_trouble_count(const struct tora_candidates *all, struct tora_counts *ret);

#endif
