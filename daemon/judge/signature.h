/*
 * signature.h - what a difference is, apart from the values it happened to show.
 *
 * Two tests with equal signatures show the same difference. A message becomes a
 * template (numbers #, quoted strings $); two printed values become a pattern that
 * says how one turned into the other ("int->None", "sign", "elements-added", "case").
 */
#ifndef TORA_JUDGE_SIGNATURE_H
#define TORA_JUDGE_SIGNATURE_H

#include "model/difference.h"

#define TORA_SIGNATURE_MAX 240

/* "unsupported operand: $ and #". */
const char *tora_signature_template(struct tora_sv message, struct tora_arena *arena);
/* How `before` turned into `after`; never NULL. */
const char *tora_signature_pattern(struct tora_sv before, struct tora_sv after,
                                   struct tora_arena *arena);
/* The second field of a signature, the pattern or the failure: "elements-added" of
 * "value|elements-added|src/p/u.py:make". */
struct tora_sv tora_signature_part(const struct tora_difference *d);
/* "src/p/u.py:make" of the innermost frame inside the project; "<test>" when the test's own
 * code raised; "" without an exception. */
const char *tora_signature_frame(const struct tora_trial *t, struct tora_arena *arena);
/* The type of the value a text starts with: list, dict, set, tuple, str, int, float, None,
 * bool, object, text. */
const char *tora_signature_type(struct tora_sv value);

/* A printed line that shows an exception the test caught: "ValueError: no", "raised p.Error",
 * "!TypeError: ...", "label: KeyError: 'a'". Views into the line. */
struct tora_caught {
	struct tora_sv type, message;
};
bool tora_signature_caught(struct tora_sv line, struct tora_caught *ret);

#endif
