/*
 * opening.h - what each runner is asked before its first test, and when a runner that was asked the same
 * before is as good. Pure.
 */
#ifndef TORA_RUN_OPENING_H
#define TORA_RUN_OPENING_H

#include "lang/lang.h"
#include "model/check.h"
#include "tora/hash.h"
#include "tora/json.h"

#define TORA_OPENING_N  2     /* load, and then cover, which may be asked again and again */
#define TORA_OPENING_MS 60000 /* loading all modules, or twice a quarter of the time left */

struct tora_opening { /* the caller owns the JSON */
	cJSON *json;
	int64_t budget_ms;
};

/* Has loading less time than it may have, because the check's deadline is near? */
bool tora_opening_is_short(const struct tora_check *check);

struct tora_opening_spec {
	const struct tora_check *check; /* change, builds, config */
	const struct tora_toolchain *toolchain;
	const char *runner_dir;
	enum tora_side side;
	bool is_warm; /* cold ones import nothing */
};

/*
 * ret_key: of all but the covered lines and the time there is: runners with the same key are interchangeable;
 * "": with none.
 */
void tora_opening_make(const struct tora_opening_spec *spec,
                       struct tora_opening ret[TORA_OPENING_N], char ret_key[TORA_HASH_HEX]);

/* For a warm runner, behind those, once it is known what many tests import (common.h). */
struct tora_opening tora_opening_import(const struct tora_check *check, const char *const *modules,
                                        size_t n);

#endif
