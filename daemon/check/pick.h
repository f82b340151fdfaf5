/*
 * pick.h - the smallest set of tests that still reaches everything and shows every behaviour. Pure.
 *
 * Greedy cover: next is the test that reaches most of what none before it reached; of equals the one that is
 * more like real use, then the shorter one. Then, of functions that have fewer than TORA_PICK_OF_TARGET tests,
 * those that go another way, or come to another end (the type of the result, the exception), than the ones taken.
 */
#ifndef TORA_CHECK_PICK_H
#define TORA_CHECK_PICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TORA_PICK_OF_TARGET 5

struct tora_pick {
	const uint64_t *hits; /* borrowed; as many words as the caller says */
	const char *target;   /* the function it is about, or "" */
	const char *kind;     /* how it ended: "int", "raises ValueError" */
	unsigned origin;      /* less is more like real use */
	size_t length;        /* of its source */
	bool is_out;          /* not to be taken */
	bool is_taken;        /* the answer */
};

/* Sets is_taken. Returns how many were taken. */
size_t tora_pick(struct tora_pick *all, size_t n, size_t n_words);

#endif
