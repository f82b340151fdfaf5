/*
 * noise.h - do two lines differ by floating point rounding only?
 */
#ifndef TORA_JUDGE_NOISE_H
#define TORA_JUDGE_NOISE_H

#include "tora/str.h"

enum tora_noise {
	TORA_NOISE_SAME, /* equal text, or floats that agree to 1e-9 relative */
	TORA_NOISE_CLOSE, /* the floats agree to 1e-6: a person should decide, but rounding explains it */
	TORA_NOISE_DIFFERS,
};

/*
 * What a promise is where it is printed, pending or over, hangs on how many others there are before it, and is the same here.
 *
 * Token by token. A change of sign or magnitude is never noise, nor is another way to
 * write the same number (2 and 2.0, 1.0 and 1.00): that is a change of type or format.
 */
enum tora_noise tora_noise(struct tora_sv a, struct tora_sv b);

#endif
