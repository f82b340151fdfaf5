/*
 * ahead.h - what is started while tests are still being written, when of several processors one often has nothing to do. Pure.
 *
 * First what every check wants: cold runners, and in them, where they can do that, the processes that the canary's tests will run
 * in (lang/PROTOCOL.md, ready). Then the second pair, which only a difference will want: where loading is short, since otherwise
 * it is a large part of a check that has none. What takes long to load is loaded when it is known to be needed.
 */
#ifndef TORA_RUN_AHEAD_H
#define TORA_RUN_AHEAD_H

#include "lang/lang.h"
#include "model/check.h"
#include "run/batch.h"

struct tora_ahead_spec {
	const struct tora_check *check; /* change */
	const struct tora_lang *lang;
	unsigned processors;
	unsigned load_ms; /* of the slower side */
	bool is_cold;     /* no warm runner will do */
	bool has_second;
	bool is_base_known; /* as in canary.h */
};

struct tora_ahead {
	unsigned runners[TORA_BATCH_KINDS]; /* of each lane */
	const char *package
		[2]; /* of a side, that processes for its tests import; NULL: none is to be ready */
};

void tora_ahead_plan(const struct tora_ahead_spec *spec, struct tora_ahead *ret);

#endif
