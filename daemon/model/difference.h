/*
 * difference.h - what two trials of one test disagree about, typed.
 */
#ifndef TORA_MODEL_DIFFERENCE_H
#define TORA_MODEL_DIFFERENCE_H

#include "model/trial.h"

/* most telling first */
enum tora_difference_kind {
	TORA_DIFF_NONE,
	TORA_DIFF_EXCEPTION_APPEARED, /* the base returns, the head raises or dies */
	TORA_DIFF_HANG,               /* one side does not end */
	TORA_DIFF_VALUE,              /* a printed value differs */
	TORA_DIFF_EXCEPTION_GONE,
	TORA_DIFF_EXCEPTION_CHANGED, /* another type */
	TORA_DIFF_ORDER,             /* same lines or elements, other order */
	TORA_DIFF_OUTPUT, /* text on stdout/stderr that is not a value; cut or limit on one side */
	TORA_DIFF_MESSAGE_ONLY, /* same exception type, other text */
	TORA_DIFF_WARNING,      /* only the warnings differ */
};
const char *tora_difference_name(enum tora_difference_kind k); /* "exception-appeared", ... */
int tora_difference_parse(const char *name,
                          enum tora_difference_kind *ret); /* 0, or -1 when unknown */

struct tora_difference {
	enum tora_difference_kind kind;
	unsigned line; /* stdout: first line that differs, 1-based; 0 when not about a line */
	const char *before,
		*after; /* the differing piece of each side, one line, normalised, at most 200 bytes */
	const char *signature; /* equal for tests that show the same difference; groups clusters */
	bool api_missing_base; /* the test's own frame fails on the base only because the name does not exist there */
	bool api_missing_head; /* likewise on the head */
	bool float_noise;      /* numbers agree within rounding */
	unsigned
		beside; /* lines that differ in these ways (judge/manner.h) are passed over, one is announced; 0: none is */
};

#endif
