#include "run/ahead.h"

#include "run/canary.h"

#include <string.h>

#define LIGHT_MS  1000
#define SECOND_MS 300 /* of two checks one has no difference, and then this is lost */

/* What a module lies in: "p" of "p.u". */
static const char *package_of(const struct tora_check *check, enum tora_side side)
{
	const struct tora_change *c = &check->change;
	size_t n = side == TORA_BASE ? c->modules_base.n : c->modules_head.n;
	const char *name = !n                  ? NULL
	                   : side == TORA_BASE ? c->modules_base.at[0]
	                                       : c->modules_head.at[0];

	return name ? tora_arena_printf(check->arena, "%.*s", (int)strcspn(name, "."), name) : NULL;
}

void tora_ahead_plan(const struct tora_ahead_spec *spec, struct tora_ahead *ret)
{
	bool is_light = spec->load_ms <= LIGHT_MS && !spec->is_cold;

	*ret = (struct tora_ahead){ .runners = { 0 } };
	if (spec->processors < 2)
		return;
	for (int side = 0; side < 2; side++) {
		size_t cold = side == TORA_BASE ? TORA_BATCH_COLD_BASE : TORA_BATCH_COLD_HEAD;
		size_t again = side == TORA_BASE ? TORA_BATCH_AGAIN_BASE : TORA_BATCH_AGAIN_HEAD;

		ret->runners[cold] = 1;
		ret->runners[again] = is_light && spec->has_second && spec->load_ms <= SECOND_MS;
		if (!is_light || !spec->lang->gets_ready ||
		    (side == TORA_BASE && spec->is_base_known))
			continue;
		ret->package[side] = package_of(spec->check, (enum tora_side)side);
		if (ret->package[side])
			ret->runners[cold] = TORA_CANARY_MAX / 2;
	}
}
